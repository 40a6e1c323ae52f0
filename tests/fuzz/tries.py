"""A game being changed, and the places in it where something can be: fields, texts, and what these are made of."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from tests.fuzz.sayings import Sayings
from tests.fuzz.worlds import Fields, World, cards_of, fields_of, lists_of

from cardwright.declarations.value_types import NUMBER, PLAYER, YES_NO, Type, piece
from cardwright.formatting.formatter import unparse
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse


@dataclass
class Try:
    """A game being changed: its trees, where the chance comes from, and who makes up texts for it."""

    world: World
    files: dict[str, Any]
    chance: random.Random

    def __post_init__(self) -> None:
        self.sayings = Sayings(self.world.symbols, self.chance)

    def entries(self) -> list[tuple[Any, ...]]:
        """Every field of every file, as the way to it."""
        return [way for tree in self.files.values() for way in fields_of(tree)]

    def cards(self) -> list[Fields]:
        """Everything that has a power or could have one."""
        return [each for tree in self.files.values() for each in _pieces(tree)]

    def texts(self, name: str = "") -> list[Text]:
        """Every text of the language: the libraries, and the powers with the kind of their piece."""
        found: list[Text] = []
        for tree in self.files.values():
            if name != "library":
                found += [Text(card, "power", self.kind_of(card)) for card in cards_of(tree)]
            if name != "power" and isinstance(tree, Fields) and isinstance(tree.get("library"), str):
                found.append(Text(tree, "library", None))
        return found

    def text(self) -> Text | None:
        """A text, as often a power as a library where there are both."""
        powers, libraries = self.texts("power"), self.texts("library")
        some = powers if powers and (not libraries or self.chance.random() < 0.5) else libraries
        return self.chance.choice(some) if some else None

    def kind_of(self, card: Fields) -> str:
        """The kind of a piece, as far as it can be told."""
        kinds = self.world.symbols.game.kinds
        said = card.get("kind")
        return said if isinstance(said, str) and said in kinds else self._by_id(str(card.get("id")))

    def _by_id(self, word: str) -> str:
        known = self.world.symbols.names.get(word)
        return known[0] if known else next(iter(self.world.symbols.game.kinds))


@dataclass
class Text:
    """A text of the language where it stands."""

    place: Fields
    sort: str
    kind: str | None

    @property
    def raw(self) -> str:
        return str(self.place.get(self.sort))

    def becomes(self, text: str) -> None:
        """Put another text in its place."""
        next(entry for entry in self.place if entry[0] == self.sort)[1] = text

    def items(self) -> Sequence[syntax.Node]:
        """The abilities and definitions it is made of; none if it has mistakes."""
        tree = parse(self.raw, self.sort).tree
        return () if tree is None else tree.abilities if isinstance(tree, syntax.PowerNode) else tree.items

    def replace(self, item: syntax.Node, new: syntax.Node) -> None:
        """Put another ability or definition in the place of one."""
        text = self.raw
        self.becomes(f"{text[: item.start]}{unparse(new)}\n{text[item.end :]}")


# ---------------------------------------------------------------- places


def _pieces(tree: Any) -> Iterator[Fields]:
    for each in lists_of(tree):
        if isinstance(each, Fields) and any(key == "id" for key, _ in each):
            yield each


def is_word(value: Any) -> bool:
    return isinstance(value, str) and value.isidentifier()


def a_spot(t: Try) -> tuple[list[Any], int] | None:
    """A field or an item of a list, the deeper the likelier."""
    places = [each for tree in t.files.values() for each in lists_of(tree) if each]
    if not places:
        return None
    here = t.chance.choice(places)
    return here, t.chance.randrange(len(here))


def an_entry(t: Try) -> list[Any] | None:
    """A field; each of its names is as likely as another, so that fields of cards are no more likely than of games."""
    by_name: dict[str, list[list[Any]]] = {}
    for way in t.entries():
        by_name.setdefault(str(way[-1][0]), []).append(way[-1])
    return t.chance.choice(by_name[t.chance.choice(sorted(by_name))]) if by_name else None


def an_item(t: Try, texts: Sequence[Text] | None = None) -> tuple[Text | None, syntax.Node | None]:
    """An ability or definition of some text."""
    text = t.text() if texts is None else t.chance.choice(texts)
    items = () if text is None else text.items()
    return text, (t.chance.choice(items) if items else None)


def bodies_in(item: syntax.Node | None) -> list[syntax.BodyNode]:
    """The bodies in an ability or definition."""
    return (
        []
        if item is None
        else [node for node in syntax.walk(item) if isinstance(node, syntax.BodyNode) and node.statements]
    )


def bring_in_scope(t: Try, text: Text, item: syntax.Node) -> None:
    """Let the next texts use the names that mean something in an ability or definition."""
    names: list[tuple[str, Type]] = []
    if text.kind is not None:
        names += [("this", piece(text.kind)), ("you", PLAYER)]
    known = t.world.symbols.procedures
    if isinstance(item, syntax.ProcedureNode) and item.word in known:
        procedure = known[item.word]
        names += [(role.word, role.type) for role in procedure.params]
        names += [("you", PLAYER)] if procedure.kind == "verb" else []
    for node in syntax.walk(item):
        if isinstance(node, syntax.PatternNode) and node.word in known:
            names += [(role.word, role.type) for role in known[node.word].params]
    t.sayings.scope = names


def performed(t: Try, item: syntax.Node) -> str:
    """A statement that asks for a made up definition."""
    if isinstance(item, syntax.RuleNode):
        value = f"{item.word}({', '.join(t.sayings.value(type_of_role(t, p)) for p in item.params)})"
        return f"let {t.sayings.fresh()} = {value if item.params else item.word}"
    if not isinstance(item, syntax.ProcedureNode):
        return "nothing"
    who = f"{t.sayings.value(PLAYER)} " if item.kind == "verb" else ""
    roles = ", ".join(t.sayings.value(type_of_role(t, param)) for param in item.params)
    return f"{who}{item.word}({roles})" if item.params else f"{who}{item.word}"


def type_of_role(t: Try, param: syntax.ParamNode) -> Type:
    simple = {"number": NUMBER, "player": PLAYER, "yes_no": YES_NO}
    word = param.type_word or ""
    return simple.get(word) or piece(word or t.sayings.kind())


def parsed(text: str, kind: str) -> Any:
    return parse(text + ("\n" if kind == "deeds" else ""), kind).tree


def with_other(tree: syntax.Node, old: syntax.Node, new: tuple[syntax.Node, ...]) -> syntax.Node:
    """A tree with something else in the place of one of its nodes."""
    if tree is old:
        return new[0]
    found = {}
    for each in fields(tree):
        value = getattr(tree, each.name)
        put = _put(value, old, new)
        if put is not value:
            found[each.name] = put
    if not found:
        return tree
    made = object.__new__(type(tree))
    for each in fields(tree):
        object.__setattr__(made, each.name, found.get(each.name, getattr(tree, each.name)))
    return made


def _put(value: Any, old: syntax.Node, new: tuple[syntax.Node, ...]) -> Any:
    if isinstance(value, syntax.Node):
        return with_other(value, old, new)
    if isinstance(value, tuple):
        made = tuple(_put(item, old, new) for item in value)
        return made if any(one is not other for one, other in zip(made, value, strict=True)) else value
    return value
