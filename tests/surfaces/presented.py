"""Games at the edge of what can be shown: names in many scripts, huge counters, many players, cards and options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

FAMILY = "👩\N{ZERO WIDTH JOINER}👧"
# Of one card there may be so many.
MOST_COPIES = 200
# Names that text processing trips over, by what is odd about them; none is empty, some look so.
NAMES: Mapping[str, tuple[str, ...]] = {
    "latin": ("Cafe\u0301", "A\u030angstro\u0308m", "Łódź", "naïve", "ﬁle", "Straße", "İstanbul"),
    "hebrew": ("שלום", "קלף אדום", "מלך (א)", "12 קלפים"),
    "arabic": ("بطاقة", "مرحبا بالعالم", "كومة ١٢", "ملك"),
    "cjk": ("茶", "手札の山", "카드 한 장", "全角ＡＢＣ"),
    "devanagari and emoji": ("नमस्ते", "पत्ता क्षत्रिय", f"{FAMILY} Family", "🍵🍵🍵", "❤\N{VARIATION SELECTOR-16}"),
    "like something else": ("Quit", "Undo", "Pass", "Done", "7", "1 2", "P1", "yes", "none", "-1", "0", "?", "/a", "h"),
    "nearly empty": (".", "_", "-", "·", "'", "\N{NO-BREAK SPACE}+"),
    "markup": (
        "[bold]Red[/bold]",
        "<b>Blue</b>",
        "{name}",
        "%s %d",
        "C:\\\\new",
        "a&amp;b",
        "**star**",
        "$(x)",
        ":tea:",
    ),
    "long": ("The " + "very " * 27 + "long Name", "Donaudampfschifffahrtsgesellschaftskapitän" * 3),
}


@dataclass(frozen=True)
class Shown:
    """What a game has to show: its names, counters that start so, players, cards in a hand, options, zones, titles."""

    name: str
    names: tuple[str, ...] = ("Tea", "Silk")
    starts: int = 0
    factor: int = 1
    players: tuple[int, int] = (2, 3)
    hand: int = 4
    options: int = 0
    zones: int = 1
    pieces_alike: bool = False


GAMES = (
    *(Shown(f"names_{number}", names) for number, names in enumerate(NAMES.values())),
    Shown("nothing_counted", starts=0),
    Shown("much_counted", starts=1_000_000_000, factor=999),
    Shown("alone", players=(1, 1)),
    Shown("twelve", players=(12, 12), hand=2),
    Shown("large_hand", hand=300),
    Shown("large_hand_alike", hand=300, pieces_alike=True),
    Shown("many_options", options=40),
    Shown("many_zones", zones=14),
)

GAME = """\
game: {name}
title: "{title}"
players: {low} to {high}
active: active
turn: turn
kinds:
  card:
    attributes: {{worth: number}}
    interchangeable: {alike}
zones:
  table:
    deck: {{of: cards, see: nobody, ordered: yes}}
{zones}
  player:
    hand: {{of: cards, see: owner}}
    shop: {{of: cards, see: everyone, ordered: yes, title: "{title}"}}
    aside: {{of: cards, see: face, down: owner}}
memory:
  table: {{active: player}}
  player:
    coins: {{is: number, starts: {starts}, title: "{title}"}}
    wish: {{is: card}}
library: |
  rule final_score(player) "the score of {{player}}": player.coins
  step setup:
    for each p in players:
      p.coins = p.coins * {factor}
      move(top(deck, {hand}), to: p.hand)
    active = the(first(players))
  step play:
    repeat 2 * count(players) times:
      turn
      active = next(active)
  step turn: active act
  verb act "act":
    choose one "{title}?":
      option "{title}": keep
      option for each card in you.hand: sell(card)
{options}
  verb keep "keep something":
    may choose any number of kept from you.hand such that sum(c.worth for each c in kept) < 9: move(kept, to: you.aside)
  verb sell(card) "sell {{card}}":
    you.coins += card.worth
    you.wish = card
    move(card, to: you.shop)
"""


def write_game(shown: Shown, below: Path) -> Path:
    """Write a game and return its folder."""
    folder = below / shown.name
    (folder / "cards/base").mkdir(parents=True)
    title, copies = shown.names[0], -(-max(12, shown.hand + 4) * shown.players[1] // len(shown.names))
    text = GAME.format(
        name=shown.name,
        title=title.replace("{", "(").replace("}", ")"),
        low=shown.players[0],
        high=shown.players[1],
        alike="yes" if shown.pieces_alike else "no",
        starts=shown.starts,
        factor=shown.factor,
        hand=shown.hand,
        zones="\n".join(f"    place_{number}: {{of: cards}}" for number in range(shown.zones)),
        options="\n".join(
            f'      option "{shown.names[n % len(shown.names)]} {n}": you.coins += {n}'.replace("{", "(").replace(
                "}", ")"
            )
            for n in range(shown.options)
        ),
    )
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    cards = [f"game: {shown.name}\nset: base\ncards:"]
    for number, name in enumerate(shown.names):
        cards.append(f'  - id: card_{number}\n    name: "{name}"\n    worth: {number}')
        cards[-1] += f"\n    copies: {min(MOST_COPIES, copies)}"
        for more in range(MOST_COPIES, copies, MOST_COPIES):
            fields = (f'name: "{name} {more}"', f"worth: {number}", f"copies: {min(MOST_COPIES, copies - more)}")
            cards.append("\n    ".join((f"  - id: card_{number}_{more}", *fields)))
    (folder / "cards/base/cards.yaml").write_text("\n".join(cards) + "\n", encoding="utf-8")
    return folder
