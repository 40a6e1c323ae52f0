"""Keywords and operators of the language, read from its grammar."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from cardwright.source.packaged_data import find_data_folder

# Names with a fixed meaning in every game, which a game cannot declare.
NAMES = ("you", "this", "it", "players", "opponents", "nobody", "no_limit")
# The terminals that begin an ability, a definition and a statement.
ABILITIES = ("WHEN", "_ON", "_MODIFY", "_OFFER", "_FORBID", "IN")
DEFINITIONS = ("PROCEDURE", "_RULE")
STATEMENTS = (
    *("_IF", "_FOR_EACH", "_REPEAT", "_CHOOSE", "_CHOOSE_ONE", "_LET", "_REQUIRE", "MAY", "REPEATEDLY", "SECRETLY"),
    *("_MODIFY", "_ELSE", "_OPTION", "_PUT_ON", "_CARRY_OUT", "_TOGETHER"),
)
# The terminals that are keywords only where a statement begins, so that games can declare their words.
FREE = ("_TOGETHER",)

_TERMINAL = re.compile(r'^(?P<name>_?[A-Z_]+)(?:\.\d+)?: (?:"(?P<sign>[^"]+)"|/(?P<pattern>.+)/)$', re.MULTILINE)
_WORDS = re.compile(r"(?P<before>[a-z, ]*)(?:\((?P<several>[a-z |]+)\))?")


@lru_cache(maxsize=1)
def read_grammar() -> str:
    """Return the text of the file of the grammar."""
    return (find_data_folder("grammar") / "cardwright.lark").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def list_spellings() -> Mapping[str, tuple[str, ...]]:
    """Return the words or signs of each terminal, by its name, in the order of the grammar."""
    found: dict[str, tuple[str, ...]] = {}
    for terminal in _TERMINAL.finditer(read_grammar()):
        pattern = re.sub(r"\\b|\(\?=.*\)$|\(\?<![^)]*\)", "", terminal["pattern"] or "").replace("[ ]+", " ")
        words = _WORDS.fullmatch(pattern) if pattern else None
        if terminal["sign"]:
            found[terminal["name"]] = (terminal["sign"],)
        elif words is not None:
            found[terminal["name"]] = tuple(words["before"] + each for each in (words["several"] or "").split("|"))
    return found


def find_spellings(terminals: Iterable[str]) -> tuple[str, ...]:
    """Return the words or signs of some terminals, in their order."""
    return tuple(word for terminal in terminals for word in list_spellings()[terminal])


def find_first_words(terminals: Iterable[str]) -> tuple[str, ...]:
    """Return the words with which some terminals begin, each once."""
    return tuple(dict.fromkeys(word.split()[0] for word in find_spellings(terminals)))


@lru_cache(maxsize=1)
def list_keywords() -> tuple[str, ...]:
    """Return all keywords in alphabetical order; some consist of several words."""
    return tuple(sorted(word for word in find_spellings(list_spellings()) if word[0].isalpha()))


@lru_cache(maxsize=1)
def _list_terminals() -> Mapping[str, str]:
    return {
        word: terminal
        for terminal, words in list_spellings().items()
        for word in words
        if word.isalpha() and terminal not in FREE
    }


def find_terminal(word: str) -> str:
    """Return the terminal of a single word: that of a keyword, or NAME."""
    return _list_terminals().get(word, "NAME")


@lru_cache(maxsize=1)
def match_phrases() -> re.Pattern[str]:
    """Return a pattern of the keywords of several words; a game can use their single words as names."""
    words = sorted((word for word in list_keywords() if " " in word), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(words)})\b".replace(" ", "[ ]+"))


@lru_cache(maxsize=1)
def list_reserved_words() -> frozenset[str]:
    """Return the keywords that would be ambiguous as names in a game."""
    free = find_spellings(FREE)
    return frozenset((*(word for word in list_keywords() if " " not in word and word not in free), *NAMES))


def join_alternatives(words: Iterable[str], *others: str) -> str:
    """Return words in backticks as an enumeration, such as `a`, `b` or `c`; `others` come last, without backticks."""
    *first, last = [*(f"`{word}`" for word in words), *others]
    return f"{', '.join(first)} or {last}" if first else last
