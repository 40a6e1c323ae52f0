"""An editor is told of files of games and of those it has open, of no other."""

from __future__ import annotations

from pathlib import Path

from cardwright_tools.editor.workspace import Workspace

SECRET = "root: secret\n"
GAME = "game: fair\nkinds: {card: {}}\n"


def test_only_files_of_games_and_open_ones_are_read(tmp_path: Path) -> None:
    game, outside = tmp_path / "fair", tmp_path / "passwd.yaml"
    game.mkdir()
    (game / "game.yaml").write_text(GAME)
    outside.write_text(SECRET)
    (game / "linked.yaml").symlink_to(outside)
    desk = Workspace()
    assert desk.text(game / "game.yaml") == GAME
    for path in (outside, game / "linked.yaml", game / ".." / "passwd.yaml", Path("/etc/hostname")):
        assert desk.text(path) == ""
    desk.show(outside, "shown: 1\n")
    assert desk.text(outside) == "shown: 1\n"
