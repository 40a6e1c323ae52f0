"""Answers given in secret: digests take them in, and worlds dealt anew hold such as could have been given."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardwright import Game, State, load_game
from cardwright.query.determinization import resample
from cardwright.records.play_back import play_back
from cardwright.records.record_file import CHECK_DIGITS, Header, read_record, write_record
from cardwright.records.record_file import RecordedAnswer as Recorded
from cardwright_tools.session.session import Session

# Names as the generated code's own would be called, loops around the secret choice, and decisions while it is revealed.
RULES = """\
game: draft
players: 3
active: active
kinds: {card: {attributes: {worth: number}}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}, heap: {of: cards, see: nobody}}
  player: {hand: {of: cards, see: owner}, kept: {of: cards, see: owner}}
memory:
  table: {active: player}
  player: {points: number}
library: |
  rule final_score(player): player.points + sum(player.kept.worth)
  verb keep(card) "keep {card}": move(card, to: you.kept)
  verb pass_on "pass a card on":
    choose c from you.hand: move(c, to: heap)
  step setup:
    shuffle(deck)
    for each p in players: move(top(deck, 6), to: p.hand)
  step play:
    let secret = 3
    for each place in [2, 5]:
      let items = [place, secret]
      secretly for each p in players:
        p choose c from p.hand:
          p keep(c)
          p pass_on
          p.points += count(items) + place + secret
      secret -= 1
"""
CARDS = "game: draft\nset: base\ncards:\n" + "".join(f"  - {{id: card_{n}, worth: {n}}}\n" for n in range(30))


@pytest.fixture
def draft(tmp_path: Path) -> Game:
    """A game in which three players keep hidden cards at the same time, twice."""
    place = tmp_path / "draft"
    (place / "cards" / "base").mkdir(parents=True)
    (place / "game.yaml").write_text(RULES, encoding="utf-8")
    (place / "cards" / "base" / "cards.yaml").write_text(CARDS, encoding="utf-8")
    return load_game(place)


def played(game: Game, answers: list[int], tracked: bool = True) -> State:
    state = game.new(3, 4, tracked)
    for answer in answers:
        state.apply(answer)
    return state


def open_digest(state: State) -> str:
    """A digest as it was when it left out what was answered in secret."""
    tables = state.program.tables
    start, size = tables.location, len(tables.pieces)
    pending: Any = state.slots[1]
    core = [*state.slots[2:4], *state.slots[6:start], *state.slots[start + size :]]
    waiting = None if pending is None else [pending[0], list(pending[1])]
    text = json.dumps([core, waiting], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def test_games_that_differ_in_a_sealed_answer_differ_in_their_digest(draft: Game) -> None:
    for tracked in (True, False):
        one, other = played(draft, [0], tracked), played(draft, [1], tracked)
        assert open_digest(one) == open_digest(other)
        for version in (1, 2):
            assert one.digest(version) != other.digest(version)
            assert one.agrees(one.digest(version), version=version)
            assert not one.agrees(other.digest(version), version=version)
        assert one.agrees(open_digest(one), version=1)
        assert one.agrees(open_digest(one)[:8], whole=False, version=1)
        assert not one.agrees(open_digest(one)[:8], version=1)
        assert not one.agrees(open_digest(one))


def test_both_variants_have_one_digest_all_the_way(draft: Game) -> None:
    for seed in range(5):
        chooser = random.Random(seed)
        plain, tracked = draft.new(3, seed, tracked=False), draft.new(3, seed)
        sealed = 0
        while not plain.finished:
            assert plain.digest() == tracked.digest()
            assert plain.digest(1) == tracked.digest(1)
            sealed += plain.digest(1) != open_digest(plain)
            answer = chooser.randrange(plain.option_count)
            plain.apply(answer)
            tracked.apply(answer)
        assert sealed == 10, "while others answer, and while answers are revealed"
        assert plain.digest(1) == tracked.digest(1) == open_digest(plain)


@pytest.mark.parametrize("digest", [open_digest, lambda state: state.digest(1)], ids=["open", "sealed"])
def test_records_of_before_are_replayed_and_gone_on_with(
    draft: Game, tmp_path: Path, digest: Callable[[State], str]
) -> None:
    state = draft.new(3, 4)
    answers = []
    for _ in range(8):
        option = state.option_count - 1
        key = state.decision.options[option].key if state.decision else ""
        state.apply(option)
        answers.append(Recorded(option, key, digest(state)[:CHECK_DIGITS]))
    path = tmp_path / "before.jsonl"
    write_record(path, Header.of(draft, 3, 4), answers, digest(state))
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    before = {name: value for name, value in json.loads(header).items() if name != "digests"} | {"cardwright": 1}
    path.write_text("\n".join([json.dumps(before), *lines, ""]), encoding="utf-8")
    reached, divergence = play_back(draft, read_record(path))
    assert divergence is None
    assert reached.digest() == state.digest()
    session = Session.load(path, humans=(0,))
    assert session.path == path, "it is gone on with in its own file"
    session.answer(0, chosen=True)
    session.close()
    record = read_record(path)
    assert (len(record.answers), record.header.digests) == (9, 1)
    reached, divergence = play_back(draft, record)
    assert divergence is None
    assert record.digest == reached.digest(1)
    session.save(tmp_path / "copy.jsonl")
    assert play_back(draft, read_record(tmp_path / "copy.jsonl"))[1] is None


def test_a_world_dealt_anew_holds_sealed_answers_that_could_have_been_given(draft: Game) -> None:
    hands = [slot for slot, (owner, word) in zones(draft).items() if word == "hand"]
    for tracked in (True, False):
        state = played(draft, [2, 3], tracked)
        mine = sorted(state.view(0).zones, key=lambda zone: (zone.owner, zone.name))
        drawn = set()
        for seed in range(30):
            dealt = resample(state, 0, seed)
            assert sorted(dealt.view(0).zones, key=lambda zone: (zone.owner, zone.name)) == mine
            before = [dealt.slots[slot] for slot in hands]
            dealt.apply(0)
            kept = [dealt.slots[slot] for slot, (_, word) in zones(draft).items() if word == "kept"]
            assert kept[0] & before[0], "what the player answered is kept, out of their own hand"
            assert kept[0].bit_count() == 1
            drawn.add(kept[0])
            while dealt.decision is not None and dealt.decision.player != 2:
                dealt.apply(0)
            kept = [dealt.slots[slot] for slot, (_, word) in zones(draft).items() if word == "kept"]
            assert all(kept[seat] & before[seat] == kept[seat] for seat in range(3)), "each out of their own hand"
            assert [pile.bit_count() for pile in kept] == [1, 1, 1]
        assert len(drawn) == 1


def zones(game: Game) -> dict[int, tuple[str, str]]:
    """The owner and the word of every zone, by slot."""
    tables = game.program(3).tables
    return {tables.zones_from + number: (zone.owner, zone.word) for number, zone in enumerate(tables.zones)}
