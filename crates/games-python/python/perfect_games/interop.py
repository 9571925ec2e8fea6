"""Chess and atomic chess to and from python-chess, with their histories.

Importing this module needs the package `chess`.
"""

from __future__ import annotations

import chess
import chess.variant
from perfect_games._load import load
from perfect_games._native import Position

_BOARDS: dict[str, type[chess.Board]] = {
    "chess": chess.Board,
    "atomic": chess.variant.AtomicBoard,
}


def to_chess(position: Position) -> chess.Board:
    """The board of python-chess with the same history."""
    kind = _BOARDS.get(position.game.id)
    if kind is None:
        raise ValueError(f"python-chess has no board for {position.game.id}")
    history = position.history
    start = position
    for _ in history:
        start = start.undo()
    board = kind(start.text)
    for move in history:
        board.push_uci(move.text)
    return board


def from_chess(board: chess.Board) -> Position:
    """The position of a board of python-chess, with its history."""
    game = next((id for id, kind in _BOARDS.items() if type(board) is kind), None)
    if game is None:
        raise ValueError(f"no game of this package is played on a {type(board).__name__}")
    moves = [move.uci() for move in board.move_stack]
    return load(game).position(board.root().fen(en_passant="legal"), moves)
