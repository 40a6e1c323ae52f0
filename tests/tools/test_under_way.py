"""Work under way elsewhere: whenever an interruption comes, it is told, and nobody waits for ever."""

from __future__ import annotations

import ast
import faulthandler
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import cardwright_tools
from cardwright_tools.worker_pool import UnderWay, start_worker_pool

ROOT = Path(__file__).parents[2]


@contextmanager
def threads(jobs: int) -> Iterator[UnderWay]:
    with ThreadPoolExecutor(jobs) as pool:
        yield UnderWay(pool)


KINDS = {"threads": threads, "processes": start_worker_pool}


def interrupted(kind: str, at: int) -> bool:
    """Whether there is an `at`th moment in which Python's own locks and pools, written in Python, can be interrupted.

    There it is interrupted. Which lines those are is Python's own affair: each end of a function of theirs is one.
    """
    met, here = 0, os.getpid()

    def end_of_function(_: FrameType, event: str, __: Any) -> Callable[..., Any]:
        nonlocal met
        met += event == "return"
        if event == "return" and met == at and os.getpid() == here:
            sys.settrace(None)
            signal.raise_signal(signal.SIGINT)
        return end_of_function

    def call(frame: FrameType, *_: Any) -> Callable[..., Any] | None:
        path = frame.f_code.co_filename
        return end_of_function if path.endswith("threading.py") or "concurrent" in path else None

    try:
        sys.settrace(call)
        with KINDS[kind](2) as pool:
            assert list(pool.map(pow, (1, 2, 3), (2, 2, 2))) == [1, 4, 9]
            later = [pool.give(time.sleep, 0.01) for _ in range(3)]
            while later:
                for future in pool.finished(0.001):
                    later.remove(future)
            sys.settrace(None)
    except KeyboardInterrupt:
        assert met == at
        return True
    assert met < at, "it was interrupted and went on"
    return False


def interrupted_everywhere(kind: str) -> None:
    """Interrupt it once in each moment; the process is ended if that has not come to an end soon."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    at = 0
    while True:
        faulthandler.dump_traceback_later(30, exit=True)
        at += 1
        if not interrupted(kind, at):
            print(f"in {at - 1} moments")
            return


@pytest.mark.long
@pytest.mark.one_of
@pytest.mark.parametrize("kind", KINDS)
def test_an_interruption_at_any_moment_is_told_and_leaves_nobody_waiting(kind: str) -> None:
    start = f"from {__name__} import interrupted_everywhere; interrupted_everywhere({kind!r})"
    command = [sys.executable, "-c", start]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout.split()[1]) > 20


def test_executors_are_given_work_in_one_place() -> None:
    """So that what is tested here holds for all commands."""
    root = Path(cardwright_tools.__file__).parent
    givers, waiting = set(), set()
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr == "submit":
                givers.add(path.stem)
            if isinstance(node, ast.ImportFrom) and node.module == "concurrent.futures":
                waiting |= {each.name for each in node.names} & {"as_completed", "wait"}
    # a pool begins itself, a cluster has no locks of ours, and a server stops its threads by itself
    assert givers == {"worker_pool", "dask_cluster", "work_threads"}
    assert not waiting
