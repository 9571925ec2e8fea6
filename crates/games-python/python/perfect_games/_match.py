"""Matches between two players."""

from __future__ import annotations

import json
from dataclasses import dataclass

from perfect_games import _native
from perfect_games._native import Game, Position
from perfect_games._record import GameRecord


@dataclass(frozen=True)
class MatchResult:
    """The results of a match as the first player sees them; Elo with half of its 95 % interval,
    `None` where there are too few games to tell.

    >>> import perfect_games as pg
    >>> result = pg.match(pg.load("tictactoe"), "random", "alphabeta:depth=3", 6, seed=2)
    >>> result.wins, result.draws, result.losses
    (0, 0, 6)
    """

    wins: int
    draws: int
    losses: int
    elo: float | None
    elo_error: float | None
    records: tuple[GameRecord, ...]


def match(
    game: Game | Position,
    p1: str,
    p2: str,
    games: int = 2,
    *,
    seed: int = 0,
    opening_plies: int = 0,
    concurrency: int = 1,
    max_plies: int | None = None,
) -> MatchResult:
    """Plays a match between two players by their specs; they change sides after each game.

    The result is a function of the seed, unless players are limited by time.

    >>> import perfect_games as pg
    >>> r = pg.match(pg.load("tictactoe"), "random", "alphabeta:depth=2", 4)
    >>> r.wins + r.draws + r.losses
    4
    """
    start = game.initial() if isinstance(game, Game) else game
    text, ends = _native.play(
        [start], p1, p2, games, seed, opening_plies, concurrency, max_plies
    )
    data = json.loads(text)
    return MatchResult(
        wins=data["wins"],
        draws=data["draws"],
        losses=data["losses"],
        elo=data["elo"],
        elo_error=data["elo_error"],
        records=tuple(GameRecord(end) for end in ends),
    )
