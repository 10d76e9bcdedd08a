"""What the rows of tournaments say, as values, and the terms as they are stored."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields
from datetime import timedelta
from itertools import groupby
from typing import Final

from host.model.controllers import Computer, Person
from host.model.table import MessageRef, Venue
from host.model.tournament_entry import NOBODY
from host.model.tournaments import REPLACED, Entry, OrganisedTournament, Participant, TournamentTerms
from host.storage.engine.statements import Row
from host.storage.games.settings import format_options, parse_options
from tournaments.tournament import Entrant, Pairing, Score

TIMES: Final = ("opened_at", "begins_at", "round_due", "round_begun_at", "paused_at")
PLAIN: Final = ("language", "status", *TIMES, "told_round", "season", "previous")
"""The columns that have a field of a tournament as it is, by its name."""


def read_outline(row: Row) -> OrganisedTournament:
    """Return a tournament of which only some columns were read: those that say when something is due."""
    return OrganisedTournament(
        **{name: row[name] for name in ("number", "status", *TIMES)},
        venue=Venue(row["guild"], 0),
        organiser=Person(0, ""),
        language="",
        terms=_read_terms("", row["terms"]),
    )


def read_tournament(
    row: Row, entrants: Sequence[Row], boards: Sequence[Row], seats: Sequence[Row], matches: Sequence[Row]
) -> OrganisedTournament:
    """Return the tournament in a row, with its entrants, its boards with their seats, and the games of its matches that
    are over. Who asks to be let in is in no row of these.
    """
    message, round_message = (
        None if row[name] is None else MessageRef(row["channel"], row[name]) for name in ("message", "round_message")
    )
    return OrganisedTournament(
        **{name: row[name] for name in ("number", "token", *PLAIN)},
        venue=Venue(row["guild"], row["channel"]),
        organiser=Person(row["organiser"], row["organiser_name"]),
        terms=_read_terms(row["name"], row["terms"]),
        more_time=_more_time(boards) or None,
        people=tuple(_participant(one) for one in entrants if one["first_round"] != REPLACED),
        predecessors=tuple(_participant(one) for one in entrants if one["first_round"] == REPLACED),
        rounds=tuple(_rounds(boards, seats, matches)),
        games=_tables(boards, matches),
        message=message,
        round_message=round_message,
    )


def format_terms(terms: TournamentTerms) -> str:
    """Return terms as JSON, by the names of their fields. The name of the tournament has a column of its own."""
    written = {one.name: getattr(terms, one.name) for one in fields(terms) if one.name != "name"}
    written["table_options"] = json.loads(format_options(terms.table_options))
    return json.dumps(written, separators=(",", ":"), sort_keys=True)


def _read_terms(name: str, text: str) -> TournamentTerms:
    """Return stored terms. What those of before lack has its default, and what a later version adds is left out."""
    stored = json.loads(text)
    known = {one.name: stored[one.name] for one in fields(TournamentTerms) if one.name in stored}
    known["table_options"] = parse_options(json.dumps(stored["table_options"]))
    return TournamentTerms(**{**known, "name": name, "entry": Entry(stored.get("entry", Entry.EVERYBODY))})


def _participant(row: Row) -> Participant:
    entrant = Entrant(row["entrant"], row["seed"], row["first_round"], row["last_round"])
    if row["computer"] is not None:
        return Participant(entrant, NOBODY, Computer(row["computer"], row["computer_number"]))
    return Participant(entrant, Person(row["person"], row["name"]))


def _tables(boards: Sequence[Row], matches: Sequence[Row]) -> dict[tuple[int, int, int], int]:
    """Return the numbers of the tables by round, board and game: a board has that of the game under way or the last."""
    found = {(one["round"], one["board"], one["number"]): one["game"] for one in matches if one["game"] is not None}
    played = Counter((one["round"], one["board"]) for one in matches)
    known = set(found.values())
    for one in boards:
        if one["game"] is not None and one["game"] not in known:
            found[one["round"], one["board"], played[one["round"], one["board"]] + 1] = one["game"]
    return found


def _more_time(boards: Sequence[Row]) -> dict[tuple[int, int], timedelta]:
    given = (one for one in boards if one["more_time"] is not None)
    return {(one["round"], one["board"]): timedelta(seconds=one["more_time"]) for one in given}


def _rounds(boards: Sequence[Row], seats: Sequence[Row], matches: Sequence[Row]) -> Iterator[tuple[Pairing, ...]]:
    seats_of, games_of = _by_board(seats), _by_board(matches)
    for _, in_round in groupby(boards, key=lambda one: one["round"]):
        keyed = [(board, (board["round"], board["board"])) for board in in_round]
        yield tuple(_pairing(board, seats_of[key], games_of.get(key, [])) for board, key in keyed)


def _by_board(rows: Sequence[Row]) -> dict[tuple[int, int], list[Row]]:
    found: dict[tuple[int, int], list[Row]] = {}
    for row in rows:
        found.setdefault((row["round"], row["board"]), []).append(row)
    return found


def _pairing(board: Row, seats: Sequence[Row], matches: Sequence[Row]) -> Pairing:
    scores = tuple(Score(one["points"], one["difference"]) for one in seats if one["points"] is not None)
    entrants = tuple(one["entrant"] for one in seats)
    return Pairing(entrants, board["ending"], scores, tuple(_game(one, entrants) for one in matches))


def _game(row: Row, entrants: tuple[int, ...]) -> Pairing:
    """Return a game of a match, in the order of its own seats."""
    scores = (Score(row["first"], row["difference"]), Score(row["second"], -row["difference"]))
    step = 1 if row["number"] % 2 else -1
    return Pairing(entrants[::step], row["ending"], scores[::step])
