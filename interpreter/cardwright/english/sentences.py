"""Sentences as subjects with predicates, and their joining to paragraphs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cardwright.english.noun_phrases import Thing
from cardwright.english.scope import ITEM
from cardwright.phrases.inflection import (
    close_sentence,
    conjugate,
    drop_extra_determiners,
    join_items,
    join_list,
    make_finite,
)

_MERGED_LENGTH = 130
_JOINED_LENGTH = 180
BULLET = "\n• "
# An article before a title that begins with an article.
_ARTICLE = re.compile(r"\ban? (?=your |their |the )")
# A zone that is mentioned twice in a row. In sums, each mention is needed.
_AGAIN = re.compile(r"( (?:from|in|into|on) (?:(?! (?:plus|minus|times) )[^,.;:()])+?)\1(?![\w'])")
# Words twice in a row.
_TWICE = re.compile(r"\b(?!that\b|had\b)([\w']{4,}) \1\b")
_THAT_MANY = re.compile(r"\bthat that many\b")
_THAT_THAT = re.compile(r"\bthat that\b")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")
# The subject of a clause, which need not be repeated in the next one.
_ABOUT = re.compile(
    rf"((?:that|the other|this) [a-z]+|you|they|it|[XYZW{ITEM}]) (?=(?:is|are|has|have|can|cannot|may|must|does|do)\b)"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence in parts, before it is rendered.

    - `subject`, `predicates`, `modal`: each predicate begins with its verb in base form, and the modal precedes the
      predicates; without a subject, `text` is a whole clause
    - `lead`: words in front, such as `if you do, `
    - `bullets`: items that follow on lines of their own
    - `named`: True if a sentence about `you` needs its subject; otherwise it is an imperative
    - `follows`: True if the sentence is the result of the one before
    - `inside`, `parts`, `joint`: several sentences inside this one, as text and as sentences, and the sign before them,
      as in `if you do, ...; ...`
    - `alone`: True if the sentence must not be merged with others, because it leaves a choice
    - `again`: True if the action of the sentence is done several times
    """

    subject: Thing | None = None
    predicates: tuple[str, ...] = ()
    text: str = ""
    modal: str = ""
    lead: str = ""
    tail: str = ""
    bullets: tuple[str, ...] = ()
    named: bool = False
    follows: bool = False
    inside: str = ""
    joint: str = ":"
    alone: bool = False
    again: bool = False
    parts: tuple[Sentence, ...] = ()

    def clause(self) -> str:
        """Render the sentence without its full stop."""
        return f"{self.start()}{self.joint} {self.inside}" if self.inside else self.start() + self._render_bullets()

    def nested(self) -> str:
        """Render the sentence as part of another one. Sentences inside it are put in brackets."""
        return f"{self.start()} ({self.inside})" if self.inside and BULLET not in self.inside else self.clause()

    def start(self) -> str:
        """Render the sentence without the sentences inside it."""
        return f"{self.lead}{self._render_core()}{self.tail}"

    def _render_core(self) -> str:
        if self.subject is None:
            return self.text
        if self.modal:
            return f"{self.subject.text} {self.modal} {join_list(self.predicates)}"
        if self.is_order:
            return join_list(self.predicates)
        return f"{self.subject.text} {join_list([_agree(text, self.subject.many) for text in self.predicates])}"

    def _render_bullets(self) -> str:
        return ":" + "".join(BULLET + close_sentence(bullet) for bullet in self.bullets) if self.bullets else ""

    @property
    def is_order(self) -> bool:
        """True if the sentence is an imperative."""
        return self.subject is not None and self.subject.text == "you" and not self.modal and not self.named

    @property
    def is_plain(self) -> bool:
        """True if the sentence consists of a subject and predicates only."""
        return self.subject is not None and not (self.modal or self.lead or self.bullets or self.tail or self.inside)

    def infinitive(self) -> str:
        """Return the predicates without a subject, the first verb in base form."""
        return join_list(self.predicates) + self.tail

    def leading(self, lead: str) -> Sentence:
        """Return the sentence with `lead` in front."""
        return replace(self, lead=lead + self.lead)


def join_in_sequence(sentences: list[Sentence]) -> list[Sentence]:
    """Join two plain sentences that belong together: `draw a card, then you may swap`."""
    if len(sentences) != 2 or sentences[1].follows:
        return sentences
    if any(each.lead or each.inside or each.bullets for each in sentences):
        return sentences
    first, second = sentences
    if first.subject is None and second.is_plain and not second.is_order:
        return [make_clause(f"{first.clause()} and {second.clause()}")]
    if not second.modal:
        return sentences  # an unconditional sentence must not read as a part of the optional one
    text = f"{first.clause()}, then {second.clause()}"
    if first.modal == second.modal == "may":
        text = f"{first.clause()}; whether or not you do, {second.clause()}"
    return sentences if len(text) > _JOINED_LENGTH else [make_clause(text)]


def _agree(predicate: str, many: bool) -> str:
    return conjugate(predicate, lambda verb: make_finite(verb, many))


def make_clause(text: str) -> Sentence:
    """Return a sentence that is a whole clause."""
    return Sentence(text=text)


def render_becoming(text: str) -> str:
    """Return a clause that says that a condition becomes true: it holds from now on."""
    verb = "is" if " is " in text else "are"
    now = text.replace(f" {verb} not ", f" {verb} no longer ", 1)
    now = now if now != text else text.replace(f" {verb} ", f" {verb} now ", 1)
    return now if now != text else f"from now on, {text}"


def merge_sentences(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Merge consecutive sentences that have one subject, up to a maximum length.

    A sentence whose result follows is not merged: the result would seem to be that of all predicates.
    """
    done: list[Sentence] = []
    for place, sentence in enumerate(sentences):
        followed = any(each.follows for each in sentences[place + 1 : place + 2])
        if done and (not followed or is_choice(done[-1])) and _can_merge(done[-1], sentence):
            last = done[-1]
            done[-1] = replace(
                sentence, predicates=(*last.predicates, *sentence.predicates), subject=last.subject, lead=last.lead
            )
        else:
            done.append(sentence)
    return done


def is_choice(sentence: Sentence) -> bool:
    """Return True if a sentence only says that something is chosen, so that the next action belongs to it."""
    return len(sentence.predicates) == 1 and sentence.predicates[0].startswith("choose ")


def _can_merge(first: Sentence, second: Sentence) -> bool:
    if first.subject is None or second.subject is None or first.bullets or first.tail or first.lead or second.lead:
        return False  # a lead holds for its own sentence only
    if first.inside or len(second.inside) > _MERGED_LENGTH or first.alone or second.alone:
        return False
    same = first.subject.text == second.subject.text or second.subject.text == first.subject.them != "it"
    if not same or second.modal or first.modal or first.named != second.named:
        return False
    length = sum(map(len, (*first.predicates, *second.predicates)))
    return length < _MERGED_LENGTH and len(first.predicates) + len(second.predicates) <= 3


def block(sentences: Sequence[Sentence]) -> str:
    """Render several sentences as one text to be put inside another sentence."""
    nested = [sentence.nested() if len(sentences) > 1 else sentence.clause() for sentence in sentences]
    return _put_together(nested, "; ")


def render_paragraph(sentences: Sequence[Sentence]) -> str:
    """Render several sentences, each with its full stop."""
    clauses = []
    for place, sentence in enumerate(sentences):
        if place and sentences[place - 1].modal and not sentence.lead and sentence.is_order:
            sentence = sentence.leading("then ")
        elif place and sentence.text.startswith("do this ") and not sentence.lead:
            sentence = sentence.leading("then you " if _is_by_others(sentences[place - 1]) else "then ")
        elif place and sentence.again and sentence.is_order and not sentence.lead:
            sentence = replace(sentence, lead="then ", named=_is_by_others(sentences[place - 1]))
        clauses.append(close_sentence(sentence.clause()))
    return _put_together(clauses, " ")


def _is_by_others(sentence: Sentence) -> bool:
    return sentence.subject is not None and sentence.subject.text != "you"


def _put_together(clauses: Sequence[str], between: str) -> str:
    text = ""
    for clause in clauses:
        if not text:
            text = clause
        elif BULLET in text.rpartition("\n")[1] + text.rpartition("\n")[2][:0] or "\n" in text:
            text += "\n" + close_sentence(clause)
        else:
            text += between + clause
    return text


def join_conditions(texts: Sequence[str]) -> str:
    """Join conditions of which all must hold, with `either ... or ...` conditions last.

    In this order, no other condition can be mistaken for one of their alternatives.
    """
    single = [text for text in texts if not text.startswith("either ")]
    either = [text for text in texts if text.startswith("either ")]
    return ", and ".join((join_clauses(single), *either)) if single else ", and ".join(either)


def join_clauses(texts: Sequence[str], word: str = "and") -> str:
    """Join clauses by commas and `word`: `you have a card, you are singing or the deck is empty`.

    If all must hold of one subject, only the first names it: `you are singing and have a card`.
    """
    first = _ABOUT.match(texts[0]) if word == "and" else None
    if first is not None and all(text.startswith(first[0]) and _ABOUT.match(text) for text in texts):
        texts = [texts[0], *(text.removeprefix(first[0]) for text in texts[1:])]
    return join_items(texts, word)


def omit_subject(texts: Sequence[str]) -> list[str]:
    """Return clauses of which only the first names its subject: `that player has a card`, `is the leader`."""
    first = _ABOUT.match(texts[0])
    subject = first[0] if first is not None else ""
    return [texts[0], *(text.removeprefix(subject) if _ABOUT.match(text) else text for text in texts[1:])]


def add_lead(sentences: list[Sentence], lead: str) -> list[Sentence]:
    """Return sentences after a lead. A single sentence keeps its form; several become one."""
    if not sentences:
        return [make_clause(f"{lead}nothing happens")]
    if len(sentences) == 1 or not lead:
        return [sentences[0].leading(lead), *sentences[1:]]
    joint = ":" if sentences[0].lead or sentences[0].inside or "\n" in block(sentences) else ","
    return [Sentence(text=lead.rstrip(", "), inside=block(sentences), joint=joint, parts=tuple(sentences))]


def add_outer_condition(lead: str, sentences: list[Sentence]) -> list[Sentence]:
    """Return the sentences of a condition inside another condition, `lead`, with both as one condition."""
    first = f"{sentences[0].lead}{sentences[0].text}" if len(sentences) == 1 else ""
    if not first.startswith("if ") or any(sign in f"{first} {lead[:-2]}" for sign in (" or ", ", if ", "otherwise")):
        return add_lead(sentences, lead)
    both = f"{lead[:-2]} and "
    if sentences[0].lead:
        return [replace(sentences[0], lead=both + sentences[0].lead.removeprefix("if "))]
    return [replace(sentences[0], text=both + sentences[0].text.removeprefix("if "))]


def move_condition(sentences: list[Sentence]) -> list[Sentence]:
    """Return sentences in which an inner condition comes after its action.

    Otherwise, the `otherwise` of the outer condition would seem to belong to the inner one.
    """
    only = sentences[0] if len(sentences) == 1 else None
    if only is None or not only.lead.startswith("if ") or only.bullets or only.inside or ", if " in only.lead:
        return sentences
    return [replace(only, lead="", tail=f"{only.tail} (only {only.lead.removesuffix(', ')})")]


def clean(text: str) -> str:
    """Remove characters that cannot be printed."""
    return drop_extra_determiners(clean_unsettled(text))


def clean_unsettled(text: str) -> str:
    """Return a text without unprintable characters. Doubled determiners, as in `a that pattern`, are kept.

    They are kept because `that pattern` will be replaced later.
    """
    text = _ARTICLE.sub("", _CONTROL.sub("", text))
    text = _THAT_THAT.sub("that the", _THAT_MANY.sub("that so many", text))
    return _AGAIN.sub(r"\1", _TWICE.sub(r"\1", text))
