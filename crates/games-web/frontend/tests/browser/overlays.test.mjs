// What the page of analysis writes on the board, and how a search is asked for it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, noBrowser, open, ready } from "./browser.mjs";
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

/** Engines give way to whatever else a machine does, in milliseconds. */
const PATIENCE = { timeout: 60_000 };

const overlay = (page) => page.getByLabel("On the board");
const badges = (page) => page.locator(".badges .badge");
const panel = (page) => page.locator('[data-panel="engine"]');

async function searched(path, player, lines = 3) {
  const opened = await open(browser, server, { path });
  const { page } = opened;
  await ready(page);
  await panel(page).getByText("Engine", { exact: true }).click();
  await panel(page).getByRole("textbox", { name: /^Player, as on the command line/ }).fill(player);
  await panel(page).getByRole("button", { name: "Set" }).click();
  await panel(page).getByLabel("Lines").selectOption(String(lines));
  await panel(page).getByRole("button", { name: "Search" }).click();
  await page.waitForFunction((lines) => document.querySelectorAll("[data-line]").length === lines, lines, PATIENCE);
  return opened;
}

test("scores, win rates, heat and nothing are written on the board, each on request", { skip: noBrowser }, async () => {
  const { page, close } = await searched("analysis/othello", "mcts:sims=2000,seed=1");
  await page.locator('[data-search="idle"]').waitFor(PATIENCE);
  await panel(page).getByText(/simulations/).waitFor();
  await overlay(page).selectOption("visits");
  await badges(page).locator("text").first().waitFor();
  assert.match(await badges(page).locator("text").first().textContent(), /^\d+%$/);
  await overlay(page).selectOption("heat");
  await badges(page).locator(".heat").first().waitFor();
  assert.equal(await badges(page).locator("text").count(), 0);
  // The first line was looked at most: nothing is warmer.
  const warmth = await badges(page).locator(".heat").evaluateAll((all) => all.map((one) => Number(one.style.fillOpacity)));
  assert.equal(warmth.length, 3);
  assert.equal(Math.max(...warmth), 0.7);
  await overlay(page).selectOption("none");
  await badges(page).first().waitFor({ state: "detached" });
  // No exact values are at hand here.
  await overlay(page).selectOption("values");
  assert.equal(await badges(page).count(), 0);
  await close();
});

test("a key leads from one overlay to the next", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/tictactoe" });
  await ready(page, 0);
  await badges(page).first().waitFor();
  await page.locator("h1").focus();
  const seen = [];
  for (let i = 0; i < 6; i++) {
    seen.push(await overlay(page).inputValue());
    await page.keyboard.press("o");
  }
  assert.deepEqual(seen, ["auto", "values", "scores", "visits", "heat", "none"]);
  assert.equal(await overlay(page).inputValue(), "auto");
  await close();
});

test("arrows of the best lines are shown, and not if they are not wanted", { skip: noBrowser }, async () => {
  const { page, close } = await searched("analysis/chess", "alphabeta:depth=4", 2);
  await page.locator('[data-search="idle"]').waitFor(PATIENCE);
  const arrows = page.locator(".arrows .arrow");
  await arrows.first().waitFor();
  assert.equal(await arrows.count(), 2);
  await page.getByLabel("arrows").uncheck();
  await arrows.first().waitFor({ state: "detached" });
  await close();
});

test("a move of a line is played with those before it", { skip: noBrowser }, async () => {
  const { page, close } = await searched("analysis/chess", "alphabeta:depth=4", 1);
  await page.locator('[data-search="idle"]').waitFor(PATIENCE);
  const moves = page.locator("[data-line]").first().getByRole("button");
  const labels = (await moves.allTextContents()).slice(0, 3);
  await moves.nth(2).click();
  await ready(page, 3);
  await page.waitForFunction((labels) => labels.every((label) => [...document.querySelectorAll(".moves button")].some(({ textContent }) => textContent.trim() === label)), labels);
  await close();
});

test("a search that has to wait for its turn says so, and begins when it comes", { skip: noBrowser }, async () => {
  const one = await serve({ args: ["serve", "--searches", "1"] });
  const start = async () => {
    const opened = await open(browser, one, { path: "analysis/othello" });
    await ready(opened.page, 0);
    await panel(opened.page).getByRole("button", { name: "Search" }).click();
    return opened;
  };
  const first = await start();
  await first.page.locator("[data-line]").first().waitFor(PATIENCE);
  // Another position: equal searches are one.
  const second = await open(browser, one, { path: "analysis/othello#m=f5&at=1" });
  await ready(second.page, 1);
  await panel(second.page).getByRole("button", { name: "Search" }).click();
  await panel(second.page).getByText("waits for its turn").waitFor();
  await panel(first.page).getByRole("button", { name: "Stop" }).click();
  await second.page.locator("[data-line]").first().waitFor(PATIENCE);
  assert.equal(await panel(second.page).getByText("waits for its turn").count(), 0);
  await Promise.all([first.close(), second.close()]);
  assert.equal((await one.stop()).code, 0);
});

test("a player that is none is named, and another one searches", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/othello" });
  await ready(page, 0);
  await panel(page).getByText("Engine", { exact: true }).click();
  const player = panel(page).getByRole("textbox", { name: /^Player/ });
  await player.fill("nobody:depth=2");
  await panel(page).getByRole("button", { name: "Set" }).click();
  await panel(page).getByRole("button", { name: "Search" }).click();
  await panel(page).getByRole("alert").getByText(/nobody/).waitFor();
  await player.fill("alphabeta:depth=3");
  await panel(page).getByRole("button", { name: "Set" }).click();
  await page.locator("[data-line]").first().waitFor(PATIENCE);
  assert.equal(await panel(page).getByRole("alert").count(), 0);
  await close();
});

// Whoever leaves a sum of 1, 4 or 7 wins: Left at the start, and Right after the wrong move.
test("graph and bar say who wins, and a click on the graph leads there", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/ten#m=2_1_2_2&at=4" });
  await ready(page, 4);
  const bar = page.locator(".evalbar");
  // Left wins at 0, Right to move at 2, Left at 3, Right at 5; at 7 Left cannot but let Right reach 10.
  await bar.and(page.locator('[data-part="0"]')).waitFor();
  await page.getByText("Here: Right wins in 2.").waitFor();
  const sides = await page.locator(".graph rect").evaluateAll((bars) => bars.map((bar) => bar.getAttribute("class")));
  assert.deepEqual(sides, ["p1", "p2", "p1", "p2", "p2"]);
  const graph = page.locator(".graph");
  const { width } = await graph.boundingBox();
  await graph.click({ position: { x: width * 0.3, y: 10 } });
  await ready(page, 1);
  await graph.click({ position: { x: 2, y: 10 } });
  await ready(page, 0);
  await bar.and(page.locator('[data-part="100"]')).waitFor();
  await close();
});
