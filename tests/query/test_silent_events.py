"""The log of a player is the same for all roles of others that the player cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from cardwright import State, load_game

GAME = """game: camp
players: 3
powers_work_in: [role]
kinds: {card: {plural: cards, attributes: {wolf: yes_no}}}
pieces: [{id: lamb, wolf: no}, {id: wolf, wolf: yes}, {id: seer, wolf: noPOWER}]
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}, open: {of: cards}}
  player: {role: {of: cards, see: owner}}
memory:
  table: {nights: number}
  player:
    aim: {is: player, secret: yes}
    marked: {is: player, secret: yes}
    hurt: yes_no
    gift: {is: number, secret: yes}
    luck: {is: number, see: nobody}
    fate: {is: player, see: nobody}
library: |
  step setup:
    shuffle(deck)
    for each p in players: move(top(deck), to: p.role)
  step play:
    let one = the(players where seat is 1)
    let two = the(players where seat is 2)
    secretly for each p in players:
      p choose q from players where it is not p: p think_of(q)
    NIGHT
    nights += 1
    for each p in players:
      p choose one:
        option "Sleep": nothing
        option "Wait": nothing
  verb think_of(player) "think of somebody": you.aim = player
  verb mark(player) "mark {player}": you.marked = player
  verb peek(player) "peek at {player}": show(player.role, to: you)
  verb point_at(player) "point at {player}": nothing
  verb bite(player) "bite {player}": player.hurt = yes
  verb hide "hide": you.marked = you
  verb doom(victim: player) "doom {victim}": victim.fate = you
  verb wave "wave": nothing
  step dream "a dream":
    for each p in bad: p.marked = p
  rule bad gives players: players where any(role where wolf)
  rule final_score(player): player.gift + player.luck
"""
OPTIONS = '        option "Mark": p mark(p)\n        option "No": nothing'
# What some roles do by night, which must not tell who has them; `POWER` is that of the seer.
SECRET = {
    "who acts": ("", "for each p in bad: p mark(p.aim)"),
    "whether somebody acts": ("", "for each p in players:\n      if p in bad: p mark(p)"),
    "who is the doer": ("", "let p = the(bad)\n    p mark(p)"),
    "in a step without a name": ("", "if any(one.role where wolf): dream"),
    "who is shown cards": ("", "for each p in bad: show(next(p).role, to: p)"),
    "to whom all are shown": ("", "show(players.role, to: bad)"),
    "whose cards are shown": ("", "for each p in players where seat is 3: show(p.aim.role, to: p)"),
    "a power that marks": ("after you think_of: mark(player)", "nothing"),
    "a power that looks": ("after you think_of: show(player.role, to: you)", "nothing"),
    "a power that looks by a verb": ("after you think_of: peek(player)", "nothing"),
    "a power that sees a silent verb": ("after opponents mark: mark(player)", "for each p in bad: p mark(p.aim)"),
    "a power that sees a public event": ("after opponents think_of: peek(player)", "nothing"),
    "a question to one role": ("", "for each p in bad:\n      p choose q from players: p mark(q)"),
    "a look by one role": ("", "for each p in bad:\n      p choose q from players: show(q.role, to: p)"),
    "a choice of a power": ("after opponents think_of:\n      choose q from players: you peek(q)", ""),
    "a choice that may be declined": (
        "",
        "secretly for each p in players:\n      p may choose q from players: p mark(p)",
    ),
    "a secret option": ("", f"secretly for each p in players:\n      p choose one:\n{OPTIONS}"),
    "a power that writes what its player sees": ("after you think_of: player.marked = player", "nothing"),
    "a power that counts what its player sees": ("after you think_of: player.gift = 7", "nothing"),
    "a power that rolls for another": ("after you think_of: player.gift = roll(6)", "nothing"),
    "a power that shows to another": ("after you think_of: show(player.role, to: player)", "nothing"),
    "a power that lets another do something": ("after you think_of: player hide", "nothing"),
    "who else is shown cards": ("", "show(one.role, to: players where it is one or it in bad)"),
    "a showing between public events": (
        "",
        "for each p in players:\n      p wave\n      if p in bad: show(one.role, to: one)",
    ),
    "a silent verb between public events": ("", "for each p in players:\n      p wave\n      if p in bad: one hide"),
    "a power that writes what nobody sees": ("after you think_of: player.fate = you", "nothing"),
    "a power that counts what nobody sees": ("after you think_of: player.luck = 7", "nothing"),
    "a power that rolls for nobody": ("after you think_of: player.luck = roll(6)", "nothing"),
    "a power that dooms": ("after you think_of: doom(player)", "nothing"),
    "a step that dooms": ("", "for each p in bad: p doom(p.aim)"),
    "an answer that nobody sees": ("", "for each p in bad:\n      p choose q from players: q.fate = p"),
}
# Viewers who are told of more in some deals, of which the others are told nothing.
CONCERNED = {
    "whose cards are shown": (2,),
    "a power that counts what its player sees": (1, 2),
    "a power that rolls for another": (1, 2),
    "a power that shows to another": (1, 2),
    "a power that lets another do something": (1, 2),
}
# What is done aloud.
ALOUD = {
    "with an effect that all see": ("for each p in bad: p bite(p.aim)", "bites"),
    "an announcement": ("for each p in bad: p point_at(p.aim)", "points at"),
    "by everybody": ("for each p in players: p mark(p)", "marks"),
    "an open choice": ("one choose q from players: one mark(q)", "marks"),
    "an open option": ('one choose one:\n      option "Mark": one mark(two)\n      option "No": nothing', "marks"),
    "a showing to a known player": ("show(two.role, to: one)", "shown to P1"),
}


def played(folder: Path, power: str, night: str, roles: tuple[str, ...]) -> State:
    """A game with some roles, played until the night is over."""
    folder.mkdir(exist_ok=True)
    (folder / "camp.yaml").write_text(
        GAME.replace("POWER", power and f', power: "{power}"'.replace("\n", "\\n")).replace("NIGHT", night)
    )
    state = load_game(folder / "camp.yaml").dictated(3, seed=1, outcomes={"shuffle deck": [list(roles)]})
    while "Sleep" not in str(state.decision):
        assert state.decision is not None
        state.apply(0)
    return state


def written(state: State, viewer: int) -> Iterator[str]:
    """Everything that is told to a player."""
    return map(str, state.log_since(0, viewer))


@pytest.mark.parametrize("word", SECRET)
def test_others_hear_the_same_whichever_roles_they_have(word: str, tmp_path: Path) -> None:
    power, night = SECRET[word]
    heard: dict[tuple[int, str], set[tuple[str, ...]]] = {}
    for roles in permutations(("lamb", "wolf", "seer")):
        state = played(tmp_path / word.replace(" ", "_"), power, night, roles)
        for viewer, role in enumerate(roles):
            if role == "lamb" and viewer not in CONCERNED.get(word, ()):  # others may know more
                heard.setdefault((viewer, role), set()).add(tuple(written(state, viewer)))
    assert heard
    assert all(len(each) == 1 for each in heard.values()), heard


@pytest.mark.parametrize("word", ALOUD)
def test_what_everybody_can_know_or_sees_is_told(word: str, tmp_path: Path) -> None:
    night, text = ALOUD[word]
    state = played(tmp_path, "", night, ("lamb", "wolf", "seer"))
    for viewer in range(3):
        assert any(text in each for each in written(state, viewer)), list(written(state, viewer))
