"""Names and docstrings in plain words: one meaning a class name, verbs for functions, no retired words."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.source_trees import source_trees

ROOT = Path(__file__).parents[2]
MAX_FILES_IN_FOLDER = 16
MIN_MODULE_LINES = 60
MAX_SUMMARY_LENGTH = 100
# A longer text is prose: what it mentions need not exist.
MAX_NAME = 60
# A command, a lint rule, a group of built-in words or a bot is a module however short it is.
SHORT_BY_NATURE = ("commands/", "lint/", "builtins/", "bots/")
# First words of functions' docstrings.
VERBS = frozenset(
    """accept add advance align allow answer append apply arrange ask assemble assert assign assume attach await begin
    bind blend block bound build bundle cache calculate call cancel cap capture carry change charge check choose
    clamp classify clean clear clip close code collapse collect colour combine commit compare compile complete
    compose compress compute concatenate configure connect consume continue convert copy correct count cover create
    cut deal decide declare decode decorate deduce delay delete deliver describe detect determine digest disable
    discard dispatch display divide do drain draw drop dump emit enable encode end enforce ensure enter enumerate
    escape establish estimate evaluate exclude execute exit expand expect explain export express extend extract fail
    fetch fill filter find finish fit fix flag flatten flip flush fold follow forbid force forget fork format
    forward free freeze gather generate get give go group guard guess hand handle hash hide highlight hold identify
    ignore implement import include increase indent index infer inherit initialize inline insert inspect install
    interpret interrupt intersect introduce invert invoke iterate join keep label launch lay leave lengthen let lift
    limit link list listen load locate lock log look lower make map mark match measure memoize mend merge mirror
    modify move name narrow negate normalize note notice notify number observe offer omit open order override pack
    pad page paint parse pass pause perform permute pick place plan play plot pop populate post prefer prepare
    present preserve press print probe produce project promote prompt propagate propose protect prove provide prune
    publish pull push put query queue quote raise rank read realign rebuild recall receive recognize record recover
    redeal redirect redo reduce refer refill refresh refuse register reject release reload remember remove rename
    render reorder repair repeat replace replay reply report represent request require reserve reset resolve respond
    restore restrict resume return reuse reveal reverse revert rewrite roll rotate round route run sample save scale
    scan schedule score seal search seat seed select send separate sequence serialize serve set settle shade shift
    shorten show shrink shuffle shut sign signal simplify simulate sit skip slice smooth solve sort specialize spell
    spend split spread stamp start state step stop store strip style submit subtract suggest sum summarize supply
    support suspend swap switch sync take tally tell terminate test throttle toggle tokenize trace track train
    transform translate traverse treat trim truncate try turn type undo unify unite unpack update upgrade use
    validate verify view visit wait walk warn watch weigh widen withdraw work wrap write yield zip""".split()
)
# Words that stood for several things each: see docs/glossary.md. None is a name on its own.
RETIRED = frozenset("ahead amiss anew deed deeds lately onlooker sayer somebody standing teller told whom".split())
# How many are left of before these rules. Lower a number when it has become smaller.
LEFT: dict[str, int] = {
    "module docstrings": 0,
    "functions without a verb": 0,
    "retired words as names": 11,
    "modules below 60 lines": 6,
}

Definition = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def modules() -> Iterator[tuple[Path, list[ast.AST]]]:
    """Yield each module with its nodes; the first is the module itself."""
    yield from source_trees().items()


def module_nodes() -> Iterator[tuple[Path, ast.Module]]:
    for path, nodes in modules():
        assert isinstance(nodes[0], ast.Module)
        yield path, nodes[0]


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def definitions(nodes: list[ast.AST]) -> Iterator[Definition]:
    return (node for node in nodes if isinstance(node, Definition))


def is_property(node: Definition) -> bool:
    decorators = [] if isinstance(node, ast.Module) else [ast.unparse(each) for each in node.decorator_list]
    return any(each.endswith(("property", ".setter")) for each in decorators)


def needs_a_verb(node: Definition) -> bool:
    """Return True for a function whose docstring does not begin with a verb."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_property(node):
        return False
    text = ast.get_docstring(node)
    first = re.match(r"[A-Za-z]+", text or "")
    return text is not None and (first is None or first.group().lower() not in VERBS)


def test_no_class_is_defined_twice() -> None:
    where = defaultdict(list)
    for path, tree in module_nodes():
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                where[node.name].append(shown(path))
    assert {name: paths for name, paths in where.items() if len(paths) > 1} == {}


def test_folders_hold_sixteen_files_at_most() -> None:
    counts = Counter(shown(path.parent) for path, _ in modules())
    assert {folder: count for folder, count in counts.items() if count > MAX_FILES_IN_FOLDER} == {}


def test_module_docstrings_are_one_sentence() -> None:
    wrong = []
    for path, tree in module_nodes():
        summary = (ast.get_docstring(tree) or "").split("\n")[0]
        if not summary.endswith(".") or len(summary) > MAX_SUMMARY_LENGTH:
            wrong.append(shown(path))
    assert len(wrong) == LEFT["module docstrings"], wrong


def test_docstrings_of_functions_begin_with_a_verb() -> None:
    wrong = [
        f"{shown(path)}: {getattr(node, 'name', '')}"
        for path, nodes in modules()
        for node in definitions(nodes)
        if needs_a_verb(node)
    ]
    assert len(wrong) == LEFT["functions without a verb"], wrong[:50]


def identifiers(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield from node.name.split(".")


def test_docstrings_name_only_what_exists() -> None:
    known: set[str] = set()
    named: list[tuple[str, str]] = []
    written: set[str] = set()
    for path, nodes in modules():
        known.update(identifiers(nodes), path.with_suffix("").parts)
        for text in filter(None, map(ast.get_docstring, definitions(nodes))):
            words = re.findall(r"[Rr]aises? ([A-Z]\w+)|`([a-z]+(?:_[a-z]+)+)`", text)
            named += [(shown(path), error or word) for error, word in words]
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                written.update(re.findall(r"\w+", node.value) if len(node.value) < MAX_NAME else ())
    wrong = [f"{path}: {word}" for path, word in named if word not in known and word not in written]
    assert not wrong, wrong


def names_in(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def test_retired_words_are_no_names() -> None:
    wrong = Counter(
        f"{shown(path)}: {name}"
        for path, nodes in modules()
        for name in names_in(nodes)
        if name.strip("_").lower() in RETIRED
    )
    assert sum(wrong.values()) <= LEFT["retired words as names"], wrong.most_common(50)


def test_modules_are_not_too_small() -> None:
    small = [
        shown(path)
        for path in source_trees()
        if path.name != "__init__.py"
        and not any(part in shown(path) for part in SHORT_BY_NATURE)
        and path.read_text(encoding="utf-8").count("\n") < MIN_MODULE_LINES
    ]
    assert len(small) <= LEFT["modules below 60 lines"], small
