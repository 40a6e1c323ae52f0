"""A game at the terminal is kept whatever happens: two who want it, a full disk, an interruption anywhere, a kill."""

from __future__ import annotations

import errno
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.tools.terminal.test_terminal import typist

from cardwright import Game, load_game
from cardwright.records.file_lock import is_held
from cardwright.records.record_file import RecordWriter, read_record
from cardwright_tools.cli.main import main
from cardwright_tools.session.session import SaveError, Session, let_bot_answer
from cardwright_tools.terminal.resume import find_unfinished

PLAY = [sys.executable, "-m", "cardwright_tools.cli.main", "play"]
BOTS = ["cargo_hold", "--players", "2", "--human", "none", "--bot", "1=random", "--bot", "2=random"]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "cardwright" / "games"


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("ceylon")


def go_on(session: Session, answers: int) -> None:
    for _ in range(answers):
        let_bot_answer(session, "random")


def begun(game: Game, answers: int, seed: int = 5) -> Session:
    session = Session(game, 3, seed)
    go_on(session, answers)
    return session


def whole(path: Path, answers: list[int]) -> None:
    """A record holds these answers and can be gone on with."""
    assert [answer.option for answer in read_record(path).answers] == answers
    session = Session.load(path, [0])
    assert session.state.answers == answers
    let_bot_answer(session, "random")
    session.close()
    assert len(read_record(path).answers) == len(answers) + 1


# ---------------------------------------------------------------- two who want the same game


@pytest.mark.parametrize("way", ["itself", "link", "hard link"])
def test_who_wants_a_game_that_is_being_played_is_told_who_plays_it(game: Game, way: str, tmp_path: Path) -> None:
    session = begun(game, 10)
    assert session.path is not None
    path = session.path if way == "itself" else tmp_path / "other.jsonl"
    if way == "link":
        path.symlink_to(session.path)
    elif way == "hard link":
        path.hardlink_to(session.path)
    before = session.path.read_bytes()
    with pytest.raises(SaveError) as refused:
        Session.load(path, [0])
    said = str(refused.value)
    assert said.startswith(f"{path} is being played by ")
    if way != "hard link":  # whose name says nothing of who else holds it
        assert f"process {os.getpid()} on {socket.gethostname()} since 20" in said
    assert session.path.read_bytes() == before
    assert main(["replay", str(path), "--check"]) == 1  # nothing to check against yet, but it can be read
    go_on(session, 5)
    answers = session.state.answers
    session.close()
    whole(session.path, answers)
    assert list(session.path.parent.glob(".*")) == []


def test_a_game_that_is_being_played_is_neither_offered_nor_written_over(game: Game, tmp_path: Path) -> None:
    first = begun(game, 10)
    assert first.path is not None
    assert is_held(first.path)
    assert find_unfinished(game, None) is None
    copy = tmp_path / "copy.jsonl"
    first.save(copy)
    second = Session.load(copy, [0])
    with pytest.raises(SaveError, match="being played"):
        first.save(copy)
    second.close()
    first.save(copy)
    first.close()
    assert not is_held(first.path)
    found = find_unfinished(game, None)
    assert found is not None
    assert found[0] == first.path


def test_who_asks_whether_a_game_is_held_takes_it_from_nobody(game: Game) -> None:
    session = begun(game, 3)
    session.close()
    assert session.path is not None
    stop = threading.Event()

    def ask() -> None:
        while not stop.is_set():
            is_held(session.path)  # type: ignore[arg-type]

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        for _ in range(20):
            Session.load(session.path, [0]).close()
    finally:
        stop.set()
        asking.join()


@pytest.mark.long
def test_two_at_terminals_do_not_destroy_each_others_game(state: Path) -> None:
    with typist("ceylon", "--seed", "5") as first:
        first.until("P1> ")
        first.type("1")
        [path] = state.glob("*.jsonl")
        before = path.read_bytes()
        with typist("--load", str(path)) as second:
            said = " ".join(second.until("\0, which nobody shows").split())
            assert second.leaves_with() == 1
        assert f"is being played by process {first.process.pid} on" in said
        assert path.read_bytes() == before
        with typist("ceylon") as third:  # nor is it offered
            third.until("P1> ")
        first.process.send_signal(signal.SIGKILL)
        first.process.wait()
    assert list(state.glob(".*.lock"))  # it could not be taken away
    with typist("--load", str(path)) as second:
        second.until("P1> ")
        second.type("quit", ".jsonl")
        assert second.leaves_with() == 0


# ---------------------------------------------------------------- no room


class Full:
    """A file that can grow only so far."""

    def __init__(self, path: Path, room: int) -> None:
        self._file = path.open("ab", buffering=0)
        self.room = room

    def write(self, content: bytes) -> int:
        room = self.room - os.fstat(self._file.fileno()).st_size
        if room <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return self._file.write(bytes(content)[:room])

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)


def filled(session: Session, room: int) -> Full:
    """The file of a session, on a disk that has so much room left."""
    assert session.path is not None
    assert session._writer is not None
    session._writer._file.close()
    file = Full(session.path, session.path.stat().st_size + room)
    session._writer._file = file  # type: ignore[assignment]
    return file


@pytest.mark.parametrize("room", [0, 1, 30, 70, 100])
def test_without_room_the_game_goes_on_and_what_was_saved_stays_whole(game: Game, room: int, tmp_path: Path) -> None:
    session = begun(game, 10)
    filled(session, room)
    go_on(session, 10)
    session.undo()
    assert session.path is not None
    assert session.remark is not None
    assert "no longer being saved: No space left on device" in session.remark
    held = [answer.option for answer in read_record(session.path).answers]
    assert held == session.state.answers[: len(held)]
    assert 10 <= len(held) < 20
    assert session.lost > 0
    answers, old = session.state.answers, session.path
    session.save(tmp_path / "elsewhere.jsonl")
    session.close()
    whole(old, held)
    whole(tmp_path / "elsewhere.jsonl", answers)


def test_with_room_again_the_record_catches_up(game: Game) -> None:
    session = begun(game, 10)
    file = filled(session, 30)
    go_on(session, 5)
    assert session.lost > 0
    file.room += 100_000
    go_on(session, 1)
    assert (session.lost, session.remark) == (0, None)
    answers = session.state.answers
    session.close()
    assert session.path is not None
    whole(session.path, answers)


def test_a_game_saved_elsewhere_for_want_of_room_goes_on_there(game: Game, tmp_path: Path) -> None:
    session = begun(game, 10)
    old = session.path
    filled(session, 0)
    go_on(session, 5)
    session.save(tmp_path / "elsewhere.jsonl")
    assert (session.path, session.lost, session.remark) == (tmp_path / "elsewhere.jsonl", 0, None)
    go_on(session, 5)
    answers = session.state.answers
    session.close()
    whole(tmp_path / "elsewhere.jsonl", answers)
    assert old is not None
    assert not is_held(old)


def test_a_record_without_room_to_begin_leaves_no_file_and_begins_later(
    game: Game, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(RecordWriter, "_write_waiting", _no_room)
        session = begun(game, 3)
        assert list(state.iterdir()) == []
        assert session.lost == 3
    go_on(session, 3)
    answers = session.state.answers
    session.close()
    assert session.path is not None
    whole(session.path, answers)


def _no_room(_: RecordWriter) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.long
def test_at_the_command_line_a_full_disk_is_told_and_is_exit_code_4(state: Path) -> None:
    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    ended = subprocess.run(
        [*PLAY, *BOTS, "--seed", "3"], capture_output=True, text=True, preexec_fn=limited, check=False
    )
    assert ended.returncode == 4
    assert "this match is no longer being saved: File too large." in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "wins" in ended.stdout
    [path] = state.glob("*.jsonl")
    kept = [answer.option for answer in read_record(path).answers]
    assert len(kept) > 10
    whole(path, kept)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 16 KiB, where one may be mounted."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", place], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("mounting a small disk is not allowed here")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


@pytest.mark.long
def test_on_a_full_disk_a_person_saves_elsewhere_and_plays_on(
    small_disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(small_disk))
    (small_disk / "else").write_bytes(bytes(8 * 1024))
    some = ["1", "2", "3", "4", "0", ""]
    typed = [*some * 8, f"save {tmp_path}/saved.jsonl", *some, "quit"]
    words = [*PLAY, "cargo_hold", "--seed", "5", "--plain"]
    ended = subprocess.run(words, input="\n".join(typed), capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    [kept] = (small_disk / "cardwright/games").glob("*.jsonl")
    before, said, after = ended.stdout.partition("this match is no longer being saved: No space left on device.")
    assert before
    assert said
    assert f"Saved in {tmp_path}/saved.jsonl, where the match continues." in after
    assert f"{kept} contains it up to answer " in after
    early, late = read_record(kept).answers, read_record(tmp_path / "saved.jsonl").answers
    assert 0 < len(early) < len(late)
    assert late[: len(early)] == early
    whole(tmp_path / "saved.jsonl", [answer.option for answer in late])
    (small_disk / "else").unlink()
    whole(kept, [answer.option for answer in early])


# ---------------------------------------------------------------- interrupted and killed


class Interrupt:
    """Raises KeyboardInterrupt at the n-th line of Python run from now on, as a signal would."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self, frame: object, event: str, argument: object) -> Interrupt | None:
        if event == "line":
            self.left -= 1
            if self.left == 0:
                sys.settrace(None)
                raise KeyboardInterrupt
        return self


@pytest.mark.one_of
@pytest.mark.parametrize("deed", ["answer", "undo"])
def test_interrupted_anywhere_the_record_is_whole(game: Game, deed: str) -> None:
    """Ctrl-C between any two lines of giving an answer or taking one back."""
    chance = random.Random(deed)
    interrupted = 0
    for turn in range(60):
        session = begun(game, 8, seed=turn)
        session.steps[-3] = session.steps[-3].__class__(0, session.steps[-3].option, True)
        before = session.state.answers
        number = turn + 1 if turn < 30 else chance.randrange(1, 1500)
        sys.settrace(Interrupt(number))
        try:
            if deed == "answer":
                session.answer(0, True)
            else:
                session.undo()
        except KeyboardInterrupt:
            interrupted += 1
        finally:
            sys.settrace(None)
        session.close()
        assert session.path is not None
        kept = [answer.option for answer in read_record(session.path).answers]
        assert kept in (before, [*before, 0], before[:-3])
        whole(session.path, kept)
        session.path.unlink()
    assert interrupted > 30


@pytest.mark.long
def test_killed_at_random_moments_a_record_is_whole_up_to_its_last_answer(state: Path) -> None:
    chance = random.Random(7)
    for seed in range(4):
        process = subprocess.Popen(
            [*PLAY, "ceylon", *BOTS[1:], "--seed", str(seed)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 300
        while not list(state.glob("*.jsonl")) and time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.01)
        time.sleep(chance.random() * 0.3)
        process.kill()
        process.wait()
        [path] = state.glob("*.jsonl")
        record = read_record(path) if path.stat().st_size else None  # killed before its first line
        if record is not None and not record.finished:
            whole(path, [answer.option for answer in record.answers])
        path.unlink()


def test_names_that_no_file_can_have_are_refused(game: Game) -> None:
    session = begun(game, 1)
    for name in ("a\0b", "x" * 5000, "\ud800"):
        with pytest.raises(SaveError):
            session.save(Path(name))
        with pytest.raises(SaveError):
            Session.load(Path(name), [0])
    session.close()
