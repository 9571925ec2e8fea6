"""The notebooks run from their first cell to their last."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))


def _run(source: str, names: dict[str, Any]) -> None:
    """Runs a cell as a notebook does: its last expression is shown."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if isinstance(last, ast.Expr):
        shown = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        for kind in ("_repr_svg_", "_repr_html_"):
            if hasattr(shown, kind):
                assert getattr(shown, kind)()
        assert shown is None or repr(shown)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in json.loads(notebook.read_text())["cells"]:
        if cell["cell_type"] == "code":
            _run("".join(cell["source"]), names)


def test_there_are_five() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["analyse", "gui", "learn", "play", "solve"]
