// Which piece of one view is which of the next, so that what moved can be seen to move. Nothing is
// known of the game: a piece that is gone here and the like of it there is the same one.

import type { Mark, Piece, Side } from "../api/types";

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
  /** Of a new piece the cell that it came from: its source still stands there, or was it. */
  readonly from?: string;
}

/** Names the pieces of a view by those that were drawn before; new ones get numbers from `next`. */
export function follow(before: readonly Drawn[], pieces: readonly Piece[], next: () => number, marks: readonly Mark[] = []): Drawn[] {
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
  const born = (piece: Omit<Drawn, "id">): Drawn => {
    const from = source(before, piece, marks);
    return { ...piece, id: next(), ...(from !== undefined && { from }) };
  };
  const drawn = after.map((piece, i) => (ids[i] === undefined ? born(piece) : { ...piece, id: ids[i] }));
  // In the order of their ids, so that a piece that only moved keeps its element.
  return drawn.sort((a, b) => a.height - b.height || a.id - b.id);
}

/** The other cell of the last move, if the same side had a piece there. */
function source(before: readonly Drawn[], { at, side }: Omit<Drawn, "id">, marks: readonly Mark[]): string | undefined {
  const isOwn = (cell: string) => before.some((old) => old.at === cell && old.side === side);
  return marks.find((mark) => mark.kind === "last" && mark.at !== at && isOwn(mark.at))?.at;
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
