"""Moves and cells as text: ``M14 90 thief E``. Parsing is case-blind; printing gives the canonical form."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, assert_never

from carcassonne.errors import NotationError, Reason
from carcassonne.figures import ABBOT, FIGURES, FOLLOWER, figure_of
from carcassonne.geometry import (
    CENTRE,
    MARGIN,
    PORT_POINTS,
    ROTATIONS,
    Position,
    Rotation,
    column_row,
    position_at,
)
from carcassonne.kinds import SURROUNDED, Role
from carcassonne.moves import (
    Answer,
    Deploy,
    Deployment,
    DeployNobody,
    DrawTile,
    Move,
    PlaceTile,
    PlayWallTile,
    Recall,
    Resign,
    RevealWallTile,
    ScoreFirst,
    Skip,
)
from carcassonne.values import Value

NOBODY: Final = "-"
RECALL: Final = "recall"

_CELL: Final = re.compile(r"(-?)([A-Za-z]{1,4})(-?)([0-9]{1,5})")
_DEGREES: Final = {str(rotation): rotation for rotation in ROTATIONS}
POINTLESS: Final = frozenset(
    role for figure in (FOLLOWER, ABBOT) for kind, role in figure.roles.items() if kind in SURROUNDED
)
"""The roles that need no compass point."""
_POINTS: Final = frozenset({*PORT_POINTS, CENTRE})

_WORDS: Final[dict[str, Role]] = {
    **{role.value: role for role in Role},
    "highwayman": Role.THIEF,
    "robber": Role.THIEF,
    "road": Role.THIEF,
    "city": Role.KNIGHT,
    "farm": Role.FARMER,
    "field": Role.FARMER,
    "meadow": Role.FARMER,
    "cloister": Role.MONK,
    "monastery": Role.MONK,
    "garden": Role.ABBOT,
}
"""The words for each role: its own name, and those of the editions' rulebooks for it or its place."""


@dataclass(frozen=True, slots=True)
class Turn(Value):
    """A turn as a player writes it: placement and deployment. ``deployment`` is None if it was left out."""

    placement: PlaceTile
    deployment: Deployment | None


def format_cell(position: Position) -> str:
    """Write a cell: column letters, row number; ``-A-2`` is one west of A, in the second row north of 1."""
    column, row = column_row(position)
    number = row + 1 if row >= 0 else row
    return ("" if column >= 0 else "-") + _letters(column if column >= 0 else -column - 1) + str(number)


@lru_cache(maxsize=1024)  # a replay reads the same few cells many times
def parse_cell(text: str) -> Position:
    """Read a cell such as ``M14``; raise NotationError(BAD_CELL)."""
    match = _CELL.fullmatch(text.strip())
    if match is None:
        raise NotationError(Reason.BAD_CELL, text=text)
    west, letters, north, digits = match.groups()
    column, number = _column(letters.upper()), int(digits)
    column, row = (-column - 1 if west else column), (-number if north else number - 1)
    if number == 0 or abs(column) > MARGIN or abs(row) > MARGIN:
        raise NotationError(Reason.BAD_CELL, text=text)
    return position_at(column, row)


def _letters(column: int) -> str:
    text = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        text = chr(ord("A") + digit) + text
    return text


def _column(letters: str) -> int:
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1


def parse_rotation(text: str) -> Rotation:
    """Read a rotation in degrees, 0, 90, 180 or 270; raise NotationError(BAD_ROTATION)."""
    rotation = _DEGREES.get(text.strip().removesuffix("°"))
    if rotation is None:
        raise NotationError(Reason.BAD_ROTATION, text=text)
    return rotation


@lru_cache(maxsize=256)
def parse_deployment(text: str) -> Deployment:
    """Read a deployment such as ``thief E``, ``big knight N``, ``monk`` or ``-``; raise NotationError(BAD_FOLLOWER)."""
    words = text.split()
    if words == [NOBODY]:
        return DeployNobody()
    if [word.lower() for word in words] == [RECALL]:
        return Recall()
    if not text.isascii():  # "ſ".upper() is "S"
        raise NotationError(Reason.BAD_FOLLOWER, text=text)
    lower = [word.lower() for word in words]
    prefix = next((figure.prefix for figure in FIGURES.values() if [figure.prefix] == lower[:1]), "")
    role = next(map(_WORDS.get, lower[bool(prefix) :]), None)
    figure = role and figure_of(prefix, role)
    match [word.upper() for word in words[1 + bool(prefix) :]]:
        case [] if role and figure and role in POINTLESS:
            return Deploy(role, None, figure)
        case [point] if role and figure and role not in POINTLESS and point in _POINTS:
            return Deploy(role, point, figure)
    raise NotationError(Reason.BAD_FOLLOWER, text=text)


def role_of_word(word: str) -> Role | None:
    """Return the role that a word of lower-case letters means; None if it means none."""
    return _WORDS.get(word)


def format_deployment(deployment: Deployment) -> str:
    """Write a deployment: the figure's prefix if it has one, its role and point; or ``-`` for nobody."""
    match deployment:
        case DeployNobody():
            return NOBODY
        case Recall():
            return RECALL
        case Deploy(point=point):
            return f"{deployment.name} {point}" if point else deployment.name
        case _:
            assert_never(deployment)


def format_placement(move: PlaceTile) -> str:
    """Write where a tile goes: ``M14 90``."""
    return f"{format_cell(move.position)} {move.rotation}"


def parse_placement(text: str) -> PlaceTile:
    """Read where a tile goes: ``M14 90``; raise NotationError."""
    words = text.split()
    if len(words) != 2:
        raise NotationError(Reason.UNREADABLE, text=text)
    return PlaceTile(parse_cell(words[0]), parse_rotation(words[1]))


def parse_turn(text: str) -> Turn:
    """Read ``M14 90 thief E``; the follower may be left out. Raise NotationError."""
    words = text.split()
    if len(words) < 2:
        raise NotationError(Reason.UNREADABLE, text=text)
    place = PlaceTile(parse_cell(words[0]), parse_rotation(words[1]))
    return Turn(place, parse_deployment(" ".join(words[2:])) if len(words) > 2 else None)


def format_turn(turn: Turn) -> str:
    """Write a turn as ``parse_turn`` reads it."""
    follower = "" if turn.deployment is None else " " + format_deployment(turn.deployment)
    return format_placement(turn.placement) + follower


def format_move(move: Move) -> str:
    """Write one move of a log: ``draw U``, ``place M14 90``, ``deploy thief E``, ``skip 1``, ``resign 2``.

    The Castle's answers and revealed wall tiles: ``first C4 N``, ``wall 2``, ``wall -``, ``takes 5``.
    """
    match move:
        case DrawTile(tile):
            return f"draw {tile}"
        case PlaceTile():
            return f"place {format_placement(move)}"
        case Deploy() | Recall() | DeployNobody():
            return f"deploy {format_deployment(move)}"
        case ScoreFirst(position, point):
            return f"first {format_cell(position)} {point}"
        case PlayWallTile(number):
            return f"wall {NOBODY if number is None else number}"
        case RevealWallTile(number):
            return f"takes {number}"
        case Skip(seat):
            return f"skip {seat + 1}"
        case Resign(seat):
            return f"resign {seat + 1}"
        case _:
            assert_never(move)


def parse_move(text: str) -> Move:
    """Read one move of a log; raise NotationError."""
    word, _, rest = text.strip().partition(" ")
    read = _MOVES.get(word)
    if read is None or not rest:
        raise NotationError(Reason.UNREADABLE, text=text)
    return read(rest)


def parse_answer(text: str) -> Answer | RevealWallTile:
    """Read what may follow a deployment: ``first C4 N``, ``wall 2``, ``takes 5``; raise NotationError."""
    move = parse_move(text)
    if not isinstance(move, ScoreFirst | PlayWallTile | RevealWallTile):
        raise NotationError(Reason.UNREADABLE, text=text)
    return move


def parse_seat(text: str) -> int:
    """Read a seat, written from 1, as counted from 0; raise NotationError(WRONG_SEAT)."""
    if re.fullmatch(r"[1-9][0-9]?", text) is None:
        raise NotationError(Reason.WRONG_SEAT, text=text)
    return int(text) - 1


def _parse_first(text: str) -> ScoreFirst:
    match text.upper().split():
        case [cell, point] if point in _POINTS:
            return ScoreFirst(parse_cell(cell), point)
    raise NotationError(Reason.BAD_ANSWER, text=text)


def parse_wall_tile(text: str) -> int:
    """Read the number of a wall tile; raise NotationError(NO_SUCH_WALL_TILE)."""
    if re.fullmatch(r"[1-9]", text.strip()) is None:
        raise NotationError(Reason.NO_SUCH_WALL_TILE, text=text)
    return int(text)


_MOVES: Final[dict[str, Callable[[str], Move]]] = {
    "draw": DrawTile,
    "place": parse_placement,
    "deploy": parse_deployment,
    "first": _parse_first,
    "wall": lambda text: PlayWallTile(None if text.strip() == NOBODY else parse_wall_tile(text)),
    "takes": lambda text: RevealWallTile(parse_wall_tile(text)),
    "skip": lambda text: Skip(parse_seat(text)),
    "resign": lambda text: Resign(parse_seat(text)),
}
