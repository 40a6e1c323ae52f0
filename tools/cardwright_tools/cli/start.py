"""Begins the command: until it can tell of an interruption, Ctrl-C ends it without a word."""

import signal
from importlib import import_module


def run() -> int:
    """Run the command this process was started for, and return its exit code (see `main.EXIT_CODES`)."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        command = import_module("cardwright_tools.cli.main")
        signal.signal(signal.SIGINT, before)
        code: int = command.main()
    except KeyboardInterrupt:  # before or after all that tells of it
        return 130
    return code
