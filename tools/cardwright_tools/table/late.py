"""A line typed after a file of the game changed and before that was noticed, and what it was an answer to."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright_tools.table.commands import find_command

if TYPE_CHECKING:
    from cardwright import Decision


@dataclass(frozen=True)
class Late:
    """The line, the question it was typed at, and the options that had."""

    line: str
    question: tuple[int, str]
    keys: tuple[str, ...]

    def may_count(self, decision: "Decision") -> bool:
        """Whether the line may be heeded at a decision: typed at the same, or a command of the same person."""
        now = late_for(self.line, decision)
        return now == self or (find_command(self.line) is not None and now.question[0] == self.question[0])


def late_for(line: str, decision: "Decision") -> Late:
    """A line typed at a decision, told from others by who is asked, and what, under whatever text of the game."""
    question = decision.player, f"{decision.source}/{decision.prompt}"
    return Late(line, question, tuple(option.key for option in decision.options))
