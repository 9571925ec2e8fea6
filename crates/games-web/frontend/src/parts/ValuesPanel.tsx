// Exact values: of the position, of its moves, and of the game so far.

import type { Scene, Values } from "../api/types";
import type { Game } from "../state/game";
import { long, order, short } from "../state/words";

export function ValuesPanel({ values, scene, game, side }: { values: Values | undefined; scene: Scene | undefined; game: Game; side: string }) {
  if (!values) return <p class="help">No exact values are at hand for this position.</p>;
  const labels = new Map(scene?.legal.map(({ text, label }) => [text, label]));
  const moves = values.moves.toSorted((a, b) => order(a) - order(b));
  return (
    <>
      <p data-value={values.value} data-remoteness={values.remoteness}>
        <Value worth={values} /> <b>{long(values)}</b> for {side}
        {!values.sure && <span class="help"> (by the bare rules: clock, length and repetition are not looked at)</span>}
      </p>
      <div class="scroll" tabIndex={0} role="group" aria-label="Values of all moves" style={{ maxHeight: "16rem" }}>
        <table>
          <thead>
            <tr>
              <th scope="col">Move</th>
              <th scope="col">Value</th>
              <th scope="col">Keeps it?</th>
            </tr>
          </thead>
          <tbody>
            {moves.map((move) => (
              <tr data-move={move.move} data-value={move.value} data-remoteness={move.remoteness}>
                <td>
                  <button type="button" class="plain" onClick={() => void game.play(move.move)}>
                    {labels.get(move.move) ?? move.move}
                  </button>
                </td>
                <td>
                  <Value worth={move} /> {long(move)}
                </td>
                <td>{move.keeps ? "✓ yes" : `${values.value} → ${move.value}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

export function Value({ worth }: { worth: Parameters<typeof short>[0] }) {
  return <span class={`value ${worth.value}`}>{short(worth)}</span>;
}
