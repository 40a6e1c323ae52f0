"""Generator of the language reference from the declarations of the language."""

import argparse
import inspect
import itertools
import pkgutil
from collections.abc import Iterator, Sequence

import cardwright
import cardwright.bots
from cardwright.bots import make_bot
from cardwright.builtins import BuiltinParameter, Primitive, all_primitives
from cardwright.declarations.schema.field_lookup import GROUPS
from cardwright.declarations.schema.field_types import FieldGroup
from cardwright.declarations.value_types import NOTHING, NUMBER, PLAYER, YES_NO, ZONE, Type, list_of, piece
from cardwright.source.diagnostic_codes import explain_codes
from cardwright.syntax.keywords import FREE, find_spellings, list_keywords
from cardwright_tools.cli.main import COMMANDS, EXIT_CODES
from cardwright_tools.reference.load_constructs import CARDS, CHAPTERS, GAME, PROPERTIES, WORDS, Construct

NOTE = "<!-- Written by `python -m maintenance.generate`: change the declarations it reads, not this file. -->"

INTRODUCTION = (
    "For authors: every construct of the language, every field of the files, every command. If you are new, start with "
    "the [authors' guide](authors-guide/README.md); the [cookbook](cookbook/README.md) has recipes.\n\n"
    "In the syntax, capitals stand for text of your own, square brackets for optional parts, and `|` for "
    "alternatives. The examples use the small game under [A complete game](#a-complete-game); tests check them "
    "against it."
)

# What a role's type is called, and a type that stands for it when the type of a result is asked for.
_ROLE_TYPES: dict[str, tuple[str, Type]] = {
    "nodes": ("item or list", list_of(Type("list item"))),
    "goals": ("item or list", list_of(Type("list item"))),
    "step": ("what comes after an item", list_of(piece("card"))),
    "list": ("list", list_of(Type("list item"))),
    "list of number": ("list of numbers", list_of(NUMBER)),
    "list of yes_no": ("list of yes and no", list_of(YES_NO)),
    "numbers": ("numbers, or one list of them", NUMBER),
    "number": ("number", NUMBER),
    "yes_no": ("yes or no", YES_NO),
    "player": ("player", PLAYER),
    "players": ("players", list_of(PLAYER)),
    "piece": ("piece", piece("piece")),
    "pieces": ("pieces or a zone", list_of(piece("piece"))),
    "zone": ("zone", ZONE),
    "items": ("list", list_of(piece("card"))),
    "pile": ("ordered zone", ZONE),
    "name": ("name of a piece", Type("name", "piece")),
    "any": ("anything", Type("anything")),
}


def render_reference() -> str:
    """Return the whole page."""
    parts = [
        "# Language reference",
        NOTE,
        INTRODUCTION,
        _render_contents(),
        *itertools.chain.from_iterable(
            _list_chapter(chapter.title, chapter.meaning, chapter.constructs) for chapter in CHAPTERS
        ),
        *_list_words(),
        *_list_primitives(),
        *_list_files(),
        *_list_bots(),
        *_list_commands(),
        *_list_codes(),
    ]
    return "\n\n".join(parts) + "\n"


_OTHER_CHAPTERS = (
    "Predefined names",
    "Reserved words",
    "Built-ins",
    "Files",
    "A complete game",
    "Bots",
    "Commands",
    "Diagnostic codes",
)


def _render_contents() -> str:
    titles = [*(chapter.title for chapter in CHAPTERS), *_OTHER_CHAPTERS]
    return "\n".join(f"- [{title}](#{title.lower().replace(' ', '-')})" for title in titles)


def _render_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(
        "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in line) + " |" for line in lines
    )


def _code(text: str, language: str = "text") -> str:
    return f"```{language}\n{text.rstrip()}\n```"


# ---------------------------------------------------------------- the language


def _list_chapter(title: str, meaning: str, constructs: Sequence[Construct]) -> Iterator[str]:
    yield f"## {title}"
    yield meaning
    for construct in constructs:
        yield f"### {construct.title}"
        yield _code(construct.syntax)
        if construct.meaning:
            yield construct.meaning
        yield "For example:"
        yield _code(construct.example)


def _list_words() -> Iterator[str]:
    yield "## Predefined names"
    yield "Names that the language defines. They cannot be declared again."
    yield _render_table(("Word", "Meaning"), [(f"`{word}`", meaning) for word, meaning in WORDS.items()])
    yield "## Reserved words"
    yield (
        "These cannot be names. An entry of several words is reserved only as a whole: `to`, `up`, `one` "
        "and `per` can be names."
    )
    yield ", ".join(f"`{word}`" for word in list_keywords() if word not in find_spellings(FREE))


def _list_primitives() -> Iterator[str]:
    everything = sorted(all_primitives().values(), key=lambda primitive: primitive.word)
    yield "## Built-ins"
    yield "The verbs and functions of the language. A parameter with `=` is optional."
    for title, are_verbs in (("Built-in verbs", True), ("Built-in functions", False)):
        yield f"### {title}"
        for primitive in everything:
            if primitive.is_procedure is are_verbs:
                yield f"#### `{primitive.word}`"
                yield _code(format_signature(primitive))
                yield f"{primitive.doc} In English: “{primitive.english}”."
                yield _code(primitive.example)


def format_signature(primitive: Primitive) -> str:
    """Return the signature of a built-in, with its parameters, defaults and result type."""
    roles = ", ".join(_render_role(role) for role in primitive.roles)
    result = _render_result(primitive)
    return f"{primitive.word}{f'({roles})' if roles else ''}{f' gives {result}' if result else ''}"


def _render_role(role: BuiltinParameter) -> str:
    default = "" if role.default is None else f" = {role.default}"
    return f"{role.word}: {_ROLE_TYPES[role.type][0]}{default}"


def _render_result(primitive: Primitive) -> str:
    # A zone is handed over as the list of its pieces where a result is asked for.
    given = [_ROLE_TYPES["pieces" if role.type in ("zone", "pile") else role.type][1] for role in primitive.roles]
    result = primitive.result(given)
    if result == NOTHING:
        return ""
    if result == _ROLE_TYPES["list"][1]:
        return "a list of the same type"
    names = {shown: name for name, shown in reversed(_ROLE_TYPES.values())}
    return names.get(result, str(result)).replace("numbers, or one list of them", "number").removesuffix(" or a zone")


# ---------------------------------------------------------------- the files


def _list_files() -> Iterator[str]:
    yield "## Files"
    yield (
        "Files are YAML 1.2 without anchors, aliases and tags. The first line tells editors the schema: "
        "`# yaml-language-server: $schema=../../grammar/schemas/game.schema.json` in `games/NAME/`, "
        "`# yaml-language-server: $schema=../../../grammar/schemas/NAME.cards.schema.json` in `cards/NAME/SET/`."
    )
    for group in GROUPS:
        yield from _group(group)
    yield "### Properties of every piece, player and word"
    yield _render_table(
        ("Property", "Type", "Meaning"), [(f"`.{word}`", kind, meaning) for word, kind, meaning in PROPERTIES]
    )
    yield "## A complete game"
    yield "The game, `games/harbour/game.yaml`:"
    yield _code(GAME, "yaml")
    yield "A set of cards for it, `cards/harbour/base/cards.yaml`:"
    yield _code(CARDS, "yaml")


def _group(group: FieldGroup) -> Iterator[str]:
    yield f"### {group.title}"
    yield group.meaning
    rows = [
        (f"`{each.word}`", each.description, each.meaning, "required" if each.needed else each.default)
        for each in group.fields
    ]
    yield _render_table(("Field", "Type", "Meaning", "Default"), rows)


# ---------------------------------------------------------------- bots, commands, codes


def list_bot_kinds() -> dict[str, str]:
    """Return the kinds of bot with their descriptions."""
    found = {}
    for module in pkgutil.iter_modules(cardwright.bots.__path__):
        try:
            bot = make_bot(module.name, 0)
        except ValueError:
            continue
        found[module.name] = inspect.getdoc(type(bot)) or ""
    return dict(sorted(found.items()))


def _list_bots() -> Iterator[str]:
    yield "## Bots"
    yield "For `--bot` and `--bots`. With equal seeds a bot makes equal choices."
    yield _render_table(
        ("Kind", "What it does"), [(f"`{kind}`", meaning) for kind, meaning in list_bot_kinds().items()]
    )


def _list_commands() -> Iterator[str]:
    yield "## Commands"
    yield EXIT_CODES
    for name, command in COMMANDS.items():
        parser = argparse.ArgumentParser(add_help=False)
        command.add_options(parser)
        yield f"### `cardwright {name}`"
        yield command.summary[0].upper() + command.summary[1:] + "."
        rows = [(f"`{_render_option(action)}`", _render_help(action)) for action in parser._actions]
        if rows:
            yield _render_table(("Argument", "Meaning"), rows)
        yield _code(command.example)


def _render_option(action: argparse.Action) -> str:
    choices = "|".join(map(str, action.choices)) if action.choices else ""
    value = "" if action.nargs == 0 else str(action.metavar or choices or action.dest.upper())
    shown = " ".join(part for part in (", ".join(action.option_strings), value) if part)
    repeated = "*" if action.nargs == "*" else "+" if action.nargs == "+" else ""
    optional = {"*": f"[{value} ...]", "+": f"{value} [...]"}.get(repeated, shown)
    if repeated:
        return optional
    return f"[{value}]" if action.nargs == "?" and not action.option_strings else shown


def _render_help(action: argparse.Action) -> str:
    text = action.help or (
        "a name that `cardwright games` lists, or the folder of a game" if action.metavar == "GAME" else ""
    )
    return f"{text} (required)" if action.option_strings and action.required else text


def _list_codes() -> Iterator[str]:
    yield "## Diagnostic codes"
    yield "Codes of the messages of `cardwright validate`."
    yield "[Diagnostics](diagnostics.md) and `cardwright explain CODE` show how to correct each, with examples."
    yield _render_table(
        ("Code", "Meaning"), [(f"`{code}`", it.meaning) for code, it in sorted(explain_codes().items())]
    )
