"""The prompt of a decision: its cause, its purpose, and the facts known about it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.text import Text

from cardwright.presentation.answers.consequences import Consequence, make_change
from cardwright.presentation.answers.option_list import FEW_NUMBERS, OptionLine, is_number
from cardwright.presentation.question import Question, make_question
from cardwright.presentation.unavailable_actions import UnavailableAction
from cardwright_tools.rich_styles_of_look import Painter
from cardwright_tools.terminal.drawing.drawn_or_listed_zones import format_fact
from cardwright_tools.terminal.drawing.numbered_options import MORE, NARROWEST, Labelled, OptionFacts
from cardwright_tools.terminal.drawing.titled_boxes import DOT, flow_items, mark_continued
from cardwright_tools.terminal.multi_pick_input import HINT

if TYPE_CHECKING:
    from cardwright import Decision, Option, State

# Minimum number of letters of a shortened word, and the length up to which a word is not shortened.
MIN_LETTERS, WHOLE_LETTERS = 3, 6
# Limit for the lines about unavailable actions.
MAX_NOT_NOW = 3
SECRET = "in secret: nobody else sees it before all have answered"


def merge_equal_options(state: "State") -> "Decision":
    """Return the current decision; options that the player cannot distinguish are merged."""
    decision, asked = state.decision, make_question(state, state.player)
    assert decision is not None
    assert asked is not None
    by_index = {option.index: option for option in decision.options}
    return replace(decision, options=tuple(_label_option(by_index[choice.index], choice) for choice in asked.choices))


def _label_option(option: "Option", choice: OptionLine) -> Labelled:
    """Return an option with the label and text of its line, and with the number of options merged in it."""
    text = f"{choice.text} ×{choice.count}" if choice.count > 1 else choice.text
    return Labelled(
        option.index, text, option.key, option.group, choice.note, option.declines, label=choice.label, kind=choice.kind
    )


def render_prompt(
    question: Question, more: Sequence[tuple[str, str]], painter: Painter, width: int, tight: bool = False
) -> Iterator[Text]:
    """Render the prompt with its facts below; `more` is the progress of a pick of several items.

    `tight` puts all on one line if there is room.
    """
    *before, asked = _render_in_full(question, painter, width)
    yield from before
    facts = [painter.paint(fact) for fact in (*list_causes(question), *list_decision_facts(question, more))]
    beside = list(flow_items(asked, facts, DOT, width)) if facts and tight else []
    if len(beside) == 1:
        yield from beside
        return
    yield asked
    if facts:
        yield from flow_items(Text(), facts, DOT, width, "   ")


def render_prompt_briefly(
    question: Question, more: Sequence[tuple[str, str]], painter: Painter, width: int, most: int = 2
) -> list[Text]:
    """Render the prompt with its facts in at most `most` lines: progress (`more`) first, and no fact cut off."""
    progress = [f"{name}: {value}" for name, value in more if (name, value) != HINT]
    facts = [
        *progress,
        *list_causes(question),
        *(fact for fact in list_decision_facts(question, ()) if fact not in progress),
    ]
    *before, asked = _render_in_full(question, painter, width)
    for kept in range(len(facts), 0, -1):
        lines = [*before, *flow_items(asked, [painter.paint(fact) for fact in facts[:kept]], DOT, width)]
        more_there = MORE if kept < len(facts) else ""
        if len(lines) <= most and lines[-1].cell_len + len(more_there) <= width:
            lines[-1].append(more_there, "dim")
            return lines
    lines = [*before, asked]
    return lines if len(lines) <= most else mark_continued(lines[:most], width)


def _render_in_full(question: Question, painter: Painter, width: int) -> list[Text]:
    """Render the prompt in as many lines as it needs."""
    prompt = question.prompt.rstrip(":.")
    asked = painter.paint(prompt if prompt.endswith("?") or ": " in prompt else f"{prompt}:", "bold")
    return list(flow_items(Text(), [asked], "", width))


def render_card_texts(asked: Question, painter: Painter, width: int, most: int) -> list[Text]:
    """Render the texts of the cards that a question is about, each in at most `most` lines."""
    lines: list[Text] = []
    for name, text in asked.card_texts if most else ():
        rows = wrap(f"{name}: {text}", max(width, NARROWEST) - 5, max_lines=most, placeholder=MORE)
        lines += [painter.paint(f"{'     ' if number else '   '}{line}", "dim") for number, line in enumerate(rows)]
    return lines


def render_words(asked: Question, painter: Painter, width: int) -> list[Text]:
    """Render the author's explanations of the words that matter for the choice."""
    return [
        line
        for word, text in asked.words
        for line in flow_items(painter.paint(f"   {word}:"), [painter.paint(" ".join(text.split()), "dim")], "", width)
    ]


def list_causes(asked: Question) -> list[str]:
    """Return the choices that led to a decision, followed by the event in progress."""
    before = [f"{cause}: {value}" for cause in asked.causes[:-1] for name, value in asked.about if name == cause]
    return list(dict.fromkeys((*before, *asked.causes[-1:])))


def list_decision_facts(asked: Question, more: Sequence[tuple[str, str]]) -> list[str]:
    """Return the purpose of a decision, the result of declining, its context, and the pairs `more`."""
    facts = []
    if asked.purpose and asked.purpose.casefold() not in asked.prompt.casefold():
        facts.append(asked.aim)
    if asked.otherwise:
        facts.append(f"if you do not: {asked.otherwise}")
    if asked.secret:
        facts.append(SECRET)
    return facts + [f"{name}: {value}" for name, value in (*asked.about, *more) if name not in asked.causes]


def render_unavailable(asked: Question, painter: Painter, width: int, tight: bool) -> list[Text]:
    """Render the actions of the turn that are impossible now, with the requirements that are not met.

    `tight` puts them on one line, and leaves requirements out if there is no room.
    """
    if not asked.not_now:
        return []
    whole = [painter.paint(each, "dim") for each in map(format_requirement, asked.not_now)]
    lines = list(flow_items(Text("Not now:", "dim"), whole, ", ", width))
    if len(lines) > (1 if tight else MAX_NOT_NOW):
        lines = [painter.paint(_list_names([each.action for each in asked.not_now], width), "dim")]
        lines[0].truncate(width, overflow="ellipsis")
    return lines


def format_requirement(each: UnavailableAction) -> str:
    """Format an action with its requirement, such as `Ship (a Port card)`; after a colon if it has brackets itself."""
    if "(" in each.needs:
        return f"{each.action}: {each.needs}"
    return f"{each.action} ({each.needs.removeprefix('needs ')})" if each.needs else each.action


def _list_names(names: Sequence[str], width: int) -> str:
    """Return the names that fit into a line, the number of the rest, and the command that shows them."""
    for kept in range(len(names), 0, -1):
        more = f" and {len(names) - kept} more" if kept < len(names) else ""
        for lead in ("Not now (`turn` shows why): ", "Not now (`turn`): ")[bool(more) :]:
            line = f"{lead}{', '.join(names[:kept])}{more}"
            if len(line) <= width:
                return line
    return line


def format_option_facts(choice: OptionLine) -> str:
    """Return the facts of an option in one line."""
    return collect_option_facts(choice).whole


def collect_option_facts(choice: OptionLine) -> OptionFacts:
    """Return the facts of an option."""
    return OptionFacts(tuple(map(format_fact, choice.facts)), tuple(lead.text for lead in choice.leads))


def share_facts_of_numbers(choices: Sequence[OptionLine]) -> dict[int, OptionFacts]:
    """Return facts for all options of a long row of numbers, by index: each change as a range; {} for a short row."""
    numbers = [choice for choice in choices if is_number(choice.key) and choice.text == choice.key]
    if len(numbers) <= FEW_NUMBERS:
        return {}
    leads = [{lead.what or lead.text: lead for lead in choice.leads} for choice in numbers]
    common = [[each[what] for each in leads] for what in leads[0] if all(what in each for each in leads)]
    ranges = [_join_changes(same) if same[0].what else same[0] for same in common]
    facts = OptionFacts(leads=tuple(lead.text for lead in ranges))
    return {choice.index: facts for choice in numbers}


def _join_changes(same: Sequence[Consequence]) -> Consequence:
    """Return the changes of one number by successive options as a range, which begins with that of the first option."""
    least, most = min(each.least for each in same), max(each.most for each in same)
    return make_change(same[0].what, least, most, falls=same[0].least > same[-1].least, pays=same[0].pays)


def collect_brief_facts(choices: Sequence[OptionLine], goes_by: Collection[str] = ()) -> dict[int, OptionFacts]:
    """Return the facts of each option by its index, in full and in brief.

    In brief, titles of numbers are shortened. Facts that the decision depends on (those with words in `goes_by`) come
    first, then numbers.
    """
    titles = {fact.title for choice in choices for fact in choice.facts if fact.is_number}
    found = {}
    for whole in choices:
        facts = sorted(whole.facts, key=lambda fact: (fact.word not in goes_by, not fact.is_number))
        choice = replace(whole, facts=tuple(facts))
        numbers = (fact.title in titles and fact.is_number for fact in choice.facts)
        brief = (
            f"{_shorten_title(fact.title, titles)} {fact.value}" if number else format_fact(fact)
            for fact, number in zip(choice.facts, numbers, strict=True)
        )
        found[choice.index] = replace(collect_option_facts(choice), brief=tuple(brief))
    return found


def _shorten_title(title: str, others: Collection[str]) -> str:
    """Return the shortest beginning of a word that begins no title in `others`, or the whole title.

    A short word stays whole, as do several words: `one` alone is no beginning of `one turn`. What is left out is
    marked. Example: `man.` for a manoeuvre.
    """
    if " " in title:
        return title
    for length in range(MIN_LETTERS if len(title) > WHOLE_LETTERS else len(title), len(title)):
        if not any(other.startswith(title[:length]) for other in others if other != title):
            return f"{title[:length]}."
    return title
