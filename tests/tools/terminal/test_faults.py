"""A fault in what is told for comfort is reported once, at the terminal and on the pages, and play goes on."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.presentation.test_comfort import STROLL
from tests.tools.terminal.scripted import ANY, Scripted, session

from cardwright import NotOneError
from cardwright.presentation.error_isolation import FENCE, Faults, disable_fault_fence, fence_display_work
from cardwright_tools.cli.errors import describe_fault
from cardwright_tools.terminal.controller import TerminalSession
from cardwright_tools.terminal.terminal_io import LeaveError

# What a part of the screen is made by, and a command that shows that part.
PARTS = (
    ("cardwright_tools.terminal.screen", "drop_hidden_events", "news"),
    ("cardwright_tools.terminal.screen", "build_table", "table"),
    ("cardwright_tools.terminal.screen", "render_brief_log", "news"),
    ("cardwright.presentation.question", "find_consequences", "more"),
    ("cardwright.presentation.question", "list_unavailable_actions", "turn"),
    ("cardwright_tools.terminal.drawing.prompt_with_options", "make_question", "more"),
    ("cardwright_tools.terminal.info_commands", "explain_rule", "why final_score(P1)"),
)


@pytest.fixture(autouse=True)
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder for reports; the fence is there, as it is for people."""
    monkeypatch.delenv(FENCE, raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    yield
    disable_fault_fence()


def broken(*_: object, **__: object) -> None:
    raise ZeroDivisionError("broken by a test")


@pytest.mark.parametrize(("module", "name", "command"), PARTS)
def test_a_person_plays_on_whatever_cannot_be_told(
    module: str, name: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Scripted(*[command, ANY] * 10, height=40)
    terminal.session = session(players=2, game=STROLL)
    monkeypatch.setattr(importlib.import_module(module), name, broken)
    faults: list[str] = []
    fence_display_work(lambda error: faults.append(describe_fault(error)))
    sitting = TerminalSession(terminal.session, frozenset((0,)), {1: "random"}, terminal, None)
    sitting.faults = faults
    with suppress(LeaveError):
        sitting.play()
    assert terminal.session.state.turns > 4
    assert len(faults) == 1
    assert "the match continues" in faults[0]
    [path] = tmp_path.glob("cardwright-bug-*.txt")
    assert "broken by a test" in path.read_text()
    assert re.sub(r"\s", "", faults[0][-20:]) in re.sub(r"\s", "", terminal.shown)


def test_each_kind_of_fault_is_told_once() -> None:
    told: list[Exception] = []
    faults = Faults(told.append)
    for error in (ZeroDivisionError, ZeroDivisionError, ValueError):
        try:
            raise error
        except Exception as raised:  # noqa: BLE001 - any of them is to be reported
            faults.report(raised)
    assert [type(each) for each in told] == [ZeroDivisionError, ValueError]


def test_a_slip_of_the_author_is_no_bug_of_ours(tmp_path: Path) -> None:
    assert "mistake in the rule texts of the game" in describe_fault(NotOneError(2, "here.yaml:3"))
    assert not [*tmp_path.iterdir()]


def test_in_tests_the_fence_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FENCE, "off")
    monkeypatch.setattr("cardwright.presentation.question.find_consequences", broken)
    fence_display_work(lambda _: None)
    terminal = Scripted(ANY)
    terminal.session = session()
    sitting = TerminalSession(terminal.session, frozenset((0,)), {1: "random", 2: "random"}, terminal, None)
    with pytest.raises(ZeroDivisionError):
        sitting.play()
