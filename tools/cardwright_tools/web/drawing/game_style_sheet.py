"""Style sheet with a game's colours: of cards, words, players and the ground.

The content security policy allows style files of the server only. Therefore a colour is a CSS class: `k3` has the third
colour.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cardwright.presentation.game_facts_for_table import find_player_words
from cardwright.presentation.look import MAX_COLUMNS, MAX_ROWS, Look, normalize_word
from cardwright_tools.faces.colours import declared, ink
from cardwright_tools.faces.model import Face, faces
from cardwright_tools.web.drawing.game_ground import Ground, choose_ground

if TYPE_CHECKING:
    from cardwright import Game

_COLOUR = re.compile(r"#[0-9a-f]{6}")
# Colours of seats, distinguishable with colour blindness (Okabe and Ito).
SEATS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#6b5b95", "#7a6a4f")


class Colours:
    """CSS classes for the colours of a game's look, and for the faces of its cards by id."""

    def __init__(self, game: "Game") -> None:
        tables = game.tables
        self.look = look = Look(tables.look)
        self.faces: dict[str, Face] = {face.id: face for face in faces(game, game.card_texts())}
        self._words = declared(look)
        self._declared = {look.colors[word]: colour for word, colour in self._words.items() if word in look.colors}
        shown = [*self._words.values(), *(face.colour for face in self.faces.values())]
        self._classes = {colour: f"k{number}" for number, colour in enumerate(dict.fromkeys(shown))}
        self._seats = range(game.max_players) if find_player_words(tables.memory) else range(0)
        self.ground = find_ground(game, self.faces.values())

    def of_card(self, card: str) -> str:
        """Return the CSS class of a card's colour, or "" if it has none."""
        face = self.faces.get(card)
        return "" if face is None else self._classes.get(face.colour, "")

    def named(self, colour: str) -> str:
        """Return the CSS class of a colour as written in the game's look, or "" if it is unknown."""
        return self._classes.get(self._declared.get(colour, ""), "")

    def of_word(self, word: str) -> str:
        """Return the CSS class for a word of the game that has a colour in `look: colors:`, or ""."""
        return self._classes.get(self._words.get(normalize_word(word), ""), "")

    def sheet(self) -> str:
        """Return the style sheet."""
        owned = self._list_owned_rules()
        return "\n".join([*self.ground.rules(), *_list_rules(self._classes.items()), *_list_sizes(), *owned])

    def _list_owned_rules(self) -> Iterable[str]:
        """Yield CSS rules for seats whose players have colours; a part of the page says which seat has which colour."""
        for colour in dict.fromkeys(self._words.values()):
            for seat in self._seats:
                owned = f".own{seat % len(SEATS)}.{self._classes[colour]}"
                yield f":root:has({owned}) .seat{seat % len(SEATS)} {{ --seat: {colour}; --seatink: {ink(colour)}; }}"


def find_ground(game: "Game", printed: Iterable[Face]) -> Ground:
    """Return the ground of a game with the faces `printed`."""
    shown = list(printed)
    copies = Counter(face.kind for face in shown)
    backs = sorted(Look(game.tables.look).backs.items(), key=lambda each: -copies[each[0]])
    colours = [*(face.colour for face in shown), *SEATS[:2]]
    fields = [(str(back.get("colour", "")), str(back.get("pattern", ""))) for _, back in backs]
    return choose_ground(game.title, fields, colours)


def _list_sizes() -> Iterable[str]:
    """Yield CSS rules for the numbers of columns and rows of boards."""
    for name, most in (("across", MAX_COLUMNS), ("down", MAX_ROWS)):
        yield from (f".{name}{number} {{ --{name}: {number}; }}" for number in range(1, most + 1))


def _list_rules(classes: Iterable[tuple[str, str]]) -> Iterable[str]:
    for colour, name in classes:
        if _COLOUR.fullmatch(colour):
            yield f".{name} {{ --colour: {colour}; --ink: {ink(colour)}; }}"
    for number, colour in enumerate(SEATS):
        yield f".seat{number} {{ --seat: {colour}; --seatink: {ink(colour)}; }}"
