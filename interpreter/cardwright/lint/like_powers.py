"""Groups of definitions whose powers are alike for every diagnostic: one of each is checked for all.

A number that a power gives to a verb or step of the game, to memory, or to a change that ends, changes no diagnostic.
Definitions whose powers are the same without these numbers are alike: to an analysis of the whole game one of them
contributes what all contribute, and what is wrong with one is wrong with all. If anything is told of a checked one, all
are checked to tell it of each.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from cardwright.builtins import all_primitives
from cardwright.declarations.model import GameDecl, PieceDef
from cardwright.source.diagnostics import Diagnostic, as_plain, from_plain
from cardwright.source.node_dataclass import frozen
from cardwright.source.positions import SourceFile, Span
from cardwright.source.results_in_one_cache_entry import find_result, store_result
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import MAX_TEXTS, parse, retain_parsed

# Games with fewer powers are always checked whole, which takes no longer.
MIN_POWERS = 200
# The number that stands for others, the numbers that stand for themselves, and the greatest that another stands for.
_ANY, _SPECIAL, _MAX_NUMBER = syntax.NumberNode(2), (0, 1), 999
# Letters before the digest of a power that reacts after an event, or modifies a rule; no digest contains them.
_REACTING, _MODIFYING = "r", "m"


@frozen
class LikePowers:
    """The definitions of a game, grouped by their powers.

    `checked` are the numbers of those to check, some of each group, and `represented` the places of the powers in
    groups of which not all are checked. `digest` is of all that the diagnostics of the game depend on, except
    for positions in files of cards.
    """

    checked: frozenset[int]
    represented: tuple[Span, ...]
    digest: str

    @classmethod
    def of(cls, game: GameDecl) -> LikePowers | None:
        """Group the definitions of a game; return None for a game that is better checked whole."""
        if sum(piece.power is not None for piece in game.pieces) < MIN_POWERS:
            return None
        if game.text_limit is not None:  # it counts letters, and numbers have some
            return None
        rows: list[tuple[object, ...]] = []
        groups: dict[tuple[object, ...], list[tuple[int, Span]]] = {}
        for number, piece in enumerate(game.pieces):
            row = _list_common(piece)
            shape = "" if piece.power is None else _find_shape(piece.power.raw)
            if shape is None:
                return None
            rows.append((piece.id, piece.name, piece.inferred, piece.note, piece.reminder, piece.values, row, shape))
            if piece.power is not None:
                # only what reacts after an event is followed to the place of its own piece, which may have these values
                values = tuple(sorted(piece.values.items())) if _REACTING in shape else ()
                groups.setdefault((*row, values, shape), []).append((number, piece.power.span))
        checked: set[int] = set()
        represented: list[Span] = []
        for key, members in groups.items():
            # modifiers of several pieces can need each other, and for some of them each player needs one
            few = game.players[0] if _MODIFYING in str(key[-1]) else 1
            checked.update(number for number, _ in members[:few])
            represented += [span for _, span in members] if len(members) > few else []
        others = [(entry.name, getattr(game, entry.name)) for entry in fields(GameDecl) if entry.name != "pieces"]
        return cls(frozenset(checked), tuple(represented), _digest(repr((others, rows))))

    def speak_for_all(self, found: Sequence[Diagnostic]) -> bool:
        """Return True if these diagnostics of the checked powers are all diagnostics of the game."""
        told = {line for span in _list_spans(found) for line in _list_lines(span)}
        return not told or not any(line in told for span in self.represented for line in _list_lines(span))

    def find_kept(self, files: Mapping[str, SourceFile]) -> list[Diagnostic] | None:
        """Return the diagnostics that `keep` stored for a game with the same digest; None if they may have moved."""

        def read(kept: tuple[list[Any], dict[str, str]]) -> list[Diagnostic] | None:
            found, digests = kept
            if any(path not in files or _digest(files[path].text) != digest for path, digest in digests.items()):
                return None
            if found:
                import cardwright.lint.game_diagnostics  # noqa: F401 - the codes of what it finds are declared
            return from_plain(found)

        return find_result(read, "diagnostics", self.digest)

    def keep(self, found: Sequence[Diagnostic], files: Mapping[str, SourceFile]) -> None:
        """Store the diagnostics of the game, if they lie in its `files` only."""
        paths = {span.path for span in _list_spans(found)}
        if paths <= files.keys():
            digests = {path: _digest(files[path].text) for path in paths}
            store_result((as_plain(found), digests), "diagnostics", self.digest)


def _find_shape(text: str) -> str | None:
    """Return what powers that are alike have in common; None for a text with errors."""
    kept = find_result(str, "shape", text)
    if kept is not None:
        retain_parsed(text, "power")
        return kept
    shape = _compute_shape(text)
    store_result(shape, "shape", text)
    return shape


@lru_cache(maxsize=MAX_TEXTS)
def _compute_shape(text: str) -> str | None:
    """Return a digest of a power without the numbers that change nothing, behind `_REACTING` and `_MODIFYING`."""
    tree = parse(text, "power").tree
    if tree is None:
        return None
    inside = syntax.index(tree)
    shape = _REACTING if any(node.when == "after" for node in inside.of(syntax.ReactNode)) else ""
    shape += _MODIFYING if any(node.until is None for node in inside.of(syntax.ModifyNode)) else ""
    if all(option.title is None for option in inside.of(syntax.OptionNode)):  # a title may repeat a number
        tree = syntax.map_nodes(tree, _replace_numbers)
    return shape + _digest(repr(tree))


def _replace_numbers(node: syntax.Node) -> syntax.Node | None:
    """Return a statement with the same number in place of each that it gives to a verb, to memory or to a change."""
    match node:
        case syntax.PerformNode(word=word, args=args) if word not in all_primitives():
            return replace(node, args=tuple(replace(arg, value=_ANY) if _is_any(arg.value) else arg for arg in args))
        case syntax.AssignNode(value=value) if _is_any(value):
            return replace(node, value=_ANY)
        case syntax.ModifyNode(changes=changes, until=until) if until is not None:
            return replace(node, changes=tuple(replace(c, value=_ANY) if _is_any(c.value) else c for c in changes))
    return None


def _is_any(value: syntax.Expr) -> bool:
    return isinstance(value, syntax.NumberNode) and value.value not in _SPECIAL and value.value <= _MAX_NUMBER


def _list_common(piece: PieceDef) -> tuple[object, ...]:
    """Return what else definitions of one group have in common."""
    stock = None if piece.stock is None else piece.stock.rows
    zones = tuple((zone.raw, count) for zone, count in piece.each_player)
    pool = None if piece.pool is None else piece.pool.raw
    return piece.kind, piece.set, piece.copies, stock, zones, pool, piece.of_many, tuple(piece.parts.items())


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _list_spans(found: Sequence[Diagnostic]) -> Iterator[Span]:
    """Yield all places to which diagnostics point."""
    for each in found:
        yield each.span
        yield from (note.span for note in each.notes if note.span is not None)
        yield from () if each.fix is None else (each.fix.span,)


def _list_lines(span: Span) -> Iterator[tuple[str, int]]:
    """Yield the lines of a span, each with its file."""
    yield from ((span.path, line) for line in range(span.line, span.end_line + 1))
