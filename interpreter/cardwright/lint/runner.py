"""Runner of the lint rules on a game without errors."""

from __future__ import annotations

from cardwright.checker.game import GameChecker
from cardwright.lint.abilities.acts_after_elimination import done_when_out
from cardwright.lint.abilities.fixed_condition import fixed_conditions
from cardwright.lint.abilities.idle_power import idle_powers
from cardwright.lint.abilities.left_before_reaction import asked_elsewhere
from cardwright.lint.abilities.mutual_modifiers import endless_questions
from cardwright.lint.abilities.never_fires import never_fires
from cardwright.lint.abilities.stale_zone_reference import filled_since
from cardwright.lint.abilities.trigger_cycle import trigger_cycles
from cardwright.lint.abilities.unordered_changes import unordered_changes
from cardwright.lint.game_texts import Texts
from cardwright.lint.hidden_information.announced_private_roll import told_rolls
from cardwright.lint.hidden_information.contended_pick import shared_picks
from cardwright.lint.hidden_information.hidden_dependency import running_secrets
from cardwright.lint.hidden_information.non_public_value import unseen_values
from cardwright.lint.texts.duplicate_phrase import unclear_phrases
from cardwright.lint.texts.long_power import long_texts
from cardwright.lint.texts.outdated_description import stale_abouts
from cardwright.lint.texts.shadowed_name import hidden_names
from cardwright.lint.texts.unused_declaration import unused_declarations
from cardwright.source.diagnostics import Diagnostic, has_errors

__all__ = ["look_closer"]


def look_closer(checker: GameChecker) -> list[Diagnostic]:
    """Return the warnings of all lint rules; none if the game has errors."""
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
