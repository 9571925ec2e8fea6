// Every game that the program lists is played by the keyboard alone to its end.

import { pickByKeys, ready } from "./browser.mjs";
import { everyGame } from "./whole_game.mjs";

const begin = async (open, { id }) => {
  const opened = await open({ path: `play/${id}#s=human~human&at=0` });
  await ready(opened.page, 0);
  return opened;
};

everyGame("by the keyboard", begin, pickByKeys);
