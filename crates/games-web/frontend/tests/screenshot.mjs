// Takes the pictures of the README: the analysis page, light and dark, with exact values on the
// board and of the game so far.
//
// `node tests/screenshot.mjs FOLDER`

import { launch, open, ready } from "./browser/browser.mjs";
import { serve } from "./browser/server.mjs";

const MOVES = ["b1", "a1", "a2", "c1", "d1"];
const [folder = "../../../docs/images"] = process.argv.slice(2);

const [browser, server] = await Promise.all([launch(), serve()]);
for (const colorScheme of ["light", "dark"]) {
  const path = `analysis/othello#r=size=4&m=${MOVES.join("_")}&at=${MOVES.length}`;
  const { page, close } = await open(browser, server, { path, colorScheme, viewport: { width: 1200, height: 760 }, reducedMotion: "reduce" });
  await ready(page, MOVES.length);
  await page.locator(".badge").first().waitFor();
  await page.screenshot({ path: `${folder}/browser-${colorScheme}.png` });
  await close();
}
await browser.close();
await server.stop();
