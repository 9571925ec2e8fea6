"""The examples in docstrings, and what help and type checkers see."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
from pathlib import Path

import pytest

import perfect_games as pg

MODULES = ["", "._batch", "._load", "._match", "._node", "._record", "._search", ".openspiel"]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = importlib.import_module(f"perfect_games{name}")
    result = doctest.testmod(module, extraglobs={"pg": pg})
    assert result.failed == 0 and result.attempted > 0


@pytest.mark.parametrize("name", [name for name in pg.__all__ if not name.startswith("__")])
def test_every_public_name_has_an_example_that_runs(name: str) -> None:
    thing = getattr(pg, name)
    names = {**vars(importlib.import_module(thing.__module__)), "pg": pg}
    found = doctest.DocTestParser().get_doctest(inspect.getdoc(thing) or "", names, name, None, 0)
    assert found.examples
    assert doctest.DocTestRunner().run(found).failed == 0


def test_every_public_name_has_a_docstring_and_a_signature() -> None:
    for name in pg.__all__:
        thing = getattr(pg, name)
        if name.startswith("__"):
            continue
        assert thing.__doc__, name
        for key, member in vars(thing).items() if inspect.isclass(thing) else ():
            if key.startswith("_") or key == "value":
                continue
            if callable(member) or isinstance(member, property):
                assert member.__doc__, f"{name}.{key}"
                if inspect.isroutine(member):
                    inspect.signature(member)


PAGE = Path(__file__).parents[4] / "docs" / "python.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("source", BLOCKS)
def test_the_page_about_the_package_tells_what_runs(source: str) -> None:
    names: dict[str, object] = {}
    exec(compile(source, str(PAGE), "exec"), names)
    if "evaluate" in names:
        assert isinstance(names["r"], pg.SearchResult) and names["r"].move is not None


def test_there_are_examples_on_the_page() -> None:
    assert len(BLOCKS) >= 3
