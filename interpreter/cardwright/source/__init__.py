"""Author's files with exact positions: YAML loading, diagnostics and their rendering."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardwright.source.diagnostics import (
        CODES,
        CardwrightError,
        Diagnostic,
        DiagnosticNote,
        Fix,
        Severity,
        declare_code,
        has_errors,
        sort_diagnostics,
        suggest,
    )
    from cardwright.source.diagnostics_for_people import render_text
    from cardwright.source.diagnostics_for_programs import render_github, render_json, render_sarif
    from cardwright.source.positions import SourceFile, Span
    from cardwright.source.yaml.loader import load_yaml
    from cardwright.source.yaml.nodes import Mapping, Node, Scalar, Sequence, Style, Value, YamlDocument

__all__ = [
    "CODES",
    "CardwrightError",
    "Diagnostic",
    "DiagnosticNote",
    "Fix",
    "Mapping",
    "Node",
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
    "load_yaml",
    "render_github",
    "render_json",
    "render_sarif",
    "render_text",
    "sort_diagnostics",
    "suggest",
]

# Modules of the public names, so that a program that only lists games imports neither YAML nor SARIF.
_PLACES = {
    "diagnostics": (
        "CODES",
        "CardwrightError",
        "Diagnostic",
        "Fix",
        "DiagnosticNote",
        "Severity",
        "declare_code",
        "has_errors",
        "sort_diagnostics",
        "suggest",
    ),
    "positions": (
        "SourceFile",
        "Span",
    ),
    "diagnostics_for_programs": (
        "render_github",
        "render_json",
        "render_sarif",
    ),
    "diagnostics_for_people": ("render_text",),
    "yaml.loader": ("load_yaml",),
    "yaml.nodes": (
        "Mapping",
        "Node",
        "Scalar",
        "Sequence",
        "Style",
        "Value",
        "YamlDocument",
    ),
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"cardwright.source.{module}"), name)
    raise AttributeError(f"module 'cardwright.source' has no attribute {name!r}")
