"""What a search adds to the time of a function that judges for it: `python evaluate.py [ROUNDS]`.

Processor time of the search beside the function, for each call with 64 positions at the most; the
least of some rounds. A function that takes 1 ms is waited for 10 % longer if this is 100 us.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

import perfect_games as pg

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
SIMULATIONS = 20_000


class Judge:
    """Knows nothing, and counts what it does."""

    def __init__(self, has_policy: bool) -> None:
        self.has_policy = has_policy
        self.calls = self.positions = 0
        self.seconds = 0.0

    def __call__(self, planes: Any, mask: Any) -> Any:
        begun = time.thread_time()
        self.calls += 1
        self.positions += len(planes)
        values = np.zeros(len(planes), np.float32)
        policy = np.ones(mask.shape, np.float32) if self.has_policy else None
        self.seconds += time.thread_time() - begun
        return values, policy


def measure(spec: str, has_policy: bool) -> tuple[float, Judge]:
    """The seconds of the search for each call."""
    judge = Judge(has_policy)
    with pg.Player(f"mcts:sims={SIMULATIONS},seed=1", evaluate=judge, batch=64) as player:
        position, begun = pg.load(spec).initial(), time.process_time()
        player.choose(position)
        used = time.process_time() - begun
    return (used - judge.seconds) / judge.calls, judge


for game in ("othello", "chess", "go(size=9)"):
    for has_policy in (False, True):
        seconds, judge = min((measure(game, has_policy) for _ in range(ROUNDS)), key=lambda m: m[0])
        what = "values and policy" if has_policy else "values"
        mean = judge.positions / judge.calls
        print(f"{game:12} {what:18} {1e6 * seconds:4.0f} us for each call with {mean:.1f} positions")
