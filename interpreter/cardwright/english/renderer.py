"""Rules text in English, from the rule texts of a game and their typed values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.declarations.model import GameDecl, PieceDef
from cardwright.declarations.value_types import PLAYER, YES_NO
from cardwright.english.abilities import modifiers
from cardwright.english.abilities.abilities import with_title
from cardwright.english.abilities.merged_abilities import render_power
from cardwright.english.dispatch import render, render_ability, render_condition
from cardwright.english.expressions import comparisons, lists_and_zones, single_values
from cardwright.english.expressions.conditions import render_rule_clause
from cardwright.english.expressions.procedure_headings import (
    find_unmentioned_parameters,
    name_by_parameter,
    name_parameters,
    render_heading,
    render_parameters,
)
from cardwright.english.fill_phrases import bound, find_head_noun
from cardwright.english.game_words import FixedText, GameWords, UsualValues
from cardwright.english.nesting_limit import limit_nesting
from cardwright.english.noun_phrases import YOU, Thing, render_third_person
from cardwright.english.procedures_and_rules import (
    LibraryStep,
    find_endings,
    find_laps,
    find_stops,
    render_cases,
    render_own_requirements,
    render_requirements,
    render_steps,
)
from cardwright.english.scope import Deferred, EnglishScope
from cardwright.english.sentences import block, clean, clean_unsettled
from cardwright.english.statements import branches, loops, picks
from cardwright.english.statements.calls_and_assignments import render_body
from cardwright.english.statements.choices import is_title_redundant
from cardwright.english.statements.decision_purpose import (
    DecisionPurpose,
    describe_following,
    describe_purpose,
    render_purpose,
)
from cardwright.english.statements.prompts import (
    Prompt,
    find_requirements,
    make_prompt,
    name_decider,
    render_open_name,
    render_option_title,
    render_typed_name,
)
from cardwright.english.statements.unsure_payments import find_unsure_payments
from cardwright.english.trigger_events import render_event_end
from cardwright.phrases.inflection import spell_name
from cardwright.syntax import tree as syntax

__all__ = ["DecisionPurpose", "English", "LibraryStep", "Prompt"]

# The greatest length of a title that is made from the body of an option.
_SHORT = 32
NOTHING: Mapping[str, typed_tree.WrittenNode[syntax.ProcedureNode]] = {}
NO_NUMBERS: Mapping[str, int] = {}
NO_NAMES: Mapping[str, str] = {}
NO_TEXTS: Mapping[syntax.Node, FixedText] = {}
# Modules that register renderers for types of nodes, and are not imported for anything else.
FORMS = (branches, modifiers, comparisons, lists_and_zones, loops, picks, single_values)


class English:
    """Renderer of a game's rule texts in English."""

    def __init__(
        self,
        game: GameDecl,
        procedures: Mapping[str, typed_tree.TypedProcedure],
        rules: Mapping[str, typed_tree.TypedRule],
        plainly: bool = False,
        together: bool = False,
        texts: Mapping[syntax.Node, FixedText] = NO_TEXTS,
        tokens: Mapping[str, str] = NO_NAMES,
        usual: UsualValues | None = None,
    ) -> None:
        self._words = GameWords(game, procedures, rules, plainly, together, texts, tokens, usual)

    @classmethod
    def of(
        cls,
        checked: typed_tree.CheckedGame,
        plainly: bool = False,
        texts: Mapping[syntax.Node, FixedText] = NO_TEXTS,
        tokens: Mapping[str, str] = NO_NAMES,
    ) -> English:
        """Return the renderer for a checked game. With `plainly`, it writes as a person would explain the game.

        `texts` has the texts of statements and conditions that are not to be rendered; nodes in these texts are.
        `tokens` has the nouns for what shows the player in some memory of a piece.
        """
        together, usual = all_play_together(checked), UsualValues(checked)
        return cls(checked.game, checked.procedures, checked.rules, plainly, together, texts, tokens, usual)

    def power(self, written: typed_tree.WrittenNode[syntax.PowerNode], of: PieceDef | None = None) -> str:
        """Render the rules text of a power, one paragraph for each ability.

        `of` is the definition that has the power.
        """
        unsure = find_unsure_payments(written.node, self._words)
        return clean(render_power(limit_nesting(written.node), replace(self.scope(written), own=of, unsure=unsure)))

    def value(self, written: typed_tree.WrittenNode[syntax.Expr]) -> str:
        """Render a value, such as `the number of cards in your hand`."""
        return clean(render(limit_nesting(written.node), self.scope(written)))

    def condition(self, written: typed_tree.WrittenNode[syntax.Expr]) -> str:
        """Render a condition, such as `you have 4 or more credits`."""
        return clean(render_condition(limit_nesting(written.node), self.scope(written)))

    def question(self, site: typed_tree.DecisionPoint) -> Prompt:
        """Return the prompt of a decision point, in the second person."""
        if site.asks is None:
            return Prompt(site.prompt)
        asks = replace(site.asks, node=name_decider(limit_nesting(site.asks.node)))
        asked = make_prompt(asks.node, site.pick, site.option_type, self.scope(asks))
        titles, reasons = (tuple(map(clean, texts)) for texts in (asked.titles, asked.reasons))
        return Prompt(clean(asked.prompt), titles, reasons, clean(asked.single), asked.keys)

    def purpose(self, site: typed_tree.DecisionPoint, follows: Sequence[syntax.Stmt] = ()) -> DecisionPurpose:
        """Return the purpose of a decision point: the effect of each of its answers, and what follows."""
        if site.asks is None:
            return DecisionPurpose()
        asks = replace(site.asks, node=name_decider(limit_nesting(site.asks.node)))
        scope = self.scope(asks)
        own = "" if asks.this is None else scope.this.text
        found = describe_purpose(asks.node, scope, site.pick, site.option_type, own)
        following = describe_following(follows, self.scope(asks)) if follows else ""
        options = tuple(map(clean_unsettled, found.options))
        then, otherwise, single = map(clean_unsettled, (found.then, found.otherwise, found.single))
        return DecisionPurpose(
            then, otherwise, options, single, found.called, found.picked, found.asks, clean_unsettled(following)
        )

    def waiting(self, later: typed_tree.TypedStackObject) -> str:
        """Render the deferred statements of an object on a stack."""
        written = later.written
        return clean(block(render_body(limit_nesting(written.node), self.scope(written)))) or later.called

    def waiting_names(self, later: typed_tree.TypedStackObject) -> list[tuple[str, str]]:
        """Return the values that an object on a stack stores, as (their name in the text, word of the memory)."""
        scope = self.scope(later.written)
        names = {word: meaning.text for word, meaning in scope.names.items() if isinstance(meaning, Thing)}
        names["this"] = scope.this.text
        kept = [(names.get(var.word, ""), memory.word) for var, memory in later.kept]
        counts = Counter(text for text, _ in kept)
        return [(text, word) for text, word in kept if text and counts[text] == 1]

    def chance(self, site: typed_tree.DecisionPoint, place: int) -> tuple[str, list[str]]:
        """Return (title, requirements) of the option at index `place` of a decision point.

        The title is "" if it can only be rendered when the decision is shown.
        """
        if site.asks is None or any(
            isinstance(part, typed_tree.TypedBlank) for parts in site.blanks[1:] for part in parts
        ):
            return "", []
        node, scope = limit_nesting(site.asks.node), self.scope(site.asks)
        before = replace(scope, names={word: render_open_name(meaning) for word, meaning in scope.names.items()})
        part = node.options[place] if isinstance(node, syntax.ChooseOneNode) else node
        if isinstance(part, syntax.ChooseNode | syntax.PickingNode):
            title = render_purpose(part if isinstance(part, syntax.ChooseNode) else part.choice, before)
        else:
            # only this option of several is rendered
            many = isinstance(node, syntax.ChooseOneNode)
            alone = replace(node, options=(node.options[place],)) if isinstance(node, syntax.ChooseOneNode) else node
            title = make_prompt(alone, site.pick, site.option_type, before).titles[0 if many else place]
        return clean(title), list(map(clean, find_requirements(node, place, scope)))

    def needs(
        self, written: typed_tree.WrittenNode[syntax.ProcedureNode] | typed_tree.WrittenNode[syntax.RuleNode]
    ) -> list[str]:
        """Return the requirements of a procedure or rule, one text each, in the second person."""
        return list(map(clean, render_own_requirements(limit_nesting(written.node), self.scope(written))))

    def heading(self, word: str) -> str:
        """Return the title of a verb, step, rule or table without particular arguments."""
        phrase = self._words.procedure_phrase(word) or self._words.rule(word)
        return word if phrase is None else clean(render_heading(phrase, self._make_empty_scope()))

    def render_end_of(self, word: str) -> str:
        """Return the end of a procedure, whoever performs it, for use after `until`: `the end of the turn`."""
        return clean(render_event_end(syntax.PatternNode(None, word, ()), self._make_empty_scope()))

    def _make_empty_scope(self) -> EnglishScope:
        return self.scope(typed_tree.WrittenNode(syntax.BodyNode(()), {}))

    def requirements(self, written: typed_tree.WrittenNode[syntax.ProcedureNode]) -> list[LibraryStep]:
        """Return the conditions under which a procedure can be performed."""
        node = limit_nesting(written.node)
        return _clean_steps(render_requirements(node, self._make_definition_scope(written)))

    def steps(
        self,
        written: typed_tree.WrittenNode[syntax.ProcedureNode],
        silent: Mapping[str, typed_tree.WrittenNode[syntax.ProcedureNode]] = NOTHING,
        fixed: Mapping[str, int] = NO_NUMBERS,
        until: str = "",
        begins: bool = False,
    ) -> list[LibraryStep]:
        """Return the steps of a procedure in order.

        Procedures in `silent` are rendered in place of their calls. `fixed` maps rules with a constant value to
        that value. With `until`, this is said in place of the condition that ends the last step, a loop. With `begins`,
        the player who has the turn is the one who begins.
        """
        node = limit_nesting(written.node)
        gives_turn = self._words.plainly and node.word in ("setup", "play")
        scope = replace(self._make_definition_scope(written), silent=silent, fixed=fixed, begins=gives_turn)
        if begins and self._words.game.active is not None:
            first = render_third_person("the player who begins", PLAYER)
            scope = scope.named(str(self._words.game.active.value), first)
        last = node.body.statements[-1] if node.body.statements else None
        if until and isinstance(last, syntax.RepeatNode):
            loop = replace(last, value=syntax.NameNode(until))
            node = replace(node, body=replace(node.body, statements=(*node.body.statements[:-1], loop)))
            scope = scope.named(until, Thing(until, YES_NO, otherwise=until))
        return _clean_steps(render_steps(node.body, scope))

    def unsaid(self, written: typed_tree.WrittenNode[syntax.ProcedureNode]) -> list[tuple[str, str]]:
        """Return (parameter, text of its default) for the parameters that a procedure's heading does not mention.

        The text is "" for a parameter without a default.
        """
        phrase, scope = self._words.procedure_phrase(written.node.word), self.scope(written)
        if phrase is None or not phrase.declared:
            return []
        given = [name_by_parameter(role, written.names[role], scope) for role in find_unmentioned_parameters(phrase)]
        unmentioned = []
        for role, each in zip(find_unmentioned_parameters(phrase), given, strict=True):
            text = each.text if isinstance(each, Thing) else each.opaque
            default = next((param.default for param in written.node.params if param.word == role), None)
            if written.names[role] == YES_NO:
                text = f"whether {text}"
                default = None
            usual = "" if default is None else render(limit_nesting(default), self._make_definition_scope(written))
            unmentioned.append((clean(text), clean(usual)))
        return unmentioned

    def is_given_more(self, node: syntax.PerformNode | syntax.CallNode) -> bool:
        """Return True if a call has arguments that its phrase does not mention."""
        phrase = self._words.procedure_phrase(node.word)
        return phrase is not None and not bound(phrase, node.args).keys().isdisjoint(
            find_unmentioned_parameters(phrase)
        )

    def _make_definition_scope(
        self, written: typed_tree.WrittenNode[syntax.ProcedureNode] | typed_tree.WrittenNode[syntax.RuleNode]
    ) -> EnglishScope:
        """Return the scope for the text that defines a procedure or rule."""
        word = written.node.word
        phrase = self._words.procedure_phrase(word) or self._words.rule(word)
        scope = replace(self.scope(written), heading=self.heading(word))
        if phrase is not None and isinstance(written.node, syntax.RuleNode):
            kinds = [self._words.game.kinds[kind.of] for kind in phrase.roles.values() if kind and kind.base == "piece"]
            named = {word for kind in kinds for word in kind.attributes if spell_name(word) == find_head_noun(phrase)}
            scope = replace(scope, printed=frozenset(named))
        return name_parameters(written.names, scope, phrase)

    def cases(self, written: typed_tree.WrittenNode[syntax.RuleNode], you: bool = False) -> list[tuple[str, str]]:
        """Return (value, condition) for each case of a rule. With `you`, the reader is the player of the rule."""
        scope = self._find_about_you(written) if you else self._make_definition_scope(written)
        return [(clean(value), clean(asked)) for value, asked in render_cases(limit_nesting(written.node), scope)]

    def alternatives(self, written: typed_tree.WrittenNode[syntax.RuleNode]) -> list[str]:
        """Return the ways in which a rule can hold, or the lists that it joins, if they are too many for a sentence."""
        scope, cases = self._make_definition_scope(written), limit_nesting(written.node).cases
        value = cases[0].value if len(cases) == 1 and not written.node.names else None
        asked = value.where if isinstance(value, syntax.FilterNode) else value
        ways = [] if asked is None else syntax.split_chain(asked, "or")
        if len(ways) < 2 or value in self._words.texts or not any(isinstance(each, syntax.LogicNode) for each in ways):
            return []
        if isinstance(value, syntax.FilterNode):
            return [clean(render(replace(value, where=each), scope.trial())) for each in ways]
        return [clean(render_condition(each, scope.trial())) for each in ways]

    def value_for_you(self, written: typed_tree.WrittenNode[syntax.RuleNode], value: syntax.Expr) -> str:
        """Render a part of a rule about one player, who is the reader: `your coins`."""
        return clean(render(limit_nesting(value), self._find_about_you(written)))

    def _find_about_you(self, written: typed_tree.WrittenNode[syntax.RuleNode]) -> EnglishScope:
        scope, params = self._make_definition_scope(written), written.node.params
        one = params and scope.type_of(syntax.NameNode(params[0].word)) == PLAYER
        return scope.named(params[0].word, replace(YOU, type=PLAYER)) if one else scope

    def endings(
        self, written: typed_tree.WrittenNode[syntax.ProcedureNode], named: Mapping[str, str] = NO_NAMES
    ) -> list[tuple[str, ...]]:
        """Return the conditions for each way in which a procedure ends the game.

        `named` has the text for some parameters; any other is described: `a player`, `a card`.
        """
        node, scope = limit_nesting(written.node), self._make_definition_scope(written)
        for role, name in named.items():
            scope = scope.named(role, Thing(name, written.names.get(role)))
        phrase = self._words.procedure_phrase(written.node.word)
        roles = {} if phrase is None else render_parameters(phrase.as_deed(), scope)
        fresh: dict[str, str | Deferred] = {word: each.first for word, each in roles.items() if word not in named}
        inside = replace(scope, fresh=fresh)
        ends = find_endings(node.body, inside)
        stops = find_stops(node.body, inside) if node.word == "play" else ()
        return [tuple(map(clean, each)) for each in (*ends, *stops)]

    def laps(
        self, written: typed_tree.WrittenNode[syntax.ProcedureNode], turn: Collection[str]
    ) -> list[tuple[str, tuple[str, ...]]]:
        """Return (text that one round is over, conditions that end the loop) for each loop of a procedure.

        `turn` are the words of the procedures that count as a turn: `a turn is over`.
        """
        found = find_laps(limit_nesting(written.node).body, turn, self._make_definition_scope(written))
        return [(clean(over), tuple(map(clean, ends))) for over, ends in found]

    def rule_clause(
        self, written: typed_tree.WrittenNode[syntax.ProcedureNode] | typed_tree.WrittenNode[syntax.RuleNode]
    ) -> str:
        """Render a yes/no rule, with its parameters as they are named, as a clause."""
        phrase = self._words.rule(written.node.word)
        given: dict[str, syntax.Expr] = {param.word: syntax.NameNode(param.word) for param in written.node.params}
        scope = self._make_definition_scope(written)
        return "" if phrase is None else clean(render_rule_clause(phrase, given, scope))

    def ability(self, written: typed_tree.WrittenNode[syntax.Ability]) -> str:
        """Render an ability that belongs to no piece."""
        node = limit_nesting(written.node)
        return clean(with_title(node, render_ability(node, self.scope(written))))

    def title(self, offered: typed_tree.TypedAbility) -> str:
        """Return the title of an ability: the name of its piece, or the title of its offer.

        For an ability of the game, it is the option that is offered.
        """
        if offered.offers is None:
            return f"{offered.title}: {offered.named}" if offered.named else offered.title
        if offered.named:
            return offered.named
        return clean(render_option_title(limit_nesting(offered.offers.node), None, self.scope(offered.offers)))

    def repeats(self, title: str, node: syntax.OptionNode, written: typed_tree.WrittenNode[syntax.PowerNode]) -> bool:
        """Return True if the text of an option is short and contains all words of its title."""
        said = render_option_title(limit_nesting(node.body), None, self.scope(written))
        return len(said) <= _SHORT and is_title_redundant(title, said)

    def scope(self, written: typed_tree.WrittenNode[syntax.Node]) -> EnglishScope:
        """Return the scope of a written text: its names and typed values."""
        kind = written.this or self._words.main_kind
        names = {word: render_typed_name(self._words, known) for word, known in written.names.items()}
        this = Thing(f"this {self._words.noun(kind)}", kind)
        return EnglishScope(self._words, written.values, names, this, works_in=self._words.works_in)


def all_play_together(checked: typed_tree.CheckedGame) -> bool:
    """Return True if all players win and lose together: scores and winners depend on no single player."""
    score, winners = (checked.library.get(word) for word in ("final_score", "winners"))
    if score is None or not isinstance(score.node, syntax.RuleNode):
        return False
    scorer = score.node.params[0].word
    if any(each == syntax.NameNode(scorer) for case in score.node.cases for each in syntax.walk(case)):
        return False
    if winners is None:
        return True
    game = checked.game
    of_players = {"it"} | {zone.word for zone in game.zones if zone.owner == "player"}
    of_players |= {memory.word for memory in game.memory if memory.owner == "player"}
    cases = winners.node.cases if isinstance(winners.node, syntax.RuleNode) else ()
    everybody = (_find_condition_of_all(case.value) for case in cases)
    return bool(cases) and all(
        condition is not None
        and not any(isinstance(each, syntax.NameNode) and each.word in of_players for each in syntax.walk(condition))
        for condition in everybody
    )


def is_score_a_result(checked: typed_tree.CheckedGame) -> bool:
    """Return True if the score only tells who has won: its values are constants, such as 1, 0 and -1."""
    score = checked.library.get("final_score")
    cases = score.node.cases if score is not None and isinstance(score.node, syntax.RuleNode) else ()
    nodes = (each for case in cases for each in syntax.walk(case.value))
    return not any(isinstance(each, syntax.NameNode | syntax.CallNode) for each in nodes)


def _find_condition_of_all(winners: syntax.Expr) -> syntax.Expr | None:
    """Return the condition under which `winners` are all players, or None if they are others."""
    whole, condition = (winners.list, winners.where) if isinstance(winners, syntax.FilterNode) else (winners, winners)
    return condition if whole == syntax.NameNode("players") else None


def _clean_steps(steps: Iterable[LibraryStep]) -> list[LibraryStep]:
    return [
        replace(each, text=clean(each.text), parts=tuple(_clean_steps(each.parts)), rest=tuple(_clean_steps(each.rest)))
        for each in steps
    ]
