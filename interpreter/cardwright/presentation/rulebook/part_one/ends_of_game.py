"""Sentences of part one on the ends of a game, each with the moment at which its condition is asked."""

from collections.abc import Callable, Iterator, Sequence

from cardwright.english.renderer import English, LibraryStep
from cardwright.phrases.inflection import join_items
from cardwright.presentation.rulebook.part_one.outline import Outline, list_words
from cardwright.presentation.rulebook.rule_text_sections import ENDS, WHEN, Writer
from cardwright.presentation.rulebook.turn_and_phases import Procedure
from cardwright.syntax import tree as syntax

COURSE, END = "“How the game goes”", "“The end and the score”"
AFTER_ALL = f"The game ends after the last step of {COURSE}."
StepLister = Callable[[Procedure], Sequence[LibraryStep]]
Sentences = Iterator[tuple[str, tuple[str, ...]]]


class EndsWriter:
    """Writer of the sentences on the ends of one game.

    `steps` lists the steps of a procedure as part one has them. `course_tells` is True if the course of the game is on
    the same page, and says what ends its loops.
    """

    def __init__(
        self, writer: Writer, english: English, outline: Outline, steps: StepLister, course_tells: bool
    ) -> None:
        self.writer = writer
        self.english = english
        self.play = outline.procedures["play"]
        self.steps = steps
        self.course_tells = course_tells

    def sentences(self) -> Sentences:
        """Yield each sentence, and the words that it mentions."""
        early = [each for each in self.writer.endings(True) if not each[0].startswith(WHEN)]
        regular = list(self._find_regular_end(bool(early)))
        places = self._find_places()
        if len(early) == 1 and not early[0][1] and len(places) == 1 and regular == [(AFTER_ALL, ())]:
            yield f"{AFTER_ALL.rstrip('.')}, or already at step {places[0]}.", ()
            return
        for text, words in early:
            yield (text if words else self._place_in_course(text, places)), words
        yield from regular

    def _find_places(self) -> list[int]:
        """Return the numbers of the steps of the course that can end the game."""
        steps = self.steps(self.play)
        return [number for number, each in enumerate(steps, 1) if _ends(each)] if len(steps) > 1 else []

    def _place_in_course(self, text: str, places: Sequence[int]) -> str:
        """Return the text on an end that comes during the game, with the step at which it comes."""
        bare = ENDS.rstrip(".")
        if len(places) != 1:
            return f"{text.rstrip('.')} (see {COURSE})."
        return text.replace(bare, f"{bare} at step {places[0]} of {COURSE}", 1)

    def _find_regular_end(self, early: bool) -> Sentences:
        """Yield the sentence on the end of a game that is played to its end."""
        body = self.play.node.body.statements
        loops = [each for each in body if isinstance(each, syntax.RepeatNode) and each.kind == "until"]
        last = body[-1] if body else None
        if loops and (loops[-1] is last or not self.course_tells):
            asked = [each for each in (loops[-1].value,) if each is not None]
            yield self._end_loop(loops[-1] is last), tuple(word for each in asked for word in list_words(each))
            return
        match last:
            case syntax.RepeatNode(
                kind="times", body=syntax.BodyNode(statements=(syntax.PerformNode(word=word, subject=None),))
            ):
                part = self.english.heading(word)
                yield (f"The game ends after the last {part.partition(' ')[2]}." if _is_one(part) else AFTER_ALL), ()
            case syntax.RepeatNode(kind="forever"):
                pass
            case _ if loops or not early:
                yield AFTER_ALL, ()

    def _end_loop(self, is_last: bool) -> str:
        """Return the sentence on the end of the last loop of the course, and on the steps after it."""
        over, ends = self.english.laps(self.play, {self.writer.turn, self.writer.course.declared_turn})[-1]
        when = over or "all that is repeated has been done"
        if not is_last:
            return f"When {when} and {join_items(ends, 'or')}, the rest of {COURSE} follows, and then the game ends."
        if len(ends) == 1:
            return f"{WHEN}{when} and {ends[0]}."
        return f"When {when}, the game ends if {join_items(ends, 'or')}."


def _is_one(heading: str) -> bool:
    return heading.startswith(("A ", "An "))


def _ends(step: LibraryStep) -> bool:
    """Return True if a step ends the game."""
    return "finish" in step.words or any(map(_ends, (*step.parts, *step.rest)))
