// What a page shows, as the part of its address behind the `#`, and back.
//
// `v=1&r=size=8,scoring=plain&p=...&m=f5_d6_c3(f4_e3)_d3&at=3`: rules, start, moves with
// variations behind the move that they replace, seats, orientation, how the game was ended by a
// player's word, and last the node shown. What cannot be read is told and left out; what stands
// before it is kept.

import { EMPTY, along, forward, type Node, type Path } from "./tree";

export interface Address {
  rules: string;
  /** The start; empty for the game's own. */
  position: string;
  root: Node;
  path: Path;
  /** Players of the two sides; empty where the page chooses. */
  seats: readonly string[];
  turned: boolean;
  /** How a player's word ended the game: who resigned, or that a draw was claimed. */
  ended: Ended | undefined;
}

export type Ended = (typeof ENDINGS)[number];
const ENDINGS = ["p1-resigned", "p2-resigned", "draw-claimed"] as const;

export interface Read {
  address: Address;
  /** What could not be read. */
  faults: string[];
}

export const START: Address = { rules: "", position: "", root: EMPTY, path: [], seats: [], turned: false, ended: undefined };

/** More would be too much for what keeps addresses. */
const MOST_MOVES = 20_000;

export function write(address: Address): string {
  const parts = ["v=1"];
  if (address.rules) parts.push(`r=${escape(address.rules)}`);
  if (address.position) parts.push(`p=${escape(address.position).replaceAll("%20", "_")}`);
  if (address.root.children.length) parts.push(`m=${writeMoves(address.root)}`);
  if (address.seats.length) parts.push(`s=${address.seats.map(escape).join("~")}`);
  if (address.turned) parts.push("o=1");
  if (address.ended) parts.push(`e=${address.ended}`);
  parts.push(`at=${writePath(address.path)}`);
  return parts.join("&");
}

/** What of a game goes along to another page of it: its rules and its start, and where positions are
 * looked at the moves as well. A page that begins something of its own has neither seats nor an
 * ending. */
export function carried(page: string, { rules, position, root, path, turned }: Address): string {
  const isLooking = page === "analysis" || page === "solver";
  const address = { ...START, rules, ...(page !== "match" && { position, turned }), ...(isLooking && { root, path }) };
  const isUsual = !rules && !address.position && !address.turned && address.root.children.length === 0;
  return isUsual || page === "rules" ? "" : write(address);
}

export function read(hash: string): Read {
  const faults: string[] = [];
  const address = { ...START };
  let at: string | undefined;
  for (const part of hash.replace(/^#/, "").split("&").filter(Boolean)) {
    const split = part.indexOf("=");
    const [key, value] = split < 0 ? [part, ""] : [part.slice(0, split), part.slice(split + 1)];
    try {
      if (key === "r") address.rules = decodeURIComponent(value);
      else if (key === "p") address.position = decodeURIComponent(value.replaceAll("_", "%20"));
      else if (key === "m") address.root = readMoves(value, faults);
      else if (key === "s") address.seats = value.split("~").map(decodeURIComponent).slice(0, 2);
      else if (key === "o") address.turned = value === "1";
      else if (key === "e") address.ended = readEnded(value, faults);
      else if (key === "at") at = value;
      else if (key !== "v") faults.push(`The address has an unknown part \`${clip(key)}\`.`);
      else if (value !== "1") faults.push(`The address has the version \`${clip(value)}\`; known is 1.`);
    } catch {
      faults.push(`The address is cut or damaged at \`${clip(part)}\`.`);
    }
  }
  address.path = at === undefined ? forward(address.root, []) : readPath(address.root, at, faults);
  return { address, faults };
}

/** Percent-encodes what an address or our own marks need; the rest stays readable. */
function escape(text: string): string {
  return encodeURIComponent(text)
    .replace(/%(2C|2F|3A|3D|2B|40|3B)/g, decodeURIComponent)
    .replace(/[_~!'().*-]/g, (c) => (c === "-" || c === "*" || c === "." ? c : `%${c.charCodeAt(0).toString(16).toUpperCase()}`));
}

function readEnded(text: string, faults: string[]): Ended | undefined {
  const ended = ENDINGS.find((ending) => ending === text);
  if (!ended) faults.push(`The address ends the game by \`${clip(text)}\`; known are ${ENDINGS.join(", ")}.`);
  return ended;
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}

/** Moves by `_`; behind each move stand in parentheses the lines that replace it. */
function writeMoves(root: Node): string {
  let out = "";
  // What is still to be written, last first: nodes whose continuations follow, and texts.
  const todo: (Node | string)[] = [root];
  let isFirst = true;
  while (todo.length) {
    const next = todo.pop() as Node | string;
    if (typeof next === "string") {
      out += next;
      isFirst = next === "(";
      continue;
    }
    const [main, ...variations] = next.children;
    if (!main) continue;
    out += (isFirst ? "" : "_") + escape(main.move);
    isFirst = false;
    todo.push(main);
    for (const variation of variations.toReversed()) todo.push(")", { ...EMPTY, children: [variation] }, "(");
  }
  return out;
}

interface Growing {
  move: string;
  comment: string;
  children: Growing[];
}

function readMoves(text: string, faults: string[]): Node {
  const root: Growing = { move: "", comment: "", children: [] };
  const stack: { node: Growing; parent: Growing }[] = [];
  let [node, parent] = [root, root];
  let moves = 0;
  for (const [token] of text.matchAll(/[()]|[^_()]+/g)) {
    if (token === "(") {
      stack.push({ node, parent });
      node = parent;
    } else if (token === ")") {
      const outer = stack.pop();
      if (!outer) {
        faults.push("The address closes a variation that it never opened.");
        break;
      }
      ({ node, parent } = outer);
    } else if (++moves > MOST_MOVES) {
      faults.push(`The address has more than ${MOST_MOVES} moves.`);
      break;
    } else {
      let move: string;
      try {
        move = decodeURIComponent(token);
      } catch {
        faults.push(`The address is cut or damaged at move ${moves} \`${clip(token)}\`.`);
        break;
      }
      const child = { move, comment: "", children: [] };
      node.children.push(child);
      [parent, node] = [node, child];
    }
  }
  return root;
}

/** Plies along the main line, then in pairs: which variation, and plies along it. */
export function writePath(path: Path): string {
  const parts: number[] = [];
  let plies = 0;
  for (const i of path) {
    if (i > 0) {
      parts.push(plies, i);
      plies = 0;
    }
    plies++;
  }
  return [...parts, plies].join(".");
}

function readPath(root: Node, text: string, faults: string[]): Path {
  const numbers = text.split(".").map(Number);
  if (!numbers.every((n) => Number.isInteger(n) && n >= 0)) {
    faults.push(`The address shows a place \`${clip(text)}\` that is no path of numbers.`);
    return forward(root, []);
  }
  const wanted: number[] = Array(Math.min(numbers[0] ?? 0, MOST_MOVES)).fill(0);
  for (let i = 1; i + 1 < numbers.length; i += 2) {
    wanted.push(numbers[i] as number, ...Array(Math.max(0, Math.min((numbers[i + 1] as number) - 1, MOST_MOVES))).fill(0));
  }
  const found = along(root, wanted).length;
  if (found < wanted.length) faults.push(`The address shows move ${wanted.length}; the game has ${found} there.`);
  return wanted.slice(0, found);
}
