"""What searches and the solver answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from perfect_games._native import Move, Position, Search


class Svg(str):
    """A picture as an SVG document: a str, which a notebook shows as what it draws."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True)
class Line:
    """A line of play: its moves as texts, its score for the side to move, whether that is proved,
    and how often a tree search visited its first move.

    >>> import perfect_games as pg
    >>> pg.load("tictactoe").initial().best("alphabeta:depth=2,lines=3").lines[2].exact
    False
    """

    move: str
    pv: tuple[str, ...]
    score: float | None
    exact: bool
    visits: int


@dataclass(frozen=True)
class SearchResult:
    """What a search found: the fields of `games best --json`, and `interrupted` and `lines`.

    `score` is in the game's unit for the side to move (pawns, discs, points), or, where `exact`
    is set, the result. `expected` is the result that it lets expect for that side: 0 lost, 0.5 even
    or drawn, 1 won; `None` where nothing is known of it. `seconds` is wall time.

    >>> import perfect_games as pg
    >>> p = pg.load("chess").position("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
    >>> r = p.best("alphabeta:depth=3")
    >>> r.move.san, r.value, r.plies_to_end, r.expected
    ('Ra8#', 'win', 1, 1.0)
    """

    position: Position
    text: str | None
    pv: tuple[str, ...]
    pv_labels: tuple[str, ...]
    score: float | None
    expected: float | None
    exact: bool
    value: str | None
    plies_to_end: int | None
    remoteness: int | None
    nodes: int
    depth: int
    simulations: int
    seconds: float
    nodes_per_second: float
    lines: tuple[Line, ...]
    interrupted: bool

    @property
    def move(self) -> Move | None:
        """The best move; `None` in a finished game."""
        return None if self.text is None else self.position.parse_move(self.text)

    @property
    def table(self) -> np.ndarray[Any, Any]:
        """The lines as a structured array with the fields `id`, `score` and `visits`."""
        import numpy as np

        rows = [
            (
                self.position.parse_move(line.move).id,
                float("nan") if line.score is None else line.score,
                line.visits,
            )
            for line in self.lines
        ]
        return np.array(rows, dtype=[("id", "u4"), ("score", "f8"), ("visits", "u8")])

    def _repr_html_(self) -> str:
        most = max((line.visits for line in self.lines), default=0)
        rows = "".join(_row(line, most) for line in self.lines)
        head = "<tr><th>move</th><th>score</th><th>visits</th><th>line</th></tr>"
        return f"<table>{head}{rows}</table>"


def _row(line: Line, most: int) -> str:
    score = "" if line.score is None else f"{line.score:g}"
    width = 100 * line.visits // most if most else 0
    bar = f'<div style="background:#3d8fd6;height:0.8em;width:{width}px"></div>'
    cells = (escape(line.move), score, f"{line.visits}{bar if most else ''}")
    pv = escape(" ".join(line.pv))
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in (*cells, pv)) + "</tr>"


def search_result(found: str, position: Position, interrupted: bool) -> SearchResult:
    """Makes a result of what the native search answers."""
    data = json.loads(found)
    lines = tuple(
        Line(x["move"], tuple(x["pv"]), x["score"], x["exact"], x["visits"])
        for x in data["lines"]
    )
    return SearchResult(
        position=position,
        text=data["move"],
        pv=tuple(data["pv"]),
        pv_labels=tuple(data["pv_labels"]),
        score=data["score"],
        expected=data["expected"],
        exact=data["exact"],
        value=data["value"],
        plies_to_end=data["plies_to_end"],
        remoteness=data["remoteness"],
        nodes=data["nodes"],
        depth=data["depth"],
        simulations=data["simulations"],
        seconds=data["seconds"],
        nodes_per_second=data["nodes_per_second"],
        lines=lines,
        interrupted=interrupted,
    )


async def wait_for(search: Search) -> SearchResult:
    """Waits for a search without blocking the event loop; stops it when cancelled."""
    # Who awaits has it; to import it for all others takes longer than all else that we import.
    import asyncio

    try:
        while not search.done:
            await asyncio.sleep(0.01)
    except asyncio.CancelledError:
        search.stop()
        raise
    return search.result()


@dataclass(frozen=True)
class SolveInfo:
    """How far the solver has got: positions found and decided, bytes of tables, seconds.

    >>> seen = []
    >>> import perfect_games as pg
    >>> p = pg.load("tictactoe", rows=4, cols=4).initial()
    >>> _ = p.solve(progress=seen.append, progress_every=0.0)
    >>> all(info.decided <= info.found for info in seen)
    True
    """

    found: int
    decided: int
    bytes: int
    seconds: float


@dataclass(frozen=True)
class SolvedMove:
    """What a move is worth for the side that makes it; `remoteness` in plies, this one included.

    >>> import perfect_games as pg
    >>> pg.load("tictactoe").initial().solve().moves[0]
    SolvedMove(move='a1', value='tie', remoteness=10)
    """

    move: str
    value: str
    remoteness: int | None


@dataclass(frozen=True)
class Longest:
    """A position that is as far from the end as any with its value, and its plies to the end.

    >>> import perfect_games as pg
    >>> pg.load("tictactoe").initial().solve().longest[0].remoteness
    5
    """

    value: str
    remoteness: int
    position: str


@dataclass(frozen=True)
class Solution:
    """An exact value: `win`, `lose`, `tie` or `draw` for the side to move, and the plies to the
    end under best play. `counts`, `reachable`, `layers` and `longest`, which has a position for each
    value but draws, are `None` where they are not known.

    >>> import perfect_games as pg
    >>> s = pg.load("tictactoe", rows=3, cols=3, diagonals=True).initial().solve()
    >>> s.value, s.remoteness, s.reachable
    ('tie', 9, 5478)
    """

    value: str
    remoteness: int | None
    moves: tuple[SolvedMove, ...]
    reachable: int | None
    counts: dict[str, int] | None
    layers: tuple[dict[str, int], ...] | None
    longest: tuple[Longest, ...] | None
    seconds: float
    digest: str | None

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(m.move)}</td><td>{m.value}</td>"
            f"<td>{'' if m.remoteness is None else m.remoteness}</td></tr>"
            for m in self.moves
        )
        head = "<tr><th>move</th><th>value</th><th>plies</th></tr>"
        return f"<p>{self.value}, {self.remoteness}</p><table>{head}{rows}</table>"


def solution(text: str) -> Solution:
    """Makes a solution of what the native solver answers."""
    data = json.loads(text)
    moves = tuple(SolvedMove(m["move"], m["value"], m["remoteness"]) for m in data["moves"])
    layers, longest = data.get("layers"), data.get("longest")
    return Solution(
        value=data["value"],
        remoteness=data["remoteness"],
        moves=moves,
        reachable=data.get("reachable"),
        counts=data.get("counts"),
        layers=None if layers is None else tuple(layers),
        longest=None if longest is None else tuple(Longest(**far) for far in longest),
        seconds=data["seconds"],
        digest=data.get("digest"),
    )


def values(rows: Iterable[Sequence[object]]) -> np.ndarray[Any, Any]:
    """Rows of a table of values as a structured array."""
    import numpy as np

    fields = [("known", "?"), ("value", "i1"), ("remoteness", "i4")]
    return np.array([tuple(row) for row in rows], dtype=fields)
