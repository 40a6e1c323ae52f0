"""Every code that reading a file can report."""

from __future__ import annotations

from cardwright.source.diagnostics import declare_code

UNREADABLE_FILE = declare_code(
    "unreadable-file",
    "The file does not exist or cannot be read.",
    mend="Check the spelling of the path, that it names a file and not a folder, and that you may read it.",
)
FILE_TOO_LARGE = declare_code(
    "file-too-large",
    "The file is larger than any file of cards or rules can sensibly be.",
    mend="Divide the cards over several files of the same folder: all of them belong to the set.",
)
NOT_UTF8 = declare_code(
    "not-utf8",
    "The file is not text in UTF-8.",
    mend="Save the file as UTF-8, which every editor offers; in Excel it is `CSV UTF-8`.",
)
UNPRINTABLE_CHARACTER = declare_code(
    "unprintable-character",
    "The file holds a control character, a hidden line break, a sign that turns text around, or a no-break space where "
    "an ordinary one is needed: as it is, as an escape, or in the file's own name.",
    mend="Delete the character, or write an ordinary space: an editor that shows hidden characters shows it at this "
    "column. A file full of them is no text at all, such as a picture.",
)
EMPTY_FILE = declare_code(
    "empty-file",
    "The file contains only blanks and comments.",
    mend="Begin the file with `game:` and what belongs below it, as `cardwright new` writes it, or delete the file.",
)

SYNTAX = declare_code(
    "yaml-syntax",
    "The file is not valid YAML.",
    mend="Write one field a line, `name: value`, and nothing behind a closing bracket or quote; put a text with signs "
    "of YAML in quotes.",
)
COLON_IN_TEXT = declare_code(
    "yaml-colon-in-text",
    "A text on one line holds a colon that YAML takes for a field.",
    mend="Write the text as a block: `|` behind the name of the field, and the text on the lines below, indented by "
    "two more spaces.",
)
TAB = declare_code(
    "yaml-tab",
    "A line is indented with a tab character.",
    mend="Put spaces in place of the tab, two for each level. Most editors can be told to write spaces when Tab is "
    "pressed.",
)
INDENTATION = declare_code(
    "yaml-indentation",
    "A line is indented in a way that fits nothing above it.",
    mend="Let fields of one card begin in the same column, and what belongs to a field two columns further in.",
)
MISSING_COLON = declare_code(
    "yaml-missing-colon",
    "A line where a field is expected has no colon.",
    mend="Write a colon and a space behind the name of the field. If the line belongs to the text above, indent it "
    "like that text.",
)
UNCLOSED_QUOTE = declare_code(
    "yaml-unclosed-quote",
    "A quoted text has no closing quote.",
    mend="Write the closing quote, of the same kind as the opening one. A text without quotes may hold quotes inside "
    "it.",
)
TEXT_AFTER_QUOTE = declare_code(
    "yaml-text-after-quote",
    "Something follows the closing quote of a text.",
    mend="Put all of the text between the quotes, or write it without quotes.",
)
BRACKETS = declare_code(
    "yaml-brackets",
    "Brackets or braces are not closed or contain something unexpected.",
    mend="Close every `[` with `]` and every `{` with `}`, and put a comma between what stands inside.",
)
RESERVED_CHARACTER = declare_code(
    "yaml-reserved-character",
    "A text starts with a character that YAML reserves.",
    mend="Put the whole text in quotes, or begin it with another character.",
)
CURLY_QUOTE = declare_code(
    "yaml-curly-quote",
    "A text is in curly quotes, which have no meaning in YAML.",
    mend="Write straight quotes, `\"` or `'`. Quotes that are to be printed stand inside of straight ones.",
)
BAD_ESCAPE = declare_code(
    "yaml-bad-escape",
    "A backslash in a double-quoted text precedes an unknown character.",
    mend="Write two backslashes where one is meant, or put the text in single quotes, where a backslash is only a "
    "backslash.",
)
BLOCK_HEADER = declare_code(
    "yaml-block-header",
    "Something other than a line break follows the sign of a text block.",
    mend="Begin the text on the line below `|`, indented by two more spaces.",
)
DIRECTIVE = declare_code(
    "yaml-directive",
    "The file holds a YAML directive, a line that starts with a percent sign.",
    mend="Delete the line that begins with `%`, and the `---` below it.",
)
MANY_DOCUMENTS = declare_code(
    "yaml-many-documents",
    "The file holds more than one YAML document.",
    mend="Delete the `---` between them, or move what follows it to a file of its own.",
)
ANCHOR = declare_code(
    "yaml-anchor",
    "The file contains a YAML anchor.",
    mend="Delete the word with `&`, and write the value out wherever it is needed.",
)
ALIAS = declare_code(
    "yaml-alias",
    "The file uses a YAML alias.",
    mend="Write the value out in place of the word with `*`.",
)
TAG = declare_code(
    "yaml-tag",
    "The file uses a YAML tag.",
    mend="Delete the word with `!`: Cardwright knows from the field what a value is.",
)
TOO_DEEP = declare_code(
    "yaml-too-deep",
    "Lists and fields are nested too deeply.",
    mend="Close the brackets: nothing in a game needs more than a few levels of lists and fields.",
)
DUPLICATE_KEY = declare_code(
    "duplicate-key",
    "The same field is given twice in one place.",
    mend="Delete one of the two, or give it the name that was meant.",
)
KEY_NOT_TEXT = declare_code(
    "field-name-not-text",
    "The name of a field is not a text.",
    mend="Give the field a name. A number as a name stands in quotes.",
    formerly="key-not-text",
)
NUMBER_TOO_LARGE = declare_code(
    "number-too-large",
    "A number is larger than any number can be in a game.",
    mend="Write a smaller number: 15 digits are the most.",
)
