// A match of two players: the table as it grows, the game that is played, and every finished game.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { start } from "../api/live";
import type { Card, GamePage, Match as Table, MatchInfo, PlayedMatchGame } from "../api/types";
import { announce } from "../parts/announce";
import { MiniBoard } from "../parts/MiniBoard";
import { Notices, Page } from "../parts/Page";
import { presetsFor } from "../parts/Seat";
import { START, read, write } from "../state/address";
import { gamePage } from "../state/catalog";
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
  const running = useSignal<MatchInfo["running"]>(null);
  const finished = useSignal<readonly PlayedMatchGame[]>([]);
  const time = useSignal(0);
  const isRunning = useSignal(false);
  const problem = useSignal<string | undefined>(undefined);
  const page = useSignal<GamePage | undefined>(undefined);
  const stop = useRef<() => void>(undefined);

  useEffect(() => {
    rules.value = read(location.hash).address.rules;
  }, [visits.value]);
  useEffect(() => {
    gamePage(card.id).then(
      (found) => (page.value = found),
      () => undefined,
    );
    return () => stop.current?.();
  }, []);

  const play = (have: readonly PlayedMatchGame[]) => {
    problem.value = undefined;
    isRunning.value = true;
    finished.value = have;
    if (have.length === 0) table.value = undefined;
    // What a restarted server lacks is what is not in this list.
    const request: Record<string, unknown> = { op: "match", game: card.id, players: players.map(({ value }) => value), games: Number(games.value) || 0, have };
    if (rules.value) request["rules"] = rules.value;
    if (openings.value.trim()) request["opening_plies"] = Number(openings.value);
    if (seed.value.trim()) request["seed"] = Number(seed.value);
    stop.current = start(request, {
      info: (message) => {
        const news = message as unknown as MatchInfo;
        table.value = news.table;
        running.value = news.running;
        time.value = news.time_ms;
        const known = new Set(finished.value.map(({ number }) => number));
        const added = news.finished.filter(({ number }) => !known.has(number));
        if (added.length) request["have"] = finished.value = [...finished.value, ...added].sort((a, b) => a.number - b.number);
      },
      done: (message) => {
        isRunning.value = false;
        running.value = null;
        table.value = message as unknown as Table;
        announce(`The match is over: ${table.value.wins} won, ${table.value.draws} drawn, ${table.value.losses} lost`);
      },
      error: (error) => {
        isRunning.value = false;
        problem.value = error.detail;
      },
    });
  };

  const field = (title: string, value: { value: string }, kind = "text") => (
    <label class="field">
      <span>{title}</span>
      <input value={value.value} inputMode={kind === "number" ? "numeric" : "text"} onInput={(event) => (value.value = event.currentTarget.value)} list={kind === "player" ? "players" : undefined} spellcheck={false} disabled={isRunning.value} />
    </label>
  );

  return (
    <Page title={`Match of ${card.name}`} page="match" game={card.id}>
      <div class="headline">
        <h1 tabIndex={-1}>Match of {card.name}</h1>
        <span class="rules">{shortRules(rules.value)}</span>
      </div>
      <Notices faults={problem.value ? [problem.value] : []} />
      <div class="split">
        <form
          class="panel"
          aria-label="The match"
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
          {field("Rules", rules)}
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
                running.value = null;
              }}
            >
              Stop
            </button>
            <button type="button" disabled={isRunning.value || finished.value.length === 0 || finished.value.length >= Number(games.value)} onClick={() => play(finished.value)}>
              Go on
            </button>
          </div>
        </form>
        <section class="panel" aria-label="Results" data-match={isRunning.value ? "running" : table.value ? "done" : "idle"}>
          {table.value ? <Results table={table.value} time={time.value} /> : <p class="help">Nothing was played yet.</p>}
          {table.value && (
            <div class="bar">
              <a class="button" download={`${card.id}-match.json`} href={`data:application/json,${encodeURIComponent(JSON.stringify(table.value))}`}>
                Save as JSON
              </a>
            </div>
          )}
        </section>
        {running.value && page.value && (
          <section class="panel" aria-label="The game that is played">
            <h2>
              Game {running.value.number + 1}, move {running.value.moves.length}
            </h2>
            <MiniBoard board={page.value.board} views={[running.value.view]} sides={page.value.sides} label="The game that is played" text={running.value.position} />
          </section>
        )}
      </div>
      {finished.value.length > 0 && (
        <section class="panel">
          <h2>Finished games</h2>
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
                {finished.value.slice(-MOST_LISTED).map((game) => (
                  <tr>
                    <td class="whole">
                      <a href={href("analysis", card.id, addressOf(game, rules.value))}>Game {game.number + 1}</a>
                    </td>
                    <td>{page.value?.sides[game.first_player === "p1" ? 0 : 1] ?? game.first_player}</td>
                    <td>
                      {game.outcome === "draw" ? "draw" : game.outcome === game.first_player ? "won" : "lost"}, {game.fault ?? game.reason}
                    </td>
                    <td>{game.moves.length}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </Page>
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
