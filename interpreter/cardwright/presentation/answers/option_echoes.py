"""Effects of options that say what the option, its card or other effects say already."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from cardwright.phrases.inflection import make_singular
from cardwright.presentation.answers.consequences import Consequence
from cardwright.presentation.answers.option_list import OptionLine
from cardwright.presentation.piece_and_player_labels import Fact
from cardwright.state_slots_and_table_rows import ProgramTables

# Words without which a sentence says the same to somebody who looks at the table.
SMALL_WORDS = frozenset(
    "a an the any some one of to from in into on at with and it its this that your you their".split()
)
WORD = re.compile(r"[^\W_]+")


def is_restatement(does: str, title: str, tables: ProgramTables, leads: Sequence[Consequence]) -> bool:
    """Return True if the effect `does` shares words with the title of its option and has none of its own.

    What pieces and zones are called is no such word: `Play a card` says all of `play a card from your hand`. If changes
    are told, too, one such word may be there.
    """
    words, said = set(_list_words(does)), set(_list_words(title))
    new = words - said - _find_common_words(tables)
    return not does or (
        not words.isdisjoint(said) and len(new) <= bool(leads) and not any(each[-1].isdecimal() for each in new)
    )


def _list_words(text: str) -> Iterator[str]:
    return (make_singular(word) for word in WORD.findall(text.casefold()) if word not in SMALL_WORDS)


@lru_cache(maxsize=16)
def _find_common_words(tables: ProgramTables) -> frozenset[str]:
    """Return the words of which the titles of kinds and zones consist, in the singular."""
    titles = [kind.title for kind in tables.kinds.values()] + [zone.title for zone in tables.zones]
    return frozenset(word for title in titles for word in _list_words(title))


def drop_seen(
    leads: Sequence[Consequence], title: str, facts: Sequence[Fact], weighed: Collection[str]
) -> tuple[Consequence, ...]:
    """Return the changes that an option and the facts of its piece do not show.

    They show a word of the title, a value of the piece, and a cost equal to a number in `weighed`, by which the choice
    goes. A title with amount and noun, such as `Gain a coin`, shows this change.
    """
    said, written = set(_list_words(title)), set(WORD.findall(title.casefold()))
    values = {word for fact in facts for word in _list_words(fact.value)}
    costs = {fact.value for fact in facts if fact.word in weighed}

    def is_seen(lead: Consequence) -> bool:
        if lead.value:
            return (values | said).issuperset(_list_words(lead.value))
        amount = {str(abs(lead.most)), *(("a", "an", "one") if abs(lead.most) == 1 else ())}
        if lead.what and lead.least == lead.most and said.issuperset(_list_words(lead.what)) and amount & written:
            return True
        paid = lead.least == lead.most < 0 and not (lead.scores or lead.others)
        return paid and str(-lead.most) in costs

    return tuple(lead for lead in leads if not is_seen(lead))


def drop_echoes(choices: Sequence[OptionLine]) -> list[OptionLine]:
    """Return the options, without consequences that only repeat a number of the option.

    Example: a bid of 3 shows no cost of 3 coins.
    """
    numbers = [choice for choice in choices if not choice.declines and choice.key.isdecimal() and int(choice.key)]
    for sign in (1, -1):
        same = [
            {lead.what for lead in each.leads if lead.what and lead.least == lead.most == sign * int(each.key)}
            for each in numbers
        ]
        again = set.intersection(*same) if len(same) > 1 else set()
        choices = [
            replace(each, leads=tuple(lead for lead in each.leads if lead.what not in again))
            if each in numbers
            else each
            for each in choices
        ]
    return list(choices)


def say_once(choices: Sequence[OptionLine]) -> tuple[tuple[OptionLine, ...], tuple[Consequence, ...]]:
    """Return the options without the changes that all of them bring, except those that decline; and these changes."""
    doing = [choice.leads for choice in choices if not choice.declines]
    common = [lead for lead in doing[0] if lead.what and all(lead in leads for leads in doing)] if doing[1:] else []
    shorter = (
        each if each.declines else replace(each, leads=tuple(lead for lead in each.leads if lead not in common))
        for each in choices
    )
    return tuple(shorter), tuple(common)
