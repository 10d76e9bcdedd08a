"""The fixture's files: a database, and what Discord showed when the bot was stopped."""

import gzip
import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from simcord.backend.models import Message

from tests.frozen.discord_copy import restore, to_json
from tests.frozen.table import custom_ids
from tests.frozen.times import dump, last_heartbeat, load, moved
from tests.loopback import LoopbackDiscord

DATA: Final = Path(__file__).parent / "data"
DATABASE: Final = DATA / "database.sql.gz"
DISCORD: Final = DATA / "discord.json.gz"

LATEST: Final = 2
"""How many of a channel's latest messages are kept, besides those with buttons and those that the database knows."""
_START: Final = timedelta(seconds=20)
"""The program starts within this time, so it takes itself to have run until now, and no deadline grows."""
_POSTED: Final = """
SELECT message FROM games UNION SELECT lobby FROM games UNION SELECT message FROM question_messages"""

_QUIET: Final = """
UPDATE people SET quiet_from = (quiet_from + :later) % 1440, quiet_until = (quiet_until + :later) % 1440"""
"""Quiet hours are minutes of a day, and move with all the other times."""


def keep(server: LoopbackDiscord, database: Path) -> None:
    """Write the fixture's files, of a program that has been stopped."""
    DATA.mkdir(exist_ok=True)
    write_json(DISCORD, to_json(server, _worth_keeping(server, database)))
    _write(DATABASE, dump(database))


def open_copy(server: LoopbackDiscord, database: Path) -> None:
    """Restore the database and the server, with all times moved as if everything had just happened."""
    load(read(DATABASE), database)
    later = datetime.now(UTC) + _START - last_heartbeat(database)
    later = timedelta(seconds=int(later.total_seconds()))
    load(moved(read(DATABASE), later), database)
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute(_QUIET, {"later": int(later.total_seconds()) // 60})
    restore(server, read_json(DISCORD), int(later.total_seconds()))


def _worth_keeping(server: LoopbackDiscord, database: Path) -> list[Message]:
    with closing(sqlite3.connect(database)) as opened:
        posted = {number for (number,) in opened.execute(_POSTED)}
    kept = []
    for messages in server.world.backend.messages.values():
        public = [one.id for one in messages.values() if not one.is_ephemeral]
        wanted = posted.union(public[-LATEST:])
        kept += [one for one in messages.values() if one.id in wanted or one.pinned or custom_ids(one)]
    return kept


def read(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


def read_json(path: Path) -> Any:
    return json.loads(read(path))


def write_json(path: Path, value: Any) -> None:
    _write(path, json.dumps(value, ensure_ascii=False, indent=1))


def _write(path: Path, text: str) -> None:
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
