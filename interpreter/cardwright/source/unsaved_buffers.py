"""Texts that replace files on disk: unsaved editor buffers and trial corrections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from cardwright.source.arguments import resolve_path

_texts: ContextVar[Mapping[Path, str] | None] = ContextVar("unsaved", default=None)


@contextmanager
def override_files(texts: Mapping[Path, str]) -> Iterator[None]:
    """Read these texts in place of the files (resolved paths) inside the block."""
    token = _texts.set(texts)
    try:
        yield
    finally:
        _texts.reset(token)


def find_unsaved_text(path: Path) -> str | None:
    """Return the text that replaces a file, or None."""
    texts = _texts.get()
    return texts.get(resolve_path(path)) if texts else None
