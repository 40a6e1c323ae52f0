"""Commands that somebody ends: an exit code that says by what, no traceback, no process that works on for nobody."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.tools.laboratory.test_simulate import session

import cardwright_tools
from cardwright_tools.cli.signals import Stopped, stop_at_signals

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
# Who runs the tests may ignore these: a shell lets what it starts in the background ignore Ctrl-C, and `nohup` that a
# terminal hangs up.
HEED = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "signal.signal(signal.SIGHUP, signal.SIG_DFL)"
)
LONG_WORK = {
    "simulate": ["simulate", "ceylon", "--bots", "random", "--games", "100000", "--jobs", "2"],
    "stress": ["stress", "import_export", "--pairs", "--jobs", "2"],
    "play": ["play", "ceylon", "--human", "none", "--bot", "1=mcts:2000"],
    "lsp": ["lsp"],
}


def begun(command: str, folder: Path) -> subprocess.Popen[str]:
    """A command in a session of its own, in the middle of its work."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"{HEED}; import sys; from cardwright_tools.cli.main import main; sys.exit(main({LONG_WORK[command]}))",
        ],
        cwd=folder,
        # Compiling C would take longer than all the rest.
        env=os.environ | {"XDG_STATE_HOME": str(folder), "CARDWRIGHT_NATIVE": "off"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    workers = 2 if "--jobs" in LONG_WORK[command] else 0
    deadline = time.monotonic() + 300
    while len(session(process.pid)) <= workers or not _heeds(process.pid, signal.SIGTERM):
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            pytest.fail(f"it never came to its work: {process.communicate()}")
        time.sleep(0.05)
    return process


def _heeds(pid: int, number: int) -> bool:
    """Whether a process has come so far as to do something of its own at a signal."""
    [caught] = [line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("SigCgt")]
    return bool(int(caught.split()[1], 16) >> (number - 1) & 1)


def ended(process: subprocess.Popen[str]) -> str:
    """What a command said at its end."""
    try:
        _, told = process.communicate(timeout=300)
    except subprocess.TimeoutExpired:
        for pid in session(process.pid):
            os.kill(pid, signal.SIGKILL)
        pytest.fail(f"it goes on: {process.communicate()}")
    return told


def left_alone(leader: int) -> None:
    """Nobody of a session lives on."""
    deadline = time.monotonic() + 300
    while left := session(leader):
        assert time.monotonic() < deadline, f"{left} live on"
        time.sleep(0.1)


@pytest.mark.long
@pytest.mark.one_of
@pytest.mark.parametrize("command", LONG_WORK)
def test_a_signal_ends_a_command_and_all_its_processes(command: str, tmp_path: Path) -> None:
    process = begun(command, tmp_path)
    process.send_signal(signal.SIGTERM)
    told = ended(process)
    if command != "lsp":  # which ends well whenever it may
        assert process.returncode == 128 + signal.SIGTERM
        assert told.endswith("stopped by SIGTERM\n")
    assert "Traceback" not in told
    left_alone(process.pid)


@pytest.mark.one_of
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("command", ["simulate", "stress"])
def test_what_reaches_all_processes_of_a_terminal_is_told_once(
    command: str, number: signal.Signals, tmp_path: Path
) -> None:
    process = begun(command, tmp_path)
    os.killpg(process.pid, number)
    told = ended(process)
    said = "interrupted" if number == signal.SIGINT else f"stopped by {number.name}"
    assert (process.returncode, told) == (128 + number, f"{said}\n")
    left_alone(process.pid)


@pytest.mark.long
def test_nobody_works_on_for_a_command_that_was_killed(tmp_path: Path) -> None:
    process = begun("stress", tmp_path)
    process.kill()
    left_alone(process.pid)
    process.communicate()


def test_every_pool_of_processes_is_made_in_one_place() -> None:
    """So that what is tested here of some commands holds for all."""
    root = Path(cardwright_tools.__file__).parent
    users = {
        path.stem
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", "")) in ("Pool", "Process", "ProcessPoolExecutor")
    }
    assert users == {"worker_pool"}


@pytest.mark.parametrize("after", [0.0, 0.06, 0.15])
def test_ctrl_c_at_the_very_beginning_is_no_traceback(after: float, tmp_path: Path) -> None:
    start = "from cardwright_tools.cli.main import run; sys.argv[1:] = ['games']; print(flush=True); sys.exit(run())"
    process = subprocess.Popen(
        [sys.executable, "-c", f"{HEED}; import sys; {start}"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()  # Python itself has begun
    deadline = time.monotonic() + 0.5
    while _heeds(process.pid, signal.SIGINT) and time.monotonic() < deadline:
        time.sleep(0.001)
    time.sleep(after)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=300)
    assert "Traceback" not in told
    assert process.returncode in (0, 130, -signal.SIGINT)


class Passing:
    """Python passes over what is raised while this comes to its end: by a signal, or else an error."""

    def __init__(self, comes: signal.Signals | Exception) -> None:
        self.comes = comes

    def __del__(self) -> None:
        if isinstance(self.comes, Exception):
            raise self.comes
        signal.raise_signal(self.comes)
        sum(range(1000))  # where the signal is heard


def stopped_in_passing(number: signal.Signals) -> None:
    with stop_at_signals():
        Passing(number)
        time.sleep(20)


@pytest.fixture
def passed_over(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    found: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", found.append)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield found
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(("number", "heard"), [(signal.SIGTERM, Stopped), (signal.SIGINT, KeyboardInterrupt)])
def test_a_signal_is_heard_that_comes_where_python_passes_over_it(
    number: signal.Signals, heard: type[BaseException], passed_over: list[object]
) -> None:
    with pytest.raises(heard):
        stopped_in_passing(number)
    assert passed_over == []


def test_what_else_python_passes_over_is_told_as_before(passed_over: list[object]) -> None:
    with stop_at_signals():
        Passing(ValueError("something else"))
    assert len(passed_over) == 1
