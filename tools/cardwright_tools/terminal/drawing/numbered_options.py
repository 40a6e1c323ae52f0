"""Numbered options: their layout, and the search for the option that a typed line means."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from rich.text import Text

from cardwright import Decision, Option
from cardwright.presentation.answers.option_list import is_number, label_options
from cardwright_tools.rich_styles_of_look import Painter

GAP = 3
# Fewer options than this are listed one below the other, which is easier to read; more of them if cards have texts.
SIDE_BY_SIDE = 5
SIDE_BY_SIDE_WITH_NOTES = 6
# Minimum room for the beginning of a card's text.
MIN_NOTE = 16
# Number of lines above which a card's text is shown completely.
LINES_OF_A_FEW = 2
# What people type to decline, whatever the option is called.
_DECLINING = ("pass", "done")
# Minimum width of options side by side with their facts.
NARROWEST = 24
# Minimum room for the beginning of a fact.
MIN_BESIDE = 8
# The sign before consequences, and the sign after a shortened text.
ARROW, MORE = "→ ", " …"
# Minimum room for facts behind an option; with less, they stand below it.
MIN_COLUMN = 40


@dataclass(frozen=True)
class NumberedOption:
    """An option with the number to type for it; `enter` is True if Enter alone chooses it."""

    label: str
    option: Option
    enter: bool = False


@dataclass(frozen=True)
class OptionFacts:
    """Facts about an option, in full (`facts`) and in brief, and its consequences (`leads`)."""

    facts: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()
    brief: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.facts or self.leads)

    def beside(self, note: str) -> "OptionFacts":
        """Return the facts, without consequences that the card's text `note` states in the same words."""
        said = " ".join(note.split()).casefold()
        return replace(self, leads=tuple(lead for lead in self.leads if lead.casefold() not in said))

    @property
    def whole(self) -> str:
        """All facts in one line."""
        return _join(self.facts, self.leads)

    def within(self, room: int) -> str:
        """Return the facts that fit into `room` characters, with a sign at the end if some are missing."""
        facts = self.facts if len(self.whole) <= room else self.brief or self.facts
        text = _join(facts, self.leads)
        if len(text) <= room:
            return text
        kept: list[str] = []
        led: list[str] = []
        for fact in facts:
            kept += [fact] if len(_join([*kept, fact], ())) + len(MORE) <= room else []
        for lead in self.leads if len(kept) == len(facts) else ():
            if len(_join(kept, [*led, lead])) + len(MORE) > room:
                break
            led.append(lead)
        line = _join(kept, led)
        if not line or (len(kept) == len(facts) and not led):
            # a long text is cut between words
            begun = text[: room - len(MORE) + 1].rpartition(" ")[0].rstrip(", ")
            line = begun if len(begun) > len(line) + len(ARROW) + GAP else line
        return f"{line}{MORE}" if line else ""


def _join(facts: Sequence[str], leads: Sequence[str]) -> str:
    led = f"{ARROW}{', '.join(leads)}" if leads else ""
    return "  ".join(part for part in (", ".join(facts), led) if part)


@dataclass(frozen=True, slots=True)
class Labelled(Option):
    """An option whose label stays the same when other options are picked; `kind` is that of its `OptionLine`."""

    label: str = ""
    kind: str = ""


def number_options(decision: Decision) -> list[NumberedOption]:
    """Return the options of a decision with their labels, the one that declines last."""
    ordered = sorted(decision.options, key=lambda option: option.declines)
    labels = label_options(ordered)
    given = (option.label if isinstance(option, Labelled) else "" for option in ordered)
    return [NumberedOption(own or label, o, o.declines) for own, label, o in zip(given, labels, ordered, strict=True)]


def find_default_option(decision: Decision) -> Option | None:
    """Return the option that Enter chooses: the one that declines, or a forced choice; None if there is neither."""
    declining = [option for option in decision.options if option.declines]
    if declining:
        return declining[0]
    return decision.options[0] if len(decision.options) == 1 else None


def find_exact_option(decision: Decision, typed: str) -> Option | None:
    """Return the only option with this label, text or key, or None."""
    wanted = typed.casefold()
    by_label = next((choice.option for choice in number_options(decision) if choice.label == typed), None)
    if by_label is not None:
        return by_label
    by_text = [option for option in decision.options if option.text.casefold() == wanted]
    by_key = [option for option in decision.options if option.key.casefold() == wanted]
    if by_text and not all(option in by_text for option in by_key):
        # the key of one option is the text of another, so only an exact spelling is accepted
        return _require_only(by_text, [option for option in decision.options if typed in (option.text, option.key)])
    # a key can mean copies in several zones; but `pass` must not decline if a card is called Pass
    copies = [option for option in by_key if not by_text or not option.declines]
    if not by_text and not by_key and wanted in _DECLINING:
        return next((option for option in decision.options if option.declines), None)
    return by_text[0] if len(by_text) == 1 else copies[0] if copies else None


def _require_only(by_text: Sequence[Option], spelled: Sequence[Option]) -> Option | None:
    """Return the option in `spelled` if it is the only one there and is also in `by_text`; else None."""
    return spelled[0] if len(spelled) == 1 and spelled[0] in by_text else None


def match_options(decision: Decision, typed: str) -> list[Option]:
    """Return the options whose key or text begins with the typed text; if there are none, those that contain it."""
    wanted = typed.casefold()
    if not wanted:
        return list(decision.options)
    begin = [o for o in decision.options if any(name.startswith(wanted) for name in _names(o))]
    return begin or [o for o in decision.options if any(wanted in name for name in _names(o))]


def narrow_options(decision: Decision, wanted: str) -> list[NumberedOption]:
    """Return the numbered options that match a part of a name; "" matches all."""
    found = {option.index for option in match_options(decision, wanted)}
    return [choice for choice in number_options(decision) if choice.option.index in found]


def find_option(decision: Decision, typed: str) -> Option | None:
    """Return the option with this number, key or text, or the only one that begins with the typed text.

    Returns None if there is none.
    """
    found = find_exact_option(decision, typed)
    if found is not None or is_number(typed):
        return found
    names = [o for o in decision.options if any(name.startswith(typed.casefold()) for name in _names(o))]
    return names[0] if len(names) == 1 else None


def split_series(decision: Decision, typed: str) -> list[tuple[str, str]]:
    """Return `(key, typed word)` for several options typed on a line, or [] if a word names no option.

    Example: `1 3 0` or `tea, wind`.
    """
    words = _list_words(typed)
    found = [find_option(decision, word) for word in words]
    if len(words) < 2 or None in found:
        return []
    return [(option.key, word) for option, word in zip(found, words, strict=True) if option is not None]


def find_unknown_word(decision: Decision, typed: str) -> str:
    """Return the first word that names no option; the whole text if no word or every word names one."""
    words = _list_words(typed)
    named = [find_option(decision, word) is not None for word in words]
    return words[named.index(False)] if any(named) and not all(named) else typed


def format_labels(decision: Decision) -> str:
    """Return the labels that can be typed, as in `1 to 6 or 0`, `1 or 2`, `3, 5 to 8 or 28`."""
    labels = [choice.label for choice in number_options(decision)]
    plain = [choice.label for choice in number_options(decision) if not choice.option.declines]
    declining = labels[len(plain) :]
    parts = [_format_ranges([int(label) for label in plain])]
    return " or ".join([*(parts if len(plain) > 2 else plain), *declining])


def _list_words(typed: str) -> list[str]:
    return typed.replace(",", " ").split()


def lay_out_options(
    shown: Sequence[NumberedOption],
    painter: Painter,
    width: int,
    most_rows: int,
    own: str = "",
    noted: bool = False,
    beside: Mapping[int, OptionFacts] = {},
    note_lines: int = 1,
) -> list[Text]:
    """Lay out options as lines, in columns if there are many; options beyond `most_rows` rows are only counted.

    With `noted`, each option has lines of its own, with at most `note_lines` lines of the card's text. `beside` holds
    facts about an option, by its index. Options from several zones get a heading for each zone; zones of the player
    `own` are called "your ...".
    """
    shown = _merge_equal(shown, beside)
    groups = list(dict.fromkeys(choice.option.group for choice in shown if choice.option.group))
    if len(groups) < 2 or len(shown) + len(groups) > most_rows:
        return _lay_out_numbers_or_columns(
            shown, painter, width, most_rows, noted=noted, beside=beside, note_lines=note_lines
        )
    lines: list[Text] = []
    for group in [*groups, ""]:
        members = [choice for choice in shown if choice.option.group == group]
        if group:
            lines.append(painter.paint(f" {_render_of_reader(group, own)}", "italic"))
        label_width = max(len(choice.label) for choice in shown)
        lines += _lay_out_numbers_or_columns(
            members, painter, width, len(members) + 1, label_width, noted, beside, note_lines
        )
    return lines


def lay_out_compactly(
    shown: Sequence[NumberedOption], painter: Painter, width: int, rows: int, beside: Mapping[int, OptionFacts]
) -> list[Text]:
    """Lay out options next to each other in `rows` lines, each with as many facts as fit."""
    shown = _merge_equal(shown, beside)
    plain = lay_out_options(shown, painter, width, rows)
    wanted = -(-len(shown) // max(1, rows))
    columns = max(1, min(wanted, (width + GAP) // (NARROWEST + GAP)))
    if len(plain) <= rows and (columns < wanted or not any(beside.values())):
        return plain
    room = (width + GAP) // columns - GAP
    label_width = max(len(choice.label) for choice in shown)
    texts = [_make_line(choice, painter, label_width) for choice in shown]
    if room - max(text.cell_len for text in texts) >= GAP + MIN_BESIDE:
        _add_beside(texts, [beside.get(choice.option.index, OptionFacts()) for choice in shown], painter, room)
    for text in texts:
        text.truncate(room, overflow="ellipsis")
    return _lay_out_in_columns(texts, _list_kinds(shown), room + GAP, columns, rows)


def _list_kinds(shown: Sequence[NumberedOption]) -> list[str]:
    """Return the kind of each option, "" for an option that has no similar ones."""
    options = [choice.option for choice in shown]
    return ["" if o.declines else o.kind if isinstance(o, Labelled) else o.group or "alike" for o in options]


def _merge_equal(shown: Sequence[NumberedOption], beside: Mapping[int, OptionFacts]) -> list[NumberedOption]:
    """Merge options with equal text and facts into one entry that has all their numbers as its label."""
    labels: dict[object, list[str]] = {}
    first: dict[object, NumberedOption] = {}
    for choice in shown:
        option = choice.option
        key = option.text, option.group, option.note, option.declines, beside.get(option.index, OptionFacts())
        labels.setdefault(key, []).append(choice.label)
        first.setdefault(key, choice)
    return [replace(choice, label=", ".join(labels[key])) for key, choice in first.items()]


def list_card_notes(shown: Sequence[NumberedOption], painter: Painter, width: int) -> list[Text]:
    """Return the texts of the cards among the options, one line each."""
    notes = {choice.option.text: choice.option.note for choice in shown if choice.option.note}
    lines = [painter.paint(f"   {text}") for text in notes]
    for line, note in zip(lines, notes.values(), strict=True):
        _add_note(line, note, width)
    return lines


def _render_of_reader(place: str, own: str) -> str:
    return place.replace(f"{own}'s ", "your ", 1) if own and place.startswith(f"{own}'s ") else place


def _lay_out_numbers_or_columns(
    shown: Sequence[NumberedOption],
    painter: Painter,
    width: int,
    most_rows: int,
    label_width: int = 0,
    noted: bool = False,
    beside: Mapping[int, OptionFacts] = {},
    note_lines: int = 1,
) -> list[Text]:
    # amounts only: a card with a number for a name keeps its line, because of its text
    numbers = [choice for choice in shown if choice.label == choice.option.text == choice.option.key]
    shared = {beside.get(choice.option.index, OptionFacts()) for choice in numbers}
    if len(numbers) > 1 and len(shared) == 1:
        others = [choice for choice in shown if choice not in numbers]
        line = _format_number_options(numbers)
        rest = _add_beside([line], [*shared], painter, width, note_lines > 1)
        room = most_rows - 1 - len(rest[0])
        return [
            line,
            *rest[0],
            *_lay_out_numbers_or_columns(others, painter, width, room, 0, noted, beside, note_lines),
        ]
    label_width = label_width or max((len(choice.label) for choice in shown), default=0)
    declining = [choice for choice in shown if choice.option.declines and beside.get(choice.option.index)]
    others = [choice for choice in shown if choice not in declining]
    if declining and others and not any(beside.get(choice.option.index) for choice in others):
        # the consequences of passing need a line, but the other options can stay side by side
        room = most_rows - len(declining)
        lines = _lay_out_numbers_or_columns(others, painter, width, room, label_width, noted, note_lines=note_lines)
        return [
            *lines,
            *_lay_out_numbers_or_columns(declining, painter, width, len(declining), label_width, noted, beside),
        ]
    texts = [_make_line(choice, painter, label_width) for choice in shown]
    known = [beside.get(choice.option.index, OptionFacts()) for choice in shown]
    noted = noted or (bool(any(beside.values())) and len(shown) <= most_rows)
    few = SIDE_BY_SIDE_WITH_NOTES if any(choice.option.note for choice in shown) else SIDE_BY_SIDE
    listed = noted or len(shown) < few
    if listed and note_lines > LINES_OF_A_FEW:
        known = [each.beside(choice.option.note) for each, choice in zip(known, shown, strict=True)]
    rest = _add_beside(texts, known, painter, width, note_lines > 1 and listed)
    if listed:
        lines = []
        for choice, text, below in zip(shown, texts, rest, strict=True):
            # the card's text continues after the facts
            *begun, last = text, *below
            lines += [*begun, *_append_note(last, choice.option.note, width, note_lines)]
        return lines
    widest = max((text.cell_len for text in texts), default=0) + GAP
    columns = max(1, (width + GAP) // widest)
    return _lay_out_in_columns(texts, _list_kinds(shown), widest, columns, most_rows)


def _lay_out_in_columns(
    texts: Sequence[Text], kinds: Sequence[str], widest: int, columns: int, most_rows: int
) -> list[Text]:
    """Lay out options in columns; if they need more than `most_rows` rows, some of those of one kind are counted."""
    left_out = 0
    if len(texts) > most_rows * columns:
        left_out = len(texts) - max(0, most_rows - 1) * columns
        # an option without similar ones stays, and the first one of each kind
        single = [not kind or kind not in kinds[:number] for number, kind in enumerate(kinds)]
        order = sorted(range(len(texts)), key=lambda number: not single[number])
        texts = [texts[number] for number in sorted(order[: len(texts) - left_out])]
    rows = -(-len(texts) // columns)
    lines = []
    for row in range(rows):
        line = Text()
        for number in range(row, len(texts), rows):
            line.append_text(texts[number])
            if number + rows < len(texts):
                line.append(" " * (widest - texts[number].cell_len))
        lines.append(line)
    if left_out:
        lines.append(Text(f"   … and {left_out} more: type part of a name to see the options that contain it", "dim"))
    return lines


def _format_number_options(numbers: Sequence[NumberedOption]) -> Text:
    """Format options that are only numbers as ranges. Example: `1 to 7, 9`, `100 to 900 in steps of 100`."""
    return Text(f" {_format_ranges([int(choice.label) for choice in numbers])}", "bold")


def _format_ranges(numbers: Sequence[int]) -> str:
    """Format numbers at equal distances as ranges."""
    left = sorted(numbers)
    parts = []
    while left:
        step = left[1] - left[0] if len(left) > 1 else 1
        size = next((n for n in range(1, len(left)) if left[n] - left[n - 1] != step), len(left))
        if size > 2:
            steps = "" if step == 1 else f" in steps of {step}"
            parts.append(f"{left[0]} to {left[size - 1]}{steps}")
        else:
            size = 1
            parts.append(str(left[0]))
        left = left[size:]
    last = f" or {parts[-1]}" if len(parts) > 1 and " to " not in "".join(parts) else ""
    return ", ".join(parts[:-1]) + last if last else ", ".join(parts)


def _add_beside(
    lines: Sequence[Text], facts: Sequence[OptionFacts], painter: Painter, width: int, whole: bool = False
) -> list[list[Text]]:
    """Append the facts of options in a separate column; return the lines of each option.

    Facts that do not fit are left out. With `whole`, they continue on further lines: in their column or, if it would be
    too narrow to read, below the option.
    """
    first = max((line.cell_len for line, known in zip(lines, facts, strict=True) if known), default=0)
    column = first + GAP
    if is_below := whole and width - column < NARROWEST:
        column = 2 * GAP
    rest: list[list[Text]] = []
    for line, known in zip(lines, facts, strict=True):
        room = width - column
        text, *below = (wrap(known.whole, max(room, MIN_BESIDE)) if whole else [known.within(room)]) or [""]
        if is_below:
            below = [text, *below] if text else []
        elif text:
            line.append(" " * (column - line.cell_len)).append_text(painter.paint(text, "dim"))
        line.truncate(width, overflow="ellipsis")
        rest.append([Text(" " * column).append_text(painter.paint(each, "dim")) for each in below])
    return rest


def _add_note(line: Text, note: str, width: int) -> list[Text]:
    """Append the card's text to an option if enough room is left on the line."""
    room = width - line.cell_len - GAP
    text = " ".join(note.split())
    if text and room >= MIN_NOTE:
        line.append(" " * GAP)
        line.append(text if len(text) <= room else f"{text[: room - 1].rstrip()}…", style="dim")
    return [line]


def _append_note(line: Text, note: str, width: int, most: int) -> list[Text]:
    """Append the card's text to an option in at most `most` lines, aligned if there is room."""
    text = " ".join(note.split())
    if most == 1 or not text or line.cell_len + GAP + len(text) <= width:
        return _add_note(line, note, width)
    behind = line.cell_len + GAP
    before = behind if width - behind >= MIN_COLUMN else 2 * GAP
    room = most if before == behind else most - 1
    text_lines = wrap(text, width - before, max_lines=room, placeholder="…")
    if before == behind:
        line.append(" " * GAP).append(text_lines.pop(0), style="dim")
    return [line, *(Text(" " * before).append(each, style="dim") for each in text_lines)]


def _make_line(choice: NumberedOption, painter: Painter, width: int) -> Text:
    line = Text()
    line.append(f"{choice.label:>{width + 1}} ", style="bold")
    if choice.label != choice.option.text:
        line.append_text(painter.paint(choice.option.text))
    if choice.enter:
        line.append("  Enter", style="dim")
    return line


def _names(option: Option) -> list[str]:
    text = option.text.casefold()
    words = text.split()
    return [option.key.casefold(), *(" ".join(words[start:]) for start in range(len(words)))]
