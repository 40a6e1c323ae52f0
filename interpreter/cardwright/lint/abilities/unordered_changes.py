"""Warnings about modifiers of one rule that contradict each other and have no certain order."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.lint.analysis.modifier_overlap import ConditionalModifier, ModifierOverlap
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, declare_code
from cardwright.source.node_dataclass import frozen
from cardwright.syntax import tree as syntax

UNORDERED = declare_code("unordered-changes")


@frozen
class _Changes:
    """The changes of a modifier, as far as the changes of another modifier can contradict them.

    - `sets`: the last value that the modifier sets; `own` if this value differs between players with the power
    - `least`, `most`: the bounds to which it raises and caps the value
    - `added`, `removed`: the items that it adds to a list and removes from it
    """

    sets: syntax.Expr | None
    own: bool
    least: int | None
    most: int | None
    added: frozenset[str]
    removed: frozenset[str]

    @classmethod
    def of(cls, change: ConditionalModifier, overlaps: ModifierOverlap) -> _Changes:
        """Return the changes of a modifier."""
        values: dict[str, list[syntax.Expr]] = {}
        for each in change.node.changes:
            values.setdefault(each.operator, []).append(each.value)

        def find_numbers(operator: str) -> list[int]:
            return [each.value for each in values.get(operator, ()) if isinstance(each, syntax.NumberNode)]

        sets = values.get("set", [None])[-1]
        own = sets is not None and "you" in syntax.index(sets).words and not change.about_one_player()
        added, removed = (
            frozenset().union(*map(overlaps.asked_for, values.get(word, ()))) for word in ("add", "remove")
        )
        return cls(
            sets, own, max(find_numbers("raise"), default=None), min(find_numbers("cap"), default=None), added, removed
        )

    def find_contradiction(self, other: _Changes) -> tuple[str, str] | None:
        """Return (contradiction, hint) if these changes contradict those of the earlier modifier `other`, else None."""
        if self.sets is not None and other.sets is not None and (self.sets != other.sets or self.own):
            return "set", "write `raise`, `cap` or `add`, or add a `where` condition"
        said = None
        if self.least is not None and other.most is not None and self.least > other.most:
            said = f"limited to {other.most} at most"
        elif self.most is not None and other.least is not None and other.least > self.most:
            said = f"raised to {other.least} at least"
        elif self.added & other.removed:
            said = f"freed of `{min(self.added & other.removed)}`"
        elif self.removed & other.added:
            said = f"given `{min(self.removed & other.added)}`"
        return None if said is None else (said, "add a `where` to one of them, so that they never work together")


# The modifiers of a rule so far by their changes, each with its place in the order of the texts.
_Earlier = dict[_Changes, list[tuple[int, ConditionalModifier]]]


def find_unordered_changes(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each modifier that contradicts a modifier of another power, if their order is not certain.

    Powers that are active from the start come before all others. Powers of different sets are not compared, because
    players choose which sets to use.
    """
    homes = texts.homes()
    overlaps = ModifierOverlap(texts)
    before: dict[tuple[str, str | None], _Earlier] = {}
    for place, sentence in enumerate(texts.sentences):
        node, piece = sentence.node, sentence.piece
        if not isinstance(node, syntax.ModifyNode):
            continue
        change = ConditionalModifier.of(sentence, node, texts)
        from_the_start = piece is None or homes.get(piece.kind) in sentence.zones
        choice = (piece.set if piece is not None else "") if from_the_start else None
        earlier, changes = before.setdefault((node.rule.word, choice), {}), _Changes.of(change, overlaps)
        found = _check_copies(change, texts.game.players) or _compare_modifiers(change, changes, earlier, overlaps)
        if found is not None:
            yield found
        earlier.setdefault(changes, []).append((place, change))


def _check_copies(change: ConditionalModifier, players: tuple[int, int]) -> Diagnostic | None:
    """Return a warning about a power with several copies that sets a rule to a value which mentions `you`; else None.

    Several players can then have the power, but the rule has one value for all players.
    """
    piece = change.sentence.piece
    there = piece.most(players) if piece is not None else 0
    if there < 2 or change.about_one_player():
        return None
    if not any(each.operator == "set" and "you" in syntax.index(each.value).words for each in change.node.changes):
        return None
    word = change.node.rule.word
    message = f"there are {there} copies of this, and each sets `{word}` to its own `you`: the last one applies"
    label = "add whose it is, as in `where leader is you`"
    span = change.sentence.unit.span(change.node)
    return Diagnostic(UNORDERED, message, span, label, severity="warning")


def _compare_modifiers(
    change: ConditionalModifier, changes: _Changes, earlier: _Earlier, overlaps: ModifierOverlap
) -> Diagnostic | None:
    """Return a warning about the first modifier of another piece in `earlier` that a modifier contradicts, or None."""
    said = {other: found for other in earlier if (found := changes.find_contradiction(other)) is not None}
    piece = change.sentence.piece
    for _, other, (did, label) in sorted(
        ((place, each, found) for changes, found in said.items() for place, each in earlier[changes]),
        key=lambda one: one[0],
    ):
        first = other.sentence.piece
        # within one text, the order of the lines counts
        if (piece is first and piece is not None) or not overlaps.possible(other, change):
            continue
        name = first.name if first is not None else "the game"
        note = DiagnosticNote(f"{name} says this", other.sentence.unit.span(other.node))
        message = (
            f"`{change.node.rule.word}` is {did} by {name}, against this: the one that began to work later decides"
        )
        span = change.sentence.unit.span(change.node)
        return Diagnostic(UNORDERED, message, span, label, (note,), "warning")
    return None
