"""How each kind of segment is drawn: its form, and the ground below it."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, assert_never

from carcassonne import Kind


class Form(Enum):
    """What a segment looks like."""

    WALLED = auto()
    """An area within walls."""
    ROAD = auto()
    """A road or path along a line."""
    WATER = auto()
    """Water along a line."""
    GROUND = auto()
    """Open ground, which reaches as far as everything else leaves room."""
    PLOT = auto()
    """A plot in the open ground."""
    NONE = auto()
    """No tile has it."""


@dataclass(frozen=True, slots=True)
class KindArt:
    """How a kind is drawn. ``ground`` is the kind of open ground below it, and lies under its whole tile."""

    form: Form
    ground: Kind = Kind.FIELD
    has_battlements: bool = False


def _art_of(kind: Kind) -> KindArt:
    match kind:
        case Kind.CITY:
            return KindArt(Form.WALLED, has_battlements=True)
        case Kind.TOWER:
            return KindArt(Form.WALLED, Kind.COURT, has_battlements=True)
        case Kind.HOUSE:
            return KindArt(Form.WALLED, Kind.COURT)
        case Kind.ROAD:
            return KindArt(Form.ROAD)
        case Kind.PATH:
            return KindArt(Form.ROAD, Kind.COURT)
        case Kind.RIVER:
            return KindArt(Form.WATER)
        case Kind.FIELD | Kind.COURT:
            return KindArt(Form.GROUND, kind)
        case Kind.MONASTERY | Kind.GARDEN:
            return KindArt(Form.PLOT)
        case Kind.KEEP | Kind.WALL:
            return KindArt(Form.NONE)
        case _:
            assert_never(kind)


KIND_ART: Final = {kind: _art_of(kind) for kind in Kind}
"""Mypy says which kind is missing above."""


def _of_form(form: Form) -> frozenset[Kind]:
    return frozenset(kind for kind, art in KIND_ART.items() if art.form is form)


WALLED: Final = _of_form(Form.WALLED)
ROADS: Final = _of_form(Form.ROAD)
WATERS: Final = _of_form(Form.WATER)
WITH_BATTLEMENTS: Final = frozenset(kind for kind, art in KIND_ART.items() if art.has_battlements)
