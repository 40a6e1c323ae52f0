"""English forms of verbs, nouns and articles, and lists of words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

# Past participles that are not made with -ed, of verbs that games use.
_PARTICIPLES = dict(
    pair.split("/")
    for pair in (
        "be/been bear/borne beat/beaten become/become begin/begun bend/bent bet/bet bid/bid bind/bound bite/bitten "
        "blow/blown break/broken breed/bred bring/brought build/built burst/burst buy/bought cast/cast catch/caught "
        "choose/chosen come/come cost/cost creep/crept cut/cut deal/dealt dig/dug do/done draw/drawn drink/drunk "
        "drive/driven eat/eaten fall/fallen feed/fed feel/felt fight/fought find/found flee/fled fling/flung fly/flown "
        "forbid/forbidden forget/forgotten forgive/forgiven freeze/frozen get/got give/given go/gone grind/ground "
        "grow/grown hang/hung have/had hear/heard hide/hidden hit/hit hold/held hurt/hurt keep/kept kneel/knelt "
        "know/known lay/laid lead/led leap/leapt leave/left lend/lent let/let lie/lain light/lit lose/lost make/made "
        "mean/meant meet/met mow/mown outbid/outbid overcome/overcome overtake/overtaken overthrow/overthrown pay/paid "
        "put/put quit/quit read/read redo/redone ride/ridden ring/rung rise/risen run/run say/said see/seen "
        "seek/sought "
        "sell/sold send/sent set/set shake/shaken shed/shed shoot/shot show/shown shrink/shrunk shut/shut sing/sung "
        "sink/sunk sit/sat slay/slain sleep/slept slide/slid sow/sown speak/spoken spend/spent spin/spun split/split "
        "spread/spread spring/sprung stand/stood steal/stolen stick/stuck strike/struck strive/striven sweep/swept "
        "swell/swollen swim/swum swing/swung take/taken teach/taught tear/torn tell/told think/thought throw/thrown "
        "thrust/thrust tread/trodden undo/undone wake/woken wear/worn weave/woven win/won wind/wound "
        "withdraw/withdrawn "
        "wring/wrung write/written"
    ).split()
)
_THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_BASES = {"is": "be", "are": "be", "has": "have", "does": "do", "goes": "go"}
_UNCHANGED = frozenset({"can", "cannot", "may", "must", "might", "will", "would", "could", "should", "was", "were"})
# Past forms that differ from the participle, with their participles, and those that are the participle.
_PASTS = dict.fromkeys(("had", "led", "won", "lost", "kept", "left", "made", "met", "paid", "said", "sold", "sent"))
_PASTS |= dict.fromkeys(("bought", "brought", "built", "caught", "dealt", "got", "held", "laid", "spent"))
_PASTS |= {"did": "done", "took": "taken", "gave": "given", "chose": "chosen", "drew": "drawn", "went": "gone"}
_PASTS |= {"began": "begun", "broke": "broken", "stole": "stolen", "threw": "thrown"}
# Participles that differ from the past tense: `broken`.
_PERIODS = frozenset("turn round phase day night week month season year hour game".split())
IRREGULAR_PARTICIPLES = frozenset(filter(None, _PASTS.values()))
# Irregular participles that are neither a base form nor a noun, so that they need one: `spoken words`.
_NOUNS_TOO = frozenset("been bound felt ground had left lit rung shot thought wound".split())
_BARE_PARTICIPLES = frozenset(done for base, done in _PARTICIPLES.items() if done not in _PARTICIPLES) - _NOUNS_TOO
# Verbs whose third person is no plural of a noun.
_CERTAIN_VERBS = frozenset(
    "become begin belong bring choose come continue depend forget give grow happen keep know lose pay remain see "
    "send take understand want".split()
)
# Other words that end like a participle.
_NO_PARTICIPLES = frozenset("bleed breed creed exceed greed hundred proceed speed steed succeed".split())
# Base forms that end like a past tense.
_NO_PASTS = frozenset(("embed", "imbed"))
# Words without a capital inside a proper name.
_SMALL_WORDS = frozenset("a an and as at by for from in into nor of on onto or the to with".split())
# Adverbs that end like a third person.
_NO_VERBS = frozenset("always perhaps sometimes afterwards upwards downwards forwards backwards".split())
_DOUBLING = frozenset(
    "begin forget refer transfer commit permit submit admit occur prefer regret control rebel equip outbid "
    "fulfil".split()
)
_PLURALS = dict(
    pair.split("/")
    for pair in (
        "person/people man/men woman/women child/children die/dice foot/feet tooth/teeth goose/geese mouse/mice "
        "ox/oxen "
        "knife/knives life/lives wolf/wolves leaf/leaves half/halves shelf/shelves thief/thieves loaf/loaves "
        "wife/wives "
        "elf/elves dwarf/dwarves hero/heroes potato/potatoes tomato/tomatoes cargo/cargo sheep/sheep fish/fish "
        "deer/deer "
        "series/series species/species"
    ).split()
)
# Nouns for what is measured: without plural, and without article (2 damage, 1 gold).
_UNCOUNTABLE = frozenset(
    "damage gold silver money cash rice wheat grain corn food meat milk wool cotton silk tobacco sugar salt flour wood "
    "timber lumber iron copper steel coal clay ore oil fuel water energy mana health armour armor stamina morale "
    "experience knowledge science culture prestige fame glory honour honor reputation wealth progress evidence "
    "information influence corruption heat".split()
)
# Of these there is no singular.
_PLURAL_ONLY = frozenset(
    "ashes belongings clothes earnings leftovers odds remains riches savings thanks winnings".split()
)
_TIMES = frozenset("dawn morning noon afternoon dusk evening night midnight day spring summer autumn winter".split())
# Nouns for what things lie or stand on, and not in.
_SURFACES = frozenset(
    "altar battlefield beach bench board bridge carpet chart cloth counter floor grid hill island lawn ledge map "
    "mat mountain pad page path perch pier plate platform playmat quay rack railway rampart roof scoreboard shelf "
    "sheet stack stage table throne tile track trail wharf".split()
)
# The last word of a title behind one of them is not what the pieces are on: stones off the board.
_BESIDE = frozenset("at behind beside by from in near of off on outside to under".split())
_SINGULARS = {many: one for one, many in _PLURALS.items()}
_CONFUSING = re.compile(r" and |, | where | whose ")
# A participle behind its noun: offers made, cards won, Clippers pledged.
_DONE = re.compile(
    r"(?: [a-z]{3,}ed| (?:made|taken|won|lost|led|dealt|held|shown|left|spent|drawn|sold|paid|kept|laid|built|begun)|"
    rf"(?<=s) (?:{'|'.join(_PARTICIPLES.values())}))$"
)
_OF_ONE = re.compile(r" of (?:the|an?|this|that|your|their) ")
_NEVER_PLURAL = re.compile(r"(?:ss|us|is|as)$")
_VOWEL_SOUND = re.compile(
    r"(?i:[aeiou]|8|1[18](?!\d)|hour|honest|honou?r|heir)|[FHLMNRSX](?:[B-DF-HJ-NP-TV-Z]{1,3})?(?![A-Za-z])"  # an NPC
)
_CONSONANT_SOUND = re.compile(
    r"(?i:uni(?!n)|use|usu|eu|ewe|one\b|once\b|ouija|ubi|uku|ura[ln]|uri|ut[eio]|11\d)|U[A-Z]"  # a UFO
)


def is_any_number(names: Iterable[str]) -> bool:
    """Return True if a name begins with a digit. All counts then come after the names, as in `4 ×2, Jack ×3`."""
    return any(name[:1].isdigit() for name in names)


def count_noun(count: int, noun: str) -> str:
    """Return a number with its noun: `1 file`, `2 files`. Only for nouns with a plural in `s`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def count_named(count: int, name: str, own: bool = False, behind: bool = False) -> str:
    """Return a count with a name: `a card`, `6 cards`, `2 Tea`; with `behind`, the count comes after the name: `4 ×2`.

    A proper name (`own`) has no plural.
    """
    if count == 1:
        return name
    if behind:
        return f"{name} ×{count}"
    return f"{count} {make_plural(name[2:])}" if name.startswith("a ") and not own else f"{count} {name}"


def is_past(verb: str) -> bool:
    """Return True if a verb is in the past tense, which is the same for all persons: `named`, `won`."""
    return verb in _PASTS or (verb.endswith("ed") and len(verb) > 4 and verb not in _NO_PASTS and verb[-3] != "e")


def is_participle(title: str) -> bool:
    """Return True if a title is only a participle, such as `completed`, which is put before a noun."""
    return " " not in title and (
        title in _BARE_PARTICIPLES or (title.endswith("ed") and len(title) > 4 and title not in _NO_PARTICIPLES)
    )


def is_past_participle(word: str) -> bool:
    """Return True if a word can say what has been done: `cast`, `completed`."""
    return is_participle(word) or is_past(word) or word in _PARTICIPLES.values()


def is_period(noun: str) -> bool:
    """Return True if a noun means a stretch of time, the number of which can be told: `it is round 3`."""
    return noun in _PERIODS


def is_surface(title: str) -> bool:
    """Return True if things are on what a title names, such as a board, and not in it."""
    *before, noun = title.lower().split() or [""]
    return make_singular(noun) in _SURFACES and _BESIDE.isdisjoint(before)


def is_time(word: str) -> bool:
    """Return True if a word is the name of a time: `it is night`, `it is summer`."""
    return word in _TIMES


def is_posture(title: str) -> bool:
    """Return True if a title tells how things are on a place: the watchmen standing on a wall."""
    return title in ("standing", "lying", "sitting", "resting")


def is_finite(word: str) -> bool:
    """Return True if a word is certainly a finite verb, such as `is`, `cannot` or `goes`, and not a noun."""
    return word in _UNCHANGED or word in _BASES or find_base_form(word) in _CERTAIN_VERBS - {word}


def is_certain_verb(word: str) -> bool:
    """Return True if a word is certainly the base form of a verb, such as `go`, and not a noun."""
    return word in _CERTAIN_VERBS or word in _BASES.values()


def inflect_third_person(verb: str) -> str:
    """Return the third person singular: `draw` gives `draws`; modal verbs and the past tense are unchanged."""
    if verb in _UNCHANGED or is_past(verb):
        return verb
    if verb in _THIRD:
        return _THIRD[verb]
    if re.search(r"(?:s|x|z|ch|sh)$", verb):
        return verb + "es"
    return verb[:-1] + "ies" if re.search(r"[^aeiou]y$", verb) else verb + "s"


def find_base_form(verb: str) -> str:
    """Return the base form of a third person singular: `draws` gives `draw`."""
    if verb in _UNCHANGED:
        return verb
    if verb in _BASES:
        return _BASES[verb]
    if re.search(r"(?:s|x|z|ch|sh)es$", verb) and not re.search(r"(?:[aeiou]s|z)es$", verb):
        return verb[:-2]
    if re.search(r"[^aeiou]ies$", verb) and len(verb) > 4:
        return verb[:-3] + "y"
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def is_third_person(word: str) -> bool:
    """Return True if a word that should be a verb is the third person singular: `draws`, `is`; not `pass`, `focus`."""
    if word in _BASES or _NEVER_PLURAL.search(word) or word in _NO_VERBS:
        return word in _BASES
    return word.endswith("s") and inflect_third_person(find_base_form(word)) == word


def make_gerund(verb: str) -> str:
    """Return the gerund: `draw` gives `drawing`, `lose` gives `losing`, `put` gives `putting`."""
    if verb in ("lie", "die", "tie"):
        return verb[:-2] + "ying"
    if re.search(r"[^eoy]e$", verb) and verb != "be":
        return verb[:-1] + "ing"
    return verb + _find_doubled(verb) + "ing"


def make_participle(verb: str) -> str:
    """Return the past participle: `draw` gives `drawn`, `load` gives `loaded`, `drop` gives `dropped`."""
    if verb in _PARTICIPLES:
        return _PARTICIPLES[verb]
    if verb.endswith("e"):
        return verb + "d"
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ied"
    return verb + _find_doubled(verb) + "ed"


def make_finite(verb: str, many: bool) -> str:
    """Return the finite form of a verb; `many` for a plural subject and for `you`."""
    if not many:
        return inflect_third_person(verb)
    return {"be": "are", "was": "were"}.get(verb, verb)


def negate_verb(verb: str, many: bool) -> str:
    """Return the negated finite form of a verb, in the plural if `many`: `cannot`, `is not`, `does not fit`."""
    if verb == "can":
        return "cannot"
    if verb == "be" or verb in _UNCHANGED:
        return f"{make_finite(verb, many)} not"
    if is_past(verb):
        return f"{'have' if many else 'has'} not {_PASTS.get(verb) or verb}"
    return f"{'do' if many else 'does'} not {verb}"


# Particles between a verb and the next one: turn up and cash in a delivery.
_PARTICLES = "away|back|down|in|off|on|out|over|up"


# A later verb: behind `and`, `or` or a comma, and before a pronoun or a determiner (steal a card and cash it in).
_NO_VERB = (
    "a|about|above|after|against|all|also|although|among|an|and|any|as|at|away|back|because|before|behind|below|between|"
    "both|but|by|choose|"
    "down|during|each|either|else|every|except|for|from|half|if|in|instead|into|is|are|it|its|minus|no|not|of|on|one|"
    "only|onto|or|otherwise|out|over|per|plus|since|so|some|such|than|though|that|the|their|them|then|there|these|they|this|those|through|"
    "times|to|twice|under|unless|until|up|when|where|whether|which|while|who|whose|with|without|you|your|\\w*ing"
)
_LATER_VERB = re.compile(
    rf"(?:(?<= and )|(?<=\w or )|(?<=, ))(?!(?:{_NO_VERB})\b)[a-z]+(?= (?:it|them)\b)"
    rf"|(?:(?<=, and )|(?<=, or )|(?<=, ))(?!(?:{_NO_VERB})\b)[a-z]+(?= (?:an?|the|your|their|one|all|up to|\d+)\b)"
    rf"|(?<= and )(?:{'|'.join(sorted(_CERTAIN_VERBS))})(?= )"
)


def conjugate(predicate: str, form: Callable[[str], str]) -> str:
    """Apply `form` to the verbs of a predicate: `draws a card`, `pays, gives or loses 2 coins`."""
    several = re.match(rf"((?:\w+, )*)(\w+)( (?:{_PARTICLES}))? (and|or) (\w+)(?= |$)", predicate)
    if several is None:
        verb, _, rest = predicate.partition(" ")
        rest = _LATER_VERB.sub(lambda other: form(other[0]), rest)
        return f"{form(verb)} {rest}".strip()
    before = "".join(f"{form(verb)}, " for verb in several[1].split(", ")[:-1])
    first = f"{form(several[2])}{several[3] or ''}"
    return f"{before}{first} {several[4]} {form(several[5])}{predicate[several.end() :]}"


def _find_doubled(verb: str) -> str:
    short = re.fullmatch(r"(?:qu|[^aeiou])*(?:[aeiouy])[^aeiouwxy]", verb)
    return verb[-1] if short or verb in _DOUBLING else ""


def make_plural(noun: str) -> str:
    """Return the plural of a noun: `open slots`, `offers made`, `sections of the dike`.

    Only the last word changes, or the one before a participle or an `of` with a determiner.
    """
    start, last, behind = _split_head_word(noun)
    if last.lower() in _UNCOUNTABLE:
        return noun
    if last.lower() in _PLURALS:
        return start + _PLURALS[last.lower()] + behind
    if is_plural(last):
        return noun
    if re.search(r"(?:s|x|z|ch|sh)$", last):
        return f"{start}{last}es{behind}"
    return f"{start}{last[:-1]}ies{behind}" if re.search(r"[^aeiou]y$", last) else f"{start}{last}s{behind}"


def render_one(noun: str, nouns: str) -> str:
    """Return one unit of a noun: `a card`, `1 damage`, `1 more card`. `nouns` is its plural, which can be declared."""
    measured = noun == nouns and _split_head_word(noun)[1].lower() in _UNCOUNTABLE
    return f"1 {noun}" if measured or noun.startswith("more ") else with_article(noun)


def make_singular(noun: str) -> str:
    """Return the singular of a noun: `open slot`, `offer made`.

    Only the last word changes, or the one before a participle.
    """
    start, last, behind = _split_head_word(noun)
    if last.lower() in _PLURAL_ONLY:
        return noun
    if last.lower() in _SINGULARS:
        return start + _SINGULARS[last.lower()] + behind
    if not is_plural(last):
        return noun
    if re.search(r"[^aeiou]ies$", last) and len(last) > 4:
        return f"{start}{last[:-3]}y{behind}"
    return f"{start}{last[: -2 if re.search(r'(?:ss|x|ch|sh)es$', last) else -1]}{behind}"


def is_plural(noun: str) -> bool:
    """Return True if the last word of a noun, or the one before a participle, looks like a plural."""
    last = _split_head_word(noun)[1].lower()
    if last in _SINGULARS and last not in _PLURALS:
        return True
    return len(last) > 2 and last.endswith("s") and not _NEVER_PLURAL.search(last)


def has_final_participle(noun: str) -> bool:
    """Return True if a noun ends with a participle: `offers made`."""
    return _DONE.search(noun) is not None


def _split_head_word(noun: str) -> tuple[str, str, str]:
    """Split a noun into the text before its head word, the head word, and a participle after it."""
    behind = _OF_ONE.search(noun) or _DONE.search(noun)
    head = noun[: behind.start()] if behind is not None else noun
    cut = max(head.rfind(" "), head.rfind("-")) + 1
    return head[:cut], head[cut:], noun[len(head) :]


_ARTICLE_LAST = re.compile(r"(?<![\w'])[Aa]n? $")
# An article before a determiner: the that guild.
_ANY_ARTICLE_LAST = re.compile(r"(?<![\w'])(?:the|an?) $", re.IGNORECASE)
_DETERMINED = re.compile(r"(?:that|this|these|those|the|an?|your|its|their|his|her|each|every)\b")
_LETTERS = re.compile(r"\A[^\w]*?([A-Za-z][\w-]*)")


def with_article(noun: str) -> str:
    """Return a noun with `a` or `an` before it; `another card` for `other card`."""
    if noun.startswith("other "):
        return f"an{noun}"
    if noun.rpartition(" ")[2].lower() in _PLURAL_ONLY:
        return f"some {noun}"
    vowel = _VOWEL_SOUND.match(noun) and not _CONSONANT_SOUND.match(noun)
    return f"{'an' if vowel else 'a'} {noun}"


def fit_article(text: str, noun: str) -> str:
    """Return a text with its final `a` or `an` adapted to the noun that will follow; any other text unchanged.

    If the noun has a determiner, a final article is removed: `the {guild}` with `that guild`.
    """
    article_last = _ANY_ARTICLE_LAST.search(text)
    if article_last is not None and _DETERMINED.match(noun):
        return text[: article_last.start()]
    ending = _ARTICLE_LAST.search(text)
    first = _LETTERS.search(noun)
    if ending is None or first is None:
        return text
    article = with_article(first[0]).split()[0]
    return text[: ending.start()] + (article.capitalize() if ending[0][0] == "A" else article) + " "


# A determiner behind an article or a repeated noun: a that pattern, the rank that rank.
_ARTICLE_BEFORE_THAT = re.compile(r"\b(?:an?|the) (?=(?:that|this|these|those) \w)", re.IGNORECASE)
_NOUN_TWICE = re.compile(r"\bthe (\w+) (?=(?:that|this) \1\b)")
_ANOTHER_THAT = re.compile(r"\b(another) (?:that|this) (?=\w)", re.IGNORECASE)

# A noun before a number that is not picked yet: has the rank some number.
_NOUN_NUMBER = re.compile(r"\b(has|have|of) (?:the )?(\w+) some number\b")


def drop_extra_determiners(text: str) -> str:
    """Return a text without articles and nouns directly before another determiner.

    Examples: `play a that pattern` becomes `play that pattern`, `the rank that rank` becomes `that rank`, `own another
    that card` becomes `own another such card`.
    """
    text = _ANOTHER_THAT.sub(r"\1 such ", _ARTICLE_BEFORE_THAT.sub("", text))
    return _NOUN_NUMBER.sub(r"\1 some \2", _NOUN_TWICE.sub("", text))


def make_possessive(text: str) -> str:
    """Return the possessive of a noun: `the player's`, `all opponents'`."""
    return text + ("'" if text.endswith("s") and is_plural(text) else "'s")


def join_list(items: Sequence[str]) -> str:
    """Return a list as text: `a, b and c`. If an item contains `and`, `, then` comes before the last item instead."""
    if len(items) < 2:
        return "".join(items)
    if any(_CONFUSING.search(item) for item in items):
        return ", then ".join(items) if len(items) == 2 else f"{', '.join(items[:-1])}, then {items[-1]}"
    return f"{', '.join(items[:-1])} and {items[-1]}"


def join_items(items: Sequence[str], word: str = "and") -> str:
    """Return a list as text, even if items contain `and`: `a, b and c`."""
    return f"{', '.join(items[:-1])} {word} {items[-1]}" if len(items) > 1 else "".join(items)


def spell_name(word: str) -> str:
    """Return a name of the language as English words, with blanks for underscores."""
    return " ".join(word.replace("_", " ").split()) or "it"


def make_name(word: str) -> str:
    """Return a name of the language as a proper name: *Oath of Debt*."""
    parts = word.replace("_", " ").title().split(" ")
    inner = [part.lower() if part.lower() in _SMALL_WORDS else part for part in parts[1:-1]]
    return " ".join([*parts[:1], *inner, *parts[1:][-1:]])


def capitalize(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def close_sentence(text: str) -> str:
    """Return a text as a sentence, with a capital first letter and a full stop."""
    text = capitalize(text.strip())
    return text if text.endswith((".", "!", "?")) else text + "."
