"""Line breaking of layouts at a given width, from the outermost groups inwards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Break:
    """A possible line break; `flat` is printed if the line is not broken there."""

    flat: str


@dataclass(frozen=True, slots=True)
class Nest:
    """A layout in which new lines are indented by `depth` more columns."""

    depth: int
    piece: Piece


@dataclass(frozen=True, slots=True)
class BreakGroup:
    """A layout whose direct breaks become line breaks either all or not at all."""

    piece: Piece


Piece = str | Break | Nest | BreakGroup | tuple["Piece", ...]

SPACE = Break(" ")
NOTHING = Break("")


def flatten(piece: Piece) -> str:
    """Return the layout on a single line."""
    words: list[str] = []
    stack = [piece]
    while stack:
        here = stack.pop()
        if isinstance(here, str):
            words.append(here)
        elif isinstance(here, Break):
            words.append(here.flat)
        elif isinstance(here, tuple):
            stack.extend(reversed(here))
        else:
            stack.append(here.piece)
    return "".join(words)


def find_last_text(piece: Piece) -> str:
    """Return the text at the end of a layout, or "" if it ends with a possible line break."""
    while not isinstance(piece, str | Break):
        piece = piece[-1] if isinstance(piece, tuple) else piece.piece
    return piece if isinstance(piece, str) else ""


@dataclass(frozen=True, slots=True)
class _Todo:
    indent: int
    broken: bool
    piece: Piece


def lay_out(piece: Piece, width: int, indent: int) -> str:
    """Return the layout on as few lines as possible, each at most `width` columns.

    The first line begins at column `indent`, which is not written.
    """
    words: list[str] = []
    column = indent
    stack = [_Todo(indent, True, piece)]
    while stack:
        todo = stack.pop()
        here = todo.piece
        if isinstance(here, str):
            words.append(here)
            column += len(here)
        elif isinstance(here, Break):
            words.append("\n" + " " * todo.indent if todo.broken else here.flat)
            column = todo.indent if todo.broken else column + len(here.flat)
        elif isinstance(here, tuple):
            stack.extend(_Todo(todo.indent, todo.broken, part) for part in reversed(here))
        elif isinstance(here, Nest):
            stack.append(_Todo(todo.indent + here.depth, todo.broken, here.piece))
        else:
            stack.append(_Todo(todo.indent, False, here.piece))
            if todo.broken and not _fits(stack, width - column):
                stack[-1] = _Todo(todo.indent, True, here.piece)
    return "".join(words)


def _fits(stack: list[_Todo], room: int) -> bool:
    """Return True if the layout on top of the stack needs at most `room` columns up to the next line break."""
    rest = len(stack) - 1
    todos = [stack[rest]]
    while room >= 0:
        if not todos:
            if rest == 0:
                return True
            rest -= 1
            todos.append(stack[rest])
        todo = todos.pop()
        here = todo.piece
        if isinstance(here, str):
            room -= len(here)
        elif isinstance(here, Break):
            if todo.broken:
                return True
            room -= len(here.flat)
        elif isinstance(here, tuple):
            todos.extend(_Todo(todo.indent, todo.broken, part) for part in reversed(here))
        else:
            # Undecided groups behind the present one count as broken.
            todos.append(_Todo(todo.indent, todo.broken, here.piece))
    return False
