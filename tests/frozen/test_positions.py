"""States and pictures of recorded games: to the byte what they were when the fixture was made."""

from tests.frozen.pictures import PICTURES, differences, picture_lines
from tests.frozen.records import FINGERPRINTS, fingerprint_lines


def test_every_state_has_the_fingerprint_that_is_stored_with_it() -> None:
    """A game whose fingerprints change is put on hold wherever it is stored."""
    assert differences(FINGERPRINTS, fingerprint_lines()) == []


def test_every_picture_is_pixel_for_pixel_what_it_was() -> None:
    assert differences(PICTURES, picture_lines()) == []
