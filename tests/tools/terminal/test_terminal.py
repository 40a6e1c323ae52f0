"""`cardwright play` run as people run it: at a terminal, with answers piped in, and with nobody there."""

import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import ioctl
from pathlib import Path

import pytest
from tests.tools.terminal.test_reload import CARDS, GAME

from cardwright.records.record_file import read_record

WORDS = [sys.executable, "-m", "cardwright_tools.cli.main", "play"]
LIMIT = 300  # seconds for what comes at once on a machine with nothing else to do
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "cardwright" / "games"


def piped(answers: str | None, *words: str) -> subprocess.CompletedProcess[str]:
    command = [*WORDS, *words]
    if answers is None:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT, check=False
        )
    return subprocess.run(command, input=answers, capture_output=True, text=True, timeout=LIMIT, check=False)


def sizeless() -> dict[str, str]:
    """The environment without what would hold whatever the window's size is: line editors leave that to processes."""
    return {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}


class Typist:
    """Somebody at a terminal of 80 x 24."""

    def __init__(self, *words: str, command: str = "play", **environment: str):
        self._mine, theirs = pty.openpty()
        ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        # Its own terminal has to be the one that Ctrl-C comes from.
        # Where a shell has put the tests into the background, an interrupt would otherwise be ignored.
        heed = "signal.signal(signal.SIGINT, signal.default_int_handler)"
        start = f"import fcntl, signal, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); {heed}"
        run = f"from cardwright_tools.cli.main import main; sys.exit(main({[command, *words]}))"
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"{start}; {run}"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=sizeless() | {"TERM": "xterm-256color"} | environment,
            start_new_session=True,
        )
        os.close(theirs)
        self.raw = ""
        self._letters = getincrementaldecoder("utf-8")()  # a letter can come in two pieces

    def until(self, *wanted: str) -> str:
        """What appeared from the last typed line on, once it ends in one of the wanted texts or there is no more."""
        deadline = time.monotonic() + LIMIT
        shown = ""
        while not CODES.sub("", shown).rstrip("\r\n").endswith(wanted):
            assert time.monotonic() < deadline, f"waited for {wanted!r}, saw {shown!r}"
            if not select.select([self._mine], [], [], 0.5)[0]:
                continue
            try:
                shown += self._letters.decode(os.read(self._mine, 65536))
            except OSError:
                break
        self.raw += shown
        return CODES.sub("", shown).replace("\r", "")

    def _let_it_finish(self) -> None:
        """Read what still comes after a prompt that only looked like the last word, until a key is waited for."""
        while True:
            rests = self._rests()  # before looking: what was written by then is there to be read
            if select.select([self._mine], [], [], 0.15)[0]:
                try:
                    self.raw += self._letters.decode(os.read(self._mine, 65536))
                except OSError:
                    return
            elif rests:
                return

    def _rests(self) -> bool:
        """Return True if every thread of the program waits, however busy the machine is."""
        try:
            told = [path.read_text() for path in Path(f"/proc/{self.process.pid}/task").glob("*/stat")]
        except OSError:
            return True
        return all(each.rpartition(")")[2].split()[0] in "SZX" for each in told)

    def type(self, line: str, *wanted: str) -> str:
        """Type a line; what was shown up to the next prompt or one of the wanted texts."""
        self._let_it_finish()
        os.write(self._mine, f"{line}\n".encode())
        return self.until(*(wanted or ("P1> ",)))

    def resize(self, lines: int, columns: int) -> None:
        ioctl(self._mine, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        os.killpg(os.getpgid(self.process.pid), signal.SIGWINCH)

    def resized(self, lines: int, columns: int, *wanted: str) -> str:
        """Resize the terminal, and return its output once it contains all wanted texts."""
        self._let_it_finish()
        before = len(self.raw)
        self.resize(lines, columns)
        return self.shown_since(before, *wanted)

    def shown_since(self, before: int, *wanted: str) -> str:
        """Return the output behind a position, once it contains all wanted texts."""
        deadline = time.monotonic() + LIMIT
        while True:
            self._let_it_finish()
            shown = CODES.sub("", self.raw[before:]).replace("\r", "")
            if shown and all(text in shown for text in wanted):
                return shown
            assert time.monotonic() < deadline, f"waited for {wanted!r}, saw {shown!r}"

    def press(self, key: bytes) -> None:
        os.write(self._mine, key)

    def leaves_with(self) -> int:
        """The exit code, after what is left to read."""
        self.until("\0, which nobody shows")
        return self.process.wait(LIMIT)


@contextmanager
def typist(*words: str, command: str = "play", **environment: str) -> Iterator[Typist]:
    somebody = Typist(*words, command=command, **environment)
    try:
        yield somebody
    finally:
        if somebody.process.poll() is None:
            somebody.process.kill()
            somebody.process.wait()


@pytest.mark.long
def test_another_size_of_the_terminal_draws_the_screen_anew() -> None:
    with typist("ceylon", "--seed", "3", "--players", "3") as somebody:
        assert "Getting ceylon ready" in somebody.until("P1> ")
        somebody._let_it_finish()
        somebody.press(b"rub")
        somebody.until("rub")  # a signal that comes while nothing is read yet waits for the next key
        somebody._let_it_finish()
        somebody.resize(50, 120)
        shown = somebody.until("P1> rub")
        assert max(map(len, shown.splitlines())) > 100
        assert "Your hand 9" in shown
        somebody.press(b"\x15")
        assert "You may build" in somebody.type("0")


def table_of(shown: str) -> str:
    """The lower part of a screen: own hand, news and question."""
    return shown[shown.rindex("Your hand") :]


def test_with_nobody_there_it_says_what_to_do() -> None:
    result = piped(None, "ceylon")
    assert (result.returncode, result.stdout) == (2, "")
    assert "--human none" in result.stderr


@pytest.mark.long
def test_an_empty_pipe_that_stays_open_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    started = time.monotonic()
    process = subprocess.Popen(
        [*WORDS, "ceylon"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.wait(LIMIT) == 2
    assert time.monotonic() - started < 30
    process.communicate()


def test_answers_can_be_piped_in_and_the_game_is_gone_on_with(state: Path) -> None:
    result = piped("1\nnonsense\n1\n", "ceylon", "--seed", "5")
    assert result.returncode == 0
    assert "`nonsense`" in result.stdout
    assert result.stderr == "The input ended before the match.\n"
    [record] = state.glob("*.jsonl")
    answered = len(read_record(record).answers)
    assert answered > 0
    # a line that can be copied: what is saved in the usual place is found by its name
    assert f"cardwright play --load {record.name}\n" in result.stdout
    assert piped("1 0\n1\n", "--load", record.name).returncode == 0
    assert len(read_record(record).answers) > answered


@pytest.mark.long
def test_bots_alone_play_to_a_result(state: Path) -> None:
    result = piped(None, "ceylon", "--human", "none", "--players", "2", "--bot", "1=greedy", "--bot", "2=greedy")
    assert (result.returncode, result.stderr) == (0, "")
    assert "takes a turn" in result.stdout
    assert "★ wins" in result.stdout
    assert "\x1b" not in result.stdout
    assert re.search(r"P1 +greedy +\d+", result.stdout)
    [record] = state.glob("*.jsonl")
    assert read_record(record).digest is not None


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ceylon", "--human", "4"], "no seat 4"),
        (["ceylon", "--bot", "1=greedy"], "a person plays it"),
        (["ceylon", "--bot", "2=random", "--bot", "2=greedy"], "two bots"),
        (["ceylon", "--bot", "2=gredy"], "`greedy`"),
        (["ceylon", "--bot", "9=greedy"], "no seat 9"),
    ],
)
def test_seats_that_do_not_fit_are_wrong_usage(words: list[str], said: str) -> None:
    result = piped("\n", *words)
    assert (result.returncode, result.stdout) == (2, "")
    assert said in result.stderr


@pytest.mark.long
def test_what_cannot_be_loaded_is_a_finding(tmp_path: Path) -> None:
    junk = tmp_path / "junk"
    junk.write_text("junk\n", encoding="utf-8")
    for path, code in ((junk, 1), (tmp_path / "nothing", 2)):
        result = piped("\n", "--load", str(path))
        assert result.returncode == code
        assert str(path) in result.stderr
        assert "Traceback" not in result.stderr


def test_a_person_plays_asks_takes_back_saves_and_leaves(tmp_path: Path) -> None:
    with typist("ceylon", "--seed", "5") as somebody:
        first = somebody.until("P1> ").partition("ready …\n")[2]  # what is behind it the screen is cleared for
        assert len(first.splitlines()) <= 24
        hand = first[first.index("Your hand") :].splitlines()[0]
        names = [part.strip().lstrip("0123456789 ") for part in hand.split("  ")[1:]]
        somebody.type("1")
        assert "Undone" in somebody.type("undo")
        assert "Redone" in somebody.type("redo")
        assert all(name in table_of(somebody.type("undo" if name == names[0] else "redraw")) for name in names)
        assert "the hand limit of P1: 7" in somebody.type("why hand_limit(P1)")
        assert "what P1 cannot see" in somebody.type("why has(P2, wind)")
        assert "cannot be explained" in somebody.type("why nonsense")
        assert "P1 draws 7 cards" in somebody.type("log all")
        assert "options WORD" in somebody.type("help", "or q -- ")
        assert "quit" in somebody.type("")
        assert "No option or command is `77`" in somebody.type("77")
        copy = tmp_path / "copy.jsonl"
        assert f"{copy}." in "".join(somebody.type(f"save {copy}").split("\n"))  # a long path goes on on the next line
        assert "Loaded" in somebody.type(f"load {copy}")
        assert "cannot be read" in somebody.type("load /no/such/file")
        somebody.type("quit", ".jsonl")
        assert somebody.leaves_with() == 0
        assert "\x1b[" in somebody.raw


def test_of_numbers_alone_no_name_is_asked_for() -> None:
    with typist("cargo_hold", "--seed", "2", "--players", "2") as somebody:
        somebody.until("P1> ")
        told = CODES.sub("", somebody.type("1"))
        assert "type 1200 to 3000 in steps of 100 or `help`" in " ".join(told.split())


def test_what_is_typed_wrong_or_read_keeps_the_question_and_the_table_in_view() -> None:
    with typist("ceylon", "--seed", "5") as somebody:
        somebody.until("P1> ")
        refused = somebody.type("zzz")
        assert "No option or command is `zzz`" in refused
        assert "Your hand" in refused
        for back in ("", "q"):  # neither passes nor quits
            pages = [somebody.type("rules ship", "or q -- ")]
            while pages[-1].endswith("or q -- "):
                pages.append(somebody.type("", "or q -- ", "P1> "))
            assert "1 Clipper card" in pages[0]
            assert "Shipping takes a Clipper card" in "".join(pages[1:])
            again = somebody.type(back)
            assert "Your hand" in again
            assert "You may " in again
        somebody.type("help", "or q -- ")
        assert "the hand limit of P1: 7" in somebody.type("why hand_limit(P1)")  # instead of more of the help
        assert "can be taken now" not in somebody.type("turn")


@pytest.mark.long
def test_without_colour_there_is_no_colour() -> None:
    with typist("ceylon", "--seed", "5", NO_COLOR="1") as somebody:
        somebody.until("P1> ")
        assert not re.search(r"\x1b\[[0-9;]*(3[0-8]|4[0-8]|9[0-7])(;|m)", somebody.raw)


@pytest.mark.parametrize(("key", "code"), [(b"\x03", 130), (b"\x04", 0)], ids=["Ctrl-C", "Ctrl-D"])
def test_interrupted_or_at_an_end_the_game_is_saved(state: Path, key: bytes, code: int) -> None:
    with typist("ceylon", "--seed", "5") as somebody:
        somebody.until("P1> ")
        # The line editor misses an interrupt in the moment between its prompt and its waiting for a key.
        somebody._let_it_finish()
        somebody.press(key)
        assert somebody.leaves_with() == code
    [record] = state.glob("*.jsonl")
    assert read_record(record).digest is not None


def test_killed_at_any_moment_nothing_answered_is_lost(state: Path) -> None:
    with typist("ceylon", "--seed", "5") as somebody:
        somebody.until("P1> ")
        somebody.type("1")
        somebody.process.send_signal(signal.SIGKILL)
        somebody.process.wait()
    [record] = state.glob("*.jsonl")
    answers = len(read_record(record).answers)
    with typist("--load", str(record)) as somebody:
        somebody.until("P1> ")
        somebody.type("quit", ".jsonl")
        assert somebody.leaves_with() == 0
    assert len(read_record(record).answers) == answers > 0


@pytest.mark.long
def test_an_edited_game_goes_on_and_survives_being_killed(state: Path, tmp_path: Path) -> None:
    game, cards = tmp_path / "games/stall/game.yaml", tmp_path / "cards/stall/base/cards.yaml"
    for path, text in ((game, GAME), (cards, CARDS)):
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    with typist(str(game.parent), "--human", "all") as somebody:
        somebody.until("> ")
        somebody.type("", "P1> ")
        somebody.type("cheese", "> ")
        shown = somebody.type("", "P2> ")
        cards.write_text(CARDS.replace("worth: 3", "worth: 5"), encoding="utf-8")
        shown = somebody.type("log", "P2> ")
        assert "Reloaded, changed: Cheese." in shown
        somebody.process.send_signal(signal.SIGKILL)
        somebody.process.wait()
    first, second = sorted(state.glob("*.jsonl"), key=lambda path: read_record(path).header.origin is not None)
    assert read_record(second).header.origin == first.name
    assert [answer.key for answer in read_record(second).answers] == ["cheese"]
    with typist("--load", str(second), "--human", "all") as somebody:
        somebody.until("> ")
        assert "5" in somebody.type("", "P2> ")


@pytest.mark.long
def test_an_unfinished_game_is_offered_to_be_gone_on_with(state: Path) -> None:
    with typist("ceylon", "--seed", "5") as somebody:
        somebody.until("P1> ")
        somebody.type("1")
        somebody.process.send_signal(signal.SIGKILL)
        somebody.process.wait()
    [record] = state.glob("*.jsonl")
    answers = len(read_record(record).answers)
    with typist("ceylon") as somebody:
        assert f"is unfinished: 3 players, {answers} answers" in somebody.until("new match: ").replace("\n", " ")
        assert "seed 5" in somebody.type("")
    with typist("ceylon") as somebody:
        somebody.until("new match: ")
        assert "seed 5 " not in somebody.type("n")
    for words in (["ceylon", "--new"], ["ceylon", "--seed", "7"], ["cargo_hold"]):
        with typist(*words) as somebody:
            assert "is unfinished" not in somebody.until("P1> ")


def test_plain_play_is_a_fact_a_line_with_every_option_on_its_own() -> None:
    result = piped("1\ntable\nlog 5\nhelp\n", "ceylon", "--seed", "5", "--plain")
    lines = result.stdout.split("Saved. Continue with:")[0].splitlines()
    words = {line.split("\t")[0] for line in lines}
    words_of_plain_play = "game turn score counter zone piece log ask about option answer note"
    assert {*words_of_plain_play.split()} >= words >= {"ask", "option", "answer", "counter", "zone", "note"}
    assert "option\t0\tpass\tPass" in lines
    assert any(line.startswith("zone\tP2\thand\t7\thidden") for line in lines)
    assert "\x1b" not in result.stdout


@pytest.mark.long
def test_bots_play_plainly_too() -> None:
    words = ["--human", "none", "--players", "2", "--bot", "1=greedy", "--bot", "2=greedy", "--seed", "3", "--plain"]
    lines = piped(None, "ceylon", *words).stdout.splitlines()
    assert max(map(len, lines)) < 1000
    results = [line.split("\t") for line in lines if line.startswith("result\t")]
    assert [result[1] for result in results] == ["P1", "P2"]
    assert [result[3] for result in results].count("wins") >= 1


@pytest.mark.long
def test_typing_a_part_of_a_name_narrows_the_question_until_one_is_left() -> None:
    with typist("cargo_noir", "--seed", "11", "--players", "3") as somebody:
        somebody.until("P1> ")
        assert "Hong Kong" in somebody.type("port")
        narrowed = somebody.type("m")
        question = narrowed[narrowed.rindex("Choose an open port") :].splitlines()
        told = next(n for n, line in enumerate(question) if "2 of 5 options, those with `m`; Enter shows all" in line)
        numbered = [line.split()[:2] for line in question[told + 1 :] if line[:2].strip().isdigit()]
        assert numbered == [["2", "Rotterdam"], ["4", "Bombay"]]
        assert "options, those with" not in somebody.type("")
        somebody.type("m")
        assert "to bid in Bombay" in somebody.type("bay")


@pytest.mark.long
def test_tab_completes_an_option() -> None:
    with typist("ceylon", "--seed", "5") as somebody:
        shown = somebody.until("P1> ")
        option = re.findall(r"(?m)^ 1 (\S.*?)(?:   .*)?$", shown)[0]
        somebody._let_it_finish()
        before = len(somebody.raw)
        somebody.press(option[:4].lower().encode() + b"\t")
        assert option in somebody.shown_since(before, option)


@pytest.mark.long
def test_a_record_is_stepped_through_at_a_terminal(state: Path) -> None:
    words = ["--human", "none", "--players", "2", "--bot", "1=greedy", "--bot", "2=greedy", "--seed", "3"]
    assert piped(None, "ceylon", *words).returncode == 0
    [record] = state.glob("*.jsonl")
    count = len(read_record(record).answers)
    with typist(str(record), command="replay") as somebody:
        first = somebody.until(f"0/{count}> ")
        assert "is asked:" in first
        assert "  → " in first
        assert len(first.splitlines()) <= 24
        assert "P" in somebody.type("n", f"1/{count}> ")
        somebody.type("", f"2/{count}> ")
        assert somebody.type("p", f"1/{count}> ")
        assert "turn 9 " in re.sub(r"\s", " ", somebody.type("turn 9", f"/{count}> "))
        assert "the hand limit of P1:" in somebody.type("why hand_limit(P1)", f"/{count}> ")
        assert "P1 draws 7 cards" in somebody.type("log all", "or q -- ")
        somebody.type("q", f"/{count}> ")
        assert "P2's hand" in somebody.type("peek", f"/{count}> ")
        assert "There is no command `nonsense`" in somebody.type("nonsense", f"/{count}> ")
        assert "The game is over" in somebody.type("end", f"{count}/{count}> ")
        somebody.type("q", "nothing more")
        assert somebody.leaves_with() == 0
    with typist(str(record), "--check", command="replay") as somebody:
        assert "agrees" in somebody.until("nothing more")
        assert somebody.leaves_with() == 0


@pytest.mark.long
def test_a_record_that_parts_from_the_files_is_stepped_through_up_to_there(state: Path, tmp_path: Path) -> None:
    piped("1\n1\n1\n", "ceylon", "--seed", "5")
    [record] = state.glob("*.jsonl")
    parted = tmp_path / "parted.jsonl"
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[3] = '{"a": 0, "key": "nonsense"}\n'
    parted.write_text("".join(lines), encoding="utf-8")
    with typist(str(parted), command="replay") as somebody:
        assert "The match diverges in turn 1 at answer 3" in " ".join(somebody.until("0/2> ").split())
        assert "`nonsense`, which does not fit the files here" in somebody.type("end", "2/2> ")
        somebody.type("q", "nothing more")
        assert somebody.leaves_with() == 1


def test_a_hand_over_wipes_the_screen_and_shows_no_hand_before_the_other_person_is_there() -> None:
    with typist("ceylon", "--human", "all", "--players", "2", "--seed", "2") as somebody:
        somebody.until("> ")
        shown = somebody.type("", "> ")
        asked = shown[-4:]
        assert asked in ("P1> ", "P2> ")
        for _ in range(30):
            # of several to pick one is enough
            shown = somebody.type("done" if "1 picked" in shown else "1", "> ")
            if "it is you" in shown:
                break
        after_wiping = CODES.sub("", somebody.raw.rpartition("\x1b[3J")[2])
        assert "please look away" in after_wiping
        assert "hand" not in after_wiping
        shown = somebody.type("", "> ")
        assert "Your hand" in shown
        assert shown[-4:] in {"P1> ", "P2> "} - {asked}
