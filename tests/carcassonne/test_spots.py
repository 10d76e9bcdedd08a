"""Spots: their numbers, and what people write with them."""

import pytest

from carcassonne import (
    ABBOT,
    FIGURES,
    FOLLOWER,
    Deploy,
    Kind,
    NotationError,
    Reason,
    Role,
    SpotChoice,
    Tile,
    chosen_deployment,
    deployment_at,
    find_ruleset,
    format_deployment,
    parse_choice,
    parse_deployment,
    parse_turn,
    spot_number,
    spots_of,
)
from carcassonne.figures import BIG_FOLLOWER
from carcassonne.geometry import ROTATIONS
from tests.carcassonne.every_tile import every_tile
from tests.carcassonne.expansions.traders_positions import traders


def tile(name: str) -> Tile:
    return find_ruleset("new-edition", ["river", "abbot"]).tiles[name]


def numbered(name: str) -> list[str]:
    """Return the kinds of a tile's spots with their first points, in the order of their numbers."""
    segments = tile(name).segments
    return [f"{segments[one].kind} {' '.join(segments[one].points)}".rstrip() for one in spots_of(tile(name))]


def test_numbers_go_clockwise_from_the_upper_left() -> None:
    assert numbered("D") == ["city N", "field ENE WNW", "road E W", "field ESE SSE SSW WSW"]
    assert [one.split()[0] for one in numbered("X")] == ["field", "road"] * 4
    assert numbered("X")[0] == "field WNW NNW"


def test_what_does_not_reach_the_border_comes_last() -> None:
    assert [one.split()[0] for one in numbered("A")] == ["field", "road", "monastery"]


def test_a_river_is_no_spot() -> None:
    assert [one.split()[0] for one in numbered("rK")].count("river") == 0
    assert len(spots_of(tile("rK"))) == len(tile("rK").segments) - 1


def test_a_number_stays_with_its_segment_in_every_rotation() -> None:
    """The road to the east of tile V is the same spot when it leads to the north."""
    for name in ("D", "L", "V", "rI"):
        for number, segment in enumerate(spots_of(tile(name)), start=1):
            assert spot_number(tile(name), segment) == number
            for rotation in ROTATIONS:
                move = deployment_at(SpotChoice(number), tile(name).turned[rotation], (FOLLOWER,))
                found = tile(name).turned[rotation].deploy_options.find(move)
                assert found
                assert found.segment == segment


def test_every_segment_that_takes_a_figure_is_a_spot_and_no_other() -> None:
    kinds = {kind for figure in FIGURES.values() for kind in figure.roles}
    for one in every_tile():
        spots = {number for number, segment in enumerate(one.segments) if segment.kind in kinds}
        assert set(spots_of(one)) == spots, one.name


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("2", SpotChoice(2)),
        (" 12 ", SpotChoice(12)),
        ("farmer 2", SpotChoice(2, Role.FARMER)),
        ("Meadow 2", SpotChoice(2, Role.FARMER)),
        ("big 2", SpotChoice(2, None, "big")),
        ("BIG knight 1", SpotChoice(1, Role.KNIGHT, "big")),
        ("2 farmer", SpotChoice(2, Role.FARMER)),
        ("1 big knight", SpotChoice(1, Role.KNIGHT, "big")),
        ("thief E", Deploy(Role.THIEF, "E")),
        ("-", parse_deployment("-")),
        ("recall", parse_deployment("recall")),
    ],
)
def test_what_people_write(text: str, choice: object) -> None:
    assert parse_choice(text) == choice


@pytest.mark.parametrize("text", ["", "0", "02", "100", "²", "nobody 2", "2 2", "farmer big 2", "2 nobody", "-2"])
def test_what_is_no_deployment(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_choice(text)
    assert refused.value.reason is Reason.BAD_FOLLOWER


@pytest.mark.parametrize(
    ("name", "text", "move"),
    [
        ("D", "1", "knight N"),
        ("D", "3", "thief E"),
        ("D", "farmer 4", "farmer ESE"),
        ("A", "3", "monk"),
        ("A", "abbot 3", "abbot"),
        ("A", "monk 3", "monk"),
        ("E+", "3", "abbot"),
        ("D", "big 3", "big thief E"),
    ],
)
def test_the_deployment_that_a_number_means(name: str, text: str, move: str) -> None:
    """A number alone is a follower, and the abbot where only he may stand."""
    choice = parse_choice(text)
    assert isinstance(choice, SpotChoice)
    deployment = deployment_at(choice, tile(name).turned[0], (FOLLOWER, ABBOT, BIG_FOLLOWER))
    assert format_deployment(deployment) == move


@pytest.mark.parametrize(("text", "move"), [("monk N", "monk"), ("abbot wsw", "abbot"), ("Monk E", "monk")])
def test_a_side_that_is_not_needed_does_not_matter(text: str, move: str) -> None:
    choice = parse_choice(text)
    assert isinstance(choice, Deploy)
    assert format_deployment(choice) == move


@pytest.mark.parametrize(("name", "text"), [("D", "5"), ("D", "knight 3"), ("D", "big 1"), ("D", "abbot 1")])
def test_no_such_spot(name: str, text: str) -> None:
    choice = parse_choice(text)
    assert isinstance(choice, SpotChoice)
    with pytest.raises(NotationError) as refused:
        deployment_at(choice, tile(name).turned[90], (FOLLOWER, ABBOT))
    assert refused.value.reason is Reason.NO_SUCH_SPOT
    assert refused.value.data == {"number": choice.number, "spots": 4}


def test_no_tile_has_a_garden_and_a_monastery() -> None:
    """Else the two would have the same words in a list of spots."""
    assert not any({Kind.GARDEN, Kind.MONASTERY} <= one.kinds for one in every_tile())


@pytest.mark.parametrize(
    ("script", "placement", "text", "move"),
    [
        ("1 U N13 90 thief E \n 2 B M14 0 -", "D O13 0", "builder", "builder E"),
        ("1 U N13 90 farmer NNE \n 2 B M14 0 -", "D O13 0", "pig", "pig ENE"),
        ("1 G M12 90 knight S \n 2 B M14 0 -", "H M11 0", "big knight", "big knight N"),
        ("1 G M12 90 knight S \n 2 B M14 0 -", "H M11 0", "knight", "knight N"),
    ],
)
def test_a_name_alone_means_the_only_spot_where_the_figure_may_stand(
    script: str, placement: str, text: str, move: str
) -> None:
    """Tile D has a city and a road, so a builder alone was refused, though he could join on the road only."""
    game = traders(script, options="inns traders")
    tile_name, _, where = placement.partition(" ")
    game.draw(tile_name)
    deployment = chosen_deployment(parse_choice(text), game.state, parse_turn(where).placement)
    assert format_deployment(deployment) == move


def test_a_name_alone_is_not_enough_where_the_figure_may_stand_on_two_spots() -> None:
    game = traders("1 U N13 90 thief E \n 2 B M14 0 -", options="inns traders")
    game.draw("D")
    with pytest.raises(NotationError) as refused:
        chosen_deployment(parse_choice("big farmer"), game.state, parse_turn("O13 0").placement)
    assert refused.value.reason is Reason.BAD_FOLLOWER


@pytest.mark.parametrize(
    ("drawn", "text", "move"),
    [
        ("B", "farmer E", "farmer NNE"),
        ("B", "big farmer w", "big farmer NNE"),
        ("B", "pig S", "pig NNE"),
        ("D", "field S", "farmer ESE"),
        ("A", "farmer S", "farmer NNE"),  # the road that leaves there ends at the monastery, in one field
        ("D", "farmer E", "farmer E"),  # a road divides that side
        ("D", "farmer N", "farmer N"),
        ("D", "knight N", "knight N"),
        ("D", "farmer SSW", "farmer SSW"),
    ],
)
def test_a_side_means_the_field_that_has_all_of_it(drawn: str, text: str, move: str) -> None:
    game = traders("1 U N13 90 thief E", options="inns traders")
    game.draw(drawn)
    deployment = chosen_deployment(parse_choice(text), game.state, parse_turn("M14 0").placement)
    assert format_deployment(deployment) == move
