"""Nobody can reach what they could not know: a short run of the harness, and leaks put back that it must find.

`python -m tests.noninterference` looks at 100,000 states (docs/hidden.md).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest
from tests.native.differential import QUICK, no_compiler
from tests.noninterference.rounds import SORTS, Found, Playing, Round, loaded, variants
from tests.noninterference.watching import Watcher

from cardwright.presentation.answers import consequences
from cardwright.presentation.question import make_question
from cardwright.query import determinization, remove_unknown_reactions, reset_sampled_pieces, score_sheet, view
from cardwright.query import log_renderer as log
from cardwright.query.knowledge import masked_state, remap_hidden_references
from cardwright.runtime.log_and_knowledge_observer import Tracker


def found_in(word: str, seeds: range, decisions: int) -> Found:
    """What some rounds of a game come to, with every number of players in turn."""
    game = loaded(word)
    seats = range(game.min_players, game.max_players + 1)
    found = Found(word)
    for seed in seeds:
        found.add(Playing(Round(word, seats[seed % len(seats)], seed, decisions)).play())
    return found


@cache
def in_short(word: str) -> Found:
    """What the beginnings of as many games come to as it takes to look at some states."""
    found, seed = Found(word), 1
    while found.states <= 24:
        found.add(found_in(word, range(seed, seed + 1), 10))
        seed += 1
    return found


@pytest.mark.long
@pytest.mark.parametrize("word", list(variants()))
def test_nobody_can_reach_what_they_could_not_know(word: str) -> None:
    found = in_short(word)
    assert not found.differences, found.differences[:3]
    assert not found.leaning()


@pytest.mark.long
@pytest.mark.parametrize(
    "one", [Round("peddlers", 3, 4, 60), Round("gatehouse", 3, 79, 60), Round("fireflies", 2, 204, 40)], ids=str
)
def test_what_a_long_run_found_stays_mended(one: Round) -> None:
    assert not Playing(one).play().differences


def test_what_an_option_leads_to_by_itself_is_named_only_if_nothing_hidden_decides_it() -> None:
    assert not Playing(Round("gatehouse", 3, 1, 10)).play().differences


@pytest.mark.long
def test_every_sort_of_pair_is_looked_at() -> None:
    found = found_in("peddlers", range(2), 30)
    assert all(found.pairs[sort] for sort in SORTS)
    assert found.bots


def scores_shown(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(score_sheet, "mask_slots", lambda state, viewer: state.slots)


def sources_named(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(log.LogRenderer, "_render_source", lambda self, ability, entry: self.names.ability(ability))


def who_is_asked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(view._Viewer, "_find_decider", lambda self: self.state.player)


def offers_counted(patch: pytest.MonkeyPatch) -> None:
    def offered(self: Any, copy: Any, offered: tuple[Any, ...], moved: Any) -> Any:
        return remap_hidden_references.replace_references("list piece", offered, moved)

    patch.setattr(determinization.Unseen, "_sample_options", offered)


def secrets_kept(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(determinization, "draw_memory", lambda copy, memory, own: None)


def secret_words_kept(patch: pytest.MonkeyPatch) -> None:
    drawn = reset_sampled_pieces.draw_memory

    def numbers_drawn(copy: Any, memory: Any, player: int) -> None:
        if memory.type in ("number", "yes_no", "player"):
            drawn(copy, memory, player)

    patch.setattr(determinization, "draw_memory", numbers_drawn)


def references_of_the_hidden_kept(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(determinization.Unseen, "_knows", lambda self, memory, slot: True)


def marks_kept(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(determinization, "forget_marks", lambda copy, hidden, marked: None)


def uses_kept(patch: pytest.MonkeyPatch) -> None:
    def drawn(self: Any, copy: Any, moved: Any) -> None:
        uses = {slot: copy.slots[slot] for slot in copy.program.tables.uses}
        whole(self, copy, moved)
        for slot, used in uses.items():
            copy.slots[slot] = used

    whole = determinization.Unseen._draw_secrets
    patch.setattr(determinization.Unseen, "_draw_secrets", drawn)


def packs_kept(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(determinization.Unseen, "_find_carried_zones", lambda self: {})


def findings_kept(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(determinization, "_recompute_variables", lambda copy, player, frame: frame)


def leads_of_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(consequences, "_depends_on_hidden_values", lambda state, player: False)


def reactions_kept(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(determinization, "drop_hidden_reactions", lambda state, hidden, player: state)


def tried_kept(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(remove_unknown_reactions, "_drop_hidden_abilities", lambda state, frame, hidden, player: frame)


def conditions_told(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(remove_unknown_reactions, "_is_unclear", lambda *_: False)


def deeds_of_powers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Tracker, "proceed", lambda self, S: None)
    patch.setattr(Tracker, "resume", lambda self, S: None)


def offers_used_in_silence(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(log.LogRenderer, "_is_offered", lambda self, power: False)
    patch.setattr(Watcher, "is_aloud", lambda self, ability: False)


def memory_of_the_unclear(patch: pytest.MonkeyPatch) -> None:
    counted = remap_hidden_references.count_references
    patch.setattr(determinization, "count_references", lambda state, mask, _, knows: counted(state, mask, 0, knows))


def marks_of_the_unclear(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        view._Viewer, "_list_piece_counters", lambda self, piece, kind, number: tuple(self._view_counters(kind, number))
    )


def marks_of_the_unclear_kept(patch: pytest.MonkeyPatch) -> None:
    forget = reset_sampled_pieces.forget_marks
    patch.setattr(determinization, "forget_marks", lambda copy, hidden, marked: forget(copy, hidden, hidden))


def powers_of_the_unclear_kept(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reset_sampled_pieces, "_forget_powers", lambda copy, piece: None)


def names_held_together(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(determinization, "is_held", lambda word: False)


def powers_told_of_the_hidden(patch: pytest.MonkeyPatch) -> None:
    told = log.LogRenderer._render_power_change

    def openly(self: Any, entry: Any) -> str | None:
        return told(self, replace(entry, seen=dict.fromkeys(entry.seen, -1)))

    patch.setattr(log.LogRenderer, "_render_power_change", openly)


def all_marks_shown(patch: pytest.MonkeyPatch) -> None:
    def made(self: Any, *given: Any, **named: Any) -> None:
        before(self, *given, **named)
        self.also_seen = [row._replace(also_see="everyone") for row in self.also_seen]

    before = view._Viewer.__init__
    patch.setattr(view._Viewer, "__init__", made)


def marks_gone_with_pieces(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(determinization.Unseen, "_list_visible_memory", lambda self: iter(()))


def marks_of_what_is_remembered(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(masked_state.Blind, "_mask_remembered", lambda self, base, value: self.named(base, value))


def values_in_passing_told(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Tracker, "settle", lambda self, S: None)


def silent_events_told(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(log.LogRenderer, "is_hidden", lambda self, entry: entry.only != -1 and self.viewers != (entry.only,))


@pytest.mark.long
@pytest.mark.parametrize(
    ("leak", "word", "seeds"),
    [
        (scores_shown, "peddlers", range(1)),
        (sources_named, "gatehouse", range(1)),
        (who_is_asked, "gatehouse", range(1, 2)),
        (offers_counted, "moth_night", range(3, 4)),
        (secrets_kept, "gatehouse", range(4, 5)),
        (secret_words_kept, "keepers", range(1)),
        (references_of_the_hidden_kept, "keepers", range(1)),
        (marks_kept, "peddlers", range(1, 2)),
        (uses_kept, "gatehouse", range(4, 5)),
        (deeds_of_powers, "gatehouse", range(6, 7)),
        (reactions_kept, "gatehouse", range(79, 80)),
        (conditions_told, "sentries", range(6, 7)),
        (offers_used_in_silence, "gatehouse", range(37, 38)),
        (tried_kept, "gatehouse", range(79, 80)),
        (packs_kept, "peddlers", range(1)),
        (memory_of_the_unclear, "fireflies", range(300, 301)),
        (marks_of_the_unclear, "fireflies", range(6, 7)),
        (marks_of_the_unclear_kept, "fireflies", range(21, 22)),
        (powers_of_the_unclear_kept, "masquerade", range(51, 52)),
        (names_held_together, "masquerade", range(4, 5)),
        (powers_told_of_the_hidden, "masquerade", range(1, 2)),
        (all_marks_shown, "nutshells", range(12, 13)),
        (marks_gone_with_pieces, "nutshells", range(1)),
        (marks_of_what_is_remembered, "nutshells", range(8, 9)),
        (findings_kept, "peddlers", range(14, 15)),
        (findings_kept, "whispers", range(2)),
        (values_in_passing_told, "scribes", range(1)),
        (silent_events_told, "henhouse", range(2)),
    ],
)
def test_a_leak_is_found(
    leak: Callable[[pytest.MonkeyPatch], None], word: str, seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    found = found_in(word, seeds, 40)
    assert found.differences or found.leaning()


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
@pytest.mark.parametrize("word", ["whispers", "leduc_poker", "hearts"])
def test_what_c_tells_as_numbers_tells_nothing_hidden(word: str) -> None:
    """It would be found if players were told what lies in hands that they do not know."""
    pytest.importorskip("numpy", reason="NumPy is not installed (pip install 'cardwright[gym]')")
    from tests.noninterference.in_c import reached

    one = Round(word, loaded(word).max_players, 2, 24)
    found = Playing(one, partial(reached, flags=QUICK)).play()
    assert not found.differences, found.differences[:3]
    assert found.states > 20
    leaking = Playing(one, partial(reached, flags=QUICK, leaking=True)).play()
    assert any("tensor in C" in told for _, told in leaking.differences)


def at_the_fork(ranks: tuple[int, ...]) -> object:
    """What the first player is asked where two branches ask alike, and the other one holds these cards."""
    hands = [f"card_{rank}" for rank in (1, 2, 3, *ranks)]
    state = loaded("whispers").dictated(2, seed=0, outcomes={"shuffle deck": [hands], "pick player": [0]})
    state.apply(10)
    return make_question(state, state.player)


def test_it_does_not_show_which_of_two_branches_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert at_the_fork((4, 5, 6)) == at_the_fork((12, 13, 14))
    leads_of_all(monkeypatch)
    assert at_the_fork((4, 5, 6)) != at_the_fork((12, 13, 14))


@pytest.mark.one_of
@pytest.mark.parametrize("mixed", [True, False])
def test_picks_by_the_backs_in_the_order_of_the_files_are_found(mixed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not mixed:
        monkeypatch.setattr(Tracker, "mixed", lambda self, S, pieces, player=-1: sorted(pieces))
    found = Found("peddlers")
    for seed in range(24):
        playing = Playing(Round("peddlers", 3, seed, 60))
        playing.look_at_backs()
        found.add(playing.found)
    assert found.backs > 25
    assert bool(found.leaning()) != mixed
