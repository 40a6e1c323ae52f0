"""By what one sees that a file holds examples of cards, without reading them."""

from __future__ import annotations

import re
from pathlib import Path

from cardwright.source.text_input import read_source


def has_examples(path: Path) -> bool:
    """Whether a file says that it holds examples of cards, however wrong it is otherwise."""
    return holds_examples(read_source(path, None)[0].text)


def holds_examples(text: str) -> bool:
    """Whether the text of a file says so."""
    return re.search(r"^[ ]*(-[ ]+)?(.*[{,][ ]*)?examples[ ]*:", text, re.MULTILINE) is not None
