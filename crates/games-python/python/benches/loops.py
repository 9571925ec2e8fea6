"""Random play beside others, in one run: `python loops.py [ROUNDS]`.

All rows take turns, a slice of user CPU time each; told are the best round, the median, and the best
by the bar. The best is what a machine at rest does: whoever else uses the same core makes user time
pass more quickly. A peer that is not installed is left out.

Then come two shares: how much faster two threads are by the clock, and how much longer a step takes
that leaves its arrays to the caller than one that writes over them.
"""

from __future__ import annotations

import random
import resource
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np

import perfect_games as pg

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 12
#: The time of a slice.
SECONDS = 0.12


def rate(job: Callable[[], int]) -> float:
    """How many things a second of user CPU time a job does."""

    def used() -> float:
        return resource.getrusage(resource.RUSAGE_SELF).ru_utime

    job()
    begun, done = used(), 0
    while used() - begun < SECONDS:
        done += job()
    return done / (used() - begun)


def ours(spec: str, by_id: bool = True) -> Callable[[], int]:
    game, rng = pg.load(spec), random.Random(1).random

    def play() -> int:
        p, plies = game.initial(), 0
        while not p.is_over:
            moves = p.moves.id_list() if by_id else p.moves
            p = p.play(moves[int(rng() * len(moves))])
            plies += 1
        return plies

    return play


def spiel(name: str) -> Callable[[], int]:
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1).random

    def play() -> int:
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rng() * len(actions))])
            plies += 1
        return plies

    return play


def python_chess() -> Callable[[], int]:
    import chess

    rng = random.Random(1).random

    def play() -> int:
        board, plies = chess.Board(), 0
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(rng() * len(moves))])
            plies += 1
        return plies

    return play


def arrays(spec: str) -> Callable[[], int]:
    game = pg.load(spec)
    p = game.initial().play_all([]) if game.plane_shape else game.initial()
    assert game.plane_shape is not None and game.actions is not None
    planes, mask = np.empty(game.plane_shape, np.float32), np.empty(game.actions, np.bool_)

    def write() -> int:
        for _ in range(1000):
            p.planes(out=planes)
            p.mask(out=mask)
        return 1000

    return write


def batch(
    spec: str, size: int = 1024, threads: int = 1, reuse_buffers: bool = True
) -> Callable[[], int]:
    b = pg.Batch(pg.load(spec), size, seed=1, threads=threads, reuse_buffers=reuse_buffers)

    def step() -> int:
        b.step_random()
        return size

    return step


def policy(spec: str, size: int = 1024) -> Callable[[], int]:
    b = pg.Batch(pg.load(spec), size, seed=1, threads=1, reuse_buffers=True)
    now = b.state

    def step() -> int:
        nonlocal now
        # The first legal move of each row.
        now = b.step(now.mask.argmax(axis=1))
        return size

    return step


def pgx(name: str, size: int = 1024) -> Callable[[], int]:
    """Random legal moves, drawn and played on the processor in one compiled step."""
    import jax
    from pgx import make
    from pgx.experimental import auto_reset

    env = make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def advance(state, key):  # type: ignore[no-untyped-def]
        key, draw, begin = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(draw, logits, axis=1)
        return step(state, actions, jax.random.split(begin, size)), key

    key = jax.random.key(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, size))

    def play() -> int:
        nonlocal state, key
        state, key = advance(state, key)
        state.terminated.block_until_ready()
        return size

    return play


def pettingzoo(spec: str) -> Callable[[], int]:
    from perfect_games.pettingzoo import env

    e, rng = env(spec), random.Random(1).random

    def play() -> int:
        e.reset(seed=1)
        steps = 0
        while e.agents:
            observation, _, over, cut, _ = e.last()
            if over or cut:
                break
            legal = observation["action_mask"].nonzero()[0]
            e.step(int(legal[int(rng() * len(legal))]))
            steps += 1
        return steps

    return play


ROWS: list[tuple[str, Callable[[], Callable[[], int]], float | None]] = [
    ("othello, ids", lambda: ours("othello"), 1.4e6),
    ("othello, moves", lambda: ours("othello", by_id=False), 1.0e6),
    ("othello, pyspiel", lambda: spiel("othello"), None),
    ("tictactoe, ids", lambda: ours("tictactoe"), 1.5e6),
    ("tic_tac_toe, pyspiel", lambda: spiel("tic_tac_toe"), None),
    ("chess, ids", lambda: ours("chess"), 0.6e6),
    ("chess, python-chess", python_chess, None),
    ("chess, pyspiel", lambda: spiel("chess"), None),
    ("go 9x9, ids", lambda: ours("go"), 1.0e6),
    ("go 9x9, pyspiel", lambda: spiel("go(board_size=9)"), None),
    ("planes and mask, othello", lambda: arrays("othello"), 1 / 0.6e-6),
    ("planes and mask, chess", lambda: arrays("chess"), 1 / 1.5e-6),
    ("batch of 1024, othello", lambda: batch("othello"), 5e6),
    ("same, numpy policy, othello", lambda: policy("othello"), 3e6),
    ("othello, pgx", lambda: pgx("othello"), None),
    ("batch of 1024, tictactoe", lambda: batch("tictactoe"), 8e6),
    ("tic_tac_toe, pgx", lambda: pgx("tic_tac_toe"), None),
    ("batch of 1024, go 9x9", lambda: batch("go"), 0.8e6),
    ("go 9x9, pgx", lambda: pgx("go_9x9"), None),
    ("batch of 1024, chess", lambda: batch("chess"), 0.6e6),
    ("chess, pgx", lambda: pgx("chess"), None),
    ("pettingzoo, tictactoe", lambda: pettingzoo("tictactoe"), 120e3),
    ("pettingzoo, chess", lambda: pettingzoo("chess"), 60e3),
]


def paired(
    one: Callable[[], int], other: Callable[[], int], clock: Callable[[], float]
) -> float:
    """How many times as fast the second job is as the first: the median of short turns, one job
    right after the other, so that both meet the same machine."""
    ratios = []
    for _ in range(8 * ROUNDS):
        spent = []
        for job in (one, other):
            begun = clock()
            for _ in range(8):
                job()
            spent.append(clock() - begun)
        ratios.append(spent[0] / spent[1])
    return statistics.median(ratios)


def shares() -> None:
    """Prints what is a share of something else, with its bar."""
    size = 16_384
    faster = paired(batch("othello", size), batch("othello", size, 2), time.perf_counter)
    print(f"{'two threads, batch of 16384':<28}{faster:>14.2f}{'at least 1.70':>28}")
    kept = paired(batch("othello"), batch("othello", reuse_buffers=False), time.process_time)
    print(f"{'copies, batch of 1024':<28}{100 * (1 / kept - 1):>12.1f} %{'below 10.0 %':>28}")


def main() -> None:
    jobs = {}
    for name, make, bar in ROWS:
        try:
            jobs[name] = (make(), bar)
        except ImportError:
            continue
    rates: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(ROUNDS):
        for name, (job, _) in jobs.items():
            rates[name].append(rate(job))
    for name, (_, bar) in jobs.items():
        best, median = max(rates[name]), statistics.median(rates[name])
        told = "" if bar is None else f"{bar:>14,.0f} {best / bar:>6.2f}"
        print(f"{name:<28}{best:>14,.0f}{median:>14,.0f}{told}", flush=True)
    shares()


if __name__ == "__main__":
    main()
