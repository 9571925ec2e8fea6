// A page of others that runs in the same browser can neither ask the server nor open a socket.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { launch, noBrowser } from "./browser.mjs";
import { serve } from "./server.mjs";

let browser;
let server;
let others;
before(async () => {
  if (noBrowser) return;
  others = createServer((_, answer) => answer.end("<!doctype html><title>Others</title>")).listen(0, "127.0.0.1");
  [browser, server] = await Promise.all([launch(), serve()]);
});
after(async () => {
  others?.close();
  await browser?.close();
  await server?.stop();
});

test("a page of others is refused", { skip: noBrowser }, async () => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${others.address().port}/`);
  const tried = await page.evaluate(async (url) => {
    const body = JSON.stringify({ game: "othello" });
    const post = (headers, mode) => fetch(`${url}api/v1/position`, { method: "POST", headers, body, mode }).then((answer) => answer.type, () => "refused");
    const socket = new Promise((resolve) => {
      const opened = new WebSocket(`${url.replace("http", "ws")}api/v1/live`);
      opened.onopen = () => resolve("open");
      opened.onerror = () => resolve("refused");
    });
    return {
      read: await fetch(`${url}api/v1/games`).then((answer) => answer.type, () => "refused"),
      asked: await post({ "Content-Type": "application/json" }, "cors"),
      // What a browser sends without asking first: the policy of resources keeps even the refusal.
      plain: await post({ "Content-Type": "text/plain" }, "no-cors"),
      socket: await socket,
    };
  }, server.url);
  assert.deepEqual(tried, { read: "refused", asked: "refused", plain: "refused", socket: "refused" });
  await page.close();
});

test("under another name the server does not answer", { skip: noBrowser }, async () => {
  const other = await launchNamed("games.example");
  const page = await other.newPage();
  const answer = await page.goto(server.url.replace("127.0.0.1", "games.example"));
  assert.equal(answer.status(), 421);
  await other.close();
});

/** A browser for which a name points at this machine. */
const launchNamed = (name) => launch([`--host-resolver-rules=MAP ${name} 127.0.0.1`]);
