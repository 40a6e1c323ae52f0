"""Rematerialization of variables from statements without side effects."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.reaching_definitions import Pairs, pair_with_call, pair_with_event

# Limits of recomputation: statements per variable, and nodes of a value with variables substituted.
MAX_STATEMENTS = 200
MAX_LENGTH = 200


@dataclass(slots=True)
class Rematerialization:
    """The statements with which variables of a game can be recomputed.

    `of` has the statements for each variable that is assigned in its own rule text. `roles` has the argument of each
    parameter whose procedure is called only once, expressed by the procedure's other variables. `_watched` are
    procedures that abilities may change.
    """

    of: dict[typed_tree.TypedVar, typed_tree.Block] = field(default_factory=dict)
    roles: dict[typed_tree.TypedVar, typed_tree.Value] = field(default_factory=dict)
    _watched: frozenset[typed_tree.TypedProcedure | None] = frozenset()
    _seen: set[typed_tree.TypedVar] = field(default_factory=set)

    @classmethod
    def all(cls, checked: typed_tree.CheckedGame) -> Rematerialization:
        """Find the recomputable variables in all rule texts of a game."""
        found = cls(_watched=frozenset(ability.procedure for ability in checked.abilities))
        for procedure in checked.procedures.values():
            found._seen |= {*procedure.params, *([] if procedure.result is None else [procedure.result])}
        for ability in checked.abilities:
            found._seen |= {*ability.roles, *([] if ability.result is None else [ability.result])}
        bodies = typed_tree.list_bodies(checked)
        for body in bodies:
            found._search_block(body)
        found._find_roles(checked, bodies)
        return found

    def again(
        self,
        var: typed_tree.TypedVar,
        there: Collection[typed_tree.TypedVar],
        within: frozenset[typed_tree.TypedVar] = frozenset(),
    ) -> typed_tree.Block | None:
        """Return statements that recompute a variable from the variables in `there`, or None if this is impossible.

        Other variables that the statements need are recomputed first. `within` are the variables that are being
        recomputed; one that depends on itself cannot be.
        """
        if var in self.roles:
            found: typed_tree.Block | None = (typed_tree.LetStmt(var, self.roles[var]),)
        else:
            found = self.of.get(var)
        if found is None or var in within:
            return None
        before = self.before(found, there, within | {var})
        return None if before is None else (*before, *found)

    def before(
        self, node: object, there: Collection[typed_tree.TypedVar], within: frozenset[typed_tree.TypedVar] = frozenset()
    ) -> typed_tree.Block | None:
        """Return statements that recompute all variables that `node` reads, except those in `there`, or None."""
        found: typed_tree.Block = ()
        for name in sorted(_find_free(node) - set(there), key=lambda var: var.uid):
            more = self.again(name, there, within)
            if more is None or len(found) + len(more) > MAX_STATEMENTS:
                return None
            found += more
        return found

    # ------------------------------------------------------------ names of a text

    def _search_block(self, block: typed_tree.Block) -> None:
        """Find for each variable declared in a block, or in a nested block, the statements that assign it."""
        for number, statement in enumerate(block):
            var = _gives(statement)
            if var is not None and var not in self._seen:
                self._seen.add(var)
                found = self._slice(var, block[number:])
                if found is not None:
                    self.of[var] = found
            for inner in typed_tree.list_children(statement):
                self._search_nested(inner)

    def _search_nested(self, node: object) -> None:
        """Search the blocks nested in a statement, at any depth."""
        if isinstance(node, tuple) and node and isinstance(node[0], typed_tree.Stmt):
            self._search_block(node)
        elif isinstance(node, tuple | typed_tree.OptionStmt):
            for each in typed_tree.list_children(node):
                self._search_nested(each)
        elif isinstance(node, typed_tree.Stmt):
            self._search_block((node,))

    def _slice(self, var: typed_tree.TypedVar, block: typed_tree.Block) -> typed_tree.Block | None:
        """Return the statements of a block that compute a variable, or None if a player decides in between."""
        last = max(number for number, each in enumerate(block) if var in _find_assigned((each,)))
        wanted: set[typed_tree.TypedVar] = {var}
        found: list[typed_tree.Stmt] = []
        for statement in reversed(block[: last + 1]):
            if _may_ask(statement) and self.quiet(statement) is None:
                return None
            given = _find_assigned((statement,))
            if given & wanted:
                plain = self.quiet(statement)
                if plain is None:
                    return None
                wanted |= given | _find_free(plain)
                found = [*plain, *found]
        return tuple(found)

    def quiet(
        self, statement: typed_tree.Stmt, within: frozenset[typed_tree.TypedProcedure] = frozenset()
    ) -> typed_tree.Block | None:
        """Return a statement with calls inlined, if it only assigns variables; None if it has any other effect.

        `within` are the procedures whose calls are being inlined, so that recursion ends.
        """
        match statement:
            case typed_tree.LetStmt():
                return (statement,)
            case typed_tree.IfStmt(branches, otherwise):
                bodies = [
                    self._block_without_effects(body, within) for body in (*(body for _, body in branches), otherwise)
                ]
                if any(body is None for body in bodies):
                    return None
                *inner, last = [body or () for body in bodies]
                conditions = [condition for condition, _ in branches]
                return (typed_tree.IfStmt(tuple(zip(conditions, inner, strict=True)), last),)
            case typed_tree.ForEachStmt(secretly=False) | typed_tree.RepeatStmt():
                body = self._block_without_effects(statement.body, within)
                return None if body is None else (replace(statement, body=body),)
            case typed_tree.ControlStmt(word) if word in ("stop", "nothing"):
                return (statement,)
            case typed_tree.PerformStmt():
                return self._inline_call(statement, within)
        return None

    def _block_without_effects(
        self, block: typed_tree.Block, within: frozenset[typed_tree.TypedProcedure]
    ) -> typed_tree.Block | None:
        found: typed_tree.Block = ()
        for statement in block:
            plain = self.quiet(statement, within)
            if plain is None or len(found) + len(plain) > MAX_STATEMENTS:
                return None
            found += plain
        return found

    def _inline_call(
        self, call: typed_tree.PerformStmt, within: frozenset[typed_tree.TypedProcedure]
    ) -> typed_tree.Block | None:
        """Return the body of a called procedure if it only computes a result and no ability watches it, else None.

        `within` are the procedures in which the call is; they are not inserted again.
        """
        procedure, result = call.procedure, call.procedure.result
        known = call.doer is None or call.doer.type.base == "player"
        if procedure in self._watched or procedure in within or result is None or call.into is None or not known:
            return None
        body = self._block_without_effects(procedure.body, within | {procedure})
        if body is None or len(body) > MAX_STATEMENTS or result.type.base not in ("number", "yes_no"):
            return None
        you = () if procedure.you is None or call.doer is None else (typed_tree.LetStmt(procedure.you, call.doer),)
        roles = [typed_tree.LetStmt(param, arg) for param, arg in zip(procedure.params, call.args, strict=True)]
        nothing = typed_tree.LetStmt(result, typed_tree.LiteralExpr(result.type, 0))
        return (*you, *roles, nothing, *body, typed_tree.LetStmt(call.into, typed_tree.LocalExpr(result)))

    # ------------------------------------------------------------ parameters

    def _find_roles(self, checked: typed_tree.CheckedGame, bodies: Sequence[typed_tree.Block]) -> None:
        calls: dict[typed_tree.TypedProcedure, list[typed_tree.PerformStmt]] = {}
        given: set[typed_tree.TypedVar] = set()
        for node in typed_tree.walk_tree(tuple(bodies)):
            if isinstance(node, typed_tree.PerformStmt):
                calls.setdefault(node.procedure, []).append(node)
            elif isinstance(node, typed_tree.LetStmt):
                given.add(node.var)
        once = {
            var: block[0].value
            for var, block in self.of.items()
            if len(block) == 1 and isinstance(block[0], typed_tree.LetStmt)
        }
        changed = {ability.procedure for ability in checked.abilities if ability.kind == "instead"}
        for procedure, performs in calls.items():
            if len(performs) == 1 and procedure not in changed:
                pairs = pair_with_call(performs[0])
                for param, arg in zip(procedure.params, performs[0].args, strict=True):
                    self._record_argument(param, arg, pairs, given, once)
        for ability in checked.abilities:
            if ability.procedure is not None and ability.kind != "instead":
                pairs = pair_with_event(ability)
                for role, param in zip(ability.roles[1:], ability.procedure.params, strict=True):
                    if param in self.roles:
                        self._record_argument(role, self.roles[param], pairs, given, once)

    def _record_argument(
        self,
        role: typed_tree.TypedVar,
        value: typed_tree.Value,
        pairs: Pairs,
        given: set[typed_tree.TypedVar],
        once: Mapping[typed_tree.TypedVar, typed_tree.Value],
    ) -> None:
        """Record the argument of a parameter, if variables of the parameter's own rule text can express it.

        `once` are the values of the variables that have a single definition.
        """
        said = _translate(
            _substitute_definitions(value, once),
            [(here, there) for here, there in pairs if here != typed_tree.LocalExpr(role)],
        )
        own = {here.var for here, _ in pairs if isinstance(here, typed_tree.LocalExpr)}
        if role not in given and _find_free(said) <= own:
            self.roles[role] = said


def _substitute_definitions(
    value: typed_tree.Value, once: Mapping[typed_tree.TypedVar, typed_tree.Value]
) -> typed_tree.Value:
    """Return a value in which variables in `once` are replaced by their only definition, up to a maximum length."""
    for _ in range(len(once)):
        nodes = typed_tree.walk_tree(value)
        if len(nodes) > MAX_LENGTH or not any(
            isinstance(node, typed_tree.LocalExpr) and node.var in once for node in nodes
        ):
            break
        value = typed_tree.substitute(value, once)
    return value


def _translate(value: typed_tree.Value, pairs: list[tuple[typed_tree.Value, typed_tree.Value]]) -> typed_tree.Value:
    """Return a value of another rule text, rewritten for this text.

    `pairs` are (value here, equal value there).
    """
    return typed_tree.rebuild(value, lambda node: next((here for here, there in pairs if node == there), None))


def _gives(statement: typed_tree.Stmt) -> typed_tree.TypedVar | None:
    if isinstance(statement, typed_tree.LetStmt):
        return statement.var
    return statement.into if isinstance(statement, typed_tree.PerformStmt) else None


def _find_assigned(block: object) -> set[typed_tree.TypedVar]:
    """Return the variables that statements assign, at any depth."""
    found = set()
    for node in typed_tree.walk_tree(block):
        if isinstance(node, typed_tree.LetStmt | typed_tree.ForEachStmt | typed_tree.PickStmt):
            found.add(node.var)
        elif isinstance(node, typed_tree.PerformStmt | typed_tree.ActStmt) and node.into is not None:
            found.add(node.into)
    return found


def _find_free(block: object) -> set[typed_tree.TypedVar]:
    """Return the variables that statements or values read without assigning them."""
    bound = _find_assigned(block) | typed_tree.find_bound(block)
    return {node.var for node in typed_tree.walk_tree(block) if isinstance(node, typed_tree.LocalExpr)} - bound


def _may_ask(statement: typed_tree.Stmt) -> bool:
    """Return True if a statement may ask for a decision, itself or in a procedure it calls."""
    asks = (
        typed_tree.MayStmt,
        typed_tree.ChooseStmt,
        typed_tree.ChooseOneStmt,
        typed_tree.OpenWindowStmt,
        typed_tree.PerformStmt,
        typed_tree.ControlStmt,
    )
    return any(isinstance(node, asks) for node in typed_tree.walk_tree(statement))
