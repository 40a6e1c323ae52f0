"""Works out once, before a list is run through, what in its items' values does not depend on the item."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

from cardwright.compiler.ir import nodes as n
from cardwright.compiler.ir.operations import OPERATIONS, PURE, READS

# Below this cost a value is worked out again more quickly than it is kept.
WORTH = 4


class Hoist:
    """Rewrites code; `once` are the numbers of the rules that may be asked though the list turns out to be empty."""

    def __init__(self, once: Collection[int], fresh: Callable[[str, n.Ty], n.Var]) -> None:
        self.once = once
        self.fresh = fresh

    def code(self, code: n.Code) -> n.Code:
        """Code in which every list is run through with as little work as can be."""
        if not any(isinstance(node, n.Each) for node in n.every(code)):
            return code
        found: n.Code = n.rebuilt(code, lambda node: self._each(node) if isinstance(node, n.Each) else node)
        return found

    def _each(self, each: n.Each) -> n.Each:
        """A list whose first loops name what is the same for all its items."""
        inner = {var for var, _ in each.loops}
        named: dict[n.Value, n.Var] = {}
        asked = [] if each.where is None else [each.where]
        for value in (*(items for _, items in each.loops[1:]), *asked, *(() if asked else (each.value,))):
            for part in self._certain(value, inner):
                if part not in named:
                    named[part] = self.fresh("same", part.ty)
        if not named:
            return each
        first = tuple((var, n.Many((part,), n.Ty("list", part.ty.base))) for part, var in named.items())
        put: n.Each = n.rebuilt(each, lambda node: n.Get(named[node]) if node in named else node)
        return replace(put, loops=(*first, *put.loops))

    def _certain(self, value: n.Value, inner: set[n.Var]) -> Iterator[n.Value]:
        """The largest parts of a value that are worked out whenever it is, and are the same for all items."""
        # a list of one list, which names that further inside, is no value of the language
        naming = isinstance(value, n.Many) and value.ty.of in ("list", "mask")
        if not naming and self._worth(value) and not n.reads(value) & inner:
            yield value
            return
        parts: Iterable[n.Value] = ()
        if isinstance(value, n.Logic):
            parts = value.items[:1]
        elif isinstance(value, n.Choice):
            parts = (value.test,)
        elif isinstance(value, n.Each):
            parts = (value.loops[0][1],)
        elif isinstance(value, n.Read | n.Handle):
            parts = (term for term, _ in value.place.terms)
        elif not isinstance(value, n.Bind | n.Later):
            parts = n.inside(value)
        for part in parts:
            yield from self._certain(part, inner)

    def _worth(self, value: n.Value) -> bool:
        """Whether a value costs enough, and neither fails nor draws from chance."""
        return self._cost(value) >= WORTH

    def _cost(self, value: n.Value) -> int:
        """What a value costs, in calls, roughly; far below nothing if it must not be worked out needlessly."""
        own = 0
        if isinstance(value, n.Op):
            row = OPERATIONS[value.name]
            own = -10_000 if row.fails or row.effect not in (PURE, READS) or row.gives == "list" else row.cost
        elif isinstance(value, n.Call):
            own = 8 if value.function.kind == "rule" and value.function.number in self.once else -10_000
        elif isinstance(value, n.Each | n.Fold):
            own = 6
        elif isinstance(value, n.Later | n.Fits | n.Splice):
            own = -10_000
        elif isinstance(value, n.Table) and value.default is None and value.index is not None:
            own = 1
        return own + sum(self._cost(part) for part in n.inside(value) if not isinstance(part, n.Place))


def safe_rules(functions: Collection[n.Definition]) -> set[int]:
    """The rules that come to an end whatever they are asked: none that asks itself, or that can fail."""
    asked: dict[int, set[int]] = {}
    failing: set[int] = set()
    for definition in functions:
        if definition.function.kind != "rule":
            continue
        number = definition.function.number
        within = list(n.every(definition.body))
        asked[number] = {node.function.number for node in within if isinstance(node, n.Call)}
        if any(isinstance(node, n.Op) and OPERATIONS[node.name].fails for node in within):
            failing.add(number)
    safe: set[int] = set()
    found = True
    while found:
        more = {number for number, others in asked.items() if number not in safe | failing and others <= safe}
        safe |= more
        found = bool(more)
    return safe
