"""Generator of the page of diagnostics: meaning, fix and examples of each code."""

import difflib
import re
from collections.abc import Iterator
from pathlib import Path

from cardwright.source.diagnostic_codes import explain_codes
from cardwright.source.visible_control_characters import STEERING
from cardwright_tools.cli.errors import FindingError

EXPECT = re.compile(r"# expect (\S+?)(?:-\d+)? ([a-z0-9-]+: .*)\n")
REPEAT = re.compile(r"# repeat the last line (\d+) times\n")
MAX_LINES = 40
SHOWN_WHOLE = 14
LEFT_OUT = "# ..."
INTRODUCTION = """# Diagnostics

For authors: every error and warning of `cardwright validate` and `cardwright test`, by the code in square brackets.
`cardwright explain CODE` shows one section in the terminal.

Each section has a file with the mistake, the message for it, and the corrected file. Tests check that exactly this
message appears, and none for the corrected file. Card files belong to the small game in
`tests/diagnostics/shop.yaml`. Invisible characters are shown as symbols, such as `␉` for a tab. This page is written by
`python -m maintenance.generate`.

A game with warnings can be played. Warnings cannot be switched off: change the file as the section suggests.

When you publish a set, run `cardwright release GAME`. It writes the ids of the cards into `released.txt` beside their
files, and the ids of the game's own `pieces:` into one beside the rules. If an id disappears later, that is the error
[missing-released-id](#missing-released-id), because records and scenarios refer to it. `cardwright release GAME
--check` lists the ids that are not in these files yet.
"""


def render_page(root: Path) -> str:
    """Return the whole page, with the examples from the tests of a checkout."""
    parts = [INTRODUCTION]
    for code, declared in sorted(explain_codes().items()):
        parts.append(f"## {code}\n\n{declared.meaning}\n\nHow to correct it: {declared.mend}\n")
        if declared.formerly:
            parts.append(f"Called `{declared.formerly}` in release 0.1.\n")
        parts += _list_examples(root / "tests" / "diagnostics", code)
    return "\n".join(parts)


def _list_examples(folder: Path, code: str) -> Iterator[str]:
    alike = [*folder.glob(f"{code}.yaml"), *folder.glob(f"{code}--*.yaml"), *folder.glob(f"{code}/expected.txt")]
    for number, path in enumerate(sorted(alike, key=lambda path: path.stem)):
        bad, good = (_read_example_folder if path.name == "expected.txt" else _read_example_file)(path)
        text = path.read_bytes().decode("utf-8", "backslashreplace")
        yield "Or:\n" if number else "Wrong:\n"
        yield from _format_files("yaml", bad)
        yield "```text\n" + "\n".join(_render_example(text)) + "\n```\n"
        yield "Corrected:\n"
        yield from _format_files("yaml", good)


def _format_files(language: str, files: dict[str, str]) -> Iterator[str]:
    """Yield a block for each file, with its name if several are possible."""
    for name, text in files.items():
        yield (f"`{name}`:\n\n" if name else "") + f"```{language}\n{text}\n```\n"


def _render_example(text: str) -> list[str]:
    """Return the expected diagnostics; their line numbers do not count the test's comments."""
    expected = EXPECT.findall(text)
    above = len(expected) + len(REPEAT.findall(text))
    return [f"{_move(place, above) if place[0].isdigit() else place}: {said}" for place, said in expected]


def _move(place: str, above: int) -> str:
    line, _, column = place.partition(":")
    return f"{max(1, int(line) - above)}:{column}"


def _read_example_file(path: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Return a file with an error, and the changes in its corrected version; the key of both is "".

    Raises FindingError if there is no corrected file.
    """
    mended = path.parent / "mended" / path.name
    if not mended.is_file():
        raise FindingError(f"{path} is nowhere mended: put the file without its mistake into {mended}")
    bad, good = _read_lines(path), _read_lines(mended)
    return {"": _shorten(bad)}, {"": "\n".join(_select_changes(bad, good))}


def _read_example_folder(expected: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Return the files of a folder with an error, and the files that differ or are new in the corrected folder."""
    bad, good = (
        {
            str(path.relative_to(below).as_posix()): _read_lines(path)
            for path in sorted(below.rglob("*"))
            if path.is_file()
        }
        for below in (expected.parent, expected.parent.parent / "mended" / expected.parent.name)
    )
    del bad[expected.name]
    changed = {name: "\n".join(lines) for name, lines in good.items() if lines != bad.get(name)}
    return {name: _shorten(lines) for name, lines in bad.items()}, changed


def _read_lines(path: Path) -> list[str]:
    """Return the lines of a file without the test's comments; invisible characters become signs."""
    text = path.read_bytes().decode("utf-8", "backslashreplace")
    repeated = REPEAT.search(text)
    lines = REPEAT.sub("", EXPECT.sub("", text)).rstrip("\n").split("\n")
    if repeated:
        lines.append(f"# ... and so on, {int(repeated[1]):,} times in all")
    return [re.sub(f"[{STEERING}\t]", _replace_character, line) for line in lines]


def _replace_character(found: re.Match[str]) -> str:
    """Return the Unicode picture of a control character, or its number if there is none."""
    if found[0] > "\x7f":
        return f"⟨U+{ord(found[0]):04X}⟩"
    return chr(0x2421 if found[0] == "\x7f" else 0x2400 + ord(found[0]))


def _shorten(lines: list[str]) -> str:
    if len(lines) <= MAX_LINES:
        return "\n".join(lines)
    return "\n".join([*lines[:SHOWN_WHOLE], LEFT_OUT, lines[-1]])


def _select_changes(bad: list[str], good: list[str]) -> list[str]:
    """Return the changed lines with their neighbours, or all lines of a short file."""
    if len(good) <= SHOWN_WHOLE:
        return good
    shown: set[int] = set()
    for kind, _, _, start, end in difflib.SequenceMatcher(None, bad, good, autojunk=False).get_opcodes():
        if kind != "equal":
            shown |= set(range(max(0, start - 1), min(len(good), end + 1)))
    lines: list[str] = []
    for number, line in enumerate(good):
        if number in shown:
            lines.append(line)
        elif lines[-1:] != [LEFT_OUT]:
            lines.append(LEFT_OUT)
    return lines
