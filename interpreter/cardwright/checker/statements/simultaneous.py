"""Checks of simultaneous secret decisions, which become picks of an option by its number."""

from dataclasses import dataclass
from functools import reduce

from cardwright.checker import typed_tree
from cardwright.checker.names.rule_text_context import Symbols, Unit
from cardwright.checker.typed_tree_queries import MISPLACED
from cardwright.declarations.value_types import NUMBER, PLAYER, describe_type, list_of
from cardwright.syntax import tree as syntax

NUMBERS = list_of(NUMBER)
# Message and label for a value in a text of a choice whose options are all computed before anybody is asked.
FIXED_TEXTS = "the question and titles of a secret choice cannot contain values", "remove the braces"


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
            self._report_other_statement(node, choice)
        elif isinstance(choice, typed_tree.ChooseStmt) and choice.picks[0].said:
            self.unit.error(MISPLACED, FIXED_TEXTS[0], node.body.statements[0], FIXED_TEXTS[1])
        return body

    def _report_other_statement(self, node: syntax.ForEachNode, choice: typed_tree.Stmt | None) -> None:
        """Report why the body of the loop is not one choice with one pick."""
        at, *more = node.body.statements
        if more:
            wrong = f"`secretly for each` contains one choice, but here are {len(more) + 1} statements"
            label, at = "write this into the body of the choice, which runs when all have answered", more[0]
        elif not isinstance(choice, typed_tree.ChooseStmt):
            if isinstance(at, syntax.ChooseNode | syntax.ChooseOneNode):
                return  # an error in the choice is reported already
            wrong = "`secretly for each` contains one choice, but this is another statement"
            label = f"write `{node.word} choose ...`, and this into its body"
        elif len(choice.picks) != 1:
            wrong, label = f"a secret choice has one pick, but this one has {len(choice.picks)}", "leave one pick"
        elif choice.picks[0].at_random:
            wrong, label = "players choose secretly, but this pick is made at random", "remove `at random`"
        else:
            wrong, label = _refuse_repetition(choice)
        self.unit.error(MISPLACED, wrong, at, label)

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
            wrong, label = _refuse_repetition(choice)
        elif choice.said:
            wrong, label = FIXED_TEXTS
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


def _refuse_repetition(choice: typed_tree.ChooseStmt | typed_tree.ChooseOneStmt) -> tuple[str, str]:
    """Return message and label for a secret choice that is asked again, or has an `else`."""
    word = "repeatedly" if choice.repeatedly else "else"
    label = "remove `repeatedly`" if choice.repeatedly else "remove the lines of the `else`"
    return f"a secret choice is asked once, without `{word}`", label


def _is_single_pick(choice: typed_tree.Stmt | None) -> bool:
    """Return True if a statement is a choice with a single pick, made once, without chance and `else`."""
    if not isinstance(choice, typed_tree.ChooseStmt) or len(choice.picks) != 1:
        return False
    return not (choice.picks[0].at_random or choice.otherwise or choice.repeatedly)
