"""What docs/python-api.md shows is what Python says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "python-api.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)


def test_every_example_of_the_page_goes_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = PAGE.read_text(encoding="utf-8")
    names: dict[str, object] = {}
    runner, parser = doctest.DocTestRunner(verbose=False), doctest.DocTestParser()
    said: list[str] = []
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start()) + 1
        examples = parser.get_doctest(block.group(1), names, PAGE.name, str(PAGE), line)
        runner.run(examples, out=said.append, clear_globs=False)
        names = examples.globs
    assert runner.summarize(verbose=False).failed == 0, "".join(said)
    assert runner.tries > 40
