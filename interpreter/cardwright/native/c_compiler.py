"""C compilers of this machine: find one and build shared libraries within a time limit."""

from __future__ import annotations

import hashlib
import os
import platform
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from cardwright.source.trusted_disk_cache import cache_key, read_cache, write_cache

# Limit for the time of compilation, in seconds. The largest game takes about twenty on a free processor.
MAX_COMPILE_LENGTH = 240.0
MAX_ANSWER_LENGTH = 20.0
PAUSE = 0.02
# The reason for no compilation if it was no longer needed.
OVER = "the games were over before they were compiled"
NAMES = ("cc", "clang", "gcc")
FLAGS = (
    "-O2", "-march=native", "-std=gnu11", "-fPIC", "-shared", "-fvisibility=hidden", "-fwrapv", "-fno-strict-aliasing",
    "-w", "-ffp-contract=off", "-fno-math-errno",
)  # fmt: skip
# The level for code that is compiled with little optimization: it takes half as long to compile.
LITTLE = "-Og"
# The divisor of the number of units: if at most this part must be compiled after an edit, and for few matches, it is
# compiled without optimization.
SMALL = 8


class NotNative(Exception):
    """Error with the reason why a game is played in Python instead of compiled C, as a sentence without full stop."""


@dataclass(frozen=True)
class Compiler:
    """A C compiler: its command and its version text."""

    command: tuple[str, ...]
    version: str


def find_compiler() -> Compiler:
    """Return the C compiler named by `CC`, else `cc`, `clang` or `gcc`, else that of the package `ziglang`.

    Raises NotNative if there is none, or if the named one does not work.
    """
    return _find_by_name(os.environ.get("CC", ""), os.environ.get("PATH", ""))


@lru_cache(maxsize=8)
def _find_by_name(chosen: str, path: str) -> Compiler:
    if chosen:
        try:
            command = tuple(shlex.split(chosen))
        except ValueError:
            command = ()
        version = _render_version(command) if command else None
        if version is None:
            raise NotNative("the C compiler that CC names does not answer")
        return Compiler(command, version)
    for name in NAMES:
        place = shutil.which(name, path=path)
        if place is not None and (version := _render_version((place,))) is not None:
            return Compiler((place,), version)
    if find_spec("ziglang") is not None:
        command = (sys.executable, "-m", "ziglang", "cc")
        if (version := _render_version(command)) is not None:
            return Compiler(command, version)
    raise NotNative("there is no C compiler (cc, clang, gcc or the package ziglang)")


def _render_version(command: tuple[str, ...]) -> str | None:
    try:
        result = subprocess.run(
            [*command, "--version"],
            capture_output=True,
            timeout=MAX_ANSWER_LENGTH,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return result.stdout.decode("utf-8", "replace") if result.returncode == 0 else None


@lru_cache(maxsize=1)
def identify_processor() -> str:
    """Return an identifier of this machine's processor; compiled code may not run on another one."""
    parts = [platform.system(), platform.machine(), platform.processor()]
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        parts += sorted({line for line in lines if line.split(":")[0].strip() in ("model name", "flags", "Features")})
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def build_library(
    texts: Sequence[str],
    compiler: Compiler,
    given: Sequence[str] | None = None,
    stopped: Callable[[], bool] = lambda: False,
    soon: bool = False,
    little: int = 0,
) -> tuple[bytes, bool]:
    """Return the shared library of some C texts, and True if it was compiled now or False if it is from the cache.

    Each text is compiled to an object file, unless that is cached; after a small change only a few are compiled.
    `given` replaces the usual compiler flags. With `soon`, changed texts are not optimized, if they are few. The last
    `little` texts are compiled with little optimization. See
    `source/trusted_disk_cache.py` for which cached objects are trusted. Raises NotNative if the compiler fails, takes
    too long, or `stopped()` returns True.
    """
    flags = tuple(FLAGS if given is None else given)
    usual = tuple(flag for flag in flags if flag != "-shared")
    first_little = len(texts) - little
    levels = [usual if place < first_little else _set_level(usual, LITTLE) for place in range(len(texts))]
    with_what = (*compiler.command, compiler.version, *flags, identify_processor())
    key, keys = _make_keys(texts, levels, with_what)
    if isinstance(kept := read_cache(key), bytes):
        return kept, False
    objects = [read_cache(each) for each in keys]
    if soon and objects.count(None) * SMALL <= len(texts):
        fast = _set_level(usual, "-O0")
        levels = [fast if found is None else level for found, level in zip(objects, levels, strict=True)]
        key, keys = _make_keys(texts, levels, with_what)
        if isinstance(kept := read_cache(key), bytes):
            return kept, False
        objects = [read_cache(each) if found is None else found for found, each in zip(objects, keys, strict=True)]
    with tempfile.TemporaryDirectory(prefix="cardwright-native-", ignore_cleanup_errors=True) as folder:
        library, end = Path(folder, "game.so"), time.monotonic() + MAX_COMPILE_LENGTH
        try:
            commands = []
            for place, (text, found) in enumerate(zip(texts, objects, strict=True)):
                if isinstance(found, bytes):
                    Path(folder, f"{place}.o").write_bytes(found)
                else:
                    Path(folder, f"{place}.c").write_text(text, encoding="ascii")
                    commands.append([*compiler.command, *levels[place], "-c", "-o", f"{place}.o", f"{place}.c"])
            _run_commands(commands, folder, end, stopped)
            for place, found in enumerate(objects):
                if not isinstance(found, bytes):
                    write_cache(keys[place], Path(folder, f"{place}.o").read_bytes())
            parts = [f"{place}.o" for place in range(len(texts))]
            _run_commands([[*compiler.command, *flags, "-o", library.name, *parts, "-lm"]], folder, end, stopped)
            made = library.read_bytes()
        except OSError as error:
            raise NotNative(f"the C compiler left no library ({error.strerror or 'no reason given'})") from None
    write_cache(key, made)
    return made, True


def _set_level(flags: Sequence[str], level: str) -> tuple[str, ...]:
    """Return compiler flags with another level of optimization."""
    return tuple(level if flag == "-O2" else flag for flag in flags)


def _make_keys(
    texts: Sequence[str], levels: Sequence[tuple[str, ...]], with_what: Sequence[str]
) -> tuple[str, list[str]]:
    """Return the cache keys of C texts compiled with the flags `levels`: one for all together, and one for each."""
    keys = [cache_key("object", text, *level, *with_what) for text, level in zip(texts, levels, strict=True)]
    return cache_key("library", *keys), keys


def _run_commands(commands: Sequence[list[str]], folder: str, end: float, stopped: Callable[[], bool]) -> None:
    """Run compiler commands, in parallel on all processors.

    Raises NotNative if one fails, if they are not done by `end`, or if `stopped()` returns True.
    """
    waiting = list(commands)
    running: list[subprocess.Popen[bytes]] = []
    try:
        while waiting or running:
            while waiting and len(running) < (os.cpu_count() or 1):
                running.append(_start(waiting.pop(0), folder))
            if stopped():
                raise NotNative(OVER)
            if time.monotonic() > end:
                raise NotNative(f"the C compiler took longer than {MAX_COMPILE_LENGTH:.0f} seconds")
            with suppress(subprocess.TimeoutExpired):
                running[0].wait(PAUSE)
            for each in [each for each in running if each.poll() is not None]:
                running.remove(each)
                if each.returncode != 0:
                    raise NotNative(f"the C compiler failed (exit code {each.returncode})")
    finally:
        for each in running:
            _kill_compiler(each)
            each.wait()


def _start(command: list[str], folder: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _kill_compiler(running: subprocess.Popen[bytes]) -> None:
    """End a compiler and the programs it started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(running.pid, signal.SIGKILL)
        else:
            running.kill()
