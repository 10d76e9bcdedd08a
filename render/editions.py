"""The tables of what pictures show: of editions, by the ``picture`` that rulesets name, and of what seats keep."""

from typing import Final

from carcassonne import Rgb, State
from carcassonne.expansions import goods
from render.art.signs import ALL_SIGN_COLOURS
from render.castle.picture import CARD_WIDTH, ENGLISH_TERMS, CastlePicture
from render.edition_picture import CardAdditions, EditionPicture
from render.goods import GoodsPicture

EDITION_PICTURES: Final[dict[str, EditionPicture]] = {
    "table": EditionPicture("table"),
    "pocket": EditionPicture("pocket"),
    "castle": CastlePicture("table", ENGLISH_TERMS, CARD_WIDTH),
}
"""An edition that looks different adds a row. A test checks that every ruleset's picture has one."""
EXTRA_PICTURES: Final[dict[str, CardAdditions]] = {
    goods.NAME: GoodsPicture(colours=ALL_SIGN_COLOURS),
}
"""By the name of what a game keeps in ``extras``. An expansion that keeps something to be seen adds a row."""


def edition_picture(state: State) -> EditionPicture:
    """Return how the edition of a state is drawn."""
    return EDITION_PICTURES[state.ruleset.picture]


def card_additions(state: State) -> list[CardAdditions]:
    """Return what is added to cards and to the panel: by the edition, and for what else the game keeps."""
    kept = (EXTRA_PICTURES[name] for name in state.extras if name in EXTRA_PICTURES)
    return [edition_picture(state), *kept]


def added_colours(state: State) -> tuple[Rgb, ...]:
    """Return the colours that pictures of a game need for its tiles and cards besides those of every picture."""
    return tuple(rgb for one in card_additions(state) for rgb in one.colours)
