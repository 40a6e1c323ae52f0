"""Disk cache of computed results; an entry is used only if this user wrote it.

Programs are cached as code objects, so that a person who can write an entry can run code as the user who reads it. Two
checks are made of every entry, because neither implies the other:

- *Is it unchanged?* An entry stores its length and the SHA-256 of its key and content, which detects flipped bits, torn
  files, and entries under another name. Anybody can compute such a hash, so that it does not show who wrote the entry.
  Therefore the content is sealed with BLAKE2b under a random 256-bit key that is stored beside the entries: content
  changed by any other program is rejected, even with a correct hash.

- *Who wrote it?* An entry counts only if it is an ordinary file of this user (no link) that nobody else may write, in a
  folder for which the same holds, and if nobody else can replace that folder: all folders above belong to this user or
  to root, and others may not write there, unless the sticky bit protects foreign files (`/tmp`). A group with this user
  as its only member counts as the user. Anybody else who can write there is root, and could run code anyway.

An entry that fails a check is computed again without a message; so is an entry that its reader cannot decode, or that
does not fit in memory. On Windows, where permissions are not modes, a folder inside the user's profile counts as the
user's own.
"""

import hashlib
import marshal
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from cardwright.source.atomic_write import replace_file
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.read_with_size_limit import read_bounded

# Mark at the beginning of an entry. It changes with the format, so that versions can share a folder.
_FORM = b"cardwright-cache-3\n"
_LENGTH = 8
_HEAD = len(_FORM) + _LENGTH + hashlib.sha256().digest_size
# The file name of the key, and the length of the key and of a checksum in bytes.
_KEY, _SEAL = "key", 32
# Limit for an entry, larger than any program of a game with the most pieces.
_MAX_BYTES = 512 * 1024 * 1024
# The name of our own folder in the chosen one, which has permissions of its own.
_OWN = "cardwright-programs"
# These flags do not wait for the other end of a pipe, and follow no link.
_READING = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_USERS = hasattr(os, "geteuid")


def cache_folder() -> Path | None:
    """Return the folder of the disk cache, or None if `CARDWRIGHT_CACHE` is empty.

    It is `CARDWRIGHT_CACHE` if that is set, else a folder in the user's cache. A relative `XDG_CACHE_HOME` is
    ignored, as its standard requires: it would depend on the current folder.
    """
    chosen = os.environ.get("CARDWRIGHT_CACHE")
    if chosen is not None:
        return Path(chosen).absolute() / _OWN if chosen else None
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    with suppress(RuntimeError):  # the home folder of this user is unknown
        return (base if base.is_absolute() else Path("~/.cache").expanduser()) / "cardwright" / _OWN
    return None


def cache_key(*parts: object) -> str:
    """Return the name of a cache entry, a hash of the values on which the entry depends."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:40]


def read_cache(key: str, understood: Callable[[Any], Any] | None = None) -> Any:
    """Return the value stored under a key; None if there is no trusted entry.

    `understood` decodes the entry. If it raises an exception, the entry counts as missing.
    """
    folder = cache_folder()
    if folder is None:
        return None
    try:
        sealing, content = _read_own(folder, _KEY), _read_own(folder, f"{key}.bin")
        if sealing is None or content is None:
            return None
        found = marshal.loads(_check_entry(key, content, sealing))
        return found if found is None or understood is None else understood(found)
    except Exception:  # noqa: BLE001 - whatever is wrong with it, it can be worked out anew
        return None


def write_cache(key: str, value: Any) -> None:
    """Store a value under a key, atomically. Does nothing if the cache is disabled or cannot be written."""
    folder = cache_folder()
    if folder is None:
        return
    try:
        content = marshal.dumps(value)
        # an object that only resembles a plain value, such as a number of another library, would be stored as bytes
        if marshal.loads(content) == value and _ensure_private_folder(folder):
            entry = folder / f"{key}.bin"
            if entry.is_symlink():
                entry.unlink()
            sealed = _seal(content, _read_sealing_key(folder)) + content
            with replace_file(entry, durable=False, mode=0o600) as file:
                file.write(_make_head(key, sealed) + sealed)
    except (OSError, ValueError, EOFError, TypeError, RuntimeError, MemoryError):
        return


def _read_sealing_key(folder: Path) -> bytes:
    """Return the secret key that seals the entries of a folder, and create it if it is missing. Raises OSError."""
    with suppress(FileNotFoundError):
        found = _read_own(folder, _KEY)
        if found is not None and len(found) == _SEAL:
            return found
    place = folder / _KEY
    if place.is_symlink():
        place.unlink()
    made = os.urandom(_SEAL)
    with replace_file(place, durable=False, mode=0o600) as file:
        file.write(made)
    return made


def _seal(content: bytes | memoryview, sealing: bytes) -> bytes:
    """Return the seal of some content under the key `sealing`. Raises ValueError for an invalid key."""
    if len(sealing) != _SEAL:
        raise ValueError("no key")
    return hashlib.blake2b(content, digest_size=_SEAL, key=sealing).digest()


def _make_head(key: str, content: bytes | memoryview) -> bytes:
    digest = hashlib.sha256(f"{key}\n".encode())
    digest.update(content)
    return _FORM + len(content).to_bytes(_LENGTH, "big") + digest.digest()


def _check_entry(key: str, entry: bytes, sealing: bytes) -> memoryview:
    """Return the content of an entry. Raises ValueError if it is not what was written under this key."""
    sealed = memoryview(entry)[_HEAD:]
    content = sealed[_SEAL:]
    if entry[:_HEAD] != _make_head(key, sealed) or sealed[:_SEAL] != _seal(content, sealing):
        raise ValueError("not what was written")
    return content


# ---------------------------------------------------------------- whose it is


def _read_own(folder: Path, name: str) -> bytes | None:
    """Return the bytes of an entry if it belongs to this user, else None. Raises OSError if there is no entry."""
    place = folder / name
    if not _is_ours(folder) or place.is_symlink():
        return None
    with open(os.open(place, _READING), "rb") as file:  # noqa: PTH123 - of a descriptor
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or not is_only_ours(status) or status.st_size > _MAX_BYTES:
            return None
        return read_bounded(file, _MAX_BYTES)


def _ensure_private_folder(folder: Path) -> bool:
    """Make a folder that only this user can change, or check an existing one; return False if that fails."""
    for each in (*reversed(folder.parents), folder):
        if not each.exists():
            with suppress(FileExistsError):
                each.mkdir(mode=0o700)
    if _USERS and _lies_safe(folder):
        status = folder.lstat()
        if stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() and status.st_mode & 0o077:
            folder.chmod(0o700)
            if status.st_mode & 0o022:
                # other users may have moved files of this user here
                for entry in (*folder.glob("*.bin"), folder / _KEY):
                    entry.unlink(missing_ok=True)
    return _is_ours(folder)


def _is_ours(folder: Path) -> bool:
    """Return True if the folder is this user's, only this user may write in it, and nobody else can replace it."""
    if not _USERS:
        return resolve_path(folder).is_relative_to(resolve_path(Path.home()))
    status = folder.lstat()
    return stat.S_ISDIR(status.st_mode) and is_only_ours(status) and _lies_safe(folder)


def is_only_ours(status: os.stat_result) -> bool:
    """Return True if a file or folder with this status belongs to this user, and nobody else may write to it."""
    return not _USERS or (status.st_uid == os.geteuid() and not status.st_mode & 0o022)


def _lies_safe(folder: Path) -> bool:
    above = {*folder.parents, *resolve_path(folder).parents}
    return all(_is_protected(each.stat()) for each in above)


def _is_protected(status: os.stat_result) -> bool:
    """Return True if only this user and root can replace the entries of a folder with this status."""
    if status.st_uid not in (os.geteuid(), 0):
        return False
    if status.st_mode & stat.S_ISVTX or not status.st_mode & 0o022:
        return True
    return not status.st_mode & 0o002 and _is_alone(status.st_gid)


def _is_alone(group: int) -> bool:
    """Return True if the group has this user as its only member, as on systems with one group per user."""
    try:
        import grp
        import pwd

        own, found = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except (ImportError, KeyError):
        return False
    return own.pw_gid == group and found.gr_name == own.pw_name and set(found.gr_mem) <= {own.pw_name}
