"""Input of a pick of several pieces, one by one or several in a line, in any order.

The game may need the answers in a certain order.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from cardwright.presentation.answers.option_list import label_options
from cardwright.runtime.decision import DONE_WITH_IT, PICKS_NONE
from cardwright_tools.terminal.drawing.numbered_options import Labelled, find_exact_option, find_option, match_options

if TYPE_CHECKING:
    from cardwright import Decision, PickProgress, Several, State

HINT = ("pick", "in any order, several in a line if you like")
ORDER_HINT = ("put in order", "first to last, several in a line if you like")


class PickError(Exception):
    """Error for a pick that is not possible, with the reason."""


@dataclass
class MultiPick:
    """A pick of several items in progress: the decision, and the indices of the items picked so far."""

    asked: "Decision"
    several: "Several"
    state: "State"
    chosen: list[int] = field(default_factory=list)

    @property
    def decision(self) -> "Decision":
        """The decision with all options that can still be picked, under their original numbers."""
        several, following = self.several, self._going_on.next
        left = [
            replace(option, text=f"{option.text} ×{count}" if count > 1 else option.text)
            for option, counted in zip(self._list_items(), several.counts, strict=True)
            if (count := counted - self.chosen.count(option.index)) and option.index in following
        ]
        ending = [self._ending] if self.enough and not several.ordered else []
        hints = (
            [(self._render_progress(), ", ".join(self._names()))]
            if self.chosen
            else [ORDER_HINT if several.ordered else HINT]
            if several.most > 1
            else []
        )
        return replace(self.asked, options=(*left, *ending), context=(*self.asked.context, *hints))

    @property
    def enough(self) -> bool:
        """True if the pick can end here."""
        return self._going_on.enough

    @property
    def _going_on(self) -> "PickProgress":
        return self.state.going_on(self.chosen)

    @property
    def missing(self) -> int:
        """Number of picks still required."""
        return max(0, self.several.least - len(self.chosen))

    @property
    def complete(self) -> bool:
        """True if no further item can be picked."""
        return not self._going_on.next

    @property
    def _ending(self) -> Labelled:
        return self._list_labelled()[-1]

    @property
    def _end(self) -> Labelled:
        text = DONE_WITH_IT if self.chosen or self.several.picked else PICKS_NONE
        key = next((option.key for option in self.asked.options if option.declines), "done")
        return Labelled(len(self.several.items), text, key, declines=True)

    def _list_items(self) -> list[Labelled]:
        return self._list_labelled()[:-1]

    def _list_labelled(self) -> list[Labelled]:
        """Return all options with fixed labels, the one that ends the pick last."""
        items = [
            Labelled(place, item.text, item.key, item.group, item.note, kind=item.group or "item")
            for place, item in enumerate(self.several.items)
        ]
        offered = [*items, self._end]
        return [replace(each, label=label) for each, label in zip(offered, label_options(offered), strict=True)]

    def _render_progress(self) -> str:
        several, count = self.several, self.several.picked + len(self.chosen)
        most = several.picked + several.most
        if several.ordered:
            return "order so far"
        if several.least == several.most:
            return f"{count} of {most} picked"
        return f"{count} picked" if several.most == sum(several.counts) else f"{count} of up to {most} picked"

    def _names(self) -> list[str]:
        if self.several.ordered:
            return [self.several.items[place].text for place in self.chosen]
        counts = Counter(self.chosen)
        names = {place: self.several.items[place].text for place in counts}
        return [f"{count} {names[place]}" if count > 1 else names[place] for place, count in counts.items()]

    # ------------------------------------------------------------ what was typed

    def pick(self, places: list[int]) -> bool:
        """Pick some items; return True if the pick is complete.

        Raises PickError, and picks none, if one is impossible.
        """
        ends = places[-1:] == [len(self.several.items)]
        picked = [*self.chosen, *places[: len(places) - ends]]
        before = self.chosen
        for place, count in Counter(picked).items():
            if place == len(self.several.items):
                raise PickError("`done` comes last; nothing was picked.")
            if count > self.several.counts[place]:
                raise PickError(self._explain_too_often(place))
        if len(picked) > self.several.most:
            raise PickError(f"These are {len(picked)}; you can pick at most {self.several.most}.")
        self.chosen = picked
        reason = self._explain_misfit(ends)
        if reason:
            self.chosen = before
            raise PickError(reason)
        return ends or self.complete

    def _explain_misfit(self, ends: bool) -> str:
        """Return why the picks so far cannot be extended (or, with `ends`, completed); "" if they can."""
        picked, going_on = self.chosen, self._going_on
        if ends and len(picked) < self.several.least and not going_on.enough:
            made = f"These are {len(picked)};" if picked else "Nothing is picked yet:"
            return f"{made} you must pick at least {self.several.least}."
        if going_on.enough or (going_on.next and not ends):
            return ""
        return (
            "These picks are not complete yet." if going_on.next else "These picks do not go together: choose others."
        )

    def _explain_too_often(self, place: int) -> str:
        name, count = self.several.items[place].text, self.several.counts[place]
        if place in self.chosen and count == 1:
            return f"{name} is already picked; type `undo` to put back your last pick."
        return f"{name} can be picked {'only once' if count == 1 else f'{count} times'}."

    def exactly(self, line: str) -> list[int]:
        """Return the index of the option that a line names exactly, as a list; [] if there is none."""
        found = find_exact_option(self._list_all(), line)
        return [] if found is None else [found.index]

    def places(self, line: str) -> list[int]:
        """Return the indices of the options that a line names in order, or [] if a part is unknown or ambiguous."""
        everything = self._list_all()
        if "," in line:
            parts = [find_option(everything, part.strip()) for part in line.split(",") if part.strip()]
            return [] if None in parts else [option.index for option in parts if option is not None]
        words, places = line.split(), []
        while words:
            # a name can have several words, so the longest match at the beginning counts
            found = ((end, find_option(everything, " ".join(words[:end]))) for end in range(len(words), 0, -1))
            end, option = next(((end, option) for end, option in found if option is not None), (0, None))
            if option is None:
                alone = match_options(self.decision, line)
                return [alone[0].index] if len(alone) == 1 else []
            places.append(option.index)
            del words[:end]
        return places

    def _list_all(self) -> "Decision":
        return replace(self.asked, options=tuple(self._list_labelled()))
