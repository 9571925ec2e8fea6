"""Games as environments of Gymnasium: against an opponent, or many at once.

Importing this module needs the package `gymnasium`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import gymnasium
from gymnasium import spaces
from perfect_games._batch import Batch
from perfect_games._load import load
from perfect_games._native import Player, Position


def _observation(position: Position) -> dict[str, np.ndarray[Any, Any]]:
    return {
        "observation": position.planes("uint8"),
        "action_mask": position.mask().astype(np.int8),
    }


class Env(gymnasium.Env[Any, Any]):
    """One side of a game against an opponent, a player by its spec.

    Observations have `observation`, planes of shape (c, h, w), and `action_mask`. An illegal action
    loses the game.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        spec: str,
        opponent: str = "random",
        side: str = "p1",
        render_mode: str | None = None,
        max_plies: int = 1000,
    ) -> None:
        self.game = load(spec)
        if self.game.actions is None or self.game.plane_shape is None:
            raise ValueError(f"{self.game.id} has no dense actions")
        self.side, self.render_mode, self.max_plies = side, render_mode, max_plies
        self._opponent = opponent
        shape, actions = self.game.plane_shape, self.game.actions
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(actions)
        self._player: Player | None = None
        self._position = self.game.initial()

    @property
    def position(self) -> Position:
        """The position now."""
        return self._position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins a new game; the opponent has moved where it begins."""
        super().reset(seed=seed)
        own = int(self.np_random.integers(2**32))
        joint = "," if ":" in self._opponent else ":"
        self._player = Player(f"{self._opponent}{joint}seed={own}")
        self._position = self.game.initial()
        self._reply()
        return _observation(self._position), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action, and the opponent's answer."""
        if not self._position.mask()[int(action)]:
            return _observation(self._position), -1.0, True, False, {"illegal": True}
        self._position = self._position.play(int(action))
        self._reply()
        outcome = self._position.outcome
        truncated = outcome is None and self._position.plies >= self.max_plies
        reward = 0.0
        if outcome is not None:
            reward = outcome.returns[0 if self.side == "p1" else 1]
        return _observation(self._position), reward, outcome is not None, truncated, {}

    def render(self) -> str | None:
        """The board as text."""
        return str(self._position) if self.render_mode == "ansi" else None

    def _reply(self) -> None:
        assert self._player is not None
        while not self._position.is_over and self._position.to_move != self.side:
            move = self._player.choose(self._position).move
            assert move is not None
            self._position = self._position.play(move)


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games at once, both sides played by the learner: a `Batch` as Gymnasium sees it."""

    def __init__(self, spec: str, num_envs: int, **batch: Any) -> None:
        self.game = load(spec)
        if self.game.actions is None or self.game.plane_shape is None:
            raise ValueError(f"{self.game.id} has no dense actions")
        shape, actions = self.game.plane_shape, self.game.actions
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = gymnasium.vector.utils.batch_space(
            self.single_observation_space, num_envs
        )
        self.action_space = spaces.MultiDiscrete([actions] * num_envs)
        self._batch_options = batch
        self._batch = Batch(self.game, num_envs, planes="uint8", **batch)

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins all games anew."""
        options_of_batch = dict(self._batch_options)
        if isinstance(seed, int):
            options_of_batch["seed"] = seed
        self._batch = Batch(self.game, self.num_envs, planes="uint8", **options_of_batch)
        return self._seen(), {"to_move": self._batch.state.to_move}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Plays an action in each game; the reward is that of the side that moved."""
        movers = self._batch.state.to_move.astype(int)
        s = self._batch.step(np.asarray(actions))
        rewards = s.rewards[np.arange(self.num_envs), movers]
        return self._seen(), rewards, s.terminated, s.truncated, {"to_move": s.to_move}

    def _seen(self) -> dict[str, Any]:
        mask = self._batch.mask
        assert mask is not None
        return {"observation": self._batch.planes, "action_mask": mask.astype(np.int8)}
