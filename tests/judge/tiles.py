"""The tiles as text, and a tile turned on the table.

A line is `tile copies segment ...`. A segment is c(ity), r(oad), w(ater) with its sides out of NESW, or f(ield) with
its half-sides: 0 to 7 clockwise from the north-west corner, so side s (N 0, E 1, S 2, W 3) owns 2s and 2s + 1. A field
closed in between cities has none. `*` is a pennant, `!word` another mark, `~N` says that the field lies along the city
on the north side, `m` is a monastery.
"""

from dataclasses import dataclass
from functools import cache

SIDES = "NESW"
HALF_SIDES = ("NNW", "NNE", "ENE", "ESE", "SSE", "SSW", "WSW", "WNW")

BASE = """
A 2 m rS f01234567
B 4 m f01234567
C 1 cNESW*
D 4 cN rEW f27~N f3456
E 5 cN f234567~N
F 2 cEW* f01~E f45~E
G 1 cEW f01~E f45~E
H 3 cN cS f2367~NS
I 2 cN cE f4567~NE
J 3 cN rES f2567~N f34
K 3 cN rSW f2347~N f56
L 3 cN rE rS rW f27~N f34 f56
M 2 cNE* f4567~N
N 3 cNE f4567~N
O 2 cNW* rES f25~N f34
P 3 cNW rES f25~N f34
Q 1 cNEW* f45~N
R 3 cNEW f45~N
S 2 cNEW* rS f4~N f5~N
T 1 cNEW rS f4~N f5~N
U 8 rNS f1234 f0567
V 9 rSW f012347 f56
W 4 rE rS rW f0127 f34 f56
X 1 rN rE rS rW f12 f34 f56 f07
"""
RIVER = """
rA 1 wS f01234567
rB 1 wEW cN rS f7~N f2~N f34 f56
rC 1 wEW cN cS f27~N f36~S
rD 1 wNS f1234 f0567
rE 1 wSW cNE f47~N f56
rF 1 wNS f1234 f0567
rG 1 wNW f07 f123456
rH 1 wEW rS m f0127 f34 f56
rI 1 wES rNW f07 f1256 f34
rJ 1 wES f012567 f34
rK 1 wNS rEW f07 f12 f34 f56
rL 1 wN f01234567
"""
INNS = """
iA 1 rSW!inn f012347 f56
iB 1 rEW!inn f0127 f3456
iC 1 rE!inn rS rW f0127 f34 f56
iD 1 rE rW m f0127 f3456
iE 1 rNW rES f07 f1256 f34
iF 1 cNW rE f2~N f345~N
iG 1 cW f01~W f2345~W
iH 1 cN cE cS cW f~NESW
iI 1 cN cS rE rW f2~N f3~S f6~S f7~N
iJ 1 cN rS f234~N f567~N
iK 2 cNESW!cathedral
iL 1 cNW* rES!inn f25~N f34
iM 1 cN rSW!inn f2347~N f56
iN 1 cNW rS!inn f234~N f5~N
iO 1 cN cE cW f45~NEW
iP 1 cNW* cS f23~NS
iQ 1 cEW* rN rS f0~E f1~E f4~E f5~E
"""
TRADERS = """
tA 1 cN rE f2~N f34567~N
tB 1 rNS rEW f07 f12 f34 f56
tC 1 cN rS rW f234~N f56 f7~N
tD 1 cNE!grain cW rS f4~N f5~NW
tE 1 cEW!grain rS f01~E f4~E f5~E
tF 1 cNW!grain rS f234~N f5~N
tG 1 cNW!grain f2345~N
tH 1 cNEW!grain f45~N
tI 1 cNW!grain rS f23~N f4~N f5~N
tJ 1 rE rS rW m f0127 f34 f56
tK 1 cNE!cloth rS f4~N f567~N
tL 1 cNE!cloth cW rS f4~N f5~NW
tM 1 cNW!cloth cE cS f~NES
tN 1 cN cEW!cloth f45~E f~NE
tO 1 cNW!cloth rE rS f2~N f3~N f4~N f5~N
tP 1 cEW!wine cS f01~E f~ES
tQ 1 cEW!wine f01~E f45~E
tR 1 cEW!wine rN rS f0~E f1~E f4~E f5~E
tS 1 cEW!wine rS f01~E f4~E f5~E
tT 1 cNW!wine f2345~N
tU 1 cNW!wine rE rS f2~N f34~N f5~N
tV 1 cNEW!wine rS f4~N f5~N
tW 1 cNW!wine rE f2~N f3~N f45~N
tX 1 cNW!wine cES f~NE
"""
# One copy of each of these carries a garden: E+, H+ ...
GARDENS = ("E", "H", "I", "M", "N", "R", "U", "V", "rJ", "iB", "iH", "tK", "tU")

KINDS = {"c": "city", "r": "road", "w": "water", "f": "field", "m": "monastery", "g": "garden"}


@dataclass(frozen=True, slots=True)
class Segment:
    """`edges` are side numbers 0-3, for a field half-sides 0-7, for a monastery, a garden or a closed field none.
    `walls` are the sides of this tile's cities that a field lies along."""

    kind: str
    edges: frozenset[int]
    pennant: bool
    walls: frozenset[int]
    marks: tuple[str, ...] = ()

    @property
    def point(self) -> str:
        """The canonical compass point: the first clockwise from north (NNW, half-side 0, is therefore the last). A
        field without one has C."""
        if not self.edges:
            return "C" if self.kind == "field" else ""
        if self.kind == "field":
            return HALF_SIDES[min(self.edges, key=lambda half: half or 8)]
        return SIDES[min(self.edges)]


def _parse_segment(word: str) -> Segment:
    body, _, walls = word[1:].partition("~")
    body, *marks = body.split("!")
    names = "01234567" if word[0] == "f" else SIDES
    edges = frozenset(names.index(c) for c in body.rstrip("*"))
    return Segment(KINDS[word[0]], edges, body.endswith("*"), frozenset(SIDES.index(c) for c in walls), tuple(marks))


def parse_table(text: str) -> dict[str, tuple[int, tuple[Segment, ...]]]:
    rows = (line.split() for line in text.split("\n") if line)
    return {name: (int(copies), tuple(map(_parse_segment, words))) for name, copies, *words in rows}


OPTIONAL = {"river": RIVER, "inns": INNS, "traders": TRADERS}  # the tiles of each option
MORE = {name: option for option, text in OPTIONAL.items() for name in parse_table(text)}
TABLE = parse_table("".join((BASE, *OPTIONAL.values())))


def _turn_segment(segment: Segment, turns: int) -> Segment:
    step, around = (2 * turns, 8) if segment.kind == "field" else (turns, 4)
    edges = frozenset((edge + step) % around for edge in segment.edges)
    walls = frozenset((side + turns) % 4 for side in segment.walls)
    return Segment(segment.kind, edges, segment.pennant, walls, segment.marks)


@cache
def segments(tile: str, rotation: int) -> tuple[Segment, ...]:
    """The segments of a tile as it lies, `rotation` in degrees clockwise."""
    printed = TABLE[tile.rstrip("+")][1]
    garden = (_parse_segment("g"),) if tile.endswith("+") else ()
    return tuple(_turn_segment(segment, rotation // 90) for segment in (*printed, *garden))


@cache
def side_kinds(tile: str, rotation: int) -> tuple[str, ...]:
    """What shows on the sides N, E, S, W: a city, road or water, and a field where none of them is."""
    kinds = ["field"] * 4
    for segment in segments(tile, rotation):
        if segment.kind != "field":
            for side in segment.edges:
                kinds[side] = segment.kind
    return tuple(kinds)


def tile_counts(options: frozenset[str]) -> dict[str, int]:
    """How many of each tile lie in the bag after the first one is on the table."""
    counts = {name: copies for name, (copies, _) in TABLE.items() if name not in MORE or MORE[name] in options}
    if "river" in options:
        del counts["rA"]
    if "start-tile" not in options:
        counts["D"] -= 1
    for name in GARDENS:
        if "abbot" in options and name in counts:
            counts[name] -= 1
            counts[name + "+"] = 1
    return {name: copies for name, copies in counts.items() if copies}
