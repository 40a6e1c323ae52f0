"""Resolves and types values: every name gets its meaning, every value its type."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cardwright.compiler import ir
from cardwright.compiler.meanings import Notes, Symbol
from cardwright.compiler.scope import AMBIGUOUS_NAME, UNKNOWN_NAME, WRONG_TYPE, Scope
from cardwright.language import syntax as s
from cardwright.language.declarations import ZoneDecl
from cardwright.language.primitives import Primitive
from cardwright.language.types import (
    EMPTY,
    NUMBER,
    PLAYER,
    YES_NO,
    ZONE,
    Type,
    article,
    enum,
    list_of,
    name_of,
    piece,
)
from cardwright.source.diagnostics import Note, declare_code

WRONG_ARGUMENTS = declare_code(
    "wrong-arguments",
    "A call has too many, too few or unknown roles.",
    mend="Give each role one value, in the order of the declaration or by name, as `gain(number: 2)`.",
)
NOT_A_VALUE = declare_code(
    "not-a-value",
    "A procedure is used where a value is needed.",
    mend="Do the deed on a line of its own and write a value here; `let NAME = DEED` keeps what a deed gives.",
)
NEVER_EQUAL = declare_code(
    "never-equal",
    "Two values are compared that can never be the same.",
    mend="Compare with a value of the same type, such as one of the words of the attribute.",
)
MISSING_YOU = declare_code(
    "missing-you",
    "A text says `you` or `this` where there is none.",
    mend="Name the player: `for each p in players:` gives them one after the other, or make it a verb, which somebody "
    "performs.",
)

NO_LIMIT = 1_000_000_000
BUILTINS = {"controller": PLAYER, "zone": ZONE}
Bad = ir.Lit(Type("bad"), 0)


class ValueChecker:
    """Checks values within a scope. A wrong value is reported once and becomes `Bad`, which fits everywhere."""

    def __init__(self, scope: Scope, rule_type: Callable[[ir.Rule], Type]) -> None:
        self.scope = scope
        self.symbols = scope.symbols
        self.unit = scope.unit
        self.rule_type = rule_type

    # ------------------------------------------------------------ entry points

    def value(self, node: s.Expr) -> ir.Value:
        """Check a value of any type."""
        method: Callable[[s.Expr], ir.Value] = getattr(self, "_" + type(node).__name__.lower())
        return method(node)

    def want(self, node: s.Expr, kind: Type, what: str = "") -> ir.Value:
        """Check a value that must be of a type, converting zones and single items to lists."""
        if self.unit.notes is not None:
            self.unit.notes.expect(node, kind)
        if kind.base == "enum" and isinstance(node, s.Name) and node.word not in self.scope.locals:
            number = self.symbols.game.words.get(node.word)
            if number is not None and node.word in self.symbols.game.enums[kind.of].values:
                return self._noted(node.start, node.word, ir.Lit(kind, number))
        if kind.base == "list" and isinstance(node, s.ListOf) and kind.item is not None and kind.item.base == "enum":
            return ir.ListV(tuple(self.want(item, kind.item, what) for item in node.items), kind)
        return self.fit(self.value(node), kind, node, what)

    def condition(self, node: s.Expr) -> ir.Value:
        """Check a yes or no."""
        return self.want(node, YES_NO, "a condition")

    def items(self, node: s.Expr) -> ir.Value:
        """Check a list; a zone stands for its pieces, a single item for a list of it."""
        return self.as_list(self.value(node), node)

    # ------------------------------------------------------------ conversions

    def as_list(self, value: ir.Value, node: s.Node) -> ir.Value:
        """A value as a list."""
        if value.type.base in ("bad", "list"):
            return value
        if value.type.base == "zone":
            return self.content(value)
        if value.type.base in ("piece", "player", "enum", "number", "name", "yes_no"):
            return ir.ListV((value,), list_of(value.type))
        self.unit.error(WRONG_TYPE, f"a list is needed here, and this is {article(value.type)}", node)
        return Bad

    def content(self, zone: ir.Value) -> ir.Value:
        """The pieces in a zone."""
        kind = zone.type.of or self.symbols.main_kind
        return ir.Content(zone, list_of(piece(kind)))

    def _flat_zones(self, zones: ir.Value) -> ir.Value:
        item = zones.type.item or ZONE
        var = self.symbols.var("z", item)
        content = self.content(ir.Local(var))
        return ir.CollectV(content, ((var, zones),), None, True, content.type)

    def fit(self, value: ir.Value, kind: Type, node: s.Node, what: str = "") -> ir.Value:
        """A value as a value of a type, or a report that it is of another one."""
        have = value.type
        if have.base == "bad" or self.fits(have, kind):
            return value
        if kind.base == "list" and have.base != "list":
            single = self.as_list(value, node)
            if self.fits(single.type, kind):
                return single
        if kind.base == "list" and have.base == "list" and have.item is not None and have.item.base == "zone":
            return self.fit(self._flat_zones(value), kind, node, what)
        if kind.base == have.base == "enum" and isinstance(value, ir.Lit) and value.value in self._numbers(kind.of):
            return ir.Lit(kind, value.value)
        where = f" for {what}" if what else ""
        message = f"{article(kind)} is needed here{where}, and this is {article(have)}"
        several = have.base == "list" and have.item is not None and self.fits(have.item, kind)
        label = "a list can hold several: use `for each x in ...`, or let a player `choose` one" if several else ""
        self.unit.error(WRONG_TYPE, message, node, label)
        return Bad

    def fits(self, have: Type, kind: Type) -> bool:
        """Whether every value of one type is one of another."""
        if have == kind or "bad" in (have.base, kind.base):
            return True
        if have.base != kind.base:
            return False
        if have.base == "list":
            return have.item is None or kind.item is None or self.fits(have.item, kind.item)
        if have.base == "enum":
            return set(self._numbers(have.of)) <= set(self._numbers(kind.of))
        return have.base == "zone"

    def _numbers(self, enum_word: str) -> tuple[int, ...]:
        words = self.symbols.game.words
        return tuple(words[value] for value in self.symbols.game.enums[enum_word].values)

    # ------------------------------------------------------------ constants

    def _number(self, node: s.Number) -> ir.Value:
        return ir.Lit(NUMBER, node.value)

    def _text(self, node: s.Text) -> ir.Value:
        return ir.TextV(node.value)

    def _yesno(self, node: s.YesNo) -> ir.Value:
        return ir.Lit(YES_NO, int(node.value))

    def _listof(self, node: s.ListOf) -> ir.Value:
        items = tuple(self.value(item) for item in node.items)
        if not items:
            return ir.ListV((), EMPTY)
        kind = items[0].type
        for item, child in zip(items[1:], node.items[1:], strict=True):
            if self.fits(kind, item.type):
                kind = item.type
            elif not self.fits(item.type, kind) and not self._share_words(item.type, kind):
                self.unit.error(WRONG_TYPE, f"a list holds one type: {kind} before, {item.type} here", child)
        return ir.ListV(items, list_of(kind))

    # ------------------------------------------------------------ names

    def _name(self, node: s.Name) -> ir.Value:
        word = node.word
        attribute = self._of_it(word)
        local = self._special(node) or self._local(word)
        if attribute is not None and local is not None:
            message = f"`{word}` could be the item's own `{word}` or the name declared above"
            self.unit.error(AMBIGUOUS_NAME, message, node, f"write `it.{word}`, or rename the other")
            return attribute
        found = attribute or local or self._global(word, node)
        if found is not None:
            return self._noted(node.start, word, found)
        if self.unit.notes is not None:
            self.unit.notes.leave_gap("value", word, self.scope)
        if word in self.symbols.procedures or (word in self.symbols.primitives and self.symbols.primitives[word].deed):
            message = f"`{word}` is something to do, not a value"
            self.unit.error(NOT_A_VALUE, message, node, "write `let x = you ...` on a line before")
            return Bad
        self.unit.unknown(UNKNOWN_NAME, "name", word, self.unit.span(node), self._known_words())
        return Bad

    def _noted(self, start: int, word: str, value: ir.Value) -> ir.Value:
        """A value, noted as what a word means if somebody wants to know."""
        if self.unit.notes is not None:
            self.unit.notes.value(start, word, value)
        return value

    def _special(self, node: s.Name) -> ir.Value | None:
        scope = self.scope
        if node.word == "it" and scope.it:
            return ir.Local(scope.it[-1])
        if node.word in ("you", "opponents"):
            if scope.you is None:
                message = f"`{node.word}` means nothing in a step or rule: nobody performs it"
                self.unit.error(MISSING_YOU, message, node)
                return Bad
            you = ir.Local(scope.you)
            return you if node.word == "you" else ir.Opponents(you)
        if node.word == "this":
            if scope.this is None:
                self.unit.error(MISSING_YOU, "`this` is the piece a power stands on; here is none", node)
                return Bad
            return ir.Local(scope.this)
        return None

    def _local(self, word: str) -> ir.Value | None:
        var = self.scope.locals.get(word)
        return self.unit.constants.get(word) if var is None else ir.Local(var)

    def _of_it(self, word: str) -> ir.Value | None:
        for var in reversed(self.scope.it):
            found = self.property(ir.Local(var), word)
            if found is not None:
                return found
        return None

    def _global(self, word: str, node: s.Node) -> ir.Value | None:
        symbols = self.symbols
        if word == "players":
            return ir.Players()
        if word == "no_limit":
            return ir.Lit(NUMBER, NO_LIMIT)
        if word == "nobody":
            return ir.Lit(PLAYER, -1)
        if ("table", word) in symbols.memory:
            return ir.MemoryV(symbols.memory["table", word], None)
        if ("table", word) in symbols.zones:
            return self._zone_value(symbols.zones["table", word], None)
        if word in symbols.rules:
            return self._rule_call(symbols.rules[word], (), node)
        if word in symbols.plurals:
            enum_word = symbols.plurals[word]
            return ir.Words(self._numbers(enum_word), list_of(enum(enum_word)))
        if word in symbols.kind_plurals:
            kind = symbols.game.kinds[symbols.kind_plurals[word]]
            return ir.Pieces(kind, list_of(piece(kind.word)))
        if word in symbols.game.words:
            return ir.Lit(enum(self._enum_with(word)), symbols.game.words[word])
        if word in symbols.primitives and not symbols.primitives[word].deed and not symbols.primitives[word].roles:
            return self._primitive_call(symbols.primitives[word], (), node)
        if word in symbols.names:
            kind_word, number = symbols.names[word]
            return ir.Lit(name_of(kind_word), number)
        return None

    def _enum_with(self, word: str) -> str:
        """The smallest enum that has a word."""
        having = [decl for decl in self.symbols.game.enums.values() if word in decl.values]
        return min(having, key=lambda decl: len(decl.values)).word

    def _known_words(self) -> list[str]:
        symbols = self.symbols
        known = [
            *self.scope.locals,
            *self.unit.constants,
            *symbols.rules,
            *symbols.game.words,
            *symbols.plurals,
            *symbols.kind_plurals,
        ]
        known += [word for owner, word in symbols.zones if owner == "table"]
        known += [word for owner, word in symbols.memory if owner == "table"]
        known += [word for var in self.scope.it for word in self._properties(var.type)]
        return [*known, "players", "opponents", "you", "this", "it", "nobody", "no_limit"]

    def _zone_value(self, zone: ZoneDecl, owner: ir.Value | None) -> ir.Value:
        return ir.ZoneV(zone, owner, Type("zone", zone.holds))

    # ------------------------------------------------------------ dots and brackets

    def _get(self, node: s.Get) -> ir.Value:
        owner = self.value(node.object)
        if owner.type.base == "bad":
            return Bad
        if owner.type.base == "zone":
            owner = self.content(owner)
        if owner.type.base == "list":
            return self._get_each(owner, node)
        found = self.property(owner, node.word)
        if found is not None:
            return self._noted(node.end - len(node.word), node.word, found)
        return self._no_property(owner.type, node)

    def _get_each(self, owner: ir.Value, node: s.Get) -> ir.Value:
        item = owner.type.item
        if item is None:
            return owner
        if item.base == "zone":
            owner = self._flat_zones(owner)
            item = owner.type.item
            assert item is not None
        if isinstance(owner, ir.Pieces) and node.word == "name":
            self._noted(node.end - len(node.word), node.word, ir.Builtin("name", owner, name_of(owner.kind.word)))
            return ir.Names(owner.kind, list_of(name_of(owner.kind.word)))
        var = self.symbols.var("x", item)
        found = self.property(ir.Local(var), node.word)
        if found is None:
            return self._no_property(item, node)
        self._noted(node.end - len(node.word), node.word, found)
        if found.type.base == "zone":
            found = self.content(found)
        flat = found.type.base == "list"
        return ir.CollectV(found, ((var, owner),), None, flat, found.type if flat else list_of(found.type))

    def _no_property(self, kind: Type, node: s.Get) -> ir.Value:
        at = self.unit.span_at(node.end - len(node.word), len(node.word))
        if self.unit.notes is not None:
            self.unit.notes.leave_gap("property", node.word, self.scope, kind)
        self.unit.unknown(UNKNOWN_NAME, f"property of {article(kind)} named", node.word, at, self._properties(kind))
        return Bad

    def _properties(self, kind: Type) -> list[str]:
        owner = kind.of if kind.base == "piece" else kind.base
        words = [word for where, word in self.symbols.zones if where == owner]
        words += [word for where, word in self.symbols.memory if where == owner]
        if kind.base == "piece":
            decl = self.symbols.game.kinds[kind.of]
            words += [*decl.attributes, "controller", "zone", "name"]
            words += [decl.parts.word] if decl.parts else []
            words += [decl.part_of] if decl.part_of else []
        return words

    def property(self, owner: ir.Value, word: str) -> ir.Value | None:
        """What `owner.word` means, or None."""
        kind = owner.type
        if kind.base not in ("player", "piece"):
            return None
        key = (kind.of if kind.base == "piece" else "player", word)
        if key in self.symbols.memory:
            return ir.MemoryV(self.symbols.memory[key], owner)
        if key in self.symbols.zones:
            return self._zone_value(self.symbols.zones[key], owner)
        if kind.base == "player":
            return None
        decl = self.symbols.game.kinds[kind.of]
        if word in decl.attributes:
            return ir.AttributeV(owner, decl.attributes[word])
        if decl.parts is not None and word == decl.parts.word:
            return ir.Builtin("parts", owner, list_of(piece(decl.parts.kind)))
        if decl.part_of is not None and word == decl.part_of:
            return ir.Builtin("whole", owner, piece(decl.part_of))
        if word == "name":
            return ir.Builtin("name", owner, name_of(kind.of))
        if word in BUILTINS:
            return ir.Builtin(word, owner, BUILTINS[word])
        return None

    def _at(self, node: s.At) -> ir.Value:
        owner = self.value(node.object)
        if owner.type.base == "bad":
            return Bad
        if isinstance(owner, ir.MemoryV) and owner.memory.per is not None and owner.index is None:
            return ir.MemoryV(owner.memory, owner.owner, self.want(node.index, enum(owner.memory.per)))
        self.unit.error(WRONG_TYPE, "only memory declared with `per` has a `[`...`]`", node)
        return Bad

    # ------------------------------------------------------------ calls

    def _call(self, node: s.Call) -> ir.Value:
        word = node.word
        at = self.unit.span_at(node.start, len(word))
        if self.unit.notes is not None:
            self._note_call(node, self.unit.notes)
        if word in self.symbols.rules:
            return self._rule_call(self.symbols.rules[word], node.args, node)
        if word in self.symbols.game.tables:
            return self._table_call(word, node)
        if word == "during":
            return self._during(node)
        if word == "caused_by":
            return ir.CausedBy(self.scope.power)
        primitive = self.symbols.primitives.get(word)
        if primitive is not None and not primitive.deed:
            return self._primitive_call(primitive, node.args, node)
        if primitive is not None or word in self.symbols.procedures:
            label = f"give its result a name on a line before: `let found = {word}(...)`"
            self.unit.error(NOT_A_VALUE, f"`{word}` is something to do, not a value", at, label)
            return Bad
        known = [*self.symbols.rules, *self.symbols.game.tables, "during", "caused_by"]
        known += [name for name, found in self.symbols.primitives.items() if not found.deed]
        known += [*self.symbols.procedures, *(name for name, found in self.symbols.primitives.items() if found.deed)]
        self.unit.unknown("unknown-rule", "rule or function", word, at, known)
        for arg in node.args:
            self.value(arg.value)
        return Bad

    def _note_call(self, node: s.Call, notes: Notes) -> None:
        word = node.word
        if word in self.symbols.rules:
            notes.mean(node.start, word, Symbol("rule", "", word), self.symbols.rules[word].type)
        elif word in self.symbols.game.tables:
            notes.mean(node.start, word, Symbol("table", "", word), NUMBER)
        elif word in self.symbols.primitives:
            notes.mean(node.start, word, Symbol("primitive", "", word))
        notes.leave_gap("value", word, self.scope)

    def _during(self, node: s.Call) -> ir.Value:
        args = node.args
        if len(args) == 1 and isinstance(args[0].value, s.Name):
            name = args[0].value
            if self.unit.notes is not None:
                self.unit.notes.mean(name.start, name.word, Symbol("procedure", "", name.word))
                self.unit.notes.leave_gap("procedure", name.word)
            if name.word in self.symbols.procedures:
                return ir.During(self.symbols.procedures[name.word])
            self.unit.unknown("unknown-verb", "verb or step", name.word, self.unit.span(name), self.symbols.procedures)
            return Bad
        self.unit.error(WRONG_ARGUMENTS, "`during` takes the name of a verb or step", node)
        return Bad

    def _rule_call(self, rule: ir.Rule, args: tuple[s.Arg, ...], node: s.Node) -> ir.Value:
        self.rule_type(rule)
        bound = self.bind(rule.word, rule.params, (None,) * len(rule.params), args, node, rule.span)
        return ir.RuleV(rule, bound)

    def _table_call(self, word: str, node: s.Call) -> ir.Value:
        table = self.symbols.game.tables[word]
        params = tuple(ir.Var(role, kind, 0) for role, kind in table.roles)
        return ir.TableV(table, self.bind(word, params, (None,) * len(params), node.args, node, table.span))

    def bind(
        self,
        word: str,
        params: tuple[ir.Var, ...],
        defaults: tuple[ir.Value | None, ...],
        args: tuple[s.Arg, ...],
        node: s.Node,
        declared: object,
    ) -> tuple[ir.Value, ...]:
        """The values of a call's roles in order; roles with a default need none."""
        given: dict[str, ir.Value] = {}
        meant: dict[str, ir.Value] = {}
        by_word = {param.word: param for param in params}
        notes = (Note(f"`{word}` is declared here", declared),) if declared is not None else ()  # type: ignore[arg-type]
        for place, arg in enumerate(args):
            role = arg.role or (params[place].word if place < len(params) else None)
            if role is None:
                message = f"`{word}` takes {_number_of(len(params), 'value')}, and this is one too many"
                self.unit.error(WRONG_ARGUMENTS, message, arg, notes=notes)
                self.value(arg.value)
                continue
            if role not in by_word:
                at = self.unit.span_at(arg.start, len(role))
                self.unit.unknown(WRONG_ARGUMENTS, f"role of `{word}` named", role, at, by_word, notes)
                self.value(arg.value)
                meant.update({param.word: Bad for param in params})  # the role it stands for is not missing as well
                continue
            if self.unit.notes is not None:
                if arg.role is not None:
                    self.unit.notes.mean(arg.start, role, Symbol("role", word, role), by_word[role].type)
                rest = () if arg.role else tuple(each for each in by_word if each not in given)
                self.unit.notes.expect(arg.value, None, rest)
            if role in given:
                self.unit.error(WRONG_ARGUMENTS, f"the role `{role}` is given twice", arg, notes=notes)
            given[role] = self.want(arg.value, by_word[role].type, f"`{role}`")
        return self._complete(word, params, defaults, {**meant, **given}, node, notes)

    def _complete(
        self,
        word: str,
        params: tuple[ir.Var, ...],
        defaults: tuple[ir.Value | None, ...],
        given: dict[str, ir.Value],
        node: s.Node,
        notes: tuple[Note, ...],
    ) -> tuple[ir.Value, ...]:
        values: list[ir.Value] = []
        for param, default in zip(params, defaults, strict=True):
            if param.word in given:
                values.append(given[param.word])
            elif default is not None:
                values.append(ir.substitute(default, dict(zip(params, values, strict=False))))
            else:
                self.unit.error(WRONG_ARGUMENTS, f"`{word}` needs `{param.word}`", node, notes=notes)
                values.append(Bad)
        return tuple(values)

    def _primitive_call(self, primitive: Primitive, args: tuple[s.Arg, ...], node: s.Node) -> ir.Value:
        bound = self.bind_primitive(primitive, args, node)
        return ir.PrimitiveV(primitive, bound, self.primitive_type(primitive, bound))

    def primitive_type(self, primitive: Primitive, bound: tuple[ir.Value, ...]) -> Type:
        """The type of a built-in word's result."""
        if any(value.type.base == "bad" for value in bound):
            return Bad.type
        return primitive.result([self._content_type(value.type) for value in bound])

    def _content_type(self, kind: Type) -> Type:
        return list_of(piece(kind.of or self.symbols.main_kind)) if kind.base == "zone" else kind

    def bind_primitive(self, primitive: Primitive, args: tuple[s.Arg, ...], node: s.Node) -> tuple[ir.Value, ...]:
        """The values of a built-in word's roles in order."""
        roles = primitive.roles
        if roles and roles[0].many:
            if len(args) == 1:
                return (self.want(args[0].value, list_of(NUMBER)),)
            return tuple(self.want(arg.value, NUMBER) for arg in args)
        given: dict[str, ir.Value] = {}
        meant: Mapping[str, ir.Value] = {}
        words = [role.word for role in roles]
        for place, arg in enumerate(args):
            word = arg.role or (words[place] if place < len(words) else None)
            if word is None or word not in words:
                if word is None:
                    message = f"`{primitive.word}` takes {_number_of(len(roles), 'value')}, and this is one too many"
                    self.unit.error(WRONG_ARGUMENTS, message, arg)
                else:
                    at = self.unit.span_at(arg.start, len(word))
                    self.unit.unknown(WRONG_ARGUMENTS, f"role of `{primitive.word}` named", word, at, words)
                    self.value(arg.value)
                    meant = {each.word: Bad for each in roles}  # the role it stands for is not missing as well
                continue
            role = roles[words.index(word)]
            if self.unit.notes is not None:
                if arg.role is not None:
                    self.unit.notes.mean(arg.start, word, Symbol("role", primitive.word, word))
                rest = () if arg.role else tuple(each for each in words if each not in given)
                self.unit.notes.expect(arg.value, None, rest)
            given[word] = self._role_value(role.type, arg.value)
        values: list[ir.Value] = []
        for role in roles:
            if role.word in given:
                values.append(given[role.word])
            elif role.default is not None:
                values.append(ir.Lit(NUMBER, role.default))
            elif role.word in meant:
                values.append(meant[role.word])
            else:
                self.unit.error(WRONG_ARGUMENTS, f"`{primitive.word}` needs `{role.word}`", node)
                values.append(Bad)
        return tuple(values)

    def _role_value(self, role: str, node: s.Expr) -> ir.Value:
        if role == "any":
            return self.value(node)
        if role == "list":
            return self.items(node)
        if self.unit.notes is not None and role in ("piece", "pieces"):
            self.unit.notes.expect(node, Type(role.rstrip("s")))
        if role == "pieces":
            value = self.items(node)
            if value.type.item is not None and value.type.item.base == "zone":
                value = self._flat_zones(value)
            if value.type.base == "bad" or value.type.item is None or value.type.item.base == "piece":
                return value
            self.unit.error(WRONG_TYPE, f"pieces are needed here, and this is {article(value.type)}", node)
            return Bad
        if role == "piece":
            value = self.value(node)
            if value.type.base not in ("piece", "bad"):
                self.unit.error(WRONG_TYPE, f"a piece is needed here, and this is {article(value.type)}", node)
                return Bad
            return value
        kinds = {
            "number": NUMBER,
            "player": PLAYER,
            "players": list_of(PLAYER),
            "zone": ZONE,
            "yes_no": YES_NO,
            "list of number": list_of(NUMBER),
            "list of yes_no": list_of(YES_NO),
        }
        return self.want(node, kinds[role])

    # ------------------------------------------------------------ operators

    def _negative(self, node: s.Negative) -> ir.Value:
        value = self.want(node.value, NUMBER)
        if isinstance(value, ir.Lit):
            return ir.Lit(NUMBER, -value.value)
        return ir.BinaryV("-", ir.Lit(NUMBER, 0), value, NUMBER)

    def _not(self, node: s.Not) -> ir.Value:
        return ir.NotV(self.condition(node.value))

    def _logic(self, node: s.Logic) -> ir.Value:
        return ir.LogicV(node.operator, self.condition(node.left), self.condition(node.right))

    def _binary(self, node: s.Binary) -> ir.Value:
        left = self.value(node.left)
        if left.type.base in ("list", "zone") and node.operator in "+-":
            items = self.as_list(left, node.left)
            kind = items.type if items.type.item is not None else self.items(node.right).type
            return ir.BinaryV(node.operator, items, self.want(node.right, kind), kind)
        return ir.BinaryV(node.operator, self.fit(left, NUMBER, node.left), self.want(node.right, NUMBER), NUMBER)

    def _divide(self, node: s.Divide) -> ir.Value:
        return ir.DivideV(self.want(node.left, NUMBER), self.want(node.right, NUMBER), node.rounding == "up")

    def _compare(self, node: s.Compare) -> ir.Value:
        if node.operator in ("in", "not in"):
            items = self.items(node.right)
            item = items.type.item
            left = self.want(node.left, item) if self._takes_word(node.left, item) and item else self.value(node.left)
            if item is not None:
                self._comparable(left.type, item, node)
            return ir.CompareV(node.operator, left, items)
        if node.operator in ("<", "<=", ">", ">="):
            return ir.CompareV(node.operator, self.want(node.left, NUMBER), self.want(node.right, NUMBER))
        left = self.value(node.left)
        if self.unit.notes is not None:
            self.unit.notes.expect(node.right, left.type)
        right = self.want(node.right, left.type) if self._takes_word(node.right, left.type) else self.value(node.right)
        if left.type.base == "list" or right.type.base == "list":
            left, right = self.as_list(left, node.left), self.as_list(right, node.right)
        self._comparable(left.type, right.type, node)
        return ir.CompareV(node.operator, left, right)

    def _takes_word(self, node: s.Expr, kind: Type | None) -> bool:
        if kind is None or kind.base != "enum" or not isinstance(node, s.Name):
            return False
        if node.word in self.scope.locals or self._of_it(node.word) is not None:
            return False
        return node.word in self.symbols.game.enums[kind.of].values

    def _comparable(self, left: Type, right: Type, node: s.Compare) -> None:
        if self.fits(left, right) or self.fits(right, left) or self._share_words(left, right):
            return
        message = f"{article(left)} is never {article(right)}"
        self.unit.error(NEVER_EQUAL, message, node)

    def _share_words(self, left: Type, right: Type) -> bool:
        if left.base == right.base == "enum":
            return bool(set(self._numbers(left.of)) & set(self._numbers(right.of)))
        if left.base == right.base == "list" and left.item and right.item:
            return self._share_words(left.item, right.item)
        return False

    # ------------------------------------------------------------ lists

    def _filter(self, node: s.Filter) -> ir.Value:
        return self.filtered(self.items(node.list), node.where)

    def filtered(self, items: ir.Value, where: s.Expr, word: str = "", start: int = 0) -> ir.Value:
        """A list with a condition about `it`, which also has the name the items are about to get, if any."""
        if items.type.base == "bad":
            return Bad
        it = self.symbols.var("it", items.type.item or Bad.type)
        return ir.FilterV(items, it, self.about(it, where, word, start))

    def about(self, it: ir.Var, where: s.Expr, word: str = "", start: int = 0) -> ir.Value:
        """A condition in which `it`, its properties and a name of its own have a meaning.

        The name is the first such word from `start` on.
        """
        outer = self.scope.it
        if word and self.unit.notes is not None:
            self.unit.notes.alias(it, self.unit.local(word, start))
        with self.scope.inner():
            if word and self.property(ir.Local(it), word) is None:
                self.scope.locals[word] = it
            self.scope.it = (*outer, it)
            try:
                return self.condition(where)
            finally:
                self.scope.it = outer

    def _collect(self, node: s.Collect) -> ir.Value:
        with self.scope.inner():
            each = []
            for part in node.each:
                items = self.items(part.list)
                each.append((self.scope.declare(part.word, items.type.item or Bad.type), items))
                self.unit.declared(each[-1][0], part.start)
            where = None
            if node.where is not None:
                where = self.about(each[-1][0], node.where)
            value = self.value(node.value)
        flat = value.type.base == "list"
        return ir.CollectV(value, tuple(each), where, flat, value.type if flat else list_of(value.type))


def _number_of(count: int, word: str) -> str:
    return f"{count or 'no'} {word}{'' if count == 1 else 's'}"
