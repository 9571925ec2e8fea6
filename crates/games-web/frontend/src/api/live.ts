// The one socket of a page: searches, solving, matches. It comes back by itself after the server
// went away, and takes up what was going on.

import { signal } from "@preact/signals";

import { Problem, apiWithToken } from "./client";

export interface Handlers {
  info?: (message: Record<string, unknown>) => void;
  done: (message: Record<string, unknown>) => void;
  error: (problem: Problem) => void;
  queued?: (place: number) => void;
}

interface Job {
  request: Record<string, unknown>;
  handlers: Handlers;
}

export type State = "idle" | "connecting" | "open" | "lost";

/** Whether the server is there. */
export const connection = signal<State>("idle");

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;

const jobs = new Map<string, Job>();
let socket: WebSocket | undefined;
let wait = FIRST_WAIT;
let retry: ReturnType<typeof setTimeout> | undefined;
let next = 0;

/** Starts a job; what is returned stops it, and nothing more is heard of it. Each has a name of its
 * own: what the server said of one that was stopped cannot be taken for the next one's. */
export function start(request: Record<string, unknown>, handlers: Handlers): () => void {
  const id = `${request["op"]}-${++next}`;
  request["id"] = id;
  jobs.set(id, { request, handlers });
  if (socket?.readyState === WebSocket.OPEN) send(request);
  else connect();
  return () => {
    if (jobs.delete(id) && socket?.readyState === WebSocket.OPEN) send({ op: "stop", id });
  };
}

/** Tries at once, instead of after the wait. */
export function reconnect(): void {
  clearTimeout(retry);
  retry = undefined;
  connect();
}

/** Called when a request found no server: waits for it to come back. */
export function lost(): void {
  if (connection.value === "lost") return;
  connection.value = "lost";
  later();
}

function connect(): void {
  if (socket && socket.readyState <= WebSocket.OPEN) return;
  if (connection.value !== "lost") connection.value = "connecting";
  const url = new URL(apiWithToken("live"), location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const opened = new WebSocket(url);
  socket = opened;
  opened.onopen = () => {
    wait = FIRST_WAIT;
    connection.value = "open";
    for (const { request } of jobs.values()) send(request);
  };
  opened.onmessage = ({ data }) => receive(String(data));
  opened.onclose = () => {
    if (socket !== opened) return;
    socket = undefined;
    connection.value = "lost";
    later();
  };
}

function later(): void {
  if (retry !== undefined) return;
  retry = setTimeout(() => {
    retry = undefined;
    connect();
  }, wait);
  wait = Math.min(wait * 2, LONGEST_WAIT);
}

function send(message: Record<string, unknown>): void {
  socket?.send(JSON.stringify(message));
}

function receive(text: string): void {
  const message = JSON.parse(text) as Record<string, unknown>;
  const id = String(message["id"]);
  const job = jobs.get(id);
  if (!job) return;
  const { handlers } = job;
  switch (message["op"]) {
    case "info":
      return handlers.info?.(message);
    case "queued":
      return handlers.queued?.(Number(message["place"]));
    case "done":
      jobs.delete(id);
      return handlers.done(message);
    case "error":
      jobs.delete(id);
      return handlers.error(Problem.of(message["problem"], 0));
  }
}
