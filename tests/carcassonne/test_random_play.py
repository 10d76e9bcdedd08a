"""Invariants of every state of random games of every registered edition."""

import random
from collections.abc import Sequence

import pytest

from carcassonne import (
    FIGURES,
    Deploy,
    Event,
    FeatureScored,
    IllegalMoveError,
    Kind,
    Move,
    Phase,
    PlaceTile,
    Reason,
    State,
    TileDiscarded,
    apply,
    column_row,
    feature_at,
    features,
    format_move,
    format_record,
    legal_moves,
    legal_placements,
    new_game,
    parse_move,
    parse_record,
    position_at,
    record_game,
    replay,
    step,
)
from carcassonne.geometry import CENTRE, PORT_POINTS
from carcassonne.lookahead import legal_turns
from tests.fixtures.cases import slow_but_each_edition

from .against_judge import pieces
from .random_play import GAMES, Ply, play
from .scenario import state_text

WHY_NOT_PLACED = {Reason.OCCUPIED, Reason.NOT_ADJACENT, Reason.EDGE_MISMATCH, Reason.RIVER_END, Reason.RIVER_U_TURN}
WHY_NOT_DEPLOYED = {Reason.NO_SUCH_SEGMENT, Reason.SEGMENT_TAKEN, Reason.NONE_LEFT, Reason.NO_OWN_FOLLOWER}
EVERY_DEPLOYMENT = [
    Deploy(role, point, figure)
    for figure in FIGURES.values()
    for role in sorted(set(figure.roles.values()))
    for point in (None, CENTRE, *PORT_POINTS)
]

every_game = pytest.mark.parametrize(("edition", "options", "seats", "seed"), slow_but_each_edition(2, GAMES))


def sample(plies: Sequence[Ply], every: int) -> list[Ply]:
    """Some plies, at equal distances, and the last ones, at which the game ends."""
    return [*plies[:-3:every], *plies[-3:]]


@every_game
def test_legal_moves_are_unique_and_sorted_and_accepted(edition: str, options: str, seats: int, seed: int) -> None:
    for ply in sample(play(edition, options, seats, seed), 9):
        state = ply.before
        moves = legal_moves(state)
        texts = [format_move(move) for move in moves]
        assert len(set(texts)) == len(texts) > 0
        match state.phase:
            case Phase.DRAW:
                assert texts == sorted(texts)
            case Phase.PLACE:
                assert [(m.position, m.rotation) for m in moves if isinstance(m, PlaceTile)] == sorted(
                    legal_placements(state)
                )
            case Phase.DEPLOY:
                assert texts[-1] == "deploy -"
        for move in moves:
            assert apply(state, move).state is not state
        assert legal_moves(state.copy()) == moves


@every_game
def test_every_other_placement_is_refused_with_its_reason(edition: str, options: str, seats: int, seed: int) -> None:
    dice = random.Random(seed)
    for ply in sample([p for p in play(edition, options, seats, seed) if p.before.phase is Phase.PLACE], 5):
        state, legal = ply.before, set(legal_placements(ply.before))
        before = state_text(state)
        for position, rotation in dice.sample(_around_the_table(state), 60):
            if (position, rotation) in legal:
                apply(state, PlaceTile(position, rotation))
                continue
            with pytest.raises(IllegalMoveError) as refused:
                step(state, PlaceTile(position, rotation))
            assert refused.value.reason in _why_not(state, position)
        assert state_text(state) == before


def _around_the_table(state: State) -> list[tuple[int, int]]:
    columns, rows = zip(*map(column_row, state.cells), strict=True)
    return [
        (position_at(column, row), rotation)
        for column in range(min(columns) - 2, max(columns) + 3)
        for row in range(min(rows) - 2, max(rows) + 3)
        for rotation in (0, 90, 180, 270)
    ]


def _why_not(state: State, position: int) -> set[Reason]:
    column, row = column_row(position)
    beside = {position_at(column + x, row + y) for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0))}
    if position in state.cells:
        return {Reason.OCCUPIED}
    return {Reason.NOT_ADJACENT} if beside.isdisjoint(state.cells) else WHY_NOT_PLACED - {Reason.OCCUPIED}


@every_game
def test_every_other_deployment_is_refused_with_its_reason(edition: str, options: str, seats: int, seed: int) -> None:
    for ply in sample([p for p in play(edition, options, seats, seed) if p.before.phase is Phase.DEPLOY], 6):
        state = ply.before
        assert state.last is not None
        before, there = state_text(state), state.cells[state.last].turned.deploy_options
        legal = {move for move in legal_moves(state) if isinstance(move, Deploy)}
        for deployment in EVERY_DEPLOYMENT:
            option = there.find(deployment)
            if option is not None and option.move in legal:
                apply(state, deployment)
                continue
            with pytest.raises(IllegalMoveError) as refused:
                step(state, deployment)
            assert refused.value.reason in WHY_NOT_DEPLOYED
        assert state_text(state) == before


@every_game
def test_apply_never_changes_its_argument(edition: str, options: str, seats: int, seed: int) -> None:
    plies = play(edition, options, seats, seed)
    texts = {number: state_text(ply.before) for number, ply in enumerate(plies) if not number % 7}
    for ply in plies:
        own = ply.before.copy()
        assert tuple(step(own, ply.move)) == ply.events
        assert own.scores == ply.after.scores
    for number, text in texts.items():
        assert state_text(plies[number].before) == text
        assert apply(plies[number].before, plies[number].move).events == plies[number].events
        assert state_text(plies[number].before) == text
    assert state_text(own) == state_text(plies[-1].after)


@every_game
def test_pieces_tiles_and_points_are_conserved(edition: str, options: str, seats: int, seed: int) -> None:
    plies = play(edition, options, seats, seed)
    start = plies[0].before
    events: list[Event] = []
    for ply in plies:
        events += ply.events
        state = ply.after
        for figure in FIGURES.values():
            assert pieces(state, figure) == [start.ruleset.supply.get(figure, 0)] * seats
        discarded = sum(isinstance(event, TileDiscarded) for event in events)
        assert state.tiles_left + state.turn + discarded == start.tiles_left
        assert len(state.cells) == state.turn + len(start.cells)
        assert state.scores == points_by_seat(events, seats)
    for kind in Kind:
        scored = [event for event in events if isinstance(event, FeatureScored) and event.kind is kind]
        assert list(state.history.earned.get(kind, (0,) * seats)) == points_by_seat(scored, seats)
        brought = state.history.brought.get({Kind.ROAD: "inn", Kind.CITY: "cathedral"}.get(kind, ""), (0,) * seats)
        assert list(brought) == ([0] * seats if "inns" not in options.split() else brought_by_seat(scored, seats))


def brought_by_seat(events: Sequence[FeatureScored], seats: int) -> list[int]:
    """What features have paid more than tiles and shields would without inns and cathedrals."""
    brought = [0] * seats
    for event in events:
        usual = 2 if event.kind is Kind.CITY and not event.is_final else 1
        for seat in event.seats if event.kind in (Kind.CITY, Kind.ROAD) else ():
            brought[seat] += event.points - sum(item.amount * usual for item in event.items)
    return brought


def points_by_seat(events: Sequence[Event], seats: int) -> list[int]:
    scores = [0] * seats
    for event in events:
        if isinstance(event, FeatureScored):
            assert event.points == sum(item.points for item in event.items)
            assert event.points > 0 or event.is_final, "only what is unfinished may score nothing"
            for seat in event.seats:
                scores[seat] += event.points
    return scores


@every_game
def test_figures_in_features_are_the_figures_on_the_table(edition: str, options: str, seats: int, seed: int) -> None:
    for ply in sample(play(edition, options, seats, seed), 45):
        state = ply.after
        there = features(state)
        for seat in range(seats):
            strength = sum(placed.figure.strength for placed in state.figures.values() if placed.seat == seat)
            assert sum(feature.claims[seat] for feature in there) == strength
        assert [feature.refs[0] for feature in there] == sorted(feature.refs[0] for feature in there)
        for place in state.figures:
            feature = feature_at(state, place)
            assert place in feature.refs
            assert feature in there


@every_game
def test_scored_features_are_complete_and_give_their_figures_back(
    edition: str, options: str, seats: int, seed: int
) -> None:
    for ply in play(edition, options, seats, seed):
        for event in ply.events:
            if isinstance(event, FeatureScored) and not event.is_final:
                assert event.ref is not None
                feature = feature_at(ply.after, event.ref)
                assert feature.kind is event.kind
                assert feature.is_complete or format_move(ply.move) == "deploy recall"
                assert set(event.returned).isdisjoint(ply.after.figures)
                assert sum(feature.claims) == 0 < len(event.returned)


@every_game
def test_log_as_text_tells_the_same_game(edition: str, options: str, seats: int, seed: int) -> None:
    plies = play(edition, options, seats, seed)
    log = [format_move(ply.move) for ply in plies]
    moves: list[Move] = [parse_move(text) for text in log]
    assert moves == [ply.move for ply in plies]
    state = new_game(plies[0].before.ruleset, seats)
    for move in moves:
        step(state, move)
    assert state_text(state) == state_text(plies[-1].after)


@every_game
def test_record_tells_the_same_game_wherever_it_breaks_off(edition: str, options: str, seats: int, seed: int) -> None:
    plies = play(edition, options, seats, seed)
    names = [f"P{seat}" for seat in range(seats)]
    for length in (*range(0, len(plies), 50), len(plies) - 2, len(plies)):
        end = plies[length - 1].after if length else plies[0].before
        if end.phase is Phase.DEPLOY:
            continue  # a record cannot hold a tile without the decision about a follower
        record = record_game(plies[0].before, [ply.move for ply in plies[:length]], names)
        text = format_record(record)
        assert parse_record(text) == record
        assert format_record(parse_record(text)) == text
        done = replay(parse_record(text))
        assert done.error is None, done.error
        assert done.state is not None
        assert state_text(done.state) == state_text(end)
        assert done.is_finished == (end.is_over and not end.tiles_left)


@every_game
def test_legal_turns_are_those_that_play_allows(edition: str, options: str, seats: int, seed: int) -> None:
    for ply in sample([p for p in play(edition, options, seats, seed) if p.before.phase is Phase.PLACE], 6):
        listed = {(position, rotation, move) for position, rotation, move in legal_turns(ply.before)}
        laid = [
            (position, rotation, apply(ply.before, PlaceTile(position, rotation)).state)
            for position, rotation in legal_placements(ply.before)
        ]
        assert listed == {
            (position, rotation, None if format_move(move) == "deploy -" else move)
            for position, rotation, state in laid
            for move in legal_moves(state)
        }
