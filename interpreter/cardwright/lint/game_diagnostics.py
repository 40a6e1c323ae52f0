"""Diagnostics of a whole game: of its texts, its lint rules, and the examples of its cards."""

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from cardwright.checker.game import GameChecker
from cardwright.declarations.find_game_files import RULES_PAGE
from cardwright.declarations.readers.game_files import Loaded
from cardwright.lint.abilities.acts_after_elimination import find_acts_after_elimination
from cardwright.lint.abilities.face_down_power import find_resting_powers
from cardwright.lint.abilities.fixed_condition import find_fixed_conditions
from cardwright.lint.abilities.idle_power import find_idle_powers
from cardwright.lint.abilities.left_before_reaction import find_left_zones
from cardwright.lint.abilities.mutual_modifiers import find_mutual_modifiers
from cardwright.lint.abilities.never_fires import find_unreachable_abilities
from cardwright.lint.abilities.stale_zone_variable import find_stale_zone_references
from cardwright.lint.abilities.stops_nothing import find_idle_stops
from cardwright.lint.abilities.trigger_cycle import find_trigger_cycles
from cardwright.lint.abilities.unordered_changes import find_unordered_changes
from cardwright.lint.abilities.used_after_vanish import find_vanished_names
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.lint.hidden_information.announced_private_roll import find_announced_rolls
from cardwright.lint.hidden_information.contended_pick import find_contended_picks
from cardwright.lint.hidden_information.displayed_value_not_public import find_non_public_values
from cardwright.lint.hidden_information.unrecomputable_decision import find_hidden_dependencies
from cardwright.lint.texts.ambiguous_card_name import find_ambiguous_card_names, find_ambiguous_words
from cardwright.lint.texts.duplicate_phrase import find_unclear_phrases
from cardwright.lint.texts.long_power import find_long_powers
from cardwright.lint.texts.rulebook_number_not_in_rule import find_outdated_descriptions
from cardwright.lint.texts.shadowed_name import find_shadowed_names
from cardwright.lint.texts.unfit_name import find_unfit_names
from cardwright.lint.texts.unfit_phrase import find_unfit_phrases
from cardwright.lint.texts.unfit_title import find_unfit_titles
from cardwright.lint.texts.unused_declaration import find_unused_declarations
from cardwright.source.diagnostics import Diagnostic, has_errors
from cardwright.source.positions import SourceFile


def run_lint_rules(checker: GameChecker) -> list[Diagnostic]:
    """Return the warnings of all lint rules; none if the game has errors."""
    if has_errors(checker.diagnostics) or checker.library.broken:
        return []
    texts = GameTexts.of(checker)
    found: list[Diagnostic] = []
    looks = (
        find_fixed_conditions,
        find_unreachable_abilities,
        find_resting_powers,
        find_idle_stops,
        find_idle_powers,
        find_left_zones,
        find_vanished_names,
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
        find_ambiguous_card_names,
        find_ambiguous_words,
        find_unfit_names,
        find_unfit_phrases,
        find_unfit_titles,
        _check_rules_page,
    )
    for look in looks:
        found.extend(look(texts))
    if texts.game.pieces:  # a game without cards may declare names for future cards
        found.extend(find_unused_declarations(texts))
    return found


def _check_rules_page(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield the errors in the rules page of a game; nothing if it has no page."""
    path = texts.game.span.path
    if path and os.path.lexists(Path(path).parent / RULES_PAGE):
        # only here: it brings the Markdown library with it
        from cardwright.lint.texts.rules_page import check_rules_page

        yield from check_rules_page(texts)


def run_checker(loaded: Loaded, checker: GameChecker) -> list[Diagnostic]:
    """Run the checker of a game that was read, and return all diagnostics."""
    return [*loaded.diagnostics, *_run(checker, not has_errors(loaded.diagnostics))]


def find_diagnostics(loaded: Loaded, powers: Collection[int] | None = None) -> list[Diagnostic]:
    """Return the diagnostics of the checker and the lint rules, of all powers or of those of some definitions."""
    assert loaded.game is not None
    return _run(GameChecker(loaded.game, powers=powers), not has_errors(loaded.diagnostics))


def _run(checker: GameChecker, closer: bool) -> list[Diagnostic]:
    checker.run()
    return [*checker.diagnostics, *(run_lint_rules(checker) if closer else ())]


def check_scenarios(paths: Sequence[Path], files: dict[str, SourceFile]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Check scenarios without playing them; return two lists of diagnostics: on their form, and on their rule texts."""
    # only here: it brings all that plays games with it
    from cardwright.scenarios.suite import ScenarioSuite

    suite = ScenarioSuite()
    written = [mistake for path in paths for mistake in suite.add(path)[1]]
    meant = suite.check()
    files.update(suite.files)
    return written, meant
