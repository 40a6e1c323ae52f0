"""PettingZoo environments (AEC) of games, with a player's view as each agent's observation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardwright.adapters.action_numbers import UNBEGUN, Actions, check_max_decisions, check_returns, compute_returns
from cardwright.adapters.observation_tensor import MAX_NUMBER, Encoder
from cardwright.game.loaded_game import Game
from cardwright.game.loading import load_game
from cardwright.game.state import State
from cardwright.source.path_and_number_checks import convert_whole_number

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError("PettingZoo is not installed: pip install 'cardwright[pettingzoo]'") from error


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """An environment of a match with the agents `P1`, `P2` and so on; the agent that has to decide acts.

    An observation has `observation`, the tensor of docs/adapters.md, and `action_mask`, 1 for the agent's legal
    actions. The reward comes at the end, by `returns` as for OpenSpiel. A game is cut short after `longest` decisions,
    if that limit is given.
    """

    def __init__(
        self,
        game: str | Path | Game,
        players: int | None = None,
        returns: str | None = None,
        longest: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = game if isinstance(game, Game) else load_game(game)
        self.players = self.game.min_players if players is None else players
        self.returns = check_returns(self.game, returns)
        self.longest = check_max_decisions(longest)
        self.render_mode = render_mode
        self.metadata = {"name": f"cardwright_{self.game.name}", "render_modes": ["ansi"], "is_parallelizable": False}
        program = self.game.program(self.players)
        self.actions, self.encoder = Actions(program), Encoder(program)
        self.possible_agents = [f"P{player + 1}" for player in range(self.players)]
        self._spaces = {agent: Discrete(self.actions.size) for agent in self.possible_agents}
        self._seen = {agent: make_observation_space(self.encoder, self.actions) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()
        self.state_: State | None = None

    def observation_space(self, agent: str) -> Any:
        """Return the space of observations: a tensor and a mask of actions."""
        return self._seen[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of action numbers."""
        return self._spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; equal seeds and actions give equal games."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.state_ = self.game.new(self.players, int(self._seeds.integers(1 << 62)))
        self._go_on(self.state_)

    def step(self, action: int | None) -> None:
        """Perform an action of the current agent. Raises ValueError for an illegal action."""
        agent = self.agent_selection
        if agent not in self.agents:
            raise RuntimeError(UNBEGUN)
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self._require_state()
        option = find_option(state, self.actions, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        state.apply(option)
        self._go_on(state)
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent."""
        return observe_state(self._require_state(), self.possible_agents.index(agent), self.encoder, self.actions)

    def __getattr__(self, name: str) -> Any:
        """Raise AttributeError for attributes that `reset` sets."""
        begun = self.__dict__.get("state_") is not None
        raise AttributeError(f"there is no `{name}`" if begun else f"{UNBEGUN}; until then there is no `{name}`")

    def _require_state(self) -> State:
        if self.state_ is None:
            raise RuntimeError(UNBEGUN)
        return self.state_

    def render(self) -> str | None:
        """Return the last log events with all hidden information."""
        if self.render_mode is None or self.state_ is None:
            return None
        return "\n".join(event.text for event in self.state_.log[-10:])

    def close(self) -> None:
        """Do nothing, because there is nothing to close."""

    def _go_on(self, state: State) -> None:
        """Select the agent that acts next in a state, or end the match."""
        if state.finished:
            self.terminations = dict.fromkeys(self.agents, True)
            for player, gained in enumerate(compute_returns(state, self.returns)):
                self.rewards[self.possible_agents[player]] = gained
        elif self.longest is not None and state.decisions >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[max(0, state.player)]


def make_observation_space(encoder: Encoder, actions: Actions) -> Any:
    """Return the space of observations: a tensor and a mask of actions."""
    seen = Box(-MAX_NUMBER, MAX_NUMBER, (encoder.size,), np.float32)
    return Dict({"observation": seen, "action_mask": Box(0, 1, (actions.size,), np.int8)})


def observe_state(state: State, player: int, encoder: Encoder, actions: Actions) -> dict[str, Any]:
    """Return a player's observation, with a mask of the legal actions that is 0 while another player decides."""
    mask = np.zeros(actions.size, np.int8)
    decision = state.decision
    if decision is not None and decision.player == player:
        mask[actions.of(decision.options)] = 1
    return {"observation": np.asarray(encoder.encode(state, player), np.float32), "action_mask": mask}


def find_option(state: State, actions: Actions, action: Any) -> int:
    """Return the option for an action. Raises ValueError for an illegal action."""
    decision = state.decision
    numbers = [] if decision is None else actions.of(decision.options)
    if action is None or convert_whole_number(action, "an action") not in numbers:
        raise ValueError(f"action {action} is not legal now: the legal ones are {sorted(numbers)}")
    return numbers.index(action)
