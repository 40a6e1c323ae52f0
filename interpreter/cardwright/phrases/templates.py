"""Templates for phrases of verbs, steps and rules, and the values that fill their parameters.

A template is plain text with parameters in braces:

- `{card}` is the value of a parameter: "this card", "your hand", "all agriculture cards in your hand";
- `{number:card}` is a number with the noun it counts, written in the singular: "a card", "2 cards", "a card for each of
  your goods", "that many cards"; the noun can contain parameters itself: `{number:{of} card}` gives "2 red cards";
- `[ for {price:credit}]` in square brackets is only printed if all parameters inside are known: it is left out of a
  call without an argument for them, and of "after you sell a card".

The phrase of a verb begins with the verb in its base form ("draw {number:card}"), which is inflected as needed: draws,
drawing, drawn. Its `your` and `you` are the acting player: "discard your hand" becomes "discards their hand", "draw
until you have 5 cards" becomes "draws until they have 5 cards". If the subject of a verb is not the player, its phrase
can be a clause ("{ship} comes home"). The phrase of a step is a noun phrase ("the end of the game"). The phrase of a
rule is a noun phrase ("the goods limit of {player}", printed as "your goods limit"), or for a yes-or-no rule a clause
that begins with a parameter and its verb in the third person singular ("{player} can ship", "{container} fits {slot}").

In an event, a parameter without an argument is "a card" or "cards", or has its own name if that is a noun; conditions
about it join it: "an illegal card", "8 or more containers", "any colour other than grey". A number without a value in
an ordinary call counts as one. A parameter of an enum goes before the noun it describes ("the {of} goods of {player}");
a value that is no plain word is moved after that noun ("your goods of that colour"). After `{player}` a verb can
follow in the third person ("what {player} gets"), and `{player}'s` becomes your, their and so on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from cardwright.phrases.inflection import find_base_form, fit_article, is_plural, make_finite, make_plural, spell_name

# Pronouns in the phrase of a verb for a player other than `you`; not within braces, where parameters are named.
_YOUR = re.compile(
    r"\b(?:your|yours|yourself|(?:(?P<to>to|from|of|for|with|by|on|onto|at|against|between|through|under) )?you)\b"
    r"(?![^{}]*\})"
)
_THEIR = {"your": "their", "yours": "theirs", "yourself": "themselves", "you": "they"}
# The possessive and the text of a parameter, separate until the words around them are known.
OWNER_START, OWNER_MIDDLE, OWNER_END = "\x02", "\x03", "\x04"
# The beginning of a relative clause, behind which an owner belongs to something else: the wood that a worker of you.
_RELATIVE = (
    r"(?:which|who|whom|whose|where|that(?= (?:an?|the|you|they|it|this|each|any|all|can|cannot|may|must|are|have|do|"
    r"[a-z]*[^su\W]s|is|was|has)\b)) "
)
_OWNED = re.compile(rf"\bthe ((?:(?!\b(?:the |{_RELATIVE}))[^\x02])*?) of \x02([^\x03]+)\x03[^\x04]*\x04(?!'s)")
_ALL_OWNED = re.compile(r"\ball (\w+) of \x02([^\x03 ]+)\x03[^\x04]*\x04(?!'s)")
_OWNERS = re.compile(r"\x02([^\x03]+)\x03[^\x04]*\x04's\b")
# An enum's value that is not a plain word cannot stand before a noun: `that colour` cards are cards of that colour.
SORT_START, SORT_END = "\x0e", "\x0f"
# An article within a number, which does not begin what an owner owns: the cell at 2/\x13the columns right of you.
_THE, WITHIN = re.compile(r"\bthe "), "the\x13"
# `you` and a verb, unless the verb belongs to something they own: the hand of you is empty.
_DOER_OF = re.compile(
    r"(?<!\bof )(?<!\bby )(?<!\bto )(?<!\bfor )(?<!\bfrom )(?<!\bwith )"
    r"(\x02[^\x03]*\x03(?:you|they|them|yourself|themselves)\x04) "
    r"(?!(?:as|this|its|plus|minus|towards|always)\b)([a-z]+s|[a-z]+ed|took|had|did|won|may|can|must)\b"
)
# An article before a type of value that begins with a determiner: play a \x0ea suit of your choice\x0f.
_ARTICLE_TWICE = re.compile(
    r"\b(?:the|an?) (?=\x0e(?:an?|the|each|every|any|all|some|no|that|this|those|these|one of) )"
)
# A type of value with a determiner behind a possessive: sink your \x0eeach ship\x0f.
_SORT_OF_YOURS = re.compile(r"\b(your|their) \x0e((?:an?|each|every|any|some|no|that|this) [^\x0f]*)\x0f")
# The item of a filter as a word that can stand behind an article: the \x0eit\x11that ship\x0f of a player.
ITEM_NAMED = "\x11"
_ITEM = re.compile(r"(\b(?:the|an?) )?\x0e([^\x0e\x11]*)\x11([^\x0f]*)")
_SORTED_NOUN = re.compile(r"\x0e([^\x0f]*)\x0f *")
_OWNER = re.compile(r"\x02[^\x03]*\x03([^\x04]*)\x04")
_ONE_OF = re.compile(r"\b(one of [^,.;:]*?s)'s\b")
_DANGLING = re.compile(
    r"(?:\s|^)(?:to|from|of|for|with|by|as|in|into|on|onto|at|against|between|through|under)\s*$|,\s*$"
)
# Before a number that is computed, which is told behind the name of what it counts: damage equal to your coins.
COMPUTED = "\x12"
# Before words on a number that come behind the whole phrase: deal damage to that card \x14equal to your coins.
LATE = "\x14"
# Words of a phrase behind which such words still belong to the number.
_PLACE = re.compile(
    r"(?! (?:and|then|that|who|which) )"
    r"(?: (?:to|from|of|on|onto|in|into|at|for|with|your|their|the|this|it|its|you|them))* ?[\w-]*"
)
# Words behind a number that do not name what it counts.
_NO_NAME = (
    "of|to|from|for|with|and|or|in|on|is|are|as|by|at|plus|minus|times|if|more|into|onto|each|than|that|higher|lower|"
    "against|over|under|through|until"
)
_COUNTED_NAME = re.compile(rf"((?: (?!(?:{_NO_NAME})\b)[A-Za-z][\w-]*(?![\w'’-]))+)")
# Words between a number and the quality or things that somebody has more of.
_MORE = re.compile(
    r" (?:more|less|fewer|extra|additional|(?:high|low|larg|small|great|fast|slow|long|short|strong|weak|cheap)er)\b"
)
# The place of a value that gets a letter.
_APART = "\x10"
# An adjective behind an article, so that a noun that follows has none.
_NOUN_LAST = re.compile(r"\bthe (\w+) $")
_ORDERED = re.compile(r"\b(?:the|your|their|its) (?:\w+ )?(?:top|bottom|first|last|next|other|only|same) $")
# A number or determiner before a list: one of three {cards}, the {cards}.
_NUMBER = r"\b(\d+|one|two|three|four|five|six|seven|eight|nine|ten|some|any|each|several|more|fewer|other|many|much)"
_NUMBER_LAST = re.compile(rf"{_NUMBER} $")
_DETERMINER_LAST = re.compile(r"\b(?:the|your|their|its|these|those|random|different) $")
_ONE_OR_ALL = re.compile(r"^(?:all|an?) ")
_KNOWN = re.compile(r"^(?:the|these|those|your|their|its) ")
# The same before words of a type: sell one {good}, trade it for 2 {wanted}.
_NUMBER_OF_SORT = re.compile(rf"{_NUMBER} \x0e(an? )?((?:the|this|that|these|those|your|their|its|another|any) )?")
_A = re.compile(r"^an? ")
# Words of a type of which one is taken: 2 wood or 2 fish.
_ALTERNATIVES = re.compile(r"[\w-]+(?:, [\w-]+)* or [\w-]+")
_VERBS = frozenset(
    "can may must is are was were has does goes comes fits accepts counts "
    "wins owns allows contains belongs works gets beats".split()
)
_PREPOSITIONS = frozenset(["to", "from", "of", "for", "with", "by", "as", "in", "into", "on", "onto", "at", "against"])
# A value of a type and the noun that it would describe: no verb, and no participle.
_SORT = re.compile(
    rf"\x0e([^\x0f]*)\x0f (?!(?:{'|'.join(sorted(_VERBS | _PREPOSITIONS))}|and|or|alone|that|which|who|whose|where|"
    r"cannot|have|does|do|will|once|twice|any|each|[a-z]+ed|\d+)\b)([\w-]+)"
)

# The words between the parts of a subject, where a verb would follow a subject that is complete.
_JOINTS = [[word] for word in ("and", "or", "nor", *_PREPOSITIONS)]


@dataclass(frozen=True, slots=True)
class TemplateSlot:
    """A slot for a parameter; `noun` is the noun counted by its number."""

    role: str
    noun: tuple[Part, ...] | None


@dataclass(frozen=True, slots=True)
class Optional:
    """A part of a template that is printed only if its parameters are known."""

    parts: tuple[Part, ...]


Part = str | TemplateSlot | Optional
Filler = Callable[[str, str | None], str | None]


@lru_cache(maxsize=4096)
def parse_template(template: str) -> tuple[Part, ...]:
    """Return the parts of a template. Unbalanced brackets and braces are ordinary text."""
    parts, _ = _read(template, 0, "")
    return parts


def convert_to_third_person(template: str) -> str:
    """Return the phrase of a verb for a player other than `you`: `discard their hand`."""
    return _YOUR.sub(lambda said: f"{said['to']} them" if said["to"] else _THEIR[said[0]], template)


def _read(text: str, at: int, closing: str) -> tuple[tuple[Part, ...], int]:
    parts: list[Part] = []
    plain = ""
    while at < len(text) and text[at] != closing:
        end = text.find("]" if text[at] == "[" else "}", at)
        if text[at] not in "{[" or end < 0:
            plain += text[at]
            at += 1
            continue
        if plain:
            parts.append(plain)
            plain = ""
        if text[at] == "[":
            inner, at = _read(text, at + 1, "]")
            parts.append(Optional(inner))
            at += 1
        else:
            slot, at = _read_slot(text, at + 1)
            parts.append(slot)
    if plain:
        parts.append(plain)
    return tuple(parts), at


def _read_slot(text: str, at: int) -> tuple[TemplateSlot, int]:
    role = re.compile(r"[^:{}\[\]]*").match(text, at)
    assert role is not None
    at = role.end()
    noun = None
    if text[at : at + 1] == ":":
        noun, at = _read(text, at + 1, "}")
    return TemplateSlot(role[0].strip(), noun), at + 1


def list_parameters(parts: Sequence[Part], optional: bool = True) -> list[str]:
    """Return the parameters of a template, in their order in the text.

    Those in brackets are left out if not `optional`.
    """
    found: list[str] = []
    for part in parts:
        if isinstance(part, TemplateSlot):
            found.extend([part.role, *list_parameters(part.noun or (), optional)])
        elif isinstance(part, Optional) and optional:
            found.extend(list_parameters(part.parts))
    return found


def find_unpaired_bracket(parts: Sequence[Part]) -> tuple[str, str] | None:
    """Return the first plain text of a template with an unpaired brace or square bracket, and that sign."""
    for part in parts:
        if isinstance(part, str):
            sign = re.search(r"[{}\[\]]", part)
            found = None if sign is None else (part, sign[0])
        else:
            found = find_unpaired_bracket(part.parts if isinstance(part, Optional) else part.noun or ())
        if found is not None:
            return found
    return None


def fill_template(parts: Sequence[Part], say: Filler) -> str:
    """Return a template with its parameters filled in. `say` returns the text of a parameter, or None if not known.

    A value of several words directly after a sign is replaced by a letter: `+X/+Y, where X is ...`.
    """
    apart: list[str] = []
    text = _fill(parts, say, apart) or ""
    letters = [letter for letter in "XYZWABCDEFGH" if not re.search(rf"\b{letter}\b", text)]
    named = []
    for letter, value in zip(letters, apart, strict=False):
        text = text.replace(_APART, letter, 1)
        named.append(f"{letter} is {value}")
    return tidy_possessives(text + (f", where {' and '.join(named)}" if named else ""))


def _fill(parts: Sequence[Part], say: Filler, apart: list[str], whole: bool = False) -> str | None:
    """Return the filled parts of a template; values replaced by a letter are appended to `apart`.

    With `whole`, the parts are only printed together: None if a value is missing.
    """
    text, parts, compared, late = "", list(parts), list_compared(parts), ""
    for place, part in enumerate(parts):
        if isinstance(part, str):
            text += part
        elif isinstance(part, Optional):
            text += _fill(part.parts, say, apart, whole=True) or ""
        else:
            filled_text = say(part.role, None) if part.noun is None else _count(part.role, part.noun, say)
            if filled_text is None and whole:
                return None
            if filled_text in ("that amount", "that number") and (name := _find_counted(parts, place)):
                filled_text = "that many" if is_plural(name.partition(" ")[0]) else "that much"
            if filled_text is not None and filled_text.startswith(COMPUTED):
                value = filled_text.removeprefix(COMPUTED)
                joint = LATE if value.startswith(LATE) else " "
                filled_text = _name_counted(parts, place + 1, say, joint) + value.removeprefix(LATE)
            if filled_text is not None and LATE in filled_text:
                filled_text, _, behind = filled_text.partition(LATE)
                if behind.startswith("(") or _can_wait(parts[place + 1 :]):
                    late += f" {LATE}{behind}"
                else:
                    filled_text = f"{filled_text} {behind}"
            signed = text.endswith(("+", "-")) or part.role in compared
            if filled_text is not None and signed and " " in filled_text.removeprefix("minus "):
                minus = filled_text.startswith("minus ")
                apart.append(filled_text.removeprefix("minus "))
                filled_text = f"minus {_APART}" if minus else _APART
            if filled_text is not None:
                text = _join_value(text, filled_text)
            elif not _counts_next(parts[place + 1 :]):
                text = _DANGLING.sub("", text)
    return text + late


def _can_wait(rest: Sequence[Part]) -> bool:
    """Return True if words on a number can stand behind the rest of a phrase, which says only for whom or where."""
    return all(_PLACE.fullmatch(part) for part in rest if isinstance(part, str))


def _name_counted(parts: list[Part], after: int, say: Filler, joint: str) -> str:
    """Remove the name of what a computed number counts from the parts behind it; return it for use before the number.

    It is `damage equal to ` for the number in `deal {amount} damage`, and "" where no name follows.
    """
    match parts[after : after + 2]:
        case str(text), *_ if (found := _COUNTED_NAME.match(text)) is not None:
            parts[after] = text[found.end() :]
            return f"{found[1].strip()}{joint}equal to "
        case " ", TemplateSlot(noun=None) as counted if (name := say(counted.role, None)) is not None:
            parts[after : after + 2] = ["", ""]
            name = tidy_possessives(name)
            return f"{'an amount of ' * (' ' in name)}{_A.sub('one ', name)}{joint}equal to "
    return ""


def _find_counted(parts: Sequence[Part], place: int) -> str:
    """Return the name of what the slot at an index counts, "" if none follows: `damage` in `deal {amount} damage`."""
    match parts[place], parts[place + 1 : place + 3]:
        case TemplateSlot(noun=None), (str(text), *_) if place and (found := _COUNTED_NAME.match(text)) is not None:
            return found[1].strip()
        case TemplateSlot(noun=None), (" ", TemplateSlot(noun=None) as counted) if place:
            return counted.role
    return ""


def list_counting(parts: Sequence[Part]) -> list[str]:
    """Return the parameters of a template that stand before what they count, if they are numbers."""
    slots = [(place, part) for place, part in enumerate(parts) if isinstance(part, TemplateSlot)]
    return [part.role for place, part in slots if part.noun is not None or _find_counted(parts, place)]


def list_compared(parts: Sequence[Part]) -> list[str]:
    """Return the parameters of a template that say by how much there is more of something: `{add} more might`."""
    return [
        part.role
        for part, behind in pairwise(parts)
        if isinstance(part, TemplateSlot) and part.noun is None and isinstance(behind, str) and _MORE.match(behind)
    ]


def _counts_next(rest: Sequence[Part]) -> bool:
    """Return True if a noun follows: of `of {number} {ware}`, a number that is not said leaves `of` to the ware."""
    return len(rest) > 1 and rest[0] == " " and isinstance(rest[1], TemplateSlot)


def _join_value(text: str, value: str) -> str:
    """Append a value to a text, without doubling an article (`the top {card}`), a number or a sign (`+{number}`)."""
    if text.endswith(("+", "-")) and value.startswith("minus "):
        return f"{text[:-1]}{'-' if text.endswith('+') else '+'}{value.removeprefix('minus ')}"
    before = _NOUN_LAST.search(text)
    if before is not None and value.startswith((f"a {before[1]} ", f"an {before[1]} ")):
        return text[: before.start()] + value  # has the rank {number} with `a rank of your choice`
    if _ORDERED.search(text) and value.startswith(("a ", "an ")):
        return text + value.partition(" ")[2]
    number = _NUMBER_LAST.search(text)
    if number is not None and number[1].isdecimal() and _ALTERNATIVES.fullmatch(value):
        return text + re.sub("(, | or )", rf"\g<1>{number[1]} ", value)
    if number is not None:  # one of three {cards}, sell 2 {good}
        return text + _KNOWN.sub(r"of \g<0>", _ONE_OR_ALL.sub("", value))
    if value.startswith("all ") and _DETERMINER_LAST.search(text):
        return text + value.removeprefix("all ")
    return fit_article(text, value) + value


def _count(role: str, noun: Sequence[Part], say: Filler) -> str | None:
    text = re.sub(r" {2,}", " ", _fill(noun, say, []) or "").strip()
    sort = _SORTED_NOUN.search(text)
    if sort is None:
        return say(role, tidy_possessives(text))
    plain, said = tidy_possessives(_SORTED_NOUN.sub("", text)), sort[1].partition(ITEM_NAMED)[0]
    filled_text = say(role, plain)
    if filled_text is None:
        return None
    if not plain:  # gather {number:{good}}
        bare = _ONE_OR_ALL.sub("", said)
        return f"{filled_text} {bare}" if bare != said else f"{filled_text} of {said}"
    head = re.split(r" (?:of|other|that)\b", said)[0].split()[-1:]
    if filled_text.startswith(("a ", "an ")) and plain.split()[-1:] == head:
        return said
    for noun in (make_plural(plain), plain):  # the value goes behind the noun it describes
        if re.search(rf"\b{re.escape(noun)}\b", filled_text):
            return re.sub(rf"\b{re.escape(noun)}\b", lambda found: _append_type(found[0], said), filled_text, count=1)
    return _append_type(filled_text, said)


def _append_type(nouns: str, sort: str) -> str:
    """Return nouns followed by an enum value: `goods of that colour`.

    After the noun `colour` itself, the text is `of that kind`.
    """
    named = sort.removeprefix("that ")
    again = named != sort and nouns.split()[-1:] in ([named], [make_plural(named)])
    return f"{nouns} of that kind" if again else f"{nouns} of {sort}"


def tidy_possessives(text: str) -> str:
    """Rewrite the marked values in a filled text, such as `the X of you` as `your X`, and remove repeated blanks."""
    text = _SORT.sub(lambda match: _append_type(match[2], match[1].partition(ITEM_NAMED)[0]), text)
    text = _NUMBER_OF_SORT.sub(_join_number_and_sort, text)
    text = _ITEM.sub(lambda match: f"{match[1] or ''}{SORT_START}{match[3] if match[1] else match[2]}", text)
    text = _SORT_OF_YOURS.sub(r"\2 of \1s", text)
    text = _ARTICLE_TWICE.sub("", text).replace(SORT_START, "").replace(SORT_END, "")
    text = _DOER_OF.sub(
        lambda match: f"{_make_subject(match[1])} {make_finite(find_base_form(match[2]), many=True)}", text
    )
    text = _OWNED.sub(lambda match: f"{match[2]} {match[1]}", text)
    text = _ALL_OWNED.sub(r"all \2 \1", text)
    text = _OWNERS.sub(lambda match: match[1], text)
    text = re.sub(f" of {mark_owner('your', 'you(?:rself)?')}", " of yours", text)
    text = _ONE_OF.sub(r"\1'", _OWNER.sub(lambda match: match[1], text))
    text = text.replace(WITHIN, "the ").replace(LATE, "")
    # a name can begin with a punctuation mark: play :quit
    return re.sub(r" +([,.;:])(?!\w)", r"\1", re.sub(r" {2,}", " ", text)).strip()


def _join_number_and_sort(found: re.Match[str]) -> str:
    """Return a number before words of a type: `one good of your choice`, `2 of one good of your choice`."""
    number, article, known = found.groups()
    of = "of one " if article and number.isdecimal() and number != "1" else "of " if known else ""
    return f"{number} {of}{SORT_START}{known or ''}"


def _make_subject(text: str) -> str:
    """Return the text of a parameter in the form of a subject: `they` for `them`."""
    found = re.search(f"{OWNER_MIDDLE}(?:(you)rself|them(?:selves)?){OWNER_END}", text)
    return text if found is None else text.replace(found[0], OWNER_MIDDLE + (found[1] or "they") + OWNER_END)


def mark_number(text: str) -> str:
    """Return the text of a number, marked so that an owner behind it does not own a part of it."""
    return _THE.sub(WITHIN, text)


def mark_owner(possessive: str, text: str) -> str:
    """Return the text of a parameter, marked so that it can become a possessive, such as `your` for `you`."""
    return f"{OWNER_START}{possessive}{OWNER_MIDDLE}{text}{OWNER_END}" if possessive else text


def make_reflexive(text: str) -> str:
    """Return the text of a parameter whose value is the subject itself: `themselves` for `them`, `yourself`."""
    for pronoun, again in (("them", "themselves"), ("you", "yourself")):
        text = text.replace(f"{OWNER_MIDDLE}{pronoun}{OWNER_END}", f"{OWNER_MIDDLE}{again}{OWNER_END}")
    return text


def sort(text: str) -> str:
    """Return the text of an enum value. A text of several words is marked, so that it is moved behind its noun."""
    return f"{SORT_START}{text}{SORT_END}"


def is_clause(parts: Sequence[Part]) -> bool:
    """Return True if a template is a whole clause: it begins with a parameter, followed by its verb.

    In `{one} and {other} are side by side` the parameter is only a part of the subject.
    """
    if len(parts) < 2 or not isinstance(parts[0], TemplateSlot) or not isinstance(parts[1], str):
        return False
    return parts[1].startswith(" ") and parts[1].split()[:1] not in _JOINTS


def make_template(word: str, kind: str, roles: Sequence[tuple[str, str]], yes_no: bool | None = None) -> str:
    """Return a template for a procedure or rule without a phrase. `roles` are pairs (parameter, type name).

    A rule that is `yes_no` is a clause, any other a noun; None if its type is not known.
    """
    words = spell_name(word)
    if kind == "verb":
        return _make_verb(words, roles)
    return _make_rule(words, roles, yes_no) if kind == "rule" else f"the {words}"


def _make_verb(words: str, roles: Sequence[tuple[str, str]]) -> str:
    if words.endswith(("ion", "ment")):
        return f"resolve the {words}" + "".join(f" of {{{role}}}" for role, _ in roles[:1])
    text, before = words, ""
    for place, (role, kind) in enumerate(roles):
        linked = _link(role, kind)
        joint = linked.replace("with ", "and ", 1) if before.startswith("with ") else linked
        text += f" {{{role}}}" if place == 0 and role not in _PREPOSITIONS else f"[ {joint}]"
        before = linked if place or role in _PREPOSITIONS else ""
    return text


def _link(role: str, kind: str) -> str:
    if role in _PREPOSITIONS:
        return f"{role} {{{role}}}"
    return f"with {spell_name(role)} {{{role}}}" if kind == "number" else f"with {{{role}}}"


def _is_verb(words: str) -> bool:
    """Return True if the name of a yes-or-no rule is a verb in the third person: `returns`."""
    return " " not in words and words.endswith("s") and not words.endswith(("ss", "us", "is"))


def _make_rule(words: str, roles: Sequence[tuple[str, str]], yes_no: bool | None) -> str:
    first = words.split()[0]
    if not roles and yes_no and first in ("is", "has"):
        return f"it {words}"
    rest = "".join(f"[ {_link(role, kind)}]" for role, kind in roles[2:])
    if roles and first in _VERBS and yes_no is not False:
        second = f"[ {{{roles[1][0]}}}]" if len(roles) > 1 else ""
        return f"{{{roles[0][0]}}} {words}{second}{rest}"
    if roles and words.endswith("ed") and " " not in words and yes_no is False:
        if roles[0][1] != "number" and not roles[0][1].startswith("list"):
            words = f"{words} value of"
        return f"the {words} {{{roles[0][0]}}}" + "".join(f"[ {_link(role, kind)}]" for role, kind in roles[1:])
    if roles and words.endswith(("ed", "ing") if yes_no else "ed") and " " not in words:
        return f"{{{roles[0][0]}}} is {words}" + "".join(f"[ {_link(role, kind)}]" for role, kind in roles[1:])
    if yes_no and len(roles) == 1 and _is_verb(words):
        return f"{{{roles[0][0]}}} {words}"
    text, of = f"the {words}", "" if words.split()[-1] in _PREPOSITIONS else " of"
    for place, (role, _) in enumerate(roles):
        text += f"{of} {{{role}}}" if place == 0 else f"[ for {{{role}}}]" if place == 1 else ""
    return text + rest
