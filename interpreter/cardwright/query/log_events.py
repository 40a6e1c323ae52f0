"""Log events as plain values: their text and their parts, so that no program has to parse text."""

from __future__ import annotations

from collections.abc import Sequence
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

    `known`: it has its own name here, not the name of its kind. `own`: it left a zone of the giver that lies on no
    piece.
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

    - `declines`: the player passed or was done, whatever the title of the option
    - `done`: the answer only ended a pick
    - `number`: the player chose a number
    - `known`: the chosen piece has its own name here, not the name of its kind
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

    As one viewer reads it: `about` the viewer or something of theirs; `news`: also caused by others, so never omitted;
    `among`: it involves players other than the doer; `decided`: the doer made a choice in it; `came` summarizes omitted
    consequences.
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
    counts: Sequence[CounterChange] = ()
    carried: MovedPiece | None = None
    answer: Answer | None = None
    deed: str = ""
    again: bool = False
    about: bool = False
    news: bool = False
    among: bool = False
    decided: bool = False
    came: str = ""

    def __hash__(self) -> int:
        return hash((self.text, self.player))

    @property
    def matters(self) -> bool:
        """True if the event or one of its consequences must not be left out."""
        return self.news or any(event.matters for event in self.children)

    @property
    def who(self) -> str:
        """The player's name at the beginning of the text."""
        return self.text[: -len(self.deed)] if self.deed else ""

    def behind(self, cause: Event) -> str:
        """Return the text to place behind that of its cause, without a repeated name."""
        return self.deed if self.deed and cause.deed and self.player == cause.player else self.text

    @property
    def became(self) -> tuple[str, ...]:
        """The new values of counters, with the owner where that is not the doer."""
        return tuple(f"{render_owner(count, self.player)}{count.text}" for count in self.counts)


def render_owner(count: CounterChange, player: int | None) -> str:
    """Return the owner to put before a counter's title if it is not `player`: `P2's `."""
    return "" if count.player in (None, player) else f"P{(count.player or 0) + 1}'s "
