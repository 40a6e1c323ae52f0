"""Writer of part one of a rulebook, in the order in which a game is played."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.declarations.model import TABLE, KindDecl, PieceDef
from cardwright.declarations.value_types import YES_NO
from cardwright.english.renderer import English, LibraryStep
from cardwright.english.sentences import join_conditions
from cardwright.phrases.inflection import capitalize, close_sentence, join_items, spell_name
from cardwright.presentation.rulebook.components import (
    _list_words,
    choose_examples,
    describe_created,
    describe_decks,
    describe_first_pieces,
    describe_out,
    describe_rows,
    describe_stock,
    describe_tokens,
    describe_uncounted,
    name_plural,
)
from cardwright.presentation.rulebook.document import Block, Example, ListItem, Paragraph, Steps, TableBlock
from cardwright.presentation.rulebook.links import TextRun
from cardwright.presentation.rulebook.part_one.box_summary import (
    MAX_NAMED_ROWS,
    describe_grid,
    describe_notes,
    describe_spans,
    describe_starts,
    describe_words,
    describe_zones,
    list_cards,
    summarize_cards,
)
from cardwright.presentation.rulebook.part_one.card_names import CardNames
from cardwright.presentation.rulebook.part_one.ends_of_game import AFTER_ALL, END, EndsWriter
from cardwright.presentation.rulebook.part_one.first_questions import (
    describe_counters,
    describe_unasked,
    is_shuffled_first,
)
from cardwright.presentation.rulebook.part_one.outline import (
    list_compared,
    list_hidden,
    list_told_words,
    list_told_zones,
    list_words,
    make_outline,
)
from cardwright.presentation.rulebook.part_one.scoring_table import ScoringWriter
from cardwright.presentation.rulebook.part_one.told_in_place import is_evident
from cardwright.presentation.rulebook.part_one.turn_order import NEXT_PLAYER
from cardwright.presentation.rulebook.part_one.wording import (
    begin_small,
    join_counters,
    join_value,
    name_neighbours,
    render_truths,
    render_values,
    says_the_same,
    tell_set_aside,
)
from cardwright.presentation.rulebook.rules_page_live_parts import LiveParts, UnknownPart
from cardwright.presentation.rulebook.turn_and_phases import Procedure, find_words_of_powers
from cardwright.syntax import tree as syntax

if TYPE_CHECKING:
    from cardwright.game.loaded_game import CardText
    from cardwright.presentation.rulebook.rule_text_sections import Writer

# All cards with a text are shown in part one up to this number, in the games with few.
MAX_TEXTS = 12
# So many cards of a game with more are shown.
EXAMPLES = 3
UNTIL_END = f"the game ends (see {END})"
# The beginning of a text that is no order to the reader.
_NO_ORDER = re.compile(
    r"(?:the|that|this|those|these|there|you|your|each|if|an?|all|any|nobody|starting|for|from|their|its?|they|one|"
    r"otherwise|secretly|in|X|Y|Z)\b",
    re.IGNORECASE,
)


class PartOne:
    """Writer of part one of one game's rulebook. Each word is explained once, at its first mention.

    `whole` is True for a page with the sections on the course and on the end of the game: each leaves out what the
    other tells.
    """

    def __init__(self, writer: Writer, whole: bool = False) -> None:
        self.writer = writer
        self.whole = whole
        self.game = writer.game
        self.outline = make_outline(writer.course, whole)
        self.english = English.of(writer.checked, plainly=True, texts=self.outline.texts)
        self.links = writer.links_to_words() if whole else writer.links
        self.parts = LiveParts(writer.checked)
        self.names = CardNames(self.game, self.writer.cards)
        self.explained: set[str] = {"setup", "play"}
        # The titles of the sections that have a list, by the list.
        self.listed: dict[str, str] = {}

    # ------------------------------------------------------------ what there is

    def box(self) -> Iterator[Block]:
        """Yield tables of all pieces, and of the words that the author explains."""
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
            yield self._write_text(f"{total} {noun}{grid or ':'}")
            yield from () if grid else (table,)
            yield from map(self._write_text, describe_uncounted(cards, name_plural(kind)))
            yield from map(
                self._write_text, (*self._describe_marked(cards, kind), *describe_unasked(self.writer, kind))
            )
        for enum in self.game.enums.values():
            rows = [
                (spell_name(word), self.writer.box.words[word]) for word in enum.values if word in self.writer.box.words
            ]
            if rows:
                yield TableBlock((spell_name(enum.word), "meaning"), tuple(rows))

    def _list_cards(self, kind: KindDecl) -> list[CardText]:
        """Return the cards of a kind; a card that sets no word for an attribute gets the attribute's default."""
        usual = {}
        for word, each in kind.attributes.items():
            values = self.game.enums[each.type.of].values if each.type.base == "enum" else ()
            if isinstance(each.default, int) and 0 <= each.default < len(values):
                usual[word] = spell_name(values[each.default])
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
        words = list_told_words(self.outline) - list_hidden(self.game)
        counts = describe_counters(self.writer) if self.whole else ()
        marks = (*describe_words(self.game, words), *describe_notes(self.game, words))
        yield from map(self._write_text, (*kinds, *describe_zones(self.game, zones), *rows, *marks, *counts, *spans))

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

    def setup(self) -> Iterator[Block]:
        """Yield the steps of set-up, and a table of the numbers that depend on the number of players."""
        yield from map(self._write_text, (*describe_stock(self.game), *describe_first_pieces(self.game)))
        yield from map(self._write_text, describe_starts(self.game, list_compared(self.outline)))
        yield from map(self._write_text, self._describe_beginning())
        steps = [*self.steps("setup")]
        yield from steps or [self._write_text("Nothing is set up before play begins.")]
        yield from self.by_players()

    def _describe_beginning(self) -> Iterator[str]:
        """Yield sentences on where all other cards lie before set-up."""
        zones = list_told_zones(self.game, self.outline)
        for kind in self.game.kinds.values():
            there = [zone for zone in self.game.zones if zone.holds == kind.word]
            first = next((zone for zone in there if zone.owner == TABLE and len(there) > 1), None)
            pieces = [piece for piece in self.game.pieces if piece.kind == kind.word]
            if first is None or kind.part_of is not None or first.word not in zones or not pieces:
                continue
            apart = any(piece.each_player or piece.pool is not None or not piece.copies for piece in pieces)
            if apart or not is_shuffled_first(self.writer, first.word):
                other = "other " if apart else ""
                yield f"All {other}{name_plural(kind)} begin in the {first.title.removeprefix('the ')}."

    def by_players(self) -> Iterator[TableBlock]:
        """Yield a table of the rules that depend on nothing but the number of players."""
        low, high = self.game.players
        rows = []
        for word in self.writer.rules:
            values = self._list_by_players(word)
            if values:
                rows.append((capitalize(self.writer._render_phrase(word)), *map(str, values)))
        if rows:
            yield TableBlock(("players", *map(str, range(low, high + 1))), tuple(rows))

    def _list_by_players(self, word: str) -> list[int]:
        """Return the value of a rule for each number of players; [] unless these values differ."""
        low, high = self.game.players
        if low == high or word in self.writer.untold:
            return []
        try:
            values = [self.parts.number(word, players) for players in range(low, high + 1)]
        except UnknownPart:
            return []
        return values if len(set(values)) > 1 else []

    # ------------------------------------------------------------ what is done

    def steps(self, word: str) -> Iterator[Block]:
        """Yield the steps of a procedure.

        Each has short explanations of the words that are mentioned for the first time in it.
        """
        self.explained.add(word)
        procedure = self.outline.procedures[word]
        needed = self.english.requirements(procedure)
        if needed:
            asked = join_conditions([step.text.rstrip(".") for step in needed])
            yield self._write_text(
                f"You can do this only if {asked}.", [each for step in needed for each in step.words]
            )
            yield from self._explain_all([each for step in needed for each in step.words])
        steps = self._list_steps(procedure, self.whole and word == "play")
        if self.whole:
            steps = [self._list_once(each, self.english.heading(word)) for each in steps]
        items, explanations = [], []
        for step in steps:
            item, found = self._explain_step(step)
            items.append(item)
            explanations += found
        if len(items) == 1 and not (items[0].bullets or items[0].parts or items[0].rest):
            yield Paragraph(items[0].runs)
        elif items:
            yield Steps(tuple(items), numbered=len(items) > 1)
        yield from map(_make_block, explanations)
        if items:
            return
        if word not in ("setup", *self.writer.abouts):
            yield self._write_text("Nothing happens here unless a card says so.")

    def _write_item(self, step: LibraryStep) -> ListItem:
        first, *bullets = step.text.split("\n• ")
        options = tuple(self.links.runs_of_option(text, step.words) for text in bullets)
        parts, rest = (tuple(map(self._write_item, each)) for each in (step.parts, step.rest))
        return ListItem(self.links.runs(first, step.words), options, parts, rest)

    def options(self, word: str) -> Iterator[Block]:
        """Yield the options of a procedure's decisions; or all its steps, if one sentence offers two options."""
        steps = self._list_steps(self.outline.procedures[word])
        found = [step for step in steps if "\n• " in step.text]
        if not found:
            yield from self.steps(word)
        for step in found:
            item, explanations = self._explain_step(step)
            yield Steps((replace(item, runs=()),), numbered=False)
            yield from map(_make_block, explanations)

    def _explain_step(self, step: LibraryStep) -> tuple[ListItem, list[ListItem]]:
        """Return a step, and explanations of the words that are mentioned for the first time in it."""
        item = self._write_item(step)
        explanations = list(self._explain(step.words))
        name = TextRun(step.text.rstrip("."), name=True)
        if explanations and not (item.bullets or item.parts or item.rest) and explanations[0].runs[:1] == (name,):
            return explanations[0], explanations[1:]
        return item, explanations

    def _explain_all(self, words: Iterable[str]) -> Iterator[Block]:
        yield from map(_make_block, self._explain(words))

    def _explain(self, words: Iterable[str]) -> Iterator[ListItem]:
        """Yield explanations of words mentioned for the first time, and of the words in these explanations."""
        for word in words:
            named = self.outline.short
            if word in self.explained or (word in self.writer.procedures and word not in named):
                continue
            self.explained.add(word)
            item = None
            if word in self.writer.rules:
                item = self._define_rule(word)
            elif word in named:
                item = self._define_procedure(word)
            if item is not None:
                yield item
            text = self.outline.procedures.get(word) or self.outline.rules.get(word)
            if text is not None:
                yield from self._explain(list_words(text.node))

    def _define_procedure(self, word: str) -> ListItem | None:
        """Return an explanation of a procedure in one line: `To put down a card, move it to your cloth.`; or None."""
        procedure = self.outline.procedures[word]
        heading = self.english.heading(word)
        steps = self._list_steps(procedure)
        said = f"{heading[0].lower()}{heading[1:]}"
        if not steps:
            if word not in self.writer.course.in_powers or procedure.node.kind != "verb":
                return None
            if self._is_about_one_piece(procedure):
                return ListItem((TextRun("To "), TextRun(said, name=True), TextRun(", do what it says.")))
            return ListItem((TextRun(heading, name=True), TextRun(": what happens then is said by cards.")))
        words = [each for step in steps for each in step.words]
        texts = [self._render_as_clause(step) for step in steps]
        if len(steps) == 1 and (says_the_same(heading, texts[0]) or is_evident(self.game, procedure.node)):
            return None
        needed = self.english.requirements(procedure)
        only = f" (only if {join_conditions([step.text.rstrip('.') for step in needed])})" if needed else ""
        if word in self.outline.telling and procedure.node.phrase and procedure.node.kind == "verb":
            shown = [f"do so for {each}" for each in self._list_learnt(word)]
            joined = "; ".join([*shown, *(begin_small(text).rstrip(".") for text in texts)])
            runs = self._write_runs(f", {joined}.", words)
            return ListItem((TextRun("When you "), TextRun(said, name=True), *runs))
        orders = procedure.node.kind == "verb" and not any(map(_NO_ORDER.match, texts))
        lead = (TextRun("To "), TextRun(said, name=True)) if orders else (TextRun(heading, name=True),)
        joint = "," if orders else ":"
        if any(step.parts or step.rest or "\n" in step.text for step in steps):
            if len(steps) > 1 or steps[0].parts:
                runs = (*lead, *self._write_runs(f"{only}:", words))
                return ListItem(runs, (), tuple(map(self._write_item, steps)))
            item = self._write_item(replace(steps[0], text=f"{only}{joint} {begin_small(steps[0].text)}"))
            return replace(item, runs=(*lead, *item.runs))
        joined = "; ".join(begin_small(text).rstrip(".") for text in texts)
        text = f"{only}{joint} {joined}." if len(texts) > 1 else f"{joint} {joined}{only}."
        return ListItem((*lead, *self._write_runs(text, words)))

    def _list_learnt(self, word: str) -> list[str]:
        """Return the groups of pieces of which a procedure lets a player learn something: `all cards in their hand`."""
        written = self.writer.procedures[word]
        learnt = {each.word for each in self.game.memory if each.also_see}
        loops = [each for each in written.node.body.statements if isinstance(each, syntax.ForEachNode)]
        lists = [each.list for each in loops if learnt & {getattr(part, "word", "") for part in syntax.walk(each.body)}]
        return [self.english.group(written, each) for each in lists]

    def _is_about_one_piece(self, procedure: Procedure) -> bool:
        kinds = [procedure.names.get(each.word) for each in procedure.node.params]
        return len(kinds) == 1 and kinds[0] is not None and kinds[0].base == "piece"

    def _render_as_clause(self, step: LibraryStep) -> str:
        """Return the text of a step for use in a sentence: `the count takes place` for `The count.`"""
        if not self._is_bare(step):
            return step.text
        one = step.text.startswith(("A ", "An "))
        return f"There is {begin_small(step.text)}" if one else f"{step.text.rstrip('.')} takes place."

    def _is_bare(self, step: LibraryStep) -> bool:
        """Return True if a step only names a part of the game: `The count.`"""
        text = self.outline.procedures.get(step.words[0]) if step.words else None
        return text is not None and text.node.kind == "step" and step.text == f"{self.english.heading(text.node.word)}."

    def _define_rule(self, word: str) -> ListItem | None:
        """Return an explanation of a rule, or None. Example: `A card can be played if it has the suit led.`"""
        writer = self.writer
        if word in self.outline.following:
            return ListItem((TextRun(capitalize(NEXT_PLAYER), name=True), TextRun(self.outline.following[word])))
        if word in writer.untold or word in writer.fixed or self._list_by_players(word):
            return None
        heading = self.english.heading(word)
        cases = self.english.cases(self.outline.rules[word])
        words = _list_words(self.outline.rules[word].node)
        kind = writer.checked.rules[word].type
        yes_no = kind is not None and kind.base == "yes_no"
        if not yes_no and len(cases) == 1 and says_the_same(heading, cases[0][0]):
            return None
        lead = TextRun(heading, name=True)
        if len(cases) == 1:
            return ListItem((lead, *self._write_runs(join_value(heading, cases[0][0], kind), words)))
        texts = [*(render_truths if yes_no else render_values)(cases)]
        bullets = tuple(self._write_runs(close_sentence(text), words) for text in texts)
        return ListItem((lead, TextRun(":")), bullets)

    # ------------------------------------------------------------ ends and scores

    def ends(self) -> Iterator[Block]:
        """Yield what it means to be out of the game, and the conditions under which the game ends."""
        yield from map(self._write_text, describe_out(self.game))
        sentences = EndsWriter(self.writer, self.english, self.outline, self._list_steps, self.whole).sentences()
        ends = dict(sentences) or {AFTER_ALL: ()}
        yield from (self._write_text(*each) for each in ends.items())
        yield from self._explain_all(word for words in ends.values() for word in words if word in self.writer.rules)

    def scoring(self) -> Iterator[Block]:
        """Yield a table of the score, and explanations of the words in it."""
        scores = ScoringWriter(self.writer, self.english)
        table, words = scores.table()
        self.explained |= {"final_score", *words}
        if not self.whole or not scores.tell_result():
            yield self._write_text(scores.write_sentence()) if table is None else table
        yield from self._explain_all(scores.mentioned(words))

    def always(self) -> Iterator[Block]:
        """Yield the texts of the game's own abilities, with explanations of words that they mention first."""
        for ability in self.writer.checked.own:
            yield self._write_text(self.english.ability(ability))
            words = list_words(ability.node)
            for word in words:  # and the words in their texts, which are added to the list
                text = self.writer.procedures.get(word)
                words += [] if text is None else [each for each in list_words(text.node) if each not in words]
            yield from self._define_unreached(word for word in words if word in self.writer.procedures)
            yield from self._explain_all(words)

    def deeds_of_cards(self) -> Iterator[Block]:
        """Yield explanations of procedures that occur only in the texts of cards that part one shows."""
        shown = {card.id for card in choose_shown(self.writer.cards)}
        words = self._list_used([piece for piece in self.game.pieces if piece.id in shown])
        yield from self._define_unreached(words)

    def _list_used(self, pieces: Iterable[PieceDef]) -> list[str]:
        """Return the procedures that powers call, directly or indirectly, as far as part one explains them."""
        found: dict[str, None] = {}
        waiting = sorted(find_words_of_powers(pieces))
        while waiting:
            word = waiting.pop(0)
            text = self.outline.procedures.get(word)
            if text is not None and word not in found:
                found[word] = None
                waiting += list_words(text.node)
        return list(found)

    def _define_unreached(self, words: Iterable[str]) -> Iterator[Block]:
        """Yield explanations of procedures that neither set-up nor play leads to, and that have no explanation yet."""
        reached = {*self.outline.order, *self.outline.silent}
        rest = [word for word in dict.fromkeys(words) if word not in reached and word not in self.explained]
        items = []
        for word in rest:
            if word in self.explained or not self.english.heading(word) or not self.writer.procedures[word].node.phrase:
                continue
            self.explained.add(word)
            item = self._define_procedure(word)
            items += [] if item is None else [item]
        if items:
            yield Steps(tuple(items), numbered=False)

    # ------------------------------------------------------------ words

    def _list_steps(self, procedure: Procedure, ends_later: bool = False) -> list[LibraryStep]:
        """Return the steps of a procedure; with `ends_later`, a loop at its end is said to end with the game."""
        last = procedure.node.body.statements[-1:]
        until = UNTIL_END if ends_later and any(getattr(each, "kind", "") == "until" for each in last) else ""
        steps = self.english.steps(procedure, self.outline.silent, self.writer.fixed, until)
        stacks = [zone.title for zone in self.game.zones if zone.ordered and not zone.row]
        return list(join_counters(tell_set_aside([self._name_in_step(step) for step in steps], stacks)))

    def _list_once(self, step: LibraryStep, title: str) -> LibraryStep:
        """Return a step in which a list that another section has is replaced by a reference to it."""
        parts, rest = (tuple(self._list_once(each, title) for each in group) for group in (step.parts, step.rest))
        text, _, bullets = step.text.partition(":\n• ")
        where = self.listed.setdefault(bullets, title) if bullets else title
        text = step.text if where == title else f"{text} (see “{where}”)."
        return replace(step, text=text, parts=parts, rest=rest)

    def _name_in_step(self, step: LibraryStep) -> LibraryStep:
        parts, rest = (tuple(map(self._name_in_step, each)) for each in (step.parts, step.rest))
        apart = self.whole and self._is_bare(step) and step.words[0] in self.outline.sections()
        text = f"{step.text.rstrip('.')} (see there)." if apart else self.names.call(name_neighbours(step.text))
        return replace(step, text=text, parts=parts, rest=rest)

    def _write_text(self, text: str, words: Iterable[str] = ()) -> Paragraph:
        return Paragraph(self._write_runs(text, words))

    def _write_runs(self, text: str, words: Iterable[str]) -> tuple[TextRun, ...]:
        return self.links.runs(self.names.call(name_neighbours(text)), tuple(words))


def choose_shown(cards: Sequence[CardText]) -> list[CardText]:
    """Return the cards whose texts part one shows: all, or a few examples if there are many."""
    said = [card for card in cards if card.text]
    return said if len(said) <= MAX_TEXTS else [card for card in choose_examples(cards) if card.text][:EXAMPLES]


def _make_block(item: ListItem) -> Block:
    if item.bullets or item.parts or item.rest:
        return Steps((item,), numbered=False)
    return Paragraph(item.runs)
