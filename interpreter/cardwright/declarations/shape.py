"""Reads the fields of YAML nodes, and reports the ones that are missing, unknown or of the wrong shape."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from cardwright.declarations.declared import PLAYERS, TABLE
from cardwright.source.diagnostics import Diagnostic, Fix, Note, declare_code
from cardwright.source.positions import Span
from cardwright.source.spelling import suggest
from cardwright.source.yaml.nodes import Mapping as MappingNode
from cardwright.source.yaml.nodes import Node, Scalar, Sequence

UNKNOWN_FIELD = declare_code(
    "unknown-field",
    "A field is given that does not exist there.",
    mend="Correct the spelling, or delete the field; a new attribute of cards is declared under `kinds: card: "
    "attributes:`.",
)
MISSING_FIELD = declare_code(
    "missing-field",
    "A field or an entry is missing that must be given.",
    mend="Add the field. An attribute that many cards lack gets a `default` where it is declared.",
)
WRONG_VALUE = declare_code(
    "wrong-value",
    "A field holds a value of the wrong shape.",
    mend="Write what the message says belongs there: a single value, a list such as `[tea, silk]`, a group of fields, "
    "each `name: value`, or a text on the lines below a `|`. Numbers stand without quotes, and an id is one word.",
)
BAD_NAME = declare_code(
    "bad-name",
    "A name is not one word of letters, digits and `_`, or is a word of the language.",
    mend="Use letters, digits and `_` only, and no word of the language; what players read may be anything, as `title` "
    "or `name`.",
)
UNKNOWN_TYPE = declare_code(
    "unknown-type",
    "A type is named that the language and the game do not have.",
    mend="Write `number`, `yes_no`, `text`, `player`, a kind of piece or a type of the game; a new type of words is "
    "declared under `types`.",
)
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
DUPLICATE_ID = declare_code(
    "duplicate-id",
    "Two cards or declarations share one name.",
    mend="Give one of the two another name. Two copies of one card are `copies: 2` on it.",
)


# What texts of the language could not tell from a name of the game's own.
RESERVED = frozenset(
    "add after and before cap choose else forbid from gives if in is it let may modify multiply no no_limit nobody not "
    "offer on opponents option or otherwise players raise remove repeat repeatedly require rule secretly set step "
    "subtract this times until verb where yes you".split()
)


LONGEST = 80  # characters of a name
# What stands for all windows where offers name theirs.
ANYTIME = "anytime"
# What scenarios call players by their seats.
_SEAT = re.compile(r"P[0-9]+")


def is_word(text: str) -> bool:
    """Whether a text is one word of letters, digits and `_`, with a letter in it."""
    return re.fullmatch(rf"[A-Za-z0-9_]{{1,{LONGEST}}}", text) is not None and re.search("[A-Za-z]", text) is not None


def is_seat(text: str) -> bool:
    """Whether a text is what scenarios call a player: P1 for the first seat."""
    return _SEAT.fullmatch(text) is not None


def not_a_number(message: str, node: Node) -> Diagnostic:
    """What is told of a value that is no number; of a number in quotes or with something behind it, what to write."""
    found = re.match(r"[0-9]{1,9}(?![0-9.,:/eE-])", node.raw) if isinstance(node, Scalar) else None
    if found is None:
        return Diagnostic(WRONG_VALUE, message, node.span)
    quoted = isinstance(node, Scalar) and found.group() == node.raw
    label = f"write `{int(found.group())}`{' without quotes' if quoted else ''}"
    fix = Fix(node.span, str(int(found.group()))) if quoted else None
    return Diagnostic(WRONG_VALUE, message, node.span, label, fix=fix)


def meant_as_list(entries: Iterable[tuple[Scalar, Node]], known: Iterable[str]) -> Scalar | None:
    """The name of the only list of groups among some entries that are not known: that of the list, misspelt."""
    words = set(known)
    lists = [
        key
        for key, node in entries
        if str(key.value) not in words
        and isinstance(node, Sequence)
        and any(isinstance(item, MappingNode) for item in node.items)
    ]
    return lists[0] if len(lists) == 1 else None


class Reader:
    """Reads nodes field by field; every mistake becomes a diagnostic and reading goes on."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []

    def error(self, code: str, message: str, span: Span, label: str = "", notes: tuple[Note, ...] = ()) -> None:
        """Report a mistake."""
        self.diagnostics.append(Diagnostic(code, message, span, label, notes))

    def unknown(self, code: str, what: str, node: Node | None, known: Iterable[str], span: Span | None = None) -> None:
        """Report a word that is not among the known ones, with the nearest of them."""
        word = str(node.raw) if isinstance(node, Scalar) else ""
        place = node.span if node is not None else span
        assert place is not None
        self.unknown_at(code, f"there is no {what}", word, place, known)

    def unknown_at(self, code: str, missed: str, word: str, place: Span, known: Iterable[str]) -> None:
        """Report an unknown word at its place, with the nearest of the known ones."""
        words = list(known)
        near = suggest(word, words)
        label = f"did you mean `{near}`?" if near else f"one of {', '.join(words[:12])}" if words else ""
        fix = Fix(place, near) if near else None
        self.diagnostics.append(Diagnostic(code, f"{missed} `{word}`", place, label, (), "error", fix))

    def unknown_field(self, key: Scalar, known: Iterable[str], near: str | None = None) -> None:
        """Report a field that does not exist here; `near` is what it certainly was meant to be."""
        words = list(known)
        near = near or suggest(str(key.value), words)
        label = f"did you mean `{near}`?" if near else f"possible: {', '.join(words)}"
        fix = Fix(key.span, near) if near else None
        message = f"there is no field `{key.raw}` here"
        self.diagnostics.append(Diagnostic(UNKNOWN_FIELD, message, key.span, label, (), "error", fix))

    def named(self, name: Scalar) -> None:
        """Report a name that could not be written in a text of the language."""
        if not is_word(str(name.value)):
            self.error(BAD_NAME, f"`{name.raw}` is not a name: use one word of letters, digits and `_`", name.span)
        elif name.value in RESERVED:
            self.error(BAD_NAME, f"`{name.raw}` is a word of the language and cannot be a name", name.span)

        elif is_seat(name.raw):
            self.error(BAD_NAME, f"`{name.raw}` is what scenarios call a player and cannot be a name", name.span)

    def declared(self, word: str, key: Scalar, among: Mapping[str, Any]) -> None:
        """Report a name that was declared before."""
        if word in among:
            note = Note("declared here first", among[word].span)
            self.error(DUPLICATE_ID, f"`{word}` is declared twice", key.span, notes=(note,))

    def mapping(self, node: Node | None, what: str, known: Iterable[str], main: str = "") -> dict[str, Node]:
        """The fields of a mapping, unknown ones reported; {} for what is no mapping.

        `main` is a list that must be there: if it is not, the only unknown list of groups is taken for it.
        """
        words = list(known)
        fields: dict[str, Node] = {}
        meant: dict[str, Node] = {}
        above: tuple[Scalar, Node] | None = None
        entries = self.entries(node, what)
        is_there = not main or any(str(key.value) == main for key, _ in entries)
        misspelt = None if is_there else meant_as_list(entries, words)
        for key, value in entries:
            if str(key.value) in words:
                fields[str(key.value)] = value
                above = (key, value)
            elif above is not None and self._of_text(key, *above):
                if isinstance(above[1], Scalar) and not above[1].raw.strip():
                    fields.pop(str(above[0].value), None)
            else:
                near = main if key is misspelt else suggest(str(key.value), words)
                self.unknown_field(key, words, near)
                meant.update({near: value} if near else {})
        return {**meant, **fields}  # a field that is only misspelt is not missing as well

    def _of_text(self, key: Scalar, above: Scalar, text: Node) -> bool:
        """Whether a field is no field but the text of the empty block above it, not indented; reported if so."""
        if not isinstance(text, Scalar) or text.style not in ("literal", "folded") or " " not in key.raw:
            return False
        message = f"the text of `{above.raw}` is to be indented further than `{above.raw}` itself"
        if text.raw.strip():
            message = f"this is not indented like the text of `{above.raw}`, so it does not belong to it"
        self.error(WRONG_VALUE, message, key.span, "indent this line further")
        return True

    def entries(self, node: Node | None, what: str) -> tuple[tuple[Scalar, Node], ...]:
        """The entries of a mapping; () for nothing, and for another shape, which is reported."""
        if node is None or (isinstance(node, Scalar) and node.value is None):
            return ()
        if isinstance(node, MappingNode):
            return node.entries
        self.error(WRONG_VALUE, f"`{what}` is a group of fields (`name: value`, one a line)", node.span)
        return ()

    def owner(self, key: Scalar, what: str) -> str | None:
        """Whose zones or memory a name stands for; a misspelt one, which is reported, is taken as meant."""
        if str(key.value) in (TABLE, PLAYERS):
            return str(key.value)
        self.unknown(UNKNOWN_WORD, f"owner of {what}", key, (TABLE, PLAYERS))
        return suggest(str(key.value), (TABLE, PLAYERS))

    def scalar(self, node: Node | None, what: str, missing_at: Span | None = None) -> Scalar | None:
        """A single value; reports another shape, and a missing one when told where it should stand."""
        if isinstance(node, Scalar) and node.value is not None:
            return node
        if isinstance(node, Scalar):
            missing = f"`{node.raw}` means nothing to YAML; a word is put in quotes" if node.raw else ""
            self.error(WRONG_VALUE, f"`{what}` has no value", node.span, missing)
        elif node is not None:
            self.error(WRONG_VALUE, f"`{what}` is a single value", node.span)
        elif missing_at is not None:
            self.error(MISSING_FIELD, f"`{what}` is missing here", missing_at)
        return None

    def word(self, fields: Mapping[str, Node], what: str) -> str | None:
        """The text of a field, or None when it is not given."""
        scalar = self.scalar(fields.get(what), what)
        return None if scalar is None else str(scalar.raw)

    def line(self, fields: Mapping[str, Node], what: str) -> str | None:
        """The text of a field that is printed within a line, such as a title, or None when it is not given."""
        scalar = self.scalar(fields.get(what), what)
        return None if scalar is None else self.on_a_line(scalar, what)

    def on_a_line(self, scalar: Scalar, what: str) -> str:
        """A text that is printed within a line; reports one that would look like several, or like columns."""
        text = scalar.raw.strip("\n")  # a block ends with a line break
        if "\n" in text or "\t" in text:
            self.error(WRONG_VALUE, f"`{what}` is a text on one line, without tabs", scalar.span)
        return text

    def yes(self, fields: Mapping[str, Node], what: str) -> bool:
        """A yes or no field; no when it is not given."""
        scalar = self.scalar(fields.get(what), what)
        if scalar is None:
            return False
        if str(scalar.raw) not in ("yes", "no", "true", "false"):
            self.error(WRONG_VALUE, f"`{what}` is `yes` or `no`", scalar.span)
        return str(scalar.raw) in ("yes", "true")

    def words(self, node: Node | None, what: str) -> list[Scalar]:
        """The single values of a list; one value alone counts as a list of it."""
        if node is None or (isinstance(node, Scalar) and node.value is None):
            return []
        if isinstance(node, Scalar):
            parts = [part.strip() for part in node.raw.split(",")]
            if len(parts) < 2 or not all(is_word(part) for part in parts):
                return [node]
            fix = Fix(node.span, f"[{', '.join(parts)}]")
            message = f"`{what}` is a list: write `{fix.replacement}`"
            self.diagnostics.append(Diagnostic(WRONG_VALUE, message, node.span, fix=fix))
            return [replace(node, value=part, raw=part) for part in parts]
        if isinstance(node, Sequence):
            return [item for item in (self.scalar(item, what) for item in node.items) if item is not None]
        self.error(WRONG_VALUE, f"`{what}` is a list", node.span)
        return []

    def text_of(self, node: Node, what: str) -> Scalar | None:
        """A text field of the language; None, which is reported, for anything else."""
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return node
        message = f"`{what}` is a text: write `{what}: |` and the text below it, indented"
        self.error(WRONG_VALUE, message, node.span)
        return None


def span_of(fields: Mapping[str, Node], what: str) -> Span | None:
    """The place of a field's value, if it is given."""
    return fields[what].span if what in fields else None
