// The game as a graph: a bar a ply, up for the first side and down for the second, from exact
// values where they are known and from searches elsewhere. A click shows the position.

import type { Worth } from "../api/types";
import type { Found } from "../state/engine";
import type { Game } from "../state/game";
import { standing, standings } from "../state/standing";

interface Props {
  game: Game;
  sides: readonly [string, string];
  history: readonly Worth[] | undefined;
  found: ReadonlyMap<string, Found>;
}

export function Graph({ game, sides, history, found }: Props) {
  const { path, plies } = standings(game, history, found, sides);
  const here = game.path.value.length;
  const width = 100 / plies.length;
  const known = plies.filter((bar) => bar !== undefined).length;
  return (
    <figure style={{ margin: 0 }}>
      <svg class="graph" viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label={`Graph over ${path.length} moves, ${known} of the positions valued, up is good for ${sides[0]}`} onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const ply = Math.floor(((event.clientX - box.left) / box.width) * plies.length);
          void game.go(path.slice(0, Math.max(0, ply)));
        }}>
        {plies.map((bar, ply) => bar && <rect class={bar.height >= 0 ? "p1" : "p2"} x={ply * width} width={width * 0.9} y={bar.height >= 0 ? 20 - 19 * bar.height - (bar.isDrawn ? 0.7 : 0) : 20} height={Math.max(1.4, 19 * Math.abs(bar.height))} />)}
        <path class="axis" d="M0 20h100" vector-effect="non-scaling-stroke" />
        <path class="now" d={`M${(here + 0.5) * width} 0v40`} vector-effect="non-scaling-stroke" />
      </svg>
      <figcaption class="help">
        Up: {sides[0]}. Down: {sides[1]}. {plies[here] ? `Here: ${plies[here]?.words}.` : ""}
      </figcaption>
    </figure>
  );
}

/** How the game stands: the first side's part of the bar. */
export function EvaluationBar({ sides, worth, found }: { sides: readonly [string, string]; worth: Worth | undefined; found: Found | undefined }) {
  const bar = standing(worth, found, sides);
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
