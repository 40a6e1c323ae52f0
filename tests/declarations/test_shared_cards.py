"""Shared cards: what a game takes of them, what it is told when it cannot, and that copies of a game have them."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from cardwright import check_paths, load_game
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.model import Printed
from cardwright.declarations.readers.game_files import read_game
from cardwright.formatting.files import format_file
from cardwright.game.loading import place_of
from cardwright_tools.editor.completion.yaml_fields import complete_fields
from cardwright_tools.editor.rename import RenameRefusedError, rename
from cardwright_tools.editor.symbol_lookup import find_occurrence
from cardwright_tools.editor.workspace import Workspace
from cardwright_tools.laboratory.game_versions import prepare_version
from cardwright_tools.training.scratch_game import ScratchGame

GAME = """\
game: whist
kinds:
  card: {from: french, attributes: {held: {is: number, default: 3}}}
zones:
  table:
    deck: {of: cards, ordered: yes}
memory:
  table:
    active: {is: player}
active: active
library: |
  rule final_score(player): sum(c.rank + c.held for each c in deck where suit is hearts)
  step setup: shuffle(deck)
  step play: finish
"""
CARDS = """\
game: whist
set: base
cards:
  - {from: french, rank: 2 to 14}
"""
OWN = """\
types:
  sort: {values: [low, high]}
  colour: {values: [red, sorts]}
kinds:
  card:
    attributes: {colour: colour}
    memory: {marks: {is: number}}
  joker: {}
cards:
  - {each: {colour: [red, low]}, id: "c_{colour}", name: "The {colour} card", note: As printed.}
  - {id: fool, kind: joker}
"""


@pytest.fixture(name="whist")
def _whist(tmp_path: Path) -> Path:
    """A folder with a game that takes French cards."""
    written(tmp_path / "games/whist/game.yaml", GAME)
    written(tmp_path / "cards/whist/base/cards.yaml", CARDS)
    return tmp_path


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def told(folder: Path) -> list[str]:
    return [each.message for each in check_paths([folder])[0]]


def cards_of(folder: Path) -> list[tuple[str, int, str, Mapping[str, Printed]]]:
    place = place_of(str(folder / "games/whist"))
    assert place is not None
    loaded = read_game(find_game_files(place.folder, place.cards))
    assert loaded.game is not None, loaded.diagnostics
    assert loaded.diagnostics == []
    return [(each.id, each.copies, each.set, each.values) for each in loaded.game.pieces]


def test_a_game_takes_kinds_types_and_cards_and_puts_its_own_on_top(whist: Path) -> None:
    assert told(whist) == []
    cards = cards_of(whist)
    assert len(cards) == 52
    assert cards[0] == ("clubs_2", 1, "base", {"suit": 0, "rank": 2, "held": 3})
    assert cards[-1] == ("ace_spades", 1, "base", {"suit": 3, "rank": 14, "held": 3})
    state = load_game(whist / "games/whist").new(2, 1)
    assert state.scores == [sum(range(2, 15)) + 13 * 3] * 2


def test_a_game_reads_shared_cards_with_its_own_types(whist: Path) -> None:
    game = GAME.replace("kinds:", "types:\n  suit: {values: [hearts, spades]}\nkinds:")
    written(whist / "games/whist/game.yaml", game)
    assert told(whist) == []
    assert [word for word, *_ in cards_of(whist)][:2] == ["hearts_2", "hearts_3"]
    assert len(cards_of(whist)) == 26


def test_cards_are_picked_by_attributes_and_given_what_they_lack(whist: Path) -> None:
    given = "{from: french, suit: [hearts, clubs], rank: [9, 11 to 12], copies: 2, note: Twice.}"
    written(whist / "cards/whist/base/cards.yaml", CARDS.replace("{from: french, rank: 2 to 14}", given))
    assert told(whist) == []
    ids = ["clubs_9", "hearts_9", "jack_clubs", "jack_hearts", "queen_clubs", "queen_hearts"]
    assert [(word, copies) for word, copies, *_ in cards_of(whist)] == [(word, 2) for word in ids]


def test_cards_are_given_values_of_attributes_that_only_the_game_has(whist: Path) -> None:
    entries = "{from: french, suit: hearts, rank: 9}\n  - {from: french, rank: 10, suit: clubs, held: 7}"
    written(whist / "cards/whist/base/cards.yaml", CARDS.replace("{from: french, rank: 2 to 14}", entries))
    assert told(whist) == []
    assert [(word, values["held"]) for word, *_, values in cards_of(whist)] == [("hearts_9", 3), ("clubs_10", 7)]


def test_cards_without_a_value_that_the_game_requires_are_told_once(whist: Path) -> None:
    written(whist / "games/whist/game.yaml", GAME.replace("{is: number, default: 3}", "number"))
    assert told(whist) == ["the cards taken here have no `held`"]
    written(whist / "cards/whist/base/cards.yaml", CARDS.replace("rank:", "held: 1, rank:"))
    assert told(whist) == []


def test_a_file_of_ones_own_can_have_several_kinds_and_types_that_list_types(whist: Path) -> None:
    written(whist / "cards/own.yaml", OWN)
    game = GAME.replace("{from: french, ", "{from: own, ").replace("where suit is hearts", "where colour is low")
    game = game.replace("c.rank + ", "c.marks + ")
    written(whist / "games/whist/game.yaml", game)
    written(whist / "cards/whist/base/cards.yaml", CARDS.replace("{from: french, rank: 2 to 14}", "{from: own}"))
    assert told(whist) == ["these pieces have the kind `joker`, which this game does not declare"]
    written(
        whist / "cards/whist/base/cards.yaml", CARDS.replace("{from: french, rank: 2 to 14}", "{from: own, kind: card}")
    )
    assert told(whist) == []
    assert [word for word, *_ in cards_of(whist)] == ["c_red", "c_low"]


def test_attributes_added_to_one_of_several_kinds_are_given_to_its_cards(whist: Path) -> None:
    written(whist / "cards/own.yaml", OWN)
    game = GAME.replace("{from: french, ", "{from: own, ").replace("where suit is hearts", "where colour is low")
    game = game.replace("c.rank + ", "c.marks + ").replace(
        "zones:", "  joker: {from: own, attributes: {loud: number, rare: {is: number, default: 2}}}\nzones:"
    )
    game = game.replace("ordered: yes}", "ordered: yes}\n    side: {of: jokers}")
    game = game.replace("(player): ", "(player): sum(j.loud + j.rare for each j in side) + ")
    written(whist / "games/whist/game.yaml", game)

    def take(*entries: str) -> list[str]:
        text = "\n  - ".join(entries)
        written(whist / "cards/whist/base/cards.yaml", CARDS.replace("{from: french, rank: 2 to 14}", text))
        return told(whist)

    assert take("{from: own, held: 4}", "{from: own, loud: 1}") == []
    added = [(word, *map(values.get, ("held", "loud", "rare"))) for word, *_, values in cards_of(whist)]
    assert added == [
        ("c_red", 4, None, None),
        ("c_low", 4, None, None),
        ("fool", None, 1, 2),
    ]
    assert take("{from: own, kind: card}", "{from: own, loud: 1, rare: 5}") == []
    assert take("{from: own, kind: joker}") == ["the cards taken here have no `loud`"]
    assert take("{from: own}") == ["the cards taken here have no `loud`"]
    assert take("{from: own, held: 4, loud: 1}") == ["`own` has no kind with `held` and `loud`"]
    assert take("{from: own, kind: card, loud: 1}") == ["the kind `card` has no `loud`"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("french, rank", "../whist/base/cards, rank", "there is no file of shared cards `../whist/base/cards`"),
        ("french, rank", "/etc/passwd, rank", "there is no file of shared cards `/etc/passwd`"),
        ("french, rank", "linked, rank", "there is no file of shared cards `linked`"),
        ("rank: 2", "ranks: 2", "there is no field `ranks` here"),
        ("rank: 2", "id: ace, rank: 2", "there is no field `id` here"),
        ("rank: 2", "each: {suit: suits}, rank: 2", "there is no field `each` here"),
        ("2 to 14", "2 to 15", "`french` has no card with the rank `15`"),
        ("2 to 14", "14 to 2", "a range goes from its lower number to its higher one, with at most 1,000 values"),
        ("2 to 14", "two", "a number is needed here, but `two` is not one"),
        ("2 to 14", "2 to 14, suit: swords", "there is no suit, nor type with such a plural, `swords`"),
        ("rank: 2 to 14", "rank: 2, held: low", "a number is needed here, but `low` is not one"),
        (
            "2 to 14",
            "1 to 14",
            "`french` has several cards with the id `ace_clubs`, which differ in their `rank`",
        ),
        ("2 to 14}", "2 to 14}\n  - {from: french, rank: 2}", "two cards have the id `clubs_2`"),
        ("2 to 14", "2 to 14, kind: joker", "there is no kind in `french` `joker`"),
    ],
)
def test_what_cannot_be_taken_is_told_at_its_place(whist: Path, old: str, new: str, expected: str) -> None:
    (whist / "cards/linked.yaml").symlink_to(whist / "games/whist/game.yaml")
    cards = written(whist / "cards/whist/base/cards.yaml", CARDS.replace(old, new))
    found, _ = check_paths([cards])
    assert found[0].message == expected
    assert {Path(each.span.path).name for each in found} <= {"cards.yaml"}


def test_a_kind_that_cannot_be_taken_is_all_that_is_told(whist: Path) -> None:
    game = written(whist / "games/whist/game.yaml", GAME.replace("from: french", "from: frensh"))
    [found] = [each for each in check_paths([game])[0] if each.span.path.endswith("game.yaml")]
    assert (found.message, found.label) == ("there is no file of shared cards `frensh`", "did you mean `french`?")
    written(game, GAME.replace("  card:", "  tile:").replace("of: cards", "of: tiles"))
    assert told(game) == ["there is no kind of shared cards `tile`"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("colour: colour}", "colour: colors}", "there is no type `colors`"),
        ('name: "The {colour} card"', 'nome: "The {colour} card"', "there is no field `nome` here"),
        (
            "  joker: {}",
            "  joker: {from: french}",
            "`from` belongs in files of a game, and shared cards belong to no game",
        ),
        ("{id: fool, kind: joker}", "{from: french, rank: 2}", "`from` belongs in files of a game"),
        ("kind: joker}", "kind: joker, examples: []}", "`examples` belongs in files of a game"),
        ("kind: joker}", "kind: fool}", "there is no kind `fool`"),
        ("[red, low]", "[red, red]", "two cards have the same id `c_red` and the same attributes"),
        ("cards:\n", "zones: {}\ncards:\n", "there is no field `zones` here"),
    ],
)
def test_a_file_of_shared_cards_is_checked_by_itself(tmp_path: Path, old: str, new: str, expected: str) -> None:
    (tmp_path / "games").mkdir()
    own = written(tmp_path / "cards/own.yaml", OWN)
    assert told(own) == []
    written(own, OWN.replace(old, new))
    assert [message for message in told(own) if message.startswith(expected)]


def test_a_mistake_in_shared_cards_is_told_where_it_is_and_who_takes_them(whist: Path) -> None:
    own = written(whist / "cards/own.yaml", OWN)
    written(whist / "cards/whist/base/cards.yaml", CARDS.replace("french, rank: 2 to 14", "own, kind: card"))
    found, _ = check_paths([whist / "games/whist/game.yaml"])
    assert {Path(each.span.path).name for each in found} == {"own.yaml"}, "and nothing is told of what follows from it"
    assert all(each.notes[-1].message == "taken here" for each in found)
    assert check_paths([own])[0] != [], "whoever changes shared cards hears of the games that take them"


def test_what_a_game_is_depends_on_its_shared_cards(whist: Path) -> None:
    own = written(whist / "cards/french.yaml", (Path(__file__).parents[2] / "cards/french.yaml").read_text())
    before = load_game(whist / "games/whist")
    written(own, own.read_text().replace("King", "Kaiser"))
    written(whist / "cards/other.yaml", OWN)
    after = load_game(whist / "games/whist")
    assert before.content_hash != after.content_hash
    assert "Kaiser of Hearts" in [card.name for card in after.card_texts()]
    written(whist / "cards/other.yaml", OWN + "\n")
    assert load_game(whist / "games/whist").content_hash == after.content_hash


def test_copies_of_a_game_have_its_shared_cards(whist: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    own = (Path(__file__).parents[2] / "cards/french.yaml").read_text().replace("french", "own")
    written(whist / "cards/own.yaml", own)
    for path in (whist / "games/whist/game.yaml", whist / "cards/whist/base/cards.yaml"):
        written(path, path.read_text().replace("french", "own"))
    for command in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"]):
        subprocess.run(["git", *command], cwd=whist, check=True)
    before = load_game(whist / "games/whist")
    written(whist / "cards/own.yaml", own.replace("King", "Kaiser"))
    after = load_game(whist / "games/whist")
    copy = prepare_version(f"HEAD:{whist / 'games/whist'}", tmp_path_factory.mktemp("then"))
    assert load_game(copy).content_hash == before.content_hash != after.content_hash
    place = place_of(str(whist / "games/whist"))
    assert place is not None
    assert load_game(ScratchGame(place, tmp_path_factory.mktemp("shop")).folder).content_hash == after.content_hash


def test_editors_complete_what_can_be_taken_and_do_not_rename_it(whist: Path) -> None:
    own = written(whist / "cards/own.yaml", OWN)
    cards = whist / "cards/whist/base/cards.yaml"
    written(cards, CARDS.replace("french, rank: 2 to 14", "own, colour: red"))
    game = GAME.replace("from: french", "from: own").replace("suit is hearts", "colour is red").replace("c.rank + ", "")
    written(whist / "games/whist/game.yaml", game)
    desk = Workspace()
    analysis = desk.analysis(cards)
    assert analysis is not None
    text = cards.read_text()

    for before, after, labels in (
        ("from: own", "from: o|", {"own", "french"}),
        ("colour: red", "colour: r|", {"red", "low", "high"}),
        ("colour: red", "col|", {"colour", "copies"}),
    ):
        gap = text.replace(before, after)
        items, _, _ = complete_fields(analysis, cards, gap.replace("|", ""), gap.index("|"))
        assert labels <= {item.label for item in items}, after
    assert desk.analysis(own) is analysis, "the game that takes them says what they mean"
    found = find_occurrence(analysis, cards.as_posix(), text.index("colour"))
    with pytest.raises(RenameRefusedError, match="which other games use"):
        rename(analysis, found, "tone", {})


def test_an_entry_that_takes_is_formatted_like_any_other(whist: Path) -> None:
    cards = whist / "cards/whist/base/cards.yaml"
    written(cards, CARDS.replace("{from: french, rank: 2 to 14}", "{copies: 2, rank: [2,3], from: french}"))
    assert "  - {from: french, copies: 2, rank: [2, 3]}\n" in format_file(cards)
    own = written(whist / "cards/own.yaml", OWN)
    assert format_file(own, format_file(own)) == format_file(own)
