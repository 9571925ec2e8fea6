// Which squares a player has picked so far, and what the next one does. Knows no game: a legal
// move is the lists of cells by which it can be picked.

export interface Pickable {
  readonly picks: readonly (readonly string[])[];
}

export type Picked = readonly string[];

/** What choosing a cell did. Moves are places in the list of legal moves. */
export type Outcome =
  | { kind: "picked"; picked: Picked }
  | { kind: "play"; move: number }
  /** Several moves are complete, or one is while others go on. */
  | { kind: "choose"; picked: Picked; moves: number[]; goesOn: boolean };

/** The cells that some way goes on with, each with the moves that pass through it. */
export function live(moves: readonly Pickable[], picked: Picked): Map<string, Set<number>> {
  const cells = new Map<string, Set<number>>();
  for (const [move, { picks }] of moves.entries()) {
    for (const way of picks) {
      const cell = way[picked.length];
      if (cell === undefined || !startsWith(way, picked)) continue;
      const through = cells.get(cell);
      if (through) through.add(move);
      else cells.set(cell, new Set([move]));
    }
  }
  return cells;
}

/** The moves that can still be picked. */
export function reachable(moves: readonly Pickable[], picked: Picked): number[] {
  const fits = ({ picks }: Pickable) => picked.length === 0 || picks.some((way) => startsWith(way, picked));
  return [...moves.keys()].filter((move) => fits(moves[move] as Pickable));
}

export function pick(moves: readonly Pickable[], picked: Picked, cell: string): Outcome {
  const through = live(moves, picked).get(cell);
  if (through) return extend(moves, [...picked, cell], [...through]);
  if (picked.at(-1) === cell) return { kind: "picked", picked: picked.slice(0, -1) };
  if (picked.length === 0) return { kind: "picked", picked };
  const anew = live(moves, []).get(cell);
  return anew ? extend(moves, [cell], [...anew]) : { kind: "picked", picked: [] };
}

function extend(moves: readonly Pickable[], picked: Picked, through: number[]): Outcome {
  const has = (move: number, fits: (way: readonly string[]) => boolean) =>
    (moves[move] as Pickable).picks.some((way) => startsWith(way, picked) && fits(way));
  const complete = through.filter((move) => has(move, (way) => way.length === picked.length));
  const goesOn = through.some((move) => !complete.includes(move) && has(move, (way) => way.length > picked.length));
  const [only, ...others] = complete;
  if (only === undefined) return { kind: "picked", picked };
  if (others.length === 0 && !goesOn) return { kind: "play", move: only };
  return { kind: "choose", picked, moves: complete, goesOn };
}

function startsWith(way: readonly string[], picked: Picked): boolean {
  return picked.length <= way.length && picked.every((cell, i) => cell === way[i]);
}
