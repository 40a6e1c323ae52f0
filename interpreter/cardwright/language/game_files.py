"""Finds the files of a game and reads them into declarations, or into every mistake in their shape."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cardwright.language.declarations import (
    PLAYERS,
    TABLE,
    Attribute,
    EnumDecl,
    GameDecl,
    Kind,
    Memory,
    Parts,
    PieceDef,
    TableDecl,
    ZoneDecl,
)
from cardwright.language.look import Words, read_look
from cardwright.language.shape import UNKNOWN_FIELD, UNKNOWN_TYPE, Reader, is_word
from cardwright.language.types import NUMBER, PLAYER, TEXT, YES_NO, Type, enum, list_of, piece
from cardwright.source import SourceFile, load_yaml
from cardwright.source.diagnostics import CardwrightError, Diagnostic, Note, declare_code, has_errors
from cardwright.source.nodes import Mapping as MappingNode
from cardwright.source.nodes import Node, Scalar, Sequence
from cardwright.source.positions import Span
from cardwright.source.spelling import suggest

UNKNOWN_WORD = declare_code(
    "unknown-word",
    "A value is not one of the words its declaration allows.",
    mend="Write one of the words the message lists, or add the new word to the `values` of its type.",
)
UNKNOWN_KIND = declare_code(
    "unknown-kind",
    "A kind of piece is named that the game does not declare.",
    mend="Write a kind that stands under `kinds`, or its plural, or declare the new one there.",
)
UNKNOWN_SET = declare_code(
    "unknown-set",
    "A set of cards is asked for that the game does not have.",
    mend="Name a set that has a folder of this name among the game's cards; "
    "`cardwright new set FOLDER NAME` makes one.",
)
UNKNOWN_GAME = declare_code(
    "unknown-game",
    "There is no game of this name.",
    mend="Write the game's name as `cardwright games` shows it, or that of the folder that holds its `game.yaml`.",
)
DUPLICATE_ID = declare_code(
    "duplicate-id",
    "Two cards or declarations share one name.",
    mend="Give one of the two another name. Two copies of one card are `copies: 2` on it.",
)
WRONG_FILE = declare_code(
    "wrong-file",
    "The file is neither a game nor a set of cards.",
    mend="A game has the field `kinds`, a file of cards the field `cards`: add it, or move the file away from games "
    "and cards.",
)
WRONG_PLACE = declare_code(
    "wrong-place",
    "A file names another game or set than the folder it lies in.",
    mend="Write the name of the folder, or move the file to the folder of the game and set it names.",
)
MISSING_ZONE = declare_code(
    "missing-zone",
    "Pieces of a kind have no zone of the table to start in.",
    mend="Declare a zone under `zones: table:` that holds this kind, such as `deck: {of: cards, ordered: yes}`.",
)
TOO_MANY_PIECES = declare_code(
    "too-many-pieces",
    "A game has more pieces than any table could hold.",
    mend="Lower `copies`; what there is without end, such as money, is better a number in `memory`.",
)

GAME_FIELDS = [
    "game",
    "title",
    "players",
    "sets",
    "types",
    "kinds",
    "zones",
    "memory",
    "tables",
    "windows",
    "powers_work_in",
    "active",
    "turn",
    "valuation",
    "text_limit",
    "play_order",
    "pieces",
    "library",
    "look",
    "summary",
]
CARD_FIELDS = ["game", "set", "kind", "cards"]
PIECE_FIELDS = ["id", "name", "kind", "copies", "power", "inferred", "note", "examples"]
SEE = ("nobody", "owner", "everyone", "top", "face")
MAX_PIECES = 10_000


@dataclass(slots=True)
class GameFiles:
    """The paths of one game: the files of its folder, and its card files by set."""

    name: str
    game: list[Path]
    cards: dict[str, list[Path]] = field(default_factory=dict)


def find_game_files(folder: Path, cards: Path | None) -> GameFiles:
    """Collect the files of the game in a folder; a set is a folder of YAML files under `cards`."""
    found = GameFiles(folder.name, sorted(folder.glob("*.yaml")))
    if cards is not None and cards.is_dir():
        for subfolder in sorted(path for path in cards.iterdir() if path.is_dir()):
            files = sorted(subfolder.glob("*.yaml"))
            if files:
                found.cards[subfolder.name] = files
    return found


def add_draft(game: GameFiles, file: Path, wanted: Collection[Path]) -> None:
    """Take in a card file that lies where its game would not look: it stands for the set it names, else it is added.

    A set of which a file is `wanted` too keeps its files.
    """
    root = load_yaml(file).root
    named = root.get("set") if isinstance(root, MappingNode) else None
    name = str(named.value) if isinstance(named, Scalar) else ""
    if name in game.cards and not any(known.resolve() in wanted for known in game.cards[name]):
        game.cards[name] = []
    game.cards.setdefault(name if name in game.cards else "", []).append(file)


@dataclass(slots=True)
class Loaded:
    """The outcome of reading a game: its declarations unless a mistake prevents them, and the files read."""

    game: GameDecl | None
    diagnostics: list[Diagnostic]
    files: dict[str, SourceFile]
    all_sets: tuple[str, ...]
    sets: tuple[str, ...]


def read_game(files: GameFiles, sets: Iterable[str] | None = None) -> Loaded:
    """Read a game with the sets asked for (None: the game's own choice, else all of them)."""
    reading = _Reading()
    texts: dict[str, SourceFile] = {}
    merged: list[tuple[Scalar, Node]] = []
    for path in files.game:
        root = _load(path, reading, texts)
        if isinstance(root, MappingNode):
            merged.extend(root.entries)
    if not merged:
        return Loaded(None, reading.diagnostics, texts, (), ())
    chosen = _chosen_sets(files, merged, sets, reading)
    card_roots = []
    for name in chosen:
        for path in files.cards.get(name, []):
            root = _load(path, reading, texts)
            if isinstance(root, MappingNode):
                card_roots.append((name, root))
    game = reading.game(files.name, merged, card_roots)
    if reading.bad_plurals:  # as long as a word has two meanings, hardly anything else can be told apart
        return Loaded(None, reading.bad_plurals, texts, tuple(files.cards), tuple(chosen))
    broken = has_errors(reading.diagnostics) and game is None
    return Loaded(None if broken else game, reading.diagnostics, texts, tuple(files.cards), tuple(chosen))


def _load(path: Path, reading: _Reading, texts: dict[str, SourceFile]) -> Node | None:
    document = load_yaml(path)
    texts[document.file.path] = document.file
    reading.diagnostics.extend(document.diagnostics)
    return document.root


def _chosen_sets(
    files: GameFiles, entries: list[tuple[Scalar, Node]], sets: Iterable[str] | None, reading: _Reading
) -> list[str]:
    node = next((node for key, node in entries if key.value == "sets"), None)
    chosen = []
    for item in reading.words(node, "sets"):
        if str(item.value) in files.cards:
            chosen.append(str(item.value))
        else:
            reading.unknown(UNKNOWN_SET, "set", item, files.cards)
    if sets is not None:
        asked = list(dict.fromkeys(sets))
        for name in asked:
            if name not in files.cards:
                near = suggest(name, files.cards)
                hint = f"; did you mean `{near}`?" if near else ""
                known = ", ".join(files.cards) or "none"
                message = f"{files.name} has no set `{name}`{hint} (its sets: {known})"
                raise CardwrightError([Diagnostic(UNKNOWN_SET, message, entries[0][0].span)])
        return asked
    return list(files.cards) if node is None else chosen


class _Reading(Reader):
    """One pass over the nodes of a game; collects declarations and diagnostics."""

    def __init__(self) -> None:
        super().__init__()
        self.enums: dict[str, EnumDecl] = {}
        self.plurals: dict[str, str] = {}
        self.word_numbers: dict[str, int] = {}
        self.kinds: dict[str, Kind] = {}
        self.kind_plurals: dict[str, str] = {}
        self.zones: list[ZoneDecl] = []
        self.memories: list[Memory] = []
        self.game_words: list[str] = []
        self.bad_plurals: list[Diagnostic] = []

    # ------------------------------------------------------------ the whole game

    def game(
        self, name: str, entries: list[tuple[Scalar, Node]], cards: list[tuple[str, MappingNode]]
    ) -> GameDecl | None:
        """Read the merged fields of a game's files and the roots of its card files."""
        fields: dict[str, list[tuple[Scalar, Node]]] = {}
        self.game_words = [name, *(str(n.value) for k, n in entries if k.value == "game" and isinstance(n, Scalar))]
        for key, node in entries:
            if str(key.value) not in GAME_FIELDS:
                self.unknown_field(key, GAME_FIELDS)
            fields.setdefault(str(key.value), []).append((key, node))
        self._read_enums(self._merged(fields, "types"))
        self._read_kinds(self._merged(fields, "kinds"))
        self._read_zones(self._merged(fields, "zones"))
        self._read_memory(self._merged(fields, "memory"))
        tables = self._read_tables(self._merged(fields, "tables"))
        windows = self._read_windows(fields)
        pieces = self._read_all_pieces(fields, cards)
        title = self._single(fields, "title")
        order = self._single(fields, "play_order")
        if order is not None and order.value not in ("clockwise", "anticlockwise"):
            self.unknown(UNKNOWN_WORD, "play order", order, ("clockwise", "anticlockwise"))
        look = fields.get("look", [(None, None)])[0][1]
        self._check_names()
        self._check_amount(pieces)
        if not self.kinds:
            self.error("missing-field", "a game declares its `kinds` of piece", entries[0][0].span)
            return None
        texts = [self.text_of(node, "library") for _, node in fields.get("library", [])]
        if None in texts:
            return None
        return GameDecl(
            name=name,
            title=str(title.value) if title else name.replace("_", " ").title(),
            players=self._players(fields),
            enums=self.enums,
            words=self.word_numbers,
            kinds=self.kinds,
            zones=tuple(self.zones),
            memory=tuple(self.memories),
            tables=tables,
            pieces=tuple(pieces),
            libraries=tuple(text for text in texts if text is not None),
            windows=windows,
            powers_work_in=tuple(
                word for _, node in fields.get("powers_work_in", []) for word in self.words(node, "powers_work_in")
            ),
            active=self._single(fields, "active"),
            turn=self._single(fields, "turn"),
            valuation=self._single(fields, "valuation"),
            text_limit=self._text_limit(fields),
            anticlockwise=order is not None and order.value == "anticlockwise",
            look=read_look(self, look, Words(self.enums, self.kinds, self.zones, self.memories)),
            span=entries[0][0].span,
        )

    def _read_windows(self, fields: dict[str, list[tuple[Scalar, Node]]]) -> dict[str, Span]:
        windows: dict[str, Span] = {}
        for _, node in fields.get("windows", []):
            for word in self.words(node, "windows"):
                self.named(word)
                if str(word.value) in windows:
                    note = Note("declared here first", windows[str(word.value)])
                    self.error(DUPLICATE_ID, f"the window `{word.raw}` is declared twice", word.span, notes=(note,))
                windows.setdefault(str(word.value), word.span)
        return windows

    def _belongs(self, what: str, node: Node | None, words: list[str]) -> None:
        """Report a card file that names another game or set than its place says."""
        if words and isinstance(node, Scalar) and node.value is not None and str(node.value) not in words:
            message = f"this says {what} `{node.raw}`, and the file lies in the folder of {what} `{words[0]}`"
            self.error(WRONG_PLACE, message, node.span, f"write `{words[0]}`, or move the file")

    def _check_names(self) -> None:
        """Report zones, memory, attributes and parts of one owner that share a name."""
        taken: dict[tuple[str, str], Span] = {}
        declared = [(kind.word, a.word, a.span) for kind in self.kinds.values() for a in kind.attributes.values()]
        declared += [(kind.word, kind.parts.word, kind.parts.span) for kind in self.kinds.values() if kind.parts]
        declared += [(zone.owner, zone.word, zone.span) for zone in self.zones]
        declared += [(memory.owner, memory.word, memory.span) for memory in self.memories]
        for owner, word, span in declared:
            first = taken.setdefault((owner, word), span)
            if first != span:
                note = Note("declared here first", first)
                self.error(DUPLICATE_ID, f"a {owner} has two things called `{word}`", span, notes=(note,))
            elif owner in self.kinds and word in ("controller", "zone", "name"):
                self.error(DUPLICATE_ID, f"every piece already has a `{word}`", span)

    def _check_amount(self, pieces: list[PieceDef]) -> None:
        """Report kinds whose pieces cannot start anywhere, and more pieces than there can be."""
        homes = {zone.holds for zone in self.zones if zone.owner == TABLE}
        for each in pieces:
            if each.copies and each.kind not in homes:
                homes.add(each.kind)
                note = Note("this one, for example", each.span)
                message = f"the table has no zone for pieces of the kind `{each.kind}` to start in"
                self.error(MISSING_ZONE, message, self.kinds[each.kind].span, notes=(note,))
        total = 0
        for each in pieces:
            total += each.copies * (1 + sum(max(0, count) for count in each.parts.values()))
            if total > MAX_PIECES:
                self.error(TOO_MANY_PIECES, f"with these, the game has more than {MAX_PIECES:,} pieces", each.span)
                return

    def _merged(self, fields: dict[str, list[tuple[Scalar, Node]]], word: str) -> list[tuple[Scalar, Node]]:
        """The entries of a mapping field; a game of several files may give the field in several of them."""
        return [entry for _, node in fields.get(word, []) for entry in self.entries(node, word)]

    def _single(self, fields: dict[str, list[tuple[Scalar, Node]]], word: str) -> Scalar | None:
        found = fields.get(word, [])
        for key, _ in found[1:]:
            note = Note("given here first", found[0][0].span)
            self.error(DUPLICATE_ID, f"`{word}` is given twice", key.span, notes=(note,))
        return self.scalar(found[0][1], word) if found else None

    def _players(self, fields: dict[str, list[tuple[Scalar, Node]]]) -> tuple[int, int]:
        node = self._single(fields, "players")
        if node is None:
            return (2, 2)
        words = str(node.value).split()
        if len(words) == 1 and words[0].isdigit():
            words = [words[0], "to", words[0]]
        if len(words) == 3 and words[1] == "to" and words[0].isdigit() and words[2].isdigit():
            low, high = int(words[0]), int(words[2])
            if 1 <= low <= high <= 12:
                return (low, high)
        self.error("wrong-value", "`players` is written `2 to 6` (1 to 12 are possible)", node.span)
        return (2, 2)

    def _text_limit(self, fields: dict[str, list[tuple[Scalar, Node]]]) -> int | None:
        node = self._single(fields, "text_limit")
        if node is None:
            return None
        if isinstance(node.value, int) and not isinstance(node.value, bool) and node.value > 0:
            return node.value
        self.error("wrong-value", "`text_limit` is a number of characters, 1 or more", node.span)
        return None

    # ------------------------------------------------------------ types

    def _read_enums(self, entries: list[tuple[Scalar, Node]]) -> None:
        for key, node in entries:
            word = str(key.value)
            fields = self.mapping(node, word, ("plural", "values", "title"))
            plural = self._plural(key, fields)
            values: list[str] = []
            for item in self.words(fields.get("values"), "values"):
                inner = self.plurals.get(str(item.value)) or self._misnamed_words(item)
                self.named(item)
                if str(item.value) in values:
                    self.error(DUPLICATE_ID, f"`{item.raw}` is listed twice", item.span)
                    continue
                values.extend(self.enums[inner].values if inner else [str(item.value)])
            for value in values:
                self.word_numbers.setdefault(value, len(self.word_numbers))
            if not values:
                self.error("missing-field", f"`{word}` has no values", key.span)
            self.declared(word, key, self.enums)
            self.enums[word] = EnumDecl(word, plural, tuple(values), key.span, _span_of(fields, "plural"))
            self.plurals.setdefault(plural, word)

    def _misnamed_words(self, item: Scalar) -> str | None:
        """The enum whose words are meant, though it has another plural, which is reported; None for a word itself."""
        for word, declared in self.enums.items():
            if item.value == f"{word}s" and declared.plural != item.value:
                near = suggest(declared.plural, [str(item.value)])
                place = declared.plural_span or declared.span
                message = f"the plural of `{word}` is `{declared.plural}`, and not `{item.raw}`"
                label = f"did you mean `{declared.plural}`?" if near else ""
                note = Note("its plural is declared here", place)
                self.error(UNKNOWN_TYPE, message, item.span, label, (note,))
                return word
        return None

    def _plural(self, key: Scalar, fields: Mapping[str, Node]) -> str:
        """The plural of a type or kind, its own or with an `s`; reports names that cannot be."""
        self.named(key)
        before = len(self.diagnostics)
        node = fields.get("plural")
        plural = self.word(fields, "plural") or f"{key.value}s"
        if isinstance(node, Scalar):
            self.named(node)
        place = node.span if node is not None else key.span
        if plural in (*self.plurals, *self.kind_plurals, *self.enums, *self.kinds, str(key.value)):
            other = self.enums.get(self.plurals.get(plural, plural)) or self.kinds.get(
                self.kind_plurals.get(plural, plural)
            )
            notes = () if other is None else (Note("it does here", other.plural_span or other.span),)
            self.error(DUPLICATE_ID, f"the plural `{plural}` already means something else", place, notes=notes)
        self.bad_plurals += self.diagnostics[before:]
        return plural

    def type_of(self, node: Scalar) -> Type | None:
        """The type a word stands for: singular, or the plural for a list; a misspelt one, told, is taken as meant."""
        simple = {"number": NUMBER, "yes_no": YES_NO, "text": TEXT, "player": PLAYER, "players": list_of(PLAYER)}
        simple["numbers"] = list_of(NUMBER)
        types = {
            **{word: piece(word) for word in self.kinds},
            **{plural: list_of(piece(word)) for plural, word in self.kind_plurals.items()},
            **{plural: list_of(enum(word)) for plural, word in self.plurals.items()},
            **{word: enum(word) for word in self.enums},
            **simple,
        }
        if str(node.value) in types:
            return types[str(node.value)]
        known = [*simple, *self.enums, *self.plurals, *self.kinds, *self.kind_plurals]
        self.unknown(UNKNOWN_TYPE, "type", node, known)
        near = suggest(str(node.raw), known)
        return types[near] if near else None

    # ------------------------------------------------------------ kinds

    def _read_kinds(self, entries: list[tuple[Scalar, Node]]) -> None:
        known = ("plural", "attributes", "parts", "part_of", "zones", "memory", "interchangeable", "title")
        shapes = []
        for key, node in entries:
            word = str(key.value)
            fields = self.mapping(node, word, known)
            plural = self._plural(key, fields)
            self.declared(word, key, {**self.enums, **self.kinds})
            self.kinds[word] = Kind(word, plural, {}, None, None, False, word, key.span)
            self.kind_plurals.setdefault(plural, word)
            shapes.append((key, fields, plural))
        for key, fields, plural in shapes:
            word = str(key.value)
            attributes = {
                str(k.value): a
                for k, n in self.entries(fields.get("attributes"), "attributes")
                if (a := self._attribute(k, n))
            }
            part_of = self.word(fields, "part_of")
            if part_of is not None and part_of not in self.kinds:
                self.unknown(UNKNOWN_KIND, "kind", fields["part_of"], self.kinds)
            self.kinds[word] = Kind(
                word,
                plural,
                attributes,
                self._parts(fields),
                part_of,
                self.yes(fields, "interchangeable"),
                self.word(fields, "title") or word.replace("_", " "),
                key.span,
                _span_of(fields, "plural"),
            )
            self._zones_of(word, fields.get("zones"))
            self._memory_of(word, fields.get("memory"))

    def _attribute(self, key: Scalar, node: Node) -> Attribute | None:
        self.named(key)
        if isinstance(node, MappingNode):
            fields = self.mapping(node, str(key.value), ("is", "default"))
            type_node = self.scalar(fields.get("is"), "is", key.span)
            kind = self.type_of(type_node) if type_node else None
            default = fields.get("default")
            if kind is None:
                return None
            return Attribute(
                str(key.value), kind, key.span, self.constant(default, kind) if isinstance(default, Scalar) else None
            )
        scalar = self.scalar(node, str(key.value))
        kind = self.type_of(scalar) if scalar else None
        return Attribute(str(key.value), kind, key.span) if kind else None

    def _parts(self, fields: Mapping[str, Node]) -> Parts | None:
        for key, node in self.entries(fields.get("parts"), "parts"):
            self.named(key)
            kind = self.scalar(node, str(key.value))
            if kind is None:
                return None
            if str(kind.value) not in self.kinds:
                self.unknown(UNKNOWN_KIND, "kind", kind, self.kinds)
                return None
            return Parts(str(key.value), str(kind.value), key.span)
        return None

    # ------------------------------------------------------------ zones and memory

    def _read_zones(self, entries: list[tuple[Scalar, Node]]) -> None:
        for key, node in entries:
            if str(key.value) not in (TABLE, PLAYERS):
                self.unknown(UNKNOWN_WORD, "owner of zones", key, (TABLE, PLAYERS))
                continue
            self._zones_of(str(key.value), node)

    def _zones_of(self, owner: str, node: Node | None) -> None:
        for key, item in self.entries(node, "zones"):
            word = str(key.value)
            self.named(key)
            fields = self.mapping(item, word, ("of", "see", "down", "ordered", "title"))
            plural = self.word(fields, "of") or next(iter(self.kind_plurals), "")
            if plural not in self.kind_plurals:
                if self.kinds:
                    self.unknown(UNKNOWN_KIND, "kind of piece", fields["of"], self.kind_plurals)
                plural = suggest(plural, self.kind_plurals) or next(iter(self.kind_plurals), "")
                if not plural:
                    continue
            see = self.word(fields, "see") or "everyone"
            if see not in SEE:
                self.unknown(UNKNOWN_WORD, "way to see a zone", fields["see"], SEE)
            down = self.word(fields, "down") or "nobody"
            if down not in ("nobody", "owner"):
                self.unknown(UNKNOWN_WORD, "viewer", fields["down"], ("nobody", "owner"))
            self.zones.append(
                ZoneDecl(
                    word,
                    owner,
                    self.kind_plurals[plural],
                    see,
                    down,
                    self.yes(fields, "ordered") or see == "top",
                    self.word(fields, "title") or word.replace("_", " "),
                    key.span,
                )
            )

    def _read_memory(self, entries: list[tuple[Scalar, Node]]) -> None:
        for key, node in entries:
            if str(key.value) not in (TABLE, PLAYERS):
                self.unknown(UNKNOWN_WORD, "owner of memory", key, (TABLE, PLAYERS))
                continue
            self._memory_of(str(key.value), node)

    def _memory_of(self, owner: str, node: Node | None) -> None:
        for key, item in self.entries(node, "memory"):
            word = str(key.value)
            self.named(key)
            if isinstance(item, MappingNode):
                fields = self.mapping(item, word, ("is", "starts", "per", "until", "secret", "title"))
            else:
                fields = {"is": item}
            type_node = self.scalar(fields.get("is"), "is", key.span)
            kind = self.type_of(type_node) if type_node else None
            if kind is None:
                continue
            per = self.word(fields, "per")
            if per is not None and per not in self.enums:
                self.unknown(UNKNOWN_TYPE, "type", fields["per"], self.enums)
                per = suggest(per, self.enums)
            starts = fields.get("starts")
            self.memories.append(
                Memory(
                    word,
                    owner,
                    kind,
                    self.constant(starts, kind) if isinstance(starts, Scalar) else nothing_of(kind),
                    per,
                    self.word(fields, "until"),
                    self.yes(fields, "secret"),
                    self.word(fields, "title") or word.replace("_", " "),
                    key.span,
                    fields["until"].span if "until" in fields else None,
                )
            )

    def constant(self, node: Scalar, kind: Type) -> int:
        """The number that stands for a written value of a type; reports a value that does not fit."""
        if kind.base == "number" and isinstance(node.value, int) and not isinstance(node.value, bool):
            return node.value
        if kind.base == "yes_no" and str(node.raw) in ("yes", "no", "true", "false"):
            return int(str(node.raw) in ("yes", "true"))
        if kind.base == "enum":
            if str(node.value) in self.enums[kind.of].values:
                return self.word_numbers[str(node.value)]
            self.unknown(UNKNOWN_WORD, kind.of, node, self.enums[kind.of].values)
            return 0
        if node.raw == "":
            self.error("wrong-value", f"the value is missing: {_a(kind)} stands here", node.span)
        elif isinstance(node.value, float):
            self.error("wrong-value", f"`{node.raw}` is not a whole number", node.span)
        else:
            self.error("wrong-value", f"`{node.raw}` is not {_a(kind)}", node.span)
        return 0

    # ------------------------------------------------------------ tables

    def _read_tables(self, entries: list[tuple[Scalar, Node]]) -> dict[str, TableDecl]:
        tables: dict[str, TableDecl] = {}
        for key, node in entries:
            word = str(key.value)
            self.named(key)
            fields = self.mapping(node, word, ("roles", "values"))
            roles = []
            for role, item in self.entries(fields.get("roles"), "roles"):
                scalar = self.scalar(item, str(role.value))
                kind = self.type_of(scalar) if scalar else None
                if kind is not None:
                    roles.append((str(role.value), kind))
            rows: dict[str, tuple[int, ...]] = {}
            allowed = self.enums[roles[0][1].of].values if roles and roles[0][1].base == "enum" else ()
            values = fields.get("values")
            if isinstance(values, Sequence):
                rows[""] = self._row(values)
            else:
                for row, item in self.entries(values, "values"):
                    if str(row.value) not in allowed:
                        self.unknown(UNKNOWN_WORD, roles[0][1].of if roles else "row", row, allowed)
                    rows[str(row.value)] = self._row(item)
                meant = {suggest(row, allowed) for row in rows if row not in allowed}
                for missing in [value for value in allowed if value not in rows and value not in meant]:
                    self.error("missing-field", f"the table `{word}` has no row `{missing}`", key.span)
            tables[word] = TableDecl(word, tuple(roles), rows, key.span)
        return tables

    def _row(self, node: Node) -> tuple[int, ...]:
        if isinstance(node, Scalar):
            return (self.constant(node, NUMBER),)
        return tuple(self.constant(item, NUMBER) for item in self.words(node, "row"))

    # ------------------------------------------------------------ pieces

    def _read_all_pieces(
        self, fields: dict[str, list[tuple[Scalar, Node]]], cards: list[tuple[str, MappingNode]]
    ) -> list[PieceDef]:
        pieces: list[PieceDef] = []
        first = next(iter(self.kinds), "")
        for _, node in fields.get("pieces", []):
            self._read_pieces(node, "", first, pieces)
        for set_name, root in cards:
            entries = self.mapping(root, "cards", CARD_FIELDS)
            kind = self.word(entries, "kind") or first
            if kind not in self.kinds and self.kinds:
                self.unknown(UNKNOWN_KIND, "kind", entries.get("kind"), self.kinds, root.span)
                kind = suggest(kind, self.kinds) or ""  # "": told once, not for every card
            self._belongs("game", entries.get("game"), self.game_words)
            self._belongs("set", entries.get("set"), [set_name] if set_name else [])
            if "cards" not in entries:
                self.error("missing-field", "a card file lists its `cards`", root.span)
            self._read_pieces(entries.get("cards"), set_name, kind, pieces)
        return pieces

    def _read_pieces(self, node: Node | None, set_name: str, default_kind: str, pieces: list[PieceDef]) -> None:
        if node is None:
            return
        if not isinstance(node, Sequence):
            self.error("wrong-value", "this is a list: one `- id: ...` a card", node.span)
            return
        seen = {piece.id: piece for piece in pieces}
        for item in node.items:
            found = self._read_piece(item, set_name, default_kind)
            if found is None:
                continue
            if found.id in seen:
                note = Note("declared here first", seen[found.id].span)
                self.error(DUPLICATE_ID, f"two cards have the id `{found.id}`", found.span, notes=(note,))
                continue
            seen[found.id] = found
            pieces.append(found)

    def _read_piece(self, node: Node, set_name: str, default_kind: str) -> PieceDef | None:
        if not isinstance(node, MappingNode):
            self.error("wrong-value", "a card is a group of fields beginning with `- id:`", node.span)
            return None
        kind_node = node.get("kind")
        kind_word = str(kind_node.value) if isinstance(kind_node, Scalar) else default_kind
        if kind_word not in self.kinds and not (kind_word == "" and kind_node is None and self.kinds):
            self.unknown(
                UNKNOWN_KIND, "kind", kind_node if isinstance(kind_node, Scalar) else None, self.kinds, node.span
            )
            return None
        if not kind_word:
            return None
        kind = self.kinds[kind_word]
        parts_word = "load" if kind.parts is None else kind.parts.word
        known = [*PIECE_FIELDS, *kind.attributes, *([parts_word] if kind.parts else [])]
        fields = self.mapping(node, "card", known)
        id_node = self.scalar(fields.get("id"), "id", node.span)
        if id_node is None:
            return None
        if not is_word(str(id_node.value)):
            self.error("wrong-value", f"`{id_node.raw}` is not an id: use letters, digits and `_`", id_node.span)
            return None
        power = self.text_of(fields["power"], "power") if "power" in fields else None
        name = self.word(fields, "name") or str(id_node.value).replace("_", " ").title()
        copies = fields.get("copies")
        return PieceDef(
            id=str(id_node.value),
            name=name,
            kind=kind_word,
            copies=self._copies(copies) if copies is not None else 1,
            set=set_name,
            values=self._values(kind, fields, id_node.span),
            parts=self._part_counts(kind, fields.get(parts_word)) if kind.parts else {},
            power=power,
            inferred=self._inferred(fields.get("inferred"), known),
            note=self.word(fields, "note") or "",
            span=id_node.span,
        )

    def _inferred(self, node: Node | None, known: list[str]) -> tuple[str, ...]:
        """The fields whose values no rulebook states."""
        found = []
        for word in self.words(node, "inferred"):
            if str(word.value) not in known:
                self.unknown(UNKNOWN_FIELD, "field", word, known)
            found.append(str(word.value))
        return tuple(found)

    def _copies(self, node: Node) -> int:
        if isinstance(node, Scalar) and isinstance(node.value, int) and 0 <= node.value <= 200:
            return node.value
        self.error("wrong-value", "`copies` is a number from 0 to 200", node.span)
        return 1

    def _values(self, kind: Kind, fields: Mapping[str, Node], span: Span) -> dict[str, int]:
        values: dict[str, int] = {}
        for attribute in kind.attributes.values():
            node = fields.get(attribute.word)
            if isinstance(node, Scalar):
                values[attribute.word] = self.constant(node, attribute.type)
            elif node is not None:
                self.error("wrong-value", f"`{attribute.word}` is a single value", node.span)
            elif attribute.default is not None:
                values[attribute.word] = attribute.default
            else:
                note = Note("attributes are declared here", attribute.span)
                self.error("missing-field", f"this {kind.word} has no `{attribute.word}`", span, notes=(note,))
                values[attribute.word] = 0
        return values

    def _part_counts(self, kind: Kind, node: Node | None) -> dict[str, int]:
        """How many parts of each word of the part kind's first attribute: `{red: 2, blue: 1}`."""
        counts: dict[str, int] = {}
        if node is None or kind.parts is None:
            return counts
        part = self.kinds[kind.parts.kind]
        first = next(iter(part.attributes.values()), None)
        allowed = self.enums[first.type.of].values if first is not None and first.type.base == "enum" else ()
        for key, item in self.entries(node, kind.parts.word):
            if str(key.value) not in allowed:
                self.unknown(UNKNOWN_WORD, first.word if first else "part", key, allowed)
            elif isinstance(item, Scalar):
                counts[str(key.value)] = self.constant(item, NUMBER)
        return counts


def _a(kind: Type) -> str:
    from cardwright.language.types import article

    return article(kind)


def nothing_of(kind: Type) -> int | tuple[int, ...]:
    """What memory of a type holds before anything is put in: 0, no, nobody (-1) or the empty list."""
    if kind.base == "list":
        return ()
    return -1 if kind.base in ("player", "piece", "zone", "enum") else 0


def _span_of(fields: Mapping[str, Node], what: str) -> Span | None:
    """The place of a field's value, if it is given."""
    return fields[what].span if what in fields else None
