"""What has no room on a screen gets shorter, and never vanishes without a word."""

from functools import partial

import pytest
from rich.text import Text
from tests.tools.table.test_table import PAINTER, piece, seen, view, zone
from tests.tools.table.told_of import screens, untold

from cardwright_tools.table.fitting import Parts, fitted
from cardwright_tools.table.zones import IN_WORDS, Block, Layout, zone_blocks


def block(name: str, lines: int) -> Block:
    def brief(width: int) -> Text:
        return Text(f"{name} in brief")

    return Block(name, tuple(Text(f"{name} {number}") for number in range(lines)), brief)


def told(room: int, width: int = 80) -> list[str]:
    lines = fitted([block("ports", 3)], [block(name, 2) for name in ("market", "shop")], room, width, False)
    return [line.plain for line in lines]


def test_the_last_zones_get_shorter_first_and_pictures_last() -> None:
    ports = ["ports 0", "ports 1", "ports 2"]
    assert told(7) == [*ports, "market 0", "market 1", "shop 0", "shop 1"]
    assert told(6) == [*ports, "market 0", "market 1", "shop in brief"]
    assert told(5) == [*ports, "market in brief", "shop in brief"]
    assert told(4) == [*ports, "… market, shop: type `table`"]
    assert told(3) == ["ports in brief", "… market, shop: type `table`"] == told(2)
    assert told(1) == ["… ports, market, shop: type `table`"] == told(0)


def test_names_without_room_are_counted() -> None:
    assert told(1, 34) == ["… ports, 2 more: type `table`"]


def test_a_zone_in_one_line_loses_what_is_told_of_its_pieces_before_their_names() -> None:
    goods = [piece(name, zone(name, "hold", piece("Tea"))) for name in ("Dhow", "Raft", "Cutter")]
    [harbour] = zone_blocks(seen(view(zone("table", "harbour", *goods))), PAINTER, Layout(80, IN_WORDS, cut=True))
    assert harbour.brief(80).plain == "harbour 3  Dhow  hold: Tea; Raft  hold: Tea; Cutter  hold: Tea"
    assert harbour.brief(40).plain == "harbour 3  Dhow, Raft, Cutter"
    assert harbour.brief(27).plain == "harbour 3  Dhow, and 2 more"
    assert harbour.brief(12).plain == "harbour 3"


@pytest.mark.parametrize("room", range(12))
def test_all_of_a_table_that_shrinks_is_told_in_any_room(room: int) -> None:
    make = partial(Parts, [Text("top")], 1, [block("ports", 3)], [block("market", 2)], [block("hand", 2)], 80, True)
    for shrinks in (False, True):
        parts = make(shrinks)
        lines = [str(line) for line in parts.within(room)]
        assert len(lines) <= max(room, parts.least)
        assert all(name in " ".join(lines) for name in ("top", "ports", "market", "hand"))


@pytest.mark.parametrize(("game", "players"), [("cargo_noir", 5), ("bush_pilots", 4), ("examples/moth_night", 5)])
def test_every_zone_is_told_of_on_a_small_screen(game: str, players: int) -> None:
    """A few screens of the games that need most room; `tests.tools.table.told_of` draws all."""
    found = [screen for screen, _ in zip(screens(game, players, 0, (80, 24), 31), range(3), strict=False)]
    for table, screen in found:
        assert len(screen.splitlines()) < 24
        assert "more" in screen or not [*untold(table, screen)]
