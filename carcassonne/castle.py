"""Carcassonne: The Castle: how a turn ends there, with its wall tiles, corner towers and keeps.

After the deployment the completed features are scored one by one. Where the order or a wall tile matters, the state
waits for an answer; where the marker reaches a corner tower, it waits for chance to turn over the wall tile.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import permutations, product
from typing import Final

from carcassonne.errors import IllegalMoveError, Reason
from carcassonne.events import Event, FeatureScored, KeepMoved, Place, WallPlayed, WallTaken
from carcassonne.geometry import PORT_POINTS, PORTS
from carcassonne.moves import Move, PlayWall, ScoreFirst, TakeWall
from carcassonne.scoring import completed, score_feature
from carcassonne.state import CLAIM_SHIFT, Phase, State
from carcassonne.tiles import Kind
from carcassonne.tilesets.castle import CORNER_TOWERS, TRACK, WALL_TILES
from carcassonne.turn import hand_over, open_bag

EXTRA_TURN: Final = 1
DOUBLES: Final = {Kind.TOWER: 2, Kind.HOUSE: 3}
"""The wall tile that doubles a kind of completed feature."""

MANY: Final = 5
"""So many completed features at once have too many orders to compare: then the order is asked for anyway."""


class Asking(Enum):
    """What the state waits for while features are scored."""

    NOTHING = auto()
    ORDER = auto()
    DOUBLE = auto()
    EXTRA_TURN = auto()


@dataclass(frozen=True, slots=True)
class Keep:
    """Where a seat's keep stands, and how many tiles that house has."""

    place: Place | None = None
    tiles: int = 0


@dataclass(frozen=True, slots=True)
class Walls:
    """What The Castle keeps beside the table.

    ``hands`` are each seat's wall tiles, ``fresh`` those that the mover has taken this turn and may use from the next
    on; ``unseen`` those that nobody has seen, five of which stay in the box. ``pending`` are the completed features
    still to be scored, of which ``current`` is being scored; ``taker`` has just reached a corner tower.
    """

    hands: tuple[tuple[int, ...], ...] = ((), ())
    fresh: tuple[int, ...] = ()
    towers: frozenset[int] = frozenset(CORNER_TOWERS)
    unseen: tuple[int, ...] = tuple(sorted(WALL_TILES))
    keeps: tuple[Keep, ...] = (Keep(), Keep())
    pending: tuple[Place, ...] = ()
    asking: Asking = Asking.NOTHING
    current: Place | None = None
    taker: int = 0

    def __str__(self) -> str:
        """Write it in a form that stays the same, for proofs of a state."""
        keeps = [(keep.place and tuple(keep.place), keep.tiles) for keep in self.keeps]
        pending = [tuple(place) for place in self.pending]
        return (
            f"hands {self.hands} fresh {self.fresh} towers {sorted(self.towers)} unseen {self.unseen} "
            f"keeps {keeps} pending {pending} current {self.current and tuple(self.current)} "
            f"{self.asking.name.lower()} {self.taker}"
        )

    def usable(self, seat: int, number: int) -> int:
        """Return how many such wall tiles the seat to move may play now (rulebook, "The wall tiles")."""
        return self.hands[seat].count(number) - self.fresh.count(number)


def walls(state: State) -> Walls:
    """Return what the state keeps beside the table."""
    assert isinstance(state.extras, Walls)
    return state.extras


def settle(state: State) -> list[Event]:
    """Begin scoring what the turn has completed. Ties score nobody and wait for nothing. In place."""
    places = sorted(completed(state))
    tied = [place for place in places if _winner(state, place) is None]
    events: list[Event] = [score_feature(state, place) for place in tied]
    _keep(state, pending=tuple(place for place in places if place not in tied))
    return events + _go_on(state)


def choices(state: State) -> list[Move]:
    """Return the answers to the question asked, the default first, or the wall tiles that may be turned over."""
    aside = walls(state)
    if state.phase is Phase.REVEAL:
        return [TakeWall(number) for number in aside.unseen]
    match aside.asking:
        case Asking.ORDER:
            return [_named(state, place) for place in _next_group(state)]
        case Asking.DOUBLE:
            return [PlayWall(None), PlayWall(_double(state))]
        case Asking.EXTRA_TURN:
            return [PlayWall(None), PlayWall(EXTRA_TURN)]
        case Asking.NOTHING:
            return []


def decide(state: State, move: Move) -> list[Event]:
    """Go on with an answer or with the wall tile turned over; raise IllegalMoveError for one not asked for."""
    if state.phase is Phase.OVER:
        raise IllegalMoveError(Reason.AFTER_END)
    if state.phase not in (Phase.ASK, Phase.REVEAL):
        raise IllegalMoveError(Reason.WRONG_PHASE, expected=state.phase.name.lower())
    match move:
        case ScoreFirst():
            return _score_first(state, move)
        case PlayWall(number):
            return _play_wall(state, number)
        case TakeWall(number):
            return _take_wall(state, number)
        case _:
            raise IllegalMoveError(Reason.BAD_ANSWER)


def _keep(state: State, **changes: object) -> None:
    state.extras = replace(walls(state), **changes)  # type: ignore[arg-type]


def _winner(state: State, place: Place) -> int | None:
    tally = state.tally[state.root(state.cells[place.position].nodes[place.segment])]
    return next(iter(state.ruleset.majority(tally >> CLAIM_SHIFT)), None)


def _kind(state: State, place: Place) -> Kind:
    return state.cells[place.position].turned.segments[place.segment].kind


def _next_group(state: State) -> list[Place]:
    """Return the features of which the next may be scored: the mover's own before the others."""
    pending = walls(state).pending
    own = [place for place in pending if _winner(state, place) == state.seat]
    return own or list(pending)


def _go_on(state: State) -> list[Event]:
    """Score what is pending until a question comes up; then end the turn. In place."""
    group = _next_group(state)
    if not group:
        return _end_turn(state)
    if len(group) > 1 and _does_order_matter(state, group):
        return _ask(state, Asking.ORDER)
    return _begin(state, group[0])


def _ask(state: State, asking: Asking) -> list[Event]:
    state.phase = Phase.ASK
    _keep(state, asking=asking)
    return []


def _begin(state: State, place: Place) -> list[Event]:
    _keep(state, current=place)
    if _double(state) is not None:
        return _ask(state, Asking.DOUBLE)
    return _score(state, times=1)


def _double(state: State) -> int | None:
    """Return the wall tile with which the mover may double the feature being scored (wall tiles 2 and 3)."""
    place = walls(state).current
    assert place is not None
    number = DOUBLES.get(_kind(state, place))
    if number is None or _winner(state, place) != state.seat or not walls(state).usable(state.seat, number):
        return None
    return number


def _score(state: State, *, times: int) -> list[Event]:
    """Score the current feature, move the keep, and see where the marker comes to lie. In place."""
    aside = walls(state)
    place = aside.current
    assert place is not None
    scored = score_feature(state, place, times=times)
    _keep(state, current=None, pending=tuple(other for other in aside.pending if other != place))
    events: list[Event] = [scored, *(_move_keep(state, place, scored) if scored.kind is Kind.HOUSE else ())]
    seat = scored.seats[0] if scored.seats else None
    if seat is not None and (tower := _tower_at(state.scores[seat])) in walls(state).towers:
        _keep(state, towers=walls(state).towers - {tower}, taker=seat)
        state.phase = Phase.REVEAL
        return events
    return events + _go_on(state)


def _tower_at(score: int) -> int | None:
    """Return the corner tower on which a marker lies exactly; past 99 the track begins again."""
    space = score % TRACK
    return next((tower for tower in CORNER_TOWERS if space in (tower, tower + 1)), None)


def _move_keep(state: State, place: Place, scored: FeatureScored) -> Iterator[Event]:
    """The keep marks the largest house that its owner has scored ("A completed house and the keep")."""
    tiles = scored.items[0].amount
    for seat in scored.seats:
        keeps = list(walls(state).keeps)
        if tiles > keeps[seat].tiles:
            keeps[seat] = Keep(place, tiles)
            _keep(state, keeps=tuple(keeps))
            yield KeepMoved(seat, place, tiles)


def _end_turn(state: State) -> list[Event]:
    if state.bag and walls(state).usable(state.seat, EXTRA_TURN):
        return _ask(state, Asking.EXTRA_TURN)
    return _hand_over(state)


def _hand_over(state: State) -> list[Event]:
    _keep(state, fresh=(), asking=Asking.NOTHING)
    return hand_over(state)


def _score_first(state: State, move: ScoreFirst) -> list[Event]:
    if state.phase is not Phase.ASK or walls(state).asking is not Asking.ORDER:
        raise IllegalMoveError(Reason.BAD_ANSWER)
    laid = state.cells.get(move.position)
    number = laid.turned.ports[PORTS[move.point]] if laid and move.point in PORTS else -1
    root = state.root(laid.nodes[number]) if laid and number >= 0 else None
    for place in _next_group(state):
        if state.root(state.cells[place.position].nodes[place.segment]) == root:
            _keep(state, asking=Asking.NOTHING)
            return _begin(state, place)
    raise IllegalMoveError(Reason.NOT_COMPLETED, cell=move.position, point=move.point)


def _named(state: State, place: Place) -> ScoreFirst:
    """Name a feature by a place of it: the cell, and the first side clockwise from north."""
    ports = state.cells[place.position].turned.segments[place.segment].ports
    return ScoreFirst(place.position, PORT_POINTS[ports[0]])


def _play_wall(state: State, number: int | None) -> list[Event]:
    aside = walls(state)
    if state.phase is not Phase.ASK or aside.asking not in (Asking.DOUBLE, Asking.EXTRA_TURN):
        raise IllegalMoveError(Reason.BAD_ANSWER)
    if PlayWall(number) not in choices(state):
        raise IllegalMoveError(Reason.NO_SUCH_WALL_TILE, number=number, hand=aside.hands[state.seat])
    played: list[Event] = []
    if number is not None:
        _discard(state, state.seat, number)
        played.append(WallPlayed(state.seat, number))
    _keep(state, asking=Asking.NOTHING)
    if aside.asking is Asking.DOUBLE:
        return played + _score(state, times=1 if number is None else 2)
    if number is None:
        return _hand_over(state)
    _keep(state, fresh=())
    return played + open_bag(state)  # the same seat has another complete turn


def _discard(state: State, seat: int, number: int) -> None:
    hands = list(walls(state).hands)
    rest = list(hands[seat])
    rest.remove(number)
    hands[seat] = tuple(rest)
    _keep(state, hands=tuple(hands))


def _take_wall(state: State, number: int) -> list[Event]:
    aside = walls(state)
    if state.phase is not Phase.REVEAL:
        raise IllegalMoveError(Reason.BAD_ANSWER)
    if number not in aside.unseen:
        raise IllegalMoveError(Reason.NO_SUCH_WALL_TILE, number=number, hand=aside.unseen)
    unseen = list(aside.unseen)
    unseen.remove(number)
    hands = list(aside.hands)
    hands[aside.taker] = tuple(sorted((*hands[aside.taker], number)))
    fresh = (*aside.fresh, number) if aside.taker == state.seat else aside.fresh
    _keep(state, unseen=tuple(unseen), hands=tuple(hands), fresh=fresh)
    return [WallTaken(aside.taker, number), *_go_on(state)]


def _does_order_matter(state: State, group: Sequence[Place]) -> bool:
    """Say whether the order of scoring changes which corner towers are reached, doubled features considered."""
    if len(group) >= MANY:
        return True
    seat = _winner(state, group[0])
    assert seat is not None
    for worth in product(*(_worth(state, place) for place in group)):
        played = [number for _, number in worth if number is not None]
        if any(played.count(number) > walls(state).usable(seat, number) for number in played):
            continue
        reached = {_reached(state, seat, order) for order in permutations(points for points, _ in worth)}
        if len(reached) > 1:
            return True
    return False


def _worth(state: State, place: Place) -> list[tuple[int, int | None]]:
    """Return what a feature may pay, and the wall tile played for it: as it is, and doubled where the mover could."""
    points = score_feature(state.copy(), place).points
    number = DOUBLES.get(_kind(state, place))
    if number is None or _winner(state, place) != state.seat:
        return [(points, None)]
    return [(points, None), (2 * points, number)]


def _reached(state: State, seat: int, gains: Sequence[int]) -> frozenset[int]:
    score, reached = state.scores[seat], set()
    for gain in gains:
        score += gain
        if (tower := _tower_at(score)) in walls(state).towers:
            reached.add(tower)
    return frozenset(tower for tower in reached if tower is not None)
