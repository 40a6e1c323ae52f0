"""Says statements: deeds, names, conditions and loops, as the sentences of a rules text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cardwright.declarations.types import PLAYER, Type, piece
from cardwright.english.comparisons import counter
from cardwright.english.conditions import clause
from cardwright.english.filters import narrowed
from cardwright.english.forms import condition, group, known_by, say, statement, thing
from cardwright.english.nouns import Group, Thing, looks_many, player_thing, split_noun
from cardwright.english.phrases import bound, counted, filled
from cardwright.english.scope import ENDS, Deferred, Scope
from cardwright.english.sentences import Sentence, block, event, merged
from cardwright.english.words import Phrase
from cardwright.syntax import tree as s
from cardwright.wording import inflection, templates
from cardwright.wording.inflection import spoken, with_article
from cardwright.wording.templates import Slot

YOU = s.Name("you")
_STOPS = (s.Deed(None, "stop", ()),)
# What something is called again.
_AGAIN = re.compile(r"\b(?:and|or|then) [a-z]+ (?:it|its)\b")
# How often something is done, where a rule says it.
_AS_OFTEN = re.compile("^times equal to ")
# Deeds done to what lies somewhere, and stays there.
_IN_PLACE = ("reveal", "show", "turn_up", "turn_down")


def body(node: s.Body, scope: Scope) -> list[Sentence]:
    """The sentences of a body."""
    return statements(node.statements, scope)


def statements(nodes: Sequence[s.Stmt], scope: Scope) -> list[Sentence]:
    """The sentences of statements in a row; a `let` names a value for those that follow."""
    done: list[Sentence] = []
    for place, node in enumerate(nodes):
        if isinstance(node, s.Let):
            told, scope = let(node, nodes[place + 1 :], scope)
            done.extend(told)
        else:
            done.extend(statement(node, scope))
    return merged(done)


@statement.register
def _(node: s.Let, scope: Scope) -> list[Sentence]:
    return let(node, (), scope)[0]


@statement.register
def _(node: s.Require, scope: Scope) -> list[Sentence]:
    return [event(f"this is possible only if {condition(node.condition, scope)}")]


# ---------------------------------------------------------------- deeds


@statement.register
def deed(node: s.Deed, scope: Scope) -> list[Sentence]:
    """Somebody does something."""
    ruled = control(node, scope)
    if ruled is not None:
        return ruled
    phrase = scope.words.deed(node.word) or _unknown_deed(node)
    given = bound(phrase, node.args)
    for role in templates.roles_in(phrase.parts, optional=False):
        number = scope.words.default(phrase.word, role) if role not in given else None
        given |= {role: s.Number(number)} if number is not None else {}
    if phrase.kind == "step" and node.subject is None:
        text = filled(phrase, given, scope)
        if phrase.is_clause or any(verb in text.split() for verb in ("is", "are")):
            return [event(text)]
        return [event(f"{text} {'happen' if looks_many(text) else 'happens'}")]
    if phrase.is_clause:
        return [event(clause(phrase, given, scope))]
    if phrase.template.startswith("the "):
        return [event(filled(phrase, given, scope))]
    by = node.subject or scope.actor
    who = subject(by, scope)
    done = phrase.done_by(who.text == "you")
    predicate = filled(done, given, scope.told_of(by), by="whole" if phrase.word in _IN_PLACE else "from")
    return [Sentence(who, (predicate,), named=who.text == "you" and scope.actor != YOU)]


def _unknown_deed(node: s.Deed) -> Phrase:
    roles = {arg.role or f"value {place + 1}": None for place, arg in enumerate(node.args)}
    return Phrase.of(node.word, "verb", roles, None, None)


def subject(node: s.Expr, scope: Scope) -> Thing:
    """The one who does something, as the subject of a sentence."""
    if isinstance(node, s.Name) and isinstance(scope.names.get(node.word), Thing):
        return thing(node, scope.told_of(None))
    if node in (s.Name("opponents"), s.Name("players")):
        return player_thing("each opponent" if node == s.Name("opponents") else "each player", PLAYER)
    kind = scope.type_of(node)
    if kind is not None and kind.base == "list":
        return player_thing(group(node, scope).each(), PLAYER)
    return thing(node, scope.told_of(None))


def control(node: s.Deed, scope: Scope) -> list[Sentence] | None:
    """What a deed does that says how things go on, None for all others."""
    match node.word:
        case "nothing":
            return []
        case "stop":
            return [event(scope.stopped)]
        case "finish":
            return [event("the game ends")]
        case "proceed":
            return [Sentence(subject(node.subject or scope.actor, scope), (scope.replaced or "do that as usual",))]
        case "window":
            words = [spoken(arg.value.word) for arg in node.args if isinstance(arg.value, s.Name)]
            return [event(f"powers for {with_article(' '.join(words) or 'this')} window may be used")]
    return None


# ---------------------------------------------------------------- names


def let(node: s.Let, after: Sequence[s.Stmt], scope: Scope) -> tuple[list[Sentence], Scope]:
    """The sentences of a `let`, and the scope of what follows, in which its name stands for the value."""
    value = node.value
    done = _as_deed(value, scope)
    if done is not None:
        name = s.Name(node.word)
        grows = any(isinstance(p, s.Assign) and p.target == name for other in after for p in s.walk(other))
        return deed(done, scope), scope.named(node.word, _result(done, scope, grows))
    assert not isinstance(value, s.Deed)
    kind = scope.type_of(value)
    if kind is not None and kind.base == "zone":
        return [], scope.named(node.word, thing(value, scope))
    named = scope.named(node.word, _called_again(value, kind, scope))
    if _can_wait(node.word, after, scope):
        scope.fresh[node.word] = Deferred(value, scope)
        return [], named
    is_list = kind is not None and kind.base == "list"
    if is_list and _is_chosen_next(node.word, after):
        then = _then_there(value, scope)
        if then is not None:
            return [], scope.named(node.word, then)
    noted = group(value, scope).all() if is_list else say(value, scope)
    return [Sentence(subject(scope.actor, scope), (f"note {noted}",))], named


def _as_deed(value: s.Expr | s.Deed, scope: Scope) -> s.Deed | None:
    """The deed whose result a value is."""
    if isinstance(value, s.Deed):
        return value
    if isinstance(value, s.Name | s.Call) and scope.words.is_verb(value.word):
        return s.Deed(None, value.word, value.args if isinstance(value, s.Call) else ())
    return None


def _result(node: s.Deed, scope: Scope, grows: bool = False) -> Group | Thing:
    """What a deed gives, named after it: the drawn cards."""
    phrase = scope.words.deed(node.word) or _unknown_deed(node)
    if phrase.called:
        return Thing(phrase.called, phrase.gives, otherwise=phrase.denied)
    first = phrase.parts[0] if phrase.parts else ""
    verb = next(iter(first.split()), "get") if isinstance(first, str) else "get"
    for part in phrase.parts:
        if isinstance(part, Slot) and part.noun is not None:
            noun = templates.filled([p for p in part.noun if isinstance(p, str)], lambda role, inner: None)
            number = bound(phrase, node.args).get(part.role)
            single = (number is None or number == s.Number(1)) and not grows
            return _given(inflection.participle(verb), noun, single, scope)
    result = scope.words.result_of(node.word)
    if result is not None and result.type.base == "list":
        noun = scope.words.noun(result.type.item)
        return _given(spoken(result.word), noun, False, scope)
    return _given("", f"result of {inflection.gerund(verb)}", True, scope)


def _given(adjective: str, noun: str, single: bool, scope: Scope) -> Group:
    nouns = scope.words.nouns(noun)
    kinds = {kind.title: word for word, kind in scope.words.game.kinds.items()}
    text = f"the {adjective} {noun if single else nouns}".replace("  ", " ")
    return Group(noun, nouns, piece(kinds[noun]) if noun in kinds else None, opaque=text, single=single)


def _called_again(value: s.Expr, kind: Type | None, scope: Scope) -> Group | Thing:
    """What a named value is called after its first mention."""
    if kind is not None and kind.base == "list":
        return known_by(group(value, scope.trial()).named(True), kind.item, scope)
    if kind == PLAYER:
        return player_thing("that player", kind)
    return Thing(f"that {scope.words.noun(kind)}" if kind is not None else "that", kind)


def _is_chosen_next(word: str, after: Sequence[s.Stmt]) -> bool:
    """Whether a value is only there for the choices that come at once, and are made again and again."""
    first = after[0] if after else None
    again = isinstance(first, s.Choose) and first.repeatedly and first.picks[0].source == s.Name(word)
    return again and not any(isinstance(part, s.Name) and part.word == word for n in after[1:] for part in s.walk(n))


def _then_there(value: s.Expr, scope: Scope) -> Group | None:
    """What lay somewhere when that was noted: the cards now in your hand."""
    if not isinstance(value, s.Collect) or len(value.each) != 1 or value.where is not None:
        return None
    items = group(value.each[0].list, scope)
    if value.value != s.Name(value.each[0].word) or not items.zone or items.opaque:
        return None
    return known_by(f"the {items.called(True)} now {items.place('all')}", items.type, scope)


def _can_wait(word: str, after: Sequence[s.Stmt], scope: Scope) -> bool:
    """Whether a value can be said where its name is first used, nothing having happened in between."""
    for node in after:
        if any(isinstance(part, s.Name) and part.word == word for part in s.walk(node)):
            if isinstance(node, s.May | s.Choose) and node.repeatedly:
                return False
            return not isinstance(node, s.ForEach | s.Repeat | s.ChooseOne | s.Assign)
        if not isinstance(node, s.Let) or _as_deed(node.value, scope) is not None:
            return False
    return True


# ---------------------------------------------------------------- counters and marks


@statement.register
def _(node: s.Assign, scope: Scope) -> list[Sentence]:
    done = _as_deed(node.value, scope)
    if done is not None:
        given = _result(done, scope)
        text = "them" if isinstance(given, Group) and not given.single else "it"
        added = Sentence(subject(scope.actor, scope), (f"add {text} to {say(node.target, scope)}",))
        return [*deed(done, scope), added]
    if node.operator == "=" and scope.type_of(node.target) == PLAYER:
        target = thing(node.target, scope)
        if node.value == s.Name("nobody"):
            return [event(f"nobody is {target.text} any more")]
        now = subject(node.value, scope)
        return [event(f"{now.text} {'are' if now.many else 'is'} now {target.text}")]
    if node.operator == "=" and isinstance(node.value, s.YesNo):
        text = condition(node.target, scope, not node.value.value)
        return [event(text.replace(" is ", " is now ", 1).replace(" are ", " are now ", 1))]
    return [Sentence(subject(scope.actor, scope), (_assigned(node, scope),))]


def _assigned(node: s.Assign, scope: Scope) -> str:
    value, grows = node.value, node.operator == "+="
    if node.operator == "=":
        if value == s.Number(0):
            found = counter(node.target, scope)
            if found is not None and _is_piece(found[0]):
                return f"remove all {found[1]} from {found[0].text}"
        target = say(node.target, scope)
        return f"clear {target}" if scope.is_none(value) else f"set {target} to {say(value, scope)}"
    found = counter(node.target, scope)
    if found is not None:
        owner, title = found
        nouns, rest = split_noun(title)
        much = counted(value, inflection.singular(nouns), scope) + rest
        if _is_piece(owner):
            return f"put {much} on {owner.text}" if grows else f"remove {much} from {owner.text}"
        if owner.text == "you":
            return f"{'gain' if grows else 'lose'} {much}"
    kind = scope.type_of(node.target)
    lessen = "remove" if kind is not None and kind.base == "list" else "subtract"
    verb, to = ("add", "to") if grows else (lessen, "from")
    return f"{verb} {say(value, scope)} {to} {say(node.target, scope)}"


def _is_piece(owner: Thing) -> bool:
    return owner.type is not None and owner.type.base == "piece"


# ---------------------------------------------------------------- conditions


def inner(sentences: list[Sentence], lead: str) -> list[Sentence]:
    """Sentences that hold under a lead: one keeps its shape, several become one."""
    if not sentences:
        return [event(f"{lead}nothing happens")]
    if len(sentences) == 1 or not lead:
        return [sentences[0].leading(lead), *sentences[1:]]
    joint = ":" if sentences[0].lead or sentences[0].inside or "\n" in block(sentences) else ","
    return [Sentence(text=lead.rstrip(", "), inside=block(sentences), joint=joint)]


@statement.register
def _(node: s.If, scope: Scope) -> list[Sentence]:
    done: list[Sentence] = []
    for place, (asked, inside) in enumerate(node.branches):
        told = condition(asked, scope)
        done.extend(inner(body(inside, scope), f"{'otherwise, ' if place else ''}if {told}, "))
    if node.otherwise is not None:
        done.extend(inner(body(node.otherwise, scope), "otherwise, "))
    return done


# ---------------------------------------------------------------- loops


@statement.register
def _(node: s.ForEach, scope: Scope) -> list[Sentence]:
    items = group(node.list, scope)
    if items.opaque and items.single:
        only = Thing(items.opaque, items.type)
        done = body(node.body, scope.named(node.word, only))
        if node.where is None:
            return done
        return inner(done, f"if {condition(node.where, scope.about(only, node.word))}, ")
    if node.where is not None and s.Filter(node.list, node.where) in scope.known and items.simple:
        items = replace(items, adjectives=("such",))
    elif node.where is not None:
        items = narrowed(items, node.where, scope, node.word)
    lead = items.lead + ("secretly, " if node.secretly else "")
    scope = replace(scope, stopped=_those_after(node, items))
    if items.type == PLAYER and all(_led_by(part, s.Name(node.word)) for part in node.body.statements):
        return _each_does(node, items, lead, scope)
    again = Thing(items.named(False), items.type)
    if items.type == PLAYER:
        again = player_thing("that player", PLAYER)
    inside = scope.named(node.word, again)
    at_once = _to_each(node, items, inside) if not lead else None
    return at_once or inner(body(node.body, inside), f"{lead}for {items.each()}{_one_by_one(node)}, ")


def _to_each(node: s.ForEach, items: Group, scope: Scope) -> list[Sentence] | None:
    """A loop in which one deed is done to the item: discard each of those cards."""
    done = only_deed(node.body, scope)
    direct = [s.ListOf((name,)) for name in (s.Name(node.word),)] + [s.Name(node.word)]
    if done is None or not any(arg.value in direct for arg in done.args) or _one_by_one(node):
        return None
    tried = scope.trial()
    tried.fresh[node.word] = items.each()
    told = body(node.body, tried)
    single = told and told[0].is_plain and all(each.follows for each in told[1:])
    named = items.each() in told[0].clause() if single else False
    if named and _AGAIN.search(told[0].clause().partition(items.each())[2]):
        return None  # what is said of one of them again would be said of all
    if not named or node.word in tried.fresh or told[0].subject == scope.meaning(node.word):
        return None
    scope.fresh.clear()
    scope.fresh.update(tried.fresh)
    return told


def only_deed(node: s.Body, scope: Scope) -> s.Deed | None:
    """The one deed of a body, whatever is chosen for it or it is done with."""
    if len(node.statements) != 1:
        return None
    match node.statements[0]:
        case s.Deed() as only:
            return only
        case s.Choose(may=False, body=inside, subject=None):
            return only_deed(inside, scope)
        case s.ForEach(list=listed, where=None, body=inside):
            items = group(listed, scope.trial())
            return only_deed(inside, scope) if items.opaque and items.single else None
    return None


def _one_by_one(node: s.ForEach) -> str:
    """Words for a loop in which it matters who comes first, for it can stop."""
    return " in turn" if any(part == _STOPS[0] for part in s.walk(node.body)) else ""


def _those_after(node: s.ForEach, items: Group) -> str:
    """What `stop` does in a loop over a group: no further opponent may do so."""
    offered = any(isinstance(part, s.May) or getattr(part, "may", False) for part in node.body.statements)
    return f"no further {items.called(False)} {'may do' if offered else 'does'} so"


def _led_by(node: s.Stmt, by: s.Expr) -> bool:
    return isinstance(node, s.Deed | s.May | s.Choose | s.ChooseOne) and node.subject == by


def _each_does(node: s.ForEach, items: Group, lead: str, scope: Scope) -> list[Sentence]:
    """Everybody does something: each opponent draws a card."""
    again = player_thing("that player", PLAYER)
    whole = player_thing(items.each() + _one_by_one(node), PLAYER)
    done = []
    for place, part in enumerate(node.body.statements):
        done.extend(statement(part, scope.named(node.word, again if place else whole)))
    done = [
        replace(part, subject=whole) if place < 3 and part.subject == again and not part.modal else part
        for place, part in enumerate(done)
    ]
    done = merged(done)
    if not done:
        return []
    later = [replace(part, subject=again) if part.subject == whole else part for part in done[1:]]
    return [done[0].leading(lead), *later]


@statement.register
def _(node: s.Repeat, scope: Scope) -> list[Sentence]:
    again = _repeatedly(node)
    if again is not None:
        return statement(again, scope)
    sentences = body(node.body, replace(scope, stopped=ENDS))
    told = "repeat this"
    if node.kind == "until" and node.value is not None:
        told = f"repeat this until {condition(node.value, scope)}"
    elif node.kind == "times" and node.value is not None:
        times = "twice" if node.value == s.Number(2) else counted(node.value, "time", scope)
        times = _AS_OFTEN.sub("as many times as ", times)
        if isinstance(node.value, s.Number) and len(sentences) == 1 and sentences[0].is_plain:
            anew = " (the same or another each time)" if _chooses_words(node.body, scope) else ""
            return [replace(sentences[0], tail=f", {times}{anew}", alone=True, again=True)]
        told = f"do this {times}"
    return [Sentence(text=told, inside=block(sentences) or "do nothing")]


def _chooses_words(node: s.Body, scope: Scope) -> bool:
    """Whether something is chosen that is still there to be chosen again, such as an action or a number."""
    picks = [pick for each in node.statements if isinstance(each, s.Choose) for pick in each.picks]
    kinds = [scope.type_of(pick.source) for pick in picks]
    return any(kind is not None and kind.item is not None and kind.item.base != "piece" for kind in kinds)


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
