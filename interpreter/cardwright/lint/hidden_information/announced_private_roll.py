"""Warnings about rolls into secret memory whose outcome another statement shows to all players."""

from collections.abc import Iterator

from cardwright.checker import typed_tree
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, declare_code

ANNOUNCED_PRIVATE_ROLL = declare_code("announced-private-roll")


def find_announced_rolls(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each roll into secret memory that another statement reveals."""
    for roll, statement in texts.sight.rolls.revealed:
        source = texts.checked.probes.source(roll)
        if source is None or roll.into is None:
            continue
        unit, at = source
        what = "something else"
        if isinstance(statement, typed_tree.PerformStmt):
            what = f"`{statement.procedure.word}`"
        elif isinstance(statement, typed_tree.SetMemoryStmt):
            what = f"the memory `{statement.target.memory.word}`"
        message = f"`{roll.into.word}` is not visible to all players, and {what} shows it to all"
        label = f"remove `{roll.into.word}` from the phrase, or only store the result"
        yield Diagnostic(ANNOUNCED_PRIVATE_ROLL, message, unit.span(at), label, severity="warning")
