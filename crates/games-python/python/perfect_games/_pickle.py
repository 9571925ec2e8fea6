"""What pickles call: a format number first, so that old ones can be told apart."""

from __future__ import annotations

from perfect_games import _native
from perfect_games._errors import ParseError
from perfect_games._load import load
from perfect_games._native import Game, Move, Position

FORMAT = 1


def _check(number: int) -> None:
    if number != FORMAT:
        raise ParseError(f"a pickle of the unknown format {number!r}")


def game(number: int, spec: str) -> Game:
    """The game of a pickle."""
    _check(number)
    return load(spec)


def position(number: int, spec: tuple[str, str], start: str, moves: list[str]) -> Position:
    """The position of a pickle, checked like any text."""
    _check(number)
    return _native.open(spec[0], spec[1]).position(start, moves)


def move(number: int, position: Position, text: str) -> Move:
    """The move of a pickle."""
    _check(number)
    return position.parse_move(text)


def repr_position(id: str, rules: str, text: str) -> str:
    """A position as Python that makes it again, without its history."""
    from perfect_games._load import _catalogue

    usual = {rule["key"]: rule["default"] for rule in _catalogue()[id]["rules"]}
    pairs = (item.partition("=") for item in rules.split(",") if item)
    given = ",".join(f"{k}={v}" for k, _, v in pairs if usual.get(k) != v)
    spec = f"{id}({given})" if given else id
    return f"load({spec!r}).position({text!r})"
