"""Says what is left to players: what they may do, what they choose, and between which options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cardwright.declarations.types import PLAYER
from cardwright.english.nouns import Group, Thing, player_thing
from cardwright.english.scope import Scope
from cardwright.english.sentences import Sentence, block
from cardwright.english.statements import THEY, YOU, Statements
from cardwright.syntax import titles
from cardwright.syntax import tree as s
from cardwright.wording import inflection, templates

_CLAUSE = re.compile(r" (?:that|which) ")
_AGAIN = "any number of times, "
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


class Choices(Statements):
    """Says the choices of one game's texts."""

    def _may(self, node: s.May, scope: Scope) -> list[Sentence]:
        by = node.subject or scope.actor
        subject = self.subject(by, scope)
        inside = scope.acted_by(by)
        done: list[Sentence]
        if node.deed is not None:
            cost = self.deed(replace(node.deed, subject=node.deed.subject or node.subject), inside)
            done = self._permitted(subject, cost, self._after_cost(node, subject, inside))
        else:
            done = self._permitted(subject, self.body(node.body, inside), [])
        if node.repeatedly and done:
            done[0] = done[0].leading(_AGAIN)
        return [*done, *self._else(node, subject, scope, may=True)]

    def _after_cost(self, node: s.May, subject: Thing, scope: Scope) -> list[Sentence]:
        inside = scope
        if isinstance(node.subject, s.Name) and subject.text not in ("you", "that player"):
            inside = scope.named(node.subject.word, THEY)
        return self.body(node.body, inside)

    def _permitted(self, subject: Thing, first: list[Sentence], then: list[Sentence]) -> list[Sentence]:
        """Somebody may do the first and the rest follows: you may pay 2 credits to draw a card."""
        if not first:
            first, then = then, []
        if not first:
            return [Sentence(subject, ("do nothing",), modal="may")]
        if first[0].subject is None and len(first) == 1 and not then and first[0].text.startswith("do this "):
            return [Sentence(subject, (first[0].text,), modal="may")]
        if first[0].subject is None or first[0].subject.text != subject.text or first[0].modal or first[0].lead:
            return [Sentence(subject, (f"do this: {block([*first, *then])}",), modal="may")]
        head = replace(first[0], modal="may", named=False)
        rest = [*first[1:], *then]
        if len(first) == 1 and len(then) == 1 and self._continues(then[0], subject):
            purpose = f" to {then[0].infinitive()}"
            head = replace(head, tail=purpose, bullets=then[0].bullets)
            return [head]
        if not rest:
            return [head]
        return [head, *self.inner(rest, f"if {self._pronoun(subject)} do, ")]

    def _continues(self, sentence: Sentence, subject: Thing) -> bool:
        if sentence.subject is None or sentence.modal or sentence.lead or sentence.tail or sentence.bullets:
            return False
        same = sentence.subject.text in (subject.text, "they" if subject.text != "you" else "you")
        return same and len(sentence.infinitive()) < 90

    @staticmethod
    def _pronoun(subject: Thing) -> str:
        return "you" if subject.text == "you" else "they"

    def _else(self, node: s.May | s.Choose | s.ChooseOne, subject: Thing, scope: Scope, may: bool) -> list[Sentence]:
        otherwise = node.otherwise
        if isinstance(node.subject, s.Name) and subject.text != "you":
            scope = scope.named(node.subject.word, THEY)
        if otherwise is None or not otherwise.statements:
            return []
        if scope.replaced and otherwise.statements == (s.Deed(None, "proceed", ()),) and may:
            return []
        done = self.body(otherwise, scope)
        return self.inner(done, f"if {self._pronoun(subject)} {'do not' if may else 'cannot'}, ") if done else []

    def _choose(self, node: s.Choose, scope: Scope) -> list[Sentence]:
        by = node.subject or scope.actor
        subject = self.subject(by, scope)
        inside = scope.acted_by(by)
        done = self._choose_inline(node, subject, inside) or self._choose_then(node, subject, inside)
        if node.repeatedly:
            done[0] = done[0].leading(_AGAIN)
        return [*done, *self._else(node, subject, scope, node.may)]

    def _choose_then(self, node: s.Choose, subject: Thing, scope: Scope) -> list[Sentence]:
        """The choice as a sentence, and what follows from it."""
        texts, inside = self.picked(node, scope)
        chance = all(pick.at_random for pick in node.picks)
        choice = Sentence(subject, (f"choose {inflection.listed(texts)}" + (" at random" if chance else ""),))
        if isinstance(node.subject, s.Name) and subject.text not in ("you", "that player"):
            inside = inside.named(node.subject.word, player_thing("that player", PLAYER))
        done = self.body(node.body, inside)
        if node.may:
            return [replace(choice, modal="may"), *self.inner(done, f"if {self._pronoun(subject)} do, ")]
        if subject.text == "you" and scope.actor != YOU:
            choice = replace(choice, named=True)
        return [choice, *done]

    def picked(self, node: s.Choose, scope: Scope) -> tuple[list[str], Scope]:
        """What is chosen, and the scope in which the choices have names."""
        texts = []
        chance = all(pick.at_random for pick in node.picks)
        called = []
        for place, pick in enumerate(node.picks):
            text, group = self.pick_text(pick, self.before_pick(node, place, scope), chance)
            texts.append(text)
            again = self.picked_again(node, place, group, scope)
            called.append(again)
            scope = scope.named(pick.word, again)
        return texts, self._told_apart(node, called, scope)

    @staticmethod
    def before_pick(node: s.Choose, place: int, scope: Scope) -> Scope:
        """The scope of a second pick, in which the first one is `it` if it is another sort of thing."""
        first = scope.names.get(node.picks[0].word)
        if place != 1 or not isinstance(first, Thing) or first.type is None or first.type.base != "piece":
            return scope
        return scope.named(node.picks[0].word, replace(first, text="it", possessive="its"))

    @staticmethod
    def _told_apart(node: s.Choose, called: Sequence[Thing | Group], scope: Scope) -> Scope:
        """The scope after a choice, in which things that would be called the same are the first and the second."""
        texts = [again.text if isinstance(again, Thing) else again.opaque for again in called]
        for pick, again, text in zip(node.picks, called, texts, strict=True):
            if texts.count(text) > 1 and isinstance(again, Thing):
                place = [other.word for other, told in zip(node.picks, texts, strict=True) if told == text].index(
                    pick.word
                )
                number = _ORDINALS[place] if place < len(_ORDINALS) else "last"
                scope = scope.named(pick.word, replace(again, text=f"the {number} {text.removeprefix('that ')}"))
            scope = replace(scope, taken=scope.taken | {text})
        return scope

    def pick_text(self, pick: s.Pick, scope: Scope, chance_said: bool = True, many: str = "") -> tuple[str, Group]:
        """What one pick takes: a card from your hand, up to 2 of your goods; `many` of them if that is no number."""
        group = self.group(pick.source, scope.told_of(scope.actor))
        if pick.where is not None:
            group = self.narrowed(group, pick.where, scope.told_of(scope.actor), pick.word)
        shown = group
        if pick.at_random and not chance_said and not group.opaque:
            shown = replace(group, adjectives=("random", *group.adjectives))
        amount = pick.amount
        if amount is None:
            return shown.one(), group
        if amount.value is None:
            return shown.some("any number"), group
        if amount == s.Amount("exactly", s.Number(1)):
            return shown.one(), group
        told = many and not isinstance(amount.value, s.Number)
        much = many if told else self.counted(amount.value, "", scope)
        if not told and not isinstance(amount.value, s.Number) and amount.kind == "exactly":
            if isinstance(amount.value, s.Name) and self.meaning(amount.value.word, scope):
                return shown.some("that many"), group
            wanted = _but_for_those_there_are(pick, amount.value)
            if wanted is not None:
                limit = self.counted(wanted, "", scope)
                most = shown.some(limit) if isinstance(wanted, s.Number) else f"{shown.some('as many')} as {limit}"
                return f"{most} (or all, if there are fewer)", group
            return f"{shown.some('as many')} as {much}", group
        words = {"exactly": much, "up_to": f"up to {much}", "at_least": f"{much} or more"}[amount.kind]
        return shown.some(words), group

    def picked_again(self, node: s.Choose, place: int, group: Group, scope: Scope) -> Thing | Group:
        """What a chosen thing is called afterwards: that card, the second card, those cards."""
        pick = node.picks[place]
        if pick.amount is not None and pick.amount != s.Amount("exactly", s.Number(1)):
            return self.opaque(group.named(True), group.type)
        if pick.amount is not None:
            return replace(self.opaque(group.named(False), group.type), single=True)
        text = group.named(False)
        noun = text.removeprefix("that ")
        taken = scope.taken
        if text in taken and group.type != PLAYER:
            text = f"the other {noun}" if f"the other {noun}" not in taken else f"the last {noun}"
        if group.type == PLAYER:
            return player_thing(text if text not in taken else "the other player", PLAYER)
        return Thing(text, group.type)

    def _choose_inline(self, node: s.Choose, subject: Thing, scope: Scope) -> list[Sentence] | None:
        """The choice said within what is done with it: discard a card from your hand."""
        if not node.body.statements:
            return None
        first = node.body.statements[0]
        if not isinstance(first, s.Deed) or not self._same_doer(first, node, scope):
            return None
        words = [pick.word for pick in node.picks]
        if not all(self._done_to_it(word, first) for word in words):
            return None
        tried = scope.trial()
        for place, pick in enumerate(node.picks):
            text, group = self.pick_text(pick, self.before_pick(node, place, tried), chance_said=False)
            tried = tried.named(pick.word, self.picked_again(node, place, group, tried))
            tried.fresh[pick.word] = self._of_your_choice(text, group)
        texts = [again.text for again in map(tried.names.get, words) if isinstance(again, Thing)]
        if len(set(texts)) < len(texts) and len(node.body.statements) > 1:
            return None
        tried = replace(tried, taken=tried.taken | set(texts))
        test = tried.trial()
        told = "; ".join(sentence.clause() for sentence in self.statements(node.body.statements[:1], test))
        if any(word in test.fresh for word in words) or not self._in_order(node, test, told):
            return None
        done = self.statements(node.body.statements, tried)
        scope.fresh.clear()
        scope.fresh.update(tried.fresh)
        return self._permitted(subject, done, []) if node.may else done

    @staticmethod
    def _of_your_choice(text: str, group: Group) -> str:
        if group.type is not None and group.type.base in ("enum", "name") and not group.opaque:
            return f"{text} of your choice"
        return text

    def _same_doer(self, deed: s.Deed, node: s.Choose, scope: Scope) -> bool:
        phrase = self.vocabulary.deed(deed.word)
        if phrase is None or phrase.kind != "verb" or self._control(deed, scope) is not None:
            return False
        if templates.is_clause(templates.parts_of(templates.template_of(phrase))):
            return False
        return deed.subject is None or deed.subject == (node.subject or scope.actor)

    @staticmethod
    def _done_to_it(word: str, deed: s.Deed) -> bool:
        """Whether a deed is done to a name itself, and the name occurs nowhere else in it."""
        name = s.Name(word)
        direct = [arg.value for arg in deed.args if arg.value in (name, s.ListOf((name,)))]
        uses = [part for part in s.walk(deed) if isinstance(part, s.Name) and part.word == word]
        return len(direct) == 1 and len(uses) == 1

    def _in_order(self, node: s.Choose, scope: Scope, told: str) -> bool:
        """Whether the choices are mentioned in the order in which their conditions speak of each other."""
        places = []
        trial = scope.trial()
        for place, pick in enumerate(node.picks):
            before = {other.word for other in node.picks[:place]}
            parts = [part for source in (pick.source, pick.where) if source is not None for part in s.walk(source)]
            needs = any(isinstance(part, s.Name) and part.word in before for part in parts)
            text, _ = self.pick_text(pick, self.before_pick(node, place, trial), chance_said=False)
            places.append((told.find(_CLAUSE.split(text)[0]), needs))
        return all(not needs or all(at < spot for at, _ in places[:n]) for n, (spot, needs) in enumerate(places))

    def _choose_one(self, node: s.ChooseOne, scope: Scope) -> list[Sentence]:
        by = node.subject or scope.actor
        subject = self.subject(by, scope)
        inside = scope.acted_by(by)
        if isinstance(node.subject, s.Name) and subject.text not in ("you", "that player"):
            inside = inside.named(node.subject.word, THEY)
        modal = "may" if node.may else ""
        named = subject.text == "you" and scope.actor != YOU
        told = [(option, self.body(option.body, replace(inside, fresh=dict(scope.fresh)))) for option in node.options]
        done = self._instead_option(told, subject, scope) or self._either(told, subject, modal, named)
        if done is None:
            bullets = tuple(self._bullet(option, sentences, inside) for option, sentences in told)
            done = Sentence(subject, ("choose one",), modal=modal, bullets=bullets, named=named)
        if node.repeatedly:
            done = done.leading(_AGAIN)
        return [done, *self._else(node, subject, scope, node.may)]

    @staticmethod
    def _instead_option(
        told: Sequence[tuple[s.Option, list[Sentence]]], subject: Thing, scope: Scope
    ) -> Sentence | None:
        """Proceeding or something else, inside `instead of`: you may do the something else."""
        if not scope.replaced or len(told) != 2 or any(option.title for option, _ in told):
            return None
        kept = [pair for pair in told if pair[0].body.statements != (s.Deed(None, "proceed", ()),)]
        if len(kept) != 1 or kept[0][0].condition is not None or len(kept[0][1]) != 1:
            return None
        only = kept[0][1][0]
        return replace(only, modal="may", named=False) if only.is_plain and only.subject == subject else None

    @staticmethod
    def _either(
        told: Sequence[tuple[s.Option, list[Sentence]]], subject: Thing, modal: str, named: bool
    ) -> Sentence | None:
        """Two short options as one sentence: gain 2 credits or draw a card."""
        if len(told) != 2 or any(option.condition is not None or option.title for option, _ in told):
            return None
        if not all(len(sentences) == 1 and sentences[0].is_plain for _, sentences in told):
            return None
        acts = [sentences[0] for _, sentences in told]
        doers = {act.subject.text for act in acts if act.subject is not None}
        if len(doers) != 1 or (doers != {subject.text} and doers != {"they"}):
            return None
        texts = [act.infinitive() for act in acts]
        if sum(map(len, texts)) > 90 or any(" and " in text or " or " in text for text in texts):
            return None
        if modal or (subject.text == "you" and not named):
            return Sentence(subject, (f"{texts[0]} or {texts[1]}",), modal=modal)
        verb, _, rest = texts[1].partition(" ")
        second = f"{inflection.finite(verb, subject.many)} {rest}".strip()
        return Sentence(subject, (f"{texts[0]} or {second}",), named=named)

    def _bullet(self, option: s.Option, sentences: list[Sentence], scope: Scope) -> str:
        text = block(sentences).replace("\n• ", " – ") or "do nothing"
        if option.condition is not None:
            text = f"if {self.condition(option.condition, replace(scope, fresh=dict(scope.fresh)))}, {text}"
        title = self._titled(option, scope)
        return f"{title}: {text}" if title else text

    def _titled(self, option: s.Option, scope: Scope) -> str:
        """The title of an option with its values as they can be said beforehand."""
        values = iter(option.said)
        found = ""
        for part in titles.parts_of(option.title or ""):
            if isinstance(part, str):
                found += part
            elif part.name:
                value = next(values)
                found += self.counted(value, part.noun, scope) if part.noun else self.say(value, scope)
        return found.strip()


def _but_for_those_there_are(pick: s.Pick, amount: s.Expr) -> s.Expr | None:
    """The number wanted of things that may be fewer: N in `choose min(N, count(LIST)) from LIST`."""
    if not isinstance(amount, s.Call) or amount.word != "min" or len(amount.args) != 2:
        return None
    wanted, there = (arg.value for arg in amount.args)
    counted = s.Call("count", (s.Arg(None, pick.source),))
    return wanted if there == counted else None
