"""The command `cardwright ablate`, which ranks the cards of a game by how much their powers are worth."""

import os
import shlex
from argparse import Namespace
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.source.visible_control_characters import escape_line
from cardwright_tools.cli.errors import OK, UsageError, needs, suggest_nearest
from cardwright_tools.cli.output_paths import find_name_error, write_page
from cardwright_tools.cli.standard_output import open_tables_console, print_json, print_note
from cardwright_tools.commands.laboratory.compare import compare, make_blank_arm
from cardwright_tools.laboratory.games.engine_choice import read_engine
from cardwright_tools.laboratory.games.match import MatchConfig, make_config, open_game
from cardwright_tools.laboratory.statistics import wording
from cardwright_tools.laboratory.statistics.bot_strength import describe_strength
from cardwright_tools.laboratory.statistics.compare_versions_by_seed import (
    Ablation,
    Arm,
    name_powers,
    open_run_folder,
    play_arms,
    rank,
)
from cardwright_tools.laboratory.statistics.comparison_verdicts import describe_ablation
from cardwright_tools.laboratory.statistics.run_summary import read_facts
from cardwright_tools.training.from_nothing.quick_valuation import learn_if_wanted

if TYPE_CHECKING:
    from cardwright import Game

USUAL_GAMES = 200


def run(arguments: Namespace) -> int:
    """Play a game as it is and without each power, and print the ranking."""
    with needs("lab"):
        import scipy  # noqa: F401 - said now, not after thousands of games
    beside = None if arguments.beside is None else read_facts(arguments.beside)
    table = learn_if_wanted(arguments, make_config(arguments, watched=True))
    game = open_game(table)
    if beside is not None and beside.title != game.title:
        raise UsageError(f"{arguments.beside} is a run of {beside.title}, not of {game.title}.")
    names = _choose_cards(game, arguments.cards)
    if strength := describe_strength(open_game(table), table):
        print_note(strength)
    games = arguments.games or USUAL_GAMES
    jobs = arguments.jobs or os.cpu_count() or 1
    with open_run_folder(arguments.out) as folder:
        whole = Arm("the whole game", table, folder / "whole.sqlite")
        blanks = {
            card: replace(make_blank_arm(game, whole, card), run=folder / f"{file}.sqlite", name=card)
            for card, file in make_file_names(names, folder, ["whole"]).items()
        }
        engines, kept = read_engine(arguments.engine), arguments.out is not None
        play_arms([whole, *blanks.values()], games, min(jobs, games), arguments.cluster, kept, engines)
        found = []
        for card, blank in blanks.items():
            found += compare(blank, whole, games, {card: names[card]}, arguments.certainty).cards
    ranked = rank(found)
    ablation = Ablation(
        table.game,
        games,
        table.bots,
        table.seed,
        table.content,
        arguments.certainty,
        ranked,
        engines.played,
        engines.why,
    )
    if arguments.markdown is not None:
        from cardwright_tools.reports.ablation_markdown import render_ablation

        write_page(arguments.markdown, render_ablation(ablation, _format_command(table, games), beside))
    if arguments.json:
        print_json(asdict(ablation) | {"verdict": describe_ablation(ranked)})
    elif arguments.markdown is None:
        show(ablation)
    return OK


def _format_command(table: MatchConfig, games: int) -> str:
    """Return the command that repeats the comparison."""
    many = ["--games", str(games), "--seed", str(table.seed), "--markdown", "PAGE.md"]
    return escape_line(shlex.join(["cardwright", "ablate", table.game, *wording.format_match_flags(table), *many]))


def make_file_names(cards: Iterable[str], folder: Path, taken: Sequence[str]) -> dict[str, str]:
    """Return the file name for each card: its id, changed if a file system would confuse two of them."""
    names: dict[str, str] = {}
    for card in cards:
        name = card
        while find_name_error(
            f"{name}.sqlite", folder / "nowhere", [f"{one}.sqlite" for one in (*names.values(), *taken)]
        ) or (name in taken):
            name = f"{name}_"
        names[card] = name
    return names


def _choose_cards(game: "Game", wanted: Sequence[str] | None) -> dict[str, str]:
    names = name_powers(game)
    if not names:
        raise UsageError(f"no card of {game.name} has a power.")
    for card in wanted or ():
        if card not in names:
            raise UsageError(f"there is no card `{card}` with a power.{suggest_nearest(card, list(names))}")
    return {card: names[card] for card in wanted} if wanted else names


def show(ablation: Ablation) -> None:
    """Print the ranking."""
    from rich.table import Table as Rows

    console = open_tables_console()
    table = Rows(title=f"{ablation.game}: every power against its blank", title_justify="left")
    for head in ("card", "at work", "pairs", "unlike", "wins (points)", "p", "score lead", "p"):
        table.add_column(head, justify="left" if head == "card" else "right")
    for power in ablation.powers:
        one = power.found
        wins, lead = one.wins.difference, one.lead.difference
        table.add_row(
            one.name,
            power.often,
            f"{one.wins.pairs:,}",
            f"{one.lead.unlike:.0%}",
            f"{wording.change(wins, 1)}{' *' if power.wins_sure else ''}",
            wording.format_p_value(power.wins_p),
            f"{wording.change(lead)}{' *' if power.lead_sure else ''}",
            wording.format_p_value(power.lead_p),
        )
    console.print(table)
    console.print(
        f"{ablation.games:,} games each, bots {', '.join(ablation.bots)}, seed {ablation.seed}, content "
        f"{ablation.content}. What the power changes for the player who was the first to have the card: the share of "
        f"wins in percentage points, and the score less the mean of the others', with {ablation.certainty:.0%} "
        f"intervals; p and * are corrected for {len(ablation.powers)} powers."
    )
    console.print(f"Verdict: {' '.join(describe_ablation(ablation.powers))}", markup=False)
