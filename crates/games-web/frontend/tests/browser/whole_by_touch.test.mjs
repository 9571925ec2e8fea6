// Every game that the program lists is played by touch on a phone to its end.

import { pickByTouch, ready } from "./browser.mjs";
import { everyGame } from "./whole_game.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const begin = async (open, { id }) => {
  const opened = await open({ path: `play/${id}#s=human~human&at=0`, ...PHONE });
  await ready(opened.page, 0);
  return opened;
};

everyGame("by touch on a phone", begin, pickByTouch);
