"""Warnings about names of cards and words of types that have another meaning where players type them."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.checker import typed_tree
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, declare_code

TYPED_FOR_ANOTHER = declare_code("ambiguous-card-name")
# Typed, these decline; with the sign before it, a word is a command of the terminal.
DECLINING = ("pass", "done")
COMMAND_SIGN = ":"


def find_ambiguous_card_names(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each name that is the id of another card, a word for declining, or begins like a command."""
    pieces = {piece.id.casefold(): piece for piece in reversed(texts.game.pieces)}
    reported: set[str] = set()
    for piece in texts.game.pieces:
        name = piece.name.casefold()
        other = pieces.get(name)
        if name in reported:
            continue
        notes: tuple[DiagnosticNote, ...] = ()
        if other is not None and other.name.casefold() != name:
            message = f"the card `{piece.id}` is called `{piece.name}`, which is the id of the card `{other.name}`"
            label = "players who type it are asked which they mean; in scenarios it is the id"
            notes = (DiagnosticNote(f"the card called `{other.name}`", other.span),)
        elif name in DECLINING:
            message = f"the card `{piece.id}` is called `{piece.name}`, which players type to decline"
            label = "players who type it are asked which they mean"
        elif name.startswith(COMMAND_SIGN) and name[1:].strip().isalpha():
            message = (
                f"the card `{piece.id}` is called `{piece.name}`, and `{COMMAND_SIGN}` begins a command of the terminal"
            )
            label = "if there is such a command, the card is chosen by its number"
        else:
            continue
        reported.add(name)
        yield Diagnostic(TYPED_FOR_ANOTHER, message, piece.span, label, notes, severity="warning")


def find_ambiguous_words(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each choice that can be declined by typing one of the words that can be picked."""
    for node in typed_tree.walk_tree(typed_tree.list_bodies(texts.checked)):
        if not isinstance(node, typed_tree.ChooseStmt):
            continue
        kinds = [pick.source.type.item for pick in node.picks if node.may or pick.can_be_none]
        types = [texts.game.enums[kind.of] for kind in kinds if kind is not None and kind.of in texts.game.enums]
        found = [(word, each.word) for each in types for word in each.values if word in DECLINING]
        source = texts.checked.probes.source(node)
        if found and source is not None:
            word, kind = found[0]
            message = f"the word `{word}` of `{kind}` can be picked here, and players type `{word}` to decline"
            label = "players who type it pick the word; the option that declines has a number"
            yield Diagnostic(TYPED_FOR_ANOTHER, message, source[0].span(source[1]), label, severity="warning")
