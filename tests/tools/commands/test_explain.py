"""`cardwright explain`: what every code means and how it is mended, at the terminal."""

import json

import pytest

from cardwright.source.diagnostic_codes import explain_codes
from cardwright_tools.cli.main import main
from cardwright_tools.commands.authoring.explain import code_sections


def test_the_page_has_a_section_for_every_code_with_its_meaning_its_mending_and_examples() -> None:
    sections = code_sections()
    assert sorted(sections) == sorted(explain_codes())
    for code, declared in explain_codes().items():
        section = sections[code]
        assert section.startswith(f"\n\n{declared.meaning}\n\nHow to correct it: {declared.mend}\n")
        for part in ("\nWrong:\n", f"{code}: ", "\nCorrected:\n\n"):
            assert part in section, (code, part)


def test_a_code_is_explained_with_an_example_before_and_after(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "duplicate-key"]) == 0
    assert capsys.readouterr().out == (
        "duplicate-key\n"
        "\n"
        "A group of fields contains the same field twice.\n"
        "\n"
        "How to correct it: Delete one of the two, or correct its name.\n"
        "\n"
        "Wrong:\n"
        "\n"
        "    game: shop\n"
        "    cards:\n"
        "      - {id: fan, good: silk, good: tea}\n"
        "\n"
        "    3:27: duplicate-key: `good` is given twice\n"
        "\n"
        "Corrected:\n"
        "\n"
        "    game: shop\n"
        "    cards:\n"
        "      - {id: fan, good: silk}\n"
    )


def test_a_code_may_be_copied_with_its_brackets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "[yaml-tab]"]) == 0
    assert "␉- {id: fan" in capsys.readouterr().out


def test_no_sign_of_markdown_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "syntax"]) == 0
    shown = capsys.readouterr().out
    assert "```" not in shown
    assert "](" not in shown
    assert "the reference (docs/reference.md)" in " ".join(shown.split())


def test_without_a_code_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines] == sorted(explain_codes())
    assert main(["explain", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {code: it.meaning for code, it in explain_codes().items()}


def test_an_unknown_code_is_told_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "unknwon-name"]) == 2
    assert "there is no code `unknwon-name`. Did you mean `unknown-name`?" in capsys.readouterr().err


def test_a_code_is_found_by_its_former_name(capsys: pytest.CaptureFixture[str]) -> None:
    formerly = {declared.formerly: code for code, declared in explain_codes().items() if declared.formerly}
    assert len(formerly) > 30
    assert not formerly.keys() & explain_codes().keys()
    for former, code in formerly.items():
        assert main(["explain", former]) == 0
        assert capsys.readouterr().out.startswith(f"{code}\n\n")
