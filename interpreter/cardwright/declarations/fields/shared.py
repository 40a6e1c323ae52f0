"""The fields of files of shared cards, from which games take kinds and cards."""

from __future__ import annotations

from cardwright.declarations.fields.cards import CARD_FILE
from cardwright.declarations.fields.describe import Group
from cardwright.declarations.fields.games import GAME

SHARED_FILE = Group(
    "shared_file",
    "The fields of a file of shared cards",
    "Cards that several games have lie in a file `cards/NAME.yaml`: in the folder `cards` beside `games`, in the "
    "folder `cards` of a game, or with Cardwright, as `french` does. A game takes of it what it asks for with "
    "`from: NAME`, under `kinds` and among its cards, and reads it with its own types where it has types of the same "
    "names. Two cards may have one id if their attributes differ: a game takes one of them, as an ace that is the "
    "lowest card or the highest.",
    (
        *(each for each in GAME.fields if each.word in ("types", "kinds")),
        *(each for each in CARD_FILE.fields if each.word == "cards"),
    ),
    own_after="kinds",
)
