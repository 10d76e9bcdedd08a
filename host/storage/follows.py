"""Who follows which game, as rows of the database."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import and_, bindparam, delete, select, update

from host.model.controllers import Person
from host.model.follows import Follow
from host.storage.engine.database import Repository, with_keys
from host.storage.engine.statements import Statement, Value, upsert
from host.storage.games.controllers import person_statement
from host.storage.schema.tables import follows

_is_follow = and_(follows.c.person == bindparam("watcher"), follows.c.game == bindparam("number"))
_LOAD: Final = select(follows).order_by(follows.c.game, follows.c.person)
_SAVE: Final = upsert(follows, "what", "turn")
_NOTE_SENT: Final = update(follows).where(_is_follow)
_DELETE: Final = delete(follows).where(_is_follow)


class FollowRepository(Repository):
    async def load(self, people: Collection[int] | None = None) -> list[Follow]:
        """Return who follows which game, among some people (None: among all)."""
        return [
            Follow(row["person"], row["game"], row["what"], row["turn"])
            for row in await self._database.read(with_keys(_LOAD, follows.c.person, people))
        ]

    async def save(self, person: Person, follow: Follow) -> None:
        values: dict[str, Value] = {
            "person": follow.person_id,
            "game": follow.game,
            "what": follow.what,
            "turn": follow.turn,
        }
        await self._database.commit([person_statement(person), Statement(_SAVE, values)])

    async def note_sent(self, follow: Follow) -> None:
        """Store up to which turn a watcher was told."""
        values = {"turn": follow.turn, "watcher": follow.person_id, "number": follow.game}
        await self._database.commit([Statement(_NOTE_SENT, values)])

    async def delete(self, person_id: int, game: int) -> None:
        await self._database.commit([Statement(_DELETE, {"watcher": person_id, "number": game})])
