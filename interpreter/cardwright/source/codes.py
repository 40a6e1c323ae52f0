"""Every code that reading a file can report."""

from __future__ import annotations

from cardwright.source.diagnostics import declare_code

UNREADABLE_FILE = declare_code("unreadable-file", "The file does not exist or cannot be read.")
FILE_TOO_LARGE = declare_code("file-too-large", "The file is larger than any file of cards or rules can sensibly be.")
NOT_UTF8 = declare_code("not-utf8", "The file is not text in UTF-8.")
UNPRINTABLE_CHARACTER = declare_code(
    "unprintable-character", "The file holds a control character or a hidden line break."
)
EMPTY_FILE = declare_code("empty-file", "The file holds nothing but blanks and comments.")

SYNTAX = declare_code("yaml-syntax", "The file is not valid YAML.")
COLON_IN_TEXT = declare_code("yaml-colon-in-text", "A text on one line holds a colon that YAML takes for a field.")
TAB = declare_code("yaml-tab", "A line is indented with a tab character.")
INDENTATION = declare_code("yaml-indentation", "A line is indented in a way that fits nothing above it.")
MISSING_COLON = declare_code("yaml-missing-colon", "A line stands where a field is expected and has no colon.")
UNCLOSED_QUOTE = declare_code("yaml-unclosed-quote", "A quoted text has no closing quote.")
TEXT_AFTER_QUOTE = declare_code("yaml-text-after-quote", "Something follows the closing quote of a text.")
BRACKETS = declare_code("yaml-brackets", "Brackets or braces are not closed, or hold something unexpected.")
RESERVED_CHARACTER = declare_code("yaml-reserved-character", "A text starts with a character that YAML reserves.")
BAD_ESCAPE = declare_code("yaml-bad-escape", "A backslash in a double-quoted text is followed by something unknown.")
BLOCK_HEADER = declare_code("yaml-block-header", "Something other than a line break follows the sign of a text block.")
DIRECTIVE = declare_code("yaml-directive", "The file holds a YAML directive, a line that starts with a percent sign.")
MANY_DOCUMENTS = declare_code("yaml-many-documents", "The file holds more than one YAML document.")
ANCHOR = declare_code("yaml-anchor", "The file gives a YAML anchor.")
ALIAS = declare_code("yaml-alias", "The file uses a YAML alias.")
TAG = declare_code("yaml-tag", "The file uses a YAML tag.")
TOO_DEEP = declare_code("yaml-too-deep", "Lists and fields are nested too deeply.")
DUPLICATE_KEY = declare_code("duplicate-key", "The same field is given twice in one place.")
KEY_NOT_TEXT = declare_code("key-not-text", "The name of a field is not a text.")
NUMBER_TOO_LARGE = declare_code("number-too-large", "A number is larger than any number can be in a game.")
