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
