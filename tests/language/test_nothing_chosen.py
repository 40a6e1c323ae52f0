"""What comes of a choice where nothing can be chosen, where nothing is, and where something is."""

from __future__ import annotations

import pytest
from tests.native.differential import QUICK, no_compiler, same_state

from cardwright import Game, State, load_game
from cardwright.native.engine import Engine

GAME = """\
game: nothing
players: 1
kinds: {card: {}}
zones:
  table: {stock: {of: cards}, kept: {of: cards}}
  player: {full: {of: cards, see: owner}, empty: {of: cards, see: owner}}
memory: {player: {done: number}}
library: |
  rule final_score(player): player.done
  step setup:
    for each p in players: move(stock, to: p.full)
  step play:
    for each p in players: p act
    finish
  verb act:
    choose one:
OPTIONS
VERBS
pieces:
  - {id: card, copies: 3}
"""

BODY, ELSE, NEITHER = "body", "else", "neither"
# What comes of it where nothing is there, where nothing is chosen (if that can be), and where something is.
FORMS: dict[str, tuple[str, str | None, str]] = {
    "choose c from LIST": (ELSE, None, BODY),
    "choose c at random from LIST": (ELSE, None, BODY),
    "may choose c from LIST": (ELSE, ELSE, BODY),
    "may choose c at random from LIST": (ELSE, ELSE, BODY),
    "choose 2 c from LIST": (ELSE, None, BODY),
    "choose 2 c at random from LIST": (ELSE, None, BODY),
    "may choose 2 c from LIST": (ELSE, ELSE, BODY),
    "choose 1 or more c from LIST": (ELSE, None, BODY),
    "may choose 1 or more c from LIST": (ELSE, ELSE, BODY),
    "choose up to 2 c from LIST": (ELSE, ELSE, BODY),
    "choose up to 2 c at random from LIST": (ELSE, None, BODY),
    "may choose up to 2 c from LIST": (ELSE, ELSE, BODY),
    "may choose up to 2 c at random from LIST": (ELSE, ELSE, BODY),
    "choose any number of c from LIST": (ELSE, ELSE, BODY),
    "may choose any number of c from LIST": (ELSE, ELSE, BODY),
    "choose count(kept) or more c from LIST": (ELSE, ELSE, BODY),
    "choose up to 2 c from LIST where it not in kept": (ELSE, ELSE, BODY),
    "choose any number of c from LIST such that count(c) is not 2": (ELSE, ELSE, BODY),
    "choose any number of c from LIST such that count(c) is not 0": (ELSE, None, BODY),
    "may choose any number of c from LIST such that count(c) is not 2": (ELSE, ELSE, BODY),
    "choose up to 1 c from LIST, up to 1 d from LIST": (ELSE, ELSE, BODY),
    "choose c from LIST, up to 2 d from LIST where it is not c": (ELSE, None, BODY),
    "may choose c from LIST, up to 2 d from LIST where it is not c": (ELSE, ELSE, BODY),
    "choose one:\n      option for each c in LIST": (ELSE, None, BODY),
    "may choose one:\n      option for each c in LIST": (ELSE, ELSE, BODY),
}
# Left open how many: without `else` the body runs with an empty list, unless they may decline.
LEFT_OPEN = ("choose up to", "choose any number of", "choose count(kept) or more")


def without_else(form: str, comes: str) -> str:
    """What comes of it without `else`."""
    if comes != ELSE:
        return comes
    return BODY if form.startswith(LEFT_OPEN) and "is not 0" not in form else NEITHER


def written(form: str, where: str, otherwise: bool) -> str:
    """A verb that makes a choice of a form out of a zone."""
    head = form.replace("LIST", f"you.{where}")
    deep = "  " * (3 if "one:" in form else 2)
    done = "move(c, to: kept)" if "one:" in form else "you.done += 1"
    text = f"{head}:\n  {deep}  {done}" + (f"\n  {deep}  you.done += 1" if "one:" in form else "")
    if "one:" in form:
        text += '\n      option "Never" if count(kept) > 3: nothing'
    return text + ("\n    else: you.done += 100" if otherwise else "")


CASES = [(form, where, otherwise) for form in FORMS for where in ("empty", "full") for otherwise in (True, False)]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("nothing")
    options = "\n".join(f'      option "case {number}": case_{number}' for number in range(len(CASES)))
    cases = [written(*case) for case in CASES]
    verbs = "\n".join(f"  verb case_{number}:\n    you.done += 0\n    {case}" for number, case in enumerate(cases))
    (folder / "game.yaml").write_text(GAME.replace("OPTIONS", options).replace("VERBS", verbs))
    return load_game(folder)


@pytest.fixture(scope="module")
def engine(game: Game) -> Engine | None:
    return None if no_compiler() else Engine(game, 1, QUICK)


def answered(game: Game, engine: Engine | None, case: int, decline: bool) -> tuple[str, bool]:
    """What came of a case, alike in every program of the game, and whether it could be declined at once."""
    plain, tracked = game.new(1, 1, tracked=False), game.new(1, 1)
    native = None if engine is None else engine.begun(1)
    answer, declined = case, False
    while not plain.finished:
        plain.apply(answer)
        tracked.apply(answer)
        assert plain.digest() == tracked.digest() == game.from_json(tracked.to_json()).digest()
        if native is not None and engine is not None:
            native.answer(answer)
            same_state(engine, native, plain)
        if tracked.decision is not None:
            keys = [option.key for option in tracked.decision.options]
            declines = [index for index, key in enumerate(keys) if decline and key in ("pass", "done")]
            declined = declined or (tracked.decisions == 1 and bool(declines))
            answer = declines[0] if declines else 0
    return what_came(plain), declined


def what_came(state: State) -> str:
    assert state.scores is not None
    return {1: BODY, 100: ELSE, 0: NEITHER}[int(state.scores[0])]


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("otherwise", [True, False])
def test_what_comes_of_it(game: Game, engine: Engine | None, form: str, otherwise: bool) -> None:
    expected = [each if otherwise or each is None else without_else(form, each) for each in FORMS[form]]
    empty, full = (CASES.index((form, where, otherwise)) for where in ("empty", "full"))
    nothing_there, asked = answered(game, engine, empty, decline=True)
    assert nothing_there == expected[0]
    assert not asked  # nobody is asked about nothing
    nothing_chosen, declined = answered(game, engine, full, decline=True)
    assert (nothing_chosen if declined else None) == expected[1]
    assert answered(game, engine, full, decline=False)[0] == expected[2]
