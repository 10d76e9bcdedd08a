"""Compares the engine with the judge of The Castle, ply by ply: both get the same moves."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations

from carcassonne import (
    FOLLOWER,
    Deploy,
    DeployNobody,
    DrawTile,
    Event,
    FeatureScored,
    Phase,
    PlaceTile,
    PlayWallTile,
    RevealWallTile,
    ScoreFirst,
    SegmentRef,
    State,
    TileDiscarded,
    WallTilePlayed,
    WallTileTaken,
    column_row,
    draws,
    features,
    format_cell,
    format_deployment,
    legal_deployments,
    legal_moves,
    legal_placements,
)
from carcassonne.castle import castle_state, largest_empty_area
from carcassonne.castle.tiles import FOUNTAIN, MARKET
from carcassonne.castle.turn import TOO_MANY_TO_COMPARE
from tests.judge import castle as judge
from tests.judge.castle_board import Board, Follower, beside, cell_of, empty_areas, legal
from tests.judge.castle_board import Feature as Judged
from tests.judge.castle_tiles import CELLS, SIDES, Cell

from .castle_random_play import Ply

WALL_TILES = Counter([*range(1, 10), *range(1, 10)])


@dataclass(frozen=True, slots=True)
class ComparableFeature:
    """What engine and judge both know of a feature. `starts` are cells in the wall. Courts have no open sides here."""

    kind: str
    places: frozenset[tuple[str, str]]
    starts: frozenset[Cell]
    open_sides: int
    marked: int
    figures: tuple[int, ...]


def point_of(state: State, place: SegmentRef) -> tuple[str, str]:
    return format_cell(place.position), state.cells[place.position].turned.segments[place.segment].points[0]


def engine_features(state: State) -> Counter[ComparableFeature]:
    seen: Counter[ComparableFeature] = Counter()
    for feature in features(state):
        inside = [place for place in feature.refs if column_row(place.position) in CELLS]
        cells = {column_row(place.position) for place in feature.refs}
        seen[
            ComparableFeature(
                str(feature.kind),
                frozenset(point_of(state, place) for place in inside),
                frozenset(cells - CELLS),
                feature.open_sides,
                min(feature.modifiers[FOUNTAIN], 1) + feature.modifiers[MARKET],
                feature.claims,
            )
        ] += 1
    return seen


def judge_features(game: judge.Castle) -> Counter[ComparableFeature]:
    return Counter(
        ComparableFeature(
            feature.kind,
            feature.places,
            frozenset(beside(cell_of(cell), SIDES.index(side)) for cell, side in feature.starts),
            0 if feature.kind == "court" else feature.open_edges,
            int(feature.fountain) if feature.kind == "path" else feature.markets,
            (feature.count(1), feature.count(2)),
        )
        for feature in game.features()
    )


def board_of(state: State) -> Board:
    return {
        column_row(position): (laid.turned.tile.name, laid.turned.rotation)
        for position, laid in state.cells.items()
        if column_row(position) in CELLS
    }


def followers_of(state: State) -> set[Follower]:
    return {
        Follower(placed.seat + 1, str(placed.role), *point_of(state, place)) for place, placed in state.figures.items()
    }


def rows(events: Iterable[Event], *, is_final: bool) -> list[judge.Points]:
    return [
        judge.Points(seat + 1, event.points, str(event.kind))
        for event in events
        if isinstance(event, FeatureScored) and event.is_final is is_final
        for seat in event.seats
    ]


class JudgedGame:
    """The judge's game. `follow` takes the engine's plies, and checks a turn once all its questions are answered."""

    def __init__(self) -> None:
        self.game = judge.Castle()
        self.tile = ""
        self.placed: PlaceTile | None = None
        self.turn: list[Ply] = []
        self.revealed: Counter[int] = Counter()
        self.occurrences: Counter[str] = Counter()
        """How often each kind of question and event occurred."""

    def follow(self, ply: Ply) -> None:
        match ply.move:
            case DrawTile(tile):
                self._draw(ply, tile)
            case PlaceTile():
                placements = [(format_cell(cell), rotation) for cell, rotation in legal_placements(ply.before)]
                assert sorted(placements) == legal(self.game.board, self.tile)
                self.placed = ply.move
            case Deploy() | DeployNobody():
                self._deploy(ply.before, ply.move)
                self.turn = [ply]
            case ScoreFirst() | PlayWallTile() | RevealWallTile():
                self.turn.append(ply)
        if self.turn and ply.after.phase in (Phase.DRAW, Phase.OVER):
            self._check_turn()
            self.turn = []
        if not self.turn and ply.after.phase is not Phase.DEPLOY:
            self._compare(ply.after)
        if ply.after.phase is Phase.OVER:
            self._check_end(ply)

    def _draw(self, ply: Ply, tile: str) -> None:
        assert [move.tile for move in legal_moves(ply.before) if isinstance(move, DrawTile)] == sorted(+self.game.bag)
        assert (TileDiscarded(tile) in ply.events) == (not legal(self.game.board, tile))
        self.occurrences["discarded"] += TileDiscarded(tile) in ply.events
        self.game.draw(tile)
        self.tile = tile

    def _deploy(self, state: State, follower: Deploy | DeployNobody) -> None:
        assert self.placed is not None
        cell, rotation = column_row(self.placed.position), self.placed.rotation
        followers = sorted(map(format_deployment, legal_deployments(state)))
        assert followers == self.game.options_at(cell, self.tile, rotation)
        self.game.lay(self.tile, cell, rotation, format_deployment(follower))

    def _check_turn(self) -> None:
        """Compare what the engine scored, asked and gave with what the judge says for this order of scoring."""
        events = [event for ply in self.turn for event in ply.events]
        order, doubled = self._scoring_order(events)
        self._check_questions(order, doubled)
        taken = [event.number for event in events if isinstance(event, WallTileTaken)]
        self._check_reveals()
        result = self.game.score(order, doubled, taken)
        assert rows(events, is_final=False) == list(result.rows)
        takers = [event.seat + 1 for event in events if isinstance(event, WallTileTaken)]
        assert takers == [seat for seat, _ in result.takes]
        asked = [ply for ply in self.turn if PlayWallTile(1) in legal_moves(ply.before)]
        assert len(asked) == self.game.can_go_again()
        again = [ply for ply in asked if ply.move == PlayWallTile(1)]
        self.occurrences.update(taken=len(taken), doubled=len(doubled), again=len(again), turns=1)
        self.game.end_turn(bool(again))

    def _scoring_order(self, events: list[Event]) -> tuple[tuple[Judged, ...], frozenset[Judged]]:
        done, state = self.game.completed(), self.turn[0].before
        order, doubled, is_doubled = [], set(), False
        for event in events:
            if isinstance(event, WallTilePlayed):
                is_doubled = True
            elif isinstance(event, FeatureScored) and not event.is_final:
                assert event.ref is not None
                feature = next(f for f in done if point_of(state, event.ref) in f.places)
                returned = {point_of(state, place) for place in event.returned}
                assert returned == {(follower.cell, follower.point) for follower in feature.followers}
                if event.seats:
                    order.append(feature)
                    doubled |= {feature} if is_doubled else set()
                is_doubled = False
        return tuple(order), frozenset(doubled)

    def _check_questions(self, order: tuple[Judged, ...], doubled: frozenset[Judged]) -> None:
        """The engine asks for the order only if it matters, and for a wall tile only if one may be played."""
        orders, doubles = self._question_positions()
        left = self.game.usable()
        for k, feature in enumerate(order):
            group = [f for f in order[k:] if f.winner == feature.winner]
            if len(group) < TOO_MANY_TO_COMPARE:
                assert (k in orders) == self._order_matters(order[:k], group, doubled), (k, order)
            number = judge.DOUBLES.get(feature.kind, 0)
            may_double = feature.winner == self.game.seat and left[number] > 0
            assert (k in doubles) == may_double
            left[number] -= feature in doubled
        self.occurrences.update(orders=len(orders), doubles=len(doubles), several=len(order) > 1)

    def _question_positions(self) -> tuple[set[int], set[int]]:
        """The questions for the order and for doubling, each as the number of features scored before it."""
        orders, doubles, scored = set[int](), set[int](), 0
        for ply in self.turn:
            moves = legal_moves(ply.before) if ply.before.phase is Phase.ASK else []
            if moves and isinstance(moves[-1], ScoreFirst):
                orders.add(scored)
            elif moves and moves[-1] != PlayWallTile(1):
                doubles.add(scored)
            scored += len(rows(ply.events, is_final=False))
        return orders, doubles

    def _order_matters(self, before: tuple[Judged, ...], group: list[Judged], doubled: frozenset[Judged]) -> bool:
        known = doubled & set(before)
        return any(
            len({frozenset(self.game.outcome(before + rest, d).takes) for rest in permutations(group)}) > 1
            for d in self.game.doublings()
            if d & set(before) == known
        )

    def _check_reveals(self) -> None:
        """Every wall tile that nobody has seen can be revealed."""
        for ply in self.turn:
            if ply.before.phase is Phase.REVEAL:
                unseen = (WALL_TILES - self.revealed).elements()
                assert draws(ply.before) == [RevealWallTile(number) for number in sorted(unseen)]
            self.revealed.update(event.number for event in ply.events if isinstance(event, WallTileTaken))

    def _compare(self, state: State) -> None:
        game, castle = self.game, castle_state(state)
        assert board_of(state) == game.board
        assert followers_of(state) == set(game.followers)
        assert list(state.supply[FOLLOWER]) == [game.supply(1), game.supply(2)]
        assert castle.towers == set(game.wall)
        assert [list(hand) for hand in castle.hands] == [sorted(n for n, _ in game.hands[seat]) for seat in (1, 2)]
        assert [keep.tiles for keep in castle.keeps] == list(game.keeps.values())
        assert len(largest_empty_area(state)) == empty_areas(game.board)[0]
        if state.phase is not Phase.OVER:
            assert list(state.scores) == list(game.scores.values())
            assert state.seat + 1 == game.seat

    def _check_end(self, ply: Ply) -> None:
        assert not self.game.bag.total()
        assert Counter(self.game.final()) == Counter(rows(ply.events, is_final=True))
        assert list(ply.after.scores) == list(self.game.scores.values())
