"""Ctrl-Z and a window of another size while a game is played, at a terminal with a shell as people have one."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator
from fcntl import ioctl
from pathlib import Path

import pytest

from cardwright.records.record_file import read_record

SHELLS = [words for words in (["bash", "--norc", "--noprofile", "-i"], ["dash", "-i"]) if shutil.which(words[0])]
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Shell:
    """A shell in a terminal of 80 x 24."""

    def __init__(self, words: list[str], state: Path) -> None:
        self.pid, self._mine = pty.fork()
        if not self.pid:
            sizes = ("COLUMNS", "LINES")  # which would hold whatever the window's size is
            kept = {name: value for name, value in os.environ.items() if name not in sizes}
            for number in (signal.SIGINT, signal.SIGTSTP, signal.SIGTTOU, signal.SIGTTIN):
                signal.signal(number, signal.SIG_DFL)
            os.execvpe(words[0], words, kept | {"PS1": "SHELL> ", "TERM": "xterm", "XDG_STATE_HOME": str(state)})
        self.size(80)
        self.until("SHELL> ")

    def size(self, columns: int) -> None:
        ioctl(self._mine, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def press(self, keys: str) -> None:
        os.write(self._mine, keys.encode())

    def table_width(self) -> int:
        """Return the number of columns that the table takes now, 0 if something else was drawn before it."""
        self.press("table\n")
        shown = self.until("P1> ").partition("table\n")[2]
        return max(map(len, shown.splitlines()), default=0)

    def until(self, wanted: str) -> str:
        deadline = time.monotonic() + 300
        shown = ""
        while not CODES.sub("", shown).endswith(wanted):
            assert time.monotonic() < deadline, f"waited for {wanted!r}, saw {shown!r}"
            if select.select([self._mine], [], [], 0.2)[0]:
                shown += os.read(self._mine, 65536).decode(errors="replace")
        return CODES.sub("", shown).replace("\r", "")

    def end(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._mine)


@pytest.fixture(params=SHELLS, ids=lambda words: words[0])
def shell(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shell]:
    opened = Shell(request.param, tmp_path)
    yield opened
    opened.end()


@pytest.mark.long
def test_after_ctrl_z_the_shell_has_its_terminal_and_the_game_goes_on(shell: Shell, tmp_path: Path) -> None:
    shell.press(f"{sys.executable} -m cardwright_tools.cli.main play ceylon --seed 5\n")
    shell.until("P1> ")
    for _ in range(2):
        shell.press("xyz")
        shell.until("xyz")
        shell.press("\x1a")
        assert "topped" in shell.until("SHELL> ")
        shell.press("stty -a\n")
        modes = shell.until("SHELL> ").split()
        assert {"icanon", "echo", "isig"} <= set(modes)
        shell.press("fg\n")
        shell.until("P1> xyz")  # what was asked and typed stands there again
        shell.press("\x7f" * 3)
    shell.press("1\n")
    shell.until("P1> ")
    [record] = (tmp_path / "cardwright/games").glob("*.jsonl")
    assert read_record(record).answers
    shell.size(60)
    widths = [shell.table_width()]
    while widths[-1] not in range(41, 61) and len(widths) < 100:  # the prompt is drawn anew at some moment
        widths.append(shell.table_width())
    assert widths[-1] in range(41, 61), widths
    shell.press("quit\n")
    assert "--load" in shell.until("SHELL> ")
