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

test("a file that is dropped anywhere or opened, and a text that is pasted, are read", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/chess" });
  await ready(page, 0);
  const pgn = "[Event \"dropped\"]\n\n1. e4 e5 2. Nf3 *\n";
  const give = (kind, text, where = ".board") =>
    page.evaluate(
      ([kind, text, where]) => {
        const data = new DataTransfer();
        if (kind === "drop") data.items.add(new File([text], "game.pgn", { type: "application/x-chess-pgn" }));
        else data.setData("text", text);
        const options = { bubbles: true, cancelable: true };
        const event = kind === "drop" ? new DragEvent(kind, { ...options, dataTransfer: data }) : new ClipboardEvent(kind, { ...options, clipboardData: data });
        document.querySelector(where).dispatchEvent(event);
        return event.defaultPrevented;
      },
      [kind, text, where],
    );
  // Other games of chess men begin like that, too.
  const choose = () => page.getByRole("button", { name: /^Chess, / }).click();
  assert.equal(await give("drop", pgn), true);
  await choose();
  await ready(page, 3);
  assert.equal(await give("paste", "1. d4 d5"), true);
  await choose();
  await ready(page, 2);
  await page.locator('input[name="file"]').setInputFiles({ name: "game.pgn", mimeType: "text/plain", buffer: Buffer.from(pgn) });
  await choose();
  await ready(page, 3);
  assert.equal(await give("paste", "no game at all"), true);
  await page.locator("[data-import-problem]").waitFor();
  // A field takes a text itself; a file that is dropped on it is read all the same.
  assert.equal(await give("paste", "e4", 'textarea[name="import"]'), false);
  assert.equal(await give("drop", "1. e4 c5 *", 'textarea[name="import"]'), true);
  await choose();
  await ready(page, 2);
  await close();
});
