"""Reaching definitions of the variables of a game, and control dependence of its statements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cardwright.checker import typed_tree
from cardwright.source.node_dataclass import frozen
from cardwright.syntax import tree as syntax

Pairs = tuple[tuple[typed_tree.Value, typed_tree.Value], ...]
# Statements, and the parts of decisions that contain statements.
STATEMENTS = typed_tree.Stmt | typed_tree.OptionStmt | typed_tree.PickingStmt
# Statements whose parts are compared with the statements after them.
_COMPARED = typed_tree.IfStmt | typed_tree.ForEachStmt | typed_tree.RepeatStmt


@dataclass(frozen=True, slots=True, eq=False)
class ControlDependence:
    """A part of a rule text that is executed only under conditions, or once for each item of lists.

    - `unreported`: if the part is the whole text of a procedure that the log does not mention, this procedure
    - `alike`: True if other parts can cause the same visible events, so that an event does not reveal this part
    - `moves`: True if another branch may move pieces as well
    """

    conditions: tuple[typed_tree.Value, ...] = ()
    lists: tuple[typed_tree.Value, ...] = ()
    unreported: typed_tree.TypedProcedure | None = None
    alike: bool = True
    moves: bool = False


Path = tuple[ControlDependence, ...]


@frozen
class ReachingDefinition:
    """An assignment to a variable: its value and its path, the enclosing parts of the rule text.

    - `value`: None if everybody can see the value
    - `there`: for an assignment in another rule text, pairs `(value in the text of the variable, equal value in the
      other text)`
    - `picked`: True if a player picks the value in public from the list `value`
    """

    value: typed_tree.Value | None
    path: Path = ()
    there: Pairs | None = None
    picked: bool = False


@frozen
class _Noticed:
    """Effects of a part of a rule text: events that players notice, calls of steps, and moves."""

    events: frozenset[object] = frozenset()
    steps: frozenset[typed_tree.TypedProcedure] = frozenset()
    moves: bool = False

    def __or__(self, other: _Noticed) -> _Noticed:
        if other is _NOTHING or self is _NOTHING:
            return self if other is _NOTHING else other
        return _Noticed(self.events | other.events, self.steps | other.steps, self.moves or other.moves)


_NOTHING = _Noticed()


class _NoticedEvents:
    """Events by which players notice that a statement is executed: calls of verbs, and decisions by type.

    A call of a step, which has no log entry of its own, counts as the events in its body, and so does a call of a
    procedure in `silent`. Each statement is searched once.
    """

    def __init__(self, silent: frozenset[typed_tree.TypedProcedure] = frozenset()) -> None:
        self.silent = silent
        self._found: dict[int, _Noticed] = {}

    def find_alike(self, parts: Sequence[_Noticed]) -> list[bool]:
        """Return for each part whether another part can cause an event that looks the same to players."""
        noticed = [self._add_steps(part) for part in parts]
        count = Counter(event for events in noticed for event in events)
        return [any(count[event] > 1 for event in events) for events in noticed]

    def _add_steps(self, part: _Noticed) -> frozenset[object]:
        """Return the events that players notice when a part of a rule text is executed, also in called steps."""
        found, waiting = part.events, set(part.steps)
        within: set[typed_tree.TypedProcedure] = set()
        while waiting:
            step = waiting.pop()
            within.add(step)
            inner = self.search(step.body)
            found |= inner.events
            waiting |= inner.steps - within
        return found

    def search(self, part: object) -> _Noticed:
        """Return what players notice of a statement, or of a block of statements, not counting the steps it calls."""
        if isinstance(part, tuple):
            found = _NOTHING
            for each in part:
                if isinstance(each, STATEMENTS | typed_tree.PickStmt | tuple):
                    found |= self.search(each)
            return found
        if id(part) not in self._found:
            self._found[id(part)] = _notice(part, self.silent) | self.search(typed_tree.list_children(part))
        return self._found[id(part)]


def _notice(node: object, silent: frozenset[typed_tree.TypedProcedure]) -> _Noticed:
    """Return the effects of a statement itself, without those of the statements inside it."""
    match node:
        case typed_tree.ChooseOneStmt():
            asks = node.site.asks.node if node.site.asks is not None else None
            titles = [option.title for option in asks.as_options] if isinstance(asks, syntax.ChooseOneNode) else [None]
            return _Noticed(frozenset(["one"] if None in titles else [tuple(titles)]))
        case typed_tree.MayStmt():
            return _Noticed(frozenset(["may"]))
        case typed_tree.PickStmt():
            return _Noticed(frozenset([(node.item.type.base, node.item.type.of)]))
        case typed_tree.OpenWindowStmt():
            return _Noticed(frozenset([node.window]))
        case typed_tree.ActStmt():
            return _Noticed(moves=node.primitive.moves)
        case typed_tree.PerformStmt(procedure) if procedure not in silent and (
            procedure.kind == "verb" or procedure.phrase
        ):
            return _Noticed(frozenset([procedure.word]), moves=True)
        case typed_tree.PerformStmt(procedure):
            return _Noticed(steps=frozenset([procedure]), moves=True)
    return _NOTHING


@dataclass(slots=True)
class ReachingDefinitions:
    """All definitions of each variable of a game (`of`), and the path at which each variable is declared.

    `paths` gives the path of each statement by identity, `calls` the calls of each procedure with their paths, and
    `begun` the paths of the statements that start a modifier, by the number of its ability.
    """

    of: dict[typed_tree.TypedVar, list[ReachingDefinition]] = field(default_factory=dict)
    declared: dict[typed_tree.TypedVar, Path] = field(default_factory=dict)
    paths: dict[int, Path] = field(default_factory=dict)
    calls: dict[typed_tree.TypedProcedure, list[tuple[typed_tree.PerformStmt, Path]]] = field(default_factory=dict)
    begun: dict[int, list[Path]] = field(default_factory=dict)
    _events: _NoticedEvents = field(default_factory=_NoticedEvents)

    @classmethod
    def all(
        cls, checked: typed_tree.CheckedGame, silent: frozenset[typed_tree.TypedProcedure] = frozenset()
    ) -> ReachingDefinitions:
        """Find the definitions in all rule texts of a game. The log does not report the procedures in `silent`."""
        found = cls(_events=_NoticedEvents(silent))
        for procedure in checked.procedures.values():
            unnamed = procedure.kind == "step" and not procedure.phrase
            unreported = procedure if unnamed or procedure in silent else None
            root = (ControlDependence(unreported=unreported),)
            for var in (procedure.you, procedure.result, *procedure.params):
                if var is not None:
                    found.declared[var] = root
            found._block(procedure.body, root)
        for ability in checked.abilities:
            root = (ControlDependence(),)  # the log reports that an ability applies
            for var in (ability.you, ability.this, ability.result, *ability.roles):
                if var is not None:
                    found.declared[var] = root
            found._block(ability.body, root)
            found._add_watched(ability)
        found._add_arguments()
        for rule in checked.rules.values():
            found._add_bound(tuple(rule.cases), ())
        return found

    def within(self, var: typed_tree.TypedVar, definition: ReachingDefinition) -> Path:
        """Return the part of an assignment's path that lies inside the declaration of the variable.

        These are the conditions that decide about this assignment alone.
        """
        known = self.declared.get(var, ())
        return definition.path[len(known) :] if definition.path[: len(known)] == known else definition.path

    def made_of(self) -> dict[typed_tree.TypedVar, list[typed_tree.Value]]:
        """Return the values on which each variable may depend: those assigned, and conditions of assignments."""
        found: dict[typed_tree.TypedVar, list[typed_tree.Value]] = {}
        for var, definitions in self.of.items():
            found[var] = [definition.value for definition in definitions if definition.value is not None]
            for definition in definitions:
                for around in self.within(var, definition):
                    found[var] += [*around.conditions, *around.lists]
        return found

    def is_steady(self, player: typed_tree.Value, var: typed_tree.TypedVar) -> bool:
        """Return True if the expression `player` means the same player wherever `var` is assigned or read.

        This holds for loop variables if `var` is declared inside their loop, and never for memory.
        """
        here, named = self.declared.get(var, ()), True
        for node in typed_tree.walk_tree(player):
            if isinstance(node, typed_tree.LocalExpr):
                given = [definition for definition in self.of.get(node.var, ()) if definition.there is None]
                scope = self.declared.get(node.var, ())
                named = named and len(given) < 2 and here[: len(scope)] == scope
            elif not isinstance(node, typed_tree.LiteralExpr | typed_tree.PrimitiveExpr):
                named = False
        return named

    def _give(
        self, var: typed_tree.TypedVar, value: typed_tree.Value | None, path: Path, there: Pairs | None = None
    ) -> None:
        self.declared.setdefault(var, path)
        self.of.setdefault(var, []).append(ReachingDefinition(value, path, there))

    # ------------------------------------------------------------ one text

    def _block(self, block: typed_tree.Block, path: Path) -> None:
        rest = [_NOTHING] * len(block)
        if any(isinstance(statement, _COMPARED) for statement in block):
            for number in range(len(block) - 1, 0, -1):
                rest[number - 1] = rest[number] | self._events.search(block[number])
        for statement, following in zip(block, rest, strict=True):
            self.paths[id(statement)] = path
            self._add_statement(statement, path, following)
            if isinstance(statement, typed_tree.RequireStmt) and path[0].unreported is not None:
                path = (*path, ControlDependence((statement.condition,)))

    def _add_statement(self, statement: typed_tree.Stmt, path: Path, rest: _Noticed) -> None:
        match statement:
            case typed_tree.LetStmt(var, value):
                self._add_bound(value, path)
                self._give(var, value, path)
            case typed_tree.IfStmt():
                self._add_branches(statement, path, rest)
            case typed_tree.ForEachStmt(var, items, body):
                self._add_bound(items, path)
                inner = (
                    *path,
                    ControlDependence(_find_stop_conditions(body), (items,), alike=self._is_like(body, rest)),
                )
                self._give(var, items, inner)
                self._block(body, inner)
            case typed_tree.RepeatStmt(_, value, body):
                self._add_bound(value, path)
                conditions = (*_find_stop_conditions(body), *([] if value is None else [value]))
                self._block(body, (*path, ControlDependence(conditions, alike=self._is_like(body, rest))))
            case typed_tree.TogetherStmt(body):
                self._block(body, path)
            case typed_tree.MayStmt():
                for var, value in statement.said:
                    self._give(var, value, path)
                first = () if statement.statement is None else (statement.statement,)
                self._block((*first, *statement.body), (*path, ControlDependence()))
                self._block(statement.otherwise, (*path, ControlDependence()))
            case typed_tree.ChooseOneStmt():
                for var, value in statement.said:
                    self._give(var, value, path)
                offered = statement.conditions
                self._add_bound(offered, path)
                for option in statement.options:
                    if isinstance(option, typed_tree.PickingStmt):
                        self._add_choice(option.choice(statement.player), (*path, ControlDependence(offered)))
                    else:
                        self._block(option.body, (*path, ControlDependence(offered)))
                self._block(statement.otherwise, (*path, ControlDependence(offered)))
            case typed_tree.ChooseStmt():
                self._add_choice(statement, path)
            case typed_tree.PerformStmt(procedure, _, _, into):
                self.calls.setdefault(procedure, []).append((statement, path))
                self._add_bound((statement.doer, statement.args), path)
                if into is not None and procedure.result is not None:
                    self._give(into, typed_tree.LocalExpr(procedure.result), path, _pair_inward(statement))
            case typed_tree.LastStmt(ability, given):
                self._add_stored(given, path)
                self.begun.setdefault(ability.number, []).append(path)
            case typed_tree.ActStmt(into=into, given=given):
                self._add_bound(statement.args, path)
                self._add_stored(given, path)
                if into is not None:
                    self._give(into, None, path)
            case _:
                self._add_bound(statement, path)

    def _is_like(self, body: typed_tree.Block, rest: _Noticed) -> bool:
        """Return True if the body of a loop and the statements after the loop may cause events that look alike."""
        return self._events.find_alike((self._events.search(body), rest))[0]

    def _add_branches(self, statement: typed_tree.IfStmt, path: Path, rest: _Noticed) -> None:
        """Add the definitions in the branches of an `if`; `rest` is what the statements after it cause."""
        conditions = tuple(condition for condition, _ in statement.branches)
        self._add_bound(conditions, path)
        bodies = [body for _, body in statement.branches]
        bodies += [statement.otherwise] if statement.otherwise else []
        noticed = [self._events.search(body) for body in bodies]
        alike = self._events.find_alike([*noticed, *([] if statement.otherwise else [rest])])
        moves = [each.moves for each in noticed]
        moving = sum(moves)
        for number, body in enumerate(bodies):
            more = moving > moves[number]
            here = ControlDependence(conditions[: number + 1], alike=alike[number], moves=more)
            self._block(body, (*path, here))

    def _add_stored(self, given: tuple[tuple[typed_tree.TypedVar, typed_tree.Value], ...], path: Path) -> None:
        """Add the variables that an effect with a duration stores until the duration ends."""
        for var, value in given:
            self._add_bound(value, path)
            self._give(var, value, path)

    def _add_choice(self, choose: typed_tree.ChooseStmt, path: Path) -> None:
        """Add the variables of a choice.

        A compulsory choice takes place only if there are items to choose from; this is recorded as a condition.
        """
        wheres = tuple(pick.where for pick in choose.picks if pick.where is not None)
        hangs = (
            ControlDependence()
            if choose.may
            else ControlDependence(wheres, tuple(pick.source for pick in choose.picks))
        )
        for pick in choose.picks:
            self._add_bound((pick.source, pick.where, pick.count), path)
            self._give(pick.item, pick.source, path)
            for var, value in pick.said:
                self._give(var, value, path)
            self.declared.setdefault(pick.var, (*path, hangs))
            self.of.setdefault(pick.var, []).append(ReachingDefinition(pick.source, (*path, hangs), picked=True))
        self._block(choose.body, (*path, hangs))
        self._block(choose.otherwise, (*path, hangs))

    def _add_bound(self, node: object, path: Path) -> None:
        """Add the variables that filters and list comprehensions in a node declare."""
        for each in typed_tree.walk_tree(node):
            if isinstance(each, typed_tree.FilterExpr):
                self._give(each.it, each.list, path)
            elif isinstance(each, typed_tree.CollectExpr):
                for var, items in each.each:
                    self._give(var, items, path)
            elif isinstance(each, typed_tree.ReachExpr):
                self._give(each.it, each.start, path)
                self._give(each.it, each.step, path)

    # ------------------------------------------------------------ from text to text

    def _add_arguments(self) -> None:
        """Add the argument of every call as a definition of its parameter.

        An argument also depends on which call was made. The most frequent argument does not: it is what remains if no
        other is recognized.
        """
        for procedure, calls in self.calls.items():
            if procedure.you is not None and procedure in self._events.silent:
                for call, path in calls:
                    made = ReachingDefinition(call.doer, path, pair_with_call(call))
                    self.of.setdefault(procedure.you, []).append(made)
            for number, param in enumerate(procedure.params):
                args = [call.args[number] for call, _ in calls]
                count = Counter(args)
                usual = max(args, key=count.__getitem__)
                for (call, path), arg in zip(calls, args, strict=True):
                    around = self.declared[param] if arg == usual else path
                    self.of.setdefault(param, []).append(ReachingDefinition(arg, around, pair_with_call(call)))

    def _add_watched(self, ability: typed_tree.TypedAbility) -> None:
        """Add the variables of an ability that stand for the arguments of its event or rule."""
        if ability.rule is not None:
            for role, param in zip(ability.roles, ability.rule.params, strict=True):
                self._give(role, typed_tree.LocalExpr(param), self.declared[role], ())
        procedure = ability.procedure
        if procedure is None:
            return
        pairs = pair_with_event(ability)
        if procedure.you is not None and procedure in self._events.silent:
            self._give(ability.roles[0], typed_tree.LocalExpr(procedure.you), self.declared[ability.roles[0]], pairs)
        for role, param in zip(ability.roles[1:], procedure.params, strict=True):
            self._give(role, typed_tree.LocalExpr(param), self.declared[role], pairs)
            if ability.kind == "instead":  # a replacement may change the arguments with which the event proceeds
                back = tuple((there, here) for here, there in pairs)
                self.of.setdefault(param, []).append(
                    ReachingDefinition(typed_tree.LocalExpr(role), self.declared[param], back)
                )
        if ability.result is not None and procedure.result is not None:
            back = tuple((there, here) for here, there in pairs)
            self._give(ability.result, typed_tree.LocalExpr(procedure.result), self.declared[ability.result], pairs)
            self._give(procedure.result, typed_tree.LocalExpr(ability.result), self.declared[procedure.result], back)


def pair_with_call(call: typed_tree.PerformStmt) -> Pairs:
    """Return `(parameter, argument)` pairs of a call; the actor is the first pair, if the procedure has one."""
    roles: list[tuple[typed_tree.Value, typed_tree.Value]] = []
    if call.procedure.you is not None and call.doer is not None and call.doer.type.base != "list":
        roles.append((typed_tree.LocalExpr(call.procedure.you), call.doer))
    return (
        *roles,
        *((typed_tree.LocalExpr(param), arg) for param, arg in zip(call.procedure.params, call.args, strict=True)),
    )


def pair_with_event(ability: typed_tree.TypedAbility) -> Pairs:
    """Return `(variable of the ability, parameter of the event)` pairs; the actor is the first, if there is one."""
    procedure = ability.procedure
    assert procedure is not None
    doer = (
        ()
        if procedure.you is None
        else ((typed_tree.LocalExpr(ability.roles[0]), typed_tree.LocalExpr(procedure.you)),)
    )
    roles = zip(ability.roles[1:], procedure.params, strict=True)
    return (*doer, *((typed_tree.LocalExpr(role), typed_tree.LocalExpr(param)) for role, param in roles))


def _pair_inward(call: typed_tree.PerformStmt) -> Pairs:
    return tuple((there, here) for here, there in pair_with_call(call))


def _find_stop_conditions(body: typed_tree.Block) -> tuple[typed_tree.Value, ...]:
    """Return the conditions under which a `stop` in the body of a loop is executed."""
    return tuple(_find_stopping(body, ()))


def _find_stopping(block: Sequence[object], around: tuple[typed_tree.Value, ...]) -> Iterator[typed_tree.Value]:
    for statement in block:
        if isinstance(statement, typed_tree.ControlStmt) and statement.word == "stop":
            yield from around
        elif isinstance(statement, typed_tree.IfStmt):
            inner = (*around, *(condition for condition, _ in statement.branches))
            for _, body in statement.branches:
                yield from _find_stopping(body, inner)
            yield from _find_stopping(statement.otherwise, inner)
        elif isinstance(statement, typed_tree.MayStmt | typed_tree.ChooseStmt):
            yield from _find_stopping((*statement.body, *statement.otherwise), around)
        elif isinstance(statement, typed_tree.ChooseOneStmt):
            for option in statement.options:
                yield from _find_stopping(option.body, around)
            yield from _find_stopping(statement.otherwise, around)
