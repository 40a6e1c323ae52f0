"""YAML writer with one style: two spaces a level, short lists in brackets, long texts as blocks."""

from collections.abc import Callable, Sequence

from cardwright.source.positions import SourceFile
from cardwright.source.yaml.entries_with_comments import CommentedBlock, CommentedEntry, YamlComment, read_entries
from cardwright.source.yaml.nodes import Mapping, Node, Scalar
from cardwright.source.yaml.scalar_style import as_block, as_folded, on_a_line, write_on_a_line

WIDTH = 120
STEP = 2

Path = tuple[str, ...]  # the names of the fields on the way to a position; `-` for an item of a list
Order = Callable[[Path], Sequence[str] | None]
Rewrite = Callable[[Path, Scalar, int], str | None]


def write_yaml(file: SourceFile, root: Node, order: Order, rewrite: Rewrite) -> str:
    """Return the text of a loaded file in the standard style, with all its comments.

    `order` returns the order of the fields at a path (`*` stands for all others), or None to keep their order.
    `rewrite` is called with a value, its path and the number of columns of a line; it returns the new text, or None to
    keep the value.
    """
    return _YamlWriter(file, order, rewrite).text(root)


class _YamlWriter:
    def __init__(self, file: SourceFile, order: Order, rewrite: Rewrite) -> None:
        self.file = file
        self.order = order
        self.rewrite = rewrite

    def text(self, root: Node) -> str:
        """Return the whole file."""
        entries = read_entries(self.file, root)
        lines: list[str] = []
        _write_comments(entries.header, 0, lines)
        if lines and entries.gap:
            lines.append("")
        if entries.root.block is not None:
            lines += self._block(entries.root.block, (), 0)
        else:
            lines += self._write_value(entries.root, (), "", 0)
        return "\n".join(lines) + "\n"

    def _block(self, block: CommentedBlock, path: Path, indent: int) -> list[str]:
        lines: list[str] = []
        for entry in self._sort(block, path):
            _write_comments(entry.before, indent, lines)
            if entry.blank and lines:
                lines.append("")
            lines += self._write_entry(entry, path, indent)
        _write_comments(block.closing, indent, lines)
        return lines

    def _sort(self, block: CommentedBlock, path: Path) -> list[CommentedEntry]:
        known = self.order(path) if block.entries[0].key is not None else None
        if known is None:
            return block.entries
        ranks = {word: rank for rank, word in enumerate(known)}
        rest = ranks.get("*", len(known))
        return sorted(block.entries, key=lambda entry: ranks.get(entry.key.raw if entry.key else "", rest))

    def _write_entry(self, entry: CommentedEntry, path: Path, indent: int) -> list[str]:
        margin = " " * indent
        if entry.key is not None:
            return self._write_value(entry, (*path, entry.key.raw), f"{margin}{_name(entry.key)}:", indent)
        inner = (*path, "-")
        if entry.block is None:
            return self._write_value(entry, inner, f"{margin}-", indent)
        lines = self._block(entry.block, inner, indent + STEP)
        if entry.after is not None or lines[0].lstrip().startswith("#"):
            return [_append_comment(f"{margin}-", entry.after), *lines]
        return [f"{margin}- {lines[0].lstrip()}", *lines[1:]]

    def _write_value(self, entry: CommentedEntry, path: Path, head: str, indent: int) -> list[str]:
        value = entry.value
        if entry.block is not None:
            return [_append_comment(head, entry.after), *self._block(entry.block, path, indent + STEP)]
        if isinstance(value, Scalar):
            return self._write_scalar(value, path, head, indent, entry.after)
        return self._write_flow(value, path, head, indent, entry.after)

    # single values

    def _write_scalar(self, scalar: Scalar, path: Path, head: str, indent: int, after: str | None) -> list[str]:
        new = self.rewrite(path, scalar, WIDTH - indent - STEP) if isinstance(scalar.value, str) else None
        if new is not None:
            return self._write_rule_text(new, scalar, head, indent, after)
        lines = self._write_block(scalar, head, indent + STEP) if isinstance(scalar.value, str) else None
        if lines is None:
            return [_append_comment(f"{head} {on_a_line(scalar)}".rstrip(" "), after)]
        return [_append_comment(f"{head} {lines[0]}", after), *lines[1:]]

    @staticmethod
    def _write_block(scalar: Scalar, head: str, indent: int) -> list[str] | None:
        """Return the lines of a text as a block, if it has several lines or is too long for one line; else None."""
        text = scalar.raw
        lines: list[str] | None = None
        too_long = _is_too_long(head, on_a_line(scalar))
        if too_long and "\n" not in text.removesuffix("\n") and not (scalar.style == "literal" and "\n" in text):
            lines = as_folded(text, indent, WIDTH)
        return as_block(text, indent) if lines is None and "\n" in text else lines

    def _write_rule_text(self, new: str, scalar: Scalar, head: str, indent: int, after: str | None) -> list[str]:
        """Return the lines of a rule text, on the line of its key if it was there and fits, else as a block.

        `new` is the formatted text, and `after` the comment after the key, if any.
        """
        line = write_on_a_line(new.rstrip("\n"))
        one_line = "\n" not in new.rstrip("\n") and scalar.style not in ("literal", "folded")
        if one_line and '"' not in line[1:-1] and not _is_too_long(head, line):
            return [_append_comment(f"{head} {line}", after)]
        lines = as_block(new.rstrip("\n") + "\n", indent + STEP) or [line]
        return [_append_comment(f"{head} {lines[0]}", after), *lines[1:]]

    # brackets

    def _write_flow(self, node: Node, path: Path, head: str, indent: int, after: str | None) -> list[str]:
        items, opening, closing = self._write_items(node, path)
        whole = f"{opening}{', '.join(items)}{closing}"
        if not _is_too_long(head, whole) or not items:
            return [_append_comment(f"{head} {whole}" if head else whole, after)]
        lines: list[str] = []
        start = f"{head} {opening}"
        if head.endswith(":"):
            lines.append(_append_comment(head, after))
            after, start = None, " " * (indent + STEP) + opening
        lines += _wrap_items(start, items, closing, indent + 2 * STEP)
        lines[-1] = _append_comment(lines[-1], after)
        return lines

    def _write_items(self, node: Node, path: Path) -> tuple[list[str], str, str]:
        if isinstance(node, Mapping):
            known = self.order(path)
            ranks = {word: rank for rank, word in enumerate(known or ())}
            rest = ranks.get("*", len(ranks))
            entries = sorted(node.entries, key=lambda each: ranks.get(each[0].raw, rest)) if known else node.entries
            items = [f"{_name(key, flow=True)}: {self._inline(v, (*path, key.raw))}" for key, v in entries]
            return items, "{", "}"
        assert not isinstance(node, Scalar)
        return [self._inline(item, (*path, "-")) for item in node.items], "[", "]"

    def _inline(self, node: Node, path: Path) -> str:
        if isinstance(node, Scalar):
            new = self.rewrite(path, node, 10_000) if isinstance(node.value, str) else None
            if new is not None and "\n" not in new.rstrip("\n"):
                return write_on_a_line(new.rstrip("\n"), flow=True)
            return on_a_line(node, flow=True)
        items, opening, closing = self._write_items(node, path)
        return f"{opening}{', '.join(items)}{closing}"


def _wrap_items(start: str, items: Sequence[str], closing: str, indent: int) -> list[str]:
    """Return the lines of a list in brackets, as few as the width allows."""
    lines = [start]
    for place, item in enumerate(items):
        last = place == len(items) - 1
        piece = item + (closing if last else ",")
        blank = "" if place == 0 else " "
        if place and len(lines[-1]) + len(blank) + len(piece) > WIDTH:
            lines.append(" " * indent + piece)
        else:
            lines[-1] += blank + piece
    return lines


def _name(key: Scalar, flow: bool = False) -> str:
    return on_a_line(key, flow)


def _is_too_long(head: str, value: str) -> bool:
    return len(head) + 1 + len(value) > WIDTH


def _append_comment(line: str, comment: str | None) -> str:
    return line if comment is None else f"{line} {comment}"


def _write_comments(remarks: Sequence[YamlComment], indent: int, lines: list[str]) -> None:
    """Write comments on lines of their own, with the blank lines above them."""
    for remark in remarks:
        if remark.blank and lines:
            lines.append("")
        lines.append(" " * indent + remark.text)
