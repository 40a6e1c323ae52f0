"""Processes that work for a command: when one is killed the command ends, whatever that one was doing."""

from __future__ import annotations

import gc
import os
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing import active_children
from multiprocessing.queues import SimpleQueue

import pytest

from cardwright_tools.cli.errors import INTERRUPTED, FindingError
from cardwright_tools.cli.main import main
from cardwright_tools.commands.playing import games
from cardwright_tools.worker_pool import start_worker_pool


def killed(number: int) -> int:
    """One of the tasks ends its process by force."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return number


def killed_while_telling(number: int) -> int:
    """The same in the middle of telling a result, which then never comes to its end."""
    if number == 3:
        (told,) = [
            each
            for each in gc.get_objects()
            if isinstance(each, SimpleQueue) and not each._writer.closed  # type: ignore[attr-defined]
        ]
        told._wlock.acquire()  # type: ignore[attr-defined]
        os.write(told._writer.fileno(), struct.pack("!i", 1000) + b"the beginning")  # type: ignore[attr-defined]
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return number


@pytest.mark.long
@pytest.mark.parametrize("work", [killed, killed_while_telling])
def test_a_command_ends_when_a_process_that_works_for_it_is_killed(work: Callable[[int], int]) -> None:
    began = time.monotonic()
    with pytest.raises(FindingError, match="was killed"), start_worker_pool(2) as pool:
        assert list(pool.map(work, range(50)))
    assert time.monotonic() - began < 300


def test_the_processes_are_gone_when_all_is_done() -> None:
    with start_worker_pool(2) as pool:
        assert list(pool.map(abs, range(-50, 0))) == list(range(50, 0, -1))
        processes = active_children()
    assert [process.exitcode for process in processes] == [0, 0]


@pytest.fixture
def threads_change_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def hang_up(wait: float) -> None:
    """What a signal to a whole terminal does, with as many seconds between the processes and the command."""
    for process in active_children():
        os.kill(process.pid or 0, signal.SIGKILL)
    time.sleep(wait)
    raise KeyboardInterrupt


@pytest.mark.long
@pytest.mark.usefixtures("threads_change_often")
def test_a_signal_that_ends_the_processes_too_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", raised.append)
    for wait in range(50):
        with pytest.raises(KeyboardInterrupt), start_worker_pool(1):
            hang_up(wait / 25_000)
    assert not raised


def interrupted_in_a_lock() -> None:
    """What Ctrl-C comes to between the lines of `threading.Condition.wait`."""
    lock = threading.Lock()
    with lock:
        lock.release()
        raise KeyboardInterrupt


def test_an_interruption_in_the_middle_of_a_lock_is_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(KeyboardInterrupt), start_worker_pool(1):
        interrupted_in_a_lock()
    monkeypatch.setattr(games, "run", lambda _: interrupted_in_a_lock())
    assert main(["games"]) == INTERRUPTED
    assert capsys.readouterr().err == "interrupted\n"
