"""Division of numbers, rounded or exact, and fractions that are shown as mixed numbers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

# A whole number, or a fraction: the exact result of a division that is not rounded.
Exact = int | Fraction


class MixedNumber(Fraction):
    """A fraction that is not whole, shown as `3 1/3`. What is computed with it is an `int` where it is whole."""

    __slots__ = ()

    def __str__(self) -> str:
        whole, part = divmod(abs(self.numerator), self.denominator)
        sign = "-" if self.numerator < 0 else ""
        return f"{sign}{f'{whole} ' if whole else ''}{part}/{self.denominator}"

    def __format__(self, form: str) -> str:
        sign = "+" if form.startswith("+") and self > 0 else ""
        return format(sign + str(self), form.lstrip("+").rstrip(","))

    def __reduce__(self) -> tuple[type[Fraction], tuple[int, int]]:
        return MixedNumber, (self.numerator, self.denominator)


def _wrap(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of fractions whose result is a whole number or a mixed number."""

    def compute(*numbers: Any) -> Any:
        found = method(*numbers)
        return simplify(found) if isinstance(found, Fraction) else found

    return compute


for _name in "__add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __truediv__ __rtruediv__ __neg__ __abs__".split():
    setattr(MixedNumber, _name, _wrap(getattr(Fraction, _name)))


def simplify(number: Fraction) -> Exact:
    """Return a fraction as a whole number or a mixed number."""
    return int(number) if number.denominator == 1 else MixedNumber(number.numerator, number.denominator)


def plain(value: Any) -> Exact:
    """Return the number that a value stands for; yes is 1 and no 0. Raises Hidden for an unknown value."""
    return value if isinstance(value, Fraction) else int(value)


def as_figure(number: Exact) -> float:
    """Return a number for statistics: a whole number as it is, and a fraction as a float."""
    return number if isinstance(number, int) else float(number)


def share(left: Exact, right: Exact) -> Exact:
    """Divide numbers exactly; division by 0 gives 0."""
    return simplify(Fraction(plain(left)) / right) if right else 0


def divide(left: Exact, right: Exact, up: int) -> int:
    """Divide numbers, rounding up or down; division by 0 gives 0."""
    if right == 0:
        return 0
    return int(-(-left // right) if up else left // right)
