// Small things about a game that is played.

import type { Card, Counter, Scene, Side } from "../api/types";
import { HUMAN, presetsFor } from "../parts/Seat";
import type { Game } from "../state/game";
import * as tree from "../state/tree";

/** So many candidates of many carry text, unless all are asked for. */
export const CANDIDATES = 10;

/** A player that a beginner can beat now and then; without presets the quickest there is. */
export function defaultOpponent(card: Card): string {
  const presets = presetsFor(card);
  return (presets[Math.min(2, presets.length - 1)] ?? { player: "alphabeta:depth=2" }).player;
}

export function shortRules(rules: string): string {
  return rules ? rules.replaceAll(",", ", ") : "usual rules";
}

export function problemOf(game: Game): string[] {
  const problem = game.problem.value;
  return problem && !problem.isOffline ? [problem.detail] : [];
}

export function forwardOne(game: Game): tree.Path {
  return tree.forward(game.root.value, game.path.value, 1);
}

export function endOf(game: Game): tree.Path {
  return tree.forward(game.root.value, game.path.value);
}

/** The tree without what follows a node. */
export function cut(game: Game, path: tree.Path): tree.Node {
  return tree.line(tree.movesTo(game.root.value, path));
}

/** The only button that passes, if there is one. */
export function passOf(scene: Scene | undefined): string | undefined {
  const buttons = scene?.legal.filter(({ picks }) => picks.length === 0) ?? [];
  return buttons.length === 1 ? buttons[0]?.text : buttons.find(({ text }) => text === "pass")?.text;
}

/** Who resigns: the human, or of two whoever is to move. */
export function resigning(toMove: Side | undefined, seats: readonly string[]): 0 | 1 {
  if (seats[0] !== HUMAN) return 1;
  if (seats[1] !== HUMAN) return 0;
  return toMove === "p2" ? 1 : 0;
}

export function Extra({ counters }: { counters: readonly Counter[] }) {
  if (counters.length === 0) return null;
  return (
    <p class="counters">
      {counters.map(({ label, value }) => (
        <span>
          {label} {value}
        </span>
      ))}
    </p>
  );
}
