"""Every command with its streams closed, full or read by nobody: no traceback, and an exit code that says so.

`python -m tests.every_command` tries all of it; this tries each command in some of the worst of it.
"""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.every_command import (
    NO_TROUBLE,
    TROUBLES,
    WORDS,
    Runner,
    Trouble,
    amiss,
    amiss_without_room,
    fresh,
    in_shell,
    prepare,
    rooms,
    worked,
)

from cardwright_tools.cli.non_raising_streams import SafeStream, find_lost_output
from cardwright_tools.web.tables import game_check_process


@pytest.mark.long
def test_whatever_its_streams_a_command_does_its_work_and_says_so(tmp_path: Path) -> None:
    """All in one test, as making ready for it takes as long as all the rest."""
    prepare(tmp_path / "ready")
    runner = Runner()
    found = []
    for place, (command, (words, *_)) in enumerate(WORDS.items()):
        well = runner.run(words, fresh(tmp_path))
        troubles = (Trouble(out="full"), TROUBLES[-1], Trouble(err="closed"))
        for trouble in (NO_TROUBLE, troubles[place % 3]):
            ran = well if trouble is NO_TROUBLE else runner.run(words, fresh(tmp_path), trouble)
            found += [f"{command}, {trouble}: {told}" for told in [amiss(ran, well, trouble)] if told]
    runner.close()
    assert not found


@pytest.mark.long
def test_without_room_a_command_says_so_and_leaves_every_file_whole(tmp_path: Path) -> None:
    """Each command that writes, with a byte too little for its largest file."""
    prepare(tmp_path / "ready")
    runner = Runner()
    found, wrote = [], set()
    writers = "new schema validate fmt release text print export import play simulate report compare ablate".split()
    for words in (each for command in writers for each in WORDS[command]):
        well = worked(runner, words, tmp_path)
        if well.written:
            wrote.add(words[0])
            ran = worked(runner, words, tmp_path, rooms(well)[-1])
            told = amiss_without_room(ran, well, tmp_path / "work")
            found += [f"{' '.join(words)}: {told}"] if told else []
    runner.close()
    assert not found
    assert wrote == set(writers)


@pytest.mark.long
@pytest.mark.parametrize("trouble", [Trouble(out="full"), Trouble(out="closed", err="closed", stdin="closed")])
def test_a_shell_sees_the_same(trouble: Trouble, tmp_path: Path) -> None:
    for words, code in ((["games"], 0), (["--help"], 0), ([], 0), (["nonsense"], 2), (["fmt", "-"], 1)):
        well = in_shell(words, tmp_path, NO_TROUBLE)
        assert well.code == code
        assert amiss(in_shell(words, tmp_path, trouble), well, trouble) is None, words


def test_what_is_lost_is_told(tmp_path: Path) -> None:
    ran = in_shell(["games"], tmp_path, Trouble(out="full"))
    assert (ran.code, ran.err) == (4, "cardwright: the output could not be written: No space left on device.\n")


def test_remarks_never_become_part_of_the_result(tmp_path: Path) -> None:
    """With stderr closed, `print(file=sys.stderr)` writes to stdout, as there is no other stream."""
    assert in_shell(["nonsense"], tmp_path, Trouble(err="closed")).out == ""


def test_a_process_that_helps_ends_without_a_word_when_nobody_reads_what_it_found(tmp_path: Path) -> None:
    read, write = os.pipe()
    words = [sys.executable, "-m", game_check_process.__name__]
    asked = json.dumps({"place": str(tmp_path / "nothing"), "players": 2, "sets": []}).encode()
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=write, stderr=subprocess.PIPE) as process:
        os.close(write)
        os.close(read)
        assert process.communicate(asked)[1] == b""
    assert process.returncode == 0


def test_no_file_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    """What a library writes to stdout or stderr must not end up in a record or a sheet."""
    script = (
        "import os; from cardwright_tools.cli.non_raising_streams import open_outlets; open_outlets(); "
        "assert os.open('file', os.O_WRONLY | os.O_CREAT) > 2; os.write(1, b'x'); os.write(2, b'x')"
    )
    started = ["bash", "-c", '"$@" <&- >&- 2>&-', "-", sys.executable, "-c", script]
    assert subprocess.run(started, cwd=tmp_path, check=False).returncode == 0
    assert (tmp_path / "file").read_bytes() == b""


class Moody(io.RawIOBase):
    """A stream that takes a little of what it is given, and fails in the end."""

    def __init__(self, room: int, failure: OSError) -> None:
        self.taken = b""
        self._room = room
        self._failure = failure

    def writable(self) -> bool:
        return True

    def write(self, content: object, /) -> int:
        some = bytes(content)[: min(3, self._room - len(self.taken))]  # type: ignore[call-overload]
        if not some:
            raise self._failure
        self.taken += some
        return len(some)


@pytest.mark.parametrize(("number", "lost"), [(errno.ENOSPC, True), (errno.EIO, True), (errno.EPIPE, False)])
def test_after_a_failure_nothing_more_is_written_and_nobody_meets_it(number: int, lost: bool) -> None:
    raw = Moody(10, OSError(number, os.strerror(number)))
    stream = io.TextIOWrapper(io.BufferedWriter(SafeStream(raw)), write_through=True)
    for _ in range(5):
        print("abcdef", file=stream, flush=True)
    assert raw.taken == b"abcdef\nabc"
    assert (find_lost_output(stream) is not None) == lost
