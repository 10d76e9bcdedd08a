"""What a panel shows of a state, and in which form, before anybody knows where. Lengths are those of a ``Sheet``."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from carcassonne import Rotation, State, Tile, legal_placements
from carcassonne.geometry import ROTATIONS
from carcassonne.tiles import visual_key
from render.editions import card_additions, edition_picture
from render.look.words import Words
from render.panel.boxes import Box
from render.panel.holding import Holding
from render.panel.player_card import PlayerCard
from render.panel.small_map import SmallMap
from render.panel.text_boxes import NO_BREAK, KeyItem
from render.panel.tile_card import ShownTile
from render.pieces.spots import FEW_KINDS, legend, shown_tile, spots_to_show

Totals: TypeAlias = tuple[int, ...] | None
"""Each seat's score if the game ended now; None if it is not shown."""


@dataclass(frozen=True, slots=True)
class PanelContent:
    """What a panel shows. ``lines`` are about the tile, ``more_lines`` what the edition adds, ``key`` what a view does.

    ``winners`` are the seats that have won. ``rows_height`` is the height that the edition's rows add to a card.
    """

    state: State
    words: Words
    winners: frozenset[int]
    shown: ShownTile
    headline: str
    lines: tuple[str, ...]
    more_lines: tuple[str, ...]
    cards: tuple[PlayerCard, ...]
    rows_height: float
    key: tuple[KeyItem, ...] = ()
    map: SmallMap | None = None
    """The whole board, if only a part of it is shown because it is too large."""

    @property
    def seats(self) -> int:
        """How many players have a card."""
        return self.state.seats

    @property
    def usual_lines(self) -> int:
        """How many lines most tiles of this edition have at most."""
        return edition_picture(self.state).usual_lines

    @property
    def least_card_width(self) -> int:
        """The least width of a card in this game."""
        holding = self.cards[0].holding
        return max(edition_picture(self.state).least_card_width, holding.card_width if holding else 0)


@dataclass(frozen=True, slots=True)
class PanelForm:
    """A form of the panel, beside the board or below it. ``box`` makes it of what it shows."""

    box: Callable[[PanelContent], Box]
    is_beside: bool
    width: float
    """Its least width."""


def panel_content(
    state: State,
    words: Words,
    winners: frozenset[int],
    totals: Totals = None,
    key: tuple[KeyItem, ...] = (),
    *,
    shows_spots: bool = True,
) -> PanelContent:
    """Return what the panel of a state shows. Without ``shows_spots`` its tile has neither numbers nor rotations."""
    additions = card_additions(state)
    shown = _shown_tile(state) if shows_spots else ShownTile(shown_tile(state), (), ())
    turned = shown.turned
    has_many_kinds = len(state.supply) > FEW_KINDS
    lines = [] if turned is None else legend(turned, shown.spots, words, is_short=has_many_kinds)
    headline = words.over if state.is_over else words.tiles_left
    rows = [tuple(row for one in additions for row in one.card_rows(state, seat, words)) for seat in range(state.seats)]
    rows_height = max(sum(row.height for row in one) for one in rows)
    totals_or_none = totals or (None,) * state.seats
    cards = tuple(
        PlayerCard(
            style,
            words.names[seat],
            state.scores[seat],
            words.colour_names[seat],
            totals_or_none[seat],
            {figure: in_hand[seat] for figure, in_hand in state.supply.items()},
            is_to_move=seat == state.seat and not (state.is_over or words.nobody_moves),
            is_winner=seat in winners,
            resigned=words.resigned if seat in state.resigned else None,
            rows=rows[seat],
            rows_height=rows_height,
            holding=_holding(state, seat, tells_pay=totals is not None and seat not in state.resigned),
            is_computer=seat in words.computers,
            gain=0 if totals else _gain(state, seat),
        )
        for seat, style in enumerate(words.styles(state)[: state.seats])
    )
    more = tuple(line for one in additions for line in one.panel_lines(state, words))
    if more or has_many_kinds:
        lines = _in_one(lines)
    return PanelContent(state, words, winners, shown, headline, tuple(lines), more, cards, rows_height, key)


def _holding(state: State, seat: int, *, tells_pay: bool) -> Holding | None:
    """Return what fills the lower line of a seat's card; None if only the figures of a few kinds are to be shown.

    It may tell what signs would pay, if there are some.
    """
    signs = [sign for one in card_additions(state) for sign in one.signs(state, seat)]
    if not signs and len(state.supply) <= FEW_KINDS:
        return None
    figures = [(figure, in_hand[seat]) for figure, in_hand in state.supply.items()]
    return Holding(figures, signs, tells_pay=tells_pay and bool(signs))


def _in_one(lines: Sequence[str]) -> list[str]:
    """Return lines as one, which is broken only between them. It leaves room for what the edition adds."""
    text = " · ".join(line.replace(" ", NO_BREAK) for line in lines)
    return [text[:1].upper() + text[1:]] if text else []


def _gain(state: State, seat: int) -> int:
    """Return what the last turn has brought a seat; 0 after the end."""
    return 0 if state.is_over else sum(event.points for event in state.history.paid if seat in event.seats)


def _shown_tile(state: State) -> ShownTile:
    """Return the tile that the panel shows, with its rotations if it is in hand."""
    turned, tile = shown_tile(state), state.tile
    spots = () if turned is None else tuple(spots_to_show(state, turned))
    if tile is None or state.is_over:
        return ShownTile(turned, spots, ())
    legal = {rotation for _, rotation in legal_placements(state)}
    rotations = [(tile.turned[rotation], rotation, rotation in legal) for rotation in distinct_rotations(tile)]
    return ShownTile(turned, spots, rotations)


def distinct_rotations(tile: Tile) -> Sequence[Rotation]:
    """Return the first rotation of each different look of a tile."""
    looks = {visual_key(tile.turned[rotation]): rotation for rotation in reversed(ROTATIONS)}
    return sorted(looks.values())
