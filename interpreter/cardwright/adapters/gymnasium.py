"""Gymnasium environments of games, with one seat against bots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardwright.adapters.action_numbers import UNBEGUN, Actions, check_max_decisions, check_returns, compute_returns
from cardwright.adapters.observation_tensor import MAX_NUMBER, Encoder
from cardwright.bots.factory import make_bot
from cardwright.game.loaded_game import Game
from cardwright.game.loading import load_game
from cardwright.game.state import State
from cardwright.source.path_and_number_checks import convert_whole_number

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Discrete
except ImportError as error:
    raise ImportError("Gymnasium is not installed: pip install 'cardwright[gym]'") from error


class SeatEnv(gymnasium.Env[Any, Any]):  # type: ignore[misc]  # gymnasium has types only where it is installed
    """An environment in which the agent has one seat of a match and bots have the others.

    `bots` has one kind for each other seat, or fewer kinds that are repeated in turn. A kind is written `random`,
    `greedy` or `mcts:100`. An observation is the tensor of docs/adapters.md; `info["action_mask"]` has a 1 for every
    legal action, and `action_masks()` returns the same mask. An illegal action changes nothing and is rewarded with
    `penalty`. The reward comes at the end, by `returns` as for OpenSpiel. A game is cut short after `longest` actions
    of the seat.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012  # as Gymnasium wants it

    def __init__(
        self,
        game: str | Path | Game,
        players: int | None = None,
        seat: int = 0,
        bots: str | Sequence[str] = ("random",),
        returns: str | None = None,
        longest: int | None = 10_000,
        penalty: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else load_game(game)
        self.players = self.game.min_players if players is None else players
        self.seat = convert_whole_number(seat, "a seat")
        if not 0 <= self.seat < self.players:
            raise ValueError(f"there is no seat {seat}: the seats are 0 to {self.players - 1}")
        self.kinds = [bots] if isinstance(bots, str) else [*bots]
        if not 0 < len(self.kinds) < self.players:
            raise ValueError(f"expected 1 to {self.players - 1} bots for the other seats, not {len(self.kinds)}")
        for kind in self.kinds:
            make_bot(kind, 0)  # raises an error for an unknown kind
        self.longest, self.penalty = check_max_decisions(longest), float(penalty)
        self.returns = check_returns(self.game, returns)
        program = self.game.program(self.players)
        self.actions, self.encoder = Actions(program), Encoder(program)
        self.action_space = Discrete(self.actions.size)
        self.observation_space = Box(-MAX_NUMBER, MAX_NUMBER, (self.encoder.size,), np.float32)
        self.render_mode = render_mode
        self.state: State | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a match and let the bots play until the seat's first decision.

        Equal seeds and actions give equal matches. A match that ends before the seat's first decision is started again.
        """
        super().reset(seed=seed)
        self._taken = 0
        while True:
            begun = int(self.np_random.integers(1 << 62))
            others = [player for player in range(self.players) if player != self.seat]
            self._bots = {
                player: make_bot(self.kinds[number % len(self.kinds)], seed=begun + player)
                for number, player in enumerate(others)
            }
            self.state = self.game.new(self.players, begun)
            self._let_play(self.state)
            if not self.state.finished:
                return self._observe(self.state)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Perform an action, and let the bots play until the seat's next decision or the end of the match."""
        state = self.state
        if state is None:
            raise RuntimeError(UNBEGUN)
        action = convert_whole_number(action, "an action")
        self._taken += 1
        decision = state.decision
        numbers = [] if decision is None else self.actions.of(decision.options)
        cut = self.longest is not None and self._taken >= self.longest
        if action not in numbers:
            seen, info = self._observe(state)
            return seen, self.penalty, state.finished, cut and not state.finished, {**info, "refused": True}
        state.apply(numbers.index(action))
        self._let_play(state)
        gained = compute_returns(state, self.returns)[self.seat] if state.finished else 0.0
        seen, info = self._observe(state)
        return seen, gained, state.finished, cut and not state.finished, info

    def action_masks(self) -> Any:
        """Return a mask of all actions: 1 for the legal ones, 0 for the others."""
        mask = np.zeros(self.actions.size, np.int8)
        if self.state is not None and self.state.decision is not None:
            mask[self.actions.of(self.state.decision.options)] = 1
        return mask

    def render(self) -> str | None:
        """Return the last log events that the seat saw; None without a render mode."""
        if self.render_mode is None or self.state is None:
            return None
        return "\n".join(event.text for event in self.state.visible_log(self.seat)[-10:])

    def _let_play(self, state: State) -> None:
        while not state.finished and state.player != self.seat:
            state.apply(self._bots[state.player].choose(state))

    def _observe(self, state: State) -> tuple[Any, dict[str, Any]]:
        return np.asarray(self.encoder.encode(state, self.seat), np.float32), {"action_mask": self.action_masks()}
