"""A contract for `make imports` that import-linter does not have: no module is reached again from what it imports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from importlinter import Contract, ContractCheck, output


class NoCircles(Contract):
    """No circles of imports among single modules, whatever packages they are in, types included."""

    def check(self, graph: Any, verbose: bool) -> ContractCheck:
        """Find the circles; their modules are told by `render_broken_contract`."""
        found = [sorted(circle) for circle in circles(graph) if len(circle) > 1]
        return ContractCheck(kept=not found, metadata={"circles": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Say which modules import each other."""
        for circle in check.metadata["circles"]:
            output.print_error(f"- {', '.join(circle)}")


def circles(graph: Any) -> Iterator[list[str]]:
    """Modules that reach each other by imports, in groups (Tarjan 1972): alone if a module is in no circle."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    for start in sorted(graph.modules):
        if start in number:
            continue
        path = [(start, iter(sorted(graph.find_modules_directly_imported_by(start))))]
        number[start] = lowest[start] = len(number)
        stack.append(start)
        while path:
            module, imported = path[-1]
            following = next(imported, None)
            if following is None:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[module])
                if lowest[module] == number[module]:
                    place = stack.index(module)
                    yield stack[place:]
                    del stack[place:]
            elif following not in number:
                number[following] = lowest[following] = len(number)
                stack.append(following)
                path.append((following, iter(sorted(graph.find_modules_directly_imported_by(following)))))
            elif following in stack:
                lowest[module] = min(lowest[module], number[following])
