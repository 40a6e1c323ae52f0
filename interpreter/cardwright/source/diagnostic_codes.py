"""Explanations of diagnostic codes, and the codes that readers of files report."""

from functools import cache
from pathlib import Path

from cardwright.source.diagnostics import declare_code
from cardwright.source.node_dataclass import frozen

# Codes that any file can get before its fields are read.
UNREADABLE_FILE = declare_code("unreadable-file")
FILE_TOO_LARGE = declare_code("file-too-large")
NOT_UTF8 = declare_code("not-utf8")
UNPRINTABLE_CHARACTER = declare_code("unprintable-character")
EMPTY_FILE = declare_code("empty-file")

SYNTAX = declare_code("yaml-syntax")
COLON_IN_TEXT = declare_code("yaml-colon-in-text")
TAB = declare_code("yaml-tab")
INDENTATION = declare_code("yaml-indentation")
MISSING_COLON = declare_code("yaml-missing-colon")
UNCLOSED_QUOTE = declare_code("yaml-unclosed-quote")
TEXT_AFTER_QUOTE = declare_code("yaml-text-after-quote")
BRACKETS = declare_code("yaml-brackets")
RESERVED_CHARACTER = declare_code("yaml-reserved-character")
COMMENT = declare_code("yaml-comment")
CURLY_QUOTE = declare_code("yaml-curly-quote")
BAD_ESCAPE = declare_code("yaml-bad-escape")
BLOCK_HEADER = declare_code("yaml-block-header")
DIRECTIVE = declare_code("yaml-directive")
MANY_DOCUMENTS = declare_code("yaml-many-documents")
ANCHOR = declare_code("yaml-anchor")
ALIAS = declare_code("yaml-alias")
TAG = declare_code("yaml-tag")
TOO_DEEP = declare_code("yaml-too-deep")
DUPLICATE_KEY = declare_code("duplicate-key")
KEY_NOT_TEXT = declare_code("field-name-not-text")
NUMBER_TOO_LARGE = declare_code("number-too-large")


@frozen
class Code:
    """Meaning of a diagnostic code, and how to correct the mistake (`mend`), each in a sentence or two.

    `formerly` is the name that the code had in an earlier release, or "".
    """

    meaning: str
    mend: str
    formerly: str = ""


@cache
def explain_codes() -> dict[str, Code]:
    """Return the explanation of every diagnostic code, also of codes whose modules are not loaded."""
    import yaml  # imported here, because diagnostics are usually shown by their messages

    text = (Path(__file__).parent / "diagnostic_codes.yaml").read_text(encoding="utf-8")
    found = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return {code: Code(**facts) for code, facts in found.items()}
