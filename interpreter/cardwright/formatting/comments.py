"""Assignment of the comments and blank lines in a rule text to its statements."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import get_args

from lark import Token

from cardwright.syntax import tree as syntax
from cardwright.syntax.indentation import REMARK

# Nodes that can begin a line.
LINES: tuple[type[syntax.Node], ...] = (
    *get_args(syntax.Stmt | syntax.Ability | syntax.Definition),
    *(syntax.OptionNode, syntax.PickingNode, syntax.ChangeNode, syntax.CaseNode),
)
LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})


@dataclass(frozen=True, slots=True)
class SourceComment:
    """A comment on a line of its own, with a flag for a blank line above it."""

    text: str
    blank: bool


@dataclass(frozen=True, slots=True)
class Remarks:
    """The comments of a rule text by the `start` of the node they belong to."""

    before: dict[int, list[SourceComment]] = field(default_factory=dict)  # on own lines before the node or the `else`
    after: dict[int, str] = field(default_factory=dict)  # at the end of the node's last line
    opening: dict[int, str] = field(default_factory=dict)  # at the `:` before the block whose first node it is
    # at the end of the block whose first node it is
    closing: dict[int, list[SourceComment]] = field(default_factory=dict)
    blank: set[int] = field(default_factory=set)  # nodes with a blank line above
    elses: list[int] = field(default_factory=list)  # where each `else` and `else if` stands

    def keep_apart(self, start: int) -> bool:
        """Return True if the only node of a block needs a line of its own, because a comment is attached to it."""
        return start in self.before or start in self.opening or start in self.closing

    def else_before(self, start: int) -> int | None:
        """Return the offset of the `else` before the condition or statement at `start`, or None."""
        place = bisect_left(self.elses, start)
        return self.elses[place - 1] if place else None


@dataclass(frozen=True, slots=True)
class _Comment:
    text: str
    at: int
    column: int
    own_line: bool
    blank: bool


def gather(text: str, tree: syntax.Node, tokens: Sequence[Token]) -> Remarks:
    """Return the comments of a valid rule text, assigned to nodes. `tokens` include those for lines and indentation."""
    return _Gatherer(text, tree).gather(tokens)


def find_line_nodes(tree: syntax.Node) -> Iterator[syntax.Node]:
    """Yield the nodes that can begin a line, and the tree itself if it is an expression."""
    if not isinstance(tree, (syntax.PowerNode, syntax.LibraryNode, syntax.BodyNode, *LINES)):
        yield tree
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, LINES):
            yield node
        said = isinstance(node, syntax.MayNode | syntax.LetNode)
        stack.extend(kid for kid in syntax.list_children(node) if not (said and isinstance(kid, syntax.PerformNode)))


class _Gatherer:
    def __init__(self, text: str, tree: syntax.Node) -> None:
        self.text = text
        self.starts = sorted({node.start for node in find_line_nodes(tree)})
        self.remarks = Remarks()
        self.blocks = [(0, self.starts[0])]
        self.line_key = self.starts[0]

    def gather(self, tokens: Sequence[Token]) -> Remarks:
        comments = list(_find_comments(self.text))
        last: Token | None = None
        broke = True
        ended: list[tuple[int, int]] = list(self.blocks)
        for token in tokens:
            if token.type in LAYOUT:
                broke = True
                self._move(token)
                continue
            place = token.start_pos or 0
            gap = []
            while comments and comments[0].at < place:
                gap.append(comments.pop(0))
            self._assign_between(gap, last, token, broke, ended)
            if broke:
                self.line_key = self._find_key(token)
            if token.type in ("_ELSE", "_ELSE_IF"):
                self.remarks.elses.append(place)
            last, broke = token, False
            ended = list(self.blocks)
        self._assign_between(comments, last, None, True, ended)
        return self.remarks

    def _move(self, token: Token) -> None:
        at = token.start_pos or 0
        if token.type == "_INDENT":
            self.blocks.append((_find_column(self.text, at), self._find_node_from(at)))
        elif token.type == "_DEDENT":
            self.blocks.pop()

    def _assign_between(
        self,
        comments: list[_Comment],
        last: Token | None,
        token: Token | None,
        broke: bool,
        around: list[tuple[int, int]],
    ) -> None:
        """Assign to nodes the comments between the tokens `last` and `token`.

        If `broke`, a line of the rule text ends between these tokens; otherwise the comments are inside a wrapped line.
        `around` are the blocks that contain `last`, outermost first, as `(column, start of the first node)`. A comment
        may belong to the end of one of these blocks.
        """
        if not broke:
            self._lift(comments)
            return
        if comments and not comments[0].own_line:
            self._assign_trailing(comments.pop(0), last, token)
        column = -1 if token is None else _find_column(self.text, token.start_pos or 0)
        for comment in comments:
            while len(around) > 1 and around[-1][0] > max(column, comment.column):
                around.pop()
            if around[-1][0] > column:
                self.remarks.closing.setdefault(around[-1][1], []).append(SourceComment(comment.text, comment.blank))
            elif token is not None:
                self._keep_before(self._find_key(token), SourceComment(comment.text, comment.blank))
        if token is not None and _has_blank_above(self.text, token.start_pos or 0):
            self.remarks.blank.add(self._find_key(token))

    def _assign_trailing(self, comment: _Comment, last: Token | None, token: Token | None) -> None:
        assert last is not None
        if last.type == "_COLON" and token is not None:
            self.remarks.opening[self._find_node_from(token.start_pos or 0)] = comment.text
        else:
            self.remarks.after[self.starts[bisect_right(self.starts, last.start_pos or 0) - 1]] = comment.text

    def _lift(self, comments: list[_Comment]) -> None:
        """Move comments inside a wrapped line above this line. A blank line above it then comes before the comments."""
        key = self.line_key
        for comment in comments:
            self._keep_before(key, SourceComment(comment.text, key in self.remarks.blank))
            self.remarks.blank.discard(key)

    def _keep_before(self, key: int, remark: SourceComment) -> None:
        self.remarks.before.setdefault(key, []).append(remark)

    def _find_key(self, token: Token) -> int:
        at = token.start_pos or 0
        return at if token.type in ("_ELSE", "_ELSE_IF") else self._find_node_from(at)

    def _find_node_from(self, at: int) -> int:
        return self.starts[min(bisect_left(self.starts, at), len(self.starts) - 1)]


def _find_comments(text: str) -> Iterator[_Comment]:
    for match in re.finditer(rf'"[^"\n]*"|{REMARK}', text):
        if match[0].startswith("#"):
            at = match.start()
            column = _find_column(text, at)
            own_line = not text[at - column : at].strip()
            yield _Comment(match[0].rstrip(), at, column, own_line, _has_blank_above(text, at))


def _find_column(text: str, at: int) -> int:
    return at - text.rfind("\n", 0, at) - 1


def _has_blank_above(text: str, at: int) -> bool:
    end = text.rfind("\n", 0, at)
    return end >= 0 and not text[text.rfind("\n", 0, end) + 1 : end].strip()
