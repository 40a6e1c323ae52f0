"""One sentence for a question: what is asked, continued by what the answer is for."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Literal, NamedTuple

from cardwright.english.marked_mentions import Mention, split_mentions, strip_marks
from cardwright.english.noun_phrases import NounGroup, Thing, split_noun
from cardwright.phrases.inflection import is_plural

# What is true of all that is offered: a square *where you can lay*.
_OFFERED = re.compile(r" (?:that |where |which |whom )?you can \w+(?: at| to| on| with)?$")
# Words of a clause, behind which an action would seem to belong to the clause.
_CLAUSE = frozenset("which who whom whose where what can may must than not".split())
# Words behind which `that` is no relative pronoun: from that player's hand.
_PREPOSITIONS = frozenset("of from in on at to with by for among between behind as".split())
# How the place from which something is picked begins.
_PLACES = (" from ", " in ")
# Words that join two clauses.
_JOINTS = frozenset("which who whom whose where what if when and or".split())
# Particles of a verb, and verbs that need their object: *have* that card work.
_PARTICLES = frozenset("off up down on away out back".split())
_NEED_OBJECT = ("have", "make")
# Words behind a pick that tell what it is given, and words that refer to it.
_GIVEN = frozenset("a an the your their its another one some".split())
_REFERS = frozenset("it its them their they both".split())
_DETERMINERS = ("a ", "an ", "the ", "your ", "their ")
_BRACKETS = re.compile(r"\([^()]*\)")

# Bases of types of values that are neither pieces nor players.
_VALUES = ("number", "enum", "name")

Parts = tuple[str | Mention, ...]


class Aim(NamedTuple):
    """The purpose of an answer in words; empty if it cannot be told.

    - `text`: the whole text
    - `form`: an action (`discard that card`), a clause (`that card is weary`), or a name (`your bid`)
    - `parts`: the text as words, a mention of the pick, words and so on
    - `called`, `base`: the text by which the pick is mentioned, and the base of its type
    - `pronoun`: that for the pick; "" for a number or a word
    """

    text: str = ""
    form: Literal["action", "clause", "name"] = "action"
    parts: Parts = ()
    called: str = ""
    base: str = ""
    pronoun: str = ""

    def __bool__(self) -> bool:
        return self.text != ""

    @property
    def apart(self) -> str:
        """The text beside a question: `discard that card`, `then that card is weary`, `that is your bid`."""
        begins = {"action": "", "clause": "then ", "name": "those are " if is_plural(self.text) else "that is "}
        return self.text and begins[self.form] + self.text

    def with_mentions(self, text: str, picked: Thing | NounGroup) -> Aim:
        """Return the aim with a text in which mentions of the pick are marked, as parts."""
        parts = tuple(split_mentions(text, picked))
        called, pronoun = (picked.opaque, "them") if isinstance(picked, NounGroup) else (picked.text, picked.them)
        base = "" if picked.type is None else picked.type.base
        pronoun = "" if base in _VALUES else pronoun
        return Aim(strip_marks(text), self.form, parts, strip_marks(called), base, pronoun)

    def extended(self, text: str) -> Aim:
        """Return the aim with further words at the end."""
        return self._replace(text=self.text + text, parts=(*self.parts, text))


class QuestionText(NamedTuple):
    """The text of a question, split before what is picked.

    - `start`, `picked`: the question, `Choose ` and `a card from your hand`; all of it is `start` if nothing is picked
    """

    start: str
    picked: str = ""


def join_aim(asked: QuestionText, aim: Aim) -> tuple[str, str, bool]:
    """Return (question, its continuation by an aim, whether other options can be named behind it).

    The question is "" if no sentence comes of it.

    - `Choose a card from your hand`, ` to discard`
    - `Choose an opponent`, `, to pick their pocket`
    - `Choose a creature`, `: it is weary`
    """
    if not aim.text or ", " in _BRACKETS.sub("", asked.start + asked.picked).replace(":", ","):
        return "", "", False
    what = _OFFERED.sub("", asked.picked)
    question = asked.start + what
    before, *rest = _drop_each(aim.parts or (aim.text,))
    assert isinstance(before, str)
    if aim.form == "name":
        known = _drop_determiner(aim.text).startswith(_drop_determiner(what))
        return (asked.start + aim.text, "", False) if known else (question, f" as {aim.text}", False)
    if not rest:
        link = ":" if aim.form == "clause" else ", to" if aim.base == "player" else " to"
        return question, f"{link} {before}", link == " to"
    mention, behind = rest[0], "".join(part if isinstance(part, str) else part.text for part in rest[1:])
    assert isinstance(mention, Mention)
    if aim.form == "clause":
        subject = not before and not mention.own and aim.base != "player" and aim.pronoun
        said = {"it": "it", "them": "they"}.get(aim.pronoun, mention.text) if subject else mention.text
        return question, f": {before}{said}{behind}", False
    if mention.noun and what == "a number":
        what = f"a number of {mention.noun}"
        question = asked.start + what
    place = split_noun(what)[1]
    behind_place = behind.removeprefix(place) if place.startswith(_PLACES) else behind
    counted = not mention.noun or not behind_place or what == f"a number of {mention.noun}"
    alone = len(rest) == 2 and not mention.own and counted and not _has_clause(what.split())
    if alone and _can_leave_out(before, behind_place):
        comma = "," if behind_place.startswith(" and ") else ""
        return question, f" to {before.rstrip()}{comma}{behind_place}", True
    if mention.own:
        return question, f", to {before}{'their' if aim.base == 'player' else mention.text}{behind}", False
    *_, article, last = ("", "", *before.split())
    again = "one" if {article, last} & {"a", "an"} else aim.pronoun or mention.text
    return question, f", to {before}{again}{behind}", False


def _drop_each(parts: Parts) -> Parts:
    """Return the parts of an aim without `each of` behind its verb, as the question tells how many there are."""
    verb, each, rest = str(parts[0]).partition(" each of ")
    counted = rest.startswith("those ") or rest[:1].isdigit() or (not rest and len(parts) > 1)
    return (f"{verb} {rest}", *parts[1:]) if each and counted and " " not in verb else parts


def _has_clause(words: list[str]) -> bool:
    """Return True if a noun phrase has a relative clause."""
    return not _CLAUSE.isdisjoint(words) or _has_relative_that(words)


def _has_relative_that(words: list[str]) -> bool:
    """Return True if `that` follows a noun, not the verb at the beginning, its particle or a preposition."""
    return any(word == "that" and before not in _PREPOSITIONS | _PARTICLES for before, word in pairwise(words[1:]))


def _drop_determiner(text: str) -> str:
    return next((text.removeprefix(each) for each in _DETERMINERS if text.startswith(each)), text)


def _can_leave_out(before: str, behind: str) -> bool:
    """Return True if a pick can be left out between two parts of an action: `raid` ... `with 2 cards`."""
    words = before.split()
    if not behind or not words:
        one_clause = _JOINTS.isdisjoint(words) and not _has_relative_that(words)
        return words != [] and one_clause and not set(",;:(").intersection(before)
    verb, *particles = words
    following = behind.split()
    gives = behind.startswith(" ") and (following[0] in _GIVEN or following[0].isdigit())
    is_verb = verb not in _NEED_OBJECT and len(particles) < 2 and _PARTICLES.issuperset(particles)
    return is_verb and not gives and _REFERS.isdisjoint(word.rstrip(",;") for word in following)
