import assert from "node:assert/strict";
import { test } from "node:test";

import { START, carried, read, write } from "../../src/state/address";
import { EMPTY, line, movesTo, play, type Node } from "../../src/state/tree";

const tree = (): Node => {
  let root = line(["f5", "d6", "c3", "d3"]);
  root = play(play(root, [0, 0], "f4").root, [0, 0, 1], "e3").root;
  return root;
};

test("an address reads as the contract writes it", () => {
  const { address, faults } = read("#v=1&r=size=8,scoring=plain&p=8/8_w&m=f5_d6_c3(f4_e3)_d3&at=3");
  assert.deepEqual(faults, []);
  assert.equal(address.rules, "size=8,scoring=plain");
  assert.equal(address.position, "8/8 w");
  assert.deepEqual(address.root, tree());
  assert.deepEqual(movesTo(address.root, address.path), ["f5", "d6", "c3"]);
});

test("what is written is read again, with variations of variations", () => {
  let root = tree();
  root = play(root, [0, 0, 1], "h8").root;
  root = play(root, [], "a_(b)&%").root;
  const address = { ...START, rules: "x=1+2", position: "a_b c~d", root, path: [0, 0, 1, 1], seats: ["human", "uci:~/x_y z"], turned: true, ended: "p2-resigned" as const };
  const hash = write(address);
  assert.match(hash, /at=2\.1\.1\.1\.1$/);
  assert.deepEqual(read(hash), { address, faults: [] });
});

test("how a game was ended is read, and else told", () => {
  assert.equal(read("#v=1&e=draw-claimed&at=0").address.ended, "draw-claimed");
  const { address, faults } = read("#v=1&e=p3-resigned&at=0");
  assert.equal(address.ended, undefined);
  assert.match(faults.join(), /p3-resigned.*p1-resigned/);
});

test("an address never ends in punctuation", () => {
  assert.match(write({ ...START, position: "8/8 w - -" }), /\d$/);
});

test("a place in a variation is plies, variation, plies", () => {
  const { address } = read("m=f5_d6_c3(f4_e3)_d3&at=2.1.2");
  assert.deepEqual(movesTo(address.root, address.path), ["f5", "d6", "f4", "e3"]);
});

test("what is cut or damaged is told, and what stands before it is kept", () => {
  const told = (hash: string) => read(hash).faults.join(" ");
  assert.match(told("m=e4_e5_%E"), /cut or damaged at move 3/);
  assert.equal(read("m=e4_e5_%E").address.root.children[0]?.children.length, 1);
  assert.match(told("m=e4_e5)&at=1"), /never opened/);
  assert.match(told("m=e4&at=7"), /shows move 7; the game has 1/);
  assert.match(told("m=e4&at=x.y"), /no path of numbers/);
  assert.match(told("v=2&at=0"), /version/);
  assert.match(told("wrong=1"), /unknown part/);
  assert.match(told("r=%"), /cut or damaged/);
});

test("no text breaks the reader", () => {
  const parts = ["m=", "at=", "(", ")", "_", "%", "&", "=", ".", "9", "-1", "1e9", "a", "%41", "\u{1F600}", "r=", "s=~", "o="];
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647);
  for (let i = 0; i < 5000; i++) {
    const text = Array.from({ length: random() % 20 }, () => parts[random() % parts.length]).join("");
    const { address } = read(text);
    const again = read(write(address));
    assert.deepEqual(again, { address: { ...address, seats: again.address.seats }, faults: [] }, text);
  }
});

test("a thousand moves need no stack", () => {
  const moves = Array.from({ length: 15_000 }, (_, i) => `m${i}`);
  const { address } = read(write({ ...START, root: line(moves), path: Array(15_000).fill(0) }));
  assert.equal(address.path.length, 15_000);
  assert.deepEqual(movesTo(EMPTY, []), []);
});

test("what goes along to another page is what that page shows", () => {
  const address = { ...START, rules: "size=6", position: "x", root: tree(), path: [0, 0], seats: ["human", "random"], turned: true, ended: "p1-resigned" as const };
  assert.equal(carried("solver", address), "v=1&r=size=6&p=x&m=f5_d6_c3(f4_e3)_d3&o=1&at=2");
  assert.equal(carried("analysis", address), carried("solver", address));
  assert.equal(carried("play", address), "v=1&r=size=6&p=x&o=1&at=0");
  assert.equal(carried("match", address), "v=1&r=size=6&at=0");
  // Nothing but the usual: a plain address.
  assert.equal(carried("rules", address), "");
  assert.equal(carried("match", { ...START, root: tree() }), "");
  assert.equal(carried("play", { ...START, root: tree() }), "");
});
