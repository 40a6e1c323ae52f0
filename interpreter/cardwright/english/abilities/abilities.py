"""Sentences for reactions, prohibitions, modifiers and offers, with the zones a power works in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from cardwright.declarations.model import PLAYERS, TABLE
from cardwright.declarations.value_types import NUMBER, PLAYER, piece
from cardwright.english.abilities.modifiers import render_changed_rule
from cardwright.english.abilities.prohibitions import lower_first
from cardwright.english.dispatch import render_ability
from cardwright.english.expressions.conditions import render_conjunction, split_clause
from cardwright.english.expressions.distinct_references import is_lost, name_number
from cardwright.english.expressions.overtaken_references import keep_meaning
from cardwright.english.expressions.properties import zone_group
from cardwright.english.fill_phrases import bound, fill_phrase, find_period_noun
from cardwright.english.given_and_open_parameters import ANY, SOME, FreeParameters
from cardwright.english.noun_phrases import THEY, Thing
from cardwright.english.scope import EnglishScope, Meaning, Member, find_filter_conditions, is_its_ambiguous
from cardwright.english.sentences import (
    Sentence,
    add_lead,
    block,
    is_choice,
    join_in_sequence,
    make_clause,
    render_paragraph,
)
from cardwright.english.skipped_if_too_few import omit_shortfall_remark
from cardwright.english.statements.calls_and_assignments import YOU, render_body, render_subject, render_window
from cardwright.english.statements.choices import follow
from cardwright.english.statements.stop_and_proceed import PROCEED
from cardwright.english.trigger_events import (
    Watched,
    free_roles,
    make_event_filler,
    render_end,
    render_passive_event,
    render_watched_event,
    split_conditions,
    with_it,
)
from cardwright.phrases import inflection, templates
from cardwright.phrases.inflection import capitalize, close_sentence, spell_name
from cardwright.syntax import tree as syntax

_AT_ANY_TIME = "At any time, "
_AN = re.compile(r"^an? ")
# The event itself is replaced, not its price.
_SPENT = " (what they spent on the attempt stays spent)"


NOTHING = syntax.PerformNode(None, "nothing", ())
_DECISIONS = (syntax.MayNode, syntax.ChooseNode, syntax.ChooseOneNode)


# ---------------------------------------------------------------- reactions


@render_ability.register
def _(node: syntax.ReactNode, scope: EnglishScope) -> str:
    limit = _limit(node.limit, scope)
    if node.when == "instead":
        seen = render_watched_event(node.pattern, node.where, scope, impersonal=_names_no_actor(node))
        return _render_instead(node, replace(seen, scope=_keep_meanings(node, seen.scope)), limit)
    if node.targeted:
        return _render_targeted(node, scope, limit)
    trigger_text, roles = _name_lost_number(node, scope)
    match node.body.statements:
        case (syntax.ModifyNode(until=syntax.UntilNode() as until) as only,) if (
            node.when == "before" and not (roles.rest or limit) and _moves_itself(node.pattern, scope)
        ):
            changed = render_changed_rule(only, roles.scope, itself=False)
            return close_sentence(f"From just {trigger_text} until {render_end(until, roles.scope)}, {changed}")
    met = f"if {render_conjunction(roles.rest, _make_condition_scope(node, roles))}, " if roles.rest else ""
    return _render_effect(
        node.body, replace(roles.scope, known=_find_required_groups(roles.rest)), f"{limit}{trigger_text}, ", met
    )


def _moves_itself(pattern: syntax.PatternNode, scope: EnglishScope) -> bool:
    """Return True if an event is about this card and moves it, so that it happens once."""
    phrase = scope.call_phrase(pattern)
    given = bound(phrase, pattern.args) if phrase is not None else {}
    itself = [role for role, value in given.items() if value == syntax.NameNode("this")]
    return any(not scope.words.leaves_alone(pattern.word, role) for role in itself)


def _render_targeted(node: syntax.ReactNode, scope: EnglishScope, limit: str) -> str:
    """Render an ability with targets: `to play this card, choose ...`, or `as you play this card` if none is needed."""
    event, roles = render_trigger(node, scope)
    choice = node.body.statements[0]
    optional = isinstance(choice, syntax.ChooseNode | syntax.ChooseOneNode) and (
        choice.may or choice.otherwise is not None
    )
    optional = optional or (isinstance(choice, syntax.ChooseNode) and choice.can_be_none)
    deed = _render_deed_to_this(node.pattern.word, scope)
    lead = f"{event}, first " if not deed else f"as you {deed}, " if optional else f"to {deed}, "
    met = f"if {render_conjunction(roles.rest, _make_condition_scope(node, roles))}, " if roles.rest else ""
    inner = replace(roles.scope, known=_find_required_groups(roles.rest), targeted=True)
    return _render_effect(node.body, inner, f"{limit}{lead}", met)


def _render_deed_to_this(word: str, scope: EnglishScope) -> str:
    """Return the predicate of an event about this card, such as `play this card`.

    Returns "" if the phrase of the procedure does not mention its first parameter, or is no command.
    """
    phrase = scope.words.deed_to(word, lambda _: scope.this.type)
    if phrase is None or not phrase.roles or not phrase.declared or phrase.is_clause or phrase.kind == "step":
        return ""
    role = next(iter(phrase.roles))
    if role not in templates.list_parameters(phrase.parts):
        return ""
    roles = free_roles(phrase, {role: syntax.NameNode("this")}, None, scope)
    return templates.fill_template(phrase.parts, make_event_filler(phrase, scope, roles))


def _name_lost_number(node: syntax.ReactNode, scope: EnglishScope) -> tuple[str, FreeParameters]:
    """Return the text of the event to which an ability reacts, and the parameters of this event.

    If the effect mentions another number before it last uses the number in the event, the text gives the latter a
    letter, so that readers do not confuse the two.
    """
    event, roles = render_trigger(node, scope)
    roles = replace(roles, scope=_keep_meanings(node, roles.scope))
    phrase = scope.call_phrase(node.pattern)
    counted = [role for role, kind in (phrase.roles.items() if phrase is not None else ()) if kind == NUMBER]
    lost = [role for role in counted if is_lost(role, node.body.statements, roles.scope)]
    some = SOME if SOME in event else ANY
    if not lost or event.count(some) != 1 or len(counted) > 1:
        return event, roles
    named = name_number(roles.scope)
    return event.replace(some, f"{named.text} "), replace(roles, scope=roles.scope.named(lost[0], named))


def _keep_meanings(node: syntax.ReactNode, scope: EnglishScope) -> EnglishScope:
    """Return the scope of an effect, in which `that card` of the event is not taken for one of the effect."""
    phrase = scope.call_phrase(node.pattern)
    opposed = node.pattern.subject == syntax.NameNode("opponents")
    for role in ("player", *(phrase.roles if phrase is not None else ())):
        known = scope.names.get(role)
        if known is not None and not isinstance(known, Member):
            again = keep_meaning(role, known, [node.body], scope, is_opponent=opposed and role == "player")
            scope = scope.named(role, again)
    return scope


def _make_condition_scope(node: syntax.ReactNode, roles: FreeParameters) -> EnglishScope:
    """Return the scope for the conditions on an event, in which `it` means the only piece that the event names."""
    if node.when != "on":
        return with_it(roles.rest, node.pattern, roles.scope)
    pieces = [word for word, meaning in roles.scope.names.items() if _is_piece(meaning)]
    parts = [part for each in roles.rest for part in syntax.walk(each)]
    apart = any(isinstance(part, syntax.CompareNode) and part.right == syntax.NameNode("this") for part in parts)
    others = [asked for each in roles.rest for asked in find_filter_conditions(each)]
    apart = apart or any(is_its_ambiguous("this", asked, roles.scope) for asked in others)
    if apart or any(isinstance(part, syntax.NameNode) and part.word in pieces for part in parts):
        return roles.scope
    return replace(roles.scope, this=replace(roles.scope.this, text="it", possessive="its"))


def _names_no_actor(node: syntax.ReactNode) -> bool:
    """Return True if neither the conditions nor the effect of a reaction refer to the player who acts."""
    parts = [part for each in (node.where, node.body) if each is not None for part in syntax.walk(each)]
    calls = {part.word for part in parts if isinstance(part, syntax.PerformNode)}
    return syntax.NameNode("player") not in parts and calls.isdisjoint(("stop", "proceed"))


def _is_piece(meaning: Meaning) -> bool:
    return (
        isinstance(meaning, Thing)
        and meaning.type is not None
        and meaning.type.base == "piece"
        and meaning.text != "it"
    )


def _find_required_groups(conditions: Sequence[syntax.Expr]) -> tuple[syntax.FilterNode, ...]:
    """Return the groups that a condition requires to have a member."""
    asked = [
        part.args[0].value
        for part in conditions
        if isinstance(part, syntax.CallNode) and part.word == "any" and part.args
    ]
    return tuple(group for group in asked if isinstance(group, syntax.FilterNode))


def render_trigger(node: syntax.ReactNode, scope: EnglishScope, some: str = SOME) -> tuple[str, FreeParameters]:
    """Return the event of a reaction and its further conditions, such as `after an opponent draws some cards`."""
    if node.when == "on":
        event, roles = render_passive_event(node.pattern.word, node.where, scope, node.body)
        return event, replace(roles, scope=roles.scope.named("player", scope.you))
    over = node.when == "after"
    seen = render_watched_event(node.pattern, node.where, scope, some, over=over, impersonal=_names_no_actor(node))
    if seen.subject is None and node.limit is None:  # before each auction, and not before one of them
        seen = replace(seen, predicate=_AN.sub("each ", seen.predicate))
    inner = replace(seen.scope, coming=node.pattern.word) if node.when == "before" else seen.scope
    roles = FreeParameters({}, seen.conditions, inner)
    moment = node.when == "after" and scope.words.does_nothing(node.pattern.word)
    if moment and seen.subject is None:
        return f"at {seen.finite()}", roles
    edge = seen.edge_of_period() if moment else ""
    return (f"at {edge}" if edge else f"{node.when} {seen.finite()}"), roles


def render_body_text(node: syntax.BodyNode, scope: EnglishScope) -> str:
    """Render the body of a reaction without its trigger."""
    return render_paragraph(join_in_sequence(render_body(node, scope)))


def _render_instead(node: syntax.ReactNode, seen: Watched, limit: str) -> str:
    statements = node.body.statements
    for word, place, others in (("before", -1, statements[:-1]), ("after", 0, statements[1:])):
        if statements[place:][:1] == (PROCEED,) and others and PROCEED not in syntax.walk(syntax.BodyNode(others)):
            return _render_effect(
                syntax.BodyNode(others), seen.scope, f"{limit}{word} {seen.finite()}, ", _render_if_also(seen)
            )
    yours = seen.subject is None or seen.subject.text == "you"
    usual = "do that as usual" if yours else "let that happen as usual"
    # `instead of drawing, you may gain 2 credits`: that who declines draws as usual is not said
    decided = len(statements) == 1 and isinstance(statements[0], _DECISIONS)
    scope = replace(seen.scope, replaced=usual, usual_if_declined=decided)
    yours = yours and (decided or seen.subject is None or not _is_one_order(node.body, scope))
    if yours and (seen.subject is None or not (seen.conditions or _is_about_others(node.body, scope))):
        lead = f"{limit}{_render_if_also(seen)}instead of {seen.gerund()}, "
        return _render_effect(node.body, scope, lead, last=_render_declined(node.body))
    lead = f"{limit}when {seen.base('would')}{_append_conditions(seen, node.pattern)}, "
    allowed = None if yours or seen.subject == scope.you else _render_allowed(node.body, scope, lead)
    if allowed is not None:
        return allowed
    if not yours and isinstance(statements[0], syntax.MayNode) and _find_declined(node.body) == (PROCEED,):
        done = render_body(node.body, scope)
        spent = _SPENT if scope.words.is_verb(node.pattern.word) else ""
        if len(done) == 1 and done[0].modal and not (done[0].tail or done[0].inside or done[0].bullets):
            return render_paragraph([replace(done[0], tail=f" to prevent that{spent}").leading(lead)])
        if len(done) == 2 and done[1].follows and not (done[1].inside or done[1].bullets):
            last = replace(done[1], tail=f"{done[1].tail} instead")
            return render_paragraph([done[0].leading(lead), last])
        what = "that does not happen" if len(done) == 1 else "all of this happens instead"
        return _render_effect(node.body, scope, lead, last=[make_clause(f"if you do, {what}")])
    if statements == (NOTHING,):
        return close_sentence(capitalize(f"{lead}that does not happen"))
    done = render_body(node.body, scope)
    if len(done) == 1 and done[0].predicates == ("choose one",) and not (done[0].lead or done[0].tail):
        only = replace(done[0], predicates=("choose one instead",))
        return render_paragraph([only.leading(lead), *_render_declined(node.body)])
    if len(done) == 1 and not (done[0].bullets or done[0].inside or done[0].lead) and done[0].subject is not None:
        only = replace(done[0], tail=f"{done[0].tail} instead")
        return render_paragraph([only.leading(lead), *_render_declined(node.body)])
    explicit = replace(scope, usual_if_declined=False)
    done = render_body(node.body, explicit)
    if len(done) == 2 and all(each.is_plain for each in done):
        both = make_clause(f"{done[0].clause()}, and {done[1].clause()} instead")
        return render_paragraph([both.leading(lead), *_render_declined(node.body)])
    if len(done) > 1 and not any(each.bullets or each.follows for each in done):
        done = [Sentence(text=f"{lead}this happens instead", inside=block(done), parts=tuple(done))]
        return render_paragraph([*done, *_render_declined(node.body)])
    return _render_effect(node.body, explicit, f"{lead}this happens instead: ", last=_render_declined(node.body))


def _render_allowed(node: syntax.BodyNode, scope: EnglishScope, lead: str) -> str | None:
    """Render who decides whether an event happens, at a price or not; None for any other body.

    Examples: `that player may pay a coin; if they do not, that does not happen`, `that player decides whether that
    happens; if it does not, they lose a point`.
    """
    match node.statements:
        case (syntax.MayNode(subject=syntax.NameNode() as by, body=body, repeatedly=False) as may,) if by != YOU:
            who, rest = render_subject(by, scope), body.statements
        case _:
            return None
    if PROCEED in syntax.walk(syntax.BodyNode(rest[:-1])) or rest[-1:] != (PROCEED,):
        return None
    otherwise = may.otherwise.statements if may.otherwise is not None else ()
    if PROCEED in syntax.walk(syntax.BodyNode(otherwise)):
        return None
    inner = scope.acted_by(by).named(by.word, THEY)
    refused = render_body(syntax.BodyNode(otherwise), inner)
    if may.statement is None and len(rest) == 1 and refused:
        first = Sentence(who, ("decide whether that happens",))
        return render_paragraph([first.leading(lead), *add_lead(refused, "if it does not, ")])
    if may.statement is None and len(rest) == 1:
        return None
    paid = render_body(syntax.BodyNode((replace(may, body=syntax.BodyNode(rest[:-1]), otherwise=None),)), scope)
    if not paid or paid[0].bullets:
        return None
    refused = [make_clause("that does not happen"), *refused]
    return render_paragraph([paid[0].leading(lead), *paid[1:], *add_lead(refused, "if they do not, ")])


def _is_about_others(node: syntax.BodyNode, scope: EnglishScope) -> bool:
    """Return True if a body begins with what somebody else does, to whom `instead of doing that` would refer."""
    first = render_body(node, scope.trial())[:1]
    return bool(first) and first[0].subject is not None and first[0].subject.text != "you"


def _is_one_order(node: syntax.BodyNode, scope: EnglishScope) -> bool:
    """Return True if a body is a sentence of what `you` do, other than what it replaces, which `instead` can follow."""
    if PROCEED in syntax.walk(node):
        return False
    done = render_body(node, scope.trial())
    return len(done) == 1 and done[0].is_order and not (done[0].lead or done[0].bullets or done[0].inside)


def _find_declined(node: syntax.BodyNode) -> tuple[syntax.Stmt, ...] | None:
    """Return the statements that run if `you` decline; None for a body that cannot be declined."""
    match node.statements:
        case (
            syntax.MayNode(subject=subject, otherwise=otherwise)
            | syntax.ChooseNode(subject=subject, may=True, otherwise=otherwise)
            | syntax.ChooseOneNode(subject=subject, may=True, otherwise=otherwise),
        ) if subject in (None, YOU):
            return otherwise.statements if otherwise is not None else ()
    return None


def _render_declined(node: syntax.BodyNode) -> list[Sentence]:
    """Return a sentence that declining has no effect, for a replacement that may be declined; else []."""
    return [make_clause("if you do not, nothing happens")] if _find_declined(node) in ((), (NOTHING,)) else []


def _render_if_also(seen: Watched) -> str:
    return f"if {render_conjunction(seen.conditions, seen.scope)}, " if seen.conditions else ""


def _append_conditions(seen: Watched, pattern: syntax.PatternNode) -> str:
    """Return the further conditions of an event as words to follow the event, or ""."""
    if any(isinstance(part, syntax.LogicNode) for part in seen.conditions):
        return f", {_render_if_also(seen)}".removesuffix(", ")
    return (
        f" and {render_conjunction(seen.conditions, with_it(seen.conditions, pattern, seen.scope))}"
        if seen.conditions
        else ""
    )


def _render_effect(
    node: syntax.BodyNode, scope: EnglishScope, lead: str, met: str = "", last: Sequence[Sentence] = ()
) -> str:
    """Render the effect of a reaction after the words `lead`.

    The condition `met` is placed so that it applies to all of it.
    """
    sentences = render_body(node, scope)
    if not last:
        sentences = join_in_sequence(sentences)
    if sentences and all(each.follows for each in sentences[1:]):
        lead += met
    else:
        sentences = add_lead(sentences, met)
    return render_paragraph([sentences[0].leading(lead), *sentences[1:], *last])


def _limit(limit: syntax.LimitNode | None, scope: EnglishScope) -> str:
    if limit is None:
        return ""
    phrase = scope.words.procedure_phrase(limit.span)
    span = find_period_noun(limit.span)
    if phrase is not None and split_clause(phrase, {}, scope) is not None:
        return f"{'once' if limit.times == 1 else 'twice'} each time {fill_phrase(phrase, {}, scope)}, "
    if phrase is not None and phrase.kind == "step" and phrase.declared and not templates.list_parameters(phrase.parts):
        clause = re.fullmatch(r"(?:the|an?) ([\w-]+) [a-z]+s", phrase.template)  # a day passes: once per day
        span = clause[1] if clause else phrase.template.removeprefix("the ").removeprefix("a ").removeprefix("an ")
    return f"{'once' if limit.times == 1 else 'twice'} per {span}, "


# ---------------------------------------------------------------- offers and places


@render_ability.register
def _(node: syntax.OfferNode, scope: EnglishScope) -> str:
    times = [render_window(word) for word in node.windows]
    required = list(takewhile(lambda each: isinstance(each, syntax.RequireNode), node.body.statements))
    asked = [each.condition for each in required if isinstance(each, syntax.RequireNode)]
    node = replace(node, body=syntax.BodyNode(node.body.statements[len(required) :])) if asked else node
    tails, conditions = split_conditions([*syntax.split_chain(node.where), *asked], scope)
    times[-1] = " ".join([times[-1], *tails])
    met = f"if {render_conjunction(conditions, scope)}, " if conditions else ""
    if times == ["at any time"] and conditions:
        times, met = [f"at any time while {render_conjunction(conditions, scope)}"], ""
    said = omit_shortfall_remark(render_body(node.body, scope), node.body.statements, scope.words)
    head, rest = _make_offer(said, scope)
    return render_paragraph(
        [head.leading(f"{_limit(node.limit, scope)}{inflection.join_items(times, 'or')}, {met}"), *rest]
    )


def with_title(node: syntax.Ability, text: str) -> str:
    """Return the text of an ability, after its title if the ability is offered under a title."""
    return f"{node.title}: {text}" if isinstance(node, syntax.OfferNode) and node.title else text


def _make_offer(sentences: list[Sentence], scope: EnglishScope) -> tuple[Sentence, list[Sentence]]:
    """Return the first sentence as an offer (`you may ...`), and the other sentences, which belong to it."""
    if not sentences:
        return make_clause("you may do nothing"), []
    first, *rest = sentences
    if first.is_order and not first.lead:
        joined = is_choice(first) and all(each.is_order and not each.lead for each in rest)  # with `then`
        joined = joined or not rest or rest[0].follows or rest[0].lead.startswith("if you do")
        return replace(first, modal="may"), rest if joined else follow(rest, scope.you)
    if not rest:
        return replace(first, lead=f"you may do this: {first.lead}"), []
    return Sentence(text="you may do this", inside=block(sentences), parts=tuple(sentences)), []


@render_ability.register
def _(node: syntax.InZonesNode, scope: EnglishScope) -> str:
    places = inflection.join_items([_render_working_place(word, scope) for word in node.zones], "or")
    lead = capitalize(f"while {scope.this.text} is {places}, ")
    texts = [render_ability(each, replace(scope, fresh={}, works_in=node.zones)) for each in node.abilities]
    said = [_add_zone(text, node.zones, places, lead, scope) for text in texts]
    return "\n".join(with_title(each, text) for each, text in zip(node.abilities, said, strict=True))


def _add_zone(text: str, zones: Sequence[str], places: str, lead: str, scope: EnglishScope) -> str:
    """Add to a text the zone in which the card must be, unless the text names the zone.

    Example: `at any time while this card is in your hand, ...`.
    """
    if _is_zone_named(text, zones, scope):
        return text
    if text.startswith(_AT_ANY_TIME) and text.count(". ") == 0 and "\n" not in text:
        again = text.removeprefix(_AT_ANY_TIME).replace(f"{scope.this.text}'s", "its").replace(scope.this.text, "it")
        return f"{_AT_ANY_TIME[:-2]} while {scope.this.text} is {places}, {again}"
    text = lower_first(text, scope)
    others = {zone.owner for word in zones for zone in scope.words.zones_named(word)} - {PLAYERS, TABLE}
    return lead + (text if others else _continue_text(text, scope))  # `its` would be said of the zone's owner


def _is_zone_named(text: str, words: Sequence[str], scope: EnglishScope) -> bool:
    """Return True if the first sentence already names the card's zone, as in `play this card from your hand`."""
    first, this = text.partition(". ")[0].lower(), scope.this.text
    place = _render_zone(words[0], scope)
    so, _, behind = place.partition(" ")
    said = [f"{this} from {behind}"] if so == "in" else [f"{this} is {so} ", f"{this} {so} "]
    return len(words) == 1 and any(each in f"{first} " for each in said)


def _continue_text(text: str, scope: EnglishScope) -> str:
    """Return a text about this card in which `it` replaces the first mention of the card."""
    this = scope.this.text
    for first, again in ((f"when {this} is ", "when it is "), (f"{this} ", "it "), (f"{this}'s ", "its ")):
        if text.startswith(first):
            return again + text.removeprefix(first)
    return text


def _render_working_place(word: str, scope: EnglishScope) -> str:
    """Return the text for being in a zone where a power works; where cards can lie face down, it works face up."""
    turned = any(zone.word == word and zone.see == "face" for zone in scope.words.game.zones)
    place = _render_zone(word, scope)
    return f"face up {'and ' if place.startswith('one of ') else ''}{place}" if turned else place


def _render_zone(word: str, scope: EnglishScope) -> str:
    """Render where a piece is: `in your hand`, `among your completed shipments`, `in a ship's contracts`."""
    zones = scope.words.zones_named(word)
    if not zones:
        return f"in {spell_name(word)}"
    zone = zones[0]
    if zone.at and (zone.owner == TABLE or not zone.names_preposition):
        return zone.at
    if zone.owner == TABLE:
        return f"in the {zone.title}"
    own = Thing("you", PLAYER, True, "your")
    if zone.owner != PLAYERS:
        own = Thing(inflection.with_article(scope.words.noun(piece(zone.owner))))
    items = zone_group(zone, own, scope)
    return items.place("one") if items.zone else f"one of {items.the()}"
