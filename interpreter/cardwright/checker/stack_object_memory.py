"""Memory of stack objects, which stores the values that their deferred statements need."""

from collections.abc import Collection, Iterable

from cardwright.checker import typed_tree
from cardwright.checker.names.rule_text_context import Symbols
from cardwright.declarations.model import MemoryDecl
from cardwright.declarations.value_types import PLAYER, Type, enum
from cardwright.phrases.inflection import spell_name
from cardwright.source.positions import Span
from cardwright.state_slots_and_table_rows import STANDS_FOR

# Names with a space cannot collide with an author's names.
WHAT_WAITS = enum("what waits")
OWNER = "owner"


def declare_text_memory(kind: str, span: Span) -> MemoryDecl:
    """Return the declaration of the memory that holds the number of a stack object's deferred statements."""
    return _check_memory(STANDS_FOR, STANDS_FOR, kind, WHAT_WAITS, span)


def declare_piece_memory(of: Type, kind: str, span: Span) -> MemoryDecl:
    """Return the declaration of the memory that holds the piece whose ability put a stack object on the stack."""
    return _check_memory(f"of {of.of}", "of", kind, of, span)


def declare_owner_memory(symbols: Symbols, kind: str) -> MemoryDecl:
    """Return the memory in which stack objects of a kind store `you`, the player of their deferred statements.

    If the game declares memory of that name and type for the kind, this memory is returned.
    """
    declared = symbols.memory.get((kind, OWNER))
    if declared is not None and declared.type == PLAYER and declared.per is None:
        return declared
    word = OWNER if declared is None else "whose it is"
    return _check_memory(word, OWNER, kind, PLAYER, symbols.game.kinds[kind].span)


def declare_value_memory(
    symbols: Symbols,
    kind: str,
    names: Iterable[typed_tree.TypedVar],
    public: Collection[typed_tree.TypedVar],
    span: Span,
) -> dict[typed_tree.TypedVar, MemoryDecl]:
    """Return the memory in which stack objects of a kind store the values of some variables.

    If the game declares memory with the name and type of a variable, that memory is used. Other variables use memory
    that many rule texts share for values of one type; values that are not public are stored in secret memory.
    """
    found: dict[typed_tree.TypedVar, MemoryDecl] = {}
    for var in names:
        declared = symbols.memory.get((kind, var.word))
        if declared is not None and declared.type == var.type and declared.per is None:
            found[var] = declared
            continue
        called = _name_values(symbols, var.type)
        secret = var not in public
        lead = f"unseen {called}" if secret else f"a {called}"
        words = {memory.word for memory in found.values()}
        word = next(word for n in range(1, len(words) + 2) if (word := f"{lead} {n}") not in words)
        found[var] = _check_memory(word, called, kind, var.type, span, secret)
    return found


def _name_values(symbols: Symbols, kind: Type) -> str:
    """Return the noun for values of a type."""
    item = kind.item or kind
    word = item.of or item.base
    title = symbols.game.kinds[word].title if item.base == "piece" else spell_name(word)
    return f"{title} list" if kind.item is not None else title


def _check_memory(word: str, title: str, kind: str, of: Type, span: Span, secret: bool = False) -> MemoryDecl:
    starts = () if of.base == "list" else -1 if of.base in ("player", "piece", "enum", "name") else 0
    return MemoryDecl(word, kind, of, starts, None, None, True, "nobody" if secret else "everyone", title, span)
