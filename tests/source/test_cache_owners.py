"""Whose cache is believed: entries and folders that others can write, own or replace are passed by."""

from __future__ import annotations

import json
import marshal
import os
import stat
import subprocess
import sys
from pathlib import Path
from types import CodeType

import pytest
from tests.source.cached_games import POSIX, VALUE, entries, story

from cardwright.source import trusted_disk_cache
from cardwright.source.trusted_disk_cache import cache_folder, read_cache, write_cache

ROOT = pytest.mark.skipif(os.name == "nt" or os.getuid() != 0, reason="only root may give files to somebody else")


SOMEBODY = 12345


def plant(folder: Path) -> None:
    """Replace what is kept of a game by programs that fail when they run, with hashes and seals that are right."""
    evil = compile("0 / 0", "<evil>", "exec")
    for entry in entries(folder):
        key = entry.stem
        sealing = trusted_disk_cache._read_sealing_key(folder)
        value = marshal.loads(trusted_disk_cache._check_entry(key, entry.read_bytes(), sealing))
        content = marshal.dumps(evil if isinstance(value, CodeType) else value)
        sealed = trusted_disk_cache._seal(content, sealing) + content
        entry.write_bytes(trusted_disk_cache._make_head(key, sealed) + sealed)


def test_the_planted_program_would_run_if_it_were_believed(folder: Path, stall: Path) -> None:
    """Whoever can read the key is this user, who could run code anyway: what they sealed is taken."""
    story(stall)
    plant(folder)
    with pytest.raises(ZeroDivisionError):
        story(stall)


@POSIX
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o1777, 0o722])
def test_a_folder_in_which_others_may_write_is_not_believed_and_begun_anew(
    folder: Path, stall: Path, mode: int
) -> None:
    told = story(stall)
    plant(folder)
    folder.chmod(mode)
    assert story(stall) == told
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert story(stall) == told


@POSIX
@pytest.mark.parametrize("mode", [0o622, 0o602, 0o620])
def test_an_entry_that_others_may_write_is_not_believed(folder: Path, stall: Path, mode: int) -> None:
    told = story(stall)
    plant(folder)
    for entry in entries(folder):
        entry.chmod(mode)
    assert story(stall) == told
    assert {stat.S_IMODE(entry.stat().st_mode) for entry in entries(folder)} == {0o600}


@ROOT
def test_what_belongs_to_somebody_else_is_not_believed(folder: Path, stall: Path) -> None:
    told = story(stall)
    plant(folder)
    for entry in entries(folder):
        os.chown(entry, SOMEBODY, SOMEBODY)
    assert story(stall) == told
    plant(folder)
    os.chown(folder, SOMEBODY, SOMEBODY)
    assert story(stall) == told


@ROOT
def test_a_user_without_rights_is_served_by_an_own_folder_only(folder: Path, stall: Path) -> None:
    """Run as somebody else: root's cache is not theirs, and they cannot make one in root's folder."""
    story(stall)
    plant(folder)
    stall.parent.chmod(0o755)
    for each in [folder.parent, folder, *entries(folder)]:
        each.chmod(0o755)
    code = (
        f"import os; os.setgroups([]); os.setgid({SOMEBODY}); os.setuid({SOMEBODY}); import cardwright; "
        f"print(cardwright.source.trusted_disk_cache.read_cache({entries(folder)[0].stem!r}))"
    )
    found = subprocess.run(
        [sys.executable, "-c", f"import cardwright.source.trusted_disk_cache; {code}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.stdout, found.stderr) == ("None\n", "")


@POSIX
@pytest.mark.parametrize("what", ["the folder", "an entry", "an entry that leads nowhere", "a pipe", "a folder"])
def test_links_and_what_is_no_file_are_not_believed(
    what: str, folder: Path, stall: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = story(stall)
    plant(folder)
    aside = tmp_path / "aside"
    if what == "the folder":
        folder.rename(aside)
        folder.symlink_to(aside)
    else:
        aside.mkdir()
        for entry in entries(folder):
            entry.rename(aside / entry.name)
            match what:
                case "an entry":
                    entry.symlink_to(aside / entry.name)
                case "an entry that leads nowhere":
                    entry.symlink_to(aside / "nowhere")
                case "a pipe":
                    os.mkfifo(entry)
                case _:
                    entry.mkdir()
    before = {path: path.read_bytes() for path in entries(aside)}
    assert story(stall) == told
    assert story(stall) == told
    assert {path: path.read_bytes() for path in entries(aside)} == before


@POSIX
def test_a_folder_that_others_can_replace_is_not_believed(folder: Path) -> None:
    write_cache("a", VALUE)
    above = folder.parent
    for mode, believed in ((0o755, True), (0o777, False), (0o1777, True), (0o757, False), (0o700, True)):
        above.chmod(mode)
        assert (read_cache("a") == VALUE) is believed
        above.parent.chmod(mode)
        assert (read_cache("a") == VALUE) is believed
        above.parent.chmod(0o700)


@POSIX
def test_only_a_group_that_is_one_user_counts_as_that_user(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_cache("a", VALUE)
    folder.parent.chmod(0o775)
    for alone in (True, False):
        monkeypatch.setattr(trusted_disk_cache, "_is_alone", lambda _, alone=alone: alone)
        assert (read_cache("a") == VALUE) is alone


@ROOT
def test_a_folder_below_one_of_somebody_else_is_not_believed(folder: Path) -> None:
    write_cache("a", VALUE)
    os.chown(folder.parent, SOMEBODY, SOMEBODY)
    assert read_cache("a") is None
    write_cache("b", VALUE)
    assert not (folder / "b.bin").exists()


def test_where_there_are_no_users_a_folder_at_home_is_believed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trusted_disk_cache, "_USERS", False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    write_cache("a", VALUE)
    assert read_cache("a") == VALUE
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "elsewhere")
    assert read_cache("a") is None
    write_cache("b", VALUE)
    assert not (folder / "b.bin").exists()


def test_a_relative_folder_of_the_standard_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CARDWRIGHT_CACHE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for relative in ("", "cache", "./cache", "../x"):
        monkeypatch.setenv("XDG_CACHE_HOME", relative)
        assert cache_folder() == tmp_path / "home" / ".cache" / "cardwright" / trusted_disk_cache._OWN
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "cardwright" / trusted_disk_cache._OWN
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    assert cache_folder() is None
    write_cache("a", VALUE)
    assert read_cache("a") is None
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_somebody_else_does_not_choose_what_an_editor_runs() -> None:
    """The setting that names the command is one of the machine: what a folder's own settings say is not asked."""
    described = json.loads((Path(__file__).parents[2] / "editors/vscode/package.json").read_text(encoding="utf-8"))
    assert described["contributes"]["configuration"]["properties"]["cardwright.command"]["scope"] == "machine"
    assert described["capabilities"]["untrustedWorkspaces"]["supported"] is False
