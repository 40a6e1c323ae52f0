"""Mistakes in rules pages: unknown names, repeated numbers and names, and parts of the game left out."""

import re
from collections.abc import Iterator
from pathlib import Path

from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.presentation.rulebook.authors_rules_page import (
    PER_PLAYERS,
    WITHOUT_NAMES,
    BlockMaker,
    RulesPage,
    find_rules_page,
    read_rules_page,
)
from cardwright.presentation.rulebook.game_words_for_rules_page import (
    find_card,
    find_choice,
    find_procedure,
    find_tables,
    list_anchors,
    list_numbers,
    list_unmentioned,
)
from cardwright.presentation.rulebook.part_one.outline import make_outline
from cardwright.presentation.rulebook.turn_and_phases import Course
from cardwright.source.diagnostics import Diagnostic, declare_code, has_errors
from cardwright.source.positions import Span
from cardwright.source.read_text_file import read_source
from cardwright.syntax import tree as syntax

UNKNOWN_NAME_IN_RULES = declare_code("unknown-name-in-rules")
REPEATED_VALUE = declare_code("repeated-value")
UNTOLD_RULE = declare_code("untold-rule")
_WORDS = re.compile(r"[A-Za-z]{4,}")
_LIST_MARK = re.compile(r"^\s*\d+\.")
_SPECIAL_LINE = re.compile(r"^\s*(?:\||#)")


def check_rules_page(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield the errors in the rules page of a game; nothing if it has no page."""
    path = find_rules_page(texts.checked)
    if path is None:
        return
    file, found = read_source(path, None)
    yield from found
    if has_errors(found):
        return
    mentioned: set[str] = set()
    page = read_rules_page(file.text, texts.checked, list_anchors(texts.checked), _list_makers(texts, mentioned))
    page.mentioned |= mentioned
    for mistake in page.mistakes:
        span = _find_span(path, mistake.line, mistake.column, mistake.length)
        yield Diagnostic(UNKNOWN_NAME_IN_RULES, mistake.message, span, mistake.label)
    yield from _find_repeated(texts, page, path)
    for word, what in list_unmentioned(texts.checked, page.mentioned):
        message = f"the rules page does not mention `{word}`, {what}"
        label = f"mention it: `{{{word}}}`" if what.startswith("a number") else f"mention it: `[...]({word})`"
        yield Diagnostic(UNTOLD_RULE, message, _find_span(path, 1, 1, 1), label, severity="warning")


def _list_makers(texts: GameTexts, mentioned: set[str]) -> dict[str, BlockMaker]:
    """Return block makers that only check whether the names in live parts exist.

    They add the names that a part explains to `mentioned`.
    """
    course = Course(texts.checked)
    outline = make_outline(course)
    folder = Path(texts.checked.game.span.path).parent

    def table(words: str) -> tuple[()]:
        if words == PER_PLAYERS:
            return ()
        mentioned.update(table.word for table in find_tables(texts.game, words))
        return ()

    def example(name: str) -> tuple[()]:
        from cardwright.scenarios.rulebook_example import tell_scenario

        tell_scenario(folder, name)
        return ()

    def steps(word: str) -> tuple[()]:
        mentioned.update(outline.inside(find_procedure(texts.checked, word)))
        return ()

    def options(word: str) -> tuple[()]:
        return steps(find_choice(texts.checked, word))

    def card(word: str) -> tuple[()]:
        find_card(texts.game, word)
        return ()

    def words(_: str) -> tuple[()]:
        mentioned.update(word for word in outline.procedures if word not in outline.order)
        return ()

    def scoring(_: str) -> tuple[()]:
        mentioned.update((*outline.inside("final_score"), *outline.inside("winners")))
        return ()

    return {
        **dict.fromkeys(WITHOUT_NAMES, lambda _: ()),
        "example": example,
        "options": options,
        "setup": lambda _: steps("setup"),
        "table": table,
        "card": card,
        "steps": steps,
        "words": words,
        "scoring": scoring,
    }


def _find_repeated(texts: GameTexts, page: RulesPage, path: Path) -> Iterator[Diagnostic]:
    numbers = dict(list_numbers(texts.checked))
    phrases = {word: _find_phrase_words(texts, word) for word in numbers}
    names = {piece.name: piece.id for piece in texts.game.pieces if piece.power is not None and len(piece.name) > 3}
    named = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})\b") if names else None
    for number, line in page.prose:
        if _SPECIAL_LINE.match(line):
            continue
        line = _LIST_MARK.sub(lambda mark: " " * len(mark[0]), line)
        said = {word.casefold() for word in _WORDS.findall(line)}
        for word, value in numbers.items():
            at = re.search(rf"(?<![\w.,$-]){value}(?![\w.,]*\d)", line)
            if at is not None and len(phrases[word] & said) >= min(2, len(phrases[word])) and value > 2:
                message = f"this {value} is `{word}` of the game, and would not change with it"
                yield _warn_repeated(message, path, number, at, word)
        for at in named.finditer(line) if named is not None else ():
            message = f"this is the name of the card `{names[at[0]]}`, and would not change with it"
            yield _warn_repeated(message, path, number, at, names[at[0]])


def _warn_repeated(message: str, path: Path, line: int, at: re.Match[str], word: str) -> Diagnostic:
    span = _find_span(path, line, at.start() + 1, len(at[0]))
    return Diagnostic(REPEATED_VALUE, message, span, f"write `{{{word}}}`", severity="warning")


def _find_phrase_words(texts: GameTexts, word: str) -> set[str]:
    node = texts.checked.library[word].node
    phrase = node.phrase if isinstance(node, syntax.RuleNode) and node.phrase else word.replace("_", " ")
    return {each.casefold() for each in _WORDS.findall(phrase)}


def _find_span(path: Path, line: int, column: int, length: int) -> Span:
    return Span(str(path), line, column, line, column + length)
