"""What can be worked out once more after it was given: the statements that do, if they only work things out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cardwright.checker import ir
from cardwright.compiler.analyses.gifts import Pairs, outward, told_of

# More statements than this are not done once more, and in no longer value are names written out.
MOST_STATEMENTS = 200
LONGEST = 200


@dataclass(slots=True)
class Replays:
    """For names of a game the statements that gave them, from the first to the last of these.

    `of` has those that are given by statements of their text, `roles` what a role is given in the one place that gives
    it, in terms of its own text. Procedures that are `watched` may come out in another way.
    """

    of: dict[ir.Var, ir.Block] = field(default_factory=dict)
    roles: dict[ir.Var, ir.Value] = field(default_factory=dict)
    _watched: frozenset[ir.Procedure | None] = frozenset()
    _seen: set[ir.Var] = field(default_factory=set)

    @classmethod
    def all(cls, checked: ir.Checked) -> Replays:
        """Those of all texts of a game."""
        found = cls(_watched=frozenset(ability.procedure for ability in checked.abilities))
        for procedure in checked.procedures.values():
            found._seen |= {*procedure.params, *([] if procedure.result is None else [procedure.result])}
        for ability in checked.abilities:
            found._seen |= {*ability.roles, *([] if ability.result is None else [ability.result])}
        bodies = ir.bodies(checked)
        for body in bodies:
            found._blocks(body)
        found._find_roles(checked, bodies)
        return found

    def again(self, var: ir.Var, there: Collection[ir.Var], within: frozenset[ir.Var] = frozenset()) -> ir.Block | None:
        """Statements that give a name once more, from names that are `there`; None if nothing does.

        Names that are not there any more are worked out before it.
        """
        if var in self.roles:
            found: ir.Block | None = (ir.LetS(var, self.roles[var]),)
        else:
            found = self.of.get(var)
        if found is None or var in within:
            return None
        before = self.before(found, there, within | {var})
        return None if before is None else (*before, *found)

    def before(
        self, node: object, there: Collection[ir.Var], within: frozenset[ir.Var] = frozenset()
    ) -> ir.Block | None:
        """Statements that give the names that something mentions and that are not there."""
        found: ir.Block = ()
        for name in sorted(_free(node) - set(there), key=lambda var: var.uid):
            more = self.again(name, there, within)
            if more is None or len(found) + len(more) > MOST_STATEMENTS:
                return None
            found += more
        return found

    # ------------------------------------------------------------ names of a text

    def _blocks(self, block: ir.Block) -> None:
        """Find what each name that is declared in a block, or further in, is given in it."""
        for number, statement in enumerate(block):
            var = _gives(statement)
            if var is not None and var not in self._seen:
                self._seen.add(var)
                found = self._slice(var, block[number:])
                if found is not None:
                    self.of[var] = found
            for inner in ir.inside(statement):
                self._within(inner)

    def _within(self, node: object) -> None:
        """Blocks inside a statement: tuples of statements, at any depth."""
        if isinstance(node, tuple) and node and isinstance(node[0], ir.Stmt):
            self._blocks(node)
        elif isinstance(node, tuple | ir.OptionS):
            for each in ir.inside(node):
                self._within(each)
        elif isinstance(node, ir.Stmt):
            self._blocks((node,))

    def _slice(self, var: ir.Var, block: ir.Block) -> ir.Block | None:
        """The statements of a block that give a name, with those that it takes, if nobody decides among them."""
        last = max(number for number, each in enumerate(block) if var in _assigned((each,)))
        wanted: set[ir.Var] = {var}
        found: list[ir.Stmt] = []
        for statement in reversed(block[: last + 1]):
            if _may_ask(statement) and self.quiet(statement) is None:
                return None
            given = _assigned((statement,))
            if given & wanted:
                plain = self.quiet(statement)
                if plain is None:
                    return None
                wanted |= given | _free(plain)
                found = [*plain, *found]
        return tuple(found)

    def quiet(self, statement: ir.Stmt, within: frozenset[ir.Procedure] = frozenset()) -> ir.Block | None:
        """A statement that does nothing but give names, with what it performs written out; None for any other."""
        match statement:
            case ir.LetS():
                return (statement,)
            case ir.IfS(branches, otherwise):
                bodies = [self._quiet(body, within) for body in (*(body for _, body in branches), otherwise)]
                if any(body is None for body in bodies):
                    return None
                *inner, last = [body or () for body in bodies]
                conditions = [condition for condition, _ in branches]
                return (ir.IfS(tuple(zip(conditions, inner, strict=True)), last),)
            case ir.ForS(secretly=False) | ir.RepeatS():
                body = self._quiet(statement.body, within)
                return None if body is None else (replace(statement, body=body),)
            case ir.Control(word) if word in ("stop", "nothing"):
                return (statement,)
            case ir.Perform():
                return self._written_out(statement, within)
        return None

    def _quiet(self, block: ir.Block, within: frozenset[ir.Procedure]) -> ir.Block | None:
        found: ir.Block = ()
        for statement in block:
            plain = self.quiet(statement, within)
            if plain is None or len(found) + len(plain) > MOST_STATEMENTS:
                return None
            found += plain
        return found

    def _written_out(self, call: ir.Perform, within: frozenset[ir.Procedure]) -> ir.Block | None:
        """What a procedure gives that does nothing else, and that nothing watches."""
        procedure, result = call.procedure, call.procedure.result
        known = call.doer is None or call.doer.type.base == "player"
        if procedure in self._watched or procedure in within or result is None or call.into is None or not known:
            return None
        body = self._quiet(procedure.body, within | {procedure})
        if body is None or len(body) > MOST_STATEMENTS or result.type.base not in ("number", "yes_no"):
            return None
        you = () if procedure.you is None or call.doer is None else (ir.LetS(procedure.you, call.doer),)
        roles = [ir.LetS(param, arg) for param, arg in zip(procedure.params, call.args, strict=True)]
        nothing = ir.LetS(result, ir.Lit(result.type, 0))
        return (*you, *roles, nothing, *body, ir.LetS(call.into, ir.Local(result)))

    # ------------------------------------------------------------ roles

    def _find_roles(self, checked: ir.Checked, bodies: Sequence[ir.Block]) -> None:
        calls: dict[ir.Procedure, list[ir.Perform]] = {}
        given: set[ir.Var] = set()
        for node in ir.every(tuple(bodies)):
            if isinstance(node, ir.Perform):
                calls.setdefault(node.procedure, []).append(node)
            elif isinstance(node, ir.LetS):
                given.add(node.var)
        changed = {ability.procedure for ability in checked.abilities if ability.kind == "instead"}
        for procedure, performs in calls.items():
            if len(performs) == 1 and procedure not in changed:
                pairs = outward(performs[0])
                for param, arg in zip(procedure.params, performs[0].args, strict=True):
                    self._role(param, arg, pairs, given)
        for ability in checked.abilities:
            if ability.procedure is not None and ability.kind != "instead":
                pairs = told_of(ability)
                for role, param in zip(ability.roles[1:], ability.procedure.params, strict=True):
                    if param in self.roles:
                        self._role(role, self.roles[param], pairs, given)

    def _role(self, role: ir.Var, value: ir.Value, pairs: Pairs, given: set[ir.Var]) -> None:
        """What a role is given, if it can be said in terms of other names of its own text."""
        once = {
            var: block[0].value for var, block in self.of.items() if len(block) == 1 and isinstance(block[0], ir.LetS)
        }
        said = _said(_spelled_out(value, once), [(here, there) for here, there in pairs if here != ir.Local(role)])
        own = {here.var for here, _ in pairs if isinstance(here, ir.Local)}
        if role not in given and _free(said) <= own:
            self.roles[role] = said


def _spelled_out(value: ir.Value, once: Mapping[ir.Var, ir.Value]) -> ir.Value:
    """A value without the names that are given one value."""
    for _ in range(len(once)):
        nodes = ir.every(value)
        if len(nodes) > LONGEST or not any(isinstance(node, ir.Local) and node.var in once for node in nodes):
            break
        value = ir.substitute(value, once)
    return value


def _said(value: ir.Value, pairs: list[tuple[ir.Value, ir.Value]]) -> ir.Value:
    """A value of another text with what both know called as it is called here."""
    return ir.rebuild(value, lambda node: next((here for here, there in pairs if node == there), None))


def _gives(statement: ir.Stmt) -> ir.Var | None:
    if isinstance(statement, ir.LetS):
        return statement.var
    return statement.into if isinstance(statement, ir.Perform) else None


def _assigned(block: object) -> set[ir.Var]:
    """The names that statements give, at any depth."""
    found = set()
    for node in ir.every(block):
        if isinstance(node, ir.LetS | ir.ForS | ir.PickS):
            found.add(node.var)
        elif isinstance(node, ir.Perform | ir.Act) and node.into is not None:
            found.add(node.into)
    return found


def _free(block: object) -> set[ir.Var]:
    """The names that statements or values mention and do not give."""
    bound = _assigned(block)
    for node in ir.every(block):
        if isinstance(node, ir.FilterV):
            bound.add(node.it)
        elif isinstance(node, ir.CollectV):
            bound |= {var for var, _ in node.each}
    return {node.var for node in ir.every(block) if isinstance(node, ir.Local)} - bound


def _may_ask(statement: ir.Stmt) -> bool:
    """Whether somebody may decide in a statement, as far as it says so itself."""
    asks = (ir.MayS, ir.ChooseS, ir.ChooseOneS, ir.OpenWindow, ir.Perform, ir.Control)
    return any(isinstance(node, asks) for node in ir.every(statement))
