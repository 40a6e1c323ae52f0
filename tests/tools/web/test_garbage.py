"""Garbage is looked for where nobody waits, and found all the same."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from time import monotonic

import pytest

from cardwright_tools.web import garbage
from cardwright_tools.web.garbage import Garbage


class Circle:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def looking(answered: list[float]) -> Garbage:
    made = Garbage(lambda: answered[0])
    made._look_through_all()
    return made


def test_while_somebody_plays_only_what_is_new_is_looked_through_and_all_in_a_pause() -> None:
    answered = [monotonic()]
    made, old = looking(answered), Circle()
    gone = weakref.ref(old)
    answered[0] = monotonic()
    assert not made.look()
    new = weakref.ref(Circle())
    del old
    assert not made.look()
    assert (new() is None, gone() is None) == (True, False)
    answered[0] -= garbage.PAUSE + 1
    made._looked = answered[0] - 1
    assert made.look()
    assert gone() is None
    assert not made.look()  # nothing was answered since


def test_without_a_pause_all_is_looked_through_once_there_is_twice_as_much() -> None:
    made = looking([monotonic() + 100])
    made._kept = gc.get_freeze_count() // 4
    assert made.look()
    assert not made.look()


def test_python_looks_by_itself_again_afterwards() -> None:
    before = gc.get_threshold()

    async def run() -> None:
        made = Garbage(lambda: 0.0)
        made.begin()
        assert gc.get_threshold()[2] == garbage.NEVER
        await made.close()

    asyncio.run(run())
    assert gc.get_threshold() == before
    assert not gc.get_freeze_count()
