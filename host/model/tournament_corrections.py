"""How a game of a tournament is decided by hand, and what follows for its match and for the next round. Pure."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from host.errors import NotOfferedError
from host.model.tournament_boards import Board
from host.model.tournament_changes import Award, ByHand, typed_number
from host.model.tournament_errors import NoSuchBoardError, NotCorrectableError
from host.model.tournament_rules import with_results
from host.model.tournaments import OrganisedTournament
from tournaments.kinds import KINDS
from tournaments.matches import next_game, with_other_game, without_rest
from tournaments.tournament import Ending, Pairing, Score, annulled, shares


def decided_board(tournament: OrganisedTournament, change: ByHand) -> Board:
    """Return the board that a change decides. Raise NoSuchBoardError."""
    game = decided_game(change)
    found = next((one for one in tournament.boards() if game in one.tables), None)
    if found is None:
        raise NoSuchBoardError(tournament, change.value)
    return found


def decided_seats(tournament: OrganisedTournament, change: ByHand) -> tuple[int, ...]:
    """Return the entrants in the game that a change decides: the first is who began it. Raise NoSuchBoardError."""
    board = decided_board(tournament, change)
    return _game(board.pairing, _game_of_match(tournament, board, decided_game(change))).seats


def decided_game(change: ByHand) -> int:
    """Return the number of the game that a change decides; 0 where it names none."""
    return typed_number(change.value)


def awarded(tournament: OrganisedTournament, change: ByHand) -> OrganisedTournament:
    """Return a tournament in which a game is decided. Raise NoSuchBoardError, NotCorrectableError, NotOfferedError."""
    board = decided_board(tournament, change)
    if tournament.best_of == 1:
        return _corrected(tournament, board, _decided(board.pairing, change))
    match, number = board.pairing, _game_of_match(tournament, board, decided_game(change))
    game = _decided(_game(match, number), change)
    after = with_other_game(match, number, game, tournament.best_of)
    if board.round < tournament.round or not tournament.status.is_live:  # nothing is played there any more
        return _corrected(tournament, board, without_rest(after, tournament.best_of))
    goes_on = match.is_over and not after.is_over
    return _reopened(tournament, board, after) if goes_on else _corrected(tournament, board, after)


def _reopened(tournament: OrganisedTournament, board: Board, match: Pairing) -> OrganisedTournament:
    """Return a tournament in which a match of this round that was over goes on. Where its next game had begun, it was
    ended with the match. So another board follows with the games that count, where that game is opened once more.
    """
    tables, count = tournament.games or {}, len(match.games)
    if (board.round, board.place, count + 1) not in tables:
        return with_results(tournament, {board: match})
    after = paired_again(tournament, [board], [match])
    kept = {number: tables.get((board.round, board.place, number)) for number in range(1, count + 1)}
    place = len(after.rounds[-1])
    moved = {(board.round, place, number): table for number, table in kept.items() if table is not None}
    known = dict(tournament.more_time or {})
    more = known.get((board.round, board.place))
    more_time = known | ({(board.round, place): more} if more else {})
    return replace(after, games={**tables, **moved}, more_time=more_time or None)


def _corrected(tournament: OrganisedTournament, board: Board, pairing: Pairing) -> OrganisedTournament:
    """Return a tournament in which a board has another result. Who goes on by that meets others, where their next match
    has no table yet. Raise NotCorrectableError where it has, or where the tournament is over.
    """
    after, pair_again = with_results(tournament, {board: pairing}), KINDS[tournament.terms.kind].pair_again
    if board.round == tournament.round or pair_again is None:
        return after
    pairings, boards = pair_again(tournament.course, after.course), list(after.boards(after.round))
    replaced = [one for one in boards if one.pairing not in (pairings or ())]
    is_too_late = not tournament.status.is_live or any(one.tables for one in replaced)
    if pairings is None or (replaced and is_too_late):
        raise NotCorrectableError(tournament)
    known = [one.pairing for one in boards]
    return paired_again(after, replaced, [one for one in pairings if one not in known])


def _game(match: Pairing, number: int) -> Pairing:
    """Return a game of a match, counted from 0, before it is played: in the order of its own seats."""
    return next_game(replace(match, games=match.games[:number]))


def _game_of_match(tournament: OrganisedTournament, board: Board, game: int) -> int:
    """Return which game of its match a table is, from 0."""
    return next(
        number - 1
        for (in_round, place, number), table in (tournament.games or {}).items()
        if (in_round, place, table) == (board.round, board.place, game)
    )


def _decided(pairing: Pairing, change: ByHand) -> Pairing:
    """Return a game as a change decides it. Whom one wins against share the rest. Raise NotOfferedError."""
    if change.award is Award.ANNUL:
        return annulled(pairing)
    seats, first = len(pairing.seats), shares(len(pairing.seats))[0]
    rest = sum(shares(seats)) - first
    points = [sum(shares(seats)) // seats] * seats
    if winner := decided_winner(pairing.seats, change):
        points = [first if one == winner else rest // (seats - 1) for one in pairing.seats]
    return replace(pairing, ending=Ending.AWARDED, scores=tuple(map(Score, points)))


def decided_winner(seats: Sequence[int], change: ByHand) -> int | None:
    """Return who wins a game of these seats by a decision; None where nobody does. Raise NotOfferedError."""
    match change.award:
        case Award.FIRST:
            return seats[0]
        case Award.SECOND:
            return seats[1]
        case Award.WINNER if change.winner in seats:
            return change.winner
        case Award.WINNER:
            raise NotOfferedError(str(change.winner))
        case _:
            return None


def paired_again(
    tournament: OrganisedTournament, replaced: Collection[Board], pairings: Iterable[Pairing]
) -> OrganisedTournament:
    """Return a tournament with other boards in its last round."""
    old = with_results(tournament, {one: replace(one.pairing, ending=Ending.REPLACED, scores=()) for one in replaced})
    return replace(old, rounds=(*old.rounds[:-1], (*old.rounds[-1], *pairings)))
