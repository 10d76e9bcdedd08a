"""The table of a league over all its seasons."""

import random
from dataclasses import replace

import pytest

from host.model.controllers import Person
from host.model.seasons import league_records
from host.model.tournament_rules import begun, next_season_of, with_order_of
from host.model.tournaments import OrganisedTournament, Participant, TournamentStatus, TournamentTerms
from tests.host.tables import ANN, BOB, CHANNEL, CID, Clock
from tests.tournaments.played import met
from tournaments.divisions import division_numbers, moves_after
from tournaments.tournament import POINT, Entrant, Pairing

NAMELESS = Person(0, "?")


def season(*people: Person, rounds: tuple[tuple[Pairing, ...], ...], status: TournamentStatus) -> OrganisedTournament:
    return OrganisedTournament(
        number=1,
        venue=CHANNEL,
        organiser=ANN,
        language="en",
        status=status,
        terms=TournamentTerms("League", "league"),
        opened_at=Clock().time,
        people=tuple(Participant(Entrant(number, number), one) for number, one in enumerate(people, 1)),
        rounds=rounds,
    )


FIRST = season(
    ANN, BOB, CID, rounds=(met((1, 2)), met((1, 3)), met((2, 3))), status=TournamentStatus.OVER
)  # Ann, Bob, Cid


def test_seasons_titles_and_points_are_added_up() -> None:
    second = season(BOB, CID, rounds=(met((1, 2)),), status=TournamentStatus.OVER)
    found = [(one.person, one.titles, one.seasons, one.points // POINT) for one in league_records([second, FIRST])]
    assert found == [(ANN, 1, 1, 2), (BOB, 1, 2, 2), (CID, 0, 2, 0)], "with as many points, fewer seasons are better"


def test_a_season_under_way_counts_and_has_no_title_yet() -> None:
    running = replace(FIRST, status=TournamentStatus.RUNNING)
    assert [(one.titles, one.seasons) for one in league_records([running])] == [(0, 1)] * 3
    assert league_records([replace(FIRST, status=TournamentStatus.OPEN, rounds=())]) == []


def test_who_is_nameless_now_is_left_out() -> None:
    gone = replace(FIRST, people=(replace(FIRST.people[0], person=NAMELESS), *FIRST.people[1:]))
    assert [one.person for one in league_records([gone])] == [BOB, CID]


@pytest.mark.parametrize("players", [9, 12, 13, 18, 30])
@pytest.mark.parametrize("table_size", [2, 4])
def test_who_is_said_to_go_up_or_down_does_so_when_the_next_season_begins(players: int, table_size: int) -> None:
    dice = random.Random(players)
    people = [Person(one, f"P{one}") for one in range(1, players + 1)]
    first = season(*people, rounds=(), status=TournamentStatus.OVER)
    first = replace(first, terms=replace(first.terms, table_size=table_size))
    for leaving in range(players - 4):
        left = {one.entrant.id for one in dice.sample(first.people, leaving)}
        over = replace(
            first,
            people=tuple(
                replace(one, entrant=replace(one.entrant, last_round=1)) if one.entrant.id in left else one
                for one in first.people
            ),
        )
        following = next_season_of(over, Clock().time)
        assert following
        second = begun(with_order_of(following, over), {}, Clock().time)
        before, after = division_numbers(over.course), division_numbers(second.course)
        moves = moves_after(over.course)
        for one in over.people:
            if one.entrant.id in left:
                assert all(one.entrant.id not in (*each.up, *each.down) for each in moves.values())
                continue
            entrant = second.entrant_of(one.person.id)
            assert entrant
            was, becomes = before.get(one.entrant.id, 1), after.get(entrant.id, 1)
            assert (one.entrant.id in moves[was].up, one.entrant.id in moves[was].down) == (
                becomes < was,
                becomes > was,
            )
