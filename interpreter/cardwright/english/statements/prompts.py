"""Prompts of decisions, titles and keys of options, and reasons why an option is not offered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cardwright.declarations.value_types import NUMBER, PLAYER, Type, list_of
from cardwright.english.dispatch import render_condition
from cardwright.english.game_words import GameWords
from cardwright.english.noun_phrases import YOU, NounGroup, Thing, render_third_person
from cardwright.english.scope import EnglishScope, Meaning
from cardwright.english.sentences import Sentence, block, clean
from cardwright.english.skipped_if_too_few import omit_shortfall_remark
from cardwright.english.statements.calls_and_assignments import render_body, render_call
from cardwright.english.statements.choices import add_subject
from cardwright.english.statements.joint_constraints import render_joint_condition
from cardwright.english.statements.picks import render_picks
from cardwright.english.statements.question_sentence import QuestionText
from cardwright.phrases.inflection import capitalize, join_items, with_article
from cardwright.phrases.log_phrases import SOMETHING_ELSE
from cardwright.syntax import tree as syntax

# Placeholders in a prompt for `you`, if another player decides, and for the number of picks.
OTHER, MANY = "{you}", "{many}"
# How many calls and assignments of an option are part of its key.
MAX_KEY_PARTS = 3
# The name of a player who decides and is computed. It cannot collide with an author's name.
DECIDER = "who decides"
Asking = syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode


@dataclass(frozen=True, slots=True)
class Prompt:
    """The texts shown at a decision.

    - `prompt`: the prompt, in which `{many}` is replaced by the number to be picked; `single` is the prompt for one
      item
    - `titles`: the titles of the options
    - `reasons`: the requirements on an option: for a pick, one for each of its conditions; for other choices, one for
      each option. If there are picks among the options, the reasons of the options come first
    - `keys`: stable keys for the options without a title, "" for others
    """

    prompt: str
    titles: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    single: str = ""
    keys: tuple[str, ...] = ()


def make_prompt(node: Asking, pick: int, kind: Type, scope: EnglishScope) -> Prompt:
    """Return the texts of a decision.

    `pick` is the index of the pick in a choice, `kind` the type of its options. `scope` has the names in scope.
    """
    match node:
        case syntax.MayNode():
            calls = [add_subject(node.statement, node.subject)] if node.statement is not None else []
            said = syntax.BodyNode((*calls, *node.body.statements))
            asks = find_question(node, pick) or render_prompt(node, 0, scope)
            return Prompt(asks, (render_option_title(said, node.subject, scope),))
        case syntax.ChooseOneNode():
            asked = [part.condition for part in node.as_options]
            titles = tuple(
                part.title or render_option_title(part.body, node.subject, scope) for part in node.as_options
            )
            reasons = tuple("" if part is None else render_condition(part, scope.trial()) for part in asked)
            reasons += tuple(
                reason for each in node.pickings for reason in _make_pick_prompt(each.choice, 0, kind, scope).reasons
            )
            keys = tuple("" if part.title else make_option_key(part.body) for part in node.as_options)
            asks = find_question(node, pick) or render_prompt(node, 0, scope)
            return Prompt(asks, titles, reasons, keys=keys)
        case syntax.ChooseNode():
            prompt, question = _make_pick_prompt(node, pick, kind, scope), find_question(node, pick)
            return replace(prompt, prompt=question, single="") if question else prompt


def name_decider(node: Asking) -> Asking:
    """Return a decision in which a name stands for who decides, if that is computed as in `next(you) may ...`."""
    who = node.subject
    if who is None or isinstance(who, syntax.NameNode):
        return node
    named = syntax.NameNode(DECIDER, start=who.start, end=who.end)
    return syntax.map_nodes(node, lambda each: named if each == who else None)


def find_question(node: Asking, pick: int) -> str | None:
    """Return the question that the author wrote for a decision, or None."""
    return node.picks[pick].question if isinstance(node, syntax.ChooseNode) else node.question


def _drop_conditions(node: syntax.ChooseNode) -> syntax.ChooseNode:
    """Return a choice without the conditions of its picks.

    The prompt omits them, because only valid items are offered.
    """
    return replace(node, picks=tuple(replace(each, where=None) for each in node.picks))


def _make_pick_prompt(node: syntax.ChooseNode, place: int, kind: Type, scope: EnglishScope) -> Prompt:
    """Return the texts of a pick. They omit its conditions, because only valid items are offered."""
    pick = node.picks[place]
    later = [each.word.replace("_", " ") for each in node.picks[place + 1 :]]
    rest = f"{' and '.join(later)} can then be chosen" if later else "what follows can be done"
    about = scope.about(_replace_by_it(scope, render_typed_name(scope.words, kind)), pick.word)
    if pick.such_that is not None:
        noun = scope.words.noun(kind)
        them = NounGroup(noun, scope.words.nouns(noun), kind)
        rest = f"with others {render_joint_condition(pick, them, scope.trial())}"
    reasons = (*(render_condition(part, about.trial()) for part in syntax.split_chain(pick.where)), rest)
    if kind == NUMBER:
        may = node.may and place == 0  # after the first pick, the choice cannot be declined
        return Prompt(f"{'You may choose' if may else 'Choose'} {_name_number(pick.word)}", (), reasons)
    asked = _drop_conditions(node)
    text = render_prompt(asked, place, scope, MANY)
    if pick.where is not None:
        text = text.replace("any player", "a player", 1)
    if MANY not in text:
        return Prompt(text, (), reasons)
    one = [replace(each, amount=None) if n == place else each for n, each in enumerate(asked.picks)]
    return Prompt(text, (), reasons, render_prompt(replace(asked, picks=tuple(one)), place, scope))


def _replace_by_it(scope: EnglishScope, item: Meaning) -> Meaning:
    """Return the meaning of an item; its text becomes `it` if another name has the same text."""
    if isinstance(item, Thing) and any(isinstance(m, Thing) and m.text == item.text for m in scope.names.values()):
        return replace(item, text=item.them, possessive=item.own, many=item.them == "them")
    return item


def _name_number(word: str) -> str:
    """Render a number to be chosen by its name: `a number of coins`, `the bid`."""
    name = word.replace("_", " ")
    if name in ("number", "n") or len(name) == 1:
        return "a number"
    return f"a number of {name}" if name.endswith("s") and not name.endswith("ss") else f"the {name}"


def render_prompt(node: Asking, pick: int, scope: EnglishScope, many: str = "") -> str:
    """Render the prompt of a decision: "Choose a card from your hand", "You may discard a red card".

    The text is addressed to the player who decides; `many` is the text for a computed number.
    """
    scope = make_decider_scope(node.subject, scope)
    may = "You may " if not isinstance(node, syntax.MayNode) and node.may and not pick else ""
    if isinstance(node, syntax.ChooseOneNode):
        things = [_render_offered(each.choice, scope, many) for each in node.pickings]
        others = SOMETHING_ELSE if things and len(things) < len(node.options) else ""
        return capitalize(f"{may}choose {join_items(things, 'or') or 'one'}{others}")
    if isinstance(node, syntax.ChooseNode):
        return capitalize(f"{may}choose {render_picks(node, pick + 1, scope, many=many, apart=True)[0][-1]}")
    if node.statement is None:
        sentences = omit_shortfall_remark(render_body(node.body, scope), node.body.statements, scope.words)
        return f"You may {render_instruction(sentences)}"
    first = add_subject(node.statement, node.subject)
    return f"You may {render_instruction(omit_shortfall_remark(render_call(first, scope), (first,), scope.words))}"


def _render_offered(choice: syntax.ChooseNode, scope: EnglishScope, many: str) -> str:
    """Render what is offered beside other options: `a card from your hand`, for a number its name."""
    pick = choice.picks[0]
    if scope.type_of(pick.source) == list_of(NUMBER):
        return _name_number(pick.word)
    return render_picks(_drop_conditions(choice), 1, scope, many=many)[0][-1]


def describe_questions(node: Asking, place: int, kind: Type, scope: EnglishScope) -> list[QuestionText]:
    """Return the question of a decision and, if the number to be picked is computed, the question for one item.

    Questions that an author wrote stand for themselves, and are left out.
    """
    if find_question(node, place):
        return []
    if isinstance(node, syntax.MayNode):
        return [QuestionText(clean(render_prompt(node, 0, scope)))]
    picking = node.pickings[0].choice if isinstance(node, syntax.ChooseOneNode) and len(node.pickings) == 1 else node
    if isinstance(picking, syntax.ChooseOneNode):
        return []
    start = "You may choose " if node.may and not place else "Choose "
    if isinstance(node, syntax.ChooseOneNode):
        inside = make_decider_scope(node.subject, scope)
        texts = [start + _render_offered(picking, inside, MANY)]
    else:
        prompt = _make_pick_prompt(node, place, kind, scope)
        texts = [text for text in (prompt.prompt, prompt.single) if text]
    return [QuestionText(start, clean(text)[len(start) :]) for text in texts]


def render_option_title(node: syntax.BodyNode, asked: syntax.Expr | None, scope: EnglishScope) -> str:
    """Render the title of an optional action, or of an option without its own title: "Draw 2 cards"."""
    scope = make_decider_scope(asked, scope)
    return capitalize(render_instruction(omit_shortfall_remark(render_body(node, scope), node.statements, scope.words)))


def render_typed_name(words: GameWords, kind: Type) -> Meaning:
    """Return the text for a name of which only the type is known."""
    noun = words.noun(kind)
    if kind.base == "list":
        nouns = words.nouns(noun)
        return NounGroup(noun, nouns, kind.item, opaque=f"those {nouns}")
    return render_third_person("that player", kind) if kind == PLAYER else Thing(f"that {noun}", kind)


def render_open_name(meaning: Meaning) -> Meaning:
    """Return the text for a name without a value so far: `a card`."""
    if isinstance(meaning, NounGroup):
        return replace(meaning, opaque=meaning.opaque.removeprefix("those "))
    if not isinstance(meaning, Thing):
        return meaning
    text = meaning.text.removeprefix("that ")
    return meaning if text == meaning.text else replace(meaning, text=with_article(text))


def make_decider_scope(subject: syntax.Expr | None, scope: EnglishScope) -> EnglishScope:
    """Return the scope of a text for the player who decides."""
    scope = scope.trial()
    if subject is None or subject == syntax.NameNode("you"):
        return scope
    scope = replace(scope, actor=subject, you=render_third_person(OTHER, PLAYER))
    return scope.named(subject.word, replace(YOU, type=PLAYER)) if isinstance(subject, syntax.NameNode) else scope


def find_requirements(node: Asking, place: int, scope: EnglishScope) -> Iterator[str]:
    """Yield the conditions of an option, then the text of its first pick, or "" if it does not begin with a pick."""
    scope = make_decider_scope(node.subject, scope)
    first: syntax.Node | None = node
    if isinstance(node, syntax.ChooseOneNode):
        listed = node.options[place]
        part = listed if isinstance(listed, syntax.OptionNode) else listed.as_option
        yield from (render_condition(each, scope.trial()) for each in syntax.split_chain(part.condition))
        first = next(iter(part.body.statements), None)
    yield render_picks(first, 1, scope)[0][-1] if isinstance(first, syntax.ChooseNode) and first.subject is None else ""


def render_instruction(sentences: list[Sentence]) -> str:
    """Render sentences as an instruction to the player who decides."""
    if not sentences:
        return "do nothing"
    first = sentences[0]
    if first.subject is not None and first.subject.text == "you" and not first.lead:
        sentences = [replace(first, modal="", named=False), *sentences[1:]]
    return block(sentences).replace("\n• ", " – ")


def make_option_key(body: syntax.BodyNode) -> str:
    """Return a key for an option, from the calls in its body and their arguments: `draw_2`; "" without calls."""
    calls = [word for statement in body.statements for word in _find_calls(statement)]
    return "_".join(calls[:MAX_KEY_PARTS]).casefold()


def _find_calls(node: syntax.Node | None) -> Iterator[str]:
    """Yield the calls and assignments of a statement in order, each as one word for a key."""
    match node:
        case syntax.PerformNode():
            yield "_".join([node.word, *(word for arg in node.args if (word := _name_argument(arg.value)))])
        case syntax.AssignNode():
            yield _name_argument(node.target)
        case syntax.LetNode(value=syntax.PerformNode() as deed):
            yield from _find_calls(deed)
        case syntax.MayNode():
            yield from _find_calls(node.statement)
            yield from _find_calls_within(node.body)
        case syntax.ChooseNode() | syntax.ForEachNode() | syntax.RepeatNode() | syntax.TogetherNode():
            yield from _find_calls_within(node.body)


def _find_calls_within(body: syntax.BodyNode) -> Iterator[str]:
    for statement in body.statements:
        yield from _find_calls(statement)


def _name_argument(value: syntax.Expr) -> str:
    """Return the name or number that is an argument, or "" for any other argument."""
    match value:
        case syntax.NumberNode():
            return str(value.value)
        case syntax.NameNode() | syntax.GetNode():
            return value.word
    return ""
