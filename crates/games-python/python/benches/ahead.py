"""What it costs in strength to look ahead: `python ahead.py [PAIRS] [SIMS]`.

A search that goes on while a function judges its last batch chooses in a tree that lags behind. Here
it plays against one that waits for each answer, with the same function and as many simulations: games
in pairs from random openings, each side once. Told is what `ahead=True` scores, with two standard
errors of pairs; 50 % is as strong.
"""

from __future__ import annotations

import random
import statistics
import sys
from typing import Any

import numpy as np

import perfect_games as pg

PAIRS = int(sys.argv[1]) if len(sys.argv) > 1 else 200
SIMS = int(sys.argv[2]) if len(sys.argv) > 2 else 400

# Corners and edges of Othello are worth having, the squares beside corners are not.
RING = np.array([[20, -3, 2, 1], [-3, -7, -1, -1], [2, -1, 1, 0], [1, -1, 0, 0]], np.float32)
SQUARES = np.block([[RING, RING[:, ::-1]], [RING[::-1], RING[::-1, ::-1]]])


def othello(planes: Any, mask: Any) -> Any:
    """A value by squares and mobility, and a policy by squares."""
    own = (planes[:, 0] * SQUARES).sum((1, 2)) - (planes[:, 1] * SQUARES).sum((1, 2))
    values = np.tanh((own + mask.sum(1)) / 40)
    policy = np.where(mask, np.exp(np.append(SQUARES.ravel(), 0) / 10), 0)
    return values, policy / policy.sum(1, keepdims=True)


def points(start: pg.Position, seats: dict[str, pg.Player], one: pg.Player) -> float:
    """What a player gets of a game: 1, 0.5 or 0."""
    p = start
    while not p.is_over:
        move = seats[p.to_move].choose(p).move
        assert move is not None
        p = p.play(move)
    assert p.outcome is not None
    if p.outcome.winner is None:
        return 0.5
    return float(seats[p.outcome.winner] is one)


def main() -> None:
    game, rng = pg.load("othello"), random.Random(1)
    for batch in (8, 64):
        pairs = []
        for n in range(PAIRS):
            start = game.initial()
            for _ in range(8):
                start = start.play(rng.choice(start.moves.id_list()))
            spec = f"mcts:sims={SIMS},seed={n}"
            with (
                pg.Player(spec, evaluate=othello, batch=batch, ahead=True) as one,
                pg.Player(spec, evaluate=othello, batch=batch, ahead=False) as other,
            ):
                first = points(start, {"p1": one, "p2": other}, one)
                one.clear()
                other.clear()
                second = points(start, {"p1": other, "p2": one}, one)
            pairs.append((first + second) / 2)
        score, error = statistics.mean(pairs), statistics.stdev(pairs) / len(pairs) ** 0.5
        told = f"{100 * score:.1f} % +- {200 * error:.1f}"
        print(f"othello, {SIMS} simulations, batch of {batch}: {told} in {2 * PAIRS} games", flush=True)


if __name__ == "__main__":
    main()
