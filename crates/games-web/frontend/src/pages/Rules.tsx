// The rules of a game: its page of rules, with a board for every position text in it, and what
// each option makes of the start.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { get, post } from "../api/client";
import type { Card, GamePage, ManInPlay, Men, Rule, Scene } from "../api/types";
import { Markdown } from "../parts/Markdown";
import { MiniBoard } from "../parts/MiniBoard";
import { Page } from "../parts/Page";
import { START, write } from "../state/address";
import { gamePage } from "../state/catalog";
import { href } from "../state/route";
import { capital } from "../state/words";

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
              {card.rules.map((rule) => (
                <Option key={rule.key} card={card} rule={rule} sides={sides} />
              ))}
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

/** An option with the start by its usual value and by another one. */
function Option({ card, rule, sides }: { card: Card; rule: Rule; sides: readonly [string, string] }) {
  const scenes = useSignal<readonly { value: string; scene: Scene }[]>([]);
  useEffect(() => {
    const other = otherValue(rule);
    const values = other === undefined ? [] : [rule.default, other];
    const ask = (value: string) => post<Scene>("position", { game: card.id, rules: `${rule.key}=${value}` }).then((scene) => ({ value, scene }));
    Promise.all(values.map(ask)).then(
      (found) => (scenes.value = found),
      () => undefined,
    );
  }, []);
  const looks = new Set(scenes.value.map(({ scene }) => JSON.stringify([scene.board, scene.view.pieces])));
  return (
    <section>
      <h3>
        <code>{rule.key}</code>
      </h3>
      <p>
        {rule.help}. Usual: <code>{rule.default}</code>; possible: {rule.values.join(", ")}.
      </p>
      {looks.size > 1 && (
        <div class="boards">
          {scenes.value.map(({ value, scene }) => (
            <figure style={{ margin: 0 }}>
              <MiniBoard board={scene.board} views={[scene.view]} sides={sides} label={`${rule.key}=${value}`} text={scene.position} />
              <figcaption>
                <code>
                  {rule.key}={value}
                </code>
              </figcaption>
            </figure>
          ))}
        </div>
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

function otherValue({ kind, values, default: usual }: Rule): string | undefined {
  if (kind === "choice" || kind === "flag") return values.find((value) => value !== usual);
  const number = Number(usual);
  return kind === "integer" && Number.isInteger(number) && number > 1 ? String(number - 1) : undefined;
}
