"""Notifications to a person that are about no game, as rows of the database."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import and_, bindparam, select, update

from host.model.notifications import DeliveryOutcome, PersonalNotification
from host.storage.claims import Claims, claimable
from host.storage.engine.database import Database, Repository
from host.storage.engine.statements import AnySelect, Row, Statement, Value, insert_found, new_values
from host.storage.schema.tables import IS_PERSONAL_UNSENT, people, personal_notifications

_stored = personal_notifications.c
_is_one = and_(
    _stored.person == bindparam("of_person"),
    _stored.topic == bindparam("of_topic"),
    _stored.number == bindparam("of_number"),
)
_CLAIMABLE: Final = claimable(personal_notifications, _stored.person)
_ONE: Final = _CLAIMABLE.where(_is_one)
_OF_TOPICS: Final = _CLAIMABLE.where(_stored.topic.in_(bindparam("topics", expanding=True)))
_CLAIM: Final = update(personal_notifications).where(_is_one)
# Whoever is being deleted is waited for, and not found any more then. Whom something was told already is told no more.
_ADD: Final = insert_found(
    personal_notifications,
    select(
        people.c.id.label("person"),
        *new_values(personal_notifications, "topic", "number", "at", "claimed_by", "claimed_until"),
    )
    .where(people.c.id == bindparam("about"))
    .with_for_update(read=True, key_share=True, of=people),
)
RELEASE_PERSONAL: Final = (
    update(personal_notifications).where(IS_PERSONAL_UNSENT).values(claimed_by=None, claimed_until=None)
)
"""Ends all claims, where no process is there any more."""
_DELIVERED: Final = (
    update(personal_notifications).where(_is_one, _stored.claimed_by == bindparam("process")).returning(_stored.person)
)


class PersonalNotificationRepository(Repository):
    """What people are told besides their games: what was sent, and what is still to be sent."""

    def __init__(self, database: Database, claims: Claims) -> None:
        super().__init__(database)
        self._claims = claims

    async def end_claims(self) -> None:
        """End all claims, if this process sends what is private: it has just taken over, so their makers are gone."""
        if self._claims.shards.has_private:
            await self._database.commit([Statement(RELEASE_PERSONAL)])

    async def add(self, notification: PersonalNotification) -> None:
        """Store a notification that is about to be sent. Nothing happens if it was stored before, or if nothing is
        stored about the person any more.
        """
        await self._database.commit([personal_notification_statement(notification, self._claims)])

    async def claim_unsent(self, topics: Collection[str], now: datetime) -> list[PersonalNotification]:
        """Claim what may be unsent of these topics, and return it. There is none where another process sends what is
        private.
        """
        if not self._claims.shards.has_private or not topics:
            return []
        return await self._claim(_OF_TOPICS, now, {"topics": list(topics)})

    async def claim(self, notification: PersonalNotification, now: datetime) -> bool:
        """Claim a notification for an attempt to send it. Return False if another process has it, if it was sent, or if
        the person was deleted.
        """
        return bool(await self._claim(_ONE, now, _wanted(notification)))

    async def mark_delivered(self, notification: PersonalNotification, outcome: DeliveryOutcome) -> bool:
        """Store the outcome. Return False, and store nothing, if another process has claimed the notification since."""
        values: dict[str, Value] = {**_wanted(notification), "outcome": outcome, "process": self._claims.process}
        try:
            return await self._database.try_commit(Statement(_DELIVERED, values, is_guard=True))
        finally:
            self._claims.end(notification)

    async def _claim(
        self, unsent: AnySelect, now: datetime, values: Mapping[str, Value | Sequence[str]]
    ) -> list[PersonalNotification]:
        return await self._claims.take(self._database, (unsent, values), now, _notification, _claim_statement)


def personal_notification_statement(notification: PersonalNotification, claims: Claims) -> Statement:
    """Return the statement that stores a notification, unless it was stored before or the person was deleted."""
    values: dict[str, Value] = {
        "topic": notification.topic,
        "number": notification.number,
        "at": notification.at,
        **claims.begin(notification),
    }
    return Statement(_ADD, {**{f"new_{name}": one for name, one in values.items()}, "about": notification.person_id})


def _claim_statement(notification: PersonalNotification, claim: Mapping[str, Value]) -> Statement:
    return Statement(_CLAIM, {**_wanted(notification), **claim})


def _wanted(notification: PersonalNotification) -> dict[str, Value]:
    topic, number, person = notification.key
    return {"of_topic": topic, "of_number": number, "of_person": person}


def _notification(row: Row) -> PersonalNotification:
    return PersonalNotification(row["person"], row["topic"], row["number"], row["at"])
