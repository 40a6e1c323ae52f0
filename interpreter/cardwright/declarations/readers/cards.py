"""Reader of card files, with their game, set and cards."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from cardwright.declarations.field_reader import MISSING_FIELD, UNKNOWN_KIND, FieldReader
from cardwright.declarations.model import PieceDef
from cardwright.declarations.readers.definitions import Take, add_definitions, list_piece_fields, read_pieces
from cardwright.declarations.readers.stored_definitions import as_plain
from cardwright.declarations.readers.types_and_tables import Types
from cardwright.declarations.schema.card_file_fields import CARD_FILE
from cardwright.source.diagnostics import Diagnostic, Fix, declare_code, suggest
from cardwright.source.positions import SourceFile, Span
from cardwright.source.results_in_one_cache_entry import store_result
from cardwright.source.yaml.nodes import Mapping, Node, Scalar

WRONG_PLACE = declare_code("wrong-place")


@dataclass(frozen=True)
class SetFile:
    """A card file of a set: its root, or the definitions that were read from the same text before (`known`).

    The definitions are stored under `key` if no diagnostic is about the file; without a key, they are not stored.
    """

    set: str
    file: SourceFile
    root: Mapping | None
    known: Sequence[PieceDef] | None = None
    key: tuple[str, ...] = ()


def read_cards(
    types: Types, pieces: dict[str, PieceDef], files: Iterable[SetFile], game_names: Sequence[str], take: Take
) -> None:
    """Add the cards in some files to `pieces`, by id."""
    for each in files:
        if each.root is None:
            add_definitions(types, pieces, each.known or ())
            continue
        before, there = len(types.reader.diagnostics), len(pieces)
        _read_file(types, pieces, each.set, each.root, game_names, take)
        if each.key and len(types.reader.diagnostics) == before:
            store_result(as_plain(islice(pieces.values(), there, None), each.file), *each.key)


def _read_file(
    types: Types, pieces: dict[str, PieceDef], set_name: str, root: Mapping, game_names: Sequence[str], take: Take
) -> None:
    reader = types.reader
    fields = reader.group(root, "cards", CARD_FILE)
    kind = fields.word("kind") or next(iter(types.kinds), "")
    if kind not in types.kinds and types.kinds:
        reader.unknown(UNKNOWN_KIND, "kind", fields.nodes.get("kind"), types.kinds, root.span)
        kind = suggest(kind, types.kinds) or ""  # "": told once, not for every card
    _check_place(reader, "game", fields.value("game"), game_names)
    _check_place(reader, "set", fields.value("set"), [set_name] if set_name else [])
    if "cards" in fields and "kind" not in fields:
        kind = _find_fitting_kind(types, kind, fields.nodes["cards"], root) or kind
    read_pieces(types, pieces, fields.nodes.get("cards"), set_name, kind, take)


def _find_fitting_kind(types: Types, usual: str, cards: Node, root: Mapping) -> str | None:
    """Return the only kind that fits all cards in a file without `kind`, if the default kind fits none of them.

    The missing field is then reported, once for the file. Returns None for other files.
    """
    given = [
        {str(key.value) for key, _ in card.entries} for card in getattr(cards, "items", ()) if isinstance(card, Mapping)
    ]
    if usual not in types.kinds or any({"kind", "each", "from"} & words for words in given):
        return None

    def fits(word: str) -> bool:
        known = list_piece_fields(types.kinds[word])
        return bool(given) and all(words.issubset(known) for words in given)

    others = [word for word in types.kinds if word != usual and fits(word)]
    foreign = all(words - set(list_piece_fields(types.kinds[usual])) for words in given)
    key = root.key("cards")
    if len(others) != 1 or not foreign or key is None:
        return None
    message = f"every piece of this file has the fields of the kind `{others[0]}`, but the file does not name the kind"
    fix = Fix(Span(key.span.path, key.span.line, 1, key.span.line, 1), f"kind: {others[0]}\n")
    label = f"write `kind: {others[0]}` above this"
    types.reader.diagnostics.append(Diagnostic(MISSING_FIELD, message, key.span, label, fix=fix))
    return others[0]


def _check_place(reader: FieldReader, what: str, node: Scalar | None, words: Sequence[str]) -> None:
    """Report a card file that names another game or set than that of its folder."""
    if words and node is not None and str(node.value) not in words:
        message = f"this names the {what} `{node.raw}`, and the file is in the folder of the {what} `{words[0]}`"
        reader.error(WRONG_PLACE, message, node.span, f"write `{words[0]}`, or move the file")
