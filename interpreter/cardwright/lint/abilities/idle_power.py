"""Warnings about abilities that never act, because their piece has moved away or nobody controls it."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.checker.names.rule_text_context import Unit
from cardwright.declarations.model import PLAYERS, GameDecl, KindDecl
from cardwright.declarations.value_types import PLAYER, describe_type, piece
from cardwright.lint.abilities.never_fires import (
    NEVER_FIRES,
    find_filled_zones,
    find_performed_procedures,
    join_alternatives,
)
from cardwright.lint.analysis.where_passed_pieces_go import ANYWHERE, FinalZones
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote
from cardwright.syntax import tree as syntax


def find_idle_powers(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each ability that can never act because of the zones in which its piece can be.

    Zones that never hold pieces, and procedures that are never called, are reported by `find_unreachable_abilities`.
    """
    checked = texts.checked
    landing, reached, done = texts.final_zones, find_filled_zones(texts), find_performed_procedures(texts)
    used = _find_used_kinds(checked)
    for ability in checked.abilities:
        source = checked.probes.source(ability)
        if ability.power < 0 or ability.until or source is None:
            continue
        if ability.procedure is None or ability.procedure.written in done:
            unit, node = source
            assert isinstance(node, syntax.ReactNode | syntax.ForbidNode | syntax.ModifyNode | syntax.OfferNode)
            lies = _find_zones_after_event(ability, landing)
            yield from _check_ability(ability, node, unit, checked.game, lies, reached, used)


def _check_ability(
    ability: typed_tree.TypedAbility,
    node: syntax.Ability,
    unit: Unit,
    game: GameDecl,
    lies: frozenset[str] | None,
    reached: Collection[str],
    used: Collection[str],
) -> Iterator[Diagnostic]:
    """Yield a warning if an ability can never act.

    `lies` are the zones in which the piece can be when the ability reacts (None: any). `used` are the kinds whose
    offers can be used by players who do not control the piece.
    """
    kind = game.kinds[game.pieces[ability.power].kind]
    holding = {each.word for each in game.zones if each.holds == kind.word}
    zones = holding.intersection(ability.zones, reached)
    if zones and lies is not None and zones.isdisjoint(lies):
        assert isinstance(node, syntax.ReactNode)
        yield _report_moved(
            ability, node, unit, lies, join_alternatives(sorted(zones)), _can_have_you(ability, kind, lies, game)
        )
        return
    zones = zones if lies is None else zones & lies
    if not zones or _can_have_you(ability, kind, zones, game):
        return
    if ability.kind != "offer" or kind.word not in used:
        bearers = _find_kinds_on_table(kind, zones, game)
        cure = f"give {join_alternatives(sorted(bearers))} `memory: {{owner: player}}` in the game file"
        if kind.word not in bearers and _has_owner(kind.word, game):
            cure += ": the `owner` of a piece does not count while it lies on another"
        yield _report_uncontrolled(ability, node, unit, join_alternatives(sorted(zones)), cure)


def _find_used_kinds(checked: typed_tree.CheckedGame) -> set[str]:
    """Return the kinds of pieces with offers that can be used by players who do not control the piece."""
    windows = (node for node in typed_tree.walk_bodies(checked) if isinstance(node, typed_tree.OpenWindowStmt))
    return {node.piece.type.of for node in windows if node.piece is not None}


def _can_have_you(ability: typed_tree.TypedAbility, kind: KindDecl, zones: Iterable[str], game: GameDecl) -> bool:
    """Return True if an ability does not need `you`, or if a player can control its piece in one of the zones."""
    asks = ability.kind == "offer" or typed_tree.uses_variable(
        (ability.where, ability.body, ability.changes), ability.you
    )
    return not asks or any(_can_be_held(kind, zone, game) for zone in zones)


def _find_zones_after_event(ability: typed_tree.TypedAbility, landing: FinalZones) -> frozenset[str] | None:
    """Return the zones in which a piece can be when its ability reacts to an event on that piece; None for any zone."""
    if ability.kind != "after" or ability.procedure is None or ability.where is None or ability.this is None:
        return None
    this = typed_tree.LocalExpr(ability.this)
    for role, param in zip(ability.roles[1:], ability.procedure.params, strict=True):
        done_to = (
            typed_tree.CompareExpr("is", typed_tree.LocalExpr(role), this),
            typed_tree.CompareExpr("is", this, typed_tree.LocalExpr(role)),
            typed_tree.CompareExpr("in", this, typed_tree.LocalExpr(role)),
        )
        if any(each in done_to for each in typed_tree.split_conjunction(ability.where)):
            lies = landing.after(ability.procedure, param, ability.power)
            return None if lies & ANYWHERE else lies
    return None


def _report_moved(
    ability: typed_tree.TypedAbility, node: syntax.ReactNode, unit: Unit, lies: frozenset[str], works: str, held: bool
) -> Diagnostic:
    """Return a warning that an ability reacts only after its piece has left the zones in which the ability is active.

    `lies` are the zones in which the piece can be then, and `works` names those in which the ability is active. `held`
    is True if a player controls the piece in its new zone.
    """
    assert ability.procedure is not None
    word = node.pattern.word
    there = join_alternatives(sorted(lies))
    message = (
        f"this never happens: after `{word}` the {_find_kind(ability)} is in {there}, and this ability works in {works}"
    )
    doer = "" if ability.procedure.kind == "step" else "players "
    before = unit.text(node.pattern)
    if ability.own:
        before = f"{doer}{word}({ability.procedure.params[0].word}: this)"
    label = f"write `before {before}`, or let the ability work there: `in {', '.join(sorted(lies))}:`"
    label += "" if held else ", where `you` has no meaning: write `player` for the one who performs it"
    notes = (DiagnosticNote(f"`{ability.procedure.written}` is declared here", ability.procedure.span),)
    at = unit.span(replace(node.pattern, start=node.start))
    return Diagnostic(NEVER_FIRES, message, at, label, notes, "warning")


def _report_uncontrolled(
    ability: typed_tree.TypedAbility, node: syntax.Ability, unit: Unit, there: str, owner: str
) -> Diagnostic:
    """Return a warning that an ability mentions `you`, but nobody controls its piece where the ability is active.

    `there` names the zones in which it is active, and `owner` is a suggestion.
    """
    nobody = f"nobody controls {describe_type(piece(_find_kind(ability)))} in {there}"
    if isinstance(node, syntax.OfferNode):
        at = unit.span_at(node.start, len("offer"))
        return Diagnostic(NEVER_FIRES, f"this is never offered: {nobody}", at, owner, (), "warning")
    message, who = f"{nobody}, who could be `you` here", "name the player who performs it and the owner"
    if isinstance(node, syntax.ReactNode) and ability.procedure is not None and ability.procedure.kind == "verb":
        who = f"name `player`, who performs `{node.pattern.word}`, in place of `you`"
        if unnamed := _find_unnamed_doer(ability, unit.text(node)):
            asks = unnamed in ("may", "choose")
            message = f"{nobody}, so {f'`{unnamed}` asks nobody' if asks else f'nobody performs `{unnamed}`'}"
            who = f"name the player, as in `player {unnamed}`"
    span = unit.span(node.pattern if isinstance(node, syntax.ReactNode | syntax.ForbidNode) else node)
    message = f"this never happens: {message}"
    return Diagnostic(NEVER_FIRES, message, span, f"{who}, or {owner}", (), "warning")


def _find_unnamed_doer(ability: typed_tree.TypedAbility, text: str) -> str:
    """Return what `you` do in an ability in which nobody is named as `you`, such as `move`; "" if there is no such."""
    if re.search(r"\b(?:you|opponents)\b", text):
        return ""
    you = typed_tree.LocalExpr(ability.you)
    for node in typed_tree.walk_tree(ability.body):
        if (
            isinstance(node, typed_tree.MayStmt | typed_tree.ChooseStmt | typed_tree.ChooseOneStmt)
            and node.player == you
        ):
            return "choose" if isinstance(node, typed_tree.ChooseStmt) and not node.may else "may"
        if isinstance(node, typed_tree.ActStmt | typed_tree.PerformStmt) and node.doer == you:
            return node.primitive.word if isinstance(node, typed_tree.ActStmt) else node.procedure.written
    return ""


def _find_kinds_on_table(
    kind: KindDecl, zones: Iterable[str], game: GameDecl, within: tuple[str, ...] = ()
) -> set[str]:
    """Return the kinds of the pieces that lie on the table if a piece of `kind` lies in one of the zones.

    For a zone of the table or a player, this is the kind itself; for a zone on a piece, the kind of that piece, or of
    one that carries it. Zones of the kinds in `within` were searched already.
    """
    found: set[str] = set()
    for each in game.zones:
        if each.holds == kind.word and each.word in zones and each.owner not in within:
            bearer = game.kinds.get(each.owner)
            places = [] if bearer is None else [other.word for other in game.zones if other.holds == bearer.word]
            inner = (*within, each.owner)
            found |= {kind.word} if bearer is None else _find_kinds_on_table(bearer, places, game, inner)
    return found


def _find_kind(ability: typed_tree.TypedAbility) -> str:
    assert ability.this is not None
    return ability.this.type.of


def _can_be_held(kind: KindDecl, zone: str, game: GameDecl, within: tuple[str, ...] = ()) -> bool:
    """Return True if a player can control a piece of a kind in a zone of this name."""
    for each in game.zones:
        if each.word != zone or each.holds != kind.word or each.owner in within:
            continue
        bearer = game.kinds.get(each.owner)
        if bearer is None:
            held = each.owner == PLAYERS or _has_owner(kind.word, game)
        else:  # a part lies where its piece does
            places = (other.word for other in game.zones if other.holds == bearer.word)
            inner = (*within, each.owner)
            held = bearer.part_of is not None or any(_can_be_held(bearer, place, game, inner) for place in places)
        if held:
            return True
    return False


def _has_owner(kind: str, game: GameDecl) -> bool:
    return any(each.owner == kind and each.word == "owner" and each.type == PLAYER for each in game.memory)
