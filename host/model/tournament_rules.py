"""How an organised tournament changes: people sign up and leave, it begins, games end, rounds follow. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from carcassonne import ranks
from host.errors import NotOfferedError, PastTimeError
from host.model.controllers import Computer, Person, is_nameless
from host.model.table import FinishedTable, MessageRef, RunningTable, Seat, Table, WaitingTable
from host.model.tournament_boards import Board
from host.model.tournament_errors import (
    AlreadySignedUpError,
    NotSignedUpError,
    NotTheirTournamentError,
    SignUpOverError,
    TooFewEntrantsError,
    TournamentBegunError,
    TournamentFullError,
)
from host.model.tournaments import (
    FEWEST,
    MOST,
    NAME_LENGTH,
    REPLACED,
    ROUND_TIMES,
    SEASON_BREAK,
    OrganisedTournament,
    Participant,
    TournamentStatus,
    TournamentTerms,
    is_gone,
)
from tournaments.kinds import KINDS, is_over, next_season, standings_of, total_rounds, with_next_round
from tournaments.matches import MATCH_LENGTHS, after_game, next_game, without_absent
from tournaments.tournament import Entrant, Pairing, Tournament, as_it_stood, forfeited, scored

MOST_ROUNDS: Final = 20
"""The most rounds that can be chosen."""


TABLE_SIZES: Final = range(2, 6)
"""How many can sit at a table."""


def check_terms(terms: TournamentTerms) -> None:
    """Raise NotOfferedError where something cannot be chosen. (``find_ruleset`` checks the edition.)"""
    if not terms.name.strip() or len(terms.name) > NAME_LENGTH:
        raise NotOfferedError(terms.name)
    if terms.kind not in KINDS:
        raise NotOfferedError(terms.kind)
    if terms.round_time not in ROUND_TIMES:
        raise NotOfferedError(terms.round_time)
    if terms.table_size not in TABLE_SIZES:
        raise NotOfferedError(str(terms.table_size))
    if terms.best_of not in MATCH_LENGTHS:
        raise NotOfferedError(str(terms.best_of))
    if terms.rounds is not None and not 1 <= terms.rounds <= MOST_ROUNDS:
        raise NotOfferedError(str(terms.rounds))


def check_organiser(tournament: OrganisedTournament, person: Person, *, is_manager: bool) -> None:
    """Raise NotTheirTournamentError unless a person may change a tournament."""
    if not is_manager and tournament.organiser.id != person.id:
        raise NotTheirTournamentError(tournament)


def with_terms(
    tournament: OrganisedTournament, terms: TournamentTerms, begins_at: datetime | None
) -> OrganisedTournament:
    """Return a tournament with other terms. Raise TournamentBegunError, NotOfferedError."""
    if tournament.status not in (TournamentStatus.DRAFT, TournamentStatus.OPEN):
        raise TournamentBegunError(tournament)
    check_terms(terms)
    if tournament.status is TournamentStatus.OPEN and terms.computers != tournament.terms.computers:
        raise TournamentBegunError(tournament)  # people have signed up for the one or the other
    return replace(tournament, terms=terms, begins_at=begins_at)


def posted(tournament: OrganisedTournament, now: datetime) -> OrganisedTournament:
    """Return a tournament for which people can sign up from now on. Raise TournamentBegunError, and PastTimeError where
    its start has passed while it was set up: it would be cancelled at once, because nobody has signed up.
    """
    if tournament.status not in (TournamentStatus.DRAFT, TournamentStatus.OPEN):
        raise TournamentBegunError(tournament)
    if tournament.status is TournamentStatus.DRAFT and tournament.begins_at and tournament.begins_at <= now:
        raise PastTimeError(tournament.begins_at)
    return replace(tournament, status=TournamentStatus.OPEN)


def takes_sign_ups(tournament: OrganisedTournament) -> bool:
    """Return whether somebody can come in: until it begins, or where the kind takes latecomers until the last round."""
    is_last = tournament.rounds and tournament.round >= total_rounds(tournament.course)
    is_running = tournament.status is TournamentStatus.RUNNING
    return tournament.status is TournamentStatus.OPEN or (
        is_running and not is_last and KINDS[tournament.terms.kind].takes_latecomers
    )


def turned_away(tournament: OrganisedTournament) -> tuple[Person, ...]:
    """Return who still waits to be let in although nobody can come in any more. They are told so together with the
    round that has just begun, or with the end.
    """
    is_begun = tournament.status in (TournamentStatus.RUNNING, TournamentStatus.OVER)
    return tournament.applicants if is_begun and not takes_sign_ups(tournament) else ()


def check_can_sign_up(tournament: OrganisedTournament, person: Person) -> None:
    """Raise SignUpOverError, AlreadySignedUpError."""
    if not takes_sign_ups(tournament):
        raise SignUpOverError(tournament)
    if tournament.has_entered(person.id):
        raise AlreadySignedUpError(tournament)


def signed_up(tournament: OrganisedTournament, person: Person) -> OrganisedTournament:
    """Return a tournament with one more person: while it runs, they play from the next round on. Who has left comes
    back in the same way, with the points of before. Who has asked to be let in asks no more.

    Raise SignUpOverError, AlreadySignedUpError, TournamentFullError.
    """
    check_can_sign_up(tournament, person)
    tournament = unasked(tournament, [person.id])
    if earlier := tournament.entrant_of(person.id):
        return _changed(tournament, earlier.id, last_round=None)
    if len(tournament.present) >= MOST:
        raise TournamentFullError(tournament, most=MOST)
    return replace(tournament, people=(*tournament.people, Participant(new_entrant(tournament), person)))


def new_entrant(tournament: OrganisedTournament) -> Entrant:
    """Return the entrant that comes next: seeded after all others, it plays from the next round on."""
    everybody = (*tournament.people, *tournament.predecessors)
    number = max((one.entrant.id for one in everybody), default=0) + 1
    last = max((one.entrant.seed for one in tournament.people), default=0)
    return Entrant(number, seed=max(number, last + 1), first_round=tournament.round + 1)


def without(tournament: OrganisedTournament, person_id: int) -> OrganisedTournament:
    """Return a tournament that a person has left, or asks no more to enter. Once it runs, who has entered stays in the
    table, and is paired no more.

    Raise NotSignedUpError.
    """
    if tournament.is_asking(person_id) and tournament.status.is_live:
        return unasked(tournament, [person_id])
    entrant = tournament.entrant_of(person_id)
    if entrant is None or not tournament.has_entered(person_id) or not tournament.status.is_live:
        raise NotSignedUpError(tournament)
    return without_entrant(tournament, entrant.id)


def unasked(tournament: OrganisedTournament, ids: Collection[int]) -> OrganisedTournament:
    """Return a tournament that some do not ask to enter any more."""
    return replace(tournament, applicants=tuple(one for one in tournament.applicants if one.id not in ids))


def with_successor(tournament: OrganisedTournament, entrant: int, person: Person) -> OrganisedTournament:
    """Return a running tournament in which a person is an entrant from now on, in the place of whoever was: with the
    points, and the games that are left. An entrant that had left is there again.
    """
    before = next(one for one in tournament.people if one.entrant.id == entrant)
    number = new_entrant(tournament).id
    earlier = replace(before, entrant=Entrant(number, entrant, REPLACED, tournament.round))
    after = Participant(replace(before.entrant, last_round=None), person)
    people = tuple(after if one is before else one for one in tournament.people)
    return replace(tournament, people=people, predecessors=(*tournament.predecessors, earlier))


def without_entrant(tournament: OrganisedTournament, entrant: int) -> OrganisedTournament:
    """Return a live tournament that an entrant has left."""
    if tournament.status is TournamentStatus.RUNNING:
        return _changed(tournament, entrant, last_round=tournament.round)
    return replace(tournament, people=tuple(one for one in tournament.people if one.entrant.id != entrant))


def _changed(tournament: OrganisedTournament, entrant: int, *, last_round: int | None) -> OrganisedTournament:
    people = tuple(
        replace(one, entrant=replace(one.entrant, last_round=last_round)) if one.entrant.id == entrant else one
        for one in tournament.people
    )
    return replace(tournament, people=people)


def cancelled(tournament: OrganisedTournament) -> OrganisedTournament:
    """Return a tournament that will not be played, or not to its end. Raise TournamentBegunError if it is over."""
    if not tournament.status.is_live:
        raise TournamentBegunError(tournament)
    return replace(tournament, status=TournamentStatus.CANCELLED, round_due=None, applicants=())


def begun(tournament: OrganisedTournament, strengths: Mapping[int, int], now: datetime) -> OrganisedTournament:
    """Return a tournament with its first round, for which ``seeding`` gives the seeds.

    Raise TournamentBegunError, TooFewEntrantsError.
    """
    if tournament.status is not TournamentStatus.OPEN:
        raise TournamentBegunError(tournament)
    if len(tournament.people) < FEWEST:
        raise TooFewEntrantsError(tournament, fewest=FEWEST)
    seeded = with_seeds(replace(tournament, status=TournamentStatus.RUNNING), seeding(tournament, strengths))
    rounds = total_rounds(seeded.course)  # who comes late makes it no longer
    return with_round(replace(seeded, terms=replace(seeded.terms, rounds=rounds)), now)


def seeding(tournament: OrganisedTournament, strengths: Mapping[int, int]) -> list[int]:
    """Return the entrants in the order in which they are seeded if it begins now. ``strengths`` are the ratings that
    people have, by their ids: the strongest are the first, and those without follow in the order in which they signed
    up. Where the organiser has ordered them, or the season before has, that holds, and who is new follows.
    """
    known = {} if tournament.is_seeded or tournament.previous else strengths
    ordered = sorted(tournament.by_seed, key=lambda one: -known.get(one.person.id, 0))
    rated = [one for one in ordered if one.person.id in known]
    return [one.entrant.id for one in (*rated, *(one for one in ordered if one not in rated))]


def with_order_of(tournament: OrganisedTournament, previous: OrganisedTournament) -> OrganisedTournament:
    """Return a season whose players are seeded as the table of the season before stands now: it may have been corrected
    since they were entered. Who is new follows. A season that has begun stays as it is.
    """
    if tournament.status is not TournamentStatus.OPEN:
        return tournament
    places = {previous.player(one): place for place, one in enumerate(next_season(previous.course) or ())}
    ordered = sorted(tournament.by_seed, key=lambda one: places.get(one.player, len(places)))
    return with_seeds(tournament, [one.entrant.id for one in ordered])


def with_seeds(tournament: OrganisedTournament, order: Sequence[int]) -> OrganisedTournament:
    """Return a tournament whose entrants are seeded in this order."""
    seeds = {entrant: seed for seed, entrant in enumerate(order, 1)}
    people = tuple(replace(one, entrant=replace(one.entrant, seed=seeds[one.entrant.id])) for one in tournament.people)
    return replace(tournament, people=people)


def with_round(tournament: OrganisedTournament, now: datetime) -> OrganisedTournament:
    """Return a running tournament with its next round, or at its end. Everything that was paired is over."""
    course, paused_at = tournament.course, tournament.paused_at and now
    while not is_over(course):
        course = with_next_round(course)
        if not course.is_round_over:
            due = now + tournament.best_of * tournament.round_time
            paired = replace(_with_rounds(tournament, course), round_due=due, round_begun_at=now, put_off=None)
            return replace(paired, paused_at=paused_at)
    over = replace(_with_rounds(tournament, course), status=TournamentStatus.OVER, round_due=None)
    return replace(over, paused_at=None)


def _with_rounds(tournament: OrganisedTournament, course: Tournament) -> OrganisedTournament:
    return replace(tournament, rounds=(*tournament.rounds, *course.rounds[tournament.round :]))


def next_season_of(tournament: OrganisedTournament, now: datetime) -> OrganisedTournament | None:
    """Return the next season of a league that is over, with all who stay signed up; None where none follows."""
    order = next_season(tournament.course)
    if order is None or tournament.status is not TournamentStatus.OVER:
        return None
    by_entrant = {one.entrant.id: one for one in tournament.people}
    people = tuple(
        replace(by_entrant[one], entrant=Entrant(number, number))
        for number, one in enumerate(order, 1)
        if not is_gone(by_entrant[one])
    )
    return OrganisedTournament(
        number=0,
        venue=tournament.venue,
        organiser=tournament.organiser,
        language=tournament.language,
        status=TournamentStatus.OPEN,
        terms=replace(tournament.terms, rounds=None),  # those that it took: nobody has chosen them
        opened_at=now,
        begins_at=now + SEASON_BREAK,
        people=people,
        season=tournament.season + 1,
        previous=tournament.number,
    )


def announced(tournament: OrganisedTournament, told: int, message: MessageRef | None) -> OrganisedTournament:
    """Return a tournament of which a round was announced by a message, or its end; unless a later one was before. Those
    who were turned away ask no more: they were told with it.
    """
    if told < tournament.told_round:
        return tournament
    after = replace(tournament, told_round=told, round_message=message)
    return unasked(after, [one.id for one in turned_away(after)]) if told >= tournament.round else after


def with_results(tournament: OrganisedTournament, found: Mapping[Board, Pairing]) -> OrganisedTournament:
    """Return a tournament in which some boards are over."""
    over = {(board.round, board.place): pairing for board, pairing in found.items()}
    rounds = tuple(
        tuple(over.get((number, place), pairing) for place, pairing in enumerate(pairings, 1))
        for number, pairings in enumerate(tournament.rounds, 1)
    )
    return replace(tournament, rounds=rounds)


def with_game(tournament: OrganisedTournament, board: Board, game: int) -> OrganisedTournament:
    """Return a tournament in which the game of a board that is played next has its table."""
    return replace(tournament, games={**(tournament.games or {}), (board.round, board.place, board.number): game})


def absent_from(tournament: OrganisedTournament, board: Board) -> frozenset[int]:
    """Return who of a board will not play its next game: who has had themselves deleted. Between the games of a match
    and before the first game also who has left, where fewer than two are there without them.
    """
    seated = [one for one in tournament.people if one.entrant.id in board.pairing.seats]
    gone = frozenset(one.entrant.id for one in seated if is_gone(one))
    absent = gone.union(one.entrant.id for one in seated if one.entrant.last_round is not None)
    is_between = board.game is None or bool(board.pairing.games)
    return absent if is_between and len(seated) - len(absent) < 2 else gone


def board_result(tournament: OrganisedTournament, board: Board, table: Table | None, now: datetime) -> Pairing | None:
    """Return a board under way after what has happened at its table: with one more game, or with its result; None if
    nothing is new. Where the time of the game is over, it ends with what is stored now.
    """
    game = next_game(board.pairing)
    due, best_of = None if tournament.paused_at else tournament.due_of(board), tournament.best_of
    result = result_of(tournament, game, table) if table else None
    absent = absent_from(tournament, board)
    if result is None and due is not None and due <= now:
        result = late_result(tournament, game, table)
    elif result is None and board.game is None and absent:
        result = forfeited(game, absent)
    if result is None:
        return None
    after = after_game(board.pairing, result, best_of)
    return without_absent(after, absent_from(tournament, replace(board, pairing=after)), best_of)


def result_of(tournament: OrganisedTournament, pairing: Pairing, table: Table) -> Pairing | None:
    """Return a pairing with the result of its table; None while that waits or runs. Whose seat a computer or somebody
    else has taken over has come in last: behind all others, whose worst rank is the number of the seats.

    A game that was ended without a winner is a tie for everybody.
    """
    if isinstance(table, WaitingTable | RunningTable):
        return None
    if not isinstance(table, FinishedTable) or not table.state.is_over:
        return scored(pairing, (0,) * len(pairing.seats))
    order = tuple(
        rank if plays_for(tournament, entrant, seat) else len(pairing.seats) + 1
        for rank, seat, entrant in zip(ranks(table.state), table.seats, pairing.seats, strict=True)
    )
    if table.final_scores is not None:
        return scored(pairing, table.final_scores, order)
    given_up = scored(pairing, (0,) * len(pairing.seats), order)
    return as_it_stood(given_up, table.state.scores, _losers(tournament, pairing, table))


def plays_for(tournament: OrganisedTournament, entrant: int, seat: Seat) -> bool:
    """Return whether a seat is played by an entrant, or by somebody whom it has replaced. Whoever was deleted may be
    any nameless person there, but no computer.
    """
    player, earlier = tournament.player(entrant), tournament.predecessors_of(entrant)
    if isinstance(player, Computer) or seat.is_played_by(player.id):
        return True
    if is_nameless(player.id) and seat.person and is_nameless(seat.person.id):
        return True
    computers = [one.computer for one in earlier if one.computer]
    known = [one.person.id for one in earlier if not is_nameless(one.person.id)]
    return any(map(seat.is_played_by, known)) or seat.controller in computers


def late_result(tournament: OrganisedTournament, pairing: Pairing, table: Table | None) -> Pairing:
    """Return a pairing whose time is over: who is to move then has lost, and so has who has given up, or whose seat a
    computer or somebody else has taken over. Where no game has begun, all have.
    """
    if not isinstance(table, RunningTable):
        return forfeited(pairing, frozenset(pairing.seats))
    losers = _losers(tournament, pairing, table)
    return as_it_stood(forfeited(pairing, losers), table.state.scores, losers)


def _losers(tournament: OrganisedTournament, pairing: Pairing, table: RunningTable | FinishedTable) -> frozenset[int]:
    """Return the entrants who have lost a game that wasn't played to its end."""
    late = table.next_seat if isinstance(table, RunningTable) else None
    return frozenset(
        entrant
        for entrant, seat in zip(pairing.seats, table.seats, strict=True)
        if seat == late or seat.resigned or not plays_for(tournament, entrant, seat)
    )


def has_won(tournament: OrganisedTournament, person_id: int) -> bool:
    """Return whether a person has won a tournament that is over, perhaps with others."""
    entrant = tournament.entrant_of(person_id)
    return entrant is not None and entrant.id in [
        one.entrant for one in standings_of(tournament.course) if one.place == 1
    ]
