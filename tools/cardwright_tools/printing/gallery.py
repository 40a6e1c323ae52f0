"""Gallery of cards as one self-contained HTML file, to browse, search and share."""

import base64
import hashlib
from collections.abc import Sequence
from html import escape
from string import Template

from cardwright.source.unsafe_characters import escape_controls
from cardwright_tools.faces.drawing import draw_face
from cardwright_tools.faces.font_metrics import FAMILY, read_font
from cardwright_tools.faces.model import Face, credit_faces
from cardwright_tools.faces.pictures import embed_picture, sprite, symbols

# Pieces that belong to no set but to the game itself.
OWN = "the game itself"

SCRIPT = r"""
const cards = [...document.querySelectorAll("article")];
const boxes = [...document.querySelectorAll("input[type=checkbox]")];
const wanted = document.getElementById("wanted");
function show() {
  const words = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
  const sets = new Set(boxes.filter(box => box.checked).map(box => box.value));
  let shown = 0;
  for (const card of cards) {
    const text = card.textContent.toLowerCase();
    card.hidden = !(words.every(word => text.includes(word)) && (!boxes.length || sets.has(card.dataset.set)));
    shown += !card.hidden;
  }
  document.getElementById("count").textContent = `${shown} of ${cards.length}`;
}
wanted.addEventListener("input", show);
boxes.forEach(box => box.addEventListener("change", show));
show();
"""

PAGE = Template("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title: cards</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:;
  font-src data:;
  script-src '$hash'">
<style>
:root { color-scheme: light dark; --page: #f4f1ea; --card: #fffdf8; --text: #222; --soft: #666; --line: #d8d2c4; }
@media (prefers-color-scheme: dark) {
  :root { --page: #1c1b19; --card: #2a2825; --text: #eee; --soft: #aaa; --line: #454039; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.4 system-ui, sans-serif; }
header { position: sticky; top: 0; z-index: 1; padding: 12px 20px; background: var(--page);
  border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: center; }
h1 { font-size: 20px; margin: 0; }
input[type=search] { flex: 1 1 220px; padding: 7px 10px; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: 6px; }
label { white-space: nowrap; }
#count, .foot { color: var(--soft); }
main { padding: 20px; display: flex; flex-wrap: wrap; gap: 18px; align-items: flex-start; }
article { width: 254px; break-inside: avoid; }
article svg { display: block; width: 100%; height: auto; border-radius: 5%; box-shadow: 0 1px 5px rgb(0 0 0 / .4); }
.landscape { width: 356px; } .square { width: 280px; } .mini { width: 176px; } .tile { width: 180px; }
.token { width: 100px; } .token svg { border-radius: 50%; } .marker { width: 88px; }
.foot { margin: 5px 4px; font-size: 12px; overflow-wrap: anywhere; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
$fonts
[hidden] { display: none !important; }
@media print { header { position: static; } input, label, #count { display: none; } }
</style>
</head>
<body>
<header>
<h1>$title</h1>
<input type="search" id="wanted" placeholder="Name, text or attribute" aria-label="Search the cards" autofocus>
$sets
<span id="count" role="status"></span>
</header>
$icons
<main>
$cards
</main>
<footer class="foot">$credit</footer>
<script>$script</script>
</body>
</html>
""")


def gallery(title: str, cards: Sequence[Face]) -> str:
    """Return the page with the faces of all cards, with their texts for search and for screen readers."""
    sets = list(dict.fromkeys(card.set for card in cards))
    boxes = [
        f'<label><input type="checkbox" value="{escape(name)}" checked> {escape(name or OWN)}</label>' for name in sets
    ]
    # Nothing runs on the page but its own script, which its hash names, should a text ever get past its escapes.
    own = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    looks = {id(card.look): card.look for card in cards}.values()
    icons = (icon for look in looks for icon in look.drawings)
    page = PAGE.substitute(
        script=SCRIPT,
        hash=f"sha256-{own}",
        title=escape(title),
        fonts=embed_fonts(),
        icons=sprite(symbols(icons)),
        credit=escape(credit_faces(cards)),
        sets="\n".join(boxes) if len(sets) > 1 else "",
        cards="\n".join(map(_render_card, cards)),
    )
    return escape_controls(page)


def embed_fonts() -> str:
    """Return a style sheet with the font of faces, regular and bold."""
    fonts = ((weight, base64.b64encode(read_font(weight == 700)).decode()) for weight in (400, 700))
    return "".join(
        f'@font-face {{ font-family: "{FAMILY}"; font-weight: {weight}; src: url(data:font/ttf;base64,{source}); }}\n'
        for weight, source in fonts
    )


def draw_with_words(card: Face) -> str:
    """Return the face of a card as HTML, with its words for search and for screen readers."""
    said = "".join(f"<p>{escape(line)}</p>" for line in card.paragraphs)
    attributes = " · ".join(f"{name} {value}" for name, value, _ in card.attributes)
    return (
        f"{draw_face(card, picture=embed_picture(card.picture)).pen.inline()}"
        f'<div class="unseen"><h2>{escape(card.name)}</h2><p>{escape(attributes)}</p>{said}</div>'
    )


def _render_card(card: Face) -> str:
    times = f'<span class="times">&times; {card.copies}</span>' if card.copies != 1 else ""
    foot = " · ".join(escape(word) for word in (card.id, card.set or OWN, card.note) if word)
    return (
        f'<article data-set="{escape(card.set)}" class="{card.layout}">{draw_with_words(card)}'
        f'<p class="foot">{foot} {times}</p></article>'
    )
