"""The key of a view: what the fills mean that are on this picture."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final, TypeAlias

from carcassonne import SegmentRef, State
from carcassonne.holding import earnings
from render.look.overlays import LAND, Fill, ViewColours, tints, view_colours
from render.look.theme import PieceStyle
from render.look.views import Area, DrawOptions, View
from render.look.words import ViewMeaning, Words
from render.panel.text_boxes import KeyItem, KeySign

_Look: TypeAlias = tuple[int, ...]
"""The colours of a fill."""
_FIELDS_IN_SIGN: Final = 3
"""The sign for fields has the colours of so many, because each field has its own."""


def view_key(state: State, words: Words, shown: Area, options: DrawOptions) -> tuple[KeyItem, ...]:
    """Return the key of a picture: only of what is on it, and only if there are words for it."""
    view = options.view
    if not view.is_tinted or not words.key:
        return ()
    colours = view_colours(options.look.theme, view)
    land = colours.land[len(colours.land) // 2]
    signs: dict[str, KeySign] = {}
    for text, looks in _looks(state, words, shown, view, colours).items():
        if text:
            numbers = [number for look in looks for number in look]
            signs[text] = KeySign(tuple(land if number == LAND else colours.fills[number] for number in numbers))
        else:
            signs[words.key[ViewMeaning.REST if view is View.FIELDS else ViewMeaning.NOBODYS]] = KeySign((land,))
    if view is View.SCORE and (style := _first_earning(state, words, shown)):
        signs[words.key[ViewMeaning.EARNED]] = KeySign((style.plate_rgb,), text="+", text_rgb=style.number_rgb)
    return tuple(KeyItem(sign, text) for text, sign in signs.items())


def _looks(state: State, words: Words, shown: Area, view: View, colours: ViewColours) -> dict[str, list[_Look]]:
    """Return by its meaning what is seen most; "" is land that stays grey, which comes last."""
    fills = {ref: tint.fill for ref, tint in tints(state, view, words.styles(state), colours)}
    seen: dict[str, Counter[_Look]] = defaultdict(Counter)
    for ref in _segments(state, shown):
        if (text := _text(state, ref, fills.get(ref), view, words)) is not None:
            seen[text][fills[ref].colours if text else ()] += 1
    most = _FIELDS_IN_SIGN if view is View.FIELDS else 1
    return {text: [look for look, _ in seen[text].most_common(most)] for text in sorted(seen, key=lambda one: not one)}


def _text(state: State, ref: SegmentRef, fill: Fill | None, view: View, words: Words) -> str | None:
    """Return what a fill means: "" for none, None for a player's own colour, which is on the card."""
    if fill is None:
        return ""
    if view is View.FIELDS:
        return words.kinds.get(state.segment_at(ref).kind)
    if LAND in fill.colours:
        return words.key[ViewMeaning.TIED]
    return words.key[ViewMeaning.SHARED] if len(fill.colours) > 1 else None


def _segments(state: State, shown: Area) -> Iterator[SegmentRef]:
    for position, laid in state.cells.items():
        if shown.has(position):
            for number in range(len(laid.turned.segments)):
                yield SegmentRef(position, number)


def _first_earning(state: State, words: Words, shown: Area) -> PieceStyle | None:
    """Return the first seat for which points are on the board; None if there are none."""
    earning = [seat for (seat, ref), points in earnings(state).items() if points and shown.has(ref.position)]
    return words.styles(state)[min(earning)] if earning else None
