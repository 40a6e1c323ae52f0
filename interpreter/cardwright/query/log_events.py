"""Log events as plain values, with their text and its parts, so that programs need not parse text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardwright.source.node_dataclass import frozen

# Levels of consequences in a tree of events. A deeper consequence is listed under the ancestor at this level: verbs can
# perform themselves thousands of times.
MAX_LEVELS = 60


@frozen
class CounterChange:
    """A change of a counter: its owner (None: the table), its title, and its old and new value.

    `word` is its name in the game's files. `index` is the position among several values of one memory. For memory that
    is no number, `said` is the change in words.
    """

    player: int | None
    title: str
    before: int
    after: int
    word: str = ""
    index: str = ""
    said: str = ""

    @property
    def text(self) -> str:
        """The change as text, without the owner: `points 12 → 22`."""
        return self.said or f"{self.title} {self.before} → {self.after}"

    @property
    def way(self) -> str:
        """The direction of the change: `more` or `less`."""
        return "more" if self.after > self.before else "less"


@frozen
class MovedPiece:
    """A piece that moved: its name, its old and new zone, and who owned them.

    - `giver`, `taker`: the owners of the old and the new zone, or None
    - `known`: True if `piece` is the piece's own name, False if it is that of its kind
    - `own`: True if the old zone belongs to `giver` directly, and is not on a piece
    - `number`: the position in the new zone if everybody sees it, else 0
    """

    piece: str
    old: str
    new: str
    giver: int | None
    taker: int | None
    known: bool = True
    own: bool = True
    number: int = 0

    @property
    def arrival(self) -> str:
        """The zone after the move, with the position there: `place 2 of the shelf`."""
        return f"place {self.number} of {self.new}" if self.number else self.new

    @property
    def text(self) -> str:
        """The piece with its zones before and after; if it stays in an ordered zone, only its new position."""
        if self.old == self.new:
            return f"{self.piece} → {self.arrival}" if self.number else f"{self.piece}: moved within {self.new}"
        return f"{self.piece}: {self.old} → {self.arrival}"


@frozen
class Answer:
    """A player's answer in words.

    - `declines`: True if the player passed or finished, under any title
    - `done`: True if the answer only ended a pick
    - `number`: True if the player chose a number
    - `known`: True if the chosen piece has its own name, False if it has that of its kind
    """

    chosen: str
    declines: bool = False
    done: bool = False
    number: bool = False
    known: bool = True


@dataclass(slots=True)
class Event:
    """An event of the log: the player who acts (None: nobody), its text, and the events that it caused.

    - `deed`: the text without the player's name, "" if the text does not begin with the name
    - `answer`, `carried`: set for an answer, and for a moved piece
    - `quiet`: True if it is not worth a line by itself, such as a phase in which nobody acted
    - `echoed`: True for a choice that the next event repeats
    - `again`: True if its cause already says the same; `restated`: True if the last event that it caused says all
      that it says
    - `aside`: True if the game's look declares it as minor
    - `result`: True if it only says how an event ended
    - `is_turn`: True for a player's turn, or a verb that only asks, if its text says no more than that
    - `touches`: the other players whose pieces, counters or answers it affects
    - `counts`: the counters that it changed directly; `says_counts` is True if its text says so, and `implied` are
      changes that follow from what it is, so that they are not shown

    For one viewer:

    - `about`: True if it affects the viewer; `news`: True if other players caused this, so that it is never omitted
    - `among`: True if it involves other players than the one who acts
    - `decided`: True if the player who acts made a choice in it; `theirs` is True for turns and choices of others
    - `came`: a summary of consequences that are omitted
    - `going_on`: True if it is the last of a story, so that more may come of it
    """

    text: str
    depth: int
    player: int | None
    children: list[Event] = field(default_factory=list)
    quiet: bool = False
    echoed: bool = False
    aside: bool = False
    result: bool = False
    is_turn: bool = False
    touches: frozenset[int] = frozenset()
    counts: Sequence[CounterChange] = ()
    says_counts: bool = False
    implied: Sequence[CounterChange] = ()
    carried: MovedPiece | None = None
    answer: Answer | None = None
    deed: str = ""
    again: bool = False
    restated: bool = False
    about: bool = False
    news: bool = False
    among: bool = False
    decided: bool = False
    theirs: bool = False
    came: str = ""
    going_on: bool = field(default=False, compare=False)

    def __hash__(self) -> int:
        return hash((self.text, self.player))

    @property
    def matters(self) -> bool:
        """True if the event, or one of its consequences, must be shown."""
        return self.news or any(event.matters for event in self.children)

    @property
    def who(self) -> str:
        """The name of the player if the text begins with it, else ""."""
        return self.text[: -len(self.deed)] if self.deed else ""

    def behind(self, cause: Event) -> str:
        """Return the text as a continuation of the text of its cause, without repeating the player's name."""
        return self.deed if self.deed and cause.deed and self.player == cause.player else self.text

    @property
    def became(self) -> tuple[str, ...]:
        """The new values of counters, if the text does not contain them.

        The name of the owner comes before a value, unless the owner is the player who acts.
        """
        counts = () if self.says_counts else self.counts
        return tuple(f"{render_owner(count, self.player)}{count.text}" for count in counts)


def render_owner(count: CounterChange, player: int | None) -> str:
    """Return the owner of a counter, for use before its title, as in `P2's `; "" if the owner is `player`."""
    owner = "" if count.player in (None, player) else f"P{(count.player or 0) + 1}"
    return owner and (f"{owner}: " if count.said else f"{owner}'s ")
