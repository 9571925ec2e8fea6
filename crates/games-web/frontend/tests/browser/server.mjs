// A server to test: the program `games`, or another one that serves pages, on a free port.

import { spawn, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const target = fileURLToPath(new URL("../../../../../target/", import.meta.url));

/** The program: `GAMES`, else the release build, else the one for tests. */
export function program() {
  const found = [process.env.GAMES, `${target}release/games`, `${target}debug/games`].find((path) => path && existsSync(path));
  if (!found) throw new Error("there is no program `games`; build it: cargo build --release");
  return found;
}

/** Runs the program once and reads what it prints as JSON. */
export function ask(...args) {
  return JSON.parse(execFileSync(program(), [...args, "--json"], { encoding: "utf8", maxBuffer: 1 << 28 }));
}

/** Starts a server; `url` ends in `/`. */
export async function serve({ port = 0, binary = program(), args = ["serve"] } = {}) {
  const child = spawn(binary, [...args, "--port", String(port), "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
  const line = await Promise.race([
    new Promise((resolve) => createInterface({ input: child.stdout }).once("line", resolve)),
    ended.then(({ code }) => Promise.reject(new Error(`the server ended with status ${code}`))),
  ]);
  const told = JSON.parse(line);
  const stop = async (signal = "SIGTERM") => {
    child.kill(signal);
    return ended;
  };
  return { ...told, pid: child.pid, url: told.url.includes("?") ? told.url : told.url.replace(/\/*$/, "/"), stop };
}

/** Asks the interface of a server. */
export async function post(server, path, body) {
  const answer = await fetch(`${server.url}api/v1/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return answer.json();
}
