"""Framing of protocol messages: a header with the length, which is limited."""

import re
from typing import BinaryIO

# Limits for a line of a header, and for a body. A longer message is refused before anything is read or allocated.
MAX_HEADER_BYTES = 4096
MAX_MESSAGE_BYTES = 64 * 2**20
CHUNK_BYTES = 2**16

# Matched at the end of a line, after which the rest of a message with a wrong length can stand. Python reads any number
# of twenty digits.
_LENGTH = re.compile(rb"content-length:[ \t]*([0-9]{1,20})[ \t]*\r?\n\Z", re.IGNORECASE)


class MalformedHeaderError(Exception):
    """Error for a header without a readable length."""


def read_body(stream: BinaryIO) -> bytes | None:
    """Return the body of the next message, or None at the end of the stream.

    Raises MalformedHeaderError for a header without a length or with one beyond MAX_MESSAGE_BYTES; the next call
    searches for the next header.
    """
    length: int | None = None
    empty = True
    while line := stream.readline(MAX_HEADER_BYTES):
        named = _LENGTH.search(line)
        if named is not None:
            length = int(named[1])
        if line.strip():
            empty = False
        elif length is not None and length <= MAX_MESSAGE_BYTES:
            return _read_exactly(stream, length)
        elif not empty:
            problem = "no Content-Length" if length is None else f"more than {MAX_MESSAGE_BYTES:,} bytes"
            raise MalformedHeaderError(f"malformed header: {problem}")
    return None


def _read_exactly(stream: BinaryIO, length: int) -> bytes | None:
    """Return `length` bytes, or None if the stream ends earlier; memory is allocated only as the bytes arrive."""
    chunks = []
    while length:
        chunk = stream.read(min(length, CHUNK_BYTES))
        if not chunk:
            return None
        chunks.append(chunk)
        length -= len(chunk)
    return b"".join(chunks)


class Output:
    """Writer of messages; `closed` is True when the editor no longer reads messages."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.closed = False

    def write(self, data: bytes) -> None:
        """Write a message, unless the editor has disconnected."""
        try:
            if not self.closed:
                self._stream.write(data)
                self._stream.flush()
        except (OSError, ValueError):
            self.closed = True

    def close(self) -> None:
        """Drop all further messages."""
        self.closed = True
