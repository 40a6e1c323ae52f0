"""Calls, names, conditions, assignments and deferred statements as sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.declarations.value_types import NUMBER, PLAYER, YES_NO, Type, piece
from cardwright.english.dispatch import (
    make_known_group,
    render,
    render_condition,
    render_group,
    render_single,
    render_statement,
)
from cardwright.english.expressions.comparisons import render_done_by, render_laid
from cardwright.english.expressions.conditions import render_rule_clause, split_clause
from cardwright.english.expressions.distinct_references import (
    call_by_name,
    is_lost,
    is_noun,
    name_number,
    number_results,
)
from cardwright.english.expressions.overtaken_references import keep_meaning
from cardwright.english.expressions.procedure_headings import render_unmentioned_arguments
from cardwright.english.fill_phrases import bound, fill_phrase, omit_defaults
from cardwright.english.game_words import Phrase
from cardwright.english.noun_phrases import YOU as YOU_THING
from cardwright.english.noun_phrases import NounGroup, Thing, looks_plural, render_third_person
from cardwright.english.procedure_effects import IN_PLACE
from cardwright.english.scope import Deferred, EnglishScope
from cardwright.english.sentences import Sentence, make_clause, merge_sentences, render_becoming
from cardwright.english.skipped_if_too_few import find_shortfall_remark
from cardwright.english.statements.counter_statements import find_counter_owner, render_added_player, render_change
from cardwright.english.statements.create_and_move import describe_call, turn_negative
from cardwright.english.statements.idiomatic_statements import name_who_gets_turn, tell
from cardwright.english.statements.stop_and_proceed import (
    PROCEED,
    is_repeatable,
    join_equal,
    merge_proceeds,
    render_stopped_event,
)
from cardwright.english.statements.unsure_payments import SKIPPED
from cardwright.english.trigger_events import name_leaving, render_end
from cardwright.phrases import inflection, templates
from cardwright.phrases.inflection import spell_name
from cardwright.phrases.templates import TemplateSlot
from cardwright.syntax import tree as syntax

YOU = syntax.NameNode("you")
_HOURS = ("dawn", "sunrise", "noon", "midday", "sunset", "dusk", "nightfall", "night", "midnight")
ANY_TIME = ("anytime", "any_time")
_AGAIN = " again"
# A clause to which what follows would seem to belong.
_RELATIVE = re.compile(r" (?:that (?:has|have|is|are|does|do|can|cannot)|who|whose|where) ")
# The beginning of a phrase whose last verb others do, as the next one would seem to be: have everybody sing.
_LETS_OTHERS = re.compile(r"(?:have|let|make) (?:every|each|all|any)")
_BEHIND_VERB = {"at", "for", "through", "into", "in", "on", "from", "over", "to"}
# Built-ins after which a piece remains in its zone.


def render_body(node: syntax.BodyNode, scope: EnglishScope) -> list[Sentence]:
    """Render the statements of a body."""
    return render_statements(node.statements, scope)


def render_statements(nodes: Sequence[syntax.Stmt], scope: EnglishScope) -> list[Sentence]:
    """Render consecutive statements. After a `let`, its name stands for the value."""
    done: list[Sentence] = []
    for place, node in enumerate(nodes):
        if isinstance(node, syntax.LetNode):
            sentences, after = render_let(node, nodes[place + 1 :], scope)
            value = scope.value(node.value) if not isinstance(node.value, syntax.PerformNode) else None
            scope = after if value is None else replace(after, noted={**after.noted, node.word: value})
            done.extend(sentences)
        elif not (place and node == nodes[place - 1] and (node == PROCEED or is_repeatable(node))):
            sentences = tell(join_equal(nodes[place:]), scope)
            scope = name_who_gets_turn(node, sentences, scope)
            done.extend(merge_proceeds(sentences, nodes[place:]))
        if PROCEED in syntax.walk(node) and scope.replaced and not scope.replaced.endswith(_AGAIN):
            scope = replace(scope, replaced=scope.replaced + _AGAIN)
    return merge_sentences(done)


@render_statement.register
def _(node: syntax.LetNode, scope: EnglishScope) -> list[Sentence]:
    return render_let(node, (), scope)[0]


@render_statement.register
def _(node: syntax.RequireNode, scope: EnglishScope) -> list[Sentence]:
    return [make_clause(f"this is possible only if {render_condition(node.condition, scope)}")]


# ---------------------------------------------------------------- deeds


@render_statement.register
def render_call(node: syntax.PerformNode, scope: EnglishScope) -> list[Sentence]:
    """Render a call, with a remark about too few items if the phrase does not mention it."""
    done = _render_done(node, scope)
    if node.start in scope.unsure and done and done[0].predicates:
        by_you = done[0].subject is not None and done[0].subject.text == "you"
        first = f"{done[0].predicates[0]}{SKIPPED[by_you]}"
        done = [replace(done[0], predicates=(first, *done[0].predicates[1:])), *done[1:]]
    phrase = scope.call_phrase(node)
    if phrase is None or not done or node.word in scope.silent:
        return done
    return [
        replace(done[0], tail=done[0].tail + find_shortfall_remark(phrase, bound(phrase, node.args), scope.words)),
        *done[1:],
    ]


def _render_done(node: syntax.PerformNode, scope: EnglishScope) -> list[Sentence]:
    ruled = render_control(node, scope)
    if ruled is not None:
        return ruled
    phrase = scope.call_phrase(node) or _find_unknown_deed(node)
    node, phrase = describe_call(node, phrase, find_doer(node, scope), scope)
    until = ""
    if node.until is not None:
        ends = name_leaving(node.until, node.args[-1].value) if node.args else node.until
        until = f" until {render_end(ends, scope)}"
    if node.word in scope.silent:
        return _render_silent_step(node, phrase, scope)
    given = omit_defaults(node.word, bound(phrase, node.args))
    for role in templates.list_parameters(phrase.parts, optional=False):
        number = scope.words.default(phrase.word, role) if role not in given else None
        given |= {role: syntax.NumberNode(number)} if number is not None else {}
    phrase, given = turn_negative(phrase, given, scope)
    if phrase.kind == "step" and not phrase.declared:
        done = phrase.as_deed()
        return [Sentence(YOU_THING, (fill_phrase(done, given, scope, by="from"),))]
    if phrase.kind == "step" and node.subject is None:
        text = fill_phrase(phrase, given, scope)
        if phrase.is_clause or split_clause(phrase, given, scope.trial()) is not None:
            return [make_clause(text)]
        if scope.words.plainly and text.startswith(("a ", "an ")):
            return [make_clause(f"there is {text}{render_unmentioned_arguments(phrase, given, scope)}")]
        happens = ("take place", "takes place") if scope.defines else ("happen", "happens")
        return [
            make_clause(f"{text} {happens[not looks_plural(text)]}{render_unmentioned_arguments(phrase, given, scope)}")
        ]
    if phrase.is_clause:
        return [make_clause(render_rule_clause(phrase, given, scope) + until)]
    if phrase.template.startswith("the "):
        return [make_clause(fill_phrase(phrase, given, scope))]
    by = find_doer(node, scope)
    who = render_subject(by, scope)
    done = phrase.done_by(who.text == "you")
    whole = phrase.word in IN_PLACE or scope.words.only_shows(phrase.word)
    predicate = fill_phrase(done, given, scope.told_of(by), by="whole" if whole else "from")
    predicate += render_unmentioned_arguments(phrase, given, scope)
    predicate += " in any order" if node.in_any_order else ""
    predicate += f",{until}" if until and _RELATIVE.search(predicate) else until
    apart = _LETS_OTHERS.match(phrase.template) is not None
    return [Sentence(who, (predicate,), named=who.text == "you" and scope.actor != YOU, alone=apart)]


def find_doer(node: syntax.PerformNode, scope: EnglishScope) -> syntax.Expr:
    """Return the player who carries out a call without a subject.

    This is `you` for procedures of the game, and the actor for built-in ones.
    """
    return node.subject or (YOU if scope.words.is_own(node.word) else scope.actor)


def _render_silent_step(node: syntax.PerformNode, phrase: Phrase, scope: EnglishScope) -> list[Sentence]:
    """Render the body of a step without a phrase in place of a call of the step."""
    written = scope.silent[node.word]
    inner = replace(scope, values=written.values, names=dict(scope.names), fresh={})
    for role, value in bound(phrase, node.args).items():
        kind = phrase.roles.get(role)
        listed = kind is not None and kind.base == "list"
        inner = inner.named(role, render_group(value, scope) if listed else render_single(value, scope))
    rest = {word: text for word, text in scope.silent.items() if word != node.word}
    return render_body(written.node.body, replace(inner, silent=rest))


def _find_unknown_deed(node: syntax.PerformNode) -> Phrase:
    roles = {arg.role or f"value {place + 1}": None for place, arg in enumerate(node.args)}
    return Phrase.of(node.word, "verb", roles, None, None)


def render_subject(node: syntax.Expr, scope: EnglishScope) -> Thing:
    """Render a player as the subject of a sentence."""
    if isinstance(node, syntax.NameNode) and isinstance(scope.names.get(node.word), Thing):
        return render_single(node, scope.told_of(None))
    everybody = {syntax.NameNode("opponents"): scope.words.opponent, syntax.NameNode("players"): "player"}
    if node in everybody:
        return render_third_person(f"each {everybody[node]}", PLAYER)
    kind = scope.type_of(node)
    if kind is not None and kind.base == "list":
        return render_third_person(render_group(node, scope).each(), PLAYER)
    return render_single(node, scope.told_of(None))


def render_control(node: syntax.PerformNode, scope: EnglishScope) -> list[Sentence] | None:
    """Render a call that controls the flow, such as `stop` or `proceed`; None for all others."""
    match node.word:
        case "nothing":
            return []
        case "stop":
            if node.args:
                return [Sentence(render_subject(scope.actor, scope), (render_stopped_event(node, scope),))]
            return [make_clause(scope.stopped)]
        case "finish":
            return [make_clause("the game ends")]
        case "proceed":
            who = render_subject(node.subject or scope.actor, scope)
            return [Sentence(who, (scope.replaced or "do that as usual",))]
        case "window":
            words = [arg.value.word for arg in node.args if isinstance(arg.value, syntax.NameNode)]
            when = inflection.join_items([render_window(word) for word in words], "or") or "now"
            return [make_clause(f"players may now do what they may do {when}")]
    return None


def render_window(word: str) -> str:
    """Render the time when a decision window is open: `during planning`, `between actions`, `at any time`."""
    text = spell_name(word)
    if word in ANY_TIME:
        return "at any time"
    if text.split()[0] in ("before", "after", "between", "at", "during", "in", "on"):
        return text
    return f"at {text}" if text in _HOURS else f"during {text}"


def find_only_call(node: syntax.BodyNode, scope: EnglishScope) -> syntax.PerformNode | None:
    """Return the only call in a body, even inside a choice or a loop; None if there are several."""
    if len(node.statements) != 1:
        return None
    match node.statements[0]:
        case syntax.PerformNode() as only:
            return only
        case syntax.ChooseNode(may=False, body=inside, subject=None):
            return find_only_call(inside, scope)
        case syntax.ForEachNode(list=listed, where=None, body=inside):
            items = render_group(listed, scope.trial())
            return find_only_call(inside, scope) if items.opaque and items.single else None
    return None


# ---------------------------------------------------------------- names


def render_let(
    node: syntax.LetNode, after: Sequence[syntax.Stmt], scope: EnglishScope
) -> tuple[list[Sentence], EnglishScope]:
    """Render a `let`; return its sentences and the scope in which its name stands for the value."""
    value = node.value
    done = _find_call(value, scope)
    if done is not None:
        grows = _is_assigned(node.word, after)
        return render_call(done, scope), number_results(node.word, _refer_to_result(done, scope, grows), scope, after)
    assert not isinstance(value, syntax.PerformNode)
    kind = scope.type_of(value)
    if kind is not None and kind.base == "zone":
        return [], scope.named(node.word, render_single(value, scope))
    again = _refer_to_value(value, kind, scope)
    text = again.text if isinstance(again, Thing) else again.opaque
    lost = kind == NUMBER and is_lost(node.word, after, scope.named(node.word, again))
    deferred = not _is_assigned(node.word, after) and _can_defer(node.word, after, scope)
    later = not deferred and _is_text_taken_later(node.word, text, after, scope.named(node.word, again))
    clashes = text in scope.taken or lost or later
    noun = kind is not None and kind != YES_NO and is_noun(node.word)
    plain = scope.words.plainly and (noun or kind == NUMBER) and not deferred
    if plain:
        again = call_by_name(node.word, again, kind, True) if noun else name_number(scope)
    elif clashes:
        again = name_number(scope) if lost else call_by_name(node.word, again, kind)
    else:
        usual, again = again, keep_meaning(node.word, again, after, scope, "noted")
        deferred = deferred and again == usual
    named = replace(scope.named(node.word, again), taken=scope.taken | {text})
    if not clashes and deferred:
        scope.fresh[node.word] = Deferred(value, scope)
        return [], named
    is_list = kind is not None and kind.base == "list"
    if is_list and _is_chosen_next(node.word, after):
        then = _render_copied_zone(value, scope)
        if then is not None:
            return [], scope.named(node.word, then)
    found = render_group(value, scope) if is_list else None
    among = found is not None and found.zone.startswith("among ")
    noted = render(value, scope) if found is None else found.all("from" if among else "in") + found.order
    if plain or (clashes and scope.words.plainly):
        said = again.text if isinstance(again, Thing) else again.opaque
        if noted.startswith("what "):
            return [Sentence(render_subject(scope.actor, scope), (f"see {noted} ({said})",))], named
        return [Sentence(render_subject(scope.actor, scope), (f"let {said} be {noted}",))], named
    if isinstance(value, syntax.NumberNode):
        noted = f"the number {noted}"
    if found is not None and isinstance(value, syntax.ListOfNode) and all(map(scope.is_word, value.items)):
        noted = f"{found.nouns}: {noted}" if found.single else f"these {found.nouns}: {noted}"
    noted += f" ({again.text if isinstance(again, Thing) else again.opaque})" if clashes else ""
    return [Sentence(render_subject(scope.actor, scope), (f"note {noted}",))], named


def _is_text_taken_later(word: str, text: str, after: Sequence[syntax.Stmt], scope: EnglishScope) -> bool:
    """Return True if another `let` gives a value the text of the value `word`, which is still used behind it."""
    for place, other in enumerate(after):
        if not isinstance(other, syntax.LetNode) or _find_call(other.value, scope) is not None:
            continue
        assert not isinstance(other.value, syntax.PerformNode)
        again = _refer_to_value(other.value, scope.type_of(other.value), scope)
        if text == (again.text if isinstance(again, Thing) else again.opaque):
            return any(syntax.NameNode(word) in syntax.walk(later) for later in after[place + 1 :])
    return False


def _find_call(value: syntax.Expr | syntax.PerformNode, scope: EnglishScope) -> syntax.PerformNode | None:
    """Return the call that yields `value`, or None if no call does."""
    if isinstance(value, syntax.PerformNode):
        return value
    if isinstance(value, syntax.NameNode) and scope.value(value) is not None:  # a value that is called as a verb is
        return None
    if isinstance(value, syntax.NameNode | syntax.CallNode) and scope.words.is_verb(value.word):
        return syntax.PerformNode(None, value.word, value.args if isinstance(value, syntax.CallNode) else ())
    return None


def _refer_to_result(node: syntax.PerformNode, scope: EnglishScope, grows: bool = False) -> NounGroup | Thing:
    """Return the text for the result of a call: `the drawn card`.

    It is plural if the result `grows` by later statements.
    """
    phrase = scope.words.procedure_phrase(node.word) or _find_unknown_deed(node)
    if phrase.called and phrase.gives is not None and phrase.gives.base == "list":
        kind = scope.type_of(node.args[0].value) if node.args else None
        return _make_result_group(
            phrase.called, scope.words.noun(piece(kind.of) if kind is not None else None), True, scope
        )
    if phrase.called:
        return Thing(phrase.called, phrase.gives, otherwise=phrase.denied)
    first = phrase.parts[0] if phrase.parts else ""
    verb = next(iter(first.split()), "get") if isinstance(first, str) else "get"
    for part in phrase.parts:
        if isinstance(part, TemplateSlot) and part.noun is not None:
            noun = templates.fill_template([p for p in part.noun if isinstance(p, str)], lambda role, inner: None)
            number = bound(phrase, node.args).get(part.role)
            single = (number is None or number == syntax.NumberNode(1)) and not grows
            if isinstance(first, str) and set(first.split()[1:2]) & _BEHIND_VERB:
                return replace(
                    _make_result_group("", noun, single, scope),
                    opaque=f"that {noun}" if single else f"those {scope.words.nouns(noun)}",
                )
            return _make_result_group(inflection.make_participle(verb), noun, single, scope)
    result = scope.words.result_of(node.word)
    if result is not None and result.type.base == "list":
        noun = scope.words.noun(result.type.item)
        return _make_result_group(spell_name(result.word), noun, False, scope)
    return _make_result_group("", f"result of {inflection.make_gerund(verb)}", True, scope)


def _make_result_group(adjective: str, noun: str, single: bool, scope: EnglishScope) -> NounGroup:
    nouns = scope.words.nouns(noun)
    kinds = {kind.title: word for word, kind in scope.words.game.kinds.items()}
    text = f"the {adjective} {noun if single else nouns}".replace("  ", " ")
    return NounGroup(noun, nouns, piece(kinds[noun]) if noun in kinds else None, opaque=text, single=single)


def _refer_to_value(value: syntax.Expr, kind: Type | None, scope: EnglishScope) -> NounGroup | Thing:
    """Return the text for a named value after its introduction: `that player`."""
    if kind is not None and kind.base == "list":
        found = render_group(value, scope.trial())
        single = found.opaque != "" and found.single
        return make_known_group(found.named(not single), kind.item, scope, single)
    if kind == PLAYER:
        return render_third_person("that player", kind)
    return Thing(f"that {scope.words.noun(kind)}" if kind is not None else "that", kind)


def _is_chosen_next(word: str, after: Sequence[syntax.Stmt]) -> bool:
    """Return True if a value is used only by a repeated choice that follows directly."""
    first = after[0] if after else None
    again = isinstance(first, syntax.ChooseNode) and first.repeatedly and first.picks[0].source == syntax.NameNode(word)
    return again and not any(
        isinstance(part, syntax.NameNode) and part.word == word for n in after[1:] for part in syntax.walk(n)
    )


def _render_copied_zone(value: syntax.Expr, scope: EnglishScope) -> NounGroup | None:
    """Render a list that is a copy of a zone's contents: `the cards now in your hand`. None for other values."""
    if not isinstance(value, syntax.CollectNode) or len(value.each) != 1 or value.where is not None:
        return None
    items = render_group(value.each[0].list, scope)
    if value.value != syntax.NameNode(value.each[0].word) or not items.zone or items.opaque:
        return None
    return make_known_group(f"the {items.called(True)} now {items.place('all')}", items.type, scope)


def _is_assigned(word: str, nodes: Sequence[syntax.Stmt]) -> bool:
    """Return True if one of the statements gives the name another value."""
    targets = (part.target for node in nodes for part in syntax.walk(node) if isinstance(part, syntax.AssignNode))
    return syntax.NameNode(word) in targets


def _can_defer(word: str, after: Sequence[syntax.Stmt], scope: EnglishScope) -> bool:
    """Return True if a value can be rendered at the first use of its name, because nothing happens in between."""
    for node in after:
        if any(isinstance(part, syntax.NameNode) and part.word == word for part in syntax.walk(node)):
            if isinstance(node, syntax.MayNode | syntax.ChooseNode) and node.repeatedly:
                return False
            if any(isinstance(part, syntax.PutOnNode) for part in syntax.walk(node)):
                return False  # the text would read as if it was computed later
            if isinstance(node, syntax.ForEachNode) and node.list == syntax.NameNode(word):
                uses = (part for each in after for part in syntax.walk(each) if part == node.list)
                return sum(1 for _ in uses) == 1
            return not isinstance(node, syntax.ForEachNode | syntax.RepeatNode | syntax.ChooseOneNode)
        if not isinstance(node, syntax.LetNode) or _find_call(node.value, scope) is not None:
            return False
    return True


# ---------------------------------------------------------------- counters and marks


@render_statement.register
def _(node: syntax.AssignNode, scope: EnglishScope) -> list[Sentence]:
    done = _find_call(node.value, scope)
    if done is not None:
        if node.operator != "+=":
            return [*render_call(done, scope), _set_to_result(node, scope)]
        given = _refer_to_result(done, scope)
        if scope.type_of(node.target) == NUMBER:
            text = "the result"
        else:
            text = "them" if isinstance(given, NounGroup) and not given.single else "it"
        added = Sentence(render_subject(scope.actor, scope), (f"add {text} to {render(node.target, scope)}",))
        return [*render_call(done, scope), added]
    if node.operator == "=" and (deciding := _render_decider(node, scope)) is not None:
        return [deciding]
    if node.operator == "=" and scope.type_of(node.target) == PLAYER:
        laid = render_laid(node, scope)
        if laid is not None:
            return [Sentence(render_subject(scope.actor, scope), (laid,))]
        bare = render_done_by(node.target, node.value, False, scope)
        if bare is not None:
            return [make_clause(render_becoming(bare))]
        target = render_single(node.target, scope)
        if node.value == syntax.NameNode("nobody"):
            return [make_clause(f"nobody is {target.text} any more")]
        if isinstance(scope.value(node.value), typed_tree.MemoryExpr):  # `your foe is now the king` could mean both
            return [make_clause(f"{target.text} is now {render(node.value, scope)}")]
        now = render_subject(node.value, scope)
        active = scope.words.game.active
        if active is not None and node.target == syntax.NameNode(str(active.value)) and " whose turn" in target.text:
            return [make_clause(f"the turn passes to {now.text}")]
        return [make_clause(f"{now.text} {'are' if now.many else 'is'} now {target.text}")]
    if node.operator == "=" and isinstance(node.value, syntax.YesNoNode):
        return [make_clause(render_becoming(render_condition(node.target, scope, not node.value.value)))]
    if node.operator == "=" and scope.type_of(node.target) == YES_NO:
        so = render_condition(node.target, scope)
        if isinstance(node.value, syntax.NameNode):  # the value was described at its first mention
            return [make_clause(f"{render_becoming(so)} or not, as was said")]
        if node.value == syntax.NotNode(node.target):
            return [Sentence(YOU_THING, (f"reverse whether {so}",))]
        same, denied = render_condition(node.value, scope), render_condition(node.target, scope, True)
        return [make_clause(f"{render_becoming(so)} if {same}, and otherwise {render_becoming(denied)}")]
    if node.operator == "=" and isinstance(node.target, syntax.NameNode) and isinstance(node.value, syntax.ListOfNode):
        known = scope.meaning(node.target.word)
        if isinstance(known, NounGroup) and known.opaque.startswith("those ") and len(node.value.items) == 1:
            return [make_clause(f"only {render(node.value.items[0], scope)} counts as one of {known.opaque} then")]
    added_player = render_added_player(node, scope) if node.operator == "+=" else None
    if added_player is not None:
        return [make_clause(added_player)]
    owner = find_counter_owner(node, scope)
    if owner is not None:
        return [Sentence(owner, (render_change(node, scope),))]
    predicate = render_change(node, scope.told_of(scope.actor))
    mine = not scope.defines or (isinstance(node.target, syntax.GetNode) and node.target.object == scope.actor)
    return [Sentence(render_subject(scope.actor, scope) if mine else YOU_THING, (predicate,))]


def _render_decider(node: syntax.AssignNode, scope: EnglishScope) -> Sentence | None:
    """Render an assignment that changes who decides for a player; None for any other assignment."""
    named, target = scope.words.game.decider, node.target
    if named is None or not isinstance(target, syntax.GetNode) or target.word != str(named.value):
        return None
    whose = render_single(target.object, scope).text
    if scope.is_none(node.value) or node.value == syntax.NameNode("nobody"):
        return make_clause(f"nobody else decides for {whose} any more")
    return Sentence(render_subject(node.value, scope), (f"decide for {whose} from now on",))


def _set_to_result(node: syntax.AssignNode, scope: EnglishScope) -> Sentence:
    """Render an assignment of the result of the preceding call."""
    if node.operator == "=" and scope.type_of(node.target) == YES_NO:
        return make_clause(f"{render_becoming(render_condition(node.target, scope))} or not, accordingly")
    target = render(node.target, scope)
    done = f"set {target} to the result" if node.operator == "=" else f"subtract the result from {target}"
    return Sentence(render_subject(scope.actor, scope), (done,))
