"""The picture of the packages shows the layers that import-linter checks."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
DESCRIPTIONS = 47  # the column at which they begin in the picture
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]


@pytest.mark.parametrize("contract", ["Library layers", "Tool layers"])
def test_the_picture_has_every_package_in_its_layer(contract: str) -> None:
    [layers] = [each["layers"] for each in CONTRACTS if each["name"] == contract]
    block = PAGE.split("\n## The packages\n", 1)[1].split("```")[1]
    tools, library = re.split(r"^ -+$", block, flags=re.MULTILINE)
    part = tools if contract == "Tool layers" else library
    lines = [line[:DESCRIPTIONS].split() for line in part.splitlines()]
    found = []
    for layer in layers:
        names = {name.strip(" ()") for name in re.split(r"[:|]", layer)}
        numbers = [number for number, words in enumerate(lines) if names <= set(words)]
        assert numbers, f"no line of the picture has {sorted(names)}"
        found.append(numbers[0])
    assert found == sorted(set(found))
