"""Editor of card files by field, which leaves every other character unchanged."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardwright.source.positions import SourceFile
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping as MappingNode
from cardwright.source.yaml.nodes import Node, Scalar
from cardwright.source.yaml.nodes import Sequence as SequenceNode

# A line that contains only a comment, after another line.
REMARK = re.compile(r"\n( *)#[^\n]*")


@dataclass(slots=True)
class CardFile:
    """A card file with the edits to be made in it, and its cards by id."""

    path: Path
    file: SourceFile
    cards: dict[str, MappingNode]
    _items: Sequence[Node] = ()
    _listed: tuple[int, int] | None = None
    _edits: list[tuple[int, int, str]] = field(default_factory=list)
    _gone: list[MappingNode] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path) -> "CardFile":
        """Read a file that is known to be valid."""
        document = load_yaml(path)
        root = document.root
        listed = root.get("cards") if isinstance(root, MappingNode) else None
        items = listed.items if isinstance(listed, SequenceNode) else ()
        cards = {
            str(id_.value): item
            for item in items
            if isinstance(item, MappingNode) and isinstance(id_ := item.get("id"), Scalar) and item.key("each") is None
        }
        key = root.key("cards") if isinstance(root, MappingNode) else None
        if key is None or listed is None:
            return cls(path, document.file, cards, items)
        start = document.file.text.index(":", key.end) + 1
        end = document.file.line_offset(listed.span.end_line) + listed.span.end_column - 1
        return cls(path, document.file, cards, items, (start, max(start, end)))

    @property
    def text(self) -> str:
        """Text with all edits applied."""
        done, pieces = 0, []
        for start, end, new in sorted(self._edits, key=lambda edit: edit[:2]):
            pieces += [self.file.text[done:start], new]
            done = end
        return "".join((*pieces, self.file.text[done:]))

    def change(self, card: str, changes: Mapping[str, str | None], order: Sequence[str]) -> None:
        """Set fields of a card to values in YAML; None removes a field. `order` is the order of the fields."""
        mapping = self.cards[card]
        flow = self._is_flow(mapping)
        added: dict[str, list[str]] = {}
        for name in sorted(changes, key=list(order).index):
            new = changes[name]
            key = mapping.key(name)
            if key is not None and new is None:
                self._take_out(mapping, name, flow)
            elif key is not None and new is not None:
                self._replace(mapping, name, new)
            elif new is not None:
                added.setdefault(_find_field_before(mapping, name, order), []).append(f"{name}: {new}")
        for name, lines in added.items():
            self._add_after(mapping, name, lines, flow)

    def append(self, fields: Sequence[tuple[str, str]]) -> None:
        """Append a card to the file, below the comments that belong to the last card, with the same spacing."""
        last = self._items[-1] if self._items and isinstance(self._items[-1], MappingNode) else None
        margin = " " * (self._find_column(last) - 3) if last else "  "
        lines = [f"{name}: {value}" for name, value in fields]
        text = f"{margin}- " + f"\n{margin}  ".join(_indent(line, len(margin) + 2) for line in lines)
        if last:
            place = self._find_bottom(last)
            apart = "\n" if self._find_line_above(last) == "" else ""
            self._edits.append((place, place, f"\n{apart}{text}"))
        else:
            self._begin_list(text)

    def _begin_list(self, text: str) -> None:
        """Insert the first card into a file with an empty list of cards (`cards:` or `cards: []`)."""
        if self._listed is None:
            place = len(self.file.text.rstrip())
            self._edits.append((place, place, f"\ncards:\n{text}"))
            self._listed = (place, place)
        else:
            start, end = self._listed
            self._edits.append((start, end, f"\n{text}"))
            self._listed = (end, end)

    def remove(self, card: str) -> None:
        """Remove a card with its comments and the blank lines around it."""
        mapping = self.cards[card]
        text = self.file.text
        start, end = self.file.line_offset(mapping.span.line), self._find_bottom(mapping)
        if all(item in self._gone for item in self._items[: self._items.index(mapping)]):
            while text[end : end + 1] == "\n":
                end += 1
        else:
            start = len(text[:start].rstrip("\n"))
        self._gone.append(mapping)
        self._edits.append((start, end, ""))

    def lines_of(self, card: str) -> range:
        """Return the lines of a card."""
        mapping = self.cards[card]
        return range(mapping.span.line, self.file.line_number(self._end(mapping)) + 1)

    def field_at(self, card: str, line: int) -> tuple[str, int] | None:
        """Return the field of a card that contains a line, and the line at which its value begins."""
        found = None
        for key, node in self.cards[card].entries:
            if key.span.line <= line:
                block = isinstance(node, Scalar) and node.style in ("literal", "folded")
                found = str(key.value), key.span.line + block
        return found

    def _replace(self, mapping: MappingNode, name: str, new: str) -> None:
        node = mapping.get(name)
        key = mapping.key(name)
        assert node is not None
        assert key is not None
        start = self._find_offset(key.span.end_line, key.span.end_column)
        start = self.file.text.index(":", start) + 1
        end = self._end(node)
        head = self.file.text[start:end].partition("\n")[0]
        block = isinstance(node, Scalar) and node.style in ("literal", "folded")
        remark = head[head.index("#") - 1 :].rstrip() if block and "#" in head else ""
        first, line_break, more = _indent(new, self._find_column(mapping) - 1).partition("\n")
        if line_break and not block:
            # a comment after a value on its line stays there, before the lines of the new value
            stop = self._find_line_end(end)
            remark = self.file.text[end:stop].rstrip()
            end = stop
        self._edits.append((start, end, f" {first}{remark}{line_break}{more}"))

    def _take_out(self, mapping: MappingNode, name: str, flow: bool) -> None:
        names = [str(key.value) for key, _ in mapping.entries]
        before = mapping.entries[names.index(name) - 1][1]
        node = mapping.get(name)
        assert node is not None
        if flow:
            self._edits.append((self._end(before), self._end(node), ""))
        else:
            self._edits.append((self._find_line_end(self._end(before)), self._find_line_end(self._end(node)), ""))

    def _add_after(self, mapping: MappingNode, name: str, lines: Sequence[str], flow: bool) -> None:
        node = mapping.get(name)
        assert node is not None
        if flow:
            place = self._end(node)
            self._edits.append((place, place, "".join(f", {line}" for line in lines)))
            return
        place = self._find_line_end(self._end(node))
        margin = self._find_column(mapping) - 1
        self._edits.append((place, place, "".join(f"\n{' ' * margin}{_indent(line, margin)}" for line in lines)))

    def _is_flow(self, node: MappingNode) -> bool:
        return self.file.text[self._find_offset(node.span.line, node.span.column)] == "{"

    def is_flow(self, card: str) -> bool:
        """Return True if a card is written in braces on one line, which has no room for text blocks."""
        return self._is_flow(self.cards[card])

    def _find_column(self, node: Node) -> int:
        return node.span.column

    def _find_offset(self, line: int, column: int) -> int:
        return self.file.line_offset(line) + column - 1

    def _end(self, node: Node) -> int:
        """Return the end of a node; for a block text, the end before the line breaks and comments that follow."""
        if isinstance(node, Scalar):
            return node.start + len(self.file.text[node.start : node.end].rstrip())
        if isinstance(node, MappingNode) and not self._is_flow(node):
            return self._end(node.entries[-1][1])
        if (
            isinstance(node, SequenceNode)
            and self.file.text[self._find_offset(node.span.line, node.span.column)] != "["
        ):
            return self._end(node.items[-1])
        return self._find_offset(node.span.end_line, node.span.end_column)

    def _find_bottom(self, mapping: MappingNode) -> int:
        """Return the end of a card, including comments below it that are indented like its fields."""
        place = self._find_line_end(self._end(mapping))
        while (remark := REMARK.match(self.file.text, place)) and len(remark[1]) >= self._find_column(mapping) - 1:
            place = remark.end()
        return place

    def _find_line_above(self, mapping: MappingNode) -> str:
        """Return the line above a card, skipping comments."""
        lines = self.file.text[: self.file.line_offset(mapping.span.line)].split("\n")[:-1]
        return next((line for line in reversed(lines) if not line.lstrip().startswith("#")), "-")

    def _find_line_end(self, offset: int) -> int:
        found = self.file.text.find("\n", offset)
        return len(self.file.text) if found < 0 else found


def format_scalar(text: str, flow: bool = False) -> str:
    """Return a text as a YAML value: plain if possible, quoted, or a block of several lines (not in `flow` style)."""
    if "\n" in text and not flow and not text.startswith((" ", "\t")):
        return "|\n" + "\n".join(f"  {line}" if line else "" for line in text.split("\n"))
    if text and _stays_itself(text, flow):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def _stays_itself(text: str, flow: bool) -> bool:
    if "\n" in text or (flow and any(sign in text for sign in ",[]{}")):
        return False
    document = load_yaml(Path("value"), f"x: {text}")
    value = document.root.get("x") if isinstance(document.root, MappingNode) else None
    return not document.diagnostics and isinstance(value, Scalar) and value.style == "plain" and value.value == text


def _indent(value: str, margin: int) -> str:
    return "\n".join(
        f"{' ' * margin}{line}" if number and line else line for number, line in enumerate(value.split("\n"))
    )


def _find_field_before(mapping: MappingNode, name: str, order: Sequence[str]) -> str:
    """Return the name of the card's field after which the new field `name` is to be inserted."""
    given = [str(key.value) for key, _ in mapping.entries]
    earlier = set(list(order)[: list(order).index(name)])
    return next((word for word in reversed(given) if word in earlier), given[-1])
