"""The table drawn from a view."""

from dataclasses import replace
from io import StringIO

from rich.console import Console, RenderableType
from rich.text import Text

from cardwright import CounterView, PieceView, View, ZoneView
from cardwright.presentation.look import Look
from cardwright_tools.table.look import Painter, remarks
from cardwright_tools.table.players import players_table
from cardwright_tools.table.results import Heading, heading, result_table
from cardwright_tools.table.zones import Layout, flowing, own_lines, picture_lines, zone_lines


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
TEA = piece("Tea", sort="tea")


def everything(seen: View, painter: Painter) -> list[Text]:
    layout = Layout(80)
    return [*picture_lines(seen, painter, 0, layout), *zone_lines(seen, painter, 0, layout)]


def test_the_heading_says_game_turn_and_whose_turn() -> None:
    [line] = printed(heading(view(), Heading("Harbour", 4, "seed 7"), PAINTER, 60), width=60)
    assert line.startswith(" Harbour   turn 4 · P2's turn  ")
    assert line.endswith("  seed 7")
    assert len(line) == 60


def test_equal_cards_are_counted_and_attributes_shown_that_the_name_does_not_say() -> None:
    hand = zone("P1", "hand", TEA, TEA, piece("Mule", load="2", slow="yes"), TEA)
    assert printed(*own_lines(view(hand), PAINTER, 0, Layout(80))) == ["Your hand 4  3 Tea  Mule (load 2, slow)"]
    assert printed(*own_lines(view(hand), PAINTER, 0, Layout(80), fully=False)) == ["Your hand 4  3 Tea  Mule"]


def test_a_number_is_left_out_only_where_the_name_says_it_as_a_word_of_its_own() -> None:
    cards = (piece(f"Drop {rank}", rank=rank, water="1") for rank in ("5", "12", "1"))
    [line] = printed(*own_lines(view(zone("P1", "hand", *cards)), PAINTER, 0, Layout(80)))
    assert line == "Your hand 3  Drop 5 (water 1)  Drop 12 (water 1)  Drop 1 (water 1)"


def test_of_the_memory_only_what_the_heading_says_is_left_out() -> None:
    counters = tuple(CounterView("table", word, word, "P2") for word in ("active", "dealer"))
    seen = replace(view(zone("table", "deck", None), counters=counters), turn_word="active")
    assert printed(*everything(seen, PAINTER)) == ["deck 1 · dealer P2"]
    everybody = replace(seen, turn_of=-1)
    assert printed(*everything(everybody, PAINTER)) == ["deck 1 · active P2 · dealer P2"]
    [line] = printed(heading(everybody, Heading("Harbour", 4, "seed 7", at_once=True), PAINTER, 60), width=60)
    assert line.startswith(" Harbour   turn 4 · everybody chooses at once ")


def test_of_a_pile_only_the_top_is_told_until_all_of_the_table_is_asked_for() -> None:
    names = [f"Card {number}" for number in range(20)]
    cards = tuple(piece(name) for name in names)
    pile = ZoneView("table", "discard_pile", "discard pile", (None, *cards), 21, True, covered=True)
    own = replace(pile, owner="P1", name="cellar", title="cellar")
    brief = everything(view(zone("table", "deck", None), pile), PAINTER)
    assert printed(*brief) == ["deck 1 · discard pile 21, on top Card 19"]
    assert printed(*own_lines(view(own), PAINTER, 0, Layout(80))) == ["Your cellar 21  on top Card 19"]
    whole = Layout(80, whole=True)
    told = " ".join(printed(*picture_lines(view(pile), PAINTER, 0, whole), *zone_lines(view(pile), PAINTER, 0, whole)))
    listed = " ".join(told.split())
    assert listed == "discard pile 21 " + ", ".join([*names[::-1], "1 hidden"])


def test_what_others_have_is_counted() -> None:
    hands = view(zone("P1", "hand", TEA), zone("P2", "hand", None, None), zone("table", "deck", None))
    lines = printed(*players_table(hands, PAINTER, 0, 80))
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
    lines = printed(*players_table(view(counters=counters), PAINTER, None, 80))
    assert lines[0].split() == ["score", "farms"]
    assert lines[1].endswith("2 tea, 1 wild rice")


def test_long_titles_are_broken_and_too_many_of_them_flow() -> None:
    counters = tuple(
        CounterView(owner, f"c{n}", f"a rather long title number {n}", str(n + 1))
        for owner in ("P1", "P2")
        for n in range(9)
    )
    for width in (80, 200):
        lines = printed(*players_table(view(counters=counters), PAINTER, 0, width), width=width)
        assert max(map(len, lines)) <= width
        assert sum(line.count("number") for line in lines) in (9, 18)


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
    lines = printed(*flowing(PAINTER.paint("Hand"), items, ", ", 40), width=40)
    assert max(map(len, lines)) <= 40
    assert all(line.startswith("    number") for line in lines[1:])
    assert " ".join(line.strip() for line in lines).count("number") == 20


def test_the_look_orders_hides_and_colours() -> None:
    look = Look({"colors": {"tea": "green", "rum": "no such colour"}, "first": ["b"], "hide": ["c"]})
    assert len(remarks(look)) == 1
    assert sorted(["a", "b"], key=look.place) == ["b", "a"]
    painter = Painter(look)
    painter.learn(view(zone("table", "shelf", piece("Earl Grey", sort="tea"))))
    painted = painter.paint("P2 takes Earl Grey and 2 teas, not steam")
    assert [painted.plain[span.start : span.end] for span in painted.spans] == ["P2", "Earl Grey", "teas"]
    hidden = view(zone("table", "c", TEA), zone("table", "a", TEA), zone("table", "b", TEA))
    assert printed(*everything(hidden, painter)) == ["b 1  Tea", "a 1  Tea"]


def test_the_result_begins_with_the_winner() -> None:
    lines = printed(result_table(view(), [1], ["you", "greedy"], PAINTER))
    assert [line.split() for line in lines[1:]] == [["★", "wins", "P2", "greedy", "12"], ["P1", "you", "3"]]
