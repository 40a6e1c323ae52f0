"""Completions at a position of an unfinished rule text."""

import re
from collections.abc import Iterator, Mapping

from cardwright.checker import typed_tree
from cardwright.checker.game import GameChecker
from cardwright.checker.names.occurrences import GAP, Gap, Notes
from cardwright.checker.names.rule_text_context import Cards
from cardwright.source.positions import SourceFile, Span
from cardwright.source.yaml.nodes import Scalar
from cardwright.syntax.indentation import REMARK
from cardwright.syntax.parser import find_top_level_starts, parse_quickly

_WORD = re.compile(r"\w*")
_CHOICE = re.compile(r'\bchoose[ ]+one[ ]*("[^"]*")?[ ]*:$')
_OPEN = {"(": ")", "[": "]"}
# Endings that can complete an unfinished line.
_ENDINGS = (
    "",
    ": stop",
    ":",
    ": set 1",
    ":\n  forbid players x",
    " is 1: stop",
    " from players: stop",
    " if yes",
    " otherwise",
    "()",
)


def find_gap(
    checker: GameChecker,
    text: str,
    at: int,
    kind: str,
    number: int = -1,
    constants: Mapping[str, typed_tree.LiteralExpr] | None = None,
    cards: Cards | None = None,
) -> Gap | None:
    """Return the completions for the word, possibly an empty one, at the offset `at` of a rule text.

    `kind` is `power` or `library`; for a rule text from outside the game it is `deeds` (statements) or `value`, with
    its own `constants` and `cards`. `number` is the number of the definition with the power. `checker` must be
    prepared, and cannot be used afterwards. Returns None if the rule text has errors that no repair removes.
    """
    if _is_among_options(text, at):
        return Gap("option")
    for attempt in _repair_text(text, at):
        tree = parse_quickly(attempt, kind)
        if tree is None:
            continue
        file = SourceFile("", attempt)
        scalar = Scalar(attempt, attempt, "plain", Span.start_of(""), file, 0, len(attempt))
        if kind in ("power", "library"):
            notes: Notes | None = checker.alone(tree, scalar, number)
        else:
            notes = checker.apart(tree, scalar, constants or {}, cards).notes
        if notes is not None and notes.gap is not None:
            return notes.gap
    return None


def find_word(text: str, at: int) -> tuple[int, int]:
    """Return the start and the end of the word at an offset; the word can be empty."""
    start = at = min(at, len(text))
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    found = _WORD.match(text, at)
    return start, found.end() if found else at


def _is_among_options(text: str, at: int) -> bool:
    """Return True if the line at an offset is directly below `choose one:`, where only options are allowed."""
    above, _, line = text[: find_word(text, at)[0]].rpartition("\n")
    heads = [] if line.strip() else _find_headers(above, line)
    return bool(heads) and _CHOICE.search(_strip_comment(heads[-1])) is not None


def _repair_text(text: str, at: int) -> Iterator[str]:
    """Yield repaired versions of a rule text with the token GAP at the offset; texts with fewer repairs come first."""
    starts = find_top_level_starts(text)
    begin = max(start for start in starts if start <= at)
    end = min((start for start in starts if start > at), default=len(text))
    first, last = find_word(text, at)
    line_end = text.find("\n", at)
    line_end = line_end if 0 <= line_end < end else end
    before, rest, below = text[begin:first], text[last:line_end], text[line_end:end]
    yield f"{before}{GAP}{rest}{below}"
    closing = _find_closing_brackets(before)
    for ending in _ENDINGS:
        yield f"{before}{GAP}{closing}{ending}{below}"
        if below.strip():
            yield f"{before}{GAP}{closing}{ending}\n"
    lines = before.rsplit("\n", 1)
    if len(lines) == 2:  # the lines above have errors too, so read the line alone
        head, line = ("\n".join(_find_headers(lines[0], lines[1])), lines[1])
        for ending in _ENDINGS:
            yield f"{head}\n{line}{GAP}{_find_closing_brackets(line)}{ending}\n"


def _find_closing_brackets(before: str) -> str:
    """Return the brackets that close those left open in a text."""
    opened: list[str] = []
    for character in re.sub(rf'"[^"\n]*"|{REMARK}', "", before):
        if character in _OPEN:
            opened.append(_OPEN[character])
        elif character in ")]" and opened:
            opened.pop()
    return "".join(reversed(opened))


def _find_headers(above: str, line: str) -> list[str]:
    """Return the lines of the blocks that contain a line, outermost first."""
    heads: list[str] = []
    indent = len(line) - len(line.lstrip()) if line.strip() else len(line)
    for each in reversed(above.split("\n")):
        depth = len(each) - len(each.lstrip())
        said = _strip_comment(each)
        if said and depth < indent and said.endswith(":"):
            heads.insert(0, each)
            indent = depth
    return heads


def _strip_comment(line: str) -> str:
    """Return a line without its comment."""
    return re.sub(r'("[^"]*")|#.*', r"\1", line).rstrip()
