// Buttons, fields and keys of the page to play on, each of which does what it says.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, noBrowser, open, ready, shown } from "./browser.mjs";
import { ask, serve } from "./server.mjs";

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

async function at(path, plies, options) {
  const opened = await open(browser, server, { path, ...options });
  await ready(opened.page, plies);
  return opened;
}

const button = (page, name) => page.getByRole("button", { name, exact: true });
const cell = (page, name) => page.locator(`[data-cell="${name}"]`);
const told = (page, words) => page.waitForFunction((words) => document.querySelector("#said").textContent.includes(words), words);

test("the player of a seat is edited as text, plays, and is kept in the address", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/othello#s=human~human&at=0", 0);
  const seat = page.locator(".seat", { hasText: "White" });
  await seat.locator("select").selectOption({ label: "Another player ..." });
  const text = seat.getByRole("textbox", { name: "Player of White" });
  await text.fill("alphabeta:depth=1");
  await button(seat, "Set").click();
  await page.waitForFunction(() => location.hash.includes("s=human~alphabeta:depth=1") || location.hash.includes("s=human~alphabeta%3Adepth=1") || location.hash.includes("s=human~alphabeta:depth%3D1"));
  await cell(page, "d3").click();
  // Its answer.
  await ready(page, 2);
  await page.reload();
  await ready(page, 2);
  assert.equal(await text.inputValue(), "alphabeta:depth=1");
  // What is none is named, and the game goes on with another one.
  await text.fill("alphabeta:dept=1");
  await button(seat, "Set").click();
  await cell(page, (await page.locator(".cell.live").first().getAttribute("data-cell"))).click();
  await page.locator("[data-fault]").getByText(/dept/).waitFor();
  await seat.locator("select").selectOption("human");
  await page.locator("[data-fault]").waitFor({ state: "detached" });
  await close();
});

test("sides are swapped with their players, and the board is turned to whoever sits there", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/chess#s=human~random:seed=1&at=0", 0);
  const first = () => page.locator('[role="row"] [data-cell]').first().getAttribute("data-cell");
  assert.equal(await first(), "a8");
  await button(page, "Swap sides").click();
  // The engine has White now and begins.
  await ready(page, 1);
  assert.equal(await first(), "h1");
  await close();
});

test("a new game keeps rules, start and players", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/othello#r=size=6&m=b3&s=human~human&at=1", 1);
  await button(page, "New game").click();
  await ready(page, 0);
  assert.equal(await page.locator(".stage [data-cell]").count(), 36);
  assert.match(page.url(), /s=human~human/);
  await page.goBack();
  await ready(page, 1);
  await close();
});

test("options that are chosen in the form make a game by these rules", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/othello#s=human~human&at=0", 0);
  await page.getByLabel(/^size:/).selectOption("4");
  await button(page, "New game by these rules").click();
  await page.waitForFunction(() => document.querySelectorAll(".stage [data-cell]").length === 16);
  // What is usual is not written down, also where it was chosen.
  assert.match(page.url(), /r=size=4(&|$)/);
  await page.getByLabel(/^size:/).selectOption("8");
  await button(page, "New game by these rules").click();
  await page.waitForFunction(() => document.querySelectorAll(".stage [data-cell]").length === 64);
  assert.doesNotMatch(page.url(), /[#&]r=/);
  await close();
});

test("perfect play is offered where a game is solved, levels everywhere", { skip: noBrowser }, async () => {
  for (const [id, isSolved] of [["ten", true], ["chess", false]]) {
    const { page, close } = await at(`play/${id}#s=human~human&at=0`, 0);
    const offered = await page.locator(".seat > select").first().locator("option").allTextContents();
    assert.equal(offered.includes("Perfect"), isSolved, id);
    for (let level = 1; level <= 8; level++) assert.ok(offered.includes(`Level ${level}`), id);
    await close();
  }
});

test("going to another page takes the focus to its heading", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/ten#s=human~human&at=0", 0);
  await page.getByRole("navigation").getByRole("link", { name: "Solve" }).click();
  await page.waitForFunction(() => document.activeElement.tagName === "H1" && document.activeElement.textContent.startsWith("Solve"));
  await close();
});

test("the draw that may be claimed ends the game, also after a reload", { skip: noBrowser }, async () => {
  const twice = "g1f3_g8f6_f3g1_f6g8_g1f3_g8f6_f3g1";
  const { page, close } = await at(`play/chess#m=${twice}&s=human~human&at=7`, 7);
  assert.equal(await button(page, "Claim the draw").count(), 0);
  await cell(page, "f6").click();
  await cell(page, "g8").click();
  await ready(page, 8);
  await button(page, "Claim the draw").click();
  await page.locator('[data-result="draw"]').getByText(/Draw/).waitFor();
  await page.reload();
  await page.locator('[data-result="draw"]').getByText(/Draw/).waitFor();
  await button(page, "Undo").click();
  await page.locator("[data-result]").waitFor({ state: "detached" });
  await close();
});

test("exact values are shown when they are asked for", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/ten#s=human~human&at=0", 0);
  const badges = page.locator(".badges .badge");
  assert.equal(await badges.count(), 0);
  await page.getByLabel(/^Show exact values/).check();
  await page.getByText("Show exact values, where they are known: win in 7 for Left").waitFor();
  // One keeps the win, two gives it away.
  assert.deepEqual((await badges.locator("text").allTextContents()).toSorted(), ["L6", "W7"]);
  await page.keyboard.press("v");
  await page.getByLabel(/^Show exact values/).uncheck();
  await badges.first().waitFor({ state: "detached" });
  await close();
});

test("keys and buttons step through the game, turn the board and lead to the field", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/chess#m=e2e4_e7e5_g1f3&s=human~human&at=3", 3);
  await page.locator("h1").focus();
  const steps = [[",", 2], ["<", 0], [".", 1], [">", 3], ["ArrowLeft", 2], ["Home", 0], ["ArrowRight", 1], ["End", 3]];
  for (const [key, ply] of steps) {
    await page.keyboard.press(key);
    await ready(page, ply);
  }
  for (const [name, ply] of [["Back", 2], ["To the start", 0], ["Forward", 1], ["To the end", 3]]) {
    await button(page, name).click();
    await ready(page, ply);
  }
  await page.getByRole("group", { name: "Moves of the game" }).getByRole("button", { name: "e5" }).click();
  await ready(page, 2);
  await button(page.getByRole("group", { name: "Moves of the game" }), "Start").click();
  await ready(page, 0);
  const first = () => page.locator('[role="row"] [data-cell]').first().getAttribute("data-cell");
  await page.locator("h1").focus();
  await page.keyboard.press("f");
  assert.equal(await first(), "h1");
  await button(page, "Turn").click();
  assert.equal(await first(), "a8");
  await button(page, "To the end").click();
  await ready(page, 3);
  await page.locator("h1").focus();
  await page.keyboard.press("m");
  assert.equal(await page.evaluate(() => document.activeElement.id), "move-field");
  // In a field keys are letters.
  await page.keyboard.type("nf");
  assert.equal(await first(), "a8");
  assert.deepEqual(await page.locator(".legal-list button").allTextContents(), ["Nf6"]);
  await page.keyboard.press("Control+a");
  // Any text that the game reads.
  await page.keyboard.type("Nc6");
  await page.keyboard.press("Enter");
  await ready(page, 4);
  await close();
});

test("the list of moves has those of what is picked, and plays them; a text that is no move is told", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/chess#s=human~human&at=0", 0);
  await page.getByText(/^Moves as text/).click();
  const listed = () => page.locator(".legal-list button").allTextContents();
  assert.equal((await listed()).length, 20);
  await cell(page, "g1").click();
  await page.waitForFunction(() => document.querySelectorAll(".legal-list button").length === 2);
  assert.deepEqual((await listed()).toSorted(), ["Nf3", "Nh3"]);
  await page.locator("#move-field").fill("e2e5");
  await button(page, "Play it").click();
  await page.locator("[data-fault]").getByText(/e2e5/).waitFor();
  await ready(page, 0);
  assert.doesNotMatch(page.url(), /m=/);
  await page.locator(".legal-list").getByRole("button", { name: "Nf3", exact: true }).click();
  await ready(page, 1);
  await page.locator("[data-fault]").waitFor({ state: "detached" });
  await close();
});

test("with another position what was picked, and what was asked, is forgotten", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/chess#p=8/P6k/8/8/8/8/8/K7_w_-_-_0_1&m=a1b1_h7h6&s=human~human&at=2", 2);
  await cell(page, "b1").click();
  await page.locator(".picked").waitFor();
  await page.keyboard.press("<");
  await ready(page, 0);
  assert.equal(await page.locator(".picked").count(), 0);
  await page.keyboard.press(">");
  await ready(page, 2);
  await cell(page, "a7").click();
  await cell(page, "a8").click();
  const question = page.getByRole("menu");
  await question.waitFor();
  assert.equal(await question.getByRole("menuitem").count(), 4);
  await page.keyboard.press("<");
  await ready(page, 0);
  await question.waitFor({ state: "detached" });
  assert.equal(await page.locator(".picked").count(), 0);
  await close();
});

test("a question is answered by arrow keys around its ends, and gives the focus back to the square", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/chess#p=8/P6k/8/8/8/8/8/K7_w_-_-_0_1&s=human~human&at=0", 0);
  await cell(page, "a7").click();
  await cell(page, "a8").focus();
  await page.keyboard.press("Enter");
  const answers = page.getByRole("menuitem");
  await answers.first().waitFor();
  // The strongest first, each with what will stand there.
  const pieces = ["queen", "rook", "bishop", "knight"];
  await page.waitForFunction(() => document.querySelectorAll('.chooser [data-icon]').length === 4);
  assert.deepEqual(await page.locator(".chooser [data-icon]").evaluateAll((all) => all.map((one) => one.dataset.icon)), pieces);
  const focused = () => page.evaluate(() => document.activeElement.querySelector("[data-icon]")?.dataset.icon);
  assert.equal(await focused(), "queen");
  await page.keyboard.press("ArrowUp");
  assert.equal(await focused(), "knight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "rook");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await focused(), "queen");
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), "a8");
  // Somewhere else on the page, too, a click closes it.
  await cell(page, "a7").click();
  await cell(page, "a8").click();
  await answers.first().waitFor();
  await page.locator("h1").click();
  await answers.first().waitFor({ state: "detached" });
  assert.equal(await page.locator(".picked").count(), 0);
  await close();
});

/** A game of Othello up to where only a pass is left. */
function upToPass() {
  for (let seed = 1; seed < 200; seed++) {
    const { moves } = ask("play", "othello", "--rules", "size=6", "--p1", `random:seed=${seed}`, "--p2", `random:seed=${seed + 500}`);
    const ply = moves.indexOf("pass");
    if (ply > 0) return moves.slice(0, ply);
  }
  throw new Error("nobody had to pass");
}

test("a forced pass is told, is the button that stands out, and has a key", { skip: noBrowser }, async () => {
  const moves = upToPass();
  const path = `play/othello#r=size=6&m=${moves.slice(0, -1).join("_")}&s=human~human&at=${moves.length - 1}`;
  const { page, close } = await at(path, moves.length - 1);
  await cell(page, moves.at(-1)).click();
  await ready(page, moves.length);
  await told(page, "The only move: pass");
  await page.locator('[data-buttons] button.primary[data-move="pass"]').waitFor();
  await page.locator("h1").focus();
  await page.keyboard.press("p");
  await ready(page, moves.length + 1);
  await close();
});

test("forced passes are played by themselves if that is wanted", { skip: noBrowser }, async () => {
  const moves = upToPass();
  const path = `play/othello#r=size=6&m=${moves.slice(0, -1).join("_")}&s=human~human&at=${moves.length - 1}`;
  const { page, close } = await at(path, moves.length - 1);
  await button(page, "Settings").click();
  await page.getByLabel("Play forced passes by itself").check();
  await button(page, "Done").click();
  await cell(page, moves.at(-1)).click();
  await ready(page, moves.length + 1);
  await close();
});
