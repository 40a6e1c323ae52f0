"""Generated games: a world, its texts and its cards, put together and checked; what the checker refuses is left out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.surfaces.generated.sources import ELSE, NEEDED, Files, Source, find_errors
from tests.surfaces.generated.statements import Lines, Statements, indented
from tests.surfaces.generated.values import EITHER, Action, NoValueError, Scope
from tests.surfaces.generated.worlds import (
    AGENT,
    AXES,
    BOARD,
    NUMBERS,
    attribute_line,
    filled,
    literal,
    make_world,
    some_title,
)

from cardwright.declarations.schema.card_file_fields import DECK, PIECE
from cardwright.declarations.schema.game_file_fields import GAME
from cardwright.declarations.schema.look_fields import LOOK
from cardwright.declarations.value_types import NUMBER, PLAYER, TEXT, YES_NO, Type, enum, list_of, name_of, piece

# So often is what the checker refuses left out, before the game is given up.
REPAIRS = 12
TURNS = 4
# The rule that says of a card whether its power works.
WORKS = Action("works", (("card", piece("card")),), YES_NO)
# The verb that is performed for each target.
AIM = Action("aim_at", (("card", piece("card")), ("whom", PLAYER)))
OF_A_PLAYER = (("player", PLAYER),)
# Other roles of verbs.
ROLES: tuple[tuple[tuple[str, Type], ...], ...] = (
    (("victim", EITHER),),
    (("what", name_of("card")),),
    (("words", TEXT),),
    (("some", list_of(piece("card"))),),
)
# Fields of a game and of a piece that are put together in places of their own.
SET = (
    *("players", "windows", "powers_work_in", "active", "turn", "sets", "types", "kinds", "zones", "memory", "look"),
    *("tables", "pieces", "library", "powers_work_if", "targeting", "play", "decider", "priors", "decks"),
)
OWN = ("each", "from", "id", "name", "kind", "copies", "each_player", "pool", "power", "examples")


class InvalidError(Exception):
    """A game of which the checker refuses what cannot be left out; the message is what it says."""


@dataclass(frozen=True)
class Made:
    """A generated game: where it lies, its number, and the codes for which parts of it were left out."""

    folder: Path
    number: int
    refused: tuple[str, ...]
    parts: int


def make_game(number: int, seed: int, below: Path) -> Made:
    """Write the generated game of a number into a folder. Raises InvalidError."""
    files = _Maker(random.Random(f"{seed} {number}"), f"g{number}").files()
    parts = len(files.parts)
    refused: list[str] = []
    for _ in range(REPAIRS):
        folder = files.write(below)
        errors = find_errors(folder)
        if not errors:
            return Made(folder, number, tuple(refused), parts)
        bad = {files.part_at(Path(each.span.path), each.span.line): each for each in errors}
        if {*bad} == {NEEDED}:
            raise InvalidError(f"game {number}: {errors[0].code} line {errors[0].span.line}: {errors[0].message}")
        refused += [each.code for part, each in bad.items() if part != NEEDED]
        files.dropped |= {*bad} - {NEEDED}
    raise InvalidError(f"game {number}: still refused after {REPAIRS} repairs")


class _Maker:
    """Puts a game together by chance."""

    def __init__(self, chance: random.Random, name: str) -> None:
        self.chance = chance
        self.name = name
        self.world = make_world(chance)
        self.texts = Statements(self.world, chance)
        self.rules: list[Action] = []
        self.verbs: list[Action] = []
        self.game = Source("game.yaml")
        self.cards = Source("cards/base/cards.yaml")

    def files(self) -> Files:
        """All files of the game."""
        self._head()
        self._library()
        self._cards()
        return Files(self.name, [self.game, self.cards, *self._other_files()])

    # ------------------------------------------------------------ declarations

    def _head(self) -> None:
        world, add = self.world, self.game.add
        low, high = world.players
        add(f'game: {self.name}\ntitle: "{some_title(self.chance)}"\nplayers: {low} to {high}')
        add("active: active\nturn: take_turn")
        add('summary: "A generated game."', "summary")
        if world.windows:
            add(f"windows: [{', '.join(world.windows)}]")
        add(f"powers_work_in: [{', '.join(world.work_in)}]")
        add("types:")
        for word, values in world.enums.items():
            add(f"  {word}: {{values: [{', '.join(values)}]}}")
        add("kinds:")
        for kind, attributes in world.kinds.items():
            add(f"  {kind}:")
            add(f"    plural: {kind}s")
            for word, value in world.kind_fields[kind]:
                add(f"    {word}: {value}", f"kind {kind} {word}")
            if attributes:
                add("    attributes:")
            for word, of in attributes.items():
                add(f"      {attribute_line(word, of, self.chance)}")
            if kind == "card" and world.parts:
                add(f"    parts: {{{world.parts}: crate}}")
            self._owned(kind, 4)
        if world.parts:
            word = sorted(world.enums)[0]
            add(f"  crate:\n    part_of: card\n    attributes: {{{word}: {word}}}\n    interchangeable: yes")
        self._tables()
        self._decks()
        for group in ("zones", "memory"):
            add(f"{group}:")
            for owner in ("table", "player"):
                self._owner(group, owner)
        self._pieces()

    def _decks(self) -> None:
        """Decks of the first card: one list, a list for each word of a type, and one that players bring."""
        by = sorted(self.world.enums)[0]
        lists = ", ".join(f"{word}: {{card_0: {self.chance.choice('123')}}}" for word in self.world.enums[by])
        self.game.add(f"decks:\n  kit: {{cards: {{card_0: 2}}}}\n  kit_of:\n    for: {by}\n    lists: {{{lists}}}")
        self.game.add("  own:\n    by: player")
        for word, value in filled(DECK, self.chance, ("of", "by", "for", "cards", "lists", "size"), self.world.named):
            self.game.add(f"    {word}: {value}", f"deck {word}")
        self.game.add(f"    size: {self.chance.choice(('1', '1 to 4'))}\n    cards: {{card_0: 1}}")

    def _tables(self) -> None:
        """Tables of numbers."""
        if self.world.tables:
            self.game.add("tables:")
        for word, roles in self.world.tables.items():
            by = next((of.of for _, of in roles if of != NUMBER), "")
            rows = [self._row(roles[-1][1] == NUMBER) for _ in self.world.enums.get(by, ("",))]
            values = ", ".join(f"{of}: {row}" for of, row in zip(self.world.enums.get(by, ()), rows, strict=False))
            said = ", ".join(f"{role}: {_plain(of)}" for role, of in roles)
            written = f"{{{values}}}" if by else rows[0]
            self.game.add(f"  {word}:\n    roles: {{{said}}}\n    values: {written}")

    def _row(self, counted: bool) -> str:
        """The numbers of a row, one alone where nothing counts along it."""
        return f"[{', '.join(self.chance.choice(NUMBERS) for _ in range(self.chance.randint(1, 4) if counted else 1))}]"

    def _owned(self, kind: str, indent: int) -> None:
        """Zones and memory on the pieces of a kind."""
        for group, entries in (("zones", self.world.zones), ("memory", self.world.memory)):
            if any(entry.owner == kind for entry in entries):
                self.game.add(f"{group}:", indent=indent)
                self._entries(group, kind, indent + 2)

    def _owner(self, group: str, owner: str) -> None:
        entries = self.world.zones if group == "zones" else self.world.memory
        if any(entry.owner == owner for entry in entries):
            self.game.add(f"  {owner}:")
            self._entries(group, owner, 4)

    def _entries(self, group: str, owner: str, indent: int) -> None:
        add = self.game.add
        if group == "zones":
            for zone in (each for each in self.world.zones if each.owner == owner):
                add(f"{zone.word}:\n  of: {zone.kind}s", indent=indent)
                add(f"  see: {zone.see}", f"see {zone.word}", indent)
                if zone.ordered:
                    add("  ordered: yes", indent=indent)
                for word, value in zone.fields:
                    add(f"  {word}: {value}", f"zone {zone.word} {word}", indent)
            return
        for counter in (each for each in self.world.memory if each.owner == owner):
            add(f"{counter.word}:\n  is: {counter.written}", indent=indent)
            if counter.starts:
                add(f"  starts: {counter.starts}", f"starts {counter.word}", indent)
            for word, value in counter.fields:
                add(f"  {word}: {value}", NEEDED if word == "per" else f"memory {counter.word} {word}", indent)

    def _pieces(self) -> None:
        """The pieces of the game itself."""
        kinds = [kind for kind in self.world.kinds if kind != "card"]
        if kinds:
            self.game.add("pieces:")
        for kind in kinds:
            if kind == BOARD:
                each = "{column: 1 to 3, line: 1 to 2}"
                self.game.add(f"  - id: sq_{{column}}_{{line}}\n    kind: {BOARD}\n    each: {each}")
                self.game.add(self._attributes(kind, 4, *AXES))
                continue
            copies = 40 if kind == "echo" else self.chance.choice((2, 5, 12))
            attributes = self._attributes(kind, 4)
            self.game.add(f"  - id: {kind}_one\n    kind: {kind}\n    copies: {copies}\n{attributes}".rstrip())
            mine = [z.word for z in self.world.zones_of(kind) if z.owner == "player"]
            if mine and self.chance.random() < 0.4:
                self.game.add(f"    each_player: {{{self.chance.choice(mine)}: {self.chance.choice('13')}}}")
            if kind == "ship":
                token = f"  - id: token\n    kind: ship\n    pool: ship_pool\n    copies: 5\n{attributes}"
                self.game.add(token.rstrip())

    def _attributes(self, kind: str, indent: int, *without: str) -> str:
        lines = []
        for word, of in self.world.kinds[kind].items():
            if word not in without:
                lines.append(f"{' ' * indent}{word}: {literal(of, self.chance)}")
        return "\n".join(lines)

    def _look(self) -> None:
        """How the game is shown, now and then."""
        if self.chance.random() < 0.3:
            return
        tables = [z.word for z in self.world.zones if z.owner == "table"]
        mine = [z.word for z in self.world.zones if z.owner == "player"]
        self.game.add("look:")
        for field, value in filled(LOOK, self.chance, ("draw", "turned"), self.world.named):
            self.game.add(f"  {field}: {value}", f"look {field}")
        ways = {kind: word for kind, own in self.world.kinds.items() for word, of in own.items() if of == NUMBER}
        if ways:
            self.game.add(f"  turned: {{{', '.join(f'{kind}: {word}' for kind, word in ways.items())}}}", "look turned")
        self.game.add("  draw:", "look draw")
        shape = self.chance.choice(("grid", "ring", "rows", "columns"))
        self.game.add(f"    {self.chance.choice([*tables, *mine])}: {shape}", "look draw")

    # ------------------------------------------------------------ texts

    def _library(self) -> None:
        add = self.game.add
        add("library: |")
        for line in self._frame():
            add(line, indent=2)
        for number in range(self.chance.randint(2, 4)):
            self._rule(f"rule_{number}")
        if self.chance.random() < 0.35:
            scope = Scope({"card": piece("card")}, "", tuple(self.rules), ())
            of = self.texts.values.condition(scope, 1) if self.chance.random() < 0.5 else "yes"
            add(f'rule {WORKS.word}(card) "{{card}} works": {of}', WORKS.word, 2)
            self.rules.append(WORKS)
        self.world.rules += [rule.word for rule in self.rules if rule.gives == NUMBER and rule.roles == OF_A_PLAYER]
        for number in range(self.chance.randint(2, 5)):
            self._verb(f"{self.chance.choice(('take', 'give', 'turn'))}_{number}")
        if self.chance.random() < 0.3:
            add(f'verb {AIM.word}(card, whom: player) "aim {{card}} at {{whom}}": nothing', AIM.word, 2)
            self.verbs.append(AIM)
        self._body(
            "take_turn", 'verb take_turn "take a turn":', Scope({}, "you", tuple(self.rules), tuple(self.verbs)), 3
        )
        for number in range(self.chance.randint(0, 2)):
            self._ability(f"game ability {number}", self.game, 2, "", len(self.verbs))
        self._fields()
        self._look()

    def _fields(self) -> None:
        """Fields of the game, which can name all that there is."""
        fields = dict(filled(GAME, self.chance, ("game", "summary", "title", *SET, "out"), self.world.named))
        if any(counter.word == "gone" for counter in self.world.memory):
            fields["out"] = "gone"
        if any(rule.word == WORKS.word for rule in self.rules):
            fields["powers_work_if"] = WORKS.word
        if AIM in self.verbs:
            fields["targeting"] = AIM.word
        if any(counter.word == AGENT for counter in self.world.memory):
            fields["decider"] = AGENT
        if self.world.play:
            fields["play"] = f"[{', '.join(self.world.play)}]"
        if "valuations" in fields and self.chance.random() < 0.5:
            fields["priors"] = f"{{{fields['valuations'].strip('[]').partition(',')[0]}: {self.chance.choice('19')}}}"
        for word, value in fields.items():
            self.game.add(f"{word}: {value}", f"game {word}")

    def _frame(self) -> Lines:
        """What every game needs: setup, play, and a score."""
        lines = ["step setup:", "  shuffle(deck)"]
        chance = self.chance
        dealt = chance.choice((0, 1, 3, 7))
        for zone in self.world.zones:
            if zone.owner == "player" and chance.random() < 0.8:
                pile = "deck" if zone.kind == "card" else f"{zone.kind}_box"
                lines.append(f"  for each p in players: move(top({pile}, {dealt}), to: p.{zone.word})")
            elif zone.owner == "table" and zone.kind == "card" and zone.word != "deck":
                lines.append(f"  move(top(deck, {dealt}), to: {zone.word})")
        if BOARD in self.world.kinds:
            near = "max(s.column - column, column - s.column) + max(s.line - line, line - s.line) is 1"
            lines += ["  for each s in board:", f"    for each t in board where {near}: s.beside += t"]
        score = chance.choice(("player.points", f"player.points + count(player.{self._hand()})"))
        return [
            *lines,
            "  active = the(first(players))",
            "step play:",
            f"  repeat {TURNS} * count(players) times:"
            if self.world.players[1] <= 4
            else f"  repeat {TURNS + 2} times:",
            "    active take_turn",
            "    active = next(active)",
            f'rule final_score(player) "the score of {{player}}": {score}',
        ]

    def _hand(self) -> str:
        return next(z.word for z in self.world.zones if z.owner == "player" and z.kind == "card")

    def _rule(self, word: str) -> None:
        chance = self.chance
        gives = chance.choice((NUMBER, NUMBER, YES_NO, list_of(PLAYER), list_of(enum(sorted(self.world.enums)[0]))))
        taken: list[tuple[tuple[str, Type], ...]] = [(), (("player", PLAYER),), (("card", piece("card")),)]
        roles = chance.choice(taken)
        scope = Scope(dict(roles), "", tuple(self.rules), ())
        phrase = f' "the {word} of {{{roles[0][0]}}}"' if roles and gives == NUMBER else ""
        if phrase and chance.random() < 0.3:
            phrase += f', add "{{{roles[0][0]}}} has {{add:thing}} more"'
        head = f"rule {word}{_params(roles)} gives {_plain(gives)}{phrase}:"
        try:
            if chance.random() < 0.4:
                lines = [head, "  let part = " + self.texts.values.of(gives, scope)]
                lines += [
                    f"  part if {self.texts.values.condition(scope, 1)}",
                    f"  {self.texts.values.of(gives, scope)} otherwise",
                ]
            else:
                lines = [f"{head} {self.texts.values.of(gives, scope)}"]
        except (NoValueError, IndexError):
            return
        for line in lines:
            self.game.add(line, word, 2)
        self.rules.append(Action(word, roles, gives))

    def _verb(self, word: str) -> None:
        """A verb or step; it calls only those made before it, so that nothing goes round in circles."""
        chance = self.chance
        others = [*ROLES, *([(("square", piece(BOARD)),)] if BOARD in self.world.kinds else [])]
        roles = chance.choice(((), (), (("card", piece("card")),), (("number", NUMBER),), (("whom", PLAYER),), *others))
        step = not roles and chance.random() < 0.25
        said = f" {{{roles[0][0]}{':thing' if roles[0][1] == NUMBER else ''}}}" if roles else ""
        phrase = f' "{word.replace("_", " ")}{said}"' if chance.random() < 0.8 else ""
        limit = " once per take_turn" if not step and chance.random() < 0.1 else ""
        scope = Scope(dict(roles), "" if step else "you", tuple(self.rules), tuple(self.verbs))
        result = chance.choice((NUMBER, PLAYER, YES_NO)) if not step and chance.random() < 0.25 else None
        gives = f" gives (found: {_plain(result)})" if result is not None else ""
        head = f"{'step' if step else 'verb'} {word}{_params(roles)}{gives}{phrase}{limit}:"
        self._body(word, head, scope, 2)
        if result is not None:
            self._part(f"{word}/found", lambda: [f"found = {self.texts.values.of(result, scope)}"], 4)
        self.verbs.append(Action(word, roles, result, step))
        self.world.verbs.append(word)

    def _body(self, word: str, head: str, scope: Scope, count: int) -> None:
        self.game.add(head, word if word != "take_turn" else NEEDED, 2)
        if word == "take_turn":
            hand = self._hand()
            safe = [
                "choose one:",
                '  option "Draw": move(top(deck), to: you.' + hand + ")",
                '  option "Wait": you.points += 1',
            ]
            self.game.add("\n".join(indented(safe)), NEEDED, 2)
        elif self.chance.random() < 0.25:
            self._part(f"{word}/require", lambda: [f"require {self.texts.values.condition(scope, 1)}"], 4)
        for number in range(self.chance.randint(1, count)):
            self._part(f"{word}/{number}", lambda: self.texts.statement(scope, 3), 4)
        if word != "take_turn":
            self.game.add("nothing", f"{word}{ELSE}", 4)

    def _part(self, part: str, make: object, indent: int, into: Source | None = None) -> None:
        try:
            lines = make()  # type: ignore[operator]
        except (NoValueError, IndexError):
            return
        for line in lines:
            (into or self.game).add(line, part, indent)

    def _ability(self, part: str, into: Source, indent: int, this: str, below: int) -> None:
        """An ability that watches a verb and does only those made before it."""
        place = self.chance.randrange(below)
        scope = Scope({}, "you" if this else "player", tuple(self.rules), tuple(self.verbs[:place]))
        watched = (self.verbs[place],)
        zones = self.world.work_in
        self._part(part, lambda: self.texts.ability(scope, watched, this, zones), indent, into)

    # ------------------------------------------------------------ cards

    def _cards(self) -> None:
        add = self.cards.add
        add(f"game: {self.name}\nset: base\ncards:")
        taken: set[str] = set()
        for number in range(self.chance.randint(3, 8)):
            name = some_title(self.chance)
            by = self._each(f"card_{number}") if number and self.chance.random() < 0.2 else ""
            if not by:
                add(f"  - id: card_{number}")
            if name not in taken and not by:
                add(f'    name: "{name}"', f"name {number}")
            taken.add(name)
            for word, value in filled(PIECE, self.chance, OWN, self._named_on_cards):
                add(f"    {word}: {value}", f"card field {number} {word}")
            if self.world.parts:
                words = self.world.enums[sorted(self.world.enums)[0]]
                add(
                    f"    {self.world.parts}: {{{self.chance.choice(words)}: {self.chance.choice('0123')}}}",
                    f"load {number}",
                )
            mine = [z.word for z in self.world.zones_of("card") if z.owner == "player"]
            if self.chance.random() < 0.15:
                add(f"    each_player: {{{self.chance.choice(mine)}: {self.chance.choice('12')}}}", f"theirs {number}")
            copies = self.chance.choice((4, 8, 12, 50)) if number else max(20, self.world.players[1] * 6)
            add(f"    copies: {copies if not by else 2}\n{self._attributes('card', 4, by)}")
            if self.chance.random() < 0.6:
                self.cards.add("    power: |", f"card {number}")
                for ability in range(self.chance.choice((1, 1, 2))):
                    self._ability(f"card {number}/{ability}", self.cards, 6, "card", len(self.verbs))
                # a text that lost all its abilities says something that never happens
                self.cards.add("forbid players take_turn where 1 > 2", f"card {number}{ELSE}", 6)

    def _named_on_cards(self, noun: str) -> list[str]:
        """The names that a field of a card can hold."""
        return [*self.world.kinds["card"]] if noun == "attribute" else self.world.named(noun)

    def _other_files(self) -> Iterator[Source]:
        """Further files of cards: of another kind in the same set, and of another set."""
        for kind in ("coin", "ship"):
            if kind in self.world.kinds and self.chance.random() < 0.4:
                yield self._file("base", f"{kind}s", kind, f"    kind: {kind}\n" * (self.chance.random() < 0.2))
        yield self._scenarios()
        if self.chance.random() < 0.3:
            yield self._file("more", "cards", "card", "")
            if self.chance.random() < 0.5:
                self.game.add("sets: [base]", "sets")

    def _scenarios(self) -> Source:
        """Write scenarios that pass in every game: counters and zones as given, and as statements leave them."""
        file, hand = Source("scenarios/given.yaml"), self._hand()
        given = f"{{P1.points: 3, P1.{hand}: [2 card_0], deck: [card_0]}}"
        file.add(f"given: {given}\nscenarios:\n  - name: What is given\n    then: [P1.points is 3]")
        for number in range(self.chance.choice((1, 2))):
            value = self.chance.choice(NUMBERS)
            file.add(f'  - name: "{some_title(self.chance)} {number}"\n    when:\n      - do: P1.points += {value}')
            file.add(f"      - then: P1.points - {value} is 3\n      - do: vanish(first(P1.{hand}))")
            file.add(f"    then:\n      - count(P1.{hand}) is 1\n      - top(deck).name is [card_0]")
        return file

    def _file(self, set_: str, stem: str, kind: str, own: str) -> Source:
        """A file with a few cards of a kind, which is said for all of them or by each."""
        file = Source(f"cards/{set_}/{stem}.yaml")
        said = f"kind: {kind}\n" if not own and kind != "card" else ""
        file.add(f"game: {self.name}\nset: {set_}\n{said}cards:")
        for number in range(2):
            file.add(f"  - id: {set_}_{kind}_{number}\n{own}    copies: 3\n{self._attributes(kind, 4)}".rstrip())
            part = f"{set_} {stem} {number}"
            file.add("    power: |", part)
            self._ability(f"{part}/0", file, 6, kind, len(self.verbs))
            file.add("forbid players take_turn where 1 > 2", f"{part}{ELSE}", 6)
        return file

    def _each(self, stem: str) -> str:
        """Begin an entry that stands for a card for each of several values of an attribute; return which."""
        word, of = self.chance.choice(sorted(self.world.kinds["card"].items(), key=str))
        values = {
            "number": ("1 to 3", "{king: 13, ace: 14}", "[2, {queen: 12}]"),
            "yes_no": ("[yes, no]",),
        }.get(of.base, (f"{of.of}s", f"[{', '.join(self.world.enums.get(of.of, ())[:2])}]"))
        self.cards.add(f"  - id: {stem}_{{{word}}}\n    each: {{{word}: {self.chance.choice(values)}}}")
        self.cards.add(f'    name: "{some_title(self.chance)} {{{word.capitalize()}}}"', f"{stem} name")
        return word


def _params(roles: tuple[tuple[str, Type], ...]) -> str:
    if not roles:
        return ""
    return f"({', '.join(word if word == _plain(of) else f'{word}: {_plain(of)}' for word, of in roles)})"


def _plain(type_: Type) -> str:
    """A type as declarations write it."""
    if type_.base == "name":
        return f"name of {type_.of}"
    if type_.base == "list" and type_.item is not None:
        return f"names of {type_.item.of}s" if type_.item.base == "name" else f"{_plain(type_.item)}s"
    return type_.of or type_.base
