"""Action numbers for options: one for every possible key, and spare numbers for all other options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardwright.game.loaded_game import Game
from cardwright.game.state import State
from cardwright.runtime.decision import Option, make_slug, make_title_key
from cardwright.runtime.names_of_state_values import DisplayNames
from cardwright.runtime.program import Program
from cardwright.source.path_and_number_checks import convert_whole_number
from cardwright.state_slots_and_table_rows import DecisionPointRow, ProgramTables

# Limit for numbers with an action of their own; larger numbers take spare actions.
MAX_NUMBER = 100
MIN_SPARE = 16
# Messages of environments about an action or observation before the start or after the end.
UNBEGUN = "no game is in progress: `reset` begins one"


class Actions:
    """The actions of a game for a number of players; `keys` are the option keys known in advance, by action number.

    After them come `spare` actions. An option whose key is not known in advance (a card shown by its back, a number
    beyond 100, a copied ability, a title that consists of values) takes the next spare action, in the order of the
    options.
    """

    def __init__(self, program: Program) -> None:
        tables = program.tables
        self.keys: tuple[str, ...] = tuple(dict.fromkeys(_list_keys(tables, program.naming)))
        backs = max((_count_pieces(site, tables) for site in tables.sites), default=0)
        self.spare = max(MIN_SPARE, backs)
        self.size = len(self.keys) + self.spare
        self.numbers = {key: number for number, key in enumerate(self.keys)}

    def of(self, options: Sequence[Option]) -> list[int]:
        """Return a different action for each option of a decision.

        Raises ValueError if there are more options without a known key than spare actions.
        """
        spare = iter(range(len(self.keys), self.size))
        try:
            return [self.numbers[each.key] if each.key in self.numbers else next(spare) for each in options]
        except StopIteration:
            raise ValueError(f"more than {self.spare} options have no action of their own") from None

    def text(self, action: int) -> str:
        """Return the name of an action; the name is the same at every decision."""
        return self.keys[action] if action < len(self.keys) else f"spare_{action - len(self.keys) + 1}"


def _list_keys(tables: ProgramTables, names: DisplayNames) -> Iterator[str]:
    for site in tables.sites:
        if site.base == "may":
            yield from ("yes", "pass")
        elif site.decline:
            yield site.decline
        yield from _list_keys_at(site, tables, names)


def _list_keys_at(site: DecisionPointRow, tables: ProgramTables, names: DisplayNames) -> Iterator[str]:
    if site.base != "may":
        yield from filter(None, (make_title_key(site, number) for number in site.numbered_options))
    for base, of in site.sorts:
        yield from _list_keys_of(base, of, tables, names)


def _count_pieces(site: DecisionPointRow, tables: ProgramTables) -> int:
    """Return the greatest number of pieces that a decision point can offer."""
    return sum(tables.kinds[of].size for base, of in site.sorts if base == "piece")


def _list_keys_of(base: str, of: str, tables: ProgramTables, names: DisplayNames) -> Iterator[str]:
    """Yield the option keys of all values of the type `base`. For pieces and their names, `of` is the kind."""
    if base == "number":
        yield from map(str, range(MAX_NUMBER + 1))
    elif base == "player":
        yield from map(names.player, range(tables.players))
    elif base == "piece":
        first, size, *_ = tables.kinds[of]
        yield from _number_repeats(names.piece_key(piece) for piece in range(first, first + size))
    elif base == "name":
        yield from (definition.id for definition in tables.definitions if definition.kind == of)
    elif base == "zone":
        start = tables.zones_from
        yield from _number_repeats(names.zone_key(start + place) for place in range(len(tables.zones)))
    elif base == "ability":
        yield from _number_repeats(make_slug(ability.title) for ability in tables.abilities)
    elif base == "enum":
        yield from (make_slug(names.word(word)) for word in tables.words)


def _number_repeats(keys: Iterable[str]) -> Iterator[str]:
    """Yield keys in the form that options have: a repeated key gets a number, as in `tea#2`."""
    taken: dict[str, int] = {}
    for key in keys:
        taken[key] = taken.get(key, 0) + 1
        yield key if taken[key] == 1 else f"{key}#{taken[key]}"


RETURNS = ("wins", "margin", "scores")


def check_returns(game: Game, returns: str | None) -> str:
    """Check the name of a scheme of returns, and return the name.

    The default is `wins` for a game with a rule `winners`, otherwise `margin`. Raises ValueError for an unknown name.
    """
    if returns is None:
        decided = game.program(game.min_players).plain.winners is not None
        return "wins" if decided else "margin"
    if returns not in RETURNS:
        raise ValueError(f"returns must be one of {', '.join(RETURNS)}, not {returns!r}")
    return returns


def check_max_decisions(longest: int | None) -> int | None:
    """Check the maximum number of decisions, None for no limit. Raises ValueError for less than one."""
    number = None if longest is None else convert_whole_number(longest, "the longest game")
    if number is not None and number < 1:
        raise ValueError(f"the limit of decisions must be at least 1, not {number}")
    return number


def compute_returns(state: State, returns: str) -> list[float]:
    """Return the payoff of each player at the end of a match, by the scheme `returns`.

    `wins`: 1, shared by all winners. `margin`: the score minus the mean of all scores. `scores`: the score.
    """
    players = range(state.program.players)
    if returns == "wins":
        winners = state.winners
        return [1 / len(winners) if player in winners else 0.0 for player in players]
    scores = state.scores
    mean = float(sum(scores) / len(scores)) if returns == "margin" else 0.0
    return [float(score) - mean for score in scores]
