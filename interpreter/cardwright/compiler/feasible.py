"""Whether a deed, option or choice can happen at all, so that nothing is offered that leads nowhere."""

from __future__ import annotations

import re

from cardwright.compiler import ir
from cardwright.compiler.code_values import ValueCoder
from cardwright.compiler.layout import depends, first_value
from cardwright.compiler.segments import variables

INLINE_DEPTH = 4
# Whether somebody is there, in a name or in the table's memory.
_QUICK = re.compile(r"\((\w+|S\[\d+\]) >= 0\)")


class Feasibility:
    """Writes conditions that say whether the first deed of a block can happen."""

    def __init__(self, values: ValueCoder, power_zones: set[str], forbidden: set[str]) -> None:
        self.values = values
        self.power_zones = power_zones
        self.forbidden = forbidden
        self.known: dict[str, bool] = {}

    def code(self, block: ir.Block) -> str | None:
        """Code for whether a block can begin; None when it always can."""
        requires = self._requirements(block)
        if requires:
            return " and ".join(self.values.scalar(condition) for condition in requires)
        mapping: dict[ir.Var, ir.Value] = {}
        for statement in block:
            if isinstance(statement, ir.LetS):
                mapping[statement.var] = ir.substitute(statement.value, mapping)
                continue
            first = _substituted(statement, mapping) if mapping else statement
            return None if first is None else self.first(first)
        return None

    @staticmethod
    def _requirements(block: ir.Block) -> list[ir.Value]:
        """The conditions of a block's `require`s, names replaced by what they stand for where each is written."""
        mapping: dict[ir.Var, ir.Value] = {}
        found = []
        for statement in block:
            if isinstance(statement, ir.LetS):
                mapping[statement.var] = ir.substitute(statement.value, mapping)
            elif isinstance(statement, ir.RequireS):
                found.append(ir.substitute(statement.condition, mapping))
        return found

    def first(self, statement: ir.Stmt) -> str | None:
        """Code for whether a statement can happen; None when it always can."""
        if isinstance(statement, ir.Perform):
            return self._perform(statement)
        if isinstance(statement, ir.Act):
            one = statement.doer if statement.doer is not None and statement.doer.type.base == "player" else None
            return None if one is None else self._somebody(one)
        if isinstance(statement, ir.ChooseS):
            if statement.may or statement.otherwise:
                return None
            # the picks first: a verb may begin with a choice whose body begins with the verb
            parts = [self.asked(statement), self.rest(statement, 0), self.body(statement, False)]
            return " and ".join(part for part in parts if part is not None) or None
        if isinstance(statement, ir.ChooseOneS):
            if statement.may or statement.otherwise:
                return None
            parts = [self.asked(statement), self._options(statement)]
            return " and ".join(part for part in parts if part is not None) or None
        if isinstance(statement, ir.IfS):
            return self._if(statement)
        return None

    def asked(self, statement: ir.ChooseS | ir.ChooseOneS | ir.MayS) -> str | None:
        """Code for whether there is somebody who decides; None when there certainly is, or chance decides."""
        if isinstance(statement, ir.ChooseS) and all(pick.at_random for pick in statement.picks):
            return None
        return self._somebody(statement.player)

    def _somebody(self, player: ir.Value) -> str | None:
        return None if self.values.presence.sure(player) else f"({self.values.scalar(player)} >= 0)"

    def _if(self, statement: ir.IfS) -> str | None:
        """The branch that applies must be able to begin; where none applies nothing happens, and that can be done."""
        inner = [self.code(body) for _, body in statement.branches]
        last = self.code(statement.otherwise) or "True"
        if last == "True" and all(code is None for code in inner):
            return None
        for (condition, _), code in zip(reversed(statement.branches), reversed(inner), strict=True):
            last = _either(self.values.scalar(condition), code or "True", last)
        return last

    def _options(self, statement: ir.ChooseOneS) -> str | None:
        parts = []
        for option in statement.options:
            condition = [self.values.scalar(option.condition)] if option.condition is not None else []
            inner = self.code(option.body)
            condition += [inner] if inner is not None else []
            if not condition:
                return None
            parts.append(f"({' and '.join(condition)})")
        return f"({' or '.join(parts)})"

    def _perform(self, statement: ir.Perform) -> str | None:
        if statement.doer is not None and statement.doer.type.base == "list":
            return None
        there = None if statement.doer is None else self._somebody(statement.doer)
        if not self.conditional(statement.procedure):
            return there
        inlined = self._inlined(statement)
        possible = inlined if inlined is not None else self._call(statement)
        return possible if there is None else f"{there} and {possible}"

    def conditional(self, procedure: ir.Procedure) -> bool:
        """Whether a procedure can be impossible; one that begins with itself is so for other reasons than that."""
        word = procedure.word
        if word not in self.known:
            before = {*self.known, word}
            self.known[word] = word in self.forbidden
            if not self.known[word] and self.code(procedure.body) is not None:
                # what was found of others while nothing was known of this one need not be so
                self.known = {other: found for other, found in self.known.items() if found or other in before}
                self.known[word] = True
        return self.known[word]

    def opening(self, procedure: ir.Procedure) -> str | None:
        """The line that must stand before the code for whether a procedure can begin: what it gives, if that is asked.

        Nothing was put into it yet.
        """
        result = procedure.result
        if result is None or result.code not in variables(self.code(procedure.body) or ""):
            return None
        return f"{result.code} = {first_value(procedure)}"

    def _call(self, statement: ir.Perform) -> str:
        procedure = statement.procedure
        return f"can{procedure.number}(S{self.values.arguments(statement)})"

    def _inlined(self, statement: ir.Perform, depth: int = 0) -> str | None:
        """The procedure's own `require`s, or its first deed's, with the roles of this call put in."""
        procedure = statement.procedure
        mapping = dict(zip(procedure.params, statement.args, strict=True))
        if procedure.you is not None and statement.doer is not None:
            mapping[procedure.you] = statement.doer
        if procedure.word in self.forbidden or depth > INLINE_DEPTH:
            return None
        if any(not isinstance(arg, ir.Lit | ir.Local) for arg in mapping.values()):
            return None
        result = procedure.result
        conditions = []
        for entry in procedure.body:
            if not isinstance(entry, ir.RequireS):
                break
            if result is not None and depends(entry.condition, result):
                return None
            conditions.append(ir.substitute(entry.condition, mapping))
        if conditions:
            return " and ".join(self.values.scalar(condition) for condition in conditions)
        first = procedure.body[0] if procedure.body else None
        if result is not None and depends(first, result):
            return None
        if isinstance(first, ir.Perform) and self.conditional(first.procedure):
            inner = _substituted(first, mapping)
            assert isinstance(inner, ir.Perform)
            if inner.doer is None or inner.doer.type.base != "list":
                return self._inlined(inner, depth + 1)
        return None

    # ------------------------------------------------------------ looking ahead in choices

    def rest(self, statement: ir.ChooseS, number: int) -> str | None:
        """Code for whether the picks from a number on, and then the body, can be completed."""
        if number == len(statement.picks):
            return self.body(statement, about_picks=True)
        pick = statement.picks[number]
        pool = pick.source if pick.where is None else ir.FilterV(pick.source, pick.item, pick.where)
        if pick.amount == "one":
            inner = self.rest(statement, number + 1)
            if inner is None or pick.at_random:
                return self.values.some(pool)
            return f"any({inner} {self.running(pick)})"
        if pick.count is None or pick.amount == "up_to":
            return None
        enough = f"({self.values.count(pool)} >= {self.values.scalar(pick.count)})"
        later = None
        if not any(depends(other.where, pick.var) or depends(other.source, pick.var) for other in statement.picks):
            later = self.rest(statement, number + 1)
        return enough if later is None else f"({enough} and {later})"

    def running(self, pick: ir.PickS, ahead: str | None = None) -> str:
        """The `for ... in ... if ...` that runs the pick's variable through its options, those that lead on alone."""
        name = pick.var.code
        conditions = [] if ahead is None else [ahead]
        source = pick.source
        if pick.where is not None and self.values.is_mask(source):
            source = ir.FilterV(source, pick.item, pick.where)
        elif pick.where is not None:
            conditions.insert(0, self.values.scalar(ir.substitute(pick.where, {pick.item: ir.Local(pick.var)})))
        tail = f" if {' and '.join(conditions)}" if conditions else ""
        return f"for {name} in {self.values.iterable(source)}{tail}"

    def body(self, statement: ir.ChooseS, about_picks: bool) -> str | None:
        """Code for whether the body of a choice can begin: what depends on the picks, or what does not."""
        code = self.code(statement.body)
        if code is None:
            return None
        named = variables(code)
        single = any(pick.var.code in named for pick in statement.picks if pick.amount == "one")
        several = any(pick.var.code in named for pick in statement.picks if pick.amount != "one")
        if several:
            return None
        return code if single == about_picks else None


def _either(condition: str, yes: str, no: str) -> str:
    """Code for one condition or another, as a further one holds; what is quickly asked is asked first, and alone."""
    if no == "True" and _QUICK.fullmatch(yes):
        return f"({yes} or not {condition})"
    if yes == "True" and _QUICK.fullmatch(no):
        return f"({no} or {condition})"
    return f"({yes} if {condition} else {no})"


def _substituted(statement: ir.Stmt, mapping: dict[ir.Var, ir.Value]) -> ir.Stmt | None:
    """A deed with names made by `let` replaced by their values; None for other statements that use them."""
    if isinstance(statement, ir.Perform):
        args = tuple(ir.substitute(arg, mapping) for arg in statement.args)
        doer = ir.substitute(statement.doer, mapping) if statement.doer is not None else None
        return ir.Perform(statement.procedure, doer, args, statement.into)
    if any(depends(statement, var) for var in mapping):
        return None
    return statement
