// The search of the shown position: its lines, and what it is asked.

import { useSignal } from "@preact/signals";

import { info as server } from "../state/catalog";
import { type Engine, told } from "../state/engine";
import type { Game } from "../state/game";
import * as tree from "../state/tree";
import { count } from "../state/words";

const MOST_LINES = 10;

export function EnginePanel({ engine, game, side }: { engine: Engine; game: Game; side: string }) {
  const text = useSignal(engine.player.value);
  const info = engine.info.value;
  const kinds = (server.value?.engines ?? []).map(({ name }) => name).filter((name) => /^(alphabeta|mcts|proof)$/.test(name));
  const playLine = (moves: readonly string[], labels: readonly string[]) => {
    game.nameFrom(moves, labels);
    let [root, path] = [game.root.value, game.path.value];
    for (const move of moves) ({ root, path } = tree.play(root, path, move));
    game.edit({ root, path });
  };
  return (
    <>
      <div class="bar">
        <button type="button" class={engine.isOn.value ? "" : "primary"} aria-pressed={engine.isOn.value} onClick={() => (engine.isOn.value = !engine.isOn.value)}>
          {engine.isOn.value ? "Stop" : "Search"}
        </button>
        {engine.isOn.value && !engine.isRunning.value && info && (
          <button type="button" onClick={() => engine.again.value++}>
            Go on
          </button>
        )}
        <label>
          Lines{" "}
          <select value={engine.lines.value} onChange={(event) => (engine.lines.value = Number(event.currentTarget.value))}>
            {Array.from({ length: MOST_LINES }, (_, i) => (
              <option value={i + 1}>{i + 1}</option>
            ))}
          </select>
        </label>
        <span class="help" data-search={engine.isRunning.value ? "running" : "idle"}>
          {engine.queued.value !== undefined ? `waits for its turn, ${engine.queued.value} before it` : status(engine)}
        </span>
      </div>
      {engine.problem.value && (
        <p class="error" role="alert">
          {engine.problem.value}
        </p>
      )}
      {info && (
        <div class="scroll" tabIndex={0} role="group" aria-label="Lines of the search">
          <table class="lines">
            <caption class="help">
              Depth {info.depth}, {info.simulations ? `${count(info.simulations)} simulations` : `${count(info.nodes)} positions`}, {count(info.nodes_per_second)}/s. Scores for {side}.
            </caption>
            <tbody>
              {info.lines.map((line) => (
                <tr data-line={line.move}>
                  <th scope="row" class="n">
                    {told(line)}
                  </th>
                  <td>
                    {line.pv_labels.slice(0, 12).map((label, i) => (
                      <button type="button" onClick={() => playLine(line.pv.slice(0, i + 1), line.pv_labels)}>
                        {label}
                      </button>
                    ))}
                  </td>
                  {line.visits > 0 && <td class="n">{count(line.visits)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <details>
        <summary>Engine</summary>
        <form
          class="bar"
          onSubmit={(event) => {
            event.preventDefault();
            engine.player.value = text.value.trim() || "alphabeta";
          }}
        >
          <label class="field">
            <span>Player, as on the command line ({kinds.join(", ")})</span>
            <input value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} spellcheck={false} />
          </label>
          <button type="submit">Set</button>
        </form>
      </details>
    </>
  );
}

function status(engine: Engine): string {
  if (!engine.isOn.value) return "";
  if (engine.isRunning.value) return engine.info.value ? "searching" : "starting ...";
  return "finished";
}
