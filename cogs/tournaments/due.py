"""Does what is due in tournaments: begins them, opens games, tells rounds, and goes on when a game is over."""

import logging
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from discord.ext import commands

from cogs.delivery.errors import NotAnnouncedError
from cogs.delivery.jobs import LONGEST_MESSAGE_PAUSE
from cogs.interaction.client import Client
from cogs.interaction.startup import Stage
from cogs.tournaments.messages import MESSAGE, refresh, show, tell
from host.errors import HostError, NoTableError, QuarantinedError
from host.model.table import Venue
from host.model.tournament_boards import TOURNAMENT
from host.model.tournament_times import LongerRound
from host.model.tournaments import (
    ROUND_ENDS,
    OrganisedTournament,
)

log = logging.getLogger(__name__)


class TournamentTimer(commands.Cog):
    """Lets tournaments go on. What fails is tried again; all of it may be done twice."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        # From now on, because games end while the bot starts: people press, and others are deleted.
        bot.host.game_over.add(self.note_end)
        bot.host.people.deadlines_changed.add(self.note_vacation)
        bot.host.person_deleted.add(self.note_deletion)
        bot.startup.add(Stage.REMATCHES, self.begin)

    async def cog_unload(self) -> None:
        self.bot.host.game_over.remove(self.note_end)
        self.bot.host.people.deadlines_changed.remove(self.note_vacation)
        self.bot.host.person_deleted.remove(self.note_deletion)
        self.bot.host.deadlines.rounds_moved.remove(self.note_longer)

    async def begin(self) -> None:
        """From now on, do what is due while people can play, and hear of outages. Show what the outage before has
        moved.
        """
        self.bot.host.deadlines.rounds_moved.add(self.note_longer)
        for number in await self.bot.host.tournaments.in_rounds():
            refresh(self.bot, number)
        for kind, work in ((TOURNAMENT, self._advance), (ROUND_ENDS, self._remind)):
            self.bot.timer.begin(kind, work, longest=LONGEST_MESSAGE_PAUSE, needs_people=True)

    def note_end(self, number: int, venue: Venue) -> None:
        """Let the tournament of a game that is over go on, if its server is served here."""
        if self.bot.host.is_home(venue):
            self.bot.jobs.ask(("tournament game", number), partial(self._note_end, number))

    def note_vacation(self, person_id: int) -> None:
        """Let the games of a person end at another time, and show that."""
        self.bot.jobs.ask(("tournament vacation", person_id), partial(self._note_vacation, person_id))

    def note_deletion(self) -> None:
        """Let no message name somebody who was deleted. They may have asked another process, as in private."""
        self.bot.jobs.ask(("tournament deletion",), self._note_deletion)

    def note_longer(self, rounds: Sequence[LongerRound]) -> None:
        """Show that rounds end later because of an outage."""
        for one in rounds:
            refresh(self.bot, one.after.number)

    async def _note_vacation(self, person_id: int) -> None:
        for one in await self.bot.host.tournaments.note_vacation(person_id):
            if self.bot.host.is_home(one.venue):
                refresh(self.bot, one.number)

    async def _note_deletion(self) -> None:
        await self.bot.host.tournaments.go_on_after_deletion()
        self.bot.timer.look()

    async def _note_end(self, number: int) -> None:
        with suppress(NoTableError, QuarantinedError):  # its round ends at its time
            tournament = await self.bot.host.tournaments.note_game_over(await self.bot.host.tables.known(number))
            if tournament is not None:
                self.bot.jobs.forget_failures((TOURNAMENT, tournament))  # it has more to do than what has failed
                self.bot.timer.look()

    async def _advance(self, number: int) -> None:
        """Do all that is due at a tournament. What fails is due until it is done."""
        host = self.bot.host
        tournament = await host.tournaments.advance(number)
        for game in host.tournaments.late_games(tournament):
            if played := await host.tournaments.end_late_game(game):
                with suppress(NotAnnouncedError):  # it is tried again later
                    await self.bot.outbox.publish(played)
        for game in await host.tournaments.give_seats(tournament):
            with suppress(NotAnnouncedError, HostError):  # it is tried again later
                await self.bot.outbox.publish_missed(game)
            await self.bot.outbox.notify_missed(game)
        await self._open_games(tournament)
        tournament = await host.tournaments.load(number)
        if tournament.is_unshown:
            await self._show_new(number)
        if not tournament.unopened:
            await tell(self.bot, tournament)
        refresh(self.bot, number)
        if tournament.unopened:
            raise UnopenedGamesError(number)

    async def _remind(self, number: int) -> None:
        """Tell the players of a tournament whose games end soon."""
        for notification in await self.bot.host.tournaments.remind(number):
            await self.bot.outbox.notify(notification)

    async def _show_new(self, number: int) -> None:
        """Post the message of a tournament that has none yet. If its channel is gone, cancel the tournament."""
        await self.bot.jobs.do((MESSAGE, number), partial(show, self.bot, number))
        if (await self.bot.host.tournaments.load(number)).is_unshown:
            await self.bot.host.tournaments.close(number)

    async def _open_games(self, tournament: OrganisedTournament) -> None:
        """Open the games of a round. One that can't be opened now keeps the others from nothing."""
        for board in tournament.unopened:
            try:
                game = await self.bot.host.tournaments.open_game(tournament.number, board)
            except HostError as error:
                log.warning("tournament %d: board %d is not opened: %r", tournament.number, board.place, error)
                continue
            if game is not None:
                with suppress(NotAnnouncedError, HostError):  # it is tried again later
                    await self.bot.outbox.publish_missed(game)


class UnopenedGamesError(Exception):
    """Some games of a round could not be opened now."""
