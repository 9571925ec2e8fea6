"""Games by their names."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from perfect_games import _native
from perfect_games._errors import ParseError, UnknownNameError
from perfect_games._native import Game


@cache
def _catalogue() -> dict[str, dict[str, Any]]:
    return {game["id"]: game for game in json.loads(_native.catalogue())["games"]}


def games() -> tuple[str, ...]:
    """The ids of all games, in the order in which lists show them.

    >>> "othello" in games()
    True
    """
    return tuple(_catalogue())


def load(spec: str, /, **options: object) -> Game:
    """The rules of a game by its id, with options.

    `spec` is an id, `"go"`, or an id with options, `"go(size=9,ko=psk)"`; options may be given as
    keywords as well. Raises `UnknownNameError` for an unknown game or option and `ParseError` for
    a value that it cannot have.

    >>> load("go", size=9) == load("go(size=9)")
    True
    """
    if not isinstance(spec, str):
        raise TypeError(f"a game is named by a str, not {type(spec).__name__}")
    name, rules = _split(spec)
    if name not in _catalogue():
        _native.open(name)
    given = [item for item in (rules, *map(_written, options, options.values())) if item]
    _check_keys(name, given)
    return _native.open(name, ",".join(given) or None)


def _split(spec: str) -> tuple[str, str]:
    name, bracket, rest = spec.partition("(")
    if not bracket:
        return spec, ""
    if not rest.endswith(")"):
        end = len(spec.encode(errors="surrogatepass"))
        raise ParseError("the options of a game end with a bracket", spec, (end, end), ")")
    return name, rest[:-1]


def _written(key: str, value: object) -> str:
    if isinstance(value, bool):
        return f"{key}={str(value).lower()}"
    return f"{key}={value}"


def _check_keys(name: str, items: list[str]) -> None:
    known = [rule["key"] for rule in _catalogue()[name]["rules"]]
    for item in ",".join(items).split(","):
        key, equals, _ = item.partition("=")
        if equals and key.strip() not in known:
            import difflib

            near = difflib.get_close_matches(key, known, 1)
            hint = f" (did you mean `{near[0]}`?)" if near else ""
            message = f"{name} has no option `{key[:60]}`; valid: {', '.join(known)}{hint}"
            raise UnknownNameError(message, known, near[0] if near else None)


def build_info() -> dict[str, object]:
    """How the package was built: its version, its commit or `None` where that was not told, the
    features of the processor that it needs, and the threads of this machine.

    >>> sorted(build_info())
    ['commit', 'target_features', 'threads', 'version']
    """
    import os

    return {
        "version": _native.__version__,
        "commit": _native.commit,
        "target_features": tuple(_native.target_features),
        "threads": os.cpu_count(),
    }
