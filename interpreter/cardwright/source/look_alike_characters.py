"""Characters of other scripts that look like those of the language, such as a Cyrillic `а`."""

import re
import unicodedata

# Letters with the ones that they look like, in the same order.
_CYRILLIC = (
    "аеорсухіјѕһԁԛԝ",
    "aeopcyxijshdqw",
    "АВЕЗКМНОРСТУХІЈЅ",
    "ABE3KMHOPCTYXIJS",
)
_GREEK = (
    "ονιαρυκ",
    "ovlapuk",
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "ABEZHIKMNOPTYX",
)
_SIGNS = {
    "∶": ":",
    "‚": ",",
    "،": ",",
    "‐": "-",
    "‑": "-",
    "‒": "-",
    "—": "-",
    "∗": "*",
    "∕": "/",
    "﹣": "-",
}
_ALIKE = dict(_SIGNS)
for _small, _plain, _capital, _plain_capital in (_CYRILLIC, _GREEK):
    _ALIKE |= dict(zip(_small + _capital, _plain + _plain_capital, strict=True))
_NAME = re.compile(r"(?:P[0-9]+\.)?[a-z0-9_#]+")


def find_look_alike(character: str) -> str:
    """Return the ASCII character that another character looks like; "" if it looks like none."""
    if character.isascii():
        return ""
    plain = _ALIKE.get(character) or unicodedata.normalize("NFKC", character)
    return plain if len(plain) == 1 and plain.isascii() and plain.isprintable() and plain != " " else ""


def describe_look_alike(character: str) -> str:
    """Return what a character is, and which one it only looks like."""
    called = unicodedata.name(character, "a character").lower().replace("fullwidth", "full-width")
    for script in ("cyrillic", "greek", "latin", "arabic"):
        called = called.replace(script, script.capitalize())
    return f"`{character}` is {called} (U+{ord(character):04X}), which only looks like `{find_look_alike(character)}`"


def replace_look_alikes(word: str) -> str:
    """Return a name for rules, in Latin letters, with ASCII in place of characters that only look like it.

    Any other text is returned unchanged, also a word that is written in another script throughout.
    """
    if word.isascii() or not any("a" <= letter <= "z" for letter in word):
        return word
    plain = "".join(find_look_alike(letter) or letter for letter in word)
    return plain if _NAME.fullmatch(plain) else word
