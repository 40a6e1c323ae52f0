"""Cards of a French deck: suits, pips and court cards, in Cardwright's own drawings (CC0)."""

from cardwright_tools.faces.colours import INK, PAPER, mix
from cardwright_tools.faces.model import Face
from cardwright_tools.faces.svg_pen import Pen

# Suits in a square from -1 to 1.
SUIT_PATHS = {
    "hearts": "M0 .96C-.34 .5-.98.14-.98-.42C-.98-.76-.74-.94-.5-.94C-.26-.94-.08-.78 0-.56"
    "C.08-.78.26-.94.5-.94C.74-.94.98-.76.98-.42C.98.14.34.5 0 .96Z",
    "diamonds": "M0-1C.2-.64.46-.32.76 0C.46.32.2.64 0 1C-.2.64-.46.32-.76 0C-.46-.32-.2-.64 0-1Z",
    "spades": "M0-1C.26-.58.94-.18.94.3C.94.64.7.8.48.8C.3.8.16.7.08.56C.1.76.2.9.36 1H-.36C-.2.9-.1.76-.08.56"
    "C-.16.7-.3.8-.48.8C-.7.8-.94.64-.94.3C-.94-.18-.26-.58 0-1Z",
    "clubs": "M0-.98A.43.43 0 0 1 .35-.3A.45.45 0 1 1 .09.34C.1.68.2.88.36 1H-.36C-.2.88-.1.68-.09.34"
    "A.45.45 0 1 1-.35-.3A.43.43 0 0 1 0-.98Z",
}
RANKS = {"11": "J", "12": "Q", "13": "K", "14": "A", "1": "A"}
WORDS = {"jack": "J", "queen": "Q", "king": "K", "ace": "A"}
COURTS = ("J", "Q", "K")
# Columns and rows of pips, each from -1 to 1.
_PAIRS = {4: (-1, 1), 5: (-1, 1), 6: (-1, 0, 1), 7: (-1, 0, 1), 8: (-1, 0, 1), 9: (-1, -1 / 3, 1 / 3, 1)}
_PAIRS[10] = _PAIRS[9]
_SINGLES = {1: (0,), 2: (-1, 1), 3: (-1, 0, 1), 5: (0,), 7: (-0.5,), 8: (-0.5, 0.5), 9: (0,), 10: (-2 / 3, 2 / 3)}
GOLD, SKIN, ROSE = "#dba32a", "#f4d9bd", "#a8323a"


def suit_path(pen: Pen, suit: str, x: float, y: float, half: float, colour: str, turned: bool = False) -> None:
    """Draw a suit about a point; `half` is half its height."""
    pen.path(
        SUIT_PATHS[suit], colour, moved=f"translate({x:.4g} {y:.4g}) scale({half:.4g} {-half if turned else half:.4g})"
    )


def rank_of(face: Face) -> str:
    """Return the rank of a card as its corner shows it: `A`, `2`, ... `K`."""
    said = next((value for name, value, _ in face.attributes if name == "rank"), "")
    return RANKS.get(said, WORDS.get(said.casefold(), said))


def suit_of(face: Face) -> str:
    """Return the suit of a card, "" if it has no suit that can be drawn."""
    said = next((value for name, value, _ in face.attributes if name == "suit"), "")
    return said if said in SUIT_PATHS else ""


def draw_playing_card(pen: Pen, face: Face) -> None:
    """Draw a card with its corners, and pips or a court."""
    w, h, rank, suit = pen.width, pen.height, rank_of(face), suit_of(face)
    pen.flood(PAPER)
    for turned in (False, True):
        if turned:
            pen.begin(f"rotate(180 {w / 2:g} {h / 2:g})")
        pen.text(rank, 8.5, 13.4, 13, face.colour, True, "middle", 10.6, underlined=rank in face.ambiguous)
        if suit:
            suit_path(pen, suit, 8.5, 20.4, 4.2, face.colour)
        if turned:
            pen.end()
    if suit and rank in COURTS:
        _draw_court(pen, face, suit, rank)
    elif suit:
        count = 1 if rank == "A" else int(rank) if rank.isdecimal() else 1
        for x, y in pips(count):
            half = 15.0 if count == 1 else 5.6
            suit_path(pen, suit, w / 2 + x * 11.4, h / 2 + y * (h / 2 - 15.4), half, face.colour, y > 0.01)


def pips(count: int) -> list[tuple[float, float]]:
    """Return the positions of the pips of a number card as (x, y), from -1 to 1."""
    pairs = [(float(x), float(y)) for y in _PAIRS.get(count, ()) for x in (-1, 1)]
    return pairs + [(0.0, float(y)) for y in _SINGLES.get(count, () if pairs else (0,))]


def _draw_court(pen: Pen, face: Face, suit: str, rank: str) -> None:
    """Draw a court card: the upper half of a figure, and the same half turned round."""
    x, y, w, h = 14.2, 8.0, pen.width - 28.4, pen.height - 16
    red = suit in ("hearts", "diamonds")
    robe, sash = (face.colour, "#21508f") if red else ("#27395c", ROSE)
    pen.rect((x, y, w, h), mix(face.colour, "#ffffff", 0.86), 1.6, face.colour, 0.6)
    for turned in (False, True):
        pen.begin(f"translate({pen.width / 2:g} {pen.height / 2:g})" + (" rotate(180)" if turned else ""))
        _draw_robe(pen, w / 2 - 0.3, robe, sash)
        _draw_head(pen, rank, sash)
        suit_path(pen, suit, -w / 2 + 5.2, -h / 2 + 6.6, 3.7, face.colour)
        pen.end()
    pen.path(f"M{x:g} {pen.height / 2:g}h{w:g}", stroke=INK, line=0.4)


def _draw_robe(pen: Pen, half: float, robe: str, sash: str) -> None:
    pen.path(f"M{-half:g} 0V-8Q{-half:g} -14 -6 -15.4H6Q{half:g} -14 {half:g} -8V0Z", robe)
    pen.path(f"M{-half:g} 0V-6.4L3.4 -15.4H9.4L{-half + 7:g} 0Z", GOLD)
    pen.path(f"M{-half:g} 0V-3.8L5.6 -15.4H7.4L{-half + 3.8:g} 0Z", sash)
    for number in range(3):
        pen.circle(half - 3.2, -3 - 3.6 * number, 0.8, GOLD)
    pen.path("M-6.6 -15.6L0 -8.2L6.6 -15.6Z", PAPER, INK, 0.35)
    pen.path("M-3.4 -15.4L0 -11.4L3.4 -15.4Z", sash)


def _draw_head(pen: Pen, rank: str, sash: str) -> None:
    hair, length = {"K": ("#6a4526", -16.0), "Q": ("#8f4a1e", -12.4), "J": ("#c9912f", -17.6)}[rank]
    pen.path(
        f"M-7.2 -23Q-7.4 -30.4 0 -30.4Q7.4 -30.4 7.2 -23V{length:g}Q4.6 -17 5 -21H-5Q-4.6 -17 -7.2 {length:g}Z", hair
    )
    pen.path("M-5 -24.4Q-5 -28 0 -28Q5 -28 5 -24.4V-19.6Q5 -13.4 0 -13.4Q-5 -13.4 -5 -19.6Z", SKIN, INK, 0.3)
    for side in (-1, 1):
        pen.circle(side * 2.1, -20.7, 0.6, INK)
        pen.path(f"M{side * 1.1:g} -22.4Q{side * 2.2:g} -23.3 {side * 3.4:g} -22.3", stroke=INK, line=0.4)
    pen.path("M0 -20.2L-.9 -18.2H.4", stroke=INK, line=0.3)
    if rank == "K":
        pen.path("M-5 -19.6Q-5 -9.4 0 -9.2Q5 -9.4 5 -19.6Q3.6 -17.4 0 -17.6Q-3.6 -17.4 -5 -19.6Z", hair)
        crown = "M-7.2 -25.4L-8.4 -33L-4.3 -29.4L0 -34.4L4.3 -29.4L8.4 -33L7.2 -25.4Z"
    else:
        crown = "M-7 -25.6L-8.6 -31.8L-5.2 -29.4L-3 -33L0 -29.6L3 -33L5.2 -29.4L8.6 -31.8L7 -25.6Z"
    pen.path("M-1.5 -16.2Q0 -15.3 1.5 -16.2", stroke=ROSE, line=0.6)
    if rank == "J":
        pen.path("M-7.6 -24.8Q-8.4 -32.6 3 -32Q8.4 -31.4 7.4 -24.8Z", sash, INK, 0.4)
        pen.path("M-7.8 -26.8H7.6V-24.4H-7.8Z", GOLD, INK, 0.35)
        pen.path("M4.6 -30.4Q6.4 -36.8 11.4 -34.4Q8.4 -33.4 6.4 -29.6Z", PAPER, INK, 0.35)
        return
    pen.path(crown, GOLD, INK, 0.4)
    for at in (-3.0, 0.0, 3.0):
        pen.circle(at, -27.2, 0.7, sash)
