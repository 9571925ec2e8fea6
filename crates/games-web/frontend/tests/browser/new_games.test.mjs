// Games that the pages have never heard of, once with and once without a board: both are in the
// gallery and are played by mouse and by keyboard.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { launch, noBrowser, open, pickByKeys, pickByMouse, ready, seatPeople, shown } from "./browser.mjs";
import { ask, post, serve } from "./server.mjs";

const target = fileURLToPath(new URL("../../../../../target/", import.meta.url));
const toys = [process.env.TOYS, `${target}release/examples/toys`, `${target}debug/examples/toys`].find((path) => path && existsSync(path));
const skip = noBrowser ?? (toys ? undefined : "build the toys: cargo build -p games-web --example toys");
if (!toys && process.env.CI) throw new Error(skip);

test("no game is named in the pages", { skip }, () => {
  const source = new URL("../../src/", import.meta.url);
  const files = readdirSync(source, { recursive: true }).filter((path) => /\.(tsx?|css|html)$/.test(path));
  // Short ids are words, too.
  const names = ask("list").games.flatMap(({ id, name }) => [id, name]).filter((name) => name.length > 4);
  const named = files.flatMap((path) => {
    const text = readFileSync(new URL(path, source), "utf8");
    return names.filter((name) => new RegExp(`\\b${name}\\b`, "i").test(text)).map((name) => `${path}: ${name}`);
  });
  assert.ok(names.length > 12 && files.length > 40);
  assert.deepEqual(named, []);
});

let browser;
let server;
before(async () => {
  if (skip) return;
  [browser, server] = await Promise.all([launch(), serve({ binary: toys, args: [] })]);
});
after(async () => {
  await browser?.close();
  await server?.stop("SIGKILL");
});

async function play(page, game, texts, pick) {
  const moves = [];
  for (const text of texts) {
    const scene = await post(server, "position", { game, moves });
    await pick(page, scene.legal.find((move) => move.text === text), scene);
    moves.push(text);
    await ready(page, moves.length);
  }
  await page.locator('[data-result="p1"]').waitFor();
}

const TIC_TAC_TOE = ["a1", "a2", "b1", "b2", "c1"];

test("a new game with a board is played by mouse from the gallery", { skip }, async () => {
  const { page, close } = await open(browser, server);
  await page.getByRole("link", { name: "Play Drawn Toy" }).click();
  await ready(page, 0);
  await seatPeople(page);
  await play(page, "drawn-toy", TIC_TAC_TOE, pickByMouse);
  await close();
});

test("a new game with a board is played by keyboard", { skip }, async () => {
  const { page, close } = await open(browser, server, { path: "play/drawn-toy#s=human~human&at=0" });
  await ready(page, 0);
  await play(page, "drawn-toy", TIC_TAC_TOE, pickByKeys);
  assert.equal((await shown(page)).outcome, "p1");
  await close();
});

test("a new game without a board is played by buttons and by typing", { skip }, async () => {
  const { page, close } = await open(browser, server, { path: "play/plain-toy#s=human~human&at=0" });
  await ready(page, 0);
  assert.match(await page.locator(".text-board").textContent(), /7/);
  await play(page, "plain-toy", ["1", "2", "1", "2", "1"], async (page, move) => {
    await page.locator(`[data-buttons] [data-move="${move.text}"]`).focus();
    await page.keyboard.press("Enter");
  });
  await page.getByRole("button", { name: "New game" }).click();
  await ready(page, 0);
  await page.locator("#move-field").fill("2");
  await page.keyboard.press("Enter");
  await ready(page, 1);
  await close();
});

test("what is typed in the moment in which a board appears stays", { skip }, async () => {
  const { page, close } = await open(browser, server, { path: "play/plain-toy#m=1&s=human~human&at=1" });
  await ready(page, 1);
  await page.evaluate(() => {
    const type = () => {
      const field = document.querySelector("#move-field");
      if (field.value || !document.querySelector('[data-ready][data-ply="0"]')) return;
      field.value = "2";
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    };
    new MutationObserver(type).observe(document.body, { attributes: true, childList: true, subtree: true });
  });
  await page.getByRole("button", { name: "New game" }).click();
  await ready(page, 0);
  // What waits for the frame after the next one has run by then.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
  assert.equal(await page.locator("#move-field").inputValue(), "2");
  await close();
});

test("an engine plays a game that nobody ever drew", { skip }, async () => {
  const { page, close } = await open(browser, server, { path: "play/plain-toy#s=alphabeta:depth=8~human&at=0" });
  await ready(page, 1);
  // Seven stones: one is taken, so that three times two are left.
  assert.match(await page.locator(".text-board").textContent(), /6/);
  await close();
});
