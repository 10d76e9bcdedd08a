"""A game of the engine beside the same game of the judge: each ply is compared before and after the move."""

from collections import Counter
from collections.abc import Iterable

from carcassonne import (
    Deploy,
    Deployment,
    DeployNobody,
    DrawTile,
    Event,
    FeatureScored,
    Phase,
    PlaceTile,
    Recall,
    Resign,
    Skip,
    State,
    TileDiscarded,
    column_row,
    format_cell,
    format_deployment,
    legal_deployments,
    legal_moves,
    legal_placements,
)
from carcassonne.expansions.goods import goods_of
from tests import judge

from .against_judge import board_of, engine_features, followers_of, judge_features
from .random_play import Ply


def rows(events: Iterable[Event], *, is_final: bool) -> Counter[judge.Points]:
    return Counter(
        judge.Points(seat + 1, event.points, str(event.kind))
        for event in events
        if isinstance(event, FeatureScored) and event.is_final is is_final
        for seat in event.seats
    )


class JudgedGame:
    """The judge's game; each ply of the engine is compared with it before and after the move."""

    def __init__(self, edition: str, options: str, seats: int) -> None:
        self.game = judge.Game(edition, frozenset(options.split()), seats)
        self.tile = ""
        self.placed: PlaceTile | None = None
        self.scored: list[judge.Points] = []

    def follow(self, ply: Ply) -> None:
        state = ply.before
        self.scored = []
        match ply.move:
            case DrawTile(tile):
                self._draw(ply, tile)
            case PlaceTile():
                legal = [(format_cell(cell), rotation) for cell, rotation in legal_placements(state)]
                assert sorted(legal) == judge.legal(self.game.board, self.tile)
                self.placed = ply.move
            case Deploy() | Recall() | DeployNobody():
                self._deploy(ply, ply.move)
            case Skip():
                self.game.skip()
            case Resign(seat):
                self._resign(ply, seat)
        is_laid_undecided = ply.before.phase is Phase.DEPLOY and ply.after.turn == len(self.game.board)
        if ply.after.phase is not Phase.DEPLOY and not is_laid_undecided:
            self._compare(ply)

    def _draw(self, ply: Ply, tile: str) -> None:
        assert [move.tile for move in legal_moves(ply.before) if isinstance(move, DrawTile)] == self.game.drawable()
        assert (TileDiscarded(tile) in ply.events) == (not judge.legal(self.game.board, tile))
        self.game.draw(tile)
        self.tile = tile

    def _resign(self, ply: Ply, seat: int) -> None:
        """Resigning after placing the tile ends the turn without a follower."""
        if ply.before.phase is Phase.DEPLOY and ply.before.seat == seat:
            self._deploy(ply, DeployNobody())
        if seat in ply.after.resigned:  # not if that was the last turn
            self.game.leave(seat + 1)

    def _deploy(self, ply: Ply, follower: Deployment) -> None:
        assert self.placed is not None
        cell, rotation = column_row(self.placed.position), self.placed.rotation
        followers = sorted(map(format_deployment, legal_deployments(ply.before)))
        assert followers == self.game.options_at(cell, self.tile, rotation)
        self.scored = self.game.play(self.tile, cell, rotation, format_deployment(follower))

    def _compare(self, ply: Ply) -> None:
        state = ply.after
        assert rows(ply.events, is_final=False) == Counter(self.scored)
        is_scored_out = state.is_over and not state.tiles_left
        final = self.game.score_final() if is_scored_out else []
        assert rows(ply.events, is_final=True) == Counter(final)
        assert list(state.scores) == self.game.scores
        assert board_of(state) == self.game.board
        assert sorted(followers_of(state), key=repr) == sorted(self.game.followers, key=repr)
        assert state.is_over == self.game.is_over if state.tile is None else True
        self._compare_goods(state)
        if not state.is_over:
            assert state.seat + 1 == self.game.active[0]

    def _compare_goods(self, state: State) -> None:
        held = [rules.goods for rules in self.game.more if isinstance(rules, judge.Traders)]
        seats = range(1, state.seats + 1)
        expected = [tuple(tuple(by_seat[seat] for by_seat in goods.values()) for seat in seats) for goods in held]
        assert goods_of(state) == (expected[0] if expected else None)


def compare_with_judge(edition: str, options: str, seats: int, plies: tuple[Ply, ...]) -> None:
    """Follow a game to its end, and look at all features now and then."""
    judged = JudgedGame(edition, options, seats)
    for ply in plies:
        judged.follow(ply)
    for ply in (*plies[::11], *plies[-2:]):
        assert engine_features(ply.after) == judge_features(ply.after)
