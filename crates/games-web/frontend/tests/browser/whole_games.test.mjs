// Every game that the program lists is played from the gallery to its end, and ends as the same
// moves end on the command line.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, noBrowser, open, pickByKeys, pickByMouse, pickByTouch, ready, seatPeople, shown } from "./browser.mjs";
import { ask, post, serve } from "./server.mjs";

const games = noBrowser ? [] : ask("list").games;
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

/** A strong side soon wins against a weak one. */
const game = (id, seed) => ask("play", id, "--p1", "alphabeta:depth=2", "--p2", `random:seed=${seed}`);

async function playWhole(page, id, played, pick) {
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

for (const { id, name } of games) {
  test(`${id}: a whole game by mouse, from the gallery`, { skip: noBrowser }, async () => {
    const { page, close } = await open(browser, server);
    await page.getByRole("link", { name: `Play ${name}`, exact: true }).click();
    await ready(page, 0);
    await seatPeople(page);
    await playWhole(page, id, game(id, 1), pickByMouse);
    await close();
  });

  test(`${id}: a whole game by the keyboard`, { skip: noBrowser }, async () => {
    const { page, close } = await open(browser, server, { path: `play/${id}#s=human~human&at=0` });
    await ready(page, 0);
    await playWhole(page, id, game(id, 2), pickByKeys);
    await close();
  });

  test(`${id}: a whole game by touch on a phone`, { skip: noBrowser }, async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
    const { page, close } = await open(browser, server, { path: `play/${id}#s=human~human&at=0`, ...phone });
    await ready(page, 0);
    await playWhole(page, id, game(id, 3), pickByTouch);
    await close();
  });
}
