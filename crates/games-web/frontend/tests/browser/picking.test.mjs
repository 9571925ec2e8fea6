// Picking while something else goes on: a list that was just closed, pieces that still slide, a
// search, a second finger, a hand that clicks twice.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, noBrowser, open, pickByMouse, ready, shown } from "./browser.mjs";
import { post, serve } from "./server.mjs";

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

const at = (path, options) => open(browser, server, { path, ...options });
const click = async (page, ...cells) => {
  for (const cell of cells) await page.locator(`[data-cell="${cell}"]`).click();
};
const isPicked = async (page, cell) => (await page.locator(`[data-cell="${cell}"]`).getAttribute("aria-label")).includes("picked");

/** From now on the page is drawn no more, as on a machine that has no time for it: what waits for the next frame never comes. */
const withoutFrames = (page) =>
  page.evaluate(() => {
    const HOUR = 3_600_000;
    const later = window.setTimeout;
    window.setTimeout = (act, ms = 0, ...rest) => later(act, ms + HOUR, ...rest);
    window.requestAnimationFrame = () => 0;
  });
/** As `ready`, for a page without frames. */
const readyWithoutFrames = (page, ply) => page.locator(`[data-ready][data-ply="${ply}"]`).waitFor();

// A list of choices used to listen for clicks elsewhere until the frame after its end, and took back
// the first one of two quick picks.
test("a list that was closed forgets no pick of the next move", { skip: noBrowser }, async () => {
  const { page, close } = await at("analysis/chess#p=7k/P7/8/8/8/8/8/K7_w_-_-_0_1&at=0");
  await ready(page, 0);
  await click(page, "a7", "a8");
  await page.locator(".chooser button:focus").waitFor();
  await withoutFrames(page);
  await page.locator('[data-move="a7a8q"]').click();
  await readyWithoutFrames(page, 1);
  await page.keyboard.press(",");
  await readyWithoutFrames(page, 0);
  await click(page, "a1", "b1");
  await readyWithoutFrames(page, 1);
  await close();
});

test("a second click does nothing that was not meant", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/chess#s=human~human&at=0");
  await ready(page, 0);
  await page.locator('[data-cell="e2"]').dblclick();
  assert.equal(await isPicked(page, "e2"), false);
  await click(page, "e2");
  await page.locator('[data-cell="e4"]').dblclick();
  await ready(page, 1);
  assert.equal(await isPicked(page, "e4"), false);
  await click(page, "e7", "e5");
  await ready(page, 2);
  await close();
});

test("what still slides can be picked and moved on", { skip: noBrowser }, async () => {
  const { page, context, close } = await at("play/chess#s=human~human&at=0");
  await ready(page, 0);
  const instruments = await context.newCDPSession(page);
  await instruments.send("Animation.enable");
  await instruments.send("Animation.setPlaybackRate", { playbackRate: 0.001 });
  for (const [ply, [from, to]] of [["e2", "e4"], ["d7", "d5"], ["e4", "d5"], ["d8", "d5"]].entries()) {
    const scene = await post(server, "position", { game: "chess", moves: ["e2e4", "d7d5", "e4d5"].slice(0, ply) });
    await pickByMouse(page, scene.legal.find((move) => move.text === from + to), scene);
    await ready(page, ply + 1);
    assert.ok((await page.evaluate(() => document.getAnimations().length)) > 0);
  }
  await close();
});

test("moves are made while a search of the position runs", { skip: noBrowser }, async () => {
  const { page, close } = await at("");
  const searched = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const { op, moves } = JSON.parse(payload);
      if (op === "search") searched.push(moves.length);
    }),
  );
  await page.goto(`${server.url}analysis/chess`);
  await ready(page, 0);
  await page.keyboard.press("e");
  for (const [ply, [from, to]] of [["e2", "e4"], ["e7", "e5"], ["g1", "f3"]].entries()) {
    await page.locator("[data-line]").first().waitFor();
    await click(page, from, to);
    await ready(page, ply + 1);
  }
  await page.locator("[data-line]").first().waitFor();
  // Each position once, and none for another.
  assert.deepEqual(searched, [0, 1, 2, 3]);
  await close();
});

test("while the engine thinks its pieces and one's own stay where they are", { skip: noBrowser }, async () => {
  const { page, close } = await at("play/chess#s=human~alphabeta:time=30s&at=0");
  await ready(page, 0);
  await click(page, "e2", "e4");
  await page.getByText("thinks ...").waitFor();
  await click(page, "d2", "d4", "e7", "e5");
  assert.equal((await shown(page)).ply, "1");
  await close();
});

test("a move that is chosen while the engine thinks is played after its own, if that is wanted", { skip: noBrowser }, async () => {
  const { page, close } = await at("");
  await page.evaluate(() => localStorage.setItem("games.settings", JSON.stringify({ queueMove: true })));
  // The engine needs no time here: what it says waits until the move is chosen.
  let release;
  const isChosen = new Promise((resolve) => (release = resolve));
  await page.routeWebSocket(/live/, (socket) => {
    const engine = socket.connectToServer();
    engine.onMessage((message) => isChosen.then(() => socket.send(message)));
  });
  await page.goto(`${server.url}play/tictactoe#s=human~alphabeta:time=2s&at=0`);
  await ready(page, 0);
  await click(page, "b2");
  await page.getByText("thinks ...").waitFor();
  // The engine takes a corner: an edge would lose.
  await click(page, "b1");
  assert.equal((await shown(page)).ply, "1");
  release();
  await ready(page, 3);
  assert.match(await page.locator('[data-cell="b1"]').getAttribute("aria-label"), /cross/);
  await close();
});

// The page used to scroll away under the piece.
test("a finger drags a piece, and a second one takes no part in it", { skip: noBrowser }, async () => {
  const { page, context, close } = await at("play/chess#s=human~human&at=0", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await ready(page, 0);
  const box = async (cell) => {
    const { x, y, width, height } = await page.locator(`[data-cell="${cell}"]`).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const fingers = await context.newCDPSession(page);
  const touch = (type, ...points) => fingers.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const [e2, e3, e4, d2, d4] = [await box("e2"), await box("e3"), await box("e4"), await box("d2"), await box("d4")];
  const [first, second] = [{ id: 0 }, { id: 1 }];
  await touch("touchStart", { ...e2, ...first });
  await touch("touchMove", { ...e3, ...first });
  await touch("touchStart", { ...e3, ...first }, { ...d2, ...second });
  await touch("touchMove", { ...e3, ...first }, { ...d4, ...second });
  await touch("touchMove", { ...e4, ...first }, { ...d4, ...second });
  assert.equal((await shown(page)).ply, "0");
  await touch("touchEnd");
  await ready(page, 1);
  assert.match(await page.locator('[data-cell="e4"]').getAttribute("aria-label"), /pawn/);
  assert.match(await page.locator('[data-cell="d2"]').getAttribute("aria-label"), /pawn/);
  assert.equal(await page.evaluate(() => scrollY), 0);
  // From an empty square the same finger scrolls.
  await touch("touchStart", { ...(await box("e5")), ...first });
  for (const by of [20, 40, 80]) await touch("touchMove", { x: e4.x, y: (await box("e5")).y - by, ...first });
  await touch("touchEnd");
  await page.waitForFunction(() => scrollY > 0);
  assert.equal((await shown(page)).ply, "1");
  await close();
});
