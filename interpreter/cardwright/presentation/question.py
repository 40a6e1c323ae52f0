"""Question to a player: prompt, purpose, and options with the facts that distinguish them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from cardwright.phrases.log_phrases import SOMETHING_ELSE
from cardwright.phrases.log_phrases import render_log_phrase as told_of
from cardwright.presentation import question_subject
from cardwright.presentation.answers.consequences import Consequence, find_consequences
from cardwright.presentation.answers.option_echoes import drop_echoes, drop_seen, is_restatement, say_once
from cardwright.presentation.answers.option_list import (
    FEW_NUMBERS,
    OptionLine,
    OptionPositions,
    choose_prompt,
    find_kind,
    find_only_choice,
    find_zone_of,
    is_number,
    label_options,
    name_ending,
    name_taken,
)
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.error_isolation import run_optional
from cardwright.presentation.piece_and_player_labels import Fact
from cardwright.presentation.table_view import TablePiece, drop_positions, list_zones, map_pieces, tell_contents
from cardwright.presentation.unavailable_actions import (
    UnavailableAction,
    list_actions_not_offered,
    list_unavailable_actions,
)
from cardwright.presentation.values_for_questions import (
    AS_USUAL,
    find_frame_value,
    insert_choices,
    list_context,
    list_earlier_choices,
    list_shown_pieces,
    move_cause_to_prompt,
    name_asker,
    narrow_prompt,
    refers_to_effect,
    shorten_purpose,
)
from cardwright.query import events_in_progress
from cardwright.query.decision_text import PlayerNames, fill_prompt, find_asked_player, is_single, say_for_whom
from cardwright.query.display_budgets import limit_display_work
from cardwright.query.knowledge.masked_state import evaluate_or_none, mask_slots
from cardwright.query.picks_as_one_decision import find_pick_name, list_item_values
from cardwright.query.view import Shown, build_view
from cardwright.runtime.decision import DONE_WITH_IT, OTHER, YOU, Decision, Option, find_title, sort_number
from cardwright.state_slots_and_table_rows import ASKED, NO_LIMIT, PASS, SHIFT, RuleRow

if TYPE_CHECKING:
    from cardwright.game.state import State

# Limit for the pieces listed of a zone that can be chosen.
MAX_LYING = 6
# Limit for a question with its purpose in one sentence.
MAX_SENTENCE = 150
MAY_DO = re.compile(r"\byou may ([^.:]+)\.")  # what a card offers, in its text
BULLET = "•"
# Effects without information.
NO_DEED, DOES_NOTHING = "do nothing", "does nothing"
# The name of the changes that all options bring.
WHICHEVER = "whichever you choose"
SAYS_NOTHING = ("", NO_DEED, "this ends", AS_USUAL)


@dataclass(frozen=True, slots=True)
class Question:
    """A decision for display, with its context and purpose.

    - `causes`: the events in progress, outermost first
    - `purpose`, `otherwise`: what the answer is for, and what happens after passing
    - `about`: further context as `(name, value)`; an earlier choice is named after the event in which it was made
    - `several`: True for a pick of between `least` and `most` items in any order, each at most as often as its count.
      `picked` items have been picked already; with `passing`, picking none is allowed too
    - `together`: True if the picks depend on each other, see `State.going_on`; `ordered`: True if their order matters
    - `secret`: True if no other player learns the answer yet
    - `not_now`: the actions of the player's turn that are unavailable
    - `words`: the author's explanations of words that matter here
    - `goes_by`: the attributes that matter in the choice
    - `asking`: the card whose ability asks, if the player may know it; `subject`: the event that the question is about
    - `means`: the player's counters that limit the options or that options change, as `(title, value)`
    - `about_at`: the positions of what the question is about
    - `card_texts`: the printed texts of the card that asks and of the cards that the question is about
    """

    player: int
    prompt: str
    causes: tuple[str, ...]
    purpose: str
    otherwise: str
    about: tuple[tuple[str, str], ...]
    choices: tuple[OptionLine, ...]
    secret: bool = False
    several: bool = False
    least: int = 1
    most: int = 1
    picked: int = 0
    passing: bool = False
    not_now: tuple[UnavailableAction, ...] = ()
    together: bool = False
    ordered: bool = False
    words: tuple[tuple[str, str], ...] = ()
    goes_by: tuple[str, ...] = ()
    asking: str = ""
    subject: str = ""
    means: tuple[tuple[str, str], ...] = ()
    about_at: tuple[str, ...] = ()
    card_texts: tuple[tuple[str, str], ...] = ()

    @property
    def aim(self) -> str:
        """The purpose in words that continue the prompt: `to pay 2 credits`, or `that is your bid`."""
        whole = self.purpose.startswith(("that is ", "those are ", "then "))
        return self.purpose if whole else f"to {self.purpose}"


def make_question(state: State, viewer: int, with_consequences: bool = True) -> Question | None:
    """Return the question that a viewer has to answer, or None if another player decides.

    Computing the consequences of options takes most of the time; without `with_consequences` they are left out.
    """
    decision = state.decision
    if decision is None or decision.player != viewer:
        return None
    with limit_display_work():
        explained = run_optional(lambda: _explain_question(state, decision, with_consequences), None)
    return explained or _make_bare_question(state, decision)


def _explain_question(state: State, decision: Decision, with_consequences: bool) -> Question:
    viewer, several = decision.player, state.several
    texts = _OptionTexts(state, decision)
    brings: Sequence[tuple[Consequence, ...]] = ()
    common: tuple[Consequence, ...] = ()
    causes = texts.causes
    if several is None:
        values = list(state.offered)
        brings = [() for _ in values]
        if with_consequences:
            brings = run_optional(lambda: find_consequences(state, viewer, range(len(values))), brings)
        choices = texts.choices(decision.options, values, [1] * len(values), brings)
        choices, common = say_once(choices)
        choices = run_optional(lambda: texts.naming_what_is_taken(choices), choices) if with_consequences else choices
        choices = run_optional(lambda: question_subject.add_positions(state, choices, with_consequences), choices)
    else:
        choices = texts.choices(several.items, list_item_values(state), several.counts, [() for _ in several.items])
    single = is_single(state, texts.site)
    then = "" if all(texts.titled) else (texts.purpose.single if single else "") or texts.purpose.then
    purpose = run_optional(lambda: texts.effect(then), "")
    offers = texts.base == "ability" and PASS in state.offered  # else one of them must be named
    written = decision.prompt.removeprefix(for_whom := say_for_whom(state))
    prompt = run_optional(
        lambda: choose_prompt(choices) if offers else texts.settled(texts.named(texts.offered_only(written))), written
    )
    says_more = purpose or (texts.purpose.asks and not texts.purpose.then)
    sentence = run_optional(lambda: texts.sentence(single), "") if says_more and not offers else ""
    prompt, purpose = (sentence, "") if sentence else (prompt, purpose)
    asked, may_pass = find_asked_player(state), PASS in state.offered and not state.picked
    asking, player = run_optional(texts.asking, ""), state.program.naming.player(asked)
    on_turn = run_optional(texts.is_turn, False)
    prompt, causes = run_optional(lambda: move_cause_to_prompt(prompt, causes, player, on_turn), (prompt, causes))
    about_at = run_optional(lambda: question_subject.find_subject_positions(state, choices), ())
    return replace(
        _make_bare_question(state, decision),
        prompt=for_whom + prompt,
        causes=run_optional(lambda: question_subject.drop_own_turn(state, causes), causes),
        purpose="" if prompt.casefold().endswith(f" {purpose.removeprefix('that is ')}") else purpose,
        otherwise=run_optional(lambda: texts.settled(texts.said(texts.purpose.otherwise)), "") if may_pass else "",
        about=(*texts.all_about((prompt, *causes[-1:], purpose)), *((WHICHEVER, each.text) for each in common)),
        choices=choices,
        not_now=run_optional(texts.not_now, ()),
        words=run_optional(lambda: tuple(texts.words(choices)), ()),
        goes_by=tuple(texts.purpose.attributes),
        asking=asking,
        subject=run_optional(
            lambda: question_subject.describe_subject(
                state, player, causes, f"{prompt} {purpose} {asking}", not (purpose or texts.purpose.then)
            ),
            "",
        ),
        means=run_optional(lambda: question_subject.list_means(texts.seats[asked], texts.purpose.counters, brings), ()),
        about_at=about_at,
        card_texts=run_optional(lambda: question_subject.list_card_texts(texts.pieces, about_at), ()),
    )


def _make_bare_question(state: State, decision: Decision) -> Question:
    """Return a question without context, facts and consequences."""
    several = state.several
    if several is None:
        options, counts, least, most, picked = decision.options, (1,) * len(decision.options), 1, 1, 0
    else:
        options, counts, least, most = several.items, several.counts, several.least, several.most
        picked = several.picked
    choices = tuple(
        OptionLine(each.index, each.key, each.text, label, each.group, each.note, count=count, declines=each.declines)
        for each, count, label in zip(options, counts, label_options(options), strict=True)
    )
    bounds = least, most, picked, several is not None and several.passing
    return Question(
        decision.player,
        decision.prompt,
        *((), "", "", ()),
        choices,
        decision.secret,
        several is not None,
        *bounds,
        together=several is not None and several.together,
        ordered=several is not None and several.ordered,
    )


class _OptionTexts:
    """Texts about the options of one decision."""

    def __init__(self, state: State, decision: Decision) -> None:
        self.state = state
        self.decision = decision
        self.found: Shown = build_view(state, decision.player)
        self.player_names = PlayerNames(state, decision.player)
        self.positions = OptionPositions(state, self.found, self.player_names)
        seen = build_table(state, decision.player)
        self.pieces, self.seats = map_pieces(seen), seen.seats
        self.site = state.program.tables.sites[state.site]
        self.zones = {zone.at: zone for zone in list_zones(seen)} if self.site.base == "zone" else {}
        self.purpose = state.program.tables.purpose(state.site)
        self.base = self.site.base
        # whether each answer is a titled action, not an item
        self.titled = [find_title(self.site, value) is not None for value in state.offered if value != PASS]
        self.several = state.several is not None
        self.causes: tuple[str, ...] = run_optional(
            lambda: tuple(events_in_progress.describe_open_events(state.retracked(), decision.player)), ()
        )
        # after the first answer, declining a repeated decision means being done
        self.done = self.site.again and events_in_progress.was_answered_before(state.retracked())

    def said(self, text: str) -> str:
        """Return a text with the asking player's name inserted, or "" if the text has no content."""
        other = next((value for name, value in self.decision.context if name == "asker"), OTHER)
        return "" if text in SAYS_NOTHING else text.replace(YOU, name_asker(self.state, other))

    def named(self, text: str) -> str:
        """Return a text in which the name of the card replaces `this card`, if the player may know the card."""
        piece = self.positions.find_known(find_frame_value(self.state, "this"))
        known = self.pieces.get(piece)
        return text if known is None or known.hidden else re.sub(r"\b[Tt]his card\b", lambda _: known.name, text)

    def asking(self) -> str:
        """Return the name of the card whose ability asks, or "" if there is none that the player sees."""
        piece = question_subject.find_asking_piece(self.state.retracked())
        known = self.pieces.get(self.positions.find_known(piece)) if piece >= 0 else None
        return "" if known is None or known.hidden else known.name

    def offered_only(self, prompt: str) -> str:
        """Return the prompt, reduced to what is offered: only the pieces, or only the other actions."""
        return narrow_prompt(prompt, not all(self.titled), any(self.titled))

    def settled(self, text: str, picked: Sequence[str] = ()) -> str:
        """Return a text in which the results of earlier choices replace the references to them.

        The texts in `picked` refer to what is chosen now.
        """
        return insert_choices(text, self.state, self.decision, self.player_names, picked)

    def effect(self, text: str) -> str:
        """Return what the answer is for, with the results of earlier choices."""
        return self.named(shorten_purpose(self.settled(self.said(text), self.purpose.picked)))

    def sentence(self, single: bool) -> str:
        """Return question and purpose in one sentence; "" if none comes of them."""
        asks = self.purpose.asks[single:] or self.purpose.asks
        question, aim, ends_open = asks[0] if asks else ("", "", False)
        others = any(self.titled)
        if not question or (others and not ends_open):
            return ""
        start = self.settled(self.named(fill_prompt(question, self.state, self.decision.player)))
        text = start + self.effect(aim) + (SOMETHING_ELSE if others else "")
        return text if len(text) <= MAX_SENTENCE else ""

    def not_now(self) -> tuple[UnavailableAction, ...]:
        """Return the actions that are unavailable in this turn or at this decision."""
        unavailable = list_unavailable_actions(self.state, self.decision.player)
        known = {each.action for each in unavailable if each.needs}
        offers = [each for each in list_actions_not_offered(self.state) if each.action not in known]
        offered = {each.action for each in offers}
        return (*offers, *(each for each in unavailable if each.action not in offered))

    def about(self, causes: Sequence[str]) -> list[tuple[str, str]]:
        """Return the context of the decision as `(name, value)`, without values that `causes` already mention."""
        roles = events_in_progress.find_arguments(self.state.retracked(), self.decision.player, self.site.source)
        arguments = {role.replace("_", " "): value for role, value in roles.items()}
        return list_context(self.decision, causes, find_pick_name(self.state).replace("_", " "), arguments)

    def all_about(self, causes: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return all context that is shown next to the question, as `(name, value)`."""
        return (
            *run_optional(lambda: self.about(causes), ()),
            *run_optional(lambda: tuple(self.numbers()), ()),
            *run_optional(lambda: tuple(list_earlier_choices(self.state, self.decision)), ()),
            *run_optional(lambda: tuple(list_shown_pieces(self.state, self.decision.player)), ()),
        )

    def numbers(self) -> Iterator[tuple[str, str]]:
        """Yield the numbers that matter for the question, such as a hand limit, as far as the player can know them."""
        if not self.purpose.rules:
            return
        state, player = self.state.retracked(), self.decision.player
        slots, rules = mask_slots(state, player), state.program.tables.rules
        for number, written in self.purpose.rules:
            roles = [player if role == ASKED else int(role) for role in written]
            value = evaluate_or_none(partial(state.program.tracked.values[number], slots, *roles))
            if value is not None and value < NO_LIMIT:
                yield self._render_rule(rules[number], roles), str(int(value))

    def words(self, choices: Sequence[OptionLine]) -> Iterator[tuple[str, str]]:
        """Yield the author's explanations for words of the pieces that matter here, as `(word, explanation)`."""
        names = self.state.program.naming
        said = {names.value("enum", word): text for word, text in self.state.program.tables.sentences.sorts.items()}
        pieces = (self.pieces.get(choice.at) for choice in choices)
        facts = [fact for piece in pieces if piece is not None and not piece.hidden for fact in piece.printed]
        values = dict.fromkeys(fact.value for fact in facts if fact.word in self.purpose.attributes)
        yield from ((value, said[value]) for value in values if value in said)

    def _render_rule(self, rule: RuleRow, roles: Sequence[int]) -> str:
        """Return the phrase of a rule addressed to the player: `your hand limit`."""
        names, player = self.state.program.naming, self.decision.player
        values = {word: names.value(base, role) for (word, base, _), role in zip(rule.params, roles, strict=True)}
        own = [word for (word, base, _), role in zip(rule.params, roles, strict=True) if base == "player"]
        phrase = rule.phrase or rule.word.replace("_", " ")
        if len(own) == 1 and values[own[0]] == names.player(player):
            phrase = re.sub(rf"^the (.+) of \{{{own[0]}\}}$", r"your \1", phrase)
            phrase = re.sub(rf"\{{{own[0]}\}} (may|can)\b", r"you \1", phrase)
        return told_of(rule.word, phrase, values, inflected=False).removeprefix("the ")

    def choices(
        self,
        options: Sequence[Option],
        values: Sequence[object],
        counts: Sequence[int],
        brings: Sequence[tuple[Consequence, ...]],
    ) -> tuple[OptionLine, ...]:
        """Return the options for display, with those that decline last.

        Options that the player cannot distinguish are shown once, with their number.
        """
        made = self._sort_options(
            drop_echoes([self._make_choice(*each) for each in zip(options, values, counts, brings, strict=True)])
        )
        plain = self._keep_distinctive_facts([choice for choice in made if not choice.declines], not self.several)
        offered = [*plain, *(choice for choice in made if choice.declines)]
        return tuple(replace(each, label=label) for each, label in zip(offered, label_options(offered), strict=True))

    def _sort_options(self, made: list[OptionLine]) -> list[OptionLine]:
        """Return the options in display order: players by seat, pieces by position, offers of cards before others."""
        if self.base == "player":
            return sorted(made, key=lambda choice: (choice.declines, len(choice.at), choice.at))
        if self.base == "piece":
            return self.positions.order_hidden(made)
        if sum(is_number(choice.key) for choice in made) > FEW_NUMBERS:  # they would hide the other options
            return sorted(made, key=lambda choice: bool(choice.kind))
        return sorted(made, key=lambda choice: not choice.at) if self.base == "ability" else made

    def _make_choice(self, option: Option, value: object, count: int, brings: tuple[Consequence, ...]) -> OptionLine:
        piece = self.pieces.get(at := self.positions.find(value))
        facts = run_optional(
            lambda: tuple(self._list_zone_facts(at)) if piece is None else tuple(self._list_facts(piece)), ()
        )
        does = run_optional(self._render_following if option.declines else lambda: self._render_effect(value), "")
        weighed = {*self.purpose.attributes, *(fact.word for fact in (() if piece is None else piece.asked))}
        brings = drop_seen(brings, option.text, (*facts, *(() if piece is None else piece.printed)), weighed)
        # the author's note replaces an effect, unless it refers to that
        noted = bool(option.note) and not at and not refers_to_effect(option.note, does, option.text)
        again = noted or is_restatement(does, option.text, self.state.program.tables, brings)
        said = () if again else (Consequence(does),)
        brings = said if does == DOES_NOTHING else (*said, *brings)
        text = run_optional(lambda: self.named(option.text), option.text)
        text, ends = (DONE_WITH_IT if self.done and option.declines else text), ""
        if option.declines and text == DONE_WITH_IT and not all(self.titled):
            ends = name_ending(self.purpose.single or self.purpose.then, self.state.program.tables.procedures)
        given = option.index, option.key, text, "", option.group, option.note, at, facts, brings, count, option.declines
        return OptionLine(*given, kind=find_kind(self.site, option, value), ends=ends)

    def naming_what_is_taken(self, choices: tuple[OptionLine, ...]) -> tuple[OptionLine, ...]:
        """Return the options. An action that can take only one piece gets the name and the text of that piece."""
        values = self.state.offered
        actions = [each for each in choices if not each.at and find_title(self.site, values[each.index]) is not None]
        taken = {each.index: find_only_choice(self.state, each.index) for each in actions}
        if len(actions) > 1 and len({each and each.text for each in taken.values()}) == 1:
            return choices  # it follows from every option
        return tuple(name_taken(each, taken.get(each.index)) for each in choices)

    def _render_effect(self, value: object) -> str:
        """Return the effect of an option in words, or "".

        Only options with a title have one, and pieces in a choice that offers several kinds of them.
        """
        if self.base == "ability" and isinstance(value, int) and value != PASS:
            return self._render_offer(value >> SHIFT)
        number = find_title(self.site, value)
        if number is None and len(self.site.things) > 1 and isinstance(value, int) and value != PASS:
            number = self.site.picked[sort_number(self.state.program.naming, self.site, value)]
        if number is None or not self.purpose.does:
            return ""
        does = self.purpose.does[number]
        return DOES_NOTHING if does == NO_DEED else self.settled(self.said(does))

    def _render_following(self) -> str:
        """Return what follows when a repeated decision is declined, "" if nothing does.

        If that is too long to say, it is what the event in progress is called, unless that is the turn.
        """
        if not (self.site.goes_on and self.site.again):
            return ""
        if self.purpose.follows:
            return self.settled(self.said(self.purpose.follows))
        if not self.causes or self.is_turn() or self._list_open_words()[-1:] != [self.site.source]:
            return ""
        name = self.state.program.naming.player(self.decision.player)
        event = question_subject.address_event(self.causes[-1], name)
        return event.removeprefix("you ") if event.startswith("you ") else ""

    def is_turn(self) -> bool:
        """Return True if the innermost event in progress is the turn."""
        return self._list_open_words()[-1:] == [self.state.program.tables.turn]

    def _list_open_words(self) -> list[str]:
        """Return the words of the procedures in progress, innermost last."""
        procedures = self.state.program.tables.procedures
        return [procedures[each].word for each in events_in_progress.list_open_procedures(self.state.retracked())]

    def _render_offer(self, number: int) -> str:
        """Return what the offer of a card does, in words of the card's text, as in `you may draw a card`.

        Returns "" for an offer without such a text.
        """
        tables = self.state.program.tables
        power = tables.abilities[number].power
        text = str(tables.texts.get(power, "")).splitlines()
        said = [MAY_DO.search(each) for each in text if not each.startswith(BULLET)]
        own = tables.powers.get(power, [])
        # the text has one paragraph per ability
        found = said[own.index(number)] if len(said) == len(own) and number in own else None
        return "" if found is None else found[1]

    def _keep_distinctive_facts(self, choices: Sequence[OptionLine], joined: bool) -> list[OptionLine]:
        """Return the options without facts that are equal for all pieces; numbers remain.

        Numbers matter even if they are equal: two cards that attack with 1 each must be compared with what they attack.
        With `joined`, options that the player cannot distinguish are merged.
        """
        pieces = [choice for choice in choices if choice.facts]
        same = set(pieces[0].facts).intersection(*(choice.facts for choice in pieces)) if len(pieces) > 1 else set()
        same = {fact for fact in same if not fact.is_number}
        found: dict[object, OptionLine] = {}
        for whole in choices:
            choice = replace(whole, facts=tuple(fact for fact in whole.facts if fact not in same))
            piece = self.pieces.get(choice.at)
            alike = (
                self._find_merge_key(piece, choice)
                if joined and piece is not None and not piece.hidden
                else choice.index
            )
            before = found.get(alike)
            found[alike] = choice if before is None else replace(before, count=before.count + choice.count)
        return list(found.values())

    def _find_merge_key(self, piece: TablePiece, choice: OptionLine) -> object:
        """Return a key that is equal for pieces that differ only in their position within a zone."""
        return str(drop_positions(piece)), choice.group, choice.leads, find_zone_of(choice.at)

    def _list_facts(self, piece: TablePiece) -> Iterator[Fact]:
        """Yield the facts of a piece, those relevant to the question first; computed values stand for printed ones."""
        computed = {fact.title for fact in piece.asked if fact.says}
        printed = {fact.word: fact for fact in piece.printed if fact.says and fact.title not in computed}
        goes_by = [word for word in self.purpose.attributes if word in printed and word in piece.unsaid]
        asked = [fact for fact in piece.asked if fact.says and (fact.stays or fact.value != "0")]
        yield from (replace(fact, named=len(asked) > 1) for fact in asked)
        yield from (printed[word] for word in goes_by)
        yield from (fact for word, fact in printed.items() if word not in goes_by and word in piece.unsaid)
        yield from (fact for fact in piece.facts if fact.says)
        contents = [tell_contents(zone) for zone in piece.zones if zone.count]
        yield from (replace(each, named=len(contents) > 1) for each in contents)

    def _list_zone_facts(self, at: str) -> Iterator[Fact]:
        """Yield the contents of a zone as a fact, and the facts of the piece that carries the zone."""
        zone, carrier = self.zones.get(at), self.pieces.get(at.rpartition("/")[0])
        if carrier is not None:
            yield from (fact for fact in carrier.facts if fact.says)
        if zone is not None and 0 < zone.count <= MAX_LYING and not (zone.hidden or zone.covered):
            yield tell_contents(zone)
