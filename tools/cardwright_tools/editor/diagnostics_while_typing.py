"""Diagnostics after an edit of one power, before a large game is checked again."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cardwright.checker.game import GameChecker
from cardwright.declarations.model import PieceDef
from cardwright.source.diagnostics import Diagnostic, sort_diagnostics
from cardwright.source.positions import SourceFile, Span
from cardwright.source.yaml.nodes import Scalar
from cardwright_tools.editor.game_analysis import Analysis

# Smaller games are checked whole in a moment.
MANY_PIECES = 500


@dataclass(frozen=True)
class _Edit:
    """A replacement of the characters `start` to `end` of a file; the rest of it has moved by `moved`."""

    old: SourceFile
    new: SourceFile
    start: int
    end: int

    @property
    def moved(self) -> int:
        return len(self.new.text) - len(self.old.text)

    @classmethod
    def between(cls, old: SourceFile, new: SourceFile) -> "_Edit":
        """Return the shortest replacement that makes one text of the other."""
        one, other = old.text, new.text
        most = min(len(one), len(other))
        start = next((at for at in range(most) if one[at] != other[at]), most)
        same = next((at for at in range(most - start) if one[-1 - at] != other[-1 - at]), most - start)
        return cls(old, new, start, len(one) - same)

    def is_within(self, old: Scalar, new: Scalar) -> bool:
        """Return True if only the inside of a text was replaced, which is `old` before and `new` now."""
        before = old.start < self.start and self.end <= old.end
        return before and new.start < self.start and self.end + self.moved <= new.end

    def move(self, span: Span, left_out: Scalar) -> Span | None:
        """Return where a span of the old file is now; None if it lies in the text that is left out."""
        if span.path != self.old.path:
            return span
        start, end = (
            self.old.line_offset(line) + column - 1
            for line, column in ((span.line, span.column), (span.end_line, span.end_column))
        )
        if left_out.start <= start < left_out.end:
            return None
        return self.new.span(*(at + self.moved * (at >= left_out.end) for at in (start, end)))


def find_diagnostics_while_typing(before: Analysis, now: Analysis) -> list[Diagnostic] | None:
    """Return the diagnostics of a large game in which one power has changed since it was checked.

    Those of all other texts are taken from `before`. What only a check of the whole game finds out about the power is
    missing. Returns None if the game is small, or if more has changed.
    """
    if len(now.game.pieces) < MANY_PIECES or now.broken or before.sources.keys() != now.sources.keys():
        return None
    changed = [path for path, file in now.sources.items() if file.text != before.sources[path].text]
    if len(changed) != 1:
        return None
    edit = _Edit.between(before.sources[changed[0]], now.sources[changed[0]])
    found = _find_edited_power(before, now, edit)
    if found is None:
        return None
    number, old = found
    kept = _list_moved(before, edit, old)
    return sort_diagnostics([*now.loaded.diagnostics, *kept, *_check_power(now, number)])


def _find_edited_power(before: Analysis, now: Analysis, edit: _Edit) -> tuple[int, Scalar] | None:
    """Return the number of the only piece whose power was edited, and the power before; None if there is none."""
    pairs = zip(before.pieces.get(edit.old.path, ()), now.pieces.get(edit.new.path, ()), strict=False)
    edited = [(now_, before_) for before_, now_ in pairs if _is_edited(before_, now_, edit)]
    if len(edited) != 1 or len(before.game.pieces) != len(now.game.pieces):
        return None
    (number, _), (_, piece) = edited[0]
    return None if piece.power is None else (number, piece.power)


def _is_edited(before: tuple[int, PieceDef], now: tuple[int, PieceDef], edit: _Edit) -> bool:
    old, new = before[1].power, now[1].power
    return before[0] == now[0] and old is not None and new is not None and edit.is_within(old, new)


def _list_moved(before: Analysis, edit: _Edit, left_out: Scalar) -> Iterator[Diagnostic]:
    """Yield the diagnostics of the other texts, at the places where these are now."""
    read = set(before.loaded.diagnostics)
    for each in before.diagnostics:
        span = edit.move(each.span, left_out)
        if span is None or each in read:
            continue
        moved = [(note, None if note.span is None else edit.move(note.span, left_out)) for note in each.notes]
        notes = tuple(replace(note, span=now) for note, now in moved if now is not None or note.span is None)
        at = None if each.fix is None else edit.move(each.fix.span, left_out)
        fix = replace(each.fix, span=at) if each.fix is not None and at is not None else None
        yield replace(each, span=span, notes=notes, fix=fix)


def _check_power(now: Analysis, number: int) -> list[Diagnostic]:
    checker = GameChecker(now.game)
    checker.prepare()
    already = len(checker.diagnostics)
    checker.check_power(number)
    return checker.diagnostics[already:]
