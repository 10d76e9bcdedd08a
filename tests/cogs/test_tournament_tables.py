"""The table of a tournament says the same as a text and as a picture, and each row of the picture has its own label."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, cast

import pytest

from host.model.controllers import Person
from host.model.tournament_changes import HandAction
from host.model.tournament_errors import NoSuchPlaceError, SharedPlaceError
from host.model.tournament_hand import chosen_entrant
from host.model.tournaments import OrganisedTournament, Participant, TournamentStatus
from render import StandingsHeadings, StandingsRow
from screens.pictures import Pictures
from screens.screen import ChoiceField, TextField
from screens.text.tournament_sign_up import draft_text
from screens.text.tournaments import (
    end_text,
    mine_text,
    round_text,
    standings_text,
    tournament_text,
)
from screens.tournament_hand import hand_form
from screens.tournament_pictures import bracket_file, standings_files
from tests.cogs.example_tournaments import running
from tests.tournaments.played import annulled, met
from tournaments.tournament import POINT, Entrant, Pairing, bye, scored

Page = tuple[list[StandingsRow], StandingsHeadings]


class Kept:
    """Keeps what is to be drawn."""

    def __init__(self) -> None:
        self.pages: list[Page] = []
        self.third = ""

    async def file(self, _key: str, job: "partial[Any]", _name: str, _alt: str) -> None:
        assert isinstance(job, partial)
        if len(job.args) > 2:
            self.third = job.args[2].third
            return
        rows, headings = job.args
        self.pages.append((rows, headings))


async def drawn(tournament: OrganisedTournament, *, is_now: bool = True) -> list[Page]:
    kept = Kept()
    files: Callable[..., Any] = standings_files
    await files(cast("Pictures", kept), tournament, is_now=is_now)
    return kept.pages


async def test_who_asks_gets_the_picture_as_things_stand_now() -> None:
    cup = running((*met((1, 2), (3, 4)), bye(5, POINT)), (*met((3, 1)), Pairing((5, 2)), bye(4, POINT)))
    [(rows, headings)] = await drawn(cup)
    assert headings.title == "Cup, in round 2"
    told = [line for line in standings_text(cup).splitlines() if "\\. " in line]
    shown = [f"{row.place}\\. {row.name}: {row.points}" for row in rows]
    assert all(line.startswith(row) for line, row in zip(told, shown, strict=True))
    [(rows, headings)] = await drawn(cup, is_now=False)
    assert (headings.title, rows[0].points) == ("Cup, after round 1", "1")


async def test_each_opponent_is_one_row_where_places_are_shared() -> None:
    [(rows, _headings)] = await drawn(running(met((1, 2), (3, 4)), players=4))
    assert [row.label for row in rows] == ["1a", "1b", "3a", "3b"]
    assert [row.cells[0] and row.cells[0].opponent for row in rows] == ["3a", "3b", "1a", "1b"]


async def test_a_round_without_a_game_is_no_loss_and_who_has_left_is_marked() -> None:
    cup = running((*met((1, 2)), annulled(Pairing((3, 4)))), met((1, 3)), players=4)
    [one, two, *others] = cup.people
    cup = replace(cup, people=(one, replace(two, entrant=replace(two.entrant, last_round=1)), *others))
    [(rows, _headings)] = await drawn(cup)
    by_name = {row.name: row for row in rows}
    assert [cell and cell.result for cell in by_name["P2"].cells] == ["0", "–"]
    assert [cell and cell.result for cell in by_name["P4"].cells] == ["–", "–"]
    assert [row.name for row in rows if row.is_gone] == ["P2"]


async def test_a_bye_with_a_point_has_no_opponent() -> None:
    [(rows, _headings)] = await drawn(running((*met((1, 2)), bye(3, POINT)), players=3))
    assert [(row.cells[0].result, row.cells[0].opponent) for row in rows if row.cells[0] and row.name == "P3"] == [
        ("1", "–")
    ]


async def test_the_last_column_has_the_name_of_what_decides() -> None:
    [(rows, headings)] = await drawn(running(met((1, 2), (3, 4)), met((2, 3), (1, 4)), players=4))
    assert (headings.decider, [row.decider for row in rows]) == ("Direct", ["", "1", "0", ""])
    [(_rows, headings)] = await drawn(running(met((1, 2)), players=2))
    assert headings.decider == ""


async def test_lines_with_the_same_points_can_be_compared_number_by_number() -> None:
    """Each has every number that tells it from others, not only the last."""
    cup = running(met((1, 2), (4, 3), (6, 5)), met((1, 3), (5, 2), (4, 6)), met((5, 1), (3, 2), (6, 4)), players=6)
    assert standings_text(cup).splitlines()[1:7] == [
        "1\\. P6: 2 (Buchholz 2, Sonneborn-Berger 4)",
        "2\\. P4: 2 (Buchholz 2, Sonneborn-Berger 3)",
        "3\\. P5: 2 (Buchholz 2, Sonneborn-Berger 2)",
        "4\\. P1: 2 (Buchholz 1)",
        "5\\. P3: 1",
        "6\\. P2: 0",
    ]
    [(rows, headings)] = await drawn(cup)
    assert headings.decider == "Tie-break"
    assert [row.decider for row in rows] == ["2 · 4", "2 · 3", "2 · 2", "1", "", ""]


def test_what_tells_players_of_another_division_apart_is_not_shown() -> None:
    """In the first division nothing parts those with the same points."""
    equal = [scored(Pairing(pair), (50, 40)) for pair in ((1, 2), (3, 4))]
    others = [scored(Pairing((6, 7)), (50, 45)), scored(Pairing((8, 9)), (60, 40))]
    shown = standings_text(running((*equal, *others), players=9, kind="league")).splitlines()
    assert shown[2:4] == ["1\\. P1: 1", "1\\. P3: 1"]
    assert shown[8:10] == ["1\\. P8: 1 (difference 20)", "2\\. P6: 1 (difference 5)"]


def test_the_last_of_a_division_tells_nobody_of_the_next_one_apart() -> None:
    """The first game of a season is over. Who has lost it has as many points as everybody in the second division."""
    lost = scored(Pairing((1, 4)), (90, 60))
    shown = standings_text(running((lost, *map(Pairing, ((2, 3), (6, 9), (7, 8)))), players=9, kind="league"))
    assert shown.splitlines()[2:7] == [
        "1\\. P1: 1",
        "2\\. P2: 0 (difference 0)",
        "2\\. P3: 0 (difference 0)",
        "2\\. P5: 0 (difference 0)",
        "5\\. P4: 0 (difference −30)",
    ]
    assert shown.splitlines()[8:12] == ["1\\. P6: 0", "1\\. P7: 0", "1\\. P8: 0", "1\\. P9: 0"]


async def test_the_places_of_a_division_begin_at_one() -> None:
    cup = running(met((1, 2), (3, 4), (6, 7), (8, 9)), players=9, kind="league")
    [(rows, _headings)] = await drawn(cup)
    assert [row.heading for row in rows] == ["Division 1", "", "", "", "", "Division 2", "", "", ""]
    assert [row.place for row in rows] == [1, 1, 3, 4, 4, 1, 1, 3, 3]
    assert "**Division 2**\n1\\. P6: 1" in standings_text(cup)
    assert mine_text(cup, 6, {}).startswith("**Cup, season 1**: division 2, place 1 of 4 · points: 1")


async def test_whom_a_manager_chooses_stands_there_with_the_place_in_their_division() -> None:
    [field, *_others] = hand_form(running(met((1, 2)), players=9, kind="league"), HandAction.REMOVE).fields
    assert isinstance(field, ChoiceField)
    assert [one.label for one in field.choices][::5] == ["1. P1 (division 1)", "1. P6 (division 2)"]
    [field, *_others] = hand_form(running(met((1, 2)), players=4), HandAction.REMOVE).fields
    assert isinstance(field, ChoiceField)
    assert field.choices[0].label == "1. P1"


async def test_a_place_that_is_typed_is_one_of_a_division() -> None:
    league = running(met((7, 8)), players=30, kind="league")
    [field, *_others] = hand_form(league, HandAction.REMOVE).fields
    assert isinstance(field, TextField)
    assert (field.description, field.example) == (
        "The name, or the division and the place in it, like 2.3",
        "2.3",
    )
    assert chosen_entrant(league, "2.1") == 7
    for typed in ("9", "2.7", "6.1", "2.", ".3"):
        with pytest.raises(NoSuchPlaceError):
            chosen_entrant(league, typed)
    for cup, typed in ((league, "2.2"), (running((), players=30), "1")):
        with pytest.raises(SharedPlaceError):
            chosen_entrant(cup, typed)


async def test_a_round_and_the_end_of_a_league_name_its_divisions() -> None:
    cup = running(met((1, 2), (3, 4), (6, 7), (8, 9)), players=9, kind="league")
    told = round_text(cup, {}).splitlines()
    assert told[1] == "**Division 1**"
    assert told[2].startswith("P1 – P2")
    assert told[4] == "**Division 2**"
    assert told[5].startswith("P6 – P7")
    assert end_text(cup).splitlines()[-1] == "Division 2: P6, P8"
    assert "Division" not in round_text(running(met((1, 2)), players=4, kind="league"), {})


NOTE = "-# People who leave or sign up before the next season can change that."


async def test_the_end_of_a_season_says_who_goes_up_and_who_goes_down() -> None:
    cup = running(met((1, 2), (3, 4), (1, 5), (6, 7), (8, 9), (6, 8)), players=9, kind="league")
    assert not any("goes up" in one(cup) for one in (end_text, standings_text, tournament_text))
    over = replace(cup, status=TournamentStatus.OVER)
    said = ["P5 goes down from division 1.", "P6 goes up from division 2.", NOTE]
    assert end_text(over).splitlines()[-3:] == said
    assert "\n".join(said) in standings_text(over)
    assert tournament_text(over).splitlines()[-3:] == said
    one_division = running(met((1, 2)), players=7, kind="league")
    assert "goes" not in end_text(replace(one_division, status=TournamentStatus.OVER))


async def test_who_moves_is_said_first_of_the_upper_divisions_where_there_are_too_many() -> None:
    people = [Participant(Entrant(one, one), Person(one, "x" * 32)) for one in range(1, 201)]
    cup = replace(running((), kind="league"), status=TournamentStatus.OVER, people=tuple(people))
    assert all("go down from division 1." in one(cup) for one in (end_text, standings_text, tournament_text))


async def test_who_goes_down_and_fills_a_place_at_once_goes_nowhere() -> None:
    """Somebody of the first division has left, so the divisions of the next season are smaller by one."""
    cup = running(met((1, 2), (3, 4), (6, 7), (8, 9)), players=9, kind="league")
    gone = replace(cup.people[0], entrant=replace(cup.people[0].entrant, last_round=1))
    over = replace(cup, status=TournamentStatus.OVER, people=(gone, *cup.people[1:]))
    assert end_text(over).splitlines()[-2:] == ["P6, P8, P7, P9 go up from division 2.", NOTE]
    twelve = running((), players=12, kind="league")
    last = replace(twelve.people[5], entrant=replace(twelve.people[5].entrant, last_round=1))
    over = replace(twelve, status=TournamentStatus.OVER, people=(*twelve.people[:5], last, *twelve.people[6:]))
    assert end_text(over).splitlines()[-2:] == ["P7 goes up from division 2.", NOTE]


async def test_a_heading_takes_the_room_of_a_row() -> None:
    pages = await drawn(running((), players=20, kind="league"))
    assert [len(rows) + sum(bool(row.heading) for row in rows) for rows, _ in pages] == [16, 7]


async def test_a_won_encounter_is_the_point_that_its_explanation_says() -> None:
    cup = running(met((1, 2), (3, 4)), met((2, 3), (1, 4)), players=4)
    text = standings_text(cup)
    assert "P2: 1 (direct encounter 1)" in text
    assert text.endswith("Direct encounter: the points that players with equal points got against each other.")


async def test_what_a_kind_has_no_use_for_is_named() -> None:
    draft = replace(running((), kind="knockout"), status=TournamentStatus.DRAFT, rounds=())
    draft = replace(draft, terms=replace(draft.terms, table_size=4, rounds=5))
    lines = draft_text(draft).splitlines()
    for kind, article in (("league", "A league has"), ("everybody", "Where everyone meets everyone, there are")):
        said = draft_text(replace(draft, terms=replace(draft.terms, kind=kind)))
        assert f"{article} as many rounds as it takes, so your choice of rounds (5) doesn't count." in said
    assert "Where everyone meets everyone, two sit at a table, so 4 at a table doesn't count." in said
    assert "A knockout is for two at a table, so 4 at a table doesn't count." in lines
    assert "A knockout has as many rounds as it takes, so your choice of rounds (5) doesn't count." in lines
    swiss = replace(draft, terms=replace(draft.terms, kind="swiss"))
    assert "doesn't count" not in draft_text(swiss)


async def test_where_a_final_has_one_player_the_other_place_is_the_second() -> None:
    """As in the list: there is no final that somebody could have lost."""
    tied = scored(Pairing((2, 3)), (50, 50))
    cup = running((annulled(Pairing((1, 4))), tied), (bye(3, POINT), bye(2, POINT)), players=4, kind="knockout")
    assert await third_place(cup) == "Second place"
    assert (
        "\n1\\. P3: won without a final\n2\\. P2: out in the semi-final\n3\\. P1: out in the semi-final"
        in standings_text(cup)
    )
    assert await third_place(replace(cup, rounds=(met((1, 4), (2, 3)), met((1, 2), (3, 4))))) == "Third place"
    assert await third_place(replace(cup, rounds=((Pairing((1, 4)), tied),))) == "Third place"


async def third_place(tournament: OrganisedTournament) -> str:
    """What stands above the match below the final."""
    kept = Kept()
    files: Callable[..., Any] = bracket_file
    await files(cast("Pictures", kept), tournament)
    return kept.third
