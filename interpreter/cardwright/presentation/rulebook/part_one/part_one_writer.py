"""Writer of part one of a rulebook, in the order in which a game is played."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.declarations.model import TABLE, PieceDef
from cardwright.english.expressions.conditions import is_noun_phrase
from cardwright.english.noun_phrases import looks_plural
from cardwright.english.renderer import LibraryStep
from cardwright.english.sentences import join_conditions
from cardwright.phrases.inflection import capitalize, close_sentence, join_items
from cardwright.presentation.rulebook.components import (
    _list_words,
    choose_examples,
    describe_first_pieces,
    describe_out,
    describe_stock,
    name_plural,
)
from cardwright.presentation.rulebook.document import Block, ListItem, Paragraph, Steps, TableBlock
from cardwright.presentation.rulebook.links import TextRun
from cardwright.presentation.rulebook.part_one.box_summary import (
    describe_starts,
)
from cardwright.presentation.rulebook.part_one.box_writer import MAX_TEXTS, BoxWriter
from cardwright.presentation.rulebook.part_one.ends_of_game import AFTER_ALL, END, EndsWriter
from cardwright.presentation.rulebook.part_one.first_questions import is_shuffled_first
from cardwright.presentation.rulebook.part_one.idioms.turn_order import NEXT_PLAYER
from cardwright.presentation.rulebook.part_one.outline import (
    list_compared,
    list_told_zones,
    list_words,
)
from cardwright.presentation.rulebook.part_one.scoring_table import ScoringWriter
from cardwright.presentation.rulebook.part_one.short_piles import can_be_empty
from cardwright.presentation.rulebook.part_one.told_in_place import find_pile
from cardwright.presentation.rulebook.part_one.wording import (
    begin_small,
    join_counters,
    join_value,
    list_branches,
    name_neighbours,
    render_truths,
    render_values,
    says_the_same,
    split_sentences,
    tell_set_aside,
)
from cardwright.presentation.rulebook.rules_page_live_parts import UnknownPart
from cardwright.presentation.rulebook.turn_and_phases import Procedure, find_words_of_powers

if TYPE_CHECKING:
    from cardwright.game.loaded_game import CardText

# So many cards of a game with more are shown.
EXAMPLES = 3
UNTIL_END = f"the game ends (see {END})"
# The beginning of a text that is no order to the reader.
_NO_ORDER = re.compile(
    r"(?:the|that|this|those|these|there|you|your|each|if|an?|all|any|nobody|starting|for|from|their|its?|they|one|"
    r"otherwise|secretly|in|X|Y|Z)\b",
    re.IGNORECASE,
)


class PartOne(BoxWriter):
    """Writer of part one of one game's rulebook. Each word is explained once, at its first mention.

    `whole` is True for a page with the sections on the course and on the end of the game: each leaves out what the
    other tells.
    """

    # ------------------------------------------------------------ set-up

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
            values = [] if word in self.outline.idioms.numbers else self._list_by_players(word)
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
            steps = [list_branches(self._list_once(each, self.english.heading(word))) for each in steps]
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
        explanations = [*self._explain_active(step), *self._explain(step.words)]
        name = TextRun(step.text.rstrip("."), name=True)
        if explanations and not (item.bullets or item.parts or item.rest) and explanations[0].runs[:1] == (name,):
            return explanations[0], explanations[1:]
        return item, explanations

    def _explain_active(self, step: LibraryStep) -> Iterator[ListItem]:
        """Yield who the player with the turn is, at the first step that mentions this player by that title."""
        word = "" if self.game.active is None else str(self.game.active.value)
        for title in (each.title for each in self.game.memory if each.word == word):
            if self.whole and f"the {title}" not in self.explained and self._mentions(step, title):
                self.explained.add(f"the {title}")
                yield ListItem((TextRun(f"The {title}", name=True), TextRun(" is the player whose turn it is.")))

    def _mentions(self, step: LibraryStep, title: str) -> bool:
        return f"the {title}" in step.text or any(self._mentions(each, title) for each in (*step.parts, *step.rest))

    def _explain_all(self, words: Iterable[str]) -> Iterator[Block]:
        yield from map(_make_block, self._explain(words))

    def _explain(self, words: Iterable[str]) -> Iterator[ListItem]:
        """Yield explanations of words mentioned for the first time, and of the words in these explanations."""
        for word in words:
            named = self.outline.short
            if word in self.explained or (word in self.writer.procedures and word not in named):
                continue
            self.explained.add(word)
            item = self._define(word) if word in self.writer.rules or word in named else None
            if item is not None:
                yield item
            text = self.outline.procedures.get(word) or self.outline.rules.get(word)
            if text is not None and not (word in self.writer.rules and self._has_about(word)):
                yield from self._explain(list_words(text.node))

    def _define(self, word: str) -> ListItem | None:
        """Return an explanation of a procedure or rule, or None.

        What the author says about it follows the steps of a procedure, and stands for the cases of a rule.
        """
        said = TextRun(f" {self._find_about(word)}") if self._has_about(word) else None
        if word in self.writer.rules:
            name = TextRun(self.english.heading(word), name=True)
            return self._define_rule(word) if said is None else ListItem((name, TextRun(":"), said))
        item = self._define_procedure(word)
        if said is None:
            return item
        if item is None:
            return ListItem((TextRun(self.english.heading(word), name=True), TextRun(":"), said))
        if item.bullets or item.parts or item.rest:
            return replace(item, rest=(*item.rest, ListItem((replace(said, text=said.text.lstrip()),))))
        steps = "".join(run.text for run in item.runs)
        more = [each for each in split_sentences(said.text) if not says_the_same(steps, each)]
        return replace(item, runs=(*item.runs, *(TextRun(f" {each}") for each in more)))

    def _define_procedure(self, word: str) -> ListItem | None:
        """Return an explanation of a procedure in one line: `To put down a card, move it to your cloth.`; or None."""
        procedure = self.outline.procedures[word]
        heading = self.english.heading(word)
        steps = self._list_steps(procedure)
        said = f"{heading[0].lower()}{heading[1:]}"
        if not steps:
            if word not in self.writer.course.in_powers or procedure.node.kind != "verb":
                return None
            if self._is_about_one_power(procedure):
                return ListItem((TextRun("To "), TextRun(said, name=True), TextRun(", do what it says.")))
            return ListItem((TextRun(heading, name=True), TextRun(": what happens then is said by cards.")))
        words = [each for step in steps for each in step.words]
        texts = [self._render_as_clause(step) for step in steps]
        pile, several = find_pile(self.game, procedure.node)
        if pile and self.whole and not several and can_be_empty(self.writer, pile):
            texts = [f"{texts[0].rstrip('.')}, if there is one."]
        elif len(steps) == 1 and (says_the_same(heading, texts[0]) or pile):
            return None
        needed = self.english.requirements(procedure)
        only = f" (only if {join_conditions([step.text.rstrip('.') for step in needed])})" if needed else ""
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

    def _is_about_one_power(self, procedure: Procedure) -> bool:
        """Return True if a procedure is about one piece, of a kind whose pieces have powers that say what it does."""
        kinds = [procedure.names.get(each.word) for each in procedure.node.params]
        one = kinds[0] if len(kinds) == 1 else None
        return (
            one is not None
            and one.base == "piece"
            and any(each.power is not None for each in self.game.pieces if each.kind == one.of)
        )

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
        if word in self.outline.idioms.following:
            return ListItem((TextRun(capitalize(NEXT_PLAYER), name=True), TextRun(self.outline.idioms.following[word])))
        if word in writer.untold or word in writer.fixed or self._list_by_players(word):
            return None
        heading = self.english.heading(word)
        cases = self.english.cases(self.outline.rules[word])
        words = _list_words(self.outline.rules[word].node)
        kind = writer.checked.rules[word].type
        yes_no = kind is not None and kind.base == "yes_no"
        changed = list(dict.fromkeys(card.name for card in writer.changed.get(word, ()))) if self.whole else []
        ends_alike = not changed and cases[0][0].rpartition(" ")[2] == heading.rpartition(" ")[2]
        printed = writer.is_printed(word) and not changed
        if len(cases) == 1 and (not yes_no or ends_alike) and (printed or says_the_same(heading, cases[0][0])):
            return None
        lead = TextRun(heading, name=True)
        ways = self.english.alternatives(self.outline.rules[word])
        if ways:
            begin = " if one of these holds:" if yes_no else " are:" if looks_plural(heading) else ":"
            return ListItem(
                (lead, TextRun(begin)), tuple(self._write_runs(f"{capitalize(each)}.", words) for each in ways)
            )
        if len(cases) == 1:
            named = join_items(changed) if len(changed) <= EXAMPLES else f"cards such as the {changed[0]}"
            said = f" ({named} can change this)" if changed else ""
            text = join_value(heading, cases[0][0], kind)
            return ListItem((lead, *self._write_runs(f"{text.rstrip('.')}{said}.", words)))
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
            item = self._define(word)
            items += [] if item is None else [item]
        if items:
            yield Steps(tuple(items), numbered=False)

    # ------------------------------------------------------------ words

    def _list_steps(self, procedure: Procedure, ends_later: bool = False) -> list[LibraryStep]:
        """Return the steps of a procedure; with `ends_later`, a loop at its end is said to end with the game."""
        last = procedure.node.body.statements[-1:]
        until = UNTIL_END if ends_later and any(getattr(each, "kind", "") == "until" for each in last) else ""
        begins = procedure.node.word in self.outline.idioms.opening
        steps = self.english.steps(procedure, self.outline.silent, self.writer.fixed, until, begins)
        stacks = [zone.title for zone in self.game.zones if zone.ordered and not zone.row]
        return list(join_counters(tell_set_aside([*map(self._name_in_step, steps)], stacks)))

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
        text = self._lead_to(step.text.rstrip(".")) if apart else self.names.call(name_neighbours(step.text))
        return replace(step, text=text, parts=parts, rest=rest)

    def _lead_to(self, title: str) -> str:
        """Return the sentence for a part of the game that has a section of its own."""
        if is_noun_phrase(title):
            return f"Next come{'' if looks_plural(title) else 's'} {begin_small(title)} (see there)."
        return f"{title} (see there)."


def choose_shown(cards: Sequence[CardText]) -> list[CardText]:
    """Return the cards whose texts part one shows: all, or a few examples if there are many."""
    said = [card for card in cards if card.text]
    return said if len(said) <= MAX_TEXTS else [card for card in choose_examples(cards) if card.text][:EXAMPLES]


def _make_block(item: ListItem) -> Block:
    if item.bullets or item.parts or item.rest:
        return Steps((item,), numbered=False)
    return Paragraph(item.runs)
