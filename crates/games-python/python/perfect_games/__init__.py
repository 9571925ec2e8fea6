"""Two-player games of perfect information: rules, search, solved values, batches for learning.

>>> import perfect_games as pg
>>> othello = pg.load("othello", size=6)
>>> p = othello.initial()
>>> p.to_move, len(p.moves)
('p1', 4)
>>> p = p.play(p.moves[0])
>>> p.plies, p.is_over
(1, False)

Words, ids and texts are those of the command line program `games`.
"""

from typing import TYPE_CHECKING

from perfect_games import _search as _search
from perfect_games._errors import (
    DatabaseError,
    GameOverError,
    GamesError,
    IllegalMoveError,
    InternalError,
    Interrupted,
    LimitError,
    ParseError,
    UnknownNameError,
)
from perfect_games._load import build_info, games, load
from perfect_games._match import MatchResult, match
from perfect_games._native import (
    Database,
    Game,
    Move,
    MoveList,
    Outcome,
    Player,
    Position,
    Search,
    __version__,
)
from perfect_games._node import Node
from perfect_games._record import GameRecord
from perfect_games._results import Line, Longest, SearchResult, SolveInfo, Solution, SolvedMove
from perfect_games._search import best, perft_table, solve, walk

if TYPE_CHECKING:
    from perfect_games._batch import Batch, StepResult

__all__ = [
    "Batch",
    "Database",
    "DatabaseError",
    "Game",
    "GameOverError",
    "GameRecord",
    "GamesError",
    "IllegalMoveError",
    "InternalError",
    "Interrupted",
    "LimitError",
    "Line",
    "Longest",
    "MatchResult",
    "Move",
    "MoveList",
    "Node",
    "Outcome",
    "ParseError",
    "Player",
    "Position",
    "Search",
    "SearchResult",
    "Solution",
    "SolveInfo",
    "SolvedMove",
    "StepResult",
    "UnknownNameError",
    "__version__",
    "best",
    "build_info",
    "games",
    "load",
    "match",
    "perft_table",
    "solve",
    "walk",
]


if not TYPE_CHECKING:  # Else every name would be one of ours to type checkers.

    def __getattr__(name: str) -> object:
        # They need numpy, and numpy takes ten times as long to import as all the rest.
        if name in ("Batch", "StepResult"):
            from perfect_games import _batch

            globals().update(Batch=_batch.Batch, StepResult=_batch.StepResult)
            return globals()[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
