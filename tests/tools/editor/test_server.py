"""The language server over its real protocol, as an editor uses it."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.asyncio(loop_scope="module")
COMMAND = [sys.executable, "-m", "cardwright_tools.cli.main", "lsp", "--stdio"]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of Import / Export, with its 128 cards."""
    folder = tmp_path_factory.mktemp("project")
    for part in ("games/import_export", "cards/import_export"):
        shutil.copytree(ROOT / part, folder / part)
    return folder


@pytest_lsp.fixture(scope="module", config=ClientServerConfig(server_command=COMMAND))  # type: ignore[untyped-decorator]
async def client(lsp_client: LanguageClient, project: Path) -> AsyncIterator[None]:
    params = types.InitializeParams(
        capabilities=client_capabilities("neovim"),
        workspace_folders=[types.WorkspaceFolder(uri=project.as_uri(), name="project")],
    )
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


class Buffer:
    """A file open in the editor, in which places are named by the text that stands there."""

    def __init__(self, client: LanguageClient, path: Path) -> None:
        self.client = client
        self.path = path
        self.uri = path.as_uri()
        self.text = path.read_text(encoding="utf-8")
        self.version = 1
        item = types.TextDocumentItem(self.uri, "yaml", self.version, self.text)
        client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    @property
    def name(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    def place(self, mark: str) -> types.Position:
        """The place of the `|` in a stretch of the text."""
        at = self.text.index(mark.replace("|", "")) + mark.index("|")
        before = self.text[:at]
        return types.Position(before.count("\n"), at - before.rfind("\n") - 1)

    def change(self, old: str, new: str) -> None:
        assert old in self.text
        self.text = self.text.replace(old, new, 1)
        self.version += 1
        changes: list[types.TextDocumentContentChangeEvent] = [
            types.TextDocumentContentChangeWholeDocument(text=self.text)
        ]
        document = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, changes))

    async def findings(self) -> list[types.Diagnostic]:
        """The findings in this file as it is now, as they are told next."""
        told = None
        while told is None or (told.uri, told.version) != (self.uri, self.version):
            told = await self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        return list(told.diagnostics)

    async def codes_come_to(self, codes: set[str]) -> None:
        """Wait until these are the codes of what is told of this file, however much else is told before."""
        async with asyncio.timeout(60):
            while {each.code for each in self.client.diagnostics.get(self.uri, ())} != codes:
                await self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)

    async def completion(self, mark: str) -> dict[str, types.CompletionItem]:
        params = types.CompletionParams(text_document=self.name, position=self.place(mark))
        found = await self.client.text_document_completion_async(params)
        assert isinstance(found, types.CompletionList)
        return {item.label: item for item in found.items}

    async def hover(self, mark: str) -> str:
        found = await self.client.text_document_hover_async(types.HoverParams(self.name, self.place(mark)))
        assert found is not None
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value

    def close(self) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(self.name))


@pytest.fixture
def cards(client: LanguageClient, project: Path) -> Buffer:
    return Buffer(client, project / "cards/import_export/base/agriculture.yaml")


@pytest.fixture
def game(client: LanguageClient, project: Path) -> Buffer:
    return Buffer(client, project / "games/import_export/game.yaml")


async def test_mistakes_show_as_they_are_typed_at_their_place_and_go_again(cards: Buffer) -> None:
    assert await cards.findings() == []
    cards.change("gain(8)", "gian(8)")
    (found,) = await cards.findings()
    assert found.code == "unknown-verb"
    assert found.source == "cardwright"
    assert found.message == "there is no verb or step `gian`\ndid you mean `gain`?"
    assert cards.text.split("\n")[found.range.start.line][found.range.start.character :].startswith("gian(8)")
    assert found.range.end.character - found.range.start.character == len("gian")
    actions = await cards.client.text_document_code_action_async(
        types.CodeActionParams(cards.name, found.range, types.CodeActionContext([found]))
    )
    assert actions is not None
    (action,) = actions
    assert isinstance(action, types.CodeAction)
    assert action.title == "Write `gain`"
    assert action.edit is not None
    assert action.edit.changes is not None
    assert action.edit.changes[cards.uri][0].range == found.range
    cards.change("gian(8)", "gain(8)")
    assert await cards.findings() == []
    cards.close()


async def test_a_change_of_the_game_shows_in_its_cards(cards: Buffer, game: Buffer) -> None:
    game.change("verb gain(", "verb earn(")
    await cards.codes_come_to({"unknown-verb"})
    game.change("verb earn(", "verb gain(")
    await cards.codes_come_to(set())
    game.close()
    cards.close()


async def test_completion_goes_by_type(cards: Buffer) -> None:
    cards.change("if you.credits <= 18: gain(8)\n", "if you.\n")
    properties = await cards.completion("if you.|\n")
    assert {"credits", "hand", "harbor"} <= set(properties)
    assert "gain" not in properties
    colours = await cards.completion("hand where good is |agriculture")
    first = sorted(colours.values(), key=lambda item: item.sort_text or "")[0]
    assert first.detail == "colour"
    assert "acquire" not in colours
    deeds = await cards.completion("|sell(c, price: 2)\n")
    assert {"acquire", "move", "gain"} <= set(deeds)
    assert "count" not in deeds
    fields = await cards.completion("|action: contract\n    tier: 3")
    assert "note" in fields
    assert "good" not in fields
    values = await cards.completion("good: |agriculture\n    action: contract\n    tier: 3")
    assert {"luxury", "technology"} <= set(values)
    assert all(item.detail == "colour" for item in values.values())
    cards.close()


async def test_hover_tells_the_declaration_and_the_english(cards: Buffer) -> None:
    shown = await cards.hover("ga|in(8)")
    assert "**procedure** `gain`" in shown
    assert "verb gain(amount: number)" in shown
    assert "gain 8 credits" in shown
    assert "Almonds" in await cards.hover("id: al|monds")
    assert "The number of items of a list" in await cards.hover("cou|nt(found)")
    cards.close()


async def test_definitions_and_references_lead_from_file_to_file(cards: Buffer, game: Buffer) -> None:
    found = await cards.client.text_document_definition_async(
        types.DefinitionParams(cards.name, cards.place("ga|in(8)"))
    )
    assert isinstance(found, list)
    (target,) = found
    assert isinstance(target, types.Location)
    assert target.uri == game.uri
    assert target.range.start == game.place("verb |gain(")
    listed = await game.client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(False), game.name, target.range.start)
    )
    assert listed is not None
    places = {(each.uri, each.range.start.line) for each in listed}
    assert (cards.uri, cards.place("ga|in(8)").line) in places
    assert len(places) > 20
    game.close()
    cards.close()


async def test_rename_reaches_all_files_and_refuses_what_would_clash(cards: Buffer, game: Buffer) -> None:
    async def renamed(new: str) -> types.WorkspaceEdit | None:
        params = types.RenameParams(text_document=cards.name, position=cards.place("ga|in(8)"), new_name=new)
        return await cards.client.text_document_rename_async(params)

    edit = await renamed("earn")
    assert edit is not None
    assert edit.changes is not None
    assert {cards.uri, game.uri} <= set(edit.changes)
    assert {each.new_text for edits in edit.changes.values() for each in edits} == {"earn"}
    for clash, why in (("pay", "declared twice"), ("choose", "word of the language"), ("two words", "is not a name")):
        with pytest.raises(Exception, match=why):
            await renamed(clash)
    game.close()
    cards.close()


async def test_the_outline_lists_cards_and_declarations(cards: Buffer, game: Buffer) -> None:
    listed = await cards.client.text_document_document_symbol_async(types.DocumentSymbolParams(cards.name))
    assert listed is not None
    (whole,) = [each for each in listed if each.name == "cards"]
    assert isinstance(whole, types.DocumentSymbol)
    assert [each.name for each in whole.children or []][:3] == ["almonds", "apples", "bamboo"]
    symbols = await game.client.text_document_document_symbol_async(types.DocumentSymbolParams(game.name))
    library = next(each for each in symbols or [] if each.name == "library")
    assert isinstance(library, types.DocumentSymbol)
    assert "gain" in [each.name for each in library.children or []]
    game.close()
    cards.close()


@pytest.mark.long
async def test_formatting_is_that_of_the_command(cards: Buffer) -> None:
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    assert not await cards.client.text_document_formatting_async(types.DocumentFormattingParams(cards.name, options))
    neat = cards.text
    cards.change("name: Almonds", "name:   'Almonds'")
    edits = await cards.client.text_document_formatting_async(types.DocumentFormattingParams(cards.name, options))
    assert edits is not None
    assert [each.new_text for each in edits] == [neat]
    cards.close()


@pytest.mark.long
async def test_scenarios_are_checked_completed_and_explained_as_well(client: LanguageClient, project: Path) -> None:
    file = project / "games/import_export/scenarios/agriculture.yaml"
    file.parent.mkdir()
    source = ROOT / "tests/scenarios/import_export/agriculture.yaml"
    text = source.read_text(encoding="utf-8").replace("game: import_export\n", "", 1)  # it lies in the folder of one
    file.write_text(text, encoding="utf-8")
    buffer = Buffer(client, file)
    assert await buffer.findings() == []
    buffer.change("P1.harbor: [yellow_ship]", "P1.harbour: [yellow_ship]")
    (found,) = await buffer.findings()
    assert (found.code, found.range.start) == ("unknown-place", buffer.place("P1.|harbour"))
    assert {"harbor", "credits", "hand"} <= set(await buffer.completion("P1.har|bour: [yellow_ship]"))
    buffer.change("P1.harbour: [yellow_ship]", "P1.harbor: [yellow_ship]")
    assert await buffer.findings() == []
    buffer.change("- do: P1 load_action", "- do: P1 lo")
    items = await buffer.completion("- do: P1 lo|")
    assert "load_action" in items
    edit = items["load_action"].text_edit
    assert isinstance(edit, types.TextEdit)
    assert edit.range.start == buffer.place("- do: P1 |lo")
    buffer.change("- do: P1 lo", "- do: P1 load_action")
    assert "**procedure** `load_action`" in await buffer.hover("do: P1 load_|action")
    target = await client.text_document_definition_async(
        types.DefinitionParams(buffer.name, buffer.place("P1.har|bor: [yellow"))
    )
    assert isinstance(target, list)
    (place,) = target
    assert isinstance(place, types.Location)
    assert place.uri == (project / "games/import_export/game.yaml").as_uri()
    buffer.close()
