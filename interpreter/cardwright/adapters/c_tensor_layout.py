"""Layout of tensors and masks for the compiled C code, as one row of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import count

from cardwright.adapters.action_numbers import Actions
from cardwright.adapters.observation_tensor import MARKED_PLACES, Encoder, counter_key
from cardwright.bots.valuation import list_valuations
from cardwright.native.c_compiler import NotNative
from cardwright.runtime.decision import make_slug, make_title_key
from cardwright.runtime.program import Program
from cardwright.state_slots_and_table_rows import DecisionPointRow, MemoryRow

# Numbers of value types and option types in C.
VALUES = {word: place for place, word in enumerate(("number", "yes_no", "player", "enum", "piece", "name", "zone"))}
OPTIONS = {
    word: place
    for place, word in enumerate(
        ("may", "option", "number", "player", "enum", "piece", "name", "zone", "ability")
    )
}  # fmt: skip
# The head of the row: numbers, and the index at which each part begins.
HEAD = (
    "size", "actions", "classes", "spare", "me", "asked", "turn", "scores", "known", "question", "picked",
    "zones", "counters", "rules", "carried", "within", "pieces", "names", "words", "places",
    "sites", "piece_keys", "zone_keys", "back_keys", "name_keys", "word_keys", "player_keys", "ability_keys",
    "powers", "numbers", "taken", "marks",
)  # fmt: skip
NONE = -1


class TensorLayout:
    """Layout of tensors and masks for a game and number of players; `row` holds it as numbers.

    `classes` is the number of keys that several options can share. Raises NotNative if C cannot compute everything
    that Python computes.
    """

    def __init__(self, program: Program, encoder: Encoder, actions: Actions) -> None:
        self.program, self.encoder, self.actions = program, encoder, actions
        self.tables, self.naming = program.tables, program.naming
        self._classes: dict[str, int] = {}
        self.row = [0] * len(HEAD)
        starts = encoder.starts
        self._note(size=encoder.size, actions=actions.size, spare=len(actions.keys))
        self._note(**{word: starts[word] for word in ("me", "asked", "turn", "scores", "question", "picked")})
        self._note(known=starts["scores_known"])
        self._refuse_hidden()
        self._list_fields()
        self._add_value_indices()
        self._list_keys()
        self.classes = len(self._classes)
        self._note(classes=self.classes)
        self._lists("taken", [self._list_actions_of(key) for key in self._classes])

    # ------------------------------------------------------------ the row

    def _note(self, **numbers: int) -> None:
        for word, number in numbers.items():
            self.row[HEAD.index(word)] = number

    def _append_part(self, word: str, numbers: Iterable[int]) -> None:
        self._note(**{word: len(self.row)})
        self.row += numbers

    def _lists(self, word: str, lists: Sequence[Sequence[int]]) -> None:
        """Append lists to the row, as the part `word`.

        The part begins with one number for each list: the index in the row at which that list starts (0: the list is
        empty). The lists follow, each as its length and its items.
        """
        at = len(self.row) + len(lists)
        starts: list[int] = []
        cells: list[int] = []
        for each in lists:
            starts.append(at + len(cells) if each else 0)
            cells += [len(each), *each] if each else []
        self._append_part(word, [*starts, *cells])

    # ------------------------------------------------------------ tensors

    def _refuse_hidden(self) -> None:
        for word in ("final_score", *self.tables.look.get("rules", ())):
            if word not in self.tables.certain:
                raise NotNative(f"not every player can compute `{word}`, and only Python finds out who can")

    def _list_fields(self) -> None:
        starts, from_zones = self.encoder.starts, self.tables.zones_from
        zones: list[int] = []
        for place, zone in enumerate(self.tables.zones):
            if zone.owner in ("table", "player") and not zone.is_reserve:
                name = f"zone {self.naming.player(zone.number) if zone.owner == 'player' else 'table'} {zone.word}"
                cells = (starts.get(f"{name} {what}", NONE) for what in ("size", "seen", "depth", "face_up"))
                zones += [from_zones + place, *cells]
        self._append_part("zones", [len(zones) // 5, *zones])
        counters = [
            cell
            for memory in self.tables.memory
            if memory.owner in ("table", "player")
            for cell in self._list_counters(memory)
        ]
        self._append_part("counters", [len(counters) // 5, *counters])
        self._append_part("marks", self._list_mark_rows())
        rules, known = [], list_valuations(self.program)
        for word in self.tables.look.get("rules", ()):
            for player in range(self.encoder.players):
                at = starts[f"counter {self.naming.player(player)} {word}()"]
                rules += [at, known.index(word) + 1, player]
        self._append_part("rules", [len(rules) // 3, *rules])
        self._lists("carried", [self._list_piece_features(piece) for piece in range(len(self.tables.pieces))])

    def _list_mark_rows(self) -> list[int]:
        """Return the number of rows, then their cells: one row for each memory visible on hidden pieces, at each depth.

        The depth is the position in a zone from its top. A row has the index in the tensor, the type, 1 for a list, the
        zone, the depth, the player who sees the memory (-1: all), the slot of the memory for piece 0, and the distance
        between the slots of two pieces.
        """
        rows: list[list[int]] = []
        for place, zone in enumerate(self.tables.zones):
            owner = self.naming.player(zone.number) if zone.owner == "player" else "table"
            marks = self.encoder.marks.get((owner, zone.word), {}) if zone.owner in ("table", "player") else {}
            for memory in self.tables.memory if marks else ():
                apart = memory.base - self.tables.kinds[zone.holds].first * memory.width
                for number, per in enumerate(memory.per or [""]):
                    key = counter_key(memory.word, per)
                    if memory.owner != zone.holds or key not in marks:
                        continue
                    for depth in range(MARKED_PLACES):
                        at = self.encoder.starts[f"zone {owner} {zone.word} mark {depth} {key}"]
                        row = [at, *_sort(memory.type), self.tables.zones_from + place, depth, marks[key].whose]
                        rows.append([*row, apart + number, memory.width])
        return [len(rows), *(cell for row in rows for cell in row)]

    def _list_counters(self, memory: MemoryRow) -> Iterable[int]:
        """Yield five numbers for each counter of the table or a player.

        They are the index in the tensor, the type, 1 for a list, the slot, and the player who knows the counter (-1:
        all).
        """
        for number in range(self.encoder.players if memory.owner == "player" else 1):
            owner = self.naming.player(number) if memory.owner == "player" else "table"
            for place, per in enumerate(memory.per or [""]):
                key = owner, counter_key(memory.word, per)
                if key in self.encoder.counters:
                    at = self.encoder.starts[f"counter {owner} {key[1]}"]
                    yield from (at, *_sort(memory.type), memory.base + number * memory.width + place)
                    yield self.encoder.counters[key].whose

    def _list_piece_features(self, piece: int) -> list[int]:
        """Return numbers for a piece: its index in the tensor, the memory on it and on its parts, and its zones."""
        carried = self.encoder.carried.get(self.naming.kind(piece))
        if carried is None:
            return []
        starts, name = self.encoder.starts, f"piece {self.naming.piece_key(piece)}"
        whole = [piece, *self.tables.parts[piece]]
        kinds = [self.naming.kind(each) for each in whole]
        firsts = [self.tables.kinds[kind].first for kind in kinds]
        kept: list[int] = []
        for memory in self.tables.memory:
            for place, per in enumerate(memory.per or [""]):
                slots = [
                    memory.base + (each - first) * memory.width + place
                    for each, kind, first in zip(whole, kinds, firsts, strict=True)
                    if kind == memory.owner and not memory.secret
                ]
                if slots:
                    at = starts[f"{name} {counter_key(memory.word, per)}"]
                    sort = _sort(memory.type)
                    if sort[1] and memory.starts:
                        raise NotNative(f"the list `{memory.word}` of pieces starts with something")
                    kept += [at, *sort, 0 if sort[1] else memory.starts, len(slots), *slots]
        zones: list[int] = []
        for place, zone in enumerate(self.tables.zones):
            if (zone.owner, zone.number) in [(k, each - f) for each, k, f in zip(whole, kinds, firsts, strict=True)]:
                cells = (starts[f"{name} {zone.word} {what}"] for what in ("size", "seen"))
                zones += [self.tables.zones_from + place, *cells]
        return [starts[f"{name} seen"], len(kept), *kept, len(zones) // 3, *zones]

    def _add_value_indices(self) -> None:
        """Append the index of each value in one-hot fields: by kind, definitions, words, and zones."""
        encoder, naming, tables = self.encoder, self.naming, self.tables
        pieces = range(len(tables.pieces))
        ids = [naming.piece_key(piece).partition(".")[0] for piece in pieces]
        within = [encoder.places[naming.kind(piece)].get(id_, NONE) for piece, id_ in zip(pieces, ids, strict=True)]
        self._append_part("within", within)
        self._append_part("pieces", [encoder.ids[id_] for id_ in ids])
        self._append_part("names", [encoder.ids[definition.id] for definition in tables.definitions])
        words = max(tables.words, default=NONE) + 1
        self._append_part("words", [words, *(encoder.words.get(naming.word(word), NONE) for word in range(words))])
        keys = [naming.zone_key(tables.zones_from + place) for place in range(len(tables.zones))]
        last = len(encoder.zone_keys)
        self._append_part("places", [encoder.zone_keys.get(key, last) for key in keys])

    # ------------------------------------------------------------ actions

    def _number_key(self, key: str) -> int:
        """Return the index of an option key, which several options can share; -1 for a key without an action."""
        if key not in self.actions.numbers:
            return NONE
        return self._classes.setdefault(key, len(self._classes))

    def _list_actions_of(self, key: str) -> list[int]:
        """Return the actions of the first, second and further options with one key."""
        found = [self.actions.numbers[key]]
        for number in count(2):
            if f"{key}#{number}" not in self.actions.numbers:
                return found
            found.append(self.actions.numbers[f"{key}#{number}"])
        raise AssertionError

    def _list_keys(self) -> None:
        naming, tables = self.naming, self.tables
        self._lists("sites", [self._list_site(site) for site in tables.sites])
        slots = [tables.zones_from + place for place in range(len(tables.zones))]
        self._append_part(
            "piece_keys", [self._number_key(naming.piece_key(piece)) for piece in range(len(tables.pieces))]
        )
        self._append_part("zone_keys", [self._number_key(naming.zone_key(slot)) for slot in slots])
        self._append_part("back_keys", [self._number_key(self._render_hidden_zone_key(slot)) for slot in slots])
        self._append_part("name_keys", [self._number_key(definition.id) for definition in tables.definitions])
        words = max(tables.words, default=NONE) + 1
        self._append_part(
            "word_keys", [words, *(self._number_key(make_slug(naming.word(word))) for word in range(words))]
        )
        self._append_part(
            "player_keys", [self._number_key(naming.player(player)) for player in range(self.encoder.players)]
        )
        self._append_part("ability_keys", [self._number_key(make_slug(ability.title)) for ability in tables.abilities])
        self._append_part("powers", [ability.power for ability in tables.abilities])
        numbers = sorted(int(key) for key in self.actions.numbers if _is_number(key))
        self._append_part(
            "numbers", [len(numbers), *(cell for each in numbers for cell in (each, self._number_key(str(each))))]
        )
        pieces = {make_slug(naming.piece(piece)) for piece in range(len(tables.pieces))}
        titles = {make_slug(ability.title) for ability in tables.abilities}
        for key in self.actions.keys:
            for end in (match.start() for match in re.finditer("_as_", key)):
                if key[:end] in pieces and key[end + len("_as_") :] in titles:  # as `Names.ability` calls a copied one
                    raise NotNative(f"`{key}` is also what a copied power could be called")

    def _render_hidden_zone_key(self, slot: int) -> str:
        """Return the option key of a zone on a piece that the player cannot identify."""
        carrier = self.naming.carrier(slot)
        return self.naming.zone_key(slot, None if carrier < 0 else self.naming.kind(carrier))

    def _list_site(self, site: DecisionPointRow) -> list[int]:
        """Return a decision point as numbers.

        These are the type of its options, the actions for declining and for titles, and the other types.
        """
        sorts = [OPTIONS.get(base, NONE) for base, _ in [(site.base, ""), *site.things]]
        if NONE in sorts:
            raise NotNative("options are of a sort that has no actions in C")
        titles = [] if site.base == "may" else [make_title_key(site, number) for number in range(len(site.titles))]
        if "" in titles:
            raise NotNative("a title of nothing but values has no action that C could tell")
        declines, accepts = ("pass", "yes") if site.base == "may" else (site.decline, "")
        keys = [self._number_key(key) for key in (declines, accepts, *titles)]
        return [sorts[0], *keys[:2], len(titles), *keys[2:], len(sorts) - 1, *sorts[1:]]


def _sort(base: str) -> tuple[int, int]:
    """Return the number of a type, and 1 for a list of it, else 0.

    Raises NotNative for a type that C does not support.
    """
    *listed, one = base.split(" ")
    if one not in VALUES or listed not in ([], ["list"]):
        raise NotNative(f"values of the type `{base}` are not supported in C")
    return VALUES[one], len(listed)


def _is_number(key: str) -> bool:
    return key.isascii() and key.isdigit() and str(int(key)) == key
