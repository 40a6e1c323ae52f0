"""The digest of a game in progress: all that decides how it goes on, told in its author's terms, as one short text.

Version 2, which `docs/architecture.md` describes, tells the same for both variants of a program and whatever compiler
wrote it: memory, zones and what powers do by name, the question and its options, and of every text that waits which one
it is, where in it, and what it still needs. Nothing is told twice, and nothing that is none or empty.

Version 1 was made of the numbers in a state, and left out of the texts that wait all but answers given in secret. Only
records and states that were written then need it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from cardwright.program_format import (
    ENDED_BY,
    FACE,
    FINISHED,
    GAINED,
    HOW,
    LOST,
    NO_NUMBER,
    NO_POWER,
    PASS,
    PENDING,
    RNG,
    SUPPRESSED,
    TURNS,
    DecisionPointRow,
    MemoryRow,
    ProgramTables,
    beside,
    sealed_answers,
)
from cardwright.runtime.primitives.bitsets import ids

if TYPE_CHECKING:
    from cardwright.runtime.state import Position

VERSION = 2
VERSIONS = (1, VERSION)
# Nobody, no piece, no zone and no word; and what declines. No id and no word of an author's is written so.
NONE, DECLINED = "-", "!"
Say = Callable[[Any], str]


def digest_of(state: Position, version: int = VERSION) -> str:
    """A short text that is the same for equal states on every machine: 32 hexadecimal digits of SHA-256."""
    if version not in VERSIONS:
        raise ValueError(f"there is no version {version} of digests; there are 1 to {VERSION}")
    if version == 1:
        return _first_version(state, sealed_answers(state.variant.frames, state.frames))
    return _hashed("\n".join(told(state)))


def digests_of(state: Position, version: int = VERSION) -> tuple[str, ...]:
    """Every digest that the state has in a version: the first one left out secret answers to begin with."""
    return (digest_of(state, version), *([_first_version(state, [])] if version == 1 else []))


def told(state: Position) -> list[str]:
    """What the digest of a state is made of, line by line: to see what two states differ in."""
    return [*state.program.teller.table(state.slots), *_waiting(state)]


def _waiting(state: Position) -> Iterator[str]:
    """The question, and the texts that wait, the last to go on first."""
    teller, pending = state.program.teller, state.slots[PENDING]
    if pending is not None:
        player, options, site = pending
        asked = state.program.tables["sites"][site]
        yield f"? {teller.player(player)} {listed([teller.option(asked, each) for each in options])}"
    for frame in state.frames:
        for text, place, all_told in reversed(state.variant.waits[frame[0]]):
            entries = [
                f"{name}={teller.needed(how, bases, [frame[p] for p in at])}" for name, how, bases, at in all_told
            ]
            yield f"> {text} {place} {' '.join(entries)}".rstrip()


class DigestWriter:
    """Tells what the numbers in the states of one program mean, in words that no author can make mean anything else.

    They are those the game is written in: a piece is called by its id and which copy it is, memory and zones by whose
    they are and their word, an ability by the id of its card and which it is there.
    """

    def __init__(self, tables: ProgramTables) -> None:
        self.tables = tables
        self.low = (1 << tables["shift"]) - 1
        self.ids = [definition.id for definition in tables["definitions"]]
        self.pieces = _pieces_called(tables, self.ids)
        words, zones_from = tables["words"], tables["zones_from"]
        self.zones = [self._of(zone.owner, zone.number, zone.word) for zone in tables["zones"]]
        self._says: dict[str, Say] = {
            "player": self.player,
            "piece": lambda piece: self.pieces[piece] if 0 <= piece < len(self.pieces) else NONE,
            "zone": lambda slot: self.zones[slot - zones_from] if slot >= 0 else NONE,
            "enum": lambda word: words.get(word, NONE),
            "name": lambda number: self.ids[number] if number >= 0 else NONE,
            "ability": self.ability,
            "abilities": lambda entries: listed(map(self.ability, entries)),
            "mask piece": lambda mask: listed([self.pieces[piece] for piece in ids(mask)]),
        }
        self._memory = [each for memory in tables["memory"] for each in self._each_of(memory)]
        kept = [(self._called(name), slot, self._kept_in(name)) for name, slot in tables["slots"].items()]
        self._slots = sorted(kept, key=lambda each: each[0])

    def says(self, base: str) -> Say:
        """How values of a type are told."""
        if base.startswith("list "):
            item = self.says(base.removeprefix("list "))
            return lambda items: listed(map(item, items))
        return self._says.get(base, plainly)

    def option(self, site: DecisionPointRow, value: Any) -> str:
        """How an option is told at a site: a thing, or a deed by its number.

        Things of a sort of their own beside others are told with what sort that is.
        """
        if place := site.place(value):
            base, thing = site.thing(value)
            return f"{site.things[place - 1][1] or base} {self.says(base)(thing)}"
        if type(value) is int and value <= PASS:
            return DECLINED if value == PASS else f"deed {beside(value)}"
        return self.says(site.base)(value)

    @staticmethod
    def player(player: int) -> str:
        """A player."""
        return f"P{player + 1}" if player >= 0 else NONE

    def ability(self, entry: int) -> str:
        """An ability with the piece for which it works."""
        text = self.tables["ability_texts"][entry >> self.tables["shift"]]
        return f"{text} of {self.says('piece')(entry & self.low)}"

    def needed(self, how: str, bases: tuple[str, ...], held: list[Any]) -> str:
        """What a text that waits needs: a name, what is left of a loop, or answers given in secret."""
        if how == "value":
            return self.says(bases[0])(held[0])
        if how == "rest":
            return self.says(bases[0])(held[0][held[1] :])
        whose, place, answers = held
        first = 0 if how == "asking" else place
        one = self.says(bases[2])
        many = self.says(f"list {bases[2]}")
        given = [many(a) if isinstance(a, tuple) else DECLINED if a == PASS else one(a) for a, *_ in answers[first:]]
        return f"{self.says(bases[0])(whose[first:])} {listed(given)}"

    def _of(self, owner: str, number: int, word: str) -> str:
        """What one zone or memory is called; `number` is that of its owner among those of its sort."""
        if owner == "table":
            return word
        kind = self.tables["kinds"].get(owner)
        return f"{self.player(number) if kind is None else self.pieces[kind.first + number]}.{word}"

    def _each_of(self, memory: MemoryRow) -> Iterator[tuple[int, str, Say, Any]]:
        """For every slot of a memory its number, what it is called, how its value is told, and which is not told."""
        owner, width, kind, kinds = memory.owner, memory.width, memory.type, self.tables["kinds"]
        owners = 1 if owner == "table" else self.tables["players"] if owner == "player" else kinds[owner].size
        nothing: Any = () if kind.startswith("list ") else 0 if kind in ("number", "yes_no") else -1
        for place in range(owners * width):
            index = f"[{memory.per[place % width]}]" if memory.per else ""
            yield memory.base + place, self._of(owner, place // width, memory.word) + index, self.says(kind), nothing

    def _called(self, name: str) -> str:
        """What a slot is called that the program itself keeps something in, without the number of an ability."""
        sort, *rest = name.split()
        return f"held {self.tables['ability_texts'][int(rest[0])]} {rest[1]}" if sort == "held" else name

    def _gained(self, entry: int) -> str:
        """A power that a piece has gained, and if it ends how the piece has it and which deed gave it."""
        power, how = entry >> self.tables["shift"] & self.low, entry >> HOW & 3
        told = f"{NONE if power == NO_POWER else self.ids[power]} on {self.pieces[entry & self.low]}"
        if not how:
            return told
        return f"{told} {('beside', 'instead', 'taken')[how - 1]} by {self.tables['ability_texts'][entry >> ENDED_BY]}"

    def _kept_in(self, name: str) -> Say:
        """How is told what the program itself keeps: abilities at work, what was used or held, and what goes on."""
        sort = name.split()[0]
        if sort == "held":
            return self.says(f"list {name.split()[-1]}")
        return self._used if sort == "used" else plainly if sort in ("during", "cause") else self._says["abilities"]

    def _used(self, uses: Iterable[tuple[int, ...]]) -> str:
        """What was used how often already: abilities with piece and holder, and verbs with who does them."""
        texts, procedures, piece = self.tables["ability_texts"], self.tables["procedures"], self.says("piece")
        return listed(
            sorted(
                f"{texts[use[0]]} of {piece(use[1])} for {self.player(use[2])}"
                if use[0] >= 0
                else f"{procedures[-1 - use[0]][0]} for {self.player(use[1])}"
                for use in uses
            )
        )

    # ------------------------------------------------------------ what lies on the table

    def table(self, slots: list[Any]) -> Iterator[str]:
        """Everything but the question and the texts that wait; what is none, nothing or no is not told."""
        yield f"chance {slots[RNG]} finished {int(slots[FINISHED])} turns {slots[TURNS]}"
        zones_from = self.tables["zones_from"]
        for name, slot in (("face up", FACE), ("suppressed", SUPPRESSED), ("without power", LOST)):
            if slots[slot]:
                yield f"{name} {self._says['mask piece'](slots[slot])}"
        if slots[GAINED]:
            yield f"gained {listed(map(self._gained, slots[GAINED]))}"
        for slot, name, say, nothing in self._memory:
            if slots[slot] != nothing:
                yield f"{name} = {say(slots[slot])}"
        for name, content in zip(self.zones, slots[zones_from : zones_from + len(self.zones)], strict=True):
            if content:
                lying = ids(content) if isinstance(content, int) else content
                yield f"{name}: {','.join([self.pieces[piece] for piece in lying])}"
        for name, slot, say in self._slots:
            if slots[slot]:
                yield f"{name} {say(slots[slot])}"


def listed(told: Iterable[str]) -> str:
    """A list of values."""
    return f"[{','.join(told)}]"


def plainly(value: int) -> str:
    """A number, or none; yes is 1."""
    return NONE if value == NO_NUMBER else str(int(value))


def _pieces_called(tables: ProgramTables, called: list[str]) -> list[str]:
    """What every piece is called: by its id and which copy it is, a part by its piece and which part."""
    copies: dict[int, int] = {}
    found: list[str] = []
    for piece, (definition, whole) in enumerate(zip(tables["pieces"], tables["whole"], strict=True)):
        copies[definition] = copies.get(definition, 0) + 1
        part = "" if whole < 0 else f"{found[whole]}.{1 + tables['parts'][whole].index(piece)}"
        found.append(part or f"{called[definition]}#{copies[definition]}")
    return found


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


# ---------------------------------------------------------------- version 1


def _first_version(state: Position, sealed: list[Any]) -> str:
    tables, slots = state.program.tables, state.slots
    start, size = tables["location"], len(tables["pieces"])
    pending = slots[PENDING]
    core = [slots[RNG], slots[FINISHED], *slots[TURNS:start], *slots[start + size :]]
    waiting = None if pending is None else [pending[0], list(pending[1])]
    whole = [as_lists(core), as_lists(waiting), *([as_lists(sealed)] if sealed else [])]
    return _hashed(json.dumps(whole, separators=(",", ":")))


def as_lists(value: Any) -> Any:
    """Tuples as lists, and yes or no as numbers."""
    if isinstance(value, tuple | list):
        return [as_lists(item) for item in value]
    return int(value) if isinstance(value, bool) else value
