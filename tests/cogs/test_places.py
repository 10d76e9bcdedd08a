"""Where fields and courts lie: in words that tell all of a tile's apart."""

import pytest

from carcassonne import EDITIONS, Deploy, Kind, find_ruleset, parse_deployment
from carcassonne.kinds import OPEN_GROUND
from host.model.table_options import LANGUAGES
from screens.text.features import deployment_phrase, tile_text
from screens.text.i18n import use_language
from screens.text.spots import place_text

BASE = find_ruleset("classic")
CASTLE = find_ruleset("castle")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_fields_of_a_tile_have_the_same_place(language: str) -> None:
    with use_language(language):
        for edition in EDITIONS.values():
            for tile in find_ruleset(edition.name, edition.options).tiles.values():
                for turned in tile.turned.values():
                    ground = [number for number, one in enumerate(turned.segments) if one.kind in OPEN_GROUND]
                    said = [place_text(turned, number) for number in ground]
                    assert len(set(said)) == len(said), turned
                    assert all(said) or len(said) == 1


@pytest.mark.parametrize(
    ("tile", "rotation", "where"),
    [
        ("D", 0, ["in the middle", "at the bottom"]),
        ("D", 90, ["in the middle", "on the left"]),
        ("U", 0, ["on the left", "on the right"]),
        ("V", 0, ["on the right", "at the lower left"]),
        ("X", 0, ["at the upper left", "at the upper right", "at the lower right", "at the lower left"]),
        ("A", 0, [""]),
        ("B", 0, [""]),
    ],
)
def test_the_place_of_each_field(tile: str, rotation: int, where: list[str]) -> None:
    turned = BASE.tiles[tile].turned[rotation]
    shown = [place_text(turned, number) for number, one in enumerate(turned.segments) if one.kind is Kind.FIELD]
    assert sorted(shown) == sorted(where)


@pytest.mark.parametrize(
    ("tile", "follower", "phrase"),
    [
        ("U", "farmer SSW", "with a farmer on the left"),
        ("U", "farmer WNW", "with a farmer on the left"),
        ("L", "thief S", "with a thief"),
        ("B", "farmer NNE", "with a farmer"),
        ("U", "thief N", "with a thief"),
        ("B", "monk", "with a monk"),
    ],
)
def test_who_stands_where_in_a_sentence(tile: str, follower: str, phrase: str) -> None:
    deployment = parse_deployment(follower)
    assert isinstance(deployment, Deploy)
    assert deployment_phrase(deployment, BASE.tiles[tile].turned[0], BASE.terms) == phrase


@pytest.mark.parametrize(
    ("tile", "words"),
    [
        ("N18", "court with market"),
        ("N07", "tower N–E–S; court"),
        ("K05", "path N–E; tower S; courts ①, ③"),
        ("D03", "path N; house S; courts ①, ③ with market"),
    ],
)
def test_a_tiles_courts_are_named_by_their_numbers_in_every_rotation(tile: str, words: str) -> None:
    courts = words.partition("court")[2]
    for turned in CASTLE.tiles[tile].turned.values():
        assert tile_text(turned, CASTLE.terms).partition("court")[2] == courts
    assert tile_text(CASTLE.tiles[tile].turned[0], CASTLE.terms) == words
