"""A database on a PostgreSQL server that several processes use, as one sees it who only looks, or cuts connections."""

from typing import Final

from sqlalchemy import NullPool, text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from host.storage.database_url import parse_url
from tests.chaos.comparison import GAMES, PLACED, Stored

_BUSIEST: Final = text(
    "SELECT application_name FROM pg_stat_activity WHERE application_name LIKE :pattern"
    " GROUP BY application_name ORDER BY count(*) DESC LIMIT 1"
)
_CUT: Final = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name")


class SharedDatabase:
    """Connects anew each time."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = create_async_engine(make_url(str(parse_url(url))), poolclass=NullPool)

    async def stored(self) -> Stored:
        """Read how far the games are, as the database is at one moment."""
        async with self._engine.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ")
            games, placed = [(await connection.execute(text(sql))).all() for sql in (GAMES, PLACED)]
            return Stored.of(games, placed)

    async def busiest(self, pattern: str) -> str:
        """The name of the process with the most connections, of those whose names fit. A standby has only one."""
        async with self._engine.connect() as connection:
            return str(await connection.scalar(_BUSIEST, {"pattern": pattern}))

    async def cut(self, name: str) -> None:
        """Cut all connections of a process."""
        async with self._engine.connect() as connection:
            await connection.execute(_CUT, {"name": name})
