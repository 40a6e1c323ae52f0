"""Questions, options, values and conditions are said to the player who is asked."""

from __future__ import annotations

from random import Random

import pytest
from tests.english.speaking import Speaker, english, wordless

from cardwright import load_game
from cardwright.declarations.value_types import NUMBER, PLAYER, enum, list_of, piece
from cardwright.english.scope import EnglishScope
from cardwright.english.statements import prompts
from cardwright.english.statements.decision_purpose import describe_purpose
from cardwright.syntax import tree as syntax

__all__ = ["english", "wordless"]

NAMES = {"p": PLAYER, "c": piece("card"), "cs": list_of(piece("card")), "g": enum("colour"), "n": NUMBER}


def first(
    english: Speaker, text: str
) -> tuple[syntax.ChooseNode | syntax.ChooseOneNode | syntax.MayNode, EnglishScope]:
    """The first choice of some deeds, with what is known around it."""
    written = english.written(text, "deeds", NAMES)
    node = next(
        each
        for each in syntax.walk(written.node)
        if isinstance(each, syntax.ChooseNode | syntax.ChooseOneNode | syntax.MayNode)
    )
    return node, english.english.scope(written)


@pytest.mark.parametrize(
    ("text", "pick", "prompt"),
    [
        ("choose c from you.hand: discard(c)", 0, "Choose a card from your hand"),
        ("choose 2 x from you.hand: discard(x)", 0, "Choose 2 cards from your hand"),
        ("choose x from distinct(you.hand): discard(x)", 0, "Choose a card from your hand"),
        ("choose x from [load, pirate]: perform(x, 1)", 0, "Choose load or pirate"),
        ("may choose c from you.goods where good is luxury: discard(c)", 0, "You may choose one of your luxury goods"),
        ("p choose c from p.hand: discard(c)", 0, "Choose a card from your hand"),
        ("p choose c from p.completed: move(c, to: you.completed)", 0, "Choose one of your completed shipments"),
        ("p choose c from you.hand: move(c, to: p.hand)", 0, "Choose a card from {you}'s hand"),
        (
            "choose x from you.hand, t from open_slots(you) where fits(x, t): load(x, t)",
            1,
            "Choose one of your open slots which that card fits",
        ),
        ("choose x from cs where good is g: discard(x)", 0, "Choose a card of that colour among those cards"),
        (
            "choose x from numbers(0, you.credits, by: 2): gain(x)",
            0,
            "Choose a number from 0 to your credits, in steps of 2",
        ),
        ("choose k from actions: perform(k, 1)", 0, "Choose an action"),
        ("choose q from opponents: q lose(2)", 0, "Choose an opponent"),
    ],
)
def test_the_question_of_a_choice(english: Speaker, text: str, pick: int, prompt: str) -> None:
    node, scope = first(english, text)
    assert prompts.render_prompt(node, pick, scope) == prompt


@pytest.mark.parametrize(
    ("text", "prompt"),
    [
        ("may draw(2)", "You may draw 2 cards"),
        ("p may pay(6, to: you): draw(1)", "You may pay 6 credits to {you}"),
        ("may:\n  draw(1)\n  gain(2)", "You may draw a card and gain 2 credits"),
        ("p may move(p.hand, to: discard_pile): draw(1)", "You may move all cards from your hand to the discard pile"),
    ],
)
def test_the_question_of_a_may(english: Speaker, text: str, prompt: str) -> None:
    node, scope = first(english, text)
    assert prompts.render_prompt(node, 0, scope) == prompt


def test_the_question_of_several_options(english: Speaker) -> None:
    options = "choose one:\n  option: draw(1)\n  option: gain(2)"
    for text, said in ((options, "Choose one"), (f"may {options}", "You may choose one")):
        node, scope = first(english, text)
        assert prompts.render_prompt(node, 0, scope) == said


@pytest.mark.parametrize(
    ("text", "asked", "title"),
    [
        ("draw(2)", "", "Draw 2 cards"),
        ("p lose(4, to: you)", "p", "Lose 4 credits to {you}"),
        ("discard(c)", "", "Discard that card"),
        ("nothing", "", "Do nothing"),
        ("proceed", "", "Do that as usual"),
        ("choose x from you.hand: discard(x)", "", "Discard a card from your hand"),
        ("p choose x from p.goods: move(x, to: you.hand)", "p", "Move one of your goods to {you}'s hand"),
        ("p lose(4, to: you)", "", "That player loses 4 credits to you"),
        ("draw(1)", "p", "{you} draws a card"),
        ("may draw(1)", "", "Draw a card"),
        ("draw(1)\ngain(2)", "", "Draw a card and gain 2 credits"),
    ],
)
def test_the_title_of_an_option(english: Speaker, text: str, asked: str, title: str) -> None:
    written = english.written(text, "deeds", NAMES)
    assert (
        prompts.render_option_title(
            written.node, syntax.NameNode(asked) if asked else None, english.english.scope(written)
        )
        == title
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("count(you.hand where good is illegal)", "the number of illegal cards in your hand"),
        ("count(you.goods)", "the number of your goods"),
        ("count(opponents)", "the number of opponents"),
        ("you.credits + 2", "your credits plus 2"),
        ("p.credits", "that player's credits"),
        ("p.hand", "that player's hand"),
        ("you.goods where good is g", "your goods of that colour"),
        ("(you.credits - 1) / 2 rounded up", "half of (your credits minus 1) (rounded up)"),
        ("max(p.credits for each p in players)", "the largest number of credits among all players"),
        ("you.fields[luxury]", "your luxury fields"),
        ("2 * goods_count(you, luxury)", "twice your number of luxury goods"),
        ("top(deck)", "the top card of the deck"),
        ("next(you)", "the player after you"),
        ("previous(you)", "the player before you"),
        ("opponents.hand where tier >= 2", "the cards with tier 2 or more in all opponents' hands"),
        ("[technology, luxury]", "technology and luxury"),
    ],
)
def test_values(english: Speaker, text: str, said: str) -> None:
    assert english.english.value(english.written(text, "value", NAMES)) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("you.credits >= 4", "you have 4 or more credits"),
        ("p.credits is 0", "that player has no credits"),
        ("p.ready", "that player is ready"),
        ("not you.ready", "you are not ready"),
        ("ending", "the game is ending"),
        ("c.good is illegal", "that card is an illegal card"),
        ("c.good is g", "that card is of that colour"),
        ("c.tier > 1", "that card's tier is more than 1"),
        ("c in you.hand", "that card is in your hand"),
        ("this not in you.goods", "this card is not one of your goods"),
        ("leader is you", "you are the leader"),
        ("count(p.hand) is 0", "that player's hand is empty"),
        ("count(deck) > 0", "there is a card in the deck"),
        ("count(you.goods where good is luxury) >= 2", "you have 2 or more luxury goods"),
        ("not any(you.goods where good is luxury)", "you have no luxury goods"),
        ("can_contract(you, c)", "you can contract that card"),
        ("not can_contract(p, c)", "that player cannot contract that card"),
        ("you.ready and p.ready", "you are ready and that player is ready"),
        ("goods_count(p, luxury) >= 2", "that player has 2 or more luxury goods"),
        ("n is 3", "that number is 3"),
        ("all(q.ready for each q in players)", "each player is ready"),
    ],
)
def test_conditions(english: Speaker, text: str, said: str) -> None:
    assert english.english.condition(english.written(text, "value", NAMES)) == said


def test_what_means_nothing_is_still_said(english: Speaker) -> None:
    node, scope = first(english, "choose x from queue: discard(x)")
    assert prompts.render_prompt(node, 0, scope) == "Choose one of the queue"
    assert english.english.value(english.written("something_odd", "value", {})) == "the something odd"


def test_a_question_says_how_many_are_picked() -> None:
    asked = set()
    for seed in range(2):
        state, chance = load_game("ceylon").new(3, seed), Random(seed)
        for _ in range(900):
            decision = state.decision
            if decision is None:
                break
            asked.add(decision.prompt)
            state.apply(chance.randrange(state.option_count))
    assert {"Choose a card from your hand", "Choose 2 cards from your hand"} <= asked
    assert not any("{" in prompt or "that many" in prompt for prompt in asked)
    assert "Choose a number of goods cards" in asked


@pytest.mark.parametrize(
    ("text", "pick", "then", "otherwise"),
    [
        ("may choose a from you.hand, b from p.hand: discard(a)", 0, "discard that card", "gain a credit"),
        ("may choose a from you.hand, b from p.hand: discard(a)", 1, "discard the first card", ""),
        (
            "may choose a from you.hand, b from p.hand: discard(b)",
            0,
            "discard a card from that player's hand",
            "gain a credit",
        ),
        ("may choose a from you.hand, b from p.hand: discard(b)", 1, "discard that card", ""),
        (
            "choose up to 2 a from you.hand, up to 2 b from p.hand: discard(b)",
            1,
            "discard those cards",
            "gain a credit",
        ),
    ],
)
def test_of_two_alike_there_is_a_first_once_there_is_a_second(
    english: Speaker, text: str, pick: int, then: str, otherwise: str
) -> None:
    found = describe_purpose(*first(english, f"{text}\nelse: gain(1)"), pick)
    assert (found.then, found.otherwise) == (then, otherwise)


def test_a_question_about_some_players_does_not_say_any(english: Speaker) -> None:
    for text, prompt in (("players where it is not you", "Choose a player"), ("players", "Choose any player")):
        node, scope = first(english, f"choose q from {text}: q gain(1)")
        assert prompts.make_prompt(node, 0, PLAYER, scope).prompt == prompt
