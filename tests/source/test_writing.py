"""Files are written whole or not at all, never through a link, and by one module only."""

from __future__ import annotations

import ast
import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.source_trees import room_and_module, source_trees

from cardwright.source.atomic_write import replace_file, write_all, write_new, write_whole
from cardwright_tools.cli.main import main

PRECIOUS = "precious"


# ---------------------------------------------------------------- one file


def test_a_file_is_replaced_whole_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    write_whole(path, "grün")
    assert path.read_bytes() == "grün".encode()
    path.chmod(0o640)
    seen = []
    with replace_file(path) as file:
        file.write(b"half")
        file.flush()
        seen.append(path.read_bytes())
        file.write(b" and half")
    assert seen == ["grün".encode()]
    assert path.read_bytes() == b"half and half"
    if os.name != "nt":
        assert path.stat().st_mode & 0o7777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_names_of_unfinished_files_cannot_be_foreseen_and_nothing_that_lies_there_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = []
    for _ in range(20):
        with replace_file(tmp_path / "a.yaml") as file:
            names.append(Path(file.name).name)
            assert Path(file.name).parent == tmp_path
    assert len(set(names)) == 20
    assert all(len(name) > 20 and not name.endswith(".yaml") for name in names)
    precious = tmp_path / PRECIOUS
    precious.write_text(PRECIOUS)
    monkeypatch.setattr("os.urandom", bytes)
    (tmp_path / f".{bytes(12).hex()}.new").symlink_to(precious)
    with pytest.raises(FileExistsError):
        write_whole(tmp_path / "a.yaml", "new")
    assert precious.read_text() == PRECIOUS


@pytest.mark.parametrize("place", ["a link", "a link that leads nowhere", "a folder", "a pipe", "a device"])
def test_what_is_no_ordinary_file_is_not_written_to(place: str, tmp_path: Path) -> None:
    path, precious = tmp_path / "place" / "page.html", tmp_path / PRECIOUS
    path.parent.mkdir()
    precious.write_text(PRECIOUS)
    match place:
        case "a link":
            path.symlink_to(precious)
        case "a link that leads nowhere":
            path.symlink_to(tmp_path / "nowhere")
        case "a folder":
            path.mkdir()
        case "a pipe":
            os.mkfifo(path)
        case _:
            path = Path(os.devnull)
    before = path.lstat()
    for write in (write_whole, write_new):
        with pytest.raises(OSError, match=r"link|ordinary|exists"):
            write(path, "new")
    after = path.lstat()
    assert (after.st_ino, after.st_mode, after.st_dev) == (before.st_ino, before.st_mode, before.st_dev)
    assert precious.read_text() == PRECIOUS
    assert sorted(tmp_path.iterdir()) == sorted([path.parent, precious]) or place == "a device"
    assert place == "a device" or list(path.parent.iterdir()) == [path]


def test_a_file_that_may_only_be_read_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "page.html"
    path.write_text(PRECIOUS)
    path.chmod(0o444)
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write anything
    with pytest.raises(PermissionError):
        write_whole(path, "new")
    assert path.read_text() == PRECIOUS


def test_several_files_are_written_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [tmp_path / name for name in ("a", "b", "c")]
    write_all(dict.fromkeys(paths, "old"))
    room = iter([None, None])

    def full(_: int) -> None:
        if next(room, 0) is not None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        with pytest.raises(OSError, match="No space"):
            write_all(dict.fromkeys(paths, "new"))
    assert [path.read_text() for path in paths] == ["old"] * 3
    assert sorted(tmp_path.iterdir()) == paths
    write_all(dict.fromkeys(paths, "new"))
    assert [path.read_text() for path in paths] == ["new"] * 3


# ---------------------------------------------------------------- every command that writes


@pytest.fixture
def garden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A game of one's own in a folder of its own, from which everything is started."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "game", "garden"]) == 0
    yield Path("garden")
    assert not list(tmp_path.rglob("*.new"))
    assert not list(tmp_path.rglob("*.part"))


WRITES = {
    "export csv": (["export", "garden", "--out", "out.csv"], "out.csv"),
    "export xlsx": (["export", "garden", "--out", "out.xlsx"], "out.xlsx"),
    "export json": (["export", "garden", "--out", "out.json"], "out.json"),
    "gallery": (["text", "garden", "--html", "out.html"], "out.html"),
    "pdf": (["print", "garden", "--out", "out.pdf"], "out.pdf"),
    "pictures": (["print", "garden", "--out", "out.png"], "out-1.png"),
    "tabletop": (["print", "garden", "--out", "out.json"], "out-faces-1.png"),
    "schema": (["schema", "garden"], "garden/schema/game.schema.json"),
    "release": (["release", "garden"], "garden/cards/base/released.txt"),
    "format": (["fmt", "garden"], "garden/cards/base/cards.yaml"),
    "new card": (["new", "card", "garden", "quince"], "garden/cards/base/cards.yaml"),
    "new set": (["new", "set", "garden", "winter"], "garden/cards/winter/cards.yaml"),
    "import": (["import", "in.csv", "garden"], "garden/cards/base/cards.yaml"),
    "report": (["report", "run.sqlite", "--markdown", "out.md"], "out.md"),
    "run": (
        ["simulate", "garden", "--bots", "random", "--games", "1", "--jobs", "1", "--out", "new.sqlite"],
        "new.sqlite",
    ),
    "tables": (["simulate", "--resume", "run.sqlite", "--export", "parquet"], "run.game.parquet"),
}


@pytest.mark.one_of(2)
@pytest.mark.parametrize("what", WRITES)
def test_no_command_writes_through_a_link(
    what: str, garden: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words, place = WRITES[what]
    path, precious = tmp_path / place, tmp_path / "home" / PRECIOUS
    precious.parent.mkdir()
    if "run.sqlite" in words:
        assert (
            main(["simulate", "garden", "--bots", "random", "--games", "20", "--jobs", "1", "--out", "run.sqlite"]) == 0
        )
    if what == "import":
        assert main(["export", "garden", "--out", "in.csv"]) == 0
        sheet = Path("in.csv").read_text(encoding="utf-8")
        Path("in.csv").write_text(sheet.replace("Apple", "Pome"), encoding="utf-8")
    if what == "format":
        path.write_text(path.read_text(encoding="utf-8").replace("cards:", "cards:   "), encoding="utf-8")
    if path.exists() and what != "schema":
        shutil.move(path, precious)
    else:
        path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        precious.write_text("" if what == "release" else PRECIOUS)
    before = precious.read_bytes()
    path.symlink_to(precious)
    capsys.readouterr()
    assert main(words) in (1, 2)
    assert precious.read_bytes() == before
    assert path.is_symlink()
    said = capsys.readouterr().err
    assert "link" in said or "already exists" in said
    assert "bug" not in said


def test_import_passes_by_what_was_planted_where_it_used_to_write(garden: Path, tmp_path: Path) -> None:
    precious = tmp_path / PRECIOUS
    precious.write_text(PRECIOUS)
    for name in ("cards.yaml.part", ".cards.yaml.part", "cards.part", "cards.yaml~", ".cards.yaml.new"):
        (garden / "cards" / "base" / name).symlink_to(precious)
    assert main(["export", "garden", "--out", "in.csv"]) == 0
    Path("in.csv").write_text(Path("in.csv").read_text(encoding="utf-8").replace("Apple", "Pome"), encoding="utf-8")
    assert main(["import", "in.csv", "garden"]) == 0
    assert "Pome" in (garden / "cards" / "base" / "cards.yaml").read_text(encoding="utf-8")
    assert precious.read_text() == PRECIOUS
    for planted in (garden / "cards" / "base").iterdir():
        if planted.is_symlink():
            planted.unlink()


@pytest.mark.parametrize("named", ["../../../../home", "/tmp", "..", "a/b", "C:", "", "."])
@pytest.mark.parametrize("field", ["set", "game"])
def test_the_name_of_a_set_leads_nowhere_else(
    named: str, field: str, garden: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`compare` puts a set together with its game, and takes away what lies in the place of the set."""
    home = tmp_path / "home"
    home.mkdir()
    (home / PRECIOUS).write_text(PRECIOUS)
    drafts = tmp_path / "drafts"
    drafts.mkdir()
    names = {"game": "ceylon", "set": "base"} | {field: named}
    text = f'game: "{names["game"]}"\nset: "{names["set"]}"\ncards:\n  - {{id: x}}\n'
    (drafts / "cards.yaml").write_text(text, encoding="utf-8")
    assert main(["compare", "ceylon", "drafts", "--games", "1", "--out", "kept"]) == 2
    assert "is not the name" in capsys.readouterr().err
    assert (home / PRECIOUS).read_text() == PRECIOUS


# ---------------------------------------------------------------- nothing is written elsewhere

WRITERS = {
    # They replace files, or begin them.
    "source/atomic_write": "the one module that writes open os.open",
    # Begins new files, such as records.
    # Nothing comes of what is written there: os.devnull, until the process ends.
    "web/server": "open",
    # A record only ever grows, line by line; it begins as a new file.
    "records/record_file": "open",
    # Names that nobody can foresee, in the folder for passing files.
    "cli/errors": "NamedTemporaryFile",
    # Copies files of Cardwright's own checkout into a folder that is gone afterwards.
    "maintenance/doc_quotes": "copytree",
    "laboratory/game_versions": "copy copytree",
    # Into a folder that nobody can foresee, which is gone afterwards.
    "native/c_compiler": "write_text write_bytes",
    "native/compiled_game": "write_bytes",
    "benchmarks/edit_latency": "copytree",
    "maintenance/large_collection_benchmark": "copytree open",  # the folder is of its own making
    "printing/typst": "write_text write_bytes",
    "faces/image_codec": "save",  # of a picture, into memory
    "terminal/commands": "save",  # of a session, which does it here
}
COPIES = {"copy", "copy2", "copyfile", "copytree", "move"}


def test_nothing_is_written_but_by_the_module_that_does_it_well() -> None:
    found = []
    for path, nodes in source_trees().items():
        for node in nodes:
            name = (
                _writes(node) if isinstance(node, ast.Call) and room_and_module(path) != "source/atomic_write" else None
            )
            if name and name not in WRITERS.get(room_and_module(path), "").split():
                found.append(f"{path.name}: {name}")
    assert found == []


def _writes(call: ast.Call) -> str | None:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    words = [each.value for each in (*call.args, *(k.value for k in call.keywords)) if isinstance(each, ast.Constant)]
    owner = call.func.value.id if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) else ""
    if name == "open":
        if owner == "os":
            reading = any(word in ast.unparse(call) for word in ("O_RDONLY", "_READING", "devnull"))
            return None if reading else "os.open"
        modes = [word for word in words if isinstance(word, str) and set(word) <= set("rwxabt+")]
        return name if any(set(mode) & set("wxa+") for mode in modes) else None
    if name in (
        "write_text",
        "write_bytes",
        "touch",
        "NamedTemporaryFile",
        "mkstemp",
        "mktemp",
        "savefig_to",
    ):
        return name
    if name in COPIES and owner == "shutil":
        return name
    if name in ("link", "symlink_to", "hardlink_to") or (name in ("replace", "rename") and owner == "os"):
        return name
    # `save` of books and pictures, given a path.
    return name if name == "save" and "path" in ast.unparse(call).casefold() else None
