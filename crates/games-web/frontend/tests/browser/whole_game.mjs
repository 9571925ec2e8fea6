// A whole game that the program played, played again in the page: it ends as on the command line.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, noBrowser, open, ready, shown } from "./browser.mjs";
import { ask, post, serve } from "./server.mjs";

/** Of so many games the shortest is played. */
const GAMES = 5;

/** Plays a game of every kind; `begin` opens its page and shows the start. */
export function everyGame(way, begin, pick) {
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
  for (const game of noBrowser ? [] : ask("list").games) {
    test(`${game.id}: a whole game ${way}`, { skip: noBrowser }, async () => {
      const { page, close } = await begin((options) => open(browser, server, options), game);
      await playWhole(page, server, game.id, shortest(game.id), pick);
      await close();
    });
  }
}

/** A strong side soon wins against a weak one. */
function shortest(id) {
  const seeds = Array.from({ length: GAMES }, (_, i) => i + 1);
  const games = seeds.map((seed) => ask("play", id, "--p1", "alphabeta:depth=2", "--p2", `random:seed=${seed}`));
  return games.toSorted((a, b) => a.moves.length - b.moves.length)[0];
}

async function playWhole(page, server, id, played, pick) {
  const sceneAt = (ply) => post(server, "position", { game: id, moves: played.moves.slice(0, ply) });
  // The server answers the next question while the page is busy.
  let next = sceneAt(0);
  for (const [ply, text] of played.moves.entries()) {
    const scene = await next;
    next = sceneAt(ply + 1);
    await pick(page, scene.legal.find((move) => move.text === text), scene);
    await ready(page, ply + 1);
  }
  await next;
  const { position, outcome } = await shown(page);
  assert.equal(position, played.final_position);
  assert.equal(outcome, played.outcome);
  await page.locator(`[data-result="${played.outcome}"]`).waitFor();
}
