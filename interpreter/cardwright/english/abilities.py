"""Says abilities: reactions, prohibitions, changed rules, offers, and where a power works."""

from __future__ import annotations

from dataclasses import replace

from cardwright.declarations.declared import PLAYERS, TABLE
from cardwright.declarations.types import PLAYER, YES_NO
from cardwright.english.events import Events, Roles, Watched
from cardwright.english.nouns import Thing, looks_many
from cardwright.english.scope import Scope
from cardwright.english.sentences import Sentence, event, paragraph
from cardwright.syntax import tree as s
from cardwright.wording import inflection, templates
from cardwright.wording.inflection import capital, closed, spoken
from cardwright.wording.templates import Phrase

_TIMES = {2: "doubled", 3: "tripled", 4: "quadrupled"}
_ANY_TIME = ("anytime", "any_time")


class Abilities(Events):
    """Says the abilities of one game's powers."""

    def power(self, power: s.Power, scope: Scope) -> str:
        """All abilities, each on a line of its own."""
        texts = [self.ability(ability, replace(scope, fresh={})) for ability in power.abilities]
        return "\n".join(text for text in texts if text) or "No power."

    def ability(self, node: s.Ability, scope: Scope) -> str:
        """One ability as a paragraph."""
        match node:
            case s.React():
                return self._react(node, scope)
            case s.Forbid():
                return self._forbid(node, scope)
            case s.Modify():
                return self._modify(node, scope)
            case s.Offer():
                return self._offer(node, scope)
            case s.InZones():
                return self._in_zones(node, scope)

    # ------------------------------------------------------------ reactions

    def _react(self, node: s.React, scope: Scope) -> str:
        limit = f"{self._limited(node.limit)}, " if node.limit is not None else ""
        if node.when == "on":
            return self._on(node, limit, scope)
        seen = self.watched(node.pattern, node.where, scope)
        inner = seen.scope
        if node.when == "instead":
            return self._instead(node, seen, limit, inner)
        lead = f"{limit}{node.when} {self.finite_event(seen)}, {self._if_also(seen.conditions, inner)}"
        return self._told(node.body, inner, lead)

    def _on(self, node: s.React, limit: str, scope: Scope) -> str:
        phrase = self.vocabulary.deed(node.pattern.word)
        happened = self.passive_event(node.pattern.word, scope)
        when = f"when {happened}" if happened else f"on {spoken(node.pattern.word)}"
        inner = scope
        for role, type_word in phrase.roles[1:] if phrase is not None else ():
            inner = inner.named(role, self._role_again(role, type_word, {}, scope))
        if phrase is not None and phrase.roles:
            inner = inner.named(phrase.roles[0][0], scope.this)
        condition = f"if {self.condition(node.where, inner)}, " if node.where is not None else ""
        return self._told(node.body, inner.named("player", scope.you), f"{limit}{when}, {condition}")

    def _instead(self, node: s.React, seen: Watched, limit: str, scope: Scope) -> str:
        again = "do that as usual"
        if seen.subject is None or seen.subject.text == "you":
            lead = f"{limit}instead of {self.gerund_event(seen)}, {self._if_also(seen.conditions, scope)}"
        else:
            lead = f"{limit}when {seen.subject.text} would {seen.predicate}" + "".join(f" {t}" for t in seen.tails)
            lead += f", {self._if_also(seen.conditions, scope)}"
            again = "let that happen as usual"
            if _declined_proceeds(node.body):
                prevented = event("if you do, that does not happen")
                return self._told(node.body, replace(scope, replaced=again), lead, prevented)
            lead += "this happens instead: "
        return self._told(node.body, replace(scope, replaced=again), lead)

    def _if_also(self, conditions: tuple[s.Expr, ...], scope: Scope) -> str:
        if not conditions:
            return ""
        return f"if {' and '.join(self.condition(part, scope) for part in conditions)}, "

    def _told(self, body: s.Body, scope: Scope, lead: str, *last: Sentence) -> str:
        sentences = self.body(body, scope) or [event("nothing happens")]
        return paragraph([sentences[0].leading(lead), *sentences[1:], *last])

    def _limited(self, limit: s.Limit) -> str:
        phrase = self.vocabulary.deed(limit.span)
        span = spoken(limit.span)
        if phrase is not None and phrase.kind == "step" and phrase.text:
            span = phrase.text.removeprefix("the ").removeprefix("a ").removeprefix("an ")
        elif span.rpartition(" ")[2] in ("turn", "round", "phase", "game", "day"):
            span = span.rpartition(" ")[2]
        return f"{'once' if limit.times == 1 else 'twice'} per {span}"

    def _forbid(self, node: s.Forbid, scope: Scope) -> str:
        seen = self.watched(node.pattern, node.where, scope)
        tails = "".join(f" {tail}" for tail in seen.tails)
        where = ""
        if seen.conditions:
            where = f" if {' and '.join(self.condition(part, seen.scope) for part in seen.conditions)}"
        if seen.subject is None:
            return closed(f"{seen.predicate}{tails} cannot happen{where}")
        text = seen.subject.text
        who = {"an opponent": "opponents", "a player": "no player", "any player": "no player"}.get(text, text)
        return closed(f"{who} {'can' if who == 'no player' else 'cannot'} {seen.predicate}{tails}{where}")

    # ------------------------------------------------------------ changed rules

    def _modify(self, node: s.Modify, scope: Scope) -> str:
        word = node.rule.word
        args = node.rule.args if isinstance(node.rule, s.Call) else ()
        phrase = self.vocabulary.rule(word) or Phrase(word, "rule", tuple((a.role or "", "") for a in args), None)
        given = {role: value for role, value in self.bound(phrase, args).items() if value != s.Name(role)}
        roles = self.free_roles(phrase, given, node.where, scope, always=False)
        assert roles.scope is not None
        inner = roles.scope
        lead = f"while {' and '.join(self.condition(part, inner) for part in roles.rest)}, " if roles.rest else ""
        clause = self._is_yes_no(phrase, node)
        texts = []
        for change in node.changes:
            change_scope = replace(inner, fresh={})
            if clause:
                texts.append(self._answer(phrase, given, change, change_scope, roles))
            else:
                texts.append(self._changed(self._rule_text(phrase, given, scope, roles), change, change_scope))
        return closed(lead + inflection.listed(texts))

    def _is_yes_no(self, phrase: Phrase, node: s.Modify) -> bool:
        parts = templates.parts_of(templates.template_of(phrase))
        return templates.is_clause(parts) or any(isinstance(change.value, s.YesNo) for change in node.changes)

    def _rule_text(self, phrase: Phrase, given: dict[str, s.Expr], scope: Scope, roles: Roles) -> str:
        parts = templates.parts_of(templates.template_of(phrase))
        return templates.filled(parts, self._event_filler(phrase, given, scope, roles))

    def _answer(self, phrase: Phrase, given: dict[str, s.Expr], change: s.Change, scope: Scope, roles: Roles) -> str:
        """A rule that is yes or no is now said to be one of them."""
        if isinstance(change.value, s.YesNo) and change.operator == "set":
            return self.clause(phrase, given, scope, not change.value.value, free=roles.free)
        text = self.clause(phrase, given, scope, free=roles.free)
        if self.type_of(change.value, scope) in (YES_NO, None) and change.operator == "set":
            return f"{text} exactly if {self.condition(change.value, scope)}"
        return self._changed(text, change, scope)

    def _changed(self, text: str, change: s.Change, scope: Scope) -> str:
        many = looks_many(text)
        verb = "are" if many else "is"
        kind = self.type_of(change.value, scope)
        if change.operator == "set" and change.value == s.Name("you"):
            return f"you are {text}"
        if kind is not None and kind.base in ("list", "zone"):
            what = self._members(change.value, scope)
            return {
                "add": f"{text} also {'include' if many else 'includes'} {what}",
                "remove": f"{text} {'do' if many else 'does'} not include {what}",
            }.get(change.operator, f"{text} {verb} {what}")
        if change.value == s.Name("no_limit"):
            return self._unlimited(text)
        if change.operator == "multiply":
            times = _TIMES.get(change.value.value) if isinstance(change.value, s.Number) else None
            return f"{text} {verb} {times or f'multiplied by {self.say(change.value, scope)}'}"
        value = self.say(change.value, scope)
        if change.operator in ("add", "subtract"):
            value = self.counted(change.value, "", replace(scope, fresh={}))
        said = {
            "set": f"{verb} {value}",
            "add": f"{verb} increased by {value}",
            "subtract": f"{verb} reduced by {value}",
            "cap": f"{verb} at most {value}",
            "raise": f"{verb} at least {value}",
            "remove": f"{'do' if many else 'does'} not include {value}",
        }
        return f"{text} {said[change.operator]}"

    def _members(self, node: s.Expr, scope: Scope) -> str:
        if isinstance(node, s.ListOf):
            return inflection.listed([self.say(item, scope) for item in node.items]) or "nothing"
        kind = self.type_of(node, scope)
        group = self.group(node, scope)
        zone = kind is not None and (kind.base == "zone" or (kind.item is not None and kind.item.base == "zone"))
        if isinstance(node, s.Collect):
            zone = self._collects_zones(node, scope)
        return group.zone_text("all") if zone and group.zone and not group.opaque else group.all()

    def _collects_zones(self, node: s.Collect, scope: Scope) -> bool:
        kind = self.type_of(node.value, self._collect_scope(node, scope.trial())[0])
        return kind is not None and kind.base == "zone"

    @staticmethod
    def _unlimited(text: str) -> str:
        if text.startswith("your "):
            return f"you have no {text.removeprefix('your ')}"
        return f"there is no {text.removeprefix('the ')}"

    # ------------------------------------------------------------ offers and places

    def _offer(self, node: s.Offer, scope: Scope) -> str:
        limit = f"{self._limited(node.limit)}, " if node.limit is not None else ""
        times = [self._window_text(word) for word in node.windows]
        tails, rest_of = self._tails(s.parts_of(node.where), scope)
        times[-1] += "".join(f" {tail}" for tail in tails)
        condition = self._if_also(rest_of, scope)
        sentences = self.body(node.body, scope)
        head, rest = self._offered(sentences)
        return paragraph([head.leading(f"{limit}{inflection.listed(times, 'or')}, {condition}"), *rest])

    @staticmethod
    def _window_text(word: str) -> str:
        """When a window is open: during planning, between actions, at any time."""
        text = spoken(word)
        if word in _ANY_TIME:
            return "at any time"
        return (
            text if text.split()[0] in ("before", "after", "between", "at", "during", "in", "on") else f"during {text}"
        )

    @staticmethod
    def _offered(sentences: list[Sentence]) -> tuple[Sentence, list[Sentence]]:
        """The first sentence as something you may do."""
        if not sentences:
            return event("you may do nothing"), []
        first, *rest = sentences
        if first.is_order and not first.lead:
            return replace(first, modal="may"), rest
        if first.modal or first.subject is None or first.lead:
            return replace(first, lead=f"you may do this: {first.lead}"), rest
        return first, rest

    def _in_zones(self, node: s.InZones, scope: Scope) -> str:
        lead = f"while {scope.this.text} is {inflection.listed([self._place(word) for word in node.zones], 'or')}, "
        texts = [self.ability(ability, replace(scope, fresh={})) for ability in node.abilities]
        return "\n".join(capital(lead) + self._lowered(text) for text in texts)

    def _lowered(self, text: str) -> str:
        """A text that goes on a sentence: its first letter small unless it begins with a name."""
        named = any(text.startswith(f"{definition.name} ") for definition in self.vocabulary.game.pieces)
        return text if named else text[:1].lower() + text[1:]

    def _place(self, word: str) -> str:
        """Where a piece is: in your hand, among your completed shipments, in a ship's contracts."""
        zones = self.vocabulary.zones_named(word)
        if not zones:
            return f"in {spoken(word)}"
        zone = zones[0]
        if zone.owner == TABLE:
            return f"in the {zone.title}"
        own = Thing("you", PLAYER, True, "your") if zone.owner == PLAYERS else Thing("")
        if zone.owner != PLAYERS:
            noun = inflection.with_article(self.vocabulary.noun(self.vocabulary.type_named(zone.owner)))
            own = Thing(noun)
        group = self._zone_group(zone, own)
        return group.place("one") if group.zone else f"one of {group.the()}"


def _declined_proceeds(body: s.Body) -> bool:
    """Whether a replacement is nothing but something `you` may do, or else let the event happen."""
    match body.statements:
        case (s.May(subject=None, otherwise=s.Body(statements=(s.Deed(None, "proceed", ()),))),):
            return True
    return False
