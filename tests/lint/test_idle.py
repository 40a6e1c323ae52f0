"""Powers that can never do anything because of what their piece is, where it lies, or that nobody is `you` there."""

from pathlib import Path

import pytest
from tests.lint.fair import GAME, power_on, told_of

from cardwright import ScenarioSuite

GONE = "after `{}` the card is in {}, and this ability works in {}"
NOBODY = "this never happens: nobody controls a {} in {}, who could be `you` here"
UNNAMED = (
    "this never happens: nobody controls a {} in {}, so nobody performs `{}`: name the player, as in `player {}`, or"
)


def test_the_fair_itself_is_sound(tmp_path: Path) -> None:
    assert told_of("card", "on open: earn(1)", tmp_path) == []


@pytest.mark.parametrize(
    ("kind", "power", "way_out"),
    [
        ("card", "on visit: earn(1)", "write `after players visit`"),
        ("booth", "on visit: player earn(1)", "write `after players visit(booth: this)`"),
        ("booth", "on toss: player earn(1)", "write `after players toss`"),
        ("guest", "on open: earn(1)", "write `after players open`"),
        ("card", "after players toss(card: square): earn(1)", ""),
        ("card", "after players visit(booth: [this]): earn(1)", ""),
        ("card", "after you.hand earn: earn(1)", ""),
        ("card", "forbid players visit(booth: [this])", ""),
        ("card", "modify fee(player: [this]): add 1", ""),
    ],
)
def test_what_an_event_can_never_be_about_is_refused(kind: str, power: str, way_out: str, tmp_path: Path) -> None:
    [found] = told_of(kind, power, tmp_path)
    assert (found.code, found.severity) == ("wrong-type", "error")
    assert way_out in found.label


@pytest.mark.parametrize(
    ("kind", "power", "said"),
    [
        ("card", "on toss: earn(1)", GONE.format("toss", "`discard_pile`", "`stall`")),
        ("card", "on throw: earn(1)", GONE.format("throw", "`discard_pile`", "`stall`")),
        ("card", "after you toss(card: this): earn(1)", "write `before you toss(card: this)`"),
        (
            "card",
            "after players toss where card is this: player earn(1)",
            GONE.format("toss", "`discard_pile`", "")[:40],
        ),
        ("card", "after players discard where this in cards: player earn(1)", "after `discard` the card is in"),
        ("card", "after sweep where this in cards: earn(1)", "after `sweep` the card is in `discard_pile`"),
        ("card", "on store: earn(1)", "after `store` the card is in `hand` or `store`"),
        ("card", "after players toss(card: you.stall): earn(1)", "after `toss` the piece is in `discard_pile`, and"),
        ("card", "after you open where card.price is 2 and card in you.hand: earn(1)", "asks for one in `hand`"),
        ("card", "after opponents throw(card: players.stall where price is 2): earn(1)", "write `before opponents"),
        ("card", "in hand: on open: earn(1)", GONE.format("open", "`stall`", "`hand`")),
        ("card", "in discard_pile: on toss: earn(1)", UNNAMED.format("card", "`discard_pile`", "earn", "earn")),
        ("card", "in stall, discard_pile: on toss: earn(1)", UNNAMED.format("card", "`discard_pile`", "earn", "earn")),
        ("booth", "after players visit(booth: this): earn(1)", UNNAMED.format("booth", "`square`", "earn", "earn")),
        (
            "booth",
            "after you earn: draw(1)",
            "name `player`, who performs `earn`, in place of `you`, or give `booth`",
        ),
        ("booth", "forbid opponents visit(booth: this)", NOBODY.format("booth", "`square`")),
        ("booth", "modify fee(player: you): add 1", NOBODY.format("booth", "`square`")),
        ("booth", "offer evening: earn(1)", "this is never offered: nobody controls a booth in `square`"),
        ("card", "in store: after players earn: draw(1)", UNNAMED.format("card", "`store`", "draw", "draw")),
        (
            "card",
            "in store: after players visit:\n    player may draw(1): earn(1)",
            "nobody performs `earn`: name the player",
        ),
        (
            "card",
            "in store: after players earn: may draw(1)",
            "so `may` asks nobody: name the player, as in `player may`, or",
        ),
        ("guest", "in inside: on visit: earn(1)", "in the game file: the `owner` of a piece does not count"),
    ],
)
def test_what_can_never_do_anything_is_told(kind: str, power: str, said: str, tmp_path: Path) -> None:
    power = power.replace(": on", ":\n  on").replace(": after", ":\n  after") if power.startswith("in ") else power
    [found] = told_of(kind, power, tmp_path)
    assert (found.code, found.severity) == ("never-fires", "warning")
    assert said in f"{found.message}: {found.label}"


@pytest.mark.parametrize(
    ("kind", "power"),
    [
        ("card", "before players toss(card: this): earn(1)"),
        ("card", "in discard_pile:\n  on toss: player earn(1)"),
        ("card", "in stall, discard_pile:\n  on toss: player earn(1)"),
        ("card", "after players toss(card: discard_pile): earn(1)"),
        ("card", "after players toss(card: you.stall + discard_pile): earn(1)"),
        ("card", "after players toss where card in you.stall or card.price is 2: earn(1)"),
        ("card", "after players swap(card: you.stall): earn(1)"),
        ("card", "on swap: earn(1)"),
        ("card", "in hand:\n  on store: earn(1)"),
        ("booth", "after players visit(booth: this): player earn(1)"),
        ("booth", "modify fee: add 1"),
        ("guest", "in meadow:\n  after players earn: draw(1)"),
    ],
)
def test_nothing_is_told_of_what_can(kind: str, power: str, tmp_path: Path) -> None:
    rules = GAME.replace("  verb earn", "  verb leave(guest): move(guest, to: meadow)\n  verb earn")
    rules = rules.replace(
        "    window(evening)\n", "    window(evening)\n    may choose guest from you.home: leave(guest)\n"
    )
    found = told_of(kind, power, tmp_path, rules)
    assert [each for each in found if each.code != "unscoped-modifier"] == []


@pytest.mark.parametrize(
    ("wares", "told"),
    [
        ("player.stall", "asks for one in `stall`"),
        ("player.stall + player.hand", "asks for one in `hand` or `stall`"),
        ("player.stall + discard_pile", ""),
    ],
)
def test_zones_are_found_behind_rules(wares: str, told: str, tmp_path: Path) -> None:
    rules = GAME.replace("  rule fee", f"  rule wares(player) gives cards: {wares}\n  rule fee", 1)
    found = told_of("card", "after players toss(card: wares(you)): earn(1)", tmp_path, rules)
    assert [each.message.rpartition("this ")[2] for each in found if each.code == "never-fires"] == [told] * bool(told)


# A verb that puts the card away unless a condition about the card holds.
SHORT = """\
  rule stays(card) "{card} stays": no
  rule dear(card) "{card} is dear": card.price >= 3
  verb tell(card) "tell {card}":
    move(card, to: you.stall)
    if CONDITION: toss(card)
  verb earn"""
TELL = "    window(evening)\n    may choose card from you.stall: tell(card)\n"


def told_where(condition: str, power: str, below: Path) -> list[str]:
    """Return the diagnostics of a power in a game in which `tell` puts its card away under a condition."""
    rules = GAME.replace("  verb earn", SHORT.replace("CONDITION", condition)).replace("    window(evening)\n", TELL)
    return [each.message for each in told_of("card", power, below, rules) if each.code == "never-fires"]


@pytest.mark.parametrize(
    "condition",
    [
        "not stays(card)",
        "card.price < 3",
        "card.price is 1 or stays(card)",
        "not dear(card) and card in you.stall",
        "card in you.stall and not (stays(card) or dear(card))",
    ],
)
def test_a_condition_that_is_the_same_for_a_card_is_seen_through(condition: str, tmp_path: Path) -> None:
    [said] = told_where(condition, "on tell: earn(1)", tmp_path)
    assert "after `tell` the card is in `discard_pile`, and this ability works in `stall`" in said


@pytest.mark.parametrize(
    ("condition", "power"),
    [
        ("not stays(card)", "on tell: earn(1)\nmodify stays(card: this): set yes"),
        ("not stays(card)", "on tell: earn(1)\nmodify stays where card.price > 1: set yes"),
        ("not stays(card)", "on tell: earn(1)\non open: modify stays(card: this) until you toss: set yes"),
        ("not stays(card)", "on tell: earn(1)\non open choose c from you.hand: copy_power(c, onto: this)"),
        ("card.price > 1", "on tell: earn(1)"),
        ("card in (next(you)).stall", "on tell: earn(1)"),
        ("you.coins > 2", "on tell: earn(1)"),
    ],
)
def test_a_condition_that_can_differ_is_not_seen_through(condition: str, power: str, tmp_path: Path) -> None:
    assert told_where(condition, power, tmp_path) == []


# Bodies of a verb `lose(card)`, and whether a power in a stall can never act after it.
LOSSES = {
    "move(card, to: card.controller.hand)": True,
    "move([card], to: card.controller.hand)": True,
    "let who = card.controller\n    move(card, to: who.hand)": True,
    "move(card, to: discard_pile)\n    move(card, to: card.controller.hand)": True,
    "toss(card)\n    move(card, to: card.controller.hand)": True,
    "move(card, to: card.controller.stall)": False,
    "move(card, to: card.controller.hand)\n    move(card, to: you.stall)": False,
    "if you.coins > 0: move(card, to: card.controller.hand)": False,
    "move(the(you.hand), to: card.controller.hand)": False,
}


@pytest.mark.parametrize("body", LOSSES)
def test_a_move_to_whoever_controls_the_card_is_certain_where_powers_work(body: str, tmp_path: Path) -> None:
    verb = f'  verb lose(card) "lose {{card}}":\n    {body}\n  verb earn'
    offer = "    window(evening)\n    may choose card from you.stall: lose(card)\n"
    rules = GAME.replace("  verb earn", verb).replace("    window(evening)\n", offer)
    found = told_of("card", "after players lose(card: this): earn(1)", tmp_path, rules)
    told = [each.message for each in found if each.code == "never-fires"]
    assert [each.startswith("this never happens: after `lose`") for each in told] == [True] * LOSSES[body]
    assert not [each for each in found if each.severity == "error"]


@pytest.mark.parametrize(
    "reaction",
    [
        "instead of players toss: player earn(3)",
        "forbid players toss where card.price is 2",
        "after players toss: player open(card)",
    ],
)
def test_what_others_can_do_about_it_counts(reaction: str, tmp_path: Path) -> None:
    """A card that is thrown may lie where it did, or be put back, if another card sees to it."""
    power = f"on throw: earn(1)\n{reaction}"
    assert told_of("card", power, tmp_path, GAME) == []


def test_a_booth_that_somebody_can_own_or_use_is_never_told_of(tmp_path: Path) -> None:
    owned = GAME.replace("booth: {", "booth: {memory: {owner: player}, ")
    assert told_of("booth", "after players visit(booth: this): earn(1)", tmp_path / "owned", owned) == []
    used = GAME.replace("    sweep(", "    may use(the(first(square)), as: you)\n    sweep(")
    assert told_of("booth", "offer evening: earn(1)", tmp_path / "used", used) == []


@pytest.mark.parametrize(
    ("kind", "power", "deed", "coins"),
    [
        ("card", "on toss: earn(1)", "P1 toss(odd)", 0),
        ("card", "before players toss(card: this): earn(1)", "P1 toss(odd)", 1),
        ("card", "in discard_pile:\n  on toss: earn(1)", "P1 toss(odd)", 0),
        ("card", "in discard_pile:\n  on toss: player earn(1)", "P1 toss(odd)", 1),
        ("card", "on throw: earn(1)", "P1 throw(odd)", 1),
        ("card", "after players toss(card: you.stall): earn(1)", "P1 toss(plain)", 0),
        ("card", "before players toss(card: you.stall): earn(1)", "P1 toss(plain)", 1),
        ("card", "on throw: earn(1)\ninstead of you toss: nothing", "P1 throw(odd)", 2),
        ("card", "after sweep where this in cards: earn(1)", "sweep(P1.stall)", 0),
        ("booth", "after players earn: earn(1)", "P1 earn(1)", 1),
        ("booth", "after you earn: player earn(1)", "P1 earn(1)", 1),
    ],
)
def test_it_is_true(kind: str, power: str, deed: str, coins: int, tmp_path: Path) -> None:
    folder = power_on(kind, power, tmp_path)
    given = "{P1.stall: [odd, plain]}" if kind == "card" else "{}"
    path = folder / "scenarios/it.yaml"
    path.parent.mkdir()
    scenario = f"{{name: it, given: {given}, when: [{{do: '{deed}'}}], then: P1.coins is {coins}}}"
    path.write_text(f"players: 2\nscenarios:\n  - {scenario}\n", encoding="utf-8")
    suite = ScenarioSuite()
    suite.add(path)
    assert [suite.run(each).diagnostics for each in suite.scenarios] == [()]
