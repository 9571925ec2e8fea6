#!/usr/bin/env python3
"""Holds the UCI engine against python-chess and Stockfish.

usage: chess_peers.py GAMES_BINARY [--stockfish PROGRAM] [--fixtures FILE.perft]

- python-chess drives whole games of chess and atomic chess over UCI. At every ply its legal moves
  must be ours, every move must be legal to it, and the final result and reason must be the same.
- Our engines play a thousand games, which `games analyze` judges: python-chess must read them back
  without an error, with the moves of before, and with legal variations, evaluations and signs.
- Stockfish must count the same lines below every perft fixture (up to a number of nodes), and plays
  four fast games against us.
- A tournament of three engines, Stockfish among them, is killed twice and goes on; python-chess reads
  its games, none twice and none with an error, and counts the same results.

The last line is `N passed, M failed`. Needs the PyPI package `chess`; it is run as a tool and
nothing of it is linked or copied.
"""
import argparse
import collections
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

import chess
import chess.engine
import chess.pgn
import chess.variant

GAMES_A_VARIANT = 3
OPENING_PLIES = 6
MAX_PLIES = 400
NODES_A_MOVE = 1500
GAMES_A_PAIRING = 10
PERFT_NODES = 3_000_000
REASONS = {
    chess.Termination.CHECKMATE: "checkmate",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "insufficient material",
    chess.Termination.SEVENTYFIVE_MOVES: "75-move rule",
    chess.Termination.FIVEFOLD_REPETITION: "fivefold repetition",
    chess.Termination.VARIANT_WIN: "exploded king",
    chess.Termination.VARIANT_LOSS: "exploded king",
}

passed = failed = 0


def check(what, got, want):
    """Counts a comparison; a failed one is told."""
    global passed, failed
    if got == want:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {what}\n  got  {got}\n  want {want}")


def shown(binary, game, moves):
    """The position after a line, as our own command line describes it."""
    argv = [binary, "show", game, "--json"] + (["--moves", " ".join(moves)] if moves else [])
    return json.loads(subprocess.run(argv, capture_output=True, text=True, check=True).stdout)


def verdict(board):
    """Outcome and reason as python-chess sees them, in our words."""
    outcome = board.outcome(claim_draw=False)
    if outcome is None:
        return None, None
    winner = {True: "p1", False: "p2", None: "draw"}[outcome.winner]
    return winner, REASONS[outcome.termination]


def whole_game(engine, binary, game, board, seed):
    """One game of the engine against itself after a random opening."""
    rng = random.Random(seed)
    for _ in range(OPENING_PLIES):
        if board.outcome(claim_draw=False) is None:
            board.push(rng.choice(sorted(board.legal_moves, key=chess.Move.uci)))
    while board.outcome(claim_draw=False) is None and board.ply() < MAX_PLIES:
        ours = shown(binary, game, [m.uci() for m in board.move_stack])
        theirs = sorted(m.uci() for m in board.legal_moves)
        if ours["moves"] != theirs or ours["position"] != board.fen():
            check(f"{game}, game {seed}: {board.fen()}", [ours["position"], ours["moves"]],
                  [board.fen(), theirs])
            return
        # Ordinary settings, and now and then a time limit: both must give a legal move.
        limit = chess.engine.Limit(nodes=NODES_A_MOVE)
        if rng.random() < 0.1:
            limit = chess.engine.Limit(time=0.02)
        # python-chess raises an error if the move is not legal.
        result = engine.play(board, limit, game=seed)
        board.push(result.move)
    ours = shown(binary, game, [m.uci() for m in board.move_stack])
    check(f"{game}, end of game {seed} after {board.ply()} plies: {board.fen()}",
          (ours["outcome"], ours["reason"]), verdict(board))


def play_python_chess(binary):
    for game, start in (("chess", chess.Board), ("atomic", chess.variant.AtomicBoard)):
        with chess.engine.SimpleEngine.popen_uci([binary, "uci", game]) as engine:
            for seed in range(GAMES_A_VARIANT):
                whole_game(engine, binary, game, start(), seed)


def analyze_games(binary, games):
    """Games of our engines, analyzed, as python-chess reads them."""
    with tempfile.TemporaryDirectory() as folder:
        played, judged = f"{folder}/played.pgn", f"{folder}/judged.pgn"
        subprocess.run([binary, "match", "chess", "--p1", "alphabeta:nodes=60,hash=1MiB",
                        "--p2", "random", "--games", str(games), "--seed", "16", "--records", played,
                        "--json"], capture_output=True, check=True)
        subprocess.run([binary, "analyze", played, "--player", "alphabeta:nodes=60,hash=1MiB",
                        "--threads", "2", "--out", judged], capture_output=True, check=True)
        with open(played, encoding="utf-8") as before, open(judged, encoding="utf-8") as after:
            for number in range(1, games + 1):
                compare_game(number, chess.pgn.read_game(before), chess.pgn.read_game(after))
            check("no more games", chess.pgn.read_game(after), None)


def compare_game(number, before, after):
    """One game: python-chess notes what it cannot read in `errors` and leaves it out."""
    check(f"errors of analyzed game {number}", after.errors, [])
    moves = [[m.uci() for m in game.mainline_moves()] for game in (before, after)]
    check(f"moves of analyzed game {number}", moves[1], moves[0])
    check(f"result of analyzed game {number}", after.headers["Result"], before.headers["Result"])
    nodes = list(after.mainline())
    # Not every node: a search of so few nodes may end without a value.
    told = [node for node in nodes if node.eval() is not None]
    check(f"evaluations of analyzed game {number}", bool(told), bool(nodes))
    signs = {chess.pgn.NAG_DUBIOUS_MOVE, chess.pgn.NAG_MISTAKE, chess.pgn.NAG_BLUNDER}
    marked = [node for node in nodes if node.nags & signs]
    better = [node for node in marked if len(node.parent.variations) > 1]
    check(f"better lines of analyzed game {number}", len(better), len(marked))


def play_stockfish(binary, stockfish):
    for number in range(4):
        board = chess.Board()
        with chess.engine.SimpleEngine.popen_uci([binary, "uci", "chess"]) as ours, \
                chess.engine.SimpleEngine.popen_uci(stockfish) as theirs:
            while board.outcome(claim_draw=True) is None and board.ply() < MAX_PLIES:
                mover = ours if (board.turn == chess.WHITE) == (number % 2 == 0) else theirs
                board.push(mover.play(board, chess.engine.Limit(time=0.03), game=number).move)
        check(f"game {number} against Stockfish ends", board.outcome(claim_draw=True) is not None, True)


def stockfish_perft(stockfish, position, depth):
    script = f"position fen {position}\ngo perft {depth}\nquit\n"
    text = subprocess.run([stockfish], input=script, capture_output=True, text=True, check=True).stdout
    counts = dict(line.split(": ") for line in text.splitlines() if ": " in line and line[0] in "abcdefgh")
    return {m: int(n) for m, n in counts.items()}


def compare_perft(binary, stockfish, fixtures):
    """Reads the fixture file: records apart by blank lines, `position FEN`, `perft DEPTH COUNT`."""
    for record in open(fixtures, encoding="utf-8").read().split("\n\n"):
        position, deepest = None, 0
        for line in record.splitlines():
            word, _, rest = line.partition(" ")
            if word == "position":
                position = rest
            elif word == "perft" and int(rest.split()[1]) <= PERFT_NODES:
                deepest = max(deepest, int(rest.split()[0]))
        if position and deepest:
            argv = [binary, "perft", "chess", "--json", "--divide", "--depth", str(deepest),
                    "--position", position]
            ours = json.loads(subprocess.run(argv, capture_output=True, text=True, check=True).stdout)
            check(f"perft {deepest} of {position}", ours["divide"],
                  stockfish_perft(stockfish, position, deepest))


def killed_after(argv, file, lines):
    """Runs a command until a file has so many lines, then kills it and all that it has started."""
    process = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)
    while process.poll() is None:
        if os.path.exists(file) and open(file, "rb").read().count(b"\n") >= lines:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        time.sleep(0.005)
    return process.returncode == -signal.SIGKILL


def results_of(records):
    """Wins, draws and losses of each pair of players as python-chess reads them, and the games."""
    results, games, errors = collections.defaultdict(lambda: [0, 0, 0]), set(), []
    with open(records, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            errors += game.errors
            white, black, result = (game.headers[name] for name in ("White", "Black", "Result"))
            place = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}[result]
            results[white, black][place] += 1
            results[black, white][2 - place] += 1
            outcome = game.end().board().outcome()
            if outcome and outcome.result() != result:
                errors.append(f"{result} is told, and {outcome.result()} is right")
            games.add((game.headers.get("FEN"), str(game.mainline_moves()), white))
    return results, games, errors


def compare_tournament(binary, stockfish):
    limited = "nodes=200,option.UCI_LimitStrength=true,option.UCI_Elo=1400"
    players = ["alphabeta:nodes=2000", "alphabeta:nodes=400", f'uci:"{stockfish}",{limited}']
    with tempfile.TemporaryDirectory() as folder:
        kept, records = os.path.join(folder, "kept.jsonl"), os.path.join(folder, "games.pgn")
        argv = [binary, "match", "chess", "--json", "--seed", "7", "--games", str(GAMES_A_PAIRING),
                "--max-plies", "160", "--results", kept, "--records", records]
        for player in players:
            argv += ["--player", player]
        kills = [killed_after(argv, kept, lines) for lines in (8, 20)]
        check("the tournament was killed twice", kills, [True, True])
        told = json.loads(subprocess.run(argv, capture_output=True, text=True, check=True).stdout)
        results, games, errors = results_of(records)
    check("errors in the games of the tournament", errors, [])
    names = [player["name"] for player in told["players"]]
    ours = {tuple(names[i - 1] for i in pairing["players"]):
            [pairing["wins"], pairing["draws"], pairing["losses"]] for pairing in told["pairings"]}
    check("results of the tournament", ours, {pair: results[pair] for pair in ours})
    points = {name: sum(w + d / 2 for (of, _), (w, d, _) in results.items() if of == name)
              for name in names}
    check("points of the tournament", {p["name"]: p["points"] for p in told["players"]}, points)
    pairings = len(names) * (len(names) - 1) // 2
    check("games of the tournament", len(games), GAMES_A_PAIRING * pairings)


def train_by_stockfish(binary, stockfish):
    """Scores of another engine are learnt from, and the file of weights tells by whom."""
    teacher = f'uci:"{stockfish}",nodes=50,option.Hash=1'
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "chess.weights")
        argv = [binary, "train", "chess", "--recipe", "nodes=20 opening=2-6 games=4 epochs=1",
                "--teacher", teacher, "--out", out, "--json"]
        told = json.loads(subprocess.run(argv, capture_output=True, text=True, check=True).stdout)
        check("the recipe names its teacher", told["recipe"].split(" teacher=")[1:], [teacher])
        games = open(out + ".games", encoding="utf-8").read().splitlines()
        judged = [line.split()[4] for line in games if len(line.split()) == 6]
        check("games with scores", len(judged), 4)
        scores = [int(word.split(":")[1]) for line in judged for word in line.split(",")]
        check("scores of both signs", {score > 0 for score in scores}, {False, True})


def main():
    arguments = argparse.ArgumentParser(description=__doc__,
                                        formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("games")
    arguments.add_argument("--stockfish", default="stockfish")
    arguments.add_argument("--fixtures", required=True)
    arguments.add_argument("--analyzed", type=int, default=1000)
    given = arguments.parse_args()
    play_python_chess(given.games)
    analyze_games(given.games, given.analyzed)
    compare_perft(given.games, given.stockfish, given.fixtures)
    play_stockfish(given.games, given.stockfish)
    compare_tournament(given.games, given.stockfish)
    train_by_stockfish(given.games, given.stockfish)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
