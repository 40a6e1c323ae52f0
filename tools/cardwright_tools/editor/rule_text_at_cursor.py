"""The rule text around a position, in a file that may not be valid YAML while it is edited."""

import re
from dataclasses import dataclass

from cardwright.source.positions import SourceFile
from cardwright_tools.editor.game_analysis import Analysis

_FIELD = re.compile(r"^(?P<lead>[ ]*(?:- +)?)(?P<key>power|library) *:(?P<value>.*)$")
_BLOCK = re.compile(r"^ *[|>][-+0-9]* *(?:#.*)?$")
_ID = re.compile(r"^ *(?:- +)?id *: *[\"']?(\w+)|\{ *id *: *(\w+)")


@dataclass(frozen=True, slots=True)
class LanguageText:
    """A rule text with the offset `at` in it; `kind` is power or library, `card` the id of a power's card."""

    text: str
    at: int
    kind: str
    card: str

    def piece(self, analysis: Analysis) -> int:
        """Return the number of the definition with the id `card`, or 0 if there is none yet."""
        numbers = {piece.id: number for number, piece in enumerate(analysis.game.pieces)}
        return numbers.get(self.card, 0)


def find_language_text(file: SourceFile, at: int) -> LanguageText | None:
    """Return the `power` or `library` around an offset, by indentation alone, or None."""
    number = file.line_number(at)
    column = at - file.line_offset(number)
    own = _FIELD.match(file.line(number))
    if own and column >= own.start("value"):
        return _find_on_line(file, number, own, column)
    for above in range(number - 1, 0, -1):
        found = _FIELD.match(file.line(above))
        line = file.line(above)
        if found and _BLOCK.match(found["value"]):
            indent = len(found["lead"])
            if column <= indent or not _are_all_deeper(file, above + 1, number, indent):
                return None
            return _find_in_block(file, above, found, number, column, indent)
        if line.strip() and not line.startswith(" "):
            return None
    return None


def _are_all_deeper(file: SourceFile, first: int, last: int, indent: int) -> bool:
    lines = [file.line(number) for number in range(first, last + 1)]
    return all(not line.strip() or len(line) - len(line.lstrip()) > indent for line in lines)


def _find_in_block(
    file: SourceFile, above: int, field: re.Match[str], number: int, column: int, indent: int
) -> LanguageText | None:
    last = above
    while last < file.line_count:
        line = file.line(last + 1)
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        last += 1
    lines = [file.line(each) for each in range(above + 1, max(last, number) + 1)]
    depths = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
    margin = min([*depths, column]) if not depths else min(depths)
    if column < margin:
        return None
    before = sum(len(line[margin:]) + 1 for line in lines[: number - above - 1])
    text = "\n".join(line[margin:] for line in lines)
    return LanguageText(text, before + column - margin, field["key"], _find_card_id(file, above, indent))


def _find_on_line(file: SourceFile, number: int, field: re.Match[str], column: int) -> LanguageText | None:
    """Return the rule text that begins on the line of its field; a quoted text ends at the closing quote.

    Returns None for a block, which begins on the next line.
    """
    value = field["value"]
    if _BLOCK.match(value):
        return None
    start = len(value) - len(value.lstrip())
    quote = value[start : start + 1]
    if quote and quote in "\"'":
        start += 1
        stop = value.find(quote, start)
        value = value if stop < 0 else value[:stop]
    at = column - field.start("value") - start
    if not 0 <= at <= len(value) - start:
        return None
    return LanguageText(value[start:], at, field["key"], _find_card_id(file, number, len(field["lead"])))


def _find_card_id(file: SourceFile, number: int, indent: int) -> str:
    """Return the id of the card whose fields have a given indentation."""
    for above in range(number, 0, -1):
        line = file.line(above)
        found = _ID.search(line)
        if found:
            return found[1] or found[2]
        if line.lstrip().startswith("- ") and len(line) - len(line.lstrip()) < indent and above < number:
            return ""
    return ""
