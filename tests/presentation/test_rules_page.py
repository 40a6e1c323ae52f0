"""A rules page is worked out from its game: what it names exists, follows every change, and is never markup."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from cardwright import check_paths, load_game
from cardwright.game.loading import find_checked_game
from cardwright.presentation.rulebook.assemble_rulebook import write_draft, write_rulebook
from cardwright.presentation.rulebook.document import Section, TableBlock, list_texts
from cardwright.presentation.rulebook.rules_page_live_parts import LiveParts
from cardwright.scenarios.rulebook_example import write_rulebook_with_examples
from cardwright_tools.faces.model import faces
from cardwright_tools.printing.rulebook_html import section_html
from cardwright_tools.printing.rulebook_text_and_markdown import render_lines, render_markdown

OWN_PAGES = ("bush_pilots", "cargo_hold", "cargo_noir", "ceylon", "import_export")
GAME = """
game: ferry
players: 2 to 5
active: active
turn: take_turn
types:
  sort: {values: [heavy, light]}
kinds:
  card:
    attributes: {weight: number, sort: sort}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
  player:
    hand: {of: cards, see: owner}
memory:
  table: {active: {is: player}, rounds: number}
tables:
  fare:
    roles: {sort: sort, size: number}
    values: {heavy: [3, 7], light: [1, 2]}
pieces:
  - {id: grand_piano, kind: card, copies: 4, weight: 9, sort: heavy}
  - {id: feather, kind: card, copies: 6, weight: 1, sort: light}
  - {id: pillow, kind: card, copies: 2, weight: 2, sort: light}
library: |
  rule start_hand "the size of a starting hand": 5
  rule lots "the number of lots":
    3 if count(players) <= 3
    start_hand - 1 otherwise
  rule one_boat "the number of boats": 1
  rule final_score(player): count(player.hand) + fare(heavy, 1)
  step setup:
    for each p in players: p draw(start_hand + lots + one_boat)
  step play:
    repeat until rounds >= 9:
      active take_turn
      active = next(active)
      rounds += 1
  verb draw(number) "draw {number:card}": move(top(deck, number), to: you.hand)
  verb sail "sail home": finish
  verb take_turn "take a turn":
    may choose one:
      option "Draw": draw(1)
      option "Sail": sail
"""
WHOLE = "{start_hand} {lots per players} {one_boat} [d](draw) [s](sail)\n\n{table fare}\n"


@dataclass
class Ferry:
    """A game with a page: `texts` are what part one says, `told` what is told of both files."""

    folder: Path

    def write(self, page: str, game: str = GAME) -> None:
        (self.folder / "game.yaml").write_text(game, encoding="utf-8")
        (self.folder / "rules.md").write_text(page, encoding="utf-8")

    def guide(self, page: str, game: str = GAME) -> tuple[Section, ...]:
        self.write(page, game)
        return write_rulebook(load_game(str(self.folder))).guide

    def texts(self, page: str, game: str = GAME) -> str:
        return " ".join(text for section in self.guide(page, game) for text in list_texts(section.blocks))

    def told(self, page: str, game: str = GAME) -> list[tuple[str, int]]:
        self.write(page, game)
        return [(each.code, each.span.line) for each in check_paths([self.folder])[0]]


@pytest.fixture
def ferry(tmp_path: Path) -> Ferry:
    folder = tmp_path / "ferry"
    folder.mkdir()
    return Ferry(folder)


LIVE = {
    "{start_hand}": "5",
    "{start_hand:card}": "5 cards",
    "{one_boat:boat}": "a boat",
    "{lots per players}": "3 with 2 or 3 players and 4 with 4 or 5 players",
    "{players}": "2 to 5",
    "{grand_piano}": "Grand Piano",
    "{copies of feather}": "6",
    "{weight of pillow}": "2",
    "{sort of pillow}": "light",
    "{number of cards}": "12",
    "{number of cards where sort is light}": "8",
    "{cards where sort is light}": "Feather and Pillow",
    "**{start_hand}** and *{one_boat}*": "5 and 1",
    "[a {start_hand:card} hand](start_hand)": "a 5 cards hand",
}


def test_live_parts_are_worked_out_from_the_game(ferry: Ferry) -> None:
    page = "\n\n".join(LIVE)
    (only,) = ferry.guide(page)
    assert list(list_texts(only.blocks)) == list(LIVE.values())


def test_live_parts_that_stand_alone_can_follow_each_other_line_by_line(ferry: Ferry) -> None:
    apart, together = (ferry.texts(page) for page in ("{places}\n\n{ends}\n\n{scoring}", "{places}\n{ends}\n{scoring}"))
    assert together == apart != ""
    assert ("unknown-name-in-rules", 2) in ferry.told("{places}\nand {ends}")


OF_EVERY_TYPE = GAME.replace(
    "attributes: {weight: number, sort: sort}",
    "attributes: {weight: number, sort: {is: sort, default: none}, sorts: sorts, wet: {is: yes_no, default: no}, "
    "depth: {is: number, default: none}}",
).replace(
    "  - {id: pillow, kind: card, copies: 2, weight: 2, sort: light}",
    "  - {id: pillow, kind: card, copies: 2, weight: 2, sort: light, sorts: [heavy, light], wet: yes, depth: 3}\n"
    "  - {id: raft, kind: card, each_player: {hand: 2}, weight: 3}",
)
OF_TYPES = {
    "{sorts of pillow}, {wet of pillow}, {depth of pillow}": "heavy and light, yes, 3",
    "{wet of feather}": "no",
    "{cards where wet is yes}": "Pillow",
    "{cards where sort is none}": "Raft",
    "{cards where depth is 3}": "Pillow",
    "{copies of raft per players}": "4 with 2 players, 6 with 3 players, 8 with 4 players and 10 with 5 players",
    "{number of cards where weight is 3 per players}": (
        "4 with 2 players, 6 with 3 players, 8 with 4 players and 10 with 5 players"
    ),
    "{number of cards where sort is light}": "8",
}
NOT_OF_TYPES = (
    "{sort of raft}", "{sorts of raft}", "{depth of feather}", "{copies of raft}", "{number of cards}",
    "{cards where sort is heavy per players}", "{weight of pillow per players}", "{cards where wet is 1}",
)  # fmt: skip


def test_attributes_of_every_type_are_printed_as_on_cards(ferry: Ferry) -> None:
    (only,) = ferry.guide("\n\n".join(OF_TYPES), OF_EVERY_TYPE)
    assert list(list_texts(only.blocks)) == list(OF_TYPES.values())


@pytest.mark.parametrize("part", NOT_OF_TYPES)
def test_what_a_card_does_not_have_printed_is_told(ferry: Ferry, part: str) -> None:
    assert ("unknown-name-in-rules", 5) in ferry.told(f"{WHOLE}\n{part}\n", OF_EVERY_TYPE)


NOT_NUMBERS = {
    "yes or no": ("yes_no", "count(players) > 2"),
    "a word": ("sort", "heavy"),
    "too large": ("number", "999999 * 999999 * 999999"),
    "far too large": ("number", "big13"),
}


@pytest.mark.parametrize("value", NOT_NUMBERS.values(), ids=NOT_NUMBERS)
def test_a_rule_that_is_no_number_of_a_game_is_none_of_a_page(ferry: Ferry, value: tuple[str, str]) -> None:
    given = f'one_boat gives {value[0]} "the number of boats": {value[1]}'
    squares = "".join(f"  rule big{each}: big{each - 1} * big{each - 1}\n" for each in range(1, 14))
    game = GAME.replace('one_boat "the number of boats": 1', given) + f"  rule big0: 999999\n{squares}"
    game = game.replace("start_hand + lots + one_boat", "start_hand + lots")
    told = ferry.told(WHOLE, game)
    assert ("unknown-name-in-rules", 1) in told
    assert ("untold-rule", 1) not in ferry.told(WHOLE.replace("{one_boat}", ""), game)


def test_a_number_that_the_game_itself_changes_is_none_of_a_page(ferry: Ferry) -> None:
    """Players would draw two cards more than the page says."""
    game = GAME + "  modify start_hand: add 2\n"
    assert ("unknown-name-in-rules", 1) in ferry.told(WHOLE, game)
    book = write_rulebook(load_game(str(ferry.folder)))
    assert not any("5 cards" in text for section in book.sections for text in list_texts(section.blocks))


BELOW = "# The Ferry\n\n## Start\n\n### Hands\n\nDraw.\n\n# More\n\nSail.\n\n## End\n"


def test_every_heading_of_a_page_is_printed(ferry: Ferry) -> None:
    """Also one that nothing stands below but another."""
    sections = ferry.guide(BELOW)
    assert [(each.title, each.level) for each in sections] == [("Start", 1), ("Hands", 2), ("More", 1), ("End", 1)]


@pytest.mark.parametrize(
    "page",
    ["1. one\n\n   ```\n   {start_hand}\n   ```\n", "- one\n\n      {start_hand}\n", "```\n{start_hand}\n```\n"],
)
def test_nothing_of_a_page_is_lost_in_lists_and_blocks(ferry: Ferry, page: str) -> None:
    assert "5" in ferry.texts(page)


WRONG = (
    "{start_hands}",
    "{lots}",
    "{copies of stone}",
    "{height of pillow}",
    "{cards where sort is wet}",
    "{table fares}",
    "{table}",
    "{table fare fares}",
    "{table fare fare}",  # of more than one number a row
    "{card}",
    "{steps}",
    "{options}",
    "[sink](sink)",
    "{steps sink}",
    "{card stone}",
    "{what ever this is}",
    "{}",
    "{weight of\n  grand_piano}",
)


@pytest.mark.parametrize("part", WRONG)
def test_what_names_nothing_is_told_at_its_line(ferry: Ferry, part: str) -> None:
    assert ferry.texts(f"Once more:\n\n{part}\n")  # a page with mistakes is printed all the same
    assert ferry.told(WHOLE + f"\nOnce more:\n\n{part}\n") == [("unknown-name-in-rules", 7)]


@pytest.mark.parametrize("part", ["{start_hand}", "{lots per players}", "[d](draw)", "[s](sail)", "{table fare}"])
def test_what_players_meet_and_nobody_tells_is_missed(ferry: Ferry, part: str) -> None:
    assert ferry.told(WHOLE) == []
    assert ferry.told(WHOLE.replace(part, "")) == [("untold-rule", 1)]


def test_a_number_that_is_left_out_of_rulebooks_need_not_be_told(ferry: Ferry) -> None:
    assert ferry.told(WHOLE.replace("{one_boat}", ""), GAME + "about: {one_boat: no}\n") == []


@pytest.mark.parametrize(
    "value",
    [
        "7 / (count(players) - 2) rounded up",  # by 0 with two players
        "-7 / 2 rounded up",
        "-7 / 2 rounded down",
        "max(1, min(lots, 3), 2) - 2 * start_hand",
        "lots * lots",
    ],
)
def test_a_number_of_a_page_is_the_one_that_is_played(ferry: Ferry, value: str) -> None:
    ferry.write("", GAME.replace('rule one_boat "the number of boats": 1', f"rule one_boat gives number: {value}"))
    game = load_game(str(ferry.folder))
    parts = LiveParts(find_checked_game(game))
    for players in range(2, 6):
        state = game.new(players, 1, tracked=False)
        assert parts.number("one_boat", players) == state.program.plain.rules["one_boat"](state.slots)


def test_a_changed_number_changes_the_page(ferry: Ferry) -> None:
    assert "5 3 with 2 or 3 players and 4 with 4 or 5 players 1" in ferry.texts(WHOLE)
    changed = ferry.texts(WHOLE, GAME.replace('starting hand": 5', 'starting hand": 6'))
    assert "6 3 with 2 or 3 players and 5 with 4 or 5 players 1" in changed


def test_a_number_in_prose_is_pointed_out(ferry: Ferry) -> None:
    assert ferry.told(WHOLE + "\nThe size of a starting hand is 5.\n") == [("repeated-value", 5)]
    assert ferry.told(WHOLE + "\nIt leaves at 5 o'clock.\n") == []


def test_markup_in_a_page_is_text(ferry: Ferry) -> None:
    page = "<script>alert(1)</script>\n\nA <b>bold</b> word.\n\n## <i>Turn</i>\n\n- one <img src=x>\n\n"
    ferry.write(page + "| <u>a</u> |\n| --- |\n| 1 |\n")
    html = "".join(section_html(each, {}) for each in write_rulebook(load_game(str(ferry.folder))).guide)
    assert not any(tag in html for tag in ("<script", "<b>bold", "<i>Turn", "<img", "<u>"))
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html


def test_emphasis_is_kept_in_every_output(ferry: Ferry) -> None:
    ferry.write("You *must* pay, **always *at once***.\n\n1. Never *before* that.\n")
    book = write_rulebook(load_game(ferry.folder))
    [section] = book.guide
    html = section_html(section, {})
    assert all(
        part in html
        for part in ("<em>must</em>", "<strong>always </strong><strong><em>at once</em></strong>", "<em>before</em>")
    )
    assert "You *must* pay, **always** ***at once***." in render_markdown(book)


def test_a_style_is_marked_once_around_its_links(ferry: Ferry) -> None:
    """A reader without links would see stray asterisks between two marked halves."""
    said = "[**Sail**](sail)s *[Sail](sail) on*, [draw](draw) 1. Go."
    ferry.write(f"- **[Sail](sail): pay *or* [draw](draw).** Go.\n\n{said}\n")
    told = render_markdown(write_rulebook(load_game(ferry.folder)))
    assert "- **[Sail](#of-sail): pay** ***or*** **[draw](#of-draw).** Go.\n" in told
    assert "\n[**Sail**](#of-sail)s *[Sail](#of-sail) on*, [draw](#of-draw) 1. Go.\n" in told


def test_what_the_name_of_a_card_says_is_not_said_below_it_again(ferry: Ferry) -> None:
    light = GAME.replace("id: feather, kind", "id: feather, name: Light, kind")
    said = list(render_lines(ferry.guide("{card feather}\n\n{card pillow}\n", light), 80))
    assert said[2:] == ["  Light (×6)", "    weight: 1", "  Pillow (×2)", "    weight: 2, light"]


def test_markdown_has_no_references_where_nothing_could_be_markup(ferry: Ferry) -> None:
    ferry.write("## 1. Pay\n\nA **tie is\nenough**.\n\n- Now.\n\n| when |\n| --- |\n| 2. later |\n\n\\# 3. Go\n")
    told = render_markdown(write_rulebook(load_game(ferry.folder)))
    assert "## 1. Pay\n\nA **tie is enough**.\n\n- Now.\n\n| when |\n| --- |\n| 2. later |\n\n&#35; 3. Go\n" in told


def test_cards_stand_where_the_page_has_them(ferry: Ferry) -> None:
    ferry.write("Before.\n\n{card pillow}\n\nBehind.\n")
    game = load_game(ferry.folder)
    [section] = write_rulebook(game).guide
    html = section_html(section, {face.id: face for face in faces(game, game.card_texts())})
    assert html.index("Before.") < html.index('class="cards"') < html.index("Behind.")


@pytest.mark.parametrize(
    ("page", "titles"),
    [
        ("# FERRY\n\nGo.\n", ["How to play"]),
        ("# The rules of Ferry\n\n## Turn\n\nGo.\n", ["Turn"]),
        ("# How we play\n\nGo.\n", ["How we play"]),
        ("# The rules\n\n## Turn\n\nGo.\n", ["The rules", "Turn"]),
        ("Go.\n\n# More\n\nGo on.\n", ["How to play", "More"]),
    ],
)
def test_only_the_title_of_the_game_is_no_chapter(ferry: Ferry, page: str, titles: list[str]) -> None:
    ferry.write(page)
    assert [section.title for section in write_rulebook(load_game(ferry.folder)).guide] == titles


def test_part_one_comes_first_and_leads_to_part_two(ferry: Ferry) -> None:
    ferry.write("Welcome aboard.\n\n## Your turn\n\n1. [Draw](draw)\n   - or not\n\n" + WHOLE)
    book = write_rulebook(load_game(str(ferry.folder)))
    said = "\n".join(render_lines(book.pages, 80))
    assert said.index("Welcome aboard") < said.index("TO THE LETTER") < said.index("WHERE THINGS LIE")
    steps = book.guide[1].blocks[0]
    assert book.about("turn")[0].title == "Your turn"
    link = steps.items[0].runs[0]  # type: ignore[union-attr]
    assert link.to in {section.anchor for section in book.sections}


def test_a_table_inside_a_numbered_list_stays_a_table(ferry: Ferry) -> None:
    ferry.write(
        "1. Pay the fare:\n\n   {table fare}\n\n2. Get off:\n\n   | a | b |\n   | - | - |\n   | c | d |\n\n3. Go.\n"
    )
    [section] = write_rulebook(load_game(ferry.folder)).guide
    assert [type(block).__name__ for block in section.blocks] == ["Steps", "TableBlock"] * 2 + ["Steps"]
    html = section_html(section, {})
    assert html.count("<table>") == 2
    assert all(number in html for number in ('<ol start="2">', '<ol start="3">'))
    lines = [line.strip() for line in render_lines([section], 80)]
    assert {"1. Pay the fare:", "2. Get off:", "3. Go."} <= {*lines}


@pytest.mark.parametrize("mark", ["- ", "1. - ", "- 1. "])
def test_a_table_inside_any_list_stays_a_table(ferry: Ferry, mark: str) -> None:
    deep = " " * len(mark)
    ferry.write(
        f"{mark}Pay the fare:\n\n{deep}{{table fare}}\n\n{mark}Get off:\n\n{deep}| a |\n{deep}| - |\n{deep}| c |\n"
    )
    [section] = write_rulebook(load_game(ferry.folder)).guide
    assert [type(block).__name__ for block in section.blocks].count("TableBlock") == 2
    said = " ".join(list_texts(section.blocks))
    assert said.index("Pay the fare:") < said.index("Get off:")


def test_tables_of_a_single_row_are_shown_as_one(ferry: Ferry) -> None:
    rows = (
        "  by_day: {roles: {hour: number}, values: [4, 5, 6]}\n  by_night: {roles: {hour: number}, values: [7, 8, 9]}\n"
    )
    short = "  on_foot: {roles: {hour: number}, values: [1, 2]}\n"
    game = GAME.replace("pieces:\n", f"{rows}{short}pieces:\n", 1)
    ferry.write("{table by_day by_night}\n", game)
    [section] = write_rulebook(load_game(ferry.folder)).guide
    assert section.blocks == (
        TableBlock(("hour", "1", "2", "3"), (("by day", "4", "5", "6"), ("by night", "7", "8", "9"))),
    )
    assert ("unknown-name-in-rules", 1) in ferry.told("{table by_day on_foot}\n", game)


def test_a_table_too_wide_for_a_page_is_told_and_cut(ferry: Ferry) -> None:
    wide = "".join("| " + " | ".join([cell] * 2_000) + " |\n" for cell in ("a", "-", "b"))
    assert ferry.told(f"{WHOLE}\n{wide}") == [("unknown-name-in-rules", 5)]
    [section] = ferry.guide(wide)
    [table] = section.blocks
    assert (len(table.head), len(table.rows[0])) == (50, 50)  # type: ignore[union-attr]


def test_bullets_follow_their_paragraph_of_three_options_at_once(ferry: Ferry) -> None:
    guide = ferry.guide("You may\n\n- draw,\n- sail, or\n- rest.\n")
    assert list(render_lines(guide, 80))[2:] == ["  You may", "  • draw,", "  • sail, or", "  • rest."]


def test_without_a_page_part_one_is_what_the_draft_says(ferry: Ferry) -> None:
    ferry.write("")
    draft = write_draft(load_game(str(ferry.folder)))
    drafted = ferry.guide(draft)
    (ferry.folder / "rules.md").unlink()
    book = write_rulebook(load_game(str(ferry.folder)))
    assert book.guide[:-1] == drafted
    assert book.guide[-1].title == "Where it is told"


def test_a_draft_mentions_everything_and_names_nothing_else(ferry: Ferry) -> None:
    ferry.write("")
    draft = write_draft(load_game(str(ferry.folder)))
    assert "{table fare}" in draft
    assert ferry.told(draft) == []


SCENARIO = """
players: 2
scenarios:
  - name: A feather is drawn
    given:
      deck: [feather]
      rounds: 3
    when:
      - do: P1 draw(1)
    then:
      - count(P1.hand) is 1
"""


def test_an_example_of_a_page_is_played(ferry: Ferry) -> None:
    (ferry.folder / "scenarios.yaml").write_text(SCENARIO, encoding="utf-8")
    ferry.write(WHOLE + "\n{example A feather is drawn}\n")
    (section,) = write_rulebook_with_examples(load_game(str(ferry.folder))).guide
    said = " ".join(list_texts(section.blocks))
    assert "Example: A feather is drawn. Deck: Feather. Rounds: 3. P1 draws 1 card. Feather: the deck" in said
    assert ferry.told(WHOLE + "\n{example A feather is drawn}\n") == []
    assert ferry.told(WHOLE + "\n\n{example A feather flies}\n") == [("unknown-name-in-rules", 6)]
    wrong = SCENARIO.replace("is 1", "is 2")
    (ferry.folder / "scenarios.yaml").write_text(wrong, encoding="utf-8")
    assert ("unknown-name-in-rules", 6) in ferry.told(WHOLE + "\n\n{example A feather is drawn}\n")


def test_the_options_of_a_decision_are_listed(ferry: Ferry) -> None:
    three = GAME.replace('      option "Sail": sail\n', '      option "Sail": sail\n      option "Rest": nothing\n')
    said = list(render_lines(ferry.guide("{options take_turn}\n", three), 80))
    assert said[2:5] == ["  • Draw a card.", "  • Sail home.", "  • Rest."]
    assert ferry.texts("{options take_turn}\n").startswith("You may draw a card or sail home.")
    assert ("unknown-name-in-rules", 6) in ferry.told(WHOLE + "\n\n{options draw}\n")


def test_the_numbers_by_players_are_a_table(ferry: Ferry) -> None:
    (section,) = ferry.guide("{table per players}\n")
    assert " ".join(" ".join(render_lines([section], 80)).split()).endswith("The number of lots 3 3 4 4")


def test_a_draft_lists_the_numbers_that_nothing_else_mentions(ferry: Ferry) -> None:
    spare = GAME.replace("  rule final_score", '  rule spare "the spare boats": 7 - count(players)\n  rule final_score')
    ferry.write("", spare)
    draft = write_draft(load_game(str(ferry.folder)))
    assert "- The spare boats: {spare per players}" in draft
    assert ("untold-rule", 1) not in ferry.told(draft, spare)


@pytest.mark.one_of(2)
@pytest.mark.parametrize("name", OWN_PAGES)
def test_our_pages_are_whole(name: str) -> None:
    folder = Path(__file__).resolve().parents[2] / "games" / name
    page = {str(folder / "rules.md")}
    assert (folder / "rules.md").is_file()
    assert [each for each in check_paths([folder])[0] if each.span.path in page] == []
