// What is written on the cells of a board: values, scores, visits. The browser never turns a
// number round: numbers on moves are the mover's, as the server sends them.

import { type Pickable, type Picked, live } from "./picking";

/** What is known of a move. */
export interface Worth {
  /** Best first: the smaller, the better. */
  readonly order: number;
  /** A few characters for the board: `W3`, `+1.5`, `62%`. */
  readonly text: string;
  /** For those who listen: `win in 3`. */
  readonly say: string;
  readonly tone: "win" | "tie" | "draw" | "lose" | "score";
  /** From 0 to 1: how much of the color heat has. */
  readonly heat?: number;
}

export interface Badge extends Worth {
  readonly isBest: boolean;
}

/** The badge of each live cell: the best of the moves that go through it. */
export function badges(moves: readonly (Pickable & { text: string })[], picked: Picked, worth: ReadonlyMap<string, Worth>, most = Infinity): Map<string, Badge> {
  const found: [string, Worth][] = [];
  for (const [cell, through] of live(moves, picked)) {
    const best = [...through].map((move) => worth.get((moves[move] as { text: string }).text)).reduce(better, undefined);
    if (best) found.push([cell, best]);
  }
  found.sort(([, a], [, b]) => a.order - b.order);
  const top = found[0]?.[1].order;
  return new Map(found.slice(0, most).map(([cell, worth]) => [cell, { ...worth, isBest: worth.order === top }]));
}

function better(a: Worth | undefined, b: Worth | undefined): Worth | undefined {
  if (!a || !b) return a ?? b;
  return b.order < a.order ? b : a;
}
