"""No two names of a game become one in its code, and none means anything to Python: only numbers are left of them."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
import string
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st
from tests.properties.engine_games import examples, play_on

from cardwright import load_game
from cardwright.builtins import all_primitives
from cardwright.checker.game import GameChecker
from cardwright.compiler.compile_game import compile_program
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright.runtime.primitives.namespace import build_namespace
from cardwright.runtime.primitives.plain_or_tracked_tables import Context
from cardwright.source.read_with_size_limit import override_files
from cardwright.state_slots_and_table_rows import ProgramTables
from cardwright.syntax.keywords import list_reserved_words

# Every name is a placeholder. Two of everything, so that names run together where they are put side by side.
GAME = string.Template("""\
players: 2
powers_work_in: [$zone2]
windows: [$window0, $window1]
types:
  $enum0: {plural: ${enum0}_0, values: [$word0, $word1]}
  $enum1: {plural: ${enum1}_1, values: [$word2, $word3]}
kinds:
  $kind0:
    plural: ${kind0}_2
    attributes: {$attr0: number, $attr1: number, $attr2: $enum0}
    memory: {$mem0: {is: number, starts: 3}}
    interchangeable: yes
  $kind1:
    plural: ${kind1}_3
    attributes: {$attr3: number, $attr4: number, $attr5: $enum1}
    memory: {$mem1: {is: number, starts: 5}}
    zones:
      $zone3: {of: ${kind0}_2}
zones:
  table:
    $zone0: {of: ${kind0}_2, ordered: yes}
    $zone1: {of: ${kind1}_3, ordered: yes}
  player:
    $zone2: {of: ${kind1}_3}
memory:
  table:
    $mem2: {is: number, starts: 7}
  player:
    $mem3: {is: number, per: $enum0, starts: 11}
    $mem4: {is: number, per: $enum1, starts: 13}
tables:
  $table0: {roles: {$enum0: $enum0}, values: {$word0: 17, $word1: 19}}
  $table1: {roles: {$enum1: $enum1}, values: {$word2: 23, $word3: 29}}
pieces:
  - {id: $piece0, kind: $kind0, $attr0: 100, $attr1: 200, $attr2: $word0, copies: 2}
  - {id: $piece1, kind: $kind0, $attr0: 300, $attr1: 400, $attr2: $word1}
  - id: $piece2
    kind: $kind1
    $attr3: 1000
    $attr4: 2000
    $attr5: $word2
    power: "modify $rule3(you): add 1"
  - id: $piece3
    kind: $kind1
    $attr3: 3000
    $attr4: 4000
    $attr5: $word3
    power: |
      after you $verb0: $verb2
      offer $window0 once per $verb1: $verb0(2)
library: |
  rule final_score(player): $rule0(player) + $rule1(player) * 2 + $rule2($word0, $word2) + $rule3(player)
  rule $rule0($role0: player):
    sum($zone0.$attr0) + sum(c.$attr1 for each c in $zone0 where $attr2 is $word0) + $role0.$mem3[$word1]
  rule $rule1($role1: player): sum($zone1.$attr3) + sum($role1.$zone2.$attr4) + $role1.$mem4[$word2] + $mem2
  rule $rule2($enum0, $enum1): $table0($enum0) + $table1($enum1)
  rule $rule3($role0: player): count($role0.$zone2 where $attr5 is $word3)
  verb $verb0($role2: number):
    you.$mem3[$word1] += $role2
    you.$mem4[$word2] -= 1
  verb $verb1($role3: $kind1):
    move($role3, to: you.$zone2)
    $role3.$mem1 += 1
  verb $verb2: $mem2 += 1
  step setup: shuffle($zone0)
  step play:
    window($window0)
    repeat 2 times:
      for each $role4 in players:
        $role4 choose $role5 from $zone0: $role5.$mem0 += 1
        $role4 choose $role6 from $zone1: $role4 $verb1($role6)
        $role4 $verb0(1)
        window($window1)
""")
PLACES = sorted(set(re.findall(r"\$\{?([a-z]+\d)", GAME.template)))
PARTS = ["a", "b", "a_b", "b_a", "ab", "_", "c1", "x0"]
TAKEN = {
    *list_reserved_words(),
    *all_primitives(),
    "setup",
    "play",
    "final_score",
    "winners",
    "player",
    "number",
    "c",
    "anytime",
    "True",
    "False",
}
OURS = ["S", "K", "f", "o", "a", "e", "x", "s0", "s1", "r0", "p0", "q0", "v1", "g1", "can0", "no1", "open0", "h0", "w0"]
OURS += ["A_0_0", "M_0_0", "G_0", "N_0", "I_0", "T_0", "TEXTS", "SEGMENTS", "RULES", "MATCH", "BODY", "RAN", "DEF"]
PYTHON = [
    *keyword.kwlist,
    *keyword.softkwlist,
    *dir(builtins),
    "__class__",
    "__builtins__",
    "__name__",
    "__import__",
]
KNOWN = [word for word in (*OURS, *PYTHON) if word not in TAKEN and re.search("[A-Za-z]", word)]
RUN_TOGETHER = st.lists(st.sampled_from(PARTS), min_size=1, max_size=4).map("_".join)
NAMES = st.lists(
    st.one_of(RUN_TOGETHER, st.sampled_from(KNOWN)).filter(
        lambda word: word not in TAKEN and re.search("[a-zA-Z]", word)
    ),
    min_size=len(PLACES),
    max_size=len(PLACES),
    unique=True,
)
PLAIN = {place: f"{place}z" for place in PLACES}


def tables_of(folder: Path, names: dict[str, str]) -> Any:
    """The program of the game under some names; None when they cannot be told apart in its texts."""
    file = folder / "game.yaml"
    file.write_text(GAME.substitute(PLAIN), encoding="utf-8")
    with override_files({file.resolve(): GAME.substitute(names)}):
        loaded = read_game(find_game_files(folder, None))
        if loaded.game is None or loaded.diagnostics:
            return None
        checker = GameChecker(loaded.game)
        checked = checker.run()
        return None if checker.diagnostics else compile_program(checked, 2)


@cache
def plain_tables(folder: Path) -> Any:
    return tables_of(folder, PLAIN)


@pytest.mark.long
@examples(60)
@given(NAMES)
def test_code_and_its_tables_are_the_same_under_any_names(tmp_path: Path, drawn: list[str]) -> None:
    names = dict(zip(PLACES, drawn, strict=True))
    tables = tables_of(tmp_path, names)
    event("refused" if tables is None else "taken")
    assume(tables is not None)
    plain = plain_tables(tmp_path)
    for variant in ("plain", "tracked"):
        assert tables[variant]["source"] == plain[variant]["source"]
        constants, expected = tables[variant]["constants"], plain[variant]["constants"]
        assert {**constants, "TEXTS": len(constants["TEXTS"])} == {**expected, "TEXTS": len(expected["TEXTS"])}


@pytest.mark.long
def test_everything_has_a_name_of_its_own(tmp_path: Path) -> None:
    """What code defines, its tables, the kernel and Python's own names have nothing in common."""
    tables = tables_of(tmp_path, PLAIN)
    for variant in ("plain", "tracked"):
        tree = ast.parse(tables[variant]["source"])
        defined = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assigned = [node.targets[0].id for node in tree.body if isinstance(node, ast.Assign)]  # type: ignore[attr-defined]
        given = [*tables[variant]["constants"], *build_namespace(Context(ProgramTables.read(tables), variant))]
        everything = [*defined, *assigned, *given]
        assert len(everything) == len({*everything})
        assert len([name for name in tables[variant]["constants"] if name[0] == "T"]) >= 8
        local = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        local |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        assert not (local - {*assigned}) & {*everything}


def test_scores_are_added_up_from_the_right_tables(tmp_path: Path) -> None:
    """As it was found: `A_{kind}_{word}` was one table for the ranks of a crew's members and of a crew member."""
    names = PLAIN | {"kind0": "crew", "attr0": "member_rank", "kind1": "crew_member", "attr3": "rank"}
    names |= {"attr1": "member_a_b", "attr4": "a_b", "table0": "crew_price", "table1": "crew"[:3] + "w_price_1"}
    scores = []
    for number, chosen in enumerate((PLAIN, names)):
        place = tmp_path / str(number) / "crews"
        place.mkdir(parents=True)
        (place / "game.yaml").write_text(GAME.substitute(chosen), encoding="utf-8")
        scores.append([play_on(load_game(place).new(2, seed), seed, 200).scores for seed in range(5)])
    # what lies in the first zone never leaves it: 2 x 100 + 300, and 2 x 200 of those whose word is the first
    assert scores[0] == scores[1]
    assert all(score[0] > 900 for score in scores[0])
