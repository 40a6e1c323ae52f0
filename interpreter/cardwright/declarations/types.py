"""The types of the language: what a value can be."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.program_format import NO_NUMBER
from cardwright.source.node_dataclass import frozen


@frozen
class Type:
    """A type: `base` is one of number, yes_no, text, player, zone, enum, piece, name, list, nothing, none.

    `none` is that of the word for no piece and no word alone, which fits wherever one of these is wanted.
    `of` names the enum or the kind of piece; of a number that may be none it is `none`. `item` is what a list holds
    (None: an empty list, of anything).
    """

    base: str
    of: str = ""
    item: Type | None = None

    def __str__(self) -> str:
        if self.base == "list":
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
    """The type of the words of a declared list."""
    return Type("enum", word)


def piece(kind: str) -> Type:
    """The type of the pieces of a kind."""
    return Type("piece", kind)


def name_of(kind: str) -> Type:
    """The type of the names that pieces of a kind can have."""
    return Type("name", kind)


def either(words: Sequence[str]) -> Type:
    """What a role is that can be of any of some types, by their words."""
    return Type(EITHER, " or ".join(words))


def list_of(item: Type) -> Type:
    """The type of lists of a type."""
    return Type("list", item=item)


def may_be_none(kind: Type) -> bool:
    """Whether `none` is a value of a type; no player is `nobody`."""
    return kind.base in ("enum", "piece", "name") or kind == MAYBE_NUMBER


def none_of(kind: Type) -> int:
    """What stands for `none` of a type."""
    return NO_NUMBER if kind == MAYBE_NUMBER else -1


def article(kind: Type) -> str:
    """A type with `a` or `an` before it, as in a message."""
    if kind == NONE:
        return "`none`"
    words = f"{kind}s" if kind.base == "list" and kind.item in (NUMBER, PLAYER, ZONE) else str(kind)
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"
