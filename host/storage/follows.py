"""Who follows which game, as rows of the database."""

from typing import Final

from host.model.follows import Follow, Followed
from host.model.table import Person
from host.storage.database import Database, Statement, read_choice
from host.storage.people import person_statement

_LOAD: Final = "SELECT person, game, what, turn FROM follows ORDER BY game, person"
_SAVE: Final = """
INSERT INTO follows (person, game, what, turn) VALUES (?, ?, ?, ?)
ON CONFLICT (person, game) DO UPDATE SET what = excluded.what, turn = excluded.turn"""
_NOTE_SENT: Final = "UPDATE follows SET turn = ? WHERE person = ? AND game = ?"
_DELETE: Final = "DELETE FROM follows WHERE person = ? AND game = ?"


class FollowRepository:
    """Everybody's followed games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self) -> list[Follow]:
        """Return who follows which game."""
        return [
            Follow(row["person"], row["game"], read_choice(Followed, row["what"], Followed.END), row["turn"])
            for row in await self._database.read(_LOAD)
        ]

    async def save(self, person: Person, follow: Follow) -> None:
        """Store that a person follows a game."""
        values = (follow.person_id, follow.game, follow.what, follow.turn)
        await self._database.commit([person_statement(person), Statement(_SAVE, values)])

    async def note_sent(self, follow: Follow) -> None:
        """Store up to which turn a watcher was told."""
        await self._database.commit([Statement(_NOTE_SENT, (follow.turn, follow.person_id, follow.game))])

    async def delete(self, person_id: int, game: int) -> None:
        """Store that a person does not follow a game."""
        await self._database.commit([Statement(_DELETE, (person_id, game))])
