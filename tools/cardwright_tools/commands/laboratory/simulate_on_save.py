"""The flag `--watch` of `cardwright simulate`: it shows the effect of each saved change of a card."""

import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cardwright.phrases.inflection import count_noun
from cardwright_tools.authoring.watch_files import LOOK, Watch
from cardwright_tools.cli.deck_arguments import choose_game_with_decks
from cardwright_tools.cli.errors import OK, FindingError, UsageError, needs, suggest_nearest
from cardwright_tools.cli.game_arguments import find_place
from cardwright_tools.cli.standard_output import (
    clear_screen,
    open_tables_console,
    print_lines,
    shorten_path,
    shows_colour,
)
from cardwright_tools.commands.laboratory.compare import Comparison, compare, replace_game
from cardwright_tools.laboratory.game_versions import copy_game
from cardwright_tools.laboratory.games.batch import Workers, split_into_batches
from cardwright_tools.laboratory.games.engine_choice import Engines, Switch, read_engine
from cardwright_tools.laboratory.games.match import count_avoided, describe_avoided, make_config, open_game
from cardwright_tools.laboratory.games.workers import open_workers
from cardwright_tools.laboratory.runs.run_store import RunPlan, RunStore, open_store
from cardwright_tools.laboratory.statistics import wording
from cardwright_tools.laboratory.statistics.bot_strength import describe_strength
from cardwright_tools.laboratory.statistics.compare_versions_by_seed import Arm, open_run_folder
from cardwright_tools.training.from_nothing.quick_valuation import learn_alike, learn_if_wanted

if TYPE_CHECKING:
    from rich.console import Console

    from cardwright import Game

USUAL_PAIRS = 2000
# The default bots. Random players cannot tell a good card from a bad one.
USUAL_BOTS = ("greedy",)
CERTAINTY = 0.95
# Seconds of a step of matches, after which the files are checked.
STEP_SECONDS = 0.7
MAX_STEP = 256
FIGURES = ("turns", "decisions")
# Factor by which the number of pairs grows before figures are printed again, where lines cannot be replaced.
MORE = 1.5


@dataclass
class Version:
    """A version of a game's files, with the number of matches played and the engine."""

    arm: Arm
    game: "Game"
    store: RunStore
    switch: Switch
    games: int = 0


def run(arguments: Namespace) -> int:
    """Watch a game's files until Ctrl-C. Raises UsageError for conflicting flags or an unknown card."""
    if arguments.game is None or arguments.card is None:
        raise UsageError("--watch needs a GAME and --card ID.")
    with needs("lab"):
        import scipy  # noqa: F401 - said now, not after the first save
    jobs = arguments.jobs or os.cpu_count() or 1
    with open_run_folder(None) as folder, open_workers(jobs) as play, ExitStack() as open_things:
        watching = CardWatch(arguments, folder, jobs, play, open_things)
        try:
            watching.go_on()
        except KeyboardInterrupt:
            return OK


class CardWatch:
    """Comparison of a card at the start with its present version, by more and more equally seeded matches."""

    def __init__(self, arguments: Namespace, folder: Path, jobs: int, play: Workers, open_things: ExitStack) -> None:
        self._arguments = Namespace(**(vars(arguments) | {"bots": arguments.bots or USUAL_BOTS}))
        self._folder, self._jobs, self._play, self._open = folder, jobs, play, open_things
        self._most = arguments.games or USUAL_PAIRS
        self._engines: Engines = read_engine(arguments.engine)
        place = find_place(arguments.game)
        self._where = shorten_path(str(place.folder))
        self._watch = Watch([place.folder])
        self._versions: dict[str, Version] = {}
        self._step = jobs
        self._wrong = ""
        self._reported = 0.0
        self._watch.check(self._watch.settled())
        self._name = self._find_known(choose_game_with_decks(arguments.game, arguments.sets, arguments.deck))
        self.first = self.now = self._make_version("as it was")

    def go_on(self, pause: Callable[[float], None] = time.sleep) -> NoReturn:
        """Play matches and check the files in turn, forever."""
        self.show()
        while True:
            if self._watch.changed():
                self.take_up()
            if not self.play_some():
                pause(LOOK)

    def take_up(self) -> None:
        """Load the present files; if they have errors, show the errors and keep the previous version."""
        from cardwright import CardwrightError
        from cardwright.source.diagnostics import has_errors
        from cardwright.source.diagnostics_for_people import render_text

        found, files = self._watch.check(self._watch.settled())
        self._wrong = render_text(found, files, shows_colour(sys.stdout)).rstrip("\n") if has_errors(found) else ""
        if not self._wrong:
            try:
                self.now = self._make_version(f"saved {time.strftime('%H:%M:%S')}")
            except (CardwrightError, FindingError, UsageError) as error:
                self._wrong = str(error)
        # another version may be slower until it is compiled
        self._step, self._reported = self._jobs, 0.0
        self.show()

    def play_some(self) -> bool:
        """Play more matches of the version that has fewer; return False if both have enough."""
        version = min(self.now, self.first, key=lambda each: each.games)
        numbers = range(version.games, min(version.games + self._step, self._most))
        if not numbers:
            return False
        began = time.perf_counter()
        for _, outcomes in self._play(split_into_batches(version.arm.table, numbers, self._jobs), version.switch.ready):
            version.store.add(version.game, outcomes)
        version.games = numbers.stop
        version.switch.played(version.games)
        quick = time.perf_counter() - began < STEP_SECONDS
        self._step = min(self._step * 2, MAX_STEP) if quick else max(self._jobs, self._step // 2)
        self.show()
        return True

    @property
    def pairs(self) -> int:
        """Number of pairs of matches that both versions have played."""
        return min(self.first.games, self.now.games)

    def show(self) -> None:
        """Show the present results; without a terminal, only after enough new ones."""
        screen = sys.stdout.isatty()
        if not screen and self.pairs < self._reported * MORE:
            return
        self._reported = max(self.pairs, 1)
        table, console = self.first.arm.table, open_tables_console()
        with console.capture() as written:
            played = f"{count_noun(table.players, 'player')} ({', '.join(self._arguments.bots)}), seed {table.seed}"
            console.print(f"{self._name} in {self._where}: {played}; Ctrl-C ends", markup=False)
            console.print(self._strength, markup=False)
            if self.now is self.first:
                console.print(
                    f"{self.first.games:,} games with the card as it was; each save is compared with them", markup=False
                )
            elif self.pairs:
                card = {self._arguments.card: self._name}
                self._print(console, compare(self.first.arm, self.now.arm, self.pairs, card, CERTAINTY))
            if avoided := describe_avoided(count_avoided(self.now.store.outcomes())):
                console.print(avoided, markup=False)
        if screen:
            clear_screen()
        if self._wrong:
            print_lines(self._wrong, styled=True)
        print_lines(written.get().rstrip("\n"), styled=True)
        sys.stdout.flush()

    def _print(self, console: "Console", found: Comparison) -> None:
        from rich.table import Table

        [card] = found.cards
        said = f"A: {found.a}, B: {found.b}; {found.games:,} pairs of games on equal seeds"
        unlike = max(each.unlike for each in found.course)
        console.print(f"{said}, of which {unlike:.1%} went differently", markup=False)
        table = Table("", *("A", "B", f"B - A ({CERTAINTY:.0%} interval)"))
        for column in table.columns[1:]:
            column.justify = "right"
        seen, shares = card.seen
        table.add_row(f"games in which it was {seen}", *(f"{part:.1%}" for part in shares), "")
        for row, said in (
            (card.wins, "wins of who had it first (%)"),
            (card.lead, "score minus the mean of the others"),
            *((each, each.name) for each in found.course if each.name in FIGURES),
        ):
            change = wording.change(row.difference) if row.pairs else "not yet"
            table.add_row(said, f"{row.before:,.2f}", f"{row.after:,.2f}", change)
        console.print(table)

    def _find_known(self, game: "Game") -> str:
        names = {card.id: card.name for card in game.card_texts() if card.set}
        if self._arguments.card not in names:
            raise UsageError(
                f"there is no card `{self._arguments.card}`.{suggest_nearest(self._arguments.card, list(names))}"
            )
        return names[self._arguments.card]

    def _make_version(self, name: str) -> Version:
        """Return the game as its files are now, or an earlier version if that has equal content."""
        number = len(self._versions)
        place = copy_game(self._arguments.game, self._folder / str(number))
        table = make_config(replace_game(self._arguments, place), watched=True)
        if number:
            table = learn_alike(self._arguments, table, self.first.arm.table)
        else:
            table = learn_if_wanted(self._arguments, table)
            self._strength = describe_strength(open_game(table), table)
        if table.content not in self._versions:
            game = open_game(table)
            self._find_known(game)
            if number and table.players != self.first.arm.table.players:
                raise UsageError("the game now has another number of players.")
            arm = Arm(name, table, self._folder / f"{number}.sqlite")
            store = self._open.enter_context(open_store(arm.run, RunPlan(table, self._most), game))
            switch = Switch(game, table, self._most, self._engines)
            self._open.callback(switch.close)
            switch.begin()
            self._versions[table.content] = Version(arm, game, store, switch)
        return self._versions[table.content]
