"""Definitions of a rulebook in words other than their own, and the memory that its box says must be noted."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.presentation.question import make_question
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook
from cardwright_tools.printing.rulebook_text_and_markdown import render_lines

GAME = """
game: quay
players: 2 to 4
active: active
turn: take_turn
powers_work_in: [board]
types:
  wind: {values: [calm, gale]}
  good: {values: [salt, wool]}
  mood: {values: [glad, sour]}
kinds:
  card:
    attributes: {might: number, cost: number}
    memory: {mood: mood, wounds: number, host: card, idle: number}
  pier: {plural: piers, attributes: {}, zones: {crew: {of: cards}}}
  lamp: {plural: lamps, attributes: {}}
  echo: {plural: echoes, attributes: {}}
zones:
  table:
    quay: {of: piers}
    deck: {of: cards, see: nobody, ordered: yes}
    shed: {of: lamps}
    spare: {of: echoes}
    storm: {of: echoes, ordered: yes}
  player:
    board: {of: cards}
    lights: {of: lamps}
memory:
  table:
    active: player
    wind: wind
    bid: {is: number, title: highest bid}
    nights: number
    constant: number
  player:
    coins: number
    shells: number
    stock: {is: number, per: good}
    casts: {is: number, until: take_turn, title: cards cast this turn}
    clan: wind
    blamed: yes_no
    stuck: {is: yes_no, title: has no move}
    steered: {is: player, title: steered by}
    wish: {is: name of card, secret: yes}
pieces:
  - {id: pier, kind: pier, copies: 2}
  - {id: lamp, kind: lamp, copies: 3}
  - {id: echo, kind: echo, copies: 3}
  - id: fig
    copies: 5
    might: 2
    cost: -1
    power: |
      on cast: anger(this)
      on cast: hoard(wool)
      modify might(card: you.board): add 1
      on cast: kindle
      on cast: lose(2)
      on cast: save(1)
      on cast: waste(1)
look:
  labels: {board: "{name} {might(it)}"}
library: |
  rule might(card) "the might of {card}", add "{card} has {add} more might": card.might + card.wounds
  rule cost(card) "the cost of {card}": card.cost
  rule facing(pier) gives cards "the cards facing {pier}": b.crew for each b in quay where b is not pier
  rule held(player) "the piers held by {player}": count(quay where count(crew) > count(facing(it)))
  rule regrets(player) "the regrets of {player}":
    bid if wind is calm and player.clan is calm and player.blamed
    you_have(player) if player.stuck and player.steered is player
    0 otherwise
  rule you_have(player) "the riches of {player}":
    player.shells + player.stock[wool] + player.casts + sum(c.wounds for each c in player.board where mood is sour)
  rule share(player) "the share of {player}": (player.coins + 1) / 1
  rule final_score(player): share(player) + held(player) - regrets(player) + might(the(first(player.board)))
  step setup:
    active = the(first(players))
    move(deck, to: active.board)
  step play:
    repeat until nights > 3:
      nights += 1
      wind = gale
      bid = 3
      active take_turn
  verb take_turn "take a turn":
    you.shells = min(you.shells + 1, 7)
    you.clan = calm
    you.blamed = yes
    you.stuck = no
    you.steered = next(you)
    choose card from you.board: cast(card)
  verb cast(card) "cast {card}":
    you.casts += 1
    sink(card)
  verb sink(card) "sink {card}":
    card.wounds += 1
    put on storm: you.coins += 1
  verb anger(card) "anger {card}": card.mood = sour
  verb hoard(good) "hoard {good}": you.stock[good] += 1
  verb kindle "kindle a lamp": move(first(shed), to: you.lights)
  verb wish_for(card) "wish for {card}":
    you.wish = card.name
    card.host = card
  verb lose(amount: number) "lose {amount:coin}": you.coins -= min(you.coins, amount)
  verb save(amount: number) "gain {amount:shell}":
    require amount > 0
    you.shells += amount
    nights += amount
  verb waste(amount: number) "lose {amount:shell}":
    if you.shells > 2: you.shells -= amount
"""


def write_texts(folder: Path, *changes: tuple[str, str]) -> tuple[str, str]:
    """Return the generated guide of the game with changes, and its rules to the letter."""
    text = GAME
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    book = write_rulebook(load_game(folder))
    guide, letter = (" ".join(" ".join(render_lines(each, 200)).split()) for each in (book.guide, book.sections))
    return guide, letter


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    return write_texts(tmp_path_factory.mktemp("quay"))


@pytest.mark.parametrize(
    ("said", "letter"),
    [
        ("Lose X coins: your coins go down by X, but not below 0.", "Subtract X from your coins (at most down to 0)."),
        (
            "Gain X shells (only if X is more than 0): your shells go up by X; the nights go up by X.",
            "1. Add X to your shells.",
        ),
        (
            "Lose X shells: if you have 3 or more shells, your shells go down by X.",
            "If you have 3 or more shells, subtract X from your",
        ),
        ("Cast a card: your cards cast this turn go up by 1;", "Add 1 to your cards cast this turn."),
        (
            "The might of a card is that card's printed might plus",
            "The might of a card: that card's printed might plus",
        ),
        ("your share your coins plus 1", "The share of a player: that player's coins plus 1."),
        (
            "is more than the number of cards of the cards facing them",
            "is more than the number of cards of the cards facing them",
        ),
    ],
)
def test_a_word_is_explained_in_other_words(texts: tuple[str, str], said: str, letter: str) -> None:
    assert said in texts[0]
    assert letter in texts[1]


@pytest.mark.parametrize(
    "said",
    [
        "Remember the wind and the highest bid.",
        "note their clan, whether they are blamed, whether they have no move and by which player they are steered.",
        "For each card, note its mood and its wounds.",
        "You need something with which to count the nights and each player's coins, shells and stock for each good.",
        "The shed is used only where a card says so.",
    ],
)
def test_the_box_says_what_must_be_noted(texts: tuple[str, str], said: str) -> None:
    assert said in texts[0]


def test_what_only_cards_change_is_noted_and_what_nothing_changes_is_not(tmp_path: Path) -> None:
    assert "secret" not in write_texts(tmp_path)[0]
    guide, letter = write_texts(
        tmp_path,
        ("on cast: anger(this)", "on cast: wish_for(this)"),
        ("mood is sour", "host is it and player.wish is name"),
    )
    assert "For each card, note its wounds and its host." in guide
    assert "Each player's wish is secret: only that player knows it." in guide
    assert "which player is its owner" not in guide
    assert "each echo" not in letter


def test_an_option_tells_a_computed_value_once_and_a_negative_number_is_a_number(tmp_path: Path) -> None:
    write_texts(tmp_path)
    state = load_game(tmp_path).new(2, seed=1)
    asked = make_question(state, state.player)
    assert asked is not None
    assert [(fact.title, fact.value, fact.is_number) for fact in asked.choices[0].facts] == [
        ("might", "7", True),
        ("cost", "-1", True),
    ]
