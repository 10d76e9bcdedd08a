"""Databases as SQL scripts, with functions that move all their times."""

import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+00:00")


def dump(path: Path) -> str:
    """Return the statements that make a database; no program may have it open."""
    with closing(sqlite3.connect(path)) as database:
        return "\n".join(database.iterdump()) + "\n"


def load(script: str, path: Path) -> None:
    """Make a database file; replace an existing one."""
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        path.with_name(name).unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as database:
        database.executescript(script)


def moved(script: str, later: timedelta) -> str:
    """Return a script with all its times moved."""
    return _TIME.sub(lambda time: (datetime.fromisoformat(time[0]) + later).isoformat(), script)


def last_heartbeat(path: Path) -> datetime:
    """The time of the bot's last heartbeat."""
    with closing(sqlite3.connect(path)) as database:
        return max(datetime.fromisoformat(at) for (at,) in database.execute("SELECT at FROM heartbeat"))


def let_pass(path: Path, time: timedelta) -> None:
    """Let time pass while the bot is stopped, without an outage, which would move the deadlines."""
    load(moved(dump(path), -time), path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE heartbeat SET at = ?", (datetime.now(UTC).isoformat(),))
