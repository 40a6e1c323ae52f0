"""Log events as plain values: their text and their parts, so that no program has to parse text."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardwright.source.node_dataclass import frozen


@frozen
class CounterChange:
    """A change of a counter: its owner (None: the table), its title, and its values before and after.

    `word` is its name in the game's files, `index` the position among several values under that word.
    """

    player: int | None
    title: str
    before: int
    after: int
    word: str = ""
    index: str = ""

    @property
    def text(self) -> str:
        """The change without its owner: `points 12 → 22`."""
        return f"{self.title} {self.before} → {self.after}"

    @property
    def way(self) -> str:
        """`more` or `less`."""
        return "more" if self.after > self.before else "less"


@frozen
class MovedPiece:
    """A piece that moved: its name, its zones before and after, and their owners (None: nobody).

    `known`: it is called by its own name, not its kind. `own`: it left a zone of the giver that lies on no piece.
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
        """The piece with its zones before and after."""
        return f"{self.piece}: {self.old} → {self.new}"


@frozen
class Answer:
    """A player's answer in words.

    `declines`: they passed or were done, whatever the option is called; `done`: the answer only ended a pick. `number`:
    they chose a number. `known`: what they took is called by its own name.
    """

    chosen: str
    declines: bool = False
    done: bool = False
    number: bool = False
    known: bool = True


@dataclass(slots=True)
class Event:
    """One event, its doer (None: nobody), and the events it caused.

    `deed` is the text without the doer's name, "" if it does not begin with it. `answer` is set for an answer,
    `carried` for a moved piece. `quiet`: it says nothing by itself, such as a phase in which nobody did anything.
    `echoed`: the next line repeats this choice. `again`: its cause already says the same. `aside`: the look of the game
    declares it as minor. `result`: it only reports how something ended. `touches` are the players whose pieces,
    counters or answers it concerns besides the doer; `counts` are the counters it changed directly.
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
