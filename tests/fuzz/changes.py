"""Ways to change a whole game at random: its trees, the words and trees of its texts, and who has which power."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable

from tests.fuzz.tries import (
    Try,
    a_spot,
    an_entry,
    an_item,
    bodies_in,
    bring_in_scope,
    is_word,
    parsed,
    performed,
    with_other,
)
from tests.fuzz.worlds import copied, lists_of

from cardwright.declarations.value_types import NUMBER, PLAYER, YES_NO, Type, list_of
from cardwright.formatting.formatter import unparse
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse
from cardwright_tools.authoring.mutations import list_mutants

NUMBERS = [0, 1, 2, 3, 5, 8, 20, -1, 100, 1000]
LARGE = [10**6, 10**15, 10**30, 1.5, -(10**9)]
_TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z_0-9]+|[^\sA-Za-z_0-9]|\n[ ]*')


Change = Callable[[Try], bool]


# ---------------------------------------------------------------- of trees


def remove_something(t: Try) -> bool:
    spot = a_spot(t)
    if spot is not None:
        del spot[0][spot[1]]
    return spot is not None


def double_something(t: Try) -> bool:
    spot = a_spot(t)
    if spot is not None:
        spot[0].insert(t.chance.randrange(len(spot[0]) + 1), copied(spot[0][spot[1]]))
    return spot is not None


def move_something(t: Try) -> bool:
    """Take a field or an item out and put it in elsewhere, or swap two that stand in one place."""
    spot = a_spot(t)
    if spot is None:
        return False
    here, at = spot
    if t.chance.random() < 0.5:
        other = t.chance.randrange(len(here))
        here[at], here[other] = here[other], here[at]
        return True
    thing = here.pop(at)
    elsewhere = [each for tree in t.files.values() for each in lists_of(tree) if type(each) is type(here)]
    (t.chance.choice(elsewhere) if elsewhere else here).append(thing)
    return True


def value_of_the_same_name(t: Try) -> bool:
    entry = an_entry(t)
    others = [] if entry is None else [value for name, value in t.world.values if name == str(entry[0])]
    if entry is None or not others:
        return False
    entry[1] = copied(t.chance.choice(others))
    return True


def value_of_the_same_type(t: Try) -> bool:
    entry = an_entry(t)
    others = [] if entry is None else [value for _, value in t.world.values if type(value) is type(entry[1])]
    if entry is None or not others:
        return False
    entry[1] = copied(t.chance.choice(others))
    return True


def any_value(t: Try) -> bool:
    entry = an_entry(t)
    if entry is not None:
        entry[1] = copied(t.chance.choice(t.world.values)[1])
    return entry is not None


def another_scalar(t: Try) -> bool:
    """Another number, the other answer, or another word of the game."""
    entries = [way[-1] for way in t.entries() if isinstance(way[-1][1], bool | int) or is_word(way[-1][1])]
    if not entries:
        return False
    entry = t.chance.choice(entries)
    if isinstance(entry[1], bool):
        entry[1] = not entry[1]
    elif isinstance(entry[1], int):
        entry[1] = t.chance.choice(NUMBERS if t.chance.random() < 0.9 else LARGE)
    else:
        words = [value for _, value in t.world.values if is_word(value)]
        names = [name for name, _ in t.world.values]
        entry[1] = t.chance.choice(words if t.chance.random() < 0.7 else names)
    return True


def another_name(t: Try) -> bool:
    """A field under another name of the game's files."""
    entry = an_entry(t)
    if entry is not None:
        entry[0] = t.chance.choice(t.world.values)[0]
    return entry is not None


# ---------------------------------------------------------------- of texts


def another_token(t: Try) -> bool:
    text = t.text()
    other = t.text()
    if text is None or other is None:
        return False
    tokens = [each for each in _TOKEN.finditer(text.raw) if each[0].strip()]
    words = [each for each in _TOKEN.findall(other.raw) if each.strip()]
    if not tokens or not words:
        return False
    at = t.chance.choice(tokens)
    alike = [word for word in words if word[0].isalpha() == at[0][0].isalpha()]
    new = t.chance.choice(["", f"{at[0]} {at[0]}", *[t.chance.choice(alike or words)] * 6])
    text.becomes(text.raw[: at.start()] + new + text.raw[at.end() :])
    return True


def a_mutant(t: Try) -> bool:
    """One of the small changes that `cardwright test --mutate` makes, to a part of a text."""
    text, item = an_item(t)
    if text is None or item is None:
        return False
    whole = unparse(item)
    found = list_mutants(whole, text.sort)
    if not found:
        return False
    mutated = t.chance.choice(found).applied(whole)
    text.becomes(f"{text.raw[: item.start]}{mutated}\n{text.raw[item.end :]}")
    return True


def value_from_elsewhere(t: Try) -> bool:
    """A value of a text in the place of another one."""
    text, item = an_item(t)
    if text is None or item is None:
        return False
    values = [node for node in syntax.walk(item) if isinstance(node, syntax.Expr)]
    if not values:
        return False
    old = t.chance.choice(values)
    alike = [node for node in t.world.nodes if isinstance(node, syntax.Expr)]
    if t.chance.random() < 0.7:
        alike = [node for node in alike if type(node) is type(old)] or alike
    text.replace(item, with_other(item, old, (t.chance.choice(alike),)))
    return True


def statement_from_elsewhere(t: Try) -> bool:
    """A statement of some text put among the others, or in the place of one; or one taken out, doubled or moved."""
    text, item = an_item(t)
    bodies = bodies_in(item)
    if text is None or item is None or not bodies:
        return False
    body = t.chance.choice(bodies)
    statements = list(body.statements)
    at = t.chance.randrange(len(statements) + 1)
    other = t.chance.choice([node for node in t.world.nodes if isinstance(node, syntax.Stmt)])
    match t.chance.randrange(5):
        case 0:
            statements.insert(at, other)
        case 1 if at < len(statements):
            statements[at] = other
        case 2 if at < len(statements) and len(statements) > 1:
            del statements[at]
        case 3 if at < len(statements):
            statements.insert(at, statements[at])
        case _:
            t.chance.shuffle(statements)
    text.replace(item, with_other(item, body, (syntax.BodyNode(tuple(statements)),)))
    return True


def wrapped_statement(t: Try) -> bool:
    """Some statements put below a head."""
    text, item = an_item(t)
    bodies = bodies_in(item)
    if text is None or item is None or not bodies:
        return False
    body = t.chance.choice(bodies)
    at = t.chance.randrange(len(body.statements))
    end = t.chance.randrange(at, len(body.statements)) + 1
    inner = syntax.BodyNode(body.statements[at:end])
    bring_in_scope(t, text, item)
    condition = parsed(t.sayings.condition(1), "value")
    players = parsed(t.sayings.items(PLAYER, 1), "value")
    who = None if t.chance.random() < 0.5 else parsed(t.sayings.value(PLAYER), "value")
    if condition is None or players is None:
        return False
    heads: list[syntax.Stmt] = [
        syntax.MayNode(who, None, inner, None, t.chance.random() < 0.3),
        syntax.MayNode(players, None, inner, syntax.BodyNode(body.statements[:1]), False),
        syntax.IfNode(((condition, inner),), None),
        syntax.ForEachNode(t.sayings.fresh(), players, None, inner, False),
        syntax.RepeatNode("times", syntax.NumberNode(t.chance.choice([0, 2, 3])), inner),
        syntax.RepeatNode("until", condition, inner),
        syntax.ChooseOneNode(
            who, False, (syntax.OptionNode("A", None, inner), syntax.OptionNode("B", condition, inner)), None
        ),
    ]
    t.sayings.scope = []
    new = syntax.BodyNode((*body.statements[:at], t.chance.choice(heads), *body.statements[end:]))
    text.replace(item, with_other(item, body, (new,)))
    return True


def ability_from_elsewhere(t: Try) -> bool:
    """An ability of some text put into another."""
    text = t.text()
    some = [node for node in t.world.nodes if isinstance(node, syntax.Ability)]
    if text is None or not some:
        return False
    text.becomes(f"{text.raw.rstrip()}\n{unparse(t.chance.choice(some))}\n")
    return True


# ---------------------------------------------------------------- of who has which power


def another_power(t: Try) -> bool:
    """A power of the game on a card that had none or another, or beside what it has."""
    cards = t.cards()
    if not cards or not t.world.powers:
        return False
    card, power = t.chance.choice(cards), t.chance.choice(t.world.powers)
    own = next((entry for entry in card if entry[0] == "power"), None)
    if own is None:
        card.append(["power", power])
    elif t.chance.random() < 0.5 and isinstance(own[1], str):
        own[1] = f"{own[1].rstrip()}\n{power}"
    else:
        own[1] = power
    return True


def parts_of_powers(t: Try) -> bool:
    """A power whose lines come from two cards: the heads of one over the bodies of the other."""
    powers = t.texts("power")
    if not powers:
        return False
    text, item = an_item(t, powers)
    bodies = bodies_in(item)
    others = [node for node in t.world.nodes if isinstance(node, syntax.BodyNode) and node.statements]
    if text is None or item is None or not bodies or not others:
        return False
    text.replace(item, with_other(item, t.chance.choice(bodies), (t.chance.choice(others),)))
    return True


# ---------------------------------------------------------------- made up


def made_statement(t: Try) -> bool:
    text, item = an_item(t)
    bodies = bodies_in(item)
    if text is None or item is None or not bodies:
        return False
    bring_in_scope(t, text, item)
    made = parsed("\n".join(t.sayings.statement()), "deeds")
    t.sayings.scope = []
    if made is None:
        return False
    body = t.chance.choice(bodies)
    at = t.chance.randrange(len(body.statements) + 1)
    new = syntax.BodyNode((*body.statements[:at], *made.statements, *body.statements[at:]))
    text.replace(item, with_other(item, body, (new,)))
    return True


def made_value(t: Try) -> bool:
    """A made up value of the type that one has by its form."""
    text, item = an_item(t)
    if text is None or item is None:
        return False
    wanted: list[tuple[syntax.Node, Type]] = []
    for node in syntax.walk(item):
        if isinstance(node, syntax.NumberNode):
            wanted.append((node, NUMBER))
        elif isinstance(node, syntax.CompareNode | syntax.LogicNode | syntax.NotNode | syntax.YesNoNode):
            wanted.append((node, YES_NO))
        elif isinstance(node, syntax.NameNode) and node.word in ("players", "opponents"):
            wanted.append((node, list_of(PLAYER)))
        elif isinstance(node, syntax.NameNode) and node.word == "you":
            wanted.append((node, PLAYER))
    if not wanted:
        return False
    old, kind = t.chance.choice(wanted)
    bring_in_scope(t, text, item)
    made = parsed(t.sayings.value(kind), "value")
    t.sayings.scope = []
    if made is None:
        return False
    text.replace(item, with_other(item, old, (made,)))
    return True


def made_ability(t: Try) -> bool:
    """A made up ability on a card, or of the game."""
    cards = t.cards()
    if cards and t.chance.random() < 0.8:
        card = t.chance.choice(cards)
        made = "\n".join(t.sayings.ability(t.kind_of(card)))
        own = next((entry for entry in card if entry[0] == "power"), None)
        if own is None:
            card.append(["power", made])
        else:
            own[1] = f"{str(own[1]).rstrip()}\n{made}\n"
        return True
    libraries = t.texts("library")
    if not libraries:
        return False
    made = "\n".join(t.sayings.ability(None))
    libraries[0].becomes(f"{libraries[0].raw.rstrip()}\n{made}\n")
    return True


def made_definition(t: Try) -> bool:
    """A made up verb, step or rule, and somewhere a statement that needs it."""
    libraries = t.texts("library")
    if not libraries:
        return False
    made = "\n".join(t.sayings.definition())
    libraries[0].becomes(f"{libraries[0].raw.rstrip()}\n{made}\n")
    tree = parse(made, "library").tree
    text, item = an_item(t)
    bodies = bodies_in(item)
    if tree is None or text is None or item is None or not bodies:
        return True
    bring_in_scope(t, text, item)
    said = performed(t, tree.items[0])
    t.sayings.scope = []
    statement = parsed(said, "deeds")
    if statement is not None:
        body = t.chance.choice(bodies)
        text.replace(item, with_other(item, body, (syntax.BodyNode((*body.statements, *statement.statements)),)))
    return True


def driven(t: Try) -> bool:
    """The game's course replaced by one in which everybody may do whatever there is."""
    for text in t.texts("library"):
        for item in text.items():
            if isinstance(item, syntax.ProcedureNode) and item.word == "play":
                text.becomes(f"{text.raw[: item.start]}{chr(10).join(t.sayings.driver())}\n{text.raw[item.end :]}")
                return True
    return False


WAYS: dict[Change, int] = {
    remove_something: 2,
    double_something: 1,
    move_something: 1,
    value_of_the_same_name: 4,
    value_of_the_same_type: 2,
    any_value: 1,
    another_scalar: 4,
    another_name: 1,
    another_token: 3,
    a_mutant: 5,
    value_from_elsewhere: 5,
    statement_from_elsewhere: 6,
    wrapped_statement: 5,
    ability_from_elsewhere: 3,
    another_power: 8,
    parts_of_powers: 5,
    made_statement: 10,
    made_value: 8,
    made_ability: 10,
    made_definition: 4,
}


def ways(chance: random.Random, count: int) -> Iterable[Change]:
    """Some ways to change a game, by their weights."""
    return chance.choices(list(WAYS), list(WAYS.values()), k=count)
