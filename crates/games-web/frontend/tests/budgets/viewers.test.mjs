// A server whose cores are busy: how soon it answers, and what a hundred viewers of a search cost.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as pass } from "node:timers/promises";

import { serve } from "../browser/server.mjs";
import { budget, quantile } from "./measure.mjs";
import { watch } from "./watchers.mjs";

const VIEWERS = 100;
const SECONDS = 5;

const search = (game) => ({ op: "search", id: "s", game, player: "alphabeta", analysis: true });

/** Two searches with so many viewers in all: the second has one, the first one has the others. */
async function seeSearches(server, viewers) {
  const sockets = await Promise.all(Array.from({ length: viewers }, (_, i) => watch(server, search(i === 1 ? "chess" : "othello"))));
  await pass(1000 * SECONDS);
  return sockets.map((socket) => socket.close()).filter((_, i) => i !== 1);
}

/** The infos that a viewer was told, the same one once. */
function infos(messages) {
  const all = new Map();
  for (const message of messages) if (message.op === "info" && !all.has(message.time_ms)) all.set(message.time_ms, message);
  return [...all.values()];
}

/** A server with two searches at a time. */
async function withServer(use) {
  const server = await serve({ args: ["serve", "--searches", "2"] });
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

budget("100 viewers of a search, two of which run", { p95: 50, p99: 100, "speed lost in %": 5 }, () =>
  withServer(async (server) => {
    const speed = (told) => infos(told[0]).at(-1).nodes_per_second;
    const alone = speed(await seeSearches(server, 2));
    const told = await seeSearches(server, VIEWERS);
    const all = told.flatMap(infos);
    // Both clocks run alike; the quickest info tells how far they are apart.
    const apart = all.reduce((least, { at, time_ms }) => Math.min(least, at - time_ms), Infinity);
    const delays = all.map(({ at, time_ms }) => at - time_ms - apart);
    return { p95: quantile(delays, 0.95), p99: quantile(delays, 0.99), "speed lost in %": 100 * (1 - speed(told) / alone) };
  }),
);

/** Asks for a position; all of the answer has come, and is not read, for that is the page's work. */
function ask(server, agent, body) {
  return new Promise((over, failed) => {
    const asked = request(`${server.url}api/v1/position`, { agent, method: "POST", headers: { "Content-Type": "application/json" } }, (answer) => {
      assert.equal(answer.statusCode, 200);
      answer.resume().on("end", over);
    });
    asked.on("error", failed).end(JSON.stringify(body));
  });
}

budget("POST /position while both cores search", { p95: 10 }, () =>
  withServer(async (server) => {
    const searching = seeSearches(server, 2);
    const agent = new Agent({ keepAlive: true });
    const times = [];
    for (let i = 0; i < 200; i++) {
      const begun = performance.now();
      await ask(server, agent, { game: "chess", moves: ["e2e4", "e7e5"].slice(0, i % 3) });
      times.push(performance.now() - begun);
    }
    agent.destroy();
    await searching;
    return { p95: quantile(times, 0.95) };
  }),
);
budget("MB of a server with 100 sockets and no search; ms until it listens", { memory: 64, start: 100 }, async () => {
  const begun = performance.now();
  const server = await serve();
  const start = performance.now() - begun;
  // There is nothing to stop: whoever connects asks for no search.
  const sockets = await Promise.all(Array.from({ length: VIEWERS }, () => watch(server, { op: "stop", id: "s" })));
  const memory = Number(readFileSync(`/proc/${server.pid}/status`, "utf8").match(/VmRSS:\s*(\d+) kB/)[1]) / 1000;
  sockets.forEach((socket) => socket.close());
  await server.stop();
  return { memory, start };
});
