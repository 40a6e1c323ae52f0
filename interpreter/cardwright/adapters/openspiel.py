"""OpenSpiel games, with chance as a player, known outcomes of chance, and answers as actions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardwright.adapters.action_numbers import check_max_decisions, check_returns
from cardwright.adapters.cached_game_tree import GameTreeNode, Tree
from cardwright.game.decision_and_chance_tree import MAX_DRAWS
from cardwright.game.loaded_game import Game
from cardwright.game.loading import load_game

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise ImportError("OpenSpiel is not installed: pip install 'cardwright[openspiel]'") from error

# OpenSpiel requires a bound, which rules do not give: larger than the length of any tested game.
MAX_GAME_LENGTH = 1_000_000


def register(game: str | Path | Game, returns: str | None = None, name: str | None = None) -> str:
    """Register a game with OpenSpiel and return its name for `pyspiel.load_game`: `cardwright_GAME`.

    Its parameter `players` is the number of players, by default the fewest. `longest` is the number of decisions
    after which a match is cut short with the returns of its current state (by default 0: never). `returns` is
    `wins`, 1 shared by all winners; `margin`, the score minus the mean of all scores, which sum to zero; or
    `scores`. The default is `wins` for a game with a rule `winners`, and else `margin`.

    Raises ValueError for other `returns`, and the errors of `load_game`. Registering a name again replaces the
    earlier game.
    """
    loaded = game if isinstance(game, Game) else load_game(game)
    returns = check_returns(loaded, returns)
    type_ = _type(name or f"cardwright_{loaded.name}", loaded, returns)
    pyspiel.register_game(type_, _make_class(type_, loaded, returns))
    return str(type_.short_name)


def _type(name: str, game: Game, returns: str) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=name,
        long_name=f"{game.title} (Cardwright)",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if returns == "margin" else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.min_players, "longest": 0},
    )


def _make_class(type_: Any, game: Game, returns: str) -> Any:
    """Return the OpenSpiel class of a game. Its instances with equal parameters share a tree."""
    for named in [named for named in Tree.named if named[0] == str(type_.short_name)]:
        del Tree.named[named]

    class Registered(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
        def __init__(self, params: Any = None) -> None:
            players = int((params or {}).get("players", game.min_players))
            longest = check_max_decisions(int((params or {}).get("longest", 0)) or None) or 0
            named = str(type_.short_name), players, longest
            if named not in Tree.named:
                Tree.named[named] = Tree(game, players, returns, longest)
                Tree.named[named].name = named[0]
            self.tree = Tree.named[named]
            asked = {"longest": longest} if longest else {}
            super().__init__(type_, _measures(self.tree), {"players": players, **asked})

        def new_initial_state(self) -> Any:
            return _State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            return _Observer(self.tree, bool(iig_obs_type and iig_obs_type.perfect_recall))

    return Registered


def _measures(tree: Tree) -> Any:
    tables = tree.game.program(tree.players).tables
    most = {"wins": 1.0}.get(tree.returns, float("inf"))
    return pyspiel.GameInfo(
        num_distinct_actions=tree.actions.size,
        max_chance_outcomes=max(len(tables.pieces), MAX_DRAWS),
        num_players=tree.players,
        min_utility=0.0 if tree.returns == "wins" else -most,
        max_utility=most,
        utility_sum=0.0 if tree.returns == "margin" else None,
        max_game_length=tree.longest or MAX_GAME_LENGTH,
    )


class _State(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A node of the game tree in the form of an OpenSpiel state."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.place: GameTreeNode = game.tree.first

    def current_player(self) -> int:
        if self.place.fork.draws:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.place.finished else self.place.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.place.legal if player == self.place.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.place.outcomes

    def _apply_action(self, action: int) -> None:
        self.place = self.place.then(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.place.fork.draws[action].text
        return self.place.tree.actions.text(action)

    def is_terminal(self) -> bool:
        return self.place.finished

    def returns(self) -> list[float]:
        return self.place.worth

    def __str__(self) -> str:
        return " ".join(map(str, self.history()))


class _Observer:
    """The observation of one player: `tensor`, the fields of the tensor in `dict`, and a text."""

    def __init__(self, tree: Tree, recall: bool) -> None:
        self.recall = recall
        self.tensor = np.zeros(tree.encoder.size, np.float32)
        self.dict = {field.name: self.tensor[field.start : field.start + field.size] for field in tree.encoder.fields}

    def set_from(self, state: _State, player: int) -> None:
        """Fill the tensor with a player's view of a state."""
        self.tensor[:] = state.place.tensor(player)

    def string_from(self, state: _State, player: int) -> str:
        """Return the observation of a state as text."""
        return state.place.text(player, self.recall)
