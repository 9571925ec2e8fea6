"""Pictures, as they were when a person looked at them.

`GAMES_BLESS=1` writes those that have changed; look at them before they are committed.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import perfect_games as pg

KEPT = Path(__file__).parent / "pictures"


def _chess() -> str:
    p = pg.load("chess").position(None, "e4 e5 Nf3 Nc6")
    return p.svg(arrows=[("f1", "b5"), p.parse_move("d4")], marks=["e5", "c6"])


PICTURES = {
    "chess-arrows-and-marks": _chess,
    "chess-flipped-dark": lambda: pg.load("chess").position(None, "e4 c5").svg(flipped=True, theme="dark"),
    "othello-last-move": lambda: pg.load("othello").position(None, "f5 d6").svg(240),
    "othello-without-last-move": lambda: pg.load("othello").position(None, "f5 d6").svg(240, last_move=False),
    "go-print": lambda: pg.load("go", size=9).position(None, "E5 D4 C3").svg(theme="print", marks=["E5"]),
    "go-flipped": lambda: pg.load("go", size=5).position(None, "A1 B1").svg(flipped=True),
    "konane": lambda: pg.load("konane", rows=4, cols=5).initial().svg(marks=["a1"]),
    "tictactoe-light": lambda: pg.load("tictactoe", rows=3, cols=3).position(None, "a1 b2").svg(120),
    "girl-chess": lambda: pg.load("girl-chess").initial().svg(),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_as_it_was(name: str) -> None:
    file, drawn = KEPT / f"{name}.svg", PICTURES[name]()
    if "GAMES_BLESS" in os.environ:
        file.write_text(drawn)
    assert drawn == file.read_text()


def test_no_picture_is_left_over() -> None:
    assert {file.stem for file in KEPT.iterdir()} == set(PICTURES)


def _arrow(svg: str) -> list[float]:
    """The points of the one arrow, from the top left of the board on."""
    (drawn,) = re.findall(r'class="arrow" d="([^"]*)"', svg)
    ((left, top),) = re.findall(r'<rect class="light" x="(\d+)" y="(\d+)"', svg)
    numbers = [float(n) for n in re.findall(r"\d+\.\d+", drawn)]
    return [n - float(top if i % 2 else left) for i, n in enumerate(numbers)]


def test_an_arrow_turns_with_the_board() -> None:
    p = pg.load("chess").initial()
    there, back = (_arrow(p.svg(arrows=[("e2", "e4")], flipped=flipped)) for flipped in (False, True))
    # A cell is 60 wide: from the middle of e2, the fifth of the seventh row, towards that of e4.
    middle = [sum(there[i::2][:1]) for i in (0, 1)]
    assert there != back and abs(middle[0] - 270) < 10 and abs(middle[1] - 390) < 30
    # From e2 to e4 on a turned board is from d7 to d5 on one that is not.
    assert back == _arrow(p.svg(arrows=[("d7", "d5")]))


def test_themes_differ_in_their_styles_alone() -> None:
    p = pg.load("othello").position(None, "f5")
    parts = [p.svg(theme=theme).split("</style>") for theme in ("light", "dark", "print")]
    assert len({style for style, _ in parts}) == 3
    assert len({drawn for _, drawn in parts}) == 1
