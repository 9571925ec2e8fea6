"""Records keep what was played, taken back and said."""

from __future__ import annotations

import pickle
import re

import pytest
from conftest import random_games
from hypothesis import given, settings
from hypothesis import strategies as st

import perfect_games as pg


def test_a_record_in_a_notebook_has_a_page_for_each_position() -> None:
    r = pg.GameRecord(pg.load("chess")).play("e4").play("e5").play("Nf3").undo()
    html = r._repr_html_()
    pages = re.findall(r"<figure( hidden)?><figcaption>(.*?)</figcaption>(.*?)</figure>", html, re.S)
    assert [(bool(hidden), said) for hidden, said, _ in pages] == [
        (True, "start"),
        (True, "ply 1: e4"),
        (False, "ply 2: e5"),
    ]
    assert [svg for _, _, svg in pages] == [p.svg() for p in r.positions()]
    assert 'max="2" value="2"' in html


def said(node: pg.Node) -> tuple[object, ...]:
    """A node with all that follows it, by value."""
    return (
        node.text,
        node.comment,
        node.glyphs,
        node.clock,
        node.elapsed,
        node.score_p1,
        node.decided,
        node.depth,
        [said(child) for child in node.children],
    )


def test_records_go_back_and_forth_and_through_files() -> None:
    r = pg.GameRecord(pg.load("chess")).play("e4").play("e5").play("Nf3")
    assert r.undo().undo().redo().position.plies == 2 and len(r.moves) == 2
    assert pg.GameRecord.from_pgn(r.to_pgn()).undo().position == r.position
    assert pickle.loads(pickle.dumps(r)).redo().position.plies == 3
    go = pg.GameRecord(pg.load("go")).play("E5").play("C3")
    assert pg.GameRecord.from_sgf(go.to_sgf()).moves == go.moves
    assert r.to_numpy()["id"].tolist() == [m.id for m in r.moves]
    with pytest.raises(ValueError):
        pg.GameRecord(pg.load("go")).undo()


def test_what_is_taken_back_stays_as_a_variation() -> None:
    r = pg.GameRecord(pg.load("chess")).play("e4").play("e5").undo().play("c5").play("Nf3")
    assert [n.text for n in r.root.children[0].children] == ["e7e5", "c7c5"]
    assert r.node.path == "1.2.1" and r.moves[-1].san == "Nf3"
    # Nothing is added twice.
    r.goto("1").play("e5").goto("1").play("c5")
    assert r.node.path == "1.2" and len(r.root.children[0].children) == 2
    assert r.promote().node.path == "1.1" and r.node.children[0].text == "g1f3"
    r.delete()
    assert r.node.path == "1" and [n.text for n in r.node.children] == ["e7e5"]
    assert r.moves == r.position.history and len(r.moves) == 1
    for path in ["2", "1.9", "x", "1..1", "0", "-1", "9" * 5000]:
        with pytest.raises(LookupError):
            r.goto(path)
    assert r.node.path == "1"


def test_a_record_of_a_position_has_the_way_to_it() -> None:
    p = pg.load("othello").initial().play_all(["f5", "d6", "c3"])
    r = pg.GameRecord(p)
    assert r.position == p and r.moves == p.history and r.node.path == "1.1.1"
    assert r.undo().play("c4").node.path == "1.1.2"


# PGN as a reader of games has it: https://www.chessclub.com/help/PGN-spec, and the comments of
# lichess for clocks and evaluations.
PGN = """[Event "Thursday"]
[White "Ada"]
[Black "Bob"]
[Result "1-0"]

1. e4 { [%clk 0:05:00] } e5 $6 { [%eval 0.45] dubious } (1... c5 2. Nf3 (2. c3 d5) 2... d6)
2. Qh5 Ke7 3. Qxe5# { [%emt 0:00:02] } 1-0
"""


def test_a_file_keeps_what_is_said_in_it() -> None:
    r = pg.GameRecord.from_pgn(PGN)
    assert r.headers["players"] == ["Ada", "Bob"] and r.headers["event"] == "Thursday"
    assert r.headers["outcome"] == "p1"
    e4, e5, *_, mate = r.node.line()
    assert (e4.clock, mate.elapsed) == (300.0, 2.0)
    assert (e5.glyphs, e5.score_p1, e5.comment) == ([6], 0.45, "dubious")
    assert [n.text for n in r.root.find("1.2").line()] == ["e2e4", "c7c5"]
    assert r.root.find("1.2.2.1").text == "d7d5"
    again = pg.GameRecord.from_pgn(r.to_pgn())
    assert said(again.root) == said(r.root) and again.headers == r.headers


def test_nothing_left_and_an_even_score_are_kept() -> None:
    r = pg.GameRecord(pg.load("chess")).play("e4")
    r.node.clock, r.node.elapsed, r.node.score_p1, r.node.depth = 0.0, 0.0, 0.0, 0
    assert said(pickle.loads(pickle.dumps(r)).root) == said(r.root)
    node = pg.GameRecord.from_pgn(r.to_pgn()).node
    assert (node.clock, node.score_p1) == (0.0, 0.0)


GAMES = ["chess", "othello", "go", "konane", "girl-chess"]
WORDS = st.text(st.characters(codec="ascii", categories=["L", "N"]), max_size=8)


@pytest.mark.parametrize("id", GAMES)
@settings(max_examples=25, deadline=None)
@given(steps=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 3), WORDS), max_size=25))
def test_any_tree_comes_back_from_files_and_pickles(
    id: str, steps: list[tuple[int, int, str]]
) -> None:
    r = pg.GameRecord(pg.load(id))
    for choice, back, words in steps:
        for _ in range(min(back, r.position.plies)):
            r.undo()
        if not r.position.is_over:
            r.play(r.position.moves[choice % len(r.position.moves)])
            r.comment = words
            r.node.clock = float(choice % 1000) or None
    again = pickle.loads(pickle.dumps(r))
    assert said(again.root) == said(r.root) and again.node.path == r.node.path
    assert again.position == r.position and again.moves == r.moves
    for format in r.game.formats:
        read = pg.GameRecord.read(id, format, r.to(format))[0]
        # GGF has no place for variations and comments.
        see = main_line if format == "ggf" else tree
        assert see(read.root) == see(r.root)


def tree(node: pg.Node) -> object:
    return (node.text, node.comment, [tree(child) for child in node.children])


def main_line(node: pg.Node) -> object:
    texts = []
    while node.children:
        node = node.children[0]
        texts.append(node.text)
    return texts


def test_a_long_game_needs_no_stack() -> None:
    # More plies than Python and readers of JSON go deep.
    for p in random_games(pg.load("go", size=25), 1, 1500):
        last = p
    r = pg.GameRecord(last)
    assert last.plies > 1100
    again = pickle.loads(pickle.dumps(r))
    assert again.moves == r.moves and again.node.path == r.node.path
    assert pg.GameRecord.from_sgf(r.to_sgf()).moves == r.moves


def test_a_damaged_pickle_of_a_record_is_refused() -> None:
    from perfect_games._record import _record

    start = pg.load("chess").initial()
    good = pg.GameRecord(start).play("e4").__reduce__()[1]
    assert _record(*good).node.text == "e2e4"
    for wrong in [
        (1, start, good[2], "", []),
        (2, start, "nonsense", "", []),
        (2, start, good[2].replace("e2e4", "e2e5"), "", []),
        (2, start, good[2].replace('"parent": null', '"parent": 7'), "", []),
        (2, start, good[2], "3", []),
        (2, start, good[2], "", ["1.1"]),
    ]:
        with pytest.raises(pg.ParseError):
            _record(*wrong)
