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

/** Folded away; nothing where nothing is known. */
export function ValueHistory(props: Props) {
  if (!props.history || props.history.length < 2) return null;
  return (
    <details>
      <summary>Value after each move, for {props.sides[0]}</summary>
      <ValueRows {...props} history={props.history} />
    </details>
  );
}

export function ValueRows({ game, sides, history }: Props & { history: readonly Worth[] }) {
  const most = Math.max(1, ...history.map(({ remoteness }) => remoteness ?? 0));
  const { path, root } = game;
  const line = tree.forward(root.value, path.value);
  const moves = tree.movesTo(root.value, line);
  return (
    <ol class="history" aria-label={`Value after each move, for ${sides[0]}`}>
      {history.map((worth, ply) => {
        const isChanged = ply > 0 && history[ply - 1]?.value_p1 !== worth.value_p1;
        return (
          <li>
            <button type="button" class="plain" aria-current={ply === path.value.length ? "true" : undefined} onClick={() => void game.go(line.slice(0, ply))}>
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
  );
}
