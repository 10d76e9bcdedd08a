"""Questions to the stored games that need nothing in memory."""

from datetime import datetime

from host.model.game_log import LogEntry
from host.model.invitation import Occasion
from host.model.substitution import Substitution
from host.model.table import EndedGame, Venue
from host.storage.engine.database import Database
from host.storage.games import queries as game_queries
from host.storage.games.clocks import last_moves, stored_substitutions
from host.storage.games.rows import format_occasion


class GameArchive:
    """The games as they are stored, also those that are over."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def log(self, number: int) -> list[LogEntry]:
        """Return the log of a table as it is stored; it is empty before the start."""
        return await game_queries.read_log(self._database, number)

    async def last_ended(self, venue: Venue, person_id: int) -> int | None:
        """Return the number of the game that ended last at a venue (in private: of this person)."""
        return await game_queries.last_ended(self._database, venue, person_id)

    async def rematch_number(self, number: int) -> int | None:
        """Return the number of the newest table that was opened as the rematch of a game; None if there is none."""
        return await game_queries.rematch_number(self._database, number)

    async def number_of_occasion(self, occasion: Occasion) -> int | None:
        """Return the number of the table that was opened for an occasion; None if there is none."""
        return await game_queries.number_of_occasion(self._database, format_occasion(occasion))

    async def ended_games(
        self, guild: int | None, person_id: int | None, number: int | None, most: int
    ) -> list[EndedGame]:
        """Return games that are over, of a server or where a person played: the one of this number, then the latest."""
        return await game_queries.ended_games(self._database, guild, person_id, number, most)

    async def numbers_with_messages(self) -> list[int]:
        """Return the numbers of the tables, started or closed, with messages that may have to be updated."""
        return await game_queries.numbers_with_messages(self._database)

    async def unannounced(self) -> list[int]:
        """Return the numbers of the tables whose last ply was not announced yet."""
        return await game_queries.unannounced_numbers(self._database)

    async def has_moved(self, person_id: int) -> bool:
        """Return whether a person has made any move in any game."""
        return await game_queries.has_moved(self._database, person_id)

    async def has_reached(self, person_id: int, fingerprint: str) -> bool:
        """Return whether any game of a person came to the state that has this fingerprint."""
        return await game_queries.has_reached(self._database, person_id, fingerprint)

    async def last_moves(self, number: int) -> dict[int, datetime]:
        """Return when each person has last moved in a game."""
        return await last_moves(self._database, number)

    async def substitutions(self, number: int) -> list[Substitution]:
        """Return the seats of a game that have changed hands, in order."""
        return await stored_substitutions(self._database, number)
