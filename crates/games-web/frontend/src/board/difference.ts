// Which piece of one view is which of the next, so that what moved can be seen to move. Nothing is
// known of the game: a piece that is gone here and the like of it there is the same one.

import type { Piece, Side } from "../api/types";

export interface Drawn {
  /** Stays with a piece as long as it is the same one. */
  readonly id: number;
  readonly at: string;
  readonly glyph: string;
  readonly symbol: string;
  readonly side: Side | null;
  /** Place in its stack from below, and how many stand there. */
  readonly height: number;
  readonly stack: number;
}

/** Names the pieces of a view by those that were drawn before; new ones get numbers from `next`. */
export function follow(before: readonly Drawn[], pieces: readonly Piece[], next: () => number): Drawn[] {
  const after = stacked(pieces);
  const ids: (number | undefined)[] = after.map(() => undefined);
  const left = new Set(before);
  const match = (isSame: (old: Drawn, now: Omit<Drawn, "id">) => boolean) => {
    const byKey = [...left];
    for (const [i, now] of after.entries()) {
      if (ids[i] !== undefined) continue;
      const old = byKey.find((old) => left.has(old) && isSame(old, now));
      if (!old) continue;
      ids[i] = old.id;
      left.delete(old);
    }
  };
  const still = new Map(before.map((old) => [`${old.at} ${old.glyph} ${old.side} ${old.height}`, old]));
  for (const [i, now] of after.entries()) {
    const old = still.get(`${now.at} ${now.glyph} ${now.side} ${now.height}`);
    if (!old || !left.has(old)) continue;
    ids[i] = old.id;
    left.delete(old);
  }
  match((old, now) => old.at === now.at && old.glyph === now.glyph && old.side === now.side);
  match((old, now) => old.at !== now.at && old.glyph === now.glyph && old.side === now.side);
  match((old, now) => old.at === now.at && old.glyph === now.glyph);
  const drawn = after.map((piece, i) => ({ ...piece, id: ids[i] ?? next() }));
  // In the order of their ids, so that a piece that only moved keeps its element.
  return drawn.sort((a, b) => a.height - b.height || a.id - b.id);
}

function stacked(pieces: readonly Piece[]): Omit<Drawn, "id">[] {
  const cells = new Map<string, Piece[]>();
  for (const piece of pieces) cells.set(piece.at, [...(cells.get(piece.at) ?? []), piece]);
  return [...cells.values()].flatMap((stack) =>
    stack
      .toSorted((a, b) => a.z - b.z)
      .map(({ at, glyph, symbol, side }, height) => ({ at, glyph, symbol, side, height, stack: stack.length })),
  );
}
