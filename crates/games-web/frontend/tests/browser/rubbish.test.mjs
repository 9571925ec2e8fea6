// Rubbish from a page: requests, messages over a socket and addresses that are made of good ones by
// lot. Each is answered with a documented problem or as it should be, and the server lives on.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { launch, noBrowser, open, ready } from "./browser.mjs";
import { serve } from "./server.mjs";

let browser;
let server;
before(async () => {
  if (noBrowser) return;
  [browser, server] = await Promise.all([launch(), serve({ args: ["serve", "--searches", "2"] })]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** The kinds of problems, as the server's source has them. */
const SLUGS = new Set([...readFileSync(new URL("../../../src/problem.rs", import.meta.url), "utf8").matchAll(/^ {4}[A-Z]\w+ "([a-z-]+)" [A-Z_]+ "/gm)].map(([, slug]) => slug));

/** Numbers by lot, the same ones each time (mulberry32). */
function lots(seed) {
  const next = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n) => Math.floor(next() * n);
  return { below, of: (list) => list[below(list.length)] };
}

const WORDS = ["", "x", "chess", "go", "e2e4", "f5", "pass", "size=4", "size=25", "rows=0", "alphabeta:nodes=10", "mcts:sims=-1", "solver", "human", "p1", "pgn", "\u0000", "\ud83d\ude00", "<b>", "../x", "9".repeat(30), "x".repeat(5000)];

/** Any value, the deeper the rarer. */
function anything(lot, depth = 0) {
  const kind = lot.below(depth > 2 ? 5 : 7);
  if (kind === 0) return null;
  if (kind === 1) return lot.of([true, false]);
  if (kind === 2) return lot.of([0, -1, 1, 1.5, 1e300, 2 ** 53, 40]);
  if (kind < 5) return lot.of(WORDS);
  const count = lot.below(4);
  if (kind === 5) return Array.from({ length: count }, () => anything(lot, depth + 1));
  return Object.fromEntries(Array.from({ length: count }, () => [lot.of(["game", "rules", "moves", "tree", "nodes", "parent", "other"]), anything(lot, depth + 1)]));
}

/** A good request with some of its fields changed, left out or added. */
function spoiled(lot, good) {
  const request = { ...good };
  for (let i = lot.below(3); i >= 0; i--) {
    const field = lot.of([...Object.keys(good), "other"]);
    if (lot.below(4) === 0) delete request[field];
    // Most texts stay texts, so that what reads them is reached.
    else if (typeof good[field] === "string" && lot.below(4) > 0) request[field] = lot.of([lot.of(WORDS), damaged(lot, good[field])]);
    else request[field] = anything(lot);
  }
  return request;
}

/** A text with some of its characters changed, left out or doubled. */
function damaged(lot, text) {
  const all = [...text];
  for (let i = lot.below(4); i >= 0; i--) all.splice(lot.below(all.length), lot.below(3), ...lot.of(["", "(", "_", "&", "=", "%", "%2", "\"", "}", "<img src=x onerror=alert(1)>", all.join("")]));
  return all.join("");
}

const tree = { comment: "", nodes: [{ parent: null, move: "f5", comment: "" }] };
const PLACES = {
  position: { game: "othello", rules: "size=8", moves: ["f5"] },
  line: { game: "chess", position: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", moves: ["e2e4"] },
  best: { game: "othello", rules: "size=4", player: "alphabeta:nodes=50", time_ms: 20 },
  values: { game: "ten", moves: ["1"], time_ms: 2000, history: true },
  import: { text: "1. e4 e5", game: "chess" },
  export: { game: "othello", tree, format: "json" },
  setup: { game: "chess", pieces: [{ at: "e1", glyph: "king", side: "p1" }, { at: "e8", glyph: "king", side: "p2" }], to_move: "p1" },
};

/** In the page: what comes of requests that are sent together. */
const tell = ([place, bodies]) => Promise.all(bodies.map((body) => fetch(`/api/v1/${place}`, { method: "POST", headers: { "Content-Type": "application/json" }, body }).then(async (answer) => ({ status: answer.status, type: answer.headers.get("Content-Type"), text: await answer.text() }))));
/** So many times as many are sent together. */
const TOGETHER = 8;
const TIMES = 15;

test("requests that are spoiled by lot are answered with what is documented", { skip: noBrowser }, async () => {
  assert.ok(SLUGS.size > 10);
  const lot = lots(1);
  const context = await browser.newContext();
  // What a browser says of refused requests is of no interest here.
  const page = await context.newPage();
  await page.goto(`${server.url}rules/othello`);
  const statuses = new Set();
  for (const [place, good] of Object.entries(PLACES)) {
    assert.equal((await page.evaluate(tell, [place, [JSON.stringify(good)]]))[0].status, 200, place);
    const requests = Array.from({ length: TIMES * TOGETHER }, (_, i) => (i % 8 === 0 ? damaged(lot, JSON.stringify(good)) : JSON.stringify(i % 8 === 1 ? anything(lot) : spoiled(lot, good))));
    for (let first = 0; first < requests.length; first += TOGETHER) {
      const answers = await page.evaluate(tell, [place, requests.slice(first, first + TOGETHER)]);
      for (const [i, { status, type, text }] of answers.entries()) {
        const told = `${place} ${requests[first + i].slice(0, 300)}: ${status} ${text.slice(0, 300)}`;
        statuses.add(status);
        // Searches may be too many for now.
        assert.ok(status < 500 || status === 503, told);
        if (status === 200) continue;
        assert.equal(type, "application/problem+json", told);
        const problem = JSON.parse(text);
        assert.ok(SLUGS.has(problem.type.replace("urn:games:", "")), told);
        assert.equal(problem.status, status, told);
        assert.ok(problem.title && problem.detail, told);
      }
    }
  }
  // Some were good, some no requests, some wrong.
  for (const status of [200, 400, 422]) assert.ok(statuses.has(status), `${status}`);
  await context.close();
});

const ORDERS = [
  { op: "search", id: "a", game: "othello", moves: ["f5"], player: "alphabeta:depth=2", lines: 2 },
  { op: "solve", id: "b", game: "ten" },
  { op: "match", id: "c", game: "tictactoe", players: ["random", "random"], games: 2, seed: 1 },
  { op: "watch", id: "d", match: 1 },
  { op: "stop", id: "a" },
];

/** In the page: sends messages, and returns what was told until the last one was answered. */
const talk = (messages) =>
  new Promise((over) => {
    const told = [];
    const socket = new WebSocket(new URL("/api/v1/live", location.href.replace(/^http/, "ws")));
    const end = { op: "search", id: "the end", game: "no such game", player: "random" };
    socket.onopen = () => {
      for (const message of messages) socket.send(message);
      // Whatever else is told, this is refused under its name.
      socket.send(JSON.stringify(end));
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      told.push(message);
      if (message.id === end.id) socket.close();
    };
    socket.onclose = ({ code }) => over({ code, told });
  });

test("messages that are spoiled by lot are refused in words, and the socket stays", { skip: noBrowser }, async () => {
  const lot = lots(2);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.url}rules/othello`);
  const kinds = new Set();
  for (let i = 0; i < 20; i++) {
    const messages = Array.from({ length: 8 }, () => {
      const order = lot.of(ORDERS);
      return lot.of([() => JSON.stringify(order), () => damaged(lot, JSON.stringify(order)), () => JSON.stringify(spoiled(lot, order))])();
    });
    const { code, told } = await page.evaluate(talk, messages);
    assert.equal(told.at(-1)?.id, "the end", `${code}: ${messages.join("\n")}`);
    for (const message of told) {
      kinds.add(message.op);
      assert.ok(["accepted", "queued", "info", "done", "error"].includes(message.op), JSON.stringify(message));
      if (message.op !== "error") continue;
      assert.ok(SLUGS.has(message.problem.type.replace("urn:games:", "")), JSON.stringify(message));
      assert.notEqual(message.problem.status, 500, JSON.stringify(message));
    }
  }
  assert.ok(kinds.has("accepted") && kinds.has("error"), [...kinds].join());
  await context.close();
});

const ADDRESSES = [
  ["play/othello", "v=1&r=size=6&m=c2_b2(d2)_b3&s=human~human&o=1&at=2"],
  ["analysis/chess", "v=1&m=e2e4_e7e5(c7c5_g1f3)_g1f3&at=3"],
  ["analysis/go", "v=1&r=size=9&p=9/9/9/9/9/9/9/9/9_b&m=E5_D4&at=2"],
];

test("addresses that are damaged by lot show a board, or say what is wrong", { skip: noBrowser }, async () => {
  const lot = lots(3);
  const { page, close } = await open(browser, server);
  page.on("dialog", () => assert.fail("a dialog was opened"));
  let faults = 0;
  for (let i = 0; i < 30; i++) {
    const [path, hash] = ADDRESSES[i % ADDRESSES.length];
    const address = `${path}#${damaged(lot, hash)}`;
    // Another page each time: one whose address changes keeps its game.
    await page.goto("about:blank");
    await page.goto(server.url + address);
    await page.locator("[data-ready], [data-fault]").first().waitFor().catch(() => assert.fail(`nothing is shown at ${address}`));
    faults += await page.locator("[data-fault]").count();
    assert.equal(await page.locator("main img").count(), 0, address);
  }
  assert.ok(faults > 5, `${faults} faults`);
  await page.goto(`${server.url}play/othello#s=human~human&at=0`);
  await ready(page, 0);
  await close();
});

test("after all of it the server answers, and nothing of it goes on", { skip: noBrowser }, async () => {
  const health = async () => (await fetch(`${server.url}api/v1/health`)).json();
  let told;
  do {
    told = await health();
  } while (told.searches + told.queued > 0);
  assert.equal(told.status, "ok");
});
