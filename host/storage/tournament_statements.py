"""What stores a tournament: the values of its row, and statements for its people and its boards."""

from collections.abc import Iterator
from typing import Final

from sqlalchemy import bindparam, delete, literal, select, update

from host.model.tournament_boards import Board
from host.model.tournaments import (
    REPLACED,
    OrganisedTournament,
    Participant,
)
from host.storage.engine.statements import (
    Statement,
    Value,
    insert_found,
    new_values,
    upsert,
)
from host.storage.games.controllers import person_statement
from host.storage.schema.tournament_tables import (
    tournament_applicants,
    tournament_boards,
    tournament_entrants,
    tournament_games,
    tournament_seats,
    tournaments,
)
from host.storage.tournament_rows import PLAIN, format_terms

_number: Final = bindparam("of_number", type_=tournaments.c.number.type)
_SAVE_ENTRANT: Final = upsert(tournament_entrants, "seed", "first_round", "last_round")
# Whoever was deleted meanwhile is nameless in the row of their place, and so in that of the one who was replaced.
_ADD_PREDECESSOR: Final = insert_found(
    tournament_entrants,
    select(
        tournament_entrants.c.tournament,
        *new_values(tournament_entrants, "entrant"),
        tournament_entrants.c.person,
        tournament_entrants.c.entrant.label("seed"),
        literal(REPLACED).label("first_round"),
        *new_values(tournament_entrants, "last_round"),
        tournament_entrants.c.computer,
        tournament_entrants.c.computer_number,
    ).where(tournament_entrants.c.tournament == _number, tournament_entrants.c.entrant == bindparam("of_entrant")),
)
_SET_PLAYER: Final = update(tournament_entrants).where(
    tournament_entrants.c.tournament == _number, tournament_entrants.c.entrant == bindparam("of_entrant")
)
_REMOVE_ENTRANT: Final = delete(tournament_entrants).where(
    tournament_entrants.c.tournament == _number, tournament_entrants.c.entrant == bindparam("of_entrant")
)
_SAVE_APPLICANT: Final = upsert(tournament_applicants, "place")
_REMOVE_APPLICANT: Final = delete(tournament_applicants).where(
    tournament_applicants.c.tournament == _number, tournament_applicants.c.person == bindparam("of_person")
)
_SAVE_BOARD: Final = upsert(tournament_boards, "game", "ending", "more_time")
_SAVE_SEAT: Final = upsert(tournament_seats, "points", "difference")
_SAVE_GAME: Final = upsert(tournament_games, "game", "ending", "first", "second", "difference")


def tournament_values(tournament: OrganisedTournament) -> dict[str, Value]:
    """Return the values of a tournament's own row."""
    return {
        **{name: getattr(tournament, name) for name in PLAIN},
        "guild": tournament.venue.guild,
        "channel": tournament.venue.channel,
        "organiser": tournament.organiser.id,
        "name": tournament.terms.name,
        "terms": format_terms(tournament.terms),
        "message": tournament.message.message if tournament.message else None,
        "round_message": tournament.round_message.message if tournament.round_message else None,
    }


def part_statements(before: OrganisedTournament, after: OrganisedTournament) -> Iterator[Statement]:
    """Yield what stores what has changed of the people and the boards of a tournament."""
    yield from _entrant_statements(before, after)
    yield from _successor_statements(before, after)
    yield from _applicant_statements(before, after)
    yield from _round_statements(before, after)


def _entrant_statements(before: OrganisedTournament, after: OrganisedTournament) -> Iterator[Statement]:
    kept = {one.entrant.id for one in after.people}
    for one in before.people:
        if one.entrant.id not in kept:
            yield Statement(_REMOVE_ENTRANT, {"of_number": after.number, "of_entrant": one.entrant.id})
    for one in after.people:
        if one not in before.people:
            if one.computer is None and one.person not in [earlier.person for earlier in before.people]:
                yield person_statement(one.person)
            yield entrant_statement(after.number, one)


def entrant_statement(number: int, participant: Participant) -> Statement:
    """Return the statement that stores who plays in a tournament."""
    entrant, computer = participant.entrant, participant.computer
    values: dict[str, Value] = {
        "tournament": number,
        "entrant": entrant.id,
        "person": participant.person.id,
        "seed": entrant.seed,
        "first_round": entrant.first_round,
        "last_round": entrant.last_round,
        "computer": computer.level if computer else None,
        "computer_number": computer.number if computer else None,
    }
    return Statement(_SAVE_ENTRANT, values)


def _successor_statements(before: OrganisedTournament, after: OrganisedTournament) -> Iterator[Statement]:
    """Yield what stores that somebody is in the place of another, whose row is another one from then on."""
    for one in after.predecessors[len(before.predecessors) :]:
        [person] = [each.person for each in after.people if each.entrant.id == one.entrant.seed]
        place: dict[str, Value] = {"of_number": after.number, "of_entrant": one.entrant.seed}
        yield person_statement(person)
        yield Statement(
            _ADD_PREDECESSOR, {**place, "new_entrant": one.entrant.id, "new_last_round": one.entrant.last_round}
        )
        yield Statement(_SET_PLAYER, {**place, "person": person.id, "computer": None, "computer_number": None})


def _applicant_statements(before: OrganisedTournament, after: OrganisedTournament) -> Iterator[Statement]:
    for one in before.applicants:
        if one not in after.applicants:
            yield Statement(_REMOVE_APPLICANT, {"of_number": after.number, "of_person": one.id})
    for place, one in enumerate(after.applicants):
        if one not in before.applicants:
            yield person_statement(one)
        if before.applicants[place : place + 1] != (one,):
            yield Statement(_SAVE_APPLICANT, {"tournament": after.number, "person": one.id, "place": place})


def _round_statements(before: OrganisedTournament, after: OrganisedTournament) -> Iterator[Statement]:
    known = {(one.round, one.place): one for one in before.all_boards()}
    boards, seats, games_played = list[Statement](), list[Statement](), list[Statement]()
    for one in after.all_boards():
        more = _more_seconds(after, one)
        if known.get((one.round, one.place)) == one and more == _more_seconds(before, one):
            continue
        key: dict[str, Value] = {"tournament": after.number, "round": one.round, "board": one.place}
        board: dict[str, Value] = {"game": one.game, "ending": one.pairing.ending, "more_time": more}
        boards.append(Statement(_SAVE_BOARD, {**key, **board}))
        for place, entrant in enumerate(one.pairing.seats):
            score = one.pairing.scores[place] if one.pairing.scores else None
            points, difference = (score.points, score.difference) if score else (None, None)
            seat: dict[str, Value] = {"seat": place, "entrant": entrant, "points": points, "difference": difference}
            seats.append(Statement(_SAVE_SEAT, {**key, **seat}))
        games_played += [
            Statement(_SAVE_GAME, {**key, **_game_values(after, one, number)})
            for number in range(1, len(one.pairing.games) + 1)
        ]
    yield from boards
    yield from seats
    yield from games_played


def _more_seconds(tournament: OrganisedTournament, board: Board) -> int | None:
    more = (tournament.more_time or {}).get((board.round, board.place))
    return None if more is None else int(more.total_seconds())


def _game_values(tournament: OrganisedTournament, board: Board, number: int) -> dict[str, Value]:
    first, second = board.pairing.seats
    game = board.pairing.games[number - 1]
    return {
        "number": number,
        "game": (tournament.games or {}).get((board.round, board.place, number)),
        "ending": game.ending,
        "first": game.score_of(first).points,
        "second": game.score_of(second).points,
        "difference": game.score_of(first).difference,
    }
