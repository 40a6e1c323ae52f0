"""Writer of the rulebook's sections on play from the rule texts of a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import TYPE_CHECKING

from cardwright.checker import typed_tree
from cardwright.compiler.english_for_displays import explain_enum_values
from cardwright.declarations.model import GameDecl, ReactionRules
from cardwright.english.noun_phrases import looks_plural
from cardwright.english.renderer import English, LibraryStep, all_play_together
from cardwright.english.sentences import join_conditions
from cardwright.game.loading import find_checked_game
from cardwright.phrases.inflection import capitalize, close_sentence, join_items, spell_name
from cardwright.presentation.rulebook.card_rule_links import (
    MAX_NAMED,
    describe_uses,
    list_changing_cards,
    map_procedures_to_cards,
    map_rules_to_cards,
)
from cardwright.presentation.rulebook.components import (
    ComponentWriter,
    _build_table,
    _list_words,
    _render_players,
    _render_yes_no_cases,
    choose_examples,
    describe_first_pieces,
    describe_stock,
    is_declared,
    name_plural,
)
from cardwright.presentation.rulebook.document import (
    Block,
    Example,
    ListItem,
    Paragraph,
    Rulebook,
    Section,
    Steps,
    TableBlock,
)
from cardwright.presentation.rulebook.game_words_for_rules_page import list_numbers, list_unpublished
from cardwright.presentation.rulebook.links import Links, TextRun, make_word_anchor
from cardwright.presentation.rulebook.turn_and_phases import Course
from cardwright.syntax import tree as syntax

if TYPE_CHECKING:
    from cardwright.game.loaded_game import Game

ENDS, WHEN = "The game ends.", "The game ends when "
HIGHEST = "Whoever has the highest score when the game ends wins; equal scores share the win."
ALONE = "You play for the highest score you can reach."
TITLES = {"setup": "Set-up", "play": "The course of the game"}
NOTHING = "This only has a name, so that other rules can refer to it."
# All players with an extreme number: `all players whose debts are the smallest number of debts among all players`.
_EXTREME = re.compile(
    r"all players whose (?P<what>[\w ]+) (?:is|are) the (?P<end>smallest|largest) (?:number of )?(?P=what)"
    r" among all players"
)
_HOW = {"smallest": ("lowest", "fewest"), "largest": ("highest", "most")}
# The introduction to the procedures.
READING = (
    "“You” are whoever does it. Where nothing else is said, you choose yourself which ones, and in which order; what "
    "is left to chance is said to be at random. What is said to be done is done, whether you like it or "
    "not; only what you may do can be left undone. What asks for a number of things, or for a price, is not "
    "done at all where there is less."
)


def write_goal(game: Game) -> str:
    """Return a few sentences on the winner and the end of a game, by the author or else derived from the rules."""
    return Writer(game, find_checked_game(game)).goal()


def _describe_reaction_order(rules: ReactionRules) -> str:
    """Return the sentences on what happens if several cards react to the same thing; "" if the game says nothing."""
    orders = {
        "order_of_play": "the one that came into play first goes first",
        "each_player_orders": "the active player chooses the order of their own, and then each other player does",
        "active_player_orders": "the active player chooses the order",
    }
    said = [f"If several cards react to the same thing, {orders[rules.order]}."] if rules.order in orders else []
    if rules.in_turn:
        said.append("A reaction whose condition does not hold any more when its turn comes is skipped.")
    if rules.skip_gone:
        said.append("A card that has left before its turn comes does not react.")
    return " ".join(said)


def find_unpublished_rules(game: Game) -> Set[str]:
    """Return the rules that a rulebook leaves out: rules for bots only, and those the author excludes."""
    return list_unpublished(find_checked_game(game).game)


class Writer:
    """Writer of part two of one game's rulebook."""

    def __init__(self, game: Game, checked: typed_tree.CheckedGame) -> None:
        self.cards = game.card_texts()
        self.checked = checked
        self.game: GameDecl = checked.game
        self.english = English.of(checked)
        self.course = Course(checked)
        self.procedures, self.rules, self.abouts = self.course.procedures, self.course.rules, self.course.abouts
        self.untold = {*list_unpublished(self.game)}
        self.changed = map_rules_to_cards(self.game, self.cards)
        self.watched = map_procedures_to_cards(self.game, self.cards)
        self.fixed = {word: number for word, _, number in self._list_constants()}
        self.turn, self.silent = self.course.turn, self.course.silent
        self.links = Links(self._list_terms(), self._list_values())
        self.box = ComponentWriter(
            self.game, self.cards, self.english, self._write_text, self._list_remarks, explain_enum_values(checked)
        )

    def book(self) -> Rulebook:
        game = self.game
        low, high = game.players
        played = [self._write_setup(), *self._turn(), *self._write_procedures_section(), *self._write_numbers()]
        sections = [*self._write_beginning(), *self.box.sections(), *played, *self._write_kinds(played), self._end()]
        index = sorted({(term, anchor) for term, anchor in self._index()}, key=lambda each: (each[0].casefold(), each))
        anchors = {section.anchor for section in sections}
        return Rulebook(
            game.title,
            " ".join(game.summary.split()),
            _render_players(low, high).replace(" or ", " to "),
            tuple(sections),
            tuple((term, anchor) for term, anchor in index if anchor in anchors),
        )

    # ------------------------------------------------------------ goal and end

    def _write_beginning(self) -> Iterator[Section]:
        has_summary = self.abouts.get("game", "") != self.game.summary
        blocks: list[Block] = [*self._list_remarks("game")] if has_summary else []
        blocks += self._list_remarks("goal")
        blocks.append(self._write_text(self.describe_winner(shortly=True)))
        yield Section("goal", "Goal", 1, tuple(blocks))

    def goal(self) -> str:
        """Return the texts on the winner and the end of the game, without references to sections."""
        if "goal" in self.abouts:
            return " ".join(self.abouts["goal"].split())
        endings = list(dict.fromkeys(text for text, _ in self.endings(False) if text != ENDS))
        one_score = len(self.english.cases(self.rules["final_score"])) == 1
        sentences = (self.describe_winner(shortly=not one_score), *endings[:1])
        return " ".join(run.text.strip() for text in sentences for run in self.links.runs(text, ()))

    def describe_winner(self, shortly: bool = False) -> str:
        """Return sentences on who wins and how the score is computed; `shortly` omits the score."""
        if shortly:
            return self._describe_shortly()
        score = self.english.cases(self.rules["final_score"])
        what = score[0][0].replace("that player's", "their")
        title = self.english.heading("final_score")
        text = f"A player's score is {what}"
        if len(score) > 1:
            text = f"A player's score is worked out below (see {title.casefold()})"
        if "winners" in self.rules:
            return f"{close_sentence(text)} {self._describe_winners()}"
        return f"{close_sentence(text)} {self._describe_shortly()}"

    def _describe_winners(self) -> str:
        """Return one sentence on the value of the rule `winners`."""
        cases = self.english.cases(self.rules["winners"])
        won = [("nobody" if value == "nothing" else value, asked) for value, asked in cases]
        if len(won) == 1:
            first, *ties = re.split(r",? and of these those with ", won[0][0].removeprefix("all players with "))
            least = _EXTREME.fullmatch(won[0][0])
            who = "Whoever" if self.game.mark_of_out is None else "Whoever of the players left in the game"
            if least is not None:
                how = _HOW[least["end"]][looks_plural(least["what"])]
                return f"{who} has the {how} {least['what']} wins."
            if not won[0][0].startswith("all players with the ") or re.search(" (who|whose|that) ", won[0][0]):
                return f"The winners are {won[0][0]}."
            more = [
                f" If several {'are still equal' if place else 'have it'}, whoever of them has {tie} wins."
                for place, tie in enumerate(ties)
            ]
            return f"{who} has {first} wins.{''.join(more)}"
        lead = [f"{f'if {asked}' if asked else 'otherwise'}, {value}" for value, asked in won]
        many = [value.startswith("all ") or looks_plural(value) for value, _ in won]
        clauses = [f"{text} win{'' if several else 's'}" for text, several in zip(lead, many, strict=True)]
        return close_sentence(capitalize("; ".join(clauses)))

    def _describe_shortly(self) -> str:
        """Return one sentence on the winner."""
        if "winners" in self.rules:
            return self._describe_winners()
        if all_play_together(self.checked):
            return "All players have the same score: they play together for the highest that they can reach."
        return HIGHEST if self.checked.game.players != (1, 1) else ALONE

    def turn_title(self) -> str:
        """Return the title of the section on a turn: its phrase if it is a noun phrase."""
        node = self.procedures[self.turn].node
        return self.english.heading(self.turn) if node.kind == "step" and node.phrase else "A turn"

    def endings(self, placed: bool = True, held: int = -1) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield a sentence for each way in which the game ends, with the procedures that it mentions.

        `held` is the number of the condition that ended a loop with several, or -1 for all of them.
        """
        for word in self.procedures:
            for conditions in self.english.endings(self.procedures[word]):
                asked = " and ".join(conditions)
                told_in = tuple(self._find_explaining(word))
                titles = join_items([self._render_title(each) for each in told_in])
                doing = f" (see {titles})" if placed and told_in else ""
                yield f"{ENDS.rstrip('.')}{f' if {asked}' if asked else ' at once' if doing else ''}{doing}.", told_in
        yield from ((f"{WHEN}{over} and {until}.", words) for over, until, words in self.list_ends_of_loops(held))

    def list_ends_of_loops(self, held: int = -1) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Yield, for each loop of play, what is over after a round, the conditions that end it, and its procedures."""
        laps = iter(self.english.laps(self.procedures["play"], {self.turn, self.course.declared_turn}))
        for step in self._find_steps("play"):
            if step.text.startswith("Repeat this until "):
                over, ends = next(laps)
                ends = ends[held : held + 1] if 0 <= held < len(ends) else ends
                until = ("either " if len(ends) > 1 else "") + join_items(ends, "or")
                yield over or "all that is repeated has been done", until, step.words

    def _find_explaining(self, word: str) -> Iterator[str]:
        """Yield the procedures whose sections explain a procedure: itself or, if it has no phrase, its callers."""
        if word in self.silent:
            for each in self.procedures:
                inside = syntax.walk(self.procedures[each].node.body)
                if any(isinstance(node, syntax.PerformNode) and node.word == word for node in inside):
                    yield from self._find_explaining(each)
        elif word != "play":
            yield word

    def _end(self) -> Section:
        blocks: list[Block] = [self._write_text(text, words) for text, words in self.endings()]
        blocks.append(self._write_text(self.describe_winner()))
        asked = [word for word in self._asks_for("final_score") if word in self.rules]
        if len(self.rules["final_score"].node.cases) == 1:
            asked.remove("final_score")  # covered already
        asked += [word for word in self._asks_for("winners") if word in self.rules and word not in asked]
        for word in asked:
            blocks += [] if word in self.untold else self.rule(word)
        return Section("end", "End of the game and scoring", 1, tuple(blocks))

    def _asks_for(self, word: str) -> Iterator[str]:
        """Yield a rule and the rules it calls, callers first."""
        waiting, seen = [word], set()
        while waiting:
            here = waiting.pop(0)
            if here in seen or here not in self.rules:
                continue
            seen.add(here)
            yield here
            waiting += _list_words(self.rules[here].node)

    # ------------------------------------------------------------ what is done

    def _write_setup(self) -> Section:
        there = [*describe_stock(self.game), *describe_first_pieces(self.game)]
        begun = (*self._list_remarks("setup"), *map(self._write_text, there), *self._write_body("setup"))
        begun = begun or (self._write_text("Nothing is set up before play begins."),)
        return Section("setup", TITLES["setup"], 1, begun)

    def _turn(self) -> Iterator[Section]:
        whole = list(self._write_body("play")) or [self._write_text("Nothing happens by itself.")]
        yield Section("play", TITLES["play"], 1, (*self._list_remarks("play"), *whole))
        for word in self.course.phases():
            level = 1 if word == self.turn or not self.turn else 2
            yield self._write_procedure_section(word, level, self.turn_title() if word == self.turn else "")

    def _write_procedures_section(self) -> Iterator[Section]:
        covered = {"setup", "play", *self.course.phases()}
        own = [word for word in self.course.order if word not in covered]
        rest = [word for word in self.procedures if word not in covered and word not in own and word not in self.silent]
        for anchor, title, words in (
            ("deeds", "What is done", own),
            ("by-cards", "What only some cards or the set-up lead to", rest),
        ):
            if words:
                yield Section(anchor, title, 1, (self._write_text(READING),) if anchor == "deeds" else ())
                for word in words:
                    yield self._write_procedure_section(word, 2)
        order = _describe_reaction_order(self.game.reactions)
        texts = [*(self.english.ability(text) for text in self.checked.own), *([order] if order else [])]
        if texts:
            yield Section("always", "What always holds", 1, tuple(map(self._write_text, texts)))

    def _write_procedure_section(self, word: str, level: int, called: str = "") -> Section:
        title = called or self._render_title(word)
        blocks: list[Block] = [*self._list_remarks(word), *self._explain_arguments(word)]
        empty = len(blocks)
        needed = self.english.requirements(self.procedures[word])
        if needed:
            texts = join_conditions([each.text.rstrip(".") for each in needed])
            words = tuple(each for step in needed for each in step.words)
            blocks.append(self._write_text(f"This can be done only if {texts}.", words, "needs"))
        blocks += self._write_body(word)
        if len(blocks) == empty + bool(needed):
            cards = list(dict.fromkeys(card.name for card in self.watched.get(word, [])))
            many = f"{len(cards)} cards, such as {join_items(cards[:3])}"
            few = f"cards: {join_items(cards)}" if len(cards) <= MAX_NAMED else many
            blocks.append(self._write_text(f"What happens then is said by {few}." if cards else NOTHING))
        return Section(make_word_anchor(word), title, level, tuple(blocks))

    def _explain_arguments(self, word: str) -> Iterator[Block]:
        """Yield paragraphs on the arguments that a procedure takes and that its heading does not mention."""
        names = self.english.unsaid(self.procedures[word])
        callers = [
            each for each in self.procedures if word in self.course.performed(each) and self._gives_more(each, word)
        ]
        linked = [
            run for each in callers for run in (TextRun(", "), TextRun(self._render_title(each), self._place(each)))
        ][1:]
        given = [name for name, usual in names if not usual]
        if given and linked:
            yield Paragraph(
                (TextRun(f"{capitalize(join_items(given))}: as chosen or named in "), *linked, TextRun(".")), "needs"
            )
        for name, usual in names:
            if usual:
                unless = (TextRun(", unless another is named in "), *linked) if linked else ()
                yield Paragraph((TextRun(f"{capitalize(name)}: {usual}"), *unless, TextRun(".")), "needs")

    def _gives_more(self, word: str, other: str) -> bool:
        """Return True if the procedure `word` passes `other` an argument that the phrase of `other` omits."""
        calls = (
            each
            for each in syntax.walk(self.procedures[word].node.body)
            if isinstance(each, syntax.PerformNode | syntax.CallNode)
        )
        return word != other and any(each.word == other and self.english.is_given_more(each) for each in calls)

    def _render_title(self, word: str) -> str:
        """Return the title of the section on a procedure."""
        return TITLES.get(word) or self.english.heading(word)

    @staticmethod
    def _place(word: str) -> str:
        """Return the anchor of the section that explains a procedure."""
        return word if word in ("setup", "play") else make_word_anchor(word)

    def _write_body(self, word: str) -> Iterator[Block]:
        items = tuple(self._write_item(step) for step in self._find_steps(word))
        if len(items) == 1 and items[0] == ListItem(items[0].runs):
            yield Paragraph(items[0].runs)
        elif items:
            yield Steps(items, numbered=len(items) > 1)

    def _find_steps(self, word: str) -> list[LibraryStep]:
        return self.english.steps(self.procedures[word], self.silent, self.fixed)

    def _write_item(self, step: LibraryStep) -> ListItem:
        first, *bullets = step.text.split("\n• ")
        options = tuple(self.links.runs_of_option(text, step.words) for text in bullets)
        parts, rest = (tuple(map(self._write_item, each)) for each in (step.parts, step.rest))
        return ListItem(self.links.runs(first, step.words), options, parts, rest)

    # ------------------------------------------------------------ numbers

    def _write_numbers(self) -> Iterator[Section]:
        scoring = {*self._asks_for("final_score"), *self._asks_for("winners")}
        rules = [word for word in self.rules if word not in self.untold and word not in scoring]
        if self.game.tables:
            yield Section("tables", "Tables", 1, ())
            for word, table in self.game.tables.items():
                blocks = (*self._list_remarks(word), _build_table(table))
                yield Section(make_word_anchor(word), self._render_table_title(word), 2, blocks)
        fixed = [word for word in rules if word in self.fixed]
        if fixed:
            named = [(capitalize(self._render_phrase(word)), str(self.fixed[word])) for word in fixed]
            grid = TableBlock(("what", "number"), tuple(named))
            said = [block for word in fixed for block in self._list_remarks(word)]
            for word in fixed:
                if word in self.changed:
                    said.append(Paragraph((TextRun(f"{capitalize(self._render_phrase(word))}."), *self._changes(word))))
            yield Section("numbers", "Numbers of the game", 1, (grid, *said))
        others = [word for word in rules if word not in fixed]
        if others:
            content = tuple(block for word in others for block in self.rule(word))
            yield Section("conditions", "What depends on what", 1, content)

    def _render_phrase(self, word: str) -> str:
        return self.rules[word].node.phrase or spell_name(word)

    def _render_table_title(self, word: str) -> str:
        return capitalize(spell_name(word))

    def rule(self, word: str) -> Iterator[Block]:
        yield from self._list_remarks(word)
        title = self.english.heading(word)
        cases = self.english.cases(self.rules[word])
        words = tuple(_list_words(self.rules[word].node))
        kind = self.checked.rules[word].type
        yes_no = kind is not None and kind.base == "yes_no"
        if len(cases) == 1:
            value = {"yes": "always", "no": "never"}.get(cases[0][0], cases[0][0]) if yes_no else cases[0][0]
            value = "as printed" if self.is_printed(word) else value
            text = f"{'if ' if yes_no and value not in ('always', 'never') else ''}{value}."
            yield Paragraph(
                (TextRun(f"{title}:", name=True), TextRun(" "), *self.links.runs(text, words), *self._changes(word)),
                "rule",
            )
            return
        said = (
            _render_yes_no_cases(cases)
            if yes_no
            else [f"{value} {f'if {asked}' if asked else 'otherwise'}" for value, asked in cases]
        )
        runs = [self.links.runs(text, words) for text in said]
        yield Steps((ListItem((TextRun(f"{title}:", name=True), *self._changes(word)), tuple(runs)),), numbered=False)

    def is_printed(self, word: str) -> bool:
        """Return True if a rule only returns the attribute in its name: `the price of a card: that card's price`."""
        value = self.rules[word].node.cases[0].value
        printed = isinstance(value, syntax.GetNode) and any(
            value.word in kind.attributes for kind in self.game.kinds.values()
        )
        return printed and f" {spell_name(getattr(value, 'word', ''))} " in f" {self._render_phrase(word)} "

    def _changes(self, word: str) -> tuple[TextRun, ...]:
        """Return a sentence on the cards that change a rule."""
        cards = self.changed.get(word)
        if not cards:
            return ()
        kind = self.game.kinds[cards[0].kind]
        return list_changing_cards(cards, name_plural(kind), make_word_anchor(kind.word))

    # ------------------------------------------------------------ kinds

    def _write_kinds(self, played: Sequence[Section]) -> Iterator[Section]:
        if self.cards:
            yield Section("kinds", "Kinds of pieces, with examples", 1, ())
        for word, kind in self.game.kinds.items():
            cards = [card for card in self.cards if card.kind == word]
            if not cards:
                continue
            blocks: list[Block] = [*self._list_remarks(word)]
            attributes = [spell_name(name) for name in kind.attributes]
            if attributes:
                blocks.append(self._write_text(f"Each {kind.title} has: {', '.join(attributes)}."))
            blocks += [Example(card) for card in choose_examples(cards)]
            blocks += describe_uses(cards, played, self.abouts)
            yield Section(make_word_anchor(word), capitalize(name_plural(kind)), 2, tuple(blocks))

    # ------------------------------------------------------------ words

    def _write_text(self, text: str, words: Iterable[str] = (), kind: str = "") -> Paragraph:
        return Paragraph(self.links.runs(text, tuple(words)), kind)

    def _list_remarks(self, word: str) -> Iterator[Block]:
        """Yield the author's remarks on a word, as paragraphs."""
        for text in self.abouts.get(word, "").split("\n\n"):
            if text.strip():
                yield Paragraph(self.links.runs(" ".join(text.split()), ()), "about")

    def _list_terms(self) -> Iterator[tuple[str, str, str]]:
        """Yield the terms that can be linked: (word, phrase, anchor)."""
        scoring = {*self._asks_for("final_score"), *self._asks_for("winners")}
        for word in self.procedures:
            phrase = self.procedures[word].node.phrase or spell_name(word)
            yield word, phrase, self._place(word)
        for word in self.rules:
            if word not in self.untold:
                phrase = self.rules[word].node.phrase or spell_name(word)
                yield word, phrase, "end" if word in scoring else "numbers" if word in self.fixed else "conditions"
        for word in self.game.tables:
            yield word, f"the {spell_name(word)}", make_word_anchor(word)

    def _list_constants(self) -> Iterator[tuple[str, str, int]]:
        """Yield the rules with a constant value: (word, phrase, value)."""
        for word, value in list_numbers(self.checked):
            yield word, self._render_phrase(word), value

    def _list_values(self) -> dict[str, str]:
        return {phrase: str(number) for _, phrase, number in self._list_constants()}

    def links_to_words(self) -> Links:
        """Return links like those of part two, each with the anchor of a section about its word alone."""
        return Links(
            ((word, phrase, make_word_anchor(word)) for word, phrase, _ in self._list_terms()), self._list_values()
        )

    def _index(self) -> Iterator[tuple[str, str]]:
        for word, _, anchor in self._list_terms():
            yield self._render_title(word).removeprefix("The ").removeprefix("the "), anchor
        for zone in self.game.zones:
            if not zone.is_reserve:
                yield zone.title, "places"
        for memory in self.game.memory:
            if is_declared(self.game, memory):
                yield memory.title, "places"
        for enum in self.game.enums.values():
            for value in enum.values:
                if value != "none":
                    yield spell_name(value), "box"
        for kind in self.game.kinds.values():
            yield kind.title, make_word_anchor(kind.word)
