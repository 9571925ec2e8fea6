// Playing: a board, two seats, and whatever a player needs beside it.

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { start } from "../api/live";
import type { Card } from "../api/types";
import type { Arrow } from "../board/Overlay";
import { announce } from "../parts/announce";
import { useKeys } from "../parts/Keys";
import { MoveList } from "../parts/MoveList";
import { Notices, Page } from "../parts/Page";
import { Pen } from "../parts/Pen";
import { RulesForm } from "../parts/RulesForm";
import { HUMAN, Seat } from "../parts/Seat";
import { Stage, focusMoveField } from "../parts/Stage";
import { Steps } from "../parts/Steps";
import { Tabs } from "../parts/Tabs";
import { write } from "../state/address";
import { href } from "../state/route";
import { settings } from "../state/settings";
import { badges } from "../state/values";
import { capital, long, result } from "../state/words";
import { arrowOf } from "./arrow_of";
import { Extra, cut, defaultOpponent, endOf, forwardOne, passOf, problemOf, resigning, shortRules } from "./play_helpers";
import { useGame } from "./use_game";
import { useValues } from "./use_values";

const SPEEDS = [0, 300, 1000, 3000] as const;
/** How long a hint may be looked for. */
const HINT = "alphabeta:time=1s";

export function Play({ info: card }: { info: Card }) {
  const { game, page, sides } = useGame(card, "play");
  const scene = game.scene.value;
  const thinking = useSignal(false);
  const paused = useSignal(false);
  const steps = useSignal(0);
  const stepped = useRef(0);
  const speed = useSignal<number>(300);
  const hint = useSignal<readonly Arrow[]>([]);
  const queued = useSignal<string | undefined>(undefined);
  const pen = useSignal(false);
  const failure = useSignal<string | undefined>(undefined);
  const showValues = useSignal(false);
  const shown = useValues(game, showValues);

  const seats = useComputed(() => {
    const given = game.seats.value;
    return [given[0] ?? HUMAN, given[1] ?? defaultOpponent(card)] as const;
  });
  const isAtEnd = game.node.value.children.length === 0;
  const resigned = { "p1-resigned": 0, "p2-resigned": 1, "draw-claimed": undefined }[game.ended.value ?? "draw-claimed"];
  const seatToMove = scene ? seats.value[scene.to_move === "p1" ? 0 : 1] : HUMAN;
  const isOver = Boolean(scene && scene.outcome !== null) || resigned !== undefined;
  const engines = seats.value.filter((seat) => seat !== HUMAN).length;
  const isTurned = game.turned.value !== (settings.value.turnBoard && engines === 0 && Boolean(scene?.board.turnable) && scene?.to_move === "p2");

  // The engine whose turn it is thinks.
  useEffect(() => {
    if (!scene || !game.isReady.value || isOver || seatToMove === HUMAN || !isAtEnd) return;
    if (engines === 2 && paused.value && stepped.current === steps.value) return;
    stepped.current = steps.value;
    failure.value = undefined;
    thinking.value = true;
    const moves = game.moves.value.join(" ");
    const began = performance.now();
    let wait: ReturnType<typeof setTimeout> | undefined;
    const stop = start(
      { op: "search", ...game.request(), player: seatToMove },
      {
        done: (found) => {
          thinking.value = false;
          const move = found["move"];
          if (typeof move !== "string" || game.moves.value.join(" ") !== moves) return;
          const rest = engines === 2 ? speed.value - (performance.now() - began) : 0;
          wait = setTimeout(() => void game.play(move), Math.max(0, rest));
        },
        error: (problem) => {
          thinking.value = false;
          failure.value = problem.detail;
        },
      },
    );
    return () => {
      clearTimeout(wait);
      thinking.value = false;
      stop();
    };
  }, [scene, game.isReady.value, seatToMove, isOver, isAtEnd, engines === 2 && paused.value, steps.value]);

  // What was chosen while the engine thought, and forced passes.
  useEffect(() => {
    hint.value = [];
    if (!scene || !game.isReady.value || isOver || seatToMove !== HUMAN) return;
    const chosen = queued.value;
    queued.value = undefined;
    if (chosen !== undefined) {
      if (scene.legal.some(({ text }) => text === chosen)) void game.play(chosen);
      else announce("The move chosen ahead is not legal now.");
      return;
    }
    const [only, ...others] = scene.legal;
    if (settings.value.playPasses && only && others.length === 0 && only.picks.length === 0 && isAtEnd) void game.play(only.text);
  }, [scene, game.isReady.value]);

  const undo = async () => {
    const isOwn = () => engines === 2 || seats.value[game.scene.value?.to_move === "p1" ? 0 : 1] === HUMAN;
    let path = game.path.value.slice(0, -1);
    await game.go(path);
    while (path.length > 0 && !isOwn()) {
      path = path.slice(0, -1);
      await game.go(path);
    }
    game.edit({ root: cut(game, path), path });
  };

  const getHint = () => {
    announce("Looking for a hint");
    const moves = game.moves.value.join(" ");
    start(
      { op: "search", ...game.request(), player: HINT },
      {
        done: (found) => {
          const move = scene?.legal.find(({ text }) => text === found["move"]);
          if (!move || game.moves.value.join(" ") !== moves) return;
          hint.value = arrowOf(move, 0);
          announce(`Hint: ${move.say}`);
          failure.value = undefined;
        },
        error: (problem) => (failure.value = problem.detail),
      },
    );
  };

  const setSeat = (side: 0 | 1, player: string) => {
    failure.value = undefined;
    game.seats.value = side === 0 ? [player, seats.value[1]] : [seats.value[0], player];
    game.save();
  };
  const newGame = () => {
    void game.begin({ rules: game.rules.value, position: game.position.value });
  };
  const swap = () => {
    game.seats.value = [seats.value[1], seats.value[0]];
    if (scene?.board.turnable) game.turned.value = !game.turned.value;
    game.save();
  };
  const turn = () => {
    game.turned.value = !game.turned.value;
    game.save();
  };
  const step = (by: number) => void game.go(by < 0 ? game.path.value.slice(0, by) : forwardOne(game));

  useKeys([
    { keys: ["z", "Ctrl+z"], does: "undo", act: () => void (game.path.value.length && undo()) },
    { keys: [","], outside: ["ArrowLeft"], does: "step back", act: () => game.path.value.length && step(-1) },
    { keys: ["."], outside: ["ArrowRight"], does: "step forward", act: () => step(1) },
    { keys: ["<"], outside: ["Home"], does: "to the start", act: () => void game.go([]) },
    { keys: [">"], outside: ["End"], does: "to the end", act: () => void game.go(endOf(game)) },
    { keys: ["f"], does: "turn the board", act: turn },
    { keys: ["m"], does: "type a move", act: focusMoveField },
    { keys: ["p"], does: "pass", act: () => passOf(scene) && void game.play(passOf(scene) as string) },
    { keys: ["v"], does: "read the value", act: () => announce(shown.value ? long(shown.value) : "No value is known.") },
  ]);

  const play = (text: string) => {
    if (seatToMove === HUMAN) void game.play(text);
    else if (settings.value.queueMove) queued.value = text;
  };
  const canMove = Boolean(scene) && !isOver && isAtEnd && (seatToMove === HUMAN || settings.value.queueMove);
  const counters = scene?.view.counters ?? [];
  const status = (side: 0 | 1) => (thinking.value && scene?.to_move === (side === 0 ? "p1" : "p2") ? "thinks ..." : "");
  const seat = (side: 0 | 1) => (
    <Seat
      key={`${sides[side]} ${seats.value[side]}`}
      name={sides[side]}
      card={card}
      player={seats.value[side]}
      isTurn={!isOver && scene?.to_move === (side === 0 ? "p1" : "p2")}
      counters={counters.filter((counter) => counter.side === (side === 0 ? "p1" : "p2"))}
      status={status(side)}
      onChange={(player) => setSeat(side, player)}
    />
  );
  const ended = resigned !== undefined ? `${capital(sides[resigned === 0 ? 1 : 0])} wins: ${sides[resigned]} resigned` : scene ? result(scene, sides) : "";

  const panels = [
    {
      id: "players",
      title: "Players",
      content: (
        <>
          <div class="seats">
            {seat(1)}
            {seat(0)}
          </div>
          <Extra counters={counters.filter((counter) => counter.side === null)} />
          <div class="bar">
            <button type="button" onClick={() => void undo()} disabled={game.path.value.length === 0}>
              Undo
            </button>
            <button type="button" onClick={getHint} disabled={isOver || seatToMove !== HUMAN}>
              Hint
            </button>
            <button type="button" onClick={() => game.resign(resigning(scene?.to_move, seats.value) === 0 ? "p1" : "p2")} disabled={isOver || engines === 2}>
              Resign
            </button>
            <button type="button" onClick={swap}>
              Swap sides
            </button>
            <button type="button" class="primary" onClick={newGame}>
              New game
            </button>
          </div>
          {engines === 2 && (
            <div class="bar">
              <button type="button" aria-pressed={paused.value} onClick={() => (paused.value = !paused.value)}>
                Pause
              </button>
              <button
                type="button"
                disabled={!paused.value || isOver}
                onClick={() => steps.value++}
              >
                Step
              </button>
              <label>
                Speed{" "}
                <select value={speed.value} onChange={(event) => (speed.value = Number(event.currentTarget.value))}>
                  {SPEEDS.map((ms) => (
                    <option value={ms}>{ms === 0 ? "as fast as they think" : `${ms / 1000} s a move`}</option>
                  ))}
                </select>
              </label>
            </div>
          )}
          <label class="check-row">
            <input type="checkbox" checked={showValues.value} onChange={(event) => (showValues.value = event.currentTarget.checked)} />
            <span>Show exact values, where they are known{showValues.value && shown.value ? `: ${long(shown.value)} for ${sides[scene?.to_move === "p1" ? 0 : 1]}` : ""}</span>
          </label>
        </>
      ),
    },
    {
      id: "moves",
      title: "Moves",
      content: (
        <>
          <MoveList game={game} pairs={card.numbers_pairs} />
          <div class="bar">
            <Steps game={game} onTurn={scene?.board.turnable ? turn : undefined} />
            <a class="button" href={href("analysis", card.id, write({ ...game.address(), seats: [] }))}>
              Analyse
            </a>
          </div>
        </>
      ),
    },
    {
      id: "rules",
      title: "Rules and size",
      content: (
        <>
          {page && <p class="help">{card.summary}</p>}
          <RulesForm key={game.rules.value} info={card} rules={game.rules.value} onChange={(rules) => void game.begin({ rules })} />
        </>
      ),
    },
  ];

  return (
    <Page title={`Play ${card.name}`} page="play" game={card.id} address={game.address()}>
      <div class="headline">
        <h1 tabIndex={-1}>{card.name}</h1>
        {scene && <span class="rules">{shortRules(game.rules.value)}</span>}
        {scene && !isOver && <span>{capital(sides[scene.to_move === "p2" ? 1 : 0])} to move</span>}
      </div>
      <Notices faults={[...game.faults.value, ...problemOf(game), ...(failure.value ? [failure.value] : [])]} />
      <div class="table">
        <div class="stage">
          {scene ? (
            <Stage
              scene={scene}
              sides={sides}
              isReady={game.isReady.value}
              turned={isTurned}
              onMove={canMove ? play : undefined}
              arrows={hint.value}
              worth={showValues.value ? badges(shown.value) : undefined}
              ply={game.moves.value.length}
              foresee={(text) => game.foresee(text)}
              pen={pen.value}
              extra={
                <>
                  {scene.can_claim_draw && !isOver && canMove && (
                    <button type="button" onClick={() => void game.claim()}>
                      Claim the draw
                    </button>
                  )}
                  {scene.board.kind !== "text" && <Pen isOn={pen} />}
                </>
              }
            />
          ) : (
            <p>Setting up the board ...</p>
          )}
        </div>
        <div class="side">
          {ended && (
            <p class="result" role="status" data-result={scene?.outcome ?? "resigned"}>
              {ended}
            </p>
          )}
          <Tabs panels={panels} />
        </div>
      </div>
    </Page>
  );
}
