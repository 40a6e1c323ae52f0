"""How a field of a file is described: what it may hold, what it means, and where `fmt` puts it."""

from __future__ import annotations

from cardwright.source.node_dataclass import frozen


class Shape:
    """What a field may hold."""

    __slots__ = ()


@frozen
class LineText(Shape):
    """A text printed within a line, such as a title."""


@frozen
class TextField(Shape):
    """A text of one line or several."""


@frozen
class WordField(Shape):
    """A word, and what it names: `kind`, `zone` and so on; just a word of the author's choice if nothing is said."""

    noun: str = "word"
    plural: str = ""


@frozen
class Id(Shape):
    """A new name for a piece."""


@frozen
class Flag(Shape):
    """Yes or no."""


@frozen
class OneOf(Shape):
    """One of a few words; `noun` is what somebody is told there is no such one of."""

    noun: str
    words: tuple[str, ...]


@frozen
class NumberField(Shape):
    """A whole number from `low` to `high`, as far as these are given."""

    low: int | None = None
    high: int | None = None


@frozen
class FromTo(Shape):
    """A number, or two as `2 to 6`, between these."""

    low: int
    high: int


@frozen
class Value(Shape):
    """A value of a type that the game says elsewhere."""


@frozen
class Language(Shape):
    """A text of the language: a `power`, a `library`, `deeds` or a `value`."""

    kind: str


@frozen
class Anything(Shape):
    """What goes by the game, and is read when all of it is known."""


@frozen
class ListField(Shape):
    """A list; one item `alone` may stand without brackets, and nothing at all for an `empty` one."""

    item: Shape
    alone: bool = False
    empty: bool = False


@frozen
class MapOf(Shape):
    """Names of the author's own, `least` to `most` of them, each with a value; nothing at all for an `empty` one."""

    value: Shape
    empty: bool = True
    least: int = 0
    most: int | None = None


@frozen
class Either(Shape):
    """One shape or another."""

    shapes: tuple[Shape, ...]


@frozen
class Field:
    """A field: its word, what it may hold, what it means, and what stands when it is left out.

    `needed` ones must be given. `holds` says what it holds in words where its shape does not say enough. In a file, a
    `free` one keeps the place among its neighbours that its author gave it; a `telling` one hardly ever stands in files
    or lists of another sort.
    """

    word: str
    shape: Shape
    meaning: str
    default: str = ""
    holds: str = ""
    needed: bool = False
    free: bool = False
    telling: bool = False

    @property
    def told(self) -> str:
        """What it holds, in words."""
        return self.holds or told(self.shape)


@frozen
class FieldGroup(Shape):
    """A group of fields, in the order in which they are written: where it stands, and what it says.

    `short` is the field whose value may stand instead of the group, and if it may be `empty`, nothing may. Names of the
    author's own, such as attributes of a card, stand behind the field `own_after`. Of a group that is `one`, a single
    field is given, and capitals in its name are something of the author's own. One that `adds_up` may be given by
    several files, each with some of its entries.
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
        """The names of fields that tell what it is."""
        return tuple(each.word for each in self.fields if each.telling)

    @property
    def order(self) -> list[str]:
        """The order of its fields, `*` standing for those that keep the order their author gave them."""
        order = []
        for each in self.fields:
            order += [] if each.free else [each.word]
            order += ["*"] if each.word == self.own_after else []
        return order

    def field(self, word: str) -> Field | None:
        """The field of a name."""
        return next((each for each in self.fields if each.word == word), None)

    @property
    def main(self) -> str:
        """The list of groups that must be there, if it has one."""
        return next((each.word for each in self.fields if each.needed and isinstance(each.shape, ListField)), "")


def told(shape: Shape) -> str:
    """What a shape is, in words."""
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
            return " or ".join(told(each) for each in shapes)
        case _:
            return "a group"


def below(shape: Shape, step: str) -> Shape | None:
    """What stands one step below a shape: behind a name, or for `-` in a list."""
    match shape:
        case FieldGroup():
            field = shape.field(step)
            return field.shape if field is not None else None
        case MapOf(value):
            return value
        case ListField(item):
            return item if step == "-" else None
        case Either(shapes):
            return next((found for each in shapes if (found := below(each, step)) is not None), None)
        case _:
            return None


def at(way: tuple[str, ...], *roots: Shape) -> Shape | None:
    """What stands at a path of names and `-`, by the first of some shapes that has something there."""
    for root in roots:
        found: Shape | None = root
        for step in way:
            found = below(found, step) if found is not None else None
        if found is not None:
            return found
    return None


def language(shape: Shape | None) -> str | None:
    """The kind of text of the language that can stand there, None if none can."""
    one = shape.item if isinstance(shape, ListField) and shape.alone else shape
    return one.kind if isinstance(one, Language) else None


def words(noun: str = "word", plural: str = "") -> ListField:
    """A list of words, one of them without brackets."""
    return ListField(WordField(noun, plural), alone=True, empty=True)


def of_owners(group: FieldGroup, plural: str) -> FieldGroup:
    """Groups of the table and of each player."""
    fields = (
        Field("table", MapOf(group), f"The {plural} of the table.", free=True),
        Field("player", MapOf(group), f"The {plural} of each player.", free=True),
    )
    return FieldGroup(plural, "", "", fields, empty=True, adds_up=True)
