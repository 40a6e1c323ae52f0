"""Parser of rule texts: it returns a syntax tree, or all errors that can be found one by one."""

import re
import sys
from dataclasses import fields
from functools import lru_cache
from typing import Any, cast

import lark
from lark import Lark, Token, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.grammar import Rule
from lark.lexer import TerminalDef

from cardwright.source.diagnostics import declare_code
from cardwright.source.node_dataclass import frozen
from cardwright.source.results_in_one_cache_entry import remember_result, retain_result
from cardwright.source.trusted_disk_cache import cache_key, read_cache, write_cache
from cardwright.syntax import tree
from cardwright.syntax import tree as syntax
from cardwright.syntax.expected_tokens import TokenContext
from cardwright.syntax.indentation import JOIN_BEFORE, REMARK, SPLIT, IndentationLexer, LayoutError
from cardwright.syntax.keywords import (
    ABILITIES,
    DEFINITIONS,
    STATEMENTS,
    find_first_words,
    find_spellings,
    find_terminal,
    match_phrases,
    read_grammar,
)
from cardwright.syntax.parse_error_explanations import explain_character, explain_token
from cardwright.syntax.tree_builder import TreeBuilder

# A stored node is a tuple that begins with the number of its class; a tuple of nodes is stored as a list.
_CLASSES = [each for each in vars(tree).values() if isinstance(each, type) and issubclass(each, tree.Node)]
_NUMBERS: dict[type, int] = {each: number for number, each in enumerate(_CLASSES)}
_NAMES = [tuple(entry.name for entry in fields(each)) for each in _CLASSES]
_SETTERS = [tuple(getattr(each, name).__set__ for name in names) for each, names in zip(_CLASSES, _NAMES, strict=True)]
_VALUES = (str, int, bool, type(None))


def as_plain(value: object) -> Any:
    """Return a tree as plain values, for storage. Raises TypeError for a value that no tree contains."""
    number = _NUMBERS.get(type(value))
    if number is not None:
        return (number, *(as_plain(getattr(value, name)) for name in _NAMES[number]))
    if isinstance(value, tuple):
        return [as_plain(each) for each in value]
    if type(value) not in _VALUES:
        raise TypeError(f"{type(value).__name__} in a tree")
    return value


def from_plain(kept: Any) -> Any:
    """Return a tree from its plain values."""
    kind = type(kept)
    if kind is list:
        return tuple([from_plain(each) for each in kept])
    if kind is not tuple:
        return kept
    number = kept[0]
    made = object.__new__(_CLASSES[number])
    for put, value in zip(_SETTERS[number], kept[1:], strict=True):
        put(made, from_plain(value) if type(value) in (tuple, list) else value)
    return made


MAX_LENGTH = 200_000
MAX_DEPTH = 60
MAX_BLOCKS = 12
MAX_DIGITS = 12
MAX_PROBLEMS = 20
MAX_MENDED = 10_000
# Limits for keywords that are read as names, and for characters that are parsed again because of them.
MAX_SPLIT, MAX_PARSED_AGAIN = 40, 1_000_000
# A line at the left edge continues the part above it unless it begins a part or contains a `:` of its own.
_ON_WITH = ("_WHERE", "MOST", "_AND", "_OR", "_ONCE_PER", "_TWICE_PER", "_ELSE", "IS", "_NOT", "ROUNDED")
_GOES_ON = rf"(?!(?:{'|'.join(find_first_words(_ON_WITH))})\b|[])+*/,])"
_BEGINS = re.compile(
    rf"(?m)^(?=(?:{'|'.join(find_first_words((*ABILITIES, *DEFINITIONS)))})\b)|^(?=\w[^#\n]*:){_GOES_ON}"
)
_SOMETHING = re.compile(r"(?m)^[ ]*[^\s#]")
_PART = {"power": _BEGINS, "library": _BEGINS, "deeds": re.compile(r"(?m)^(?=[^\s#])" + _GOES_ON)}
# A line that begins with one of these ends any open bracket. `in` and `for each` are excluded, as values contain them.
_BEGIN_LINES = tuple(
    each for each in (*ABILITIES, *DEFINITIONS, *STATEMENTS, "CHANGE") if each not in ("IN", "_FOR_EACH")
)
_NEVER_IN_BRACKETS = rf"(?:{'|'.join(find_spellings(_BEGIN_LINES))})\b"
_BRACKETS = re.compile(rf'"[^"\n]*"|{REMARK}|[(\[\])]|(?m:^[ ]*{_NEVER_IN_BRACKETS})')
_MEASURED = re.compile(rf'(?P<line>(?m:^[ ]*{_NEVER_IN_BRACKETS}))|"[^"\n]*"|{REMARK}|[(\[\])]|\w+')
# Lines that can replace a faulty line, one for each kind of position.
_HARMLESS = (
    *("x", "if y: x", "if y:", "may:", "option:", "option: x", "set x", "x if y", "x otherwise"),
    *("on x: x", "on x:", "rule x:", "in x:", "y)", "y):"),
)
_BLANK = re.compile(r"\s*(?:#[^\n]*\s*)*")
_FOLLOWING = re.compile(r"\s*(?:\w+|\S)")
SYNTAX = declare_code("syntax")
TOO_DEEP = declare_code("too-deep")
TOO_LONG = declare_code("too-long")


@frozen
class Problem:
    """A parse error with its offsets in a rule text; callers turn it into a diagnostic of a file."""

    code: str
    message: str
    start: int
    end: int
    label: str


@frozen
class Parsed:
    """A syntax tree, or None with the errors that prevent one."""

    tree: Any
    problems: tuple[Problem, ...]


# Limit for the texts with trees in memory. A check asks for all texts of a game in the same order, so with a lower
# limit than their number none would be found again.
MAX_TEXTS = 32_768

_OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "lexer": "basic",
    "start": ["power", "library", "value", "deeds"],
    "propagate_positions": True,
    "maybe_placeholders": True,
}


@lru_cache(maxsize=1)
def load_grammar() -> Lark:
    """Return the compiled grammar, from the cache if possible.

    Each kind of rule text has a start symbol of its own.
    """
    text = read_grammar()
    key = cache_key("grammar", sys.version, lark.__version__, _OPTIONS, text)
    # As in parsers generated by the library, whose own cache uses pickle.
    kept = read_cache(key, lambda found: Lark._load_from_dict(*found, postlex=IndentationLexer()))  # type: ignore[no-untyped-call]
    if kept is not None:
        return cast(Lark, kept)
    made = Lark(text, postlex=IndentationLexer(), **_OPTIONS)
    plain, memo = made.memo_serialize([TerminalDef, Rule])
    options = {name: value for name, value in plain["options"].items() if name != "postlex"}
    write_cache(key, (plain | {"options": options}, memo))
    return made


def parse_tree(text: str, kind: str) -> Any:
    """Return the tree that lark makes of a rule text. Raises UnexpectedInput or LayoutError."""
    return _parse_and_split(text, kind, frozenset())[0]


def list_tokens(text: str, kind: str) -> list[Token]:
    """Return the tokens of a valid rule text, those for lines and indentation included.

    The text is parsed for this. `Lark.lex` would make a lexer for each text, which takes longer than everything else.
    """
    try:
        return list(load_grammar().parse_interactive(text, start=kind).iter_parse())
    except UnexpectedToken:
        before = SPLIT.set(_parse_and_split(text, kind, frozenset())[1])
    try:
        return list(load_grammar().parse_interactive(text, start=kind).iter_parse())
    finally:
        SPLIT.reset(before)


def _parse_and_split(text: str, kind: str, split: frozenset[int]) -> tuple[Any, frozenset[int]]:
    """Return a tree, and the offsets of the keywords of several words that are read as names: `until a or more`.

    Besides those of `split`, these are keywords that do not fit where they stand, if names fit there.
    """
    before = SPLIT.set(split)
    try:
        return load_grammar().parse(text, start=kind), split
    except UnexpectedToken as error:
        if len(split) < min(MAX_SPLIT, MAX_PARSED_AGAIN // max(1, len(text))):
            reached = _offset(text, error)
            for phrase in _find_phrases(text, reached, error.token):
                if phrase.start() in split:
                    continue
                try:
                    return _parse_and_split(text, kind, split | {phrase.start()})
                except UnexpectedToken as later:
                    following = _FOLLOWING.match(text, phrase.end())
                    if following and _offset(text, later) >= max(reached + 1, following.end()):
                        raise
        raise
    finally:
        SPLIT.reset(before)


def _offset(text: str, error: UnexpectedToken) -> int:
    return len(text) if error.token.type == "$END" else error.token.start_pos or 0


def _find_phrases(text: str, at: int, token: Token) -> list[re.Match[str]]:
    """Return the keywords of several words that end just before an offset, or begin there or on the next line."""
    start = text.rfind("\n", 0, at) + 1
    found = [each for each in match_phrases().finditer(text, start, at) if not text[each.end() : at].strip(" ")]
    if token.type == "_NL":
        here = _find_joining_phrase(text, at)
    else:
        here = None if token.type == "$END" else match_phrases().match(text, at)
    return [*found, *((here,) if here else ())]


def _find_joining_phrase(text: str, at: int) -> re.Match[str] | None:
    """Return the keyword at the beginning of the line after `at`, if its first word would join that line to this one.

    A line that begins with `or` goes on with the one before, and one that begins with `or more` does not.
    """
    blank = _BLANK.match(text, at)
    found = match_phrases().match(text, blank.end()) if blank else None
    return found if found and find_terminal(found[0].split()[0]) in JOIN_BEFORE else None


def parse(text: str, kind: str) -> Parsed:
    """Parse a rule text of kind `power`, `library`, `value` or `deeds` (statements). Errors are in the result.

    Equal texts share one tree, which is safe because trees are frozen.
    """
    return _parse_library(text) if kind == "library" else _parse_text(text, kind)


@lru_cache(maxsize=64)
def _parse_library(text: str) -> Parsed:
    return _parse_cached(text, "library")


@lru_cache(maxsize=MAX_TEXTS)
def _parse_text(text: str, kind: str) -> Parsed:
    return _parse_cached(text, kind)


def forget_parsed() -> None:
    """Clear the memo of parsed texts."""
    for each in (_parse_library, _parse_text, _find_part):
        each.cache_clear()


def _parse_cached(text: str, kind: str) -> Parsed:
    return remember_result(lambda: _parse(text, kind), _store_parsed, _restore_parsed, "parse", kind, text)


def retain_parsed(text: str, kind: str) -> None:
    """Let the open bundle keep the tree of a text that need not be parsed now."""
    retain_result("parse", kind, text)


def _store_parsed(parsed: Parsed) -> Any:
    return None if parsed.tree is None else as_plain(parsed.tree)


def _restore_parsed(kept: Any) -> Parsed:
    return Parsed(from_plain(kept), ())


def _parse(text: str, kind: str) -> Parsed:
    early = _check_length(text)
    if early is not None:
        return Parsed(None, (early,))
    whole = _parse_library_parts(text) if kind == "library" else None
    if whole is not None:
        return Parsed(whole, ())
    try:
        return _check_depth(TreeBuilder().transform(parse_tree(text, kind)))
    except (UnexpectedInput, LayoutError) as error:
        first = _make_problem(text, kind, error)
    problems = [first] if kind == "value" else _find_all_problems(text, kind)
    return Parsed(None, tuple(problems or [first]))


def _parse_library_parts(text: str) -> syntax.LibraryNode | None:
    """Return the tree of a library, joined from the trees of its definitions; None if a definition has an error.

    Each definition begins at the left margin and is parsed alone, so that unchanged ones come from the memo.
    """
    starts = find_top_level_starts(text)
    if len(starts) > 1 and not _SOMETHING.search(text, 0, starts[1]):
        del starts[1]  # comments at the head belong to the first definition
    items: list[Any] = []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        part = _find_part(text[start:end])
        if part is None:
            return None
        items += part.items if start == 0 else [syntax.move_node(item, start) for item in part.items]
    return syntax.LibraryNode(tuple(items), start=items[0].start, end=items[-1].end)


@lru_cache(maxsize=MAX_TEXTS)
def _find_part(text: str) -> syntax.LibraryNode | None:
    tree = remember_result(lambda: parse_quickly(text, "library"), as_plain, from_plain, "part", text)
    return tree if isinstance(tree, syntax.LibraryNode) else None


def parse_quickly(text: str, kind: str) -> Any:
    """Return the tree of a rule text, or None if it has an error. Faster than `parse`, which explains errors."""
    if _check_length(text) is not None:
        return None
    try:
        return _check_depth(TreeBuilder().transform(parse_tree(text, kind))).tree
    except (UnexpectedInput, LayoutError):
        return None


def find_top_level_starts(text: str) -> list[int]:
    """Return the offset 0, and those of all definitions and abilities of a rule text, valid or not."""
    return sorted({0, *(match.start() for match in _BEGINS.finditer(text))})


def _check_length(text: str) -> Problem | None:
    if len(text) > MAX_LENGTH:
        message = f"this rule text has {len(text):,} characters; the limit is {MAX_LENGTH:,}"
        return Problem(TOO_LONG, message, 0, min(len(text), 1), "split it into several texts")
    depth = 0
    for match in _MEASURED.finditer(text):
        if match["line"]:
            depth = 0
        elif match[0] in "([":
            depth += 1
            if depth > MAX_DEPTH:
                message = f"brackets are nested more than {MAX_DEPTH} deep"
                return Problem(TOO_DEEP, message, match.start(), match.end(), "name inner parts with `let`")
        elif match[0] in ")]":
            depth = max(0, depth - 1)
        elif len(match[0]) > MAX_DIGITS and match[0].isdecimal():
            message = f"this number has {len(match[0]):,} digits; the limit is {MAX_DIGITS}"
            return Problem(TOO_LONG, message, match.start(), match.end(), f"write at most {MAX_DIGITS} digits")
    return None


def _check_depth(tree: syntax.Node) -> Parsed:
    stack = [(tree, 0, 0)]
    while stack:
        node, depth, blocks = stack.pop()
        blocks += isinstance(node, syntax.BodyNode)
        if depth > 2 * MAX_DEPTH or blocks > MAX_BLOCKS:
            message, end = "this is nested too deeply", min(node.end, node.start + 1)
            problem = Problem(TOO_DEEP, message, node.start, end, "split it into rules or verbs")
            return Parsed(None, (problem,))
        stack.extend((child, depth + 1, blocks) for child in syntax.list_children(node))
    return Parsed(tree, ())


def _find_all_problems(text: str, kind: str) -> list[Problem]:
    """Return the errors of a rule text: each top-level part is parsed, and repaired line by line to find more."""
    problems: list[Problem] = []
    for start, part in _split_parts(text, kind):
        found = _find_first_problem(part, kind)
        while found is not None:
            moved = Problem(found.code, found.message, found.start + start, found.end + start, found.label)
            problems.append(moved)
            if len(problems) >= MAX_PROBLEMS:
                return problems
            if len(part) > MAX_MENDED:
                break
            part, following = _replace_line(part, kind, found.start)
            found = following if following is None or following.start > found.start else None
    return problems


def _find_first_problem(text: str, kind: str) -> Problem | None:
    try:
        parse_tree(text, kind)
    except (UnexpectedInput, LayoutError) as error:
        return _make_problem(text, kind, error)
    return None


def _split_parts(text: str, kind: str) -> list[tuple[int, str]]:
    """Return the offset 0 and the offsets of all definitions and abilities of a rule text, which may have errors."""
    starts = [match.start() for match in _PART[kind].finditer(text)] or [0]
    starts[0] = 0
    ends = [*starts[1:], len(text)]
    return [(start, text[start:end]) for start, end in zip(starts, ends, strict=True) if text[start:end].strip()]


def _replace_line(text: str, kind: str, offset: int) -> tuple[str, Problem | None]:
    """Return a text in which a harmless statement replaces the line at an offset, and the next error in it.

    Offsets do not change. Several statements are tried, and the one with the latest next error is taken.
    """
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    end = len(text) if end < 0 else end
    line = text[start:end]
    indent = " " * (len(line) - len(line.lstrip()))
    best, furthest = text, None
    for harmless in _HARMLESS:
        mended = text[:start] + (indent + harmless).ljust(len(line)) + text[end:]
        if len(mended) == len(text):
            following = _find_first_problem(mended, kind)
            if following is None:
                return mended, None
            if following.start > (end - 1 if furthest is None else furthest.start):
                best, furthest = mended, following
    return best, furthest


def _make_problem(text: str, kind: str, error: Exception) -> Problem:
    if isinstance(error, LayoutError):
        begins = error.token.start_pos or 0
        message = "the indentation of this line matches no block above it"
        return Problem(SYNTAX, message, begins, begins + len(error.token), "indent it like a line above")
    if isinstance(error, UnexpectedCharacters):
        at = cast(int, error.pos_in_stream)
        message, label = explain_character(text, at)
        return _explain_foreign_sign(text, kind, at) or Problem(SYNTAX, message, at, at + 1, label)
    assert isinstance(error, UnexpectedToken)
    at, end = _find_error_span(text, error.token)
    unclosed, bracket = _find_open_brackets(text, end)
    if unclosed is not None:
        opening, closing = text[unclosed], ")" if text[unclosed] == "(" else "]"
        return Problem(SYNTAX, f"this `{opening}` is never closed", unclosed, unclosed + 1, f"expected `{closing}`")
    accepted = frozenset(error.accepts or error.expected)
    begins = end if error.token.type in ("_NL", "$END", "_DEDENT") else at
    message, label = explain_token(TokenContext(text, error.token, begins, accepted, bracket))
    return Problem(SYNTAX, message, at, end, label)


def _explain_foreign_sign(text: str, kind: str, at: int) -> Problem | None:
    """Return the error for `&&` or `||`; None if `and` or `or` would not fit there either."""
    sign = re.match(r"&+|\|+", text[at : at + 2])
    if sign is None:
        return None
    word = "and" if text[at] == "&" else "or"
    rest = re.sub(r"\|+", " or ", re.sub("&+", " and ", text[at:]))
    found = _find_first_problem(text[:at] + rest, kind)
    if found is None or not (found.start == at + 1 or found.message.startswith(f"`{word}` does not join")):
        return None
    return Problem(SYNTAX, found.message.replace(f"`{word}`", f"`{sign[0]}`", 1), at, at + len(sign[0]), found.label)


def _find_open_brackets(text: str, place: int) -> tuple[int | None, str]:
    """Return the offset of the last bracket that is never closed, and the innermost bracket that is open at `place`.

    The offset is None if all brackets are closed.
    """
    unclosed: list[int] = []
    opened: list[int] = []
    innermost: str | None = None
    for match in _BRACKETS.finditer(text):
        at = match.start()
        if at >= place - 1 and innermost is None:
            innermost = text[opened[-1]] if opened else ""
        if match[0] in ("(", "["):
            opened.append(at)
        elif match[0] in (")", "]"):
            opened = opened[:-1]
        elif match[0][0] not in '"#':
            unclosed.extend(opened)
            opened = []
    if innermost is None:
        innermost = text[opened[-1]] if opened else ""
    wrong = max((at for at in (*unclosed, *opened) if at < place), default=None)
    return wrong, innermost


def _find_error_span(text: str, token: Token) -> tuple[int, int]:
    """Return (start, end) of the text to mark: the token or, at the end of a line or block, the text before it."""
    at = token.start_pos or 0
    if token.type == "$END":
        at = len(text)
    elif token.type == "_NL" and text[at : at + 1] not in ("\r", "\n"):
        # In a text without a final line break, it has the position of the last token.
        at = len(text)
    elif token.type == "_INDENT":
        return at, at + 1
    elif token.type not in ("_NL", "_DEDENT"):
        return at, at + max(1, len(token))
    at = len(_blank_comments(text[:at]).rstrip())
    return max(0, at - 1), at


def _blank_comments(text: str) -> str:
    """Return a text with its comments replaced by blanks."""
    return re.sub(rf'"[^"\n]*"|{REMARK}', lambda m: " " * len(m[0]) if m[0][0] == "#" else m[0], text)
