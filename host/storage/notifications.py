"""Notifications, and those of their messages that have buttons, as rows of the database."""

from collections.abc import Collection, Mapping
from datetime import datetime
from functools import partial
from typing import Final

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, or_, select, update

from host.model.clock import VoteChoice
from host.model.notifications import (
    VOTE_KINDS,
    AskedQuestion,
    ConsentAnswer,
    Decision,
    DeliveryOutcome,
    Notification,
    NotificationKind,
    OutdatedMessage,
    QuestionAnswer,
)
from host.model.table import MessageRef
from host.storage.claims import Claims
from host.storage.engine.database import Database, Repository
from host.storage.engine.statements import AnySelect, Row, Statement, Value, execute, fetch, insert_found, new_values
from host.storage.games.archive import at_home
from host.storage.schema.tables import IS_UNSENT, games, people, pings, question_messages

_is_of_game = pings.c.game == bindparam("number")
_is_ping = and_(_is_of_game, pings.c.round == bindparam("round_number"), pings.c.kind == bindparam("of_kind"))
_is_free = or_(
    pings.c.claimed_by.is_(None),
    pings.c.claimed_by == bindparam("process"),
    pings.c.claimed_until < bindparam("now", type_=pings.c.claimed_until.type),
)
# It passes over those that another process claims at this very moment.
_claimable: Final = (
    select(pings)
    .where(IS_UNSENT, _is_free)
    .order_by(pings.c.at, pings.c.game)
    .with_for_update(skip_locked=True, of=pings)
)
_UNSENT: Final = _claimable.join(games, games.c.number == pings.c.game)
_UNSENT_OF_GAME: Final = _claimable.where(_is_of_game)
_UNSENT_ONE: Final = _claimable.where(_is_ping)
_CLAIM: Final = update(pings).where(_is_ping)
_DECIDE: Final = _CLAIM.values(answer=bindparam("given_answer"), answer_seat=bindparam("given_seat"))
_REOPEN: Final = _CLAIM.where(pings.c.outcome.in_([DeliveryOutcome.VOID, DeliveryOutcome.LOST])).values(outcome=None)
_ONE: Final = select(pings).where(_is_ping)
_OF_GAME: Final = select(pings).where(_is_of_game).order_by(pings.c.at, pings.c.round)
_MESSAGE: Final = select(pings.c.channel, pings.c.message).where(_is_ping, pings.c.channel.is_not(None))
_asked = question_messages.alias("asked")
_WITH_BUTTONS: Final = (
    select(pings, _asked.c.channel.label("asked_channel"), _asked.c.message.label("asked_message"), _asked.c.language)
    .join(_asked, and_(_asked.c.game == pings.c.game, _asked.c.round == pings.c.round, _asked.c.kind == pings.c.kind))
    .where(_asked.c.game == bindparam("number"))
    .order_by(pings.c.at, pings.c.round, _asked.c.message)
)
_LAST_ROUND: Final = select(func.coalesce(func.max(pings.c.round), 0).label("round")).where(
    _is_of_game, pings.c.kind == bindparam("of_kind")
)
# Whoever is being deleted is waited for, and not found any more then. So nothing new leads to them.
_about: Final = select(
    *new_values(pings, "game", "round", "kind", "at", "due_at", "claimed_by", "claimed_until"),
    people.c.id.label("person"),
).with_for_update(read=True, key_share=True, of=people)
_add: Final = partial(insert(pings).from_select, [column.name for column in _about.selected_columns])
_ADD: Final = _add(_about.where(people.c.id == bindparam("about"))).returning(pings.c.game)
_ADD_NEXT: Final = _add(_about.join(pings, pings.c.person == people.c.id).where(_is_ping))
"""Adds a notification about whomever another one is about: a nameless person, if they were deleted meanwhile."""
RELEASE: Final = update(pings).where(IS_UNSENT).values(claimed_by=None, claimed_until=None)
"""Ends all claims, where no process is there any more."""
_DELIVERED: Final = update(pings).where(_is_ping, pings.c.claimed_by == bindparam("process")).returning(pings.c.game)
_asking = select(
    *new_values(question_messages, "channel", "message", "language"), pings.c.game, pings.c.round, pings.c.kind
)
_ADD_BUTTONS: Final = insert_found(question_messages, _asking.where(_is_ping))
_ADD_PRIVATE_BUTTONS: Final = insert_found(
    question_messages,
    _asking.join(people, people.c.dm_channel == bindparam("new_channel", type_=people.c.dm_channel.type))
    .where(_is_ping)
    .with_for_update(read=True, key_share=True, of=people),
)
"""Adds the message to a person's private channel, unless they were deleted meanwhile: it would lead to them."""
_REMOVE_BUTTONS: Final = delete(question_messages).where(
    question_messages.c.channel == bindparam("asked_channel"), question_messages.c.message == bindparam("asked_message")
)


class NotificationRepository(Repository):
    """The notifications of all games: those sent, and those still to be sent."""

    def __init__(self, database: Database, claims: Claims) -> None:
        super().__init__(database)
        self.claims = claims

    async def end_claims(self) -> None:
        """End all claims on what this process sends: it has just taken over, so whoever made them is gone."""
        home = at_home(select(games.c.number), self.claims.shards)
        await self._database.commit([Statement(RELEASE.where(pings.c.game.in_(home)))])

    async def claim_unsent(self, now: datetime, number: int | None = None) -> list[Notification]:
        """Claim what may be unsent in the games of the servers that this process serves, or in one game; return it."""
        if number is not None:
            return await self._claim(_UNSENT_OF_GAME, now, number=number)
        return await self._claim(at_home(_UNSENT, self.claims.shards), now)

    async def claim(self, notification: Notification, now: datetime) -> Notification | None:
        """Claim a notification, unless this process has it anyway, and return it as it is stored now: whom it is about
        may have been deleted. Return None if another process has it, or has sent it.
        """
        if self.claims.is_held(notification, now):
            return await self.find(notification)
        claimed = await self._claim(_UNSENT_ONE, now, **_wanted(notification))
        return claimed[0] if claimed else None

    async def _claim(self, unsent: AnySelect, now: datetime, **values: Value) -> list[Notification]:
        def claim(connection: Connection) -> list[Notification]:
            [rows] = fetch(connection, [(unsent, {**values, "process": self.claims.process, "now": now})])
            found = [_notification(row) for row in rows]
            execute(connection, [Statement(_CLAIM, {**_wanted(one), **self.claims.values(now)}) for one in found])
            return found

        claimed = await self._database.run_in_transaction(claim)
        for one in claimed:
            self.claims.note(one, now)
        return claimed

    async def of_game(self, number: int) -> list[tuple[Notification, DeliveryOutcome | None]]:
        rows = await self._database.read(_OF_GAME, number=number)
        return [(_notification(row), row["outcome"]) for row in rows]

    async def message(self, number: int, round_: int, kind: NotificationKind) -> MessageRef | None:
        rows = await self._database.read(_MESSAGE, number=number, round_number=round_, of_kind=kind)
        return MessageRef(rows[0]["channel"], rows[0]["message"]) if rows else None

    async def with_buttons(self, number: int) -> list[AskedQuestion]:
        return [_asked_question(row) for row in await self._database.read(_WITH_BUTTONS, number=number)]

    async def question(self, number: int, round_: int, kinds: Collection[NotificationKind]) -> AskedQuestion | None:
        rows = await self._database.read(_OF_GAME, number=number)
        found = [one for one in rows if one["round"] == round_ and one["kind"] in kinds]
        return _asked_question({**found[-1], "asked_message": None, "language": ""}) if found else None

    async def next(self, number: int, kind: NotificationKind, person_id: int, now: datetime) -> Notification:
        """Return the next notification of a kind that has its own count of rounds; it is not stored yet."""
        [row] = await self._database.read(_LAST_ROUND, number=number, of_kind=kind)
        return Notification(number, row["round"] + 1, kind, person_id, now, None)

    async def add(self, notification: Notification) -> bool:
        """Store a notification that is about to be sent. Return False if another process has stored it before."""
        return await self._database.try_commit(notification_statement(notification, self.claims))

    async def reopen(self, notification: Notification) -> None:
        """Store that a notification that nobody has seen is to be sent again."""
        values = {**_wanted(notification), **self.claims.begin(notification)}
        await self._database.commit([Statement(_REOPEN, values)])

    async def mark_delivered(
        self,
        notification: Notification,
        outcome: DeliveryOutcome,
        messages: Mapping[MessageRef, str],
        *,
        has_buttons: bool,
        next_one: Notification | None,
    ) -> bool:
        """Store the outcome of a notification, its messages with their languages, and a further notification.

        Return False, and store nothing, if another process has claimed the notification since.
        """
        is_private = outcome is DeliveryOutcome.PRIVATE
        statements = [self._delivered_statement(notification, outcome, next(iter(messages), None))]
        if has_buttons:
            statements += [
                buttons_statement(notification, message, language, is_private=is_private)
                for message, language in messages.items()
            ]
        if next_one:
            values = {**_new_values(next_one, self.claims), **_wanted(notification)}
            statements.append(Statement(_ADD_NEXT, values))
        try:
            return await self._database.try_commit(*statements)
        finally:  # where it isn't known what is stored, the next attempt has to ask
            self.claims.end(notification)

    async def find(self, notification: Notification) -> Notification | None:
        """Return a notification as it is stored now; None if it is not stored."""
        rows = await self._database.read(_ONE, **_wanted(notification))
        return _notification(rows[0]) if rows else None

    async def add_outdated(self, outdated: OutdatedMessage) -> None:
        """Store a message that is to lose its buttons."""
        await self._database.commit([buttons_statement(outdated.notification, outdated.message, "")])

    async def remove_buttons(self, message: MessageRef) -> None:
        """Store that a message has no buttons any more."""
        values = {"asked_channel": message.channel, "asked_message": message.message}
        await self._database.commit([Statement(_REMOVE_BUTTONS, values)])

    def _delivered_statement(
        self, notification: Notification, outcome: DeliveryOutcome, message: MessageRef | None
    ) -> Statement:
        channel_id, message_id = (message.channel, message.message) if message else (None, None)
        if outcome is DeliveryOutcome.PRIVATE:
            channel_id = None  # it would lead to a person
        sent: dict[str, Value] = {"outcome": outcome, "channel": channel_id, "message": message_id}
        return Statement(_DELIVERED, {**sent, **_wanted(notification), "process": self.claims.process}, is_guard=True)


def notification_statement(notification: Notification, claims: Claims) -> Statement:
    """Return the statement that stores a notification; it fails if one with its key is stored already, or if nothing is
    stored about its person any more.

    If this process is to send it, it is claimed at once.
    """
    return Statement(_ADD, {**_new_values(notification, claims), "about": notification.person_id}, is_guard=True)


def decision_statements(decision: Decision) -> list[Statement]:
    """Return the statements that store how a question was decided."""
    game: dict[str, Value] = {"number": decision.game, "round_number": decision.round}
    given: dict[str, Value] = {"given_answer": decision.answer, "given_seat": decision.seat}
    return [Statement(_DECIDE, {**game, **given, "of_kind": kind}) for kind in decision.kinds]


def _new_values(notification: Notification, claims: Claims) -> dict[str, Value]:
    number, round_, kind = notification.key
    values: dict[str, Value] = {"game": number, "round": round_, "kind": kind}
    values |= {"at": notification.at, "due_at": notification.due}
    return {f"new_{name}": value for name, value in {**values, **claims.begin(notification)}.items()}


def buttons_statement(
    notification: Notification, message: MessageRef, language: str, *, is_private: bool = False
) -> Statement:
    """Return the statement that stores a message that has buttons, with its language (empty: the table's)."""
    sent: dict[str, Value] = {
        "new_channel": message.channel,
        "new_message": message.message,
        "new_language": language,
    }
    return Statement(_ADD_PRIVATE_BUTTONS if is_private else _ADD_BUTTONS, {**sent, **_wanted(notification)})


def _wanted(notification: Notification) -> dict[str, Value]:
    number, round_, kind = notification.key
    return {"number": number, "round_number": round_, "of_kind": kind}


def _notification(row: Row) -> Notification:
    return Notification(row["game"], row["round"], row["kind"], row["person"], row["at"], row["due_at"])


def _asked_question(row: Row) -> AskedQuestion:
    notification, answer = _notification(row), row["answer"]
    kind: type[QuestionAnswer] = VoteChoice if notification.kind in VOTE_KINDS else ConsentAnswer
    return AskedQuestion(
        notification,
        MessageRef(row["asked_channel"], row["asked_message"]) if row["asked_message"] else None,
        row["language"],
        kind(answer) if answer else None,
        row["answer_seat"],
    )
