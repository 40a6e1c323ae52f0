"""Warnings about reactions of face-down pieces to the verb that turns them up and takes them away."""

from collections.abc import Iterator, Mapping

from cardwright.checker import typed_tree
from cardwright.declarations.value_types import Type
from cardwright.lint.abilities.never_fires import NEVER_FIRES, join_alternatives
from cardwright.lint.analysis.where_passed_pieces_go import ANYWHERE, Zones, is_just
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote
from cardwright.syntax import tree as syntax


def find_resting_powers(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each reaction before a verb that alone turns up the pieces of its kind in its zones.

    The piece lies face down when the verb begins, so its power rests, and elsewhere when the verb has ended.
    """
    game, checked = texts.game, texts.checked
    faced = {zone.word for zone in game.zones if zone.see == "face"}
    for ability in checked.abilities if faced else ():
        source, procedure = checked.probes.source(ability), ability.procedure
        if ability.power < 0 or ability.kind not in ("before", "instead") or source is None or procedure is None:
            continue
        unit, node = source
        kind = game.pieces[ability.power].kind
        holding = {zone.word for zone in game.zones if zone.holds == kind}
        zones, turning = holding.intersection(ability.zones), _find_turning(texts, kind)
        if not zones or zones != holding & faced or procedure not in turning:
            continue
        if any(lies & ANYWHERE or lies & zones for lies in turning.values()):
            continue
        assert isinstance(node, syntax.ReactNode)
        there = join_alternatives(sorted(turning[procedure]))
        message = (
            f"this never happens: in {join_alternatives(sorted(zones))} the {kind} is face down when "
            f"`{procedure.written}` begins, and afterwards it is in {there}"
        )
        notes = (DiagnosticNote(f"`{procedure.written}` is declared here", procedure.span),)
        label = f"let another verb or step turn it up before `{procedure.written}`"
        yield Diagnostic(NEVER_FIRES, message, unit.span(node.pattern), label, notes, "warning")


def _find_turning(texts: GameTexts, kind: str) -> Mapping[typed_tree.TypedProcedure | None, Zones]:
    """Return the procedures that turn up a piece passed to them, each with the zones in which it can be afterwards.

    All others that can turn up a piece of the kind are at None, with any zone.
    """
    found: dict[typed_tree.TypedProcedure | None, Zones] = {}
    here = [each for procedure in texts.checked.procedures.values() for each in procedure.each_sort]
    of_params: set[int] = set()
    for procedure in here:
        for node in _list_turns(procedure.body):
            role = next((each for each in procedure.params if is_just(node.args[0], each)), None)
            if role is not None and _can_be(node.args[0].type, kind):
                of_params.add(id(node))
                found[procedure] = texts.final_zones.after(procedure, role)
    for node in _list_turns(typed_tree.walk_bodies(texts.checked)):
        if id(node) not in of_params and _can_be(node.args[0].type, kind):
            found[None] = ANYWHERE
    return found


def _list_turns(texts: object) -> list[typed_tree.ActStmt]:
    nodes = typed_tree.walk_tree(texts)
    return [each for each in nodes if isinstance(each, typed_tree.ActStmt) and each.primitive.word == "turn_up"]


def _can_be(turned: Type, kind: str) -> bool:
    return (turned.item or turned).of in (kind, "")
