"""Warnings about reactions that require a piece to be in the zone that it has just left."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cardwright.checker import typed_tree
from cardwright.checker.names.rule_text_context import Unit
from cardwright.declarations.model import TABLE, GameDecl
from cardwright.lint.abilities.never_fires import NEVER_FIRES, find_performed_procedures, join_alternatives
from cardwright.lint.analysis.where_passed_pieces_go import ANYWHERE, Zones
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote
from cardwright.syntax import tree as syntax


def find_left_zones(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each `after` whose condition requires a piece to lie in a zone that it has just left.

    The event of the ability has moved the piece out of this zone.
    """
    checked = texts.checked
    landing, done = texts.final_zones, find_performed_procedures(texts)
    modified = frozenset(ability.rule.number for ability in checked.abilities if ability.rule is not None)
    for ability in checked.abilities:
        procedure, source = ability.procedure, checked.probes.source(ability)
        if ability.kind != "after" or procedure is None or ability.where is None or source is None:
            continue
        unit, node = source
        doers = frozenset((ability.you, *ability.roles[:1]))
        for role, param in zip(ability.roles[1:], procedure.params, strict=True) if procedure.written in done else ():
            asked = _Required(texts.game, role, doers, modified).find_in(ability.where)
            lies = landing.after(procedure, param) if asked else ANYWHERE
            if asked and not lies & ANYWHERE and lies.isdisjoint(asked):
                assert isinstance(node, syntax.ReactNode)
                yield _report(node, unit, procedure, lies, asked)


@dataclass(frozen=True)
class _Required:
    """The zones in which conditions require the argument for `role` to be.

    Rules with the numbers in `opaque` can have any value, because abilities modify them. `doers` are variables with
    players that are not nobody.
    """

    game: GameDecl
    role: typed_tree.TypedVar
    doers: frozenset[typed_tree.TypedVar]
    opaque: frozenset[int]

    def find_in(self, where: typed_tree.Value) -> Zones:
        """Return the zones in which a condition requires the argument to be; an empty set if it requires none."""
        for part in typed_tree.split_conjunction(where):
            places = self._find_in_part(part)
            if places and not places & ANYWHERE:
                return places
        return frozenset()

    def _find_in_part(self, part: typed_tree.Value) -> Zones:
        role = typed_tree.LocalExpr(self.role)
        match part:
            case typed_tree.LogicExpr(operator="or", left=left, right=right):
                both = self.find_in(left), self.find_in(right)
                return both[0] | both[1] if all(both) else frozenset()
            case typed_tree.RuleExpr(rule=rule) if rule.number not in self.opaque and len(rule.cases) == 1:
                inside = replace(self, opaque=self.opaque | {rule.number})
                given = dict(zip(rule.params, part.args, strict=True))
                return inside.find_in(typed_tree.substitute(rule.cases[0][0], given))
            case typed_tree.CompareExpr(operator="in", left=left, right=right) if left == role:
                return _list_zones(right, self.opaque)
            case typed_tree.CompareExpr(
                operator="is",
                left=typed_tree.BuiltinExpr(word="zone", piece=piece),
                right=typed_tree.ZoneExpr(zone=zone),
            ) if piece == role:
                return frozenset({zone.word})
            case typed_tree.CompareExpr(
                operator="is" | "in", left=typed_tree.BuiltinExpr(word="controller", piece=piece), right=right
            ) if piece == role and self._is_somebody(right):
                kind, owned = self.role.type.of, (zone.word for zone in self.game.zones if zone.owner != TABLE)
                by_memory = any(memory.word == "owner" and memory.owner == kind for memory in self.game.memory)
                return ANYWHERE if by_memory else frozenset(owned)
        return frozenset()

    def _is_somebody(self, value: typed_tree.Value) -> bool:
        """Return True for players none of whom is nobody."""
        match value:
            case typed_tree.LocalExpr(var=var):
                return var in self.doers
            case typed_tree.PlayersExpr() | typed_tree.OpponentsExpr():
                return True
        return False


def _list_zones(value: typed_tree.Value, opaque: frozenset[int]) -> Zones:
    """Return the zones in which the items of a list can be."""
    match value:
        case typed_tree.ZoneExpr(zone=zone):
            return frozenset({zone.word})
        case (
            typed_tree.ContentExpr(zone=inside)
            | typed_tree.FilterExpr(list=inside)
            | typed_tree.CollectExpr(value=inside, flat=True)
        ):
            return _list_zones(inside, opaque)
        case typed_tree.BinaryExpr(operator="+", left=left, right=right):
            return _list_zones(left, opaque) | _list_zones(right, opaque)
        case typed_tree.RuleExpr(rule=rule) if rule.number not in opaque and rule.cases:
            inside_itself = opaque | {rule.number}
            return frozenset().union(*(_list_zones(case, inside_itself) for case, _ in rule.cases))
    return ANYWHERE


def _report(
    node: syntax.ReactNode, unit: Unit, procedure: typed_tree.TypedProcedure, lies: Zones, asked: Zones
) -> Diagnostic:
    there, place = join_alternatives(sorted(lies)), join_alternatives(sorted(asked))
    message = (
        f"this never happens: after `{procedure.written}` the piece is in {there}, and this asks for one in {place}"
    )
    notes = (DiagnosticNote(f"`{procedure.written}` is declared here", procedure.span),)
    at = unit.span(replace(node.pattern, start=node.start))
    return Diagnostic(NEVER_FIRES, message, at, f"write `before {unit.text(node.pattern)}`", notes, "warning")
