"""No text of a file holds what steers a terminal, breaks a line unseen or turns it around, however it is written."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright.source.read_with_size_limit import override_files
from cardwright.source.visible_control_characters import find_refused_character
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Node, Scalar, Sequence, YamlDocument
from cardwright_tools.cli.errors import FindingError
from cardwright_tools.sheets.sheet_files import read_sheet

FILE = Path("some.yaml")
# As the issue and the Unicode standard list them, not as our own pattern says it.
CONTROL = [chr(n) for n in (*range(0x20), *range(0x7F, 0xA0)) if chr(n) not in "\t\n"]
TURNS = [chr(n) for n in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))]
BREAKS = [c for n in range(0x110000) if len(f"a{(c := chr(n))}b".splitlines()) > 1 and c != "\n"]
HALVES = [chr(n) for n in range(0xD800, 0xE000)]
EVIL = sorted({*CONTROL, *TURNS, *BREAKS, *HALVES})
# What scripts, emoji and typography need stays.
KIND = ["\xa0", "\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u061c", "\u2026", "\ufe0f", "é", "🂡", "ש", "﷽"]


def texts(node: Node | None) -> Iterator[str]:
    """Every text of a tree, keys too."""
    if isinstance(node, Scalar):
        yield from (node.raw, str(node.value))
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from texts(item)
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            yield from (key.raw, str(key.value), *texts(value))


def admitted(text: str | bytes) -> YamlDocument:
    """What is read of a text, in which nothing is left that no text may hold."""
    document = load_yaml(FILE, text)
    assert [each for each in texts(document.root) if find_refused_character(each)] == []
    return document


def test_nothing_that_steers_is_read_from_a_file() -> None:
    for character in EVIL:
        for written in (
            f"a: b{character}c",
            f"a{character}: b",
            f"a: |\n  b{character}\n",
            f"a: 'x{character}'",
            f"# {character}",
        ):
            found = admitted(written + "\nz: 1\n").diagnostics
            if character != "\r":  # which ends a line of a file
                assert [each.code for each in found] == ["unprintable-character"], repr(written)
                assert found[0].span.line in (1, 2)


def test_nothing_that_steers_is_read_from_an_escape() -> None:
    for character in EVIL:
        code = ord(character)
        escapes = [f"\\U{code:08x}", f"\\u{code:04x}", *([f"\\x{code:02x}"] if code < 256 else [])]
        escapes += {0: ["\\0"], 7: ["\\a"], 8: ["\\b"], 0xB: ["\\v"], 0xC: ["\\f"], 0xD: ["\\r"], 0x1B: ["\\e"]}.get(
            code, []
        )
        escapes += {0x85: ["\\N"], 0x2028: ["\\L"], 0x2029: ["\\P"]}.get(code, [])
        for escape in escapes:
            for written, column in (
                (f'a: "bc{escape}d"', 7),
                (f'"bc{escape}": d', 4),
                (f'a: [x, {{y: "{escape}"}}]', 13),
            ):
                found = admitted(written + "\n").diagnostics
                assert len(found) == 1, repr(written)
                assert found[0].code in ("unprintable-character", "yaml-bad-escape", "yaml-syntax"), repr(written)
                if found[0].code == "unprintable-character":
                    assert (found[0].span.line, found[0].span.column) == (1, column)
                    assert found[0].span.end_column == column + len(escape)
                else:
                    assert unicodedata.category(character) == "Cs"


def test_an_editors_text_goes_through_the_same_gate() -> None:
    with override_files({FILE.resolve(): "a: b\u202ec\n"}):
        assert [each.code for each in load_yaml(FILE.resolve()).diagnostics] == ["unprintable-character"]


@pytest.mark.parametrize("character", ["\x1b", "\n", "\t", "\u202e", "\x7f", os.fsdecode(b"\xff")])
def test_files_and_folders_have_names_that_can_be_shown(character: str, tmp_path: Path) -> None:
    """Games and sets are called like their folders."""
    named = tmp_path / f"ha{character}t"
    for file in (tmp_path / f"ha{character}t.yaml", named / "game.yaml"):
        file.parent.mkdir(exist_ok=True)
        file.write_text("a: b\n", encoding="utf-8")
        assert [each.code for each in load_yaml(file).diagnostics] == ["unprintable-character"]
    assert load_yaml(_below(named) / "game.yaml").diagnostics == ()


def _below(folder: Path) -> Path:
    """A folder further down, for which the name above is its owner's affair."""
    inner = folder / "harbour"
    inner.mkdir()
    (inner / "game.yaml").write_text("a: b\n", encoding="utf-8")
    return inner


@pytest.mark.parametrize("character", KIND)
def test_what_scripts_need_is_read(character: str) -> None:
    for written in (f"a: 'b{character}c'\n", f'a: "b\\U{ord(character):08x}c"\n'):
        document = admitted(written)
        assert document.diagnostics == ()
        assert f"b{character}c" in texts(document.root)


def test_breaks_and_tabs_are_layout_of_long_texts() -> None:
    document = admitted('a: |\n  b\tc\n  d\nb: "x\\ty\\nz"\n')
    assert document.diagnostics == ()
    assert {"b\tc\nd\n", "x\ty\nz"} <= {*texts(document.root)}


@pytest.mark.parametrize("character", [c for c in EVIL if c not in HALVES and c != "\r"])
def test_nothing_that_steers_is_read_from_a_sheet(character: str, tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    for row, column in ((1, 2), (2, 2)):
        rows = [["id", "name"], ["tea", "Tea"]]
        rows[row - 1][column - 1] += f"{character}x"
        file.write_text("\n".join(",".join(cells) for cells in rows), encoding="utf-8", newline="")
        with pytest.raises(FindingError, match=rf"row {row}, column {column}: .*U\+{ord(character):04X}"):
            read_sheet(file)
