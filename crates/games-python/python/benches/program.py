"""What the package adds to the program's time: `python program.py PROGRAM [ROUNDS [COMMAND]...]`.

`perft`, `best` and `solve` from Python and by `PROGRAM`, the binary `games` built for the same
processors as the wheel (`cargo xtask dist` makes one for any x86-64 machine), in turns. Told is how
many times the program's user CPU time Python takes, less what the program takes to begin: of the
quickest turns, and in the median of all; the bar is 1.02. Whoever else uses the processors makes user
time pass more quickly, so that on a busy machine only the first one tells anything.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
from collections.abc import Callable

import perfect_games as pg

PROGRAM = sys.argv[1]
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 9


def user(who: int) -> float:
    return resource.getrusage(who).ru_utime


def program(*arguments: str) -> float:
    before = user(resource.RUSAGE_CHILDREN)
    subprocess.run([PROGRAM, *arguments], check=True, capture_output=True)
    return user(resource.RUSAGE_CHILDREN) - before


def python(job: Callable[[], object]) -> float:
    before = user(resource.RUSAGE_SELF)
    job()
    return user(resource.RUSAGE_SELF) - before


def main() -> None:
    chess, othello = pg.load("chess").initial(), pg.load("othello").initial()
    small = pg.load("tictactoe", rows=4, cols=4).initial()
    rows: list[tuple[str, list[str], Callable[[], object]]] = [
        ("perft", ["perft", "chess", "--depth", "6"], lambda: chess.perft(6)),
        (
            "best, alphabeta",
            ["best", "othello", "--player", "alphabeta:depth=19"],
            lambda: othello.best("alphabeta:depth=19"),
        ),
        (
            "best, mcts",
            ["best", "othello", "--player", "mcts:sims=400000,seed=1"],
            lambda: othello.best("mcts:sims=400000,seed=1"),
        ),
        (
            "solve",
            ["solve", "tictactoe", "--rules", "rows=4,cols=4", "--threads", "1"],
            lambda: small.solve(),
        ),
    ]
    begin = min(program("--version") for _ in range(5))
    only = sys.argv[3:]
    for name, arguments, job in rows:
        if only and arguments[0] not in only:
            continue
        ours, theirs = [], []
        for _ in range(ROUNDS):
            ours.append(python(job))
            theirs.append(program(*arguments) - begin)
        best = min(ours) / min(theirs)
        median = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
        print(f"{name:<20}{best:>8.3f}{median:>8.3f}{'at most 1.020':>20}", flush=True)


if __name__ == "__main__":
    main()
