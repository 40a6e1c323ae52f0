"""Warnings about decisions that depend on hidden information which cannot be recomputed.

A determinization cannot sample such values, so that bots ignore them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.information_flow import InformationFlow
from cardwright.compiler.analysis.suspended_secrets import can_leak_to_bots
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, declare_code

if TYPE_CHECKING:
    from cardwright.compiler.lowering.recompute_frame_variables import Unrecomputable

HIDDEN_DEPENDENCY = declare_code("hidden-dependency")


def find_hidden_dependencies(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each variable or statement that would reveal hidden information to bots."""
    checked = texts.checked
    if not can_leak_to_bots(checked, texts.sight):
        return
    untold = find_unknown_frame_entries(checked, texts.sight)
    statements = {id(node): node for node in typed_tree.walk_bodies(checked)}
    reported: set[object] = set()
    for each in untold:
        made: object = None
        message = ""
        if each.name is not None:
            watching = (ability for ability in checked.abilities if each.name in ability.roles)
            made = _find_assignment(each.name, statements.values()) or next(watching, None)
            hidden = _describe_path(texts.sight.path_to_hidden(typed_tree.LocalExpr(each.name)), each.name.word)
            message = f"`{each.name.word}` depends on {hidden}, and cannot be recomputed for bots"
        elif each.statement:
            made = statements.get(each.statement)
            around = texts.sight.definitions.paths.get(each.statement, ())
            asked = tuple((part.conditions, part.lists) for part in around)
            hidden = _describe_path(texts.sight.path_to_hidden(asked))
            message = f"whether this is executed depends on {hidden}, so bots would learn it"
        source = None if made is None else checked.probes.source(made)
        if source is not None and id(made) not in reported:
            reported.add(id(made))
            unit, node = source
            label = "compute it completely before the decision, or completely after it"
            yield Diagnostic(HIDDEN_DEPENDENCY, message, unit.span(node), label, severity="warning")


def _describe_path(path: tuple[str, ...], name: str = "") -> str:
    """Render the hidden information on which a decision depends, and the names and rules through which it does."""
    *ways, hidden = [word for word in path if word != f"`{name}`"] or ["hidden pieces"]
    named = list(dict.fromkeys(way for way in ways if not way.startswith("`.")))
    return f"{hidden} through {', '.join(named)}" if named else hidden


def find_unknown_frame_entries(checked: typed_tree.CheckedGame, sight: InformationFlow) -> list[Unrecomputable]:
    """Return the frame entries that no player knows and that cannot be recomputed. For this, the game is lowered."""
    from cardwright.compiler.compile_game import lower_plain  # only here: few games come to it

    found = lower_plain(checked, checked.game.players[0], sight=sight).code.unrecomputable.values()
    return [each for frame in found for each in frame if not each.knowers]


def _find_assignment(name: typed_tree.TypedVar, statements: Iterable[object]) -> object:
    """Return the last statement that assigns a variable; for a parameter, a call of its procedure."""
    found: object = None
    for each in statements:
        gives = (
            each.var if isinstance(each, typed_tree.LetStmt | typed_tree.ForEachStmt) else getattr(each, "into", None)
        )
        if gives is name:
            found = each
        elif isinstance(each, typed_tree.PerformStmt) and name in each.procedure.params:
            found = found or each
    return found
