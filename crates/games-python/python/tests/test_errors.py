"""What goes wrong is one of the documented exceptions, and nothing else."""

from __future__ import annotations

import json
import os
import pickle
import random
import re
from collections.abc import Callable
from pathlib import Path
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


def test_a_position_of_another_size_points_at_the_option() -> None:
    for game, position, option in [
        ("go(size=3)", "..../..../..../.... b", "3"),
        ("othello", "-----OX--XO----- X", "8"),
    ]:
        with pytest.raises(pg.ParseError) as e:
            pg.load(game).position(position)
        assert e.value.text[slice(*e.value.span)] == option
        assert e.value.text.startswith(("preset=", "size=8"))


def _malformed() -> list[dict[str, str]]:
    """What the readers refuse in their own tests, with the place and some of the words."""
    lines = (Path(__file__).parent / "malformed.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _malformed_of_cs3() -> list[tuple[str, str]]:
    """The same of the CS3 games, from their own list: blocks of game, perhaps rules, and position."""
    path = Path(__file__).parents[3] / "cs3-games/tests/data/malformed.txt"
    if not path.exists():
        pytest.skip("the list is in the repository alone")
    rows = []
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        fields = dict(line.split(" ", 1) for line in block.strip().splitlines())
        rules = f"({fields['rules']})" if "rules" in fields else ""
        rows.append((fields["game"] + rules, fields["position"]))
    return rows


def test_every_malformed_position_is_refused_at_its_place() -> None:
    rows = _malformed()
    assert len(rows) > 100
    for row in rows:
        with pytest.raises(pg.ParseError, match=re.escape(row["words"])) as e:
            pg.load(row["game"]).position(row["position"])
        assert e.value.text == row["position"]
        place = e.value.text[slice(*e.value.span)]
        assert place == row.get("at", place), row


def test_every_malformed_position_of_cs3_is_refused() -> None:
    rows = _malformed_of_cs3()
    assert len(rows) > 20
    for game, position in rows:
        with pytest.raises(pg.ParseError) as e:
            pg.load(game).position(position)
        start, end = e.value.span
        assert e.value.text == position and 0 <= start <= end <= len(position)


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


def _spanned(call: Callable[[], object]) -> None:
    """Whatever is wrong is said as it is documented, and a span is one of the text."""
    try:
        call()
    except pg.ParseError as error:
        start, end = error.span
        assert 0 <= start <= end <= len(error.text), error
        assert str(error)
    except (pg.IllegalMoveError, pg.UnknownNameError):
        pass


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
        if i % 100 == 0:
            _spanned(lambda text=_random_text(rng, specs): pg.load(text))
        elif i % 3 == 0:
            text = _random_text(rng, texts[at : at + 1])
            _spanned(lambda at=at, text=text: games[at].position(text))
        else:
            text = _random_text(rng, lines[at])
            _spanned(lambda at=at, text=text: starts[at].parse_move(text))


def test_random_bytes_raise_nothing_else() -> None:
    """As Python reads bytes that are no UTF-8: halves of surrogate pairs stand for them."""
    rng = random.Random(21)
    games = [pg.load(id) for id in pg.games()]
    starts = [game.initial() for game in games]
    for i in range(60_000):
        text = rng.randbytes(rng.randrange(1, 12)).decode(errors="surrogateescape")
        at = i % len(games)
        _spanned(lambda at=at, text=text: games[at].position(text))
        _spanned(lambda at=at, text=text: starts[at].parse_move(text))
        if i % 20 == 0:
            _spanned(lambda text=text: pg.load(text))


HALF = "a\udcffb"


@pytest.mark.parametrize(
    "call",
    [
        lambda p: pg.load(HALF),
        lambda p: pg.load("othello", size=HALF),
        lambda p: pg.load("othello(size=" + HALF),
        lambda p: p.game.position(HALF),
        lambda p: p.game.position(None, HALF),
        lambda p: p.game.position(None, ["f5", HALF]),
        lambda p: p.parse_move(HALF),
        lambda p: p.play(HALF),
        lambda p: p.best(HALF),
        lambda p: pg.match(p.game, "random", HALF, 2),
        lambda p: pg.GameRecord.read("chess", "pgn", HALF),
    ],
)
def test_half_of_a_surrogate_pair_cannot_be_read(call: Callable[[pg.Position], object]) -> None:
    with pytest.raises(pg.ParseError) as e:
        call(pg.load("othello").initial())
    assert str(e.value).isascii()
    if not e.value.text.startswith("othello("):
        assert e.value.text[slice(*e.value.span)] == "\udcff"
    assert pickle.loads(pickle.dumps(e.value)).span == e.value.span


def test_random_files_raise_nothing_else(tmp_path: Path) -> None:
    rng = random.Random(22)
    good = {
        ("chess", "pgn"): pg.GameRecord(pg.load("chess")).play("e4").play("e5").play("Nf3").to_pgn(),
        ("go", "sgf"): pg.GameRecord(pg.load("go")).play("E5").play("C3").to_sgf(),
        ("othello", "ggf"): pg.GameRecord(pg.load("othello")).play("f5").play("d6").to_ggf(),
    }
    for i in range(9000):
        (id, format), text = list(good.items())[i % 3]
        text = _random_text(rng, [text])
        _spanned(lambda: pg.GameRecord.read(id, format, text))
    file = tmp_path / "table.solved"
    pg.load("tictactoe", rows=3, cols=3).initial().solve(out=file)
    table = file.read_bytes()
    for _ in range(300):
        data = bytearray(table if rng.random() < 0.7 else rng.randbytes(rng.randrange(3000)))
        for _ in range(rng.randrange(4)):
            if data:
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        file.write_bytes(data[: rng.randrange(len(data) + 1)] if rng.random() < 0.5 else data)
        try:
            with pg.Database(file) as db:
                db.verify()
        except pg.DatabaseError:
            continue
        assert file.read_bytes() == table


def test_damaged_pickles_are_refused() -> None:
    """What Python itself cannot read it says in its own words; what reaches us, in ours."""
    p = pg.load("chess").position(None, "e4 e5 Nf3")
    data, rng, ours = pickle.dumps(p), random.Random(23), 0
    for _ in range(3000):
        damaged = bytearray(data)
        # In the texts that it holds, so that most of them are read by us.
        at = data.index(b"e2e4") + rng.randrange(4) if rng.random() < 0.5 else rng.randrange(len(data))
        damaged[at] = rng.randrange(128)
        try:
            pickle.loads(bytes(damaged))
        except pg.GamesError:
            ours += 1
        except Exception as error:
            assert not isinstance(error, pg.InternalError)
    assert ours > 1000


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
