"""Says the events that abilities watch: an opponent completes an illegal card, loading a container."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cardwright.builtins import all_primitives
from cardwright.declarations.types import NUMBER, PLAYER, ZONE, Type, list_of, piece
from cardwright.english.choices import Choices
from cardwright.english.nouns import Group, Thing, looks_many, player_thing
from cardwright.english.scope import Meaning, Scope
from cardwright.english.values import gerund_phrase
from cardwright.syntax import tree as s
from cardwright.wording import inflection, templates
from cardwright.wording.inflection import spoken
from cardwright.wording.templates import Phrase, Slot

_COUNTS = {">=": "{} or more", ">": "more than {}", "<=": "{} or fewer", "<": "fewer than {}", "is": "{}"}


@dataclass(frozen=True, slots=True)
class Watched:
    """An event said as far as it can be: who, what they do, what else must hold, and the scope of what follows."""

    subject: Thing | None
    predicate: str
    tails: tuple[str, ...]
    conditions: tuple[s.Expr, ...]
    scope: Scope


@dataclass(slots=True)
class Roles:
    """The roles of an event or a rule that may be anything, and what is known of them."""

    free: dict[str, Thing | Group | str] = field(default_factory=dict)
    rest: list[s.Expr] = field(default_factory=list)
    scope: Scope | None = None


class Events(Choices):
    """Says events and the roles of rules that are left open."""

    def free_roles(
        self, phrase: Phrase, given: dict[str, s.Expr], where: s.Expr | None, scope: Scope, always: bool
    ) -> Roles:
        """Say the roles that are not given, with the parts of the condition that are about one of them only.

        `always` says every role of the phrase; otherwise those in square brackets only if something is known of them.
        """
        parts = templates.parts_of(templates.template_of(phrase))
        shown, needed = templates.roles_in(parts), templates.roles_in(parts, optional=False)
        open_roles = [role for role, _ in phrase.roles if role not in given]
        found = Roles(rest=s.parts_of(where))
        inner = scope
        for role, type_word in phrase.roles:
            inner = inner.named(role, self._role_again(role, type_word, given, scope))
        for role in open_roles:
            if role not in shown:
                continue
            about = [part for part in found.rest if self._about(part, role, open_roles)]
            value = self._role_text(role, dict(phrase.roles)[role], about, inner)
            if value is None or (role not in needed and not about and not always):
                continue
            told, used = value
            found.free[role] = told
            found.rest = [part for part in found.rest if part not in used]
        found.scope = inner
        return found

    @staticmethod
    def _about(part: s.Expr, role: str, open_roles: list[str]) -> bool:
        names = {node.word for node in s.walk(part) if isinstance(node, s.Name)}
        return role in names and not any(other in names for other in open_roles if other != role)

    def role_type(self, type_word: str) -> Type | None:
        """The type of a role."""
        if type_word == "pieces":
            return list_of(piece(self.vocabulary.this_kind))
        return self.vocabulary.type_named(type_word)

    def noun_of_role(self, role: str, type_word: str) -> str:
        """What a role is called: its own word, or that of its type where it has none that can stand alone."""
        if type_word == "pieces":
            return self.vocabulary.noun(piece(self.vocabulary.this_kind))
        kind = self.role_type(type_word)
        single = kind.item if kind is not None and kind.base == "list" else kind
        if role in ("of", "to", "from", "by", "with", "for", "onto", "as", "player") or len(role) < 3:
            return self.vocabulary.noun(single)
        return inflection.singular(spoken(role)) if kind is not None and kind.base == "list" else spoken(role)

    def _role_again(self, role: str, type_word: str, given: dict[str, s.Expr], scope: Scope) -> Meaning:
        """What a role is called after the event was said."""
        if role in given:
            said = given[role]
            meaning = self.meaning(said.word, scope) if isinstance(said, s.Name) else None
            return meaning if isinstance(meaning, Thing) else self.thing(said, scope)
        kind = self.role_type(type_word)
        noun = self.noun_of_role(role, type_word)
        if kind is not None and kind.base == "enum" and noun.endswith("ed"):
            return Thing(f"the {noun} {self.vocabulary.noun(kind)}", kind)
        if kind is not None and kind.base == "list":
            nouns = self.vocabulary.nouns(noun)
            text = f"the {nouns}" if nouns == noun else f"those {nouns}"
            again = self.opaque(text, kind.item)
            return again if nouns == noun else replace(again, noun=noun, nouns=nouns)
        if kind == PLAYER:
            return player_thing(f"that {noun}", PLAYER)
        return Thing(f"that {noun}", kind)

    def _role_text(
        self, role: str, type_word: str, about: list[s.Expr], scope: Scope
    ) -> tuple[Thing | Group | str, list[s.Expr]] | None:
        """Anything that a role can be, and the conditions that are said with it."""
        kind = self.role_type(type_word)
        noun = self.noun_of_role(role, type_word)
        if kind == NUMBER:
            for part in about:
                if isinstance(part, s.Compare) and part.left == s.Name(role) and part.operator in _COUNTS:
                    return _COUNTS[part.operator].format(self.say(part.right, scope)), [part]
            return "", []
        single = kind.item if kind is not None and kind.base == "list" else kind
        group = Group(noun, self.vocabulary.nouns(noun), single)
        many = kind is not None and kind.base == "list"
        if kind is not None and kind.base == "enum":
            return self._enum_text(role, group, about, scope)
        used = [part for part in about if not self._speaks_of_all(part, role)] if not many and kind != ZONE else []
        for part in used:
            group = self.narrowed(group, part, scope, role)
        return (group if not many else group.called(True)), used

    @staticmethod
    def _speaks_of_all(part: s.Expr, role: str) -> bool:
        return isinstance(part, s.Call) and part.word in ("during", "caused_by")

    def _enum_text(
        self, role: str, group: Group, about: list[s.Expr], scope: Scope
    ) -> tuple[Thing | Group | str, list[s.Expr]]:
        for part in about:
            if isinstance(part, s.Compare) and part.left == s.Name(role):
                if part.operator == "is":
                    return self.say(part.right, scope), [part]
                if part.operator == "in" and isinstance(part.right, s.ListOf):
                    return inflection.listed([self.say(item, scope) for item in part.right.items], "or"), [part]
                if part.operator in ("in", "not in", "is not"):
                    narrow = self.narrowed(group, part, scope, role)
                    return f"any {narrow.one().partition(' ')[2]}", [part]
        return f"any {group.noun}", []

    # ------------------------------------------------------------ events

    def watched(self, node: s.Pattern, where: s.Expr | None, scope: Scope) -> Watched:
        """An event with its doer, roles and conditions."""
        phrase = self.vocabulary.deed(node.word) or Phrase(node.word, "verb", (), None)
        given = self.bound(phrase, node.args)
        roles = self.free_roles(phrase, given, where, scope, always=False)
        assert roles.scope is not None
        subject, doer = self._doer(node, phrase, scope)
        inner = roles.scope
        if doer is not None:
            inner = inner.named("player", doer) if "player" not in dict(phrase.roles) else inner
        tails, rest = self._tails(roles.rest, inner)
        about = scope.told_of(node.subject)
        predicate = self._predicate(phrase, given, about, roles)
        if predicate is None:
            text = self.clause(phrase, given, scope, free=roles.free)
            return Watched(None, text, tails, rest, inner)
        if node.subject is None and node.word in all_primitives():
            passive = self._passive(phrase, given, about, roles)
            if passive is not None:
                return Watched(None, passive, tails, rest, inner)
        return Watched(subject, predicate, tails, rest, inner)

    def _passive(self, phrase: Phrase, given: dict[str, s.Expr], scope: Scope, roles: Roles) -> str | None:
        """An event that nobody in particular does: cards are moved to the discard pile."""
        parts = templates.parts_of(templates.template_of(phrase))
        if not (len(parts) > 1 and isinstance(parts[0], str) and isinstance(parts[1], Slot) and parts[0].split()):
            return None
        filler = self._event_filler(phrase, given, scope, roles)
        things = templates.filled(parts[1:2], filler)
        rest = templates.filled(parts[2:], lambda role, noun: filler(role, noun) if role in given else None)
        verb = inflection.participle(parts[0].split()[0])
        return f"{things} {'are' if looks_many(things) else 'is'} {verb} {rest}".strip()

    def _predicate(self, phrase: Phrase, given: dict[str, s.Expr], scope: Scope, roles: Roles) -> str | None:
        parts = templates.parts_of(templates.template_of(phrase))
        if templates.is_clause(parts):
            return None
        return templates.filled(parts, self._event_filler(phrase, given, scope, roles))

    def _event_filler(self, phrase: Phrase, given: dict[str, s.Expr], scope: Scope, roles: Roles) -> templates.Filler:
        usual = self.filler(phrase, given, scope, roles.free)
        nouns = self.vocabulary.nouns

        def said(role: str, noun: str | None) -> str | None:
            value = roles.free.get(role)
            if noun is not None and isinstance(value, str):
                return f"{value} {nouns(noun)}".strip()
            if isinstance(value, str) and value.startswith("any "):
                return "" if value.count(" ") == 1 and self._inside_noun(phrase, role) else templates.sort(value)
            if isinstance(value, str) and value:
                return value
            return usual(role, noun) if role in given or value else None

        return said

    @staticmethod
    def _inside_noun(phrase: Phrase, role: str) -> bool:
        """Whether a role stands inside the noun of another: `{number:{of} card}`."""
        for part in templates.parts_of(templates.template_of(phrase)):
            if isinstance(part, Slot) and part.noun is not None and role in templates.roles_in(part.noun):
                return True
        return False

    def _doer(self, node: s.Pattern, phrase: Phrase, scope: Scope) -> tuple[Thing | None, Thing | None]:
        """The subject of an event, and what it is called afterwards."""
        again = player_thing("that player", PLAYER)
        if node.subject is None:
            return (player_thing("a player", PLAYER), again) if phrase.kind == "verb" else (None, None)
        if node.subject == s.Name("opponents"):
            return player_thing("an opponent", PLAYER), again
        if node.subject == s.Name("players"):
            return player_thing("any player", PLAYER), again
        kind: Type | None = self.type_of(node.subject, scope)
        if kind is not None and kind.base == "list":
            return player_thing(self.group(node.subject, scope).one(), PLAYER), again
        thing = self.thing(node.subject, scope)
        return thing, thing

    def _tails(self, conditions: list[s.Expr], scope: Scope) -> tuple[tuple[str, ...], tuple[s.Expr, ...]]:
        """Conditions about when and why an event happens, as part of it."""
        tails: list[str] = []
        rest: list[s.Expr] = []
        for part in conditions:
            inner = part.value if isinstance(part, s.Not) else part
            denied = isinstance(part, s.Not)
            if not (isinstance(inner, s.Call) and inner.args and inner.word in ("during", "caused_by")):
                rest.append(part)
                continue
            what = inner.args[0].value
            if inner.word == "during":
                tails.append(f"{'other than ' if denied else ''}{self._while(what)}")
            else:
                cause = f"{self.say(what, scope)} caused it"
                tails.append(f"(unless {cause})" if denied else f"(if {cause})")
        return tuple(tails), tuple(rest)

    def _while(self, node: s.Expr) -> str:
        word = node.word if isinstance(node, s.Name | s.Call) else ""
        phrase = self.vocabulary.deed(word)
        named = self.deed_named(node)
        return f"during {named}" if phrase is None or phrase.kind == "step" else f"while {named}"

    # ------------------------------------------------------------ forms of an event

    def finite_event(self, seen: Watched) -> str:
        """An opponent draws cards; the end of the game for a step."""
        tails = "".join(f" {tail}" for tail in seen.tails)
        if seen.subject is None:
            return seen.predicate + tails
        verb, _, rest = seen.predicate.partition(" ")
        return f"{seen.subject.text} {inflection.finite(verb, seen.subject.many)} {rest}".strip() + tails

    def gerund_event(self, seen: Watched) -> str:
        """Loading a container; an opponent loading a container."""
        tails = "".join(f" {tail}" for tail in seen.tails)
        if seen.subject is None:
            return seen.predicate + tails
        text = gerund_phrase(seen.predicate)
        return (text if seen.subject.text == "you" else f"{seen.subject.text} {text}") + tails

    def passive_event(self, word: str, scope: Scope) -> str | None:
        """This card is completed, of an event about this card; None for a word that has no phrase."""
        phrase = self.vocabulary.deed(word)
        if phrase is None or phrase.text is None or not phrase.roles:
            return None
        role = phrase.roles[0][0]
        given: dict[str, s.Expr] = {role: s.Name("this")}
        parts = templates.parts_of(templates.template_of(phrase))
        if templates.is_clause(parts):
            return self.clause(phrase, given, scope)
        if len(parts) > 1 and isinstance(parts[0], str) and parts[1] == Slot(role, None) and len(parts[0].split()) == 1:
            rest = templates.filled(parts[2:], lambda other, noun: None)
            return f"{scope.this.text} is {inflection.participle(parts[0].strip())} {rest}".strip()
        return f"you {self.filled(phrase, given, scope)}" if role in templates.roles_in(parts) else None
