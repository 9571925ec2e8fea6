// Debian's Chromium, and pages in it that must not fail in any way that nobody looks at: an error,
// a report of the content security policy, a word on the console, a request to another host.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** Where Debian puts them. The shell is the same browser without any window: tests take half as long. */
const PLACES = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

const CHROMIUM = process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path)) ?? PLACES[0];

/** Why there can be no browser tests here; nothing if they can be. */
export const noBrowser = existsSync(CHROMIUM) ? undefined : `no browser at ${CHROMIUM}; install Debian's package chromium-headless-shell or chromium`;
if (noBrowser && process.env.CI) throw new Error(noBrowser);

/** How long anything may take on a busy machine, in milliseconds. */
const PATIENCE = 15_000;

const QUIET = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export const launch = (more = []) => chromium.launch({ executablePath: CHROMIUM, args: [...QUIET, ...more] });

/** What the browser itself says of a refused request: values that are not known, too large a text, a server that is away. */
const REFUSED = /^Failed to load resource: the server responded with a status of (404|413|422)/;
const AWAY = /net::ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|WebSocket connection to/;

/** A page of a server in a context of its own. */
export async function open(browser, server, { path = "", mayBeAway = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.stack}`));
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (!REFUSED.test(text) && !(mayBeAway && AWAY.test(text))) faults.push(`console: ${text}`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!/^(data|blob):/.test(url.protocol) && url.host !== new URL(server.url).host) faults.push(`request to ${url.href}`);
  });
  await page.goto(server.url + path);
  const close = async () => {
    await context.close();
    assert.deepEqual(faults, []);
  };
  return { page, context, faults, close };
}

/** Waits until the board shows the position after so many moves: looks at each frame, where the
 * driver's own waiting looks twice a second after a while. */
export async function ready(page, ply) {
  const wanted = `[data-ready][data-ply${ply === undefined ? "" : `="${ply}"`}]`;
  await page.waitForFunction((wanted) => document.querySelector(wanted) !== null, wanted);
}

/** What the board says of its position. */
export const shown = (page) => page.locator("[data-ply]").first().evaluate((board) => ({ ...board.dataset }));

/** Both seats are people's. */
export async function seatPeople(page) {
  for (const seat of await page.locator(".seat > select").all()) await seat.selectOption("human");
}

/**
 * Where a cell of a board that is ready can be hit. Boards stand still then, so that nobody waits
 * some frames for that before each click, as the driver's own clicks do.
 */
function center(page, cell) {
  return page.evaluate((cell) => {
    const found = document.querySelector(`[data-cell="${cell}"]`);
    found.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = found.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2];
    if (document.elementFromPoint(...at) !== found) throw new Error(`something covers ${cell}`);
    return at;
  }, cell);
}

/** Picks a move by clicking its cells, or its button. */
export async function pickByMouse(page, move, scene, way) {
  await pickBy(page, move, scene, async (cell) => page.mouse.click(...(await center(page, cell))), way);
}

export async function pickByTouch(page, move, scene) {
  await pickBy(page, move, scene, async (cell) => {
    await page.touchscreen.tap(...(await center(page, cell)));
    const confirm = page.getByRole("button", { name: `Play ${cell}`, exact: true });
    if (await isSmall(page)) await confirm.tap();
  });
}

/** Whether cells are so small that they are aimed at first. */
const isSmall = (page) => page.locator("[data-cell]").first().evaluate((cell) => cell.getBoundingClientRect().width < 24);

/** By the arrow keys alone, from wherever the focus of the board is. */
export async function pickByKeys(page, move, scene) {
  const { cells, cols } = scene.board;
  await pickBy(page, move, scene, async (cell) => {
    await page.locator('[role="gridcell"][tabindex="0"]').first().focus();
    const at = await page.evaluate(() => Number(document.activeElement.dataset.at));
    const to = cells.indexOf(cell);
    const [dx, dy] = [(to % cols) - (at % cols), Math.floor(to / cols) - Math.floor(at / cols)];
    for (let i = 0; i < Math.abs(dx); i++) await page.keyboard.press(dx > 0 ? "ArrowRight" : "ArrowLeft");
    for (let i = 0; i < Math.abs(dy); i++) await page.keyboard.press(dy > 0 ? "ArrowDown" : "ArrowUp");
    await page.keyboard.press("Enter");
  }, undefined, answerByKeys);
}

/** Answers a chooser by a number, or by the arrow keys where there are more than nine answers. */
async function answerByKeys(page, answer) {
  await page.locator(".chooser button:focus").waitFor();
  const at = await answer.evaluate((button) => [...button.closest('[role="menu"]').querySelectorAll("button")].indexOf(button));
  if (at < 9) return page.keyboard.press(String(at + 1));
  for (let i = 0; i < at; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

/** Whether the chooser comes when a way has been picked as far as `count` cells. */
export function asks(scene, way, count) {
  const fits = (other) => other.length >= count && way.slice(0, count).every((cell, at) => other[at] === cell);
  const through = scene.legal.map(({ picks }) => picks.filter(fits)).filter((ways) => ways.length > 0);
  return through.length > 1 && through.some((ways) => ways.some(({ length }) => length === count));
}

/** Picks a move by one of its ways; answers the chooser where the legal moves say that it comes. */
async function pickBy(page, move, scene, choose, way = move.picks[0], answer = (_, choice) => choice.click()) {
  const chooser = page.getByRole("menu");
  const button = page.locator(`[data-buttons] [data-move="${move.text}"]`);
  if (!way) return answer === answerByKeys ? button.press("Enter") : button.click();
  for (const [i, cell] of way.entries()) {
    await choose(cell);
    if (!asks(scene, way, i + 1)) continue;
    await answer(page, i + 1 < way.length ? chooser.getByRole("menuitem", { name: "Pick the next square" }) : chooser.locator(`[data-move="${move.text}"]`));
  }
}
