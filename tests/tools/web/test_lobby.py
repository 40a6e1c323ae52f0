"""The lobby: which games it offers, and what it says of a mistake."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from tests.tools.web.stalls import links, served, stall

from cardwright_tools.web.cover_process import draw_plain_cover
from cardwright_tools.web.tables.registry import TableRegistry


def test_each_game_of_the_lobby_has_a_cover(registry: TableRegistry) -> None:
    with served(registry) as client:
        lobby = client.get(f"/t/{registry.lobby}").text
        pictures = re.findall(r'<img class="cover" src="([^"]+)"', lobby)
        assert len(pictures) == lobby.count('type="radio" name="game"')
        (address,) = [each for each in pictures if each.endswith("=kuhn_poker")]
        drawn = client.get(address)
        assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/svg+xml")
        assert drawn.text.count("<svg ") == 4  # three cards
        assert client.get(address).text == drawn.text
        for wrong in ("nowhere", "", "../.."):
            assert client.get(f"/t/{registry.lobby}/cover", params={"game": wrong}).status_code == 404
        assert client.get(address.replace(registry.lobby, registry.operator)).status_code == 404


def test_a_game_whose_cover_cannot_be_drawn_has_a_plain_one(
    registry: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(place: str) -> str:
        return ""

    monkeypatch.setattr("cardwright_tools.web.host_pages.draw_apart", fail)
    with served(registry) as client:
        drawn = client.get(f"/t/{registry.lobby}/cover", params={"game": "kuhn_poker"})
    assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/svg+xml")
    assert ">KP</text>" in drawn.text
    # the letters of a title are no markup
    assert "></text>" in draw_plain_cover("& < >")
    assert ">A</text>" in draw_plain_cover("<b> & a")


def test_tables_are_opened_in_the_lobby(registry: TableRegistry) -> None:
    with served(registry) as client:
        assert "Ceylon" in client.get(f"/t/{registry.lobby}").text
        fields = "game=ceylon&players=3&bots=2&kind=random"
        answer = client.post(f"/t/{registry.lobby}/tables", content=fields, follow_redirects=False)
        assert answer.status_code == 303
        [table] = registry.open_tables
        assert [seat.bot for seat in table.seats] == [None, "random", "random"]
        assert answer.headers["location"] == f"/t/{table.host}"
        # whoever may begin a table looks into no other
        lobby, operator = (client.get(f"/t/{link}").text for link in (registry.lobby, registry.operator))
        every = (table.name, table.host, table.watchers.link, *links(table))
        assert not any(each in lobby for each in every)
        assert table.host in operator
        assert registry.operator not in lobby
        for wrong in ("game=/etc", "game=ceylon&players=99", "game=ceylon&bots=some", "", "&" * 9000):
            assert client.post(f"/t/{registry.lobby}/tables", content=wrong).status_code in (400, 413)


def test_who_opens_a_table_is_told_what_can_be_asked_for_and_who_plays_there(registry: TableRegistry) -> None:
    with served(registry) as client:

        def opened(fields: str) -> str:
            return client.post(f"/t/{registry.lobby}/tables", content=f"game=ceylon&{fields}").text

        for kind in ("genius", "gredy", "mcts:x", "greedy:valuation=none"):
            refused = opened(f"bots=1&kind={kind}")
            assert all(word in refused for word in (kind.partition(":")[0], "random", "greedy", "strong", "mcts:200"))
        assert "Bots: at most 2 of 2 players can be bots, not 3." in opened("players=2&bots=3")
        assert not registry.open_tables
        assert "Bots play in all seats" in opened("players=2&bots=2")
        assert "Bots play in all seats" not in opened("players=2&bots=1")
        assert 'value="strong"' in client.get(f"/t/{registry.lobby}").text


@pytest.mark.parametrize(
    ("field", "written", "told"),
    [
        ("players", "6", "Players: Bush Pilots is for 2 to 4, not for 6."),
        ("players", "x", "Players: Bush Pilots is for 2 to 4, not for x."),
        ("bots", "9", "Bots: at most 3 of 3 players can be bots, not 9."),
        ("title", "x" * 41, "Name of the table: at most 40 letters, and these are 41."),
        ("game", "nothing", "Game: there is no such game here."),
    ],
)
def test_a_mistake_in_the_lobby_is_named_and_costs_nothing(
    registry: TableRegistry, field: str, written: str, told: str
) -> None:
    fields = {"game": "bush_pilots", "players": "3", "bots": "1", "title": "Friday", "kind": "random", field: written}
    with served(registry) as client:
        refused = client.post(f"/t/{registry.lobby}/tables", content=urlencode(fields))
    assert (refused.status_code, told in refused.text) == (400, True)
    kept = [f'value="{value}"' for name, value in fields.items() if name in ("players", "bots", "title")]
    kept += ['value="random" selected', *(['value="bush_pilots" required checked'] if field != "game" else [])]
    assert [each for each in kept if each not in refused.text] == []
    assert not registry.open_tables


def test_the_lobby_offers_the_games_beside_ones_own(registry: TableRegistry, tmp_path: Path) -> None:
    for name in ("stall", "other"):
        stall(tmp_path / "mine" / name)
    registry.own = (tmp_path / "mine" / "stall").resolve()
    with served(registry) as client:
        lobby = client.get(f"/t/{registry.lobby}").text
        assert all(f'value="{each}"' in lobby for each in ("./stall", "./other", "ceylon"))
        assert str(tmp_path) not in lobby
        opened = client.post(f"/t/{registry.lobby}/tables", content="game=./other", follow_redirects=False)
    assert opened.status_code == 303
    assert [table.place for table in registry.open_tables] == [str((tmp_path / "mine" / "other").resolve())]
