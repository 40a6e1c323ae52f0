"""Generator of a page of ladders: each rung is played in C for some CPU seconds, and stored."""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.source.atomic_write import PRIVATE_FILE, make_private_folder, write_whole
from cardwright.source.read_with_size_limit import read_ordinary
from cardwright_tools.cli import option_types as cli_values
from cardwright_tools.cli.errors import FINDINGS, OK, FindingError, UsageError
from cardwright_tools.cli.game_arguments import choose_game, find_address
from cardwright_tools.cli.standard_output import print_lines, print_note
from cardwright_tools.commands.laboratory.ladder import Rung, summarize_rung
from cardwright_tools.laboratory.games.engine_choice import get_native_engine
from cardwright_tools.laboratory.games.match import MatchConfig, MatchOutcome
from cardwright_tools.laboratory.games.native_match import NEVER, NativePlayer
from cardwright_tools.laboratory.statistics.tests_and_intervals import compute_wilson_interval

if TYPE_CHECKING:
    from cardwright import Game

BEGINS, ENDS = "<!-- ladders -->", "<!-- ladders end -->"
LEARNED = "learned"
LEVELS = f"random,greedy,mcts:100,mcts:1000,mcts:1000:valuation={LEARNED}"
# What stands above a column: the levels as they were asked for, lower and upper.
Column = tuple[str, str]


@dataclass(frozen=True)
class LadderRung:
    """A rung of a game's ladder for a number of players, with its seed."""

    game: str
    title: str
    content: str
    players: int
    lower: str
    upper: str
    seed: int


def main(argv: Sequence[str] | None = None) -> int:
    """Play the rungs that are not stored yet, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m maintenance.ladders", description=__doc__)
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--players", type=cli_values.words, default=["2", "3", "4"], metavar="N,...")
    parser.add_argument("--bots", type=cli_values.words, default=LEVELS.split(","), metavar="KIND,...")
    parser.add_argument(
        "--seconds", type=float, default=20.0, metavar="S", help="of a processor, for each rung (default: 20)"
    )
    parser.add_argument("--deals", type=cli_values.count, default=100, metavar="K", help="at most (default: 100)")
    parser.add_argument("--seed", type=cli_values.seed_number, default=0)
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="keeps what was played, a line a rung")
    parser.add_argument(
        "--further", action="store_true", help="play on, with further deals, where it is not shown yet who is better"
    )
    parser.add_argument("--kept", action="store_true", help="play nothing: write what was played before")
    parser.add_argument("--into", type=Path, metavar="PAGE", help=f"a page with a line {BEGINS} and one {ENDS}")
    arguments = parser.parse_args(argv)
    try:
        return _run(arguments, " ".join(["nice -n 10 python -m maintenance.ladders", *_said(argv)]))
    except (FindingError, UsageError) as error:
        print_note(str(error))
        return FINDINGS


def _said(argv: Sequence[str] | None) -> Sequence[str]:
    return sys.argv[1:] if argv is None else argv


def _run(arguments: argparse.Namespace, command: str) -> int:
    kept = _kept(arguments.out)
    found: dict[LadderRung, Rung] = {}
    columns: dict[LadderRung, Column] = {}
    for name in arguments.games:
        game = choose_game(name, None)
        for players in map(int, arguments.players):
            if game.min_players <= players <= game.max_players:
                for step, column in _list_rungs(game, players, arguments):
                    columns[step] = column
                    known = kept.get(step)
                    if known is None and arguments.kept:
                        continue
                    if known is None or (arguments.further and _is_undecided(known, step, arguments.deals)):
                        kept[step] = _play_rung(game, step, arguments.seconds, arguments.deals, known)
                        _keep(arguments.out, kept)
                    found[step] = kept[step]
    text = _render_page(found, columns, command)
    if arguments.into is None:
        print_lines(text)
        return OK
    page = read_ordinary(arguments.into).decode()
    before, begins, rest = page.partition(BEGINS)
    _, ends, after = rest.partition(ENDS)
    if not begins or not ends:
        raise FindingError(f"{arguments.into} has no line {BEGINS} before one {ENDS}.")
    write_whole(arguments.into, f"{before}{BEGINS}\n\n{text}\n{ENDS}{after}")
    return OK


def _list_rungs(game: "Game", players: int, arguments: argparse.Namespace) -> Iterator[tuple[LadderRung, Column]]:
    """Yield the rungs of a game, without levels that use a valuation it lacks.

    The rule `learned` is the one that a game names in `strong:`.
    """
    from cardwright.bots.factory import find_valuation
    from cardwright.bots.valuation import list_valuations

    known = {"", *list_valuations(game.program(players))}
    strong = game.program(players).tables.strong or LEARNED

    def played(kind: str) -> str:
        return kind.replace(f"valuation={LEARNED}", f"valuation={strong}") if find_valuation(kind) == LEARNED else kind

    levels = [(kind, played(kind)) for kind in arguments.bots if find_valuation(played(kind)) in known]
    for (asked, lower), (asked_above, upper) in pairwise(levels):
        step = LadderRung(game.name, game.title, game.content_hash, players, lower, upper, arguments.seed)
        yield step, (asked, asked_above)


def _is_undecided(rung: Rung, step: LadderRung, deals: int) -> bool:
    """Return True if it is not yet clear which level is better, and there are deals left to play."""
    return rung.low <= rung.even <= rung.high and rung.games < deals * step.players


def _play_rung(game: "Game", step: LadderRung, seconds: float, deals: int, before: Rung | None = None) -> Rung:
    """Play deals, each once with the upper level at every seat, until the time is over."""
    engine, start = get_native_engine(game, step.players), time.process_time()
    first = done = 0 if before is None else before.games // step.players
    played: dict[tuple[int, int], list[MatchOutcome]] = {(0, seat): [] for seat in range(step.players)}
    rooms = []
    for seat in range(step.players):
        bots = tuple(step.upper if each == seat else step.lower for each in range(step.players))
        rooms.append(
            NativePlayer(engine, game, MatchConfig(find_address(game), step.players, bots, step.seed, game.sets))
        )
    while done < deals and (done == first or time.process_time() - start < seconds):
        for seat, room in enumerate(rooms):
            played[0, seat] += room.play([done], NEVER)
        done += 1
    rung = summarize_rung((step.lower, step.upper), 0, step.players, played)
    rung = rung if before is None else _combine(before, rung)
    print_note(f"{step.title}, {step.players}: {step.upper} over {step.lower}: {_render_cell(rung)}")
    return rung


def _combine(one: Rung, other: Rung) -> Rung:
    """Return the combined result of two runs of a rung."""
    games, wins = one.games + other.games, one.wins + other.wins
    share = compute_wilson_interval(wins, games)

    def mean(first: float, second: float) -> float:
        return round((first * one.games + second * other.games) / games, 2) if games else 0.0

    return replace(
        one,
        games=games,
        wins=round(wins, 3),
        share=round(share.value, 4),
        low=round(share.low, 4),
        high=round(share.high, 4),
        beats=share.low > one.even,
        mean_score=mean(one.mean_score, other.mean_score),
        mean_score_below=mean(one.mean_score_below, other.mean_score_below),
        decisions=one.decisions + other.decisions,
        seconds=round(one.seconds + other.seconds, 2),
    )


def _kept(path: Path) -> dict[LadderRung, Rung]:
    if not path.exists():
        return {}
    lines = read_ordinary(path).decode().splitlines()
    return {LadderRung(**each["step"]): Rung(**each["rung"]) for each in map(json.loads, lines)}


def _keep(path: Path, kept: dict[LadderRung, Rung]) -> None:
    lines = [json.dumps({"step": asdict(step), "rung": asdict(rung)}) for step, rung in kept.items()]
    make_private_folder(path.parent)
    write_whole(path, "\n".join(lines) + "\n", PRIVATE_FILE)


# ------------------------------------------------------------ the page


def _render_page(found: dict[LadderRung, Rung], columns: dict[LadderRung, Column], command: str) -> str:
    """Return a table for each number of players, with a row per game and a column per rung."""
    rungs = list(dict.fromkeys(columns[step] for step in found))
    lines = [f"Played on {date.today():%-d %B %Y}, {_render_seconds(found)}, on one core beside other work, by", ""]
    lines += ["```sh", command, "```", ""]
    for players in sorted({step.players for step in found}):
        lines += [f"With {players} players (even chances: {1 / players:.1%}):", ""]
        lines.append(f"| | {' | '.join(f'`{upper}` over `{lower}`' for lower, upper in rungs)} |")
        lines.append(f"| --- |{' --- |' * len(rungs)}")
        here = {step: rung for step, rung in found.items() if step.players == players}
        for title in dict.fromkeys(step.title for step in here):
            cells = {columns[step]: _render_cell(rung) for step, rung in here.items() if step.title == title}
            lines.append(f"| {title} | {' | '.join(cells.get(each, '') for each in rungs)} |")
        lines.append("")
    return "\n".join(lines)


def _render_cell(rung: Rung) -> str:
    between = f"{rung.share:.1%} ({rung.low:.1%} to {rung.high:.1%}) of {rung.games}"
    return between if rung.beats else f"*{between}: not shown*"


def _render_seconds(found: dict[LadderRung, Rung]) -> str:
    return f"{sum(rung.seconds for rung in found.values()) / 60:.0f} minutes by the clock"


if __name__ == "__main__":
    sys.exit(main())
