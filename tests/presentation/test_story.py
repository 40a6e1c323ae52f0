"""What happened is told whole: what was before somebody's last answer, and what came after it."""

from collections.abc import Iterator, Sequence

import pytest
from tests.presentation.test_table import GAMES, moments

from cardwright.presentation.story import Line, earlier_story, story


def flat(lines: Sequence[Line]) -> Iterator[str]:
    """All that moved and all that counters became: in the course of what is told only where something comes of it."""
    for line in lines:
        yield from (each for each in (line.text, *line.counts) if "→" in each)
        yield from flat(line.lines)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_lost_between_the_story_and_what_was_told_before(game: str) -> None:
    for state in moments(game, 60)[9::10]:
        for viewer in range(state.program.players):
            whole = list(flat(story(state, viewer, 0).lines))
            before, since = (list(flat(each.lines)) for each in (earlier_story(state, viewer), story(state, viewer)))
            both = [*before, *since]
            assert whole[len(whole) - len(both) :] == both
            assert len(both) == len(whole) or len(before) > 10
