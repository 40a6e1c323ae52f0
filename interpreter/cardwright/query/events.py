"""What happened as plain values: each thing with its words, and with what it is, so that nobody has to read them."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardwright.source.node_dataclass import frozen


@frozen
class CounterChange:
    """A counter changed: whose (None: the table's), its title, from what to what.

    `word` is what it is called in the game's files, `index` which of several under that word it is.
    """

    player: int | None
    title: str
    before: int
    after: int
    word: str = ""
    index: str = ""

    @property
    def text(self) -> str:
        """What became of it, without whose it is: `points 12 → 22`."""
        return f"{self.title} {self.before} → {self.after}"

    @property
    def way(self) -> str:
        """Whether it became `more` or `less`."""
        return "more" if self.after > self.before else "less"


@frozen
class MovedPiece:
    """A piece that moved, as it is called, from which zone to which, and whose those are (None: nobody's).

    `known`: it is called by its name, not as one of its kind. `own`: the zone it left was the giver's, not on a piece.
    """

    piece: str
    old: str
    new: str
    giver: int | None
    taker: int | None
    known: bool = True
    own: bool = True

    @property
    def text(self) -> str:
        """What moved, and from where to where."""
        return f"{self.piece}: {self.old} → {self.new}"


@frozen
class Answer:
    """What somebody answered, in words.

    `declines`: they passed, or were done, whatever it is called and whatever other answers are called; `done`: it only
    ended picks. `number`: they said how much. `known`: what they took is called by its name.
    """

    chosen: str
    declines: bool = False
    done: bool = False
    number: bool = False
    known: bool = True


@dataclass(slots=True)
class Event:
    """One thing that happened, who did it (None: nobody), and what it caused.

    `deed` is the text without the name of who did it, "" where it does not begin with that. `answer` is there if
    somebody answered so, `carried` if a piece moved.
    `quiet`: it says nothing by itself, such as a phase in which nobody did anything. `echoed`: somebody chose what the
    next line says they did. `again`: what led to it says so already. `aside`: the game's look calls it not worth
    telling. `result`: it does nothing itself, and tells how something ended. `touches` are the players whose
    pieces, counters or answers it is about beside who did it; `counts` are what changed by it at once.
    """

    text: str
    depth: int
    player: int | None
    children: list[Event] = field(default_factory=list)
    quiet: bool = False
    echoed: bool = False
    aside: bool = False
    result: bool = False
    touches: frozenset[int] = frozenset()
    counts: list[CounterChange] = field(default_factory=list)
    carried: MovedPiece | None = None
    answer: Answer | None = None
    deed: str = ""
    again: bool = False
