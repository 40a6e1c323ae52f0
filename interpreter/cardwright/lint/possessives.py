"""Phrases of verbs that say `your`, where a power lets somebody else do them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright.checker.index import index
from cardwright.lint.texts import Texts
from cardwright.source.diagnostics import Diagnostic, Note, declare_code
from cardwright.source.positions import Span
from cardwright.syntax import tree as s

WHOSE_YOUR = declare_code(
    "whose-your",
    "The phrase of a verb says `your`, and a power lets somebody else do it.",
    mend="Leave `your` out of the phrase: `clear the board`. Whose it is follows from who does it, or is a role: "
    "`clear {player}'s board`.",
)
# Not within braces, where roles are named.
_YOUR = re.compile(r"\byour(?:s|self)?\b(?![^{}]*\})")


def others_your(texts: Texts) -> Iterator[Diagnostic]:
    """A warning for every verb that would be told of somebody else as done to what is yours."""
    by_others = _by_others(texts)
    for word, (procedure, unit) in texts.library.procedures.items():
        said = _YOUR.search(procedure.phrase or "")
        if procedure.kind != "verb" or said is None or word not in by_others:
            continue
        begun = unit.scalar.raw.find(procedure.phrase or "", procedure.start)
        at = unit.span_at(begun + said.start(), len(said[0]))
        message = f"`{word}` is said with `{said[0]}`, and is done by somebody else, too"
        label = f"leave out `{said[0]}`, or name whose it is with a role"
        yield Diagnostic(WHOSE_YOUR, message, at, label, (Note("here", by_others[word]),), severity="warning")


def _by_others(texts: Texts) -> dict[str, Span]:
    """The verbs that powers let somebody else than `you` do, or watch somebody else doing, and where first."""
    found: dict[str, Span] = {}
    for _, power, unit in texts.powers:
        there = index(power)
        nodes: list[s.Deed | s.May | s.Pattern] = [*there.of(s.Deed), *there.of(s.May), *there.of(s.Pattern)]
        for node in nodes:
            deed = node.deed if isinstance(node, s.May) else node
            if deed is not None and node.subject is not None and node.subject != s.Name("you"):
                found.setdefault(deed.word, unit.span(node))
    return found
