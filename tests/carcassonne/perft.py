"""Counts the lines of play for a given order of tiles, and the points scored in all of them.

``python -m tests.carcassonne.perft`` prints the table again, ``… perft 4`` with one turn more.
"""

import sys
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

from carcassonne import DrawTile, Phase, PlaceTile, State, apply, find_ruleset, legal_moves, legal_placements, new_game
from tests import judge

TABLE = Path(__file__).parent.parent / "data" / "perft.txt"
DEPTH = 3
HEADER = """\
# Two players, the tiles drawn in this order: the number of different lines of this number of turns (cell, rotation,
# follower or none), and the points of both players summed over all of them. A line in which a tile fits nowhere is not
# counted.
# edition        options           tiles         turns     lines    points
"""

ORDERS = {
    "": ["E U X", "V V V", "B A D", "N I M", "F H E", "S K W"],
    "abbot": ["B E+ U", "U+ M+ B"],
    "river": ["rG rE rD", "rK rH rB", "rI rJ rC"],
    "river abbot": ["rJ+ rH rG"],
    "river start-tile": ["rF rC rK"],
}


@dataclass(frozen=True, slots=True)
class Row:
    """The expected count for this number of turns with these tiles."""

    edition: str
    options: str
    tiles: str
    turns: int
    lines: int
    points: int


def read() -> list[Row]:
    rows = (line.split() for line in TABLE.read_text().splitlines() if not line.startswith("#"))
    found = []
    for edition, options, tiles, turns, lines, points in rows:
        spaced = options.strip("-").replace(",", " "), tiles.replace(",", " ")
        found.append(Row(edition, *spaced, int(turns), int(lines), int(points)))
    return found


def write(depth: int) -> Iterator[str]:
    for edition, options, tiles in _games():
        for turns in range(1, depth + 1):
            lines, points = by_engine(edition, options, tiles.split()[:turns])
            text = f"{edition:<16} {options.replace(' ', ',') or '-':<17} {tiles.replace(' ', ','):<13}"
            yield f"{text} {turns:>5} {lines:>9} {points:>9}"


def _games() -> Iterator[tuple[str, str, str]]:
    for edition in ("chat-room", "chat-room-old", "classic", "travel"):
        yield from ((edition, "", tiles) for tiles in ORDERS[""])
    for options, orders in ORDERS.items():
        yield from (("new-edition", options, tiles) for tiles in orders)


def by_engine(edition: str, options: str, tiles: list[str]) -> tuple[int, int]:
    return _lines(new_game(find_ruleset(edition, options.split()), 2), tiles)


def _lines(state: State, tiles: list[str]) -> tuple[int, int]:
    if not tiles:
        return 1, sum(state.scores)
    drawn = apply(state, DrawTile(tiles[0])).state
    lines = points = 0
    for position, rotation in legal_placements(drawn) if drawn.phase is Phase.PLACE else []:
        laid = apply(drawn, PlaceTile(position, rotation)).state
        for move in legal_moves(laid):
            below = _lines(apply(laid, move).state, tiles[1:])
            lines, points = lines + below[0], points + below[1]
    return lines, points


def by_judge(edition: str, options: str, tiles: list[str]) -> tuple[int, int]:
    return _judged(judge.Game(edition, frozenset(options.split()), 2), tiles)


def _judged(game: judge.Game, tiles: list[str]) -> tuple[int, int]:
    if not tiles:
        return 1, sum(game.scores)
    lines = points = 0
    for cell, rotation, follower in game.moves(tiles[0]):
        after = deepcopy(game)
        after.draw(tiles[0])
        after.play(tiles[0], cell, rotation, follower)
        below = _judged(after, tiles[1:])
        lines, points = lines + below[0], points + below[1]
    return lines, points


if __name__ == "__main__":
    print(HEADER, end="")
    for line in write(int(sys.argv[1]) if sys.argv[1:] else DEPTH):
        print(line)
