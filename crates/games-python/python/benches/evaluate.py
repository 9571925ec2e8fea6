"""What a search adds to the time of a function that judges for it: `python evaluate.py [ROUNDS]`.

The function takes a millisecond a call, for 64 positions at the most, with the GIL or, as numpy and
networks do, without. What is told is the time by the clock that the whole search takes beyond its
function, a call, the least of some rounds: 100 us are 10 %.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

import perfect_games as pg

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
SIMULATIONS = 10_000
TAKES = 1e-3


class Judge:
    """Knows nothing, takes its time, and counts what it does."""

    def __init__(self, has_policy: bool, holds: bool) -> None:
        self.has_policy, self.holds = has_policy, holds
        self.calls = self.positions = 0
        self.seconds = 0.0

    def __call__(self, planes: Any, mask: Any) -> Any:
        begun = time.perf_counter()
        self.calls += 1
        self.positions += len(planes)
        values = np.zeros(len(planes), np.float32)
        policy = np.ones(mask.shape, np.float32) if self.has_policy else None
        left = TAKES - (time.perf_counter() - begun)
        if self.holds:
            while time.perf_counter() - begun < TAKES:
                pass
        elif left > 0:
            time.sleep(left)
        self.seconds += time.perf_counter() - begun
        return values, policy


def measure(spec: str, has_policy: bool, holds: bool) -> tuple[float, Judge]:
    """The seconds of the search beyond the function, for each call."""
    judge = Judge(has_policy, holds)
    with pg.Player(f"mcts:sims={SIMULATIONS},seed=1", evaluate=judge, batch=64) as player:
        position, begun = pg.load(spec).initial(), time.perf_counter()
        player.choose(position)
        took = time.perf_counter() - begun
    return (took - judge.seconds) / judge.calls, judge


for game in ("othello", "chess", "go(size=9)"):
    for has_policy in (False, True):
        what = "values and policy" if has_policy else "values"
        told = []
        for holds in (False, True):
            seconds, judge = min((measure(game, has_policy, holds) for _ in range(ROUNDS)), key=lambda m: m[0])
            told.append(f"{1e6 * seconds:4.0f} us {'with' if holds else 'without'} the GIL")
        mean = judge.positions / judge.calls
        print(f"{game:12} {what:18} {', '.join(told)}, for each call with {mean:.1f} positions", flush=True)
