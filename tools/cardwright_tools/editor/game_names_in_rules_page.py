"""Names of a game in its rules page: in links, and in expressions between braces."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from cardwright.checker.names.occurrences import Symbol
from cardwright.declarations.find_game_files import RULES_PAGE
from cardwright.declarations.model import GameDecl
from cardwright.source.positions import SourceFile
from cardwright.source.read_text_file import read_source
from cardwright_tools.editor.game_analysis import Analysis

Place = tuple[int, int]
Named = tuple[Place, Symbol]

_LINK = re.compile(r"\]\((\w+(?:,\w+)*)\)")
_LIVE = re.compile(r"\{([^{}\n]*)\}")
_WORD = re.compile(r"\w+")
_BLOCK = re.compile(r"\s*(table|steps|card)\s+(\w+)\s*")
_COPIES = re.compile(r"\s*copies\s+of\s+(\w+)\s*")
_PIECES = re.compile(r"\s*(?:number\s+of\s+)?(\w+)(?:\s+where\s+(\w+)\s+is\s+([\w -]*\w))\s*|\s*number\s+of\s+(\w+)\s*")
_OF_PIECE = re.compile(r"\s*(\w+)\s+of\s+(\w+)\s*")
_ONE = re.compile(r"\s*(\w+)\s*(?::[^{}]*|\s+per\s+players\s*)?")
_BLOCK_KINDS = {"table": "table", "steps": "procedure", "card": "piece"}


def read_page_file(game: GameDecl) -> SourceFile | None:
    """Return the rules page of a game as text ("" if it cannot be read), or None if it has none."""
    path = Path(game.span.path).parent / RULES_PAGE
    return read_source(path, None)[0] if game.span.path and os.path.lexists(path) else None


def find_page_names(analysis: Analysis, text: str) -> Iterator[Named]:
    """Yield the names in a rules page, each with its first and last offset and its symbol.

    A link to a word that several zones or values share is left out, because it refers to all of them.
    """
    game = analysis.game
    for link in _LINK.finditer(text):
        for word in _WORD.finditer(link[1]):
            symbol = _resolve_link(analysis, word[0])
            if symbol is not None:
                yield (link.start(1) + word.start(), link.start(1) + word.end()), symbol
    for live in _LIVE.finditer(text):
        for (start, end), symbol in _find_live_names(game, live[1]):
            yield (live.start(1) + start, live.start(1) + end), symbol


def _resolve_link(analysis: Analysis, word: str) -> Symbol | None:
    """Return the symbol to which a link refers, with the same precedence as `list_anchors`.

    Returns None if there is no such symbol, or if several zones or memories have the name.
    """
    game, symbols = analysis.game, analysis.checker.symbols
    if word in game.tables:
        return Symbol("table", "", word)
    if word in game.kinds:
        return Symbol("kind", "", word)
    places = [Symbol("memory", each.owner, word) for each in game.memory if each.word == word]
    places += [Symbol("zone", each.owner, word) for each in game.zones if each.word == word]
    if places:
        return places[0] if len(places) == 1 else None
    if word in symbols.procedures:
        return Symbol("procedure", "", word)
    return Symbol("rule", "", word) if word in symbols.rules else None


def _find_live_names(game: GameDecl, part: str) -> Iterator[Named]:
    """Yield the names in `part`, a text between braces on the page, with offsets from the start of the part."""
    pieces = {piece.id: piece for piece in game.pieces}
    if found := _BLOCK.fullmatch(part):
        yield found.span(2), Symbol(_BLOCK_KINDS[found[1]], "", found[2])
    elif found := _COPIES.fullmatch(part):
        yield found.span(1), Symbol("piece", "", found[1])
    elif found := _PIECES.fullmatch(part):
        number = 1 if found[1] else 4
        kind = next((kind for kind in game.kinds.values() if kind.plural == found[number]), None)
        if kind is None:
            return
        yield found.span(number), Symbol("kind", "", kind.word)
        if found[2]:
            yield found.span(2), Symbol("attribute", kind.word, found[2])
            yield found.span(3), Symbol("word", "", found[3].replace(" ", "_"))
    elif found := _OF_PIECE.fullmatch(part):
        if found[2] in pieces:
            yield found.span(1), Symbol("attribute", pieces[found[2]].kind, found[1])
        yield found.span(2), Symbol("piece", "", found[2])
    elif found := _ONE.fullmatch(part):
        kind = next((kind for kind in game.kinds.values() if kind.plural == found[1]), None)
        if found[1] in pieces:
            yield found.span(1), Symbol("piece", "", found[1])
        elif kind is not None and ":" not in part and " per " not in part:
            yield found.span(1), Symbol("kind", "", kind.word)
        else:
            yield found.span(1), Symbol("rule", "", found[1])
