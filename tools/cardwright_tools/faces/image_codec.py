"""Pictures of cards, decoded within limits and encoded again; and icons as SVG."""

import base64
import io
import warnings
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.game.loading import place_of
from cardwright.presentation.look import Icon
from cardwright.source.read_with_size_limit import MEBIBYTE, read_ordinary, read_text
from cardwright.source.svg.paths import INK, SIZE, SvgShape, print_path
from cardwright.source.svg.reader import read_drawing
from cardwright_tools.cli.errors import UsageError

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardwright import Game

FOLDER = "pictures"
# Prefix of the name of a back's picture, before its kind.
BACK = "back-"
DRAWN = ".svg"
ENDINGS = (".png", ".jpg", ".jpeg", DRAWN)
MAX_BYTES = 16 * MEBIBYTE
MAX_PIXELS = 40_000_000
# Limit for the sides of a picture in pixels: more than the widest card at 300 dpi.
MAX_SIDE_LENGTH = 1200
PAPER = (255, 255, 255)


def pictures_of(game: "Game") -> dict[tuple[str, str], Path]:
    """Return the pictures of a game by `(set, id)`. For backs and the game's own pieces, the set is ""."""
    place = place_of(str(game.folder or game.name))
    if place is None:
        return {}
    folders = {"": place.folder / FOLDER, **{name: place.cards / name / FOLDER for name in game.all_sets}}
    return {(name, word): path for name, folder in folders.items() for word, path in _list_pictures(folder)}


def _list_pictures(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the pictures of a folder with their names; links and special files are skipped."""
    if folder.is_symlink() or not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in ENDINGS and path.is_file() and not path.is_symlink():
            yield path.stem, path


def jpeg(path: Path) -> bytes:
    """Return a picture encoded again as JPEG. Raises UsageError if it is no picture, or too large."""
    try:
        stat = path.stat()
    except OSError as error:
        raise UsageError(f"{path} cannot be used as a picture: {error.strerror}.") from error
    return _encode_jpeg(path, stat.st_mtime_ns, stat.st_size)


def embed_picture(path: Path | None) -> str:
    """Return a picture as an address that contains it; "" for None. Raises UsageError as `jpeg` does."""
    return "" if path is None else f"data:image/jpeg;base64,{base64.b64encode(jpeg(path)).decode()}"


@lru_cache(maxsize=64)
def _encode_jpeg(path: Path, _changed: int, _size: int) -> bytes:
    encoded = io.BytesIO()
    _decode(path).save(encoded, format="JPEG", quality=90)
    return encoded.getvalue()


def _decode(path: Path) -> "Image":
    """Return the picture upright, on white, and no larger than printed."""
    try:
        import typst  # noqa: F401 - it draws what is drawn in lines
        from PIL import Image, ImageOps, UnidentifiedImageError
    except ImportError as error:
        raise UsageError(f"{path}: pictures need a package more: pip install 'cardwright[print]'") from error
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # of what is odd in a file, nothing is guessed
            if path.suffix.lower() == DRAWN:
                whole = drawn(read_drawing(read_text(path, "strict")), MAX_SIDE_LENGTH)
                return whole.crop(ImageOps.invert(whole).getbbox())
            with Image.open(io.BytesIO(read_ordinary(path, MAX_BYTES)), formats=("PNG", "JPEG")) as found:
                if found.width * found.height > MAX_PIXELS:
                    raise ValueError(f"it has more than {MAX_PIXELS:,} pixels")
                upright = ImageOps.exif_transpose(found).convert("RGBA")
    except Exception as error:
        why = "it is neither PNG nor JPEG" if isinstance(error, UnidentifiedImageError) else error
        raise UsageError(f"{path} cannot be used as a picture: {why}") from error
    upright.thumbnail((MAX_SIDE_LENGTH, MAX_SIDE_LENGTH))
    paper = Image.new("RGB", upright.size, PAPER)
    paper.paste(upright, mask=upright.getchannel("A"))
    return paper


def drawn(shapes: tuple[SvgShape, ...], size: int) -> "Image":
    """Return shapes as a picture with `size` pixels a side, black on white."""
    import typst
    from PIL import Image

    page = f"#set page(width: {size}pt, height: {size}pt, margin: 0pt)\n"
    page += f'#image(bytes(sys.inputs.drawing), format: "svg", width: {size}pt)'
    svg = alone(Icon("picture", shapes), "#000000", size)
    png = typst.compile(page.encode(), format="png", ppi=72, sys_inputs={"drawing": svg}, ignore_system_fonts=True)
    assert isinstance(png, bytes)
    with Image.open(io.BytesIO(png)) as found:
        return found.convert("RGB")


def symbols(icons: Iterable[Icon]) -> str:
    """Return icons as SVG symbols without a colour, so that they take the colour of the text around them."""
    return "".join(
        f'<symbol id="{escape(icon.name)}" viewBox="0 0 {SIZE:g} {SIZE:g}">'
        f"{''.join(map(_draw_shape, icon.shapes))}</symbol>"
        for icon in dict.fromkeys(icons)
    )


def sprite(drawn: str) -> str:
    """Return an invisible SVG element with the symbols of a page, or "" for none."""
    return f'<svg width="0" height="0" aria-hidden="true" focusable="false">{drawn}</svg>' if drawn else ""


def icon_html(icon: Icon | None) -> str:
    """Return the HTML of an icon without a description, because words next to it give its meaning."""
    if icon is None:
        return ""
    return f'<svg class="icon" width="16" height="16" aria-hidden="true"><use href="#{icon.name}"/></svg>'


def alone(icon: Icon, ink: str, size: float = SIZE) -> str:
    """Return an icon as a separate SVG file; `ink` is its colour as `#rrggbb`."""
    drawn = "".join(_draw_shape(shape, ink) for shape in icon.shapes)
    box = f'viewBox="0 0 {SIZE:g} {SIZE:g}" width="{size:g}" height="{size:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{drawn}</svg>'


def _draw_shape(shape: SvgShape, ink: str = "currentColor") -> str:
    painted = {"fill": _colour(shape.fill, ink)}
    if shape.rule != "nonzero":
        painted["fill-rule"] = shape.rule
    if shape.stroke and shape.width:
        painted |= {"stroke": _colour(shape.stroke, ink), "stroke-width": f"{shape.width:g}"}
        painted |= {"stroke-linecap": shape.cap, "stroke-linejoin": shape.join}
    said = "".join(f' {word}="{escape(value)}"' for word, value in painted.items())
    return f'<path d="{escape(print_path(shape.steps))}"{said}/>'


def _colour(colour: str, ink: str) -> str:
    return {INK: ink, "": "none"}.get(colour, colour)
