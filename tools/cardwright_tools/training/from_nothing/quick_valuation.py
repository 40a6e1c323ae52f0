"""Valuation for a game that names none, trained within a time limit and stored in the cache."""

import os
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from cardwright.game.loading import code_key, find_checked_game
from cardwright.source.trusted_disk_cache import read_cache, write_cache
from cardwright_tools.cli.errors import FindingError
from cardwright_tools.cli.game_arguments import find_address, find_place, reload_with_learned
from cardwright_tools.cli.signals import Stopped
from cardwright_tools.cli.standard_output import print_note, show_progress
from cardwright_tools.laboratory.games.match import MatchConfig, open_game

# Modules only for learning are imported there, because every start of a match imports this module.
if TYPE_CHECKING:
    from cardwright import Game
    from cardwright.bots.valuation import WeightedValuation
    from cardwright_tools.training.evaluation import Match
    from cardwright_tools.training.from_nothing.learning_from_nothing import UnaidedTraining
    from cardwright_tools.training.parallel_games import ArenaPlace, LearningLimit
    from cardwright_tools.training.scratch_game import ScratchGame

# The kinds of bots that use a valuation.
GO_BY_IT = ("greedy", "mcts", "strong")
OFF, VARIABLE = "off", "CARDWRIGHT_LEARNING"
SEED = 0
ROUNDS, FIRST_GAMES, OPTIONS, TITLE_DEALS, FINAL_DEALS = 10, 48, 80_000, 10, 10
# Share of wins against plain `greedy`, where 1 is even, from which on a learned valuation is used.
GAIN = 1.1
# Limits for the seconds of learning: before a match, for which people wait; before matches of the laboratory; and of
# the processor, for one process in the background.
TABLE_SECONDS, LABORATORY_SECONDS, MAX_PROCESSOR_SECONDS = 60.0, 300.0, 300.0
# Part of the time after which no game of a round begins, so that matches can still show what was learned.
PART_OF_ROUNDS = 0.7
# Number of these matches from which on they show anything.
MIN_MATCHES = 8
# The rollout policy of searches with a learned valuation: none, because the prior looked as far ahead.
ROLLOUT = "none"
# How to do without learning.
OTHERWISE = "--no-learning: they go by the score alone"
# Libraries for a fit, from the extra `lab`.
LIBRARIES = ("numpy", "scipy", "statsmodels")
# The name of the rule, and further names if the game already has it.
NAMES = ("learned", "learned_by_bots", "learned_in_a_minute")


def may_learn(arguments: Namespace) -> bool:
    """Return False if learning is disabled, by `--no-learning` or CARDWRIGHT_LEARNING=off."""
    return not getattr(arguments, "no_learning", False) and os.environ.get(VARIABLE, "") != OFF


def forbid_if_wanted(arguments: Namespace) -> None:
    """Disable learning in this process if a flag says so."""
    if not may_learn(arguments):
        os.environ[VARIABLE] = OFF


def names_players(bots: Sequence[str]) -> bool:
    """Return True if any of the bots use the valuation that the game names."""
    return any(kind.split(":")[0] in GO_BY_IT and "valuation=" not in kind for kind in bots)


def lacks_valuation(game: "Game", players: int) -> bool:
    """Return True if a game of several players names no valuation."""
    return players > 1 and not game.program(players).tables.valuation


def learn_if_wanted(arguments: Namespace, table: MatchConfig) -> MatchConfig:
    """Return the configuration with a learned valuation, if its bots need one and it can be learned; print a note."""
    if not may_learn(arguments) or not names_players(table.bots):
        return table
    game = open_game(table)
    return replace(table, learned=find_learned(game, table.players)) if lacks_valuation(game, table.players) else table


def train_for_table(arguments: Namespace, game: "Game", players: int, bots: Sequence[str]) -> None:
    """Train a valuation before a match with these bots, unless the cache has one; print a note.

    A valuation for earlier files of the game is enough if it still fits. After Ctrl-C the match begins without one.
    """
    forbid_if_wanted(arguments)
    if may_learn(arguments) and names_players(bots) and lacks_valuation(game, players):
        if _read_learned(game, players) is None and find_learned_before(game, players):
            print_note(f"Bots go by what they learned of an earlier version of {game.title}; `simulate` learns anew.")
            return
        try:
            find_learned(game, players, TABLE_SECONDS, "Ctrl-C: play at once")
        except Stopped:
            raise
        except KeyboardInterrupt:
            print_note(_explain_none("learning was interrupted"))


def load_with_learned(game: "Game", players: int) -> "Game | None":
    """Return a game with the cached valuation, or with one for earlier files if it still fits; None without any."""
    if os.environ.get(VARIABLE, "") == OFF:
        return None
    stored = _read_learned(game, players)
    text = find_learned_before(game, players) if stored is None else stored[0]
    return reload_with_learned(game, text) if text else None


def learn_alike(arguments: Namespace, table: MatchConfig, other: MatchConfig) -> MatchConfig:
    """Return the configuration with the valuation that bots use in the version `other`, if it fits this version.

    If the valuation does not fit, another one is learned for this version. With one valuation for both, differences
    between their results come from the versions alone.
    """
    from cardwright import CardwrightError

    if other.learned and may_learn(arguments) and lacks_valuation(open_game(table), table.players):
        same = replace(table, learned=other.learned)
        try:
            open_game(same)
        except CardwrightError:
            print_note("What was learned of A does not fit B, so B is learned, too.")
        else:
            return same
    return learn_if_wanted(arguments, table)


def find_learned(game: "Game", players: int, seconds: float = LABORATORY_SECONDS, otherwise: str = OTHERWISE) -> str:
    """Return the text of the valuation learned for a game, from the cache or learned now; "" if there is none.

    Prints which valuation is used, or why there is none. `otherwise` tells how to do without learning.
    """
    from cardwright_tools.training.parallel_games import LearningLimit

    stored = _read_learned(game, players)
    if stored is None:
        # at least two, because games in other processes can be stopped
        jobs = max(2, os.cpu_count() or 1)
        stored = train_into_cache(game, players, jobs, LearningLimit(seconds), otherwise)
    if stored is None:
        return ""
    print_note(stored[1])
    return str(stored[0])


def train_into_cache(
    game: "Game", players: int, jobs: int, limit: "LearningLimit", otherwise: str = OTHERWISE
) -> tuple[str, str] | None:
    """Train a valuation with `jobs` processes, store it in the cache, and return its text and a description.

    The text is "" if the valuation is no gain. Returns None, and prints why, if this machine cannot learn one.
    """
    found = _train_now(game, players, jobs, limit, otherwise)
    if found is not None:
        write_cache(_render_key(game, players), found)
        write_cache(_render_latest_key(game, players), found)
    return found


def lacks_learned(game: "Game", players: int) -> bool:
    """Return True if bots have only the score to go by, because nobody has tried to learn the game so far."""
    may = os.environ.get(VARIABLE, "") != OFF and lacks_valuation(game, players)
    return may and _read_learned(game, players) is None and not find_learned_before(game, players)


def find_learned_before(game: "Game", players: int) -> str:
    """Return the text that was learned for an earlier version of a game's files and still fits; "" if there is none."""
    from cardwright import CardwrightError

    stored = read_cache(_render_latest_key(game, players), _check_stored)
    if stored is None or not stored[0]:
        return ""
    try:
        reload_with_learned(game, stored[0])
    except CardwrightError:
        return ""
    return str(stored[0])


def restore_learned(table: MatchConfig) -> MatchConfig:
    """Return the configuration of a stored run, with the text of its learned valuation in place of the hash.

    Raises FindingError if a different valuation is learned here.
    """
    if not table.learned:
        return table
    found = replace(table, learned=find_learned(open_game(replace(table, learned="")), table.players))
    if found.learned_hash != table.learned:
        raise FindingError(
            f"the bots of this run of {table.game} went by a valuation that is learned otherwise here, or not at all; "
            "start a new run."
        )
    return found


def _render_key(game: "Game", players: int) -> str:
    return code_key("quick valuation", game.content_hash, game.sets, players)


def _read_learned(game: "Game", players: int) -> Any:
    """Return the text and the description in the cache, None if there are none."""
    return read_cache(_render_key(game, players), _check_stored)


def _render_latest_key(game: "Game", players: int) -> str:
    return code_key("latest quick valuation", find_address(game), game.sets, players)


def _check_stored(stored: Any) -> Any:
    text, words = stored
    if type(text) is not str or type(words) is not str:
        raise ValueError("no learned valuation")
    return stored


def _train_now(game: "Game", players: int, jobs: int, limit: "LearningLimit", otherwise: str) -> tuple[str, str] | None:
    """Train a valuation; return its text and a description, or None if no valuation can be learned here.

    The text is "" if the valuation is no gain.
    """
    from cardwright import load_game
    from cardwright.native.c_compiler import NotNative
    from cardwright.native.engine import OFF as NO_C
    from cardwright.native.engine import Engine, read_environment
    from cardwright_tools.training.from_nothing.owned_piece_features import list_all_features
    from cardwright_tools.training.parallel_games import ArenaPlace, TooSlowError
    from cardwright_tools.training.scratch_game import ScratchGame
    from cardwright_tools.training.write_learned_rule import find_learned_rules

    missing = next((name for name in LIBRARIES if find_spec(name) is None), "")
    if missing:
        print_note(_explain_none(f"learning needs {missing}, which is not installed: pip install 'cardwright[lab]'"))
        return None
    if read_environment() == NO_C:
        print_note(_explain_none("learning plays in compiled C, which CARDWRIGHT_NATIVE turns off"))
        return None
    print_note(
        f"{game.title} names no valuation, so bots learn what is good in it: {limit.seconds:.0f} seconds at most, once "
        f"for these files ({otherwise})."
    )
    checked = find_checked_game(game)
    with TemporaryDirectory() as folder, show_progress(round(limit.seconds), what="seconds") as limit.show:
        workshop = ScratchGame(find_place(find_address(game)), Path(folder))
        workshop.take(*list_all_features(checked, find_learned_rules(checked)))
        if not workshop.of_players:
            return "", _explain_none("the game declares no number about a player")
        try:
            scratch = load_game(workshop.folder, game.sets)
            Engine(scratch, players)
        except NotNative as error:
            print_note(_explain_none(str(error)))
            return None
        place = ArenaPlace(str(workshop.folder), game.sets, scratch.content_hash, (players,))
        try:
            return _train(game, workshop, place, players, jobs, limit)
        except TooSlowError:
            why = f"{limit.seconds:.0f} seconds were not enough to learn it; `cardwright train` takes longer"
            return "", _explain_none(why)


def _train(
    game: "Game", workshop: "ScratchGame", place: "ArenaPlace", players: int, jobs: int, limit: "LearningLimit"
) -> tuple[str, str]:
    from cardwright_tools.training.evaluation import match_of
    from cardwright_tools.training.from_nothing.closing_matches import choose_settling
    from cardwright_tools.training.from_nothing.learning_from_nothing import UnaidedSettings, UnaidedTraining
    from cardwright_tools.training.parallel_games import TooSlowError, open_arena

    limit.stop_beginning_after(PART_OF_ROUNDS)
    seconds = limit.last_begin - limit.clock()
    settings = UnaidedSettings(
        tuple(workshop.rule_names()), (players,), SEED, seconds, ROUNDS, FIRST_GAMES, OPTIONS, TITLE_DEALS, True
    )
    with open_arena(place, jobs, limit) as arena:
        training = UnaidedTraining(settings, arena, limit.clock)
        champion = training.run()
        if champion is None:
            if limit.clock() > limit.last_begin:
                raise TooSlowError
            return "", _explain_none("no number about a player sets winners apart from losers")
        limit.stop_beginning_after(1)
        best, (trial,) = choose_settling(training, champion, FINAL_DEALS)
    if trial.games < min(MIN_MATCHES, players * FINAL_DEALS):
        raise TooSlowError
    share = f"{trial.share:.0%} of {trial.games} games over `greedy` that knows the score alone"
    if trial.share * players < GAIN:
        return "", _explain_none(f"what was learned wins {share}")
    words = f"Bots go by what they learned of {game.title} by themselves: {share} (even: {1 / players:.0%})."
    why = ""
    for name, rollout in product(NAMES, (ROLLOUT, "")):
        text = _format(game, workshop, training, best, name, rollout, match_of(trial, "greedy", "no valuation"))
        if not (why := _find_fault(game, text)):
            return text, words
    return "", _explain_none(f"what was learned does not fit into the game ({why})")


def _format(
    game: "Game",
    workshop: "ScratchGame",
    training: "UnaidedTraining",
    best: "WeightedValuation",
    name: str,
    rollout: str,
    match: "Match",
) -> str:
    """Return the learned valuation as the text of a rule, with the rollout, and the match that shows its strength."""
    from cardwright_tools.training.from_nothing.owned_piece_features import find_holdings
    from cardwright_tools.training.learned_rule_text import format_unaided_rules

    names = dict(zip(workshop.rule_names(), workshop.features, strict=True))
    holdings = find_holdings(find_checked_game(game).game)
    return format_unaided_rules(name, game.title, best, names, holdings, training.games, [match], [], True, rollout)


def _find_fault(game: "Game", text: str) -> str:
    """Return why a game cannot be loaded together with a text, or "" if it can."""
    from cardwright import CardwrightError

    try:
        reload_with_learned(game, text)
    except CardwrightError as error:
        return error.diagnostics[0].message
    return ""


def _explain_none(why: str) -> str:
    return f"Bots go by the score alone: {why}."
