"""Formats whole files of games, cards and scenarios: their YAML and the texts of the language inside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardwright.declarations.file_sorts import sort_of, wrong_file
from cardwright.declarations.look import LOOK_FIELDS
from cardwright.formatting.texts import format_text
from cardwright.source.diagnostics import CardwrightError, Diagnostic
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Node, Scalar, YamlDocument
from cardwright.source.yaml.nodes import Sequence as SequenceNode
from cardwright.source.yaml.writer import Path as Way
from cardwright.source.yaml.writer import write_yaml
from cardwright.syntax.parser import parse

# The order of fields, `*` standing for those a game declares itself, and in a file for all that are not named here:
# they keep the order their author gave them.
FILE = "game title summary players sets set kind seed play given chance when * cards examples scenarios".split()
PIECE = "each id name kind copies * inferred note power reminder examples".split()
TYPE = "title plural values".split()
KIND = "title plural part_of attributes parts zones memory interchangeable".split()
ATTRIBUTE = "is default".split()
ZONE = "of see down ordered title".split()
MEMORY = "is starts per until secret title".split()
TABLE = "roles values".split()
LOOK = list(LOOK_FIELDS)
SCENARIO = "name players seed play sets given chance when then ends".split()

_ORDERS: dict[Way, Sequence[str]] = {
    (): FILE,
    ("cards", "-"): PIECE,
    ("pieces", "-"): PIECE,
    ("types", "*"): TYPE,
    ("kinds", "*"): KIND,
    ("kinds", "*", "attributes", "*"): ATTRIBUTE,
    ("kinds", "*", "zones", "*"): ZONE,
    ("kinds", "*", "memory", "*"): MEMORY,
    ("zones", "*", "*"): ZONE,
    ("memory", "*", "*"): MEMORY,
    ("tables", "*"): TABLE,
    ("look",): LOOK,
    ("scenarios", "-"): SCENARIO,
    ("examples", "-"): SCENARIO,
    ("cards", "-", "examples", "-"): SCENARIO,
    ("pieces", "-", "examples", "-"): SCENARIO,
}
_EXAMPLES: tuple[Way, ...] = (
    ("scenarios", "-"),
    ("examples", "-"),
    ("cards", "-", "examples", "-"),
    ("pieces", "-", "examples", "-"),
)
_TEXTS: dict[Way, str] = {
    ("library",): "library",
    ("cards", "-", "power"): "power",
    ("pieces", "-", "power"): "power",
    **{(*way, "when", "-", "do"): "deeds" for way in ((), *_EXAMPLES)},
    **{(*way, "when", "-", "then"): "value" for way in ((), *_EXAMPLES)},
    **{(*way, "then", "-"): "value" for way in _EXAMPLES},
    **{(*way, "then"): "value" for way in _EXAMPLES},
}


def format_file(path: Path, text: str | None = None) -> str:
    """The text of a file, or `text` under its name, in the one style; formatting it again changes nothing.

    It loads as the same values, and the texts of the language in it parse as the same trees. Raises CardwrightError
    with every mistake in its YAML and in its texts.
    """
    document = load_yaml(path, text)
    found = [*document.diagnostics, *_problems(document)]
    if found or document.root is None:
        raise CardwrightError(found)
    new = write_yaml(document.file, document.root, _order, _rewrite)
    again = load_yaml(path, new)
    # A last look before anybody's file is written: a text that came out different is our bug, never theirs.
    assert again.root is not None, f"{path}: the formatted file does not load"
    assert _meaning(again.root) == _meaning(document.root), f"{path}: the formatted file means something else"
    return new


def format_own_file(path: Path, text: str | None = None) -> str:
    """As `format_file`; raises CardwrightError for what is no file of a game, of cards or of scenarios, too."""
    new = format_file(path, text)
    if sort_of(path, text) is None:
        raise CardwrightError([wrong_file(path.as_posix())])
    return new


def text_kind(way: Way) -> str | None:
    """The kind of text of the language at a path of fields, None if what stands there is none."""
    return _TEXTS.get(way)


def texts_of(node: Node, way: Way = ()) -> list[tuple[Scalar, str]]:
    """All texts of the language in a file, each with its kind."""
    if isinstance(node, Scalar):
        kind = text_kind(way)
        return [(node, kind)] if kind is not None and isinstance(node.value, str) else []
    found = []
    if isinstance(node, Mapping):
        for key, value in node.entries:
            found += texts_of(value, (*way, key.raw))
    else:
        for item in node.items:
            found += texts_of(item, (*way, "-"))
    return found


def _problems(document: YamlDocument) -> list[Diagnostic]:
    found = []
    for scalar, kind in texts_of(document.root) if document.root is not None else ():
        for each in parse(scalar.raw, kind).problems:
            found.append(Diagnostic(each.code, each.message, scalar.span_of(each.start, each.end), each.label))
    return found


def _order(way: Way) -> Sequence[str] | None:
    """The order of fields: that of the longest pattern; names that a game declares itself match `*`."""
    for pattern, order in _ORDERS.items():
        if len(pattern) == len(way) and all(p in ("*", w) for p, w in zip(pattern, way, strict=True)):
            return order
    return None


def _rewrite(way: Way, scalar: Scalar, width: int) -> str | None:
    kind = text_kind(way)
    return None if kind is None else format_text(scalar.raw, kind, width)


def _meaning(node: Node, way: Way = ()) -> object:
    """What a file says, however it is written: texts of the language as trees, fields without their order."""
    if isinstance(node, Scalar):
        kind = text_kind(way)
        if kind is not None and isinstance(node.value, str):
            return parse(node.raw, kind).tree
        return (type(node.value), repr(node.value) if isinstance(node.value, float) else node.value)
    if isinstance(node, SequenceNode):
        return [_meaning(item, (*way, "-")) for item in node.items]
    fields = {key.raw: _meaning(value, (*way, key.raw)) for key, value in node.entries}
    return fields if _order(way) is not None else list(fields.items())
