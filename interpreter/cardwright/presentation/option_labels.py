"""Labels of options: the short texts that are shown before options and can be typed for them, on every surface."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import count
from typing import Protocol

NUMBER = re.compile("-?(?:0|[1-9][0-9]*)")
# Labels of declining, the first that names no option; beside amounts 0 is one of them.
DECLINE = ("0", "-", "--", "---")
DECLINE_BESIDE_AMOUNTS = DECLINE[1:]


class Named(Protocol):
    """An option as far as it can be typed: its key in scenarios, its text, and whether it declines."""

    @property
    def key(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def declines(self) -> bool: ...


def is_number(name: str) -> bool:
    """Return True if `name` is a whole number as one writes it, such as `12` or `-3`, but not `01`."""
    return NUMBER.fullmatch(name) is not None


def label_options(options: Sequence[Named]) -> list[str]:
    """Return the label of each option, in the order given: no two are equal, those of several that decline aside.

    An option whose key or text is a number that names no other option is labelled by that number, so that typing what
    a card is called takes that card. All others are numbered from 1, passing over every number that is a name.
    """
    names = Counter(name for option in options for name in {option.key, option.text})
    free = (str(number) for number in count(1) if str(number) not in names)
    plain = [option for option in options if not option.declines]
    amounts = bool(plain) and all(is_number(option.key) for option in plain)
    declining = DECLINE_BESIDE_AMOUNTS if amounts else DECLINE
    decline = next((label for label in declining if label not in names), DECLINE[-1])
    labels = []
    for option in options:
        own = next((name for name in (option.key, option.text) if is_number(name) and names[name] == 1), None)
        labels.append(decline if option.declines else own if own is not None else next(free))
    return labels
