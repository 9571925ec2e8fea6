// A point that may not be taken back at once: it is marked, named, and refused however it is picked.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, noBrowser, open, pickByKeys, pickByMouse, pickByTouch, ready, shown } from "./browser.mjs";
import { post, serve } from "./server.mjs";

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

/** Black takes the stone on C3 by D3, and White may not take that one back at once:
 *
 *     4 . . B W .
 *     3 . B . B W
 *     2 . . B W .
 */
const MOVES = ["B3", "D4", "C4", "D2", "C2", "E3", "A1", "C3", "D3"];
const KO = "C3";
/** A move elsewhere, and its answer; then the stone may be taken. */
const ELSEWHERE = ["A5", "E5"];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const WAYS = [
  ["by mouse", 5, {}, pickByMouse],
  ["by keyboard", 5, {}, pickByKeys],
  ["by touch", 5, PHONE, pickByTouch],
  // Points are so small here that a finger aims first.
  ["by touch on a board of small points", 19, PHONE, pickByTouch],
];

for (const [way, size, shape, pick] of WAYS) {
  test(`the ko point is refused ${way}`, { skip: noBrowser }, async () => {
    const rules = `size=${size}`;
    const { page, close } = await open(browser, server, { path: `play/go#r=${rules}&m=${MOVES.join("_")}&s=human~human&at=${MOVES.length}`, ...shape });
    await ready(page, MOVES.length);
    const scene = (moves) => post(server, "position", { game: "go", rules, moves });
    const before = await scene(MOVES);
    assert.equal(before.legal.some(({ text }) => text === KO), false);
    assert.match(await page.locator(`[data-cell="${KO}"]`).getAttribute("aria-label"), /empty, barred/);
    assert.equal(await page.locator(".barred").count(), 1);
    const taking = { text: KO, picks: [[KO]] };
    // There is nothing to confirm either.
    if (shape === PHONE) await page.locator(`[data-cell="${KO}"]`).tap();
    else await pick(page, taking, before);
    assert.equal(await page.getByRole("button", { name: `Play ${KO}`, exact: true }).count(), 0);
    assert.deepEqual([(await shown(page)).position, (await shown(page)).ply], [before.position, String(MOVES.length)]);
    // It was the ko alone: after a move elsewhere and an answer the same pick takes the stone.
    for (const [i, text] of ELSEWHERE.entries()) {
      const moves = [...MOVES, ...ELSEWHERE.slice(0, i)];
      const now = await scene(moves);
      await pick(page, now.legal.find((move) => move.text === text), now);
      await ready(page, moves.length + 1);
    }
    const moves = [...MOVES, ...ELSEWHERE];
    const now = await scene(moves);
    await pick(page, now.legal.find((move) => move.text === KO), now);
    await ready(page, moves.length + 1);
    const after = await scene([...moves, KO]);
    assert.equal((await shown(page)).position, after.position);
    assert.match(await page.locator('[data-cell="D3"]').getAttribute("aria-label"), /empty/);
    await close();
  });
}
