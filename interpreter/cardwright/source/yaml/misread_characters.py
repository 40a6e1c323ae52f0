"""Characters that YAML misreads: curly quotes, unusual spaces and missing colons."""

import re

from cardwright.source import diagnostic_codes
from cardwright.source.diagnostics import Diagnostic, Fix
from cardwright.source.positions import SourceFile

_ODD = "[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]"
_ODD_SPACES = re.compile(rf"(?m)^(?P<before>[ ]*(?:-[ ]*)?(?:[\w-]+:)?)(?P<odd>{_ODD}(?:{_ODD}|[ ])*)")
_ODD_ENDS = re.compile(rf"\A{_ODD}+|{_ODD}+\Z")
_CLOSED_BY = {"\u201c": "\u201d\u201c", "\u201d": "\u201d", "\u201e": "\u201d\u201c"}
_CLOSED_BY |= {"\u2018": "\u2019\u2018", "\u2019": "\u2019", "\u201a": "\u2019\u2018"}
_JOINED = re.compile(r"(?P<word>[A-Za-z_]\w*)(?:\s*[:=]\s*|\s+)(?P<value>[^\s:=].*)")


def replace_odd_spaces(file: SourceFile, text: str, end: int) -> tuple[str, Diagnostic] | None:
    """Return (text, diagnostic), with ordinary spaces in place of unusual ones before offset `end`; or None.

    Returns None if there are no unusual spaces.
    """
    found = list(_ODD_SPACES.finditer(text, 0, end))
    if not found:
        return None
    mended = _ODD_SPACES.sub(lambda each: each["before"] + " " * len(each["odd"]), text[:end]) + text[end:]
    start, stop = found[0].span("odd")
    last = found[-1].end("odd")
    more = f"; the same is on {len(found) - 1} more line{'s' if len(found) > 2 else ''}" if len(found) > 1 else ""
    message = f"this is a no-break space, which only looks like a space{more}"
    fix = Fix(file.span(start, last), mended[start:last])
    return mended, Diagnostic(
        diagnostic_codes.UNPRINTABLE_CHARACTER, message, file.span(start, stop), "write ordinary spaces", fix=fix
    )


def strip_all_blanks(raw: str) -> str:
    """Return a text without leading and trailing blanks of any kind."""
    return raw.strip()


def find_odd_ends(file: SourceFile, start: int, end: int) -> tuple[int, int, Diagnostic] | None:
    """Return (start, end, diagnostic) for an unquoted text between no-break spaces; None if there are none."""
    written = file.text[start:end].rstrip(" \t\r\n")
    found = _ODD_ENDS.search(written)
    if found is None:
        return None
    bare = strip_all_blanks(written)
    at = start + written.index(bare)
    span = file.span(start + found.start(), start + found.end())
    message = "this is a no-break space, which only looks like a space"
    fix = Fix(file.span(start, start + len(written)), bare)
    return at, at + len(bare), Diagnostic(diagnostic_codes.UNPRINTABLE_CHARACTER, message, span, "remove it", fix=fix)


def find_curly_quotes(file: SourceFile, start: int, end: int) -> tuple[int, int, Diagnostic] | None:
    """Return (start, end, diagnostic) of the text between curly quotes, or None if there are none."""
    written = file.text[start:end].rstrip(" \t\r\n")
    first, inner = written[:1], written[1:-1]
    closing = _CLOSED_BY.get(first)
    if closing is None or len(written) < 2 or written[-1] not in closing or any(each in inner for each in closing):
        return None
    return start + 1, start + len(written) - 1, _explain_curly(file, start, first, inner)


def _explain_curly(file: SourceFile, start: int, first: str, inner: str) -> Diagnostic:
    quote = "'" if '"' in inner or "\\" in inner else '"'
    text = inner.replace("'", "''") if quote == "'" else inner
    message = f"`{first}`, as word processors write it, is not a quotation mark of YAML"
    fix = Fix(file.span(start, start + len(inner) + 2), f"{quote}{text}{quote}")
    label = f"write `{quote}` at both ends of the text"
    return Diagnostic(diagnostic_codes.CURLY_QUOTE, message, file.span(start, start + 1), label, fix=fix)


def split_joined_field(raw: str) -> re.Match[str] | None:
    """Return the match (word and value) of a field that lacks its colon or space, such as `copies 3`; or None."""
    return _JOINED.fullmatch(raw)
