"""A game being played: undo, redo, the record that grows with it, and going on with it."""

import json
from pathlib import Path

import pytest

from cardwright import Game, load_game
from cardwright.records.record_file import read_record
from cardwright_tools.session.record_folder import find_records_folder
from cardwright_tools.session.session import SaveError, Session, let_bot_answer


@pytest.fixture(autouse=True)
def _own_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("ceylon")


def played(game: Game, answers: int) -> Session:
    """A session in which the first player is a person who takes one option after the other."""
    session = Session(game, 3, 4)
    play_on(session, answers)
    return session


def play_on(session: Session, answers: int) -> None:
    """The person and the bots answer until there are so many answers."""
    while len(session.steps) < answers:
        if session.state.player == 0:
            chosen = session.state.option_count > 1 and not session.state.picked
            session.answer(len(session.steps) % session.state.option_count, chosen)
        else:
            let_bot_answer(session, "random")


def test_undo_goes_back_to_every_decision_of_a_person_and_redo_comes_back(game: Game) -> None:
    session = played(game, 60)
    end = session.state.digest()
    chosen = [number for number, step in enumerate(session.steps) if step.chosen]
    for place in reversed(chosen):
        assert session.undo() > 0
        assert (len(session.steps), session.state.decisions) == (place, place)
        assert session.state.player == 0
        replayed = game.new(3, 4)
        for step in session.steps:
            replayed.apply(step.option)
        assert session.state.digest() == replayed.digest()
    assert session.undo() == 0
    while session.redo():
        pass
    assert session.state.digest() == end
    assert len(session.steps) == 60
    session.close()


def test_another_answer_after_undo_forgets_what_was_undone(game: Game) -> None:
    session = played(game, 40)
    session.undo()
    session.undo()
    session.answer(0, True)
    assert session.redo() == 0
    session.close()


def test_bots_answer_the_same_after_undo(game: Game) -> None:
    session = played(game, 60)
    answers = session.state.answers
    session.undo()
    place = len(session.steps)
    session.answer(answers[place], True)
    play_on(session, 60)
    assert session.state.answers == answers
    session.close()


def test_the_record_only_grows_and_tells_the_game_at_every_moment(game: Game) -> None:
    session = played(game, 30)
    assert session.path is not None
    assert session.path.parent == find_records_folder()
    before = session.path.read_bytes()
    for step in (session.undo, session.undo, session.redo):
        assert step() > 0
        content = session.path.read_bytes()
        assert content.startswith(before)
        assert [answer.option for answer in read_record(session.path).answers] == session.state.answers
        before = content
    session.close()
    assert read_record(session.path).digest == session.state.digest()


def test_a_loaded_game_goes_on_where_it_ended_with_its_past(game: Game) -> None:
    session = played(game, 45)
    session.close()
    assert session.path is not None
    size = session.path.stat().st_size
    loaded = Session.load(session.path, [0])
    assert loaded.state.digest() == session.state.digest()
    assert loaded.steps == session.steps
    assert loaded.undo() > 0
    assert loaded.redo() > 0
    loaded.close()
    assert session.path.stat().st_size > size
    assert read_record(session.path).digest == session.state.digest()


def test_looking_at_a_saved_game_changes_nothing_in_it(game: Game) -> None:
    session = played(game, 10)
    session.close()
    assert session.path is not None
    content = session.path.read_bytes()
    Session.load(session.path, [0]).close()
    assert session.path.read_bytes() == content


def test_a_game_that_was_only_looked_at_leaves_no_record(game: Game) -> None:
    Session(game, 2, 1).close()
    assert not find_records_folder().exists()


def test_a_copy_is_saved_but_never_over_something_else(game: Game, tmp_path: Path) -> None:
    session = played(game, 12)
    copy = tmp_path / "copy.jsonl"
    session.save(copy)
    session.save(copy)
    assert [answer.option for answer in read_record(copy).answers] == session.state.answers
    other = tmp_path / "letter.txt"
    other.write_text("dear all", encoding="utf-8")
    with pytest.raises(SaveError, match="exists"):
        session.save(other)
    with pytest.raises(SaveError, match="cannot be written"):
        session.save(tmp_path / "no" / "such" / "folder")
    assert other.read_text(encoding="utf-8") == "dear all"
    session.close()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"key": "no_such_key"}, "does not lead where it says"),
        ({"a": 99}, "does not lead where it says"),
        ({"x": 1, "a": "b"}, "expected"),
    ],
)
def test_a_record_that_does_not_fit_is_refused_with_the_reason(
    game: Game, tmp_path: Path, change: dict[str, object], problem: str
) -> None:
    session = played(game, 12)
    copy = tmp_path / "copy.jsonl"
    session.save(copy)
    session.close()
    lines = copy.read_text(encoding="utf-8").splitlines()
    lines[5] = json.dumps(json.loads(lines[5]) | change)
    copy.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(SaveError, match=problem):
        Session.load(copy, [0])


def test_where_nothing_can_be_written_the_game_goes_on_and_says_so(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    session = played(game, 5)
    assert session.path is None
    assert session.remark is not None
    assert "not being saved" in session.remark
    session.close()
