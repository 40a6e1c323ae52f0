"""Answers in scenarios: finding the option that a word means, and picks of several items in any order."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from cardwright.game.state import State
from cardwright.query.picks_as_one_decision import Several, list_item_values
from cardwright.runtime.decision import DONE_WITH_IT, Decision, Option, is_option_key, make_slug, name_picking_none
from cardwright.runtime.primitives.equal_and_hidden_options import mark, nature
from cardwright.runtime.primitives.zones import where
from cardwright.scenarios.copy_numbers import NO_COPIES, CopyNumbers
from cardwright.source.diagnostics import suggest
from cardwright.state_slots_and_table_rows import PIECE_MASK, SHIFT

DONE, PASS = "done", "pass"


@dataclass(slots=True)
class ScenarioQuestion:
    """A decision in a scenario. A pick of several items is a single question.

    `chosen` are the indices picked so far, in any order. The game gets the answers when no further item can be picked,
    or when the scenario ends the pick.
    """

    state: State
    asked: Decision
    several: Several | None
    copies: CopyNumbers
    chosen: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, state: State, numbered: Collection[int]) -> ScenarioQuestion | None:
        """Return the question for the current decision, None if there is none.

        `numbered` are the definitions whose copies have numbers in the scenario.
        """
        asked = state.decision
        several = state.several if state.tracked else None
        # what is put in order is answered one by one
        several = None if several is None or several.ordered else several
        if asked is None:
            return None
        items = asked.options if several is None else several.items
        values = state.offered if several is None else list_item_values(state)
        copies = CopyNumbers.of(state, state.site, numbered, items, values)
        if several is None:
            asked = replace(asked, options=copies.rename(items))
        else:
            several = replace(several, items=copies.rename(items))
        return cls(state, asked, several, copies)

    @property
    def player(self) -> int:
        """The player who has to answer."""
        return self.asked.player

    @property
    def decision(self) -> Decision:
        """The decision with the options that remain."""
        if self.several is None:
            return self.asked
        items = [replace(item, index=place) for place, item in enumerate(self.several.items)]
        going_on = self.state.going_on(self.chosen)
        left = [items[place] for place in going_on.next]
        return replace(self.asked, options=(*left, *([self._ending] if going_on.enough else [])))

    @property
    def _ending(self) -> Option:
        assert self.several is not None
        begun = self.chosen or self.several.picked
        ending = Option(len(self.several.items), DONE_WITH_IT, DONE)
        return ending if begun else name_picking_none(ending)

    def is_ending(self, option: Option) -> bool:
        """Return True if an option ends a pick of several items."""
        return self.several is not None and option.index == len(self.several.items)

    @property
    def progress(self) -> tuple[str, ...]:
        """A note on an unfinished pick of several items, as () or one text."""
        several = self.several
        if several is None:
            return ()
        count = several.picked + len(self.chosen)
        least, most = several.picked + several.least, several.picked + several.most
        many = str(most) if least == most else f"{least} to {most}"
        return (f"{many} can be picked, in any order; picked so far: {count}",)

    def take(self, option: Option) -> list[int]:
        """Answer with an option; return the answers that the game gets now, or [] if more items are to be picked."""
        if self.several is None:
            return [option.index]
        if not self.is_ending(option):
            self.chosen.append(option.index)
            if self.state.going_on(self.chosen).next:
                return []
        elif not self.chosen:
            return [next(each.index for each in self.asked.options if each.key == DONE)]
        return self.state.answers_for(self.chosen)

    # ------------------------------------------------------------ what words mean

    def fitting(self, word: str) -> list[Option]:
        """Return the options that a word of the scenario can mean; if all have the same effect, only the first."""
        found = self.find(word)
        return found[:1] if found and all(self._have_same_effect(found[0], each) for each in found[1:]) else found

    def find(self, word: str) -> list[Option]:
        """Return the options that a word of the scenario can mean."""
        return find_options(self.decision.options, word, self.says_yes, self.copies)

    @property
    def says_yes(self) -> bool:
        """True if the options are `yes` and `no`."""
        return is_yes_no(self.state, self.state.site)

    def _have_same_effect(self, one: Option, other: Option) -> bool:
        """Return True if two options have the same effect."""
        values = [self._values[option.index] for option in (one, other)]
        tables = self.state.program.tables
        base = tables.sites[self.state.site].base
        if base == "ability":
            if values[0] >> SHIFT != values[1] >> SHIFT:
                return False
            values = [value & PIECE_MASK for value in values]
        return base in ("piece", "ability") and min(values) >= 0 and are_alike(self.state, *values)

    def without_copies(self) -> list[str]:
        """Return the keys of the options, with only one of several interchangeable pieces.

        Copies of a card have keys such as `tea#2`.
        """
        found: list[Option] = []
        for option in sorted(self.decision.options, key=lambda each: (len(each.key), each.key)):
            base = option.key.partition("#")[0]
            copied = next((each for each in found if each.key.partition("#")[0] == base), None)
            if copied is None or not (self._is_interchangeable(copied) and self._have_same_effect(copied, option)):
                found.append(option)
        return [option.key for option in found]

    def _is_interchangeable(self, option: Option) -> bool:
        """Return True if an option is a piece of a kind that the game calls interchangeable."""
        tables, value = self.state.program.tables, self._values[option.index]
        is_piece = tables.sites[self.state.site].base == "piece" and value >= 0
        return is_piece and bool(tables.kinds[self.state.program.naming.kind(value)].interchangeable)

    @property
    def _values(self) -> Sequence[int]:
        return self.state.offered if self.several is None else list_item_values(self.state)


def are_alike(state: State, one: int, other: int) -> bool:
    """Return True if no zone, memory or reference tells two pieces apart."""
    context, whole = state.variant.context, state.program.tables.whole
    if one == other:
        return True
    if mark(context, state.slots, one) == mark(context, state.slots, other):
        # in an ordered zone, equal pieces differ by position unless they are interchangeable
        tables, kind = state.program.tables, state.program.naming.kind(one)
        in_order = not isinstance(state.slots[where(context, state.slots, one)], int)
        return whole[one] >= 0 or not in_order or bool(tables.kinds[kind].interchangeable)
    if min(whole[one], whole[other]) < 0 or nature(context, state.slots, one) != nature(context, state.slots, other):
        return False
    return are_alike(state, whole[one], whole[other])


def is_yes_no(state: State, site: int) -> bool:
    """Return True if a decision point is answered by yes or no."""
    return bool(state.program.tables.sites[site].base == "may")


def find_options(options: Sequence[Option], word: str, says_yes: bool, copies: CopyNumbers = NO_COPIES) -> list[Option]:
    """Return the options that a word in a scenario means; [] if there is none.

    A word is an option's key or text, in any case. Options that share a key have numbers: `tea`, `tea#2`, `tea#3`. Then
    `tea` means all of them, and `tea#1` the first one, or the one that it is according to `copies`. If `says_yes`, the
    word `no` means to decline.
    """
    places = copies.find(word)
    if places is not None:
        return [option for option in options if option.index in places]
    if word == "no" and says_yes:
        word = PASS
    plain, copy = word.casefold(), word.removesuffix("#1").casefold()
    exact = [option for option in options if word in (option.key, option.text)]
    if not exact:
        exact = [o for o in options if plain in (o.key.casefold(), o.text.casefold())]
    if not exact and not any(o.key.partition("#")[0].casefold() == plain for o in options):
        # former keys of options without a title
        exact = [option for option in options if is_option_key(option, plain)]
    if not exact and copy != plain:
        return [o for o in options if copy == o.key.casefold() and f"{o.key}#2" in {each.key for each in options}]
    if not exact:
        return [o for o in options if o.key.partition("#")[0].casefold() == plain]
    names = {option.key for option in exact}
    return exact + [o for o in options if o.key not in names and o.key.partition("#")[0] in names]


def match_options(named: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """Return the key of the option that each word of a list means, or the word if none is left for it.

    `named` are the words with the keys that they could mean. The words that could mean least are matched first.
    """
    matched: list[str] = []
    for word, keys in sorted(named, key=lambda each: len(each[1])):
        left = [key for key in keys if key not in matched]
        matched.append(word if word in keys or not left else min(left, key=lambda each: (len(each), each)))
    return matched


def distinguish_options(options: Sequence[Option]) -> list[str]:
    """Return texts for options; equal names are distinguished by a number and the zone."""
    keys = [option.key if "#" in option.key else f"{option.key}#1" for option in options]
    return [f"{key} ({option.group})" if option.group else key for key, option in zip(keys, options, strict=True)]


def suggest_option(decision: Decision, word: str) -> str | None:
    """Return the key of the option that is most similar to a word, or None.

    This is the only option that begins with the word, if there is one, otherwise the nearest by spelling.
    """
    keys = [option.key for option in decision.options]
    plain = word.casefold()
    if plain == "no" and PASS in keys:
        return PASS
    begun = [o.key for o in decision.options if plain and any(t.casefold().startswith(plain) for t in (o.key, o.text))]
    return begun[0] if len(begun) == 1 else suggest(word, keys)


class OptionNames:
    """The words that can name an option in any decision of a game."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __contains__(self, word: str) -> bool:
        plain = word.partition("#")[0].casefold()
        place, _, number = plain.rpartition(".")
        copied = re.split(r" \(as |_as_", plain)[0]
        return (
            plain.isdigit()
            or not self._words.isdisjoint((plain, copied))
            or (number.isdigit() and place in self._words)
            or any(title.fullmatch(plain) for title in self._titles)
        )

    @cached_property
    def _titles(self) -> list[re.Pattern[str]]:
        """The titles that contain values, as patterns."""
        sites = self.state.program.tables.sites
        filled = [parts for site in sites for parts in site.blanks]
        filled += [re.split(r"(\{\w+\})", title) for site in sites for title in site.titles if "{" in (title or "")]
        texts = [[part if isinstance(part, str) and part[:1] != "{" else None for part in parts] for parts in filled]
        return [re.compile("".join(".+" if each is None else re.escape(each.casefold()) for each in t)) for t in texts]

    @cached_property
    def _words(self) -> set[str]:
        """The keys and names of pieces, words, seats, zones, options and abilities, in lower case."""
        tables, names = self.state.program.tables, self.state.program.naming
        found = {"yes", "no", PASS, DONE, "none", "nobody"}
        for piece in range(len(tables.pieces)):
            found |= {names.piece_key(piece), names.piece(piece)}
        for number in tables.words:
            found |= {names.word(number), make_slug(names.word(number))}
        found |= {f"P{seat + 1}" for seat in range(self.state.program.players)}
        first = tables.zones_from
        for slot in range(first, first + len(tables.zones)):
            found |= {names.zone_key(slot), names.zone(slot)}
        for ability in tables.abilities:
            found |= {str(ability.title), make_slug(str(ability.title))}
        for site in tables.sites:
            found |= set(site.keys)
            for title in (site.titles[number] for number in site.numbered_options):
                found |= {title or "", make_slug(title or "")}
            for parts in site.blanks:
                found.add(make_slug("".join(part for part in parts if isinstance(part, str))))
        return {word.casefold() for word in found if word}
