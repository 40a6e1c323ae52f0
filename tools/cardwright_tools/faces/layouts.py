"""Layouts of faces, their sizes, and the choice of the one that suits a kind of pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cardwright.presentation.look import BOARDS, Look
from cardwright_tools.faces.short_marks import NUMBER

if TYPE_CHECKING:
    from cardwright import CardText
    from cardwright.state_slots_and_table_rows import ProgramTables

SUITS = {"clubs": "#1d1d1b", "spades": "#1d1d1b", "hearts": "#c41e2e", "diamonds": "#c41e2e"}
# Sizes of the layouts in millimetres.
POKER = (63.5, 88.9)
SIZES = {
    **dict.fromkeys(("playing_card", "poker_text", "emblem"), POKER),
    "landscape": (88.9, 63.5),
    "square": (70.0, 70.0),
    "tile": (45.0, 45.0),
    "mini": (44.0, 68.0),
    "token": (25.0, 25.0),
    "marker": (22.0, 30.0),
}
# Layouts of pieces that lie on the table.
ON_TABLE = ("landscape", "tile", "token", "marker")
# Layouts that are drawn as the two of cards, in sizes of their own.
SMALLER = ("square", "tile", "mini")
# Limit for the numbers, and for the words, of a piece that has room for both on a marker: corner and colour.
MAX_ON_MARKER = 1


def choose_layout(kind: str, cards: Sequence[CardText], look: Look, tables: ProgramTables) -> str:
    """Return the layout of a kind: the declared one, or one that suits its fields and the zones on its pieces."""
    if (asked := look.faces.get(kind, {}).get("as")) is not None:
        return str(asked)
    names = {name for card in cards for name in card.attributes}
    values = {value for card in cards for value in card.attributes.values()}
    if values.issuperset(SUITS) and {"suit", "rank"} <= names:
        return "playing_card"
    zones = [zone for zone in tables.zones if zone.holds == kind]
    in_hand = any(zone.see in ("owner", "others") for zone in zones)
    has_text = any(card.text for card in cards)
    drawn = {zone.word for zone in zones} & look.pictures.keys()
    single = all(card.copies <= 1 for card in cards)
    if not in_hand and any(each.owner == kind and each.type == "player" for each in tables.memory):
        if single and any(look.pictures[word].shape in BOARDS for word in drawn):
            return "tile"
        if not has_text and max(map(_count_values, cards)) <= MAX_ON_MARKER:
            return "marker"
        if not (drawn and single):
            return "mini" if has_text else "tile"
    if not in_hand and (any(zone.owner == kind for zone in tables.zones) or (drawn and single)):
        return "landscape"
    if not in_hand and not has_text and len(names) <= 1:
        return "token"
    return "poker_text" if has_text else "emblem"


def choose_drawing(layout: str, has_text: bool) -> str:
    """Return the layout as which a face is drawn."""
    if layout not in SMALLER:
        return layout
    return "poker_text" if has_text else "emblem"


def list_given(card: CardText) -> dict[str, str]:
    """Return the attributes of a card, except empty ones and those with the value `no`."""
    return {name: value for name, value in card.attributes.items() if value not in ("", "no")}


def list_words(given: Mapping[str, str]) -> dict[str, str]:
    """Return the attributes that are no numbers."""
    return {name: value for name, value in given.items() if not NUMBER.match(value)}


def _count_values(card: CardText) -> int:
    """Return the number of numbers or of words that a card has, whichever is more."""
    given = list_given(card)
    words = len(list_words(given))
    return max(words, len(given) - words)
