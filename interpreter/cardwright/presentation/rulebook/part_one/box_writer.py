"""Writer of what there is in the box and on the table, as the base of the writer of part one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.declarations.model import KindDecl
from cardwright.declarations.value_types import YES_NO
from cardwright.english.renderer import English
from cardwright.phrases.inflection import capitalize, join_items, spell_name
from cardwright.presentation.rulebook.components import (
    describe_created,
    describe_decks,
    describe_rows,
    describe_tokens,
    describe_uncounted,
    name_plural,
)
from cardwright.presentation.rulebook.document import Block, Example, Paragraph, TableBlock
from cardwright.presentation.rulebook.links import TextRun
from cardwright.presentation.rulebook.part_one.box_summary import (
    MAX_NAMED_ROWS,
    describe_apart,
    describe_grid,
    describe_notes,
    describe_spans,
    describe_words,
    describe_zones,
    list_cards,
    summarize_cards,
)
from cardwright.presentation.rulebook.part_one.card_names import CardNames
from cardwright.presentation.rulebook.part_one.first_questions import (
    describe_counters,
    describe_unasked,
    list_counters,
    list_noted,
)
from cardwright.presentation.rulebook.part_one.outline import (
    list_hidden,
    list_told_words,
    list_told_zones,
    list_words,
    make_outline,
)
from cardwright.presentation.rulebook.part_one.wording import (
    name_neighbours,
)
from cardwright.presentation.rulebook.rules_page_live_parts import LiveParts

if TYPE_CHECKING:
    from cardwright.game.loaded_game import CardText
    from cardwright.presentation.rulebook.rule_text_sections import Writer

# All cards with a text are shown in part one up to this number, in the games with few.
MAX_TEXTS = 12
# Where the rules of play begin.
COURSE = ("setup", "play", "final_score", "winners")
# Names of spaces, such as d4, have at most so many characters.
MAX_NAME = 3


class BoxWriter:
    """Writer of the sections of part one on pieces and zones."""

    def __init__(self, writer: Writer, whole: bool = False) -> None:
        self.writer = writer
        self.whole = whole
        self.game = writer.game
        self.outline = make_outline(writer.course, whole)
        self.english = English.of(
            writer.checked, plainly=True, texts=self.outline.idioms.texts, tokens=self.outline.idioms.tokens
        )
        self.links = writer.links_to_words() if whole else writer.links
        self.parts = LiveParts(writer.checked)
        self.names = CardNames(self.game, self.writer.cards)
        self.explained: set[str] = {"setup", "play"}
        # The titles of the sections that have a list, by the list.
        self.listed: dict[str, str] = {}

    def box(self) -> Iterator[Block]:
        """Yield tables of all pieces, and of the words that the author explains."""
        reached = self.outline.reached_words((*COURSE, *self.writer.course.in_abilities))
        for kind in self.game.kinds.values():
            cards = self._list_cards(kind)
            total = sum(card.needed for card in cards)
            if kind.part_of is not None or not total:
                continue
            noun = kind.title if total == 1 else name_plural(kind)
            if len(cards) == 1 and cards[0].name.casefold() == kind.title.casefold():
                yield self._write_text(f"{total} {noun}.")
                continue
            table = summarize_cards(cards, self._names_matter(cards, kind))
            grid = describe_grid(table)
            short = grid and all(card.needed == 1 and len(card.name) <= MAX_NAME for card in cards)
            names = f" ({cards[0].name} to {cards[-1].name})" if short else ""
            yield self._write_text(f"{total} {noun}{names}{grid or ':'}")
            yield from () if grid else (table,)
            yield from map(self._write_text, describe_uncounted(cards, name_plural(kind)))
            yield from map(
                self._write_text, (*self._describe_marked(cards, kind), *describe_unasked(self.writer, kind, reached))
            )
        for enum in self.game.enums.values():
            rows = [
                (spell_name(word), self.writer.box.words[word]) for word in enum.values if word in self.writer.box.words
            ]
            if rows:
                yield TableBlock((spell_name(enum.word), "meaning"), tuple(rows))

    def _list_cards(self, kind: KindDecl) -> list[CardText]:
        """Return the cards of a kind; a card that sets no word for an attribute gets the attribute's default."""
        names = {number: spell_name(word) for word, number in self.game.words.items()}
        usual = {
            word: names[each.default]
            for word, each in kind.attributes.items()
            if each.type.base == "enum" and isinstance(each.default, int) and each.default in names
        }
        cards = [card for card in self.writer.cards if card.kind == kind.word]
        return [replace(card, attributes={**usual, **card.attributes}) for card in cards] if usual else cards

    def _describe_marked(self, cards: Sequence[CardText], kind: KindDecl) -> Iterator[str]:
        """Yield, for each mark that the rules mention, a sentence on the cards with it, unless the box lists marks."""
        texts = [*self.outline.procedures.values(), *self.outline.rules.values()]
        used = {word for text in texts for word in list_words(text.node)}
        for word, each in kind.attributes.items():
            names = [card.name for card in cards if card.attributes.get(word) == "yes"]
            listed = len(cards) <= MAX_NAMED_ROWS or not self._names_matter(cards, kind)
            if word in used and each.type == YES_NO and 0 < len(names) <= MAX_TEXTS and not listed:
                yield f"{capitalize(spell_name(word))} {name_plural(kind)}: {join_items(names)}."

    def places(self) -> Iterator[Block]:
        """Yield sentences on the zones, and on pieces that enter the game during play."""
        zones = list_told_zones(self.game, self.outline)
        kinds = (*describe_decks(self.game), *describe_tokens(self.game), *describe_created(self.game))
        spans = describe_spans(self.game, self.english)
        rows = describe_rows(self.game, zones)
        reached = self.outline.reached_words((*COURSE, *self.writer.course.in_abilities))
        apart = describe_apart(self.game, zones, [word for word in zones if word not in reached])
        course, idioms = self.writer.course, self.outline.idioms
        words = list_told_words(self.outline, course.in_powers | course.in_abilities) - list_hidden(self.game)
        decider = set() if self.game.decider is None else {str(self.game.decider.value)}
        counters = list_counters(self.writer, idioms.counts)
        counts = describe_counters(counters) if self.whole else ()
        noted = [each for each in list_noted(self.writer) if each.word in words | decider]
        notes = describe_notes(self.game, noted, idioms.tokens)
        marks = (*describe_words(self.game, words), *notes)
        yield from map(
            self._write_text,
            (
                *kinds,
                *describe_zones(self.game, zones),
                *apart,
                *rows,
                *self.outline.idioms.remarks,
                *marks,
                *counts,
                *spans,
            ),
        )
        titles = {kind.word: kind.title for kind in self.game.kinds.values()}
        titles |= {memory.word: memory.title for memory in self.game.memory}
        titles |= {zone.word: zone.title for zone in self.game.zones}
        for word, title in titles.items():
            if self._has_about(word):
                yield Paragraph((TextRun(capitalize(title), name=True), TextRun(f": {self._find_about(word)}")))

    def catalogue(self) -> Iterator[Block]:
        """Yield a table of the cards of each kind whose names matter, if the summary of the box merges them."""
        for kind in self.game.kinds.values():
            cards = self._list_cards(kind)
            if kind.part_of is None and self._names_matter(cards, kind) and len(cards) > MAX_NAMED_ROWS:
                yield list_cards(cards, list(dict.fromkeys(name for card in cards for name in card.attributes)))

    def _names_matter(self, cards: Sequence[CardText], kind: KindDecl) -> bool:
        """Return True if the names of a kind's cards say more than the attributes of the cards."""
        alike = all(card.name.casefold().startswith(kind.title.casefold()) for card in cards) or (
            len({tuple(card.attributes) for card in cards}) == 1
            and len(cards) > MAX_TEXTS
            and not any(card.text for card in cards)
        )
        return not alike and any(card.text for card in cards)

    def cards(self) -> Iterator[Block]:
        """Yield the cards with texts, if there are only few."""
        said = [card for card in self.writer.cards if card.text]
        if 0 < len(said) <= MAX_TEXTS:
            yield from map(Example, said)

    def _has_about(self, word: str) -> bool:
        return self.whole and word in self.writer.abouts and word not in ("game", "goal")

    def _find_about(self, word: str) -> str:
        return " ".join(self.writer.abouts[word].split())

    def _write_text(self, text: str, words: Iterable[str] = ()) -> Paragraph:
        return Paragraph(self._write_runs(text, words))

    def _write_runs(self, text: str, words: Iterable[str]) -> tuple[TextRun, ...]:
        return self.links.runs(self.names.call(name_neighbours(text)), tuple(words))
