"""No warning advises to tell everybody what is secret."""

from pathlib import Path

import pytest

from cardwright import check_paths

GAME = """game: lodge
players: 3
powers_work_in: [role]
kinds: {card: {plural: cards, attributes: {}}}
pieces: [{id: lamb, copies: 2}, {id: seer, power: "after you think_of: POWER"}]
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}}
  player: {role: {of: cards, see: owner}}
memory:
  player: {aim: {is: player, secret: yes}, learned: {is: player, secret: yes}, known: player}
library: |
  step setup:
    shuffle(deck)
    for each p in players: move(top(deck), to: p.role)
  step play:
    secretly for each p in players:
      p choose q from players where it is not p: p think_of(q)
    for each p in players: p.aim = nobody
  verb think_of(player) "think of somebody": you.aim = player
  verb watch(victim: player) "watch somebody": you.learned = victim
  verb look_up(victim: player) "look somebody up": show(victim.role, to: you)
  verb expose(victim: player) "expose somebody": you.known = victim
  rule final_score(player): count(players where known is player or learned is player)
"""


@pytest.mark.parametrize(
    ("power", "advice"),
    [
        ("watch(player)", set()),
        ("look_up(player)", set()),
        ("you.learned = player", set()),
        ("expose(player)", {"unmentioned-role"}),
        ("you.known = player", {"direct-change"}),
    ],
)
def test_only_what_all_may_know_is_to_be_told(power: str, advice: set[str], tmp_path: Path) -> None:
    place = tmp_path / "lodge.yaml"
    place.write_text(GAME.replace("POWER", power))
    found = {each.code for each in check_paths([place])[0]}
    assert found & {"unmentioned-role", "direct-change"} == advice
