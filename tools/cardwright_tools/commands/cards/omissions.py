"""Values and texts of cards that the layout of their face does not draw."""

from collections.abc import Iterable, Iterator

from cardwright_tools.faces.layouts import choose_drawing
from cardwright_tools.faces.model import Face
from cardwright_tools.faces.short_marks import is_number

# What each layout draws besides the name, the number in the corner and the colour of a word.
TEXT, NUMBERS, WORDS = "text", "numbers", "words"
DRAWN: dict[str, tuple[str, ...]] = {
    "playing_card": (),
    "poker_text": (TEXT, NUMBERS, WORDS),
    "emblem": (NUMBERS, WORDS),
    "landscape": (TEXT, NUMBERS, WORDS),
    "token": (),
    "marker": (),
}
SUITED = ("suit", "rank")
NOTHING = ("", "0", "no", "none")


def list_omitted(face: Face) -> Iterator[str]:
    """Yield the names of what a face's layout does not draw; nothing for the author's own drawing."""
    if face.template is not None:
        return
    drawn = DRAWN[choose_drawing(face.layout, bool(face.text))]
    shown = (face.corner.word, face.groups[0], *(SUITED if face.layout == "playing_card" else ()))
    named = {*face.name.casefold().split()}
    for name, value, _ in face.attributes:
        says = value not in NOTHING and not named.issuperset(value.casefold().split())
        if says and name not in shown and (NUMBERS if is_number(value) else WORDS) not in drawn:
            yield name
    if face.text and TEXT not in drawn:
        yield TEXT


def describe_omissions(faces: Iterable[Face]) -> str:
    """Return a sentence about what is on no face of its kind because of the layout, "" if nothing is left out."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for face in faces:
        for name in list_omitted(face):
            found.setdefault((face.kind, face.layout), {})[name] = None
    if not found:
        return ""
    said = [f"{', '.join(names)} of {kind} (`{layout}`)" for (kind, layout), names in found.items()]
    kind, _ = next(iter(found))
    return (
        f"not on the faces, because their layout has no room for it: {'; '.join(said)}. "
        f"Choose another layout, for example with `look: {{faces: {{{kind}: {{as: mini}}}}}}`."
    )
