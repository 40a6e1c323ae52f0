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


BUILT = "In the fireworks, each colour is built up: it begins with rank 1 and goes on in order to rank 5."


def test_a_suit_that_is_built_up_is_told_as_such(tmp_path: Path) -> None:
    said = guide("hanabi", tmp_path)
    assert BUILT in said
    assert "If that card is the next of its colour in the fireworks: move that card to the fireworks; if" in said
    assert "point out to that player all cards of that colour in their hand, for all to hear" in said
    assert "choose another player and the rank of a card in that player's hand" in said
    assert "What you see of another's hand, you may tell only as the rules say." in said
    assert "Deal cards from the deck to each player: 5 with 2 or 3 players and 4 with 4 or 5 players." in said
    assert "the game ends if no lives are left" in said
    assert "everybody has had their last turn" in said
    assert "they play together for the highest that they can reach" in said
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
    assert "is built up" not in guide("hanabi", tmp_path, (old, new))


def test_two_ends_of_a_line_are_told_as_such(tmp_path: Path) -> None:
    line = "the bow and the stern are the ends of a line, along one row or one column, of as many cells as the length"
    said = guide("battleship", tmp_path)
    assert line in said
    assert "if that cell is among your opponent's ships" in said
    assert "the ships lost by you minus 1 point each" in said
    assert "the game ends if each player has counted 24 shots or all of a player's ships are sunk." in said
    assert "are free if no cell from the bow to the stern is among your ships." in said
    assert "note for all to see, by which players it is shot at" in said
    assert "1. Count a shot. 2. Shoot at a cell" in said
    assert "if each ship of that player is sunk" not in said
    assert said.index("destroyer 2") < said.index("HOW THE GAME GOES")


def test_what_shows_the_holder_of_a_space_is_laid_there(tmp_path: Path) -> None:
    said = guide("othello", tmp_path)
    assert "Each player needs discs of their own colour, up to one for each square." in said
    assert "Put a disc of the player who begins on e4 and d5, and one of the other player on d4 and e5." in said
    assert "the squares between that square and the next one that has a disc of that player; none where" in said
    assert "where a disc of that player on them captures something." in said
    assert "See what a disc of yours on that square captures (the turned squares)." in said
    assert "Put a disc of yours on each of the turned squares." in said
    assert "You win if you have more discs than your opponent, and lose if you have fewer discs" in said
    assert "Whoever can lay a disc must do so" in said


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("[square] if square.beside", "[] if square.beside", "The discs that are closed in"),
        ("row is s.row + rows_on(d) and", "row is s.row and", "The discs that are closed in"),
        ("row in [4, 5] and", "row in [2, 3, 4, 5, 6] and", "For each square on the board whose row"),
        ('"lay a disc on {square}"', '"take {square}"', "whose holder is nobody"),
    ],
    ids=["no row", "no neighbours", "many squares", "nothing is laid"],
)
def test_other_boards_are_told_as_they_are(tmp_path: Path, old: str, new: str, kept: str) -> None:
    assert kept in guide("othello", tmp_path, (old, new))


def test_cells_in_no_line_are_not_told_as_one(tmp_path: Path) -> None:
    changed = ("stern.column is bow.column and stern.row", "stern.row is bow.row and stern.row")
    assert "ends of a line" not in guide("battleship", tmp_path, changed)


def test_a_turn_that_passes_before_it_ends_is_missed(tmp_path: Path) -> None:
    said = guide("uno", tmp_path)
    assert "Skip: the turn passes to the next player, who misses it." in said
    assert "2. The turn passes to the next player. " in said
    assert "Draw two: the player who begins takes 2 cards." in said
    assert "1. As long as the top card of the deck is a Wild Draw Four card, shuffle the deck." in said
    assert "misses it; if there are fewer than X cards in the deck" in said
    assert "shuffle the deck; that player takes X cards." in said
    assert "• Otherwise, if that card is of the colour to follow: move that card" in said
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


COURSE = "    repeat until full:\n      active take_turn\n      active = next(active)\n"
ROUNDS = """\
    repeat until round >= rounds or full:
      round += 1
      for each p in players:
        active = p
        p take_turn
"""


def test_rounds_are_told_without_their_count(market: Market) -> None:
    counted = ("table: {active:", "table: {round: number, active:")
    rounds = (LIBRARY, f'{LIBRARY}  rule rounds "the number of rounds": 3\n')
    over = "3 rounds have been played or the market is full."
    told = market.told(counted, rounds, (COURSE, ROUNDS))
    assert over in told["The end and the score"]
    assert "takes a turn, round after round, until the game ends" in told["How the game goes"]
    assert "count the round" not in " ".join(told.values())
    used = market.told(counted, rounds, (COURSE, ROUNDS), (TRADE, f"{TRADE}    gain(round)\n"))
    assert over not in used["The end and the score"]
    assert "The round starts at 0." in used["Set-up"], "a turn asks for it"


def test_it_is_told_what_only_cards_use(market: Market) -> None:
    heap = ("    pile: {of: cards, see: top}\n", "    heap: {of: cards}\n    pile: {of: cards, see: top}\n")
    power = ("worth: 1}", 'worth: 1, power: "on sell: move(top(deck), to: heap)"}')
    told = market.told(heap, power, ("active: active", "powers_work_in: [stall]\nactive: active"))
    assert "The heap is used only where a card says so." in told["What is in the box"]
    assert "What a card says holds while it lies in a stall, unless it says otherwise." in told["The cards"]
    assert "heap" not in " ".join(market.told(heap).values())


def test_whoever_gets_the_turn_is_that_player(market: Market) -> None:
    passed = "    active = the(first(players))\n    active.coins += 1\n"
    told = market.told((TRADE, f"{TRADE}{passed}"))["A turn"]
    assert "That player gains a coin." in told
    again = market.told(
        (TRADE, f"{TRADE}{passed}    repeat 2 times:\n      active.coins += 1\n      active = next(active)\n")
    )
    assert "the player to play gains a coin" in again["A turn"].lower(), "another has the turn the second time"
