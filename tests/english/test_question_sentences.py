"""A question and what its answer is for in one sentence."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from tests.english.speaking import Speaker, english, wordless
from tests.english.test_prompts import first

from cardwright.declarations.value_types import NUMBER, Type, piece
from cardwright.english.marked_mentions import Mention
from cardwright.english.statements.decision_purpose import describe_purpose
from cardwright.english.statements.prompts import name_decider
from cardwright.english.statements.question_sentence import Aim, QuestionText, join_aim

__all__ = ["english", "wordless"]

# Pick: the base of its type, and its pronoun.
CARD, CARDS, PLAYER, VALUE = ("piece", "it"), ("piece", "them"), ("player", "them"), ("enum", "")
Form = Literal["action", "clause", "name"]
ACTION: Form = "action"
CLAUSE: Form = "clause"
NAME: Form = "name"
HAND = "Choose a card from your hand"
OPPONENT = "Choose an opponent"

JOINED = (
    # what is picked is left out where it can be
    (HAND, ACTION, "discard <that card>", CARD, "Choose a card from your hand to discard"),
    (HAND, ACTION, "lay away <that card>", CARD, "Choose a card from your hand to lay away"),
    (HAND, ACTION, "steal <that card> from your hand", CARD, "Choose a card from your hand to steal"),
    (
        HAND,
        ACTION,
        "discard <that card> and draw a card",
        CARD,
        "Choose a card from your hand to discard, and draw a card",
    ),
    ("Choose 2 cards", ACTION, "play each of <those cards> at once", CARDS, "Choose 2 cards to play at once"),
    ("Choose a type", ACTION, "play each of 2 cards", VALUE, "Choose a type to play 2 cards"),
    (
        OPPONENT,
        ACTION,
        "raid <that opponent> with 1 or more cards",
        PLAYER,
        "Choose an opponent to raid with 1 or more cards",
    ),
    ("You may choose a card", ACTION, "meet Hal with <that card>", CARD, "You may choose a card to meet Hal with"),
    ("Choose a colour", ACTION, "point out to P2 <that colour>", VALUE, "Choose a colour to point out to P2"),
    (
        "Choose some coins",
        ACTION,
        "put <that many coins> on it",
        VALUE,
        "Choose some coins, to put that many coins on it",
    ),
    (
        "Choose a number of coins",
        ACTION,
        "bid <that many coins> in Rome",
        VALUE,
        "Choose a number of coins to bid in Rome",
    ),
    ("Choose a number", ACTION, "bid <that many tricks>", VALUE, "Choose a number of tricks to bid"),
    # and else a pronoun stands for it, or it is said again
    (OPPONENT, ACTION, "make <that opponent> an offer", PLAYER, "Choose an opponent, to make them an offer"),
    (OPPONENT, ACTION, "pick <that opponent's> pocket", PLAYER, "Choose an opponent, to pick their pocket"),
    (HAND, ACTION, "set the suit to <that card's> suit", CARD, f"{HAND}, to set the suit to that card's suit"),
    (
        HAND,
        ACTION,
        "discard <that card>; if <that card> is red, win",
        CARD,
        f"{HAND}, to discard it; if that card is red, win",
    ),
    (
        "Choose a colour",
        ACTION,
        "say what is <that colour> now",
        VALUE,
        "Choose a colour, to say what is that colour now",
    ),
    ("Choose a name", ACTION, "take a new <that name> up", VALUE, "Choose a name, to take a new one up"),
    ("Choose a card that wins", ACTION, "play <that card>", CARD, "Choose a card that wins, to play it"),
    # what does not mention it
    (HAND, ACTION, "lay a delivery face down", CARD, "Choose a card from your hand to lay a delivery face down"),
    (OPPONENT, ACTION, "move a card to the pile", PLAYER, "Choose an opponent, to move a card to the pile"),
    ("You may scrap Rex", ACTION, "gain 2 coins", VALUE, "You may scrap Rex to gain 2 coins"),
    # what is no action
    (HAND, CLAUSE, "<that card> is weary", CARD, "Choose a card from your hand: it is weary"),
    (HAND, CLAUSE, "<that card's> might is 1", CARD, "Choose a card from your hand: that card's might is 1"),
    (OPPONENT, CLAUSE, "<that opponent> loses 2 coins", PLAYER, "Choose an opponent: that opponent loses 2 coins"),
    ("Choose a number of credits", NAME, "your bid", VALUE, "Choose a number of credits as your bid"),
    ("You may choose the debt", NAME, "the debt target", VALUE, "You may choose the debt target"),
    # what is true of all that is offered
    ("Choose a card where you can lay", ACTION, "lay a disc on <that card>", CARD, "Choose a card to lay a disc on"),
    ("Choose a thing that you can aim at", ACTION, "hush <that thing>", CARD, "Choose a thing to hush"),
)


@pytest.mark.parametrize(("prompt", "form", "purpose", "picked", "joined"), JOINED)
def test_a_question_and_what_it_is_for_are_one_sentence(
    prompt: str, form: Form, purpose: str, picked: tuple[str, str], joined: str
) -> None:
    assert "".join(join_aim(_ask(prompt), _aim(form, purpose, *picked))[:2]) == joined


def _ask(prompt: str) -> QuestionText:
    """A question of which what is picked follows `choose`."""
    start, chosen, what = re.split("(hoose )", prompt) if "hoose " in prompt else (prompt, "", "")
    return QuestionText(start + chosen, what)


def _aim(form: Form, purpose: str, base: str, pronoun: str) -> Aim:
    """The purpose of an answer, with the mentions of the pick between angle brackets."""
    parts: list[str | Mention] = list(re.split("<[^>]*>", purpose))
    for place, text in enumerate(re.findall("<([^>]*)>", purpose)):
        noun = text.removeprefix("that many ") if text.startswith("that many ") else ""
        parts.insert(2 * place + 1, Mention(text, text.endswith("'s"), noun))
    return Aim(re.sub("[<>]", "", purpose), form, tuple(parts), "", base, pronoun)


NO_SENTENCE = (
    ("Choose a hawk, a tiger or an owl", "spook <that bird>"),
    ("Choose a card, such that it wins", "play <that card>"),
    ("P1 challenges P2: choose one", "fight"),
    (HAND, ""),
)


@pytest.mark.parametrize(("prompt", "purpose"), NO_SENTENCE)
def test_what_is_no_sentence_stays_apart(prompt: str, purpose: str) -> None:
    assert join_aim(_ask(prompt), _aim(ACTION, purpose, *CARD))[0] == ""


def test_other_options_are_named_only_behind_a_short_sentence() -> None:
    short, long = _aim(ACTION, "play <that card>", *CARD), _aim(ACTION, "give <that card> a ward", *CARD)
    assert [join_aim(_ask(HAND), aim)[2] for aim in (short, long)] == [True, False]


@pytest.mark.parametrize(
    ("text", "pick", "asked"),
    [
        ("choose c from you.hand: discard(c)", 0, "Choose a card from your hand to discard"),
        ("choose 2 x from you.hand: discard(x)", 0, "Choose 2 cards from your hand to discard"),
        ("may choose c from p.hand: discard(c)", 0, "You may choose a card from that player's hand to discard"),
        (
            "choose a from you.hand, b from p.hand: discard(a)",
            1,
            "Choose a card from that player's hand to discard the first card",
        ),
        ("choose q from opponents: q lose(2)", 0, "Choose an opponent: that opponent loses 2 credits"),
        ("choose n from numbers(0, you.credits): gain(n)", 0, "Choose a number of credits to gain"),
        ("may draw(2): lose(2)", 0, "You may draw 2 cards to lose 2 credits"),
        # who decides is `you`, also if that is computed
        ("next(you) may draw(2): next(you) lose(2)", 0, "You may draw 2 cards to lose 2 credits"),
        ("next(you) choose c from next(you).hand: next(you) discard(c)", 0, "Choose a card from your hand to discard"),
        # the number that there is, not the number for which a rule asks at most
        (
            "choose as many as possible up to 2 x from you.hand: discard(x)",
            0,
            "Choose {many} cards from your hand to discard",
        ),
    ],
)
def test_the_sentence_is_made_from_the_statements(english: Speaker, text: str, pick: int, asked: str) -> None:
    node, scope = first(english, text)
    node = name_decider(node)
    kind = NUMBER if "numbers" in text else piece("card")
    question, aim, _ = describe_purpose(node, scope, pick, kind).asks[0]
    assert question + aim == asked


@pytest.mark.parametrize(
    ("pick", "kind", "asked"),
    [(0, piece("card"), "Choose a card from your hand to sell"), (1, NUMBER, "Choose the cost to sell that card")],
)
def test_a_verb_without_a_phrase_is_told_without_what_is_not_known(
    wordless: Speaker, pick: int, kind: Type, asked: str
) -> None:
    node, scope = first(wordless, "choose c from you.hand, cost from numbers(0, 3): sell(c, cost)")
    question, aim, _ = describe_purpose(node, scope, pick, kind).asks[0]
    assert question + aim == asked


def test_what_a_power_asks_without_saying_what_for_is_for_its_card(english: Speaker) -> None:
    node, scope = first(english, "choose c from you.hand: nothing")
    asked = [describe_purpose(node, scope, own=own).asks for own in ("", "this card")]
    assert asked == [(), (("Choose a card from your hand", " for this card", True),)]
