"""Every link in a rulebook leads to a section of it, and those of a generated part one to one of part one."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.presentation.rulebook import assemble_rulebook
from cardwright.presentation.rulebook.document import Paragraph, Section, Steps

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(
    path.parent for part in ("games", "examples", "tests/corpus") for path in (ROOT / part).glob("*/game.yaml")
)


def list_targets(sections: Sequence[Section]) -> Iterator[str]:
    for block in (block for section in sections for block in section.blocks):
        texts = [block.runs] if isinstance(block, Paragraph) else []
        if isinstance(block, Steps):
            texts += [runs for item in block.items for runs in item.texts()]
        yield from (run.to for runs in texts for run in runs if run.to)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_link_leads_somewhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game(folder)
    written = assemble_rulebook.write_rulebook(game)
    monkeypatch.setattr(assemble_rulebook, "find_rules_page", lambda checked: None)
    generated = assemble_rulebook.write_rulebook(game)
    assert any(list_targets(written.pages))
    for sections in (written.pages, generated.guide):
        assert {*list_targets(sections)} <= {section.anchor for section in sections}
