"""Views tell the truth: what they fill, whether all eyes can tell in the finished picture, and where points stand."""

import io
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from PIL import Image

from carcassonne import (
    EDITIONS,
    Colour,
    Feature,
    Phase,
    Position,
    Resign,
    Rgb,
    State,
    TurnedTile,
    apply,
    column_row,
    features,
    position_at,
)
from carcassonne.holding import earnings, holdings
from carcassonne.kinds import OPEN_GROUND
from render import SIZES, THEMES, Look, View, Words, draw
from render.art.regions import GRID, NOTHING, regions_of
from render.board.board import Board
from render.layout.scene import scene_of
from render.look.look import CHAT, LEAST_LETTERS, Size
from render.look.overlays import field_numbers, picture_colours, view_colours
from render.look.png import quantized
from render.look.theme import DAY, EVENING, Theme
from render.look.views import DrawOptions
from render.panel.player_card import PlayerCard
from render.panel.sheet import TEXT_HEIGHT
from render.panel.text_boxes import SWATCH, SWATCH_GAP, Entry, KeySign, Text
from render.pieces.plates import plate_size
from render.text.typeset import width_of
from tests.render.colour_vision import VISION_TYPES, ciede2000
from tests.render.games import game, words_of

LEAST = {vision: 20 if vision == "usual" else 12 for vision in VISION_TYPES}
TILE = 48
of_each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


@cache
def far_apart(one: Rgb, other: Rgb, vision: str) -> bool:
    return ciede2000(one, other, vision) >= LEAST[vision]


def are_told_apart(one: frozenset[Rgb], other: frozenset[Rgb], vision: str) -> bool:
    """Return whether one of two looks has a colour that is far from all colours of the other."""
    return any(
        all(far_apart(colour, another, vision) for another in second)
        for first, second in ((one, other), (other, one))
        for colour in first
    )


@cache
def inner(turned: TurnedTile) -> Image.Image:
    """Return a tile's map of segments, without what is near their borders."""
    regions = regions_of(turned)
    deep = zip(regions.labels, regions.depth, strict=True)
    labels = Image.frombytes("L", (GRID, GRID), bytes(label if depth > 0.06 else NOTHING for label, depth in deep))
    return labels.resize((TILE, TILE))


def ground(board: Board, wanted: dict[Position, set[int]]) -> Image.Image:
    """Return a mask of some segments, by cell, without what is near their borders or near a figure."""
    mask = Image.new("L", (board.width, board.height))
    for item in board.tiles:
        if own := wanted.get(item.position):
            part = inner(item.turned).point([255 * (number in own) for number in range(256)])
            mask.paste(part, (item.x, item.y))
    for one in board.figures:
        mask.paste(0, (one.x - 16, one.y - 16, one.x + 16, one.y + 16))
    for frame in board.frames:
        mask.paste(0, (frame.x - 9, frame.y - 9, frame.x + TILE + 9, frame.y + TILE + 9))
    return mask


def main_colours(picture: Image.Image, mask: Image.Image) -> frozenset[Rgb]:
    """Return the colours of at least a tenth of the pixels; none if there are few pixels."""
    nothing = (1, 1, 1)
    seen = Image.composite(picture, Image.new("RGB", picture.size, nothing), mask).getcolors(1 << 10) or []
    counted = {colour: count for count, colour in seen if isinstance(colour, tuple) and colour != nothing}
    if (total := sum(counted.values())) < 60:
        return frozenset()
    return frozenset((r, g, b) for (r, g, b), count in counted.items() if count > 0.1 * total)


def finished(state: State, view: View, theme: Theme, colours: tuple[Colour, ...]) -> tuple[Board, Image.Image]:
    words = replace(words_of(state), colours=colours)
    look = Look(theme)
    board = scene_of(state, words, DrawOptions(view, tile=TILE, look=look)).board
    made = draw(state, words, view=view, tile_size=TILE, look=look).png
    return board, Image.open(io.BytesIO(made)).convert("RGB").crop((0, 0, board.width, board.height))


def seen_in(board: Board, picture: Image.Image, parts: list[Feature]) -> frozenset[Rgb]:
    wanted: dict[Position, set[int]] = {}
    for feature in parts:
        for ref in feature.refs:
            wanted.setdefault(ref.position, set()).add(ref.segment)
    return main_colours(picture, ground(board, wanted))


@pytest.mark.parametrize(
    ("theme", "colours"),
    [
        (EVENING, (Colour.RED, Colour.BLUE, Colour.YELLOW, Colour.BLACK, Colour.WHITE)),
        (DAY, (Colour.WHITE, Colour.PURPLE, Colour.BLACK, Colour.BLUE, Colour.YELLOW)),
    ],
    ids=["evening", "day"],
)
def test_in_the_finished_picture_all_eyes_see_who_holds_what(theme: Theme, colours: tuple[Colour, ...]) -> None:
    """A city shared by several had nearly the colour of one without claims."""
    state = apply(game(60, Phase.PLACE, seats=5, seed=3), Resign(4)).state
    board, picture = finished(state, View.CLAIMS, theme, colours)
    held = {feature.refs[0]: seats for feature, seats in holdings(state)}
    by_holders: dict[tuple[int, ...], list[Feature]] = {}
    for feature in features(state):
        by_holders.setdefault(held.get(feature.refs[0], ()), []).append(feature)
    seen = {seats: look for seats, parts in by_holders.items() if (look := seen_in(board, picture, parts))}
    assert {(), (4,)} < set(seen)
    assert any(len(seats) > 1 for seats in seen)
    for seats in seen:
        assert {colours[seat].rgb for seat in seats if seat != 4} <= seen[seats]
    for (one, other), vision in ((pair, vision) for pair in combinations(seen, 2) for vision in VISION_TYPES):
        assert are_told_apart(seen[one], seen[other], vision), (one, other, vision)


@of_each_theme
def test_in_the_finished_picture_all_eyes_see_which_fields_belong_together(theme: Theme) -> None:
    """A field's orange was lime in the light theme."""
    state = game(60, Phase.PLACE, seats=5, seed=3)
    board, picture = finished(state, View.FIELDS, theme, tuple(Colour)[:5])
    every = features(state)
    fields = [feature for feature in every if feature.kind in OPEN_GROUND]
    looks = {number: seen_in(board, picture, [field]) for number, field in enumerate(fields)}
    looks[-1] = seen_in(board, picture, [feature for feature in every if feature.kind not in OPEN_GROUND])
    numbers = {-1: -1, **dict(enumerate(field_numbers(state, fields)))}
    pairs = [pair for pair in combinations(looks, 2) if all(looks[one] for one in pair)]
    assert len(pairs) > 10
    for one, other in pairs:
        if numbers[one] != numbers[other]:
            assert all(are_told_apart(looks[one], looks[other], vision) for vision in VISION_TYPES), (one, other)


@of_each_theme
@pytest.mark.parametrize("view", [View.CLAIMS, View.FIELDS])
def test_all_colours_of_a_view_are_told_apart(view: View, theme: Theme) -> None:
    """Also those that no game of the tests happens to show side by side."""
    colours = view_colours(theme, view)
    for vision in VISION_TYPES:
        for one, other in combinations(colours.fills, 2):
            assert far_apart(one, other, vision), (one, other, vision)
        for fill in colours.fills:
            assert all(far_apart(fill, grey, vision) for grey in colours.land), (fill, vision)


@of_each_theme
@pytest.mark.parametrize("view", [View.CLAIMS, View.FIELDS, View.SCORE])
def test_a_colour_of_a_view_stays_what_it_is(view: View, theme: Theme) -> None:
    more = picture_colours(theme, view)
    for colour in more:
        image = Image.new("RGB", (1, 1), colour)
        assert quantized(image, theme, more).convert("RGB").getpixel((0, 0)) == colour


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(2))
def test_neighbouring_fields_never_look_alike(edition: str, seed: int) -> None:
    """Of the fields that meet on a tile, 12 to 16 % had the same colour."""
    state = game(70, Phase.PLACE, edition=edition, seed=seed)
    fields = [feature for feature in features(state) if feature.kind in OPEN_GROUND]
    numbers = field_numbers(state, fields)
    meeting = [
        (numbers[one], numbers[other])
        for one, other in combinations(range(len(fields)), 2)
        if set(fields[one].tiles) & set(fields[other].tiles)
    ]
    assert meeting
    assert all(one != other for one, other in meeting)
    assert max(numbers) < len(view_colours(THEMES["day"], View.FIELDS).fills)


def test_fields_that_meet_only_at_a_corner_differ_too() -> None:
    """Between two tiles that touch at a corner, fields look as if they went on."""
    state = game(70, Phase.PLACE)
    fields = [feature for feature in features(state) if feature.kind in OPEN_GROUND]
    numbers = field_numbers(state, fields)
    at = {(ref.position, port): field for field, one in enumerate(fields) for ref in one.refs
          for port in state.segment_at(ref).ports}  # fmt: skip
    pairs = set()
    for (position, port), field in at.items():
        column, row = column_row(position)
        for ports, (dx, dy) in (((2, 3), (1, -1)), ((5, 6), (1, 1))):
            for facing in ((ports[0] + 6) % 12, (ports[1] + 6) % 12):
                other = at.get((position_at(column + dx, row + dy), facing)) if port in ports else None
                if other is not None and other != field:
                    pairs.add((field, other))
    assert pairs
    assert all(numbers[one] != numbers[other] for one, other in pairs)


def test_what_figures_hold_in_vain_is_striped_with_grey() -> None:
    """In The Castle, a tie is worth nothing."""
    for seed in range(30):
        state = game(40, Phase.PLACE, edition="castle", seed=seed)
        if vain := [feature for feature, seats in holdings(state) if not seats]:
            break
    assert "tied" in key_of(state, View.CLAIMS)
    board = scene_of(state, words_of(state), DrawOptions(View.CLAIMS)).board
    refs = {(ref.position, ref.segment) for ref in vain[0].refs}
    cells = {(item.x, item.y): item.position for item in board.tiles}
    (fill,) = {tint.fill.colours for x, y, _, tint in board.tints if (cells[x, y], tint.segment) in refs}
    assert fill == (0, -1, 1, -1)


def test_land_is_grey_even_where_nobody_holds_anything() -> None:
    state = game(0, Phase.DRAW)
    board, picture = finished(state, View.CLAIMS, THEMES["day"], tuple(Colour)[:2])
    assert not board.tints
    (tile,) = board.tiles
    part = picture.crop((tile.x + 2, tile.y + 2, tile.x + TILE - 2, tile.y + TILE - 2))
    assert {colour for _, colour in part.getcolors() or []} <= set(view_colours(THEMES["day"], View.CLAIMS).land)


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_label_is_read_and_stands_at_its_figure(edition: str) -> None:
    """A "+6" stood under a "+3"."""
    state = game(66, Phase.PLACE, edition=edition, seats=2 if edition == "castle" else 4, seed=2)
    board = scene_of(state, words_of(state), DrawOptions(View.SCORE)).board
    assert Counter((plate.style.seat, plate.text) for plate in board.plates) == Counter(
        (seat, f"+{points}") for (seat, _), points in earnings(state).items()
    )
    boxes = []
    for plate in board.plates:
        width, height = plate_size(plate.text, plate.letters)
        boxes.append((plate.x, plate.y, plate.x + width, plate.y + height))
        assert (
            any(
                one.style == plate.style
                and abs(one.x - plate.x - width / 2) < board.tile / 2
                and abs(one.y - plate.y - height / 2) < board.tile / 2
                for one in board.figures
            )
            or edition == "castle"
        )
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def key_of(state: State, view: View, words: Words | None = None) -> list[str]:
    panel = scene_of(state, words or words_of(state), DrawOptions(view=view)).panel
    text = " ".join(f"* {entry.text}" if entry.sign else entry.text for entry in panel.all(Entry))
    return [one.strip() for one in text.split("*")[1:]]


def test_a_key_says_what_is_on_the_picture_and_nothing_else() -> None:
    state = game(40, Phase.PLACE, seed=4)
    assert any(len(seats) > 1 for _, seats in holdings(state))
    assert key_of(state, View.CLAIMS) == ["shared", "nobody's"]
    assert key_of(state, View.SCORE) == ["shared", "nobody's", "if it ended now"]
    assert key_of(state, View.FIELDS) == ["fields", "the rest"]
    assert not key_of(state, View.NORMAL)
    assert not key_of(state, View.CLAIMS, words=replace(words_of(state), key={}))
    assert key_of(game(1, Phase.PLACE), View.CLAIMS) == ["nobody's"]
    assert key_of(game(20, Phase.PLACE, edition="castle"), View.FIELDS) == ["courts", "the rest"]


@of_each_theme
@pytest.mark.parametrize("view", [View.CLAIMS, View.SCORE, View.FIELDS])
def test_the_signs_of_a_key_have_the_colours_of_the_board(view: View, theme: Theme) -> None:
    state = game(40, Phase.PLACE, seats=3)
    scene = scene_of(state, words_of(state), DrawOptions(view=view, look=Look(theme)))
    picture = draw(state, words_of(state), view=view, look=Look(theme))
    image = Image.open(io.BytesIO(picture.png)).convert("RGB")
    assert scene.panel.all(Entry)
    for entry in scene.panel.all(Entry):
        if not isinstance(entry.sign, KeySign):
            continue
        x, y, half = (round(length * scene.scale) for length in (entry.x, entry.y, SWATCH / 2))
        square = image.crop((x, y - half, x + 2 * half, y + half))
        colours = {colour for _, colour in square.getcolors(1 << 12) or []}
        assert set(entry.sign.colours) <= colours


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize(("edition", "seats"), [("classic", 2), ("new-edition", 5), ("castle", 2), ("travel", 3)])
def test_a_key_has_room_and_letters_that_can_be_read(edition: str, seats: int, size: Size) -> None:
    for phase in (Phase.PLACE, Phase.OVER):
        state = game(45, phase, edition=edition, seats=seats)
        scene = scene_of(state, words_of(state), DrawOptions(view=View.SCORE, look=Look(EVENING, size)))
        panel = scene.panel
        others = [text.y for text in panel.all(Text)] + [card.y + card.height for card in panel.all(PlayerCard)]
        assert panel.all(Entry)
        for entry in panel.all(Entry):
            assert entry.y + TEXT_HEIGHT / 2 <= panel.y + panel.height
            assert SWATCH + SWATCH_GAP + width_of(entry.text, TEXT_HEIGHT) <= entry.room
            assert panel.y or entry.y > max(others, default=0)
        if size.name == "usual":  # large is made for a phone's full screen, and small is small
            assert TEXT_HEIGHT * scene.scale * CHAT.share(scene.width, scene.height) > LEAST_LETTERS - 0.1
