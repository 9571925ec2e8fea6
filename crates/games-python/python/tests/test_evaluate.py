"""Functions that judge positions for Monte Carlo search."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import perfect_games as pg

OTHELLO = pg.load("othello", size=6)
IDS = {move.text: move.id for move in OTHELLO.initial().moves}


def flat(planes: Any, mask: Any) -> Any:
    """Nothing is known of any position."""
    return np.zeros(len(planes), np.float32)


class Watch:
    """Remembers what it is given."""

    def __init__(self) -> None:
        self.planes: list[Any] = []
        self.masks: list[Any] = []

    def __call__(self, planes: Any, mask: Any) -> Any:
        self.planes.append(planes)
        self.masks.append(mask)
        return flat(planes, mask)

    @property
    def sizes(self) -> list[int]:
        return [len(planes) for planes in self.planes]


def test_a_function_is_given_batches_of_planes_and_masks() -> None:
    watch = Watch()
    r = OTHELLO.initial().best("mcts:sims=1000", evaluate=watch, batch=32)
    assert r.move is not None
    assert OTHELLO.plane_shape is not None and OTHELLO.actions is not None
    for planes, mask in zip(watch.planes, watch.masks, strict=True):
        assert planes.shape[1:] == OTHELLO.plane_shape and planes.dtype == np.float32
        assert mask.shape == (len(planes), OTHELLO.actions) and mask.dtype == np.bool_
        assert mask.any(axis=1).all(), "a game that is over"
    # The root is looked at once more, before all others.
    assert sum(watch.sizes) == 1001 and max(watch.sizes) == 32
    assert np.mean(watch.sizes) > 12


def test_the_search_waits_for_each_answer_unless_it_is_to_look_ahead() -> None:
    def threads(**given: bool) -> int:
        seen = set()

        def judge(planes: Any, mask: Any) -> Any:
            seen.add(threading.get_ident())
            return flat(planes, mask)

        OTHELLO.initial().best("mcts:sims=300", evaluate=judge, batch=8, **given)
        return len(seen)

    # The root is looked at before there is anything to gather.
    assert (threads(), threads(ahead=True), threads(ahead=False)) == (1, 2, 1)
    with pytest.raises(ValueError, match="ahead"):
        OTHELLO.initial().best("mcts", ahead=False)


def test_what_it_is_given_are_positions_of_the_game() -> None:
    watch = Watch()
    root = OTHELLO.initial()
    root.best("mcts:sims=60,seed=1", evaluate=watch, batch=4, dtype="uint8")
    known = {p.planes("uint8").tobytes(): p.mask() for p in root.walk(3)}
    first = watch.planes[0][0]
    assert first.dtype == np.uint8 and first.tobytes() == root.planes("uint8").tobytes()
    found = 0
    for planes, masks in zip(watch.planes, watch.masks, strict=True):
        for position, mask in zip(planes, masks, strict=True):
            if position.tobytes() in known:
                found += 1
                assert (known[position.tobytes()] == mask).all()
    assert found > 10


def test_values_are_those_of_the_side_to_move() -> None:
    # Whoever is to move after this move loses.
    for text, id in IDS.items():
        after = OTHELLO.initial().play(id).planes().tobytes()

        def judge(planes: Any, mask: Any, after: bytes = after) -> Any:
            return np.array([-1.0 if p.tobytes() == after else 0.0 for p in planes])

        r = OTHELLO.initial().best("mcts:sims=100", evaluate=judge, batch=8)
        assert r.text == text and not r.exact


def test_a_policy_says_where_to_look() -> None:
    for text, id in IDS.items():

        def judge(planes: Any, mask: Any, id: int = id) -> Any:
            policy = np.full(mask.shape, 1e-3, np.float32)
            policy[:, id] = 0.9
            return flat(planes, mask), policy

        r = OTHELLO.initial().best("mcts:sims=100,lines=9", evaluate=judge, batch=8)
        assert r.text == text
        assert r.lines[0].visits is not None and r.lines[0].visits > 70


def test_one_thread_gives_the_same_result_again() -> None:
    def judge(planes: Any, mask: Any) -> Any:
        sums = planes.reshape(len(planes), -1) @ np.arange(planes[0].size)
        return np.sin(sums), np.abs(np.cos(np.outer(sums, np.arange(mask.shape[1]))))

    spec = "mcts:sims=500,seed=3"
    a, b = (OTHELLO.initial().best(spec, evaluate=judge, batch=16) for _ in range(2))
    assert (a.text, a.score, a.nodes) == (b.text, b.score, b.nodes)
    r = OTHELLO.initial().best("mcts:sims=500,threads=2", evaluate=judge, batch=16)
    assert r.move in OTHELLO.initial().moves


def test_it_makes_no_difference_how_answers_lie_in_memory() -> None:
    def apart(array: Any) -> Any:
        wide = np.full((*array.shape[:-1], 2 * array.shape[-1]), np.nan, array.dtype)
        wide[..., ::2] = array
        return wide[..., ::2]

    lines = []
    for lay in (np.ascontiguousarray, np.asfortranarray, apart, np.float64, np.ndarray.tolist):

        def judge(planes: Any, mask: Any, lay: Any = lay) -> Any:
            sums = planes.reshape(len(planes), -1) @ np.arange(planes[0].size)
            policy = np.abs(np.cos(np.outer(sums, np.arange(mask.shape[1]))))
            return lay(np.sin(sums)), lay(policy.astype(np.float32))

        r = OTHELLO.initial().best("mcts:sims=300,seed=3,lines=9", evaluate=judge, batch=16)
        lines.append([(line.move, line.visits) for line in r.lines])
    assert lines == [lines[0]] * 5


def test_the_row_at_fault_is_named() -> None:
    for column in (0, 1):

        def judge(planes: Any, mask: Any, column: int = column) -> Any:
            answers = [np.zeros(len(planes)), 1.0 * mask]
            if len(planes) > 2:
                answers[column][2] += 7
            return tuple(answers)

        with pytest.raises(ValueError, match="in row 2 of " + ("values", "policy")[column]):
            OTHELLO.initial().best("mcts:time=60s", evaluate=judge, batch=8)


def test_an_estimate_is_never_called_proved() -> None:
    game = pg.load("tictactoe")

    def wrong(planes: Any, mask: Any) -> Any:
        return np.ones(len(planes))

    with pg.Player("mcts:sims=30", evaluate=wrong) as player:
        assert not player.choose(game.initial()).exact
    rng = np.random.default_rng(1)

    def wild(planes: Any, mask: Any) -> Any:
        return rng.uniform(-1, 1, len(planes)), rng.random(mask.shape)

    p = game.initial()
    solution = p.solve()
    for batch in (1, 3, 64):
        r = p.best("mcts:sims=200000", evaluate=wild, batch=batch)
        assert r.exact and r.value == {"tie": "draw"}.get(str(solution.value), solution.value)


@pytest.mark.parametrize("game", ["girl-chess", "ten"])
def test_games_without_numbers_for_moves_have_no_mask(game: str) -> None:
    p = pg.load(game).initial()
    assert p.game.actions is None

    def judge(planes: Any, mask: Any) -> Any:
        assert mask is None
        return [0.0] * len(planes)

    assert p.best("mcts:sims=50", evaluate=judge).move is not None
    with pytest.raises(ValueError, match="moves of this game have no numbers"):
        p.best("mcts:sims=50", evaluate=lambda planes, mask: (flat(planes, mask), planes))


def test_every_game_is_played_by_a_function() -> None:
    for name in pg.games():
        r = pg.load(name).initial().best("mcts:sims=20", evaluate=flat, batch=8)
        assert r.move is not None, name


class Mine(Exception):
    """Nobody else raises it."""


def test_what_it_raises_comes_out_unchanged() -> None:
    mine = Mine("mine")
    calls = 0

    def fail(planes: Any, mask: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise mine
        return flat(planes, mask)

    p = OTHELLO.initial()
    with pg.Player("mcts:time=60s", evaluate=fail) as player:
        with pytest.raises(Mine) as e:
            player.choose(p)
        assert e.value is mine and calls == 3
        # The player goes on.
        calls = 10
        search = player.start(p)
        search.stop()
        assert search.result(5).move in p.moves
        calls = 2
        search = player.start(p)
        for _ in range(2):
            with pytest.raises(Mine):
                search.result(5)


Judge = Callable[[Any, Any], Any]

WRONG: list[tuple[Judge, str]] = [
    (lambda p, m: np.zeros(len(p) + 1), r"values of shape \(2,\), not \(1,\)"),
    (lambda p, m: np.zeros((len(p), 1)), r"values of shape \(1, 1\), not \(1,\)"),
    (lambda p, m: None, r"values of shape \(\), not \(1,\)"),
    (lambda p, m: np.full(len(p), np.nan), "NaN in row 0 of values, not -1 to 1"),
    (lambda p, m: np.full(len(p), np.inf), "inf in row 0 of values"),
    (lambda p, m: np.full(len(p), -1.5), "-1.5 in row 0 of values"),
    (lambda p, m: (flat(p, m), m[:, 1:]), r"policy of shape \(1, 3\d\), not \(1, 3\d\)"),
    (lambda p, m: (flat(p, m), -1.0 * m), "-1 in row 0 of policy, not 0 to 1"),
    (lambda p, m: (flat(p, m), 2.0 * m), "2 in row 0 of policy"),
    (lambda p, m: (flat(p, m), m * np.nan), "NaN in row 0 of policy"),
    (lambda p, m: (flat(p, m), m, m), "returned 3 parts"),
    (lambda p, m: ["a"] * len(p), "could not convert string"),
]


@pytest.mark.parametrize(("judge", "message"), WRONG)
def test_wrong_answers_are_named(judge: Judge, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        OTHELLO.initial().best("mcts:time=60s", evaluate=judge)


def test_wrong_arguments_are_named() -> None:
    for spec, message in [
        ("alphabeta:depth=2", "evaluate is for mcts"),
        ("mcts:eval=own", "eval= and evaluate exclude each other"),
    ]:
        with pytest.raises(ValueError, match=message):
            pg.Player(spec, evaluate=flat)
    for batch in (0, 2**40):
        with pytest.raises(ValueError, match="batch is a number from 1 to"):
            pg.Player("mcts", evaluate=flat, batch=batch)
    with pytest.raises(ValueError, match="dtype is"):
        pg.Player("mcts", evaluate=flat, dtype="float64")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="evaluate is a function"):
        pg.Player("mcts", evaluate=7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="evaluate, which is missing"):
        pg.Player("mcts", batch=8)


def test_a_search_is_stopped_while_its_function_is_at_work() -> None:
    entered = threading.Event()

    def slow(planes: Any, mask: Any) -> Any:
        entered.set()
        time.sleep(0.05)
        return flat(planes, mask)

    with pg.Player("mcts:time=60s", evaluate=slow) as player:
        search = player.start(OTHELLO.initial())
        assert entered.wait(10)
        search.stop()
        assert search.result(10).interrupted

        def press() -> None:
            entered.wait(10)
            os.kill(os.getpid(), signal.SIGINT)

        entered.clear()
        presser = threading.Thread(target=press)
        presser.start()
        with pytest.raises(KeyboardInterrupt):
            player.choose(OTHELLO.initial())
        presser.join()


def test_python_runs_on_while_the_search_does() -> None:
    """The GIL is taken for the calls alone: another thread of Python gets on."""
    p, steps, ended = OTHELLO.initial(), 0, threading.Event()

    def count() -> None:
        nonlocal steps
        while not ended.is_set():
            steps += 1

    counter = threading.Thread(target=count)
    counter.start()
    p.best("mcts:sims=2000", evaluate=flat)
    ended.set()
    counter.join()
    assert steps > 100


def test_a_function_that_calls_players_is_told_so() -> None:
    p = OTHELLO.initial()

    def again(planes: Any, mask: Any) -> Any:
        player.choose(p)

    player = pg.Player("mcts:time=60s", evaluate=again)
    with pytest.raises(pg.GamesError, match="evaluate cannot call players"):
        player.choose(p)


def test_a_closed_player_lets_go_of_its_function() -> None:
    watch = Watch()
    gone = weakref.ref(watch)
    player = pg.Player("mcts:sims=50", evaluate=watch)
    player.choose(OTHELLO.initial())
    player.close()
    del watch
    gc.collect()
    assert gone() is None
