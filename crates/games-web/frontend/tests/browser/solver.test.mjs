// The page of the solver: a game beside what solving found, and the values of that game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, noBrowser, open, ready, shown } from "./browser.mjs";
import { ask, post, serve } from "./server.mjs";

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

const USUAL = "rows=3,cols=3,diagonals=true";
const rowsOf = (page) => page.locator(".history li").evaluateAll((rows) => rows.map((row) => [row.querySelector(".value").textContent, row.textContent.includes("changed")]));

test("moves on the board get a row each in the history of values, and rows lead back", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: `solver/tictactoe#r=${USUAL}&at=0` });
  await ready(page, 0);
  for (const [ply, cell] of ["b2", "a2", "a1"].entries()) {
    await page.locator(`[data-cell="${cell}"]`).click();
    await ready(page, ply + 1);
  }
  const rows = page.locator(".history li");
  await rows.nth(3).waitFor();
  // The usual game is a tie; after the center an edge loses, and nothing gives that away.
  assert.deepEqual(
    (await rowsOf(page)).map(([value, isChanged]) => [value.charAt(0), isChanged]),
    [["T", false], ["T", false], ["W", true], ["W", false]],
  );
  await rows.nth(1).getByRole("button").click();
  await ready(page, 1);
  // What comes after the position shown stays.
  await rows.nth(1).locator('[aria-current="true"]').waitFor();
  assert.equal(await rows.count(), 4);
  await close();
});

test("the game goes along from analysis to the solver and back", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: `analysis/tictactoe#r=${USUAL}&m=b2_a2&at=1` });
  await ready(page, 1);
  const here = await shown(page);
  await page.getByRole("link", { name: "Solve", exact: true }).click();
  await page.waitForURL(/\/solver\/tictactoe#/);
  await page.locator(".history li").nth(2).waitFor();
  assert.deepEqual(await shown(page), here);
  await page.getByRole("link", { name: "Analyse", exact: true }).click();
  await page.waitForURL(/\/analysis\/tictactoe#/);
  await ready(page, 1);
  assert.deepEqual(await shown(page), here);
  // A match has the rules alone.
  await page.getByRole("link", { name: "Match", exact: true }).click();
  await page.waitForURL(/\/match\/tictactoe#/);
  assert.equal(decodeURIComponent(await page.evaluate(() => location.hash)), `#v=1&r=${USUAL}&at=0`);
  await close();
});

/** A game that is not solved in no time at all. */
const LONG = { game: "konane", rules: "rows=4,cols=6" };

test("what was solved is known afterwards, though it took longer than values may", { skip: noBrowser }, async () => {
  // Values are given no time here, so that they are known only if they were before.
  const values = () => post(server, "values", { ...LONG, time_ms: 0 });
  assert.equal((await values()).type, "urn:games:not-solved");
  const { page, close } = await open(browser, server, { path: `solver/${LONG.game}#r=${LONG.rules}&at=0` });
  // The page itself is given none either.
  await page.route("**/api/v1/values", (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), time_ms: 0 }) }));
  await page.reload();
  await ready(page, 0);
  await page.getByText("No exact values are at hand for this position.").waitFor();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const solved = ask("solve", LONG.game, "--rules", LONG.rules);
  await page.locator(`[data-reachable="${solved.reachable}"]`).waitFor();
  await page.locator(`[data-panel="history"] p[data-value="${solved.value}"][data-remoteness="${solved.remoteness}"]`).waitFor();
  assert.equal((await values()).value, solved.value);
  await page.locator(".badge").first().waitFor();
  await close();
});

test("solving is stopped, and other rules end it", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "solver/konane#r=rows=5,cols=6&at=0" });
  await ready(page, 0);
  const solve = page.getByRole("button", { name: "Solve", exact: true });
  await solve.click();
  await page.getByText("Positions", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.locator("[data-fault]").getByText("It was stopped before its end.").waitFor();
  await solve.click();
  await page.getByText("Positions", { exact: true }).waitFor();
  await page.evaluate(() => (location.hash = "#v=1&r=rows=4,cols=4&at=0"));
  await ready(page, 0);
  await page.locator('button.primary:text-is("Solve"):not(:disabled)').waitFor();
  assert.equal(await page.locator("[data-fault]").count(), 0);
  const isIdle = async () => (await (await fetch(`${server.url}api/v1/health`)).json()).searches === 0;
  const deadline = Date.now() + 60_000;
  while (!(await isIdle())) assert.ok(Date.now() < deadline, "it still solves");
  await close();
});
