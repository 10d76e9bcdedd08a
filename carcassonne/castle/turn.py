"""How a turn ends in The Castle: scoring with wall tiles, corner towers and keeps.

After the deployment the completed features are scored one by one. If the order or a wall tile matters, the state waits
for an answer. If a marker reaches a corner tower, it waits for chance to reveal the wall tile.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Final

from carcassonne.castle.state import Asking, Keep, castle_state, update
from carcassonne.castle.tiles import CORNER_TOWERS, TRACK
from carcassonne.errors import IllegalMoveError, Reason
from carcassonne.events import Event, FeatureScored, KeepMoved, SegmentRef, WallTilePlayed, WallTileTaken
from carcassonne.geometry import PORT_POINTS, PORTS
from carcassonne.kinds import Kind
from carcassonne.moves import Move, PlayWallTile, RevealWallTile, ScoreFirst
from carcassonne.scoring import completed_with_figures, score_feature
from carcassonne.state import CLAIM_SHIFT, Phase, Questions, State, TurnStep
from carcassonne.turn import next_seat

EXTRA_TURN: Final = 1
DOUBLES: Final = {Kind.TOWER: 2, Kind.HOUSE: 3}
"""The wall tile that doubles a kind of completed feature."""

TOO_MANY_TO_COMPARE: Final = 5
"""So many completed features have too many orders to compare. The order is then asked for in any case."""


def begin_scoring(state: State) -> list[Event]:
    """Begin to score what the turn has completed. Tied features score for nobody and go first. In place."""
    refs = sorted(completed_with_figures(state))
    tied = [ref for ref in refs if _winner(state, ref) is None]
    events: list[Event] = [score_feature(state, ref) for ref in tied]
    update(state, pending=tuple(ref for ref in refs if ref not in tied))
    return events + _score_next(state)


def follows(state: State) -> int:
    """Return the seat to move if it has bought another turn, else the other one."""
    return state.seat if castle_state(state).has_extra_turn else next_seat(state)


def _legal_answers(state: State) -> list[Move]:
    """Return the answers to the current question, the default first, or the wall tiles that may be revealed."""
    castle = castle_state(state)
    if state.phase is Phase.REVEAL:
        return [RevealWallTile(number) for number in castle.unseen]
    match castle.asking:
        case Asking.ORDER:
            return [_score_first_move(state, ref) for ref in _next_group(state)]
        case Asking.DOUBLE:
            return [PlayWallTile(None), PlayWallTile(_doubling_tile(state))]
        case Asking.EXTRA_TURN:
            return [PlayWallTile(None), PlayWallTile(EXTRA_TURN)]
        case Asking.NOTHING:
            return []


def _answer(state: State, move: Move) -> list[Event]:
    """Go on with an answer or with the revealed wall tile; raise IllegalMoveError if it does not fit."""
    match move:
        case ScoreFirst():
            return _score_first(state, move)
        case PlayWallTile(number):
            return _play_wall_tile(state, number)
        case RevealWallTile(number):
            return _reveal_wall_tile(state, number)
        case _:
            raise IllegalMoveError(Reason.BAD_ANSWER)


def _winner(state: State, ref: SegmentRef) -> int | None:
    counters = state.counters[state.root_at(ref)]
    return next(iter(state.ruleset.majority(counters >> CLAIM_SHIFT)), None)


def _kind(state: State, ref: SegmentRef) -> Kind:
    return state.segment_at(ref).kind


def _next_group(state: State) -> list[SegmentRef]:
    """Return the features that may be scored next: the mover's own before the others."""
    pending = castle_state(state).pending
    own = [ref for ref in pending if _winner(state, ref) == state.seat]
    return own or list(pending)


def _score_next(state: State) -> list[Event]:
    """Score the pending features until a question comes up. In place."""
    group = _next_group(state)
    if not group:
        return []
    if len(group) > 1 and _does_order_matter(state, group):
        return _ask(state, Asking.ORDER)
    return _score_or_ask(state, group[0])


def _ask(state: State, asking: Asking) -> list[Event]:
    state.phase = Phase.ASK
    update(state, asking=asking)
    return []


def _score_or_ask(state: State, ref: SegmentRef) -> list[Event]:
    update(state, current=ref)
    if _doubling_tile(state) is not None:
        return _ask(state, Asking.DOUBLE)
    return _score(state, times=1)


def _doubling_tile(state: State) -> int | None:
    """Return the wall tile with which the mover may double the feature being scored (wall tiles 2 and 3)."""
    ref = castle_state(state).current
    assert ref is not None  # noqa: S101 (the type checker learns it)
    number = DOUBLES.get(_kind(state, ref))
    if number is None or _winner(state, ref) != state.seat or not castle_state(state).usable_count(state.seat, number):
        return None
    return number


def _score(state: State, *, times: int) -> list[Event]:
    """Score the current feature, move the keep, and take a wall tile if the marker reaches a corner tower. In place."""
    castle = castle_state(state)
    ref = castle.current
    assert ref is not None  # noqa: S101 (the type checker learns it)
    scored = score_feature(state, ref, times=times)
    update(state, current=None, pending=tuple(other for other in castle.pending if other != ref))
    events: list[Event] = [scored, *(_move_keep(state, ref, scored) if scored.kind is Kind.HOUSE else ())]
    seat = scored.seats[0] if scored.seats else None
    if seat is not None and (tower := _tower_at(state.scores[seat])) in castle_state(state).towers:
        update(state, towers=castle_state(state).towers - {tower}, taker=seat)
        state.phase = Phase.REVEAL
        return events
    return events + _score_next(state)


def _tower_at(score: int) -> int | None:
    """Return the corner tower of a marker's space, None if it has none. Past 99 the track begins again."""
    space = score % TRACK
    return next((tower for tower in CORNER_TOWERS if space in (tower, tower + 1)), None)


def _move_keep(state: State, ref: SegmentRef, scored: FeatureScored) -> Iterator[Event]:
    """The keep marks the largest house that its owner has scored ("A completed house and the keep")."""
    tiles = scored.items[0].amount
    for seat in scored.seats:
        keeps = list(castle_state(state).keeps)
        if tiles > keeps[seat].tiles:
            keeps[seat] = Keep(ref, tiles)
            update(state, keeps=tuple(keeps))
            yield KeepMoved(seat, ref, tiles)


def offer_extra_turn(state: State) -> list[Event]:
    """Ask whether the mover plays a wall tile for another complete turn (wall tile 1). In place."""
    if state.bag and castle_state(state).usable_count(state.seat, EXTRA_TURN):
        return _ask(state, Asking.EXTRA_TURN)
    return []


def _go_on(state: State) -> None:
    """Note that the question is answered, in place."""
    state.phase = Phase.DEPLOY
    update(state, asking=Asking.NOTHING)


def _score_first(state: State, move: ScoreFirst) -> list[Event]:
    if state.phase is not Phase.ASK or castle_state(state).asking is not Asking.ORDER:
        raise IllegalMoveError(Reason.BAD_ANSWER)
    laid = state.cells.get(move.position)
    number = laid.turned.ports[PORTS[move.point]] if laid and move.point in PORTS else -1
    root = state.root(laid.nodes[number]) if laid and number >= 0 else None
    for ref in _next_group(state):
        if state.root_at(ref) == root:
            _go_on(state)
            return _score_or_ask(state, ref)
    raise IllegalMoveError(Reason.NOT_COMPLETED, cell=move.position, point=move.point)


def _score_first_move(state: State, ref: SegmentRef) -> ScoreFirst:
    """Return the move that names a feature, by a segment of it: the cell, and the first side clockwise from north."""
    ports = state.segment_at(ref).ports
    return ScoreFirst(ref.position, PORT_POINTS[ports[0]])


def _play_wall_tile(state: State, number: int | None) -> list[Event]:
    castle = castle_state(state)
    if state.phase is not Phase.ASK or castle.asking not in (Asking.DOUBLE, Asking.EXTRA_TURN):
        raise IllegalMoveError(Reason.BAD_ANSWER)
    if PlayWallTile(number) not in _legal_answers(state):
        raise IllegalMoveError(Reason.NO_SUCH_WALL_TILE, number=number, hand=castle.hands[state.seat])
    played: list[Event] = []
    if number is not None:
        _discard(state, state.seat, number)
        played.append(WallTilePlayed(state.seat, number))
    _go_on(state)
    if castle.asking is Asking.DOUBLE:
        return played + _score(state, times=1 if number is None else 2)
    update(state, has_extra_turn=number is not None)
    return played


def _discard(state: State, seat: int, number: int) -> None:
    hands = list(castle_state(state).hands)
    rest = list(hands[seat])
    rest.remove(number)
    hands[seat] = tuple(rest)
    update(state, hands=tuple(hands))


def _reveal_wall_tile(state: State, number: int) -> list[Event]:
    castle = castle_state(state)
    if state.phase is not Phase.REVEAL:
        raise IllegalMoveError(Reason.BAD_ANSWER)
    if number not in castle.unseen:
        raise IllegalMoveError(Reason.NO_SUCH_WALL_TILE, number=number, hand=castle.unseen)
    unseen = list(castle.unseen)
    unseen.remove(number)
    hands = list(castle.hands)
    hands[castle.taker] = tuple(sorted((*hands[castle.taker], number)))
    taken_this_turn = (*castle.taken_this_turn, number) if castle.taker == state.seat else castle.taken_this_turn
    _go_on(state)
    update(state, unseen=tuple(unseen), hands=tuple(hands), taken_this_turn=taken_this_turn)
    return [WallTileTaken(castle.taker, number), *_score_next(state)]


def _does_order_matter(state: State, group: Sequence[SegmentRef]) -> bool:
    """Return whether the order of scoring changes which corner towers are reached, with every choice of doubling."""
    if len(group) >= TOO_MANY_TO_COMPARE:
        return True
    seat = _winner(state, group[0])
    assert seat is not None  # noqa: S101 (the type checker learns it)
    for scores in product(*(_possible_scores(state, ref) for ref in group)):
        played = [number for _, number in scores if number is not None]
        if any(played.count(number) > castle_state(state).usable_count(seat, number) for number in played):
            continue
        reached = {_towers_reached(state, seat, order) for order in permutations(points for points, _ in scores)}
        if len(reached) > 1:
            return True
    return False


def _possible_scores(state: State, ref: SegmentRef) -> list[tuple[int, int | None]]:
    """Return the points that a feature can pay, plain and perhaps doubled, each with the wall tile played for it."""
    points = score_feature(state.copy(), ref).points
    number = DOUBLES.get(_kind(state, ref))
    if number is None or _winner(state, ref) != state.seat:
        return [(points, None)]
    return [(points, None), (2 * points, number)]


def _towers_reached(state: State, seat: int, gains: Sequence[int]) -> frozenset[int]:
    score, reached = state.scores[seat], set()
    for gain in gains:
        score += gain
        if (tower := _tower_at(score)) in castle_state(state).towers:
            reached.add(tower)
    return frozenset(tower for tower in reached if tower is not None)


_QUESTIONS: Final = Questions(_legal_answers, _answer)

SCORE: Final = TurnStep(begin_scoring, _QUESTIONS)
EXTRA: Final = TurnStep(offer_extra_turn, _QUESTIONS)
