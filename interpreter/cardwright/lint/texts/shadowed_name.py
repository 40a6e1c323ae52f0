"""Warnings about parameters and local names that hide a global name."""

import re
from collections.abc import Iterator

from cardwright.builtins import all_primitives
from cardwright.checker.names.rule_text_context import Unit
from cardwright.declarations.model import TABLE, GameDecl
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, declare_code, note_declared
from cardwright.source.positions import Span
from cardwright.syntax import tree as syntax

SHADOWED_NAME = declare_code("shadowed-name")
_LOCAL = (syntax.LetNode, syntax.ForEachNode, syntax.PickNode)


def find_shadowed_names(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each local name that hides a global one, and for each hidden word of a type.

    A word of a type is hidden if a name of the table hides it.
    """
    known = _list_global_names(texts)
    for node, unit in texts.all():
        for what, word, start, type_word in _list_declared(node):
            if word in known and known[word][2] in (None, type_word):
                hidden, place, _ = known[word]
                message = f"the {what} `{word}` hides the {hidden} of the same name"
                notes = note_declared(word, place)
                span = _find_span(unit, word, start)
                yield Diagnostic(SHADOWED_NAME, message, span, "rename one of them", notes, severity="warning")
    yield from _find_hidden_words(texts.game)


GlobalNames = dict[str, tuple[str, Span | None, str | None]]


def _list_global_names(texts: GameTexts) -> GlobalNames:
    """Return the global names, each with a description, the position of its declaration, and a type.

    The type is the kind of a card, or the enum of an enum's word; None for any other name.
    """
    game = texts.game
    known: GlobalNames = {piece.id: ("card", piece.span, piece.kind) for piece in game.pieces}
    for enum in game.enums.values():
        known.update((word, (f"word of `{enum.word}`", enum.span, enum.word)) for word in enum.values)
    for word, primitive in all_primitives().items():
        if not primitive.is_procedure and not primitive.roles:
            known[word] = ("built-in value", None, None)
    for rule in texts.checked.rules.values():
        if not rule.params:
            known[rule.word] = ("rule", rule.span, None)
    for zone in game.zones:
        if zone.owner == TABLE:
            known[zone.word] = ("zone", zone.span, None)
    for memory in game.memory:
        if memory.owner == TABLE:
            known[memory.word] = ("memory of the table", memory.span, None)
    return known


def _list_declared(text: syntax.Node) -> Iterator[tuple[str, str, int, str]]:
    """Yield the names declared in a rule text: `(description, name, offset where it begins, type)`."""
    inside = syntax.index(text)
    for param in inside.of(syntax.ParamNode):
        # A parameter named like its type is intended; it misleads only in a procedure, which can assign.
        if param.type_word is not None or isinstance(text, syntax.ProcedureNode):
            yield "parameter", param.word, param.start, param.type_word or ""
    for sort in _LOCAL:
        for node in inside.of(sort):
            if isinstance(node, syntax.LetNode | syntax.ForEachNode | syntax.PickNode) and node.word:
                yield "name", node.word, node.start, ""


def _find_span(unit: Unit, word: str, start: int) -> Span:
    found = re.compile(rf"\b{re.escape(word)}\b").search(unit.scalar.raw, start)
    return unit.span_at(found.start() if found is not None else start, len(word))


def _find_hidden_words(game: GameDecl) -> Iterator[Diagnostic]:
    """Yield a warning for each word of a type that cannot be used, because a name of the table hides it."""
    taken = {zone.word: zone.span for zone in game.zones if zone.owner == TABLE}
    taken |= {memory.word: memory.span for memory in game.memory if memory.owner == TABLE}
    for enum in game.enums.values():
        for word in enum.values:
            if word in taken:
                message = (
                    f"the word `{word}` of `{enum.word}` cannot be used: the table has a declaration of the same name"
                )
                notes = note_declared(word, taken[word])
                yield Diagnostic(SHADOWED_NAME, message, enum.span, "rename one of them", notes, severity="warning")
