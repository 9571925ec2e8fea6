// What is shown stands in the address: it is read again after anything, and a bad one is told.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
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

const GAME = "analysis/othello#v=1&r=size=6&m=c2_b2(d2)_b3&o=1&at=2";

test("a reload, a new context and a server without a memory show the same", { skip: noBrowser }, async () => {
  const first = await open(browser, server, { path: GAME });
  await ready(first.page, 2);
  const seen = await shown(first.page);
  await first.page.reload();
  await ready(first.page, 2);
  assert.deepEqual(await shown(first.page), seen);
  const second = await open(browser, server, { path: (await first.page.evaluate(() => location.pathname + location.hash)).slice(1) });
  await ready(second.page, 2);
  assert.deepEqual(await shown(second.page), seen);
  await first.close();
  await second.close();
});

test("Back leaves the game and takes no move back", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server);
  await page.locator('[data-game="othello"]').getByRole("link", { name: "Play Othello" }).click();
  await ready(page, 0);
  await page.locator(".seat > select").first().selectOption("human");
  await page.locator('[data-cell="d3"]').click();
  await ready(page, 1);
  await page.goBack();
  await page.locator("ul.cards[data-ready]").waitFor();
  await page.goForward();
  await ready(page, 1);
  await close();
});

test("two tabs have a game each, and the gallery has both", { skip: noBrowser }, async () => {
  const { page: one, context, close } = await open(browser, server, { path: "play/othello#s=human~human&at=0" });
  const other = await context.newPage();
  await other.goto(`${server.url}play/chess#s=human~human&at=0`);
  await Promise.all([ready(one, 0), ready(other, 0)]);
  for (const [tab, ply, cells] of [[one, 1, ["f5"]], [other, 1, ["e2", "e4"]], [one, 2, ["d6"]]]) {
    for (const cell of cells) await tab.locator(`[data-cell="${cell}"]`).click();
    await ready(tab, ply);
  }
  await ready(other, 1);
  const third = await context.newPage();
  await third.goto(server.url);
  const games = third.getByRole("region", { name: "Your last games" }).getByRole("link");
  await games.nth(1).waitFor();
  assert.deepEqual((await games.allTextContents()).toSorted(), ["Chess, 1 move", "Othello, 2 moves"]);
  await close();
});

test("without a memory of its own the page works", { skip: noBrowser }, async () => {
  const { page, context, close } = await open(browser, server);
  await context.addInitScript(() => Object.defineProperty(window, "localStorage", { get: () => { throw new Error("off"); } }));
  await page.goto(`${server.url}play/othello#s=human~human&at=0`);
  await ready(page, 0);
  await page.locator('[data-cell="d3"]').click();
  await ready(page, 1);
  await close();
});

const SCRIPT = encodeURIComponent("<img src=x onerror=alert(1)>");
/** Addresses with what has to be told of each. */
const BAD = [
  ["play/no-such-game", /no game/i],
  [`play/${SCRIPT}`, /no game/i],
  ["nowhere/othello", /no page/i],
  ["play/othello#r=size=7&at=0", /size/],
  [`play/othello#r=${SCRIPT}&at=0`, /img/],
  ["play/chess#p=8/8&at=0", /./],
  [`analysis/chess#p=${SCRIPT}&at=0`, /./],
  ["analysis/othello#m=f5_a1_c3&at=3", /a1/],
  ["analysis/othello#m=f5_zz&at=2", /zz/],
  [`analysis/othello#m=f5_${SCRIPT}&at=2`, /./],
  ["analysis/othello#m=f5_%E&at=2", /cut or damaged/],
  ["analysis/othello#m=f5)_d6&at=2", /never opened/],
  ["analysis/othello#m=f5&at=9", /shows move 9/],
  ["analysis/othello#v=9&at=0", /version/],
  [`analysis/othello#${"x".repeat(100_000)}`, /unknown part/],
];

for (const [path, told] of BAD) {
  test(`${path.slice(0, 60)}: told in words, nothing run`, { skip: noBrowser }, async () => {
    const { page, close } = await open(browser, server, { path });
    page.on("dialog", () => assert.fail("a dialog was opened"));
    await page.locator("[data-fault]").first().waitFor();
    assert.match((await page.locator("[data-fault]").allTextContents()).join(" "), told);
    assert.equal(await page.locator("main img").count(), 0);
    if (path.includes("#")) await ready(page);
    await close();
  });
}

test("of a line with a bad move the part before it is shown", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/othello#m=f5_d6_a1_c3&at=4" });
  await ready(page, 2);
  await close();
});

/** Longer addresses are cut by some who pass them on. */
const LONG = 8 << 10;

/** A game with every legal move of its first plies as a variation: its address is longer than that. */
async function wide() {
  const { moves } = ask("play", "chess", "--p1", "random:seed=1", "--p2", "random:seed=2", "--max-plies", "80");
  const parts = [];
  for (const [ply, move] of moves.entries()) {
    const { legal } = await post(server, "position", { game: "chess", moves: moves.slice(0, ply) });
    parts.push(`${ply ? "_" : ""}${move}${legal.filter(({ text }) => text !== move).map(({ text }) => `(${text})`).join("")}`);
  }
  return { moves, address: `analysis/chess#v=1&m=${parts.join("")}&at=${moves.length}` };
}

test("an address of more than 8 kB works, and there is a file as well, which is the same game", { skip: noBrowser }, async () => {
  const { moves, address } = await wide();
  assert.ok(address.length > LONG, `${address.length}`);
  const { page, close } = await open(browser, server, { path: address, acceptDownloads: true });
  await ready(page, moves.length);
  const seen = await shown(page);
  const written = await page.evaluate(() => location.pathname.slice(1) + location.hash);
  assert.equal(written, address);
  await page.reload();
  await ready(page, moves.length);
  assert.deepEqual(await shown(page), seen);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a file" }).click()]);
  assert.equal(file.suggestedFilename(), "chess.pgn");
  const text = readFileSync(await file.path(), "utf8");
  const { found } = await post(server, "import", { text, game: "chess" });
  assert.equal(found[0].tree.nodes.length, address.match(/[a-h][1-8][a-h][1-8][qrbn]?/g).length);
  // A short one needs no file.
  await page.goto(`${server.url}analysis/chess#m=e2e4&at=1`);
  await ready(page, 1);
  assert.equal(await page.getByRole("button", { name: "Save as a file" }).count(), 0);
  await close();
});
