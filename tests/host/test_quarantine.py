"""Games whose logs do not replay: a manager ends them, or resumes them once they are repaired."""

import sqlite3
from collections.abc import Awaitable
from datetime import timedelta
from pathlib import Path

import pytest

from host.errors import HostError, NoSuchTableError, QuarantinedError
from host.model.audit_log import AuditAction
from host.model.controllers import Person
from host.model.log_replay import QuarantinedGame
from host.model.table_errors import GameOverError
from host.model.table_options import TableOptions
from host.storage.engine.database import Database
from tests.host.tables import ANN, BOB, CHANNEL, CID, Clock, begin, open_host, running, seat, take_turns

GUILD = 1
MANAGER = Person(900, "Max")


async def refused(command: Awaitable[object], kind: type[HostError]) -> None:
    with pytest.raises(kind):
        await command


def corrupt_and_keep_hash(path: Path, ply: int) -> list[str]:
    """Store a wrong hash for a ply; return the right one."""
    with sqlite3.connect(path) as database:
        hashes = [one for (one,) in database.execute("SELECT hash FROM moves WHERE ply = ?", (ply,))]
    corrupt_ply(path, ply)
    return hashes


def restore_hash(path: Path, ply: int, sound: str) -> None:
    """Store the right hash for a ply again."""
    with sqlite3.connect(path) as database:
        database.execute("UPDATE moves SET hash = ? WHERE ply = ?", (sound, ply))


def corrupt_ply(path: Path, ply: int) -> None:
    """Store a wrong hash for a ply."""
    with sqlite3.connect(path) as database:
        database.execute("UPDATE moves SET hash = 'x' WHERE ply = ?", (ply,))


async def test_a_held_game_is_told_with_its_ply_and_can_be_ended(path: Path) -> None:
    host = await open_host(path)
    await take_turns(host, await begin(host, ANN, BOB), 4)
    await host.close()
    corrupt_ply(path, 5)
    host = await open_host(path)
    await refused(host.administration.table(GUILD, 1), QuarantinedError)
    assert [(one.table.number, one.ply) for one in host.administration.quarantined(GUILD)] == [(1, 5)]
    assert host.administration.quarantined(2) == []
    await refused(host.administration.end(2, MANAGER, 1), NoSuchTableError)
    await refused(host.administration.reseat(GUILD, MANAGER, 1, 0, CID), QuarantinedError)
    await refused(host.administration.table(2, 1), NoSuchTableError)
    assert isinstance(await host.administration.end(GUILD, MANAGER, 1), QuarantinedGame)
    assert host.administration.quarantined(GUILD) == []
    assert [one.detail for one in await host.administration.audit_log(GUILD)] == ["held"]
    await host.close()
    host = await open_host(path)
    assert host.message_log.quarantined == []
    await refused(host.administration.table(GUILD, 1), QuarantinedError)  # its log is still wrong
    await refused(host.administration.end(GUILD, MANAGER, 1), GameOverError)
    assert host.administration.quarantined(GUILD) == []
    await host.close()


async def test_a_held_game_whose_log_is_right_again_goes_on_with_all_its_time(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    host = await open_host(path, clock)
    table = await seat(host, ANN, BOB)
    begun = (await host.lobby.start(CHANNEL, ANN, table.number, TableOptions(takeback=0, pace="24h"))).after
    await take_turns(host, begun, 4)
    await host.close()
    [sound] = corrupt_and_keep_hash(path, 5)
    host = await open_host(path, clock)
    clock.pass_minutes(60 * 24 * 3)
    await refused(host.administration.retry(GUILD, MANAGER, 1), QuarantinedError)
    await refused(host.administration.retry(2, MANAGER, 1), NoSuchTableError)
    assert [one.ply for one in host.administration.quarantined(GUILD)] == [5]
    restore_hash(path, 5, sound)
    with monkeypatch.context() as broken:
        broken.setattr(Database, "commit", lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            await host.administration.retry(GUILD, MANAGER, 1)
    assert [one.ply for one in host.administration.quarantined(GUILD)] == [5], "what is not stored has not happened"
    await refused(host.tables.load(1), QuarantinedError)
    again = running(await host.administration.retry(GUILD, MANAGER, 1))
    assert again.clock is not None
    assert (again.clock.since, again.clock.due) == (clock.time, clock.time + timedelta(hours=24))
    assert host.message_log.quarantined == []
    assert [(one.action, one.ply) for one in await host.administration.audit_log(GUILD, 1)] == [
        (AuditAction.RETRY, again.ply)
    ]
    assert await host.administration.retry(GUILD, MANAGER, 1) == again
    assert len(await host.administration.audit_log(GUILD, 1)) == 1
    await take_turns(host, again, 2)
    await host.close()
