// Every game that the program lists is played by mouse, from the gallery to its end.

import { pickByMouse, ready, seatPeople } from "./browser.mjs";
import { everyGame } from "./whole_game.mjs";

const begin = async (open, { name }) => {
  const opened = await open({});
  await opened.page.getByRole("link", { name: `Play ${name}`, exact: true }).click();
  await ready(opened.page, 0);
  await seatPeople(opened.page);
  return opened;
};

everyGame("by mouse, from the gallery", begin, pickByMouse);
