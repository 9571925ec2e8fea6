// Setting up a position on the page of analysis: by the palette, by its text, from an example.

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

const panel = (page) => page.locator('[data-panel="setup"]');
const text = (page) => panel(page).locator("textarea");
const reads = (page, position) => page.waitForFunction((position) => document.querySelector('[data-panel="setup"] textarea').value === position, position);

async function setUp(path) {
  const opened = await open(browser, server, { path });
  await ready(opened.page, 0);
  await panel(opened.page).getByRole("button", { name: "Set up a position" }).click();
  return opened;
}

test("pieces are put and taken away, the other side moves, and the position is used", { skip: noBrowser }, async () => {
  const { page, close } = await setUp("analysis/chess");
  const cell = (name) => panel(page).locator(`[data-cell="${name}"]`).click();
  await panel(page).getByRole("radio", { name: "Take away" }).click();
  await cell("d1");
  await reads(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w - - 0 1");
  await panel(page).getByRole("radio", { name: "White queen" }).click();
  await cell("d4");
  await reads(page, "rnbqkbnr/pppppppp/8/8/3Q4/8/PPPPPPPP/RNB1KBNR w - - 0 1");
  // What stood there goes.
  await cell("d7");
  // With the black king in check it is not White's turn.
  await panel(page).getByRole("alert").waitFor();
  await panel(page).getByRole("radio", { name: "Black pawn" }).click();
  await cell("d7");
  await reads(page, "rnbqkbnr/pppppppp/8/8/3Q4/8/PPPPPPPP/RNB1KBNR w - - 0 1");
  await panel(page).getByRole("button", { name: "White to move" }).click();
  const wanted = "rnbqkbnr/pppppppp/8/8/3Q4/8/PPPPPPPP/RNB1KBNR b - - 0 1";
  await reads(page, wanted);
  await panel(page).getByRole("button", { name: "Black to move" }).waitFor();
  await panel(page).getByRole("button", { name: "Use it" }).click();
  await page.locator('[data-ready][data-to-move="p2"]').waitFor();
  assert.equal((await shown(page)).position, wanted);
  // It is a new game: Back leads to the one before.
  await page.goBack();
  await page.locator('[data-ready][data-to-move="p1"]').waitFor();
  await close();
});

test("a cleared board is told to be none, and left as it was by Cancel", { skip: noBrowser }, async () => {
  const { page, close } = await setUp("analysis/chess");
  const before = (await shown(page)).position;
  await panel(page).getByRole("button", { name: "Clear" }).click();
  await panel(page).getByRole("alert").getByText(/king/i).waitFor();
  assert.ok(await panel(page).getByRole("button", { name: "Use it" }).isDisabled());
  await panel(page).getByRole("button", { name: "Cancel" }).click();
  await panel(page).getByRole("button", { name: "Set up a position" }).waitFor();
  assert.equal((await shown(page)).position, before);
  await close();
});

test("an answer to what stood there before comes too late to undo what was put since", { skip: noBrowser }, async () => {
  const { page, close } = await setUp("analysis/chess");
  let answer;
  const held = new Promise((resolve) => (answer = resolve));
  let asked;
  const isAsked = new Promise((resolve) => (asked = resolve));
  await page.route("**/api/v1/position", async (route) => {
    asked();
    await held;
    await route.continue();
  });
  await text(page).fill("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  await isAsked;
  await panel(page).getByRole("button", { name: "Clear" }).click();
  await panel(page).getByRole("alert").getByText(/king/i).waitFor();
  const answered = page.waitForResponse(/api\/v1\/position/);
  answer();
  await (await answered).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  assert.ok(await panel(page).getByRole("button", { name: "Use it" }).isDisabled());
  assert.equal(await panel(page).locator('[data-cell="e1"][aria-label*="king" i]').count(), 0);
  await close();
});

test("the fault of a text is underlined where it is, and the board follows the text", { skip: noBrowser }, async () => {
  const { page, close } = await setUp("analysis/chess");
  const use = panel(page).getByRole("button", { name: "Use it" });
  await text(page).fill("rnbqkbnr/ppppXppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  await panel(page).locator("u").waitFor();
  assert.equal(await panel(page).locator("u").textContent(), "X");
  assert.equal(await text(page).getAttribute("aria-invalid"), "true");
  assert.ok(await use.isDisabled());
  await text(page).fill("4k3/8/8/8/8/8/8/4K2R b K - 3 40");
  await panel(page).locator("u").waitFor({ state: "detached" });
  await panel(page).locator('[data-cell="h1"][aria-label*="white rook" i]').waitFor();
  assert.equal(await text(page).getAttribute("aria-invalid"), null);
  await use.click();
  await page.locator('[data-ready][data-to-move="p2"]').waitFor();
  await close();
});

test("a game without a palette is set up by its text", { skip: noBrowser }, async () => {
  const { page, close } = await setUp("analysis/ten");
  assert.equal(await panel(page).getByRole("radio").count(), 0);
  const start = await text(page).inputValue();
  await text(page).fill(start.replace("0", "7"));
  const use = panel(page).getByRole("button", { name: "Use it" });
  await use.and(page.locator(":enabled")).click();
  await page.locator(`[data-ready][data-position="${start.replace("0", "7")}"]`).waitFor();
  await close();
});

test("an example is begun from, and the start again", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/chess#m=e2e4&at=1" });
  await ready(page, 1);
  await panel(page).getByRole("button", { name: "In mid-game" }).click();
  await ready(page, 0);
  assert.match(page.url(), /[#&]p=/);
  await panel(page).getByRole("button", { name: "The start" }).click();
  await page.waitForFunction(() => document.querySelector("[data-ready]")?.dataset.position.startsWith("rnbqkbnr/pppppppp/"));
  assert.doesNotMatch(page.url(), /[#&]p=/);
  await close();
});
