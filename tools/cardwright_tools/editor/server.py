"""Language server: answers requests of the protocol with the modules of this package."""

import asyncio
import gc
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import BinaryIO, TypeVar
from urllib.parse import unquote

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams, JsonRpcParseError
from pygls.lsp.server import LanguageServer

from cardwright.declarations.file_kinds import is_scenarios
from cardwright.formatting.files import format_own_file
from cardwright.source.diagnostics import CardwrightError, Diagnostic
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.positions import SourceFile, Span
from cardwright.source.read_with_size_limit import override_files
from cardwright.source.yaml.loader import load_yaml
from cardwright_tools.editor.completion.rule_texts import CompletionItem, complete_text
from cardwright_tools.editor.completion.scenarios import complete_example, complete_scenario
from cardwright_tools.editor.completion.yaml_fields import complete_fields
from cardwright_tools.editor.game_analysis import Analysis
from cardwright_tools.editor.hover import describe_position
from cardwright_tools.editor.outline import OutlineEntry, build_outline
from cardwright_tools.editor.protocol.message_checks import CheckedProtocol, make_strict_converter
from cardwright_tools.editor.protocol.message_framing import MalformedHeaderError, Output, read_body
from cardwright_tools.editor.protocol.position_codec import PositionCodec
from cardwright_tools.editor.rename import RenameRefusedError, check_renameable, find_file, rename
from cardwright_tools.editor.rule_text_at_cursor import find_language_text
from cardwright_tools.editor.scenario_at_cursor import is_in_examples
from cardwright_tools.editor.symbol_lookup import find_declarations, find_occurrence, find_occurrences
from cardwright_tools.editor.workspace import Workspace

T = TypeVar("T")
# Seconds without an edit before diagnostics are computed, so that checks do not delay typing.
PAUSE = 0.15
# The same before a large game is checked whole, where a part of its diagnostics is known at once.
SETTLED = 1.0
# The same for garbage collection, which takes as long as ten answers.
REST = 2.0
_KINDS = {
    "field": types.CompletionItemKind.Property,
    "attribute": types.CompletionItemKind.Field,
    "parts": types.CompletionItemKind.Field,
    "zone": types.CompletionItemKind.Folder,
    "memory": types.CompletionItemKind.Variable,
    "local": types.CompletionItemKind.Variable,
    "role": types.CompletionItemKind.Variable,
    "procedure": types.CompletionItemKind.Method,
    "rule": types.CompletionItemKind.Function,
    "primitive": types.CompletionItemKind.Function,
    "table": types.CompletionItemKind.Function,
    "word": types.CompletionItemKind.EnumMember,
    "enum": types.CompletionItemKind.Enum,
    "kind": types.CompletionItemKind.Class,
    "piece": types.CompletionItemKind.Constant,
    "window": types.CompletionItemKind.Event,
}
_PARTS = {
    "card": types.SymbolKind.Object,
    "enum": types.SymbolKind.Enum,
    "kind": types.SymbolKind.Class,
    "table": types.SymbolKind.Array,
    "zone": types.SymbolKind.Field,
    "memory": types.SymbolKind.Variable,
    "owner": types.SymbolKind.Namespace,
    "verb": types.SymbolKind.Method,
    "step": types.SymbolKind.Event,
    "rule": types.SymbolKind.Function,
}


class CardwrightServer(LanguageServer):
    """The server of one editor, with its open files and published diagnostics."""

    protocol: CheckedProtocol

    def __init__(self) -> None:
        super().__init__(
            "cardwright", version("cardwright"), protocol_cls=CheckedProtocol, converter_factory=make_strict_converter
        )
        self.desk = Workspace()
        self.places = PositionCodec(self, self.desk)
        self._reported: dict[Path, set[str]] = {}
        self._pending: dict[str, asyncio.TimerHandle] = {}
        self._tidying: asyncio.TimerHandle | None = None
        gc.set_threshold(100_000, 50, 1_000)

    # the streams of the editor

    @property
    def was_initialized(self) -> bool:
        """True if a client has sent `initialize`."""
        return self.protocol.was_initialized

    def start_io(self, stdin: BinaryIO | None = None, stdout: BinaryIO | None = None) -> None:
        """Serve an editor on two streams until it disconnects."""
        try:
            asyncio.run(self._serve(stdin or sys.stdin.buffer, Output(stdout or sys.stdout.buffer)))
        except (KeyboardInterrupt, SystemExit):
            pass
        finally:
            self.shutdown()  # type: ignore[no-untyped-call]

    async def _serve(self, stdin: BinaryIO, output: Output) -> None:
        self.protocol.set_writer(output)
        while not output.closed:
            try:
                body = await asyncio.get_running_loop().run_in_executor(self.thread_pool, read_body, stdin)
            except MalformedHeaderError as error:
                self.protocol.refuse(None, JsonRpcParseError(str(error)))
                continue
            if body is None:
                return
            self.protocol.receive(body)

    # what the editor has

    def show(self, uri: str) -> None:
        """Store the text of an open document, and publish diagnostics after a pause."""
        document = self.workspace.text_documents.get(unquote(uri))
        if document is not None:  # the library would read any other file from the disk, wherever it lies
            self.desk.show(self.places.path(uri), document.source.removeprefix("\ufeff"))
            self._tell_soon(uri)

    def _list_open(self) -> list[str]:
        """Return the URIs of the open documents, in the editor's spelling."""
        return [document.uri for document in self.workspace.text_documents.values()]

    def _tell_soon(self, uri: str) -> None:
        self._schedule(uri, PAUSE, self.tell_quickly)

    def _schedule(self, uri: str, seconds: float, work: Callable[[str], None]) -> None:
        """Call `work` with the URI of a document after a time, unless the document changes before."""
        waiting = self._pending.pop(uri, None)
        if waiting is not None:
            waiting.cancel()
        self._pending[uri] = asyncio.get_running_loop().call_later(seconds, work, uri)

    def _recheck_scenarios(self) -> None:
        """Check the open scenario files again, because their game may have changed."""
        for uri in self._list_open():
            path = self.places.path(uri)
            if uri not in self._pending and is_scenarios(path, self.desk.text(path)):
                self._tell_soon(uri)

    def tell_quickly(self, uri: str) -> None:
        """Publish what is known of a document at once and the rest after a pause, or all if that is no work."""
        quick = self.desk.quick_findings(self.places.path(uri))
        if quick is None:
            self.tell(uri)
        else:
            self._publish(uri, quick)
            self._schedule(uri, SETTLED, self.tell)

    def tell(self, uri: str) -> None:
        """Publish the diagnostics of a file and of all files of its game, and remove those that no longer apply."""
        self._pending.pop(uri, None)
        path = self.places.path(uri)
        self._publish(uri, self.desk.findings(path))
        if not is_scenarios(path, self.desk.text(path)):
            self._recheck_scenarios()
        if self._tidying is not None:
            self._tidying.cancel()
        self._tidying = asyncio.get_running_loop().call_later(REST, self._collect_garbage)

    def _publish(self, uri: str, diagnostics: Iterable[Diagnostic]) -> None:
        path = self.places.path(uri)
        found: dict[str, list[Diagnostic]] = {path.as_posix(): []}
        for each in diagnostics:
            found.setdefault(each.span.path, []).append(each)
        by_file = {self.places.uri(name): listed for name, listed in found.items()}
        for other in self._reported.get(resolve_path(path), set()) - set(by_file):
            by_file[other] = []
        self._reported[resolve_path(path)] = {address for address, listed in by_file.items() if listed}
        for address, listed in by_file.items():
            shown = [self._convert_diagnostic(each) for each in listed]
            document = self.workspace.text_documents.get(unquote(address))
            version = None if document is None else document.version  # the version of the checked text
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(address, shown, version))

    def _collect_garbage(self) -> None:
        """Free the memory of replaced analyses; later collections skip the objects that remain."""
        self._tidying = None
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def forget(self, uri: str) -> None:
        """Forget a file that the editor has closed."""
        self.desk.put_away(self.places.path(uri))
        waiting = self._pending.pop(uri, None)
        if waiting is not None:
            waiting.cancel()

    def file(self, path: str | Path) -> SourceFile:
        """Return a file as the author sees it."""
        name = Path(path).as_posix()
        return SourceFile(name, self.desk.text(Path(path)).removeprefix("\ufeff"))

    # where things are

    def at(self, uri: str, position: types.Position) -> tuple[Analysis, str, int] | None:
        """Return the analysis, file name and offset for a request about a position; None if there is no analysis."""
        path = self.places.path(uri)
        analysis = self.desk.place(path)
        name = analysis.named(path) if analysis is not None else None
        if analysis is None or name is None:
            return None
        return analysis, name, self.places.offset(analysis.sources[name], position)

    def location(self, span: Span) -> types.Location:
        """Return the location of a span."""
        return types.Location(self.places.uri(span.path), self.places.range(self.file(span.path), span))

    def _convert_diagnostic(self, found: Diagnostic) -> types.Diagnostic:
        notes = [
            types.DiagnosticRelatedInformation(self.location(note.span), note.message)
            for note in found.notes
            if note.span is not None
        ]
        remarks = [found.label, *(note.message for note in found.notes if note.span is None)]
        severity = types.DiagnosticSeverity
        return types.Diagnostic(
            range=self.places.range(self.file(found.span.path), found.span),
            message="\n".join([found.message, *(remark for remark in remarks if remark)]),
            severity=severity.Error if found.severity == "error" else severity.Warning,
            code=found.code,
            source="cardwright",
            related_information=notes or None,
        )


def make_server() -> CardwrightServer:
    """Return a server with all its features registered."""
    server = CardwrightServer()
    _register_document_events(server)
    _register_queries(server)
    _register_edits(server)
    return server


def _register_document_events(server: CardwrightServer) -> None:
    """Register the handlers of opened, changed, saved and closed files."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.show(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        server.show(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.desk.look_again()
        server.show(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def changed_on_disk(_: types.DidChangeWatchedFilesParams) -> None:
        server.desk.look_again()
        for uri in server._list_open():
            server.show(uri)


def _register_queries(server: CardwrightServer) -> None:
    """Register the handlers of requests about a position."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def explain(params: types.HoverParams) -> types.Hover | None:
        here = server.at(params.text_document.uri, params.position)
        explanation = describe_position(*here) if here is not None else None
        if here is None or explanation is None:
            return None
        content = types.MarkupContent(types.MarkupKind.Markdown, explanation[0])
        return types.Hover(content, server.places.range(here[0].sources[here[1]], explanation[1]))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> list[types.Location]:
        here = server.at(params.text_document.uri, params.position)
        found = find_occurrence(*here) if here is not None else None
        if here is None or found is None:
            return []
        return [server.location(each.span) for each in find_declarations(here[0], found.symbol)]

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        here = server.at(params.text_document.uri, params.position)
        found = find_occurrence(*here) if here is not None else None
        if here is None or found is None:
            return []
        listed = find_occurrences(here[0], found.symbol)
        return [server.location(o.span) for o in listed if params.context.include_declaration or not o.declares]

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[".", "(", ":", " "]))
    def complete(params: types.CompletionParams) -> types.CompletionList:
        return types.CompletionList(is_incomplete=False, items=_list_completion(server, params))

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        file = server.file(server.places.path(params.text_document.uri))
        return [_make_symbol(server, file, part) for part in build_outline(load_yaml(Path(file.path), file.text))]


def _register_edits(server: CardwrightServer) -> None:
    """Register the handlers of requests that edit files."""

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: types.PrepareRenameParams) -> types.Range:
        here = server.at(params.text_document.uri, params.position)
        if here is None:
            raise JsonRpcInvalidParams("this file belongs to no game that can be read")
        return server.places.range(
            here[0].sources[here[1]], _convert_refusal(lambda: check_renameable(here[0], find_occurrence(*here)))
        )

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def change_name(params: types.RenameParams) -> types.WorkspaceEdit:
        here = server.at(params.text_document.uri, params.position)
        if here is None:
            raise JsonRpcInvalidParams("this file belongs to no game that can be read")
        edits = _convert_refusal(lambda: rename(here[0], find_occurrence(*here), params.new_name, server.desk.texts))
        changes: dict[str, list[types.TextEdit]] = {}
        for span, new in edits:
            with override_files(server.desk.texts):
                file = find_file(here[0], span.path)
            edit = types.TextEdit(server.places.range(file, span), new)
            changes.setdefault(server.places.uri(span.path), []).append(edit)
        return types.WorkspaceEdit(changes=changes)

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatted(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        file = server.file(server.places.path(params.text_document.uri))
        try:
            new = format_own_file(Path(file.path), file.text)
        except CardwrightError as error:
            first = error.diagnostics[0]
            shown = f"not formatted because of mistakes: {first.message} ({first.label})"
            server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, shown))
            return []
        whole = file.span(0, len(file.text))
        return [types.TextEdit(server.places.range(file, whole), new)] if new != file.text else []

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    )
    def corrections(params: types.CodeActionParams) -> list[types.CodeAction]:
        path = server.places.path(params.text_document.uri)
        file = server.file(path)
        quick = server.desk.quick_findings(path)
        known = server.desk.findings(path) if quick is None else quick
        found = [each for each in known if resolve_path(Path(each.span.path)) == resolve_path(path)]
        return [
            _make_correction(server, file, each)
            for each in found
            if each.fix is not None and _do_overlap(server.places.range(file, each.span), params.range)
        ]


def _make_correction(server: CardwrightServer, file: SourceFile, found: Diagnostic) -> types.CodeAction:
    assert found.fix is not None
    edit = types.TextEdit(server.places.range(file, found.fix.span), found.fix.replacement)
    new = found.fix.replacement
    return types.CodeAction(
        title=f"Write `{new}`" if "\n" not in new else "Correct this",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[server._convert_diagnostic(found)],
        edit=types.WorkspaceEdit(changes={server.places.uri(file.path): [edit]}),
        is_preferred=True,
    )


def _do_overlap(one: types.Range, other: types.Range) -> bool:
    return one.start <= other.end and other.start <= one.end


def _convert_refusal(ask: Callable[[], T]) -> T:
    """Return the result of `ask`. Raises the error with which a refused request is answered."""
    try:
        return ask()
    except RenameRefusedError as refused:
        raise JsonRpcInvalidParams(str(refused)) from refused


def _list_completion(server: CardwrightServer, params: types.CompletionParams) -> list[types.CompletionItem]:
    path = server.places.path(params.text_document.uri)
    file = server.file(path)
    at = server.places.offset(file, params.position)
    if is_scenarios(path, file.text):
        page = server.desk.page(path)
        sets = list(page.files.cards) if page is not None else []
        with override_files({}):
            return _list_items(server, file, *complete_scenario(page, file.text, at, sets))
    analysis = server.desk.sound(path)
    if analysis is None:
        return []
    here = find_language_text(file, at)
    if here is not None:
        items, start, end = complete_text(analysis, here.text, here.at, here.kind, here.piece(analysis))
        start, end = at - (here.at - start), at + (end - here.at)
    else:
        with override_files({}):
            if is_in_examples(file.text, at):
                items, start, end = complete_example(analysis, file.text, at)
            else:
                items, start, end = complete_fields(analysis, path, file.text, at)
    return _list_items(server, file, items, start, end)


def _list_items(
    server: CardwrightServer, file: SourceFile, items: list[CompletionItem], start: int, end: int
) -> list[types.CompletionItem]:
    span = types.Range(server.places.position(file, start), server.places.position(file, end))
    return [_make_completion_item(item, span) for item in items]


def _make_completion_item(item: CompletionItem, span: types.Range) -> types.CompletionItem:
    return types.CompletionItem(
        label=item.label,
        kind=_KINDS.get(item.kind, types.CompletionItemKind.Keyword),
        detail=item.detail or None,
        sort_text=f"{item.rank}{item.label}",
        filter_text=item.label,
        text_edit=types.TextEdit(span, item.insert or item.label),
    )


def _make_symbol(server: CardwrightServer, file: SourceFile, part: OutlineEntry) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=part.name or "?",
        kind=_PARTS.get(part.kind, types.SymbolKind.Property),
        range=server.places.range(
            file, part.whole.to(part.at) if part.at.end_line > part.whole.end_line else part.whole
        ),
        selection_range=server.places.range(file, part.at),
        detail=part.detail or None,
        children=[_make_symbol(server, file, each) for each in part.parts] or None,
    )
