"""Deduplication of diagnostics, so that one error in a declaration is not repeated at each use."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from cardwright.declarations.field_reader import UNKNOWN_TYPE
from cardwright.declarations.model import EnumDecl, GameDecl, KindDecl
from cardwright.source.diagnostic_codes import KEY_NOT_TEXT
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, Fix, suggest
from cardwright.source.positions import SourceFile, Span

DECLARED_HERE = "is declared here"
# What is said of a use if its declaration may be wrong.
_BLAMES = re.compile(
    r"^there is no |is only the name of |one value for each|declared with `per`|must name|belongs to|"
    r"a chart needs|is for "
)
MIN_REPEATS = 2
# Codes after which a card, or its whole file, can be missing; so are all `yaml-...`.
UNREAD = {"wrong-value", "unprintable-character"}
CODES_OF_WORDS = {UNKNOWN_TYPE, "unknown-kind", "unknown-name"}
MISSHAPEN = re.compile(r"(?:is|must be) a (?:group of fields|list)\b")
_PRINTED = re.compile(
    r"^about:.*(?:\n(?:[ ].*)?)*|\b(?:name|title|summary|note):[ ]*(?:\"[^\"\n]*\"|'[^'\n]*'|[^,}\n]*)|#.*",
    re.MULTILINE,
)
_TEXT_ABOUT = re.compile(r"^([ ]{2}\w+:|about:)?(.*)$", re.MULTILINE)

Texts = Mapping[str, SourceFile]


def drop_follow_up_diagnostics(found: list[Diagnostic], files: Texts) -> list[Diagnostic]:
    """Return the diagnostics of a game without those that another reported error causes."""
    unread = _find_unread_words(found, files)
    found = [each for each in found if not _is_about_unread(each, unread, files)]
    # These concern a card that could not be read.
    broken = {each.span.path for each in found if each.code.startswith("yaml-") or each.code in UNREAD}
    found = [each for each in found if not (each.code == "unknown-about" and broken)]
    found = [each for each in found if not (each.code == "unknown-look" and broken - {each.span.path})]
    unknown = {each.span for each in found if each.code == "unknown-field"}
    found = [each for each in found if each.code != KEY_NOT_TEXT or each.span not in unknown]
    slips = {(each.span.path, each.span.line) for each in found if each.code.startswith("yaml-")}
    found = [each for each in found if each.code != "missing-field" or (each.span.path, each.span.line) not in slips]
    errors = {each.span for each in found if each.severity == "error"}
    found = [each for each in found if each.severity == "error" or each.span not in errors]
    for look in (_find_misspelt, _find_misused):
        instead = list(look(found, files))
        known = {id(each) for _, follow in instead for each in follow}
        found = [each for each in found if id(each) not in known] + [each for each, _ in instead]
    return found


def blank_printed_texts(text: str) -> str:
    """Return the text of a file with blanks in place of printed texts and comments, whose words are no names."""
    return _PRINTED.sub(_blank_out, text)


def _blank_out(printed: re.Match[str]) -> str:
    if not printed[0].startswith("about:"):
        return " " * len(printed[0])
    return _TEXT_ABOUT.sub(lambda line: (line[1] or "") + " " * len(line[2]), printed[0])


def _read_text_at(span: Span, files: Texts) -> str:
    """Return the text of a span within one line, "" for any other span."""
    file = files.get(span.path)
    if file is None or span.line != span.end_line or span.line > file.line_count:
        return ""
    return file.line(span.line)[span.column - 1 : span.end_column - 1]


# ---------------------------------------------------------------- what could not be read


def _find_unread_words(found: list[Diagnostic], files: Texts) -> set[str]:
    """Return the words in groups of fields that could not be read. They were probably meant as declarations."""
    words: set[str] = set()
    for each in found:
        if each.code == "wrong-value" and MISSHAPEN.search(each.message) and each.span.path in files:
            file = files[each.span.path]
            lines = [file.line(n) for n in range(each.span.line, min(each.span.end_line, file.line_count) + 1)]
            words.update(re.findall(r"\w+", blank_printed_texts("\n".join(lines))))
    return words


def _is_about_unread(found: Diagnostic, unread: set[str], files: Texts) -> bool:
    return bool(unread) and found.code.startswith("unknown-") and _read_text_at(found.span, files) in unread


# ---------------------------------------------------------------- names

Replacements = Iterator[tuple[Diagnostic, list[Diagnostic]]]


def _find_misspelt(found: list[Diagnostic], files: Texts) -> Replacements:
    """Yield (diagnostic, diagnostics that it replaces) for each unused declaration that several uses misspell."""
    missed: dict[tuple[str, str], list[Diagnostic]] = {}
    for each in found:
        if each.code.startswith("unknown-") and each.fix is not None and re.fullmatch(r"\w+", each.fix.replacement):
            missed.setdefault((each.fix.replacement, _read_text_at(each.span, files)), []).append(each)
    if not any(len(follow) >= MIN_REPEATS for follow in missed.values()):
        return
    texts = {path: blank_printed_texts(file.text) for path, file in files.items()}
    used = Counter(word for text in texts.values() for word in re.findall(r"\w+", text))
    for (declared, meant), follow in missed.items():
        if len(follow) < MIN_REPEATS or used[declared] != 1 or not meant:
            continue
        place = _find_word(declared, texts, files)
        if place is not None:
            message = f"`{declared}` is declared here, but everything else uses `{meant}`"
            notes = (DiagnosticNote(f"`{meant}` is used here, for example", follow[0].span),)
            label = f"did you mean `{meant}`?"
            yield Diagnostic(follow[0].code, message, place, label, notes, fix=Fix(place, meant)), follow


def _find_word(word: str, texts: Mapping[str, str], files: Texts) -> Span | None:
    """Return the span of the first occurrence of a word in files, outside of printed texts and comments; or None."""
    for path, text in texts.items():
        at = re.search(rf"\b{re.escape(word)}\b", text)
        if at is not None:
            return files[path].span(at.start(), at.end())
    return None


# ---------------------------------------------------------------- declarations of another kind than they are used as


def _find_misused(found: list[Diagnostic], files: Texts) -> Replacements:
    """Yield (diagnostic, diagnostics that it replaces) for each declaration that most uses mistake for another."""
    blamed: dict[Span, list[Diagnostic]] = {}
    for each in found:
        for note in each.notes:
            if note.message.endswith(DECLARED_HERE) and note.span is not None and _BLAMES.search(each.message):
                blamed.setdefault(note.span, []).append(each)
    if not any(len(follow) >= MIN_REPEATS for follow in blamed.values()):
        return
    uses = Counter(
        (match[2], match[1] == ".")
        for file in files.values()
        for match in re.finditer(r"(\.)?\b(\w+)\b(?![ ]*[:\[,\]}])", blank_printed_texts(file.text))
    )
    for place, follow in blamed.items():
        word = _read_text_at(place, files)
        indexed = "wrong-type" in {each.code for each in follow}
        proper = uses[word, indexed]  # behind a dot, or not
        if len(follow) >= MIN_REPEATS and proper < len(follow):
            first = next((each for each in follow if each.code in ("wrong-type", "unknown-name")), follow[0])
            notes = (DiagnosticNote(f"`{word}` is used here, for example", first.span),)
            # a zone of players that is declared on the table has no owner who sees it
            beside = [each for each in found if each.code == "missing-owner" and _is_on_line(each.span, place)]
            yield Diagnostic(first.code, _make_remark(word, first), place, first.label, notes), [*follow, *beside]


def _is_on_line(span: Span, other: Span) -> bool:
    return (span.path, span.line) == (other.path, other.line)


def _make_remark(word: str, first: Diagnostic) -> str:
    if first.code == "unknown-name":
        return f"`{word}` is declared here, but everything else uses another owner"
    return f"`{word}` has a single value here, but everything else uses `{word}[...]`"


def report_misnamed_plurals(
    found: list[Diagnostic], game: GameDecl, files: Mapping[str, SourceFile]
) -> list[Diagnostic]:
    """Return the diagnostics of a game.

    If a plural is declared wrongly, only that error is left, as it causes the others.
    """
    unknown = {each.span: word for each in found if each.code in CODES_OF_WORDS for word in _find_unknown_word(each)}
    misnamed = list(_list_misnamed(unknown, game, files)) if unknown else []
    return misnamed or drop_follow_up_diagnostics(found, files)


def _find_unknown_word(found: Diagnostic) -> Iterator[str]:
    """Yield the unknown word that a diagnostic is about: the last one in its message."""
    yield from re.findall(r"`(\w+)`", found.message)[-1:]


def _list_misnamed(unknown: dict[Span, str], game: GameDecl, files: Mapping[str, SourceFile]) -> Iterator[Diagnostic]:
    used = Counter(word for file in files.values() for word in re.findall(r"\w+", blank_printed_texts(file.text)))
    times = Counter(word for word in unknown.values() if word not in game.enums and word not in game.kinds)
    declared: Iterable[EnumDecl | KindDecl] = [*game.enums.values(), *game.kinds.values()]
    for each in declared:
        if used[each.plural] > (each.plural_span is not None):
            continue  # the declared plural is used
        usual = f"{each.word}s"
        often = [word for word, count in times.items() if count >= MIN_REPEATS and suggest(word, [each.plural])]
        word = usual if usual in times else next(iter(often), None)
        if word is not None:
            first = next(span for span, said in unknown.items() if said == word)
            yield _report_at_declaration(each, word, first)


def _report_at_declaration(declared: EnumDecl | KindDecl, word: str, first: Span) -> Diagnostic:
    notes = (DiagnosticNote(f"`{word}` is used here, for example", first),)
    message = f"the plural of `{declared.word}` is `{declared.plural}` here, but everything else uses `{word}`"
    if declared.plural_span is None:
        return Diagnostic(UNKNOWN_TYPE, message, declared.span, f"add `plural: {word}`", notes)
    fix = Fix(declared.plural_span, word)
    return Diagnostic(UNKNOWN_TYPE, message, declared.plural_span, f"did you mean `{word}`?", notes, fix=fix)
