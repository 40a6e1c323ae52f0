"""Zones, memory and attributes of players, pieces and the game, with their owners."""

from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.declarations.model import MemoryDecl, ZoneDecl
from cardwright.declarations.value_types import Type, piece
from cardwright.english.dispatch import render_group, render_single
from cardwright.english.noun_phrases import NounGroup, Thing, looks_plural, split_noun
from cardwright.english.scope import IT, EnglishScope, Member
from cardwright.phrases import inflection
from cardwright.phrases.inflection import spell_name
from cardwright.syntax import tree as syntax

Property = ZoneDecl | MemoryDecl | Type
OWNERS = ("owner", "controller")


def find_property(value: typed_tree.Value | None) -> Property | None:
    """Return the declaration of a zone or counter that a value reads, or the type of any other property; else None."""
    match value:
        case typed_tree.CollectExpr(value=of_each):
            return find_property(of_each)
        case typed_tree.ContentExpr(zone=zone):
            return find_property(zone)
        case typed_tree.ZoneExpr(owner=owner, zone=found) if owner is not None:
            return found
        case typed_tree.MemoryExpr(owner=owner, memory=kept) if owner is not None:
            return kept
        case typed_tree.AttributeExpr() | typed_tree.BuiltinExpr():
            return value.type
        case typed_tree.NamesExpr():
            return value.type.item
    return None


def find_table_property(value: typed_tree.Value | None) -> ZoneDecl | MemoryDecl | None:
    """Return the zone or memory of the game itself that a value reads, or None."""
    match value:
        case typed_tree.ZoneExpr(owner=None, zone=zone):
            return zone
        case typed_tree.MemoryExpr(owner=None, memory=memory):
            return memory
    return None


def find_zone(node: syntax.Expr, scope: EnglishScope) -> ZoneDecl | None:
    """Return the zone that a value reads, of the game or of an owner, or None."""
    value = scope.value(node) if isinstance(node, syntax.NameNode | syntax.GetNode) else None
    return value.zone if isinstance(value, typed_tree.ZoneExpr) else None


def find_title(node: syntax.NameNode | syntax.GetNode, scope: EnglishScope) -> str:
    """Return the title of a property."""
    found = find_property(scope.value(node))
    if isinstance(found, ZoneDecl | MemoryDecl):
        return make_noun(found)
    return f"{'printed ' if node.word in scope.printed else ''}{spell_name(node.word)}"


def make_noun(found: ZoneDecl | MemoryDecl) -> str:
    """Return the title of a zone or memory. A title that is a participle gets a noun if needed: `feared name`."""
    if not isinstance(found, MemoryDecl) or not inflection.is_participle(found.title) or found.title.endswith("eed"):
        return found.title
    kind = found.type.item or found.type
    noun = (
        kind.base if kind.base in ("name", "player") else spell_name(kind.of) if kind.base in ("enum", "piece") else ""
    )
    return f"{found.title} {inflection.make_plural(noun) if kind is not found.type else noun}" if noun else found.title


def is_property(node: syntax.Expr, scope: EnglishScope) -> bool:
    """Return True if a value is written as a property: after a dot, or without one as a property of `it`."""
    if isinstance(node, syntax.GetNode):
        return True
    return isinstance(node, syntax.NameNode) and scope.it is not None and find_property(scope.value(node)) is not None


def find_item_property(node: syntax.Expr, scope: EnglishScope) -> tuple[str, Property] | None:
    """Return the property of a filter's item that a value reads, with its name: `good` or `it.good`.

    Returns None for other values.
    """
    if not isinstance(node, syntax.NameNode | syntax.GetNode) or not is_property(node, scope):
        return None
    found = find_property(scope.value(node))
    return (node.word, found) if found is not None and scope.is_item(_find_owner(node)) else None


def gives_adjectives(value: typed_tree.Value | None, scope: EnglishScope) -> bool:
    """Return True for an attribute whose words are said before the noun: if `dock in harbours`, it is a dock card.

    Where another attribute of such pieces tells a word of the same type, an adjective would mean that one, too. Only an
    attribute that is called like its type keeps it.
    """
    if not isinstance(value, typed_tree.AttributeExpr):
        return False
    word_type = value.type.item or value.type
    if word_type.base != "enum" or (value.type == word_type and value.attribute.word == word_type.of):
        return word_type.base == "enum"
    kinds = [kind for kind in scope.words.game.kinds.values() if value.attribute in kind.attributes.values()]
    others = [each for kind in kinds for each in kind.attributes.values() if each != value.attribute]
    return not any(each.type == word_type for each in others)


def _find_owner(node: syntax.NameNode | syntax.GetNode) -> syntax.Expr:
    return node.object if isinstance(node, syntax.GetNode) else IT


def render_owner(node: syntax.NameNode | syntax.GetNode, scope: EnglishScope) -> Thing | NounGroup:
    """Return the owner of a property: one value, or a group whose members all have the property."""
    return render_owner_value(_find_owner(node), scope)


def render_owner_value(node: syntax.Expr, scope: EnglishScope) -> Thing | NounGroup:
    """Return the owner of a property from the expression for it: one value, or a group."""
    meaning = scope.meaning(node.word) if isinstance(node, syntax.NameNode) else None
    if isinstance(meaning, Member):
        return meaning.group
    kind = scope.type_of(node)
    return (
        render_group(node, scope) if kind is not None and kind.base in ("list", "zone") else render_single(node, scope)
    )


def render_single_owner(node: syntax.NameNode | syntax.GetNode, scope: EnglishScope) -> Thing:
    """Return the owner of a property as one value. A group becomes `each of ...`."""
    owner = render_owner(node, scope)
    return owner if isinstance(owner, Thing) else Thing(owner.each(), owner.type)


def render_property(node: syntax.NameNode | syntax.GetNode, scope: EnglishScope) -> Thing:
    """Render a property as one value: `your hand`, `the credits on that card`, `each player's credits`."""
    owner = render_owner(node, scope)
    kind = scope.type_of(node)
    found = find_property(scope.value(node))
    if isinstance(found, ZoneDecl):
        return Thing(_render_zone_text(found, owner, scope), kind, looks_plural(found.title))
    title = find_title(node, scope)
    own = "their" if kind is not None and kind.base == "player" else "its"
    if isinstance(owner, NounGroup):
        text = render_each_property(owner, title)
        return Thing(text, kind, text.startswith(("all ", "the ")), own=own)
    if isinstance(found, MemoryDecl) and owner.type is not None and owner.type.base == "piece" and looks_plural(title):
        return Thing(f"the {title.removesuffix(' on it')} on {owner.text}", kind, True)
    if own == "their" and title.endswith(" by"):  # whoever that card is played by
        return Thing(f"whoever {owner.text} {'are' if owner.many else 'is'} {title}", kind, own=own, them="them")
    return Thing(owner.has(title), kind, looks_plural(title), own=own)


def render_property_group(node: syntax.NameNode | syntax.GetNode, scope: EnglishScope) -> NounGroup | None:
    """Render a property as a group: `your goods`, `all opponents' hands`, `the colours of those cards`; or None."""
    owner = render_owner(node, scope)
    match find_property(scope.value(node)):
        case ZoneDecl() as zone:
            return zone_group(zone, owner, scope)
        case MemoryDecl(type=kind) as memory:
            title = make_noun(memory)
            from_list = kind.item if kind.base == "list" else kind
            if isinstance(owner, Thing):
                found, word = _make_group(owner.has(title), from_list, scope), not looks_plural(title)
                several = kind.item is not None and kind.item.base in ("piece", "player") and kind.base == "list"
                return replace(found, collective=word) if several else replace(found, single=word)
            return _make_group(render_each_property(owner, title), from_list, scope)
        case Type(base="list", item=item) if scope.words.is_part(item):
            noun = scope.words.noun(item)
            return NounGroup(noun, scope.words.nouns(noun), item, owner=owner)
        case Type(base="list", item=item):
            return NounGroup(spell_name(inflection.make_singular(node.word)), spell_name(node.word), item, owner=owner)
        case Type(base="name") as kind if isinstance(owner, NounGroup) and owner.simple:
            return NounGroup(f"{owner.noun} name", f"{owner.noun} names", kind)
        case Type(base="enum" | "name" | "player") as kind if isinstance(owner, NounGroup):
            title = scope.words.nouns(spell_name(node.word))
            if not owner.opaque and owner.nouns.endswith(f" {title}"):  # the goods of its wanted goods
                return _make_group(owner.the(), kind, scope)
            text = (
                f"{inflection.make_possessive(owner.all())} {title}"
                if owner.simple
                else f"the {title} of {owner.the()}"
            )
            return _make_group(text, kind, scope)
        case found if isinstance(owner, NounGroup):
            return _make_group(
                render_each_property(owner, spell_name(node.word)), found if isinstance(found, Type) else None, scope
            )
    return None


def _make_group(text: str, kind: Type | None, scope: EnglishScope) -> NounGroup:
    noun = scope.words.noun(kind)
    return NounGroup(noun, scope.words.nouns(noun), kind, opaque=text)


def render_indexed(node: syntax.AtNode, scope: EnglishScope, index: str) -> Thing:
    """Render memory that is indexed by words, such as `your luxury fields`; `index` is the text of the word."""
    kind = scope.type_of(node)
    if not isinstance(node.object, syntax.GetNode):
        return Thing(f"{render_single(node.object, scope).text}{_render_preposition(node.object, scope)} {index}", kind)
    owner, title = render_owner(node.object, scope), find_title(node.object, scope)
    behind = bool(_render_preposition(node.object, scope)) and scope.is_word(node.index)
    title = insert_before_last(title, index) if behind else f"{title}{_render_preposition(node.object, scope)} {index}"
    text = owner.has(title) if isinstance(owner, Thing) else render_each_property(owner, title)
    return Thing(text, kind, looks_plural(title))


def _render_preposition(node: syntax.Expr, scope: EnglishScope) -> str:
    """Return the preposition between memory and its index, " for"; "" if the title ends with one: `price of`."""
    title = find_title(node, scope) if isinstance(node, syntax.NameNode | syntax.GetNode) else ""
    found = find_table_property(scope.value(node))
    return "" if (found.title if found is not None else title).endswith((" of", " for", " in", " on")) else " for"


def insert_before_last(title: str, word: str) -> str:
    """Insert a word before the last word of a title: `luxury fields`."""
    start, _, last = title.rpartition(" ")
    return " ".join(part for part in (start, word, last) if part)


def render_each_property(owner: NounGroup, title: str) -> str:
    """Render a property of each member of a group: `each player's credits`."""
    return f"{inflection.make_possessive(owner.each())} {title}" if owner.simple else f"the {title} of {owner.each()}"


def _render_zone_text(zone: ZoneDecl, owner: Thing | NounGroup, scope: EnglishScope) -> str:
    if isinstance(owner, Thing):
        is_complete = inflection.is_participle(zone.title) or zone.title.endswith(" on it")
        return zone_group(zone, owner, scope).the() if is_complete else owner.has(zone.title)
    found = zone_group(zone, owner, scope)
    return found.zone_text("all") if found.zone else found.the()


def zone_group(zone: ZoneDecl, owner: Thing | NounGroup | None, scope: EnglishScope) -> NounGroup:
    """Return the pieces in a zone as a group. If the title of the zone is a plural, it is the noun of the group."""
    # hidden pieces and those of the main kind are taken `from` a zone, face-up pieces of other kinds `in` it
    taken = "from" if zone.holds == scope.words.main_kind.of or zone.see in ("owner", "others", "nobody") else "in"
    kind = piece(zone.holds)
    noun = scope.words.noun(kind)
    nouns = scope.words.nouns(noun)
    if zone.title.endswith(" on it"):
        on = "it" if owner is None else owner.text if isinstance(owner, Thing) else owner.one()
        return NounGroup(noun, nouns, kind, tails=(f"on {on}",), whole=True)
    done, _, it = zone.title.removeprefix(f"{nouns} ").rpartition(" ")
    if it == "it" and zone.title.startswith(f"{nouns} "):
        on = "it" if owner is None else owner.text if isinstance(owner, Thing) else owner.one()
        at = f"{done} {on}"  # the cards hooked to that card
        return NounGroup(noun, nouns, kind, zone=f"{nouns} {at}", at=at, whole=True)
    if isinstance(owner, NounGroup) and scope.words.is_square(owner.type) and not owner.tails and owner.zone:
        return replace(owner, noun=noun, nouns=nouns, type=kind, taken="in")  # a tile in the valley
    if inflection.is_participle(zone.title):
        return NounGroup(f"{zone.title} {noun}", f"{zone.title} {nouns}", kind, owner=owner)
    # part one speaks of the cards in the fireworks: a firework need not be a single card
    placed = scope.words.plainly and owner is None and not {noun, nouns} & {*zone.title.split()}
    if looks_plural(zone.title) and not placed:
        head, rest = split_noun(zone.title)
        return NounGroup(f"{inflection.make_singular(head)}{rest}", zone.title, kind, owner=owner)
    at = zone.at if not owner or zone.names_preposition else ""
    return NounGroup(noun, nouns, kind, owner=owner, zone=zone.title, taken=taken, at=at, whole=True)
