"""Which options of a command go together: one that would do nothing beside others, or without them, is refused."""

import argparse
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardwright_tools.cli.failure import UsageError


class Belong(NamedTuple):
    """Options that do something only beside one of others. Both are called as the help calls them."""

    options: tuple[str, ...]
    to: tuple[str, ...]
    why: str = ""


class Apart(NamedTuple):
    """Options that do nothing where one of others is given."""

    mode: tuple[str, ...]
    options: tuple[str, ...]
    why: str


def given_of(actions: Iterable[argparse.Action], arguments: argparse.Namespace, words: Sequence[str]) -> frozenset[str]:
    """The options that stand among the words of a command, also with their usual values, and what else was named."""
    return frozenset(
        name for action in actions if (name := _called(action)) and _is_given(action, name, arguments, words)
    )


def check_modes(modes: Iterable[Apart | Belong], given: frozenset[str]) -> None:
    """Raise UsageError for options that do nothing beside the others that were given."""
    for mode in modes:
        if isinstance(mode, Belong):
            if given.intersection(mode.options) and not given.intersection(mode.to):
                verb = "belongs" if len(mode.options) == 1 else "belong"
                why = f": {mode.why}" if mode.why else ""
                raise UsageError(f"{_listed(mode.options, 'and')} {verb} to {_listed(mode.to, 'or')}{why}.")
            continue
        for one in given.intersection(mode.mode):
            if others := [each for each in mode.options if each in given]:
                raise UsageError(f"{one} {mode.why}; leave {_listed(others, 'and')} away.")


def _called(action: argparse.Action) -> str | None:
    if action.option_strings:
        return action.option_strings[0]
    return action.metavar if isinstance(action.metavar, str) else None


def _is_given(action: argparse.Action, name: str, arguments: argparse.Namespace, words: Sequence[str]) -> bool:
    if action.option_strings:
        return any(word == name or word.startswith(f"{name}=") for word in words)
    return getattr(arguments, action.dest, None) not in (None, [], action.default)


def _listed(names: Sequence[str], last: str) -> str:
    *first, end = names
    return f"{', '.join(first)} {last} {end}" if first else end
