// Numbers and results in words.

import type { Scene, SolvedValue, Worth } from "../api/types";

const LETTERS = { win: "W", lose: "L", tie: "T", draw: "D" } as const;

/** `W3`: the value for the side to move and how many moves it takes. */
export function short({ value, remoteness }: { value: SolvedValue; remoteness: number | null }): string {
  return LETTERS[value] + (remoteness ?? "");
}

/** `win in 3`. */
export function long({ value, remoteness }: { value: SolvedValue; remoteness: number | null }): string {
  if (remoteness === null) return value;
  return remoteness === 0 ? `${value} now` : `${value} in ${remoteness}`;
}

/** Smaller is better: quick wins, ties, draws, slow losses. */
export function order({ value, remoteness }: Pick<Worth, "value" | "remoteness">): number {
  const far = remoteness ?? 0;
  return { win: far, tie: 1e6 - far, draw: 2e6, lose: 3e6 - far }[value];
}

export function signed(score: number): string {
  const rounded = Math.abs(score) >= 100 ? Math.round(score) : Math.round(score * 100) / 100;
  return rounded > 0 ? `+${rounded}` : `${rounded}`.replace("-", "−");
}

export function percent(expected: number): string {
  return `${Math.round((50 * (expected + 1)))}%`;
}

export function count(n: number): string {
  if (n < 10_000) return n.toLocaleString("en");
  const [by, unit] = n < 1e6 ? [1e3, "k"] : n < 1e9 ? [1e6, "M"] : [1e9, "G"];
  return `${(n / by).toPrecision(3)} ${unit}`;
}

/** How a game ended: `Black wins by 6: no moves`. */
export function result(scene: Pick<Scene, "outcome" | "reason" | "score">, sides: readonly string[]): string {
  if (scene.outcome === null) return "";
  const who = scene.outcome === "draw" ? "Draw" : `${capital(sides[scene.outcome === "p1" ? 0 : 1] ?? "")} wins`;
  const by = scene.outcome !== "draw" && scene.score !== null && Math.abs(scene.score) > 1 ? ` by ${Math.abs(scene.score)}` : "";
  return `${who}${by}${scene.reason ? `: ${scene.reason.replaceAll("-", " ").replaceAll("_", " ")}` : ""}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
