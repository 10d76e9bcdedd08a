"""What the host of a tournament, or a manager, changes by hand. Each change has a reason. Pure."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from host.errors import BadDurationError, NotOfferedError, TooMuchTimeError
from host.model.audit_log import TournamentChange
from host.model.clock import parse_pace
from host.model.controllers import Controller, Person, is_nameless
from host.model.tournament_boards import Board
from host.model.tournament_changes import ByHand, HandAction, typed_number
from host.model.tournament_corrections import (
    awarded,
    decided_board,
    decided_game,
    decided_seats,
    decided_winner,
    paired_again,
)
from host.model.tournament_errors import (
    AlreadyPlaysError,
    NoSuchBoardError,
    NoSuchPlaceError,
    NotPausedError,
    NotRunningCupError,
    NotSwappableError,
    PausedAlreadyError,
    SharedPlaceError,
    SignUpOverError,
    TournamentBegunError,
    TournamentError,
)
from host.model.tournament_rules import (
    cancelled,
    signed_up,
    takes_sign_ups,
    unasked,
    with_results,
    with_seeds,
    with_successor,
    without_entrant,
)
from host.model.tournaments import (
    END_TOLD,
    OrganisedTournament,
    TournamentStatus,
)
from tournaments.divisions import division_numbers, shown_places
from tournaments.kinds import KINDS, standings_of
from tournaments.matches import without_absent

MOST_MORE: Final = timedelta(days=28)
"""The most time that can be given at once."""


def hand_actions(tournament: OrganisedTournament) -> tuple[HandAction, ...]:
    """Return what can be changed now."""
    kind = KINDS[tournament.terms.kind]
    if tournament.status is TournamentStatus.OPEN:
        seeding = [HandAction.SEED] if kind.seeds_by_hand else []
        return (HandAction.ADD, HandAction.REMOVE, *seeding, HandAction.CANCEL)
    if tournament.status is TournamentStatus.OVER:
        return (HandAction.AWARD,)
    if tournament.status is not TournamentStatus.RUNNING:
        return ()
    offered = {
        HandAction.PAUSE: tournament.paused_at is None,
        HandAction.RESUME: tournament.paused_at is not None,
        HandAction.ADD: takes_sign_ups(tournament),
        HandAction.SWAP: kind.swap is not None,
        HandAction.SEED: False,
    }
    return tuple(action for action in HandAction if offered.get(action, True))


def changed_by_hand(
    tournament: OrganisedTournament, change: ByHand, now: datetime, begun: Collection[int] = ()
) -> OrganisedTournament:
    """Return a tournament after a change. ``begun`` are the games of the round under way in which somebody has placed a
    tile.

    Raise NotRunningCupError, SignUpOverError, TournamentBegunError, NoSuchPlaceError, NoSuchBoardError,
    NotCorrectableError, NotSwappableError, AlreadyPlaysError, PausedAlreadyError, NotPausedError, BadDurationError,
    TooMuchTimeError; NotOfferedError where there is no reason, or what cannot be chosen.
    """
    is_offered = change.action in hand_actions(tournament)
    if not is_offered and not (change.action is HandAction.SEED and tournament.status is TournamentStatus.OPEN):
        raise _why_not(tournament, change.action)(tournament)
    if not is_offered or not change.reason.strip():
        raise NotOfferedError(change.reason)
    match change.action:
        case HandAction.PAUSE:
            return replace(tournament, paused_at=now)
        case HandAction.RESUME:
            return _resumed(tournament, now)
        case HandAction.SWAP:
            return _swapped(tournament, change, begun)
        case _:
            return _CHANGES[change.action](tournament, change)


ENTRANT_MARK: Final = "entrant "
"""Stands before the number of an entrant, where that is given and not a place in the table."""


def chosen_entrant(tournament: OrganisedTournament, text: str) -> int:
    """Return the entrant of a form: chosen in a menu, or typed as the place in the table; where a league has several
    divisions, after the number of the division: ``2.3``. Raise NoSuchPlaceError, SharedPlaceError.
    """
    places = shown_places(tournament.course, standings_of(tournament.course))
    if text.startswith(ENTRANT_MARK):
        there = [one for one in places if one == typed_number(text.removeprefix(ENTRANT_MARK))]
    elif has_typed_divisions(tournament):
        number_of = division_numbers(tournament.course)
        division, place = map(typed_number, text.partition(".")[::2])
        there = [one for one in places if (number_of[one], places[one]) == (division, place)]
    else:
        there = [one for one in places if places[one] == typed_number(text)]
    if len(there) > 1:
        raise SharedPlaceError(tournament, text)
    if not there:
        raise NoSuchPlaceError(tournament, text)
    return there[0]


def has_typed_divisions(tournament: OrganisedTournament) -> bool:
    """Return whether a place that is typed needs a division: the table counts in each, once the tournament runs."""
    return bool(tournament.rounds and division_numbers(tournament.course))


def concerned_people(tournament: OrganisedTournament, change: ByHand) -> tuple[Person, ...]:
    """Return whom a change puts in, takes out, swaps or replaces; nobody for other changes, nor who is nameless."""
    people = [tournament.person(chosen_entrant(tournament, one)) for one in _chosen(change)]
    people += [change.person] if change.person else []
    return tuple(one for one in people if not is_nameless(one.id))


def _chosen(change: ByHand) -> Sequence[str]:
    """Return the players whom a change chooses, as ``chosen_entrant`` reads them."""
    return {
        HandAction.REMOVE: [change.value],
        HandAction.SWAP: [change.value, change.other],
        HandAction.REPLACE: [change.value],
    }.get(change.action, [])


def noted_change(tournament: OrganisedTournament, change: ByHand) -> TournamentChange:
    """Return a change as the audit log has it. Raise NoSuchBoardError, NotOfferedError."""
    noted = TournamentChange(tournament.terms.name, change.action, change.reason, tournament=tournament.number)
    match change.action:
        case HandAction.EXTEND if change.other:
            board = extended_board(tournament, change.other)
            players = _players_of_two(tournament, board, board.pairing.seats)
            return replace(noted, game=board.game, result=change.value, players=players)
        case HandAction.EXTEND:
            return replace(noted, result=change.value)
        case HandAction.AWARD:
            return _noted_decision(tournament, change, noted)
        case HandAction.ADD | HandAction.REMOVE | HandAction.SWAP | HandAction.REPLACE:
            chosen = [tournament.player(chosen_entrant(tournament, one)) for one in _chosen(change)]
            return replace(noted, players=(*chosen, *([change.person] if change.person else [])))
        case _:
            return noted


def _noted_decision(tournament: OrganisedTournament, change: ByHand, noted: TournamentChange) -> TournamentChange:
    seats, board = decided_seats(tournament, change), decided_board(tournament, change)
    winner, players = decided_winner(seats, change), _players_of_two(tournament, board, seats)
    if winner and not players:
        players = (tournament.player_in(winner, board.round),)
    result = str(seats.index(winner) + 1) if winner else str(change.award)
    return replace(noted, game=decided_game(change), result=result, players=players)


def _players_of_two(tournament: OrganisedTournament, board: Board, seats: Sequence[int]) -> tuple[Controller, ...]:
    """Return who plays a game for two; nobody for a larger one."""
    return tuple(tournament.player_in(one, board.round) for one in seats) if len(seats) == 2 else ()


def _why_not(tournament: OrganisedTournament, action: HandAction) -> type[TournamentError]:
    """Return what is wrong where a change isn't offered."""
    if tournament.status is TournamentStatus.RUNNING and action in _DONE:
        return _DONE[action]
    return _NOT_NOW.get(action, NotRunningCupError)


def _resumed(tournament: OrganisedTournament, now: datetime) -> OrganisedTournament:
    """Return a tournament that was paused and goes on: its round ends later by the length of the pause. One that was
    paired meanwhile begins now.
    """
    length = now - (tournament.paused_at or now)
    due = tournament.round_due and tournament.round_due + length
    begun = now if tournament.round_begun_at == tournament.paused_at else tournament.round_begun_at
    return replace(tournament, paused_at=None, round_due=due, round_begun_at=begun)


def _extended(tournament: OrganisedTournament, change: ByHand) -> OrganisedTournament:
    """Return a tournament whose round, or one game of it, has more time. Raise BadDurationError, TooMuchTimeError,
    NoSuchBoardError.
    """
    more = parse_pace(change.value)
    if more is None:
        raise BadDurationError(change.value, most=MOST_MORE)
    if more > MOST_MORE:
        raise TooMuchTimeError(more, longest=MOST_MORE)
    if tournament.round_due is None:
        raise NotOfferedError(change.value)
    if not change.other:
        return replace(tournament, round_due=tournament.round_due + more)
    board, known = extended_board(tournament, change.other), tournament.more_time or {}
    key = board.round, board.place
    return replace(tournament, more_time={**known, key: known.get(key, timedelta()) + more})


def extended_board(tournament: OrganisedTournament, game: str) -> Board:
    """Return the board of this round whose game is under way, which alone gets more time. Raise NoSuchBoardError."""
    under_way = (one for one in tournament.boards(tournament.round) if one.game and not one.pairing.is_over)
    found = next((one for one in under_way if one.game == typed_number(game)), None)
    if found is None:
        raise NoSuchBoardError(tournament, game)
    return found


def _taken_out(tournament: OrganisedTournament, change: ByHand) -> OrganisedTournament:
    entrant = chosen_entrant(tournament, change.value)
    after = without_entrant(tournament, entrant)
    lost = {
        one: without_absent(one.pairing, frozenset({entrant}), tournament.best_of)
        for one in tournament.boards(tournament.round)
        if entrant in one.pairing.seats and not one.pairing.is_over
    }
    return with_results(after, lost)


def _with_entrant(tournament: OrganisedTournament, change: ByHand) -> OrganisedTournament:
    person = change.person
    if person is None:
        raise NotOfferedError(change.value)
    if tournament.has_entered(person.id):
        raise AlreadyPlaysError(tournament, person=person)
    return signed_up(tournament, person)


def _replaced(tournament: OrganisedTournament, change: ByHand) -> OrganisedTournament:
    entrant, person = chosen_entrant(tournament, change.value), change.person
    if person is None:
        raise NotOfferedError(change.value)
    if tournament.entrant_of(person.id):  # also who has left: nobody stands in the table twice
        raise AlreadyPlaysError(tournament, person=person)
    return with_successor(unasked(tournament, [person.id]), entrant, person)


def _swapped(tournament: OrganisedTournament, change: ByHand, begun: Collection[int]) -> OrganisedTournament:
    """Return a tournament in which two have changed places: new boards follow, and those of before are replaced."""
    swap = KINDS[tournament.terms.kind].swap
    one, other = chosen_entrant(tournament, change.value), chosen_entrant(tournament, change.other)
    course = swap(tournament.course, one, other) if swap else None
    if course is None:
        raise NotSwappableError(tournament)
    both = list(zip(tournament.boards(tournament.round), course.rounds[-1], strict=True))
    changed = {board: pairing for board, pairing in both if board.pairing != pairing}
    if any(board.game in begun for board in changed):
        raise NotSwappableError(tournament)
    people = tuple(replace(one, entrant=course.by_id[one.entrant.id]) for one in tournament.people)
    return replace(paired_again(tournament, changed, changed.values()), people=people)


def _seeded(tournament: OrganisedTournament, change: ByHand) -> OrganisedTournament:
    """Return a tournament whose players are ordered. Who isn't named follows in the order of before."""
    known, order = [one.entrant.id for one in tournament.by_seed], change.order
    if len(set(order)) != len(order) or not set(order) <= set(known):
        raise NotOfferedError(str(order))
    following = [one for one in known if one not in order] if order else sorted(known)
    terms = replace(tournament.terms, seeded=bool(order))
    return replace(with_seeds(tournament, [*order, *following]), terms=terms)


_CHANGES: Final[Mapping[HandAction, Callable[[OrganisedTournament, ByHand], OrganisedTournament]]] = {
    HandAction.EXTEND: _extended,
    HandAction.REMOVE: _taken_out,
    HandAction.AWARD: awarded,
    HandAction.ADD: _with_entrant,
    HandAction.SEED: _seeded,
    HandAction.REPLACE: _replaced,
    HandAction.CANCEL: lambda tournament, _change: replace(cancelled(tournament), told_round=END_TOLD),
}
_NOT_NOW: Final[Mapping[HandAction, type[TournamentError]]] = {
    HandAction.ADD: SignUpOverError,
    HandAction.SEED: TournamentBegunError,
}
"""What is wrong where a change isn't offered; for the others, that the tournament doesn't run."""
_DONE: Final[Mapping[HandAction, type[TournamentError]]] = {
    HandAction.PAUSE: PausedAlreadyError,
    HandAction.RESUME: NotPausedError,
}
"""What is wrong where somebody else was faster."""
