"""Games as environments of PettingZoo, for agents that move in turn.

Importing this module needs the package `pettingzoo`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from perfect_games._errors import GamesError
from perfect_games._load import load
from perfect_games._native import Position
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

AGENTS = ("p1", "p2")


def env(spec: str, render_mode: str | None = None, max_plies: int = 1000) -> Any:
    """A game as an environment, wrapped as PettingZoo does: an illegal action loses."""
    bare: Any = RawEnv(spec, render_mode=render_mode, max_plies=max_plies)
    bare = wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    bare = wrappers.AssertOutOfBoundsWrapper(bare)
    return wrappers.OrderEnforcingWrapper(bare)


class RawEnv(AECEnv[str, Any, Any]):
    """A game without wrappers. Observations have `observation`, planes of shape (h, w, c), and
    `action_mask`, which is empty for the agent that is not to move."""

    def __init__(self, spec: str, render_mode: str | None = None, max_plies: int = 1000) -> None:
        super().__init__()
        self.game = load(spec)
        if self.game.actions is None or self.game.plane_shape is None:
            raise GamesError(f"{self.game.id} has no dense actions: it is no such environment")
        self.metadata = {
            "render_modes": ["ansi"],
            "name": f"{self.game.id}_v0",
            "is_parallelizable": False,
        }
        self.render_mode, self.max_plies = render_mode, max_plies
        self.possible_agents = list(AGENTS)
        count, rows, cols = self.game.plane_shape
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (rows, cols, count), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.game.actions,), np.int8),
            }
        )
        self.observation_spaces = {agent: observation for agent in AGENTS}
        action = {agent: spaces.Discrete(self.game.actions) for agent in AGENTS}
        self.action_spaces = action
        self.position = self.game.initial()

    def observation_space(self, agent: str) -> Any:
        """The space of observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game."""
        self._begin(self.game.initial())

    def _begin(self, position: Position) -> None:
        self.position = position
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection: str = position.to_move

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: the position from the mover's side."""
        planes = self.position.planes("uint8")
        mask = self.position.mask()
        if agent != self.position.to_move:
            mask[:] = False
        return {
            "observation": np.ascontiguousarray(planes.transpose(1, 2, 0)),
            "action_mask": mask.view(np.int8),
        }

    def step(self, action: Any) -> None:
        """Plays the action of the agent that is selected."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.position = self.position.play(int(action))
        outcome = self.position.outcome
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        if outcome is not None:
            self.rewards = dict(zip(AGENTS, outcome.returns, strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)
        elif self.position.plies >= self.max_plies:
            self.truncations = dict.fromkeys(AGENTS, True)
        self.agent_selection = self.position.to_move
        if outcome is not None:
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text."""
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""
