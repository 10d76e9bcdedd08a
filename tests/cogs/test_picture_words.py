"""Every edition has the words that its pictures need."""

import pytest

from carcassonne import EDITIONS, find_ruleset, new_game
from render.editions import edition_picture
from screens.text.editions import texts_of


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_texts_of_an_edition_have_all_words_of_its_pictures(edition: str) -> None:
    state = new_game(find_ruleset(edition), seats=2)
    terms = texts_of(state).picture_terms()
    assert terms.keys() == edition_picture(state).english_terms.keys()
    assert all(terms.values())
