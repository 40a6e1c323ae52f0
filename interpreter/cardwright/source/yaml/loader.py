"""YAML loader with exact positions; it imports the YAML library when the first file is loaded."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from cardwright.source import diagnostic_codes
from cardwright.source.diagnostics import Diagnostic, sort_diagnostics
from cardwright.source.positions import SourceFile, Span
from cardwright.source.read_text_file import read_source
from cardwright.source.yaml.nodes import Node, Scalar, YamlDocument

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from yaml.events import Event

    from cardwright.source.yaml.indentation_errors import Explained

_MAX_REPAIRS = 20
_MAX_REPAIRED_LENGTH = 1024 * 1024


def load_yaml(path: Path, text: str | bytes | None = None) -> YamlDocument:
    """Load a YAML file; `text`, if given, is used as its content. Errors become diagnostics; none is raised."""
    file, problems = read_source(path, text)
    return YamlDocument(file, None, tuple(problems)) if problems else _read_document(file)


# More than the files of any game; otherwise each check would read all files again.
@lru_cache(maxsize=1024)
def _read_document(file: SourceFile) -> YamlDocument:
    """Return the nodes of a file. Files with equal texts share their nodes, which is safe because nodes are frozen."""
    root, problems = _compose(file)
    blank = root is None or (isinstance(root, Scalar) and root.style == "plain" and root.raw == "")
    if blank and not problems:
        label = "write its fields, such as `game:` with the name of the game, or delete the file"
        empty = Diagnostic(diagnostic_codes.EMPTY_FILE, "this file is empty", Span.start_of(file.path), label)
        return YamlDocument(file, None, (empty,))
    return YamlDocument(file, root, tuple(sort_diagnostics(problems)))


def _compose(file: SourceFile) -> tuple[Node | None, list[Diagnostic]]:
    """Return the root of a file, and the errors in it.

    If the YAML library stops, the part at which it stopped, such as a colon, is replaced by blanks and the file is read
    again.
    """
    import yaml

    from cardwright.source.yaml.compose import Composer, YamlRefusedError
    from cardwright.source.yaml.indentation_errors import YamlFailure
    from cardwright.source.yaml.misread_characters import replace_odd_spaces
    from cardwright.source.yaml.syntax_errors import explain

    syntax: list[Diagnostic] = []
    text = file.text
    while True:
        composer = Composer(file)
        try:
            root = composer.compose(_list_events(text))
        except YamlRefusedError:
            return None, syntax + composer.diagnostics
        except yaml.MarkedYAMLError as error:
            failure = YamlFailure.of(error, file, composer.last_scalar)
            spaced = replace_odd_spaces(file, text, failure.line_end(failure.at))
            if spaced is not None:
                text = spaced[0]
                syntax.append(spaced[1])
                continue
            explained = explain(failure)
            syntax.append(explained.diagnostic)
            blotted = _blank_out(text, explained)
            if blotted != text and len(syntax) < _MAX_REPAIRS and len(text) <= _MAX_REPAIRED_LENGTH:
                text = blotted
                continue
            return None, _join_diagnostics(syntax, composer.diagnostics)
        except (yaml.YAMLError, ValueError, OverflowError):
            # the pure Python parser raises this without a position for an escape outside of Unicode
            at = composer.last_scalar.end if composer.last_scalar else 0
            message, label = "from here on this file is not valid YAML", "write the characters of escapes themselves"
            found = Diagnostic(diagnostic_codes.SYNTAX, message, file.span(at, at), label)
            return None, [*syntax, found, *composer.diagnostics]
        stopped = {each.span.line for each in syntax}
        rest = (
            each
            for each in composer.diagnostics
            if each.code != diagnostic_codes.MISSING_COLON or each.span.line not in stopped
        )
        return root if composer.complete and not syntax else None, [*syntax, *rest]


def _join_diagnostics(syntax: list[Diagnostic], others: list[Diagnostic]) -> list[Diagnostic]:
    """Return both lists without the missing colons and the comments in a line at which the YAML library stopped."""
    stopped = {each.span.line for each in syntax}
    follows = (diagnostic_codes.MISSING_COLON, diagnostic_codes.COMMENT)
    return [*syntax, *(each for each in others if each.code not in follows or each.span.line not in stopped)]


def _blank_out(text: str, explained: Explained) -> str:
    """Return a text in which the part that stopped the YAML library is replaced by blanks of the same length."""
    if explained.text is not None:
        start, end = explained.text
        return text[:start] + re.sub(r"[^\r\n]", " ", text[start:end]) + text[end:]
    if explained.colon is not None:
        return f"{text[: explained.colon]}.{text[explained.colon + 1 :]}"
    return text


def _list_events(text: str) -> Iterator[Event]:
    import yaml

    return yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
