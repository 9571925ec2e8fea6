"""The exceptions of the package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perfect_games._native import Position


class GamesError(Exception):
    """The base of all exceptions of this package."""


class ParseError(GamesError, ValueError):
    """A text cannot be read.

    `text` is what was given, `span` the characters at fault as (first, one beyond the last),
    `expected` a spelling that was perhaps meant, or `None`.
    """

    def __init__(
        self,
        message: str,
        text: str = "",
        span: tuple[int, int] = (0, 0),
        expected: str | None = None,
    ) -> None:
        super().__init__(message, text, span, expected)
        data = text.encode()
        self.message = message
        self.text = text
        # The native side counts bytes.
        self.span: tuple[int, int] = (
            len(data[: span[0]].decode(errors="ignore")),
            len(data[: span[1]].decode(errors="ignore")),
        )
        self.expected = expected

    def __str__(self) -> str:
        shown = self.text
        if not shown or len(shown) > 200 or not shown.isprintable():
            return self.message
        start, end = self.span
        return f"{self.message}\n  {shown}\n  {' ' * start}{'^' * max(1, end - start)}"


class IllegalMoveError(GamesError, ValueError):
    """A move is not legal in a position.

    `move` is what was given, `position` where, `nearest` the legal texts that are most like it,
    and `rows` the rows of a batch that are at fault.
    """

    def __init__(
        self, move: str, position: Position | None = None, rows: Sequence[int] = ()
    ) -> None:
        super().__init__(move, position, rows)
        self.move = move
        self.position = position
        self.rows: tuple[int, ...] = tuple(rows)

    @property
    def nearest(self) -> list[str]:
        """The legal texts that are most like the one given, at most three."""
        if self.position is None:
            return []
        import difflib

        return difflib.get_close_matches(self.move, self.position.moves.texts(), 3, 0.3)

    def __str__(self) -> str:
        if self.rows:
            rows = ", ".join(map(str, self.rows[:10])) + (", ..." if len(self.rows) > 10 else "")
            return f"illegal actions in the rows {rows}; no game has moved"
        near = self.nearest
        hint = f" (legal: {', '.join(near)})" if near else ""
        return f"`{self.move[:60]}` is not legal here{hint}"


class GameOverError(IllegalMoveError):
    """A move is played in a game that is over."""

    def __str__(self) -> str:
        if self.rows:
            return super().__str__()
        return f"`{self.move[:60]}` cannot be played: the game is over"


class UnknownNameError(GamesError, LookupError):
    """No game or option has this name; `choices` are those that there are."""

    def __init__(
        self, message: str, choices: Sequence[str] = (), expected: str | None = None
    ) -> None:
        super().__init__(message, choices, expected)
        self.message = message
        self.choices: tuple[str, ...] = tuple(choices)
        self.expected = expected

    def __str__(self) -> str:
        return self.message


class DatabaseError(GamesError):
    """A file of solved positions cannot be read, or is damaged."""

    def __init__(
        self, message: str, file: str | None = None, offset: int | None = None
    ) -> None:
        super().__init__(message, file, offset)
        self.message = message
        self.file = file if file is not None else message.partition(":")[0]
        self.offset = offset

    def __str__(self) -> str:
        return self.message


class LimitError(GamesError, MemoryError):
    """More memory was asked for, or would be needed, than is allowed."""


class Interrupted(GamesError):
    """Work was stopped by `progress` before it came to its end."""


class InternalError(GamesError, RuntimeError):
    """A bug of this package: please report it, with what you called."""

    def __str__(self) -> str:
        return f"a bug in perfect_games, please report it: {super().__str__()}"
