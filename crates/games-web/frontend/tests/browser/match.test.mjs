// The page of matches: the game that is played, the table, every finished game as a link.

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

const field = (page, name) => page.getByRole("textbox", { name }).or(page.getByRole("combobox", { name }));
/** Engines give way to whatever else a machine does, in milliseconds. */
const PATIENCE = 60_000;
/** A player whose games take two seconds on any machine, so that a match can be stopped on the way. */
const UNHURRIED = "alphabeta:time=100ms,endgames=false";
const games = (page) => page.locator('[data-panel="games"] tbody tr');

// The board used to be that of the usual rules.
test("a match by other rules is seen on their board, and each finished game leads to its end", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "match/othello#r=size=6" });
  const cells = page.locator(".stage [data-cell]");
  await cells.first().waitFor();
  assert.equal(await cells.count(), 36);
  await field(page, "First player").fill("random");
  await field(page, "Games").fill("4");
  await page.getByRole("button", { name: "Play the match" }).click();
  await page.locator('[data-match="done"]').waitFor({ timeout: PATIENCE });
  assert.equal(await cells.count(), 36);
  assert.equal(await games(page).count(), 4);
  const [last] = (await games(page).nth(3).locator("td").allTextContents()).slice(-1);
  await page.locator(".stage").getByText(`Game 4, move ${last}:`).waitFor();
  await games(page).nth(3).getByRole("link").click();
  await page.waitForURL(/\/analysis\/othello#/);
  await ready(page, Number(last));
  assert.match((await shown(page)).outcome, /^(p1|p2|draw)$/);
  await close();
});

test("a match is stopped and goes on from the games that it has", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "match/othello#r=size=6" });
  await page.locator(".stage [data-cell]").first().waitFor();
  await field(page, "First player").fill(UNHURRIED);
  await field(page, "Games").fill("6");
  await page.getByRole("button", { name: "Play the match" }).click();
  await games(page).first().getByRole("link").waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  const have = await games(page).count();
  assert.ok(have < 6, `all ${have} games were played before the stop`);
  await page.getByRole("button", { name: "Go on", exact: true }).click();
  await page.locator('[data-match="done"]').waitFor({ timeout: PATIENCE });
  await games(page).nth(5).waitFor();
  const numbers = await games(page).getByRole("link").allTextContents();
  assert.deepEqual(numbers, ["Game 1", "Game 2", "Game 3", "Game 4", "Game 5", "Game 6"]);
  await close();
});

// Each used to be taken for none: a match of no games, with a seed by chance.
test("what is no number is told, and nothing begins", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "match/othello#r=size=6" });
  await page.locator(".stage [data-cell]").first().waitFor();
  for (const [name, text, usual] of [["Games", "ten", "2"], ["Random plies", "-1", ""], ["Seed", "1.5", "1"]]) {
    await field(page, name).fill(text);
    await page.getByRole("button", { name: "Play the match" }).click();
    await page.locator("[data-fault]").getByText(`${name}: "${text}" is not a whole number`).waitFor();
    assert.equal(await page.locator('[data-match="idle"]').count(), 1);
    await field(page, name).fill(usual);
  }
  await close();
});

test("a seed that the server chose stays that of the match; games of another one do not go on with it", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "match/othello#r=size=6" });
  await page.locator(".stage [data-cell]").first().waitFor();
  await field(page, "First player").fill(UNHURRIED);
  await field(page, "Games").fill("4");
  await field(page, "Seed").fill("");
  await page.getByRole("button", { name: "Play the match" }).click();
  await games(page).first().getByRole("link").waitFor({ timeout: PATIENCE });
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  const seed = page.locator('[data-panel="results"] dt', { hasText: "Seed" }).locator("+ dd");
  const chosen = await seed.textContent();
  const goOn = page.getByRole("button", { name: "Go on", exact: true });
  await field(page, "Second player").fill("random:seed=7");
  assert.ok(await goOn.isDisabled());
  await field(page, "Second player").fill("random");
  await goOn.click();
  await page.locator('[data-match="done"]').waitFor({ timeout: PATIENCE });
  assert.equal(await seed.textContent(), chosen);
  await close();
});

test("what cannot be played is told before it is begun", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "match/othello#r=size=7" });
  await page.locator("[data-fault]").getByText(/size/).waitFor();
  await field(page, "Rules").fill("size=6");
  await field(page, "Rules").blur();
  await page.locator("[data-fault]").waitFor({ state: "detached" });
  await page.locator(".stage [data-cell]").first().waitFor();
  await field(page, "Second player").fill("nobody");
  await page.getByRole("button", { name: "Play the match" }).click();
  await page.locator("[data-fault]").getByText(/nobody/).waitFor();
  await close();
});
