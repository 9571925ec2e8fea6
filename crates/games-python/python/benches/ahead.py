"""What looking ahead costs and brings: `python ahead.py [GAME] [PAIRS] [LIMIT] [BATCH]...`.

A search that goes on while a function judges its last batch chooses in a tree that lags behind, and
looks at more positions in the same time. Here it plays against one that waits for each answer, with
the same function and the same limit, such as `sims=400` or `time=30ms`, or limits of their own
(`sims=456/sims=400`): games in pairs from random openings, each side once. With a time the function
takes a millisecond a call without the GIL, as networks do. Told is what `ahead=True` scores, with two
standard errors of pairs, 50 % is as strong; and how many simulations either had. The games are
`othello`, `chess` and `go` (9x9); one of more than 300 plies is drawn.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from typing import Any

import numpy as np

import perfect_games as pg

GAME = sys.argv[1] if len(sys.argv) > 1 else "othello"
PAIRS = int(sys.argv[2]) if len(sys.argv) > 2 else 200
LIMIT = sys.argv[3] if len(sys.argv) > 3 else "sims=400"
BATCHES = [int(batch) for batch in sys.argv[4:]] or [8, 64]
#: What a call takes at the least, in seconds.
TAKES = 1e-3 if LIMIT.startswith("time") else 0.0

# Corners and edges of Othello are worth having, the squares beside corners are not.
RING = np.array([[20, -3, 2, 1], [-3, -7, -1, -1], [2, -1, 1, 0], [1, -1, 0, 0]], np.float32)
SQUARES = np.block([[RING, RING[:, ::-1]], [RING[::-1], RING[::-1, ::-1]]])


#: Pawns, knights, bishops, rooks, queens, kings.
MEN = np.array([1, 3, 3, 5, 9, 0], np.float32)

#: How much a man is worth more in the center.
CENTER = np.add.outer(*2 * [np.array([0, 1, 2, 3, 3, 2, 1, 0], np.float32)]) / 40


def othello(planes: Any, mask: Any) -> Any:
    """A value by squares and mobility, and a policy by squares."""
    own = ((planes[:, 0] - planes[:, 1]) * SQUARES).sum((1, 2))
    policy = np.where(mask, np.exp(np.append(SQUARES.ravel(), 0) / 10), 0)
    return np.tanh((own + mask.sum(1)) / 40), policy


def chess(planes: Any, mask: Any) -> Any:
    """A value by men and how they stand, and no opinion on moves."""
    men = planes[:, :6] - planes[:, 6:12]
    own = (men * (MEN[:, None, None] + CENTER)).sum((1, 2, 3))
    return np.tanh(own / 6 + 0.02), mask.astype(np.float32)


def go(planes: Any, mask: Any) -> Any:
    """A value by whose stones are near, as area without reading, and no opinion on moves but that
    passing can wait."""
    near = planes[:, 0] - planes[:, 1]
    for _ in range(3):
        wide = np.pad(near, ((0, 0), (1, 1), (1, 1)))
        near = near + (wide[:, 2:, 1:-1] + wide[:, :-2, 1:-1] + wide[:, 1:-1, 2:] + wide[:, 1:-1, :-2]) / 3
    policy = mask.astype(np.float32)
    policy[:, -1] /= 100
    return np.tanh(np.clip(near, -1, 1).sum((1, 2)) / 15), policy


JUDGES = {"othello": othello, "chess": chess, "go": go}


def judge(planes: Any, mask: Any) -> Any:
    """What the game's function says, after at least a millisecond where time is the limit."""
    begun = time.perf_counter()
    values, policy = JUDGES[GAME](planes, mask)
    policy /= np.maximum(policy.sum(1, keepdims=True), 1e-9)
    if TAKES:
        time.sleep(max(TAKES - (time.perf_counter() - begun), 0))
    return values, policy


#: The simulations of each move of both players.
Counts = tuple[list[int], list[int]]


def points(start: pg.Position, seats: dict[str, pg.Player], one: pg.Player, counts: Counts) -> float:
    """What a player gets of a game: 1, 0.5 or 0."""
    p = start
    while not p.is_over and p.plies < 300:
        player = seats[p.to_move]
        r = player.choose(p)
        assert r.move is not None
        # Near the end all is proved at once.
        if p.plies < 40:
            counts[player is not one].append(r.simulations)
        p = p.play(r.move)
    if p.outcome is None or p.outcome.winner is None:
        return 0.5
    return float(seats[p.outcome.winner] is one)


def main() -> None:
    game, rng = pg.load("go(size=9,komi=7)" if GAME == "go" else GAME), random.Random(1)
    for batch in BATCHES:
        pairs: list[float] = []
        counts: Counts = ([], [])
        for n in range(PAIRS):
            start = game.initial()
            for _ in range(8):
                start = start.play(rng.choice(start.moves.id_list()))
            specs = [f"mcts:{limit},seed={n}" for limit in LIMIT.split("/")]
            with (
                pg.Player(specs[0], evaluate=judge, batch=batch, ahead=True) as one,
                pg.Player(specs[-1], evaluate=judge, batch=batch, ahead=False) as other,
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
            f"{GAME}, {LIMIT}, batch of {batch}: {told} in {2 * PAIRS} games; "
            f"{ahead:.0f} simulations a move against {waiting:.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
