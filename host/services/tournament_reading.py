"""Reads tournaments as they are stored, with how much later their games end because of vacations."""

from datetime import datetime
from typing import Final

from host.model.audit_log import NotedChange, tournament_change
from host.model.table import BaseTable, RunningTable
from host.model.tournament_boards import tournament_of
from host.model.tournament_changes import HandAction
from host.model.tournament_errors import NoSuchTournamentError
from host.model.tournament_rules import has_won
from host.model.tournament_times import with_vacations
from host.model.tournaments import (
    OrganisedTournament,
    TournamentStatus,
)
from host.services.people import People
from host.services.service import Service, ServiceContext

MOST_LISTED: Final = 25
MOST_TITLES: Final = 20
"""Of how many of somebody's latest tournaments the titles are shown."""
MOST_SEASONS: Final = 100
"""How many of a league's latest seasons are counted together."""


class StoredTournaments(Service):
    """The tournaments of all servers. Nothing of them is kept in memory."""

    def __init__(self, context: ServiceContext, people: People) -> None:
        super().__init__(context)
        self._tournaments = self._storage.tournaments
        self._people = people

    async def load(self, number: int) -> OrganisedTournament:
        """Return a tournament. Raise NoSuchTournamentError."""
        found = await self._tournaments.load(number)
        if found is None:
            raise NoSuchTournamentError(number)
        return with_vacations(found, self._people.vacations)

    async def of_table(self, table: BaseTable) -> OrganisedTournament | None:
        """Return the tournament for which a table was opened; None for any other table."""
        number = tournament_of(table.occasion) if table.occasion else None
        return None if number is None else await self.load(number)

    async def end_of_game(self, table: RunningTable) -> datetime | None:
        """Return when a game of a tournament ends, whoever still plays; None if nothing ends it now."""
        tournament = await self.of_table(table)
        ending = tournament.ending if tournament else ()
        return next((due for board, due in ending if board.game == table.number), None)

    async def load_visible(self, number: int, guild: int | None, person_id: int) -> OrganisedTournament:
        """Return a tournament of a server, as a person may see it there. Raise NoSuchTournamentError also for one of
        another server, and for one that somebody else sets up.
        """
        found = await self.load(number)
        is_others = found.status is TournamentStatus.DRAFT and found.organiser.id != person_id
        if guild is None or found.venue.guild != guild or is_others:
            raise NoSuchTournamentError(number)
        return found

    async def of_guild(self, guild: int) -> list[OrganisedTournament]:
        """Return the latest tournaments of a server, the newest first."""
        return [await self.load(number) for number in await self._tournaments.of_guild(guild, MOST_LISTED)]

    async def seasons(self, tournament: OrganisedTournament) -> list[OrganisedTournament]:
        """Return a season of a league and those before, the latest first."""
        found = [tournament]
        while found[-1].previous is not None and len(found) < MOST_SEASONS:
            found.append(await self.load(found[-1].previous))
        return found

    async def changes(self, tournament: OrganisedTournament) -> list[NotedChange]:
        """Return what was changed by hand in a tournament, in order. Older entries are there for games alone."""
        entries = await self._storage.audit_log.of_tournaments(tournament.venue.guild or 0, tournament.opened_at)
        games, actions = {game for one in tournament.boards() for game in one.tables}, list(HandAction)
        noted = (NotedChange(one.at, one.manager, tournament_change(one, actions)) for one in entries)
        return [one for one in noted if one.change.tournament == tournament.number or one.change.game in games]

    async def of_person(self, person_id: int) -> list[OrganisedTournament]:
        """Return the tournaments that a person has entered, asks to enter or hosts, and that are not over."""
        return [await self.load(number) for number in await self._tournaments.of_person(person_id)]

    async def in_rounds(self) -> list[int]:
        """Return the numbers of the tournaments on the servers served here whose round has a time that passes."""
        return [one.number for one in await self._tournaments.in_rounds(self._storage.shards)]

    async def titles(self, person_id: int, guild: int | None) -> list[str]:
        """Return the names of the tournaments that a person has won, on a server or on all, the latest first. Those for
        practice do not count.
        """
        over = [await self.load(number) for number in await self._tournaments.over_of_person(person_id, MOST_TITLES)]
        here = [one for one in over if guild in (None, one.venue.guild) and not one.terms.computers]
        return [one.terms.name for one in here if has_won(one, person_id)]
