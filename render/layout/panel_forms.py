"""The forms that a panel can have, beside or below the board."""

from typing import Final, Protocol

from render.layout.below_panel import BelowPanel
from render.layout.beside_panel import BesidePanel
from render.layout.end_forms import END_FORMS
from render.layout.panel_content import PanelContent
from render.layout.rotation_previews import Previews
from render.panel.cards import CARD_HEIGHT, LOW_CARD_HEIGHT, LOWER_CARD_HEIGHT
from render.panel.panel import Panel, Rectangle


class PanelForm(Protocol):
    """A form of the panel. Lengths are those of a ``Sheet``."""

    @property
    def is_beside(self) -> bool:
        """Whether the panel is beside the board, not below it."""

    def least_size(self, content: PanelContent) -> tuple[float, float]:
        """Return the least width and height. They are the same for all tiles in hand, so that the board stays still."""

    def most_height(self, content: PanelContent) -> float:
        """Return how high a panel of the least width can be without empty room."""

    def lay(self, content: PanelContent, rectangle: Rectangle) -> Panel:
        """Lay out the panel in a rectangle that is no smaller."""


FORMS: Final[tuple[PanelForm, ...]] = (
    BesidePanel(256, CARD_HEIGHT, Previews.ROW, lines=2),
    BesidePanel(208, CARD_HEIGHT, Previews.BLOCK, lines=3),
    BesidePanel(172, CARD_HEIGHT, Previews.BLOCK, lines=4),
    BelowPanel(168, CARD_HEIGHT, Previews.SQUARE, has_legend=True),
    BesidePanel(240, LOWER_CARD_HEIGHT, Previews.ROW, lines=2),
    BesidePanel(256, CARD_HEIGHT, Previews.NONE, lines=2),
    BesidePanel(256, CARD_HEIGHT, Previews.SQUARE, lines=3),
    BesidePanel(208, CARD_HEIGHT, Previews.NONE, lines=3),
    BesidePanel(172, CARD_HEIGHT, Previews.NONE, lines=4),
    BesidePanel(256, LOW_CARD_HEIGHT, Previews.SQUARE, lines=3),
    BelowPanel(144, LOW_CARD_HEIGHT, Previews.NONE, has_legend=True),
    BesidePanel(172, LOW_CARD_HEIGHT, Previews.BLOCK, lines=0),
    BesidePanel(256, LOW_CARD_HEIGHT, Previews.SQUARE, lines=0),
    BesidePanel(200, LOW_CARD_HEIGHT, Previews.NONE, lines=0),
    BelowPanel(112, LOW_CARD_HEIGHT, Previews.NONE, has_legend=False),
    BesidePanel(172, LOW_CARD_HEIGHT, Previews.NONE, lines=0),
)
"""From the one that shows most to the one that takes least room."""


def forms_of(content: PanelContent) -> tuple[PanelForm, ...]:
    """Return the forms in which a panel can show a state, from the one that shows most."""
    return END_FORMS if content.state.is_over else FORMS
