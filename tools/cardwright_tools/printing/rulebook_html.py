"""Rulebook as one self-contained HTML file, for the screen and for print."""

from collections.abc import Iterable, Mapping
from html import escape
from itertools import groupby
from string import Template

from cardwright.presentation.rulebook.document import Example, ListItem, Paragraph, Rulebook, Section, Steps, TableBlock
from cardwright.presentation.rulebook.links import TextRun
from cardwright.source.visible_control_characters import escape_controls
from cardwright_tools.faces.image_codec import sprite, symbols
from cardwright_tools.faces.model import Face, credit_faces
from cardwright_tools.printing.gallery import draw_with_words, embed_fonts, read_template


def rulebook_page(book: Rulebook, faces: Mapping[str, Face], fonts: str | None = None) -> str:
    """Return the rulebook as a page. `faces` are the faces of its cards, by id.

    `fonts` is a style sheet for the font of faces; without it, the page contains the font.
    """
    chapters = [f'<li><a href="#{_render_id(s.anchor)}">{escape(s.title)}</a></li>' for s in book.pages if s.level == 1]
    index = [f'<li><a href="#{_render_id(anchor)}">{escape(term)}</a></li>' for term, anchor in book.index]
    page = Template(read_template("rulebook.html")).substitute(
        title=escape(book.title),
        icons=sprite(symbols(icon for face in faces.values() for icon in face.look.drawings)),
        fonts=embed_fonts() if fonts is None else fonts,
        players=escape(book.players),
        summary=f'<p class="summary">{escape(book.summary)}</p>' if book.summary else "",
        contents="\n".join([*chapters, '<li><a href="#index">Index</a></li>']),
        sections="\n".join(section_html(section, faces) for section in book.pages),
        credit=f'<p class="players">{escape(credit)}</p>' if (credit := credit_faces(faces.values())) else "",
        index="\n".join(index),
    )
    return escape_controls(page)


def section_html(section: Section, faces: Mapping[str, Face]) -> str:
    """Return one section, with every text escaped."""
    tag = f"h{section.level + 1}"
    said = [f'<{tag} id="{_render_id(section.anchor)}">{escape(section.title)}</{tag}>']
    for are_cards, blocks in groupby(section.blocks, lambda each: isinstance(each, Example)):
        if are_cards:
            cards = [each.card.id for each in blocks if isinstance(each, Example)]
            drawn = [f"<article>{draw_with_words(faces[card])}</article>" for card in cards]
            said.append(f'<div class="cards">{"".join(drawn)}</div>')
        else:
            said += [_block(each) for each in blocks if not isinstance(each, Example)]
    return "\n".join(said)


def _block(block: Paragraph | Steps | TableBlock) -> str:
    match block:
        case Paragraph():
            kind = f' class="{block.kind}"' if block.kind else ""
            return f"<p{kind}>{_render_runs(block.runs)}</p>"
        case Steps():
            if not block.numbered:
                return "".join(
                    f"{f'<p>{_render_runs(item.runs)}</p>' if item.runs else ''}{_render_below(item)}"
                    for item in block.items
                )
            start = f' start="{block.start}"' if block.start > 1 else ""
            return f"<ol{start}>{''.join(map(_step, block.items))}</ol>"
        case TableBlock():
            head = "".join(f"<th>{escape(cell)}</th>" for cell in block.head)
            rows = "".join(f"<tr>{''.join(map(_render_cell, row))}</tr>" for row in block.rows)
            return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _render_cell(text: str) -> str:
    return f'<td class="number">{text}</td>' if text.removeprefix("-").isdecimal() else f"<td>{escape(text)}</td>"


def _step(item: ListItem) -> str:
    return f"<li>{_render_runs(item.runs)}{_render_below(item)}</li>"


def _render_below(item: ListItem) -> str:
    """Return the options of a step, its parts, and further remarks on it, as HTML."""
    bullets = f"<ul>{''.join(f'<li>{_render_runs(runs)}</li>' for runs in item.bullets)}</ul>" if item.bullets else ""
    parts = f"<ol>{''.join(map(_step, item.parts))}</ol>" if item.parts else ""
    return bullets + parts + "".join(f"<p>{_render_runs(each.runs)}</p>{_render_below(each)}" for each in item.rest)


def _render_runs(runs: Iterable[TextRun]) -> str:
    return "".join(map(_mark, runs))


def _mark(run: TextRun) -> str:
    text = f"<em>{escape(run.text)}</em>" if run.stressed else escape(run.text)
    text = f"<strong>{text}</strong>" if run.name else text
    return f'<a href="#{_render_id(run.to)}">{text}</a>' if run.to else text


def _render_id(anchor: str) -> str:
    return escape(anchor, quote=True)
