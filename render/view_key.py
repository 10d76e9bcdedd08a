"""The key of a view: what the fills mean that are on this picture."""

from collections.abc import Iterator
from dataclasses import dataclass

from carcassonne import Rgb, SegmentRef, State
from carcassonne.holding import earnings
from render.draw_options import DrawOptions
from render.overlays import Fill, tints
from render.theme import PieceStyle
from render.view_colours import LAND, shades, view_colours
from render.views import Area, View
from render.words import ViewMeaning, Words


@dataclass(frozen=True, slots=True)
class KeySign:
    """A square that looks as the board does: its colours, as stripes if there are several.

    ``lines`` is the colour of thin lines over it, None if it has none. ``text`` is written on it.
    """

    colours: tuple[Rgb, ...]
    lines: Rgb | None = None
    text: str = ""
    text_rgb: Rgb | None = None


@dataclass(frozen=True, slots=True)
class KeyItem:
    """A sign and what it means, in words."""

    sign: KeySign
    text: str


def view_key(state: State, words: Words, shown: Area, options: DrawOptions) -> tuple[KeyItem, ...]:
    """Return the key of a picture: only of what is on it, and only if there are words for it."""
    if not options.view.is_tinted or not words.key:
        return ()
    colours = view_colours(options.look.theme, options.view)
    land = colours.land[len(colours.land) // 2]
    fills = {ref: tint.fill for ref, tint in tints(state, options.view, words.styles(state), colours)}
    seen = [(ref, fills.get(ref)) for ref in _segments(state, shown)]
    signs: dict[str, KeySign] = {}
    for ref, fill in seen:
        if fill is not None and (text := _text(state, ref, fill, options.view, words)):
            filled = tuple(land if number == LAND else colours.fills[number] for number in fill.colours)
            signs.setdefault(text, KeySign(filled, shades(filled[0])[1] if fill.hatching else None))
    if any(fill is None for _, fill in seen):
        signs[words.key[ViewMeaning.REST if options.view is View.FIELDS else ViewMeaning.NOBODYS]] = KeySign((land,))
    if options.view is View.SCORE and (style := _first_earning(state, words, shown)):
        signs[words.key[ViewMeaning.EARNED]] = KeySign((style.plate_rgb,), text="+", text_rgb=style.number_rgb)
    return tuple(KeyItem(sign, text) for text, sign in signs.items())


def _text(state: State, ref: SegmentRef, fill: Fill, view: View, words: Words) -> str:
    """Return what a fill means; nothing for a player's own colour, which is on the card."""
    if view is View.FIELDS:
        return words.kinds.get(state.segment_at(ref).kind, "")
    if LAND in fill.colours:
        return words.key[ViewMeaning.TIED]
    return words.key[ViewMeaning.SHARED] if len(fill.colours) > 1 else ""


def _segments(state: State, shown: Area) -> Iterator[SegmentRef]:
    for position, laid in state.cells.items():
        if shown.has(position):
            for number in range(len(laid.turned.segments)):
                yield SegmentRef(position, number)


def _first_earning(state: State, words: Words, shown: Area) -> PieceStyle | None:
    """Return the first seat for which points are on the board; None if there are none."""
    earning = [seat for (seat, ref), points in earnings(state).items() if points and shown.has(ref.position)]
    return words.styles(state)[min(earning)] if earning else None
