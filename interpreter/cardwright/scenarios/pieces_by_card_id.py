"""Pieces meant by the ids of cards, with copies numbered in the order in which a scenario places them."""

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field

from cardwright.checker import typed_tree
from cardwright.checker.names.rule_text_context import UnclearCard
from cardwright.compiler.state_layout import StateLayout
from cardwright.declarations.field_reader import UNKNOWN_CARD, WRONG_VALUE, FieldReader
from cardwright.declarations.value_types import piece as piece_of
from cardwright.source.diagnostics import declare_code
from cardwright.source.node_dataclass import frozen
from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Scalar

TOO_FEW_COPIES = declare_code("too-few-copies")

COPY = re.compile(r"([^#]+)(?:#([1-9][0-9]{0,5}))?")
COUNTED = re.compile(r"(?:([1-9][0-9]{0,5}) +)?(\w+)")

Card = tuple[int, int | None]
"""A definition, and the number of a copy where it is said."""


@frozen
class StateSlot:
    """A slot of the state: a zone, or a memory of the table, a player or a piece.

    `base` is the number of the slot; if the slot belongs to a `piece`, `base` is that of piece 0, and each piece has
    `width` slots.
    """

    base: int
    piece: int = -1
    width: int = 1

    def at(self, actual: Mapping[int, int]) -> int:
        """Return the index of the slot; `actual` maps copies named in the scenario to copies in the game."""
        return self.base if self.piece < 0 else self.base + actual.get(self.piece, self.piece) * self.width


class UnclearError(LookupError):
    """Error for a name that could mean several copies; `numbered` are the names of the single copies."""

    def __init__(self, message: str, numbered: list[str]) -> None:
        super().__init__(message)
        self.numbered = numbered


@dataclass(slots=True)
class ScenarioPieces:
    """The pieces of a game that the names in one scenario mean.

    `places` maps copies that were put into a zone to (zone, True if it is ordered). In a scenario that `plays`, copies
    without a number are `loose`: each is replaced by any copy, preferably one still in its first zone. Of such a
    scenario, `numbered` are the definitions that it names with the number of a copy; of others, it is all definitions.
    """

    layout: StateLayout
    plays: bool
    places: dict[int, tuple[Hashable, bool]] = field(default_factory=dict)
    loose: set[int] = field(default_factory=set)
    numbered: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        if not self.plays:
            self.numbered.update(range(len(self.layout.game.pieces)))

    def copies(self, definition: int) -> list[int]:
        """Return the copies of a card."""
        return [piece for piece, number in enumerate(self.layout.pieces) if number == definition]

    def put(self, card: Card, place: Hashable, ordered: bool) -> int:
        """Place a copy of a card, and return it.

        Without a number, this is the first copy that has no place. Numbered copies must be placed first.
        """
        definition, copy = card
        copies = self.copies(definition)
        if copy is not None:
            self.numbered.add(definition)
        piece = next(each for each in copies if each not in self.places) if copy is None else copies[copy - 1]
        self.places[piece] = place, ordered
        if self.plays and copy is None and len(copies) > 1:
            self.loose.add(piece)
        return piece

    def placed(self, kind: str) -> list[int]:
        """Return the pieces of a kind that the scenario puts into a zone."""
        return [piece for piece in self.layout.kind_pieces(kind) if piece in self.places]

    def home(self, kind: str) -> int:
        """Return the slot of the zone in which the pieces of a kind start; -1 if there is none."""
        zone = next((zone for zone in self.layout.game.zones if zone.owner == "table" and zone.holds == kind), None)
        return -1 if zone is None else self.layout.zone_base["table", zone.word]

    def starts(self, kind: str) -> tuple[int, ...]:
        """Return the slots of the players' zones in which pieces of a kind start, in order."""
        mine = (self.layout.own.get(piece) for piece in self.layout.kind_pieces(kind))
        return tuple(sorted({self.layout.zone_base["player", own[0]] + own[1] for own in mine if own is not None}))

    def named(self, card: Card) -> int:
        """Return the piece that the id of a card means: `tea#2` means the second copy, `tea` any copy.

        With the number of an existing copy, return this copy. Without a number, return the copy that the scenario puts
        into a zone, or else the only copy. If several copies are possible, return the first, but only if it makes no
        difference which of them is meant: they all lie, or start, in the same unordered zone. Otherwise, raise
        UnclearError.
        """
        definition, copy = card
        copies = self.copies(definition)
        if copy is not None:
            self.numbered.add(definition)
            return copies[copy - 1]
        placed = [piece for piece in copies if piece in self.places]
        copies = [piece for piece in copies if piece not in self.layout.spare] or copies
        if len(copies) == 1 or len(placed) == 1:
            return (placed or copies)[0]
        wanted = self.layout.game.pieces[definition]
        problem = f"there are {len(placed or copies)} copies of `{wanted.id}`"
        numbered = [f"`{wanted.id}#{copies.index(piece) + 1}`" for piece in placed or copies]
        if len({self.places[piece][0] for piece in placed}) > 1:
            raise UnclearError(f"{problem}, which are in different zones", numbered)
        home = self.layout.start(copies[0], wanted.kind)
        if not placed and self.plays:
            raise UnclearError(f"{problem}, wherever the setup puts them", numbered)
        if not placed and wanted.each_player:
            raise UnclearError(f"{problem}, which start in different zones", numbered)
        if any(self.places[piece][1] for piece in placed) or (not placed and home >= 0 and self.is_ordered(home)):
            raise UnclearError(f"{problem}, which have an order", numbered)
        return (placed or copies)[0]

    def is_ordered(self, slot: int) -> bool:
        """Return True if a zone is ordered."""
        return self.layout.zone_slots[slot - self.layout.zones_from][0].ordered

    def part_word(self, part: int) -> str:
        """Return the word for a part of a piece."""
        value = self.layout.part_values[part]
        return next(word for word, number in self.layout.game.words.items() if number == value)

    def part(self, piece: int, word: str, number: int) -> int:
        """Return the part of a piece with the given word and number, counted from 1."""
        return [each for each in self.layout.parts[piece] if self.part_word(each) == word][number - 1]

    def kind_of(self, piece: int) -> str:
        """Return the kind of a piece."""
        return next(word for word in self.layout.kind_first if piece in self.layout.kind_pieces(word))


@frozen
class NamedCards:
    """The pieces that the ids of cards mean in the rule texts of a scenario, according to `given`.

    With `any_copy`, an ambiguous id means the first copy, which is enough to find the type.
    """

    pieces: ScenarioPieces
    any_copy: bool = False

    def card(self, word: str) -> typed_tree.LiteralExpr | UnclearCard | None:
        """Return the piece meant by an id, with or without the number of a copy.

        None if there is no such card.
        """
        match = COPY.fullmatch(word)
        game = self.pieces.layout.game
        number = next((n for n, each in enumerate(game.pieces) if match and each.id == match[1]), None)
        if match is None or number is None or int(match[2] or 1) > self.pieces.layout.copies(number):
            return None
        try:
            copy = None if match[2] is None else int(match[2])
            piece = self.pieces.named((number, 1 if self.any_copy else copy))
        except UnclearError as unclear:
            return UnclearCard(str(unclear), f"write {' or '.join(unclear.numbered[:3])}")
        if piece in self.pieces.loose:
            copies = self.pieces.layout.copies(number)
            message = f"there are {copies} copies of `{word}`, wherever the setup puts them"
            return UnclearCard(message, f"put `{word}#1` into a zone, and write `{word}#1` here")
        return typed_tree.LiteralExpr(piece_of(game.pieces[number].kind), piece)

    def part(self, piece: int, word: str) -> typed_tree.LiteralExpr | None:
        """Return the part of a piece meant by a word, with or without a number; None if there is none."""
        match = COPY.fullmatch(word)
        if match is None or not 0 <= piece < len(self.pieces.layout.parts):
            return None
        parts = [each for each in self.pieces.layout.parts[piece] if self.pieces.part_word(each) == match[1]]
        wanted = int(match[2] or 1)
        return (
            typed_tree.LiteralExpr(piece_of(self.pieces.kind_of(parts[0])), parts[wanted - 1])
            if wanted <= len(parts)
            else None
        )


class CardReader(FieldReader):
    """A reader for the names of cards; errors become diagnostics."""

    def __init__(self, layout: StateLayout) -> None:
        super().__init__()
        self.layout = layout
        self.game = layout.game
        self.by_id = {piece.id: number for number, piece in enumerate(self.game.pieces)}

    def card(self, word: str, at: Span) -> Card | None:
        """Return the card with an id, such as `tea`, or `tea#2` for its second copy.

        Returns None after reporting an unknown card or copy.
        """
        match = COPY.fullmatch(word)
        number = self.by_id.get(match[1]) if match else None
        if match is None or number is None:
            self.unknown_at(UNKNOWN_CARD, "there is no card", word, at, self.by_id)
            return None
        copies = self.layout.copies(number)
        if int(match[2] or 1) > copies:
            label = f"write a number from 1 to {copies}"
            self.error(TOO_FEW_COPIES, f"the game has {copies} copies of `{match[1]}`", at, label)
            return None
        return number, None if match[2] is None else int(match[2])

    def counted(self, item: Scalar) -> list[int]:
        """Return the definitions that an item such as `tea` or `2 tea` names, one for each copy; [] after an error."""
        match = COUNTED.fullmatch(item.raw)
        if match is None:
            message = "this is neither the id of a card nor a number and an id"
            self.error(WRONG_VALUE, message, item.span, "write for example `2 tea`")
            return []
        number = self.by_id.get(match[2])
        if number is None:
            span = item.span_of(match.start(2), match.end(2))
            self.unknown_at(UNKNOWN_CARD, "there is no card", match[2], span, self.by_id)
            return []
        count, copies = int(match[1] or 1), self.layout.copies(number)
        if count > copies:
            message = f"there are only {copies} `{match[2]}`, but this makes {count}"
            label = f"write at most `{copies} {match[2]}`"
            if copies == 0:
                message = f"a match begins without `{match[2]}`, which only rules can create"
                label = f"create it in a step `do: create({match[2]}, to: ZONE)`, or raise its `copies`"
            self.error(TOO_FEW_COPIES, message, item.span, label)
            return []
        return [number] * count

    def ids(self, item: Scalar) -> list[str]:
        """Return the ids named by `tea` or `2 tea`, once for each copy."""
        return [self.game.pieces[number].id for number in self.counted(item)]

    def given(self, key: Scalar, node: object) -> bool:
        """Return True if a field has a value; otherwise report an error."""
        if isinstance(node, Scalar) and node.value is None:
            self.error(WRONG_VALUE, f"`{key.raw}` has no value", key.span, "write `[]` for no pieces")
            return False
        return True

    def must_be(self, kind: str, definitions: Iterable[int], place: str, at: Span) -> bool:
        """Return True if all cards are of the kind that a zone holds; otherwise report an error."""
        wrong = [self.game.pieces[number] for number in definitions if self.game.pieces[number].kind != kind]
        if wrong:
            message = f"`{wrong[0].id}` is {add_article(wrong[0].kind)}, and `{place}` is for {add_article(kind)}"
            self.error(WRONG_VALUE, message, at, f"name {add_article(kind)}")
        return not wrong


def add_article(kind: str) -> str:
    """Return a kind with its article."""
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
