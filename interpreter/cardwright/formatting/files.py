"""Formatting of whole game, card and scenario files: their YAML and their rule texts."""

from pathlib import Path

from cardwright.declarations.file_kinds import find_file_kind, report_wrong_file
from cardwright.declarations.schema.field_lookup import find_field_order, find_text_kind_at
from cardwright.formatting.formatter import format_text
from cardwright.source.diagnostics import CardwrightError, Diagnostic
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Node, Scalar, YamlDocument
from cardwright.source.yaml.nodes import Sequence as SequenceNode
from cardwright.source.yaml.writer import Path as Way
from cardwright.source.yaml.writer import write_yaml
from cardwright.syntax.parser import parse


def format_file(path: Path, text: str | None = None) -> str:
    """Return the canonical form of a file; `text`, if given, is used as its content.

    Formatting it again changes nothing.

    The result loads as the same values, and its rule texts parse as the same trees. Raises CardwrightError with every
    error in the YAML and in the rule texts.
    """
    document = load_yaml(path, text)
    found = [*document.diagnostics, *_find_problems(document)]
    if found or document.root is None:
        raise CardwrightError(found)
    new = write_yaml(document.file, document.root, find_field_order, _rewrite)
    again = load_yaml(path, new)
    # A check before a file is written: if a rule text has changed, the formatter has a bug.
    assert again.root is not None, f"{path}: the formatted file does not load"
    assert _extract_meaning(again.root) == _extract_meaning(document.root), (
        f"{path}: the formatted file means something else"
    )
    return new


def format_own_file(path: Path, text: str | None = None) -> str:
    """Return a file as `format_file` does. Raises CardwrightError also if it is no game, card or scenario file."""
    new = format_file(path, text)
    if find_file_kind(path, text) is None:
        raise CardwrightError([report_wrong_file(path.as_posix())])
    return new


def find_rule_texts(node: Node, way: Way = ()) -> list[tuple[Scalar, str]]:
    """Return all rule texts in a file, each with its kind."""
    if isinstance(node, Scalar):
        kind = find_text_kind_at(way)
        return [(node, kind)] if kind is not None and isinstance(node.value, str) else []
    found = []
    if isinstance(node, Mapping):
        for key, value in node.entries:
            found += find_rule_texts(value, (*way, key.raw))
    else:
        for item in node.items:
            found += find_rule_texts(item, (*way, "-"))
    return found


def _find_problems(document: YamlDocument) -> list[Diagnostic]:
    found = []
    for scalar, kind in find_rule_texts(document.root) if document.root is not None else ():
        for each in parse(scalar.raw, kind).problems:
            found.append(Diagnostic(each.code, each.message, scalar.span_of(each.start, each.end), each.label))
    return found


def _rewrite(way: Way, scalar: Scalar, width: int) -> str | None:
    kind = find_text_kind_at(way)
    return None if kind is None else format_text(scalar.raw, kind, width)


def _extract_meaning(node: Node, way: Way = ()) -> object:
    """Return the content of a file without its layout: rule texts as trees, fields without their order."""
    if isinstance(node, Scalar):
        kind = find_text_kind_at(way)
        if kind is not None and isinstance(node.value, str):
            return parse(node.raw, kind).tree
        return (type(node.value), repr(node.value) if isinstance(node.value, float) else node.value)
    if isinstance(node, SequenceNode):
        return [_extract_meaning(item, (*way, "-")) for item in node.items]
    fields = {key.raw: _extract_meaning(value, (*way, key.raw)) for key, value in node.entries}
    return fields if find_field_order(way) is not None else list(fields.items())
