// From the key that begins a search of a shown position to its first line on the page, in milliseconds;
// the socket is opened meanwhile.

import { open, ready } from "../browser/browser.mjs";
import { budget, shared } from "./measure.mjs";

const both = shared();

/** Notes in the page when the key was pressed and when the first line was there. */
function watch() {
  let pressed;
  addEventListener("keydown", () => (pressed = performance.now()), true);
  new MutationObserver(() => {
    if (pressed !== undefined && document.querySelector("[data-line]")) window.took ??= performance.now() - pressed;
  }).observe(document.body, { subtree: true, childList: true });
}

async function firstLine(path) {
  const { page, close } = await open(both.browser, both.server, { path });
  await ready(page);
  await page.evaluate(watch);
  await page.keyboard.press("e");
  const took = await (await page.waitForFunction(() => window.took)).jsonValue();
  await close();
  return took;
}

const PATHS = { "chess": "analysis/chess", "go 19x19": "analysis/go#r=size=19", "girl-chess": "analysis/girl-chess" };
budget("the first line of a search", Object.fromEntries(Object.keys(PATHS).map((name) => [name, 300])), async () => {
  const told = {};
  for (const [name, path] of Object.entries(PATHS)) told[name] = await firstLine(path);
  return told;
});
