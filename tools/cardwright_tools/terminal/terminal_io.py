"""The terminal of a match: draws, clears, and reads typed or piped input."""

import math
import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TextIO

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.segment import Segment, Segments
from rich.text import Text

from cardwright.source.visible_control_characters import compose, escape_controls
from cardwright_tools.cli.rich_console import OneConsole
from cardwright_tools.cli.signals import Stopped
from cardwright_tools.cli.standard_output import clear_screen

# Seconds to wait for the first line from an open but empty pipe, never without an end.
PATIENCE = 5.0
# A width above that of any line.
UNBROKEN = 100_000
_USUAL = signal.SIG_DFL


MORE = "-- Enter for more, or q -- "
# The key that ends a text shown screen by screen.
ENOUGH = "q"
# Limit for the lines of a text that is shown beside the question instead of below it.
BRIEF = 3


# Like KeyboardInterrupt not an `Exception`, so that no code that isolates errors catches it.
class _Enough(BaseException):
    """Signal that the reader wants to see no more of a paged text."""


def _hang(part: RenderableType) -> RenderableType:
    """Return a part of the screen whose broken lines continue with the indentation of their first line."""
    indent = len(part.plain) - len(part.plain.lstrip(" ")) if isinstance(part, Text) else 0
    return Padding(part[indent:], (0, 0, 0, indent), expand=False) if isinstance(part, Text) and indent else part


class NobodyThereError(Exception):
    """Error for a decision that nobody can make: there is neither a terminal nor input on stdin."""


class LeaveError(Exception):
    """Signal that the session ends, because a person left or input ended; `said` is the message to print."""

    def __init__(self, said: str = ""):
        super().__init__(said)
        self.said = said


class Terminal:
    """Output to a console, and typed input. If a console is passed in, there is no input.

    A `plain` terminal is for scripts and screen readers: no colours, no redrawing, no broken lines.
    """

    def __init__(self, console: Console | None = None, plain: bool = False) -> None:
        self.plain = plain
        if console is None and plain:
            console_used: Console = OneConsole(no_color=True, width=UNBROKEN)
        else:
            console_used = console or OneConsole()
        self.console = console_used
        self.interactive = console is None and _is_terminal(sys.stdin)
        self.redraws = not plain and self.interactive and self.console.is_terminal and not self.console.is_dumb_terminal
        self._next_line: str | None = None
        self._began = self.interactive
        self._asking: str | None = None
        # a function that draws the screen anew, if allowed, and whether the size changed since
        self._draw_anew: Callable[[], None] | None = None
        self._resized = self._drawing = False
        # number of lines until the next pause; None for any number
        self._left: int | None = None
        # the lines so far of a text that may be short, and what was typed at its pause
        self._kept: list[list[Segment]] | None = None
        self.lines_above: list[str] = []
        self.free_below: int | None = None
        self.typed_on = ""
        if self.redraws:
            self._watch_resizing()
        if self.interactive:
            _enable_line_editing()
            self._restore_when_stopped()

    @property
    def width(self) -> int:
        """Width in columns."""
        return self.console.width

    @property
    def height(self) -> int:
        """Height in lines."""
        return self.console.height if self.redraws else 50

    def show(self, *parts: RenderableType) -> None:
        """Print some parts, each below the one before."""
        for part in parts:
            if self._left is None:
                self.console.print(part)
                continue
            for line in self.console.render_lines(_hang(part), self.console.options, pad=False):
                if self._kept is None:
                    self._page(line)
                    continue
                self._kept.append(line)
                if len(self._kept) > BRIEF:
                    self._flush()

    def turn_page(self) -> bool:
        """Wait for the reader of a long text; return False if another line was typed than Enter, as in `typed_on`."""
        typed = self._ask_for_more()
        self.typed_on = "" if typed.casefold() == ENOUGH else typed
        return not typed

    def _page(self, line: list[Segment]) -> None:
        """Print a line; on a full screen, wait for the reader first."""
        if self._left is not None and self._left <= 0:
            if not self.turn_page():
                raise _Enough
            self._left = self.height - 1
        # a line laid out for a wider screen takes several lines on a narrower one
        self._left = (self._left or 0) - max(1, math.ceil(Segment.get_line_length(line) / max(1, self.width)))
        self.console.print(Segments([*line, Segment.line()]), end="")

    def _ask_for_more(self) -> str:
        """Read the reply to "more". The end of input and an interrupt mean no."""
        try:
            typed = self.read(MORE)
        except Stopped:
            raise
        except KeyboardInterrupt:
            typed = None
        return ENOUGH if typed is None else typed

    def _flush(self) -> None:
        kept, self._kept = self._kept or [], None
        for line in kept:
            self._page(line)

    @contextmanager
    def paged(self, briefly: bool = False) -> Iterator[None]:
        """Return a context in which output stops at a full screen until Enter is pressed.

        With `briefly`, a text of a few lines is not printed but stored in `lines_above`. If another line is typed
        instead of Enter, the text ends, and the line is stored in `typed_on`. Below a text that was read to its end,
        there are `free_below` lines.
        """
        self.free_below = None
        self._left = self.height - 2 if self.redraws else None
        self._kept = [] if briefly and self.redraws else None
        self.lines_above, self.typed_on = [], ""
        try:
            with suppress(_Enough):
                yield
                self.free_below = self._left if self._kept is None else None
            self.lines_above = ["".join(segment.text for segment in line).rstrip() for line in self._kept or []]
            self._kept = None if self._kept is not None else self._kept
        finally:
            if self._kept is not None:
                self._flush()
            self._left = None

    def write(self, line: str) -> None:
        """Print a line unchanged, with its tabs."""
        self.console.file.write(f"{escape_controls(line)}\n")
        self.console.file.flush()

    def clear(self) -> None:
        """Clear the screen, if there is one."""
        if self.redraws:
            self._resized = False
            self.console.clear()

    def wipe(self) -> None:
        """Clear the screen and its scrollback."""
        if self.redraws:
            clear_screen()
        elif self.interactive:
            self.show(Text("\n" * 100))

    def lines_of(self, parts: Iterable[RenderableType]) -> int:
        """Return the number of lines of some parts."""
        options = self.console.options
        return sum(len(self.console.render_lines(part, options, pad=False)) for part in parts)

    def check_somebody_is_there(self) -> None:
        """Raise NobodyThereError if stdin cannot have any input."""
        if self._began:
            return
        if sys.stdin.closed:
            raise NobodyThereError
        if _can_be_read(0):
            self._next_line = sys.stdin.readline()
            if not self._next_line:
                raise NobodyThereError
            self._began = True

    def read(self, prompt: str) -> str | None:
        """Read the next line, stripped, or return None at the end of input.

        Raises NobodyThereError if stdin is a pipe into which nobody writes.
        """
        if self.interactive:
            return self._read_typed(prompt)
        if not self._began and not _can_be_read(PATIENCE):
            raise NobodyThereError
        self._began = True
        line = self._next_line if self._next_line is not None else sys.stdin.readline()
        self._next_line = None
        if not line:
            return None
        if self.plain:
            self.write(f"answer\t{line.strip()}")
        else:
            self.show(Text(f"{prompt}{line.strip()}"))
        return compose(line.strip())

    def read_below(self, draw: Callable[[], None], prompt: str) -> str | None:
        """Read a line below a screen, which is redrawn if the terminal is resized in the meantime."""
        self._draw_anew = draw
        try:
            return self.read(prompt)
        finally:
            self._draw_anew = None

    def expect(self, texts: Sequence[str]) -> None:
        """Set the texts that the Tab key completes, if the line editor supports that."""
        if self.interactive:
            _complete([escape_controls(text) for text in texts])

    def _read_typed(self, prompt: str) -> str | None:
        self._asking = "" if self.plain else escape_controls(prompt)
        try:
            self._redraw_if_resized()
            return compose(input(self._asking).strip())
        except (EOFError, OSError):  # OSError from a terminal that was closed
            self._end_line()
            return None
        except UnicodeDecodeError:
            return ""
        except KeyboardInterrupt:
            self._end_line()
            raise
        finally:
            self._asking = None

    def _end_line(self) -> None:
        """End the current line, so that output does not follow input typed on it."""
        self.console.print()

    def _redraw_if_resized(self) -> bool:
        """Draw the screen again if the terminal was resized and drawing is allowed; return True if it was drawn."""
        if not self._resized or self._draw_anew is None or self._drawing:
            return False
        self._drawing = True
        try:
            while self._resized:
                self._resized = False
                self._draw_anew()
        finally:
            self._drawing = False
        return True

    def _watch_resizing(self) -> None:
        """Draw the screen again whenever the terminal is resized, with the line that is being typed."""
        if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGWINCH"):
            return

        def resized(*_: object) -> None:
            self._resized = True
            if self._asking is not None and self._redraw_if_resized():
                import readline

                sys.stdout.write(f"{self._asking}{escape_controls(readline.get_line_buffer())}")
                sys.stdout.flush()

        signal.signal(signal.SIGWINCH, resized)

    def _restore_when_stopped(self) -> None:
        """Restore the terminal at Ctrl-Z, because some shells do not, and prompt again afterwards."""
        try:
            import readline
            import termios
        except ImportError:  # on systems that have no Ctrl-Z either
            return
        if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGTSTP) is not _USUAL:
            return
        if signal.SIGTSTP in signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTSTP}):
            return  # another terminal of this process handles it, or nobody needs it
        found = termios.tcgetattr(0)

        # in a thread of its own: a handler would wait for the next key if the signal came just before reading began
        def stop_and_go_on() -> None:
            while True:
                signal.sigwait({signal.SIGTSTP})
                mine = termios.tcgetattr(0)
                termios.tcsetattr(0, termios.TCSADRAIN, found)
                os.kill(os.getpid(), signal.SIGTSTP)
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTSTP})  # returns when the process continues
                signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTSTP})
                termios.tcsetattr(0, termios.TCSADRAIN, mine)
                if self._asking is not None:
                    sys.stdout.write(f"{self._asking}{escape_controls(readline.get_line_buffer())}")
                    sys.stdout.flush()

        threading.Thread(target=stop_and_go_on, daemon=True).start()


def _is_terminal(stream: TextIO) -> bool:
    return not stream.closed and stream.isatty()


def _enable_line_editing() -> None:
    # With readline, input() has a line editor and a history; some systems have none.
    try:
        import readline
    except ImportError:
        return
    readline.set_auto_history(True)


def _complete(texts: Sequence[str]) -> None:
    try:
        import readline
    except ImportError:
        return
    found: list[str] = []

    def completed(typed: str, number: int) -> str | None:
        if number == 0:
            wanted = typed.casefold()
            found[:] = [text for text in texts if text.casefold().startswith(wanted)]
        return found[number] if number < len(found) else None

    readline.set_completer_delims("")
    readline.set_completer(completed)
    readline.parse_and_bind("tab: complete")


def _can_be_read(seconds: float) -> bool:
    """Return True if stdin has input, or its end, within some seconds, or if that cannot be determined."""
    try:
        return bool(select.select([sys.stdin], [], [], seconds)[0])
    except (OSError, ValueError):
        return True
