"""Reader of `decks`: lists of cards with counts, and their legal size, copies and classes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardwright.declarations.field_reader import (
    MISSING_FIELD,
    UNKNOWN_CARD,
    UNKNOWN_KIND,
    UNKNOWN_TYPE,
    UNKNOWN_WORD,
    WRONG_VALUE,
    FieldValues,
)
from cardwright.declarations.model import Attribute, DeckDecl, PieceDef
from cardwright.declarations.readers.player_deck_files import BroughtDeck, add_brought_decks
from cardwright.declarations.readers.types_and_tables import Types
from cardwright.declarations.schema import field_types as f
from cardwright.declarations.schema.card_file_fields import DECK, DECK_COUNT
from cardwright.phrases.inflection import with_article
from cardwright.source.diagnostics import note_declared
from cardwright.source.yaml.nodes import Node, Scalar


def read_decks(
    types: Types,
    pieces: Mapping[str, PieceDef],
    entries: Iterable[tuple[Scalar, Node]],
    brought: Iterable[tuple[BroughtDeck, Node | None]] = (),
    games: Iterable[str] = (),
) -> dict[str, DeckDecl]:
    """Return the decks of a game by name, with the lists that players bring.

    `games` are the names by which players' files may name the game. Malformed decks and decks that
    are not legal are reported. A malformed deck has no kind, or contains unknown cards.
    """
    decks: dict[str, DeckDecl] = {}
    lists: dict[str, _DeckReader] = {}
    for key, node in entries:
        types.reader.named(key)
        word = str(key.value)
        fields = types.reader.group(node, word, DECK, at=key.span)
        decks[word] = _read_deck(types, pieces, key, fields) or DeckDecl(word, "", "", {}, key.span)
        if decks[word].by_player:
            lists[word] = _DeckReader(types, pieces, decks[word].kind, fields, decks[word].banned)
    add_brought_decks(types.reader, decks, lists, brought, games)
    return decks


def _read_deck(types: Types, pieces: Mapping[str, PieceDef], key: Scalar, fields: FieldValues) -> DeckDecl | None:
    reader = types.reader
    if "by" in fields.nodes and "for" in fields.nodes:
        message = "a deck that players bring has no lists `for` words"
        reader.error(WRONG_VALUE, message, fields.nodes["for"].span, "remove the field `for`, and write `cards`")
        return None
    plural = fields.word("of") or next(iter(types.kind_plurals), "")
    if plural not in types.kind_plurals:
        if "of" in fields.nodes:
            reader.unknown(UNKNOWN_KIND, "kind of piece", fields.nodes["of"], types.kind_plurals)
        return None
    by = fields.word("for") or ""
    if by and by not in types.enums:
        reader.unknown(UNKNOWN_TYPE, "type of words", fields.nodes["for"], types.enums)
        return None
    given = "lists" if by else "cards"
    other = "cards" if by else "lists"
    if other in fields.nodes:
        message = "`lists` needs the field `for`: the type that has a list for each of its words"
        label = "write `cards` in place of `lists` for a single list, or add the type, as in `for: TYPE`"
        if by:
            message = f"with `for: {by}`, each {by} has a list of its own"
            label = f"write `lists: {{{types.enums[by].values[0]}: {{...}}}}` in place of `cards`"
        reader.error(WRONG_VALUE, message, fields.nodes[other].span, label)
        return None
    if given not in fields.nodes:
        label = (
            f"add `lists: {{{types.enums[by].values[0]}: {{CARD: NUMBER}}}}`" if by else "add `cards: {CARD: NUMBER}`"
        )
        reader.error(MISSING_FIELD, f"the field `{given}` is missing", key.span, label)
        return None
    banned = _read_banned(types, pieces, types.kind_plurals[plural], fields)
    reading = _DeckReader(types, pieces, types.kind_plurals[plural], fields, banned)
    lists: dict[str, tuple[int, ...]] = {}
    if not by:
        lists[""] = reading.read("", fields.nodes["cards"])
    else:
        words = types.enums[by].values
        for word, node in reader.entries(fields.nodes["lists"], "lists"):
            if str(word.value) not in words:
                reader.unknown(UNKNOWN_WORD, by, word, words)
            else:
                lists[str(word.value)] = reading.read(str(word.value), node)
        for missing in (word for word in words if word not in lists):
            label = f"add `{missing}: {{CARD: NUMBER}}` below its `lists`"
            reader.error(MISSING_FIELD, f"the deck `{key.value}` has no list for `{missing}`", key.span, label)
    kind, by_player = types.kind_plurals[plural], "by" in fields.nodes
    by_class = "" if reading.sorted_by is None else reading.sorted_by.word
    if by_player:
        tokens = {number for number, piece in enumerate(pieces.values()) if piece.pool is not None}
        banned |= tokens - set(lists[""])
    return DeckDecl(str(key.value), kind, by, lists, key.span, by_player, reading.size, reading.most, by_class, banned)


def _read_banned(types: Types, pieces: Mapping[str, PieceDef], kind: str, fields: FieldValues) -> frozenset[int]:
    """Return the definitions that the field `banned` of a deck names; ids of other kinds are reported."""
    known = {word: number for number, (word, each) in enumerate(pieces.items()) if each.kind == kind}
    for word in fields.words("banned"):
        if str(word.value) not in known:
            types.reader.unknown(UNKNOWN_CARD, "card", word, known)
    return frozenset(known[str(word.value)] for word in fields.words("banned") if str(word.value) in known)


def _suggest_removal(card: Scalar, counted: Node) -> str:
    return f"remove `{card.raw}{f': {counted.raw}' if isinstance(counted, Scalar) else ''}`"


class _DeckReader:
    """Reader of the lists of one deck, which checks them by the deck's rules."""

    def __init__(
        self,
        types: Types,
        pieces: Mapping[str, PieceDef],
        kind: str,
        fields: FieldValues,
        banned: frozenset[int],
    ) -> None:
        self.types, self.reader, self.pieces, self.kind = types, types.reader, pieces, kind
        self.numbers = {word: number for number, word in enumerate(pieces)}
        self.size, self.most = fields.value("size"), fields.value("most")
        self.by_player, self.first, self.banned = "by" in fields.nodes, "", banned
        self.sorted_by = self._find_class(fields)
        self.also = {str(word.value) for word in fields.words("also")}
        allowed = types.enums[self.sorted_by.type.of].values if self.sorted_by is not None else ()
        if self.sorted_by is not None and self.sorted_by.may_be_none:
            allowed = (*allowed, "none")
        for word in fields.words("also") if self.sorted_by is not None else ():
            if str(word.value) not in allowed:
                self.reader.unknown(UNKNOWN_WORD, "word of the `class`", word, allowed)

    def _find_class(self, fields: FieldValues) -> Attribute | None:
        """Return the attribute that the field `class` of a deck names; None without this field.

        The value of this attribute is the class of a card, and decides which lists may contain the card. After a wrong
        field is reported, None is returned as well.
        """
        named = fields.value("class")
        if named is None and "also" in fields.nodes:
            message, label = "`also` needs `class`, the attribute with these words", "add `class: ATTRIBUTE`"
            self.reader.error(WRONG_VALUE, message, fields.nodes["also"].span, label)
        if named is None:
            return None
        words = {
            word: each for word, each in self.types.kinds[self.kind].attributes.items() if each.type.base == "enum"
        }
        found = words.get(str(named.value))
        if found is None:
            self.reader.unknown(UNKNOWN_WORD, "attribute of words", named, words)
        elif "for" not in fields.nodes and "by" not in fields.nodes:
            message = "`class` needs `for` or `by`: it compares an attribute with its words, or the cards of a player"
            label = "add `for: TYPE` with `lists`, or `by: player`"
            self.reader.error(WRONG_VALUE, message, named.span, label)
            return None
        return found

    def read(self, called: str, node: Node) -> tuple[int, ...]:
        """Return the definitions of the cards in the list named `called`, once for each copy."""
        before = len(self.reader.diagnostics)
        found: list[int] = []
        self.first = ""
        for card, counted in self.reader.entries(node, "cards"):
            count = self.reader.field(f.Field(str(card.value), DECK_COUNT, ""), counted)
            piece = self.pieces.get(str(card.value))
            if piece is None:
                known = [word for word, each in self.pieces.items() if each.kind == self.kind]
                self.reader.unknown(UNKNOWN_CARD, "card", card, known)
            elif piece.kind != self.kind:
                plural = self.types.kinds[self.kind].plural
                kind = with_article(self.types.kinds[piece.kind].title)
                message = f"`{piece.id}` is {kind}, but this deck takes only {plural}"
                plural = self.types.kinds[piece.kind].plural
                label = _suggest_removal(card, counted)
                label += "" if self.by_player and called else f", or write `of: {plural}` for this deck"
                self.reader.error(WRONG_VALUE, message, card.span, label, note_declared(piece.id, piece.span))
            elif count is not None:
                self._check_card(called, card, piece, count, counted)
                found += [self.numbers[piece.id]] * count
        low, high = self.size or (0, len(found))
        if len(self.reader.diagnostics) == before and not low <= len(found) <= high:
            legal = f"{low} to {high}" if low < high else str(low)
            message = f"a deck needs {legal} cards, but this one has {len(found)}"
            label = f"add {low - len(found)}" if len(found) < low else f"remove {len(found) - high}"
            self.reader.error(WRONG_VALUE, message, node.span, label)
        return tuple(found)

    def _check_card(self, called: str, card: Scalar, piece: PieceDef, count: int, counted: Node) -> None:
        """Report a card that is banned, is in a list too often, or has the wrong class for it."""
        if self.numbers[piece.id] in self.banned:
            message = f"`{piece.id}` is not legal in this deck"
            self.reader.error(WRONG_VALUE, message, card.span, _suggest_removal(card, counted))
            return
        if self.most is not None and count > self.most:
            message = f"at most {self.most} `{piece.id}` are allowed, but this deck has {count}"
            label = f"write `{self.most}`{' or less' if self.most > 1 else ''}"
            self.reader.error(WRONG_VALUE, message, counted.span, label)
        if self.sorted_by is None:
            return
        numbers = self.types.word_numbers
        is_of = next(
            (word for word, number in numbers.items() if number == piece.values.get(self.sorted_by.word)), "none"
        )
        if self.by_player and is_of not in self.also:
            self.first = called = self.first or is_of
        if is_of not in (called, *self.also):
            word = self.sorted_by.word
            whose = "the cards before have" if self.by_player else "this is the deck of"
            has = f"no {word}" if is_of == "none" else f"the {word} `{is_of}`"
            message = f"`{piece.id}` has {has}, but {whose} `{called}`"
            other = "" if self.by_player else f", or move it to the list of `{is_of}`"
            if is_of == "none":
                other = f", or give `{piece.id}` the {word} `{called}`"
            label = _suggest_removal(card, counted) + other
            self.reader.error(WRONG_VALUE, message, card.span, label, note_declared(piece.id, piece.span))
