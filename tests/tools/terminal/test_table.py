"""The table as the terminal draws what the presentation says of it."""

from dataclasses import replace
from io import StringIO
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from cardwright import CounterView, PieceView, View, ZoneView
from cardwright.presentation.arrange_table import arrange_view
from cardwright.presentation.game_facts_for_table import TableContext
from cardwright.presentation.look import Look
from cardwright.presentation.piece_and_player_labels import find_unmentioned_attributes
from cardwright.presentation.table_view import TableView
from cardwright_tools.rich_styles_of_look import Painter, check_colours
from cardwright_tools.terminal.drawing.drawn_or_listed_zones import (
    AS_CARDS,
    IN_LINES,
    ZoneLayout,
    list_lines,
    render_counters,
    render_own_zones,
    render_pictures,
    render_zones,
)
from cardwright_tools.terminal.drawing.heading_and_player_table import (
    PlayerColumns,
    draw_heading,
    draw_players_table,
    draw_result_table,
)
from cardwright_tools.terminal.drawing.titled_boxes import DOT, flow_items


def piece(name: str, *zones: ZoneView, counters: tuple[CounterView, ...] = (), **attributes: str) -> PieceView:
    return PieceView(name.lower(), name, "card", attributes, zones, counters, False)


def zone(owner: str, name: str, *pieces: PieceView | None, ordered: bool = False) -> ZoneView:
    return ZoneView(owner, name, name.replace("_", " "), pieces, len(pieces), ordered)


def view(*zones: ZoneView, counters: tuple[CounterView, ...] = (), scores: tuple[int, ...] = (3, 12)) -> View:
    return View(0, ("P1", "P2"), 1, zones, counters, scores, False, 1)


def printed(*parts: RenderableType, width: int = 80) -> list[str]:
    console = Console(file=StringIO(), width=width, color_system=None)
    for part in parts:
        console.print(part)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    return [line.rstrip() for line in text.splitlines()]


PAINTER = Painter(Look({}))
USUAL, NARROW = TableContext(), ZoneLayout(80)
TEA = piece("Tea", sort="tea")


def seen(found: View, painter: Painter = PAINTER, setting: TableContext = USUAL) -> TableView:
    """A view as the presentation arranges it."""
    return arrange_view(found, painter.look, setting)


def everything(found: View, painter: Painter, layout: ZoneLayout = NARROW) -> list[Text]:
    table = seen(found, painter)
    blocks = [*render_pictures(table, painter, layout), *render_zones(table, painter, layout)]
    counts = render_counters(table, painter, layout)
    return [*(flow_items(Text(), counts, DOT, layout.width) if counts else ()), *list_lines(blocks)]


def own_lines(found: View, layout: ZoneLayout = NARROW, fully: bool = True) -> list[Text]:
    return list_lines(render_own_zones(seen(found), PAINTER, layout, fully))


def rows_of(*args: Any, **kept: Any) -> list[Any]:
    """The table of players with all that stands below it."""
    rows, below, late = draw_players_table(*args, **kept)
    return [rows, *below, *late]


def test_the_heading_says_game_turn_and_whose_turn() -> None:
    [line] = printed(
        draw_heading(seen(view(), setting=TableContext("Harbour", turn=4)), "seed 7", PAINTER, 60), width=60
    )
    assert line.startswith(" Harbour   turn 4 · P2's turn  ")
    assert line.endswith("  seed 7")
    assert len(line) == 60
    [line] = printed(draw_heading(seen(view(), setting=TableContext("Harbour")), "seed 7", PAINTER, 60), width=60)
    assert line.startswith(" Harbour   P2's turn  ")


def test_a_long_title_leaves_room_for_turn_and_player() -> None:
    table = seen(view(), setting=TableContext("The Harbour of the Long Winter", turn=4))
    [line] = printed(draw_heading(table, "seed 7", PAINTER, 40), width=40)
    assert line.startswith(" The Harbour of")
    assert line.endswith("…  turn 4 · P2's turn")


def test_a_mark_of_ones_own_is_told_of_you() -> None:
    marks = [CounterView(player, "folded", "folded", "yes") for player in ("P1", "P2")]
    coins, tea = CounterView("P1", "coins", "coins", "7"), CounterView("P1", "tea", "tea", "3")
    painter = Painter(Look({"first": ["coins"]}))
    setting = TableContext(remembered={"coins": "coins"}, fleeting=frozenset(("folded", "tea")))
    for counters, told in ((marks, "You folded: yes"), ([*marks, tea], "Your folded: yes, tea 3")):
        found = seen(view(counters=(coins, *counters)), painter, setting)
        _, below, late = draw_players_table(found, painter, 24, kept=PlayerColumns())
        assert printed(*below, *late) == [told, "P2 folded: yes"]


def test_equal_cards_are_counted_and_attributes_shown_that_the_name_does_not_say() -> None:
    hand = zone("P1", "hand", TEA, TEA, piece("Mule", load="2", slow="yes"), TEA)
    assert printed(*own_lines(view(hand), ZoneLayout(80))) == ["Your hand 4  3 Tea  Mule (load 2, slow)"]
    assert printed(*own_lines(view(hand), ZoneLayout(80), fully=False)) == ["Your hand 4  3 Tea  Mule"]


def test_a_number_is_left_out_only_where_the_name_says_it_as_a_word_of_its_own() -> None:
    cards = (piece(f"Drop {rank}", rank=rank, water="1") for rank in ("5", "12", "1"))
    [line] = printed(*own_lines(view(zone("P1", "hand", *cards)), ZoneLayout(80)))
    assert line == "Your hand 3  Drop 5 (water 1)  Drop 12 (water 1)  Drop 1 (water 1)"


def test_of_the_memory_only_what_the_heading_says_is_left_out() -> None:
    counters = tuple(CounterView("table", word, word, "P2") for word in ("active", "dealer"))
    found = replace(view(zone("table", "deck", None), counters=counters), turn_word="active")
    assert printed(*everything(found, PAINTER)) == ["deck 1 · dealer P2"]
    everybody = seen(found, setting=TableContext("Harbour", turn=4, everybody=True))
    assert [fact.word for fact in everybody.facts] == ["active", "dealer"]
    [line] = printed(draw_heading(everybody, "seed 7", PAINTER, 60), width=60)
    assert line.startswith(" Harbour   turn 4 · all players choose at once ")


def test_of_a_pile_only_the_top_is_told_until_all_of_the_table_is_asked_for() -> None:
    names = [f"Card {number}" for number in range(20)]
    cards = tuple(piece(name) for name in names)
    pile = ZoneView("table", "discard_pile", "discard pile", (None, *cards), 21, True, covered=True)
    own = replace(pile, owner="P1", name="cellar", title="cellar")
    brief = everything(view(zone("table", "deck", None), pile), PAINTER)
    assert printed(*brief) == ["deck 1 · discard pile 21, on top Card 19"]
    assert printed(*own_lines(view(own), ZoneLayout(80))) == ["Your cellar 21  on top Card 19"]
    told = " ".join(printed(*everything(view(pile), PAINTER, ZoneLayout(80, whole=True))))
    listed = " ".join(told.split())
    assert listed == "discard pile 21 " + ", ".join([*names[::-1], "1 hidden"])


def test_a_mark_of_the_table_is_told_by_its_title() -> None:
    marks = CounterView("table", "last", "last turn", "yes"), CounterView("table", "round", "round", "3")
    found = seen(view(counters=marks))
    assert [line.plain for line in render_counters(found, PAINTER, NARROW)] == ["last turn", "round 3"]


def test_what_others_have_is_counted() -> None:
    hands = view(zone("P1", "hand", TEA), zone("P2", "hand", None, None), zone("table", "deck", None))
    lines = printed(*rows_of(seen(hands), PAINTER, 80))
    assert [line.split() for line in lines] == [["score", "hand"], ["P1", "you", "3", "1"], ["▸", "P2", "12", "2"]]
    assert printed(*everything(hands, PAINTER)) == ["deck 1"]


def test_counters_of_nothing_and_the_score_again_take_no_room() -> None:
    counters = tuple(
        CounterView(owner, name, title, value)
        for owner, name, title, value in [
            ("P1", "points", "points", "3"), ("P2", "points", "points", "12"),
            ("P1", "pledge", "pledge", "0"), ("P2", "pledge", "pledge", "0"),
            ("P1", "farms[tea]", "farms tea", "2"), ("P1", "farms[wild_rice]", "farms wild rice", "1"),
        ]
    )  # fmt: skip
    setting = TableContext(fleeting=frozenset({"pledge"}), scored="points")
    lines = printed(*rows_of(seen(view(counters=counters), setting=setting), PAINTER, 80))
    assert lines[0].split() == ["score", "farms"]
    assert lines[1].endswith("2 tea, 1 wild rice")


def test_long_titles_are_broken_and_what_has_no_room_is_told_below() -> None:
    counters = tuple(
        CounterView(owner, f"c{n}", f"a rather long title number {n}", str(n + 1))
        for owner in ("P1", "P2")
        for n in range(9)
    )
    for width in (80, 200):
        lines = printed(*rows_of(seen(view(counters=counters)), PAINTER, width), width=width)
        assert max(map(len, lines)) <= width
        columns, below = lines[:-3] if width == 200 else lines[:8], " ".join(lines)
        assert all(f"number {n}" in below or str(n) in lines[5] for n in range(9)), columns
        assert sum(line.count(" 9") for line in lines) == 2


def test_columns_stay_where_they_were_and_grow_no_narrower() -> None:
    def shown(kept: PlayerColumns, *counters: tuple[str, str]) -> str:
        found = view(counters=tuple(CounterView("P1", word, word, value) for word, value in counters))
        return printed(*rows_of(seen(found), PAINTER, 80, kept=kept))[0]

    kept = PlayerColumns()
    before = shown(kept, ("place", "a long way off"), ("cargo", "2"))
    assert shown(kept, ("place", "here"), ("cargo", "0")) == before
    assert shown(PlayerColumns(), ("place", "here"), ("cargo", "0")) != before


def test_what_comes_and_goes_and_has_no_column_stands_with_what_has_no_place() -> None:
    """Also where somebody has some of it when the table is drawn first."""
    setting = TableContext(remembered={"coins": "coins", "bid": "the last bid"}, fleeting=frozenset({"bid"}))
    counters = (CounterView("P1", "coins", "coins", "7"), CounterView("P1", "bid", "the last bid", "3"))
    found = seen(view(counters=counters), Painter(Look({"first": ["coins"]})), setting)
    for width, told in ((80, []), (24, ["Your the last bid 3"])):
        _, below, late = draw_players_table(found, Painter(Look({"first": ["coins"]})), width, kept=PlayerColumns())
        assert (below, [line.plain for line in late]) == ([], told)


def test_a_chart_in_words_stands_behind_the_others_so_that_they_stay_where_they_are_when_it_grows() -> None:
    chart = {"as": "chart", "words": [f"crop_{number}" for number in range(9)]}
    painter, kept = Painter(Look({"first": ["crop", "coins"], "draw": {"crop": chart}})), PlayerColumns()
    shown = []
    for crops in ("", "1", "135"):
        owned = (CounterView("P1", f"crop[crop_{number}]", f"crops crop {number}", "2") for number in crops)
        found = view(counters=(CounterView("P1", "coins", "coins", "7"), *owned))
        setting = TableContext(remembered={"crop": "crops"})
        shown.append(printed(*rows_of(seen(found, painter, setting), painter, 60, kept=kept))[:2])
    assert {head for head, _ in shown} == {"          score  coins  crops"}
    assert [row.removeprefix("  P1 you      3      7  ") for _, row in shown] == [
        "0",
        "2 crop 1",
        "2 crop 1, 2 crop 3, 2 crop 5",
    ]


def test_what_comes_late_moves_no_column() -> None:
    painter = Painter(Look({"first": ["coins", "crop"]}))
    setting = TableContext(remembered={"coins": "coins", "crop": "crops", "bid": "bid"}, fleeting=frozenset({"bid"}))

    def shown(kept: PlayerColumns, *counters: tuple[str, str]) -> list[str]:
        titled = ((word, word.replace("[", "s ").rstrip("]"), value) for word, value in counters)
        found = view(counters=tuple(CounterView("P1", *counter) for counter in titled))
        counts = [Text("deck 5")]
        return printed(*rows_of(seen(found, painter, setting), painter, 80, kept=kept, counts=counts))

    kept = PlayerColumns()
    before = shown(kept, ("coins", "0"), ("bid", "0"))
    after = shown(kept, ("coins", "7"), ("crop[tea]", "2"), ("bid", "3"))
    assert before[0].split() == ["score", "coins", "crops"]
    assert after[0] == before[0]
    assert (before[-1], after[-2:]) == ("deck 5", ["deck 5", "Your bid 3"])
    assert len(after) == len(before) + 1


def test_nested_pieces_stand_one_a_line_with_what_they_carry() -> None:
    ship = piece(
        "Dhow", zone("dhow", "hold", TEA, TEA, piece("Rice")), counters=(CounterView("Dhow", "owner", "owner", "P2"),)
    )
    lines = printed(*everything(view(zone("table", "harbour", ship, piece("Raft"))), PAINTER))
    assert lines == ["harbour 2", "  Dhow  P2 · hold: 2 Tea, Rice", "  Raft"]


def test_the_top_of_a_pile_comes_first_and_hidden_pieces_are_only_counted() -> None:
    pile = zone("table", "pile", None, None, TEA, ordered=True)
    assert printed(*everything(view(pile), PAINTER)) == ["pile 3  Tea, 2 hidden"]


def test_flowing_lines_break_between_items() -> None:
    items = [PAINTER.paint(f"number {n}") for n in range(20)]
    lines = printed(*flow_items(PAINTER.paint("Hand"), items, ", ", 40), width=40)
    assert max(map(len, lines)) <= 40
    assert all(line.startswith("    number") for line in lines[1:])
    assert " ".join(line.strip() for line in lines).count("number") == 20


def test_no_line_ends_with_a_dot_between_facts_and_no_word_is_lost() -> None:
    words = [f"fact{n}" * (n % 4 + 1) for n in range(12)] + ["a, " * 30, "long " * 30, "x" * 70]
    for width in (24, 40, 80):
        lines = [line.plain for line in flow_items(Text(), [Text(word.strip()) for word in words], " · ", width, "   ")]
        assert max(map(len, lines)) <= width
        assert not any(line.rstrip().endswith("·") for line in lines)
        told = "".join("".join(lines).replace("·", "").split())
        assert told == "".join("".join(words).split())
    item = Text("Mackey (aviator, range 1)")
    assert [line.plain for line in flow_items(Text("Your aviator 1"), [item], "  ", 32)] == [
        "Your aviator 1",
        "    Mackey (aviator, range 1)",
    ]


def test_a_card_that_says_nothing_gets_no_empty_box() -> None:
    hand = zone("P1", "hand", TEA, TEA, piece("Mule", load="2"))
    lines = printed(*own_lines(view(hand), ZoneLayout(80, own=AS_CARDS)))
    assert lines[0] == "Your hand 3  2 Tea"
    assert lines[1].startswith("╭ Mule")
    assert lines[2].startswith("│ load 2")
    bare = printed(*own_lines(view(zone("P1", "hand", TEA, TEA)), ZoneLayout(80, own=AS_CARDS)))
    assert bare == ["Your hand 2  2 Tea"]


def test_cards_are_told_in_a_line_each_where_boxes_have_no_room() -> None:
    mule = piece("Mule", load="2")
    lines = printed(*own_lines(view(zone("P1", "hand", TEA, mule, TEA, mule)), ZoneLayout(80, own=IN_LINES)))
    assert lines == ["Your hand 4  2 Tea", "    Mule ×2 (load 2)"]


def test_one_token_of_many_sorts_is_told_where_only_numbers_have_room() -> None:
    rum = piece("Rum", sort="rum")
    stocks = zone("table", "market", TEA, rum, TEA)
    cut = ZoneLayout(80, cut=True)
    assert printed(*own_lines(view(zone("P1", "store", TEA), stocks), cut)) == ["Your store 1  Tea"]
    ship = PieceView("ship", "Ship", "ship", {}, (), (), False)
    assert printed(*own_lines(view(zone("P1", "home", ship), zone("table", "sea", ship)), cut)) == []


def test_the_look_orders_hides_and_colours() -> None:
    look = Look({"colors": {"tea": "green", "rum": "no such colour"}, "first": ["b"], "hide": ["c"]})
    assert len(check_colours(look)) == 1
    assert sorted(["a", "b"], key=look.place) == ["b", "a"]
    painter = Painter(look)
    painter.learn(seen(view(zone("table", "shelf", piece("Earl Grey", sort="tea"))), painter))
    painted = painter.paint("P2 takes Earl Grey and 2 teas, not steam")
    assert [painted.plain[span.start : span.end] for span in painted.spans] == ["P2", "Earl Grey", "teas"]
    hidden = view(zone("table", "c", TEA), zone("table", "a", TEA), zone("table", "b", TEA))
    assert printed(*everything(hidden, painter)) == ["b 1  Tea", "a 1  Tea"]


def test_the_result_begins_with_the_winner() -> None:
    lines = printed(
        draw_result_table(seen(view(), setting=TableContext(winners=(1,))), [3, 12], ["you", "greedy"], PAINTER)
    )
    assert [line.split() for line in lines[1:]] == [["★", "wins", "P2", "greedy", "12"], ["P1", "you", "3"]]


def test_a_card_with_a_number_called_as_its_sort_is_not_called_so_twice() -> None:
    assert find_unmentioned_attributes(piece("Plaque", sort="honour", honour="1", cost="2")) == {"honour", "cost"}
    # without that number it is
    assert find_unmentioned_attributes(piece("Plaque", sort="honour", honour="0", cost="2")) == {"sort", "cost"}
