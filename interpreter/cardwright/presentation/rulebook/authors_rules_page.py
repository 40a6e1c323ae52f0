"""Author's rules page, `rules.md`: Markdown with live parts that are computed from the game."""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from cardwright.checker import typed_tree
from cardwright.declarations.find_game_files import RULES_PAGE
from cardwright.presentation.rulebook.document import Block, ListItem, Paragraph, Section, Steps, TableBlock
from cardwright.presentation.rulebook.links import TextRun
from cardwright.presentation.rulebook.rules_page_live_parts import LiveParts, UnknownPart

_LIVE = re.compile(r"\{([^{}\n]*)\}")
# The beginning of a live part that ends on the next line.
_BROKEN_LIVE = re.compile(r"\{[^{}\n]*(?=\n[^{}\n]*\})")
_WORD_LINK = re.compile(r"\w+(?:,\w+)*")
Runs = tuple[TextRun, ...]
# Of a wider table so many columns are printed.
MAX_COLUMNS = 50
# A block in place of a paragraph that is one live part alone, by its first word: `{table prices}`.
# The name of the table of the numbers that depend on the number of players.
PER_PLAYERS = "per players"
# Live parts that take no name.
WITHOUT_NAMES = ("always", "box", "cards", "catalogue", "ends", "places", "scoring", "setup", "words")
BlockMaker = Callable[[str], Sequence[Block]]


@dataclass(frozen=True, slots=True)
class Mistake:
    """An error in a page: a live part or link that names nothing of the game.

    Its line and column are counted from 1.
    """

    message: str
    line: int
    column: int
    length: int
    label: str


@dataclass(slots=True)
class RulesPage:
    """The sections of a page, the words of the game that it mentions, and the errors in it.

    `prose` are the lines of the page without its live parts, each with its line number. They are searched for numbers
    and names of the game.
    """

    sections: tuple[Section, ...] = ()
    mentioned: set[str] = field(default_factory=set)
    mistakes: list[Mistake] = field(default_factory=list)
    prose: list[tuple[int, str]] = field(default_factory=list)


def find_rules_page(checked: typed_tree.CheckedGame) -> Path | None:
    """Return the path of the rules page in the game's folder, or None if there is none."""
    path = Path(checked.game.span.path).parent / RULES_PAGE
    return path if checked.game.span.path and os.path.lexists(path) else None


def read_rules_page(
    text: str, checked: typed_tree.CheckedGame, anchors: Mapping[str, str], blocks: Mapping[str, BlockMaker]
) -> RulesPage:
    """Return a rules page as sections.

    `anchors` are the sections of part two that links lead to, by the words of the game. `blocks` are functions that
    make the blocks for live parts that stand alone in a paragraph.
    """
    return _Reader(text, checked, anchors, blocks).page()


class _Reader:
    """Reader of one page."""

    def __init__(
        self,
        text: str,
        checked: typed_tree.CheckedGame,
        anchors: Mapping[str, str],
        blocks: Mapping[str, BlockMaker],
    ) -> None:
        self.lines = text.splitlines()
        self.title = checked.game.title.casefold().strip()
        self.parts = LiveParts(checked)
        self.anchors = anchors
        self.blocks = blocks
        self.found = RulesPage()
        self.line = 1
        # raw HTML stays text: no author's text becomes markup
        parser = MarkdownIt("commonmark", {"html": False}).enable("table")
        self.tree = SyntaxTreeNode(parser.parse(text))

    def page(self) -> RulesPage:
        """Read the page and return it."""
        sections: list[Section] = []
        title, level, blocks = "How to play", 1, list[Block]()
        begun = False
        for number, node in enumerate(self.tree.children):
            if node.type != "heading":
                blocks += self._block(node)
                continue
            text = "".join(run.text for run in self._find_runs(node))
            if number == 0 and self.title in text.casefold():  # the rulebook has it
                continue
            if blocks or begun:
                sections.append(Section(f"play-{len(sections)}", title, level, tuple(blocks)))
            title, level, blocks = text, 1 if node.tag in ("h1", "h2") else 2, []
            begun = True
        if blocks or begun:
            sections.append(Section(f"play-{len(sections)}", title, level, tuple(blocks)))
        self.found.sections = tuple(sections)
        self.found.mentioned |= self.parts.mentioned
        for number, line in enumerate(self.lines, start=1):
            self.found.prose.append((number, _LIVE.sub(lambda part: " " * len(part[0]), line)))
        for broken in _BROKEN_LIVE.finditer("\n".join(self.lines)):
            self.line = broken.string.count("\n", 0, broken.start()) + 1
            error = UnknownPart("these braces are closed on another line", otherwise="write both on one line")
            self._record_mistake(error, broken[0])
        return self.found

    def _block(self, node: SyntaxTreeNode) -> Iterator[Block]:
        self.line = node.map[0] + 1 if node.map else self.line
        match node.type:
            case "paragraph":
                parts = self._find_lone_parts(node)
                for line, part in enumerate(parts, start=self.line):
                    self.line = line
                    yield from self._make_live_block(part)
                if not parts:
                    yield Paragraph(self._find_runs(node))
            case "blockquote":
                for child in node.children:
                    for block in self._block(child):
                        yield Paragraph(block.runs, "about") if isinstance(block, Paragraph) else block
            case "ordered_list":
                yield from self._read_list(node)
            case "bullet_list":
                yield from self._read_bullets(node)
            case "table":
                columns = len(node.children[0].children[0].children)
                if columns > MAX_COLUMNS:
                    message = f"a table has {columns:,} columns, and a page has room for {MAX_COLUMNS}"
                    self._record_mistake(UnknownPart(message, otherwise="make several tables of it"), "|")
                rows = [
                    tuple("".join(run.text for run in self._find_runs(cell)) for cell in row.children[:MAX_COLUMNS])
                    for part in node.children
                    for row in part.children
                ]
                yield TableBlock(rows[0], tuple(rows[1:]))
            case "code_block" | "fence" | "html_block":
                yield Paragraph(self._find_runs(node))

    def _read_list(self, node: SyntaxTreeNode) -> Iterator[Block]:
        """Yield the blocks of a numbered list.

        Its items can contain text, but neither tables nor blocks computed from the game. If an item has such blocks,
        the list is interrupted: they follow the item, and the list continues after them with the next number.
        """
        items: list[ListItem] = []
        start = 1
        for number, item in enumerate(node.children, start=1):
            inner = list(self._list_blocks(item))
            items.append(self._write_item(item, inner))
            if inner:
                yield Steps(tuple(items), start=start)
                for each in inner:
                    yield from self._block(each)
                items, start = [], number + 1
        if items:
            yield Steps(tuple(items), start=start)

    def _read_bullets(self, node: SyntaxTreeNode) -> Iterator[Block]:
        """Yield the blocks of a list with bullets, which is interrupted as a numbered list is."""
        bullets: list[Runs] = []
        for each in self._find_flat(node):
            if isinstance(each, tuple):
                bullets.append(each)
                continue
            if bullets:
                yield Steps((ListItem((), tuple(bullets)),), numbered=False)
                bullets = []
            yield from self._block(each)
        if bullets:
            yield Steps((ListItem((), tuple(bullets)),), numbered=False)

    def _list_blocks(self, item: SyntaxTreeNode) -> Iterator[SyntaxTreeNode]:
        """Yield the nodes in a list item, and in lists inside it, that are no text."""
        for child in item.children:
            if self._is_block(child):
                yield child
            elif child.type in ("bullet_list", "ordered_list"):
                for inner in child.children:
                    yield from self._list_blocks(inner)

    def _is_block(self, node: SyntaxTreeNode) -> bool:
        """Return True for a table, and for a paragraph that is one live part which makes blocks."""
        return node.type == "table" or (node.type == "paragraph" and bool(self._find_lone_parts(node)))

    def _find_lone_parts(self, node: SyntaxTreeNode) -> list[str]:
        """Return the live parts of a paragraph, if each of its lines is one that makes blocks; else []."""
        lines = [_LIVE.fullmatch(line.strip()) for line in node.children[0].content.strip().splitlines()]
        parts = [line[1] for line in lines if line is not None]
        return parts if len(parts) == len(lines) and all(map(self._stands_alone, parts)) else []

    def _stands_alone(self, part: str) -> bool:
        first, _, rest = part.strip().partition(" ")
        return first in self.blocks and not (rest and first in WITHOUT_NAMES)

    def _make_live_block(self, part: str) -> Sequence[Block]:
        first, _, rest = part.strip().partition(" ")
        self.found.mentioned |= {first, rest.strip()}
        try:
            return self.blocks[first](rest.strip())
        except UnknownPart as error:
            self._record_mistake(error, "{" + part + "}")
            return ()

    def _write_item(self, node: SyntaxTreeNode, apart: Sequence[SyntaxTreeNode] = ()) -> ListItem:
        """Return a list item without the blocks in `apart`, which are written after it."""
        runs: Runs = ()
        bullets: list[Runs] = []
        parts: list[ListItem] = []
        rest: list[ListItem] = []
        for child in node.children:
            self.line = child.map[0] + 1 if child.map else self.line
            if any(child is each for each in apart):
                continue
            match child.type:
                case "bullet_list":
                    bullets += (each for each in self._find_flat(child) if isinstance(each, tuple))
                case "ordered_list":
                    parts += (self._write_item(each, apart) for each in child.children)
                case _ if not runs:
                    runs = self._find_runs(child)
                case _:
                    rest.append(ListItem(self._find_runs(child)))
        return ListItem(runs, tuple(bullets), tuple(parts), tuple(rest))

    def _find_flat(self, node: SyntaxTreeNode) -> Iterator[Runs | SyntaxTreeNode]:
        """Yield the texts of a list and of lists inside it, and the nodes that are no text."""
        for item in node.children:
            for child in item.children:
                self.line = child.map[0] + 1 if child.map else self.line
                if child.type in ("bullet_list", "ordered_list"):
                    yield from self._find_flat(child)
                elif self._is_block(child):
                    yield child
                else:
                    yield self._find_runs(child)

    # ------------------------------------------------------------ texts

    def _find_runs(self, node: SyntaxTreeNode) -> Runs:
        if not node.children:
            return (TextRun(_LIVE.sub(self._render_live, node.content.strip())),) if node.content.strip() else ()
        return tuple(run for child in node.children for run in self._inline(child, TextRun("")))

    def _inline(self, node: SyntaxTreeNode, style: TextRun) -> Iterator[TextRun]:
        """Yield the runs of a node; `style` is the style that the nodes around it ask for."""
        match node.type:
            case "text" | "code_inline":
                yield replace(style, text=_LIVE.sub(self._render_live, node.content))
                return
            case "softbreak" | "hardbreak":
                self.line += 1
                yield replace(style, text=" ")
                return
            case "link":
                style = replace(style, to=self._render_target(str(node.attrs.get("href", ""))))
            case "strong":
                style = replace(style, name=True)
            case "em":
                style = replace(style, stressed=True)
        for child in node.children:
            yield from self._inline(child, style)

    def _render_target(self, href: str) -> str:
        """Return the anchor of the section to which a link to words of the game leads."""
        if not _WORD_LINK.fullmatch(href):
            return ""
        words = href.split(",")
        for word in words:
            if word in self.anchors:
                self.found.mentioned.add(word)
            else:
                error = UnknownPart(f"nothing in the game is called `{word}`", word, self.anchors)
                self._record_mistake(error, f"({href})")
        return self.anchors.get(words[0], "")

    def _render_live(self, part: re.Match[str]) -> str:
        try:
            return self.parts.text(part[1])
        except UnknownPart as unknown:
            message, label = f"`{part[0]}` stands for whole paragraphs", "write it alone, between empty lines"
            error = UnknownPart(message, otherwise=label) if self._stands_alone(part[1]) else unknown
            self._record_mistake(error, part[0])
            return part[0]

    def _record_mistake(self, error: UnknownPart, text: str) -> None:
        """Record a mistake at its word in a text, or at the text, which is searched from the current line on."""
        message, label = str(error), error.label
        found = re.search(rf"\b{re.escape(error.word)}\b", text) if error.word else None
        start, end = found.span() if found is not None else (0, len(text))
        for number in range(self.line, len(self.lines) + 1):
            column = self.lines[number - 1].find(text)
            if column >= 0:
                self.found.mistakes.append(Mistake(message, number, column + start + 1, end - start, label))
                return
        self.found.mistakes.append(Mistake(message, self.line, 1, 1, label))
