"""A small game that says texts as a card of it would have them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.language.meaning import Shape, shape

from cardwright.checker.expressions.basic_expressions import ValueChecker
from cardwright.checker.game import GameChecker, replace_rule_text
from cardwright.checker.names.rule_text_context import Scope, Unit
from cardwright.checker.statements.statements import StatementChecker
from cardwright.checker.typed_tree import WrittenNode
from cardwright.declarations.find_game_files import GameFiles
from cardwright.declarations.readers.game_files import read_game
from cardwright.declarations.value_types import PLAYER, Type, piece
from cardwright.english.renderer import English
from cardwright.source.diagnostics import Diagnostic
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse

GAME = """
game: freight
title: Freight
players: 2 to 6
active: leader
turn: turn
powers_work_in: [completed]
windows: [planning]
types:
  colour: {plural: colours, values: [technology, agriculture, consumer, illegal, luxury, grey]}
  action: {plural: actions, values: [contract, load, import, pirate, supply]}
  side: {plural: sides, values: [heads, tails]}
kinds:
  card:
    plural: cards
    attributes: {good: colour, action: action, tier: number}
    parts: {slots: slot}
    zones: {kept: {of: cards}}
    memory: {credits: number, charges: number, declared: {is: colours, title: declared goods}}
  slot:
    plural: slots
    part_of: card
    attributes: {colour: colour}
    zones: {content: {of: cards}}
  ship:
    plural: ships
    attributes: {colour: colour}
    zones: {contracts: {of: cards}, hold: {of: cards}}
    memory: {owner: player}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    discard_pile: {of: cards}
    supply_island: {of: cards}
    sea: {of: ships}
  player:
    hand: {of: cards, see: owner}
    laid: {of: cards}
    looted: {of: cards}
    imports: {of: cards}
    goods: {of: cards}
    completed: {of: cards, title: completed shipments}
    harbor: {of: ships}
memory:
  table:
    leader: {is: player}
    ending: {is: yes_no}
    scoring: {is: yes_no, title: being scored}
  player:
    credits: {is: number}
    doing: {is: actions}
    pirated: {is: number, title: pirate actions this turn}
    ready: {is: yes_no}
    fields: {is: number, per: colour}
pieces:
  - {id: soap, name: Soap, kind: card, good: consumer, action: import, tier: 0, power: "on completion: draw(1)"}
library: |
  rule goods_limit(player) "the goods limit of {player}": 2
  rule imports_limit(player) "the imports limit of {player}": 2
  rule goods_room(player) "the free goods places of {player}": 2
  rule goods_used(player) "the used goods places of {player}": 2
  rule goods_count(player, of: colour) "the number of {of} goods of {player}": 1
  rule import_count(player, of: action) "the number of {of} imports of {player}": 1
  rule ship_capacity(player) "the capacity of {player}'s ships": 6
  rule levy(size: number, player) "the levy of {player} for {size:container}", add "{player} pays {add:more credit}": 1
  rule room(player, goods: cards) "the room of {player} for {goods}", add "{player} has room for {add:more card}": 1
  rule toll(ship, player) "the toll of {ship}": 1
  rule payout(size: number, player) "the pay of {player} for {size:container}": 1
  rule wrap(number) "the wrap of {number}": number
  rule end_threshold "the number of credits that ends the game": 50
  rule import_fee(player) "the import fee of {player}": 2
  rule tie_breaker "the tie breaker": leader
  rule containers_per_load(player) "the number of containers {player} may load with a load action": 1
  rule slots_needed(card) "the number of containers {card} needs": 1
  rule accepts(slot, of: colour) "{slot} accepts {of} containers": yes
  rule fits(container: card, slot) "{container} fits {slot}": yes
  rule open_slots(player) "the open slots of {player}": []
  rule all_containers(player) "the containers of {player}": []
  rule lead_kinds(player, icon: action) "the actions {player} may lead with {icon:card}": []
  rule follow_kinds(player, icon: action, declared: action) "the actions {player} may follow with[ {icon}] cards": []
  rule import_targets(player) "the import targets of {player}": []
  rule bid_goes_to(target: zone) "the receiver of a bid for {target}": leader
  rule pirate_sources(player) "the places {player} may pirate": []
  rule goes_home(ship) "{ship} goes home": yes
  rule can_contract(player, card, ship, bridge: number) "{player} can contract {card}[ on {ship}]": yes
  rule majority_settlers "the players who settle majorities": []
  rule ahead(player, mine: number, others: number) "{player} is ahead[ with {mine} against {others}]": yes
  rule prize(player, of: colour) "the prize of {player} for most {of} goods": 6
  rule majority(player, of: colour) "the majority points of {player}": 6
  rule bonus(player) "the bonus of {player}", add "{player} scores {add:extra point}": 0
  rule all_goods(player) "the number of goods of {player}": 0
  verb gain(amount: number) "gain {amount:credit}":
    require amount > 0
    nothing
  verb spend(amount: number, to: player = leader) "spend {amount:credit}": nothing
  verb pay(amount: number, to: player = leader) "pay {amount:credit}[ to {to}]":
    require amount > 0
    nothing
  verb lose(amount: number, to: player = leader) "lose {amount:credit}[ to {to}]": you.credits -= amount
  verb win "win the game": nothing
  verb pass_hand "pass your hand on": nothing
  verb draw(number) gives (cards) "draw {number:card}":
    require number > 0
    nothing
  verb discard(cards) "discard {cards}": nothing
  verb trigger_end "end the game": nothing
  verb add_good(card) "add {card} to your goods": nothing
  verb add_import(card) "add {card} to your imports": nothing
  verb place(card) "import {card}": nothing
  verb take_goods(cards) "take {cards} as goods": nothing
  verb sell(card, price: number = 4) "sell {card}[ for {price:credit}]": nothing
  verb contract(card, ship) "contract {card}[ on {ship}]": nothing
  verb contract_actions(number) "take {number:contract action}": nothing
  verb load(containers: cards, slot) "load {containers}[ into {slot}]":
    require count(containers) >= 1
    nothing
  verb load_one "load a container": nothing
  verb load_action "take a load action": nothing
  verb complete(ship, contracts: cards, cargo: cards) "complete a shipment": nothing
  verb collect(ship, contracts: cards, cargo: cards) "collect pay": nothing
  verb deliver(card) "complete {card}": nothing
  verb sail(ship) "sail {ship}": nothing
  verb completion(card) "complete {card}": nothing
  verb win_import(target: zone, price: number) gives (taken: cards) "import from {target}": nothing
  verb free_container "import a container from a ship at sea for free": nothing
  verb pirate_action "take a pirate action": nothing
  verb pirate(container: card, source: zone) "pirate {container}": nothing
  verb stow(container: card) "load {container}": nothing
  verb perform(kind: action, number: number) "take {number:{kind} action}": nothing
  verb lead_turn "lead a turn": nothing
  step turn "a turn": nothing
  step empties(ship) "{ship} comes home if empty": nothing
  step import_round(target: zone) "an import round": nothing
  step final_declarations "the final declarations": nothing
  step final_claims "the final claims": nothing
"""


class Speaker:
    """Says texts of the game as a card of it would have them: checked first, even if they are wrong there."""

    def __init__(self, folder: Path, text: str) -> None:
        path = folder / "game.yaml"
        path.write_text(text, encoding="utf-8")
        loaded = read_game(GameFiles("freight", [path]))
        assert loaded.game is not None, loaded.diagnostics
        self.checker = GameChecker(loaded.game)
        self.checker.prepare()
        assert not self.checker.library.broken, self.checker.diagnostics
        self.symbols = self.checker.symbols
        self.english = English(loaded.game, self.symbols.procedures, self.symbols.rules)
        self.mistakes: list[Diagnostic] = []  # of the last power

    def _unit(self, text: str) -> Unit:
        return Unit(replace_rule_text(self.checker.game.libraries[0], text), "", [])

    def power(self, text: str) -> str:
        """The rules text of a power."""
        return self.meant(text)[0]

    def meant(self, text: str) -> tuple[str, Shape]:
        """The rules text of a power, and what it means."""
        tree, unit = power(text), self._unit(text)
        abilities = self.checker.checked.abilities
        before = len(abilities)
        self.checker.abilities.check(tree.abilities, unit, piece("card"), 0, frozenset())
        self.mistakes = [each for each in unit.diagnostics if each.severity == "error"]
        return self.english.power(WrittenNode(tree, unit.values, piece("card"))), shape(abilities[before:])

    def written(self, text: str, kind: str, names: Mapping[str, Type]) -> WrittenNode[Any]:
        """A value or deeds among names of certain types."""
        parsed, unit = parse(text, kind), self._unit(text)
        assert not parsed.problems, parsed.problems
        you, this = self.symbols.var("you", PLAYER), self.symbols.var("this", piece("card"))
        scope = Scope(self.symbols, unit, you=you, this=this)
        for word, type_ in names.items():
            scope.declare(word, type_)
        values = ValueChecker(scope, self.checker.rules.type_of)
        if isinstance(parsed.tree, syntax.BodyNode):
            StatementChecker(scope, values, self.checker.checked, "").statements(parsed.tree.statements)
            scope.locals = {word: scope.locals[word] for word in names}
        else:
            values.value(parsed.tree)
        return scope.written(parsed.tree)


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("freight"), GAME)


@pytest.fixture(scope="module")
def wordless(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("wordless"), re.sub(r'\) (?:= \w+ )?"[^"]*"', ")", GAME))


def power(text: str) -> syntax.PowerNode:
    parsed = parse(text, "power")
    assert not parsed.problems, parsed.problems
    tree: syntax.PowerNode = parsed.tree
    return tree
