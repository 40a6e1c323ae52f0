"""`cardwright release`: ids that were published are written down, and `validate` holds the cards to them."""

import shutil
from pathlib import Path

import pytest

from cardwright import check_paths
from cardwright_tools.cli.main import main

GAME = """game: fair
kinds:
  card: {plural: cards}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
  player:
    hand: {of: cards, see: owner}
library: |
  rule final_score(player): count(player.hand)
  step setup: shuffle(deck)
  step play:
    for each p in players: p draw
    finish
  verb draw: move(top(deck), to: you.hand)
"""


@pytest.fixture(name="cards")
def _cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the sets of a game called `fair`, from whose parent everything is started."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "fair" / "cards"
    for name, ids in (("base", "[{id: fan}, {id: cup}]"), ("extra", "[{id: kite}]")):
        (folder / name).mkdir(parents=True)
        (folder / name / "cards.yaml").write_text(f"game: fair\nset: {name}\ncards: {ids}\n", encoding="utf-8")
    (tmp_path / "fair" / "game.yaml").write_text(GAME, encoding="utf-8")
    return folder


def ids(folder: Path) -> list[str]:
    return [line for line in (folder / "released.txt").read_text("utf-8").splitlines() if not line.startswith("#")]


def test_every_set_gets_a_list_that_the_check_accepts(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["release", "fair"]) == 0
    assert ids(cards / "base") == ["fan", "cup"]
    assert ids(cards / "extra") == ["kite"]
    assert capsys.readouterr().err == "3 ids added\n"
    assert check_paths([Path("fair")])[0] == []


def test_only_the_sets_asked_for_are_released(cards: Path) -> None:
    assert main(["release", "fair", "--sets", "extra"]) == 0
    assert not (cards / "base" / "released.txt").exists()
    assert ids(cards / "extra") == ["kite"]


def test_a_check_changes_nothing_and_tells_what_is_not_listed(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["release", "fair", "--check"]) == 1
    said = capsys.readouterr()
    assert said.out.splitlines()[0] == "fair/cards/base/released.txt: fan, cup"
    assert said.err == "3 ids would be added\n"
    assert not list(cards.rglob("released.txt"))
    main(["release", "fair"])
    assert main(["release", "fair", "--check"]) == 0


def test_new_ids_come_to_the_end_and_the_rest_of_the_list_stays(cards: Path) -> None:
    path = cards / "extra" / "released.txt"
    path.write_text("# in the first box\nkite", encoding="utf-8")
    (cards / "extra" / "cards.yaml").write_text(
        "game: fair\nset: extra\ncards: [{id: ball}, {id: kite}]\n", encoding="utf-8"
    )
    assert main(["release", "fair", "--sets", "extra"]) == 0
    assert path.read_text("utf-8") == "# in the first box\nkite\nball\n"
    assert main(["release", "fair", "--sets", "extra"]) == 0
    assert path.read_text("utf-8") == "# in the first box\nkite\nball\n"


def test_nothing_is_released_while_a_released_id_is_gone(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["release", "fair"])
    (cards / "extra" / "cards.yaml").write_text("game: fair\nset: extra\ncards: [{id: kites}]\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["release", "fair"]) == 1
    assert "[missing-released-id]" in capsys.readouterr().err
    assert ids(cards / "extra") == ["kite"]
    assert [each.code for each in check_paths([Path("fair")])[0]] == ["missing-released-id"]


def test_the_pieces_of_the_game_itself_have_a_list_beside_its_rules(
    cards: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = cards.parent / "game.yaml"
    game.write_text(f"{GAME}pieces: [{{id: joker}}]\n", encoding="utf-8")
    assert main(["release", "fair", "--sets", "base"]) == 0
    assert ids(cards.parent) == ["joker"]
    assert ids(cards / "base") == ["fan", "cup"]
    game.write_text(f"{GAME}pieces: [{{id: jokers}}]\n", encoding="utf-8")
    found = check_paths([Path("fair")])[0]
    assert [each.message for each in found] == ["no piece of the game's own has the released id `joker` any more"]
    assert found[0].fix is not None
    assert (found[0].fix.span.path, found[0].fix.replacement) == ("fair/game.yaml", "joker")
    capsys.readouterr()
    assert main(["release", "fair", "--check"]) == 1


def test_a_game_without_sets_can_be_released_if_it_has_pieces(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.rmtree(cards)
    assert main(["release", "fair"]) == 2
    assert "no pieces of its own" in capsys.readouterr().err
    (cards.parent / "game.yaml").write_text(f"{GAME}pieces: [{{id: joker}}]\n", encoding="utf-8")
    assert main(["release", "fair"]) == 0
    assert ids(cards.parent) == ["joker"]


def test_what_cannot_be_released_is_told(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["release", "fair", "--sets", "bsae"]) == 2
    assert "Did you mean `base`?" in capsys.readouterr().err
    (cards / "base" / "released.txt").write_bytes(b"caf\xe9\n")
    assert main(["release", "fair"]) == 1
    assert "[not-utf8]" in capsys.readouterr().err
