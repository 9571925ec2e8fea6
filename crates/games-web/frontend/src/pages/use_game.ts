// The game of a page: opened from the address, again when that changes under it.

import { effect, untracked, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

import { connection, lost } from "../api/live";
import type { Card, GamePage } from "../api/types";
import { announce } from "../parts/announce";
import { gamePage } from "../state/catalog";
import { write } from "../state/address";
import { Game } from "../state/game";
import { visits } from "../state/route";
import { note } from "../state/settings";
import { result } from "../state/words";

export interface Opened {
  game: Game;
  /** What is known of the game; comes a little later. */
  page: GamePage | undefined;
  sides: readonly [string, string];
}

export function useGame(card: Card, kind: "play" | "analysis" | "solver"): Opened {
  const game = useMemo(() => new Game(card.id), []);
  const page = useSignal<GamePage | undefined>(undefined);

  useEffect(() => {
    let isFirst = true;
    return effect(() => {
      void visits.value;
      // Going to another page comes here, too, before this one is gone.
      if (!isFirst && !location.pathname.startsWith(`/${kind}/${encodeURIComponent(card.id)}`)) return;
      isFirst = false;
      untracked(() => void game.open(location.hash));
    });
  }, []);

  // What the server was not there for is asked when it is back.
  useSignalEffect(() => {
    const isBack = connection.value === "open";
    if (isBack && !page.peek()) gamePage(card.id).then((found) => (page.value = found), () => lost());
    if (isBack && game.problem.peek()?.isOffline) untracked(() => void game.show());
  });
  useEffect(() => {
    gamePage(card.id).then((found) => (page.value = found), () => lost());
  }, []);

  const { sides } = card;
  useEffect(() => {
    const key = Date.now();
    return effect(() => {
      const scene = game.scene.value;
      const plies = game.moves.value.length;
      // On the page of the solver a game is looked at, and kept where it came from.
      if (scene && plies > 0 && kind !== "solver") untracked(() => note(key, { game: card.id, name: card.name, hash: write(game.address()), page: kind, plies }));
    });
  }, []);
  useSignalEffect(() => {
    const scene = game.scene.value;
    if (!scene || !game.isReady.value) return;
    const words = [game.said.peek()];
    if (scene.view.marks.some(({ kind }) => kind === "check")) words.push("check");
    if (scene.outcome) words.push(result(scene, sides));
    else if (game.said.peek()) words.push(`${sides[scene.to_move === "p1" ? 0 : 1]} to move`);
    const [only, ...others] = scene.legal;
    if (only && others.length === 0 && only.picks.length === 0) words.push(`The only move: ${only.label}`);
    announce(words.filter(Boolean).join(". "));
  });

  return { game, page: page.value, sides };
}
