"""The pictures of tournaments: the table and the podium."""

from dataclasses import replace

from PIL import Image, ImageChops

from render import (
    DEFAULT_LOOK,
    BracketHeadings,
    BracketMatch,
    PodiumStep,
    RoundCell,
    StandingsHeadings,
    StandingsRow,
    draw_bracket,
    draw_podium,
    draw_standings,
)
from render.look.theme import EVENING
from render.panel.bracket import bracket_image
from render.panel.podium import podium_image
from render.panel.standings import GAP, HEADINGS_HEIGHT, ROW_HEIGHT, ROWS, TITLE_HEIGHT, standings_image

TOP = GAP + TITLE_HEIGHT + HEADINGS_HEIGHT


def headings(rounds: int = 5) -> StandingsHeadings:
    return StandingsHeadings("Spring Cup", tuple(f"R{one + 1}" for one in range(rounds)), "Points", "Place {rank}")


def row(place: int = 1, name: str = "Ann", *, rounds: int = 5, result: str = "1", share: float = 1) -> StandingsRow:
    cells = tuple(RoundCell(str(one + 2), result, share) for one in range(rounds))
    return StandingsRow(place, name, cells, "4½", "12")


def band(image: Image.Image, place: int) -> Image.Image:
    top = TOP + place * ROW_HEIGHT
    return image.crop((0, top, image.width, top + ROW_HEIGHT))


def test_16_rows_have_the_shape_in_which_a_chat_shows_them() -> None:
    picture = draw_standings([row(place) for place in range(1, ROWS + 1)], headings())
    assert (picture.width, picture.height) == (1100, 700)
    assert len(picture.png) < 100_000


def test_a_long_name_ends_before_the_rounds() -> None:
    short, long = (band(standings_image([row(name=name)], headings(), DEFAULT_LOOK), 0) for name in ("A", "W" * 64))
    difference = ImageChops.difference(short, long).getbbox()
    assert difference is not None
    assert difference[2] < 480


def test_of_many_rounds_the_last_ones_are_shown() -> None:
    rows = [row(rounds=20)]
    many = standings_image(rows, headings(20), DEFAULT_LOOK)
    shown = tuple(f"R{one + 1}" for one in range(20))
    other = StandingsHeadings("Spring Cup", ("X", *shown[1:]), "Points", "Place {rank}")
    assert ImageChops.difference(many, standings_image(rows, other, DEFAULT_LOOK)).getbbox() is None
    last = StandingsHeadings("Spring Cup", (*shown[:-1], "X"), "Points", "Place {rank}")
    assert ImageChops.difference(many, standings_image(rows, last, DEFAULT_LOOK)).getbbox() is not None


def test_a_win_is_told_from_a_loss_by_its_box_and_not_only_by_its_letters() -> None:
    won, lost = (
        band(standings_image([row(result="0", share=share)], headings(), DEFAULT_LOOK), 0).getcolors(10**6)
        for share in (1, 0)
    )
    assert won is not None
    assert lost is not None
    assert EVENING.slot_line in {colour for _, colour in won} - {colour for _, colour in lost}


def test_a_name_that_cannot_be_drawn_is_its_place() -> None:
    unreadable, said = (standings_image([row(name=name)], headings(), DEFAULT_LOOK) for name in ("李小龙", "Place 1"))
    assert ImageChops.difference(unreadable, said).getbbox() is None


def test_the_podium_has_a_step_for_each_place_that_somebody_has() -> None:
    first = PodiumStep(1, ("Ann",), "4 points")
    picture = draw_podium("Spring Cup", [first], "Place {rank}")
    assert (picture.width, picture.height) == (1100, 700)
    alone = podium_image("Spring Cup", [first], "Place {rank}", DEFAULT_LOOK)
    three = [first, PodiumStep(2, ("Bob",), "3 points"), PodiumStep(3, ("Cid", "Dora"), "2 points")]
    together = podium_image("Spring Cup", three, "Place {rank}", DEFAULT_LOOK)
    difference = ImageChops.difference(alone, together)
    assert difference.crop((0, 100, 380, 700)).getbbox() is not None
    assert difference.crop((720, 100, 1100, 700)).getbbox() is not None


def match(first: str = "Ann", second: str = "Bob", winner: int | None = 0) -> BracketMatch:
    return BracketMatch((first, second), ("1", "0"), winner)


def bracket(rounds: int) -> list[list[BracketMatch]]:
    return [[match()] * (1 << number) for number in reversed(range(rounds))]


def bracket_headings(rounds: int) -> BracketHeadings:
    return BracketHeadings("Spring Cup", tuple(f"Round {one + 1}" for one in range(rounds)), "Third place", "?")


def test_a_bracket_has_the_shape_in_which_a_chat_shows_it() -> None:
    pictures = [draw_bracket(bracket(rounds), match(), bracket_headings(rounds)) for rounds in range(1, 7)]
    assert [(one.width, one.height) for one in pictures] == [(760, 483)] * 2 + [(920, 585)] + [(1100, 700)] * 3
    assert all(len(one.png) < 100_000 for one in pictures)


def test_the_winner_of_a_match_is_marked_by_a_bar_and_not_only_by_its_colour() -> None:
    won, open_match = (
        bracket_image([[match(winner=winner)]], None, bracket_headings(1), DEFAULT_LOOK).getcolors(10**6)
        for winner in (0, None)
    )
    assert won is not None
    assert open_match is not None
    assert EVENING.accent in {colour for _, colour in won} - {colour for _, colour in open_match}


def test_a_bracket_has_the_names_of_the_rounds_that_it_shows() -> None:
    named, first, last = (
        bracket_image(bracket(5), None, replace(bracket_headings(5), rounds=names), DEFAULT_LOOK)
        for names in (("A", "B", "C", "D", "E"), ("X", "B", "C", "D", "E"), ("A", "B", "C", "D", "X"))
    )
    assert ImageChops.difference(named, first).getbbox() is None
    difference = ImageChops.difference(named, last).getbbox()
    assert difference is not None
    assert difference[3] < 80


def test_who_has_nobody_to_meet_has_one_line() -> None:
    """A line of its own for nobody says nothing."""
    two, one = (
        bracket_image([[BracketMatch(("Ann", ""), ("", ""), None, is_lone)]], None, bracket_headings(1), DEFAULT_LOOK)
        for is_lone in (False, True)
    )
    cards = [sum(number for number, colour in colours_of(image) if colour == EVENING.card) for image in (two, one)]
    assert cards[1] < 0.6 * cards[0]


def colours_of(image: Image.Image) -> list[tuple[int, object]]:
    return [*(image.getcolors(10**6) or [])]


def test_a_long_name_ends_before_the_result_of_a_match() -> None:
    short, long = (
        bracket_image([[match(name)] * 2, [match()]], None, bracket_headings(2), DEFAULT_LOOK)
        for name in ("A", "W" * 64)
    )
    difference = ImageChops.difference(short, long).getbbox()
    assert difference is not None
    assert difference[2] < 340


def test_a_picture_with_few_rounds_is_narrower_so_that_its_letters_are_larger() -> None:
    """But 16 rows are no higher, so they are shown no smaller."""
    pictures = [draw_standings([row(rounds=rounds)] * ROWS, headings(rounds)) for rounds in (1, 2, 3, 4, 5, 9)]
    assert [one.width for one in pictures] == [760, 846, 934, 1022, 1100, 1100]
    assert {one.height for one in pictures} == {700}
    undecided = replace(row(rounds=3), decider="")
    assert draw_standings([undecided], headings(3)).width == 808


def test_a_name_of_32_letters_has_room_where_there_are_few_rounds() -> None:
    for rounds in (1, 2, 3, 4):
        named, longer = (
            standings_image([row(name=name, rounds=rounds)], headings(rounds), DEFAULT_LOOK)
            for name in ("the_carcassonne_grandmaster_2026", "the_carcassonne_grandmaster_2026…")
        )
        assert ImageChops.difference(named, longer).getbbox() is not None


def test_a_long_title_is_whole_where_there_is_one_round() -> None:
    """A tournament's name has 50 letters at most, and the round follows it."""
    one, other = (
        standings_image(
            [row(rounds=1)],
            replace(headings(1), title=f"{'Spring Cup ' * 5}"[:50] + f", after round {number}"),
            DEFAULT_LOOK,
        )
        for number in (1, 4)
    )
    difference = ImageChops.difference(one, other).getbbox()
    assert difference is not None
    assert difference[3] < GAP + TITLE_HEIGHT


def test_nine_rounds_have_room() -> None:
    rows = [row(rounds=9)]
    shown = tuple(f"R{one + 1}" for one in range(9))
    first = StandingsHeadings("Spring Cup", ("X", *shown[1:]), "Points", "Place {rank}")
    pictures = (standings_image(rows, one, DEFAULT_LOOK) for one in (headings(9), first))
    assert ImageChops.difference(*pictures).getbbox() is not None
