"""Writes Python expressions for checked values."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from cardwright.compiler import ir
from cardwright.compiler.layout import FACE, TRACKER, Layout, depends, starting
from cardwright.compiler.loops import per_item, quick
from cardwright.compiler.presence import Presence
from cardwright.compiler.probes import VALUE
from cardwright.compiler.reach import rules_asking_themselves
from cardwright.compiler.segments import Writer
from cardwright.language.declarations import ZoneDecl
from cardwright.language.types import Type, list_of

INLINE_LIMIT = 40
# The zone of nobody, in place of a slot.
NOWHERE = "-1"
# Code that costs nothing to be run twice.
_SHORT = re.compile(r"\w+|S\[\d+\]|\(-\d+\)")


class ValueCoder:
    """Writes expressions over the state list `S`.

    A list of pieces is either a mask (an int with a bit a piece), where nothing is lost by it, or a tuple or list.
    """

    def __init__(
        self,
        layout: Layout,
        checked: ir.Checked,
        tracked: bool,
        watched_rules: set[str],
        presence: Presence,
        fresh: Callable[[str, Type], ir.Var],
    ) -> None:
        self.layout = layout
        self.players = layout.players
        self.checked = checked
        self.tracked = tracked
        self.watched_rules = watched_rules
        self.presence = presence
        self.fresh = fresh
        self.counting: Collection[str] = ()
        self.texts: list[str] = []
        self.constants: dict[str, object] = {"TEXTS": self.texts}
        self.origins: dict[ir.Var, tuple[str, ZoneDecl]] = {}
        self.asking_themselves = rules_asking_themselves(checked)
        self.acts: set[str] = set()

    # ------------------------------------------------------------ entry points

    def scalar(self, value: Any) -> str:
        """Code for a value in its natural form."""
        method: Callable[[Any], str] = getattr(self, "_" + type(value).__name__.lower())
        return method(value)

    def sized(self, value: Any) -> str:
        """Code for a list as a tuple or list."""
        if value.type.base != "list":
            return self._listv(ir.ListV((value,), list_of(value.type)))
        return f"ids({self.scalar(value)})" if self.is_mask(value) else self.scalar(value)

    def iterable(self, value: Any) -> str:
        """Code for a list as anything that can be run through."""
        return self.sized(value)

    def mask(self, value: Any) -> str:
        """Code for a list of pieces as a mask."""
        if value.type.base != "list":
            return self.guarded([value], "0", lambda known: f"(1 << {self.scalar(known[0])})")
        if isinstance(value, ir.ListV) and len(value.items) == 1:
            return self.mask(value.items[0])
        return self.scalar(value) if self.is_mask(value) else f"mask_of({self.scalar(value)})"

    def count(self, value: Any) -> str:
        """Code for the number of items of a list."""
        value = self.inlined(value)
        if isinstance(value, ir.Players | ir.Opponents):
            return str(self.players - isinstance(value, ir.Opponents))
        if isinstance(value, ir.FilterV) and self.is_mask(value.list):
            masks, rest = self._split(value)
            if not rest:
                return f"({masks}).bit_count()"
        if self.is_mask(value):
            return f"({self.scalar(value)}).bit_count()"
        return f"len({self.scalar(value)})"

    def some(self, value: Any) -> str:
        """Code for whether a list has items."""
        value = self.inlined(value)
        if self.is_mask(value):
            return f"({self.scalar(value)} != 0)"
        if isinstance(value, ir.FilterV):
            return f"any([{self.scalar(value.where)} for {value.it.code} in {self.iterable(value.list)}])"
        return f"(len({self.scalar(value)}) > 0)"

    def chance(self, kind: str, name: str, number: str) -> str:
        """Code for a random whole number below another; the act of chance is noted, for a program knows all it has."""
        self.acts.add(f"{kind} {name}")
        if self.tracked:
            return f"S[{TRACKER}].chance(S, {kind!r}, {self.text(name)}, {number})"
        return f"rand(S, {number})"

    def noted(self, call: str, *args: str) -> str:
        """Code for telling the tracker; nothing in an untracked game."""
        return f"S[{TRACKER}].{call}(S, {', '.join(args)})" if self.tracked else "pass"

    def text(self, text: str) -> str:
        """Code for a text, which itself stands in a table: no author's text is written into code."""
        self.texts.append(text)
        return f"TEXTS[{len(self.texts) - 1}]"

    def window(self, word: str) -> int:
        """The number of a window."""
        return place_of(word, self.layout.game.windows)

    def count_run(self, made: object) -> str:
        """Code, before what follows on the same line, that counts a run of a place; nothing when none are counted."""
        number = self.checked.probes.number(made, self.counting) if self.counting else None
        return "" if number is None else f"RAN[{number}] += 1; "

    def constant(self, value: Any) -> int | None:
        """The number a value certainly is."""
        value = self.inlined(value)
        return value.value if isinstance(value, ir.Lit) else None

    def top(self, zone: Any, number: str) -> str:
        """Code for the topmost pieces of a zone, the top one first."""
        if number == "1" and self.presence.sure(zone):
            return f"S[{self.scalar(zone)}][-1:]"
        return f"top(S, {self.scalar(zone)}, {number})"

    def move(self, pieces: Any, to: Any, bottom: bool) -> str:
        """Lines that move pieces; the statement coder writes them better where it knows more."""
        return f"put(S, {self.sized(pieces)}, {self.scalar(to)}, {int(bottom)})"

    def guarded(self, values: Sequence[ir.Value], empty: str, code: Callable[[list[ir.Value]], str]) -> str:
        """Code made of some values, or `empty` where one of them is nobody or nothing.

        Nothing is asked where all certainly are somebody. `code` gets the values, or names in place of long ones.
        """
        doubtful = [value for value in values if not self.presence.sure(value)]
        if not doubtful:
            return code(list(values))
        known: list[ir.Value] = []
        named: list[tuple[str, str]] = []
        asked: list[str] = []
        for value in values:
            if value not in doubtful:
                known.append(value)
                continue
            written = self.scalar(value)
            if _SHORT.fullmatch(written):
                known.append(value)
            else:
                var = self.fresh("held", value.type)
                named.append((var.code, written))
                known.append(ir.Local(var))
                written = var.code
            asked.append(f"{written} >= 0")
        whole = f"({code(known)} if {' and '.join(asked)} else {empty})"
        if not named:
            return whole
        return f"(lambda {', '.join(name for name, _ in named)}: {whole})({', '.join(given for _, given in named)})"

    # ------------------------------------------------------------ forms of lists

    def is_mask(self, value: Any) -> bool:
        """Whether the natural form of a list is a mask."""
        if value.type.base != "list":
            return False
        if isinstance(value, ir.RuleV):
            inlined = self.inlined(value)
            return inlined is not value and self.is_mask(inlined)
        if isinstance(value, ir.Content):
            return isinstance(value.zone, ir.ZoneV) and not value.zone.zone.ordered
        if isinstance(value, ir.FilterV):
            return self.is_mask(value.list) and not self._split(value)[1]
        if isinstance(value, ir.Local):
            return value.var.mask
        if isinstance(value, ir.BinaryV):
            return self.is_mask(value.left) and self.is_mask(value.right)
        if isinstance(value, ir.CollectV):
            return self._is_mask_union(value)
        return isinstance(value, ir.Pieces)

    def _is_mask_union(self, value: ir.CollectV) -> bool:
        if not value.flat or value.where is not None or len(value.each) != 1:
            return False
        source = value.each[0][1]
        return isinstance(source, ir.Players | ir.Opponents) and self.is_mask(value.value)

    def _split(self, value: ir.FilterV) -> tuple[str, list[ir.Value]]:
        """A filter over a mask as code of the masks that hold, and the conditions no mask expresses."""
        masks = [self.scalar(value.list)]
        rest = []
        for condition in conjuncts(value.where):
            mask = self._condition_mask(condition, value.it)
            if mask is None:
                rest.append(condition)
            else:
                masks.append(mask)
        return " & ".join(masks), rest

    def _condition_mask(self, condition: ir.Value, it: ir.Var) -> str | None:
        """Code for the mask of the pieces for which a condition about `it` holds, or None."""
        if it.type.base != "piece":
            return None
        if isinstance(condition, ir.NotV):
            inner = self._condition_mask(condition.value, it)
            return None if inner is None else f"~({inner})"
        if isinstance(condition, ir.LogicV):
            left, right = self._condition_mask(condition.left, it), self._condition_mask(condition.right, it)
            sign = "&" if condition.operator == "and" else "|"
            return None if left is None or right is None else f"({left} {sign} {right})"
        if isinstance(condition, ir.CompareV) and not depends(condition.right, it):
            return self._compare_mask(condition, it)
        return None

    def _compare_mask(self, condition: ir.CompareV, it: ir.Var) -> str | None:
        left, right, operator = condition.left, condition.right, condition.operator
        if isinstance(left, ir.Local) and left.var is it:
            if operator in ("is", "is not"):
                return ("~" if operator == "is not" else "") + self.mask(right)
            if operator in ("in", "not in") and right.type.item is not None and right.type.item.base == "piece":
                return ("~" if operator == "not in" else "") + self.mask(right)
        if isinstance(left, ir.Builtin) and left.word == "name" and operator == "is":
            named = self._name_masks(it.type.of)
            return self.guarded([right], "0", lambda known: f"{named}[{self.scalar(known[0])}]")
        if not isinstance(left, ir.AttributeV) or not _is(left.piece, it):
            return None
        word = left.attribute.word
        if operator in ("is", "is not"):
            table = self._attribute_masks(it.type.of, word)
            if isinstance(right, ir.Lit):
                masks: dict[int, int] = self.constants[table]  # type: ignore[assignment]
                return ("~" if operator == "is not" else "") + str(masks.get(right.value, 0))
            return ("~" if operator == "is not" else "") + f"{table}.get({self.scalar(right)}, 0)"
        if operator in ("in", "not in") and isinstance(right, ir.ListV):
            table = self._attribute_masks(it.type.of, word)
            union = " | ".join(f"{table}.get({self.scalar(item)}, 0)" for item in right.items) or "0"
            return ("~" if operator == "not in" else "") + f"({union})"
        if operator in ("<", "<=", ">", ">=") and isinstance(right, ir.Lit):
            return str(self._range_mask(it.type.of, word, operator, right.value))
        return None

    def _range_mask(self, kind: str, word: str, operator: str, bound: int) -> int:
        layout = self.layout
        compare = {"<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__}[operator]
        return sum(1 << p for p in layout.kind_pieces(kind) if compare(layout.attribute(p, kind, word), bound))

    # ------------------------------------------------------------ static tables

    def _kind(self, word: str) -> int:
        return place_of(word, self.layout.game.kinds)

    def _name_of_attribute(self, table: str, kind: str, word: str) -> str:
        """The name of a table of an attribute: letters of ours and numbers, so that no two words give one name."""
        return f"{table}_{self._kind(kind)}_{place_of(word, self.layout.game.kinds[kind].attributes)}"

    def _attribute_masks(self, kind: str, word: str) -> str:
        name = self._name_of_attribute("M", kind, word)
        if name not in self.constants:
            masks: dict[int, int] = {}
            for p in self.layout.kind_pieces(kind):
                found = self.layout.attribute(p, kind, word)
                masks[found] = masks.get(found, 0) | 1 << p
            self.constants[name] = masks
        return name

    def _name_masks(self, kind: str) -> str:
        name = f"N_{self._kind(kind)}"
        if name not in self.constants:
            masks: dict[int, int] = {}
            for p in self.layout.kind_pieces(kind):
                masks[self.layout.pieces[p]] = masks.get(self.layout.pieces[p], 0) | 1 << p
            self.constants[name] = masks
        return name

    def groups(self, kind: str) -> str:
        """The masks of alike pieces of a kind, for choices among interchangeable pieces."""
        name = f"G_{self._kind(kind)}"
        if name not in self.constants:
            masks: dict[object, int] = {}
            for p in self.layout.kind_pieces(kind):
                identity = self.layout.identity(p)
                masks[identity] = masks.get(identity, 0) | 1 << p
            self.constants[name] = tuple(masks.values())
        return name

    def _attributes(self, kind: str, word: str) -> str:
        name = self._name_of_attribute("A", kind, word)
        if name not in self.constants:
            values = [0] * len(self.layout.pieces)
            for p in self.layout.kind_pieces(kind):
                values[p] = self.layout.attribute(p, kind, word)
            # the last one is what no piece has, whose number is -1
            nothing = starting(self.layout.game.kinds[kind].attributes[word].type)
            self.constants[name] = (*values, nothing)
        return name

    def _index_table(self, enum_word: str) -> str:
        game = self.layout.game
        name = f"I_{place_of(enum_word, game.enums)}"
        self.constants[name] = {game.words[value]: n for n, value in enumerate(game.enums[enum_word].values)}
        return name

    # ------------------------------------------------------------ plain values

    def _lit(self, value: ir.Lit) -> str:
        return repr(int(value.value)) if value.value >= 0 else f"({int(value.value)})"

    def _textv(self, value: ir.TextV) -> str:
        return self.text(value.value)

    def _local(self, value: ir.Local) -> str:
        return value.var.code

    def slot_of(self, value: ir.MemoryV) -> str:
        """The slot of a counter or mark whose owner and word are there."""
        memory = value.memory
        base = self.layout.memory_base[memory.owner, memory.word]
        width = self.layout.width(memory)
        parts: list[str] = []
        if value.owner is not None:
            first = self.layout.kind_first.get(memory.owner, 0) if memory.owner != "player" else 0
            base -= first * width
            owner = self.constant(value.owner)
            if owner is not None:
                base += owner * width
            else:
                parts.append(self.scalar(value.owner) + (f" * {width}" if width > 1 else ""))
        if value.index is not None and memory.per is not None:
            base, part = self._index(memory.per, value.index, base)
            parts += [part] if part else []
        return " + ".join([*parts, str(base)]) if base >= 0 else " + ".join(parts) + f" - {-base}"

    def _index(self, enum_word: str, index: ir.Value, base: int) -> tuple[int, str]:
        game = self.layout.game
        numbers = [game.words[word] for word in game.enums[enum_word].values]
        constant = self.constant(index)
        if constant is not None:
            # no word has no place here, and what is written with it is never run: see `guarded`
            return base + (numbers.index(constant) if constant in numbers else 0), ""
        if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return base - numbers[0], self.scalar(index)
        return base, f"{self._index_table(enum_word)}[{self.scalar(index)}]"

    def _memoryv(self, value: ir.MemoryV) -> str:
        return self.of_memory(value, repr(value.memory.starts), lambda slot: f"S[{slot}]")

    def of_memory(self, value: ir.MemoryV, empty: str, code: Callable[[str], str]) -> str:
        """Code made of the slot of a counter or mark, or `empty` for what is nobody's."""

        def known(parts: list[ir.Value]) -> str:
            there = iter(parts)
            owner = None if value.owner is None else next(there)
            return code(self.slot_of(replace(value, owner=owner, index=next(there, None))))

        return self.guarded([part for part in (value.owner, value.index) if part is not None], empty, known)

    def _zonev(self, value: ir.ZoneV) -> str:
        zone = value.zone
        if value.owner is None:
            return self._slot_of_zone(zone, None)
        return self.guarded([value.owner], NOWHERE, lambda known: self._slot_of_zone(zone, known[0]))

    def _slot_of_zone(self, zone: ZoneDecl, whose: ir.Value | None) -> str:
        base = self.layout.zone_base[zone.owner, zone.word]
        if whose is None:
            return str(base)
        base -= self.layout.kind_first.get(zone.owner, 0) if zone.owner != "player" else 0
        owner = self.constant(whose)
        if owner is not None:
            return str(base + owner)
        return f"{self.scalar(whose)} {'+' if base >= 0 else '-'} {abs(base)}"

    def _content(self, value: ir.Content) -> str:
        if isinstance(value.zone, ir.ZoneV):
            zone = value.zone.zone
            owners = [value.zone.owner] if value.zone.owner is not None else []
            empty = "()" if zone.ordered else "0"
            return self.guarded(
                owners, empty, lambda known: f"S[{self._slot_of_zone(zone, known[0] if known else None)}]"
            )
        return f"content(S, {self.scalar(value.zone)})"

    def _attributev(self, value: ir.AttributeV) -> str:
        return f"{self._attributes(value.piece.type.of, value.attribute.word)}[{self.scalar(value.piece)}]"

    def _builtin(self, value: ir.Builtin) -> str:
        if value.word == "zone":
            location = self.layout.location
            return self.guarded([value.piece], NOWHERE, lambda known: f"S[{location} + {self.scalar(known[0])}]")
        piece = self.scalar(value.piece)
        if value.word == "controller":
            return f"controller(S, {piece})"
        return {"name": f"DEF[{piece}]", "whole": f"WHOLE[{piece}]", "parts": f"PARTS[{piece}]"}[value.word]

    # ------------------------------------------------------------ operators

    def _binaryv(self, value: ir.BinaryV) -> str:
        if value.type.base != "list":
            return f"({self.scalar(value.left)} {value.operator} {self.scalar(value.right)})"
        if self.is_mask(value):
            left, right = self.scalar(value.left), self.scalar(value.right)
            return f"({left} | {right})" if value.operator == "+" else f"({left} & ~{right})"
        left, right = self.sized(value.left), self.sized(value.right)
        if value.operator == "+":
            return f"(*{left}, *{right})"
        return f"without({left}, {right})"

    def _dividev(self, value: ir.DivideV) -> str:
        left, right = self.scalar(value.left), self.scalar(value.right)
        divisor = self.constant(value.right)
        if divisor:
            return f"(-(-{left} // {right}))" if value.up else f"({left} // {right})"
        return f"divide({left}, {right}, {int(value.up)})"

    def _comparev(self, value: ir.CompareV) -> str:
        operator = value.operator
        emptiness = self._emptiness(value)
        if emptiness is not None:
            return emptiness
        if operator in ("in", "not in"):
            return self._membership(value)
        if value.left.type.base == "list":
            equal = f"(tuple({self.sized(value.left)}) == tuple({self.sized(value.right)}))"
            if self.is_mask(value.left) and self.is_mask(value.right):
                equal = f"({self.scalar(value.left)} == {self.scalar(value.right)})"
            return equal if operator == "is" else f"(not {equal})"
        sign = {"is": "==", "is not": "!="}.get(operator, operator)
        return f"({self.scalar(value.left)} {sign} {self.scalar(value.right)})"

    def _emptiness(self, value: ir.CompareV) -> str | None:
        """Code for a comparison that only asks whether a list is empty."""
        counted = self.inlined(value.left)
        if not isinstance(counted, ir.PrimitiveV) or counted.primitive.word != "count":
            return None
        test = (value.operator, self.constant(value.right))
        if test in ((">", 0), (">=", 1), ("is not", 0)):
            return self.some(counted.args[0])
        if test in (("is", 0), ("<", 1), ("<=", 0)):
            return f"(not {self.some(counted.args[0])})"
        return None

    def _membership(self, value: ir.CompareV) -> str:
        no = value.operator == "not in"
        right = self.inlined(value.right)
        item = self.scalar(value.left)
        if isinstance(right, ir.Opponents):
            other = f"({item} {'==' if no else '!='} {self.scalar(right.of)})"
            return self.guarded([value.left], str(no), lambda _: other)
        if self.is_mask(right):
            return self.holds(self.scalar(right), value.left, not no)
        if value.left.type.base == "list":
            inner = f"set({self.sized(value.left)}) <= set({self.sized(right)})"
            return f"(not {inner})" if no else f"({inner})"
        return f"({item} {'not in' if no else 'in'} {self.sized(right)})"

    def holds(self, mask: str, piece: ir.Value, yes: bool = True) -> str:
        """Code for whether a piece is (or is not) among those of a mask."""
        return self.guarded(
            [piece], str(not yes), lambda known: f"({mask} >> {self.scalar(known[0])} & 1 == {int(yes)})"
        )

    def _logicv(self, value: ir.LogicV) -> str:
        return f"({self.scalar(value.left)} {value.operator} {self.scalar(value.right)})"

    def _notv(self, value: ir.NotV) -> str:
        return f"(not {self.scalar(value.value)})"

    # ------------------------------------------------------------ lists

    def _listv(self, value: ir.ListV) -> str:
        items = f"({', '.join(self.scalar(item) for item in value.items)}{',' if len(value.items) == 1 else ''})"
        return self._without_nothing(items, value.items)

    def _without_nothing(self, items: str, values: Sequence[ir.Value]) -> str:
        """Code of a list made of some values: what is no piece, or no zone, is not in it."""
        leaves = any(value.type.base in ("piece", "zone") and not self.presence.sure(value) for value in values)
        return f"there({items})" if leaves else items

    def _filterv(self, value: ir.FilterV) -> str:
        it = value.it.code
        if self.is_mask(value.list):
            masks, rest = self._split(value)
            if not rest:
                return f"({masks})"
            return f"[{it} for {it} in ids({masks}) if {' and '.join(self.scalar(c) for c in rest)}]"
        return f"[{it} for {it} in {self.iterable(value.list)} if {self.scalar(value.where)}]"

    def _collectv(self, value: ir.CollectV) -> str:
        if self._is_mask_union(value):
            return self._mask_union(value)
        unrolled = self._unrolled(value)
        if unrolled is not None:
            return unrolled
        loops = " ".join(f"for {var.code} in {self.iterable(items)}" for var, items in value.each)
        where = f" if {self.scalar(value.where)}" if value.where is not None else ""
        if not value.flat:
            return self._without_nothing(f"[{self.scalar(value.value)} {loops}{where}]", [value.value])
        return f"[y for {loops[4:]}{where} for y in {self.iterable(value.value)}]"

    def _mask_union(self, value: ir.CollectV) -> str:
        var, source = value.each[0]
        if isinstance(source, ir.Players):
            parts = [self.scalar(ir.substitute(value.value, {var: ir.Lit(var.type, p)})) for p in range(self.players)]
            return f"({' | '.join(parts)})"
        return f"union([{self.scalar(value.value)} for {var.code} in {self.iterable(source)}])"

    def _unrolled(self, value: ir.CollectV) -> str | None:
        if value.flat or value.where is not None or len(value.each) != 1:
            return None
        var, source = value.each[0]
        if not isinstance(source, ir.Players):
            return None
        items = [self.scalar(ir.substitute(value.value, {var: ir.Lit(var.type, p)})) for p in range(self.players)]
        return self._without_nothing(f"({', '.join(items)}{',' if len(items) == 1 else ''})", [value.value])

    def _players(self, value: ir.Players) -> str:
        return repr(tuple(range(self.players)))

    def _opponents(self, value: ir.Opponents) -> str:
        return f"OTHERS[{self.scalar(value.of)}]"

    def _words(self, value: ir.Words) -> str:
        return repr(value.values)

    def _pieces(self, value: ir.Pieces) -> str:
        return str(sum(1 << p for p in self.layout.kind_pieces(value.kind.word)))

    def _names(self, value: ir.Names) -> str:
        return repr(tuple(dict.fromkeys(self.layout.pieces[p] for p in self.layout.kind_pieces(value.kind.word))))

    # ------------------------------------------------------------ calls

    def _primitivev(self, value: ir.PrimitiveV) -> str:
        return value.primitive.code(self, *value.args)

    def _tablev(self, value: ir.TableV) -> str:
        table = value.table
        name = f"T_{place_of(table.word, self.layout.game.tables)}"
        words = self.layout.game.words
        if "" in table.rows:
            self.constants[name] = table.rows[""]
            return f"look_up({name}, {self.scalar(value.args[0])})"
        self.constants[name] = {words[row]: numbers for row, numbers in table.rows.items()}
        row = self.guarded([value.args[0]], "(0,)", lambda known: f"{name}[{self.scalar(known[0])}]")
        if len(value.args) == 1:
            return f"{row}[0]"
        return f"look_up({row}, {self.scalar(value.args[1])})"

    def _rulev(self, value: ir.RuleV) -> str:
        inlined = self.inlined(value)
        if inlined is not value:
            return self.scalar(inlined)
        args = "".join(", " + self.role(param, arg) for param, arg in zip(value.rule.params, value.args, strict=True))
        return f"r{value.rule.number}(S{args})"

    def role(self, param: ir.Var, arg: ir.Value) -> str:
        """Code for a value handed over as a role."""
        return self.sized(arg) if param.type.base == "list" else self.scalar(arg)

    def arguments(self, statement: ir.Perform) -> str:
        """Code of the doer and roles handed to a procedure, each after a comma."""
        codes = [] if statement.doer is None else [self.scalar(statement.doer)]
        for param, arg in zip(statement.procedure.params, statement.args, strict=True):
            codes.append(self.role(param, arg))
        return "".join(f", {code}" for code in codes)

    def inlined(self, value: Any) -> Any:
        """The value of a small rule nobody can modify in place of the call, else the call itself."""
        if not isinstance(value, ir.RuleV):
            return value
        rule = value.rule
        if self.tracked or VALUE in self.counting or len(rule.cases) != 1:
            return value
        if rule.word in self.watched_rules or rule.word in self.asking_themselves:
            return value
        body = rule.cases[0][0]
        nodes = ir.every(body)
        if len(nodes) > INLINE_LIMIT:
            return value
        given = dict(zip(rule.params, value.args, strict=True))
        for param, arg in given.items():
            if isinstance(arg, ir.Lit | ir.Local):
                continue
            uses = sum(isinstance(n, ir.Local) and n.var is param for n in nodes)
            if uses > 1 or (not quick(arg) and self._again(body, param, given)):
                return value
        return ir.substitute(body, given)

    def _again(self, body: ir.Value, param: ir.Var, given: dict[ir.Var, ir.Value]) -> bool:
        """Whether what is given for one of a rule's roles would be worked out for every item of a list in it."""
        others = {each: arg for each, arg in given.items() if each is not param}
        return per_item(ir.substitute(body, others), param, self.is_mask)

    def _during(self, value: ir.During) -> str:
        return f"(S[{self.layout.slot('during ' + value.procedure.word)}] > 0)"

    def _causedby(self, value: ir.CausedBy) -> str:
        return f"(S[{self.layout.slot(f'cause {value.power}')}] > 0)"

    def use_of(self, use: ir.UsedUp) -> tuple[str, str]:
        """The slot in which uses are listed for a span, and the entry of one use; abilities' entries begin from 0."""
        slot = f"S[{self.layout.slot(f'used {use.span.word}')}]"
        return slot, f"({-1 - use.procedure.number}, {self.scalar(use.doer)})"

    def _usedup(self, value: ir.UsedUp) -> str:
        slot, entry = self.use_of(value)
        return f"({entry} in {slot})" if value.times == 1 else f"({slot}.count({entry}) >= {value.times})"

    def face(self) -> str:
        """The mask of the pieces that lie face up."""
        return f"S[{FACE}]"


def place_of(word: str, declared: Iterable[str]) -> int:
    """Where a word stands among those declared: its number, by which generated code calls it."""
    return next(number for number, each in enumerate(declared) if each == word)


def conjuncts(condition: ir.Value) -> list[ir.Value]:
    """The parts of a condition that must all hold."""
    if isinstance(condition, ir.LogicV) and condition.operator == "and":
        return conjuncts(condition.left) + conjuncts(condition.right)
    return [condition]


def _is(value: ir.Value, var: ir.Var) -> bool:
    return isinstance(value, ir.Local) and value.var is var


def count_run(w: Writer, values: ValueCoder, made: object) -> None:
    """Write that a place is run, in a program that counts."""
    if counted := values.count_run(made):
        w.line(counted.rstrip("; "))
