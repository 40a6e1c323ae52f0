"""Training without a valuation for `cardwright train`: its flags, the file it writes, and its report."""

import os
import re
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from cardwright.game.loading import find_checked_game
from cardwright.phrases.inflection import count_noun
from cardwright.source.atomic_write import make_private_folder, write_whole
from cardwright.source.read_with_size_limit import read_text
from cardwright_tools.cli.errors import FINDINGS, OK, UsageError
from cardwright_tools.cli.game_arguments import find_place
from cardwright_tools.cli.standard_output import print_json, print_lines, print_note
from cardwright_tools.laboratory.games.engine_choice import plays_in_c, read_engine
from cardwright_tools.training.evaluation import Match
from cardwright_tools.training.features import Feature
from cardwright_tools.training.from_nothing.closing_matches import FINAL_DEALS, ClosingMatches, ClosingResult
from cardwright_tools.training.from_nothing.learning_from_nothing import UnaidedSettings, UnaidedTraining, open_journal
from cardwright_tools.training.from_nothing.owned_piece_features import find_holdings, list_all_features
from cardwright_tools.training.learned_rule_text import describe_findings, format_unaided_rules
from cardwright_tools.training.parallel_games import ArenaPlace, open_arena
from cardwright_tools.training.scratch_game import ScratchGame
from cardwright_tools.training.training_loop import OWN
from cardwright_tools.training.write_learned_rule import (
    check_name,
    describe_results,
    find_learned_rules,
    find_rule_file,
    make_placeholder,
)

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright.checker.typed_tree import CheckedGame

MINUTES = 10.0
NO_VALUATION = "no valuation"
# Flags for the improvement of a valuation only.
OTHERS = ("bots", "only", "cluster")
# Minimum number of matches, which decides whether to compile.
GAMES = 1_000


@dataclass(frozen=True)
class _Learner:
    """The input of a training: the game, its checked files, numbers of players, and the rule's file.

    `workshop` is a copy of the game with features as rules. `goes_by` is True if bots use the learned rule by default:
    the game declares no valuation, or this rule. `begun` is when the command began.
    """

    arguments: Namespace
    game: "Game"
    checked: "CheckedGame"
    players: tuple[int, ...]
    workshop: ScratchGame
    file: Path
    goes_by: bool
    begun: float


def is_unaided(arguments: Namespace, game: "Game") -> bool:
    """Return True if training starts without a valuation: with `--minutes`, or if the author wrote none.

    Returns False with `--games`, or a flag that belongs to it, because these improve an existing valuation.
    """
    if arguments.minutes is not None:
        return True
    if arguments.games is not None or arguments.over_all or any(getattr(arguments, name) for name in OTHERS):
        return False
    checked = find_checked_game(game)
    named = checked.game.valuation
    return named is None or str(named.value) in find_learned_rules(checked)


def run_unaided(arguments: Namespace, game: "Game", players: tuple[int, ...], begun: float) -> int:
    """Train without a valuation and write the learned rule; return the exit code.

    `begun` is the time at which the command began, by the clock of the training.
    The exit code is 1 if bots with the rule do not win against `greedy` bots without it.
    """
    _check_flags(arguments)
    place, checked = find_place(arguments.game), find_checked_game(game)
    file = arguments.to or find_rule_file(arguments.rule, place)
    before = find_learned_rules(checked)
    named = checked.game.valuation
    goes_by = named is None or named.value == arguments.rule
    with TemporaryDirectory() as folder:
        below = Path(folder)
        check_name(arguments.rule, place, file, below / "named")
        missed = checked.game.strong is not None and checked.game.strong.value == arguments.rule
        workshop = ScratchGame(place, below, file, make_placeholder(arguments.rule) if missed else "")
        left_out = before.union(arguments.without or ())
        found, common = list_all_features(checked, left_out)
        workshop.take(found, common)
        if not workshop.of_players:
            raise UsageError(f"{game.name} declares no number about a player, so nothing can be learned.")
        return _learn(_Learner(arguments, game, checked, players, workshop, file, goes_by, begun))


def _check_flags(arguments: Namespace) -> None:
    """Raise UsageError for flags that apply only to the improvement of a valuation."""
    for name in OTHERS:
        if getattr(arguments, name) is not None:
            raise UsageError(f"--{name} is for training with --games; learning from nothing plays by `greedy`.")
    if arguments.over_all:
        raise UsageError("--over-all is for training with --games.")


def _learn(learner: _Learner) -> int:
    from cardwright import load_game

    arguments, workshop = learner.arguments, learner.workshop
    scratch, engines = load_game(workshop.folder, learner.game.sets), read_engine(arguments.engine)
    native = tuple(each for each in learner.players if plays_in_c(scratch, each, "greedy", GAMES, engines))
    place = ArenaPlace(str(workshop.folder), learner.game.sets, scratch.content_hash, native)
    minutes = MINUTES if arguments.minutes is None else arguments.minutes
    rounds = arguments.rounds or 0
    settings = UnaidedSettings(
        tuple(workshop.rule_names()), learner.players, arguments.seed, float("inf") if rounds else 60 * minutes, rounds
    )
    names = dict(zip(workshop.rule_names(), workshop.features, strict=True))
    how_long = count_noun(rounds, "round") if rounds else f"rounds for {minutes:g} minute{'' if minutes == 1 else 's'}"
    print_note(f"learning from nothing: {count_noun(len(names), 'feature')}, {how_long}")
    with open_arena(place, arguments.jobs or os.cpu_count() or 1) as arena:
        training = UnaidedTraining(settings, arena, begun=learner.begun)
        training.journal = open_journal(_find_journal(arguments.out), _describe_training(learner), training.rounds)
        closing = ClosingMatches(training, FINAL_DEALS if arguments.deals is None else (arguments.deals,))
        champion = training.run(closing.reserve)
        if champion is None:
            print_lines("No number about a player sets winners apart from losers, so nothing was learned.")
            return FINDINGS
        outcome = closing.play(champion, _describe_opponent(learner))
    tables = scratch.program(learner.players[0]).tables
    lines = describe_findings(outcome.valuation, names, tables, training.spreads)
    if outcome.helps:
        write_whole(learner.file, _render_text(learner, closing, outcome, names, lines))
    _tell(learner, training, outcome, lines)
    return OK if outcome.helps else FINDINGS


def _is_default(learner: _Learner, outcome: ClosingResult) -> bool:
    """Return True if bots are to use the learned rule by default."""
    return learner.goes_by and outcome.helps_greedy


def _list_matches(outcome: ClosingResult) -> list[Match]:
    return [*outcome.matches, *(each for played in outcome.rivals.values() for each in played)]


def _describe_opponent(learner: _Learner) -> str:
    """Return the words for the valuation that `greedy` uses in the game without the learned rule."""
    return NO_VALUATION if learner.goes_by else OWN


def _find_journal(out: Path | None) -> Path | None:
    if out is None:
        return None
    make_private_folder(out)
    return out / "unaided.jsonl"


def _describe_training(learner: _Learner) -> dict[str, object]:
    texts = [each.text for each in learner.workshop.features]
    common = {"content": learner.workshop.content, "features": texts, "sets": learner.game.sets}
    return {"cardwright_unaided": 2, "players": learner.players, "seed": learner.arguments.seed} | common


def _render_text(
    learner: _Learner, closing: ClosingMatches, outcome: ClosingResult, names: dict[str, Feature], lines: Sequence[str]
) -> str:
    rounds = closing.training.rounds
    return format_unaided_rules(
        learner.arguments.rule,
        " ".join(_format_arguments(learner, len(rounds), closing.deals)),
        outcome.valuation,
        names,
        find_holdings(learner.checked.game),
        sum(each.games for each in rounds),
        _list_matches(outcome),
        lines,
        _is_default(learner, outcome),
        outcome.rollout if _is_default(learner, outcome) and not _names_rollout(learner) else "",
    )


def _names_rollout(learner: _Learner) -> bool:
    """Return True if a file of the game, other than the rule's file, declares a `rollout`."""
    files = [file for file in find_place(learner.arguments.game).own_files() if file != learner.file]
    return any(re.search(r"^rollout:", read_text(file), re.M) for file in files)


def _format_arguments(learner: _Learner, rounds: int, deals: int) -> list[str]:
    """Return the arguments that repeat the training; numbers of rounds and of deals take the place of its minutes."""
    arguments = learner.arguments
    said = [learner.game.name, f"--minutes {MINUTES:g}", f"--rounds {rounds}"]
    said += [f"--deals {deals}"] if deals != FINAL_DEALS[0] else []
    said += [f"--players {','.join(map(str, learner.players))}"]
    said += [f"--sets {','.join(arguments.sets)}"] if arguments.sets else []
    said += [f"--without {','.join(arguments.without)}"] if arguments.without else []
    said += [f"--rule {arguments.rule}"] if arguments.rule != "learned" else []
    return [*said, f"--seed {arguments.seed}"]


def _tell(learner: _Learner, training: UnaidedTraining, outcome: ClosingResult, lines: Sequence[str]) -> None:
    arguments, results, rule = learner.arguments, describe_results(_list_matches(outcome)), learner.arguments.rule
    player = f"{outcome.strongest}:valuation={rule}"
    if arguments.json:
        rounds = [
            {"round": number, "games": each.games, "champion": each.champion, "share": round(each.share, 4)}
            for number, each in enumerate(training.rounds, start=1)
        ]
        where = str(learner.file) if outcome.helps else None
        report = {"game": learner.game.name, "rounds": rounds, "results": results, "findings": lines, "file": where}
        print_json({**report, "strongest": player if outcome.helps else None})
        return
    print_lines("\n".join([*lines, "", *results]))
    if not outcome.helps:
        print_lines("\nThat is not better than bots as they are, so nothing was written.")
        return
    if _is_default(learner, outcome):
        how = "bots go by it"
    elif outcome.helps_greedy:
        how = f"`valuation: {rule}` in the game lets bots go by it, `strong: {rule}` the bot `strong`"
    else:
        how = f"it helps searches only, and `strong: {rule}` in the game lets the bot `strong` go by it"
    print_lines(f"\n{learner.file} has it as the rule `{rule}`; {how}. The strongest player by it: `{player}`.")
