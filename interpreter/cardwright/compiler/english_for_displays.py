"""English sentences about a compiled game, needed only by displays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardwright import state_slots_and_table_rows
from cardwright.checker import typed_tree
from cardwright.compiler.analysis.attributes_read_by_decisions import DecisionDependencies, find_decision_dependencies
from cardwright.compiler.analysis.turn_actions import TurnOutlineEntry, outline_turn
from cardwright.compiler.decision_rows import MAX_FOLLOWING, find_statements_after_decisions
from cardwright.compiler.program_tables import Tables, collect_explanations
from cardwright.english.renderer import English, all_play_together, is_score_a_result
from cardwright.syntax import tree as syntax


def describe_program(checked: typed_tree.CheckedGame) -> Tables:
    """Return the program tables of English texts, which do not depend on the number of players (see `Sentences`)."""
    english, found = English.of(checked), find_decision_dependencies(checked)
    after = find_statements_after_decisions(checked)
    return {
        "purposes": {
            site.number: tuple(_find_purpose(site, english, found.get(site.number), after.get(site.number, ())))
            for site in checked.sites
        },
        "notes": {
            number: text for number, text in _explain_offers(checked, english, collect_explanations(checked)) if text
        },
        "sorts": {checked.game.words[word]: text for word, text in explain_enum_values(checked).items()},
        "ahead": [tuple(_build_outline_row(each, checked, english)) for each in outline_turn(checked)],
        "waiting": dict(_list_stored_names(checked, english)),
        "together": all_play_together(checked),
        "score_is_result": is_score_a_result(checked),
    }


def describe_powers(checked: typed_tree.CheckedGame) -> Tables:
    """Return the English texts of powers by definition, as the table `texts`."""
    english, pieces = English.of(checked), checked.game.pieces
    return {"texts": {number: english.power(p.written, pieces[p.definition]) for number, p in checked.powers.items()}}


def _list_stored_names(
    checked: typed_tree.CheckedGame, english: English
) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """Yield (number, names) for each deferred statement on a stack.

    The number is that of the word which identifies the statement, and the names are those of the variables that it
    stores.
    """
    first = len(checked.game.words) - len(checked.later)
    yield from ((number, english.waiting_names(later)) for number, later in enumerate(checked.later, start=first))


def explain_enum_values(checked: typed_tree.CheckedGame) -> dict[str, str]:
    """Return the author's explanations of enum values that are not also names of pieces, zones or memory."""
    game, abouts = checked.game, collect_explanations(checked)
    other = {*game.tables, *game.kinds, *(piece.id for piece in game.pieces)}
    other |= {zone.word for zone in game.zones} | {memory.word for memory in game.memory}
    words = dict.fromkeys(word for enum in game.enums.values() for word in enum.values)
    return {word: abouts[word] for word in words if word in abouts and word not in other}


def _find_purpose(
    site: typed_tree.DecisionPoint,
    english: English,
    goes_by: DecisionDependencies | None,
    follows: Sequence[syntax.Stmt],
) -> state_slots_and_table_rows.PurposeRow:
    comes = english.purpose(site, follows if len(follows) < MAX_FOLLOWING else ())
    return state_slots_and_table_rows.PurposeRow(
        then=comes.then,
        single=comes.single,
        called=list(comes.called),
        otherwise=comes.otherwise,
        does=list(comes.options),
        attributes=[] if goes_by is None else list(goes_by.attributes),
        rules=[] if goes_by is None else [(number, list(roles)) for number, roles in goes_by.rules],
        counters=[] if goes_by is None else list(goes_by.counters),
        picked=list(comes.picked),
        asks=list(comes.asks),
        follows=comes.follows,
    )


def _explain_offers(
    checked: typed_tree.CheckedGame, english: English, abouts: Mapping[str, str]
) -> Iterator[tuple[int, str]]:
    """Yield the explanation of each offer that the game itself makes.

    It is the author's explanation or, without one, the steps of the verb in English.
    """
    for ability in checked.abilities:
        if ability.kind == "offer" and ability.power < 0:
            for word in (node.procedure.written for node in ability.body if isinstance(node, typed_tree.PerformStmt)):
                written = checked.library[word]
                steps = (
                    [each.text for each in english.steps(written)]
                    if isinstance(written.node, syntax.ProcedureNode)
                    else []
                )
                yield ability.number, abouts.get(word, " ".join(steps))


def _build_outline_row(
    entry: TurnOutlineEntry, checked: typed_tree.CheckedGame, english: English
) -> state_slots_and_table_rows.TurnOutlineRow:
    if entry.site is None:
        procedure = entry.procedures[-1]
        title = english.heading(procedure.written)
        needs = english.needs(checked.library[procedure.written if entry.rule is None else entry.rule.word])
        needs = [*needs[: len(entry.conditions)], ""]
    else:
        title, needs = english.chance(entry.site, entry.option)
    flags = len(entry.conditions) + 1
    if len(needs) != flags:
        # the text has more or fewer parts than the condition: the reasons cannot be matched
        needs = [""] * flags
    return state_slots_and_table_rows.TurnOutlineRow(
        [each.number for each in entry.procedures], title, [*needs, ""], entry.site is None
    )
