"""Commands that display information without changing the match: why, log, card, table and so on."""

import re
import sys
from collections.abc import Collection
from typing import TYPE_CHECKING, Protocol

from rich.table import Table
from rich.text import Text

from cardwright.presentation.explain_values_and_end import explain_rule, list_explainable_rules
from cardwright.presentation.log.fit_to_lines import render_tree
from cardwright.presentation.log.tree import render_log_events
from cardwright.presentation.question import make_question
from cardwright_tools.session.score_breakdown_table import format_score_sheet

if TYPE_CHECKING:
    from cardwright import Decision
    from cardwright.presentation.rulebook.document import Rulebook
    from cardwright_tools.session.session import Session
    from cardwright_tools.terminal.screen import Screen

USUAL_LOG_LINES = 20
# Limit for the sections shown for a topic.
MAX_SECTIONS = 3
# Limit for further sections that are listed by title.
MAX_TITLES = 8
# A typed number, and the arguments of `log`.
NUMBER = "[1-9][0-9]{0,8}"
LOG = re.compile(rf"(?P<lines>{NUMBER}|all)?\s*(?:depth (?P<depth>{NUMBER}))?")


class QuerySource(Protocol):
    """The source of what info commands show: the session, the screen, and whether hidden cards may be shown."""

    session: "Session"
    screen: "Screen"
    openly: bool


class Asker(QuerySource, Protocol):
    """Interface of a terminal session for the commands that need a pending decision."""

    @property
    def asked(self) -> "Decision":
        """The decision as its player sees it."""


def why(asker: "QuerySource", player: int, argument: str) -> None:
    """Explain the value of a rule, or list the rules."""
    state = asker.session.state
    if not argument:
        from cardwright.presentation.rulebook.rule_text_sections import find_unpublished_rules

        asker.screen.say("Name a rule of the game with its arguments, for example:")
        rows = Table(box=None, padding=(0, 2), show_header=False)
        for written, called in list_explainable_rules(state, player, find_unpublished_rules(asker.session.game)):
            rows.add_row(Text(f"why {written}"), Text(called, "dim"))
        asker.screen.show(rows)
        return
    from cardwright import SlipError

    try:
        lines = explain_rule(state, argument, None if asker.openly else player, player)
    except (ValueError, SlipError) as error:
        lines = [f"This cannot be explained: {error}."]
    for line in lines:
        asker.screen.tell(line)


def log(asker: "QuerySource", player: int, argument: str) -> None:
    """Show the log as a tree."""
    asked = LOG.fullmatch(argument)
    assert asked is not None
    state = asker.session.state
    events = state.log if asker.openly else state.visible_log(player)
    lines = render_tree(render_log_events(events), int(asked["depth"] or sys.maxsize))
    wanted = len(lines) if asked["lines"] == "all" else int(asked["lines"] or USUAL_LOG_LINES)
    for line in lines[max(0, len(lines) - wanted) :]:
        asker.screen.tell(line)
    if wanted < len(lines):
        asker.screen.say(f"(the last {wanted} of {len(lines)} lines; `log all` shows all)")


def news(asker: QuerySource, player: int, argument: str) -> None:
    """Show the log since this person's last answer."""
    asker.screen.show_news(asker.session, player)


def peek(asker: "QuerySource", player: int, argument: str) -> None:
    """Show everything on the table, hidden cards included, if the match allows it."""
    if asker.openly:
        asker.screen.show_table(asker.session, player, openly=True)
    else:
        asker.screen.say("Hidden cards are not shown. Start with `cardwright play GAME --open` to look at them.")


def card(asker: "QuerySource", player: int, argument: str) -> None:
    """Show the texts of cards."""
    from cardwright_tools.faces.model import body_lines

    wanted = argument.casefold()
    cards = [c for c in asker.session.game.card_texts() if wanted in (c.id.casefold(), c.name.casefold())]
    if not cards:
        cards = [c for c in asker.session.game.card_texts() if wanted in c.name.casefold()][:5]
    if not cards:
        asker.screen.say(f"There is no card `{argument}`: write a card's name, or a part of it.")
    for card in cards:
        asker.screen.tell(f"{card.name}{f' (there are {card.copies})' if card.copies > 1 else ''}", "bold")
        for line in body_lines(asker.session.game, card, False):
            asker.screen.tell(f"  {line}")
        _show_changed_powers(asker, player, card.id)
    if len(cards) == 1:
        if not cards[0].text:
            _show_rules_text(asker, cards[0].name)
        _list_mentions(asker, cards[0].name)


def _show_changed_powers(asker: "QuerySource", player: int, card: str) -> None:
    """Show, for every visible copy of a card, how its present powers differ from its text."""
    from cardwright.presentation.arrange_table import build_open_table, build_table
    from cardwright.presentation.table_view import list_zones

    state = asker.session.state
    for zone in list_zones(build_open_table(state, player) if asker.openly else build_table(state, player)):
        for piece in zone.pieces:
            values = [fact.value for fact in piece.facts if fact.word == "powers"] if piece.id == card else []
            if values:
                owner = "the" if zone.owner == "table" else f"{zone.owner}'s"
                asker.screen.tell(f"  Now, in {owner} {zone.called}: {'; '.join(values)}")


def _write_rulebook(asker: "QuerySource") -> "Rulebook | None":
    """Return the rulebook of the game, or None after printing why its rules page cannot be read."""
    from cardwright import CardwrightError
    from cardwright.scenarios.rulebook_example import write_rulebook_with_examples

    try:
        return write_rulebook_with_examples(asker.session.game)
    except CardwrightError as error:
        asker.screen.say(str(error))
        return None


def _show_rules_text(asker: "QuerySource", name: str) -> None:
    """Print the parts of the rules about a card that has no text of its own."""
    book = _write_rulebook(asker)
    for title, text in book.said_of(name)[:MAX_TITLES] if book is not None else ():
        asker.screen.tell(f"  {title}: {text}" if title else f"  {text}")


def _list_mentions(asker: "QuerySource", name: str, explained: Collection[str] = ()) -> None:
    """List the sections of the rules that mention a card or term, except those in `explained`."""
    book = _write_rulebook(asker)
    sections = book.naming(name) if book is not None else ()
    titles = [section.title for section in sections if section.title not in explained]
    if titles:
        more = f" and {len(titles) - MAX_TITLES} more" if len(titles) > MAX_TITLES else ""
        named = ", ".join(titles[:MAX_TITLES])
        asker.screen.say(f"The rules mention it in: {named}{more} (`rules {titles[0].casefold()}`).")


def rules(asker: "QuerySource", player: int, argument: str) -> None:
    """Show the rules of the game: a list of chapters, or the sections about a topic."""
    from cardwright_tools.printing.rulebook_text_and_markdown import render_lines

    book, screen = _write_rulebook(asker), asker.screen
    if book is None:
        return
    found = book.about(argument)[:MAX_SECTIONS] if argument else book.guide or book.sections[:1]
    if not found:
        screen.say(f"The rules do not mention `{argument}`. Type `rules` to list their chapters.")
        return
    if not argument:
        screen.tell(" ".join([book.title, "for", book.players]), "bold")
        screen.tell(book.summary)
    shown = [part for section in found for part in book.within(section)]
    for line in render_lines(shown, screen.terminal.width):
        screen.tell(line)
    if argument:
        _list_mentions(asker, argument, {section.title for section in shown})
    else:
        chapters = [section.title for section in book.sections if section.level == 1]
        screen.say(f"Type `rules TOPIC` for more: {', '.join(chapters)}, or any word of the game.")


def turn(asker: "QuerySource", player: int, argument: str) -> None:
    """Show the actions of the turn that are impossible now, and why."""
    asked = make_question(asker.session.state, player, with_consequences=False)
    if asked is None or not asked.not_now:
        asker.screen.say(
            "Every action of your turn can be taken now, if not with every card or place: those that do not fit are not"
            " listed. Type `rules turn` to read about your turn."
        )
        return
    asker.screen.say("Your turn does not offer these now:")
    for each in asked.not_now:
        asker.screen.tell(f"  {each.action}{f': {each.needs}' if each.needs else ''}")


def more(asker: "Asker", player: int, argument: str) -> None:
    """Show all facts about the decision and its options."""
    if asker.asked.player == player:
        asker.screen.show_question(asker.session, asker.asked)


def table(asker: "QuerySource", player: int, argument: str) -> None:
    """Show all of the table."""
    asker.screen.show_table(asker.session, player)


def scores(asker: "QuerySource", player: int, argument: str) -> None:
    """Show the breakdown of the scores, after the end of the match."""
    if asker.session.state.finished:
        if not format_score_sheet(asker.session.state):
            asker.screen.say("These scores are not sums: type `why final_score(P1)` to see how one is computed.")
        asker.screen.show_scores(asker.session)
    else:
        asker.screen.say(
            "The match is not over: type `table` for the scores so far, and `rules` for how they are computed."
        )
