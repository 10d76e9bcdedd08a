"""What managers have done, as rows of the database. Rows are added, never changed."""

from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, insert, select

from host.model.audit_log import AuditAction, AuditEntry
from host.model.controllers import Controller, Person
from host.model.substitution import Substitution
from host.storage.engine.database import Repository
from host.storage.engine.statements import Row, Statement, Value
from host.storage.games.controllers import change_values, read_change, read_players
from host.storage.schema.tables import acts, people

_managers, _givers, _takers = people.alias("managers"), people.alias("givers"), people.alias("takers")
_ENTRIES: Final = (
    select(
        acts,
        _managers.c.name.label("manager_name"),
        _givers.c.name.label("giver_name"),
        _takers.c.name.label("taker_name"),
    )
    .join(_managers, _managers.c.id == acts.c.manager)
    .outerjoin(_givers, _givers.c.id == acts.c.giver)
    .outerjoin(_takers, _takers.c.id == acts.c.taker)
)
_OF_GAME: Final = _ENTRIES.where(acts.c.game == bindparam("number")).order_by(acts.c.number)
_OF_SERVER: Final = (
    _ENTRIES.where(acts.c.guild == bindparam("guild")).order_by(acts.c.number.desc()).limit(bindparam("most"))
)
_OF_TOURNAMENTS: Final = _ENTRIES.where(
    acts.c.guild == bindparam("guild"),
    acts.c.kind == AuditAction.TOURNAMENT,
    acts.c.at >= bindparam("since", type_=acts.c.at.type),
).order_by(acts.c.number)
_ADD: Final = insert(acts)


class AuditRepository(Repository):
    """The audit logs of all servers. Entries are added together with what they are about: see ``Addition``."""

    async def of_game(self, number: int) -> list[AuditEntry]:
        """Return what managers have done to a game, in order."""
        return [_entry(row) for row in await self._database.read(_OF_GAME, number=number)]

    async def of_server(self, guild: int, most: int) -> list[AuditEntry]:
        """Return what the managers of a server did last, the latest first, ``most`` entries at most."""
        return [_entry(row) for row in await self._database.read(_OF_SERVER, guild=guild, most=most)]

    async def of_tournaments(self, guild: int, since: datetime) -> list[AuditEntry]:
        """Return what was changed by hand in the tournaments of a server since a time (UTC), in order."""
        return [_entry(row) for row in await self._database.read(_OF_TOURNAMENTS, guild=guild, since=since)]


def audit_entry_statement(entry: AuditEntry) -> Statement:
    """Return the statement that stores an entry. The people named in it have to be stored already."""
    return Statement(
        _ADD,
        {
            "guild": entry.guild,
            "game": entry.game,
            "ply": entry.ply,
            "manager": entry.manager.id,
            "kind": entry.action,
            **_substitution_values(entry.reseat),
            **_player_values(entry.players),
            "detail": entry.detail,
            "at": entry.at,
        },
    )


def _substitution_values(reseat: Substitution | None) -> dict[str, Value]:
    return {"seat": reseat.seat, **change_values(reseat.giver, reseat.taker)} if reseat else {}


def _player_values(players: tuple[Controller, ...]) -> dict[str, Value]:
    """Return the same columns for those whom a change of a tournament is about: one or two."""
    return change_values(players[0], players[1] if len(players) > 1 else None) if players else {}


def _entry(row: Row) -> AuditEntry:
    return AuditEntry(
        guild=row["guild"],
        game=row["game"],
        ply=row["ply"],
        manager=Person(row["manager"], row["manager_name"]),
        action=row["kind"],
        at=row["at"],
        reseat=None if row["seat"] is None else Substitution(row["ply"], row["seat"], *read_change(row)),
        detail=row["detail"],
        players=read_players(row) if row["kind"] is AuditAction.TOURNAMENT else (),
    )
