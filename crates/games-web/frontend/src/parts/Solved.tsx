// What solving found: value and counts, ways into the game, counts by remoteness.

import { useSignal } from "@preact/signals";

import { Problem } from "../api/client";
import type { Card, Layer, Solution } from "../api/types";
import { START, write } from "../state/address";
import { bestPlay, byLot, longWin } from "../state/lines";
import { href, visit } from "../state/route";
import { line } from "../state/tree";
import { count, long } from "../state/words";
import { HUMAN } from "./Seat";
import { Value } from "./ValuesPanel";

export function Found({ solution }: { solution: Solution }) {
  const { counts } = solution;
  return (
    <div data-solved="">
      <p>
        <Value worth={solution} /> <b>{long(solution)}</b> for whoever begins, <b data-reachable={solution.reachable}>{solution.reachable.toLocaleString("en")}</b> positions can arise.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Value for the side to move</th>
            <th scope="col" class="n">
              Positions
            </th>
          </tr>
        </thead>
        <tbody>
          {(["win", "lose", "tie", "draw"] as const).map((value) => (
            <tr>
              <td>{value}</td>
              <td class="n">{counts[value].toLocaleString("en")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="help">
        {solution.seconds.toFixed(2)} s, {count(solution.positions_per_second)} positions a second.
      </p>
    </div>
  );
}

/** Ways into the solved game. */
export function LookAround({ card, rules, solution }: { card: Card; rules: string; solution: Solution }) {
  const told = useSignal("");
  const show = async (find: () => Promise<string[] | undefined>) => {
    told.value = "Looking for it ...";
    try {
      const moves = await find();
      if (!moves) told.value = "None was found by lot.";
      else visit(href("analysis", card.id, write({ ...START, rules, root: line(moves), path: moves.map(() => 0) })));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      told.value = problem.detail;
    }
  };
  const start = { game: card.id, rules };
  const { counts } = solution;
  return (
    <>
      <div class="bar">
        <a class="button primary" href={href("play", card.id, write({ ...START, rules, seats: [HUMAN, "solver"] }))}>
          Play against perfection
        </a>
        <a class="button" href={href("analysis", card.id, write({ ...START, rules }))}>
          Analyse the start
        </a>
        <button type="button" onClick={() => void show(() => bestPlay(start))}>
          Best play of both sides
        </button>
        {counts.win > 0 && (
          <button type="button" onClick={() => void show(() => longWin(start))}>
            A long win
          </button>
        )}
        {(["win", "lose", "tie", "draw"] as const)
          .filter((value) => counts[value] > 0)
          .map((value) => (
            <button type="button" onClick={() => void show(() => byLot(start, value))}>
              {NAMES[value]} position by lot
            </button>
          ))}
      </div>
      <p role="status">{told.value}</p>
      <h3>Moves of the start</h3>
      <div class="bar">
        {solution.moves.map((move) => (
          <a class="button" href={href("analysis", card.id, write({ ...START, rules, root: line([move.move]), path: [0] }))}>
            {move.move} <Value worth={move} />
          </a>
        ))}
      </div>
    </>
  );
}

const NAMES = { win: "A won", lose: "A lost", tie: "A tied", draw: "A drawn" } as const;

/** Counts by remoteness, as bars and as figures. */
export function Layers({ layers }: { layers: readonly Layer[] }) {
  // Every position that can arise is counted in one of them.
  const longest = Math.max(0, ...layers.filter(({ win }) => win > 0).map(({ remoteness }) => remoteness));
  const most = Math.max(...layers.map(({ win, lose, tie }) => win + lose + tie), 1);
  return (
    <>
      {longest > 0 && (
        <p data-longest={longest}>
          The longest win takes <b>{longest}</b> {longest === 1 ? "move" : "moves"}.
        </p>
      )}
      <p class="legend" aria-hidden="true">
        {(["win", "lose", "tie"] as const).map((value) => (
          <span>
            <span class={value} /> {value}
          </span>
        ))}
      </p>
      <div class="bars" aria-hidden="true">
        {layers.map(({ remoteness, win, lose, tie }) => (
          <>
            <span>{remoteness}</span>
            <span class="stack">
              <span class="win" style={{ width: `${(100 * win) / most}%` }} />
              <span class="lose" style={{ width: `${(100 * lose) / most}%` }} />
              <span class="tie" style={{ width: `${(100 * tie) / most}%` }} />
            </span>
          </>
        ))}
      </div>
      <details>
        <summary>The figures</summary>
        <table>
          <thead>
            <tr>
              {["Remoteness", "Win", "Lose", "Tie"].map((title) => (
                <th scope="col" class="n">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {layers.map(({ remoteness, win, lose, tie }) => (
              <tr>
                {[remoteness, win, lose, tie].map((figure) => (
                  <td class="n">{figure.toLocaleString("en")}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
