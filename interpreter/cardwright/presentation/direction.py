"""Whether a change that is told in words is one to more or to less: for those who paint it."""

from __future__ import annotations

import re

# A change as `leads` and `story` tell it: `coins -2 to 0`, `P2: points 12 → 22`.
BECAME = re.compile(r" (-?\d+) → (-?\d+)$")
CHANGED = re.compile(r" ([+-]\d+)(?: to ([+-]?\d+))?$")


def way(change: str) -> str:
    """Whether a change is one to `more` or to `less`; "" where it is neither, or both are possible."""
    if found := BECAME.search(change):
        steps = [int(found[2]) - int(found[1])]
    elif found := CHANGED.search(change):
        steps = [int(each) for each in found.groups() if each is not None]
    else:
        return ""
    return "" if min(steps) < 0 < max(steps) else "less" if min(steps) < 0 else "more" if max(steps) > 0 else ""
