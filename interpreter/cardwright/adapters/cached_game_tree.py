"""Nodes of a game tree with cached actions, texts, tensors and successors."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar
from weakref import ref

from cardwright.adapters.action_numbers import Actions, compute_returns
from cardwright.adapters.observation_tensor import Encoder
from cardwright.adapters.observation_text import Lines, SeenLog, extend_information, render_observation
from cardwright.game.decision_and_chance_tree import Fork
from cardwright.game.loaded_game import Game
from cardwright.game.state import State

# The path to a node: (path before the last step, number of the last step).
Path = tuple[Any, int] | None
# Limit for the size of cached states in a tree, in numbers; beyond it, all cached successors are dropped.
MAX_KEPT = 8_000_000


class Tree:
    """The game tree for a number of players. Its nodes cache their successors as long as memory allows.

    Matches end after `longest` decisions, unless it is 0. A named tree is registered, so that a pickled node needs only
    the tree's name and the steps that lead to the node.
    """

    named: ClassVar[dict[tuple[str, int, int], Tree]] = {}

    def __init__(self, game: Game, players: int, returns: str, longest: int = 0) -> None:
        self.game = game
        self.players = players
        self.returns = returns
        self.longest = longest
        self.name = ""
        program = game.program(players)
        self.actions = Actions(program)
        self.encoder = Encoder(program)
        self.first = GameTreeNode(self, game.forks(players), (Lines(),) * players, None, None)
        self._kept: list[GameTreeNode] = []
        self._weight = 0

    def keep(self, place: GameTreeNode, weight: int) -> None:
        """Record that a node caches successors, which take up `weight` of the memory allowed.

        If that memory is used up, clear the caches of all nodes.
        """
        self._kept.append(place)
        self._weight += weight
        if self._weight > MAX_KEPT:
            for each in self._kept:
                each.following.clear()
            self._kept, self._weight = [], 0


class GameTreeNode:
    """A node of a tree; `own` are the answers of each player on the way to it. A copy is the same object.

    `path` is a pair: the path of the previous node, and the number of the last step. A chance node refers to the node
    `before` it. A decision refers weakly to an `earlier` node, so that a long match does not keep all its nodes in
    memory.
    """

    def __init__(self, tree: Tree, fork: Fork, own: tuple[Lines, ...], before: GameTreeNode | None, path: Path) -> None:
        self.tree = tree
        self.fork = fork
        self.own = own
        self.path = path
        self.before = before if fork.draws else None
        decided = before.decided if before is not None else None
        self.earlier = None if decided is None else ref(decided)
        self.noticed: dict[int, SeenLog] = {}
        self.following: dict[int, GameTreeNode] = {}

    def __deepcopy__(self, memo: Any) -> GameTreeNode:
        return self

    def __reduce__(self) -> Any:
        steps: list[int] = []
        path = self.path
        while path is not None:
            path, number = path
            steps.append(number)
        return _replay_steps, ((self.tree.name, self.tree.players, self.tree.longest), steps[::-1])

    @property
    def decided(self) -> GameTreeNode | None:
        """The last node on the path that is not a chance node, possibly this one; None before the match begins."""
        place: GameTreeNode | None = self
        while place is not None and place.fork.draws:
            place = place.before
        return place

    @cached_property
    def finished(self) -> bool:
        """True if the match is over or was cut short."""
        longest, state = self.tree.longest, self.fork.state
        cut = bool(longest) and not self.fork.draws and state is not None and state.decisions >= longest
        return cut or self.fork.finished

    @cached_property
    def player(self) -> int:
        """The player to act; -1 for chance and at the end."""
        if self.finished or self.fork.draws or self.fork.state is None:
            return -1
        return self.fork.state.player

    @cached_property
    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance as (number, probability)."""
        draws = self.fork.draws
        total = sum(draw.weight for draw in draws)
        return [(number, draw.weight / total) for number, draw in enumerate(draws)]

    @cached_property
    def options(self) -> dict[int, int]:
        """The option for each legal action, in the order of actions."""
        state = self.fork.state
        if self.finished or self.fork.draws or state is None or state.decision is None:
            return {}
        actions = self.tree.actions.of(state.decision.options)
        return dict(sorted((action, option) for option, action in enumerate(actions)))

    @cached_property
    def legal(self) -> list[int]:
        """The legal actions."""
        return [*self.options]

    def then(self, action: int) -> GameTreeNode:
        """Return the node after an action or an outcome of chance."""
        found = self.following.get(action)
        if found is None:
            own, number = self.own, action
            if self.player >= 0:
                if action not in self.options:
                    raise ValueError(f"action {action} is not legal now: the legal ones are {self.legal}")
                number = self.options[action]
                answered = own[self.player].followed_by([self.tree.actions.text(action)])
                own = (*own[: self.player], answered, *own[self.player + 1 :])
            found = GameTreeNode(self.tree, self.fork.then(number), own, self, (self.path, action))
            self.following[action] = found
            self.tree.keep(self, found.fork.weight)
        return found

    @cached_property
    def worth(self) -> list[float]:
        """The returns of the players at the end, or where the match is cut short; 0 before."""
        if not self.finished or self.fork.state is None:
            return [0.0] * self.tree.players
        return compute_returns(self.fork.state, self.tree.returns)

    @cached_property
    def _said(self) -> dict[tuple[str, int], Any]:
        return {}

    def tensor(self, player: int) -> Any:
        """Return a player's view as a tensor; all 0 before the beginning of the match."""
        return self._compute_once("tensor", player)

    def text(self, player: int, recall: bool) -> str:
        """Return a player's view as text; with `recall` also the player's log and answers."""
        return str(self._compute_once("information" if recall else "observation", player))

    def _compute_once(self, what: str, player: int) -> Any:
        if self.before is not None:  # a player's observation changes only after the outcome of chance
            return self.before._compute_once(what, player)
        key = what, player
        if key not in self._said:
            self._said[key] = self._compute(what, player)
        return self._said[key]

    def _compute(self, what: str, player: int) -> Any:
        state = self.fork.state
        if what == "tensor":
            return [0.0] * self.tree.encoder.size if state is None else self.tree.encoder.encode(state, player)
        if state is None:
            return f"seat: P{player + 1}"
        if what == "observation":
            return render_observation(state.view(player))
        text, self.noticed[player] = extend_information(
            state, player, self.own[player], self._find_seen_log(state, player)
        )
        return text

    def _find_seen_log(self, state: State, player: int) -> SeenLog:
        """Return the log events that a player had seen at the node `earlier`; none if they may have changed since."""
        place = self.earlier and self.earlier()
        found = place.noticed.get(player) if place else None
        return found if found is not None and state.tracker.rewritten >= found.entries else SeenLog()


def _replay_steps(named: tuple[str, int, int], steps: list[int]) -> GameTreeNode:
    """Return the node of a registered tree after some steps. Raises KeyError for an unknown name."""
    place = Tree.named[named].first
    for step in steps:
        place = place.then(step)
    return place
