import assert from "node:assert/strict";
import { test } from "node:test";

import type { SolvedValue } from "../../src/api/types";
import { count, long, order, percent, short, signed } from "../../src/state/words";

const worth = (text: string) => {
  const [value, remoteness] = text.split(" ");
  return { value: value as SolvedValue, remoteness: remoteness === undefined ? null : Number(remoteness) };
};

test("the best comes first: quick wins, ties, draws, slow losses", () => {
  const best = ["win 1", "win 3", "win 30", "tie 4", "draw", "lose 60", "lose 6", "lose 0"];
  assert.deepEqual(best.toReversed().toSorted((a, b) => order(worth(a)) - order(worth(b))), best);
});

test("values in a few characters and in words", () => {
  assert.deepEqual(["win 7", "lose 0", "tie 4", "draw"].map((text) => short(worth(text))), ["W7", "L0", "T4", "D"]);
  assert.deepEqual(["win 7", "lose 0", "tie 4", "draw"].map((text) => long(worth(text))), ["win in 7", "lose now", "tie in 4", "draw"]);
});

test("numbers as they are written", () => {
  assert.deepEqual([0.126, -1.5, 0, 123.4].map(signed), ["+0.13", "−1.5", "0", "+123"]);
  assert.deepEqual([-1, 0, 0.24, 1].map(percent), ["0%", "50%", "62%", "100%"]);
  assert.deepEqual([9_999, 10_000, 2_345_678, 5e9].map(count), ["9,999", "10.0 k", "2.35 M", "5.00 G"]);
});
