"""Reader of scenarios, from scenario files and from the examples of cards."""

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from cardwright.declarations.field_reader import MISSING_FIELD, WRONG_VALUE, FieldReader, FieldValues
from cardwright.declarations.schema.scenario_fields import EXAMPLE, SCENARIO, SCENARIO_FILE, SHARED_FIELDS, STEP
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, declare_code
from cardwright.source.node_dataclass import frozen
from cardwright.source.positions import SourceFile, Span
from cardwright.source.read_text_file import read_source
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping as MappingNode
from cardwright.source.yaml.nodes import Node, Scalar, Sequence
from cardwright.syntax.keywords import join_alternatives

UNKNOWN_PLAYER = declare_code("unknown-player")
# The winners of a match that all lose.
NOBODY = "nobody"
_PLAYER = re.compile(r"P(0|[1-9][0-9]{0,5})")
_PLAYER_STEP = re.compile(rf"{_PLAYER.pattern}(?:( is offered| is not offered)| sees +(\S.*))?")
Fields = tuple[tuple[Scalar, Node], ...]


@frozen
class DoStep:
    """A step of a scenario that executes statements."""

    text: Scalar

    @property
    def span(self) -> Span:
        """The span of the text."""
        return self.text.span


@frozen
class AnswerStep:
    """A step in which a player answers one decision after another, each by an option's key or text."""

    player: int
    words: tuple[Scalar, ...]
    span: Span


@frozen
class EveryoneAnswers:
    """A step in which all players who must answer give the same answers, one player after the other."""

    words: tuple[Scalar, ...]
    span: Span


@frozen
class OfferedStep:
    """A step that checks a player's options.

    With `all`, the options must have exactly these `keys`; without `all`, no option may have one of them.
    """

    player: int
    keys: tuple[Scalar, ...]
    all: bool
    span: Span


@frozen
class Check:
    """A condition that must be true at the end of a scenario."""

    text: Scalar

    @property
    def span(self) -> Span:
        """The span of the text."""
        return self.text.span


@frozen
class SeesStep:
    """A step that checks which pieces in a zone a player knows.

    The zone is named in the scalar `key`, from the offset `offset` on.
    """

    player: int
    key: Scalar
    offset: int
    pieces: Node
    span: Span


Step = DoStep | AnswerStep | EveryoneAnswers | OfferedStep | SeesStep | Check


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """One scenario.

    - `at`: the span of its name; `whole`: its whole span; `shared`: the spans of the common fields of its file
    - `for_all`: the `given` of its file, as far as the scenario's own `given` does not replace it
    - `plays`: True if it begins with the setup of the game and plays on from there; otherwise nothing is set up
    - `ends`: the players who must have won in the end, None if the game must not be over
    """

    name: str
    at: Span
    whole: Span
    shared: tuple[Span, ...]
    players: int
    seed: int
    plays: bool
    for_all: Fields
    given: Fields
    chance: Fields
    when: tuple[Step, ...]
    then: tuple[Check, ...]
    ends: tuple[int, ...] | None

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps and final conditions, in order."""
        return (*self.when, *self.then)


@dataclass(slots=True)
class ScenarioFile:
    """A file of scenarios: the game and sets it names, and its scenarios unless it has errors.

    A file that names no game belongs to the game of its folder. `fields` are the fields of the file; `read` reads the
    scenarios later, when the usual number of players of the game is known.
    """

    path: Path
    file: SourceFile
    game: Scalar | None = None
    sets: tuple[Scalar, ...] | None = None
    fields: FieldValues = field(default_factory=lambda: FieldValues({}, {}))
    scenarios: list[Scenario] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def read(self, usual_players: int) -> None:
        """Read the scenarios; scenarios without a number of players get the usual number."""
        reader = _ScenarioReader()
        reader.scenarios(self, usual_players)
        self.diagnostics += reader.diagnostics


def open_scenarios(path: Path, text: str | None = None) -> ScenarioFile:
    """Read the fields common to all scenarios of a file; `text`, if given, is used as its content.

    The scenarios themselves are read later. Errors become diagnostics; none is raised.
    """
    document = load_yaml(path, text)
    found = ScenarioFile(path, document.file, diagnostics=list(document.diagnostics))
    reader = _ScenarioReader()
    if isinstance(document.root, MappingNode):
        reader.file(document.root, found)
    elif document.root is not None:
        message, label = (
            "a file of scenarios must be a group of fields",
            "write `game: NAME`, and `scenarios:` below it",
        )
        reader.error(WRONG_VALUE, message, document.root.span, label)
    found.diagnostics += reader.diagnostics
    return found


def read_examples(path: Path, usual_players: int, text: str | None = None) -> ScenarioFile:
    """Read the examples of the cards and other pieces in a file.

    An example without a number of players gets the usual number. `text` is as for `open_scenarios`.
    """
    document = load_yaml(path, text)
    found = ScenarioFile(path, document.file)  # the rest of the file is checked elsewhere
    reader = _ScenarioReader()
    if isinstance(document.root, MappingNode):
        for field_name in ("cards", "pieces"):
            listed = document.root.get(field_name)
            for card in listed.items if isinstance(listed, Sequence) else ():
                if isinstance(card, MappingNode):
                    reader.examples(card, usual_players, found)
    found.diagnostics += reader.diagnostics
    return found


def parse_seat(word: str, players: int) -> int | None:
    """Return the seat named `P1` and so on, None if there is no such seat."""
    match = _PLAYER.fullmatch(word)
    number = int(match[1]) - 1 if match else -1
    return number if 0 <= number < players else None


@frozen
class _SharedSteps:
    """The fields common to all scenarios of a file; `steps` are their first steps, by number of players."""

    seed: int | None = None
    plays: bool = False
    given: Fields = ()
    chance: Fields = ()
    when: tuple[Node, ...] = ()
    spans: tuple[Span, ...] = ()
    steps: dict[int, tuple[Step, ...] | None] = field(default_factory=dict)


class _ScenarioReader(FieldReader):
    """A reader for the fields of one file."""

    def file(self, root: MappingNode, found: ScenarioFile) -> None:
        fields = self.group(root, "file", SCENARIO_FILE)
        found.fields = fields
        found.game = fields.value("game")
        if "sets" in fields:
            found.sets = tuple(fields.words("sets"))
        listed = fields.nodes.get("scenarios")
        if listed is not None and not isinstance(listed, Sequence):
            self.error(WRONG_VALUE, "`scenarios` must be a list", listed.span, "begin each with `- name: ...`")

    def scenarios(self, found: ScenarioFile, usual: int) -> None:
        players = found.fields.value("players") or usual
        listed = found.fields.nodes.get("scenarios")
        if not isinstance(listed, Sequence):
            return
        names: dict[str, Scalar] = {}
        before = len(self.diagnostics)
        shared = self._read_shared(found.fields)
        if len(self.diagnostics) > before or set(SHARED_FIELDS).intersection(found.fields.wrong):
            return
        for item in listed.items:
            scenario = self._read_scenario(item, shared, players, names)
            if scenario is not None:
                found.scenarios.append(scenario)

    def examples(self, card: MappingNode, usual: int, found: ScenarioFile) -> None:
        """Read the examples of one card; those without a name are numbered."""
        listed, id_ = card.get("examples"), card.get("id")
        if listed is None or (isinstance(listed, Scalar) and listed.value is None):
            return
        if not isinstance(listed, Sequence):
            label = "begin each with `- given: ...`, and write its `when` and `then` below"
            self.error(WRONG_VALUE, "`examples` must be a list", listed.span, label)
            return
        whose = id_.raw if isinstance(id_, Scalar) else "a card"
        names: dict[str, Scalar] = {}
        for number, item in enumerate(listed.items, start=1):
            example = self._read_scenario(item, _SharedSteps(), usual, names, named=False)
            if example is not None:
                title = f"{whose}: {example.name}" if example.name else f"{whose}, example {number}"
                found.scenarios.append(replace(example, name=title, at=_find_first_line(example.at)))

    def _read_shared(self, fields: FieldValues) -> _SharedSteps:
        """Read the fields common to all scenarios of the file."""
        return _SharedSteps(
            seed=fields.value("seed"),
            plays=fields.yes("play"),
            given=fields.entries("given"),
            chance=fields.entries("chance"),
            when=self._list(fields, "when"),
            spans=tuple(fields.nodes[word].span for word in SHARED_FIELDS if word in fields),
        )

    def _read_shared_steps(self, shared: _SharedSteps, players: int) -> tuple[Step, ...] | None:
        """Return the common first steps for a number of players; None after reporting an error in them, once."""
        if players not in shared.steps:
            before = len(self.diagnostics)
            steps = tuple(step for item in shared.when for step in self._step(item, players))
            known = set(self.diagnostics[:before])
            new = [each for each in self.diagnostics[before:] if each not in known]
            shared.steps[players] = None if len(self.diagnostics) > before else steps
            self.diagnostics[before:] = new
        return shared.steps[players]

    def _read_scenario(
        self, node: Node, shared: _SharedSteps, usual: int, names: dict[str, Scalar], named: bool = True
    ) -> Scenario | None:
        before = len(self.diagnostics)
        if not isinstance(node, MappingNode):
            label = f"begin it with `- {'name' if named else 'given'}: ...`"
            self.error(WRONG_VALUE, "a scenario must be a group of fields", node.span, label)
            return None
        fields = self.group(node, "scenario", SCENARIO if named else EXAMPLE, at=_find_first_line(node.span))
        name = fields.nodes.get("name")
        if isinstance(name, Scalar) and name.value is not None:
            if name.raw in names:
                note = (DiagnosticNote("the other one", names[name.raw].span),)
                self.error(
                    "duplicate-id", f"two scenarios have the name `{name.raw}`", name.span, "rename one of them", note
                )
            names.setdefault(name.raw, name)
        players = fields.value("players") or usual
        when = tuple(step for item in self._list(fields, "when") for step in self._step(item, players))
        first = self._read_shared_steps(shared, players)
        then = tuple(Check(text) for item in self._list(fields, "then") if (text := self._read_text(item, "then")))
        scenario = Scenario(
            name=fields.value("name") or "",
            at=name.span if name else node.span,
            whole=node.span,
            shared=shared.spans,
            players=players,
            seed=next((each for each in (fields.value("seed"), shared.seed) if each is not None), 1),
            plays=fields.yes("play") if "play" in fields else shared.plays,
            for_all=shared.given,
            given=fields.entries("given"),
            chance=_override_fields(shared.chance, fields.entries("chance")),
            when=(*(first or ()), *when),
            then=then,
            ends=self._read_winners(fields, players),
        )
        if not when and not then and scenario.ends is None and len(self.diagnostics) == before:
            self.error(MISSING_FIELD, "this scenario checks nothing", scenario.at, "add `when` or `then`")
        return None if len(self.diagnostics) > before or first is None else scenario

    def _read_winners(self, fields: FieldValues, players: int) -> tuple[int, ...] | None:
        if "ends" not in fields:
            return None
        words = fields.words("ends")
        alone = len(words) == 1 and words[0].raw == NOBODY
        return () if alone else tuple(self._read_player(word, word.raw, players) for word in words)

    def _read_player(self, at: Scalar, word: str, players: int) -> int:
        number = parse_seat(word, players)
        if number is None:
            label = f"write one of P1 to P{players}"
            self.error(UNKNOWN_PLAYER, f"there is no player `{word}`", at.span_of(0, len(word)), label)
        return number or 0

    # ------------------------------------------------------------ steps

    def _step(self, node: Node, players: int) -> list[Step]:
        if not isinstance(node, MappingNode) or len(node.entries) != 1:
            label = f"write {join_alternatives(f'- {word}: ...' for word in STEP.words)}"
            self.error(WRONG_VALUE, "this is no step of a scenario", _find_first_line(node.span), label)
            return []
        key, value = node.entries[0]
        match = _PLAYER_STEP.fullmatch(key.raw)
        if key.raw in ("do", "then"):
            text = self._read_text(value, key.raw)
            if text is None:
                return []
            return [DoStep(text) if key.raw == "do" else Check(text)]
        if key.raw == "everyone":
            return [EveryoneAnswers(self._read_answers(value, key), key.span)]
        if match is None:
            self.unknown_field(key, STEP.words)
            return []
        player = self._read_player(key, f"P{match[1]}", players)
        if match[3]:
            return [SeesStep(player, key, match.start(3), value, key.span)]
        if match[2]:
            words = tuple(self.words(value, key.raw))
            if not words:
                self.error(MISSING_FIELD, "no options follow", key.span, f"write `{key.raw}: [ONE, OTHER]`")
            return [OfferedStep(player, words, match[2] == " is offered", key.span)]
        return [AnswerStep(player, self._read_answers(value, key), key.span)]

    def _read_answers(self, node: Node, key: Scalar) -> tuple[Scalar, ...]:
        words = tuple(self.words(node, key.raw))
        if not words:
            self.error(MISSING_FIELD, "no answer follows", key.span, f"write `{key.raw}: ANSWER`")
        return words

    # ------------------------------------------------------------ shapes

    def _list(self, fields: FieldValues, what: str) -> tuple[Node, ...]:
        node = fields.nodes.get(what)
        if node is None or (isinstance(node, Scalar) and node.value is None):
            return ()
        if isinstance(node, Sequence):
            return node.items
        if what == "then":
            return (node,)
        self.error(WRONG_VALUE, f"`{what}` must be a list", node.span, f"begin each line below `{what}:` with `- `")
        return ()

    def _read_text(self, node: Node, what: str) -> Scalar | None:
        if isinstance(node, Scalar) and node.raw:
            return node
        noun = "statements" if what == "do" else "a condition"
        label = "put it in quotes if it contains `: `, or begins with `[` or `{`"
        label = label if isinstance(node, MappingNode | Sequence) else f"write `{what}: ...`"
        self.error(WRONG_VALUE, f"`{what}` must be {noun} of the language", _find_first_line(node.span), label)
        return None


def _override_fields(for_all: Fields, own: Fields) -> Fields:
    """Return the common fields that a scenario does not set itself, followed by the scenario's own fields."""
    words = {key.raw for key, _ in own}
    return (*((key, node) for key, node in for_all if key.raw not in words), *own)


def _find_first_line(span: Span) -> Span:
    """Return the first line of a span."""
    return span if span.line == span.end_line else Span(span.path, span.line, span.column, span.line, span.column + 1)


def has_examples(path: Path) -> bool:
    """Return True if a file declares examples of cards, even if it has errors."""
    return holds_examples(read_source(path, None)[0].text)


def holds_examples(text: str) -> bool:
    """Return True if the text of a file declares examples of cards."""
    # few files have the word at all, and it is found much faster
    return "examples" in text and re.search(r"^[ ]*(-[ ]+)?(.*[{,][ ]*)?examples[ ]*:", text, re.MULTILINE) is not None
