"""What a search adds to the time of a function that judges for it: `python evaluate.py [SIMULATIONS]`.

The function takes 1 ms a call, however many positions it is given.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

import perfect_games as pg

SIMULATIONS = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000


class Judge:
    """Looks at its watch until a millisecond is over, and counts what it does."""

    def __init__(self, has_policy: bool) -> None:
        self.has_policy = has_policy
        self.calls = self.positions = 0
        self.seconds = 0.0

    def __call__(self, planes: Any, mask: Any) -> Any:
        begun = time.perf_counter()
        self.calls += 1
        self.positions += len(planes)
        sums = planes.reshape(len(planes), -1).sum(axis=1)
        values = np.sin(sums * 100).astype(np.float32)
        policy = mask.astype(np.float32) if self.has_policy else None
        while time.perf_counter() - begun < 0.001:
            pass
        self.seconds += time.perf_counter() - begun
        return values, policy


def measure(spec: str, has_policy: bool) -> None:
    judge = Judge(has_policy)
    with pg.Player(f"mcts:sims={SIMULATIONS},seed=1", evaluate=judge, batch=64) as player:
        begun = time.perf_counter()
        player.choose(pg.load(spec).initial())
        seconds = time.perf_counter() - begun
    mean, more = judge.positions / judge.calls, seconds / judge.seconds - 1
    what = "values and policy" if has_policy else "values"
    print(
        f"{spec:12} {what:18} {judge.calls} calls, {mean:.1f} positions a call, "
        f"{judge.seconds:.3f} s in the function, {seconds:.3f} s in all: {100 * more:.1f} % more"
    )


for game in ("othello", "go(size=9)", "chess"):
    for has_policy in (False, True):
        measure(game, has_policy)
