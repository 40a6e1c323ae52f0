"""What is printed on a card, for a gallery or for paper: its colour, its attributes and its text."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.presentation.look import Icon, Look, plain
from cardwright_tools.paper.card_words import paragraphs
from cardwright_tools.paper.inks import declared, ink
from cardwright_tools.paper.pictures import pictures_of

if TYPE_CHECKING:
    from cardwright import CardText, Game

# For words that a game's `look:` gives no colour: told apart by people who see colours differently (Okabe and Ito).
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a6a4f", "#6b5b95")
GREY = "#8a8a8a"
# So many kinds of pieces are told apart by their frames.
FRAMES = 4
NO_LOOK = Look({})


@dataclass(frozen=True, slots=True)
class Face:
    """The printed side of a card; `colour` is `#rrggbb`, an attribute is its name, its value, and whether inferred.

    `frame` is the number of the frame that its kind has, `look` what the game asks for, its icons among that,
    and `picture` the file of its author's picture.
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
        """The attributes that are numbers."""
        return tuple(each for each in self.attributes if each[1].removeprefix("-").isdecimal())

    @property
    def types(self) -> tuple[tuple[str, str, bool], ...]:
        """The attributes that are words, and not the name: each as (name, what is printed of it, whether inferred)."""
        unsaid = ("", "no", self.name.casefold())
        words = (each for each in self.attributes if each not in self.numbers and each[1].casefold() not in unsaid)
        return tuple((name, name if value == "yes" else value, inferred) for name, value, inferred in words)

    @property
    def icon(self) -> Icon | None:
        """The icon of its kind, or of what its name says."""
        named = (value for _, value, _ in self.attributes if value.casefold() == self.name.casefold())
        return self.look.icon(self.kind, next(named, ""))

    def icon_of(self, name: str, value: str) -> Icon | None:
        """The icon of an attribute, as it is printed."""
        return self.look.icon(name, value)

    @property
    def ink(self) -> str:
        """Black or white, whichever reads better on the card's colour."""
        return ink(self.colour)


def faces(game: "Game", texts: Sequence["CardText"]) -> list[Face]:
    """The faces of some cards of a game, in the colours that its `look:` asks for."""
    look = Look(game.program(game.min_players).tables["look"])
    colours = declared(look)
    firsts = list(dict.fromkeys(word for card in texts for word in list(card.attributes.values())[:1]))
    spare = {word: PALETTE[number % len(PALETTE)] for number, word in enumerate(firsts)}
    kinds = list(dict.fromkeys(card.kind for card in game.card_texts()))
    found = [_face(card, colours, spare, kinds.index(card.kind) % FRAMES, look) for card in texts]
    pictures = pictures_of(game)
    return [replace(face, picture=pictures.get((face.set, face.id))) for face in found]


def _face(card: "CardText", colours: Mapping[str, str], spare: Mapping[str, str], frame: int, look: Look) -> Face:
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
        frame,
        look,
    )


def copies(printed: Iterable[Face], one_each: bool) -> list[Face]:
    """Every card as often as the game has it, or once."""
    return [face for face in printed for _ in range(1 if one_each else face.copies)]
