"""Browsers: a link from Discord signs a person in, and a cookie says from then on who asks.

The link has a code, which works once, for one person; the cookie has a token. Both are random, and only their hashes
are stored. All of it is asked of the database each time, so every process knows what another one has changed.
"""

import hashlib
from collections.abc import Callable

from host.errors import BadCodeError
from host.model.browsers import CODE_LIFETIME, SESSION_LIFETIME, BrowserSession, OpenedSession, day_of
from host.model.controllers import Person
from host.services.service import Service, ServiceContext, uncancellable


class Browsers(Service):
    """Where people are signed in."""

    def __init__(self, context: ServiceContext, new_secret: Callable[[], str]) -> None:
        """``new_secret`` makes a random text that nobody can guess."""
        super().__init__(context)
        self._browsers = self._storage.browsers
        self._new_secret = new_secret

    @uncancellable
    async def new_code(self, person: Person, game: int | None = None) -> str:
        """Return a code for a link that only this person sees. It works once, within ``CODE_LIFETIME``."""
        code, now = self._new_secret(), self._now()
        await self._browsers.add_code(_hash(code), person, game, now, now + CODE_LIFETIME)
        return code

    @uncancellable
    async def open_session(self, code: str, replaced: str = "") -> OpenedSession:
        """Use up a code, and sign a browser in. If it has the token of a session so far, that one is ended.

        Raise BadCodeError if the code does not work, or not any more. Then nothing has changed.
        """
        now, token = self._now(), self._new_secret()
        found = await self._browsers.find_code(_hash(code), now)
        if found is None:
            raise BadCodeError()
        person_id, game = found
        until = now + SESSION_LIFETIME
        if not await self._browsers.use_code(
            _hash(code), person_id, _hash(token), _hash(replaced), now, day_of(now), until
        ):
            raise BadCodeError()
        return OpenedSession(token, person_id, game)

    async def person_of(self, token: str) -> Person | None:
        """Return who is signed in with a token; None if nobody is, or nobody any more. It is noted as used today."""
        now, hashed = self._now(), _hash(token)
        found = await self._browsers.find_owner(hashed, now)
        if found is None:
            return None
        person, used_on = found
        if used_on < day_of(now):
            await self._browsers.note_used(hashed, day_of(now))
        return person

    async def sessions(self, person_id: int) -> list[BrowserSession]:
        """Return where a person is signed in, the browser used latest first."""
        return await self._browsers.load(person_id, self._now())

    @uncancellable
    async def end(self, person_id: int, number: int) -> None:
        """Sign a person out of one browser. Nothing happens if that session is not theirs, or over."""
        await self._browsers.end(person_id, number)

    @uncancellable
    async def end_all(self, person_id: int) -> None:
        """Sign a person out of all browsers. Links that were not opened yet work no more."""
        await self._browsers.end_all(person_id)


def _hash(secret: str) -> str:
    """Return what is stored of a code or a token: what nobody can guess needs no slower hash."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
