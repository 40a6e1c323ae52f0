"""Checks of simultaneous secret decisions, which become picks of an option by its number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from cardwright.checker import typed_tree
from cardwright.checker.names.rule_text_context import Symbols, Unit
from cardwright.checker.typed_tree_queries import MISPLACED
from cardwright.declarations.value_types import NUMBER, PLAYER, describe_type, list_of
from cardwright.syntax import tree as syntax

NUMBERS = list_of(NUMBER)


@dataclass(frozen=True, slots=True)
class SecretChoice:
    """Checker of `secretly for each PLAYER in ...`, whose body is a decision followed by its effects."""

    symbols: Symbols
    unit: Unit

    def checked(self, node: syntax.ForEachNode, each: typed_tree.TypedVar, body: typed_tree.Block) -> typed_tree.Block:
        """Return the body of the loop with its decision as a pick.

        Report a body that does not begin with a decision.
        """
        choice = body[0] if len(body) == 1 else None
        if isinstance(choice, typed_tree.ChooseStmt | typed_tree.ChooseOneStmt):
            self._check_player(node, each, choice)
        if isinstance(choice, typed_tree.ChooseOneStmt) and self._check_options(node, choice):
            return (self._convert_to_pick(choice),)
        if not isinstance(choice, typed_tree.ChooseOneStmt) and not _is_single_pick(choice):
            message = "`secretly for each` contains one `choose` with one pick, or one `choose one`, without `else`"
            label = "write what follows from the answers into its body, which runs when all have answered"
            self.unit.error(MISPLACED, message, node, label)
        return body

    def _check_player(
        self,
        node: syntax.ForEachNode,
        each: typed_tree.TypedVar,
        choice: typed_tree.ChooseStmt | typed_tree.ChooseOneStmt,
    ) -> None:
        """Report a choice that another player than the player of the loop makes."""
        if "bad" in (each.type.base, choice.player.type.base):
            return
        asks = node.body.statements[0]
        if each.type != PLAYER:
            message = f"`secretly for each` needs players, but `{node.word}` is {describe_type(each.type)}"
            self.unit.error(MISPLACED, message, node.list, "write `players` or `opponents`")
        elif choice.player != typed_tree.LocalExpr(each):
            message = f"each `{node.word}` must decide for themselves, but here another player decides"
            subject = asks.subject if isinstance(asks, syntax.ChooseNode | syntax.ChooseOneNode) else None
            self.unit.error(MISPLACED, message, subject or asks, f"write `{node.word} choose ...`")

    def _check_options(self, node: syntax.ForEachNode, choice: typed_tree.ChooseOneStmt) -> bool:
        """Return True if a choice is made once and all its options are statements. Report any other choice."""
        wrong = ""
        if choice.pickings:
            wrong = "a secret choice offers either titled options or pieces, not both"
            label = "leave only titled options, or write one `choose ... from` with all the pieces"
        elif choice.otherwise or choice.repeatedly:
            wrong = "a secret choice is asked once, and has no `else`"
            label = "remove `repeatedly`" if choice.repeatedly else "remove `else`"
        elif choice.said:
            wrong, label = "the question and titles of a secret choice cannot contain values", "remove the braces"
        if wrong:
            self.unit.error(MISPLACED, wrong, node.body.statements[0], label)
        return not wrong

    def _convert_to_pick(self, choice: typed_tree.ChooseOneStmt) -> typed_tree.ChooseStmt:
        """Return a choice between options as a pick of an option's number, followed by that option's statements."""
        item, var = self.symbols.var("deed", NUMBER), self.symbols.var("deed", NUMBER)
        offered: list[typed_tree.Value] = []
        branches: list[tuple[typed_tree.Value, typed_tree.Block]] = []
        for number, option in enumerate(each for each in choice.options if isinstance(each, typed_tree.OptionStmt)):
            this = typed_tree.LiteralExpr(NUMBER, number)
            alone = typed_tree.ListExpr((this,), NUMBERS)
            offered.append(alone if option.condition is None else typed_tree.FilterExpr(alone, item, option.condition))
            branches.append((typed_tree.CompareExpr("is", typed_tree.LocalExpr(var), this), option.body))
        source = reduce(lambda some, more: typed_tree.BinaryExpr("+", some, more, NUMBERS), offered)
        pick = typed_tree.PickStmt(var, item, "one", None, False, source, None, choice.site)
        done = typed_tree.IfStmt(tuple(branches), ())
        return typed_tree.ChooseStmt(choice.player, choice.may, (pick,), (done,), (), False)


def _is_single_pick(choice: typed_tree.Stmt | None) -> bool:
    """Return True if a statement is a choice with a single pick, made once, without chance and `else`."""
    if not isinstance(choice, typed_tree.ChooseStmt) or len(choice.picks) != 1:
        return False
    return not (choice.picks[0].at_random or choice.otherwise or choice.repeatedly)
