"""Fonts for a text, from a given file, packages or the machine; and characters that none can draw."""

import io
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path

from cardwright.source.read_with_size_limit import MEBIBYTE, read_ordinary
from cardwright_tools.cli.errors import UsageError

# Modules of pymupdf_fonts by style, regular first. The first font is used for all characters that it has.
STATIC = (
    ("FiraGO_Regular", "FiraGO_Bold", "FiraGO_Italic"),
    ("NotoSans_Regular", "NotoSans_Bold"),
    ("NotoSansSymbols2_Regular",),
    ("NotoSansSymbols_Regular",),
    ("NotoSansMath_Regular",),
    ("NotoMusic_Regular",),
)
# A package of fonts for many scripts, of which slanted ones are not used.
SCRIPTS, LEANING = "manimgx_fonts", "Italic"
ENDINGS = (".ttf", ".otf", ".ttc")
# Folders of fonts, by operating system.
OF_MACHINE = {"win32": (r"C:\Windows\Fonts",), "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts")}
OF_OTHERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
# Fonts whose characters are boxes for missing ones.
BOXES = ("lastresort", "last resort", "blank")
# The message for characters that no font has.
NO_SIGN = "no font here has a sign for: {} (another font: --font FILE.ttf)"
MAX_BYTES = 64 * MEBIBYTE
# Characters that are drawn together with the one before, or not at all.
JOINER = "\u200d"
SKIN = range(0x1F3FB, 0x1F400)


@dataclass(frozen=True, slots=True)
class Font:
    """A font, with one file for each of its styles, and the characters it has."""

    contents: tuple[bytes, ...]
    signs: frozenset[int]

    def draws(self, cluster: str) -> bool:
        """Return True if the font has all characters of a cluster, composed or decomposed."""
        forms = (unicodedata.normalize(form, cluster) for form in ("NFC", "NFD"))
        return any(all(ord(sign) in self.signs or _draws_nothing(sign) for sign in form) for form in forms)


@dataclass(frozen=True, slots=True)
class Fonts:
    """Fonts for some texts; a character is drawn by the first font that has it.

    `missing` has the characters that no font has, with the places at which each occurs.
    """

    chosen: tuple[Font, ...]
    missing: dict[str, tuple[str, ...]]

    def describe_missing(self) -> str:
        """Return the characters that no font draws, with the places where they occur, or ""."""
        return ", ".join(f"{sign} ({', '.join(places)})" for sign, places in self.missing.items())


def fonts_for(texts: Iterable[tuple[str, str]], given: Path | None) -> Fonts:
    """Return as few fonts as possible that draw some texts, each given as `(place, text)`.

    Raises UsageError if the `given` file is no font.
    """
    wanted: dict[str, dict[str, None]] = {}
    for place, text in texts:
        for cluster in clusters(text):
            wanted.setdefault(cluster, {})[place] = None
    chosen: list[Font] = []
    for number, load in enumerate(_list_sources(given)):
        if number and not wanted:
            break
        font = load()
        if font is None:
            continue
        drawn = [cluster for cluster in wanted if font.draws(cluster)]
        if drawn or not chosen:
            chosen.append(font)
        for cluster in drawn:
            del wanted[cluster]
    return Fonts(tuple(chosen), {cluster: tuple(places) for cluster, places in wanted.items()})


def clusters(text: str) -> Iterator[str]:
    """Yield the clusters of a text: each is a letter with its combining marks, or joined pictograms."""
    held = ""
    for sign in text:
        joined = unicodedata.category(sign).startswith("M") or sign == JOINER or ord(sign) in SKIN
        if held and (joined or held.endswith(JOINER)):
            held += sign
        else:
            if held and not held.isspace():
                yield held
            held = sign
    if held and not held.isspace():
        yield held


def _draws_nothing(sign: str) -> bool:
    code = ord(sign)
    return (
        unicodedata.category(sign) == "Cf" or sign.isspace() or code in range(0xFE00, 0xFE10) or code in (0x34F, 0x115F)
    ) or code in range(0xE0100, 0xE01F0)


def _list_sources(given: Path | None) -> Iterator[Callable[[], Font | None]]:
    """Yield functions that read a font, the best font first."""
    if given is not None:
        yield lambda: _read_given(given)
    for names in STATIC:
        yield lambda names=names: _read_static(names)  # type: ignore[misc]
    package = files(SCRIPTS)
    for name in sorted(each.name for each in package.iterdir()):
        if name.endswith(ENDINGS) and LEANING not in name:
            yield lambda name=name: _list_package_fonts(name)  # type: ignore[misc]
    for path in _list_machine_fonts():
        yield lambda path=path: _load_font(path)  # type: ignore[misc]


def _read_given(path: Path) -> Font:
    try:
        return _read((read_ordinary(path, MAX_BYTES),))
    except Exception as error:  # a broken font can raise any error
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise UsageError(f"{path} is no font that can be used: {why}. Name a file .ttf or .otf.") from error


@lru_cache(maxsize=len(STATIC))
def _read_static(names: tuple[str, ...]) -> Font:
    return _read(tuple(bytes(import_module(f"pymupdf_fonts.{name}").fontbuffer) for name in names))


@lru_cache(maxsize=32)
def _list_package_fonts(name: str) -> Font:
    return _read(((files(SCRIPTS) / name).read_bytes(),))


@lru_cache(maxsize=32)
def _load_font(path: Path) -> Font | None:
    """Return a font of the machine, or None for a file that cannot be read."""
    try:
        return _read((read_ordinary(path, MAX_BYTES),))
    except Exception:  # noqa: BLE001 - the next one may do
        return None


def _list_machine_fonts() -> Iterator[Path]:
    """Return the font files of this machine, upright regular ones first."""
    found = []
    for folder in OF_MACHINE.get(sys.platform, OF_OTHERS):
        place = Path(folder).expanduser()
        found += [path for path in place.rglob("*") if path.suffix.lower() in ENDINGS]
    plain = [path for path in found if not any(word in path.name.casefold() for word in BOXES)]
    return iter(sorted(plain, key=lambda path: (_style(path), path.as_posix())))


def _style(path: Path) -> bool:
    name = path.stem.casefold()
    return any(word in name for word in ("bold", "italic", "oblique", "light", "thin", "black", "condensed", "mono"))


def _read(contents: tuple[bytes, ...]) -> Font:
    """Return the font in some files. Raises ValueError for a web font, and any error of the font parser."""
    from fontTools.ttLib import TTFont

    with TTFont(io.BytesIO(contents[0]), lazy=True, fontNumber=0) as font:
        if font.flavor is not None:
            raise ValueError("it is a font for browsers")
        return Font(contents, frozenset(font.getBestCmap() or ()))
