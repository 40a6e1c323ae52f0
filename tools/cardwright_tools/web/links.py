"""Links: 128 random bits that say where somebody sits, and are all that says it."""

import re
import secrets

from cardwright_tools.cli.failure import report_bug
from cardwright_tools.cli.terminal import remark

LINK_BYTES = 16
_LINK = re.compile(r"[A-Za-z0-9_-]{22}")


def fresh_link() -> str:
    """A link that nobody can guess: 22 letters for 128 random bits."""
    return secrets.token_urlsafe(LINK_BYTES)


def is_link(text: object) -> bool:
    """Whether a text has the form of a link."""
    return isinstance(text, str) and _LINK.fullmatch(text) is not None


def unlinked(text: str) -> str:
    """A text for a log or an error, without any link in it."""
    return _LINK.sub("(link)", text)


def tell_bug(error: Exception) -> None:
    """Tell whoever runs the server of a bug of ours, without any link."""
    said, behind, place = report_bug(error).partition("\nThe details are in ")
    remark(f"{unlinked(said)}{behind}{place}")  # a name that was made up for a file can look like a link
