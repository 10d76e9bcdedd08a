"""The colours of figures in texts: each has a name, and tables offer as many as their game needs."""

from dataclasses import replace

import pytest

from carcassonne import BASE_GAME_COLOURS, Colour
from host.model.table_options import LANGUAGES
from screens.text.choices import COLOUR_NAMES, colour_name
from screens.text.i18n import use_language
from tests.cogs.example_tables import NAMES, waiting


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_colour_has_a_name_of_its_own(language: str) -> None:
    assert set(COLOUR_NAMES) == set(Colour)
    with use_language(language):
        assert len({colour_name(colour) for colour in Colour}) == len(Colour)


def test_a_game_for_more_players_offers_more_colours() -> None:
    assert waiting(NAMES[:2], "classic").free_colours == BASE_GAME_COLOURS
    table = replace(waiting(NAMES[:2], "classic", ("inns",)), colours={1: Colour.RED})
    assert table.free_colours == tuple(Colour)[1:]
