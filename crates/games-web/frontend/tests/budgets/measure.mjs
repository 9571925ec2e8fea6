// Measuring: the best of three runs, told beside what is allowed.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, noBrowser } from "../browser/browser.mjs";
import { serve } from "../browser/server.mjs";

const RUNS = 3;

/** A browser and a server for the tests of a file. */
export function shared(options) {
  const both = {};
  before(async () => {
    if (!noBrowser) [both.browser, both.server] = await Promise.all([launch(), serve(options)]);
  });
  after(async () => {
    await both.browser?.close();
    await both.server?.stop();
  });
  return both;
}

/** Tests that some figures stay within what is allowed; `measure` returns them by name. */
export function budget(name, allowed, measure) {
  test(name, { skip: noBrowser }, async (t) => {
    const best = {};
    for (let run = 0; run < RUNS; run++) {
      for (const [what, figure] of Object.entries(await measure())) best[what] = Math.min(best[what] ?? Infinity, figure);
    }
    const told = Object.entries(best).map(([what, figure]) => `${what} ${figure.toFixed(1)} of ${allowed[what]}`);
    t.diagnostic(`${name}: ${told.join(", ")}`);
    assert.deepEqual(Object.keys(best).toSorted(), Object.keys(allowed).toSorted());
    for (const [what, figure] of Object.entries(best)) assert.ok(figure <= allowed[what], `${what}: ${figure.toFixed(1)}, allowed are ${allowed[what]}`);
  });
}

/** The figure that a part of all stays below: `quantile(times, 0.95)`. */
export function quantile(figures, part) {
  assert.ok(figures.length > 0);
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)];
}

/** What the browser counts of a page: seconds of scripts and layout, nodes, bytes. */
export async function metrics(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** A connection to the browser's own instruments. */
export async function instruments(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  return session;
}
