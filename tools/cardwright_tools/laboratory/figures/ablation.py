"""What every power of a game changes, against the card without it."""

from collections.abc import Sequence
from dataclasses import dataclass

from cardwright_tools.laboratory.figures.pairs import CardDifference
from cardwright_tools.laboratory.figures.statistics import corrected

SURE = 0.05


@dataclass(frozen=True)
class Power:
    """A power against its blank; the chances are corrected for the number of powers (Benjamini and Hochberg)."""

    found: CardDifference
    wins_p: float
    lead_p: float

    @property
    def often(self) -> str:
        """In which share of the games it was at work, or, where that is never seen, played."""
        seen, (_, share) = self.found.seen
        return f"{share:.0%}" if seen == "at work" else f"{share:.0%} {seen}"

    @property
    def wins_sure(self) -> bool:
        """Whether it certainly changes who wins."""
        return self.wins_p < SURE

    @property
    def lead_sure(self) -> bool:
        """Whether it certainly changes the score."""
        return self.lead_p < SURE


@dataclass(frozen=True)
class Ablation:
    """All powers, the one that helps its first holder most to win first. `engine` is as in a `Summary`."""

    game: str
    games: int
    bots: tuple[str, ...]
    seed: int
    content: str
    certainty: float
    powers: list[Power]
    engine: str
    engine_why: str


def rank(found: Sequence[CardDifference]) -> list[Power]:
    """The powers by what they change in their first holder's wins, with corrected chances."""
    wins, leads = corrected([one.wins.p for one in found]), corrected([one.lead.p for one in found])
    powers = [Power(one, w, lead) for one, w, lead in zip(found, wins, leads, strict=True)]
    return sorted(powers, key=lambda power: (-power.found.wins.difference.value, power.found.card))
