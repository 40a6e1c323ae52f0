"""Reading of a file into text, with a diagnostic if it is not text."""

import errno
from pathlib import Path

from cardwright.source import diagnostic_codes
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote
from cardwright.source.positions import SourceFile, Span
from cardwright.source.read_with_size_limit import MAX_BYTES, MEBIBYTE, find_unsaved_text, read_ordinary
from cardwright.source.visible_control_characters import (
    compose,
    find_refused_character,
    find_refused_in_line,
    name_character,
)

_BYTE_ORDER_MARK = "\ufeff"


def read_source(path: Path, text: str | bytes | None) -> tuple[SourceFile, list[Diagnostic]]:
    """Return a source file, and diagnostics for bytes in it that are not text.

    Its content is `text` if given, otherwise the text in `override_files`, otherwise what is on disk.
    """
    name = path.as_posix()
    if problem := _check_name(path):
        return SourceFile(name, ""), [problem]
    text = find_unsaved_text(path) if text is None else text
    if text is None:
        content = _read_bytes(path)
        if isinstance(content, Diagnostic):
            return SourceFile(name, ""), [content]
        text = content
    if len(text) > MAX_BYTES:
        return SourceFile(name, ""), [_report_too_large(name)]
    if isinstance(text, bytes):
        return _decode(name, text)
    file = SourceFile(name, compose(text.removeprefix(_BYTE_ORDER_MARK)))
    return file, _find_unprintable(file)


def _check_name(path: Path) -> Diagnostic | None:
    """Return a diagnostic if the name of a file or of its folder has control characters, or None."""
    for what, name in (("this file", path.name), ("the folder of this file", path.absolute().parent.name)):
        if found := find_refused_in_line(name):
            message = f"{name_character(found.group())} is not allowed in the name of {what}"
            return Diagnostic(
                diagnostic_codes.UNPRINTABLE_CHARACTER, message, Span.start_of(path.as_posix()), "rename it"
            )
    return None


def _read_bytes(path: Path) -> bytes | Diagnostic:
    name = path.as_posix()
    try:
        return read_ordinary(path)
    except FileNotFoundError:
        return _report_unreadable(name, "there is no such file", "correct its name or its folder")
    except IsADirectoryError:
        return _report_unreadable(name, "this is a folder, not a file", "name a file in it")
    except (OSError, ValueError) as error:
        number = error.errno if isinstance(error, OSError) else None
        if number == errno.EFBIG:
            return _report_too_large(name)
        if number == errno.EINVAL:
            return _report_unreadable(name, "this is not an ordinary file", "name a file of text")
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return _report_unreadable(name, f"this file cannot be read: {reason.lower()}", "make it readable")


def _report_unreadable(name: str, message: str, label: str) -> Diagnostic:
    return Diagnostic(diagnostic_codes.UNREADABLE_FILE, message, Span.start_of(name), label)


def _report_too_large(name: str) -> Diagnostic:
    message = f"this file is larger than {MAX_BYTES // MEBIBYTE} MiB, the limit for files"
    return Diagnostic(diagnostic_codes.FILE_TOO_LARGE, message, Span.start_of(name), "split it into several files")


def _decode(name: str, content: bytes) -> tuple[SourceFile, list[Diagnostic]]:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        message, label = "this file is saved as UTF-16", "save it as UTF-8"
        return SourceFile(name, ""), [Diagnostic(diagnostic_codes.NOT_UTF8, message, Span.start_of(name), label)]
    try:
        file = SourceFile(name, compose(content.decode("utf-8").removeprefix(_BYTE_ORDER_MARK)))
    except UnicodeDecodeError as error:
        file = SourceFile(name, content.decode("utf-8", "replace").removeprefix(_BYTE_ORDER_MARK))
        at = len(content[: error.start].decode("utf-8").removeprefix(_BYTE_ORDER_MARK))
        message = f"this file is not UTF-8 text: the byte {content[error.start]:02X} is not allowed here"
        label = "save the file with the encoding UTF-8"
        return file, [Diagnostic(diagnostic_codes.NOT_UTF8, message, file.span(at, at + 1), label)]
    return file, _find_unprintable(file)


def _find_unprintable(file: SourceFile) -> list[Diagnostic]:
    """Return [diagnostic] for the first forbidden character, because a file that is no text has many; else []."""
    found = find_refused_character(file.text.replace("\r", "\n"))  # here it is the end of a line, or part of one
    if not found:
        return []
    message = f"{name_character(found.group())} is not allowed in this file"
    notes = (DiagnosticNote("is this a text file?"),) if found.group() == "\0" else ()
    span = file.span(found.start(), found.end())
    return [Diagnostic(diagnostic_codes.UNPRINTABLE_CHARACTER, message, span, label="remove it", notes=notes)]
