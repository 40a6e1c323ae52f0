"""Dependence of suspended rule texts on hidden information, approximated on the typed tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.hidden_values import is_piece_type
from cardwright.compiler.analysis.information_flow import InformationFlow
from cardwright.compiler.analysis.reaching_definitions import Path
from cardwright.compiler.analysis.suspension_points import SuspensionPoint, SuspensionPoints, Waits, label_ability_texts
from cardwright.state_slots_and_table_rows import CLEAR_IF_SEEN, CLEAR_TO_ALL, CLEAR_TO_HOLDER, CLEAR_TO_NOBODY

Knows = Callable[[typed_tree.Value | None], bool]
# A suspension point, and the player who decides there, if any.
Waiting = tuple[Waits, typed_tree.Value | None]
# Statements that ask for a decision, or may do so through the procedure or event they continue.
STEPS = (
    typed_tree.MayStmt,
    typed_tree.ChooseStmt,
    typed_tree.ChooseOneStmt,
    typed_tree.OpenWindowStmt,
    typed_tree.PerformStmt,
    typed_tree.ControlStmt,
)


def can_leak_to_bots(checked: typed_tree.CheckedGame, sight: InformationFlow) -> bool:
    """Return True if a suspended rule text may hold a value that its later deciders do not know.

    This check approximates `lowering/recompute_frame_variables` at a tenth of the cost. If it returns
    False, that module finds nothing to hide from bots. If it returns True, that module may still find nothing, because
    many values can be recomputed.
    """
    texts = {text: body for text, names, body in _list_texts(checked) if not _is_known_to_all(sight, names, body)}
    if not texts:
        return False
    found = _PointCollector(checked, texts)
    return any(_can_leak(sight, found, point, asked) for point, asked in found.waiting() if point is not None)


def _list_texts(
    checked: typed_tree.CheckedGame,
) -> Iterator[tuple[str, list[typed_tree.TypedVar | None], typed_tree.Block]]:
    """Yield the label of each rule text, the variables that it gets, and its body."""
    for procedure in checked.procedures.values():
        yield procedure.word, [procedure.you, procedure.result, *procedure.params], procedure.body
    for ability, text in zip(checked.abilities, label_ability_texts(checked), strict=True):
        yield text, [ability.this, ability.you, ability.result, *ability.roles], ability.body


def _is_known_to_all(sight: InformationFlow, names: list[typed_tree.TypedVar | None], body: typed_tree.Block) -> bool:
    """Return True if all players know whatever a rule text can hold while it is suspended, wherever that is."""
    names, paths = [*names], dict[int, Path]()
    for node in typed_tree.walk_tree(body):
        if isinstance(node, typed_tree.LetStmt | typed_tree.ForEachStmt | typed_tree.PickStmt):
            names.append(node.var)
        elif isinstance(node, typed_tree.PerformStmt | typed_tree.ActStmt):
            names.append(node.into)
        if isinstance(node, typed_tree.Stmt):
            over, path = _find_rounds(node), sight.definitions.paths.get(id(node), ())
            if over is not None and not sight.follows_rounds(over, None):
                return False
            paths[id(path)] = path
    known = (sight.follows_name(name, None) for name in names if name is not None)
    return all(known) and all(sight.knows_entry(path, None) for path in paths.values())


def _find_rounds(statement: typed_tree.Stmt) -> typed_tree.Value | None:
    """Return the list, or the number of rounds, of a loop that holds its progress; None for any other statement."""
    match statement:
        case typed_tree.ForEachStmt():
            return statement.list
        case typed_tree.RepeatStmt(kind="times"):
            return statement.value
        case typed_tree.PerformStmt(doer=doer) if doer is not None and doer.type.base == "list":
            return doer
    return None


def _can_leak(
    sight: InformationFlow, found: _PointCollector, point: SuspensionPoint, asked: typed_tree.Value | None
) -> bool:
    players: list[typed_tree.Value | None] = [None, asked]
    players += [
        typed_tree.LocalExpr(var)
        for var in point.names
        if var.type.base == "player" and sight.knows(typed_tree.LocalExpr(var), None)
    ]
    held: list[Knows] = [partial(sight.follows_name, name) for name in point.known]
    held += [partial(sight.follows_rounds, found.over(loop)) for loop, how in point.rounds if how]
    held.append(partial(sight.knows_entry, sight.definitions.paths.get(point.here, ())))
    return not all(any(map(knows, players)) for knows in held)


class _PointCollector:
    """Collector of possible suspension points of some rule texts, given as bodies by their labels.

    It assumes that every procedure watched by an ability asks a player.
    """

    def __init__(self, checked: typed_tree.CheckedGame, texts: Mapping[str, typed_tree.Block]) -> None:
        self.checked = checked
        self.texts = texts
        self.statements = {
            id(node): node for node in typed_tree.walk_tree(tuple(texts.values())) if isinstance(node, typed_tree.Stmt)
        }
        # take each result to be needed at the end; if it is not, the players concerned are the same
        results = ((p.word, p.result) for p in checked.procedures.values() if p.result is not None)
        self.points = SuspensionPoints(
            checked, {word: SuspensionPoint(word, "end", frozenset([result])) for word, result in results}, texts
        )
        self.watched = {ability.procedure for ability in checked.abilities}
        self.asking = {procedure for procedure in checked.procedures.values() if procedure in self.watched}
        steps = {
            each: [step for step in typed_tree.walk_tree(each.body) if isinstance(step, STEPS)]
            for each in checked.procedures.values()
        }
        more = True
        while more:
            found = {each for each in steps.keys() - self.asking if any(map(self._decides, steps[each]))}
            self.asking |= found
            more = bool(found)

    def over(self, loop: int) -> typed_tree.Value:
        """Return the list, or the number of rounds, of a loop; `loop` is the identity of its statement."""
        over = _find_rounds(self.statements[loop])
        assert over is not None, "a loop without an end holds nothing"
        return over

    def waiting(self) -> Iterator[Waiting]:
        """Yield all suspension points, each with the player who decides there, or None."""
        points = self.points
        for (number, question), point in points.asked.items():
            asks = self.statements[number]
            assert isinstance(asks, typed_tree.MayStmt | typed_tree.ChooseStmt | typed_tree.ChooseOneStmt)
            # earlier picks of the choice are known, too
            if isinstance(asks, typed_tree.ChooseStmt) and point is not None:
                point = replace(point, known=point.known | {asks.picks[question].var})
            yield point, asks.player
        for number, statement in self.statements.items():
            if self._asks(statement):
                gives = isinstance(statement, typed_tree.ControlStmt) or getattr(statement, "into", None) is not None
                behind = points.given if gives else points.after
                for each in (behind, points.again, points.telling):
                    yield each.get(number), None
        yield from self._list_begun_texts()

    def _list_begun_texts(self) -> Iterator[Waiting]:
        """Yield the points where watched procedures and abilities begin, with all variables passed to them."""
        gathered = {
            call.procedure.word
            for block in typed_tree.walk_bodies(self.checked)
            if isinstance(block, typed_tree.TogetherStmt)
            for call in typed_tree.walk_tree(block)
            if isinstance(call, typed_tree.PerformStmt)
        }
        begun = gathered | {procedure.word for procedure in self.watched if procedure is not None}
        for text, names, _ in _list_texts(self.checked):
            if text in self.texts and (text in begun or text not in self.checked.procedures):
                yield self._make_point(text, names), None

    def _make_point(self, text: str, names: list[typed_tree.TypedVar | None]) -> SuspensionPoint:
        held = frozenset(name for name in names if name is not None)
        begin = self.points.begin[text]
        return SuspensionPoint(text, "1", held, here=0 if begin is None else begin.here, known=held)

    def _asks(self, node: object) -> bool:
        return any(isinstance(each, STEPS) and self._decides(each) for each in typed_tree.walk_tree(node))

    def _decides(self, step: object) -> bool:
        if isinstance(step, typed_tree.PerformStmt):
            return step.procedure in self.asking
        return not isinstance(step, typed_tree.ControlStmt) or step.word in ("proceed", "finish")


def find_who_knows_condition(ability: typed_tree.TypedAbility, sight: InformationFlow) -> int:
    """Return a number of `state_slots_and_table_rows` that says who can compute whether an ability applies."""
    where = ability.where
    if where is None or not sight.depends_on_hidden(where) or sight.knows(where, None):
        return CLEAR_TO_ALL
    named = (ability.this, ability.result, *ability.roles)
    seen = frozenset(var for var in named if var is not None and is_piece_type(var.type))
    if sight.knows(where, None, seen):
        return CLEAR_IF_SEEN
    return CLEAR_TO_HOLDER if sight.knows(where, typed_tree.LocalExpr(ability.you), seen) else CLEAR_TO_NOBODY


def find_choices_of_known_players(checked: typed_tree.CheckedGame, sight: InformationFlow) -> frozenset[int]:
    """Return the decision points of the secret choices of which everybody knows the players, and that they choose."""
    nodes = typed_tree.walk_bodies(checked)
    return frozenset(
        choose.picks[0].site.number
        for each in nodes
        if isinstance(each, typed_tree.ForEachStmt) and each.secretly
        for choose in each.body
        if isinstance(choose, typed_tree.ChooseStmt)
        and sight.knows(each.list, None)
        and sight.knows_given(typed_tree.LocalExpr(each.var), None)
    )


def find_secret_decision_points(checked: typed_tree.CheckedGame) -> frozenset[int]:
    """Return the numbers of the decision points whose answers are written to secret memory.

    A pick writes the picked item, itself or in a called procedure whose phrase does not mention the item. The options
    of a choice do nothing but write.
    """
    return frozenset(_find_secret_sites(typed_tree.list_bodies(checked)))


def _find_secret_sites(texts: tuple[typed_tree.Block, ...]) -> Iterator[int]:
    for node in typed_tree.walk_tree(texts):
        if isinstance(node, typed_tree.ChooseStmt):
            for pick in node.picks:
                if _may_write_secret(pick.var, node.body, frozenset()):
                    yield pick.site.number
        elif isinstance(node, typed_tree.ChooseOneStmt):
            bodies = [option.body for option in node.options]
            picked = [option for option in node.options if isinstance(option, typed_tree.PickingStmt)]
            in_secret = any(_may_write_secret(each.pick.var, each.body, frozenset()) for each in picked)
            written = any(map(_writes_only, bodies)) and all(_writes_only(body) or _is_nothing(body) for body in bodies)
            if in_secret or written:
                yield node.site.number


def _may_write_secret(var: typed_tree.TypedVar, body: object, within: frozenset[str]) -> bool:
    """Return True if a text, or a procedure it calls, writes the value of a variable to secret memory.

    `within` has the procedures already followed.
    """
    for node in typed_tree.walk_tree(body):
        if isinstance(node, typed_tree.SetMemoryStmt) and node.target.memory.secret and _mentions(var, node.value):
            return True
        if isinstance(node, typed_tree.PerformStmt) and node.procedure.word not in within:
            for param, arg in zip(node.procedure.params, node.args, strict=True):
                aloud = node.procedure.phrase is None or f"{{{param.word}" in node.procedure.phrase
                around = within | {node.procedure.word}
                if not aloud and _mentions(var, arg) and _may_write_secret(param, node.procedure.body, around):
                    return True
    return False


def _mentions(var: typed_tree.TypedVar, value: object) -> bool:
    return any(isinstance(node, typed_tree.LocalExpr) and node.var == var for node in typed_tree.walk_tree(value))


def _writes_only(body: typed_tree.Block) -> bool:
    return bool(body) and all(isinstance(each, typed_tree.SetMemoryStmt) and each.target.memory.secret for each in body)


def _is_nothing(body: typed_tree.Block) -> bool:
    return all(each == typed_tree.ControlStmt("nothing") for each in body)
