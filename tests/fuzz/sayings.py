"""Texts of the language made up from its grammar and the names of a game: statements and abilities."""

from __future__ import annotations

from tests.fuzz.values_said import Values

from cardwright.checker import typed_tree
from cardwright.declarations.value_types import EMPTY, NUMBER, PLAYER, YES_NO, Type, list_of, piece

Lines = list[str]

MANY = "as many as possible up to "


class Sayings(Values):
    """Makes up texts about one game."""

    # ------------------------------------------------------------ statements

    def body(self, depth: int = 2, head: str = "") -> Lines:
        """The lines of a body below its head."""
        lines: Lines = []
        with self.named():
            for _ in range(self.chance.choice((1, 1, 2, 3))):
                lines += self.statement(depth)
        return [head, *(f"  {line}" for line in lines)] if head else lines

    def statement(self, depth: int = 2) -> Lines:
        """The lines of a statement; a `let` also leaves its name behind."""
        ways = [self.deed, self.deed, self.deed, self.assign, self.let, self.builtin]
        if depth > 0:
            ways += [self.if_, self.for_each, self.repeat, self.may, self.choose, self.choose, self.choose_one]
            ways += [self.secretly, self.lasting]
        return self.chance.choice(ways)(depth - 1)

    def who(self) -> str:
        """Somebody before a verb, or nobody named."""
        if self.acted and self.chance.random() < 0.5:
            return ""
        if self.chance.random() < 0.15:
            return f"{self.items(PLAYER, 0)} "
        return f"{self.value(PLAYER, 1)} "

    def deed(self, depth: int) -> Lines:
        known = [each for each in self.symbols.procedures.values() if each.word not in ("setup", "play")]
        known = [each for each in known if all(self.sayable(role.type) for role in each.params)]
        if not known:
            return self.builtin(depth)
        chosen = self.chance.choice(known)
        roles = [role.type for role in chosen.params]
        while roles and chosen.defaults[len(roles) - 1] is not None and self.chance.random() < 0.5:
            roles.pop()
        who = self.who() if chosen.kind == "verb" else ""
        return [who + self.call(chosen.word, roles, 1)]

    def builtin(self, depth: int) -> Lines:
        plain = ["move", "move", "put_under", "shuffle", "reveal", "show", "turn_up", "turn_down"]
        powers = ["copy_power", "become_power", "lose_powers", "regain_powers"]
        holds = self.chance.choice([kind for kind in self.game.kinds if self.has(kind)] or [self.kind()])
        windows = ["window", *(["use"] if self.has(holds) and "use" in self.symbols.primitives else [])]
        some = [*(powers if self.has(holds) else []), *(windows if self.game.windows else []), "nothing", "roll"]
        if self.chance.random() < 0.1:
            known = [each.word for each in self.symbols.procedures.values() if each.word not in ("setup", "play")]
            return [f"stop({self.chance.choice(known)})"] if known else ["nothing"]
        word = self.chance.choice([*plain, *plain, *some])
        match word:
            case "move" | "put_under":
                return [f"{word}({self.items(piece(holds), 1)}, to: {self.zone(1, holds, word == 'put_under')})"]
            case "shuffle":
                return [f"shuffle({self.zone(1, ordered=True)})"]
            case "show":
                return [f"show({self.items(piece(holds), 1)}, to: {self.items(PLAYER, 1)})"]
            case "reveal" | "turn_up" | "turn_down":
                return [f"{word}({self.items(piece(holds), 1)})"]
            case "copy_power" | "become_power":
                given = f"{self.value(piece(holds), 1)}, onto: {self.value(piece(holds), 1)}"
                return [f"{word}({given}){self.until(0.5)}"]
            case "lose_powers":
                return [f"{word}({self.value(piece(holds), 1)}){self.until(0.5)}"]
            case "regain_powers":
                return [f"{word}({self.value(piece(holds), 1)})"]
            case "use":
                return [f"use({self.value(piece(holds), 1)}, as: {self.value(PLAYER, 1)})"]
            case "window":
                return [f"window({self.chance.choice(list(self.game.windows))})"]
            case "roll":
                name = self.fresh()
                self.scope.append((name, NUMBER))
                return [f"let {name} = roll({self.value(NUMBER, 1)})"]
            case _:
                return [word]

    def assign(self, depth: int) -> Lines:
        if not self.symbols.memory:
            return self.builtin(depth)
        kept = [each for each in self.symbols.memory.items() if self.has(each[0][0]) and self.sayable(each[1].type)]
        if not kept:
            return self.builtin(depth)
        (owner, word), memory = self.chance.choice(kept)
        target = self.of(owner, word, memory.per, 1)
        sign = self.chance.choice(["=", "+=", "-="]) if memory.type.base in ("number", "list") else "="
        return [f"{target} {sign} {self.value(memory.type, 2)}"]

    def let(self, depth: int) -> Lines:
        kind = self.chance.choice([NUMBER, PLAYER, YES_NO, list_of(self.item_type())])
        name, value = self.fresh(), self.value(kind)
        self.scope.append((name, kind))
        return [f"let {name} = {value}"]

    def if_(self, depth: int) -> Lines:
        lines = self.body(depth, f"if {self.condition(1)}:")
        return lines + (self.body(depth, "else:") if self.chance.random() < 0.4 else [])

    def for_each(self, depth: int) -> Lines:
        word, over = self.fresh(), self.item_type()
        source = self.items(over, 1)
        with self.named((word, over)):
            where = f" where {self.condition(1)}" if self.chance.random() < 0.3 else ""
            return self.body(depth, f"for each {word} in {source}{where}:")

    def repeat(self, depth: int) -> Lines:
        end = self.pick([lambda: f" {self.value(NUMBER, 1)} times", lambda: f" until {self.condition(1)}", lambda: ""])
        lines = self.body(depth, f"repeat{end}:")
        return lines if end else [*lines, f"  if {self.condition(1)}: stop"]

    def may(self, depth: int) -> Lines:
        often = "repeatedly " if self.chance.random() < 0.15 else ""
        if self.chance.random() < 0.5:
            return [f"{often}{self.who()}may {self.deed(0)[0]}"]
        lines = self.body(depth, f"{often}{self.who()}may:")
        return lines + (self.body(depth, "else:") if self.chance.random() < 0.3 and not often else [])

    def one_pick(self, depth: int) -> tuple[str, tuple[str, Type]]:
        word, over = self.fresh(), self.item_type()
        amount = self.pick(
            [
                *[lambda: ""] * 4,
                lambda: f"{self.value(NUMBER, 1)} ",
                lambda: f"up to {self.value(NUMBER, 1)} ",
                lambda: f"{self.value(NUMBER, 0)} or more ",
                lambda: "any number of ",
                lambda: f"{MANY}{self.value(NUMBER, 1)} ",
            ]
        )
        chance = " at random" if self.chance.random() < 0.15 else ""
        source = self.items(over, 1)
        where = f" where {self.about(over, 1)}" if self.chance.random() < 0.4 else ""
        name = word, list_of(over) if amount else over
        together = self.together(*name) if amount and not chance and self.chance.random() < 0.3 else ""
        together = "" if amount.startswith(MANY) else together
        return f"{amount}{word}{chance} from {source}{where}{together}", name

    def together(self, word: str, kind: Type) -> str:
        """What is asked of all that are picked together."""
        with self.named((word, kind)):
            asked = [self.condition(1)] if self.chance.random() < 0.5 else []
        many = self.chance.choice(("<= 2", "> 1", "is 2", f"is count(distinct({word}))", "is not 1"))
        asked.insert(self.chance.randint(0, len(asked)), f"count({word}) {many}")
        return f" such that {self.chance.choice((' and ', ' or ')).join(asked)}"

    def choose(self, depth: int) -> Lines:
        picks: Lines = []
        names: list[tuple[str, Type]] = []
        for _ in range(self.chance.choice((1, 1, 1, 2))):
            with self.named(*names):
                said, name = self.one_pick(depth)
            picks.append(said)
            names.append(name)
        may = self.chance.choice(["", "may "])
        often = "repeatedly " if may and self.chance.random() < 0.2 else ""
        head = f"{often}{self.who()}{may}choose {', '.join(picks)}:"
        with self.named(*names):
            lines = self.body(depth, head)
        return lines + (self.body(depth, "else:") if self.chance.random() < 0.3 and not often else [])

    def choose_one(self, depth: int) -> Lines:
        may = self.chance.choice(["", "", "may "])
        lines = [f"{self.who()}{may}choose one:"]
        for number in range(self.chance.choice((1, 2, 2, 3))):
            condition = f" if {self.condition(1)}" if self.chance.random() < 0.3 else ""
            lines += [f"  {line}" for line in self.body(depth, f'option "O{number}"{condition}:')]
        sorts = {(over.base, over.of): over for over in (self.item_type() for _ in range(3))}
        for over in sorts.values() if self.chance.random() < 0.35 else ():
            lines += [f"  {line}" for line in self.each_picked(depth, over)]
        return lines

    def each_picked(self, depth: int, over: Type) -> Lines:
        """Things of a sort that can be picked beside the deeds of a choice."""
        word, source = self.fresh(), self.items(over, 1)
        where = f" where {self.about(over, 1)}" if self.chance.random() < 0.4 else ""
        with self.named((word, over)):
            return self.body(depth, f"option for each {word} in {source}{where}:")

    def lasting(self, depth: int) -> Lines:
        """A change of a rule that a deed puts in force, with or without roles, until what somebody or nobody does."""
        rules = [(word, rule) for word, rule in self.symbols.rules.items() if rule.type is not None]
        if not rules:
            return self.builtin(depth)
        word, rule = self.chance.choice(rules)
        roles = [role.type for role in rule.params] if all(self.sayable(role.type) for role in rule.params) else []
        about = self.call(word, roles, 1) if roles and self.chance.random() < 0.6 else word
        with self.named(*((role.word, role.type) for role in rule.params)):
            return [f"modify {about}{self.where()}{self.until()}: {self.change(rule)}"]

    def until(self, often: float = 1.0) -> str:
        """The event until which something lasts, or (not that often) none."""
        if self.chance.random() >= often:
            return ""
        ends = dict.fromkeys(self._end() for _ in range(self.chance.choice((1, 1, 1, 2))))
        return f" until {' or '.join(ends)}"

    def _end(self) -> str:
        """An event that ends what lasts."""
        until = self.chance.choice([each for each in self.symbols.procedures.values() if each.word != "setup"])
        who = self.who() if until.kind == "verb" and self.chance.random() < 0.7 else ""
        given = [role.type for role in until.params[:1]] if self.chance.random() < 0.3 else []
        ends = self.call(until.word, given, 0) if given and all(map(self.sayable, given)) else until.word
        return f"{who}{ends}"

    def secretly(self, depth: int) -> Lines:
        who = self.fresh()
        source = self.items(PLAYER, 0)
        may = self.chance.choice(["", "may "])
        with self.named((who, PLAYER)):
            if self.chance.random() < 0.3:
                inner = [f"{who} {may}choose one:"]
                for number in range(2):
                    inner += [f"  {line}" for line in self.body(depth, f'option "O{number}":')]
            else:
                said, name = self.one_pick(depth)
                with self.named(name):
                    inner = self.body(depth, f"{who} {may}choose {said}:")
        return [f"secretly for each {who} in {source}:", *(f"  {line}" for line in inner)]

    # ------------------------------------------------------------ abilities and definitions

    def ability(self, kind: str | None) -> Lines:
        """An ability of a piece of a kind, or (None) of the library."""
        whose = [("you", PLAYER)] + ([("this", piece(kind))] if kind else [])
        with self.named(*whose):
            offers = [self.offer] if self.game.windows else []
            ways = [self.react, self.react, self.react, self.modify, self.modify, self.forbid, *offers]
            return self.chance.choice(ways)()

    def pattern(self) -> tuple[str, list[tuple[str, Type]]]:
        known = list(self.symbols.procedures.values())
        chosen = self.chance.choice(known)
        who = f"{self.chance.choice(['you', 'opponents', 'players', 'players'])} " if chosen.kind == "verb" else ""
        return who + chosen.word, [(role.word, role.type) for role in chosen.params]

    def where(self) -> str:
        return f" where {self.condition(1)}" if self.chance.random() < 0.3 else ""

    def limit(self) -> str:
        steps = [each.word for each in self.symbols.procedures.values()]
        often = self.chance.choice(["once", "twice"])
        return f" {often} per {self.chance.choice(steps)}" if self.chance.random() < 0.2 and steps else ""

    def react(self) -> Lines:
        pattern, roles = self.pattern()
        when = self.chance.choice(["before", "after", "after", "instead of"])
        with self.named(*roles):
            lines = self.body(2, f"{when} {pattern}{self.where()}{self.limit()}:")
        return [*lines, "  proceed"] if when == "instead of" and self.chance.random() < 0.5 else lines

    def forbid(self) -> Lines:
        pattern, roles = self.pattern()
        with self.named(*roles):
            return [f"forbid {pattern} where {self.condition(1)}"]

    def modify(self) -> Lines:
        rules = [(word, rule) for word, rule in self.symbols.rules.items() if rule.type is not None]
        word, rule = self.chance.choice(rules)
        with self.named(*((role.word, role.type) for role in rule.params)):
            return [f"modify {word}{self.where()}: {self.change(rule)}"]

    def change(self, rule: typed_tree.TypedRule) -> str:
        """A change of a rule."""
        kind = rule.type or EMPTY
        changes = {"number": ["set", "add", "subtract", "multiply", "cap", "raise"], "list": ["set", "add", "remove"]}
        return f"{self.chance.choice(changes.get(kind.base, ['set']))} {self.value(kind, 2)}"

    def offer(self) -> Lines:
        window = self.chance.choice([*self.game.windows, *self.game.windows, "anytime"])
        title = self.chance.choice(["", "", ' "Have a try"'])
        return self.body(2, f"offer {window}{title}{self.where()}{self.limit()}:")

    def definition(self) -> Lines:
        """A verb, a step or a rule of its own name, with a role or two."""
        self.made += 1
        roles = [(self.fresh(), self.chance.choice([NUMBER, PLAYER, piece(self.kind())])) for _ in range(self.made % 3)]
        said = ", ".join(f"{word}: {kind}" for word, kind in roles)
        head = f"made{self.made}" + (f"({said})" if roles else "")
        with self.named(*roles):
            match self.chance.randrange(3):
                case 0:
                    with self.named(("you", PLAYER)):
                        return self.body(2, f"verb {head}:")
                case 1:
                    return self.body(2, f"step {head}:")
                case _:
                    kind = self.chance.choice([NUMBER, YES_NO, PLAYER])
                    return [f"rule {head} gives {kind.base}: {self.value(kind)}"]

    def driver(self) -> Lines:
        """A `play` in which everybody may do whatever needs no more to be said, so that all of it comes to pass."""
        known = [each for each in self.symbols.procedures.values() if None not in each.defaults]
        verbs = [each.word for each in known if each.kind == "verb"]
        steps = [each.word for each in known if each.kind == "step" and each.word not in ("setup", "play")]
        lines = ["step play:", "  repeat 20 times:"]
        for step in self.chance.sample(steps, min(len(steps), 3)):
            lines.append(f"    {step}")
        lines.append("    for each p in players:")
        with self.named(("p", PLAYER)):
            lines += [f"      {line}" for line in self.statement()]
            chosen = self.chance.sample(verbs, min(len(verbs), 6))
            lines.append("      p choose one:")
            lines += [f'        option "{verb}": p {verb}' for verb in chosen]
            lines += [f"        {line}" for line in self.body(1, 'option "More":')]
        return lines
