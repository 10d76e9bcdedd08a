"""Codes that sign a browser in, and the browsers that are signed in, as rows of the database.

Codes and tokens are stored as their hashes: whoever reads the database can use neither.
"""

from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, delete, insert, select, update

from host.model.browsers import MOST_BROWSERS, BrowserSession
from host.model.controllers import Person
from host.storage.engine.database import Repository
from host.storage.engine.statements import Statement, Value
from host.storage.games.controllers import person_statement
from host.storage.schema.tables import people, web_codes, web_sessions

_now: Final = bindparam("now", type_=web_codes.c.until_at.type)
_has_code: Final = web_codes.c.hash == bindparam("of_hash")
_has_token: Final = web_sessions.c.hash == bindparam("of_hash")
_is_persons: Final = web_sessions.c.person == bindparam("of_person")
_code_works: Final = web_codes.c.until_at > _now
_session_lasts: Final = web_sessions.c.until_at > _now
_latest_first: Final = (web_sessions.c.used_on.desc(), web_sessions.c.number.desc())
_of_person: Final = select(web_sessions).where(_is_persons)

_ADD_CODE: Final = insert(web_codes)
_FIND_CODE: Final = select(web_codes.c.person, web_codes.c.game).where(_has_code, _code_works)
_USE_CODE: Final = delete(web_codes).where(_has_code, _code_works).returning(web_codes.c.hash)
_ADD_SESSION: Final = insert(web_sessions)
_END_SURPLUS: Final = delete(web_sessions).where(
    _is_persons,
    web_sessions.c.number.not_in(
        _of_person.with_only_columns(web_sessions.c.number).order_by(*_latest_first).limit(MOST_BROWSERS)
    ),
)
_OWNER: Final = (
    select(people.c.id, people.c.name, web_sessions.c.used_on)
    .join(people, people.c.id == web_sessions.c.person)
    .where(_has_token, _session_lasts)
)
_NOTE_USED: Final = update(web_sessions).where(_has_token)
_OF_PERSON: Final = _of_person.where(_session_lasts).order_by(*_latest_first)
_END: Final = delete(web_sessions).where(_is_persons, web_sessions.c.number == bindparam("of_number"))
_END_TOKEN: Final = delete(web_sessions).where(_has_token)
_END_ALL: Final = delete(web_sessions).where(_is_persons)
_END_CODES: Final = delete(web_codes).where(web_codes.c.person == bindparam("of_person"))
_END_EXPIRED: Final = (delete(web_codes).where(~_code_works), delete(web_sessions).where(~_session_lasts))


class BrowserRepository(Repository):
    """Codes and sessions, by their hashes. What has expired is as if it were gone, and goes with the next code."""

    async def add_code(self, code: str, person: Person, game: int | None, now: datetime, until: datetime) -> None:
        """Store a code for a person. What has expired by ``now`` is removed."""
        await self._database.commit([
            *(Statement(clause, {"now": now}) for clause in _END_EXPIRED),
            person_statement(person),
            Statement(_ADD_CODE, {"hash": code, "person": person.id, "game": game, "until_at": until}),
        ])  # fmt: skip

    async def find_code(self, code: str, now: datetime) -> tuple[int, int | None] | None:
        """Return for whom and for which game a code was made; None if it does not work, or not any more."""
        rows = await self._database.read(_FIND_CODE, of_hash=code, now=now)
        return (rows[0]["person"], rows[0]["game"]) if rows else None

    async def use_code(
        self, code: str, person_id: int, token: str, replaced: str, now: datetime, used_on: datetime, until: datetime
    ) -> bool:
        """Use up a code, and sign its person in with a token, which replaces another one if there is such a session.

        Return False, and change nothing, if the code does not work any more: of several that use it, one is first.
        """
        session: dict[str, Value] = {
            "hash": token,
            "person": person_id,
            "since": now,
            "used_on": used_on,
            "until_at": until,
        }
        return await self._database.try_commit(
            Statement(_USE_CODE, {"of_hash": code, "now": now}, is_guard=True),
            Statement(_END_TOKEN, {"of_hash": replaced}),
            Statement(_ADD_SESSION, session),
            Statement(_END_SURPLUS, {"of_person": person_id}),
        )

    async def find_owner(self, token: str, now: datetime) -> tuple[Person, datetime] | None:
        """Return who is signed in with a token, and the day of its last use that is stored; None if nobody is."""
        rows = await self._database.read(_OWNER, of_hash=token, now=now)
        return (Person(rows[0]["id"], rows[0]["name"]), rows[0]["used_on"]) if rows else None

    async def note_used(self, token: str, used_on: datetime) -> None:
        await self._database.commit([Statement(_NOTE_USED, {"of_hash": token, "used_on": used_on})])

    async def load(self, person_id: int, now: datetime) -> list[BrowserSession]:
        """Return where a person is signed in, the one used latest first."""
        rows = await self._database.read(_OF_PERSON, of_person=person_id, now=now)
        return [BrowserSession(row["number"], row["since"], row["used_on"], row["until_at"]) for row in rows]

    async def end(self, person_id: int, number: int) -> None:
        """Sign a person out of one browser; nothing happens if the session is another person's."""
        await self._database.commit([Statement(_END, {"of_person": person_id, "of_number": number})])

    async def end_all(self, person_id: int) -> None:
        """Sign a person out of all browsers, and let the links on their way to others work no more."""
        of_person = {"of_person": person_id}
        await self._database.commit([Statement(_END_CODES, of_person), Statement(_END_ALL, of_person)])
