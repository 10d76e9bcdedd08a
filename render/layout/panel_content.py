"""What a panel shows of a state, before anybody knows where. Lengths are those of a ``Sheet``."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from carcassonne import Rotation, State, Tile, TurnedTile, legal_placements
from carcassonne.geometry import ROTATIONS
from carcassonne.tiles import visual_key
from render.editions import edition_picture
from render.look.words import Words
from render.panel.cards import PlayerCard
from render.panel.panel import RotationPreview, TileCard
from render.panel.view_key import KeyItem
from render.pieces.spots import legend, shown_tile, spot_marks, spots_to_show

Totals: TypeAlias = tuple[int, ...] | None
"""Each seat's score if the game ended now; None if it is not shown."""


@dataclass(frozen=True, slots=True)
class PanelContent:
    """What a panel shows. ``lines`` are about the tile, ``more_lines`` what the edition adds, ``key`` what a view does.

    ``winners`` are the seats that have won.
    """

    state: State
    words: Words
    winners: frozenset[int]
    totals: Totals
    turned: TurnedTile | None
    headline: str
    lines: tuple[str, ...]
    more_lines: tuple[str, ...]
    key: tuple[KeyItem, ...] = ()

    @property
    def seats(self) -> int:
        """How many players have a card."""
        return self.state.seats

    @property
    def extra_height(self) -> int:
        """The height that the edition adds to a card."""
        return edition_picture(self.state).extra_card_height(self.state)

    @property
    def usual_lines(self) -> int:
        """How many lines most tiles of this edition have at most."""
        return edition_picture(self.state).usual_lines

    @property
    def least_card_width(self) -> int:
        """The least width of a card in this edition."""
        return edition_picture(self.state).least_card_width

    def card(self, seat: int, x: float, y: float, width: float, base_height: float) -> PlayerCard:
        """Return a player's card at a place."""
        state, words = self.state, self.words
        return PlayerCard(
            x,
            y,
            width,
            words.styles(state)[seat],
            words.names[seat],
            words.colour_names[seat],
            state.scores[seat],
            self.totals[seat] if self.totals else None,
            {figure: in_hand[seat] for figure, in_hand in state.supply.items()},
            is_to_move=seat == state.seat and not state.is_over,
            is_winner=seat in self.winners,
            resigned=words.resigned if seat in state.resigned else None,
            height=base_height + self.extra_height,
            base_height=base_height,
            extra=edition_picture(state).card_extra(state, seat, words),
            is_computer=seat in words.computers,
            gain=self._gain(seat),
        )

    def _gain(self, seat: int) -> int:
        """Return what the last turn has brought a seat: 0 after the end, and where totals tell something else."""
        if self.totals or self.state.is_over:
            return 0
        return sum(event.points for event in self.state.history.paid if seat in event.seats)

    @property
    def has_tile(self) -> bool:
        """Whether there is a tile to be shown: that in hand, that just laid, or the next one, which lies face down."""
        return self.turned is not None or not self.state.is_over

    def tile_card(
        self, x: float, y: float, side: float, corners: Sequence[tuple[float, float]], small: float
    ) -> TileCard | None:
        """Return the card of the tile, with small pictures of its rotations at the given corners, if there are any."""
        if not self.has_tile:
            return None
        if self.turned is None:
            return TileCard(x, y, side, None, (), ())
        spots = spots_to_show(self.state, self.turned)
        marks = spot_marks(self.turned, spots, (x, y), side, self.words)
        return TileCard(x, y, side, self.turned, tuple(marks), tuple(self._previews(corners, small)))

    @property
    def rotations(self) -> Sequence[Rotation]:
        """The rotations in which the tile in hand looks different."""
        tile = self.state.tile
        return [] if tile is None else distinct_rotations(tile)

    def _previews(self, corners: Sequence[tuple[float, float]], side: float) -> Iterator[RotationPreview]:
        tile = self.state.tile
        if tile is not None:
            legal = {rotation for _, rotation in legal_placements(self.state)}
            for rotation, (x, y) in zip(self.rotations, corners, strict=False):
                yield RotationPreview(x, y, side, tile.turned[rotation], rotation, rotation in legal)


def panel_content(
    state: State, words: Words, winners: frozenset[int], totals: Totals = None, key: tuple[KeyItem, ...] = ()
) -> PanelContent:
    """Return what the panel of a state shows."""
    turned = shown_tile(state)
    lines = [] if turned is None else legend(spots_to_show(state, turned), words)
    if turned is not None and lines:
        lines[0] = f"{turned.rotation}°: {lines[0]}"  # the points are right for this rotation alone
    headline = words.over if state.is_over else words.tiles_left
    more = tuple(edition_picture(state).panel_lines(state, words))
    return PanelContent(state, words, winners, totals, turned, headline, tuple(lines), more, key)


def distinct_rotations(tile: Tile) -> Sequence[Rotation]:
    """Return the first rotation of each different look of a tile."""
    looks = {visual_key(tile.turned[rotation]): rotation for rotation in reversed(ROTATIONS)}
    return sorted(looks.values())
