import assert from "node:assert/strict";
import { test } from "node:test";

import type { Board, Piece } from "../../src/api/types";
import { type Drawn, follow } from "../../src/board/difference";
import { cellAt, center, geometry, neighbor, rowEnd } from "../../src/board/geometry";
import { badges } from "../../src/board/badges";
import { words } from "../../src/board/words";

const board = (cols: number, rows: number, wrap = false): Board => ({
  kind: "squares", cols, rows, wrap, turnable: true, shade: "plain", dots: [],
  cells: Array.from({ length: cols * rows }, (_, i) => `${"abcdefgh"[i % cols]}${rows - Math.floor(i / cols)}`),
  col_labels: [..."abcdefgh"].slice(0, cols),
  row_labels: Array.from({ length: rows }, (_, i) => String(rows - i)),
});
const man = (at: string, glyph = "pawn", side: "p1" | "p2" = "p1", z = 0): Piece => ({ at, glyph, symbol: glyph[0] as string, side, z });

test("the cell at the center of a cell is that cell, turned or not", () => {
  for (const turned of [false, true]) {
    const g = geometry(board(5, 3), turned);
    for (let at = 0; at < 15; at++) assert.equal(cellAt(g, ...center(g, at)), at);
    assert.equal(cellAt(g, 0, 0), undefined);
  }
});

test("arrow keys go as the eye does, and around where the board wraps", () => {
  const [plain, turned, round] = [geometry(board(3, 3), false), geometry(board(3, 3), true), geometry(board(3, 3, true), false)];
  assert.deepEqual([neighbor(plain, 4, 1, 0), neighbor(turned, 4, 1, 0)], [5, 3]);
  assert.deepEqual([neighbor(plain, 2, 1, 0), neighbor(round, 2, 1, 0), neighbor(round, 0, 0, -1)], [2, 0, 6]);
  assert.deepEqual([rowEnd(plain, 4, false), rowEnd(plain, 4, true), rowEnd(turned, 4, false)], [3, 5, 5]);
});

test("what moved is the same piece, what turned over too, what is new has a new number", () => {
  let next = 0;
  const number = () => next++;
  const first = follow([], [man("a1"), man("b2", "king"), man("c3", "disc")], number);
  const id = (drawn: readonly Drawn[], at: string) => drawn.find((piece) => piece.at === at)?.id;
  const second = follow(first, [man("a2"), man("b2", "king"), man("c3", "disc", "p2"), man("a3", "disc", "p2")], number);
  assert.equal(id(second, "a2"), id(first, "a1"));
  assert.equal(id(second, "b2"), id(first, "b2"));
  assert.equal(id(second, "c3"), id(first, "c3"));
  assert.equal(id(second, "a3"), 3);
});

test("a new piece comes from the other cell of the last move, where its side had one", () => {
  const last = (...cells: string[]) => cells.map((at) => ({ at, kind: "last" as const, side: null }));
  const from = (before: Piece[], after: Piece[], at: string, ...cells: string[]) => {
    let next = 0;
    const drawn = follow(follow([], before, () => next++), after, () => next++, last(...cells));
    return drawn.find((piece) => piece.at === at)?.from;
  };
  // A copy, whose source still stands there, and a pawn that became a queen.
  assert.equal(from([man("a1")], [man("a1"), man("b2")], "b2", "a1", "b2"), "a1");
  assert.equal(from([man("a7")], [man("a8", "queen")], "a8", "a7", "a8"), "a7");
  // What moved slides; what was put down comes from nowhere, nor from a piece of the other side.
  assert.equal(from([man("a1")], [man("a2")], "a2", "a1", "a2"), undefined);
  assert.equal(from([man("a1")], [man("a1"), man("b2")], "b2", "b2"), undefined);
  assert.equal(from([man("a1", "pawn", "p2")], [man("a1", "pawn", "p2"), man("b2")], "b2", "a1", "b2"), undefined);
});

test("two pieces that change places both move", () => {
  let next = 0;
  const first = follow([], [man("a1", "king"), man("b1", "rook")], () => next++);
  const second = follow(first, [man("a1", "rook"), man("b1", "king")], () => next++);
  assert.equal(next, 2);
  assert.deepEqual(second.map(({ id, at }) => [id, at]), [[0, "b1"], [1, "a1"]]);
});

test("a stack is told from above", () => {
  const view = { pieces: [man("a1", "pawn", "p1", 0), man("a1", "queen", "p1", 1)], marks: [{ at: "b1", kind: "barred", side: null }], counters: [] };
  const told = words(board(3, 3), view, ["white", "black"]);
  assert.equal(told.get("a1"), "white queen over white pawn");
  assert.equal(told.get("b1"), "empty, barred");
});

test("a cell shows the best of the moves through it, and its targets once it is picked", () => {
  const legal = [{ text: "x", picks: [["a1", "a2"]] }, { text: "y", picks: [["a1", "a3"]] }, { text: "z", picks: [["b1", "b2"]] }];
  const worth = (order: number, text: string) => ({ order, text, say: text, tone: "score" as const });
  const known = new Map([["x", worth(5, "five")], ["y", worth(2, "two")], ["z", worth(3, "three")]]);
  const shown = badges(legal, [], known);
  assert.deepEqual([...shown].map(([cell, { text, isBest }]) => [cell, text, isBest]), [["a1", "two", true], ["b1", "three", false]]);
  assert.deepEqual([...badges(legal, ["a1"], known).keys()], ["a3", "a2"]);
  assert.equal(badges(legal, [], known, 1).size, 1);
});
