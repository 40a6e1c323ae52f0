"""Learned valuation as a rule, written to a file beside the game."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.checker.transitive_uses import find_called_rules, find_reachable_nodes
from cardwright.declarations.field_reader import is_word
from cardwright.formatting.files import format_file
from cardwright.source.atomic_write import write_whole
from cardwright.source.path_and_number_checks import format_value, resolve_path
from cardwright.source.read_with_size_limit import read_ordinary
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.training.evaluation import Match
from cardwright_tools.training.features import Feature
from cardwright_tools.training.logistic_fit import Fit, Weight
from cardwright_tools.training.scratch_game import ScratchGame

if TYPE_CHECKING:
    from cardwright.checker.typed_tree import CheckedGame
    from cardwright.game.loading import GamePlace

RULE = "learned"
# The first words of the file. A file that begins otherwise was written by a person, and is not changed.
BEGINS = "# Learned by `cardwright train"


def format_terms(found: Fit, features: Sequence[Feature]) -> list[str]:
    """Return the weighted sum in the language of rule texts, one term each, with signs before all but the first."""
    # positive terms come first, so that no sum begins with a minus
    ordered = sorted((each for each in found.weights if each.weight), key=lambda each: each.weight < 0)
    terms = [
        f"{'-' if each.weight < 0 else '+'} {abs(each.weight)} * {_render_text(each, features)}" for each in ordered
    ]
    return [terms[0][2:], *terms[1:]] if terms and terms[0].startswith("+") else ["0", *terms]


def _render_text(weight: Weight, features: Sequence[Feature]) -> str:
    text = features[weight.feature].text
    return text if weight.clock is None else f"{text} * {features[weight.clock].text}"


def is_learned(file: Path) -> bool:
    """Return True if a file was written by training."""
    # a comment for editors may come first
    lines = read_ordinary(file).decode("utf-8", "replace").split("\n")[:2]
    return any(line.startswith(BEGINS) for line in lines)


def format_rule_file(
    rule: str, over_all: bool, command: str, bots: str, terms: Sequence[str], games: int, matches: Sequence[Match]
) -> str:
    """Return the file of a valuation learned by a kind of bot, in the style of `fmt`.

    With `over_all`, the margin is over the mean of all opponents.
    """
    lines = [
        f"{BEGINS} {command}` from {games:,} games.",
        *(f"# {line}" for line in describe_results(matches)),
        f"# Bots go by it where the game says `valuation: {rule}`, or they are told to: `{bots}:valuation={rule}`.",
        f"valuations: [{rule}]",
        *([f"lead_over_all: [{rule}]"] if over_all else []),
        "library: |",
        f'  rule {rule}(player) "what has been learned of {{player}}":',
        f"    {' '.join(terms)}",
        "",
    ]
    return format_file(Path(f"{rule}.yaml"), "\n".join(lines))


def make_placeholder(rule: str) -> str:
    """Return a placeholder for a rule, with which a game that names the rule can be loaded in training."""
    return f"valuations: [{rule}]\nlibrary: |\n  rule {rule}(player): 0\n"


def describe_results(matches: Sequence[Match]) -> list[str]:
    """Describe results, one line each, with the number of players if it varies."""
    differ = len({each.players for each in matches}) > 1
    return [
        f"{each.bots} with it over {each.others or each.bots} with {each.against}"
        f"{f', with {each.players} players' if differ else ''}: {each.share:.1%} of {each.games} games "
        f"({each.low:.1%} to {each.high:.1%}; even: {each.even:.1%})"
        for each in matches
    ]


def describe_weights(found: Fit, features: Sequence[Feature]) -> list[str]:
    """Return a line for each weight: the weight, how far it separates players, and the feature's name."""
    width = max(len(f"{each.weight:+,}") for each in found.weights)
    return [f"{each.weight:>+{width},}  {each.tells:>4.0%}  {_render_words(each, features)}" for each in found.weights]


def _render_words(weight: Weight, features: Sequence[Feature]) -> str:
    words = features[weight.feature].words
    return words if weight.clock is None else f"{words}, times {features[weight.clock].words}"


def find_rule_file(rule: str, place: "GamePlace") -> Path:
    """Return the default file of the rule. Raises UsageError if the name is not a word."""
    if not is_word(rule):
        raise UsageError(
            f"a rule cannot be called {format_value(rule)}: its name is one word of letters, digits and `_`."
        )
    return place.folder / f"{rule}.yaml"


def check_name(rule: str, place: "GamePlace", file: Path, below: Path) -> None:
    """Check that a rule can be called `rule`, by loading a copy of the game with the rule in `file`.

    The copy is made in the folder `below`. If `file` is not beside the game, the default file is used in the copy.
    Raises UsageError with the error found.
    """
    from cardwright import CardwrightError, load_game

    beside = resolve_path(file).parent == resolve_path(place.folder) and file.suffix == ".yaml"
    home = file if beside else find_rule_file(rule, place)
    if home.is_file() and not is_learned(home):
        raise UsageError(f"{home} was not written by `cardwright train`, so the rule `{rule}` has no place in it.")
    copy = ScratchGame(place, below, home)
    write_whole(copy.folder / home.name, f"library: |\n  rule {rule}(player): 0\n")
    try:
        load_game(copy.folder)
    except CardwrightError as error:
        why = "; ".join(dict.fromkeys(each.message for each in error.diagnostics))
        raise UsageError(f"the rule cannot be called `{rule}` in {file}: {why}.") from None


def find_learned_rules(checked: "CheckedGame") -> frozenset[str]:
    """Return the rules of a game that were learned, or that call a learned rule."""
    files = {rule.span.path for rule in checked.rules.values()}
    written = {each for each in files if is_learned(Path(each))}
    learnt = {rule.word for rule in checked.rules.values() if rule.span.path in written}
    asked = find_called_rules(checked)
    return frozenset(word for word in checked.rules if learnt & {word, *find_reachable_nodes(word, asked)})
