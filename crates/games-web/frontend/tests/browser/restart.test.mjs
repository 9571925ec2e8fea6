// A server that goes away and comes back.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, noBrowser, open, ready } from "./browser.mjs";
import { serve } from "./server.mjs";

let browser;
before(async () => {
  if (!noBrowser) browser = await launch();
});
after(() => browser?.close());

test("a server that is killed in mid-search loses no game, and the page goes on when it is back", { skip: noBrowser }, async () => {
  const server = await serve();
  const { page, close } = await open(browser, server, { path: "analysis/othello#m=f5_d6&at=2", mayBeAway: true });
  await ready(page, 2);
  await page.keyboard.press("e");
  await page.locator("[data-line]").first().waitFor();
  await page.keyboard.press(",");
  await ready(page, 1);
  await server.stop("SIGKILL");
  await page.getByText("The server stopped, your game is kept.").waitFor();
  // What is known can be looked at.
  await page.keyboard.press(".");
  await ready(page, 2);
  const again = await serve({ port: server.port });
  await page.getByText("The server stopped").waitFor({ state: "detached" });
  await page.locator("[data-line]").first().waitFor();
  await close();
  assert.equal((await again.stop("SIGTERM")).code, 0);
});

test("a move that is made while the server is away is played when it is back", { skip: noBrowser }, async () => {
  const server = await serve();
  const { page, close } = await open(browser, server, { path: "play/othello#s=human~human&at=0", mayBeAway: true });
  await ready(page, 0);
  await server.stop("SIGKILL");
  await page.locator('[data-cell="f5"]').click();
  await page.getByText("The server stopped, your game is kept.").waitFor();
  const again = await serve({ port: server.port });
  await ready(page, 1);
  await page.getByText("The server stopped").waitFor({ state: "detached" });
  await close();
  await again.stop();
});

/** Opens sockets that see one search, from a page; each is told something before it is counted. */
function openSockets(count) {
  const url = new URL("/api/v1/live", location.href.replace(/^http/, "ws"));
  window.codes = [];
  const socket = () =>
    new Promise((told) => {
      const opened = new WebSocket(url);
      opened.onopen = () => opened.send(JSON.stringify({ op: "search", id: "s", game: "othello", player: "alphabeta", analysis: true }));
      opened.onmessage = told;
      opened.onclose = ({ code }) => window.codes.push(code);
    });
  return Promise.all(Array.from({ length: count }, socket)).then(() => undefined);
}

test("SIGTERM ends a server with 100 sockets within two seconds, and each is told", { skip: noBrowser }, async () => {
  const server = await serve();
  const { page, close } = await open(browser, server, { path: "rules/othello", mayBeAway: true });
  await page.evaluate(openSockets, 100);
  const begun = performance.now();
  const { code } = await server.stop("SIGTERM");
  const took = performance.now() - begun;
  assert.equal(code, 0);
  assert.ok(took < 2000, `${took} ms`);
  await page.waitForFunction(() => window.codes.length === 100);
  assert.deepEqual(await page.evaluate(() => [...new Set(window.codes)]), [1001]);
  await close();
});

test("a page that is older than the server loads itself anew, once", { skip: noBrowser }, async () => {
  let server = await serve();
  const { port } = server;
  const { page, close } = await open(browser, server, { path: "analysis/othello#m=f5_d6&at=2", mayBeAway: true });
  let loads = 0;
  page.on("load", () => loads++);
  let build;
  await page.route("**/api/v1/health", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...(build && { build }) } });
  });
  const comeBack = async () => {
    await server.stop("SIGKILL");
    await page.getByText("The server stopped, your game is kept.").waitFor();
    const asked = page.waitForResponse(/health/);
    server = await serve({ port });
    await asked;
  };
  await page.reload();
  await ready(page, 2);
  await page.keyboard.press("e");
  await page.locator("[data-line]").first().waitFor();
  loads = 0;
  // The same pages again: nothing is loaded.
  await comeBack();
  await page.locator("[data-line]").first().waitFor();
  assert.equal(loads, 0);
  // Newer ones: the page is loaded, with its game.
  build = "newer";
  const loaded = page.waitForEvent("load");
  await comeBack();
  await loaded;
  await ready(page, 2);
  assert.equal(loads, 1);
  // Something between keeps the old page, which still meets the newer server: that would go on for ever.
  build = undefined;
  await page.reload();
  await ready(page, 2);
  await page.keyboard.press("e");
  await page.locator("[data-line]").first().waitFor();
  loads = 0;
  build = "newer";
  await comeBack();
  await page.locator("[data-line]").first().waitFor();
  assert.equal(loads, 0);
  await close();
  await server.stop();
});
