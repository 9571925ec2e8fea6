// Asks the server. A refusal is a `Problem`, as is a server that does not answer.

export interface Place {
  field: string;
  start: number;
  end: number;
}

export class Problem extends Error {
  constructor(
    /** What kind, such as `illegal-move`; `offline` if there was no answer. */
    readonly slug: string,
    readonly detail: string,
    readonly status = 0,
    readonly at?: Place,
    readonly help?: string,
    readonly valid?: unknown,
  ) {
    super(detail);
  }

  static of(answer: unknown, status: number): Problem {
    const told = (answer ?? {}) as Record<string, unknown>;
    const slug = String(told["type"] ?? "").replace(/^urn:games:/, "") || "internal";
    const detail = String(told["detail"] ?? told["title"] ?? `the server answered with status ${status}`);
    return new Problem(slug, detail, status, told["at"] as Place | undefined, told["help"] as string | undefined, told["valid"]);
  }

  get isOffline(): boolean {
    return this.slug === "offline";
  }
}

/** The token of the address, where the server asks for one. */
const token = new URLSearchParams(location.search).get("token");

export function api(path: string): string {
  return `/api/v1/${path}`;
}

/** The address of what is asked without headers: the socket, and pictures. */
export function apiWithToken(path: string): string {
  return `${api(path)}${token ? `${path.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}` : ""}`;
}

export const get = <T>(path: string): Promise<T> => request<T>(path, { method: "GET" });

export const post = <T>(path: string, body: unknown): Promise<T> =>
  request<T>(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

async function request<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response;
  try {
    const headers = { ...init.headers, ...(token && { Authorization: `Bearer ${token}` }) };
    response = await fetch(api(path), { ...init, headers, cache: "no-store" });
  } catch {
    throw new Problem("offline", "The server does not answer.");
  }
  let answer: unknown;
  try {
    answer = await response.json();
  } catch {
    answer = undefined;
  }
  if (!response.ok || answer === undefined) throw Problem.of(answer, response.status);
  return answer as T;
}
