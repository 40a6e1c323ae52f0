"""Another size of the terminal, whatever is asked there at that moment."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text
from tests.tools.terminal.test_moments import CARDS, GAME
from tests.tools.terminal.test_terminal import Typist, typist

from cardwright_tools.terminal.terminal_io import _hang

SIZES = ((20, 70), (3, 12), (1, 4), (40, 120))
MORE = "or q -- "


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def snap(tmp_path: Path) -> str:
    """A game that stops to be looked at, and is soon over."""
    for name, text in (("game.yaml", GAME), ("cards/base/cards.yaml", CARDS)):
        path = tmp_path / "snap" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return str(tmp_path / "snap")


def hand_over(somebody: Typist) -> None:
    somebody.until("    > ")
    shown = somebody.type("", "P1> ", "P2> ", "P3> ")
    while "it is you" not in shown:
        shown = somebody.type("done" if "1 picked" in shown else "1", "> ")


def looking_on(somebody: Typist) -> None:
    somebody.until("P1> ")
    somebody.type("1", "\n> ")


def over(somebody: Typist) -> None:
    shown = somebody.until("P1> ")
    while "Enter to leave" not in shown:
        shown = somebody.type("1" if shown.endswith("P1> ") else "", "> ", "help: ")


def stays(somebody: Typist, *wanted: str) -> str:
    """Return the screen at the usual size, once it holds all wanted texts, after other sizes."""
    for lines, columns in SIZES:
        somebody.resized(lines, columns, "")
        assert "bug in Cardwright" not in somebody.raw
        assert somebody.process.poll() is None
    return somebody.resized(24, 80, *wanted)


@pytest.mark.long
def test_beside_a_question_the_terminal_may_get_another_size_whatever_is_read() -> None:
    with typist("ceylon", "--seed", "5") as somebody:
        somebody.until("P1> ")
        for typed in ([], ["/a"], ["1"], ["help", "", ""], ["zzz"], ["help"], ["log all", ""]):
            for line in typed:
                shown = somebody.type(line, "P1> ", MORE)
            if typed and shown.endswith(MORE):
                for lines, columns in (*SIZES, (24, 80)):
                    somebody.resize(lines, columns)
                # the table is drawn when the pages are left, and not over them before
                assert somebody.type("q").count("Your hand") <= 1
            else:
                assert "Your hand" in stays(somebody, "Your hand", "P1> ")
            somebody.type("redraw")
        assert "bug in Cardwright" not in somebody.raw


@pytest.mark.one_of
@pytest.mark.parametrize(
    ("way", "words", "drawn", "never"),
    [
        (hand_over, ["ceylon", "--human", "all"], ["it is you"], "hand"),
        (looking_on, ["SNAP"], ["Just over: showdown", "middle 2"], "Your hand 4"),
        (over, ["SNAP"], ["The game is over"], "You may"),
    ],
)
def test_where_nobody_is_asked_what_stands_there_is_drawn_anew(
    way: Callable[[Typist], None], words: list[str], drawn: list[str], never: str, snap: str
) -> None:
    with typist(*(snap if word == "SNAP" else word for word in words), "--seed", "5") as somebody:
        way(somebody)
        assert never not in stays(somebody, *drawn)


@pytest.mark.one_of
@pytest.mark.parametrize("key", [b"\x03", b"\x04", b"q\n"], ids=["Ctrl-C", "Ctrl-D", "q"])
def test_whoever_has_read_enough_is_back_at_the_question_by_any_way_to_leave(key: bytes) -> None:
    with typist("ceylon", "--seed", "5") as somebody:
        somebody.until("P1> ")
        somebody.type("help", MORE)
        somebody._let_it_finish()
        somebody.press(key)
        left = somebody.until("P1> ")
        assert MORE not in left
        assert "You may" in left
        assert "Your hand" in somebody.type("")
        somebody.type("quit", ".jsonl", "$")
        assert somebody.leaves_with() == 0


@pytest.mark.long
@pytest.mark.parametrize(("key", "code"), [(b"\x03", 130), (b"\x04", 0)], ids=["Ctrl-C", "Ctrl-D"])
def test_whoever_leaves_at_the_first_question_begins_nothing(key: bytes, code: int) -> None:
    with typist("ceylon", "--seed", "5") as somebody:
        somebody.until("P1> ")
        somebody.type("1")
        somebody.type("quit", ".jsonl")
        somebody.leaves_with()
    with typist("ceylon") as somebody:
        somebody.until("new match: ")
        somebody._let_it_finish()
        somebody.press(key)
        assert somebody.leaves_with() == code
        assert "P1> " not in somebody.raw


def test_a_paged_line_goes_on_where_it_begins_on_a_narrower_screen() -> None:
    console = Console(width=20, file=StringIO())
    for line in ("short", "    a text of some more words than fit", "no indent but too long a line"):
        [first, *more] = console.render_lines(_hang(Text(line)), console.options, pad=False)
        indent = len(line) - len(line.lstrip())
        for each in (first, *more):
            text = "".join(segment.text for segment in each)
            assert len(text) - len(text.lstrip()) == indent
            assert len(text.rstrip()) <= 20
        said = " ".join("".join(segment.text for segment in each) for each in (first, *more))
        assert said.split() == line.split()
