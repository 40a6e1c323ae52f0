"""Built-in procedures and functions, each declared once with parameters, types, code and English."""

import importlib
import pkgutil
from functools import lru_cache

from cardwright.builtins.registry import PRIMITIVES, BuiltinParameter, KernelCall, Primitive

__all__ = ["BuiltinParameter", "KernelCall", "Primitive", "all_primitives"]


@lru_cache(maxsize=1)
def all_primitives() -> dict[str, Primitive]:
    """Return all built-ins by name. Each module of this package declares some of them."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    return dict(PRIMITIVES)
