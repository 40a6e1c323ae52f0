"""The fields of a game, put together from all its files, and the ones that are single values or lists of words."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.declarations.shape import ANYTIME, BAD_NAME, DUPLICATE_ID, UNKNOWN_WORD, WRONG_VALUE, Reader
from cardwright.source.diagnostics import Note
from cardwright.source.positions import Span
from cardwright.source.spelling import suggest
from cardwright.source.yaml.nodes import Node, Scalar

GAME_FIELDS = [
    "game",
    "title",
    "players",
    "sets",
    "types",
    "kinds",
    "zones",
    "memory",
    "tables",
    "windows",
    "powers_work_in",
    "active",
    "turn",
    "valuation",
    "text_limit",
    "play_order",
    "pieces",
    "library",
    "look",
    "summary",
]
PLAY_ORDERS = ("clockwise", "anticlockwise")


class GameFields:
    """The fields of a game by their words; several of its files may give the same one. Reports unknown fields."""

    def __init__(self, reader: Reader, entries: Sequence[tuple[Scalar, Node]]) -> None:
        self.reader = reader
        self._fields: dict[str, list[tuple[Scalar, Node]]] = {}
        given = {str(key.value) for key, _ in entries}
        for key, node in entries:
            word: str | None = str(key.value)
            if word not in GAME_FIELDS:
                reader.unknown_field(key, GAME_FIELDS)
                word = suggest(str(key.value), GAME_FIELDS)
            if word is not None and (word == key.value or word not in given):
                self._fields.setdefault(word, []).append((key, node))

    def given(self, word: str) -> list[tuple[Scalar, Node]]:
        """A field as often as it is given."""
        return self._fields.get(word, [])

    def merged(self, word: str) -> list[tuple[Scalar, Node]]:
        """The entries of a field that is a group, from all files that give it."""
        return [entry for _, node in self.given(word) for entry in self.reader.entries(node, word)]

    def words(self, word: str) -> list[Scalar]:
        """The words of a field that is a list, from all files that give it."""
        return [item for _, node in self.given(word) for item in self.reader.words(node, word)]

    def single(self, word: str) -> Scalar | None:
        """The value of a field that is given once; reports further ones."""
        found = self.given(word)
        for key, _ in found[1:]:
            note = Note("given here first", found[0][0].span)
            self.reader.error(DUPLICATE_ID, f"`{word}` is given twice", key.span, notes=(note,))
        return self.reader.scalar(found[0][1], word) if found else None


def windows_of(fields: GameFields) -> dict[str, Span]:
    """The windows of a game, each with the place that declares it."""
    windows: dict[str, Span] = {}
    for word in fields.words("windows"):
        fields.reader.named(word)
        if word.value == ANYTIME:
            message = f"`{ANYTIME}` is no window of its own: what is offered then is offered in every window"
            fields.reader.error(BAD_NAME, message, word.span)
        if str(word.value) in windows:
            note = Note("declared here first", windows[str(word.value)])
            fields.reader.error(DUPLICATE_ID, f"the window `{word.raw}` is declared twice", word.span, notes=(note,))
        windows.setdefault(str(word.value), word.span)
    return windows


def is_anticlockwise(fields: GameFields) -> bool:
    """Whether turns pass to the right."""
    order = fields.single("play_order")
    if order is not None and order.value not in PLAY_ORDERS:
        fields.reader.unknown(UNKNOWN_WORD, "play order", order, PLAY_ORDERS)
    return order is not None and order.value == "anticlockwise"


def players_of(fields: GameFields) -> tuple[int, int]:
    """The fewest and the most players of a game."""
    node = fields.single("players")
    if node is None:
        return (2, 2)
    words = str(node.value).split()
    if len(words) == 1 and words[0].isdigit():
        words = [words[0], "to", words[0]]
    if len(words) == 3 and words[1] == "to" and words[0].isdigit() and words[2].isdigit():
        low, high = int(words[0]), int(words[2])
        if 1 <= low <= high <= 12:
            return (low, high)
    fields.reader.error(WRONG_VALUE, "`players` is written `2 to 6` (1 to 12 are possible)", node.span)
    return (2, 2)


def text_limit_of(fields: GameFields) -> int | None:
    """How many characters the text of a card may have, if the game says so."""
    node = fields.single("text_limit")
    if node is None:
        return None
    if isinstance(node.value, int) and not isinstance(node.value, bool) and node.value > 0:
        return node.value
    fields.reader.error(WRONG_VALUE, "`text_limit` is a number of characters, 1 or more", node.span)
    return None
