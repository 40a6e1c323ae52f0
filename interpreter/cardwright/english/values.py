"""Says values: numbers, words, players, pieces, zones, and groups of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from cardwright.declarations.declared import Memory, ZoneDecl
from cardwright.declarations.types import NUMBER, PLAYER, YES_NO, Type, piece
from cardwright.english.kinds import YES_NO_CALLS
from cardwright.english.nouns import FORMS, Group, Thing, looks_many, opaque, player_thing
from cardwright.english.scope import ITEM, ITEMS_OWN, Deferred, Meaning, Member, Scope, item_of
from cardwright.english.wording import Wording
from cardwright.syntax import tree as s
from cardwright.wording import inflection, templates
from cardwright.wording.inflection import spoken
from cardwright.wording.templates import Phrase, Slot

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


class Values(Wording):
    """Says the values of one game's texts."""

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
        special = {"nobody": "nobody", "none": "none", "no_limit": "no limit", "anyone": "anyone"}
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

    @staticmethod
    def _is_participle(title: str) -> bool:
        return " " not in title and (title in _PARTICIPLES or (title.endswith("ed") and len(title) > 4))

    def _zone_group(self, zone: ZoneDecl, owner: Thing | Group | None) -> Group:
        """What lies in a zone; a zone whose title is a plural is spoken of as the things in it."""
        # what lies hidden is held or stacked, and so taken from there; open pieces of another kind stand in their place
        taken = "from" if zone.holds == self.vocabulary.this_kind or zone.see in ("owner", "nobody") else "in"
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
        for part in s.parts_of(where):
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
            group = group.with_tail(one if one == many else one + FORMS + many)
        return group

    @abstractmethod
    def adjective(self, node: s.Expr, scope: Scope) -> str | None:
        """A condition about the item as an adjective, if it can be one: agriculture."""

    @abstractmethod
    def tail(self, node: s.Expr, scope: Scope) -> str:
        """A condition about the item as a clause after the noun: with tier 1 or less, that you can trade with."""

    # ------------------------------------------------------------ calls and phrases

    def _called(self, node: s.Call, scope: Scope) -> Thing:
        word, args = node.word, [arg.value for arg in node.args]
        kind = self.type_of(node, scope)
        if word == "count" and args:
            return Thing(self.group(args[0], scope).number(), NUMBER)
        if word in ("min", "max", "sum") and args:
            return Thing(self._extreme(word, args, scope), NUMBER)
        if word in ("next", "previous") and args:
            place = "after" if word == "next" else "before"
            return player_thing(f"the player {place} {self.say(args[0], scope)}", PLAYER)
        if word in YES_NO_CALLS:
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

    # ------------------------------------------------------------ counted nouns


def gerund_phrase(predicate: str) -> str:
    """A predicate in base form with its verb in -ing."""
    verb, _, rest = predicate.partition(" ")
    return f"{inflection.gerund(verb)} {rest}".strip()


def item_text(text: str, kind: Type | None) -> str:
    """A clause with the item's stand-ins made pronouns."""
    person = kind is not None and kind.base == "player"
    return text.replace(ITEM, "they" if person else "it").replace(ITEMS_OWN, "their" if person else "its")
