"""Players, searches, the solver."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import perfect_games as pg


def test_a_search_finds_a_mate() -> None:
    p = pg.load("chess").position("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
    r = p.best("alphabeta:depth=3")
    assert r.move is not None and r.move.san == "Ra8#" and r.exact and r.value == "win"
    assert r.pv[0] == r.text and "<table>" in r._repr_html_() and len(r.table) == len(r.lines)


def test_a_search_under_way_is_looked_at_and_stopped() -> None:
    p = pg.load("othello").initial()
    with pg.Player("mcts:time=60s") as player:
        search = player.start(p)
        infos = 0
        for info in search:
            infos += 1
            assert info.text in p.moves.texts()
            if infos == 2:
                search.stop()
        r = search.result(5)
        assert search.done and r.interrupted and r.move in p.moves
        search = player.start(p)
        with pytest.raises(TimeoutError):
            search.result(0.05)
        search.stop()
        search.result()


def test_a_player_goes_from_game_to_game() -> None:
    with pg.Player("alphabeta:depth=2") as player:
        for spec in ("othello", "othello(size=6)", "chess", "atomic", "othello"):
            p = pg.load(spec).initial()
            assert player.choose(p).move in p.moves
            assert player.start(p).result(60).move in p.moves


def test_await_and_cancel() -> None:
    p = pg.load("othello").initial()

    async def main() -> None:
        player = pg.Player("mcts:sims=300")
        assert (await player.start(p)).text
        search = pg.Player("mcts:time=60s").start(p)

        async def wait() -> None:
            await search

        task = asyncio.create_task(wait())
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        search.result(2)

    asyncio.run(main())


def test_progress_tells_raises_and_stops_politely() -> None:
    p = pg.load("othello").initial()
    seen: list[int] = []

    def look(info: pg.SearchResult) -> bool:
        seen.append(info.nodes)
        return len(seen) < 2

    r = p.best("mcts:time=60s", progress=look, progress_every=0.02)
    assert len(seen) == 2 and r.interrupted

    def fail(info: pg.SearchResult) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        p.best("mcts:time=60s", progress=fail)


def test_the_gil_is_free_and_players_are_shared() -> None:
    p = pg.load("othello").initial()
    counted = 0
    search = pg.Player("mcts:time=300ms")

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1

    done = threading.Event()
    thread = threading.Thread(target=count)
    thread.start()
    search.choose(p)
    done.set()
    thread.join()
    assert counted > 1000
    player = pg.Player("alphabeta:depth=4")
    with ThreadPoolExecutor(16) as pool:
        found = {r.text for r in pool.map(lambda _: player.choose(p), range(32))}
    assert found <= set(p.moves.texts())


_INTERRUPTED = """
import os, random, signal, sys, threading, time
import perfect_games as pg
# Who is started in the background inherits that it is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
rng = random.Random(7)
p = pg.load("othello").initial()
player = pg.Player("mcts:time=60s")
late = []
for i in range(100):
    at = []
    def shoot():
        time.sleep(rng.random() * 0.03)
        at.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)
    thread = threading.Thread(target=shoot)
    try:
        thread.start()
        player.choose(p)
        sys.exit("no interrupt")
    except KeyboardInterrupt:
        late.append(time.perf_counter() - at[0])
    thread.join()
late.sort()
print(late[50], late[95], late[-1])
sys.exit(pg.Player("alphabeta:depth=2").choose(p).text is None)
"""


def test_ctrl_c_stops_a_search_in_time() -> None:
    done = subprocess.run([sys.executable, "-c", _INTERRUPTED], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    median, _, last = map(float, done.stdout.split())
    # The bar is 50 ms on a machine that does nothing else; a search that heard nothing would go on
    # for a minute.
    assert last < 10, done.stdout
    assert last < 0.05 or "GAMES_TIMING" not in os.environ, done.stdout


OTHELLO, CHESS = pg.load("othello"), pg.load("chess")

#: Each would take minutes.
LONG: dict[str, Callable[[], object]] = {
    "perft": lambda: CHESS.perft(9),
    "perft-threads": lambda: CHESS.perft(9, threads=2),
    "divide": lambda: CHESS.initial().perft(9, divide=True),
    "solve": lambda: pg.load("othello", size=6).initial().solve(memory=1 << 30),
    "match": lambda: pg.match(OTHELLO, "mcts:time=60s", "random", 2),
    "result": lambda: pg.Player("mcts:time=60s").start(OTHELLO.initial()).result(),
    "iterate": lambda: list(pg.Player("mcts:time=60s").start(OTHELLO.initial())),
    "step_random": lambda: pg.Batch(OTHELLO, 512).step_random(10**9),
    "playouts": lambda: pg.Batch(OTHELLO, 512).playouts(10**9),
    "choose": lambda: pg.Batch(OTHELLO, 4).choose("mcts:time=60s"),
}


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_whatever_takes_long(name: str) -> None:
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    presser = threading.Timer(0.2, press)
    presser.start()
    with pytest.raises(KeyboardInterrupt):
        LONG[name]()
    late = time.perf_counter() - pressed[0]
    presser.join()
    assert late < (0.05 if "GAMES_TIMING" in os.environ else 10)
    assert OTHELLO.initial().best("alphabeta:depth=2").move is not None


def test_a_batch_that_was_interrupted_goes_on_from_where_it_is() -> None:
    b = pg.Batch(OTHELLO, 64, seed=1)
    presser = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    presser.start()
    with pytest.raises(KeyboardInterrupt):
        b.step_random(10**9)
    presser.join()
    stopped = b.state
    assert stopped.plies.tolist() == [p.plies for p in b.positions()]
    # Every game has made as many steps as all others, which a batch from the same seed makes, too.
    assert b.mask is not None and np.array_equal(b.mask.any(1), ~stopped.terminated)
    assert b.step_random().plies.tolist() == [p.plies for p in b.positions()]


def test_two_searches_at_once_do_the_work_of_two() -> None:
    def speed(searches: int) -> float:
        """The positions a second of the slower one, by the clock: searches that wait for each other
        have as long as they are given, but one after the other."""
        players = [pg.Player("mcts:time=250ms,seed=1") for _ in range(searches)]
        begun = time.perf_counter()
        running = [player.start(OTHELLO.initial()) for player in players]
        nodes = [search.result().nodes for search in running]
        return min(nodes) / (time.perf_counter() - begun)

    # In turns, and the best of each: what others do with the processors decides single rounds.
    alone = both = 0.0
    for _ in range(12 if "GAMES_TIMING" in os.environ else 1):
        alone, both = max(alone, speed(1)), max(both, speed(2))
    assert both > 0
    # The bar is 90 % of the work of one alone where two processors are free.
    if "GAMES_TIMING" in os.environ:
        assert both > 0.9 * alone, (alone, both)


def test_a_forked_child_works_on() -> None:
    b = pg.Batch(pg.load("othello"), 128, threads=2)
    b.step_random(2)
    pid = os.fork()
    if pid == 0:
        signal.alarm(20)
        pg.Batch(pg.load("othello"), 128, threads=2).step_random(2)
        b.step_random(1)
        pg.load("othello").initial().perft(5, threads=2)
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0


def _spawned(p: pg.Position) -> str | None:
    pg.Batch(p, 128, threads=2).step_random(2)
    assert p.perft(5, threads=2) == 1396
    return p.best("alphabeta:depth=2").text


def test_a_spawned_child_gets_positions() -> None:
    import multiprocessing

    p = pg.load("othello").initial()
    pg.Batch(p, 128, threads=2).step_random(2)
    p.perft(5, threads=2)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(_spawned, (p,)) == p.best("alphabeta:depth=2").text


def test_bad_players_are_refused() -> None:
    with pytest.raises(pg.ParseError):
        pg.Player("alphabeta:dpeth=3")
    with pytest.raises(pg.GamesError):
        pg.load("othello").initial().best("human")
    player = pg.Player("random")
    player.close()
    with pytest.raises(pg.GamesError, match="closed"):
        player.choose(pg.load("othello").initial())


def test_an_outside_engine_is_a_player_too(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0] if line.split() else ''\n"
        "    if word == 'uci': print('uciok', flush=True)\n"
        "    if word == 'isready': print('readyok', flush=True)\n"
        "    if word == 'go': print('info depth 1 score cp 3 pv e2e4\\nbestmove e2e4', flush=True)\n"
        "    if word == 'quit': break\n"
    )
    with pg.Player(f"uci:{sys.executable} {engine},time=100ms") as player:
        assert player.choose(pg.load("chess").initial()).text == "e2e4"


def test_a_match_is_a_function_of_its_seed() -> None:
    game = pg.load("tictactoe")
    a = pg.match(game, "random", "alphabeta:depth=3", 6, seed=2)
    b = pg.match(game, "random", "alphabeta:depth=3", 6, seed=2, concurrency=2)
    assert (a.wins, a.draws, a.losses) == (b.wins, b.draws, b.losses)
    assert [r.position for r in a.records] == [r.position for r in b.records]
    assert a.losses > a.wins and len(a.records) == 6


def test_solved_values_are_looked_up(tmp_path: Path) -> None:
    file = tmp_path / "ttt.solved"
    start = pg.load("tictactoe", rows=3, cols=3, diagonals=True).initial()
    solution = start.solve(out=file)
    # Noughts and crosses: 5478 positions, 765 if those that are alike count once.
    assert (solution.value, solution.reachable) == ("tie", 5478)
    with pg.Database(file) as db:
        db.verify()
        assert len(db) == 765 and start in db and db[start].value == "tie"
        batch = pg.Batch(start, 40, seed=1)
        for _ in range(5):
            batch.step_random()
            values = db.values(batch)
            for p, known in zip(batch.positions(), values, strict=True):
                assert known["known"] and known["value"] == {"win": 1, "lose": -1}.get(db[p].value, 0)
        best = db.best(start)
        assert best is not None and db[start.play(best)].value == "tie"
        with pytest.raises(KeyError):
            db[pg.load("othello").initial()]
    with pytest.raises(pg.DatabaseError):
        len(db)
    data = bytearray(file.read_bytes())
    # Positions take the first half of the file, but for a few bytes.
    place = len(data) // 4
    data[place] ^= 4
    file.write_bytes(data)
    with pytest.raises(pg.DatabaseError) as damaged:
        with pg.Database(file) as db:
            db.verify()
    # Where the damaged block begins, at or before the byte.
    assert damaged.value.offset is not None and 0 < damaged.value.offset <= place


def test_endings_are_solved_up_to_the_symmetries_of_the_board() -> None:
    chess = pg.load("chess")
    start = chess.position("7k/8/8/8/8/8/8/KQ6 w - - 0 1")
    plain, folded = start.solve(), start.solve(folded=True)
    assert (folded.value, folded.remoteness) == (plain.value, plain.remoteness)
    assert (folded.reachable, folded.counts) == (plain.reachable, plain.counts)
    assert folded.longest is not None
    far = folded.longest[0]
    assert (far.value, far.remoteness) == ("win", 19)
    again = chess.position(far.position).solve(folded=True)
    assert (again.value, again.remoteness) == ("win", 19)
    with pytest.raises(pg.GamesError, match="pawn"):
        chess.position("8/4k3/8/8/8/8/4PK2/8 w - - 0 1").solve(folded=True)


def test_the_solver_keeps_to_its_memory_and_tells_how_far_it_is(tmp_path: Path) -> None:
    p = pg.load("konane", rows=4, cols=5).initial()
    with pytest.raises(pg.LimitError):
        p.solve(memory=1 << 12)
    with pytest.raises(pg.GamesError):
        pg.load("chess").initial().solve()
    big = pg.load("tictactoe", rows=4, cols=4).initial()
    seen: list[pg.SolveInfo] = []

    def look(info: pg.SolveInfo) -> bool:
        seen.append(info)
        return False

    with pytest.raises(pg.Interrupted):
        big.solve(progress=look, progress_every=0.0, checkpoint=tmp_path / "work")
    assert seen and seen[0].found > 0
