"""Games as OpenSpiel knows them.

`State` has OpenSpiel's methods and needs no `pyspiel`; `register()` and `PlayerBot` do. OpenSpiel's
bots that are written in C++ end the process on any game that is written in Python, OpenSpiel's own
among them (2.0.2): use `PlayerBot`, or its bots in Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perfect_games._load import games, load
from perfect_games._native import Game, Player, Position

_TERMINAL = -4


class State:
    """A position with the methods of `pyspiel.State`; it changes by `apply_action`.

    >>> s = State("tictactoe")
    >>> s.apply_action(s.legal_actions()[0])
    >>> s.current_player(), s.is_terminal()
    (1, False)
    """

    def __init__(self, start: str | Game | Position) -> None:
        if isinstance(start, str):
            start = load(start)
        self.position = start.initial() if isinstance(start, Game) else start

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The ids of legal moves; none for the player that is not to move."""
        if player is not None and player != self.current_player():
            return []
        return self.position.moves.id_list()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """For each action whether it is legal."""
        if player is not None and player != self.current_player():
            return [0] * (self.position.game.actions or 0)
        mask: list[int] = self.position.mask().astype(int).tolist()
        return mask

    def apply_action(self, action: int) -> None:
        """Plays a move."""
        self.position = self.position.play(int(action))

    def current_player(self) -> int:
        """0 or 1; -4 in a finished game."""
        if self.position.is_over:
            return _TERMINAL
        return 0 if self.position.to_move == "p1" else 1

    def returns(self) -> list[float]:
        """What the game brought both players; zeros while it goes on."""
        outcome = self.position.outcome
        return [0.0, 0.0] if outcome is None else list(outcome.returns)

    def rewards(self) -> list[float]:
        """As `returns`: rewards come at the end."""
        return self.returns()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def is_chance_node(self) -> bool:
        """Never: there is no chance."""
        return False

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The planes, flattened."""
        tensor: list[float] = self.position.planes().ravel().tolist()
        return tensor

    def information_state_string(self, player: int | None = None) -> str:
        """The moves played."""
        return " ".join(move.text for move in self.position.history)

    def observation_string(self, player: int | None = None) -> str:
        """The position text."""
        return self.position.text

    def action_to_string(self, player: int, action: int) -> str:
        """The text of a legal move."""
        return next(m.text for m in self.position.moves if m.id == action)

    def history(self) -> list[int]:
        """The ids of the moves played."""
        return [move.id for move in self.position.history]

    def clone(self) -> State:
        """A state that goes its own way."""
        return State(self.position)

    def child(self, action: int) -> State:
        """The state after a move."""
        return State(self.position.play(int(action)))

    def __str__(self) -> str:
        return str(self.position)


def _longest(game: Game) -> int:
    cells = game.plane_shape[1] * game.plane_shape[2] if game.plane_shape else 64
    return max(1000, 8 * cells)


def _classes(id: str) -> tuple[type, type]:
    """The classes of a game for `pyspiel`, made when it is registered."""
    import pyspiel

    game = load(id)
    assert game.actions is not None
    shape = game.plane_shape or (1, 1, 1)
    kind = pyspiel.GameType(
        short_name=f"games_{id.replace('-', '_')}",
        long_name=f"{game.name} (perfect_games)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=game.actions,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=_longest(game),
    )

    class SpielState(pyspiel.State):
        """A position as a state of OpenSpiel."""

        def __init__(self, spiel: Any) -> None:
            super().__init__(spiel)
            self.state = State(game)

        def current_player(self) -> int:
            player = self.state.current_player()
            return int(pyspiel.PlayerId.TERMINAL) if player < 0 else player

        def _legal_actions(self, player: int) -> list[int]:
            return self.state.legal_actions()

        def _apply_action(self, action: int) -> None:
            self.state.apply_action(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return game.action_text(action) or str(action)

        def is_terminal(self) -> bool:
            return self.state.is_terminal()

        def returns(self) -> list[float]:
            return self.state.returns()

        def information_state_string(self, player: int | None = None) -> str:
            return self.state.information_state_string()

        def observation_string(self, player: int | None = None) -> str:
            return self.state.observation_string()

        def __str__(self) -> str:
            return str(self.state)

    class Observer:
        """What `pyspiel` asks for tensors."""

        def __init__(self) -> None:
            self.tensor = np.zeros(int(np.prod(shape)), np.float32)
            self.dict = {"observation": self.tensor.reshape(shape)}

        def set_from(self, state: Any, player: int) -> None:
            if game.plane_shape is not None:
                state.state.position.planes(out=self.dict["observation"])

        def string_from(self, state: Any, player: int) -> str:
            return str(state.state.position.text)

    class SpielGame(pyspiel.Game):
        """A game as OpenSpiel knows it."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> Any:
            return SpielState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            return Observer()

        def observation_tensor_shape(self) -> list[int]:
            return list(shape)

    SpielGame.kind = kind
    return SpielGame, SpielState


_registered: list[str] = []


def register() -> list[str]:
    """Registers all games with dense actions as `games_<id>`; returns their names."""
    import pyspiel

    if not _registered:
        for id in games():
            if load(id).actions is None:
                continue
            spiel_game, _ = _classes(id)
            pyspiel.register_game(spiel_game.kind, spiel_game)  # type: ignore[attr-defined]
            _registered.append(spiel_game.kind.short_name)  # type: ignore[attr-defined]
    return list(_registered)


def player_bot(spec: str) -> Any:
    """A player as a `pyspiel.Bot`, for games that `register` registered."""
    import pyspiel

    class PlayerBot(pyspiel.Bot):
        """A player that chooses by search."""

        def __init__(self) -> None:
            super().__init__()
            self.player = Player(spec)

        def restart(self) -> None:
            self.player.clear()

        def step(self, state: Any) -> int:
            move = self.player.choose(state.state.position).move
            assert move is not None
            return move.id

    return PlayerBot()
