// The rules of a game: its page of rules, with a board for every position text in it, and what
// each option changes.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { get, post } from "../api/client";
import type { Card, GamePage, ManInPlay, Men, OptionInPlay, OptionsInPlay, Rule, Scene } from "../api/types";
import { Markdown } from "../parts/Markdown";
import { MiniBoard } from "../parts/MiniBoard";
import { Page } from "../parts/Page";
import { START, write } from "../state/address";
import { gamePage } from "../state/catalog";
import { href } from "../state/route";
import { line } from "../state/tree";
import { capital, result } from "../state/words";

export function Rules({ info: card }: { info: Card }) {
  const page = useSignal<GamePage | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  useEffect(() => {
    gamePage(card.id).then(
      (found) => (page.value = found),
      (error: Error) => (problem.value = error.message),
    );
  }, []);
  const { sides } = card;
  return (
    <Page title={`Rules of ${card.name}`} page="rules" game={card.id}>
      <div class="headline">
        <h1 tabIndex={-1}>{card.name}</h1>
      </div>
      {problem.value && (
        <p class="notice" data-fault="">
          {problem.value}
        </p>
      )}
      {page.value && (
        <div data-ready="">
          <p class="prose">{card.summary}</p>
          <Examples page={page.value} />
          <Pieces card={card} sides={sides} />
          <Markdown text={page.value.rules_text} code={(text) => (mayBePosition(text) ? <Diagram key={text} game={card.id} text={text} sides={sides} /> : undefined)} />
          {card.rules.length > 0 && (
            <section>
              <h2>What the options change</h2>
              <Options card={card} sides={sides} />
            </section>
          )}
        </div>
      )}
    </Page>
  );
}

function Examples({ page }: { page: GamePage }) {
  return (
    <div class="boards">
      {page.examples.map((example) => (
        <Diagram key={example.title} game={page.id} rules={example.rules} text={example.position} sides={page.sides} title={example.title} />
      ))}
    </div>
  );
}

/** What each kind of piece can do, where there are several. */
function Pieces({ card, sides }: { card: Card; sides: readonly [string, string] }) {
  const men = useSignal<readonly ManInPlay[]>([]);
  useEffect(() => {
    get<Men>(`games/${encodeURIComponent(card.id)}/men`).then(
      (found) => (men.value = found.men),
      () => undefined,
    );
  }, []);
  if (men.value.length === 0) return null;
  return (
    <section>
      <h2>Where pieces go</h2>
      <p>Each in a position where it can do much.</p>
      <div class="boards" data-men={men.value.length}>
        {men.value.map((man) => (
          <Diagram key={man.glyph} game={card.id} text={man.position} sides={sides} title={`${capital(man.glyph.replaceAll("-", " "))} on ${man.at}`} reach={man} />
        ))}
      </div>
    </section>
  );
}

/** Whether it is worth asking the server: more than a word, or as long as boards are. */
function mayBePosition(text: string): boolean {
  return text.length >= 8 && text.length < 2000 && !/^(cargo|games|https?:|\$)/.test(text) && (/[/ ]/.test(text) || text.length > 30) && !text.includes("=") && !text.includes("<");
}

interface DiagramProps {
  game: string;
  rules?: string;
  text: string;
  sides: readonly [string, string];
  title?: string;
  /** A cell and those that are reached from it. */
  reach?: { at: string; to: readonly string[] };
}

/** A position as a board that can be played from; nothing where the text is no position. */
function Diagram({ game, rules, text, sides, title, reach }: DiagramProps) {
  const scene = useSignal<Scene | undefined>(undefined);
  useEffect(() => {
    const body = { game, position: text, ...(rules ? { rules } : {}) };
    post<Scene>("position", body).then(
      (found) => (scene.value = found),
      () => undefined,
    );
  }, [text]);
  if (!scene.value) return null;
  const address = write({ ...START, position: text, rules: rules ?? "" });
  return (
    <figure class="try" style={{ margin: "0 0 1rem" }}>
      <MiniBoard board={scene.value.board} views={[reach ? { ...scene.value.view, marks: [] } : scene.value.view]} sides={sides} label={title ?? `The position ${text}`} text={scene.value.position} reach={reach} />
      <figcaption>
        {title && <b>{title}. </b>}
        <a href={href("analysis", game, address)}>Try it here</a>
      </figcaption>
    </figure>
  );
}

/** What each option makes of the start, or of a game by lot. */
function Options({ card, sides }: { card: Card; sides: readonly [string, string] }) {
  const found = useSignal<ReadonlyMap<string, OptionInPlay>>(new Map());
  useEffect(() => {
    get<OptionsInPlay>(`games/${encodeURIComponent(card.id)}/options`).then(
      ({ options }) => (found.value = new Map(options.map((option) => [option.key, option]))),
      () => undefined,
    );
  }, []);
  return (
    <>
      {card.rules.map((rule) => (
        <Option key={rule.key} card={card} rule={rule} sides={sides} inPlay={found.value.get(rule.key)} />
      ))}
    </>
  );
}

interface OptionProps {
  card: Card;
  rule: Rule;
  sides: readonly [string, string];
  /** Where it makes a difference; nothing where none was seen, or not yet. */
  inPlay: OptionInPlay | undefined;
}

/** An option with the same position by its usual value and by another one, where that is another game. */
function Option({ card, rule, sides, inPlay }: OptionProps) {
  const scenes = useSignal<readonly { value: string; rules: string; scene: Scene }[]>([]);
  useEffect(() => {
    if (!inPlay) return;
    const ask = (value: string) => {
      const rules = [inPlay.with, value === rule.default ? "" : `${rule.key}=${value}`].filter(Boolean).join(",");
      return post<Scene>("position", { game: card.id, ...(rules && { rules }), moves: inPlay.moves }).then((scene) => ({ value, rules, scene }));
    };
    Promise.all([inPlay.usual, inPlay.value].map(ask)).then(
      (found) => (scenes.value = found),
      () => undefined,
    );
  }, [inPlay]);
  const [usual, other] = scenes.value.map(({ scene }) => scene);
  return (
    <section data-option={rule.key}>
      <h3>
        <code>{rule.key}</code>
      </h3>
      <p>
        {rule.help}. Usual: <code>{rule.default}</code>; possible: {rule.values.join(", ")}.
      </p>
      {usual && other && inPlay && (
        <>
          <p class="help">
            {inPlay.with && (
              <>
                Both with <code>{inPlay.with}</code>.{" "}
              </>
            )}
            {inPlay.moves.length === 0 ? "The start by both:" : `After the same ${inPlay.moves.length === 1 ? "move" : `${inPlay.moves.length} moves`} by both:`}
          </p>
          <div class="boards" data-pair="">
            {scenes.value.map(({ value, rules, scene }) => (
              <figure style={{ margin: 0 }}>
                <MiniBoard board={scene.board} views={[scene.view]} sides={sides} label={`${rule.key}=${value}`} text={scene.position} />
                <figcaption>
                  <code>
                    {rule.key}={value}
                  </code>
                  : {told(scene, scene === usual ? other : usual, sides)}.{" "}
                  <a href={href("analysis", card.id, write({ ...START, rules, root: line(inPlay.moves), path: inPlay.moves.map(() => 0) }))} aria-label={`Try it here with ${rule.key}=${value}`}>
                    Try it here
                  </a>
                </figcaption>
              </figure>
            ))}
          </div>
        </>
      )}
      <div class="bar">
        {(rule.kind === "choice" || rule.kind === "flag" ? rule.values : [rule.default]).map((value) => (
          <a class="button" href={href("play", card.id, write({ ...START, rules: value === rule.default ? "" : `${rule.key}=${value}` }))}>
            Play with {rule.key}={value}
          </a>
        ))}
      </div>
    </section>
  );
}

/** So many moves are named that one of two positions has alone. */
const MOST_NAMED = 4;

/** How a position differs from the same one by another value of an option, in words. */
function told(scene: Scene, other: Scene, sides: readonly [string, string]): string {
  const words: string[] = [];
  if (scene.outcome !== other.outcome || scene.reason !== other.reason || scene.score !== other.score) words.push(scene.outcome ? result(scene, sides) : "the game goes on");
  else if (scene.to_move !== other.to_move) words.push(`${sides[scene.to_move === "p1" ? 0 : 1]} to move`);
  if (words.length === 0 && scene.legal.length !== other.legal.length) words.push(scene.legal.length === 1 ? "1 legal move" : `${scene.legal.length} legal moves`);
  const known = new Set(other.moves);
  const alone = scene.legal.filter(({ text }) => !known.has(text)).map(({ label }) => label);
  const isSameBoard = scene.board.cells.length === other.board.cells.length && scene.to_move === other.to_move;
  if (isSameBoard && alone.length > 0 && other.outcome === null) words.push(`only here ${alone.slice(0, MOST_NAMED).join(", ")}${alone.length > MOST_NAMED ? ` and ${alone.length - MOST_NAMED} more` : ""}`);
  for (const { side, label, value } of scene.view.counters) {
    if (!other.view.counters.some((counter) => counter.side === side && counter.label === label && counter.value === value)) words.push(`${label} ${value}`);
  }
  return words.join("; ") || "the same moves, another board";
}
