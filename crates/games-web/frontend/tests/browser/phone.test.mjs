// On a phone the board is on top and the panels are tabs below it; on a wide screen they stand beside it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { check } from "./axe.mjs";
import { launch, noBrowser, open } from "./browser.mjs";
import { serve } from "./server.mjs";

let browser;
let server;
before(async () => {
  if (noBrowser) return;
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, bypassCSP: true };
/** Pages with a board, each with its panels. */
const PAGES = {
  "play/chess": ["Players", "Moves", "Rules and size"],
  "analysis/chess": ["Search", "Moves", "Values", "Set up", "Import and copy", "Rules and size"],
  "solver/ten": ["Solve", "Values of the game", "Rules and size"],
  "match/tictactoe": ["The match", "Results", "Finished games"],
};
const titles = (page) => page.locator("[data-panel]:visible > h2").allTextContents();

for (const [path, panels] of Object.entries(PAGES)) {
  test(`/${path} on a phone: the board on top, a tab for each panel, one panel at a time`, { skip: noBrowser }, async () => {
    const { page, close } = await open(browser, server, { path, ...PHONE });
    const board = page.locator(".stage .board").first();
    await board.waitFor();
    const tabs = page.getByRole("tab");
    assert.deepEqual(await tabs.allTextContents(), panels);
    const [above, below] = [await board.boundingBox(), await page.getByRole("tablist").boundingBox()];
    assert.ok(above.y + above.height <= below.y, "the tabs are below the board");
    assert.ok(above.width >= 0.9 * 390 || above.height >= 0.6 * 844, `the board has ${above.width} by ${above.height} pixels`);
    assert.deepEqual(await titles(page), panels.slice(0, 1));
    for (const panel of panels) {
      await tabs.filter({ hasText: new RegExp(`^${panel}$`) }).tap();
      assert.deepEqual(await titles(page), [panel]);
      assert.equal(await page.getByRole("tab", { selected: true }).textContent(), panel);
      await check(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(overflow, 0, `${panel} scrolls sideways`);
    }
    // One of them is in the order of the page; the arrow keys go round, and take the focus along.
    assert.equal(await page.locator('[role="tab"][tabindex="0"]').count(), 1);
    await page.keyboard.press("ArrowRight");
    assert.deepEqual(await titles(page), panels.slice(0, 1));
    assert.equal(await page.evaluate(() => document.activeElement.textContent), panels[0]);
    await page.keyboard.press("ArrowLeft");
    assert.deepEqual(await titles(page), panels.slice(-1));
    await close();
  });

  test(`/${path} on a wide screen: the board on the left, all panels beside it`, { skip: noBrowser }, async () => {
    const { page, close } = await open(browser, server, { path });
    const board = page.locator(".stage .board").first();
    await board.waitFor();
    assert.equal(await page.getByRole("tab").count(), 0);
    assert.deepEqual(await titles(page), panels);
    const [left, right] = [await board.boundingBox(), await page.locator("[data-panel]").first().boundingBox()];
    assert.ok(left.x + left.width <= right.x);
    await close();
  });
}

test("a panel that goes while it is shown leaves the first one", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "solver/ten", ...PHONE });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.locator("[data-solved]").waitFor();
  await page.getByRole("tab", { name: "Look around" }).tap();
  assert.deepEqual(await titles(page), ["Look around"]);
  // Solving anew has nothing to look around in until it is done; other rules have nothing at all.
  await page.evaluate(() => (location.hash = "#v=1&r=target=12&at=0"));
  await page.getByRole("tab", { name: "Look around" }).waitFor({ state: "detached" });
  assert.deepEqual(await titles(page), ["Solve"]);
  await close();
});
