"""The fields of `look:`, which say how a game is displayed."""

from cardwright.declarations.schema import field_types as f
from cardwright.declarations.schema.field_types import Field, FieldGroup, make_word_list

# Limit for the boxes in a row of a board, by the width of a screen.
MAX_ACROSS = 12
# The fields of a picture that say in which column and row each piece of a board lies.
PLACING = ("across", "at")
PROCEDURES = make_word_list("verb or step", "verbs and steps")

PICTURE = FieldGroup(
    "picture",
    "A picture: `look: draw: NAME:`",
    "`NAME: SHAPE`, or a group. On a screen without room the same is shown in words.",
    (
        Field(
            "as",
            f.OneOf("picture", ("grid", "hexes", "ring", "rows", "columns", "chart")),
            "`grid`: a box for each piece of a zone of the table, or for each player; with `across` or `at`, for each "
            "piece of the zone of each player. `hexes`: a board of hexagons, with `across` or `at`. `ring`: pieces "
            "along a closed line, clockwise from the top left. `rows`: a line for each piece. `columns`: labels in "
            "columns. `chart`: numbers by the words of a type, in columns beside the players. Not declared, a zone of "
            "the table is a board if its pieces are all different and cannot leave it: they are placed by two numbers "
            "of theirs or, if there are 9, 16, 25 and so on without numbers or powers, in a square.",
            needed=True,
        ),
        Field("lines", make_word_list("template"), "Lines of text for each piece or player."),
        Field("by", f.WordField("attribute"), "The attribute by which a chart counts the pieces of a zone."),
        Field(
            "across",
            f.NumberField(2, MAX_ACROSS),
            "For the grid of a zone: the number of boxes in a row, as on a board or a player's sheet. Pieces fill it "
            "row by row. Of hexagons, every second row begins half a space further right.",
            "as many as there is room for",
        ),
        Field(
            "at",
            make_word_list("attribute"),
            "Instead of `across`: two attributes that are numbers, `[column, row]`, which place each piece; the first "
            "row is the topmost. Of hexagons, each row begins half a space further right.",
        ),
        Field("upwards", f.Flag(), "With `at`: whether the first row is the lowest.", "no"),
        Field(
            "mark", f.WordField("memory"), "Memory of the players that refers to a piece; the players are marked there."
        ),
    ),
    short="as",
)

# How a face is laid out, and the patterns that tell colours apart.
FACE_LAYOUTS = ("playing_card", "poker_text", "emblem", "landscape", "square", "tile", "mini", "token", "marker")
FACE_PATTERNS = ("stripes", "dots", "waves", "lattice", "chevrons", "rings", "steps", "plain")

FACE = FieldGroup(
    "face",
    "The face of a kind of piece: `look: faces: KIND:`",
    "`KIND: LAYOUT`, or a group. Faces are shown in a browser and printed. What is left out is chosen from what the "
    "kind has.",
    (
        Field(
            "as",
            f.OneOf("layout", FACE_LAYOUTS),
            "The layout: `playing_card` with pips, `poker_text` with art and a text, `emblem` with a large icon, "
            "`landscape` for a place on the table, `square`, `tile` and `mini` in their sizes, round `token`, "
            "`marker` of a player.",
            "by what the kind has and where its pieces lie",
        ),
        Field("template", f.WordField("icon"), "Your own drawing `icons/NAME.svg`, whose places are filled in."),
        Field("colour", f.WordField("attribute"), "The attribute that colours the face.", "the first with a colour"),
        Field("corner", f.WordField("attribute"), "The attribute in the corner.", "the first that is a number"),
        Field("second", f.WordField("attribute"), "The attribute whose icon is beside the title.", "the second word"),
        Field(
            "art",
            f.WordField("attribute"),
            "The attribute whose icon is the art of cards without a picture.",
            "that of the colour or, if cards differ only by name, one for the words of the name",
        ),
        Field("row", make_word_list("attribute"), "Numbers below the art.", "all that are nowhere else"),
        Field("table", f.WordField("table"), "The table that is printed with its row.", "one with a row for the card"),
        Field("text", f.OneOf("kind of text", ("symbols", "plain")), "Whether texts have icons in them.", "`symbols`"),
        Field(
            "foot", f.LineText(fills=True), "The line at the bottom, with `{set}`, `{number}` and `{of}`.", "all three"
        ),
        Field(
            "pattern",
            f.OneOf("pattern", FACE_PATTERNS),
            "The pattern of the frame.",
            "by the place of the colour's word in its type",
        ),
    ),
    short="as",
)

BACK = FieldGroup(
    "back",
    "The back of a kind of piece: `look: backs: KIND:`",
    "`KIND: COLOUR`, or a group.",
    (
        Field("colour", f.WordField("colour"), "Its colour, as `#rrggbb`.", "by the place of the kind in the game"),
        Field("pattern", f.OneOf("pattern", FACE_PATTERNS), "Its pattern.", "by the place of the kind in the game"),
        Field("title", f.LineText(), "The words on it.", "the title of the game"),
        Field("icons", make_word_list("anything shown", "words"), "Words whose icons are on it.", "the first three"),
    ),
    short="colour",
)

LOOK = FieldGroup(
    "look",
    "How a game is shown: `look:`",
    "Templates are text with names in braces. A name is an attribute, memory, a zone or parts of "
    "the piece or player, or the `name` of a piece. `{stack:coin}` becomes `3 coins`, `{stack:●}` "
    "becomes `●●●`, and `{content|colour}` is the first of the two that has a value. A rule of one piece, or "
    "of one player, is asked by `{strength(it)}`: the label shows what it is now, and `?` to those who cannot know "
    "it. A line without any value is left out. What a player may not see is drawn as `▒`.",
    (
        Field(
            "colors",
            f.MapOf(f.WordField("colour"), key="anything shown"),
            "Colours of words of a type (and of the cards that have them), of zones, memory and cards: "
            "`green`, `bright_blue`, `bold red`, `#ffaa00`.",
            holds="`WORD: COLOUR`",
        ),
        Field(
            "icons",
            f.MapOf(f.WordField("icon"), key="anything shown"),
            "Icons of words of a type, attributes, kinds, zones and memory, shown beside the words "
            "on cards and in a browser, and of cards and other pieces, by id or name, for the picture on their "
            "face: a file `icons/NAME.svg` in the folder of the game, or one of the "
            "icons that come with Cardwright.",
            holds="`WORD: NAME`",
        ),
        Field(
            "first",
            make_word_list("zone, memory or attribute", "zones and memory"),
            "Zones and memory to show first, in this order; `score` is the column of scores.",
            "`score`",
        ),
        Field(
            "hide",
            make_word_list("zone, memory or attribute", "words"),
            "Zones, memory and attributes that are not shown.",
        ),
        Field(
            "short",
            f.MapOf(f.LineText(), key="zone, memory or attribute"),
            "Short titles of columns, and of memory and piles of the table; `score` is the column of scores.",
            holds="`WORD: TITLE`",
        ),
        Field(
            "inks",
            f.MapOf(f.WordField("colour"), key="anything shown"),
            "Colours on paper and in a browser, as `#rrggbb`, where `colors` are those of a terminal.",
            "`colors`",
            holds="`WORD: #RRGGBB`",
        ),
        Field(
            "symbols",
            f.MapOf(f.WordField("icon")),
            "Words of texts on faces that become an icon behind a number: `symbols: {credits: coin}` prints `8` and a "
            "coin for `8 credits`. Write the singular, too, if a text has it.",
            holds="`WORD: NAME`",
        ),
        Field("faces", f.MapOf(FACE, key="kind"), "Faces of pieces, by kind."),
        Field("backs", f.MapOf(BACK, key="kind"), "Backs of pieces, by kind."),
        Field(
            "labels",
            f.MapOf(f.WordField("template"), key="kind or zone"),
            "Names of pieces on the screen, by kind or by the zone they lie in.",
            "their name",
            holds="`WORD: TEMPLATE`",
        ),
        Field(
            "turned",
            f.MapOf(f.WordField("memory"), key="kind"),
            "Memory or attributes by which pieces lie turned in a browser, by kind. It is a number of quarter turns "
            "clockwise, a type of up to four words, of which the first is upright and each next one a quarter turn "
            "further, or `yes_no`, whose `yes` is a quarter turn. In a terminal its value is shown in words.",
            holds="`KIND: MEMORY`",
        ),
        Field(
            "draw",
            f.MapOf(PICTURE, key="zone or memory"),
            "Zones of the table and the players, and memory of the players, that are drawn as a picture.",
        ),
        Field(
            "rules",
            make_word_list("rule of a player", "rules of a player"),
            "Rules with one player as parameter that give a number, shown with each player: a total or a limit.",
        ),
        Field(
            "most",
            f.MapOf(f.WordField("rule"), key="zone or memory"),
            "Limits to show beside a value (`5 of 7`): for a zone or counter of the players a rule with "
            "one player as parameter, for one of the table a rule without parameters.",
            holds="`WORD: RULE`",
        ),
        Field(
            "pause",
            PROCEDURES,
            "Verbs and steps after which the terminal shows what happened and waits for Enter; a step that "
            "does `nothing` is enough. Matches between bots, records and scenarios ignore it.",
        ),
        Field(
            "quiet",
            PROCEDURES,
            "Verbs and steps whose consequences are left out of the short log on the screen; `log` and "
            "`news` show them.",
        ),
    ),
    empty=True,
)
