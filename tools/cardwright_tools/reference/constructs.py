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
    "Powers",
    "A power consists of abilities of the kinds below. They can also stand in the library of a game, "
    "where they belong to the game and not to a piece: `this` has no meaning there, and `you` is the "
    "player who performs the watched event.",
    (
        Construct(
            "Reactions",
            "before|after EVENT [where CONDITION] [once per SPAN]: BODY",
            "Runs the body before or after every matching event. `you` is the controller of the piece and "
            "`this` the piece. The parameters of the event have their names, and `player` is the player who "
            "performs it. After the event, its result has the name that `gives` declares.\n\nSeveral "
            "reactions to one event run in turn order from the active player; those of one player run in the "
            "order in which they became active. Which reactions match is decided before the first one runs. "
            "If one can affect another, test again with `if` in the body. Reactions after an event that put "
            "pieces on a stack run last, and their controllers choose the order.",
            "power",
            "after opponents deliver where card.illegal: player lose(2, to: you)",
        ),
        Construct(
            "Reactions to events of this piece",
            "on VERB [where CONDITION] [once per SPAN]: BODY",
            "Like `after`, for events whose first argument is this piece, whoever performs them. The power "
            "must work where the piece lies after the event: the power of a discarded card does not, unless "
            "it works `in` the discard pile. Before the discard it still does: `before players discard(card: "
            "this)`.",
            "power",
            "on deliver: draw(2)",
        ),
        Construct(
            "Replacements",
            "instead of EVENT [where CONDITION] [once per SPAN]: BODY",
            "Runs the body instead of the event. `proceed` in the body lets the event happen after "
            "all.\n\nIf several replacements match, the player who performs the event chooses the first one. "
            "(If some are on cards that this player cannot see, their owners choose, in turn order.) "
            "`proceed` then applies the others, each at most once for an event.",
            "power",
            "instead of you load where card.tier is 3:\n  draw(1)\n  proceed",
        ),
        Construct(
            "Prohibitions",
            "forbid EVENT [where CONDITION]",
            "The event does not happen, and neither does anything before, instead of or after it. It is not "
            "offered either, unless some players cannot see the card that forbids it.",
            "power",
            "forbid opponents load where ship in you.fleet and card.illegal",
        ),
        Construct(
            "Events",
            "[WHO] VERB[(PARAMETER: VALUE, ...)]",
            "Which events an ability watches. A verb needs WHO: `you`, `opponents`, `players`, or any player "
            "or list of players. A step has none. A parameter with a value must have that value, or one of "
            "that list; other parameters can have any value.",
            "power",
            "before you deliver(ship: harbour where owner is you): gain(1)",
        ),
        Construct(
            "Modifiers",
            "modify RULE[(PARAMETER: VALUE, ...)] [where CONDITION]: CHANGE",
            "Changes the value of a rule while the power works. Changes are `set`, `add`, `subtract`, "
            "`multiply`, `cap` (at most) and `raise` (at least) for numbers; `set`, `add` and `remove` for "
            "lists; `set` for other types.\n\nChanges apply in layers, independent of the order of the "
            "cards: first `set`; then `add`, `subtract` and `remove`; then `multiply`; then `cap` and "
            "`raise`. Within a layer they apply in the order in which the powers became active. Parameters "
            "without a value can have any value; the condition and the values can use their names.",
            "power",
            "modify capacity where ship in you.fleet: set 8\n"
            "modify payout(player: you) where size >= 8:\n  multiply 2\n  cap 30\n"
            "modify payout(player: opponents):\n  subtract 1\n  raise 0\n"
            "modify banned:\n  add [crew]\n  remove goods",
        ),
        Construct(
            "Offers",
            'offer WINDOW [, WINDOW ...] ["TITLE"] [where CONDITION] [once per SPAN]: BODY',
            "While one of the windows is open, the controller can use this ability. It is offered only if it "
            "can begin. `anytime` stands for all windows. With a title it is listed under its card and that "
            "title (`Fan: Cool down`), and the text of the card shows the title. Without one it is listed "
            "under the name of the card, and an offer of the game itself by what it does. `use` makes it "
            "available to other players and outside of windows.",
            "power",
            'offer morning, market "Buy news" where you.credits >= 2 once per turn:\n  pay(2)\n  draw(1)',
        ),
        Construct(
            "Usage limits",
            "once per SPAN | twice per SPAN",
            "How often the ability can be used until the end of the span, which is a verb or a step. A power "
            "of a piece is counted separately for each player who controls it. An ability whose only effect "
            "is a declined `may` does not count as used, unless it is a replacement and the event is thereby "
            "lost.",
            "power",
            "after you draw twice per turn: may gain(1)",
        ),
        Construct(
            "Where a power works",
            "in ZONE [, ZONE ...]: ABILITIES",
            "The abilities work while the piece lies in one of these zones, instead of the zones in "
            "`powers_work_in`. A rule can decide whether they work at all (`powers_work_if`). If no player "
            "controls the piece, as in a discard pile, `you` is nobody: abilities that use `you` have no "
            "effect there, those that use `player` do.",
            "power",
            "in hand:\n  after opponents trade: may discard(this)\nin works, goods:\n  modify hand_limit(you): add 1",
        ),
    ),
)

DEFINITIONS = Chapter(
    "Definitions in a library",
    "The library contains the rules of the game. It declares the steps `setup` and `play`, which run "
    "when a game begins, and the rule `final_score(player)`. The highest score wins, unless a rule "
    "`winners` gives the players who win.",
    (
        Construct(
            "Verbs",
            'verb NAME[(PARAMETER, ...)] [gives (RESULT)] ["PHRASE"]: BODY',
            "An action of a player; `you` is that player. A verb is performed completely or not at all: "
            "unless every `require` at its beginning holds, it does nothing and is not offered. Without a "
            "`require`, the first statement of its body must be possible: a compulsory choice needs an "
            "option, and a call needs a verb that can begin. Statements that currently have no effect are "
            "possible: an `if` without a matching branch, a loop without a round, a `may`.",
            "library",
            'verb sell(card, price: number = 4) "sell {card}":\n  require price > 0\n  discard([card])\n  gain(price)',
        ),
        Construct(
            "Results",
            "verb NAME gives (RESULT[: TYPE]): BODY",
            "A result is a local name of the body. It starts as 0, no, nobody, none or the empty list; its "
            "value at the end is the result of the verb.",
            "library",
            "verb peek gives (seen: cards):\n  seen = top(deck, 2)\n  show(seen, to: you)",
        ),
        Construct(
            "Steps",
            "step NAME[(PARAMETER, ...)]: BODY",
            "Something that happens and that no player performs. `you` has no meaning in it, so every verb "
            "in it needs a subject.",
            "library",
            "step harvest:\n  for each p in players: p draw(1)",
        ),
        Construct(
            "Rules",
            'rule NAME[(PARAMETER, ...)] [gives TYPE] ["PHRASE"]: VALUE',
            "A named value that powers can modify. It has no side effects.",
            "library",
            'rule room(ship) "the room on {ship}": capacity(ship) - count(ship.hold)',
        ),
        Construct(
            "Cases of a rule",
            "VALUE if CONDITION | VALUE otherwise",
            "The value of the first case whose condition holds. The last case is `otherwise`.",
            "library",
            "rule fee(player) gives number:\n  0 if count(player.fleet) is 0\n"
            "  4 if player.credits > 20\n  2 otherwise",
        ),
        Construct(
            "Names in a rule",
            "rule NAME(...): let NAME = VALUE ... and below that its value, or its cases",
            "Names a part of a rule, in lines before its value. The meaning is the same as if the expression "
            "stood in place of the name, but it is computed once. The rulebook uses the name where the part "
            "occurs several times: *twice the share (where the share is half of your coins)*.",
            "library",
            "rule outlook(player) gives number:\n  let lead = player.credits - max(p.credits for each p in players)\n"
            "  let cards = count(player.hand)\n  lead + cards if lead is 0\n  lead - cards otherwise",
        ),
        Construct(
            "Recursive rules",
            "rule NAME(PARAMETER, ...) gives TYPE: VALUE if CONDITION | VALUE with NAME(...) otherwise",
            "A rule can call itself with other arguments, or call a rule that calls it. It must declare what "
            "it `gives`, and one of its cases must have a value that does not depend on itself.\n\nCalls can "
            "be nested as deep as memory allows, at least 10,000 deep, and 200,000 times for one answer. "
            "Beyond that the game stops with an error that names the rules, the file, the line, and the "
            "cards whose powers are involved. A call with the same arguments inside itself is reported as "
            "endless.",
            "library",
            "rule steps(number) gives number:\n  0 if number <= 1\n  1 + steps(number / 2 rounded up) otherwise",
        ),
        Construct(
            "Parameters",
            "NAME | NAME: TYPE | NAME: TYPE = VALUE",
            "The values a verb, step or rule is called with. A parameter that has the name of a type is of "
            "that type. A parameter with a default can be left out in a call. Types are `number`, `yes_no`, "
            "`text`, `player`, `zone`, the types and kinds of the game, and their plurals for lists.",
            "library",
            "verb borrow(card, from_whom: player, number: number = 1):\n"
            "  move(card, to: you.hand)\n  pay(number, to: from_whom)",
        ),
        Construct(
            "Parameters of several types",
            "NAME: TYPE or TYPE",
            "A verb or step can accept several types. The argument of a call decides which one is meant, and "
            "so does the pattern of an ability: `victim: players` matches events about players, `victim: "
            "cards` those about cards. `NAME is TYPE` tests the type in the body; the code it guards can use "
            "the parameter as that type. Only one parameter of a verb can have several types, and it has no "
            "default. Such a verb cannot be used as a span, and no other name in it can be the name of one "
            "of the types.",
            "library",
            'verb hurt(victim: player or card) "hurt {victim}":\n'
            "  if victim is player: victim pay(1)\n  else: discard([victim])",
        ),
        Construct(
            "Phrases",
            '"TEXT with {PARAMETER}, {PARAMETER:NOUN} and [OPTIONAL TEXT]"',
            "The English for a verb, step or rule. The phrase of a verb begins with the base form (`load "
            "{card}`). That of a rule is a noun phrase, or a clause if the rule is yes or no. For a step a "
            "noun phrase fits everywhere (`a night of rain`).\n\n`{number:card}` counts the noun (`2 "
            "cards`). Text in square brackets appears only if all its parameters are known. Without a "
            "phrase, the name of the verb or rule is used. A step without one does not appear in the log; "
            "what it does is shown in its place.\n\nThe phrase of an event is public: all players see the "
            "values that it names, except cards that they cannot see. More in [English](english.md).",
            "library",
            'verb unload(number, to: player = nobody) "unload {number:card}[ for {to}]": gain(number)',
        ),
        Construct(
            "Phrases for modifiers",
            'rule NAME(...) "PHRASE", CHANGE "TEXT with {PARAMETER} and {CHANGE}": VALUE',
            "The English for powers that modify the rule: `modify pay(you): add 2` becomes *You get 2 extra "
            "coins.* instead of *Your pay is increased by 2.* CHANGE is `set`, `add`, `subtract`, "
            "`multiply`, `cap`, `raise` or `remove`; the same word in braces stands for the value in the "
            "power. `[ if {if}]` marks the position of the condition; without it the condition comes first, "
            "after *While*.",
            "library",
            'rule wages(player) "the wages of {player}", add "{player} gets {add:extra coin}": 3',
        ),
    ),
)

STATEMENTS = Chapter(
    "Statements",
    "One statement on each line. A single statement can stand behind the colon; several stand below "
    "it, indented. `#` begins a comment.",
    (
        Construct(
            "Calls of verbs and steps",
            "[WHO] VERB[(VALUE, PARAMETER: VALUE, ...)]",
            "Performs a verb or a step. WHO performs the verb; the default is `you`. If WHO is a list, each "
            "player in it performs the verb, one after the other. Arguments are given in order or by name.",
            "deeds",
            "draw(2)\nopponents lose(1, to: you)\nnext(you) gain(amount: 3) # the neighbour",
        ),
        Construct(
            "Names",
            "let NAME = VALUE",
            "Names a value until the end of the body. VALUE can be the call of a verb with a result. The "
            "name of a zone stands for the zone, including pieces that arrive later: `let theirs = you.hand "
            "+ []` names the pieces that are in it now.",
            "deeds",
            "let price = 2 * count(you.hand)\nlet drawn = draw(2)\nlet eyes = roll(6)\n"
            "let theirs = next(you) draw(1)\ngain(price + eyes + count(drawn + theirs))",
        ),
        Construct(
            "Assignments",
            "TARGET = VALUE | TARGET += VALUE | TARGET -= VALUE",
            "Changes a counter, a flag, or a name declared with `let`. For lists, `+=` appends and `-=` removes.",
            "deeds",
            "leader = you\ncard.charges -= 1\nyou.stock[tea] += 2\nyou.asked_for += crew",
        ),
        Construct(
            "Modifiers with a duration",
            "modify RULE[(PARAMETER: VALUE, ...)] [where CONDITION] until EVENT: CHANGE",
            "Changes the value of a rule from now on until the event. The changes and layers are those of a "
            "modifier in a power.\n\n- Fixed when the statement runs: the arguments (each item of a list "
            "separately), the amounts, and the players and pieces of the event.\n- Evaluated each time: the "
            "condition, and values that use parameters of the rule. Local names in them keep their "
            "values.\n- The change is active until the event is over: during the event, but not for what "
            "comes `after` it. If the statement runs during such an event, the change ends with that event. "
            "An event that is forbidden, or replaced without `proceed`, does not end it. An event without "
            "WHO is that of any player.\n- The change stays active if its card leaves.\n\nLists, texts and "
            "zones cannot be kept.",
            "deeds",
            "modify payout(player: you) until take_turn: add count(you.works)\n"
            "modify hand_limit(player: opponents) until you take_turn: subtract 1\n"
            "modify capacity where ship in you.fleet until you load(card):\n  multiply 2\n  cap 8",
        ),
        Construct(
            "Powers with a duration",
            "copy_power|become_power|lose_powers(VALUE, ...) until EVENT",
            "Gives a piece a power, in addition to its own or instead of it, or takes its powers away, until "
            "the event is over. Which power, and the players and pieces of the event, are fixed when the "
            "statement runs. Afterwards the hidden or taken powers work again, unless something else still "
            "hides or takes them: durations end independently, and a copy of a copy has its own.\n\nThe "
            "effect stays if the card that caused it, or the card the power came from, leaves, and wherever "
            "the piece goes, except when a token returns to its pool. A power that is running when it ends "
            "runs to its end. `become_power` without a duration ends the power that it replaces, and "
            "`regain_powers` ends what took powers away. Durations follow the rules of modifiers with a "
            "duration. No other verb can have one.",
            "deeds",
            "choose s from you.fleet, t from harbour:\n  copy_power(s, onto: t) until you take_turn\n"
            "  lose_powers(s) until players load(ship: t)\n"
            "may become_power(this, onto: card) until next(you) take_turn: draw(1)",
        ),
        Construct(
            "Requirements",
            "require CONDITION",
            "A condition without which the verb, step or option cannot be performed. It must stand before "
            "everything that changes something. In a loop, an `else` or a reaction, use `if` or `where` "
            "instead: nobody decides to begin these.",
            "deeds",
            "require you.credits >= 3 and count(you.hand) > 0\npay(3)",
        ),
        Construct(
            "Branches",
            "if CONDITION: BODY [else if CONDITION: BODY ...] [else: BODY]",
            "Runs the first body whose condition holds. If none holds, nothing happens, and this does not "
            "keep a verb from being offered; use `require`, or the `if` of an `option`, for that.",
            "deeds",
            "if you.credits > 9: pay(9)\nelse if you.credits > 4: pay(4)\nelse: draw(1)",
        ),
        Construct(
            "For each",
            "for each NAME in LIST [where CONDITION]: BODY",
            "Runs the body once for every item that the list has at the beginning. A verb without a subject "
            "is still performed by `you`.",
            "deeds",
            "for each c in you.hand where tier is 1: deliver(c, ship)\nfor each p in opponents: p draw(1)",
        ),
        Construct(
            "Secret choices",
            "secretly for each NAME in PLAYERS: CHOICE",
            "Asks all these players before any answer takes effect. The body is one `choose` with one pick, "
            "of one item or several, or one `choose one` with options. When the last player has answered, "
            "the consequences follow, player by player. Until then nobody sees anything of the answers.",
            "deeds",
            "secretly for each p in players:\n  p choose amount from numbers(0, p.credits): p lose(amount)\n"
            "secretly for each p in players:\n  p choose 2 cs from p.hand: move(cs, to: next(p).hand)\n"
            'secretly for each p in players:\n  p choose one:\n    option "Spend": p lose(1)\n'
            '    option "Wait": nothing',
        ),
        Construct(
            "Loops",
            "repeat: BODY | repeat NUMBER times: BODY | repeat until CONDITION: BODY",
            "`until` is tested before every round. `stop` ends the innermost loop.",
            "deeds",
            "repeat 2 times: draw(1)\nrepeat until count(you.hand) >= 5: draw(1)\n"
            "repeat:\n  if count(deck) is 0: stop\n  draw(1)",
        ),
        Construct(
            "May",
            "[WHO] may STATEMENT | [WHO] may [STATEMENT]: BODY [else: BODY]",
            "The player decides whether to perform the statement; if so, the body follows. `else` runs if "
            "they decline or cannot. A player is not asked about something that cannot begin. If WHO is a "
            "list, each player in it is asked, one after the other; the same holds for `choose`.",
            "deeds",
            "may pay(2): draw(1)\nnext(you) may draw(1)\nopponents may gain(1)\n"
            "may:\n  draw(1)\n  gain(1)\nelse: gain(3)",
        ),
        Construct(
            "May, repeatedly",
            "repeatedly [WHO] may ...",
            "Asks again after every yes, until the player passes or the statement cannot begin.",
            "deeds",
            "repeatedly may pay(1): draw(1)\n"
            "repeatedly may choose c from you.hand where tier is 1: discard([c])\n"
            'repeatedly may choose one:\n  option "Draw" if count(deck) > 0: draw(1)\n  option "Pay": pay(1)',
        ),
        Construct(
            "Choices",
            "[WHO] [may] choose [AMOUNT] NAME from LIST [where CONDITION] [, ...]: BODY [else: BODY]",
            "A player picks items, which then have the name: one item, or a list if there is an AMOUNT. "
            "Several picks follow each other, and later ones can use earlier ones. An item is offered only "
            "if the later picks and the first statement of the body remain possible. A compulsory pick with "
            "a single option is not asked.\n\nA fixed number is picked completely or not at all: if there "
            "are fewer items, nothing is chosen, and the text of the card says so. `choose min(2, "
            "count(LIST)) cs from LIST` takes as many as there are. `else` runs if nothing can be chosen or "
            "nothing was chosen. Without `else`, `up to` and `any number of` can result in an empty list, "
            "with which the body runs.",
            "deeds",
            "choose c from you.hand, ship from harbour where accepts(it, c): load(c, ship)\n"
            "may choose c from you.hand: discard([c])\nelse: draw(1)",
        ),
        Construct(
            "Amounts",
            "NUMBER | up to NUMBER | NUMBER or more | any number of",
            "How many items are picked, one after the other. The list has the order of the list picked from. "
            "`done` ends the choice when there are enough.",
            "deeds",
            "choose 2 cs from you.hand: discard(cs)\nchoose up to 2 cs from you.hand: discard(cs)\n"
            "choose 1 or more cs from you.hand: discard(cs)\nchoose any number of cs from you.hand: discard(cs)",
        ),
        Construct(
            "Conditions on all picked items",
            "choose AMOUNT NAME from LIST [where CONDITION] such that CONDITION",
            "`where` tests each item alone; `such that` tests all picked items, which have the name NAME, "
            "and can use single items that were picked before. Only items that can still complete a valid "
            "list are offered, `done` only if the list is valid, and the choice is impossible if there is no "
            "valid list.\n\nAny condition is allowed. Conditions that can only become true or only become "
            "false as the list grows (counts, sums of attributes, all alike, all different) are solved "
            "directly. For others the lists are tried one by one, and the game stops with an error after "
            "50,000 of them. `such that` cannot be combined with `at random` or `secretly`.",
            "deeds",
            "choose any number of cs from you.hand such that sum(cs.tier) <= 3: discard(cs)\n"
            "may choose 2 or more cs from you.hand such that count(distinct(cs.sort)) is 1: discard(cs)\n"
            "choose c from you.hand, up to 2 cs from you.hand where it is not c such that sum(cs.tier) is c.tier: "
            "discard(cs)",
        ),
        Construct(
            "Random picks",
            "choose [AMOUNT] NAME at random from LIST [where CONDITION]: BODY",
            "Chance picks the items, so there is no WHO. Several items are in the order drawn.",
            "deeds",
            "choose c at random from next(you).hand: move(c, to: you.hand)",
        ),
        Construct(
            "Options",
            '[WHO] [may] choose one ["QUESTION"]: option ["TITLE"] [if CONDITION]: BODY ... [else: BODY]',
            "Options whose condition does not hold, or whose body cannot begin, are not offered. An option "
            "whose body has no effect is offered. Without a title, an option is named by what it does; "
            "without a question, the prompt is to choose one.\n\nTitles and questions can contain values in "
            "braces, which are filled in when the player is asked: local names, and properties of them "
            "behind a dot. `{stake:credit}` counts the noun (`2 credits`), also behind words of a type (`a "
            "tea card and 2 rum cards`). In scenarios the option is named by its title without the values.",
            "deeds",
            "let stake = 2 * count(you.fleet)\n"
            'choose one "What do you say, {you}?":\n'
            '  option "Bet {stake:credit}" if you.credits >= stake: pay(stake)\n'
            '  option "Draw": draw(1)',
        ),
        Construct(
            "Items and options in one decision",
            "choose one: option for each NAME in LIST [where CONDITION]: BODY ... option ...",
            "`option for each` offers every item of a list as an option, before the other options of the "
            "same decision. Picking an item runs the body. Several of these in one choice must offer items "
            "of different types, such as cards, pieces of another kind, and players.",
            "deeds",
            "choose one:\n  option for each c in you.hand: discard([c])\n"
            '  option for each p in opponents: p draw(1)\n  option "Draw": draw(1)',
        ),
        Construct(
            "Deferred statements",
            "put on STACK: BODY | carry out PIECES",
            "`put on` takes a free piece, puts it on top of the stack and attaches the body to it. `carry "
            "out` runs the bodies of pieces, one after the other, and returns the pieces.\n\n- Choices, "
            "names and values from before `put on` are kept, and `you` stays the same player. Whatever the "
            "body itself asks is asked when it runs.\n- What all players know, such as what was chosen, is "
            "shown at the piece. Its `controller` is `you`.\n- A piece that is moved off the stack loses its "
            "body.\n- The stack is an ordered, visible zone of the table. Its pieces have a kind of their "
            "own, with as many copies as can wait at once; free ones lie in the first zone of the table for "
            "that kind. If there is no free piece, the game stops with an error that names the line.",
            "deeds",
            "choose p from opponents:\n  pay(1)\n  put on stack: p lose(2, to: you)\n"
            "repeat until count(stack) is 0:\n  window(market)\n  carry out top(stack)",
        ),
        Construct(
            "Built-in statements",
            "nothing | stop | finish | window(NAME)",
            "`nothing` has no effect. `stop` ends the innermost loop. `finish` ends the game at once. "
            "`window` lets every player in turn, from the active one, use offers until all have passed. In "
            "an `instead of` there is also `proceed`.",
            "deeds",
            "window(market)\nif count(deck) is 0: finish\nelse: nothing",
        ),
    ),
)

VALUES = Chapter(
    "Expressions",
    "Every value has a type: number, yes or no, player, zone, a type of the game, a piece of a kind, "
    "the name of a piece of a kind, or a list of these. Where a list is needed, a zone stands for "
    "the list of its pieces, several zones for the pieces in all of them, and a single item for a "
    "list with that item.",
    (
        Construct(
            "Numbers, yes and no",
            "12 | yes | no",
            "Numbers are integers. `no_limit` is 1,000,000,000,000, larger than any number in a game; a "
            "number that grows beyond it stops the game with an error.",
            "value",
            "yes is not no and 3 < no_limit",
        ),
        Construct(
            "Properties",
            "VALUE.NAME",
            "An attribute, zone or memory of a piece; a zone or memory of a player. The property of a list "
            "is the list of that property of all items; the dots in between are not written.",
            "value",
            "count(opponents.hand) + ship.owner.credits + sum(harbour.contracts.tier)",
        ),
        Construct(
            "Properties of nobody",
            "PLAYER.NAME",
            "A zone of nobody is empty, and memory of nobody has its start value; rules for nobody use these "
            "values. Nothing can be moved into a zone of nobody, and its memory cannot change. Actions and "
            "decisions of nobody do not happen, and whatever needs them is not offered. Nobody is not an "
            "opponent and sees nothing; `next(nobody)` is nobody, and `clockwise(nobody)` begins with the "
            "first seat.\n\nA piece that is none, such as a missing result, is in no zone and no list. Its "
            "attributes are 0, no or none, and it cannot be moved.",
            "value",
            "count(ship.owner.hand) + ship.owner.credits",
        ),
        Construct(
            "Indexes",
            "MEMORY[WORD]",
            "One counter of memory that is declared with `per`. For none instead of a word, the start value "
            "of that memory.",
            "value",
            "you.stock[tea] + you.stock[iron]",
        ),
        Construct(
            "Arithmetic",
            "A + B | A - B | A * B | -A | A / B rounded up|down",
            "A division states how it rounds; dividing by 0 gives 0. For lists, `+` joins and `-` removes "
            "each item once. A joined list of pieces contains each piece once; see [the order of "
            "lists](#the-order-of-lists).",
            "value",
            "-1 + 2 * (you.credits - 3) / 2 rounded down + count(you.hand + you.goods - you.works)",
        ),
        Construct(
            "Comparisons",
            "A is B | A is not B | A < B | A <= B | A > B | A >= B",
            "`is` compares values that can be equal; the other comparisons need numbers. Comparisons cannot "
            "be chained.",
            "value",
            "card.sort is crew and card is not this or you.credits >= 4",
        ),
        Construct(
            "Membership",
            "A in LIST | A not in LIST",
            "Whether an item is in a list.",
            "value",
            "card in you.hand and crew not in you.asked_for",
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
            "Items of one type. Lists among the items are joined.",
            "value",
            "card.sort in [crew, wharf]",
        ),
        Construct(
            "The order of lists",
            "A + B | A - B | LIST where CONDITION | VALUE for each NAME in LIST | first(LIST) | ...",
            "Every list has an order. Loops, picks, `first`, `last`, `is` and moves onto an ordered zone use "
            "it, and it is the same in rules, names, memory, parameters and results.\n\n| List | Order |\n| "
            "--- | --- |\n| ordered zone | from the bottom to the top; `top` from the top |\n| unordered "
            "zone, plural of a kind | as in the files |\n| `[A, B]` | as written |\n| `A + B` | all of A, "
            "then the items of B; pieces once, at their first position |\n| `A - B` | A without the first "
            "occurrence of each item of B |\n| `where`, `with the highest`, `distinct` | unchanged |\n| "
            "`VALUE for each` | like nested loops; lists are joined as by `+` |\n| `players`, `opponents` | "
            "by seats; in the order of play |\n| words of a type | as declared |\n| picked items | that of "
            "the list picked from; picks of chance as drawn |\n| a rule modified by `add`, `remove` | new "
            "items at the end; the first occurrence of each is removed |",
            "value",
            "first(you.hand + you.goods - you.works, 2) is you.hand",
        ),
        Construct(
            "Filters",
            "LIST where CONDITION[, if any]",
            "The items for which the condition holds. In the condition `it` is the item, and properties of "
            "the item need no `it.` in front. With `, if any` the result is all items if the condition holds "
            "for none: an obligation to be met if possible. It can also stand behind the `where` of loops "
            "and picks.",
            "value",
            "count(you.hand where tier > 1 and it is not card) + count(you.hand where sort is crew, if any)",
        ),
        Construct(
            "The highest and the lowest",
            "LIST [where CONDITION] with the highest|lowest NUMBER [with the ...]",
            "The items with the largest or smallest number: several in a tie, none if the list is empty. In "
            "the number, and in a condition before it, `it` is the item. A second number decides among those "
            "that remain.",
            "value",
            "count(players where ready with the highest credits with the lowest count(hand))",
        ),
        Construct(
            "Lists of computed values",
            "VALUE for each NAME in LIST [for each ...] [where CONDITION]",
            "The list of the value for each item. Lists are joined into one, each piece once, and so are "
            "zones. Zones stay separate in a rule that does not say `gives cards`, beside other zones, and "
            "where a loop, a pick or a condition needs a zone: `choose z from (p.hand for each p in players) "
            "where count(it) > 2`.",
            "value",
            "max(p.credits + s for each p in opponents for each s in [1, 2] where s > p.credits)",
        ),
        Construct(
            "Calls of rules",
            "RULE(VALUE, PARAMETER: VALUE, ...)",
            "The value of a rule, a table or a built-in. A rule without parameters has no brackets.",
            "value",
            "payout(size: 3, player: you) + price(tea, 2) + count(banned)",
        ),
        Construct(
            "Words of types",
            "WORD | PLURAL",
            "A word of a type is a value. The plural of a type is the list of its words. The plural of a "
            "kind is the list of all its pieces, and the id of a card is its name.",
            "value",
            "count(sorts) + count(cards where name is foreman) + count(ships)",
        ),
        Construct(
            "Running events",
            "during(VERB) | caused_by(this)",
            "Whether a verb or step is being performed; whether this power, or a copy of it, is running.",
            "power",
            "after you draw where during(trade) and not caused_by(this): draw(1)",
        ),
    ),
)

CHAPTERS = (POWERS, DEFINITIONS, STATEMENTS, VALUES)

WORDS = (
    ReservedWord("you", "The player who performs the verb, or who controls the piece with the power."),
    ReservedWord("this", "The piece that has the power."),
    ReservedWord("it", "The item that a filter or pick tests."),
    ReservedWord(
        "player", "In a reaction to a verb: the player who performs it, unless the verb has a parameter of this name."
    ),
    ReservedWord("players", "All players, in the order of the seats."),
    ReservedWord("opponents", "All players except `you`, in the order of play from there."),
    ReservedWord(
        "everybody", "In a game with `out`: all players, including those who are out. Otherwise it is free for names."
    ),
    ReservedWord("nobody", "No player; see *Properties of nobody*."),
    ReservedWord("none", "No word of a type, no piece, or no number where that is allowed."),
    ReservedWord("no_limit", "A number larger than any in a game: 1,000,000,000,000."),
    ReservedWord("anytime", "In an offer: every window."),
)

# What every piece has besides the attributes, zones and memory of its kind.
PROPERTIES = (
    (
        "controller",
        "player",
        "The player who controls the piece: the owner of its zone, or of the piece on which it lies.",
    ),
    ("zone", "zone", "The zone in which the piece lies."),
    ("name", "name of its kind", "The name; `you.hand.name` is a list of names, `cards.name` the list of all names."),
    ("PARTS", "list of pieces", "The parts of the piece, by the word that the kind declares: `card.load`."),
    ("WHOLE", "piece", "The piece that a part belongs to, by the kind named in `part_of`: `crate.card`."),
)
