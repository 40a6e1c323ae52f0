"""Attributes of several words: what is printed of them, said of them, and taken for them by tools."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.language.same_programs import alike_in_c, alike_tracked
from tests.native.differential import no_compiler

from cardwright import Game, load_game
from cardwright.checker.game import GameChecker
from cardwright.checker.names.occurrences import Symbol
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright_tools.editor.completion.yaml_fields import complete_fields
from cardwright_tools.editor.rename import edit_texts, rename
from cardwright_tools.editor.symbol_lookup import find_declarations
from cardwright_tools.editor.workspace import Workspace
from cardwright_tools.reference.json_schemas import build_own_card_schema
from cardwright_tools.sheets.columns import SheetColumns
from cardwright_tools.training.features import list_features

CLANS = Path(__file__).parent / "clans"
SETUP = "for each p in players:\n      choose 4 cs at random from camp: move(cs, to: p.field)"
LOADED = read_game(find_game_files(CLANS, CLANS / "cards"))
assert LOADED.game is not None
CHECKED = GameChecker(LOADED.game).run()
PLAY = """repeat 3 times:
      for each p in players:
        p rally
        p choose one:
          option "Hide": p hide
          option "March": p march
          option "Rest": nothing
        p may hire
    finish"""


def played(folder: Path) -> Game:
    """The game with a course in which everything is asked for."""
    text = (CLANS / "game.yaml").read_text(encoding="utf-8")
    text = text.replace("step setup: nothing", f"step setup:\n    {SETUP}")
    (folder / "game.yaml").write_text(text.replace("step play: finish", f"step play:\n    {PLAY}"), encoding="utf-8")
    return load_game(str(folder))


def test_plain_and_tracked_go_alike(tmp_path: Path) -> None:
    alike_tracked(played(tmp_path), 2, range(10))


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason="there is no compiler")
def test_native_games_go_alike(tmp_path: Path) -> None:
    alike_in_c(played(tmp_path), 2, range(20))


def test_cards_show_them_and_say_one_like_an_only_one() -> None:
    texts = {card.id: card for card in load_game(str(CLANS)).card_texts()}
    assert texts["gruff"].attributes == {"tribes": "goblin, troll", "strength": "1", "craft": "smith"}
    assert texts["snot"].attributes == {"tribes": "goblin", "strength": "1"}
    assert texts["stone"].attributes == texts["old_stone"].attributes == {"strength": "1"}
    assert texts["lone_ghost"].attributes == {"tribes": "ghost", "strength": "1"}
    assert "The wage of each folk with a craft is increased by 1." in texts["drummer"].text
    assert "move a folk without a craft from your field to your hand." in texts["drummer"].text
    assert "The might of each goblin folk (other than this one) is increased by 1." in texts["drummer"].text
    state = load_game(str(CLANS)).new(2, 1)
    shown = {piece.id: piece.attributes for zone in state.view(0).zones for piece in zone.pieces if piece is not None}
    assert shown["leaf"] == {"tribes": "elf", "strength": "1", "craft": "baker"}
    rows = {piece.id: SheetColumns(CHECKED.game).row(piece) for piece in CHECKED.game.pieces}
    assert (rows["snot"]["craft"], rows["leaf"]["craft"]) == ("none", "baker")
    folk = CHECKED.game.kinds["folk"]
    assert SheetColumns(CHECKED.game).problem("craft", "none", folk) is None
    assert SheetColumns(CHECKED.game).problem("craft", "nine", folk) is not None


@pytest.fixture
def desk() -> Workspace:
    desk = Workspace()
    desk.show(CLANS / "game.yaml", (CLANS / "game.yaml").read_text(encoding="utf-8"))
    return desk


def test_an_editor_renames_a_word_in_lists_too(desk: Workspace) -> None:
    analysis = desk.analysis(CLANS / "game.yaml")
    assert analysis is not None
    old = find_declarations(analysis, Symbol("word", "", "goblin"))[0]
    (text,) = edit_texts(analysis, rename(analysis, old, "gnome", {})).values()
    assert "goblin" not in text
    assert "tribes: [gnome, troll]" in text


def test_an_editor_offers_the_words_in_lists(desk: Workspace) -> None:
    analysis = desk.analysis(CLANS / "game.yaml")
    assert analysis is not None
    text = (CLANS / "game.yaml").read_text(encoding="utf-8")
    at = text.index("tribes: [goblin, troll]") + len("tribes: [goblin, ")
    items, _, _ = complete_fields(analysis, CLANS / "game.yaml", text, at)
    assert [item.label for item in items] == ["goblin", "elf", "troll", "ghost"]


def test_an_editor_offers_none_where_it_may_stand(desk: Workspace) -> None:
    analysis = desk.analysis(CLANS / "game.yaml")
    assert analysis is not None
    text = (CLANS / "game.yaml").read_text(encoding="utf-8")
    items, _, _ = complete_fields(analysis, CLANS / "game.yaml", text, text.index("craft: smith}") + len("craft: "))
    assert [item.label for item in items] == ["smith", "baker", "piper", "none"]


def test_the_schema_of_its_cards_takes_one_or_several(desk: Workspace) -> None:
    analysis = desk.analysis(CLANS / "game.yaml")
    assert analysis is not None
    schema = json.loads(build_own_card_schema(analysis.game, ["base"]))
    found = schema["definitions"]["folk_fields"]["else"]["else"]["properties"]
    word = {"enum": ["goblin", "elf", "troll", "ghost"]}
    assert found["tribes"]["anyOf"] == [word, {"type": "array", "items": word}]
    assert found["craft"]["enum"] == ["smith", "baker", "piper", "none"]


def test_they_can_be_learned_from() -> None:
    texts = [each.text for each in list_features(CHECKED)]
    assert "count(player.field where goblin in tribes)" in texts
    assert "count(player.field where craft is none)" in texts
