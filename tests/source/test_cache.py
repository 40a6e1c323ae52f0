"""The cache gives back what this user put there, or nothing: whatever else lies in its folder is compiled anew."""

from __future__ import annotations

import ast
import marshal
import os
import random
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from lark import Lark
from tests.source.cached_games import POSIX, VALUE, entries, story
from tests.source_trees import source_trees

from cardwright import CardwrightError, check_paths, find_games, load_game
from cardwright.game import loading
from cardwright.lint.result_cache import read_cached_root
from cardwright.native.c_compiler import NotNative
from cardwright.native.engine import Engine
from cardwright.source import trusted_disk_cache
from cardwright.source.read_with_size_limit import MAX_BYTES
from cardwright.source.results_in_one_cache_entry import open_shelf, remember_result
from cardwright.source.trusted_disk_cache import cache_key, read_cache, write_cache
from cardwright.syntax import parser

# ---------------------------------------------------------------- what is kept


def test_what_is_kept_comes_back(folder: Path) -> None:
    write_cache("a", VALUE)
    assert read_cache("a") == VALUE
    assert read_cache("b") is None
    assert cache_key("a", 1) != cache_key("a1") != cache_key(("a", 1))


def test_a_game_is_kept_with_its_grammar(folder: Path, stall: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = story(stall, grammar=True)
    parser.load_grammar()
    assert len(entries(folder)) == 5  # the game, its program with the code of that, its texts, and the grammar

    def never(*_: object, **__: object) -> None:
        raise AssertionError("this was to come from the cache")

    monkeypatch.setattr(loading, "_check", never)
    monkeypatch.setattr(loading, "_check_or_reuse", type("Once", (), {"cache_clear": lambda: None, "__call__": never}))
    monkeypatch.setattr(Lark, "__init__", never)
    assert story(stall, grammar=True) == told
    assert parser.parse("move(top(deck), to: heap)", "deeds").tree is not None


def test_what_is_made_late_of_a_game_is_not_made_of_files_that_changed_meanwhile(folder: Path, stall: Path) -> None:
    """It would be kept as what the files before say, and given to whoever goes back to them."""
    before = load_game(stall)
    cards = stall / "cards" / "base" / "cards.yaml"
    text = cards.read_text(encoding="utf-8")
    cards.write_text(text.replace("id: ", "id: other_"), encoding="utf-8")
    loading._check_as_requested.cache_clear()
    with pytest.raises(CardwrightError, match="have changed since it was loaded"):
        before.new(2, 5)
    other = load_game(stall).new(2, 5).view(0)
    cards.write_text(text, encoding="utf-8")
    loading._check_as_requested.cache_clear()
    assert load_game(stall).new(2, 5).view(0) != other


@POSIX
@pytest.mark.parametrize("umask", [0o000, 0o002, 0o022, 0o077])
def test_nobody_else_can_read_or_write_what_is_kept(folder: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        write_cache("a", VALUE)
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [stat.S_IMODE(entry.stat().st_mode) for entry in entries(folder)] == [0o600]
    assert read_cache("a") == VALUE


def test_nothing_left_over_lies_in_the_folder_and_a_full_disk_is_no_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_cache("a", VALUE)
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    write_cache("b", VALUE)
    assert sorted(entry.name for entry in folder.iterdir()) == ["a.bin", "key"]


def test_a_grammar_reads_the_same_when_it_is_new_kept_or_not_kept_at_all(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [("verb take(card):\n  may:\n    you draw 2\n", "library"), ("gain 1 +", "deeds"), ("a.b * 2", "value")]

    def read() -> list[object]:
        parser.load_grammar.cache_clear()
        parser.forget_parsed()
        return [parser.parse(*text) for text in texts]

    new, kept = read(), read()
    assert len(entries(folder)) == 1
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    assert new == kept == read()


# ---------------------------------------------------------------- is it what was written?


def damaged(place: Path, folder: Path, damage: Callable[[random.Random], list[Path]], times: int) -> None:
    """Damage what is kept of a game, again and again: nothing damaged is ever taken, and the game goes as before."""
    told = story(place, grammar=True)
    parser.load_grammar()
    chance = random.Random(11)
    whole = {entry: entry.read_bytes() for entry in entries(folder)}
    assert len(whole) == 5
    shelf = loading.code_key("texts", place.resolve())  # looked for only when a text has to be parsed
    for time in range(times):
        for entry in damage(chance):
            assert read_cache(entry.stem) is None
        if time % 10 == 0:
            assert story(place, grammar=True) == told
            parser.load_grammar()
            assert all(read_cache(entry.stem) is not None for entry in whole if entry.stem != shelf)
        for entry, content in whole.items():
            entry.write_bytes(content)


@pytest.mark.long
def test_flipped_bits_are_noticed_and_mended(folder: Path, stall: Path) -> None:
    def flip(chance: random.Random) -> list[Path]:
        entry = chance.choice(entries(folder))
        content = bytearray(entry.read_bytes())
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        entry.write_bytes(content)
        return [entry]

    damaged(stall, folder, flip, 30)


@pytest.mark.long
def test_swapped_entries_are_noticed_and_mended(folder: Path, stall: Path) -> None:
    def swap(chance: random.Random) -> list[Path]:
        pair = chance.sample(entries(folder), 2)
        contents = [entry.read_bytes() for entry in pair]
        for entry, content in zip(pair, reversed(contents), strict=True):
            entry.write_bytes(content)
        return pair

    damaged(stall, folder, swap, 30)


def test_entries_cut_off_drawn_out_or_empty_are_noticed_and_mended(folder: Path, stall: Path) -> None:
    def cut(chance: random.Random) -> list[Path]:
        entry = chance.choice(entries(folder))
        content = entry.read_bytes()
        length = chance.choice(
            [0, 1, 10, trusted_disk_cache._HEAD - 1, trusted_disk_cache._HEAD, chance.randrange(len(content))]
        )
        entry.write_bytes(chance.choice([content[:length], content + content[:20]]))
        return [entry]

    damaged(stall, folder, cut, 30)


def test_entries_of_other_forms_are_passed_by(folder: Path) -> None:
    """What versions before kept: bare marshal, and pickle, which runs what it reads."""
    write_cache("a", VALUE)
    place = folder / "a.bin"
    for content in (marshal.dumps(VALUE), b"cos\nsystem\n(S'touch pwned'\ntR.", b"cardwright-cache-1\n" + b"\0" * 200):
        place.write_bytes(content)
        assert read_cache("a") is None


def flipped(content: bytes, chance: random.Random) -> bytes:
    changed = bytearray(content)
    changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def with_hash(entry: Path, content: bytes) -> None:
    """Write what the head of an entry says is whole."""
    entry.write_bytes(trusted_disk_cache._make_head(entry.stem, content) + content)


@pytest.mark.long
def test_flipped_bits_are_noticed_under_a_hash_that_is_right(folder: Path, stall: Path) -> None:
    def flip(chance: random.Random) -> list[Path]:
        entry = chance.choice(entries(folder))
        with_hash(entry, flipped(entry.read_bytes()[trusted_disk_cache._HEAD :], chance))
        return [entry]

    damaged(stall, folder, flip, 30)


def kinds_of_entries(place: Path) -> None:
    """Have everything kept that Cardwright keeps: of a game also its listing, what is told, C, and what was checked."""
    story(place, grammar=True)
    parser.load_grammar()
    assert load_game(place).program(2, "tracked").tables.sentences
    load_game(place).native_code(2)
    loading._find_listing(found(place))
    check_paths([place])
    with suppress(NotNative):
        Engine(load_game(place), 2)


@pytest.mark.long
def test_values_changed_by_anything_but_cardwright_are_noticed_in_every_kind_of_entry(
    folder: Path, stall: Path
) -> None:
    kinds_of_entries(stall)
    kept, chance = entries(folder), random.Random(5)
    assert len(kept) > 8
    for entry in kept:
        content = entry.read_bytes()[trusted_disk_cache._HEAD + trusted_disk_cache._SEAL :]
        other = marshal.dumps(_another(marshal.loads(content), chance))
        for changed in (
            other,
            bytes(trusted_disk_cache._SEAL) + other,
            entry.read_bytes()[trusted_disk_cache._HEAD :][: trusted_disk_cache._SEAL] + other,
        ):
            with_hash(entry, changed)
            assert read_cache(entry.stem) is None
    kinds_of_entries(stall)
    assert all(read_cache(entry.stem) is not None for entry in kept)


def _another(value: Any, chance: random.Random) -> Any:
    """A plain value with one of the values in it changed to another of its type."""
    if isinstance(value, dict) and value:
        key = chance.choice([*value])
        return {**value, key: _another(value[key], chance)}
    if isinstance(value, list | tuple) and value:
        at = chance.randrange(len(value))
        return type(value)([_another(each, chance) if n == at else each for n, each in enumerate(value)])
    if isinstance(value, str):
        return value + "1"
    if isinstance(value, bytes):
        return value + b"1"
    if isinstance(value, int | float):
        return value + 1
    return ("other", value) if value is None else None


@pytest.mark.parametrize("value", [None, 1, "x", (), [], {}, ((), ()), ("t", (2,), {}, ()), {"plain": 1}])
def test_values_of_another_form_are_noticed_where_they_are_understood(value: object, folder: Path, stall: Path) -> None:
    """As another version may have kept them under the same key, by a mistake of ours."""
    for key in ("listing", "game"):
        entry = loading.code_key(
            key, "stall", loading._render_content(found(stall)), *([None] if key == "game" else [])
        )
        write_cache(entry, value)
        assert read_cache(entry) == value
    assert load_game(stall).title == "Stall"
    listing = loading._find_listing(found(stall))
    assert value == () or (listing is not None and listing.title == "Stall")


def found(stall: Path) -> loading.GamePlace:
    place = loading.place_of(str(stall))
    assert place is not None
    return place


def test_what_a_shelf_does_not_understand_is_worked_out_anew(folder: Path) -> None:
    for wrong in ((), (9999, 1), "tree", {"a": 1}):
        with open_shelf("texts"):
            remember_result(lambda: wrong, lambda kept: kept, lambda kept: kept, "text")  # noqa: B023 - called at once
        with open_shelf("texts"):
            assert remember_result(lambda: "anew", str, lambda kept: kept["missing"], "text") == "anew"
        for entry in entries(folder):
            entry.unlink()


def test_an_empty_file_that_becomes_unreadable_is_not_empty(tmp_path: Path, folder: Path) -> None:
    file = tmp_path / "cards.yaml"
    codes = []
    for content in (b"", b"\xff\xfet\0", b"#" * (MAX_BYTES + 1)):
        file.write_bytes(content)
        with open_shelf("texts"):
            codes.append([each.code for each in read_cached_root(file).diagnostics])
    assert codes == [["empty-file"], ["not-utf8"], ["file-too-large"]]


def test_a_lost_key_is_made_anew_and_so_are_the_entries(folder: Path, stall: Path) -> None:
    told = story(stall)
    for content in (b"", b"short", None):
        key = folder / "key"
        key.unlink()
        if content is not None:
            key.write_bytes(content)
        assert all(read_cache(entry.stem) is None for entry in entries(folder))
        assert story(stall) == told
        assert any(read_cache(entry.stem) is not None for entry in entries(folder))


@POSIX
def test_the_cache_is_read_with_the_memory_it_needs(folder: Path) -> None:
    """Room for the most that an entry may hold was asked for beforehand."""
    command = [str(Path(sys.executable).with_name("cardwright")), "games"]
    told = [
        subprocess.run(["bash", "-c", f'{limit}"$@"', "-", *command], capture_output=True, text=True, check=False)
        for limit in ("", "ulimit -v 500000; ")
    ]
    assert told[0].returncode == told[1].returncode == 0, told[1].stderr
    assert told[0].stdout == told[1].stdout


# ---------------------------------------------------------------- who wrote it?


# ---------------------------------------------------------------- where it lies


def test_a_list_of_games_survives_all_of_it(folder: Path) -> None:
    listed = find_games()
    for entry in entries(folder):
        entry.write_bytes(b"\0" * 100)
    assert find_games() == listed
    shutil.rmtree(folder)
    folder.write_bytes(b"no folder")
    assert find_games() == listed


@pytest.mark.long
def test_nothing_else_reads_what_can_run_code() -> None:
    """No pickle, no marshal but here; what processes of ours send each other is their own."""
    found = []
    for path, nodes in source_trees().items():
        for node in nodes:
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            risky = {"pickle", "marshal", "shelve", "dill", "joblib", "cloudpickle", "dbm"} & set(names)
            if risky and not (path.stem == "trusted_disk_cache" and risky == {"marshal"}):
                found.append(f"{path.name}: {risky}")
            if isinstance(node, ast.keyword) and node.arg == "cache":
                found.append(f"{path.name}: a cache of somebody else's")
    assert found == []
