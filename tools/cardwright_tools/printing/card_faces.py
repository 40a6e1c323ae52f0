"""Printed face of a card with its colour, attributes and text, as data and as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rich.color import Color
from rich.terminal_theme import TerminalTheme

from cardwright.presentation.look import Icon, Look, normalize_word
from cardwright_tools.look_colours import choose_styles
from cardwright_tools.printing.images import pictures_of

if TYPE_CHECKING:
    from cardwright import CardText, Game
from collections.abc import Iterator
from html import escape

from cardwright_tools.printing.images import icon_html

BLACK, WHITE = "#000000", "#ffffff"
# What letters need to stand out for everybody: WCAG 2.2, criterion 1.4.3 (AA).
MIN_CONTRAST = 4.5
# For words that a game's `look:` gives no colour: told apart by people who see colours differently (Okabe and Ito).
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a6a4f", "#6b5b95")
GREY = "#8a8a8a"
# So many kinds of pieces are told apart by their frames.
FRAMES = 4
# Pieces that belong to no set but to the game itself.
OWN = "the game itself"


def body_lines(card: CardText, mark_inferred: bool) -> list[str]:
    """Return the attributes and the rules text of a card, one line or paragraph each."""
    attributes = [
        f"{name.replace('_', ' ')} {value}{'*' if mark_inferred and name in card.inferred else ''}"
        for name, value in card.attributes.items()
    ]
    lines = [" · ".join(attributes)] if attributes else []
    return lines + paragraphs(card)


def paragraphs(card: CardText) -> list[str]:
    """Return the generated rules text of a card, followed by the author's reminder in brackets."""
    said = [line.strip() for line in card.text.splitlines() if line.strip()]
    return [*said, f"({card.reminder})"] if card.reminder else said


# The sixteen colours that terminals have names for, as they look well under black or white letters.
PRINTED = TerminalTheme(
    (255, 255, 255),
    (33, 31, 27),
    [
        (40, 38, 34), (168, 50, 42), (46, 120, 66), (196, 150, 22), (38, 88, 160), (146, 58, 140), (22, 126, 140),
        (206, 201, 190),
    ],
    [
        (104, 101, 95), (206, 80, 70), (82, 158, 92), (230, 190, 70), (62, 122, 200), (178, 92, 172), (72, 172, 188),
        (240, 236, 226),
    ],
)  # fmt: skip


def printed(colour: Color) -> str:
    """Format a colour as `#rrggbb`."""
    return colour.get_truecolor(PRINTED).hex


def declared(look: Look) -> dict[str, str]:
    """Return the colours of a look as printed, by its words."""
    return {word: printed(style.color) for word, style in choose_styles(look).items() if style.color is not None}


def ink(colour: str) -> str:
    """Return black or white, the one with the better contrast to a colour."""
    return max((BLACK, WHITE), key=lambda each: contrast(each, colour))


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours by WCAG 2.2, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb` (WCAG 2.2)."""
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


NO_LOOK = Look({})


@dataclass(frozen=True, slots=True)
class Face:
    """Printed side of a card; an attribute is `(name, value, inferred)`, and `colour` is `#rrggbb`.

    `frame` is the number of the frame of its kind, `look` the game's look with its icons, and `picture` the file of the
    author's picture.
    """

    id: str
    name: str
    set: str
    kind: str
    copies: int
    colour: str
    attributes: tuple[tuple[str, str, bool], ...]
    paragraphs: tuple[str, ...]
    note: str
    frame: int = 0
    look: Look = NO_LOOK
    picture: Path | None = None

    @property
    def numbers(self) -> tuple[tuple[str, str, bool], ...]:
        """Attributes that are numbers."""
        return tuple(each for each in self.attributes if each[1].removeprefix("-").isdecimal())

    @property
    def types(self) -> tuple[tuple[str, str, bool], ...]:
        """Attributes that are words other than the name, as `(name, printed text, inferred)`."""
        unsaid = ("", "no", self.name.casefold())
        words = (each for each in self.attributes if each not in self.numbers and each[1].casefold() not in unsaid)
        return tuple((name, name if value == "yes" else value, inferred) for name, value, inferred in words)

    @property
    def icon(self) -> Icon | None:
        """Icon of the card's kind, or of a word in its name."""
        named = (value for _, value, _ in self.attributes if value.casefold() == self.name.casefold())
        return self.look.icon(self.kind, next(named, ""))

    def icon_of(self, name: str, value: str) -> Icon | None:
        """Return the icon of an attribute, as printed."""
        return self.look.icon(name, value)

    @property
    def ink(self) -> str:
        """Black or white, the one with the better contrast to the card's colour."""
        return ink(self.colour)


def faces(game: Game, texts: Sequence[CardText]) -> list[Face]:
    """Return the faces of some cards of a game, in the colours of its `look:`."""
    look = Look(game.program(game.min_players).tables.look)
    colours = declared(look)
    firsts = list(dict.fromkeys(word for card in texts for word in list(card.attributes.values())[:1]))
    spare = {word: PALETTE[number % len(PALETTE)] for number, word in enumerate(firsts)}
    kinds = list(dict.fromkeys(card.kind for card in game.card_texts()))
    found = [_face(card, colours, spare, kinds.index(card.kind) % FRAMES, look) for card in texts]
    pictures = pictures_of(game)
    return [replace(face, picture=pictures.get((face.set, face.id))) for face in found]


def _face(card: CardText, colours: Mapping[str, str], spare: Mapping[str, str], frame: int, look: Look) -> Face:
    words = [normalize_word(word) for word in (card.name, *card.attributes.values())]
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
        frame,
        look,
    )


def copies(printed: Iterable[Face], one_each: bool) -> list[Face]:
    """Return every card as often as the game has it, or once."""
    return [face for face in printed for _ in range(1 if one_each else face.copies)]


def face_html(card: Face, mark_inferred: bool = False, picture: str = "") -> str:
    """Return the HTML of a card with its name, attributes and text; colours are left to the page.

    `picture` is the URL of its picture.
    """
    times = f'<span class="times">&times; {card.copies}</span>' if card.copies != 1 else ""
    text = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in card.paragraphs)
    foot = " · ".join(escape(word) for word in (card.id, card.set or OWN, card.note) if word)
    return (
        f"<h2><span>{icon_html(card.icon)}{escape(card.name)}</span>{times}</h2>"
        + attributes_html(card, mark_inferred)
        + (f'<img class="picture" src="{escape(picture)}" alt="" loading="lazy">' if picture else "")
        + f'<div class="text">{text}</div>'
        + f'<div class="foot">{foot}</div>'
    )


def attributes_html(card: Face, mark_inferred: bool = False) -> str:
    """Return the attributes of a card: a line of types, and the numbers as badges."""
    types = " · ".join(
        f'<span title="{escape(name)}">{icon_html(card.icon_of(name, value))}{escape(said)}</span>'
        for name, value, said in _said(card.types, mark_inferred)
    )
    badges = "".join(
        f"<li>{icon_html(card.icon_of(name, value))}<b>{escape(said)}</b> {escape(name)}</li>"
        for name, value, said in _said(card.numbers, mark_inferred)
    )
    said = f'<p class="types">{types}</p>' if types else ""
    return said + (f'<ul class="badges">{badges}</ul>' if badges else "")


def _said(attributes: Iterable[tuple[str, str, bool]], mark_inferred: bool) -> Iterator[tuple[str, str, str]]:
    for name, value, inferred in attributes:
        yield name, value, f"{value}*" if inferred and mark_inferred else value
