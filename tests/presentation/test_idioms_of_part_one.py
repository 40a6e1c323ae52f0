"""A generated part one says in the words of players what rules compute, and only where the rules mean just that."""

from pathlib import Path

import pytest
from tests.presentation.market import Market

from cardwright import load_game
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook
from cardwright_tools.printing.rulebook_text_and_markdown import render_lines

CORPUS = Path(__file__).parents[1] / "corpus"
LIBRARY = "library: |\n"
TRADE = "    trade\n"


@pytest.fixture
def market(tmp_path: Path) -> Market:
    return Market(tmp_path)


def guide(name: str, folder: Path, *changes: tuple[str, str]) -> str:
    """Part one of a game of the corpus with changes, as one line."""
    copied = folder / name
    copied.mkdir()
    (copied / "cards").symlink_to(CORPUS / name / "cards")
    text = (CORPUS / name / "game.yaml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (copied / "game.yaml").write_text(text, encoding="utf-8")
    return " ".join(" ".join(render_lines(write_rulebook(load_game(copied)).guide, 200)).split())


BUILT = "If that card is the next of its colour in the fireworks, where each colour is built up by rank from 1 to 5:"


def test_a_suit_that_is_built_up_is_told_as_such(tmp_path: Path) -> None:
    said = guide("hanabi", tmp_path)
    assert BUILT in said
    assert "point out to that player all cards of that colour in their hand" in said
    assert "choose another player and a number from 1 to 5" in said
    assert "move the top card of the deck to your hand, if there is one" in said


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    move(card, to: discards)\n    gain_hint", "    move(card, to: fireworks)\n    gain_hint"),
        ("built(card.colour) + 1", "built(card.colour) + 2"),
        ("count(fireworks where colour is shade)", "count(discards where colour is shade)"),
    ],
    ids=["other cards get there", "not one by one", "counted elsewhere"],
)
def test_what_is_not_built_up_one_by_one_is_not_told_as_such(tmp_path: Path, old: str, new: str) -> None:
    assert "is built up by" not in guide("hanabi", tmp_path, (old, new))


def test_two_ends_of_a_line_are_told_as_such(tmp_path: Path) -> None:
    line = "the bow and the stern are the ends of a line, along one row or one column, of as many cells as the length"
    said = guide("battleship", tmp_path)
    assert line in said
    assert "if that cell is among your opponent's ships" in said
    assert "the ships lost by you minus 1 point each" in said
    assert (
        "the game ends if each player's shots are the shots each has (24) or all of a player's ships are sunk" in said
    )
    assert said.index("destroyer 2") < said.index("HOW THE GAME GOES")


def test_cells_in_no_line_are_not_told_as_one(tmp_path: Path) -> None:
    changed = ("stern.column is bow.column and stern.row", "stern.row is bow.row and stern.row")
    assert "ends of a line" not in guide("battleship", tmp_path, changed)


def test_a_turn_that_passes_before_it_ends_is_missed(tmp_path: Path) -> None:
    said = guide("uno", tmp_path)
    assert "Skip: the turn passes to the next player, who misses it." in said
    assert "2. The turn passes to the next player. " in said
    assert "The player to play is the player whose turn it is." in said
    assert "4. Next comes the first card (see there)." in said
    assert "A card matches the pile if one of these holds: • That card is a Wild card. •" in said
    assert "if there are fewer than X cards in the deck" in said
    assert "1. If the deck is empty, move all cards from the pile to the deck" in said
    assert "The game ends when a turn is over and a player's hand is empty." in said


def test_what_the_author_says_of_a_rule_stands_for_its_cases(market: Market) -> None:
    rule = (
        '  rule twice_as_much(number) gives number "twice {number}":\n    0 if number < 1\n    2 * number otherwise\n'
    )
    uses = (TRADE, f"{TRADE}    gain(twice_as_much(count(pile)))\n")
    plain = market.told((LIBRARY, LIBRARY + rule), uses)["A turn"]
    assert "Twice X: • 0 if X is less than 1." in plain
    about = "about: {twice_as_much: As much again is added., gain: Coins are never lost., pile: All see it.}\n"
    told = market.told((LIBRARY, about + LIBRARY + rule), uses)
    assert "Twice X: As much again is added." in told["A turn"]
    assert "if X is less than 1" not in " ".join(told.values())
    assert "Coins are never lost." in " ".join(told.values())
    assert "Pile: All see it." in told["What is in the box"]


DRAW = """\
  verb draw(number) "draw {number:card}":
    let missing = number - count(deck)
    move(top(deck, number), to: you.hand)
    if missing > 0:
      move(pile, to: deck)
      shuffle(deck)
      move(top(deck, missing), to: you.hand)
"""


def test_cards_are_drawn_from_a_pile_that_is_filled_again(market: Market) -> None:
    for old, new, rest in (("", "", True), ("top(deck, missing), to: you.hand", "top(deck, missing), to: pile", False)):
        draw = DRAW.replace(old, new)
        said = " ".join(market.told((LIBRARY, LIBRARY + draw), (TRADE, f"{TRADE}    draw(3)\n")).values())
        assert ("If there were fewer:" in said and "Move the rest of them to your hand." in said) == rest


SHARE = """\
  rule display(player) "the display of {player}": count(player.stall)
  rule best_display gives number: max(display(p) for each p in players)
  rule display_points(player) "the display points of {player}":
    0 if display(player) is 0 or display(player) < best_display
    6 / count(players where display(it) is best_display) rounded down otherwise
"""


def test_points_that_the_first_share_are_told_in_a_sentence(market: Market) -> None:
    scored = (" - count(player.hand)", " + display_points(player)")
    shared = "6 if your display is the highest and not 0; if several have the highest, they share the 6 (rounded down)"
    assert shared in market.told((LIBRARY, LIBRARY + SHARE), scored)["The end and the score"]
    others = SHARE.replace("max(display(p)", "max(count(p.hand)")
    assert "they share" not in market.told((LIBRARY, LIBRARY + others), scored)["The end and the score"]
