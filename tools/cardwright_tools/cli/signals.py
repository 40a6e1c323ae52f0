"""Signals that end a command: they become an interrupt, so that it can finish its work cleanly."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class Stopped(KeyboardInterrupt):
    """Interrupt by a signal such as SIGTERM, handled like Ctrl-C; `number` is that of the signal."""

    def __init__(self, number: int):
        super().__init__(signal.Signals(number).name)
        self.number = number


ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
# Seconds within which a repeated signal is ignored, because it is often sent to the command and to its group.
SECONDS_OF_ONE = 1.0
# Seconds after which a signal is sent again if Python was in code that ignores exceptions.
SECONDS_TO_AGAIN = 0.05


@contextmanager
def stop_at_signals() -> Iterator[None]:
    """Return a context in which signals that end a command raise Stopped; ignored ones (`nohup`) stay ignored."""
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

    def again() -> None:
        nonlocal last
        last = -SECONDS_OF_ONE

    for number in taken:
        signal.signal(number, stop)
    try:
        with _repeat_lost_interrupts(again):
            yield
    finally:
        for number in taken:
            signal.signal(number, before[number])


@contextmanager
def _repeat_lost_interrupts(again: Callable[[], None]) -> Iterator[None]:
    """Return a context that repeats interrupts that Python drops, for example those in a finalizer.

    `again` is called before each repetition.
    """
    before, goes_on = sys.unraisablehook, True

    def come(number: int) -> None:
        if not goes_on:
            return
        again()
        if hasattr(signal, "pthread_kill"):  # which wakes the thread that waits for something
            signal.pthread_kill(threading.main_thread().ident or 0, number)
        else:
            signal.raise_signal(number)

    def passed_over(what: "sys.UnraisableHookArgs") -> None:
        if isinstance(what.exc_value, KeyboardInterrupt):
            number = what.exc_value.number if isinstance(what.exc_value, Stopped) else signal.SIGINT
            threading.Timer(SECONDS_TO_AGAIN, come, [number]).start()
        else:
            before(what)

    sys.unraisablehook = passed_over
    try:
        yield
    finally:
        sys.unraisablehook, goes_on = before, False


@contextmanager
def keep_interrupts() -> Iterator[None]:
    """Return a context that raises an interrupt again if a lock has turned it into a RuntimeError.

    In CPython up to 3.13, a `threading.Condition` that is interrupted before it acquires its lock releases the lock
    nevertheless; this raises RuntimeError "release unlocked lock".
    """
    try:
        yield
    except RuntimeError as error:
        if isinstance(error.__context__, KeyboardInterrupt):
            raise error.__context__ from None
        raise


@contextmanager
def delay_signals() -> Iterator[None]:
    """Return a context in which signals are held back until it ends.

    A process that is started in the context holds its signals back until it calls `end_at_signals`.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDING)}
    taken = [number for number, known in before.items() if known not in (signal.SIG_IGN, None)]
    for number in taken:
        signal.signal(number, lambda number, _: waiting.append(number))
    # New processes inherit blocked signals, but not handlers. Blocking alone is not enough, as there may be threads.
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
    """Let signals end this process at once; for workers, which need not finish their work."""
    for number in (signal.SIGINT, *ENDING):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT, *ENDING])
