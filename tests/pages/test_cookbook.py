"""Every recipe of the cookbook, added to the game of its first page, is valid and passes its scenarios."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.pages.page_steps import blocks

from cardwright import ScenarioSuite, check_paths

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "cookbook"
INDEX = (FOLDER / "README.md").read_text(encoding="utf-8")
PAGES = {
    path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.md")) if path.name != "README.md"
}
RULES, CARDS = (block.text for block in blocks(INDEX))


@dataclass(frozen=True)
class Recipe:
    """A recipe: its page and title, the texts it adds to the game, and its scenarios."""

    page: str
    name: str
    parts: tuple[str, ...]
    example: str

    @property
    def anchor(self) -> str:
        return re.sub(r"[^\w\- ]", "", self.name.lower()).replace(" ", "-")


def recipes() -> list[Recipe]:
    found = []
    for page, text in PAGES.items():
        for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
            texts = [block.text for block in blocks(part)]
            examples = [text for text in texts if re.search("^scenarios:", text, re.MULTILINE)]
            assert len(examples) == 1, part
            parts = tuple(text for text in texts if text not in examples)
            found.append(Recipe(page, part.split("\n", 1)[0], parts, examples[0]))
    return found


RECIPES = recipes()


def fields(text: str) -> dict[str, str]:
    """Return the fields of a YAML text, each with its lines."""
    return {part.split(":", 1)[0]: part for part in re.split(r"^(?=\w)", text, flags=re.MULTILINE) if part.strip()}


def test_there_are_at_least_thirty_recipes_with_names_of_their_own() -> None:
    assert len({recipe.name for recipe in RECIPES}) == len(RECIPES) >= 30


@pytest.mark.parametrize("page", PAGES)
def test_a_page_begins_with_links_to_its_recipes(page: str) -> None:
    wanted = [recipe.anchor for recipe in RECIPES if recipe.page == page]
    assert re.findall(r"\]\(#([^)]+)\)", PAGES[page].split("\n## ", 1)[0]) == wanted


def test_the_index_links_to_every_recipe() -> None:
    links = re.findall(r"\]\(([\w-]+\.md#[^)]+)\)", INDEX)
    assert sorted(links) == sorted(f"{recipe.page}#{recipe.anchor}" for recipe in RECIPES)


@pytest.mark.one_of(16)
@pytest.mark.parametrize("recipe", RECIPES, ids=[recipe.name for recipe in RECIPES])
def test_a_recipe_works_as_its_example_says(recipe: Recipe, tmp_path: Path) -> None:
    kitchen = tmp_path / "kitchen"
    cards = kitchen / "cards" / "base"
    cards.mkdir(parents=True)
    (kitchen / "game.yaml").write_text(RULES, encoding="utf-8")
    (cards / "cards.yaml").write_text(CARDS, encoding="utf-8")
    for number, part in enumerate(recipe.parts):
        if found_deck := re.match(r"# \w+/(decks/\w+\.yaml)\n", part):
            (kitchen / "decks").mkdir()
            (kitchen / found_deck[1]).write_text(part, encoding="utf-8")
            continue
        found = fields(part)
        if "cards" in found:
            text = f"game: kitchen\nset: base\n{found.pop('cards')}"
            (cards / f"recipe{number}.yaml").write_text(text, encoding="utf-8")
        if found:
            (kitchen / f"recipe{number}.yaml").write_text("".join(found.values()), encoding="utf-8")
    scenarios = kitchen / "scenarios" / "recipe.yaml"
    scenarios.parent.mkdir()
    head = "" if re.search("^players:", recipe.example, re.MULTILINE) else "players: 2\n"
    scenarios.write_text(head + recipe.example, encoding="utf-8")
    mistakes = [found for found in check_paths([kitchen])[0] if found.severity == "error"]
    assert mistakes == []
    suite = ScenarioSuite()
    added, wrong = suite.add(scenarios)
    assert wrong == []
    assert added
    for scenario in added:
        outcome = suite.run(scenario)
        assert outcome.passed, suite.told(outcome)
