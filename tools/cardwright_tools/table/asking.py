"""A question with its options as lines: in full, with less of what cards say, or in brief."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from cardwright.presentation.question import question
from cardwright_tools.table.asked import asked_in_brief, asked_lines, beside, not_now_lines, words_lines
from cardwright_tools.table.look import Painter
from cardwright_tools.table.options import in_few_rows, laid_out, narrowed, notes_below

if TYPE_CHECKING:
    from cardwright import Decision, State

# Where what cards say is told among the options.
IN_FULL, BESIDE, BELOW, NO_NOTES, IN_BRIEF = "in full", "beside", "below", "", "in brief"
# With more options in brief to a row the question is told in one line above them.
MOST_BESIDE = 2


@dataclass(frozen=True)
class Asking:
    """A question to be told on a screen that is so wide; only options that `wanted` fits are told."""

    state: "State"
    decision: "Decision"
    wanted: str
    painter: Painter
    width: int
    tight: bool

    def lines(self, notes: str, rows: int, worded: bool) -> list[Text]:
        """The question and its options in so many rows, with what cards say; in brief it has the rows with them.

        `worded`: with what the author says of the words that something is picked by.
        """
        decision, painter, width = self.decision, self.painter, self.width
        told = question(self.state, decision.player)
        assert told is not None
        waits = self.state.decision
        more = decision.context[len(waits.context) :] if waits is not None else ()
        brief = notes == IN_BRIEF
        shown = narrowed(decision, self.wanted)
        if brief:
            parts = asked_in_brief(told, more, painter, width, 2 if len(shown) <= MOST_BESIDE * (rows - 2) else 1)
        else:
            parts = not_now_lines(told, painter, width, self.tight)
            parts += asked_lines(told, more, painter, width, self.tight)
        parts += words_lines(told, painter, width) if worded else []
        if self.wanted:
            said = f"{len(shown)} of {len(decision.options)} options, those with `{self.wanted}`"
            parts.append(Text(f"  {said}; Enter shows all again", "yellow"))
        known = {choice.index: beside(choice, brief) for choice in told.choices}
        if brief:
            return [*parts, *in_few_rows(shown, painter, width, max(1, rows - len(parts)), known)]
        own = f"P{decision.player + 1}"
        noted = notes in (IN_FULL, BESIDE) and any(choice.option.note for choice in shown)
        below = notes_below(shown, painter, width) if notes == BELOW else []
        return [*parts, *laid_out(shown, painter, width, rows, own, noted, known, notes == IN_FULL), *below]
