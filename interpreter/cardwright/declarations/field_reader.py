"""Reader for fields of YAML nodes, with diagnostics for missing, unknown and malformed ones."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from cardwright.declarations.intended_words_and_numbers import parse_intended_number
from cardwright.declarations.model import PLAYERS, TABLE
from cardwright.declarations.schema import field_types as f
from cardwright.declarations.schema.field_types import Field, FieldGroup
from cardwright.declarations.value_types import NONE
from cardwright.source.diagnostics import (
    MAX_TOLD_PER_FILE,
    Diagnostic,
    DiagnosticNote,
    Fix,
    declare_code,
    note_declared,
    suggest,
    suggest_copy,
)
from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Mapping as MappingNode
from cardwright.source.yaml.nodes import Node, Scalar, Sequence
from cardwright.syntax.keywords import list_reserved_words

UNKNOWN_FIELD = declare_code("unknown-field")
MISSING_FIELD = declare_code("missing-field")
WRONG_VALUE = declare_code("wrong-value")
BAD_NAME = declare_code("bad-name")
UNKNOWN_TYPE = declare_code("unknown-type")
UNKNOWN_WORD = declare_code("unknown-word")
UNKNOWN_CARD = declare_code("unknown-card")
UNKNOWN_KIND = declare_code("unknown-kind")
DUPLICATE_ID = declare_code("duplicate-id")
UNKNOWN_PLACEHOLDER = declare_code("unknown-placeholder")
UNKNOWN_ZONE = declare_code("unknown-zone")


YES, NO = ("yes", "true"), ("no", "false")
_BRACES = re.compile(r"\{[A-Za-z_][\w.]*(?::[^{}]*)?\}")
_ARTICLE = re.compile(r"^(?:[Tt]he|an?) +(?=\S)")
MAX_LENGTH = 80  # characters of a name
MAX_LISTED = 40  # words in a hint
# The window of offers that are available in all windows.
ANYTIME = "anytime"
# The name of a seat in scenarios.
_SEAT = re.compile(r"P[0-9]+")


def is_word(text: str) -> bool:
    """Return True if a text is one word of letters, digits and `_` with at least one letter."""
    return (
        re.fullmatch(rf"[A-Za-z0-9_]{{1,{MAX_LENGTH}}}", text) is not None and re.search("[A-Za-z]", text) is not None
    )


def is_seat(text: str) -> bool:
    """Return True if a text is the name of a player in scenarios, such as `P1`."""
    return _SEAT.fullmatch(text) is not None


def report_number(message: str, node: Node, low: int | None = None, high: int | None = None) -> Diagnostic:
    """Return the error for a value that is no number from `low` to `high`; it suggests the intended number."""
    meant = parse_intended_number(node.raw) if isinstance(node, Scalar) else None
    if not isinstance(node, Scalar) or meant is None:
        return Diagnostic(WRONG_VALUE, message, node.span, f"write for example `{max(low or 0, min(high or 2, 2))}`")
    if (low is not None and meant < low) or (high is not None and meant > high):
        label = f"write {low} or more" if low is not None and meant < low else f"write {high} or less"
        return Diagnostic(WRONG_VALUE, message, node.span, label)
    label = f"write `{meant}`{' without quotes' if node.raw == str(meant) else ''}"
    return Diagnostic(WRONG_VALUE, message, node.span, label, fix=Fix(node.span, str(meant)))


def find_misspelt_list(entries: Iterable[tuple[Scalar, Node]], known: Iterable[str]) -> Scalar | None:
    """Return the name of the only list with an unknown name, which is probably the main list misspelt.

    Returns None if there is no such list, or more than one.
    """
    words = set(known)
    lists = [
        key
        for key, node in entries
        if str(key.value) not in words
        and isinstance(node, Sequence)
        and any(isinstance(item, MappingNode) for item in node.items)
    ]
    return lists[0] if len(lists) == 1 else None


def _enumerate_some(words: Iterable[str], most: int = MAX_LISTED) -> str:
    """Return words as an enumeration of at most `most`."""
    listed = list(words)
    return ", ".join(listed if len(listed) <= most else [*listed[:most], "..."])


Entries = tuple[tuple[Scalar, Node], ...]


class FieldValues:
    """The values of the fields of one group, each read as declared. Reading reports errors."""

    def __init__(
        self, nodes: Mapping[str, Node], values: Mapping[str, Any], wrong: Mapping[str, list[Diagnostic]] | None = None
    ) -> None:
        self.nodes = nodes
        self._values = values
        self.wrong = wrong or {}  # fields with errors, and these errors

    def __contains__(self, word: str) -> bool:
        return word in self.nodes

    def value(self, word: str) -> Any:
        """Return the value of a field, or None if it is missing or malformed; its form depends on the declared shape.

        A text is a `str`, a word or rule text a node, yes or no a `bool`, a number an `int`, `2 to 6` a pair, a list of
        words a list of nodes, and a group of names chosen by the author a tuple of entries.
        """
        return self._values.get(word)

    def title(self, word: str) -> str:
        """Return the title of what is named `word`: without an article, as sentences and screens add their own."""
        return _ARTICLE.sub("", self._values.get("title") or "") or word.replace("_", " ")

    def yes(self, word: str) -> bool:
        """Return a yes-or-no field, False if it is missing."""
        return bool(self._values.get(word))

    def word(self, word: str) -> str | None:
        """Return a word as it is written in the file; None if it is missing."""
        scalar = self._values.get(word)
        return str(scalar.raw) if isinstance(scalar, Scalar) else None

    def words(self, word: str) -> list[Scalar]:
        """Return the words of a list."""
        return list(self._values.get(word) or ())

    def entries(self, word: str) -> Entries:
        """Return the entries of a group of names chosen by the author."""
        return tuple(self._values.get(word) or ())

    def span(self, word: str) -> Span | None:
        """Return the span of a field's value, None if it is missing."""
        return self.nodes[word].span if word in self.nodes else None


def find_reserved_meaning(word: str) -> str:
    """Return what a word that cannot be a name means in every game, such as "is a word of the language", or ""."""
    if word == NONE.base:
        return "means that there is nothing"
    return (
        "is a word of the language"
        if word in list_reserved_words()
        else "means a player in scenarios"
        if is_seat(word)
        else ""
    )


class FieldReader:
    """A reader of nodes that continues after an error and collects diagnostics."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []

    def error(self, code: str, message: str, span: Span, label: str, notes: tuple[DiagnosticNote, ...] = ()) -> None:
        """Report an error."""
        self.diagnostics.append(Diagnostic(code, message, span, label, notes))

    def unknown(
        self,
        code: str,
        what: str,
        node: Node | None,
        known: Iterable[str],
        span: Span | None = None,
        otherwise: str = "",
    ) -> None:
        """Report at `node` or `span` that there is no such `what`, and suggest the most similar known word.

        `otherwise` is the label if no known word is similar.
        """
        word = str(node.raw) if isinstance(node, Scalar) else ""
        place = node.span if node is not None else span
        assert place is not None
        self.unknown_at(code, f"there is no {what}", word, place, known, otherwise)

    def unknown_at(
        self, code: str, missed: str, word: str, place: Span, known: Iterable[str], otherwise: str = ""
    ) -> None:
        """Report an unknown word at a span, and suggest the most similar known word."""
        words = list(known)
        near = self._find_near(word, words)
        some = f"one of {_enumerate_some(words, 12)}" if words else "add one, or remove this"
        label = f"did you mean `{near}`?" if near else otherwise or some
        fix = Fix(place, near) if near else None
        self.diagnostics.append(Diagnostic(code, f"{missed} `{word}`", place, label, (), "error", fix))

    def _find_near(self, word: str, known: Iterable[str]) -> str | None:
        """Return the most similar known word; None if none is similar.

        Because the search is slow, it stops after as many diagnostics as are shown for a file.
        """
        return suggest_copy(word, known) if len(self.diagnostics) < MAX_TOLD_PER_FILE else None

    def unknown_field(self, key: Scalar, known: Iterable[str], near: str | None = None) -> None:
        """Report a field that does not exist here; `near` is the name that was certainly meant, or None."""
        words = list(known)
        near = near or self._find_near(str(key.value), words)
        label = f"did you mean `{near}`?" if near else f"possible: {_enumerate_some(words)}"
        fix = Fix(key.span, near) if near else None
        message = f"there is no field `{key.raw}` here"
        self.diagnostics.append(Diagnostic(UNKNOWN_FIELD, message, key.span, label, (), "error", fix))

    def named(self, name: Scalar) -> None:
        """Report a declared name that is not a valid word, or that has a meaning in the language."""
        if not is_word(str(name.value)):
            near = re.sub(r"\W+", "_", name.raw).strip("_")
            label = f"write `{near}`" if is_word(near) else "choose another name"
            self.error(BAD_NAME, f"`{name.raw}` is not a name: use only letters, digits and `_`", name.span, label)
        elif reserved := find_reserved_meaning(str(name.value)):
            self.error(BAD_NAME, f"`{name.raw}` {reserved} and cannot be a name", name.span, "choose another name")

    def declared(self, word: str, key: Scalar, among: Mapping[str, Any]) -> None:
        """Report a name that is already in `among`."""
        if word in among:
            notes = note_declared(word, among[word].span)
            self.error(DUPLICATE_ID, f"`{word}` is declared twice", key.span, "rename or remove one of the two", notes)

    def group(
        self, node: Node | None, what: str, group: FieldGroup, known: Iterable[str] = (), at: Span | None = None
    ) -> FieldValues:
        """Return the fields of a group, or the single value that stands for it; report unknown and missing fields.

        `known` are the possible names, by default those of the group. `at` is the span for errors about missing fields.
        """
        before = len(self.diagnostics)
        nodes: dict[str, Node]
        if group.short and node is not None and not isinstance(node, MappingNode):
            nodes = {group.short: node}
        else:
            nodes = self.mapping(node, what, known or group.words, group.main)
        has_reported = len(self.diagnostics) > before
        values: dict[str, Any] = {}
        wrong: dict[str, list[Diagnostic]] = {}
        for word, field in ((each.word, each) for each in group.fields if each.word in nodes):
            before = len(self.diagnostics)
            values[word] = self.field(field, nodes[word])
            if found := self.diagnostics[before:]:
                wrong[word] = found
        place = at or (node.span if node is not None else None)
        for field in group.fields if not has_reported else ():
            if place is not None and field.needed and field.word not in nodes:
                self.error(MISSING_FIELD, f"the field `{field.word}` is missing", place, f"add `{field.word}: ...`")
        return FieldValues(nodes, values, wrong)

    def field(self, field: Field, node: Node) -> Any:
        """Return the value of a field in the form that `FieldValues.value` describes; report a malformed value."""
        what = field.word
        match field.shape:
            case f.LineText(fills):
                scalar = self.scalar(node, what)
                if scalar is not None and not fills:
                    self.warn_of_braces(scalar, what)
                    if scalar.raw and not scalar.raw.strip():
                        label = "write what players are to read, or remove the field"
                        self.error(WRONG_VALUE, f"`{what}` is blank", scalar.span, label)
                        return None
                return None if scalar is None else self.on_a_line(scalar, what)
            case f.TextField():
                scalar = self.scalar(node, what)
                if scalar is not None:
                    self.warn_of_braces(scalar, what)
                return None if scalar is None else str(scalar.raw)
            case f.WordField() | f.Id() | f.Value():
                return self.scalar(node, what)
            case f.Flag():
                scalar = self.scalar(node, what)
                if scalar is not None and scalar.raw not in (*YES, *NO):
                    self.error(WRONG_VALUE, f"`{what}` can be only `yes` or `no`", scalar.span, "write `yes` or `no`")
                    return suggest(scalar.raw, (*YES, *NO)) in YES  # no errors are to follow from the probable one
                return scalar is not None and scalar.raw in YES
            case f.OneOf(noun, words):
                scalar = self.scalar(node, what)
                if scalar is not None and scalar.raw not in words:
                    self.unknown(UNKNOWN_WORD, noun, scalar, words)
                return scalar.raw if scalar is not None and scalar.raw in words else None
            case f.NumberField(low, high):
                return self._number(node, what, low, high)
            case f.FromTo(low, high):
                return self._read_range(node, what, low, high)
            case f.Language():
                return self.text_of(node, what)
            case f.ListField(f.WordField() | f.LineText(), alone=True, empty=True):
                return self.words(node, what)
            case f.ListField(empty=False) | f.MapOf(empty=False) if isinstance(node, Scalar) and node.value is None:
                self.error(WRONG_VALUE, f"`{what}` has no value", node.span, "add a value, or delete the field")
            case f.ListField(f.WordField(), alone=True):
                return self.words(node, what)
            case f.MapOf() | FieldGroup(adds_up=True):
                return self.entries(node, what)
        return None

    def _number(self, node: Node, what: str, low: int | None, high: int | None) -> int | None:
        scalar = self.scalar(node, what)
        value = scalar.value if scalar is not None else None
        if (
            isinstance(value, int)
            and not isinstance(value, bool)
            and (low is None or low <= value)
            and (high is None or value <= high)
        ):
            return value
        if scalar is not None:
            bounds = f", {low} or more" if high is None else f" from {low} to {high}"
            self.diagnostics.append(report_number(f"`{what}` must be a whole number{bounds}", scalar, low, high))
        return None

    def _read_range(self, node: Node, what: str, low: int, high: int) -> tuple[int, int] | None:
        scalar = self.scalar(node, what)
        words = re.fullmatch(r"(\d{1,9})(?: to (\d{1,9}))?", scalar.raw) if scalar is not None else None
        found = (int(words[1]), int(words[2] or words[1])) if words is not None else (0, 0)
        if low <= found[0] <= found[1] <= high:
            return found
        if scalar is not None:
            message = f"`{what}` must be from {low} to {high}, the lower number first"
            if words is None:
                message = f"`{what}` is one number, or two such as `2 to 6`"
            meant = re.fullmatch(r"(\d{1,2}) *(?:[-–—/,]|\.{2,3}) *(\d{1,2})", scalar.raw)
            fix = Fix(scalar.span, f"{meant[1]} to {meant[2]}") if meant else None
            label = f"write for example `{max(low, min(2, high))} to {min(high, 6)}`"
            label = f"write `{fix.replacement}`" if fix else label
            self.diagnostics.append(Diagnostic(WRONG_VALUE, message, scalar.span, label, fix=fix))
        return None

    def mapping(self, node: Node | None, what: str, known: Iterable[str], main: str = "") -> dict[str, Node]:
        """Return the fields of a mapping and report unknown ones; {} if the node is no mapping.

        `main` is a required list: if it is missing, the only list of groups with an unknown name is used in its place.
        """
        words = list(known)
        fields: dict[str, Node] = {}
        meant: dict[str, Node] = {}
        above: tuple[Scalar, Node] | None = None
        entries = self.entries(node, what)
        is_there = not main or any(str(key.value) == main for key, _ in entries)
        misspelt = None if is_there else find_misspelt_list(entries, words)
        for key, value in entries:
            if str(key.value) in words:
                fields[str(key.value)] = value
                above = (key, value)
            elif above is not None and self._belongs_to_text(key, *above):
                if isinstance(above[1], Scalar) and not above[1].raw.strip():
                    fields.pop(str(above[0].value), None)
            else:
                near = main if key is misspelt else self._find_near(str(key.value), words)
                self.unknown_field(key, words, near)
                meant.update({near: value} if near else {})
        return {**meant, **fields}  # a field that is only misspelt is not missing as well

    def _belongs_to_text(self, key: Scalar, above: Scalar, text: Node) -> bool:
        """Return True, after reporting an error, if a key is really a badly indented line of the text above."""
        if not isinstance(text, Scalar) or text.style not in ("literal", "folded") or " " not in key.raw:
            return False
        message = f"indent the text of `{above.raw}` further than `{above.raw}`"
        if text.raw.strip():
            message = f"this line is not indented like the text of `{above.raw}`, so it is not part of it"
        self.error(WRONG_VALUE, message, key.span, "indent this line further")
        return True

    def entries(self, node: Node | None, what: str) -> tuple[tuple[Scalar, Node], ...]:
        """Return the entries of a mapping; () without a node.

        Any other node is reported with the message that `what` must be a group of fields.
        """
        if node is None or (isinstance(node, Scalar) and node.value is None):
            return ()
        if isinstance(node, MappingNode):
            return node.entries
        label = "write `NAME: VALUE`, one per line"
        self.error(WRONG_VALUE, f"`{what}` must be a group of fields", node.span, label)
        return ()

    def owned(self, entries: Iterable[tuple[Scalar, Node]], what: str) -> Iterator[tuple[str, Entries]]:
        """Yield the owners of zones or memory with their declarations.

        A misspelt owner is reported and replaced by the most similar one.
        """
        for key, node in entries:
            owner: str | None = str(key.value)
            if owner not in (TABLE, PLAYERS):
                self.unknown(UNKNOWN_WORD, f"owner of {what}", key, (TABLE, PLAYERS))
                owner = suggest(str(key.value), (TABLE, PLAYERS))
            if owner is not None:
                yield owner, self.entries(node, what)

    def scalar(self, node: Node | None, what: str, missing_at: Span | None = None) -> Scalar | None:
        """Return a single value; report another shape, and a missing value if `missing_at` is given.

        Returns None after an error.
        """
        if isinstance(node, Scalar) and node.value is not None:
            return node
        if isinstance(node, Scalar):
            missing = f"`{node.raw}` has no value in YAML; write a word in quotes" if node.raw else "add a value"
            comment = re.match(r"[ \t]*(#[^\s#]\S*)", node.file.text[node.end :])
            if comment is not None:
                missing = f"put the value in quotes: YAML reads `{comment[1]}` as a comment"
            self.error(WRONG_VALUE, f"`{what}` has no value", node.span, missing)
        elif node is not None:
            self.error(WRONG_VALUE, f"`{what}` must be a single value", node.span, f"write `{what}: VALUE`")
        elif missing_at is not None:
            self.error(MISSING_FIELD, f"the field `{what}` is missing", missing_at, f"add `{what}: ...`")
        return None

    def warn_of_braces(self, scalar: Scalar, what: str) -> None:
        """Warn of words in braces in a text where nothing fills them: players read them as they are written."""
        found = _BRACES.search(scalar.raw)
        if found is not None:
            message = f"nothing fills `{found[0]}` in `{what}`: players read it as it is written here"
            label = "write the value itself; a page `rules.md` can name a rule, whose value players see"
            span = scalar.span_of(*found.span())
            self.diagnostics.append(Diagnostic(UNKNOWN_PLACEHOLDER, message, span, label, severity="warning"))

    def on_a_line(self, scalar: Scalar, what: str) -> str:
        """Return a text that will be printed within a line; report line breaks and tabs."""
        text = scalar.raw.strip("\n")  # a block ends with a line break
        if "\n" in text or "\t" in text:
            label = "write it on one line" if "\n" in text else "write blanks in place of tabs"
            self.error(WRONG_VALUE, f"`{what}` must be a text on one line, without tabs", scalar.span, label)
        return text

    def words(self, node: Node | None, what: str) -> list[Scalar]:
        """Return the values of a list; a single value counts as a list."""
        if node is None or (isinstance(node, Scalar) and node.value is None):
            return []
        if isinstance(node, Scalar):
            parts = [part.strip() for part in node.raw.split(",")]
            if len(parts) < 2 or not all(is_word(part) for part in parts):
                return [node]
            fix = Fix(node.span, f"[{', '.join(parts)}]")
            message, label = f"`{what}` must be a list", f"write `{fix.replacement}`"
            self.diagnostics.append(Diagnostic(WRONG_VALUE, message, node.span, label, fix=fix))
            return [replace(node, value=part, raw=part) for part in parts]
        if isinstance(node, Sequence):
            return [item for item in (self.scalar(item, what) for item in node.items) if item is not None]
        self.error(WRONG_VALUE, f"`{what}` is a list", node.span, f"write `{what}: [ONE, OTHER]`")
        return []

    def text_of(self, node: Node, what: str) -> Scalar | None:
        """Return a rule text, or None after reporting that the value is no text."""
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return node
        shape = "this is a list" if isinstance(node, Sequence) else "this is a group of fields"
        if isinstance(node, Scalar):
            shape = f"YAML reads `{node.raw}` as another value" if node.raw else "nothing follows"
        label = f"write `{what}: |` and the rules on the lines below, indented"
        self.error(WRONG_VALUE, f"`{what}` must be a text, but {shape}", node.span, label)
        return None
