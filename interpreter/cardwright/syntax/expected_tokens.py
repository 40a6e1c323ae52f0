"""A token that does not fit, its context, and the tokens that would fit in its place."""

import re
from collections.abc import Set
from dataclasses import dataclass

from lark import Token

from cardwright.syntax.indentation import REMARK
from cardwright.syntax.keywords import ABILITIES, DEFINITIONS, find_spellings, join_alternatives, list_spellings

# What the error messages call each terminal: words and signs as in the grammar, and descriptions of other terminals.
WORDS = {name: join_alternatives(words) for name, words in list_spellings().items()} | {
    "COMMA": "`,`",
    "LPAR": "`(`",
    "LSQB": "`[`",
    "RPAR": "`)`",
    "RSQB": "`]`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "STRING": "a text in quotation marks",
    "QUESTION": "a question in quotation marks",
}
PREFERRED = (
    *("_COLON", "COMMA", "RPAR", "RSQB", "ROUNDED", "_FROM", "BECOMES", "_NL", "_INDENT", "_OPTION", "CHANGE"),
    *("_TIMES", "LPAR"),
)
STARTS_VALUE = frozenset({"NUMBER", "NAME", "LPAR", "LSQB"})
STARTS_ABILITY = frozenset({"WHEN", "_ON", "_MODIFY", "_OFFER"})
STARTS_DEFINITION = frozenset({"PROCEDURE", "_RULE"})
STARTS_DEED = frozenset({"_LET", "_REQUIRE", "_CHOOSE"})
ABILITY_WORDS = find_spellings(ABILITIES)
DEFINITION_WORDS = find_spellings(DEFINITIONS)
Explanation = tuple[str, str]


@dataclass(frozen=True, slots=True)
class TokenContext:
    """A token that does not fit, the tokens that would fit, and the innermost open bracket ("" if none)."""

    text: str
    token: Token
    at: int
    accepted: Set[str]
    bracket: str

    @property
    def found(self) -> str:
        """Description of the token for a message."""
        names = {"$END": "the end of the text", "_NL": "the end of the line", "_INDENT": "this indentation"}
        names["_DEDENT"] = "the end of the block"
        return names.get(self.token.type, f"`{self.token}`")

    @property
    def before(self) -> str:
        """The text on the line before the token."""
        return self.text[self.text.rfind("\n", 0, self.at) + 1 : self.at]

    @property
    def statement(self) -> str:
        """The statement before the token: the text since the last `:` of the line, without bracketed parts."""
        return strip_brackets(self.before).rpartition(":")[2]

    @property
    def is_behind_colon(self) -> bool:
        """True if a `:` outside of brackets is before the token on its line."""
        return ":" in strip_brackets(self.before)

    @property
    def opens_block(self) -> bool:
        """True if a `:` outside of brackets is after the token on its line."""
        return ":" in strip_brackets(self.text[self.at : (self.text + "\n").index("\n", self.at)])

    @property
    def first_word(self) -> str:
        """The first word of the token's line, or the token itself if the line begins with it."""
        word = re.match(r"\s*(\w+)", self.before + str(self.token))
        return word[1] if word else ""

    @property
    def wanted(self) -> str:
        """Description of at most three tokens that would fit, for a message."""
        return _describe_wanted(self.accepted)


def strip_brackets(text: str) -> str:
    """Return `text` without its comment, its quoted texts and everything in brackets."""
    bare = re.sub(rf'"[^"\n]*"|{REMARK}', " ", text)
    inner = None
    while inner != bare:
        inner, bare = bare, re.sub(r"\([^()]*\)|\[[^][]*\]", "", bare)
    return re.sub(r"[([].*", "", bare)


def _describe_wanted(accepted: Set[str]) -> str:
    starts = accepted >= STARTS_VALUE or accepted >= STARTS_ABILITY
    words = [WORDS[kind] for kind in PREFERRED if kind in accepted and not (starts and kind in ("_NL", "LPAR", "IN"))]
    if accepted >= STARTS_DEFINITION:
        words.append(join_alternatives(DEFINITION_WORDS))
    if accepted >= STARTS_ABILITY:
        words.append(join_alternatives(ABILITY_WORDS[:-1], "`in ZONE`"))
    elif accepted >= STARTS_DEED:
        words.append("a statement")
    elif accepted >= STARTS_VALUE:
        words.append("a value")
    elif "NAME" in accepted:
        words.append("a name")
    if not words:
        words = [WORDS.get(kind, f"`{kind.strip('_').lower().replace('_', ' ')}`") for kind in sorted(accepted)]
    return " or ".join(words[:3])
