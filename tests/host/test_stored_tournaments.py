"""Tournaments that older programs have stored are played on as they were."""

import json
from typing import Final

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, text

from host.host import Host
from host.model.tournaments import TournamentTerms
from host.storage.schema.revisions.versions import v0047_matches
from tests.fixtures.databases import database_of, fetch
from tests.host.tables import ANN, CHANNEL
from tests.host.tournaments import CUP

OLD_TERMS: Final[dict[str, object]] = {
    "kind": "league",
    "rounds": None,
    "table_size": 4,
    "round_time": "7d",
    "table_options": {},
}
"""A league whose host had chosen tables of four: leagues had none then, so it was played by two."""


def as_before(connection: Connection) -> None:
    connection.execute(text("DROP TABLE tournament_games"))
    connection.execute(text("UPDATE tournaments SET terms = :terms WHERE number = 1"), {"terms": json.dumps(OLD_TERMS)})
    swiss = json.dumps({**OLD_TERMS, "kind": "swiss"})
    connection.execute(text("UPDATE tournaments SET terms = :terms WHERE number = 2"), {"terms": swiss})


def do_v0047(connection: Connection) -> None:
    with Operations.context(MigrationContext.configure(connection)):
        v0047_matches.upgrade()


@pytest.mark.both_databases
async def test_a_stored_league_stays_at_tables_of_two_and_nobody_plays_matches(host: Host) -> None:
    for _ in range(2):
        await host.tournaments.create(CHANNEL, ANN, CUP, None, "en")
    database = database_of(host)
    await database.run_in_transaction(as_before)
    await database.run_in_transaction(do_v0047)
    league, swiss = [await host.tournaments.load(number) for number in (1, 2)]
    assert league.terms == TournamentTerms("Spring Cup", "league")
    assert swiss.terms == TournamentTerms("Spring Cup", "swiss", table_size=4)
    assert (league.best_of, league.course.table_size) == (1, 2)
    assert await fetch(database, "SELECT * FROM tournament_games") == []
