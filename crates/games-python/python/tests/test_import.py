"""What an import costs."""

from __future__ import annotations

import subprocess
import sys

_IMPORT = """
import sys, time
before, spent = set(sys.modules), time.process_time()
import perfect_games
print(time.process_time() - spent)
print(*sorted(set(sys.modules) - before))
"""


def _imported() -> tuple[float, list[str]]:
    """The time of the processor, and what comes along."""
    done = subprocess.run(
        [sys.executable, "-c", _IMPORT], capture_output=True, text=True, check=True, timeout=60
    )
    processor, names = done.stdout.splitlines()
    return float(processor), names.split()


def test_the_import_needs_neither_numpy_nor_much_of_anything() -> None:
    runs = [_imported() for _ in range(7)]
    names = runs[0][1]
    assert not {name.split(".")[0] for name in names} & {"numpy", "asyncio", "difflib", "pyspiel"}
    # What is imported costs what an import costs, on any machine.
    assert len(names) < 70, names
    assert min(run[0] for run in runs) < 0.2
