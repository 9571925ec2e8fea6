// Analysis: a board with values or the lines of a search, the game with its variations, and ways
// in and out.

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

import type { Card } from "../api/types";
import type { Arrow } from "../board/Overlay";
import { announce } from "../parts/announce";
import { Editor } from "../parts/Editor";
import { EnginePanel } from "../parts/EnginePanel";
import { Exchange } from "../parts/Exchange";
import { EvaluationBar, Graph } from "../parts/Graph";
import { useKeys } from "../parts/Keys";
import { MoveList } from "../parts/MoveList";
import { Notices, Page } from "../parts/Page";
import { Pen } from "../parts/Pen";
import { RulesForm } from "../parts/RulesForm";
import { Stage, focusMoveField } from "../parts/Stage";
import { Steps } from "../parts/Steps";
import { Tabs } from "../parts/Tabs";
import { ValueHistory } from "../parts/ValueHistory";
import { ValuesPanel } from "../parts/ValuesPanel";
import { write } from "../state/address";
import { Engine, badges as searchBadges, told } from "../state/engine";
import { href } from "../state/route";
import * as tree from "../state/tree";
import { badges as valueBadges } from "../state/values";
import { capital, long, result } from "../state/words";
import { arrowOf } from "./arrow_of";
import { CANDIDATES, Extra, endOf, forwardOne, passOf, problemOf, shortRules } from "./play_helpers";
import { useGame } from "./use_game";
import { useValues } from "./use_values";

const OVERLAYS = ["auto", "values", "scores", "visits", "heat", "none"] as const;
type Overlay = (typeof OVERLAYS)[number];
const OVERLAY_WORDS: Readonly<Record<Overlay, string>> = { auto: "what is known", values: "exact values", scores: "scores of the search", visits: "win rates", heat: "heat of the search", none: "nothing" };

export function Analysis({ info: card }: { info: Card }) {
  const { game, page, sides } = useGame(card, "analysis");
  const engine = useMemo(() => new Engine(game), []);
  useEffect(() => engine.run(), []);
  const wantsValues = useSignal(true);
  const values = useValues(game, wantsValues);
  const overlay = useSignal<Overlay>("auto");
  const all = useSignal(false);
  const arrowsOn = useSignal(true);
  const pen = useSignal(false);
  const scene = game.scene.value;
  const side = capital(sides[scene?.to_move === "p2" ? 1 : 0]);
  const isOver = scene !== undefined && scene.outcome !== null;

  const worth = useComputed(() => {
    const kind = overlay.value === "auto" ? (values.value ? "values" : "scores") : overlay.value;
    if (kind === "none") return undefined;
    return kind === "values" ? valueBadges(values.value) : searchBadges(engine.info.value, kind);
  });
  const arrows = useComputed<readonly Arrow[]>(() => {
    if (!arrowsOn.value) return [];
    const legal = new Map(game.scene.value?.legal.map((move) => [move.text, move]));
    return (engine.info.value?.lines ?? []).slice(0, 3).flatMap((line, rank) => {
      const move = legal.get(line.move);
      // A single square says nothing that the badge does not.
      return move ? arrowOf(move, rank).filter(({ from, to }) => from !== to) : [];
    });
  });

  const turn = () => {
    game.turned.value = !game.turned.value;
    game.save();
  };
  const go = (path: tree.Path) => void game.go(path);
  const back = () => game.path.value.length > 0 && go(game.path.value.slice(0, -1));
  const readValue = () => {
    const best = engine.info.value?.lines[0];
    const value = values.value ? `${long(values.value)} for ${side}` : best ? `${told(best)} for ${side}` : "No value is known";
    announce(best ? `${value}. Best line: ${best.pv_labels.slice(0, 5).join(", ")}` : value);
  };
  useKeys([
    { keys: ["z", "Ctrl+z"], does: "undo an edit", act: () => game.undoEdit() },
    { keys: ["y", "Ctrl+y"], does: "redo it", act: () => game.redoEdit() },
    { keys: [","], outside: ["ArrowLeft"], does: "step back", act: back },
    { keys: ["."], outside: ["ArrowRight"], does: "step forward", act: () => go(forwardOne(game)) },
    { keys: ["<"], outside: ["Home"], does: "to the start", act: () => go([]) },
    { keys: [">"], outside: ["End"], does: "to the end", act: () => go(endOf(game)) },
    { keys: ["n"], does: "next variation", act: () => go(tree.nextVariation(game.root.value, game.path.value)) },
    { keys: ["f"], does: "turn the board", act: turn },
    { keys: ["e"], does: "engine on or off", act: () => (engine.isOn.value = !engine.isOn.value) },
    { keys: ["o"], does: "next overlay", act: () => (overlay.value = OVERLAYS[(OVERLAYS.indexOf(overlay.value) + 1) % OVERLAYS.length] as Overlay) },
    { keys: ["m"], does: "type a move", act: focusMoveField },
    { keys: ["p"], does: "pass", act: () => passOf(scene) && void game.play(passOf(scene) as string) },
    { keys: ["v"], does: "read the value and the best line", act: readValue },
  ]);

  const here = game.nameOf(game.moves.value);
  const counters = scene?.view.counters ?? [];
  const panels = [
    { id: "engine", title: "Search", content: <EnginePanel engine={engine} game={game} side={side} /> },
    { id: "moves", title: "Moves", content: <MovesPanel game={game} pairs={card.numbers_pairs} /> },
    {
      id: "values",
      title: "Values",
      content: (
        <>
          <ValuesPanel values={values.value} scene={scene} game={game} side={side} />
          <Graph game={game} sides={sides} history={values.value?.history ?? undefined} found={engine.found.value} />
          <div class="bar">
            <button type="button" disabled={game.root.value.children.length === 0} onClick={() => (engine.left.value === undefined ? engine.look() : engine.stopLooking())}>
              {engine.left.value === undefined ? "Search every position of the game" : "Stop"}
            </button>
            {engine.left.value !== undefined && <span class="help" data-left={engine.left.value}>{engine.left.value} left</span>}
          </div>
          <ValueHistory game={game} sides={sides} history={values.value?.history ?? undefined} found={engine.found.value} />
        </>
      ),
    },
    { id: "setup", title: "Set up", content: <Editor game={game} page={page} scene={scene} sides={sides} /> },
    { id: "exchange", title: "Import and copy", content: <Exchange game={game} card={card} page={page} scene={scene} /> },
    { id: "rules", title: "Rules and size", content: <RulesForm key={game.rules.value} info={card} rules={game.rules.value} onChange={(rules) => void game.begin({ rules, seats: [] })} /> },
  ];

  return (
    <Page title={`Analyse ${card.name}`} page="analysis" game={card.id} address={game.address()}>
      <div class="headline">
        <h1 tabIndex={-1}>{card.name}</h1>
        <span class="rules">{shortRules(game.rules.value)}</span>
        <span>{isOver && scene ? <b>{result(scene, sides)}</b> : `${side} to move`}</span>
      </div>
      <Notices faults={[...game.faults.value, ...problemOf(game)]} />
      <div class="table">
        <div class="stage">
          <EvaluationBar sides={sides} worth={values.value} found={engine.found.value.get(here)} />
          {scene ? (
            <Stage
              scene={scene}
              sides={sides}
              isReady={game.isReady.value}
              turned={game.turned.value}
              onMove={isOver ? undefined : (text) => void game.play(text)}
              worth={worth.value}
              mostBadges={all.value || worth.value === undefined || scene.legal.length <= 40 ? Infinity : CANDIDATES}
              arrows={arrows.value}
              ply={game.moves.value.length}
              foresee={(text) => game.foresee(text)}
              pen={pen.value}
              extra={
                <>
                  <Steps game={game} onTurn={scene.board.turnable ? turn : undefined} />
                  {scene.board.kind !== "text" && <Pen isOn={pen} />}
                </>
              }
            />
          ) : (
            <p>Setting up the board ...</p>
          )}
          <Extra counters={counters} />
          <div class="bar">
            <label>
              On the board{" "}
              <select value={overlay.value} onChange={(event) => (overlay.value = event.currentTarget.value as Overlay)}>
                {OVERLAYS.map((kind) => (
                  <option value={kind}>{OVERLAY_WORDS[kind]}</option>
                ))}
              </select>
            </label>
            <label class="check-row">
              <input type="checkbox" checked={all.value} onChange={(event) => (all.value = event.currentTarget.checked)} />
              <span>all moves</span>
            </label>
            <label class="check-row">
              <input type="checkbox" checked={arrowsOn.value} onChange={(event) => (arrowsOn.value = event.currentTarget.checked)} />
              <span>arrows</span>
            </label>
            <a class="button" href={href("play", card.id, write({ ...game.address(), root: tree.line(game.moves.value), path: tree.forward(tree.line(game.moves.value), []), ended: undefined }))}>
              Play from here
            </a>
          </div>
        </div>
        <div class="side">
          <Tabs panels={panels} />
        </div>
      </div>
    </Page>
  );
}

function MovesPanel({ game, pairs }: { game: ReturnType<typeof useGame>["game"]; pairs: boolean }) {
  const path = game.path.value;
  return (
    <>
      <MoveList game={game} pairs={pairs} />
      <div class="bar">
        <button type="button" disabled={!path.some((i) => i > 0)} onClick={() => game.edit(tree.promote(game.root.value, path))}>
          Promote
        </button>
        <button type="button" disabled={path.length === 0} onClick={() => game.edit(tree.remove(game.root.value, path))}>
          Delete from here
        </button>
        <button type="button" disabled={game.done.value.length === 0} onClick={() => game.undoEdit()}>
          Undo
        </button>
        <button type="button" disabled={game.undone.value.length === 0} onClick={() => game.redoEdit()}>
          Redo
        </button>
      </div>
      <label class="field">
        <span>Comment on this position</span>
        <textarea rows={2} value={game.node.value.comment} onChange={(event) => game.edit({ root: tree.comment(game.root.value, path, event.currentTarget.value), path })} />
      </label>
    </>
  );
}
