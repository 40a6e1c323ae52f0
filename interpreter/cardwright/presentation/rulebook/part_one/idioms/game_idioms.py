"""All idioms of one game, applied to its procedures and rules."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from cardwright.checker import typed_tree
from cardwright.english.game_words import FixedText
from cardwright.presentation.rulebook.part_one.idioms.boards import find_tokens, name_spaces, tell_rows
from cardwright.presentation.rulebook.part_one.idioms.piles_and_lines import (
    tell_built_up,
    tell_deals,
    tell_lines,
    tell_redrawing,
)
from cardwright.presentation.rulebook.part_one.idioms.turn_order import (
    find_direction,
    find_opening,
    tell_last_turns,
    tell_missed_turns,
    tell_own_turns,
    tell_rounds,
    tell_tallies,
)
from cardwright.presentation.rulebook.turn_and_phases import Course, Procedure
from cardwright.syntax import tree as syntax

Rules = Mapping[str, typed_tree.WrittenNode[syntax.RuleNode]]


@dataclass(frozen=True, slots=True)
class Idioms:
    """Replacements for parts of a game's rule texts.

    - `texts`: the texts of nodes
    - `following`: what the rule for the next player says
    - `tokens`: the noun for what shows the player in some memory of a piece, by that memory
    - `opening`: the procedures of set-up alone, in which whoever has the turn is the player who begins
    - `remarks`: sentences on zones
    - `numbers`: the rules whose numbers, by players, are told where they are used
    - `counts`: the counters that only the program needs
    """

    texts: Mapping[syntax.Node, FixedText] = field(default_factory=dict)
    following: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, str] = field(default_factory=dict)
    opening: AbstractSet[str] = frozenset()
    remarks: Sequence[str] = ()
    numbers: AbstractSet[str] = frozenset()
    counts: AbstractSet[str] = frozenset()


def apply_idioms(
    course: Course, procedures: Mapping[str, Procedure], rules: Rules
) -> tuple[Mapping[str, Procedure], Rules, Idioms]:
    """Return procedures and rules in which nodes with texts stand for what players have words for."""
    procedures, rules = tell_own_turns(course, procedures, rules)
    procedures, last = tell_last_turns(course, procedures)
    passed, following = find_direction(course)
    procedures, missed = tell_missed_turns(course, procedures, passed)
    procedures, again = tell_redrawing(procedures)
    tokens = find_tokens(course)
    procedures, named = name_spaces(course, procedures, tokens)
    rules, rows = tell_rows(course, rules, tokens)
    built, remarks = tell_built_up(course, procedures)
    dealt, numbers = tell_deals(course, procedures)
    procedures, rounds, counts = tell_rounds(course, procedures)
    texts = {
        **last,
        **again,
        **passed,
        **missed,
        **named,
        **rows,
        **built,
        **dealt,
        **rounds,
        **tell_tallies(course, procedures),
        **tell_lines(course, rules),
    }
    opening = find_opening(course, procedures)
    return procedures, rules, Idioms(texts, following, tokens, opening, remarks, numbers, counts)
