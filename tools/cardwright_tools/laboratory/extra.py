"""Libraries that only some commands need, and what to install when they are missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from cardwright_tools.cli.failure import UsageError


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Imports of an extra's libraries; UsageError that names the extra when one of them is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0].startswith("cardwright"):
            raise
        raise UsageError(
            f"this needs {error.name}, which is not installed: pip install 'cardwright[{extra}]'"
        ) from error
