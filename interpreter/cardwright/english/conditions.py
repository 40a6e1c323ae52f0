"""Says conditions as clauses, as adjectives and as relative clauses."""

from __future__ import annotations

from dataclasses import replace

from cardwright.declarations.declared import Memory
from cardwright.declarations.types import NUMBER, PLAYER, YES_NO, Type
from cardwright.english.nouns import Group, Thing, looks_many, split_noun
from cardwright.english.scope import ITEMS_OWN, Member, Scope
from cardwright.english.values import Values, gerund_phrase
from cardwright.english.wording import Free, Given
from cardwright.syntax import tree as s
from cardwright.wording import inflection, templates
from cardwright.wording.inflection import spoken, with_article
from cardwright.wording.templates import Phrase, Slot

OWNERS = ("owner", "controller")
_FINITE = ("is", "are", "can", "may", "must")
_OPPOSITES = {"is": "is not", "in": "not in", "<": ">=", ">": "<="}
_OPPOSITES |= {opposite: operator for operator, opposite in _OPPOSITES.items()}
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_AMOUNTS = {"is": "exactly {}", "is not": "not exactly {}", ">=": "{} or more", "<=": "{} or fewer"}
_AMOUNTS |= {">": "more than {}", "<": "fewer than {}"}
BOUNDS = {
    "is": "{}",
    "is not": "not {}",
    ">=": "{} or more",
    "<=": "{} or less",
    ">": "more than {}",
    "<": "less than {}",
}
VALUE_BOUNDS = BOUNDS | {">=": "at least {}", "<=": "at most {}"}


# What a coin flipped yes has done.
HEADS = "the coin shows heads"


class Conditions(Values):
    """Says the conditions of one game's texts."""

    def condition(self, node: s.Expr, scope: Scope, negative: bool = False) -> str:
        """A yes or no as a clause, or its opposite."""
        match node:
            case s.YesNo():
                return "this always holds" if node.value != negative else "this never holds"
            case s.Not():
                return self.condition(node.value, scope, not negative)
            case s.Logic():
                return self._joined(node, scope, negative)
            case s.Compare():
                return self._compared(node, scope, negative)
            case s.Call():
                return self._call_holds(node, scope, negative)
            case s.Name() | s.Get():
                return self._mark_holds(node, scope, negative)
            case s.Filter() | s.Collect():
                return self._call_holds(s.Call("any", (s.Arg(None, node),)), scope, negative)
            case _:
                return f"{self.say(node, scope)} is {'no' if negative else 'yes'}"

    def _joined(self, node: s.Logic, scope: Scope, negative: bool) -> str:
        parts = [node.right]
        left = node.left
        while isinstance(left, s.Logic) and left.operator == node.operator:
            parts.append(left.right)
            left = left.left
        parts.append(left)
        word = node.operator if not negative else {"and": "or", "or": "and"}[node.operator]
        texts = [self.condition(part, scope, negative) for part in reversed(parts)]
        inner = any(isinstance(part, s.Logic) for part in parts)
        return f", {word} ".join(texts) if inner else f" {word} ".join(texts)

    # ------------------------------------------------------------ marks and rules

    def _mark_holds(self, node: s.Name | s.Get, scope: Scope, negative: bool) -> str:
        word = node.word
        denied = "not " if negative else ""
        if isinstance(node, s.Name) and self.meaning(word, scope) is None and self.its_property(node, scope) is None:
            memory = self.vocabulary.table_memory(word)
            if memory is not None and memory.type == YES_NO:
                return self._table_mark(memory, negative)
            if self.vocabulary.rule(word) is not None and memory is None:
                return self._call_holds(s.Call(word, ()), scope, negative)
        own = self.its_property(node, scope)
        if isinstance(node, s.Get) or own is not None:
            get = node if isinstance(node, s.Get) else s.Get(s.Name("it"), word)
            owner = self.owner_of(get.object, scope)
            thing = owner if isinstance(owner, Thing) else Thing(owner.each(), owner.type)
            found = self.vocabulary.property(thing.type, word)
            title = found.title if isinstance(found, Memory) else spoken(word)
            return f"{thing.text} {'are' if thing.many else 'is'} {denied}{title}"
        text = self.say(node, scope)
        if text == HEADS:
            return "the coin shows tails" if negative else text
        return f"{text} is {'no' if negative else 'yes'}"

    @staticmethod
    def _table_mark(memory: Memory, negative: bool) -> str:
        words = memory.title.split()
        if " is " in memory.title or " are " in memory.title:
            return memory.title.replace(" is ", " is not ", 1) if negative else memory.title
        return f"the game is {'not ' if negative else ''}{' '.join(words)}"

    def _call_holds(self, node: s.Call, scope: Scope, negative: bool) -> str:
        first = node.args[0].value if node.args else None
        if node.word in ("any", "all") and first is not None:
            return self._quantified(node.word, first, scope, negative)
        if node.word == "during" and first is not None:
            return f"this is {'not ' if negative else ''}during {self.deed_named(first)}"
        if node.word == "caused_by" and first is not None:
            return f"{self.say(first, scope)} {'did not cause' if negative else 'caused'} this"
        phrase = self.vocabulary.rule(node.word)
        if phrase is None:
            values = [self.thing(arg.value, scope) for arg in node.args]
            if not values:
                return f"{spoken(node.word)} is {'no' if negative else 'yes'}"
            rest = inflection.listed([value.text for value in values[1:]])
            denied = "not " if negative else ""
            return f"{values[0].text} is {denied}{spoken(node.word)}" + (f" with {rest}" if rest else "")
        return self.clause(phrase, self.bound(phrase, node.args), scope, negative)

    def clause(
        self, phrase: Phrase, given: Given, scope: Scope, negative: bool = False, free: Free | None = None
    ) -> str:
        """A rule that is yes or no, said of its roles: you can ship, that card does not fit the slot."""
        parts = templates.parts_of(templates.template_of(phrase))
        if not templates.is_clause(parts):
            return self._noun_holds(phrase, given, scope, negative, free)
        leader = parts[0]
        assert isinstance(leader, Slot)
        subject = self._leader(phrase, leader, given, scope, free or {})
        filler = self.filler(phrase, given, scope, free or {})
        predicate = templates.filled(parts[1:], filler)
        verb, _, rest = predicate.partition(" ")
        verb = inflection.base(verb)
        form = inflection.negative(verb, subject.many) if negative else inflection.finite(verb, subject.many)
        return templates.tidy(f"{subject.text} {form} {rest}")

    def _leader(self, phrase: Phrase, slot: Slot, given: Given, scope: Scope, free: Free) -> Thing:
        node = given.get(slot.role)
        if node is not None:
            thing = self.thing(node, scope)
            if slot.noun is None:
                return thing
            return replace(thing, text=self.counted(node, "".join(map(str, slot.noun)), scope))
        value = free.get(slot.role)
        if isinstance(value, Thing):
            return value
        if isinstance(value, Group):
            return Thing(value.one(by="in"), value.type)
        return Thing(value or f"any {spoken(dict(phrase.roles).get(slot.role, slot.role))}")

    def _noun_holds(self, phrase: Phrase, given: Given, scope: Scope, negative: bool, free: Free | None) -> str:
        words = spoken(phrase.word)
        denied = "not " if negative else ""
        if phrase.text is None and phrase.roles and " " not in words:
            slot = Slot(phrase.roles[0][0], None)
            subject = self._leader(phrase, slot, given, scope, free or {})
            return f"{subject.text} {'are' if subject.many else 'is'} {denied}{words}"
        text = self.filled(phrase, given, scope, free)
        verbs = [word for word in text.split() if word in _FINITE]
        if verbs:
            return text.replace(f" {verbs[0]} ", f" {verbs[0]} not ", 1) if negative else text
        many = looks_many(text)
        verb = inflection.negative("apply", many) if negative else inflection.finite("apply", many)
        return f"{text} {verb}"

    def deed_named(self, node: s.Expr) -> str:
        """The name of a procedure as something that goes on: loading, the final claims."""
        word = node.word if isinstance(node, s.Name | s.Call) else ""
        phrase = self.vocabulary.deed(word)
        if phrase is None:
            return spoken(word) if word else "this"
        parts = templates.parts_of(templates.template_of(phrase))
        kept = [part for part in parts if isinstance(part, str) or (isinstance(part, Slot) and part.noun is not None)]
        text = templates.filled(kept, lambda role, noun: with_article(noun) if noun else None)
        return text if phrase.kind == "step" else gerund_phrase(text.strip())

    # ------------------------------------------------------------ any and all

    def _quantified(self, word: str, node: s.Expr, scope: Scope, negative: bool) -> str:
        if isinstance(node, s.Collect) and self._collects_answers(node, scope):
            return self._for_some(word, node, scope, negative)
        if isinstance(node, s.Filter):
            group = self.group(node.list, scope.trial())
            if group.opaque and group.single:
                thing = Thing(self.group(node.list, scope).opaque, group.type)
                return self.condition(node.where, scope.about(thing), negative)
        return self._there_is(node, ">" if not negative else "is", s.Number(0), scope)

    @staticmethod
    def _occurs_once(word: str, node: s.Node) -> bool:
        return sum(isinstance(part, s.Name) and part.word == word for part in s.walk(node)) == 1

    def _collects_answers(self, node: s.Collect, scope: Scope) -> bool:
        kind = self.type_of(node.value, self._collect_scope(node, scope.trial())[0])
        return kind == YES_NO

    def _for_some(self, word: str, node: s.Collect, scope: Scope, negative: bool) -> str:
        inner, group = self._collect_scope(node, scope)
        if (
            len(node.each) == 1
            and group is not None
            and not negative
            and self._occurs_once(node.each[0].word, node.value)
        ):
            text = group.each() if word == "all" else group.one(by="in")
            return self.condition(node.value, inner.named(node.each[0].word, Thing(text, group.type)))
        for each in node.each:
            meaning = inner.names[each.word]
            if not isinstance(meaning, Member):
                continue
            noun = meaning.group.noun
            own = "their" if noun in ("player", "opponent") else "its"
            inner = inner.named(each.word, Thing(f"that {noun}", meaning.group.type, own=own))
        text = self.condition(node.value, inner)
        if group is None:
            return text
        if word == "all":
            which = group.each().removeprefix("each ")
            return f"{text}, for {'not every' if negative else 'every'} {which}"
        which = group.one(by="in")
        some = f"some {group.noun}" if group.simple else which
        return f"{text}, for {'no ' + group.called(False) if negative else some}"

    # ------------------------------------------------------------ comparisons

    def _compared(self, node: s.Compare, scope: Scope, negative: bool) -> str:
        operator = _OPPOSITES[node.operator] if negative else node.operator
        left, right = node.left, node.right
        if isinstance(left, s.Number) and not isinstance(right, s.Number) and operator in _MIRRORED:
            left, right, operator = right, left, _MIRRORED[operator]
        if isinstance(right, s.YesNo) and operator in ("is", "is not"):
            return self.condition(left, scope, negative=(operator == "is") != right.value)
        if operator in ("in", "not in"):
            return self._inside(left, operator, right, scope)
        if isinstance(left, s.Call) and left.word == "count" and left.args:
            return self._there_is(left.args[0].value, operator, right, scope)
        if isinstance(right, s.ListOf) and not right.items and operator in ("is", "is not"):
            text = self.say(left, scope)
            denied = "not " if operator == "is not" else ""
            return f"{text} {'are' if looks_many(text) else 'is'} {denied}empty"
        if operator in ("is", "is not") and self.is_none(right, scope):
            return self._there_is_none(left, operator == "is not", scope)
        kind = self._kind_is(left, operator, right, scope)
        if kind is not None:
            return kind
        owned = self._amount_owned(left, operator, right, scope)
        return owned or self._plainly(left, operator, right, scope)

    def _there_is_none(self, left: s.Expr, negative: bool, scope: Scope) -> str:
        """Whether a mark holds something: there is no suit led, you have a choice."""
        found = self.its_property(left, scope) if isinstance(left, s.Name) else None
        memory = self.vocabulary.table_memory(left.word) if isinstance(left, s.Name) and found is None else None
        if memory is not None and self.meaning(memory.word, scope) is None:
            return f"there is {with_article(memory.title) if negative else 'no ' + memory.title}"
        get = s.Get(s.Name("it"), left.word) if found is not None and isinstance(left, s.Name) else left
        owner = self.owner_of(get.object, scope) if isinstance(get, s.Get) else None
        mark = self.vocabulary.property(owner.type, get.word) if owner is not None and isinstance(get, s.Get) else None
        if isinstance(mark, Memory) and isinstance(owner, Thing):
            title = mark.title.removesuffix(" on it")
            have = "have" if owner.many else "has"
            return f"{owner.text} {have} {with_article(title) if negative else 'no ' + title}"
        subject = self.thing(left, scope)
        return f"{subject.text} {'are' if subject.many else 'is'} {'not ' if negative else ''}none"

    def _plainly(self, left: s.Expr, operator: str, right: s.Expr, scope: Scope) -> str:
        if isinstance(left, s.Get) and left.word in OWNERS and operator in ("is", "is not"):
            owner = self.thing(right, scope)
            form = inflection.negative if operator == "is not" else inflection.finite
            verb = form("control" if left.word == "controller" else "own", owner.many)
            return f"{owner.text} {verb} {self.say(left.object, scope)}"
        subject = self.thing(left, scope)
        verb = "are" if subject.many else "is"
        if operator in ("is", "is not"):
            return f"{subject.text} {verb} {'not ' if operator == 'is not' else ''}{self.say(right, scope)}"
        bounds = BOUNDS if isinstance(right, s.Number) else VALUE_BOUNDS
        return f"{subject.text} {verb} {bounds[operator].format(self.say(right, scope))}"

    def _kind_is(self, left: s.Expr, operator: str, right: s.Expr, scope: Scope) -> str | None:
        """Comparisons with a word: that card is an illegal card, you are the leader."""
        if operator not in ("is", "is not"):
            return None
        denied = "not " if operator == "is not" else ""
        if isinstance(left, s.Name) and self.meaning(left.word, scope) is None:
            memory = self.vocabulary.table_memory(left.word)
            own = self.its_property(left, scope)
            if memory is not None and own is None and memory.type == PLAYER:
                subject = self.thing(right, scope)
                return f"{subject.text} {'are' if subject.many else 'is'} {denied}the {memory.title}"
        piece = self._piece_of(left, scope)
        if isinstance(piece, Thing) and isinstance(right, s.Name) and not self._is_word(right, scope):
            return f"{piece.text} {'are' if piece.many else 'is'} {denied}of {self.say(right, scope)}"
        if piece is None or not self._is_word(right, scope):
            return None
        word = self.say(right, scope)
        if isinstance(piece, Thing):
            noun = with_article(f"{word} {self.vocabulary.noun(piece.type)}")
            if piece.many:
                noun = f"{word} {self.vocabulary.nouns(self.vocabulary.noun(piece.type))}"
            return f"{piece.text} {'are' if piece.many else 'is'} {denied}{noun}"
        return None

    def _piece_of(self, node: s.Expr, scope: Scope) -> Thing | Group | None:
        """The piece whose enum attribute a value is."""
        if isinstance(node, s.Name) and self.meaning(node.word, scope) is None:
            if self.vocabulary.property(self._its_type(scope), node.word) is None:
                return None
            node = s.Get(s.Name("it"), node.word)
        if not isinstance(node, s.Get):
            return None
        owner_type = self.type_of(node.object, scope)
        if owner_type is None or owner_type.base != "piece":
            return None
        found = self.vocabulary.property(owner_type, node.word)
        if not isinstance(found, Type) or found.base != "enum":
            return None
        return self.owner_of(node.object, scope)

    def _inside(self, left: s.Expr, operator: str, right: s.Expr, scope: Scope) -> str:
        subject = self.thing(left, scope)
        verb = ("are" if subject.many else "is") + (" not" if operator == "not in" else "")
        if isinstance(right, s.ListOf) and right.items:
            words = [self.say(item, scope) for item in right.items]
            return f"{subject.text} {verb} {inflection.listed(words, 'or')}"
        return f"{subject.text} {verb} {self._within(right, scope)}"

    def _within(self, node: s.Expr, scope: Scope) -> str:
        group = self.group(node, scope)
        if group.zone and not group.opaque and not group.adjectives and not group.tails:
            return group.place("one")
        if not group.opaque and isinstance(group.owner, Thing) and not group.zone:
            return f"one of {group.the()}"
        return f"one of {group.the()}" if not group.single else f"in {group.the()}"

    def _amount_owned(self, left: s.Expr, operator: str, right: s.Expr, scope: Scope) -> str | None:
        """A counter with a plural title is something one has: you have 4 or more credits."""
        found = self._counter(left, scope)
        if found is None:
            return None
        owner, title = found
        much = self._much(operator, right, title, scope)
        if much is None:
            return None
        place = (
            " on it" if not isinstance(left, s.Call) and owner.type is not None and owner.type.base == "piece" else ""
        )
        return f"{owner.text} {'have' if owner.many else 'has'} {much}{place}"

    def _counter(self, node: s.Expr, scope: Scope) -> tuple[Thing, str] | None:
        if isinstance(node, s.Name) and self.its_property(node, scope) is not None:
            node = s.Get(s.Name("it"), node.word)
        if isinstance(node, s.Call):
            return self._rule_counter(node, scope)
        index = ""
        if isinstance(node, s.At) and self._is_word(node.index, scope):
            index, node = self.say(node.index, scope) + " ", node.object
        if not isinstance(node, s.Get):
            return None
        owner = self.owner_of(node.object, scope)
        found = self.vocabulary.property(owner.type, node.word)
        if isinstance(owner, Group):
            owner = Thing(owner.each(), owner.type)
        if not isinstance(found, Memory) or found.type != NUMBER or not looks_many(found.title):
            return None
        start, _, last = found.title.removesuffix(" on it").rpartition(" ")
        return owner, f"{start} {index}{last}".strip()

    def _rule_counter(self, node: s.Call, scope: Scope) -> tuple[Thing, str] | None:
        """A rule that counts what somebody has: your illegal goods."""
        phrase = self.vocabulary.rule(node.word)
        if phrase is None or self.type_of(node, scope) not in (None, NUMBER):
            return None
        given = self.bound(phrase, node.args)
        players = [given[role] for role, kind in phrase.roles if kind == "player" and role in given]
        if len(players) != 1:
            return None
        owner = self.thing(players[0], scope.trial())
        text = self.filled(phrase, given, scope.trial())
        nouns = text.removeprefix(f"{owner.whose} ").removeprefix("number of ")
        return (owner, nouns) if owner.whose and nouns != text and looks_many(nouns) else None

    def _much(self, operator: str, right: s.Expr, nouns: str, scope: Scope) -> str | None:
        """So many of something: no cards, 2 or more cards; None when the number is not written."""
        if not isinstance(right, s.Number):
            return None
        number = right.value
        nouns, rest = split_noun(nouns)
        none = (operator, number) in (("is", 0), ("<=", 0), ("<", 1))
        some = (operator, number) in (("is not", 0), (">", 0), (">=", 1))
        if none:
            return f"no {nouns}{rest}"
        if some:
            return with_article(inflection.singular(nouns)) + rest
        if operator == ">":
            operator, number = ">=", number + 1
        counted = inflection.singular(nouns) if number == 1 and operator in ("is", "is not") else nouns
        return f"{_AMOUNTS[operator].format(number)} {counted}{rest}"

    # ------------------------------------------------------------ counts

    def _there_is(self, node: s.Expr, operator: str, right: s.Expr, scope: Scope) -> str:
        """How many there are of something: you have 2 or more cards in your hand, the deck is empty."""
        group = self.group(node, scope)
        quantity = self._much(operator, right, "things", scope)
        bare_zone = group.zone and not (group.opaque or group.adjectives or group.tails)
        if quantity is None:
            bound = BOUNDS if isinstance(right, s.Number) else VALUE_BOUNDS
            return f"{group.number()} is {bound[operator].format(self.say(right, scope))}"
        if quantity == "no things" and bare_zone and not group.zone.startswith("among "):
            return f"{group.zone_text('one')} is empty"
        if isinstance(group.owner, Thing) and not group.opaque and self._can_have(group.owner):
            return self._has(group, group.owner, quantity)
        one = quantity == "a thing"
        if group.opaque.startswith("the ") and not group.single:
            noun, rest = split_noun(group.opaque.removeprefix("the "))
            told = self._much(operator, right, noun, scope) or ""
            return f"there {'is' if one or quantity.endswith(' thing') else 'are'} {told}{rest}"
        if one:
            return f"there is {group.one(by='in')}"
        much = quantity.removesuffix(" things").removesuffix(" thing")
        if quantity.endswith(" thing") and not group.opaque:
            return f"there is {much} {replace(group, nouns=group.noun).bare('one')}"
        return f"there are {much} {group.bare('one')}" if not group.opaque else f"{much} {group.bare()} remain"

    @staticmethod
    def _can_have(owner: Thing) -> bool:
        return owner.type is not None and owner.type.base in ("player", "piece") and bool(owner.text)

    @staticmethod
    def _has(group: Group, owner: Thing, quantity: str) -> str:
        own = "your" if owner.text == "you" else owner.own if owner.own != ITEMS_OWN else "their"
        if owner.type is not None and owner.type.base == "piece":
            own = "its"
        have = "have" if owner.many else "has"
        # A relative clause goes after the place.
        one = quantity == "a thing"
        single = quantity.endswith(" thing")
        much = quantity.removesuffix(" things").removesuffix(" thing")
        noun = with_article(group.called(False)) if one else f"{much} {group.called(not single)}"
        loose = Group("", "", tails=group.tails)
        rest = loose._rest(f"in {own} {group.zone}" if group.zone else "", not one)
        return f"{owner.text} {have} {noun}{rest}"

    # ------------------------------------------------------------ filters
