"""What tests share."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator

import perfect_games as pg

# Whatever runs the tests in the background has Ctrl-C ignored, and they inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def random_games(game: pg.Game, count: int, plies: int, seed: int = 1) -> Iterator[pg.Position]:
    """All positions of some random games."""
    rng = random.Random(seed)
    for _ in range(count):
        p = game.initial()
        yield p
        while not p.is_over and p.plies < plies:
            p = p.play(rng.choice(p.moves.id_list()))
            yield p
