"""Record files: seed, sets, content hash and answers of a match, one JSON object a line.

The first line is the header, `{"cardwright": 2, "game": ..., "sets": [...], "players": n, "seed": s, "content": hash,
"digests": 2}`; `"digests"` is the version of the digests in the record, 1 if it is missing. The record of a game that
is not shipped with Cardwright has its folder (`"folder"`); one whose files changed during play names the record in
which it began (`"from"`).

Each answer has a line, `{"a": 3, "seat": 1}`: the index of the chosen option and the seat that chose it (older records
have no seat). It may also have the option's key (`"key"`) and the first digits of the digest after the answer
(`"check"`), so that a replay with other card files can find where it diverges, and the seconds of thought (`"t"`).
`{"undo": 2}` takes back the two answers before it; `{"undo": 0, "note": ...}` takes back nothing and is a note, as do
`"said"`, a line of chat, and `"name"`, the name of the person at a seat. `{"digest": ...}` is the digest of the final
state, with `"finished": true` if the match ended there. `docs/records.md` has the whole format.

Anybody with the seed can compute every hand, so only their owner can read records.

Lines are only appended, each with one call: a kill at any instant leaves at most one incomplete last line, which
readers skip.
"""

import errno
import json
import math
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Self

from cardwright.declarations.readers.player_deck_files import read_seated_decks
from cardwright.records.file_lock import HeldError, RecordLock
from cardwright.records.notes_chat_and_names import KINDS, RecordNote, make_note_entry, move_notes, read_notes
from cardwright.runtime.digest import VERSION, VERSIONS
from cardwright.runtime.primitives.random_numbers import SECRET, is_secret
from cardwright.source.atomic_write import PRIVATE_FILE, create_private, make_private, write_whole
from cardwright.source.path_and_number_checks import is_natural
from cardwright.source.read_with_size_limit import MEBIBYTE, check_ordinary, open_ordinary
from cardwright.source.visible_control_characters import escape_line, format_json_line

if TYPE_CHECKING:
    from cardwright.game.loaded_game import Game
    from cardwright.game.state import State

# Format 3 has records from secret seeds, which readers of format 2 would replay with the fast generator as another
# match. Format 1 differs from 2 only in that its readers know only version 1 of digests.
FORMAT = 3
FORMATS = (1, 2, FORMAT)
# Enough for the longest simulated match, with long keys.
MAX_BYTES = 64 * MEBIBYTE
# Limits for the length of a line, in bytes, and for the number of notes.
MAX_LINE = MEBIBYTE
MAX_NOTES = 10_000
CHECK_DIGITS = 8


@dataclass(frozen=True)
class Header:
    """The first line of a record: the start of the match; `content` is the hash of its rules and cards.

    `folder` is that of the game, None for a game shipped with Cardwright. `origin` is the record of the same match
    under earlier files, from which its first answers come. `digests` is the version of all digests in the record;
    an old record is continued with the same version. `decks` are those that players brought, as (seat, text).
    """

    game: str
    sets: tuple[str, ...]
    players: int
    seed: int
    content: str
    folder: str | None = field(default=None, compare=False)
    origin: str | None = field(default=None, compare=False)
    digests: int = field(default=VERSION, compare=False)
    decks: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, game: "Game", players: int, seed: int) -> "Header":
        """Return the header of a match about to start."""
        folder = None if game.folder is None else str(game.folder)
        decks = tuple((deck.seat, deck.text) for deck in game.decks)
        return cls(game.name, tuple(game.sets), players, seed, game.content_hash, folder, decks=decks)

    @property
    def place(self) -> str:
        """The name to load the game by: its folder, or its id if it is one of Cardwright's."""
        return self.folder or self.game


@dataclass(frozen=True)
class RecordedAnswer:
    """One answer: the index of the option and, if recorded, its key and the first digits of the digest after it.

    `seconds` is the time of thought, None if there was none or it was not measured. `seat` is the seat that answered,
    None in records of older versions.
    """

    option: int
    key: str | None = None
    check: str | None = None
    seconds: float | None = field(default=None, compare=False)
    seat: int | None = None


@dataclass(frozen=True)
class Record:
    """A record as read from its file.

    `digest` is the final digest, None if there is none. `torn` is True if the last line was incomplete and was
    dropped. `finished` is True if the match is over at the last answer; records of older versions do not say so.
    """

    header: Header
    answers: tuple[RecordedAnswer, ...]
    digest: str | None
    torn: bool
    finished: bool = False
    notes: tuple[RecordNote, ...] = ()


class RecordError(Exception):
    """Error for a file that is not a valid record; the message names file and line."""

    def __init__(self, path: Path, line: int, problem: str):
        super().__init__(f"{path}:{line}: {problem}")
        self.path = path
        self.line = line


def read_record(path: Path) -> Record:
    """Read a record. Raises RecordError for an invalid file, and OSError for one that cannot be read or is too long.

    The limit is on the number of answers that were not taken back and of notes, not on the length of the file.
    """
    with open_ordinary(path) as file:
        return _read(path, file)[0]


def _read(path: Path, file: BinaryIO) -> tuple[Record, int, bool]:
    """Return a record, the offset after its last complete line, and whether that line has a line end."""
    kept = _RecordState(path)
    number, place, line = 0, 0, b""
    while next_line := file.readline(MAX_LINE + 1):
        if number:
            kept.takes(number, line)  # the line before
        number, place, line = number + 1, place + len(line), next_line
        if len(line) > MAX_LINE:
            raise RecordError(path, number, f"a line is longer than {MAX_LINE // MEBIBYTE} MiB")
    if not number:
        raise RecordError(path, 1, "the file is empty, so it is not a record")
    ends_whole = line.endswith(b"\n")
    torn = not kept.takes(number, line, may_be_torn=number > 1 and not ends_whole)
    end = place if torn else place + len(line)
    return kept.record(torn), end, ends_whole or torn


class _RecordState:
    """A record while its lines are read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._header: Header | None = None
        self._answers: list[RecordedAnswer] = []
        self._notes: list[RecordNote] = []
        self._digest: str | None = None
        self._finished = False
        # the length of each answer's line, and of all together
        self._lengths: list[int] = []
        self._length = 0

    def takes(self, number: int, line: bytes, may_be_torn: bool = False) -> bool:
        """Add a line; return False if it is incomplete.

        Raises RecordError, and OSError for too many answers or notes.
        """
        try:
            entry = _parse(self._path, number, line)
        except RecordError:
            if may_be_torn:
                return False
            raise
        if number == 1:
            self._header = _header(self._path, entry)
            return True
        self._digest = _take(self._path, number, entry, self._answers)
        count = len(self._answers)
        if count > len(self._lengths):
            self._lengths.append(len(line))
            self._length += len(line)
        else:
            self._length -= sum(self._lengths[count:])
            del self._lengths[count:]
        if self._length > MAX_BYTES:
            what = f"its answers are larger than {MAX_BYTES // MEBIBYTE} MiB, the limit for records"
            raise OSError(errno.EFBIG, what, str(self._path))
        if entry.get("undo"):
            self._notes = move_notes(self._notes, count)
        if len(self._notes) < MAX_NOTES:
            try:
                self._notes += read_notes(entry, count, _seat(self._path, number, entry))
            except ValueError as error:
                raise RecordError(self._path, number, str(error)) from error
        self._finished = entry.get("finished") is True
        return True

    def record(self, torn: bool) -> Record:
        """Return the record made of the lines read so far; `torn` is True if its last line is incomplete."""
        assert self._header is not None
        digest, finished = (None, False) if torn else (self._digest, self._finished)
        return Record(self._header, tuple(self._answers), digest, torn, finished, tuple(self._notes))


def measure_record(header: Header, answers: Sequence[RecordedAnswer], notes: Sequence[RecordNote]) -> int:
    """Return the size in bytes of a record with this content."""
    return sum(len(format_json_line(entry)) for entry in _list_entries(header, answers, notes))


def write_record(
    path: Path,
    header: Header,
    answers: Sequence[RecordedAnswer],
    digest: str | None = None,
    notes: Sequence[RecordNote] = (),
) -> None:
    """Write a whole record, atomically."""
    lines = _list_entries(header, answers, notes)
    if digest is not None:
        lines.append({"digest": digest})
    write_whole(path, b"".join(format_json_line(line) for line in lines), PRIVATE_FILE)


class RecordWriter:
    """A record to which lines are added during a match; it is locked against other processes.

    When a method that adds a line returns, the line is in the file. If it raises OSError because the disk is full,
    the file ends with the last complete line, and the new line is kept and written before the next one.
    """

    def __init__(self, file: BinaryIO, digests: int, lock: RecordLock | None = None):
        self._file = file
        self._digests = digests
        self._lock = lock
        self._end = file.seek(0, os.SEEK_END)
        self._waiting = bytearray()
        self._halfway = False

    @classmethod
    def create(
        cls, path: Path, header: Header, answers: Sequence[RecordedAnswer] = (), notes: Sequence[RecordNote] = ()
    ) -> Self:
        """Create a record with the answers and notes made so far. Raises FileExistsError if the file exists."""
        writer = cls(create_private(path), header.digests)
        try:
            writer._add(*_list_entries(header, answers, notes))
            # where files cannot be locked, a match is continued in a new record
            with suppress(OSError, HeldError):
                writer._lock = RecordLock(path, writer._file)
        except BaseException:
            writer.close()
            path.unlink(missing_ok=True)
            raise
        return writer

    @classmethod
    def resume(cls, path: Path) -> Self:
        """Open a record to continue it; an incomplete last line is dropped.

        Raises HeldError while another process continues it, RecordError for an invalid file, and OSError if the file
        cannot be written.
        """
        check_ordinary(path)
        file = path.open("ab", buffering=0)
        make_private(path)
        lock = None
        try:
            lock = RecordLock(path, file)
            with open_ordinary(path) as written:
                record, end, ends_whole = _read(path, written)
            if record.torn:
                file.truncate(end)
            elif not ends_whole:
                file.write(b"\n")
        except BaseException:
            if lock is not None:
                lock.release()
            file.close()
            raise
        return cls(file, record.header.digests, lock)

    @property
    def size(self) -> int:
        """The size of the record in bytes."""
        return self._end

    def apply(self, state: "State", option: int) -> None:
        """Answer the decision of `state`, and record the answer with its key and the first digits of the digest.

        Raises IllegalAnswer, and records nothing, if there is no such option.
        """
        decision = state.decision
        state.apply(option)
        assert decision is not None
        key, check = decision.options[option].key, state.digest(self._digests)[:CHECK_DIGITS]
        self.answer(RecordedAnswer(option, key, check, seat=decision.player))

    def answer(self, answer: RecordedAnswer) -> None:
        """Record an answer."""
        self._add(_answer_entry(answer))

    def undo(self, count: int = 1) -> None:
        """Record that the last `count` answers were taken back."""
        self._add({"undo": count})

    def note(self, note: RecordNote) -> None:
        """Record a note on the current moment."""
        self._add(make_note_entry(note))

    def digest(self, digest: str, finished: bool = False) -> None:
        """Record the digest of the final state, and whether the match has ended; write all lines to the disk.

        If the disk is full, return without waiting.
        """
        self.catch_up()
        try:
            self._add({"digest": digest, "finished": True} if finished else {"digest": digest})
        except OSError:
            self._waiting.clear()
            raise
        os.fsync(self._file.fileno())

    def catch_up(self) -> None:
        """Write the lines that could not be written earlier because the disk was full."""
        if self._halfway:  # interrupted during the last write: the file is complete and stays
            return
        self._halfway = True
        try:
            self._write_waiting()
        except OSError:
            self._halfway = False
            raise
        self._halfway = False

    def _write_waiting(self) -> None:
        if os.fstat(self._file.fileno()).st_size > self._end:
            self._file.truncate(self._end)  # an incomplete line that could not be removed at the time
        written = 0
        try:
            while written < len(self._waiting):
                with memoryview(self._waiting) as waiting, waiting[written:] as left:
                    written += self._file.write(left)
        except OSError:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise
        self._end += written
        self._waiting.clear()

    def close(self) -> None:
        """Close the file and release its lock."""
        if self._lock is not None:
            self._lock.release()
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _add(self, *entries: Mapping[str, object]) -> None:
        self._waiting += b"".join(map(format_json_line, entries))
        self.catch_up()


def _list_entries(
    header: Header, answers: Sequence[RecordedAnswer], notes: Sequence[RecordNote]
) -> list[Mapping[str, object]]:
    """Return the lines of a whole record, without a digest."""
    lines: list[Mapping[str, object]] = [_make_header_entry(header)]
    for count in range(len(answers) + 1):
        lines += [make_note_entry(note) for note in notes if note.at == count and not note.gone]
        lines += map(_answer_entry, answers[count : count + 1])
    return lines


def _make_header_entry(header: Header) -> dict[str, object]:
    entry: dict[str, object] = {
        "cardwright": FORMAT if is_secret(header.seed) else FORMAT - 1,
        "game": header.game,
        "sets": list(header.sets),
        "players": header.players,
        "seed": header.seed,
        "content": header.content,
        "digests": header.digests,
    }
    more = {"folder": header.folder, "from": header.origin, "decks": dict(header.decks) or None}
    return entry | {name: value for name, value in more.items() if value is not None}


def _answer_entry(answer: RecordedAnswer) -> dict[str, object]:
    seat = None if answer.seat is None else answer.seat + 1
    said = {"a": answer.option, "seat": seat, "key": answer.key, "check": answer.check, "t": answer.seconds}
    return {name: value for name, value in said.items() if value is not None}


def _parse(path: Path, number: int, line: bytes) -> dict[str, object]:
    try:
        entry = json.loads(line)
    # a deeply nested line exceeds the parser's recursion: one more kind of invalid line
    except (ValueError, RecursionError) as error:
        what = (
            "this is not a record of a match, as `cardwright play` saves them"
            if number == 1
            else "this line is not JSON"
        )
        raise RecordError(path, number, what) from error
    if not isinstance(entry, dict):
        raise RecordError(path, number, "expected an object such as {" + '"a": 3}')
    for name, value in entry.items():
        texts = [name, *(value if isinstance(value, list) else [value])]
        # Folders and notes are named and written by people; all other texts are our own names, which messages quote.
        if name not in ("folder", "from", *KINDS) and any(isinstance(t, str) and escape_line(t) != t for t in texts):
            raise RecordError(path, number, f"control characters are not allowed in `{escape_line(name)}`")
    return entry


def _header(path: Path, entry: dict[str, object]) -> Header:
    version = entry.get("cardwright")
    if version is None:
        raise RecordError(path, 1, 'this is not a record of a match: its first line has no "cardwright"')
    if type(version) is not int or version not in FORMATS:
        raise RecordError(path, 1, f"record format {version!r} is unknown; this program reads formats up to {FORMAT}")
    game, sets, players, seed, content = (entry.get(key) for key in ("game", "sets", "players", "seed", "content"))
    if not isinstance(game, str) or not isinstance(content, str):
        raise RecordError(path, 1, 'the header needs "game" and "content" as texts')
    if not isinstance(sets, list) or not all(isinstance(name, str) for name in sets):
        raise RecordError(path, 1, 'the header needs "sets" as a list of names')
    if not is_natural(players) or not is_natural(seed):
        raise RecordError(path, 1, 'the header needs "players" and "seed" as whole numbers')
    assert isinstance(players, int)
    assert isinstance(seed, int)
    folder, origin = entry.get("folder"), entry.get("from")
    if not isinstance(folder, str | None) or not isinstance(origin, str | None):
        raise RecordError(path, 1, '"folder" and "from" of the header must be texts')
    digests = entry.get("digests", 1)
    if type(digests) is not int or digests not in VERSIONS:
        raise RecordError(
            path, 1, f"version {digests!r} of digests is unknown; this program knows versions up to {VERSION}"
        )
    if version < FORMAT and is_secret(seed):
        seed %= SECRET
    try:
        decks = read_seated_decks(entry.get("decks", {}), players)
    except ValueError:
        raise RecordError(path, 1, '"decks" of the header must be texts by seat, such as `P1`') from None
    return Header(game, tuple(sets), players, seed, content, folder, origin, digests, decks)


def _take(path: Path, number: int, entry: dict[str, object], answers: list[RecordedAnswer]) -> str | None:
    match entry:
        case {"a": int(option)} if is_natural(option):
            key, check, seconds = entry.get("key"), entry.get("check"), entry.get("t")
            if not isinstance(key, str | None) or not isinstance(check, str | None):
                raise RecordError(path, number, '"key" and "check" of an answer must be texts')
            if seconds is not None and not (isinstance(seconds, int | float) and 0 <= seconds < math.inf):
                raise RecordError(path, number, '"t" of an answer must be a number of seconds')
            answers.append(RecordedAnswer(option, key, check, seconds, _seat(path, number, entry)))
            return None
        case {"undo": int(count)} if is_natural(count):
            if count > len(answers):
                raise RecordError(path, number, f"{count} answers are undone, but there are only {len(answers)}")
            del answers[len(answers) - count :]
            return None
        case {"digest": str(digest)}:
            return digest
    raise RecordError(path, number, 'expected an answer {"a": 3}, {"undo": 1} or {"digest": "..."}')


def _seat(path: Path, number: int, entry: dict[str, object]) -> int | None:
    """Return the seat of a line, counted from 0; None if it has none."""
    seat = entry.get("seat")
    if seat is not None and (not isinstance(seat, int) or not is_natural(seat) or not seat):
        raise RecordError(path, number, '"seat" must be a number from 1')
    return None if seat is None else seat - 1
