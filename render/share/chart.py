"""Everybody's scores over time as a curve, in HTML. The words around it are the page's."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from carcassonne import Rgb
from render.look.theme import PieceStyle
from render.share.steps import Step

_END_GAP: Final = 13.5
"""The least distance of the numbers at the ends of two curves, in percent of the height."""


def hex_colour(rgb: Rgb) -> str:
    """Return a colour as CSS writes it."""
    return "#" + bytes(rgb).hex()


def chart(steps: Sequence[Step], styles: Sequence[PieceStyle], label: str) -> str:
    """Return the curves, a line each seat, with the seat's number at its end."""
    scores = [step.state.scores for step in steps]
    most = max(1, *(score for row in scores for score in row))
    lines = "".join(_line([row[style.seat] for row in scores], style, most) for style in styles)
    ends = "".join(_ends(scores[-1], styles, most))
    return (
        f'<div class="chart" role="img" aria-label="{escape(label)}">'
        f'<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">{lines}'
        '<line id="now" x1="0" y1="0" x2="0" y2="100"/></svg>'
        f'<span class="most">{most}</span><span class="least">0</span>{ends}</div>'
    )


def _line(scores: Sequence[int], style: PieceStyle, most: int) -> str:
    step = 100 / max(1, len(scores) - 1)
    points = " ".join(f"{number * step:.2f},{_height(score, most):.1f}" for number, score in enumerate(scores))
    return (
        f'<polyline class="under" points="{points}"/>'
        f'<polyline points="{points}" style="stroke:{hex_colour(style.colour.rgb)}"/>'
    )


def _height(score: int, most: int) -> float:
    """Return how far below the top of the chart a score is, in percent."""
    return 100 - 100 * max(0, score) / most


def _ends(scores: Sequence[int], styles: Sequence[PieceStyle], most: int) -> Iterator[str]:
    """Yield the numbers at the ends of the curves, moved apart where curves end side by side."""
    level = 100.0 + _END_GAP
    for style in sorted(styles, key=lambda style: scores[style.seat]):
        level = min(_height(scores[style.seat], most), level - _END_GAP)
        colours = f"background:{hex_colour(style.plate_rgb)};color:{hex_colour(style.number_rgb)}"
        yield f'<span class="end" style="top:{level:.1f}%;{colours}">{style.number}</span>'
