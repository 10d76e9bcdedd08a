"""The table of editions' pictures, by the ``picture`` that rulesets name."""

from typing import Final

from carcassonne import State
from render.castle.picture import CARD_WIDTH, ENGLISH_TERMS, CastlePicture
from render.edition_picture import EditionPicture

EDITION_PICTURES: Final[dict[str, EditionPicture]] = {
    "table": EditionPicture("table"),
    "pocket": EditionPicture("pocket"),
    "castle": CastlePicture("table", ENGLISH_TERMS, CARD_WIDTH),
}
"""An edition that looks different adds a row. A test checks that every ruleset's picture has one."""


def edition_picture(state: State) -> EditionPicture:
    """Return how the edition of a state is drawn."""
    return EDITION_PICTURES[state.ruleset.picture]
