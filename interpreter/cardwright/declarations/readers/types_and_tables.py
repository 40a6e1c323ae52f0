"""Reader of `types` and `tables`, and the meaning of type names and written values."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cardwright.declarations.field_reader import (
    BAD_NAME,
    DUPLICATE_ID,
    MISSING_FIELD,
    UNKNOWN_TYPE,
    UNKNOWN_WORD,
    WRONG_VALUE,
    FieldReader,
    FieldValues,
    is_word,
    report_number,
)
from cardwright.declarations.intended_words_and_numbers import parse_intended_number
from cardwright.declarations.model import PLAYERS, TABLE, EnumDecl, KindDecl, Printed, TableDecl
from cardwright.declarations.readers.resolve_piece_names import WrittenName
from cardwright.declarations.schema.card_file_fields import TABLE as TABLE_FIELDS
from cardwright.declarations.schema.game_file_fields import TYPE
from cardwright.declarations.value_types import (
    NONE,
    NUMBER,
    PLAYER,
    TEXT,
    UNKNOWN,
    YES_NO,
    Type,
    describe_type,
    enum,
    list_of,
    name_of,
    none_of,
    piece,
    split_name_type,
)
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, Fix, suggest
from cardwright.source.yaml.nodes import Node, Scalar, Sequence

# Owners of zones and memory, and types of parameters, that need no declaration.
OF_EVERY_GAME = frozenset((TABLE, "zone", "zones", "number", "numbers", "yes_no", "text", PLAYERS, f"{PLAYERS}s"))


class Types:
    """The types of a game, with its words and kinds. Declarations are added while they are read."""

    def __init__(self, reader: FieldReader) -> None:
        self.reader = reader
        self.enums: dict[str, EnumDecl] = {}
        self.plurals: dict[str, str] = {}
        self.word_numbers: dict[str, int] = {}
        self.kinds: dict[str, KindDecl] = {}
        self.kind_plurals: dict[str, str] = {}
        self.bad_plurals: list[Diagnostic] = []

    def plural(self, key: Scalar, fields: FieldValues) -> str:
        """Return the plural of a type or kind, by default the singular with an `s`; report an invalid or taken one."""
        self._check_name(key)
        before = len(self.reader.diagnostics)
        node = fields.value("plural")
        plural = fields.word("plural") or f"{key.value}s"
        if node is not None:
            self._check_name(node)
        place = node.span if node is not None else key.span
        word = str(key.value)
        taken = (self.plurals, self.kind_plurals, self.enums, self.kinds, (word,))
        if word in self.enums or word in self.kinds:  # and so is its plural
            self.reader.declared(word, key, {**self.enums, **self.kinds})
        elif any(plural in words for words in taken):
            other = self.enums.get(self.plurals.get(plural, plural)) or self.kinds.get(
                self.kind_plurals.get(plural, plural)
            )
            there = () if other is None else (other.plural_span or other.span,)
            notes = tuple(DiagnosticNote(f"`{plural}` already means this", span) for span in there)
            label = "choose another plural" if node is not None else "add another plural: `plural: WORD`"
            self.reader.error(DUPLICATE_ID, f"the plural `{plural}` is already taken", place, label, notes)
        self.bad_plurals += fields.wrong.get("plural", [])
        self.bad_plurals += self.reader.diagnostics[before:]
        return plural

    def _check_name(self, name: Scalar) -> None:
        before = len(self.reader.diagnostics)
        self.reader.named(name)
        if name.value in OF_EVERY_GAME and len(self.reader.diagnostics) == before:
            self.reader.error(BAD_NAME, f"`{name.raw}` has a meaning in every game", name.span, "choose another name")

    def type_of(self, node: Scalar) -> Type | None:
        """Return the type named by a word: a singular, or a plural for a list.

        A misspelt name is reported and replaced by the most similar one.
        """
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
        named = split_name_type(str(node.value))
        if named is not None:
            return self._name_type(node, *named)
        known = [*simple, *self.enums, *self.plurals, *self.kinds, *self.kind_plurals]
        self.reader.unknown(UNKNOWN_TYPE, "type", node, known)
        near = suggest(str(node.raw), known)
        return types[near] if near else None

    def _name_type(self, node: Scalar, several: bool, word: str) -> Type | None:
        """Return the type `name of KIND`, or `names of KINDS` if `several`; None after reporting an unknown kind."""
        if not several and word in self.kinds:
            return name_of(word)
        if several and word in self.kind_plurals:
            return list_of(name_of(self.kind_plurals[word]))
        singular = self.kind_plurals.get(word, word)
        if singular in self.kinds:
            meant = f"names of {self.kinds[singular].plural}" if several else f"name of {singular}"
            message = f"`{node.raw}` is no type: write `{meant}`"
            fix = Fix(node.span, meant)
            label = f"did you mean `{meant}`?"
            self.reader.diagnostics.append(Diagnostic(UNKNOWN_TYPE, message, node.span, label, fix=fix))
            return list_of(name_of(singular)) if several else name_of(singular)
        at = node.span_of(len(node.raw) - len(word), len(node.raw))
        what = "plural of a kind" if several else "kind of piece"
        self.reader.unknown_at(
            UNKNOWN_TYPE, f"there is no {what}", word, at, self.kind_plurals if several else self.kinds
        )
        return None

    def constant(self, node: Scalar, kind: Type, or_none: bool = False) -> int:
        """Return the number that encodes a written value, or `none` if `or_none`; report a value that does not fit."""
        if or_none and node.value == NONE.base:
            return none_of(kind)
        if kind.base == "name" and node.raw != "":
            return WrittenName.of(node, kind.of)
        if kind.base == "number" and isinstance(node.value, int) and not isinstance(node.value, bool):
            return node.value
        if kind.base == "yes_no" and str(node.raw) in ("yes", "no", "true", "false"):
            return int(str(node.raw) in ("yes", "true"))
        if kind.base == "bad":
            return 0
        if kind.base == "enum":
            if str(node.value) in self.enums[kind.of].values:
                return self.word_numbers[str(node.value)]
            if node.value == NONE.base:
                label = "write a word, or declare the attribute with `default: none`"
                self.reader.error(UNKNOWN_WORD, f"`{kind.of}` has no value `none`", node.span, label)
            else:
                known = self.enums[kind.of].values
                self.reader.unknown_at(UNKNOWN_WORD, f"`{kind.of}` has no value", str(node.raw), node.span, known)
            return 0
        if node.raw == "":
            self.reader.error(WRONG_VALUE, "the value is missing", node.span, f"write {describe_type(kind)}")
        elif isinstance(node.value, float):
            self.reader.diagnostics.append(report_number(f"`{node.raw}` is not a whole number", node))
        elif kind.base == "number":
            quoted = str(parse_intended_number(node.raw)) == node.raw
            but = f"`{node.raw}` in quotes is text" if quoted else f"`{node.raw}` is not one"
            self.reader.diagnostics.append(report_number(f"a number is needed here, but {but}", node))
        else:
            label = "write `yes` or `no`" if kind.base == "yes_no" else f"write {describe_type(kind)}"
            self.reader.error(WRONG_VALUE, f"`{node.raw}` is not {describe_type(kind)}", node.span, label)
        return 0


def read_printed_value(types: Types, node: Node, kind: Type, or_none: bool = False) -> Printed:
    """Return the encoded value of an attribute; for one with several values, a tuple. `or_none` allows `none`."""
    if kind.item is None:
        return types.constant(node, kind, or_none) if isinstance(node, Scalar) else 0
    items = [item for item in (node.items if isinstance(node, Sequence) else (node,)) if isinstance(item, Scalar)]
    values: list[int] = []
    for item in items:
        before = len(types.reader.diagnostics)
        value = types.constant(item, kind.item)
        if value in values and len(types.reader.diagnostics) == before:
            message = f"`{item.raw}` is listed twice, and a list of words has each word only once"
            label = f"remove it; `parts` of the kind can be counted, as in `{{{item.raw}: 2}}`"
            types.reader.error(DUPLICATE_ID, message, item.span, label)
        else:
            values.append(value)
    return tuple(values)


def read_enums(types: Types, entries: Iterable[tuple[Scalar, Node]]) -> None:
    """Add the enums of a game to its types; words are numbered in the order of their first mention."""
    for key, node in entries:
        word = str(key.value)
        if isinstance(node, Sequence):
            message = f"write the words of `{word}` below it as `values: [...]`"
            types.reader.error(WRONG_VALUE, message, node.span, "write `{values: [...]}`")
            fields = FieldValues({"values": node}, {"values": types.reader.words(node, "values")})
        else:
            fields = types.reader.group(node, word, TYPE, at=key.span)
        plural = types.plural(key, fields)
        values: list[str] = []
        for item in _list_words(types.reader, fields.words("values")):
            inner = types.plurals.get(str(item.value)) or _report_wrong_plural(types, item)
            if item.value == NONE.base:
                message = f"`none` means that there is no {word}, so it cannot be one of its words"
                label = "leave it out: an attribute with `default: none` can have no value, and memory begins with none"
                types.reader.error(BAD_NAME, message, item.span, label)
                continue
            types.reader.named(item)
            if str(item.value) in values:
                types.reader.error(DUPLICATE_ID, f"`{item.raw}` is listed twice", item.span, "remove it")
                continue
            values.extend(types.enums[inner].values if inner else [str(item.value)])
        for value in values:
            types.word_numbers.setdefault(value, len(types.word_numbers))
        if not values and "values" in fields:
            types.reader.error(MISSING_FIELD, f"`{word}` has no values", key.span, "write `values: [ONE, OTHER]`")
        types.enums[word] = EnumDecl(word, plural, tuple(values), key.span, fields.span("plural"))
        types.plurals.setdefault(plural, word)


def _list_words(reader: FieldReader, words: Iterable[Scalar]) -> Iterator[Scalar]:
    """Yield the words of a list; split and report words that have no comma between them."""
    for item in words:
        parts = item.raw.split()
        if len(parts) < 2 or not all(is_word(part) for part in parts):
            yield item
            continue
        fix = Fix(item.span, ", ".join(parts))
        message = f"`{item.raw}` contains several words: separate words with `,`, or join them with `_`"
        reader.diagnostics.append(
            Diagnostic(BAD_NAME, message, item.span, f"did you mean `{fix.replacement}`?", fix=fix)
        )
        yield from (replace(item, value=part, raw=part) for part in parts)


def _report_wrong_plural(types: Types, item: Scalar) -> str | None:
    """Return the enum whose plural an item misspells, and report the mistake; None for other items."""
    for word, declared in types.enums.items():
        if item.value == f"{word}s" and declared.plural != item.value:
            place = declared.plural_span or declared.span
            message = f"the plural of `{word}` is `{declared.plural}`, and not `{item.raw}`"
            label = f"write `{declared.plural}`"
            note = DiagnosticNote("the plural is declared here", place)
            types.reader.error(UNKNOWN_TYPE, message, item.span, label, (note,))
            return word
    return None


def read_tables(types: Types, entries: Iterable[tuple[Scalar, Node]]) -> dict[str, TableDecl]:
    """Return the tables of a game by word; report malformed ones."""
    tables: dict[str, TableDecl] = {}
    for key, node in entries:
        types.reader.named(key)
        tables[str(key.value)] = _read_table(types, key, node)
    return tables


def _read_table(types: Types, key: Scalar, node: Node) -> TableDecl:
    reader = types.reader
    word = str(key.value)
    fields = reader.group(node, word, TABLE_FIELDS, at=key.span)
    roles = []
    for role, item in fields.entries("roles"):
        scalar = reader.scalar(item, str(role.value))
        types.reader.named(role)
        kind = types.type_of(scalar) if scalar else None
        if kind is not None and (kind.item or kind).base == "name":
            message = "the rows of a table are for the words of a type, and not for names of pieces"
            reader.error(WRONG_VALUE, message, item.span, "give the pieces an attribute, or write a rule")
            return TableDecl(word, (), {}, key.span)
        if kind is not None:
            roles.append((str(role.value), kind))
    # A list of types has been reported: it is read as parameters with the names of the types.
    if isinstance(fields.nodes.get("roles"), Sequence):
        kinds = [(str(each.value), types.type_of(each)) for each in reader.words(fields.nodes["roles"], "roles")]
        roles = [(role, kind) for role, kind in kinds if kind is not None]
    rows: dict[str, tuple[int, ...]] = {}
    kind = _read_result(types, fields)
    allowed = types.enums[roles[0][1].of].values if roles and roles[0][1].base == "enum" else ()
    values = fields.nodes.get("values")
    if isinstance(values, Sequence):
        rows[""] = _read_row(types, values, kind, f"the table `{word}`")
    else:
        for row, item in reader.entries(values, "values"):
            if str(row.value) not in allowed and (roles or "roles" not in fields):
                reader.unknown(UNKNOWN_WORD, roles[0][1].of if roles else "row", row, allowed)
            rows[str(row.value)] = _read_row(types, item, kind, f"the row `{row.value}`")
        meant = {suggest(row, allowed) for row in rows if row not in allowed}
        for missing in [value for value in allowed if value not in rows and value not in meant]:
            label = f"add `{missing}: [...]` below its `values`"
            reader.error(MISSING_FIELD, f"the table `{word}` has no row `{missing}`", key.span, label)
    return TableDecl(word, tuple(roles), rows, key.span, kind)


def _read_result(types: Types, fields: FieldValues) -> Type:
    """Return the type of the values of a table: numbers, or with `gives` names of pieces."""
    named = fields.value("gives")
    kind = types.type_of(named) if named is not None else NUMBER
    if named is not None and kind is not None and kind != NUMBER and kind.base != "name":
        message = f"a table gives numbers or names of pieces, and not {describe_type(kind)}"
        types.reader.error(WRONG_VALUE, message, named.span, "write `name of KIND`, or a rule with cases")
        return UNKNOWN
    return kind or UNKNOWN


def _read_row(types: Types, node: Node, kind: Type, named: str) -> tuple[int, ...]:
    items = [node] if isinstance(node, Scalar) else types.reader.words(node, "row")
    if isinstance(node, Sequence) and not node.items:
        label = "write `[0]` if all are 0" if kind == NUMBER else "name at least one"
        types.reader.error(MISSING_FIELD, f"{named} has no values", node.span, label)
    return tuple(types.constant(item, kind, or_none=kind.base == "name") for item in items)
