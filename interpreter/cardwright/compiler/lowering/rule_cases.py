"""Lowering of rules, their cases, and the explanations of their values."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.abilities.modifiers import Layers
from cardwright.compiler.lowering.context import Lowering, convert_type, number


class Rules:
    """Functions of rules, which apply the active modifiers."""

    def __init__(self, low: Lowering) -> None:
        self.low = low

    def function(self, rule: typed_tree.TypedRule) -> ir.Definition:
        """Return the function of a rule."""
        assert rule.type is not None
        modified = self.low.modifiers.get(rule.word, [])
        params = tuple(self.low.var(param) for param in rule.params)
        ty = convert_type(rule.type)
        if not modified:
            code = self._lower_cases(rule, lambda value, at: ir.Return(self.low.kept(value), at=at))
        else:
            value = self.low.fresh("value", ty)
            based = self._lower_cases(rule, lambda found, at: ir.Set(value, self.low.kept(found), at=at), leaves=False)
            code = (*based, *Layers(self.low, rule, value).changed(modified))
        bounded = int(self.low.text(rule.word).value) if rule.word in self.low.asking_themselves else None
        return ir.Definition(ir.Function("rule", rule.number), params, ty, code, bounded)

    def _lower_cases(
        self, rule: typed_tree.TypedRule, make: Callable[[typed_tree.Value, int], ir.Stmt], leaves: bool = True
    ) -> ir.Code:
        """Return code that finds the applicable case of a rule and applies `make` to its value.

        `leaves` is True if the code from `make` leaves the function. Local names of the rule are evaluated only when a
        case mentions them: those in its condition before the condition, and the others before its value. Later cases
        reuse the names in conditions.
        """
        known: set[typed_tree.TypedVar] = set()
        lines: list[tuple[ir.Code, ir.Value | None, ir.Code, int]] = []
        for case, (value, condition) in zip(rule.cases, rule.spoken, strict=True):
            at = self.low.spot(case)
            before = self._assign_local_names(rule, condition, known)
            asked = None if condition is None else self.low.value(condition)
            code = (*self.low.counted(case), *self._assign_local_names(rule, value, set(known)), make(value, at))
            lines.append((before, asked, code, at))
        if leaves:
            return tuple(
                each
                for before, asked, code, at in lines
                for each in (*before, *(code if asked is None else (ir.If(((asked, code),), (), at=at),)))
            )
        return _nest_branches(lines)

    def _assign_local_names(
        self, rule: typed_tree.TypedRule, part: typed_tree.Value | None, known: set[typed_tree.TypedVar]
    ) -> ir.Code:
        """Return assignments of the local names that a part of a rule mentions, and add these names to `known`."""
        if part is None or not rule.names:
            return ()
        wanted: list[tuple[typed_tree.TypedVar, typed_tree.Value]] = []
        spoken = {node.var for node in typed_tree.walk_tree(part) if isinstance(node, typed_tree.LocalExpr)} - known
        for named in reversed(rule.names):
            if named[0] in spoken:
                wanted.insert(0, named)
                spoken |= {
                    node.var for node in typed_tree.walk_tree(named[1]) if isinstance(node, typed_tree.LocalExpr)
                } - known
        known |= {var for var, _ in wanted}
        code: list[ir.Stmt] = []
        for named in wanted:
            var, value = named
            set_to = ir.Set(self.low.var(var), self.low.kept(value, var.mask), at=self.low.spot(named))
            code += (*self.low.counted(named), set_to)
        return tuple(code)

    def cases(self, rule: typed_tree.TypedRule) -> ir.Definition:
        """Return the function that finds the index of the applicable case, to explain the value of a rule."""
        code: list[ir.Stmt] = []
        known: set[typed_tree.TypedVar] = set()
        for place, (_, condition) in enumerate(rule.spoken):
            result = ir.Return(number(place))
            code += self._assign_local_names(rule, condition, known)
            code.append(result if condition is None else ir.If(((self.low.value(condition), (result,)),)))
        params = tuple(self.low.var(param) for param in rule.params)
        return ir.Definition(ir.Function("cases", rule.number), params, ir.NUM, tuple(code))

    def ends(self, play: typed_tree.TypedProcedure) -> Iterator[ir.Definition]:
        """Yield the function that finds which condition of an `or` ended the last loop of `play`, -1 for none of them.

        Its number follows those of the rules. There is none for conditions on the variables of `play`.
        """
        loops = [each for each in play.body if isinstance(each, typed_tree.RepeatStmt) and each.kind == "until"]
        ended = loops[-1].value if loops else None
        conditions = list(_list_alternatives(ended))
        free = {each.var for each in typed_tree.walk_tree(ended) if isinstance(each, typed_tree.LocalExpr)}
        if len(conditions) > 1 and free <= typed_tree.find_bound(ended):
            tests = (ir.If(((self.low.value(each), (ir.Return(number(n)),)),)) for n, each in enumerate(conditions))
            code: ir.Code = (*tests, ir.Return(number(-1)))
            yield ir.Definition(ir.Function("cases", len(self.low.checked.rules)), (), ir.NUM, code)

    def names(self, rule: typed_tree.TypedRule) -> ir.Definition:
        """Return the function that lists the values of a rule's local names, to explain the value of the rule.

        Each value is evaluated only on demand.
        """
        meant: dict[typed_tree.TypedVar, typed_tree.Value] = {}
        for var, value in rule.names:
            meant[var] = typed_tree.substitute(value, meant)
        params = tuple(self.low.var(param) for param in rule.params)
        rows = ir.Return(ir.Row(tuple(ir.Later(self.low.kept(value)) for value in meant.values())))
        return ir.Definition(ir.Function("names", rule.number), params, ir.ROWS, (rows,))


def _list_alternatives(condition: typed_tree.Value | None) -> Iterator[typed_tree.Value]:
    """Yield the conditions that an `or` combines, or the condition itself."""
    if isinstance(condition, typed_tree.LogicExpr) and condition.operator == "or":
        yield from (*_list_alternatives(condition.left), *_list_alternatives(condition.right))
    elif condition is not None:
        yield condition


def _nest_branches(lines: list[tuple[ir.Code, ir.Value | None, ir.Code, int]]) -> ir.Code:
    """Return nested branches for the cases of a rule. Assignments that a condition needs come before the condition."""
    code: ir.Code = ()
    for before, asked, inside, at in reversed(lines):
        if asked is None:
            code = (*before, *inside)
        elif before or not code or not isinstance(code[0], ir.If) or len(code) > 1:
            code = (*before, ir.If(((asked, inside),), code, at=at))
        else:
            code = (ir.If(((asked, inside), *code[0].branches), code[0].otherwise, at=ir.NOWHERE),)
    return code
