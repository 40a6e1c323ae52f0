"""The memory in which things on a stack keep what they stand for."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cardwright.checker import typed_tree
from cardwright.checker.names.scope import Symbols
from cardwright.declarations.model import MemoryDecl
from cardwright.declarations.types import PLAYER, Type, enum
from cardwright.phrases.inflection import spoken
from cardwright.program_format import STANDS_FOR
from cardwright.source.positions import Span

# Words with a space in them are none that an author has given.
WHAT_WAITS = enum("what waits")
OWNER = "owner"


def stands_for(kind: str, span: Span) -> MemoryDecl:
    """Which of all texts that wait a thing stands for."""
    return _memory(STANDS_FOR, STANDS_FOR, kind, WHAT_WAITS, span)


def piece_it_is_of(of: Type, kind: str, span: Span) -> MemoryDecl:
    """The piece on which the ability stands that a thing stands for."""
    return _memory(f"of {of.of}", "of", kind, of, span)


def owner_of(symbols: Symbols, kind: str) -> MemoryDecl:
    """Who is `you` in what a thing stands for: the memory that makes a player the controller of a piece."""
    declared = symbols.memory.get((kind, OWNER))
    if declared is not None and declared.type == PLAYER and declared.per is None:
        return declared
    word = OWNER if declared is None else "whose it is"
    return _memory(word, OWNER, kind, PLAYER, symbols.game.kinds[kind].span)


def memory_for(
    symbols: Symbols, kind: str, names: Iterable[typed_tree.TypedVar], told: Collection[typed_tree.TypedVar], span: Span
) -> dict[typed_tree.TypedVar, MemoryDecl]:
    """The memory of a kind in which the values of some names are kept.

    It is what the game declares under such a name, else memory for values of that type that many texts use. Nobody is
    shown there what not everybody is told.
    """
    found: dict[typed_tree.TypedVar, MemoryDecl] = {}
    for var in names:
        declared = symbols.memory.get((kind, var.word))
        if declared is not None and declared.type == var.type and declared.per is None:
            found[var] = declared
            continue
        called = _called(symbols, var.type)
        secret = var not in told
        lead = f"unseen {called}" if secret else f"a {called}"
        words = {memory.word for memory in found.values()}
        word = next(word for n in range(1, len(words) + 2) if (word := f"{lead} {n}") not in words)
        found[var] = _memory(word, called, kind, var.type, span, secret)
    return found


def _called(symbols: Symbols, kind: Type) -> str:
    """What values of a type are called."""
    item = kind.item or kind
    word = item.of or item.base
    title = symbols.game.kinds[word].title if item.base == "piece" else spoken(word)
    return f"{title} list" if kind.item is not None else title


def _memory(word: str, title: str, kind: str, of: Type, span: Span, secret: bool = False) -> MemoryDecl:
    starts = () if of.base == "list" else -1 if of.base in ("player", "piece", "enum", "name") else 0
    return MemoryDecl(word, kind, of, starts, None, None, True, secret, title, span)
