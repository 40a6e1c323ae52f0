"""Texts between brackets that YAML splits at a comma or colon of their own, such as `[f(a, b) is 1]`."""

import re
from collections.abc import Sequence as Items
from dataclasses import replace

from cardwright.source.diagnostic_codes import BRACKETS
from cardwright.source.diagnostics import Diagnostic, Fix
from cardwright.source.positions import SourceFile
from cardwright.source.yaml.nodes import Mapping, Node, Scalar

_MAX_SHOWN = 60
_SIGNS = re.compile(r'"[^"\n]*"|[(),]|:(?=\s)')
Pair = tuple[Node, Node]


def join_items(file: SourceFile, items: Items[Node]) -> tuple[list[Node], list[Scalar]]:
    """Return the items of a list in square brackets, and those texts among them that were split and are joined."""
    done: list[Node] = []
    found: list[Scalar] = []
    place = 0
    while place < len(items):
        item, last = items[place], place
        bounds = _find_bounds(item)
        if bounds is not None:
            key, value = item.entries[0] if isinstance(item, Mapping) else (None, None)
            begin, end = bounds
            field = key is not None and _count_open(file.text[key.start : key.end]) == 0
            if field and isinstance(value, Scalar):
                begin = value.start
            while _count_open(file.text[begin:end]) > 0 and last + 1 < len(items):
                following = _find_bounds(items[last + 1])
                if following is None:
                    break
                last, end = last + 1, following[1]
            if (last > place or (key is not None and not field)) and _count_open(file.text[begin:end]) == 0:
                text = _make_text(file, begin, end)
                found.append(text)
                item = replace(item, entries=((key, text),)) if field and isinstance(item, Mapping) and key else text
            else:
                last = place
        done.append(item)
        place = last + 1
    return done, found


def join_values(file: SourceFile, pairs: Items[Pair]) -> tuple[list[Pair], list[Scalar]]:
    """Return the entries of a group in braces, and those of their values that were split and are joined."""
    done: list[Pair] = []
    found: list[Scalar] = []
    place = 0
    while place < len(pairs):
        (key, value), last = pairs[place], place
        if isinstance(value, Scalar) and value.style == "plain" and value.raw:
            end = value.end
            while _count_open(file.text[value.start : end]) > 0 and last + 1 < len(pairs):
                parts = [part for part in pairs[last + 1] if isinstance(part, Scalar) and part.style == "plain"]
                if len(parts) < 2:
                    break
                last, end = last + 1, parts[1].end if parts[1].raw else parts[0].end
            meant = _make_text(file, value.start, end)
            if last > place and _count_open(meant.raw) == 0 and not re.search(r":\s", meant.raw):
                value = meant
                found.append(value)
            else:
                last = place
        done.append((key, value))
        place = last + 1
    return done, found


def report_split_texts(file: SourceFile, found: Items[Scalar], opened: str) -> Diagnostic:
    """Return the diagnostic for texts between the same brackets that YAML splits, with a fix that quotes them."""
    first, last = found[0], found[-1]
    depth = 0
    at, sign = first.start, ","
    for match in _SIGNS.finditer(file.text, first.start, first.end):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth and match[0] in (",", ":"):
            at, sign = match.start(), match[0]
            break
    written, place = "", first.start
    for text in found:
        written += file.text[place : text.start] + _quote(text.raw)
        place = text.end
    closing = "]" if opened == "[" else "}"
    message = f"between `{opened}` and `{closing}`, YAML ends a text at a `{sign}`: this one needs quotes"
    if len(found) > 1:
        message += f", and so {'does' if len(found) == 2 else 'do'} {len(found) - 1} more behind it"
    quoted = _quote(first.raw)
    label = f"write `{quoted}`" if len(quoted) <= _MAX_SHOWN else "put the whole text in quotes"
    label += ", or each item on a line of its own, after `- `" if opened == "[" else ""
    return Diagnostic(
        BRACKETS, message, file.span(at, at + 1), label, fix=Fix(file.span(first.start, last.end), written)
    )


def _find_bounds(node: Node) -> tuple[int, int] | None:
    """Return the offsets of an item that is written without quotes or brackets: a text or a single field."""
    if isinstance(node, Scalar):
        return (node.start, node.end) if node.style == "plain" else None
    if not isinstance(node, Mapping) or len(node.entries) != 1:
        return None
    key, value = node.entries[0]
    inside = key.span.line, key.span.column
    if inside != (node.span.line, node.span.column) or not isinstance(value, Scalar) or value.style != "plain":
        return None
    return (key.start, value.end if value.raw else key.end) if key.style == "plain" else None


def _count_open(text: str) -> int:
    """Return how many round brackets or quotes are open at the end of a text; -1 if a bracket closes nothing."""
    depth = 0
    for match in _SIGNS.finditer(text):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth < 0:
            return -1
    return max(depth, text.count('"') % 2)


def _make_text(file: SourceFile, start: int, end: int) -> Scalar:
    raw = re.sub(r"[ \t]*\r?\n\s*", " ", file.text[start:end])
    return Scalar(raw, raw, "plain", file.span(start, end), file, start, end)


def _quote(text: str) -> str:
    return f"'{text.replace(chr(39), chr(39) * 2)}'" if '"' in text or "\\" in text else f'"{text}"'
