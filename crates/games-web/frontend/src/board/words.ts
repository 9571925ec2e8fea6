// What stands on a cell, in words, for those who listen.

import type { Board, View } from "../api/types";

const MARKS: Readonly<Record<string, string>> = {
  last: "last move",
  check: "in check",
  must: "must go on",
  barred: "barred",
  gone: "cleared",
  line: "winning line",
  boost: "boosted",
};

/** By cell; cells without pieces and marks are left out. */
export function words(board: Board, view: View, sideNames: readonly [string, string]): Map<string, string> {
  const stacks = new Map<string, { z: number; name: string }[]>();
  for (const { at, glyph, side, z } of view.pieces) {
    const whose = side === null ? "" : `${sideNames[side === "p1" ? 0 : 1]} `;
    const stack = stacks.get(at) ?? [];
    stack.push({ z, name: whose + glyph.replaceAll("-", " ") });
    stacks.set(at, stack);
  }
  const parts = new Map<string, string[]>();
  for (const [at, stack] of stacks) {
    parts.set(at, [stack.sort((a, b) => b.z - a.z).map(({ name }) => name).join(" over ")]);
  }
  for (const { at, kind, side } of view.marks) {
    const word = kind === "territory" ? `territory of ${sideNames[side === "p1" ? 0 : 1]}` : MARKS[kind];
    if (word) parts.set(at, [...(parts.get(at) ?? ["empty"]), word]);
  }
  return new Map([...parts].filter(([at]) => board.cells.includes(at)).map(([at, all]) => [at, all.join(", ")]));
}
