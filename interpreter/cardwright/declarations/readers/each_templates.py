"""Reader of `each`, with which an entry defines a piece for every combination of values."""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from cardwright.declarations.field_reader import UNKNOWN_FIELD, UNKNOWN_PLACEHOLDER, UNKNOWN_WORD, WRONG_VALUE, is_word
from cardwright.declarations.model import KindDecl
from cardwright.declarations.readers.types_and_tables import Types
from cardwright.declarations.value_types import NONE
from cardwright.source.diagnostics import Diagnostic, suggest_label
from cardwright.source.yaml.nodes import Mapping as MappingNode
from cardwright.source.yaml.nodes import Node, Scalar
from cardwright.source.yaml.nodes import Sequence as SequenceNode

MAX_CARDS = 1000
# Fields that are copied unchanged: a power refers to its card by `this`, and an example names one card.
SAME = ("each", "kind", "power", "inferred", "examples")
BRACES = re.compile(r"\{([^{}]*)\}")
_RANGE = re.compile(r"(-?[0-9]{1,9}) to (-?[0-9]{1,9})")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


def expand_template(types: Types, node: MappingNode, kind: KindDecl) -> Iterator[MappingNode]:
    """Yield the entries that an entry with `each` produces, each with an `id`; each error is reported once."""
    each = node.get("each")
    key = node.key("each")
    if not isinstance(each, MappingNode) or key is None or not each.entries:
        place = node.span if each is None else each.span
        label = "write a name and its values, as in `{suit: suits}`"
        types.reader.error(WRONG_VALUE, "`each` must be a group of names with their values", place, label)
        return
    if not _check_names(types, node, each, kind):
        return
    values = [list(_list_values(types, word, given, kind)) for word, given in each.entries]
    amount = 1
    for some in values:
        amount *= len(some)
    if amount > MAX_CARDS:
        message, label = f"these are {amount:,} combinations; the limit is {MAX_CARDS:,}", "remove names or values"
        types.reader.error(WRONG_VALUE, message, each.span, label)
        return
    reported: set[Diagnostic] = set()
    words = [str(word.value) for word, _ in each.entries]
    for combination in itertools.product(*values):
        before = len(types.reader.diagnostics)
        yield _expand_one(types, node, dict(zip(words, combination, strict=True)), kind, key)
        found = [replace(one, fix=None) for one in types.reader.diagnostics[before:]]  # no fix repairs all of them
        new = [one for one in found if one not in reported]
        reported.update(new)
        types.reader.diagnostics[before:] = new


def _check_names(types: Types, node: MappingNode, each: MappingNode, kind: KindDecl) -> bool:
    """Report names under `each` that are unused or set twice. Return True if there are none."""
    before = len(types.reader.diagnostics)
    named = {word.casefold() for _, field in node.entries for word, _ in _find_blanks(field)}
    for word, _ in each.entries:
        twice = node.key(str(word.value))
        if twice is not None:
            message = f"`each` already gives every card its `{word.raw}`"
            types.reader.error(WRONG_VALUE, message, twice.span, f"remove the field `{word.raw}`")
        elif str(word.value) not in kind.attributes and str(word.value).casefold() not in named:
            use = f'name it in braces somewhere: `name: "{{{word.raw}}}"`'
            label = suggest_label(str(word.value), kind.attributes, use)
            message = f"`{word.raw}` is not an attribute of a {kind.word}, and no field uses it"
            types.reader.error(UNKNOWN_FIELD, message, word.span, label)
    return len(types.reader.diagnostics) == before


def _list_values(types: Types, word: Scalar, given: Node, kind: KindDecl) -> Iterator[tuple[str, Scalar]]:
    """Yield (text, value) for each value of a name. For `{ace: 14}`, the text of the number 14 is `ace`."""
    for item in given.items if isinstance(given, SequenceNode) else (given,):
        if isinstance(item, MappingNode):
            yield from _read_named_numbers(types, word, item, kind)
            continue
        found = types.reader.scalar(item, str(word.value), word.span)
        if found is not None:
            yield from ((str(value.raw), value) for value in read_values(types, word, found, kind))


def _read_named_numbers(types: Types, word: Scalar, given: MappingNode, kind: KindDecl) -> Iterator[tuple[str, Scalar]]:
    """Yield named numbers as (name, number). Report them if the name under `each` is no number attribute."""
    attribute = kind.attributes.get(str(word.value))
    if attribute is None or attribute.type.base != "number":
        message = (
            f"only numbers can be named like this, and `{word.raw}` is not an attribute of a {kind.word} that is a "
            "number"
        )
        types.reader.error(WRONG_VALUE, message, given.span, f"write a list: `{word.raw}: [ONE, OTHER]`")
        return
    if not given.entries:
        label = "write names with their numbers: `{king: 13, ace: 14}`"
        types.reader.error(WRONG_VALUE, f"`{word.raw}` has no values", given.span, label)
    for name, node in given.entries:
        before = len(types.reader.diagnostics)
        types.reader.named(name)
        number = types.reader.scalar(node, str(name.value), name.span)
        if number is not None and type(number.value) is not int:
            types.reader.error(WRONG_VALUE, f"`{name.raw}` needs a number", number.span, "write a whole number")
        if number is not None and len(types.reader.diagnostics) == before:
            yield str(name.raw), number


def read_values(types: Types, word: Scalar, given: Node, kind: KindDecl) -> Iterator[Scalar]:
    """Yield the values of a name: the words of a type, a range of numbers, or a list."""
    if isinstance(given, SequenceNode):
        for item in given.items:
            found = types.reader.scalar(item, str(word.value))
            if found is not None:
                yield from read_values(types, word, found, kind)
        return
    text = types.reader.scalar(given, str(word.value), word.span)
    if text is None:
        return
    span = _RANGE.fullmatch(str(text.value))
    attribute = kind.attributes.get(str(word.value))
    held = None if attribute is None else attribute.type.item or attribute.type
    allowed = types.enums[held.of].values if held is not None and held.base == "enum" else ()
    if attribute is not None and attribute.may_be_none:
        allowed = (*allowed, NONE.base)
    if span is not None and (int(span[1]) > int(span[2]) or int(span[2]) - int(span[1]) >= MAX_CARDS):
        message = f"a range goes from its lower number to its higher one, with at most {MAX_CARDS:,} values"
        label = f"write `{span[2]} to {span[1]}`" if int(span[1]) > int(span[2]) else "make the range smaller"
        types.reader.error(WRONG_VALUE, message, text.span, label)
    elif span is not None:
        yield from (_replace_text(text, str(number)) for number in range(int(span[1]), int(span[2]) + 1))
    elif str(text.value) in types.plurals:
        yield from (_replace_text(text, value) for value in types.enums[types.plurals[str(text.value)]].values)
    elif held is not None and held.base == "enum" and str(text.value) not in allowed:
        types.reader.unknown(UNKNOWN_WORD, f"{held.of}, nor type with such a plural,", text, [*allowed, *types.plurals])
    else:
        yield text


def _expand_one(
    types: Types, node: MappingNode, values: Mapping[str, tuple[str, Scalar]], kind: KindDecl, each: Scalar
) -> MappingNode:
    """Return the entry for one combination of values; they become fields, and replace names in braces."""
    words = {word: said for word, (said, _) in values.items()}
    own = replace(each, value="id", raw="id")
    entries: list[tuple[Scalar, Node]] = []
    if node.key("id") is None:
        joined = "_".join(words.values()).replace("-", "minus_")
        entries.append((own, _replace_text(each, joined if re.search("[A-Za-z]", joined) else f"{kind.word}_{joined}")))
    entries += [
        (replace(each, value=word, raw=word), value) for word, (_, value) in values.items() if word in kind.attributes
    ]
    for key, field in node.entries:
        if str(key.value) not in SAME and isinstance(field, Scalar):
            entries.append(
                (key, _fill_blanks(types, field, words, spoken=str(key.value) in ("name", "note", "reminder")))
            )
        elif str(key.value) != "each":
            entries.append((key, field))
    return MappingNode(tuple(entries), node.span)


def _fill_blanks(types: Types, field: Scalar, words: Mapping[str, str], spoken: bool) -> Scalar:
    """Return a field with the names in braces replaced by values; `{Suit}` gives a value with a capital.

    If `spoken`, values are written as words are spoken, with spaces.
    """
    text = field.raw
    for word, start in reversed(_find_blanks(field)):
        value = words.get(word, words.get(word.casefold()))
        if value is None:
            _read_unknown(types, field, word, start, list(words))
            value = word
        elif spoken:
            value = value.replace("_", " ")
        if word not in words:
            value = value[:1].upper() + value[1:]
        text = text[: start - 1] + value + text[start + len(word) + 1 :]
    return field if text == field.raw else _replace_text(field, text)


def _find_blanks(field: Node) -> Sequence[tuple[str, int]]:
    """Return the names in braces as (name, offset)."""
    if not isinstance(field, Scalar) or not isinstance(field.value, str):
        return ()
    return [(found[1], found.start(1)) for found in BRACES.finditer(field.raw)]


def _read_unknown(types: Types, field: Scalar, word: str, start: int, known: Sequence[str]) -> None:
    label = suggest_label(word.casefold(), known, f"one of {', '.join(known)}")
    what = f"`each` has no `{word}`" if is_word(word) else "braces contain a name that is declared under `each`"
    types.reader.error(UNKNOWN_PLACEHOLDER, what, field.span_of(start, start + len(word)), label)


def _replace_text(place: Scalar, text: str) -> Scalar:
    """Return a scalar with another text, at the same span."""
    return replace(place, value=int(text) if _NUMBER.fullmatch(text) else text, raw=text)
