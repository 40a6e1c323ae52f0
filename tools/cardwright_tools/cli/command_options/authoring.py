"""Flags of the commands for authors, who create, check, test and release games and cards."""

from cardwright_tools.cli.option_types import count, page, path, place, words
from cardwright_tools.cli.options import JSON, Command, Excludes, Requires, choice, option, switch

AUTHORING = {
    "new": Command(
        "authoring.new",
        "create a game, a set or a card, with comments that explain",
        (
            "Examples: cardwright new game my_game\n"
            "          cardwright new set my_game winter\n"
            "          cardwright new card my_game snowman --set winter\n\n"
            "Existing files are never overwritten."
        ),
        (
            option("what", str, "game|set|card", "what to create", choices=["game", "set", "card"]),
            option("place", path, "FOLDER", "the folder of the game"),
            option("name", str, "NAME", "name of the set or card", nargs="?"),
            option("--set", str, "SET", "for a card: the set it belongs to (default: the game's first)"),
            option("--from", str, "EXAMPLE", "for a game: copy an example game", dest="example"),
        ),
    ),
    "schema": Command(
        "authoring.schema",
        "write the schemas with which editors complete and check a game's files",
        (
            "Example: cardwright schema my_game\n\n"
            "The files are in the game's folder under `schema`. Repeat the command when kinds, attributes or words "
            "change."
        ),
        (option("place", path, "FOLDER", "the folder of the game"),),
    ),
    "validate": Command(
        "authoring.validate",
        "check games and cards and show every mistake at its line and column",
        ("Example: cardwright validate cards/ceylon --format github"),
        (
            option(
                "paths",
                path,
                "PATH",
                "files or folders (default: the games of this folder, or those that came with Cardwright)",
                nargs="*",
            ),
            choice(
                "--format",
                ("text", "json", "github", "sarif"),
                "text for people (default), json for scripts, github for annotations, sarif for code scanning",
                "text",
            ),
            switch("--watch", "check again after every save, until Ctrl-C"),
            switch("--fix", "first correct every mistake that has one right answer"),
            switch("--dry-run", "with --fix: change nothing, show what would be corrected"),
        ),
        (
            Excludes("--watch", "--fix --format", "shows text on a screen"),
            Requires("--dry-run", "--fix", "it shows what would be corrected"),
            Excludes("--dry-run", "--format", "shows what would be corrected, in one form"),
        ),
    ),
    "explain": Command(
        "authoring.explain",
        "explain a diagnostic code and how to correct it, with examples",
        ("Example: cardwright explain unknown-name"),
        (option("code", str, "CODE", "what `validate` shows in square brackets (default: list all)", nargs="?"), JSON),
    ),
    "icons": Command(
        "authoring.search_icons",
        "find icons for a look, by name and by meaning",
        ("Examples: cardwright icons ghost\n          cardwright icons trade ship --html icons.html"),
        (
            option("words", str, "WORD", "what the icon is to stand for (default: list all)", nargs="*"),
            option("--html", page, "FILE", "write a page with the drawings"),
            JSON,
        ),
    ),
    "fmt": Command(
        "authoring.fmt",
        "write files of games, cards and scenarios in one style, comments kept",
        ("Example: cardwright fmt games cards --check"),
        (
            option(
                "paths",
                path,
                "PATH",
                "files or folders (default: the games of this folder, or those that came with Cardwright); `-` "
                "formats standard input",
                nargs="*",
            ),
            switch("--check", "change nothing; list files that would change, exit 1"),
            switch("--diff", "change nothing; show what would change, exit 1 if any does"),
        ),
    ),
    "lsp": Command(
        "authoring.lsp",
        "serve an editor: mistakes as you type, completion, explanations, renaming",
        ("Example: cardwright lsp  (editors start it themselves; see docs/editors.md)"),
        (switch("--stdio", "use standard input and output (always)"),),
    ),
    "test": Command(
        "authoring.test",
        "run scenarios (given, when, then) and show those that fail",
        ("Example: cardwright test tests/scenarios/ceylon --name pirate"),
        (
            option(
                "paths",
                path,
                "PATH",
                "files of scenarios, cards with examples, or folders (default: tests/scenarios, tests/language, "
                "cards and games, or this folder)",
                nargs="*",
            ),
            option("--name", str, "TEXT", "only scenarios with this text in their name"),
            switch("--coverage", "show the statements of powers and of the game that no scenario ran"),
            switch("--mutate", "show small changes of powers that no scenario notices"),
            switch("--rules", "with --mutate: change the game's own texts instead of powers (slow)"),
            option("--cards", words, "A,B", "with --mutate: only the powers of these cards (ids)"),
            option("--sets", words, "A,B", "with --mutate: only the powers of these sets"),
            option("--jobs", count, "J", "with --mutate: number of processes (default: one per core)"),
            JSON,
        ),
        (
            Requires("--rules --cards --sets --jobs", "--mutate"),
            Excludes("--rules", "--cards --sets", "changes the game's own texts and no cards"),
        ),
    ),
    "release": Command(
        "authoring.release",
        "record the ids of a game's cards, so that `validate` reports released ones that are gone",
        (
            "Examples: cardwright release my_game --sets base\n"
            "          cardwright release my_game --check\n\n"
            "The list of a set is the file `released.txt` beside its cards, that of the `pieces:` of the game itself "
            "lies\n"
            "beside its rules. Ids are only ever added."
        ),
        (
            option("game", place, "GAME"),
            option("--sets", words, "A,B", "sets of cards that are released (default: all)"),
            switch("--check", "change nothing; list ids that are not recorded yet, exit 1 if any"),
        ),
    ),
}
