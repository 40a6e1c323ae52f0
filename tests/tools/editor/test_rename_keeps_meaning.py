"""A name that was changed everywhere leaves a game without a mistake, and the program that it was before."""

from __future__ import annotations

import random
import time
from contextlib import suppress
from pathlib import Path

import pytest

from cardwright.checker.game import GameChecker
from cardwright.checker.names.occurrences import Symbol
from cardwright.checker.names.occurrences_in_fields import resolve_symbol
from cardwright.checker.rule_texts_outside_pieces import CheckedLibrary
from cardwright.compiler.compile_game import compile_program
from cardwright.declarations.model import GameDecl
from cardwright.declarations.readers.game_files import read_game
from cardwright.lint.game_files import check_loaded
from cardwright.source.read_with_size_limit import override_files
from cardwright_tools.editor.game_analysis import Analysis
from cardwright_tools.editor.rename import Edit, RenameRefusedError, edit_texts, rename
from cardwright_tools.editor.symbol_lookup import find_declarations
from cardwright_tools.editor.workspace import Workspace

ROOT = Path(__file__).parents[3]
GAMES = ("ceylon", "cargo_hold", "cargo_noir", "bush_pilots", "import_export")
KINDS = ("procedure", "rule", "role", "local", "zone", "memory", "attribute", "word", "enum", "kind", "piece")


def analysis_of(game: str, below: str = "games") -> Analysis:
    desk = Workspace()
    file = ROOT / below / game / "game.yaml"
    desk.show(file, file.read_text(encoding="utf-8"))
    analysis = desk.analysis(file)
    assert analysis is not None
    return analysis


def declared(analysis: Analysis) -> list[Symbol]:
    """Everything that has a name in the game."""
    units = [unit for listed in analysis.units.values() for unit in listed]
    meanings = [each for unit in units if unit.notes is not None for each in unit.notes.meanings if each.declares]
    names = [each for listed in analysis.names.values() for each in listed if each.declares]
    symbols = [*(each.symbol for each in meanings), *(each.symbol for each in names)]
    return list(dict.fromkeys(resolve_symbol(each, analysis.game) for each in symbols))


def program(game: GameDecl) -> str:
    """What a game does: its generated code, in which nothing is called as its author calls it."""
    CheckedLibrary.forget()
    tables = compile_program(GameChecker(game).run(), game.players[0])
    return "\n".join(tables[variant]["source"] for variant in ("plain", "tracked"))


def check_after(analysis: Analysis, edits: list[Edit]) -> None:
    with override_files({Path(path).resolve(): text for path, text in edit_texts(analysis, edits).items()}):
        loaded = read_game(analysis.files, list(analysis.files.cards))
        assert check_loaded(loaded) == []
        assert loaded.game is not None
        assert program(loaded.game) == program(analysis.game)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_new_name_changes_nothing_but_the_name(game: str) -> None:
    analysis = analysis_of(game)
    chosen = random.Random(game)
    symbols = declared(analysis)
    chosen.shuffle(symbols)
    by_kind = {symbol.kind: symbol for symbol in symbols if symbol.word not in ("setup", "play", "final_score")}
    renamed, reasons = 0, []
    for kind in chosen.sample(KINDS, 2):
        if kind in by_kind:
            old = find_declarations(analysis, by_kind[kind])[0]
            try:
                edits = rename(analysis, old, f"{old.text}_anew", {})
            except RenameRefusedError as refused:
                reasons.append(str(refused))
                continue
            check_after(analysis, edits)
            renamed += 1
    assert renamed
    assert all("also means other declarations" in each for each in reasons)  # a word of `look` that several are called


@pytest.mark.parametrize("game", GAMES)
def test_what_the_rulebook_is_told_about_is_renamed_along(game: str) -> None:
    analysis = analysis_of(game)
    known = {name.text: name.symbol for listed in analysis.names.values() for name in listed if not name.declares}
    about = [str(word.value) for word, _ in analysis.game.about if word.value not in ("game", "goal")]
    assert [word for word in about if word not in known] == []


@pytest.mark.parametrize("game", ["ceylon", "cargo_hold"])
def test_a_name_that_is_in_use_is_refused_or_changes_nothing(game: str) -> None:
    analysis = analysis_of(game)
    chosen = random.Random(game)
    symbols = declared(analysis)
    refused = kept = 0
    while not (refused and kept):
        old, new = find_declarations(analysis, chosen.choice(symbols))[0], chosen.choice(symbols).word
        try:
            edits = rename(analysis, old, new, {})
        except RenameRefusedError:
            refused += 1
            continue
        if edits and not kept:
            check_after(analysis, edits)
            kept += 1


@pytest.mark.one_of
@pytest.mark.parametrize("game", ["marshals", "menagerie"])
def test_decks_and_names_of_pieces_are_renamed_along(game: str) -> None:
    analysis = analysis_of(game, "tests/language")
    wanted = ("army", "camp", "banner", "card", "beast", "guard", "mouse", "red", "side")
    symbols = [each for each in declared(analysis) if each.word in wanted and each.kind not in ("role", "local")]
    chosen = random.Random(game).sample(symbols, min(3, len(symbols)))
    warned = {each.code for each in check_loaded(read_game(analysis.files, list(analysis.files.cards)))}
    for symbol in chosen:
        edits = rename(analysis, find_declarations(analysis, symbol)[0], f"{symbol.word}_anew", {})
        with override_files({Path(path).resolve(): text for path, text in edit_texts(analysis, edits).items()}):
            loaded = read_game(analysis.files, list(analysis.files.cards))
            assert loaded.game is not None
            assert {each.code for each in check_loaded(loaded)} <= warned
            assert program(loaded.game) == program(analysis.game)


@pytest.mark.one_of
@pytest.mark.parametrize("kind", ["kind", "procedure", "role", "local"])
def test_a_deed_that_is_done_to_several_sorts_is_renamed_with_all_of_them(kind: str) -> None:
    analysis = analysis_of("skirmish", "tests/language")
    renamed = 0
    for symbol in [each for each in declared(analysis) if each.kind == kind and each.word not in ("setup", "play")]:
        with suppress(RenameRefusedError):
            edits = rename(analysis, find_declarations(analysis, symbol)[0], f"{symbol.word}_anew", {})
            check_after(analysis, edits)
            renamed += symbol.word in ("card", "hit", "victim", "left")
    assert renamed


@pytest.mark.long
def test_no_name_takes_long() -> None:
    analysis = analysis_of("import_export")
    assert analysis.diagnostics == []
    symbols = random.Random(1).sample(declared(analysis), 30)
    slow = []
    for symbol in symbols:
        old = find_declarations(analysis, symbol)[0]
        began = time.process_time()
        with suppress(RenameRefusedError):  # where one word of `look` stands for several things
            rename(analysis, old, f"{old.text}_anew", {})
        slow.append(time.process_time() - began)
    assert sorted(slow)[-5] < 0.5  # a tenth of that as a rule: this machine may do other things as well
