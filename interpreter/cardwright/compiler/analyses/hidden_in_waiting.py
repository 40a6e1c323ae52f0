"""Whether what holds while a text waits may hang on what lies hidden: found from the checked program alone, roughly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from cardwright.checker import ir
from cardwright.compiler.analyses.points import Point, Points, Waits, texts_of_abilities
from cardwright.compiler.analyses.sight import Sight

Knows = Callable[[ir.Value | None], bool]
# Somewhere that a text can wait, and who is asked there, if anybody is.
Waiting = tuple[Waits, ir.Value | None]
# Statements in which somebody may be asked: always, or as the procedure that is performed or what is controlled is.
STEPS = (ir.MayS, ir.ChooseS, ir.ChooseOneS, ir.OpenWindow, ir.Perform, ir.Control)


def may_tell_bots(checked: ir.Checked, sight: Sight) -> bool:
    """Whether anything that holds while a text waits may hang on what lies hidden and be unknown to the players there.

    These are who is asked, and all whom the text goes on to name. If nothing may, `lower/anew.py` finds nothing that
    bots must not be told either, at ten times the cost: a frame holds only what is looked at here, and those players
    at least. It finds less, as much can be worked out anew.
    """
    found = _Found(checked)
    return any(_tells(sight, found, point, asked) for point, asked in found.waiting() if point is not None)


def _tells(sight: Sight, found: _Found, point: Point, asked: ir.Value | None) -> bool:
    players: list[ir.Value | None] = [None, asked]
    players += [ir.Local(var) for var in point.names if var.type.base == "player" and sight.knows(ir.Local(var), None)]
    held: list[Knows] = [partial(sight.follows_name, name) for name in point.known]
    held += [partial(sight.follows_rounds, found.over(loop)) for loop, how in point.rounds if how]
    held.append(partial(sight.comes_to, sight.gifts.paths.get(point.here, ())))
    return not all(any(map(knows, players)) for knows in held)


class _Found:
    """Where the texts of a game can wait; more places than there are, as any performed verb that is watched asks."""

    def __init__(self, checked: ir.Checked) -> None:
        self.checked = checked
        self.statements = {id(node): node for node in ir.every(ir.bodies(checked)) if isinstance(node, ir.Stmt)}
        # whatever needs a result at its end; that some do not makes no difference to who is there
        results = ((p.word, p.result) for p in checked.procedures.values() if p.result is not None)
        self.points = Points(checked, {word: Point(word, "end", frozenset([result])) for word, result in results})
        self.watched = {ability.procedure for ability in checked.abilities}
        self.asking = {procedure for procedure in checked.procedures.values() if procedure in self.watched}
        steps = {
            each: [step for step in ir.every(each.body) if isinstance(step, STEPS)]
            for each in checked.procedures.values()
        }
        more = True
        while more:
            found = {each for each in steps.keys() - self.asking if any(map(self._decides, steps[each]))}
            self.asking |= found
            more = bool(found)

    def over(self, loop: int) -> ir.Value:
        """What a loop goes over, or how often it goes round."""
        statement = self.statements[loop]
        over = statement.list if isinstance(statement, ir.ForS) else getattr(statement, "value", None)
        over = statement.doer if isinstance(statement, ir.Perform) else over
        assert over is not None, "a loop without an end holds nothing"
        return over

    def waiting(self) -> Iterator[Waiting]:
        """All of it."""
        points = self.points
        for (number, question), point in points.asked.items():
            asks = self.statements[number]
            assert isinstance(asks, ir.MayS | ir.ChooseS | ir.ChooseOneS)
            if isinstance(asks, ir.ChooseS) and point is not None:  # what was picked so far is there, too
                point = replace(point, known=point.known | {asks.picks[question].var})
            yield point, asks.player
        for number, statement in self.statements.items():
            if self._asks(statement):
                gives = isinstance(statement, ir.Control) or getattr(statement, "into", None) is not None
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

    def _with(self, text: str, names: list[ir.Var | None]) -> Point:
        held = frozenset(name for name in names if name is not None)
        begin = self.points.begin[text]
        return Point(text, "1", held, here=0 if begin is None else begin.here, known=held)

    def _asks(self, node: object) -> bool:
        return any(isinstance(each, STEPS) and self._decides(each) for each in ir.every(node))

    def _decides(self, step: object) -> bool:
        if isinstance(step, ir.Perform):
            return step.procedure in self.asking
        return not isinstance(step, ir.Control) or step.word in ("proceed", "finish")
