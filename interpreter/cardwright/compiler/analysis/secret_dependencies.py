"""Whether what holds while a text waits may hang on what lies hidden: found from the checked program alone, roughly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.information_flow import InformationFlow
from cardwright.compiler.analysis.suspension_points import Point, Points, Waits, texts_of_abilities

Knows = Callable[[typed_tree.Value | None], bool]
# Somewhere that a text can wait, and who is asked there, if anybody is.
Waiting = tuple[Waits, typed_tree.Value | None]
# Statements in which somebody may be asked: always, or as the procedure that is performed or what is controlled is.
STEPS = (
    typed_tree.MayStmt,
    typed_tree.ChooseStmt,
    typed_tree.ChooseOneStmt,
    typed_tree.OpenWindowStmt,
    typed_tree.PerformStmt,
    typed_tree.ControlStmt,
)


def may_tell_bots(checked: typed_tree.CheckedGame, sight: InformationFlow) -> bool:
    """Whether anything that holds while a text waits may hang on what lies hidden and be unknown to the players there.

    These are who is asked, and all whom the text goes on to name. If nothing may, `lowering/redeal.py` finds nothing
    that bots must not be told either, at ten times the cost: a frame holds only what is looked at here, and those
    players at least. It finds less, as much can be worked out anew.
    """
    found = _Found(checked)
    return any(_tells(sight, found, point, asked) for point, asked in found.waiting() if point is not None)


def _tells(sight: InformationFlow, found: _Found, point: Point, asked: typed_tree.Value | None) -> bool:
    players: list[typed_tree.Value | None] = [None, asked]
    players += [
        typed_tree.LocalExpr(var)
        for var in point.names
        if var.type.base == "player" and sight.knows(typed_tree.LocalExpr(var), None)
    ]
    held: list[Knows] = [partial(sight.follows_name, name) for name in point.known]
    held += [partial(sight.follows_rounds, found.over(loop)) for loop, how in point.rounds if how]
    held.append(partial(sight.comes_to, sight.gifts.paths.get(point.here, ())))
    return not all(any(map(knows, players)) for knows in held)


class _Found:
    """Where the texts of a game can wait; more places than there are, as any performed verb that is watched asks."""

    def __init__(self, checked: typed_tree.CheckedGame) -> None:
        self.checked = checked
        self.statements = {
            id(node): node for node in typed_tree.every(typed_tree.bodies(checked)) if isinstance(node, typed_tree.Stmt)
        }
        # whatever needs a result at its end; that some do not makes no difference to who is there
        results = ((p.word, p.result) for p in checked.procedures.values() if p.result is not None)
        self.points = Points(checked, {word: Point(word, "end", frozenset([result])) for word, result in results})
        self.watched = {ability.procedure for ability in checked.abilities}
        self.asking = {procedure for procedure in checked.procedures.values() if procedure in self.watched}
        steps = {
            each: [step for step in typed_tree.every(each.body) if isinstance(step, STEPS)]
            for each in checked.procedures.values()
        }
        more = True
        while more:
            found = {each for each in steps.keys() - self.asking if any(map(self._decides, steps[each]))}
            self.asking |= found
            more = bool(found)

    def over(self, loop: int) -> typed_tree.Value:
        """What a loop goes over, or how often it goes round."""
        statement = self.statements[loop]
        over = statement.list if isinstance(statement, typed_tree.ForEachStmt) else getattr(statement, "value", None)
        over = statement.doer if isinstance(statement, typed_tree.PerformStmt) else over
        assert over is not None, "a loop without an end holds nothing"
        return over

    def waiting(self) -> Iterator[Waiting]:
        """All of it."""
        points = self.points
        for (number, question), point in points.asked.items():
            asks = self.statements[number]
            assert isinstance(asks, typed_tree.MayStmt | typed_tree.ChooseStmt | typed_tree.ChooseOneStmt)
            if isinstance(asks, typed_tree.ChooseStmt) and point is not None:  # what was picked so far is there, too
                point = replace(point, known=point.known | {asks.picks[question].var})
            yield point, asks.player
        for number, statement in self.statements.items():
            if self._asks(statement):
                gives = isinstance(statement, typed_tree.ControlStmt) or getattr(statement, "into", None) is not None
                behind = points.given if gives else points.after
                for each in (behind, points.again, points.telling):
                    yield each.get(number), None
        yield from self._begun()

    def _begun(self) -> Iterator[Waiting]:
        """What is watched waits for its abilities, and these for one another, with all that they are told of."""
        for procedure in filter(None, self.watched):
            names = [procedure.you, procedure.result, *procedure.params]
            yield self._with(procedure.word, names), None
        for ability, text in zip(self.checked.abilities, texts_of_abilities(self.checked), strict=True):
            yield self._with(text, [ability.this, ability.you, ability.result, *ability.roles]), None

    def _with(self, text: str, names: list[typed_tree.TypedVar | None]) -> Point:
        held = frozenset(name for name in names if name is not None)
        begin = self.points.begin[text]
        return Point(text, "1", held, here=0 if begin is None else begin.here, known=held)

    def _asks(self, node: object) -> bool:
        return any(isinstance(each, STEPS) and self._decides(each) for each in typed_tree.every(node))

    def _decides(self, step: object) -> bool:
        if isinstance(step, typed_tree.PerformStmt):
            return step.procedure in self.asking
        return not isinstance(step, typed_tree.ControlStmt) or step.word in ("proceed", "finish")


def kept_sites(checked: typed_tree.CheckedGame) -> frozenset[int]:
    """The numbers of the sites at which what is chosen is written into secret memory.

    A thing, word, number or player is, also by way of verbs that do not say it; so is an option, where each of
    them does nothing but write there, and a deed among which such a thing is picked.
    """
    return frozenset(_kept(typed_tree.bodies(checked)))


def _kept(texts: tuple[typed_tree.Block, ...]) -> Iterator[int]:
    for node in typed_tree.every(texts):
        if isinstance(node, typed_tree.ChooseStmt):
            for pick in node.picks:
                if _is_written(pick.var, node.body, frozenset()):
                    yield pick.site.number
        elif isinstance(node, typed_tree.ChooseOneStmt):
            bodies = [option.body for option in node.options]
            picked = [option for option in node.options if isinstance(option, typed_tree.PickingStmt)]
            in_secret = any(_is_written(each.pick.var, each.body, frozenset()) for each in picked)
            written = any(map(_writes_only, bodies)) and all(_writes_only(body) or _is_nothing(body) for body in bodies)
            if in_secret or written:
                yield node.site.number


def _is_written(var: typed_tree.TypedVar, body: object, within: frozenset[str]) -> bool:
    """Whether what a name holds is written into secret memory in a text, or in what that performs."""
    for node in typed_tree.every(body):
        if isinstance(node, typed_tree.SetMemoryStmt) and node.target.memory.secret and _speaks_of(var, node.value):
            return True
        if isinstance(node, typed_tree.PerformStmt) and node.procedure.word not in within:
            for param, arg in zip(node.procedure.params, node.args, strict=True):
                aloud = node.procedure.phrase is None or f"{{{param.word}" in node.procedure.phrase
                around = within | {node.procedure.word}
                if not aloud and _speaks_of(var, arg) and _is_written(param, node.procedure.body, around):
                    return True
    return False


def _speaks_of(var: typed_tree.TypedVar, value: object) -> bool:
    return any(isinstance(node, typed_tree.LocalExpr) and node.var == var for node in typed_tree.every(value))


def _writes_only(body: typed_tree.Block) -> bool:
    return bool(body) and all(isinstance(each, typed_tree.SetMemoryStmt) and each.target.memory.secret for each in body)


def _is_nothing(body: typed_tree.Block) -> bool:
    return all(each == typed_tree.ControlStmt("nothing") for each in body)
