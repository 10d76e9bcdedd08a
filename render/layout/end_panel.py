"""The panel of a finished game: who has won, a card for each player, and what the colours mean.

Lengths are those of a ``Sheet``.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import product
from math import inf
from typing import Final, NamedTuple

from carcassonne import Kind, Modifier, State, ranks
from render.layout.panel_content import PanelContent, PanelForm
from render.look.theme import SCORE_COLOURS
from render.look.words import signed
from render.panel.boxes import GAP, Box, Column, Gap, Grid
from render.panel.brought import ModifierSign, SeatSign
from render.panel.player_card import CARD_GAP
from render.panel.result_card import ResultCard, ResultRow, ScorePart, colour_sign, result_height
from render.panel.text_boxes import Entries, Heading, KeyItem, wrapped
from render.text.bidi import isolated
from render.text.fonts import BOLD
from render.text.names import showable_name
from render.text.typeset import fitted, width_of

_TALLEST: Final = 1.5
"""How much higher a card may be where there is room."""
_HEADLINES: Final = ((32, 2), (28, 2), (24, 2), (24, 3))
"""The heights of the letters of a headline, and how many lines it then may have. It has the first that suffices."""
_KEY_GAP: Final = 8
_BROUGHT_GAP: Final = 10
"""The room between players in a line with what something has brought them."""
_LEADING: Final = 1.25
"""From one line of a headline to the next, in heights of its letters."""
_BETWEEN_SCORES: Final = " : "
_IN_ONE_LINE: Final = ("\u00a0:\u00a0", ":")
"""What stands between scores that may not be in two lines. The second one needs less room."""
_NAME_SHARE: Final = 0.8
"""How much of a headline's line a name may take."""


class _Shown(NamedTuple):
    """What a panel shows. ``width`` is the least width of a card, of which ``columns`` are side by side.

    A card with rows has a line for each kind of feature, so there is no legend.
    """

    width: int
    is_tall: bool
    is_beside: bool
    columns: int = 1
    has_rows: bool = False
    lower: float = 0
    """How much lower its cards may be than they usually are."""


_SHOWN: Final = (
    _Shown(264, is_tall=True, is_beside=True),
    _Shown(264, is_tall=True, is_beside=False, columns=3),
    _Shown(264, is_tall=True, is_beside=False, columns=2),
    _Shown(220, is_tall=True, is_beside=True),
    _Shown(264, is_tall=True, is_beside=False),
    _Shown(204, is_tall=True, is_beside=True),
    _Shown(220, is_tall=False, is_beside=True),
    _Shown(220, is_tall=False, is_beside=False, columns=3),
    _Shown(220, is_tall=False, is_beside=False, columns=2),
    _Shown(188, is_tall=False, is_beside=True),
    _Shown(220, is_tall=False, is_beside=True, has_rows=True),
    _Shown(188, is_tall=False, is_beside=True, has_rows=True),
)
"""From the one that shows most to the one that takes least room; then those for few players beside a high board."""
_FOR_BROUGHT: Final = tuple(_Shown(width, is_tall=False, is_beside=True, lower=8) for width in (220, 188))
"""Two more where it's told what something has brought players: it takes lines, and leaves the cards less room."""


def end_forms(content: PanelContent) -> Iterator[PanelForm]:
    """Yield the forms of the panel, from the one that shows most."""
    has_brought = any(True for _ in _brought_lines(content, has_words=False))
    for shown in (*_SHOWN, *(_FOR_BROUGHT if has_brought else ())):
        columns = min(shown.columns, content.seats)
        width = columns * (shown.width + CARD_GAP) - CARD_GAP + 2 * GAP
        yield PanelForm(partial(_box, shown, columns), shown.is_beside, width)


def _box(shown: _Shown, columns: int, content: PanelContent) -> Box:
    """Return the headline, the cards, which grow, and the legend, in the middle of the room that is left."""
    kinds = _kinds_shown(content)
    words = [content.words.kinds.get(kind, kind.value) for kind in kinds]
    rows = list(zip(kinds, words, strict=True)) if shown.has_rows else []
    least = result_height(len(rows), is_tall=shown.is_tall) - shown.lower
    cards = [_result(content, seat, rows, is_tall=shown.is_tall) for seat in ranking(content)]
    legend = (
        [] if shown.has_rows else [KeyItem(colour_sign(kind), text) for kind, text in zip(kinds, words, strict=True)]
    )
    if not shown.is_tall:  # no room for the words in the lines below
        legend += [line[0] for line in _brought_lines(content, has_words=True)]
    boxes = [
        Gap(0, inf),
        Heading(lambda width: _headline(content, width), _LEADING),
        Gap(CARD_GAP),
        Grid(cards, least, _TALLEST * least, CARD_GAP, columns),
        Gap(CARD_GAP),
        Entries(legend),
        *(Entries(items, _BROUGHT_GAP) for items in _brought_lines(content, has_words=shown.is_tall)),
        *([Gap(_KEY_GAP), Entries(content.key)] if content.key else []),
        Gap(0, inf),
    ]
    return Column(boxes)


def _result(content: PanelContent, seat: int, rows: Sequence[tuple[Kind, str]], *, is_tall: bool) -> ResultCard:
    """Return a player's card. It has rows only if somebody knows the points."""
    state, words, parts = content.state, content.words, score_parts(content.state, seat)
    points = {part.kind: part.points for part in parts or ()}
    has_rows = parts is not None and seat not in state.resigned
    return ResultCard(
        words.styles(state)[seat],
        shown_name(content, seat),
        state.scores[seat],
        parts,
        max([1, *(state.scores[one] for one in _with_bars(state))]),
        is_winner=seat in content.winners,
        is_computer=seat in words.computers,
        resigned=words.resigned if seat in state.resigned else None,
        is_tall=is_tall,
        rows=tuple(ResultRow(kind, text, points.get(kind, 0)) for kind, text in rows) if has_rows else (),
        rows_count=len(rows),
    )


def _with_bars(state: State) -> list[int]:
    return [seat for seat in range(len(state.scores)) if seat not in state.resigned]


def ranking(content: PanelContent) -> list[int]:
    """Return the seats, the best first; those of players who have resigned are last."""
    order = ranks(content.state)
    return sorted(range(content.seats), key=lambda seat: (order[seat], seat))


def shown_name(content: PanelContent, seat: int) -> str:
    """Return the name of a seat's player; its colour and number if no font can show the name."""
    words = content.words
    return showable_name(words.names[seat], f"{words.colour_names[seat]} {seat + 1}")


def score_parts(state: State, seat: int) -> tuple[ScorePart, ...] | None:
    """Return where a seat's points come from, in the order of the colours; None if that is not known."""
    earned = state.history.earned
    parts = [ScorePart(kind, earned[kind][seat]) for kind in SCORE_COLOURS if kind in earned and earned[kind][seat]]
    return tuple(parts) if sum(part.points for part in parts) == state.scores[seat] else None


def _brought_lines(content: PanelContent, *, has_words: bool) -> Iterator[Sequence[KeyItem]]:
    """Yield a line for each modifier that has brought somebody points, or has cost some: its sign, and the players.

    Where there is little room, the sign has no word: it stands in the legend.
    """
    state, words = content.state, content.words
    playing = [seat for seat in ranking(content) if seat not in state.resigned]
    known = [seat for seat in playing if score_parts(state, seat) is not None]
    for modifier in state.ruleset.told:
        told = [(seat, points) for seat in known if (points := brought(state, modifier, seat))]
        if told:
            word = words.modifiers.get(modifier.name, modifier.name) if has_words else ""
            paid = [KeyItem(SeatSign(words.styles(state)[seat]), signed(points)) for seat, points in told]
            yield [KeyItem(_sign(state, modifier), word), *paid]


def _sign(state: State, modifier: Modifier) -> ModifierSign:
    """Return the sign of a modifier: a part of the first tile that has it."""
    tiles = (tile.turned[0] for tile in state.ruleset.tiles.values())
    shown = next(tile for tile in tiles if any(modifier in found for _, found in tile.modified_segments))
    return ModifierSign(modifier.name, shown)


def brought(state: State, modifier: Modifier, seat: int) -> int:
    """Return what a modifier has brought a player; less than 0 if it has cost points."""
    by_seat = state.history.brought.get(modifier.name)
    return by_seat[seat] if by_seat else 0


def _headline(content: PanelContent, inner: float) -> tuple[tuple[str, ...], int]:
    """Return the lines of the headline and the height of their letters."""
    result = content.words.result if content.winners else ""
    names = tuple(shown_name(content, seat) for seat in range(content.seats))
    return _headline_lines(result, names, inner) if result else _headline_lines(content.words.over, (), inner)


@lru_cache(maxsize=128)
def _headline_lines(template: str, names: tuple[str, ...], inner: float) -> tuple[tuple[str, ...], int]:
    """Return the lines of a headline with names in it, and the height of their letters."""
    for between, (letters, most) in product(_IN_ONE_LINE, _HEADLINES):
        text = template.format(*(isolated(fitted(name, _NAME_SHARE * inner, letters, BOLD)) for name in names))
        lines = wrapped([text.replace(_BETWEEN_SCORES, between)], inner, letters, BOLD)
        if len(lines) <= most and all(width_of(line, letters, BOLD) <= inner for line in lines):
            return lines, letters
    return wrapped([text], inner, letters, BOLD), letters


def _kinds_shown(content: PanelContent) -> Sequence[Kind]:
    """Return the kinds in the bars. The cards of those who have resigned have none."""
    parts = [score_parts(content.state, seat) or () for seat in _with_bars(content.state)]
    found = {part.kind for one in parts for part in one}
    return [kind for kind in SCORE_COLOURS if kind in found]
