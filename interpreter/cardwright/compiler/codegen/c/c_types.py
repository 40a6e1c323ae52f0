"""How the types of the code IR lie in C: numbers, masks and lists, and the letters that tell a state's parts apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardwright.compiler.ir import nodes as ir

# C's words for the three sorts of value that everything is.
NUMBER, MASK, LIST = "I", "M", "L"
# No mask and no list of numbers: what only some operations take, which know how to run through it.
OTHER = "X"
# Numbers in C have 64 bits.
LEAST, MOST = -(1 << 63) + 1, (1 << 63) - 1


class NotInC(Exception):
    """Something of a program that this printer does not know, by name; the game stays in Python."""


def sort_of(ty: ir.IrType) -> str:
    """The sort of value in C that a type is."""
    if ty.base == "mask":
        return MASK
    if ty.base == "list":
        return OTHER if ty.of in ("list", "mask") else LIST
    return LIST if ty.base == "row" else NUMBER


def letter_of(ty: ir.IrType) -> str:
    """What a frame holds for a name: `i` a number, `l` a list, `r` rows, `w` a row, `M` a mask."""
    sort = sort_of(ty)
    if sort == OTHER:
        raise NotInC(f"a frame with a list of {ty.of}s")
    if sort == LIST:
        return "w" if ty.base == "row" else "r" if ty.of == "row" else "l"
    return "M" if sort == MASK else "i"


def literal(value: int) -> str:
    """A number as C reads it."""
    if not LEAST <= value <= MOST:
        raise NotInC("a number beyond 64 bits")
    return f"{int(value)}LL" if abs(value) >= 1 << 31 else str(int(value))


def words_of(mask: int, count: int) -> str:
    """A mask of so many words as C reads it."""
    if mask < 0 or mask >> 64 * count:
        raise NotInC("a mask of pieces that lie nowhere")
    return "{{" + ", ".join(f"{mask >> 64 * word & (1 << 64) - 1}ull" for word in range(count)) + "}}"


def constant(values: object) -> list[int]:
    """A list that is known now, as numbers; NotInC for one of anything else."""
    found: list[int] = []
    if not isinstance(values, list | tuple):
        raise NotInC("a constant that is no list")
    for value in values:
        if not isinstance(value, int):
            raise NotInC("a constant list of no numbers")
        found.append(int(value))
    return found


def kept(text: str, sort: str) -> str:
    """A value as a slot, a row or a frame holds it: a list by its number."""
    return f"keep(S, {text})" if sort == LIST else text


def row(word: str, values: Iterable[int], ty: str = "int32_t") -> str:
    """A row, with -1 behind it: C knows no empty ones."""
    return f"DATA {ty} {word}[] = {{{', '.join(str(int(value)) for value in [*values, -1])}}};"


def lists(places: str, word: str, each: Sequence[Sequence[int] | None]) -> list[str]:
    """Lists behind each other, each ending in -1, and where each begins; -1 for none."""
    at, starts, cells = 0, [], []
    for values in each:
        starts.append(-1 if values is None else at)
        if values is not None:
            cells += [*values, -1]
            at += len(values) + 1
    return [row(places, starts), row(word, cells)]
