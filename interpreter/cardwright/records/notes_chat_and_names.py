"""Texts in a record beside its answers: notes, lines of chat, names, and who plays each seat."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

NOTE, SAID, NAME, PLAYED = "note", "said", "name", "played"
# The field of a record's line for each kind.
KINDS = (NOTE, SAID, NAME, PLAYED)
# What a record says of a seat played by a person; of others it says the kind of bot.
PERSON = "person"


@dataclass(frozen=True)
class RecordNote:
    """A note, line of chat or name: the number of answers before it, its seat (None: a spectator's), and its text.

    `kind` is `note`, `said` (a line of chat), `name` (of the person at the seat, from then on) or `played` (by a person
    or a kind of bot, from then on). `gone` is True for a note on answers that were undone; undo affects no others.
    """

    at: int
    seat: int | None
    text: str
    gone: bool = False
    kind: str = NOTE


def make_note_entry(note: RecordNote) -> dict[str, object]:
    """Return the line of a record for a note."""
    # older readers take it for an `undo` of nothing, so they replay the same match
    return {"undo": 0, note.kind: note.text} | ({} if note.seat is None else {"seat": note.seat + 1})


def read_notes(entry: Mapping[str, object], at: int, seat: int | None) -> Sequence[RecordNote]:
    """Return the notes in a line that comes after `at` answers. Raises ValueError for a value that is no text."""
    found = []
    for kind in KINDS:
        text = entry.get(kind)
        if text is None:
            continue
        if not isinstance(text, str):
            raise ValueError(f'"{kind}" must be a text')
        found.append(RecordNote(at, seat, text, kind=kind))
    return found


def move_notes(notes: Iterable[RecordNote], count: int) -> list[RecordNote]:
    """Return notes after an undo that leaves `count` answers: notes on undone answers are marked as gone."""
    return [
        note if note.at <= count else replace(note, gone=True) if note.kind == NOTE else replace(note, at=count)
        for note in notes
    ]


def keep_notes(notes: Iterable[RecordNote], count: int) -> list[RecordNote]:
    """Return the notes that still apply when a record is cut after `count` answers."""
    return [note for note in move_notes(notes, count) if not note.gone]


def find_names(notes: Iterable[RecordNote]) -> dict[int, str]:
    """Return the last name of the person at each seat; seats without a name are left out."""
    return {seat: name for seat, name in _find_last(notes, NAME).items() if name}


def find_players(notes: Iterable[RecordNote]) -> dict[int, str]:
    """Return who plays each seat, PERSON or a kind of bot; seats of which the record does not say so are left out."""
    return _find_last(notes, PLAYED)


def find_people(notes: Iterable[RecordNote]) -> frozenset[int]:
    """Return the seats that people play. Without a word in the record, a person plays the first."""
    return frozenset(seat for seat, kind in ({0: PERSON} | find_players(notes)).items() if kind == PERSON)


def _find_last(notes: Iterable[RecordNote], kind: str) -> dict[int, str]:
    """Return the last text of a kind for each seat."""
    return {note.seat: note.text for note in notes if note.kind == kind and note.seat is not None}
