"""Says what a decision is for: what is done with what was chosen, and what comes of choosing nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cardwright.checker import ir
from cardwright.english.forms import say
from cardwright.english.picks import picked
from cardwright.english.scope import Scope
from cardwright.english.sentences import BULLET, Sentence
from cardwright.english.sites import Asking, asking, done
from cardwright.english.statements import body
from cardwright.syntax import tree as s
from cardwright.wording.inflection import is_plural, spoken

# More than this is no longer read where somebody is asked.
LONGEST = 110
# What is done where nothing is.
SAYS_NOTHING = ("", "do nothing")
# What is no thing or player that could become something.
COUNTED = ("number", "enum")
# Beside an option there is less room.
LONGEST_OPTION = 48


@dataclass(frozen=True, slots=True)
class Purpose:
    """What comes of an answer: `then` of what is picked or done, `otherwise` of none; `options` of each option.

    They speak to the player who is asked; what would be long to tell is "".
    """

    then: str = ""
    otherwise: str = ""
    options: tuple[str, ...] = ()


def purpose(node: Asking, scope: Scope) -> Purpose:
    """What comes of the answers to a decision; `scope` has the names around it."""
    asked = asking(node.subject, scope)
    rest = node.otherwise
    otherwise = "" if rest is None or not rest.statements else _short(body(rest, asked.trial()))
    match node:
        case s.Choose():
            plain = replace(node, picks=tuple(replace(pick, where=None) for pick in node.picks))
            inside = picked(plain, len(node.picks), asked.trial())[1]
            done_so = _becomes(node, inside) or _short(body(_noticed(node.body, inside), inside))
            return Purpose(done_so if done_so not in SAYS_NOTHING else _collected(node, inside), otherwise)
        case s.ChooseOne():
            picking = [purpose(each.choice, asked).then for each in node.pickings]
            return Purpose(picking[0] if len(picking) == 1 else "", otherwise, tuple(_each(node, picking, asked)))
        case s.May():
            return Purpose(_short(body(node.body, asked)) if node.deed is not None else "", otherwise)


def _each(node: s.ChooseOne, picking: list[str], scope: Scope) -> Iterator[str]:
    """What each option with a title does; what is done with things, if there are several sorts to be told apart."""
    then = iter(picking)
    for part in node.options:
        if isinstance(part, s.Picking):
            told = next(then)
            yield told if len(picking) > 1 else ""
        else:
            yield _short(body(part.body, scope.trial()), LONGEST_OPTION) if part.title else ""


def _noticed(node: s.Body, scope: Scope) -> s.Body:
    """What is done, without what only goes into a name of the text, or is remembered for a while beside other deeds."""
    told = [each for each in node.statements if not (isinstance(each, s.Assign) and _is_local(each.target, scope))]
    deeds = [each for each in told if not _is_noted(each, scope)]
    return replace(node, statements=tuple(deeds or told))


def _is_noted(node: s.Node, scope: Scope) -> bool:
    """Whether something is only remembered for a while."""
    if isinstance(node, s.ForEach):
        return all(_is_noted(each, scope) for each in node.body.statements)
    kept = scope.value(node.target) if isinstance(node, s.Assign) else None
    return isinstance(kept, ir.MemoryV) and bool(kept.memory.until)


def _becomes(node: s.Choose, scope: Scope) -> str:
    """What is picked for is said in a word where it only becomes what somebody has: that is your bid."""
    match node.body.statements:
        case (s.Assign(operator="=", target=target, value=s.Name() as value),) if not _is_local(target, scope):
            kind, its = scope.type_of(value), say(target, scope)
            if value in [s.Name(pick.word) for pick in node.picks] and kind is not None and kind.base in COUNTED:
                return f"{'those are' if is_plural(its) else 'that is'} {its}"
    return ""


def _collected(node: s.Choose, scope: Scope) -> str:
    """What a pick is for that only goes into a list which the text names: add it to what is wanted."""
    last = node.body.statements[-1] if node.body.statements else None
    picks = [s.Name(pick.word) for pick in node.picks]
    if isinstance(last, s.Assign) and last.operator == "+=" and last.value in picks and _is_local(last.target, scope):
        name = spoken(last.target.word) if isinstance(last.target, s.Name) else "list"
        return f"add it to {'what is' if name.endswith(('ed', 'en', 'wn')) else 'the'} {name}"
    return ""


def _is_local(target: s.Expr, scope: Scope) -> bool:
    return isinstance(target, s.Name) and target.word in scope.names


def _short(sentences: list[Sentence], longest: int = LONGEST) -> str:
    """Sentences as what somebody is told to do; only the first of them where all would be too long."""
    for upto in (len(sentences), 1):
        text = done(sentences[:upto])
        if len(text) <= longest and BULLET not in text:
            return text
    return ""
