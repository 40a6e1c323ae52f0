"""Bitsets: sets of pieces as the bits of one integer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

# Cache of the lists of bitsets; the same sets occur often, because pieces seldom move.
_LISTED: dict[int, tuple[int, ...]] = {}
MAX_LISTED = 8_192


def ids(mask: int) -> tuple[int, ...]:
    """Return the numbers of the set bits, lowest first."""
    known = _LISTED.get(mask)
    if known is not None:
        return known
    found = []
    left = mask
    while left:
        low = left & -left
        found.append(low.bit_length() - 1)
        left ^= low
    if len(_LISTED) >= MAX_LISTED:
        _LISTED.clear()
    listed = _LISTED[mask] = tuple(found)
    return listed


def mask_of(pieces: Iterable[int]) -> int:
    """Return the bitset of some pieces."""
    mask = 0
    for piece in pieces:
        mask |= 1 << piece
    return mask


def union(masks: Iterable[int]) -> int:
    """Return the union of bitsets."""
    mask = 0
    for each in masks:
        mask |= each
    return mask


def nth(mask: int, n: int) -> int:
    """Return the number of the n-th set bit, counted from 0."""
    for _ in range(n):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def take(mask: int, n: int) -> int:
    """Return the lowest `n` set bits as a bitset."""
    if n == 1:
        return mask & -mask
    rest = mask
    for _ in range(n):
        rest &= rest - 1
    return mask ^ rest


# By the identity of a list of groups: the list, and for each piece, as a bit, the bitset of all pieces outside its
# group.
_LEFT_OF: dict[int, tuple[Sequence[int], dict[int, int]]] = {}
MAX_GROUPINGS = 64


def _complement_groups(groups: Sequence[int]) -> dict[int, int]:
    """Return a map from the bit of each piece to the bitset of all pieces outside its group.

    Returns {} if the pieces of a group are not numbered consecutively.
    """
    known = _LEFT_OF.get(id(groups))
    if known is not None and known[0] is groups:
        return known[1]
    runs = [(group & -group, group) for group in groups]
    ends = [0, *(group for _, group in runs)]
    ordered = all(group + low & group == 0 and before < low for (low, group), before in zip(runs, ends, strict=False))
    left = {1 << piece: ~group for group in groups for piece in ids(group)} if ordered else {}
    if len(_LEFT_OF) >= MAX_GROUPINGS:
        _LEFT_OF.clear()
    _LEFT_OF[id(groups)] = groups, left
    return left


def one_each(mask: int, groups: Sequence[int]) -> list[int]:
    """Return, from a bitset, the lowest piece of each group of interchangeable pieces."""
    found = []
    left = _complement_groups(groups)
    if left:
        while mask:
            low = mask & -mask
            if low in left:
                found.append(low.bit_length() - 1)
                mask &= left[low]
            else:
                mask ^= low
        return found
    for group in groups:
        if there := mask & group:
            found.append((there & -there).bit_length() - 1)
    return found


def in_groups(mask: int, groups: Sequence[int]) -> list[int]:
    """Return the lowest piece of each group that has one in a bitset, in the order of the groups."""
    return [(there & -there).bit_length() - 1 for group in groups if (there := mask & group)]


def next_of(pool: int, need: int, groups: Sequence[int]) -> list[int]:
    """Return the options for the next pick among interchangeable pieces.

    After each option, the pool has enough pieces for all `need` picks, this one included.
    """
    found = one_each(pool, groups)
    while need > 1 and found and (pool >> found[-1]).bit_count() < need:
        found.pop()
    return found
