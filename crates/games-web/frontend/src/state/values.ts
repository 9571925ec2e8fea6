// The exact values of the shown position, where the server has them or finds them in time.

import { effect, signal, type Signal } from "@preact/signals";

import { Problem, post } from "../api/client";
import type { Values } from "../api/types";
import type { Worth as Badge } from "../board/badges";
import type { Game } from "./game";
import * as tree from "./tree";
import { long, order, short } from "./words";

type Moves = readonly string[];

/** Asks for the values of each position that is shown, as long as `isOn`; anew when `solved`
 * counts on, for then there is a table. The history is that of the whole line which goes through
 * the shown position. */
export function follow(game: Game, isOn: Signal<boolean>, solved?: Signal<number>): { values: Signal<Values | undefined>; dispose: () => void } {
  const values = signal<Values | undefined>(undefined);
  const known = new Map<string, Values | undefined>();
  let asked = 0;
  const dispose = effect(() => {
    const [root, path, scene] = [game.root.value, game.path.value, game.scene.value];
    const name = (moves: Moves) => `${solved?.value ?? 0} ${game.nameOf(moves)}`;
    const moves = tree.movesTo(root, path);
    const line = tree.movesTo(root, tree.forward(root, path));
    const [here, whole] = [name(moves), name(line)];
    if (!isOn.value || !game.isReady.value || !scene) return;
    const mine = ++asked;
    const show = () => {
      const found = known.get(here);
      const history = known.get(whole)?.history ?? found?.history;
      if (mine === asked) values.value = found && { ...found, ...(history && { history }) };
    };
    const ask = async (name: string, moves: Moves) => {
      const found = await look(game, moves);
      if (found !== "offline") known.set(name, found);
    };
    const askLine = async () => {
      if (known.get(here)?.history && !known.has(whole)) await ask(whole, line).then(show);
    };
    if (known.has(here)) {
      show();
      void askLine();
    } else {
      values.value = undefined;
      void ask(here, moves).then(show).then(askLine);
    }
  });
  return { values, dispose };
}

async function look(game: Game, moves: Moves): Promise<Values | undefined | "offline"> {
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
