"""One sentence for a question: the prompt, continued by the purpose of the choice."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardwright.phrases.log_phrases import SOMETHING_ELSE

# Limit for a sentence.
MAX_SENTENCE = 150
# The beginnings of a purpose that is no action: what happens then, and what the choice is.
THEN, IS = "then ", re.compile(r"(?:that is|those are) ")
# A clause that is true of all that is offered: a square *where you can lay*.
OFFERED = re.compile(r" (?:that |where |which |whom )?you can \w+(?: at| to| on| with)?$")
# A clause, behind which an action would seem to belong to the clause.
CLAUSE = re.compile(r"\b(?:that|which|who|whom|whose|where|what|you (?:can|may|must)|than|not)\b")
# The words before a pick that can be left out: a verb or, if nothing comes behind, any words of one clause.
VERB = re.compile(r"(?!have |make )\w+ (?:(?:off|up|down|on|away|out|back) )?")
ONE_CLAUSE = re.compile(r"(?!.*\b(?:that|which|who|whom|whose|where|what|if|when|and|or)\b|.*[,;:(]).* ")
# The words behind a pick that cannot be left out: what it is given, or a word that refers to it.
BEHIND = re.compile(r"'| (?:an?|the|your|their|its|another|one|some|\d+) |.*\b(?:its?|them|their|they|both)\b")
# The place at the end of a prompt: a card *from your hand*.
PLACE = re.compile(r" (?:from|in) (?:your|their|the|P\d+'s) [\w' ]+$")
BRACKETS = re.compile(r"\([^()]*\)")
EACH_OF = re.compile(r"^(\w+) each of (?=\d|those |[A-Z])")
DETERMINER = re.compile(r"^(?:an?|the|your|their) ")
NEW = re.compile(r"\ban? (?:\w+ )?$")
NUMBER = re.compile(r"\bthat many (\w+)")


def join_prompt(prompt: str, purpose: str, picked: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Return a prompt continued by its purpose, and "" for the purpose; both unchanged if no sentence comes of it.

    `picked` has the texts by which the purpose can mention the pick, each with its pronoun, "" for a number or a word:

    - `Choose a card from your hand`, `discard that card`: `Choose a card from your hand to discard`
    - `Choose an opponent`, `pick that opponent's pocket`: `Choose an opponent, to pick their pocket`
    - `Choose a creature`, `then that creature is weary`: `Choose a creature: it is weary`
    """
    question = prompt.removesuffix(f" or {SOMETHING_ELSE}")
    if not purpose or question.endswith(("?", ".")) or re.search(r"[:,] ", BRACKETS.sub("", question)):
        return prompt, purpose
    joined = _join(OFFERED.sub("", question), EACH_OF.sub(r"\1 ", purpose), dict(picked))
    if len(joined) > MAX_SENTENCE or (question != prompt and not joined.startswith(f"{OFFERED.sub('', question)} to ")):
        return prompt, purpose
    return joined + prompt[len(question) :], ""


def _join(question: str, purpose: str, picked: dict[str, str]) -> str:
    if IS.match(purpose):
        return _join_name(question, IS.sub("", purpose, count=1))
    text = purpose.removeprefix(THEN)
    number = NUMBER.search(text)
    if number is not None:
        question += f" of {number[1]}" if question.endswith(" a number") else ""
        picked = {**picked, number[0]: ""}
    mentions = [found for each in picked for found in re.finditer(rf"\b{re.escape(each)}(?!\w)", text)]
    if not mentions:
        link = ":" if text != purpose else ", to" if _is_player(picked) else " to"
        return f"{question}{link} {text}"
    first = min(mentions, key=re.Match.start)
    before, called, behind = text[: first.start()], first[0], text[first.end() :]
    if text != purpose:
        return f"{question}: {before}{_refer_to_subject(called, behind, picked) if not before else called}{behind}"
    place = PLACE.search(question)
    rest = behind.removeprefix(place[0]) if place is not None else behind
    counted = number is None or called != number[0] or not rest or question.endswith(f" of {number[1]}")
    if len(mentions) == 1 and counted and not CLAUSE.search(question) and _can_leave_out(before, rest):
        return f"{question} to {before.rstrip()}{',' if rest.startswith(' and ') else ''}{rest}"
    if behind.startswith("'"):
        return f"{question}, to {before}{'their' + behind[2:] if _is_player(picked) else called + behind}"
    again = "one" if NEW.search(before) else picked[called] or called
    return f"{question}, to {before}{again}{behind}"


def _join_name(question: str, name: str) -> str:
    """Return a question about a value that has a name, such as `your bid`."""
    noun = re.split(r"\bchoose ", question, maxsplit=1, flags=re.IGNORECASE)[-1]
    known = DETERMINER.sub("", name).startswith(DETERMINER.sub("", noun))
    return f"{question.removesuffix(noun)}{name}" if known else f"{question} as {name}"


def _can_leave_out(before: str, rest: str) -> bool:
    """Return True if a pick can be left out between two parts of a purpose: `raid` ... `with 2 cards`."""
    return (VERB.fullmatch(before) is not None and not BEHIND.match(rest)) or (
        ONE_CLAUSE.fullmatch(before) is not None and not rest
    )


def _refer_to_subject(called: str, behind: str, picked: dict[str, str]) -> str:
    """Return a pronoun for a pick that begins a clause; its text if it is a player, a number or an owner."""
    plain = behind.startswith("'") or _is_player(picked)
    return called if plain else {"it": "it", "them": "they"}.get(picked[called], called)


def _is_player(picked: dict[str, str]) -> bool:
    """Return True if what is picked is a player: only then has a single one the pronoun `them`."""
    return any(them == "them" and text.startswith("that ") for text, them in picked.items())
