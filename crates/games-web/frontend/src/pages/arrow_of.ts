// A move as arrows on the board: along the cells by which it is picked.

import type { Move } from "../api/types";
import type { Arrow } from "../board/Overlay";

export function arrowOf(move: Move, rank: number): Arrow[] {
  const ways = move.picks.toSorted((a, b) => b.length - a.length);
  const way = move.picks[0] && move.picks[0].length > 1 ? move.picks[0] : ways[0];
  if (!way || way.length === 0) return [];
  if (way.length === 1) return [{ from: way[0] as string, to: way[0] as string, rank }];
  return way.slice(1).map((to, i) => ({ from: way[i] as string, to, rank }));
}
