"""Types of values in the language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardwright.source.node_dataclass import frozen
from cardwright.state_slots_and_table_rows import NO_NUMBER


@frozen
class Type:
    """A type: `base` is one of number, fraction, yes_no, text, player, zone, enum, piece, name, list, nothing, none.

    `none` is the type of the literal `none`, which fits pieces and words. `of` is the name of the enum or of the kind
    of piece; for a nullable number it is `none`. `item` is the type of a list's items (None: an empty list, of any
    type). A fraction is the result of a division that is not rounded, or of a computation with one; it may be whole.
    """

    base: str
    of: str = ""
    item: Type | None = None

    def __str__(self) -> str:
        if self.base == "list":
            if self.item is not None and self.item.base == "name":
                return f"list of {self.item.of} names"
            return f"list of {self.item}" if self.item else "empty list"
        if self == MAYBE_NUMBER:
            return "number or none"
        if self.base in ("enum", "piece"):
            return self.of
        if self.base == "name":
            return f"name of a {self.of}"
        return {"yes_no": "yes or no"}.get(self.base, self.base)


NUMBER = Type("number")
MAYBE_NUMBER = Type("number", "none")
FRACTION = Type("fraction")
YES_NO = Type("yes_no")
TEXT = Type("text")
PLAYER = Type("player")
ZONE = Type("zone")
NONE = Type("none")
UNKNOWN = Type("bad")  # of what is declared wrongly, which is reported once: it fits everywhere
NOTHING = Type("nothing")
EMPTY = Type("list")
EITHER = "either"  # what a role of several sorts is called in texts that are about all of them; no value is of it


def enum(word: str) -> Type:
    """Return the type of the words of a declared enum."""
    return Type("enum", word)


def piece(kind: str) -> Type:
    """Return the type of the pieces of a kind."""
    return Type("piece", kind)


def name_of(kind: str) -> Type:
    """Return the type of the names of pieces of a kind."""
    return Type("name", kind)


def name_to_piece(kind: Type) -> Type | None:
    """Return the type of the pieces that values of type `kind` name; None for other values."""
    return piece(kind.of) if kind.base == "name" else None


_NAME_OF = re.compile(r"(names?) of (\w+)")


def split_name_type(written: str) -> tuple[bool, str] | None:
    """Return (whether a written type is a list of names, the word for its kind); None for other types.

    Example: `name of card` gives (False, "card"), and `names of cards` gives (True, "cards").
    """
    found = _NAME_OF.fullmatch(written)
    return None if found is None else (found[1] == "names", found[2])


def join_types(words: Sequence[str]) -> Type:
    """Return the type of a parameter that allows several types, given by their words."""
    return Type(EITHER, " or ".join(words))


def list_of(item: Type) -> Type:
    """Return the type of lists with items of a type."""
    return Type("list", item=item)


def may_be_none(kind: Type) -> bool:
    """Return True if a type includes the value `none`, or `nobody` for players."""
    return kind.base in ("enum", "piece", "name") or kind == MAYBE_NUMBER


def none_of(kind: Type) -> int:
    """Return the number that encodes `none` of a type."""
    return NO_NUMBER if kind == MAYBE_NUMBER else -1


def describe_type(kind: Type) -> str:
    """Return the description of a type for a message, with `a` or `an`."""
    if kind == NONE:
        return "`none`"
    words = f"{kind}s" if kind.base == "list" and kind.item in (NUMBER, PLAYER, ZONE) else str(kind)
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"
