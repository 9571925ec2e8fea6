"""A game being played: the one class that changes."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from perfect_games import _native
from perfect_games._errors import GamesError
from perfect_games._native import Game, Move, Position

if TYPE_CHECKING:
    import numpy as np


class GameRecord:
    """A game being played, with moves that can be taken back and played again, and comments.

    >>> import perfect_games as pg
    >>> r = pg.GameRecord(pg.load("othello"))
    >>> r.play("f5").play("d6").undo().position.plies
    1
    >>> r.redo().moves[-1].text
    'd6'
    """

    def __init__(self, start: Game | Position) -> None:
        self._position = start.initial() if isinstance(start, Game) else start
        self._undone: list[Move] = []
        #: Remarks by ply: the one of ply 0 stands before the first move.
        self.comments: dict[int, str] = {}

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
        """The moves played."""
        return self._position.history

    def play(self, move: Move | str | int) -> GameRecord:
        """Plays a move; what was undone is forgotten. Returns the record."""
        self._position = self._position.play(move)
        self._undone.clear()
        return self

    def undo(self) -> GameRecord:
        """Takes the last move back. Returns the record."""
        last = self.moves[-1:]
        self._position = self._position.undo()
        self._undone.extend(last)
        return self

    def redo(self) -> GameRecord:
        """Plays the last move again that was taken back. Returns the record."""
        if not self._undone:
            raise ValueError("no move was taken back")
        self._position = self._position.play(self._undone[-1])
        self._undone.pop()
        return self

    def positions(self) -> list[Position]:
        """The positions from the start to now."""
        found = [self._position]
        while found[-1].plies:
            found.append(found[-1].undo())
        return found[::-1]

    def to(self, format: str) -> str:
        """The game as a file of one of `game.formats`: `"pgn"`, `"sgf"`, `"ggf"`."""
        return _native.write_file(self._position, format)

    @classmethod
    def read(cls, game: str, format: str, text: str) -> list[GameRecord]:
        """The games of a file of a game by its id; each stands at the end of its main line."""
        return [cls(p) for p in _native.read_file(game, format, text)]

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
        return (_record, (1, self._position, list(self._undone), dict(self.comments)))


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


def _record(
    number: int, position: Position, undone: list[Move], comments: dict[int, str]
) -> GameRecord:
    if number != 1:
        raise GamesError(f"a pickle of the unknown format {number!r}")
    record = GameRecord(position)
    record._undone, record.comments = undone, comments
    return record
