"""Constructs of the language as data, each with its form, meaning and a checked example."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["power", "library", "deeds", "value"]


@dataclass(frozen=True, slots=True)
class Construct:
    """Construct of the grammar with an example, which uses the game of `example_game`.

    `kind` is that of the example: a card's power, a part of a library, lines of a body, or a value.
    """

    title: str
    syntax: str
    meaning: str
    kind: Kind
    example: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """Constructs of one chapter."""

    title: str
    meaning: str
    constructs: tuple[Construct, ...]


@dataclass(frozen=True, slots=True)
class ReservedWord:
    """Word with a fixed meaning that is neither a keyword nor a built-in."""

    word: str
    meaning: str


POWERS = Chapter(
    "What a power can be",
    "A power is one or more of these. They also stand in a game's library, where they belong to the game and not to a "
    "piece; `this` means nothing there, and `you` is whoever does what is watched.",
    (
        Construct(
            "Reactions",
            "before|after EVENT [where CONDITION] [once per SPAN]: BODY",
            "Runs the body before or after every event that fits. `you` is the controller of the piece, `this` the "
            "piece; the event's roles have their names, and `player` is whoever did it. An `after` also sees the "
            "result of the verb by the name its `gives` has. Several reactions to one event run in turn order from "
            "the active player, and those of one player in the order in which they began to work. Which of them fit is "
            "settled before the first of them runs: what one of them changes is for the body of the next to ask, "
            "with `if`. Reactions after an event that put something on a stack come last, and those whose they are say "
            "in which order.",
            "power",
            "after opponents deliver where card.illegal: player lose(2, to: you)",
        ),
        Construct(
            "Reactions to what happens to this piece",
            "on VERB [where CONDITION] [once per SPAN]: BODY",
            "The same as `after`, for events whose first role is this piece, whoever does it. The power must work "
            "where the piece lies then: of a card that was discarded it works no more, unless it does so `in` the "
            "discard pile; `before players discard(card: this)` comes while it still does.",
            "power",
            "on deliver: draw(2)",
        ),
        Construct(
            "Replacements",
            "instead of EVENT [where CONDITION] [once per SPAN]: BODY",
            "Runs the body and not the event. `proceed` in it lets the event happen after all. If several "
            "replacements fit, whoever does the event chooses which comes first (when some come from cards that this "
            "player may not see: their owners, in turn order); `proceed` then meets the others, each once for one "
            "event.",
            "power",
            "instead of you load where card.tier is 3:\n  draw(1)\n  proceed",
        ),
        Construct(
            "Prohibitions",
            "forbid EVENT [where CONDITION]",
            "The event does not happen, nor does anything before, instead of or after it. It is not offered "
            "either, unless not everybody sees the card that forbids it.",
            "power",
            "forbid opponents load where ship in you.fleet and card.illegal",
        ),
        Construct(
            "Events",
            "[WHO] VERB[(ROLE: VALUE, ...)]",
            "Which events an ability watches. For a verb, WHO is needed: `you`, `opponents`, `players`, or any player "
            "or list of players. A role that is given must be that value, or one of that list; a role that is not "
            "given may be anything. A step has no WHO.",
            "power",
            "before you deliver(ship: harbour where owner is you): gain(1)",
        ),
        Construct(
            "Changes of a rule",
            "modify RULE[(ROLE: VALUE, ...)] [where CONDITION]: CHANGE",
            "Changes the value of a rule for as long as the power works. The changes are `set`, `add`, `subtract`, "
            "`multiply`, `cap` (at most), `raise` (at least) for numbers, `set`, `add` and `remove` for lists, "
            "`set` for "
            "the rest. They apply in layers, whatever the order of the cards: first `set`; then `add`, `subtract` and "
            "`remove`; then `multiply`; then `cap` and `raise`. Within a layer the order is the one in which the "
            "powers began to work. Roles that are not given may be anything and have their names in the condition "
            "and the values.",
            "power",
            "modify capacity where ship in you.fleet: set 8\n"
            "modify payout(player: you) where size >= 8:\n  multiply 2\n  cap 30\n"
            "modify payout(player: opponents):\n  subtract 1\n  raise 0\n"
            "modify banned:\n  add [crew]\n  remove goods",
        ),
        Construct(
            "Offers",
            'offer WINDOW [, WINDOW ...] ["TITLE"] [where CONDITION] [once per SPAN]: BODY',
            "Whenever one of the windows is open, the controller may use this. It is offered only if it can begin. "
            "`anytime` stands for every window. With a title it is offered under that name, behind that of its card "
            "(`Fan: Cool down`), and the text of the card says it; without one it is called like its card, and what "
            "the game itself offers by what it does. `use` lets others use it, and outside of windows.",
            "power",
            'offer morning, market "Buy news" where you.credits >= 2 once per turn:\n  pay(2)\n  draw(1)',
        ),
        Construct(
            "Limits",
            "once per SPAN | twice per SPAN",
            "How often an ability may be used until the span, a verb or step, ends. A power of a piece counts by "
            "itself for each holder. Where nothing is done but what a `may` asks, declining it is no use; where the "
            "event that a replacement stands for is lost by that, it is one.",
            "power",
            "after you draw twice per turn: may gain(1)",
        ),
        Construct(
            "Where a power works",
            "in ZONE [, ZONE ...]: ABILITIES",
            "The abilities work while the piece lies in one of these zones, and not where the game's powers usually "
            "work (`powers_work_in`). Whether they work at all a rule can say (`powers_work_if`). Where nobody "
            "controls the piece, such as in a discard pile, nobody is `you`: an ability that speaks of `you` does "
            "nothing there, one that speaks of `player` does.",
            "power",
            "in hand:\n  after opponents trade: may discard(this)\nin works, goods:\n  modify hand_limit(you): add 1",
        ),
    ),
)

DEFINITIONS = Chapter(
    "What a library can define",
    "The library is the game itself. It holds the steps `setup` and `play`, with which a game begins, and the rule "
    "`final_score(player)`. The highest score wins, unless there is a rule `winners` that gives players.",
    (
        Construct(
            "Verbs",
            'verb NAME[(ROLE, ...)] [gives (RESULT)] ["PHRASE"]: BODY',
            "Something a player does; `you` is the one who does it. A verb is done whole or not at all: unless every "
            "`require` at its beginning holds, nothing happens and nobody is offered it. Without any `require`, what "
            "its body begins with must be possible: a choice that must be made needs an option, and a verb must be "
            "one that can begin. What does nothing as things stand can be done: an `if` of which no branch applies, a "
            "loop without a round, a `may`.",
            "library",
            'verb sell(card, price: number = 4) "sell {card}":\n  require price > 0\n  discard([card])\n  gain(price)',
        ),
        Construct(
            "Results",
            "verb NAME gives (RESULT[: TYPE]): BODY",
            "A result is a name of the body; it starts as 0, no, nobody, none or the empty list, and what it holds at "
            "the end "
            "is what the verb gives.",
            "library",
            "verb peek gives (seen: cards):\n  seen = top(deck, 2)\n  show(seen, to: you)",
        ),
        Construct(
            "Steps",
            "step NAME[(ROLE, ...)]: BODY",
            "Something that happens without a doer: `you` means nothing in it, and each verb in it needs a subject.",
            "library",
            "step harvest:\n  for each p in players: p draw(1)",
        ),
        Construct(
            "Rules",
            'rule NAME[(ROLE, ...)] [gives TYPE] ["PHRASE"]: VALUE',
            "A named value that powers may modify. It changes nothing.",
            "library",
            'rule room(ship) "the room on {ship}": capacity(ship) - count(ship.hold)',
        ),
        Construct(
            "Cases of a rule",
            "VALUE if CONDITION | VALUE otherwise",
            "The first case whose condition holds gives the value; the last one is `otherwise`.",
            "library",
            "rule fee(player) gives number:\n  0 if count(player.fleet) is 0\n"
            "  4 if player.credits > 20\n  2 otherwise",
        ),
        Construct(
            "Names in a rule",
            "rule NAME(...): let NAME = VALUE ... and below that its value, or its cases",
            "Gives a part of what a rule says a name, in lines before its value. It means what it would mean written "
            "out where the name stands, and is worked out once. A rulebook says it by its name where that is spoken of "
            "several times: *twice the share (where the share is half of your coins)*.",
            "library",
            "rule outlook(player) gives number:\n  let lead = player.credits - max(p.credits for each p in players)\n"
            "  let cards = count(player.hand)\n  lead + cards if lead is 0\n  lead - cards otherwise",
        ),
        Construct(
            "Rules that ask themselves",
            "rule NAME(ROLE, ...) gives TYPE: VALUE if CONDITION | VALUE with NAME(...) otherwise",
            "A rule may ask itself for something else, or another rule that asks it. It says what it `gives`, and one "
            "of its cases must have a value of its own. Rules may be asked within each other as deep as there is "
            "memory, ten thousand times at least, and 200,000 times for one answer: what goes beyond is told with the "
            "names of the rules, the file and the line, and the cards whose powers are among what asks. What asks for "
            "the same once more is told as never ending.",
            "library",
            "rule steps(number) gives number:\n  0 if number <= 1\n  1 + steps(number / 2 rounded up) otherwise",
        ),
        Construct(
            "Roles",
            "NAME | NAME: TYPE | NAME: TYPE = VALUE",
            "What a verb, step or rule is told. A role called like a type is of that type. A role with a value of its "
            "own may be left out in a call. Types are `number`, `yes_no`, `text`, `player`, `zone`, the game's types "
            "and kinds, and for lists their plurals.",
            "library",
            "verb borrow(card, from_whom: player, number: number = 1):\n"
            "  move(card, to: you.hand)\n  pay(number, to: from_whom)",
        ),
        Construct(
            "Roles of several sorts",
            "NAME: TYPE or TYPE",
            "A verb or step can be done to things of several sorts. A call says by what it gives which is meant, and "
            "so does a text that watches, replaces or forbids it: `victim: players` is what is done to players, "
            "`victim: cards` what is done to cards. `NAME is TYPE` asks in the body what the role is; what stands "
            "behind it speaks of that sort alone. One role of a verb can be of several sorts, and has no value of its "
            "own. No span is named after such a verb, and no other name in it is called like one of the sorts.",
            "library",
            'verb hurt(victim: player or card) "hurt {victim}":\n'
            "  if victim is player: victim pay(1)\n  else: discard([victim])",
        ),
        Construct(
            "Phrases",
            '"TEXT with {ROLE}, {ROLE:NOUN} and [OPTIONAL TEXT]"',
            "How it is said in English. A verb's phrase begins with its base form (`load {card}`), a rule's is a noun "
            "phrase, or a clause for a rule that is yes or no; a noun phrase suits a step everywhere (`a night of "
            "rain`). `{number:card}` counts the noun (`2 cards`). Text in square brackets is said only when all its "
            "roles are known. Without a phrase the name of a verb or rule is said; a step without one is silent, and "
            "what it does is told as if it stood in its place. What is done is said aloud: everybody is told the "
            "values that its phrase names, but for cards they do not see. More in "
            "[How cards come to read well](english.md).",
            "library",
            'verb unload(number, to: player = nobody) "unload {number:card}[ for {to}]": gain(number)',
        ),
        Construct(
            "Phrases for changes",
            'rule NAME(...) "PHRASE", CHANGE "TEXT with {ROLE} and {CHANGE}": VALUE',
            "How a power says that it changes a rule: `modify pay(you): add 2` reads *You get 2 extra coins.* instead "
            "of *Your pay is increased by 2.* CHANGE is `set`, `add`, `subtract`, `multiply`, `cap`, `raise` or "
            "`remove`, and its word in braces stands for what the power writes behind it. `[ if {if}]` is where the "
            "condition of the change stands; without it that comes first, behind *While*.",
            "library",
            'rule wages(player) "the wages of {player}", add "{player} gets {add:extra coin}": 3',
        ),
    ),
)

STATEMENTS = Chapter(
    "What a body does",
    "One thing a line. A body of one deed may stand behind the colon; a longer one stands below, indented. A `#` "
    "begins a remark.",
    (
        Construct(
            "Deeds",
            "[WHO] VERB[(VALUE, ROLE: VALUE, ...)]",
            "Somebody does a verb, or a step happens. Without WHO it is `you`. Roles are given in order or by name. "
            "If WHO is a list, each player in it does it, one after the other.",
            "deeds",
            "draw(2)\nopponents lose(1, to: you)\nnext(you) gain(amount: 3) # the neighbour",
        ),
        Construct(
            "Names",
            "let NAME = VALUE",
            "Gives a value a name until the end of the body it stands in. VALUE may be a deed that gives a result. A "
            "zone is named as a place, with whatever lies there when the name is used: `let theirs = you.hand + []` "
            "names what lies there now.",
            "deeds",
            "let price = 2 * count(you.hand)\nlet drawn = draw(2)\nlet eyes = roll(6)\n"
            "let theirs = next(you) draw(1)\ngain(price + eyes + count(drawn + theirs))",
        ),
        Construct(
            "Changes of memory",
            "TARGET = VALUE | TARGET += VALUE | TARGET -= VALUE",
            "Changes a counter, a mark, or a name made with `let`. Lists are added to and taken from.",
            "deeds",
            "leader = you\ncard.charges -= 1\nyou.stock[tea] += 2\nyou.asked_for += crew",
        ),
        Construct(
            "Changes with an end",
            "modify RULE[(ROLE: VALUE, ...)] [where CONDITION] until EVENT: CHANGE",
            "Changes the value of a rule from now on until the event, as a deed. The changes are those that a "
            "power can make, in the same layers and in the order in which all of them began. What is given is "
            "settled when the deed is done: for which roles (each of a list by itself), by how much, and who or "
            "what the event must be about. The condition, and a value that speaks of the roles of the rule, are "
            "looked up each time; names in them mean what they meant. It counts until the event is over: still for"
            " what the event does, no more for what comes `after` it. Done within the event, it ends with that. An"
            " event that is forbidden, or replaced without `proceed`, ends nothing; one without WHO is that of "
            "anybody. Once nobody who could do it is left in the game (`out:`), it is over. The "
            "change lasts also when the card that made it has left. Lists, texts and places cannot be"
            " kept.",
            "deeds",
            "modify payout(player: you) until take_turn: add count(you.works)\n"
            "modify hand_limit(player: opponents) until you take_turn: subtract 1\n"
            "modify capacity where ship in you.fleet until you load(card):\n  multiply 2\n  cap 8",
        ),
        Construct(
            "Powers with an end",
            "copy_power|become_power|lose_powers(VALUE, ...) until EVENT",
            "Gives a piece a power, beside or instead of all that it has, or takes its powers, until the event is"
            " over. Which power, and who or what the event must be about, is settled when the deed is done. Then "
            "what was hidden or taken works again, unless something else still hides or takes it: of several each"
            " ends by itself, and a copy of a copy has an end of its own. It lasts also when the card that did "
            "it, or whose power it was, has left, and wherever the piece goes, but for a token that comes back "
            "into its pool. What a power is doing when it ends it does to its end. `become_power` for good ends "
            "what it replaces, `regain_powers` what took powers. As with changes of rules, what is done within "
            "the event ends with it, an event that does not happen ends nothing, one without WHO is that of "
            "anybody, and who goes out of the game ends what waits for them. No other deed can last.",
            "deeds",
            "choose s from you.fleet, t from harbour:\n  copy_power(s, onto: t) until you take_turn\n"
            "  lose_powers(s) until players load(ship: t)\n"
            "may become_power(this, onto: card) until next(you) take_turn: draw(1)",
        ),
        Construct(
            "Requirements",
            "require CONDITION",
            "What must hold for something to be done at all: a verb or step, or what somebody may choose. It stands "
            "before everything that changes something; in a loop, an `else` or a reaction, which nobody begins, write "
            "an `if`, or `where`.",
            "deeds",
            "require you.credits >= 3 and count(you.hand) > 0\npay(3)",
        ),
        Construct(
            "Branches",
            "if CONDITION: BODY [else if CONDITION: BODY ...] [else: BODY]",
            "The first body whose condition holds; where none holds nothing happens, which hinders nothing. What "
            "must hold for something to be offered at all is said with `require`, or with the `if` of an `option`.",
            "deeds",
            "if you.credits > 9: pay(9)\nelse if you.credits > 4: pay(4)\nelse: draw(1)",
        ),
        Construct(
            "For each",
            "for each NAME in LIST [where CONDITION]: BODY",
            "Once for every item the list has at the beginning. A verb without a subject inside it is still done by "
            "`you`.",
            "deeds",
            "for each c in you.hand where tier is 1: deliver(c, ship)\nfor each p in opponents: p draw(1)",
        ),
        Construct(
            "Secret choices",
            "secretly for each NAME in PLAYERS: CHOICE",
            "Asks all of them before any answer counts: one `choose` with one pick, of one or of several, or one "
            "`choose one` of deeds. What follows from each answer is done, one player after the other, when the last "
            "has answered. Until then nobody sees anything of the answers.",
            "deeds",
            "secretly for each p in players:\n  p choose amount from numbers(0, p.credits): p lose(amount)\n"
            "secretly for each p in players:\n  p choose 2 cs from p.hand: move(cs, to: next(p).hand)\n"
            'secretly for each p in players:\n  p choose one:\n    option "Spend": p lose(1)\n'
            '    option "Wait": nothing',
        ),
        Construct(
            "Repetitions",
            "repeat: BODY | repeat NUMBER times: BODY | repeat until CONDITION: BODY",
            "`until` is asked before every round. `stop` ends the innermost loop.",
            "deeds",
            "repeat 2 times: draw(1)\nrepeat until count(you.hand) >= 5: draw(1)\n"
            "repeat:\n  if count(deck) is 0: stop\n  draw(1)",
        ),
        Construct(
            "May",
            "[WHO] may DEED | [WHO] may [DEED]: BODY [else: BODY]",
            "A player may do the deed, and then the body follows. `else` runs if they do not or cannot. Nobody is "
            "asked about something that cannot begin. If WHO is a list, each player in it is asked, one after the "
            "other; so with `choose`, too.",
            "deeds",
            "may pay(2): draw(1)\nnext(you) may draw(1)\nopponents may gain(1)\n"
            "may:\n  draw(1)\n  gain(1)\nelse: gain(3)",
        ),
        Construct(
            "As often as one likes",
            "repeatedly [WHO] may ...",
            "Asks again after every yes, until the player passes or it cannot begin any more.",
            "deeds",
            "repeatedly may pay(1): draw(1)\n"
            "repeatedly may choose c from you.hand where tier is 1: discard([c])\n"
            'repeatedly may choose one:\n  option "Draw" if count(deck) > 0: draw(1)\n  option "Pay": pay(1)',
        ),
        Construct(
            "Choices",
            "[WHO] [may] choose [AMOUNT] NAME from LIST [where CONDITION] [, ...]: BODY [else: BODY]",
            "A player picks items, which then have the name: one item, or with an AMOUNT a list. Several picks follow "
            "one another, and later ones may speak of earlier ones; nothing is offered that leaves a later pick, or "
            "the first deed of the body, without an option. A compulsory pick with a single option is not asked. "
            "A fixed number is taken whole or not at all: where there are fewer, nothing is chosen, and the text says "
            "so, behind a phrase of your own too; `choose min(2, count(LIST)) cs from LIST` takes all there are. "
            "`else` runs if nothing can be or was chosen. Without it `up to` and `any number of` may turn out to be "
            "none: then the body runs with an empty list.",
            "deeds",
            "choose c from you.hand, ship from harbour where accepts(it, c): load(c, ship)\n"
            "may choose c from you.hand: discard([c])\nelse: draw(1)",
        ),
        Construct(
            "Amounts",
            "NUMBER | up to NUMBER | NUMBER or more | any number of",
            "How many are picked, one after the other in the order of the list, and `done` when enough are.",
            "deeds",
            "choose 2 cs from you.hand: discard(cs)\nchoose up to 2 cs from you.hand: discard(cs)\n"
            "choose 1 or more cs from you.hand: discard(cs)\nchoose any number of cs from you.hand: discard(cs)",
        ),
        Construct(
            "What all that are picked must fulfil together",
            "choose AMOUNT NAME from LIST [where CONDITION] such that CONDITION",
            "`where` is asked of each item alone, `such that` of all of them: it speaks of NAME, and it may of single "
            "items picked before. Only what can still become such a list is offered, `done` only when it is one, and "
            "the choice cannot be made where there is none. Any condition will do. What may only grow or only shrink, "
            "such as counts, sums of attributes, and whether all are alike or all differ, is found out at once; "
            "for others lists are tried one after the other, and a game ends with an error where there are more "
            "than 50,000 of these. It stands with neither `at random` nor `secretly`.",
            "deeds",
            "choose any number of cs from you.hand such that sum(cs.tier) <= 3: discard(cs)\n"
            "may choose 2 or more cs from you.hand such that count(distinct(cs.sort)) is 1: discard(cs)\n"
            "choose c from you.hand, up to 2 cs from you.hand where it is not c such that sum(cs.tier) is c.tier: "
            "discard(cs)",
        ),
        Construct(
            "Picks at random",
            "choose [AMOUNT] NAME at random from LIST [where CONDITION]: BODY",
            "Chance picks, so nobody needs to be named. Several are a list in the order drawn.",
            "deeds",
            "choose c at random from next(you).hand: move(c, to: you.hand)",
        ),
        Construct(
            "Choosing one of several things",
            '[WHO] [may] choose one ["QUESTION"]: option ["TITLE"] [if CONDITION]: BODY ... [else: BODY]',
            "Options whose condition does not hold or whose body cannot begin are not offered; one whose body would "
            "do nothing is. Without a title the "
            "option is called what it does, and without a question of its own the choice asks to choose one. Both may "
            "name values in braces, which are put in when somebody is asked: names, and what belongs to them behind a "
            "dot. `{stake:credit}` counts the noun (`2 credits`), also behind words of a type (`a tea card and 2 rum "
            "cards`); what a scenario calls the option is the title without the values.",
            "deeds",
            "let stake = 2 * count(you.fleet)\n"
            'choose one "What do you say, {you}?":\n'
            '  option "Bet {stake:credit}" if you.credits >= stake: pay(stake)\n'
            '  option "Draw": draw(1)',
        ),
        Construct(
            "Things and deeds in one question",
            "choose one: option for each NAME in LIST [where CONDITION]: BODY ... option ...",
            "Among the options of a choice some may stand for each of some things: they are offered in the same "
            "question, as in a `choose` of one, and before the other options. Whoever picks such a thing does what "
            "stands behind it. Several of these offer things of different sorts, such as cards, pieces of another kind "
            "and players: a thing means one deed.",
            "deeds",
            "choose one:\n  option for each c in you.hand: discard([c])\n"
            '  option for each p in opponents: p draw(1)\n  option "Draw": draw(1)',
        ),
        Construct(
            "What is done later",
            "put on STACK: BODY | carry out THINGS",
            "`put on` takes a free thing, lays it on top of the stack and lets it stand for the body, which is done "
            "when that thing is carried out. What was chosen, named and worked out before is kept until then, and "
            "whoever is `you` now will be it; what the body itself asks and chooses it asks and chooses then. What "
            "everybody was told, such as what was chosen, is shown at the thing, whose `controller` is `you`. `carry "
            "out` lays things back, one after the other, and does what they stood for; a thing that was moved from the "
            "stack stands for nothing any more. The stack is a zone of the table that has an order and lies open; its "
            "things are pieces of a kind of their own, as many as can wait at a time, and those that are free lie in "
            "the first zone of the table for that kind. If none is, that is an error that tells the line.",
            "deeds",
            "choose p from opponents:\n  pay(1)\n  put on stack: p lose(2, to: you)\n"
            "repeat until count(stack) is 0:\n  window(market)\n  carry out top(stack)",
        ),
        Construct(
            "Built-in deeds",
            "nothing | stop | finish | window(NAME)",
            "`nothing` does nothing; `stop` ends the innermost loop; `finish` ends the game at once; `window` "
            "lets every "
            "player in turn, from the active one, use offers until all have passed. In an `instead of` there is also "
            "`proceed`.",
            "deeds",
            "window(market)\nif count(deck) is 0: finish\nelse: nothing",
        ),
    ),
)

VALUES = Chapter(
    "Values",
    "Every value has a type: number, yes or no, player, zone, a game's type, a piece of a kind, the name "
    "of a piece of a "
    "kind, or a list of these. A zone stands for the list of its pieces where a list is needed, several zones for the "
    "list of the pieces in all of them, and a single item for a list of it.",
    (
        Construct(
            "Numbers, yes and no",
            "12 | yes | no",
            "Numbers are whole. `no_limit` is 1,000,000,000,000, which no number in a game comes near: one that grows "
            "beyond it out of itself ends the game with an error.",
            "value",
            "yes is not no and 3 < no_limit",
        ),
        Construct(
            "Properties",
            "VALUE.NAME",
            "An attribute, zone or memory of a piece; a zone or memory of a player; for a list, the property of every "
            "item as a list, without the dots between.",
            "value",
            "count(opponents.hand) + ship.owner.credits + sum(harbour.contracts.tier)",
        ),
        Construct(
            "What is nobody's",
            "PLAYER.NAME",
            "A zone of nobody is empty, and memory of nobody holds what such memory holds at the start; a rule "
            "asked of nobody finds its value with these. Nothing can be put into a zone of nobody, and memory of "
            "nobody stays as it is. What nobody does, or would have to decide, does not happen, and what needs it "
            "is not offered. Nobody is no opponent and sees nothing, `next(nobody)` is nobody, and "
            "`clockwise(nobody)` begins with the first seat. A piece that is none, such as a result that was not "
            "given, has nothing either: it is in no zone and in no list, its attributes are 0, no or nothing, and "
            "it is never moved.",
            "value",
            "count(ship.owner.hand) + ship.owner.credits",
        ),
        Construct(
            "Indexes",
            "MEMORY[WORD]",
            "One counter of memory declared with `per`; without a word, what such memory holds at the start.",
            "value",
            "you.stock[tea] + you.stock[iron]",
        ),
        Construct(
            "Arithmetic",
            "A + B | A - B | A * B | -A | A / B rounded up|down",
            "A division says how it rounds; dividing by 0 gives 0. `+` and `-` also join lists and take items away "
            "from them, each once. What is joined of lists of pieces has each piece once; see *The order of lists*.",
            "value",
            "-1 + 2 * (you.credits - 3) / 2 rounded down + count(you.hand + you.goods - you.works)",
        ),
        Construct(
            "Comparisons",
            "A is B | A is not B | A < B | A <= B | A > B | A >= B",
            "Only what can be the same is compared with `is`; only numbers with the others. One comparison at a time.",
            "value",
            "card.sort is crew and card is not this or you.credits >= 4",
        ),
        Construct(
            "Membership", "A in LIST | A not in LIST", "", "value", "card in you.hand and crew not in you.asked_for"
        ),
        Construct(
            "And, or, not",
            "A and B | A or B | not A",
            "`not` binds most tightly, then `and`, then `or`.",
            "value",
            "not you.ready and (you.credits > 3 or any(you.hand))",
        ),
        Construct(
            "Lists",
            "[A, B, ...] | []",
            "Items of one type. Lists in it are joined.",
            "value",
            "card.sort in [crew, wharf]",
        ),
        Construct(
            "The order of lists",
            "A + B | A - B | LIST where CONDITION | VALUE for each NAME in LIST | first(LIST) | ...",
            "Every list has an order. Loops, picks, `first`, `last`, `is` and moves onto an ordered zone go by it, and "
            "it is the same wherever the list stands: in a rule, a name, memory, a role or what a verb gives. An "
            "ordered zone lists its pieces from the bottom to the top, and `top` from the top; a zone without an "
            "order, and the plural of a kind, as in the files. `[A, B]` is as written. `A + B` is all of A, then what "
            "B has; of pieces each once, where it comes first. `A - B` is A, without the first of each item of B. "
            "`where`, `with the highest` and `distinct` keep the order. `VALUE for each` goes through its lists as "
            "nested loops do, and joins lists as `+` does. `players` are in the order of the seats, `opponents` in "
            "the order of play, the words of a type as declared. What is picked is in the order of the list picked "
            "from, what chance picks in the order drawn. A power that adds to a list puts what is not yet in it at "
            "the end, and one that removes takes away the first of each.",
            "value",
            "first(you.hand + you.goods - you.works, 2) is you.hand",
        ),
        Construct(
            "Filters",
            "LIST where CONDITION[, if any]",
            "The items for which the condition holds. In it `it` is the item, and the item's own properties need no "
            "`it.` before them. With `, if any` they are all items where it holds for none: what must be if it can be. "
            "So it may stand behind the `where` of loops and picks.",
            "value",
            "count(you.hand where tier > 1 and it is not card) + count(you.hand where sort is crew, if any)",
        ),
        Construct(
            "The highest and the lowest",
            "LIST [where CONDITION] with the highest|lowest NUMBER [with the ...]",
            "The items for which a number is the largest or the smallest of all: several if they have the same, none "
            "of an empty list. In the number `it` is the item, as in a filter, and so it is in a condition before it. "
            "Another number behind it decides among those.",
            "value",
            "count(players where ready with the highest credits with the lowest count(hand))",
        ),
        Construct(
            "Collecting",
            "VALUE for each NAME in LIST [for each ...] [where CONDITION]",
            "The list of what the value is for each item. Lists in it are joined into one, each piece once, and so are "
            "zones. They stay a list of zones in a rule that does not say `gives cards`, beside zones, and where a "
            "loop, a pick or a condition takes one for a zone: `choose z from (p.hand for each p in players) where "
            "count(it) > 2`.",
            "value",
            "max(p.credits + s for each p in opponents for each s in [1, 2] where s > p.credits)",
        ),
        Construct(
            "Calls",
            "RULE(VALUE, ROLE: VALUE, ...)",
            "A rule, a table or a primitive. A rule without roles has no brackets.",
            "value",
            "payout(size: 3, player: you) + price(tea, 2) + count(banned)",
        ),
        Construct(
            "Words of types",
            "WORD | PLURAL",
            "A word of a type is a value; the plural of a type is the list of all its words; the plural of a "
            "kind is the "
            "list of all pieces of the kind, and the id of a card its name.",
            "value",
            "count(sorts) + count(cards where name is foreman) + count(ships)",
        ),
        Construct(
            "What is going on",
            "during(VERB) | caused_by(this)",
            "Whether a verb or step is being performed, and whether this power (or a copy of it) is at work.",
            "power",
            "after you draw where during(trade) and not caused_by(this): draw(1)",
        ),
    ),
)

CHAPTERS = (POWERS, DEFINITIONS, STATEMENTS, VALUES)

WORDS = (
    ReservedWord("you", "Who does the verb, or whoever controls the piece the power stands on."),
    ReservedWord("this", "The piece a power stands on."),
    ReservedWord("it", "The item a filter or pick looks at."),
    ReservedWord("player", "In a reaction to a verb: whoever does it (unless the verb has a role of this name)."),
    ReservedWord("players", "All players, in the order of the seats."),
    ReservedWord("opponents", "All players except `you`, in the order of play from there."),
    ReservedWord(
        "everybody", "In a game that says who is `out` of it: all players, those too. Else it is free for names."
    ),
    ReservedWord("nobody", "No player; see *What is nobody's*."),
    ReservedWord("none", "No word of a type, no piece, or no number where that may be."),
    ReservedWord("no_limit", "A number larger than any in a game: 1,000,000,000,000."),
    ReservedWord("anytime", "In an offer: every window."),
)

# What every piece has besides the attributes, zones and memory of its kind.
PROPERTIES = (
    ("controller", "player", "Who controls the piece: the owner of the zone it lies in, or of the piece it lies on."),
    ("zone", "zone", "Where it lies."),
    ("name", "name of its kind", "What it is called; `you.hand.name` lists names, `cards.name` every name there is."),
    ("PARTS", "list of pieces", "The parts of the piece, by the word the kind gives them: `card.load`."),
    ("WHOLE", "piece", "The piece a part belongs to, by the kind named in `part_of`: `crate.card`."),
)
