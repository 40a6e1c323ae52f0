"""Small changes to the wording of steps and rules in part one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardwright.declarations.value_types import Type
from cardwright.english.noun_phrases import looks_plural
from cardwright.english.renderer import LibraryStep
from cardwright.english.sentences import BULLET
from cardwright.phrases.inflection import close_sentence

_SECOND_NEIGHBOUR = re.compile(r"(left|right) neighbour's \1 neighbour")
# A choice among things that are told right behind it.
_CHOSEN = re.compile(r" of your choice(?= (?:other than|that|whose|with) )")
# Cards of a stack that get a name, and words of sentences for which it matters that they still lie there.
_NAMED = re.compile(
    r"\b(?P<let>[Ll]et) (?P<name>the [\w ]+? cards?) be "
    r"(?P<what>the (?:first|top) [^,.;]*? of (?P<whose>your |the |that player's )(?P<stack>[\w ]+?))(?=[,.;])"
)
_ASKS = re.compile(r"\b(?:if|until|number|many|top|empty|reveal|show)\b", re.IGNORECASE)
# A thing from a list whose phrase says which things they are: a card among what is for sale.
_AMONG_WHAT = re.compile(r"\b([Aa]n? [\w-]+) among what (?=is |are )")
# Roundabout ways to say something of a zone, of numbers, of all and of some, each with a short one.
_SHORTER = (
    (
        re.compile(r"whose ([\w-]+) is at least ([^,.;]+?) and whose \1 is at most ([^,.;]+?)(?= and whose |[.,;]|$)"),
        r"whose \1 is from \2 to \3",
    ),
    (
        re.compile(r"\b((?:that|your|their|the) (?:(?!if |and |or )[\w'-]+ )*?)do not include an? [\w-]+ that is not "),
        r"all of \1are ",
    ),
    (re.compile(r"there are no players for whom there is (?=an? )"), "no player has "),
)
_NOW_HAVE = re.compile(r"You now have (?=[^.]*\.$)")
_IS_WORD = re.compile(r"((?:that|the) [^,]*?) is ([\w-]+)")
# The texts of constant answers.
_ALWAYS = {"yes": "always", "no": "never"}
_SMALL = frozenset(
    "a an the that this those of to from in on into onto your their it its x y s cards card move put top add "
    "go goes up by left you when each pile heap gain all are is has have who whose".split()
)
# Words with so many letters in common are forms of one word: take and taken.
_STEM = 4


def join_value(heading: str, value: str, kind: Type | None) -> str:
    """Return the value of a rule as the end of a sentence that begins with the heading of the rule."""
    if kind is not None and kind.base == "yes_no":
        return f": {_ALWAYS[value]}." if value in _ALWAYS else f" if {value}."
    if looks_plural(heading) and kind is not None and kind.base == "number":
        return f" are {value}." if value.isdecimal() else f": {value}."
    return f"{' are' if looks_plural(heading) else ':' if value.startswith(('all ', 'in ')) else ' is'} {value}."


def render_values(cases: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield the cases of a rule as texts. Each but the first says that it holds only where those before do not."""
    apart = _exclude_each_other([asked for _, asked in cases if asked])
    for place, (value, asked) in enumerate(cases):
        lead = "otherwise, " if place and asked and not apart else ""
        yield f"{lead}{value} {f'if {asked}' if asked else 'otherwise'}"


def _exclude_each_other(conditions: Sequence[str]) -> bool:
    """Return True if all conditions compare the same thing, each with another word or number."""
    found = [_IS_WORD.fullmatch(each) for each in conditions]
    pairs = [each.groups() for each in found if each is not None]
    return len(pairs) == len(found) and len({what for what, _ in pairs}) == 1 and len(set(pairs)) == len(pairs)


def render_truths(cases: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield the cases of a rule whose value is yes or no: `if a card lies there: only if it is red`."""
    for place, (value, asked) in enumerate(cases):
        when = f"{'otherwise, ' if place else ''}if {asked}" if asked else "otherwise"
        yield f"{when}: {_ALWAYS.get(value) or f'only if {value}'}"


def join_counters(steps: Sequence[LibraryStep]) -> Iterator[LibraryStep]:
    """Yield the steps; steps that say how many of something you now have are joined."""
    last: LibraryStep | None = None
    for step in steps:
        have = _NOW_HAVE.match(step.text)
        if last is not None and have is not None and not step.parts:
            last = replace(last, text=f"{last.text.rstrip('.')} and {step.text[have.end() :]}")
            continue
        if last is not None:
            yield last
        last = step if have is not None and not step.parts else None
        if last is None:
            yield step
    if last is not None:
        yield last


def name_neighbours(text: str) -> str:
    """Replace a neighbour's neighbour in a text by `second neighbour`, and other roundabout words by short ones."""
    text = _AMONG_WHAT.sub(r"\1 that ", text)
    for long, short in _SHORTER:
        text = long.sub(short, text)
    return _CHOSEN.sub("", _SECOND_NEIGHBOUR.sub(r"second neighbour to the \1", text))


def tell_set_aside(steps: Sequence[LibraryStep], stacks: Sequence[str]) -> list[LibraryStep]:
    """Return steps that say `set aside` where the rules only name cards that later go back on their stack.

    `stacks` are the titles of the zones that keep an order.
    """
    done = [replace(each, parts=tuple(tell_set_aside(each.parts, stacks))) for each in steps]
    for place, each in enumerate(done):
        named = _NAMED.search(each.text)
        if named is None or named["stack"] not in stacks:
            continue
        back = re.compile(rf"\b([Mm])ove {re.escape(named['name'])} to {re.escape(named['whose'] + named['stack'])}\b")
        later = next((at for at in range(place, len(done)) if back.search(done[at].text)), None)
        between = " ".join(step.text for step in done[place : (later or place) + 1])[named.end() :]
        if later is None or _ASKS.search(between):
            continue
        letter = "Set" if named["let"] == "Let" else "set"
        aside = f"{letter} aside {named['what']} ({named['name']})"
        done[place] = replace(each, text=each.text[: named.start()] + aside + each.text[named.end() :])
        put = f"ut {named['name']} back on top of {named['whose']}{named['stack']}"
        found = back.search(done[later].text)
        assert found is not None
        letter = "P" if found[1] == "M" else "p"
        text = f"{done[later].text[: found.start()]}{letter}{put}{done[later].text[found.end() :]}"
        done[later] = replace(done[later], text=text)
    return done


def list_branches(step: LibraryStep) -> LibraryStep:
    """Return a step in which conditions with several steps each, and what is done otherwise, are a list."""
    branches = (replace(step, rest=()), *step.rest)
    bare = not any(each.parts or each.rest or BULLET in each.text for one in branches for each in one.parts)
    if not bare or len(branches) < 2 or not step.parts or not step.text.startswith("If "):
        return replace(step, parts=tuple(map(list_branches, step.parts)), rest=tuple(map(list_branches, step.rest)))
    if any(BULLET in each.text or each.rest or not each.text.startswith("Otherwise") for each in branches[1:]):
        return step
    texts = [f"{each.text} {'; '.join(begin_small(part.text).rstrip('.') for part in each.parts)}" for each in branches]
    bullets = "".join(f"{BULLET}{close_sentence(text.strip())}" for text in texts)
    return replace(step, text=f"One of these happens:{bullets}", parts=(), rest=())


def begin_small(text: str) -> str:
    """Return a sentence for use after a colon or comma."""
    return text if text[:2] in ("X ", "Y ", "Z ") else f"{text[:1].lower()}{text[1:]}"


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return re.split(r"(?<=[.!?]) (?=[A-Z])", text.strip())


def says_the_same(heading: str, text: str) -> bool:
    """Return True if a text says no more than the heading before it, such as where discarded cards are put."""
    words = [{*re.findall(r"\w+", each.casefold())} - _SMALL for each in (heading, text)]
    known = {word[:_STEM] for word in words[0]}
    return all(word in words[0] or (len(word) >= _STEM and word[:_STEM] in known) for word in words[1])
