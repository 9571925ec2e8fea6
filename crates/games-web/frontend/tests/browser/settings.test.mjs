// Settings change what they say, and are there again after a reload.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, noBrowser, open, ready, shown } from "./browser.mjs";
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

async function at(path, plies = 0) {
  const opened = await open(browser, server, { path });
  await ready(opened.page, plies);
  return opened;
}

const button = (page, name) => page.getByRole("button", { name, exact: true });
const cell = (page, name) => page.locator(`[data-cell="${name}"]`);
const first = (page) => page.locator('[role="row"] [data-cell]').first().getAttribute("data-cell");

async function set(page, change) {
  await button(page, "Settings").click();
  await change(page.getByRole("dialog", { name: "Settings" }));
  await button(page, "Done").click();
}

test("the theme is the one that was chosen", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/chess#s=human~human&at=0");
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  for (const theme of ["dark", "light"]) {
    await page.getByLabel("Theme").selectOption(theme);
    assert.equal(await scheme(), theme);
    await page.reload();
    await ready(page, 0);
    assert.equal(await scheme(), theme);
  }
  await page.getByLabel("Theme").selectOption("system");
  assert.equal(await scheme(), "light dark");
  await close();
});

test("where a picked piece can go is not marked if that is not wanted", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/chess#s=human~human&at=0");
  await cell(page, "e2").click();
  assert.equal(await page.locator(".legal").count(), 2);
  await set(page, (dialog) => dialog.getByLabel("Mark where a picked piece can go").uncheck());
  await page.locator(".legal").first().waitFor({ state: "detached" });
  await page.reload();
  await ready(page, 0);
  await cell(page, "e2").click();
  await page.locator(".picked").waitFor();
  assert.equal(await page.locator(".legal").count(), 0);
  await close();
});

test("single keys do nothing if that is not wanted, but those with Ctrl", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/chess#m=e2e4&s=human~human&at=1", 1);
  await set(page, (dialog) => dialog.getByLabel(/^Single keys do things/).uncheck());
  await page.locator("h1").focus();
  for (const key of ["f", "<", "?"]) await page.keyboard.press(key);
  assert.equal(await first(page), "a8");
  assert.equal((await shown(page)).ply, "1");
  assert.equal(await page.getByRole("dialog").count(), 0);
  await page.keyboard.press("Control+z");
  await ready(page, 0);
  await set(page, (dialog) => dialog.getByLabel(/^Single keys do things/).check());
  await page.locator("h1").focus();
  // No key does anything together with Alt, which is for the browser.
  await page.keyboard.press("Alt+f");
  assert.equal(await first(page), "a8");
  await page.keyboard.press("f");
  assert.equal(await first(page), "h1");
  // Nor behind a dialog.
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("f");
  await page.keyboard.press("Escape");
  assert.equal(await first(page), "h1");
  await close();
});

test("two people at one screen: the board turns to whoever moves", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/chess#s=human~human&at=0");
  await set(page, (dialog) => dialog.getByLabel(/turn the board to whoever moves/).check());
  assert.equal(await first(page), "a8");
  await cell(page, "e2").click();
  await cell(page, "e4").click();
  await ready(page, 1);
  assert.equal(await first(page), "h1");
  await cell(page, "e7").click();
  await cell(page, "e5").click();
  await ready(page, 2);
  assert.equal(await first(page), "a8");
  await close();
});

test("every square is aimed at first if that is wanted; Esc and Back take it back, a second tap plays", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/othello#s=human~human&at=0");
  await set(page, (dialog) => dialog.getByLabel(/^Aim at a square first/).selectOption("always"));
  const aimed = page.getByRole("group", { name: "Aimed at d3" });
  await cell(page, "d3").click();
  await aimed.waitFor();
  await button(aimed, "Back").click();
  await aimed.waitFor({ state: "detached" });
  await cell(page, "d3").click();
  await aimed.waitFor();
  await cell(page, "d3").focus();
  await page.keyboard.press("Escape");
  await aimed.waitFor({ state: "detached" });
  await ready(page, 0);
  await cell(page, "d3").click();
  await button(aimed, "Play d3").click();
  await ready(page, 1);
  await cell(page, "c3").click();
  await page.getByRole("group", { name: "Aimed at c3" }).waitFor();
  await cell(page, "c3").click();
  await ready(page, 2);
  await close();
});

test("a mouse hits small squares, too, and aims at none", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "play/go#r=size=19&s=human~human&at=0", viewport: { width: 390, height: 844 } });
  await ready(page, 0);
  const { width } = await cell(page, "K10").boundingBox();
  assert.ok(width < 24, `${width}`);
  await cell(page, "K10").click();
  await ready(page, 1);
  await close();
});

test("the board has keys of its own: ends of rows, around its edges, picks taken back one by one", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/surround#r=wormholes=true&s=human~human&at=0");
  const focused = () => page.evaluate(() => document.activeElement.dataset.cell);
  await cell(page, "a3").focus();
  await page.keyboard.press("End");
  assert.equal(await focused(), "e3");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "a3");
  await page.keyboard.press("ArrowUp");
  assert.equal(await focused(), "a1");
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  assert.equal(await focused(), "a1");
  // There is one place in the order of the page, which is where the focus was last.
  assert.equal(await page.locator('[role="gridcell"][tabindex="0"]').count(), 1);
  await close();
  const chess = await at("play/chess#s=human~human&at=0");
  await cell(chess.page, "e2").focus();
  await chess.page.keyboard.press("Space");
  await chess.page.locator('[data-cell="e2"][aria-selected="true"][aria-label*="picked"]').waitFor();
  await chess.page.keyboard.press("Escape");
  await chess.page.locator(".picked").waitFor({ state: "detached" });
  await chess.close();
});

test("the gallery has the games whose words were typed, and says if there is none", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server);
  await page.locator(".cards[data-ready]").waitFor();
  await page.getByRole("searchbox").fill("worms");
  await page.waitForFunction(() => document.querySelectorAll(".card").length === 1);
  assert.equal(await page.locator(".card").getAttribute("data-game"), "surround");
  await page.getByRole("searchbox").fill("no such game");
  await page.getByText("No game fits.").waitFor();
  await close();
});
