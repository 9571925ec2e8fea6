// What is told by pieces, marks and the ring of the focus stands out by 3:1 from every ground of a
// board, in both themes (WCAG 2.2, 1.4.11): by its fill or by its outline, since no single color is
// far from light and from dark squares.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

type Color = readonly [number, number, number];

const read = (name: string) => readFileSync(`src/style/${name}.css`, "utf8");
const [theme, board] = [read("theme"), read("board")];

/** The declarations of a selector that stands alone or in a list; later ones win. */
function rule(selector: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, selectors, body] of board.replaceAll(/\/\*.*?\*\//gs, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!selectors?.split(",").some((one) => one.trim() === selector)) continue;
    for (const [, key, value] of (body as string).matchAll(/([\w-]+):\s*([^;]+)/g)) found.set(key as string, value as string);
  }
  assert.ok(found.size > 0, `${selector} has no rule`);
  return found;
}

function color(text: string): Color {
  const hex = text.trim().replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
  const parts = /^#(..)(..)(..)$/.exec(hex);
  assert.ok(parts, `${text} is no color`);
  return [1, 2, 3].map((i) => parseInt(parts[i] as string, 16)) as unknown as Color;
}

/** A color of the theme: in a light one, and in a dark one. */
function ground(name: string): readonly [Color, Color] {
  const found = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(theme);
  assert.ok(found, name);
  return [color(found[1] as string), color(found[2] as string)];
}

function luminance(of: Color): number {
  const [r, g, b] = of.map((c) => (c <= 10.31 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)) as unknown as Color;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Color, b: Color): number {
  const [low, high] = [luminance(a), luminance(b)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** A color of a rule as it is seen on a ground. */
function seen(rules: ReadonlyMap<string, string>, kind: "fill" | "stroke", below: Color): Color {
  const value = rules.get(kind) ?? "none";
  if (value === "none") return below;
  const part = Number(rules.get(`${kind}-opacity`) ?? 1);
  return color(value).map((c, i) => part * c + (1 - part) * (below[i] as number)) as unknown as Color;
}

function best(rules: ReadonlyMap<string, string>, below: Color): number {
  return Math.max(contrast(seen(rules, "fill", below), below), contrast(seen(rules, "stroke", below), below));
}

const SQUARES = ["light-square", "dark-square", "plain", "wood"].flatMap((name) => ground(name).map((at) => [name, at] as const));
const FELT = ground("felt").map((at) => ["felt", at] as const);

test("pieces stand out from every ground by 3:1", () => {
  for (const side of [".lt", ".dk", ".bl", ".or", ".no"]) {
    for (const [name, below] of [...SQUARES, ...FELT]) {
      // Blue and orange pieces, and those of nobody, are on plain boards alone.
      if (!/lt|dk/.test(side) && name !== "plain") continue;
      assert.ok(best(rule(side), below) >= 3, `${side} on ${name}: ${best(rule(side), below)}`);
    }
  }
});

test("marks and what can be picked stand out from every ground by 3:1", () => {
  for (const mark of [".last", ".check", ".gone", ".must", ".barred", ".boost", ".picked", ".legal", ".legal-ring"]) {
    // On felt there are discs, whose last one has a ring, and places that can be picked.
    for (const [name, below] of mark === ".legal" ? [...SQUARES, ...FELT] : SQUARES) {
      assert.ok(best(rule(mark), below) >= 3, `${mark} on ${name} #${below.map((c) => c.toString(16)).join("")}: ${best(rule(mark), below)}`);
    }
  }
});

test("the ring of the last disc stands out from discs of both sides by 3:1", () => {
  for (const side of [".lt", ".dk"]) {
    const disc = color(rule(side).get("fill") as string);
    assert.ok(best(rule(".last-ring"), disc) >= 3, `on ${side}: ${best(rule(".last-ring"), disc)}`);
  }
});

test("the ring of the focus is light and dark, so that it stands out anywhere", () => {
  const focus = rule(".cell:focus-visible");
  const outer = color(/solid (#\w+)/.exec(focus.get("outline") as string)?.[1] as string);
  for (const [name, below] of [...SQUARES, ...FELT]) {
    const ratio = Math.max(contrast(outer, below), contrast(seen(focus, "stroke", below), below));
    assert.ok(ratio >= 3, `${name}: ${ratio}`);
  }
});
