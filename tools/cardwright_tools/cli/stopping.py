"""Signals that end a command: each becomes an interruption, so that what was begun is brought to a good end."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Stopped(KeyboardInterrupt):
    """Somebody ended the command by a signal, such as SIGTERM; to be met as Ctrl-C is. `number` is the signal's."""

    def __init__(self, number: int):
        super().__init__(signal.Signals(number).name)
        self.number = number


ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
# The same signal often comes twice, to the command and to its group. Later ones count again: the first may have come
# where Python passes over exceptions.
SECONDS_OF_ONE = 1.0


@contextmanager
def stoppable() -> Iterator[None]:
    """Raise Stopped meanwhile at signals that ask to end. Those that the caller has switched off (`nohup`) stay so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in ENDING}
    taken = [number for number, known in before.items() if known is signal.SIG_DFL]
    last = -SECONDS_OF_ONE

    def stop(number: int, _: FrameType | None) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= SECONDS_OF_ONE:
            last = now
            raise Stopped(number)

    for number in taken:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, before[number])


@contextmanager
def interruptions_kept() -> Iterator[None]:
    """Raise an interruption as it was that became another error in the middle of a lock.

    `threading.Condition` of CPython up to 3.13 gives a lock back that it has not taken again when an interruption comes
    between: a RuntimeError, "release unlocked lock".
    """
    try:
        yield
    except RuntimeError as error:
        if isinstance(error.__context__, KeyboardInterrupt):
            raise error.__context__ from None
        raise


@contextmanager
def signals_wait() -> Iterator[None]:
    """Let signals that end a command wait meanwhile; in processes begun meanwhile, until `end_at_signals`."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDING)}
    taken = [number for number, known in before.items() if known not in (signal.SIG_IGN, None)]
    for number in taken:
        signal.signal(number, lambda number, _: waiting.append(number))
    # New processes inherit what is blocked, not what is caught. It alone would not do here, where threads may be.
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, taken) if hasattr(signal, "pthread_sigmask") else None
    try:
        yield
    finally:
        if blocked is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        for number in taken:
            signal.signal(number, before[number])
        for number in waiting[:1]:
            signal.raise_signal(number)


def end_at_signals() -> None:
    """Let this process end at once at signals; a helper has nothing to bring to an end."""
    for number in (signal.SIGINT, *ENDING):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT, *ENDING])
