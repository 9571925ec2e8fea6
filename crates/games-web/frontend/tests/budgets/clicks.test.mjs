// From a click to the changed board, the server included, in milliseconds.

import { ask, post } from "../browser/server.mjs";
import { open, pickByMouse, ready } from "../browser/browser.mjs";
import { budget, quantile, shared } from "./measure.mjs";

const both = shared();
const MOVES = 40;

/** Notes in the page when a button was let go and when the next position was there. */
function watch() {
  let released;
  window.times = [];
  document.addEventListener("pointerup", () => (released = performance.now()), true);
  let ply = document.querySelector("[data-ply]").dataset.ply;
  new MutationObserver(() => {
    const board = document.querySelector("[data-ready][data-ply]");
    if (!board || board.dataset.ply === ply) return;
    ply = board.dataset.ply;
    window.times.push(performance.now() - released);
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}

async function clicks(id, rules, position) {
  const { moves } = ask("play", id, "--rules", rules, ...(position ? ["--position", position] : []), "--p1", "random:seed=1", "--p2", "random:seed=2", "--max-plies", String(MOVES));
  const { page, close } = await open(both.browser, both.server, { path: `play/${id}#r=${rules}${position ? `&p=${position.replaceAll(" ", "_")}` : ""}&s=human~human&at=0` });
  await ready(page, 0);
  await page.evaluate(watch);
  for (const [ply, text] of moves.slice(0, MOVES).entries()) {
    const scene = await post(both.server, "position", { game: id, rules, position, moves: moves.slice(0, ply) });
    await pickByMouse(page, scene.legal.find((move) => move.text === text), scene);
    await ready(page, ply + 1);
  }
  const times = await page.evaluate(() => window.times);
  await close();
  return quantile(times, 0.95);
}

budget("a click on 8x8", { p95: 50 }, async () => ({ p95: await clicks("othello", "size=8") }));
budget("a click on 19x19", { p95: 80 }, async () => ({ p95: await clicks("go", "size=19") }));
/** On 16 by 16 squares, with 897 moves in the beginning. */
const WIDE = `g15/${"16/".repeat(14)}FSETBKRGGRKBTESF w`;
budget("a click among 700 moves and more", { p95: 100 }, async () => ({ p95: await clicks("girl-chess", "size=16x16", WIDE) }));
