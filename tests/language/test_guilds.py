"""Who uses what a piece offers is asked which of it, and a verb of a game's own may be called `use`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from cardwright import Game, load_game
from cardwright.presentation.log.tree import flatten_events
from cardwright.presentation.question import make_question

GUILDS = Path(__file__).parent / "guilds"


@cache
def guilds() -> Game:
    return load_game(GUILDS)


def test_a_saved_game_goes_on_while_it_is_asked_what_is_used() -> None:
    for seed in range(60):
        state, pick = guilds().new(2, seed), Random(seed)
        while not state.finished:
            told = make_question(state, state.player)
            if told is not None and told.prompt == "Which ability is used?":
                again = guilds().from_json(state.to_json())
                assert again.digest() == state.digest()
                assert state.determinise(state.player, 1).option_count == state.option_count > 1
                return
            state.apply(pick.randrange(state.option_count))
    raise AssertionError("it is never asked")


def test_a_game_may_have_a_verb_of_that_name(tmp_path: Path) -> None:
    text = (GUILDS / "game.yaml").read_text().replace(", as: you)", ")").replace("use(s, as: p)", "p use(s)")
    (tmp_path / "game.yaml").write_text(f'{text}  verb use(shop) "use {{shop}}": earn\n')
    state, pick = load_game(tmp_path).new(2, 1), Random(1)
    while not state.finished:
        state.apply(pick.randrange(state.option_count))
    borrowed = [event for event in flatten_events(state.log) if " borrows " in event.text]
    assert borrowed
    assert all(" uses " in event.children[0].text for event in borrowed)
    assert all("earns" in event.children[0].children[0].text for event in borrowed)
