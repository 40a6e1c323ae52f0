"""The fields of a game, collected from all its files and read according to their declarations."""

from collections.abc import Sequence
from typing import Any

from cardwright.declarations.field_reader import ANYTIME, BAD_NAME, DUPLICATE_ID, UNKNOWN_FIELD, FieldReader
from cardwright.declarations.game_folders import DECK_FOLDER
from cardwright.declarations.schema.field_types import FieldGroup, Language, ListField, MapOf
from cardwright.declarations.schema.game_file_fields import GAME
from cardwright.source.diagnostics import DiagnosticNote, note_declared, suggest
from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Mapping, Node, Scalar


class GameFields:
    """The fields of a game by name, collected from all its files. Unknown fields are reported."""

    def __init__(self, reader: FieldReader, entries: Sequence[tuple[Scalar, Node]]) -> None:
        self.reader = reader
        self._fields: dict[str, list[tuple[Scalar, Node]]] = {}
        given = {str(key.value) for key, _ in entries}
        for key, node in entries:
            word: str | None = str(key.value)
            if word == "cards":
                reader.error(UNKNOWN_FIELD, "there is no field `cards` here", key.span, _say_where_cards_belong(node))
                continue
            if word not in GAME.words:
                reader.unknown_field(key, GAME.words)
                word = suggest(str(key.value), GAME.words)
            if word is not None and (word == key.value or word not in given):
                self._fields.setdefault(word, []).append((key, node))
        self._values: dict[str, list[Any]] = {}
        for field in GAME.fields:
            found = self.given(field.word)
            match field.shape:
                case ListField() | MapOf() | Language() | FieldGroup(adds_up=True):
                    pass
                case _:
                    found = self._take_once(field.word, found)
            self._values[field.word] = [reader.field(field, node) for _, node in found]

    def given(self, word: str) -> list[tuple[Scalar, Node]]:
        """Return all occurrences of a field as (key, node)."""
        return self._fields.get(word, [])

    def every(self, word: str) -> list[Any]:
        """Return the value of a field in each file that contains it, in the form that `FieldValues.value` describes."""
        return self._values[word]

    def merged(self, word: str) -> list[Any]:
        """Return the entries of a group, or the items of a list, from all files."""
        return [entry for each in self._values[word] for entry in each or ()]

    def single(self, word: str) -> Any:
        """Return the value of a field that occurs once, in the form `FieldValues.value` describes."""
        return next(iter(self._values[word]), None)

    def _take_once(self, word: str, found: list[tuple[Scalar, Node]]) -> list[tuple[Scalar, Node]]:
        """Return a list of the first occurrence of a field; report further ones."""
        for key, _ in found[1:]:
            note = DiagnosticNote("first given here", found[0][0].span)
            self.reader.error(DUPLICATE_ID, f"`{word}` is given twice", key.span, "remove one of the two", (note,))
        return found[:1]


def read_windows(fields: GameFields) -> dict[str, Span]:
    """Return the decision windows of a game, each with its declaration."""
    windows: dict[str, Span] = {}
    for word in fields.merged("windows"):
        fields.reader.named(word)
        if word.value == ANYTIME:
            message = f"`{ANYTIME}` cannot be declared: what is offered in it is offered in every window"
            fields.reader.error(BAD_NAME, message, word.span, "remove it")
        if str(word.value) in windows:
            notes = note_declared(word.raw, windows[str(word.value)])
            fields.reader.error(
                DUPLICATE_ID, f"the window `{word.raw}` is declared twice", word.span, "remove it", notes
            )
        windows.setdefault(str(word.value), word.span)
    return windows


def _say_where_cards_belong(cards: Node) -> str:
    """Return where the cards belong that stand in a file of the game itself: a deck counts them, a set lists them."""
    if isinstance(cards, Mapping):
        return (
            f"put the deck of a player into the folder `{DECK_FOLDER}`; a deck of the game stands below `decks: NAME:`"
        )
    return "put the cards into a file `cards/SET/FILE.yaml`, or write `pieces`"
