"""The page about English: every card on it says what the page says it does."""

import re
from pathlib import Path

from tests.pages.test_cookbook import CARDS, RULES

from cardwright import check_paths, load_game

PAGE = Path(__file__).resolve().parents[2] / "docs" / "english.md"
# What a library or a card is written as, and what the card then says.
PARTS = re.compile(r"^```yaml\n([^`]*)^```$|^> (.*)$", re.MULTILINE)


def test_every_card_says_what_the_page_says(tmp_path: Path) -> None:
    told = 0
    for section in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
        library = card = ""
        for text, said in PARTS.findall(section):
            if text.startswith("library:"):
                library = text
            elif text:
                card = text
            else:
                assert english(tmp_path / str(told), library, card) == said
                told += 1
    assert told == 6


def english(folder: Path, library: str, card: str) -> str:
    """What the one card says in the kitchen of the cookbook, with a library besides."""
    cards = folder / "kitchen" / "cards" / "base"
    cards.mkdir(parents=True)
    (folder / "kitchen" / "game.yaml").write_text(RULES, encoding="utf-8")
    (folder / "kitchen" / "more.yaml").write_text(library or "memory: {}\n", encoding="utf-8")
    (cards / "cards.yaml").write_text(CARDS, encoding="utf-8")
    (cards / "more.yaml").write_text(f"game: kitchen\nset: base\n{card}", encoding="utf-8")
    assert [found for found in check_paths([folder])[0] if found.severity == "error"] == []
    (text,) = [each for each in load_game(folder / "kitchen").card_texts() if each.id not in ("mint", "leek", "plum")]
    return text.text
