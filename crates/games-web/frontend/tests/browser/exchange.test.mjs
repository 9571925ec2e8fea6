// What a page exports in any of its formats is imported again as the same game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, noBrowser, open, ready } from "./browser.mjs";
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

const PLIES = 12;

for (const { id, name } of noBrowser ? [] : ask("list").games) {
  test(`${id}: every format is read as it was written`, { skip: noBrowser }, async () => {
    const { files } = await (await fetch(`${server.url}api/v1/games/${id}`)).json();
    const moves = ask("play", id, "--p1", "random:seed=3", "--p2", "random:seed=4").moves.slice(0, PLIES);
    const nodes = moves.map((move, i) => ({ parent: i ? i - 1 : null, move, comment: "" }));
    const here = await post(server, "position", { game: id, moves });
    const { page, close } = await open(browser, server, { path: `analysis/${id}` });
    for (const format of ["position", "moves", "json", ...files]) {
      const { text } = await post(server, "export", { game: id, tree: { comment: "", nodes }, format });
      await page.goto(`${server.url}analysis/${id}`);
      await ready(page, 0);
      await page.locator('textarea[name="import"]').fill(text);
      await page.getByRole("button", { name: "Import", exact: true }).click();
      const choice = page.getByRole("button", { name: new RegExp(`^${name}, ${format === "position" || format === "moves" ? "" : format}.*moves$`) }).first();
      const isThere = page.waitForFunction((key) => document.querySelector("[data-ready]")?.dataset.key === key, here.key);
      // Where several games can be meant, one is asked which.
      await Promise.race([isThere, choice.waitFor().then(() => choice.click()).then(() => isThere)]);
      const { position } = await page.locator("[data-ready]").first().evaluate((board) => ({ ...board.dataset }));
      assert.equal(position, here.position, format);
    }
    await close();
  });
}

test("a megabyte of rubbish is refused in words, and the page goes on", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/othello" });
  await ready(page, 0);
  for (const rubbish of ["x".repeat(1 << 20), "~ ".repeat(1 << 19), "(".repeat(100_000)]) {
    await page.locator('textarea[name="import"]').fill(rubbish);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.locator("[data-import-problem]").waitFor();
  }
  await page.locator('[data-cell="f5"]').click();
  await ready(page, 1);
  await close();
});
