"""What looking ahead costs and brings: `python ahead.py [PAIRS] [LIMIT] [BATCH]...`.

A search that goes on while a function judges its last batch chooses in a tree that lags behind, and
looks at more positions in the same time. Here it plays against one that waits for each answer, with
the same function and the same limit, such as `sims=400` or `time=30ms`, or limits of their own
(`sims=456/sims=400`): games in pairs from random openings, each side once. With a time the function
takes a millisecond a call without the GIL, as networks do. Told is what `ahead=True` scores, with two
standard errors of pairs, 50 % is as strong; and how many simulations either had.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from typing import Any

import numpy as np

import perfect_games as pg

PAIRS = int(sys.argv[1]) if len(sys.argv) > 1 else 200
LIMIT = sys.argv[2] if len(sys.argv) > 2 else "sims=400"
BATCHES = [int(batch) for batch in sys.argv[3:]] or [8, 64]
#: What a call takes at the least, in seconds.
TAKES = 1e-3 if LIMIT.startswith("time") else 0.0

# Corners and edges of Othello are worth having, the squares beside corners are not.
RING = np.array([[20, -3, 2, 1], [-3, -7, -1, -1], [2, -1, 1, 0], [1, -1, 0, 0]], np.float32)
SQUARES = np.block([[RING, RING[:, ::-1]], [RING[::-1], RING[::-1, ::-1]]])


def othello(planes: Any, mask: Any) -> Any:
    """A value by squares and mobility, and a policy by squares."""
    begun = time.perf_counter()
    own = (planes[:, 0] * SQUARES).sum((1, 2)) - (planes[:, 1] * SQUARES).sum((1, 2))
    values = np.tanh((own + mask.sum(1)) / 40)
    policy = np.where(mask, np.exp(np.append(SQUARES.ravel(), 0) / 10), 0)
    policy /= policy.sum(1, keepdims=True)
    if TAKES:
        time.sleep(max(TAKES - (time.perf_counter() - begun), 0))
    return values, policy


#: The simulations of each move of both players.
Counts = tuple[list[int], list[int]]


def points(start: pg.Position, seats: dict[str, pg.Player], one: pg.Player, counts: Counts) -> float:
    """What a player gets of a game: 1, 0.5 or 0."""
    p = start
    while not p.is_over:
        player = seats[p.to_move]
        r = player.choose(p)
        assert r.move is not None
        # Near the end all is proved at once.
        if p.plies < 40:
            counts[player is not one].append(r.simulations)
        p = p.play(r.move)
    assert p.outcome is not None
    if p.outcome.winner is None:
        return 0.5
    return float(seats[p.outcome.winner] is one)


def main() -> None:
    game, rng = pg.load("othello"), random.Random(1)
    for batch in BATCHES:
        pairs: list[float] = []
        counts: Counts = ([], [])
        for n in range(PAIRS):
            start = game.initial()
            for _ in range(8):
                start = start.play(rng.choice(start.moves.id_list()))
            specs = [f"mcts:{limit},seed={n}" for limit in LIMIT.split("/")]
            with (
                pg.Player(specs[0], evaluate=othello, batch=batch, ahead=True) as one,
                pg.Player(specs[-1], evaluate=othello, batch=batch, ahead=False) as other,
            ):
                first = points(start, {"p1": one, "p2": other}, one, counts)
                one.clear()
                other.clear()
                second = points(start, {"p1": other, "p2": one}, one, counts)
            pairs.append((first + second) / 2)
        score, error = statistics.mean(pairs), statistics.stdev(pairs) / len(pairs) ** 0.5
        told = f"{100 * score:.1f} % +- {200 * error:.1f}"
        ahead, waiting = (statistics.median(each) for each in counts)
        print(
            f"othello, {LIMIT}, batch of {batch}: {told} in {2 * PAIRS} games; "
            f"{ahead:.0f} simulations a move against {waiting:.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
