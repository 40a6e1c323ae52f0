"""Warnings about names of cards that lack an apostrophe or a hyphen."""

import re
from collections.abc import Iterator

from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.phrases.inflection import is_past, make_name, make_singular
from cardwright.source.diagnostics import Diagnostic, declare_code

UNFIT_NAME = declare_code("unfit-name")
_PERSONS = (
    "Admiral Angel Baker Bishop Bosun Brewer Butcher Captain Carpenter Cobbler Cook Devil Duke Emperor Farmer Father "
    "Fisher Fool Friar Giant God Goddess Guest Hangman Hermit Hunter Jester King Knight Lady Lord Maiden Master Mayor "
    "Merchant Miller Miner Monk Mother Nun Nurse Officer Painter Pilgrim Pilot Pirate Pope Prince Princess Queen "
    "Ranger Robber Sailor Shepherd Smuggler Soldier Sultan Tailor Thief Traveller Trickster Tyrant Widow Witch Wizard"
)
_OWNER = re.compile(rf"(?:[\w-]+ )?((?:{'|'.join(_PERSONS.split())})e?s) [A-Z]")
_COUNTED = re.compile(r"\b((?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Many|Half)) (\w+ed) (?=[A-Z])")


def find_unfit_names(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each name such as *Two Faced Urn*, or *Kings Road* if it is made from an id."""
    for piece in texts.game.pieces:
        better = _COUNTED.sub(_hyphenate, piece.name)
        owner = _OWNER.match(piece.name) if piece.name == make_name(piece.id) else None
        if owner is not None:
            better = f"{better[: owner.start(1)]}{make_singular(owner[1])}'s{better[owner.end(1) :]}"
        if better != piece.name:
            message = f"the card `{piece.id}` is called `{piece.name}`"
            yield Diagnostic(UNFIT_NAME, message, piece.span, f"give it `name: {better}`", severity="warning")


def _hyphenate(found: re.Match[str]) -> str:
    return f"{found[1]}-{found[2]} " if is_past(found[2].lower()) else found[0]
