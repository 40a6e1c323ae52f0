"""Outline of a turn with the actions it can ask of a player, each with its conditions."""

from __future__ import annotations

from dataclasses import dataclass

from cardwright.checker import typed_tree
from cardwright.checker.typed_tree import split_conjunction

# A procedure called at several places is followed at each, up to this number of entries in all: chains of procedures
# that each call the next one twice would double the entries at each step.
MAX_ENTRIES = 200
# What an entry can be: a procedure with requirements, or a decision of the player.
Asked = typed_tree.TypedProcedure | typed_tree.OptionStmt | typed_tree.ChooseStmt | typed_tree.MayStmt


@dataclass(frozen=True, slots=True)
class TurnOutlineEntry:
    """An action that a turn may offer to the player whose turn it is.

    `procedures` are the enclosing procedures, outermost first; each of them has an entry of its own. `conditions` are
    the requirements that the author wrote. If these are the parts of one rule, `rule` is that rule. `site` and `option`
    are the decision point and the number of the option.
    """

    number: int
    procedures: tuple[typed_tree.TypedProcedure, ...]
    asked: Asked
    conditions: tuple[typed_tree.Value, ...] = ()
    rule: typed_tree.TypedRule | None = None
    site: typed_tree.DecisionPoint | None = None
    option: int = 0

    @property
    def you(self) -> typed_tree.TypedVar | None:
        """The variable of the player who takes the turn."""
        return self.procedures[-1].you


def outline_turn(checked: typed_tree.CheckedGame) -> list[TurnOutlineEntry]:
    """Return the actions that a turn may offer to its player, without those that need an earlier action of the turn."""
    game = checked.game
    turn = None if game.turn is None else checked.procedures.get(str(game.turn.value))
    if turn is None:
        return []
    found = _Turn({ability.rule for ability in checked.abilities if ability.kind == "modify"})
    found.within(turn, ())
    return [TurnOutlineEntry(number, *each) for number, each in enumerate(found.all)]


Found = tuple[
    tuple[typed_tree.TypedProcedure, ...],
    Asked,
    tuple[typed_tree.Value, ...],
    typed_tree.TypedRule | None,
    typed_tree.DecisionPoint | None,
    int,
]


class _Turn:
    """Walk over a turn and the procedures that it calls; `modified` are the rules that have modifiers."""

    def __init__(self, modified: set[typed_tree.TypedRule | None]) -> None:
        self.modified = modified
        self.all: list[Found] = []
        self._followed: set[typed_tree.TypedProcedure] = set()

    def within(self, procedure: typed_tree.TypedProcedure, around: tuple[typed_tree.TypedProcedure, ...]) -> None:
        """Add a procedure without parameters, with its requirements, and the actions in it.

        It is left out if it is one of `around`, the procedures that contain it.
        """
        if procedure in around or procedure.params:
            return
        if procedure in self._followed and len(self.all) >= MAX_ENTRIES:
            return
        self._followed.add(procedure)
        inside = (*around, procedure)
        requires = [
            statement.condition for statement in procedure.body if isinstance(statement, typed_tree.RequireStmt)
        ]
        parts, rule = (
            ((), None) if procedure.you is None else _split_requirements(requires, procedure.you, self.modified)
        )
        self.all.append((inside, procedure, parts, rule, None, 0))
        self._add_asked(procedure.body, inside)

    def _add_asked(self, body: typed_tree.Block, inside: tuple[typed_tree.TypedProcedure, ...]) -> None:
        you = inside[-1].you
        for statement in body:
            match statement:
                case typed_tree.PerformStmt(doer=doer) if doer is None or _is_turn_player(doer, you):
                    self.within(statement.procedure, inside)
                case typed_tree.RepeatStmt():
                    self._add_asked(statement.body, inside)
                case typed_tree.ChooseOneStmt(player=typed_tree.LocalExpr(var=var)) if var is you:
                    # titles and requirements are found by the index among all options, picks included
                    for place, option in enumerate(statement.options):
                        if isinstance(option, typed_tree.PickingStmt):
                            picked = option.choice(statement.player)
                            self.all.append((inside, picked, (), None, statement.site, place))
                            continue
                        asked = () if option.condition is None else tuple(split_conjunction(option.condition))
                        self.all.append((inside, option, asked, None, statement.site, place))
                case typed_tree.ChooseStmt(player=typed_tree.LocalExpr(var=var)) if var is you and statement.may:
                    self.all.append((inside, statement, (), None, statement.picks[0].site, 0))
                case typed_tree.MayStmt(player=typed_tree.LocalExpr(var=var)) if (
                    var is you and statement.statement is not None
                ):
                    self.all.append((inside, statement, (), None, statement.site, 0))
                case _:
                    pass


def _is_turn_player(doer: typed_tree.Value, you: typed_tree.TypedVar | None) -> bool:
    """Return True if the actor of a call is the player who takes the turn, or if the call has no actor."""
    return doer.type.base == "player" and (you is None or doer == typed_tree.LocalExpr(you))


def _split_requirements(
    requires: list[typed_tree.Value], you: typed_tree.TypedVar, modified: set[typed_tree.TypedRule | None]
) -> tuple[tuple[typed_tree.Value, ...], typed_tree.TypedRule | None]:
    """Return the requirements as single conditions, and the rule whose parts they are, or None.

    A single requirement that calls a rule of the player without modifiers is replaced by the parts of that rule.
    """
    only = requires[0] if len(requires) == 1 else None
    if (
        isinstance(only, typed_tree.RuleExpr)
        and only.args == (typed_tree.LocalExpr(you),)
        and only.rule not in modified
    ):
        (value, condition), *others = only.rule.cases
        parts = split_conjunction(value)
        if condition is None and not others and len(parts) > 1:
            mapping = {only.rule.params[0]: typed_tree.LocalExpr(you)}
            return tuple(typed_tree.substitute(part, mapping) for part in parts), only.rule
    return tuple(part for each in requires for part in split_conjunction(each)), None
