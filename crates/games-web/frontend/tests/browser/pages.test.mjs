// Every page in every shape: axe finds nothing, nothing scrolls sideways, nothing moves where that
// is not wanted.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { check } from "./axe.mjs";
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

const first = noBrowser ? "" : ask("list").games[0].id;
const PAGES = ["", `play/${first}`, `analysis/${first}`, `rules/${first}`, `solver/${first}`, `match/${first}`, "nowhere"];
/** Sizes of windows; the last is one of 1280 by 1024 pixels in which all is four times as large. */
const SIZES = [[320, 844], [390, 844], [768, 844], [1280, 844], [320, 256]];

async function settled(page, path) {
  if (path === "nowhere") return page.locator("[data-fault]").waitFor();
  if (/^(solver|match)/.test(path)) return page.locator("main .panel").first().waitFor();
  return page.locator("[data-ready]").first().waitFor();
}

for (const path of PAGES) {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing on /${path}, ${colorScheme}`, { skip: noBrowser }, async () => {
      const { page, close } = await open(browser, server, { path, colorScheme, bypassCSP: true });
      await settled(page, path);
      await check(page);
      await close();
    });
  }
  test(`/${path} does not scroll sideways`, { skip: noBrowser }, async () => {
    for (const [width, height] of SIZES) {
      const { page, close } = await open(browser, server, { path, viewport: { width, height } });
      await settled(page, path);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(overflow, 0, `at ${width} by ${height} pixels`);
      await close();
    }
  });
}

for (const { id } of noBrowser ? [] : ask("list").games) {
  test(`${id}: axe finds nothing on the board, whose cells are named`, { skip: noBrowser }, async () => {
    const path = `play/${id}#s=human~human&at=0`;
    const { page, close } = await open(browser, server, { path, bypassCSP: true, forcedColors: "active" });
    await ready(page, 0);
    await check(page);
    const grid = await page.getByRole("grid").ariaSnapshot();
    const file = new URL(`snapshots/${id}.yml`, import.meta.url);
    if (process.env.GAMES_BLESS) writeFileSync(file, `${grid}\n`);
    assert.equal(`${grid}\n`, readFileSync(file, "utf8"));
    await close();
  });
}

test("axe finds nothing in the chooser and the dialogs", { skip: noBrowser }, async () => {
  const position = "7k/P7/8/8/8/8/8/K7_w_-_-_0_1";
  const { page, close } = await open(browser, server, { path: `play/chess#p=${position}&s=human~human&at=0`, bypassCSP: true });
  await ready(page, 0);
  await page.locator('[data-cell="a7"]').click();
  await page.locator('[data-cell="a8"]').click();
  await page.getByRole("menu").waitFor();
  await check(page);
  await page.keyboard.press("Escape");
  for (const name of ["Settings", "Keys"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.locator("dialog[open]").waitFor();
    await check(page);
    await page.keyboard.press("Escape");
  }
  await close();
});

/** Pages whose work is done: what begins it, and what is there then. */
const DONE = [
  { path: "solver/ten", begin: "Solve", done: "[data-solved]" },
  { path: "match/tictactoe", begin: "Play the match", done: '[data-match="done"]' },
];
for (const { path, begin, done } of DONE) {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing on /${path} when it is done, ${colorScheme}`, { skip: noBrowser }, async () => {
      const { page, close } = await open(browser, server, { path, colorScheme, bypassCSP: true });
      await page.getByRole("button", { name: begin, exact: true }).click();
      await page.locator(done).waitFor();
      for (const more of await page.locator("main details").all()) await more.evaluate((details) => (details.open = true));
      await check(page);
      await page.setViewportSize({ width: 320, height: 844 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(overflow, 0, "at 320 pixels");
      await close();
    });
  }
}

test("axe finds nothing on a game that is over, nor on lines of a search", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "play/chess#m=f2f3_e7e5_g2g4_d8h4&s=human~human&at=4", bypassCSP: true });
  await page.locator("[data-result]").waitFor();
  await check(page);
  await page.goto(`${server.url}analysis/chess#m=e2e4_e7e5(c7c5_g1f3)_g1f3&at=2`);
  await ready(page, 2);
  await page.keyboard.press("e");
  await page.locator("[data-line]").first().waitFor();
  await check(page);
  await close();
});

test("each page has a title, one first heading and a skip link that works", { skip: noBrowser }, async () => {
  for (const path of PAGES) {
    const { page, close } = await open(browser, server, { path });
    await settled(page, path);
    assert.equal(await page.locator("h1").count(), 1, path);
    assert.match(await page.title(), /games|Not found/, path);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "main", path);
    await close();
  }
});

test("a page of rules shows where each kind of piece goes", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "rules/chess" });
  await page.locator('[data-men="6"] figure').nth(5).waitFor();
  const knight = page.locator("[data-men] figure", { hasText: "Knight on" });
  assert.ok((await knight.locator(".legal, .legal-ring").count()) >= 4);
  await close();
});

test("a page of rules shows what an option changes, by both of its values", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "rules/tictactoe" });
  const pair = (key) => page.locator(`[data-option="${key}"] [data-pair] figure`);
  await pair("misere").nth(1).waitFor();
  // The same three in a row wins by one and loses by the other.
  const [usual, misere] = await pair("misere").allTextContents();
  assert.match(usual, /misere=false: (X|O) wins/);
  assert.match(misere, new RegExp(`misere=true: ${usual.includes("X wins") ? "O" : "X"} wins`));
  // Another size has other cells.
  const cells = await pair("cols").evaluateAll((figures) => figures.map((figure) => figure.querySelectorAll("[data-cell]").length));
  assert.notEqual(cells[0], cells[1]);
  await pair("misere").nth(1).getByRole("link").click();
  await page.waitForURL(/\/analysis\/tictactoe#v=1&r=misere=true/);
  await ready(page);
  assert.match((await shown(page)).outcome, /^p[12]$/);
  await close();
});

test("an option that the usual rules never show is shown beside another one", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "rules/northcott" });
  const option = page.locator('[data-option="repetition"]');
  // Without a step back no position ever returns.
  await option.getByText("Both with backward=true").waitFor();
  const told = await option.locator("[data-pair] figure").allTextContents();
  assert.match(told.join("\n"), /Draw: repetition/);
  await option.locator("[data-pair] figure").nth(1).getByRole("link").click();
  await page.waitForURL(/\/analysis\/northcott#v=1&r=backward=true,repetition=/);
  await ready(page);
  await close();
});

test("in forced colors a pressed button looks the same with the mouse above it", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "analysis/chess", forcedColors: "active" });
  await ready(page, 0);
  const colors = (button) => button.evaluate((button) => [getComputedStyle(button).backgroundColor, getComputedStyle(button).color]);
  const looks = async (button) => {
    await button.hover();
    const above = await colors(button);
    await page.locator("h1").hover();
    assert.deepEqual(above, await colors(button));
    assert.notEqual(above[0], above[1]);
  };
  const pen = page.getByRole("button", { name: "Pen" });
  await pen.click();
  await looks(pen);
  // What is chosen of a palette is painted in the same way.
  await page.getByRole("button", { name: "Set up a position" }).click();
  await looks(page.getByRole("radio", { name: "Take away" }));
  await close();
});

test("with less motion wanted nothing is animated", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "play/chess#s=human~human&at=0", reducedMotion: "reduce" });
  await ready(page, 0);
  await page.locator('[data-cell="e2"]').click();
  await page.locator('[data-cell="e4"]').click();
  await ready(page, 1);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  await close();
});

test("a piece keeps its element when it moves, so that it can be seen to slide", { skip: noBrowser }, async () => {
  const { page, close } = await open(browser, server, { path: "play/chess#s=human~human&at=0" });
  await ready(page, 0);
  await page.evaluate(() => {
    window.before = [...document.querySelectorAll(".piece")];
  });
  await page.locator('[data-cell="e2"]').click();
  await page.locator('[data-cell="e4"]').click();
  await ready(page, 1);
  const kept = await page.evaluate(() => window.before.filter((piece) => piece.isConnected).length);
  assert.equal(kept, 32);
  await close();
});

for (const reducedMotion of ["no-preference", "reduce"]) {
  test(`games in the gallery ${reducedMotion === "reduce" ? "stand still for who wants little motion" : "are played as one looks on"}`, { skip: noBrowser }, async () => {
    const { page, close } = await open(browser, server, { reducedMotion });
    await page.clock.install();
    await page.reload();
    // That of the first card, whichever comes first.
    const picture = page.locator(".card").first().locator(".mini");
    await picture.locator("[data-cell]").first().waitFor();
    const start = await picture.innerHTML();
    let moved = false;
    for (let plies = 0; plies < 20 && !moved; plies++) {
      await page.clock.runFor(900);
      moved = (await picture.innerHTML()) !== start;
    }
    assert.equal(moved, reducedMotion !== "reduce");
    await close();
  });
}
