import assert from "node:assert/strict";
import { test } from "node:test";

import { live, pick, reachable } from "../../src/board/picking";

const moves = (...all: string[][]) => all.map((ways) => ({ picks: ways.map((way) => way.split(" ")) }));
const legal = moves(["e1 g1", "e1 h1"], ["e1 f1"], ["e7 e8"], ["e7 e8"], ["d4"], ["a1 b1"], ["a1 b1 c1"], ["a1 b1 d1"]);

test("cells that can be picked are those that a way goes on with", () => {
  assert.deepEqual([...live(legal, []).keys()], ["e1", "e7", "d4", "a1"]);
  assert.deepEqual([...live(legal, ["e1"]).keys()], ["g1", "h1", "f1"]);
  assert.deepEqual(reachable(legal, ["a1", "b1"]), [5, 6, 7]);
});

test("a single complete move is played, by each of its ways", () => {
  assert.deepEqual(pick(legal, ["e1"], "g1"), { kind: "play", move: 0 });
  assert.deepEqual(pick(legal, ["e1"], "h1"), { kind: "play", move: 0 });
  assert.deepEqual(pick(legal, [], "d4"), { kind: "play", move: 4 });
});

test("several complete moves, and one while others go on, ask", () => {
  assert.deepEqual(pick(legal, ["e7"], "e8"), { kind: "choose", picked: ["e7", "e8"], moves: [2, 3], goesOn: false });
  assert.deepEqual(pick(legal, ["a1"], "b1"), { kind: "choose", picked: ["a1", "b1"], moves: [5], goesOn: true });
  assert.deepEqual(pick(legal, ["a1", "b1"], "c1"), { kind: "play", move: 6 });
});

test("another way of the same move does not make it ask", () => {
  assert.deepEqual(pick(moves(["t", "h t"]), [], "t"), { kind: "play", move: 0 });
  assert.deepEqual(pick(moves(["t", "t h"]), [], "t"), { kind: "play", move: 0 });
});

test("the last cell again takes it back, a dead one clears or starts anew", () => {
  assert.deepEqual(pick(legal, ["e1"], "e1"), { kind: "picked", picked: [] });
  assert.deepEqual(pick(legal, ["e1"], "z9"), { kind: "picked", picked: [] });
  assert.deepEqual(pick(legal, ["e1"], "a1"), { kind: "picked", picked: ["a1"] });
  assert.deepEqual(pick(legal, ["e1"], "d4"), { kind: "play", move: 4 });
  assert.deepEqual(pick(legal, [], "z9"), { kind: "picked", picked: [] });
});
