"""From which games something was worked out, and by which version."""

from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from typing import Final

from sqlalchemy import and_, bindparam, delete, func, select

from host.storage.engine.database import Repository
from host.storage.engine.statements import Statement, upsert
from host.storage.schema.tables import HAS_ENDED, derivations, games

_of_name = derivations.c.name == bindparam("of_name")
_is_one = and_(_of_name, derivations.c.game == bindparam("number"))
_VERSION: Final = select(derivations.c.version).where(_is_one)
_is_older = derivations.c.version < bindparam("newest")
_MISSING: Final = (
    select(games.c.number)
    .outerjoin(derivations, and_(derivations.c.game == games.c.number, _of_name))
    .where(HAS_ENDED, games.c.is_practice == 0, func.coalesce(derivations.c.version, 0) < bindparam("newest"))
)
_OLDEST_FIRST: Final = _MISSING.order_by(games.c.moved_at, games.c.number)
_NEWEST_FIRST: Final = _MISSING.order_by(games.c.moved_at.desc(), games.c.number.desc())
_OUTDATED: Final = (
    select(derivations.c.game).where(_of_name, _is_older, derivations.c.game != bindparam("number")).limit(1)
)
_NOTE: Final = upsert(derivations, "version", growing="version")
_FORGET: Final = delete(derivations).where(_is_one).returning(derivations.c.game)


class DerivationRepository(Repository):
    """Which games are done. What was worked out from them is stored elsewhere."""

    def alone(self, key: str, *, waits: bool) -> AbstractAsyncContextManager[bool]:
        """Return a block in which no other process works at what has this key. See ``Database.alone``."""
        return self._database.alone(key, waits=waits)

    async def version(self, name: str, number: int) -> int:
        """Return the version that has worked out a game; 0 if none has."""
        return sum(row["version"] for row in await self._database.read(_VERSION, of_name=name, number=number))

    async def missing(self, name: str, version: int, *, is_oldest_first: bool) -> list[int]:
        """Return the games that are over, but for practice, and that this version or a newer one has not worked out, in
        the order in which they ended, or the last one first.
        """
        query = _OLDEST_FIRST if is_oldest_first else _NEWEST_FIRST
        return [row["number"] for row in await self._database.read(query, of_name=name, newest=version)]

    async def has_outdated(self, name: str, version: int, *, besides: int) -> bool:
        """Return whether an older version has worked out other games."""
        return bool(await self._database.read(_OUTDATED, of_name=name, newest=version, number=besides))

    async def save(self, name: str, version: int | None, number: int, rows: Iterable[Statement]) -> bool:
        """Store what a version has worked out from a game (None: what was worked out before is removed).

        Return False, and store nothing, if a version that is as new has done so, or if what the rows refer to is gone.
        """
        note = (
            Statement(_FORGET, {"of_name": name, "number": number}, is_guard=True)
            if version is None
            else Statement(_NOTE, {"game": number, "name": name, "version": version}, is_guard=True)
        )
        return await self._database.try_commit(note, *rows)
