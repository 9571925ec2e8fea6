// What is known of how the game stands after each of its moves, for the first side: exact values
// where there are any, else what a search found.

import type { Worth } from "../api/types";
import type { Found } from "./engine";
import type { Game } from "./game";
import * as tree from "./tree";
import { percent, short, signed } from "./words";

export interface Standing {
  /** From -1 to 1 for the first side. */
  readonly height: number;
  readonly isDrawn: boolean;
  /** A letter with a number, or a score. */
  readonly brief: string;
  readonly words: string;
  /** Missing where a search judged. */
  readonly exact?: Worth;
}

/** How much of a game a difference decides: half of the bar at this many units. */
const HALF = 4;

export function standing(worth: Worth | undefined, found: Found | undefined, sides: readonly [string, string]): Standing | undefined {
  if (worth) {
    const sign = { win: 1, lose: -1, tie: 0, draw: 0 }[worth.value_p1];
    const fade = Math.max(0.3, 1 - (worth.remoteness ?? 0) / 60);
    const far = worth.remoteness === null ? "" : ` in ${worth.remoteness}`;
    const words = sign === 0 ? `${worth.value_p1}${far}` : `${sign > 0 ? sides[0] : sides[1]} wins${far}`;
    return { height: sign * fade, isDrawn: sign === 0, brief: short({ value: worth.value_p1, remoteness: worth.remoteness }), words, exact: worth };
  }
  if (!found) return undefined;
  const { score, expected } = found;
  const exact = found.exact ? "=" : "";
  if (score !== null) return { height: score / (Math.abs(score) + HALF), isDrawn: score === 0, brief: exact + signed(score), words: `${signed(score)} for ${sides[0]}` };
  if (expected !== null) return { height: expected, isDrawn: expected === 0, brief: exact + percent(expected), words: `${percent(expected)} for ${sides[0]}` };
  return undefined;
}

/** The shown line to its end: where it leads, and how it stands at each ply. */
export function standings(game: Game, history: readonly Worth[] | undefined, found: ReadonlyMap<string, Found>, sides: readonly [string, string]) {
  const path = tree.forward(game.root.value, game.path.value);
  const moves = tree.movesTo(game.root.value, path);
  const plies = Array.from({ length: path.length + 1 }, (_, ply) => standing(history?.[ply], found.get(game.nameOf(moves.slice(0, ply))), sides));
  return { path, moves, plies };
}
