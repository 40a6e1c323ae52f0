"""Every code that reading a file can report."""

from __future__ import annotations

from cardwright.source.diagnostics import declare_code

UNREADABLE_FILE = declare_code(
    "unreadable-file",
    "The file does not exist or cannot be read.",
    mend="Check the spelling of the path, that it names a file and not a folder, and that you have permission to "
    "read it.",
)
FILE_TOO_LARGE = declare_code(
    "file-too-large",
    "The file is too large.",
    mend="Split the cards into several files of the same folder: all of them belong to the set.",
)
NOT_UTF8 = declare_code(
    "not-utf8",
    "The file is not text in UTF-8.",
    mend="Save the file as UTF-8. Every editor can do this; in Excel it is `CSV UTF-8`.",
)
UNPRINTABLE_CHARACTER = declare_code(
    "unprintable-character",
    "The file contains a control character, a hidden line break, a character that reverses text, or a no-break "
    "space instead of an ordinary one: in its text, as an escape, or in its name.",
    mend="Delete the character, or write an ordinary space. An editor that shows hidden characters shows it in this "
    "column. A file full of them is not a text file.",
)
EMPTY_FILE = declare_code(
    "empty-file",
    "The file contains only blanks and comments.",
    mend="Begin the file with `game:` and its fields, as `cardwright new` writes it, or delete the file.",
)

SYNTAX = declare_code(
    "yaml-syntax",
    "The file is not valid YAML.",
    mend="Write one field per line, `name: value`, and nothing behind a closing bracket or quote. Put a text with "
    "YAML characters in quotes.",
)
COLON_IN_TEXT = declare_code(
    "yaml-colon-in-text",
    "A text on one line contains a colon, which YAML reads as a field.",
    mend="Write the text as a block: `|` behind the name of the field, and the text on the lines below, indented by "
    "two more spaces.",
)
TAB = declare_code(
    "yaml-tab",
    "A line is indented with a tab character.",
    mend="Replace the tab by spaces, two for each level. Most editors can write spaces when you press Tab.",
)
INDENTATION = declare_code(
    "yaml-indentation",
    "The indentation of a line fits nothing above it.",
    mend="Begin all fields of a card in the same column, and indent the contents of a field by two more columns.",
)
MISSING_COLON = declare_code(
    "yaml-missing-colon",
    "A line that should be a field has no colon.",
    mend="Write a colon and a space behind the name of the field. If the line belongs to the text above, indent it "
    "like that text.",
)
UNCLOSED_QUOTE = declare_code(
    "yaml-unclosed-quote",
    "A quoted text has no closing quote.",
    mend="Write a closing quote of the same kind as the opening one. A text without quotes can contain quotes.",
)
TEXT_AFTER_QUOTE = declare_code(
    "yaml-text-after-quote",
    "Something follows the closing quote of a text.",
    mend="Put all of the text between the quotes, or write it without quotes.",
)
BRACKETS = declare_code(
    "yaml-brackets",
    "Brackets or braces are not closed or contain something unexpected.",
    mend="Close every `[` with `]` and every `{` with `}`, and separate the items between them by commas.",
)
RESERVED_CHARACTER = declare_code(
    "yaml-reserved-character",
    "A text starts with a character that YAML reserves.",
    mend="Put the whole text in quotes, or begin it with another character.",
)
CURLY_QUOTE = declare_code(
    "yaml-curly-quote",
    "A text is in curly quotes, which have no meaning in YAML.",
    mend="Write straight quotes, `\"` or `'`. Curly quotes that should be printed go between straight ones.",
)
BAD_ESCAPE = declare_code(
    "yaml-bad-escape",
    "A backslash in a double-quoted text precedes an unknown character.",
    mend="Write two backslashes where one is meant, or put the text in single quotes, where a backslash is only a "
    "backslash.",
)
BLOCK_HEADER = declare_code(
    "yaml-block-header",
    "Something other than a line break follows the `|` of a text block.",
    mend="Begin the text on the line below `|`, indented by two more spaces.",
)
DIRECTIVE = declare_code(
    "yaml-directive",
    "The file contains a YAML directive, a line that starts with a percent sign.",
    mend="Delete the line that begins with `%`, and the `---` below it.",
)
MANY_DOCUMENTS = declare_code(
    "yaml-many-documents",
    "The file contains more than one YAML document.",
    mend="Delete the `---` between them, or move what follows it to a file of its own.",
)
ANCHOR = declare_code(
    "yaml-anchor",
    "The file contains a YAML anchor.",
    mend="Delete the word with `&`, and repeat the value wherever it is needed.",
)
ALIAS = declare_code(
    "yaml-alias",
    "The file uses a YAML alias.",
    mend="Write the value itself in place of the word with `*`.",
)
TAG = declare_code(
    "yaml-tag",
    "The file uses a YAML tag.",
    mend="Delete the word with `!`: the type of a value follows from its field.",
)
TOO_DEEP = declare_code(
    "yaml-too-deep",
    "Lists and fields are nested too deeply.",
    mend="Close the brackets: a file needs only a few levels of lists and fields.",
)
DUPLICATE_KEY = declare_code(
    "duplicate-key",
    "A group of fields contains the same field twice.",
    mend="Delete one of the two, or correct its name.",
)
KEY_NOT_TEXT = declare_code(
    "field-name-not-text",
    "The name of a field is not a text.",
    mend="Give the field a name. A number as a name is written in quotes.",
    formerly="key-not-text",
)
NUMBER_TOO_LARGE = declare_code(
    "number-too-large",
    "A number is too large.",
    mend="Write a smaller number, with at most 15 digits.",
)
