"""Reader of shared card files for games that use their kinds, types and cards."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cardwright.declarations.field_reader import (
    MISSING_FIELD,
    UNKNOWN_KIND,
    UNKNOWN_WORD,
    WRONG_VALUE,
    FieldReader,
    FieldValues,
)
from cardwright.declarations.model import Attribute, PieceDef, Printed, StockByPlayers
from cardwright.declarations.readers.definitions import read_copies, read_definitions, read_player_copies
from cardwright.declarations.readers.each_templates import read_values
from cardwright.declarations.readers.kinds import read_kinds
from cardwright.declarations.readers.types_and_tables import Types, read_enums
from cardwright.declarations.schema.card_file_fields import TAKEN
from cardwright.declarations.schema.field_lookup import SHARED_FILE
from cardwright.source.diagnostics import DiagnosticNote, declare_code, note_declared
from cardwright.source.yaml.nodes import Mapping as MappingNode
from cardwright.source.yaml.nodes import Node, Scalar

UNKNOWN_SHARED = declare_code("unknown-shared")

Entries = list[tuple[Scalar, Node]]


@dataclass(slots=True)
class SharedCards:
    """The shared card files that a game names, and their cards as read for this game.

    `known` are the names of all shared card files that are available to the game.
    """

    roots: Mapping[str, MappingNode]
    known: Collection[str]
    _cards: dict[str, list[PieceDef]] = field(default_factory=dict)

    def root(self, reader: FieldReader, name: Scalar) -> MappingNode | None:
        """Return the root node of a shared card file by name, or None after reporting that there is none."""
        found = self.roots.get(str(name.value))
        if found is None:
            reader.unknown(UNKNOWN_SHARED, "file of shared cards", name, self.known)
        return found

    def cards(
        self, types: Types, name: Scalar, root: MappingNode, own: Entries, kinds: Sequence[str]
    ) -> list[PieceDef]:
        """Return the cards of a file that have some kinds of the game; [] after reporting errors in them, once.

        `own` are the values that the game gives to attributes of its own.
        """
        word = " ".join([str(name.value), *(str(value.span) for _, value in own), *kinds])
        if word not in self._cards:
            before = len(types.reader.diagnostics)
            items = [MappingNode((*item.entries, *own), item.span) for item in _list_entries(root, kinds)]
            self._cards[word] = [card for item in items for card in _read_defined(types, item, root)]
            note = DiagnosticNote("taken here", name.span)
            found = list({(each.span, each.message): each for each in types.reader.diagnostics[before:]}.values())
            types.reader.diagnostics[before:] = [replace(each, notes=(*each.notes, note)) for each in found]
            self._cards[word] = [] if found else self._cards[word]
        return self._cards[word]

    def taken(self, types: Types, node: MappingNode, set_name: str) -> Iterator[PieceDef]:
        """Yield the cards that an entry with `from` takes from a shared card file, as cards of the set `set_name`."""
        reader = types.reader
        name = reader.scalar(node.get("from"), "from", node.span)
        root = None if name is None else self.root(reader, name)
        if name is None or root is None:
            return
        printed = {
            str(key.value) for _, kind in _read_entries(root, "kinds") for key, _ in _read_entries(kind, "attributes")
        }
        added = {word for kind in types.kinds.values() for word in kind.attributes} - printed
        own = [(key, value) for key, value in node.entries if str(key.value) in added]
        named = node.get("kind")
        only = str(named.value) if isinstance(named, Scalar) and named.value in types.kinds else ""
        kinds = [word for word in _find_kinds_with(types, own) if only in ("", word)]
        if own and not {str(key.value) for key, _ in _read_entries(root, "kinds")}.intersection(kinds):
            words = " and ".join(f"`{key.value}`" for key, _ in own)
            message = f"the kind `{only}` has no {words}" if only else f"`{name.raw}` has no kind with {words}"
            fields_named = f"the field{'s' if len(own) > 1 else ''} {words}"
            reader.error(WRONG_VALUE, message, name.span, f"remove {fields_named}")
            return
        missing = _has_missing_values(types, root, node, added, name)
        cards = every = [] if missing else self.cards(types, name, root, own, kinds)
        if not cards:
            return
        attributes = {word: each for card in cards for word, each in types.kinds[card.kind].attributes.items()}
        before = len(reader.diagnostics)
        fields = reader.group(node, "card", TAKEN, [*TAKEN.words, *attributes])
        kind = _read_wanted_kind(types, root, fields, name)
        for word, attribute in attributes.items():
            if word in fields and word in printed:
                wanted = _find_wanted(types, fields, attribute, every, name)
                cards = [card for card in cards if wanted.intersection(_list_values(card.values.get(word)))]
        cards = [card for card in cards if kind in ("", card.kind)]
        if not cards and len(reader.diagnostics) == before:
            reader.error(
                WRONG_VALUE, f"`{name.raw}` has no card like this", name.span, "remove a field that selects cards"
            )
        if not _has_duplicate_ids(reader, cards, name):
            given = read_copies(reader, fields, 0) if "copies" in fields or "each_player" in fields else None
            yield from (_apply_entry(card, fields, given, set_name, name) for card in cards)


def _find_kinds_with(types: Types, own: Entries) -> list[str]:
    """Return the kinds of the game that have all the attributes in `own`."""
    words = {str(key.value) for key, _ in own}
    return [word for word, kind in types.kinds.items() if words <= {*kind.attributes}]


def _has_missing_values(
    types: Types, root: MappingNode, node: MappingNode, added: Collection[str], name: Scalar
) -> bool:
    """Return True, after reporting it, if an entry lacks an attribute that the game adds without a default."""
    wanted = node.get("kind")
    taken = _find_kinds_with(types, [each for each in node.entries if str(each[0].value) in added])
    for key, group in _read_entries(root, "kinds"):
        if str(key.value) not in taken or (isinstance(wanted, Scalar) and wanted.value != key.value):
            continue
        kind = types.kinds.get(str(key.value))
        printed = {str(word.value) for word, _ in _read_entries(group, "attributes")}
        for attribute in kind.attributes.values() if kind and printed <= {*kind.attributes} else ():
            if attribute.word in added and attribute.default is None and node.key(attribute.word) is None:
                message, label = f"the cards taken here have no `{attribute.word}`", f"add `{attribute.word}: ...`"
                note = DiagnosticNote("declared here", attribute.span)
                types.reader.error(MISSING_FIELD, message, name.span, label, (note,))
                return True
    return False


def _read_wanted_kind(types: Types, root: MappingNode, fields: FieldValues, name: Scalar) -> str:
    """Return the kind of cards that an entry with `from` requests, or "" for all kinds.

    A kind that the file does not contain, or that the game does not declare, is reported.
    """
    first = _find_first_kind(root)
    there = {_read_kind_word(item, first): None for item in _list_entries(root)}
    named = fields.value("kind")
    if named is not None and str(named.value) not in there:
        types.reader.unknown(UNKNOWN_KIND, f"kind in `{name.raw}`", named, there)
    for word in there if named is None else [str(named.value)]:
        if word in there and word not in types.kinds:
            message = f"these pieces have the kind `{word}`, which this game does not declare"
            label = f"write `{word}: {{from: {name.raw}}}` under `kinds`"
            types.reader.error(UNKNOWN_KIND, message, (named or name).span, label)
    return "" if named is None else str(named.value)


def _find_wanted(
    types: Types, fields: FieldValues, attribute: Attribute, cards: list[PieceDef], name: Scalar
) -> set[int]:
    """Return the requested values of an attribute; report values that no card has."""
    there = {value for card in cards for value in _list_values(card.values.get(attribute.word))}
    node = fields.nodes[attribute.word]
    found = set()
    kind = next(kind for kind in types.kinds.values() if attribute.word in kind.attributes)
    for value in read_values(types, replace(name, value=attribute.word, raw=attribute.word), node, kind):
        before = len(types.reader.diagnostics)
        number = types.constant(value, attribute.type.item or attribute.type, attribute.may_be_none)
        found.add(number)
        if number not in there and len(types.reader.diagnostics) == before:
            words = {each: word for word, each in types.word_numbers.items()}
            known = [words.get(each, str(each)) for each in sorted(there)]
            missed = f"`{name.raw}` has no card with the {attribute.word.replace('_', ' ')}"
            types.reader.unknown_at(UNKNOWN_WORD, missed, str(value.raw), value.span, known)
    return found


def _list_values(printed: Printed | None) -> tuple[int, ...]:
    """Return the values of an attribute as a tuple, for an attribute with one value or several."""
    return printed if isinstance(printed, tuple) else () if printed is None else (printed,)


def _has_duplicate_ids(reader: FieldReader, cards: list[PieceDef], name: Scalar) -> bool:
    """Return True, after reporting it, if two of the selected cards have the same id."""
    known: dict[str, PieceDef] = {}
    for card in cards:
        other = known.setdefault(card.id, card)
        if other is not card:
            word = next((word for word in card.values if card.values[word] != other.values.get(word)), "")
            message = f"`{name.raw}` has several cards with the id `{card.id}`, which differ in their `{word}`"
            label = f"choose between them by `{word}`"
            reader.error(WRONG_VALUE, message, name.span, label, (DiagnosticNote("one of them", card.span),))
            return True
    return False


def _apply_entry(
    card: PieceDef, fields: FieldValues, given: tuple[int, StockByPlayers | None] | None, set_name: str, name: Scalar
) -> PieceDef:
    """Return a card changed by the fields of the entry with `from`; `given` are the copies in this entry, if any."""
    copies, stock = (card.copies, card.stock) if given is None else given
    return replace(
        card,
        set=set_name,
        copies=copies,
        stock=stock,
        each_player=read_player_copies(fields) or card.each_player,
        pool=fields.value("pool") or card.pool,
        power=fields.value("power") or card.power,
        inferred=tuple(str(word.value) for word in fields.words("inferred")) or card.inferred,
        note=fields.value("note") or card.note,
        reminder=fields.value("reminder") or card.reminder,
        span=name.span,
        of_many=True,
    )


def check_shared_file(reader: FieldReader, root: MappingNode) -> None:
    """Report the errors of a shared card file that do not depend on a game."""
    fields = reader.group(root, "shared cards", SHARED_FILE)
    types = Types(reader)
    read_enums(types, fields.entries("types"))
    read_kinds(types, fields.entries("kinds"))
    for _, node in fields.entries("kinds"):
        _report_game_fields(reader, node, ("from",))
    for item in getattr(fields.nodes.get("cards"), "items", ()):
        _report_game_fields(reader, item, ("from", "examples"))
    known: dict[tuple[str, tuple[tuple[str, Printed], ...]], PieceDef] = {}
    for card in (card for item in _list_entries(root) for card in _read_defined(types, item, root)):
        same = known.setdefault((card.id, tuple(card.values.items())), card)
        if same is not card:
            message = (
                f"two cards have the same id `{card.id}` and the same attributes, so no game could choose one of them"
            )
            reader.error(
                WRONG_VALUE, message, card.span, "remove it, or give it another id", note_declared(card.id, same.span)
            )


def _report_game_fields(reader: FieldReader, node: Node, words: Iterable[str]) -> None:
    """Report fields in a shared card file that are allowed only in files of a game."""
    for word in words:
        key = node.key(word) if isinstance(node, MappingNode) else None
        if key is not None:
            message = f"`{word}` belongs in files of a game, and shared cards belong to no game"
            reader.error(WRONG_VALUE, message, key.span, f"remove the field `{word}`")


def _list_entries(root: MappingNode, kinds: Collection[str] | None = None) -> list[MappingNode]:
    """Return the entries in a file's list of cards, optionally only those of some kinds."""
    first = _find_first_kind(root)
    listed = [item for item in getattr(root.get("cards"), "items", ()) if isinstance(item, MappingNode)]
    return [
        item for item in listed if item.key("from") is None and (kinds is None or _read_kind_word(item, first) in kinds)
    ]


def _read_defined(types: Types, item: MappingNode, root: MappingNode) -> Iterator[PieceDef]:
    yield from read_definitions(types, item, "", _find_first_kind(root))


def _find_first_kind(root: MappingNode) -> str:
    return next((str(key.value) for key, _ in _read_entries(root, "kinds")), "")


def _read_kind_word(item: MappingNode, first: str) -> str:
    said = item.get("kind")
    return str(said.value) if isinstance(said, Scalar) else first


# ---------------------------------------------------------------- kinds


def insert_shared_kinds(
    reader: FieldReader, shared: SharedCards, types: Entries, kinds: Entries
) -> tuple[Entries, Entries]:
    """Return the types and kinds of a game, with those of shared card files inserted."""
    known = {str(key.value) for key, _ in types}
    more: Entries = []
    whole: Entries = []
    for key, node in kinds:
        name = node.get("from") if isinstance(node, MappingNode) else None
        root = shared.root(reader, name) if isinstance(name, Scalar) else None
        there = {str(word.value): kind for word, kind in _read_entries(root, "kinds")}
        if root is None or not isinstance(node, MappingNode):
            whole.append((key, node))
        elif str(key.value) not in there:
            reader.unknown(UNKNOWN_KIND, "kind of shared cards", key, there)
        else:
            both = _merge_groups(there[str(key.value)], node)
            whole.append((key, both))
            more += [found for found in _find_types(root, both) if str(found[0].value) not in known]
            known |= {str(word.value) for word, _ in more}
    return [*types, *more], whole


def _merge_groups(taken: Node, own: MappingNode) -> MappingNode:
    """Return the group of a shared file, overridden by the game's own: nested groups merge, values are replaced."""
    below = dict.fromkeys(str(key.value) for key, _ in own.entries)
    merged: Entries = []
    for key, value in taken.entries if isinstance(taken, MappingNode) else ():
        mine = own.get(str(key.value))
        if isinstance(value, MappingNode) and isinstance(mine, MappingNode):
            merged.append((key, MappingNode((*value.entries, *mine.entries), mine.span)))
            below.pop(str(key.value))
        elif mine is None:
            merged.append((key, value))
    return MappingNode((*merged, *((key, value) for key, value in own.entries if str(key.value) in below)), own.span)


def _find_types(root: MappingNode, kind: MappingNode) -> Entries:
    """Return the types in a file that the attributes of a kind use, and the types that these types include."""
    wanted = {
        str(written.value)
        for _, node in _read_entries(kind, "attributes")
        if isinstance(written := node.get("is") if isinstance(node, MappingNode) else node, Scalar)
    }
    found: Entries = []
    for key, node in reversed(_read_entries(root, "types")):
        plural = node.get("plural") if isinstance(node, MappingNode) else None
        called = str(plural.value) if isinstance(plural, Scalar) else f"{key.value}s"
        if {str(key.value), called} & wanted:
            found.insert(0, (key, node))
            values = node.get("values") if isinstance(node, MappingNode) else None
            wanted |= {str(item.value) for item in getattr(values, "items", ()) if isinstance(item, Scalar)}
    return found


def _read_entries(root: Node | None, group: str) -> tuple[tuple[Scalar, Node], ...]:
    below = root.get(group) if isinstance(root, MappingNode) else None
    return below.entries if isinstance(below, MappingNode) else ()
