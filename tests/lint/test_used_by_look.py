"""What a look names is used."""

from pathlib import Path

import pytest

from cardwright import check_paths

GAME = """\
game: seen
players: 2
kinds: {card: {}}
zones: {table: {deck: {of: cards}}, player: {hand: {of: cards}}}
pieces: [{id: mint}]
library: |
  step setup: nothing
  step play: finish
  rule room(player): 5
  rule final_score(player): count(player.hand) + count(deck)
"""


@pytest.mark.parametrize("look", ["most: {hand: room}", "rules: [room]", "", "hide: [deck]"])
def test_a_rule_that_a_look_names_is_used(look: str, tmp_path: Path) -> None:
    (tmp_path / "seen").mkdir()
    (tmp_path / "seen" / "game.yaml").write_text(GAME + (f"look: {{{look}}}\n" if look else ""))
    unused = [each.message for each in check_paths([tmp_path / "seen"])[0] if each.code == "unused-declaration"]
    assert unused == ([] if "room" in look else ["nothing uses the rule `room`"])
