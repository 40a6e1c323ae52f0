"""The one gate for texts from browsers: what a message, a form, an address or a header may hold."""

from urllib.parse import unquote_to_bytes

from cardwright.source.gate import refused
from cardwright_tools.web.refusal import RefusedError


def check_letters(found: object) -> None:
    """Raise RefusedError if a text anywhere in what JSON says holds a character that no text of a file may hold."""
    if isinstance(found, str):
        if refused(found):
            raise RefusedError("There is a character in it that no text can have.")
    elif isinstance(found, dict):
        for name, value in found.items():
            check_letters(name)
            check_letters(value)
    elif isinstance(found, list):
        for value in found:
            check_letters(value)


def read_letters(written: bytes) -> str:
    """The text that bytes are, each escaped with a percent sign or not. Raises RefusedError if they are none."""
    try:
        text = unquote_to_bytes(written).decode("utf-8")
    except UnicodeDecodeError as error:
        raise RefusedError("That is no text.") from error
    check_letters(text)
    return text
