"""Tree of a search, with the number of visits and the mean reward of every option at every node."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import log, sqrt

# Exploration constant: how strongly options with few visits are favoured. Rewards lie between 0 and 1.
CURIOSITY = 0.35
# Progressive widening: a node with n visits considers about WIDTH * sqrt(n) options, the most promising first.
WIDTH = 2.0


class TriedOption:
    """Counts for an option at a node: how often it was taken and offered, and the sum of its rewards."""

    __slots__ = ("offered", "taken", "total")

    def __init__(self, taken: int = 0, total: float = 0.0) -> None:
        self.taken = taken
        self.offered = taken
        self.total = total

    @property
    def mean(self) -> float:
        """The mean reward; 0 if the option was never taken."""
        return self.total / self.taken if self.taken else 0.0


class SearchNode:
    """A node of the tree: the same player decides in every sampled state, but the options may differ."""

    __slots__ = ("children", "secret", "tried", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.tried: dict[Hashable, TriedOption] = {}
        self.children: dict[Hashable, SearchNode] = {}
        self.secret: dict[Hashable, SearchNode] = {}

    def child(self, way: Hashable) -> SearchNode:
        """Return the child node for a key, which is created if needed."""
        found = self.children.get(way)
        if found is None:
            found = self.children[way] = SearchNode()
        return found

    def asked_secretly(self, who: Hashable) -> SearchNode:
        """Return the node below this one for the secret decision of player `who`.

        The player does not know the secret answers of other players.
        """
        found = self.secret.get(who)
        if found is None:
            found = self.secret[who] = SearchNode()
        return found

    def untried(self, keys: Sequence[Hashable]) -> list[int]:
        """Return the indices of the options never taken here.

        Returns [] while enough options were tried for the number of visits.
        """
        fresh = [option for option, key in enumerate(keys) if key not in self.tried]
        known = len(keys) - len(fresh)
        return fresh if known == 0 or known < WIDTH * sqrt(self.visits) else []

    def best(self, keys: Sequence[Hashable]) -> int:
        """Return the option with the highest upper confidence bound: mean reward plus a bonus for few visits.

        Options that were never taken are left out.
        """
        chosen, highest = -1, -1.0
        for option, key in enumerate(keys):
            tried = self.tried.get(key)
            if tried is None:
                continue
            prospect = tried.mean + CURIOSITY * sqrt(log(tried.offered + 1) / (tried.taken or 0.5))
            if prospect > highest:
                chosen, highest = option, prospect
        return chosen

    def take(self, keys: Sequence[Hashable], option: int) -> TriedOption:
        """Count an option as taken here and the others as offered; return the counts of the option."""
        self.visits += 1
        for key in keys:
            tried = self.tried.get(key)
            if tried is not None:
                tried.offered += 1
        chosen = self.tried.get(keys[option])
        if chosen is None:
            chosen = self.tried[keys[option]] = TriedOption()
            chosen.offered = 1
        chosen.taken += 1
        return chosen
