"""Checks what several decide in secret: one pick, or one of some deeds, which becomes a pick of their numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from cardwright.checker import typed_tree
from cardwright.checker.names.scope import Symbols, Unit
from cardwright.checker.typed_tree_queries import MISPLACED
from cardwright.declarations.types import NUMBER, PLAYER, article, list_of
from cardwright.syntax import tree as s

NUMBERS = list_of(NUMBER)


@dataclass(frozen=True, slots=True)
class SecretChoice:
    """Checks the body of `secretly for each`: what each decides, and what follows when all have."""

    symbols: Symbols
    unit: Unit

    def checked(self, node: s.ForEach, each: typed_tree.Var, body: typed_tree.Block) -> typed_tree.Block:
        """The body with its decision as a pick; another body is reported."""
        choice = body[0] if len(body) == 1 else None
        if isinstance(choice, typed_tree.ChooseS | typed_tree.ChooseOneS):
            self._of_each(node, each, choice)
        if isinstance(choice, typed_tree.ChooseOneS) and self._of_deeds(node, choice):
            return (self._as_pick(choice),)
        if not isinstance(choice, typed_tree.ChooseOneS) and not _of_one_pick(choice):
            message = "`secretly for each` asks one `choose` once, with one pick, or one `choose one`, without `else`"
            label = "its body tells what follows from the answer, when all have answered"
            self.unit.error(MISPLACED, message, node, label)
        return body

    def _of_each(
        self, node: s.ForEach, each: typed_tree.Var, choice: typed_tree.ChooseS | typed_tree.ChooseOneS
    ) -> None:
        """Report a choice that is not made by each of those who are gone through."""
        if "bad" in (each.type.base, choice.player.type.base):
            return
        asks = node.body.statements[0]
        if each.type != PLAYER:
            message = f"in secret each of some players decides, and `{node.word}` is {article(each.type)}"
            self.unit.error(MISPLACED, message, node.list)
        elif choice.player != typed_tree.Local(each):
            message = f"in secret each `{node.word}` decides for themselves, and here somebody else does"
            subject = asks.subject if isinstance(asks, s.Choose | s.ChooseOne) else None
            self.unit.error(MISPLACED, message, subject or asks, f"write `{node.word} choose ...`")

    def _of_deeds(self, node: s.ForEach, choice: typed_tree.ChooseOneS) -> bool:
        """Whether a choice is one of deeds alone, asked once; another one is reported."""
        wrong = ""
        if choice.pickings:
            wrong = "in secret deeds are offered or things, and not both in one question"
        elif choice.otherwise or choice.repeatedly:
            wrong = "in secret everybody is asked once, and without `else`"
        elif choice.said:
            wrong = "in secret no values can be put into a question and its titles"
        if wrong:
            self.unit.error(MISPLACED, wrong, node.body.statements[0])
        return not wrong

    def _as_pick(self, choice: typed_tree.ChooseOneS) -> typed_tree.ChooseS:
        """One of the numbers of the deeds, each as far as its condition holds, and what is done by that number."""
        item, var = self.symbols.var("deed", NUMBER), self.symbols.var("deed", NUMBER)
        offered: list[typed_tree.Value] = []
        branches: list[tuple[typed_tree.Value, typed_tree.Block]] = []
        for number, option in enumerate(each for each in choice.options if isinstance(each, typed_tree.OptionS)):
            this = typed_tree.Lit(NUMBER, number)
            alone = typed_tree.ListV((this,), NUMBERS)
            offered.append(alone if option.condition is None else typed_tree.FilterV(alone, item, option.condition))
            branches.append((typed_tree.CompareV("is", typed_tree.Local(var), this), option.body))
        source = reduce(lambda some, more: typed_tree.BinaryV("+", some, more, NUMBERS), offered)
        pick = typed_tree.PickS(var, item, "one", None, False, source, None, choice.site)
        done = typed_tree.IfS(tuple(branches), ())
        return typed_tree.ChooseS(choice.player, choice.may, (pick,), (done,), (), False)


def _of_one_pick(choice: typed_tree.Stmt | None) -> bool:
    """Whether a statement is one pick, which somebody decides once."""
    if not isinstance(choice, typed_tree.ChooseS) or len(choice.picks) != 1:
        return False
    return not (choice.picks[0].at_random or choice.otherwise or choice.repeatedly)
