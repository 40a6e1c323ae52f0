"""What is kept of a match: saved, loaded, taken back, given again, taken over by changed files, and replayed."""

from __future__ import annotations

from tests.surfaces.commands import run
from tests.surfaces.trial import SurfaceError, Trial, check_full, own_files, same

from cardwright_tools.cli.errors import FINDINGS, OK
from cardwright_tools.session.reload import reload_session, replay_under
from cardwright_tools.session.session import Session

# So many answers are taken back at once.
BACK = 3


def kept(trial: Trial) -> None:
    """A match is saved, loaded, taken back, given again, and gone on with under the same files written anew."""
    session = Session(trial.game, trial.players, trial.seed)
    half = len(trial.match) // 2
    digests = [session.state.digest()]
    for option in trial.match[: half + trial.effort.ending]:
        session.answer(option, chosen=True)
        digests.append(session.state.digest())
    _take_back(session, digests)
    copy = trial.scratch / "saved.jsonl"
    session.save(copy)
    everybody = range(trial.players)
    again = Session.load(copy, everybody, str(trial.folder))
    same("a match that was saved and loaded", again.state.digest(), session.state.digest())
    again.close()
    _reload(trial, session)
    session.close()
    for path in filter(None, (session.path, copy)):
        if session.steps:
            same("a match that is replayed", run("replay", path, "--check").code, OK)
            run("notes", path, codes=(OK, FINDINGS))


def _take_back(session: Session, digests: list[str]) -> None:
    for times in (1, BACK):
        before = len(session.steps)
        taken = sum(session.take_back(times))
        same("a match after undo", session.state.digest(), digests[before - taken])
        session.give_again(times)
        same("a match after undo and redo", session.state.digest(), digests[before])


def _reload(trial: Trial, session: Session) -> None:
    """Under the same files nothing changes; under files of another text with the same meaning, nothing is lost."""
    everybody = range(trial.players)
    if reload_session(session, str(trial.folder), everybody) is not None:
        raise SurfaceError("the files of the game are the same, and are taken for changed ones")
    copy = trial.copy("edited")
    [file] = [path for path in own_files(copy) if path.name == "game.yaml" and path.parent == copy]
    file.write_text(f"# a remark\n{file.read_text(encoding='utf-8')}", encoding="utf-8")
    from cardwright import load_game

    before = session.state.digest()
    found = replay_under(session, load_game(copy), everybody)
    if found.parting is not None:
        raise SurfaceError(f"a remark in a file parts the match: {found.parting.text}")
    check_full("what is said of changed files", found.changed)
    session.take_up(found)
    same("a match under files with a remark more", session.state.digest(), before)
