"""Reader of a game's files; the result is its declarations, or the errors that prevent them."""

import hashlib
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Mapped
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cardwright.declarations.field_reader import DUPLICATE_ID, MISSING_FIELD, FieldReader
from cardwright.declarations.find_game_files import UNKNOWN_SET, GameFiles
from cardwright.declarations.icon_files import Icons
from cardwright.declarations.merged_game_files import GameFields, read_windows
from cardwright.declarations.model import REACTION_ORDERS, GameDecl, PieceDef, ReactionRules
from cardwright.declarations.readers.cards import SetFile, read_cards
from cardwright.declarations.readers.decks import read_decks
from cardwright.declarations.readers.definitions import read_pieces
from cardwright.declarations.readers.kinds import read_kinds
from cardwright.declarations.readers.look import list_look_procedures, list_look_rules, read_look
from cardwright.declarations.readers.look_names import DeclaredNames
from cardwright.declarations.readers.player_deck_files import BroughtDeck
from cardwright.declarations.readers.resolve_piece_names import resolve_names
from cardwright.declarations.readers.shared_cards import SharedCards, insert_shared_kinds
from cardwright.declarations.readers.stored_definitions import from_plain
from cardwright.declarations.readers.types_and_tables import Types, read_enums, read_tables
from cardwright.declarations.readers.zones_and_memory import read_memory, read_zones
from cardwright.declarations.schema.field_types import Field
from cardwright.declarations.schema.game_file_fields import PRIOR, REACTIONS
from cardwright.declarations.stray_files import report_unreadable
from cardwright.declarations.whole_game_checks import (
    check_alike,
    check_amount,
    check_capitals,
    check_homes,
    check_marks,
    check_names,
    check_own,
    check_pools,
    check_stock,
)
from cardwright.phrases.inflection import make_name
from cardwright.source.diagnostics import CardwrightError, Diagnostic, DiagnosticNote, has_errors, suggest_label
from cardwright.source.positions import SourceFile
from cardwright.source.read_text_file import read_source
from cardwright.source.results_in_one_cache_entry import find_result
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Node, Scalar


@dataclass(slots=True)
class Loaded:
    """Result of reading a game: its declarations (None if errors prevent them), and by path the files read."""

    game: GameDecl | None
    diagnostics: list[Diagnostic]
    files: dict[str, SourceFile]
    all_sets: tuple[str, ...]
    sets: tuple[str, ...]


def read_game(files: GameFiles, sets: Iterable[str] | None = None, decks: Iterable[BroughtDeck] = ()) -> Loaded:
    """Read a game with some sets and the decks that players bring.

    Without `sets`, these are the sets that the game chooses or, if it chooses none, all.
    """
    reader = FieldReader()
    reader.diagnostics += [report_unreadable(path, why) for path, why in files.unread.items()]
    texts: dict[str, SourceFile] = {}
    merged: list[tuple[Scalar, Node]] = []
    unread = False
    for path in files.game:
        root = _load(path, reader, texts)
        if isinstance(root, Mapping):
            merged.extend(root.entries)
        else:
            unread |= has_errors(reader.diagnostics)
    if not merged or unread:  # the unreadable file may contain everything that the others lack
        return Loaded(None, reader.diagnostics, texts, (), ())
    chosen = _read_chosen_sets(files, merged, sets, reader)
    context = _hash_context(files, texts)
    card_files = [
        found
        for name in chosen
        for path in files.cards.get(name, [])
        if (found := _load_cards(name, path, reader, texts, context)) is not None
    ]
    roots = {name: _load(path, reader, texts) for name, path in files.shared.items()}
    shared = SharedCards({name: root for name, root in roots.items() if isinstance(root, Mapping)}, files.could_share())
    types, icons = Types(reader), Icons(files.icons)
    brought = [(deck, _load(deck.path, reader, texts)) for deck in decks]
    game = _read_game(types, files.name, merged, card_files, shared, set(chosen) >= set(files.cards), icons, brought)
    texts |= icons.files
    if types.bad_plurals:  # other errors may follow from a word with two meanings
        return Loaded(None, types.bad_plurals, texts, tuple(files.cards), tuple(chosen))
    broken = has_errors(reader.diagnostics) and game is None
    return Loaded(None if broken else game, reader.diagnostics, texts, tuple(files.cards), tuple(chosen))


def _read_game(
    types: Types,
    name: str,
    entries: list[tuple[Scalar, Node]],
    cards: list[SetFile],
    shared: SharedCards,
    all_sets: bool,
    icons: Icons,
    brought: Iterable[tuple[BroughtDeck, Node | None]],
) -> GameDecl | None:
    """Read the declarations from the entries of a game's files and its card files."""
    reader = types.reader
    fields = GameFields(reader, entries)
    if any(each.fix is not None and each.fix.replacement == "library" for each in reader.diagnostics):
        return None  # other errors may follow from the missing texts
    before = len(reader.diagnostics)
    words, kinds = insert_shared_kinds(reader, shared, fields.merged("types"), fields.merged("kinds"))
    if reader.diagnostics[before:]:  # other errors may follow from these
        return None
    read_enums(types, words)
    if not all(each.values for each in types.enums.values()):  # errors at each of the words would follow
        return None
    zones, memories = read_kinds(types, kinds)
    for owner, declared in reader.owned(fields.merged("zones"), "zones"):
        zones += read_zones(types, owner, declared)
    for owner, declared in reader.owned(fields.merged("memory"), "memory"):
        memories += read_memory(types, owner, declared)
    tables = read_tables(types, fields.merged("tables"))
    windows = read_windows(fields)
    pieces: dict[str, PieceDef] = {}
    for _, node in fields.given("pieces"):
        read_pieces(types, pieces, node, "", next(iter(types.kinds), ""), shared.taken)
    called = fields.single("game")
    if called is not None:
        reader.named(called)
    names = [name] if called is None else [name, str(called.value)]
    read_cards(types, pieces, cards, names, shared.taken)
    resolve_names(reader, types.kinds, pieces, tables)
    decks = read_decks(types, pieces, fields.merged("decks"), brought, names)
    check_names(types, zones, memories)
    more = [*windows.items(), *((table.word, table.span) for table in tables.values())]
    more += [(deck.word, deck.span) for deck in decks.values()]
    check_capitals(types, [*zones, *memories], more, pieces.values())
    check_homes(types, zones, pieces.values())
    check_own(types, zones, pieces.values())
    check_pools(types, zones, pieces.values())
    check_alike(types, zones, memories)
    check_marks(types, zones, memories)
    stated = fields.single("players")
    players = stated or (2, 2)
    if stated is not None:
        check_stock(reader, pieces.values(), players)
    check_amount(reader, pieces.values(), players)
    if not types.kinds:
        message = "the field `kinds` is missing: it lists the kinds of pieces in the game"
        reader.error(MISSING_FIELD, message, entries[0][0].span, "add `kinds: {card: {plural: cards}}`, for example")
        return None
    texts = fields.every("library")
    if None in texts:
        return None
    look = next((node for _, node in fields.given("look")), None)
    abouts = tuple(_read_about(reader, fields))
    known = {word for piece in pieces.values() for word in (piece.id, piece.name)} if all_sets else None
    shown = DeclaredNames(types.enums, types.kinds, zones, memories, known, tables)
    return GameDecl(
        name=name,
        called=name if called is None else str(called.value),
        title=fields.single("title") or make_name(name),
        players=players,
        enums=types.enums,
        words=types.word_numbers,
        kinds=types.kinds,
        zones=tuple(zones),
        memory=tuple(memories),
        tables=tables,
        pieces=tuple(pieces.values()),
        libraries=tuple(texts),
        windows=windows,
        powers_work_in=tuple(fields.merged("powers_work_in")),
        play=tuple(fields.merged("play")),
        active=fields.single("active"),
        turn=fields.single("turn"),
        valuation=fields.single("valuation"),
        valuations=tuple(fields.merged("valuations")),
        lead_over_all=tuple(fields.merged("lead_over_all")),
        settling=tuple(fields.merged("settling")),
        priors=_read_priors(reader, fields),
        strong=fields.single("strong"),
        rollout=fields.single("rollout") or "quick",
        text_limit=fields.single("text_limit"),
        anticlockwise=fields.single("play_order") == "anticlockwise",
        reactions=_read_reactions(reader, fields),
        out=fields.single("out"),
        decider=fields.single("decider"),
        powers_work_if=fields.single("powers_work_if"),
        targeting=fields.single("targeting"),
        look=read_look(reader, look, shown, icons),
        look_deeds=list_look_procedures(reader, look),
        look_rules=list_look_rules(reader, look, shown),
        summary=fields.single("summary")
        or next((str(text.value) for word, text in abouts if word.value == "game"), ""),
        about=abouts,
        decks=decks,
        span=entries[0][0].span,
    )


def _read_priors(reader: FieldReader, fields: GameFields) -> tuple[tuple[Scalar, int], ...]:
    """Return the numbers of `priors` by rule; report a rule that occurs twice."""
    found: dict[str, tuple[Scalar, int]] = {}
    for rule, node in fields.merged("priors"):
        number = reader.field(Field("priors", PRIOR, ""), node)
        if str(rule.value) in found:
            note = DiagnosticNote("first given here", found[str(rule.value)][0].span)
            reader.error(
                DUPLICATE_ID, f"`priors` names `{rule.raw}` twice", rule.span, "remove one of the two", (note,)
            )
        elif number is not None:
            found[str(rule.value)] = (rule, number)
    return tuple(found.values())


def _read_reactions(reader: FieldReader, fields: GameFields) -> ReactionRules:
    node = next((node for _, node in fields.given("reactions")), None)
    found = reader.group(node, "reactions", REACTIONS)
    order = found.value("order") or REACTION_ORDERS[0]
    if order == "active_player_orders" and not fields.given("active"):
        message = "`active_player_orders` needs the field `active`, which says who the active player is"
        reader.error(MISSING_FIELD, message, found.nodes["order"].span, "add the field `active` to the game")
    return ReactionRules(order, found.value("conditions") == "in_turn", found.value("gone") == "skip")


def _read_about(reader: FieldReader, fields: GameFields) -> Iterator[tuple[Scalar, Scalar]]:
    """Yield the texts of `about` for the rulebook, each after the word that it describes."""
    given: set[str] = set()
    for _, node in fields.given("about"):
        for word, text in reader.entries(node, "about"):
            scalar = text if isinstance(text, Scalar) and text.value is not None else None
            if scalar is not None and str(word.value) not in given:
                given.add(str(word.value))
                reader.warn_of_braces(scalar, "about")
                yield word, scalar


def _load(path: Path, reader: FieldReader, texts: dict[str, SourceFile]) -> Node | None:
    document = load_yaml(path)
    texts[document.file.path] = document.file
    reader.diagnostics.extend(document.diagnostics)
    return document.root


def _hash_context(files: GameFiles, texts: Mapped[str, SourceFile]) -> str:
    """Return a hash of all on which reading a card file depends besides the file: the game's own and shared files."""
    shared = [(name, read_source(path, None)[0]) for name, path in files.shared.items()]
    read = [files.name, *((each.path, each.text) for each in texts.values()), *((n, f.path, f.text) for n, f in shared)]
    return hashlib.sha256(repr(read).encode("utf-8", "surrogatepass")).hexdigest()


def _load_cards(
    name: str, path: Path, reader: FieldReader, texts: dict[str, SourceFile], context: str
) -> SetFile | None:
    """Return a card file of the set `name`; None if it has no fields."""
    file, problems = read_source(path, None)
    key = ("definitions", context, name, file.path, file.text)
    known = None if problems else find_result(partial(from_plain, file=file), *key)
    if known is not None:
        texts[file.path] = file
        return SetFile(name, file, None, known)
    before = len(reader.diagnostics)
    root = _load(path, reader, texts)
    if not isinstance(root, Mapping):
        return None
    return SetFile(name, texts[file.path], root, None, key if len(reader.diagnostics) == before else ())


def _read_chosen_sets(
    files: GameFiles, entries: list[tuple[Scalar, Node]], sets: Iterable[str] | None, reader: FieldReader
) -> list[str]:
    node = next((node for key, node in entries if key.value == "sets"), None)
    chosen = []
    for item in reader.words(node, "sets"):
        if str(item.value) in files.cards:
            chosen.append(str(item.value))
        else:
            reader.unknown(UNKNOWN_SET, "set", item, files.cards)
    if sets is not None:
        asked = list(dict.fromkeys(sets))
        for name in asked:
            if name not in files.cards:
                message, label = f"{files.name} has no set `{name}`", f"one of {', '.join(files.cards) or 'none'}"
                label = suggest_label(name, files.cards, label)
                raise CardwrightError([Diagnostic(UNKNOWN_SET, message, entries[0][0].span, label)])
        return asked
    return list(files.cards) if node is None else chosen
