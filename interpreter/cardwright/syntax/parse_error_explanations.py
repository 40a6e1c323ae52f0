"""Explanations of parse errors in an author's words: the unexpected token and what would fit."""

import re
from collections.abc import Callable

from cardwright.source.diagnostics import suggest
from cardwright.source.look_alike_characters import describe_look_alike, find_look_alike
from cardwright.syntax.expected_tokens import (
    ABILITY_WORDS,
    DEFINITION_WORDS,
    STARTS_ABILITY,
    STARTS_DEED,
    STARTS_DEFINITION,
    STARTS_VALUE,
    WORDS,
    Explanation,
    TokenContext,
)
from cardwright.syntax.indentation import REMARK
from cardwright.syntax.joined_statement_errors import (
    explain_dotted_call,
    explain_joined,
    explain_own_line,
    explain_subject,
)
from cardwright.syntax.keywords import STATEMENTS, find_spellings

COMPARES = frozenset({"IS", "IS_NOT", "IN", "NOT_IN", "LE", "GE", "LT", "GT"})
STATEMENT_WORDS = find_spellings(STATEMENTS)

# Words of other languages, or of English, that people write by mistake.
FOREIGN = {
    "when": "after",
    "whenever": "after",
    "while": "repeat until",
    "for": "for each",
    "foreach": "for each",
    "elif": "else if",
    "elseif": "else if",
    "elsif": "else if",
    "unless": "if not",
    "def": "verb",
    "function": "verb",
    "then": ":",
}
# Functions of the language that people write without brackets.
FUNCTIONS = frozenset("all any bottom count distinct max min next previous sum the top".split())
# What to write in place of characters that begin no token of the language.
CHARACTERS = {
    "!": "write `is not` or `not`",
    ";": "write each statement on a line of its own",
    "&": "write `and`",
    "|": "write `or`",
    "%": "multiply, then divide and write how to round",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `is not`",
    "×": "write `*`",
    "−": "write `-`",
    "–": "write `-`",
    "{": "write lists in `[` and `]`",
    "}": "write lists in `[` and `]`",
}


def explain_token(place: TokenContext) -> Explanation:
    """Return the message for a token that does not fit, and the label for its position."""
    for explanation in _EXPLANATIONS:
        explained = explanation(place)
        if explained is not None:
            return explained
    foreign = _suggest_own_word(place)
    if place.token.type == "_NL":
        return "something is missing at the end of this line", foreign or f"expected {place.wanted}"
    return f"{place.found} does not fit here", foreign or f"expected {place.wanted}"


def explain_character(text: str, at: int) -> Explanation:
    """Return the message for a character at an offset that begins no token of the language, and its label."""
    character = text[at]
    if character == "\t":
        leading = not text[text.rfind("\n", 0, at) + 1 : at].strip()
        return "tabs cannot indent" if leading else "a tab is not part of the language", "write spaces"
    if character == '"':
        return 'this text has no closing `"` on its line', 'close it with `"`'
    if character in "’'" and text[at + 1 : at + 2] == "s":
        return f"`{character}s` is not part of the language", "write the owner before a dot, as in `player.hand`"
    if character in "“”„‘’'":
        return f"`{character}` is not a quotation mark of the language", 'write `"`'
    if character.isspace():
        which = "a no-break" if character == "\u00a0" else "an unusual"
        return f"{which} space is not part of the language", "write an ordinary space"
    plain = find_look_alike(character)
    if plain and character not in CHARACTERS:
        return describe_look_alike(character), CHARACTERS.get(plain, f"write `{plain}`")
    shown = f"`{character}`" if character.isprintable() else "an unprintable character"
    return f"{shown} is not part of the language", CHARACTERS.get(character, "remove it")


def _explain_empty(place: TokenContext) -> Explanation | None:
    if place.token.type != "$END" or re.sub(REMARK, "", place.text).strip():
        return None
    what = "holds only a comment" if place.text.strip() else "is empty"
    return f"this rule text {what}", f"begin with {place.wanted}"


def _explain_layout(place: TokenContext) -> Explanation | None:
    if "_INDENT" in place.accepted:
        if place.token.type == "$END":
            return "nothing follows this `:`", "expected an indented block below"
        if place.token.type not in ("_INDENT", "_NL"):
            return "the line above ends with `:`, so this line must be indented below it", "indent this line"
    if place.token.type == "_INDENT":
        return (
            "this line is indented further than the one above, which does not end with `:`",
            "indent this like the line above",
        )
    return None


def _explain_closing(place: TokenContext) -> Explanation | None:
    if place.token.type not in ("RPAR", "RSQB"):
        return None
    if not place.bracket:
        return f"there is no open bracket for this {place.found}", f"remove {place.found}"
    if place.bracket + str(place.token) not in ("()", "[]"):
        return f"{place.found} does not close `{place.bracket}`", f"expected {place.wanted}"
    return None


def _explain_equals(place: TokenContext) -> Explanation | None:
    if place.token.type != "BECOMES":
        return None
    if "IS" in place.accepted:
        role = re.search(r"[(,]\s*(\w+)\s*\Z", place.before) if place.bracket == "(" else None
        if role:
            return f"`=` does not fit here: an argument is written `{role[1]}: ...`, and `is` compares", "write `:`"
        return "`=` changes a counter; to compare, write `is`", "did you mean `is`?"
    if "_COLON" in place.accepted and not place.bracket:
        return "`=` does not fit here: a definition continues after `:`", "write `:`"
    return None


def _explain_rounding(place: TokenContext) -> Explanation | None:
    if "ADD" not in place.accepted or str(place.token) != "rounded":
        return None
    return "a rounding has a direction", "write `rounded up` or `rounded down`"


def _explain_list_in_brackets(place: TokenContext) -> Explanation | None:
    if place.token.type != "_FOR_EACH" or place.bracket != "[" or "RSQB" not in place.accepted:
        return None
    return "a list of computed values has no brackets", "write `VALUE for each NAME in LIST` without `[` and `]`"


def _explain_fraction(place: TokenContext) -> Explanation | None:
    if place.token.type == "NUMBER" and re.search(r"\d\.\Z", place.before):
        return "numbers are whole: there are no decimals", "write a whole number"
    return None


def _explain_colon(place: TokenContext) -> Explanation | None:
    if place.token.type == "_NL" and "_COLON" in place.accepted and not place.bracket:
        return "this line should end with `:`", "expected `:`"
    if place.token.type != "_COLON":
        return None
    if "_TIMES" in place.accepted:
        return "after `repeat` and a number comes `times`", "expected `times`"
    if "_NL" in place.accepted:
        if place.first_word == "forbid":
            return "`forbid` is complete without a `:`", "expected the end of the line"
        return "`:` does not fit here: this line does not begin a block", _suggest_own_word(
            place
        ) or "expected the end of the line"
    return None


def _explain_until(place: TokenContext) -> Explanation | None:
    """Return the message about `until`, or None.

    A modifier needs `until` as a statement, and cannot have it in a power.
    """
    if place.bracket or not re.search(r"\bmodify\b", place.before):
        return None
    if place.token.type == "_COLON" and "_UNTIL" in place.accepted:
        return "a `modify` statement needs a duration: `modify RULE until EVENT: CHANGE`", "expected `until EVENT`"
    if place.token.type == "_UNTIL" and "_COLON" in place.accepted:
        end = re.compile(r"[ ]*:|$", re.MULTILINE).search(place.text, place.at)
        extra = place.text[place.at : end.start() if end else None]
        return (
            "a power that begins with `modify` cannot have an `until`: the change lasts as long as the power works",
            f"remove `{extra}`; a change that ends is a `modify` below an event, such as `after you draw:`",
        )
    return None


def _explain_else(place: TokenContext) -> Explanation | None:
    if place.token.type == "_ELSE" and "_OTHERWISE" in place.accepted:
        return "the last case of a rule ends with `otherwise`", "write `otherwise`"
    if place.token.type in ("_ELSE", "_ELSE_IF") and not place.before.strip():
        bare = _find_may_above(place)
        if bare:
            control = re.fullmatch(r"(.* may) ((?:proceed|stop|finish)\b.*)", bare)
            label = (
                f"write `{control[1]}:` and below it `{control[2]}`" if control else f"write `{bare}: nothing` above"
            )
            return "`else` belongs to a `may` with a body, and the `may` above has none", label
        return (
            f"{place.found} belongs to no `if`, `may` or `choose` at this indentation",
            "indent it like the `if`, `may` or `choose` that it continues",
        )
    if place.token.type in ("_ELSE", "_ELSE_IF") and place.before.strip():
        return f"{place.found} belongs on a line of its own, below the statement that it continues", "begin a new line"
    if place.token.type == "_OTHERWISE" and "_NL" in place.accepted and not re.search(r"(?m)^rule\b", place.text):
        return (
            "`otherwise` ends the cases of a rule; after statements, write `else`",
            "write `else:` on a line of its own",
        )
    if place.token.type == "_OPTION":
        return "`option` belongs below `choose one:`", f"expected {place.wanted}"
    return None


def _find_may_above(place: TokenContext) -> str:
    """Return the line above if it is a `may` at the same indentation that lacks its `:` and body; else ""."""
    above = re.sub(REMARK, "", place.text[: place.at - len(place.before)]).rstrip()
    line = above[above.rfind("\n") + 1 :]
    bare = re.fullmatch(rf"{place.before}(\S(?:[^\n]*\s)?)?may\s[^\n]*\)?", line)
    return line.strip() if bare and ":" not in re.sub(r"\([^()]*\)", "", line) else ""


def _explain_late_if(place: TokenContext) -> Explanation | None:
    if place.token.type != "_IF" or "_NL" not in place.accepted or not place.before.strip():
        return None
    if place.first_word == "rule":
        return "write each case of a rule on a line of its own below the `:`", "begin a new line after `:`"
    return "write the condition before the statement: `if CONDITION: ...`", "put the condition first"


def _explain_clause(place: TokenContext) -> Explanation | None:
    if place.token.type in ("_ONCE_PER", "_TWICE_PER") and place.first_word in ("modify", "forbid"):
        return f"`{place.first_word}` always applies and cannot have a condition", f"expected {place.wanted}"
    if place.token.type == "_WHERE" and (who := re.fullmatch(r"\s*(\w+)\s+", place.statement)):
        message = f"`where` does not fit here: `{who[1]}` perform together, and `for each` chooses among them"
        return message, f"write `for each p in {who[1]} where ...:`, with `p ...` below it"
    if place.token.type == "SECRETLY" and place.before.strip():
        return "`secretly` comes before what all do so", "move it to the beginning of the line"
    if place.token.type == "_WHERE" and re.search(r"\bwhere\b", place.statement):
        return "there is a `where` already: join the conditions with `and`", "did you mean `and`?"
    if place.token.type == "_WHERE" and re.search(r"\bwith +the +(highest|lowest)\b", place.before):
        return (
            "write the condition before `with the`, or put the list with its condition in brackets",
            "write the `where` first",
        )
    if place.token.type in COMPARES and "_AND" in place.accepted:
        return "write two comparisons and join them with `and`", "expected `and`"
    if place.token.type == "ROUNDED":
        return "only a division has a rounding, and only one", f"remove {place.found}"
    return None


def _explain_list(place: TokenContext) -> Explanation | None:
    """Return the message for a line that does not belong below `choose one:` or `modify ...:`; or None."""
    if "_OPTION" in place.accepted and "_REQUIRE" not in place.accepted and place.token.type != "_INDENT":
        return "each line directly below `choose one:` begins with `option`", "expected `option`"
    if "CHANGE" in place.accepted and place.token.type != "_INDENT":
        return "after its `:`, `modify` needs a change of the rule's value", f"expected {WORDS['CHANGE']}"
    return None


def _gives(place: TokenContext) -> Explanation | None:
    if not re.search(r"\bgives\s*\Z", place.before):
        return None
    if place.token.type == "LPAR":
        return "a rule has one result, and its type has no brackets", "expected the name of a type"
    if place.accepted == {"LPAR"}:
        return "the result of a verb or step is written in brackets", "expected `(`"
    return None


def _explain_first_word(place: TokenContext) -> Explanation | None:
    """Return the message for a wrong first word of a definition or an ability; or None."""
    if not place.accepted >= STARTS_ABILITY or place.token.type == "$END":
        return None
    starters: tuple[str, ...] = ABILITY_WORDS
    if place.accepted >= STARTS_DEFINITION:
        starters = (*DEFINITION_WORDS, *ABILITY_WORDS)
        message = f"neither a definition nor an ability can begin with {place.found}"
    else:
        message = f"an ability cannot begin with {place.found}"
    return message, _suggest_own_word(place, starters) or f"expected {place.wanted}"


def _explain_in_a_body(place: TokenContext) -> Explanation | None:
    starters = STARTS_ABILITY | STARTS_DEFINITION | {"_FORBID"}
    if place.token.type in starters and place.accepted >= STARTS_DEED:
        return f"{place.found} cannot be inside a body of statements", "begin it further to the left"
    return None


def _explain_picking(place: TokenContext) -> Explanation | None:
    if "_FROM" in place.accepted and place.token.type != "_FROM":
        return "`choose` needs a list to pick from: `choose NAME from LIST`", "expected `from`"
    return None


def _explain_bare_value(place: TokenContext) -> Explanation | None:
    """Return the message for a line that is an expression where a statement is needed; or None."""
    if not {"BECOMES", "PLUS", "NAME"} <= place.accepted:
        return None
    if place.token.type == "_NL":
        return "this line has no effect: perform a verb or change a counter", "expected a verb or `=`"
    named = re.search(r"(\w+)\s+\Z", place.before)
    if place.token.type in ("NUMBER", "STRING") and named:
        return f"write the arguments of a verb in brackets: `{named[1]}({place.token})`", "expected `(`"
    if place.token.type in ("ADD", "SUB"):
        return f"{place.found} does not fit here: change a counter with `+=`, `-=` or `=`", "expected a verb or `=`"
    return None


def _explain_change_in_rule(place: TokenContext) -> Explanation | None:
    if place.token.type not in ("PLUS", "MINUS") or not re.search(r"(?m)^rule\b", place.text):
        return None
    return f"{place.found} does not fit here: a rule gives a value, and changes nothing", "write a `verb` or `step`"


def _explain_missing_brackets(place: TokenContext) -> Explanation | None:
    """Return the message for a name directly behind a function, as in `count hand`; or None."""
    called = re.search(r"(?<![\w.])(\w+)\s+\Z", place.before)
    if called is None or place.token.type != "NAME" or called[1] not in FUNCTIONS:
        return None
    return f"{place.found} does not fit here: `{called[1]}` needs brackets", f"write `{called[1]}({place.token})`"


def _explain_late_let(place: TokenContext) -> Explanation | None:
    """Return the message for a `let` in a rule after the value that uses it; or None."""
    if place.token.type != "_LET" or not place.accepted >= STARTS_VALUE or place.before.strip():
        return None
    return "the names of a rule come before its values: `let NAME = VALUE`", "move this line to the top"


def _explain_keyword(place: TokenContext) -> Explanation | None:
    word = str(place.token)
    if "NAME" not in place.accepted or not re.fullmatch(r"[a-z][a-z ]*", word) or place.token.type == "NAME":
        return None
    if place.token.type in COMPARES | {"_AND", "_OR", "_WHERE", "MOST"} and place.accepted >= STARTS_VALUE:
        return f"something is missing before {place.found}", f"expected {place.wanted}"
    return f"{place.found} is a word of the language and cannot be a name", f"expected {place.wanted}"


_EXPLANATIONS: tuple[Callable[[TokenContext], Explanation | None], ...] = (
    *(
        _explain_empty,
        _explain_layout,
        _explain_closing,
        explain_joined,
        explain_dotted_call,
        _explain_equals,
        _explain_list_in_brackets,
        _explain_fraction,
        _explain_rounding,
        explain_own_line,
        explain_subject,
        _explain_until,
        _explain_colon,
        _explain_else,
        _explain_late_if,
        _explain_clause,
        _explain_list,
        _gives,
    ),
    *(
        _explain_first_word,
        _explain_in_a_body,
        _explain_picking,
        _explain_bare_value,
        _explain_late_let,
        _explain_change_in_rule,
        _explain_missing_brackets,
        _explain_keyword,
    ),
)


def _suggest_own_word(place: TokenContext, starters: tuple[str, ...] = STATEMENT_WORDS) -> str:
    """Return "did you mean ...?" for the token or for the first word of its line; "" if no starter is similar."""
    for word in (str(place.token), place.first_word):
        meant = FOREIGN.get(word.lower())
        if meant is None and word == place.first_word and word not in starters and len(word) > 1:
            meant = suggest(word, starters)
        if meant is not None and not place.before.lstrip().startswith(meant):
            return f"did you mean `{meant}`?"
    return ""
