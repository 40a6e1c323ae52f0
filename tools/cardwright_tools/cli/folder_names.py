"""Names that become those of files and folders: what some system would take for something else is refused on all."""

from collections.abc import Iterable
from pathlib import Path

# Devices of Windows, whatever stands behind a dot: nobody there could unpack or check out a game with such a file.
DEVICES = frozenset(
    (
        *("con", "prn", "aux", "nul", "conin$", "conout$", "clock$"),
        *(f"{port}{sign}" for port in ("com", "lpt") for sign in "0123456789¹²³"),
    )
)


def unfit(name: str, folder: Path, planned: Iterable[str] = ()) -> str | None:
    """Why a name cannot be that of a file or folder in a folder, beside others that are planned; None when it can."""
    if name.partition(".")[0].casefold() in DEVICES:
        return f"`{name}` is the name of a device on Windows"
    if name.endswith((".", " ")):
        return f"`{name}` ends in {'a dot' if name.endswith('.') else 'a blank'}, which Windows takes away"
    names = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    other = next((one for one in (*names, *planned) if one != name and one.casefold() == name.casefold()), None)
    return f"`{name}` differs from `{other}` only in capitals, which many systems do not tell apart" if other else None
