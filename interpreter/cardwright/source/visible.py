"""Characters that steer a terminal or turn a line around, and what is shown in their place."""

from __future__ import annotations

import re

# C0 without tab and line feed, DEL, C1; separators of lines and paragraphs; embeddings, overrides and isolates of text
# in two directions, and formats that Unicode took back; anchors of annotations; halves of surrogate pairs.
# Marks of direction (U+200E, U+200F) and joiners belong to scripts, and move nothing but what stands beside them.
STEERING = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb\ud800-\udfff"
SHOWN = "\ufffd"

_STEERS = re.compile(f"[{STEERING}]")
_STEERS_OR_STYLES = re.compile(f"\x1b\\[[0-9;]*m|[{STEERING}]")
_STEERS_OR_BREAKS = re.compile(f"[{STEERING}\t\n]")


def visible(text: str) -> str:
    """The text with a sign in place of every character that would steer a terminal; as long as before."""
    return _STEERS.sub(SHOWN, text)


def visible_in_line(text: str) -> str:
    """The same for a text within a line of ours, which a line break of its own would make look like two."""
    return _STEERS_OR_BREAKS.sub(SHOWN, text)


def visible_but_styles(text: str) -> str:
    """The same for a text in which we have put colours ourselves, around texts that were made visible before."""
    return _STEERS_OR_STYLES.sub(lambda found: found[0] if len(found[0]) > 1 else SHOWN, text)


def json_text(value: object, indent: int | None = 2, compact: bool = False) -> str:
    """A value as JSON in which such characters are escapes, so that it reads back as the same value.

    It can be written in UTF-8 whatever is in it; `compact` leaves out the blanks.
    """
    import json

    separators = (",", ":") if compact else None
    written = json.dumps(value, indent=indent, ensure_ascii=False, separators=separators)
    return _STEERS.sub(lambda found: f"\\u{ord(found[0]):04x}", written)
