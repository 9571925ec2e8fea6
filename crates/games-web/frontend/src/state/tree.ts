// A game with its variations. Nodes never change: an edit makes new ones along its path and shares
// the rest, so that undoing an edit is keeping the old root.

export interface Node {
  /** The move that leads here; empty at the root. */
  readonly move: string;
  readonly comment: string;
  /** The first is the main line. */
  readonly children: readonly Node[];
}

/** Which child at each ply, from the root. */
export type Path = readonly number[];

export const EMPTY: Node = { move: "", comment: "", children: [] };

export function line(moves: readonly string[]): Node {
  let below: Node[] = [];
  for (const move of moves.toReversed()) below = [{ move, comment: "", children: below }];
  return { ...EMPTY, children: below };
}

/** The nodes on a path without the root, as far as it exists. */
export function along(root: Node, path: Path): Node[] {
  const nodes: Node[] = [];
  let node: Node | undefined = root;
  for (const i of path) {
    node = node?.children[i];
    if (!node) break;
    nodes.push(node);
  }
  return nodes;
}

export function nodeAt(root: Node, path: Path): Node {
  return along(root, path).at(-1) ?? root;
}

export function movesTo(root: Node, path: Path): string[] {
  return along(root, path).map((node) => node.move);
}

/** The path of as many plies along the first children as there are below a path, or so many. */
export function forward(root: Node, path: Path, plies = Infinity): Path {
  const further = [...path];
  let node = nodeAt(root, path);
  for (let i = 0; i < plies && node.children[0]; i++) {
    node = node.children[0];
    further.push(0);
  }
  return further;
}

/** The paths to the ends of lines, the main one first, so many at most. */
export function ends(root: Node, most: number): Path[] {
  const found: Path[] = [];
  const todo: Path[] = [[]];
  while (todo.length && found.length < most) {
    const start = todo.shift() as Path;
    const end = forward(root, start);
    found.push(end);
    const nodes = [root, ...along(root, end)];
    for (let ply = start.length; ply < end.length; ply++) {
      for (let i = 1; i < (nodes[ply] as Node).children.length; i++) todo.push([...end.slice(0, ply), i]);
    }
  }
  return found;
}

/** Plays a move: an old child if there is one, else a new last one. */
export function play(root: Node, path: Path, move: string): { root: Node; path: Path } {
  const at = nodeAt(root, path).children.findIndex((child) => child.move === move);
  if (at >= 0) return { root, path: [...path, at] };
  const count = nodeAt(root, path).children.length;
  const added: Node = { move, comment: "", children: [] };
  const grown = replace(root, path, (node) => ({ ...node, children: [...node.children, added] }));
  return { root: grown, path: [...path, count] };
}

/** Makes the variation that a path lies in the main line at the place where it leaves it. */
export function promote(root: Node, path: Path): { root: Node; path: Path } {
  const ply = path.findLastIndex((i) => i > 0);
  if (ply < 0) return { root, path };
  const chosen = path[ply] as number;
  const first = (node: Node): Node => {
    const others = node.children.filter((_, i) => i !== chosen);
    return { ...node, children: [node.children[chosen] as Node, ...others] };
  };
  const promoted = replace(root, path.slice(0, ply), first);
  return { root: promoted, path: path.with(ply, 0) };
}

/** Deletes a move and all that follows it; the path leads to its parent. */
export function remove(root: Node, path: Path): { root: Node; path: Path } {
  const parent = path.slice(0, -1);
  const without = (node: Node): Node => ({ ...node, children: node.children.filter((_, i) => i !== path.at(-1)) });
  return path.length ? { root: replace(root, parent, without), path: parent } : { root: { ...root, children: [] }, path };
}

export function comment(root: Node, path: Path, text: string): Node {
  return replace(root, path, (node) => ({ ...node, comment: text }));
}

/** The sibling after the one that a path leads to, the first after the last. */
export function nextVariation(root: Node, path: Path): Path {
  const parent = path.slice(0, -1);
  const count = nodeAt(root, parent).children.length;
  return path.length && count > 1 ? [...parent, ((path.at(-1) as number) + 1) % count] : path;
}

function replace(root: Node, path: Path, change: (node: Node) => Node): Node {
  const nodes = [root, ...along(root, path)];
  let changed = change(nodes.at(-1) as Node);
  for (let ply = path.length - 1; ply >= 0; ply--) {
    const node = nodes[ply] as Node;
    changed = { ...node, children: node.children.with(path[ply] as number, changed) };
  }
  return changed;
}
