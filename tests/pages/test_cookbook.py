"""Every recipe of the cookbook, put into the kitchen as the page says, is right and goes as its example says."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.pages.page_steps import blocks

from cardwright import ScenarioSuite, check_paths

PAGE = Path(__file__).resolve().parents[2] / "docs" / "cookbook.md"
TEXT = PAGE.read_text(encoding="utf-8")
RULES, CARDS = (block.text for block in blocks(TEXT.split("\n## ", 1)[0]))


@dataclass(frozen=True)
class Recipe:
    """A recipe: what it is called, what it puts into the game, and the example of it."""

    name: str
    parts: tuple[str, ...]
    example: str


def recipes() -> list[Recipe]:
    found = []
    for part in re.split(r"^### ", TEXT, flags=re.MULTILINE)[1:]:
        texts = [block.text for block in blocks(part)]
        examples = [text for text in texts if re.search("^scenarios:", text, re.MULTILINE)]
        assert len(examples) == 1, part
        found.append(Recipe(part.split("\n", 1)[0], tuple(t for t in texts if t not in examples), examples[0]))
    return found


RECIPES = recipes()


def fields(text: str) -> dict[str, str]:
    """The fields of a text of YAML, each with all its lines."""
    return {part.split(":", 1)[0]: part for part in re.split(r"^(?=\w)", text, flags=re.MULTILINE) if part.strip()}


def test_there_are_at_least_thirty_recipes_with_names_of_their_own() -> None:
    assert len({recipe.name for recipe in RECIPES}) == len(RECIPES) >= 30


def test_the_contents_lead_to_every_recipe_and_nowhere_else() -> None:
    anchors = [re.sub(r"[^\w\- ]", "", recipe.name.lower()).replace(" ", "-") for recipe in RECIPES]
    assert re.findall(r"\]\(#([^)]+)\)", TEXT.split("\n## ", 1)[0]) == anchors


@pytest.mark.parametrize("recipe", RECIPES, ids=[recipe.name for recipe in RECIPES])
def test_a_recipe_works_as_its_example_says(recipe: Recipe, tmp_path: Path) -> None:
    kitchen = tmp_path / "kitchen"
    cards = kitchen / "cards" / "base"
    cards.mkdir(parents=True)
    (kitchen / "game.yaml").write_text(RULES, encoding="utf-8")
    (cards / "cards.yaml").write_text(CARDS, encoding="utf-8")
    for number, part in enumerate(recipe.parts):
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
