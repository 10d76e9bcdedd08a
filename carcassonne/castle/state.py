"""The part of a state that only The Castle has: wall tiles, corner towers, keeps, and features still to be scored."""

import re
from ast import literal_eval
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any, Final

from carcassonne.castle.tiles import CORNER_TOWERS, WALL_TILES
from carcassonne.events import SegmentRef
from carcassonne.state import Extra, State
from carcassonne.values import Value


class Asking(Enum):
    """What the state waits for while features are scored."""

    NOTHING = auto()
    ORDER = auto()
    """Which of several completed features is scored next."""
    DOUBLE = auto()
    """Whether a wall tile doubles the feature being scored."""
    EXTRA_TURN = auto()
    """Whether a wall tile buys another turn."""


@dataclass(frozen=True, slots=True)
class Keep(Value):
    """The house on which a seat's keep stands, and its number of tiles."""

    ref: SegmentRef | None = None
    tiles: int = 0


@dataclass(frozen=True, slots=True)
class CastleState(Value):
    """The part of a state that only The Castle has, among ``State.extras``."""

    hands: tuple[tuple[int, ...], ...] = ((), ())
    """By seat: its wall tiles, sorted."""
    taken_this_turn: tuple[int, ...] = ()
    """The wall tiles that the mover has taken this turn and may play from the next turn on."""
    towers: frozenset[int] = frozenset(CORNER_TOWERS)
    """The corner towers that still carry a wall tile."""
    unseen: tuple[int, ...] = tuple(sorted(WALL_TILES))
    """The wall tiles that nobody has seen, five of which stay in the box."""
    keeps: tuple[Keep, ...] = (Keep(), Keep())
    """By seat: its keep."""
    pending: tuple[SegmentRef, ...] = ()
    """The completed features still to be scored, each by one of its segments."""
    asking: Asking = Asking.NOTHING
    """The question that the state waits for."""
    current: SegmentRef | None = None
    """The feature being scored."""
    has_extra_turn: bool = False
    """Whether the mover has just bought another turn."""
    taker: int = 0
    """The seat that reached a corner tower last."""

    def __str__(self) -> str:
        """Write it for a state's fingerprint. Stored games depend on this form: it never changes."""
        keeps = [(keep.ref and tuple(keep.ref), keep.tiles) for keep in self.keeps]
        pending = [tuple(ref) for ref in self.pending]
        return (
            f"hands {self.hands} fresh {self.taken_this_turn} towers {sorted(self.towers)} unseen {self.unseen} "
            f"keeps {keeps} pending {pending} current {self.current and tuple(self.current)} "
            f"{self.asking.name.lower()} {self.taker}"
        )

    def usable_count(self, seat: int, number: int) -> int:
        """Return how many wall tiles of this number the seat to move may play now (rulebook, "The wall tiles")."""
        return self.hands[seat].count(number) - self.taken_this_turn.count(number)


def find_castle_state(state: State) -> CastleState | None:
    """Return the part of a state that only The Castle has; None in a game of another edition."""
    castle = state.extras.get(CASTLE_STATE)
    return castle if isinstance(castle, CastleState) else None


def castle_state(state: State) -> CastleState:
    """Return the part of a state that only The Castle has, for a state known to be of The Castle."""
    castle = find_castle_state(state)
    assert castle is not None  # noqa: S101 (the type checker learns it)
    return castle


def update(state: State, **changes: Any) -> None:
    """Change fields of the state's ``CastleState``, in place."""
    state.set_extra(CASTLE_STATE, replace(castle_state(state), **changes))


def _new_game(_: int) -> CastleState:
    return CastleState()


def _new_turn(castle: CastleState) -> CastleState:
    """Return what the next turn begins with: wall tiles that the mover has just taken may be played by then."""
    return replace(castle, taken_this_turn=(), asking=Asking.NOTHING, has_extra_turn=False)


def parse_castle_state(text: str) -> CastleState:
    """Read what ``str`` of a ``CastleState`` writes; raise ValueError if it can't be read."""
    found = _TEXT.fullmatch(text)
    if found is None:
        raise ValueError(f"no state of The Castle: {text}")
    hands, taken, towers, unseen, keeps, pending, current = map(literal_eval, found.groups()[:7])
    return CastleState(
        hands=hands,
        taken_this_turn=taken,
        towers=frozenset(towers),
        unseen=unseen,
        keeps=tuple(Keep(_ref(ref), tiles) for ref, tiles in keeps),
        pending=tuple(SegmentRef(*ref) for ref in pending),
        current=_ref(current),
        asking=Asking[found[8].upper()],
        taker=int(found[9]),
    )


def _ref(pair: tuple[int, int] | None) -> SegmentRef | None:
    return None if pair is None else SegmentRef(*pair)


CASTLE_STATE: Final = "castle"
"""The name of the part of a state that only The Castle has."""

WALL_AND_KEEPS: Final = Extra(_new_game, str, parse_castle_state, _new_turn)

_TEXT: Final = re.compile(
    r"hands (\(.*\)) fresh (\(.*\)) towers (\[.*\]) unseen (\(.*\)) keeps (\[.*\]) pending (\[.*\]) "
    r"current (None|\(.*\)) ([a-z_]+) ([01])"
)
"""What ``CastleState.__str__`` writes."""
