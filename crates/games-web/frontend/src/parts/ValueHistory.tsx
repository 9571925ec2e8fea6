// What each position of the game was worth to the first side, a row a ply: the letter and color are
// the value, the length is how far the end was, and a mark is where a player changed the value.

import type { Worth } from "../api/types";
import type { Game } from "../state/game";
import * as tree from "../state/tree";
import { short } from "../state/words";

interface Props {
  game: Game;
  sides: readonly [string, string];
  history: readonly Worth[] | undefined;
}

export function ValueHistory({ game, sides, history }: Props) {
  if (!history || history.length < 2) return null;
  const most = Math.max(1, ...history.map(({ remoteness }) => remoteness ?? 0));
  const { path } = game;
  const moves = game.moves.value;
  return (
    <details>
      <summary>Value after each move, for {sides[0]}</summary>
      <ol class="history">
        {history.map((worth, ply) => {
          const isChanged = ply > 0 && history[ply - 1]?.value_p1 !== worth.value_p1;
          return (
            <li>
              <button type="button" class="plain" onClick={() => void game.go(tree.forward(game.root.value, path.value).slice(0, ply))}>
                {ply === 0 ? "Start" : game.label(moves.slice(0, ply))}
              </button>
              <span class="length" style={{ width: `${10 + (50 * (worth.remoteness ?? most)) / most}%` }}>
                <span class={`value ${worth.value_p1}`}>{short({ value: worth.value_p1, remoteness: worth.remoteness })}</span>
              </span>
              {isChanged && <span title="This move changed the value">! changed</span>}
            </li>
          );
        })}
      </ol>
    </details>
  );
}
