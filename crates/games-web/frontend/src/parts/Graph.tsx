// The game as a graph: a bar a ply, up for the first side and down for the second, from exact
// values where they are known and from searches elsewhere. A click shows the position.

import type { Worth } from "../api/types";
import type { Found } from "../state/engine";
import type { Game } from "../state/game";
import * as tree from "../state/tree";
import { signed } from "../state/words";

interface Props {
  game: Game;
  sides: readonly [string, string];
  history: readonly Worth[] | undefined;
  found: ReadonlyMap<string, Found>;
}

interface Bar {
  /** From -1 to 1 for the first side. */
  height: number;
  words: string;
  isDrawn: boolean;
}

export function Graph({ game, sides, history, found }: Props) {
  const path = tree.forward(game.root.value, game.path.value);
  const moves = tree.movesTo(game.root.value, path);
  const here = game.path.value.length;
  const bars = Array.from({ length: path.length + 1 }, (_, ply) => barOf(ply, moves, history, found, sides));
  const width = 100 / bars.length;
  const known = bars.filter((bar) => bar !== undefined).length;
  return (
    <figure style={{ margin: 0 }}>
      <svg class="graph" viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label={`Graph over ${path.length} moves, ${known} of the positions valued, up is good for ${sides[0]}`} onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const ply = Math.floor(((event.clientX - box.left) / box.width) * bars.length);
          void game.go(path.slice(0, Math.max(0, ply)));
        }}>
        {bars.map((bar, ply) => bar && <rect class={bar.height >= 0 ? "p1" : "p2"} x={ply * width} width={width * 0.9} y={bar.height >= 0 ? 20 - 19 * bar.height - (bar.isDrawn ? 0.7 : 0) : 20} height={Math.max(1.4, 19 * Math.abs(bar.height))} />)}
        <path class="axis" d="M0 20h100" vector-effect="non-scaling-stroke" />
        <path class="now" d={`M${(here + 0.5) * width} 0v40`} vector-effect="non-scaling-stroke" />
      </svg>
      <figcaption class="help">
        Up: {sides[0]}. Down: {sides[1]}. {bars[here] ? `Here: ${bars[here]?.words}.` : ""}
      </figcaption>
    </figure>
  );
}

/** How much of a game a difference decides: half of the bar at this many units. */
const HALF = 4;

function barOf(ply: number, moves: readonly string[], history: readonly Worth[] | undefined, found: ReadonlyMap<string, Found>, sides: readonly [string, string]): Bar | undefined {
  const worth = history?.[ply];
  if (worth) {
    const sign = { win: 1, lose: -1, tie: 0, draw: 0 }[worth.value_p1];
    const fade = Math.max(0.3, 1 - (worth.remoteness ?? 0) / 60);
    const far = worth.remoteness === null ? "" : ` in ${worth.remoteness}`;
    return { height: sign * fade, isDrawn: sign === 0, words: sign === 0 ? `${worth.value_p1}${far}` : `${sign > 0 ? sides[0] : sides[1]} wins${far}` };
  }
  const one = found.get(moves.slice(0, ply).join(" "));
  if (!one) return undefined;
  if (one.score !== null) return { height: one.score / (Math.abs(one.score) + HALF), isDrawn: one.score === 0, words: `${signed(one.score)} for ${sides[0]}` };
  if (one.expected !== null) return { height: one.expected, isDrawn: one.expected === 0, words: `${Math.round(50 * (one.expected + 1))}% for ${sides[0]}` };
  return undefined;
}

/** How the game stands: the first side's part of the bar. */
export function EvaluationBar({ sides, worth, found }: { sides: readonly [string, string]; worth: Worth | undefined; found: Found | undefined }) {
  const bar = barOf(0, [], worth ? [worth] : undefined, found ? new Map([["", found]]) : new Map(), sides);
  const part = bar ? 50 + 50 * (worth && bar.height !== 0 ? Math.sign(bar.height) : bar.height) : 50;
  return (
    <div class="evalbar" role="img" aria-label={bar ? `Evaluation: ${bar.words}` : "No evaluation"} data-part={Math.round(part)}>
      <div class="p1" style={{ width: `${part}%` }} />
      <div class="words">
        <span>{bar ? bar.words : "no evaluation"}</span>
      </div>
    </div>
  );
}
