"""Messages for statements on a shared line: blocks after a `:`, joined statements, subjects."""

import re

from cardwright.syntax.expected_tokens import Explanation, TokenContext

HAS_BLOCK = frozenset({"_IF", "_FOR_EACH", "_REPEAT", "_CHOOSE", "_CHOOSE_ONE", "_PUT_ON", "SECRETLY", "_TOGETHER"})
CHOICES = frozenset({"_CHOOSE", "_CHOOSE_ONE"})
DONE_BY_NOBODY = HAS_BLOCK - CHOICES | {"_LET", "_REQUIRE", "_CARRY_OUT", "_MODIFY"}
# Tokens that people also write after a statement.
BEHIND = frozenset({"_IF", "_FOR_EACH"})
# Words that people write between two statements, besides `and`, `or` and `,`.
JOINERS = ("then", "also", "but", "xor", "nor", "plus")
ASSIGNS = frozenset({"BECOMES", "PLUS", "MINUS"})
EITHER = frozenset({"or", "xor", "nor"})
# By the first word of an ability: the message if it has several events, rules or names. Messages end with a correction.
SEVERAL = {
    "after": ("one ability reacts to one event", "write an ability for each"),
    "before": ("one ability reacts to one event", "write an ability for each"),
    "instead": ("one ability replaces one event", "write an ability for each"),
    "on": ("one `on` has one event", "write an `on` for each"),
    "forbid": ("one `forbid` has one event", "write a `forbid` for each"),
    "modify": ("one `modify` changes one rule", "write a `modify` for each"),
    "offer": ("several names are listed with `,`", "write `,`"),
    "in": ("several names are listed with `,`", "write `,`"),
}

# A player or piece before a verb, without brackets.
_SUBJECT = r"(?!may\b|repeatedly\b)\w+(?:\s*\.\s*\w+)*"

_CONDITION = re.compile(r"\b(?:if|where|require|repeat +until|such +that)\b[^=]*\Z")


def explain_own_line(place: TokenContext) -> Explanation | None:
    """Return the message for a statement with a block, or a block, on the line of another statement; or None."""
    if place.accepted == {"_NL"} and place.before.rstrip().endswith(":"):
        return "write the statements that belong to this line on the lines below it", "begin a new line after `:`"
    if place.bracket or not place.is_behind_colon:
        return None
    if place.token.type == "_COLON":
        if re.search(r"\bmay\b", place.statement):
            return "`may` with a block of its own needs a line of its own", "begin a new line after the first `:`"
        if "CHANGE" not in place.accepted and "_NL" in place.accepted:
            return (
                "this line already has a `:`, and what follows does not begin a block",
                "expected the end of the line",
            )
        return None
    who = re.fullmatch(rf"\s*(?:repeatedly\s+)?(?:{_SUBJECT}\s+)?(may\s+)?", place.statement)
    if who is None or place.token.type not in (CHOICES if who[1] else HAS_BLOCK):
        return None
    if not (who[1] or place.accepted & {"_REQUIRE", "MAY"}) or (place.token.type in BEHIND and not place.opens_block):
        return None
    word = f"`may {place.token}`" if who[1] else place.found
    return f"{word} has a block of its own, so it needs a line of its own", "begin a new line after `:`"


def explain_subject(place: TokenContext) -> Explanation | None:
    """Return the message for a player written before `repeatedly`, or before a statement without a subject; or None."""
    who = re.fullmatch(rf"\s*(repeatedly\s+)?(?:{_SUBJECT}\s+)?", place.statement)
    if place.bracket or who is None or not place.statement.strip() or not place.accepted & {"MAY", "BECOMES", "LPAR"}:
        return None
    if place.token.type == "REPEATEDLY":
        return "write `repeatedly` before the player: `repeatedly player may ...`", "move this word to the beginning"
    if place.token.type not in DONE_BY_NOBODY or (place.token.type in BEHIND and not place.opens_block):
        return None
    return (
        f"{place.found} is not performed by a player: write it at the beginning of the line",
        "remove what comes before it",
    )


def explain_joined(place: TokenContext) -> Explanation | None:
    """Return the message for two statements, events, rules or picks on one line, or conditions joined by `,`.

    Returns None if the token is no such error.
    """
    if place.bracket or "$END" in place.accepted or re.search(r"(?ms)^rule\b.*\Z", place.text[: place.at]):
        return None
    if place.token.type == "_FROM" and re.search(r"\bchoose\b.*\bfrom\b.*\b(and|or)\b", place.statement):
        return "several picks are listed with `,`: `choose a from LIST, b from LIST`", "write `,`"
    if place.token.type == "COMMA" and _CONDITION.search(place.statement):
        return "conditions are joined by `and` or `or`, not by `,`", "did you mean `and`?"
    if not place.is_behind_colon and place.first_word in SEVERAL:
        joined = place.token.type in ("_AND", "_OR", "COMMA") or str(place.token) in JOINERS
        return SEVERAL[place.first_word] if joined else None
    joiner = _find_joiner(place)
    if joiner is None:
        return None
    if joiner in EITHER:
        return f"`{joiner}` does not join statements: write `choose one:` with an `option:` each", "choose between them"
    return f"`{joiner}` does not join statements: write each on a line of its own", "begin a new line"


def _find_joiner(place: TokenContext) -> str | None:
    """Return the word or sign that joins two statements, at the position of the error or before it; or None."""
    ends_here = "_NL" in place.accepted or {"MAY", "BECOMES"} <= place.accepted
    word = str(place.token)
    if ends_here and (place.token.type in ("_AND", "_OR", "COMMA") or word in JOINERS):
        return word
    if place.token.type in ("ADD", "SUB") and "BECOMES" in place.accepted and place.before.rstrip().endswith(")"):
        return word
    behind = re.search(rf"\b({'|'.join(JOINERS)})\s+\Z", place.statement)
    if behind is not None and ends_here and place.token.type not in ("_NL", "_COLON", "LPAR", *ASSIGNS):
        return behind[1]
    between = re.search(r"(\band\b|\bor\b)[^=]*\Z", place.statement)
    if between is None:
        return None
    if place.token.type in DONE_BY_NOBODY | CHOICES | {"CHANGE"} and place.statement.rstrip().endswith(between[1]):
        return between[1]
    assigned = place.token.type != "BECOMES" or re.match(r"(?!\s*let\b).*=", place.statement)
    return between[1] if place.token.type in ASSIGNS and ends_here and assigned else None


def explain_dotted_call(place: TokenContext) -> Explanation | None:
    """Return the message for a call after a dot, as other languages have them; or None."""
    called = re.search(r"([A-Za-z_][\w.]*|[)\]]|\d+)\s*\.\s*(\w+)\s*\Z", place.before)
    if place.token.type != "LPAR" or called is None:
        return None
    if called[1] in ")]" or called[1].isdecimal():
        return f"`{called[2]}(...)` cannot follow a dot", "write a statement on a line of its own"
    ways = f"write `{called[1]} {called[2]}(...)` for a verb, `{called[2]}({called[1]}, ...)` for a rule"
    return f"`{called[2]}(...)` cannot follow a dot", ways
