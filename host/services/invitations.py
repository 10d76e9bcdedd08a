"""Tables that keep their seats for those who are invited: for a rematch, or because it was planned."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from carcassonne import Colour
from host.model.controllers import Controller, Person
from host.model.game import Transition
from host.model.invitation import Invitation, InvitedSeat, Occasion
from host.model.lobby_rules import capacity, with_options
from host.model.server_settings import check_may_open
from host.model.table import Table, Venue, WaitingTable
from host.model.table_errors import TooManyPlayersError
from host.model.table_options import DEFAULT_EDITION, DEFAULT_SETTINGS, SeatOrder, TableOptions, TableSettings
from host.services.administration import Administration
from host.services.command_runner import CommandRunner, uncancellable
from host.services.lobby import Lobby
from host.storage.games.repository import GameRepository


class Invitations:
    """Opens tables for players who did not ask for that. Nobody else may sit there."""

    def __init__(
        self,
        games: GameRepository,
        runner: CommandRunner,
        administration: Administration,
        lobby: Lobby,
        now: Callable[[], datetime],
    ) -> None:
        self._games = games
        self._administration = administration
        self._lobby = lobby
        self._now = now
        self.runner = runner

    @uncancellable
    async def open(
        self,
        venue: Venue,
        occasion: Occasion,
        players: Sequence[Controller],
        table_options: TableOptions,
        *,
        language: str = DEFAULT_SETTINGS.language,
    ) -> Table:
        """Open the table of an occasion for these players, in the order of its seats. If there is one, return it as it
        is: it may run, or be over.

        The options given replace those that the server's managers have chosen. Whoever sits down first is the
        organiser. The people are stored already, and there is at least one.

        Raise ChannelClosedError, ServerFullError, TooManyPlayersError; NotOfferedError and NotationError for options
        that do not exist.
        """
        async with self._lobby.locked():
            number = await self._games.number_of_occasion(occasion)
            if number is not None:
                return await self._games.load(number)
            table = self._opened_table(venue, occasion, players, language)
            server = None if venue.guild is None else self._administration.server(venue.guild)
            if server:
                table = with_options(table, replace(server.table_options, order=None))
            table = with_options(table, table_options)
            if len(players) > (most := capacity(replace(table, invitation=None))):
                raise TooManyPlayersError(table, players=len(players), most=most)
            return (await self._games.save(Transition(None, table))).after

    def _opened_table(
        self, venue: Venue, occasion: Occasion, players: Sequence[Controller], language: str
    ) -> WaitingTable:
        server = None if venue.guild is None else self._administration.server(venue.guild)
        if server is not None:
            check_may_open(server, self._games.tables.of_guild(server.guild), venue, None)
        seats = tuple(InvitedSeat(player, colour) for player, colour in zip(players, Colour, strict=False))
        return opened_table(
            self._games.new_number(),
            venue,
            next(one for one in players if isinstance(one, Person)),
            Invitation(seats, occasion),
            self._now(),
            settings=TableSettings(language=(server and server.language) or language),
        )


def opened_table(
    number: int,
    venue: Venue,
    organiser: Person,
    invitation: Invitation,
    now: datetime,
    *,
    edition: str = DEFAULT_EDITION,
    options: tuple[str, ...] = (),
    settings: TableSettings,
) -> WaitingTable:
    """Return a new table that keeps seats, in their order. The computers sit there already, but nobody else."""
    return WaitingTable(
        number=number,
        venue=venue,
        organiser=organiser,
        people=(),
        computers=invitation.computers,
        colours={},
        edition=edition,
        options=options,
        settings=replace(settings, order=SeatOrder.JOINED),
        status_message=None,
        opened_at=now,
        moved_at=now,
        invitation=invitation,
    )
