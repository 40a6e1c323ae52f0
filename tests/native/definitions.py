"""What the C of a program declares in one part of it and defines in none, or in several: it could not be linked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

_DECLARED = re.compile(
    r"^(?:extern const \w+ (\w+)(?:\[\])?|(?:[IML]|int|void) (\w+)\(St \*S[^(){}]*\));$", re.MULTILINE
)
_DEFINED = re.compile(r"^(?:[IML]|int|void) (\w+)\(St \*S[^(){};]*\) \{", re.MULTILINE)
_FILLED = re.compile(r"^(?:const \w+ |DATA \w+ )(\w+)(?:\[\])? = ", re.MULTILINE)


def amiss(code: Mapping[str, Any]) -> list[str]:
    """The names that are declared and not defined once; [] for what C does not know at all."""
    if "refused" in code:
        return []
    parts = [*code["units"].values(), code["rules"], code["body"]]
    declared = {name for part in parts for names in _DECLARED.findall(part) for name in names if name}
    defined = Counter(name for part in parts for found in (_DEFINED, _FILLED) for name in found.findall(part))
    assert declared
    return sorted(name for name in declared if defined[name] != 1)
