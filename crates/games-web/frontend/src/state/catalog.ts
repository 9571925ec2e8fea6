// What the server offers: its games, what is known of each, its players. Asked once.

import { signal } from "@preact/signals";

import { Problem, get } from "../api/client";
import { connection, lost } from "../api/live";
import type { Card, Gallery, GamePage, Health, Info } from "../api/types";

export const games = signal<{ list?: readonly Card[]; problem?: string }>({});
export const info = signal<Info | undefined>(undefined);

const pages = new Map<string, Promise<GamePage>>();
let build: string | undefined;

export async function loadGames(): Promise<void> {
  try {
    games.value = { list: (await get<Gallery>("games")).games };
    info.value = await get<Info>("info");
    build = (await get<Health>("health")).build;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.isOffline) lost();
    if (!games.value.list) games.value = { problem: problem.detail };
  }
}

/** What is known of a game, its page of rules included. */
export function gamePage(id: string): Promise<GamePage> {
  const known = pages.get(id);
  if (known) return known;
  const asked = get<GamePage>(`games/${encodeURIComponent(id)}`);
  asked.catch(() => pages.delete(id));
  pages.set(id, asked);
  return asked;
}

// A server that came back may be another one: a page older than it loads itself once.
connection.subscribe((state) => {
  if (state !== "open") return;
  if (!games.value.list) void loadGames();
  else if (build !== undefined) void get<Health>("health").then(reloadIfOld, () => undefined);
});

function reloadIfOld(health: Health): void {
  try {
    if (health.build === build || sessionStorage.getItem("games.reloaded") === health.build) return;
    sessionStorage.setItem("games.reloaded", health.build);
    location.reload();
  } catch {
    // Without a memory it could go on for ever.
  }
}
