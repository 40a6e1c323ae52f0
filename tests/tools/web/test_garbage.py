"""Garbage is looked for where nobody waits, and found all the same."""

import asyncio
import gc
import subprocess
import sys
import weakref
from time import monotonic

import pytest
from starlette.testclient import TestClient
from tests.tools.web.stalls import without_collector

from cardwright_tools.web import gc_scheduler
from cardwright_tools.web.app import make_application
from cardwright_tools.web.gc_scheduler import GarbageScheduler
from cardwright_tools.web.tables.registry import TableRegistry


class Circle:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.one_of
@pytest.mark.parametrize("seen", ["only_what_is_new", "all_where_there_is_much_more", "python_looks_again"])
def test_garbage_is_looked_for(seen: str) -> None:
    """In a process of its own, as there is nothing but a little to be looked through."""
    subprocess.run([sys.executable, "-c", f"from {__name__} import {seen}; {seen}()"], check=True, timeout=300)


def test_a_server_looks_for_garbage(registry: TableRegistry) -> None:
    with without_collector() as begun, TestClient(make_application(registry)):
        assert len(begun) == 1


def made_garbage(answered: list[float]) -> GarbageScheduler:
    made = GarbageScheduler(lambda: answered[0])
    made._look_through_all()
    return made


def only_what_is_new() -> None:
    """While somebody plays only what is new is looked through, and all in a pause."""
    answered = [monotonic()]
    made, old = made_garbage(answered), Circle()
    gone = weakref.ref(old)
    answered[0] = monotonic()
    assert not made.look()
    new = weakref.ref(Circle())
    del old
    assert not made.look()
    assert (new() is None, gone() is None) == (True, False)
    answered[0] -= gc_scheduler.PAUSE + 1
    made._looked = answered[0] - 1
    assert made.look()
    assert gone() is None
    assert not made.look()  # nothing was answered since


def all_where_there_is_much_more() -> None:
    """Without a pause all is looked through once there is much, and four times as much as before."""
    made = made_garbage([monotonic() + 100])
    made._kept = gc.get_freeze_count() // 8
    assert not made.look()  # how much there is was counted just now
    made._counted -= gc_scheduler.COUNTED
    assert not made.look()  # new tables alone stop nobody
    gc_scheduler.MANY = gc.get_freeze_count() // 2
    made._counted -= gc_scheduler.COUNTED
    assert made.look()
    made._counted -= gc_scheduler.COUNTED
    assert not made.look()


def python_looks_again() -> None:
    """Python looks by itself again afterwards."""
    before = gc.get_threshold()

    async def run() -> None:
        made = GarbageScheduler(lambda: 0.0)
        made.begin()
        assert gc.get_threshold()[2] == gc_scheduler.NEVER
        await made.close()

    asyncio.run(run())
    assert gc.get_threshold() == before
    assert not gc.get_freeze_count()
