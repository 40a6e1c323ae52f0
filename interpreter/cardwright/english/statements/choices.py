"""Decisions of players as sentences: optional actions, and choices between options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cardwright.english.dispatch import render, render_condition, render_statement
from cardwright.english.fill_phrases import render_count
from cardwright.english.noun_phrases import THEY, Thing
from cardwright.english.scope import ENDS, EnglishScope
from cardwright.english.sentences import Sentence, add_lead, block
from cardwright.english.skipped_if_too_few import omit_shortfall_remark
from cardwright.english.statements.calls_and_assignments import (
    YOU,
    render_body,
    render_call,
    render_subject,
)
from cardwright.english.statements.stop_and_proceed import PROCEED
from cardwright.phrases import inflection
from cardwright.syntax import tree as syntax
from cardwright.syntax import tree_builder

_WORD = re.compile(r"[\w']+")
# Words that do not count in the comparison of a title with its text.
_SMALL = frozenset("a an the it its them this that these those one as to of for from with and your their all".split())
# A body with at most this many words needs no title on a card.
_AT_A_GLANCE = 20
AGAIN = "any number of times, "
# A condition on the whole choice at its end: `a card from your hand (if you have a deed left)`.
_ONLY_WITH = re.compile(r" \(if ((?:you|they) [^()]*)\)$")
# A sign after which a condition in brackets would seem to belong to the last part of a text only.
_SEVERAL = re.compile(r"[;:.]|, (?:then|and|or) | – |\(only")


def resolve_decider(
    node: syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode, scope: EnglishScope
) -> tuple[Thing, EnglishScope]:
    """Return the player who decides, and the scope after the decision."""
    by = find_decider(node, scope)
    inside = replace(scope, usual_if_declined=False, stopped=ENDS if node.repeatedly else scope.stopped)
    return render_subject(by, scope), inside.acted_by(by)


def find_decider(node: syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode, scope: EnglishScope) -> syntax.Expr:
    """Return the player who decides: the subject, by default `you`, for a random pick the actor of the scope."""
    chance = isinstance(node, syntax.ChooseNode) and not node.may and all(pick.at_random for pick in node.picks)
    return node.subject or (scope.actor if chance else YOU)


def add_alternatives(
    done: list[Sentence],
    node: syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode,
    who: Thing,
    scope: EnglishScope,
    may: bool,
) -> list[Sentence]:
    """Add to the sentences of a decision whether it is repeated, and what happens without a choice.

    The player may decline or be unable to choose.
    """
    if node.repeatedly and done:
        done = [_render_again(done[0], scope), *done[1:]]
        scope = replace(scope, stopped=ENDS)
    otherwise = node.otherwise
    if otherwise is None or not otherwise.statements:
        return done
    scope = scope.acted_by(find_decider(node, scope))
    if scope.usual_if_declined and otherwise.statements == (PROCEED,) and may:
        return done
    if isinstance(node.subject, syntax.NameNode) and who.text != "you":
        scope = scope.named(node.subject.word, THEY)
    rest = render_body(otherwise, scope)
    return [*done, *follow(rest, who, "do not" if may or _can_choose_none(node) else _render_cannot(node))]


def _render_again(sentence: Sentence, scope: EnglishScope) -> Sentence:
    """Return a sentence that can be done several times: `any number of times, you may pay 2 credits`."""
    needed = _ONLY_WITH.search(sentence.predicates[-1] + sentence.tail) if sentence.predicates else None
    if needed is None or not scope.words.plainly or sentence.lead or sentence.inside or sentence.bullets:
        return sentence.leading(AGAIN)
    last = (sentence.predicates[-1] + sentence.tail)[: needed.start()]
    return replace(sentence, predicates=(*sentence.predicates[:-1], last), tail="").leading(f"as long as {needed[1]}, ")


def _can_choose_none(node: syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode) -> bool:
    """Return True if a choice can always be made, because choosing nothing is allowed."""
    return isinstance(node, syntax.ChooseNode) and node.can_be_none


def _render_cannot(node: syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode) -> str:
    """Render the condition that none of the required options can be chosen."""
    options = len(node.options) if isinstance(node, syntax.ChooseOneNode) else 1
    return "cannot" if options == 1 else "can do neither" if options == 2 else "can do none of these"


def follow(rest: list[Sentence], who: Thing, how: str = "do", by_them: bool = True) -> list[Sentence]:
    """Return the sentences after a decision, preceded by `if you do`, `if they cannot` or similar.

    `who` is the player who decides, and `how` are the words after the pronoun. If `by_them` is False, the sentences
    begin with `if so`.
    """
    lead = f"if {find_pronoun(who)} {how}, " if by_them else "if so, "
    if how == "do":  # what is asked once need not be asked again
        rest = [replace(each, lead=each.lead.removeprefix("if so, ")) if each.follows else each for each in rest]
    if len(rest) == 1 and rest[0].lead.startswith("if ") and " or " not in rest[0].lead:
        lead, rest = f"{lead[:-2]} and ", [replace(rest[0], lead=rest[0].lead[3:])]
    text = add_lead(rest, lead) if rest else []
    return [replace(sentence, follows=True) for sentence in text]


def find_pronoun(who: Thing) -> str:
    """Return the pronoun of a player as a subject."""
    return "you" if who.text == "you" else "they"


def refer_to_decider(
    node: syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode,
    who: Thing,
    scope: EnglishScope,
    again: Thing = THEY,
) -> EnglishScope:
    """Return the scope for the text after a sentence with the player who decides as its subject.

    `who` is the text in that sentence, and `again` the text for later mentions.
    """
    if isinstance(node.subject, syntax.NameNode) and who.text not in ("you", "that player", "they"):
        return scope.named(node.subject.word, again)
    return scope


# ---------------------------------------------------------------- may


@render_statement.register
def _(node: syntax.MayNode, scope: EnglishScope) -> list[Sentence]:
    who, inside = resolve_decider(node, scope)
    if node.statement is not None:
        first = add_subject(node.statement, node.subject)
        cost = omit_shortfall_remark(render_call(first, inside), (first,), scope.words)
        after = render_body(node.body, refer_to_decider(node, who, inside))
        if after and not isinstance(node.body.statements[0], syntax.PerformNode):  # it can be impossible
            after = [replace(after[0], follows=True), *after[1:]]
        done = render_permission(who, cost, after, scope.words.only_brings(first.word))
    else:
        done = render_permission(who, _render_if_possible(node.body, inside), [])
    return add_alternatives(done, node, who, scope, may=True)


def _render_if_possible(node: syntax.BodyNode, scope: EnglishScope) -> list[Sentence]:
    """Render a body with a remark that it is offered only if it can begin."""
    return omit_shortfall_remark(render_body(node, scope), node.statements, scope.words)


def add_subject(node: syntax.PerformNode, asked: syntax.Expr | None) -> syntax.PerformNode:
    """Return a call that is offered, with the player who decides as its subject if it has none."""
    return replace(node, subject=node.subject or asked)


def render_permission(who: Thing, first: list[Sentence], then: list[Sentence], free: bool = False) -> list[Sentence]:
    """Return sentences that a player may do `first`, followed by `then`: `you may pay 2 credits to draw a card`.

    What is `free` is no price: `you may draw a card. If you do, discard a card`.
    """
    if not first:
        first, then = then, []
    if not first:
        return [Sentence(who, ("do nothing",), modal="may")]
    if first[0].subject is None and len(first) == 1 and not then and first[0].text.startswith("do this "):
        return [Sentence(who, (first[0].text,), modal="may", inside=first[0].inside)]
    if first[0].subject is None or first[0].subject.text != who.text or first[0].modal or first[0].lead:
        both = (*first, *then)
        return [Sentence(who, ("do this",), modal="may", inside=block(both), parts=both)]
    head = replace(first[0], modal="may", named=False)
    rest = [*first[1:], *then]
    if len(first) == 1 and len(then) == 1 and not free and _continues(then[0], who):
        return [replace(head, tail=f" to {then[0].infinitive()}", bullets=then[0].bullets)]
    return [head, *follow(rest, who)]


def _continues(sentence: Sentence, who: Thing) -> bool:
    if sentence.subject is None or not sentence.is_plain or sentence.follows:
        return False
    same = sentence.subject.text in (who.text, find_pronoun(who))
    return same and len(sentence.infinitive()) < 120


# ---------------------------------------------------------------- choose one


@render_statement.register
def _(node: syntax.ChooseOneNode, scope: EnglishScope) -> list[Sentence]:
    who, inside = resolve_decider(node, scope)
    inside = refer_to_decider(node, who, inside)
    inside = replace(
        inside, targeted=False, decider=node.subject if isinstance(node.subject, syntax.CallNode) else None
    )
    modal = "may" if node.may else ""
    named = who.text == "you" and scope.actor != YOU
    options = node.as_options
    others = tuple(each for each in options if each.body.statements != (PROCEED,))
    if scope.usual_if_declined and others != options:
        modal, options = "may", others
    rendered = [(option, _render_if_possible(option.body, inside.trial())) for option in options]
    done = _render_only_option(rendered, who, inside) if modal else None
    if done is not None:
        return add_alternatives(done, node, who, scope, may=True)
    one = _render_two_options(rendered, who, modal, named)
    if one is None:
        plain = [_needs_no_title(option, sentences, inside) for option, sentences in rendered]
        bullets = tuple(_render_bullet(option, sentences, all(plain), inside) for option, sentences in rendered)
        one = Sentence(
            who, (f"choose one{_make_possible_remark(who, modal)}",), modal=modal, bullets=bullets, named=named
        )
    return add_alternatives([one], node, who, scope, node.may)


def _make_possible_remark(who: Thing, modal: str) -> str:
    """Return the remark that the chosen option must be one that can be carried out; "" if it is not needed."""
    return "" if modal or who.text == "you" else f" {who.them if who.them == 'it' else 'they'} can do"


def _render_only_option(
    options: Sequence[tuple[syntax.OptionNode, list[Sentence]]], who: Thing, scope: EnglishScope
) -> list[Sentence] | None:
    """Render a single option that can be declined; None if there are several options."""
    if len(options) != 1:
        return None
    option, sentences = options[0]
    done = render_permission(who, sentences, [])
    if option.condition is None:
        return done
    return add_lead(done, f"if {render_condition(option.condition, scope.trial())}, ")


def _render_two_options(
    options: Sequence[tuple[syntax.OptionNode, list[Sentence]]], who: Thing, modal: str, named: bool
) -> Sentence | None:
    """Render two short options as one sentence: `gain 2 credits or draw a card`; None if that is impossible."""
    if len(options) != 2 or any(option.condition is not None for option, _ in options):
        return None
    if not all(len(sentences) == 1 and sentences[0].is_plain for _, sentences in options):
        return None
    acts = [sentences[0] for _, sentences in options]
    doers = {act.subject.text for act in acts if act.subject is not None}
    if doers not in ({who.text}, {"they"}):
        return None
    texts = [act.infinitive() for act in acts]
    if sum(map(len, texts)) > 110 or any(" and " in text or " or " in text for text in texts):
        return None
    if modal or (who.text == "you" and not named):
        return Sentence(who, (f"{texts[0]} or {texts[1]}",), modal=modal, alone=True)
    verb, _, rest = texts[1].partition(" ")
    second = f"{inflection.make_finite(verb, who.many)} {rest}".strip()
    return Sentence(who, (f"{texts[0]} or {second}",), named=named, alone=True)


def _needs_no_title(option: syntax.OptionNode, sentences: list[Sentence], scope: EnglishScope) -> bool:
    """Return True if the text of an option is as clear without the title of the option."""
    text = block(sentences)
    glance = len(text.split()) <= _AT_A_GLANCE and not scope.defines
    return glance or is_title_redundant(_render_title(option, scope.trial()), text)


def _render_bullet(option: syntax.OptionNode, sentences: list[Sentence], untitled: bool, scope: EnglishScope) -> str:
    text = block(sentences).replace("\n• ", " – ") or "do nothing"
    if scope.words.plainly:
        return _render_plain_bullet(option, text, scope)
    if option.condition is not None:
        text = f"if {render_condition(option.condition, scope.trial())}, {text}"
    title = _render_title(option, scope)
    plain = not title or untitled or is_title_redundant(title, text)
    return text if plain else f"{title}: {text}"


def _render_plain_bullet(option: syntax.OptionNode, text: str, scope: EnglishScope) -> str:
    """Return the text of an option, followed by its condition: `pass (only if you have passed before)`."""
    only = "" if option.condition is None else f" (only if {render_condition(option.condition, scope.trial())})"
    title = _render_title(option, scope)
    if title and text == "do nothing":
        return f"{title}{only}"
    if title and not is_title_redundant(title, text):
        return f"{title}{only}: {text}"
    condition = only[2:-1].removeprefix("only ")
    return f"{text}{only}" if _SEVERAL.search(text) is None or not only else f"{condition}, {text}"


def is_title_redundant(title: str, text: str) -> bool:
    """Return True if all words of a title occur in the text that follows it."""
    said = {_find_stem(word) for word in _WORD.findall(text.lower())}
    return all(word in _SMALL or _find_stem(word) in said for word in _WORD.findall(title.lower()))


def _find_stem(word: str) -> str:
    """Return the stem of a word, without its inflection."""
    return word if len(word) < 4 else re.sub(r"(?:e?s|e?d|ing|e)$", "", word)


def _render_title(option: syntax.OptionNode, scope: EnglishScope) -> str:
    """Render the title of an option, with those values that are known in advance."""
    values = iter(option.said)
    found = ""
    for part in tree_builder.parse_title(option.title or ""):
        if isinstance(part, str):
            found += part
        elif part.name:
            value = next(values)
            found += render_count(value, part.noun, scope) if part.noun else render(value, scope)
    return found.strip()
