"""The host: every command that changes or reads the tables of one database."""

from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime
from typing import Any, TypeVar

from carcassonne import Move, Record, State, record_game
from host.errors import HostError, HostErrorCode
from host.model.game import Transition, opening, passed_over_plies
from host.model.statistics import Standing, Stats
from host.model.played import EndedGame, Found, GameHistory, LoggedMove, Played, Undo
from host.model.table import Colour, Person, Status, Table, Venue
from host.model.table_options import DEFAULTS, NO_OPTIONS, TableOptions
from host.model.table_lookup import check_running, choose, is_visible, missing, nameable, near
from host.model.verify import COMMITMENT, SEED
from host.services.administration import Administration
from host.services.background import CommandRunner
from host.services.consent import Asked
from host.services.deadlines import Deadlines
from host.services.end_by_agreement import Endings
from host.services.lobby import Lobby
from host.services.message_log import Postings
from host.services.people import People
from host.services.privacy import Privacy
from host.services.statistics import History
from host.services.turns import Turns, check_turn
from host.services.undo import Undos
from host.services.voting import Voting
from host.storage.game_repository import GameRepository
from host.storage.games import has_moved

T = TypeVar("T")


class Host:
    """The tables of one database. Every method may raise HostError; a command that raises has changed nothing.

    A command once begun is carried through, even if the task that waits for it is cancelled.
    """

    def __init__(
        self,
        shelf: GameRepository,
        errands: CommandRunner,
        administration: Administration,
        people: People,
        now: Callable[[], datetime],
        seed: Callable[[], bytes],
        below: Callable[[int], int],
    ) -> None:
        self.administration = administration
        self._shelf = shelf
        self._errands = errands
        self._lobby = Lobby(shelf, administration.server, now, seed, below)
        self._turns = Turns(shelf, now)
        self._undos = Undos(shelf, now)
        self._endings = Endings(shelf, now)
        self.privacy = Privacy(shelf, self._lobby, self._turns, people, errands)
        self.people = people
        self.timekeeper = Deadlines(shelf, errands, people, now)
        self.voting = Voting(shelf, errands, people.away, self.timekeeper.foreseen, now)
        self.postings = Postings(shelf, errands)
        self._history = History(shelf)

    @classmethod
    async def open(
        cls, url: str, *, now: Callable[[], datetime], seed: Callable[[], bytes], below: Callable[[int], int]
    ) -> "Host":
        """Open the database at ``url`` (``sqlite:///relative.db``) and take up the games that run there.

        ``now`` tells the time in UTC, ``seed`` makes the 32 secret bytes that a game's draws come from, ``below(n)``
        draws a number from 0 to n - 1. Raise HostError(BAD_URL, FILE_IN_USE or NEWER_DATABASE).
        """
        shelf, errands = await GameRepository.open(url), CommandRunner()
        administration = await Administration.open(shelf, errands, now)
        people = await People.open(shelf.store, errands, now)
        return cls(shelf, errands, administration, people, now, seed, below)

    async def close(self) -> None:
        """Carry through what is under way and let the file go. A host that is not closed keeps its process alive."""
        await self._errands.finish()
        await self._shelf.close()

    # Before the start

    async def join(
        self,
        venue: Venue,
        person: Person,
        number: int | None = None,
        *,
        colour: Colour | None = None,
        language: str = DEFAULTS.language,
    ) -> tuple[Table, bool]:
        """Take a seat; return the table, and whether it was opened by this, to speak that language.

        Without a number: at the newest waiting table of this thread, else of this channel and its threads, that is
        not full; else a table is opened, set up as the managers of the server have chosen. Who sits there already and
        names a colour takes that colour.

        Raise ALREADY_SEATED, COLOUR_TAKEN, TABLE_FULL, ALREADY_STARTED, GAME_OVER, NO_TABLE; where a table would have
        to be opened, CHANNEL_CLOSED, SERVER_FULL, TOO_MANY_OWN.
        """
        return await self._carry_through(self._lobby.join(venue, person, number, colour, language))

    async def leave(self, venue: Venue, person: Person, number: int | None = None) -> Table:
        """Get up from a waiting table; the last to leave closes it, and the next who came succeeds the organiser.

        Raise NOT_SEATED, ALREADY_STARTED, GAME_OVER, NO_TABLE.
        """
        return await self._carry_through(self._lobby.leave(venue, person, number))

    async def choose(self, venue: Venue, person: Person, number: int, wishes: TableOptions) -> Table:
        """Let the organiser choose what is played at a waiting table, and how.

        Raise NOT_ORGANISER, TOO_MANY, and as ``leave``; NotationError for an edition or option that does not exist.
        """
        return await self._carry_through(self._lobby.choose(venue, person, number, wishes))

    async def take_colour(self, venue: Venue, person: Person, number: int, colour: Colour | None) -> Table:
        """Choose the colour of one's figures, or none; raise COLOUR_TAKEN, and as ``leave``."""
        return await self._carry_through(self._lobby.take_colour(venue, person, number, colour))

    async def hand_over(self, venue: Venue, person: Person, number: int, successor_id: int) -> Table:
        """Make somebody else at the table its organiser; raise NOT_ORGANISER, SUCCESSOR_LEFT, and as ``leave``."""
        return await self._carry_through(self._lobby.hand_over(venue, person, number, successor_id))

    async def start(
        self,
        venue: Venue,
        person: Person,
        number: int | None = None,
        wishes: TableOptions = NO_OPTIONS,
        *,
        practice: bool = False,
    ) -> Played:
        """Start the game, as chosen at the table where the wishes do not say otherwise; the first tile is drawn.

        In a practice game one person alone plays all seats, in all colours. Raise NOT_SEATED, ALONE, NOT_ALONE,
        TOO_MANY, ALREADY_STARTED, GAME_OVER, NO_TABLE; NotationError for an edition or option that does not exist.
        """
        return (await self._carry_through(self._lobby.start(venue, person, number, wishes, practice=practice))).played

    def own_waiting(self, venue: Venue, person_id: int) -> int:
        """Return at once the waiting table that a person means who names none; raise as ``leave``."""
        return self._lobby.own(venue, person_id)

    async def close_table(self, number: int) -> Table:
        """Close a table that waits, because its channel is gone; raise ALREADY_STARTED, GAME_OVER, NO_TABLE."""
        return await self._carry_through(self._lobby.close(number))

    # The game

    async def play(self, number: int, person: Person, moves: Sequence[Move], expected_ply: int | None = None) -> Played:
        """Make moves of the seat to move, all or none; the draws that follow are made too.

        Where the table's setting ``takeback`` gives time, the tile after the turn is not drawn yet: the turn is
        ``pending``. Not so the last turn of a game, nor one in which chance has had a part.

        Raise STALE where ``expected_ply`` is not the table's, PENDING, NOT_YOUR_TURN, NOT_SEATED, RESIGNED,
        NOT_STARTED, GAME_OVER, NO_TABLE, HELD; IllegalMoveError; ValueError for draws, skips and resignations.
        """
        return (await self._carry_through(self._turns.play(number, person, moves, expected_ply))).played

    async def table_to_play(self, number: int, person: Person, expected_ply: int) -> Table:
        """Return the table for a person who is about to play; raise what ``play`` raises whatever the moves are."""
        table = await self.table(number)
        check_turn(table, person.id, expected_ply)
        return table

    async def take_back(self, number: int, person: Person, expected_ply: int) -> Played:
        """Take back the turn just played, while it is pending; the tile is in hand again.

        Raise STALE, NOT_YOUR_TAKEBACK, NOT_SEATED, RESIGNED, NOT_STARTED, GAME_OVER, NO_TABLE, HELD.
        """
        return (await self._carry_through(self._turns.take_back(number, person, expected_ply))).played

    async def pass_on(self, number: int, person: Person, expected_ply: int) -> Played:
        """Be done with the turn just played before its time is over: the next tile is drawn. Raise as ``take_back``."""
        return (await self._carry_through(self._turns.pass_on(number, person, expected_ply))).played

    async def ask_undo(self, number: int, person: Person) -> Played | Asked:
        """Ask to go back to where a person's last turn began; asking again changes nothing.

        It is done at once where nobody else plays, and where the turn is pending. Else return the
        ``undo_request`` at the table, which holds until the game moves on or a seat changes hands, and the ping that
        asks the others.

        Raise NO_TURN_YET, RESIGNED_SINCE, UNDO_ASKED, PENDING, NOT_SEATED, RESIGNED, NOT_STARTED, GAME_OVER, NO_TABLE,
        HELD.
        """
        return _played_or_asked(await self._carry_through(self._undos.ask(number, person)))

    async def agree_undo(self, number: int, person: Person, expected_ply: int, undo: Undo) -> Played | Table:
        """Agree to what was asked at a ply; it is done when all who have not resigned agree.

        Return the Table while others have yet to agree. Raise NOT_ASKED, NOT_SEATED, RESIGNED, NOT_STARTED, GAME_OVER,
        NO_TABLE, HELD.
        """
        step = await self._carry_through(self._undos.agree(number, person, expected_ply, undo.ply))
        return step.played if step.undo else step.after.table

    async def refuse_undo(self, number: int, person: Person, expected_ply: int, undo: Undo) -> Table:
        """Refuse what was asked at a ply, or withdraw it: then nothing is asked. Raise as ``agree_undo``."""
        return (await self._carry_through(self._undos.refuse(number, person, expected_ply, undo.ply))).after.table

    async def resign(self, number: int, person: Person) -> Played:
        """Give up a person's seat (in a practice game the seat to move); the game ends when one is left.

        Raise NOT_SEATED, RESIGNED, NOT_STARTED, GAME_OVER, NO_TABLE, HELD.
        """
        return (await self._carry_through(self._turns.resign(number, person))).played

    async def ask_end(self, number: int, person: Person) -> Played | Asked:
        """Suggest ending the game without scoring, or join in a suggestion; the question is asked anew then.

        It ends at once where all agree by that. Else return the ``end_request`` at the table, which holds until
        somebody moves who has agreed, or a seat changes hands, and the ping that asks the others.

        Raise NOT_SEATED, RESIGNED, NOT_STARTED, GAME_OVER, NO_TABLE, HELD.
        """
        return _played_or_asked(await self._carry_through(self._endings.ask(number, person)))

    async def agree_end(self, number: int, person: Person, question: int) -> Played | Table:
        """Agree to end the game, by the number of the question; it ends when all who have not resigned agree.

        Return the Table while others have yet to agree. Raise NOT_ASKED, NOT_SEATED, RESIGNED, NOT_STARTED, GAME_OVER,
        NO_TABLE, HELD.
        """
        step = await self._carry_through(self._endings.agree(number, person, question))
        return step.played if step.after.table.status.is_over else step.after.table

    async def refuse_end(self, number: int, person: Person, question: int) -> Table:
        """Refuse to end the game, or withdraw the suggestion: then nothing is asked. Raise as ``agree_end``."""
        return (await self._carry_through(self._endings.refuse(number, person, question))).after.table

    # Reading

    async def table(self, number: int) -> Table:
        """Return a table; raise NO_TABLE or HELD."""
        return (await self._shelf.game(number)).table

    async def find(
        self,
        venue: Venue,
        person: Person,
        number: int | None = None,
        *,
        running: bool = True,
        is_meant: Callable[[Table], bool] | None = None,
    ) -> Found:
        """Return the game that a command means.

        With a number, that one. Without: the game of this thread; else, among the games of this channel and its
        threads (in private: all of the person's own), one that the command ``is_meant`` for; else the one where the
        person is to move; else the only one; else the one waiting longest, with the ``others`` among which it was
        chosen. Who plays in none of them chooses among all. Unless it must be ``running``, the game that ended last is
        taken where none runs.

        Raise NO_TABLE; HELD; NOT_STARTED where only a table waits; GAME_OVER where it must be running.
        """
        if number is not None:
            return Found(await self._named(number, venue, person, running=running))
        if found := choose(self._shelf.tables, venue, person.id, is_meant):
            return found
        ended = None if running else await self._shelf.last_ended(venue, person.id)
        if ended is not None:
            return Found(await self.table(ended))
        for held in self._shelf.held:
            if held.table.venue.home == venue.home:
                raise held.error
        raise missing(self._shelf.tables, venue, person.id)

    async def tables_of(self, person_id: int) -> list[Table]:
        """Return the waiting and running tables where a person sits, by number."""
        return [table for table in self._shelf.tables if table.is_at(person_id)]

    async def tables_at(self, venue: Venue) -> list[Table]:
        """Return the waiting and running tables of this thread; else of this channel and its threads; by number."""
        return near(self._shelf.tables, venue)

    def nameable(self, venue: Venue, person_id: int) -> list[Table]:
        """Return at once the waiting and running tables that a person may name here: the own, those near, others."""
        return nameable(self._shelf.tables, venue, person_id)

    async def ended(self, venue: Venue, person_id: int, number: int | None, most: int) -> list[EndedGame]:
        """Return the games which are over that a person may name here: the one of this number, then the latest."""
        return await self._shelf.ended(venue.guild, person_id, number, most)

    async def waiting(self) -> list[Table]:
        """Return the tables that wait for players, by number."""
        return [table for table in self._shelf.tables if table.status is Status.OPEN]

    async def log(self, number: int) -> list[LoggedMove]:
        """Return the log, with what was taken back; raise NO_TABLE, NOT_STARTED or HELD."""
        story = await self._shelf.story(number)
        return [
            LoggedMove(entry.ply, one, entry.seat, entry.person_id, entry.at)
            for entry, one in zip(story.entries, story.told.logged, strict=True)
        ]

    async def has_moved(self, person_id: int) -> bool:
        """Say whether a person has ever made a move here."""
        return await has_moved(self._shelf.store, person_id)

    async def record(self, number: int) -> Record:
        """Return the game as a record, with the tags Date, Commitment and, once it is over, Seed (see docs/draws.md).

        What was taken back is not in it.

        Raise NO_TABLE, NOT_STARTED, HELD.
        """
        story = await self._shelf.story(number)
        table = story.game.table
        tags = {"Date": story.entries[0].at.date().isoformat()}
        if table.commitment:
            tags[COMMITMENT] = table.commitment
        if table.seed:
            tags[SEED] = table.seed
        return record_game(opening(table), story.told.moves, [seat.person.name for seat in table.seats], tags)

    async def history(self, number: int) -> list[State]:
        """Return the state at each ply from 0, before the first draw; raise NO_TABLE, NOT_STARTED, HELD."""
        return list((await self.replay_log(number)).states)

    async def replay_log(self, number: int) -> GameHistory:
        """Return what has happened so far; raise as ``history``."""
        story = await self._shelf.story(number)
        states = tuple(point.state for point in story.told.points)
        return GameHistory(states, story.told.logged, passed_over_plies(story.entries))

    async def state_at(self, number: int, ply: int) -> State:
        """Return the state at a ply, from 0; raise IndexError if there is none, NO_TABLE, NOT_STARTED, HELD."""
        states = await self.history(number)
        if ply < 0:
            raise IndexError(ply)
        return states[ply]

    def cached(self, number: int) -> Table | None:
        """Return a waiting or running table at once, from memory; None for any other."""
        return self._shelf.at_hand(number)

    def cached_to_move(self, venue: Venue, person_id: int) -> Table | None:
        """Return at once the table that ``find`` would choose, if the person is to move there."""
        found = choose(self._shelf.tables, venue, person_id)
        return found.table if found and found.table.is_to_move(person_id) else None

    @property
    def held(self) -> tuple[int, ...]:
        """The numbers of the games found not to replay to what was stored; they are left as they are."""
        return tuple(held.table.number for held in self._shelf.held)

    # What was played

    async def stats(self, person_id: int, guild: int | None = None) -> Stats:
        """Return what a person has played on a server, on all of them where none is named: games that were decided."""
        return await self._carry_through(self._history.stats(person_id, guild))

    async def leaderboard(self, guild: int | None = None) -> list[Standing]:
        """Return everybody who is rated on a server, the strongest first; over all servers, those who want that."""
        return await self._carry_through(self._history.leaderboard(guild))

    async def rank_everywhere(self, person: Person, *, is_ranked: bool) -> None:
        """Note whether a person wants the rating over all servers to be shown; at first nobody does."""
        await self._carry_through(self._history.rank_everywhere(person, is_ranked=is_ranked))

    async def is_ranked_everywhere(self, person_id: int) -> bool:
        """Say whether a person wants the rating over all servers to be shown."""
        return await self._history.is_ranked_everywhere(person_id)

    async def _named(self, number: int, venue: Venue, person: Person, *, running: bool) -> Table:
        table = await self.table(number)
        if not is_visible(table, venue, person.id):
            raise HostError(HostErrorCode.NO_TABLE, number=number)
        if running:
            check_running(table)
        elif not table.ply:
            raise HostError(HostErrorCode.NOT_STARTED, table=table)
        return table

    async def _carry_through(self, command: Coroutine[Any, Any, T]) -> T:
        return await self._errands.carry_through(command)


def _played_or_asked(asked: Transition | Asked) -> Played | Asked:
    return asked if isinstance(asked, Asked) else asked.played
