// Every way to pick a move plays that move (where people play, so that no values are looked for): castling on either square, promotions, copies by each
// source, go-agains and stopping them, take or copy, captures on stacks. Of each game that position
// of some games is taken in which most moves can be mistaken for each other.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { asks, launch, noBrowser, open, pickByMouse, ready, shown } from "./browser.mjs";
import { ask, post, serve } from "./server.mjs";

/** Ways that are tried in a position, those first that ask or that are not the first of their move. */
const MOST_WAYS = 25;
/** Plies of a game that are looked at. */
const MOST_PLIES = 60;

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

/** All ways of all moves, the doubtful ones first. */
function ways(scene) {
  const all = scene.legal.flatMap((move) => (move.picks.length ? move.picks : [undefined]).map((way, i) => ({ move, way, isDoubtful: isDoubtful(scene, way, i) })));
  return all.toSorted((a, b) => Number(b.isDoubtful) - Number(a.isDoubtful));
}

function isDoubtful(scene, way, i) {
  return way === undefined || i > 0 || way.some((_, at) => asks(scene, way, at + 1));
}

async function hardest(id) {
  let hardest = { doubtful: -1 };
  for (const seed of [1, 2]) {
    const { moves } = ask("play", id, "--p1", `random:seed=${seed}`, "--p2", `random:seed=${seed + 10}`);
    for (let ply = 0; ply < Math.min(moves.length, MOST_PLIES); ply++) {
      const scene = await post(server, "position", { game: id, moves: moves.slice(0, ply) });
      const doubtful = ways(scene).filter((way) => way.isDoubtful).length;
      if (doubtful > hardest.doubtful) hardest = { doubtful, scene, moves: moves.slice(0, ply) };
    }
  }
  return hardest;
}

for (const { id } of noBrowser ? [] : ask("list").games) {
  test(`${id}: every way to pick a move plays it`, { skip: noBrowser }, async () => {
    const { scene, moves } = await hardest(id);
    const line = moves.map((move) => encodeURIComponent(move).replaceAll("_", "%5F")).join("_");
    const { page, close } = await open(browser, server, { path: `play/${id}#m=${line}&s=human~human&at=${moves.length}` });
    await ready(page, moves.length);
    for (const { move, way } of ways(scene).slice(0, MOST_WAYS)) {
      const expected = await post(server, "position", { game: id, moves: [...moves, move.text] });
      await pickByMouse(page, move, scene, way);
      await ready(page, moves.length + 1);
      assert.equal((await shown(page)).position, expected.position, `${move.text} by ${way}`);
      await page.keyboard.press("z");
      await ready(page, moves.length);
    }
    await close();
  });
}
