"""Links: 128 random bits that say where somebody sits, and are all that says it."""

import re
import secrets

from cardwright_tools.cli.failure import report_bug
from cardwright_tools.cli.terminal import remark
from cardwright_tools.web.throttle import Throttle

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


_bugs = Throttle()


def tell_bug(error: Exception) -> None:
    """Tell whoever runs the server of a bug of ours, without any link; of bugs of one kind once a minute."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = None if trace is None else (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
    passed_over = _bugs.passes((type(error), where))
    if passed_over is None:
        return
    said, behind, place = report_bug(error).partition("\nThe details are in ")
    more = f"\n(the same {passed_over} times since it was last told)" if passed_over else ""
    remark(f"{unlinked(said)}{behind}{place}{more}")  # a name that was made up for a file can look like a link
