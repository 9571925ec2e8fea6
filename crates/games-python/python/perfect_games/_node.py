"""The moves of a game with its variations, and what is said of them."""

from __future__ import annotations

import json
from typing import Any


class Node:
    """A move of a `GameRecord` and what is said of it. The first node stands before all moves: its
    `text` is empty, and its comment is that of the game.

    >>> import perfect_games as pg
    >>> r = pg.GameRecord(pg.load("chess")).play("e4").undo().play("d4")
    >>> [n.text for n in r.root.children], r.node.path
    (['e2e4', 'd2d4'], '2')
    >>> r.node.comment, r.node.glyphs, r.node.clock = "closed", [1], 59.5
    """

    __slots__ = {
        "parent": "The node before; `None` of the first.",
        "text": "The move as `Move.text`.",
        "children": "How the game goes on: its own next move first, then the variations.",
        "comment": "What is said of the move.",
        "glyphs": "Judgements by the numbers of PGN: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.",
        "clock": "Seconds that the player who moved has left.",
        "elapsed": "Seconds that the move took.",
        "score_p1": "What somebody thought of the position after it, in the game's unit, seen by `p1`.",
        "decided": 'Who wins after it where that was found out: `"p1"`, `"p2"` or `"draw"`.',
        "depth": "The depth in plies of the search that said so.",
    }

    parent: Node | None
    text: str
    children: list[Node]
    comment: str
    glyphs: list[int]
    clock: float | None
    elapsed: float | None
    score_p1: float | None
    decided: str | None
    depth: int | None

    def __init__(self, parent: Node | None = None, text: str = "") -> None:
        self.parent, self.text = parent, text
        self.children, self.comment, self.glyphs = [], "", []
        self.clock = self.elapsed = self.score_p1 = self.decided = self.depth = None

    @property
    def path(self) -> str:
        """Where it stands: the number of the continuation at each ply, from 1, with dots between."""
        numbers = []
        node = self
        while node.parent is not None:
            numbers.append(str(1 + node.parent.children.index(node)))
            node = node.parent
        return ".".join(reversed(numbers))

    def line(self) -> list[Node]:
        """The nodes from the first move to this one."""
        found = []
        node = self
        while node.parent is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def find(self, path: str) -> Node:
        """The node at a path from here; `LookupError` if there is none."""
        node = self
        for number in path.split(".") if path else ():
            place = int(number) if number.isdecimal() and len(number) < 10 else 0
            if not 1 <= place <= len(node.children):
                raise LookupError(f"no move has the path {path!r}")
            node = node.children[place - 1]
        return node

    def child(self, text: str) -> Node:
        """The continuation with a move, which is added as the last if it is not there."""
        for child in self.children:
            if child.text == text:
                return child
        child = Node(self, text)
        self.children.append(child)
        return child

    def __repr__(self) -> str:
        return f"<Node {self.path or 'before all moves'}: {self.text} {self.comment}".rstrip() + ">"


# Fields of a node that are written as they are.
_SAID = ("comment", "glyphs", "clock", "elapsed", "score_p1", "decided", "depth")


def dumps(root: Node, headers: dict[str, Any]) -> str:
    """A game as the JSON that `games serve` has for it: a flat list, since a nested one of a
    thousand moves is deeper than readers go."""
    nodes: list[dict[str, Any]] = []
    places: dict[int, int | None] = {id(root): None}
    waiting = root.children[::-1]
    while waiting:
        node = waiting.pop()
        places[id(node)] = len(nodes)
        said = {name: getattr(node, name) for name in _SAID}
        # An even score and a clock that has run out are 0, and something that is said.
        said = {name: value for name, value in said.items() if value not in (None, "", [])}
        nodes.append({"parent": places[id(node.parent)], "move": node.text, **said})
        waiting.extend(node.children[::-1])
    return json.dumps({**headers, "comment": root.comment, "nodes": nodes})


def loads(text: str) -> tuple[Node, dict[str, Any]]:
    """The first node and the headers of such a JSON."""
    tree = json.loads(text)
    root = Node()
    root.comment = tree.pop("comment")
    nodes: list[Node] = []
    for fields in tree.pop("nodes"):
        parent = root if fields["parent"] is None else nodes[fields["parent"]]
        node = Node(parent, fields["move"])
        parent.children.append(node)
        for name in _SAID:
            setattr(node, name, fields[name])
        nodes.append(node)
    return root, tree
