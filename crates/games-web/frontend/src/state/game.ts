// The game of a page: rules, start, moves with variations, the node shown, and what the server
// said of the positions. The server is asked for every position; answers are kept, so that
// stepping through known moves needs no server.

import { batch, computed, signal } from "@preact/signals";

import { lost } from "../api/live";
import { Problem, post } from "../api/client";
import type { Line, Scene } from "../api/types";
import { type Address, type Ended, read, START, write } from "./address";
import * as tree from "./tree";

/** How many positions are kept. */
const KEPT = 4000;
const MOST_UNDO = 200;
/** Of how many lines of a game the notation is asked for. */
const MOST_NAMED = 30;

export class Game {
  readonly id: string;
  readonly rules = signal("");
  readonly position = signal("");
  readonly root = signal<tree.Node>(tree.EMPTY);
  readonly path = signal<tree.Path>([]);
  readonly seats = signal<readonly string[]>([]);
  readonly turned = signal(false);
  /** How a player's word ended the game. */
  readonly ended = signal<Ended | undefined>(undefined);
  /** The position shown; stays while the next one is on its way. */
  readonly scene = signal<Scene | undefined>(undefined);
  readonly problem = signal<Problem | undefined>(undefined);
  readonly faults = signal<readonly string[]>([]);
  readonly moves = computed(() => tree.movesTo(this.root.value, this.path.value));
  /** Whether the shown scene is that of the shown node. */
  readonly isReady = computed(() => this.#taken.value === this.nameOf(this.moves.value));
  /** The name of the position that the shown scene is of. */
  readonly #taken = signal<string | undefined>(undefined);
  readonly node = computed(() => tree.nodeAt(this.root.value, this.path.value));
  /** Counts what became known of notations. */
  readonly named = signal(0);
  readonly undone = signal<readonly Edit[]>([]);
  readonly done = signal<readonly Edit[]>([]);

  #scenes = new Map<string, Scene>();
  #labels = new Map<string, string>();
  #asked = 0;
  /** The last move seen, told to those who listen. */
  readonly said = signal("");

  constructor(id: string) {
    this.id = id;
  }

  /** Ends the game by the draw that may be claimed. */
  async claim(): Promise<void> {
    try {
      const scene = await post<Scene>("position", { ...this.request(), claim: true });
      batch(() => {
        this.scene.value = scene;
        this.ended.value = "draw-claimed";
      });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.problem.value = problem;
      this.ended.value = undefined;
    }
    this.save();
  }

  /** A side gives the game up. */
  resign(side: "p1" | "p2"): void {
    this.ended.value = `${side}-resigned`;
    this.save();
  }

  /** What goes with every request about the shown position. */
  request(moves: readonly string[] = this.moves.value): Record<string, unknown> {
    const body: Record<string, unknown> = { game: this.id, moves };
    if (this.rules.value) body["rules"] = this.rules.value;
    if (this.position.value) body["position"] = this.position.value;
    return body;
  }

  /** Takes what an address says and asks for its position. */
  async open(hash: string): Promise<void> {
    const { address, faults } = read(hash);
    this.load(address);
    this.faults.value = faults;
    await this.#openLine();
    if (this.ended.value === "draw-claimed") await this.claim();
    await this.#nameLine();
  }

  load(address: Partial<Address>): void {
    const { rules, position, root, path, seats, turned, ended } = { ...START, ...address };
    batch(() => {
      this.rules.value = rules;
      this.position.value = position;
      this.root.value = root;
      this.path.value = path;
      this.seats.value = seats;
      this.turned.value = turned;
      this.ended.value = ended;
      this.undone.value = this.done.value = [];
      this.problem.value = undefined;
      this.faults.value = [];
      this.#taken.value = undefined;
    });
    this.#scenes.clear();
    this.#labels.clear();
  }

  /** Begins anew in the same page: Back leads to the game before. */
  async begin(address: Partial<Address>): Promise<void> {
    history.pushState(null, "", `#${write({ ...START, turned: this.turned.value, seats: this.seats.value, ...address })}`);
    this.load({ turned: this.turned.value, seats: this.seats.value, ...address });
    await this.show();
  }

  address(): Address {
    return { rules: this.rules.value, position: this.position.value, root: this.root.value, path: this.path.value, seats: this.seats.value, turned: this.turned.value, ended: this.ended.value };
  }

  save(): void {
    const hash = `#${write(this.address())}`;
    if (location.hash !== hash) history.replaceState(null, "", hash);
  }

  /** A position of the page by its game, rules, start and moves. */
  nameOf(moves: readonly string[]): string {
    return `${this.rules.value} ${this.position.value} ${moves.join(" ")}`;
  }

  /** The usual notation of a move that was seen; else its text. */
  label(moves: readonly string[]): string {
    return this.#labels.get(moves.join(" ")) ?? moves.at(-1) ?? "";
  }

  async play(text: string): Promise<void> {
    const scene = this.scene.value;
    const move = this.isReady.value ? scene?.legal.find((move) => move.text === text) : undefined;
    const before = this.root.value;
    const next = tree.play(before, this.path.value, text);
    batch(() => {
      if (next.root !== before) this.#remember();
      this.ended.value = undefined;
      this.root.value = next.root;
      this.path.value = next.path;
      if (move) {
        this.#labels.set(this.moves.value.join(" "), move.label);
        this.said.value = move.say;
      }
    });
    await this.show();
    const problem = this.problem.value;
    if (problem?.slug === "illegal-move" && this.root.value === next.root && next.root !== before) this.#takeBack(problem);
  }

  /** Leaves out a move that was none, and keeps what was said of it. */
  #takeBack(problem: Problem): void {
    const last = this.done.value.at(-1);
    if (!last) return;
    batch(() => {
      this.done.value = this.done.value.slice(0, -1);
      this.root.value = last.root;
      this.path.value = last.path;
    });
    void this.show();
    this.problem.value = problem;
  }

  /** What a move would lead to; kept, so that playing it needs the server no more. */
  async foresee(text: string): Promise<Scene | undefined> {
    const moves = [...this.moves.value, text];
    const known = this.#scenes.get(moves.join(" "));
    if (known) return known;
    try {
      const scene = await post<Scene>("position", this.request(moves));
      this.#keep(scene, moves);
      return scene;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      return undefined;
    }
  }

  /** Shows another node of the game. */
  async go(path: tree.Path): Promise<void> {
    this.path.value = path;
    this.said.value = path.length ? this.label(this.moves.value) : "Start";
    await this.show();
  }

  /** Changes the tree in a way that can be undone. */
  edit(change: { root: tree.Node; path: tree.Path }): void {
    this.#remember();
    batch(() => {
      this.ended.value = undefined;
      this.root.value = change.root;
      this.path.value = change.path;
    });
    void this.show();
  }

  undoEdit(): void {
    this.#swap(this.done, this.undone);
  }

  redoEdit(): void {
    this.#swap(this.undone, this.done);
  }

  #swap(from: typeof this.done, to: typeof this.done): void {
    const last = from.value.at(-1);
    if (!last) return;
    batch(() => {
      to.value = [...to.value, { root: this.root.value, path: this.path.value }];
      from.value = from.value.slice(0, -1);
      this.root.value = last.root;
      this.path.value = last.path;
    });
    void this.show();
  }

  #remember(): void {
    this.done.value = [...this.done.value, { root: this.root.value, path: this.path.value }].slice(-MOST_UNDO);
    this.undone.value = [];
  }

  /** Shows the node of the path: from what is known, or from the server. */
  async show(): Promise<void> {
    this.save();
    const asked = ++this.#asked;
    const moves = this.moves.value;
    const known = this.#scenes.get(moves.join(" "));
    if (known) return this.#take(known);
    try {
      const scene = await post<Scene>("position", this.request(moves));
      this.#keep(scene, moves);
      if (asked === this.#asked) this.#take(scene);
    } catch (problem) {
      if (asked !== this.#asked) return;
      if (!(problem instanceof Problem)) throw problem;
      if (problem.isOffline) lost();
      this.problem.value = problem;
    }
  }

  /** Shows what an address says; of a line with a bad move the part before it. */
  async #openLine(): Promise<void> {
    await this.show();
    const problem = this.problem.value;
    if (!problem || problem.isOffline) return;
    if (problem.slug === "illegal-move" || problem.slug === "game-over" || problem.slug === "too-large") {
      const good = await this.#longestGood(this.moves.value);
      const path = this.path.value.slice(0, good);
      this.faults.value = [...this.faults.value, problem.detail];
      this.path.value = path;
      this.problem.value = undefined;
      await this.show();
    } else if (problem.slug === "bad-rules" || problem.slug === "bad-position") {
      this.faults.value = [...this.faults.value, problem.detail];
      const isRules = problem.slug === "bad-rules";
      this.load({ seats: this.seats.value, turned: this.turned.value, rules: isRules ? "" : this.rules.value });
      this.faults.value = [problem.detail];
      await this.show();
      if (this.problem.value && !isRules) {
        this.load({ seats: this.seats.value, turned: this.turned.value });
        this.faults.value = [problem.detail];
        await this.show();
      }
    }
  }

  /** Gives the moves of the main line and of the shown one their usual notation. */
  async #nameLine(): Promise<void> {
    const lines = [this.path.value, ...tree.ends(this.root.value, MOST_NAMED)].map((path) => tree.movesTo(this.root.value, path));
    for (const moves of lines) {
      if (moves.length < 2) continue;
      try {
        const { plies } = await post<Line>("line", this.request(moves));
        this.name(moves, plies.slice(1).map(({ label }) => label ?? ""));
        this.named.value++;
      } catch {
        // The texts do, too.
      }
    }
  }

  /** How many of these moves can be played, by halving. */
  async #longestGood(moves: readonly string[]): Promise<number> {
    let [good, bad] = [0, moves.length];
    while (bad - good > 1) {
      const middle = (good + bad) >> 1;
      try {
        await post<Scene>("position", this.request(moves.slice(0, middle)));
        good = middle;
      } catch {
        bad = middle;
      }
    }
    return good;
  }

  #take(scene: Scene): void {
    batch(() => {
      this.scene.value = scene;
      this.problem.value = undefined;
      this.#taken.value = this.nameOf(this.moves.value);
    });
  }

  #keep(scene: Scene, moves: readonly string[]): void {
    if (this.#scenes.size >= KEPT) this.#scenes.clear();
    this.#scenes.set(moves.join(" "), scene);
    if (moves.length) {
      const before = this.#scenes.get(moves.slice(0, -1).join(" "));
      const move = before?.legal.find(({ text }) => text === moves.at(-1));
      if (move && this.#labels.get(moves.join(" ")) !== move.label) {
        this.#labels.set(moves.join(" "), move.label);
        this.named.value++;
      }
    }
  }

  /** Keeps the usual notation of moves that follow the shown position. */
  nameFrom(moves: readonly string[], labels: readonly string[]): void {
    const played = this.moves.value;
    const known = played.map((_, i) => this.label(played.slice(0, i + 1)));
    this.name([...played, ...moves], [...known, ...labels.slice(0, moves.length)]);
    this.named.value++;
  }

  /** Keeps the usual notation of a line. */
  name(moves: readonly string[], labels: readonly string[]): void {
    labels.forEach((label, i) => this.#labels.set(moves.slice(0, i + 1).join(" "), label));
  }
}

interface Edit {
  root: tree.Node;
  path: tree.Path;
}
