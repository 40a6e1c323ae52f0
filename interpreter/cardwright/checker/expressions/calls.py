"""Checks of calls of rules, tables and built-ins, with the binding of arguments to parameters."""

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol

from cardwright.builtins import Primitive, all_primitives
from cardwright.checker import typed_tree
from cardwright.checker.expressions.type_compatibility import Bad, TypeChecker, as_fraction, is_zones
from cardwright.checker.names.occurrences import Notes, Symbol
from cardwright.checker.names.rule_text_context import WRONG_TYPE, Scope, Unit
from cardwright.checker.semantic_checks.wrong_kind_in_zone import find_moved_kind
from cardwright.declarations.model import DeckDecl
from cardwright.declarations.value_types import (
    FRACTION,
    NUMBER,
    PLAYER,
    YES_NO,
    ZONE,
    Type,
    describe_type,
    enum,
    list_of,
    name_of,
    piece,
)
from cardwright.source.diagnostics import DiagnosticNote, declare_code, note_declared
from cardwright.source.positions import Span
from cardwright.syntax import tree as syntax

WRONG_ARGUMENTS = declare_code("wrong-arguments")
NOT_A_VALUE = declare_code("not-a-value")

NO_ORDER = declare_code("unordered-zone")

Value = Callable[[syntax.Expr], typed_tree.Value]

_ARITHMETIC: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}


class Want(Protocol):
    """A function that checks an expression against a required type; `what` names the expression in errors."""

    def __call__(self, node: syntax.Expr, kind: Type, what: str = "") -> typed_tree.Value: ...


class SearchChecks(Protocol):
    """The checks of the arguments of a search."""

    def check_start(self, node: syntax.Expr) -> typed_tree.Value: ...

    def check_goals(self, node: syntax.Expr, start: typed_tree.Value) -> typed_tree.Value: ...

    def check_step(self, node: syntax.Expr, start: typed_tree.Value) -> typed_tree.Value: ...


class CallChecker:
    """Checker of calls in a scope.

    Arguments are checked by the functions `value` (any type), `want` (a required type) and `amount` (numbers or
    fractions), those of a search by `search`, which is set later.
    """

    search: SearchChecks

    def __init__(
        self,
        scope: Scope,
        types: TypeChecker,
        rule_type: Callable[[typed_tree.TypedRule], Type],
        value: Value,
        want: Want,
        amount: Callable[[syntax.Expr, Type], typed_tree.Value],
    ) -> None:
        self.scope = scope
        self.symbols = scope.symbols
        self.unit = scope.unit
        self.types = types
        self.rule_type = rule_type
        self.value = value
        self.want = want
        self.amount = amount

    def call(self, node: syntax.CallNode) -> typed_tree.Value:
        """Check a call of a function or rule, which is a value."""
        word = node.word
        at = self.unit.span_at(node.start, len(word))
        if self.unit.notes is not None:
            self._note_call(node, self.unit.notes)
        if word in self.symbols.rules:
            return self.rule(self.symbols.rules[word], node.args, node)
        if word in self.symbols.game.tables:
            return self._check_table(word, node)
        if word in self.symbols.game.decks:
            return self.deck(self.symbols.game.decks[word], node.args, node)
        if word == "during":
            return self._check_during(node)
        if word == "caused_by":
            if [arg.value for arg in node.args] != [syntax.NameNode("this")]:
                message = "`caused_by` takes only `this`, the power that contains the call"
                self.unit.error(WRONG_ARGUMENTS, message, node, "write `caused_by(this)`")
            return typed_tree.CausedByExpr(self.scope.power)
        primitive = self.symbols.primitives.get(word)
        if primitive is not None and not primitive.is_procedure:
            return self.primitive(primitive, node.args, node)
        if primitive is not None or word in self.symbols.procedures:
            self.report_procedure(word, at)
            return Bad
        known = [*self.symbols.rules, *self.symbols.game.tables, *self.symbols.game.decks, "during", "caused_by"]
        known += [name for name, found in self.symbols.primitives.items() if not found.is_procedure]
        known += [
            *self.symbols.procedures,
            *(name for name, found in self.symbols.primitives.items() if found.is_procedure),
        ]
        self.unit.unknown("unknown-rule", "rule or function", word, at, known)
        for arg in node.args:
            self.value(arg.value)
        return Bad

    def _note_call(self, node: syntax.CallNode, notes: Notes) -> None:
        word = node.word
        if word in self.symbols.rules:
            notes.mean(node.start, word, Symbol("rule", "", word), self.symbols.rules[word].type)
        elif word in self.symbols.game.tables:
            notes.mean(node.start, word, Symbol("table", "", word), NUMBER)
        elif word in self.symbols.game.decks:
            notes.mean(node.start, word, Symbol("table", "", word))
        elif word in self.symbols.primitives:
            notes.mean(node.start, word, Symbol("primitive", "", word))
        notes.leave_gap("value", word, self.scope)

    def _check_during(self, node: syntax.CallNode) -> typed_tree.Value:
        args = node.args
        if len(args) == 1 and isinstance(args[0].value, syntax.NameNode):
            name = args[0].value
            if self.unit.notes is not None:
                self.unit.notes.mean(name.start, name.word, Symbol("procedure", "", name.word))
                self.unit.notes.leave_gap("procedure", name.word)
            if name.word in self.symbols.procedures:
                first, *others = self.symbols.procedures[name.word].each_sort
                found: typed_tree.Value = typed_tree.DuringExpr(first)
                for each in others:
                    found = typed_tree.LogicExpr("or", found, typed_tree.DuringExpr(each))
                return found
            self.unit.unknown("unknown-verb", "verb or step", name.word, self.unit.span(name), self.symbols.procedures)
            return Bad
        self.unit.error(WRONG_ARGUMENTS, "`during` takes the name of a verb or step", node, "write `during(VERB)`")
        return Bad

    def rule(self, rule: typed_tree.TypedRule, args: tuple[syntax.ArgNode, ...], node: syntax.Node) -> typed_tree.Value:
        """Check a call of a rule."""
        self.rule_type(rule)
        bound = self.bind(rule.word, rule.params, (None,) * len(rule.params), args, node, rule.span)
        return typed_tree.RuleExpr(rule, bound)

    def _check_table(self, word: str, node: syntax.CallNode) -> typed_tree.Value:
        table = self.symbols.game.tables[word]
        params = tuple(typed_tree.TypedVar(role, kind, 0) for role, kind in table.roles)
        args = self.bind(word, params, (None,) * len(params), node.args, node, table.span)
        return typed_tree.TableExpr(table, args, table.type)

    def deck(self, deck: DeckDecl, args: tuple[syntax.ArgNode, ...], node: syntax.Node) -> typed_tree.Value:
        """Check a deck: its name alone, or its name with the word that selects one of its lists."""
        if not deck.kind:  # it is malformed, which is reported where it is declared
            return Bad
        params = (typed_tree.TypedVar(deck.per, enum(deck.per), 0),) if deck.per else ()
        params = (typed_tree.TypedVar("player", PLAYER, 0),) if deck.by_player else params
        bound = self.bind(deck.word, params, (None,) * len(params), args, node, deck.span)
        if any(value.type.base == "bad" for value in bound):
            return Bad
        return typed_tree.DeckExpr(deck, bound[0] if bound else None, list_of(name_of(deck.kind)))

    def bind(
        self,
        word: str,
        params: tuple[typed_tree.TypedVar, ...],
        defaults: tuple[typed_tree.Value | None, ...],
        args: tuple[syntax.ArgNode, ...],
        node: syntax.Node,
        declared: Span | None,
        doer: Mapping[typed_tree.TypedVar, typed_tree.Value] | None = None,
    ) -> tuple[typed_tree.Value, ...]:
        """Return the typed value for each parameter of a call, in order: its argument or its default.

        A default may contain `you`, the player who acts; `doer` maps that variable to its value.
        """
        given: dict[str, typed_tree.Value] = {}
        meant: dict[str, typed_tree.Value] = {}
        by_word = {param.word: param for param in params}
        notes = note_declared(word, declared)
        for place, arg in enumerate(args):
            role = arg.role or (params[place].word if place < len(params) else None)
            if role is None:
                message = f"`{word}` takes {_number_of(len(params), 'value')}; this is one too many"
                self.unit.error(WRONG_ARGUMENTS, message, arg, _suggest_removal(self.unit, args, place), notes)
                self.value(arg.value)
                continue
            if role not in by_word:
                at = self.unit.span_at(arg.start, len(role))
                self.unit.unknown(WRONG_ARGUMENTS, f"parameter of `{word}` named", role, at, by_word, notes)
                self.value(arg.value)
                meant.update({param.word: Bad for param in params})  # do not report the parameter as missing too
                continue
            if self.unit.notes is not None:
                if arg.role is not None:
                    self.unit.notes.mean(arg.start, role, Symbol("role", word, role), by_word[role].type)
                rest = () if arg.role else tuple(each for each in by_word if each not in given)
                self.unit.notes.expect(arg.value, None, rest)
            if role in given:
                label = _suggest_removal(self.unit, args, place)
                self.unit.error(WRONG_ARGUMENTS, f"the parameter `{role}` is given twice", arg, label, notes)
            given[role] = self.want(arg.value, by_word[role].type, f"`{role}` of `{word}`")
        meanings = [default and typed_tree.substitute(default, doer or {}) for default in defaults]
        return self._complete(word, params, meanings, {**meant, **given}, node, notes)

    def _complete(
        self,
        word: str,
        params: tuple[typed_tree.TypedVar, ...],
        defaults: Sequence[typed_tree.Value | None],
        given: dict[str, typed_tree.Value],
        node: syntax.Node,
        notes: tuple[DiagnosticNote, ...],
    ) -> tuple[typed_tree.Value, ...]:
        values: list[typed_tree.Value] = []
        for param, default in zip(params, defaults, strict=True):
            if param.word in given:
                values.append(given[param.word])
            elif default is not None:
                values.append(typed_tree.substitute(default, dict(zip(params, values, strict=False))))
            else:
                label = f"add `{param.word}: ...`"
                self.unit.error(WRONG_ARGUMENTS, f"`{word}` needs `{param.word}`", node, label, notes)
                values.append(Bad)
        return tuple(values)

    def primitive(self, primitive: Primitive, args: tuple[syntax.ArgNode, ...], node: syntax.Node) -> typed_tree.Value:
        """Check a call of a built-in."""
        bound = self.bind_primitive(primitive, args, node)
        if primitive.roles and primitive.roles[-1].type == "step":
            bound = bound[1:]  # the search contains its start
            if len(bound) == 1:
                return bound[0]
        constants = [find_constant(value) for value in bound] if primitive.refuses else []
        known = [constant for constant in constants if constant is not None]
        refused = primitive.refuses(known) if primitive.refuses and len(known) == len(constants) else None
        if refused is not None:
            self.unit.error(WRONG_ARGUMENTS, refused[0], node, refused[1])
        found = typed_tree.PrimitiveExpr(primitive, bound, self.primitive_type(primitive, bound))
        works = self._works(bound[0]) if primitive.at_work and bound else None
        return found if works is None else typed_tree.LogicExpr("and", found, works)

    def _works(self, piece: typed_tree.Value) -> typed_tree.Value | None:
        """Return the condition under which the powers of a piece work.

        None if the game has no such rule for its kind.
        """
        named = self.symbols.game.powers_work_if
        rule = None if named is None else self.symbols.rules.get(str(named.value))
        if rule is None or [param.type for param in rule.params] != [piece.type]:
            return None
        return typed_tree.RuleExpr(rule, (piece,)) if self.rule_type(rule) == YES_NO else None

    def primitive_type(self, primitive: Primitive, bound: tuple[typed_tree.Value, ...]) -> Type:
        """Return the type of the result of a built-in for these arguments."""
        if any(value.type.base == "bad" for value in bound):
            return Bad.type
        return primitive.result([self._check_content_type(value.type) for value in bound])

    def _check_content_type(self, kind: Type) -> Type:
        return list_of(piece(kind.of or self.symbols.main_kind)) if kind.base == "zone" else kind

    def bind_primitive(
        self, primitive: Primitive, args: tuple[syntax.ArgNode, ...], node: syntax.Node
    ) -> tuple[typed_tree.Value, ...]:
        """Return the typed value for each parameter of a built-in, in order."""
        roles = primitive.roles
        if roles and roles[0].many:
            for arg in args:
                if arg.role is not None:
                    at = self.unit.span_at(arg.start, len(arg.role))
                    message = f"the arguments of `{primitive.word}` have no names"
                    self.unit.error(WRONG_ARGUMENTS, message, at, f"remove `{arg.role}:`")
            if len(args) == 1:
                return (self.amount(args[0].value, list_of(NUMBER)),)
            several = tuple(self.amount(arg.value, NUMBER) for arg in args)
            return tuple(map(as_fraction, several)) if any(one.type == FRACTION for one in several) else several
        given: dict[str, typed_tree.Value] = {}
        meant: Mapping[str, typed_tree.Value] = {}
        further: dict[str, Callable[[], typed_tree.Value]] = {}
        words = [role.word for role in roles]
        for place, arg in enumerate(args):
            word = arg.role or (words[place] if place < len(words) else None)
            if word is None or word not in words:
                if word is None:
                    message = f"`{primitive.word}` takes {_number_of(len(roles), 'value')}; this is one too many"
                    self.unit.error(WRONG_ARGUMENTS, message, arg, _suggest_removal(self.unit, args, place))
                else:
                    at = self.unit.span_at(arg.start, len(word))
                    what = f"parameter of `{primitive.word}` named"
                    self.unit.unknown(WRONG_ARGUMENTS, what, word, at, words, otherwise=_find_taker(word))
                    self.value(arg.value)
                    meant = {each.word: Bad for each in roles}  # do not report the parameter as missing too
                continue
            role = roles[words.index(word)]
            if self.unit.notes is not None:
                if arg.role is not None:
                    self.unit.notes.mean(arg.start, word, Symbol("role", primitive.word, word))
                rest = () if arg.role else tuple(each for each in words if each not in given)
                self.unit.notes.expect(arg.value, None, rest)
            if word in given:
                label = _suggest_removal(self.unit, args, place)
                self.unit.error(WRONG_ARGUMENTS, f"the parameter `{word}` is given twice", arg, label)
            if role.type in ("goals", "step"):  # they depend on where the search starts
                further[word] = partial(self._check_in_search, role.type, arg.value, given, words[0])
                given[word] = Bad
                continue
            given[word] = self._check_role_value(role.type, arg.value)
            if role.type == "pile":
                self._check_order(primitive, given[word], arg.value)
            constant = None if role.least is None else find_constant(given[word])
            if constant is not None and role.least is not None and constant < role.least:
                message = f"`{word}` counts from {role.least}, but this is {constant}"
                self.unit.error(WRONG_ARGUMENTS, message, arg.value, f"write {role.least} or more")
        given |= {word: check() for word, check in further.items()}
        values = self._complete_primitive(primitive, given, meant, node)
        if primitive.moves or primitive.tokens:
            self._check_zone_kind(primitive, values, node)
        return tuple(values)

    def _complete_primitive(
        self,
        primitive: Primitive,
        given: Mapping[str, typed_tree.Value],
        meant: Mapping[str, typed_tree.Value],
        node: syntax.Node,
    ) -> list[typed_tree.Value]:
        """Return the value for each parameter: its argument, its default, or the value in `meant`."""
        values: list[typed_tree.Value] = []
        for role in primitive.roles:
            if role.word in given:
                values.append(given[role.word])
            elif role.default is not None:
                values.append(typed_tree.LiteralExpr(NUMBER, role.default))
            elif role.word in meant:
                values.append(meant[role.word])
            else:
                label = f"add `{role.word}: ...`"
                self.unit.error(WRONG_ARGUMENTS, f"`{primitive.word}` needs `{role.word}`", node, label)
                values.append(Bad)
        return values

    def report_procedure(self, word: str, at: syntax.Node | Span) -> None:
        """Report the name of a verb or step where a value is needed."""
        procedure, primitive = self.symbols.procedures.get(word), self.symbols.primitives.get(word)
        what = "verb" if procedure is None else procedure.kind
        has_result = procedure.result is not None if procedure is not None else primitive is not None
        label = f"store its result on a line before: `let found = {word}(...)`"
        message = f"a value is needed here, but `{word}` is a {what}"
        label = label if has_result else f"write a value; `{word}` has no result"
        self.unit.error(NOT_A_VALUE, message, at, label)

    def _check_in_search(
        self, role: str, node: syntax.Expr, given: Mapping[str, typed_tree.Value], start: str
    ) -> typed_tree.Value:
        check = self.search.check_goals if role == "goals" else self.search.check_step
        return check(node, given.get(start, Bad))

    def _check_zone_kind(self, primitive: Primitive, values: Sequence[typed_tree.Value], node: syntax.Node) -> None:
        """Report a call that moves pieces to a zone for another kind, if both kinds are known."""
        for role, value in zip(primitive.roles, values, strict=True):
            if role.least is not None and find_constant(value) != role.default:
                self._check_order(primitive, values[1], node, f"`{role.word}` of `{primitive.word}`")
        moved = values[0].type.of if primitive.tokens else find_moved_kind(values[0].type)
        if len(values) == 1:
            self._check_whole(primitive, values[0], node)
            return
        held = values[1].type.of
        if values[1].type.base == "piece" and moved != held:
            message = f"`{primitive.word}` takes two pieces of a kind, and these are of different kinds"
            self.unit.error(WRONG_TYPE, message, node, "name two pieces of the same kind")
        elif moved and held and values[1].type.base == "zone" and moved != held:
            kinds = self.symbols.game.kinds
            message = f"`{primitive.word}` would move {kinds[moved].plural} to a zone of {kinds[held].plural}"
            self.unit.error(WRONG_TYPE, message, node, f"name a zone of {kinds[moved].plural}")

    def _check_whole(self, primitive: Primitive, value: typed_tree.Value, node: syntax.Node) -> None:
        """Report arguments that are parts of pieces, because a part only moves together with its piece."""
        kind = self.symbols.game.kinds.get(find_moved_kind(value.type) or "")
        if kind is not None and kind.part_of is not None:
            whole = self.symbols.game.kinds.get(kind.part_of)
            message = f"`{primitive.word}` takes whole pieces, but {kind.plural} are only parts of other pieces"
            label = f"name the {kind.part_of if whole is None else whole.title}"
            self.unit.error(WRONG_TYPE, message, node, label)

    def _check_items(self, node: syntax.Expr) -> typed_tree.Value:
        """Return the items of a list. If the list names several zones, return the pieces in them."""
        items = self.types.as_items(self.value(node), node, counted=True)
        if not isinstance(node, syntax.ListOfNode) or not is_zones(items.type):
            return items
        return self.unit.meant(node, self.types.flat_zones(items))

    def _check_order(self, primitive: Primitive, zone: typed_tree.Value, node: syntax.Node, what: str = "") -> None:
        """Report an unordered zone as argument of a built-in that needs an order."""
        if isinstance(zone, typed_tree.ZoneExpr) and not zone.zone.ordered:
            word = zone.zone.word
            message = f"{what or f'`{primitive.word}`'} needs an ordered zone, but `{word}` is unordered"
            label = f"declare `{word}` with `ordered: yes`, or take another zone"
            self.unit.error(NO_ORDER, message, node, label, note_declared(word, zone.zone.span))

    def _check_name(self, node: syntax.Expr) -> typed_tree.Value:
        """Check the name of a piece of any kind."""
        if isinstance(node, syntax.NameNode) and node.word in self.symbols.names and node.word not in self.scope.locals:
            of, number = self.symbols.names[node.word]
            found = typed_tree.LiteralExpr(name_of(of), number)
            if self.unit.notes is not None:
                self.unit.notes.value(node.start, node.word, found)
            return self.unit.meant(node, found)
        value = self.value(node)
        if value.type.base in ("name", "bad"):
            return value
        label = "write `.name` after it to get its name" if value.type.base == "piece" else "write the id of a piece"
        message = f"the name of a piece is needed here, but this is {describe_type(value.type)}"
        self.unit.error(WRONG_TYPE, message, node, label)
        return Bad

    def _check_role_value(self, role: str, node: syntax.Expr) -> typed_tree.Value:
        if role == "name":
            return self._check_name(node)
        if role == "any":
            return self.value(node)
        if role == "list of number":
            return self.amount(node, list_of(NUMBER))
        if role == "nodes":
            return self.search.check_start(node)
        if role == "list":
            return self._check_items(node)
        if role == "items":
            value = self._check_items(node)
            if value.type.base == "list" and value.type.item is None:
                self.unit.error(WRONG_TYPE, "this list is empty", node, "write something between `[` and `]`")
                return Bad
            return value
        if self.unit.notes is not None and role in ("piece", "pieces"):
            self.unit.notes.expect(node, Type(role.rstrip("s")))
        if role == "pieces":
            value = self.value(node)
            cards = self.types.as_piece(value, node) or self.types.as_pieces(value, node, list_of(piece("")))
            value = self.types.as_list(cards or value, node)
            if value.type.item is not None and value.type.item.base == "zone":
                value = self.types.flat_zones(value)
            if value.type.base == "bad" or value.type.item is None or value.type.item.base in ("piece", "bad"):
                return value
            message = f"pieces are needed here, but this is {describe_type(value.type)}"
            self.unit.error(WRONG_TYPE, message, node, "write a piece, a list of pieces or a zone")
            return Bad
        if role == "piece":
            value = self.value(node)
            value = self.types.as_piece(value, node) or value
            if value.type.base not in ("piece", "bad"):
                message = f"a piece is needed here, but this is {describe_type(value.type)}"
                self.unit.error(WRONG_TYPE, message, node, "name a single piece")
                return Bad
            return value
        kinds = {
            "number": NUMBER,
            "player": PLAYER,
            "players": list_of(PLAYER),
            "zone": ZONE,
            "pile": ZONE,
            "yes_no": YES_NO,
            "list of yes_no": list_of(YES_NO),
        }
        return self.want(node, kinds[role])


def _suggest_removal(unit: Unit, args: Sequence[syntax.ArgNode], place: int) -> str:
    """Return the label for an argument that is one too many."""
    return f"remove `, {unit.text(args[place])}`" if place else "remove it"


def _number_of(count: int, word: str) -> str:
    return f"{count or 'no'} {word}{'' if count == 1 else 's'}"


def find_constant(value: typed_tree.Value) -> int | None:
    """Return the value of a constant, or of a sum, difference or product of constants; else None."""
    if isinstance(value, typed_tree.LiteralExpr):
        return value.value
    if not isinstance(value, typed_tree.BinaryExpr) or value.operator not in _ARITHMETIC:
        return None
    left, right = find_constant(value.left), find_constant(value.right)
    return None if left is None or right is None else _ARITHMETIC[value.operator](left, right)


def _find_taker(word: str) -> str:
    """Return a hint that names the built-in with a parameter `word`; "" unless exactly one built-in has it."""
    takers = [each.word for each in all_primitives().values() if any(role.word == word for role in each.roles)]
    return f"write a `{takers[0]}` afterwards, which has `{word}`" if len(takers) == 1 else ""
