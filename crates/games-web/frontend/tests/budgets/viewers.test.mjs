// A server whose cores are busy: how soon it answers, and what a hundred viewers of a search cost.

import { readFileSync } from "node:fs";

import { open } from "../browser/browser.mjs";
import { post, serve } from "../browser/server.mjs";
import { budget, quantile, shared } from "./measure.mjs";

const both = shared({ args: ["serve", "--searches", "2"] });
const VIEWERS = 100;
const SECONDS = 5;

/** In the page: sockets that see searches, with the times of all that they were told. */
function sockets([count, games, seconds]) {
  const url = new URL("/api/v1/live", location.href.replace(/^http/, "ws"));
  const infos = [];
  const see = (i) =>
    new Promise((opened) => {
      const socket = new WebSocket(url);
      const seen = new Set();
      // The first ones see both searches, the others the first alone.
      const game = games[i < games.length ? i : 0];
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.op !== "info" || seen.has(message.time_ms)) return;
        seen.add(message.time_ms);
        infos.push({ game, at: performance.now(), time: message.time_ms, speed: message.nodes_per_second });
      };
      socket.onopen = () => {
        socket.send(JSON.stringify({ op: "search", id: "s", game, player: "alphabeta", analysis: true }));
        opened(socket);
      };
    });
  return (async () => {
    const all = await Promise.all(Array.from({ length: count }, (_, i) => see(i)));
    await new Promise((over) => setTimeout(over, 1000 * seconds));
    all.forEach((socket) => socket.close());
    return infos;
  })();
}

const seeSearches = async (page, viewers) => page.evaluate(sockets, [viewers, ["othello", "chess"], SECONDS]);

async function inPage(use) {
  const { page, close } = await open(both.browser, both.server, { path: "rules/othello" });
  const result = await use(page);
  await close();
  return result;
}

budget("100 viewers of a search, two of which run", { p95: 50, p99: 100, "speed lost in %": 5 }, () =>
  inPage(async (page) => {
    const speed = (infos) => infos.filter(({ game }) => game === "othello").at(-1).speed;
    const alone = speed(await seeSearches(page, 2));
    const infos = (await seeSearches(page, VIEWERS)).filter(({ game }) => game === "othello");
    // Both clocks run alike; the quickest info tells how far they are apart.
    const apart = Math.min(...infos.map(({ at, time }) => at - time));
    const delays = infos.map(({ at, time }) => at - time - apart);
    return { p95: quantile(delays, 0.95), p99: quantile(delays, 0.99), "speed lost in %": 100 * (1 - speed(infos) / alone) };
  }),
);

budget("POST /position while both cores search", { p95: 10 }, () =>
  inPage(async (page) => {
    const searching = seeSearches(page, 2);
    const times = [];
    for (let i = 0; i < 200; i++) {
      const begun = performance.now();
      await post(both.server, "position", { game: "chess", moves: ["e2e4", "e7e5"].slice(0, i % 3) });
      times.push(performance.now() - begun);
    }
    await searching;
    return { p95: quantile(times, 0.95) };
  }),
);

budget("MB of a server with 100 sockets and no search; ms until it listens", { memory: 64, start: 100 }, async () => {
  const begun = performance.now();
  const server = await serve();
  const start = performance.now() - begun;
  const { page, close } = await open(both.browser, server, { path: "rules/othello" });
  await page.evaluate((count) => {
    const url = new URL("/api/v1/live", location.href.replace(/^http/, "ws"));
    const socket = () => new Promise((opened) => (new WebSocket(url).onopen = opened));
    return Promise.all(Array.from({ length: count }, socket)).then(() => undefined);
  }, VIEWERS);
  const memory = Number(readFileSync(`/proc/${server.pid}/status`, "utf8").match(/VmRSS:\s*(\d+) kB/)[1]) / 1000;
  await close();
  await server.stop();
  return { memory, start };
});
