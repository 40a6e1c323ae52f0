"""Marks that somebody sees on pieces which they do not see: told by the place, and nothing else of the piece is."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

import cardwright
from cardwright import State, View
from cardwright.adapters.observation_tensor import Encoder
from cardwright.adapters.observation_text import render_observation
from cardwright.presentation.answers.option_list import OptionLine
from cardwright.presentation.arrange_table import build_spectator_table, build_table
from cardwright.presentation.log.tree import build_log_tree
from cardwright.presentation.look import Look
from cardwright.presentation.question import make_question
from cardwright.query.knowledge.masked_state import mask_slots
from cardwright.query.knowledge.unknown_values import Hidden
from cardwright.query.view import ZoneView
from cardwright_tools.rich_styles_of_look import Painter
from cardwright_tools.terminal.drawing.drawn_or_listed_zones import ZoneLayout, list_lines, render_own_zones
from cardwright_tools.web.drawing.viewer_page import Drawing
from cardwright_tools.web.drawing.viewer_state import Person
from cardwright_tools.web.replay_pages import ReplayMoment

GLOWWORMS = "examples/glowworms"
NUTSHELLS = Path("tests/noninterference/games/nutshells")
LEAVES = {
    "P1": ["amber_1", "green_1", "blue_1", "rose_1", "amber_2"],
    "P2": ["amber_3", "green_3", "amber_4", "rose_3", "blue_3"],
    "P3": ["green_4", "green_2", "blue_4", "rose_4", "blue_5"],
}


def told() -> State:
    """P1 has pointed out to P2 what is amber; P2 is asked."""
    order = [worm for leaf in LEAVES.values() for worm in leaf]
    state = cardwright.load_game(GLOWWORMS).dictated(
        3, seed=1, outcomes={"shuffle burrow": [order], "pick player": [0]}
    )
    for text in ("Tell a hue", "P2", "amber"):
        answer(state, text)
    return state


def answer(state: State, text: str) -> None:
    assert state.decision is not None
    state.apply(next(each.index for each in state.decision.options if text in (each.text, each.key)))


def choices_of(state: State) -> tuple[OptionLine, ...]:
    asked = make_question(state, state.player)
    assert asked is not None
    return asked.choices


def leaf(view: View, player: str) -> ZoneView:
    return next(zone for zone in view.zones if (zone.owner, zone.name) == (player, "leaf"))


def seen(view: View, player: str) -> list[dict[str, str]]:
    """The marks that are seen on hidden worms, place by place."""
    return [{mark.name: mark.value for mark in marks} for marks in leaf(view, player).marks]


AMBER, OTHER = {"told_hue": "amber"}, {"other_than[amber]": "yes"}


def test_the_owner_sees_the_marks_and_nothing_else() -> None:
    view = told().view(1)
    assert leaf(view, "P2").pieces == (None,) * 5
    assert seen(view, "P2") == [AMBER, OTHER, AMBER, OTHER, OTHER]
    told_of = json.dumps(asdict(leaf(view, "P2")))
    assert not any(worm in told_of for worm in LEAVES["P2"])
    assert [mark.owner for marks in leaf(view, "P2").marks for mark in marks] == [f"P2.leaf.{n}" for n in range(1, 6)]


def test_who_sees_the_worm_sees_the_marks_on_it() -> None:
    view = told().view(2)
    assert leaf(view, "P2").marks == ()
    told_of = [{mark.name: mark.value for mark in piece.counters} for piece in leaf(view, "P2").pieces if piece]
    assert told_of == [AMBER, OTHER, AMBER, OTHER, OTHER]


def test_what_is_only_for_its_owner_nobody_else_sees_without_the_piece() -> None:
    state = cardwright.load_game(NUTSHELLS).new(3, seed=2)
    program, slots = state.program, state.slots
    row = next(each for each in program.tables.memory if each.word == "told_hue")
    owner, all_of_them = next(each for each in program.tables.memory if each.word == "scratch"), []
    for place, zone in enumerate(program.tables.zones):
        if zone.owner == "player" and zone.word == "bowl":
            for nut in slots[program.tables.zones_from + place]:
                slots[row.base + nut] = 1
                slots[owner.base + nut] = 5
                all_of_them.append(nut)
    assert all_of_them
    marks = [
        {mark.name for each in zone.marks for mark in each}
        for zone in state.view(0).zones
        if zone.name == "bowl" and zone.owner != "P1"
    ]
    assert marks == [{"scratch"}, {"scratch"}]


def test_who_only_watches_sees_what_every_player_sees() -> None:
    [seat] = [seat for seat in build_spectator_table(told()).seats if seat.name == "P2"]
    [zone] = [zone for zone in seat.zones if zone.word == "leaf"]
    assert [piece.back for piece in zone.pieces][::-1] == [
        "▒ 1 (hue amber)",
        "▒ 2 (not amber)",
        "▒ 3 (hue amber)",
        "▒ 4 (not amber)",
        "▒ 5 (not amber)",
    ]


def test_a_mark_goes_with_its_worm_and_ends_where_it_leaves() -> None:
    state = told()
    answer(state, "Let a worm shine")
    answer(state, "P2.leaf.2")
    assert seen(state.view(1), "P2") == [AMBER, AMBER, OTHER, OTHER, {}]
    [grass] = [zone for zone in state.view(1).zones if zone.name == "grass"]
    assert [(piece.id, piece.counters) for piece in grass.pieces if piece] == [("green_3", ())]


def test_in_a_bots_worlds_the_marks_stay_where_they_are() -> None:
    state = told()
    worlds = [state.determinise(1, seed) for seed in range(12)]
    assert all(seen(world.view(1), "P2") == seen(state.view(1), "P2") for world in worlds)
    held = {tuple(piece.id for piece in leaf(world.view(0), "P2").pieces if piece) for world in worlds}
    assert len(held) > 6


def test_a_question_tells_the_marks_of_what_can_be_chosen() -> None:
    state = told()
    answer(state, "Let a worm shine")
    choices = choices_of(state)
    assert [(choice.at, [(fact.title, fact.value) for fact in choice.facts]) for choice in choices] == [
        ("P2.leaf:0", [("hue", "amber")]),
        ("P2.leaf:1", [("not", "amber")]),
        ("P2.leaf:2", [("hue", "amber")]),
        ("P2.leaf:3", [("not", "amber")]),
        ("P2.leaf:4", [("not", "amber")]),
    ]


def test_texts_and_tensors_tell_the_marks_by_their_places() -> None:
    state = told()
    assert "P2.leaf: ? (told_hue = amber), ? (other_than[amber] = yes)" in render_observation(state.view(1))
    encoder = Encoder(state.program)
    tensors = [encoder.encode(state, player) for player in (1, 2)]
    fields = {each.name: each for each in encoder.fields}
    at = [fields[f"zone P2 leaf mark {depth} told_hue"] for depth in range(6)]
    amber = 1 + encoder.words["amber"]
    known, hues = [[tensors[0][each.start + n] for each in at] for n in (0, amber)]
    assert known == [1, 1, 1, 1, 1, 0]
    assert hues == [0, 0, 1, 0, 1, 0]
    # who sees the worms is told of them where they are told
    assert not any(tensors[1][each.start] for each in at)


def nuts(marks: dict[str, list[str]]) -> State:
    """Nutshells, in which P1 has told P2 something."""
    state = cardwright.load_game(NUTSHELLS).new(2, seed=5)
    while state.player != 0:
        answer(state, "Shake the board")
        answer(state, "board.1")
    for text in marks["P1"]:
        answer(state, text)
    return state


def test_rules_can_be_worked_out_by_the_marks_on_hidden_pieces() -> None:
    state = nuts({"P1": ["Scratch one of the string", "P1.string.1"]})
    assert state.decision is not None
    # P2 is asked: by the title all can work out what is scratched most
    assert any(each.text.endswith("above 2") for each in state.decision.options)


def test_a_mark_is_not_found_by_the_piece_it_is_on() -> None:
    state = told()
    slots = mask_slots(state, 1)
    row = next(each for each in state.program.tables.memory if each.word == "told_hue")
    worm = next(n for n in range(len(state.program.tables.pieces)) if state.program.naming.piece_key(n) == "amber_3")
    with pytest.raises(Hidden):
        bool(slots[row.base + worm] == 0)


def test_what_answers_lead_to_is_told_by_marks() -> None:
    state = cardwright.load_game(NUTSHELLS).new(2, seed=5)
    first = state.player
    assert state.decision is not None
    hue = next(
        piece.attributes["hue"]
        for zone in state.view(first).zones
        if zone.name == "string" and zone.owner == f"P{2 - first}"
        for piece in zone.pieces
        if piece
    )
    for text in ("Tell a hue", hue):
        answer(state, text)
    assert state.player == 1 - first
    own = f"P{state.player + 1}.string"
    for text in ("Scratch one of the string", f"{own}.1", "Shake the board", "board.1", "Crack what was told"):
        answer(state, text)
    assert {choice.key: choice.leads[0].text for choice in choices_of(state)} == {
        f"{own}.1": "score +2",
        f"{own}.3": "score +1",
    }


def test_it_is_drawn_at_a_terminal_and_on_a_page() -> None:
    state = told()
    shown = build_table(state, 1)
    painter = Painter(Look(state.program.tables.look))
    lines = [line.plain for line in list_lines(render_own_zones(shown, painter, ZoneLayout(200)))]
    hand = "▒ 5 (not amber)  ▒ 4 (not amber)  ▒ 3 (hue amber)  ▒ 2 (not amber)  ▒ 1 (hue amber)"
    assert any(hand in line for line in lines), lines
    moment = ReplayMoment(3, 3, shown, build_log_tree(state, 1), "", "", ())
    people = [Person(seat, f"P{seat + 1}", "", True, None, False) for seat in range(3)]
    drawn = Drawing(cardwright.load_game(GLOWWORMS)).past(moment, people)["hand"]
    amber = '<b><span class="pip k0">a<span>mber</span></span></b>'
    assert drawn.count(f'<span class="what">hue</span> {amber}') == 2
    assert drawn.count(f'<span class="what">not</span> {amber}') == 3
    assert not any(worm in drawn for worm in LEAVES["P2"])
