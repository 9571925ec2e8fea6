// A search of the shown position that goes on while one looks at it.

import { effect, signal, untracked } from "@preact/signals";

import { start } from "../api/live";
import type { InfoLine, SearchInfo } from "../api/types";
import type { Worth } from "../board/badges";
import type { Game } from "./game";
import * as tree from "./tree";
import { long, percent, signed } from "./words";

/** A tab that nobody looks at for so long stops its search. */
const HIDDEN = 60_000;
/** How long each position of a game is looked at, in milliseconds. */
const LOOK = 1000;

export class Engine {
  readonly isOn = signal(false);
  readonly player = signal("alphabeta");
  readonly lines = signal(3);
  readonly info = signal<SearchInfo | undefined>(undefined);
  readonly isRunning = signal(false);
  /** Counts how often a search that came to its limit was asked to go on. */
  readonly again = signal(0);
  readonly queued = signal<number | undefined>(undefined);
  readonly problem = signal<string | undefined>(undefined);
  /** How many positions of the game are still to be looked at; none while nobody asked for that. */
  readonly left = signal<number | undefined>(undefined);
  #stopLooking: (() => void) | undefined;
  /** What searches found of the positions by their names: for `p1`, and whether it is proved. */
  readonly found = signal<ReadonlyMap<string, Found>>(new Map());
  readonly #isHidden = signal(false);
  readonly #game: Game;

  constructor(game: Game) {
    this.#game = game;
  }

  /** Searches what is shown until what is returned is called. */
  run(): () => void {
    let hide: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      clearTimeout(hide);
      if (document.hidden) hide = setTimeout(() => (this.#isHidden.value = true), HIDDEN);
      else this.#isHidden.value = false;
    };
    document.addEventListener("visibilitychange", changed);
    const dispose = effect(() => this.#search());
    return () => {
      clearTimeout(hide);
      document.removeEventListener("visibilitychange", changed);
      dispose();
      this.stopLooking();
    };
  }

  /** Searches each position of the shown line for a moment, from its start. */
  look(): void {
    const game = this.#game;
    const line = tree.movesTo(game.root.value, tree.forward(game.root.value, game.path.value));
    const [asked, player] = [game.nameOf(line), this.player.value];
    const request = game.request(line);
    this.stopLooking();
    const lookAt = (ply: number) => {
      this.stopLooking();
      const moves = line.slice(0, ply);
      if (ply > line.length || game.nameOf(line) !== asked) return;
      this.left.value = line.length + 1 - ply;
      let over: ReturnType<typeof setTimeout> | undefined;
      const next = () => lookAt(ply + 1);
      const stop = start(
        { op: "search", ...request, moves, player, lines: 1, analysis: true },
        {
          info: (message) => {
            const { lines, depth } = message as unknown as SearchInfo;
            this.#note(game.nameOf(moves), lines[0], depth);
            over ??= setTimeout(next, LOOK);
          },
          done: next,
          error: (problem) => {
            if (problem.slug === "game-over") return next();
            this.stopLooking();
            this.problem.value = problem.detail;
          },
        },
      );
      this.#stopLooking = () => {
        clearTimeout(over);
        stop();
      };
    };
    lookAt(0);
  }

  stopLooking(): void {
    this.#stopLooking?.();
    this.#stopLooking = undefined;
    this.left.value = undefined;
  }

  #search(): undefined | (() => void) {
    const game = this.#game;
    const moves = game.moves.value;
    const [isOn, player, lines] = [this.isOn.value, this.player.value, this.lines.value];
    void this.again.value;
    const [isReady, isHidden, scene] = [game.isReady.value, this.#isHidden.value, game.scene.value];
    this.info.value = undefined;
    this.problem.value = undefined;
    this.queued.value = undefined;
    this.isRunning.value = false;
    if (!isOn || !isReady || isHidden || !scene || scene.outcome !== null) return undefined;
    const name = untracked(() => game.nameOf(moves));
    this.isRunning.value = true;
    const stop = start(
      { op: "search", ...untracked(() => game.request(moves)), player, lines, analysis: true },
      {
        info: (message) => {
          const info = message as unknown as SearchInfo;
          this.queued.value = undefined;
          this.info.value = info;
          this.#note(name, info.lines[0], info.depth);
        },
        queued: (place) => (this.queued.value = place),
        done: () => (this.isRunning.value = false),
        error: (problem) => {
          this.isRunning.value = false;
          this.problem.value = problem.detail;
        },
      },
    );
    return stop;
  }

  #note(name: string, best: InfoLine | undefined, depth: number): void {
    if (!best) return;
    const found = untracked(() => new Map(this.found.value));
    found.set(name, { score: best.score_p1, expected: best.expected_p1, exact: best.exact, depth });
    this.found.value = found;
  }
}

export interface Found {
  score: number | null;
  expected: number | null;
  exact: boolean;
  depth: number;
}

/** A line's value for the side to move, as it is written: `+1.5`, `62%`, `=+6`. */
export function told(line: InfoLine): string {
  const exact = line.exact ? "=" : "";
  if (line.exact && line.value && line.plies_to_end !== null && line.score === null) return `${line.value.charAt(0).toUpperCase()}${line.plies_to_end}`;
  if (line.score !== null) return exact + signed(line.score);
  if (line.expected !== null) return exact + percent(line.expected);
  return line.value ? exact + line.value.charAt(0).toUpperCase() : "?";
}

/** What to write on the board for the lines of a search. */
export function badges(info: SearchInfo | undefined, kind: "scores" | "visits" | "heat"): ReadonlyMap<string, Worth> {
  const lines = info?.lines ?? [];
  const most = Math.max(...lines.map(({ share }) => share ?? 0), 0.001);
  const badge = (line: InfoLine, rank: number): Worth => {
    const heat = line.share === null ? 1 - rank / Math.max(1, lines.length) : line.share / most;
    const visits = line.expected === null ? told(line) : percent(line.expected);
    const say = line.value && line.exact ? long({ value: line.value, remoteness: line.remoteness ?? line.plies_to_end }) : `score ${told(line)}`;
    if (kind === "heat") return { order: rank, text: "", say, tone: "score", heat };
    return { order: rank, text: kind === "visits" ? visits : told(line), say, tone: line.exact && line.value ? line.value : "score" };
  };
  return new Map(lines.map((line, rank) => [line.move, badge(line, rank)]));
}
