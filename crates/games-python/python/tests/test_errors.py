"""What goes wrong is one of the documented exceptions, and nothing else."""

from __future__ import annotations

import os
import pickle
import random
from typing import Any

import pytest

import perfect_games as pg


def test_names_are_suggested() -> None:
    with pytest.raises(pg.UnknownNameError, match="did you mean `othello`") as e:
        pg.load("otello")
    assert "go" in e.value.choices and isinstance(e.value, LookupError)
    with pytest.raises(pg.UnknownNameError, match="did you mean `size`"):
        pg.load("othello", sise=8)
    with pytest.raises(pg.ParseError):
        pg.load("othello(size=8")


def test_a_position_error_points_at_the_place() -> None:
    chess = pg.load("chess")
    with pytest.raises(pg.ParseError) as e:
        chess.position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1")
    start, end = e.value.span
    assert e.value.text[start:end] == "X" and str(e.value).splitlines()[2].strip() == "^"
    with pytest.raises(pg.ParseError) as e:
        chess.position(None, "e4 e5 xx")
    assert e.value.text[slice(*e.value.span)] == "xx"


def test_an_illegal_move_has_its_position_and_near_ones() -> None:
    p = pg.load("chess").initial()
    for move in ("e2e5", 4, 10**9, -1, 2**70):
        with pytest.raises(pg.IllegalMoveError) as e:
            p.play(move)
        assert e.value.position == p
    with pytest.raises(pg.IllegalMoveError) as e:
        p.play("e2e5")
    assert "e2e4" in e.value.nearest
    over = pg.load("tictactoe", rows=1, cols=3).position(None, "a1 b1 c1")
    assert over.is_over
    for move in ("c1", 3):
        with pytest.raises(pg.GameOverError):
            over.play(move)


def test_exceptions_can_be_pickled() -> None:
    with pytest.raises(pg.ParseError) as e:
        pg.load("othello", size=7)
    again = pickle.loads(pickle.dumps(e.value))
    assert str(again) == str(e.value) and again.span == e.value.span


def _random_text(rng: random.Random, good: list[str]) -> str:
    kind = rng.randrange(3)
    if kind == 0:
        return "".join(chr(rng.randrange(0x20, 0x250)) for _ in range(rng.randrange(12)))
    text = list(rng.choice(good))
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(text) + 1)
        text[at : at + rng.randrange(2)] = chr(rng.choice([0, 9, 32, 47, 0x7F, 0x1F600]) if kind == 2 else rng.randrange(33, 127))
    return "".join(text)


def test_random_texts_raise_nothing_else() -> None:
    # Half a minute.
    count = int(os.environ.get("GAMES_TEXTS", "1000000"))
    rng = random.Random(20)
    games = [pg.load(id) for id in pg.games()]
    starts = [game.initial() for game in games]
    specs = [game.spec for game in games]
    texts = [p.text for p in starts]
    lines = [p.moves.texts() for p in starts]
    for i in range(count):
        at = i % len(games)
        try:
            if i % 100 == 0:
                pg.load(_random_text(rng, specs))
            elif i % 3 == 0:
                games[at].position(_random_text(rng, texts[at : at + 1]))
            else:
                starts[at].parse_move(_random_text(rng, lines[at]))
        except (pg.ParseError, pg.IllegalMoveError, pg.UnknownNameError):
            pass


def test_a_damaged_pickle_is_a_parse_error() -> None:
    from perfect_games import _pickle

    for call in (
        lambda: _pickle.position(1, ("chess", "claim_draws=false"), "nonsense", []),
        lambda: _pickle.position(1, ("chess", "claim_draws=false"), "startpos", ["e2e5", "xx"]),
        lambda: _pickle.game(2, "chess"),
    ):
        with pytest.raises(pg.GamesError):
            call()


def test_what_thinks_cannot_be_pickled() -> None:
    for thing in (pg.Player("random"), pg.Batch(pg.load("othello"), 1)):
        with pytest.raises(TypeError):
            pickle.dumps(thing)


@pytest.mark.parametrize("make", [lambda: pg.Player("random"), lambda: pg.Batch(pg.load("othello"), 2)])
def test_a_bug_of_ours_is_an_exception_and_what_it_broke_is_not_used_again(make: Any) -> None:
    broken, whole, p = make(), make(), pg.load("othello").initial()
    native = getattr(broken, "_native", broken)
    with pytest.raises(pg.InternalError, match="a bug in perfect_games, please report it: on purpose") as e:
        native._fail()
    assert isinstance(e.value, pg.GamesError) and isinstance(e.value, RuntimeError)
    if isinstance(broken, pg.Player):
        calls = [lambda: broken.choose(p), lambda: broken.start(p).result()]
        whole.choose(p)
    else:
        calls = [
            lambda: broken.step(broken.mask.argmax(1)),
            broken.step_random,
            broken.positions,
            broken.state_bytes,
            lambda: broken.playouts(1),
            lambda: broken.reset([0]),
            lambda: broken.set(0, p),
        ]
        whole.step_random()
    for call in calls:
        with pytest.raises(pg.InternalError, match="an earlier call of this (player|batch) failed"):
            call()
    # It can be let go, and others of its kind work.
    if isinstance(broken, pg.Player):
        broken.close()
    make()
