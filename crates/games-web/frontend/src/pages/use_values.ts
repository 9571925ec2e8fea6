// The exact values of the shown position, for as long as a page is there.

import type { Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

import type { Values } from "../api/types";
import type { Game } from "../state/game";
import { follow } from "../state/values";

export function useValues(game: Game, isOn: Signal<boolean>, solved?: Signal<number>): Signal<Values | undefined> {
  const { values, dispose } = useMemo(() => follow(game, isOn, solved), []);
  useEffect(() => dispose, []);
  return values;
}
