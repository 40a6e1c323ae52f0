"""What the turn of a game can ask of a player, in its order, each with the conditions under which it does."""

from __future__ import annotations

from dataclasses import dataclass

from cardwright.checker import ir
from cardwright.checker.ir import conjuncts

# A deed done in several places is followed again in each, up to so many entries in all: a verb that does another
# twice, which does another twice, would double them with each.
MOST = 200
# What can be asked for: a deed with conditions of its own, or what a player decides.
Asked = ir.Procedure | ir.OptionS | ir.ChooseS | ir.MayS


@dataclass(frozen=True, slots=True)
class Ahead:
    """Something that a turn may ask of who takes it, in the course of some `procedures`, outermost first; each of them
    is asked for as well.

    `conditions` are what its author asks for; `rule` is the one rule that these are taken from, if they are its parts.
    `site` and `option` are where it is offered.
    """

    number: int
    procedures: tuple[ir.Procedure, ...]
    asked: Asked
    conditions: tuple[ir.Value, ...] = ()
    rule: ir.Rule | None = None
    site: ir.Site | None = None
    option: int = 0

    @property
    def you(self) -> ir.Var | None:
        """The name of who takes the turn, where it is asked."""
        return self.procedures[-1].you


def whole_turn(checked: ir.Checked) -> list[Ahead]:
    """All that a turn may ask of who takes it, without what hangs on what it does before."""
    game = checked.game
    turn = None if game.turn is None else checked.procedures.get(str(game.turn.value))
    if turn is None:
        return []
    found = _Turn({ability.rule for ability in checked.abilities if ability.kind == "modify"})
    found.within(turn, ())
    return [Ahead(number, *each) for number, each in enumerate(found.all)]


Found = tuple[tuple[ir.Procedure, ...], Asked, tuple[ir.Value, ...], ir.Rule | None, ir.Site | None, int]


class _Turn:
    """Follows a turn through its deeds; `modified` are the rules that something changes."""

    def __init__(self, modified: set[ir.Rule | None]) -> None:
        self.modified = modified
        self.all: list[Found] = []
        self._followed: set[ir.Procedure] = set()

    def within(self, procedure: ir.Procedure, around: tuple[ir.Procedure, ...]) -> None:
        """Find what a deed without roles asks of who does it, and what the deeds ask that it consists of."""
        if procedure in around or procedure.params:
            return
        if procedure in self._followed and len(self.all) >= MOST:
            return
        self._followed.add(procedure)
        inside = (*around, procedure)
        requires = [statement.condition for statement in procedure.body if isinstance(statement, ir.RequireS)]
        parts, rule = ((), None) if procedure.you is None else _parts(requires, procedure.you, self.modified)
        self.all.append((inside, procedure, parts, rule, None, 0))
        self._asked(procedure.body, inside)

    def _asked(self, body: ir.Block, inside: tuple[ir.Procedure, ...]) -> None:
        you = inside[-1].you
        for statement in body:
            match statement:
                case ir.Perform(doer=doer) if doer is None or _takes_turn(doer, you):
                    self.within(statement.procedure, inside)
                case ir.RepeatS():
                    self._asked(statement.body, inside)
                case ir.ChooseOneS(player=ir.Local(var=var)) if var is you:
                    # titles and needs are found by the place among all options, things to pick included
                    for place, option in enumerate(statement.options):
                        if isinstance(option, ir.PickingS):
                            picked = option.choice(statement.player)
                            self.all.append((inside, picked, (), None, statement.site, place))
                            continue
                        asked = () if option.condition is None else tuple(conjuncts(option.condition))
                        self.all.append((inside, option, asked, None, statement.site, place))
                case ir.ChooseS(player=ir.Local(var=var)) if var is you and statement.may:
                    self.all.append((inside, statement, (), None, statement.picks[0].site, 0))
                case ir.MayS(player=ir.Local(var=var)) if var is you and statement.deed is not None:
                    self.all.append((inside, statement, (), None, statement.site, 0))
                case _:
                    pass


def _takes_turn(doer: ir.Value, you: ir.Var | None) -> bool:
    """Whether who does something is who takes the turn: nobody else does so in a step of a turn."""
    return doer.type.base == "player" and (you is None or doer == ir.Local(you))


def _parts(
    requires: list[ir.Value], you: ir.Var, modified: set[ir.Rule | None]
) -> tuple[tuple[ir.Value, ...], ir.Rule | None]:
    """Conditions one by one: of a single rule of who takes the turn that nothing changes, its parts."""
    only = requires[0] if len(requires) == 1 else None
    if isinstance(only, ir.RuleV) and only.args == (ir.Local(you),) and only.rule not in modified:
        (value, condition), *others = only.rule.cases
        parts = conjuncts(value)
        if condition is None and not others and len(parts) > 1:
            mapping = {only.rule.params[0]: ir.Local(you)}
            return tuple(ir.substitute(part, mapping) for part in parts), only.rule
    return tuple(part for each in requires for part in conjuncts(each)), None
