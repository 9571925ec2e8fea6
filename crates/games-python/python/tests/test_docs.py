"""The examples in docstrings, and what help and type checkers see."""

from __future__ import annotations

import doctest
import importlib
import inspect

import pytest

import perfect_games as pg

MODULES = ["", "._batch", "._load", "._match", "._record", "._search", ".openspiel"]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = importlib.import_module(f"perfect_games{name}")
    result = doctest.testmod(module)
    assert result.failed == 0 and result.attempted > 0


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
