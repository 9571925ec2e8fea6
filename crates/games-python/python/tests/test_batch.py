"""Batches are single games, move for move."""

from __future__ import annotations

import numpy as np
import pytest

import perfect_games as pg

DENSE = [id for id in pg.games() if pg.load(id).actions is not None]


@pytest.mark.parametrize("spec", ["othello(size=6)", *DENSE])
def test_a_batch_is_single_games(spec: str) -> None:
    game = pg.load(spec)
    b = pg.Batch(game, 20, seed=3)
    single = [game.initial() for _ in range(20)]
    rng = np.random.default_rng(1)
    for _ in range(80):
        assert b.mask is not None
        actions = np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in b.mask])
        s = b.step(actions)
        single = [game.initial() if p.is_over else p.play(a) for p, a in zip(single, actions, strict=True)]
        assert s.mask is not None
        if game.plane_shape is not None:
            assert s.planes is not None
            assert np.array_equal(s.planes, [p.planes() for p in single])
        assert np.array_equal(s.mask, [p.mask() for p in single])
        assert s.terminated.tolist() == [p.is_over for p in single]
        assert s.plies.tolist() == [p.plies for p in single]
        for p, rewards in zip(single, s.rewards, strict=True):
            assert tuple(rewards) == (p.outcome.returns if p.outcome else (0, 0))
    assert b.positions() == single
    assert [p.history for p in b.positions()] == [p.history for p in single]


@pytest.mark.parametrize("id", [id for id in pg.games() if id not in DENSE])
def test_a_batch_without_numbers_for_moves_is_single_games(id: str) -> None:
    b = pg.Batch(pg.load(id), 8, seed=3)
    single = b.positions()
    for _ in range(30):
        b.step_random()
        for before, now in zip(single, b.positions(), strict=True):
            assert now == (now.game.initial() if before.is_over else before.play(now.history[-1]))
        single = b.positions()


def test_illegal_rows_are_named_and_nothing_has_moved() -> None:
    b = pg.Batch(pg.load("othello"), 8)
    before = b.positions()
    actions = b.mask.argmax(1)
    actions[[2, 5]] = 0, 99
    with pytest.raises(pg.IllegalMoveError) as e:
        b.step(actions)
    assert e.value.rows == (2, 5) and b.positions() == before
    with pytest.raises(TypeError):
        b.step(actions.astype(float))
    with pytest.raises(ValueError):
        b.step(actions[:3])


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int32, np.uint64])
def test_any_integers_do_and_gaps_too(dtype: type) -> None:
    b = pg.Batch(pg.load("othello"), 4)
    wide = np.zeros(8, dtype)
    wide[::2] = b.mask.argmax(1)
    assert b.step(wide[::2]).plies.tolist() == [1] * 4


def test_arrays_are_new_unless_they_are_asked_to_stay() -> None:
    b = pg.Batch(pg.load("othello"), 2)
    first = b.planes
    kept = first.copy()
    assert np.array_equal(first, kept) and b.step(b.mask.argmax(1)).planes is not first
    assert np.array_equal(first, kept)
    b = pg.Batch(pg.load("othello"), 2, reuse_buffers=True)
    first = b.planes
    assert b.step(b.mask.argmax(1)).planes is first and not first.flags.writeable


def test_a_step_is_written_where_the_caller_says() -> None:
    game = pg.load("othello")
    b, twin = pg.Batch(game, 4, seed=3), pg.Batch(game, 4, seed=3)
    out = b.step_random()
    twin.step_random()
    memory = {name: array.ctypes.data for name, array in vars(out).items()}
    for _ in range(20):
        actions = b.mask.argmax(1)
        wanted = twin.step(actions)
        assert b.step(actions, out=out) is out and b.state is out
        for name, array in vars(wanted).items():
            assert np.array_equal(getattr(out, name), array), name
    before = out.plies.copy()
    with pytest.raises(pg.IllegalMoveError):
        b.step(np.full(4, -1), out=out)
    assert np.array_equal(out.plies, before) and b.positions() == twin.positions()
    b.step_random(out=out)
    assert memory == {name: array.ctypes.data for name, array in vars(out).items()}


def test_memory_of_other_shapes_is_refused() -> None:
    game = pg.load("othello")
    b = pg.Batch(game, 4, seed=3)
    for other, name in [
        (pg.Batch(game, 5), "planes"),
        (pg.Batch(game, 4, planes="uint8"), "planes"),
        (pg.Batch(game, 4, planes="none"), "planes"),
        (pg.Batch(game, 4, reuse_buffers=True), "planes"),
    ]:
        with pytest.raises(ValueError, match=f"out.{name} is no array"):
            b.step_random(out=other.state)
    assert b.positions() == pg.Batch(game, 4, seed=3).positions()


def test_threads_do_not_matter_and_seeds_do() -> None:
    texts = []
    for seed, threads in ((1, 1), (1, 2), (2, 2)):
        b = pg.Batch(pg.load("go", size=5), 300, seed=seed, threads=threads)
        b.step_random(30)
        texts.append([p.text for p in b.positions()])
    assert texts[0] == texts[1] != texts[2]


def test_a_batch_goes_on_from_its_bytes() -> None:
    b = pg.Batch(pg.load("othello"), 5, seed=4)
    b.step_random(10)
    again = pg.Batch.from_bytes(b.state_bytes())
    assert again.positions() == b.positions()
    assert np.array_equal(b.step_random(7).planes, again.step_random(7).planes)
    with pytest.raises(pg.GamesError):
        pg.Batch.from_bytes(b"nonsense")


def test_cut_games_and_resets() -> None:
    game = pg.load("chess")
    b = pg.Batch(game, 3, max_plies=4, autoreset="disabled")
    s = b.step_random(9)
    assert s.truncated.all() and not s.terminated.any() and s.plies.tolist() == [4] * 3
    with pytest.raises(pg.IllegalMoveError):
        b.step(np.zeros(3, int))
    s = b.reset([1], [game.position(None, "e4")])
    assert s.plies.tolist() == [4, 1, 4]
    with pytest.raises(ValueError):
        b.set(0, pg.load("othello").initial())


def test_games_without_actions_have_no_mask() -> None:
    game = pg.load("girl-chess")
    assert game.actions is None and pg.Batch(game, 2).mask is None
    with pytest.raises(ValueError, match="ids"):
        game.initial().mask()
    b = pg.Batch(game, 2)
    assert b.step(np.array([0, 1])).plies.tolist() == [1, 1]


def test_playouts_are_fair_to_their_seed() -> None:
    b = pg.Batch(pg.load("tictactoe"), 3, seed=1)
    counts = b.playouts(200)
    assert counts.shape == (3, 3) and (counts.sum(1) == 200).all()


def test_many_random_steps_are_as_many_single_ones() -> None:
    """A long walk is made in slices, so that Ctrl-C is heard between them."""
    game = pg.load("othello", size=6)
    at_once, single = pg.Batch(game, 70, seed=5), pg.Batch(game, 70, seed=5)
    s = at_once.step_random(100)
    for _ in range(100):
        t = single.step_random()
    for name, array in vars(t).items():
        assert np.array_equal(getattr(s, name), array), name
    assert at_once.positions() == single.positions()
    counts = at_once.playouts(60)
    assert np.array_equal(counts, sum(single.playouts(1) for _ in range(60)))
    assert np.array_equal(at_once.step_random(0).plies, s.plies) and not at_once.playouts(0).any()
