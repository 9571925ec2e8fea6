// What this browser remembers: how the user likes the pages, and the last games. Works without a
// memory, too.

import { effect, signal } from "@preact/signals";

export interface Settings {
  theme: "system" | "light" | "dark";
  showLegal: boolean;
  /** Whether a cell is aimed at before it is played. */
  confirm: "never" | "small" | "always";
  playPasses: boolean;
  queueMove: boolean;
  keys: boolean;
  turnBoard: boolean;
}

export interface Recent {
  game: string;
  name: string;
  /** The address behind the `#`. */
  hash: string;
  page: "play" | "analysis";
  plies: number;
  when: number;
}

const DEFAULTS: Settings = { theme: "system", showLegal: true, confirm: "small", playPasses: false, queueMove: false, keys: true, turnBoard: false };
const MOST_RECENT = 20;

export const settings = signal<Settings>({ ...DEFAULTS, ...load<Partial<Settings>>("settings", {}) });
export const recent = signal<readonly Recent[]>(list(load("recent", [])));

effect(() => {
  const { theme } = settings.value;
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
});

export function set(change: Partial<Settings>): void {
  settings.value = { ...settings.value, ...change };
  store("settings", settings.value);
}

/** Notes the game of this tab. `key` stays with one game while it is played. */
export function note(key: number, game: Omit<Recent, "when">): void {
  // Other tabs write there, too.
  const others = list(load("recent", recent.value)).filter(({ when }) => when !== key);
  recent.value = [{ ...game, when: key }, ...others].slice(0, MOST_RECENT);
  store("recent", recent.value);
}

function list(found: unknown): readonly Recent[] {
  const isRecent = (one: Partial<Recent> | null) => typeof one?.game === "string" && typeof one.hash === "string" && typeof one.name === "string";
  return Array.isArray(found) ? found.filter(isRecent).slice(0, MOST_RECENT) : [];
}

function load<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(`games.${key}`) ?? "null") as T) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(`games.${key}`, JSON.stringify(value));
  } catch {
    // Nothing is remembered where it is not allowed.
  }
}
