"""A question above its options: what is asked, in the course of what, what for, and what there is to know."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text

from cardwright.presentation.ahead import NotNow
from cardwright.presentation.question import Choice, Question, question
from cardwright_tools.table.flowing import DOT, flowing
from cardwright_tools.table.look import Painter
from cardwright_tools.table.zones import said

if TYPE_CHECKING:
    from cardwright import Decision, Option, State

# So many lines may tell what a turn does not ask now.
MOST_NOT_NOW = 3
SECRET = "in secret: the others see it when all have answered"


def offered(state: "State") -> "Decision":
    """The decision that waits, with what nothing tells apart offered once."""
    decision, told = state.decision, question(state, state.player)
    assert decision is not None
    assert told is not None
    shown = {choice.index: choice for choice in told.choices}
    by_index = {option.index: option for option in decision.options}
    kept = [replace(by_index[index], text=choice.text) for index, choice in shown.items()]
    return replace(decision, options=tuple(_counted(option, shown[option.index].count) for option in kept))


def _counted(option: "Option", count: int) -> "Option":
    return replace(option, text=f"{option.text} ×{count}") if count > 1 else option


def asked_lines(
    told: Question, more: Sequence[tuple[str, str]], painter: Painter, width: int, tight: bool = False
) -> Iterator[Text]:
    """The question, and below it what is to be known; `more` is how far a pick of several has come.

    `tight`: in one line, where there is room for that.
    """
    prompt = told.prompt.rstrip(":.")
    asked = painter.paint(prompt if prompt.endswith("?") or ": " in prompt else f"{prompt}:", "bold")
    facts = [painter.paint(fact) for fact in (*caused(told), *asked_facts(told, more))]
    beside = list(flowing(asked, facts, DOT, width)) if facts and tight else []
    if len(beside) == 1:
        yield from beside
        return
    yield asked
    if facts:
        yield from flowing(Text(), facts, DOT, width, "   ")


def asked_in_brief(
    told: Question, more: Sequence[tuple[str, str]], painter: Painter, width: int, most: int = 2
) -> list[Text]:
    """The question with what is to be known, in a few lines."""
    lines = list(asked_lines(told, more, painter, width, True))
    if len(lines) > most:
        lines = [line.copy() for line in lines[:most]]
        lines[-1].truncate(width - 2)
        lines[-1].append(" …", "dim")
    return lines


def words_lines(told: Question, painter: Painter, width: int) -> list[Text]:
    """What the author says of the words by which something is picked."""
    return [
        line
        for word, text in told.words
        for line in flowing(painter.paint(f"   {word}:"), [painter.paint(" ".join(text.split()), "dim")], "", width)
    ]


def caused(told: Question) -> list[str]:
    """The deed in whose course something is asked, behind those in which something was chosen for it, with that."""
    before = [f"{cause}: {value}" for cause in told.causes[:-1] for name, value in told.about if name == cause]
    return list(dict.fromkeys((*before, *told.causes[-1:])))


def asked_facts(told: Question, more: Sequence[tuple[str, str]]) -> list[str]:
    """What a question is for, what comes of passing, and what else there is to know."""
    facts = []
    if told.purpose and told.purpose.casefold() not in told.prompt.casefold():
        facts.append(told.aim)
    if told.otherwise:
        facts.append(f"if you do not: {told.otherwise}")
    if told.secret:
        facts.append(SECRET)
    return facts + [f"{name}: {value}" for name, value in (*told.about, *more) if name not in told.causes]


def not_now_lines(told: Question, painter: Painter, width: int, tight: bool) -> list[Text]:
    """What one's turn would ask further but does not as things stand, with what it needs.

    `tight`: in one line, where what it needs is left out if there is no room for that.
    """
    if not told.not_now:
        return []
    whole = [painter.paint(each, "dim") for each in map(in_brackets, told.not_now)]
    lines = list(flowing(Text("Not now:", "dim"), whole, ", ", width))
    if len(lines) > (1 if tight else MOST_NOT_NOW):
        names = ", ".join(each.deed for each in told.not_now)
        whys = f"Not now (`turn` tells why): {names}"
        lines = [painter.paint(whys if len(whys) <= width else f"Not now: {names}", "dim")]
        lines[0].truncate(width, overflow="ellipsis")
    return lines


def in_brackets(each: NotNow) -> str:
    """A deed with what it needs: `Ship (a Port card)`."""
    return f"{each.deed} ({each.needs.removeprefix('needs ')})" if each.needs else each.deed


def beside(choice: Choice, brief: bool = False) -> str:
    """What there is to know of an option, in one line; of that in `brief` numbers come first."""
    if brief:
        choice = replace(choice, facts=tuple(sorted(choice.facts, key=lambda fact: not fact.value.isdecimal())))
    leads = f"→ {', '.join(choice.leads)}" if choice.leads else ""
    return "  ".join(part for part in (", ".join(map(said, choice.facts)), leads) if part)
