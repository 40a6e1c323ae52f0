"""What stands behind a command: taken whole, or the command was not carried out."""

from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.tools.terminal.scripted import ANY, Scripted, sat, session

from cardwright import State, load_game
from cardwright.records.record_file import Record
from cardwright_tools.session.session import Session, let_bot_answer
from cardwright_tools.terminal.commands import COMMANDS, quote
from cardwright_tools.terminal.controller import TerminalSession
from cardwright_tools.terminal.replay_viewer import RecordReplay
from cardwright_tools.terminal.terminal_io import LeaveError, Terminal

NO_NUMBERS = ("x", "0", "-1", "2 3", "²", "٣", "9" * 5000)
WRONG = [
    *(f"{command.name} {wrong}" for command in COMMANDS.values() for wrong in NO_NUMBERS if "[N]" in command.usage),
    *(f"{command.name} x" for command in COMMANDS.values() if command.usage == command.name),
    *("undo\t0", "u x", "t 3", "q 3", "log depth 0", "log 5 depth", "card"),
]


def test_what_is_no_argument_of_a_command_is_refused_and_changes_nothing() -> None:
    sitting, shown = sat(ANY, ANY, "undo", *WRONG)
    told = " ".join(shown.split())
    for line in WRONG:
        assert f"{' '.join(quote(line).split())} was not carried out. Write `" in told
    assert told.count("was not carried out") == len(WRONG)
    assert sum(step.chosen for step in sitting.session.steps) == 1
    assert len(sitting.session.redoable) == 1


def test_what_names_an_option_is_none_of_a_command(tmp_path: Path) -> None:
    for name, text in (("game.yaml", GAME), ("cards/base/cards.yaml", "game: talk\ncards:\n  - {id: a}\n")):
        path = tmp_path / "talk" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    played = Session(load_game(str(tmp_path / "talk")), 2, 1, recorded=False)
    with suppress(LeaveError):
        TerminalSession(played, frozenset([0]), {}, Scripted("quit the r"), None).play()
    assert played.answers[0].key == "quit_the_room"


GAME = """\
game: talk
title: Talk
players: 2
active: active
turn: go
kinds:
  card: {}
zones:
  table:
    deck: {of: cards, see: nobody}
memory:
  table: {active: player}
  player: {left: number}
library: |
  step setup:
    for each p in players: p.left = 0
  step play:
    repeat 2 times: go
  step go:
    for each p in players:
      p choose one:
        option "Quit the room": p.left += 1
        option "Stay": p.left += 0
  rule final_score(player): player.left
"""


def test_any_number_of_answers_is_taken_back_at_once_and_given_again() -> None:
    sitting, shown = sat(*[ANY] * 5, "undo 999999999", "redo 2", "undo 2", "redo 999999999")
    assert "Undone: your last 5 answers" in shown
    assert "Redone: 2 of your answers." in shown
    assert "Redone: 5 of your answers." in shown
    assert sum(step.chosen for step in sitting.session.steps) == 5


def test_an_interrupted_undo_or_redo_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    played = session()
    while len(played.steps) < 60:
        if played.state.player == 0:
            played.answer(len(played.steps) % played.state.option_count, True)
        else:
            let_bot_answer(played, "random")
    assert played.take_back(2)

    def stands() -> tuple[object, ...]:
        return played.state.digest(), [*played.steps], [*played.answers], [[*steps] for steps in played.redoable]

    before, apply = stands(), State.apply
    for interrupted in (played.take_back, played.give_again):
        for at in (1, 3):
            left = [at]

            def interrupt(state: State, option: int, left: list[int] = left) -> None:
                apply(state, option)
                left[0] -= 1
                if not left[0]:
                    raise KeyboardInterrupt

            monkeypatch.setattr(State, "apply", interrupt)
            with pytest.raises(KeyboardInterrupt):
                interrupted(2)
            monkeypatch.setattr(State, "apply", apply)
            assert stands() == before


def test_going_over_a_record_commands_refuse_in_the_same_way() -> None:
    played = session()
    written = StringIO()
    console = Console(file=written, width=100, height=40)
    record = Record(played.header, (), None, False)
    walk = RecordReplay(played.game, record, 0, Terminal(console), None)
    for line in ("table x", "log 0", "peek now", "9" * 5000, "turn x", f"turn {'9' * 5000}"):
        said = len(written.getvalue())
        assert not walk._handle_line(line)
        told = written.getvalue()[said:]
        assert "was not carried out" in told or "There is no" in told


def test_an_answer_to_hold_that_is_none_is_told_by_what_stands_on_the_screen() -> None:
    _, shown = sat("hold foo")
    assert "There is no answer `foo` here: after `hold` type " in " ".join(shown.split())
    assert "You cannot pass" not in shown
