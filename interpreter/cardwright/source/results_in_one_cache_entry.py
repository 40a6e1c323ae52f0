"""Bundle of many small results in one cache entry, each under a digest of its inputs."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any, TypeVar

from cardwright.source.trusted_disk_cache import read_cache, write_cache

# Limit for the entries; above it, entries that a run did not use are dropped.
MAX_ENTRIES = 4000

T = TypeVar("T")


class Shelf:
    """The cached results of one bundle: plain values, found by the texts from which they were computed."""

    def __init__(self, key: str) -> None:
        self._key = key
        found = read_cache(key)
        self._kept: dict[bytes, Any] = found if isinstance(found, dict) else {}
        self._asked: set[bytes] = set()
        self._new = False

    def get(self, *parts: str) -> Any:
        """Return the result that was computed from the texts `parts`, or None."""
        name = _name(parts)
        self._asked.add(name)
        return self._kept.get(name)

    def put(self, value: Any, *parts: str) -> None:
        """Store a plain value as the result computed from the texts `parts`."""
        name = _name(parts)
        self._asked.add(name)
        self._kept[name] = value
        self._new = True

    def save(self) -> None:
        """Write the bundle to the disk cache if results were added."""
        if self._new:
            few = len(self._kept) <= MAX_ENTRIES
            write_cache(self._key, {name: value for name, value in self._kept.items() if few or name in self._asked})


def _name(parts: tuple[str, ...]) -> bytes:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()


_open: ContextVar[Shelf | None] = ContextVar("shelf", default=None)


@contextmanager
def open_shelf(key: str) -> Iterator[None]:
    """Return a context in which `remember_result` uses the bundle of a cache key; at its end the bundle is saved."""
    shelf = Shelf(key)
    token = _open.set(shelf)
    try:
        yield
    finally:
        _open.reset(token)
        shelf.save()


def remember_result(
    work: Callable[[], T], as_plain: Callable[[T], Any], from_plain: Callable[[Any], T], *parts: str
) -> T:
    """Return the result of `work` from the open bundle; if it is not there, compute and add it.

    `parts` are all texts on which the result depends. `as_plain` and `from_plain` convert a result for storage;
    `as_plain` returns None for a result that is not to be stored.
    """
    found = find_result(from_plain, *parts)
    if found is not None:
        return found
    made = work()
    if _open.get() is not None:
        store_result(as_plain(made), *parts)
    return made


def find_result(from_plain: Callable[[Any], T], *parts: str) -> T | None:
    """Return the result from the open bundle that was computed from the texts `parts`; None if it is not there."""
    shelf = _open.get()
    kept = None if shelf is None else shelf.get(*parts)
    if kept is not None:
        with suppress(Exception):  # an unreadable entry counts as missing
            return from_plain(kept)
    return None


def retain_result(*parts: str) -> None:
    """Let the open bundle keep the result computed from the texts `parts`, as if it had been used."""
    shelf = _open.get()
    if shelf is not None:
        shelf.get(*parts)


def store_result(plain: Any, *parts: str) -> None:
    """Add a plain value to the open bundle, as the result computed from the texts `parts`; None is not stored."""
    shelf = _open.get()
    if shelf is not None and plain is not None:
        shelf.put(plain, *parts)
