"""Digest of a match in progress: a hash of everything that determines how the match continues.

Version 2 is described in `docs/architecture/state.md`. It is equal for both variants of a program and for any compiler.
It hashes memory, zones and powers by name, the decision with its options, and for every suspended text the name, the
suspension point and the live values. No value is hashed twice; empty values and `none` are left out.

Version 1 hashed the numbers of a state, and of suspended texts only secret answers. Old records and saved states still
need it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any, Protocol

from cardwright.runtime.names_for_digests import render_list
from cardwright.runtime.program import Program, ProgramVariant
from cardwright.state_slots_and_table_rows import FINISHED, PENDING, RNG, TURNS, Slots, sealed_answers

VERSION = 2
VERSIONS = (1, VERSION)


class DigestibleState(Protocol):
    """The parts of a state from which a digest is computed."""

    program: Program
    variant: ProgramVariant
    slots: Slots
    frames: list[Any]


def digest_of(state: DigestibleState, version: int = VERSION) -> str:
    """Return 32 hexadecimal digits of SHA-256, the same for equal states on every machine."""
    if version not in VERSIONS:
        raise ValueError(f"there is no version {version} of digests; there are 1 to {VERSION}")
    if version == 1:
        return _compute_first_version(state, sealed_answers(state.variant.frames, state.frames))
    return _hash("\n".join(list_digest_lines(state)))


def compute_digests(state: DigestibleState, version: int = VERSION) -> tuple[str, ...]:
    """Return all digests that a state can have in a version.

    Version 1 has two, because older releases left out secret answers.
    """
    return (digest_of(state, version), *([_compute_first_version(state, [])] if version == 1 else []))


def list_digest_lines(state: DigestibleState) -> list[str]:
    """Return the hashed text of a state line by line, to compare two states."""
    return [*state.program.digest_writer.table(state.slots), *_list_suspended(state)]


def _list_suspended(state: DigestibleState) -> Iterator[str]:
    """Yield a line for the decision, and one for each suspended rule text; the text that resumes last comes first."""
    writer, pending = state.program.digest_writer, state.slots[PENDING]
    if pending is not None:
        player, options, site = pending
        asked = state.program.tables.sites[site]
        yield f"? {writer.player(player)} {render_list([writer.option(asked, each) for each in options])}"
    for frame in state.frames:
        for text, place, all_told in reversed(state.variant.waits[frame[0]]):
            entries = [
                f"{name}={writer.needed(how, bases, [frame[p] for p in at])}" for name, how, bases, at in all_told
            ]
            yield f"> {text} {place} {' '.join(entries)}".rstrip()


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


# ---------------------------------------------------------------- version 1


def _compute_first_version(state: DigestibleState, sealed: list[Any]) -> str:
    tables, slots = state.program.tables, state.slots
    start, size = tables.location, len(tables.pieces)
    pending = slots[PENDING]
    core = [slots[RNG], slots[FINISHED], *slots[TURNS:start], *slots[start + size :]]
    waiting = None if pending is None else [pending[0], list(pending[1])]
    whole = [as_lists(core), as_lists(waiting), *([as_lists(sealed)] if sealed else [])]
    return _hash(json.dumps(whole, separators=(",", ":")))


def as_lists(value: Any) -> Any:
    """Return a value with tuples turned into lists, and booleans into numbers."""
    if isinstance(value, tuple | list):
        return [as_lists(item) for item in value]
    return int(value) if isinstance(value, bool) else value
