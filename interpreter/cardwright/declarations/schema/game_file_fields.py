"""Fields of a game file: types, kinds, zones, memory, steps, sets, and the game as a whole."""

from dataclasses import replace

from cardwright.declarations.model import REACTION_ORDERS
from cardwright.declarations.schema import field_types as f
from cardwright.declarations.schema.card_file_fields import DECK, PIECE, TABLE
from cardwright.declarations.schema.field_types import Field, FieldGroup, make_owner_groups, make_word_list
from cardwright.declarations.schema.look_fields import LOOK
from cardwright.declarations.schema.scenario_fields import MAX_PLAYERS
from cardwright.state_slots_and_table_rows import ROLLOUTS

PRIOR = f.NumberField(1)

TYPE = FieldGroup(
    "type",
    "A type: `types: NAME:`",
    "A list of words. The plural of another type among the values stands for all its words.",
    (
        Field("title", f.LineText(), "A name for people who read the file."),
        Field("plural", f.WordField("plural"), "The word for a list of them.", "the name and `s`"),
        Field("values", make_word_list("word or plural of a type", "words"), "The words.", needed=True),
    ),
)

ATTRIBUTE = FieldGroup(
    "attribute",
    "An attribute: `attributes: NAME:`",
    "`NAME: TYPE`, or a group with a default. Types are `number`, `yes_no`, the types of the "
    "game, and names of pieces: `upgrade: name of card`, whose value is the id of a card. With the plural of a type "
    "(`tribes`) a piece has a list of its words.",
    (
        Field("is", f.WordField("type"), "The type, or its plural for several values.", needed=True),
        Field(
            "default",
            f.Value(),
            "The value of pieces that do not give one. `none` is possible for a word of a type, a name or a "
            "number: the piece then has no value (`suit is none`), and none is printed. Test that a number "
            "`is not none` before you calculate with it.",
            "every piece must give one; several values are empty",
        ),
    ),
    short="is",
)

ZONE = FieldGroup(
    "zone",
    "A zone: `zones: NAME:`",
    "A container of pieces. Before the set-up all pieces of a kind lie in the first zone of the table for that kind.",
    (
        Field(
            "of",
            f.WordField("plural of a kind"),
            "The kind of piece it contains.",
            "the first kind",
            holds="the plural of a kind",
        ),
        Field(
            "see",
            f.OneOf("way to see a zone", ("nobody", "owner", "others", "everyone", "top", "face")),
            "Which players see the pieces: `others` are all except the owner; `top` shows the top piece to "
            "all and makes the zone ordered; with `face` all see the pieces that lie face up, and powers "
            "rest while face down: a piece comes face down, except from another such zone. Players remember "
            "what they saw being moved into the zone.",
            "everyone",
        ),
        Field(
            "down",
            f.OneOf("viewer", ("nobody", "owner")),
            "With `see: face`, who sees pieces that lie face down.",
            "nobody",
        ),
        Field(
            "ordered",
            f.Flag(),
            "Whether the pieces have an order; the last one is the top. Without it they are listed as in the files.",
            "no",
        ),
        Field(
            "row",
            f.Flag(),
            "Whether the pieces lie in a row: the zone is ordered, its top is the right end, and scenarios write it "
            "from left to right, in the order of lists.",
            "no",
        ),
        Field("title", f.LineText(), "The printed name.", "the name"),
        Field(
            "at",
            f.LineText(),
            "The position of its pieces in sentences, such as `at sea`.",
            "`in` or, as for a board, `on` and the title",
        ),
    ),
    empty=True,
)

MEMORY = FieldGroup(
    "memory",
    "Memory: `memory: NAME:`",
    "`NAME: TYPE`, or a group. If the memory of a kind is named `owner`, its player controls the "
    "piece, and what lies on the piece, while it is in a zone of the table. What lies on a piece follows only "
    "the `owner` of that piece, not one of its own.",
    (
        Field(
            "is", f.WordField("type"), "A type, or its plural for a list; names of pieces: `name of card`.", needed=True
        ),
        Field(
            "starts",
            f.Value(),
            "The start value: a number, `yes` or `no`, a word of its type, or `none`. Test that a number "
            "with the start value `none` `is not none` before you calculate with it.",
            "0, `no`, `nobody`, `none` for a word or a piece, or the empty list; the first seat for the memory that "
            "`active` names",
        ),
        Field("per", f.WordField("type of words"), "One counter for each word of the type: `you.stock[tea]`."),
        Field("until", f.WordField("verb or step"), "The verb or step at whose end it returns to its start value."),
        Field(
            "resets",
            f.Flag(),
            "Whether memory of a piece returns to its start value when the piece moves to another zone. "
            "Moves within a zone keep it.",
            "only when the piece [leaves play](#leaving-play); with `no`, not even then",
        ),
        Field(
            "see",
            f.OneOf("viewer", ("everyone", "owner", "nobody")),
            "Who sees it: everyone (of a piece, whoever sees the piece), the `owner` (only memory of players has one), "
            "or `nobody`, not even its own player.",
            "`everyone`",
        ),
        Field("secret", f.Flag(), "Whether only its player sees it; memory of the table or a piece, nobody.", "no"),
        Field(
            "also_see",
            f.OneOf("viewer", ("owner", "everyone")),
            "Who sees memory of a piece without seeing the piece: the owner of its zone, or everyone. They "
            "identify the piece by its position, so the zone must be ordered.",
            "whoever sees the piece",
        ),
        Field("title", f.LineText(), "The printed name.", "the name"),
    ),
    short="is",
)

KIND = FieldGroup(
    "kind",
    "A kind of piece: `kinds: NAME:`",
    "A class of pieces.",
    (
        Field(
            "from",
            f.WordField("file of shared cards"),
            "Takes the kind of this name from a file of shared cards (`french` for `cards/french.yaml`), "
            "with the types of its attributes unless the game declares them. Other fields are added.",
        ),
        Field("title", f.LineText(), "The name of a piece that is not visible.", "the name"),
        Field("plural", f.WordField("plural"), "The word for several.", "the name and `s`"),
        Field(
            "part_of",
            f.WordField("kind"),
            "For a kind of parts: the kind they belong to, and the name for that piece in rules.",
        ),
        Field("attributes", f.MapOf(ATTRIBUTE, key="new attribute"), "Values that are fixed for every piece."),
        Field(
            "parts",
            f.MapOf(f.WordField("kind"), most=1, key="new parts"),
            "Pieces of another kind that belong to a piece, by number: `load: {tea: 2}` makes two parts, "
            "each with `tea` as its first attribute.",
            holds="`WORD: KIND`",
        ),
        Field("zones", f.MapOf(ZONE, key="new zone"), "Zones on each piece, such as a ship's hold."),
        Field("memory", f.MapOf(MEMORY, key="new memory"), "Counters and flags of each piece."),
        Field(
            "interchangeable",
            f.Flag(),
            "Whether equal pieces count as one: only one of them is offered, and nobody is asked to choose "
            "among them. Copies of one definition are equal while they lie in the same zone with the same "
            "side up, have equal memory, powers, uses and pieces on them, and no memory refers to one of "
            "them.",
            "no",
        ),
    ),
    empty=True,
)

REACTIONS = FieldGroup(
    "reactions",
    "Several reactions to one event: `reactions:`",
    "In which order reactions to the same event run, and what of them still runs when their turn comes.",
    (
        Field(
            "order",
            f.OneOf("order of reactions", REACTION_ORDERS),
            "Which one runs first. `active_player_first`: those of the active player, then in the order of play; those "
            "of one player in the order in which they became active. `order_of_play`: in the order in which they "
            "became active, whoever controls them. `each_player_orders`: the active player chooses the next one of "
            "their own until all have run, then the next player does. `active_player_orders`: the active player puts "
            "all in order before the first one runs; if some are on pieces that not everybody sees, it is as with "
            "`each_player_orders`. Abilities of the library, and those of pieces that nobody controls, come first.",
            "`active_player_first`",
        ),
        Field(
            "conditions",
            f.OneOf("moment", ("at_event", "in_turn")),
            "When the condition of a reaction is tested: for all of them before the first one runs (`at_event`), or "
            "again when its turn comes (`in_turn`): it is skipped if its condition does not hold any more.",
            "`at_event`",
        ),
        Field(
            "gone",
            f.OneOf("result", ("react", "skip")),
            "Whether a reaction runs (`react`) or is skipped (`skip`) if its power no longer works when its turn "
            "comes, because the piece left, turned face down or lost the power.",
            "`react`",
        ),
    ),
)

# These fields may have any order in files of a game, and identify such files.
_DECLARATIONS = (
    Field("types", f.MapOf(TYPE, key="new type"), "Lists of words, such as colours or types of goods."),
    Field(
        "kinds", f.MapOf(KIND, key="new kind"), "The kinds of piece. Cards of a set are of the first one.", needed=True
    ),
    Field(
        "zones",
        make_owner_groups(ZONE, "zones"),
        "Zones of the table and of each player.",
        holds="`table` and `player`",
    ),
    Field(
        "memory",
        make_owner_groups(MEMORY, "memories"),
        "Counters and flags of the table and of each player.",
        holds="`table` and `player`",
    ),
    Field("tables", f.MapOf(TABLE, key="new table"), "Tables of numbers, used like rules: `price(tea, 2)`."),
    Field("decks", f.MapOf(DECK, key="new table"), "Lists of cards with counts, used like rules: `starter(fire)`."),
    Field("windows", make_word_list("new window", "words"), "Moments at which players can use offers."),
    Field(
        "powers_work_in",
        make_word_list("zone"),
        "The zones in which powers work, unless they name their own.",
        "nowhere",
    ),
    Field(
        "play",
        make_word_list("zone"),
        "The zones of all owners in which pieces are in play; what lies on a piece in play is in play, too. A piece "
        "that moves to a zone out of play [begins anew](#leaving-play).",
        "no zone; then nothing leaves play",
    ),
    Field(
        "powers_work_if",
        f.WordField("rule"),
        "A yes-or-no rule with a piece as parameter that tells whether its powers work now. Modifiers "
        "of this rule switch powers off and on while they are active: in a power with `set no`, or as "
        "a statement until an event. Several are independent of each other. Powers that modify this "
        "rule always work.",
        "always",
    ),
    Field(
        "targeting",
        f.WordField("verb or step"),
        "A verb with two parameters: a piece, and what can be its target. The player performs it for each piece or "
        "player chosen as a target. Abilities can react to it or forbid it; if it gives a result of the target's type, "
        "that is the target from then on.",
        "no verb",
    ),
    Field(
        "active",
        f.WordField("memory of the table"),
        "The memory of the table that holds the active player; reactions begin with that player.",
    ),
    Field("turn", f.WordField("verb or step"), "The verb or step that is one turn; it counts the turns."),
    Field(
        "out",
        f.WordField("memory of the players"),
        "The flag of the players that means a player is out of the game. That player is not among "
        "`players` and `opponents`, is skipped by `next`, windows and reactions, can perform no verb "
        "except one that clears the flag, and is not asked. Whatever that player was doing ends. "
        "`everybody` is all players.",
        "no player",
    ),
    Field(
        "decider",
        f.WordField("memory of the players"),
        "The memory of the players that holds [who decides for them](#deciding-for-another).",
        "everybody decides for themselves",
    ),
    Field("valuation", f.WordField("rule"), "The rule of a player that bots maximize, in any unit.", "`final_score`"),
    Field("valuations", make_word_list("rule"), "More such rules, which bots can use instead."),
    Field(
        "lead_over_all",
        make_word_list("rule"),
        "Valuations for which bots compare a player with the mean of all opponents instead of the best opponent.",
        "none",
    ),
    Field(
        "settling",
        make_word_list("rule"),
        "Valuations for which `greedy` and `mcts` play on at random until the score has changed before they value a "
        "position, as they do in a game without a valuation.",
        "none",
    ),
    Field(
        "priors",
        f.MapOf(PRIOR, empty=False),
        "For valuations, how much worse an option must look for `mcts` to give it about a quarter of the attention.",
        "none",
    ),
    Field(
        "strong",
        f.WordField("rule"),
        "The rule that the bot `strong` maximizes, such as one found by training.",
        "the `valuation`",
    ),
    Field(
        "rollout",
        f.OneOf("rollout", ROLLOUTS),
        "How searching bots (`mcts`) continue a match before they use the valuation; `none` if the "
        "valuation itself looks ahead.",
        "`quick`",
    ),
    Field(
        "text_limit",
        f.NumberField(1),
        "The number of characters of English for which a card has room; longer powers get a warning.",
        "no limit",
    ),
    Field("play_order", f.OneOf("play order", ("clockwise", "anticlockwise")), "The direction of play.", "clockwise"),
    Field("reactions", REACTIONS, "The order of several reactions to one event."),
    Field(
        "pieces",
        f.ListField(PIECE),
        "Pieces that belong to the game whatever sets are chosen, such as ships; written like cards.",
        holds="a list of pieces",
    ),
    Field("library", f.Language("library"), "Verbs, steps, rules and abilities of the game."),
    Field(
        "about",
        f.MapOf(f.TextField(), key="anything"),
        "Texts of your own for the rulebook: about a verb, step, rule, table, kind, word, zone or "
        "counter by its name, about the whole as `game`, and as `goal` who wins and when the game "
        "ends, which players also see at the start. `validate` reports a number in it that its rule no "
        "longer gives.",
        holds="`WORD: TEXT`",
    ),
    Field("look", LOOK, "How the game is displayed; it changes no rule."),
)

GAME = FieldGroup(
    "game",
    "The fields of a game",
    "A game is a folder `games/NAME` of YAML files, which are read as one: groups, lists and "
    "libraries of several files are combined; single values and `look` stand in one file.",
    (
        Field("game", f.WordField(), "The name of the game, which is that of its folder."),
        Field("title", f.LineText(), "The printed name.", "the name of the folder"),
        Field("summary", f.TextField(), "A sentence about the game, at the beginning of the rulebook."),
        Field(
            "players",
            f.FromTo(1, MAX_PLAYERS),
            f"For how many players the game is, from 1 to {MAX_PLAYERS}.",
            "2",
            holds="`2 to 6` or a number",
        ),
        Field("sets", make_word_list(), "The sets to play with when nobody chooses any.", "all sets"),
        *(replace(each, free=True, telling=True) for each in _DECLARATIONS),
    ),
    own_after="sets",
)
