"""Name of the learned rule in a game, and the rules that were learned before."""

from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.checker.call_graph import reached, rules_asked
from cardwright.declarations.field_reader import is_word
from cardwright.source.arguments import real_path, shown
from cardwright.source.atomic_write import write_whole
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.training import learned_rule
from cardwright_tools.training.scratch_game import Workshop

if TYPE_CHECKING:
    from cardwright.checker.typed_tree import CheckedGame
    from cardwright.game.loading import GamePlace


def file_for(rule: str, place: "GamePlace") -> Path:
    """Return the default file of the rule. Raises UsageError if the name is not a word."""
    if not is_word(rule):
        raise UsageError(f"a rule cannot be called {shown(rule)}: its name is one word of letters, digits and `_`.")
    return place.folder / f"{rule}.yaml"


def check_name(rule: str, place: "GamePlace", file: Path, below: Path) -> None:
    """Check a rule's name by loading a copy of the game with the rule in `file`.

    A file elsewhere is loaded as the default one. Raises UsageError with the error found.
    """
    from cardwright import CardwrightError, load_game

    beside = real_path(file).parent == real_path(place.folder) and file.suffix == ".yaml"
    home = file if beside else file_for(rule, place)
    if home.is_file() and not learned_rule.is_learned(home):
        raise UsageError(f"{home} was not written by `cardwright train`, so the rule `{rule}` has no place in it.")
    copy = Workshop(place, below, home)
    write_whole(copy.folder / home.name, f"library: |\n  rule {rule}(player): 0\n")
    try:
        load_game(copy.folder)
    except CardwrightError as error:
        why = "; ".join(dict.fromkeys(each.message for each in error.diagnostics))
        raise UsageError(f"the rule cannot be called `{rule}` in {file}: {why}.") from None


def learned_rules(checked: "CheckedGame") -> frozenset[str]:
    """Return the rules of a game that were learned, or call one that was."""
    files = {rule.span.path for rule in checked.rules.values()}
    written = {each for each in files if learned_rule.is_learned(Path(each))}
    learnt = {rule.word for rule in checked.rules.values() if rule.span.path in written}
    asked = rules_asked(checked)
    return frozenset(word for word in checked.rules if learnt & {word, *reached(word, asked)})
