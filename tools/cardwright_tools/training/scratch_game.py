"""Temporary copy of a game with added rules, so that bots can use them without changing the game."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.source.atomic_write import write_whole
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.read_with_size_limit import read_ordinary
from cardwright_tools.training.features import Feature

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright.game.loading import GamePlace
    from cardwright.native.engine import Engine

ADDED = "cardwright_training.yaml"
# The line of the first feature in the added file.
FIRST_LINE = 2
FEATURE, LEARNED = "trained_feature_", "trained_valuation_"


class ScratchGame:
    """A copy of a game's files in a temporary folder, with a rule for each feature and each learned valuation."""

    def __init__(
        self, place: "GamePlace", below: Path, without: Path | None = None, instead: str = "", over_all: bool = False
    ) -> None:
        """Copy the files of a game to a folder in `below`.

        If the file `without` is given, it is left out or, with `instead`, replaced by a file with that text. With
        `over_all`, added valuations measure the margin over the mean of all opponents, not over the best. Raises
        OSError.
        """
        self.folder = below / "games" / place.name
        self.folder.mkdir(parents=True)
        for path in place.shared():
            self._copy(path, below / "cards" / path.name)
        for path in place.own_files():
            inside = path.relative_to(place.cards) if path.is_relative_to(place.cards) else None
            copy = self.folder / path.name if inside is None else below / "cards" / place.name / inside
            if without is None or resolve_path(path) != resolve_path(without):
                self._copy(path, copy)
            elif instead:
                write_whole(copy, instead.encode())
        for path in set(place.every_file()).difference(place.files()):  # the icons and templates of the game
            self._copy(path, self.folder / path.relative_to(place.folder))
        self.features: list[Feature] = []
        self.of_players = 0
        self.content = ""
        self.over_all = over_all
        self.valuations: list[str] = []

    @staticmethod
    def _copy(path: Path, to: Path) -> None:
        to.parent.mkdir(parents=True, exist_ok=True)
        write_whole(to, read_ordinary(path))

    def take(self, found: Sequence[Feature], clocks: Sequence[Feature] = ()) -> None:
        """Add a rule to the game for each feature that is valid in it, and drop the other features.

        `found` are features of a player; `of_players` becomes the number of those that were added. `clocks` are
        features with one value for all players. Raises CardwrightError if the game itself has errors.
        """
        from cardwright import CardwrightError, load_game

        self.features = [*found, *clocks]
        while True:
            self._write()
            try:
                self.content = load_game(self.folder).content_hash
            except CardwrightError as error:
                wrong = {each.span.line for each in error.diagnostics if Path(each.span.path).name == ADDED}
                left = [each for number, each in enumerate(self.features, start=FIRST_LINE) if number not in wrong]
                if len(left) == len(self.features):
                    raise
                self.features = left
            else:
                self.of_players = sum(each not in clocks for each in self.features)
                return

    def add(self, valuations: Sequence[str]) -> list[str]:
        """Add valuations as rule texts, and return the names of their rules."""
        before = len(self.valuations)
        self.valuations += valuations
        self._write()
        return self._names()[before:]

    def _names(self) -> list[str]:
        return [f"{LEARNED}{number}" for number, _ in enumerate(self.valuations, start=1)]

    def text_of(self, valuation: str) -> str:
        """Return the rule text of an added valuation by the name of its rule; "" for ""."""
        return self.valuations[int(valuation.removeprefix(LEARNED)) - 1] if valuation else ""

    def rule_names(self) -> list[str]:
        """Return the names of the features' rules, in order."""
        return [f"{FEATURE}{number}" for number in range(len(self.features))]

    @property
    def asked(self) -> list[Feature]:
        """The features, each as a call of its rule, to be used in other rules of this game."""
        names = zip(self.rule_names(), self.features, strict=True)
        return [Feature(f"{rule}(player)", each.words) for rule, each in names]

    def _write(self) -> None:
        rules = [f"rule {FEATURE}{n}(player) gives number: {each.text}" for n, each in enumerate(self.features)]
        added = self._names()
        named = zip(added, self.valuations, strict=True)
        rules += [f"rule {name}(player) gives number: {text}" for name, text in named]
        lines = ["library: |", *(f"  {rule}" for rule in rules)] if rules else ["{}"]
        lines += [f"lead_over_all: [{', '.join(added)}]"] if self.over_all and added else []
        write_whole(self.folder / ADDED, "\n".join(lines) + "\n")


@lru_cache(maxsize=2)
def open_scratch(folder: str, sets: tuple[str, ...], content: str) -> "Game":
    """Return the game in a folder, loaded once for each `content`, the hash of its files."""
    from cardwright import load_game

    return load_game(folder, sets)


# matches with several numbers of players alternate
@lru_cache(maxsize=12)
def open_engine(game: "Game", players: int) -> "Engine":
    """Return the engine of a game in compiled C. Raises NotNative."""
    from cardwright.native.engine import Engine

    return Engine(game, players)
