"""What other programs read of a tournament: a column for each player, how a result came about, and who played."""

import csv
import io
from dataclasses import replace
from typing import Final
from zipfile import ZipFile

import pytest

from host.model.audit_log import TournamentChange
from host.model.controllers import Person
from host.model.table import Venue
from host.model.tournament_rules import with_successor
from host.model.tournaments import OrganisedTournament, Participant, TournamentStatus, TournamentTerms
from screens.tournament_export import tournament_zip
from tests.cogs.example_tables import NOW
from tests.cogs.options_panel import private
from tests.cogs.room import ON_SIMCORD, Room
from tests.cogs.tournaments import begun, decide, tournament
from tests.tournaments.played import annulled, met
from tournaments.tournament import POINT, Ending, Entrant, Pairing, Score, bye

PEOPLE: Final = tuple(Participant(Entrant(one, one), Person(one, f"P{one}")) for one in range(1, 6))
DECIDED: Final = Pairing((3, 4), Ending.AWARDED, (Score(POINT), Score(0)))


def cup(*rounds: tuple[Pairing, ...]) -> OrganisedTournament:
    terms, host = TournamentTerms("Cup", rounds=3), Person(1, "P1")
    made = OrganisedTournament(1, Venue(1, 2), host, "en", TournamentStatus.RUNNING, terms, NOW, people=PEOPLE)
    return replace(made, rounds=rounds, games={(1, 1, 1): 7})


@pytest.fixture
def files() -> dict[str, str]:
    first = cup((*met((1, 2)), DECIDED, bye(5, POINT)), (Pairing((1, 3)), annulled(Pairing((2, 4)))))
    return unpacked(with_successor(first, 2, Person(9, "New")))


def unpacked(tournament: OrganisedTournament) -> dict[str, str]:
    packed = tournament_zip(tournament, [tournament], {}, NOW, {7: (91, 85)}, {})
    with ZipFile(io.BytesIO(packed)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_each_player_has_columns_and_a_result_says_how_it_came(files: dict[str, str]) -> None:
    rows = list(csv.DictReader(io.StringIO(files["pairings.csv"])))
    new = ("player 1", "player 2", "points 1", "points 2", "score 1", "score 2", "note", "reason")
    assert list(rows[0]) == ["round", "board", "game", "players", "points", "result", *new]
    assert [rows[0][one] for one in new] == ["P1", "P2", "1", "0", "91", "85", "", ""]
    assert [rows[1][one] for one in new] == ["P3", "P4", "1", "0", "", "", "decided by hand", ""]
    assert [rows[2][one] for one in new] == ["P5", "", "1", "", "", "", "no game", ""]
    assert [rows[3][one] for one in new] == ["P1", "P3", "", "", "", "", "", ""]
    assert [rows[4][one] for one in new] == ["New", "P4", "0", "0", "", "", "counts for nobody", ""]


def test_in_the_report_what_was_decided_by_hand_is_no_rated_game(files: dict[str, str]) -> None:
    players = {line[14:16]: line for line in files["tournament.trf"].splitlines() if line.startswith("001")}
    assert "   4 w W" in players["P3"]
    assert "   3 b L" in players["P4"]
    assert "   2 w 1" in players["P1"]


def test_in_the_report_a_game_that_runs_has_its_pairing_and_no_result(files: dict[str, str]) -> None:
    players = {line[14:16]: line for line in files["tournament.trf"].splitlines() if line.startswith("001")}
    assert players["P1"].endswith("   3 w  ")
    assert players["P3"].endswith("   1 b  ")
    assert players["P4"].endswith("0000 - Z"), "it counts for nobody"
    assert "XXR 3" in files["tournament.trf"].splitlines(), "all rounds, not those so far"


@ON_SIMCORD
async def test_a_game_that_was_decided_has_the_reason_that_holds(room: Room) -> None:
    message = await begun(room, 4)
    board = next((await tournament(room)).boards(1))
    await decide(room, message, board, "tie", reason="Bob is ill")
    await decide(room, message, board, "annul", reason='Both; were ill, "really"')
    shown = await private(room.ann.click(await private(room.ann.click(message, label="Manage")), label="Files"))
    with ZipFile(io.BytesIO(await shown.attachments[0].read())) as archive:
        rows = list(csv.DictReader(io.StringIO(archive.read("pairings.csv").decode())))
    assert [(one["note"], one["reason"]) for one in rows] == [
        ("counts for nobody", 'Both; were ill, "really"'),
        ("", ""),
    ]


def test_the_decisions_of_a_match_are_told_apart() -> None:
    changes = {
        7: [TournamentChange("Cup", "award", "Bob is ill", 7, "1"), TournamentChange("Cup", "pause", "Bugs", 7, "1")],
        8: [TournamentChange("Cup", "award", "Bob is away", 8, "tie")],
    }
    made = cup((replace(DECIDED, seats=(1, 2)),))
    made = replace(made, terms=replace(made.terms, best_of=3), games={(1, 1, 1): 7, (1, 1, 2): 8, (1, 1, 3): 9})
    packed = tournament_zip(made, [made], {}, NOW, {}, changes)
    with ZipFile(io.BytesIO(packed)) as archive:
        [row] = csv.DictReader(io.StringIO(archive.read("pairings.csv").decode()))
    assert row["reason"] == "#7: Bob is ill; #8: Bob is away"


def test_places_of_a_league_count_within_each_division_and_name_it() -> None:
    people = tuple(Participant(Entrant(one, one), Person(one, f"P{one}")) for one in range(1, 10))
    league = cup(met((1, 2), (3, 4), (6, 7), (8, 9)))
    league = replace(league, people=people, terms=replace(league.terms, kind="league"))
    files = unpacked(league)
    rows = list(csv.DictReader(io.StringIO(files["standings.csv"])))
    assert [row["place"] for row in rows] == list("113441133")
    assert [row["division"] for row in rows] == list("111112222")
    lines = files["tournament.trf"].splitlines()
    assert [line[85:89].strip() for line in lines if line.startswith("001")] == list("141431313")
    assert lines[-2:] == ["XXD Division 1: 1 2 3 4 5", "XXD Division 2: 6 7 8 9"]


def test_files_of_other_kinds_know_no_division(files: dict[str, str]) -> None:
    assert files["standings.csv"].splitlines()[0].endswith(",wins,games")
    assert "XXD" not in files["tournament.trf"]
