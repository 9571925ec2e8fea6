"""Many games of one kind, stepped together: for learning."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from perfect_games import _native
from perfect_games._errors import GamesError, IllegalMoveError, ParseError
from perfect_games._native import Game, Position


@dataclass(frozen=True)
class StepResult:
    """How the games of a batch stand after a step, a row a game.

    `planes` (N, c, h, w) float32 or uint8, `None` without; `mask` (N, actions) bool, `None` in a
    game without actions; `to_move` (N,) uint8, 0 for `p1`; `rewards` (N, 2) float32, what this step
    brought `p1` and `p2`; `terminated` and `truncated` (N,) bool: over by the rules, or cut by
    `max_plies`; `plies` (N,) uint32; `games` (N,) uint64, the number of each game.

    >>> import perfect_games as pg
    >>> s = pg.Batch(pg.load("tictactoe"), 3).step_random(2)
    >>> s.plies.tolist(), s.to_move.tolist(), s.rewards.shape, s.terminated.any().item()
    ([2, 2, 2], [0, 0, 0], (3, 2), False)
    """

    planes: NDArray[Any] | None
    mask: NDArray[np.bool_] | None
    to_move: NDArray[np.uint8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    plies: NDArray[np.uint32]
    games: NDArray[np.uint64]


class _Buffers:
    """The memory of one step: flat arrays for the native side, shaped ones for the caller."""

    def __init__(self, size: int, shape: tuple[int, int, int] | None, dtype: str, actions: int | None):
        self.planes: NDArray[Any] | None = None
        if shape is not None and dtype != "none":
            count, rows, cols = shape
            self.planes = np.empty(size * count * rows * cols, dtype)
        self.mask = None if actions is None else np.empty(size * actions, np.bool_)
        self.to_move = np.empty(size, np.uint8)
        self.rewards = np.empty(size * 2, np.float32)
        self.terminated = np.empty(size, np.bool_)
        self.truncated = np.empty(size, np.bool_)
        self.plies = np.empty(size, np.uint32)
        self.games = np.empty(size, np.uint64)
        planes = None
        if self.planes is not None and shape is not None:
            planes = self.planes.reshape(size, *shape)
        self.result = StepResult(
            planes,
            None if self.mask is None else self.mask.reshape(size, -1),
            self.to_move[:],
            self.rewards.reshape(size, 2),
            self.terminated[:],
            self.truncated[:],
            self.plies[:],
            self.games[:],
        )

    @classmethod
    def over(cls, result: StepResult, like: StepResult) -> _Buffers:
        """The memory of a result, which has to be of a batch like this one."""
        buffers = cls.__new__(cls)
        buffers.result = result
        for name, wanted in vars(like).items():
            array = getattr(result, name)
            if not _fits(array, wanted):
                raise ValueError(f"out.{name} is no array that this batch could write into")
            setattr(buffers, name, None if array is None else array.reshape(-1))
        return buffers

    def freeze(self) -> None:
        """Has the caller's views refuse to be written to; the native side still writes."""
        for view in vars(self.result).values():
            if view is not None:
                view.flags.writeable = False


def _fits(array: NDArray[Any] | None, wanted: NDArray[Any] | None) -> bool:
    if array is None or wanted is None:
        return array is wanted
    same = array.shape == wanted.shape and array.dtype == wanted.dtype
    return same and array.flags.c_contiguous and array.flags.writeable


class Batch:
    """`size` games of one `Game`, stepped together.

    `start` is a game or a position that all of them go on from; `threads=None` uses all cores from
    512 games on, else one. `planes` is `"float32"`, `"uint8"` or `"none"`. A game that is over begins
    anew with the next step (`autoreset="next_step"`, which ignores its action then), or stays until
    `reset` (`"disabled"`). `max_plies` cuts games; 0 for never. Arrays are new with each step unless
    `reuse_buffers` is set; then they are read-only views of the same memory.

    What happens depends on the seed and not on the threads.

    >>> import perfect_games as pg
    >>> b = pg.Batch(pg.load("othello"), 4, seed=7)
    >>> b.planes.shape, b.mask.sum(axis=1).tolist()
    ((4, 3, 8, 8), [4, 4, 4, 4])
    >>> s = b.step(b.mask.argmax(axis=1))
    >>> s.plies.tolist()
    [1, 1, 1, 1]
    """

    def __init__(
        self,
        start: Game | Position,
        size: int,
        *,
        seed: int = 0,
        threads: int | None = None,
        planes: Literal["float32", "uint8", "none"] = "float32",
        autoreset: Literal["next_step", "disabled"] = "next_step",
        max_plies: int = 0,
        reuse_buffers: bool = False,
    ) -> None:
        if planes not in ("float32", "uint8", "none"):
            raise ValueError("planes is 'float32', 'uint8' or 'none'")
        if autoreset not in ("next_step", "disabled"):
            raise ValueError("autoreset is 'next_step' or 'disabled'")
        self._start = start.initial() if isinstance(start, Game) else start
        self._options = (seed, threads, planes, autoreset, max_plies, reuse_buffers)
        self._native = _native.Batch(
            self._start, size, seed, threads, autoreset == "next_step", max_plies
        )
        self.size = size
        self._kept = self._new() if reuse_buffers else None
        self._latest = self._observed()

    @property
    def game(self) -> Game:
        """The rules of all games."""
        return self._start.game

    @property
    def threads(self) -> int:
        """The threads that a step uses."""
        return self._native.threads

    def __len__(self) -> int:
        return self.size

    @property
    def planes(self) -> NDArray[Any] | None:
        """The planes after the last step."""
        return self._latest.planes

    @property
    def mask(self) -> NDArray[np.bool_] | None:
        """The legal actions after the last step."""
        return self._latest.mask

    @property
    def state(self) -> StepResult:
        """All that the last step told."""
        return self._latest

    def step(self, actions: Any, *, out: StepResult | None = None) -> StepResult:
        """Plays an action in each game.

        `actions` is a one-dimensional integer array of one id a row. Raises `IllegalMoveError`, with
        the rows at fault in `.rows`, if any is not legal; then no game has moved. `out` is the result
        of an earlier step, which is written over and returned.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.ndim != 1:
            raise TypeError("actions are a one-dimensional array of integers")
        buffers = self._buffers() if out is None else _Buffers.over(out, self._latest)
        rows = self._native.step(np.ascontiguousarray(given, np.int64), buffers)
        if rows:
            raise IllegalMoveError("", None, rows)
        self._latest = buffers.result
        return self._latest

    def step_random(self, steps: int = 1, *, out: StepResult | None = None) -> StepResult:
        """Plays so many random legal moves in each game. `out` is as in `step`.

        Ctrl-C ends it between two steps; `state` then tells how the games stand.
        """
        buffers = self._buffers() if out is None else _Buffers.over(out, self._latest)
        try:
            self._native.step_random(steps, buffers)
        except KeyboardInterrupt:
            self._latest = buffers.result
            raise
        self._latest = buffers.result
        return self._latest

    def playouts(self, games: int) -> NDArray[np.uint32]:
        """Plays `games` random games on from each row, by the bare rules.

        Returns how many `p1` won, were drawn, and `p2` won: an array of shape (N, 3).
        """
        return self._native.playouts(games).reshape(self.size, 3)

    def reset(
        self, rows: Sequence[int] | None = None, positions: Sequence[Position] | None = None
    ) -> StepResult:
        """Begins new games in these rows, or in all, from positions or from where all began."""
        chosen = range(self.size) if rows is None else [int(row) for row in rows]
        for i, row in enumerate(chosen):
            self._native.reset(row, None if positions is None else positions[i])
        self._latest = self._observed()
        return self._latest

    def set(self, row: int, position: Position) -> StepResult:
        """Has the game of a row go on from a position."""
        return self.reset([row], [position])

    def positions(self) -> list[Position]:
        """The games, as positions with their history."""
        return self._native.positions()

    def choose(self, spec: str) -> NDArray[np.int64]:
        """The action that a player chooses in each game; -1 where the game is over."""
        with _native.Player(spec) as player:
            moves = [None if p.is_over else player.choose(p).move for p in self.positions()]
        return np.array([-1 if m is None else m.id for m in moves], np.int64)

    def state_bytes(self) -> bytes:
        """The state of all games, to be kept: `from_bytes` goes on from it."""
        rows = [(p, *chance) for p, chance in zip(self.positions(), self._native.chance(), strict=True)]
        truncated = self._latest.truncated.tolist()
        return pickle.dumps((1, self._start, self._options, rows, truncated))

    @classmethod
    def from_bytes(cls, data: bytes) -> Batch:
        """The batch of `state_bytes`. Like any pickle, only for bytes that you trust."""
        try:
            number, start, options, rows, _ = pickle.loads(data)
            seed, threads, planes, autoreset, max_plies, reuse = options
        except GamesError:
            raise
        except Exception as error:
            raise ParseError(f"these bytes are no batch: {error}") from error
        if number != 1:
            raise ParseError(f"a batch of the unknown format {number!r}")
        batch = cls(
            start,
            len(rows),
            seed=seed,
            threads=threads,
            planes=planes,
            autoreset=autoreset,
            max_plies=max_plies,
            reuse_buffers=reuse,
        )
        for i, (position, _, _) in enumerate(rows):
            batch._native.reset(i, position)
        batch._native.set_chance([(chance, game) for _, chance, game in rows])
        batch._latest = batch._observed()
        return batch

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a batch cannot be pickled: use state_bytes() and from_bytes()")

    def __repr__(self) -> str:
        return f"Batch({self.game!r}, {self.size})"

    def _new(self) -> _Buffers:
        planes = self._options[2]
        return _Buffers(self.size, self.game.plane_shape, planes, self.game.actions)

    def _buffers(self) -> _Buffers:
        return self._new() if self._kept is None else self._kept

    def _observed(self) -> StepResult:
        buffers = self._buffers()
        self._native.observe(buffers)
        if self._kept is not None:
            buffers.freeze()
        return buffers.result
