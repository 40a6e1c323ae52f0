"""The command `cardwright icons`, which finds icons for a look by name and by meaning."""

from argparse import Namespace
from collections.abc import Sequence
from html import escape

from cardwright.declarations.icon_files import credit_icons, find_shipped_icons, read_shipped_icon
from cardwright.phrases.inflection import count_noun
from cardwright.presentation.look import Icon
from cardwright.source.atomic_write import write_whole
from cardwright_tools.authoring.icon_search import find_icons
from cardwright_tools.cli.errors import FINDINGS, OK, convert_write_errors
from cardwright_tools.cli.standard_output import print_json, print_lines, print_note

# Limit for the icons listed for a word.
MAX_LISTED = 24
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Icons</title><style>
body {{ font: 16px/1.4 system-ui, sans-serif; margin: 1.5rem; }}
ul {{ list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  gap: 1rem; }}
li {{ text-align: center; }} svg {{ width: 4rem; height: 4rem; display: block; margin: 0 auto .3rem; }}
</style></head><body><h1>{title}</h1><ul>
{icons}
</ul><p>{credit}</p></body></html>
"""


def run(arguments: Namespace) -> int:
    """List the icons for some words, or all icons; exit 1 if there is none."""
    asked = " ".join(arguments.words)
    found, nearest = find_icons(asked) if asked else (sorted(find_shipped_icons()), "")
    shown = found[:MAX_LISTED] if asked else found
    if arguments.json:
        print_json(list(shown))
    elif shown:
        if nearest:
            print_note(f"No icon is found by “{asked}”; these are for “{nearest}”.")
        print_lines("\n".join(shown))
    else:
        print_lines(f"No icon is found by “{asked}”; `cardwright icons` lists all.")
    if arguments.html is not None and shown:
        with convert_write_errors(arguments.html):
            write_whole(arguments.html, _draw_page(asked or "Icons", shown))
        print_note(f"{arguments.html}: {count_noun(len(shown), 'icon')}")
    return OK if shown else FINDINGS


def _draw_page(title: str, names: Sequence[str]) -> str:
    """Return a page with the drawings of icons and their names."""
    from cardwright_tools.faces.image_codec import alone

    icons = [Icon(name, read_shipped_icon(name)) for name in names]
    items = "\n".join(f"<li>{alone(icon, '#222222')}{escape(icon.name)}</li>" for icon in icons)
    credit = credit_icons([icon.shapes for icon in icons])
    return PAGE.format(title=escape(title), icons=items, credit=escape(credit))
