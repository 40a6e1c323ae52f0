# ruff: noqa: E501 -- a construct a line
"""Games that say one construct of the language n times, for each construct whose cost could grow faster than n."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

GAME = """game: growth
title: Growth
players: 2
kinds:
  card: {{plural: cards, attributes: {{w: number}}, memory: {{marks: {{is: number}}}}}}
  echo: {{plural: echoes}}
pieces:
  - {{id: echo, kind: echo, copies: 4}}
zones:
  table:
    unused: {{of: echoes}}
    stack: {{of: echoes, ordered: true}}
    deck: {{of: cards, see: nobody, ordered: true}}
    heap: {{of: cards, see: everyone}}
  player:
    field: {{of: cards, see: everyone}}
memory:
  table: {{active: {{is: player}}, total: {{is: number}}}}
  player: {{coins: {{is: number}}}}
active: active
turn: turn
windows: [main]
library: |
  step setup:
    for each p in players: move(top(deck, 2), to: p.field)
  step play:
    repeat 3 times:
      for each p in players:
        active = p
        turn
  step turn "a turn":
    active act
  rule final_score(player) "score": {score}
{library}
"""
CARDS = """game: growth
set: base
cards:
{cards}
"""


@dataclass(frozen=True)
class Text:
    """The texts of a game: its library beside what every game has, its score, and the powers of its cards."""

    library: str
    powers: tuple[str, ...] = ()
    score: str = "player.coins"

    def write(self, folder: Path) -> Path:
        """Write the files of the game into a folder, which comes back."""
        (folder / "cards" / "base").mkdir(parents=True, exist_ok=True)
        library = "\n".join("  " + line for line in self.library.splitlines())
        (folder / "game.yaml").write_text(GAME.format(library=library, score=self.score), encoding="utf-8")
        rows = []
        for number in range(max(4, len(self.powers))):
            row = f"  - id: c{number}\n    name: C {number}\n    w: {number % 7}\n"
            if number < len(self.powers):
                power = "\n".join("      " + line for line in self.powers[number].splitlines())
                row += f"    power: |\n{power}\n"
            rows.append(row)
        (folder / "cards" / "base" / "c.yaml").write_text(CARDS.format(cards="".join(rows)), encoding="utf-8")
        return folder


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(lines)


def _chain(first: str, each: Callable[[int], str], last: str, n: int) -> Text:
    return Text(_lines([first, *(each(i) for i in range(1, n)), last.format(n - 1)]))


def _act(*lines: str) -> str:
    return _lines(['verb act "act":', *("  " + line for line in lines)])


def _verbs(first: str, *twice: str) -> Callable[[int], Text]:
    def text(n: int) -> Text:
        def each(i: int) -> str:
            return _lines([f'verb v{i} "v{i}":', *("  " + line.format(i - 1) for line in twice)])

        return _chain(_lines(['verb v0 "v0":', *("  " + line for line in first.splitlines())]), each, _act("v{}"), n)

    return text


def _rules(head: str, first: str, case: str, act: str) -> Callable[[int], Text]:
    """Rules `r0`, `r1`, ... with the same head, each asking the one before as `case` says."""

    def text(n: int) -> Text:
        def each(i: int) -> str:
            return _lines([f"rule r{i}{head}:", *("  " + line.format(i - 1) for line in case.splitlines())])

        return _chain(_lines([f"rule r0{head}:", f"  {first}"]), each, _act(*act.splitlines()), n)

    return text


def _body(first: str, each: str, last: str = "") -> Callable[[int], Text]:
    """One verb whose body has a statement n times; `{0}` is its number, `{1}` the one before."""

    def text(n: int) -> Text:
        lines = [line for i in range(1, n + 1) for line in each.format(i, i - 1).splitlines()]
        return Text(_act(*first.splitlines(), *lines, *last.format(n).splitlines()))

    return text


def _nested(first: str, each: str, inner: str) -> Callable[[int], Text]:
    """One verb whose body has a statement in a statement, n deep."""

    def text(n: int) -> Text:
        lines = [*first.splitlines()]
        for i in range(1, n + 1):
            lines += ["  " * (i - 1) + line for line in each.format(i, i - 1).splitlines()]
        lines += ["  " * n + line for line in inner.format(n).splitlines()]
        return Text(_act(*lines))

    return text


def _value(part: str, between: str, whole: str = "total = {}") -> Callable[[int], Text]:
    def text(n: int) -> Text:
        return Text(_act(whole.format(between.join(part.format(i) for i in range(n)))))

    return text


def _powers(power: str, library: str = _act("you.coins += 1"), score: str = "player.coins") -> Callable[[int], Text]:
    return lambda n: Text(library, tuple(power.format(i, i + 1) for i in range(n)), score)


EARN = "you.coins += 1\nyou.coins += 1"
MAY = "you may choose c from you.field:\n  move(c, to: heap)"
NUMBER = ' gives number "r"'
YES = ' gives yes_no "r"'
OPTION = 'choose one:\n  option "a": v{0}\n  option "b": v{0}'
EITHER = "if total > {0}: v{0}\nelse: v{0}"
PICK = "choose c{0} from you.field:\n  c{0}.marks += 1"

CONSTRUCTS: dict[str, Callable[[int], Text]] = {
    "verbs performed twice": _verbs(EARN, "v{0}", "v{0}"),
    "asking verbs performed twice": _verbs(MAY, "v{0}", "v{0}"),
    "verbs with require performed twice": _verbs("require total is 0\n" + EARN, "v{0}", "v{0}"),
    "verbs by either of two options": _verbs(EARN, *OPTION.splitlines()),
    "asking verbs by either of two options": _verbs("require total is 0\n" + MAY, *OPTION.splitlines()),
    "verbs in both branches": _verbs(EARN, *EITHER.splitlines()),
    "asking verbs in both branches": _verbs("require total is 0\n" + MAY, *EITHER.splitlines()),
    "verbs performed once": _verbs(MAY, "total += 1", "v{0}"),
    "verbs with a value performed twice": lambda n: _chain( 'verb v0 gives (x: number) "v0":\n x = 1', lambda i: f'verb v{i} gives (x: number) "v{i}":\n let a = v{i - 1}\n let b = v{i - 1}\n x = a + b', _act("let x = v{}", "total = x"), n, ),
    "rules asked twice": _rules(NUMBER, "total", "r{0} + r{0}", "total = r{}"),
    "rules of a number asked twice": _rules("(n: number)" + NUMBER, "n + total", "r{0}(n) + r{0}(n + 1)", "total = r{}(1)"),
    "rules with cases": _rules(NUMBER, "total", "r{0} if r{0} > 3\nr{0} + 1 otherwise", "total = r{}"),
    "rules yes or no": _rules(YES, "total > 3", "r{0} and not r{0}", "if r{}: total = 1"),
    "rules as conditions": _rules(YES, "total > 3", "r{0} or total is 7 and r{0}", "require r{}\ntotal = 1"),
    "rules of a card in a list": _rules("(card)" + NUMBER, "card.w", "r{0}(card) + r{0}(card)", "total = sum(r{}(it))" .replace("sum(r{}(it))", "sum(r{}(c) for each c in you.field)")),
    "rules that sum": _rules("(card)" + NUMBER, "card.w", "sum(r{0}(c) for each c in players.field) + card.w", "total = sum(r{}(c) for each c in you.field)"),
    "rules that filter": _rules("(card)" + YES, "card.w > 1", "any(players.field where r{0}(it)) and card.w > 0", "choose c from you.field where r{}(it): total = 1"),
    "rules with names": _rules(NUMBER, "total", "let a = r{0}\nlet b = a + a\nb + b", "total = r{}"),
    "rules that list": _rules(' gives cards "r"', "heap", "r{0} + r{0}", "total = count(r{})"),
    "names in a rule": lambda n: Text(_lines([ f'rule r{NUMBER}:', " let a0 = total", *(f" let a{i} = a{i - 1} + a{i - 1}" for i in range(1, n)), f" a{n - 1}", _act("total = r")])),
    "names before a requirement": _body("let a0 = total", "let a{0} = a{1} + a{1}", "require a{0} > 0\ntotal = 1"),
    "names before a choice": _body("let a0 = total", "let a{0} = a{1} + a{1}", "choose c from you.field where c.w < a{0}: total = a{0}"),
    "names": _body("let a0 = total", "let a{0} = a{1} + a{1}", "total = a{0}"),
    "names two by two": _body("let a0 = total\nlet b0 = total", "let a{0} = a{1} + b{1}\nlet b{0} = a{1} - b{1}", "if a{0} > 0: total = 1"),
    "requirements": _body("", "require total is not {0}", "total = 1"),
    "conditions one after the other": _body("", "if total is {0}: total += 1"),
    "conditional choices one after the other": _body("", "if total is {0}:\n choose c{0} from you.field: total += 1"),
    "two ways to choose one after the other": _body( "", "if total is {0}:\n choose c{0} from you.field: total += 1\nelse:\n choose d{0} from heap: total += 2" ),
    "choices one after the other": _body("", PICK),
    "optional choices one after the other": _body("", "you may choose c{0} from you.field:\n c{0}.marks += 1"),
    "choices again and again one after the other": _body("", "repeatedly you may choose c{0} from you.field:\n c{0}.marks += 1"),
    "loops one after the other": _body("", "for each c in you.field: c.marks += 1"),
    "loops over deciders": _body("", "for each p in players:\n p may choose c{0} from p.field: c{0}.marks += 1"),
    "loops with an end": _body("", "repeat until total > {0}: total += 1"),
    "conditions in conditions": _nested("", "if total is not {0}:", "total += 1"),
    "conditions in conditions before a choice": _nested("", "if total is not {0}:", "choose c from you.field: total += 1"),
    "either way in either way": _nested("", "if total is {0}: total += 2\nelse:", "total += 1"),
    "choices in choices": _nested("", "choose c{0} from you.field:", "total += 1"),
    "options in options": _nested("", 'choose one:\n option "x": total = 1\n option "y":'.replace("\n option \"y\":", "\n option \"y{0}\":"), "total += 1"),
    "loops in loops": _nested("", "for each c{0} in you.field:", "total += 1"),
    "deciders in loops in loops": _nested("", "for each p{0} in players:", "you may choose c from you.field: total += 1"),
    "repeats in repeats": _nested("", "repeat until total > {0}:", "total += 1"),
    "picks that belong together in such picks": _nested("", "choose any number of cs{0} from you.field such that sum(cs{0}.w) < {0}:", "total += 1"),
    "as many as possible in as many as possible": _nested("", "choose as many as possible up to 2 cs{0} from you.field:", "total += 1"),
    "a sum": _value("total", " + "), "a product": _value("2", " * "),
    "a list": _value("{0}", ", ", "total = count([{}])"),
    "a list of zones": _value("you.field", " + ", "total = count({})"),
    "a condition": _value("total is {0}", " or ", "if {}: total = 1"),
    "a condition of a filter": _value("it.w is not {0}", " and ", "total = count(you.field where {})"),
    "may in may": _nested("", "you may:", "total += 1"),
    "otherwise in otherwise": _nested("", "you may: total += {0}\nelse:", "total += 1"),
    "effects that wait in such effects": _nested("", "put on stack:", "total += 1"),
    "items beside options in such options": _nested("", 'choose one:\n option "x{0}": total = 1\n option for each c{0} in you.field:', "total += 1"),
    "conditions in brackets": lambda n: Text(_act("if " + "(total is 1 or (total is 2 and " * n + "total is 3" + "))" * n + ": total = 1")),
    "negations": lambda n: Text(_act("if " + "not (total is 1 and " * n + "total is 3" + ")" * n + ": total = 1")),
    "calls in calls": lambda n: Text(_lines(["rule r(n: number)" + NUMBER + ": n + total", _act("total = " + "r(" * n + "1" + ")" * n)])),
    "calls asked twice in such calls": lambda n: Text(_lines(["rule r(n: number)" + NUMBER + ": n + n * total", _act("total = " + "r(" * n + "1" + ")" * n)])),
    "lists of lists": lambda n: Text(_act("total = count(" + "first(" * n + "you.field" + ", 2)" * n + ")")),
    "items of items": lambda n: Text(_act("total = sum(1" + "".join(f" for each x{i} in you.field" for i in range(n)) + ")")),
    "brackets": lambda n: Text(_act("total = " + "(1 + " * n + "total" + ")" * n)),
    "sums in sums": lambda n: Text(_act("total = " + "sum((" * n + "total" + "".join(f") for each x{i} in you.field)" for i in range(n)))),
    "filters in filters": lambda n: Text(_act("total = count(" + "(" * n + "you.field" + " where it.w > total)" * n + ")")),
    "options": lambda n: Text(_act("choose one:", *(f' option "o{i}": total += {i}' for i in range(n)))),
    "options with conditions": lambda n: Text(_act("choose one:", *(f' option "o{i}" if total is {i}: total += {i}' for i in range(n)))),
    "picks together": lambda n: Text(_act("choose " + ", ".join(f"c{i} from you.field where it.w > {i}" for i in range(n)) + ":", *(f" c{i}.marks += 1" for i in range(n)))),
    "choices of twelve picks one after the other": _body("", "choose " + ", ".join(f"c{{0}}x{i} from you.field where it.w > {i}" for i in range(12)) + ":\n total += c{0}x1.w"),
    "cases of a rule": lambda n: Text(_lines([f'rule r{NUMBER}:', *(f" {i} if total is {i}" for i in range(n)), " 0 otherwise", _act("total = r")])),
    "reactions": _powers("after player act: you.coins += {0}"),
    "asking reactions": _powers("after player act:\n you may choose c from you.field:\n c.marks += {0}"),
    "reactions with a verb": _powers("after player act: you gain({0})", 'verb gain(amount: number) "gain {amount}": you.coins += amount\n' + _act("you.coins += 1")),
    "effects that wait": _powers("after player act:\n put on stack: you gain({0})", 'verb gain(amount: number) "gain {amount}": you.coins += amount\n' + _act("carry out top(stack)")),
    "reactions to what moves the card": _powers("after player bury(this): move(top(deck), to: player.field)", 'verb bury(c: card) "bury {c}":\n if c.w > 1: move(c, to: heap)\n move(c, to: you.field)\n' + _act("for each c in top(deck): bury(c)")),
    "replacements": _powers("instead of player act where total is {0}: you.coins += 1"),
    "prohibitions": _powers("forbid player act where total is {0}"),
    "modifiers": _powers("modify worth where total is {0}: add {0}", 'rule worth(player) gives number "worth": player.coins\n' + _act("you.coins += worth(you)")),
    "modifiers that ask": _powers("modify worth where worth2(player) > {0}: add {0}", 'rule worth(player) gives number "worth": player.coins\nrule worth2(player) gives number "worth": player.coins\n' + _act("you.coins += worth(you)")),
    "offers": _powers("offer main: you.coins += {0}", _act("window(main)")),
    "powers of many lines": lambda n: Text(_act("you.coins += 1"), (_lines(["after player act:", *(f" you.coins += {i}" for i in range(n))]),)),
    "a power of many parts": lambda n: Text(_act("you.coins += 1"), (_lines(f"after player act where total is {i}: you.coins += {i}" for i in range(n)),)),
}  # fmt: skip
