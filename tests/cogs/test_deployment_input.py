"""Followers as people type them, in all languages."""

import pytest

from carcassonne import (
    EDITIONS,
    NotationError,
    Reason,
    find_ruleset,
    format_deployment,
)
from cogs.text.deployment_input import read_deployment
from cogs.text.features import deployment_name
from cogs.text.i18n import use_language
from host import LANGUAGES


@pytest.mark.parametrize(
    ("language", "typed", "follower"),
    [
        ("en", "thief E", "thief E"),
        ("en", "Highwayman e", "thief E"),
        ("en", "nobody", "-"),
        ("de", "Bauer SSO", "farmer SSE"),
        ("de", "wegelagerer o", "thief E"),
        ("de", "Räuber W", "thief W"),
        ("de", "RITTER N", "knight N"),
        ("de", "Mönch", "monk"),
        ("de", "knight O", "knight E"),
        ("de", "Ritter E", "knight E"),
        ("de", "niemand", "-"),
        ("de", "Händler N", "merchant N"),
        ("fr", "moine", "monk"),
        ("fr", "chevalier O", "knight W"),
        ("fr", "brigand E", "thief E"),
        ("fr", "paysan NNO", "farmer NNW"),
        ("fr", "abbe", "abbot"),
        ("fr", "personne", "-"),
        ("es", "ladron O", "thief W"),
        ("es", "granjero ENE", "farmer ENE"),
        ("es", "nadie", "-"),
    ],
)
def test_a_follower_may_be_typed_in_the_language_spoken(language: str, typed: str, follower: str) -> None:
    with use_language(language):
        assert format_deployment(read_deployment(typed)) == follower


@pytest.mark.parametrize("typed", ["", "x", "thief", "monk N", "Bauer", "dieb E", "thief O"])
def test_what_is_no_follower_is_quoted_as_it_was_typed(typed: str) -> None:
    with pytest.raises(NotationError) as raised:
        read_deployment(typed)
    assert raised.value.reason is Reason.BAD_FOLLOWER


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_follower_is_called_can_be_typed(language: str, edition: str) -> None:
    rules = find_ruleset(edition, EDITIONS[edition].options)
    spots = {
        spot.move
        for tile in rules.tiles.values()
        for turned in tile.turned.values()
        for spot in turned.deploy_options[rules.figures]
    }
    with use_language(language):
        for move in spots:
            assert read_deployment(deployment_name(move, rules.terms)) == move
