"""Boards that a game does not declare in `look:`, and links that a board makes superfluous."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from math import isqrt
from typing import Any

from cardwright.checker import typed_tree
from cardwright.checker.transitive_uses import find_reachable_nodes
from cardwright.declarations.model import TABLE, GameDecl, KindDecl, MemoryDecl, PieceDef, ZoneDecl
from cardwright.declarations.readers.label_templates import find_words
from cardwright.declarations.schema.look_fields import MAX_ACROSS
from cardwright.declarations.value_types import NUMBER

MIN_SPACES = 4
# A board has at most so many spaces for each of its pieces.
MAX_SPACES_PER_PIECE = 3
# Names of the attributes that place a piece; others are told apart by which of them changes faster in the files.
COLUMN_WORDS, ROW_WORDS = frozenset(("column", "col", "x", "file", "q")), frozenset(("row", "line", "y", "rank", "r"))
HEX_WORDS = {"q", "r"}


def add_undeclared_boards(checked: typed_tree.CheckedGame) -> dict[str, Any]:
    """Return the look of a game with pictures of the boards that it does not declare.

    Memory that connects the spaces of a board with columns and rows, and that only the setup sets, is hidden.
    """
    game = checked.game
    look: dict[str, Any] = dict(game.look)
    drawn, hidden = dict(look.get("draw", {})), list(look.get("hide", ()))
    hidden += sorted(_find_links_on_drawn_boards(checked).difference(hidden))
    for zone in _list_fixed_zones(game):
        kind = game.kinds[zone.holds]
        spaces = [piece for piece in game.pieces if piece.kind == kind.word]
        by = _find_coordinates(kind, spaces)
        across = isqrt(len(spaces))
        if zone.word in (*drawn, *hidden) or len(spaces) < MIN_SPACES or any(each.copies != 1 for each in spaces):
            continue
        if not by and (across**2 != len(spaces) or not 2 < across <= MAX_ACROSS or not _are_plain(kind, spaces)):
            continue
        memory = [each for each in game.memory if each.owner == kind.word]
        hidden += sorted(_find_links(checked, kind).difference(hidden))
        shown = [each for each in memory if each.word not in hidden and not each.secret]
        inner = [each.word for each in game.zones if each.owner == kind.word and each.word not in hidden]
        lines = [f"{{{word}}}" for word in (*(each.word for each in shown), *inner)]
        placed: dict[str, Any] = {"at": list(by), "upwards": by[1] == "rank"} if by else {"across": across}
        shape = "hexes" if set(by) == HEX_WORDS else "grid"
        drawn[zone.word] = {"as": shape, "lines": lines, **placed, **_find_mark(game, kind)}
    return {**look, **({"draw": drawn} if drawn else {}), **({"hide": hidden} if hidden else {})}


def _list_fixed_zones(game: GameDecl) -> Iterator[ZoneDecl]:
    """Yield the zones of the table, seen by everyone, that are the only place for their kind of piece."""
    for zone in game.zones:
        places = [each for each in game.zones if each.holds == zone.holds and not each.is_reserve]
        if places == [zone] and zone.owner == TABLE and zone.see == "everyone" and not zone.ordered:
            yield zone


def _find_coordinates(kind: KindDecl, spaces: Sequence[PieceDef]) -> tuple[str, ...]:
    """Return the attributes of the column and the row of each piece of a kind; () if no two numbers place them."""
    numbers = [each.word for each in kind.attributes.values() if each.type == NUMBER]
    fitting = [pair for pair in permutations(numbers, 2) if _place(pair, spaces)]
    named = [pair for pair in fitting if pair[0] in COLUMN_WORDS or pair[1] in ROW_WORDS]
    named = [pair for pair in named if pair[0] not in ROW_WORDS and pair[1] not in COLUMN_WORDS] or named
    return next(iter([*named, *(pair for pair in fitting if _changes_faster(*pair, spaces))]), ())


def _place(pair: tuple[str, str], spaces: Sequence[PieceDef]) -> bool:
    """Return True if two attributes place pieces: no two are equal in both, and they fill most of a rectangle."""
    places = {(each.values.get(pair[0]), each.values.get(pair[1])) for each in spaces}
    if len(places) < len(spaces) or not spaces:
        return False
    columns, rows = ([value for value in values if isinstance(value, int)] for values in zip(*places, strict=True))
    if len(columns) < len(spaces) or len(rows) < len(spaces):
        return False
    sides = [max(values) - min(values) + 1 for values in (columns, rows)]
    return min(sides) > 1 and sides[0] * sides[1] <= MAX_SPACES_PER_PIECE * len(spaces)


def _changes_faster(one: str, other: str, spaces: Sequence[PieceDef]) -> bool:
    """Return True if, from piece to piece in the files, an attribute changes at least as often as another one."""
    pairs = list(pairwise(spaces))
    often, seldom = (sum(a.values[word] != b.values[word] for a, b in pairs) for word in (one, other))
    return often >= seldom


def _are_plain(kind: KindDecl, spaces: Iterable[PieceDef]) -> bool:
    """Return True if pieces are no more than places: without numbers, parts and powers."""
    numbered = any(each.type == NUMBER for each in kind.attributes.values())
    return not (numbered or kind.parts or kind.part_of) and not any(each.power for each in spaces)


def _is_of_kind(memory: MemoryDecl, kind: KindDecl) -> bool:
    return kind.word in (memory.type.of, memory.type.item.of if memory.type.item else None)


def _find_links_on_drawn_boards(checked: typed_tree.CheckedGame) -> set[str]:
    """Return the links of declared boards that show where each space lies, except those that the look mentions."""
    game = checked.game
    look: dict[str, Any] = dict(game.look)
    pictures = look.get("draw", {})
    boards = [z for z in game.zones if z.holds in game.kinds and pictures.get(z.word, {}).get("at")]
    lines = [line for picture in pictures.values() for line in picture.get("lines", ())]
    said = {word for template in (*lines, *look.get("labels", {}).values()) for word, _ in find_words(template)}
    links = {word for zone in boards for word in _find_links(checked, game.kinds[zone.holds])}
    return links - said.union(look.get("first", ()))


def _find_links(checked: typed_tree.CheckedGame, kind: KindDecl) -> set[str]:
    """Return the memory in which pieces of a kind have other pieces of the kind, and which only the setup sets."""
    links = {each.word for each in checked.game.memory if each.owner == kind.word and _is_of_kind(each, kind)}
    return links - _list_changed_words(checked) if links else links


def _list_changed_words(checked: typed_tree.CheckedGame) -> set[str]:
    """Return the memory that something changes which is not only called by the step `setup`."""
    nodes = {word: list(typed_tree.walk_tree(each.body)) for word, each in checked.procedures.items()}
    nodes["setup"] = []
    nodes[""] = list(typed_tree.walk_tree([each.body for each in checked.abilities]))
    calls = {
        word: {node.procedure.word for node in body if isinstance(node, typed_tree.PerformStmt)}
        for word, body in nodes.items()
    }
    played = {word for start in ("play", "") for word in (start, *find_reachable_nodes(start, calls))}
    return {
        node.target.memory.word
        for word in played
        for node in nodes.get(word, ())
        if isinstance(node, typed_tree.SetMemoryStmt)
    }


def _find_mark(game: GameDecl, kind: KindDecl) -> Mapping[str, str]:
    """Return the field `mark` of a picture: the only memory in which players are on a piece of a kind."""
    found = [each.word for each in game.memory if each.owner == "player" and _is_of_kind(each, kind) and not each.per]
    return {"mark": found[0]} if len(found) == 1 else {}
