"""The command `cardwright compare`, which compares two versions of a game, or a card and its blank."""

import os
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright_tools.cli.errors import OK, UsageError, needs, suggest_nearest
from cardwright_tools.cli.standard_output import open_tables_console, print_json, print_note
from cardwright_tools.laboratory.game_versions import prepare_version
from cardwright_tools.laboratory.games.engine_choice import PYTHON, read_engine
from cardwright_tools.laboratory.games.match import make_config, open_game
from cardwright_tools.laboratory.statistics.bot_strength import describe_strength
from cardwright_tools.laboratory.statistics.compare_versions_by_seed import (
    LEAD,
    WINS,
    Arm,
    CardDifference,
    Difference,
    compare_figure,
    measure_holders,
    measure_presence,
    measure_whole_matches,
    name_powers,
    open_run_folder,
    play_arms,
)
from cardwright_tools.laboratory.statistics.comparison_verdicts import describe_comparison
from cardwright_tools.training.from_nothing.quick_valuation import learn_alike, learn_if_wanted

if TYPE_CHECKING:
    from cardwright import Game

USUAL_GAMES = 1000


@dataclass(frozen=True)
class Comparison:
    """The result of a comparison; all differences are B minus A.

    `course` has the differences of whole matches, and `cards` those of single cards. `engine` and `engine_why` have the
    same meaning as in `simulate.Summary`.
    """

    a: str
    b: str
    games: int
    bots: tuple[str, ...]
    seed: int
    certainty: float
    course: list[Difference]
    cards: list[CardDifference]
    engine: str = PYTHON
    engine_why: str = ""

    @property
    def verdict(self) -> list[str]:
        """The conclusions from the differences, in sentences."""
        return describe_comparison(self.course, self.cards, self.certainty)


def run(arguments: Namespace) -> int:
    """Play both versions, and print the differences between them."""
    with needs("lab"):
        import scipy  # noqa: F401 - said now, not after thousands of games
    with open_run_folder(arguments.out) as folder:
        arms, cards = _make_arms(arguments, folder)
        games = arguments.games or USUAL_GAMES
        table = arms[0].table
        if strength := describe_strength(open_game(table), table):
            print_note(strength)
        jobs = arguments.jobs or os.cpu_count() or 1
        engines = read_engine(arguments.engine)
        play_arms(arms, games, min(jobs, games), arguments.cluster, arguments.out is not None, engines)
        found = compare(arms[0], arms[1], games, cards, arguments.certainty)
        found = replace(found, engine=engines.played, engine_why=engines.why)
    if arguments.json:
        print_json(asdict(found) | {"verdict": found.verdict})
    else:
        show(found)
    return OK


def compare(a: Arm, b: Arm, games: int, cards: dict[str, str], certainty: float) -> Comparison:
    """Compare the played matches of two versions, in total and for some cards (names by id).

    `certainty` is the confidence level.
    """
    before, after = measure_whole_matches(a.run, games), measure_whole_matches(b.run, games)
    course = [compare_figure(name, before[name], after[name], certainty) for name in before if name in after]
    found = []
    for card, name in cards.items():
        held = measure_holders(a.run, card, games), measure_holders(b.run, card, games)
        wins, lead = (compare_figure(figure, held[0][figure], held[1][figure], certainty) for figure in (WINS, LEAD))
        worked, played = zip(measure_presence(a.run, card, games), measure_presence(b.run, card, games), strict=True)
        found.append(CardDifference(card, name, worked, played, wins, lead))
    return Comparison(a.name, b.name, games, a.table.bots, a.table.seed, certainty, course, found)


def _make_arms(arguments: Namespace, folder: Path) -> tuple[list[Arm], dict[str, str]]:
    """Return the two versions to compare, and the cards to examine."""
    if arguments.blank:
        return _blank_out(arguments, folder)
    if arguments.rev is not None and arguments.b is not None:
        raise UsageError("--rev REV compares A at a revision with A as it is now; remove B.")
    if arguments.rev is not None:
        texts = (f"{arguments.rev}:{arguments.a}", arguments.a)
    elif arguments.b is not None:
        texts = (arguments.a, arguments.b)
    else:
        raise UsageError("compare needs A and B, or A and --rev REV, or a GAME with --card ID --blank.")
    arms: list[Arm] = []
    games: list[Game] = []
    for letter, text in zip("ab", texts, strict=True):
        chosen = replace_game(arguments, prepare_version(text, folder / "versions" / letter))
        table = make_config(chosen, watched=True)
        arms.append(Arm(text, table, folder / f"{letter}.sqlite"))
        games.append(open_game(table))
    if games[0].content_hash == games[1].content_hash:
        raise UsageError(f"{texts[0]} and {texts[1]} have the same content; there is nothing to compare.")
    if arms[0].table.players != arms[1].table.players:
        raise UsageError("the versions are for different numbers of players; choose one with --players.")
    changed = _find_changed_cards(*games)
    if arguments.card is not None:
        every = {card.id: card.name for game in games for card in game.card_texts()}
        changed = {arguments.card: _find_known(arguments.card, every)}
    arms[0] = replace(arms[0], table=learn_if_wanted(arguments, arms[0].table))
    arms[1] = replace(arms[1], table=learn_alike(arguments, arms[1].table, arms[0].table))
    return arms, changed


def replace_game(arguments: Namespace, game: str) -> Namespace:
    """Return the same arguments for another game."""
    return Namespace(**(vars(arguments) | {"game": game}))


def _blank_out(arguments: Namespace, folder: Path) -> tuple[list[Arm], dict[str, str]]:
    if arguments.card is None or arguments.b is not None or arguments.rev is not None:
        raise UsageError("--blank needs one GAME and --card ID: it compares the card with itself without its power.")
    table = learn_if_wanted(arguments, make_config(replace_game(arguments, arguments.a), watched=True))
    game = open_game(table)
    name = _find_known(arguments.card, name_powers(game))
    blank = make_blank_arm(game, Arm(f"{name} without its power", table, folder / "a.sqlite"), arguments.card)
    return [blank, Arm(f"{name} with its power", table, folder / "b.sqlite")], {arguments.card: name}


def make_blank_arm(game: "Game", arm: Arm, card: str) -> Arm:
    """Return the arm of an experiment in which a card has no power."""
    return replace(arm, table=replace(arm.table, blank=(card,), content=game.blanked([card]).content_hash))


def _find_known(card: str, names: dict[str, str]) -> str:
    if card not in names:
        raise UsageError(f"there is no card `{card}` with a power.{suggest_nearest(card, list(names))}")
    return names[card]


def _find_changed_cards(a: "Game", b: "Game") -> dict[str, str]:
    """Return the names, by id, of the cards that differ between two versions of a game."""
    before = {card.id: card for card in a.card_texts() if card.set}
    after = {card.id: card for card in b.card_texts() if card.set}
    if before and after and not before.keys() & after.keys():
        raise UsageError(f"{a.title} and {b.title} have no card in common, so they are not versions of one game.")
    gone, new = sorted(before.keys() - after.keys()), sorted(after.keys() - before.keys())
    if gone or new:
        print_note(f"only in A: {', '.join(gone) or 'no card'}; only in B: {', '.join(new) or 'no card'}")
    return {id_: after[id_].name for id_ in before.keys() & after.keys() if before[id_] != after[id_]}


# ---------------------------------------------------------------- for people


def show(found: Comparison) -> None:
    """Print a comparison."""
    console = open_tables_console()
    summary = f"{found.games:,} pairs of games on the same seeds, bots {', '.join(found.bots)}, seed {found.seed}"
    console.print(f"A: {found.a}\nB: {found.b}\n{summary}")
    if not any(one.unlike for one in found.course) and not any(c.wins.unlike or c.lead.unlike for c in found.cards):
        console.print("All games went the same way: with these bots and seeds the versions do not differ.")
    console.print(_make_table("Whole games", found.course, found.certainty))
    for card in sorted(found.cards, key=lambda card: card.name):
        seen, shares = card.seen
        used = " and ".join(f"{part:.1%}" for part in shares)
        title = f"{card.name}: the player who had it first ({seen} in {used} of the games)"
        named = [replace(card.wins, name="wins (%)"), replace(card.lead, name="score minus the mean of the others")]
        console.print(_make_table(title, named, found.certainty))
    console.print(f"Verdict: {' '.join(found.verdict)}", markup=False)


def _make_table(title: str, rows: Sequence[Difference], certainty: float) -> object:
    from rich.table import Table

    from cardwright_tools.laboratory.statistics import wording

    table = Table(title=title, title_justify="left")
    heads = ("", "pairs", "unlike", "A", "B", f"B - A ({certainty:.0%} interval)", "p", "pairs needed")
    for head in heads:
        table.add_column(head, justify="right" if head else "left")
    for row in rows:
        table.add_row(
            row.name,
            f"{row.pairs:,}",
            f"{row.unlike:.1%}",
            f"{row.before:,.2f}",
            f"{row.after:,.2f}",
            wording.change(row.difference),
            wording.format_p_value(row.p),
            "" if row.needed is None else f"{row.needed:,}",
        )
    return table
