// Lines to look at in a game that is solved: best play, and lots that lead to a position of some
// value. Each step asks the server, which keeps the table.

import { post } from "../api/client";
import type { SolvedValue, Values } from "../api/types";
import { order } from "./words";

export interface Start {
  game: string;
  rules: string;
}

/** Longer ones are cut: where nobody can win, play may go on for ever. */
const MOST_PLIES = 200;
/** So often a line by lot is begun anew. */
const TRIES = 30;

const values = ({ game, rules }: Start, moves: readonly string[]) => post<Values>("values", { game, moves, ...(rules && { rules }) });

/** Best play of both sides: the quickest win against the longest defence. */
export async function bestPlay(start: Start): Promise<string[]> {
  const moves: string[] = [];
  while (moves.length < MOST_PLIES) {
    const [best] = (await values(start, moves)).moves.toSorted((a, b) => order(a) - order(b));
    if (!best) break;
    moves.push(best.move);
  }
  return moves;
}

/** A line by lot to a position that is worth this to whoever is to move; none if there was none. */
export async function byLot(start: Start, wanted: SolvedValue): Promise<string[] | undefined> {
  for (let i = 0; i < TRIES; i++) {
    const seen = (await anyGame(start)).filter(({ value }) => value === wanted);
    if (seen.length) return any(seen).moves;
  }
  return undefined;
}

/** Of the won positions in so many games by lot the one whose win takes longest. */
export async function longWin(start: Start): Promise<string[] | undefined> {
  let longest: Seen | undefined;
  for (let i = 0; i < TRIES; i++) {
    for (const seen of await anyGame(start)) {
      if (seen.value === "win" && (seen.remoteness ?? 0) > (longest?.remoteness ?? 0)) longest = seen;
    }
  }
  return longest?.moves;
}

type Seen = Pick<Values, "value" | "remoteness"> & { moves: string[] };

/** The positions of a game by lot in which there was something to play. */
async function anyGame(start: Start): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let moves: string[] = []; moves.length <= MOST_PLIES; ) {
    const found = await values(start, moves);
    if (found.moves.length === 0) break;
    seen.push({ value: found.value, remoteness: found.remoteness, moves });
    moves = [...moves, any(found.moves).move];
  }
  return seen;
}

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
