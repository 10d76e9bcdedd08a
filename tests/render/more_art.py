"""Lets tests say how figures and modifiers look that no expansion has."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from render.art.modifiers import MODIFIER_MARKS, DrawModifier
from render.pieces.figures import FIGURE_SHAPES, FigureShape, figure_image, figure_outline
from tests.fixtures.kept_pictures import no_kept_pictures


@contextmanager
def with_art(
    figures: Mapping[str, FigureShape] | None = None, modifiers: Mapping[str, DrawModifier] | None = None
) -> Iterator[None]:
    """Add rows to the tables of figures and modifiers, by name; remove them at the end."""
    figures, modifiers = figures or {}, modifiers or {}
    with no_kept_pictures():
        try:
            FIGURE_SHAPES.update(figures)
            MODIFIER_MARKS.update(modifiers)
            _forget_figures()
            yield
        finally:
            for name in figures:
                del FIGURE_SHAPES[name]
            for name in modifiers:
                del MODIFIER_MARKS[name]
            _forget_figures()


def _forget_figures() -> None:
    """Clear the cached pictures of figures, which depend on the tables."""
    figure_image.cache_clear()
    figure_outline.cache_clear()
