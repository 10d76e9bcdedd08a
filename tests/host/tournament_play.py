"""Tournaments among people who vanish, resign, sleep and are deleted, with crashes, until all are over: by script.

What is due is done as the bot does it, but for the messages. A crash closes the host between any two steps.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Final

from host.errors import HostError
from host.host import Host
from host.model.controllers import Person
from host.model.table import RunningTable, Venue
from host.model.table_options import TableOptions
from host.model.tournament_boards import TOURNAMENT
from host.model.tournament_changes import (
    Award,
    ByHand,
    HandAction,
)
from host.model.tournament_hand import hand_actions
from host.model.tournaments import (
    END_TOLD,
    OrganisedTournament,
    TournamentStatus,
    TournamentTerms,
)
from tests.host.tables import Clock
from tests.tournaments.checks import wrong_as_paired

KINDS: Final = (("swiss", 2, 1), ("swiss", 4, 1), ("everybody", 2, 1), ("knockout", 2, 3), ("league", 2, 3))
"""What is played: the kind, how many sit at a table, and how many games two play against each other."""
FAST: Final = TableOptions(edition="classic", takeback=0)
_AWARDS: Final = (Award.FIRST, Award.SECOND, Award.TIE, Award.ANNUL)


class TournamentPlay:
    """Plays tournaments among ``people``, each on its own server. ``reopen`` crashes the host and opens it again."""

    def __init__(
        self,
        host: Host,
        clock: Clock,
        dice: Random,
        people: int,
        most: int,
        reopen: Callable[[Host], Awaitable[Host]],
        by_hand: int = 0,
    ) -> None:
        """``most`` sign up for a tournament at the start; a few more may come late. Each time the organiser looks, they
        change up to ``by_hand`` things, besides those that others do.
        """
        self.host = host
        self._clock = clock
        self._dice = dice
        self._people = [Person(1000 + number, f"Person {number}") for number in range(people)]
        self._most = most
        self._reopen = reopen
        self._by_hand = by_hand
        self._paired: dict[int, int] = {}
        self.crashes = 0
        self.deleted = set[int]()
        self.wrong = list[str]()
        """What was wrong with a round when it was paired."""

    async def play(self, each: int) -> list[OrganisedTournament]:
        """Play until all are over or cancelled, and return them."""
        numbers = [await self._open(*what, Venue(server, 10)) for server, what in enumerate(KINDS * each, 1)]
        for _ in range(5000):
            live = [one for one in [await self._load(number) for number in numbers] if one.status.is_live]
            if not live:
                break
            self._clock.pass_minutes(self._dice.choice((60, 60 * 6, 60 * 12)))
            for one in live:
                await self._act(one)
                for _ in range(self._dice.randrange(self._by_hand + 1) if self._by_hand else 0):
                    await self._change_by_hand(one.number)
            await self._do_what_is_due()
        return [await self._load(number) for number in numbers]

    async def _load(self, number: int) -> OrganisedTournament:
        return await self.host.tournaments.load(number)

    async def _open(self, kind: str, size: int, best_of: int, venue: Venue) -> int:
        terms = TournamentTerms("Cup", kind, None, size, best_of, "3d", FAST)
        organiser = self._dice.choice(self._people)
        begins_at = self._clock() + timedelta(hours=3) if self._dice.random() < 0.5 else None
        draft = await self.host.tournaments.create(venue, organiser, terms, begins_at, "en")
        await self.host.tournaments.post(draft.number, organiser, is_manager=False)
        for person in self._dice.sample(self._people, self._dice.randrange(3, self._most)):
            if person.id not in self.deleted:
                await self.host.tournaments.sign_up(draft.number, person)
        if begins_at is None:
            await self.host.tournaments.start(draft.number, organiser, is_manager=False)
        return draft.number

    async def _do_what_is_due(self) -> None:
        for number in self.host.schedule.due_by(self._clock(), TOURNAMENT):
            for step in self._steps(number):
                if self._dice.random() < 0.02:
                    self.host = await self._reopen(self.host)
                    self.crashes += 1
                await step()

    def _steps(self, number: int) -> Iterator[Callable[[], Awaitable[object]]]:
        """What the bot does at a tournament that is due, one after the other."""
        yield lambda: self._advance(number)
        yield lambda: self._end_late_games(number)
        yield lambda: self._give_seats(number)
        for place in range(self._most // 2):
            yield lambda place=place: self._open_game(number, place)  # type: ignore[misc]
        yield lambda: self._tell(number)

    async def _advance(self, number: int) -> OrganisedTournament:
        """Do what is due, and look at the rounds that were paired by it before anybody changes them."""
        tournament = await self.host.tournaments.advance(number)
        rounds = tournament.course.rounds
        for last in range(self._paired.get(number, 0) + 1, len(rounds) + 1):
            self.wrong += wrong_as_paired(replace(tournament.course, rounds=rounds[:last]))
        self._paired[number] = len(rounds)
        return tournament

    async def _end_late_games(self, number: int) -> None:
        for game in self.host.tournaments.late_games(await self._load(number)):
            await self.host.tournaments.end_late_game(game)

    async def _give_seats(self, number: int) -> None:
        await self.host.tournaments.give_seats(await self._load(number))

    async def _open_game(self, number: int, place: int) -> None:
        for board in (await self._load(number)).unopened:
            if board.place == place + 1:
                await self.host.tournaments.open_game(number, board)

    async def _tell(self, number: int) -> None:
        tournament = await self._load(number)
        over = tournament.status in (TournamentStatus.OVER, TournamentStatus.CANCELLED)
        await self.host.tournaments.note_told(number, END_TOLD if over else tournament.round)

    async def _act(self, tournament: OrganisedTournament) -> None:
        """Let somebody do something, or nobody. What is refused changes nothing."""
        person, chance = self._dice.choice(self._people), self._dice.random()
        try:
            if chance < 0.5:
                await self._resign_somewhere(tournament)
            elif chance < 0.58 and person.id not in self.deleted:
                await self.host.tournaments.sign_up(tournament.number, person)
            elif chance < 0.64:
                await self.host.tournaments.leave(tournament.number, person)
            elif chance < 0.66 and len(self.deleted) < len(self._people) // 4:
                await self._delete(person)
            elif chance < 0.7:
                await self._change_by_hand(tournament.number)
        except HostError:
            pass

    async def _resign_somewhere(self, tournament: OrganisedTournament) -> None:
        games = [one.game for one in tournament.boards(tournament.round) if one.game and not one.pairing.is_over]
        if not games:
            return
        table = await self.host.tables.load(self._dice.choice(games))
        if isinstance(table, RunningTable):
            await self.host.turns.resign(table.number, self._dice.choice(table.humans))
            await self.host.tournaments.note_game_over(await self.host.tables.known(table.number))

    async def _delete(self, person: Person) -> None:
        if person.id not in self.deleted:
            await self.host.privacy.withdraw(person)
            await self.host.privacy.delete(person.id)
            self.deleted.add(person.id)

    async def _change_by_hand(self, number: int) -> None:
        tournament = await self._advance(number)
        offered = hand_actions(tournament)
        if not offered:
            return
        action, games = self._dice.choice(offered), [game for one in tournament.boards() for game in one.tables]
        values = {HandAction.EXTEND: "1d", HandAction.AWARD: str(self._dice.choice(games or [0]))}
        one, other = (str(self._dice.randrange(1, 9)) for _ in range(2))
        if action is HandAction.EXTEND:  # the round, or one game
            other = values[HandAction.AWARD] if int(one) > 4 else ""
        person = self._dice.choice(self._people)
        puts_in = action in (HandAction.ADD, HandAction.REPLACE)
        added = person if puts_in and person.id not in self.deleted else None
        change = ByHand(action, "because", values.get(action, one), self._dice.choice(_AWARDS), other, added)
        with suppress(HostError):
            await self.host.tournaments.change_by_hand(number, tournament.organiser, change, is_manager=True)
