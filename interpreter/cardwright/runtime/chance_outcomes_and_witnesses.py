"""Random and scripted outcomes of a match with a log, and the players who see each outcome."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardwright.runtime.knowledge import Knowledge
from cardwright.runtime.log_and_snapshot_records import LogEntry
from cardwright.runtime.primitives.random_numbers import mix, rand
from cardwright.source.diagnostics import suggest
from cardwright.source.path_and_number_checks import convert_whole_number, format_value
from cardwright.state_slots_and_table_rows import ProgramTables, Slots

# No act of chance has more possibilities than the generator has numbers.
MAX_POSSIBILITIES = 1 << 64


class ChanceMismatch(ValueError):
    """Error for a scripted outcome that cannot happen in this game, or not at the chance act for which it is given.

    `named` is the outcome if it names an item that cannot be drawn, else "". `left` is the number of outcomes still
    given for the chance act, this one included.
    """

    def __init__(self, message: str, named: str = "", left: int = 0) -> None:
        super().__init__(message)
        self.named = named
        self.left = left


class DictatedChance(Knowledge, ABC):
    """Chance in a tracked match: outcomes are drawn, or taken from `dictated` by the kind or name of the chance act.

    `asked` lists the chance acts so far with their outcomes.
    """

    log: list[LogEntry]
    rewritten: int
    dictated: dict[str, list[Any]]
    asked: list[tuple[str, str, int, int]]

    @abstractmethod
    def write(self, kind: str, player: int, what: tuple[Any, ...], seen: dict[int, int] | None = None) -> LogEntry:
        """Add an entry to the log."""

    def chance(self, S: Slots, kind: str, name: str, n: int) -> int:
        """Return a random number below `n`, or the scripted number for a chance act of this kind or name."""
        outcome = self._take_scripted(f"{kind} {name}", kind)
        if outcome is None:
            outcome = rand(S, n)
        elif not 0 <= outcome < n:
            message = f"{kind} {name}: the scripted outcome {outcome} is not possible, only 0 to {n - 1}"
            faces = f"; counted from 1, the die cannot show {outcome + 1}, only 1 to {n}" if kind == "roll" else ""
            raise ChanceMismatch(message + faces)
        else:
            rand(S, n)
        self.asked.append((kind, name, n, outcome))
        if kind in ("roll", "flip"):
            self.write(kind, -1, (outcome, n))
        return int(outcome)

    def drawn_item(self, S: Slots, kind: str, name: str, items: Sequence[int]) -> int:
        """Return the position of an item drawn at random, or of the one that is scripted by position or by name."""
        act = next((act for act in (f"{kind} {name}", kind) if self.dictated.get(act)), "")
        wanted = self.dictated.get(act)
        if wanted and isinstance(wanted[0], str):
            names = [name_item(self.program.tables, name, item) for item in items]
            if wanted[0] not in names:
                there = ", ".join(dict.fromkeys(each for each in names if each)) or "none with a name"
                raise ChanceMismatch(f"{act}: `{wanted[0]}` cannot be drawn, only {there}", wanted[0], len(wanted))
            wanted[0] = names.index(wanted[0])
        return self.chance(S, kind, name, len(items))

    def rolled_aside(self, S: Slots, roll: int) -> None:
        """Record that the last roll is private: only players who see the slot in which it is stored learn the result.

        `roll` identifies the roll.
        """
        del S
        place = next(n for n in range(len(self.log) - 1, -1, -1) if self.log[n].kind in ("roll", "flip"))
        entry = self.log[place]
        self.log[place] = replace(entry, what=(*entry.what[:2], roll), heard=0)

    def heard(self, S: Slots, roll: int, slot: int) -> None:
        """Record that a private roll was stored in a slot, so that the players who see this slot learn the result."""
        for place in range(len(self.log) - 1, -1, -1):
            entry = self.log[place]
            if entry.kind in ("roll", "flip") and entry.what[2:] == (roll,):
                self.rewritten = min(self.rewritten, place)
                self.log[place] = replace(entry, heard=entry.heard | self._onlookers(S, slot))
                return

    def _take_scripted(self, *names: str) -> Any:
        for name in names:
            if self.dictated.get(name):
                return self.dictated[name].pop(0)
        return None

    def shuffled(self, S: Slots, zone: int, pile: tuple[int, ...]) -> tuple[int, ...]:
        """Return the pieces of a zone in a new order, or the scripted one (topmost pieces first)."""
        word = self.program.tables.zones[zone - self.program.tables.zones_from].word
        order = mix(S, list(pile))
        wanted = self._take_scripted(f"shuffle {word}")
        if wanted is not None:
            order = self._stack(order, wanted, str(word))
        self.forget_order(S, zone, order)
        return tuple(order)

    def forget_order(self, S: Slots, zone: int, pieces: Iterable[int]) -> None:
        """Make all players forget the order of a shuffled zone."""
        mask = sum({1 << piece for piece in pieces})
        self.known = [known & ~mask for known in self.known]
        self.held_up = [held_up & ~mask for held_up in self.held_up]
        self.write("shuffle", -1, (zone,), self._seen(S, [("zone", zone)]))

    def _stack(self, order: list[int], wanted: list[str], word: str) -> list[int]:
        """Return `order`, changed so that the pieces with the ids `wanted` come topmost, in the order of `wanted`."""
        definitions = self.program.tables.definitions
        pieces = self.program.tables.pieces
        left = list(order)
        above = []
        for name in wanted:
            found = next((p for p in left if definitions[pieces[p]][0] == name), None)
            if found is None:
                raise ChanceMismatch(f"shuffle {word}: the zone has no `{name}` left")
            left.remove(found)
            above.append(found)
        return left + above[::-1]

    def mixed(self, S: Slots, pieces: list[int], player: int = -1) -> list[int]:
        """Shuffle pieces that a player picks without seeing their fronts; return them in the order of the options.

        The player's knowledge is ignored, so that untracked games and compiled C use the same order.
        """
        del player
        return mix(S, pieces)


def name_item(tables: ProgramTables, base: str, item: int) -> str:
    """Return the name of an item in scripted chance: the id of a card, `P1`, or a word; "" for other items."""
    if base == "player":
        return f"P{item + 1}"
    if base in tables.kinds:
        return str(tables.definitions[tables.pieces[item]].id) if tables.pieces[item] >= 0 else ""
    return "" if base in ("number", "zone") else tables.words.get(item, "")


def list_item_names(tables: ProgramTables, base: str) -> list[str]:
    """Return the names of the items that a random pick of a type can draw, or any pick if `base` is empty."""
    cards = [str(each.id) for each in tables.definitions if each.kind == base or not base]
    players = [f"P{seat + 1}" for seat in range(tables.players)] if base in ("player", "") else []
    words = list(tables.words.values()) if base not in ("player", "number", "zone", *tables.kinds) else []
    return [*cards, *players, *words]


def checked_outcomes(tables: ProgramTables, outcomes: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
    """Return scripted outcomes in the form in which the observer stores them.

    Raises ChanceMismatch for an outcome that can never happen in this game. A number that is too large, or a piece that
    has left its zone, is reported later, when the outcome is used.
    """
    if not isinstance(outcomes, Mapping):
        raise ChanceMismatch("outcomes are given by act of chance, such as {'shuffle deck': [['tea', 'silk']]}")
    acts = acts_of_chance(tables)
    return {act: [_check(tables, act, each) for each in _read_outcomes(acts, act, outcomes[act])] for act in outcomes}


def acts_of_chance(tables: ProgramTables) -> list[str]:
    """Return the names of the acts of chance that can be scripted.

    These are a shuffle for each ordered zone, each random act in the texts, and each kind of act.
    """
    shuffles = dict.fromkeys(f"shuffle {zone.word}" for zone in tables.zones if zone.ordered)
    sorts = dict.fromkeys(act.split()[0] for act in tables.chance)
    return [*shuffles, *tables.chance, *sorts]


def _read_outcomes(acts: Sequence[str], act: object, outcomes: object) -> Sequence[Any]:
    if not isinstance(act, str) or act not in acts:
        near = suggest(act, acts) if isinstance(act, str) else None
        hint = f"did you mean `{near}`?" if near else f"there are: {', '.join(acts) or 'none'}"
        raise ChanceMismatch(f"there is no act of chance named {format_value(act)} in this game; {hint}")
    if not isinstance(outcomes, list | tuple):
        raise ChanceMismatch(f"{act}: write a list with an outcome for each time, not {format_value(outcomes)}")
    return outcomes


def _check(tables: ProgramTables, act: str, outcome: Any) -> Any:
    """Return one checked outcome: the ids of pieces on top of a zone, or the number of a possibility."""
    if not act.startswith("shuffle "):
        wanted = "an outcome is a whole number, 0 for the first possibility"
        kind, _, base = act.partition(" ")
        if kind == "pick" and isinstance(outcome, str):
            names = list_item_names(tables, base)
            if outcome not in names:
                near = suggest(outcome, names)
                hint = f"; did you mean `{near}`?" if near else ""
                raise ChanceMismatch(f"{act}: there is no {base or 'item'} {format_value(outcome)}{hint}")
            return outcome
        try:
            number = convert_whole_number(outcome, wanted)
        except TypeError:
            number = -1
        if not 0 <= number < MAX_POSSIBILITIES:
            raise ChanceMismatch(f"{act}: {wanted}, not {format_value(outcome)}")
        return number
    if not isinstance(outcome, list | tuple):
        wanted = "an outcome is a list of ids for each time, as in [['tea', 'silk']]"
        raise ChanceMismatch(f"{act}: {wanted}, not {format_value(outcome)}")
    held = next(zone.holds for zone in tables.zones if zone.word == act.removeprefix("shuffle ") and zone.ordered)
    known = [definition.id for definition in tables.definitions if definition.kind == held]
    for id_ in outcome:
        if id_ not in known:
            near = suggest(id_, known) if isinstance(id_, str) else None
            hint = f"; did you mean `{near}`?" if near else ""
            raise ChanceMismatch(f"{act}: there is no {held} {format_value(id_)}{hint}")
    return list(outcome)
