"""Types of fields in files: their possible values, their meaning, and their order for `fmt`."""

from cardwright.source.node_dataclass import frozen


class Shape:
    """Base class of shapes: the sets of values that a field can have, such as texts, words or numbers."""

    __slots__ = ()


@frozen
class LineText(Shape):
    """A text printed within a line, such as a title; `fills` is True if words in braces in it have a meaning."""

    fills: bool = False


@frozen
class TextField(Shape):
    """A text of one line or several."""


@frozen
class WordField(Shape):
    """Field type: a word. `noun` says what it names, such as `kind` or `zone`; by default, any word is accepted."""

    noun: str = "word"
    plural: str = ""


@frozen
class Id(Shape):
    """Field type: the id of a new piece."""


@frozen
class Flag(Shape):
    """Yes or no."""


@frozen
class OneOf(Shape):
    """One of a few words; `noun` is their name in messages."""

    noun: str
    words: tuple[str, ...]


@frozen
class NumberField(Shape):
    """A whole number from `low` to `high`, if these limits are given."""

    low: int | None = None
    high: int | None = None


@frozen
class FromTo(Shape):
    """A number, or a range such as `2 to 6`, within limits."""

    low: int
    high: int


@frozen
class Value(Shape):
    """A value whose type is declared elsewhere in the game."""


@frozen
class Language(Shape):
    """A rule text: a `power`, a `library`, a `value`, or `deeds` (statements)."""

    kind: str


@frozen
class Anything(Shape):
    """A value whose form depends on the game; it is checked when the whole game is known."""


@frozen
class ListField(Shape):
    """A list. If `alone`, a single item needs no brackets; if `empty`, the list may be empty."""

    item: Shape
    alone: bool = False
    empty: bool = False


@frozen
class MapOf(Shape):
    """A group of `least` to `most` names chosen by the author, each with a value.

    If `empty`, there may be no names at all. `key` says what is named: a `noun` as in WordField, or `new zone` and so
    on where the names are declared.
    """

    value: Shape
    empty: bool = True
    least: int = 0
    most: int | None = None
    key: str = ""


@frozen
class Either(Shape):
    """A value of one of several shapes."""

    shapes: tuple[Shape, ...]


@frozen
class Field:
    """A field with its word, possible values, meaning, and default.

    - `needed`: True for a required field
    - `holds`: describes the value in words, if the shape is not enough
    - `free`: True if `fmt` leaves the field in the author's order
    - `telling`: True if the field identifies the kind of a file or list
    - `without`: the name of another field, and the shape that the value has if that field is not given
    """

    word: str
    shape: Shape
    meaning: str
    default: str = ""
    holds: str = ""
    needed: bool = False
    free: bool = False
    telling: bool = False
    without: tuple[str, Shape] | None = None

    @property
    def description(self) -> str:
        """A description of the value."""
        return self.holds or describe_shape(self.shape)


@frozen
class FieldGroup(Shape):
    """A group of fields, in the order in which they are written.

    The value of the field `short` can stand for the group; an `empty` group needs no value. Names chosen by the author,
    such as attributes of a card, follow the field `own_after`. A group that is `one` has a single field; capitals in
    its name stand for a name that the author chooses. A group that `adds_up` may be spread over several files.
    """

    word: str
    title: str
    meaning: str
    fields: tuple[Field, ...]
    short: str = ""
    empty: bool = False
    own_after: str = ""
    one: bool = False
    adds_up: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The names of its fields."""
        return tuple(each.word for each in self.fields)

    @property
    def telling(self) -> tuple[str, ...]:
        """The names of the fields that identify the kind of the group."""
        return tuple(each.word for each in self.fields if each.telling)

    @property
    def order(self) -> list[str]:
        """The order of the fields; `*` marks the position of the fields that keep the author's order."""
        order = []
        for each in self.fields:
            order += [] if each.free else [each.word]
            order += ["*"] if each.word == self.own_after else []
        return order

    def field(self, word: str) -> Field | None:
        """Return the field with a name, None if there is none."""
        return next((each for each in self.fields if each.word == word), None)

    @property
    def main(self) -> str:
        """The required list of groups, "" if there is none."""
        return next((each.word for each in self.fields if each.needed and isinstance(each.shape, ListField)), "")


def describe_shape(shape: Shape) -> str:
    """Describe a shape in words."""
    match shape:
        case LineText() | TextField():
            return "a text"
        case WordField(noun):
            return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
        case Id():
            return "a word"
        case Flag():
            return "`yes` or `no`"
        case OneOf(_, words):
            return " or ".join(
                part for part in (", ".join(f"`{word}`" for word in words[:-1]), f"`{words[-1]}`") if part
            )
        case NumberField(low, high):
            return "a number" if low is None or high is None else f"{low} to {high}"
        case FromTo(low, high):
            return f"`{low} to {high}` or a number"
        case Value():
            return "a value"
        case Language():
            return "a text of the language"
        case ListField(WordField(noun, plural)):
            return f"a list of {plural or noun + 's'}"
        case ListField():
            return "a list"
        case Either(shapes):
            return " or ".join(describe_shape(each) for each in shapes)
        case _:
            return "a group"


def find_element_shape(shape: Shape, step: str) -> Shape | None:
    """Return the shape of the field named `step` or, for `-`, of the items of a list; None if there is none."""
    match shape:
        case FieldGroup():
            field = shape.field(step)
            return field.shape if field is not None else None
        case MapOf(value):
            return value
        case ListField(item):
            return item if step == "-" else None
        case Either(shapes):
            return next((found for each in shapes if (found := find_element_shape(each, step)) is not None), None)
        case _:
            return None


def find_shape(way: tuple[str, ...], *roots: Shape) -> Shape | None:
    """Return the shape at a path of field names (`-` for list items), from the first kind of file that has the path.

    Returns None if there is none.
    """
    for root in roots:
        found: Shape | None = root
        for step in way:
            found = find_element_shape(found, step) if found is not None else None
        if found is not None:
            return found
    return None


def find_text_kind(shape: Shape | None) -> str | None:
    """Return the kind of rule text that a shape allows; None if it allows no rule text."""
    one = shape.item if isinstance(shape, ListField) and shape.alone else shape
    return one.kind if isinstance(one, Language) else None


def make_word_list(noun: str = "word", plural: str = "") -> ListField:
    """Return the shape for a list of words; a single one needs no brackets."""
    return ListField(WordField(noun, plural), alone=True, empty=True)


def make_owner_groups(group: FieldGroup, plural: str) -> FieldGroup:
    """Return the shape for groups of the table and of each player."""
    fields = (
        Field("table", MapOf(group, key=f"new {group.word}"), f"The {plural} of the table.", free=True),
        Field("player", MapOf(group, key=f"new {group.word}"), f"The {plural} of each player.", free=True),
    )
    return FieldGroup(plural, "", "", fields, empty=True, adds_up=True)
