"""Says statements: deeds, names, loops and conditions, as the sentences of a rules text."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from cardwright.declarations.types import NUMBER, PLAYER, YES_NO, Type
from cardwright.english.conditions import HEADS
from cardwright.english.filters import Filters
from cardwright.english.nouns import Group, Thing, looks_many, player_thing
from cardwright.english.scope import ENDS, Deferred, Scope
from cardwright.english.sentences import Sentence, block, event, merged
from cardwright.syntax import tree as s
from cardwright.wording import inflection, templates
from cardwright.wording.inflection import spoken, with_article
from cardwright.wording.templates import Phrase, Slot

YOU = s.Name("you")
_STOPS = (s.Deed(None, "stop", ()),)
THEY = Thing("they", PLAYER, True, "their", "their", "them")


class Statements(Filters):
    """Says the statements of one game's texts."""

    def body(self, node: s.Body, scope: Scope) -> list[Sentence]:
        """The sentences of a body."""
        return self.statements(node.statements, scope)

    def statements(self, nodes: Sequence[s.Stmt], scope: Scope) -> list[Sentence]:
        """The sentences of statements in a row; a `let` names a value for those that follow."""
        done: list[Sentence] = []
        for place, node in enumerate(nodes):
            if isinstance(node, s.Let):
                told, scope = self._let(node, nodes[place + 1 :], scope)
                done.extend(told)
            else:
                done.extend(self.statement(node, scope))
        return merged(done)

    def statement(self, node: s.Stmt, scope: Scope) -> list[Sentence]:
        """The sentences of one statement."""
        if isinstance(node, s.May | s.Choose | s.ChooseOne) and node.repeatedly:
            scope = replace(scope, stopped=ENDS)
        match node:
            case s.Deed():
                return self.deed(node, scope)
            case s.May():
                return self._may(node, scope)
            case s.Assign():
                return self._assign(node, scope)
            case s.Require():
                return [event(f"this is possible only if {self.condition(node.condition, scope)}")]
            case s.If():
                return self._if(node, scope)
            case s.ForEach():
                return self._for_each_in(node, scope)
            case s.Repeat():
                return self._repeat(node, scope)
            case s.Choose():
                return self._choose(node, scope)
            case s.ChooseOne():
                return self._choose_one(node, scope)
            case s.Let():
                return self._let(node, (), scope)[0]

    @abstractmethod
    def _may(self, node: s.May, scope: Scope) -> list[Sentence]:
        """What somebody may do."""

    @abstractmethod
    def _choose(self, node: s.Choose, scope: Scope) -> list[Sentence]:
        """What somebody chooses."""

    @abstractmethod
    def _choose_one(self, node: s.ChooseOne, scope: Scope) -> list[Sentence]:
        """Between which options somebody chooses."""

    # ------------------------------------------------------------ deeds

    def deed(self, node: s.Deed, scope: Scope) -> list[Sentence]:
        """Somebody does something."""
        control = self._control(node, scope)
        if control is not None:
            return control
        phrase = self.vocabulary.deed(node.word) or self._unknown_deed(node)
        given = self.bound(phrase, node.args)
        if phrase.kind == "step" and node.subject is None:
            text = self.filled(phrase, given, scope)
            clause = templates.is_clause(templates.parts_of(templates.template_of(phrase)))
            if clause or any(verb in text.split() for verb in ("is", "are")):
                return [event(text)]
            return [event(f"{text} {'happen' if looks_many(text) else 'happens'}")]
        parts = templates.parts_of(templates.template_of(phrase))
        if templates.is_clause(parts) or templates.template_of(phrase).startswith("the "):
            return [event(self._clause_deed(phrase, given, scope))]
        by = node.subject or scope.actor
        subject = self.subject(by, scope)
        predicate = self.filled(phrase, given, scope.told_of(by), by=self._preposition(phrase))
        named = subject.text == "you" and scope.actor != YOU
        return [Sentence(subject, (predicate,), named=named)]

    @staticmethod
    def _unknown_deed(node: s.Deed) -> Phrase:
        roles = tuple((arg.role or f"value {place + 1}", "") for place, arg in enumerate(node.args))
        return Phrase(node.word, "verb", roles, None)

    @staticmethod
    def _preposition(phrase: Phrase) -> str:
        return "in" if phrase.word in ("reveal", "show", "turn_up", "turn_down") else "from"

    def _clause_deed(self, phrase: Phrase, given: dict[str, s.Expr], scope: Scope) -> str:
        parts = templates.parts_of(templates.template_of(phrase))
        if templates.is_clause(parts):
            return self.clause(phrase, given, scope)
        return self.filled(phrase, given, scope)

    def subject(self, node: s.Expr, scope: Scope) -> Thing:
        """The one who does something, as the subject of a sentence."""
        if node == s.Name("opponents"):
            return player_thing("each opponent", PLAYER)
        if node == s.Name("players"):
            return player_thing("each player", PLAYER)
        kind = self.type_of(node, scope)
        if kind is not None and kind.base == "list":
            group = self.group(node, scope)
            return player_thing(group.each(), PLAYER)
        return self.thing(node, scope.told_of(None))

    def _control(self, node: s.Deed, scope: Scope) -> list[Sentence] | None:
        if node.word == "nothing":
            return []
        if node.word == "stop":
            return [event(scope.stopped)]
        if node.word == "finish":
            return [event("the game ends")]
        if node.word == "proceed":
            subject = self.subject(node.subject or scope.actor, scope)
            return [Sentence(subject, (scope.replaced or "do that as usual",))]
        if node.word == "window":
            words = [spoken(arg.value.word) for arg in node.args if isinstance(arg.value, s.Name)]
            return [event(f"powers for {with_article(' '.join(words) or 'this')} window may be used")]
        return None

    # ------------------------------------------------------------ names

    def _let(self, node: s.Let, after: Sequence[s.Stmt], scope: Scope) -> tuple[list[Sentence], Scope]:
        value = node.value
        deed = self._as_deed(value)
        if deed is not None:
            name = s.Name(node.word)
            grows = any(isinstance(p, s.Assign) and p.target == name for other in after for p in s.walk(other))
            return self.deed(deed, scope), scope.named(node.word, self._result(deed, scope, grows))
        assert not isinstance(value, s.Deed)
        kind = self.type_of(value, scope)
        if kind is not None and kind.base == "zone":
            return [], scope.named(node.word, self.thing(value, scope))
        named = scope.named(node.word, self._called_again(value, kind, scope))
        if self._can_wait(node.word, after):
            scope.fresh[node.word] = Deferred(value, scope)
            return [], named
        subject = self.subject(scope.actor, scope)
        is_list = kind is not None and kind.base == "list"
        noted = self.group(value, scope).all() if is_list else self.say(value, scope)
        return [Sentence(subject, (f"note {noted}",))], named

    def _as_deed(self, value: s.Expr | s.Deed) -> s.Deed | None:
        if isinstance(value, s.Deed):
            return value
        if isinstance(value, s.Name | s.Call):
            phrase = self.vocabulary.deed(value.word)
            if phrase is not None and phrase.kind == "verb":
                return s.Deed(None, value.word, value.args if isinstance(value, s.Call) else ())
        return None

    def _result(self, deed: s.Deed, scope: Scope, grows: bool = False) -> Group | Thing:
        """What a deed gives, named after it: the drawn cards."""
        phrase = self.vocabulary.deed(deed.word)
        template = templates.template_of(phrase) if phrase is not None else spoken(deed.word)
        if deed.word == "roll":
            return Thing("the number rolled", NUMBER)
        if deed.word == "flip_coin":
            return Thing(HEADS, YES_NO)
        parts = templates.parts_of(template)
        verb = parts[0].split()[0] if parts and isinstance(parts[0], str) and parts[0].split() else "get"
        for part in parts:
            if isinstance(part, Slot) and part.noun is not None and phrase is not None:
                noun = templates.filled([p for p in part.noun if isinstance(p, str)], lambda role, inner: None)
                number = self.bound(phrase, deed.args).get(part.role)
                single = (number is None or number == s.Number(1)) and not grows
                return self._given(inflection.participle(verb), noun, single)
        return self._given("", f"result of {inflection.gerund(verb)}", single=True)

    def _given(self, adjective: str, noun: str, single: bool) -> Group:
        nouns = self.vocabulary.nouns(noun)
        kinds = {kind.title: word for word, kind in self.vocabulary.game.kinds.items()}
        kind = Type("piece", kinds[noun]) if noun in kinds else None
        text = f"the {adjective} {noun if single else nouns}".replace("  ", " ")
        return Group(noun, nouns, kind, opaque=text, single=single)

    def _called_again(self, value: s.Expr, kind: Type | None, scope: Scope) -> Group | Thing:
        """What a named value is called after its first mention."""
        if kind is not None and kind.base == "list":
            group = self.group(value, scope.trial())
            return self.opaque(group.named(True), kind.item, single=False)
        noun = self.vocabulary.noun(kind)
        if kind is not None and kind.base == "player":
            return player_thing("that player", kind)
        return Thing(f"that {noun}" if kind is not None else "that", kind)

    def _can_wait(self, word: str, after: Sequence[s.Stmt]) -> bool:
        """Whether a value can be said where its name is first used, nothing having happened in between."""
        for node in after:
            if any(isinstance(part, s.Name) and part.word == word for part in s.walk(node)):
                if isinstance(node, s.May | s.Choose) and node.repeatedly:
                    return False
                return not isinstance(node, s.ForEach | s.Repeat | s.ChooseOne | s.Assign)
            if not isinstance(node, s.Let) or self._as_deed(node.value) is not None:
                return False
        return True

    def _assign(self, node: s.Assign, scope: Scope) -> list[Sentence]:
        subject = self.subject(scope.actor, scope)
        deed = self._as_deed(node.value)
        if deed is not None:
            given = self._result(deed, scope)
            text = "them" if isinstance(given, Group) and not given.single else "it"
            done = self.deed(deed, scope)
            return [*done, Sentence(subject, (f"add {text} to {self.say(node.target, scope)}",))]
        mark = self._mark_set(node, scope)
        if mark is not None:
            return [event(mark)]
        if node.operator == "=" and node.value == s.Number(0) and self._counter(node.target, scope) is not None:
            return [Sentence(subject, (self._counter_emptied(node, scope),))]
        if node.operator == "=" and self.is_none(node.value, scope):
            return [Sentence(subject, (f"clear {self.say(node.target, scope)}",))]
        if node.operator == "=":
            target = self.say(node.target, scope)
            return [Sentence(subject, (f"set {target} to {self.say(node.value, scope)}",))]
        counted = self._counter_changed(node, scope)
        if counted is None:
            verb, to = ("add", "to") if node.operator == "+=" else ("subtract", "from")
            if self._is_list(node.target, scope):
                verb = "add" if node.operator == "+=" else "remove"
            counted = f"{verb} {self.say(node.value, scope)} {to} {self.say(node.target, scope)}"
        return [Sentence(subject, (counted,))]

    def _counter_emptied(self, node: s.Assign, scope: Scope) -> str:
        found = self._counter(node.target, scope)
        if found is not None and found[0].type is not None and found[0].type.base == "piece":
            return f"remove all {found[1]} from {found[0].text}"
        return f"set {self.say(node.target, scope)} to 0"

    def _is_list(self, node: s.Expr, scope: Scope) -> bool:
        kind = self.type_of(node, scope)
        return kind is not None and kind.base == "list"

    def _mark_set(self, node: s.Assign, scope: Scope) -> str | None:
        if node.operator != "=" or not isinstance(node.value, s.YesNo):
            return None
        text = self.condition(node.target, scope, not node.value.value)
        return text.replace(" is ", " is now ", 1).replace(" are ", " are now ", 1)

    def _counter_changed(self, node: s.Assign, scope: Scope) -> str | None:
        """A change of a counter whose title is a plural: put 4 credits on this card."""
        found = self._counter(node.target, scope)
        if found is None:
            return None
        owner, title = found
        much = self.counted(node.value, inflection.singular(title), scope)
        if owner.type is not None and owner.type.base == "piece":
            return f"put {much} on {owner.text}" if node.operator == "+=" else f"remove {much} from {owner.text}"
        if owner.text == "you":
            return f"{'gain' if node.operator == '+=' else 'lose'} {much}"
        return None

    # ------------------------------------------------------------ conditions and loops

    def inner(self, sentences: list[Sentence], lead: str) -> list[Sentence]:
        """Sentences that hold under a lead: one keeps its shape, several become one."""
        if not sentences:
            return [event(f"{lead}nothing happens")]
        if len(sentences) == 1:
            return [sentences[0].leading(lead)]
        return [event(f"{lead.rstrip(', ')}: {block(sentences)}")]

    def _if(self, node: s.If, scope: Scope) -> list[Sentence]:
        done: list[Sentence] = []
        for place, (condition, body) in enumerate(node.branches):
            told = self.condition(condition, scope)
            otherwise = "otherwise, " if place else ""
            done.extend(self.inner(self.body(body, scope), f"{otherwise}if {told}, "))
        if node.otherwise is not None:
            done.extend(self.inner(self.body(node.otherwise, scope), "otherwise, "))
        return done

    def _for_each_in(self, node: s.ForEach, scope: Scope) -> list[Sentence]:
        group = self.group(node.list, scope)
        if group.opaque and group.single:
            only = Thing(group.opaque, group.type)
            done = self.body(node.body, scope.named(node.word, only))
            if node.where is None:
                return done
            return self.inner(done, f"if {self.condition(node.where, scope.about(only, node.word))}, ")
        if node.where is not None:
            group = self.narrowed(group, node.where, scope, node.word)
        again = self._again(group)
        lead = group.lead + ("secretly, " if node.secretly else "")
        by = s.Name(node.word)
        scope = replace(scope, stopped=self._those_after(node, group))
        if group.type == PLAYER and all(self._led_by(part, by) for part in node.body.statements):
            return self._each_does(node, group, again, lead, scope)
        inside = scope.named(node.word, again)
        return self.inner(self.body(node.body, inside), f"{lead}for {group.each()}{self._one_by_one(node)}, ")

    @staticmethod
    def _one_by_one(node: s.ForEach) -> str:
        """Words for a loop in which it matters who comes first, for it can stop."""
        return " in turn" if any(part == _STOPS[0] for part in s.walk(node.body)) else ""

    @staticmethod
    def _those_after(node: s.ForEach, group: Group) -> str:
        """What `stop` does in a loop over a group: no further opponent may do so."""
        offered = any(isinstance(part, s.May) or getattr(part, "may", False) for part in node.body.statements)
        return f"no further {group.called(False)} {'may do' if offered else 'does'} so"

    def _again(self, group: Group) -> Thing:
        if group.type == PLAYER:
            return player_thing("that player", PLAYER)
        return Thing(group.named(False), group.type)

    @staticmethod
    def _led_by(node: s.Stmt, by: s.Expr) -> bool:
        return isinstance(node, s.Deed | s.May | s.Choose | s.ChooseOne) and node.subject == by

    def _each_does(self, node: s.ForEach, group: Group, again: Thing, lead: str, scope: Scope) -> list[Sentence]:
        """Everybody does something: each opponent draws a card."""
        first, *others = node.body.statements
        whole = player_thing(group.each() + self._one_by_one(node), PLAYER)
        done = self.statement(first, scope.named(node.word, whole))
        for statement in others:
            done.extend(self.statement(statement, scope.named(node.word, again)))
        done = [
            replace(part, subject=whole) if place < 3 and part.subject == again and not part.modal else part
            for place, part in enumerate(done)
        ]
        done = merged(done)
        if len(done) > 1 and any(part.subject == whole for part in done[1:]):
            done = [done[0], *(replace(p, subject=again) if p.subject == whole else p for p in done[1:])]
        return [done[0].leading(lead), *done[1:]] if done else []

    def _repeat(self, node: s.Repeat, scope: Scope) -> list[Sentence]:
        again = self._repeatedly(node)
        if again is not None:
            return self.statement(again, scope)
        told: str
        if node.kind == "until" and node.value is not None:
            told = f"repeat this until {self.condition(node.value, scope)}"
        elif node.kind == "times" and node.value is not None:
            times = node.value.value if isinstance(node.value, s.Number) else 0
            text = "twice" if times == 2 else self.counted(node.value, "time", scope)
            told = f"do this {text}"
        else:
            told = "repeat this"
        sentences = self.body(node.body, replace(scope, stopped=ENDS))
        return [event(f"{told}: {block(sentences) or 'do nothing'}")]

    @staticmethod
    def _repeatedly(node: s.Repeat) -> s.May | s.Choose | s.ChooseOne | None:
        """The optional act inside a `repeat` that goes on until nobody wants to."""
        if node.kind != "forever" or len(node.body.statements) != 1:
            return None
        inside = node.body.statements[0]
        if not isinstance(inside, s.May | s.Choose | s.ChooseOne) or inside.otherwise is None:
            return None
        if inside.otherwise.statements != _STOPS or not (isinstance(inside, s.May) or inside.may):
            return None
        return replace(inside, otherwise=None, repeatedly=True)

    # ------------------------------------------------------------ choose one
