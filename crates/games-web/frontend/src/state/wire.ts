// Trees as the server reads and writes them: nodes in one flat list, each after its parent.

import type { Tree, TreeNode } from "../api/types";
import { EMPTY, type Node } from "./tree";

/** What the server needs of a node; the rest it takes for missing. */
export type SentNode = Pick<TreeNode, "parent" | "move" | "comment">;

export function fromServer(tree: Pick<Tree, "comment"> & { nodes: readonly SentNode[] }): Node {
  const below = new Map<number | null, number[]>();
  tree.nodes.forEach(({ parent }, i) => below.set(parent, [...(below.get(parent) ?? []), i]));
  const made: Node[] = [];
  const children = (parent: number | null) => (below.get(parent) ?? []).map((i) => made[i] as Node);
  // Children stand behind their parents, so that the last come first.
  for (let i = tree.nodes.length - 1; i >= 0; i--) {
    const { move, comment } = tree.nodes[i] as SentNode;
    made[i] = { move, comment: comment ?? "", children: children(i) };
  }
  return { ...EMPTY, comment: tree.comment ?? "", children: children(null) };
}

export function toServer(root: Node): { comment: string; nodes: SentNode[] } {
  const nodes: SentNode[] = [];
  const todo: { node: Node; parent: number | null }[] = root.children.toReversed().map((node) => ({ node, parent: null }));
  while (todo.length) {
    const { node, parent } = todo.pop() as { node: Node; parent: number | null };
    const at = nodes.push({ parent, move: node.move, comment: node.comment }) - 1;
    for (const child of node.children.toReversed()) todo.push({ node: child, parent: at });
  }
  return { comment: root.comment, nodes };
}
