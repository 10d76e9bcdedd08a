"""What other programs read of a tournament: a column for each player, how a result came about, and who played."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final
from zipfile import ZipFile

import pytest

from carcassonne import Resign, apply
from host.model.audit_log import (
    NotedChange,
    TournamentChange,
    format_tournament_change,
    parse_tournament_change,
)
from host.model.controllers import Person
from host.model.table import FinishedTable, Venue
from host.model.tournament_changes import HandAction
from host.model.tournament_rules import with_successor
from host.model.tournaments import OrganisedTournament, Participant, TournamentStatus, TournamentTerms
from screens.tournament_export import tournament_zip
from tests.cogs.example_tables import NOW, first_state, over, seated
from tests.cogs.options_panel import private
from tests.cogs.room import ON_SIMCORD, Room
from tests.cogs.tournaments import begun, by_hand, decide, tournament
from tests.tournaments.played import annulled, met
from tournaments.tournament import POINT, Ending, Entrant, Pairing, Score, bye

PEOPLE: Final = tuple(Participant(Entrant(one, one), Person(one, f"P{one}")) for one in range(1, 6))
DECIDED: Final = Pairing((3, 4), Ending.AWARDED, (Score(POINT), Score(0)))
RUNNING: Final = seated(first_state(), ("P1", "P2"))
PLAYED: Final = replace(over(RUNNING), final_scores=(91, 85))
RESIGNED: Final = over(replace(RUNNING, state=apply(RUNNING.state, Resign(1)).state))
ENDED: Final = over(RUNNING)


def cup(*rounds: tuple[Pairing, ...]) -> OrganisedTournament:
    terms, host = TournamentTerms("Cup", rounds=3), Person(1, "P1")
    made = OrganisedTournament(1, Venue(1, 2), host, "en", TournamentStatus.RUNNING, terms, NOW, people=PEOPLE)
    return replace(made, rounds=rounds, games={(1, 1, 1): 7})


@pytest.fixture
def files() -> dict[str, str]:
    first = cup((*met((1, 2)), DECIDED, bye(5, POINT)), (Pairing((1, 3)), annulled(Pairing((2, 4)))))
    return unpacked(with_successor(first, 2, Person(9, "New")))


def unpacked(
    tournament: OrganisedTournament,
    tables: Mapping[int, FinishedTable] | None = None,
    changes: Sequence[NotedChange] = (),
) -> dict[str, str]:
    packed = tournament_zip(tournament, [tournament], {}, NOW, {7: PLAYED} if tables is None else tables, changes)
    with ZipFile(io.BytesIO(packed)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_each_player_has_columns_and_a_result_says_how_it_came(files: dict[str, str]) -> None:
    rows = list(csv.DictReader(io.StringIO(files["pairings.csv"])))
    new = ("player 1", "player 2", "points 1", "points 2", "score 1", "score 2", "note", "reason", "ending")
    assert list(rows[0]) == ["round", "board", "game", "players", "points", "result", *new]
    assert [rows[0][one] for one in new] == ["P1", "P2", "1", "0", "91", "85", "", "", "played out"]
    assert [rows[1][one] for one in new] == ["P3", "P4", "1", "0", "", "", "decided by hand", "", "awarded"]
    assert [rows[2][one] for one in new] == ["P5", "", "1", "", "", "", "no game", "", "bye"]
    assert [rows[3][one] for one in new] == ["P1", "P3", "", "", "", "", "", "", ""]
    assert [rows[4][one] for one in new] == ["New", "P4", "0", "0", "", "", "counts for nobody", "", "annulled"]


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
    changes = noted(
        TournamentChange("Cup", "award", "Bob is ill", 7, "1"),
        TournamentChange("Cup", "pause", "Bugs", 7, "1"),
        TournamentChange("Cup", "award", "Bob is away", 8, "tie"),
    )
    made = cup((replace(DECIDED, seats=(1, 2)),))
    made = replace(made, terms=replace(made.terms, best_of=3), games={(1, 1, 1): 7, (1, 1, 2): 8, (1, 1, 3): 9})
    [row] = csv.DictReader(io.StringIO(unpacked(made, {}, changes)["pairings.csv"]))
    assert row["reason"] == "#7: Bob is ill; #8: Bob is away"


def noted(*changes: TournamentChange) -> list[NotedChange]:
    return [NotedChange(NOW, Person(1, "Ann"), one) for one in changes]


@pytest.mark.parametrize(
    ("detail", "change"),
    [
        ("Cup: pause in 3: a: b", TournamentChange("Cup", "pause", "a: b", tournament=3)),
        ("Cup: extend #7 2d in 3: ill", TournamentChange("Cup", "extend", "ill", 7, "2d", 3)),
        ("Cup: extend #7 2d: ill", TournamentChange("Cup", "extend", "ill", 7, "2d")),
        ("Cup: extend 36h in 3: ill", TournamentChange("Cup", "extend", "ill", None, "36h", 3)),
        ("Cup: extend in 3: ill", TournamentChange("Cup", "extend", "ill", tournament=3)),
        ("Cup: pause: in 3: days", TournamentChange("Cup", "pause", "in 3: days")),
        ("Cup: pause: ill", TournamentChange("Cup", "pause", "ill")),
    ],
)
def test_a_noted_change_is_read_also_as_it_was_written_before(detail: str, change: TournamentChange) -> None:
    assert parse_tournament_change(detail, list(HandAction)) == change
    assert format_tournament_change(change) == detail


def test_it_says_how_each_game_ended() -> None:
    late = Pairing((1, 2), Ending.FORFEIT, (Score(POINT), Score(0)))
    played = met((1, 2), (3, 4))
    made = cup(played, (late, replace(late, seats=(3, 4))), (replace(late, seats=(3, 5)), *met((1, 2))))
    gone = replace(PEOPLE[3], entrant=replace(PEOPLE[3].entrant, last_round=2))
    people = (*PEOPLE[:3], gone, PEOPLE[4])
    games = {(1, 1, 1): 7, (1, 2, 1): 8, (2, 1, 1): 9, (2, 2, 1): 10, (3, 2, 1): 11}
    tables = {7: PLAYED, 8: RESIGNED, 11: ENDED}
    rows = csv.DictReader(io.StringIO(unpacked(replace(made, people=people, games=games), tables)["pairings.csv"]))
    assert [one["ending"] for one in rows] == [
        *("played out", "resigned"),
        *("late", "left"),
        *("not played", "ended without a winner"),
    ]


def test_it_says_how_each_game_of_a_match_ended() -> None:
    late = Pairing((2, 1), Ending.FORFEIT, (Score(0), Score(POINT)))
    [first], third = met((1, 2)), annulled(Pairing((1, 2)))
    made = cup((replace(first, games=(first, late, third)),))
    made = replace(made, terms=replace(made.terms, best_of=3), games={(1, 1, 1): 7, (1, 1, 2): 8})
    [row] = csv.DictReader(io.StringIO(unpacked(made)["pairings.csv"]))
    assert row["ending"] == "#7: played out; #8: late; annulled"


def test_changes_of_the_whole_round_have_a_file_with_their_reasons() -> None:
    changes = noted(
        TournamentChange("Cup", "pause", "the server is down", tournament=1),
        TournamentChange("Cup", "extend", "Bob is ill", 7, "2d", 1, (PEOPLE[0].person, PEOPLE[1].person)),
    )
    rows = list(csv.reader(io.StringIO(unpacked(cup(met((1, 2))), {}, changes)["changes.csv"])))
    at = f"{NOW:%Y-%m-%d %H:%M}"
    assert rows == [
        ["time (UTC)", "change", "game", "result", "reason", "manager", "players"],
        [at, "paused", "", "", "the server is down", "Ann", ""],
        [at, "more time", "7", "2d", "Bob is ill", "Ann", "P1 - P2"],
    ]


@ON_SIMCORD
async def test_the_changes_of_another_tournament_with_the_same_name_are_its_own(room: Room) -> None:
    message = await begun(room, 4)
    other = await begun(room, 4)
    await by_hand(room, message, "Pause", reason="we all travel")
    await by_hand(room, other, "More time", reason="too hot", value="1 d", game=["round"])
    first, second = [await room.bot.host.tournaments.changes(await tournament(room, number)) for number in (1, 2)]
    assert [(one.change.action, one.change.reason, one.manager.name) for one in first] == [
        ("pause", "we all travel", "Ann")
    ]
    assert [(one.change.action, one.change.reason) for one in second] == [("extend", "too hot")]
    shown = await private(room.ann.click(await private(room.ann.click(message, label="Manage")), label="Files"))
    with ZipFile(io.BytesIO(await shown.attachments[0].read())) as archive:
        assert "paused,,,we all travel,Ann," in archive.read("changes.csv").decode()


def test_all_tie_breaks_of_everybody_are_there_also_where_nobody_is_tied(files: dict[str, str]) -> None:
    """P1 and P3 have beaten one each; who is alone with their points has every number but the direct encounter."""
    rows = {row["name"]: row for row in csv.DictReader(io.StringIO(files["standings.csv"]))}
    names = ("median Buchholz", "Sonneborn-Berger", "difference of points")
    assert all(row[name] for row in rows.values() for name in names)
    alone = unpacked(cup(met((1, 2))))["standings.csv"]
    first = next(csv.DictReader(io.StringIO(alone)))
    assert [first[one] for one in ("name", "direct encounter", *names)] == ["P1", "", "0.0", "0.0", "1.0"]


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
