"""Explanations of YAML syntax errors in words that an author understands."""

import re

from cardwright.source import diagnostic_codes
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, Fix
from cardwright.source.positions import SourceFile
from cardwright.source.yaml.indentation_errors import (
    FIELD,
    FIRST_OF_TEXT,
    Explained,
    YamlFailure,
    explain_deep_field,
    explain_shallow_text,
    find_line_above,
    indent_of,
)
from cardwright.source.yaml.misread_characters import find_curly_quotes, split_joined_field
from cardwright.source.yaml.nodes import MAX_DEPTH, TOO_DEEP

_EMPTY_FIELD = re.compile(r"(?P<lead>[ ]*(?:-[ ]+)*)(?P<key>[A-Za-z_]\w*)(?P<colon>[ ]*:)[ ]*(?:#.*)?")
_FIELDS_ON_A_LINE = re.compile(r"[^:,]*,[ ]*[A-Za-z_]\w*:[ ][^:]*(?:\}|,[ ]*[A-Za-z_]\w*:[ ].*)")
_NO_KEY = re.compile(r"[(),]")
# A character by its number in a double-quoted text.
_NUMBERED = re.compile(r"\\[uUx][0-9A-Fa-f]+")
# A comment that begins like a text and ends with a bracket.
_COMMENT = re.compile(r"[ \t](?P<comment>#[^\s#].*[\]})])[ \t]*$")
# A value between brackets, with which its line ends.
_IN_BRACKETS = re.compile(r"(?:^[ ]*(?:-[ ]+)*|:[ ]+)(?P<opened>[\[{])[^\[\]{}]*[\]}][ ]*$")
_QUOTE = "'"
_CLOSING = {"[": "]", "{": "}"}


def explain(failure: YamlFailure) -> Explained:
    """Return the diagnostic for a syntax error, in words that an author understands."""
    problem, context = failure.problem, failure.context
    if "nesting depth" in problem:
        return Explained(_explain_depth(failure))
    unsigned = _explain_missing_sign(failure)
    if unsigned is not None:
        return unsigned
    if "\t" in failure.before + failure.character and ("tab" in problem or "cannot start" in problem):
        return Explained(_explain_tab(failure))
    if "mapping values are not allowed" in problem:
        return _explain_colon(failure)
    if "could not find expected ':'" in problem:
        return Explained(_explain_missing_colon(failure))
    if "quoted scalar" in context:
        return Explained(_explain_in_quotes(failure))
    if "sequence entries are not allowed" in problem:
        return Explained(_list_on_one_line(failure))
    if "flow" in context or failure.character in ("]", "}") or "node content" in problem:
        return _explain_brackets(failure)
    if "did not find expected key" in problem or "'-' indicator" in problem or "<block end>" in problem:
        return Explained(_explain_stray_text(failure))
    return Explained(_explain_special_sign(failure))


def _explain_depth(failure: YamlFailure) -> Diagnostic:
    """Return the diagnostic for nesting that is too deep for the YAML library."""
    opened: list[int] = []
    for place in range(failure.at):
        if failure.file.text[place] in _CLOSING:
            opened.append(place)
        elif failure.file.text[place] in _CLOSING.values() and opened:
            opened.pop()
    at = opened[MAX_DEPTH] if len(opened) > MAX_DEPTH else failure.at
    return failure.report(diagnostic_codes.TOO_DEEP, TOO_DEEP, at, at + 1, "write it in fewer levels")


def _explain_missing_sign(failure: YamlFailure) -> Explained | None:
    """Return the diagnostic for a text of several lines whose field lacks its `|`, or None."""
    number = failure.file.line_number(failure.at)
    indent = indent_of(failure.file.line(number))
    for above in range(number - 1, 0, -1):
        line = failure.file.line(above)
        if not line.strip() or line.lstrip().startswith("#") or indent_of(line) >= indent:
            continue
        field = _EMPTY_FIELD.fullmatch(line)
        if field and _looks_like_text(failure.file, above + 1):
            return _explain_without_sign(failure, above, field)
        indent = indent_of(line)
    return None


def _looks_like_text(file: SourceFile, number: int) -> bool:
    """Return True if the first line from line `number` on that is not blank has several words before a colon."""
    lines = (file.line(n) for n in range(number, file.line_count + 1))
    first = next((line for line in lines if line.strip() and not line.lstrip().startswith("#")), "")
    return FIRST_OF_TEXT.match(first) is not None


def _explain_without_sign(failure: YamlFailure, number: int, field: re.Match[str]) -> Explained:
    file, key = failure.file, field["key"]
    start = file.line_offset(number) + field.start("key")
    colon = file.line_offset(number) + field.end("colon")
    last = number
    for below in range(number + 1, file.line_count + 1):
        line = file.line(below)
        if line.strip() and indent_of(line) <= len(field["lead"]):
            break
        last = below
    message = f"the text of `{key}` has several lines, so it needs a `|`"
    label, fix = f"write `|` after the colon: `{key}: |`", Fix(file.span(colon, colon), " |")
    found = failure.report(diagnostic_codes.COLON_IN_TEXT, message, start, start + len(key), label, fix=fix)
    return Explained(found, text=(file.line_offset(number + 1), file.line_offset(last) + len(file.line(last))))


def _explain_tab(failure: YamlFailure) -> Diagnostic:
    tab = failure.line_start + (failure.before + failure.character).index("\t")
    end = tab + 1
    while failure.file.text[end : end + 1] == "\t":
        end += 1
    return failure.report(diagnostic_codes.TAB, "this line is indented with a tab", tab, end, "write spaces")


def _explain_colon(failure: YamlFailure) -> Explained:
    """Return the diagnostic for a colon where YAML allows none, mostly in a text that should be a block."""
    found = _find_field(failure)
    if found is None and len(failure.before.strip(" -").split()) != 1:
        outside = explain_shallow_text(failure)
        if outside is not None:
            return Explained(outside)
        message, label = "this `:` is not allowed here", "put the whole text with the `:` in quotes"
        found_here = failure.report(diagnostic_codes.COLON_IN_TEXT, message, failure.at, failure.at + 1, label)
        return Explained(found_here, failure.at)
    if found is None:
        return explain_deep_field(failure)
    line, field = found
    key = field["key"]
    if _NO_KEY.search(key) and field["lead"].endswith("- "):
        start = failure.file.line_offset(line) + field.start("key")
        item = failure.file.text[start : failure.line_end(start)]
        message = "the text of this item contains a `: `, where YAML reads a field"
        label = "put the whole text in quotes"
        fix = Fix(failure.file.span(start, start + len(item)), f"'{item.replace(_QUOTE, _QUOTE * 2)}'")
        found_here = failure.report(diagnostic_codes.COLON_IN_TEXT, message, failure.at, failure.at + 1, label, fix=fix)
        return Explained(found_here, text=(start, start + len(item)))
    if _NO_KEY.search(key):
        message = "this is not a field: is it a text whose `name: |` is missing above it?"
        label = "write `library: |` or `power: |` above it, and indent this text below"
        at = failure.file.line_offset(line) + field.start("key")
        return Explained(failure.report(diagnostic_codes.COLON_IN_TEXT, message, at, failure.line_end(at), label))
    start = failure.file.line_offset(line) + field.start("value")
    curly = find_curly_quotes(failure.file, start, failure.line_end(start))
    if curly is not None:
        return Explained(curly[2], text=(start, failure.line_end(start)))
    if (field["value"] or "").startswith(("'", '"')):
        message = f"`{key}` continues after its closing quote"
        label = "put all of the text between the quotes, or write it as a block, with `|`"
        return Explained(failure.report(diagnostic_codes.TEXT_AFTER_QUOTE, message, failure.at, failure.at + 1, label))
    braces = _explain_missing_braces(failure, line, field)
    if braces is not None:
        return Explained(braces, text=(start, failure.line_end(start)))
    message = f"the text of `{key}` contains a `:`, so it must be written as a block"
    notes = (DiagnosticNote("YAML reads the text before the `:` as the name of a field"),)
    label = f"write `{key}: |` and put the text on the lines below, indented by two more spaces"
    diagnostic = failure.report(diagnostic_codes.COLON_IN_TEXT, message, failure.at, failure.at + 1, label, notes)
    text = (start, max(failure.line_end(start), failure.line_end(failure.at)))
    return Explained(_add_block_fix(diagnostic, failure.file, line, field), text=text)


def _explain_missing_braces(failure: YamlFailure, number: int, field: re.Match[str]) -> Diagnostic | None:
    """Return the diagnostic for several fields on a line, separated by commas but not in braces; or None."""
    value = failure.file.line(number)[field.start("value") :].split(" #")[0].rstrip()
    if not _FIELDS_ON_A_LINE.fullmatch(value) or not field["lead"].endswith("- "):
        return None
    start = failure.file.line_offset(number) + len(field["lead"])
    end = failure.file.line_offset(number) + field.start("value") + len(value)
    word = field["key"]
    fix = Fix(failure.file.span(start, end), f"{{{failure.file.text[start:end].rstrip('} ')}}}")
    message = f"several fields on one line need braces around them: `{{{word}: ...}}`"
    label = "write `{` before it, and `}` at the end of the line"
    return failure.report(diagnostic_codes.BRACKETS, message, start, start + len(word), label, fix=fix)


def _find_field(failure: YamlFailure) -> tuple[int, re.Match[str]] | None:
    """Return (line number, match) of the field whose text contains the misplaced colon, or None."""
    number = failure.file.line_number(failure.at)
    own = FIELD.match(failure.before)
    if own and own["value"]:
        return number, own
    if len(failure.before.split()) < 2 or failure.before.lstrip().startswith("- "):
        return None
    indent = len(failure.before) - len(failure.before.lstrip())
    for above in range(number - 1, 0, -1):
        line = failure.file.line(above)
        field = FIELD.match(line)
        if field and field["value"] and len(field["lead"]) < indent:
            return above, field
        if line.strip() and len(line) - len(line.lstrip()) < indent:
            return None
    return None


def _add_block_fix(diagnostic: Diagnostic, file: SourceFile, number: int, field: re.Match[str]) -> Diagnostic:
    """Return a diagnostic with a fix that writes the text as a block, unless a comment is in the way."""
    first_line = file.line(number)
    key_indent = len(field["lead"])
    value_at = field.start("value")
    lines = [first_line[value_at:].rstrip()]
    following = number + 1
    while following <= file.line_count:
        line = file.line(following)
        if line.strip() and len(line) - len(line.lstrip()) <= key_indent:
            break
        lines.append(line.rstrip())
        following += 1
    while not lines[-1]:
        lines.pop()
    if any(" #" in line or line.lstrip().startswith("#") for line in lines):
        return diagnostic
    shown = [line for line in lines[1:] if line]
    body = key_indent + (4 if lines[0].endswith(":") else 2)
    shift = body - min((len(line) - len(line.lstrip()) for line in shown), default=body)
    margin = " " * (key_indent + 2)
    moved = [" " * max(0, len(line) - len(line.lstrip()) + shift) + line.lstrip() if line else "" for line in lines[1:]]
    start = file.line_offset(number) + value_at
    last = number + len(lines) - 1
    end = file.line_offset(last) + len(file.line(last).rstrip())
    fix = Fix(file.span(start, end), "\n".join(["|", margin + lines[0], *moved]))
    return Diagnostic(diagnostic.code, diagnostic.message, diagnostic.span, diagnostic.label, diagnostic.notes, fix=fix)


def _explain_missing_colon(failure: YamlFailure) -> Diagnostic:
    start = failure.context_at
    end = failure.line_end(start)
    written = failure.file.text[start:end]
    if written.startswith("{"):
        message = "a `- ` is missing before this `{`: every item of a list starts with one"
        fix = Fix(failure.file.span(start, start), "- ")
        return failure.report(diagnostic_codes.INDENTATION, message, start, start + 1, "write `- {`", fix=fix)
    field = split_joined_field(written)
    if field is not None and re.match(r"\s*[:=]", written[field.end("word") :]):
        fix = Fix(failure.file.span(start, end), f"{field['word']}: {field['value']}")
        message, label = "a field has a colon and a space after its name", f"write `{fix.replacement}`"
        return failure.report(diagnostic_codes.MISSING_COLON, message, start, end, label, fix=fix)
    message = "this line has no `:`, so it is not a field, and it is not part of the text above"
    parts = re.fullmatch(r"(\w+)[ ]+(.+)", written)
    form = f"{parts[1]}: {parts[2]}" if parts else "NAME: VALUE"
    label = f"write `{form}`; to continue the text above, indent this line further"
    return failure.report(diagnostic_codes.MISSING_COLON, message, start, end, label)


def _explain_in_quotes(failure: YamlFailure) -> Diagnostic:
    start = failure.context_at
    if "unexpected" in failure.problem:
        message = "this quoted text has no closing quote"
        return failure.report(
            diagnostic_codes.UNCLOSED_QUOTE, message, start, start + 1, "close this quote at the end of its text"
        )
    text = failure.file.text
    at = failure.at if text[failure.at : failure.at + 1] == "\\" else max(text.rfind("\\", start, failure.at), start)
    numbered = _NUMBERED.match(text, at)
    if numbered is not None:
        message, end = f"`{numbered[0]}` is the number of no character", numbered.end()
        return failure.report(diagnostic_codes.BAD_ESCAPE, message, at, end, "write the character itself")
    message = f"`{text[at : at + 2]}` means nothing in a double-quoted text"
    label = "write `\\\\` for a backslash, or put the text in single quotes"
    return failure.report(diagnostic_codes.BAD_ESCAPE, message, at, at + 2, label)


def _list_on_one_line(failure: YamlFailure) -> Diagnostic:
    message = "a list cannot start after other text on a line"
    label = "put each `- ` on a line of its own, or write `[first, second]`; put a text that starts with `-` in quotes"
    return failure.report(diagnostic_codes.INDENTATION, message, failure.at, failure.at + 1, label)


def _explain_brackets(failure: YamlFailure) -> Explained:
    unclosed = _explain_open_quote(failure)
    if unclosed is not None:
        return Explained(unclosed)
    text, at = failure.file.text, failure.at
    number = failure.file.line_number(failure.context_at)
    swallowed = _COMMENT.search(failure.file.line(number))
    if swallowed is not None and at >= failure.file.line_offset(number) + swallowed.start("comment"):
        start = failure.file.line_offset(number) + swallowed.start("comment")
        message = f"YAML reads `{swallowed['comment']}` as a comment, also the brackets in it"
        label = "put a text that contains a `#` in quotes"
        return Explained(failure.report(diagnostic_codes.BRACKETS, message, start, failure.line_end(start), label))
    opened = text[failure.context_at : failure.context_at + 1] if "flow" in failure.context else ""
    if opened in _CLOSING and opened:
        closing = _CLOSING[opened]
        notes = (
            DiagnosticNote(f"`{opened}` is opened here", failure.file.span(failure.context_at, failure.context_at + 1)),
        )
        if failure.character == ":" and failure.file.line_number(failure.context_at) == failure.file.line_number(at):
            message = f"between `{opened}` and `{closing}`, a text that contains a `:` needs quotes"
            word = re.search(r":[^:]*\s(\w+)\Z", text[failure.context_at : at])
            quote = "put the whole text with the `:` in quotes"
            label = f"write `,` before `{word[1]}` if a field begins there; else {quote}" if word else quote
            return Explained(failure.report(diagnostic_codes.COLON_IN_TEXT, message, at, at + 1, label, notes), at)
        if failure.character in ("[", "{") and re.search(r"\w[ ]*\Z", text[failure.context_at : at]):
            message = f"between `{opened}` and `{closing}`, a text that contains a `{failure.character}` needs quotes"
            label = "put the whole text in quotes"
            label += ", or write it on a line of its own, after `- `" if opened == "[" else ""
            return Explained(failure.report(diagnostic_codes.BRACKETS, message, at, at + 1, label, notes))
        last = failure.last
        quoted = last is not None and last.style in ("single", "double") and not text[last.end : at].strip(" ")
        if quoted and re.match(r"[^\s\[{\"'#]", text[at:]):
            message, label = "something follows the closing quote", "put the whole text in quotes, or write a `,`"
            return Explained(failure.report(diagnostic_codes.TEXT_AFTER_QUOTE, message, at, at + 1, label, notes))
        at = _find_missing_end(failure) if failure.character else at
        message = f"`,` or `{closing}` is missing before this" if failure.character else f"`{closing}` is missing"
        label = f"put `,` or `{closing}` before it" if failure.character else f"write `{closing}` here"
        if at < failure.at:
            message = f"`{closing}` is missing at the end of this line, or `,` if it goes on"
            label = f"write `{closing}` or `,` here"
        end = at if failure.file.text[at : at + 1] in ("\n", "\r") else at + 1
        return Explained(failure.report(diagnostic_codes.BRACKETS, message, at, end, label, notes))
    if not failure.character:
        message, label = "a bracket is not closed before the end of the file", "close it with `]` or `}`"
        return Explained(failure.report(diagnostic_codes.BRACKETS, message, at, at, label))
    message = f"there is a `{failure.character}` where a value is expected"
    if failure.character in ("]", "}"):
        message = f"there is no open bracket for this `{failure.character}`"
    label = f"remove `{failure.character}`; if it is meant as text, put it in quotes"
    return Explained(failure.report(diagnostic_codes.BRACKETS, message, at, at + 1, label))


def _find_missing_end(failure: YamlFailure) -> int:
    """Return the offset at which a sign is probably missing.

    If the error is at the beginning of a line, this is the end of the line above, otherwise the offset of the error.
    """
    number = failure.file.line_number(failure.at)
    begins = not failure.before.strip(" -") or FIELD.match(failure.before + ": x") is not None
    above = find_line_above(failure.file, number)
    if not begins or above < failure.file.line_number(failure.context_at):
        return failure.at
    line = failure.file.line(above)
    visible = len(line.split(" #")[0].rstrip())
    return failure.file.line_offset(above) + visible - (1 if line[visible - 1] in ")]}" else 0)


def _explain_open_quote(failure: YamlFailure) -> Diagnostic | None:
    """Return the diagnostic for a quoted text over several lines, which probably lacks its closing quote; or None."""
    last = failure.last
    if last is None or last.style not in ("single", "double") or failure.file.text[last.end : failure.at].strip():
        return None
    if last.span.line == last.span.end_line:
        return None
    message = "this quoted text continues over several lines; is a closing quote missing?"
    note = DiagnosticNote("the quoted text ends here", failure.file.span(last.end - 1, last.end))
    return failure.report(
        diagnostic_codes.UNCLOSED_QUOTE,
        message,
        last.start,
        last.start + 1,
        "close this quote at the end of its text",
        (note,),
    )


def _explain_stray_text(failure: YamlFailure) -> Diagnostic:
    """Return the diagnostic for text that neither continues the value above nor starts a new field or item."""
    at, end = failure.at, failure.line_end(failure.at)
    last = failure.last
    unclosed = _explain_open_quote(failure)
    if unclosed is not None:
        return unclosed
    if last and last.style in ("single", "double") and not failure.file.text[last.end : at].strip():
        quote = failure.file.text[last.start]
        doubled = "''" if quote == "'" else '\\"'
        label = f"within these quotes, write {doubled} for a quote; or write the text as a block, with `|`"
        return failure.report(diagnostic_codes.TEXT_AFTER_QUOTE, "something follows the closing quote", at, end, label)
    group = _IN_BRACKETS.search(failure.before)
    if group is not None and failure.file.text[at:end] != ",":
        read = "list" if group["opened"] == "[" else "group of fields"
        message = f"a text that begins with `{group['opened']}` needs quotes: YAML reads a {read}, which ends here"
        return failure.report(diagnostic_codes.SYNTAX, message, at, end, "put the whole text in quotes, or remove this")
    if failure.before.strip(" -") and failure.character == ",":
        fix = Fix(failure.file.span(at, at + 1), "")
        message = "a `,` is only allowed between brackets or braces"
        return failure.report(diagnostic_codes.SYNTAX, message, at, at + 1, "remove it", fix=fix)
    if failure.before.strip(" -"):
        label = "remove it, or put the whole text in quotes"
        message = "this cannot follow the text before it on the line"
        return failure.report(diagnostic_codes.SYNTAX, message, at, end, label)
    if failure.character == ":":
        message, label = "the name of the field is missing before this `:`", "write `NAME:`"
        return failure.report(diagnostic_codes.MISSING_COLON, message, at, at + 1, label)
    message = "the indentation of this line fits nothing above it"
    column = failure.file.span(failure.context_at, failure.context_at).column
    label = f"indent this line by {column - 1} spaces, like the others"
    if failure.file.text[failure.context_at : failure.context_at + 1] == "-":
        above = "the list starts here"
        if failure.file.span(at, at).column == column:
            message = "this is a field where the list above should continue; every item starts with `- `"
            item = re.match(r"-(\S.*)", failure.file.text[at:end])
            label = (
                f"write `- {item[1]}`" if item else "write `- ` before it, or indent the list further than this line"
            )
    else:
        above = "the fields start here"
        if failure.character == "-" and failure.context_at != at:
            message = "this is a list item where the name of a field is expected"
            label = "write the name of the list above it, such as `cards:`"
    place = DiagnosticNote(above, failure.file.span(failure.context_at, failure.context_at))
    return failure.report(diagnostic_codes.INDENTATION, message, at, end, label, (place,))


def _explain_special_sign(failure: YamlFailure) -> Diagnostic:
    """Return the diagnostic for a character that has a special meaning in YAML."""
    at, start, problem = failure.at, failure.context_at, f"{failure.context} {failure.problem}"
    quote = "put a text that begins like this in quotes"
    sign = failure.file.text[start : start + 1]
    if "block scalar" in problem:
        message = f"after `{sign}`, the text starts on the next line, indented"
        return failure.report(diagnostic_codes.BLOCK_HEADER, message, at, failure.line_end(at), "move this there")
    if "alias" in problem:
        message = "`*` starts a YAML alias, which is not allowed"
        return failure.report(diagnostic_codes.ALIAS, message, start, start + 1, quote)
    if "anchor" in problem:
        message = "`&` starts a YAML anchor, which is not allowed"
        return failure.report(diagnostic_codes.ANCHOR, message, start, start + 1, quote)
    if "directive" in problem or "incompatible" in problem or "duplicate" in problem:
        message = "a line that starts with `%` is a YAML directive, which is not allowed"
        return failure.report(diagnostic_codes.DIRECTIVE, message, failure.line_start, failure.line_end(at), quote)
    if "tag" in problem:
        message = "`!` starts a YAML tag, which is not allowed"
        return failure.report(diagnostic_codes.TAG, message, start, start + 1, quote)
    if "cannot start" in problem:
        shown = "a backtick" if failure.character == "`" else f"`{failure.character}`"
        message = f"a text cannot start with {shown} unless it is in quotes"
        return failure.report(diagnostic_codes.RESERVED_CHARACTER, message, at, at + 1, "put the text in quotes")
    if "document start" in problem:
        message, label = "this is after the end of the file's content", "remove it, or indent it like the fields above"
        return failure.report(diagnostic_codes.SYNTAX, message, at, failure.line_end(at), label)
    message, label = f"this is not valid YAML: {failure.problem}", "put a text with special characters in quotes"
    return failure.report(diagnostic_codes.SYNTAX, message, at, at + 1, label)
