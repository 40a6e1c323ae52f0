"""Margins between players in a state, and weighted sums of rules as valuations."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardwright.game.state import State
from cardwright.runtime.program import Program
from cardwright.source.diagnostics import suggest

# The margin of a win: above any valuation, and small enough to add the valuation without loss.
WON = 10**9
# The progress at the usual end of a match; it is 0 at the start.
FULL_PROGRESS = 100
# Weights that grow with the progress are in thousandths.
PROGRESS_UNIT = 1000


@dataclass(frozen=True, slots=True)
class WeightedValuation:
    """Weighted sum of rules: `terms` are (rule, weight, growth). The weight grows with the game's progress.

    The progress is `progress_start` plus the weighted sum of the rules in `progress`, in thousandths, from 0 to
    `FULL_PROGRESS`. The rules take a player and return a number. `settling` and `prior` have the meaning of the fields
    of a game file. Compiled C computes the same (native/valuation.h), so that candidates in training need no
    compilation.
    """

    terms: tuple[tuple[str, int, int], ...]
    progress: tuple[tuple[str, int], ...] = ()
    progress_start: int = 0
    settling: bool = False
    prior: int = 0

    @property
    def rules(self) -> list[str]:
        """The rules in the terms and in the progress."""
        return [rule for rule, *_ in self.terms] + [rule for rule, _ in self.progress]

    def value(self, rules: Mapping[str, Callable[..., Any]], slots: Any, player: int) -> int:
        """Return the valuation of a state for a player.

        `slots` are the slots of the state, `rules` the compiled rules of the game by name.
        """
        done = self.progress_start + sum(weight * int(rules[rule](slots, player)) for rule, weight in self.progress)
        progress = min(FULL_PROGRESS, max(0, done // PROGRESS_UNIT))
        return sum(
            (weight + growth * progress) * int(rules[rule](slots, player)) for rule, weight, growth in self.terms
        )


def compute_margin(state: State, player: int) -> int:
    """Return a player's margin in a state; a large number is added for winners and subtracted for losers."""
    margin = _subtract_others(state.valuations, player, _compares_with_mean(state))
    if not state.finished:
        return margin
    return margin + (WON if player in state.winners else -WON)


def compute_margins(state: State) -> list[int]:
    """Return the margin of each player, without the bonus for winners."""
    values, over_all = state.valuations, _compares_with_mean(state)
    if len(values) == 2:
        margin = values[0] - values[1]
        return [margin, -margin]
    return [_subtract_others(values, player, over_all) for player in range(len(values))]


def _compares_with_mean(state: State) -> bool:
    """Return True if the valuation in use is compared with the mean of all opponents instead of the best."""
    tables = state.program.tables
    return (state.valued_by or tables.valuation or "final_score") in tables.lead_over_all


def _subtract_others(values: Sequence[int], player: int, over_all: bool) -> int:
    """Return a player's value minus the highest value of another player.

    If `over_all`, the mean of the other players' values, rounded down, is subtracted instead.
    """
    others = [*values[:player], *values[player + 1 :]]
    if not others:
        return values[player]
    return values[player] - (sum(others) // len(others) if over_all else max(others))


def is_settled_first(state: State) -> bool:
    """Return True if lines are played on until the score has settled, before a state is valued.

    This applies where neither the game nor the bot names a rule, and to the rules in `settling:`.
    """
    named = state.valued_by
    if isinstance(named, WeightedValuation):
        return named.settling
    tables = state.program.tables
    rule = named or tables.valuation
    return rule in tables.settling if rule else True


def find_prior(state: State) -> int:
    """Return the margin that makes an option clearly preferable in a search (see `priors:`), 0 for none."""
    named = state.valued_by
    if isinstance(named, WeightedValuation):
        return named.prior
    tables = state.program.tables
    return tables.priors.get(str(named or tables.valuation), 0)


def list_valuations(program: Program) -> list[str]:
    """Return the rules that can be valuations: those that take a player and return a number."""
    return [rule.word for rule in program.tables.rules if rule.values_a_player]


def check_valuation(program: Program, valuation: str | WeightedValuation) -> None:
    """Raise ValueError if a game has no such valuation: a rule, or several rules with weights.

    "" is the game's own valuation.
    """
    known = list_valuations(program)
    for rule in [valuation] if isinstance(valuation, str) else valuation.rules:
        if not rule or rule in known:
            continue
        near = suggest(rule, known)
        hint = f"; did you mean `{near}`?" if near else ""
        raise ValueError(f"the game has no rule `{rule}` of one player that gives a number{hint}")


def value_by_rule(state: State, rule: str | WeightedValuation) -> State:
    """Return a copy of a state in which bots maximize another valuation: a rule or a weighted sum.

    "" stands for the game's own. Raises ValueError for an unknown rule.
    """
    if not rule:
        return state
    check_valuation(state.program, rule)
    copy = state.clone()
    copy.valued_by = rule
    return copy
