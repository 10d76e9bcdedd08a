"""Views: what they fill, and whether all eyes can tell in the finished picture."""

import io
from collections import Counter
from itertools import combinations

import pytest
from PIL import Image

from carcassonne import EDITIONS, Colour, Feature, Phase, Rgb, State, features
from carcassonne.kinds import OPEN_GROUND
from render import THEMES, Look, View, draw
from render.draw_options import DrawOptions
from render.field_colours import colours_of_fields
from render.overlays import Fill, tints
from render.paint_tints import _segment_mask
from render.palette import quantized
from render.scene import scene_of
from render.theme import Theme
from render.view_colours import FIELDS, MIDDLE, NOBODY, hatching, view_palette
from tests.render.colour_vision import VISION_TYPES, ciede2000
from tests.render.games import game, words_of

LAND: Rgb = (MIDDLE,) * 3
OWNERS = (*(colour.rgb for colour in Colour), NOBODY, LAND)
LEAST = {vision: 20 if vision == "usual" else 12 for vision in VISION_TYPES}


@pytest.mark.parametrize("vision", VISION_TYPES)
@pytest.mark.parametrize("together", [OWNERS, (*FIELDS, LAND)], ids=["owners", "fields"])
def test_what_means_something_else_looks_different_to_all_eyes(together: tuple[Rgb, ...], vision: str) -> None:
    for one, other in combinations(together, 2):
        assert ciede2000(one, other, vision) >= LEAST[vision], (one, other)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("colour", sorted({*OWNERS, *FIELDS, *map(hatching, FIELDS)} - {LAND}))
def test_a_colour_of_a_view_survives(theme: Theme, colour: Rgb) -> None:
    """A shared city had nearly the colour of one without claims, and a field's orange was lime."""
    seen = quantized(Image.new("RGB", (1, 1), colour), theme, view_palette()).convert("RGB").getpixel((0, 0))
    assert isinstance(seen, tuple)
    assert ciede2000((seen[0], seen[1], seen[2]), colour) < 3


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("view", [View.CLAIMS, View.FIELDS])
def test_a_feature_has_its_colour_in_the_finished_picture(view: View, theme: Theme) -> None:
    state = game(45, Phase.PLACE, seats=4)
    words, options = words_of(state), DrawOptions(view, look=Look(theme))
    picture = Image.open(io.BytesIO(draw(state, words, view=view, look=Look(theme)).png)).convert("RGB")
    board = scene_of(state, words, options).board
    seen: dict[Fill, Counter[Rgb]] = {}
    for x, y, turned, tint in board.tints:
        part = picture.crop((x, y, x + board.tile, y + board.tile))
        mask = _segment_mask(turned, tint.segment, board.tile)
        seen.setdefault(tint.fill, Counter()).update(_pixels(part, mask))
    assert len(seen) > 3
    for fill, colours in seen.items():
        near = {wanted: sum(n for one, n in colours.items() if ciede2000(one, wanted) < 6) for wanted in fill.colours}
        assert sum(near.values()) > 0.5 * colours.total(), fill
        assert min(near.values()) > 0.6 * max(near.values())  # stripes are of one width


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(2))
def test_fields_that_meet_never_look_alike(edition: str, seed: int) -> None:
    """Of the fields that meet on a tile, 12 to 16 % had the same colour."""
    state = game(70, Phase.PLACE, edition=edition, seed=seed)
    fields = _fields(state)
    chosen = colours_of_fields(fields)
    meeting = [
        (chosen[one], chosen[other])
        for one, other in combinations(range(len(fields)), 2)
        if set(fields[one].tiles) & set(fields[other].tiles)
    ]
    assert meeting
    assert all(one != other for one, other in meeting)
    assert max(chosen) < len(FIELDS)


def test_more_fields_than_colours_on_one_tile_still_look_different() -> None:
    state = game(10, Phase.PLACE)
    field = _fields(state)[0]
    crowd = [field] * (len(FIELDS) + 2)
    assert len(set(colours_of_fields(crowd))) == len(crowd)


def test_a_shared_feature_is_striped_in_the_colours_of_all_who_hold_it() -> None:
    state = game(60, Phase.PLACE, seats=4)
    styles = words_of(state).styles(state)
    shared = {
        frozenset(styles[seat].rgb for seat, count in enumerate(one.claims) if count == max(one.claims))
        for one in features(state)
        if max(one.claims) and sorted(one.claims)[-2] == max(one.claims)
    }
    assert shared
    assert shared == {frozenset(tint.fill.colours) for _, tint in tints(state, View.CLAIMS, styles)} - {
        frozenset({style.rgb}) for style in styles
    }


def test_land_is_grey_even_where_nobody_holds_anything() -> None:
    state = game(0, Phase.DRAW)
    board = scene_of(state, words_of(state), DrawOptions(View.CLAIMS)).board
    assert board.is_tinted
    assert not board.tints
    (tile,) = board.tiles
    picture = Image.open(io.BytesIO(draw(state, words_of(state), view=View.CLAIMS).png)).convert("RGB")
    part = picture.crop((tile.x + 2, tile.y + 2, tile.x + board.tile - 2, tile.y + board.tile - 2))
    assert all(max(colour) - min(colour) < 12 for colour in _pixels(part, Image.new("L", part.size, 255)))


def _pixels(picture: Image.Image, mask: Image.Image) -> list[Rgb]:
    inside = zip(picture.get_flattened_data(), mask.get_flattened_data(), strict=True)
    return [(colour[0], colour[1], colour[2]) for colour, seen in inside if seen and isinstance(colour, tuple)]


def _fields(state: State) -> list[Feature]:
    return [feature for feature in features(state) if feature.kind in OPEN_GROUND]
