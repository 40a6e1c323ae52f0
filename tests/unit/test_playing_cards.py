"""What a game with playing cards shows and says, in the small one of the language's own tests."""

import shutil
from pathlib import Path

import cardwright

PARLOUR = Path(__file__).parents[1] / "language" / "parlour"


def test_a_mark_that_holds_nothing_is_said_so() -> None:
    [veil] = cardwright.load_game(PARLOUR).card_texts(["veil"])
    assert veil.text == "After you lead, if there is a suit led, clear up."


def test_a_title_says_its_values_as_they_can_be_told_beforehand(tmp_path: Path) -> None:
    shutil.copytree(PARLOUR, tmp_path / "parlour")
    power = """after you pair_up:
        let more = count(you.hand)
        choose one "What now?":
          option "Stake {more:chip}": stake(more)
          option "Of {you.bet} staked, leave all": clear_up
"""
    card = f"  - id: dare\n    suit: cup\n    rank: 0\n    power: |\n      {power}"
    cards = f"game: parlour\nset: base\ncards:\n{card}"
    (tmp_path / "parlour" / "cards" / "base" / "more.yaml").write_text(cards, encoding="utf-8")
    [dare] = cardwright.load_game(tmp_path / "parlour").card_texts(["dare"])
    assert "• Stake that many chips: stake that many chips" in dare.text
    assert "• Of your bet staked, leave all: clear up" in dare.text


def test_what_a_title_names_is_told_to_all_who_see_it(tmp_path: Path) -> None:
    shutil.copytree(PARLOUR, tmp_path / "parlour")
    game = tmp_path / "parlour" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    play = """step play:
    for each p in players: move(top(deck, 1), to: p.hand)
    for each p in players:
      let cards = p.hand where rank < 99
      p choose one:
        option "Hold {cards}": p.bet = 1
        option "Wait": p.bet = 2
"""
    game.write_text(text.replace("step play: nothing\n", play), encoding="utf-8")
    state = cardwright.load_game(tmp_path / "parlour").new(2, 7)
    first = state.decision
    assert first is not None
    held = first.options[0].text
    assert held.startswith("Hold ")
    assert first.options[0].key == "hold"
    assert first.context == (("p", "P1"),)
    again = cardwright.load_game(tmp_path / "parlour").from_json(state.to_json())
    assert again.decision == first
    state.apply(0)
    assert any(f"P1 chooses {held}" in event.text for event in state.visible_log(0))
    told = " ".join(event.text for event in state.visible_log(1))
    assert "P1 chooses Hold a card" in told
    assert held.removeprefix("Hold ") not in told
    dealt = state.determinise(1, 5)
    assert dealt.decision is not None
    assert dealt.decision.options[0].text == state.decision.options[0].text  # type: ignore[union-attr]
