"""Warnings about actions and decisions of players who are certainly out of the game."""

from collections.abc import Iterator, Sequence

from cardwright.checker.names.rule_text_context import Unit
from cardwright.declarations.model import EVERYBODY
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, declare_code
from cardwright.syntax import tree as syntax

ACTS_AFTER_ELIMINATION = declare_code("acts-after-elimination")

# The player of a loop over all, also those who are out.
LOOPED = "who may be out of the game"


def find_acts_after_elimination(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each action of a player that comes after the elimination of that player."""
    mark = texts.game.mark_of_out
    if mark is None:
        return
    look = _EliminationSearch(
        mark.word, [node for node, _ in texts.library.texts() if isinstance(node, syntax.ProcedureNode)]
    )
    for text, unit in texts.all():
        for node in syntax.walk(text):
            if isinstance(node, syntax.BodyNode):
                yield from look.behind(node.statements, unit)
            elif (
                isinstance(node, syntax.ForEachNode)
                and node.list == syntax.NameNode(EVERYBODY)
                and not _tests_flag(node, mark.word)
            ):
                yield from look.find_actions(node.body.statements, syntax.NameNode(node.word), unit, LOOPED)


def _takes_back(node: syntax.Node, mark: str) -> bool:
    return (
        isinstance(node, syntax.AssignNode)
        and node.target == syntax.GetNode(syntax.NameNode("you"), mark)
        and node.value != syntax.YesNoNode(True)
    )


def _tests_flag(node: syntax.ForEachNode, mark: str) -> bool:
    """Return True if a loop over players tests the flag of eliminated players."""
    return any(isinstance(each, syntax.NameNode | syntax.GetNode) and each.word == mark for each in syntax.walk(node))


class _EliminationSearch:
    """Search for actions of players after their elimination.

    `verbs` are the verbs that no eliminated player can perform, `leaving` those that eliminate the acting player.
    """

    def __init__(self, mark: str, procedures: Sequence[syntax.ProcedureNode]) -> None:
        self.mark = mark
        verbs = [node for node in procedures if node.kind == "verb"]
        self.verbs = {node.word for node in verbs if not any(_takes_back(each, mark) for each in syntax.walk(node))}
        self.leaving: set[str] = set()
        self.leaving = {
            n.word for n in verbs if syntax.NameNode("you") in map(self._find_eliminated, n.body.statements)
        }

    def behind(self, statements: Sequence[syntax.Stmt], unit: Unit) -> Iterator[Diagnostic]:
        """Yield a warning for each action after the elimination of the acting player."""
        for place, each in enumerate(statements):
            player = self._find_eliminated(each)
            if player is not None:
                notes = (DiagnosticNote("the player is out from here on", unit.span(each)),)
                yield from self.find_actions(statements[place + 1 :], player, unit, "who is already out", notes)

    def _find_eliminated(self, node: syntax.Stmt) -> syntax.Expr | None:
        """Return the player whom a statement certainly eliminates, or None."""
        if isinstance(node, syntax.PerformNode) and node.word in self.leaving:
            return syntax.NameNode("you") if node.subject is None else node.subject
        if (
            isinstance(node, syntax.AssignNode)
            and isinstance(node.target, syntax.GetNode)
            and node.target.word == self.mark
        ):
            return node.target.object if node.operator == "=" and node.value != syntax.YesNoNode(False) else None
        return None

    def find_actions(
        self,
        statements: Sequence[syntax.Stmt],
        player: syntax.Expr,
        unit: Unit,
        who: str,
        notes: tuple[DiagnosticNote, ...] = (),
    ) -> Iterator[Diagnostic]:
        """Yield a warning for each statement without effect in which the eliminated `player` would act or decide."""
        for each in statements:
            if isinstance(each, syntax.AssignNode) and each.target == syntax.GetNode(player, self.mark):
                return  # the player returns, or is eliminated again
            asks = isinstance(each, syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode) and _is_by(
                each.subject, player
            )
            does = isinstance(each, syntax.PerformNode) and each.word in self.verbs and _is_by(each.subject, player)
            if asks or does:
                what = "is asked nothing" if asks else "does nothing"
                place = f"{unit.scalar.raw[each.start : each.end]}".splitlines()[0]
                message = f"{who} {what}: `{place}` has no effect"
                label = "move it before the line that eliminates the player, or write a step"
                if who == LOOPED:
                    label = "loop over `players`, who are in the game, or test the flag with `where`"
                yield Diagnostic(ACTS_AFTER_ELIMINATION, message, unit.span(each), label, notes, "warning")


def _is_by(subject: syntax.Expr | None, player: syntax.Expr) -> bool:
    return subject == player or (subject is None and player == syntax.NameNode("you"))
