"""What callers of the library can rely on: whatever public docstrings say is raised can be caught by a public name."""

from __future__ import annotations

import builtins
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator

import cardwright
from cardwright import bots

# Raised and caught inside the library; nothing public lets them through.
INTERNAL = {
    *("BeyondC", "Hidden", "LayoutError", "NotFollowed", "UnsupportedInCError", "NotNative", "YamlRefusedError"),
    *("Ended", "PathError"),
    "SvgError",
    *("HeldError", "RecordError"),
    *(
        "ChanceAsked",
        "NotTold",
        "TimeLimitError",
        "TooManyDecisionsError",
        "TooManyZones",
        "UnclearError",
        "UnknownPart",
        "UnmetError",
    ),
}
# What these import need not be installed.
ENGINES = [f"cardwright.adapters.{engine}" for engine in ("gymnasium", "openspiel", "pettingzoo")]


def own_exceptions() -> dict[str, type[BaseException]]:
    """Every exception that the library defines, by name."""
    found: dict[str, type[BaseException]] = {}
    for module in pkgutil.walk_packages(cardwright.__path__, "cardwright."):
        if module.name in ENGINES:
            continue
        for name, each in vars(importlib.import_module(module.name)).items():
            if inspect.isclass(each) and issubclass(each, BaseException) and each.__module__.startswith("cardwright"):
                found[name] = each
    return found


def public_texts() -> Iterator[tuple[str, str]]:
    """The docstring of everything public, by what it is called."""
    for package in (cardwright, bots):
        for name in package.__all__:
            each = getattr(package, name)
            yield name, inspect.getdoc(each) or ""
            for member in dir(each) if inspect.isclass(each) else ():
                value = inspect.getattr_static(each, member)
                if not member.startswith("_") and "cardwright" in str(getattr(value, "__module__", "cardwright")):
                    yield f"{name}.{member}", inspect.getdoc(value) or ""


def test_every_public_name_is_there() -> None:
    for package in (cardwright, bots):
        assert all(hasattr(package, name) for name in package.__all__)
        assert sorted(package.__all__) == list(package.__all__)


def test_whatever_a_public_text_says_is_raised_is_public() -> None:
    own, public = own_exceptions(), {*cardwright.__all__, *bots.__all__}
    said = {(place, word) for place, text in public_texts() for word in re.findall(r"\b[A-Z]\w+\b", text)}
    named = {(place, word) for place, word in said if word in own}
    assert {word for _, word in named} >= {"ChanceMismatch", "IllegalAnswer", "RunawayError", "CannotExplain"}
    assert [(place, word) for place, word in sorted(named) if word not in public] == []
    builtin = {word for _, word in said if word.endswith("Error") and word not in {*own, "Error"}}
    assert all(issubclass(getattr(builtins, word), Exception) for word in builtin)


def test_no_exception_of_the_library_is_without_a_public_name() -> None:
    public = tuple(getattr(cardwright, name) for name in cardwright.__all__ if name in own_exceptions())
    for name, each in own_exceptions().items():
        assert name.startswith("_") or name in INTERNAL or issubclass(each, public), name
        assert inspect.getdoc(each), name


def test_public_exceptions_are_of_few_sorts() -> None:
    """So that one `except` for what files and callers do wrong needs no list of ours."""
    for name in cardwright.__all__:
        each = getattr(cardwright, name)
        if inspect.isclass(each) and issubclass(each, BaseException):
            assert issubclass(each, ValueError | LookupError | RuntimeError | cardwright.CardwrightError), name
