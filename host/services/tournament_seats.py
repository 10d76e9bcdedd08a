"""The seats of a tournament's games: who has placed a tile, and who gets the seat of somebody else."""

import logging
from contextlib import suppress

from host.errors import HostError, NoTableError, QuarantinedError
from host.model.controllers import Computer, Person, is_nameless
from host.model.substitution import is_person
from host.model.table import RunningTable
from host.model.table_errors import TurnPendingError
from host.model.tournaments import OrganisedTournament
from host.services.administration import Administration
from host.services.service import Service, ServiceContext
from tournaments.matches import next_game

log = logging.getLogger(__name__)


class TournamentSeats(Service):
    """Gives those seats as managers do. It may be done again at any time: nobody gets a seat that they have had."""

    def __init__(self, context: ServiceContext, administration: Administration) -> None:
        super().__init__(context)
        self._administration = administration

    async def give(self, tournament: OrganisedTournament, manager: Person) -> list[int]:
        """Give the seats of the round under way to those who play on for others, by the command of a manager. Return
        the games of these people.

        What can't be given now stays, and is in the program's log: its result counts all the same.
        """
        found = list[int]()
        for board in tournament.boards(tournament.round) if tournament.predecessors else ():
            for seat, entrant in enumerate(next_game(board.pairing).seats):
                earlier = [one.person.id for one in tournament.predecessors_of(entrant)]
                if board.game is None or board.pairing.is_over or not earlier:
                    continue
                found.append(board.game)
                try:
                    if await self._is_missing(board.game, seat, tournament.person(entrant), earlier):
                        await self._give(tournament, board.game, seat, tournament.person(entrant), manager)
                except HostError as error:
                    log.warning("tournament %d: a seat of game %d stays: %r", tournament.number, board.game, error)
        return found

    async def begun_games(self, tournament: OrganisedTournament) -> frozenset[int]:
        """Return the games of the round under way in which somebody has placed a tile, or that are over."""
        numbers = [one.game for one in tournament.boards(tournament.round) if one.game]
        return frozenset([one for one in numbers if not await self._is_untouched(one)])

    async def _is_untouched(self, game: int) -> bool:
        with suppress(NoTableError, QuarantinedError):
            table = await self._games.load(game)
            if isinstance(table, RunningTable):
                return table.state.turn == 0 and not any(seat.resigned for seat in table.seats)
        return False

    async def _is_missing(self, game: int, number: int, person: Person, earlier: list[int]) -> bool:
        """Return whether a person has not had their seat since they are in the place of ``earlier``, the last one last:
        one of these still has it, or a computer.
        """
        table = await self._games.load(game)
        if not isinstance(table, RunningTable) or table.seats[number].resigned or is_nameless(person.id):
            return False
        changes = [one for one in await self._games.substitutions(game) if one.seat == number]
        taken = [place for place, one in enumerate(changes, 1) if is_person(one.taker, earlier[-1])]
        players = [one for change in changes[max(taken, default=0) :] for one in (change.giver, change.taker)]
        seat = table.seats[number]
        had = seat.is_played_by(person.id) or any(is_person(one, person.id) for one in players)
        return not had and (isinstance(seat.controller, Computer) or any(map(seat.is_played_by, earlier)))

    async def _give(
        self, tournament: OrganisedTournament, game: int, seat: int, person: Person, manager: Person
    ) -> None:
        guild = tournament.venue.guild or 0
        with suppress(TurnPendingError):  # only its own player may take a turn back
            await self._administration.reseat(guild, manager, game, seat, person)
            return
        await self._administration.finish_turn(guild, game)
        await self._administration.reseat(guild, manager, game, seat, person)
