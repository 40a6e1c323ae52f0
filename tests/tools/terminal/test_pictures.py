"""Pictures of a table: what a `look:` asks for, drawn in the room there is."""

from rich.text import Text
from tests.tools.terminal.test_table import everything, piece, printed, rows_of, seen, view, zone

from cardwright import CounterView, PieceView, View, ZoneView
from cardwright.presentation.look import Look
from cardwright.presentation.piece_and_player_labels import (
    fill_template,
    find_template_words,
    render_contents,
    render_label,
    render_player_lines,
)
from cardwright_tools.rich_styles_of_look import Painter
from cardwright_tools.terminal.drawing.drawn_or_listed_zones import (
    FRAMED,
    IN_WORDS,
    UNFRAMED,
    ZoneLayout,
    list_lines,
    render_own_zones,
    render_pictures,
    render_zones,
)
from cardwright_tools.terminal.drawing.titled_boxes import GridCell, lay_out_board, lay_out_grid, pack_lines
from cardwright_tools.terminal.drawing.zone_drawings import draw_players, draw_ring, draw_zone

STACKED = {"labels": {"card": "{owner} {stack:●}"}}


def plain(lines: list[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def counter(owner: str, name: str, value: str) -> CounterView:
    return CounterView(owner, name, name.replace("[", " ").replace("]", ""), value)


def drawing(word: str, shape: str, **fields: object) -> Painter:
    return Painter(Look({**STACKED, "draw": {word: {"as": shape, **fields}}}))


def picture(zone: ZoneView, painter: Painter, width: int, framed: bool, *counters: CounterView) -> list[str]:
    """A zone of the table as it is drawn."""
    [found] = seen(view(zone, counters=counters), painter).zones
    return plain(draw_zone(found, found.title, painter, width, framed))


def test_a_template_says_the_first_word_that_has_something_to_say() -> None:
    values = {"a": "", "b": "two", "c": "3"}
    assert fill_template("<{a|b}> {c}", lambda word, sign: values[word]) == "<two> 3"
    assert fill_template("only {a}", lambda word, sign: values[word]) == ""
    assert fill_template("as it is", lambda word, sign: "") == "as it is"
    assert find_template_words(["{a|b:x} {c}", "none"]) == {"a", "b", "c"}


def test_a_board_has_a_line_for_each_row_where_there_is_room_for_that() -> None:
    cells = [GridCell(Text(f"a{number}"), ("P1",) if number % 3 else ()) for number in range(64)]
    assert len(lay_out_board(cells, Text, 80, 8, False)) == 8
    assert plain(lay_out_board(cells, Text, 80, 8, False))[0].split() == (
        "a0 a1 P1 a2 P1 a3 a4 P1 a5 P1 a6 a7 P1".split()
    )
    assert len(lay_out_board(cells, Text, 60, 8, False)) == 16
    assert len(lay_out_board([GridCell(each.title) for each in cells], Text, 60, 8, False)) == 8
    cells = [GridCell(Text(f"a{number}"), ("P1, P2", "hit P1")) for number in range(36)]
    assert len(lay_out_board(cells, Text, 80, 6, False)) == 12
    assert plain(lay_out_board(cells, Text, 80, 6, False))[1].split() == ["hit", "P1"] * 6


def test_numbers_are_drawn_counted_or_said() -> None:
    dhow = piece("Dhow", counters=(counter("Dhow", "owner", "P2"), counter("Dhow", "stack", "3")))
    assert render_label(dhow, Look(STACKED)) == "P2 ●●●"
    assert render_label(dhow, Look({"labels": {"card": "{stack:coin}"}})) == "3 coins"
    rich = piece("Dhow", counters=(counter("Dhow", "stack", "30"),))
    assert render_label(rich, Look(STACKED)) == "30●"
    assert render_label(piece("Raft"), Look(STACKED)) == "Raft"


def test_parts_are_labelled_by_what_they_hold() -> None:
    slots = tuple(
        PieceView("slot", "slot", "slot", {"colour": "red"}, (zone("s", "content", *held),), (), False)
        for held in ((piece("Rice"),), ())
    )
    zones = tuple(slot.zones[0] for slot in slots)
    contract = PieceView("c", "Contract", "card", {}, zones, (), False, slots)
    look = Look({"parts": {"card": "load"}, "labels": {"card": "{name} {load}", "slot": "[{content|colour}]"}})
    wooden = {**look.labels, "card": "{name}"}
    assert render_label(contract, look) == "Contract [Contents] [red]".replace("Contents", "Rice")
    look.labels = wooden
    assert render_label(contract, look) == "Contract"


def test_what_may_not_be_seen_is_drawn_face_down() -> None:
    assert render_contents(zone("P1", "pile", None, None, piece("Tea")), Look({})) == ["▒▒", "Tea"]
    assert render_contents(zone("P1", "pile", *[None] * 9), Look({})) == ["9▒"]


def test_a_grid_has_a_box_for_each_piece_and_fits_the_width() -> None:
    ports = zone(
        "table", "ports", *(piece(f"Port {n}", zone("p", "quay", piece("Tea"), piece("Tea"))) for n in range(5))
    )
    painter = drawing("ports", "grid", lines=["{quay}"])
    painter.look.labels.clear()
    framed = picture(ports, painter, 60, True)
    assert framed[:4] == [
        "╭ Port 0 ──────╮ ╭ Port 1 ──────╮ ╭ Port 2 ──────╮",
        "│ 2 Tea        │ │ 2 Tea        │ │ 2 Tea        │",
        "╰──────────────╯ ╰──────────────╯ ╰──────────────╯",
        "╭ Port 3 ──────╮ ╭ Port 4 ──────╮",
    ]
    assert len(picture(ports, painter, 80, False)) == 2


def test_a_board_keeps_its_rows_whatever_room_there_is() -> None:
    squares = zone("table", "garden", *(piece(f"Square {n}", zone("s", "on", piece("Tea"))) for n in range(1, 11)))
    painter = drawing("garden", "grid", across=5, lines=["{on}"])
    for width in (24, 40, 80, 300):
        drawn = picture(squares, painter, width, framed=True)
        assert max(map(len, drawn)) <= width
        # the first square of each row, and no other, stands at the left edge
        upper, lower = (line for line in range(len(drawn)) if line % (len(drawn) // 2) == 0)
        assert (drawn[upper].count("S"), drawn[lower].count("S")) == (5, 5)
    assert "╭ Square 1 ─╮ ╭ Square 2 ─╮" in picture(squares, painter, 80, framed=True)[0]
    assert picture(squares, painter, 40, framed=True)[0] == "Squar…  Squar…  Squar…  Squar…  Squar…"


def test_each_player_has_a_board_of_their_own_where_there_is_room() -> None:
    sheets = [zone(player, "sheet", *(piece(f"{player[1]}/{n}") for n in range(1, 7))) for player in ("P1", "P2")]
    painter = drawing("sheet", "grid", across=3, lines=[])
    found = seen(view(*sheets), painter)
    assert found.shown_words == frozenset()
    for depth, drawn in ((FRAMED, True), (UNFRAMED, True), (IN_WORDS, False)):
        layout = ZoneLayout(80, depth)
        own, others = (plain(list_lines(render(found, painter, layout))) for render in (render_own_zones, render_zones))
        assert (own == ["Your sheet", "1/1  1/2  1/3", "1/4  1/5  1/6"]) is drawn
        assert (others == ["P2's sheet", "2/1  2/2  2/3", "2/4  2/5  2/6"]) is drawn
        assert "2/6" in " ".join(others)


def test_a_long_line_in_a_grid_is_broken_between_words() -> None:
    cells = [GridCell(Text("A"), ("one two three four five six seven",)), GridCell(Text("B"), ("1", "2", "3"))]
    lines = plain(lay_out_grid(cells, Text, 40, True))
    assert max(map(len, lines)) <= 40
    assert " ".join(line.split("│")[1].strip() for line in lines[1:-1]) == "one two three four five six seven"


def test_a_line_in_a_grid_is_broken_at_a_comma_if_it_can() -> None:
    cells = [GridCell(Text("A"), ("P1 ●●●●, P2 ●●●",)), *[GridCell(Text("B"), ("1", "2", "3"))] * 4]
    lines = plain(lay_out_grid(cells, Text, 78, False))
    assert [line.split("  ")[0] for line in lines] == ["A", "P1 ●●●●,", "P2 ●●●", ""]


def test_a_grid_of_a_players_zone_has_a_box_for_each_player() -> None:
    painter = drawing("fort", "grid", lines=["{fort}", "{guns:gun} loaded"])
    found = view(zone("P1", "fort", None), zone("P2", "fort"), counters=(counter("P2", "guns", "1"),))
    shown = seen(found, painter)
    assert shown.shown_words == {"fort", "guns"}
    lines = plain(draw_players(shown, painter, 80, False))
    assert [line.split() for line in lines] == [["P1", "you", "P2"], ["▒", "1", "gun", "loaded"]]
    assert render_player_lines(found, "P1", ["{guns:gun} loaded"], painter.look) == []
    table = printed(*rows_of(shown, painter, 80, shown.shown_words))
    assert table[0].split() == ["score"]


def test_a_ring_goes_round_and_marks_who_is_where() -> None:
    stops = zone("table", "track", *(piece(f"Stop {n}") for n in range(10)))
    painter = drawing("track", "ring", mark="at")
    painter.look.labels.clear()
    lines = picture(stops, painter, 44, False, counter("P2", "at", "Stop 4"))
    assert len({len(line) for line in lines}) == 1
    assert [line.strip("╭╮╰╯│").replace("─", " ").split() for line in lines] == [
        ["Stop", "0", "Stop", "1", "Stop", "2", "Stop", "3"],
        ["Stop", "9", "Stop", "4", "P2"],
        ["Stop", "8", "Stop", "7", "Stop", "6", "Stop", "5"],
    ]
    assert draw_ring([GridCell(Text("x" * 30))] * 5, Text, 40) is None


def test_a_ring_of_any_size_shows_every_stop_once() -> None:
    for count in range(3, 30):
        for width in (30, 60, 200):
            cells = [GridCell(Text(f"<{n}>")) for n in range(count)]
            lines = draw_ring(cells, Text, width)
            assert lines is not None
            assert {line.cell_len for line in lines} == {lines[0].cell_len}
            assert lines[0].cell_len <= width
            text = "".join(plain(lines))
            assert all(text.count(f"<{n}>") == 1 for n in range(count))


def test_rows_tell_what_each_piece_carries() -> None:
    sea = zone("table", "sea", piece("Dhow", zone("d", "hold", piece("Tea"))), piece("Raft"), piece("Raft"))
    painter = drawing("sea", "rows", lines=["hold {hold}"])
    assert picture(sea, painter, 80, True) == ["sea", "  Dhow · hold Tea", "  2 Raft"]
    assert picture(zone("table", "sea", piece("Raft")), painter, 80, True) == ["sea  Raft"]


def test_columns_are_read_downwards() -> None:
    market = zone("table", "market", *(piece(f"Card {n}") for n in range(5)))
    lines = picture(market, drawing("market", "columns"), 22, True)
    assert lines == ["market", "  Card 0   Card 3", "  Card 1   Card 4", "  Card 2"]


def test_columns_show_the_lines_of_the_look_and_the_name_once() -> None:
    market = zone("table", "market", piece("Dhow", load="3"), piece("Raft", load="1"))
    look = Painter(Look({"draw": {"market": {"as": "columns", "lines": ["{name}", "load {load}"]}}}))
    assert picture(market, look, 60, True) == ["market", "  Dhow · load 3   Raft · load 1"]


def test_a_chart_counts_in_columns_where_there_is_room_and_all_in_one_where_not() -> None:
    goods = zone("P1", "goods", piece("A", sort="tea"), piece("B", sort="fine_silk"), piece("C", sort="tea"))
    painter = drawing("goods", "chart", by="sort", words=["fine_silk", "tea"])
    wide = printed(*rows_of(seen(view(goods), painter), painter, 80))
    assert [line.split() for line in wide] == [
        ["score", "goods", "fine", "silk", "tea"], ["P1", "you", "3", "1", "2"], ["▸", "P2", "12", "-", "-"],
    ]  # fmt: skip
    below = printed(*rows_of(seen(view(goods), painter), painter, 24), width=24)
    assert [line.split() for line in below] == [["score", "goods"], ["P1", "you", "3", "3"], ["▸", "P2", "12", "-"]]


def test_without_room_for_a_picture_its_lines_are_told_in_words() -> None:
    ports = zone("table", "ports", *(piece(f"Port {n}", zone("p", "quay", piece("Tea"))) for n in range(3)))
    painter = drawing("ports", "grid", lines=["{quay}"])
    painter.look.labels.clear()
    heights = {}
    for depth in (FRAMED, UNFRAMED, IN_WORDS):
        layout = ZoneLayout(80, depth)
        lines = list_lines(render_pictures(seen(view(ports), painter), painter, layout))
        heights[depth] = len(lines)
        assert sum(line.plain.count("Tea") for line in lines) == 3
        assert render_zones(seen(view(ports), painter), painter, layout) == []
    assert heights == {FRAMED: 3, UNFRAMED: 2, IN_WORDS: 1}


def test_an_empty_view_has_no_lines() -> None:
    empty = View(0, ("P1",), 0, (ZoneView("table", "a", "a", (), 0, False),), (), (0,), False, 0)
    assert plain(everything(empty, Painter(Look({})))) == ["a 0"]


def test_groups_of_one_line_stand_beside_each_other_but_never_a_heading_with_more_below() -> None:
    assert pack_lines([], 80) == []
    groups = [
        [Text(line) for line in group.split("/")] for group in ("Your hand 1", "Your hold 2", "Your fleet/  Dhow")
    ]
    assert plain(pack_lines([*groups, [Text("x" * 70)]], 80)) == [
        "Your hand 1  │  Your hold 2",
        "Your fleet",
        "  Dhow",
        "x" * 70,
    ]
    framed = [
        [Text("Your hand 4")],
        [Text("Your row 1"), Text("╭ Tea ─╮"), Text("╰──────╯")],
        [Text("deck 3")],
        [Text("box 0")],
    ]
    assert plain(pack_lines(framed, 80)) == ["Your hand 4", "Your row 1", "╭ Tea ─╮", "╰──────╯", "deck 3  │  box 0"]
