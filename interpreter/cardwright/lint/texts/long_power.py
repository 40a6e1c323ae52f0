"""Warnings about powers with English text that exceeds the game's limit for a card."""

from collections.abc import Iterator

from cardwright.english.renderer import English
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, declare_code

LONG_POWER = declare_code("long-power")


def find_long_powers(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each power with English text longer than the game's `text_limit`."""
    limit = texts.game.text_limit
    if limit is None:
        return
    english = English.of(texts.checked)
    for power in texts.checked.powers.values():
        length = len(english.power(power.written, texts.game.pieces[power.definition]))
        if length > limit:
            piece = texts.game.pieces[power.definition]
            message = f"the text of `{piece.id}` has {length} characters, and `text_limit` is {limit}"
            yield Diagnostic(LONG_POWER, message, piece.span, "shorten it, or raise the limit", severity="warning")
