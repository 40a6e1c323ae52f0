"""Noun phrases: single values, which can own something, and groups, from which members can be taken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cardwright.declarations.value_types import PLAYER, Type
from cardwright.phrases.inflection import (
    is_plural,
    is_posture,
    join_items,
    make_plural,
    make_possessive,
    make_singular,
    with_article,
)
from cardwright.source.node_dataclass import frozen

# Between the singular and the plural form of a relative clause.
FORMS = "\x07"
# All players, with those who are out of the game.
IN_OR_OUT = "in or out of the game"
_LONG = re.compile(r"(?<= )(?:after|before|of|in|at|to|by|from|that|with|than|where|whose|who|whom|you|them)\b|[,:()]")
_RELATIVE = ("that", "which", "who", "whom", "whose", "where", "to")
# Adjectives that come before all others.
FIRST = ("other", "different", "differently named", "random")
# Ordinals for values with the same text, in the order of their mention.
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_DEFINITE = re.compile(r"^(?:each|any|that|the|your|their|its|this)\b|'s? |^[\x05\x06] ")
# A clause that says whose a piece is: you own, nobody controls.
_OWNS = re.compile(r"(?!whose ).* (?:owns?|controls?)$")
# Clauses that come before the zone: of that colour, you own.
_CLOSE = re.compile(r"(?:of|named) |with a power$|on (?:this|that|it)\b|(?!whose |\w+ which ).* (?:owns?|controls?)$")
# A clause that ends with the name of another piece, to which a further clause would seem to refer.
_SAME = re.compile(r"(?:not )?(?:in|of) the same ")
# The beginnings of clauses with a verb, and of clauses that would seem to be said of the last noun in such a clause.
CLAUSES = ("that", "which", "who", "whom", "whose", "where")
_HANGING = ("not", "in", "of", "on", "named", "without")
_EXCEPT = "other than "
# Membership of a zone, without a clause: not in your board.
_PLACE = re.compile(r"not in (?:(?:your|their|the|its) )?[\w-]+")
_AN = re.compile(r"^an? ")
_AFTER_NOUN = re.compile(
    r" (?:of|in|from|since|among|that|with|than|where|whose|who|whom|which|you|they|any|each|may|can|must|for|to|on|at|"
    r"by|against|a|an|the|this|need|needs|equal|per|as|who|it|still|alive)\b.*|"
    r"(?<!'s)(?<!s')(?<!your)(?<!their)(?<!its) (?:near|beside|behind|before|after|above|below|under|between|around|"
    r"within|inside|outside|along|next to)\b.*| [\x05\x06].*|[,:(].*"
)


@frozen
class Thing:
    """The text for one value, or for a list that is treated as one value.

    `own` and `them` are the pronouns for it, such as `their` and `them`. `many` is True for plurals and for `you`. For
    a yes-or-no value, the text can be a clause, and `otherwise` is the text for no.
    """

    text: str
    type: Type | None = None
    many: bool = False
    possessive: str = ""
    own: str = "its"
    them: str = "it"
    otherwise: str = ""

    @property
    def whose(self) -> str:
        """The possessive form (`your`, `that player's`), or "" if `of` must be used instead."""
        far = self.type is not None and self.type.base == "piece" and "'s " in self.text  # this card's host
        return self.possessive or (
            "" if far or not self.text or _LONG.search(self.text) else make_possessive(self.text)
        )

    def has(self, noun: str) -> str:
        """Return the text for something that this value has: `your hand`, `the hand of the player to your left`."""
        return f"{self.whose} {noun}" if self.whose else f"the {noun} of {self.text}"

    def reflected(self) -> Thing:
        """Return the pronoun that refers to this value in a sentence of which it is the subject."""
        return replace(self, text=self.them, possessive=self.own)


YOU = Thing("you", None, True, "your", "your", "you")
THEY = Thing("they", PLAYER, True, "their", "their", "them")


def render_third_person(text: str, kind: Type | None) -> Thing:
    """Return a text for a player as a `Thing` in the third person."""
    return Thing(text, kind, False, "", "their", "them")


@frozen
class NounGroup:
    """Pieces or values from which members can be taken: `cards in your hand`, `your goods`, `opponents`.

    - `zone`, `owner`: the zone that the members are in and its owner; without a zone, `owner` is that of the members
    - `opaque`: a fixed text for the group, such as `those cards`, if no more can be said of it
    - `single`: True if the group certainly has one member
    - `lead`: the order of the members, before a sentence about each of them: `starting with you, `
    - `taken`: the preposition for taking a member from the zone (`from your hand`, `in the sea`)
    - `at`: another text for being in the zone (`at sea`); if it has an owner, only its preposition counts
    - `collective`: True if the fixed text is a singular noun for several members (`the dead`, `the trick`)
    - `joined`: True if the zone is several zones
    - `whole`: True if adjectives precede the noun (`an edge victory card`), and not its last word only
    - `whose`: the possessive form of players that are named one by one
    - `settled`: True if membership depends on other pieces, so that further conditions select among the members
    - `near`: those of `tails` that stand before the zone, because behind it they would seem to be said of its owner
    """

    noun: str
    nouns: str
    type: Type | None = None
    adjectives: tuple[str, ...] = ()
    owner: Thing | NounGroup | None = None
    zone: str = ""
    tails: tuple[str, ...] = ()
    opaque: str = ""
    single: bool = False
    lead: str = ""
    taken: str = "from"
    at: str = ""
    whole: bool = False
    settled: bool = False
    collective: bool = False
    joined: bool = False
    near: tuple[str, ...] = ()
    whose: str = ""

    def called(self, many: bool) -> str:
        """Return the noun with its adjectives: `agriculture card`, or if `many` `agriculture cards`."""
        noun = self.nouns if many else self.noun
        start, _, last = ("", "", noun) if self.whole else noun.rpartition(" ")
        first = [word for word in FIRST if word in self.adjectives]
        inner = [word for word in self.adjectives if word not in FIRST]
        return " ".join(part for part in (*first, start, *inner, last) if part)

    @property
    def simple(self) -> bool:
        """True if the group consists of a noun only, so that a possessive can precede it."""
        return not (self.opaque or self.owner or self.zone or self.tails)

    @property
    def order(self) -> str:
        """The order of the members, behind their name: ` (starting with you)`; "" if none is said."""
        return f" ({self.lead.removesuffix(', ')})" if self.lead else ""

    def behind(self, place: str, many: bool = False) -> str:
        """Render the clauses behind the noun, with the zone among them, so that each of them is said of the noun."""
        tails = _join_exceptions([tail.split(FORMS)[-1 if many else 0] for tail in self.tails])
        near = {tail.split(FORMS)[-1 if many else 0] for tail in self.near}
        begins = set(map(find_first_word, tails))
        parted = not begins.isdisjoint((*_RELATIVE, "with"))
        close = [
            tail
            for tail in tails
            if (place and tail in near) or (_CLOSE.match(tail) and not (parted and _SAME.match(tail)))
        ]
        # what follows a clause would seem to belong to it
        clause = not begins.isdisjoint((*CLAUSES, "in"))
        order = {
            tail: (
                bool(_SAME.match(tail)),
                clause and tail not in near,
                clause and (bool(place) or not _PLACE.fullmatch(tail)),
            )
            for tail in tails
        }
        if self.type == PLAYER:  # no comma is needed before what follows
            close = [tail for tail in tails if tail == f"{_EXCEPT}you"] + close
        elif clause and self.type is not None and self.type.base == "piece":  # it would seem to belong to the clause
            tails = [f"({tail})" if tail.startswith(_EXCEPT) else tail for tail in tails]
            close = [tail for tail in tails if tail.startswith(f"({_EXCEPT}")] + close
        last = sorted((each for each in tails if each not in close), key=lambda tail: order.get(tail, (False,)))
        text = f"{self._join_tails(close, many)}{' ' * bool(place)}{place}{self._join_tails(last, many)}"
        return text.replace(") and (if ", " and ")

    def _join_tails(self, tails: Sequence[str], many: bool) -> str:
        """Return clauses behind the noun; one behind a relative clause is said of the noun again."""
        text = last = ""
        owned, who = False, "who" if self.type == PLAYER else "that"
        for tail in tails:
            first, rest = find_first_word(tail), tail.partition(" ")[2]
            if last in CLAUSES and first == "with" and not rest.startswith("the "):
                joint, tail = " and ", f"{who} {'have' if many else 'has'} {rest}"
            elif last in CLAUSES and first in _HANGING:
                joint, tail = " and ", f"{who} {'are' if many else 'is'} {tail}"
            elif owned and first == "with":
                joint, tail = " and ", f"{who} {'have' if many else 'has'} {rest}"
            elif owned:
                joint = f" and {who} "
            else:
                both = (first == last and first != "of") or (first in _RELATIVE and last in _RELATIVE)
                joint = ", " if last and (first == "other" or first == last == "and") else " and " if both else " "
            text, last, owned = f"{text}{joint}{tail}", first, _OWNS.search(tail) is not None
        return text

    def place(self, how: str, by: str = "in") -> str:
        """Return the zone with a preposition: `from your hand`, `in an opponent's hand`.

        `how` is `one`, `any`, `several`, `all` or `each`, and says which of several owners are meant. `by` is the
        preposition.
        """
        if self.zone == "":
            return ""
        if self.zone.startswith("among "):
            said = by == "in" and self.zone == f"among those {self.nouns}"  # except in a prompt, which must be explicit
            return "among them" if said else self.zone
        if self.at and self.owner is None and "in" in (by, self.taken):
            return self.at
        if self.owner is not None and is_posture(self.zone):
            if isinstance(self.owner, Thing):
                return f"{self.zone} on {self.owner.text}"
            return f"{self.zone} on {self.owner.the() if how in ('all', 'several') else self.owner.one('in')}"
        before = self.taken if by == "from" else by
        return f"{self.inside if before == 'in' else before} {self.zone_text(how)}"

    @property
    def inside(self) -> str:
        """The preposition for being in the zone of an owner, such as `on` for `at: on the board`."""
        return self.at.partition(" ")[0] if self.at and self.owner is not None else "in"

    def zone_text(self, how: str) -> str:
        """Render the zone alone: `your hand`, `all opponents' hands`, `the deck`."""
        if self.owner is None:
            return self.zone if _DEFINITE.search(self.zone) or len(self.zone) == 1 else f"the {self.zone}"
        if isinstance(self.owner, Thing):
            return self.owner.has(self.zone)
        if self.settled:  # the members were compared with those of all owners
            how = "several" if self.owner.simple else "all"
        if how == "several" and not self.owner.simple:
            how = "one"
        owner = self.owner.quantified(how)
        many = how in ("all", "several") and not (self.owner.opaque and self.owner.single)
        zone = make_plural(self.zone) if many and not is_plural(self.zone.partition(" ")[0]) else self.zone
        return f"{make_possessive(owner)} {zone}" if self.owner.simple else f"the {zone} of {owner}"

    def quantified(self, how: str) -> str:
        """Return the text for one, all or each of the members (`how`)."""
        if how == "several":
            return self.called(True)
        if how == "one":
            return self.one("in")
        return {"any": self.whichever, "all": self.all, "each": self.each}[how]()

    def whichever(self) -> str:
        """Return the text for any member, in a sentence that denies something for all members: `any opponent`."""
        one = self.one()
        return f"any {one.removeprefix('one ')}" if one.startswith("one of ") else _AN.sub("any ", one)

    def one(self, by: str = "from") -> str:
        """Render any one member. The adjective `different` is left out, because it needs several members."""
        if self.collective:
            return f"{with_article(self.noun)} of {self.opaque}"
        if self.opaque.startswith("what ") and by == "from":
            return f"{with_article(self.noun)} from {self.opaque}"
        if self.opaque:
            return self.opaque if self.single else f"one of {self.opaque}"
        if "different" in self.adjectives:
            return replace(self, adjectives=tuple(word for word in self.adjectives if word != "different")).one(by)
        if self._among:
            return f"one of {self._among}" + self.behind("", True)
        if self.zone or self.owner is None:
            any_player = self.noun == "player" and self.simple
            noun = self.called(False)
            some = "any player" if any_player else f"the {noun}" if noun.startswith("name of ") else with_article(noun)
            place = self.place("one", by)
            return some + self.behind(" or ".join(place.rsplit(" and ", 1)) if self.joined else place)
        if isinstance(self.owner, Thing):
            if self.owner.whose and self._is_word:
                return self.owner.has(self.noun)
            whole = replace(self, tails=()).the()
            return f"one of {whole}" + self.behind("")
        if self.owner.simple:
            return f"{make_possessive(self.owner.one())} {self.called(False)}" + self.behind("")
        return f"{with_article(self.called(False))} of {self.owner.one()}" + self.behind("")

    @property
    def _is_word(self) -> bool:
        return self.noun == self.nouns and (self.type is None or self.type.base not in ("piece", "player"))

    @property
    def _among(self) -> str:
        """The text of a known list whose members are described only by clauses that select from it; else ""."""
        clauses = all(tail.startswith(("in ", "that ", "which ", "(if ", "(other ")) for tail in self.tails)
        known = self.zone.startswith("among ") and not self.adjectives and self.tails and clauses
        return self.zone.removeprefix("among ") if known else ""

    def some(self, much: str, by: str = "from") -> str:
        """Return the text for the number of members in `much`: `2 cards from your hand`, `up to 3 of your goods`."""
        if self.opaque.startswith("the different ") and not self.collective:
            return f"{much} {self.opaque.removeprefix('the ')}"
        if self.opaque.startswith("what ") and by == "from":
            return f"{much} {self.nouns} from {self.opaque}"
        if self.opaque:
            return f"{much} {self.nouns} of {self.opaque}" if self.collective else f"{much} of {self.opaque}"
        if self._among:
            return f"{much} of {self._among}" + self.behind("", True)
        if self.zone or self.owner is None:
            return f"{much} {self.called(True)}" + self.behind(self.place("several", by), True)
        return f"{much} of {self.the('one')}"

    def all(self, by: str = "in") -> str:
        """Render all members, with the word `all`."""
        if self.opaque:
            return self.opaque
        if self.zone.startswith("among the ") and self.tails and not self.adjectives:
            return f"all of {self.zone.removeprefix('among ')}" + self.behind("", True)
        if self.zone or self.owner is None:
            return f"all {self.called(True)}" + self.behind(self.place("all", by), True)
        text = self.the("all")
        return f"all {text}" if isinstance(self.owner, Thing) and not text.startswith("the ") else text

    def the(self, how: str = "all") -> str:
        """Return the text for all members with an article: `the cards in your hand`, `your goods`."""
        if self.opaque:
            return self.opaque
        if self.zone or self.owner is None:
            return f"the {self.called(True)}" + self.behind(self.place(how), True)
        return self._render_of_owner(how) + self.behind("", True)

    def members(self) -> str:
        """Render all members as those among whom something is compared: `your opponents`, `the cards in your hand`."""
        return _render_all_owners(self) if self.type == PLAYER and self.simple and not self.adjectives else self.the()

    def sole(self) -> str:
        """Render the only member: `the card in your hand`, `your token`, `the player with the most credits`."""
        if self.collective:
            return f"the only {self.noun} of {self.opaque}"
        if self.opaque:
            return self.opaque if self.single else f"the only one of {self.opaque}"
        if isinstance(self.owner, Thing) and not self.zone:
            return self.owner.has(self.called(False)) + self.behind("")
        if isinstance(self.owner, NounGroup) and not self.zone:
            return f"the {self.called(False)}{self.behind('')} among {replace(self, tails=()).the()}"
        if self.zone == self.noun or self.zone.startswith(f"{self.noun} "):  # the zone has the same name as its pieces
            return self.zone_text("all") + self.behind("")
        return f"the {self.called(False)}" + self.behind(self.place("one", "in"))

    def _render_of_owner(self, how: str) -> str:
        nouns = self.called(True)
        if isinstance(self.owner, Thing):
            return self.owner.has(nouns)
        assert self.owner is not None
        owner = self.owner.quantified(how)
        return f"{make_possessive(owner)} {nouns}" if self.owner.simple else f"the {nouns} of {owner}"

    def bare(self, how: str = "all") -> str:
        """Return the members as words after a number or `no`: `cards in your hand`, `of your goods`."""
        if self.opaque:
            known = self.opaque.removeprefix("the ") if self.opaque.startswith("the different ") else self.opaque
            return f"{self.nouns} of {self.opaque}" if self.collective else f"of {known}"
        if self.zone or self.owner is None:
            return self.called(True) + self.behind(self.place(how), True)
        return f"of {self.the(how)}"

    def number(self, how: str = "") -> str:
        """Render the number of members, of several owners together or as `how` says (see `place`)."""
        if self.opaque or self.zone or self.owner is None:
            what = self.bare(how or "all")
            return f"the number {what}" if what.startswith("of ") else f"the number of {what}"
        return f"the number of {self.the(how or 'each')}"

    def each(self, by: str = "in") -> str:
        """Render each member."""
        if self.collective:
            return f"each {self.noun} of {self.opaque}"
        if self.opaque:
            return self.opaque if self.single else f"each of {self.opaque}"
        if self._among:
            return f"each of {self._among}" + self.behind("", True)
        if self.zone or self.owner is None:
            return f"each {self.called(False)}" + self.behind(self.place("each", by))
        if (
            isinstance(self.owner, NounGroup)
            and self.owner.simple
            and self.type is not None
            and self.type.base == "zone"
        ):
            return f"{make_possessive(self.owner.each())} {self.called(False)}" + self.behind("")  # each owner has one
        if isinstance(self.owner, NounGroup) and self.owner.simple:
            return f"each {self.called(False)} of {_render_all_owners(self.owner)}" + self.behind("")
        return f"each of {self.the('all')}"

    def named(self, many: bool) -> str:
        """Return the text for members that were mentioned before: `those cards` if `many`, else `that card`."""
        noun = split_noun(self.nouns if many else self.noun)[0].rpartition(" ")[2]
        noun = noun if many else make_singular(noun)
        return f"those {noun}" if many else f"that {noun}"

    def with_tail(self, tail: str, near: bool = False) -> NounGroup:
        """Return the members for which a relative clause holds; one that is `near` comes before the zone.

        A clause about the whole piece of a part comes first.
        """
        first = tail.startswith(("of a ", "of an ", "of this "))
        tails = (tail, *self.tails) if first else (*self.tails, tail)
        return replace(self, tails=tails, near=(*self.near, tail) if near else self.near)

    def plain(self) -> NounGroup:
        """Return the group without its fixed text, so that adjectives and clauses can be added to its noun."""
        if self.settled:
            return NounGroup(self.noun, self.nouns, self.type, zone=f"among {self.the()}", whole=self.whole)
        if self.collective:
            return NounGroup(self.noun, self.nouns, self.type, tails=(f"of {self.opaque}",), whole=self.whole)
        return replace(self, opaque="", zone=f"among {self.opaque}", owner=None) if self.opaque else self


def find_first_word(tail: str) -> str:
    """Return the first word of a clause, and of one with a preposition before its pronoun the pronoun: `on which`."""
    first, *more = tail.split(" ", 2)
    return more[0] if more and more[0] in ("which", "whom") else first


def _join_exceptions(tails: Sequence[str]) -> list[str]:
    """Return clauses in which all exceptions are one: `other than you and the leader`."""
    apart = [tail for tail in tails if tail.startswith(_EXCEPT) and " or " not in tail]
    if len(apart) < 2:
        return list(tails)
    joined = _EXCEPT + join_items([tail.removeprefix(_EXCEPT) for tail in apart])
    return [joined if tail == apart[0] else tail for tail in tails if tail not in apart[1:]]


def _render_all_owners(owners: NounGroup) -> str:
    """Render the owners of a group as all owners: `all players`."""
    if owners.noun == "opponent":
        return "your opponents"
    return f"all {owners.nouns}" if owners.noun in ("player", "other player") else owners.one()


def make_opaque_group(
    text: str, noun: str, nouns: str, kind: Type | None, single: bool = False, whole: bool = False
) -> NounGroup:
    """Return a group that is described by a fixed text only."""
    return NounGroup(noun, nouns, kind, opaque=text, single=single, whole=whole)


def looks_plural(text: str) -> bool:
    """Return True if the first noun of a noun phrase is plural, as in `the cards of you`."""
    return is_plural(split_noun(text)[0])


def split_noun(text: str) -> tuple[str, str]:
    """Split a noun phrase after its first noun: `pirate actions` and ` this turn`."""
    noun = _AFTER_NOUN.sub("", text) or text
    return noun, text[len(noun) :]
