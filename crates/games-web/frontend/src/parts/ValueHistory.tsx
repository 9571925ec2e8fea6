// What each position of the game was worth to the first side, a row a ply: the letter and color are
// the value, the length is how far the end was, and a mark is where a player changed the value.
// Where nothing is solved the row has the score of a search, and its length is how much that is.

import type { Worth } from "../api/types";
import type { Found } from "../state/engine";
import type { Game } from "../state/game";
import { type Standing, standings } from "../state/standing";

interface Props {
  game: Game;
  sides: readonly [string, string];
  history: readonly Worth[] | undefined;
  found: ReadonlyMap<string, Found>;
}

/** Folded away; nothing where nothing is known. */
export function ValueHistory(props: Props) {
  const { plies } = standings(props.game, props.history, props.found, props.sides);
  if (plies.length < 2 || plies.every((one) => one === undefined)) return null;
  return (
    <details>
      <summary>Value after each move, for {props.sides[0]}</summary>
      <ValueRows {...props} />
    </details>
  );
}

export function ValueRows({ game, sides, history, found }: Props) {
  const { path, moves, plies } = standings(game, history, found, sides);
  const most = Math.max(1, ...plies.map((one) => one?.exact?.remoteness ?? 0));
  const length = ({ exact, height }: Standing) => (exact ? (exact.remoteness ?? most) / most : Math.abs(height));
  return (
    <ol class="history" aria-label={`Value after each move, for ${sides[0]}`}>
      {plies.map((one, ply) => {
        const [before, now] = [plies[ply - 1]?.exact?.value_p1, one?.exact?.value_p1];
        const isChanged = before !== undefined && now !== undefined && before !== now;
        const tone = now ?? (one && one.height < 0 ? "searched p2" : "searched p1");
        return (
          <li>
            <button type="button" class="plain" aria-current={ply === game.path.value.length ? "true" : undefined} onClick={() => void game.go(path.slice(0, ply))}>
              {ply === 0 ? "Start" : game.label(moves.slice(0, ply))}
            </button>
            {one ? (
              <span class="length" style={{ width: `${10 + 50 * length(one)}%` }}>
                <span class={`value ${tone}`} title={one.words}>
                  {one.brief}
                </span>
              </span>
            ) : (
              <span class="help">not looked at</span>
            )}
            {isChanged && <span title="This move changed the value">! changed</span>}
          </li>
        );
      })}
    </ol>
  );
}
