"""Numbers of copies in answers: `tea#2` is the same copy as in the rest of the scenario."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from cardwright.game.state import State
from cardwright.runtime.decision import Option
from cardwright.scenarios.pieces_by_card_id import COPY
from cardwright.source.node_dataclass import frozen
from cardwright.state_slots_and_table_rows import PIECE_MASK


@frozen
class CopyNumbers:
    """The options of a decision that are copies of a card, as `(key, numbers)` by the position of the option.

    The numbers are that of the copy and, for a part, that among the equal parts of its piece. Options that are no
    copies have numbers by position: what the player does not recognise, and several abilities of one piece.
    """

    copies: Mapping[int, tuple[str, tuple[int, ...]]]

    @classmethod
    def of(
        cls, state: State, site: int, numbered: Collection[int], options: Sequence[Option], values: Sequence[int]
    ) -> CopyNumbers:
        """Return the copies among options of a `site`; of the definitions `numbered`, the scenario knows the copies."""
        tables, names = state.program.tables, state.program.naming
        if tables.sites[site].base not in ("piece", "ability"):
            return cls({})
        by_key: dict[str, dict[int, int]] = {}
        for place, option in enumerate(options):
            piece = values[place] & PIECE_MASK
            is_piece = values[place] >= 0 and piece < len(tables.pieces)
            by_key.setdefault(option.key.partition("#")[0], {})[place] = piece if is_piece else -1
        copies: dict[int, tuple[str, tuple[int, ...]]] = {}
        for key, pieces in by_key.items():
            if len(set(pieces.values())) < len(pieces) or any(
                piece < 0 or names.piece_key(piece) != key for piece in pieces.values()
            ):
                continue
            for place, piece in pieces.items():
                whole = tables.whole[piece] if tables.whole[piece] >= 0 else piece
                definition = tables.pieces[whole]
                if definition in numbered:
                    copy = [each for each, number in enumerate(tables.pieces) if number == definition].index(whole) + 1
                    equal = [each for each in tables.parts[whole] if names.piece_key(each) == key]
                    copies[place] = key, (copy, equal.index(piece) + 1) if equal else (copy,)
        return cls(copies)

    def rename(self, options: Sequence[Option]) -> tuple[Option, ...]:
        """Return options with the numbers of their copies in place of those by position."""
        return tuple(
            replace(option, key=self._make_name(place)) if place in self.copies else option
            for place, option in enumerate(options)
        )

    def _make_name(self, place: int) -> str:
        """Return the shortest name that distinguishes a copy: `tea` is the only or the first one."""
        key, numbers = self.copies[place]
        others = [other for named, other in self.copies.values() if named == key]
        if len(others) == 1:
            return key
        if len(numbers) == 1 or len({copy for copy, *_ in others}) == 1:
            return key if numbers[-1] == 1 else f"{key}#{numbers[-1]}"
        card, _, part = key.partition(".")
        return f"{card}#{numbers[0]}.{part}#{numbers[1]}"

    def find(self, word: str) -> list[int] | None:
        """Return the positions of the copies that a word with a number means: `tea#2`, `cog#2.red`, `cog.red#2`.

        Returns None for a word without a number, and for one that names no card among the options.
        """
        found = [COPY.fullmatch(each) for each in word.split(".")]
        if "#" not in word or not all(found):
            return None
        key = ".".join(each[1] for each in found if each)
        wanted = [int(each[2]) if each and each[2] else None for each in found]
        same = {place: numbers for place, (named, numbers) in self.copies.items() if named == key} or {
            place: numbers for place, (named, numbers) in self.copies.items() if named.casefold() == key.casefold()
        }
        if not same:
            return None
        return [
            place
            for place, numbers in same.items()
            if all(number in (None, own) for number, own in zip(wanted, numbers, strict=True))
        ]


NO_COPIES = CopyNumbers({})
