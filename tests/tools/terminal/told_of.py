"""What a screen says of the table: each zone in its lines, in one, or by its name. By hand: what whole games come to.

python -m tests.tools.terminal.told_of GAME[:PLAYERS] ... [--seeds N] [--every N]
"""

import re
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from io import StringIO

from rich.console import Console

from cardwright import load_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.table_view import TableView, TableZone
from cardwright_tools.session.session import Session, let_bot_answer
from cardwright_tools.terminal.screen import Screen
from cardwright_tools.terminal.terminal_io import Terminal

SIZES = ((80, 24), (120, 40))
# Stands where something is told by its name alone, or not even that.
LEFT_OUT = "type `table`"
COUNTED = re.compile(r"\d+ more: type `table`")


class Drawn(Terminal):
    """A terminal that draws into a string, anew each time."""

    def __init__(self, width: int, height: int):
        super().__init__(Console(file=StringIO(), width=width, height=height, color_system=None, highlight=False))
        self.redraws = True

    def take(self) -> str:
        """What was drawn since the last time."""
        file = self.console.file
        assert isinstance(file, StringIO)
        text = file.getvalue()
        file.seek(0)
        file.truncate()
        return text.lstrip("\0")


def untold(found: TableView, screen: str) -> Iterator[str]:
    """What lies on a table for its viewer to see, and a screen says nothing of."""
    words = " ".join(screen.split())
    zones = [(zone.title, zone) for zone in found.zones]
    zones += [(f"{seat.name}'s {zone.called}", zone) for seat in found.seats for zone in seat.zones if not zone.hidden]
    for title, zone in zones:
        if zone.count and not (zone.aside or zone.word in found.shown_words or _mentions(words, zone)):
            yield title


def _mentions(words: str, zone: TableZone) -> bool:
    """Whether a screen tells of a zone: by a title, or with its pieces, as a picture without a heading does."""
    if zone.title in words or zone.called in words or zone.each:
        return True
    drawn = zone.shape in ("ring", "grid", "rows", "columns")
    return drawn and all(piece.label.split()[0] in words for piece in zone.pieces if not piece.hidden)


def screens(
    game: str, players: int, seed: int, size: tuple[int, int], every: int = 1
) -> Iterator[tuple[TableView, str]]:
    """The table of each question of a game that bots play, and what of it is drawn; or of one question of `every`."""
    session = Session(load_game(game), players, seed, recorded=False)
    terminal = Drawn(*size)
    screen, asked = Screen(terminal), 0
    screen.take_over(session)
    while not session.state.finished:
        decision = session.state.decision
        if decision is not None and session.state.option_count > 1:
            asked += 1
            if asked % every == 0:
                screen.draw(session, decision, 0)
                yield build_table(session.state, decision.player), terminal.take()
                screen.seen(decision.player)
        let_bot_answer(session, "random")


def told(game: str, players: int, seeds: int, every: int) -> None:
    """Print what a game's screens leave out."""
    for size in SIZES:
        count, lost, named, counted, over = 0, Counter[str](), 0, 0, 0
        for seed in range(seeds):
            for found, screen in screens(game, players, seed, size, every):
                count += 1
                more = COUNTED.search(screen) is not None
                lost.update([] if more else untold(found, screen))
                named += LEFT_OUT in screen
                counted += more
                over += len(screen.splitlines()) >= size[1]
        said = f"{count} screens, {named} name something only, {counted} count it only, {over} too long"
        print(f"{game}:{players} {size[0]}x{size[1]}: {said}; untold: {dict(lost)}", flush=True)


if __name__ == "__main__":
    parser = ArgumentParser()
    parser.add_argument("games", nargs="+", metavar="GAME[:PLAYERS]")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--every", type=int, default=1)
    given = parser.parse_args()
    for name in given.games:
        game, _, players = name.partition(":")
        told(game, int(players) if players else load_game(game).min_players, given.seeds, given.every)
