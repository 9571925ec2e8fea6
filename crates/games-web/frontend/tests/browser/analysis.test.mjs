// Analysis: values are those of the solver, lines belong to the position shown, the tree of moves
// is edited and undone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, noBrowser, open, ready, shown } from "./browser.mjs";
import { ask, post, serve } from "./server.mjs";

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

const solvable = noBrowser ? [] : ask("list").games.filter(({ id }) => canSolve(id));

/** The small games are solved at once, by their usual rules. */
function canSolve(id) {
  try {
    return ask("solve", id, "--memory", "64MiB").reachable < 100_000;
  } catch {
    return false;
  }
}

for (const { id } of solvable) {
  test(`${id}: the values on the page are those of games solve`, { skip: noBrowser }, async () => {
    const solved = ask("solve", id);
    const { page, close } = await open(browser, server, { path: `analysis/${id}` });
    await page.locator(`[data-panel="values"] p[data-value="${solved.value}"]`).waitFor();
    const rows = await page.locator('[data-panel="values"] tr[data-move]').evaluateAll((rows) => rows.map(({ dataset }) => [dataset.move, dataset.value, dataset.remoteness ?? null]));
    const expected = solved.moves.map(({ move, value, remoteness }) => [move, value, remoteness === null ? null : String(remoteness)]);
    assert.deepEqual(rows.toSorted(), expected.toSorted());
    assert.ok(solvable.length >= 6);
    await close();
  });
}

test("lines appear, grow deeper and stop", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/chess" });
  await ready(page, 0);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.locator("[data-line]").nth(2).waitFor();
  assert.equal(await page.locator("[data-line]").count(), 3);
  const depth = async () => Number((await page.locator(".lines caption").textContent()).match(/Depth (\d+)/)[1]);
  const first = await depth();
  await page.waitForFunction((first) => Number(document.querySelector(".lines caption").textContent.match(/Depth (\d+)/)[1]) > first, first);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.locator('[data-search="idle"]').waitFor({ state: "attached" });
  await close();
});

test("a search ends with its page, and pauses in a tab that nobody sees for a minute", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/chess" });
  await page.clock.install();
  await page.reload();
  await ready(page, 0);
  const searches = async (wanted) => {
    const deadline = Date.now() + 60_000;
    for (let found; found !== wanted; ) {
      assert.ok(Date.now() < deadline, `${found} searches run, not ${wanted}`);
      found = (await (await fetch(`${server.url}api/v1/health`)).json()).searches;
    }
  };
  const see = (isHidden) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  await page.keyboard.press("e");
  await page.locator("[data-line]").first().waitFor();
  await searches(1);
  await see(true);
  await page.clock.fastForward(59_000);
  await searches(1);
  await page.clock.fastForward(2_000);
  await searches(0);
  await see(false);
  await searches(1);
  await page.locator("[data-line]").first().waitFor();
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await searches(0);
  await close();
});

/** So many plies at the least. */
const LONG = 200;

test("stepping fast through a long game never shows a line of another position", { skip: noBrowser }, async () => {
  const rules = "size=13";
  const moves = ask("play", "go", "--rules", rules, "--p1", "random:seed=5", "--p2", "random:seed=6", "--max-plies", String(LONG)).moves;
  assert.equal(moves.length, LONG);
  const { page, close } = await open(browser, server, { path: `analysis/go#r=${rules}&m=${moves.join("_")}&at=0` });
  await ready(page, 0);
  const legal = new Map();
  for (let ply = 0; ply <= moves.length; ply++) {
    const scene = await post(server, "position", { game: "go", rules, moves: moves.slice(0, ply) });
    legal.set(scene.key, scene.moves);
  }
  await page.evaluate((legal) => {
    window.wrong = [];
    window.seen = 0;
    const known = new Map(legal);
    new MutationObserver(() => {
      const key = document.querySelector("[data-ready]")?.dataset.key;
      for (const line of document.querySelectorAll("[data-line]")) {
        window.seen++;
        if (key && !known.get(key).includes(line.dataset.line)) window.wrong.push([key, line.dataset.line]);
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  }, [...legal]);
  await page.keyboard.press("e");
  await page.locator("[data-line]").first().waitFor();
  for (let i = 0; i < moves.length; i++) await page.keyboard.press(".");
  await ready(page, moves.length);
  for (let i = 0; i < 5; i++) await page.keyboard.press(",");
  await ready(page, moves.length - 5);
  await page.locator("[data-line]").first().waitFor();
  assert.deepEqual(await page.evaluate(() => window.wrong), []);
  assert.ok((await page.evaluate(() => window.seen)) > 0);
  await close();
});

test("variations are made, promoted, deleted and undone, and stand in the address", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/othello#m=f5_d6_c3&at=1" });
  await ready(page, 1);
  const hash = () => page.evaluate(() => location.hash);
  await page.locator('[data-cell="f4"]').click();
  await ready(page, 2);
  assert.equal(await hash(), "#v=1&m=f5_d6(f4)_c3&at=1.1.1");
  await page.getByRole("button", { name: "Promote" }).click();
  assert.equal(await hash(), "#v=1&m=f5_f4(d6_c3)&at=2");
  await page.getByRole("button", { name: "Delete from here" }).click();
  await ready(page, 1);
  assert.equal(await hash(), "#v=1&m=f5_d6_c3&at=1");
  for (const expected of ["#v=1&m=f5_f4(d6_c3)&at=2", "#v=1&m=f5_d6(f4)_c3&at=1.1.1", "#v=1&m=f5_d6_c3&at=1"]) {
    await page.keyboard.press("z");
    assert.equal(await hash(), expected);
  }
  await page.keyboard.press("y");
  assert.equal(await hash(), "#v=1&m=f5_d6(f4)_c3&at=1.1.1");
  await close();
});

test("keys step through the game and from variation to variation, but not where the board or a button has them", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/othello#m=f5_d6(f4_e3)_c3&at=1" });
  await ready(page, 1);
  const place = () => page.evaluate(() => /at=([\d.]+)$/.exec(location.hash)[1]);
  await page.locator("h1").focus();
  for (const [key, expected] of [[".", "2"], ["n", "1.1.1"], ["n", "2"], ["n", "1.1.1"], [">", "1.1.2"], ["<", "0"], ["End", "3"], ["Home", "0"], ["ArrowRight", "1"], ["ArrowLeft", "0"], [">", "3"], [",", "2"]]) {
    await page.keyboard.press(key);
    assert.equal(await place(), expected, key);
  }
  await page.locator('[data-cell="d3"]').focus();
  for (const key of ["ArrowLeft", "Home"]) await page.keyboard.press(key);
  await page.getByRole("button", { name: "Turn" }).or(page.getByRole("button", { name: "Pen" })).first().focus();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await place(), "2");
  await close();
});

test("a comment is kept with its move, goes with the record, and is undone", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/chess#m=e2e4_e7e5&at=1" });
  await ready(page, 1);
  const text = page.getByLabel("Comment on this position");
  await text.fill("best by test");
  await text.blur();
  await page.locator(".moves .comment").getByText("best by test").waitFor();
  await page.keyboard.press(".");
  await ready(page, 2);
  assert.equal(await text.inputValue(), "");
  await page.keyboard.press(",");
  await ready(page, 1);
  assert.equal(await text.inputValue(), "best by test");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.locator(".moves .comment").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await page.locator(".moves .comment").waitFor();
  await close();
});

test("moves are listed by their value, with what they keep or give away", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/ten" });
  await ready(page, 0);
  const rows = page.locator('[data-panel="values"] tbody tr');
  await rows.nth(1).waitFor();
  assert.deepEqual(await rows.evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent.trim()))), [
    ["1", "W7 win in 7", "✓ yes"],
    ["2", "L6 lose in 6", "win → lose"],
  ]);
  await rows.nth(1).getByRole("button").click();
  await ready(page, 1);
  await close();
});

test("moves have the numbers that players give them", { skip: noBrowser }, async () => {
  const isTold = async (path, expected) => {
    const { page, close } = await open(browser, server, { path });
    await ready(page);
    const moves = page.locator(".moves > :not(:first-child)");
    // They come one after the other; other buttons have their names, too.
    const deadline = Date.now() + 10_000;
    let text;
    do {
      text = (await moves.allTextContents()).join(" ");
    } while (text !== expected && Date.now() < deadline);
    await close();
    assert.equal(text, expected);
  };
  // Of each side one together; a variation, and what follows it, says whose move it is.
  await isTold("analysis/chess#m=e2e4_e7e5(c7c5_g1f3)_g1f3_b8c6&at=4", "1. e4 e5 1... c52. Nf3 2. Nf3 Nc6");
  await isTold("analysis/chess#p=4k3/4p3/8/8/8/8/4P3/4K3_b_-_-_0_7&m=e7e5_e2e4&at=2", "7... e5 8. e4");
  // Each on its own.
  await isTold("analysis/go#m=E5_D4&at=2", "1. E5 2. D4");
});

test("the pen draws circles and arrows by clicks, by dragging and by keys, and moves nothing", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/chess" });
  await ready(page, 0);
  await page.getByRole("button", { name: "Pen" }).click();
  const cell = (name) => page.locator(`[data-cell="${name}"]`);
  await cell("e2").click();
  await page.locator("circle.arrow.own").waitFor();
  await cell("e4").click();
  await page.locator("g.arrow.own").waitFor();
  assert.equal(await page.locator("circle.arrow.own").count(), 0);
  await cell("d2").dragTo(cell("d4"));
  await page.locator("g.arrow.own").nth(1).waitFor();
  await cell("b1").focus();
  await page.keyboard.press("Enter");
  await page.locator("circle.arrow.own").waitFor();
  assert.equal((await shown(page)).ply, "0");
  // What was begun ends with the pen.
  for (let i = 0; i < 2; i++) await page.getByRole("button", { name: "Pen" }).click();
  await cell("g5").click();
  await page.locator("circle.arrow.own").nth(1).waitFor();
  assert.equal(await page.locator("g.arrow.own").count(), 2);
  await page.getByRole("button", { name: "Pen" }).click();
  await cell("e2").click();
  await cell("e4").click();
  await ready(page, 1);
  assert.equal(await page.locator(".arrow.own").count(), 0);
  await close();
});

test("the right button draws an arrow from square to square, or a circle, and a second time takes it away", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/chess" });
  await ready(page, 0);
  const draw = async (from, to) => {
    const cells = await Promise.all([from, to].map((name) => page.locator(`[data-cell="${name}"]`).boundingBox()));
    const [a, b] = cells.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
    await page.mouse.move(...a);
    await page.mouse.down({ button: "right" });
    await page.mouse.move(...b, { steps: 4 });
    await page.mouse.up({ button: "right" });
  };
  await draw("e2", "e4");
  await page.locator("g.arrow.own").waitFor();
  await draw("d4", "d4");
  await page.locator("circle.arrow.own").waitFor();
  await draw("e2", "e4");
  await page.locator("g.arrow.own").waitFor({ state: "detached" });
  assert.equal((await shown(page)).ply, "0");
  assert.equal(await page.locator(".picked").count(), 0);
  await close();
});

test("the history of values has a row a ply, tells who changed the value, and leads there", { skip: noBrowser }, async () => {
  // The usual tic-tac-toe: after the center a corner holds the game, and an edge loses it.
  const { page, close } = await open(browser, server, { path: "analysis/tictactoe#r=rows=3,cols=3,diagonals=true&m=b2_a2_a1&at=3" });
  await ready(page, 3);
  const rows = page.locator(".history li");
  await page.getByText("Value after each move").click();
  await rows.nth(3).waitFor();
  const told = await rows.evaluateAll((rows) => rows.map((row) => [row.querySelector(".value").textContent, row.textContent.includes("changed")]));
  assert.deepEqual(
    told.map(([value, isChanged]) => [value.charAt(0), isChanged]),
    [["T", false], ["T", false], ["W", true], ["W", false]],
  );
  // Who starts needs all nine cells for a tie.
  assert.equal(told[0][0], "T9");
  await rows.nth(1).getByRole("button").click();
  await ready(page, 1);
  // It stays that of the whole game.
  await page.locator('[data-panel="values"] p[data-value="tie"][data-remoteness="8"]').waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".history .value").length === 4);
  await close();
});

test("where nothing is solved the same rows have what searches found of the whole game", { skip: noBrowser }, async () => {
  // White gives the queen away.
  const moves = ["e2e4", "e7e5", "d1h5", "b8c6", "h5e5", "c6e5"];
  const { page, close } = await open(browser, server, { path: `analysis/chess#m=${moves.join("_")}&at=2` });
  await ready(page, 2);
  assert.equal(await page.locator(".history").count(), 0);
  await page.getByRole("button", { name: "Search every position of the game" }).click();
  await page.getByText("Value after each move").click();
  const rows = page.locator(".history li");
  await page.locator(".history").getByText("not looked at").first().waitFor();
  await page.waitForFunction((plies) => document.querySelectorAll(".history .searched").length === plies + 1, moves.length);
  assert.equal(await rows.count(), moves.length + 1);
  // So White is lost, as the first side sees it and its bar leans.
  const last = rows.nth(6).locator(".searched");
  assert.match(await last.textContent(), /^−[3-9]/);
  assert.match(await last.getAttribute("class"), /p2/);
  await page.getByRole("button", { name: "Search every position of the game" }).waitFor();
  // What was found is of these rules and this start alone.
  await page.goto(`${server.url}analysis/atomic#m=e2e4_e7e5&at=2`);
  await ready(page, 2);
  assert.equal(await page.locator(".history").count(), 0);
  await close();
});

test("what a search found is not told of other rules", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/surround#r=rows=7,cols=7&at=0" });
  await ready(page, 0);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.locator('[role="img"][aria-label^="Evaluation: "]').waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.locator("#rule-rows").fill("8");
  await page.locator("#rule-rows").press("Enter");
  await page.locator('[role="img"][aria-label="No evaluation"]').waitFor();
  await close();
});

test("a solved game is looked around in from its page", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "solver/ten" });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.locator("[data-solved]").waitFor();
  const solved = ask("solve", "ten");
  // The start is won, and no other position is as far from its end.
  await page.locator(`[data-longest="${solved.remoteness}"]`).waitFor();
  await page.getByRole("button", { name: "Best play of both sides" }).click();
  await page.waitForURL(/\/analysis\/ten#/);
  await ready(page, solved.remoteness);
  await page.goBack();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.getByRole("button", { name: "A lost position by lot" }).click();
  await page.waitForURL(/\/analysis\/ten#/);
  await page.locator('[data-panel="values"] p[data-value="lose"]').waitFor();
  await page.getByRole("link", { name: "Play", exact: true }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.getByRole("button", { name: "A long win" }).click();
  await page.waitForURL(/\/analysis\/ten#/);
  // Among so few positions it is the longest of all, that of the start.
  await page.locator(`[data-panel="values"] p[data-value="win"][data-remoteness="${solved.remoteness}"]`).waitFor();
  await close();
});

test("what is pasted is imported, also of another game; rubbish is refused in words", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/othello" });
  await ready(page, 0);
  const paste = async (text) => {
    await page.locator('textarea[name="import"]').fill(text);
    await page.getByRole("button", { name: "Import" }).click();
  };
  await paste("<img src=x onerror=alert(1)> ~~~");
  await page.locator("[data-import-problem]").waitFor();
  await paste('[Event "?"]\n[Result "0-1"]\n\n1. f3 e5 (1... e6 2. a3) 2. g4 Qh4# 0-1\n');
  // Both kinds of chess can play it, so one is asked which.
  await page.getByRole("button", { name: /^Chess, pgn/ }).click();
  await page.waitForURL(/\/analysis\/chess#/);
  await ready(page, 4);
  assert.match(await page.evaluate(() => location.hash), /m=f2f3_e7e5\(e7e6_a2a3\)_g2g4_d8h4&at=4$/);
  assert.equal((await shown(page)).outcome, "p2");
  await page.goBack();
  await page.waitForURL(/\/analysis\/othello/);
  await ready(page, 0);
  await close();
});
