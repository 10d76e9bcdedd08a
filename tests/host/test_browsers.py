"""Codes that sign a browser in once, and browsers that stay signed in for a while."""

import asyncio
from datetime import timedelta

import pytest

from host.errors import BadCodeError, DatabaseAwayError
from host.host import Host
from host.model.browsers import CODE_LIFETIME, MOST_BROWSERS, SESSION_LIFETIME, day_of
from host.model.shards import ShardGroup
from tests.fixtures import postgresql
from tests.fixtures.databases import Place, database_of, fetch
from tests.fixtures.stored_values import places_of
from tests.host.tables import ANN, BOB, Clock, begin, open_host

pytestmark = pytest.mark.both_databases


async def signed_in(host: Host, replaced: str = "") -> str:
    """Sign Ann in, and return the token."""
    return (await host.browsers.open_session(await host.browsers.new_code(ANN), replaced)).token


async def rows(host: Host, table: str) -> int:
    return len(await fetch(database_of(host), f"SELECT hash FROM {table}"))


async def test_a_code_signs_its_person_in(host: Host, place: Place, clock: Clock) -> None:
    number = (await begin(host, ANN, BOB)).number
    opened = await host.browsers.open_session(await host.browsers.new_code(ANN, number))
    assert (opened.person_id, opened.game) == (ANN.id, number)
    assert await host.browsers.person_of(opened.token) == ANN
    await host.close()
    again = await open_host(place, clock)
    assert await again.browsers.person_of(opened.token) == ANN
    await again.close()


async def test_a_code_may_be_for_no_game_and_for_somebody_of_whom_nothing_is_known(host: Host) -> None:
    opened = await host.browsers.open_session(await host.browsers.new_code(BOB))
    assert opened.game is None
    assert await host.browsers.person_of(opened.token) == BOB


async def test_a_code_works_once(host: Host) -> None:
    code = await host.browsers.new_code(ANN)
    await host.browsers.open_session(code)
    with pytest.raises(BadCodeError):
        await host.browsers.open_session(code)
    assert len(await host.browsers.sessions(ANN.id)) == 1


async def test_of_many_who_use_a_code_one_is_first(host: Host) -> None:
    code = await host.browsers.new_code(ANN)
    results = await asyncio.gather(*(host.browsers.open_session(code) for _ in range(8)), return_exceptions=True)
    opened = [one for one in results if not isinstance(one, BaseException)]
    refused = [one for one in results if isinstance(one, (BadCodeError, DatabaseAwayError))]  # waited too long for it
    assert (len(opened), len(refused)) == (1, 7)
    assert len(await host.browsers.sessions(ANN.id)) == 1


@pytest.mark.sqlite  # the test brings its own server
@pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
async def test_of_several_processes_one_is_first_and_all_know(clock: Clock) -> None:
    place = postgresql.migrated_database()
    hosts = [await open_host(place, clock, shards=ShardGroup.parse(text)) for text in ("0/2", "1/2")]
    for _ in range(5):
        code = await hosts[0].browsers.new_code(ANN)
        used = (host.browsers.open_session(code) for host in hosts * 3)
        results = await asyncio.gather(*used, return_exceptions=True)
        [token] = [one.token for one in results if not isinstance(one, BaseException)]
        assert [type(one) for one in results].count(BadCodeError) == len(results) - 1
        for host in hosts:
            assert await host.browsers.person_of(token) == ANN
    await hosts[1].browsers.end_all(ANN.id)
    assert await hosts[0].browsers.person_of(token) is None
    for host in hosts:
        await host.close()


async def test_a_code_works_for_ten_minutes(host: Host, clock: Clock) -> None:
    in_time, late = await host.browsers.new_code(ANN), await host.browsers.new_code(ANN)
    clock.time += CODE_LIFETIME - timedelta(seconds=1)
    await host.browsers.open_session(in_time)
    clock.time += timedelta(seconds=1)
    with pytest.raises(BadCodeError):
        await host.browsers.open_session(late)


@pytest.mark.parametrize("code", ["", "x", "secret-0", "\0", "\ud800", "é" * 5000])
async def test_a_guess_signs_nobody_in(host: Host, code: str) -> None:
    await host.browsers.new_code(ANN)
    await signed_in(host)
    with pytest.raises(BadCodeError):
        await host.browsers.open_session(code)
    assert await host.browsers.person_of(code) is None


async def test_neither_a_token_nor_a_hash_is_a_code_and_a_code_is_no_token(host: Host) -> None:
    code = await host.browsers.new_code(ANN)
    assert await host.browsers.person_of(code) is None
    token = await signed_in(host)
    with pytest.raises(BadCodeError):
        await host.browsers.open_session(token)
    for table in ("web_codes", "web_sessions"):
        [row] = await fetch(database_of(host), f"SELECT hash FROM {table}")
        assert await host.browsers.person_of(row["hash"]) is None
        with pytest.raises(BadCodeError):
            await host.browsers.open_session(row["hash"])


async def test_neither_codes_nor_tokens_are_stored(host: Host) -> None:
    code = await host.browsers.new_code(ANN)
    token = await signed_in(host)
    assert await places_of(database_of(host), code, token) == {}


async def test_a_browser_stays_signed_in_for_thirty_days(host: Host, clock: Clock) -> None:
    token = await signed_in(host)
    clock.time += SESSION_LIFETIME - timedelta(seconds=1)
    assert await host.browsers.person_of(token) == ANN
    clock.time += timedelta(seconds=1)
    assert await host.browsers.person_of(token) is None
    assert await host.browsers.sessions(ANN.id) == []


async def test_what_has_expired_is_removed_with_the_next_code(host: Host, clock: Clock) -> None:
    await host.browsers.new_code(ANN)
    await signed_in(host)
    clock.time += CODE_LIFETIME
    await host.browsers.new_code(BOB)
    assert (await rows(host, "web_codes"), await rows(host, "web_sessions")) == (1, 1)
    clock.time += SESSION_LIFETIME
    await host.browsers.new_code(BOB)
    assert (await rows(host, "web_codes"), await rows(host, "web_sessions")) == (1, 0)


async def test_browsers_are_listed_with_their_last_day(host: Host, clock: Clock) -> None:
    begun = clock()
    first = await signed_in(host)
    clock.time += timedelta(hours=1)
    await signed_in(host)
    latest, earlier = await host.browsers.sessions(ANN.id)
    assert (earlier.since, earlier.used_on, earlier.until) == (begun, day_of(begun), begun + SESSION_LIFETIME)
    assert latest.since == clock()
    clock.time += timedelta(days=2)
    await host.browsers.person_of(first)
    assert [(one.number, one.used_on) for one in await host.browsers.sessions(ANN.id)] == [
        (earlier.number, day_of(clock())), (latest.number, day_of(begun))
    ]  # fmt: skip
    assert await host.browsers.sessions(BOB.id) == []


async def test_a_person_ends_one_or_all_of_their_own(host: Host) -> None:
    first, second, third = [await signed_in(host) for _ in range(3)]
    bobs = (await host.browsers.open_session(await host.browsers.new_code(BOB))).token
    [*_, oldest] = await host.browsers.sessions(ANN.id)
    await host.browsers.end(BOB.id, oldest.number)  # it is not his
    assert await host.browsers.person_of(first) == ANN
    await host.browsers.end(ANN.id, oldest.number)
    assert [await host.browsers.person_of(one) for one in (first, second, third)] == [None, ANN, ANN]
    await host.browsers.end_all(ANN.id)
    assert [await host.browsers.person_of(one) for one in (second, third, bobs)] == [None, None, BOB]


async def test_a_link_that_was_not_opened_ends_with_all_browsers(host: Host) -> None:
    code = await host.browsers.new_code(ANN)
    await host.browsers.end_all(ANN.id)
    with pytest.raises(BadCodeError):
        await host.browsers.open_session(code)


async def test_a_browser_has_one_session(host: Host) -> None:
    """Whoever signs in again where somebody is signed in replaces that session; a bad code replaces none."""
    before = (await host.browsers.open_session(await host.browsers.new_code(BOB))).token
    with pytest.raises(BadCodeError):
        await host.browsers.open_session("x", before)
    assert await host.browsers.person_of(before) == BOB
    after = await signed_in(host, before)
    assert [await host.browsers.person_of(one) for one in (before, after)] == [None, ANN]


async def test_one_browser_too_many_ends_the_one_used_longest_ago(host: Host, clock: Clock) -> None:
    tokens = [await signed_in(host) for _ in range(MOST_BROWSERS)]
    clock.time += timedelta(days=1)
    await host.browsers.person_of(tokens[0])
    await signed_in(host)
    assert [await host.browsers.person_of(one) for one in tokens[:3]] == [ANN, None, ANN]
    assert len(await host.browsers.sessions(ANN.id)) == MOST_BROWSERS


async def test_deleting_a_person_ends_all_of_theirs(host: Host) -> None:
    code, token = await host.browsers.new_code(ANN), await signed_in(host)
    await host.privacy.delete(ANN.id)
    assert await host.browsers.person_of(token) is None
    with pytest.raises(BadCodeError):
        await host.browsers.open_session(code)
    assert (await rows(host, "web_codes"), await rows(host, "web_sessions")) == (0, 0)


async def test_they_are_exported_without_hashes(host: Host, clock: Clock) -> None:
    await host.browsers.new_code(ANN)
    await signed_in(host)
    found = await host.privacy.export(ANN.id)
    until = [(clock() + one).isoformat() for one in (CODE_LIFETIME, SESSION_LIFETIME)]
    assert found["web_codes"] == [{"person": ANN.id, "game": None, "until_at": until[0]}]
    assert found["web_sessions"] == [
        {"number": 1, "person": ANN.id, "since": clock().isoformat(), "used_on": clock().isoformat(),
         "until_at": until[1]}
    ]  # fmt: skip
