"""Nothing is kept that nobody has any more.

What the package promises: a million positions, ten thousand searches, a thousand files opened,
within 1 MB. `GAMES_MEMORY=1` does a tenth of it.
"""

from __future__ import annotations

import gc
import os
import resource
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import perfect_games as pg

TIMES = int(os.environ.get("GAMES_MEMORY", "10"))
#: What may stay of so much work, in bytes.
MOST = 1 << 20


def _resident() -> int:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def _stays_flat(work: Callable[[int], object], count: int) -> None:
    # Tables and arenas grow to their size once.
    work(count // 4)
    before = _resident()
    work(count)
    assert _resident() - before < MOST


def _positions(count: int) -> None:
    game = pg.load("othello")
    p = game.initial()
    for _ in range(count):
        p = game.initial() if p.is_over else p.play(p.moves[0])


def _texts(count: int) -> None:
    game = pg.load("chess")
    for _ in range(count):
        p = game.position(None, ["e4", "e5"])
        assert p.svg is not None and len(p.text) > 20 and p.moves.texts()


def _searches(count: int) -> None:
    p = pg.load("othello").initial()
    with pg.Player("alphabeta:depth=1,hash=1MiB") as player:
        for _ in range(count):
            assert player.start(p).result().move is not None


def _judged(count: int) -> None:
    p = pg.load("othello", size=6).initial()
    for _ in range(count):
        p.best("mcts:sims=20", evaluate=lambda planes, mask: np.zeros(len(planes)), batch=8)


def _steps(count: int) -> None:
    b = pg.Batch(pg.load("othello"), 16)
    for _ in range(count):
        b.step_random()


@pytest.mark.parametrize(
    ("work", "count"),
    [(_positions, 100_000), (_texts, 5_000), (_searches, 1_000), (_judged, 60), (_steps, 5_000)],
)
def test_memory_does_not_grow(work: Callable[[int], object], count: int) -> None:
    _stays_flat(work, TIMES * count)


def test_files_that_are_closed_leave_nothing(tmp_path: Path) -> None:
    file = tmp_path / "ttt.solved"
    start = pg.load("tictactoe", rows=3, cols=3).initial()
    start.solve(out=file)

    def work(count: int) -> None:
        for i in range(count):
            db = pg.Database(file)
            assert db[start].value is not None
            # Half of them are just let go.
            if i % 2 == 0:
                db.close()

    _stays_flat(work, TIMES * 100)
    assert len(os.listdir("/proc/self/fd")) < 100
