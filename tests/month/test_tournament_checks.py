"""Whether the checks of tournaments find what is wrong."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from host.model.controllers import Person
from host.model.table import Venue
from host.model.tournaments import OrganisedTournament, Participant, TournamentStatus, TournamentTerms
from tests.month.results import CheckResults
from tests.month.sent_messages import SentMessage
from tests.month.tournament_checks import announced_end, announced_round, check_end, check_told, is_change_of_people
from tests.tournaments.played import met
from tournaments.tournament import Entrant

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
CUP = OrganisedTournament(
    number=1,
    venue=Venue(1, 2),
    organiser=Person(1, "p01"),
    language="en",
    status=TournamentStatus.OVER,
    terms=TournamentTerms("Cup 3", rounds=2),
    opened_at=NOON,
    people=tuple(Participant(Entrant(one, one), Person(one, f"p0{one}")) for one in (1, 2, 3, 4)),
    rounds=(met((1, 2), (3, 4)), met((1, 3), (2, 4))),
    games={(number, place, 1): 2 * number + place for number in (1, 2) for place in (1, 2)},
)
TOLD = {("Cup 3", 1): 1, ("Cup 3", 2): 1}


def message(text: str) -> SentMessage:
    return SentMessage(NOON, 9, 90, False, text, (), False, None, False, ())


def what_is_wrong(results: CheckResults) -> list[str]:
    return [one.what for one in results.violations]


@pytest.mark.parametrize(
    ("cup", "wrong"),
    [
        (CUP, []),
        (replace(CUP, status=TournamentStatus.RUNNING), ["Cup 3 has not ended: running, round 2"]),
        (replace(CUP, rounds=(CUP.rounds[0], CUP.rounds[0])), ["Cup 3: round 2: two meet again, and need not"]),
        (replace(CUP, status=TournamentStatus.CANCELLED, rounds=(CUP.rounds[0],)), []),
    ],
)
def test_what_has_not_ended_or_broke_a_rule_is_found(cup: OrganisedTournament, wrong: list[str]) -> None:
    results = CheckResults()
    check_end(results, cup)
    assert what_is_wrong(results) == wrong


@pytest.mark.parametrize(
    ("rounds", "ends", "wrong"),
    [
        (TOLD, 1, []),
        ({**TOLD, ("Cup 3", 2): 2}, 1, ["round 2 of Cup 3 was told 2 times"]),
        ({("Cup 3", 1): 1}, 1, ["round 2 of Cup 3 was told 0 times"]),
        (TOLD, 0, ["the end of Cup 3 was told 0 times"]),
        (TOLD, 2, ["the end of Cup 3 was told 2 times"]),
    ],
)
def test_a_round_or_an_end_that_is_not_told_once_is_found(
    rounds: dict[tuple[str, int] | None, int], ends: int, wrong: list[str]
) -> None:
    results = CheckResults()
    check_told(results, CUP, Counter(rounds), Counter({"Cup 3": ends}))
    assert what_is_wrong(results) == wrong


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("**Cup 3, round 2 of 4**\np01 – p02: #1", ("Cup 3", 2)),
        ("**Cup 0, season 2, round 1 of 5**\n", ("Cup 0, season 2", 1)),
        ("**Cup 3** · round 2 of 4, until <t:1:f>\n", None),
    ],
)
def test_a_message_that_announces_a_round_is_known(text: str, told: tuple[str, int] | None) -> None:
    assert announced_round(message(text)) == told


@pytest.mark.parametrize(
    ("text", "is_change"),
    [
        ("**Cup 3**: manager took <@12> out. Reason: because", True),
        ("**Cup 0, season 1**: manager put <@12> in the place of <@13>. Reason: because", True),
        ("**Cup 3**: manager swapped <@12> and <@13>. Reason: because\np12 – p14\np13 – p15", True),
        ("**Cup 3**: manager paused the tournament. The clock stands still, and games go on. Reason: because", False),
        ("**Cup 3, round 2 of 4**\np01 – p02: #1", False),
    ],
)
def test_a_message_that_tells_a_change_of_people_is_known(text: str, *, is_change: bool) -> None:
    assert is_change_of_people(message(text)) == is_change


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<@12> wins **Cup 3**!\n1. p01: 2", "Cup 3"),
        ("p01, <@13> share first place in **Cup 0, season 1**!\n", "Cup 0, season 1"),
        ("**Cup 3** is cancelled.", "Cup 3"),
        ("**Cup 3**: manager cancelled the tournament. Games under way go on. Reason: because", "Cup 3"),
        ("**Cup 3**: manager took p01 out. Reason: because", None),
        ("**Cup 3** is over.\n1. p01: 2", None),
    ],
)
def test_a_message_that_announces_an_end_is_known(text: str, told: str | None) -> None:
    assert announced_end(message(text)) == told
