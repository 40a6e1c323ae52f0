"""The rulebook as pages of PDF, with links, a table of contents beside it, and cards as they are printed."""

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.platypus import (
    BalancedColumns,
    CondPageBreak,
    Flowable,
    KeepTogether,
    ListFlowable,
    ListItem,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

from cardwright.presentation import rulebook as book_of
from cardwright.presentation.rulebook.links import Run
from cardwright.source.visible import visible
from cardwright_tools.paper.card_faces import Face
from cardwright_tools.paper.faces import BODY, BOLD, card_box, draw_face

LINE, SOFT, LINK, MARK = map(HexColor, ("#d8d2c4", "#5d5a54", "#1a5276", "#f3eee2"))
CARD = (44.0, 61.6)
CARDS_IN_A_ROW = 3
MOST_IN_ONE_COLUMN = 6
MARKS = ("1", "a", "i")
# A table of more rows than this may go on over the page.
MOST_ROWS_TOGETHER = 16
# A title is not left at the foot of a page with less than this below it.
LEAST_ROOM = 26 * mm

TEXT = ParagraphStyle("text", fontName=BODY, fontSize=9.2, leading=12.6, spaceAfter=3)
SMALL = ParagraphStyle("small", TEXT, fontSize=7.8, leading=10)
HEAD = ParagraphStyle("head", SMALL, textColor=SOFT)
SAID = ParagraphStyle(
    "about", TEXT, backColor=MARK, borderPadding=4, leftIndent=6, rightIndent=6, spaceBefore=6, spaceAfter=9
)
NEEDS = ParagraphStyle("needs", TEXT, textColor=SOFT)
TITLE = ParagraphStyle("title", TEXT, fontName=BOLD, fontSize=24, leading=29, spaceAfter=2)
CHAPTER = ParagraphStyle("chapter", TEXT, fontName=BOLD, fontSize=14, leading=18, spaceBefore=14, spaceAfter=5)
PART = ParagraphStyle("part", TEXT, fontName=BOLD, fontSize=10.5, leading=14, spaceBefore=8, spaceAfter=2)
STYLES = {"about": SAID, "needs": NEEDS}


class CardPicture(Flowable):
    """A card as it is printed, in the flow of a text."""

    def __init__(self, face: Face) -> None:
        super().__init__()
        self.face = face
        self.width, self.height = CARD[0] * mm, CARD[1] * mm

    def draw(self) -> None:
        """Draw the card where the flow has come to."""
        draw_face(self.canv, self.face, card_box((0, 0), CARD), False)


class ShortTable(Table):
    """A table that is not cut in two at the foot of a page."""


class Chapter(Paragraph):
    """A title that links lead to, and that stands in the outline of the document."""

    def __init__(self, text: str, style: ParagraphStyle, anchor: str, level: int) -> None:
        super().__init__(f'<a name="{escape(anchor)}"/>{_escaped(text)}', style)
        self.text_alone, self.anchor, self.level = text, anchor, level

    def draw(self) -> None:
        """Draw the title, and enter it in the outline."""
        self.canv.bookmarkPage(self.anchor)
        self.canv.addOutlineEntry(self.text_alone, self.anchor, self.level - 1, closed=self.level == 1)
        super().draw()


def rulebook_pdf(book: book_of.Rulebook, faces: Mapping[str, Face]) -> bytes:
    """The document; `faces` are those of its cards by their ids."""
    pdfmetrics.registerFontFamily(BODY, normal=BODY, bold=BOLD, italic=BODY, boldItalic=BOLD)
    written = io.BytesIO()
    document = SimpleDocTemplate(
        written,
        pagesize=A4,
        leftMargin=20 * mm,
        rightMargin=20 * mm,
        topMargin=18 * mm,
        bottomMargin=18 * mm,
        title=f"{book.title}: rules",
        invariant=1,
    )
    flow: list[Any] = [Paragraph(_escaped(book.title), TITLE), Paragraph(f"For {_escaped(book.players)}", NEEDS)]
    flow += [Paragraph(_escaped(book.summary), SAID)] if book.summary else []
    flow += [_contents(book)]
    for section in book.sections:
        flow += _section(section, faces)
    flow.append(Chapter("Index", CHAPTER, "index", 1))
    terms: list[Any] = [
        Paragraph(f'<a href="#{escape(to)}" color="#1a5276">{_escaped(term)}</a>', SMALL) for term, to in book.index
    ]
    flow.append(BalancedColumns(terms, nCols=3, needed=40) if len(terms) > MOST_IN_ONE_COLUMN else KeepTogether(terms))

    def foot(canvas: Any, page: Any) -> None:
        canvas.setFont(BODY, 7.5)
        canvas.setFillColor(SOFT)
        canvas.drawCentredString(A4[0] / 2, 10 * mm, f"{visible(book.title)}: rules, {page.page}")

    document.build(flow, onFirstPage=foot, onLaterPages=foot)
    return written.getvalue()


def _contents(book: book_of.Rulebook) -> Paragraph:
    chapters = [
        f'<a href="#{escape(section.anchor)}" color="#1a5276">{_escaped(section.title)}</a>'
        for section in book.sections
        if section.level == 1
    ]
    return Paragraph(" &nbsp;·&nbsp; ".join([*chapters, '<a href="#index" color="#1a5276">Index</a>']), SMALL)


def _section(section: book_of.Section, faces: Mapping[str, Face]) -> Iterator[Any]:
    style = CHAPTER if section.level == 1 else PART
    title = Chapter(section.title, style, section.anchor, section.level)
    flow: list[Any] = []
    yield CondPageBreak(LEAST_ROOM)
    cards: list[Face] = []
    for block in section.blocks:
        if isinstance(block, book_of.Example):
            cards.append(faces[block.card.id])
        else:
            flow += _block(block)
    flow += _cards(cards)
    yield from _kept_together([title, *flow])


def _kept_together(flow: Iterable[Any]) -> Iterator[Any]:
    """What is written, where a title stays with what comes first, and a short table with what says what it is."""
    held: list[Any] = []
    for each in flow:
        under_title = bool(held) and isinstance(held[-1], Chapter)
        if isinstance(each, Paragraph) and under_title:
            held.append(each)
        elif held and (under_title or isinstance(each, ShortTable)):
            yield KeepTogether([*held, each])
            held = []
        else:
            yield from _held(held)
            held = [each] if isinstance(each, Paragraph) else []
            if not held:
                yield each
    yield from _held(held)


def _held(flow: list[Any]) -> Iterator[Any]:
    if flow:
        yield KeepTogether(flow) if len(flow) > 1 else flow[0]


def _cards(cards: Sequence[Face]) -> Iterator[Any]:
    for first in range(0, len(cards), CARDS_IN_A_ROW):
        row: list[Any] = [CardPicture(face) for face in cards[first : first + CARDS_IN_A_ROW]]
        row += [""] * (CARDS_IN_A_ROW - len(row))
        sort = ShortTable if not first else Table  # the first row stays with the title
        yield sort([row], colWidths=[(CARD[0] + 4) * mm] * CARDS_IN_A_ROW, hAlign="LEFT")


def _block(block: book_of.Paragraph | book_of.Steps | book_of.Grid) -> Iterator[Any]:
    match block:
        case book_of.Paragraph():
            yield Paragraph(_runs(block.runs), STYLES.get(block.kind, TEXT))
        case book_of.Steps():
            if block.numbered:
                yield _numbered(block.items, 0)
            else:
                for item in block.items:
                    yield from _item(item, 0)
        case book_of.Grid():
            yield _grid(block)
            yield Spacer(0, 4)


def _numbered(items: Sequence[book_of.Item], depth: int) -> ListFlowable:
    """Steps in order: 1, 2; a, b inside of one; i, ii inside of one of those."""
    said: list[Any] = [ListItem(_item(each, depth + 1), leftIndent=16) for each in items]
    mark = MARKS[min(depth, len(MARKS) - 1)]
    form = "%s." if mark == "1" else "%s)"
    return ListFlowable(
        said, bulletType=mark, bulletFormat=form, bulletFontName=BODY, bulletFontSize=9.2, leftIndent=16
    )


def _item(item: book_of.Item, depth: int) -> list[Any]:
    said: list[Any] = [Paragraph(_runs(item.runs), TEXT)]
    if item.bullets:
        bullets: list[Any] = [ListItem(Paragraph(_runs(runs), TEXT), leftIndent=12) for runs in item.bullets]
        said.append(ListFlowable(bullets, bulletType="bullet", start="•", leftIndent=12, bulletFontSize=8))
    if item.parts:
        said += [_numbered(item.parts, depth), Spacer(0, 3)]
    for rest in item.rest:
        said += _item(rest, depth)
    return said


def _grid(grid: book_of.Grid) -> Table:
    """A table as wide as the page at most: columns get room by what stands in them."""
    rows = [[Paragraph(_escaped(cell), HEAD) for cell in grid.head]]
    rows += [[Paragraph(_escaped(cell), SMALL) for cell in row] for row in grid.rows]
    columns = list(zip(grid.head, *grid.rows, strict=True))
    wanted = [max(map(_width, column)) for column in columns]
    least = [max(_width(word) for cell in column for word in cell.split() or [""]) for column in columns]
    room = A4[0] - 40 * mm
    if sum(wanted) > room:  # what is wider than its longest word gives way
        share = max(0.0, room - sum(least)) / max(1.0, sum(wanted) - sum(least))
        wanted = [low + (high - low) * share for low, high in zip(least, wanted, strict=True)]
    lines = TableStyle([("LINEBELOW", (0, 0), (-1, -1), 0.4, LINE), ("VALIGN", (0, 0), (-1, -1), "TOP")])
    lines.add("LEFTPADDING", (0, 0), (-1, -1), 3)
    lines.add("RIGHTPADDING", (0, 0), (-1, -1), 3)
    lines.add("TOPPADDING", (0, 0), (-1, -1), 1)
    lines.add("BOTTOMPADDING", (0, 0), (-1, -1), 2)
    sort = ShortTable if len(rows) <= MOST_ROWS_TOGETHER else Table
    return sort(rows, colWidths=wanted, repeatRows=1, hAlign="LEFT", style=lines)


def _width(text: str) -> float:
    """How wide a cell is, in points, with what is left free beside its text."""
    return max(14.0, pdfmetrics.stringWidth(visible(text), BODY, SMALL.fontSize) + 8)


def _runs(runs: Iterable[Run]) -> str:
    return "".join(map(_marked, runs))


def _marked(run: Run) -> str:
    text = _escaped(run.text)
    if run.to:
        return f'<a href="#{escape(run.to)}" color="#1a5276">{text}</a>'
    return f"<b>{text}</b>" if run.name else text


def _escaped(text: str) -> str:
    return escape(visible(text))
