"""Positions behave like values."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest
from conftest import random_games
from hypothesis import given, settings
from hypothesis import strategies as st

import perfect_games as pg

ALL = pg.games()


@pytest.mark.parametrize("id", ALL)
def test_ids_texts_masks_and_moves_tell_of_the_same(id: str) -> None:
    game = pg.load(id)
    for p in random_games(game, 2, 40):
        ids, texts = p.moves.id_list(), p.moves.texts()
        assert len(set(ids)) == len(set(texts)) == len(ids) == len(p.moves)
        assert [m.id for m in p.moves] == ids == p.moves.ids().tolist()
        assert [m.text for m in p.moves] == texts
        assert all(p.parse_move(t).id == i for t, i in zip(texts, ids, strict=True))
        if game.actions is not None:
            assert np.flatnonzero(p.mask()).tolist() == ids
        assert bool(p.moves) != p.is_over == (p.outcome is not None)


@pytest.mark.parametrize("id", ALL)
@settings(max_examples=15, deadline=None)
@given(choices=st.lists(st.integers(0, 10**6), max_size=30))
def test_play_never_mutates_and_undo_and_pickle_come_back(id: str, choices: list[int]) -> None:
    p = pg.load(id).initial()
    for choice in choices:
        if p.is_over:
            break
        m = p.moves[choice % len(p.moves)]
        text = p.text
        q = p.play(m)
        assert p.text == text and q.undo() == p and hash(q.undo()) == hash(p)
        assert q == p.play(m.text) == p.play(m.id) and q.history[-1] == m
        p = q
    again = pickle.loads(pickle.dumps(p))
    assert again == p and hash(again) == hash(p) and again.history == p.history
    assert pickle.loads(pickle.dumps(p.game)) == p.game
    # A text has no history, and so no more than the board of the position has to come back.
    read = p.game.position(p.text)
    assert read.text == p.text and read.same_board(p) and read.to_move == p.to_move
    assert eval(repr(read), {"load": pg.load}) == read
    assert copy.copy(p) is p and copy.deepcopy(p) is p


def test_equality_asks_for_the_history_where_it_counts() -> None:
    chess = pg.load("chess")
    p = chess.initial()
    q = p.play_all(["Nf3", "Nf6", "Ng1", "Ng8"])
    assert p != q and p.same_board(q) and p.key == q.key
    assert p.__eq__(3) is NotImplemented and p != "p" and pg.load("othello").initial() != p
    othello = pg.load("othello")
    assert othello.initial() == othello.initial()
    assert pg.load("othello", size=8) == othello != pg.load("othello", size=6)


@pytest.mark.parametrize("id", ALL)
def test_equal_positions_have_equal_hashes_whatever_way_led_there(id: str) -> None:
    game, rng = pg.load(id), random.Random(1)
    seen: dict[int, list[pg.Position]] = {}
    met = 0
    for _ in range(2000):
        p = game.initial()
        while p.plies < 4 and not p.is_over:
            p = p.play(rng.choice(p.moves.id_list()))
        alike = seen.setdefault(p.key, [])
        for q in alike:
            assert p.same_board(q)
            if p == q:
                met += p.history != q.history
                assert hash(p) == hash(q)
        if len(alike) < 4:
            alike.append(p)
    # In these games the way makes no difference, and the moves of both sides can change places.
    assert met > 100 or id not in ("othello", "ten", "tictactoe", "northcott")


def test_a_move_is_of_one_game_and_has_an_order() -> None:
    p = pg.load("othello").initial()
    a, b = p.moves[0], p.moves[1]
    assert a < b and a != b and {a, p.moves[0]} == {a}
    assert a != pg.load("othello", size=6).initial().moves[0]
    assert not isinstance(a, int | str) and pickle.loads(pickle.dumps(a)) == a
    e4 = pg.load("chess").initial().parse_move("e4")
    assert (e4.text, e4.san, e4.from_square, e4.to_square) == ("e2e4", "e4", "e2", "e4")


def test_moves_are_listed_once_and_no_other_is_played() -> None:
    p = pg.load("chess").initial()
    assert p.moves is p.moves
    # What is listed needs no other look at the rules; everything else gets one.
    for id in range(pg.load("chess").actions or 0):
        if id in p.moves:
            assert p.play(id) == pg.load("chess").initial().play(id)
        else:
            with pytest.raises(pg.IllegalMoveError):
                p.play(id)
    over = pg.load("tictactoe", rows=1, cols=3).position(None, "a1 b1 c1")
    assert not over.moves
    with pytest.raises(pg.GameOverError):
        over.play(0)


def test_numbers_of_moves_are_plain_int() -> None:
    for id in ALL:
        ids = pg.load(id).initial().moves.id_list()
        assert all(type(n) is int for n in ids)
        ids.clear()
        assert pg.load(id).initial().moves.id_list()


def test_repr_is_python_and_str_is_the_board() -> None:
    for id in ALL:
        p = pg.load(id).initial()
        assert eval(repr(p), {"load": pg.load}) == p
        assert eval(repr(p.game), {"load": pg.load}) == p.game
    board = str(pg.load("othello").initial())
    assert board.count("\n") >= 9 and "X" in board and "O" in board
    fen = format(pg.load("chess").initial(), "fen")
    assert fen == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_options_are_not_coerced_silently() -> None:
    assert pg.load("othello", size="6") == pg.load("othello", size=np.int64(6))
    with pytest.raises(pg.ParseError):
        pg.load("othello", size=9.5)
    with pytest.raises(TypeError):
        pg.load("othello").initial().play(1.5)  # type: ignore[arg-type]
    p = pg.load("othello").initial()
    assert p.play(np.int32(p.moves[0].id)) == p.play(p.moves[0])


def test_counts_are_the_published_ones() -> None:
    # Those of the fixtures `chess.perft` and `othello.perft`, which name their sources.
    assert pg.load("chess").perft(4) == 197_281
    assert pg.load("othello").perft(5, threads=2) == 1396
    divided = pg.load("chess").initial().perft(2, divide=True)
    assert len(divided) == 20 and sum(divided.values()) == 400
    assert pg.perft_table(pg.load("chess"), 3)["nodes"].tolist() == [20, 400, 8902]


@pytest.mark.parametrize("id", ALL)
def test_planes_show_the_board(id: str) -> None:
    game = pg.load(id)
    if game.plane_shape is None:
        pytest.skip("no grid")
    out = np.ones(game.plane_shape, np.float32)
    for p in random_games(game, 1, 30):
        planes = p.planes("uint8")
        assert planes.shape == game.plane_shape == (len(game.plane_names), *p.board.shape)
        assert np.array_equal(p.planes(), planes) and np.array_equal(p.planes(out=out), planes)
        own = sum(planes[i] for i, name in enumerate(game.plane_names) if name.startswith("own"))
        other = sum(planes[i] for i, name in enumerate(game.plane_names) if name.startswith("other"))
        assert np.array_equal((own + other) > 0, p.board != 0)


def test_planes_are_written_row_by_row_or_not_at_all() -> None:
    p = pg.load("othello").initial()
    for out in (
        np.zeros((3, 8, 8), np.float32, "F"),
        np.zeros((3, 8, 16), np.uint8)[:, :, ::2],
        np.zeros((8, 8, 3), np.float32),
    ):
        with pytest.raises(ValueError, match=r"out has to have the shape \(3, 8, 8\), row by row"):
            p.planes(out=out)
        assert not out.any()


def test_symmetry_keeps_the_canonical_key() -> None:
    game = pg.load("othello")
    for p in random_games(game, 1, 20):
        images = [p.symmetric(g) for g in range(game.symmetries)]
        assert {q.canonical() for q in images} == {p.canonical()}
        # Planes turn with the board: the eight images of the planes are those of the position.
        turned = {np.rot90(m, k, (1, 2)).tobytes() for m in (p.planes(), p.planes()[:, :, ::-1]) for k in range(4)}
        assert {q.planes().tobytes() for q in images} == turned


@pytest.mark.parametrize("id", ALL)
def test_pictures_are_whole_small_and_escaped(id: str) -> None:
    import xml.etree.ElementTree as ElementTree

    for p in random_games(pg.load(id), 1, 10):
        for theme in ("light", "dark", "print"):
            svg = p.svg(200, theme=theme, flipped=True, last_move=False)
            assert ElementTree.fromstring(svg).get("width") == "200" and len(svg) < 40_000
        assert "<title>" in p._repr_svg_()


def test_a_big_board_has_a_small_picture_and_arrows_are_drawn() -> None:
    go = pg.load("go", size=19)
    for p in random_games(go, 1, 250):
        last = p
    assert len(last.svg()) < 40_000
    p = pg.load("chess").initial()
    assert 'class="arrow"' in p.svg(arrows=[("e2", "e4"), p.parse_move("Nf3")], marks=["e4"])
    assert p.svg(flipped=True)._repr_svg_() == p.svg(flipped=True) != p._repr_svg_()
    with pytest.raises(ValueError):
        p.svg(marks=["z9"])
