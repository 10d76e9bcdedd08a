"""Replays a record and checks everything that it claims."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import assert_never

from carcassonne.catalogue import find_ruleset
from carcassonne.errors import CarcassonneError, IllegalMoveError, NotationError, Reason
from carcassonne.events import Event, FeatureScored, GoodsTaken
from carcassonne.expansions.builder import is_extra_turn
from carcassonne.expansions.goods import goods_of
from carcassonne.geometry import Position, Rotation
from carcassonne.moves import (
    DeployNobody,
    DrawTile,
    Move,
    Resign,
    Skip,
)
from carcassonne.notation import Turn, format_deployment
from carcassonne.placing import check_placement, fits_somewhere
from carcassonne.record import UNFINISHED, DiscardLine, Entry, Record, ResignLine, SkipLine, TurnLine
from carcassonne.rules import legal_deployments, legal_placements, new_game, step
from carcassonne.state import Phase, State
from carcassonne.values import Value


@dataclass(frozen=True, slots=True)
class TurnReport(Value):
    """A replayed turn: what was legal (None unless asked for), what it scored, and the scores after it."""

    entry: TurnLine
    legal: tuple[tuple[Position, Rotation], ...] | None
    followers: tuple[str, ...] | None
    scored: tuple[FeatureScored, ...]
    scores: tuple[int, ...]
    goods: tuple[GoodsTaken, ...] | None
    """What was taken; None where the game has no goods."""
    is_again: bool
    """Whether an extra turn follows, if any tile is left."""


@dataclass(slots=True)
class Replay:
    """The result of replaying a record: all of it, or what comes before the error (``line`` is in its data)."""

    state: State | None = None
    turns: list[TurnReport] = field(default_factory=list)
    final: list[FeatureScored] = field(default_factory=list)
    error: CarcassonneError | None = None

    @property
    def is_finished(self) -> bool:
        """Return whether the game was played until the bag was empty."""
        return self.state is not None and self.state.is_over and not self.state.tiles_left


def replay(record: Record, *, with_legal: bool = False) -> Replay:
    """Replay a record from its first line. Errors in the record are part of the result and not raised."""
    done = Replay()
    line = 0
    try:
        done.state = _opening_before_fault(record)
        for entry in record.entries:
            line = entry.line
            _replay_entry(done, done.state, entry, with_legal=with_legal)
        if record.fault is not None:
            raise record.fault
        line = record.result_line
        _check_result(done, record)
    except CarcassonneError as error:
        done.error = type(error)(error.reason, **{"line": line, **error.data})
    return done


def _opening_before_fault(record: Record) -> State:
    try:
        return opening(record)
    except CarcassonneError as error:
        if record.fault is not None and not error.data.get("line"):  # what is missing may come after the fault
            raise record.fault from None
        raise


def opening(record: Record) -> State:
    """Return the state before the first draw of a record; raise CarcassonneError if its tags are wrong."""
    edition, options = record.tag("Edition"), record.tag("Options", "").split()
    try:
        rules = find_ruleset(edition, options)
    except NotationError as unknown:
        tag = "Options" if unknown.reason is Reason.UNKNOWN_OPTION else "Edition"
        raise NotationError(unknown.reason, **unknown.data, line=record.tags[tag].line) from None
    players = record.tags.get("Players")
    if players is None:
        raise NotationError(Reason.BAD_TAG, tag="Players")
    try:
        return new_game(rules, len(players.values))
    except IllegalMoveError as error:
        raise IllegalMoveError(error.reason, **error.data, line=players.line) from None


def _replay_entry(done: Replay, state: State, entry: Entry, *, with_legal: bool) -> None:
    if state.phase is Phase.PLACE:  # a line whose tile is still in hand must be the last
        raise NotationError(Reason.UNREADABLE)
    if state.phase in (Phase.ASK, Phase.REVEAL) and not isinstance(entry, ResignLine):
        raise IllegalMoveError(Reason.UNANSWERED)
    match entry:
        case TurnLine():
            _replay_turn(done, state, entry, with_legal=with_legal)
        case DiscardLine(tile):
            if _is_drawable(state, tile) and fits_somewhere(state, state.ruleset.tiles[tile]):
                raise IllegalMoveError(Reason.TILE_FITS, tile=tile)
            _add_final_events(done, step(state, DrawTile(tile)))
        case SkipLine(seat, tile):
            _check_seat(state, seat)
            _draw(state, tile, None)
            _add_final_events(done, step(state, Skip(seat)))
        case ResignLine(seat):
            _add_final_events(done, step(state, Resign(seat)))
        case _:
            assert_never(entry)


def _replay_turn(done: Replay, state: State, entry: TurnLine, *, with_legal: bool) -> None:
    if not state.is_over and entry.number != state.turn + 1:
        raise NotationError(Reason.TURN_NUMBER, number=entry.number, expected=state.turn + 1)
    _check_seat(state, entry.seat)
    _draw(state, entry.tile, entry.turn)
    if entry.turn is None:
        return
    legal = tuple(legal_placements(state)) if with_legal else None
    step(state, entry.turn.placement)
    followers = tuple(sorted(map(format_deployment, legal_deployments(state)))) if with_legal else None
    events = step(state, entry.turn.deployment or DeployNobody())
    for answer in entry.answers:
        events += step(state, answer)
    scored = tuple(event for event in events if isinstance(event, FeatureScored) and not event.is_final)
    _add_final_events(done, events)
    taken = tuple(event for event in events if isinstance(event, GoodsTaken))
    goods = None if goods_of(state) is None else taken
    scores = _scores_before_final(state, done.final)
    done.turns.append(TurnReport(entry, legal, followers, scored, scores, goods, is_extra_turn(state)))


def _scores_before_final(state: State, final: Iterable[FeatureScored]) -> tuple[int, ...]:
    scores = list(state.scores)
    for event in final:
        for seat in event.seats:
            scores[seat] -= event.points
    return tuple(scores)


def _draw(state: State, tile: str, turn: Turn | None) -> None:
    """Draw the tile of a turn. If it fits nowhere, raise the error of the placement in the record."""
    if _is_drawable(state, tile) and not fits_somewhere(state, state.ruleset.tiles[tile]):
        if turn is not None:
            check_placement(state, state.ruleset.tiles[tile], turn.placement.position, turn.placement.rotation)
        raise IllegalMoveError(Reason.NOT_ADJACENT, tile=tile)
    step(state, DrawTile(tile))


def _is_drawable(state: State, tile: str) -> bool:
    return state.phase is Phase.DRAW and bool(state.bag.get(tile))


def _check_seat(state: State, seat: int) -> None:
    if not state.is_over and seat != state.seat:
        raise IllegalMoveError(Reason.WRONG_SEAT, seat=seat, to_move=state.seat)


def _add_final_events(done: Replay, events: Iterable[Event]) -> None:
    done.final += [event for event in events if isinstance(event, FeatureScored) and event.is_final]


def _check_result(done: Replay, record: Record) -> None:
    """Check the result: it is allowed only if the bag is empty, and the replay must reach the same scores."""
    assert done.state is not None  # noqa: S101 (the type checker learns it)
    if record.result is None:
        raise NotationError(Reason.UNFINISHED)
    reached = " ".join(map(str, done.state.scores))
    tagged = record.tags.get("Result")
    claims = [(record.result, record.result_line)]
    if tagged is not None:
        claims.append((record.tag("Result"), tagged.line))
    for result, line in claims:
        if result == UNFINISHED:
            continue
        if not done.is_finished:
            raise IllegalMoveError(Reason.UNFINISHED, line=line)
        if result != reached:
            raise IllegalMoveError(Reason.WRONG_RESULT, result=result, reached=reached, line=line)


def recorded_moves(entry: Entry) -> Iterator[Move]:
    """Yield the moves of a record's line."""
    match entry:
        case TurnLine(tile=tile, turn=turn, answers=answers):
            yield DrawTile(tile)
            if turn is not None:  # otherwise the tile is still in hand
                yield turn.placement
                yield turn.deployment or DeployNobody()
                yield from answers
        case DiscardLine(tile):
            yield DrawTile(tile)
        case SkipLine(seat, tile):
            yield DrawTile(tile)
            yield Skip(seat)
        case ResignLine(seat):
            yield Resign(seat)
        case _:
            assert_never(entry)
