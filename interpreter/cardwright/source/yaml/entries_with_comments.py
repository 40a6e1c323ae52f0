"""Entries of a YAML file, each with the comments and blank lines around it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from cardwright.source.positions import SourceFile
from cardwright.source.yaml.nodes import Mapping, Node, Scalar, Sequence

_COMMENT = re.compile(r"(?:^|(?<=[ \t\n\r]))#[^\r\n]*", re.MULTILINE)
_LINE = re.compile(r"[^\r\n]*")
_BLOCKS = ("literal", "folded")


@dataclass(frozen=True, slots=True)
class YamlComment:
    """A comment on a line of its own, and whether there is a blank line above it."""

    text: str
    blank: bool


@dataclass(slots=True, eq=False)
class CommentedEntry:
    """A field (`key: value`) or an item of a list (without `key`), with its comments.

    `start` is the offset of the key or of the item's dash. `block` has the entries of the value if each is on a line of
    its own.
    """

    key: Scalar | None
    value: Node
    start: int
    before: list[YamlComment] = field(default_factory=list)
    after: str | None = None
    blank: bool = False
    block: CommentedBlock | None = None


@dataclass(slots=True, eq=False)
class CommentedBlock:
    """Entries on lines of their own that begin in one column; `closing` are the comments after the last entry."""

    entries: list[CommentedEntry]
    column: int
    span: tuple[int, int]
    closing: list[YamlComment] = field(default_factory=list)
    flow: bool = False


@dataclass(slots=True)
class Entries:
    """A whole file: the comments at its top (`header`), and its root with all other comments attached.

    `gap` is True if a blank line separates the header from the first entry.
    """

    header: list[YamlComment]
    gap: bool
    root: CommentedEntry


def read_entries(file: SourceFile, root: Node) -> Entries:
    """Return the entries of a file without errors, each with its comments.

    A list or mapping in brackets that contains a comment becomes a block.
    """
    return _CommentReader(file, root).entries()


def list_children(node: Node) -> Iterator[Node]:
    """Yield the child nodes of a node, including keys."""
    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield key
            yield value
    elif isinstance(node, Sequence):
        yield from node.items


def is_flow(file: SourceFile, node: Node) -> bool:
    """Return True if a list or mapping is written in brackets."""
    if isinstance(node, Scalar):
        return False
    start = _find_offset(file, node)
    return file.text[start : start + 1] == ("{" if isinstance(node, Mapping) else "[")


def _find_offset(file: SourceFile, node: Node) -> int:
    return node.start if isinstance(node, Scalar) else file.line_offset(node.span.line) + node.span.column - 1


def _end(file: SourceFile, node: Node) -> int:
    return node.end if isinstance(node, Scalar) else file.line_offset(node.span.end_line) + node.span.end_column - 1


def _find_comments(text: str, root: Node) -> list[re.Match[str]]:
    """Return the comments of a file: the text from `#` to the line end, outside of quotes and block scalars."""
    texts = sorted(_find_scalars(text, root))
    found = []
    at = 0
    while (match := _COMMENT.search(text, at)) is not None:
        place = bisect_right(texts, (match.start(), len(text) + 1)) - 1
        inside = place >= 0 and match.start() < texts[place][1]
        at = texts[place][1] if inside else match.end()
        if not inside:
            found.append(match)
    return found


def _find_scalars(text: str, node: Node) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of each scalar; a block scalar starts on the line after its indicator."""
    if isinstance(node, Scalar):
        header = _LINE.match(text, node.start) if node.style in _BLOCKS else None
        start = header.end() if header else node.start
        if node.end > start:
            yield start, node.end
    for child in list_children(node):
        yield from _find_scalars(text, child)


class _CommentReader:
    def __init__(self, file: SourceFile, root: Node) -> None:
        self.file = file
        self.text = file.text
        self.comments = _find_comments(file.text, root)
        self.at = [match.start() for match in self.comments]
        self.order: list[CommentedEntry] = []
        self.chains: dict[int, list[CommentedBlock]] = {}
        self.header: list[YamlComment] = []
        self.root = CommentedEntry(None, root, -1)
        self._open(self.root, [])
        self.starts = [entry.start for entry in self.order]

    def entries(self) -> Entries:
        """Return all entries with their comments."""
        for match in self.comments:
            self._place(match.start(), match.group().rstrip())
        for entry in self.order:
            line = self.file.line_number(entry.start)
            first = not self.text[self.file.line_offset(line) : entry.start].strip()
            entry.blank = first and line > 1 and not self.file.line(line - 1).strip()
        gap = bool(self.order) and self.order[0].blank
        if gap:  # the blank line stays with the head if the first field is moved
            self.order[0].blank = False
        return Entries(self.header, gap, self.root)

    # blocks

    def _open(self, entry: CommentedEntry, chain: list[CommentedBlock]) -> None:
        node = entry.value
        if isinstance(node, Scalar):
            return
        span = (_find_offset(self.file, node), _end(self.file, node))
        flow = is_flow(self.file, node)
        if flow and not any(span[0] < at < span[1] for at in self.at):
            return
        if isinstance(node, Mapping):
            entries = [CommentedEntry(key, value, key.start) for key, value in node.entries]
        else:
            entries = [CommentedEntry(None, item, self._find_dash(item, flow)) for item in node.items]
        if not entries:
            return
        column = entries[0].start - self.file.line_offset(self.file.line_number(entries[0].start))
        entry.block = CommentedBlock(entries, column, span, flow=flow)
        inner = [*chain, entry.block]
        for each in entries:
            self.order.append(each)
            self.chains[id(each)] = inner
            self._open(each, inner)

    def _find_dash(self, item: Node, flow: bool) -> int:
        """Return the offset of the dash before an item, or of an item in a `flow` sequence, which has none.

        Comments may come between the dash and the item.
        """
        start = _find_offset(self.file, item)
        if flow:
            return start
        at = start - (isinstance(item, Scalar) and item.raw == "" and self.text[start - 1 : start] == "-")
        while at == start or (at > 0 and self.text[at] != "-"):
            at -= 1
            found = bisect_right(self.at, at) - 1
            if found >= 0 and at < self.comments[found].end():
                at = self.at[found]
        return at

    # comments

    def _place(self, at: int, text: str) -> None:
        line = self.file.line_number(at)
        column = at - self.file.line_offset(line)
        own_line = not self.file.line(line)[:column].strip()
        remark = YamlComment(text, line > 1 and not self.file.line(line - 1).strip())
        place = bisect_right(self.starts, at)
        previous = self.order[place - 1] if place else None
        following = self.order[place] if place < len(self.order) else None
        if previous is None:
            self.header.append(remark)
        elif not own_line:
            if previous.after is None:
                previous.after = text
            else:
                previous.before.append(remark)
        else:
            self._place_own_line(at, column, remark, previous, following)

    def _place_own_line(
        self, at: int, column: int, remark: YamlComment, previous: CommentedEntry, following: CommentedEntry | None
    ) -> None:
        chain = list(self.chains[id(previous)])
        if previous.block is None and at < _find_offset(self.file, previous.value):
            previous.before.append(remark)
            return
        while chain and chain[-1].flow and at > chain[-1].span[1]:
            chain.pop()
        if chain and chain[-1].flow:
            inside = following is not None and following.start < chain[-1].span[1]
            (following.before if inside and following is not None else chain[-1].closing).append(remark)
            return
        level = -1 if following is None else self.chains[id(following)][-1].column
        while len(chain) > 1 and chain[-1].column > max(level, column):
            chain.pop()
        if following is None or (chain and chain[-1].column > level):
            chain[-1].closing.append(remark)
        else:
            following.before.append(remark)
