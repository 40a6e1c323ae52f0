"""The command `cardwright train`, which learns a valuation from self-play and writes it as a rule."""

import os
from argparse import Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING

from cardwright.checker.transitive_uses import find_called_rules, find_reachable_nodes
from cardwright.game.loading import find_checked_game
from cardwright.source.atomic_write import make_private_folder
from cardwright.source.path_and_number_checks import resolve_path
from cardwright_tools.cli.errors import FINDINGS, OK, UsageError, needs
from cardwright_tools.cli.game_arguments import check_bots, choose_game, choose_players, find_place
from cardwright_tools.cli.standard_output import print_json, print_lines, print_note
from cardwright_tools.commands.laboratory.train_without_valuation import is_unaided, run_unaided
from cardwright_tools.laboratory.games.dask_cluster import is_elsewhere, open_client
from cardwright_tools.laboratory.games.engine_choice import read_engine
from cardwright_tools.training import write_learned_rule
from cardwright_tools.training.evaluation import is_gain
from cardwright_tools.training.features import list_clocks, list_features
from cardwright_tools.training.scratch_game import ScratchGame
from cardwright_tools.training.training_loop import OWN, Training, unwrap_single
from cardwright_tools.training.write_learned_rule import check_name, find_learned_rules, find_rule_file

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright.checker.typed_tree import CheckedGame
    from cardwright.source.positions import Span

USUAL_BOTS = "greedy"
GAMES, DEALS, ROUNDS = 400, 60, 4


@dataclass(frozen=True)
class Learnt:
    """The result for scripts, as JSON: one entry per round, and the best rule ("" if none was better)."""

    game: str
    players: int | list[int]
    games: int
    seed: int
    features: list[str]
    rounds: list[dict[str, object]]
    rule: str
    file: str | None


def run(arguments: Namespace) -> int:
    """Train, and write the learned rule; exit 1 if no rule was better than the present valuation."""
    begun = monotonic()
    with needs("lab"):
        if find_spec("sklearn") is None:  # better told before the games than after; importing it takes seconds
            raise ModuleNotFoundError(name="sklearn")
    game = choose_game(arguments.game, arguments.sets)
    players = _choose_players(game, arguments.players, arguments.over_all)
    if is_unaided(arguments, game):
        return run_unaided(arguments, game, players, begun)
    arguments.games, arguments.rounds = arguments.games or GAMES, arguments.rounds or ROUNDS
    arguments.deals = arguments.deals or DEALS
    place = find_place(arguments.game)
    kind = _choose_kind(arguments.bots)
    engines = read_engine(arguments.engine)
    file = arguments.to or find_rule_file(arguments.rule, place)
    _check_writable(file)
    jobs = arguments.jobs or os.cpu_count() or 1
    below = _make_shared_folder(arguments)
    with ExitStack() as stack:
        client = None if arguments.cluster is None else stack.enter_context(open_client(arguments.cluster, jobs))
        folder = stack.enter_context(TemporaryDirectory(dir=below))
        check_name(arguments.rule, place, file, Path(folder) / "named")
        checked = find_checked_game(game)
        # an earlier learned valuation is ignored, unless bots use it
        before = find_learned_rules(checked)
        left_out = before.union(arguments.without or ())
        only = _list_wanted_rules(checked, before, arguments)
        instead = (
            write_learned_rule.make_placeholder(arguments.rule)
            if _is_referred_to(arguments.rule, file, checked)
            else ""
        )
        without = None if _is_used_by_bots(arguments.rule, checked) else file
        workshop = ScratchGame(place, Path(folder), without, instead, arguments.over_all)
        workshop.take(list_features(checked, left_out, only), list_clocks(checked, left_out, only))
        if not workshop.of_players:
            lacking = f"{game.name} declares" if only is None else "--only and --without leave"
            raise UsageError(f"{lacking} no number about a player, so nothing can be learned.")
        training = Training(arguments, game, players, jobs, workshop, engines, kind, client)
        rounds = _play_rounds(training, file)
        return _report_training(training, rounds, file)


def _choose_players(game: "Game", wanted: Sequence[int] | None, over_all: bool) -> tuple[int, ...]:
    """Return the numbers of players.

    Raises UsageError for a number that the game does not allow or training cannot use, and for `over_all` with only two
    players.
    """
    players = tuple(choose_players(game, each) for each in wanted or [max(2, game.min_players)])
    if min(players) < 2:
        raise UsageError("training needs at least two players.")
    if over_all and max(players) < 3:
        raise UsageError("--over-all needs at least three players.")
    return players


def _is_used_by_bots(rule: str, checked: "CheckedGame") -> bool:
    """Return True if bots use a rule by default: the game's valuation is the rule, or calls it."""
    named = checked.game.valuation
    return named is not None and (
        named.value == rule or rule in find_reachable_nodes(str(named.value), find_called_rules(checked))
    )


def _is_referred_to(rule: str, file: Path, checked: "CheckedGame") -> bool:
    """Return True if a rule is declared in a file, and other files of the game refer to it."""

    def elsewhere(span: "Span") -> bool:
        return resolve_path(Path(span.path)) != resolve_path(file)

    if rule not in checked.rules or elsewhere(checked.rules[rule].span):
        return False
    spans = [named.span for named in checked.game.for_bots if named.value == rule]
    spans += [checked.rules[word].span for word, asked in find_called_rules(checked).items() if rule in asked]
    return any(map(elsewhere, spans))


def _list_wanted_rules(checked: "CheckedGame", before: frozenset[str], arguments: Namespace) -> frozenset[str] | None:
    """Return the rules to consider as features, or None if the flags name none.

    Raises UsageError for a word that names no rule or no possible feature. `before` are the rules learned earlier and
    those that use them; naming one of these is an error as well.
    """
    game = checked.game.name
    for word in (*(arguments.without or ()), *(arguments.only or ())):
        if word not in checked.rules:
            raise UsageError(f"there is no rule `{word}` in {game}.")
    if arguments.only is None:
        return None
    for word in arguments.only:
        alone = frozenset({word})
        if not list_features(checked, only=alone) and not list_clocks(checked, only=alone):
            raise UsageError(
                f"the rule `{word}` gives no number for a player or for the table, so it cannot show who leads."
            )
        if word in before:
            raise UsageError(f"the rule `{word}` was learned, or uses a learned rule, and cannot be used for learning.")
    return frozenset(arguments.only)


def _choose_kind(bots: Sequence[str] | None) -> str:
    """Return the kind of bot that plays all matches.

    Raises UsageError for a kind of bot whose valuation cannot be set.
    """
    from cardwright.bots.factory import make_bot

    kind, *others = bots or [USUAL_BOTS]
    if others:
        raise UsageError(
            f"in training one kind of bot plays all seats, so --bots takes one kind, not {1 + len(others)}."
        )
    check_bots([kind])
    if not hasattr(make_bot(kind, 0), "valuation"):
        raise UsageError(f"`{kind}` does not use a valuation; name another kind with --bots.")
    plain = ":".join(each for each in kind.split(":") if not each.startswith("valuation="))
    if plain != kind:
        raise UsageError(
            f"training chooses the valuation of the bots itself, so write `--bots {plain}` instead of `{kind}`."
        )
    return kind


def _make_shared_folder(arguments: Namespace) -> Path | None:
    """Return the folder that the workers of a running cluster share, or None without such a cluster."""
    if arguments.cluster is None or not is_elsewhere(arguments.cluster):
        return None
    if arguments.out is None:
        raise UsageError("a running cluster needs --out FOLDER, which its workers see at the same path.")
    out: Path = arguments.out.absolute()
    make_private_folder(out)
    return out


def _play_rounds(training: Training, file: Path) -> list[dict[str, object]]:
    """Play rounds until one is not better than all before, and write the rule after each better one."""
    from cardwright.source.atomic_write import write_whole

    rounds: list[dict[str, object]] = []
    for number in range(1, training.arguments.rounds + 1):
        print_note(f"round {number}: {training.arguments.games} games of {training.kind} with {training.best or OWN}")
        name = training.go_on(number)
        if name is None:
            print_note("nothing distinguishes the winners from the others yet")
            break
        matches, found = training.matches[name], training.fits[name]
        better = is_gain(matches)
        rows = [asdict(each) for each in matches]
        lines = "\n    ".join(write_learned_rule.describe_results(matches))
        print_note(f"  predicts the winner in {found.right:.1%} of pairs; {lines}")
        rounds.append(
            {"round": number, "right": round(found.right, 4), "gains": better}
            | (rows[0] if len(rows) == 1 else {"matches": rows})
        )
        if not better:
            break
        training.best = name
        write_whole(file, _render_file(training, write_learned_rule.format_terms(found, training.workshop.features)))
    return rounds


def _report_training(training: Training, rounds: list[dict[str, object]], file: Path) -> int:
    arguments, workshop, best = training.arguments, training.workshop, training.best
    rule = ""
    if best:
        rule = " ".join(write_learned_rule.format_terms(training.fits[best], workshop.features))
    if arguments.json:
        texts = [each.text for each in workshop.features]
        games = len(training.lived)
        where = str(file) if best else None
        players = unwrap_single(training.players)
        print_json(asdict(Learnt(training.game.name, players, games, arguments.seed, texts, rounds, rule, where)))
    elif best:
        print_lines("WEIGHT  TELLS  WHAT")
        print_lines("\n".join(write_learned_rule.describe_weights(training.fits[best], workshop.features)))
        named = arguments.rule
        print_lines(f"\n{file} contains the rule `{named}`; a game uses it with `valuation: {named}`.")
    else:
        print_lines(f"No learned rule plays better than {OWN}.")
    return OK if best else FINDINGS


def _render_file(training: Training, terms: Sequence[str]) -> str:
    matches = [match for those in training.matches.values() if is_gain(those) for match in those]
    again = format_command(training.arguments, training.game.name, training.players)
    rule, over_all = training.arguments.rule, training.arguments.over_all
    return write_learned_rule.format_rule_file(
        rule, over_all, again, training.kind, terms, len(training.lived), matches
    )


def format_command(arguments: Namespace, game: str, players: Sequence[int]) -> str:
    """Return the arguments of `cardwright train` that repeat the training, without the name of the run file."""
    said = [game, f"--players {','.join(map(str, players))}", f"--games {arguments.games}"]
    said += [f"--sets {','.join(arguments.sets)}"] if arguments.sets else []
    said += [f"--bots {','.join(arguments.bots)}"] if arguments.bots else []
    said += [f"--deals {arguments.deals}", f"--rounds {arguments.rounds}", f"--variations {arguments.variations}"]
    said += [f"--without {','.join(arguments.without)}"] if arguments.without else []
    said += [f"--only {','.join(arguments.only)}"] if arguments.only else []
    said += ["--over-all"] if arguments.over_all else []
    said += [f"--rule {arguments.rule}"] if arguments.rule != write_learned_rule.RULE else []
    return " ".join([*said, f"--seed {arguments.seed}"])


def _check_writable(file: Path) -> None:
    """Raise UsageError for a file that was not written by training."""
    if file.is_file() and not write_learned_rule.is_learned(file):
        raise UsageError(f"{file} was not written by `cardwright train`; name another file with --to.")
