"""Which constructs a game uses, and which pairs of them met on which surface.

A construct is a rule of the grammar, a keyword, a built-in word, or a field of a declaration. All that there are come
from the grammar and the declarations, so that a new one is asked for as soon as it is there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

from lark import Token, Tree
from tests.fuzz.worlds import Fields, plain

from cardwright.builtins import all_primitives
from cardwright.declarations.schema import field_types as f
from cardwright.declarations.schema.card_file_fields import PIECE
from cardwright.declarations.schema.field_types import FieldGroup
from cardwright.declarations.schema.game_file_fields import ATTRIBUTE, GAME, KIND, MEMORY, ZONE
from cardwright.declarations.schema.look_fields import LOOK
from cardwright.source.yaml.loader import load_yaml
from cardwright.syntax.keywords import list_spellings
from cardwright.syntax.parser import load_grammar

# Groups of fields by the field of a game's files that holds them.
GROUPS = {"zones": ZONE, "memory": MEMORY, "kinds": KIND, "attributes": ATTRIBUTE, "pieces": PIECE, "cards": PIECE}
SHOWN = 12
# The fields that hold texts of the language, and the rule of the grammar for each.
TEXTS = {"power": "power", "library": "library", "do": "deeds", "then": "value"}


@lru_cache(maxsize=1)
def all_constructs() -> frozenset[str]:
    """Return every construct there is."""
    # a rule that stands for its only part is seen in no tree
    rules = {rule.alias or rule.origin.name for rule in load_grammar().rules if rule.alias or not rule.options.expand1}
    rules = {str(getattr(name, "value", name)) for name in rules}
    found = {f"rule {name}" for name in rules if not name.startswith("_")}
    found |= {f"word {word}" for words in list_spellings().values() for word in words}
    found |= {f"built-in {word}" for word in all_primitives()}
    for group in {id(each): each for each in (GAME, LOOK, *GROUPS.values())}.values():
        found |= {f"{group.word} {name}" for name in _fields_of(group)}
    return frozenset(found)


def _fields_of(group: FieldGroup) -> Iterator[str]:
    for each in group.fields:
        yield each.word
        if isinstance(each.shape, f.OneOf):
            yield from (f"{each.word}: {word}" for word in each.shape.words)


def constructs(folder: Path) -> frozenset[str]:
    """Return the constructs that a game uses."""
    found: set[str] = set()
    for path in sorted(folder.rglob("*.yaml")):
        _walk(plain(load_yaml(path).root), "game", found)
    return frozenset(found) & all_constructs()


def _walk(tree: Any, group: str, found: set[str]) -> None:
    """Note the fields of a part of a file, and what its texts are made of."""
    if isinstance(tree, list) and not isinstance(tree, Fields):
        for item in tree:
            _walk(item, group, found)
        return
    if not isinstance(tree, Fields):
        return
    for name, value in tree:
        found |= {f"{group} {name}", f"{group} {name}: {value}"}
        if name in TEXTS and isinstance(value, str):
            _texts(load_grammar().parse(value, start=TEXTS[name]), found)
        elif name in GROUPS and isinstance(value, Fields):
            _entries(value, GROUPS[name].word, found)
        elif name in ("scenarios", "when", "examples"):
            _walk(value, "scenario", found)
        elif name in GROUPS or name == "look":
            _walk(value, GROUPS[name].word if name in GROUPS else "look", found)


def _entries(tree: Fields, group: str, found: set[str]) -> None:
    """Note what is declared by name, below `table` and `player` or at once."""
    for name, value in tree:
        if name in ("table", "player") and isinstance(value, Fields):
            _entries(value, group, found)
        else:
            _walk(value, group, found)


def _texts(tree: Tree[Token], found: set[str]) -> None:
    for part in tree.iter_subtrees():
        found.add(f"rule {part.data}")
        for child in part.children:
            if isinstance(child, Token):
                found |= {f"word {child}", f"built-in {child}"}
        if part.data == "if_" and len(part.children) > 3:
            found.add("word else if")
    # signs and words that the tree leaves out follow from its rules; these have no other trace
    found |= {f"word {word}" for rule, words in _IMPLIED.items() if f"rule {rule}" in found for word in words}


# The words that the parser filters out, by the rule of the grammar that has them.
_IMPLIED = {
    "on": ("on",), "forbid": ("forbid",), "modify": ("modify",), "offer": ("offer",), "rule": ("rule",),
    "gives": ("gives",), "result": ("gives",), "let": ("let",), "require": ("require",), "if_": ("if",),
    "else_": ("else",), "for_each": ("for each",), "repeat_until": ("repeat", "until"),
    "repeat_times": ("repeat", "times"),
    "repeat_forever": ("repeat",), "choose": ("choose",), "pick": ("from",), "choose_one": ("choose one",),
    "option": ("option",), "picking": ("option",), "or_": ("or",), "and_": ("and",), "not_": ("not",),
    "where": ("where",),
    "case_otherwise": ("otherwise",), "case_if": ("if",), "once": ("once per",), "twice": ("twice per",),
    "lasting": ("modify", "until"), "put_on": ("put on",), "carry_out": ("carry out",), "such_that": ("such that",),
    "up_to": ("up to",), "at_least": ("or more",), "any_number": ("any number of",),
    "together": ("together",),
    "leave": ("leaves play",), "rest_of": ("the rest of",), "if_any": (", if any",), "body": (":",),
    "as_many": ("as many as possible up to",), "divide": ("/",),
}  # fmt: skip


@dataclass
class Coverage:
    """How many games used a construct, and for each surface how many had two of them; only what was tried counts."""

    games: int = 0
    used: Counter[str] = field(default_factory=Counter)
    pairs: dict[str, set[tuple[str, str]]] = field(default_factory=dict)

    def note(self, found: frozenset[str], surfaces: Iterable[str]) -> None:
        """Note that a game with some constructs was tried on some surfaces."""
        self.games += 1
        self.used.update(found)
        met = [*combinations(sorted(found), 2)]
        for surface in surfaces:
            self.pairs.setdefault(surface, set()).update(met)

    def add(self, other: Coverage) -> None:
        """Take in what others noted."""
        self.games += other.games
        self.used.update(other.used)
        for surface, pairs in other.pairs.items():
            self.pairs.setdefault(surface, set()).update(pairs)

    def table(self) -> Iterator[str]:
        """The pairs that met, by surface, and which constructs came up seldom or never."""
        there = all_constructs()
        possible = len(self.used) * (len(self.used) - 1) // 2
        yield f"{len(self.used)} of {len(there)} constructs in {self.games} games: {possible} pairs are possible"
        yield f"{'surface':<20} {'pairs that met':>14}"
        for surface, pairs in self.pairs.items():
            yield f"{surface:<20} {len(pairs):>14} {100 * len(pairs) / max(1, possible):5.1f} %"
        seldom = [f"{name} ({count})" for name, count in self.used.most_common()[: -SHOWN - 1 : -1]]
        yield f"seldom: {', '.join(seldom)}"
        yield f"never: {', '.join(sorted(there - {*self.used}))}"
