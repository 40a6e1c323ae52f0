"""Different texts for values whose texts would be the same: `the first card` and `the second card`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeGuard

from cardwright.declarations.value_types import NUMBER, PLAYER, Type
from cardwright.english.noun_phrases import ORDINALS, NounGroup, Thing, looks_plural, render_third_person
from cardwright.english.scope import EnglishScope, Meaning
from cardwright.phrases.inflection import IRREGULAR_PARTICIPLES, is_past, spell_name
from cardwright.syntax import tree as syntax

CHOSEN = render_third_person("the chosen player", PLAYER)
# Letters for numbers without words, or with another count between mention and use.
LETTERS = "XYZWABCDEFGH"
# Words at the beginning of a name that is no noun: `before_it`.
_PREPOSITIONS = frozenset("after at before behind for from in into near not of on over through to under with".split())
# Words at the end of a name that describe or point to something and call nothing.
_NO_NOUNS = frozenset(
    "all any best better big beyond each early few found free here high it large last late least left less long lots "
    "low many me mine more most new next now old once open other proud right same short small some such that them "
    "there these this those told true us within worst yours".split()
)


def name_number(scope: EnglishScope) -> Thing:
    """Return a text for a number: the first letter that does not stand for another number."""
    taken = [each.text for each in scope.names.values() if is_letter(each)]
    return Thing(next((each for each in LETTERS if each not in taken), LETTERS[-1]), NUMBER)


def call_by_name(
    word: str, again: NounGroup | Thing, kind: Type | None, is_plain_name: bool = False
) -> NounGroup | Thing:
    """Return `again`, the usual text for a value, with the value's name, because another value has that text."""
    if isinstance(again, NounGroup):
        name = spell_name(word)
        whole = looks_plural(name) or (is_plain_name and (again.single or name.endswith(again.nouns)))
        return replace(again, opaque=f"the {name}" if whole else f"the {name} {again.nouns}")
    name = spell_name(word)
    return replace(again, text=f"the number of {name}" if kind == NUMBER and looks_plural(name) else f"the {name}")


def is_noun(word: str) -> bool:
    """Return True if a text can call a value by its name `word`, which must be no letter and no participle."""
    first, last = spell_name(word).split()[0], spell_name(word).split()[-1]
    shaped = last in _NO_NOUNS or last.endswith("ing") or is_past(last) or last in IRREGULAR_PARTICIPLES
    return len(word) > 2 and not shaped and first not in _PREPOSITIONS


def is_letter(meaning: Meaning | None) -> TypeGuard[Thing]:
    """Return True if a meaning is a number whose text is a letter."""
    return isinstance(meaning, Thing) and meaning.type == NUMBER and meaning.text in LETTERS


def distinguish_names(word: str, scope: EnglishScope, after: Sequence[syntax.Node]) -> EnglishScope:
    """Return the scope in which a new name and older names that are still used have different texts.

    `after` are the nodes that follow; older names that do not occur there keep their texts.
    """
    new = scope.names[word]
    spoken = {part.word for node in after for part in syntax.walk(node) if isinstance(part, syntax.NameNode)}
    older = [
        other for other in scope.names if other != word and other in spoken and _are_alike(scope.names[other], new)
    ]
    for other in older:
        scope = scope.named(other, render_numbered(scope.names[other], 0)).named(word, render_numbered(new, 1))
    return scope


def number_results(word: str, again: Meaning, scope: EnglishScope, after: Sequence[syntax.Node]) -> EnglishScope:
    """Return the scope in which `word` is the result of a call, told apart from older results with the same text.

    They are numbered in their order if an older one is still used in the nodes `after`: `the second number rolled`.
    """
    spoken = {part.word for node in after for part in syntax.walk(node) if isinstance(part, syntax.NameNode)}
    same = [
        other
        for other, old in scope.names.items()
        if other != word and old in (again, *(render_numbered(again, place) for place in range(len(ORDINALS) + 1)))
    ]
    if spoken.isdisjoint(same):
        return scope.named(word, again)
    for place, other in enumerate([*same, word]):
        scope = scope.named(other, render_numbered(again, place))
    return scope


def number_equal_texts(words: Sequence[str], scope: EnglishScope) -> EnglishScope:
    """Return the scope in which values with the same text are numbered in the order of `words`: `the first card`."""
    called = {word: again for word in words if isinstance(again := scope.names[word], Thing)}
    texts = [again.text for again in called.values()]
    for place, (word, again) in enumerate(called.items()):
        if texts.count(again.text) > 1 and again.text.startswith("that "):
            scope = scope.named(word, render_numbered(again, texts[:place].count(again.text)))
    return scope


def refer_to_chooser(who: Thing) -> Thing:
    """Return the text for a player who chose another player, to be used after both were mentioned."""
    return render_third_person("that opponent" if who.text.endswith(" opponent") else "the chooser", PLAYER)


def is_player_picked(node: syntax.ChooseNode, scope: EnglishScope) -> bool:
    """Return True if a choice picks a player, who could be confused with the player who chooses."""
    kinds = [scope.type_of(pick.source) for pick in node.picks]
    return any(kind is not None and kind.item == PLAYER for kind in kinds)


def is_lost(word: str, after: Sequence[syntax.Node], scope: EnglishScope) -> bool:
    """Return True if the nodes `after` mention another number between the number `word` and its last use.

    Readers could then confuse the two numbers.
    """
    calls = [part for node in after for part in syntax.walk(node) if isinstance(part, syntax.PerformNode)]
    counted = [arg.value for call in calls for arg in call.args if scope.type_of(arg.value) == NUMBER]
    meant = [place for place, value in enumerate(counted) if value == syntax.NameNode(word)]
    return bool(meant) and any(value != syntax.NameNode(word) for value in counted[: meant[-1]])


def is_named_with_item(word: str, pick: syntax.PickNode) -> bool:
    """Return True if the condition of a pick passes the item and the value of a name to one rule."""
    calls = [part for part in syntax.walk(pick.where) if isinstance(part, syntax.CallNode)] if pick.where else []
    item = {"it", pick.word}
    return any(
        {word} <= given and item & given
        for given in ({arg.value.word for arg in call.args if isinstance(arg.value, syntax.NameNode)} for call in calls)
    )


def _are_alike(old: Meaning, new: Meaning) -> bool:
    if isinstance(old, NounGroup) and isinstance(new, NounGroup):
        return old.opaque == new.opaque != ""
    if not isinstance(old, Thing) or not isinstance(new, Thing) or new.type is None or new.type == NUMBER:
        return False
    return old.text == new.text or (new.type == PLAYER and old.text == "that player" and new.text == "that opponent")


def render_numbered(meaning: Meaning, before: int) -> Meaning:
    """Return a meaning with an ordinal, such as `the first card`, if meanings with the same text come before it.

    `before` is the number of these meanings. After the last known ordinal, the text is `the last ...`.
    """
    number = ORDINALS[before] if before < len(ORDINALS) else "last"

    def numbered(text: str) -> str:
        return f"the {number} {text.removeprefix('that ').removeprefix('those ').removeprefix('the ')}"

    if isinstance(meaning, Thing):
        otherwise = meaning.otherwise and numbered(meaning.otherwise)
        return replace(meaning, text=numbered(meaning.text), possessive="", otherwise=otherwise)
    assert isinstance(meaning, NounGroup)
    return replace(meaning, opaque=numbered(meaning.opaque))
