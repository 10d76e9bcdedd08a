"""States and pictures of recorded games: to the byte what they were when the fixture was made."""

from carcassonne import EDITIONS
from render import SIZES, THEMES, View
from tests.frozen.extent import IS_WHOLE
from tests.frozen.pictures import PICTURES, differences, picture_lines
from tests.frozen.records import FINGERPRINTS, fingerprint_lines


def test_every_state_has_the_fingerprint_that_is_stored_with_it() -> None:
    """A game whose fingerprints change is put on hold wherever it is stored."""
    assert differences(FINGERPRINTS, fingerprint_lines()) == []


def test_every_picture_is_pixel_for_pixel_what_it_was() -> None:
    """A sample has all editions, views, themes and sizes; all other pictures are drawn where FROZEN=all is set."""
    found = picture_lines(is_whole=IS_WHOLE)
    differing = differences(PICTURES, found)
    assert [line for line in differing if IS_WHOLE or line.startswith("+")] == []
    words = {word for line in found for word in line.replace(",", " ").replace(":", " ").split()}
    assert words >= {*EDITIONS, *View, *SIZES, *THEMES}
