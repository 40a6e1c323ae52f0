"""C types of IR values, and the letters that describe the layout of a frame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardwright.compiler.ir import nodes as ir

# The C types of values.
NUMBER, MASK, LIST = "I", "M", "L"
# Other types, such as lists of lists, which only some operations accept and iterate.
OTHER = "X"
# The range of numbers in C: 64 bits.
LEAST, MOST = -(1 << 63) + 1, (1 << 63) - 1


class UnsupportedInCError(Exception):
    """Error for a part of a program that the C generator does not support, so that the game runs in Python."""


def find_c_type(ty: ir.IrType) -> str:
    """Return the C type of an IR type: NUMBER, MASK, LIST or OTHER."""
    if ty.base == "mask":
        return MASK
    if ty.base == "list":
        return OTHER if ty.of in ("list", "mask") else LIST
    return LIST if ty.base == "row" else NUMBER


def find_type_letter(ty: ir.IrType) -> str:
    """Return the letter of a type in a frame layout: `i` number, `l` list, `r` list of rows, `w` row, `M` bitset."""
    sort = find_c_type(ty)
    if sort == OTHER:
        raise UnsupportedInCError(f"a frame with a list of {ty.of}s")
    if sort == LIST:
        return "w" if ty.base == "row" else "r" if ty.of == "row" else "l"
    return "M" if sort == MASK else "i"


def find_letter_in_python(ty: ir.IrType) -> str:
    """Return the letter of a type as `find_type_letter` does, but `t` for a text, which is its number only in C."""
    return "t" if ty.base == "text" else find_type_letter(ty)


def print_literal(value: int) -> str:
    """Return a C literal for a number. Raises UnsupportedInCError beyond 64 bits."""
    if not LEAST <= value <= MOST:
        raise UnsupportedInCError("a number beyond 64 bits")
    return f"{int(value)}LL" if abs(value) >= 1 << 31 else str(int(value))


def format_bitset(mask: int, count: int) -> str:
    """Return a C initializer for a bitset of `count` 64-bit words."""
    if mask < 0 or mask >> 64 * count:
        raise UnsupportedInCError("a mask of pieces that lie nowhere")
    return "{{" + ", ".join(f"{mask >> 64 * word & (1 << 64) - 1}ull" for word in range(count)) + "}}"


def read_constant_list(values: object) -> list[int]:
    """Return a constant list as numbers. Raises UnsupportedInCError for other values."""
    found: list[int] = []
    if not isinstance(values, list | tuple):
        raise UnsupportedInCError("a constant that is no list")
    for value in values:
        if not isinstance(value, int):
            raise UnsupportedInCError("a constant list of no numbers")
        found.append(int(value))
    return found


def format_stored(text: str, sort: str) -> str:
    """Return C code for a value as a slot stores it: for a list, the handle."""
    return f"keep(S, {text})" if sort == LIST else text


def print_array(word: str, values: Iterable[int], ty: str = "int32_t") -> str:
    """Return the C definition of an array. An extra -1 ends it, because C has no empty arrays."""
    return f"DATA {ty} {word}[] = {{{', '.join(str(int(value)) for value in [*values, -1])}}};"


def print_lists(places: str, word: str, each: Sequence[Sequence[int] | None]) -> list[str]:
    """Return C code for two arrays: the start of each list in `each` (-1: no list), and the items of all lists.

    Each list ends with -1.
    """
    at, starts, cells = 0, [], []
    for values in each:
        starts.append(-1 if values is None else at)
        if values is not None:
            cells += [*values, -1]
            at += len(values) + 1
    return [print_array(places, starts), print_array(word, cells)]
