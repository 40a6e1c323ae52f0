"""Gallery of cards as one self-contained HTML file, to browse, search and share."""

import base64
import hashlib
from collections.abc import Sequence
from html import escape
from string import Template

from cardwright.source.characters import escape_controls
from cardwright_tools.printing.card_faces import OWN, Face, face_html
from cardwright_tools.printing.images import jpeg, sprite

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
#count, .foot, .sort { color: var(--soft); }
main { padding: 20px; display: grid; gap: 14px; grid-template-columns: repeat(auto-fill, minmax(235px, 1fr)); }
article { background: var(--card); border: 2px solid var(--colour); border-radius: 10px; overflow: hidden;
  display: flex; flex-direction: column; min-height: 200px; break-inside: avoid; }
article h2 { margin: 0; padding: 8px 12px; font-size: 16px; background: var(--colour); color: var(--ink);
  display: flex; justify-content: space-between; gap: 8px; }
.picture { display: block; width: 100%; max-height: 190px; object-fit: contain; padding: 4px 12px 0; }
.icon { width: 1.15em; height: 1.15em; vertical-align: -.2em; margin-right: .3em; }
.times { font-weight: normal; opacity: .85; white-space: nowrap; }
.types { margin: 0; padding: 6px 12px 0; color: var(--soft); font-size: 13px; }
.badges { list-style: none; margin: 0; padding: 6px 12px; display: flex; flex-wrap: wrap; gap: 4px; font-size: 12px; }
.badges li { border: 1px solid var(--line); border-left: 4px solid var(--colour); padding: 1px 7px; }
.badges b { font-size: 15px; }
.frame1 { border-style: double !important; border-width: 4px !important; }
.frame2 { border-width: 3px !important; border-radius: 0 !important; }
.frame3 { border-style: dashed !important; border-width: 3px !important; }
.text { padding: 8px 12px; flex: 1; } .text p { margin: 0 0 6px; }
.foot { padding: 0 12px 8px; font-size: 12px; }
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
<script>$script</script>
</body>
</html>
""")


def gallery(title: str, cards: Sequence[Face], mark_inferred: bool) -> str:
    """Return the page with all cards; `mark_inferred` puts a `*` behind inferred attributes."""
    sets = list(dict.fromkeys(card.set for card in cards))
    boxes = [
        f'<label><input type="checkbox" value="{escape(name)}" checked> {escape(name or OWN)}</label>' for name in sets
    ]
    # Nothing runs on the page but its own script, which its hash names, should a text ever get past its escapes.
    own = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    page = PAGE.substitute(
        script=SCRIPT,
        hash=f"sha256-{own}",
        title=escape(title),
        icons=sprite(icon for card in cards for icon in card.look.icons.values()),
        sets="\n".join(boxes) if len(sets) > 1 else "",
        cards="\n".join(_card(card, mark_inferred) for card in cards),
    )
    return escape_controls(page)


def _card(card: Face, mark_inferred: bool) -> str:
    colours = f"--colour: {card.colour}; --ink: {card.ink}"
    picture = ""
    if card.picture is not None:
        picture = f"data:image/jpeg;base64,{base64.b64encode(jpeg(card.picture)).decode()}"
    return (
        f'<article class="frame{card.frame}" data-set="{escape(card.set)}" style="{colours}">'
        f"{face_html(card, mark_inferred, picture)}</article>"
    )
