"""Conversion of YAML events to nodes; constructs that no card or rule file uses are refused."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from yaml import events

from cardwright.source import diagnostic_codes
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, Fix
from cardwright.source.look_alike_characters import describe_look_alike, replace_look_alikes
from cardwright.source.positions import SourceFile
from cardwright.source.visible_control_characters import REFUSED, SHOWN, find_refused_character, name_character
from cardwright.source.yaml.misread_characters import (
    find_curly_quotes,
    find_odd_ends,
    split_joined_field,
    strip_all_blanks,
)
from cardwright.source.yaml.nodes import MAX_DEPTH, TOO_DEEP, Mapping, Node, Scalar, Sequence, Style, Value
from cardwright.source.yaml.split_texts import join_items, join_values, report_split_texts

MAX_NODES = 100_000

_STYLES: dict[str | None, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}
_INTEGER = re.compile(r"[-+]?[0-9]+\Z|0o[0-7]+\Z|0x[0-9a-fA-F]+\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_SPECIAL_FLOAT = re.compile(r"([-+]?)\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z")
_MAX_DIGITS = 12
_WORDS: dict[str, Value] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_PROPERTY = re.compile(r"[&!][^\s,\[\]{}]*")
_ALIAS = re.compile(r"\*[^\s,\[\]{}]*")
_NUMBER_SIGN = re.compile(r"[ \t]+(#[0-9]\w*)")
_SURROGATE = re.compile("[\ud800-\udfff]")


def is_plain_text(raw: str) -> bool:
    """Return True if YAML reads an unquoted scalar as text, not as a number, `true`, `false` or null."""
    number = _INTEGER.match(raw) or _FLOAT.match(raw) or _SPECIAL_FLOAT.match(raw)
    return raw not in _WORDS and number is None


class _Mark(Protocol):
    @property
    def index(self) -> int: ...


def _compose_offset(mark: _Mark | None) -> int:
    """Return the offset of a YAML mark, which is never None: the library's parsers always set it."""
    return mark.index if mark else 0


class YamlRefusedError(Exception):
    """Signal that reading stops at a YAML construct that is refused."""


_OR_QUOTED = ", or put it in quotes if it is meant as text"


@dataclass
class _Open:
    """A list or mapping that is still open in the file; `key` is the key that waits for its value."""

    start: int
    is_mapping: bool
    end: int
    items: list[Node] = field(default_factory=list)
    pairs: list[tuple[Node, Node]] = field(default_factory=list)
    key: Node | None = None


class Composer:
    """Builder of the nodes of one file, and of `diagnostics` for them."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.diagnostics: list[Diagnostic] = []
        self.last_scalar: Scalar | None = None
        self.complete = True
        self._root: Node | None = None
        self._open: list[_Open] = []
        self._count = 0
        self._documents = 0

    def compose(self, stream: Iterable[events.Event]) -> Node | None:
        """Return the root node, or None for an empty file. Raises YamlRefusedError and the errors of the stream."""
        for event in stream:
            if isinstance(event, events.ScalarEvent):
                self._attach(self._compose_scalar(event), _compose_offset(event.end_mark))
            elif isinstance(event, (events.MappingStartEvent, events.SequenceStartEvent)):
                self._begin(event)
            elif isinstance(event, (events.MappingEndEvent, events.SequenceEndEvent)):
                self._finish(event)
            elif isinstance(event, events.AliasEvent):
                self._report_alias(event)
            elif isinstance(event, events.DocumentStartEvent):
                self._start_document(event)
        return self._root

    def _report(
        self, code: str, message: str, start: int, end: int, label: str, notes: tuple[DiagnosticNote, ...] = ()
    ) -> None:
        self.diagnostics.append(Diagnostic(code, message, self.file.span(start, end), label, notes))

    def _give_up(self, code: str, message: str, at: int, label: str) -> YamlRefusedError:
        self._report(code, message, at, at + 1, label)
        return YamlRefusedError()

    def _count_node(self, at: int) -> None:
        self._count += 1
        if self._count > MAX_NODES:
            message = f"this file contains more than {MAX_NODES:,} values"
            raise self._give_up(diagnostic_codes.FILE_TOO_LARGE, message, at, "split it into several files")

    def _start_document(self, event: events.DocumentStartEvent) -> None:
        start, end = _compose_offset(event.start_mark), _compose_offset(event.end_mark)
        self._documents += 1
        if self._documents > 1:
            message = "a second YAML document starts here, but a file has only one"
            label = "put what follows into a file of its own"
            self._report(diagnostic_codes.MANY_DOCUMENTS, message, start, end, label)
            raise YamlRefusedError
        if event.version or event.tags:
            first_line_end = len(self.file.text[start:].splitlines()[0]) + start
            message, label = "YAML directives are not allowed", "remove this line"
            self._report(diagnostic_codes.DIRECTIVE, message, start, first_line_end, label)

    def _report_alias(self, event: events.AliasEvent) -> None:
        start = _compose_offset(event.start_mark)
        word = _ALIAS.match(self.file.text, start)
        end = word.end() if word else _compose_offset(event.end_mark)
        message = f"`{self.file.text[start:end]}` is a YAML alias, which is not allowed"
        self._report(diagnostic_codes.ALIAS, message, start, end, f"repeat the value{_OR_QUOTED}")
        self.complete = False
        self._attach(Scalar(None, "", "plain", self.file.span(start, end), self.file, start, end), end)

    def _check_properties(self, event: events.NodeEvent, tag: str | None) -> int:
        """Report an anchor or a tag, and return the offset at which the value after it starts."""
        text, at = self.file.text, _compose_offset(event.start_mark)
        if event.anchor is None and tag is None:
            return at
        while found := _PROPERTY.match(text, at):
            word = found.group()
            what, code = ("anchor", diagnostic_codes.ANCHOR) if word[0] == "&" else ("tag", diagnostic_codes.TAG)
            message = f"`{word}` is a YAML {what}, which is not allowed"
            following = text[found.end() :].lstrip(" ")[:1]
            label = f"remove `{word}`" if following in ("{", "[", "\n") else f"remove it{_OR_QUOTED}"
            self._report(code, message, at, found.end(), label)
            at = found.end()
            while at < _compose_offset(event.end_mark) and text[at] in " \t\r\n":
                at += 1
        return at

    def _compose_scalar(self, event: events.ScalarEvent) -> Scalar:
        start = self._check_properties(event, event.tag)
        self._count_node(start)
        style = _STYLES.get(event.style, "plain")
        end = _compose_offset(event.end_mark)
        shown = self._find_visible_end(start, end) if style in ("literal", "folded") else end
        span = self.file.span(start, max(start, shown))
        raw: str = event.value
        if style == "plain":
            raw, start, end = self._strip_odd_ends(raw, start, end)
            raw = self._replace_look_alikes(raw, start, end)
        value: Value = self._read_plain(raw, start, end) if style == "plain" else raw
        if style == "double" and _SURROGATE.search(raw):
            message, label = "an escape in this text is not a character", "write the character itself"
            self._report(diagnostic_codes.BAD_ESCAPE, message, start, end, label)
            raw = value = _SURROGATE.sub("\ufffd", raw)
        scalar = Scalar(value, raw, style, span, self.file, start, max(start, end))
        if style == "plain" and value == raw:
            self._warn_of_comment(end)
        self.last_scalar = self._check_escapes(scalar) if style == "double" else scalar
        return self.last_scalar

    def _warn_of_comment(self, end: int) -> None:
        """Warn of a comment that looks like the end of the text before it, as in `Lot #5`."""
        found = _NUMBER_SIGN.match(self.file.text, end)
        if found is not None:
            message = f"YAML reads `{found[1]}` as a comment, so the text ends before it"
            label = "put the whole text in quotes; or write a space after the `#` of a comment"
            span = self.file.span(*found.span(1))
            self.diagnostics.append(Diagnostic(diagnostic_codes.COMMENT, message, span, label, severity="warning"))

    def _replace_look_alikes(self, raw: str, start: int, end: int) -> str:
        """Return a name with ASCII in place of letters of other scripts that only look like it; report these."""
        plain = replace_look_alikes(raw)
        if plain != raw:
            at = next(place for place, letter in enumerate(raw) if letter != plain[place])
            fix = Fix(self.file.span(start, end), plain)
            message, span = describe_look_alike(raw[at]), self.file.span(start + at, start + at + 1)
            code = diagnostic_codes.UNPRINTABLE_CHARACTER
            self.diagnostics.append(Diagnostic(code, message, span, f"write `{plain}`", fix=fix))
        return plain

    def _check_escapes(self, scalar: Scalar) -> Scalar:
        """Return a double-quoted scalar, in which forbidden characters from escapes are reported and replaced."""
        found = find_refused_character(scalar.raw)
        if found is None:
            return scalar
        message = f"{name_character(found.group())} is not allowed in a text"
        self.diagnostics.append(
            Diagnostic(diagnostic_codes.UNPRINTABLE_CHARACTER, message, scalar.span_of(*found.span()), "remove it")
        )
        raw = REFUSED.sub(SHOWN, scalar.raw)
        return replace(scalar, value=raw, raw=raw)

    def _strip_odd_ends(self, raw: str, start: int, end: int) -> tuple[str, int, int]:
        """Return an unquoted text and its offsets, without curly quotes and no-break spaces around it; report these."""
        found = find_curly_quotes(self.file, start, end) or find_odd_ends(self.file, start, end)
        if found is None:
            return raw, start, end
        start, end, diagnostic = found
        self.diagnostics.append(diagnostic)
        return raw[1:-1] if diagnostic.code == diagnostic_codes.CURLY_QUOTE else strip_all_blanks(raw), start, end

    def _find_visible_end(self, start: int, end: int) -> int:
        """Return the offset at which a block ends, before the empty lines that the YAML library includes in it."""
        return start + len(self.file.text[start:end].rstrip())

    def _read_plain(self, raw: str, start: int, end: int) -> Value:
        """Return the value of a plain scalar by the core schema of YAML 1.2: `no` and `1:30` are texts, `012` is 12."""
        if raw in _WORDS:
            return _WORDS[raw]
        if raw[0] not in "+-.0123456789":
            return raw
        if _INTEGER.match(raw):
            if len(raw) <= _MAX_DIGITS:
                return int(raw, {"0o": 8, "0x": 16}.get(raw[:2], 10))
        elif _FLOAT.match(raw):
            number = float(raw)
            if abs(number) != float("inf"):
                return number
        elif special := _SPECIAL_FLOAT.match(raw):
            return float("nan") if special[1] is None else float(f"{special[1]}inf")
        else:
            return raw
        label = f"write at most {_MAX_DIGITS} digits"
        self._report(diagnostic_codes.NUMBER_TOO_LARGE, "this number is too large", start, end, label)
        return 0

    def _begin(self, event: events.MappingStartEvent | events.SequenceStartEvent) -> None:
        start = self._check_properties(event, event.tag)
        self._count_node(start)
        if len(self._open) >= MAX_DEPTH:
            raise self._give_up(diagnostic_codes.TOO_DEEP, TOO_DEEP, start, "write it in fewer levels")
        self._open.append(_Open(start, isinstance(event, events.MappingStartEvent), _compose_offset(event.end_mark)))

    def _finish(self, event: events.MappingEndEvent | events.SequenceEndEvent) -> None:
        top = self._open.pop()
        end = _compose_offset(event.end_mark)
        closing = {"[": "]", "{": "}"}.get(self.file.text[top.start : top.start + 1])
        # without brackets of its own, the end that the parser reports is the start of the next node
        if closing is None or self.file.text[end - 1 : end] != closing:
            end = top.end
        if closing is not None:
            self._join_split_texts(top)
        span = self.file.span(top.start, end)
        node: Node = (
            Mapping(self._compose_entries(top.pairs), span) if top.is_mapping else Sequence(tuple(top.items), span)
        )
        self._attach(node, end)

    def _join_split_texts(self, top: _Open) -> None:
        """Join and report texts in a list or group between brackets that YAML split, such as `f(a, b)`."""
        if top.is_mapping:
            top.pairs, found = join_values(self.file, top.pairs)
        else:
            top.items, found = join_items(self.file, top.items)
        if found:
            self.diagnostics.append(report_split_texts(self.file, found, self.file.text[top.start]))

    def _attach(self, node: Node, end: int) -> None:
        if not self._open:
            self._root = node
            return
        parent = self._open[-1]
        if isinstance(node, Scalar) and node.style in ("literal", "folded"):
            end = self._find_visible_end(node.start, end)
        parent.end = max(parent.end, end)
        if not parent.is_mapping:
            parent.items.append(node)
        elif parent.key is None:
            parent.key = node
        else:
            parent.pairs.append((parent.key, node))
            parent.key = None

    def _compose_entries(self, pairs: list[tuple[Node, Node]]) -> tuple[tuple[Scalar, Node], ...]:
        entries: dict[str, tuple[Scalar, Node]] = {}
        before: Node | None = None
        for node, given in pairs:
            key, value = self._repair_missing_colon(node, given, before) or (self._read_key(node), given)
            before = value
            if key is None:
                continue
            first = entries.setdefault(key.raw, (key, value))
            if first[0] is not key:
                notes = (DiagnosticNote(f"`{key.raw}` is first given here", first[0].span),)
                message = f"`{key.raw}` is given twice"
                self.diagnostics.append(
                    Diagnostic(diagnostic_codes.DUPLICATE_KEY, message, key.span, "remove one of the two", notes)
                )
        return tuple(entries.values())

    def _repair_missing_colon(self, node: Node, value: Node, before: Node | None) -> tuple[Scalar | None, Node] | None:
        """Return the intended key and value of an entry in braces that lacks its colon, after reporting it.

        Returns None for other entries.
        """
        if not (isinstance(node, Scalar) and isinstance(value, Scalar) and node.raw and not value.raw):
            return None
        if value.style != "plain" or ":" in self.file.text[node.end : value.start]:
            return None
        numbers = isinstance(node.value, int | float) and isinstance(before, Scalar) and isinstance(before.value, int)
        if numbers and isinstance(before, Scalar):
            message = "a `,` ends the value here: write numbers without commas"
            thousands = re.fullmatch(r"[0-9]{3}", node.raw) is not None and re.fullmatch(
                r"-?[1-9][0-9]{0,2}", before.raw
            )
            fix = Fix(self.file.span(before.start, node.end), f"{before.raw}{node.raw}") if thousands else None
            label = f"write `{fix.replacement}`" if fix else "write a whole number"
            self.diagnostics.append(Diagnostic(diagnostic_codes.BRACKETS, message, node.span, label, fix=fix))
            return None, value
        found = split_joined_field(node.raw) if node.style == "plain" else None
        if found is None or self.file.text[node.start : node.end] != node.raw:
            message, label = (
                f"`{node.raw}` has no value",
                f"write `{node.raw}: VALUE` or `NAME: {node.raw}`; a list is written `[...]`",
            )
            self._report(diagnostic_codes.MISSING_COLON, message, node.start, node.end, label)
            return None, value
        meant = f"{found['word']}: {found['value']}"
        message, label = "a colon and a space are missing after the name of this field", f"write `{meant}`"
        is_text = isinstance(before, Scalar) and before.style == "plain" and " " in before.raw
        if is_text:
            message = "YAML ends the text before this at the `,`, and reads a field here whose colon is missing"
            label = f"put the text with its `,` in quotes; if this is a field, {label}"
        joined = None if is_text else Fix(node.span, meant)
        self.diagnostics.append(Diagnostic(diagnostic_codes.MISSING_COLON, message, node.span, label, fix=joined))
        word, rest = (self._compose_part(node, *found.span(name)) for name in ("word", "value"))
        return word, rest

    def _compose_part(self, node: Scalar, start: int, end: int) -> Scalar:
        """Return the part of an unquoted text between two offsets as a scalar."""
        raw, start, end = node.raw[start:end], node.start + start, node.start + end
        return Scalar(
            self._read_plain(raw, start, end), raw, "plain", self.file.span(start, end), self.file, start, end
        )

    def _read_key(self, node: Node) -> Scalar | None:
        """Return a key as text, or None if it cannot be text. A key that is not written as text is reported."""
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return node
        if isinstance(node, Scalar) and node.raw.isascii() and node.raw.isdecimal():
            # the key is a number of players: a name, as if it were quoted
            return Scalar(node.raw, node.raw, node.style, node.span, self.file, node.start, node.end)
        if isinstance(node, Scalar) and node.raw:
            read = "yes or no" if isinstance(node.value, bool) else "nothing" if node.value is None else "a number"
            message = f"the name of a field must be a text, but YAML reads `{node.raw}` as {read}"
            fix = Fix(node.span, f'"{node.raw}"')
            label = f"write `{fix.replacement}`"
            self.diagnostics.append(Diagnostic(diagnostic_codes.KEY_NOT_TEXT, message, node.span, label, fix=fix))
            return Scalar(node.raw, node.raw, node.style, node.span, self.file, node.start, node.end)
        message, label = "the name of a field must be a text", "write `NAME: VALUE`"
        self.diagnostics.append(Diagnostic(diagnostic_codes.KEY_NOT_TEXT, message, node.span, label))
        return None
