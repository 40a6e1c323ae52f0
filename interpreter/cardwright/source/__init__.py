"""Authors' files as text with places: loading YAML, reporting mistakes, and showing them to people and programs."""

from cardwright.source.diagnostics import (
    CODES,
    CardwrightError,
    Diagnostic,
    Fix,
    Note,
    Severity,
    declare_code,
    has_errors,
    in_file_order,
)
from cardwright.source.positions import SourceFile, Span
from cardwright.source.render_machine import render_github, render_json, render_sarif
from cardwright.source.render_text import render_text
from cardwright.source.spelling import suggest
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Node, Scalar, Sequence, Style, Value, YamlDocument

__all__ = [
    "CODES",
    "CardwrightError",
    "Diagnostic",
    "Fix",
    "Mapping",
    "Node",
    "Note",
    "Scalar",
    "Sequence",
    "Severity",
    "SourceFile",
    "Span",
    "Style",
    "Value",
    "YamlDocument",
    "declare_code",
    "has_errors",
    "in_file_order",
    "load_yaml",
    "render_github",
    "render_json",
    "render_sarif",
    "render_text",
    "suggest",
]
