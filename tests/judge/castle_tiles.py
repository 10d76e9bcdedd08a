"""The house set of The Castle as text: 60 tiles, the outline, the start spaces and the corner towers.

A line of TILES is `tile copies segment ...`. A segment is p(ath), t(ower) or h(ouse) with its sides out of NESW, or
c(ourt) with its half-sides: 0 to 7 clockwise from the north-west corner, so side s (N 0, E 1, S 2, W 3) owns 2s and
2s + 1. `!` is a fountain, `*` a market. A path of one side ends on its tile.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache

SIDES = "NESW"
HALF_SIDES = ("NNW", "NNE", "ENE", "ESE", "SSE", "SSW", "WSW", "WNW")
KINDS = {"p": "path", "t": "tower", "h": "house", "c": "court"}
ROTATIONS = (0, 90, 180, 270)

TILES = """
S01 2 pNS hE c0567 c14
S02 1 pNS hE c0567* c14
S03 1 pNS! hE c0567 c14
S04 2 pNS hE tW c05 c14
S05 1 pNS! hE tW c05 c14
S06 2 pNS tE c0567 c14
S07 1 pNS tE c0567* c14
S08 1 pNS! c1234 c0567
S09 1 pNS c1234* c0567
S10 2 pNS hE hW c05 c14
K01 1 pNE hSW c03 c12
K02 1 pNE tSW c03 c12
K03 1 pNE c034567* c12
K04 1 pNE! hS c0367 c12
K05 1 pNE tS c0367 c12
J01 2 pN pE pW hS c07 c12 c36
J02 2 pN pE pW tS c07 c12 c36
J03 1 pN pE pW c3456 c07 c12
J04 1 pN pE pW c3456* c07 c12
J05 1 pNEW hS c07 c12 c36
J06 1 pNEW tS c07 c12 c36
J07 1 pNEW! c3456 c07 c12
J08 1 pNEW! hS c07 c12 c36
X01 1 pNW pES c1256* c07 c34
X02 1 pNESW c07 c12 c34 c56
D01 2 pN hESW c0 c1
D02 2 pN tESW c0 c1
D03 1 pN hS c123* c067
D04 1 pN tS hW c123 c0
D05 1 pN tS c123 c067
D06 1 pN hES c067 c1
D07 1 pN hSW tE c0 c1
N01 2 hNE c4567*
N02 2 hNE tSW
N03 1 tNE c4567
N04 1 tNE c4567*
N05 1 hNES c67
N06 1 hNES tW
N07 1 tNES c67
N08 1 tNES hW
N09 1 hW c012345*
N10 1 tW c012345*
N11 1 hN tS c2367
N12 1 hN tS c2367*
N13 1 hNS c23 c67
N14 1 tNS hE c67
N15 1 hN hS c2367*
N16 1 hN hS c2367
N17 1 hN tE c4567
N18 1 c01234567*
"""

OUTLINE = """
#####..###
##########
##########
##########
##########
.#########
...#######
...#######
.....#####
"""

# Cell, the side of it on which the wall stands, and what the start space shows there.
STARTS = """
2 0 N p
8 0 N h
9 3 E t
9 6 E p
7 8 S c*
0 3 W h
4 7 S t
"""

# Every corner tower but 0/1, which has no wall tile.
CORNERS = "12/13 15/16 20/21 24/25 32/33 52/53 64/65 67/68 72/73 77/78 82/83 85/86 88/89"

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Segment:
    """Part of a tile as it lies. `edges` are half-sides 0 to 7 of a court and sides 0 to 3 of anything else."""

    kind: str
    edges: tuple[int, ...]
    fountain: bool = False
    markets: int = 0

    @property
    def point(self) -> str:
        """The first of its edges, clockwise from north, and C where it has none."""
        if not self.edges:
            return "C"
        if self.kind == "court":
            return HALF_SIDES[min(self.edges, key=lambda half: (half - 1) % 8)]
        return SIDES[min(self.edges)]

    @property
    def points(self) -> tuple[str, ...]:
        """Every name it may go by."""
        return tuple((HALF_SIDES if self.kind == "court" else SIDES)[edge] for edge in self.edges) or ("C",)


def parse_segment(text: str, turn: int = 0) -> Segment:
    kind, body = KINDS[text[0]], text[1:].rstrip("!*")
    if kind == "court":
        edges = tuple((int(half) + 2 * turn) % 8 for half in body)
    else:
        edges = tuple((SIDES.index(side) + turn) % 4 for side in body)
    return Segment(kind, edges, "!" in text, text.count("*"))


TABLE = {line.split()[0]: line.split()[1:] for line in TILES.split("\n") if line}
CELLS = frozenset(
    (x, y) for y, row in enumerate(OUTLINE.strip().splitlines()) for x, mark in enumerate(row) if mark == "#"
)
START_SPACES: dict[tuple[Cell, int], Segment] = {}
for _x, _y, _side, _text in (line.split() for line in STARTS.strip().splitlines()):
    _facing = (SIDES.index(_side) + 2) % 4
    _edges = (2 * _facing, 2 * _facing + 1) if _text[0] == "c" else (_facing,)
    START_SPACES[(int(_x), int(_y)), SIDES.index(_side)] = Segment(KINDS[_text[0]], _edges, False, _text.count("*"))
TOWERS = tuple((int(a), int(b)) for a, b in (pair.split("/") for pair in CORNERS.split()))


@cache
def segments(tile: str, rotation: int) -> tuple[Segment, ...]:
    """The segments of a tile turned clockwise by `rotation` degrees."""
    return tuple(parse_segment(text, rotation // 90) for text in TABLE[tile][1:])


@cache
def sides(tile: str, rotation: int) -> tuple[str, ...]:
    """What the four sides show. Green beside a path does not make a court of the side."""
    shown = ["court"] * 4
    for segment in segments(tile, rotation):
        if segment.kind != "court":
            for edge in segment.edges:
                shown[edge] = segment.kind
    return tuple(shown)


def bag() -> Counter[str]:
    return Counter({tile: int(line[0]) for tile, line in TABLE.items()})
