"""What the podium and the bracket of a tournament are drawn from, and what stands in place of these pictures."""

from collections.abc import Callable
from functools import partial
from typing import Any, cast

import pytest

from host.model.tournaments import OrganisedTournament
from render import BracketMatch, PodiumStep
from screens.pictures import Pictures
from screens.text.i18n import use_language
from screens.text.matches import counted_points_text
from screens.tournament_pictures import bracket_file, podium_file
from tests.cogs.example_tournaments import running
from tests.tournaments.played import annulled, met
from tournaments.tournament import POINT, Pairing, bye, scored


class Kept:
    """Keeps what is to be drawn, and what stands in place of the picture."""

    def __init__(self) -> None:
        self.drawn: tuple[Any, ...] = ()
        self.alt = ""

    async def file(self, _key: str, job: "partial[Any]", _name: str, alt: str) -> None:
        self.drawn, self.alt = job.args, alt


async def kept(make: Callable[..., Any], tournament: OrganisedTournament) -> Kept:
    pictures = Kept()
    await make(cast("Pictures", pictures), tournament)
    return pictures


async def test_the_podium_says_that_its_numbers_are_points() -> None:
    tied = scored(Pairing((1, 2)), (50, 50))
    picture = await kept(podium_file, running((tied,), met((2, 3)), players=3))
    _title, steps, _unreadable = picture.drawn
    assert steps == [
        PodiumStep(1, ("P2",), "1½ points"),
        PodiumStep(2, ("P1",), "½ point"),
        PodiumStep(3, ("P3",), "0 points"),
    ]
    assert picture.alt == "Cup\n1. P2: 1½ points\n2. P1: ½ point\n3. P3: 0 points"


async def test_the_podium_of_a_knockout_has_no_points() -> None:
    """A free place in the bracket is no merit."""
    picture = await kept(podium_file, running(met((1, 4), (2, 3)), met((1, 2), (3, 4)), players=4, kind="knockout"))
    assert [one.points for one in picture.drawn[1]] == ["", "", ""]
    assert picture.alt == "Cup\n1. P1\n2. P2\n3. P3"


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["0 points", "½ point", "0.67 points", "1 point", "1½ points", "2½ points"]),
        ("de", ["0 Punkte", "½ Punkt", "0.67 Punkte", "1 Punkt", "1½ Punkte", "2½ Punkte"]),
        ("fr", ["0 point", "½ point", "0.67 point", "1 point", "1½ point", "2½ points"]),
        ("es", ["0 puntos", "½ punto", "0.67 puntos", "1 punto", "1½ puntos", "2½ puntos"]),
    ],
)
def test_parts_of_points_have_the_plural_of_each_language(language: str, texts: list[str]) -> None:
    with use_language(language):
        assert [counted_points_text(units) for units in (0, 12, 16, 24, 36, 60)] == texts


UNKNOWN = BracketMatch(("", ""), ("", ""), None)


async def test_a_bracket_names_its_rounds() -> None:
    for players, names in (
        (3, ("Semi-finals", "Final")),
        (5, ("Quarter-finals", "Semi-finals", "Final")),
        (17, ("Round 1", "Round 2", "Quarter-finals", "Semi-finals", "Final")),
    ):
        rounds, _third, headings = (await kept(bracket_file, running(players=players, kind="knockout"))).drawn
        assert headings.rounds == names
        assert [len(one) for one in rounds] == [1 << left for left in reversed(range(len(names)))]


async def test_who_has_nobody_to_meet_stands_alone_and_who_waits_does_not() -> None:
    cup = running((bye(1, POINT), bye(2, POINT), bye(3, POINT), Pairing((4, 5))), kind="knockout")
    [first, second, [final]], third, _headings = (await kept(bracket_file, cup)).drawn
    assert [(one.names, one.is_lone) for one in first] == [
        (("P1", ""), True),
        (("P4", "P5"), False),
        (("P2", ""), True),
        (("P3", ""), True),
    ]
    assert [(one.names, one.is_lone) for one in second] == [(("P1", ""), False), (("P2", "P3"), False)]
    assert final == third == UNKNOWN


async def test_the_match_for_the_third_place_is_there_from_the_first_round_on() -> None:
    for players, third in ((3, None), (4, UNKNOWN), (9, UNKNOWN)):
        assert (await kept(bracket_file, running(players=players, kind="knockout"))).drawn[1] == third
    played = running(met((1, 4), (2, 3)), met((1, 2), (3, 4)), players=4, kind="knockout")
    assert (await kept(bracket_file, played)).drawn[1] == BracketMatch(("P4", "P3"), ("0", "1"), 1)
    three = running((bye(1, POINT), *met((2, 3))), players=3, kind="knockout")
    assert (await kept(bracket_file, three)).drawn[1] == BracketMatch(("", "P3"), ("", ""), None, is_lone=True)


async def test_nobody_plays_for_a_place_that_nobody_came_to() -> None:
    cup = running((annulled(Pairing((1, 4))), annulled(Pairing((2, 3)))), players=4, kind="knockout")
    [_first, [final]], third, _headings = (await kept(bracket_file, cup)).drawn
    assert (final.is_lone, third) == (True, None)
