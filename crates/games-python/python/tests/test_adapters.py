"""The adapters, accepted by the tests of those that they adapt to."""

from __future__ import annotations

import multiprocessing
import os
import random
from collections.abc import Callable

import numpy as np
import pytest
from conftest import random_games

import perfect_games as pg

# Games beside each peer.
PEER_GAMES = int(os.environ.get("GAMES_PEER_GAMES", "1000"))
DENSE = [id for id in pg.games() if pg.load(id).actions is not None]


@pytest.mark.parametrize("id", DENSE)
def test_pettingzoo(id: str) -> None:
    pytest.importorskip("pettingzoo")
    from perfect_games.pettingzoo import env
    from pettingzoo.test import api_test, seed_test

    # Its `test_save_obs` is about observations that are pictures; these are planes and a mask.
    api_test(env(id), num_cycles=1000, verbose_progress=False)
    seed_test(lambda: env(id), num_cycles=20)


def test_an_illegal_action_loses() -> None:
    pytest.importorskip("pettingzoo")
    from perfect_games.pettingzoo import env

    e = env("tictactoe")
    e.reset()
    e.step(0)
    e.step(0)
    assert e.terminations == {"p1": True, "p2": True} and e.rewards == {"p1": 0.0, "p2": -1.0}


def test_who_goes_again_stays_selected() -> None:
    pytest.importorskip("pettingzoo")
    from perfect_games.pettingzoo import env

    konane = env("konane(rows=6,cols=6)")
    rng, again = random.Random(1), False
    for seed in range(20):
        konane.reset(seed=seed)
        while konane.agents:
            agent = konane.agent_selection
            observation, _, over, cut, _ = konane.last()
            if over or cut:
                break
            other = konane.observe("p1" if agent == "p2" else "p2")
            assert not other["action_mask"].any()
            legal = np.flatnonzero(observation["action_mask"])
            konane.step(int(rng.choice(legal.tolist())))
            bare = konane.unwrapped.position
            again |= not bare.is_over and konane.agent_selection == agent
            assert bare.is_over or konane.agent_selection == bare.to_move
    assert again


@pytest.mark.parametrize("id", ["othello", "tictactoe", "chess"])
def test_gymnasium(id: str) -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from perfect_games.gymnasium import Env

    check_env(Env(id, opponent="random", side="p2"), skip_render_check=True)


def test_a_vector_of_environments_is_single_games() -> None:
    pytest.importorskip("gymnasium")
    from perfect_games.gymnasium import VectorEnv

    game = pg.load("othello", size=6)
    env = VectorEnv("othello(size=6)", 8, seed=1)
    seen, _ = env.reset(seed=1)
    single = [game.initial()] * 8
    rng = np.random.default_rng(2)
    for _ in range(60):
        actions = [rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in seen["action_mask"]]
        movers = [p.to_move for p in single]
        seen, rewards, over, _, _ = env.step(np.array(actions))
        single = [game.initial() if p.is_over else p.play(a) for p, a in zip(single, actions, strict=True)]
        assert np.array_equal(seen["observation"], [p.planes("uint8") for p in single])
        for p, mover, reward, done in zip(single, movers, rewards, over, strict=True):
            expected = p.outcome.returns[mover == "p2"] if p.outcome else 0.0
            assert (reward, done) == (expected, p.is_over)


def test_the_duck_type_runs_openspiels_loop() -> None:
    from perfect_games.openspiel import State

    for id in DENSE:
        state = State(id)
        rng = random.Random(3)
        while not state.is_terminal() and len(state.history()) < 500:
            assert sum(state.legal_actions_mask()) == len(state.legal_actions())
            action = rng.choice(state.legal_actions())
            assert state.child(action).history() == [*state.history(), action]
            state.apply_action(action)
        if state.is_terminal():
            assert state.current_player() == -4 and sum(state.returns()) == 0


@pytest.mark.parametrize("id", DENSE)
def test_openspiel_takes_our_games(id: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from perfect_games.openspiel import register

    names = register()
    name = f"games_{id.replace('-', '_')}"
    assert name in names and set(names) <= set(pyspiel.registered_names())
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=20, serialize=False, verbose=False)


def _on_all_cores(walk: Callable[[str, range], int], id: str, games: int) -> int:
    """The others are the slow side, so that they get all processors. Returns the sum."""
    cores = os.cpu_count() or 1
    seeds = [range(n, games, cores) for n in range(min(cores, games))]
    with multiprocessing.get_context("spawn").Pool(len(seeds)) as pool:
        return sum(pool.starmap(walk, [(id, some) for some in seeds]))


def _othello_beside_openspiel(id: str, seeds: range) -> int:
    """Plays random games on both sides, one a seed; returns how many positions were compared."""
    import pyspiel

    from perfect_games.openspiel import register

    register()
    theirs_game, ours_game = pyspiel.load_game(id), pyspiel.load_game(f"games_{id}")
    compared = 0
    for seed in seeds:
        rng = random.Random(seed)
        theirs, ours = theirs_game.new_initial_state(), ours_game.new_initial_state()
        while not theirs.is_terminal():
            assert theirs.legal_actions() == ours.legal_actions()
            assert theirs.current_player() == ours.current_player()
            action = rng.choice(theirs.legal_actions())
            theirs.apply_action(action)
            ours.apply_action(action)
            compared += 1
        assert ours.is_terminal() and theirs.returns() == ours.returns()
    return compared


def test_openspiel_agrees_on_othello() -> None:
    pytest.importorskip("pyspiel")
    assert _on_all_cores(_othello_beside_openspiel, "othello", PEER_GAMES) > 50 * PEER_GAMES


def test_a_player_is_a_bot_of_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from perfect_games.openspiel import player_bot, register

    register()
    bots = [player_bot("alphabeta:depth=2"), player_bot("random:seed=1")]
    state = pyspiel.load_game("games_tictactoe").new_initial_state()
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert len(state.returns()) == 2


def _go_beside_openspiel(id: str, seeds: range) -> int:
    """Returns how many games were counted on both sides."""
    import pyspiel

    theirs_game = pyspiel.load_game(f"{id}(board_size=9,komi=6.5,max_game_length=400)")
    game, size = pg.load(id, size=9, ko="simple", komi=6.5), 9
    # Theirs count rows from the bottom.
    turned = [(size - 1 - a // size) * size + a % size for a in range(size**2)] + [size**2]
    counted = 0
    for seed in seeds:
        rng = random.Random(seed)
        theirs, ours = theirs_game.new_initial_state(), game.initial()
        while not theirs.is_terminal() and ours.plies < 300:
            legal = theirs.legal_actions()
            assert sorted([turned[a] for a in legal]) == ours.moves.id_list()
            assert theirs.current_player() == (ours.to_move == "p2")
            action = rng.choice(legal)
            theirs.apply_action(action)
            ours = ours.play(turned[action])
        if ours.is_over:
            counted += 1
            assert ours.outcome is not None and list(ours.outcome.returns) == theirs.returns()
    return counted


def test_openspiel_agrees_on_go() -> None:
    """Under simple ko. There a game ends as a draw when a board comes back, here it goes on."""
    pytest.importorskip("pyspiel")
    assert _on_all_cores(_go_beside_openspiel, "go", PEER_GAMES) > 0


def _chess_beside_openspiel(id: str, seeds: range) -> int:
    """Returns how many games came to an end on both sides."""
    import pyspiel

    theirs_game, game, ended = pyspiel.load_game(id), pg.load(id), 0
    for seed in seeds:
        rng = random.Random(seed)
        theirs, ours = theirs_game.new_initial_state(), game.initial()
        while not theirs.is_terminal() and ours.plies < 150:
            actions = {theirs.action_to_string(a).rstrip("+#"): a for a in theirs.legal_actions()}
            fen = str(theirs).split(" ")
            # They name the square behind a pawn also where whoever could take there is pinned.
            if not any(f"x{fen[3]}" in san for san in actions):
                fen[3] = "-"
            assert " ".join(fen) == ours.text
            assert theirs.current_player() == (ours.to_move == "p1")
            moves = {san.rstrip("+#"): id for san, id in zip(ours.moves.to_san(), ours.moves.id_list(), strict=True)}
            assert actions.keys() == moves.keys()
            san = rng.choice(list(actions))
            theirs.apply_action(actions[san])
            ours = ours.play(moves[san])
        if ours.is_over:
            ended += 1
            assert ours.outcome is not None and list(ours.outcome.returns) == theirs.returns()[::-1]
    return ended


def test_openspiel_agrees_on_chess() -> None:
    """By FEN and SAN, since numbers of moves differ. Theirs writes `+` for mate, too. White is their
    player 1."""
    pytest.importorskip("pyspiel")
    ended = _on_all_cores(_chess_beside_openspiel, "chess", PEER_GAMES // 5)
    assert ended >= PEER_GAMES // 100


def test_openspiels_bots_in_python_play_our_games() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import mcts, minimax

    from perfect_games.openspiel import register

    register()
    rng = np.random.RandomState(4)
    # Noughts and crosses, and what is a draw there is one to theirs, too.
    game = pyspiel.load_game("games_tictactoe")
    value, action = minimax.alpha_beta_search(game)
    assert value == 0.0 and action in game.new_initial_state().legal_actions()
    bots = [
        mcts.MCTSBot(game, 2.0, 50, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
        for _ in range(2)
    ]
    state = game.new_initial_state()
    while not state.is_terminal():
        action = bots[state.current_player()].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    assert sum(state.returns()) == 0


#: So many games go on for long, and in so many each move is spelled by python-chess, which takes as
#: long as all the rest.
LONG, SPELLED = 200, 20


def _walk_beside_python_chess(id: str, seeds: range) -> int:
    """Plays random games on both sides, one a seed; returns how many positions were compared."""
    import chess
    from perfect_games.interop import from_chess, to_chess

    compared, winners = 0, {None: None, chess.WHITE: "p1", chess.BLACK: "p2"}
    for seed in seeds:
        for p in random_games(pg.load(id), 1, 150 if seed < LONG else 60, seed=seed):
            if p.plies == 0:
                board = to_chess(p)
            else:
                # What we play is legal there, too: it is in the last position's set.
                board.push(chess.Move.from_uci(p.history[-1].text))
            theirs = list(board.legal_moves)
            # Their `legal` asks in atomic chess whether a king would be in check that has exploded, and
            # so leaves out a square that one of their own legal moves takes on.
            shown = "fen" if any(map(board.is_en_passant, theirs)) else "legal"
            assert format(p, "fen") == board.fen(en_passant=shown)
            if not p.is_over:
                texts = p.moves.texts()
                assert sorted(texts) == sorted(m.uci() for m in theirs)
                sans = dict(zip(texts, p.moves.to_san(), strict=True))
                assert len(set(sans.values())) == len(sans)
                spelled = theirs if seed < SPELLED else [theirs[p.plies % len(theirs)]]
                for m in spelled:
                    assert sans[m.uci()] == board.san(m)
            # Looking for repetitions takes them as long as all the rest.
            outcome = board.outcome()
            if outcome is not None:
                assert p.outcome is not None and p.outcome.winner == winners[outcome.winner]
            compared += 1
        assert to_chess(p) == board and from_chess(board) == p
    return compared


@pytest.mark.parametrize("id", ["chess", "atomic"])
def test_python_chess_agrees_at_every_ply(id: str) -> None:
    pytest.importorskip("chess")
    compared = _on_all_cores(_walk_beside_python_chess, id, PEER_GAMES)
    assert compared > 20 * PEER_GAMES


def _there_and_back(id: str, seeds: range) -> int:
    from perfect_games.interop import from_chess, to_chess

    game = pg.load(id)
    for seed in seeds:
        *_, p = random_games(game, 1, 1 + seed % 60, seed=seed)
        again = from_chess(to_chess(p))
        assert again == p and again.history == p.history
    return len(seeds)


@pytest.mark.parametrize("id", ["chess", "atomic"])
def test_boards_of_python_chess_come_back_with_their_history(id: str) -> None:
    pytest.importorskip("chess")
    assert _on_all_cores(_there_and_back, id, 10 * PEER_GAMES) == 10 * PEER_GAMES
