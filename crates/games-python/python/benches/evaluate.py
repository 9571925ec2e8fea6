"""What a search adds to the time of a function that judges for it: `python evaluate.py [ROUNDS]`.

The function takes a millisecond a call, for 64 positions at the most, without the GIL, as networks
do. Told is, for each call and from the best of some rounds: the time by the clock beyond the function
(100 us are 10 %) where the search waits for each answer; the same where it looks ahead; of that the
processor time of the thread that calls the function, which nobody else can do meanwhile; and the
processor time of the search, which goes on while the function is at work. Only on a machine at rest
are the first two more than noise.
"""

from __future__ import annotations

import sys
import threading
import time
from typing import Any

import numpy as np

import perfect_games as pg

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
SIMULATIONS = 10_000
TAKES = 1e-3


class Judge:
    """Knows nothing, takes its time, and counts what it and its thread do."""

    def __init__(self, has_policy: bool) -> None:
        self.has_policy = has_policy
        self.calls = self.positions = 0
        self.seconds = self.processor = self.between = 0.0
        self.left = (0, 0.0)

    def __call__(self, planes: Any, mask: Any) -> Any:
        begun, thread = time.perf_counter(), threading.get_ident()
        entered = time.thread_time()
        if self.left[0] == thread:
            self.between += entered - self.left[1]
        self.calls += 1
        self.positions += len(planes)
        values = np.zeros(len(planes), np.float32)
        policy = np.ones(mask.shape, np.float32) if self.has_policy else None
        time.sleep(max(TAKES - (time.perf_counter() - begun), 0))
        self.seconds += time.perf_counter() - begun
        self.left = (thread, time.thread_time())
        self.processor += self.left[1] - entered
        return values, policy


def measure(spec: str, has_policy: bool, ahead: bool) -> tuple[float, float, float, float]:
    """For each call: seconds beyond the function, of its thread and of the search; positions."""
    judge = Judge(has_policy)
    player = pg.Player(f"mcts:sims={SIMULATIONS},seed=1", evaluate=judge, batch=64, ahead=ahead)
    with player:
        position, clock, used = pg.load(spec).initial(), time.perf_counter(), time.process_time()
        player.choose(position)
        clock, used = time.perf_counter() - clock, time.process_time() - used
    search = used - judge.processor - judge.between
    seconds = (clock - judge.seconds, judge.between, search)
    beyond, between, search = (each / judge.calls for each in seconds)
    return beyond, between, search, judge.positions / judge.calls


for game in ("othello", "chess", "go(size=9)"):
    for has_policy in (False, True):
        what = "values and policy" if has_policy else "values"
        waiting = [measure(game, has_policy, False) for _ in range(ROUNDS)]
        ahead = [measure(game, has_policy, True) for _ in range(ROUNDS)]
        beyond, between, search = (1e6 * min(r[i] for r in ahead) for i in range(3))
        print(
            f"{game:12} {what:18} {1e6 * min(r[0] for r in waiting):5.0f} us by the clock, "
            f"ahead {beyond:5.0f} us, {between:4.0f} us of its thread, {search:4.0f} us of the search; "
            f"{waiting[0][3]:.1f} and {ahead[0][3]:.1f} positions a call",
            flush=True,
        )
