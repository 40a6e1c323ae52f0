"""Rules page derived from the rules of a game, used as part one and as a draft for the author."""

from collections.abc import Collection, Iterator

from cardwright.declarations.model import PLAYERS
from cardwright.english.noun_phrases import looks_plural
from cardwright.english.renderer import English
from cardwright.phrases.inflection import capitalize, spell_name
from cardwright.presentation.rulebook.game_words_for_rules_page import list_unmentioned
from cardwright.presentation.rulebook.part_one.box_writer import MAX_TEXTS
from cardwright.presentation.rulebook.part_one.first_questions import (
    describe_missed_turn,
    describe_order,
    describe_powers,
)
from cardwright.presentation.rulebook.part_one.outline import Outline, make_outline
from cardwright.presentation.rulebook.part_one.part_one_writer import PartOne, choose_shown
from cardwright.presentation.rulebook.part_one.scoring_table import ScoringWriter
from cardwright.presentation.rulebook.part_one.short_piles import describe_shortage
from cardwright.presentation.rulebook.rule_text_sections import HIGHEST, Writer
from cardwright.presentation.rulebook.rules_page_live_parts import LiveParts
from cardwright.presentation.rulebook.turn_and_phases import find_words_of_powers
from cardwright.source.visible_control_characters import escape_markdown
from cardwright.syntax import tree as syntax


def write_page(writer: Writer, whole: bool = False) -> str:
    """Return a rules page for a game, as Markdown with live parts.

    Tables that only rules of part two use are left out, unless the page is to be `whole`.
    """
    return "\n\n".join(part for part in _find_parts(writer, whole) if part) + "\n"


def _find_parts(writer: Writer, whole: bool) -> Iterator[str]:
    game, phases = writer.game, writer.course.phases()
    outline = make_outline(writer.course, whole=True)
    of_turn = {*writer.course.reached(phases[0])} if phases else set()
    sections = [word for word in outline.sections() if word not in phases[:1]]
    in_play = [word for word in sections if word in writer.course.order]
    yield f"# {escape_markdown(game.title)}"
    yield from _find_about(writer, "game") if "game" in writer.abouts else (escape_markdown(game.summary),)
    winner, needs_score = _describe_winner(writer)
    has_goal = "goal" in writer.abouts
    yield from _find_about(writer, "goal") if has_goal else (winner,)
    yield f"For {{players}} player{'' if game.players == (1, 1) else 's'}."
    yield from ("## What is in the box", "{box}", "{places}") if game.pieces else ()
    yield from ("## Set-up", *_find_about(writer, "setup"), "{setup}", " ".join(describe_order(writer)))
    yield from _write_sections(writer, [word for word in sections if word not in in_play])
    begun = outline.reached_words(["setup"]) & game.tables.keys()
    yield from _write_tables(writer, begun, "###")
    yield from ("## How the game goes", *_find_about(writer, "play"), "{steps play}")
    yield from _write_sections(writer, [word for word in in_play if word not in of_turn])
    if phases:
        title = writer.turn_title()
        yield from (f"## {escape_markdown(title)}", *_find_about(writer, phases[0]), f"{{steps {phases[0]}}}")
        yield describe_missed_turn(writer)
        yield from _write_sections(writer, [word for word in in_play if word in of_turn])
    short = " ".join(describe_shortage(writer))
    if short or writer.checked.own:
        yield from ("## What always holds", short, "{always}" if writer.checked.own else "")
    saying = sum(bool(card.text) for card in writer.cards)
    if saying:
        yield "## The cards" if saying <= MAX_TEXTS else "## Some of the cards"
        yield describe_powers(game)
        yield from ("{cards}",) if saying <= MAX_TEXTS else _choose_examples(writer)
        yield "{words}"
    starts = [*outline.procedures, "final_score", "winners", *find_words_of_powers(writer.game.pieces)]
    yield from _write_tables(writer, ({*game.tables} if whole else outline.reached_words(starts)) - begun)
    yield from _write_numbers(writer, outline)
    yield from ("## The end and the score", "{ends}", winner if has_goal else "")
    yield "{scoring}" if needs_score else ""
    if any(PartOne(writer).catalogue()):
        yield from ("## All cards", "What a card does is printed on it.", "{catalogue}")


def _describe_winner(writer: Writer) -> tuple[str, bool]:
    """Return who wins, and False if that says what the score is: for a score that is one counter."""
    result = ScoringWriter(writer, English.of(writer.checked, plainly=True)).tell_result()
    if result:
        return escape_markdown(result), True
    cases = writer.rules["final_score"].node.cases
    value = cases[0].value if len(cases) == 1 else None
    word = value.word if isinstance(value, syntax.GetNode) else ""
    score = next((each for each in writer.game.memory if (each.owner, each.word) == (PLAYERS, word)), None)
    winner = writer.describe_winner(True)
    if winner == HIGHEST and score is not None and looks_plural(score.title):
        winner = f"Whoever has the most {score.title} when the game ends wins; equals share the win."
        return escape_markdown(winner), False
    return escape_markdown(winner), True


def _choose_examples(writer: Writer) -> Iterator[str]:
    """Yield live parts for a few cards with a text, as examples."""
    yield from (f"{{card {card.id}}}" for card in choose_shown(writer.cards))


def _write_numbers(writer: Writer, outline: Outline) -> Iterator[str]:
    """Yield the lines of a list of the numbers that nothing else on the page mentions."""
    mentioned = {
        "ends",
        *(each for word in (*outline.procedures, "final_score", "winners") for each in outline.inside(word)),
    }
    words = [
        word for word, _ in list_unmentioned(writer.checked, {*mentioned, *writer.game.tables}) if word in writer.rules
    ]
    if words:
        yield "## Numbers"
        parts = LiveParts(writer.checked)
        texts = [(escape_markdown(capitalize(writer.english.heading(word))), word) for word in words]
        yield "\n".join(
            f"- {said}: {{{word}{'' if parts.is_for_all(word) else ' per players'}}}" for said, word in texts
        )


def _write_tables(writer: Writer, known: Collection[str], mark: str = "##") -> Iterator[str]:
    """Yield the tables of the words in `known`; tables with the same rows and columns are merged."""
    groups: dict[object, list[str]] = {}
    for word, table in writer.game.tables.items():
        if word not in known:
            continue
        longest = max(map(len, table.rows.values()))
        same = (table.roles, tuple(table.rows)) if longest == 1 and len(table.roles) == 1 else word
        groups.setdefault(same, []).append(word)
    for words in groups.values():
        title = " · ".join(capitalize(spell_name(word)) for word in words)
        of = writer.game.tables[words[0]].roles[0][1].of
        if len(words) > 1 and of in writer.game.enums:
            title = capitalize(spell_name(writer.game.enums[of].plural))
        said = [text for word in words for text in _find_about(writer, word)]
        yield from (f"{mark} {escape_markdown(title)}", *said, f"{{table {' '.join(words)}}}")


def _write_sections(writer: Writer, words: list[str]) -> Iterator[str]:
    for word in words:
        yield f"### [{escape_markdown(writer.english.heading(word))}]({word})"
        yield from _find_about(writer, word)
        yield f"{{steps {word}}}"


def _find_about(writer: Writer, word: str) -> Iterator[str]:
    yield from (escape_markdown(" ".join(text.split())) for text in writer.abouts.get(word, "").split("\n\n"))
