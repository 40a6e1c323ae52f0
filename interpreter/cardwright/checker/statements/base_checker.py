"""Base class of the checks of statements and decisions: bodies, local names, and who decides."""

from abc import ABC, abstractmethod

from cardwright.checker import typed_tree
from cardwright.checker.coverage_probes import STATEMENT
from cardwright.checker.expressions.basic_expressions import ValueChecker
from cardwright.checker.expressions.type_compatibility import Bad
from cardwright.checker.names.rule_text_context import Scope
from cardwright.checker.typed_tree_queries import find_requirements, name_from
from cardwright.declarations.value_types import PLAYER, Type
from cardwright.source.diagnostics import declare_code
from cardwright.syntax import tree as syntax

# Statements that no player performs.
CONTROLS = ("stop", "finish", "proceed", "nothing")
WIDE_SUBJECT = declare_code("unexpected-doer")
MISSING_SUBJECT = declare_code("missing-subject")
LATE_REQUIRE = declare_code("misplaced-require")


class BodyChecker(ABC):
    """Base class of the checker of statements. The checks of decisions and of deferred statements call it.

    It checks bodies and names, and leaves single statements to its subclass. `title` names the rule text, `secret` is
    True inside a secret choice.
    """

    def __init__(self, scope: Scope, values: ValueChecker, checked: typed_tree.CheckedGame, title: str) -> None:
        self.scope = scope
        self.values = values
        self.unit = scope.unit
        self.symbols = scope.symbols
        self.checked = checked
        self.sites = checked.sites
        self.title = title
        self.probes = checked.probes
        self.secret = False
        self.reported: set[int] = set()

    @abstractmethod
    def statements(self, nodes: tuple[syntax.Stmt, ...]) -> typed_tree.Block:
        """Check consecutive statements, whose names stay visible in the present scope."""

    @abstractmethod
    def statement(self, node: syntax.Stmt) -> typed_tree.Stmt | None:
        """Check one statement; None if it has errors."""

    @abstractmethod
    def call(self, node: syntax.PerformNode, into: typed_tree.TypedVar | None) -> typed_tree.Stmt | None:
        """Check a call; its result is assigned to a variable if one is given. Returns None after an error."""

    def body(self, node: syntax.BodyNode | None) -> typed_tree.Block:
        """Check a body, whose names are not visible outside."""
        if node is None:
            return ()
        with self.scope.inner():
            return self.statements(node.statements)

    def no_require(self, nodes: tuple[syntax.Stmt, ...], why: str) -> None:
        """Report each `require` that comes too late in a body to prevent an option or a call; `why` is the message."""
        for node in find_requirements(nodes):
            self.reported.add(id(node))
            self.unit.error(LATE_REQUIRE, why, node, "write an `if` around what depends on it")

    def otherwise(self, node: syntax.BodyNode | None) -> typed_tree.Block:
        """Check the statements of an `else`, which run if no option is chosen."""
        if node is not None:
            self.no_require(node.statements, "`require` decides what can be chosen, and `else` applies if nothing can")
        return self.body(node)

    def mark(self, made: typed_tree.Stmt | None, node: syntax.Stmt) -> None:
        """Let coverage count the executions of a checked statement; None stands for one with errors."""
        if made is not None:
            self.probes.mark(made, STATEMENT, self.scope.power, self.unit, node)

    def declare(
        self, node: syntax.LetNode | syntax.ForEachNode | syntax.PickNode, kind: Type, mask: bool = False
    ) -> typed_tree.TypedVar:
        """Declare a local name, and note its position for editors. `mask` is as for `Scope.declare`."""
        var = self.scope.declare(node.word, kind, mask)
        if isinstance(node, syntax.PickNode) and not self.secret:
            self.scope.public.add(var)
        self.unit.declared(var, name_from(node))
        return var

    def chooser(self, node: syntax.Expr | None, at: syntax.Node) -> typed_tree.Value:
        """Return the player who decides: the subject of the statement, or else `you`."""
        if node is None:
            if self.scope.you is not None:
                return typed_tree.LocalExpr(self.scope.you)
            label = "name the player: `for each p in players:` and below it `p choose ...`"
            self.unit.error(MISSING_SUBJECT, "who chooses? No player performs the step itself", at, label)
            return Bad
        return self.values.want(node, PLAYER, "the player who chooses")
