"""Stops to look at the table at the ends of steps that a game names, and steps not worth telling."""

from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.tools.terminal.scripted import Scripted

from cardwright import CardwrightError, load_game
from cardwright.presentation.log.folding import drop_hidden_events
from cardwright.presentation.log.tree import flatten_events, render_log_events
from cardwright_tools.session.session import Session
from cardwright_tools.terminal.controller import TerminalSession
from cardwright_tools.terminal.terminal_io import LeaveError, Terminal

GAME = """\
game: snap
title: Snap
players: 2
active: active
turn: go
kinds:
  card: {}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    middle: {of: cards, see: everyone}
  player:
    hand: {of: cards, see: owner}
memory:
  table: {active: player}
look:
  pause: [showdown]
  quiet: [clear]
library: |
  step setup:
    for each p in players: move(top(deck, 4), to: p.hand)
  step play:
    repeat 2 times: go
  step go "a round":
    for each p in players:
      p choose card from p.hand: p lay(card)
    showdown
    clear
  verb lay(card) "lay {card}": move(card, to: middle)
  step showdown: reveal(middle)
  step clear: move(middle, to: deck)
  rule final_score(player): count(player.hand)
"""
CARDS = "game: snap\ncards:\n" + "".join(f"  - {{id: card_{number}}}\n" for number in range(8))


@pytest.fixture(name="place")
def _place(tmp_path: Path) -> Path:
    (tmp_path / "snap" / "cards" / "base").mkdir(parents=True)
    (tmp_path / "snap" / "game.yaml").write_text(GAME)
    (tmp_path / "snap" / "cards" / "base" / "cards.yaml").write_text(CARDS)
    return tmp_path / "snap"


class Waiting(Scripted):
    """A terminal at which somebody sits, who reads before going on."""

    def __init__(self, *lines: str):
        super().__init__(*lines, height=40)
        self.interactive = True
        self.prompts: list[str] = []

    def read(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        return self.lines.pop(0) if self.lines else None


def played(place: Path, terminal: Terminal, *people: int) -> TerminalSession:
    session = Session(load_game(str(place)), 2, 1, recorded=False)
    sitting = TerminalSession(session, frozenset(people), {0: "random", 1: "random"}, terminal, str(place))
    with suppress(LeaveError):
        sitting.play()
    return sitting


def test_the_terminal_stops_with_the_table_as_it_was_and_goes_on_at_enter(place: Path) -> None:
    terminal = Waiting("1", "nonsense", "", "1", "", "")
    sitting = played(place, terminal, 0)
    assert terminal.prompts[:5] == ["P1> ", "> ", "> ", "P1> ", "> "]
    before, stopped, _ = terminal.shown.partition("Just over: showdown\n")
    # the cards on the table went back into the deck at once, and are seen all the same
    assert "middle 2  Card" in before
    assert "shown to everybody" in before
    assert stopped
    assert sitting.session.state.finished
    log = sitting.session.state.log
    assert any("middle → the deck" in event.text for event in flatten_events(log))
    assert not any("middle → the deck" in event.text for event in drop_hidden_events(render_log_events(log)))


def test_hold_goes_on_without_stops_until_somebody_is_asked(place: Path) -> None:
    (place / "game.yaml").write_text(GAME.replace("    clear\n", "    clear\n    showdown\n"))
    terminal = Waiting("1", "hold", "1", "hold", "")
    played(place, terminal, 0)
    assert terminal.prompts[:4] == ["P1> ", "> ", "P1> ", "> "]


def test_who_shares_a_terminal_sees_what_all_may_see_and_hands_it_on(place: Path) -> None:
    terminal = Waiting("", "1", "", "1", "")
    played(place, terminal, 0, 1)
    before, _, after = terminal.shown.partition("Just over")
    moment = before[before.rindex(" Snap ") :]
    assert "middle 2  Card" in moment
    assert "Your hand" not in moment
    assert "P1's hand 3" not in moment
    assert "P1, it is you" in after


def test_a_plain_terminal_tells_it_in_a_line_and_waits_for_nobody(place: Path) -> None:
    out = StringIO()

    class Plain(Terminal):
        def read(self, prompt: str) -> str | None:
            return "1"

    played(place, Plain(Console(file=out, width=200), plain=True), 0)
    told = out.getvalue().splitlines()
    assert told.count("pause\tshowdown") == 2
    assert any(line.startswith("zone\ttable\tmiddle\t2") for line in told[: told.index("pause\tshowdown")])


def test_a_look_names_verbs_and_steps_of_the_game(place: Path) -> None:
    (place / "game.yaml").write_text(GAME.replace("pause: [showdown]", "pause: [show_down]"))
    with pytest.raises(CardwrightError, match="show_down"):
        load_game(str(place))
