"""Rulebook chapters on the components of a game, with pieces, zones, counters and example cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.declarations.model import (
    PLAYERS,
    TABLE,
    GameDecl,
    KindDecl,
    MemoryDecl,
    PieceDef,
    TableDecl,
    list_needed_copies,
    list_playing_kinds,
)
from cardwright.declarations.value_types import NUMBER
from cardwright.english.noun_phrases import looks_plural
from cardwright.english.renderer import English
from cardwright.phrases.inflection import join_items, make_plural, spell_name, with_article
from cardwright.presentation.rulebook.document import LISTS, Block, Paragraph, Section, TableBlock
from cardwright.syntax import tree as syntax

if TYPE_CHECKING:
    from cardwright.game.loaded_game import CardText

# Limit for the pieces of a kind with a row each.
MAX_ROWS = 60
# Limit for the text of an example, by the size of a card.
MAX_EXAMPLE_LENGTH = 260
MOST_EXAMPLES, FEW_EXAMPLES = 9, 3
ALSO_SEEN = {
    "owner": "its owner sees it without seeing the",
    "everyone": "everybody sees it without seeing the",
}
SEEN_BY = {
    "nobody": "face down, nobody may look",
    "owner": "only its owner may look",
    "others": "everybody but its owner may look",
    "everyone": "open to all",
    "top": "only the top piece is seen",
    "face": "each piece lies face up or face down",
}


@dataclass(frozen=True, slots=True)
class ComponentWriter:
    """A writer of the component chapters.

    - `text`: makes a paragraph of a sentence
    - `about`: yields the author's remarks on a name
    - `words`: the author's explanations of enum values
    """

    game: GameDecl
    cards: Sequence[CardText]
    english: English
    text: Callable[[str], Paragraph]
    about: Callable[[str], Iterator[Block]]
    words: Mapping[str, str]

    def sections(self) -> Iterator[Section]:
        """Yield the chapter on pieces and the chapter on zones and memory."""
        if self.game.pieces:
            yield Section(LISTS[0], "What is in the box", 1, tuple(self._write_pieces()))
        yield Section(LISTS[1], "Where things lie", 1, tuple(self._write_places()))

    def _write_pieces(self) -> Iterator[Block]:
        for word, kind in self.game.kinds.items():
            if kind.part_of is not None:
                continue
            cards = [card for card in self.cards if card.kind == word]
            total = sum(card.needed for card in cards)
            if not total:
                continue
            yield self.text(f"{total} {_name_kind(kind, total)}:")
            if len(cards) <= MAX_ROWS:
                names = list(dict.fromkeys(name for card in cards for name in card.attributes))
                columns = [name for name in names if not all(_repeats_name(card, name) for card in cards)]
                rows = [
                    (str(card.needed), card.name, *(card.attributes.get(name, "") for name in columns))
                    for card in cards
                ]
                yield TableBlock(("number", "name", *map(spell_name, columns)), tuple(rows))
            else:
                yield self._count_cards(cards)
            yield from map(self.text, describe_uncounted(cards, name_plural(kind)))
        for enum in self.game.enums.values():
            rows = [(spell_name(word), self.words[word]) for word in enum.values if word in self.words]
            if rows:
                yield TableBlock((spell_name(enum.word), ""), tuple(rows))

    def _count_cards(self, cards: Sequence[CardText]) -> Block:
        """Return a table of card counts by the first attribute with few values; without one, a list of names."""
        names = list(dict.fromkeys(name for card in cards for name in card.attributes))
        by = next((n for n in names if len({c.attributes.get(n) for c in cards}) <= MAX_ROWS // 4), None)
        if by is None:
            return self.text(f"{join_items([_add_copies(card) for card in cards])}.")
        counts: dict[str, list[int]] = {}
        for card in cards:
            found = counts.setdefault(card.attributes.get(by, "other"), [0, 0])
            found[0] += card.needed
            found[1] += 1
        rows = [(value, str(total), str(different)) for value, (total, different) in counts.items()]
        return TableBlock((spell_name(by), "cards", "different"), tuple(rows))

    def _write_places(self) -> Iterator[Block]:
        rows = []
        for zone in (zone for zone in self.game.zones if not zone.is_reserve):
            owner = {TABLE: "the table", PLAYERS: "each player"}.get(zone.owner, f"each {spell_name(zone.owner)}")
            seen = SEEN_BY[zone.see] + (", its owner may look beneath" if zone.down == "owner" else "")
            rows.append((zone.title, owner, spell_name(self.game.kinds[zone.holds].plural), seen))
        yield TableBlock(("place", "of", "what lies there", "who may look"), tuple(rows))
        counters = []
        for memory in self.game.memory:
            if not is_declared(self.game, memory):
                continue
            owner = {TABLE: "the table", PLAYERS: "each player"}.get(memory.owner, f"each {spell_name(memory.owner)}")
            each = f"one for each {spell_name(memory.per)}" if memory.per else ""
            ends = f"until {self.english.render_end_of(memory.until)}" if memory.until else ""
            anew = memory.owner in list_playing_kinds(self.game) and not memory.stays
            leaves = "until it comes to another place" if memory.resets else "until it leaves play" if anew else ""
            starts = f"starts at {memory.starts}" if memory.type == NUMBER and memory.starts else ""
            secret = {"everyone": "", "owner": "secret", "nobody": "nobody sees it"}[memory.see]
            seen = f"{ALSO_SEEN[memory.also_see]} {spell_name(memory.owner)}" if memory.also_see else ""
            notes = (each, starts, ends, leaves, secret, seen)
            counters.append((memory.title, owner, "; ".join(part for part in notes if part)))
        if counters:
            yield self.text("These are counted or remembered:")
            yield TableBlock(("what", "of", ""), tuple(counters))
        yield from map(self.text, (*describe_out(self.game), *describe_play(self.game), *describe_decider(self.game)))
        lines = describe_rows(self.game, [zone.word for zone in self.game.zones])
        kinds = (*describe_decks(self.game), *describe_tokens(self.game), *describe_created(self.game))
        yield from map(self.text, (*lines, *kinds))
        for word in [zone.word for zone in self.game.zones] + [memory.word for memory in self.game.memory]:
            yield from self.about(word)


def is_declared(game: GameDecl, memory: MemoryDecl) -> bool:
    """Return True if the author declares some memory; that of stack objects for deferred statements is nobody's."""
    return " " not in memory.word and (memory.owner not in game.kinds or memory.span != game.kinds[memory.owner].span)


def describe_out(game: GameDecl) -> Iterator[str]:
    """Yield a sentence on players who are out of the game, if players can be eliminated."""
    if game.mark_of_out is not None:
        yield (
            f"Whoever is {game.mark_of_out.title} is out of the game: players and opponents are only those who are "
            "left, the turn passes over whoever is out, and their cards neither react nor are used. They do nothing "
            "more and are asked nothing: what they were doing ends."
        )


def describe_play(game: GameDecl) -> Iterator[str]:
    """Yield a sentence on pieces that leave play, if the game says where pieces are in play."""
    words = {str(word.value) for word in game.play}
    titles = [zone.title for zone in game.zones if zone.word in words]
    if titles:
        yield (
            f"What lies in {join_items([f'the {title}' for title in dict.fromkeys(titles)], 'or')}, or on something "
            "there, is in play. Whatever leaves play begins anew: what was done to it or counted on it is over, it has "
            "its own power and no other, and what it can do once or twice it can do again."
        )


def describe_decider(game: GameDecl) -> Iterator[str]:
    """Yield a sentence on players who decide for others, if the game allows it."""
    if game.decider is not None:
        yield (
            "Whoever decides for another player may look at whatever that player may look at, and makes all choices of "
            "that player except those that all players make in secret."
        )


def describe_uncounted(cards: Sequence[CardText], nouns: str) -> Iterator[str]:
    """Yield a sentence on the cards without copies, which enter the game only when they are created."""
    if any(card.needed == 0 for card in cards) and any(card.needed for card in cards):
        yield f"The {nouns} with the number 0 come into the game only where they are created."


def describe_tokens(game: GameDecl) -> Iterator[str]:
    """Yield a sentence on the tokens of each pool."""
    for zone in game.zones:
        pooled = [piece for piece in game.pieces if piece.pool is not None and str(piece.pool.value) == zone.word]
        if zone.owner == TABLE and pooled:
            names = join_items([piece.name for piece in pooled])
            yield (
                f"{names} {'are tokens' if len(pooled) > 1 else 'is a token'}: each lies in the {zone.title} until it "
                "is created, and goes back there, new, whenever it would come from one place to a different one."
            )


def describe_created(game: GameDecl) -> Iterator[str]:
    """Yield sentences on pieces that enter the game only during play, and on those of which more can enter."""
    needed = list_needed_copies(game)
    for kind in game.kinds.values():
        made = [(piece, count) for piece, count in needed if piece.kind == kind.word and piece.spare]
        if len(made) > MAX_ROWS // 4:
            yield f"Besides these, as many {name_plural(kind)} as needed can be created in play."
            continue
        unused = [f"{count} {piece.name}" for piece, count in made if not piece.pool and not piece.most(game.players)]
        if unused:
            yield f"Of these, {join_items(unused)} are there only to be created in play."
        if made:
            names = join_items([piece.name for piece, _ in made])
            yield f"Besides these, as many {names} as needed can be created in play."


def describe_decks(game: GameDecl) -> Iterator[str]:
    """Yield a sentence that says what decks are, and one for each list of each deck."""
    if game.decks:
        yield "A deck is a list of cards. They are created where the rules say so, and go where the rules say."
    for deck in game.decks.values():
        if deck.by_player:
            banned = join_items([game.pieces[number].name for number in sorted(deck.banned)], "or")
            without = f" without {banned}" if banned else ""
            yield f"Each player can bring {with_article(spell_name(deck.word))}{without}. Who brings none has this one."
        for word, cards in deck.lists.items():
            if deck.by_player and word:
                continue  # what others bring is not told
            called = deck.render_name(spell_name(word) if word else word)
            counted = [f"{count} × {game.pieces[number].name}" for number, count in Counter(cards).items()]
            yield f"The {called}: {join_items(counted)}."


def describe_rows(game: GameDecl, words: Sequence[str]) -> Iterator[str]:
    """Yield a sentence on the zones among `words` that are rows: which end is position 1, and where pieces arrive."""
    rows = [zone for zone in game.zones if zone.row and zone.word in words]
    for zone in rows:
        owner = {TABLE: "", PLAYERS: " of each player"}.get(zone.owner, f" of each {spell_name(zone.owner)}")
        nouns = name_plural(game.kinds[zone.holds])
        verb = "are" if looks_plural(zone.title) else "is"
        yield (
            f"The {zone.title}{owner} {verb} a row: the {nouns} lie side by side, "
            "counted from position 1 at the left end, and what comes there without a position comes to the right end."
        )


def describe_stock(game: GameDecl) -> Iterator[str]:
    """Yield sentences on pieces whose number depends on the number of players, one for all with equal numbers."""
    together: dict[tuple[str, tuple[tuple[int, int, int], ...]], list[PieceDef]] = {}
    for piece in game.pieces:
        if piece.stock is not None:
            together.setdefault((piece.kind, piece.stock.rows), []).append(piece)
    for (kind, rows), pieces in together.items():
        counts = [f"{copies} with {_render_players(low, high)}" for low, high, copies in sorted(rows)]
        named = [_name_own_piece(game, piece, 1) for piece in pieces]
        if len(named) > MAX_ROWS // 4:
            named = [f"{len(named)} {_name_kind(game.kinds[kind], len(named))}"]
        each = " of each" if len(pieces) > 1 else ""
        yield f"{join_items(named)}: {join_items(counts)}{each}."


def _render_players(low: int, high: int) -> str:
    between = "or" if high == low + 1 else "to"
    return f"{low} player{'' if low == 1 else 's'}" if low == high else f"{low} {between} {high} players"


def describe_first_pieces(game: GameDecl) -> Iterator[str]:
    """Yield a sentence on the pieces that each player begins with, for each zone."""
    for zone in game.zones:
        if zone.owner == PLAYERS:
            begun = [
                (count, _name_own_piece(game, piece, count))
                for piece in game.pieces
                for word, count in piece.each_player
                if str(word.value) == zone.word
            ]
            plain = {kind.title for kind in game.kinds.values()} | {name_plural(kind) for kind in game.kinds.values()}
            mine = [f"{count}{'' if count == 1 or name in plain else ' ×'} {name}" for count, name in begun]
            if len(begun) > 2 and len({count for count, _ in begun}) == 1:
                mine = [f"{begun[0][0]} each of {join_items([name for _, name in begun])}"]
            if mine:
                named = len(begun) == 1 and zone.title.startswith(f"{name_plural(game.kinds[zone.holds])} ")
                what = f"{begun[0][0]} {zone.title}" if named else f"{join_items(mine)} in their {zone.title}"
                yield f"Each player begins with {what}."


def _name_own_piece(game: GameDecl, piece: PieceDef, count: int) -> str:
    """Return the name of a piece, or the plural of its kind if the name is just the title of the kind."""
    kind = game.kinds[piece.kind]
    return _name_kind(kind, count) if piece.name.casefold() == kind.title.casefold() else piece.name


def _name_kind(kind: KindDecl, count: int) -> str:
    return kind.title if count == 1 else name_plural(kind)


def name_plural(kind: KindDecl) -> str:
    """Return the plural of a kind: the declared one, or one derived from its title."""
    return spell_name(kind.plural) if kind.title == spell_name(kind.word) else make_plural(kind.title)


def _add_copies(card: CardText) -> str:
    """Return the name of a card, with the number of copies if there are several."""
    return card.name if card.needed == 1 else f"{card.needed} × {card.name}"


def _repeats_name(card: CardText, attribute: str) -> bool:
    """Return True if an attribute of a card repeats its name."""
    return card.attributes.get(attribute, "").casefold() == card.name.casefold()


def choose_examples(cards: Sequence[CardText]) -> list[CardText]:
    """Return example cards of a kind: if they are few, all that have a text, else one for each value of an attribute.

    The longest text that fits is preferred. Without texts, the first few cards are returned.
    """
    saying = [card for card in cards if card.text]
    if 0 < len(saying) <= MOST_EXAMPLES:
        return saying
    found: dict[str, list[CardText]] = {}
    for card in cards:
        sort = next((value for value in card.attributes.values() if not value.removeprefix("-").isdecimal()), "")
        found.setdefault(sort, []).append(card)
    if len(found) > MAX_ROWS // 4:
        found = {"": list(cards)}
    fitting = [[card for card in group if len(card.text) <= MAX_EXAMPLE_LENGTH] or group for group in found.values()]
    chosen = [max(group, key=lambda card: len(card.text)) for group in fitting]
    return [card for card in chosen if card.text][:MOST_EXAMPLES] or chosen[:FEW_EXAMPLES]


def _render_yes_no_cases(cases: Sequence[tuple[str, str]]) -> list[str]:
    """Return the cases of a yes-or-no rule as sentences; each sentence assumes that no earlier case applies."""
    said = []
    for place, (value, asked) in enumerate(cases):
        lead = "otherwise " if place else ""
        answer = {"yes": "always", "no": "never"}.get(value, "")
        when = f" if {asked}" if asked else ""
        said.append(f"{lead}{answer}{when}" if answer else f"{lead}{f'if {asked}, ' if asked else ''}only if {value}")
    return said


def _list_words(node: syntax.Node) -> list[str]:
    return [each.word for each in syntax.walk(node) if isinstance(each, syntax.NameNode | syntax.CallNode)]


def _build_table(table: TableDecl) -> TableBlock:
    """Return a table with a row for each word and the second parameter as columns.

    Short rows are extended with their last number.
    """
    longest = max(map(len, table.rows.values()))
    roles = [spell_name(role) for role, _ in table.roles]
    if list(table.rows) == [""]:
        return TableBlock((roles[0], *map(str, range(1, longest + 1))), (("value", *map(table.show, table.rows[""])),))
    if longest == 1 and len(roles) == 1:
        return TableBlock(
            (roles[0], "value"), tuple((spell_name(word), table.show(row[0])) for word, row in table.rows.items())
        )
    rows = tuple(
        (spell_name(word), *map(table.show, row), *[table.show(row[-1])] * (longest - len(row)))
        for word, row in table.rows.items()
    )
    return TableBlock((" / ".join(roles), *map(str, range(1, longest + 1))), rows)


def build_tables(tables: Sequence[TableDecl]) -> TableBlock:
    """Return one table as a block, or several as one block: a row for each if they have a single row, else a column."""
    first = tables[0]
    single = _build_table(first)
    if len(tables) == 1:
        return single
    if list(first.rows) == [""]:
        return TableBlock(
            single.head, tuple((spell_name(each.word), *map(each.show, each.rows[""])) for each in tables)
        )
    rows = [
        (spell_name(word), *(table.show(table.rows[word][0]) if word in table.rows else "" for table in tables))
        for word in first.rows
    ]
    return TableBlock((spell_name(first.roles[0][0]), *(spell_name(table.word) for table in tables)), tuple(rows))
