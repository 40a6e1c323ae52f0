"""Reader of decks that players bring: files of strangers, checked by the rules of the game's deck."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, Protocol

from cardwright.declarations.field_reader import MISSING_FIELD, UNKNOWN_WORD, WRONG_VALUE, FieldReader
from cardwright.declarations.model import DeckDecl
from cardwright.declarations.schema.card_file_fields import DECK_FILE
from cardwright.source.positions import Span
from cardwright.source.visible_control_characters import find_refused_character
from cardwright.source.yaml.nodes import Mapping as MappingNode
from cardwright.source.yaml.nodes import Node

# The largest file of a deck that is read, in bytes: some thousands of cards.
MAX_DECK_BYTES = 65_536


class BroughtDeck(NamedTuple):
    """The deck of a seat, such as `P1`: the path for messages, and the text of its file."""

    seat: str
    path: Path
    text: str


def read_seated_decks(stored: object, players: int) -> tuple[tuple[str, str], ...]:
    """Return the decks of a stored match as (seat, text), from JSON. Raises ValueError if it is invalid."""
    if not isinstance(stored, dict) or not all(
        re.fullmatch("P[1-9][0-9]?", seat) and int(seat[1:]) <= players
        and isinstance(text, str) and not find_refused_character(text)
        for seat, text in stored.items()
    ):  # fmt: skip
        raise ValueError("no decks by seat")
    return tuple(stored.items())


class ListReader(Protocol):
    """A reader of the lists of one deck, which reports what is not legal."""

    def read(self, called: str, node: Node) -> tuple[int, ...]:
        """Return the definitions of the cards in a list, once for each copy."""


def add_brought_decks(
    reader: FieldReader,
    decks: dict[str, DeckDecl],
    lists: Mapping[str, ListReader],
    brought: Iterable[tuple[BroughtDeck, Node | None]],
    games: Iterable[str],
) -> None:
    """Add the lists that players bring to the decks of a game; report files that are no legal deck.

    `games` are the names of the game, one of which a file may name. `lists` has the readers of the decks that players
    can bring, by name.
    """
    for deck, root in brought:
        if not isinstance(root, MappingNode):
            if root is not None:
                reader.error(
                    WRONG_VALUE, "a deck must be a group of fields", root.span, "write `cards: {CARD: NUMBER}`"
                )
            continue
        fields = reader.group(root, "deck", DECK_FILE)
        named = fields.value("deck")
        start = Span.start_of(deck.path.as_posix())
        game = fields.value("game")
        if game is not None and str(game.value) not in games:
            label = f"write `{next(iter(games))}`, or bring a deck for this game"
            reader.error(WRONG_VALUE, f"this is a deck for the game `{game.value}`, not for this one", game.span, label)
        elif not lists:
            label = "leave out `--deck`, or give a deck of the game `by: player`"
            reader.error(WRONG_VALUE, "players bring no decks to this game", start, label)
        elif named is not None and str(named.value) not in lists:
            reader.unknown(UNKNOWN_WORD, "deck that players bring", named, lists)
        elif named is None and len(lists) > 1:
            label = f"add `deck: NAME`; one of {', '.join(lists)}"
            reader.error(MISSING_FIELD, "the field `deck` is missing", start, label)
        elif "cards" in fields.nodes:
            word = next(iter(lists)) if named is None else str(named.value)
            found = lists[word].read(deck.seat, fields.nodes["cards"])
            decks[word] = replace(decks[word], lists={**decks[word].lists, deck.seat: found})
