"""Words and whole numbers that people mean by what they write, such as `1,000`."""

import re
import unicodedata

MAX_DIGITS = 12  # of a number in a file
# Letters that Unicode does not decompose.
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l"})
# Separators of thousands in several countries and programs.
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:([_ ,'\u2019\xa0\u2009\u202f])\d{3})(?:\1\d{3})*")
_BASES = re.compile(r"[+-]?0(?:[xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)")
_POWERS = re.compile(r"([+-]?\d+)(?:\.(\d+))?(?:[eE][+]?(\d{1,2}))?")


def suggest_word(name: str) -> str:
    """Return a name as one valid word: without accents, and with `_` for other characters; "" if nothing is left."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    bare = "".join(c for c in plain if not unicodedata.combining(c))
    return re.sub("[^a-z0-9]+", "_", bare).strip("_")


def parse_intended_number(text: str) -> int | None:
    """Return the whole number that a text certainly means, None if this is unclear.

    Accepted are separators of thousands, other bases, powers of ten, a fraction of zeros, and digits of other scripts.
    Halves, times of day, and numbers followed by a word are not accepted, nor texts longer than any number in a file.
    """
    if len(text) > 4 * MAX_DIGITS:
        return None
    plain = "".join(c if c.isascii() else _convert_digit(c) for c in text.strip())
    if _BASES.fullmatch(plain):
        return _limit_number(int(plain, 0))
    grouped = _GROUPED.fullmatch(plain)
    if grouped is not None:
        return _limit_number(int(re.sub(r"[^0-9+-]", "", plain)))
    if re.fullmatch(r"[+-]?\d+(?:_\d+)+", plain):
        return _limit_number(int(plain.replace("_", "")))
    found = _POWERS.fullmatch(plain)
    if found is None:
        return None
    whole, rest, power = found[1], (found[2] or "").rstrip("0"), int(found[3] or 0)
    # `1.000` is a thousand to some, and one to others
    if len(rest) > power or (len(found[2] or "") == 3 and not power):
        return None
    return _limit_number(int(whole + rest.ljust(power, "0")))


def _convert_digit(character: str) -> str:
    """Return a digit of any script as an ASCII digit, a minus sign as a hyphen, else the character."""
    if character == "\u2212":
        return "-"
    wide = unicodedata.normalize("NFKC", character) if "\uff00" <= character <= "\uffef" else character
    value = unicodedata.decimal(wide[:1], None)
    return str(value) if value is not None else wide


def _limit_number(number: int) -> int | None:
    """Return a number that is small enough for a file, None for a larger one."""
    return number if len(str(number)) <= MAX_DIGITS else None
