// Playing against engines and watching them play.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, noBrowser, open, ready, shown } from "./browser.mjs";
import { serve } from "./server.mjs";

let browser;
let server;
before(async () => {
  if (noBrowser) return;
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});
const at = (path) => open(browser, server, { path });

test("an engine answers, undo goes back to the last own move, a hint is an arrow", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/chess#s=human~alphabeta:depth=2&at=0");
  await ready(page, 0);
  await page.locator('[data-cell="e2"]').click();
  await page.locator('[data-cell="e4"]').click();
  await ready(page, 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await ready(page, 0);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".arrows .arrow").first().waitFor();
  await close();
});

test("undo while the engine thinks takes the own move back, and the engine's never comes", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/chess#s=human~alphabeta:time=20s&at=0");
  await ready(page, 0);
  await page.locator('[data-cell="d2"]').click();
  await page.locator('[data-cell="d4"]').click();
  await page.getByText("thinks ...").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await ready(page, 0);
  assert.equal(await page.getByText("thinks ...").count(), 0);
  await close();
});

test("two engines play, are paused, make one step, and go on", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/othello#r=size=6&s=random:seed=1~random:seed=2&at=0");
  const beyond = (ply) => page.waitForFunction((ply) => Number(document.querySelector("[data-ply]")?.dataset.ply) > ply, ply);
  await beyond(2);
  const pause = page.getByRole("button", { name: "Pause" });
  await pause.click();
  const ply = Number((await shown(page)).ply);
  await page.getByRole("button", { name: "Step" }).click();
  await beyond(ply);
  await page.getByRole("combobox", { name: "Speed" }).selectOption("0");
  await pause.click();
  // Engines give way to whatever else a machine does.
  await page.locator("[data-result]").waitFor({ timeout: 60_000 });
  await close();
});

test("who resigns loses, and a player that is none is named", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/chess#s=human~wrong:x&at=0");
  await ready(page, 0);
  await page.locator('[data-cell="e2"]').click();
  await page.locator('[data-cell="e4"]').click();
  await page.locator("[data-fault]").getByText(/wrong/).waitFor();
  await page.getByRole("button", { name: "Resign" }).click();
  const told = page.locator("[data-result]").getByText("Black wins: White resigned");
  await told.waitFor();
  await page.reload();
  await told.waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await told.waitFor({ state: "detached" });
  await close();
});

test("what is counted beside a seat is named there", { skip: noBrowser }, async () => {
  for (const [id, told] of [["go", "prisoners 0"], ["girl-chess", "Girls 1"], ["othello", "2"]]) {
    const { page, close } = await at(`play/${id}#s=human~human&at=0`);
    await ready(page, 0);
    assert.deepEqual(await page.locator(".seat .counters").allTextContents(), [told, told]);
    await close();
  }
});

test("whose turn it is stands in words above the board, until the game is over", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/othello#m=d3&s=human~human&at=1");
  await ready(page, 1);
  const headline = page.locator(".headline");
  await headline.getByText("White to move", { exact: true }).waitFor();
  await page.locator('[data-cell="c3"]').click();
  await ready(page, 2);
  await headline.getByText("Black to move", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("[data-result]").waitFor();
  assert.equal(await headline.getByText("to move").count(), 0);
  await close();
});

test("drag: a legal place, a dead one, outside, and cancelled", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/chess#s=human~human&at=0");
  await ready(page, 0);
  const center = async (cell) => {
    const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (from, to) => {
    await page.mouse.move(...(await center(from)));
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
  };
  const count = (selector) => page.locator(selector).count();
  // Where nothing can be dropped the piece goes home, and is no longer picked.
  for (const nowhere of [await center("e6"), [5, 5]]) {
    await drag("e2", nowhere);
    await page.locator(".picked").waitFor({ state: "detached" });
    assert.equal(await count(".piece.lifted"), 0);
  }
  // Put back on its own square it is picked.
  await page.mouse.move(...(await center("d2")));
  await page.mouse.down();
  await page.mouse.move(...(await center("d4")), { steps: 4 });
  await page.locator(".piece.lifted").waitFor();
  await page.mouse.move(...(await center("d2")), { steps: 4 });
  await page.mouse.up();
  await page.locator(".piece.lifted").waitFor({ state: "detached" });
  assert.equal(await count(".picked"), 1);
  await page.locator('[data-cell="d2"]').click();
  assert.equal((await shown(page)).ply, "0");
  // What the system takes away in between is let go of.
  await page.mouse.move(...(await center("e2")));
  await page.mouse.down();
  await page.mouse.move(...(await center("e4")), { steps: 4 });
  await page.locator(".piece.lifted").waitFor();
  await page.locator('[data-cell="e4"]').dispatchEvent("pointercancel", { pointerId: 1, isPrimary: true });
  await page.locator(".piece.lifted").waitFor({ state: "detached" });
  await page.mouse.up();
  assert.equal((await shown(page)).ply, "0");
  await drag("e2", await center("e4"));
  await ready(page, 1);
  await page.locator('[data-cell="e7"]').dispatchEvent("pointerdown", { pointerId: 7, isPrimary: true, button: 0 });
  await page.locator('[data-cell="e7"]').dispatchEvent("pointercancel", { pointerId: 7, isPrimary: true });
  await drag("e7", await center("e5"));
  await ready(page, 2);
  await close();
});

test("a promotion asks for the piece; Esc and a click elsewhere close the question", { skip: noBrowser }, async () => {
  const position = encodeURIComponent("7k/P7/8/8/8/8/8/K7 w - - 0 1").replaceAll("%20", "_");
  for (const [piece, glyph] of [["q", "queen"], ["r", "rook"], ["b", "bishop"], ["n", "knight"]]) {
    const { page, close } = await at(`play/chess#p=${position}&s=human~human&at=0`);
    await ready(page, 0);
    const ask = async () => {
      await page.locator('[data-cell="a7"]').click();
      await page.locator('[data-cell="a8"]').click();
      await page.getByRole("menu").waitFor();
    };
    await ask();
    await page.keyboard.press("Escape");
    assert.equal(await page.getByRole("menu").count(), 0);
    await ask();
    // The queen first, as people expect.
    assert.deepEqual(await page.locator("[data-move]").evaluateAll((all) => all.map(({ dataset }) => dataset.move.at(-1)).slice(0, 4)), ["q", "r", "b", "n"]);
    // What each choice puts on the square is drawn beside its name.
    await page.locator(`[data-move="a7a8${piece}"] [data-icon="${glyph}"]`).waitFor();
    await page.locator(`[data-move="a7a8${piece}"]`).click();
    await ready(page, 1);
    assert.match(await page.locator('[data-cell="a8"]').getAttribute("aria-label"), new RegExp(glyph));
    await close();
  }
});

test("each move is told to those who listen: whose, check, the result, a pass; and the value when it is asked for", { skip: noBrowser }, async () => {
  const told = (page, words) => page.waitForFunction((words) => words.every((word) => document.querySelector('#said[aria-live="polite"]').textContent.includes(word)), words);
  const { page, close } = await at("play/chess#m=e2e4_f7f6&s=human~human&at=2");
  await ready(page, 2);
  const pick = async (...cells) => {
    for (const cell of cells) await page.locator(`[data-cell="${cell}"]`).click();
  };
  await pick("d1", "h5");
  await told(page, ["queen d1 to h5", "check", "Black to move"]);
  await pick("g7", "g6");
  await told(page, ["pawn g7 to g6", "White to move"]);
  await page.keyboard.press("v");
  await told(page, ["No value is known"]);
  await page.goto(`${server.url}play/chess#m=f2f3_e7e5_g2g4&s=human~human&at=3`);
  await ready(page, 3);
  await pick("d8", "h4");
  await told(page, ["queen d8 to h4", "Black wins: checkmate"]);
  await page.goto(`${server.url}play/go#s=human~human&at=0`);
  await ready(page, 0);
  await page.getByRole("button", { name: "Pass" }).click();
  await told(page, ["pass", "White to move"]);
  // A value once, not with each word of a search.
  await page.goto(`${server.url}analysis/ten`);
  await page.locator('[data-panel="values"] p[data-value="win"]').waitFor();
  await page.locator("h1").focus();
  await page.keyboard.press("v");
  await told(page, ["win in 7 for Left"]);
  await close();
});
