"""Warnings about modifiers of one rule that contradict each other and have no certain order."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.lint.analysis.modifier_overlap import ConditionalModifier, ModifierOverlap
from cardwright.lint.rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, declare_code
from cardwright.syntax import tree as syntax
from cardwright.syntax.node_index import index

UNORDERED = declare_code("unordered-changes")


def find_unordered_changes(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each modifier that contradicts one of another power, if their order is not certain.

    Powers that are active from the start come before all others. Powers of different sets are not compared, because
    players choose which sets to use.
    """
    homes = texts.homes()
    overlaps = ModifierOverlap(texts)
    before: dict[tuple[str, str | None], list[ConditionalModifier]] = {}
    for sentence in texts.sentences:
        node, piece = sentence.node, sentence.piece
        if not isinstance(node, syntax.ModifyNode):
            continue
        change = ConditionalModifier.of(sentence, node, texts)
        from_the_start = piece is None or homes.get(piece.kind) in sentence.zones
        choice = (piece.set if piece is not None else "") if from_the_start else None
        earlier = before.setdefault((node.rule.word, choice), [])
        found = _check_copies(change, texts.game.players) or next(
            filter(None, (_compare_modifiers(change, each, overlaps) for each in earlier)), None
        )
        if found is not None:
            yield found
        earlier.append(change)


def _check_copies(change: ConditionalModifier, players: tuple[int, int]) -> Diagnostic | None:
    """Return a warning about a power with several copies that each set a rule of all players to its `you`, or None."""
    piece = change.sentence.piece
    there = piece.most(players) if piece is not None else 0
    if there < 2 or change.about_one_player():
        return None
    if not any(each.operator == "set" and "you" in index(each.value).words for each in change.node.changes):
        return None
    word = change.node.rule.word
    message = f"there are {there} copies of this, and each sets `{word}` to its own `you`: the last one applies"
    label = "say whose it is, as in `where leader is you`"
    span = change.sentence.unit.span(change.node)
    return Diagnostic(UNORDERED, message, span, label, severity="warning")


def _compare_modifiers(
    change: ConditionalModifier, other: ConditionalModifier, overlaps: ModifierOverlap
) -> Diagnostic | None:
    """Return a warning if a modifier contradicts an earlier one of another piece, else None."""
    piece, first = change.sentence.piece, other.sentence.piece
    if piece is first and piece is not None:
        return None  # within one text, the order of the lines counts
    said = (
        _set_differently(change, other)
        or _have_crossed_bounds(change, other)
        or _add_and_remove(change, other, overlaps)
    )
    if said is None or not overlaps.possible(other, change):
        return None
    name = first.name if first is not None else "the game"
    did, label = said
    note = DiagnosticNote(f"{name} says this", other.sentence.unit.span(other.node))
    message = f"`{change.node.rule.word}` is also {did} by {name}: if both work, the later one applies"
    span = change.sentence.unit.span(change.node)
    return Diagnostic(UNORDERED, message, span, label, (note,), "warning")


def _set_differently(change: ConditionalModifier, other: ConditionalModifier) -> tuple[str, str] | None:
    """Return `(contradiction, hint)` if two modifiers set a rule to different values, else None."""
    values = [each.value for each in change.node.changes if each.operator == "set"]
    others = [each.value for each in other.node.changes if each.operator == "set"]
    if not values or not others:
        return None
    if values[-1] == others[-1] and ("you" not in index(values[-1]).words or change.about_one_player()):
        return None
    return "set", "write `raise`, `cap` or `add`, or add a `where` condition"


def _have_crossed_bounds(change: ConditionalModifier, other: ConditionalModifier) -> tuple[str, str] | None:
    """Return `(contradiction, hint)` if the minimum of one modifier is above the maximum of the other, else None."""
    for least, most, did in ((change, other, "limited to {} at most"), (other, change, "raised to {} at least")):
        low = list(_find_numbers(least, "raise"))
        high = list(_find_numbers(most, "cap"))
        if low and high and max(low) > min(high):
            number = min(high) if least is change else max(low)
            return did.format(number), "add a `where` condition"
    return None


def _find_numbers(change: ConditionalModifier, operator: str) -> Iterator[int]:
    for each in change.node.changes:
        if each.operator == operator and isinstance(each.value, syntax.NumberNode):
            yield each.value.value


def _add_and_remove(
    change: ConditionalModifier, other: ConditionalModifier, overlaps: ModifierOverlap
) -> tuple[str, str] | None:
    """Return `(contradiction, hint)` if one modifier adds an item to a list that the other removes, else None."""
    for adds, removes, did in ((change, other, "freed of `{}`"), (other, change, "given `{}`")):
        both = _find_words(adds, "add", overlaps) & _find_words(removes, "remove", overlaps)
        if both:
            return did.format(min(both)), "add a `where` condition"
    return None


def _find_words(change: ConditionalModifier, operator: str, overlaps: ModifierOverlap) -> frozenset[str]:
    values = [overlaps.asked_for(each.value) for each in change.node.changes if each.operator == operator]
    return frozenset().union(*values)
