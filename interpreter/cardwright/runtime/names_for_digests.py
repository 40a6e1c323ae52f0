"""Values of a state as names from the game's files, so that digests are equal in every program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cardwright.runtime.primitives.bitsets import ids
from cardwright.state_slots_and_table_rows import (
    ASKED_FOR,
    ENDED_BY,
    FACE,
    FINISHED,
    GAINED,
    HOW,
    LOST,
    NO_NUMBER,
    NO_POWER,
    PASS,
    PIECE_MASK,
    RNG,
    SHIFT,
    SUPPRESSED,
    TURNS,
    DecisionPointRow,
    MemoryRow,
    ProgramTables,
    beside,
)

# The words for no player, piece, zone or word, and for declining. No id or word of an author looks like them.
NONE, DECLINED = "-", "!"
Say = Callable[[Any], str]


class DigestWriter:
    """Renderer of the numbers in a program's states as unambiguous words.

    The words are the names in the game's files: a piece by its id and copy number, memory and zones by owner and
    word, an ability by the id of its card and its number there.
    """

    def __init__(self, tables: ProgramTables) -> None:
        self.tables = tables
        self.ids = [definition.id for definition in tables.definitions]
        self.pieces = _name_pieces(tables, self.ids)
        words, zones_from = tables.words, tables.zones_from
        self.zones = [self._render_of(zone.owner, zone.number, zone.word) for zone in tables.zones]
        self._says: dict[str, Say] = {
            "player": self.player,
            "piece": lambda piece: self.pieces[piece] if 0 <= piece < len(self.pieces) else NONE,
            "zone": lambda slot: self.zones[slot - zones_from] if slot >= 0 else NONE,
            "enum": lambda word: words.get(word, NONE),
            "name": lambda number: self.ids[number] if number >= 0 else NONE,
            "text": lambda _: "text",  # which decides nothing
            "ability": self.ability,
            "abilities": lambda entries: render_list(map(self.ability, entries)),
            "mask piece": lambda mask: render_list([self.pieces[piece] for piece in ids(mask)]),
        }
        self._memory = [each for memory in tables.memory for each in self._list_slots(memory)]
        kept = [(self._name_slot(name), slot, self._find_writer(name)) for name, slot in tables.slots.items()]
        self._slots = sorted(kept, key=lambda each: each[0])

    def says(self, base: str) -> Say:
        """Return the function that writes a value of the type `base` as text."""
        if base.startswith("list "):
            item = self.says(base.removeprefix("list "))
            return lambda items: render_list(map(item, items))
        return self._says.get(base, render_number)

    def option(self, site: DecisionPointRow, value: Any) -> str:
        """Render an option of a decision point: an item that can be picked, or the number of an option.

        If items of several types are offered, the type is rendered for all but the first type.
        """
        if place := site.place(value):
            base, thing = site.thing(value)
            return f"{site.things[place - 1][1] or base} {self.says(base)(thing)}"
        if type(value) is int and value <= PASS:
            return DECLINED if value == PASS else f"deed {beside(value)}"
        return self.says(site.base)(value)

    @staticmethod
    def player(player: int) -> str:
        """Render a player."""
        return f"P{player + 1}" if player >= 0 else NONE

    def ability(self, entry: int) -> str:
        """Render an ability together with the piece that has it."""
        text = self.tables.ability_texts[entry >> SHIFT]
        return f"{text} of {self.says('piece')(entry & PIECE_MASK)}"

    def needed(self, how: str, bases: tuple[str, ...], held: list[Any]) -> str:
        """Render a live value of a suspended text.

        As `how` says, it is a variable, the rest of a loop, or secret answers.
        """
        if how == "value":
            return self.says(bases[0])(held[0])
        if how == "rest":
            return self.says(bases[0])(held[0][held[1] :])
        whose, place, answers = held
        first = 0 if how == "asking" else place
        one = self.says(bases[2])
        many = self.says(f"list {bases[2]}")
        given = [many(a) if isinstance(a, tuple) else DECLINED if a == PASS else one(a) for a, *_ in answers[first:]]
        return f"{self.says(bases[0])(whose[first:])} {render_list(given)}"

    def _render_of(self, owner: str, number: int, word: str) -> str:
        """Return the name of a zone or memory with its owner; `number` is the owner's number."""
        if owner == "table":
            return word
        kind = self.tables.kinds.get(owner)
        return f"{self.player(number) if kind is None else self.pieces[kind.first + number]}.{word}"

    def _list_slots(self, memory: MemoryRow) -> Iterator[tuple[int, str, Say, Any]]:
        """Yield (slot, name, write function, omitted value) for each slot of the memory in a row."""
        owner, width, kind, kinds = memory.owner, memory.width, memory.type, self.tables.kinds
        owners = 1 if owner == "table" else self.tables.players if owner == "player" else kinds[owner].size
        nothing: Any = () if kind.startswith("list ") else 0 if kind in ("number", "yes_no") else -1
        for place in range(owners * width):
            index = f"[{memory.per[place % width]}]" if memory.per else ""
            yield (
                memory.base + place,
                self._render_of(owner, place // width, memory.word) + index,
                self.says(kind),
                nothing,
            )

    def _name_slot(self, name: str) -> str:
        """Return the name that one of the program's own slots has in a digest: ability numbers become ability names."""
        sort, *rest = name.split()
        return f"held {self.tables.ability_texts[int(rest[0])]} {rest[1]}" if sort == "held" else name

    def _write_gained(self, entry: int) -> str:
        """Render a gained power; a power with a duration also with how it was gained and by which ability."""
        power, how = entry >> SHIFT & PIECE_MASK, entry >> HOW & 3
        text = f"{NONE if power == NO_POWER else self.ids[power]} on {self.pieces[entry & PIECE_MASK]}"
        if not how:
            return text
        return f"{text} {('beside', 'instead', 'taken')[how - 1]} by {self.tables.ability_texts[entry >> ENDED_BY]}"

    def _find_writer(self, name: str) -> Say:
        """Return the function that writes the value of one of the program's own slots.

        Such slots hold active abilities, uses, stored arguments, or events in progress.
        """
        sort = name.split()[0]
        if sort == "held":
            return self.says(f"list {name.split()[-1]}")
        return (
            self._write_uses
            if sort == "used"
            else render_number
            if sort in ("during", "cause", ASKED_FOR.split()[0])
            else self._says["abilities"]
        )

    def _write_uses(self, uses: Iterable[tuple[int, ...]]) -> str:
        """Render the uses that count towards usage limits: abilities with piece and player, verbs with their player."""
        texts, procedures, piece = self.tables.ability_texts, self.tables.procedures, self.says("piece")
        return render_list(
            sorted(
                f"{texts[use[0]]} of {piece(use[1])} for {self.player(use[2])}"
                if use[0] >= 0
                else f"{procedures[-1 - use[0]][0]} for {self.player(use[1])}"
                for use in uses
            )
        )

    # ------------------------------------------------------------ what lies on the table

    def table(self, slots: list[Any]) -> Iterator[str]:
        """Yield a line for every value except the decision and suspended texts; empty and zero values are left out."""
        yield f"chance {slots[RNG]} finished {int(slots[FINISHED])} turns {slots[TURNS]}"
        zones_from = self.tables.zones_from
        for name, slot in (("face up", FACE), ("suppressed", SUPPRESSED), ("without power", LOST)):
            if slots[slot]:
                yield f"{name} {self._says['mask piece'](slots[slot])}"
        if slots[GAINED]:
            yield f"gained {render_list(map(self._write_gained, slots[GAINED]))}"
        for slot, name, say, nothing in self._memory:
            if slots[slot] != nothing:
                yield f"{name} = {say(slots[slot])}"
        contents = slots[zones_from : zones_from + len(self.zones)]
        for name, content, zone in zip(self.zones, contents, self.tables.zones, strict=True):
            if content and not zone.is_reserve:  # the size of a reserve does not belong to the match
                lying = ids(content) if isinstance(content, int) else content
                yield f"{name}: {','.join([self.pieces[piece] for piece in lying])}"
        for name, slot, say in self._slots:
            if slots[slot]:
                yield f"{name} {say(slots[slot])}"


def render_list(texts: Iterable[str]) -> str:
    """Render a list of values."""
    return f"[{','.join(texts)}]"


def render_number(value: int) -> str:
    """Render a number, or none; yes is 1."""
    return NONE if value == NO_NUMBER else str(int(value))


def _name_pieces(tables: ProgramTables, called: list[str]) -> list[str]:
    """Return a name for each piece: id and copy number; parts are numbered within their piece."""
    copies: dict[int, int] = {}
    found: list[str] = []
    for piece, (definition, whole) in enumerate(zip(tables.pieces, tables.whole, strict=True)):
        copies[definition] = copies.get(definition, 0) + 1
        part = "" if whole < 0 else f"{found[whole]}.{1 + tables.parts[whole].index(piece)}"
        found.append(part or f"{called[definition]}#{copies[definition]}")
    return found
