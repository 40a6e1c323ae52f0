"""Files of decks: found with their game, checked, formatted, and completed, in the folder of a game and elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.language.test_brought_decks import GAME, WATER

from cardwright import check_paths, load_game
from cardwright.declarations.file_kinds import find_file_kind
from cardwright.declarations.readers.player_deck_files import BroughtDeck
from cardwright.formatting.files import format_own_file
from cardwright.source.diagnostics import CardwrightError
from cardwright_tools.cli.main import main
from cardwright_tools.editor.completion.yaml_fields import complete_fields
from cardwright_tools.editor.hover import describe_position
from cardwright_tools.editor.workspace import Workspace

MESSY = "cards:   {drop: 3,   wvae: 1}\nname: Off\n"
MISTAKES = ["1:17 wrong-value", "1:22 unknown-card"]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return the folder of the game `bringers`, with a messy deck in its folder `decks`."""
    folder = tmp_path / "bringers"
    (folder / "decks").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "decks" / "off.yaml").write_text(MESSY, encoding="utf-8")
    return folder


def _check(*paths: Path) -> list[str]:
    return [f"{each.span.line}:{each.span.column} {each.code}" for each in check_paths([*paths])[0]]


def test_a_deck_is_checked_alone_and_with_its_game(place: Path) -> None:
    file = place / "decks" / "off.yaml"
    assert _check(file) == MISTAKES
    assert _check(file) == MISTAKES  # from the cache
    assert _check(place)[-2:] == MISTAKES
    file.write_text(WATER, encoding="utf-8")
    assert _check(file) == []
    (place / "game.yaml").write_text(GAME.replace("most: 2", "most: 1"), encoding="utf-8")
    assert _check(file) == ["1:15 wrong-value", "1:24 wrong-value"]


def test_a_deck_elsewhere_names_its_game(tmp_path: Path, place: Path) -> None:
    file = tmp_path / "mine.yaml"
    for text, kind, found in (
        (WATER, "deck", ["1:1 unknown-game"]),
        (f"game: bringer\n{WATER}", "deck", ["1:7 unknown-game"]),
        ("game: bringers\nset: base\ncards: []\n", "cards", ["1:7 unknown-game"]),
    ):
        file.write_text(text, encoding="utf-8")
        assert (find_file_kind(file), _check(file)) == (kind, found)
    with pytest.raises(CardwrightError, match="a deck for the game `ceylon`, not for this one"):
        load_game(place, decks=[BroughtDeck("P1", file, f"game: ceylon\n{WATER}")])
    assert load_game(place, decks=[BroughtDeck("P1", file, f"game: bringers\n{WATER}")]).decks


def test_a_deck_is_formatted(place: Path) -> None:
    assert format_own_file(place / "decks" / "off.yaml") == "name: Off\ncards: {drop: 3, wvae: 1}\n"


def test_editors_know_a_deck(place: Path) -> None:
    file, desk = place / "decks" / "off.yaml", Workspace()
    text = "name: Mine\ncards:\n  drop: 2\n  \n"
    desk.show(file, text)
    assert [each.code for each in desk.findings(file)] == ["wrong-value"]
    analysis = desk.analysis(file)
    assert analysis is not None
    items, _, _ = complete_fields(analysis, file, text, len(text) - 1)
    assert {item.label for item in items} == {"spark", "flame", "wave", "stone"}
    items, _, _ = complete_fields(analysis, file, text + "\n", len(text) + 1)
    assert {item.label for item in items} >= {"deck", "game"}
    hovered = [describe_position(analysis, file.as_posix(), text.index(word) + 1) for word in ("cards", "drop", "Mine")]
    assert [each and each[0].split(" ")[0] for each in hovered] == ["**field**", "**Drop**", None]


def test_the_schema_of_decks_has_the_cards(place: Path) -> None:
    assert main(["schema", str(place)]) == 0
    schema = json.loads((place / "schema" / "decks.schema.json").read_text(encoding="utf-8"))
    assert list(schema["properties"]["cards"]["properties"]) == ["spark", "flame", "drop", "wave", "stone"]
