"""What the host of a tournament, or a manager, changes by hand while it runs. Each change has a reason. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from host.errors import NotOfferedError
from host.model.tournament_errors import NoSuchBoardError, NoSuchPlaceError, NotRunningCupError
from host.model.tournament_rules import with_results, without
from host.model.tournaments import Board, OrganisedTournament, TournamentStatus
from tournaments.kinds import standings_of
from tournaments.matches import next_game, with_other_game, without_absent
from tournaments.tournament import Ending, Pairing, Score, shares


class HandAction(StrEnum):
    """What can be changed. The values stand in the ids of buttons, so they never change."""

    EXTEND = "extend"
    """Gives the round under way more time."""
    REMOVE = "remove"
    """Takes somebody out, who loses the game of the round under way."""
    AWARD = "award"
    """Decides a game of the round under way."""
    PAUSE = "pause"
    """Pauses the tournament, or lets it go on. Its games go on meanwhile."""


class Award(StrEnum):
    """How a game is decided by hand, as it is chosen."""

    FIRST = "first"
    SECOND = "second"
    TIE = "tie"
    ANNUL = "annul"
    """It counts for nobody."""


EXTENSIONS: Final[Mapping[str, timedelta]] = {
    "1d": timedelta(days=1),
    "3d": timedelta(days=3),
    "7d": timedelta(days=7),
}


@dataclass(frozen=True, slots=True)
class ByHand:
    """A change, and why it is made."""

    action: HandAction
    reason: str
    value: str
    """How much longer, the place of a player in the table, or the number of a game; empty for a pause."""
    award: Award = Award.ANNUL


def changed_by_hand(tournament: OrganisedTournament, change: ByHand, now: datetime) -> OrganisedTournament:
    """Return a tournament after a change. Raise NotRunningCupError, NoSuchPlaceError, NoSuchBoardError, and
    NotOfferedError where there is no reason, or a value that cannot be chosen.
    """
    if tournament.status is not TournamentStatus.RUNNING:
        raise NotRunningCupError(tournament)
    if not change.reason.strip():
        raise NotOfferedError(change.reason)
    if change.action is HandAction.PAUSE:
        return _paused(tournament, now)
    return _CHANGES[change.action](tournament, change)


def removed_entrant(tournament: OrganisedTournament, change: ByHand) -> int:
    """Return the entrant whom a change takes out, by the place in the table. Raise NoSuchPlaceError."""
    table = standings_of(tournament.course)
    place = _number(change.value)
    if not 1 <= place <= len(table):
        raise NoSuchPlaceError(tournament, change.value)
    return table[place - 1].entrant


def decided_board(tournament: OrganisedTournament, change: ByHand) -> Board:
    """Return the board of the round under way that a change decides. Raise NoSuchBoardError."""
    game = decided_game(change)
    found = next((one for one in tournament.boards(tournament.round) if game in one.tables), None)
    if found is None:
        raise NoSuchBoardError(tournament, change.value)
    return found


def decided_game(change: ByHand) -> int:
    """Return the number of the game that a change decides; 0 where it names none."""
    return _number(change.value)


def _number(text: str) -> int:
    """Return the number in ``12`` or ``#12``; 0 where it is none."""
    digits = text.strip().removeprefix("#").strip()
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else 0


def _paused(tournament: OrganisedTournament, now: datetime) -> OrganisedTournament:
    """Return a tournament that is paused, or that goes on: then its round ends later by the length of the pause."""
    if tournament.paused_at is None:
        return replace(tournament, paused_at=now)
    due = tournament.round_due and tournament.round_due + (now - tournament.paused_at)
    return replace(tournament, paused_at=None, round_due=due)


def _extended(tournament: OrganisedTournament, change: ByHand) -> OrganisedTournament:
    if change.value not in EXTENSIONS or tournament.round_due is None:
        raise NotOfferedError(change.value)
    return replace(tournament, round_due=tournament.round_due + EXTENSIONS[change.value])


def _without_entrant(tournament: OrganisedTournament, change: ByHand) -> OrganisedTournament:
    entrant = removed_entrant(tournament, change)
    after = without(tournament, tournament.person(entrant).id)
    lost = {
        one: without_absent(one.pairing, frozenset({entrant}), tournament.best_of)
        for one in tournament.boards(tournament.round)
        if entrant in one.pairing.seats and not one.pairing.is_over
    }
    return with_results(after, lost)


def _awarded(tournament: OrganisedTournament, change: ByHand) -> OrganisedTournament:
    board = decided_board(tournament, change)
    if tournament.best_of == 1:
        return with_results(tournament, {board: _decided(board.pairing, change.award)})
    match, number = board.pairing, _game_of_match(tournament, board, decided_game(change))
    games = match.games[:number]
    game = _decided(next_game(replace(match, games=games)), change.award)
    return with_results(tournament, {board: with_other_game(match, number, game, tournament.best_of)})


def _game_of_match(tournament: OrganisedTournament, board: Board, game: int) -> int:
    """Return which game of its match a table is, from 0."""
    return next(
        number - 1
        for (in_round, place, number), table in (tournament.games or {}).items()
        if (in_round, place, table) == (board.round, board.place, game)
    )


def _decided(pairing: Pairing, award: Award) -> Pairing:
    seats = len(pairing.seats)
    if award is Award.ANNUL:
        return replace(pairing, ending=Ending.ANNULLED, scores=(Score(0),) * seats)
    first, *rest = shares(seats)
    points = {
        Award.FIRST: (first, *rest),
        Award.SECOND: (*rest, first),
        Award.TIE: (sum(shares(seats)) // seats,) * seats,
    }[award]
    return replace(pairing, ending=Ending.AWARDED, scores=tuple(map(Score, points)))


_CHANGES: Final[Mapping[HandAction, Callable[[OrganisedTournament, ByHand], OrganisedTournament]]] = {
    HandAction.EXTEND: _extended,
    HandAction.REMOVE: _without_entrant,
    HandAction.AWARD: _awarded,
}
