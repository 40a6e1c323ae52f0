"""Reader of the display fields (`look`) of a game file, with errors for names that are not declared.

Labels and lines of pictures are templates: text with names in braces. A name is an attribute, memory, a zone or a part
of a piece or a player, or `name`. `{stack:coin}` counts ("3 coins"), `{stack:●}` repeats a sign ("●●●"), and
`{content|colour}` shows the first value that is not empty.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from cardwright.declarations import schema
from cardwright.declarations.field_reader import Entries, FieldReader, FieldValues
from cardwright.declarations.icon_files import Icons
from cardwright.declarations.model import PLAYERS, TABLE, KindDecl, LookRule, MemoryDecl, TableDecl, ZoneDecl
from cardwright.declarations.readers.label_templates import BRACES, UNKNOWN_LOOK, list_asked_rules, read_template
from cardwright.declarations.readers.look_names import DeclaredNames
from cardwright.declarations.schema.look_fields import BACK, FACE, LOOK, PICTURE, PLACING, PROCEDURES
from cardwright.declarations.value_types import NUMBER, Type, piece
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, declare_code, note_declared
from cardwright.source.positions import Span
from cardwright.source.read_with_size_limit import read_text
from cardwright.source.yaml.nodes import Mapping as MappingNode
from cardwright.source.yaml.nodes import Node, Scalar
from cardwright.syntax.keywords import join_alternatives

# What every card has for the places of a template, besides its attributes.
TEMPLATE_PLACES = ("name", "text", "art")
UNKNOWN_COLOR = declare_code("unknown-color")
NOT_DRAWABLE = declare_code("not-drawable")

# The fields that name procedures.
PROCEDURE_FIELDS = tuple(each.word for each in LOOK.fields if each.shape == PROCEDURES)
# The name of the column of scores.
SCORE = "score"
# The names in braces of the foot of a face.
FOOT = ("set", "number", "of")
MANNERS = ("bold", "dim", "italic")
# The numbers of words that can say by how many quarters a piece is turned.
QUARTERS = range(2, 5)
# Colours of terminals without a name.
TERMINAL_COLOR = re.compile(r"#[0-9a-fA-F]{6}|default|color\((\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])\)")
EXACT_COLOR = re.compile(r"#[0-9a-fA-F]{6}")


def read_look(reader: FieldReader, node: Node | None, words: DeclaredNames, icons: Icons) -> dict[str, object]:
    """Return the look as plain values, without values that have errors. The entry `draw` always contains groups."""
    fields = reader.group(node, "look", LOOK)
    look: dict[str, object] = {"colors": _read_colors(reader, fields.entries("colors"), words)}
    for _, color in fields.entries("colors"):
        if isinstance(color, Scalar):
            _check_terminal_color(reader, color)
    for field, known in (("first", words.everything() | {SCORE}), ("hide", words.everything())):
        look[field] = [str(word.value) for word in _find_known(reader, fields.words(field), known)]
    for field in PROCEDURE_FIELDS:
        look[field] = [str(word.value) for word in fields.words(field)]
    look["rules"] = [str(word.value) for word in fields.words("rules")]
    look["most"] = dict(_read_limits(reader, fields.entries("most"), words))
    look["short"] = dict(_read_short_titles(reader, fields.entries("short"), words.everything() | {SCORE}))
    look["icons"] = dict(_read_icons(reader, fields.entries("icons"), words, icons))
    look["parts"] = {kind.word: kind.parts.word for kind in words.kinds.values() if kind.parts}
    look["named"] = {kind.word: named for kind in words.kinds.values() if (named := list_named_attributes(kind))}
    look["labels"] = dict(_read_labels(reader, fields.entries("labels"), words))
    look["turned"] = dict(_read_turns(reader, fields.entries("turned"), words))
    look["draw"] = dict(_read_pictures(reader, fields.entries("draw"), words))
    look["inks"] = dict(_read_inks(reader, fields.entries("inks"), words))
    look["symbols"] = dict(_read_symbols(reader, fields.entries("symbols"), icons))
    look["faces"] = dict(_read_faces(reader, fields.entries("faces"), words, icons))
    look["backs"] = dict(
        _read_backs(reader, fields.entries("backs"), words, {str(key.value) for key, _ in fields.entries("icons")})
    )
    look["tables"] = {word: dict(words.tables[word].rows) for word in words.printed_tables()}
    return look


def list_named_attributes(kind: KindDecl) -> list[str]:
    """Return the attributes of a kind that are shown with their names: their words alone would say something else.

    The first attribute with the words of a type is what a piece is. Another one tells by its word what its type says
    if it has the name of the type; `wood` under `need: ware` does not.
    """
    of_words = [each for each in kind.attributes.values() if each.type.base == "enum"]
    return [each.word for each in of_words[1:] if each.word != each.type.of]


def list_look_rules(reader: FieldReader, node: Node | None, words: DeclaredNames) -> tuple[LookRule, ...]:
    """Return the rules that a look names, which are checked later, when the rules of the game are known."""
    if not isinstance(node, MappingNode):
        return ()
    limits = node.get("most")
    entries = limits.entries if isinstance(limits, MappingNode) else ()
    limited = [
        (reader.scalar(value, str(key.value)), key, _find_limited(str(key.value), words)) for key, value in entries
    ]
    return (
        *map(LookRule, reader.words(node.get("rules"), "rules")),
        *(
            LookRule(rule, *((key, of.span) if of and of.owner == TABLE else ()))
            for rule, key, of in limited
            if rule is not None
        ),
        *list_asked_rules(_list_templates(reader, node, words)),
    )


def _list_templates(reader: FieldReader, look: MappingNode, words: DeclaredNames) -> Iterator[tuple[Scalar, str]]:
    """Yield the templates of a look, each with the kind of its pieces, or `player`."""
    for key, value in reader.entries(look.get("labels"), "labels"):
        zone = words.zone(str(key.value))
        if isinstance(value, Scalar):
            yield value, str(key.value) if zone is None else zone.holds
    for key, value in reader.entries(look.get("draw"), "draw"):
        drawn = words.drawable().get(str(key.value))
        if drawn is not None and isinstance(value, MappingNode):
            shape = value.get("as")
            form = str(shape.value) if isinstance(shape, Scalar) else ""
            owner = _find_drawn_owner(drawn, form, any(value.get(each) is not None for each in PLACING))
            yield from ((line, owner) for line in reader.words(value.get("lines"), "lines"))


def _find_drawn_owner(drawn: ZoneDecl | MemoryDecl, shape: str, is_board: bool) -> str:
    """Return the kind of the pieces that a picture draws, or `player`; a board has its pieces in rows of one length."""
    boxes = drawn.owner == PLAYERS and shape == "grid" and not is_board
    return drawn.holds if isinstance(drawn, ZoneDecl) and not boxes else PLAYERS


def list_look_procedures(reader: FieldReader, node: Node | None) -> tuple[Scalar, ...]:
    """Return the procedures named in a `look`; they are checked later, when the game's procedures are known."""
    if not isinstance(node, MappingNode):
        return ()
    return tuple(word for field in PROCEDURE_FIELDS for word in reader.words(node.get(field), field))


def _read_colors(reader: FieldReader, entries: Entries, words: DeclaredNames) -> dict[str, str]:
    """Return the colours by word."""
    colors = {}
    for key, value in entries:
        color = reader.scalar(value, str(key.value))
        if _is_shown(reader, key, words) and color is not None:
            colors[str(key.value)] = str(color.value)
    return colors


def _is_shown(reader: FieldReader, key: Scalar, words: DeclaredNames) -> bool:
    """Return True for a word of a type, kind, zone, memory or card, and else report it.

    It may have spaces and capitals, because it is searched in texts.
    """
    known = words.every_word()
    if words.pieces is None or _normalize_word(str(key.value)) in map(_normalize_word, known | set(words.pieces)):
        return True
    reader.unknown(UNKNOWN_LOOK, "word of a type, kind, zone, memory or card", key, sorted(known))
    return False


def _check_terminal_color(reader: FieldReader, color: Scalar) -> None:
    """Report a colour that no terminal shows; it is ignored."""
    words = [word for word in str(color.value).split() if word not in MANNERS]
    if len(words) > 1 or not str(color.value).split() or any(not _is_terminal_color(word) for word in words):
        label = "write a colour such as `green`, `bright_blue` or `#ffaa00`, with or without `bold`, `dim` or `italic`"
        message = f"`{color.raw}` is no colour"
        reader.diagnostics.append(Diagnostic(UNKNOWN_COLOR, message, color.span, label, severity="warning"))


def _is_terminal_color(word: str) -> bool:
    return word in _list_color_names() or TERMINAL_COLOR.fullmatch(word) is not None


@cache
def _list_color_names() -> frozenset[str]:
    """Return the names of the colours of terminals, as the library `rich` defines them."""
    return frozenset(read_text(Path(schema.__file__).parent / "color_names.txt").split())


def _read_icons(
    reader: FieldReader, entries: Entries, words: DeclaredNames, icons: Icons
) -> Iterator[tuple[str, object]]:
    """Yield the icons as (word, shapes), in plain values."""
    for key, value in entries:
        name = reader.scalar(value, str(key.value))
        if not _is_shown(reader, key, words) or name is None:
            continue
        if (drawn := icons.read(reader, name)) is not None:
            yield str(key.value), tuple(map(tuple, drawn))


def _read_inks(reader: FieldReader, entries: Entries, words: DeclaredNames) -> Iterator[tuple[str, str]]:
    """Yield the printed colours as (word, `#rrggbb`)."""
    for word, color in _read_colors(reader, entries, words).items():
        value = next(value for key, value in entries if str(key.value) == word)
        if (exact := _check_color(reader, color, value.span)) is not None:
            yield word, exact


def _check_color(reader: FieldReader, color: str, span: Span) -> str | None:
    """Return a colour as `#rrggbb`; None after reporting a colour that is not written in this form."""
    if EXACT_COLOR.fullmatch(color):
        return color.lower()
    reader.error(NOT_DRAWABLE, f"`{color}` is no colour of print", span, 'write one such as `"#ffaa00"`, with quotes')
    return None


def _read_symbols(reader: FieldReader, entries: Entries, icons: Icons) -> Iterator[tuple[str, object]]:
    """Yield the icons that replace words in texts, as (word, shapes)."""
    for key, value in entries:
        name = reader.scalar(value, str(key.value))
        if name is not None and (drawn := icons.read(reader, name)) is not None:
            yield str(key.value), tuple(map(tuple, drawn))


def _read_faces(
    reader: FieldReader, entries: Entries, words: DeclaredNames, icons: Icons
) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the faces as (kind, values of its fields)."""
    for key, value in entries:
        kind, fields = str(key.value), reader.group(value, str(key.value), FACE, at=key.span)
        if kind not in words.kinds:
            reader.unknown(UNKNOWN_LOOK, "kind", key, words.kinds)
            continue
        declared = words.kinds[kind]
        known = {*declared.attributes, *([declared.parts.word] if declared.parts else [])}
        face: dict[str, object] = {}
        for field in ("colour", "corner", "second", "art"):
            given = fields.value(field)
            for word in _find_known(reader, () if given is None else (given,), known):
                face[field] = str(word.value)
        if "row" in fields:
            numbers = {word for word, each in declared.attributes.items() if each.type.base == "number"}
            face["row"] = [
                str(word.value)
                for word in _find_known(reader, fields.words("row"), known)
                if _fits(
                    reader,
                    word,
                    str(word.value) in numbers,
                    f"`{word.value}` is no number, so it has no place in `row`",
                    "name attributes that are numbers",
                )
            ]
        if (table := fields.value("table")) is not None:
            listed = words.printed_tables()
            if str(table.value) not in listed:
                reader.unknown(UNKNOWN_LOOK, "table with two roles", table, listed)
            elif _has_row(reader, table, words.tables[str(table.value)], declared):
                face["table"] = str(table.value)
        if (name := fields.value("template")) is not None and (drawn := icons.read_template(reader, name)) is not None:
            shapes, places = drawn
            wrong = next((word for word in places if word not in (*TEMPLATE_PLACES, *declared.attributes)), None)
            if wrong is None:
                face["template"] = {"shapes": tuple(map(tuple, shapes)), "places": places}
            else:
                wanted = join_alternatives(f"place-{word}" for word in (*TEMPLATE_PLACES, *declared.attributes))
                message = f"a {declared.title} has nothing for `place-{wrong[:30]}` of this template"
                reader.error(UNKNOWN_LOOK, message, name.span, f"rename it to {wanted}")
        for field in ("as", "text", "foot", "pattern"):
            if (chosen := fields.value(field)) is not None:
                face[field] = str(chosen)
        for braces in BRACES.finditer(str(face.get("foot", ""))):
            if braces[1] not in FOOT:
                reader.unknown_at(UNKNOWN_LOOK, "a foot has no", braces[1], fields.nodes["foot"].span, FOOT)
        yield kind, face


def _fits(reader: FieldReader, node: Node, fits: bool, message: str, label: str) -> bool:
    """Return `fits`; report an error with this message and label if it is False."""
    if not fits:
        reader.error(NOT_DRAWABLE, message, node.span, label)
    return fits


def _has_row(reader: FieldReader, node: Node, table: TableDecl, kind: KindDecl) -> bool:
    """Return True if a table has a row for some value of a kind; report an error otherwise."""
    index = table.roles[0][1]
    found = any(index in (each.type, each.type.item) for each in kind.attributes.values())
    message = f"a {kind.title} has no {index} by which `{table.word}` has rows"
    return _fits(reader, node, found, message, f"remove it, or give a {kind.title} an attribute that is a {index}")


def _read_backs(
    reader: FieldReader, entries: Entries, words: DeclaredNames, drawn: Collection[str]
) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the backs as (kind, values of its fields)."""
    for key, value in entries:
        kind, fields = str(key.value), reader.group(value, str(key.value), BACK, at=key.span)
        if kind not in words.kinds:
            reader.unknown(UNKNOWN_LOOK, "kind", key, words.kinds)
            continue
        back: dict[str, object] = {
            field: str(chosen) for field in ("pattern", "title") if (chosen := fields.value(field)) is not None
        }
        if (color := fields.value("colour")) is not None:
            exact = _check_color(reader, str(color.value), color.span)
            back |= {} if exact is None else {"colour": exact}
        if "icons" in fields:
            back["icons"] = [str(word.value) for word in _find_known(reader, fields.words("icons"), drawn)]
        yield kind, back


def _normalize_word(word: str) -> str:
    return word.replace("_", " ").casefold()


def _find_known(reader: FieldReader, words: Iterable[Scalar], known: Iterable[str]) -> Iterator[Scalar]:
    known = sorted(known)
    for word in words:
        if str(word.value) in known:
            yield word
        else:
            reader.unknown(UNKNOWN_LOOK, "zone, memory or attribute", word, known)


def _read_short_titles(reader: FieldReader, entries: Entries, known: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the short titles of zones and memory as (word, title)."""
    known = sorted(known)
    for key, value in entries:
        title = reader.scalar(value, str(key.value))
        if str(key.value) not in known:
            reader.unknown(UNKNOWN_LOOK, "zone or memory", key, known)
        elif title is not None:
            yield str(key.value), reader.on_a_line(title, str(key.value))


def _read_limits(reader: FieldReader, entries: Entries, words: DeclaredNames) -> Iterator[tuple[str, str]]:
    """Yield the rules for capacities of zones and counters of the players and the table, as (word, rule)."""
    for key, value in entries:
        rule = reader.scalar(value, str(key.value))
        found = _find_limited(str(key.value), words)
        if found is None:
            reader.unknown(UNKNOWN_LOOK, "zone or memory", key, sorted(words.of(PLAYERS) | words.of(TABLE)))
        elif found.owner not in (PLAYERS, TABLE):
            message = f"`most` is for players and the table, but `{found.word}` belongs to neither"
            reader.error(UNKNOWN_LOOK, message, key.span, "remove it", note_declared(found.word, found.span))
        elif rule is not None:
            yield found.word, str(rule.value)


def _find_limited(word: str, words: DeclaredNames) -> ZoneDecl | MemoryDecl | None:
    """Return the zone or memory whose capacity a look names; one that belongs to players is preferred.

    Returns None if there is none.
    """
    places = sorted(words.places(), key=lambda each: each.owner != PLAYERS)
    return next((each for each in places if each.word == word), None)


def _read_labels(reader: FieldReader, entries: Entries, words: DeclaredNames) -> Iterator[tuple[str, str]]:
    """Yield (word, template) for each label. The word is a kind, or a zone for the pieces in it."""
    for key, value in entries:
        word = str(key.value)
        zone = words.zone(word)
        if word not in words.kinds and zone is None:
            known = [*words.kinds, *(each.word for each in words.zones)]
            reader.unknown(UNKNOWN_LOOK, "kind or zone", key, known)
            continue
        owner = word if zone is None else zone.holds
        template = read_template(reader, value, word, words.of(owner), owner)
        if template is not None:
            yield word, template


def _read_turns(
    reader: FieldReader, entries: Entries, words: DeclaredNames
) -> Iterator[tuple[str, tuple[str, Sequence[str]]]]:
    """Yield (kind, (memory or attribute, the words of its type)), by which pieces lie turned; numbers have no words."""
    for key, value in entries:
        kind, scalar = str(key.value), reader.scalar(value, str(key.value))
        if kind not in words.kinds:
            reader.unknown(UNKNOWN_LOOK, "kind", key, words.kinds)
        elif scalar is not None:
            types = {word: each.type for word, each in words.kinds[kind].attributes.items()}
            types |= {each.word: each.type for each in words.memory if each.owner == kind and each.per is None}
            for named in _find_known(reader, (scalar,), types):
                of = types[word := str(named.value)]
                turns = {"number": (), "yes_no": ("no", "yes")}.get(of.base, _list_words(words, of))
                message = f"`{word}` is neither a number, `yes_no`, nor a type of two to four words"
                if _fits(reader, named, turns is not None, message, "name what says how often it is turned"):
                    yield kind, (word, turns or ())


def _list_words(words: DeclaredNames, type_: Type) -> Sequence[str] | None:
    """Return the words of a type with two to four, None for another type."""
    found = words.enums[type_.of].values if type_.base == "enum" and type_.of in words.enums else ()
    return found if len(found) in QUARTERS else None


def _read_pictures(
    reader: FieldReader, entries: Entries, words: DeclaredNames
) -> Iterator[tuple[str, dict[str, object]]]:
    drawable = words.drawable()
    for key, value in entries:
        word = str(key.value)
        fields = reader.group(value, word, PICTURE, at=key.span)
        shape = fields.value("as")
        if word not in drawable:
            reader.unknown(UNKNOWN_LOOK, "zone or memory of the table or the players", key, drawable)
        elif shape is not None and _check_shape(reader, fields, drawable[word]):
            yield word, _read_picture(reader, shape, drawable[word], fields, words)


def _check_shape(reader: FieldReader, fields: FieldValues, drawn: ZoneDecl | MemoryDecl) -> bool:
    """Return True if a zone or memory can be drawn in its declared shape; report an error otherwise."""
    problem, label, shape, at = None, None, fields.value("as"), "as"
    zone, notes = isinstance(drawn, ZoneDecl), tuple[DiagnosticNote, ...]()
    if shape == "chart":
        if drawn.owner != PLAYERS or (isinstance(drawn, MemoryDecl) and drawn.per is None):
            problem = "a chart needs a zone of the players, or memory of the players with `per`"
            label, notes = "choose another picture", note_declared(drawn.word, drawn.span)
        elif zone and "by" not in fields:
            problem = "a chart of a zone needs `by`, the attribute by which it counts"
            label = "write `{as: chart, by: ATTRIBUTE}`"
    elif not zone and (shape != "grid" or drawn.owner != PLAYERS):
        problem, label = f"`{drawn.word}` is memory, so there are no pieces to draw", "write `grid` or `chart`"
    elif shape == "ring" and drawn.owner != TABLE:
        problem, label = "a ring shows a zone of the table", "choose `grid`, `rows` or `columns`"
    elif (placing := [each for each in PLACING if each in fields]) and not (shape in ("grid", "hexes") and zone):
        problem, at = f"only a grid of a zone, or hexes, can have `{placing[0]}`", placing[0]
    elif shape == "hexes" and not placing:
        problem, label = "hexes need to know where each piece lies", "write `{as: hexes, across: NUMBER}`"
    elif "upwards" in fields and "at" not in fields:
        problem, at = "`upwards` is about the rows of `at`", "upwards"
    elif len(placing) > 1:
        problem, at = "both `across` and `at` place the pieces", "across"
    elif "by" in fields and shape != "chart":
        problem, at = "only a chart can have `by`", "by"
    ignored = [each for each in ("lines", "mark", *PLACING, "upwards") if each in fields]
    if problem is None and shape == "chart" and ignored:
        problem, at = f"a chart shows numbers, so it can have no `{ignored[0]}`", ignored[0]
    if problem is not None:
        label = label or f"remove the field `{at}`"
        reader.error(NOT_DRAWABLE, problem, fields.nodes[at].span, label, notes)
    return problem is None


def _read_picture(
    reader: FieldReader, shape: str, drawn: ZoneDecl | MemoryDecl, fields: FieldValues, words: DeclaredNames
) -> dict[str, object]:
    owner = _find_drawn_owner(drawn, shape, any(each in fields for each in PLACING))
    templates = (read_template(reader, line, "lines", words.of(owner), owner) for line in fields.words("lines"))
    picture: dict[str, object] = {"as": shape, "lines": [line for line in templates if line is not None]}
    for field, of in (("by", owner), ("mark", PLAYERS)):
        given = fields.value(field)
        for word in _find_known(reader, () if given is None else (given,), words.of(of)):
            if _can_use(reader, field, word, owner, words):
                picture[field] = str(word.value)
    picture |= {field: fields.value(field) for field in ("across", "upwards") if field in fields}
    if "at" in fields:
        picture["at"] = _read_coordinates(reader, fields, owner, words)
    if shape == "chart":
        picture["words"] = list(words.counted_by(drawn, str(picture.get("by", ""))))
    return picture


def _read_coordinates(reader: FieldReader, fields: FieldValues, owner: str, words: DeclaredNames) -> list[str]:
    """Return the two attributes that place the pieces of a board; report an error if they are no two numbers."""
    attributes, given = words.kinds[owner].attributes, fields.words("at")
    named = [str(word.value) for word in _find_known(reader, given, attributes)]
    fits = len(named) < len(given) or (len(named) == 2 and all(attributes[word].type == NUMBER for word in named))
    message = "`at` names two attributes that are numbers: those of the column and of the row"
    return named if _fits(reader, fields.nodes["at"], fits, message, "write `at: [COLUMN, ROW]`") else []


def _can_use(reader: FieldReader, field: str, word: Scalar, owner: str, words: DeclaredNames) -> bool:
    """Return True if a chart can count `by` an attribute, or a memory can `mark` pieces. Report an error otherwise."""
    name = str(word.value)
    if field == "mark":
        memory = next((each for each in words.memory if each.owner == PLAYERS and each.word == name), None)
        fits = memory is not None and memory.type == piece(owner)
        message = f"`{name}` of a player is no {owner}, so it marks nothing here"
        return _fits(reader, word, fits, message, f"name memory that is a {owner}")
    attribute = words.kinds[owner].attributes.get(name) if owner in words.kinds else None
    fits = attribute is None or attribute.type.item is None
    message = f"`{name}` has several values, so a chart cannot count by it"
    return _fits(reader, word, fits, message, "name an attribute with one value")
