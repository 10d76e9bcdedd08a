"""The figures: inside their tiles, told from each other and from the ground, with a number that can be read."""

from collections.abc import Sequence
from itertools import combinations, product
from statistics import median

import pytest
from PIL import Image, ImageChops

from carcassonne import ABBOT, EDITIONS, FIGURES, FOLLOWER, Colour, Figure, Kind, TurnedTile, find_ruleset
from carcassonne.figures import BIG_FOLLOWER, BUILDER, PIG
from carcassonne.geometry import ROTATIONS
from render.art.colours import GRASS, GRASS_DARK, GRASS_LIGHT
from render.art.regions import GRID, regions_of
from render.castle.paint import KEEP_SHARE
from render.castle.pieces import keep
from render.castle.scene import keep_middle
from render.look.look import LEAST_LETTERS
from render.look.theme import INK, RIMS, THEMES, PieceStyle, Theme
from render.pieces.figures import (
    figure_height,
    figure_height_on,
    figure_image,
    figure_middle,
    figure_size,
    letters_share,
    lies_on,
)
from tests.fixtures.cases import slow_but
from tests.render.colour_vision import VISION_TYPES, ciede2000, contrast

IN_CHAT = 30
"""The side of a tile where a chat shows a board of twelve columns."""
TILE = 2 * GRID
STYLE = PieceStyle(1, Colour.BLUE)


def spots(
    edition: str, kinds: frozenset[Kind] = frozenset(Kind), options: Sequence[str] | None = None
) -> list[tuple[TurnedTile, int, Figure]]:
    """Return every spot of every tile in every rotation, with each figure that may stand there."""
    rules = find_ruleset(edition, EDITIONS[edition].options if options is None else options)
    turned = [tile.turned[rotation] for tile in rules.tiles.values() for rotation in ROTATIONS]
    return [
        (one, spot.segment, spot.figure)
        for one in turned
        for spot in one.deploy_options[rules.figures]
        if one.segments[spot.segment].kind in kinds
    ]


@pytest.mark.parametrize("edition", slow_but(3, EDITIONS))
def test_a_figure_is_inside_its_tile(edition: str) -> None:
    for (turned, segment, figure), tile in product(spots(edition), (IN_CHAT, 96, 127)):
        tall = figure_height_on(turned, segment, tile, letters=tile)
        is_lying = lies_on(turned.segments[segment].kind)
        width, height = figure_size(tall, figure, is_lying=is_lying, letters=tile)
        x, y = figure_middle(turned, segment, (width, height), tile)
        assert 0 <= x - width // 2 < x - width // 2 + width <= tile, (turned, segment)
        assert 0 <= y - height // 2 < y - height // 2 + height <= tile, (turned, segment)


@pytest.mark.parametrize("is_lying", [False, True])
@pytest.mark.parametrize("figure", FIGURES.values())
def test_the_picture_is_the_figure_with_its_halo_and_nothing_more(figure: Figure, is_lying: bool) -> None:
    picture = figure_image(STYLE, 34, figure, is_lying=is_lying)
    left, top, right, bottom = picture.getchannel("A").getbbox() or (99, 99, 0, 0)
    assert picture.size == figure_size(34, figure, is_lying=is_lying)
    assert max(left, top, picture.width - right, picture.height - bottom) <= 1
    for box in ((0, 0, picture.width, 1), (0, 0, 1, picture.height)):
        edge = picture.crop(box).getchannel("A").tobytes()
        assert edge.count(255) < len(edge) / 2  # nothing is cut off


def test_a_keep_is_inside_its_tile() -> None:
    tile, houses = 96, frozenset({Kind.HOUSE})
    picture = keep(STYLE, round(KEEP_SHARE * tile))
    left, top, right, bottom = picture.getchannel("A").getbbox() or (0, 0, 0, 0)
    for turned, segment, _ in spots("castle", houses):
        x, y = keep_middle(turned, segment, tile)
        x, y = x - picture.width // 2, y - picture.height // 2
        assert 0 <= x + left < x + right <= tile
        assert 0 <= y + top < y + bottom <= tile


def hidden_share(turned: TurnedTile, segment: int) -> float:
    """Return how much of its segment a figure hides that is as tall as figures become."""
    height = figure_height_on(turned, segment, TILE, letters=TILE)
    labels = Image.frombytes("L", (GRID, GRID), regions_of(turned).labels).resize(
        (TILE, TILE), Image.Resampling.NEAREST
    )
    own = labels.point([255 if number == segment else 0 for number in range(256)])
    picture = figure_image(STYLE, height, is_lying=lies_on(turned.segments[segment].kind), letters=TILE)
    x, y = figure_middle(turned, segment, picture.size, TILE)
    covered = Image.new("L", own.size)
    covered.paste(picture.getchannel("A"), (x - picture.width // 2, y - picture.height // 2))
    hidden = ImageChops.darker(own, covered.point([255 * (value > 127) for value in range(256)]))
    return hidden.histogram()[255] / own.histogram()[255]


@pytest.mark.parametrize("kind", [Kind.CITY, Kind.ROAD, Kind.FIELD])
@pytest.mark.parametrize("tile", [24, 30, 60])
def test_a_number_can_be_read_in_a_chat_if_its_field_is_large_enough(kind: Kind, tile: int) -> None:
    """A picture is drawn larger, and reduced in a chat, where a tile has 25 pixels or more at the end of most games."""
    times, least = 4, LEAST_LETTERS
    letters = times * least
    heights = [
        figure_height_on(turned, segment, times * tile, letters)
        for turned, segment, _ in spots("classic", frozenset({kind}), ())
    ]
    shown = [tall * letters_share(tall, letters) / times for tall in heights]
    assert median(shown) > least - 0.1
    assert min(shown) > 0.73 * least
    assert kind is Kind.FIELD or min(shown) > least - 0.1


def test_a_farmer_hides_little_of_its_field() -> None:
    """A lying figure hid 60 % of its field in 42 % of the spots."""
    base, every = (
        [hidden_share(turned, segment) for turned, segment, _ in spots("classic", frozenset({Kind.FIELD}), options)]
        for options in ((), None)
    )
    assert sum(share > 0.6 for share in base) < len(base) / 4
    assert max(base) < 0.85
    assert max(every) < 0.9, "the small fields of the expansions are seen, too"


@pytest.mark.parametrize("colour", Colour)
def test_a_farmer_looks_unlike_a_thief_in_a_chat(colour: Colour) -> None:
    """It is wider than tall, and a thief is taller than wide; most of the pixels around their numbers differ."""
    style = PieceStyle(0, colour)
    large = (figure_image(style, figure_height(96), is_lying=lies) for lies in (False, True))
    thief, farmer = (one.resize((round(one.width * IN_CHAT / 96), round(one.height * IN_CHAT / 96))) for one in large)
    assert farmer.width > farmer.height
    assert thief.height >= thief.width
    assert thief.height > 1.3 * farmer.height
    size = (max(thief.width, farmer.width), max(thief.height, farmer.height))
    masks = []
    for picture in (thief, farmer):
        mask = Image.new("L", size)
        mask.paste(picture.getchannel("A"), ((size[0] - picture.width) // 2, (size[1] - picture.height) // 2))
        masks.append(mask.point([255 * (value > 127) for value in range(256)]))
    differing = ImageChops.difference(*masks).histogram()[255]
    assert differing > masks[1].histogram()[255] / 3


@pytest.mark.parametrize("vision", VISION_TYPES)
def test_colours_are_told_apart_by_all_eyes(vision: str) -> None:
    for one, other in combinations(Colour, 2):
        assert ciede2000(one.rgb, other.rgb, vision) >= (20 if vision == "usual" else 12), (one, other)


@pytest.mark.parametrize("vision", VISION_TYPES)
@pytest.mark.parametrize("colour", Colour)
def test_a_colour_is_told_from_grass_by_itself_or_by_its_rim(colour: Colour, vision: str) -> None:
    rim = PieceStyle(0, colour).rim_rgb
    assert max(ciede2000(rgb, GRASS, vision) for rgb in (colour.rgb, rim) if rgb) >= 12
    assert rim is None or min(ciede2000(rim, grass, vision) for grass in (GRASS_DARK, GRASS_LIGHT)) >= 12


def test_only_a_colour_that_needs_a_rim_has_one() -> None:
    alike = {one for one in Colour if min(ciede2000(one.rgb, GRASS, vision) for vision in VISION_TYPES) < 12}
    assert set(RIMS) <= alike


@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize("is_ownerless", [False, True])
def test_the_number_can_be_read_on_what_is_round_it(colour: Colour, is_ownerless: bool) -> None:
    style = PieceStyle(0, colour, is_ownerless)
    assert contrast(style.number_rgb, style.rim_rgb or style.rgb) >= 4.5


@pytest.mark.parametrize("is_lying", [False, True])
def test_the_rim_is_between_the_outline_and_the_body(is_lying: bool) -> None:
    picture = figure_image(PieceStyle(0, Colour.RED), 120, is_lying=is_lying, numbered=False).convert("RGB")
    level = picture.height * (0.5 if is_lying else 0.72)
    row = [picture.getpixel((x, round(level))) for x in range(picture.width // 2)]
    first = [row.index(colour) for colour in (INK, RIMS[Colour.RED], Colour.RED.rgb)]
    assert first == sorted(first)


@pytest.mark.parametrize("is_lying", [False, True])
@pytest.mark.parametrize("height", [17, 34])
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_black_figures_stand_out_from_every_panel(theme: Theme, height: int, is_lying: bool) -> None:
    """A third of what they cover differs strongly from a dark panel: their halo is not made thinner by an outline."""
    picture = figure_image(PieceStyle(3, Colour.BLACK), height, is_lying=is_lying, numbered=False)
    covered = sum(picture.getchannel("A").point([value > 127 for value in range(256)]).tobytes())
    for ground in (theme.panel, theme.card, theme.card_to_move):
        laid = Image.new("RGB", picture.size, ground)
        laid.paste(picture, mask=picture)
        far = sum(contrast(laid.getpixel((x, y)), ground) >= 3 for x in range(laid.width) for y in range(laid.height))  # type: ignore[arg-type]
        assert far > 0.3 * covered, (far, covered)


def test_a_token_has_corners_so_its_number_is_not_taken_for_that_of_a_spot() -> None:
    """A spot's number is in a circle, which fills 0.79 of its box; six sides leave more of it free."""
    mask = figure_image(PieceStyle(0, Colour.RED), 96, is_lying=True, numbered=False).getchannel("A")
    inside = mask.point([255 * (value > 127) for value in range(256)])
    left, top, right, bottom = inside.getbbox() or (0, 0, 0, 0)
    row = inside.crop((left, top, right, top + 1)).histogram()[255]
    assert row > 0.4 * (right - left), "its upper side is straight"
    middle = inside.crop((left, (top + bottom) // 2 - 8, left + 1, (top + bottom) // 2 + 8)).histogram()[255]
    assert middle < 6, "it has a corner on the left"


def silhouette(figure: Figure, tile: int) -> Image.Image:
    """Return where a standing figure is, on a ground as large as the tile."""
    picture, ground = figure_image(STYLE, figure_height(tile), figure).getchannel("A"), Image.new("L", (tile, tile))
    ground.paste(picture, ((tile - picture.width) // 2, (tile - picture.height) // 2))
    return ground.point([255 * (value > 127) for value in range(256)])


@pytest.mark.parametrize("figure", [BUILDER, PIG])
@pytest.mark.parametrize("other", [FOLLOWER, ABBOT, BIG_FOLLOWER])
def test_on_small_tiles_too_a_builder_and_a_pig_look_like_no_person(figure: Figure, other: Figure) -> None:
    own = silhouette(figure, 40)
    differing = ImageChops.difference(own, silhouette(other, 40)).histogram()[255]
    assert differing > own.histogram()[255] / 3


def test_a_pig_stands_where_farmers_lie_and_is_wider_than_high() -> None:
    assert lies_on(Kind.FIELD)
    assert lies_on(Kind.FIELD, BIG_FOLLOWER)
    assert not lies_on(Kind.FIELD, PIG)
    pig = figure_image(STYLE, 34, PIG)
    assert pig.width > 1.3 * pig.height


@pytest.mark.parametrize("is_lying", [False, True])
@pytest.mark.parametrize("tile", [40, 96])
def test_a_big_follower_is_clearly_larger(tile: int, is_lying: bool) -> None:
    big, usual = (figure_size(figure_height(tile), one, is_lying=is_lying) for one in (BIG_FOLLOWER, FOLLOWER))
    assert all(large >= 1.2 * small for large, small in zip(big, usual, strict=True))
