"""Words take their English forms, and templates are filled without traces of their signs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright.phrases import inflection, templates
from cardwright.phrases.templates import tidy_possessives


@pytest.mark.parametrize(
    ("verb", "third", "gerund", "participle"),
    [
        ("draw", "draws", "drawing", "drawn"),
        ("discard", "discards", "discarding", "discarded"),
        ("lose", "loses", "losing", "lost"),
        ("put", "puts", "putting", "put"),
        ("pass", "passes", "passing", "passed"),
        ("catch", "catches", "catching", "caught"),
        ("carry", "carries", "carrying", "carried"),
        ("play", "plays", "playing", "played"),
        ("swap", "swaps", "swapping", "swapped"),
        ("ship", "ships", "shipping", "shipped"),
        ("load", "loads", "loading", "loaded"),
        ("take", "takes", "taking", "taken"),
        ("be", "is", "being", "been"),
        ("go", "goes", "going", "gone"),
        ("tie", "ties", "tying", "tied"),
        ("free", "frees", "freeing", "freed"),
        ("reveal", "reveals", "revealing", "revealed"),
        ("begin", "begins", "beginning", "begun"),
        ("mix", "mixes", "mixing", "mixed"),
        ("buy", "buys", "buying", "bought"),
    ],
)
def test_verbs(verb: str, third: str, gerund: str, participle: str) -> None:
    assert (inflection.inflect_third_person(verb), inflection.make_gerund(verb), inflection.make_participle(verb)) == (
        third,
        gerund,
        participle,
    )
    assert inflection.find_base_form(third) == verb


@pytest.mark.parametrize(
    ("one", "many"),
    [
        *[("card", "cards"), ("box", "boxes"), ("city", "cities"), ("key", "keys"), ("die", "dice")],
        *[("person", "people"), ("open slot", "open slots"), ("pass", "passes"), ("knife", "knives"), ("rice", "rice")],
    ],
)
def test_nouns(one: str, many: str) -> None:
    assert inflection.make_plural(one) == many
    assert inflection.make_singular(many) == one


@pytest.mark.parametrize(
    "noun",
    [
        "an action",
        "a unit",
        "an hour",
        "a card",
        "an 8",
        "a one-eyed card",
        "an 11",
        "an 11th card",
        "an NPC",
        "a UFO",
        "a ukulele",
        "an F-card",
        "a SOS",
    ],
)
def test_articles(noun: str) -> None:
    article, _, word = noun.partition(" ")
    assert inflection.with_article(word) == f"{article} {word}"


@pytest.mark.parametrize(
    ("noun", "text"), [("card", "a card"), ("more point", "1 more point"), ("damage", "1 damage"), ("ore", "1 ore")]
)
def test_one_of_a_noun(noun: str, text: str) -> None:
    nouns = noun if text.startswith("1 ") and "more" not in noun else inflection.make_plural(noun)
    assert inflection.render_one(noun, nouns) == text


def test_lists_of_things() -> None:
    assert inflection.join_list(["a", "b", "c"]) == "a, b and c"
    assert inflection.join_list(["a and b", "c"]) == "a and b, then c"
    assert inflection.join_items(["a", "b"], "or") == "a or b"


def filled(template: str, **roles: str) -> str:
    def say(role: str, noun: str | None) -> str | None:
        if role not in roles:
            return None
        return roles[role] if noun is None else f"{roles[role]} {inflection.make_plural(noun)}"

    return templates.fill_template(templates.parse_template(template), say)


@pytest.mark.parametrize(
    ("template", "roles", "text"),
    [
        ("draw {number:card}", {"number": "2"}, "draw 2 cards"),
        ("discard {number:{of} card}", {"number": "2", "of": "tea"}, "discard 2 tea cards"),
        ("discard {number:{of} card}", {"number": "2"}, "discard 2 cards"),
        ("sell {card}[ for {price:credit}]", {"card": "it"}, "sell it"),
        ("sell {card}[ for {price:credit}]", {"card": "it", "price": "3"}, "sell it for 3 credits"),
        ("give {card} to {to}", {"card": "it"}, "give it"),
        ("the limit of {player}", {"player": templates.mark_owner("your", "you")}, "your limit"),
        (
            "the limit of {player}",
            {"player": templates.mark_owner("", "the player after you")},
            "the limit of the player after you",
        ),
        (
            "the capacity of {player}'s ships",
            {"player": templates.mark_owner("your", "you")},
            "the capacity of your ships",
        ),
        ("the limit of {player} is low", {"player": templates.mark_owner("your", "you")}, "your limit is low"),
        (
            "{player} scores {add:credit}",
            {"player": templates.mark_owner("your", "you"), "add": "2"},
            "you score 2 credits",
        ),
        ("what {player} gets", {"player": templates.mark_owner("your", "you")}, "what you get"),
        ("the {of} cards", {"of": templates.sort("that crop")}, "the cards of that crop"),
        ("the {of} actions", {"of": templates.sort("that action")}, "the actions of that kind"),
        ("play {number:{of} card}", {"number": "2", "of": templates.sort("that crop")}, "play 2 cards of that crop"),
        (
            "what {shape} turned {facing} from {cell} covers",
            {"shape": templates.sort("that shape"), "facing": templates.sort("your heading"), "cell": "that cell"},
            "what that shape turned your heading from that cell covers",
        ),
        (
            "{shape} painted {colour} fits at {cell}",
            {"shape": "the square", "colour": templates.sort("that colour"), "cell": "that cell"},
            "the square painted that colour fits at that cell",
        ),
        (
            "the cell at {row}/{column} of {player}",
            {
                "row": "2",
                "column": templates.mark_number("5 plus the columns right"),
                "player": templates.mark_owner("your", "you"),
            },
            "your cell at 2/5 plus the columns right",
        ),
        (
            "the larger of {one} and {other}",
            {"one": templates.mark_number("the rows"), "other": templates.mark_number("the columns")},
            "the larger of the rows and the columns",
        ),
        ("odd { sign ] here", {}, "odd { sign ] here"),
        ("belongs to the {guild}", {"guild": "brewers"}, "belongs to the brewers"),
        ("belongs to the {guild}", {"guild": "that guild"}, "belongs to that guild"),
        ("of a {guild} or the {guild}", {"guild": "each guild"}, "of each guild or each guild"),
        ("bathe {guild}", {"guild": "that guild"}, "bathe that guild"),
    ],
)
def test_templates(template: str, roles: dict[str, str], text: str) -> None:
    assert filled(template, **roles) == text


def test_whose_your_is() -> None:
    assert templates.convert_to_third_person("draw until you have {you}, as you like, from those to you") == (
        "draw until they have {you}, as they like, from those to them"
    )
    assert (
        templates.convert_to_third_person("discard your {hand} and {yours} for yours")
        == "discard their {hand} and {yours} for theirs"
    )


def test_words_without_a_phrase_get_one() -> None:
    def made(word: str, kind: str, *roles: tuple[str, str]) -> str:
        return templates.make_template(word, kind, roles)

    assert made("draw", "verb", ("number", "number")) == "draw {number}"
    assert made("sell", "verb", ("card", "card"), ("price", "number")) == "sell {card}[ with price {price}]"
    assert made("goods_limit", "rule", ("player", "player")) == "the goods limit of {player}"
    assert made("can_ship", "rule", ("player", "player")) == "{player} can ship"
    assert made("game_end", "step") == "the game end"


@given(st.text(st.sampled_from("ab {}[]:'"), max_size=30))
def test_no_template_breaks(template: str) -> None:
    parts = templates.parse_template(template)
    templates.list_parameters(parts)
    templates.fill_template(parts, lambda role, noun: "x")
    templates.fill_template(parts, lambda role, noun: None)


@pytest.mark.parametrize(
    ("predicate", "told"),
    [
        ("draw a card", "draws a card"),
        ("was one of them", "was one of them"),
        ("pay or lose 2 coins", "pays or loses 2 coins"),
        ("pay, give or lose 2 coins", "pays, gives or loses 2 coins"),
        ("take it, or leave it", "takes it, or leave it"),
        ("load and count them", "loads and counts them"),
        ("keep a card in your hand or discard it", "keeps a card in your hand or discards it"),
        ("steal a card from a delivery and cash it in", "steals a card from a delivery and cashes it in"),
        ("draw a card and 2 coins", "draws a card and 2 coins"),
        ("pass", "passes"),
        ("rest or", "rests or"),
        ("bid or pass", "bids or passes"),
        ("pay, give or pass", "pays, gives or passes"),
        ("draw 3 tickets and keep at least 2", "draws 3 tickets and keeps at least 2"),
        ("draw a card and a coin", "draws a card and a coin"),
        ("draw a card fewer, as a full hand takes no more", "draws a card fewer, as a full hand takes no more"),
        ("pay 2 coins, because the road is long", "pays 2 coins, because the road is long"),
    ],
)
def test_both_of_two_verbs_are_conjugated(predicate: str, told: str) -> None:
    assert inflection.conjugate(predicate, inflection.inflect_third_person) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("play a that pattern", "play that pattern"),
        ("what has the rank that rank", "what has that rank"),
        ("the rank that card has", "the rank that card has"),
        ("what has the rank some number", "what has some rank"),
        ("lay 2 cards of rank some number", "lay 2 cards of some rank"),
        ("give some number of cards", "give some number of cards"),
        ("give a card that you hold", "give a card that you hold"),
        ("an that, the that", "an that, the that"),
        ("own another that card", "own another such card"),
        ("another this, another that", "another this, another that"),
    ],
)
def test_what_says_which_it_is_has_no_article_and_no_noun_before_it(text: str, told: str) -> None:
    assert inflection.drop_extra_determiners(text) == told


@pytest.mark.parametrize(
    ("one", "many"),
    [("offer made", "offers made"), ("Clipper pledged", "Clippers pledged"), ("sea bed", "sea beds"), ("bed", "beds")],
)
def test_what_was_done_with_things_stands_behind_their_plural(one: str, many: str) -> None:
    assert inflection.make_plural(one) == many
    assert inflection.make_singular(many) == one
    assert inflection.is_plural(many)
    assert not inflection.is_plural(one)


def test_a_name_that_begins_with_a_sign_stands_apart_from_the_verb() -> None:
    assert tidy_possessives("play :quit , and lay .net down .") == "play :quit, and lay .net down."
