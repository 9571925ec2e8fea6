"""The exceptions of the package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perfect_games._native import Position


class GamesError(Exception):
    """The base of all exceptions of this package.

    >>> import perfect_games as pg
    >>> try:
    ...     pg.Player("human").choose(pg.load("othello").initial())
    ... except pg.GamesError as error:
    ...     print("human" in str(error))
    True
    """


class ParseError(GamesError, ValueError):
    """A text cannot be read.

    `text` is what was given, `span` the characters at fault as (first, one beyond the last),
    `expected` a spelling that was perhaps meant, or `None`.

    >>> import perfect_games as pg
    >>> try:
    ...     pg.load("othello", size=7)
    ... except pg.ParseError as error:
    ...     print(error.text[slice(*error.span)], error.expected)
    7 8
    """

    def __init__(
        self,
        message: str,
        text: str = "",
        span: tuple[int, int] = (0, 0),
        expected: str | None = None,
    ) -> None:
        super().__init__(message, text, span, expected)
        data = text.encode(errors="surrogatepass")
        self.message = message
        self.text = text
        # The native side counts bytes.
        self.span: tuple[int, int] = (_characters(data[: span[0]]), _characters(data[: span[1]]))
        self.expected = expected

    def __str__(self) -> str:
        shown = self.text
        if not shown or len(shown) > 200 or not shown.isprintable():
            return self.message
        start, end = self.span
        return f"{self.message}\n  {shown}\n  {' ' * start}{'^' * max(1, end - start)}"


def _characters(data: bytes) -> int:
    """How many characters begin in bytes of UTF-8."""
    return sum(byte & 0xC0 != 0x80 for byte in data)


def half_a_pair(text: str, at: int) -> ParseError:
    """What is said of a text that has half of a surrogate pair at a character."""
    before = len(text[:at].encode())
    return ParseError("half of a surrogate pair is no character", text, (before, before + 3))


class IllegalMoveError(GamesError, ValueError):
    """A move is not legal in a position.

    `move` is what was given, `position` where, `nearest` the legal texts that are most like it,
    and `rows` the rows of a batch that are at fault.

    >>> import perfect_games as pg
    >>> try:
    ...     pg.load("chess").initial().play("e2e5")
    ... except pg.IllegalMoveError as error:
    ...     print(error.move, "e2e4" in error.nearest)
    e2e5 True
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
    """A move is played in a game that is over.

    >>> import perfect_games as pg
    >>> try:
    ...     pg.load("tictactoe", rows=1, cols=3).position(None, "a1 b1 c1").play("c1")
    ... except pg.GameOverError as error:
    ...     print(error)
    `c1` cannot be played: the game is over
    """

    def __str__(self) -> str:
        if self.rows:
            return super().__str__()
        return f"`{self.move[:60]}` cannot be played: the game is over"


class UnknownNameError(GamesError, LookupError):
    """No game or option has this name; `choices` are those that there are.

    >>> import perfect_games as pg
    >>> try:
    ...     pg.load("otello")
    ... except pg.UnknownNameError as error:
    ...     print(error.expected, "go" in error.choices)
    othello True
    """

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
    """A file of solved positions cannot be read, or is damaged.

    >>> import perfect_games as pg
    >>> try:
    ...     pg.Database("/no/such/file")
    ... except pg.DatabaseError as error:
    ...     print(error.offset)
    None
    """

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
    """More memory was asked for, or would be needed, than is allowed.

    >>> import perfect_games as pg
    >>> try:
    ...     pg.load("konane", rows=4, cols=5).initial().solve(memory=4096)
    ... except pg.LimitError as error:
    ...     print(isinstance(error, MemoryError))
    True
    """


class Interrupted(GamesError):
    """Work was stopped by `progress` before it came to its end.

    >>> import perfect_games as pg
    >>> try:
    ...     pg.load("tictactoe", rows=4, cols=4).initial().solve(
    ...         progress=lambda info: False, progress_every=0.0
    ...     )
    ... except pg.Interrupted:
    ...     print("stopped")
    stopped
    """


class InternalError(GamesError, RuntimeError):
    """A bug of this package: please report it, with what you called.

    >>> print(InternalError("index out of bounds"))
    a bug in perfect_games, please report it: index out of bounds
    """

    def __str__(self) -> str:
        return f"a bug in perfect_games, please report it: {super().__str__()}"
