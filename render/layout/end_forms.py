"""The forms of the panel of a finished game: who has won, a card for each player, and what the colours mean.

Lengths are those of a ``Sheet``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import ceil
from typing import Final

from carcassonne import Kind, State, ranks
from render.layout.panel_content import PanelContent
from render.look.score_colours import SCORE_COLOURS
from render.panel.cards import CARD_GAP
from render.panel.panel import GAP, Panel, Rectangle, Text
from render.panel.panel_text import LINE_ROOM, entries_height, entry_lines, key_entries, key_height, wrapped
from render.panel.results import LOW_RESULT_HEIGHT, RESULT_HEIGHT, LegendEntry, ResultCard, ResultRow, ScorePart
from render.text.bidi import isolated
from render.text.fonts import BOLD
from render.text.names import showable_name
from render.text.typeset import fitted, width_of

ROWS_GAP: Final = 6
"""The room below the rows of a card."""
_TALLEST: Final = 1.5
"""How much higher a card may be where there is room."""
_HEADLINES: Final = ((32, 2), (28, 2), (24, 2), (24, 3))
"""The heights of the letters of a headline, and how many lines it then may have. It has the first that suffices."""
_KEY_GAP: Final = 8
_LEADING: Final = 1.25
"""From one line of a headline to the next, in heights of its letters."""
_BETWEEN_SCORES: Final = " : "
_IN_ONE_LINE: Final = ("\u00a0:\u00a0", ":")
"""What stands between scores that may not be in two lines. The second one needs less room."""
_NAME_SHARE: Final = 0.8
"""How much of a headline's line a name may take."""


@dataclass(frozen=True, slots=True)
class EndPanel:
    """A form of the panel. ``width`` is the least width of a card, of which ``columns`` are side by side.

    A card with rows has a line for each kind of feature, so there is no legend.
    """

    width: int
    is_tall: bool
    is_beside: bool
    columns: int = 1
    has_rows: bool = False

    def least_size(self, content: PanelContent) -> tuple[float, float]:
        """Return the least width and height."""
        width = self._columns(content) * (self.width + CARD_GAP) - CARD_GAP
        height = self._cards_height(content) + self._headline_height(content, width)
        height += self._legend_height(content, width)
        return width + 2 * GAP, height + _key_height(content, width) + 2 * GAP

    def most_height(self, content: PanelContent) -> float:
        """Return how high a panel of the least width can be without empty room: cards grow."""
        rows = ceil(content.seats / self._columns(content))
        return self.least_size(content)[1] + rows * (_TALLEST - 1) * self._card(content)

    def lay(self, content: PanelContent, rectangle: Rectangle) -> Panel:
        """Lay out the panel. The cards grow into the room that is left, and what then is left is above and below."""
        x, y, width, height = rectangle
        left, inner, columns = x + GAP, width - 2 * GAP, self._columns(content)
        head, legend = self._headline_height(content, inner), self._legend_height(content, inner)
        key = _key_height(content, inner)
        cards_height = self._cards_height(content)
        spare = height - 2 * GAP - head - legend - key - cards_height
        rows = ceil(content.seats / columns)
        more = min(spare / rows, (_TALLEST - 1) * self._card(content))
        top = y + GAP + (spare - more * rows) / 2
        card, pitch = self._card(content) + more, self._card(content) + more + CARD_GAP
        card_width = (inner + CARD_GAP) / columns - CARD_GAP
        corners = (
            (left + number % columns * (card_width + CARD_GAP), top + head + number // columns * pitch)
            for number in range(content.seats)
        )
        cards = [
            self._result(content, seat, corner, (card_width, card))
            for seat, corner in zip(ranking(content), corners, strict=True)
        ]
        legend_top = top + head + rows * pitch
        return Panel(
            x, y, width, height, (), None, tuple(_headline_texts(content, left, top, inner)),
            tuple(cards), () if self.has_rows else tuple(_legend(content, left, legend_top, inner)),
            tuple(key_entries(content.key, left, legend_top + legend + _KEY_GAP, inner)),
        )  # fmt: skip

    def _card(self, content: PanelContent) -> float:
        """Return the least height of a card."""
        rows = ROWS_GAP + LINE_ROOM * len(_kinds_shown(content)) if self.has_rows else 0
        return self._head + rows

    @property
    def _head(self) -> int:
        return RESULT_HEIGHT if self.is_tall else LOW_RESULT_HEIGHT

    def _legend_height(self, content: PanelContent, inner: float) -> float:
        return 0 if self.has_rows else entries_height(_legend_texts(content), inner)

    def _columns(self, content: PanelContent) -> int:
        return min(self.columns, content.seats)

    def _cards_height(self, content: PanelContent) -> float:
        """Return the height of the cards with a gap below."""
        return ceil(content.seats / self._columns(content)) * (self._card(content) + CARD_GAP)

    def _headline_height(self, content: PanelContent, inner: float) -> float:
        """Return the height of the headline with a gap below."""
        lines, letters = _headline(content, inner)
        return _LEADING * letters * len(lines) + CARD_GAP

    def _result(
        self, content: PanelContent, seat: int, corner: tuple[float, float], size: tuple[float, float]
    ) -> ResultCard:
        state, words = content.state, content.words
        growth = size[1] / self._card(content)
        return ResultCard(
            *corner,
            *size,
            words.styles(state)[seat],
            shown_name(content, seat),
            state.scores[seat],
            score_parts(content.state, seat),
            max(1, *state.scores),
            is_winner=seat in content.winners,
            is_computer=seat in words.computers,
            resigned=words.resigned if seat in state.resigned else None,
            is_tall=self.is_tall,
            head=growth * self._head,
            rows=tuple(self._rows(content, seat, corner[1], growth)) if self.has_rows else (),
        )

    def _rows(self, content: PanelContent, seat: int, top: float, growth: float) -> Iterator[ResultRow]:
        """Yield the rows of a card that is so many times its least height; none if nobody knows the points."""
        parts = score_parts(content.state, seat)
        if parts is not None and seat not in content.state.resigned:
            points = {part.kind: part.points for part in parts}
            for number, (kind, text) in enumerate(zip(_kinds_shown(content), _legend_texts(content), strict=True)):
                level = top + growth * (self._head + LINE_ROOM * (number + 0.5))
                yield ResultRow(level, kind, text, points.get(kind, 0))


END_FORMS: Final = (
    EndPanel(264, is_tall=True, is_beside=True),
    EndPanel(264, is_tall=True, is_beside=False, columns=3),
    EndPanel(264, is_tall=True, is_beside=False, columns=2),
    EndPanel(220, is_tall=True, is_beside=True),
    EndPanel(264, is_tall=True, is_beside=False),
    EndPanel(204, is_tall=True, is_beside=True),
    EndPanel(220, is_tall=False, is_beside=True),
    EndPanel(220, is_tall=False, is_beside=False, columns=3),
    EndPanel(220, is_tall=False, is_beside=False, columns=2),
    EndPanel(188, is_tall=False, is_beside=True),
    EndPanel(220, is_tall=False, is_beside=True, has_rows=True),
    EndPanel(188, is_tall=False, is_beside=True, has_rows=True),
)
"""From the one that shows most to the one that takes least room; then those for few players beside a high board."""


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


def _headline_texts(content: PanelContent, left: float, top: float, inner: float) -> Iterator[Text]:
    lines, letters = _headline(content, inner)
    for number, line in enumerate(lines):
        yield Text(left, top + _LEADING * letters * (number + 0.5), inner, line, is_strong=True, height=letters)


def _key_height(content: PanelContent, inner: float) -> float:
    """Return the height of the key of a view with a gap above; 0 without a key."""
    return _KEY_GAP + key_height(content.key, inner) if content.key else 0.0


def _legend(content: PanelContent, left: float, top: float, inner: float) -> Iterator[LegendEntry]:
    kinds, texts = _kinds_shown(content), _legend_texts(content)
    for line, entries in enumerate(entry_lines(texts, inner)):
        for number, x in entries:
            yield LegendEntry(left + x, top + LINE_ROOM * (line + 0.5), inner - x, kinds[number], texts[number])


def _legend_texts(content: PanelContent) -> list[str]:
    """Return the words of the legend: for the kinds that are in a bar."""
    return [content.words.kinds.get(kind, kind.value) for kind in _kinds_shown(content)]


def _kinds_shown(content: PanelContent) -> Sequence[Kind]:
    parts = [score_parts(content.state, seat) or () for seat in range(content.seats)]
    found = {part.kind for one in parts for part in one}
    return [kind for kind in SCORE_COLOURS if kind in found]
