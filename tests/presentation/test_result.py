"""The end of a game is told in a sentence."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.presentation.test_question import DUEL, EXAMPLES
from tests.presentation.test_table import GAMES
from tests.tools.web.stalls import GAME as STALL
from tests.tools.web.stalls import stall

from cardwright import CannotExplain, load_game
from cardwright.game.loading import find_checked_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.explain_values_and_end import explain_end, explain_rule, name_winners
from cardwright.presentation.rulebook.rule_text_sections import Writer


def test_the_end_says_who_has_won_with_what() -> None:
    state, dice = load_game("cargo_hold").new(3, 1), random.Random(1)
    while not state.finished:
        state.apply(dice.randrange(state.option_count))
    [winner] = state.winners
    found = build_table(state, 0)
    assert name_winners(found) == f"P{winner + 1} wins with {found.score} {state.scores[winner]}."
    seats = tuple(replace(seat, score="7") for seat in found.seats)
    shared = replace(found, winners=(0, 1, 2), seats=seats)
    assert name_winners(shared) == f"P1, P2 and P3 end level with {found.score} 7."
    assert name_winners(replace(shared, winners=(0, 2))) == f"P1 and P3 share the win with {found.score} 7."
    assert name_winners(replace(found, winners=())) == "Nobody wins."
    assert explain_end(state) == f"P{winner + 1}'s money is at least the debt target"


def test_the_end_says_what_had_to_be_so_wherever_that_stands() -> None:
    found = {}
    for game in ("bush_pilots", "kuhn_poker", "goofspiel", DUEL):
        loaded, dice = load_game(game), random.Random(1)
        state = loaded.new(loaded.min_players, 1)
        while not state.finished:
            state.apply(dice.randrange(state.option_count))
        found[game] = explain_end(state)
    assert found["bush_pilots"].startswith("the number of cards in P")
    assert found["goofspiel"]
    assert re.fullmatch(r"P\d's hearth is 0 or less", found[DUEL])


def test_of_several_conditions_that_end_a_game_the_one_is_told_that_did() -> None:
    game, found = load_game(Path(__file__).parents[1] / "corpus" / "hanabi"), set()
    [(whole, _)] = Writer(game, find_checked_game(game)).endings(False)
    assert "either" in whole
    for seed in range(3):
        state, dice = game.new(2, seed), random.Random(seed)
        while not state.finished:
            state.apply(dice.randrange(state.option_count))
        found.add(explain_end(state))
    assert found == {"a turn is over and no lives are left"}


@pytest.mark.parametrize(
    ("coins", "told"),
    [(9, "somebody is rich from the beginning"), (0, "a round is over and somebody is rich")],
)
def test_a_match_that_ends_before_its_first_round_says_so(coins: int, told: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(f"""
game: purse
players: 2
kinds: {{card: {{}}}}
memory: {{player: {{coins: {{is: number, starts: {coins}}}}}}}
library: |
  step setup: nothing
  step play:
    repeat until rich: round
  step round "a round":
    for each p in players:
      p choose n from [5, 6]: p gain(n)
  verb gain(number) "gain {{number:coin}}": you.coins += number
  rule rich gives yes_no "somebody is rich": any(players where coins > 4)
  rule final_score(player): player.coins
""")
    state = load_game(tmp_path / "game.yaml").new(2, 1)
    while not state.finished:
        state.apply(0)
    assert explain_end(state) == told


@pytest.mark.parametrize("left", ["title: [", None])
def test_a_match_whose_files_have_mistakes_ends_and_explains_nothing(tmp_path: Path, left: str | None) -> None:
    stall(tmp_path / "stall")
    file = tmp_path / "stall" / "game.yaml"
    file.write_text(STALL.replace("game: stall", f"game: stall # {left}"))  # checked by no other test
    state, dice = load_game(tmp_path / "stall").new(2, 1), random.Random(1)
    while not state.finished:
        state.apply(dice.randrange(state.option_count))
    if left is None:
        file.unlink()
    else:
        file.write_text(left)
    assert explain_end(state) == ""
    with pytest.raises(CannotExplain, match="have mistakes"):
        explain_rule(state, "final_score(P1)", 0)


@pytest.mark.one_of(6)
@pytest.mark.parametrize("game", [*GAMES, *EXAMPLES])
def test_what_ends_a_game_is_told_by_itself(game: str) -> None:
    loaded = load_game(game)
    for text, _ in Writer(loaded, find_checked_game(loaded)).endings(False):
        assert not re.search(r"(?:if|when|and|or) (?:that|those) ", text), text
        # of what is told with `and` and `or` it is plain what goes with what
        behind = re.sub(r" or (?:more|less|fewer)\b", "", text.partition(" and ")[2])
        assert " or " not in behind.partition("either ")[0], text
