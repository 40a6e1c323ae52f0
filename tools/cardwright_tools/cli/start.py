"""Begins the command: until it can tell of an interruption, Ctrl-C ends it without a word."""

import gc
import signal
from importlib import import_module

# So many new objects, and Python looks for circles of them that nothing uses. What is made of a game is in use until
# the end: after the usual 700, a fifth of a short command goes into looking through it for nothing.
COLLECTED_AFTER = 300_000


def run() -> int:
    """Run the command this process was started for, and return its exit code (see `main.EXIT_CODES`)."""
    gc.set_threshold(COLLECTED_AFTER)
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        command = import_module("cardwright_tools.cli.main")
        signal.signal(signal.SIGINT, before)
        code: int = command.main()
    except KeyboardInterrupt:  # before or after all that tells of it
        return 130
    finally:
        gc.freeze()  # the process ends: nothing is looked through once more
    return code
