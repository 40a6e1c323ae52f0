"""Targets: what an ability chooses before its event, and uses after the event.

The body of such an ability is that of a replacement. It asks for the targets, lets the event proceed, tests again what
was chosen, and continues if the event took place.
"""

from collections.abc import Callable
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.checker.names.rule_text_context import WRONG_TYPE, Symbols, Unit
from cardwright.checker.typed_tree_queries import MISPLACED
from cardwright.declarations.value_types import YES_NO, Type, list_of
from cardwright.source.diagnostics import note_declared
from cardwright.syntax import tree as syntax

# What can leave or change between the choice and its use. Numbers, words and names of pieces cannot.
_TESTED_AGAIN = ("piece", "player", "zone")
# The name of the variable that says whether the event took place. It cannot collide with an author's name.
TOOK_PLACE = "it took place"


def find_targeting_verb(symbols: Symbols, piece: Type, target: Type) -> typed_tree.TypedProcedure | None:
    """Return the overload of the game's `targeting` verb for a piece and a type of target; None if there is none."""
    named = symbols.game.targeting
    verb = None if named is None else symbols.procedures.get(str(named.value))
    fitting = () if verb is None else verb.each_sort
    return next((each for each in fitting if [param.type for param in each.params] == [piece, target]), None)


def report_untargetable_event(
    node: syntax.ReactNode, made: typed_tree.TypedAbility, procedure: typed_tree.TypedProcedure, unit: Unit
) -> None:
    """Report targets of an ability that belongs to no piece, or whose event no player performs."""
    if made.this is None:
        unit.error(MISPLACED, "targets belong to the power of a piece", node, "write a `choose` below the event")
    elif procedure.kind != "verb":
        message = f"the player who performs the event chooses the targets, and `{procedure.word}` is a step"
        unit.error(
            WRONG_TYPE,
            message,
            node.pattern,
            "write a `choose` below the event",
            note_declared(procedure.written, procedure.span),
        )


def list_bodies(choice: syntax.ChooseNode | syntax.ChooseOneNode) -> list[syntax.BodyNode]:
    """Return the bodies that run after the event, one for each way to choose."""
    if isinstance(choice, syntax.ChooseNode):
        return [choice.body]
    found: list[syntax.BodyNode] = []
    for option in choice.options:
        further = option.body.statements[0]
        targeted = isinstance(option, syntax.OptionNode) and option.targeted
        if targeted and isinstance(further, syntax.ChooseNode | syntax.ChooseOneNode):
            found += list_bodies(further)
        else:
            found.append(option.body)
    return found


Mark = Callable[[typed_tree.Stmt, syntax.Stmt], None]


class TargetedBody:
    """Builder of the body of an ability with targets; `mark` lets coverage count its choices."""

    def __init__(self, symbols: Symbols, ability: typed_tree.TypedAbility, mark: Mark) -> None:
        assert ability.this is not None
        self.symbols, self.mark = symbols, mark
        self.you, self.this = typed_tree.LocalExpr(ability.you), typed_tree.LocalExpr(ability.this)
        self.took = ability.took = replace(symbols.var(TOOK_PLACE, YES_NO), own=True)

    def build(self, choice: typed_tree.Stmt, node: syntax.ChooseNode | syntax.ChooseOneNode) -> typed_tree.Stmt:
        """Return the choice of targets, with all that follows it: the event, and the statements of the author."""
        made = self._build(choice, node)
        self.mark(made, node)
        return made

    def _build(self, choice: typed_tree.Stmt, node: syntax.ChooseNode | syntax.ChooseOneNode) -> typed_tree.Stmt:
        if isinstance(choice, typed_tree.ChooseStmt):
            return self._build_choice(choice)
        if isinstance(choice, typed_tree.MayStmt):  # the player agrees before targets are drawn at random
            *conditions, drawn = choice.body
            assert isinstance(drawn, typed_tree.ChooseStmt)
            agreed = (*conditions, self._build_choice(drawn))
            return replace(choice, body=agreed, otherwise=self._build_event((), choice.otherwise))
        assert isinstance(choice, typed_tree.ChooseOneStmt)
        assert isinstance(node, syntax.ChooseOneNode)
        options = tuple(self._build_option(*each) for each in zip(choice.options, node.options, strict=True))
        return replace(choice, options=options, otherwise=self._build_refusal(choice))

    def _build_choice(self, choice: typed_tree.ChooseStmt) -> typed_tree.ChooseStmt:
        picks = tuple(map(self._restrict, choice.picks))
        body = self._build_event(picks, choice.body)
        return replace(choice, picks=picks, body=body, otherwise=self._build_refusal(choice))

    def _build_refusal(self, choice: typed_tree.ChooseStmt | typed_tree.ChooseOneStmt) -> typed_tree.Block:
        """Return what happens if no targets are chosen: the event, or nothing if the choice is compulsory."""
        return self._build_event((), choice.otherwise) if choice.may or choice.otherwise else ()

    def _build_option(
        self, option: typed_tree.OptionStmt | typed_tree.PickingStmt, node: syntax.OptionNode | syntax.PickingNode
    ) -> typed_tree.OptionStmt | typed_tree.PickingStmt:
        if isinstance(option, typed_tree.PickingStmt):
            pick = self._restrict(option.pick)
            return replace(option, pick=pick, body=self._build_event((pick,), option.body))
        assert isinstance(node, syntax.OptionNode)
        further = node.body.statements[0]
        if node.targeted and option.body and isinstance(further, syntax.ChooseNode | syntax.ChooseOneNode):
            return replace(option, body=(self.build(option.body[0], further),))
        return replace(option, body=self._build_event((), option.body))

    def _restrict(self, pick: typed_tree.PickStmt) -> typed_tree.PickStmt:
        """Return a pick of the items on which the game's `targeting` verb can be performed."""
        verb = find_targeting_verb(self.symbols, self.this.type, pick.item.type)
        if verb is None:
            return pick
        able = typed_tree.CanBeginExpr(verb, self.you, (self.this, typed_tree.LocalExpr(pick.item)))
        where = able if pick.where is None else typed_tree.LogicExpr("and", pick.where, able)
        return replace(pick, where=where)

    def _build_event(self, picks: tuple[typed_tree.PickStmt, ...], body: typed_tree.Block) -> typed_tree.Block:
        """Return the statements that aim at the picked targets, let the event happen, and do what the author wrote."""
        aimed = tuple(statement for pick in picks for statement in self._aim(pick))
        left: list[typed_tree.Stmt] = []
        condition: typed_tree.Value = typed_tree.LocalExpr(self.took)
        for pick in picks:
            if pick.item.type.base not in _TESTED_AGAIN:
                continue
            if pick.amount == "one":
                fits = self._test_again(pick, typed_tree.LocalExpr(pick.var))
                condition = typed_tree.LogicExpr("and", condition, fits)
            else:
                each = self.symbols.var("it", pick.item.type)
                fits = self._test_again(pick, typed_tree.LocalExpr(each))
                thinned = typed_tree.FilterExpr(typed_tree.LocalExpr(pick.var), each, fits)
                left.append(typed_tree.LetStmt(pick.var, thinned))
        return (*aimed, typed_tree.ControlStmt("proceed"), typed_tree.IfStmt(((condition, (*left, *body)),), ()))

    def _test_again(self, pick: typed_tree.PickStmt, target: typed_tree.LocalExpr) -> typed_tree.Value:
        """Return the condition that a target is still one of those that could be picked."""
        there: typed_tree.Value = typed_tree.CompareExpr("in", target, pick.source)
        if pick.where is None:
            return there
        return typed_tree.LogicExpr("and", there, typed_tree.substitute(pick.where, {pick.item: target}))

    def _aim(self, pick: typed_tree.PickStmt) -> typed_tree.Block:
        """Return calls of the game's `targeting` verb, by which other players learn of a target.

        Returns () without this verb. If the verb gives a result, the result replaces the target from then on.
        """
        item = pick.item.type
        verb = find_targeting_verb(self.symbols, self.this.type, item)
        if verb is None:
            return ()
        changed = verb.result is not None and verb.result.type == item
        into = replace(self.symbols.var("target", item), own=True) if changed else None
        if pick.amount == "one":
            aimed = typed_tree.PerformStmt(verb, self.you, (self.this, typed_tree.LocalExpr(pick.var)), into)
            return (aimed,) if into is None else (aimed, typed_tree.LetStmt(pick.var, typed_tree.LocalExpr(into)))
        each = replace(self.symbols.var("each", item), own=True)
        aimed = typed_tree.PerformStmt(verb, self.you, (self.this, typed_tree.LocalExpr(each)), into)
        over = typed_tree.LocalExpr(pick.var)
        if into is None:
            return (typed_tree.ForEachStmt(each, over, (aimed,)),)
        listed = list_of(item)
        kept = replace(self.symbols.var("targets", listed), own=True)
        more = typed_tree.BinaryExpr(
            "+", typed_tree.LocalExpr(kept), typed_tree.ListExpr((typed_tree.LocalExpr(into),), listed), listed
        )
        return (
            typed_tree.LetStmt(kept, typed_tree.ListExpr((), listed)),
            typed_tree.ForEachStmt(each, over, (aimed, typed_tree.LetStmt(kept, more))),
            typed_tree.LetStmt(pick.var, typed_tree.LocalExpr(kept)),
        )


def is_compulsory(ability: typed_tree.TypedAbility) -> bool:
    """Return True if an ability has targets, and its event cannot happen unless they are chosen."""
    match ability.body:
        case (typed_tree.ChooseStmt() | typed_tree.ChooseOneStmt() as choice,) if ability.took is not None:
            return not choice.may and not choice.otherwise
    return False
