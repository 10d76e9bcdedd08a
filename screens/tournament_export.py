"""A tournament as files for other programs: tables as CSV, a report as FIDE's programs read it, and its games."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from host.model.audit_log import NotedChange
from host.model.seasons import league_records
from host.model.table import FinishedTable
from host.model.tournament_boards import Board
from host.model.tournament_changes import HandAction
from host.model.tournaments import OrganisedTournament
from screens.text.matches import shown_results
from screens.zip_file import zip_file
from tournaments.divisions import division_numbers, shown_places
from tournaments.kinds import KINDS, standings_of, total_rounds
from tournaments.standings import Standing, tie_break_values
from tournaments.tie_breaks import GAMES
from tournaments.tournament import POINT, Ending, Pairing


def tournament_zip(
    tournament: OrganisedTournament,
    seasons: Iterable[OrganisedTournament],
    records: Mapping[int, str],
    at: datetime,
    tables: Mapping[int, FinishedTable],
    changes: Sequence[NotedChange],
) -> bytes:
    """Return a zip with the table, of a league also over its ``seasons``, the pairings, what was changed by hand, the
    report, and the saved games in one file. ``at`` is their date. ``tables`` are those whose games are over, by their
    numbers.
    """
    is_league = KINDS[tournament.terms.kind].divisions is not None
    games = "\n\n".join(record.strip() for _, record in sorted(records.items()))
    files = {
        "standings.csv": _csv(_standings(tournament)),
        "seasons.csv": _csv(_seasons(seasons)) if is_league else "",
        "pairings.csv": _csv(_pairings(tournament, tables, changes)),
        "changes.csv": _csv(_changes(changes)) if changes else "",
        "tournament.trf": "".join(f"{line}\n" for line in _report(tournament)),
        "games.carc": f"{games}\n" if games else "",
    }
    return zip_file([(name, text.encode()) for name, text in files.items() if text], at)


def _csv(rows: Iterable[Iterable[object]]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue()


def _standings(tournament: OrganisedTournament) -> Iterator[Iterable[object]]:
    """Yield the table with all tie-breaks of everybody; of a league with the places in each division, whose number is
    the last column.
    """
    tie_breaks = [one for one in KINDS[tournament.terms.kind].tie_breaks if tournament.best_of > 1 or one is not GAMES]
    is_league, table = KINDS[tournament.terms.kind].divisions is not None, standings_of(tournament.course)
    yield ["place", "name", "points", *(one.name for one in tie_breaks), "wins", "games", *(["division"] * is_league)]
    number_of, places = division_numbers(tournament.course), shown_places(tournament.course, table)
    found = [(one.unit, tie_break_values(tournament.course, one, table)) for one in tie_breaks]
    for one in table:
        values = [numbers[one.entrant] / unit if one.entrant in numbers else "" for unit, numbers in found]
        row = [places[one.entrant], tournament.player(one.entrant).name, one.points / POINT, *values, one.wins]
        yield [*row, one.games, *([number_of.get(one.entrant, 1)] * is_league)]


def _seasons(seasons: Iterable[OrganisedTournament]) -> Iterator[Iterable[object]]:
    yield ["name", "titles", "seasons", "points"]
    for one in league_records(seasons):
        yield [one.person.name, one.titles, one.seasons, one.points / POINT]


def _pairings(
    tournament: OrganisedTournament,
    tables: Mapping[int, FinishedTable],
    changes: Sequence[NotedChange],
) -> Iterator[Iterable[object]]:
    """Yield the boards of all rounds. Columns that other programs may read stay where they are: new ones follow."""
    is_match = tournament.best_of > 1
    seats = range(max((len(one.pairing.seats) for one in tournament.boards()), default=2))
    columns = [f"{what} {seat + 1}" for what in ("player", "points", "score") for seat in seats]
    yield [
        *("round", "board", "game", "players", "points", "result"),
        *(["games won"] * is_match),
        *columns,
        "note",
        "reason",
        "ending",
    ]
    for board in tournament.boards():
        names = [tournament.player_in(one, board.round).name for one in board.pairing.seats]
        points = [f"{one.points / POINT:g}" for one in board.pairing.scores]
        table = tables.get(board.game or 0)
        scores = (table.final_scores if table and not board.pairing.games else None) or ()
        row = [board.round, board.place, " ".join(map(str, board.tables)), " - ".join(names), " - ".join(points)]
        row += [board.pairing.ending or "", *([" - ".join(shown_results(board.pairing))] * is_match)]
        each = [one[seat] if seat < len(one) else "" for one in (names, points, scores) for seat in seats]
        note, reasons = _NOTES.get(board.pairing.ending, ""), _reasons(board, changes)
        yield [*row, *each, note, reasons, _endings(tournament, board, tables)]


def _endings(tournament: OrganisedTournament, board: Board, tables: Mapping[int, FinishedTable]) -> str:
    """Return how a board ended; of a match each of its games."""
    pairing, numbers = board.pairing, tournament.games or {}
    if not pairing.games:
        return _ending(tournament, board, pairing, board.game, tables)
    found = list[str]()
    for number, game in enumerate(pairing.games, 1):
        table = numbers.get((board.round, board.place, number))
        how = _ending(tournament, board, game, table, tables)
        found.append(f"#{table}: {how}" if table else how)
    return "; ".join(found)


def _ending(
    tournament: OrganisedTournament,
    board: Board,
    game: Pairing,
    number: int | None,
    tables: Mapping[int, FinishedTable],
) -> str:
    """Return how a game of a board ended, whose table has a number if it was opened; nothing while it is played. It is
    for programs, so it has no language.
    """
    table = tables.get(number or 0)
    match game.ending:
        case Ending.PLAYED if table is not None and table.final_scores is None:
            return "resigned" if table.state.is_over else "ended without a winner"
        case Ending.PLAYED:
            return "played out"
        case Ending.FORFEIT if number is None:
            return "not played"
        case Ending.FORFEIT:
            lost = [tournament.course.by_id[one].last_round for one in game.seats if not game.score_of(one).points]
            return "left" if any(one is not None and one <= board.round for one in lost) else "late"
        case _:
            return game.ending or ""


def _changes(changes: Sequence[NotedChange]) -> Iterator[Iterable[object]]:
    yield ["time (UTC)", "change", "game", "result", "reason", "manager", "players"]
    for one in changes:
        at, change = f"{one.at.astimezone(UTC):%Y-%m-%d %H:%M}", one.change
        what = _CHANGES.get(change.action, change.action)
        players = " - ".join(player.name for player in change.players)
        yield [at, what, change.game or "", change.result, change.reason, one.manager.name, players]


_CHANGES: Final[Mapping[str, str]] = {
    HandAction.EXTEND: "more time",
    HandAction.REMOVE: "taken out",
    HandAction.AWARD: "decided by hand",
    HandAction.PAUSE: "paused",
    HandAction.RESUME: "gone on",
    HandAction.ADD: "put in",
    HandAction.SWAP: "swapped",
    HandAction.SEED: "seeded",
    HandAction.REPLACE: "replaced",
    HandAction.CANCEL: "cancelled",
}


def _reasons(board: Board, changes: Sequence[NotedChange]) -> str:
    """Return why its games have more time, and why they were decided by hand: of decisions the last reason, which
    holds. Of a match each has its game.
    """
    found = list[str]()
    for game in board.tables:
        known = [one.change for one in changes if one.change.game == game]
        more = [f"more time: {one.reason}" for one in known if one.action == HandAction.EXTEND]
        decided = [one.reason for one in known if one.action == HandAction.AWARD][-1:]
        found += [f"#{game}: {reason}" if len(board.tables) > 1 else reason for reason in (*more, *decided)]
    return "; ".join(found)


_NOTES: Final[Mapping[Ending | None, str]] = {
    Ending.AWARDED: "decided by hand",
    Ending.ANNULLED: "counts for nobody",
    Ending.BYE: "no game",
    Ending.FORFEIT: "without a game",
}
"""What else there is to say of a result. It is for programs, so it has no language."""


def _report(tournament: OrganisedTournament) -> Iterator[str]:
    """Yield the lines of a report in the form of FIDE's TRF16, for tables of two: whoever begins is white."""
    table = standings_of(tournament.course)
    yield f"012 {_plain(tournament.terms.name)}"
    yield f"042 {tournament.opened_at:%Y/%m/%d}"
    yield f"062 {len(table)}"
    yield f"XXR {total_rounds(tournament.course)}"
    places = shown_places(tournament.course, table)
    for one in sorted(table, key=lambda one: tournament.course.by_id[one.entrant].seed):
        yield _player(tournament, one, places[one.entrant])
    yield from _division_lines(tournament)


def _division_lines(tournament: OrganisedTournament) -> Iterator[str]:
    """Yield the seeds in each division of a league. The form has no line for that, so it is one of our own, as XXR is:
    programs that don't know it pass it by.
    """
    course, number_of = tournament.course, division_numbers(tournament.course)
    for number in sorted({*number_of.values()}):
        seeds = sorted(course.by_id[one].seed for one in number_of if number_of[one] == number)
        yield f"XXD Division {number}: {' '.join(map(str, seeds))}"


def _player(tournament: OrganisedTournament, one: Standing, place: int) -> str:
    seed = tournament.course.by_id[one.entrant].seed
    name = _plain(tournament.player(one.entrant).name)[:33]
    line = f"001 {seed:4}  {'':3} {name:33} {'':4} {'':3} {'':11} {'':10} {one.points / POINT:4.1f} {place:4}"
    return line + "".join(f"  {_result(tournament, pairings, one.entrant)}" for pairings in tournament.course.rounds)


def _result(tournament: OrganisedTournament, pairings: tuple[Pairing, ...], entrant: int) -> str:
    """Return the opponent's seed, the colour and the result of a round, as ``  12 w 1``; no result while they play."""
    pairing = next((one for one in pairings if entrant in one.seats), None)
    if pairing is None:
        return "0000 - Z"
    if len(pairing.seats) == 1:
        return "0000 - U" if pairing.score_of(entrant).points else "0000 - Z"
    if pairing.ending is Ending.ANNULLED:
        return "0000 - Z"
    opponent = next(pairing.opponents(entrant))
    seed, colour = tournament.course.by_id[opponent].seed, "w" if pairing.seats[0] == entrant else "b"
    if not pairing.is_over:
        return f"{seed:4} {colour}  "
    half_wins = pairing.half_wins(entrant, opponent)
    is_forfeit = pairing.ending is Ending.FORFEIT
    if is_forfeit and half_wins == 1:
        half_wins = 0  # both were absent
    results = "-=+" if is_forfeit else "LDW" if pairing.ending is Ending.AWARDED else "0=1"
    result = results[half_wins]  # L, D and W: counted, and not rated
    return f"{seed:4} {colour} {result}"


def _plain(text: str) -> str:
    return " ".join(text.split())
