// The exact values of the shown position, where the server has them or finds them in time.

import { effect, signal, type Signal } from "@preact/signals";

import { Problem, post } from "../api/client";
import type { Values } from "../api/types";
import type { Worth as Badge } from "../board/badges";
import type { Game } from "./game";
import { long, order, short } from "./words";

/** Asks for the values of each position that is shown, as long as `isOn`. */
export function follow(game: Game, isOn: Signal<boolean>): { values: Signal<Values | undefined>; dispose: () => void } {
  const values = signal<Values | undefined>(undefined);
  const known = new Map<string, Values | undefined>();
  let asked = 0;
  const dispose = effect(() => {
    const moves = game.moves.value;
    const scene = game.scene.value;
    if (!isOn.value || !game.isReady.value || !scene) return;
    const name = `${game.rules.value} ${game.position.value} ${moves.join(" ")}`;
    const mine = ++asked;
    if (known.has(name)) {
      values.value = known.get(name);
      return;
    }
    values.value = undefined;
    void look(game, moves).then((found) => {
      if (found !== "offline") known.set(name, found);
      if (mine === asked) values.value = found === "offline" ? undefined : found;
    });
  });
  return { values, dispose };
}

async function look(game: Game, moves: readonly string[]): Promise<Values | undefined | "offline"> {
  try {
    return await post<Values>("values", { ...game.request(moves), history: true });
  } catch (problem) {
    return problem instanceof Problem && problem.isOffline ? "offline" : undefined;
  }
}

/** What to write on the board. */
export function badges(values: Values | undefined): ReadonlyMap<string, Badge> {
  const badge = (worth: Values["moves"][number]): Badge => ({ order: order(worth), text: short(worth), say: long(worth), tone: worth.value });
  return new Map(values?.moves.map((worth) => [worth.move, badge(worth)]));
}
