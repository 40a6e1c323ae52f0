"""Writes the page of diagnostics: every code with its meaning, and a file with the mistake and what is told of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from cardwright_tools.generate_reference import all_codes

EXPECT = re.compile(r"# expect (\S+?)(?:-\d+)? ([a-z0-9-]+: .*)\n")
MOST_LINES = 40
INTRODUCTION = """# Diagnostics

What `cardwright validate` can say, by the code in its square brackets. The examples with a mistake are tests of
Cardwright itself: card files among them are cards of the small game in `tests/diagnostics/shop.yaml`. This page is
written by `python -m cardwright_tools.generate`.

Warnings do not keep a game from being played. There is no way to silence one: each can be answered in the files.

The ids of a released set can be kept beside its cards, one a line, in `cards/GAME/SET/released.txt`; an id that is gone
later is an error, since records and scenarios name it.
"""


def diagnostics_page(root: Path) -> str:
    """The whole page, with the examples of the tests in a checkout."""
    parts = [INTRODUCTION]
    for code, meaning in sorted(all_codes().items()):
        parts.append(f"## {code}\n\n{meaning}\n")
        parts += _examples(root / "tests" / "diagnostics", code)
    return "\n".join(parts)


def _examples(folder: Path, code: str) -> Iterator[str]:
    for path in sorted([*folder.glob(f"{code}.yaml"), *folder.glob(f"{code}--*.yaml")]):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        shown = not re.search(r"[^\n\x20-\x7e\u00a1-\u2027]", text) and "# repeat" not in text
        if shown and text.count("\n") <= MOST_LINES:
            yield from _example(text)


def _example(text: str) -> Iterator[str]:
    """A file without the lines for its test, and what is told: the first line of the file counts as the first shown."""
    expected = EXPECT.findall(text)
    if expected:
        above = len(expected)
        lines = [f"{_moved(place, above)}: {said}" for place, said in expected]
        yield "```yaml\n" + EXPECT.sub("", text).rstrip() + "\n```\n"
        yield "```text\n" + "\n".join(lines) + "\n```\n"


def _moved(place: str, above: int) -> str:
    line, _, column = place.partition(":")
    return f"{int(line) - above}:{column}"
