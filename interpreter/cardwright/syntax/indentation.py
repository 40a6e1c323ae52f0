"""Lexer stage for indentation: tokens become lines and blocks."""

import re
from collections.abc import Iterator
from contextvars import ContextVar

from lark import Token
from lark.lark import PostLex

from cardwright.syntax.keywords import find_terminal

# A comment in a rule text. `tea#2` contains none: it is the second `tea` (see the token COPY of the grammar).
REMARK = r"(?:(?<!\w)#|#(?![1-9]))[^\n]*"

OPENING = frozenset({"LPAR", "LSQB"})
CLOSING = frozenset({"RPAR", "RSQB"})

# A line that ends with one of these continues in the next, and so does a line before one that begins with one.
JOIN_AFTER = frozenset(
    "_AND _OR _NOT IS IS_NOT IN NOT_IN LE GE LT GT ADD SUB MUL _DIV BECOMES PLUS MINUS COMMA "
    "_WHERE _SUCH_THAT MOST _CHOOSE".split()
)
JOIN_BEFORE = frozenset(
    "_AND _OR _WHERE _SUCH_THAT MOST _UNTIL _ONCE_PER _TWICE_PER ADD MUL _DIV COMMA IS_NOT NOT_IN ROUNDED".split()
)

# A text behind one of these, outside of brackets, is a question of the author.
ASKING = frozenset({"_CHOOSE", "MAY", "COMMA"})


# Offsets of keywords of several words that are read as separate names: see the parser.
SPLIT: ContextVar[frozenset[int]] = ContextVar("SPLIT", default=frozenset())


class LayoutError(Exception):
    """Error for a line whose indentation matches no enclosing block; `token` is at the start of the line."""

    def __init__(self, token: Token) -> None:
        super().__init__("indentation")
        self.token = token


class IndentationLexer(PostLex):
    """Lexer stage that inserts `_INDENT` and `_DEDENT` where blocks begin and end.

    Line ends within brackets are dropped, and texts that ask become tokens of their own.
    """

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Yield the tokens with those that begin and end blocks. Raises LayoutError."""
        levels = [0]
        depth = 0
        before: str | None = None
        pending: Token | None = None
        last: Token | None = None
        split = SPLIT.get()
        for token in _split_keywords(stream, split) if split else stream:
            if token.type == "_NL":
                if depth == 0 and pending is None:
                    pending = token
                elif pending is not None:
                    pending = pending.update(value=str(pending) + str(token))
                continue
            if pending is not None:
                if not self._joins(before, token, pending, levels):
                    yield from self._list_line_end(pending, token, levels)
                pending = None
            if token.type in OPENING:
                depth += 1
            elif token.type in CLOSING:
                depth = max(0, depth - 1)
            if token.type == "STRING" and depth == 0 and before in ASKING:
                token.type = "QUESTION"
            before = token.type
            last = token
            yield token
        yield from self._list_text_end(last, pending, levels)

    @staticmethod
    def _joins(before: str | None, token: Token, newline: Token, levels: list[int]) -> bool:
        if before is None:
            return False
        # a minus can also begin a case or a value, but not further to the right where no block begins
        takes_away = token.type == "SUB" and before != "_COLON" and _indent(newline) > levels[-1]
        return before in JOIN_AFTER or token.type in JOIN_BEFORE or takes_away

    @staticmethod
    def _list_line_end(newline: Token, token: Token, levels: list[int]) -> Iterator[Token]:
        yield newline
        indent = _indent(newline)
        if indent > levels[-1]:
            levels.append(indent)
            yield Token.new_borrow_pos("_INDENT", "", token)
        while indent < levels[-1]:
            levels.pop()
            yield Token.new_borrow_pos("_DEDENT", "", token)
        if indent != levels[-1]:
            raise LayoutError(token)

    @staticmethod
    def _list_text_end(last: Token | None, pending: Token | None, levels: list[int]) -> Iterator[Token]:
        at = pending or last
        if at is None:
            return
        yield Token.new_borrow_pos("_NL", "\n", at)
        for _ in levels[1:]:
            yield Token.new_borrow_pos("_DEDENT", "", at)


def _split_keywords(stream: Iterator[Token], offsets: frozenset[int]) -> Iterator[Token]:
    """Yield the tokens. The keywords of several words at these offsets are replaced by one token for each word."""
    for token in stream:
        if token.start_pos not in offsets:
            yield token
            continue
        for word in re.finditer(r"\w+", token):
            start, end = token.start_pos + word.start(), token.start_pos + word.end()
            column = (token.column or 0) + word.start()
            ends = column + len(word[0])
            yield Token(find_terminal(word[0]), word[0], start, token.line, column, token.line, ends, end)


def _indent(newline: Token) -> int:
    """Return the number of blanks at the beginning of the line after a line end."""
    return len(str(newline).rpartition("\n")[2])
