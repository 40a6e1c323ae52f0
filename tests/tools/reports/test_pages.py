"""Pages of HTML and Markdown show names as they are written: nothing in them is markup, runs, or is fetched."""

from __future__ import annotations

import base64
import hashlib
import re
import warnings
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from tests.properties.engine_games import examples
from tests.tools.cli.test_one_door import STEERS

from cardwright.source import visible_control_characters
from cardwright_tools.cli.main import main
from cardwright_tools.faces.model import Face
from cardwright_tools.laboratory.statistics import wording as lab_words
from cardwright_tools.laboratory.statistics.run_summary import Facts, read_facts
from cardwright_tools.printing.gallery import gallery, read_template
from cardwright_tools.reports import html as report_html
from cardwright_tools.reports.run_markdown import render_run as markdown_page

NAMES = [
    "$\\frac{a$",
    "$$ \\input{/etc/passwd} $x$",
    "<script>alert(1)</script>",
    "<img src=http://e.vil onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    "</style></title></td></table><iframe src=//e.vil>",
    "<!-- -->]]>",
    "&lt;b&gt; &amp; &#60;",
    "![x](http://e.vil/x.png)",
    "[x](javascript:alert(1))",
    "[x]: http://e.vil",
    "<http://e.vil> http://e.vil www.e.vil",
    "a | b || c",
    "`code` ``` ~~~",
    "**b** __b__ *i* _i_ ~~s~~",
    "# head",
    "- point",
    "12. point",
    "> quote",
    "==== ---- ****",
    "\\ \\| \\` \\<b>",
    "line\nbreak\n\n# head\n```",
    "\x1b]52;c;QQ==\x07 \u202e \x9b \u2066",
    "\u5361\u7247 \U0001f600 \U0001f3b2",
    "${title} $title $$ {{7*7}} %s %(x)s",
    "x" * 5000,
]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    """The facts of a small run, with an effect for every card."""
    run = tmp_path_factory.mktemp("pages") / "run.sqlite"
    words = ["cargo_hold", "--bots", "random", "--games", "60", "--seed", "3", "--jobs", "1", "--out", str(run)]
    assert main(["simulate", *words]) == 0
    return read_facts(run)


@pytest.fixture(scope="module")
def facts(sound: Facts) -> Facts:
    """The same with hostile texts in every place where a game or a tampered file can have one."""
    cards = [
        replace(card, name=NAMES[n % len(NAMES)], set=NAMES[n % len(NAMES)], drawn_effect=card.drawn_effect)
        for n, card in enumerate(sound.cards)
    ]
    table = replace(sound.plan.table, game=NAMES[2], bots=(NAMES[3], NAMES[9], NAMES[15]), content=NAMES[14])
    return replace(
        sound,
        title=NAMES[6],
        plan=replace(sound.plan, table=table),
        endings=[(name, sound.endings[0][1]) for name in NAMES],
        failed=[(n, 1, name, name) for n, name in enumerate(NAMES)],
        cards=cards,
    )


class Reader(HTMLParser):
    """The elements of a page, the attributes among them that could do something, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: dict[str, int] = {}
        self.doing: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements[tag] = self.elements.get(tag, 0) + 1
        for name, value in attributes:
            told = (value or "").casefold()
            if name.startswith("on") or "javascript:" in told or "e.vil" in told:
                self.doing.append((name, value))

    def handle_data(self, data: str) -> None:
        self.text += data


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader


def plain(name: str) -> str:
    """A name as a page shows it: without the breaks of lines and the blanks that HTML takes for one."""
    return " ".join(STEERS.sub("\ufffd", name).split())


# ---------------------------------------------------------------- the report as HTML


@pytest.mark.long
def test_a_report_shows_names_as_they_are_written(facts: Facts, sound: Facts, tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        page = report_html.page(facts, tmp_path / "<b>.sqlite")
    shown, usual = read(page), read(report_html.page(sound, tmp_path / "run.sqlite"))
    assert set(shown.elements) <= set(usual.elements)
    assert "script" not in shown.elements
    assert "img" not in shown.elements
    assert shown.doing == []
    assert not STEERS.search(page)
    text = " ".join(shown.text.split())
    for name in NAMES:
        assert text.count(plain(name)) >= 2, name
    assert "default-src 'none'" in page


@pytest.mark.long
def test_every_name_can_stand_beside_a_figure(sound: Facts) -> None:
    import matplotlib

    effect = next(getattr(card, each) for each in sound.effects.values() for card in sound.cards if getattr(card, each))
    cards = [replace(sound.cards[0], name=name, drawn_effect=effect) for name in NAMES]
    with warnings.catch_warnings(), matplotlib.rc_context(report_html.DRAWING):
        warnings.simplefilter("error")
        drawn = "<svg" + report_html._draw_svg(report_html._make_effects(replace(sound, cards=cards), "drawn_effect"))
    shown = read(drawn)
    assert shown.doing == []
    assert not {"script", "img", "iframe"} & set(shown.elements)
    assert shown.elements["svg"] == 1
    text = " ".join(shown.text.split())
    for name in NAMES:
        assert " ".join(report_html._shorten(name).split()) in text


# ---------------------------------------------------------------- the report as Markdown

READERS = [
    MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]),
    MarkdownIt("js-default", {"html": True, "typographer": False}),
]


@pytest.mark.parametrize("reader", READERS)
def test_a_page_of_markdown_shows_names_as_they_are_written(reader: MarkdownIt, facts: Facts, sound: Facts) -> None:
    shown, usual = read(reader.render(markdown_page(facts))), read(reader.render(markdown_page(sound)))
    assert set(shown.elements) == set(usual.elements)
    lists_and_tables = ("li", "td", "tr", "th", "h2", "table", "thead", "tbody")  # games that failed have one more
    assert {**shown.elements, **dict.fromkeys(lists_and_tables)} == {
        **usual.elements,
        **dict.fromkeys(lists_and_tables),
    }
    assert shown.doing == []
    text = " ".join(shown.text.split())
    for name in NAMES:
        assert plain(name) in text, name
    assert not STEERS.search(markdown_page(facts))


AROUND = "{0}\n\n- A {0} b\n\n**{0}**\n\n| a | b |\n| --- | --- |\n| {0} | c |\n"


@examples(80)
@given(st.text(st.sampled_from("ab1 .:/w<>&|`*_~[](){}!#+-=$\\\n\"'@^;") | st.characters(codec="utf-8"), max_size=25))
def test_no_text_is_markdown(text: str) -> None:
    for reader in READERS:
        cells = [visible_control_characters.escape_markdown(each) for each in (text, "text")]
        shown, usual = (read(reader.render(AROUND.format(cell))) for cell in cells)
        assert " ".join(shown.text.split()).count(plain(text)) >= 4
        if plain(text):
            assert shown.elements == usual.elements


@examples(100)
@given(st.text(st.sampled_from("a`~ \n<"), max_size=12))
def test_code_stays_code(text: str) -> None:
    [inside] = re.findall(
        r"<code>(.*)</code>", READERS[0].render(f"x {visible_control_characters.code(text)} y"), re.DOTALL
    ) or [""]
    assert " ".join(read(inside).text.split()) == plain(text.replace("\n", "\ufffd"))
    tokens = READERS[0].parse(visible_control_characters.block(text, "yaml"))
    assert [token.type for token in tokens] == ["fence"]
    assert tokens[0].content == f"{text}\n"


def test_a_command_can_be_pasted_into_a_shell_whatever_the_game_is_called(sound: Facts) -> None:
    import shlex

    game = "/tmp/a; touch pwned $(id) `id`"
    table = replace(sound.plan.table, game=game, bots=("random; id",) * 3, sets=("a b", "$x"))
    words = shlex.split(lab_words.format_command(replace(sound, plan=replace(sound.plan, table=table))))
    assert words[:5] == ["cardwright", "simulate", game, "--sets", "a b,$x"]
    assert "random; id" in words


def test_a_page_of_markdown_shows_its_commands_as_they_are_typed(sound: Facts) -> None:
    bots = ("greedy:valuation=final_score",) * 3
    order = [replace(one, wins=replace(one.wins, value=0.2 * one.number)) for one in sound.order]
    plan = replace(sound.plan, table=replace(sound.plan.table, bots=bots))
    shown = markdown_page(replace(sound, plan=plan, order=order, order_by_chance=0.0))
    assert shown.count("--bots greedy:valuation=final_score") >= 2


# ---------------------------------------------------------------- the gallery


def face(text: str) -> Face:
    return Face(text, text, text, text, 2, "#0072b2", ((text, text, True),), (text,), text)


def test_a_gallery_shows_names_as_they_are_written() -> None:
    page = gallery(NAMES[6], [face(name) for name in NAMES])
    usual = gallery("title", [face(f"name {n}") for n in range(len(NAMES))])
    shown = read(page)
    letters = {"text": 0}  # those of each script are set apart
    assert dict(shown.elements) | letters == dict(read(usual).elements) | letters
    assert [each for each in shown.doing if each[0] not in ("value", "data-set")] == []
    assert all(not name.startswith("on") for name, _ in shown.doing)
    text = " ".join(shown.text.split())
    for name in NAMES:
        assert text.count(plain(name)) >= 4, name
    assert not STEERS.search(page)


def test_nothing_runs_in_a_gallery_but_its_own_script() -> None:
    page = gallery("title", [face("a")])
    [script] = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert script == read_template("gallery.js")
    hashed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{hashed}'" in page
    assert page.index("Content-Security-Policy") < page.index("<style>")
    assert "${shown} of ${cards.length}" in script


# ---------------------------------------------------------------- what editors show


def test_an_editor_shows_names_as_they_are_written(tmp_path: Path) -> None:
    from cardwright_tools.editor.hover import describe_position
    from cardwright_tools.editor.workspace import Workspace

    place = tmp_path / "garden"
    assert main(["new", "game", str(place)]) == 0
    file = place / "cards" / "base" / "cards.yaml"
    text = file.read_text(encoding="utf-8")
    for name in (n for n in NAMES if "\n" not in n and not STEERS.search(n) and len(n) < 100):
        quoted = name.replace("'", "''")
        file.write_text(text.replace("id: apple\n", f"id: apple\n    name: '{quoted}'\n"), encoding="utf-8")
        analysis = Workspace().analysis(file)
        assert analysis is not None
        path = file.as_posix()
        told = describe_position(analysis, path, analysis.sources[path].text.index("apple"))
        assert told is not None
        shown = read(READERS[0].render(told[0]))
        assert plain(name) in " ".join(shown.text.split())
        assert shown.doing == []
        assert not {"img", "a", "script", "svg", "iframe", "em", "s", "h1"} & set(shown.elements)
