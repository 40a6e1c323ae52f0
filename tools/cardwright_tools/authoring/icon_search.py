"""Search for shipped icons by name and by meaning."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from cardwright.declarations.icon_files import find_shipped_icons
from cardwright.source.diagnostics import suggest
from cardwright.source.read_with_size_limit import read_text

MEANINGS = Path(__file__).parent / "icon_meanings.txt"
# Points for a word that is the name of an icon, a part of the name, a word for it, or the beginning of one.
WHOLE, PART, MEANT, BEGUN = 8, 4, 2, 1
# A beginning shorter than this fits too much.
MIN_BEGINNING = 3
# Fewer icons than this are followed by others that stand for the same.
FEW = 4


@cache
def read_meanings() -> Mapping[str, frozenset[str]]:
    """Return the words for each shipped icon, besides those in its name."""
    found: dict[str, set[str]] = {name: set() for name in find_shipped_icons()}
    for line in read_text(MEANINGS).splitlines():
        words, _, icons = line.partition(": ")
        if not line.startswith("#"):
            for icon in icons.split():
                found[icon].update(words.split())
    return {icon: frozenset(words) for icon, words in found.items()}


def find_icons(asked: str) -> tuple[Sequence[str], str]:
    """Return the icons for some words, the best first, and the corrected spelling of the words.

    The spelling is "" if icons fit the words as they are.
    """
    words = asked.casefold().replace("_", " ").replace("-", " ").split()
    if found := _rank(words):
        return found, ""
    known = {word for icon, meant in read_meanings().items() for word in (*icon.split("-"), *meant)}
    nearest = [suggest(word, known) or word for word in words]
    return _rank(nearest), " ".join(nearest)


def _rank(words: Sequence[str]) -> Sequence[str]:
    """Return the icons that fit some words, the best first; if they are few, then icons similar to the first."""
    scores = {icon: sum(_score(word, icon, meant) for word in words) for icon, meant in read_meanings().items()}
    found = sorted((icon for icon, score in scores.items() if score), key=lambda icon: (-scores[icon], icon))
    if len(found) >= FEW or not found:
        return found
    shared = {icon: len(meant & read_meanings()[found[0]]) for icon, meant in read_meanings().items()}
    alike = sorted((icon for icon, count in shared.items() if count), key=lambda icon: (-shared[icon], icon))
    return [*found, *(icon for icon in alike if icon not in found)]


def _score(word: str, icon: str, meant: frozenset[str]) -> int:
    parts = icon.split("-")
    if word in (icon, icon.removesuffix("-solid")):
        return WHOLE
    if {word, word.removesuffix("s")} & set(parts):
        return PART
    if {word, word.removesuffix("s")} & meant:
        return MEANT
    return BEGUN if len(word) >= MIN_BEGINNING and any(each.startswith(word) for each in (*parts, *meant)) else 0
