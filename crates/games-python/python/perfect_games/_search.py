"""Searching, solving and walking: functions of positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal

from perfect_games import _native
from perfect_games._native import Game, Player, Position
from perfect_games._results import SearchResult, Solution, SolveInfo
from perfect_games._types import Evaluate

if TYPE_CHECKING:
    import numpy as np


def best(
    position: Position,
    /,
    spec: str = "mcts",
    *,
    progress: Callable[[SearchResult], object] | None = None,
    progress_every: float = 0.1,
    evaluate: Evaluate | None = None,
    batch: int | None = None,
    dtype: Literal["float32", "uint8"] | None = None,
    ahead: bool | None = None,
) -> SearchResult:
    """The best move of a position by a player, as `games best` finds it.

    Also `position.best(spec)`. A second a move where the spec has no limit. `evaluate`, `batch`,
    `dtype` and `ahead` are those of `Player`.

    >>> import perfect_games as pg
    >>> pg.load("tictactoe").initial().best("alphabeta:depth=3").depth
    3
    """
    given = Player(spec, evaluate=evaluate, batch=batch, dtype=dtype, ahead=ahead)
    with given as player:
        return player.choose(position, progress=progress, progress_every=progress_every)


def solve(
    position: Position,
    /,
    *,
    threads: int = 1,
    memory: int | None = None,
    out: str | PathLike[str] | None = None,
    checkpoint: str | PathLike[str] | None = None,
    folded: bool = False,
    progress: Callable[[SolveInfo], object] | None = None,
    progress_every: float = 0.1,
) -> Solution:
    """The exact value of a position, by working out all that can arise from it.

    `memory` is in bytes; `out` is a file for the solved positions, `checkpoint` a folder to go on
    from. `folded` keeps one of the images of each position under the symmetries of the board, whatever
    the start is: for endings of chess, atomic chess and Skak without pawns and rights to castle.
    Also `position.solve(...)`.

    >>> import perfect_games as pg
    >>> pg.load("tictactoe").initial().solve().value
    'tie'
    >>> queen = pg.load("chess").position("7k/8/8/8/8/8/8/KQ6 w - - 0 1").solve(folded=True)
    >>> queen.reachable, queen.longest[0].remoteness
    (375676, 19)
    """
    return _native.solve(
        position, threads, memory, out, checkpoint, folded, progress, progress_every
    )


def children(position: Position, /) -> Iterator[Position]:
    """The positions after each legal move. Also `position.children()`."""
    for id in position.moves.id_list():
        yield position.play(id)


def walk(position: Position, /, depth: int) -> Iterator[Position]:
    """The position and all that follow it within so many plies, depth first.

    >>> import perfect_games as pg
    >>> [p.plies for p in pg.load("othello").initial().walk(1)]
    [0, 1, 1, 1, 1]
    """
    yield position
    if depth > 0:
        for child in children(position):
            yield from walk(child, depth - 1)


def perft_table(game: Game, depth: int, threads: int = 1) -> np.ndarray[Any, Any]:
    """The counts of lines of 1 to `depth` plies, as a structured array.

    >>> import perfect_games as pg
    >>> pg.perft_table(pg.load("chess"), 3).tolist()
    [(1, 20), (2, 400), (3, 8902)]
    """
    import numpy as np

    start = game.initial()
    rows = [(n, start.perft(n, threads=threads)) for n in range(1, depth + 1)]
    return np.array(rows, dtype=[("depth", "u4"), ("nodes", "u8")])


def _perft(self: Game, depth: int, threads: int = 1) -> int:
    """Counts the lines of exactly `depth` plies from the initial position."""
    return self.initial().perft(depth, threads=threads)


# Native classes hold what has to be fast; these are functions of them.
for _name, _function in {"best": best, "solve": solve, "children": children, "walk": walk}.items():
    setattr(_native.Position, _name, _function)
_native.Game.perft = _perft  # type: ignore[method-assign]
