"""Standard streams whose writes never raise; an error is stored and reported at the end."""

import errno
import io
import os
import select
import sys
from typing import TYPE_CHECKING, BinaryIO, TextIO, cast

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class SafeStream(io.RawIOBase):
    """A standard stream that stores its first error in `failure` and drops all further output."""

    def __init__(self, raw: io.RawIOBase):
        self._raw = raw
        self._shown = raw.isatty()
        self.failure: OSError | None = None

    @property
    def nobody_reads(self) -> bool:
        """True if the stream failed because its reader is gone: a closed pipe (`| head`) or terminal."""
        gone = self._shown and self.failure is not None and self.failure.errno == errno.EIO
        return gone or isinstance(self.failure, BrokenPipeError)

    def write(self, content: "ReadableBuffer", /) -> int:
        """Write all bytes, or drop them after an error; return their number."""
        left = memoryview(content).cast("B")
        count = len(left)
        try:
            while left and self.failure is None:
                written = self._raw.write(left)
                if written is None:  # another program made the stream non-blocking, and it is full now
                    select.select([], [self._raw], [])
                else:
                    left = left[written:]
        except OSError as error:
            self.failure = error
        return count

    def writable(self) -> bool:
        """Return True, because the stream accepts output."""
        return True

    def fileno(self) -> int:
        """Return the file descriptor of the underlying stream."""
        return self._raw.fileno()

    def isatty(self) -> bool:
        """Return True if the stream is a terminal."""
        return self._raw.isatty()


def open_outlets() -> None:
    """Replace the standard streams of this process by safe ones; streams that the caller replaced are left alone.

    Streams that were closed (`>&-`, `<&-`) are opened on the null device, so that no file that is opened later gets
    their file descriptors.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # gets the lowest free number: this one
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - open until the end
    elif sys.stdin is sys.__stdin__ and isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is typed in another encoding is no answer, and no failure
    sys.stdout = _make_outlet(1, sys.stdout, sys.__stdout__)
    sys.stderr = _make_outlet(2, sys.stderr, sys.__stderr__)


def _make_outlet(number: int, stream: TextIO | None, usual: TextIO | None) -> TextIO:
    if stream is None:
        return _make_text(SafeStream(io.FileIO(number, "w", closefd=False)), "utf-8")
    if stream is not usual or stream.closed:
        return stream
    assert isinstance(stream, io.TextIOWrapper)
    stream.flush()
    # With `-u`, Python has no buffer between the text layer and the raw stream.
    if isinstance(stream.buffer, io.RawIOBase):
        return _make_text(SafeStream(stream.buffer), stream.encoding, buffered=False)
    return _make_text(SafeStream(stream.buffer.raw), stream.encoding, stream.line_buffering)


def _make_text(outlet: SafeStream, encoding: str, by_lines: bool = False, buffered: bool = True) -> TextIO:
    buffer = cast(BinaryIO, io.BufferedWriter(outlet) if buffered else outlet)
    # Characters that the terminal's encoding lacks are written as escapes.
    return io.TextIOWrapper(
        buffer, encoding, "backslashreplace", newline="\n", line_buffering=by_lines, write_through=not buffered
    )


def find_lost_output(stream: TextIO) -> OSError | None:
    """Flush a stream; return the error by which output was lost while its reader was present, or None."""
    if stream.closed:  # a language server closes its stream itself
        return None
    stream.flush()
    buffer = getattr(stream, "buffer", None)
    outlet = getattr(buffer, "raw", buffer)
    return outlet.failure if isinstance(outlet, SafeStream) and not outlet.nobody_reads else None
