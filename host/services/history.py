"""What has happened in a game, read from its log. Nothing is changed."""

from carcassonne import Record, State, record_game
from host.model.draws import COMMITMENT, SEED
from host.model.game import opening_state, timeout_plies
from host.model.game_log import GameHistory, LogEntry
from host.model.record_import import COMPUTERS, computers_tag
from host.model.table import FinishedTable
from host.storage.games.repository import GameRepository


class History:
    """The logs of the games. Every method but ``has_moved`` replays a log; it raises NoTableError, NotStartedError or
    QuarantinedError.
    """

    def __init__(self, games: GameRepository) -> None:
        self._games = games

    async def log(self, number: int) -> list[LogEntry]:
        """Return the whole log, including what was undone."""
        return list((await self._games.load_history(number)).entries)

    async def record(self, number: int) -> Record:
        """Return the game as a record, with the tags Date, Commitment and, once it is over, Seed (see docs/draws.md);
        with Computers if any play.

        Moves that were undone are not in it.
        """
        history = await self._games.load_history(number)
        table = history.table
        players = [seat.controller for seat in table.seats]
        tags = {"Date": history.entries[0].at.date().isoformat()}
        if computers := computers_tag(players):
            tags[COMPUTERS] = computers
        if table.commitment:
            tags[COMMITMENT] = table.commitment
        if isinstance(table, FinishedTable) and table.seed:
            tags[SEED] = table.seed
        return record_game(opening_state(table), history.replayed.moves, [one.name for one in players], tags)

    async def state_at(self, number: int, ply: int) -> State:
        """Return the state at a ply, from 0; raise IndexError if there is none."""
        states = (await self.replay_log(number)).states
        if ply < 0:
            raise IndexError(ply)
        return states[ply]

    async def replay_log(self, number: int) -> GameHistory:
        """Return what has happened so far."""
        history = await self._games.load_history(number)
        states = tuple(checkpoint.state for checkpoint in history.replayed.checkpoints)
        times = tuple(entry.at for entry in history.entries)
        changes = tuple(await self._games.substitutions(number))
        return GameHistory(states, history.replayed.logged, timeout_plies(history.entries), times, changes)

    async def has_moved(self, person_id: int) -> bool:
        """Return whether a person has ever made a move here."""
        return await self._games.has_moved(person_id)
