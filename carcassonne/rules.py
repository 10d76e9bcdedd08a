"""The state machine of a game: which moves are legal now, and how a move changes a state.

A turn is draw, place, deploy, then scoring. Draws are moves too, so the list of its moves determines a game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from carcassonne.errors import IllegalMoveError, Reason
from carcassonne.events import Event, GameEnded, SegmentRef, TileDiscarded
from carcassonne.geometry import Position, Rotation
from carcassonne.history import note_placement, note_skip
from carcassonne.kinds import OPEN_GROUND, Kind
from carcassonne.moves import (
    Deploy,
    Deployment,
    DeployNobody,
    DrawTile,
    FigureMove,
    Move,
    PlaceTile,
    PlayWallTile,
    Recall,
    Resign,
    RevealWallTile,
    ScoreFirst,
    Skip,
)
from carcassonne.placing import add_tile, check_placement, fits_somewhere, placements
from carcassonne.scoring import score_feature
from carcassonne.state import (
    CLAIM_BITS,
    CLAIM_SHIFT,
    CLAIMED,
    OPEN,
    History,
    Outcome,
    Phase,
    PlacedFigure,
    Ruleset,
    State,
)
from carcassonne.tiles import TurnedTile
from carcassonne.turn import answer, begin_turn, end_turn, legal_answers, open_bag, pass_on
from carcassonne.values import Value, new_tuple

_NOBODY: Final = DeployNobody()


@dataclass(frozen=True, slots=True)
class Applied(Value):
    """A state after a move, and the events of the move."""

    state: State
    events: tuple[Event, ...]


def new_game(rules: Ruleset, seats: int) -> State:
    """Return the state before the first draw, seat 0 to move; raise IllegalMoveError for a wrong number of players."""
    if seats not in rules.players:
        raise IllegalMoveError(Reason.PLAYERS, players=seats, fewest=rules.players.start, most=rules.players.stop - 1)
    state = State()
    state.ruleset, state.seats, state.seat, state.turn, state.step = rules, seats, 0, 0, 0
    state.phase, state.tile, state.last, state.resigned = Phase.DRAW, None, None, frozenset()
    state.bag, state.bags_left = dict(rules.bags[0]), tuple(range(1, len(rules.bags)))
    state.closed, state.extras = (), {name: extra.initial(seats) for name, extra in rules.extras.items()}
    state.cells, state.frontier, state.monasteries, state.figures = {}, {}, {}, {}
    state.parent, state.counters, state.members, state.modifiers = [], [], [], ()
    state.history, state.outcome = History(b"", (), (), {}, {}), None
    state.scores, state.supply = [0] * seats, {figure: (number,) * seats for figure, number in rules.supply.items()}
    for position, tile, rotation in rules.start:
        add_tile(state, position, rules.tiles[tile].turned[rotation])
    return state


def apply(state: State, move: Move) -> Applied:
    """Return the state after a move and its events; raise IllegalMoveError if the rules forbid it."""
    after = state.copy()
    return Applied(after, tuple(step(after, move)))


def apply_all(state: State, moves: Sequence[Move]) -> Applied:
    """Apply moves one after the other, all or none."""
    after = state.copy()
    return Applied(after, tuple(event for move in moves for event in step(after, move)))


def step(state: State, move: Move) -> list[Event]:
    """Make a move in place, for callers that own the state. If illegal, raise IllegalMoveError and change nothing."""
    # Compiled, ``isinstance`` compares two addresses; ``match`` asks Python.
    if isinstance(move, DrawTile):
        return _draw(state, move)
    if isinstance(move, PlaceTile):
        return _place_tile(state, move)
    if isinstance(move, (Deploy, Recall, DeployNobody)):
        events, after = apply_deployment(state, move), end_turn(state)
        return [*events, *after] if events else after
    if isinstance(move, (ScoreFirst, PlayWallTile, RevealWallTile)):
        return answer(state, move)
    if isinstance(move, Skip):
        return _skip(state, move)
    if isinstance(move, Resign):
        return _resign(state, move)
    assert_never(move)


def legal_placements(state: State) -> list[tuple[Position, Rotation]]:
    """Return every legal (cell, rotation) for the tile drawn, oldest cell first; empty if no tile is in hand."""
    if state.phase is not Phase.PLACE or state.tile is None:
        return []
    return placements(state, state.tile)


def first_fitting_tile(state: State) -> TurnedTile | None:
    """Return the tile drawn in the first rotation that fits somewhere, else unturned; None if no tile is in hand.

    Pictures and texts show a drawn tile like this.
    """
    if state.tile is None:
        return None
    return state.tile.turned[min((rotation for _, rotation in legal_placements(state)), default=0)]


def legal_deployments(state: State) -> list[FigureMove]:
    """Return what figures may do after the tile is placed. Deploying nobody is always legal and not listed."""
    if state.phase is not Phase.DEPLOY or state.last is None:
        return []
    turned, roots = state.cells[state.last]  # the nodes of the last tile are roots
    counters, options = state.counters, turned.deploy_options[state.figures_in_hand]
    legal: list[FigureMove]
    if state.ruleset.joining:
        legal = []
        for option in options:
            held = counters[roots[option.segment]]
            if held < CLAIMED:
                if not option.joins:
                    legal.append(option.move)
            elif option.joins and _may_join(state, held, turned.segments[option.segment].kind):
                legal.append(option.move)
    else:
        legal = [option.move for option in options if counters[roots[option.segment]] < CLAIMED]
    if state.ruleset.recallable and _recallable(state) is not None:
        legal.append(Recall())
    return legal


def legal_moves(state: State) -> list[Move]:
    """Return every move of the phase, sorted: draws, placements, deployments, answers; the default answer comes first.

    Skipping and resigning are not listed.
    """
    match state.phase:
        case Phase.DRAW:
            return [DrawTile(tile) for tile in sorted(state.bag)]
        case Phase.PLACE:
            return [PlaceTile(position, rotation) for position, rotation in sorted(legal_placements(state))]
        case Phase.DEPLOY:
            return [*legal_deployments(state), _NOBODY]
        case Phase.ASK | Phase.REVEAL:
            return list(dict.fromkeys(legal_answers(state)))
        case Phase.OVER:
            return []
        case _:
            assert_never(state.phase)


def drawable(state: State) -> list[str]:
    """Return the tiles that can be drawn next, one entry for each copy, sorted."""
    return sorted(tile for tile, copies in state.bag.items() for _ in range(copies))


def draws(state: State) -> list[Move]:
    """Return the moves that chance can make now, one entry for each copy, sorted; empty if it is not chance's turn."""
    match state.phase:
        case Phase.DRAW:
            return [DrawTile(tile) for tile in drawable(state)]
        case Phase.REVEAL:
            return legal_answers(state)
        case _:
            return []


def _check_running(state: State) -> None:
    if state.phase is Phase.OVER:
        raise IllegalMoveError(Reason.AFTER_END)


def _expect(state: State, phase: Phase) -> None:
    if state.phase is not phase:
        _check_running(state)
        raise IllegalMoveError(Reason.WRONG_PHASE, expected=state.phase.name.lower())


def _draw(state: State, move: DrawTile) -> list[Event]:
    _expect(state, Phase.DRAW)
    copies = state.bag.get(move.tile, 0)
    if not copies:
        raise IllegalMoveError(_why_not_drawn(state, move.tile), tile=move.tile)
    if copies == 1:
        del state.bag[move.tile]
    else:
        state.bag[move.tile] = copies - 1
    tile = state.ruleset.tiles[move.tile]
    if fits_somewhere(state, tile):
        state.tile, state.phase = tile, Phase.PLACE
        return []
    # The 2000 rulebook, "Placing land tiles": out of the game, and the same player draws another.
    return [TileDiscarded(move.tile), *open_bag(state)]


def _why_not_drawn(state: State, tile: str) -> Reason:
    if tile not in state.ruleset.tiles:
        return Reason.UNKNOWN_TILE
    later = any(tile in state.ruleset.bags[number] for number in state.bags_left)
    return Reason.TILE_ORDER if later else Reason.NOT_IN_BAG


def _place_tile(state: State, move: PlaceTile) -> list[Event]:
    _expect(state, Phase.PLACE)
    assert state.tile is not None  # noqa: S101 (the type checker learns it)
    check_placement(state, state.tile, move.position, move.rotation)
    add_tile(state, move.position, state.tile.turned[move.rotation])
    state.tile, state.last, state.phase = None, move.position, Phase.DEPLOY
    state.turn += 1
    note_placement(state)
    return []


def apply_deployment(state: State, deployment: Deployment) -> list[Event]:
    """Make the move of a figure in place. Completed features are not scored yet.

    If it is illegal, raise IllegalMoveError and change nothing.
    """
    _expect(state, Phase.DEPLOY)
    if isinstance(deployment, Deploy):
        _deploy(state, deployment)
        return []
    if isinstance(deployment, Recall):
        return [_recall(state)]
    return []


def _deploy(state: State, move: Deploy) -> None:
    """Put a figure from the supply onto a feature without figures (the 2000 rulebook, "Deploying followers").

    One that may only join its player's follower is put where that one is.
    """
    assert state.last is not None  # noqa: S101 (the type checker learns it)
    turned, roots = state.cells[state.last]  # the nodes of the last tile are roots
    option = turned.deploy_options.find(move)
    if option is None:
        raise IllegalMoveError(Reason.NO_SUCH_SEGMENT, **_error_data(move), point=move.point)
    in_hand = state.supply.get(move.figure)
    if in_hand is None or not in_hand[state.seat]:
        raise IllegalMoveError(Reason.NONE_LEFT, **_error_data(move))
    root = roots[option.segment]
    if move.figure in state.ruleset.joining:
        if not _may_join(state, state.counters[root], turned.segments[option.segment].kind):
            raise IllegalMoveError(Reason.NO_OWN_FOLLOWER, **_error_data(move), point=move.point)
    elif state.counters[root] >= CLAIMED:
        raise IllegalMoveError(Reason.SEGMENT_TAKEN, **_error_data(move), point=move.point)
    state.counters[root] += move.figure.strength << CLAIM_SHIFT + CLAIM_BITS * state.seat
    state.add_to_supply(move.figure, state.seat, -1)
    ref = new_tuple(SegmentRef, (state.last, option.segment))
    state.figures[ref] = new_tuple(PlacedFigure, (state.seat, move.role, option.figure, root))


def _may_join(state: State, counters: int, kind: Kind) -> bool:
    """Return whether the seat to move may put a figure where its own follower must be (see ``Placement.OWN``)."""
    is_own = counters >> CLAIM_SHIFT + CLAIM_BITS * state.seat & (1 << CLAIM_BITS) - 1
    return bool(is_own) and (kind in OPEN_GROUND or bool(counters & OPEN))


def _error_data(move: Deploy) -> dict[str, str]:
    """Return an error's data for a figure: its role, and its prefix if it has one."""
    return {"role": move.role, "prefix": move.figure.prefix} if move.figure.prefix else {"role": move.role}


def _recallable(state: State) -> SegmentRef | None:
    """Return the places from which the seat to move may recall a figure (the new edition, the abbot).

    It must stand on something incomplete.
    """
    rules, seat = state.ruleset, state.seat
    for figure in rules.recallable:
        if state.supply[figure][seat] == rules.supply[figure]:  # none on the table
            continue
        for ref, placed in state.figures.items():
            is_own = placed.figure is figure and placed.seat == seat
            if is_own and state.counters[state.root(placed.node)] & OPEN:
                return ref
    return None


def _recall(state: State) -> Event:
    ref = _recallable(state)
    if ref is None:
        raise IllegalMoveError(Reason.NO_SUCH_SEGMENT, role="recall", point=None)
    return score_feature(state, ref)


def _skip(state: State, move: Skip) -> list[Event]:
    """Skip the seat to move: the tile that it has drawn leaves the game."""
    _expect(state, Phase.PLACE)
    assert state.tile is not None  # noqa: S101 (the type checker learns it)
    if move.seat != state.seat:
        raise IllegalMoveError(Reason.WRONG_SEAT, seat=move.seat, to_move=state.seat)
    discarded = TileDiscarded(state.tile.name)
    state.tile = None
    note_skip(state)
    return [discarded, *pass_on(state)]


def _resign(state: State, move: Resign) -> list[Event]:
    """Let a seat give up: its figures stay and score for nobody, and a tile that it has drawn goes to whoever follows.

    If it has placed its tile, its turn ends first, without a figure. A question that is open then is answered by
    default, unless only one player is left: then the game ends at that moment, and nothing more is scored.
    """
    _check_running(state)
    if move.seat in state.resigned or not 0 <= move.seat < state.seats:
        raise IllegalMoveError(Reason.WRONG_SEAT, seat=move.seat, to_move=state.seat)
    is_to_move = move.seat == state.seat
    events = end_turn(state) if is_to_move and state.phase is Phase.DEPLOY else []
    is_last = len(state.resigned) == state.seats - 2
    while state.phase is Phase.ASK and is_to_move and not is_last:
        events += answer(state, legal_answers(state)[0])
    if state.is_over:  # that was the last tile
        return events
    state.resigned |= {move.seat}
    if is_last:
        state.phase, state.step, state.outcome = Phase.OVER, 0, Outcome.RESIGNED
        state.seat = state.ruleset.follows(state)
        return [*events, GameEnded(is_scored=False)]
    if move.seat == state.seat and state.phase in (Phase.DRAW, Phase.PLACE):
        begin_turn(state)
    return events
