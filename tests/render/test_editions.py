"""Every edition has a row in each table of `render`."""

import pytest

from carcassonne import EDITIONS, find_ruleset, new_game
from render import SIZES
from render.editions import EDITION_PICTURES, edition_picture


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_has_a_picture_and_a_format_in_every_size(edition: str) -> None:
    for options in ((), EDITIONS[edition].options):
        picture = edition_picture(new_game(find_ruleset(edition, options), seats=2))
        assert all(picture.format in size.formats for size in SIZES.values())


def test_no_row_is_left_over() -> None:
    assert {edition.rules.picture for edition in EDITIONS.values()} == set(EDITION_PICTURES)
