"""The command `cardwright notes`, which lists the notes of a match and the thinking times of players."""

from argparse import Namespace
from collections.abc import Mapping
from statistics import median
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cardwright.phrases.inflection import count_noun
from cardwright.records.notes_chat_and_names import NOTE, RecordNote, find_names
from cardwright.records.play_back import play_back
from cardwright.records.record_file import Record
from cardwright_tools.cli.errors import OK
from cardwright_tools.cli.standard_output import as_typed, print_json, print_lines
from cardwright_tools.session.record_folder import open_record

if TYPE_CHECKING:
    from cardwright import Game

# Limit for the longest thinking times listed for each player.
MAX_LENGTH = 3


def run(arguments: Namespace) -> int:
    """List the notes of a record."""
    record, game = open_record(arguments.file)
    _, divergence = play_back(game, record)
    fitting = len(record.answers) if divergence is None else divergence.number - 1
    notes = [(note, _find_turn(game, record, note, fitting)) for note in record.notes if note.kind == NOTE]
    names = find_names(record.notes)
    times = _collect_times(game, record, fitting)
    if arguments.json:
        print_json({"notes": [_build_values(note, turn) for note, turn in notes], "seconds": times})
        return OK
    print_lines(f"{record.header.game}, {count_noun(len(record.answers), 'answer')}, {count_noun(len(notes), 'note')}")
    for note, turn in notes:
        where = "a moment that was undone" if turn is None else f"turn {turn}"
        print_lines(f"\nAfter {count_noun(note.at, 'answer')}, {where}, {_name_author(note, names) or 'a spectator'}:")
        for line in note.text.splitlines():
            print_lines(f"  {line}")
        if turn is not None:
            print_lines(f"  cardwright replay {as_typed(arguments.file)} --at {note.at}")
    if times:
        print_lines("\nSeconds thought about an answer:")
    for player, each in times.items():
        longest = ", ".join(f"{seconds:g} at {at}" for at, seconds in each["longest"])
        count, half = count_noun(each["answers"], "answer"), each["median"]
        print_lines(f"  {player}  {count}, half of them within {half:g}; longest {longest}")
    return OK


def _find_turn(game: "Game", record: Record, note: RecordNote, fitting: int) -> int | None:
    """Return the turn of a note; None if its moment was undone or does not fit the present files of the game.

    `fitting` is the number of answers that fit.
    """
    if note.gone or note.at > fitting:
        return None
    state = game.new(record.header.players, record.header.seed)
    for answer in record.answers[: note.at]:
        state.apply(answer.option)
    return state.turns


def _name_author(note: RecordNote, names: Mapping[int, str] = MappingProxyType({})) -> str | None:
    """Return the player who wrote a note, with the person's name; None for a spectator."""
    if note.seat is None:
        return None
    return f"P{note.seat + 1}" + (f" ({names[note.seat]})" if note.seat in names else "")


def _build_values(note: RecordNote, turn: int | None) -> dict[str, object]:
    return {"at": note.at, "turn": turn, "player": _name_author(note), "text": note.text}


def _collect_times(game: "Game", record: Record, fitting: int) -> dict[str, dict[str, Any]]:
    """Return, by player, the thinking times: their number, the median, and the longest with their moments."""
    thought: dict[str, list[tuple[int, float]]] = {}
    state = game.new(record.header.players, record.header.seed)
    for at, answer in enumerate(record.answers[:fitting]):
        if answer.seconds is not None:
            thought.setdefault(f"P{state.player + 1}", []).append((at, answer.seconds))
        state.apply(answer.option)
    return {
        player: {
            "answers": len(times),
            "median": round(median(seconds for _, seconds in times), 1),
            "longest": sorted(times, key=lambda each: -each[1])[:MAX_LENGTH],
        }
        for player, times in sorted(thought.items())
    }
