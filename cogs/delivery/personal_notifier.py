"""Sends notifications to people that are about something else than a game, as direct messages."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

import discord

from cogs.delivery.context import DeliveryContext
from cogs.delivery.poster import Post
from host.model.notifications import DeliveryOutcome, PersonalNotification
from host.model.table_options import LANGUAGES

log = logging.getLogger(__name__)

PersonalWriter: TypeAlias = Callable[[PersonalNotification], Awaitable[Post | None]]
"""Makes the message of a notification in the current language; None if it is not true any more."""

LONGEST_PAUSE: Final = 600
"""The longest pause between two attempts to send a notification, in seconds."""


class OutdatedError(Exception):
    """A notification is not true any more."""


class PersonalNotifier:
    """Sends what is stored. The features say for their topics what the message is."""

    def __init__(self, context: DeliveryContext) -> None:
        self._host = context.host
        self._jobs = context.jobs
        self._poster = context.poster
        self._writers: dict[str, PersonalWriter] = {}

    def add(self, topic: str, write: PersonalWriter) -> None:
        """From now on, send the notifications of a topic."""
        self._writers[topic] = write

    async def send_missed(self) -> None:
        """Send in the background what is stored and may not have been sent."""
        for notification in await self._host.notifications.claim_unsent_personal(self._writers.keys()):
            key = ("personal notification", *notification.key)
            if not self._jobs.has(key):
                self._jobs.ask(key, partial(self._send, notification), longest=LONGEST_PAUSE)

    async def _send(self, notification: PersonalNotification) -> None:
        """Send a notification, unless it was sent. Raise DmLimitError, discord.HTTPException, OSError."""
        notifications = self._host.notifications
        if not await notifications.claim_personal(notification):
            return
        person_id, outcome = notification.person_id, DeliveryOutcome.PRIVATE
        make = partial(self._post, notification)
        try:
            await self._poster.to_person(person_id, LANGUAGES[0], make, since=notification.at)
        except OutdatedError:
            outcome = DeliveryOutcome.VOID
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("somebody takes no notification: %s", error)
            outcome = DeliveryOutcome.LOST
        await notifications.mark_personal_delivered(notification, outcome)

    async def _post(self, notification: PersonalNotification) -> Post:
        post = await self._writers[notification.topic](notification)
        if post is None:
            raise OutdatedError
        is_quiet = self._host.people.is_quiet(notification.person_id)
        return replace(post, key=("personal notification", *notification.key), silent=is_quiet)
