"""Runner of the lint rules on a game without errors."""

from __future__ import annotations

from cardwright.checker.game import GameChecker
from cardwright.lint.abilities.acts_after_elimination import find_acts_after_elimination
from cardwright.lint.abilities.fixed_condition import find_fixed_conditions
from cardwright.lint.abilities.idle_power import find_idle_powers
from cardwright.lint.abilities.left_before_reaction import find_left_zones
from cardwright.lint.abilities.mutual_modifiers import find_mutual_modifiers
from cardwright.lint.abilities.never_fires import find_unreachable_abilities
from cardwright.lint.abilities.stale_zone_reference import find_stale_zone_references
from cardwright.lint.abilities.trigger_cycle import find_trigger_cycles
from cardwright.lint.abilities.unordered_changes import find_unordered_changes
from cardwright.lint.hidden_information.announced_private_roll import find_announced_rolls
from cardwright.lint.hidden_information.contended_pick import find_contended_picks
from cardwright.lint.hidden_information.hidden_dependency import find_hidden_dependencies
from cardwright.lint.hidden_information.non_public_value import find_non_public_values
from cardwright.lint.rule_texts import GameTexts
from cardwright.lint.texts.duplicate_phrase import find_unclear_phrases
from cardwright.lint.texts.long_power import find_long_powers
from cardwright.lint.texts.outdated_rulebook_number import find_outdated_descriptions
from cardwright.lint.texts.shadowed_name import find_shadowed_names
from cardwright.lint.texts.unused_declaration import find_unused_declarations
from cardwright.source.diagnostics import Diagnostic, has_errors

__all__ = ["run_lint_rules"]


def run_lint_rules(checker: GameChecker) -> list[Diagnostic]:
    """Return the warnings of all lint rules; none if the game has errors."""
    if has_errors(checker.diagnostics) or checker.library.broken:
        return []
    texts = GameTexts.of(checker)
    found: list[Diagnostic] = []
    looks = (
        find_fixed_conditions,
        find_unreachable_abilities,
        find_idle_powers,
        find_left_zones,
        find_acts_after_elimination,
        find_trigger_cycles,
        find_mutual_modifiers,
        find_contended_picks,
        find_stale_zone_references,
        find_unordered_changes,
        find_long_powers,
        find_unclear_phrases,
        find_non_public_values,
        find_announced_rolls,
        find_hidden_dependencies,
        find_outdated_descriptions,
        find_shadowed_names,
    )
    for look in looks:
        found.extend(look(texts))
    if texts.game.pieces:  # a game without cards may declare names for future cards
        found.extend(find_unused_declarations(texts))
    return found
