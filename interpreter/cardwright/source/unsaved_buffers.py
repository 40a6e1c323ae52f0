"""Texts that stand in for files: what an editor shows and has not saved yet, or what a correction would write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from cardwright.source.arguments import real_path

_texts: ContextVar[Mapping[Path, str] | None] = ContextVar("unsaved", default=None)


@contextmanager
def instead_of_files(texts: Mapping[Path, str]) -> Iterator[None]:
    """Inside, reading one of these files (resolved paths) reads the text given here."""
    token = _texts.set(texts)
    try:
        yield
    finally:
        _texts.reset(token)


def unsaved_text(path: Path) -> str | None:
    """The text that stands in for a file, None if the file itself is to be read."""
    texts = _texts.get()
    return texts.get(real_path(path)) if texts else None
