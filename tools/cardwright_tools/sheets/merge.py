"""The changes that a spreadsheet makes to the card files of a game, and the errors in the sheet."""

from dataclasses import dataclass, field
from pathlib import Path

from cardwright.declarations.field_reader import is_word
from cardwright.declarations.intended_words_and_numbers import suggest_word
from cardwright.declarations.model import KindDecl, PieceDef
from cardwright.phrases.inflection import make_name
from cardwright.source.read_with_size_limit import read_text
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Scalar
from cardwright_tools.cli.errors import UsageError, suggest_nearest
from cardwright_tools.cli.game_arguments import GameSource
from cardwright_tools.cli.output_paths import find_name_error
from cardwright_tools.sheets.columns import PLACE_COLUMNS, TEXT_COLUMN, TEXTS, SheetColumns, split_counts, split_items
from cardwright_tools.sheets.edit_card_files import CardFile, format_scalar
from cardwright_tools.sheets.sheet_files import SheetRows


@dataclass(frozen=True, slots=True)
class SheetProblem:
    """An error in a sheet: its row (0: none), its column or other position, and the message."""

    row: int
    place: str
    message: str

    def __str__(self) -> str:
        return f"{f'row {self.row}, ' if self.row else ''}{self.place}: {self.message}"


@dataclass(slots=True)
class Merge:
    """Merge of a sheet into a game's card files; call `plan` first, then `texts`."""

    source: GameSource
    sheet: SheetRows
    default_set: str | None
    ignored: frozenset[str]
    delete: bool
    problems: list[SheetProblem] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)
    _files: dict[Path, CardFile] = field(default_factory=dict)
    _new_files: dict[Path, list[list[tuple[str, str]]]] = field(default_factory=dict)
    _changed: list[str] = field(default_factory=list)
    _new: list[str] = field(default_factory=list)
    _missing: list[str] = field(default_factory=list)
    _made: list[str] = field(default_factory=list)

    @property
    def columns(self) -> SheetColumns:
        """Columns of the game."""
        return SheetColumns(self.source.game)

    def plan(self) -> None:
        """Find every change and every problem, without writing."""
        if self.default_set is not None and not is_word(self.default_set):
            raise UsageError(f"`{self.default_set}` cannot be the name of a set: use letters, digits and `_`.")
        for title in sorted(self.ignored):
            if title.casefold() not in (heading.casefold() for heading in self.sheet.headings):
                near = suggest_nearest(title, list(self.sheet.headings))
                raise UsageError(f"--ignore: {self.sheet.path} has no column `{title}`.{near}")
        known = {card.id: card for card in self.source.game.pieces}
        columns = self._list_headings()
        touched = set()
        for number, cells in self.sheet.rows:
            named = ((name, cell) for name, cell in zip(columns, cells, strict=True) if name is not None)
            row = {name: self.columns.plain(name, cell) for name, cell in named}
            card = self._render_identity(number, row)
            if card is None:
                continue
            old = known.get(card)
            place = self._find_file(number, row, old)
            if self._check_row(number, row, old) and place is not None:
                touched.add(place.parent.name)
                self._take(card, row, old, place)
        self._missing = [
            card.id for card in self.source.game.pieces if card.set in touched and card.id not in self.rows
        ]
        if self.delete:
            self._made = [card for card in self._missing if known[card].of_many]
            self._missing = [card for card in self._missing if not known[card].of_many]
            for card in self._missing:
                self._make_file(Path(known[card].span.path)).remove(card)

    def texts(self) -> dict[Path, str]:
        """Return the new texts of the files that the sheet changes."""
        found = {path: file.text for path, file in self._files.items()}
        for path, cards in self._new_files.items():
            found[path] = self._make_text(path, cards)
        return found

    def summary(self, dry: bool) -> str:
        """Return one line with the numbers of changes that were or, in a dry run, would be made."""
        prefix = "would be " if dry else ""
        same = len(self.rows) - len(self._changed) - len(self._new)
        line = f"{len(self._changed)} {prefix}changed, {len(self._new)} {prefix}new, {same} unchanged"
        if self._missing and self.delete:
            line += f", {len(self._missing)} {prefix}taken out"
        elif self._missing:
            line += f"\nnot in the sheet and left alone: {_join_cards(self._missing)} (--delete takes them out)"
        if self._made:
            made = _join_cards(self._made)
            line += f"\nmade by an entry with `each` or `from` and left alone: {made} (take them out there)"
        return line

    def _list_headings(self) -> list[str | None]:
        found: list[str | None] = []
        ignored = {title.casefold() for title in self.ignored}
        for title in self.sheet.headings:
            name = self.columns.column(title)
            if title.casefold() in ignored or name == TEXT_COLUMN:
                found.append(None)
            elif name is None:
                near = self.columns.near(title)
                hint = f"; did you mean `{near}`?" if near else f"; there are: {', '.join(self.columns.names)}"
                message = f"there is no such column{hint} (to pass over it: --ignore {title!r})"
                self.problems.append(SheetProblem(1, f"`{title}`", message))
                found.append(None)
            elif name in found:
                self.problems.append(SheetProblem(1, f"`{title}`", f"the column `{name}` is there twice"))
                found.append(None)
            else:
                found.append(name)
        if "id" not in found and "name" not in found:
            self.problems.append(SheetProblem(1, "headings", "there is neither a column `id` nor a column `name`"))
        return found

    def _render_identity(self, number: int, row: dict[str, str]) -> str | None:
        card = (
            row.get("id")
            or next((card.id for card in self.source.game.pieces if card.name == row.get("name", "")), "")
            or suggest_word(row.get("name", ""))
        )
        if not is_word(card):
            self.problems.append(SheetProblem(number, "id", _describe_bad_id(card, row.get("name", ""))))
            return None
        if card in self.rows:
            what = f"the card `{card}` is in row {self.rows[card]} already"
            self.problems.append(SheetProblem(number, "id", what))
            return None
        # A sheet may leave out what a card file may leave out.
        for name, usual in (("quantity", "1"), ("name", make_name(card))):
            if row.get(name) == "":
                row[name] = usual
        row["id"] = card
        self.rows[card] = number
        return card

    def _check_row(self, number: int, row: dict[str, str], old: PieceDef | None) -> bool:
        """Report the invalid cells of a row; return True if there are none."""
        before = len(self.problems)
        kind = self._make_kind(row, old)
        for name, cell in row.items():
            problem = self.columns.problem(name, cell, kind) if cell else None
            if problem:
                self.problems.append(SheetProblem(number, name, problem))
        for name, attribute in kind.attributes.items():
            lacking = row.get(name) == "" if old else not row.get(name)
            if lacking and attribute.default is None:
                self.problems.append(SheetProblem(number, name, f"every {kind.title} needs its `{name}`"))
        return len(self.problems) == before

    def _make_kind(self, row: dict[str, str], old: PieceDef | None) -> KindDecl:
        kinds = self.source.game.kinds
        usual = old.kind if old else next(iter(kinds))
        return kinds.get(row.get("kind", "") or usual, kinds[usual])

    def _find_file(self, number: int, row: dict[str, str], old: PieceDef | None) -> Path | None:
        """Return the file of a card: its own or, for a new card, the file that its row names."""
        if old is not None:
            path = Path(old.span.path)
            for name, now in (("set", old.set), ("file", path.stem)):
                if row.get(name) and row[name] != now:
                    what = f"`{old.id}` is in the {name} `{now}`; a sheet cannot move it to `{row[name]}`"
                    self.problems.append(SheetProblem(number, name, what))
                    return None
            return path
        sets = list(self.source.sets)
        chosen = row.get("set") or self.default_set or (sets[0] if len(sets) == 1 else "" if sets else "base")
        if not is_word(chosen):
            what = (
                f"which set is the new card `{row['id']}` in? (a column `set`, or --set; there are {', '.join(sets)})"
            )
            self.problems.append(SheetProblem(number, "set", what))
            return None
        files = self.source.sets.get(chosen, [])
        stem = row.get("file") or (files[-1].stem if files else "cards")
        if not is_word(stem):
            self.problems.append(
                SheetProblem(number, "file", f"`{stem}` is not a name for a file: use letters and `_`")
            )
            return None
        place = self.source.place.cards / chosen / f"{stem}.yaml"
        others = self._new_files
        for column, why in (
            ("set", find_name_error(chosen, place.parent.parent, (other.parent.name for other in others))),
            ("file", find_name_error(place.name, place.parent, (o.name for o in others if o.parent == place.parent))),
        ):
            if why is not None:
                self.problems.append(SheetProblem(number, column, why))
                return None
        return place

    def _make_file(self, path: Path) -> CardFile:
        if path not in self._files:
            self._files[path] = CardFile.read(path)
        return self._files[path]

    def _take(self, card: str, row: dict[str, str], old: PieceDef | None, place: Path) -> None:
        if old is None:
            self._new.append(card)
            fields = self._make_fields(row, place)
            if place.exists():
                self._make_file(place).append(fields)
            else:
                self._new_files.setdefault(place, []).append(fields)
            return
        now = self.columns.row(old)
        unsaid = (*PLACE_COLUMNS, *(() if row.get("kind") else ("kind",)))
        usual = self.columns.usual(old)
        differing = [name for name, cell in row.items() if name not in unsaid and (cell or usual[name]) != now[name]]
        if not differing:
            return
        if old.of_many:
            message = "it comes from an entry with `each` or `from`, which defines other cards too: change it there"
            place_of = f"`{card}`, {', '.join(differing)}"
            self.problems.append(SheetProblem(self.rows[card], place_of, f"{message} ({old.span})"))
            return
        self._changed.append(card)
        file = self._make_file(place)
        flow = file.is_flow(card)
        changes = {_render_field(name): self._format_cell(name, row[name], flow) for name in differing}
        file.change(card, changes, self.columns.fields)

    def _make_fields(self, row: dict[str, str], place: Path) -> list[tuple[str, str]]:
        fields = []
        for name in self.columns.names:
            cell = row.get(name, "")
            if name in PLACE_COLUMNS or not cell or (name == "quantity" and cell == "1"):
                continue
            if name == "kind" and cell == self._find_default_kind(place):
                continue
            written = self._format_cell(name, cell, flow=False)
            if written is not None:
                fields.append((_render_field(name), written))
        return fields

    def _find_default_kind(self, place: Path) -> str:
        """Return the kind of those cards in a file that name no kind."""
        said = next((str(n.value) for n in self._find_written_kinds(place)), None)
        return said or next(iter(self.source.game.kinds))

    def _find_written_kinds(self, place: Path) -> list[Scalar]:
        root = load_yaml(place).root if place.exists() else None
        node = root.get("kind") if isinstance(root, Mapping) else None
        return [node] if isinstance(node, Scalar) else []

    def _format_cell(self, name: str, cell: str, flow: bool) -> str | None:
        """Return a cell as the YAML of its field, or None for an empty one."""
        if not cell:
            return None
        if self.columns.is_list(name):
            return f"[{', '.join(split_items(cell))}]"
        if any(kind.parts and name == kind.parts.word for kind in self.source.game.kinds.values()):
            return "{" + ", ".join(f"{word}: {count}" for word, count in split_counts(cell).items()) + "}"
        if name == "quantity" and ":" in cell:
            return f"{{{cell}}}"
        if name in TEXTS:
            return format_scalar(cell, flow)
        return cell

    def _make_text(self, path: Path, cards: list[list[tuple[str, str]]]) -> str:
        neighbours = [file for files in self.source.sets.values() for file in files if file.parent == path.parent]
        first = read_text(neighbours[0]).partition("\n")[0] if neighbours else ""
        lines = [first] if first.startswith("# yaml-language-server:") else []
        lines += [f"game: {self.source.game.called}", f"set: {path.parent.name}", "", "cards:"]
        for fields in cards:
            shown = [f"{name}: {value}".replace("\n", "\n    ") for name, value in fields]
            lines.append("  - " + "\n    ".join(shown))
        return "\n".join(line.rstrip() for line in "\n".join(lines).split("\n")) + "\n"


def _describe_bad_id(given: str, name: str) -> str:
    """Return the error for a row with an invalid id, or with neither an id nor a usable name."""
    if not given:
        return f"the card has no id, and `{name}` makes none" if name else "the card has no id and no name"
    better = next((word for word in map(suggest_word, (given, name)) if is_word(word) and word != given), None)
    return f"`{given}` is not an id: use letters, digits and `_`{f', such as `{better}`' if better else ''}"


def _join_cards(cards: list[str]) -> str:
    return ", ".join(cards[:5]) + (", ..." if len(cards) > 5 else "")


def _render_field(column: str) -> str:
    return "copies" if column == "quantity" else column
