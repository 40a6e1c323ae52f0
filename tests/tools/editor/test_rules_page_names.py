"""Renaming follows every link and live part of a rules page."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.presentation.test_rules_page import GAME

from cardwright import check_paths
from cardwright.source.read_with_size_limit import override_files
from cardwright_tools.editor.rename import edit_texts, rename
from cardwright_tools.editor.symbol_lookup import find_occurrence
from cardwright_tools.editor.workspace import Workspace

PAGE = """# Ferry

With {players} players. Take {start_hand:card} from the [deck](deck,hand), {lots per players}, on {one_boat:boat}.
[Sail](sail) or [take a turn](take_turn,draw); see [prices](fare) and the [cards](card), for {rounds} deck hand sail.

{table fare}

{steps draw}

{card feather}

There are { copies of  grand_piano } of {grand_piano}, of weight {weight of grand_piano}: {cards where sort is heavy},
{number of cards where sort is light} are light, {number of cards} in all.
"""
# Where a name is declared, its new name, and what the page says then; () where it says the same.
RENAMED = {
    "rule": ("rule start|_hand", "first_hand", ("{first_hand:card}",)),
    "rule per players": ("rule lo|ts", "heaps", ("{heaps per players}",)),
    "verb": ("verb sa|il", "go_home", ("[Sail](go_home)", "hand sail.")),
    "verb with steps": ("verb dr|aw", "pull", ("(take_turn,pull)", "{steps pull}")),
    "zone": ("    de|ck: {of", "pile", ("[deck](pile,hand)", "{rounds} deck hand")),
    "table": ("  fa|re:\n    roles", "price", ("[prices](price)", "{table price}")),
    "kind": (
        "  ca|rd:\n    attributes",
        "crate",
        (
            "[cards](crate)",
            "{crates where sort",
            "of crates where",
            "of crates}",
            "{card feather}",
            "{start_hand:card}",
        ),
    ),
    "piece": ("id: fea|ther", "down", ("{card down}",)),
    "piece with parts": ("id: grand_pi|ano", "organ", ("{ copies of  organ }", "of {organ}", "{weight of organ}")),
    "attribute": ("attributes: {wei|ght", "burden", ("{burden of grand_piano}",)),
    "attribute asked": ("weight: number, so|rt", "class", ("{cards where class is heavy}", "where class is light}")),
    "word": ("[hea|vy, light]", "massive", ("sort is massive}", "sort is light}")),
}


def told(folder: Path) -> list[str]:
    """Return the messages about names that the page has and the game has not."""
    return [each.message for each in check_paths([folder])[0] if each.code == "unknown-name-in-rules"]


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    folder = tmp_path / "ferry"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME.lstrip(), encoding="utf-8")
    (folder / "rules.md").write_text(PAGE, encoding="utf-8")
    return folder


@pytest.mark.parametrize("what", RENAMED)
@pytest.mark.parametrize("unsaved", [False, True])
def test_renaming_follows_links_and_live_parts(what: str, unsaved: bool, ferry: Path) -> None:
    mark, new, said = RENAMED[what]
    path, page = ferry / "game.yaml", ferry / "rules.md"
    text = path.read_text(encoding="utf-8")
    before, desk = told(ferry), Workspace()
    desk.show(path, text)
    if unsaved:
        desk.show(page, f"Not saved.\n\n{PAGE}")
    analysis = desk.analysis(path)
    assert analysis is not None
    name = analysis.named(path)
    assert name is not None
    assert text.count(mark.replace("|", "")) == 1
    found = find_occurrence(analysis, name, text.index(mark.replace("|", "")) + mark.index("|"))
    edits = rename(analysis, found, new, desk.texts)
    with override_files(desk.texts):
        texts = edit_texts(analysis, edits)
    now = texts[page.as_posix()]
    assert [each for each in said if each not in now] == []
    assert now.startswith("Not saved.") == unsaved
    with override_files({Path(each).resolve(): changed for each, changed in texts.items()}):
        assert told(ferry) == before
    assert before == ["there is no rule or card `rounds`"]
