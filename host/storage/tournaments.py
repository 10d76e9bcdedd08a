"""Tournaments, as rows of the database."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, and_, bindparam, exists, func, insert, or_, select, update

from host.model.audit_log import AuditEntry
from host.model.controllers import Person
from host.model.shards import ShardGroup
from host.model.table import Status
from host.model.tournament_times import LongerRound
from host.model.tournaments import (
    END_TOLD,
    REPLACED,
    OrganisedTournament,
    TournamentStatus,
)
from host.storage.audit_log import audit_entry_statement
from host.storage.engine.database import Database, Repository
from host.storage.engine.statements import (
    ConflictError,
    Statement,
    execute,
    insert_one,
)
from host.storage.games.controllers import person_statement
from host.storage.schema.tables import games, people
from host.storage.schema.tournament_tables import (
    IS_LIVE,
    tournament_applicants,
    tournament_boards,
    tournament_entrants,
    tournament_games,
    tournament_seats,
    tournaments,
)
from host.storage.tournament_rows import TIMES, read_outline, read_tournament
from host.storage.tournament_statements import entrant_statement, part_statements, tournament_values

_number: Final = bindparam("of_number", type_=tournaments.c.number.type)
_TOURNAMENT: Final = (
    select(tournaments, people.c.name.label("organiser_name"))
    .join(people, people.c.id == tournaments.c.organiser)
    .where(tournaments.c.number == _number)
)
_ENTRANTS: Final = (
    select(tournament_entrants, people.c.name)
    .join(people, people.c.id == tournament_entrants.c.person)
    .where(tournament_entrants.c.tournament == _number)
    .order_by(tournament_entrants.c.entrant)
)
_APPLICANTS: Final = (
    select(people.c.id, people.c.name)
    .join(tournament_applicants, tournament_applicants.c.person == people.c.id)
    .where(tournament_applicants.c.tournament == _number)
    .order_by(tournament_applicants.c.place)
)
_BOARDS: Final = (
    select(tournament_boards)
    .where(tournament_boards.c.tournament == _number)
    .order_by(tournament_boards.c.round, tournament_boards.c.board)
)
_SEATS: Final = (
    select(tournament_seats)
    .where(tournament_seats.c.tournament == _number)
    .order_by(tournament_seats.c.round, tournament_seats.c.board, tournament_seats.c.seat)
)
_GAMES: Final = (
    select(tournament_games)
    .where(tournament_games.c.tournament == _number)
    .order_by(tournament_games.c.round, tournament_games.c.board, tournament_games.c.number)
)
_LIVE: Final = select(*(tournaments.c[name] for name in ("number", "guild", "status", "terms", *TIMES))).where(IS_LIVE)
_UNDONE: Final = (
    select(tournament_boards.c.tournament)
    .distinct()
    .outerjoin(games, games.c.number == tournament_boards.c.game)
    .where(
        tournament_boards.c.ending.is_(None),
        tournament_boards.c.game.is_(None) | games.c.status.in_([Status.FINISHED.value, Status.ENDED.value]),
    )
)
_LATE_GAMES: Final = [
    select(one.c.tournament)
    .distinct()
    .join(games, games.c.number == one.c.game)
    .where(one.c.ending.is_not(None), games.c.status == Status.RUNNING.value)
    for one in (tournament_boards, tournament_games)
]
_ROUND_OVER: Final = select(tournaments.c.number.label("tournament")).where(
    tournaments.c.status == TournamentStatus.RUNNING,
    ~exists().where(tournament_boards.c.tournament == tournaments.c.number, tournament_boards.c.ending.is_(None)),
)
_WITH_PREDECESSORS: Final = (
    select(tournament_entrants.c.tournament)
    .distinct()
    .join(tournaments, tournaments.c.number == tournament_entrants.c.tournament)
    .where(tournament_entrants.c.first_round == REPLACED, tournaments.c.status == TournamentStatus.RUNNING.value)
)
_last_round: Final = (
    select(func.max(tournament_boards.c.round))
    .where(tournament_boards.c.tournament == tournaments.c.number)
    .scalar_subquery()
)
_UNTOLD: Final = select(tournaments.c.number, tournaments.c.guild).where(
    or_(
        and_(tournaments.c.status == TournamentStatus.OPEN, tournaments.c.message.is_(None)),
        and_(tournaments.c.status == TournamentStatus.RUNNING, tournaments.c.told_round < _last_round),
        and_(
            tournaments.c.status.in_([TournamentStatus.OVER, TournamentStatus.CANCELLED]),
            tournaments.c.message.is_not(None),
            tournaments.c.told_round < END_TOLD,
        ),
    )
)
_OF_GUILD: Final = (
    select(tournaments.c.number)
    .where(
        tournaments.c.guild == bindparam("of_guild"),
        tournaments.c.status != TournamentStatus.DRAFT,
        or_(tournaments.c.status != TournamentStatus.CANCELLED, tournaments.c.message.is_not(None)),
    )
    .order_by(tournaments.c.number.desc())
    .limit(bindparam("most"))
)
_OF_PERSON: Final = (
    select(tournaments.c.number)
    .where(
        IS_LIVE,
        or_(
            tournaments.c.organiser == bindparam("of_person"),
            *(
                exists().where(and_(one.c.tournament == tournaments.c.number, one.c.person == bindparam("of_person")))
                for one in (tournament_entrants, tournament_applicants)
            ),
        ),
    )
    .order_by(tournaments.c.number.desc())
)
_OVER_OF_PERSON: Final = (
    select(tournaments.c.number)
    .where(
        tournaments.c.status == TournamentStatus.OVER,
        exists().where(  # whoever was replaced and came back has two rows
            tournament_entrants.c.tournament == tournaments.c.number,
            tournament_entrants.c.person == bindparam("of_person"),
        ),
    )
    .order_by(tournaments.c.number.desc())
    .limit(bindparam("most"))
)
_MOVE_ROUND: Final = (
    update(tournaments)
    .where(
        tournaments.c.number == _number,
        tournaments.c.round_due == bindparam("earlier", type_=tournaments.c.round_due.type),
        tournaments.c.paused_at.is_(None),
    )
    .returning(tournaments.c.number)
)
_FOLLOWS: Final = select(tournaments.c.number).where(tournaments.c.previous == _number)
_COUNT_LIVE: Final = select(tournaments.c.number).where(IS_LIVE, tournaments.c.guild == bindparam("of_guild"))

_ADD: Final = insert(tournaments).returning(tournaments.c.number)
_CHANGE: Final = (
    update(tournaments)
    .where(tournaments.c.number == _number, tournaments.c.token == bindparam("earlier"))
    .returning(tournaments.c.number)
)


class TournamentRepository(Repository):
    """Tournaments with their entrants, boards and seats."""

    def __init__(self, database: Database, new_token: Callable[[], str]) -> None:
        super().__init__(database)
        self._new_token = new_token

    async def load(self, number: int) -> OrganisedTournament | None:
        """Return a tournament; None if there is none of this number."""
        values = {"of_number": number}
        tables = (_TOURNAMENT, _ENTRANTS, _APPLICANTS, _BOARDS, _SEATS, _GAMES)
        found, entrants, applicants, boards, seats, matches = await self._database.read_all(
            [(one, values) for one in tables]
        )
        if not found:
            return None
        asking = tuple(Person(row["id"], row["name"]) for row in applicants)
        return replace(read_tournament(found[0], entrants, boards, seats, matches), applicants=asking)

    async def live(self, shards: ShardGroup) -> list[OrganisedTournament]:
        """Return the outline of each tournament that is live, of the servers that are served."""
        return [read_outline(row) for row in await self._database.read(_LIVE) if shards.serves(row["guild"])]

    async def undone(self) -> set[int]:
        """Return the numbers of the tournaments, also of those that are over, where a table is to be opened, or the
        result of a game noted, where a game runs that counts no more, where a round is over, or where a seat may have
        to be given to whoever plays on for somebody.
        """
        queries = (_UNDONE, *_LATE_GAMES, _ROUND_OVER, _WITH_PREDECESSORS)
        return {row["tournament"] for one in queries for row in await self._database.read(one)}

    async def untold(self, shards: ShardGroup) -> set[int]:
        """Return the numbers of the tournaments of the servers that are served where a message is to be posted."""
        return {row["number"] for row in await self._database.read(_UNTOLD) if shards.serves(row["guild"])}

    async def in_rounds(self, shards: ShardGroup) -> list[OrganisedTournament]:
        """Return the outline of each tournament on the servers served here whose round has a time that passes: not of
        those that are paused.
        """
        return [one for one in await self.live(shards) if one.round_due is not None and one.paused_at is None]

    async def of_guild(self, guild: int, most: int) -> list[int]:
        """Return the numbers of a server's tournaments that were posted, the newest first."""
        rows = await self._database.read(_OF_GUILD, of_guild=guild, most=most)
        return [row["number"] for row in rows]

    async def of_person(self, person_id: int) -> list[int]:
        """Return the numbers of the live tournaments that a person has entered, asks to enter or hosts, the newest
        first.
        """
        return [row["number"] for row in await self._database.read(_OF_PERSON, of_person=person_id)]

    async def over_of_person(self, person_id: int, most: int) -> list[int]:
        """Return the numbers of the tournaments that a person has played to their end, the newest first."""
        rows = await self._database.read(_OVER_OF_PERSON, of_person=person_id, most=most)
        return [row["number"] for row in rows]

    async def has_next_season(self, number: int) -> bool:
        """Return whether there is a season after a tournament."""
        return bool(await self.next_season(number))

    async def next_season(self, number: int) -> list[int]:
        """Return the number of the season after a tournament; nothing if there is none."""
        return [row["number"] for row in await self._database.read(_FOLLOWS, of_number=number)]

    async def count_live(self, guild: int) -> int:
        """Return how many tournaments of a server are set up, take sign-ups or run."""
        return len(await self._database.read(_COUNT_LIVE, of_guild=guild))

    async def add(self, tournament: OrganisedTournament) -> OrganisedTournament:
        """Store a new tournament, or a season with those who stay, and return it with its number.

        Raise ConflictError if there is such a season, or if one of its people was deleted since the season before was
        read.
        """
        values = tournament_values(tournament) | {"token": self._new_token()}

        def work(connection: Connection) -> int:
            if tournament.previous is None:  # the people of a season are stored, unless they were deleted
                execute(connection, [person_statement(tournament.organiser)])
            number = insert_one(connection, _ADD, values)
            execute(connection, [entrant_statement(number, one) for one in tournament.people])
            return number

        number = await self._database.run_in_transaction(work)
        found = await self.load(number)
        assert found  # noqa: S101 (it was just stored, and is never deleted)
        return found

    async def save(
        self, before: OrganisedTournament, after: OrganisedTournament, entry: AuditEntry | None = None
    ) -> OrganisedTournament:
        """Store what has changed, perhaps with an entry of the audit log, and return the tournament.

        Raise ConflictError if it is not ``before`` any more.
        """
        token = self._new_token()
        changed = {"of_number": after.number, "earlier": before.token, **tournament_values(after), "token": token}
        await self._database.commit([
            Statement(_CHANGE, changed, is_guard=True),
            *part_statements(before, after),
            *([person_statement(entry.manager), audit_entry_statement(entry)] if entry else []),
        ])  # fmt: skip
        found = await self.load(after.number)
        if found is None:
            raise ConflictError("a tournament is gone")
        return found


def longer_round_statement(longer: LongerRound, token: str) -> Statement:
    """Return the statement that lets a round end later, unless its end is another one by now."""
    before = longer.before
    values = {"earlier": before.round_due, "round_due": longer.after.round_due, "token": token}
    return Statement(_MOVE_ROUND, {"of_number": before.number, **values}, is_guard=True)
