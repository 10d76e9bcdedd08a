"""The table of a league over all its seasons."""

from dataclasses import replace

from host.model.controllers import Person
from host.model.seasons import league_records
from host.model.tournaments import OrganisedTournament, Participant, TournamentStatus, TournamentTerms
from tests.host.tables import ANN, BOB, CHANNEL, CID, Clock
from tests.tournaments.played import met
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
