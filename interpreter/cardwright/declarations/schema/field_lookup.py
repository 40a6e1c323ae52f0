"""The kinds of files, and the field at a path of field names in any of them."""

from cardwright.declarations.schema.card_file_fields import CARD_FILE, DECK, DECK_FILE, PIECE, TABLE
from cardwright.declarations.schema.field_types import Field, FieldGroup, Shape, find_shape, find_text_kind
from cardwright.declarations.schema.game_file_fields import ATTRIBUTE, GAME, KIND, MEMORY, REACTIONS, TYPE, ZONE
from cardwright.declarations.schema.look_fields import BACK, FACE, LOOK, PICTURE
from cardwright.declarations.schema.scenario_fields import EXAMPLE, SCENARIO_FILE, STEP

SHARED_FILE = FieldGroup(
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

# Every group of fields, in the order in which they are explained.
GROUPS = (
    GAME,
    TYPE,
    KIND,
    ATTRIBUTE,
    ZONE,
    MEMORY,
    TABLE,
    DECK,
    REACTIONS,
    LOOK,
    PICTURE,
    FACE,
    BACK,
    CARD_FILE,
    PIECE,
    SHARED_FILE,
    EXAMPLE,
    STEP,
    SCENARIO_FILE,
)
FILES = {"game": GAME, "cards": CARD_FILE, "scenarios": SCENARIO_FILE, "shared": SHARED_FILE, "deck_file": DECK_FILE}


def find_file_shape(way: tuple[str, ...]) -> Shape | None:
    """Return the shape at a path of field names (`-` for the items of a list) in a file of any kind, or None."""
    return find_shape(way, *FILES.values())


def find_text_kind_at(way: tuple[str, ...]) -> str | None:
    """Return the kind of rule text at a path of fields, or None if there is no rule text."""
    return find_text_kind(find_file_shape(way))


def find_field_order(way: tuple[str, ...]) -> list[str] | None:
    """Return the order of fields at a path, where `*` marks fields in the author's order.

    Returns None if all fields keep the author's order.
    """
    if not way:
        # what a deck has before its cards is in no other file, where much comes before the cards
        orders = [(each.order, each.order.index("*")) for each in (DECK_FILE, *FILES.values())]
        first = dict.fromkeys(word for order, own in orders for word in order[:own])
        return [*first, *dict.fromkeys(word for order, own in orders for word in order[own:])]
    shape = find_file_shape(way)
    return shape.order or None if isinstance(shape, FieldGroup) else None


def find_field(way: tuple[str, ...]) -> Field | None:
    """Return the field at the end of a path, in a file of any kind; None if there is none."""
    groups = (find_shape(way[:-1], root) for root in FILES.values())
    found = (group.field(way[-1]) for group in groups if isinstance(group, FieldGroup))
    return next((each for each in found if each is not None), None)
