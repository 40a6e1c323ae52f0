"""Loading YAML: values, places, refusals and the words for each mistake."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.source.diagnostics_for_people import render_text
from cardwright.source.positions import Span
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Scalar, Sequence, YamlDocument

PATH = Path("cards.yaml")


def load(text: str | bytes) -> YamlDocument:
    return load_yaml(PATH, text)


def fields(text: str | bytes) -> Mapping:
    document = load(text)
    assert document.diagnostics == ()
    assert isinstance(document.root, Mapping)
    return document.root


def scalar(text: str, name: str = "a") -> Scalar:
    node = fields(text).get(name)
    assert isinstance(node, Scalar)
    return node


def found(text: str | bytes) -> list[tuple[str, int, int]]:
    return [(each.code, each.span.line, each.span.column) for each in load(text).diagnostics]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("yes", "yes"),
        ("1:30", "1:30"),
        ("2020-01-01", "2020-01-01"),
        ("012", 12),
        ("-7", -7),
        ("+7", 7),
        ("0o17", 15),
        ("0x1F", 31),
        ("1_000", "1_000"),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("-.inf", float("-inf")),
        ("true", True),
        ("False", False),
        ("~", None),
        ("null", None),
        ("", None),
        ("-", None),
        ("'12'", "12"),
        ('"true"', "true"),
        ("|\n  12", "12"),
        (">-\n  no\n  way", "no way"),
        ("=", "="),
        ("<<", "<<"),
    ],
)
def test_values_follow_yaml_1_2(written: str, value: object) -> None:
    if written == "-":
        node = fields("a:\n-").get("a")
        assert isinstance(node, Sequence)
        assert [item.value for item in node.items if isinstance(item, Scalar)] == [None]
        return
    node = scalar(f"a: {written}")
    assert node.value == value
    assert type(node.value) is type(value)


def test_the_tree_knows_its_places() -> None:
    root = fields("id: x\nlist:\n  - 1\n  - {b: 2}\n\n# end\nlast: [3,\n  4]\n")
    assert root.span == Span("cards.yaml", 1, 1, 8, 5)
    items = root.get("list")
    assert isinstance(items, Sequence)
    assert items.span == Span("cards.yaml", 3, 3, 4, 11)
    assert items.items[1].span == Span("cards.yaml", 4, 5, 4, 11)
    last = root.get("last")
    assert isinstance(last, Sequence)
    assert last.span == Span("cards.yaml", 7, 7, 8, 5)
    key = root.key("list")
    assert key is not None
    assert key.span == Span("cards.yaml", 2, 1, 2, 5)
    assert root.get("nothing") is None
    assert root.key("nothing") is None


def test_a_block_ends_with_its_last_word() -> None:
    node = scalar("a: |\n  one\n  two\n\n\n# remark\nb: 1\n")
    assert node.span == Span("cards.yaml", 1, 4, 3, 6)
    assert fields("a: |\n  one\n\nb: 1").span.end_line == 4


def test_columns_count_characters_behind_a_byte_order_mark_and_with_windows_line_ends() -> None:
    node = scalar("\ufeffé: 1\r\na: |\r\n  日本\r\n  x\r\n")
    assert node.value == "日本\nx\n"
    assert node.span_of(3, 4) == Span("cards.yaml", 4, 3, 4, 4)
    assert fields(b"\xef\xbb\xbfa: 1\r\n").span == Span("cards.yaml", 1, 1, 1, 5)


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("a: one two", "two", (1, 8)),
        ("a: one\n   two\n\n   three", "three", (4, 4)),
        ("a: 'it''s two'", "two", (1, 11)),
        ("a: 'it''s two'", "'s", (1, 7)),
        ('a: "\\x41\\tb \\\n   two"', "two", (2, 4)),
        ('a: "x\n\n   two"', "two", (3, 4)),
        ("a: |\n  one\n    two\n", "two", (3, 5)),
        ("a: |2-\n     two\n", "two", (2, 6)),
        ("a: | # remark two\n  two\n", "two", (2, 3)),
        ("a: >+ # r\n  one\n  two\n\n    x\n", "two", (3, 3)),
        ("a: |\n\n\n  two", "two", (4, 3)),
        ("a: !!str |\n  two", "two", (2, 3)),
    ],
)
def test_places_inside_a_scalar(text: str, word: str, expected: tuple[int, int]) -> None:
    root = load(text).root
    assert isinstance(root, Mapping)
    node = root.get("a")
    assert isinstance(node, Scalar)
    assert isinstance(node.value, str)
    start = node.value.index(word)
    span = node.span_of(start, start + len(word))
    assert (span.line, span.column) == expected


def test_offsets_outside_the_value_are_taken_as_its_end() -> None:
    node = scalar("a: abc")
    assert node.span_of(3, 3) == Span("cards.yaml", 1, 7, 1, 7)
    assert node.span_of(-5, 99) == Span("cards.yaml", 1, 4, 1, 7)
    assert scalar("a:").span_of(0, 1) == Span("cards.yaml", 1, 3, 1, 3)


def test_the_indentation_within_a_block_maps_to_itself() -> None:
    node = scalar("a: |\n   x\n     y\n")
    assert node.value == "x\n  y\n"
    assert node.span_of(2, 4) == Span("cards.yaml", 3, 4, 3, 6)
    assert node.span_of(1, 2) == Span("cards.yaml", 2, 5, 2, 5)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("empty-file", 1, 1)]),
        ("# only\n", [("empty-file", 1, 1)]),
        ("---\n", [("empty-file", 1, 1)]),
        ("power: a: b", [("yaml-colon-in-text", 1, 9)]),
        ("power: after x\n  where y: z", [("yaml-colon-in-text", 2, 10)]),
        ("a: {a: b: c}", [("yaml-colon-in-text", 1, 9)]),
        ("[a]: b: c", [("field-name-not-text", 1, 1), ("yaml-colon-in-text", 1, 7)]),
        ("name: foo\n  power: x\n", [("yaml-indentation", 2, 3)]),
        ("- a\n  - b: c", [("yaml-indentation", 2, 5)]),
        ("a:\n    b: 1\n  c: 2\n", [("yaml-indentation", 3, 3)]),
        ("- a\nb: 1", [("yaml-indentation", 2, 1)]),
        ("a: 1\n- b", [("yaml-indentation", 2, 1)]),
        ("name: - foo", [("yaml-indentation", 1, 7)]),
        ("name: foo\nbar\nbaz: 1\n", [("yaml-missing-colon", 2, 1)]),
        (": a", [("yaml-missing-colon", 1, 1)]),
        ("\tname: x", [("yaml-tab", 1, 1)]),
        ("a: |\n\tfoo", [("yaml-tab", 2, 1)]),
        ("x: 1\n\ty: 2", [("yaml-tab", 2, 1)]),
        ("a:\n  \t b: 1", [("yaml-tab", 2, 3)]),
        ('a: "foo\nb: 1\n', [("yaml-unclosed-quote", 1, 4)]),
        ('a: "x\n---\n"', [("yaml-unclosed-quote", 1, 4)]),
        ('name: "Foo\npower: "bar"\n', [("yaml-unclosed-quote", 1, 7)]),
        ('a: "foo" bar', [("yaml-text-after-quote", 1, 10)]),
        ("a: 'it's'\nb: 'x'", [("yaml-text-after-quote", 1, 8)]),
        ("a: 'x': y", [("yaml-text-after-quote", 1, 7)]),
        ("a: [1, 2\nb: 3", [("yaml-brackets", 1, 9)]),
        ("a: [1, 2}", [("yaml-brackets", 1, 9)]),
        ("[a", [("yaml-brackets", 1, 3)]),
        ("{", [("yaml-brackets", 1, 2)]),
        ("a: ]", [("yaml-brackets", 1, 4)]),
        ("x: {a: 1}}", [("yaml-brackets", 1, 10)]),
        ("a: ,b", [("yaml-brackets", 1, 4)]),
        ("a: @5", [("yaml-reserved-character", 1, 4)]),
        ("a: `x`", [("yaml-reserved-character", 1, 4)]),
        ("a: %x", [("yaml-reserved-character", 1, 4)]),
        ('a: "\\q"', [("yaml-bad-escape", 1, 5)]),
        ('a: "b \\xzz"', [("yaml-bad-escape", 1, 7)]),
        ('a: "\\ud800"', [("yaml-bad-escape", 1, 5)]),
        ('a: "\\Uffffffff"', [("yaml-bad-escape", 1, 5)]),
        ("a: | foo\n x", [("yaml-block-header", 1, 6)]),
        ("a: |0\n x", [("yaml-block-header", 1, 5)]),
        ("%YAML 1.1\n---\na: 1", [("yaml-directive", 1, 1)]),
        ("%YAML 2.0\n---\na: 1", [("yaml-directive", 1, 1)]),
        ("%x\na: 1", [("yaml-directive", 1, 1)]),
        ("a: 1\n---\nb: 2\n", [("yaml-many-documents", 2, 1)]),
        ("a: &x 1", [("yaml-anchor", 1, 4)]),
        ("a: & 1", [("yaml-anchor", 1, 4)]),
        ("a: *x", [("yaml-alias", 1, 4)]),
        ("a: *very* good", [("yaml-alias", 1, 4)]),
        ("a: !!int 1", [("yaml-tag", 1, 4)]),
        ("a: !e!x 1", [("yaml-tag", 1, 4)]),
        ("a: !x &y 1", [("yaml-tag", 1, 4), ("yaml-anchor", 1, 7)]),
        ("a: !<x", [("yaml-tag", 1, 4)]),
        ("b: &x {c: *x}", [("yaml-anchor", 1, 4), ("yaml-alias", 1, 11)]),
        ("a: 1\nb: 2\na: 3\na: 4", [("duplicate-key", 3, 1), ("duplicate-key", 4, 1)]),
        ('a: 1\n"a": 2', [("duplicate-key", 2, 1)]),
        ("true: a", [("field-name-not-text", 1, 1)]),
        ("? [a]\n: b", [("field-name-not-text", 1, 3)]),
        ("~: a", [("field-name-not-text", 1, 1)]),
        ("a: 99999999999999999999", [("number-too-large", 1, 4)]),
        ("a: 1e999", [("number-too-large", 1, 4)]),
        ("a: 1\n...\nfoo\n", [("yaml-syntax", 3, 1)]),
        ("a: [b]c", [("yaml-syntax", 1, 7)]),
        ("a: x\0y", [("unprintable-character", 1, 5)]),
        ("a: x\u2028y", [("unprintable-character", 1, 5)]),
        ("a: \ud800", [("unprintable-character", 1, 4)]),
        (b"a: caf\xe9 x", [("not-utf8", 1, 7)]),
        (b"\xff\xfea\0", [("not-utf8", 1, 1)]),
        ("[" * 10_000, [("yaml-too-deep", 1, 101)]),
        ("\n".join("  " * i + "a:" for i in range(102)) + " 1", [("yaml-too-deep", 101, 201)]),
        ("- " * 10_000, [("yaml-too-deep", 1, 201)]),
        (b" " * (8 * 1024 * 1024 + 1), [("file-too-large", 1, 1)]),
        ("[]\n" + "a: [" + "1," * 100_001, [("yaml-syntax", 2, 1)]),
        ("[" + "1," * 100_001, [("file-too-large", 1, 200_000)]),
    ],
)
def test_each_mistake_has_its_code_and_place(text: str | bytes, expected: list[tuple[str, int, int]]) -> None:
    assert found(text) == expected


def test_all_colons_in_texts_are_reported_in_one_run() -> None:
    text = "".join(f"- id: c{i}\n  power: after x: draw({i})\n" for i in range(5)) + "- id: d\n  id: e\n"
    assert found(text) == [("yaml-colon-in-text", 2 * i + 2, 17) for i in range(5)] + [("duplicate-key", 12, 3)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("- id: x\n  power: after deliver: draw(1)\n  z: 1\n", "after deliver: draw(1)\n"),
        ("- id: x\n  power: after deliver:\n    draw(1)\n    draw(2)\n", "after deliver:\n  draw(1)\n  draw(2)\n"),
        ("- id: x\n  power: after\n   deliver x: draw(1)\n", "after\ndeliver x: draw(1)\n"),
        ("- - power: a: b", "a: b"),
    ],
)
def test_the_fix_for_a_colon_in_a_text_repairs_the_file(text: str, value: str) -> None:
    document = load(text)
    assert [each.code for each in document.diagnostics] == ["yaml-colon-in-text"]
    fix = document.diagnostics[0].fix
    assert fix is not None
    start = document.file.line_offset(fix.span.line) + fix.span.column - 1
    end = document.file.line_offset(fix.span.end_line) + fix.span.end_column - 1
    repaired = load(text[:start] + fix.replacement + text[end:])
    assert repaired.diagnostics == ()
    assert any(node.value == value for node in scalars(repaired))


def test_no_fix_is_offered_where_a_comment_would_become_text() -> None:
    assert load("power: a: b # c").diagnostics[0].fix is None


def test_the_message_for_a_colon_says_what_to_write() -> None:
    diagnostic = load("power: a: b").diagnostics[0]
    assert "`power`" in diagnostic.message
    assert "`power: |`" in diagnostic.label


def test_a_duplicate_names_both_places_and_the_first_is_kept() -> None:
    document = load("a: 1\na: 2\n")
    assert document.diagnostics[0].notes[0].span == Span("cards.yaml", 1, 1, 1, 2)
    assert isinstance(document.root, Mapping)
    node = document.root.get("a")
    assert isinstance(node, Scalar)
    assert node.value == 1


def test_no_message_uses_the_words_of_the_yaml_library() -> None:
    for text in ("a: b: c", "a: 'x", "a: [", "a: @", "a:\n b\n  c: d", "%a", "a: |x", "- a\nb", "a: !<", "\ta"):
        for diagnostic in load(text).diagnostics:
            for word in ("scanning", "token", "scalar", "mapping", "sequence", "stream", "node"):
                assert word not in diagnostic.message


def test_every_cut_of_a_file_is_reported_or_read() -> None:
    text = '- id: x\n  name: "A ""b"\n  power: |\n    after x:\n      draw(1)\n  list: [1, {b: \'c\'}]\n'
    text = text.replace('""', '\\"')
    for cut in range(len(text) + 1):
        document = load(text[:cut])
        assert document.root is not None or document.diagnostics


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    paths = (tmp_path / "missing.yaml", tmp_path, fifo, tmp_path / ("x" * 5000))
    expected = [*((path, "unreadable-file") for path in paths), (Path("a\0b"), "unprintable-character")]
    for path, code in expected:
        document = load_yaml(path)
        assert document.root is None
        assert [each.code for each in document.diagnostics] == [code]


def test_a_huge_file_is_refused_without_reading_it_all(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    with path.open("wb") as stream:
        stream.truncate(50 * 1024 * 1024)
    assert [each.code for each in load_yaml(path).diagnostics] == ["file-too-large"]


def test_a_file_on_disk_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("a: é\n".encode())
    document = load_yaml(path)
    assert document.file.path == path.as_posix()
    assert isinstance(document.root, Mapping)


def test_the_slow_parser_of_the_library_gives_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [
        "a: 1\nb:\n  - x\n  - |\n    y: z\n",
        'a: "\\U00110000"',
        'a: "\\ud800"',
        "a: b: c",
        "\ta",
        "a: 'x",
        "a: `",
        "[" * 200,
    ]
    fast = [load(text) for text in texts]
    monkeypatch.delattr(yaml, "CSafeLoader")
    slow = [load(text) for text in texts]
    assert [each.root for each in fast[:1]] == [each.root for each in slow[:1]]
    assert [each.diagnostics[0].span.line for each in fast[1:]] == [each.diagnostics[0].span.line for each in slow[1:]]
    assert [each.diagnostics[0].code for each in fast[3:]] == [each.diagnostics[0].code for each in slow[3:]]


def test_a_large_file_of_cards_loads_quickly() -> None:
    card = (
        "- id: card_{0}\n  name: Card {0}\n  good: food\n  tier: {0}\n  size: 8\n  tags: [a, b]\n  power: |\n"
        "    on completion:\n      for each p in opponents:\n        p lose(2, to: you)\n"
    )
    text = "".join(card.replace("{0}", str(i)) for i in range(130))
    load(text)
    started = time.process_time()
    assert load(text).diagnostics == ()
    assert time.process_time() - started < 3


def scalars(document: YamlDocument) -> list[Scalar]:
    pending = [document.root] if document.root else []
    result = []
    while pending:
        node = pending.pop()
        if isinstance(node, Scalar):
            result.append(node)
        elif isinstance(node, Mapping):
            pending += [child for entry in node.entries for child in entry]
        else:
            pending += node.items
    return result


WORDS = st.text(st.sampled_from("ab:#'\"\\é日😀-?|>{}[],&*!%@`.1\t  \n\n"), max_size=40)


def emit(value: str, style: str | None, width: int, indent: int) -> str:
    return yaml.dump({"k": [value]}, default_style=style, width=width, indent=indent, allow_unicode=True)


@settings(max_examples=150, deadline=None)
@given(WORDS, st.sampled_from([None, "'", '"', "|", ">"]), st.sampled_from([5, 20, 1000]), st.sampled_from([2, 4, 7]))
def test_each_visible_character_of_a_value_is_found_in_the_file(
    value: str, style: str | None, width: int, indent: int
) -> None:
    text = emit(value, style, width, indent)
    check_places(load(text.replace("!!str ", "")))
    check_places(load(text.replace("\n", "\r\n")))


PIECES = [
    "a",
    "bc",
    ": ",
    " #",
    " ",
    "  ",
    "\n",
    "\n\n",
    "\n  ",
    "\n    ",
    "\n\t",
    "'",
    "''",
    '"',
    "\\n",
    "\\\n",
    "\\x41",
    "\\\\",
    "é",
    "日",
]
OPENINGS = ["k: ", "k: '", 'k: "', "k: |\n  ", "k: >\n  ", "k: |2-\n   ", "k: >1+ #x\n  ", "- ", "\n  "]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(OPENINGS), st.lists(st.sampled_from(PIECES), max_size=14), st.sampled_from(["", "'", '"', "\n"]))
def test_places_hold_for_any_way_of_writing(opening: str, pieces: list[str], closing: str) -> None:
    check_places(load(opening + "".join(pieces) + closing))


def check_places(document: YamlDocument) -> None:
    file = document.file
    for node in scalars(document):
        previous = (node.span.line, node.span.column)
        for i, character in enumerate(node.raw):
            span = node.span_of(i, i + 1)
            assert (span.line, span.column) >= previous
            previous = (span.line, span.column)
            shown = file.line(span.line)[span.column - 1 : span.end_column - 1]
            if character.isspace() or shown.startswith("\\"):
                continue
            assert shown in (character, character * 2)
            assert shown == character or character == "'"
        whole = node.span_of(0, len(node.raw))
        assert (whole.end_line, whole.end_column) >= (whole.line, whole.column)


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=60),
        st.text(max_size=60),
        st.text("ab:-?|>{}[]'\"&*!%@`#\\,. \t\n\r\x85\ufeff019~", max_size=80),
    )
)
def test_no_content_raises(content: str | bytes) -> None:
    document = load(content)
    assert document.root is not None or document.diagnostics
    for diagnostic in document.diagnostics:
        assert 1 <= diagnostic.span.line <= document.file.line_count
        assert diagnostic.span.column <= len(document.file.line(diagnostic.span.line)) + 1
        assert (diagnostic.span.end_line, diagnostic.span.end_column) >= (diagnostic.span.line, diagnostic.span.column)
    rendered = render_text(document.diagnostics, {"cards.yaml": document.file}, color=False)
    json.dumps(rendered)
    rendered.encode()
