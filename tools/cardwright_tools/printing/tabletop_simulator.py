"""Decks for Tabletop Simulator: images of the faces, an image of the back, and the saved object."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from cardwright_tools.faces.model import Face
from cardwright_tools.printing.page_grid import PageGrid

COLUMNS, ROWS = 10, 7
FACES_A_SHEET = COLUMNS * ROWS - 1  # the last position shows the back
WIDEST = 4096
"""Pictures wider or higher than this are scaled down by the game."""


def sheet_grid(card: tuple[float, float]) -> PageGrid:
    """Return the grid of one image of faces, without gaps."""
    return PageGrid((card[0] * COLUMNS, card[1] * ROWS), card, COLUMNS, ROWS)


def dots_per_inch(card: tuple[float, float]) -> float:
    """Return the highest resolution that an image of faces may have."""
    return WIDEST / (max(card[0] * COLUMNS, card[1] * ROWS) / 25.4)


def sheets(cards: Sequence[Face]) -> list[list[Face]]:
    """Return the cards, each once, in groups; each group fits into one image."""
    return [list(cards[first : first + FACES_A_SHEET]) for first in range(0, len(cards), FACES_A_SHEET)]


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards of a deck with the URLs of their pictures and of their back."""

    title: str
    cards: Sequence[Face]
    face_urls: Sequence[str]
    back_url: str


def decks_object(decks: Sequence[Deck]) -> str:
    """Return the saved object: every card as often as the game has it, with its name and text, in its deck."""
    first = 1
    found = []
    for number, deck in enumerate(decks):
        found += _list_deck(deck, first, number)
        first += len(deck.face_urls)
    return json.dumps({"ObjectStates": found}, indent=1, ensure_ascii=False) + "\n"


def _list_deck(deck: Deck, first: int, number: int) -> list[dict[str, object]]:
    customs = {
        str(sheet): {
            "FaceURL": url,
            "BackURL": deck.back_url,
            "NumWidth": COLUMNS,
            "NumHeight": ROWS,
            "BackIsHidden": True,
            "UniqueBack": False,
        }
        for sheet, url in enumerate(deck.face_urls, first)
    }
    contained = []
    for place, face in enumerate(deck.cards):
        sheet, slot = divmod(place, FACES_A_SHEET)
        contained += [_make_card(face, str(sheet + first), slot, customs)] * face.copies
    at = _transform() | {"posX": 4.0 * number}
    if len(contained) <= 1:
        return [card | {"Transform": at} for card in contained]
    return [
        {
            "Name": "Deck",
            "Transform": at,
            "Nickname": deck.title,
            "DeckIDs": [card["CardID"] for card in contained],
            "CustomDeck": customs,
            "ContainedObjects": contained,
        }
    ]


def _make_card(face: Face, sheet: str, slot: int, customs: dict[str, dict[str, object]]) -> dict[str, object]:
    described = [f"{name}: {value}" for name, value, _ in face.attributes]
    return {
        "Name": "Card",
        "Transform": _transform(),
        "Nickname": face.name,
        "Description": "\n".join((*described, *face.paragraphs)),
        "CardID": int(sheet) * 100 + slot,
        "CustomDeck": {sheet: customs[sheet]},
    }


def _transform() -> dict[str, float]:
    return {
        **dict.fromkeys(("posX", "posZ", "rotX"), 0.0),
        "posY": 1.0,
        "rotY": 180.0,
        "rotZ": 180.0,
        **dict.fromkeys(("scaleX", "scaleY", "scaleZ"), 1.0),
    }
