"""Sentences of part one on the ends of a game, each with the moment at which its condition is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.english.renderer import English, LibraryStep
from cardwright.phrases.inflection import capitalize, join_items
from cardwright.presentation.rulebook.part_one.outline import Outline
from cardwright.presentation.rulebook.rule_text_sections import ENDS, WHEN
from cardwright.presentation.rulebook.turn_and_phases import Procedure
from cardwright.syntax import tree as syntax

if TYPE_CHECKING:
    from cardwright.presentation.rulebook.rule_text_sections import Writer

COURSE = "“How the game goes”"
AFTER_ALL = f"The game ends after the last step of {COURSE}."
StepLister = Callable[[Procedure], Sequence[LibraryStep]]
Sentences = Iterator[tuple[str, tuple[str, ...]]]


class EndsWriter:
    """Writer of the sentences on the ends of one game. `steps` lists the steps of a procedure as part one has them."""

    def __init__(self, writer: Writer, english: English, outline: Outline, steps: StepLister) -> None:
        self.writer = writer
        self.english = english
        self.play = outline.procedures["play"]
        self.steps = steps

    def sentences(self) -> Sentences:
        """Yield each sentence, and the words that it mentions."""
        early = [each for each in self.writer.endings(True) if not each[0].startswith(WHEN)]
        for text, words in early:
            yield (text if words else self._place_in_course(text)), words
        yield from self._find_regular_end(bool(early))

    def _place_in_course(self, text: str) -> str:
        """Return the text on an end that comes during the game, with the step at which it comes."""
        steps = self.steps(self.play)
        found = [number for number, each in enumerate(steps, 1) if _ends(each)]
        bare = ENDS.rstrip(".")
        if len(found) != 1 or len(steps) == 1:
            return f"{text.rstrip('.')} (see {COURSE})."
        return text.replace(bare, f"{bare} at step {found[0]} of {COURSE}", 1)

    def _find_regular_end(self, early: bool) -> Sentences:
        """Yield the sentence on the end of a game that is played to its end."""
        body = self.play.node.body.statements
        loops = [place for place, each in enumerate(body) if _is_until(each)]
        if loops:
            yield self._end_loop(loops[-1]), ()
            return
        last = body[-1] if body else None
        match last:
            case syntax.RepeatNode(
                kind="times", body=syntax.BodyNode(statements=(syntax.PerformNode(word=word, subject=None),))
            ):
                part = self.english.heading(word)
                yield (f"The game ends after the last {part.partition(' ')[2]}." if _is_one(part) else AFTER_ALL), ()
            case syntax.RepeatNode(kind="forever"):
                pass
            case _ if not early:
                yield AFTER_ALL, ()

    def _end_loop(self, place: int) -> str:
        """Return the sentence on the end of the last loop of the course, and on the steps after it."""
        laps = self.english.laps(self.play, {self.writer.turn, self.writer.course.declared_turn})
        over, ends = laps[-1]
        until = f"either {join_items(ends, 'or')}" if len(ends) > 1 else ends[0]
        when = f"{over or 'all that is repeated has been done'} and {until}"
        done, number = len(self._list_until(place)), len(self.steps(self.play))
        if done >= number:
            return f"{WHEN}{when}."
        rest = (
            f"step {number} of {COURSE} follows"
            if done + 1 == number
            else (f"steps {done + 1} to {number} of {COURSE} follow")
        )
        return capitalize(f"when {when}, {rest}, and then the game ends.")

    def _list_until(self, place: int) -> Sequence[LibraryStep]:
        node = self.play.node
        first = replace(node, body=replace(node.body, statements=node.body.statements[: place + 1]))
        return self.steps(replace(self.play, node=first))


def _is_until(node: syntax.Stmt) -> bool:
    return isinstance(node, syntax.RepeatNode) and node.kind == "until"


def _is_one(heading: str) -> bool:
    return heading.startswith(("A ", "An "))


def _ends(step: LibraryStep) -> bool:
    """Return True if a step ends the game."""
    return "finish" in step.words or any(map(_ends, (*step.parts, *step.rest)))
