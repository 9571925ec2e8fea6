"""Games as environments of PettingZoo, for agents that move in turn.

Importing this module needs the package `pettingzoo`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from perfect_games._errors import GamesError, IllegalMoveError
from perfect_games._load import load
from perfect_games._native import Position
from pettingzoo import AECEnv

AGENTS: tuple[str, str] = ("p1", "p2")


def env(spec: str, render_mode: str | None = None, max_plies: int = 1000) -> Env:
    """A game as an environment.

    PettingZoo's wrappers are not needed: an illegal action loses here as with its
    `TerminateIllegalWrapper`, and what is used before `reset` raises an `AttributeError`.
    """
    return Env(spec, render_mode=render_mode, max_plies=max_plies)


class Env(AECEnv[str, Any, Any]):
    """A game for two agents in turn. Observations have `observation`, planes of shape (h, w, c), and
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
        actions = self.game.actions
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}
        self.position = self.game.initial()

    def observation_space(self, agent: str) -> Any:
        """The space of observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of actions."""
        return self.action_spaces[agent]

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the selected agent sees, and what it got since it moved."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

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
        position = self.position
        mask = position.mask()
        if agent != position.to_move:
            mask[:] = False
        return {
            "observation": position.planes("uint8").transpose(1, 2, 0),
            "action_mask": mask.view(np.int8),
        }

    def step(self, action: Any) -> None:
        """Plays the action of the agent that is selected."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        other = AGENTS[agent == "p1"]
        total = self._cumulative_rewards
        total[agent] = 0.0
        try:
            position = self.position = self.position.play(action)
        except IllegalMoveError:
            self._end({agent: -1.0, other: 0.0}, other)
            return
        if position.is_over:
            outcome = position.outcome
            assert outcome is not None
            self._end(dict(zip(AGENTS, outcome.returns, strict=True)), other)
            return
        if position.plies >= self.max_plies:
            self.truncations = {"p1": True, "p2": True}
        self.rewards = {"p1": 0.0, "p2": 0.0}
        self.agent_selection = position.to_move

    def _end(self, rewards: dict[str, float], selected: str) -> None:
        self.rewards = rewards
        self.terminations = {"p1": True, "p2": True}
        self.agent_selection = selected
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text."""
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""
