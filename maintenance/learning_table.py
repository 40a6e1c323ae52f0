"""Table of training from nothing for many games, by processor time, against the games' own bots.

The author's valuations, and all rules that only they call, are hidden from the learner. The opponents use them.
What was learned plays as `greedy` or as a search, whichever wins more over `mcts:100`, and in the last column as a
larger search.
"""

import argparse
import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from cardwright.bots.valuation import WeightedValuation
from cardwright.checker import typed_tree
from cardwright.checker.transitive_uses import find_called_rules, find_reachable_nodes
from cardwright.game.loading import find_checked_game
from cardwright.source.atomic_write import write_whole
from cardwright.source.read_with_size_limit import read_ordinary
from cardwright_tools.cli import option_types as cli_values
from cardwright_tools.cli.errors import OK
from cardwright_tools.cli.game_arguments import choose_game, find_place
from cardwright_tools.cli.standard_output import print_lines, print_note
from cardwright_tools.training.from_nothing.closing_matches import (
    FINAL_DEALS,
    GREEDY,
    ClosingMatches,
    ClosingResult,
    make_players,
)
from cardwright_tools.training.from_nothing.learning_from_nothing import UnaidedSettings, UnaidedTraining, format_share
from cardwright_tools.training.from_nothing.owned_piece_features import list_all_features
from cardwright_tools.training.parallel_games import Arena, ArenaPlace, SearchSeat, Seat
from cardwright_tools.training.scratch_game import ScratchGame
from cardwright_tools.training.write_learned_rule import find_learned_rules

if TYPE_CHECKING:
    from cardwright.checker.typed_tree import CheckedGame

# Fields by which authors tell bots what is good; without them bots are as in a game nobody has explained.
FIELDS = re.compile(r"^(valuation|valuations|strong|lead_over_all|rollout|settling|priors):.*\n", re.MULTILINE)
OPPONENTS = ("random", "greedy", "mcts:100")
SEARCH = 1000
AUTHORS, AS_SEARCH = "by the author's valuation", f"mcts:{SEARCH} over mcts:100"
COLUMNS = ("Game", "Seconds", "Rounds", "Player", *OPPONENTS, AUTHORS, AS_SEARCH)
HEAD = f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}"


@dataclass(frozen=True)
class LearnedRow:
    """Row of the table: the game, processor seconds and rounds of learning, and the results by opponent.

    `player` is the kind of bot that goes by what was learned, `limit` the limit of the seconds.
    """

    game: str
    seconds: int
    rounds: int
    results: tuple[str, ...]
    day: str
    player: str = ""
    limit: float = 0.0

    def format(self) -> str:
        """Return the row in Markdown."""
        return f"| {self.game} | {self.seconds} | {self.rounds} | {self.player} | {' | '.join(self.results)} |"


def main(argv: Sequence[str] | None = None) -> int:
    """Train each game, play the matches, and print the table; rows that are stored are not made again."""
    parser = argparse.ArgumentParser(prog="python -m maintenance.learning_table", description=__doc__)
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=120.0, metavar="S", help="of a processor (default: 120)")
    parser.add_argument("--deals", type=cli_values.count, default=20, metavar="K", help="from every seat (default: 20)")
    parser.add_argument("--players", type=cli_values.count, default=2)
    parser.add_argument("--seed", type=cli_values.seed_number, default=0)
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="keeps the rows, a line each")
    arguments = parser.parse_args(argv)
    rows = _read_rows(arguments.out)
    for name in arguments.games:
        if not any(row.game == name and row.limit == arguments.seconds for row in rows):
            rows.append(_learn(name, arguments))
            lines = [json.dumps({**vars(row), "results": list(row.results)}) for row in rows]
            write_whole(arguments.out, "\n".join(lines) + "\n")
    print_lines("\n".join([HEAD, *(row.format() for row in rows)]))
    return OK


def _read_rows(file: Path) -> list[LearnedRow]:
    lines = read_ordinary(file).decode().splitlines() if file.is_file() else []
    found = [json.loads(line) for line in lines]
    return [LearnedRow(**{**each, "results": tuple(each["results"])}) for each in found]


def find_hidden_rules(checked: "CheckedGame") -> frozenset[str]:
    """Return the author's valuations, learned rules, and all rules that only these call."""
    called = find_called_rules(checked)
    hidden = {str(each.value) for each in checked.game.for_bots} | find_learned_rules(checked)
    reached = {each for rule in hidden for each in find_reachable_nodes(rule, called)}
    bodies = tuple(each.body for each in (*checked.procedures.values(), *(late.procedure for late in checked.later)))
    abilities = tuple((each.where, each.body, each.changes) for each in checked.abilities)
    nodes = typed_tree.walk_tree((bodies, abilities))
    course = {node.rule.word for node in nodes if isinstance(node, typed_tree.RuleExpr)}
    roots = (course | {"final_score", "winners"} | (set(called) - reached)) - hidden
    seen = roots.union(*(find_reachable_nodes(rule, called) for rule in roots))
    return frozenset(hidden | (reached - seen))


def _learn(name: str, arguments: argparse.Namespace) -> LearnedRow:
    from cardwright import load_game
    from cardwright.native.c_compiler import NotNative
    from cardwright.native.engine import Engine

    game, place = choose_game(name, None), find_place(name)
    checked, players = find_checked_game(game), (max(arguments.players, game.min_players),)
    valuation = checked.game.valuation
    with TemporaryDirectory() as folder:
        workshop = ScratchGame(place, Path(folder))
        for file in workshop.folder.glob("*.yaml"):
            write_whole(file, FIELDS.sub("", read_ordinary(file).decode()))
        workshop.take(*list_all_features(checked, find_hidden_rules(checked)))
        scratch = load_game(workshop.folder, game.sets)
        native: tuple[int, ...] = players
        try:
            Engine(scratch, players[0])
        except NotNative as error:
            print_note(f"{name} is played in Python: {error}")
            native = ()
        arena = Arena(ArenaPlace(str(workshop.folder), game.sets, scratch.content_hash, native))
        settings = UnaidedSettings(tuple(workshop.rule_names()), players, arguments.seed, arguments.seconds)
        training = UnaidedTraining(settings, arena, time.process_time)
        closing = ClosingMatches(training, FINAL_DEALS)
        champion = training.run(closing.reserve)
        player = None if champion is None else _choose_player(closing.play(champion, GREEDY))
        seconds = round(time.process_time() - training.begun)
        opponents = [*OPPONENTS, *([] if valuation is None else [f"greedy:valuation={valuation.value}"])]
        results = []
        for kind in opponents:
            if player is None:
                break
            (trial,) = training.play_deals(player.seat, kind, arguments.deals, f"table {kind}")
            results.append(format_share(trial))
            print_note(f"{name}, {seconds} s: {player.kind} over {kind} {results[-1]}")
        searched = "-" if player is None else _measure_search(training, player, arguments.deals)
        print_note(f"{name}: as mcts:{SEARCH} over mcts:100 {searched}")
    row = (*results, *["-"] * (4 - len(results)), searched)
    day, kind = date.today().isoformat(), "-" if player is None else player.kind
    return LearnedRow(name, seconds, len(training.rounds), row, day, kind, arguments.seconds)


@dataclass(frozen=True)
class _Player:
    """The finished player: the kind of bot, its seat, and the valuation and rollout of a search by it."""

    kind: str
    seat: Seat
    valuation: WeightedValuation
    rollout: str


def _choose_player(closing: ClosingResult) -> _Player:
    """Return the player that `cardwright train` names as the strongest one."""
    players = make_players(closing.valuation, closing.rollout)
    settles = ", settling" if closing.valuation.settling else ""
    return _Player(f"{closing.strongest}{settles}", players[closing.strongest], closing.valuation, closing.rollout)


def _measure_search(training: UnaidedTraining, player: _Player, deals: int) -> str:
    """Return the share of wins of a search by what was learned over one that knows the score alone."""
    seat = SearchSeat(player.valuation, SEARCH, player.rollout)
    (trial,) = training.play_deals(seat, "mcts:100", deals, "table search")
    return format_share(trial)


if __name__ == "__main__":
    raise SystemExit(main())
