"""Warnings about declarations that no part of a game uses."""

from collections.abc import Iterator

from cardwright.checker.names.rule_text_context import Unit
from cardwright.declarations.model import TABLE, Attribute, GameDecl
from cardwright.declarations.value_types import Type
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, declare_code
from cardwright.source.positions import Span
from cardwright.syntax import tree as syntax

UNUSED = declare_code("unused-declaration")
UNUSED_ROLE = declare_code("unused-role")
UNUSED_MODIFIER = declare_code("unused-modifier")

OWN_RULES = ("final_score", "winners")
OWN_PROCEDURES = ("setup", "play")


def find_unused_declarations(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each declaration that nothing uses."""
    used = _Used(texts)
    game = texts.game
    for zone in game.zones:
        if not used.zone(zone.word, zone.owner, zone.holds):
            yield _warn(f"nothing uses the zone `{zone.word}`", zone.span)
    for memory in game.memory:
        if memory.word not in used.words and not (memory.word == "owner" and memory.owner in game.kinds):
            yield _warn(f"nothing uses the memory `{memory.word}`", memory.span)
    for kind in game.kinds.values():
        for attribute in kind.attributes.values():
            if attribute.word not in used.words and not used.is_set(kind.word, attribute):
                message = f"no piece has the attribute `{attribute.word}`, and nothing reads it"
                yield _warn(message, attribute.span)
    for table in game.tables.values():
        if table.word not in used.words:
            yield _warn(f"nothing reads the table `{table.word}`", table.span)
    for deck in game.decks.values():
        if deck.word not in used.words:
            yield _warn(f"nothing uses the deck `{deck.word}`", deck.span)
    for word, span in game.windows.items():
        if word not in used.words:
            yield _warn(f"nothing opens the window `{word}`", span)
    yield from _find_types(texts, used)
    yield from _find_rules(texts, used)
    yield from _find_procedures(texts, used)


def _warn(message: str, span: Span, code: str = UNUSED, label: str = "use it, or remove it") -> Diagnostic:
    return Diagnostic(code, message, span, label, severity="warning")


class _Used:
    """The names that are used in rule texts and declarations of a game."""

    def __init__(self, texts: GameTexts) -> None:
        game = texts.game
        self.game = game
        self.words = set(texts.named)
        declared = (
            game.active,
            game.turn,
            game.out,
            game.decider,
            game.powers_work_if,
            game.targeting,
            *game.for_bots,
            *game.powers_work_in,
            *game.play,
        )
        self.words |= {str(scalar.value) for scalar in declared if scalar is not None}
        self.words |= {str(scalar.value) for scalar in game.look_deeds}
        self.words |= {str(piece.pool.value) for piece in game.pieces if piece.pool is not None}
        self.words |= {memory.until for memory in game.memory if memory.until is not None}
        self.types = _find_used_types(game) | {
            word for node, _ in texts.all() for param in syntax.index(node).of(syntax.ParamNode) for word in param.types
        }
        self.types |= {rule.result for rule, _ in texts.library.rules.values() if rule.result is not None}
        self.homes = texts.homes()

    def zone(self, word: str, owner: str, holds: str) -> bool:
        """Return True if a zone is mentioned anywhere, or if pieces start there."""
        return word in self.words or (owner == TABLE and self.homes.get(holds) == word)

    def is_set(self, kind: str, attribute: Attribute) -> bool:
        """Return True if a piece has a value for an attribute, even if no rule reads the attribute."""
        values = [piece.values.get(attribute.word) for piece in self.game.pieces if piece.kind == kind]
        return not values or attribute.default is None or any(value != attribute.default for value in values)


def _find_used_types(game: GameDecl) -> set[str]:
    """Return the types that occur in declarations."""
    found: set[str] = set()

    def take(kind: Type) -> None:
        found.add(kind.of)
        if kind.item is not None:
            take(kind.item)

    for memory in game.memory:
        take(memory.type)
        found.update({memory.per} if memory.per else ())
    for kind in game.kinds.values():
        for attribute in kind.attributes.values():
            take(attribute.type)
    for table in game.tables.values():
        for _, role in table.roles:
            take(role)
    found.update(deck.per for deck in game.decks.values())
    return found


def _find_types(texts: GameTexts, used: _Used) -> Iterator[Diagnostic]:
    game = texts.game
    for enum in game.enums.values():
        names = {enum.word, enum.plural}
        inside = any(set(enum.values) < set(other.values) for other in game.enums.values())
        if not (names & (used.types | used.words) or inside or set(enum.values) & used.words):
            yield _warn(f"nothing uses the type `{enum.word}`", enum.span)


def _find_rules(texts: GameTexts, used: _Used) -> Iterator[Diagnostic]:
    game = texts.game
    asked = [*game.for_bots, *(each.named for each in game.look_rules)]
    asked += [] if game.powers_work_if is None else [game.powers_work_if]
    own = {*OWN_RULES, *(str(scalar.value) for scalar in asked)}
    changed = [sentence for sentence in texts.sentences if isinstance(sentence.node, syntax.ModifyNode)]
    for word, (rule, unit) in texts.library.rules.items():
        changes = [each for each in changed if isinstance(each.node, syntax.ModifyNode) and each.node.rule.word == word]
        if word not in own and texts.named[word] <= len(changes):
            span = texts.checked.rules[word].span
            if changes:
                message = f"powers modify the rule `{word}`, and nothing uses it"
                yield _warn(message, span, UNUSED_MODIFIER, "use it where it should count")
            else:
                yield _warn(f"nothing uses the rule `{word}`", span)
        inside: list[syntax.Node] = [*rule.names, *rule.cases, *(each.node for each in changes)]
        yield from _find_unused_parameters(rule, unit, inside)


def _find_procedures(texts: GameTexts, used: _Used) -> Iterator[Diagnostic]:
    watching: dict[str, list[syntax.Node]] = {}
    for sentence in texts.sentences:
        if isinstance(sentence.node, syntax.ReactNode | syntax.ForbidNode):
            watching.setdefault(sentence.node.pattern.word, []).append(sentence.node)
    for word, (procedure, unit) in texts.library.procedures.items():
        if word not in used.words and word not in OWN_PROCEDURES:
            yield _warn(f"nothing performs `{word}`", texts.checked.procedures[word].span)
        defaults = [param.default for param in procedure.params if param.default is not None]
        first_means_itself = any(
            isinstance(node, syntax.ReactNode) and node.when == "on" for node in watching.get(word, ())
        )
        inside: list[syntax.Node] = [procedure.body, *defaults, *watching.get(word, ())]
        if procedure.body.statements != (
            syntax.PerformNode(None, "nothing", ()),
        ):  # what only powers watch tells what they need
            yield from _find_unused_parameters(procedure, unit, inside, spared=1 if first_means_itself else 0)


def _find_unused_parameters(
    node: syntax.ProcedureNode | syntax.RuleNode, unit: Unit, inside: list[syntax.Node], spared: int = 0
) -> Iterator[Diagnostic]:
    """Yield a warning for each parameter that nothing uses: neither the texts in `inside` nor the phrase.

    The first parameters are not reported: as many as `spared` says, or as a pattern in `inside` has arguments.
    """
    words = set().union(*(syntax.index(each).words for each in inside)) if inside else set()
    words |= {arg.role for each in inside for arg in syntax.index(each).of(syntax.ArgNode) if arg.role is not None}
    for each in inside:
        if isinstance(each, syntax.ReactNode | syntax.ForbidNode | syntax.ModifyNode):
            subject = each.rule if isinstance(each, syntax.ModifyNode) else each.pattern
            spared = max(spared, len(subject.args) if isinstance(subject, syntax.CallNode | syntax.PatternNode) else 0)
    for param in node.params[spared:]:
        about_one = (
            isinstance(node, syntax.RuleNode) and (param.type_word or param.word) == "player"
        )  # for powers to say whose
        if not about_one and param.word not in words and f"{{{param.word}" not in (node.phrase or ""):
            span = unit.span_at(param.start, len(param.word))
            yield _warn(f"nothing uses the parameter `{param.word}` of `{node.word}`", span, UNUSED_ROLE)
