"""A closer look at a game without mistakes: what is never used, can never happen, or has no certain order."""

from __future__ import annotations

from cardwright.compiler.check import GameChecker
from cardwright.compiler.closer.conditions import fixed_conditions
from cardwright.compiler.closer.length import long_texts
from cardwright.compiler.closer.never import never_fires
from cardwright.compiler.closer.order import unordered_changes
from cardwright.compiler.closer.possessives import others_your
from cardwright.compiler.closer.texts import Texts
from cardwright.compiler.closer.triggers import trigger_cycles
from cardwright.compiler.closer.unseen import unseen_values
from cardwright.compiler.closer.unused import unused_declarations
from cardwright.source.diagnostics import Diagnostic, has_errors

__all__ = ["look_closer"]


def look_closer(checker: GameChecker) -> list[Diagnostic]:
    """What deserves a second thought in a checked game; nothing while it has errors, which come first."""
    if has_errors(checker.diagnostics) or checker.library.broken:
        return []
    texts = Texts.of(checker)
    found: list[Diagnostic] = []
    looks = (fixed_conditions, never_fires, trigger_cycles, unordered_changes, long_texts, others_your, unseen_values)
    for look in looks:
        found.extend(look(texts))
    if texts.game.pieces:  # a game whose cards are still to be written declares for the future
        found.extend(unused_declarations(texts))
    return found
