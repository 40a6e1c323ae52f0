"""Record files: they survive being cut off, and say what is wrong with them."""

import os
from pathlib import Path

import pytest

from cardwright.records.record_file import (
    Header,
    RecordedAnswer,
    RecordError,
    RecordWriter,
    read_record,
    write_record,
)

HEADER = Header("any_game", ("base", "more"), 3, 7, "c0ffee")
ANSWERS = (RecordedAnswer(3), RecordedAnswer(0, "pass"), RecordedAnswer(12, "grün", "0badcafe"))


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    write_record(path, HEADER, ANSWERS, "d1")
    record = read_record(path)
    assert (record.header, record.answers, record.digest, record.torn) == (HEADER, ANSWERS, "d1", False)


def test_the_plain_form_of_a_record_is_fixed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    write_record(path, HEADER, [RecordedAnswer(3)], "d1")
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    played = '"game": "any_game", "sets": ["base", "more"], "players": 3, "seed": 7, "content": "c0ffee"'
    assert header == '{"cardwright": 2, ' + played + ', "digests": 2}'
    assert lines == ['{"a": 3}', '{"digest": "d1"}']


def test_writing_over_a_record_replaces_it_whole_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    write_record(path, HEADER, ANSWERS, "d1")
    write_record(path, HEADER, [], "d2")
    assert read_record(path).digest == "d2"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_record_is_for_its_owner_alone_however_it_is_written(tmp_path: Path) -> None:
    """It holds the seed, from which every hand follows."""
    whole, grown = tmp_path / "whole.jsonl", tmp_path / "grown.jsonl"
    before = os.umask(0o000)
    try:
        write_record(whole, HEADER, ANSWERS, "d1")
        RecordWriter.create(grown, HEADER).close()
        assert {path.stat().st_mode & 0o777 for path in (whole, grown)} == {0o600}
        # those that an older version wrote become so when they are written again, or gone on with
        whole.chmod(0o644)
        grown.chmod(0o644)
        write_record(whole, HEADER, [], "d2")
        with RecordWriter.resume(grown):
            assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    finally:
        os.umask(before)


def test_a_growing_record_can_be_read_after_every_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with RecordWriter.create(path, HEADER) as writer:
        for count, answer in enumerate(ANSWERS):
            assert read_record(path).answers == ANSWERS[:count]
            writer.answer(answer)
        writer.digest("d1")
        assert read_record(path).digest == "d1"
        writer.undo(2)
        assert (read_record(path).answers, read_record(path).digest) == (ANSWERS[:1], None)


def test_starting_a_record_never_writes_over_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("precious", encoding="utf-8")
    with pytest.raises(FileExistsError):
        RecordWriter.create(path, HEADER)
    assert path.read_text(encoding="utf-8") == "precious"


def test_cut_off_anywhere_after_its_header_a_record_is_still_read_and_can_go_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    write_record(path, HEADER, ANSWERS, "d1")
    whole = path.read_bytes()
    for length in range(whole.index(b"\n") + 1, len(whole)):
        path.write_bytes(whole[:length])
        kept = read_record(path).answers
        assert kept == ANSWERS[: len(kept)]
        with RecordWriter.resume(path) as writer:
            writer.answer(RecordedAnswer(99))
        record = read_record(path)
        assert (record.answers, record.torn) == ((*kept, RecordedAnswer(99)), False)


@pytest.mark.parametrize(
    ("content", "line", "problem"),
    [
        (b"", 1, "empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", 1, "not a record of a match"),
        (b"a: 1\n", 1, "not a record of a match"),
        (b"[1]\n", 1, "expected an object"),
        (b"{}\n", 1, 'no "cardwright"'),
        (b'{"cardwright": 4}\n', 1, "format 4 is unknown"),
        (b'{"cardwright": true}\n', 1, "format True is unknown"),
        (b'{"cardwright": 2.0}\n', 1, "format 2.0 is unknown"),
        (b'{"cardwright": 1}\n', 1, '"game" and "content"'),
        (b'{"cardwright": 1, "game": "g", "sets": "base", "players": 3, "seed": 7, "content": "c"}\n', 1, '"sets"'),
        (b'{"cardwright": 1, "game": "g", "sets": [], "players": true, "seed": 7, "content": "c"}\n', 1, '"players"'),
        (
            b'{"cardwright": 2, "game": "g", "sets": [], "players": 3, "seed": 7, "content": "c", "digests": 3}\n',
            1,
            "version 3 of digests is unknown",
        ),
        (b'{"cardwright": 1, "game": "g"', 1, "not a record of a match"),
        (b"[" * 100_000, 1, "not a record of a match"),
    ],
)
def test_a_file_that_is_no_record_is_refused(content: bytes, line: int, problem: str, tmp_path: Path) -> None:
    refused(tmp_path, content, line, problem)


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (b'{"a": -1}\n', "expected an answer"),
        (b'{"a": true}\n', "expected an answer"),
        (b'{"a": "3"}\n', "expected an answer"),
        (b'{"a": 1, "key": 2}\n', '"key" and "check"'),
        (b'{"undo": 2}\n', "there are only 1"),
        (b'{"digest": 5}\n', "expected an answer"),
        (b"{}\n", "expected an answer"),
        (b"3\n", "expected an object"),
        (b'{"a": 1\n{"a": 2}\n', "not JSON"),
        (b"\xff\xfe\n", "not JSON"),
    ],
)
def test_a_bad_line_is_named(entry: bytes, problem: str, tmp_path: Path) -> None:
    header = b'{"cardwright": 1, "game": "g", "sets": ["base"], "players": 3, "seed": 7, "content": "c"}\n'
    refused(tmp_path, header + b'{"a": 1}\n' + entry, 3, problem)


def refused(folder: Path, content: bytes, line: int, problem: str) -> None:
    path = folder / "bad.jsonl"
    path.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        read_record(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert problem in str(caught.value)
