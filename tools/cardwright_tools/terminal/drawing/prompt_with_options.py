"""Prompt with its options as lines, with card texts in full, shortened or left out."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from rich.text import Text

from cardwright.presentation.question import Question, make_question
from cardwright_tools.rich_styles_of_look import Painter
from cardwright_tools.terminal.drawing.numbered_options import (
    lay_out_compactly,
    lay_out_options,
    list_card_notes,
    narrow_options,
)
from cardwright_tools.terminal.drawing.prompt_cause_and_purpose import (
    collect_brief_facts,
    collect_option_facts,
    render_card_texts,
    render_prompt,
    render_prompt_briefly,
    render_unavailable,
    render_words,
    share_facts_of_numbers,
)

if TYPE_CHECKING:
    from cardwright import Decision, State

# The ways to show the texts of cards among options.
IN_FULL, IN_PART, BESIDE, BELOW, NO_NOTES, IN_BRIEF = "in full", "in part", "beside", "below", "", "in brief"
# Limit for the lines of a card's text among options.
NOTE_LINES = {IN_FULL: sys.maxsize, IN_PART: 2}
# Limit for the lines of the text of a card that a question is about.
TEXT_LINES = {**NOTE_LINES, BESIDE: 1, BELOW: 1}
# The forms of a question, from the longest to the shortest: how card texts are shown, and whether explanations of words
# and unavailable actions are shown.
FORMS = (
    (IN_FULL, True, True),
    (IN_PART, True, True),
    (BESIDE, True, True),
    (BESIDE, False, True),
    (BELOW, False, True),
    (NO_NOTES, False, True),
    (NO_NOTES, False, False),
)
MIN_OPTION_ROWS = 6
# Minimum number of lines of a short question.
MIN_QUESTION = 5
# Number of options in a line above which a short question itself has one line.
MAX_BESIDE = 2


@dataclass(frozen=True)
class Within:
    """A prompt that fits into the room; `in_brief` is True if it was shortened, `cut` if facts were left out."""

    lines: list[Text]
    in_brief: bool = False
    cut: bool = False


@dataclass(frozen=True)
class Asking:
    """A prompt to be fitted to a screen; only options that match `wanted` are listed.

    `enter` is True if Enter declines the decision, and False if Enter draws the screen again. `above` are the events
    that stand directly above the prompt.
    """

    state: "State"
    decision: "Decision"
    wanted: str
    painter: Painter
    width: int
    height: int
    tight: bool
    enter: bool = True
    above: tuple[str, ...] = ()

    @cached_property
    def question(self) -> Question:
        """The prompt as text, computed once for all forms that are tried."""
        asked = make_question(self.state, self.decision.player)
        assert asked is not None
        return replace(asked, causes=()) if asked.causes and asked.causes[-1] in self.above else asked

    def within(self, room: int, story: int, least: int, briefly: bool) -> "Within":
        """Fit the prompt into `room` lines, of which at least `least` remain for the log.

        The first form that fits is used, from much card text to little. Card texts are shown in full only if the whole
        log (`story` lines) fits as well. Before anything is left out, a long row of numbers is folded into a line. If
        no form fits, the shortest is used or, with `briefly`, a form of a few lines.
        """
        whole = _sort_words(self.lines(IN_FULL, worded=True))
        forms = [(form, False) for form in FORMS]
        if share_facts_of_numbers(self.question.choices):
            unfolded = forms if len(self.question.choices) <= self.option_rows else []
            forms = [*unfolded, *((form, True) for form in FORMS)]
        for (notes, worded, unavailable), folded in forms:
            lines = self.lines(notes, 0, worded, unavailable, folded)
            if len(lines) + (max(story, least) if notes == IN_FULL else least) <= room:
                return Within(lines, cut=_sort_words(lines) != whole)
        if not briefly:
            return Within(lines)
        lines = self.lines(IN_BRIEF, max(room - max(least, 1), MIN_QUESTION))
        return Within(lines, True, _sort_words(lines) != whole)

    @property
    def option_rows(self) -> int:
        """The usual limit for the lines with options."""
        return max(MIN_OPTION_ROWS, self.height // 2)

    def lines(
        self, notes: str, rows: int = 0, worded: bool = False, unavailable: bool = True, folded: bool = False
    ) -> list[Text]:
        """Render the prompt with its options. In brief form, options and card texts share `rows` rows.

        `worded` adds the author's explanations of words, `unavailable` the actions of the turn that are impossible now,
        and `folded` puts a long row of numbers into a line.
        """
        decision, painter, width = self.decision, self.painter, self.width
        rows = rows or self.option_rows
        asked = self.question
        waits = self.state.decision
        more = decision.context[len(waits.context) :] if waits is not None else ()
        brief = notes == IN_BRIEF
        shown = narrow_options(decision, self.wanted)
        if self.wanted or not self.enter:
            shown = [replace(choice, enter=False) for choice in shown]
        if brief:
            parts = render_prompt_briefly(
                asked, more, painter, width, 2 if len(shown) <= MAX_BESIDE * (rows - 2) else 1
            )
        else:
            parts = render_unavailable(asked, painter, width, self.tight) if unavailable else []
            parts += render_prompt(asked, more, painter, width, self.tight)
        parts += render_card_texts(asked, painter, width, TEXT_LINES.get(notes, 0))
        parts += render_words(asked, painter, width) if worded else []
        if self.wanted:
            said = f"{len(shown)} of {len(decision.options)} options, those with `{self.wanted}`"
            parts.append(Text(f"  {said}; Enter shows all again", "yellow"))
        shared = share_facts_of_numbers(asked.choices) if folded or brief else {}
        if brief:
            few = collect_brief_facts(asked.choices, asked.goes_by) | shared
            return [*parts, *lay_out_compactly(shown, painter, width, max(1, rows - len(parts)), few)]
        facts = {choice.index: collect_option_facts(choice) for choice in asked.choices} | shared
        own = f"P{decision.player + 1}"
        noted = notes in (IN_FULL, IN_PART, BESIDE) and any(choice.option.note for choice in shown)
        below = list_card_notes(shown, painter, width) if notes == BELOW else []
        return [
            *parts,
            *lay_out_options(shown, painter, width, rows, own, noted, facts, NOTE_LINES.get(notes, 1)),
            *below,
        ]


def _sort_words(lines: Sequence[Text]) -> list[str]:
    """Return the sorted words of some lines."""
    return sorted(" ".join(line.plain for line in lines).split())
