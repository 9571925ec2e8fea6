// Solving: every position that can arise, by value and remoteness; beside it a board with what is
// known of its position, and of the game so far.

import { useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

import { start } from "../api/live";
import type { Card, Solution, SolveInfo, Values } from "../api/types";
import { announce } from "../parts/announce";
import { useKeys } from "../parts/Keys";
import { Notices, Page } from "../parts/Page";
import { RulesForm } from "../parts/RulesForm";
import { Found, Layers, LookAround } from "../parts/Solved";
import { Stage, focusMoveField } from "../parts/Stage";
import { Steps } from "../parts/Steps";
import { Tabs } from "../parts/Tabs";
import { ValueRows } from "../parts/ValueHistory";
import { Value } from "../parts/ValuesPanel";
import { write } from "../state/address";
import type { Game } from "../state/game";
import { href } from "../state/route";
import { badges } from "../state/values";
import { capital, count, long, result } from "../state/words";
import { CANDIDATES, endOf, forwardOne, problemOf, shortRules } from "./play_helpers";
import { useGame } from "./use_game";
import { useValues } from "./use_values";

/** Nothing is searched here. */
const NONE = new Map<string, never>();
const STOPPED = "It was stopped before its end.";

export function Solver({ info: card }: { info: Card }) {
  const { game, sides } = useGame(card, "solver");
  const always = useSignal(true);
  const solved = useSignal(0);
  const values = useValues(game, always, solved);
  const worth = useComputed(() => badges(values.value));
  const work = useSolving(card, game, () => solved.value++);
  const rules = game.rules.value;
  const scene = game.scene.value;
  const isOver = scene !== undefined && scene.outcome !== null;
  const side = capital(sides[scene?.to_move === "p2" ? 1 : 0]);
  const turn = () => {
    game.turned.value = !game.turned.value;
    game.save();
  };

  useKeys([
    { keys: ["z", "Ctrl+z"], does: "undo an edit", act: () => game.undoEdit() },
    { keys: ["y", "Ctrl+y"], does: "redo it", act: () => game.redoEdit() },
    { keys: [","], outside: ["ArrowLeft"], does: "step back", act: () => game.path.value.length > 0 && void game.go(game.path.value.slice(0, -1)) },
    { keys: ["."], outside: ["ArrowRight"], does: "step forward", act: () => void game.go(forwardOne(game)) },
    { keys: ["<"], outside: ["Home"], does: "to the start", act: () => void game.go([]) },
    { keys: [">"], outside: ["End"], does: "to the end", act: () => void game.go(endOf(game)) },
    { keys: ["f"], does: "turn the board", act: turn },
    { keys: ["m"], does: "type a move", act: focusMoveField },
    { keys: ["v"], does: "read the value", act: () => announce(values.value ? `${long(values.value)} for ${side}` : "No value is known") },
  ]);

  const { solution } = work;
  const panels = [
    { id: "solve", title: "Solve", content: <Solving card={card} work={work} /> },
    { id: "history", title: "Values of the game", content: <History game={game} card={card} sides={sides} side={side} values={values.value} /> },
    ...(solution?.layers ? [{ id: "layers", title: "By remoteness", content: <Layers layers={solution.layers} /> }] : []),
    ...(solution ? [{ id: "around", title: "Look around", content: <LookAround card={card} rules={rules} solution={solution} /> }] : []),
    { id: "rules", title: "Rules and size", content: <RulesForm key={rules} info={card} rules={rules} onChange={(rules) => void game.begin({ rules, seats: [] })} does="Take these rules" /> },
  ];

  return (
    <Page title={`Solve ${card.name}`} page="solver" game={card.id} address={game.address()}>
      <div class="headline">
        <h1 tabIndex={-1}>Solve {card.name}</h1>
        <span class="rules">{shortRules(rules)}</span>
        {scene && <span>{isOver ? <b>{result(scene, sides)}</b> : `${side} to move`}</span>}
      </div>
      <Notices faults={[...game.faults.value, ...problemOf(game), ...(work.problem ? [work.problem] : [])]} />
      <div class="table">
        <div class="stage">
          {scene ? (
            <Stage
              scene={scene}
              sides={sides}
              isReady={game.isReady.value}
              turned={game.turned.value}
              onMove={isOver ? undefined : (text) => void game.play(text)}
              worth={worth.value}
              mostBadges={scene.legal.length <= 40 ? Infinity : CANDIDATES}
              ply={game.moves.value.length}
              foresee={(text) => game.foresee(text)}
              extra={<Steps game={game} onTurn={scene.board.turnable ? turn : undefined} />}
            />
          ) : (
            <p>Setting up the board ...</p>
          )}
        </div>
        <div class="side">
          <Tabs panels={panels} />
        </div>
      </div>
    </Page>
  );
}

interface Work {
  isRunning: boolean;
  progress: SolveInfo | undefined;
  solution: Solution | undefined;
  problem: string | undefined;
  solve: () => void;
  stop: () => void;
}

/** Solving by the rules of a game's page, begun by a button; other rules end it. */
function useSolving(card: Card, game: Game, onSolved: () => void): Work {
  const progress = useSignal<SolveInfo | undefined>(undefined);
  const solution = useSignal<Solution | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const isRunning = useSignal(false);
  const running = useRef<() => void>(undefined);
  const end = (words?: string) => {
    running.current?.();
    running.current = undefined;
    isRunning.value = false;
    problem.value = words;
  };
  const rules = game.rules.value;
  // At once with the other rules: later, it would end what was begun by them.
  useLayoutEffect(() => {
    progress.value = solution.value = undefined;
    return () => end();
  }, [rules]);

  const solve = () => {
    progress.value = solution.value = problem.value = undefined;
    isRunning.value = true;
    running.current = start(
      { op: "solve", game: card.id, ...(rules && { rules }) },
      {
        info: (message) => (progress.value = message as unknown as SolveInfo),
        done: (message) => {
          isRunning.value = false;
          if (message["value"] === null || message["value"] === undefined) {
            problem.value = STOPPED;
            return;
          }
          const found = message as unknown as Solution;
          solution.value = found;
          onSolved();
          announce(`Solved: ${long(found)}, ${found.reachable} positions`);
        },
        error: (error) => {
          isRunning.value = false;
          problem.value = error.detail;
        },
      },
    );
  };
  return { isRunning: isRunning.value, progress: progress.value, solution: solution.value, problem: problem.value, solve, stop: () => end(STOPPED) };
}

function Solving({ card, work }: { card: Card; work: Work }) {
  const { isRunning, progress, solution, solve, stop } = work;
  return (
    <>
      {!card.solvable && <p class="notice plain">By its usual rules this game is none that the solver takes; with others it may be.</p>}
      <div class="bar">
        <button type="button" class="primary" onClick={solve} disabled={isRunning}>
          Solve
        </button>
        <button type="button" disabled={!isRunning} onClick={stop}>
          Stop
        </button>
      </div>
      {isRunning && <Progress info={progress} />}
      {solution && <Found solution={solution} />}
    </>
  );
}

/** What is known of the position on the board, and of the game so far. */
function History({ game, card, sides, side, values }: { game: Game; card: Card; sides: readonly [string, string]; side: string; values: Values | undefined }) {
  const rows = values?.history;
  return (
    <>
      {values ? (
        <p data-value={values.value} data-remoteness={values.remoteness}>
          <Value worth={values} /> <b>{long(values)}</b> for {side}
        </p>
      ) : (
        <p class="help">No exact values are at hand for this position.</p>
      )}
      {rows && <ValueRows game={game} sides={sides} history={rows} found={NONE} />}
      {rows?.length === 1 && <p class="help">Moves that are played on the board get a row each.</p>}
      <p>
        <a class="button" href={href("analysis", card.id, write({ ...game.address(), seats: [], ended: undefined }))}>
          Analyse this game
        </a>
      </p>
    </>
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
