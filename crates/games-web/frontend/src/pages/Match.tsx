// A match of two players: the game that is played, the table as it grows, and every finished game.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { Problem, post } from "../api/client";
import { start } from "../api/live";
import type { Card, Match as Table, MatchInfo, PlayedMatchGame, RunningGame, Scene } from "../api/types";
import { announce } from "../parts/announce";
import { MiniBoard } from "../parts/MiniBoard";
import { Notices, Page } from "../parts/Page";
import { presetsFor } from "../parts/Seat";
import { Tabs } from "../parts/Tabs";
import { START, read, write } from "../state/address";
import { href, visits } from "../state/route";
import { forward, line } from "../state/tree";
import { shortRules } from "./play_helpers";

/** Games of a match that are listed. */
const MOST_LISTED = 200;

export function Match({ info: card }: { info: Card }) {
  const presets = presetsFor(card);
  const rules = useSignal("");
  const players = [useSignal("alphabeta:depth=2"), useSignal("random")] as const;
  const games = useSignal("10");
  const openings = useSignal("");
  const seed = useSignal("1");
  const table = useSignal<Table | undefined>(undefined);
  /** The last game of which something was told. */
  const running = useSignal<RunningGame | null>(null);
  const finished = useSignal<readonly PlayedMatchGame[]>([]);
  const time = useSignal(0);
  const isRunning = useSignal(false);
  const problem = useSignal<string | undefined>(undefined);
  const begun = useSignal<Scene | undefined>(undefined);
  const stop = useRef<() => void>(undefined);

  /** Shows the start by the rules, whose board is that of all games; what was played by others goes. */
  const setUp = async () => {
    const asked = rules.value;
    stop.current?.();
    isRunning.value = false;
    [table.value, running.value, finished.value] = [undefined, null, []];
    try {
      const scene = await post<Scene>("position", { game: card.id, ...(asked && { rules: asked }) });
      if (asked === rules.value) [begun.value, problem.value] = [scene, undefined];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (asked === rules.value) problem.value = error.detail;
    }
  };
  useEffect(() => {
    rules.value = read(location.hash).address.rules;
    void setUp();
  }, [visits.value]);
  useEffect(() => () => stop.current?.(), []);

  /** What the games of a match have in common: those of another one do not go on with it. */
  const plan = [...players, openings, seed].map(({ value }) => value.trim()).join("\n");
  const planned = useSignal(plan);

  const play = (have: readonly PlayedMatchGame[]) => {
    const fault = [numberFault("Games", games.value), numberFault("Random plies", openings.value), numberFault("Seed", seed.value)].find(Boolean);
    problem.value = fault;
    if (fault) return;
    isRunning.value = true;
    finished.value = have;
    planned.value = plan;
    // A seed that the server chose stays that of the match.
    const chosen = have.length > 0 ? table.value?.seed : undefined;
    if (have.length === 0) [table.value, running.value] = [undefined, null];
    // What a restarted server lacks is what is not in this list.
    const request: Record<string, unknown> = { op: "match", game: card.id, players: players.map(({ value }) => value), games: Number(games.value), have };
    if (rules.value) request["rules"] = rules.value;
    if (openings.value.trim()) request["opening_plies"] = Number(openings.value);
    if (seed.value.trim() || chosen !== undefined) request["seed"] = seed.value.trim() ? Number(seed.value) : chosen;
    stop.current = start(request, {
      info: (message) => {
        const news = message as unknown as MatchInfo;
        table.value = news.table;
        request["seed"] = news.table.seed;
        running.value = news.running ?? running.value;
        time.value = news.time_ms;
        const known = new Set(finished.value.map(({ number }) => number));
        const added = news.finished.filter(({ number }) => !known.has(number));
        if (added.length) request["have"] = finished.value = [...finished.value, ...added].sort((a, b) => a.number - b.number);
      },
      done: (message) => {
        isRunning.value = false;
        table.value = message as unknown as Table;
        void showLast();
        announce(`The match is over: ${table.value.wins} won, ${table.value.draws} drawn, ${table.value.losses} lost`);
      },
      error: (error) => {
        isRunning.value = false;
        problem.value = error.detail;
      },
    });
  };

  /** The end of the last game: a match may be over before much was told of its games. */
  const showLast = async () => {
    const last = finished.value.at(-1);
    if (!last) return;
    try {
      const scene = await post<Scene>("position", { game: card.id, moves: last.moves, ...(rules.value && { rules: rules.value }) });
      if (!isRunning.value && finished.value.at(-1) === last) running.value = { number: last.number, first_player: last.first_player, moves: last.moves, position: scene.position, view: scene.view };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  };

  const field = (title: string, value: { value: string }, kind = "text", onChange?: () => void) => (
    <label class="field">
      <span>{title}</span>
      <input value={value.value} inputMode={kind === "number" ? "numeric" : "text"} onInput={(event) => (value.value = event.currentTarget.value)} onChange={onChange} list={kind === "player" ? "players" : undefined} spellcheck={false} disabled={isRunning.value} />
    </label>
  );

  const panels = [
    {
      id: "match",
      title: "The match",
      content: (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            play([]);
          }}
        >
          <datalist id="players">
            {presets.map(({ name, player }) => (
              <option value={player}>{name}</option>
            ))}
          </datalist>
          {field("First player", players[0], "player")}
          {field("Second player", players[1], "player")}
          {field("Games", games, "number")}
          {field("Random plies at the start of each pair (empty: as many as make them differ)", openings, "number")}
          {field("Seed (empty: a new one)", seed, "number")}
          {field("Rules", rules, "text", () => void setUp())}
          <div class="bar">
            <button type="submit" class="primary" disabled={isRunning.value}>
              Play the match
            </button>
            <button
              type="button"
              disabled={!isRunning.value}
              onClick={() => {
                stop.current?.();
                isRunning.value = false;
              }}
            >
              Stop
            </button>
            <button type="button" disabled={isRunning.value || finished.value.length === 0 || finished.value.length >= Number(games.value) || planned.value !== plan} onClick={() => play(finished.value)}>
              Go on
            </button>
          </div>
        </form>
      ),
    },
    {
      id: "results",
      title: "Results",
      content: (
        <div data-match={isRunning.value ? "running" : table.value ? "done" : "idle"}>
          {table.value ? <Results table={table.value} time={time.value} /> : <p class="help">Nothing was played yet.</p>}
          {table.value && (
            <div class="bar">
              <a class="button" download={`${card.id}-match.json`} href={`data:application/json,${encodeURIComponent(JSON.stringify(table.value))}`}>
                Save as JSON
              </a>
            </div>
          )}
        </div>
      ),
    },
    {
      id: "games",
      title: "Finished games",
      content: finished.value.length > 0 ? <Games card={card} games={finished.value} rules={rules.value} /> : <p class="help">Each is listed here, and leads to its analysis.</p>,
    },
  ];

  const game = running.value;
  return (
    <Page title={`Match of ${card.name}`} page="match" game={card.id} address={{ ...START, rules: rules.value }}>
      <div class="headline">
        <h1 tabIndex={-1}>Match of {card.name}</h1>
        <span class="rules">{shortRules(rules.value)}</span>
      </div>
      <Notices faults={problem.value ? [problem.value] : []} />
      <div class="table">
        <section class="stage" aria-label="The game that is played">
          {begun.value && <MiniBoard board={begun.value.board} views={[game?.view ?? begun.value.view]} sides={card.sides} label={game ? "The game that is played" : "The start"} text={game?.position ?? begun.value.position} />}
          <p class="bar">{game ? `Game ${game.number + 1}, move ${game.moves.length}${table.value ? `: ${table.value.wins} won, ${table.value.draws} drawn, ${table.value.losses} lost` : ""}` : "Games of the match are seen here."}</p>
        </section>
        <div class="side">
          <Tabs panels={panels} />
        </div>
      </div>
    </Page>
  );
}

/** What is wrong with a number that was typed; an empty field is for the server to fill. */
function numberFault(field: string, text: string): string | undefined {
  const isWhole = text.trim() === "" || (/^\d+$/.test(text.trim()) && Number.isSafeInteger(Number(text)));
  return isWhole ? undefined : `${field}: "${text.trim()}" is not a whole number up to ${Number.MAX_SAFE_INTEGER}.`;
}

function Games({ card, games, rules }: { card: Card; games: readonly PlayedMatchGame[]; rules: string }) {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Finished games">
      <table>
        <thead>
          <tr>
            {["Game", "First player", "Result", "Moves"].map((title) => (
              <th scope="col">{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {games.slice(-MOST_LISTED).map((game) => (
            <tr>
              <td class="whole">
                <a href={href("analysis", card.id, addressOf(game, rules))}>Game {game.number + 1}</a>
              </td>
              <td>{card.sides[game.first_player === "p1" ? 0 : 1]}</td>
              <td>
                {game.outcome === "draw" ? "draw" : game.outcome === game.first_player ? "won" : "lost"}, {game.fault ?? game.reason}
              </td>
              <td>{game.moves.length}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function addressOf(game: PlayedMatchGame, rules: string): string {
  const root = line(game.moves);
  return write({ ...START, rules, root, path: forward(root, []) });
}

function Results({ table, time }: { table: Table; time: number }) {
  const elo = table.elo === null ? "too few games to tell" : `${table.elo} ± ${table.elo_error ?? "?"}`;
  return (
    <dl class="keys">
      <dt>Won</dt>
      <dd data-wins={table.wins}>{table.wins}</dd>
      <dt>Drawn</dt>
      <dd>{table.draws}</dd>
      <dt>Lost</dt>
      <dd>{table.losses}</dd>
      <dt>Elo</dt>
      <dd>{elo}</dd>
      <dt>Seed</dt>
      <dd>{table.seed}</dd>
      {time > 0 && (
        <>
          <dt>Speed</dt>
          <dd>{((60_000 * table.games) / time).toFixed(1)} games a minute</dd>
        </>
      )}
    </dl>
  );
}
