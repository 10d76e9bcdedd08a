"""The picture of a leaderboard."""

import io

from PIL import Image, ImageChops

from render import DEFAULT_LOOK, LeaderboardHeadings, LeaderboardRow, draw_leaderboard
from render.look.theme import EVENING
from render.panel.leaderboard import CARD_HEIGHT, GAP, HEADINGS_HEIGHT, TITLE_HEIGHT, WIDTH, leaderboard_image

HEADINGS = LeaderboardHeadings("Carcassonne on the Old Inn", "Games", "Wins", "Rating", "Rank {rank}")
TOP = GAP + TITLE_HEIGHT + HEADINGS_HEIGHT
NUMBERS_BEGIN = 360
"""Names have to end to the left of this, in pixels."""


def row(rank: int = 1, name: str = "Ann", *, is_marked: bool = False) -> LeaderboardRow:
    return LeaderboardRow(rank, name, 12, 5, 1304, is_marked)


def card(image: Image.Image, place: int) -> Image.Image:
    top = TOP + place * (CARD_HEIGHT + GAP)
    return image.crop((GAP, top, WIDTH - GAP, top + CARD_HEIGHT))


def test_it_grows_with_its_rows() -> None:
    one, ten = (draw_leaderboard([row()] * rows, HEADINGS) for rows in (1, 10))
    assert (one.width, ten.width) == (WIDTH, WIDTH)
    assert ten.height - one.height == 9 * (CARD_HEIGHT + GAP)
    with Image.open(io.BytesIO(ten.png)) as image:
        assert (image.format, image.mode, image.size) == ("PNG", "P", (ten.width, ten.height))
    assert len(ten.png) < 100_000


def test_who_is_marked_stands_out_by_a_frame_and_not_only_by_colour() -> None:
    image = leaderboard_image([row(), row(2, is_marked=True)], HEADINGS, DEFAULT_LOOK)
    plain, marked = (card(image, place).getpixel((CARD_HEIGHT, 1)) for place in (0, 1))
    assert (plain, marked) == (EVENING.card, EVENING.accent)


def test_a_long_name_ends_before_the_numbers() -> None:
    short, long = (card(leaderboard_image([row(name=name)], HEADINGS, DEFAULT_LOOK), 0) for name in ("A", "W" * 64))
    difference = ImageChops.difference(short, long).getbbox()
    assert difference is not None
    assert difference[2] + GAP <= NUMBERS_BEGIN


def test_a_name_that_cannot_be_drawn_is_its_rank() -> None:
    names = "李小龙", "Rank 1"
    unreadable, said = (card(leaderboard_image([row(name=name)], HEADINGS, DEFAULT_LOOK), 0) for name in names)
    assert ImageChops.difference(unreadable, said).getbbox() is None


def test_large_numbers_and_wide_headings_do_not_run_into_each_other() -> None:
    headings = LeaderboardHeadings("W" * 100, "W" * 40, "W" * 40, "W" * 40, "?")
    image = leaderboard_image([LeaderboardRow(9999, "Ann", 99999, 99999, 99999)], headings, DEFAULT_LOOK)
    head = image.crop((0, TOP - HEADINGS_HEIGHT, WIDTH, TOP))
    columns = [any(head.getpixel((x, y)) != EVENING.panel for y in range(head.height)) for x in range(WIDTH)]
    gaps = "".join("x" if drawn else " " for drawn in columns)
    assert len([part for part in gaps.split(" " * 5) if part.strip()]) == 3, "three headings, with room between them"
