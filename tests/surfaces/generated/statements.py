"""Statements and abilities of generated texts: every statement of the grammar, with decisions, changes and triggers."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.surfaces.generated.values import EITHER, Action, NoValueError, Scope, Values
from tests.surfaces.generated.worlds import AGENT, World, some_title

from cardwright.builtins import all_primitives
from cardwright.declarations.value_types import NUMBER, PLAYER, Type, enum, list_of, piece

Lines = list[str]
MANY = "as many as possible up to 2 "
# So deep do bodies nest.
DEPTH = 3


def indented(lines: Lines) -> Lines:
    """Lines two further in."""
    return [f"  {line}" for line in lines]


class Statements:
    """Makes statements for a world by chance; what calls what is kept from going round in circles by the scope."""

    def __init__(self, world: World, chance: random.Random) -> None:
        self.world = world
        self.chance = chance
        self.values = Values(world, chance)
        self.ways: tuple[Callable[[Scope, int], Lines], ...] = (
            self.deed, self.deed, self.deed, self.verb, self.verb, self.let, self.assign, self.assign, self.if_,
            self.for_each, self.repeat, self.may, self.choose, self.choose, self.choose, self.choose_one,
            self.choose_one, self.lasting, self.window, self.put_on, self.put_on, self.for_each_secretly,
            self.said, self.repeat_until_stopped, self.stop, self.create_named, self.decide_secretly,
            self.leave_rest, self.order, self.decide_for, self.last_until, self.sort_out, self.repeat_emptying,
            self.together,
        )  # fmt: skip
        # each game prefers some, so that also what is seldom meets what is seldom
        self.ways += tuple(chance.choice(self.ways) for _ in range(4)) * 4
        self.deeds = [p for p in all_primitives().values() if p.is_procedure and self._there(p.word)]
        self.deeds += [chance.choice(self.deeds)] * len(self.deeds)

    def body(self, scope: Scope, depth: int = DEPTH, count: int = 0) -> Lines:
        """Some statements; `nothing` where there are none."""
        lines: Lines = []
        for _ in range(count or self.chance.choice((1, 1, 2, 3))):
            lines += self.statement(scope, depth)
        return lines or ["nothing"]

    def statement(self, scope: Scope, depth: int) -> Lines:
        """One statement by chance."""
        for _ in range(8):
            try:
                return self.chance.choice(self.ways)(scope, depth)
            except (NoValueError, IndexError):
                continue
        return ["nothing"]

    def _inner(self, scope: Scope, depth: int, count: int = 1) -> Lines:
        if depth <= 1:
            return indented(self._simple(scope))
        return indented(self.body(scope, depth - 1, count))

    def _simple(self, scope: Scope) -> Lines:
        for _ in range(6):
            try:
                return self.chance.choice((self.deed, self.assign, self.verb))(scope, 0)
            except (NoValueError, IndexError):
                continue
        return ["nothing"]

    # ------------------------------------------------------------ simple ones

    def deed(self, scope: Scope, depth: int) -> Lines:
        """A built-in deed; one with a result is named now and then."""
        word = self.chance.choice(self.deeds)
        kind = self.chance.choice(sorted(self.world.kinds))
        if word.moves and word.word != "swap":  # most of what happens in games, and only between places of one kind
            whole = self.values.zone(kind, scope) if self.chance.random() < 0.15 else self._few(kind, scope)
            zone = self.values.zone(kind, scope)
            if zone.startswith(f"{whole}.") and self.chance.random() < 0.9:  # on itself, which play refuses
                raise NoValueError(zone)
            return [f"{word.word}({whole}, to: {zone})"]
        if any(role.type == "piece" for role in word.roles) and self.chance.random() < 0.7:
            name = self.values.fresh("each")
            inner = scope.with_(**{name: piece(kind)})
            head = f"for each {name} in first({self.values.pieces(kind, scope, 1)}, 2):"
            return [head, f"  {self.values.primitive(word, inner, 1)}"]
        called = self.values.primitive(word, scope, 1)
        if word.result([]).base in ("number", "yes_no") if word.word != "create" else False:
            return [f"let {self.values.fresh('found')} = {called}"]
        return [called]

    def _few(self, kind: str, scope: Scope) -> str:
        single = [name for name, of in scope.names.items() if of == piece(kind)]
        if single and self.chance.random() < 0.7:
            return self.chance.choice(single)
        return self.values.pieces(kind, scope, 2)

    def _there(self, word: str) -> bool:
        tokens = "ship" in self.world.kinds
        return word != "create" or tokens

    def verb(self, scope: Scope, depth: int) -> Lines:
        """A verb of the game, done by somebody; it may be optional."""
        verb = self.chance.choice(scope.verbs)
        call = self.values.call(verb.word, [of for _, of in verb.roles], scope, 1)
        who = self.chance.choice(("", "", f"{self.values.player(scope, 1)} ", "opponents ")) if not verb.step else ""
        if not scope.player and not who and not verb.step:
            who = "active "
        may = self.chance.choice(("", "", "may ", "repeatedly may ")) if not verb.step and who != "opponents " else ""
        if may.startswith("repeatedly"):
            return (
                [f"repeatedly {who}may {call}"] if verb.roles and self.chance.random() < 0.2 else [f"{who}may {call}"]
            )
        return [f"{who}{may}{call}"]

    def let(self, scope: Scope, depth: int) -> Lines:
        """A name for a value, which the next statement uses."""
        name = self.values.fresh("noted")
        type_ = self.chance.choice([NUMBER, PLAYER, list_of(piece("card")), list_of(PLAYER)])
        return [f"let {name} = {self.values.of(type_, scope)}", *self._simple(scope.with_(**{name: type_}))]

    def assign(self, scope: Scope, depth: int) -> Lines:
        """Memory gets another value."""
        counter = self.chance.choice([c for c in self.world.memory if c.word != "active"])
        target = self.chance.choice([one for one in self.values.known(counter.type, scope) if counter.word in one])
        if counter.type == NUMBER:
            sign = self.chance.choice(("=", "+=", "-="))
            rolled = scope.player and self.chance.random() < 0.15
            return [f"{target} {sign} {'roll(6)' if rolled else self.values.number(scope, 1)}"]
        if counter.type.base == "list" and counter.type.item is not None:
            sign = self.chance.choice(("=", "+=", "-="))
            value = self.values.of(counter.type if sign == "=" else counter.type.item, scope, 1)
            return [f"{target} {sign} {value}"]
        return [f"{target} = {self.values.of(counter.type, scope, 1)}"]

    def lasting(self, scope: Scope, depth: int) -> Lines:
        """A change of a rule until something happens."""
        rule = self.chance.choice(scope.rules)
        verbs = _spans(scope)
        ends = dict.fromkeys(self.chance.choice(verbs) for _ in range(self.chance.choice((1, 1, 2))))
        return [f"modify {rule.word} until {' or '.join(ends)}: {self.change(rule, scope)}"]

    def stop(self, scope: Scope, depth: int) -> Lines:
        """The end of a verb or step that may be in progress, with or without what follows it."""
        verb = self.chance.choice(scope.verbs)
        return [f"stop({verb.word}{self.chance.choice(('', ', reactions: no'))})"]

    def change(self, rule: Action, scope: Scope) -> str:
        """A change of what a rule gives."""
        if rule.gives == NUMBER:
            how = self.chance.choice(("set", "add", "subtract", "multiply", "cap", "raise"))
            return f"{how} {self.values.number(scope, 1)}"
        assert rule.gives is not None
        if rule.gives.base == "list":
            return f"{self.chance.choice(('set', 'add', 'remove'))} {self.values.of(rule.gives, scope, 1)}"
        return f"set {self.values.of(rule.gives, scope, 1)}"

    def window(self, scope: Scope, depth: int) -> Lines:
        """A moment in which offers can be used."""
        return [f"window({self.chance.choice(self.world.windows)})"]

    def put_on(self, scope: Scope, depth: int) -> Lines:
        """Something is done later, from a stack."""
        if "echo" not in self.world.kinds:
            raise NoValueError("stack")
        later = self.chance.choice((["for each one in stack: carry out one"], ["carry out top(stack)"], []))
        return ["put on stack:", *self._inner(scope, self.chance.choice((1, 2))), *later]

    def said(self, scope: Scope, depth: int) -> Lines:
        """A name for what a verb gives."""
        verb = self.chance.choice([one for one in scope.verbs if one.gives is not None])
        name = self.values.fresh("given")
        call = self.values.call(verb.word, [of for _, of in verb.roles], scope, 1)
        assert verb.gives is not None
        return [f"let {name} = {self._who(scope)}{call}", *self._simple(scope.with_(**{name: verb.gives}))]

    def together(self, scope: Scope, depth: int) -> Lines:
        """Verbs and steps that happen at once."""
        lines: Lines = []
        for _ in range(self.chance.choice((1, 2, 3))):
            kind, name = self.chance.choice(sorted(self.world.kinds)), self.values.fresh("each")
            inner = scope.with_(**{name: piece(kind)})
            one = [self._call(inner)]
            if self.chance.random() < 0.3:
                one = [f"if {self.values.condition(inner, 1)}:", *indented(one)]
            lines += [f"for each {name} in {self._few(kind, scope)}:", *indented(one)]
            lines += [self._call(scope)] if self.chance.random() < 0.5 else []
        return ["together:", *indented(lines)]

    def _call(self, scope: Scope) -> str:
        """A call of a verb or step of the game."""
        verb = self.chance.choice(scope.verbs)
        who = (
            "" if verb.step else self.chance.choice((self._who(scope), f"{self.values.player(scope, 1)} ", "players "))
        )
        return f"{who}{self.values.call(verb.word, [of for _, of in verb.roles], scope, 1)}"

    # ------------------------------------------------------------ with bodies

    def if_(self, scope: Scope, depth: int) -> Lines:
        """A branch, with others now and then."""
        lines = [f"if {self.values.condition(scope, 2)}:", *self._inner(scope, depth)]
        if self.chance.random() < 0.3:
            lines += [f"else if {self.values.condition(scope, 1)}:", *self._inner(scope, depth)]
        if self.chance.random() < 0.4:
            lines += ["else:", *self._inner(scope, depth)]
        return lines

    def _things(self, scope: Scope) -> tuple[str, Type]:
        """A list to go through or to choose from, and what its items are."""
        if self.chance.random() < 0.65:
            kind = self.chance.choice(sorted(self.world.kinds))
            return self.values.pieces(kind, scope, 1), piece(kind)
        item = self.chance.choice([PLAYER, NUMBER, *(enum(word) for word in self.world.enums)])
        return self.values.listed(item, scope, 1), item

    def _narrowed(self, item: Type, scope: Scope) -> str:
        """A condition and a ranking behind a list."""
        words = ""
        if self.chance.random() < 0.3:
            of = Scope({**scope.names, "it": item}, scope.player, scope.rules, scope.verbs)
            words += f" where {self.values.condition(of, 1)}"
            words += ", if any" if self.chance.random() < 0.15 else ""
        numbers = [word for word, of in self.world.kinds.get(item.of, {}).items() if of == NUMBER]
        if item.base == "piece" and numbers and self.chance.random() < 0.2:
            words += f" with the {self.chance.choice(('highest', 'lowest'))} {self.chance.choice(numbers)}"
        return words

    def for_each(self, scope: Scope, depth: int) -> Lines:
        """A loop over a list."""
        source, item = self._things(scope)
        name = self.values.fresh("each")
        head = f"for each {name} in {source}{self._narrowed(item, scope)}:"
        return [head, *self._inner(scope.with_(**{name: item}), depth)]

    def for_each_secretly(self, scope: Scope, depth: int) -> Lines:
        """Everybody chooses at once."""
        name, card = self.values.fresh("each"), self.values.fresh("card")
        zone = self.chance.choice([z.word for z in self.world.zones_of("card") if z.owner == "player"])
        inner = Scope({**scope.names, name: PLAYER, card: piece("card")}, name, scope.rules, scope.verbs)
        pick = f"{name} choose {card} from {name}.{zone}: move({card}, to: {self.values.zone('card', inner)})"
        return [f"secretly for each {name} in players:", f"  {pick}"]

    def decide_secretly(self, scope: Scope, depth: int) -> Lines:
        """Everybody chooses a number or one of several ways at once."""
        name = self.values.fresh("each")
        inner = Scope({**scope.names, name: PLAYER}, name, scope.rules, scope.verbs)
        if self.chance.random() < 0.5:
            chosen = self.values.fresh("number")
            asked = f"{name} choose {chosen} from numbers(0, {self.chance.choice('259')})"
            return [f"secretly for each {name} in players:", f"  {asked}: {name}.points += {chosen}"]
        ways = [
            f'    option "{some_title(self.chance)}": {name}.points += {self.values.number(inner, 1)}' for _ in range(2)
        ]
        return [f"secretly for each {name} in players:", f"  {name} choose one:", *ways]

    def create_named(self, scope: Scope, depth: int) -> Lines:
        """A card made by its name, chosen, computed or from a deck."""
        name, zone = self.values.fresh("what"), self.values.zone("card", scope)
        source = self.values.names_of(scope)
        made = f"create({name}, to: {zone})"
        if self.chance.random() < 0.4:
            return [f"for each {name} in first({source}, 2): {made}"]
        random_ = " at random" if self.chance.random() < 0.3 else ""
        return [f"{'' if random_ else self._who(scope)}choose {name}{random_} from {source}: {made}"]

    def leave_rest(self, scope: Scope, depth: int) -> Lines:
        """Write a choice, and a move of the items that it leaves."""
        kind, name, noted = self.chance.choice(["card", *self.world.kinds]), *map(self.values.fresh, ("taken", "seen"))
        whole, zone = self.values.pieces(kind, scope, 1), self.values.zone(kind, scope)
        one = self.chance.random() < 0.6
        amount = "" if one else self.chance.choice(("2 ", "up to 2 ", "any number of ", MANY))
        may = self.chance.choice(("", "may "))
        kept = scope.with_(**{name: piece(kind) if one else list_of(piece(kind))})
        return [
            f"let {noted} = {whole}",
            f"{self._who(scope)}{may}choose {amount}{name} from {noted}:",
            *self._inner(kept, depth),
            f"move(the rest of {noted}, to: {zone})"
            if self.chance.random() < 0.6
            else f"{self.chance.choice(('reveal', 'vanish'))}(the rest of {noted})"
            if self.chance.random() < 0.6
            else f"for each {name}x in the rest of {noted}: move({name}x, to: {zone})",
        ]

    def order(self, scope: Scope, depth: int) -> Lines:
        """Pieces go somewhere in an order that somebody chooses."""
        kind = self.chance.choice(sorted(self.world.kinds))
        whole, pile = self.values.pieces(kind, scope, 1), self.values.zone(kind, scope, ordered=True)
        return [f"{self._who(scope)}{self.chance.choice(('move', 'put_under'))}({whole}, to: {pile}) in any order"]

    def decide_for(self, scope: Scope, depth: int) -> Lines:
        """Somebody decides for another player."""
        if not any(counter.word == AGENT for counter in self.world.memory):
            raise NoValueError(AGENT)
        who = self.chance.choice((self.values.player(scope, 0), "nobody"))
        if self.chance.random() < 0.5:
            return [f"{self.values.player(scope, 1)}.{AGENT} = {who}"]
        name = self.values.fresh("served")
        return [f"for each {name} in opponents: {name}.{AGENT} = {who}"]

    def last_until(self, scope: Scope, depth: int) -> Lines:
        """A power that is gained, changed or lost, until something happens or a piece leaves play."""
        kind = "card"
        piece_ = self.values.one_piece(kind, scope)
        how = self.chance.choice(
            (f"lose_powers({piece_})", f"{self.chance.choice(('copy', 'become'))}_power({piece_}, onto: {piece_})")
        )
        ends = _spans(scope)
        if self.world.play:
            ends += [
                "it leaves play",
                f"{piece_} leaves play",
                "this leaves play" if "this" in scope.names else ends[0],
            ]
        return [f"{how} until {' or '.join(dict.fromkeys(self.chance.choice(ends) for _ in '12'))}"]

    def sort_out(self, scope: Scope, depth: int) -> Lines:
        """Write a test of which type the argument of a role of two types has."""
        role = self.chance.choice([name for name, of in scope.names.items() if of == EITHER])
        first, second = self.chance.sample((PLAYER, piece("card")), 2)
        lines = [f"if {role} is {first}:", *self._inner(scope.with_(**{role: first}), depth)]
        return [*lines, "else:", *self._inner(scope.with_(**{role: second}), depth)]

    def repeat(self, scope: Scope, depth: int) -> Lines:
        """A loop a few times."""
        return [f"repeat {self.chance.choice('0123')} times:", *self._inner(scope, depth)]

    def repeat_emptying(self, scope: Scope, depth: int) -> Lines:
        """A loop until a pile is empty."""
        kind = self.chance.choice(sorted(self.world.kinds))
        piles = [z.word for z in self.world.zones_of(kind, True) if z.owner == "table"]
        others = [z.word for z in self.world.zones_of(kind) if z.owner == "table" and z.word != piles[0]]
        return [f"repeat until not any({piles[0]}):", f"  move(top({piles[0]}), to: {self.chance.choice(others)})"]

    def repeat_until_stopped(self, scope: Scope, depth: int) -> Lines:
        """A loop that only a `stop` ends, in its first round or a later one."""
        count, noted = self.values.fresh("count"), "  {0} += 1"
        stop = [f"  if {count} > {self.chance.choice('012')} or {self.values.condition(scope, 1)}: stop"]
        return [f"let {count} = 0", "repeat:", *self._inner(scope, depth), noted.format(count), *stop]

    def _who(self, scope: Scope) -> str:
        if not scope.player:
            return "active "
        return self.chance.choice(("", "", "", f"{self.values.player(scope, 0)} "))

    def may(self, scope: Scope, depth: int) -> Lines:
        """Something optional, with what is done else."""
        lines = [f"{self._who(scope)}may:", *self._inner(scope, depth)]
        if self.chance.random() < 0.3:
            lines += ["else:", *self._inner(scope, depth)]
        return lines

    def choose(self, scope: Scope, depth: int) -> Lines:
        """A pick of one or several things, by somebody or at random, optional or not."""
        chance, picks, names = self.chance, [], dict[str, Type]()
        who, may = self._who(scope), chance.random() < 0.35
        for _ in range(chance.choice((1, 1, 1, 2))):
            source, item = self._things(scope.with_(**names))
            name = self.values.fresh("chosen")
            amount = chance.choice(["", "", "", "2 ", "up to 2 ", "1 or more ", "any number of ", MANY])
            random_ = " at random" if chance.random() < 0.15 else ""
            picks.append(f"{amount}{name}{random_} from {source}{self._narrowed(item, scope.with_(**names))}")
            names[name] = list_of(item) if amount else item
        numbers = [name for name, of in names.items() if of.base == "list" and of.item == piece("card")]
        such = (
            ""
            if picks[-1].startswith(MANY)
            else f" such that sum(one.worth for each one in {numbers[0]}) < 6"
            if numbers and chance.random() < 0.3
            else ""
        )
        again = "repeatedly " if may and chance.random() < 0.2 else ""
        head = f"{again}{who}{'may ' if may else ''}choose {', '.join(picks)}{such}:"
        lines = [head, *self._inner(scope.with_(**names), depth)]
        if may and not again and chance.random() < 0.3:
            lines += ["else:", *self._inner(scope, depth)]
        return lines

    def targets(self, scope: Scope, depth: int) -> Lines:
        """Write targets of an event: things, or one of several ways with things of their own."""
        if self.chance.random() < 0.7 or depth < 1:
            whole = self.choose(scope, depth)
            start = min(place for place in (whole[0].find("may choose "), whole[0].find("choose ")) if place >= 0)
            return [whole[0][start:], *whole[1:]]
        lines = [f"{self.chance.choice(('', 'may '))}choose one:"]
        for _ in range(2):
            first, *others = self.targets(scope, 0)
            lines += [f'  option "{some_title(self.chance)}" {first}', *indented(others)]
        return [*lines, '  option "Nothing": nothing']

    def choose_one(self, scope: Scope, depth: int) -> Lines:
        """A decision between deeds and things."""
        chance = self.chance
        may = "may " if chance.random() < 0.3 else ""
        title = f' "{some_title(chance)}?"' if chance.random() < 0.3 else ""
        lines = [f"{self._who(scope)}{may}choose one{title}:"]
        for _ in range(chance.choice((2, 2, 3))):
            if chance.random() < 0.3:
                source, item = self._things(scope)
                name = self.values.fresh("each")
                lines.append(f"  option for each {name} in {source}{self._narrowed(item, scope)}:")
                lines += indented(self._inner(scope.with_(**{name: item}), depth))
            else:
                titled = f' "{some_title(chance)}"' if chance.random() < 0.7 else ""
                condition = f" if {self.values.condition(scope, 1)}" if chance.random() < 0.4 else ""
                lines += [f"  option{titled}{condition}:", *indented(self._inner(scope, depth))]
        if may and chance.random() < 0.3:
            lines += ["else:", *self._inner(scope, depth)]
        return lines

    # ------------------------------------------------------------ abilities

    def ability(self, scope: Scope, watched: tuple[Action, ...], this: str, zones: tuple[str, ...]) -> Lines:
        """An ability of a piece (`this` is its kind) or of the game ("")."""
        chance = self.chance
        of = scope.with_(this=piece(this)) if this else scope
        verb = chance.choice(watched)
        who = chance.choice(("players", "you", "opponents")) if this else "players"
        event = verb.word if verb.step else f"{who} {verb.word}"
        if any(of == EITHER for _, of in verb.roles):
            event += f"({verb.roles[0][0]}: {chance.choice(('players', 'cards', 'you', 'opponents'))})"
        clauses = f" where {self.values.condition(of, 1)}" if chance.random() < 0.3 else ""
        limit = chance.choice(("", "", " once per take_turn", " twice per take_turn"))
        body = self._inner(of.with_(**dict(verb.roles)), 2)
        rule = chance.choice(scope.rules)
        made = chance.choice(
            ("react", "react", "instead", "forbid", "modify", "modify", "offer", "on", "targets", "targets", "in")
        )
        mine = [one for one in (*watched, *scope.verbs) if this and one.roles and one.roles[0][1] == piece(this)]
        match made:
            case "react":
                return [f"{chance.choice(('before', 'after'))} {event}{clauses}{limit}:", *body]
            case "instead":
                more = ["  proceed"] if chance.random() < 0.5 else []
                return [f"instead of {event}{clauses}{limit}:", *body, *more]
            case "forbid":
                return [f"forbid {event} where {self.values.condition(of, 1)}"]
            case "modify":
                return [f"modify {rule.word}{clauses}: {self.change(rule, of)}"]
            case "offer" if self.world.windows:
                return [f'offer {chance.choice(self.world.windows)} "{some_title(chance)}"{clauses}{limit}:', *body]
            case "on" if mine:
                inner = self._inner(of.with_(**dict(mine[0].roles)), 2)
                return [f"on {mine[0].word}{clauses}{limit}:", *inner]
            case "targets" if mine and not mine[0].step:
                inside = Scope({**of.names, **dict(mine[0].roles)}, "you", of.rules, of.verbs)
                first, *others = self.targets(inside, 2)
                return [f"on {mine[0].word}{clauses}{limit} {first}", *others]
            case "in" if this and zones:
                return [f"in {chance.choice(zones)}:", *indented(self.ability(scope, watched, this, ()))]
        return [f"after {event}:", *body]


def _spans(scope: Scope) -> Lines:
    """The verbs until whose end something can last."""
    fit = [verb.word for verb in scope.verbs if not verb.step and (EITHER not in (of for _, of in verb.roles))]
    return fit or ["take_turn"]
