"""What a game with playing cards shows and says, in the small one of the language's own tests."""

import json
import shutil
from pathlib import Path
from random import Random

import pytest

import cardwright
from cardwright.bots import make_bot
from cardwright.query.determinization import resample
from cardwright_tools.cli.main import main
from cardwright_tools.faces.model import body_lines

PARLOUR = Path(__file__).parents[2] / "language" / "parlour"


def test_a_mark_that_holds_nothing_is_said_so() -> None:
    [veil] = cardwright.load_game(PARLOUR).card_texts(["veil"])
    assert veil.text == "After you lead, if there is a suit led, clear up."


def test_what_each_of_several_may_do_is_said_of_them_all() -> None:
    [lantern] = cardwright.load_game(PARLOUR).card_texts(["lantern"])
    assert lantern.text.splitlines()[:3] == [
        "Before any player follows, each player in the hand may swap a card.",
        "After any player follows, each opponent may pay a chip.",
        "After any player wishes, each player in the hand reveals a card from the trick.",
    ]


def test_a_title_says_its_values_as_they_can_be_told_beforehand(tmp_path: Path) -> None:
    shutil.copytree(PARLOUR, tmp_path / "parlour")
    power = """after you pair_up:
        let more = count(you.hand)
        choose one "What now?":
          option "Dare with {more:chip}":
            stake(more)
            reveal(you.hand)
            stake(more)
            clear_up
            reveal(players.hand)
            stake(more)
            clear_up
          option "Stake {you.bet:chip}": stake(you.bet)
          option "Of {you.bet} staked, leave all":
            stake(more)
            reveal(you.hand)
            stake(more)
            clear_up
            reveal(players.hand)
            stake(more)
            clear_up
"""
    card = f"  - id: dare\n    suit: cup\n    rank: 0\n    power: |\n      {power}"
    cards = f"game: parlour\nset: base\ncards:\n{card}"
    (tmp_path / "parlour" / "cards" / "base" / "more.yaml").write_text(cards, encoding="utf-8")
    [dare] = cardwright.load_game(tmp_path / "parlour").card_texts(["dare"])
    # What is long is headed by its title; what is short says by itself what its title would only say again.
    assert "• Dare with X chips: stake X chips" in dare.text
    assert "\n• Stake chips equal to your bet." in dare.text
    assert "• Of your bet staked, leave all: stake X chips" in dare.text


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
    # how many of their cards are of a low rank would tell something of the ranks
    assert "P1 chooses Hold ?" in told
    assert held.removeprefix("Hold ") not in told
    asked, asked_in_a_dealt_world = state.decision, resample(state, 1, 5).decision
    assert asked is not None
    assert asked_in_a_dealt_world is not None
    assert asked_in_a_dealt_world.options[0].text == asked.options[0].text


def with_cards(folder: Path, cards: str) -> Path:
    """The game in a folder of its own, with other cards."""
    game = shutil.copytree(PARLOUR, folder / "parlour")
    path = game / "cards" / "base" / "cards.yaml"
    path.write_text(f"game: parlour\nset: base\n\ncards:\n{cards}", encoding="utf-8")
    return game


def test_one_entry_stands_for_every_combination(tmp_path: Path) -> None:
    cards = """  - each: {suit: suits, rank: 1 to 13}
    name: "{Suit} {rank}"
    copies: 2
  - each: {level: [3, 12 to 13], suit: cup}
    id: "joker_{level}_of_{suit}"
    rank: "{level}"
    note: The {level} of the {Suit}
    reminder: "a {suit} beats a sword"
    power: |
      after you lead where led is this.suit: clear_up
"""
    game = cardwright.load_game(with_cards(tmp_path, cards))
    texts = {card.id: card for card in game.card_texts()}
    assert len(texts) == 39 + 3
    assert (texts["sword_13"].name, texts["sword_13"].attributes) == ("Sword 13", {"suit": "sword", "rank": "13"})
    joker = texts["joker_12_of_cup"]
    assert (joker.name, joker.attributes["rank"]) == ("Joker 12 of Cup", "12")
    assert "clear up" in joker.text
    assert joker.reminder == "a cup beats a sword"
    assert body_lines(game, joker, False)[-1] == "(a cup beats a sword)"
    assert body_lines(game, texts["sword_13"], False) == ["suit sword · rank 13"]
    assert sum(zone.count for zone in game.new(2, 1).view(0).zones) == 78 + 3


def test_numbers_have_names(tmp_path: Path) -> None:
    cards = """  - each: {suit: [cup, sword], rank: [9 to 10, {knave: 11, high_king: 14}]}
    name: "{Rank} of {suit}"
    note: "{rank}"
  - {each: {rank: {joker: -1}}, suit: coin}
"""
    texts = {card.id: card for card in cardwright.load_game(with_cards(tmp_path, cards)).card_texts()}
    assert set(texts) == {
        f"{suit}_{rank}" for suit in ("cup", "sword") for rank in ("9", "10", "knave", "high_king")
    } | {"joker"}
    assert texts["cup_high_king"].name == "High king of cup"
    assert [texts[each].attributes["rank"] for each in ("cup_9", "cup_knave", "cup_high_king", "joker")] == [
        *("9", "11", "14", "-1"),
    ]


def test_a_mistake_in_the_power_of_many_is_told_once(tmp_path: Path) -> None:
    cards = "  - each: {suit: suits, rank: 1 to 9}\n    power: 'after you led: clear_up'\n"
    game = with_cards(tmp_path, cards)
    with pytest.raises(cardwright.CardwrightError) as told:
        cardwright.load_game(game)
    assert [each.code for each in told.value.diagnostics] == ["unknown-verb"]
    cards = "  - each: {suit: suits, rank: 1 to 9}\n    copies: lots\n"
    found, _ = cardwright.check_paths([with_cards(tmp_path / "other", cards)])
    assert [each.code for each in found if each.severity == "error"] == ["wrong-value"]


@pytest.mark.parametrize(
    ("each", "told"),
    [
        ("{suit: suit, rank: 1 to 9}", "there is no suit, nor type with such a plural, `suit`"),
        ("{suit: suits, rank: 9 to 1}", "a range goes from its lower number to its higher one"),
        ("{suit: suits, rank: 1 to 999}", "these are 2,997 combinations"),
        ("{suit: [cup, cop], rank: 1 to 3}", "`cop`"),
        (
            "{suit: {cup: 1}, rank: 1 to 3}",
            "only numbers can be named like this, and `suit` is not an attribute of a card that is",
        ),
        ("{suit: suits, rank: {}}", "`rank` has no values"),
        ("{suit: suits, rank: [1, {ace: high}]}", "`ace` needs a number"),
        ("{suit: suits, rank: {if: 14}}", "`if` is a word of the language"),
        ("{suit: suits, rank: [[1, 2]]}", "`rank`"),
        ("suits", "`each` must be a group of names with their values"),
    ],
)
def test_values_that_cannot_be_are_told(each: str, told: str, tmp_path: Path) -> None:
    found, _ = cardwright.check_paths([with_cards(tmp_path, f"  - each: {each}\n")])
    [error] = [one for one in found if one.severity == "error"]
    assert told in error.message


def test_a_sheet_shows_the_cards_of_one_entry_and_leaves_it_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = with_cards(tmp_path, '  - each: {suit: suits, rank: 1 to 2}\n    name: "{Suit} {rank}"\n')
    path = game / "cards" / "base" / "cards.yaml"
    before = path.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["export", "parlour", "--out", "cards.csv"]) == 0
    sheet = Path("cards.csv").read_text(encoding="utf-8-sig")
    assert "base,coin_2,Coin 2,1,coin,2" in sheet
    assert main(["import", "cards.csv", "parlour"]) == 0
    assert "0 changed, 0 new, 6 unchanged" in capsys.readouterr().err
    Path("cards.csv").write_text(sheet.replace("Coin 2", "Dollar"), encoding="utf-8")
    assert main(["import", "cards.csv", "parlour"]) == 1
    assert "comes from an entry with `each` or `from`, which defines other cards too" in capsys.readouterr().out
    rows = [row for row in sheet.splitlines() if "coin" not in row]
    Path("cards.csv").write_text("\n".join([*rows, "base,ace,Ace,1,cup,0,"]), encoding="utf-8")
    assert main(["import", "cards.csv", "parlour", "--delete"]) == 0
    assert "left alone: coin_1, coin_2" in capsys.readouterr().err
    after = path.read_text(encoding="utf-8")
    assert after.startswith(before.rstrip("\n"))
    assert len(cardwright.load_game(game).card_texts()) == 7


def test_released_ids_of_one_entry_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = with_cards(tmp_path, "  - each: {suit: suits, rank: 1 to 2}\n")
    monkeypatch.chdir(tmp_path)
    assert main(["release", "parlour"]) == 0
    path = game / "cards" / "base" / "cards.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("1 to 2}", "1 to 2}\n    id: '{suit}{rank}'"), encoding="utf-8"
    )
    found, _ = cardwright.check_paths([game])
    gone = [each for each in found if each.code == "missing-released-id"]
    assert len(gone) == 6
    assert all(each.fix is None for each in gone)


def passing(folder: Path, see: str = "owner") -> cardwright.Game:
    """A game in which cards are passed in secret, again and again."""
    game = with_cards(folder, "  - each: {suit: suits, rank: 1 to 5}\n") / "game.yaml"
    text = game.read_text(encoding="utf-8").replace("hand: {of: cards, see: owner}", f"hand: {{of: cards, see: {see}}}")
    play = """step play:
    for each p in players: move(top(deck, 4), to: p.hand)
    repeat 2 times:
      pass_round
      pass_some
"""
    game.write_text(text.replace("step play: nothing\n", play), encoding="utf-8")
    return cardwright.load_game(game.parent)


@pytest.mark.parametrize("see", ["owner", "everyone"])
def test_what_is_picked_in_secret_is_known_to_nobody_else(see: str, tmp_path: Path) -> None:
    game = passing(tmp_path, see)
    chance = Random(4)
    for seed in range(4):
        state, plain = game.new(3, seed), game.new(3, seed, tracked=False)
        while not state.finished:
            assert plain.digest() == state.digest()
            assert game.from_json(json.loads(json.dumps(state.to_json()))).digest() == state.digest()
            for player in range(3):
                dealt = resample(state, player, chance.randrange(10**6))
                check_world(state, dealt, player)
                if passing_two(state) and hands(state) == [4, 4, 4]:
                    while passing_two(dealt) and dealt.decisions < state.decisions + 6:
                        dealt.apply(chance.randrange(dealt.option_count))
                    assert hands(dealt) == [4, 4, 4], "everybody passed two of their own cards"
                while not dealt.finished:
                    dealt.apply(chance.randrange(dealt.option_count))
                assert sum(zone.count for zone in dealt.view(0).zones) == 15
            option = chance.randrange(state.option_count)
            state.apply(option)
            plain.apply(option)


def passing_two(state: cardwright.State) -> bool:
    decision = state.decision
    return decision is not None and decision.prompt.startswith("Choose 2 cards")


def hands(state: cardwright.State) -> list[int]:
    return [zone.count for zone in state.view(0).zones if zone.name == "hand"]


def check_world(state: cardwright.State, dealt: cardwright.State, player: int) -> None:
    """A dealt world looks the same to the player, and who is asked in it is asked for what they hold."""
    assert dealt.view(player) == state.view(player)
    assert [str(event.text) for event in dealt.visible_log(player)] == [e.text for e in state.visible_log(player)]
    assert dealt.option_count == state.option_count or state.player != player
    real, made = state.decision, dealt.decision
    assert real is not None
    assert made is not None
    assert made.player == real.player
    if real.player == player:
        assert made == real
        return
    [hand] = [z for z in dealt.view(real.player).zones if (z.owner, z.name) == (f"P{real.player + 1}", "hand")]
    held = {piece.id for piece in hand.pieces or () if piece is not None}
    assert {option.key for option in made.options} - {"done"} <= held
    assert len(made.options) > 1


def test_secret_picks_of_others_are_drawn_anew(tmp_path: Path) -> None:
    state = passing(tmp_path, "everyone").new(3, 1)
    first = state.decision
    assert first is not None
    state.apply(0)
    asked = {world.decision.options for world in (resample(state, 1, seed) for seed in range(20)) if world.decision}
    assert len(asked) > 1, "P2 does not know which card P1 has picked already"
    state.apply(state.option_count - 1)
    passed = set()
    for seed in range(40):
        dealt = resample(state, 1, seed)
        while dealt.decisions < 6 and dealt.secret and dealt.player != 0:
            dealt.apply(0)
        [hand] = [z for z in dealt.view(1).zones if (z.owner, z.name) == ("P2", "hand")]
        passed.add(frozenset(piece.id for piece in hand.pieces or () if piece is not None))
    assert len(passed) > 3, "P2 does not know which two of four cards P1 passes"


def test_greedy_sees_what_several_picks_in_secret_bring(tmp_path: Path) -> None:
    game = passing(tmp_path)
    state = game.new(3, 2)
    bots = [make_bot("greedy", 1), make_bot("mcts:20", 2), make_bot("random", 3)]
    while not state.finished:
        state.apply(bots[state.player].choose(state))
    assert state.decisions > 12
