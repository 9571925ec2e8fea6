// Solving: every position that can arise, by value and remoteness.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { Problem } from "../api/client";
import { start } from "../api/live";
import type { Card, Layer, Solution, SolveInfo } from "../api/types";
import { announce } from "../parts/announce";
import { Notices, Page } from "../parts/Page";
import { RulesForm } from "../parts/RulesForm";
import { HUMAN } from "../parts/Seat";
import { Value } from "../parts/ValuesPanel";
import { START, read, write } from "../state/address";
import { bestPlay, byLot, longWin } from "../state/lines";
import { href, visit, visits } from "../state/route";
import { line } from "../state/tree";
import { count, long } from "../state/words";
import { shortRules } from "./play_helpers";

export function Solver({ info: card }: { info: Card }) {
  const rules = useSignal("");
  const progress = useSignal<SolveInfo | undefined>(undefined);
  const solution = useSignal<Solution | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const isRunning = useSignal(false);
  const stop = useRef<() => void>(undefined);
  useEffect(() => {
    rules.value = read(location.hash).address.rules;
    solution.value = undefined;
  }, [visits.value]);
  useEffect(() => () => stop.current?.(), []);

  const solve = () => {
    progress.value = solution.value = problem.value = undefined;
    isRunning.value = true;
    stop.current = start(
      { op: "solve", game: card.id, ...(rules.value && { rules: rules.value }) },
      {
        info: (message) => (progress.value = message as unknown as SolveInfo),
        done: (message) => {
          isRunning.value = false;
          if (message["value"] === null || message["value"] === undefined) {
            problem.value = "It was stopped before its end.";
            return;
          }
          const found = message as unknown as Solution;
          solution.value = found;
          announce(`Solved: ${long(found)}, ${found.reachable} positions`);
        },
        error: (error) => {
          isRunning.value = false;
          problem.value = error.detail;
        },
      },
    );
  };
  const change = (next: string) => {
    stop.current?.();
    isRunning.value = false;
    history.pushState(null, "", `#${write({ ...START, rules: next })}`);
    rules.value = next;
    solution.value = progress.value = problem.value = undefined;
  };

  return (
    <Page title={`Solve ${card.name}`} page="solver" game={card.id}>
      <div class="headline">
        <h1 tabIndex={-1}>Solve {card.name}</h1>
        <span class="rules">{shortRules(rules.value)}</span>
      </div>
      <Notices faults={problem.value ? [problem.value] : []} />
      {!card.solvable && <p class="notice plain">By its usual rules this game is none that the solver takes; with others it may be.</p>}
      <div class="split">
        <section class="panel" aria-label="Solving">
          <div class="bar">
            <button type="button" class="primary" onClick={solve} disabled={isRunning.value}>
              Solve
            </button>
            <button
              type="button"
              disabled={!isRunning.value}
              onClick={() => {
                stop.current?.();
                isRunning.value = false;
                problem.value = "It was stopped before its end.";
              }}
            >
              Stop
            </button>
          </div>
          {isRunning.value && <Progress info={progress.value} />}
          {solution.value && <Found card={card} rules={rules.value} solution={solution.value} />}
        </section>
        <section class="panel" aria-label="Rules and size">
          <h2>Rules and size</h2>
          <RulesForm key={rules.value} info={card} rules={rules.value} onChange={change} does="Take these rules" />
        </section>
      </div>
    </Page>
  );
}

function Progress({ info }: { info: SolveInfo | undefined }) {
  if (!info) return <p>Starting ...</p>;
  return (
    <dl class="keys">
      <dt>Now</dt>
      <dd>
        {info.phase}
        {info.layer !== null ? `, remoteness ${info.layer}` : ""}
      </dd>
      <dt>Positions</dt>
      <dd>{count(info.positions)}</dd>
      <dt>Decided</dt>
      <dd>{count(info.decided)}</dd>
      <dt>Speed</dt>
      <dd>{count(info.positions_per_second)}/s</dd>
      <dt>Memory</dt>
      <dd>{count(info.memory)}B</dd>
    </dl>
  );
}

function Found({ card, rules, solution }: { card: Card; rules: string; solution: Solution }) {
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
      <Lines card={card} rules={rules} counts={counts} />
      <h2>Moves of the start</h2>
      <div class="bar">
        {solution.moves.map((move) => (
          <a class="button" href={href("analysis", card.id, write({ ...START, rules, root: line([move.move]), path: [0] }))}>
            {move.move} <Value worth={move} />
          </a>
        ))}
      </div>
      {solution.layers && <Layers layers={solution.layers} />}
    </div>
  );
}

/** Ways into the solved game. */
function Lines({ card, rules, counts }: { card: Card; rules: string; counts: Solution["counts"] }) {
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
  return (
    <>
      <h2>Look around</h2>
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
    </>
  );
}

const NAMES = { win: "A won", lose: "A lost", tie: "A tied", draw: "A drawn" } as const;

/** Counts by remoteness, as bars and as figures. */
function Layers({ layers }: { layers: readonly Layer[] }) {
  // Every position that can arise is counted in one of them.
  const longest = Math.max(0, ...layers.filter(({ win }) => win > 0).map(({ remoteness }) => remoteness));
  const most = Math.max(...layers.map(({ win, lose, tie }) => win + lose + tie), 1);
  return (
    <>
      <h2>By remoteness</h2>
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
