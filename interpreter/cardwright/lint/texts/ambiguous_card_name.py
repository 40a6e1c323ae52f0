"""Warnings about names of cards and words of types that mean something else where players type them."""

from collections.abc import Iterable, Iterator

from cardwright.checker import typed_tree
from cardwright.declarations.model import PieceDef
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, declare_code, note_declared
from cardwright.syntax import tree as syntax

TYPED_FOR_ANOTHER = declare_code("ambiguous-card-name")
# Typed, these decline; with the sign before it, a word is a command of the terminal.
DECLINING = ("pass", "done")
COMMAND_SIGN = ":"


def find_ambiguous_card_names(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each name that is the id of another card, a word for declining, or begins like a command.

    Yield one, too, for each card that has the name of another card of its kind without being the same.
    """
    yield from _find_namesakes(texts.game.pieces)
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
            label = "write another `name`: who types this one is asked which is meant; in scenarios it is the id"
            notes = note_declared(other.id, other.span)
        elif name in DECLINING:
            message = f"the card `{piece.id}` is called `{piece.name}`, which players type to decline"
            label = "write another `name`: who types this one is asked which is meant"
        elif name.startswith(COMMAND_SIGN) and name[1:].strip().isalpha():
            message = (
                f"the card `{piece.id}` is called `{piece.name}`, and `{COMMAND_SIGN}` begins a command of the terminal"
            )
            label = f"write a `name` without `{COMMAND_SIGN}`: it may be taken for the command"
        else:
            continue
        reported.add(name)
        yield Diagnostic(TYPED_FOR_ANOTHER, message, piece.span, label, notes, severity="warning")


def _find_namesakes(pieces: Iterable[PieceDef]) -> Iterator[Diagnostic]:
    """Yield a warning for each card that differs from an earlier one of its kind and name by more than its id."""
    first: dict[tuple[str, str], PieceDef] = {}
    for piece in pieces:
        other = first.setdefault((piece.kind, " ".join(piece.name.casefold().split())), piece)
        if _list_contents(piece) != _list_contents(other):
            message = f"the cards `{other.id}` and `{piece.id}` are both called `{piece.name}`, but they are different"
            label = "write another `name` for one of the two: players cannot tell them apart where only names are shown"
            notes = note_declared(other.id, other.span)
            yield Diagnostic(TYPED_FOR_ANOTHER, message, piece.span, label, notes, severity="warning")


def _list_contents(piece: PieceDef) -> tuple[object, ...]:
    power = "" if piece.power is None else " ".join(piece.power.raw.split())
    return dict(piece.values), dict(piece.parts), power


def find_ambiguous_words(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each choice that can be declined by typing one of the words that can be picked."""
    for node in typed_tree.walk_bodies(texts.checked):
        if not isinstance(node, typed_tree.ChooseStmt):
            continue
        unit, written = texts.checked.probes.source(node) or (None, None)
        if unit is None or not isinstance(written, syntax.ChooseNode):
            continue
        for pick, at in zip(node.picks, written.picks, strict=False):
            kind = texts.game.enums.get(pick.source.type.item.of) if pick.source.type.item else None
            word = next((word for word in DECLINING if kind is not None and word in kind.values), None)
            if kind is None or word is None or not (node.may or pick.can_be_none):
                continue
            message = f"`{word}` has two meanings here: a word of `{kind.word}`, and what players type to decline"
            label = f"rename the word: typed, `{word}` picks it, and players can decline only by number"
            notes = note_declared(kind.word, kind.span)
            yield Diagnostic(TYPED_FOR_ANOTHER, message, unit.span(at.source), label, notes, "warning")
            break
