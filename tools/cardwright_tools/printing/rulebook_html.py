"""Rulebook as one self-contained HTML file, for the screen and for print."""

from collections.abc import Iterable, Mapping
from html import escape
from string import Template

from cardwright.presentation.rulebook.document import (
    Example,
    ListItem,
    Paragraph,
    Rulebook,
    Section,
    Steps,
    TableBlock,
)
from cardwright.presentation.rulebook.links import TextRun
from cardwright.source.unsafe_characters import escape_controls
from cardwright_tools.faces.model import Face, credit_faces
from cardwright_tools.faces.pictures import sprite, symbols
from cardwright_tools.printing.gallery import draw_with_words, embed_fonts

PAGE = Template("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title: rules</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:;
  font-src 'self' data:">
<style>
$fonts
:root { color-scheme: light dark; --page: #f6f3ec; --sheet: #fffdf8; --text: #222; --soft: #5d5a54; --line: #d8d2c4;
  --link: #1a5276; --mark: #efe8d8; }
@media (prefers-color-scheme: dark) {
  :root { --page: #1c1b19; --sheet: #262421; --text: #eee; --soft: #b5b0a6; --line: #454039; --link: #8ec5e8;
    --mark: #34302a; }
}
* { box-sizing: border-box; } body > svg { position: absolute; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.55 Georgia, "Times New Roman", serif; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
nav, h1, h2, h3, table, .players { font-family: system-ui, sans-serif; }
.page { display: grid; grid-template-columns: 15rem minmax(0, 46rem); gap: 2rem; max-width: 68rem; margin: 0 auto;
  padding: 1.5rem; }
nav { position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow: auto;
  font-size: 14px; }
nav ol { list-style: none; margin: 0; padding: 0; } nav li { margin: .2rem 0; } nav a { text-decoration: none; }
main { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 1.5rem 2.2rem 2.5rem; }
h1 { font-size: 2.1rem; margin: 0 0 .2rem; } .players { color: var(--soft); margin: 0 0 1rem; }
.summary { font-size: 1.15rem; font-style: italic; margin: .4rem 0 1rem; }
h2 { font-size: 1.4rem; margin: 2.2rem 0 .6rem; padding-bottom: .25rem; border-bottom: 2px solid var(--line); }
h3 { font-size: 1.08rem; margin: 1.5rem 0 .4rem; }
p { margin: .5rem 0; } ol, ul { margin: .4rem 0; padding-left: 1.6rem; } li { margin: .25rem 0; }
ol ol { list-style-type: lower-alpha; } ol ol ol { list-style-type: lower-roman; }
.about { background: var(--mark); border-left: 3px solid var(--link); padding: .45rem .8rem;
  border-radius: 0 6px 6px 0; }
.needs { color: var(--soft); }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 14px; margin: .7rem 0; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--soft); font-weight: 600; } td.number { text-align: right; font-variant-numeric: tabular-nums; }
.cards { display: grid; gap: .8rem; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); margin: .8rem 0; }
article { break-inside: avoid; } article > svg { display: block; width: 100%; max-width: 15rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.index { columns: 14rem; padding-left: 1.1rem; font-size: 15px; }
:target { scroll-margin-top: 1rem; } :target > h2, h3:target, h2:target { background: var(--mark); }
@media (max-width: 800px) { .page { display: block; padding: 0; } nav { position: static; max-height: none;
  padding: 1rem 1.2rem; } main { border-width: 1px 0; border-radius: 0; padding: 1.1rem 1.2rem 2rem; } }
@media print { :root { --page: #fff; --sheet: #fff; --text: #000; --link: #000; } .page { display: block; padding: 0; }
  nav { display: none; } main { border: 0; padding: 0; } a { text-decoration: none; } h2, h3 { break-after: avoid; }
  li, tr { break-inside: avoid; } body { font-size: 11pt; } }
</style>
</head>
<body>
$icons
<div class="page">
<nav aria-label="Contents"><ol>
$contents
</ol></nav>
<main>
<h1>$title</h1>
<p class="players">For $players</p>
$summary
$sections
<h2 id="index">Index</h2>
<ul class="index">
$index
</ul>
$credit
</main>
</div>
</body>
</html>
""")


def rulebook_page(book: Rulebook, faces: Mapping[str, Face], fonts: str | None = None) -> str:
    """Return the page; `faces` are the faces of its cards, by id, and `fonts` a style sheet for the font of faces.

    Without `fonts`, the page contains the font.
    """
    chapters = [f'<li><a href="#{_render_id(s.anchor)}">{escape(s.title)}</a></li>' for s in book.pages if s.level == 1]
    index = [f'<li><a href="#{_render_id(anchor)}">{escape(term)}</a></li>' for term, anchor in book.index]
    page = PAGE.substitute(
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
    cards: list[str] = []
    for block in section.blocks:
        if isinstance(block, Example):
            cards.append(f"<article>{draw_with_words(faces[block.card.id])}</article>")
        else:
            said.append(_block(block))
    if cards:
        said.append(f'<div class="cards">{"".join(cards)}</div>')
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
    return f'<td class="number">{text}</td>' if text.isdecimal() else f"<td>{escape(text)}</td>"


def _step(item: ListItem) -> str:
    return f"<li>{_render_runs(item.runs)}{_render_below(item)}</li>"


def _render_below(item: ListItem) -> str:
    """Return the options of a step, its parts, and further notes on it."""
    bullets = f"<ul>{''.join(f'<li>{_render_runs(runs)}</li>' for runs in item.bullets)}</ul>" if item.bullets else ""
    parts = f"<ol>{''.join(map(_step, item.parts))}</ol>" if item.parts else ""
    return bullets + parts + "".join(f"<p>{_render_runs(each.runs)}</p>{_render_below(each)}" for each in item.rest)


def _render_runs(runs: Iterable[TextRun]) -> str:
    return "".join(map(_mark, runs))


def _mark(run: TextRun) -> str:
    text = f"<em>{escape(run.text)}</em>" if run.stressed else escape(run.text)
    text = f"<b>{text}</b>" if run.name else text
    return f'<a href="#{_render_id(run.to)}">{text}</a>' if run.to else text


def _render_id(anchor: str) -> str:
    return escape(anchor, quote=True)
