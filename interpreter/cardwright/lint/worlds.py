"""Names that keep, in the worlds bots think in, what hidden things came to: they are not worked out anew there."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from cardwright.checker import ir
from cardwright.compiler.analyses.hidden import bodies, given_names, hangs_on_hidden
from cardwright.compiler.analyses.sight import Sight
from cardwright.lint.texts import Texts
from cardwright.source.diagnostics import Diagnostic, declare_code

RUNNING_SECRET = declare_code(
    "running-secret",
    "A name is given values from hidden things more than once, and used after a decision: bots know what it came to.",
    mend="Give it one value, such as `let total = sum(others(you).hand.rank)`, which is worked out anew for bots.",
)


def running_secrets(texts: Texts) -> Iterator[Diagnostic]:
    """A warning for each name whose value in a bot's head would be the true one, though its player cannot know it."""
    given = given_names(texts.checked)
    again = {var for var, values in given.items() if len(values) > 1}
    doubtful = {
        var
        for var, values in given.items()
        if (var in again or any(isinstance(node, ir.Local) and node.var in again for node in ir.every(tuple(values))))
        and hangs_on_hidden(tuple(values), given)
    }
    if not doubtful:
        return
    walk = _Walk(Sight(texts.checked), frozenset(doubtful), _asking(texts.checked))
    for body in bodies(texts.checked):
        walk.block(body)
    for found in walk.used.values():
        yield from _told(texts, found)


def _asking(checked: ir.Checked) -> frozenset[ir.Procedure]:
    """The procedures in which somebody may be asked, by themselves or by what they perform."""
    asking: set[ir.Procedure] = set()
    while True:
        more = {
            procedure
            for procedure in checked.procedures.values()
            if procedure not in asking and any(_asks(node, asking) for node in ir.every(procedure.body))
        }
        if not more:
            return frozenset(asking)
        asking |= more


def _asks(node: object, asking: Collection[ir.Procedure]) -> bool:
    if isinstance(node, ir.Perform):
        return node.procedure in asking
    return isinstance(node, ir.MayS | ir.ChooseS | ir.ChooseOneS | ir.OpenWindow)


@dataclass(slots=True)
class _Walk:
    """Goes through texts in the order in which they are performed, and notes which names are used after a decision."""

    sight: Sight
    doubtful: frozenset[ir.Var]
    asking: frozenset[ir.Procedure]
    given: dict[ir.Var, ir.LetS] = field(default_factory=dict)
    over: set[ir.Var] = field(default_factory=set)
    used: dict[ir.Var, ir.LetS] = field(default_factory=dict)

    def block(self, block: ir.Block) -> None:
        for statement in block:
            self.statement(statement)

    def statement(self, statement: ir.Stmt) -> None:
        match statement:
            case ir.LetS(var, value):
                self.reads(value)
                if var in self.doubtful:
                    self.given[var] = statement
                    self.over.discard(var)
            case ir.IfS(branches, otherwise):
                for condition, body in branches:
                    self.reads(condition)
                    self.block(body)
                self.block(otherwise)
            case ir.ForS() | ir.RepeatS():
                self.reads(statement.list if isinstance(statement, ir.ForS) else statement.value)
                for _ in range(2):  # what is given in one round is used in the next
                    self.block(statement.body)
            case ir.MayS():
                self.ask(statement.player)
                self.block(() if statement.deed is None else (statement.deed,))
                self.block(statement.body)
                self.block(statement.otherwise)
            case ir.ChooseS():
                self.reads(statement.picks)
                self.ask(statement.player)
                self.block(statement.body)
                self.block(statement.otherwise)
            case ir.ChooseOneS():
                self.reads((statement.said, tuple(option.condition for option in statement.options)))
                self.ask(statement.player)
                for option in statement.options:
                    self.block(option.body)
                self.block(statement.otherwise)
            case _:
                self.reads(statement)
                if _asks(statement, self.asking):
                    self.ask(None)

    def reads(self, value: object) -> None:
        for node in ir.every(value):
            if isinstance(node, ir.Local) and node.var in self.over:
                self.used.setdefault(node.var, self.given[node.var])

    def ask(self, player: ir.Value | None) -> None:
        """Somebody decides: what they cannot work out by then must not be in their heads."""
        self.over |= {var for var in self.given if not self.sight.knows_given(ir.Local(var), player)}


def _told(texts: Texts, found: ir.LetS) -> Iterator[Diagnostic]:
    source = texts.checked.probes.source(found)
    if source is not None:
        unit, node = source
        message = (
            f"bots know what `{found.var.word}` came to: it is given more than one value, and from what lies hidden"
        )
        yield Diagnostic(RUNNING_SECRET, message, unit.span(node), severity="warning")
