"""Warnings about abilities that can never act, because of their trigger or the zones of their piece."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardwright.declarations.model import TABLE
from cardwright.lint.collect_rule_texts import AbilityText, GameTexts
from cardwright.phrases.inflection import with_article
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, declare_code, note_declared
from cardwright.source.positions import Span
from cardwright.syntax import tree as syntax

NEVER_FIRES = declare_code("never-fires")

FRAME = ("setup", "play")


def find_unreachable_abilities(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each ability that nothing can trigger."""
    done = find_performed_procedures(texts)
    opened = {
        arg.value.word
        for node, _ in texts.all()
        for call in syntax.index(node).of(syntax.PerformNode)
        if call.word == "window"
        for arg in call.args
        if isinstance(arg.value, syntax.NameNode)
    }
    reached = find_filled_zones(texts)
    for sentence in texts.sentences:
        node, unit = sentence.node, sentence.unit
        if isinstance(node, syntax.ReactNode | syntax.ForbidNode) and node.pattern.word not in done:
            word = node.pattern.word
            note = note_declared(word, texts.checked.procedures[word].span)
            at = unit.span_at(node.pattern.word_start, len(word))
            message, label = f"this never happens: nothing performs `{word}`", "perform it somewhere, or remove this"
            yield _warn(message, at, label, note)
        elif isinstance(node, syntax.OfferNode) and not {"anytime", *opened} & set(node.windows):
            message = f"this is never offered: nothing opens {join_alternatives(node.windows)}"
            yield _warn(message, unit.span_at(node.start, 5), f"write `window({node.windows[0]})` in a verb or step")
        yield from _check_zones(sentence, texts, reached)


def _warn(message: str, span: Span, label: str, notes: tuple[DiagnosticNote, ...] = ()) -> Diagnostic:
    return Diagnostic(NEVER_FIRES, message, span, label, notes, "warning")


def join_alternatives(words: Sequence[str]) -> str:
    """Join words for a message, as in `hand or deck`."""
    return " or ".join(f"`{word}`" for word in words)


def find_performed_procedures(texts: GameTexts) -> set[str]:
    """Return the procedures that any rule text calls, and those that the game itself executes."""
    found = set(FRAME)
    if texts.game.turn is not None:
        found.add(str(texts.game.turn.value))
    if texts.game.targeting is not None:
        found.add(str(texts.game.targeting.value))
    for node, _ in texts.all():
        inside = syntax.index(node)
        found |= {call.word for call in inside.of(syntax.PerformNode)}
        values = [each.value for each in inside.of(syntax.LetNode)]
        values += [each.value for each in inside.of(syntax.AssignNode)]
        found |= {
            each.word for each in values if isinstance(each, syntax.NameNode | syntax.CallNode | syntax.PerformNode)
        }
    return found


def find_filled_zones(texts: GameTexts) -> set[str]:
    """Return the zones that can hold pieces: pieces start there, or a statement, variable or rule mentions the zone."""
    found = set(texts.homes().values())
    found |= {str(piece.pool.value) for piece in texts.game.pieces if piece.pool is not None}
    found |= {str(zone.value) for piece in texts.game.pieces for zone, _ in piece.each_player}
    for node, _ in texts.all():
        inside = syntax.index(node)
        places: list[syntax.Node] = [arg.value for call in inside.of(syntax.PerformNode) for arg in call.args]
        places += [let.value for let in inside.of(syntax.LetNode)]
        places += [assign.value for assign in inside.of(syntax.AssignNode)]
        places += [case.value for case in inside.of(syntax.CaseNode)]
        places += [change.value for change in inside.of(syntax.ChangeNode)]
        places += [pick.source for pick in inside.of(syntax.PickNode)]
        places += [param.default for param in inside.of(syntax.ParamNode) if param.default is not None]
        for place in places:
            found |= syntax.index(place).words | {get.word for get in syntax.index(place).of(syntax.GetNode)}
    return found


def _find_zone_of_powers(holding: set[str], texts: GameTexts) -> str:
    """Return the zone in which powers of a kind most likely work: one of players, which all see if there is one."""
    zones = [zone for zone in texts.game.zones if zone.word in holding]
    of_players = [zone for zone in zones if zone.owner != TABLE]
    open_zones = [zone for zone in of_players if zone.see in ("everyone", "face")]
    return next((zone.word for zone in (*open_zones, *of_players, *zones)), "ZONE")


def _check_zones(sentence: AbilityText, texts: GameTexts, filled: set[str]) -> Iterator[Diagnostic]:
    """Yield a warning for each zone in which an ability is active although its piece can never be there."""
    piece = sentence.piece
    if piece is None:
        return
    holding = {zone.word for zone in texts.game.zones if zone.holds == piece.kind}
    where, plural = sentence.place, texts.game.kinds[piece.kind].plural
    for word in sentence.zones if where is not None else ():
        if where is None or where.abilities[0] is not sentence.node:
            continue
        found = re.compile(rf"\b{word}\b").search(sentence.unit.scalar.raw, where.start)
        at = sentence.unit.span_at(found.start() if found else where.start, len(word))
        if word not in holding:
            message = f"{with_article(piece.kind)} is never in `{word}`, so what is below `in {word}` never happens"
            yield _warn(message, at, f"name a zone of {plural}, such as {join_alternatives(sorted(holding))}")
        elif word not in filled:
            message = f"no {piece.kind} ever comes into `{word}`, so what is below `in {word}` never happens"
            yield _warn(message, at, f"name another zone, or let a verb or step move {plural} to `{word}`")
    if isinstance(sentence.node, syntax.ReactNode) and sentence.node.targeted:
        return  # its power need not work where the piece lies
    if where is None and not holding.intersection(sentence.zones, filled):
        message = f"powers work in {join_alternatives(sentence.zones)}, but {with_article(piece.kind)} is never there"
        label = f"declare a zone of {plural} for it"
        if holding:
            possible = _find_zone_of_powers(holding & filled or holding, texts)
            label = f"write `in {possible}:` above it"
        if not sentence.zones:
            zone = _find_zone_of_powers(holding, texts)
            message = "this power works nowhere: the game names no zone with `powers_work_in`"
            label = f"write `powers_work_in: [{zone}]` in the game's file, or `in {zone}:` above it"
        yield _warn(message, sentence.unit.span(sentence.node), label)
