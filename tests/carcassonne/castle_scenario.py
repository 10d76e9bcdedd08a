"""A game of The Castle driven by text, with its questions and answers.

castle = Castle()
castle.turn("S03 C1 0 herald N")
castle.answer("first C1 N", "wall 2", "takes 5")
["path 8 to 1", "takes 5 to 1"]
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from carcassonne import (
    CarcassonneError,
    DrawTile,
    Event,
    FeatureScored,
    KeepMoved,
    Move,
    Phase,
    TileDiscarded,
    WallTilePlayed,
    WallTileTaken,
    apply_all,
    drawable,
    format_cell,
    format_move,
    legal_moves,
    parse_cell,
    parse_move,
)
from carcassonne.castle import CASTLE_STATE, CastleState, Keep, castle_state
from carcassonne.events import SegmentRef

from .scenario import Game, in_words, state_text

EVERY_WALL_TILE = sorted([*range(1, 10), *range(1, 10)])


def castle_words(events: Iterable[Event]) -> Iterator[str]:
    """Like ``in_words``, plus ``takes 5 to 1``, ``wall 2 by 1`` and ``keep of 1 on 3 tiles``."""
    for event in events:
        match event:
            case FeatureScored() | TileDiscarded():
                yield from in_words([event])
            case WallTileTaken(seat, number):
                yield f"takes {number} to {seat + 1}"
            case WallTilePlayed(seat, number):
                yield f"wall {number} by {seat + 1}"
            case KeepMoved(seat, _, tiles):
                yield f"keep of {seat + 1} on {tiles} tiles"
            case _:
                pass


class Castle(Game):
    """Markers, hands and keeps can be set directly with ``set_position``. Such a game has no record."""

    def __init__(self) -> None:
        super().__init__("castle")

    def make(self, *moves: Move) -> list[str]:
        known = len(self.events)
        super().make(*moves)
        return list(castle_words(self.events[known:]))

    def answer(self, *texts: str) -> list[str]:
        """Answer a question, or turn a wall tile over."""
        return self.make(*map(parse_move, texts))

    @property
    def asked(self) -> list[str]:
        """The possible answers; empty if there is no question."""
        return list(map(format_move, legal_moves(self.state))) if self.state.phase is Phase.ASK else []

    @property
    def kept(self) -> CastleState:
        return castle_state(self.state)

    def hand(self, seat: int) -> list[int]:
        return list(self.kept.hands[seat - 1])

    def keep(self, seat: int) -> tuple[str | None, int]:
        """The cell of the keep, and the number of tiles of its house."""
        keep = self.kept.keeps[seat - 1]
        return keep.ref and format_cell(keep.ref.position), keep.tiles

    def set_position(
        self,
        *,
        scores: Sequence[int] = (),
        hands: tuple[Sequence[int], Sequence[int]] | None = None,
        keeps: tuple[int, int] | None = None,
    ) -> None:
        self.state = self.state.copy()
        self.state.scores = list(scores) or self.state.scores
        kept = self.kept
        if hands is not None:
            unseen = [*EVERY_WALL_TILE]
            for number in (*hands[0], *hands[1]):
                unseen.remove(number)
            kept = replace(
                kept,
                hands=(tuple(sorted(hands[0])), tuple(sorted(hands[1]))),
                unseen=tuple(unseen),
                taken_this_turn=(),
            )
        if keeps is not None:
            stands = [Keep(SegmentRef(parse_cell("A1"), 0), tiles) if tiles else Keep() for tiles in keeps]
            kept = replace(kept, keeps=tuple(stands))
        self.state.set_extra(CASTLE_STATE, kept)

    def refused(self, *texts: str) -> str:
        """The reason why moves are refused. The game does not change."""
        before = state_text(self.state)
        try:
            apply_all(self.state, [parse_move(text) for text in texts])
        except CarcassonneError as error:
            assert state_text(self.state) == before
            return str(error.reason)
        raise AssertionError(f"{texts} were accepted")

    def end(self) -> list[str]:
        """Discard the rest of the bag; return the final scoring."""
        known = len(self.events)
        self.skip_all_but()
        return [" ".join(text.split()) for text in castle_words(self.events[known:]) if not text.startswith("x ")]

    def last_tile(self, tile: str) -> None:
        """Discard all tiles but one, and draw that one."""
        self.skip_all_but(keep=tile)
        assert drawable(self.state) == [tile]
        self.make(DrawTile(tile))
