"""All commands of the command line, in the order in which its help lists them."""

from cardwright_tools.cli.authoring import AUTHORING
from cardwright_tools.cli.cards import CARDS
from cardwright_tools.cli.laboratory import LABORATORY
from cardwright_tools.cli.playing import PLAYING

_GROUPED = {**AUTHORING, **CARDS, **LABORATORY, **PLAYING}
_ORDER = (
    "games new schema validate explain fmt lsp test release text rulebook print export import "
    "play serve simulate stress ladder train report compare ablate replay notes bench"
).split()

# A command of a group that has no place in the order is a ValueError, rather than missing in the help.
COMMANDS = {name: _GROUPED[name] for name in sorted(_GROUPED, key=_ORDER.index)}
