"""Changes of one rule that cannot both hold, without anything that says which comes last."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.compiler.closer.texts import Sentence, Texts
from cardwright.language import syntax as s
from cardwright.source.diagnostics import Diagnostic, Note, declare_code

UNORDERED = declare_code(
    "unordered-changes",
    "Two powers set one rule to different values, whoever comes last.",
    mend="Let one of them `add`, `subtract`, `cap` or `raise` instead, which has the same outcome in any order.",
)


def unordered_changes(texts: Texts) -> Iterator[Diagnostic]:
    """A warning for every power that sets a rule always, as another power does to another value.

    What works from the start of a game is older than all that comes later, so its order is certain; and whether two
    such powers meet is for the players to say, who choose the sets.
    """
    homes = texts.homes()
    seen: dict[tuple[str, tuple[s.Arg, ...], str | None], Sentence] = {}
    for sentence in texts.sentences:
        node, piece = sentence.node, sentence.piece
        if not isinstance(node, s.Modify) or node.where is not None or node.changes[0].operator != "set":
            continue
        from_the_start = piece is None or homes.get(piece.kind) in sentence.zones
        choice = (piece.set if piece is not None else "") if from_the_start else None
        key = (node.rule.word, node.rule.args if isinstance(node.rule, s.Call) else (), choice)
        first = seen.setdefault(key, sentence)
        if first is not sentence and isinstance(first.node, s.Modify):
            yield from _differing(first, first.node, sentence, node)


def _differing(first: Sentence, before: s.Modify, second: Sentence, after: s.Modify) -> Iterator[Diagnostic]:
    if before.changes[0].value == after.changes[0].value:
        return
    word = after.rule.word
    name = first.piece.name if first.piece is not None else "the game"
    note = Note(f"{name} sets it here", first.unit.span(before))
    message = f"`{word}` is also set by {name}: with both at work, the one that came last decides"
    label = "write `raise`, `cap` or `add`, or say in a `where` when each holds"
    yield Diagnostic(UNORDERED, message, second.unit.span(after), label, (note,), "warning")
