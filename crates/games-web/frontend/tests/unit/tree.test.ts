import assert from "node:assert/strict";
import { test } from "node:test";

import { fromServer, toServer } from "../../src/state/wire";
import * as tree from "../../src/state/tree";

const grow = (...lines: string[]) => {
  let root = tree.EMPTY;
  for (const line of lines) {
    let path: tree.Path = [];
    for (const move of line.split(" ")) ({ root, path } = tree.play(root, path, move));
  }
  return root;
};
const texts = (node: tree.Node): string => node.children.map((child) => `${child.move}[${texts(child)}]`).join("");

test("a move that is there is not added again", () => {
  const root = grow("a b", "a b", "a c");
  assert.equal(texts(root), "a[b[]c[]]");
});

test("an edit leaves the old tree as it was", () => {
  const root = grow("a b", "a c");
  tree.remove(root, [0, 0]);
  tree.promote(root, [0, 1]);
  tree.comment(root, [0], "!");
  assert.equal(texts(root), "a[b[]c[]]");
  assert.equal(tree.nodeAt(root, [0]).comment, "");
});

test("promotion makes the last variation on the path the main line", () => {
  const promoted = tree.promote(grow("a b", "a c d"), [0, 1, 0]);
  assert.equal(texts(promoted.root), "a[c[d[]]b[]]");
  assert.deepEqual(promoted.path, [0, 0, 0]);
});

test("deletion takes a move with all that follows and leads to its parent", () => {
  const removed = tree.remove(grow("a b c", "a d"), [0, 0]);
  assert.equal(texts(removed.root), "a[d[]]");
  assert.deepEqual(removed.path, [0]);
});

test("every end of a line is found once, the main one first", () => {
  const root = grow("a b c", "a d e", "a d f", "g");
  const found = tree.ends(root, 10).map((path) => tree.movesTo(root, path).join(" "));
  assert.equal(found[0], "a b c");
  assert.deepEqual(found.toSorted(), ["a b c", "a d e", "a d f", "g"]);
  assert.equal(tree.ends(root, 2).length, 2);
});

test("variations of a place follow each other in a ring", () => {
  const root = grow("a", "b", "c");
  assert.deepEqual(tree.nextVariation(root, [2]), [0]);
  assert.deepEqual(tree.nextVariation(root, [0]), [1]);
  assert.deepEqual(tree.nextVariation(root, []), []);
});

test("a tree goes to the server and back", () => {
  const root = tree.comment(grow("a b c", "a d e", "f"), [0, 1], "why");
  const { comment, nodes } = toServer(root);
  assert.deepEqual(nodes.map(({ move, parent }) => [move, parent]), [["a", null], ["b", 0], ["c", 1], ["d", 0], ["e", 3], ["f", null]]);
  assert.deepEqual(fromServer({ comment, nodes }), root);
});
