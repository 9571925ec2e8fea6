"""Random play beside others, in one run: `python loops.py [ROUNDS]`.

All rows take turns, a slice of user CPU time each; told are the best round, the median, and the best
by the bar. The best is what a machine at rest does: whoever else uses the same core makes user time
pass more quickly. A peer that is not installed is left out.

Then come two shares, each of the turns that nobody disturbs (the times that a tenth of them keeps to)
and in the median. How much faster two threads are by the clock stands beside how much more two
processes with a thread each do in the same time, which share nothing: no program gets more from these
two processors, whoever else is using them. And how much longer a step takes that leaves its arrays to
the caller than one that writes over them.
"""

from __future__ import annotations

import multiprocessing
import random
import resource
import statistics
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

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


#: So many times a job is done in a turn of those that are paired.
TIMES = 8


def turns(jobs: list[Callable[[], object]], clock: Callable[[], float]) -> list[list[float]]:
    """What each job takes in short turns, one job right after the other, so that all of them meet
    the same machine."""
    spent: list[list[float]] = [[] for _ in jobs]
    for _ in range(8 * ROUNDS):
        for job, times in zip(jobs, spent, strict=True):
            begun = clock()
            job()
            times.append(clock() - begun)
    return spent


def often(job: Callable[[], object]) -> Callable[[], None]:
    def several() -> None:
        for _ in range(TIMES):
            job()

    return several


def ratio(one: list[float], other: list[float]) -> float:
    """How many times as fast the second one is, in the median of the turns."""
    return statistics.median(a / b for a, b in zip(one, other, strict=True))


def quiet_ratio(one: list[float], other: list[float]) -> float:
    """The same of the times that a tenth of the turns keeps to: those that nobody else disturbs."""
    return statistics.quantiles(one, n=10)[0] / statistics.quantiles(other, n=10)[0]


def work(orders: Connection, spec: str, size: int) -> None:
    """A process that plays as a batch of its own each time it is told to."""
    job = often(batch(spec, size))
    job()
    orders.send(True)
    while orders.recv():
        job()
        orders.send(True)


def shares() -> None:
    """Prints what is a share of something else, with its bar."""
    size = 16_384
    # Forking would copy the threads' locks, but not the threads, of whatever peer is loaded.
    context = multiprocessing.get_context("spawn")
    orders = []
    for _ in range(2):
        here, there = context.Pipe()
        context.Process(target=work, args=(there, "othello", size), daemon=True).start()
        orders.append(here)

    def tell(go_on: bool) -> None:
        for order in orders:
            order.send(go_on)

    def done() -> None:
        for order in orders:
            order.recv()

    def processes() -> None:
        tell(True)
        done()

    done()
    one, two, apart = turns(
        [often(batch("othello", size)), often(batch("othello", size, 2)), processes],
        time.perf_counter,
    )
    tell(False)
    # Two processes have played twice as much.
    apart = [seconds / 2 for seconds in apart]
    for name, times, bar in (
        ("two threads, batch of 16384", two, "at least 1.70"),
        ("two processes, one thread", apart, ""),
    ):
        print(f"{name:<28}{quiet_ratio(one, times):>14.2f}{ratio(one, times):>14.2f}{bar:>14}")
    share = 100 * ratio(apart, two), 100 * quiet_ratio(apart, two)
    print(f"{'threads of processes':<28}{share[1]:>12.0f} %{share[0]:>12.0f} %")
    over, kept = turns(
        [often(batch("othello")), often(batch("othello", reuse_buffers=False))], time.process_time
    )
    more = [100 * (1 / times - 1) for times in (quiet_ratio(over, kept), ratio(over, kept))]
    print(f"{'copies, batch of 1024':<28}{more[0]:>12.1f} %{more[1]:>12.1f} %{'below 10.0 %':>14}")


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
