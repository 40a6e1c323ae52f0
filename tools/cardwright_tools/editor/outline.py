"""Outline of a file: fields, declarations, cards, verbs and rules."""

from dataclasses import dataclass

from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Mapping, Node, Scalar, Sequence, YamlDocument
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """Entry of the outline: `whole` is its span, and `at` the span of its name."""

    name: str
    kind: str
    detail: str
    whole: Span
    at: Span
    parts: tuple["OutlineEntry", ...] = ()


_DECLARED = {"types": "enum", "kinds": "kind", "tables": "table", "decks": "table", "zones": "owner", "memory": "owner"}


def build_outline(document: YamlDocument) -> list[OutlineEntry]:
    """Return the outline of a file; unreadable parts are left out."""
    root = document.root
    return [_make_field(key, node) for key, node in root.entries] if isinstance(root, Mapping) else []


def _make_field(key: Scalar, node: Node) -> OutlineEntry:
    whole = key.span.to(node.span) if node.span >= key.span else key.span
    if key.raw in _DECLARED and isinstance(node, Mapping):
        parts = tuple(_make_declared(name, child, _DECLARED[key.raw], key.raw) for name, child in node.entries)
        return OutlineEntry(key.raw, "field", "", whole, key.span, parts)
    if key.raw in ("cards", "pieces", "scenarios") and isinstance(node, Sequence):
        parts = tuple(part for item in node.items if (part := _find_card(item)) is not None)
        return OutlineEntry(key.raw, "field", str(len(parts)), whole, key.span, parts)
    if key.raw == "library" and isinstance(node, Scalar):
        return OutlineEntry(key.raw, "field", "", whole, key.span, tuple(_list_definitions(node)))
    return OutlineEntry(key.raw, "field", node.raw[:60] if isinstance(node, Scalar) else "", whole, key.span)


def _make_declared(key: Scalar, node: Node, kind: str, field: str) -> OutlineEntry:
    inner: tuple[OutlineEntry, ...] = ()
    if kind == "owner" and isinstance(node, Mapping):
        sort = "zone" if field == "zones" else "memory"
        inner = tuple(OutlineEntry(k.raw, sort, "", k.span.to(n.span), k.span) for k, n in node.entries)
    return OutlineEntry(key.raw, kind, "", key.span.to(node.span), key.span, inner)


def _find_card(node: Node) -> OutlineEntry | None:
    if not isinstance(node, Mapping):
        return None
    named = node.get("id") or node.get("name") or node.key("each") or node.get("from")
    if not isinstance(named, Scalar):
        return None
    title = node.get("name")
    detail = title.raw if isinstance(title, Scalar) and title is not named else ""
    return OutlineEntry(named.raw, "card", detail, node.span, named.span)


def _list_definitions(scalar: Scalar) -> list[OutlineEntry]:
    tree = parse(scalar.raw, "library").tree
    found = []
    for item in tree.items if isinstance(tree, syntax.LibraryNode) else ():
        whole = scalar.span_of(item.start, item.start + max(1, len(scalar.raw[item.start : item.end].rstrip())))
        if isinstance(item, syntax.ProcedureNode | syntax.RuleNode):
            at = scalar.raw.find(item.word, item.start + 4)
            kind = item.kind if isinstance(item, syntax.ProcedureNode) else "rule"
            found.append(
                OutlineEntry(item.word, kind, item.phrase or "", whole, scalar.span_of(at, at + len(item.word)))
            )
    return found
