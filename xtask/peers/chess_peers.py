#!/usr/bin/env python3
"""Holds the UCI engine against python-chess and Stockfish.

usage: chess_peers.py GAMES_BINARY [--stockfish PROGRAM] [--fixtures FILE.perft]

- python-chess drives whole games of chess and atomic chess over UCI. At every ply its legal moves
  must be ours, every move must be legal to it, and the final result and reason must be the same.
- Stockfish must count the same lines below every perft fixture (up to a number of nodes), and plays
  four fast games against us.

The last line is `N passed, M failed`. Needs the PyPI package `chess`; it is run as a tool and
nothing of it is linked or copied.
"""
import argparse
import json
import random
import subprocess
import sys

import chess
import chess.engine
import chess.variant

GAMES_A_VARIANT = 3
OPENING_PLIES = 6
MAX_PLIES = 400
NODES_A_MOVE = 1500
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


def main():
    arguments = argparse.ArgumentParser(description=__doc__,
                                        formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("games")
    arguments.add_argument("--stockfish", default="stockfish")
    arguments.add_argument("--fixtures", required=True)
    given = arguments.parse_args()
    play_python_chess(given.games)
    compare_perft(given.games, given.stockfish, given.fixtures)
    play_stockfish(given.games, given.stockfish)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
