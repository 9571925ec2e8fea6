// What drawing overlays anew costs the page, scripts and layout together, in milliseconds; and that
// a tab which stays open for long does not grow.

import { open, ready } from "../browser/browser.mjs";
import { ask } from "../browser/server.mjs";
import { budget, instruments, metrics, shared } from "./measure.mjs";

const both = shared();
const CHANGES = 30;

async function redraw(slower) {
  const { page, close } = await open(both.browser, both.server, { path: "analysis/go#r=size=19" });
  await ready(page, 0);
  await page.getByRole("combobox", { name: "Lines" }).selectOption("10");
  await page.keyboard.press("e");
  await page.locator("[data-line]").nth(9).waitFor();
  await page.keyboard.press("e");
  await page.locator('[data-search="idle"]').waitFor({ state: "attached" });
  const session = await instruments(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  const before = await metrics(session);
  await page.evaluate(async (changes) => {
    const select = [...document.querySelectorAll(".stage select")].at(-1);
    for (let i = 0; i < changes; i++) {
      select.value = ["scores", "visits", "heat"][i % 3];
      select.dispatchEvent(new Event("change", { bubbles: true }));
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }
  }, CHANGES);
  const after = await metrics(session);
  const spent = ["ScriptDuration", "LayoutDuration", "RecalcStyleDuration"].reduce((sum, name) => sum + after[name] - before[name], 0);
  await close();
  return (1000 * spent) / CHANGES;
}

budget("overlays of 19x19 drawn anew", { quick: 16, slow: 50 }, async () => ({ quick: await redraw(1), slow: await redraw(4) }));

/** Steps through a game and back, again and again. */
const STEPS = 1000;

budget("a tab after 1,000 moves: more nodes, more MB", { nodes: 50, heap: 1 }, async () => {
  const { moves } = ask("play", "othello", "--p1", "random:seed=5", "--p2", "random:seed=6");
  const { page, close } = await open(both.browser, both.server, { path: `analysis/othello#m=${moves.join("_")}&at=0` });
  const session = await instruments(page);
  const walk = async (steps) => {
    for (let done = 0; done < steps; ) {
      for (const [key, ply] of [[".", moves.length], [",", 0]]) {
        for (let i = 0; i < moves.length; i++, done++) await page.keyboard.press(key);
        await ready(page, ply);
      }
    }
    await session.send("HeapProfiler.collectGarbage");
    return metrics(session);
  };
  await ready(page, 0);
  // The first walk fills what is kept.
  const before = await walk(2 * moves.length);
  const after = await walk(STEPS);
  await close();
  return { nodes: after.Nodes - before.Nodes, heap: (after.JSHeapUsedSize - before.JSHeapUsedSize) / 1e6 };
});
