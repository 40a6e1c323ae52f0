"""A closer look at a game without mistakes: what is never used, can never happen, or has no certain order."""

from __future__ import annotations

from cardwright.checker.game import GameChecker
from cardwright.lint.abouts import stale_abouts
from cardwright.lint.after_out import done_when_out
from cardwright.lint.conditions import fixed_conditions
from cardwright.lint.elsewhere import asked_elsewhere
from cardwright.lint.endless import endless_questions
from cardwright.lint.filled_since import filled_since
from cardwright.lint.hidden_names import hidden_names
from cardwright.lint.idle import idle_powers
from cardwright.lint.length import long_texts
from cardwright.lint.never import never_fires
from cardwright.lint.order import unordered_changes
from cardwright.lint.phrases import unclear_phrases
from cardwright.lint.shared_picks import shared_picks
from cardwright.lint.texts import Texts
from cardwright.lint.told_rolls import told_rolls
from cardwright.lint.triggers import trigger_cycles
from cardwright.lint.unseen import unseen_values
from cardwright.lint.unused import unused_declarations
from cardwright.lint.worlds import running_secrets
from cardwright.source.diagnostics import Diagnostic, has_errors

__all__ = ["look_closer"]


def look_closer(checker: GameChecker) -> list[Diagnostic]:
    """What deserves a second thought in a checked game; nothing while it has errors, which come first."""
    if has_errors(checker.diagnostics) or checker.library.broken:
        return []
    texts = Texts.of(checker)
    found: list[Diagnostic] = []
    looks = (
        fixed_conditions,
        never_fires,
        idle_powers,
        asked_elsewhere,
        done_when_out,
        trigger_cycles,
        endless_questions,
        shared_picks,
        filled_since,
        unordered_changes,
        long_texts,
        unclear_phrases,
        unseen_values,
        told_rolls,
        running_secrets,
        stale_abouts,
        hidden_names,
    )
    for look in looks:
        found.extend(look(texts))
    if texts.game.pieces:  # a game whose cards are still to be written declares for the future
        found.extend(unused_declarations(texts))
    return found
