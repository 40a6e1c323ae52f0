"""Says values: numbers, words, players, pieces, zones, and groups of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace

from cardwright.language import syntax as s
from cardwright.language.declarations import PLAYERS, TABLE, Memory, ZoneDecl
from cardwright.language.english import inflection, templates
from cardwright.language.english.inflection import spoken, with_article
from cardwright.language.english.nouns import FORMS, Group, Thing, looks_many, opaque, player_thing, split_noun
from cardwright.language.english.scope import ITEM, ITEMS_OWN, Deferred, Meaning, Member, Scope, item_of
from cardwright.language.english.templates import Phrase, Slot
from cardwright.language.english.vocabulary import Vocabulary
from cardwright.language.types import NUMBER, PLAYER, TEXT, YES_NO, ZONE, Type, enum, list_of, name_of, piece

Given = Mapping[str, s.Expr]
Free = Mapping[str, Thing | Group | str]
_SIGNS = {"+": "plus", "-": "minus", "*": "times"}
_PARTICIPLES = frozenset(
    [
        "laid",
        "kept",
        "drawn",
        "stolen",
        "hidden",
        "lost",
        "won",
        "chosen",
        "taken",
        "sold",
        "bought",
        "built",
        "broken",
        "spent",
        "sunk",
    ]
)
_YES_NO_CALLS = ("any", "all", "sees", "has_power", "face_up", "during", "caused_by")


class Values(ABC):
    """Says the values of one game's texts."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    @abstractmethod
    def condition(self, node: s.Expr, scope: Scope, negative: bool = False) -> str:
        """A yes or no as a clause: "you have 4 or more credits"."""

    # ------------------------------------------------------------ types

    def type_of(self, node: s.Expr, scope: Scope) -> Type | None:
        """The type of a value, None where it cannot be told."""
        match node:
            case s.Number() | s.Negative() | s.Divide():
                return NUMBER
            case s.Text():
                return TEXT
            case s.YesNo() | s.Not() | s.Compare() | s.Logic():
                return YES_NO
            case s.Binary():
                left = self.type_of(node.left, scope)
                return left if left is not None and left.base in ("list", "zone") else NUMBER
            case s.ListOf():
                return list_of(self.type_of(node.items[0], scope) or TEXT) if node.items else Type("list")
            case s.Filter():
                return self._as_list(self.type_of(node.list, scope))
            case s.Collect():
                inner = self._collect_scope(node, scope)[0]
                return self._as_list(self.type_of(node.value, inner)) or Type("list")
            case s.At():
                return self.type_of(node.object, scope)
            case s.Get():
                return self._type_of_get(node, scope)
            case s.Call():
                return self._type_of_call(node, scope)
            case _:
                return self._type_of_name(node.word, scope)

    @staticmethod
    def _as_list(kind: Type | None) -> Type | None:
        if kind is None or kind.base == "list":
            return kind
        if kind.base == "zone":
            return list_of(piece(kind.of)) if kind.of else Type("list")
        return list_of(kind)

    def _item_type(self, kind: Type | None) -> Type | None:
        found = self._as_list(kind)
        return None if found is None else found.item

    def _type_of_get(self, node: s.Get, scope: Scope) -> Type | None:
        owner = self.type_of(node.object, scope)
        if owner is None:
            return None
        single = owner.base not in ("list", "zone")
        found = self.property_type(owner if single else self._item_type(owner), node.word)
        return found if single else self._as_list(found)

    def property_type(self, owner: Type | None, word: str) -> Type | None:
        """The type of a property."""
        found = self.vocabulary.property(owner, word)
        if isinstance(found, ZoneDecl):
            return Type("zone", found.holds)
        return found.type if isinstance(found, Memory) else found

    def _type_of_name(self, word: str, scope: Scope) -> Type | None:
        meaning = self.meaning(word, scope)
        if meaning is not None:
            if isinstance(meaning, Group):
                return list_of(meaning.type) if meaning.type else Type("list")
            return meaning.group.type if isinstance(meaning, Member) else meaning.type
        if word in ("players", "opponents"):
            return list_of(PLAYER)
        own = self._its_type(scope)
        if own is not None and self.vocabulary.property(own, word) is not None:
            return self.property_type(own, word)
        known = self.vocabulary
        zone, memory = known.table_zone(word), known.table_memory(word)
        if zone is not None or memory is not None:
            return Type("zone", zone.holds) if zone else memory.type if memory else None
        if known.rule(word) is not None:
            return self._type_of_call(s.Call(word, ()), scope)
        if word in known.enum_plurals or word in known.kind_plurals:
            return known.type_named(word)
        if word in known.values:
            return enum(known.values[word])
        return name_of(known.names[word].kind) if word in known.names else None

    def _type_of_call(self, node: s.Call, scope: Scope) -> Type | None:
        if node.word in _YES_NO_CALLS:
            return YES_NO
        first = node.args[0].value if node.args else None
        if node.word in ("top", "first", "last", "distinct") and first is not None:
            return self._as_list(self.type_of(first, scope))
        if node.word in ("count", "min", "max", "sum", "roll") or node.word in self.vocabulary.game.tables:
            return NUMBER
        if node.word in ("next", "clockwise", "numbers"):
            kind = NUMBER if node.word == "numbers" else PLAYER
            return kind if node.word == "next" else list_of(kind)
        rule = self.vocabulary.rule(node.word)
        return self._rule_type(rule) if rule is not None else None

    def _rule_type(self, rule: Phrase) -> Type | None:
        """What a rule gives, told from its phrase: a clause, or a noun phrase whose noun is a kind of thing."""
        parts = templates.parts_of(templates.template_of(rule))
        if templates.is_clause(parts):
            return YES_NO
        noun = self._head(parts).rpartition(" ")[2]
        known = self.vocabulary
        if noun in known.kind_plurals or noun in known.enum_plurals:
            return known.type_named(noun)
        return None

    @staticmethod
    def _head(parts: Sequence[templates.Part]) -> str:
        """The nouns a noun phrase begins with: `open slots` of "the open slots of {player}"."""
        text = "".join(part if isinstance(part, str) else "" for part in parts)
        return split_noun(text)[0].removeprefix("the ").strip()

    # ------------------------------------------------------------ names

    def meaning(self, word: str, scope: Scope) -> Meaning | None:
        """What a name stands for in the text, None for a word of the game."""
        if word == "it" and scope.it is not None:
            return scope.it
        if word in scope.names:
            return scope.names[word]
        return {"you": scope.you, "this": scope.this}.get(word)

    def _its_type(self, scope: Scope) -> Type | None:
        if scope.it is None:
            return None
        return scope.it.group.type if isinstance(scope.it, Member) else scope.it.type

    def is_item(self, node: s.Expr, scope: Scope) -> bool:
        """Whether a value is the item of the filter around it."""
        meaning = self.meaning(node.word, scope) if isinstance(node, s.Name) else None
        return isinstance(meaning, Thing) and meaning.text == ITEM

    def its_property(self, node: s.Expr, scope: Scope) -> tuple[str, ZoneDecl | Memory | Type] | None:
        """The property of the item that a value is: `good` or `it.good`."""
        kind, word = None, ""
        if isinstance(node, s.Get) and self.is_item(node.object, scope):
            kind, word = self.type_of(node.object, scope), node.word
        elif isinstance(node, s.Name) and self.is_item(s.Name("it"), scope) and self.meaning(node.word, scope) is None:
            kind, word = self._its_type(scope), node.word
        found = self.vocabulary.property(kind, word)
        return None if found is None else (word, found)

    # ------------------------------------------------------------ single things

    def say(self, node: s.Expr, scope: Scope) -> str:
        """Any value."""
        kind = self.type_of(node, scope)
        if kind is not None and kind.base == "list":
            group = self.group(node, scope)
            return group.the() if group.simple is False else f"all {group.nouns}"
        return self.thing(node, scope).text

    def thing(self, node: s.Expr, scope: Scope) -> Thing:
        """A value as one thing, which can own others and be a subject."""
        match node:
            case s.Name():
                return self._thing_named(node, scope)
            case s.Get():
                return self._property_of(node, scope)
            case s.At():
                return self._indexed(node, scope)
            case s.Call():
                return self._called(node, scope)
            case s.Filter() | s.Collect() | s.ListOf():
                text = self.group(node, scope).the()
                return Thing(text, self.type_of(node, scope), True, "", "their", "them")
            case _:
                return Thing(self._plain(node, scope), self.type_of(node, scope))

    def _plain(self, node: s.Expr, scope: Scope) -> str:
        match node:
            case s.Number():
                return str(node.value)
            case s.Text():
                return f"“{node.value}”"
            case s.YesNo():
                return "yes" if node.value else "no"
            case s.Negative():
                return f"minus {self.say(node.value, scope)}"
            case s.Divide():
                return self._divided(node, scope)
            case s.Binary():
                return self._sum(node, scope)
            case _:
                return f"whether {self.condition(node, scope)}"

    def _sum(self, node: s.Binary, scope: Scope) -> str:
        left, right = self.say(node.left, scope), self.say(node.right, scope)
        if node.operator == "*":
            if isinstance(node.right, s.Number) and not isinstance(node.left, s.Number):
                left, right = right, left
            return f"twice {right}" if left == "2" else f"{left} times {right}"
        kind = self.type_of(node, scope)
        if kind is not None and kind.base in ("list", "zone"):
            return f"{left} and {right}" if node.operator == "+" else f"{left} without {right}"
        return f"{left} {_SIGNS[node.operator]} {right}"

    def _divided(self, node: s.Divide, scope: Scope) -> str:
        left = self.say(node.left, scope)
        if isinstance(node.right, s.Number) and node.right.value == 2:
            return f"half of {left} (rounded {node.rounding})"
        return f"{left} divided by {self.say(node.right, scope)} (rounded {node.rounding})"

    def _thing_named(self, node: s.Name, scope: Scope) -> Thing:
        word = node.word
        fresh = scope.fresh.pop(word, None)
        meaning = self.meaning(word, scope)
        if fresh is not None:
            return self._first_mention(fresh, meaning)
        if isinstance(meaning, Thing):
            return meaning.reflected() if node == scope.subject else meaning
        if isinstance(meaning, Group):
            return Thing(meaning.the(), self.type_of(node, scope), not meaning.single, "", "their", "them")
        if isinstance(meaning, Member):
            text = meaning.group.each()
            known = self.vocabulary.noun(meaning.group.type)
            return Thing(text, meaning.group.type, False, "", "their" if known == "player" else "its", "it")
        return self._word(word, scope)

    def _first_mention(self, fresh: str | Deferred, meaning: Meaning | None) -> Thing:
        if isinstance(fresh, Deferred):
            return self.thing(fresh.value, fresh.scope)
        if isinstance(meaning, Thing):
            return replace(meaning, text=fresh, possessive="")
        return Thing(fresh, None, True, "", "their", "them")

    def _word(self, word: str, scope: Scope) -> Thing:
        """A name that is not local: a property of `it`, or a word of the game."""
        known = self.vocabulary
        kind = self._type_of_name(word, scope)
        own = self._its_type(scope)
        if scope.it is not None and known.property(own, word) is not None:
            return self._property_of(s.Get(s.Name("it"), word), scope)
        if word in ("players", "opponents"):
            return Thing("all players" if word == "players" else "your opponents", kind, True, "", "their", "them")
        zone, memory = known.table_zone(word), known.table_memory(word)
        if zone is not None:
            return Thing(f"the {zone.title}", kind, looks_many(zone.title))
        if memory is not None:
            return Thing(
                f"the {memory.title}", kind, looks_many(memory.title), own="their" if kind == PLAYER else "its"
            )
        if known.rule(word) is not None:
            return self._called(s.Call(word, ()), scope)
        if word in known.enum_plurals or word in known.kind_plurals:
            return Thing(f"all {spoken(word)}", kind, True, "", "their", "them")
        if word in known.values or word in known.names:
            return Thing(known.title(word), kind)
        return Thing(self._unknown(word), kind)

    @staticmethod
    def _unknown(word: str) -> str:
        special = {"nobody": "nobody", "no_limit": "no limit", "anyone": "anyone"}
        return special.get(word) or (f"the {spoken(word)}" if len(word) > 2 else "that")

    # ------------------------------------------------------------ properties

    def owner_of(self, node: s.Expr, scope: Scope) -> Thing | Group:
        """Whose a property is: one thing, or a group for each of which it is meant."""
        meaning = self.meaning(node.word, scope) if isinstance(node, s.Name) else None
        if isinstance(meaning, Member):
            return meaning.group
        kind = self.type_of(node, scope)
        if kind is not None and kind.base in ("list", "zone"):
            return self.group(node, scope)
        return self.thing(node, scope)

    def _property_of(self, node: s.Get, scope: Scope) -> Thing:
        owner = self.owner_of(node.object, scope)
        kind = self.type_of(node, scope)
        found = self.vocabulary.property(owner.type, node.word)
        if isinstance(found, ZoneDecl):
            return Thing(self._zone_text(found, owner), kind, looks_many(found.title))
        title = found.title if isinstance(found, Memory) else spoken(node.word)
        own = "their" if kind is not None and kind.base == "player" else "its"
        if isinstance(owner, Group):
            text = self._titles_of(owner, title)
            return Thing(text, kind, text.startswith(("all ", "the ")), own=own)
        if isinstance(found, Memory) and owner.type is not None and owner.type.base == "piece" and looks_many(title):
            return Thing(f"the {title.removesuffix(' on it')} on {owner.text}", kind, True)
        return Thing(owner.has(title), kind, looks_many(title), own=own)

    def _titles_of(self, owner: Group, title: str) -> str:
        if owner.simple:
            return f"{inflection.owned(owner.each())} {title}"
        return f"the {title} of {owner.each()}"

    def _zone_text(self, zone: ZoneDecl, owner: Thing | Group) -> str:
        if isinstance(owner, Thing):
            return self._zone_group(zone, owner).the() if self._is_participle(zone.title) else owner.has(zone.title)
        group = self._zone_group(zone, owner)
        return group.zone_text("all") if group.zone else group.the()

    def _indexed(self, node: s.At, scope: Scope) -> Thing:
        index = self.say(node.index, scope)
        if isinstance(node.object, s.Get):
            owner = self.owner_of(node.object.object, scope)
            found = self.vocabulary.property(owner.type, node.object.word)
            title = found.title if isinstance(found, Memory) else spoken(node.object.word)
            if self._is_word(node.index, scope):
                start, _, last = title.rpartition(" ")
                title = " ".join(part for part in (start, index, last) if part)
            else:
                title += f" for {index}"
            text = owner.has(title) if isinstance(owner, Thing) else self._titles_of(owner, title)
            return Thing(text, self.type_of(node, scope), looks_many(title))
        return Thing(f"{self.say(node.object, scope)} for {index}", self.type_of(node, scope))

    def _is_word(self, node: s.Expr, scope: Scope) -> bool:
        """Whether a value is a word of an enum, to be used like an adjective."""
        return (
            isinstance(node, s.Name) and node.word in self.vocabulary.values and self.meaning(node.word, scope) is None
        )

    @staticmethod
    def _is_participle(title: str) -> bool:
        return " " not in title and (title in _PARTICIPLES or (title.endswith("ed") and len(title) > 4))

    def _zone_group(self, zone: ZoneDecl, owner: Thing | Group | None) -> Group:
        """What lies in a zone; a zone whose title is a plural is spoken of as the things in it."""
        taken = "from" if zone.holds == self.vocabulary.this_kind else "in"
        kind = piece(zone.holds)
        noun = self.vocabulary.noun(kind)
        nouns = self.vocabulary.nouns(noun)
        if self._is_participle(zone.title):
            return Group(f"{zone.title} {noun}", f"{zone.title} {nouns}", kind, owner=owner)
        if looks_many(zone.title):
            return Group(inflection.singular(zone.title), zone.title, kind, owner=owner)
        return Group(noun, nouns, kind, owner=owner, zone=zone.title, taken=taken)

    # ------------------------------------------------------------ groups

    def group(self, node: s.Expr, scope: Scope) -> Group:
        """A list, a zone, or a single thing, as a group of which some can be taken."""
        match node:
            case s.Name():
                found = self._group_named(node, scope)
            case s.Get():
                found = self._group_of(node, scope)
            case s.Filter():
                return self.narrowed(self.group(node.list, scope), node.where, scope)
            case s.Collect():
                return self._collected(node, scope)
            case s.Call():
                found = self._group_called(node, scope)
            case s.ListOf():
                found = self._listed(node, scope)
            case _:
                found = None
        if found is not None:
            return found
        thing = self.thing(node, scope)
        if thing.type is not None and thing.type.base == "zone":
            noun = self.vocabulary.noun(self._item_type(thing.type) or piece(self.vocabulary.this_kind))
            return Group(noun, self.vocabulary.nouns(noun), self._item_type(thing.type), zone=thing.text)
        if thing.type is None and isinstance(node, s.Name):
            return self._unknown_group(node.word)
        return self.opaque(thing.text, self._item_type(thing.type), single=not thing.many)

    def _unknown_group(self, word: str) -> Group:
        """Things of which only a name is known."""
        kind = piece(self.vocabulary.this_kind)
        noun = self.vocabulary.noun(kind)
        nouns = self.vocabulary.nouns(noun)
        if len(word) < 3:
            return self.opaque(f"those {nouns}", kind)
        title = spoken(word)
        return self.opaque(f"the {title} {nouns}" if self._is_participle(title) else f"the {title}", kind)

    def opaque(self, text: str, kind: Type | None, single: bool = False) -> Group:
        """A group known by a text only."""
        noun = self.vocabulary.noun(kind)
        return opaque(text, noun, self.vocabulary.nouns(noun), kind, single)

    def _listed(self, node: s.ListOf, scope: Scope) -> Group:
        text = inflection.listed([self.say(item, scope) for item in node.items]) or "nothing"
        kind = self._item_type(self.type_of(node, scope))
        return self.opaque(text, kind, single=len(node.items) == 1)

    def _group_named(self, node: s.Name, scope: Scope) -> Group | None:
        word = node.word
        fresh = scope.fresh.get(word)
        if isinstance(fresh, Deferred):
            del scope.fresh[word]
            return self.group(fresh.value, fresh.scope)
        if fresh is None:
            meaning = self.meaning(word, scope)
            if isinstance(meaning, Group):
                return meaning
            if meaning is not None:
                return None
        its = self._its_type(scope)
        if fresh is None and its is not None and self.vocabulary.property(its, word) is not None:
            return self._group_of(s.Get(s.Name("it"), word), scope)
        return None if fresh is not None else self._group_word(word, scope)

    def _group_word(self, word: str, scope: Scope) -> Group | None:
        known = self.vocabulary
        if word in ("players", "opponents"):
            return Group(word[:-1], word, PLAYER)
        zone = known.table_zone(word)
        if zone is not None:
            return self._zone_group(zone, None)
        if known.rule(word) is not None and known.table_memory(word) is None:
            return self._group_called(s.Call(word, ()), scope)
        if word in known.enum_plurals or word in known.kind_plurals:
            kind = self._item_type(known.type_named(word))
            noun = known.noun(kind)
            return Group(noun, known.nouns(noun), kind)
        return None

    def _group_of(self, node: s.Get, scope: Scope) -> Group | None:
        owner = self.owner_of(node.object, scope)
        found = self.vocabulary.property(owner.type, node.word)
        if isinstance(found, ZoneDecl):
            return self._zone_group(found, owner)
        if isinstance(found, Memory):
            kind = found.type.item if found.type.base == "list" else found.type
            if isinstance(owner, Thing):
                return self.opaque(owner.has(found.title), kind, single=not looks_many(found.title))
            return self.opaque(self._titles_of(owner, found.title), kind)
        if found is not None and found.base == "list":
            noun = spoken(inflection.singular(node.word))
            return Group(noun, spoken(node.word), found.item, owner=owner)
        if found is not None and found.base == "name" and isinstance(owner, Group) and owner.simple:
            return Group(f"{owner.noun} name", f"{owner.noun} names", found)
        if isinstance(owner, Group) and found is not None and found.base in ("enum", "name", "player"):
            title = self.vocabulary.nouns(spoken(node.word))
            text = f"{inflection.owned(owner.all())} {title}" if owner.simple else f"the {title} of {owner.the()}"
            return self.opaque(text, found)
        if isinstance(owner, Group):
            return self.opaque(self._titles_of(owner, spoken(node.word)), found)
        return None

    def _group_called(self, node: s.Call, scope: Scope) -> Group | None:
        args = [arg.value for arg in node.args]
        if node.word == "clockwise" and args:
            return Group("player", "players", PLAYER, lead=f"starting with {self.say(args[0], scope)}, ")
        if node.word == "numbers" and len(args) > 1:
            span = f"from {self.say(args[0], scope)} to {self.say(args[1], scope)}"
            step = f", in steps of {self.say(args[2], scope)}" if len(args) > 2 else ""
            return Group("number", "numbers", NUMBER, tails=(span + step,))
        if node.word in ("top", "first", "last") and args:
            return self._ends(node.word, args, scope)
        if node.word == "distinct" and args:
            group = self.group(args[0], scope)
            if group.opaque.startswith("the "):
                return replace(group, opaque=f"the different {group.opaque.removeprefix('the ')}")
            return group if group.opaque else replace(group, adjectives=("different", *group.adjectives))
        rule = self.vocabulary.rule(node.word)
        if rule is None or node.word in self.vocabulary.game.tables:
            return None
        return self._rule_group(rule, node, scope)

    def _ends(self, word: str, args: Sequence[s.Expr], scope: Scope) -> Group:
        group = self.group(args[0], scope)
        one = len(args) < 2 or args[1] == s.Number(1)
        where = group.zone_text("all") if group.zone and not group.tails and not group.adjectives else group.the()
        if one:
            text = f"the {word} {group.noun} of {where}"
        elif isinstance(args[1], s.Number):
            text = f"the {word} {args[1].value} {group.nouns} of {where}"
        else:
            text = f"the {word} {group.nouns} of {where}, {self.say(args[1], scope)} of them"
        return opaque(text, group.noun, group.nouns, group.type, single=one)

    def _rule_group(self, rule: Phrase, node: s.Call, scope: Scope) -> Group | None:
        parts = templates.parts_of(templates.template_of(rule))
        head = self._head(parts)
        if templates.is_clause(parts) or not inflection.is_plural(head):
            return None
        kind = self._item_type(self._rule_type(rule))
        noun = inflection.singular(head)
        given = self.bound(rule, node.args)
        if len(parts) == 2 and parts[0] == f"the {head} of " and isinstance(parts[1], Slot) and parts[1].role in given:
            owner = self.owner_of(given[parts[1].role], scope)
            return Group(noun, head, kind, owner=owner)
        text = self.filled(rule, given, scope)
        return opaque(text, noun.rpartition(" ")[2], head.rpartition(" ")[2], kind)

    def _collect_scope(self, node: s.Collect, scope: Scope) -> tuple[Scope, Group | None]:
        """The scope of what is collected, each name standing for every item of its list in turn."""
        group = None
        for each in node.each:
            group = self.group(each.list, scope)
            if each is node.each[-1] and node.where is not None:
                group = self.narrowed(group, node.where, scope, each.word)
            scope = scope.named(each.word, Member(group))
        return scope, group

    def _collected(self, node: s.Collect, scope: Scope) -> Group:
        inner, group = self._collect_scope(node, scope)
        if group is not None and node.value == s.Name(node.each[-1].word):
            return group
        kind = self.type_of(node.value, inner)
        if kind is not None and kind.base in ("zone", "list"):
            return self.group(node.value, inner)
        if kind == YES_NO:
            return self.opaque(f"the answers whether {self.condition(node.value, inner)}", kind)
        return self.opaque(self.thing(node.value, inner).text, kind)

    # ------------------------------------------------------------ filters

    def narrowed(self, group: Group, where: s.Expr, scope: Scope, *words: str) -> Group:
        """The items of a group for which a condition about `it` (or about the words) holds."""
        if group.opaque:
            group = replace(group.plain(), single=False)
        for part in conjuncts(where):
            noun = group.noun.rpartition(" ")[2]
            inside = scope.about(item_of(group.type, noun), *words)
            adjective = self.adjective(part, inside)
            if adjective is not None:
                group = replace(group, adjectives=(*group.adjectives, adjective))
                continue
            one = self.tail(part, replace(inside, fresh=dict(scope.fresh)))
            many = self.tail(part, scope.about(item_of(group.type, noun, many=True), *words))
            if one == group.place("one"):
                continue
            group = replace(group, tails=(*group.tails, one if one == many else one + FORMS + many))
        return group

    @abstractmethod
    def adjective(self, node: s.Expr, scope: Scope) -> str | None:
        """A condition about the item as an adjective, if it can be one: agriculture."""

    @abstractmethod
    def tail(self, node: s.Expr, scope: Scope) -> str:
        """A condition about the item as a clause after the noun: with tier 1 or less, that you can trade with."""

    # ------------------------------------------------------------ calls and phrases

    def bound(self, phrase: Phrase, args: Sequence[s.Arg]) -> dict[str, s.Expr]:
        """The values of a call by role; further values of the last role become a list."""
        roles = [role for role, _ in phrase.roles]
        given: dict[str, s.Expr] = {}
        loose = [arg.value for arg in args if arg.role is None]
        for place, value in enumerate(loose):
            if place < len(roles):
                given[roles[place]] = value
        if len(loose) > len(roles) and roles:
            given[roles[-1]] = s.ListOf(tuple(loose[len(roles) - 1 :]))
        given.update({arg.role: arg.value for arg in args if arg.role is not None})
        return given

    def _called(self, node: s.Call, scope: Scope) -> Thing:
        word, args = node.word, [arg.value for arg in node.args]
        kind = self.type_of(node, scope)
        if word == "count" and args:
            return Thing(self.group(args[0], scope).number(), NUMBER)
        if word in ("min", "max", "sum") and args:
            return Thing(self._extreme(word, args, scope), NUMBER)
        if word == "next" and args:
            return player_thing(f"the player after {self.say(args[0], scope)}", PLAYER)
        if word in _YES_NO_CALLS:
            return Thing(f"whether {self.condition(node, scope)}", YES_NO)
        if self._group_builtin(word) and args:
            group = self.group(node, scope)
            return Thing(group.the(), kind, not group.single, "", "their", "them")
        phrase = self.vocabulary.rule(word) or self.vocabulary.deed(word)
        if phrase is None:
            values = inflection.listed([self.say(arg, scope) for arg in args])
            return Thing(f"the {spoken(word)}" + (f" of {values}" if values else ""), kind)
        if phrase.kind == "verb":
            predicate = self.filled(phrase, self.bound(phrase, node.args), scope)
            return Thing(f"the result of {gerund_phrase(predicate)}", kind)
        text = self.filled(phrase, self.bound(phrase, node.args), scope)
        if kind == YES_NO:
            text = f"whether {self.condition(node, scope)}"
        own = "their" if kind is not None and kind.base == "player" else "its"
        return Thing(text, kind, looks_many(text), own=own)

    @staticmethod
    def _group_builtin(word: str) -> bool:
        return word in ("top", "first", "last", "distinct", "clockwise", "numbers")

    def _extreme(self, word: str, args: Sequence[s.Expr], scope: Scope) -> str:
        if len(args) == 1:
            name = {"min": "smallest", "max": "largest", "sum": "sum"}[word]
            if isinstance(args[0], s.Collect):
                text = self.thing(args[0].value, self._collect_scope(args[0], scope)[0]).text
            else:
                text = self.group(args[0], scope).the()
            return f"the {name} of {text}"
        values = inflection.listed([self.say(arg, scope) for arg in args])
        compared, most = ("smaller", "smallest") if word == "min" else ("larger", "largest")
        return f"the {compared if len(args) == 2 else most} of {values}"

    def filled(self, phrase: Phrase, given: Given, scope: Scope, free: Free | None = None, by: str = "in") -> str:
        """A phrase with its roles said; `free` are roles that stand for anything of some sort."""
        parts = templates.parts_of(templates.template_of(phrase))
        return templates.filled(parts, self.filler(phrase, given, scope, free or {}, by))

    def filler(self, phrase: Phrase, given: Given, scope: Scope, free: Free, by: str = "in") -> templates.Filler:
        """What says the roles of a phrase."""
        types = dict(phrase.roles)

        def said(role: str, noun: str | None) -> str | None:
            node = given.get(role)
            if node is not None:
                if noun is not None:
                    return self.counted(node, noun, scope)
                return self.argument(node, types.get(role, ""), scope, by)
            if role not in free:
                return with_article(noun) if noun and not free else None
            value = free[role]
            if isinstance(value, Thing):
                return templates.owner(value.whose, value.text)
            if isinstance(value, Group):
                return value.one(by="in") if noun is None else f"{value.one()} {self.vocabulary.nouns(noun)}"
            if noun is not None:
                return f"{value} {self.vocabulary.nouns(noun)}".strip()
            return templates.sort(value) if value.startswith("any ") else value

        return said

    def argument(self, node: s.Expr, type_word: str, scope: Scope, by: str = "in") -> str:
        """A value handed over for a role of a type."""
        kind = self.type_of(node, scope)
        wanted = self.vocabulary.type_named(type_word)
        listy = type_word in ("pieces", "list", "players") or (wanted is not None and wanted.base == "list")
        if kind is not None and (kind.base == "list" or (kind.base == "zone" and listy)):
            if isinstance(node, s.Name) and (node.word in scope.fresh or self.meaning(node.word, scope) is not None):
                fresh = scope.fresh.get(node.word)
                if not isinstance(fresh, Deferred):
                    return self.thing(node, scope).text
            return self.group(node, scope).all(by)
        if wanted == YES_NO and kind == YES_NO:
            return self._plain(node, scope) if isinstance(node, s.YesNo) else f"whether {self.condition(node, scope)}"
        thing = self.thing(node, scope)
        if kind is not None and kind.base in ("player", "piece"):
            return templates.owner(thing.whose, thing.text)
        if wanted is not None and wanted.base == "enum" and not self._is_word(node, scope):
            return templates.sort(thing.text)
        return thing.text

    # ------------------------------------------------------------ counted nouns

    def counted(self, node: s.Expr, noun: str, scope: Scope) -> str:
        """A number with the noun it counts: a card, 2 cards, a card for each of your goods."""
        nouns = self.vocabulary.nouns(noun) if noun else ""
        fresh = scope.fresh.get(node.word) if isinstance(node, s.Name) else None
        if isinstance(node, s.Name) and isinstance(fresh, Deferred):
            del scope.fresh[node.word]
            return self.counted(fresh.value, noun, fresh.scope)
        if isinstance(node, s.Number):
            return self._number_of(node.value, noun, nouns)
        each = self._for_each(node, noun, nouns, scope)
        if each is not None:
            return each
        if isinstance(node, s.Name) and self.meaning(node.word, scope) is not None and noun:
            return f"that many {nouns}"
        value = self.say(node, scope)
        if noun and value.endswith(f" {nouns}") and value.startswith(("your ", "their ", "that ")):
            return f"all {value}"
        return f"{nouns} equal to {value}" if noun else value

    @staticmethod
    def _of_number(text: str) -> str:
        """So many of a number of things: of your technology goods, for "your number of technology goods"."""
        owner, found, things = text.partition(" number of ")
        if not found:
            return f"of {text}"
        return things if owner == "the" else f"of {owner} {things}"

    @staticmethod
    def _number_of(value: int, noun: str, nouns: str) -> str:
        if not noun:
            return str(value)
        return with_article(noun) if value == 1 else f"{value} {nouns}"

    def _for_each(self, node: s.Expr, noun: str, nouns: str, scope: Scope) -> str | None:
        """A multiple of a count: 2 credits for each card in your hand, a card for every 2 of your goods."""
        factor, inner = 1, node
        if isinstance(inner, s.Binary) and inner.operator == "*":
            left, right = inner.left, inner.right
            if isinstance(right, s.Number):
                left, right = right, left
            if not isinstance(left, s.Number):
                return None
            factor, inner = left.value, right
        divisor, rounding = 1, ""
        if isinstance(inner, s.Divide) and isinstance(inner.right, s.Number):
            divisor, rounding, inner = inner.right.value, inner.rounding, inner.left
        many = self._number_of(factor, noun, nouns)
        if not (isinstance(inner, s.Call) and inner.word == "count" and inner.args):
            if rounding and inner is not node and self.type_of(inner, scope) in (NUMBER, None) and divisor > 1:
                tail = "" if rounding == "down" else ", rounded up"
                return f"{many} for every {divisor} {self._of_number(self.say(inner, scope))}{tail}"
            return None
        group = self.group(inner.args[0].value, scope)
        if divisor == 1:
            return f"{many} for {group.each()}"
        tail = "" if rounding == "down" else ", rounded up"
        return f"{many} for every {group.some(str(divisor), 'in')}{tail}"


def conjuncts(node: s.Expr | None) -> list[s.Expr]:
    """The parts of a condition that must all hold."""
    if node is None:
        return []
    if isinstance(node, s.Logic) and node.operator == "and":
        return [*conjuncts(node.left), *conjuncts(node.right)]
    return [node]


def gerund_phrase(predicate: str) -> str:
    """A predicate in base form with its verb in -ing."""
    verb, _, rest = predicate.partition(" ")
    return f"{inflection.gerund(verb)} {rest}".strip()


def item_text(text: str, kind: Type | None) -> str:
    """A clause with the item's stand-ins made pronouns."""
    person = kind is not None and kind.base == "player"
    return text.replace(ITEM, "they" if person else "it").replace(ITEMS_OWN, "their" if person else "its")


__all__ = ["PLAYERS", "TABLE", "ZONE", "Values", "conjuncts", "gerund_phrase", "item_text"]
