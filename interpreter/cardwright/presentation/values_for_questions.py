"""Context of a question: names for earlier choices, and values that are worth showing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from cardwright.phrases.inflection import capitalize, conjugate, drop_extra_determiners, find_base_form
from cardwright.phrases.log_phrases import SOMETHING_ELSE
from cardwright.presentation.piece_and_player_labels import join_labels
from cardwright.query import events_in_progress
from cardwright.query.decision_text import PlayerNames
from cardwright.query.events_in_progress import find_arguments
from cardwright.runtime.decision import Decision
from cardwright.state_slots_and_table_rows import DecisionPointRow

if TYPE_CHECKING:
    from cardwright.game.state import State

# Values in the context of a question without information.
UNSAID = ("nothing", "none", "nobody")
PLAYER = re.compile(r"P\d+")
THAT_PLAYER = re.compile(r"\bthat (?:player|opponent)\b")
# Phrases to which "that player" in a text refers.
SOME_PLAYER = re.compile(r"\b(?:an opponent|(?:a|another|each|any) player|players|opponents)\b")


def insert_choices(
    text: str, state: State, decision: Decision, player_names: PlayerNames, picked: Sequence[str] = ()
) -> str:
    """Return a text in which references are replaced by earlier choices, such as `that player` by `P2`.

    A reference that could mean something else is left unchanged, and so are those in `picked`, to what is chosen now.
    """
    called = state.program.tables.purpose(state.site).called
    own_way = {word.replace("_", " ") for text, word in called if text != f"that {word.replace('_', ' ')}"}
    for name, value in decision.context:
        says = len(name) > 1 and value.casefold() not in UNSAID and name not in own_way
        if says and f"that {name}" not in picked and not re.search(rf"\ban? {re.escape(name)}\b", text):
            text = _replace_name(text, f"that {name}", value)
    site = state.program.tables.sites[state.site]
    for noun, names in _list_pieces(state, site, player_names).items():
        if len(names) == 1 and f"that {noun}" not in picked and not re.search(rf"\b(?:an?|another) {noun}\b", text):
            text = _replace_name(text, f"that {noun}", names[0])
    known = (
        {
            **dict(_list_variables(state, player_names)),
            **find_arguments(state.retracked(), decision.player, site.source),
        }
        if called
        else {}
    )
    for says_it, word in called:
        if says_it not in picked and known.get(word, "nothing") not in UNSAID:
            text = _replace_name(text, says_it, known[word])
    players = {value for _, value in decision.context if PLAYER.fullmatch(value)}
    if len(players) == 1 and not SOME_PLAYER.search(text) and not any(map(THAT_PLAYER.match, picked)):
        text = THAT_PLAYER.sub(players.pop(), text)
    return drop_extra_determiners(text)


def _replace_name(text: str, called: str, value: str) -> str:
    return re.sub(rf"\b{re.escape(called)}\b", lambda _: value, text)


def _list_variables(state: State, names: PlayerNames) -> Iterator[tuple[str, str]]:
    """Yield `(name, text)` for the variables of the suspended rule text that the player may know."""
    if not state.frames:
        return
    frame = state.frames[-1]
    _, described, own = state.variant.frames[frame[0]]
    for place in own:
        (word, base, _), value = described[place], frame[1 + place]
        if base != "piece" or (type(value) is int and value >= 0 and names.recognises(value)):
            yield word, names.value(base, value)


def _list_pieces(state: State, site: DecisionPointRow, player_names: PlayerNames) -> dict[str, list[str]]:
    """Return the names of the pieces in variables of the suspended rule text, by the title of their kind.

    Kinds of pieces that the decision offers are left out, because their titles mean the options there.
    """
    names, found = state.program.naming, dict[str, list[str]]()
    if not state.frames:
        return found
    frame, kinds = state.frames[-1], state.program.tables.kinds
    _, described, own = state.variant.frames[frame[0]]
    for place in own:
        word, base, of = described[place]
        value = frame[1 + place]
        other = base == "piece" and of in kinds and (base, of) not in site.sorts and word != "this"
        if other and type(value) is int and value >= 0:
            found.setdefault(kinds[of].title, []).append(names.piece(value) if player_names.recognises(value) else "")
    return {noun: each for noun, each in found.items() if all(each)}


# The names of the choice in the event in progress, and of the pieces that were revealed to the player in it.
CHOSEN, SHOWN = "you chose", "shown to you"
# Values of internal notes in rule texts.
NOTED = ("0", "no", "yes")
NOTHING: Mapping[str, str] = {}


def list_context(
    decision: Decision, causes: Sequence[str] = (), picked: str = "", explained: Mapping[str, str] = NOTHING
) -> list[tuple[str, str]]:
    """Return the context of a decision as `(name, value)`, without empty and repeated values.

    `causes` are the texts shown above the question, and `explained` the arguments that the last of these texts
    mentions. `picked` is the name of the variable with the items picked so far. Flags and zeros are left out, because
    they only matter inside the rule text.
    """
    said = " ".join((decision.prompt, *causes))
    return [
        (CHOSEN if name == picked else name, value)
        for name, value in decision.context
        if len(name) > 1
        and value.casefold() not in (*UNSAID, *NOTED)
        and value != f"P{decision.player + 1}"
        and not ((len(value) > 1 or explained.get(name) == value) and _is_in(value, said))
    ]


def _is_in(value: str, text: str) -> bool:
    """Return True if all items of `value`, a text such as `P1, P2`, are whole words of `text`: `P1` is not in `P10`."""
    return all(re.search(rf"(?<!\w){re.escape(each)}(?!\w)", text, re.IGNORECASE) for each in value.split(", "))


def list_earlier_choices(state: State, decision: Decision) -> Iterator[tuple[str, str]]:
    """Yield a player's earlier choices in the events in progress, as `(event, choices)`."""
    tracked = state.retracked()
    causes = events_in_progress.describe_open_events(tracked, decision.player)
    shown_texts = " ".join([decision.prompt, *causes, *(value for _, value in decision.context)])
    by_event: dict[str, list[tuple[str, bool]]] = {}
    for cause, text, known in events_in_progress.list_open_choices(tracked, decision.player):
        if text not in shown_texts:
            by_event.setdefault(cause if cause in causes[:-1] else CHOSEN, []).append((text, known))
    for cause, things in by_event.items():
        yield cause, join_labels(things)


def list_shown_pieces(state: State, player: int) -> Iterator[tuple[str, str]]:
    """Yield the pieces that were shown to a player in the event in progress, as `(name, value)`."""
    pieces = events_in_progress.list_shown_pieces(state.retracked(), player)
    if pieces:
        yield SHOWN, join_labels((state.program.naming.piece(piece), True) for piece in pieces)


# Nested brackets, except those for the order of operations: twice (a minus (b plus c)).
NESTED = re.compile(r"(?<!\btwice|\btimes|\bminus)(?<!\bplus)(?<!\bof|\bto|\bby)(?<!\band) \([^()]*\([^()]*\)[^()]*\)")
# Prompts without information.
MAY_CHOOSE = "You may choose one"
CHOOSE = "Choose one"
WHAT_TO_DO = {CHOOSE: "what do you do?", MAY_CHOOSE: "what do you do, if anything?"}
SAYS_LITTLE = tuple(WHAT_TO_DO)
# What a replaced event is called where its name is not known.
AS_USUAL = "do that as usual"
# References to something known.
POINTED = re.compile(r"\b(?:the|that|those|these) (\w+)")


def narrow_prompt(prompt: str, things: bool, actions: bool) -> str:
    """Return a prompt that asks for a piece or another action, reduced to what is offered.

    `things` is True if pieces are offered, `actions` if actions are.
    """
    question = prompt.removesuffix(SOMETHING_ELSE)
    if question == prompt or (things and actions):
        return prompt
    return question if things else MAY_CHOOSE if prompt.startswith("You may ") else CHOOSE


def move_cause_to_prompt(
    prompt: str, causes: Sequence[str], player: str, is_turn: bool = False
) -> tuple[str, tuple[str, ...]]:
    """Return the prompt and the causes; the innermost cause becomes a question instead of a prompt that says little.

    The prompt is also replaced if the cause begins with the prompt and says more. A cause that is asked about is
    removed from the causes. With `is_turn`, the innermost cause is the turn.
    """
    *before, cause = causes or ("",)
    done = address_predicate(cause.removeprefix(f"{player} "))
    if done.casefold().startswith(f"{prompt.casefold()} "):
        return capitalize(done), tuple(before)
    if cause and prompt == f"You may {AS_USUAL}":
        own = cause.startswith(f"{player} ")
        return (f"You may {done} as usual" if own else f"You may let this happen: {cause}"), tuple(before)
    if prompt not in SAYS_LITTLE or not cause:
        return prompt, tuple(causes)
    if not cause.startswith(f"{player} "):
        return f"{capitalize(cause)}: {WHAT_TO_DO[prompt]}", tuple(before)
    asks = "What do you do in your turn?" if is_turn else f"How do you {done}?"
    return f"You may {done}" if prompt == MAY_CHOOSE else asks, tuple(before)


def address_predicate(predicate: str) -> str:
    """Return what a player does, addressed to this player: `draw until you have 5 cards`.

    If it names another player, it can say `their` of that one.
    """
    done = conjugate(predicate, find_base_form)
    return done if PLAYER.search(done) else re.sub(r"\bthey\b", "you", re.sub(r"\btheir\b", "your", done))


def shorten_purpose(purpose: str) -> str:
    """Return a purpose without nested brackets; if its last part would need them, without that part."""
    first, more, rest = purpose.partition("; if ")
    return NESTED.sub("", first if more and "(" in rest else purpose)


def refers_to_effect(note: str, does: str, title: str) -> bool:
    """Return True if a note refers to a noun, such as `those coins`, that only the effect `does` introduces."""
    pointed = {noun for noun in POINTED.findall(note) if noun not in title.casefold()}
    return any(re.search(rf"\b(?:an?|some|\d+) (?:\w+ )?{noun}\b", does) for noun in pointed)


def name_asker(state: State, usual: str) -> str:
    """Return the name of the player whose text asks, if `you` in the text means another player; else `usual`."""
    found = find_frame_value(state, "you")
    return state.program.naming.player(found) if found not in (-1, state.player) else usual


def find_frame_value(state: State, word: str) -> int:
    """Return the value of a variable of the suspended rule text, or -1 if there is no such variable."""
    frame = state.frames[-1] if state.frames else ()
    words = state.variant.frames[frame[0]].variables if frame else ()
    return next((value for (name, *_), value in zip(words, frame[1:], strict=False) if name == word), -1)
