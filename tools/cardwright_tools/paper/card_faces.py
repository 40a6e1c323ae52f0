"""What is printed on a card, for a gallery or for paper: its colour, its attributes and its text."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.terminal_theme import DEFAULT_TERMINAL_THEME

from cardwright.presentation.look import Look, plain
from cardwright_tools.paper.card_words import paragraphs
from cardwright_tools.table.look import styles

if TYPE_CHECKING:
    from cardwright import CardText, Game

# For words that a game's `look:` gives no colour: told apart by people who see colours differently (Okabe and Ito).
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a6a4f", "#6b5b95")
GREY = "#8a8a8a"


@dataclass(frozen=True, slots=True)
class Face:
    """The printed side of a card; `colour` is `#rrggbb`, an attribute is its name, its value, and whether inferred."""

    id: str
    name: str
    set: str
    kind: str
    copies: int
    colour: str
    attributes: tuple[tuple[str, str, bool], ...]
    paragraphs: tuple[str, ...]
    note: str

    @property
    def ink(self) -> str:
        """Black or white, whichever reads better on the card's colour (relative luminance as WCAG 2 defines it)."""
        channels = [int(self.colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
        return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "#ffffff"


def faces(game: "Game", texts: Sequence["CardText"]) -> list[Face]:
    """The faces of some cards of a game, in the colours that its `look:` asks for."""
    colours = _declared_colours(game)
    firsts = list(dict.fromkeys(word for card in texts for word in list(card.attributes.values())[:1]))
    spare = {word: PALETTE[number % len(PALETTE)] for number, word in enumerate(firsts)}
    return [_face(card, colours, spare) for card in texts]


def _face(card: "CardText", colours: Mapping[str, str], spare: Mapping[str, str]) -> Face:
    words = [plain(word) for word in (card.name, *card.attributes.values())]
    colour = next((colours[word] for word in words if word in colours), None)
    if colour is None:
        colour = next((spare[word] for word in card.attributes.values() if word in spare), GREY)
    return Face(
        card.id,
        card.name,
        card.set,
        card.kind,
        card.copies,
        colour,
        tuple((name.replace("_", " "), value, name in card.inferred) for name, value in card.attributes.items()),
        tuple(paragraphs(card)),
        card.note,
    )


def _declared_colours(game: "Game") -> dict[str, str]:
    look = Look(game.program(game.min_players).tables["look"])
    given = {word: style.color for word, style in styles(look).items()}
    return {word: colour.get_truecolor(DEFAULT_TERMINAL_THEME).hex for word, colour in given.items() if colour}


def copies(printed: Iterable[Face], one_each: bool) -> list[Face]:
    """Every card as often as the game has it, or once."""
    return [face for face in printed for _ in range(1 if one_each else face.copies)]
