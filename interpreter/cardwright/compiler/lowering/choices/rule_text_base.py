"""Lowering of the rule text around a decision: what both its statements and its decisions need."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.choices.pick_options import Picks
from cardwright.compiler.lowering.choices.preconditions import Feasibility
from cardwright.compiler.lowering.context import Lowering
from cardwright.compiler.lowering.continuations import ContinuationInfo
from cardwright.compiler.lowering.lost_knowledge_of_order import Tracking


class RuleTextLowering(ABC):
    """Lowering of rule texts, one after the other; `title` is the number of the current text's title.

    `continuations` is set when it is known which procedures end effects.
    """

    continuations: ContinuationInfo

    def __init__(self, low: Lowering) -> None:
        self.low = low
        self.feasible = Feasibility(low)
        self.picks = Picks(low, self.feasible)
        self.tracking = Tracking(low)
        self.title = 0
        self.loops: list[ir.Label] = []
        # the number of enclosing loops over pieces or players
        self.each = 0
        self.proceed: Callable[[typed_tree.ControlStmt], ir.Code] | None = None
        # code that counts a use of the ability, emitted when its first `may` is accepted
        self.accepted: ir.Code = ()

    @abstractmethod
    def block(self, block: typed_tree.Block) -> ir.Code:
        """Return the code of consecutive statements."""

    def begin(
        self, title: str, accepted: ir.Code = (), proceed: Callable[[typed_tree.ControlStmt], ir.Code] | None = None
    ) -> None:
        """Start the lowering of another rule text.

        `accepted` is the code that counts a use when a player first accepts. `proceed` lowers the statement `proceed`.
        """
        self.title = int(self.low.text(title).value)
        self.loops = []
        self.accepted = accepted
        self.proceed = proceed

    def accept(self) -> ir.Code:
        """Return the code that counts a use. Only the first call in a rule text returns code, later ones ()."""
        found, self.accepted = self.accepted, ()
        return found

    @contextmanager
    def branch(self) -> Iterator[None]:
        """Return a context for one of several branches.

        A use counted in one branch must still be counted in the others.
        """
        accepted = self.accepted
        yield
        self.accepted = accepted
