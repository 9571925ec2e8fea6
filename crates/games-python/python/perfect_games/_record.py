"""A game being played: the one class that changes."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from perfect_games import _native
from perfect_games._errors import GamesError, ParseError
from perfect_games._native import Game, Move, Position
from perfect_games._node import Node, dumps, loads

if TYPE_CHECKING:
    import numpy as np


class GameRecord:
    """A game being played: its moves with variations, comments and clocks, and a place in it.

    What is taken back stays: another move in its place becomes a variation.

    >>> import perfect_games as pg
    >>> r = pg.GameRecord(pg.load("othello"))
    >>> r.play("f5").play("d6").undo().position.plies
    1
    >>> r.redo().moves[-1].text
    'd6'
    >>> r.undo().play("f4").comment = "a variation"
    >>> r.node.path, r.promote().node.path
    ('1.2', '1.1')
    """

    def __init__(self, start: Game | Position) -> None:
        position = start.initial() if isinstance(start, Game) else start
        line = position.history
        begin = position
        while begin.plies:
            begin = begin.undo()
        self._start = begin
        self._root = self._node = Node()
        for move in line:
            self._node = self._node.child(move.text)
        self._position = position
        self._undone: list[Node] = []
        #: What is known of the game as a whole: `players` (of `p1` and `p2`), `event`, `date`, and
        #: as a file tells it `outcome` (`"p1"`, `"p2"`, `"draw"`) and `reason`.
        self.headers: dict[str, Any] = {"players": [None, None]}

    @property
    def game(self) -> Game:
        """The rules."""
        return self._position.game

    @property
    def position(self) -> Position:
        """The position now."""
        return self._position

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, on the line to the position now."""
        return self._position.history

    @property
    def root(self) -> Node:
        """The node before all moves."""
        return self._root

    @property
    def node(self) -> Node:
        """The last move played, with what is said of it and the moves that follow it."""
        return self._node

    @property
    def comment(self) -> str:
        """What is said of the last move; can be set."""
        return self._node.comment

    @comment.setter
    def comment(self, words: str) -> None:
        self._node.comment = words

    def play(self, move: Move | str | int) -> GameRecord:
        """Plays a move; where other moves follow already, it becomes the last variation. Returns the
        record."""
        self._position = self._position.play(move)
        self._node = self._node.child(self._position.history[-1].text)
        self._undone.clear()
        return self

    def undo(self) -> GameRecord:
        """Takes the last move back; it stays in the record. Returns the record."""
        self._position = self._position.undo()
        self._undone.append(self._node)
        self._node = self._before(self._node)
        return self

    def redo(self) -> GameRecord:
        """Plays the last move again that was taken back. Returns the record."""
        if not self._undone:
            raise ValueError("no move was taken back")
        self._position = self._position.play(self._undone[-1].text)
        self._node = self._undone.pop()
        return self

    def goto(self, path: str) -> GameRecord:
        """Goes to a move by the `path` of its node: `""` is the start, `"1.1.2"` the first variation
        at the third ply. Returns the record."""
        node = self._root.find(path)
        self._position = self._start.play_all([n.text for n in node.line()])
        self._node = node
        self._undone.clear()
        return self

    def promote(self) -> GameRecord:
        """Makes the last move the first of those that were played in its place. Returns the record."""
        siblings = self._before(self._node).children
        siblings.remove(self._node)
        siblings.insert(0, self._node)
        return self

    def delete(self) -> GameRecord:
        """Takes the last move back and deletes it with all that follows it. Returns the record."""
        gone = self._node
        self._before(gone).children.remove(gone)
        self._position = self._position.undo()
        self._node = self._before(gone)
        self._undone.clear()
        return self

    @staticmethod
    def _before(node: Node) -> Node:
        if node.parent is None:
            raise ValueError("no move was played")
        return node.parent

    def positions(self) -> list[Position]:
        """The positions from the start to now."""
        found = [self._position]
        while found[-1].plies:
            found.append(found[-1].undo())
        return found[::-1]

    def to(self, format: str) -> str:
        """The game as a file of one of `game.formats`: `"pgn"`, `"sgf"`, `"ggf"`; with variations,
        comments and clocks as far as the format has them."""
        return _native.write_file(self._start, dumps(self._root, self.headers), format)

    @classmethod
    def read(cls, game: str, format: str, text: str) -> list[GameRecord]:
        """The games of a file of a game by its id, with all that is said in it; each stands at the
        end of its main line."""
        return [cls._of(*read) for read in _native.read_file(game, format, text)]

    @classmethod
    def _of(cls, start: Position, tree: str) -> GameRecord:
        record = cls(start)
        record._root, record.headers = loads(tree)
        end = record._root
        while end.children:
            end = end.children[0]
        record._position = start.play_all([n.text for n in end.line()])
        record._node = end
        return record

    def to_pgn(self) -> str:
        """The game as PGN."""
        return self.to("pgn")

    def to_sgf(self) -> str:
        """The game as SGF."""
        return self.to("sgf")

    def to_ggf(self) -> str:
        """The game as GGF."""
        return self.to("ggf")

    @classmethod
    def from_pgn(cls, text: str, game: str = "chess") -> GameRecord:
        """The first game of a PGN file."""
        return cls._first(game, "pgn", text)

    @classmethod
    def from_sgf(cls, text: str, game: str = "go") -> GameRecord:
        """The first game of an SGF file."""
        return cls._first(game, "sgf", text)

    @classmethod
    def from_ggf(cls, text: str, game: str = "othello") -> GameRecord:
        """The first game of a GGF file."""
        return cls._first(game, "ggf", text)

    @classmethod
    def _first(cls, game: str, format: str, text: str) -> GameRecord:
        found = cls.read(game, format, text)
        if not found:
            raise GamesError(f"the file has no game of {game}")
        return found[0]

    def to_numpy(self) -> np.ndarray[Any, Any]:
        """The moves as a structured array with the fields `ply`, `to_move` (0 for `p1`) and `id`."""
        import numpy as np

        sides = [0 if p.to_move == "p1" else 1 for p in self.positions()]
        rows = [(i, sides[i], m.id) for i, m in enumerate(self.moves)]
        return np.array(rows, dtype=[("ply", "u4"), ("to_move", "u1"), ("id", "u4")])

    def _repr_svg_(self) -> str:
        return self._position._repr_svg_()

    def _repr_html_(self) -> str:
        """All positions, to be stepped through by a slider; the one now is shown at first."""
        positions = self.positions()
        last = self.position.plies
        pages = "".join(_page(position, last) for position in positions)
        # Where scripts are left out, the position now stays.
        return (
            f'<div><input type="range" min="0" max="{last}" value="{last}" '
            f'aria-label="ply" oninput="{_STEP}">{pages}</div>'
        )

    def __repr__(self) -> str:
        moves = " ".join(m.text for m in self.moves)
        return f"<GameRecord of {self.game.id}: {moves or 'no moves'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        tree = dumps(self._root, self.headers)
        undone = [n.path for n in self._undone]
        return (_record, (2, self._start, tree, self._node.path, undone))


# Shows the page of the number that the slider has.
_STEP = (
    "const p = this.parentNode.children;"
    "for (let i = 1; i < p.length; i++) p[i].hidden = i - 1 != this.value"
)


def _page(position: Position, now: int) -> str:
    moves = position.history
    said = f"ply {len(moves)}: {escape(moves[-1].san)}" if moves else "start"
    hidden = "" if len(moves) == now else " hidden"
    return f"<figure{hidden}><figcaption>{said}</figcaption>{position.svg()}</figure>"


def _record(number: int, start: Position, tree: str, path: str, undone: list[str]) -> GameRecord:
    if number != 2:
        raise ParseError(f"a pickle of the unknown format {number!r}")
    record = GameRecord._of(start, _native.spell_tree(start, tree))
    try:
        record.goto(path)
        record._undone = [record._root.find(p) for p in undone]
    except LookupError as error:
        raise ParseError(f"a damaged pickle: {error}") from None
    return record
